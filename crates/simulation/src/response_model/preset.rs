//! The assumptions of a simulation.

use unmask_study::definition::expect::ExpectedEffect;

/// A set of assumptions. Numbers are in units of the standard deviation of the evidence, as d' is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// Arms teach: their expected effects on d' and knowledge; the criterion stays.
    Works,
    /// No effect.
    Null,
    /// Arms change how often people say "altered" (their expected effects on the criterion) without better
    /// discrimination: hits and false alarms rise or fall together.
    BiasOnly,
    /// No effect, and people leave the arms with their expected probabilities. In arms for which a loss is stated,
    /// those with a low d' leave most often, and come back least often, so that those who stay seem better.
    Attrition,
}

/// The effect of an arm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// Added to d' after the training.
    pub sensitivity: f64,
    /// Share of all effects that is left in each further part of the study.
    pub retained: f64,
    /// Added to the criterion after the training.
    pub criterion: f64,
    /// Added to the probability of knowing the answer to a question of knowledge.
    pub knowledge: f64,
    /// Probability of leaving after the arms have parted.
    pub leaving: f64,
    /// Increase in the log odds of leaving, and of not coming back for a later part, for a person whose ability is one
    /// standard deviation lower.
    pub weak_leave: f64,
}

/// [`Effect::weak_leave`] in an arm for which a loss is stated.
const WEAK_LEAVE: f64 = 0.8;

/// Assumptions about people, the same in every preset.
pub mod people {
    /// Mean d' before the training: about 65% right answers, between the untrained of the literature (59%;
    /// Nightingale and Farid 2022) and those who take part in a study about it.
    pub const SENSITIVITY: f64 = 0.9;
    /// Standard deviation of d' between people.
    pub const SENSITIVITY_SPREAD: f64 = 0.45;
    /// Standard deviation of a person's d' between two occasions. With eight and twenty judgements, and these spreads,
    /// measured d' before and after correlate by about .3.
    pub const OCCASION: f64 = 0.2;
    /// Mean criterion: slightly reluctant to say "altered".
    pub const CRITERION: f64 = 0.1;
    /// Standard deviation of the criterion between people.
    pub const CRITERION_SPREAD: f64 = 0.3;
    /// Standard deviation of the items' effects on the evidence.
    pub const ITEM_SPREAD: f64 = 0.25;
    /// Probability of leaving, before and again after the arms part.
    pub const LEAVING: f64 = 0.03;
    /// Probability of closing the browser once and coming back.
    pub const RETURNING: f64 = 0.05;
    /// Probability of coming back for a later part, unless the study states one: of 331 participants from an online
    /// panel, 254 came back after about twelve months (Kothe and Ling 2019, *Retention of participants recruited to a
    /// one-year longitudinal study via Prolific*).
    pub const COMING_BACK: f64 = 0.77;
    /// Probability of passing a check, or of an answer that the exclusion plan keeps.
    pub const ATTENTIVE: f64 = 0.97;
    /// Probability of being careless: such a person plays few media and opens no evidence. It changes no answers, so
    /// that the effect of the preset stays the one that is recovered.
    pub const CARELESS: f64 = 0.05;
    /// Probability with which a careless person plays a medium.
    pub const CARELESS_PLAYS: f64 = 0.5;
    /// Probability of knowing the answer to a question of knowledge.
    pub const KNOWLEDGE: f64 = 0.55;
    /// Probability of skipping an optional answer.
    pub const SKIPPING: f64 = 0.2;
    /// Probability of another attempt after a wrong answer.
    pub const RETRYING: f64 = 0.85;
    /// Probability of following advice that contradicts the own judgement.
    pub const FOLLOWING: f64 = 0.35;
}

impl Preset {
    /// All presets, with their names on the command line.
    pub const ALL: [(&'static str, Self); 4] =
        [("works", Self::Works), ("null", Self::Null), ("bias-only", Self::BiasOnly), ("attrition", Self::Attrition)];

    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, preset)| *preset == self).map_or("", |(name, _)| name)
    }

    /// The effect of an arm for which the study expects this.
    #[must_use]
    pub fn effect(self, expected: &ExpectedEffect) -> Effect {
        let none = Effect {
            sensitivity: 0.0,
            retained: expected.retained.unwrap_or(1.0),
            criterion: 0.0,
            knowledge: 0.0,
            leaving: people::LEAVING,
            weak_leave: 0.0,
        };
        match self {
            Self::Null => none,
            Self::Works => Effect { sensitivity: expected.d_prime, knowledge: expected.knowledge, ..none },
            Self::BiasOnly => Effect { criterion: expected.criterion, ..none },
            Self::Attrition if expected.leaving.is_none() && expected.returning.is_none() => none,
            Self::Attrition => {
                let leaving = expected.leaving.unwrap_or(none.leaving);
                Effect { leaving, weak_leave: WEAK_LEAVE, ..none }
            }
        }
    }
}
