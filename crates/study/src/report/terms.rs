//! The closed lists that results, sentences and comparisons share.

use serde::Serialize;
use utoipa::ToSchema;

use crate::analysis::AnalysisError;

/// A language that the report is written in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English: also of every file that a report is written to.
    #[default]
    English,
    /// German.
    German,
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::English, Self::German];

    /// The language of a tag such as `de` or `de-AT`: English where there is no other.
    pub fn of(tag: &str) -> Self {
        match tag.split('-').next() {
            Some("de") => Self::German,
            _ => Self::English,
        }
    }
}

/// A quality flag of a whole participation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReportFlag)]
pub enum Flag {
    /// Needed less than a [third](crate::quality::HURRIED) of the median time from the first step to the end.
    Hurried,
    /// Gave the same answer to every item of the test afterwards.
    SameAnswer,
    /// Failed an attention check, as the console has it.
    FailedAttention,
    /// A medium could not be played, as the console has it.
    MediaFailed,
    /// Gave an answer that the plan [flags for sensitivity analysis](crate::exclusion).
    #[serde(rename = "set_apart")]
    FlaggedForSensitivity,
}

impl Flag {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Hurried, Self::SameAnswer, Self::FailedAttention, Self::MediaFailed, Self::FlaggedForSensitivity];
}

/// A population.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReportPopulationId)]
pub enum PopulationId {
    /// All randomised participants, in the arm assigned, whatever they did. The primary one.
    IntentionToTreat,
    /// Those who answered the planned share of the training.
    PerProtocol,
    /// Those without a flag.
    Unflagged,
    /// Also those who were excluded, as planned or by the researcher.
    WithExcluded,
}

/// The decision on a hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReportVerdict)]
pub enum Verdict {
    /// The data support it.
    Supported,
    /// The data do not show it. That is no proof of the contrary.
    NotShown,
    /// The data show the contrary.
    Opposite,
    /// Of a guardrail: the harm is ruled out.
    Held,
    /// Of a guardrail: harm was found.
    Harm,
    /// Of a guardrail: harm was not found, and is not ruled out.
    Unclear,
    /// Blinded arms: they differ.
    Different,
    /// Blinded arms: no difference was found.
    NotDifferent,
    /// Too few data.
    NotComputed,
}

/// What keeps a number from being computed.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Reason {
    /// No participant has a value.
    Nobody,
    /// Fewer than two people have the outcome.
    FewerThanTwo,
    /// That in one of two arms.
    ArmTooSmall,
    /// All answers to an item are correct, all are incorrect, or there are too few.
    NoSpread,
    /// The formula does not take these data.
    Analysis(AnalysisError),
}
