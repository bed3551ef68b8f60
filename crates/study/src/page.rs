//! The closed list of pages, and the steps that own them.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

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

/// The questionnaires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[expect(missing_docs, reason = "each is the page of its name")]
pub enum QuestionnairePage {
    Pre,
    Treatment,
    Post,
}

impl QuestionnairePage {
    /// The step that consists of it.
    pub fn step(self) -> Step {
        match self {
            Self::Pre => Step::PreQuestionnaire,
            Self::Treatment => Step::TreatmentQuestionnaire,
            Self::Post => Step::PostQuestionnaire,
        }
    }

    /// Its name in the data and in the bundle's file names.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pre => "pre",
            Self::Treatment => "treatment",
            Self::Post => "post",
        }
    }
}

/// A step of an arm, written in `study.yaml` as the path of its first page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub enum Step {
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

impl Step {
    /// All steps.
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

    /// The questionnaire that the step consists of, if it is one.
    pub fn questionnaire(self) -> Option<QuestionnairePage> {
        match self {
            Self::PreQuestionnaire => Some(QuestionnairePage::Pre),
            Self::TreatmentQuestionnaire => Some(QuestionnairePage::Treatment),
            Self::PostQuestionnaire => Some(QuestionnairePage::Post),
            _ => None,
        }
    }
}

impl Page {
    /// The step that owns the page; none for public pages, `/profile`, and `/dashboard`, which is
    /// open at any time.
    pub fn step(&self) -> Option<Step> {
        Some(match self {
            Self::PreQuestionnaire => Step::PreQuestionnaire,
            Self::Home | Self::HomeRight | Self::HomeWrong => Step::Home,
            Self::TreatmentQuestionnaire => Step::TreatmentQuestionnaire,
            Self::FlowAStart
            | Self::FlowAQuestion(_)
            | Self::FlowAFollowup(_)
            | Self::FlowACorrect(_)
            | Self::FlowAIncorrect(_)
            | Self::FlowAInterim
            | Self::FlowAEnd => Step::FlowA,
            Self::FlowBStart(_) | Self::FlowBQuestion(_) | Self::FlowBCorrect(_) | Self::FlowBIncorrect(_) => {
                Step::FlowB
            }
            Self::ControlFlow => Step::ControlFlow,
            Self::PostQuestionnaire => Step::PostQuestionnaire,
            Self::End => Step::End,
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
