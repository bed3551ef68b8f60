//! What a report is computed from: the design, and one row per participant.

use std::num::NonZeroI32;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::measure::Measure;
use crate::definition::analysis::{
    ComparisonKind, Expected, Interim, ModeratorRole, OutcomeRole, PrimaryModel, Sample,
};
use crate::definition::{Outcome, Reporting};
use crate::exclusion::Exclusions;
use crate::plan::Plan;
use crate::progress::Form;
use crate::text::Catalog;
use crate::watched::WatchedInWave;

/// Everything that a report needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// What was planned.
    pub design: Design,
    /// All participants in the data.
    pub people: Vec<Person>,
    /// Those who had everything erased: nothing but counts.
    pub erased: Vec<Erased>,
    /// Simulated participants that are not among the people.
    pub simulated_left_out: u32,
    /// SHA-256 of the allocation seed, in hexadecimal; none before the first start.
    pub seed_commitment: Option<String>,
    /// When participants registered, and under which versions.
    pub course: Course,
    /// Planned looks that were taken, the earliest first, as the audit log has them.
    pub looks: Vec<TakenLook>,
}

/// A planned look that was taken.
#[derive(Clone, Debug, PartialEq)]
pub struct TakenLook {
    /// Number of people with the primary outcome.
    pub n: u32,
    /// The primary hypotheses that were tested, with their z values.
    pub z: Vec<(String, f64)>,
}

/// The course of the trial. Times are milliseconds of the server's clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Course {
    /// First and last registration of the people in the data.
    pub registered: Option<(i64, i64)>,
    /// First registration of a person who is not simulated. What changes after it changes the study under way. Clocks
    /// of simulated participants lie before the activation, if the study has later parts.
    pub first_person: Option<i64>,
    /// The version of the person who registered first: not simulated, if anybody is not.
    pub first_version: Option<String>,
    /// All versions of the study, the oldest first.
    pub versions: Vec<UsedVersion>,
    /// Activations for which a reason was given, because people took part; the oldest first.
    pub activations: Vec<Activation>,
}

/// An activation of a version while people take part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Activation {
    /// Hash of the version.
    pub version: String,
    /// When.
    pub at: i64,
    /// The reason that was given.
    pub reason: String,
}

/// A version of the study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsedVersion {
    /// Its hash.
    pub version: String,
    /// When it was first activated.
    pub activated_at: i64,
    /// People in the data who take part in it.
    pub people: u32,
    /// People in the data who had registered before it was first activated, without simulated participants.
    pub registered_before: u32,
    /// Its plan.
    pub plan: Plan,
}

impl Input {
    /// Number of simulated participants among the registered, including erased ones.
    pub fn simulated(&self) -> u32 {
        let here = self.people.iter().filter(|person| person.simulated).count();
        let gone = self.erased.iter().filter(|gone| gone.simulated).map(|gone| gone.people);
        u32::try_from(here).unwrap_or(u32::MAX) + gone.sum::<u32>()
    }
}

