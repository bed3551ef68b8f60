//! The `analysis` block of `study.yaml`: what was planned before the first participant. `unmask report`, the console
//! and the data package compute exactly this, and nothing that was thought of afterwards is called planned.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::Group;
use super::shape::map_or;

/// What is compared, and when a difference counts. A study without the block is analysed with the defaults.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AnalysisPlan {
    /// The arm that the others are compared with; the first of the arms if it is left out.
    pub control: Option<Group>,
    /// The answers to judgement items that say "this is manipulated". Calling a manipulated item so is a hit,
    /// calling an authentic one so a false alarm.
    pub signal: Vec<String>,
    /// Error rate of the primary tests together (Holm), and of every other test alone.
    pub alpha: f64,
    /// The primary hypotheses, on sensitivity d' in the test afterwards: one arm against control each. If they
    /// are left out, every other arm is compared.
    pub primary: Vec<Primary>,
    /// The guardrail: false alarms must not rise.
    pub false_alarms: FalseAlarms,
    /// Hypothesis on confidence that fits accuracy better; left out if it is none.
    pub confidence: Option<String>,
    /// Parts of the test that are looked at alone, such as items with cues that nobody trained.
    pub parts: Vec<Part>,
    /// Scales that are compared.
    pub scales: Vec<PlannedScale>,
    /// Who answered at least this share of the training items took part as planned.
    pub per_protocol: f64,
    /// Who is left out of the analysis, by what is asked before the arms differ.
    pub exclusions: Vec<Exclusion>,
    /// Who is left out of the second analysis too, the one without flags: what is asked after the arms differ excludes
    /// nobody, because who answers how may hang on the arm.
    pub sensitivity_analysis: Vec<SensitivityRule>,
    /// How the number of participants was planned.
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
    /// The arm.
    pub arm: Group,
}

/// How far false alarms may rise.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct FalseAlarms {
    /// Name of the hypothesis.
    pub hypothesis: Option<String>,
    /// The rise that must be ruled out, as a share: 0.05 are five points.
    pub margin: f64,
}

impl Default for FalseAlarms {
    fn default() -> Self {
        Self { hypothesis: None, margin: 0.05 }
    }
}

/// A part of the test afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Part {
    /// Name in the data: lower-case letters, digits and underscores.
    pub id: String,
    /// Name for researchers.
    pub label: String,
    /// Hypothesis that d' over these items is higher in the primary arms; left out if it is none.
    pub hypothesis: Option<String>,
    /// Judgement items of the questionnaire afterwards.
    pub items: Vec<String>,
}

/// A scale, before and afterwards.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedScale {
    /// Name in the data: lower-case letters, digits and underscores.
    pub id: String,
    /// Name for researchers.
    pub label: String,
    /// The score before; left out if it was not measured.
    pub before: Option<String>,
    /// The score afterwards.
    pub after: String,
    /// What is hoped for, or feared.
    #[serde(default)]
    pub expect: Expected,
    /// Name of the hypothesis; left out if it is none.
    pub hypothesis: Option<String>,
    /// For `no_rise`: a rise of so much, in points of the scale, must be ruled out.
    pub margin: Option<f64>,
}

/// What is expected of a scale in the primary arms, compared with control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Expected {
    /// Higher.
    Rise,
    /// Not higher: a guardrail.
    NoRise,
    /// Nothing in particular.
    #[default]
    Open,
}

/// Somebody is left out who answered a question otherwise. Who has not answered it, because they are not there yet or
/// were not shown it, is not left out.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exclusion {
    /// Variable of a questionnaire that comes before the arms differ.
    pub item: String,
    /// The answers that keep somebody in.
    pub keep: Vec<Value>,
    /// Why somebody else is left out, in a few words; the question if it is left out.
    pub reason: Option<String>,
}

/// Somebody is set apart who answered a question otherwise.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SensitivityRule {
    /// Variable of a questionnaire.
    pub item: String,
    /// The answers that set nobody apart.
    pub keep: Keep,
}

/// Answers, the same for everybody or by arm.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[serde(untagged)]
pub enum Keep {
    /// For everybody.
    All(Vec<Value>),
    /// For each arm, by its id.
    ByArm(IndexMap<Group, Vec<Value>>),
}

impl<'de> Deserialize<'de> for Keep {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        map_or(deserializer, "a list of answers, or one for each arm", Self::ByArm, Self::All)
    }
}

impl Keep {
    /// Those of an arm.
    pub fn of(&self, arm: Group) -> &[Value] {
        match self {
            Self::All(values) => values,
            Self::ByArm(arms) => arms.get(&arm).map_or(&[], Vec::as_slice),
        }
    }
}

/// How the number of participants was planned.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Sample {
    /// Smallest difference worth finding, in standard deviations of d' between people (Cohen's d).
    #[schemars(with = "f64")]
    pub effect: Effect,
    /// Probability of finding it, if it is there.
    pub power: f64,
    /// Expected correlation of d' before and afterwards, within arms.
    pub correlation: f64,
    /// Expected share of people lost after allocation.
    pub loss: f64,
}

impl Default for Sample {
    fn default() -> Self {
        Self { effect: Effect { d: 0.3, planned: false }, power: 0.8, correlation: 0.4, loss: 0.15 }
    }
}

/// An effect, and whether somebody planned for it: what the program assumes where nothing is written is nobody's plan.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "f64", into = "f64")]
pub struct Effect {
    /// Cohen's d.
    pub d: f64,
    /// The bundle names it.
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
