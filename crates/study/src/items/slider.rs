//! Sliders.

use rand_chacha::ChaCha20Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fields::Fields;
use super::item_check::ItemCheck;
use super::kind::{CommonFields, ItemKind, PublicItemKind, ResponseFormat, single_answer};
use super::parts::{end_labels, random_step};
use super::values::{Values, Variable};
use crate::answers::{Answers, ValidationCode};
use crate::codebook::Row;
use crate::definition::defaults;
use crate::public::View;
use crate::text::Text;

/// A slider between two labelled ends; unanswered until it is moved.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[schemars(inline)]
pub struct Slider {
    /// Lowest value.
    pub min: i64,
    /// Highest value.
    pub max: i64,
    /// Distance between two values.
    #[serde(default = "defaults::one_i64")]
    pub step: i64,
    /// Labels of the lower and the upper end.
    pub ends: [Text; 2],
    /// Unit after the number.
    pub unit: Option<Text>,
}

/// A slider between two labelled ends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicSlider {
    pub min: i64,
    pub max: i64,
    pub step: i64,
    #[schema(min_items = 2, max_items = 2)]
    pub ends: [String; 2],
    pub unit: Option<String>,
}

/// Not a step of the slider.
const SET_SLIDER: ValidationCode = ValidationCode {
    name: "set_slider",
    english: "Choose a value from {min} to {max}.",
    german: "Bitte wählen Sie einen Wert von {min} bis {max}.",
};

impl ItemKind for Slider {
    type Public = PublicSlider;

    const FIELDS: &'static str = "`min`, `max`, `step`, `ends`, `unit`";
    const STORED_AS: &'static str = "number";
    const VALIDATION_CODES: &'static [ValidationCode] = &[SET_SLIDER];

    fn read(fields: &mut Fields) -> Result<Self, String> {
        Ok(Self {
            min: fields.required_limit("min")?,
            max: fields.required_limit("max")?,
            step: fields.take("step").unwrap_or_else(defaults::one_i64),
            ends: fields.required("ends")?,
            unit: fields.take("unit"),
        })
    }

    fn check(&self, _: &CommonFields<'_>, check: &mut ItemCheck<'_>) {
        check.range("min", self.min < self.max);
        if self.step < 1 || (self.max - self.min) % self.step != 0 {
            let help = "choose a step that divides the range";
            check.error("step", "the steps do not end at `max`".into(), help);
        }
    }

    fn variables<'a>(&'a self, item: &CommonFields<'a>) -> Vec<Variable<'a>> {
        let values = Values::Steps { first: self.min, last: self.max, step: self.step, labels: &[], error: SET_SLIDER };
        vec![item.variable("", values)]
    }

    fn public(&self, _: &CommonFields<'_>, view: &View<'_>) -> Self::Public {
        PublicSlider {
            min: self.min,
            max: self.max,
            step: self.step,
            ends: self.ends.each_ref().map(|end| view.texts.translate(end)),
            unit: view.texts.translate_optional(self.unit.as_ref()),
        }
    }

    fn describe(&self, _: &CommonFields<'_>, _: &str, row: &mut Row) {
        row.ends = Some(end_labels(&self.ends));
        row.unit = self.unit.as_ref().map(|unit| unit.0.clone());
    }
}

impl PublicItemKind for PublicSlider {
    fn answer_any(&self, id: &str, rng: &mut ChaCha20Rng) -> Answers {
        single_answer(id, random_step(self.min, self.max, self.step, rng))
    }

    fn response_format<'a>(&'a self, _: &'a str) -> ResponseFormat<'a> {
        let [min, max, step] = [self.min, self.max, self.step.max(1)].map(|limit| limit as f64);
        ResponseFormat::Number { min: Some(min), max: Some(max), step }
    }
}
