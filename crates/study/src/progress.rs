//! A participant's position: the whole state of the page flow, which is stored in one row.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::definition::ArmId;
pub use crate::definition::Form;
use crate::page::Page;

/// What is assigned to a participant, and never changes afterwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Arm; none before allocation, and without a slot.
    pub arm: Option<ArmId>,
    /// Test form, balanced within the arm.
    pub form: Form,
    /// Seed of all orders that this participant sees (see [`crate::order`]).
    pub seed: i64,
    /// At registration, the participant agreed to be invited to later parts (`contact_again`). A later consent does not
    /// change it, so that the pages of a block stay the same.
    pub contact_again: bool,
}

/// A position in the page flow.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Index into the arm's steps.
    pub step: usize,
    /// The current page; it belongs to that step.
    pub page: Page,
    /// What the step remembers.
    pub memory: Memory,
}

/// What a step remembers in addition to its page. Empty at the beginning of every step.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Memory {
    /// Questionnaire: screens saved so far ([`crate::flow::Screen`]). Control flow: clips rated so far.
    #[serde(skip_serializing_if = "is_zero")]
    pub done: usize,
    /// Attempts at the present question or post.
    #[serde(skip_serializing_if = "is_zero")]
    pub attempts: usize,
    /// Answers of the present question or post that are disabled.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub disabled: Vec<String>,
    /// Whether the answer to the present question is correct, while the feedback waits for the follow-up.
    #[serde(rename = "verdict", skip_serializing_if = "Option::is_none")]
    pub correct: Option<bool>,
    /// Flow B: the present persona.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub persona: Option<String>,
    /// Flow B: personas completed, in the order of completion.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub completed_personas: Vec<String>,
    /// Answers of the present questionnaire's earlier sections that conditions and scores of later
    /// sections refer to. Flow A: the first answer, while the feedback waits for the follow-up.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub variables: BTreeMap<String, Value>,
    /// The last moves without a submission, by the browser's ID of each, so that a late copy is recognised.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

impl Memory {
    /// Participants make more moves between two submissions only by going back and forth.
    const MOVES: usize = 8;

    /// Remembers a move, and the moves before it.
    pub fn remember_move(&mut self, before: &Self, id: &str) {
        let skip = (before.moves.len() + 1).saturating_sub(Self::MOVES);
        self.moves = before.moves.iter().skip(skip).cloned().chain([id.to_owned()]).collect();
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_zero(n: &usize) -> bool {
    *n == 0
}