/// The design, without anything that participants gave.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    /// Title of the study.
    pub title: String,
    /// Translations of the names that the study gives.
    pub catalog: Arc<Catalog>,
    /// The bundle's version.
    pub version: String,
    /// The arms; people refer to them by index.
    pub arms: Vec<Arm>,
    /// Whether units such as classes are allocated, in place of participants.
    pub by_unit: bool,
    /// The factors of a factorial design; none while the arms are blinded.
    pub factors: Vec<Factor>,
    /// Hypotheses about the factors; none while the arms are blinded.
    pub effects: Vec<PlannedEffect>,
    /// The share of participants that the arm with the smallest weight gets.
    pub smallest_share: f64,
    /// Answers that say "manipulated".
    pub signal: Vec<String>,
    /// Attention checks of the first part, with the answers that pass.
    pub attention: Vec<(String, Vec<i64>)>,
    /// Whom the plan excludes, and whom it flags for sensitivity analysis.
    pub exclusions: Exclusions,
    /// Judgement items before.
    pub before: Vec<Item>,
    /// Judgement items afterwards.
    pub after: Vec<Item>,
    /// The waves after the first one.
    pub waves: Vec<LaterWave>,
    /// The tests whose judgements are made before and after advice; none while the arms are blinded, because the arms
    /// that get advice may differ.
    pub advised: Vec<AdvisedTest>,
    /// The parts of the study with recordings without a question; none while the arms are blinded.
    pub watched: Vec<WatchedPart>,
    /// Numeric variables of the questionnaires that scales are made of, and their scores, followed by the values of the
    /// derived outcomes and the groups of the moderators. People have one value of each, in this order.
    pub variables: Vec<String>,
    /// All scales whose items are ratings, or right or wrong.
    pub scales: Vec<Scale>,
    /// Scales that are compared.
    pub compared: Vec<ComparedScale>,
    /// Planned outcomes that are derived from other answers than the judgements.
    pub derived: Vec<DerivedOutcome>,
    /// Moderators of the differences in d'.
    pub moderators: Vec<PlannedModerator>,
    /// What the baseline table describes the people by.
    pub baseline: Vec<Characteristic>,
    /// Parts of the test afterwards.
    pub parts: Vec<Part>,
    /// Arm against arm, in each outcome. The primary ones, or all pairs while the arms are blinded.
    pub comparisons: Vec<Comparison>,
    /// Planned comparisons in addition to the primary ones; none while the arms are blinded.
    pub secondary: Vec<Secondary>,
    /// How many primary tests are planned: comparisons, and hypotheses about factors. A blinded report compares more
    /// pairs; the planned sample stays.
    pub planned_comparisons: usize,
    /// The analysis that the plan calls primary.
    pub model: PrimaryModel,
    /// Error rate.
    pub alpha: f64,
    /// Smallest difference of interest in d'; none if the plan names none.
    pub smallest_effect: Option<f64>,
    /// A rise in false alarms of so much must be ruled out.
    pub false_alarm_margin: f64,
    /// Hypothesis on false alarms.
    pub false_alarm_hypothesis: Option<String>,
    /// Hypothesis on confidence.
    pub confidence_hypothesis: Option<String>,
    /// Least share of a test's judgements for d' and criterion.
    pub minimum_judged: f64,
    /// Least share of training items for "as planned".
    pub per_protocol: f64,
    /// How the sample was planned.
    pub sample: Sample,
    /// Number of people to be allocated.
    pub target: Option<u32>,
    /// Planned looks before the target; none without a target.
    pub interim: Option<Interim>,
    /// What the study states about the trial.
    pub reporting: Reporting,
    /// Whether the study is blinded. If so, arms have blinded labels.
    pub blinded: bool,
}

/// An arm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arm {
    /// Name in the data.
    pub id: String,
    /// Name for researchers.
    pub label: String,
    /// Pages that the steps begin with, in order.
    pub steps: Vec<String>,
}

/// A wave after the first one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaterWave {
    /// Name in the data.
    pub id: String,
    /// Name for participants.
    pub title: String,
    /// The wave that must be completed first: its name in the data.
    pub after: String,
    /// Indices of the arms that have it.
    pub arms: Vec<usize>,
    /// Judgement items that all these arms have in it.
    pub items: Vec<Item>,
    /// Name of the hypothesis that d' in it is higher in the primary arms. None: it is exploratory.
    pub hypothesis: Option<String>,
    /// Index of the part of the test afterwards with which retained differences are computed. None: all of it.
    pub part: Option<usize>,
}

/// The test: before or after the training.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReportPhase)]
pub enum Phase {
    /// Before the training.
    #[default]
    Before,
    /// Afterwards.
    After,
}

/// The judgements of a test that are made before and after advice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdvisedTest {
    /// Name in the data of the wave; `main` for the first one.
    pub wave: String,
    /// The test; of a later wave: after.
    pub phase: Phase,
    /// Indices of the arms that get advice.
    pub arms: Vec<usize>,
    /// Variables.
    pub items: Vec<String>,
}

/// The recordings without a question in a part of the study ([`crate::watched`]).
#[derive(Clone, Debug, PartialEq)]
pub struct WatchedPart {
    /// Name in the data of the part; `main` for the first one.
    pub wave: String,
    /// Indices of the arms that have some, with their length in seconds.
    pub arms: Vec<(usize, f64)>,
}

/// The kind of an item whose medium is of another kind in another condition or arm.
pub const MIXED: &str = "mixed";

/// A judgement item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Variable.
    pub id: String,
    /// Title in the language of the bundle: the text of the post, the person who speaks, or what the picture shows.
    pub title: String,
    /// The medium.
    pub stimulus: Option<String>,
    /// `image`, `audio`, `video` or `post`; [`MIXED`] if it differs.
    pub kind: String,
    /// Family of what was altered, such as `V4`.
    pub cue: Option<String>,
}

