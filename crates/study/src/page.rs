//! The closed list of pages, and the steps that own them.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::ids::BlockId;

/// Every page. IDs are those of the bundle; at the HTTP boundary they are replaced by opaque ones.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each is the route of its name")]
pub enum Page {
    Landing,
    Consent,
    Auth,
    PreQuestionnaire,
    Home,
    HomeRight,
    HomeWrong,
    TreatmentQuestionnaire,
    FlowAStart,
    FlowAQuestion(String),
    FlowAFollowup(String),
    FlowACorrect(String),
    FlowAIncorrect(String),
    FlowAInterim,
    FlowAEnd,
    Dashboard,
    FlowBStart(String),
    FlowBQuestion(String),
    FlowBCorrect(String),
    FlowBIncorrect(String),
    ControlFlow,
    PostQuestionnaire,
    End,
    Profile,
}

/// The pages that show a questionnaire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "each is the page of its name")]
pub enum QuestionnairePage {
    Pre,
    Treatment,
    Post,
}

impl QuestionnairePage {
    /// The kind of step that consists of it.
    pub fn kind(self) -> StepKind {
        match self {
            Self::Pre => StepKind::PreQuestionnaire,
            Self::Treatment => StepKind::TreatmentQuestionnaire,
            Self::Post => StepKind::PostQuestionnaire,
        }
    }
}

/// A block with a questionnaire. Blocks are ordered by their page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QuestionnaireBlock {
    /// The page that shows it.
    pub page: QuestionnairePage,
    /// Its ID.
    pub id: BlockId,
}

impl QuestionnaireBlock {
    /// The block of a step that is written as `/pre-questionnaire`.
    pub const PRE: Self = Self { page: QuestionnairePage::Pre, id: StepKind::PreQuestionnaire.block() };
    /// The block of a step that is written as `/treatment-questionnaire`.
    pub const TREATMENT: Self =
        Self { page: QuestionnairePage::Treatment, id: StepKind::TreatmentQuestionnaire.block() };
    /// The block of a step that is written as `/post-questionnaire`.
    pub const POST: Self = Self { page: QuestionnairePage::Post, id: StepKind::PostQuestionnaire.block() };

    /// Its name in the data.
    pub fn name(&self) -> &str {
        self.id.name()
    }
}

/// A step of an arm: a block on the pages of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// Its pages.
    pub kind: StepKind,
    /// Its content.
    pub block: BlockId,
    /// The wave that it belongs to: 0 is the first part of the study.
    pub wave: usize,
    /// Which of several contents, if the content differs by arm. Arms have the same step only if they see the same. 0:
    /// the content does not differ.
    pub words: usize,
}

/// The kinds of steps, written in `study.yaml` as the path of the first page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum StepKind {
    /// A questionnaire before the group part.
    #[serde(rename = "/pre-questionnaire")]
    PreQuestionnaire,
    /// The practice item with its result pages.
    #[serde(rename = "/home")]
    Home,
    /// Expectancy, before the training.
    #[serde(rename = "/treatment-questionnaire")]
    TreatmentQuestionnaire,
    /// Flow A, everything under `/flow-a/`.
    #[serde(rename = "/flow-a/start")]
    FlowA,
    /// Flow B, reached persona by persona from the dashboard.
    #[serde(rename = "/dashboard")]
    FlowB,
    /// The active control.
    #[serde(rename = "/control-flow")]
    ControlFlow,
    /// Outcomes.
    #[serde(rename = "/post-questionnaire")]
    PostQuestionnaire,
    /// Debrief and completion.
    #[serde(rename = "/end")]
    End,
}

impl StepKind {
    /// All kinds.
    pub const ALL: [Self; 8] = [
        Self::PreQuestionnaire,
        Self::Home,
        Self::TreatmentQuestionnaire,
        Self::FlowA,
        Self::FlowB,
        Self::ControlFlow,
        Self::PostQuestionnaire,
        Self::End,
    ];

    /// The page by which a participant enters the step.
    pub fn first_page(self) -> Page {
        match self {
            Self::PreQuestionnaire => Page::PreQuestionnaire,
            Self::Home => Page::Home,
            Self::TreatmentQuestionnaire => Page::TreatmentQuestionnaire,
            Self::FlowA => Page::FlowAStart,
            Self::FlowB => Page::Dashboard,
            Self::ControlFlow => Page::ControlFlow,
            Self::PostQuestionnaire => Page::PostQuestionnaire,
            Self::End => Page::End,
        }
    }

