//! The study bundle as Rust types, one module for each kind of file.
//!
//! All types deny unknown fields, so that a misspelt field is an error. serde's `untagged` and `flatten` ignore unknown
//! fields. Therefore `shape::map_or` reads values with two shapes, and `items::read` reads items.

pub mod allocation;
pub mod analysis;
mod assigned;
pub mod block;
pub mod bonus;
mod condition;
pub mod consent;
pub(crate) mod defaults;
pub mod expect;
pub mod factors;
pub mod item;
mod persona;
pub(crate) mod prefix;
pub mod prolific;
pub mod publication;
pub mod reporting;
mod scale;
pub mod screening;
pub(crate) mod shape;
pub mod stimulus;
pub mod study;
pub mod training;
pub mod wave;

use std::collections::BTreeMap;
use std::sync::Arc;

use indexmap::IndexMap;

pub use analysis::AnalysisPlan;
pub use assigned::{Form, InvalidForm, MOST_LISTS};
pub use block::Block;
pub use bonus::{Amount, Bonus, BonusAmount};
pub use consent::{Consent, ConsentStatement, Purpose};
pub use item::{Item, Kind, Questionnaire, Section};
pub use persona::Persona;
pub use publication::Publication;
pub use reporting::Reporting;
pub use screening::Outcome;
pub use stimulus::{Stimuli, Stimulus, Version};
pub use study::{Arm, StudyFile};
pub use training::{ControlFlow, FlowA, FlowB, Practice};
use training::{Post, Question};
pub use wave::Wave;

use crate::answers::Answers;
pub(crate) use crate::ids::{ARM_ID, BLOCK_ID, WAVE_ID};
pub use crate::ids::{ArmId, BlockId, InvalidId, WaveId};
use crate::order::{below, generator};
use crate::page::{QuestionnaireBlock, Step, StepKind};
use crate::text::{Catalog, Markdown};

/// A bundle that was read and checked, as [`crate::load::load`] returns it.
#[derive(Clone, Debug)]
pub struct Study {
    /// `study.yaml`.
    pub file: StudyFile,
    /// The steps of each arm, of all waves in order.
    pub steps: IndexMap<ArmId, Vec<Step>>,
    /// The steps of participants without an arm: those up to the block at which participants are allocated, with it;
    /// only the end if they are allocated at registration.
    pub unallocated: Vec<Step>,
    /// The blocks of the steps by ID: first those with the usual file.
    pub blocks: IndexMap<BlockId, Block>,
    /// `consent.yaml`.
    pub consent: Consent,
    /// `questionnaires/{pre,treatment,post}.yaml` and those of other blocks.
    pub questionnaires: BTreeMap<QuestionnaireBlock, Questionnaire>,
    /// `practice.yaml`: the one item of `/home`.
    pub practice: Practice,
    /// `personas.yaml`, in the file's order.
    pub personas: Vec<Persona>,
    /// `flow-a.yaml` and those of other blocks.
    pub flow_a: Vec<FlowA>,
    /// `flow-b.yaml` and those of other blocks.
    pub flow_b: Vec<FlowB>,
    /// `control-flow.yaml` and those of other blocks.
    pub control_flow: Vec<ControlFlow>,
    /// `stimuli.yaml`: every medium of the study, by id.
    pub stimuli: Stimuli,
    /// `pages/*.md` by file stem: `home`, `home-right`, `home-wrong`, `flow-a-start`, `flow-a-interim`,
    /// `flow-a-end`, `flow-b`, `control-flow`, `end`, `declined`, `withdrawn`, `closed`.
    pub pages: BTreeMap<String, Markdown>,
    /// `locales/`.
    pub catalog: Catalog,
    /// The study as the participants of an arm see it, if content differs by arm. This one has all items, and the first
    /// of several texts.
    pub by_arm: BTreeMap<ArmId, Arc<Study>>,
    /// If content differs by arm: the texts that not all arms see, by their place.
    pub words_by_arm: BTreeMap<String, String>,
    /// If content differs by arm: approximate seconds for each step, by arm.
    pub seconds: BTreeMap<ArmId, Vec<usize>>,
    /// The version: SHA-256 over names and contents of all files, in hexadecimal.
    pub hash: String,
}

