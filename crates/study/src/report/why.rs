//! Why a number of the report is missing: known as a reason, told as a sentence in the report's language.

use serde::{Serialize, Serializer};

use super::words::Words;
use super::{Language, Report};
use crate::analysis::AnalysisError;

/// What keeps a number from being computed.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Reason {
    /// Nobody has a value.
    Nobody,
    /// Fewer than two people have the outcome.
    FewerThanTwo,
    /// That in one of two arms.
    ArmTooSmall,
    /// An item that everybody, or nobody, got right, or hardly anybody answered.
    NoSpread,
    /// The formula does not take these data.
    Analysis(AnalysisError),
}

/// A reason with its sentence; it leaves as the sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Why {
    reason: Reason,
    sentence: String,
}

impl Why {
    /// In English, until it is [said](Self::say) in another language.
    pub(super) fn new(reason: Reason) -> Self {
        let sentence = Language::English.words().why(&reason);
        Self { reason, sentence }
    }

    /// The sentence.
    pub fn sentence(&self) -> &str {
        &self.sentence
    }

    fn say(&mut self, words: &dyn Words) {
        self.sentence = words.why(&self.reason);
    }
}

impl From<AnalysisError> for Why {
    fn from(error: AnalysisError) -> Self {
        Self::new(Reason::Analysis(error))
    }
}

impl Serialize for Why {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.sentence)
    }
}

/// Says all reasons of a report in another language; those of its hypotheses come with them when they are judged.
pub(super) fn say(report: &mut Report, words: &dyn Words) {
    let outcomes = report.outcomes.iter_mut();
    let (numbers, contrasts): (Vec<_>, Vec<_>) =
        outcomes.map(|one| (one.before.iter_mut().chain(&mut one.after), &mut one.contrasts)).unzip();
    let model = &mut report.model;
    let curves = report.curves.iter_mut().flat_map(|one| [&mut one.auc, &mut one.type2_auc]);
    let items = report.items.iter_mut();
    let items = items.flat_map(|one| [&mut one.right, &mut one.hits, &mut one.false_alarms, &mut one.discrimination]);
    let scales = report.scales.iter_mut().flat_map(|one| [&mut one.alpha].into_iter().chain(&mut one.arms));
    let loss = report.loss.arms.iter_mut().flat_map(|one| [&mut one.share].into_iter().chain(&mut one.difference));
    let numbers = numbers.into_iter().flatten().chain(&mut model.adjusted_means).chain([&mut model.slope]);
    let numbers = numbers.chain(curves).chain(items).chain(scales).chain(loss).map(|number| &mut number.why);
    let populations = report.populations.iter_mut().map(|one| &mut one.contrasts);
    let contrasts = contrasts.into_iter().chain(populations).flatten().map(|contrast| &mut contrast.why);
    numbers.chain(contrasts).chain([&mut model.why]).flatten().for_each(|why| why.say(words));
}
