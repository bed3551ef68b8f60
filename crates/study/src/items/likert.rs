//! Ratings on numbered or labelled points.

use rand_chacha::ChaCha20Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fields::Fields;
use super::item_check::ItemCheck;
use super::kind::{CommonFields, ItemKind, PublicItemKind, ResponseFormat, single_answer};
use super::parts::{Points, random_point};
use super::values::Variable;
use crate::answers::Answers;
use crate::codebook::Row;
use crate::public::{PublicPoint, View};

/// A rating on numbered or labelled points; stored as the number of the point.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[schemars(inline)]
pub struct Likert {
    /// The points.
    #[serde(flatten)]
    pub points: Points,
}

/// A rating on points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicLikert {
    pub points: Vec<PublicPoint>,
    #[schema(min_items = 2, max_items = 2)]
    pub ends: Option<[String; 2]>,
}

impl ItemKind for Likert {
    type Public = PublicLikert;

    const FIELDS: &'static str = "`points: [words]`, or `numbers: n` with `ends: [low, high]`; `first: 0` or 1";
    const STORED_AS: &'static str = "number of the point";

    fn read(fields: &mut Fields) -> Result<Self, String> {
        Ok(Self { points: fields.points() })
    }

    fn check(&self, _: &CommonFields<'_>, check: &mut ItemCheck<'_>) {
        check.points(&self.points);
    }

    fn variables<'a>(&'a self, item: &CommonFields<'a>) -> Vec<Variable<'a>> {
        vec![item.variable("", self.points.values())]
    }

    fn public(&self, _: &CommonFields<'_>, view: &View<'_>) -> Self::Public {
        PublicLikert::new(&self.points, view)
    }

    fn describe(&self, _: &CommonFields<'_>, _: &str, row: &mut Row) {
        row.ends = self.points.end_labels();
    }

    fn statement_points(&self) -> Option<&Points> {
        Some(&self.points)
    }
}

impl PublicLikert {
    pub(super) fn new(points: &Points, view: &View<'_>) -> Self {
        Self { points: view.texts.points(points), ends: view.texts.ends(points.ends.as_ref()) }
    }
}

impl PublicItemKind for PublicLikert {
    fn answer_any(&self, id: &str, rng: &mut ChaCha20Rng) -> Answers {
        single_answer(id, random_point(&self.points, rng))
    }

    fn response_format<'a>(&'a self, id: &'a str) -> ResponseFormat<'a> {
        ResponseFormat::Ratings { variables: vec![id], points: &self.points }
    }
}