/// The content of a block.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "each is the type of its name")]
pub enum Content<'a> {
    Practice(&'a Practice),
    Questionnaire(QuestionnaireBlock, &'a Questionnaire),
    FlowA(&'a FlowA),
    FlowB(&'a FlowB),
    ControlFlow(&'a ControlFlow),
}

impl Study {
    /// The study as the participants of an arm see it.
    pub fn seen_by(&self, arm: Option<ArmId>) -> &Self {
        arm.and_then(|arm| self.by_arm.get(&arm)).map_or(self, Arc::as_ref)
    }

    /// The steps of an arm, of all waves; those before allocation for participants without an arm.
    pub fn steps_of(&self, arm: Option<ArmId>) -> &[Step] {
        arm.and_then(|arm| self.steps.get(&arm)).unwrap_or(&self.unallocated)
    }

    /// The number of steps that participants take before they are allocated: 0 if they are allocated at registration.
    pub fn steps_before_allocation(&self) -> usize {
        self.unallocated.len() - 1
    }

    /// The test form of a participant with this order seed, if answers before allocation depend on it; then it can't
    /// come from the slot. All forms are equally likely.
    pub fn form_before_allocation(&self, seed: i64) -> Option<Form> {
        let before = &self.unallocated[..self.steps_before_allocation()];
        let asked = before.iter().filter_map(|step| self.questionnaires.get(&step.questionnaire()?));
        let is_test = asked.flat_map(Questionnaire::items).any(|item| item.judgement().is_some());
        let forms = self.file.forms();
        let drawn = || below(&mut generator(&seed.to_le_bytes(), "form"), forms.len().max(1));
        is_test.then(drawn).and_then(|drawn| forms.get(drawn).copied())
    }

    /// The steps of an arm in a wave: 0 is the first part, 1 the first of `waves`.
    pub fn steps_in(&self, arm: Option<ArmId>, wave: usize) -> &[Step] {
        let steps = self.steps_of(arm);
        let first = steps.partition_point(|step| step.wave < wave);
        &steps[first..steps.partition_point(|step| step.wave <= wave)]
    }

    /// Whether only some arms have a later part, so that a list of those who take part in it shows who is in them.
    pub fn wave_reveals_arms(&self, wave: WaveId) -> bool {
        let mut numbered = (1..).zip(&self.file.waves).filter(|(_, one)| one.id == wave);
        numbered.any(|(number, _)| self.file.arms.keys().any(|arm| self.steps_in(Some(*arm), number).is_empty()))
    }

    /// The ID of a wave: 0 is the first part, 1 the first of `waves`.
    pub fn wave_id(&self, wave: usize) -> WaveId {
        let later = wave.checked_sub(1).and_then(|later| self.file.waves.get(later));
        later.map_or(wave::MAIN, |later| later.id)
    }

    /// The wave in which an arm has a block, by the block's ID: 0 is the first part, also if the arm has no such block.
    pub fn wave_of(&self, arm: Option<ArmId>, block: &str) -> usize {
        let mut steps = self.steps_of(arm).iter();
        steps.find(|step| step.block.name() == block).map_or(0, |step| step.wave)
    }

    /// Whether an arm has a block in the first part, by the block's ID.
    pub fn is_in_first_part(&self, block: &str) -> bool {
        let mut arms = self.file.arms.keys().map(|arm| self.steps_of(Some(*arm)));
        arms.any(|steps| steps.iter().any(|step| step.wave == 0 && step.block.name() == block))
    }

    /// The duration of a wave in minutes: 0 is the first part, 1 the first of `waves`.
    pub fn minutes(&self, wave: usize) -> u32 {
        let later = wave.checked_sub(1).and_then(|later| self.file.waves.get(later));
        later.map_or(self.file.minutes, |later| later.minutes)
    }

    /// The content of a block, by its ID.
    pub fn content(&self, block: &str) -> Option<Content<'_>> {
        let id: BlockId = block.parse().ok()?;
        Some(match self.blocks.get(&id)?.kind {
            StepKind::Home => Content::Practice(&self.practice),
            StepKind::FlowA => Content::FlowA(self.flow_a(id)?),
            StepKind::FlowB => Content::FlowB(self.flow_b(id)?),
            StepKind::ControlFlow => Content::ControlFlow(self.control_flow(id)?),
            StepKind::End => return None,
            StepKind::PreQuestionnaire | StepKind::TreatmentQuestionnaire | StepKind::PostQuestionnaire => {
                let (block, questionnaire) = self.questionnaires.iter().find(|(own, _)| own.id == id)?;
                Content::Questionnaire(*block, questionnaire)
            }
        })
    }

    /// The Flow A of a block.
    pub fn flow_a(&self, block: BlockId) -> Option<&FlowA> {
        self.flow_a.iter().find(|flow| flow.block == block)
    }

    /// The Flow B of a block.
    pub fn flow_b(&self, block: BlockId) -> Option<&FlowB> {
        self.flow_b.iter().find(|flow| flow.block == block)
    }

    /// The control flow of a block.
    pub fn control_flow(&self, block: BlockId) -> Option<&ControlFlow> {
        self.control_flow.iter().find(|flow| flow.block == block)
    }

    /// The file with the content of a block; for messages.
    pub fn content_file(&self, block: BlockId) -> String {
        self.blocks.get(&block).and_then(|block| block.file.clone()).unwrap_or_default()
    }

    /// Whether this is the name of a page text that belongs to one block alone.
    pub fn is_text_of_block(&self, stem: &str) -> bool {
        let begins = |id: &BlockId| {
            let rest = stem.strip_prefix(id.name());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        self.blocks.iter().any(|(id, block)| *id != block.kind.block() && begins(id))
    }

    /// The name of the page text that a step shows, of which `usual` is the name for the block with the usual file: the
    /// block's own text if there is one.
    pub fn page_stem(&self, step: Step, usual: &str) -> String {
        let own = step.own_stem(usual);
        if self.pages.contains_key(&own) { own } else { usual.to_owned() }
    }

    /// A persona by ID.
    pub fn persona(&self, id: &str) -> Option<&Persona> {
        self.personas.iter().find(|persona| persona.id == id)
    }

    /// A question of a Flow A by ID, with its flow.
    pub fn question(&self, id: &str) -> Option<(&FlowA, &Question)> {
        self.flow_a.iter().find_map(|flow| Some((flow, flow.question(id)?)))
    }

    /// A post of a Flow B by ID, with its flow.
    pub fn post(&self, id: &str) -> Option<(&FlowB, &Post)> {
        self.flow_b.iter().find_map(|flow| Some((flow, flow.post(id)?)))
    }

    /// Whether a participant hears the sound, by their answers; `None` if these do not include the sound check.
    pub fn hears_sound(&self, answers: &Answers) -> Option<bool> {
        let check = self.file.sound_check.as_ref()?;
        answers.get(&check.item).map(|answer| check.meets(Some(answer)))
    }

    /// The posts of all Flow Bs.
    pub fn posts(&self) -> impl Iterator<Item = &Post> {
        self.flow_b.iter().flat_map(FlowB::all_posts)
    }
}
