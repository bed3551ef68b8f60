//! Types of practice, training, feedback and debrief.
#![expect(missing_docs, reason = "fields without a comment are as in the definition")]

use serde::Serialize;
use utoipa::ToSchema;

use super::questionnaire_types::PublicItem;
use super::types::{PublicChoice, PublicMedia, PublicPost};
use crate::definition::stimulus::{Annotation, MediaKind};
use crate::definition::training::EvidenceKind;

/// The practice item.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PublicPractice {
    pub id: String,
    pub prompt: String,
    pub options: Vec<PublicChoice>,
    pub media: PublicMedia,
}

/// A question of Flow A.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
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
pub struct PublicFollowup {
    pub prompt: String,
    pub options: Vec<PublicChoice>,
    pub mark: bool,
    pub words: bool,
}

/// A post of Flow B with its evidence.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
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
pub struct PublicEvidence {
    pub id: String,
    pub kind: EvidenceKind,
    pub text: String,
    pub media: Option<PublicMedia>,
}

/// A clip of the control flow, or its opening: questions with a heading (`context`) and without a medium.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PublicClip {
    pub id: String,
    /// Number of the clip, from 1; 0 for the opening.
    pub number: usize,
    pub persona: Option<String>,
    pub context: Option<String>,
    pub media: Option<PublicMedia>,
    /// The ratings, with IDs as in the file.
    pub ratings: Vec<PublicItem>,
}

/// Feedback on a stored answer.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicFeedback {
    /// Whether the last answer was correct.
    pub correct: bool,
    /// Whether another attempt is allowed.
    pub may_retry: bool,
    /// Answers that are disabled for the next attempt.
    pub disabled_answers: Vec<String>,
    /// Label of the correct answer; absent while another attempt at the question is allowed.
    pub truth: Option<String>,
    /// Why this is the correct answer; absent while another attempt is allowed.
    pub explanation: Option<String>,
    /// A benign look-alike.
    pub look_alike: Option<String>,
    /// Name of the cue, if the medium was altered.
    pub cue: Option<String>,
    /// Where the cue is.
    pub marks: Vec<Annotation>,
    /// What the next attempt asks instead of the question; absent if it asks the question again.
    pub second_look: Option<PublicSecondLook>,
    /// What a second look has found; absent without one.
    pub sign: Option<PublicSign>,
}

/// What is asked after an incorrect first answer where another attempt would leave only one answer.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct PublicSecondLook {
    pub prompt: String,
    /// Where to look or listen.
    pub hint: String,
    /// The signs to choose from.
    pub options: Vec<PublicChoice>,
}

/// The result of a second look.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PublicSign {
    /// Whether the chosen sign shows which answer is correct.
    pub found: bool,
    /// Labels of all signs that do.
    pub labels: Vec<String>,
}

/// The part of the study in which a participant saw an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DebriefPart {
    /// The test before the exercise.
    Before,
    /// The practice item and the arm's own part.
    Exercise,
    /// The test after the exercise.
    After,
    /// A later part of the study.
    Later,
}

/// An item of the debrief on `/end`.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicDebrief {
    pub id: String,
    pub part: DebriefPart,
    /// The persona's name or the post's author.
    pub who: Option<String>,
    pub text: String,
    pub thumb: Option<String>,
    /// The medium that was shown.
    pub media: Option<PublicMedia>,
    /// Label of the truth.
    pub truth: String,
    pub cue: Option<String>,
    /// Where the cue is.
    pub marks: Vec<Annotation>,
    pub explanation: Option<String>,
    /// Label of the participant's answer; null if there is none.
    pub answer: Option<String>,
    pub correct: Option<bool>,
    /// Whether the item was manipulated: its truth is one of `analysis.signal`.
    pub manipulated: bool,
    /// Whether the answer is one of `analysis.signal`; null if there is none.
    pub called_altered: Option<bool>,
    /// Confidence in the answer, from 50 to 100 per cent; null if none was given.
    pub confidence: Option<u8>,
}

/// A training item as an exercise on `/end`, for participants of an arm without training. It includes the correct
/// answer, because answers are not stored.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicExercise {
    /// ID of the question or the post.
    pub id: String,
    /// The person in a question's clip.
    pub who: Option<String>,
    /// The question.
    pub prompt: String,
    /// A line of context above the question.
    pub context: Option<String>,
    /// The answers.
    pub options: Vec<PublicChoice>,
    /// The clip, or the medium of the post.
    pub media: Option<PublicMedia>,
    /// The post, in Flow B.
    pub post: Option<PublicPost>,
    /// The evidence, in Flow B.
    pub evidence: Vec<PublicEvidence>,
    /// Value of the correct answer.
    pub correct: String,
    /// Feedback after the correct answer. After an incorrect one, it differs only in `correct`.
    pub verdict: PublicFeedback,
    /// Whether the clip is altered and the participant rated its original in the control task.
    pub rated_original: bool,
}

/// Settings of Flow A.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicFlowA {
    pub total_questions: usize,
    pub interim_after: u32,
    pub attempts: u32,
    pub confidence: bool,
    pub followup: Option<PublicFollowup>,
    /// Kinds of media in the questions.
    pub media_types: Vec<MediaKind>,
}
