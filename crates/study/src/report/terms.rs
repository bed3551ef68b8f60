//! The closed lists that results, sentences and comparisons share.

use serde::Serialize;
use utoipa::ToSchema;

use unmask_analysis::AnalysisError;

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

    /// Its tag.
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    /// The language of a tag such as `de` or `de-AT`: English where there is no other.
    pub fn of(tag: &str) -> Self {
        match tag.split('-').next() {
            Some("de") => Self::German,
            _ => Self::English,
        }
    }
}

/// A quality flag of a participant's whole data.
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
    /// Judged [several](crate::quality::UNSEEN_MEDIA) media that had not been played or shown.
    AnsweredUnseen,
    /// Judged [several](crate::quality::UNCHECKED_POSTS) posts with none of their evidence opened.
    AnsweredUnchecked,
    /// Submitted judgements or answers without times, or with impossible ones, as the console has it.
    NotTimed,
    /// Gave an answer that the plan [flags for sensitivity analysis](crate::exclusion).
    #[serde(rename = "set_apart")]
    FlaggedForSensitivity,
}

impl Flag {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Hurried,
        Self::SameAnswer,
        Self::FailedAttention,
        Self::MediaFailed,
        Self::AnsweredUnseen,
        Self::AnsweredUnchecked,
        Self::NotTimed,
        Self::FlaggedForSensitivity,
    ];

    /// Whether the comparison without flags leaves out participants with this flag. It keeps those with unchecked
    /// posts: only some arms have posts, so the arms would no longer be comparable.
    pub(super) fn leaves_out(self) -> bool {
        self != Self::AnsweredUnchecked
    }
}

/// A population.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReportPopulationId)]
pub enum PopulationId {
    /// All randomised participants who were not excluded, in the arm assigned, regardless of what they did. The primary
    /// population. *Modified* intention to treat, because some of the randomised are excluded as not eligible.
    ModifiedIntentionToTreat,
    /// Those who answered the planned share of the training.
    PerProtocol,
    /// Those without a flag.
    Unflagged,
    /// Also those who were excluded, as planned or by the researcher.
    WithExcluded,
}

/// What the dose of a training is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReportDoseKind)]
pub enum DoseKind {
    /// The share of the training items answered, from 0 to 1.
    Share,
    /// 1 for compliers, who answered the planned share; 0 for others.
    Complier,
}

impl DoseKind {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Share, Self::Complier];
}

/// What to know of a complier average causal effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReportComplierNote)]
pub enum ComplierNote {
    /// Everybody with the outcome took the training, so that the effect is the difference of the primary analysis.
    EverybodyComplied,
    /// The allocation changes the dose too little for a valid interval.
    WeakFirstStage,
    /// The comparison arm has training of its own.
    TrainingInBoth,
}

/// The decision on a hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReportVerdict)]
pub enum Verdict {
    /// The data support it. Only of hypotheses that are corrected for multiple testing: the primary ones, and those on
    /// confirmatory moderators.
    Supported,
    /// Of a secondary hypothesis: the data show it, without a correction for multiple testing.
    Shown,
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
    /// Of a primary hypothesis: the plan's primary analysis is the mixed model, which the data package fits and this
    /// report does not. The numbers are those of a sensitivity analysis.
    DecidedByModel,
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
    /// No arm has the levels of cells that an effect of factors needs.
    NoSuchCells {
        /// Their levels.
        cells: String,
    },
    /// The arms of cells that an effect of factors needs have fewer than two people with the outcome.
    CellsTooSmall {
        /// Their levels.
        cells: String,
    },
    /// No participant with the outcome took the training.
    NoComplier,
    /// The interval of the first difference includes 0.
    NothingToRetain,
    /// The test of the later wave has another number of items than the first one.
    OtherLength,
    /// No participant judged two manipulated and two authentic items in the tests.
    TwoOfEachKind,
    /// The share retained is not computed from the means of units.
    NotOfUnits,
    /// Fewer than two groups of a moderator have two people in each arm.
    FewerThanTwoGroups,
    /// The items of a scale need not agree, or there are only two.
    NoAlpha,
    /// So many participants and items are needed for a model of both.
    TooFewForItems {
        /// Least number of participants.
        people: usize,
        /// Least number of items.
        items: usize,
    },
    /// The model of people and items is fitted to at most so many participants.
    TooManyPeople {
        /// The greatest number.
        most: usize,
    },
    /// The likelihood of the model has no maximum.
    NotFitted,
    /// The items do not differ by more than chance, so the model has no standard error for an item's deviation.
    NoItemSpread,
    /// An item has the same truth for everybody, so its criterion can't be told from its d'.
    OneTruth,
    /// All answers to an item are correct, all are incorrect, or there are too few.
    NoSpread,
    /// The formula does not take these data.
    Analysis(AnalysisError),
}
