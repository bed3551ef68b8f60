//! Confidence without a judgement.

use rand_chacha::ChaCha20Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fields::Fields;
use super::kind::{CommonFields, ItemKind, PublicItemKind, ResponseFormat, single_answer};
use super::parts::random_point;
use super::values::{CONFIDENCE, Variable};
use crate::answers::Answers;
use crate::public::{PublicPoint, View};
use crate::text::Locale;

/// A confidence rating in six steps; stored as 50, 60 … 100.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[schemars(inline)]
pub struct Confidence {}

/// A confidence rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[expect(missing_docs, reason = "as in `PublicLikert`")]
pub struct PublicConfidence {
    pub points: Vec<PublicPoint>,
    #[schema(min_items = 2, max_items = 2)]
    pub ends: Option<[String; 2]>,
}

impl ItemKind for Confidence {
    type Public = PublicConfidence;

    const FIELDS: &'static str = "none";
    const STORED_AS: &'static str = "50, 60 … 100";

    fn read(_: &mut Fields) -> Result<Self, String> {
        Ok(Self {})
    }

    fn variables<'a>(&'a self, item: &CommonFields<'a>) -> Vec<Variable<'a>> {
        vec![item.variable("", CONFIDENCE)]
    }

    fn public(&self, _: &CommonFields<'_>, view: &View<'_>) -> Self::Public {
        PublicConfidence { points: points(view.texts.locale), ends: None }
    }
}

/// In German, a space precedes the per cent sign.
fn points(locale: &Locale) -> Vec<PublicPoint> {
    let sign = if locale.0.starts_with("de") { "\u{202f}%" } else { "%" };
    (5..=10).map(|tens| PublicPoint { value: tens * 10, label: format!("{}{sign}", tens * 10) }).collect()
}

impl PublicItemKind for PublicConfidence {
    fn answer_any(&self, id: &str, rng: &mut ChaCha20Rng) -> Answers {
        single_answer(id, random_point(&self.points, rng))
    }

    fn response_format<'a>(&'a self, id: &'a str) -> ResponseFormat<'a> {
        ResponseFormat::Ratings { variables: vec![id], points: &self.points }
    }
}
