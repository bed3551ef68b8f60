//! Who can't take part by their answers, quotas on answers, and the codes of the outcomes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::condition::Condition;

/// How the participation in a wave ended.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema, utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The participant reached the end.
    Completed,
    /// An answer meets a rule of `screen_out`.
    ScreenedOut,
    /// The participant belongs to a group of which enough people take part.
    QuotaFull,
    /// The participant withdrew before the end.
    Withdrawn,
    /// The time limit passed before the end.
    TimedOut,
    /// Checks were failed: more attention checks than `failed_checks` permits, or a rule of `screen_out` whose outcome
    /// is `failed`.
    Failed,
    /// The participant said before they began a later part that they will not take part in it.
    Declined,
}

/// The outcome of participants whom a rule of `screen_out` excludes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RuleOutcome {
    /// They are not in the population of the study.
    #[default]
    ScreenedOut,
    /// They failed a check, such as a question about the instructions.
    Failed,
}

/// A rule by which participants can't take part. It has either `when` or `below_minimum_age`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScreenOut {
    /// An answer of this questionnaire meets this condition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub when: Option<Condition>,
    /// The number item that asks for the age in years: who is younger than `minimum_age` of the study can't take part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub below_minimum_age: Option<String>,
    /// The text for participants whom this rule excludes, a file in `pages/` without `.md`. Default: `screened-out`, or
    /// `failed` with that outcome, and without that file a text of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// The outcome of participants whom this rule excludes. Default: `screened_out`.
    #[serde(default, skip_serializing_if = "RuleOutcome::is_default")]
    pub outcome: RuleOutcome,
}

impl RuleOutcome {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

impl From<RuleOutcome> for Outcome {
    fn from(rule: RuleOutcome) -> Self {
        match rule {
            RuleOutcome::ScreenedOut => Self::ScreenedOut,
            RuleOutcome::Failed => Self::Failed,
        }
    }
}

impl ScreenOut {
    /// The variables that the rule reads; one, if the rule is complete.
    pub fn variables_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.when.as_mut().map(|condition| &mut condition.item).into_iter().chain(&mut self.below_minimum_age)
    }
}

/// How many participants with certain answers take part at most.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Quota {
    /// Name in the data: lower-case letters, digits and underscores.
    pub id: String,
    /// The quota is for participants who meet all of these conditions. They read the answers to one questionnaire.
    pub when: Vec<Condition>,
    /// The most participants.
    pub limit: u32,
}

/// What participants get by the outcome of their participation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Outcomes {
    /// For those who reached the end.
    pub completed: Option<OutcomeCode>,
    /// For those whom a rule of `screen_out` excludes.
    pub screened_out: Option<OutcomeCode>,
    /// For those whose quota is full.
    pub quota_full: Option<OutcomeCode>,
    /// For those who failed checks.
    pub failed: Option<OutcomeCode>,
    /// For those whose time limit passed.
    pub timed_out: Option<OutcomeCode>,
    /// For visitors who do not agree to take part. Nothing is stored about them, so that this code proves nothing.
    pub no_consent: Option<OutcomeCode>,
}

/// The code that a recruitment service asks for, and the way back to it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OutcomeCode {
    /// The code.
    pub code: String,
    /// URL of the link; `{code}` is replaced by the code.
    pub return_url: Option<String>,
}

/// What participants get whose participation in a later part is ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct WaveOutcomes {
    /// For those who failed checks.
    pub failed: Option<WaveOutcome>,
    /// For those whose time limit passed.
    pub timed_out: Option<WaveOutcome>,
}

/// What participants get with an outcome of a later part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct WaveOutcome {
    /// The code that a recruitment service asks for. Default: none.
    pub code: Option<String>,
    /// URL of the link; `{code}` is replaced by the code. Default: that of the first part's completion.
    pub return_url: Option<String>,
    /// The text, a file in `pages/` without `.md`. Default: `failed` or `timed-out`, as in the first part, and without
    /// that file a text of the program.
    pub page: Option<String>,
}

impl WaveOutcomes {
    /// What is declared for an outcome.
    pub fn of(&self, outcome: Outcome) -> Option<&WaveOutcome> {
        match outcome {
            Outcome::Failed => self.failed.as_ref(),
            Outcome::TimedOut => self.timed_out.as_ref(),
            Outcome::Completed | Outcome::ScreenedOut | Outcome::QuotaFull | Outcome::Withdrawn | Outcome::Declined => {
                None
            }
        }
    }

    /// The texts that are named, files in `pages/` without `.md`.
    pub fn pages(&self) -> impl Iterator<Item = &str> {
        [&self.failed, &self.timed_out].into_iter().flatten().filter_map(|own| own.page.as_deref())
    }
}

impl OutcomeCode {
    /// The link with the code.
    pub fn link(&self) -> Option<String> {
        Some(self.return_url.as_ref()?.replace("{code}", &self.code))
    }
}
