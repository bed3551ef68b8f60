//! `practice.yaml`, `flow-a.yaml`, `flow-b.yaml`, `control-flow.yaml`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::item::{Choice, Item, PostText, original_or_altered};
use super::stimulus::{MediaKind, Stimuli, StimulusVersion};
use super::{BlockId, defaults};
use crate::order::{Grouped, Shuffled};
use crate::page::StepKind;
use crate::text::{Markdown, Text};

/// The practice item of `/home`: it introduces the task and teaches no cue.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Practice {
    /// Variable name.
    pub id: String,
    /// Medium from `stimuli.yaml`.
    pub stimulus: String,
    /// The question.
    pub prompt: Text,
    /// The answers.
    #[serde(default = "original_or_altered")]
    pub options: Vec<Choice>,
    /// Value of the correct answer.
    pub correct: String,
    /// Source of the wording (a citation), for the codebook.
    pub source: Option<String>,
}

impl Practice {
    /// The version shown: the one that the correct answer names.
    pub fn show(&self) -> StimulusVersion {
        StimulusVersion::of(&self.correct)
    }
}

/// Order of the items of a training. With groups, the order of these, and of the items without one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ItemOrder {
    /// As in the file.
    #[default]
    File,
    /// Random for each participant, drawn from their order seed.
    Random,
}

/// `flow-a.yaml`: questions on clips, with one interim page.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FlowA {
    /// The block that it is the content of.
    #[serde(skip, default = "flow_a")]
    pub block: BlockId,
    /// The question on every clip.
    pub prompt: Text,
    /// The answers.
    #[serde(default = "original_or_altered")]
    pub options: Vec<Choice>,
    /// Ask for the confidence.
    #[serde(default = "defaults::yes")]
    pub confidence: bool,
    /// Attempts at each question. After an incorrect answer, that answer is disabled for the next attempt.
    #[serde(default = "defaults::one")]
    pub attempts: u32,
    /// Number of questions before the interim page; 0 for no interim page.
    pub interim_after: u32,
    /// Order of the questions. If random, questions stay on their side of the interim page, and a `group` of questions
    /// moves as a whole.
    #[serde(default)]
    pub order: ItemOrder,
    /// Show the questions of each `group` in a random order for each participant.
    #[serde(default)]
    pub shuffle_in_groups: bool,
    /// Questions after the first answer, before the feedback.
    pub followup: Option<Followup>,
    /// What is asked instead of the question after an incorrect first answer, if there are two answers and two
    /// attempts.
    pub second_look: Option<SecondLook>,
    /// Source of the wording (a citation), for the codebook.
    pub source: Option<String>,
    /// How often each answer is correct, if not equally often: by value, for example `{ original: 12, altered: 4 }`. An
    /// answer that is absent is never correct.
    #[serde(default)]
    pub right_answers: BTreeMap<String, u32>,
    /// The questions.
    pub questions: Vec<Question>,
}

fn flow_a() -> BlockId {
    StepKind::FlowA.block()
}

impl ItemOrder {
    /// What is in a random order.
    fn shuffled(self, in_groups: bool) -> Shuffled {
        Shuffled { blocks: self == Self::Random, in_groups }
    }
}

impl FlowA {
    /// What is in a random order, on each side of the interim page.
    pub fn shuffled(&self) -> Shuffled {
        self.order.shuffled(self.shuffle_in_groups)
    }

    /// The questions before the interim page, and those after it.
    pub(crate) fn parts(&self) -> [&[Question]; 2] {
        self.questions.split_at(self.questions.len().min(self.interim_after as usize)).into()
    }

    /// A question by ID.
    pub fn question(&self, id: &str) -> Option<&Question> {
        self.questions.iter().find(|question| question.id == id)
    }
}

/// The follow-up of a question: what led to the answer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Followup {
    /// The question.
    pub prompt: Text,
    /// Reasons, of which participants can choose any.
    pub options: Vec<Choice>,
    /// Offer to select a region of the picture.
    #[serde(default)]
    pub mark: bool,
    /// Offer a text field.
    #[serde(default)]
    pub words: bool,
}

