//! The `analysis` block of `study.yaml`: the plan, fixed before the first participant. `unmask report`, the console and
//! the data package compute exactly this.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::shape::map_or;
use super::{ArmId, WaveId};
use unmask_analysis::sequential::Spending;

/// The analysis plan. A study without the block is analysed with the defaults.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AnalysisPlan {
    /// The arm that the others are compared with. Default: the first arm.
    pub control: Option<ArmId>,
    /// The analysis of the primary outcome that the plan calls primary. The other one is a sensitivity analysis.
    pub model: PrimaryModel,
    /// The answers that call an item manipulated. Such an answer is a hit for a manipulated item and a false alarm for
    /// an authentic one.
    pub signal: Vec<String>,
    /// Error rate of all primary tests together (Holm), and of each other test.
    pub alpha: f64,
    /// The primary hypotheses, on sensitivity d' in the post-test: each compares one arm with control. Default: every
    /// other arm.
    pub primary: Vec<Primary>,
    /// Hypotheses about the factors, on d' in the post-test: main effects and interactions. They are primary, too: one
    /// correction (Holm) covers them and the hypotheses of `primary`.
    pub effects: Vec<PlannedEffect>,
    /// Comparisons of two arms in addition to the primary hypotheses, such as one treatment with the other. Each is
    /// tested at `alpha`, without correction.
    pub comparisons: Vec<PlannedComparison>,
    /// Smallest difference in d' between an arm and control that would matter. If no improvement is found, the report
    /// says whether the interval contains it. Default: none, and the report says nothing of the kind.
    pub smallest_effect: Option<f64>,
    /// The guardrail on false alarms.
    pub false_alarms: FalseAlarms,
    /// Name of the hypothesis that confidence matches accuracy better: a smaller distance between each participant's
    /// mean confidence and accuracy. Default: no such hypothesis.
    pub confidence: Option<String>,
    /// Parts of the post-test that are analysed separately, such as items with cues that were not trained.
    pub parts: Vec<Part>,
    /// Hypotheses about later waves. Default: the report has them as exploratory.
    pub waves: Vec<PlannedWave>,
    /// Scales that are compared between the arms.
    pub scales: Vec<PlannedScale>,
    /// Secondary and exploratory outcomes in addition to the measures of the judgements. They are compared between the
    /// arms without correction for multiple testing.
    pub outcomes: Vec<PlannedOutcome>,
    /// Moderators: whether the differences between the arms in d' depend on who participates, or on what is judged. A
    /// hypothesis tests those with `role: confirmatory`.
    pub moderators: Vec<PlannedModerator>,
    /// What the baseline table describes participants by: variables with one answer out of several or a number, scores
    /// of scales, and measures of the judgements (such as `d_prime`), all before the arms differ. Default: the
    /// questions with one choice in the first section of `pre.yaml`, the scores `before` of `scales`, and `d_prime`.
    pub baseline: Option<Vec<String>>,
    /// Share of a test's judgements that a participant must give for a d' and a criterion. Of fewer, the log-linear
    /// correction draws d' towards 0.
    pub minimum_judged: f64,
    /// Share of the training items that a participant must answer to count as per protocol.
    pub per_protocol: f64,
    /// Exclusions from the analysis, by answers given before the arms differ.
    pub exclusions: Vec<Exclusion>,
    /// Flags participants for sensitivity analysis: they are left out only of the comparison without flagged
    /// participants. Answers given after the arms differ can't exclude from other analyses, because they may depend on
    /// the arm.
    pub sensitivity_analysis: Vec<SensitivityRule>,
    /// How the sample size was planned.
    pub sample: Sample,
    /// Tests of the primary hypotheses before the target. Default: none, and the report withholds them until then.
    pub interim: Option<Interim>,
}

impl Default for AnalysisPlan {
    fn default() -> Self {
        Self {
            control: None,
            model: PrimaryModel::default(),
            signal: ["altered", "misleading"].map(str::to_owned).into(),
            alpha: 0.05,
            primary: Vec::new(),
            effects: Vec::new(),
            comparisons: Vec::new(),
            smallest_effect: None,
            false_alarms: FalseAlarms::default(),
            confidence: None,
            parts: Vec::new(),
            waves: Vec::new(),
            scales: Vec::new(),
            outcomes: Vec::new(),
            moderators: Vec::new(),
            baseline: None,
            minimum_judged: 0.5,
            per_protocol: 0.75,
            exclusions: Vec::new(),
            sensitivity_analysis: Vec::new(),
            sample: Sample::default(),
            interim: None,
        }
    }
}

impl AnalysisPlan {
    /// Whether an answer calls an item manipulated: it is one of [`Self::signal`].
    #[must_use]
    pub fn is_signal(&self, answer: &str) -> bool {
        self.signal.iter().any(|signal| signal == answer)
    }
}