    /// The block of a step that is written as the path of its first page.
    pub const fn block(self) -> BlockId {
        BlockId::literal(match self {
            Self::PreQuestionnaire => "pre",
            Self::Home => "practice",
            Self::TreatmentQuestionnaire => "treatment",
            Self::FlowA => "flow-a",
            Self::FlowB => "flow-b",
            Self::ControlFlow => "control",
            Self::PostQuestionnaire => "post",
            Self::End => "end",
        })
    }

    /// The page of the questionnaire that the step consists of, if it is one.
    pub fn questionnaire(self) -> Option<QuestionnairePage> {
        match self {
            Self::PreQuestionnaire => Some(QuestionnairePage::Pre),
            Self::TreatmentQuestionnaire => Some(QuestionnairePage::Treatment),
            Self::PostQuestionnaire => Some(QuestionnairePage::Post),
            _ => None,
        }
    }
}

impl From<StepKind> for Step {
    /// The step that is written as the path of its first page.
    fn from(kind: StepKind) -> Self {
        Self { kind, block: kind.block(), wave: 0, words: 0 }
    }
}

/// The path of the first page, with the block's ID if it has a file of its own.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.first_page().fmt(f)?;
        if self.block == self.kind.block() { Ok(()) } else { write!(f, " ({})", self.block) }
    }
}

impl Step {
    /// The page by which a participant enters the step.
    pub fn first_page(self) -> Page {
        self.kind.first_page()
    }

    /// The questionnaire that the step consists of, if it is one.
    pub fn questionnaire(self) -> Option<QuestionnaireBlock> {
        Some(QuestionnaireBlock { page: self.kind.questionnaire()?, id: self.block })
    }
}

impl Page {
    /// The kind of step that owns the page; none for public pages, `/profile`, and `/dashboard`, which is open at any
    /// time.
    pub fn step(&self) -> Option<StepKind> {
        Some(match self {
            Self::PreQuestionnaire => StepKind::PreQuestionnaire,
            Self::Home | Self::HomeRight | Self::HomeWrong => StepKind::Home,
            Self::TreatmentQuestionnaire => StepKind::TreatmentQuestionnaire,
            Self::FlowAStart
            | Self::FlowAQuestion(_)
            | Self::FlowAFollowup(_)
            | Self::FlowACorrect(_)
            | Self::FlowAIncorrect(_)
            | Self::FlowAInterim
            | Self::FlowAEnd => StepKind::FlowA,
            Self::FlowBStart(_) | Self::FlowBQuestion(_) | Self::FlowBCorrect(_) | Self::FlowBIncorrect(_) => {
                StepKind::FlowB
            }
            Self::ControlFlow => StepKind::ControlFlow,
            Self::PostQuestionnaire => StepKind::PostQuestionnaire,
            Self::End => StepKind::End,
            Self::Landing | Self::Consent | Self::Auth | Self::Dashboard | Self::Profile => return None,
        })
    }

    /// Open without signing in.
    pub fn is_public(&self) -> bool {
        matches!(self, Self::Landing | Self::Consent | Self::Auth)
    }

    /// Open to a signed-in participant at any time.
    pub fn is_always_open(&self) -> bool {
        matches!(self, Self::Dashboard | Self::Profile)
    }

    /// The same page with its ID replaced; none if `exchange` does not know it.
    pub fn map_id(&self, exchange: impl Fn(&str) -> Option<String>) -> Option<Self> {
        Some(match self {
            Self::FlowAQuestion(id) => Self::FlowAQuestion(exchange(id)?),
            Self::FlowAFollowup(id) => Self::FlowAFollowup(exchange(id)?),
            Self::FlowACorrect(id) => Self::FlowACorrect(exchange(id)?),
            Self::FlowAIncorrect(id) => Self::FlowAIncorrect(exchange(id)?),
            Self::FlowBStart(id) => Self::FlowBStart(exchange(id)?),
            Self::FlowBQuestion(id) => Self::FlowBQuestion(exchange(id)?),
            Self::FlowBCorrect(id) => Self::FlowBCorrect(exchange(id)?),
            Self::FlowBIncorrect(id) => Self::FlowBIncorrect(exchange(id)?),
            other => other.clone(),
        })
    }
}

