//! The study bundle as Rust types, one module for each kind of file.
//!
//! All types deny unknown fields, so that a misspelt field is an error. serde's `untagged` and `flatten` ignore unknown
//! fields. Therefore `shape::map_or` reads values with two shapes, and `items::read` reads items.

pub mod allocation;
pub mod analysis;
mod assigned;
mod condition;
pub mod consent;
pub(crate) mod defaults;
pub mod item;
mod persona;
pub mod publication;
pub mod reporting;
mod scale;
pub(crate) mod shape;
pub mod stimulus;
pub mod study;
pub mod training;

use std::collections::BTreeMap;

pub use analysis::AnalysisPlan;
pub(crate) use assigned::ARM_ID;
pub use assigned::{ArmId, Form, InvalidArmId};
pub use consent::{Consent, ConsentStatement, Purpose};
pub use item::{Item, Kind, Questionnaire, Section};
pub use persona::Persona;
pub use publication::Publication;
pub use reporting::Reporting;
pub use stimulus::{Stimuli, Stimulus, Version};
pub use study::{Arm, StudyFile};
pub use training::{ControlFlow, FlowA, FlowB, Practice};
use training::{Post, Question};

use crate::answers::Answers;
use crate::page::QuestionnairePage;
use crate::text::{Catalog, Markdown};

/// A bundle that was read and checked, as [`crate::load::load`] returns it.
#[derive(Clone, Debug)]
pub struct Study {
    /// `study.yaml`.
    pub file: StudyFile,
    /// `consent.yaml`.
    pub consent: Consent,
    /// `questionnaires/{pre,treatment,post}.yaml`.
    pub questionnaires: BTreeMap<QuestionnairePage, Questionnaire>,
    /// `practice.yaml`: the one item of `/home`.
    pub practice: Practice,
    /// `personas.yaml`, in the file's order.
    pub personas: Vec<Persona>,
    /// `flow-a.yaml`; absent if no arm has it.
    pub flow_a: Option<FlowA>,
    /// `flow-b.yaml`; absent if no arm has it.
    pub flow_b: Option<FlowB>,
    /// `control-flow.yaml`; absent if no arm has it.
    pub control_flow: Option<ControlFlow>,
    /// `stimuli.yaml`: every medium of the study, by id.
    pub stimuli: Stimuli,
    /// `pages/*.md` by file stem: `home`, `home-right`, `home-wrong`, `flow-a-start`, `flow-a-interim`,
    /// `flow-a-end`, `flow-b`, `control-flow`, `end`, `declined`, `withdrawn`, `closed`.
    pub pages: BTreeMap<String, Markdown>,
    /// `locales/`.
    pub catalog: Catalog,
    /// The version: SHA-256 over names and contents of all files, in hexadecimal.
    pub hash: String,
}

impl Study {
    /// A persona by ID.
    pub fn persona(&self, id: &str) -> Option<&Persona> {
        self.personas.iter().find(|persona| persona.id == id)
    }

    /// A question of Flow A by ID.
    pub fn question(&self, id: &str) -> Option<&Question> {
        self.flow_a.as_ref()?.questions.iter().find(|question| question.id == id)
    }

    /// A post of Flow B by ID.
    pub fn post(&self, id: &str) -> Option<&Post> {
        self.posts().find(|post| post.id == id)
    }

    /// Whether a participant hears the sound, by their answers; `None` if these do not include the sound check.
    pub fn hears_sound(&self, answers: &Answers) -> Option<bool> {
        let check = self.file.sound_check.as_ref()?;
        answers.get(&check.item).map(|answer| check.meets(Some(answer)))
    }

    /// The posts of Flow B, of all personas.
    pub fn posts(&self) -> impl Iterator<Item = &Post> {
        self.flow_b.iter().flat_map(|flow| &flow.personas).flat_map(|posts| &posts.posts)
    }
}
