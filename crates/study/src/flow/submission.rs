//! Submissions: what a participant sends, what is stored, and why it is rejected.

use serde_json::Value;

use super::stage::Stage;
use crate::answers::{Answers, FieldError};
use crate::page::{Page, QuestionnairePage, StepKind};
use crate::progress::Progress;
use crate::screening::Screening;

/// A submission.
#[derive(Clone, Debug, PartialEq)]
pub enum Submission {
    /// The practice item.
    Practice(Judgement),
    /// A questionnaire: one screen or, without `section`, all remaining ones.
    Questionnaire {
        /// Which one.
        page: QuestionnairePage,
        /// [`super::Screen::name`].
        section: Option<String>,
        /// Answers by variable.
        answers: Answers,
    },
    /// A question of Flow A.
    Question(String, Judgement),
    /// A follow-up of Flow A: reasons, region, text.
    Followup(String, Answers),
    /// A post of Flow B.
    Post(String, Judgement),
    /// Completion of a persona of Flow B.
    CompletePersona(String),
    /// Ratings of a clip of the control flow, or its opening.
    Rating(String, Answers),
}

impl Submission {
    /// The kind of step that the submission belongs to.
    pub fn step(&self) -> StepKind {
        match self {
            Self::Practice(_) => StepKind::Home,
            Self::Questionnaire { page, .. } => page.kind(),
            Self::Question(..) | Self::Followup(..) => StepKind::FlowA,
            Self::Post(..) | Self::CompletePersona(_) => StepKind::FlowB,
            Self::Rating(..) => StepKind::ControlFlow,
        }
    }

    /// The stage of a judgement with advice.
    pub fn stage(&self) -> Stage {
        match self {
            Self::Questionnaire { section: Some(section), .. } => Stage::split(section).1,
            _ => Stage::Only,
        }
    }
}

/// A judgement with its confidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Value of an option.
    pub answer: String,
    /// Confidence, 50, 60 … 100, if it is asked.
    pub confidence: Option<u8>,
}

/// An accepted submission: what to store, and the position after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Accepted {
    /// The row to store.
    pub record: Record,
    /// The position afterwards.
    pub progress: Progress,
    /// Feedback, if it is due now.
    pub feedback: Option<Feedback>,
    /// What the answers decide about the participation.
    pub screening: Screening,
}

/// A submission as it is stored. Participant, item, attempt and stage are its natural key.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The page on which it was submitted.
    pub page: Page,
    /// The block, and what it is in the block: `pre/<section>` or `pre/<section>/<item>` ([`super::Screen::id`]),
    /// `practice/<id>`, `flow-a/<id>`, `flow-a/<id>/followup`, `flow-b/<id>`, `flow-b/persona/<id>`, `control/<id>`; a
    /// whole questionnaire is `pre`.
    pub item: String,
    /// From 1.
    pub attempt: u32,
    /// Of a judgement with advice.
    pub stage: Stage,
    /// Valid answers by variable, in the definition's order; hidden and unanswered optional items absent.
    pub answers: Answers,
    /// Whether a judgement is correct, or a second look found the sign.
    pub correct: Option<bool>,
    /// Scores of a questionnaire's scales, once their items are complete: scale id to number or null.
    pub scores: serde_json::Map<String, Value>,
}

/// Feedback after a judgement of the training.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feedback {
    /// Bundle id of the question or post.
    pub id: String,
    /// Whether the answer is correct.
    pub correct: bool,
    /// Whether the participant may try again.
    pub may_retry: bool,
    /// Answers that are disabled now.
    pub disabled: Vec<String>,
    /// After a second look: whether it found the sign.
    pub found: Option<bool>,
}

/// Why a call is rejected. Nothing changes then.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FlowError {
    /// The participant is on another page, which this names.
    #[error("this is not the page that you are on")]
    WrongPage(Page),
    /// Validation errors.
    #[error("some answers are missing or not valid")]
    Invalid(Vec<FieldError>),
    /// The arm or the bundle has no such page or item. The two cases look the same.
    #[error("there is nothing here")]
    NotFound,
}
