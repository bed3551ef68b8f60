//! A date.

use rand_chacha::ChaCha20Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fields::Fields;
use super::item_check::ItemCheck;
use super::kind::{CommonFields, ItemKind, PublicItemKind, single_answer};
use super::values::{Values, Variable};
use crate::answers::{Answers, parse_day};
use crate::public::View;

/// A date, stored as `YYYY-MM-DD`.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[schemars(inline)]
pub struct Date {
    /// Earliest date allowed, `YYYY-MM-DD`.
    pub min: Option<String>,
    /// Latest date allowed, `YYYY-MM-DD`.
    pub max: Option<String>,
}

/// A date.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicDate {
    pub min: Option<String>,
    pub max: Option<String>,
}

impl ItemKind for Date {
    type Public = PublicDate;

    const FIELDS: &'static str = "`min`, `max`, as `\"YYYY-MM-DD\"`";
    const STORED_AS: &'static str = "`YYYY-MM-DD`";

    fn read(fields: &mut Fields) -> Result<Self, String> {
        Ok(Self { min: fields.limit("min")?, max: fields.limit("max")? })
    }

    fn check(&self, _: &CommonFields<'_>, check: &mut ItemCheck<'_>) {
        let limits = [("min", self.min.as_deref()), ("max", self.max.as_deref())];
        for (name, limit) in limits {
            if limit.is_some_and(|day| parse_day(day).is_none()) {
                check.error(name, "this is not a date in the form YYYY-MM-DD".into(), "for example `\"2015-01-31\"`");
            }
        }
        let [min, max] = limits.map(|(_, limit)| limit.and_then(parse_day));
        check.range("min", min.zip(max).is_none_or(|(min, max)| min <= max));
    }

    fn variables<'a>(&'a self, item: &CommonFields<'a>) -> Vec<Variable<'a>> {
        vec![item.variable("", Values::Date { min: self.min.as_deref(), max: self.max.as_deref() })]
    }

    fn public(&self, _: &CommonFields<'_>, _: &View<'_>) -> Self::Public {
        PublicDate { min: self.min.clone(), max: self.max.clone() }
    }
}

impl PublicItemKind for PublicDate {
    fn answer_any(&self, id: &str, _: &mut ChaCha20Rng) -> Answers {
        single_answer(id, self.max.as_deref().or(self.min.as_deref()).unwrap_or("2026-03-14"))
    }
}