/// A question of Flow A.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// Variable name.
    pub id: String,
    /// The person who is seen or heard.
    pub persona: String,
    /// Medium from `stimuli.yaml`.
    pub stimulus: String,
    /// The version shown, which determines the correct answer.
    pub show: StimulusVersion,
    /// Name of the group of questions with which it stays together if their order is random. The questions of a group
    /// follow each other in the file, on one side of the interim page.
    pub group: Option<String>,
    /// Keep the position of this question if their order is random; in a group, its position in the group.
    #[serde(default)]
    pub fixed: bool,
    /// A line of context above the question.
    pub context: Option<Text>,
    /// Explanation shown with the feedback after any answer.
    pub explanation: Text,
    /// A benign look-alike.
    pub look_alike: Option<Text>,
    /// The second look at this clip.
    pub second_look: Option<Hint>,
}

impl Grouped for Question {
    fn group(&self) -> Option<&str> {
        self.group.as_deref()
    }
}

/// The question of a second look. With two answers, another attempt would leave one; this one asks what shows which
/// answer is correct.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SecondLook {
    /// The question.
    pub prompt: Text,
    /// The signs to choose from.
    pub options: Vec<Choice>,
}

/// The second look at one question or post.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// Where to look or listen.
    pub hint: Text,
    /// Values of the signs that are offered here; all if absent.
    #[serde(default)]
    pub options: Vec<String>,
    /// Values of the signs that show which answer is correct.
    pub correct: Vec<String>,
}

/// `flow-b.yaml`: posts of personas.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FlowB {
    /// The block that it is the content of.
    #[serde(skip, default = "flow_b")]
    pub block: BlockId,
    /// The answers.
    pub options: Vec<Choice>,
    /// Ask for the confidence.
    #[serde(default = "defaults::yes")]
    pub confidence: bool,
    /// Attempts at each post.
    #[serde(default = "defaults::one")]
    pub attempts: u32,
    /// What is asked instead of the question after an incorrect first answer, as in Flow A.
    pub second_look: Option<SecondLook>,
    /// Source of the wording (a citation), for the codebook.
    pub source: Option<String>,
    /// Show the personas in a random order for each participant. Those with `fixed` keep their position.
    #[serde(default = "defaults::yes")]
    pub shuffle: bool,
    /// Order of the posts of each persona. If random, a `group` of posts moves as a whole.
    #[serde(default)]
    pub order: ItemOrder,
    /// Show the posts of each `group` in a random order for each participant.
    #[serde(default)]
    pub shuffle_in_groups: bool,
    /// How often each answer is correct, if not equally often: by value, for example `{ genuine: 12, misleading: 4 }`.
    /// An answer that is absent is never correct.
    #[serde(default)]
    pub right_answers: BTreeMap<String, u32>,
    /// The personas with their posts.
    pub personas: Vec<PersonaPosts>,
}

fn flow_b() -> BlockId {
    StepKind::FlowB.block()
}

impl FlowB {
    /// What is in a random order among the posts of each persona.
    pub fn shuffled(&self) -> Shuffled {
        self.order.shuffled(self.shuffle_in_groups)
    }

    /// The posts of all personas.
    pub fn all_posts(&self) -> impl Iterator<Item = &Post> {
        self.personas.iter().flat_map(|persona| &persona.posts)
    }

    /// A post by ID.
    pub fn post(&self, id: &str) -> Option<&Post> {
        self.all_posts().find(|post| post.id == id)
    }
}

/// The posts of one persona.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonaPosts {
    /// ID of the persona.
    pub persona: String,
    /// Keep the position of this persona when the personas are shuffled.
    #[serde(default)]
    pub fixed: bool,
    /// Text on `/flow-b/start/{personaId}`.
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
    /// Name of the group of posts with which it stays together if their order is random. The posts of a group follow
    /// each other in the file.
    pub group: Option<String>,
    /// Keep the position of this post if their order is random; in a group, its position in the group.
    #[serde(default)]
    pub fixed: bool,
    /// The post: author, handle, age and text.
    pub post: PostText,
    /// Medium from `stimuli.yaml`.
    pub stimulus: Option<String>,
    /// The version shown.
    #[serde(default = "original")]
    pub show: StimulusVersion,
    /// The question.
    pub prompt: Text,
    /// Value of the correct answer.
    pub correct: String,
    /// The evidence that can be opened.
    pub evidence: Vec<Evidence>,
    /// Shown with the feedback.
    pub explanation: Text,
    /// A benign look-alike.
    pub look_alike: Option<Text>,
    /// The second look at this post.
    pub second_look: Option<Hint>,
}

impl Grouped for Post {
    fn group(&self) -> Option<&str> {
        self.group.as_deref()
    }
}

