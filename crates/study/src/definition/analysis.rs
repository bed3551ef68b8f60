//! The `analysis` block of `study.yaml`: the plan, fixed before the first participant. `unmask report`, the console and the
//! data package compute exactly this.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::Group;
use super::shape::map_or;

/// The analysis plan. A study without the block is analysed with the defaults.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AnalysisPlan {
    /// The arm that the others are compared with. Default: the first arm.
    pub control: Option<Group>,
    /// The answers that call an item manipulated. Such an answer is a hit for a manipulated item and a false alarm for an
    /// authentic one.
    pub signal: Vec<String>,
    /// Error rate of all primary tests together (Holm), and of each other test.
    pub alpha: f64,
    /// The primary hypotheses, on sensitivity d' in the post-test: each compares one arm with control. Default: every other
    /// arm.
    pub primary: Vec<Primary>,
    /// The guardrail on false alarms.
    pub false_alarms: FalseAlarms,
    /// Name of the hypothesis that confidence matches accuracy better. Default: no such hypothesis.
    pub confidence: Option<String>,
    /// Parts of the post-test that are analysed separately, such as items with cues that were not trained.
    pub parts: Vec<Part>,
    /// Scales that are compared between the arms.
    pub scales: Vec<PlannedScale>,
    /// Share of the training items that a participant must answer to count as per protocol.
    pub per_protocol: f64,
    /// Exclusions from the analysis, by answers given before the arms differ.
    pub exclusions: Vec<Exclusion>,
    /// Who is left out of the sensitivity analysis only, the one without flagged participants. Answers given after the arms
    /// differ do not exclude, because they may depend on the arm.
    pub sensitivity_analysis: Vec<SensitivityRule>,
    /// How the sample size was planned.
    pub sample: Sample,
}

impl Default for AnalysisPlan {
    fn default() -> Self {
        Self {
            control: None,
            signal: ["altered", "misleading"].map(str::to_owned).into(),
            alpha: 0.05,
            primary: Vec::new(),
            false_alarms: FalseAlarms::default(),
            confidence: None,
            parts: Vec::new(),
            scales: Vec::new(),
            per_protocol: 0.75,
            exclusions: Vec::new(),
            sensitivity_analysis: Vec::new(),
            sample: Sample::default(),
        }
    }
}

/// An arm that is expected to do better than control.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Primary {
    /// Name of the hypothesis, such as `H1`.
    pub hypothesis: String,
    /// Its arm.
    pub arm: Group,
}

/// The guardrail on false alarms: they must not rise by the margin.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct FalseAlarms {
    /// Name of the hypothesis.
    pub hypothesis: Option<String>,
    /// The rise that must be ruled out, as a share: 0.05 is five percentage points.
    pub margin: f64,
}

impl Default for FalseAlarms {
    fn default() -> Self {
        Self { hypothesis: None, margin: 0.05 }
    }
}

/// A part of the post-test.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Name in the data: lower-case letters, digits and underscores.
    pub id: String,
    /// Name for researchers.
    pub label: String,
    /// Name of the hypothesis that d' over these items is higher in the primary arms. Default: no such hypothesis.
    pub hypothesis: Option<String>,
    /// Judgement items of the post-questionnaire.
    pub items: Vec<String>,
}

/// A scale that is compared between the arms.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedScale {
    /// Name in the data: lower-case letters, digits and underscores.
    pub id: String,
    /// Name for researchers.
    pub label: String,
    /// The score before the training, if it was measured.
    pub before: Option<String>,
    /// The score after the training.
    pub after: String,
    /// The expected difference.
    #[serde(default)]
    pub expect: Expected,
    /// Name of the hypothesis. Default: no hypothesis.
    pub hypothesis: Option<String>,
    /// For `no_rise`: the rise that must be ruled out, in points of the scale.
    pub margin: Option<f64>,
}

/// The expected difference of a scale between the primary arms and control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Expected {
    /// Higher.
    Rise,
    /// Not higher: a guardrail.
    NoRise,
    /// No expectation.
    #[default]
    Open,
}

/// Excludes participants with another answer than those named. Participants who have not answered, because they have not
/// reached the question or were not shown it, are not excluded.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exclusion {
    /// Variable of a questionnaire before the arms differ.
    pub item: String,
    /// The answers that do not exclude.
    pub keep: Vec<Value>,
    /// Why other answers exclude, in a few words. Default: the question.
    pub reason: Option<String>,
}

/// Flags participants with another answer than those named for sensitivity analysis.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SensitivityRule {
    /// Variable of a questionnaire.
    pub item: String,
    /// The answers that do not flag.
    pub keep: Keep,
}

/// Answers, the same for all arms or by arm.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[serde(untagged)]
pub enum Keep {
    /// For all arms.
    All(Vec<Value>),
    /// By the arm's ID.
    ByArm(IndexMap<Group, Vec<Value>>),
}

impl<'de> Deserialize<'de> for Keep {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        map_or(deserializer, "a list of answers, or one for each arm", Self::ByArm, Self::All)
    }
}

impl Keep {
    /// The answers for an arm.
    pub fn of(&self, arm: Group) -> &[Value] {
        match self {
            Self::All(values) => values,
            Self::ByArm(arms) => arms.get(&arm).map_or(&[], Vec::as_slice),
        }
    }
}

/// How the sample size was planned.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Sample {
    /// Smallest difference of interest, in standard deviations of d' between participants (Cohen's d).
    #[schemars(with = "f64")]
    pub effect: Effect,
    /// Probability of finding it if it exists.
    pub power: f64,
    /// Expected correlation of d' before and after the training, within arms.
    pub correlation: f64,
    /// Expected share of participants lost after allocation.
    pub loss: f64,
}

impl Default for Sample {
    fn default() -> Self {
        Self { effect: Effect { d: 0.3, planned: false }, power: 0.8, correlation: 0.4, loss: 0.15 }
    }
}

/// An effect, and whether the bundle states it. The default of the program is not called planned.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "f64", into = "f64")]
pub struct Effect {
    /// Cohen's d.
    pub d: f64,
    /// The bundle states it.
    pub planned: bool,
}

impl From<f64> for Effect {
    fn from(d: f64) -> Self {
        Self { d, planned: true }
    }
}

impl From<Effect> for f64 {
    fn from(effect: Effect) -> Self {
        effect.d
    }
}
