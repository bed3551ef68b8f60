//! Why a number of the report is missing: a reason, and its sentence in the report's language.

use serde::{Serialize, Serializer};

use super::terms::{Language, Reason};
use unmask_analysis::AnalysisError;

/// A reason with its sentence; serialised as the sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Why {
    reason: Reason,
    sentence: String,
}

impl Why {
    /// In English, until it is [translated](Self::translate).
    pub(super) fn new(reason: Reason) -> Self {
        let sentence = Language::English.why(&reason);
        Self { reason, sentence }
    }

    /// The sentence.
    pub fn sentence(&self) -> &str {
        &self.sentence
    }

    /// Writes the sentence in another language.
    pub(super) fn translate(&mut self, language: Language) {
        self.sentence = language.why(&self.reason);
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