/// Planned looks at the primary hypotheses before the target: a group-sequential design. Each look is tested with a
/// bound of its own, so that the error rate over all looks and the final analysis is `alpha`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Interim {
    /// When: shares of the planned number of participants with the primary outcome, in ascending order. That number is
    /// `allocation.target` less the expected loss (`sample.loss`).
    pub looks: Vec<f64>,
    /// How much of `alpha` each look may spend.
    #[serde(default)]
    pub spending: Spending,
}

/// An analysis of the primary outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReportPrimaryModel)]
pub enum PrimaryModel {
    /// Analysis of covariance of each participant's d' after the training. The report computes it. It holds for the
    /// items of the test.
    #[default]
    Ancova,
    /// Probit regression of single answers with crossed random effects of participants and items. `analysis/model.R` of
    /// the data package fits it.
    ProbitMixed,
}

/// An arm that is expected to do better than control.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Primary {
    /// Name of the hypothesis, such as `H1`.
    pub hypothesis: String,
    /// Its arm.
    pub arm: ArmId,
}

/// A main effect of a factor, or an interaction of two or three.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedEffect {
    /// Name of the hypothesis, such as `H1`.
    pub hypothesis: String,
    /// Two levels of each factor, such as `{ label: [none, shown] }`. Of one factor: d' is higher with the second level
    /// than with the first. Of two: the difference between the levels of the first factor is larger with the second
    /// level of the other factor than with its first. Of three: that difference of differences is larger with the
    /// second level of the third factor.
    pub levels: IndexMap<String, [String; 2]>,
}

/// A comparison of two arms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedComparison {
    /// Name of the hypothesis, such as `H7`.
    pub hypothesis: String,
    /// What is to be shown.
    pub kind: ComparisonKind,
    /// The arm that is compared.
    pub arm: ArmId,
    /// The arm that it is compared with.
    pub reference: ArmId,
    /// The outcome: a measure of the post-test (`d_prime`, `criterion`, `accuracy`, `hit_rate`, `false_alarm_rate`,
    /// `auc`, `confidence`, `overconfidence`, `calibration_gap`, `brier`), `d_prime_` with the `id` of a part, `scale_`
    /// with the `id` of a scale, or `outcome_` with the `id` of an outcome. Default: `d_prime`.
    #[serde(default = "primary_outcome")]
    pub outcome: String,
    /// For `non_inferiority` and `equivalence`: the smallest difference that would matter, in the unit of the outcome.
    /// Of shares, 0.05 is five percentage points.
    pub margin: Option<f64>,
}

/// Name of the primary outcome.
pub(crate) fn primary_outcome() -> String {
    "d_prime".to_owned()
}

/// What a comparison of two arms is to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ComparisonKind {
    /// The arm is better than the reference.
    Superiority,
    /// The arm is not worse than the reference by the margin or more.
    NonInferiority,
    /// Arm and reference differ by less than the margin, in either direction.
    Equivalence,
}

/// The guardrail on false alarms: they must not rise by the margin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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

/// What is expected of a later wave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedWave {
    /// The wave.
    pub wave: WaveId,
    /// Name of the hypothesis that d' in this wave is higher in the primary arms.
    pub hypothesis: String,
    /// ID of a part of the post-test with as many items as the wave: how much of each difference is retained is
    /// computed with d' over this part. Default: the whole post-test.
    pub part: Option<String>,
}

/// A scale that is compared between the arms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
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
    /// Expected standard deviation of the score after the training between participants of an arm, for `unmask power`.
    /// Default: it follows from the number and the range of the items.
    pub sd: Option<f64>,
    /// Expected correlation of the scores before and after within arms, for `unmask power`. Default: the reliability
    /// that the number of items gives.
    pub correlation: Option<f64>,
}

/// An outcome that is computed from other answers than the judgements.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedOutcome {
    /// Name in the data: lower-case letters, digits and underscores.
    pub id: String,
    /// What is computed.
    pub kind: OutcomeKind,
    /// Name for researchers. Default: the name of the kind, in the language of the report.
    pub label: Option<String>,
    /// Whether the plan calls it secondary or exploratory.
    #[serde(default)]
    pub role: OutcomeRole,
    /// For `sharing_discernment`: judgements of the post-questionnaire with `sharing: true`. Default: all of them.
    pub items: Option<Vec<String>>,
    /// For `sharing_discernment`: judgements of the pre-questionnaire with `sharing: true`, for which the outcome is
    /// adjusted. Default: all of them. `[]` is no adjustment.
    pub before: Option<Vec<String>>,
    /// For `estimate`: the item of the post-questionnaire in which participants estimate how many of its judgements are
    /// correct. Default: that of `result.estimate`.
    pub item: Option<String>,
    /// The expected difference.
    #[serde(default)]
    pub expect: Expected,
}