fn original() -> StimulusVersion {
    StimulusVersion::Original
}

/// A piece of evidence.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// Name in the data.
    pub id: String,
    /// Kind of evidence. It determines icon and heading.
    pub kind: EvidenceKind,
    /// Content of the evidence.
    pub text: Text,
    /// A medium from `stimuli.yaml`, for example the longer clip; its original version is shown.
    pub stimulus: Option<String>,
}

/// Kinds of evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EvidenceKind {
    /// The source: who posted it.
    Source,
    /// Earlier uses.
    Earlier,
    /// Content Credentials (simulated).
    Credentials,
    /// The longer clip.
    Longer,
}

/// `control-flow.yaml`: the control task. Participants rate clips instead of judging them.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ControlFlow {
    /// The block that it is the content of.
    #[serde(skip, default = "control_flow")]
    pub block: BlockId,
    /// Questions before the first clip, as a counterpart to the treatment questionnaire.
    pub opening: Option<Opening>,
    /// The ratings of a clip, usually `likert` items.
    pub ratings: Vec<Item>,
    /// Other ratings for clips of one kind of medium: `{ image: […], audio: […] }`. A kind that is absent has
    /// `ratings`.
    #[serde(default)]
    pub ratings_by_kind: BTreeMap<MediaKind, Vec<Item>>,
    /// Order of the clips. The opening always comes first. If random, a `group` of clips moves as a whole.
    #[serde(default)]
    pub order: ItemOrder,
    /// Show the clips of each `group` in a random order for each participant.
    #[serde(default)]
    pub shuffle_in_groups: bool,
    /// The clips, always in their original version.
    pub clips: Vec<ControlClip>,
}

fn control_flow() -> BlockId {
    StepKind::ControlFlow.block()
}

/// Questions before the clips. Each is stored under its own name.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// Name in the data; it must differ from those of the clips.
    pub id: String,
    /// Heading.
    pub title: Text,
    /// The questions.
    pub items: Vec<Item>,
}

impl ControlFlow {
    /// What is in a random order.
    pub fn shuffled(&self) -> Shuffled {
        self.order.shuffled(self.shuffle_in_groups)
    }

    /// IDs of the parts in the order of the file: the opening, if there is one, then the clips.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        let clips = self.clips.iter().map(|clip| clip.id.as_str());
        self.opening.iter().map(|opening| opening.id.as_str()).chain(clips)
    }

    /// The ratings of a clip, by the kind of its medium.
    pub fn ratings(&self, stimuli: &Stimuli, clip: &ControlClip) -> &[Item] {
        let of_kind = stimuli.get(&clip.stimulus).and_then(|stimulus| self.ratings_by_kind.get(&stimulus.kind));
        of_kind.unwrap_or(&self.ratings)
    }

    /// The questions of a part: those of the opening, or the ratings of a clip.
    pub fn items(&self, stimuli: &Stimuli, part: &str) -> Option<&[Item]> {
        let opening = self.opening.as_ref().filter(|opening| opening.id == part);
        let clip = || self.clips.iter().find(|clip| clip.id == part);
        opening.map(|opening| &*opening.items).or_else(|| clip().map(|clip| self.ratings(stimuli, clip)))
    }

    /// All lists of ratings, by their path in the file.
    pub fn all_ratings(&self) -> Vec<(String, &[Item])> {
        let of_kind =
            self.ratings_by_kind.iter().map(|(kind, items)| (format!("ratings_by_kind.{}", kind.name()), items));
        std::iter::once(("ratings".to_owned(), &self.ratings))
            .chain(of_kind)
            .map(|(path, items)| (path, &**items))
            .collect()
    }
}

/// A clip of the control flow. Its ratings are stored as `<clip id>_<rating id>`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ControlClip {
    /// Variable name.
    pub id: String,
    /// The person who is seen or heard.
    pub persona: String,
    /// Medium from `stimuli.yaml`.
    pub stimulus: String,
    /// Name of the group of clips with which it stays together if their order is random. The clips of a group follow
    /// each other in the file.
    pub group: Option<String>,
    /// Keep the position of this clip if their order is random; in a group, its position in the group.
    #[serde(default)]
    pub fixed: bool,
    /// A line of context.
    pub context: Option<Text>,
}

impl Grouped for ControlClip {
    fn group(&self) -> Option<&str> {
        self.group.as_deref()
    }
}
