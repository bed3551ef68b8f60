//! An observer of signal detection theory (Green and Swets 1966): evidence of a clip is normal with standard deviation
//! 1 around +d'/2 if it was altered and -d'/2 if not; the answer is "altered" above the criterion. The signal is what
//! the study's analysis plan calls so (`analysis.signal`), as everywhere in this project.
//!
//! Every draw has its own stream, named by its purpose: answers do not depend on the order in which an observer
//! meets the items, on the time, or on what others do.

use unmask_study::definition::WaveId;
use unmask_study::definition::analysis::AnalysisPlan;
use unmask_study::definition::expect::{ExpectedEffect, Returning};

use super::preset::{Effect, Preset, people};
use super::{Judged, Question};
use crate::random_stream::RandomStream;

/// Answers that mean "not altered", in questions that the plan's signal does not divide (such as the practice). Every
/// other answer to such a question means that something was altered or misleads.
const AUTHENTIC: [&str; 6] = ["original", "genuine", "real", "authentic", "true", "unaltered"];

/// When a judgement is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Before the training.
    Before,
    /// In the training: halfway between before and after.
    Training,
    /// After the training, in the first part of the study.
    After,
    /// In the later part of this number, from 1.
    Later(u8),
}

impl Phase {
    /// Share of an arm's effects that shows in this phase, if this much is left in each further part.
    fn share(self, retained: f64) -> f64 {
        match self {
            Self::Before => 0.0,
            Self::Training => 0.5,
            Self::After => 1.0,
            Self::Later(part) => retained.powi(part.into()),
        }
    }
}

/// A person who judges.
pub struct Observer {
    seed: u64,
    number: usize,
    /// The preset's name is not in the streams' names, so that two presets with one seed have the same people.
    preset: Preset,
    effect: Effect,
    /// Stated probabilities of coming back for later parts.
    returning: Option<Returning>,
    /// Ability of the person, in standard deviations from the mean.
    ability: f64,
    /// Random deviation of d' on each occasion, before and after.
    occasions: [f64; 2],
    criterion: f64,
    /// The study's analysis plan says which answers are the signal.
    plan: AnalysisPlan,
}

impl Observer {
    /// The person of a number, in an arm for which the study expects this.
    #[must_use]
    pub fn new(preset: Preset, seed: u64, number: usize, expected: &ExpectedEffect, plan: &AnalysisPlan) -> Self {
        let mut nature = RandomStream::of(seed, &format!("nature/{number}"));
        let ability = nature.normal();
        let criterion = people::CRITERION + people::CRITERION_SPREAD * nature.normal();
        let occasions = [nature.normal(), nature.normal()].map(|day| people::OCCASION * day);
        let (effect, returning) = (preset.effect(expected), expected.returning.clone());
        Self { seed, number, preset, effect, returning, ability, occasions, criterion, plan: plan.clone() }
    }

    /// The arm's effect.
    #[must_use]
    pub fn effect(&self) -> Effect {
        self.effect
    }

    #[must_use]
    pub fn preset(&self) -> Preset {
        self.preset
    }

    /// Added to the probability of knowing the answer to a question of knowledge in a phase.
    #[must_use]
    pub fn taught(&self, phase: Phase) -> f64 {
        let is_after = matches!(phase, Phase::After | Phase::Later(_));
        if is_after { phase.share(self.effect.retained) * self.effect.knowledge } else { 0.0 }
    }

    /// A stream of this person.
    #[must_use]
    pub fn chance(&self, purpose: &str) -> RandomStream {
        RandomStream::of(self.seed, &format!("person/{}/{purpose}", self.number))
    }

    /// Probability of leaving after the arms have parted.
    #[must_use]
    pub fn leaving(&self) -> f64 {
        self.lost(self.effect.leaving)
    }

    /// Probability of coming back for a later part of the study, once the earlier one is completed.
    #[must_use]
    pub fn returning(&self, part: WaveId) -> f64 {
        1.0 - self.lost(1.0 - returning(self.returning.as_ref(), part))
    }

