//! Submissions: what a participant sends, what is stored of it, why it is rejected.

use serde_json::Value;

use crate::answers::{Answers, FieldError};
use crate::page::{Page, QuestionnairePage, Step};
use crate::progress::Progress;

/// Something that a participant hands in.
#[derive(Clone, Debug, PartialEq)]
pub enum Submission {
    /// The practice item.
    Practice(Judgement),
    /// A questionnaire: one section, or (without `section`) everything that is left of it.
    Questionnaire {
        /// Which one.
        page: QuestionnairePage,
        /// Section id.
        section: Option<String>,
        /// Answers by variable.
        answers: Answers,
    },
    /// A question of Flow A.
    Question(String, Judgement),
    /// Its follow-up: reasons, place, words.
    Followup(String, Answers),
    /// A post of Flow B.
    Post(String, Judgement),
    /// A persona of Flow B is finished.
    CompletePersona(String),
    /// Ratings of a clip of the control flow.
    Rating(String, Answers),
}

impl Submission {
    /// The step that the submission belongs to.
    pub fn step(&self) -> Step {
        match self {
            Self::Practice(_) => Step::Home,
            Self::Questionnaire { page, .. } => page.step(),
            Self::Question(..) | Self::Followup(..) => Step::FlowA,
            Self::Post(..) | Self::CompletePersona(_) => Step::FlowB,
            Self::Rating(..) => Step::ControlFlow,
        }
    }
}

/// A judgement with its confidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// Value of an option.
    pub answer: String,
    /// 50, 60 … 100, where it is asked.
    pub confidence: Option<u8>,
}

/// A submission that is valid: what to store, and where the participant is after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Accepted {
    /// The row to store.
    pub record: Record,
    /// The position afterwards.
    pub progress: Progress,
    /// Shown to the participant, if a verdict is due now.
    pub feedback: Option<Feedback>,
}

/// One submission as stored. (participant, item, attempt) is its natural key.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The page it was handed in on.
    pub page: Page,
    /// `pre/<section>`, `treatment/…`, `post/…`, `practice/<id>`, `flow-a/<id>`, `flow-a/<id>/followup`,
    /// `flow-b/<id>`, `flow-b/persona/<id>`, `control/<id>`; a whole questionnaire is `pre`.
    pub item: String,
    /// From 1.
    pub attempt: u32,
    /// Valid answers by variable, in the definition's order; hidden and unanswered optional items absent.
    pub answers: Answers,
    /// Whether a judgement was right.
    pub correct: Option<bool>,
    /// Scores of a questionnaire's scales, once their items are complete: scale id to number or null.
    pub scores: serde_json::Map<String, Value>,
}

/// What the participant learns after a judgement of the training.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feedback {
    /// Bundle id of the question or post.
    pub id: String,
    /// Whether the answer was right.
    pub correct: bool,
    /// Whether the participant may try again.
    pub may_retry: bool,
    /// Answers that are disabled now.
    pub disabled: Vec<String>,
}

/// Why something is refused. Nothing changes then.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FlowError {
    /// The participant is elsewhere: the page to go to.
    #[error("this is not the page that you are on")]
    WrongPage(Page),
    /// Items that are not valid.
    #[error("some answers are missing or not valid")]
    Invalid(Vec<FieldError>),
    /// The arm has no such thing, or the bundle has none: told apart by nobody.
    #[error("there is nothing here")]
    NotFound,
}
