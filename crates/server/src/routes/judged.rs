//! The body of a judgement: answer and confidence.

use unmask_study::flow::Judgement;

use super::timing::Timing;
use crate::api::whole::maybe_whole;
use crate::routes::prelude::*;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JudgementBody {
    /// Value of an option.
    pub answer: String,
    /// Confidence: 50, 60, 70, 80, 90 or 100. Required if the item asks for it.
    #[serde(default, deserialize_with = "maybe_whole")]
    pub confidence: Option<u8>,
    #[serde(default)]
    pub timing: Option<Timing>,
}

impl JudgementBody {
    /// What is judged, and the timing next to it.
    pub fn split(self) -> (Judgement, Option<Timing>) {
        (Judgement { answer: self.answer, confidence: self.confidence }, self.timing)
    }
}
