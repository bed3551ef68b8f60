//! Why a number of the report is missing: known as a reason, told as a sentence in the report's language.

use serde::{Serialize, Serializer};

use super::terms::{Language, Reason};
use crate::analysis::AnalysisError;

/// A reason with its sentence; it leaves as the sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Why {
    reason: Reason,
    sentence: String,
}

impl Why {
    /// In English, until it is [said](Self::say) in another language.
    pub(super) fn new(reason: Reason) -> Self {
        let sentence = Language::English.why(&reason);
        Self { reason, sentence }
    }

    /// The sentence.
    pub fn sentence(&self) -> &str {
        &self.sentence
    }

    /// Says it in another language.
    pub(super) fn say(&mut self, words: Language) {
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
