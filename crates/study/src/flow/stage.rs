//! Judgements before and after advice.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// When a judgement is made: once, or before and after advice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// There is no advice.
    #[default]
    Only,
    /// Before the advice.
    Initial,
    /// After the advice.
    Final,
}

impl Stage {
    /// All stages.
    pub const ALL: [Self; 3] = [Self::Only, Self::Initial, Self::Final];

    /// The name in database and package.
    pub fn name(self) -> &'static str {
        match self {
            Self::Only => "only",
            Self::Initial => "initial",
            Self::Final => "final",
        }
    }

    /// Takes the stage from the name of a screen: what is left is the ID of the screen.
    pub fn split(name: &str) -> (&str, Self) {
        let last = name.rsplit_once('/').filter(|(id, _)| id.contains('/'));
        let of = |(id, stage): (_, &str)| Some((id, Self::ALL.into_iter().skip(1).find(|own| own.name() == stage)?));
        last.and_then(of).unwrap_or((name, Self::Only))
    }
}
