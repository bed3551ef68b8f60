//! Blocks: what a step of an arm consists of. Steps describe blocks; several steps may have the same one.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::de::IntoDeserializer as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::shape::map_or;
use crate::ids::BlockId;
use crate::page::{Step, StepKind};

/// A step as `study.yaml` writes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum StepEntry {
    /// The path of the first page: a block with the usual file of that kind.
    Page(StepKind),
    /// A block with a file of its own.
    Described(DescribedBlock),
    /// The ID of a block that another step describes.
    Block(BlockId),
}

/// A block with a file of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DescribedBlock {
    /// The kind of step, by the path of its first page.
    pub page: StepKind,
    /// Name in the data, unique in the study: lower-case letters, digits, underscores and hyphens.
    pub id: BlockId,
    /// The file with the content, for example `flow-a-labels.yaml`. Default: the usual file of that kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    /// Put before all IDs in the file, so that several blocks can have the same file: with `t2_`, the item `trust` is
    /// the variable `t2_trust`. Default: nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prefix: Option<String>,
}

impl<'de> Deserialize<'de> for StepEntry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        map_or(deserializer, "a step", Self::Described, |Named(entry)| entry)
    }
}

/// A step in one word.
struct Named(StepEntry);

impl<'de> Deserialize<'de> for Named {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text.starts_with('/') {
            return StepKind::deserialize(text.into_deserializer()).map(StepEntry::Page).map(Self);
        }
        BlockId::deserialize(text.into_deserializer()).map(StepEntry::Block).map(Self)
    }
}

/// A block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The kind of step.
    pub kind: StepKind,
    /// The file with the content, if it has one.
    pub file: Option<String>,
    /// What was put before all IDs in the file.
    pub prefix: String,
}

impl From<StepKind> for Block {
    fn from(kind: StepKind) -> Self {
        Self { kind, file: kind.content_file().map(str::to_owned), prefix: String::new() }
    }
}

impl From<&DescribedBlock> for Block {
    fn from(described: &DescribedBlock) -> Self {
        let content = described.content.clone();
        let prefix = described.prefix.clone().unwrap_or_default();
        Self { file: content.or(Self::from(described.page).file), kind: described.page, prefix }
    }
}

impl StepKind {
    /// The usual file with the content of a block of this kind.
    pub fn content_file(self) -> Option<&'static str> {
        Some(match self {
            Self::PreQuestionnaire => "questionnaires/pre.yaml",
            Self::Home => "practice.yaml",
            Self::TreatmentQuestionnaire => "questionnaires/treatment.yaml",
            Self::FlowA => "flow-a.yaml",
            Self::FlowB => "flow-b.yaml",
            Self::ControlFlow => "control-flow.yaml",
            Self::PostQuestionnaire => "questionnaires/post.yaml",
            Self::End => return None,
        })
    }
}

impl StepEntry {
    /// The step in a wave; none if it names a block that is not among these.
    pub fn step(&self, blocks: &IndexMap<BlockId, Block>, wave: usize) -> Option<Step> {
        let (kind, block) = match self {
            Self::Page(kind) => (*kind, kind.block()),
            Self::Described(described) => (described.page, described.id),
            Self::Block(id) => (blocks.get(id)?.kind, *id),
        };
        Some(Step { kind, block, wave, words: 0 })
    }
}

impl From<StepKind> for StepEntry {
    fn from(kind: StepKind) -> Self {
        Self::Page(kind)
    }
}

/// The name that page texts of all blocks of a kind begin with.
fn stem(kind: StepKind) -> &'static str {
    match kind {
        StepKind::Home => "home",
        StepKind::FlowA => "flow-a",
        StepKind::FlowB => "flow-b",
        StepKind::ControlFlow => "control-flow",
        StepKind::End => "end",
        StepKind::PreQuestionnaire | StepKind::TreatmentQuestionnaire | StepKind::PostQuestionnaire => "",
    }
}

impl Step {
    /// The name of the page text for this block alone: `labels-start` in the place of `flow-a-start`. For a block with
    /// the usual file, the usual name.
    pub(crate) fn own_stem(self, usual: &str) -> String {
        match usual.strip_prefix(stem(self.kind)) {
            Some(rest) if self.block != self.kind.block() => format!("{}{rest}", self.block),
            _ => usual.to_owned(),
        }
    }
}