    /// Probability of a loss that happens to people of average ability with probability `average`.
    fn lost(&self, average: f64) -> f64 {
        if average >= 1.0 {
            return average;
        }
        let odds = average / (1.0 - average) * (-self.effect.weak_leave * self.ability).exp();
        odds / (1.0 + odds)
    }

    /// d' and criterion of a phase.
    #[must_use]
    pub fn state(&self, phase: Phase) -> (f64, f64) {
        let [before, after] = self.occasions;
        let part = phase.share(self.effect.retained);
        let day = match phase {
            Phase::Before => before,
            Phase::Training | Phase::After => after,
            Phase::Later(part) => people::OCCASION * self.chance(&format!("day/{part}")).normal(),
        };
        let own = people::SENSITIVITY + people::SENSITIVITY_SPREAD * self.ability + day;
        (own + part * self.effect.sensitivity, self.criterion + part * self.effect.criterion)
    }

    /// The judgement of an item (`item` is the same name for all people) whose right answer is `truth`. Options in
    /// `before` were wrong.
    #[must_use]
    pub fn judge(&self, phase: Phase, item: &str, truth: &str, question: &Question, before: &[String]) -> Judged {
        let open: Vec<&String> = question.options.iter().filter(|option| !before.contains(option)).collect();
        let (sensitivity, criterion) = self.state(phase);
        let mut chance = self.chance(&format!("judgement/{item}/{}", before.len()));
        let pull = people::ITEM_SPREAD * RandomStream::of(0, &format!("item/{item}")).normal();
        let is_signal = |answer: &str| self.is_signal(answer, &question.options);
        let half = if is_signal(truth) { sensitivity / 2.0 } else { -sensitivity / 2.0 };
        let distance = half + pull + chance.normal() - criterion;
        let matching: Vec<&&String> = open.iter().filter(|option| is_signal(option) == (distance > 0.0)).collect();
        let answer = match matching.as_slice() {
            // No such option is left.
            [] => (*chance.pick(&open)).clone(),
            // Several kinds of alteration: the observer recognises the kind as often as the alteration.
            several if several.iter().any(|option| option.as_str() == truth) && chance.happens(0.8) => truth.to_owned(),
            several => (**chance.pick(several)).clone(),
        };
        let confidence = question.confidence.then(|| sure(distance, sensitivity, &mut chance));
        Judged { answer, confidence }
    }

    /// Whether an answer to a question with these options is the signal: by the study's plan, as in the report. If the
    /// plan calls all options the signal, or none of them, the report does not use the question, and a list of words
    /// for authentic items decides.
    #[must_use]
    pub fn is_signal(&self, answer: &str, options: &[String]) -> bool {
        let is_divided = options.iter().any(|option| self.plan.is_signal(option))
            && options.iter().any(|option| !self.plan.is_signal(option));
        if is_divided { self.plan.is_signal(answer) } else { !AUTHENTIC.contains(&answer) }
    }
}

/// Planned probability of coming back for a later part: the stated one of an arm, or the usual one.
#[must_use]
pub fn returning(stated: Option<&Returning>, part: WaveId) -> f64 {
    stated.and_then(|stated| stated.of(part)).unwrap_or(people::COMING_BACK)
}

/// Confidence is the probability of being right, given the evidence, of an observer who believes in a d' that is a
/// little better than their own, with some noise; in the six steps from 50 to 100 per cent.
fn sure(distance: f64, sensitivity: f64, chance: &mut RandomStream) -> u8 {
    let believed = (sensitivity + 0.3).max(0.3);
    let right = 1.0 / (1.0 + (-believed * distance.abs()).exp());
    let felt = right + 0.08 * chance.normal();
    let steps = [50, 60, 70, 80, 90, 100];
    *steps.iter().min_by(|a, b| off(felt, **a).total_cmp(&off(felt, **b))).unwrap_or(&50)
}

fn off(felt: f64, step: u8) -> f64 {
    (felt * 100.0 - f64::from(step)).abs()
}
