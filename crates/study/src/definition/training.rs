//! `practice.yaml`, `personas.yaml`, `flow-a.yaml`, `flow-b.yaml`, `control-flow.yaml`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::defaults;
use super::item::{Choice, Item, PostText, original_or_altered};
use super::stimulus::StimulusVersion;
use crate::text::{Markdown, Text};

/// The practice item of `/home`: looks like the later task, teaches no cue.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Practice {
    /// Variable name.
    pub id: String,
    /// Medium from `stimuli.yaml`.
    pub stimulus: String,
    /// What is asked.
    pub prompt: Text,
    /// The answers.
    #[serde(default = "original_or_altered")]
    pub options: Vec<Choice>,
    /// The right one.
    pub correct: String,
    /// Where the wording comes from: a citation, for the codebook.
    pub source: Option<String>,
}

impl Practice {
    /// The version shown: the one that the correct answer names.
    pub fn show(&self) -> StimulusVersion {
        StimulusVersion::of(&self.correct)
    }
}

/// An invented person.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Persona {
    /// Name in the bundle.
    pub id: String,
    /// Name shown.
    pub name: Text,
    /// What the persona does ("Pharmacist").
    pub role: Text,
    /// Two sentences.
    pub bio: Text,
    /// Portrait: image stimulus.
    pub portrait: String,
    /// Must be true, or `permission` be given.
    #[serde(default)]
    pub fictional: bool,
    /// Reference of the documented permission, for a real person.
    pub permission: Option<String>,
}

/// In which order the items of a training come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ItemOrder {
    /// As in the file, for everybody.
    #[default]
    File,
    /// An order of their own for every participant, drawn from their seed.
    Random,
}

/// `flow-a.yaml`: one linear list of questions with one interim page.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FlowA {
    /// What is asked of every medium.
    pub prompt: Text,
    /// The answers.
    #[serde(default = "original_or_altered")]
    pub options: Vec<Choice>,
    /// Ask how sure.
    #[serde(default = "defaults::yes")]
    pub confidence: bool,
    /// Attempts at one question; after a wrong answer the participant may try again with that answer
    /// disabled until they are used up.
    #[serde(default = "defaults::one")]
    pub attempts: u32,
    /// The interim page comes after so many questions; 0 leaves it out.
    pub interim_after: u32,
    /// Order of the questions. In a random one, those before the interim page stay before it.
    #[serde(default)]
    pub order: ItemOrder,
    /// Asked after the first answer, before the verdict.
    pub followup: Option<Followup>,
    /// Where the wording comes from: a citation, for the codebook.
    pub source: Option<String>,
    /// How often each answer is right, where a study does not mean each as often as the others: by value, for example
    /// `{ original: 12, altered: 4 }`; an answer left out is never right.
    #[serde(default)]
    pub right_answers: BTreeMap<String, u32>,
    /// The questions.
    pub questions: Vec<Question>,
}

/// "What made you decide?"
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Followup {
    /// The question.
    pub prompt: Text,
    /// Reasons to choose from; any of them.
    pub options: Vec<Choice>,
    /// Offer to mark the place on the picture.
    #[serde(default)]
    pub mark: bool,
    /// Offer optional words.
    #[serde(default)]
    pub words: bool,
}

/// A question of Flow A.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Variable name.
    pub id: String,
    /// Who is seen or heard.
    pub persona: String,
    /// Medium from `stimuli.yaml`.
    pub stimulus: String,
    /// The version shown, which is also the right answer.
    pub show: StimulusVersion,
    /// One line of context above the prompt.
    pub context: Option<Text>,
    /// Shown with the verdict, whatever the answer was.
    pub explanation: Text,
    /// The innocent thing that looks alike.
    pub look_alike: Option<Text>,
}

/// `flow-b.yaml`: posts per persona.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FlowB {
    /// The answers.
    pub options: Vec<Choice>,
    /// Ask how sure.
    #[serde(default = "defaults::yes")]
    pub confidence: bool,
    /// Attempts at one post.
    #[serde(default = "defaults::one")]
    pub attempts: u32,
    /// Where the wording comes from: a citation, for the codebook.
    pub source: Option<String>,
    /// Personas in an order of their own for every participant.
    #[serde(default = "defaults::yes")]
    pub shuffle: bool,
    /// Order of the posts of each persona.
    #[serde(default)]
    pub order: ItemOrder,
    /// How often each answer is right, where a study does not mean each as often as the others: by value, for example
    /// `{ genuine: 12, misleading: 4 }`; an answer left out is never right.
    #[serde(default)]
    pub right_answers: BTreeMap<String, u32>,
    /// The personas with their posts.
    pub personas: Vec<PersonaPosts>,
}

/// The posts of one persona.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonaPosts {
    /// Persona id.
    pub persona: String,
    /// Shown on `/flow-b/start/{personaId}`.
    pub intro: Markdown,
    /// The posts.
    pub posts: Vec<Post>,
}

/// A post of Flow B.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Post {
    /// Variable name.
    pub id: String,
    /// Author, handle, age and words.
    pub post: PostText,
    /// Medium from `stimuli.yaml`.
    pub stimulus: Option<String>,
    /// The version shown.
    #[serde(default = "original")]
    pub show: StimulusVersion,
    /// What is asked.
    pub prompt: Text,
    /// The right answer: value of one of the options.
    pub correct: String,
    /// What "Check it" offers.
    pub evidence: Vec<Evidence>,
    /// Shown with the verdict.
    pub explanation: Text,
    /// The innocent thing that looks alike.
    pub look_alike: Option<Text>,
}

fn original() -> StimulusVersion {
    StimulusVersion::Original
}

/// One thing to check.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// Name in the data.
    pub id: String,
    /// Which kind; gives icon and heading.
    pub kind: EvidenceKind,
    /// What it shows.
    pub text: Text,
    /// A medium from `stimuli.yaml` (original version), for example the longer clip.
    pub stimulus: Option<String>,
}

/// Kinds of evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EvidenceKind {
    /// Who posted it.
    Source,
    /// Where it appeared before.
    Earlier,
    /// Content credentials (simulated).
    Credentials,
    /// The longer clip.
    Longer,
}

/// `control-flow.yaml`: the active control. The same effort, ratings in place of judgements.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ControlFlow {
    /// Asked once before the first clip, as the counterpart of the trainings' own questionnaire.
    pub opening: Option<Opening>,
    /// What is asked of every clip: likert items, usually.
    pub ratings: Vec<Item>,
    /// Order of the clips. The opening comes before them in any case.
    #[serde(default)]
    pub order: ItemOrder,
    /// The clips (always the original version).
    pub clips: Vec<ControlClip>,
}

/// Some questions before the clips. Each is stored under its own name.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// Name in the data, unlike those of the clips.
    pub id: String,
    /// Heading.
    pub title: Text,
    /// The questions.
    pub items: Vec<Item>,
}

impl ControlFlow {
    /// Ids of what is handed in, as in the file: the opening, if there is one, then the clips.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        let clips = self.clips.iter().map(|clip| clip.id.as_str());
        self.opening.iter().map(|opening| opening.id.as_str()).chain(clips)
    }
}

/// A clip of the control flow. Its ratings are stored as `<clip id>_<rating id>`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ControlClip {
    /// Variable name.
    pub id: String,
    /// Who is seen or heard.
    pub persona: String,
    /// Medium from `stimuli.yaml`.
    pub stimulus: String,
    /// One line of context.
    pub context: Option<Text>,
}