/// A scale of a questionnaire.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    /// Its score's variable.
    pub id: String,
    /// Name.
    pub label: String,
    /// `pre`, `treatment` or `post`.
    pub questionnaire: String,
    /// Index of the score among the variables.
    pub score: usize,
    /// Indices of the items.
    pub items: Vec<usize>,
    /// What an answer to each of them counts.
    pub coding: Vec<Coding>,
    /// Whether the items need not agree with each other.
    pub formative: bool,
}

impl Scale {
    /// Whether Cronbach's α describes its reliability: not of items that need not agree (Diamantopoulos and
    /// Winklhofer 2001, *Journal of Marketing Research* 38, 269-277), and not of two items (Eisinga, te Grotenhuis and
    /// Pelzer 2013, *International Journal of Public Health* 58, 637-642).
    pub fn has_alpha(&self) -> bool {
        !self.formative && self.items.len() > 2
    }
}

/// What an answer to an item of a scale counts.
#[derive(Clone, Debug, PartialEq)]
pub enum Coding {
    /// Itself.
    Plain,
    /// The sum of the first and the last point less itself: the item runs the other way round.
    Reverse(f64),
    /// 1 if it is this one, else 0.
    Right(String),
}

/// A factor of a factorial design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// Name in the study.
    pub id: String,
    /// Its levels; the others are compared with the first one.
    pub levels: Vec<FactorLevel>,
    /// Index of the level of each arm.
    pub of_arms: Vec<usize>,
}

/// A level of a factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FactorLevel {
    /// Name in the study.
    pub id: String,
    /// Name for researchers.
    pub label: String,
}

/// A hypothesis about a main effect or an interaction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedEffect {
    /// Name of the hypothesis.
    pub hypothesis: String,
    /// Indices of its factors: one for a main effect, several for their interaction.
    pub factors: Vec<usize>,
    /// Of each factor, the indices of two levels; the first one is subtracted.
    pub levels: Vec<[usize; 2]>,
}

/// A scale that is compared between arms.
#[derive(Clone, Debug, PartialEq)]
pub struct ComparedScale {
    /// Name in the data.
    pub id: String,
    /// Name for researchers.
    pub label: String,
    /// Index of the score before among the variables.
    pub before: Option<usize>,
    /// Index of the score afterwards.
    pub after: usize,
    /// What is hoped for, or feared.
    pub expect: Expected,
    /// Hypothesis.
    pub hypothesis: Option<String>,
    /// Rise that must be ruled out.
    pub margin: Option<f64>,
}

/// A planned outcome that is derived from other answers than the judgements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivedOutcome {
    /// Name in the data.
    pub id: String,
    /// Name for researchers; none for that of its kind.
    pub label: Option<String>,
    /// What it is computed from.
    pub from: Source,
    /// Secondary or exploratory.
    pub role: OutcomeRole,
    /// Index of the value before among the variables.
    pub before: Option<usize>,
    /// Index of the value afterwards.
    pub after: usize,
    /// What is hoped for, or feared.
    pub expect: Expected,
}

/// The answers that an outcome is computed from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The likelihood of sharing these judgement items, before and afterwards.
    Sharing {
        /// Items before; none without an adjustment.
        before: Vec<String>,
        /// Items afterwards.
        after: Vec<String>,
    },
    /// How many judgements afterwards participants believe to be correct.
    Estimate {
        /// The item that asks for it.
        item: String,
    },
}

/// A moderator of the differences in d'.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedModerator {
    /// Name in the data.
    pub id: String,
    /// Name for researchers; none for that of its kind.
    pub label: Option<String>,
    /// Whether a hypothesis tests it.
    pub role: ModeratorRole,
    /// Its hypothesis; none of an exploratory one, and while the study is blinded.
    pub hypothesis: Option<String>,
    /// What the differences may depend on.
    pub by: Grouping,
}

/// How a moderator divides people, or what they judge; or a number that people have.
#[derive(Clone, Debug, PartialEq)]
pub enum Grouping {
    /// By an answer before the arms differ.
    Answer {
        /// The item.
        item: String,
        /// Index of the variable that has the index of the person's group.
        variable: usize,
        /// The groups.
        groups: Vec<AnswerGroup>,
    },
    /// By the kind of the items afterwards.
    Modality(Vec<Modality>),
    /// By the number that d' before the training is.
    DPrimeBefore,
    /// By the number that a score before the arms differ is.
    Score {
        /// The score's variable.
        scale: String,
        /// Its index among the variables.
        variable: usize,
    },
}

