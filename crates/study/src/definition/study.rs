//! `study.yaml`: what the study is, its arms, how people are allocated, recruitment and withdrawal.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AnalysisPlan, Group, defaults};
use crate::page::Step;
use crate::text::{Locale, Text};

/// `study.yaml`.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyFile {
    /// Short name in lower case, used in file names of exports.
    pub id: String,
    /// Title as participants read it.
    pub title: Text,
    /// The language that the bundle is written in.
    pub language: Locale,
    /// That language's own name ("English").
    pub language_name: String,
    /// Who runs the study.
    pub contact: Contact,
    /// Ethics approval, shown on the landing and consent pages.
    pub ethics: Option<Ethics>,
    /// How long taking part lasts, in minutes; drives "about 12 minutes left".
    pub minutes: u32,
    /// Nobody younger may take part (self-declared).
    #[serde(default = "adult")]
    pub minimum_age: u32,
    /// The landing page.
    pub landing: Landing,
    /// The arms of the trial with their steps in order.
    pub arms: IndexMap<Group, Arm>,
    /// How participants are allocated to the arms.
    pub allocation: AllocationPlan,
    /// What a participant who withdraws may choose.
    #[serde(default)]
    pub withdrawal: Withdrawal,
    /// Recruitment ids in the link and the way back.
    pub recruitment: Option<Recruitment>,
    /// How long what was collected is kept as it is; absent means that nobody has said.
    pub retention: Option<Retention>,
    /// What is compared, and when a difference counts.
    #[serde(default)]
    pub analysis: AnalysisPlan,
}

fn adult() -> u32 {
    18
}

/// Who answers questions about the study.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Contact {
    /// Person or team.
    pub name: Text,
    /// University, lab or company.
    pub institution: Text,
    /// E-mail address.
    pub email: String,
}

/// Ethics approval.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ethics {
    /// The board that approved.
    pub board: Text,
    /// Its number for this study.
    pub id: String,
}

/// The landing page `/`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Landing {
    /// One line above the title.
    pub eyebrow: Text,
    /// One or two sentences below it.
    pub lead: Text,
    /// The button that leads to the consent page.
    pub button: Text,
    /// Key facts in a few words each ("About 30 minutes").
    pub chips: Vec<Text>,
    /// What happens, three steps with a picture each.
    pub steps: Vec<LandingStep>,
    /// Who may take part, who runs it, and so on.
    pub facts: Vec<Fact>,
}

/// One step of "what happens".
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LandingStep {
    /// A few words.
    pub title: Text,
    /// One sentence.
    pub text: Text,
    /// File under `media/` (SVG, PNG or WebP); decoration, so it needs no alternative text.
    pub picture: String,
}

/// A labelled fact.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// What it is about.
    pub label: Text,
    /// The fact.
    pub value: Text,
}

/// One arm of the trial.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arm {
    /// Name for researchers; participants never see it.
    pub label: String,
    /// Share of this arm in every block, relative to the others.
    #[serde(default = "defaults::one")]
    pub weight: u32,
    /// The pages after consent, in order. `/home` owns its result pages, `/flow-a/start` all of
    /// Flow A, `/dashboard` all of Flow B. The last one is `/end`.
    pub steps: Vec<Step>,
}

/// Permuted blocks with random sizes (see [`crate::allocation`]).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AllocationPlan {
    /// Possible block sizes, each a multiple of the sum of the arms' weights, for example `[3, 6]`.
    pub block_sizes: Vec<u32>,
    /// Places written to the schedule before the first participant; more are added from the same seed.
    #[serde(default = "places")]
    pub places: u32,
    /// A place reserved at registration returns to the schedule after this many minutes without any
    /// sign of life, unless the participant reached the first page that differs between the arms.
    #[serde(default = "hold")]
    pub hold_minutes: u32,
    /// Registrations stop when so many people are randomised; absent means no limit.
    pub target: Option<u32>,
    /// Allocate apart within strata, so that the arms are balanced within each; absent means no strata.
    pub strata: Option<Strata>,
}

/// What the strata are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Strata {
    /// `phone` and `computer`, by the browser that somebody registers with.
    Device,
}

fn places() -> u32 {
    600
}

fn hold() -> u32 {
    120
}

/// What happens to the data of somebody who withdraws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Withdrawal {
    /// The participant chooses: keep what was given so far, or erase it.
    #[default]
    Choose,
    /// Stop; what was given so far is kept (the consent text must say so).
    Keep,
    /// Stop and erase.
    Erase,
}

/// How long what was collected is kept as it is. The consent text must say the same.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Retention {
    /// The last day, `YYYY-MM-DD`.
    pub until: String,
    /// What `unmask retention` does after it.
    #[serde(default)]
    pub then: AfterRetention,
}

/// What happens when the time is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AfterRetention {
    /// Destroy the link between people and data: accounts, names, the recruiter's ids.
    #[default]
    Anonymise,
    /// Delete the data too.
    Erase,
}

impl Retention {
    /// The last day; none if it is not one.
    pub fn last_day(&self) -> Option<chrono::NaiveDate> {
        crate::answers::parse_day(&self.until)
    }
}

/// Recruitment through a panel.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Recruitment {
    /// Names of the link's parameters to keep, for example `PROLIFIC_PID`.
    pub parameters: Vec<String>,
    /// The parameter that says who the person is: each value gets one place, ever.
    pub one_place_per: Option<String>,
    /// Nobody registers without that parameter.
    #[serde(default)]
    pub link_required: bool,
    /// The code shown on `/end` when everything is stored.
    pub completion_code: String,
    /// Where `/end` sends the participant; `{code}` is replaced.
    pub return_url: Option<String>,
}
