//! Numbers.

use rand_chacha::ChaCha20Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::fields::Fields;
use super::item_check::ItemCheck;
use super::kind::{CommonFields, ItemKind, PublicItemKind, ResponseFormat, single_answer};
use super::parts::random_step;
use super::values::{Values, Variable};
use crate::answers::{Answers, plain_numbers, whole};
use crate::codebook::Row;
use crate::definition::defaults;
use crate::public::View;
use crate::text::Text;

/// A number that participants type.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[schemars(inline)]
pub struct Number {
    /// Lowest value allowed.
    pub min: Option<f64>,
    /// Highest value allowed.
    pub max: Option<f64>,
    /// Whole numbers only.
    #[serde(default = "defaults::yes")]
    pub integer: bool,
    /// Unit after the field.
    pub unit: Option<Text>,
}

/// A number that participants type.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicNumber {
    pub min: Option<f64>,
    pub max: Option<f64>,
    pub integer: bool,
    pub unit: Option<String>,
}

impl ItemKind for Number {
    type Public = PublicNumber;

    const FIELDS: &'static str = "`min`, `max`, `integer: false` for fractions, `unit`";
    const STORED_AS: &'static str = "number";

    fn read(fields: &mut Fields) -> Result<Self, String> {
        Ok(Self {
            min: fields.limit("min")?,
            max: fields.limit("max")?,
            integer: fields.take("integer").unwrap_or_else(defaults::yes),
            unit: fields.take("unit"),
        })
    }

    fn check(&self, _: &CommonFields<'_>, check: &mut ItemCheck<'_>) {
        check.range("min", self.min.zip(self.max).is_none_or(|(min, max)| min <= max));
    }

    fn variables<'a>(&'a self, item: &CommonFields<'a>) -> Vec<Variable<'a>> {
        vec![item.variable("", Values::Number { min: self.min, max: self.max, integer: self.integer })]
    }

    fn public(&self, _: &CommonFields<'_>, view: &View<'_>) -> Self::Public {
        let unit = view.texts.translate_optional(self.unit.as_ref());
        PublicNumber { min: self.min, max: self.max, integer: self.integer, unit }
    }

    fn describe(&self, _: &CommonFields<'_>, _: &str, row: &mut Row) {
        row.unit = self.unit.as_ref().map(|unit| unit.0.clone());
    }
}

impl PublicItemKind for PublicNumber {
    /// A whole number, unless none is in the range.
    fn answer_any(&self, id: &str, rng: &mut ChaCha20Rng) -> Answers {
        let limit = |limit: f64| whole(&limit.into());
        let min = self.min.map_or_else(
            || self.max.map_or(Some(0), |max| limit(max.floor()).map(|max| max.min(0))),
            |min| limit(min.ceil()),
        );
        let max = self.max.map_or_else(|| min.map(|min| min + 10), |max| limit(max.floor()));
        let answer = match min.zip(max) {
            Some((min, max)) if min <= max => random_step(min, max, 1, rng).into(),
            _ => plain_numbers(Value::from(self.min)),
        };
        single_answer(id, answer)
    }

    fn response_format<'a>(&'a self, _: &'a str) -> ResponseFormat<'a> {
        ResponseFormat::Number { min: self.min, max: self.max, step: 1.0 }
    }
}