/// What people were like before the arms differ.
#[derive(Clone, Debug, PartialEq)]
pub struct Characteristic {
    /// Name in the data: a measure, a score or a variable.
    pub id: String,
    /// Name for researchers; none for a measure.
    pub label: Option<String>,
    /// Where the values come from.
    pub from: Baseline,
}

/// The values of a characteristic.
#[derive(Clone, Debug, PartialEq)]
pub enum Baseline {
    /// A measure of the judgements before.
    Measure(Measure),
    /// A score, by its index among the variables.
    Score(usize),
    /// A number that people gave.
    Number {
        /// Index of the variable.
        variable: usize,
    },
    /// One answer out of several.
    Answer {
        /// Index of the variable that has the index of the person's answer.
        variable: usize,
        /// The answers.
        answers: Vec<AnswerGroup>,
    },
}

/// People with one of these answers.
#[derive(Clone, Debug, PartialEq)]
pub struct AnswerGroup {
    /// Name for researchers.
    pub label: String,
    /// The answers.
    pub answers: Vec<serde_json::Value>,
}

/// Items of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modality {
    /// `image`, `audio`, `video` or `post`.
    pub kind: String,
    /// Indices into the items afterwards.
    pub items: Vec<usize>,
}

/// A part of the test afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Name in the data.
    pub id: String,
    /// Name for researchers.
    pub label: String,
    /// Hypothesis.
    pub hypothesis: Option<String>,
    /// Indices into the items afterwards.
    pub items: Vec<usize>,
}

/// One arm compared with another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Name: that of the hypothesis, or of the pair.
    pub id: String,
    /// Index of the arm.
    pub arm: usize,
    /// Index of the arm that it is compared with.
    pub against: usize,
}

/// A planned comparison in one outcome, in addition to the primary ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Secondary {
    /// The arms, and the name of the hypothesis.
    pub pair: Comparison,
    /// What is to be shown.
    pub kind: ComparisonKind,
    /// ID of the outcome.
    pub outcome: String,
    /// The smallest difference that would matter, in the unit of the outcome; none for superiority.
    pub margin: Option<f64>,
}

/// A participant.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent, and all combinations occur")]
pub struct Person {
    /// Pseudonym. The order of imputations depends on it, and nothing else.
    pub code: String,
    /// Test form.
    pub form: Option<Form>,
    /// Whether the stratum of the allocation is that of phones. False if other factors make the strata.
    pub on_phone: bool,
    /// Index of the arm; none without a slot at present.
    pub arm: Option<usize>,
    /// The number of their unit, such as a class, if units are allocated.
    pub unit: Option<NonZeroI32>,
    /// Whether they are active, have completed, or have withdrawn.
    pub status: Status,
    /// Whether this is a simulated participant.
    pub simulated: bool,
    /// Consent was given.
    pub consented: bool,
    /// Has seen the first page that differs between arms: randomised.
    pub exposed: bool,
    /// Has reached the end.
    pub completed: bool,
    /// Turned away by their answers, before the arms differ.
    pub turned_away: Option<Outcome>,
    /// Why they are excluded from the analysis, if they are.
    pub excluded: Option<Excluded>,
    /// The plan flags them for sensitivity analysis because of an answer.
    pub flagged_for_sensitivity: bool,
    /// The page that they are on, or were on last.
    pub page: Option<String>,
    /// Entries into steps: the step's number in the arm, and when (milliseconds of the server's clock).
    pub steps: Vec<(usize, i64)>,
    /// Items of the arm's training.
    pub training_items: u32,
    /// Of these, answered.
    pub training_answered: u32,
    /// Items of the test afterwards, in the version that they take part in.
    pub test_items: u32,
    /// Of these, answered.
    pub test_answered: u32,
    /// Judgements before.
    pub before: Box<[Judged]>,
    /// Judgements afterwards, of items that the design has, too.
    pub after: Box<[Judged]>,
    /// Judgements before and after advice, of those that have both.
    pub advised: Box<[AdvisedPair]>,
    /// What they watched in each of the design's parts with recordings; none where their arm and version has none.
    pub watched: Box<[Option<WatchedInWave>]>,
    /// Their part in each of the design's later waves; empty without answers.
    pub later: Box<[LaterPart]>,
    /// A value for each of the design's variables.
    pub values: Values,
    /// Attention checks of the first part that failed.
    pub attention_failed: u32,
    /// Media of the first part that could not be shown.
    pub media_failed: u32,
    /// Media that were judged unseen ([`crate::unseen::unseen_media`]).
    pub unseen_media: u32,
    /// Posts that were judged with none of their evidence opened ([`crate::unseen::is_unchecked`]).
    pub unchecked_posts: u32,
    /// Whether a submission has no times, or impossible ones ([`crate::quality::Flag::NotTimed`]).
    pub not_timed: bool,
}