/// What an outcome is computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeKind {
    /// Mean likelihood of sharing authentic items minus that of manipulated ones, per participant, in points from 1 to
    /// 6. Pennycook and Rand (2019), *Cognition* 188, 39-50; Pennycook et al. (2021), *Nature* 592, 590-595.
    SharingDiscernment,
    /// Share of the judgements after the training that a participant believes to be correct, minus accuracy: above 0 is
    /// overestimation. Moore and Healy (2008), *Psychological Review* 115, 502-517.
    Estimate,
}

/// What the plan calls an outcome that is not primary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeRole {
    /// A secondary outcome. `comparisons` may test it.
    #[default]
    Secondary,
    /// An exploratory outcome: no hypothesis tests it.
    Exploratory,
}

/// A moderator of the differences in d'.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedModerator {
    /// Name in the data: lower-case letters, digits and underscores.
    pub id: String,
    /// What the differences may depend on.
    pub kind: ModeratorKind,
    /// Whether a hypothesis tests it.
    #[serde(default)]
    pub role: ModeratorRole,
    /// For `role: confirmatory`: name of the hypothesis that the differences depend on it, such as `H8`.
    pub hypothesis: Option<String>,
    /// Name for researchers. Default: the question of the item, or the label of the scale; of `modality` and
    /// `d_prime_before`, the name in the language of the report.
    pub label: Option<String>,
    /// For `scale`: a score of a questionnaire before the arms differ.
    pub scale: Option<String>,
    /// For `item`: variable of a questionnaire before the arms differ, with one answer out of several.
    pub item: Option<String>,
    /// For `item`: answers that are one group. Default: each answer is a group.
    #[serde(default)]
    pub groups: Vec<PlannedGroup>,
}

/// What the differences between the arms may depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ModeratorKind {
    /// The participant's answer to an item.
    Item,
    /// What is judged: an image, a recording, a video or a post. Each participant judges several.
    Modality,
    /// The participant's d' before the training, as a number.
    DPrimeBefore,
    /// The participant's score of a scale, as a number.
    Scale,
}

/// Whether a hypothesis tests a moderator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ModeratorRole {
    /// A hypothesis tests it. Holm's method corrects all confirmatory moderators together.
    Confirmatory,
    /// No hypothesis tests it, and its p value is not corrected.
    #[default]
    Exploratory,
}

/// Participants with one of these answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlannedGroup {
    /// Name for researchers.
    pub label: String,
    /// The answers.
    pub answers: Vec<Value>,
}

/// The expected difference of a scale or an outcome between the primary arms and control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
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

/// Excludes participants who gave any other answer. Participants without an answer, because they did not reach or see
/// the question, are not excluded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exclusion {
    /// Variable of a questionnaire before the arms differ.
    pub item: String,
    /// The answers that do not exclude.
    pub keep: Vec<Value>,
    /// Why other answers exclude, in a few words. Default: the question.
    pub reason: Option<String>,
}

/// Flags participants who gave any other answer for sensitivity analysis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SensitivityRule {
    /// Variable of a questionnaire.
    pub item: String,
    /// The answers that do not flag.
    pub keep: Keep,
}

/// Answers, the same for all arms or by arm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Keep {
    /// For all arms.
    All(Vec<Value>),
    /// By the arm's ID.
    ByArm(IndexMap<ArmId, Vec<Value>>),
}

impl<'de> Deserialize<'de> for Keep {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        map_or(deserializer, "a list of answers, or one for each arm", Self::ByArm, Self::All)
    }
}

impl Keep {
    /// The answers for an arm.
    pub fn of(&self, arm: ArmId) -> &[Value] {
        match self {
            Self::All(values) => values,
            Self::ByArm(arms) => arms.get(&arm).map_or(&[], Vec::as_slice),
        }
    }
}

/// Spread of true d' between people, standard deviations of the evidence: observed spread of accuracy 0.13 less that of
/// 20 answers, as d' (Somoray and Miller 2023, doi:10.1016/j.chb.2023.107917).
const BETWEEN_PEOPLE: f64 = 0.37;

/// How the sample size was planned.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Sample {
    /// Smallest difference of interest, in standard deviations of d' between participants (Cohen's d).
    #[schemars(with = "f64")]
    pub effect: Effect,
    /// Probability of finding it if it exists.
    pub power: f64,
    /// Expected correlation of d' before and after the training, within arms. Default: the greatest that the numbers of
    /// items allow.
    pub correlation: Option<f64>,
    /// Expected standard deviation of true d' between participants.
    pub spread: f64,
    /// Expected standard deviation, between items, of the difference in d' that an arm makes. Default: 0, the same
    /// difference in each item.
    pub item_effects: f64,
    /// Expected share of participants lost after allocation.
    pub loss: f64,
}

impl Default for Sample {
    fn default() -> Self {
        Self {
            effect: Effect { d: 0.3, planned: false },
            power: 0.8,
            correlation: None,
            spread: BETWEEN_PEOPLE,
            item_effects: 0.0,
            loss: 0.15,
        }
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