impl fmt::Display for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Landing => f.write_str("/"),
            Self::Consent => f.write_str("/consent"),
            Self::Auth => f.write_str("/auth"),
            Self::PreQuestionnaire => f.write_str("/pre-questionnaire"),
            Self::Home => f.write_str("/home"),
            Self::HomeRight => f.write_str("/home-right"),
            Self::HomeWrong => f.write_str("/home-wrong"),
            Self::TreatmentQuestionnaire => f.write_str("/treatment-questionnaire"),
            Self::FlowAStart => f.write_str("/flow-a/start"),
            Self::FlowAQuestion(id) => write!(f, "/flow-a/question/{id}"),
            Self::FlowAFollowup(id) => write!(f, "/flow-a/question/{id}/followup"),
            Self::FlowACorrect(id) => write!(f, "/flow-a/question/{id}/correct"),
            Self::FlowAIncorrect(id) => write!(f, "/flow-a/question/{id}/incorrect"),
            Self::FlowAInterim => f.write_str("/flow-a/interim"),
            Self::FlowAEnd => f.write_str("/flow-a/end"),
            Self::Dashboard => f.write_str("/dashboard"),
            Self::FlowBStart(id) => write!(f, "/flow-b/start/{id}"),
            Self::FlowBQuestion(id) => write!(f, "/flow-b/question/{id}"),
            Self::FlowBCorrect(id) => write!(f, "/flow-b/question/{id}/correct"),
            Self::FlowBIncorrect(id) => write!(f, "/flow-b/question/{id}/incorrect"),
            Self::ControlFlow => f.write_str("/control-flow"),
            Self::PostQuestionnaire => f.write_str("/post-questionnaire"),
            Self::End => f.write_str("/end"),
            Self::Profile => f.write_str("/profile"),
        }
    }
}

/// A path that is no page of the study.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no page '{0}'")]
pub struct UnknownPage(pub String);

impl FromStr for Page {
    type Err = UnknownPage;

    fn from_str(path: &str) -> Result<Self, UnknownPage> {
        let parts: Vec<&str> = path.strip_prefix('/').unwrap_or(path).trim_end_matches('/').split('/').collect();
        let id = |id: &str| id.to_owned();
        Ok(match parts.as_slice() {
            [""] => Self::Landing,
            ["consent"] => Self::Consent,
            ["auth"] => Self::Auth,
            ["pre-questionnaire"] => Self::PreQuestionnaire,
            ["home"] => Self::Home,
            ["home-right"] => Self::HomeRight,
            ["home-wrong"] => Self::HomeWrong,
            ["treatment-questionnaire"] => Self::TreatmentQuestionnaire,
            ["flow-a", "start"] => Self::FlowAStart,
            ["flow-a", "question", q] if !q.is_empty() => Self::FlowAQuestion(id(q)),
            ["flow-a", "question", q, "followup"] if !q.is_empty() => Self::FlowAFollowup(id(q)),
            ["flow-a", "question", q, "correct"] if !q.is_empty() => Self::FlowACorrect(id(q)),
            ["flow-a", "question", q, "incorrect"] if !q.is_empty() => Self::FlowAIncorrect(id(q)),
            ["flow-a", "interim"] => Self::FlowAInterim,
            ["flow-a", "end"] => Self::FlowAEnd,
            ["dashboard"] => Self::Dashboard,
            ["flow-b", "start", p] if !p.is_empty() => Self::FlowBStart(id(p)),
            ["flow-b", "question", q] if !q.is_empty() => Self::FlowBQuestion(id(q)),
            ["flow-b", "question", q, "correct"] if !q.is_empty() => Self::FlowBCorrect(id(q)),
            ["flow-b", "question", q, "incorrect"] if !q.is_empty() => Self::FlowBIncorrect(id(q)),
            ["control-flow"] => Self::ControlFlow,
            ["post-questionnaire"] => Self::PostQuestionnaire,
            ["end"] => Self::End,
            ["profile"] => Self::Profile,
            _ => return Err(UnknownPage(path.to_owned())),
        })
    }
}

impl Serialize for Page {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Page {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let path = String::deserialize(deserializer)?;
        path.parse().map_err(de::Error::custom)
    }
}