/// What a participant did in a later wave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LaterPart {
    /// Until before which time they can take part (milliseconds of the server's clock); none if the wave was not
    /// planned for them, because they did not complete the earlier one.
    pub closes: Option<i64>,
    /// They have entered its first step.
    pub begun: bool,
    /// They have reached its end.
    pub completed: bool,
    /// How it was over before its end, if it was: `timed_out`, `failed` or `declined`.
    pub ended: Option<Outcome>,
    /// Judgements of the wave's items.
    pub judged: Box<[Judged]>,
}

/// Why a participant is excluded. Small, because every participant has one: the plan's reason is an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Excluded {
    /// By the plan: the index of its exclusion.
    Planned(usize),
    /// By the researcher's own decision, for this reason.
    Decided(String),
}

/// Whether a participant is active, has completed, or has withdrawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// Under way.
    #[default]
    Active,
    /// At the end.
    Completed,
    /// Withdrew; their data are kept.
    Withdrawn,
}

/// An answered judgement item. Small, because those of all participants are in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Index among the design's items of that time.
    pub item: u16,
    /// It was manipulated in this participant's form.
    pub manipulated: bool,
    /// It was called so.
    pub called_altered: bool,
    /// How sure the participant was of being right, in per cent, as it is asked.
    pub per_cent: Option<u8>,
}

impl Judged {
    /// How sure the participant was of being right, 0.5 to 1.
    pub fn confidence(&self) -> Option<f64> {
        self.per_cent.map(|per_cent| f64::from(per_cent) / 100.0)
    }

    /// Whether the answer was right.
    pub fn right(&self) -> bool {
        self.manipulated == self.called_altered
    }
}

/// A judgement before and after advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent, except for judgements of two answers")]
pub struct AdvisedPair {
    /// Index among the design's tests with advice.
    pub test: u8,
    /// The initial answer. Its item is an index among those of the test with advice.
    pub initial: Judged,
    /// The final answer.
    pub last: Judged,
    /// The final answer is another one.
    pub switched: bool,
    /// The initial answer is another one than the advice names.
    pub disagreed: bool,
    /// The final answer is the one that the advice names.
    pub followed: bool,
    /// The advice names the correct answer.
    pub right_advice: bool,
}

/// A number for each of some variables, or none. NaN represents a missing answer, so that a number takes 8 bytes,
/// not 16.
#[derive(Clone, Debug, Default)]
pub struct Values(Box<[f64]>);

impl Values {
    /// Of a variable by its index.
    pub fn get(&self, variable: usize) -> Option<f64> {
        self.0.get(variable).copied().filter(|value| !value.is_nan())
    }

    fn iter(&self) -> impl Iterator<Item = Option<f64>> {
        (0..self.0.len()).map(|variable| self.get(variable))
    }
}

impl FromIterator<Option<f64>> for Values {
    fn from_iter<T: IntoIterator<Item = Option<f64>>>(values: T) -> Self {
        Self(values.into_iter().map(|value| value.unwrap_or(f64::NAN)).collect())
    }
}

impl PartialEq for Values {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

/// People who had everything erased.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent, as in a person")]
pub struct Erased {
    /// Index of their arm.
    pub arm: Option<usize>,
    /// They had consented.
    pub consented: bool,
    /// They had been randomised.
    pub exposed: bool,
    /// They had reached the end.
    pub completed: bool,
    /// They were simulated participants.
    pub simulated: bool,
    /// Number of participants.
    pub people: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All participants' rows are in memory while a data package is created (docs/EXPORT.md gives the size).
    #[test]
    fn a_participant_takes_little_room() {
        assert_eq!(size_of::<Judged>(), 6);
        assert!(size_of::<Person>() <= 256, "{}", size_of::<Person>());
    }

    #[test]
    fn a_value_that_is_missing_stays_missing() {
        let values: Values = [Some(0.0), None, Some(-1.5)].into_iter().collect();
        assert_eq!([0, 1, 2, 3].map(|variable| values.get(variable)), [Some(0.0), None, Some(-1.5), None]);
        assert_eq!(values, values.clone());
        assert_ne!(values, [Some(0.0), Some(0.0), Some(-1.5)].into_iter().collect());
    }
}
