//! Attention checks. Participants see a `likert` item.

use schemars::JsonSchema;

use super::fields::Fields;
use super::item_check::ItemCheck;
use super::kind::{CommonFields, ItemKind};
use super::likert::PublicLikert;
use super::parts::Points;
use super::values::Variable;
use crate::codebook::Row;
use crate::problem::Severity;
use crate::public::View;

/// An attention check: a `likert` item with an instructed answer.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[schemars(inline)]
pub struct Attention {
    /// The points.
    #[serde(flatten)]
    pub points: Points,
    /// The answers that pass.
    pub expect: Vec<i64>,
}

/// Words in an ID that reveal an attention check to programs: browsers send IDs as the keys of answers.
const REVEALING_WORDS: [&str; 4] = ["check", "attention", "trap", "imc"];

impl ItemKind for Attention {
    type Public = PublicLikert;

    const FIELDS: &'static str = "points as in `likert`, `expect: [points that pass]`";
    const STORED_AS: &'static str = "number of the point";

    fn read(fields: &mut Fields) -> Result<Self, String> {
        Ok(Self { expect: fields.required("expect")?, points: fields.points() })
    }

    fn check(&self, item: &CommonFields<'_>, check: &mut ItemCheck<'_>) {
        check.points(&self.points);
        if REVEALING_WORDS.iter().any(|word| item.id.contains(word)) {
            let message = format!("participants can read the name `{}`, which reveals what the item is for", item.id);
            let help = "name it like the items around it; the codebook says that it is an attention check";
            check.report(Severity::Note, "id", message, help);
        }
        let values = self.points.values();
        if self.expect.is_empty() || self.expect.iter().any(|point| values.check(&(*point).into()).is_err()) {
            check.error("expect", "this is not one of the points".into(), "name the points that pass");
        }
    }

    fn variables<'a>(&'a self, item: &CommonFields<'a>) -> Vec<Variable<'a>> {
        vec![item.variable("", self.points.values())]
    }

    fn public(&self, _: &CommonFields<'_>, view: &View<'_>) -> Self::Public {
        PublicLikert::new(&self.points, view)
    }

    fn describe(&self, _: &CommonFields<'_>, _: &str, row: &mut Row) {
        let answers: Vec<String> = self.expect.iter().map(i64::to_string).collect();
        row.ends = self.points.end_labels();
        row.scoring = Some(format!("passed with {}", answers.join(" or ")));
    }

    fn passing_points(&self) -> Option<&[i64]> {
        Some(&self.expect)
    }
}
