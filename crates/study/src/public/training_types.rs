//! Types of practice, training, verdict and debrief.

use serde::Serialize;
use utoipa::ToSchema;

use super::questionnaire_types::PublicItem;
use super::types::{PublicChoice, PublicMedia, PublicPost};
use crate::definition::stimulus::{Annotation, MediaKind};
use crate::definition::training::EvidenceKind;

/// The practice item.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicPractice {
    pub id: String,
    pub prompt: String,
    pub options: Vec<PublicChoice>,
    pub media: PublicMedia,
}

/// A question of Flow A.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicQuestion {
    pub id: String,
    /// From 1.
    pub number: usize,
    pub persona: String,
    pub prompt: String,
    pub context: Option<String>,
    pub options: Vec<PublicChoice>,
    pub confidence: bool,
    pub media: PublicMedia,
}

/// The follow-up, the same for every question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicFollowup {
    pub prompt: String,
    pub options: Vec<PublicChoice>,
    pub mark: bool,
    pub words: bool,
}

/// A post of Flow B with what can be checked.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicFlowBPost {
    pub id: String,
    /// From 1, within the persona.
    pub number: usize,
    pub persona: String,
    pub post: PublicPost,
    pub prompt: String,
    pub options: Vec<PublicChoice>,
    pub confidence: bool,
    pub media: Option<PublicMedia>,
    pub evidence: Vec<PublicEvidence>,
}

/// Evidence.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicEvidence {
    pub id: String,
    pub kind: EvidenceKind,
    pub text: String,
    pub media: Option<PublicMedia>,
}

/// A clip of the control flow, or its opening: some questions under a heading (`context`), without a medium.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicClip {
    pub id: String,
    /// From 1; 0 for the opening.
    pub number: usize,
    pub persona: Option<String>,
    pub context: Option<String>,
    pub media: Option<PublicMedia>,
    /// Ratings; ids without the clip's prefix.
    pub ratings: Vec<PublicItem>,
}

/// The verdict page's content. Made only for an answer that is stored.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicFeedback {
    /// Whether the (last) answer was right.
    pub correct: bool,
    /// Whether another attempt is allowed.
    pub may_retry: bool,
    /// Answers disabled for it.
    pub disabled_answers: Vec<String>,
    /// The right answer's label; absent as long as another attempt is allowed.
    pub truth: Option<String>,
    /// Two or three sentences; absent as long as another attempt is allowed.
    pub explanation: Option<String>,
    /// The innocent look-alike.
    pub look_alike: Option<String>,
    /// Name of the cue, if the medium was altered.
    pub cue: Option<String>,
    /// Where to look.
    pub marks: Vec<Annotation>,
}

/// One line of the debrief on `/end`.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicDebrief {
    pub id: String,
    /// The persona's name or the post's author.
    pub who: Option<String>,
    pub text: String,
    pub thumb: Option<String>,
    /// What was seen, to look at again.
    pub media: Option<PublicMedia>,
    /// The truth's label.
    pub truth: String,
    pub cue: Option<String>,
    /// Where to look.
    pub marks: Vec<Annotation>,
    pub explanation: Option<String>,
    /// What the participant answered, if anything: the option's label.
    pub answer: Option<String>,
    pub correct: Option<bool>,
}

/// An item of a training, for who was in an arm without it: they may do it as an exercise on `/end`. Nothing of it
/// is data, so the truth comes with it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicExercise {
    /// Of the question or the post.
    pub id: String,
    /// Who is seen or heard in a question.
    pub who: Option<String>,
    /// What is asked.
    pub prompt: String,
    /// One line above it.
    pub context: Option<String>,
    /// The answers.
    pub options: Vec<PublicChoice>,
    /// What is judged, or what comes with the post.
    pub media: Option<PublicMedia>,
    /// The post, in Flow B.
    pub post: Option<PublicPost>,
    /// What can be checked, in Flow B.
    pub evidence: Vec<PublicEvidence>,
    /// Value of the right answer.
    pub correct: String,
    /// What is told after the right answer; after a wrong one the same, but that it was wrong.
    pub verdict: PublicFeedback,
    /// It is altered here, and the participant has rated the original in the control flow.
    pub rated_original: bool,
}

/// Flow A as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicFlowA {
    pub total_questions: usize,
    pub interim_after: u32,
    pub attempts: u32,
    pub confidence: bool,
    pub followup: Option<PublicFollowup>,
    /// Kinds of media that occur.
    pub media_types: Vec<MediaKind>,
}
