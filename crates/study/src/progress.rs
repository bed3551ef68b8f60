//! Where a participant is: the whole state of the page flow, small enough to be one row.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use crate::definition::Form;
use crate::definition::Group;
use crate::page::Page;

/// What about a participant never changes after registration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Arm.
    pub group: Group,
    /// Test form, balanced within the arm.
    pub form: Form,
    /// Seed of all orders that this participant sees (see [`crate::order`]).
    pub seed: i64,
}

/// Where the participant is now.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Index into the arm's steps.
    pub step: usize,
    /// The current page; it belongs to that step.
    pub page: Page,
    /// What the step needs to remember.
    pub memory: Memory,
}

/// What a step needs to remember beside its page. Empty at the beginning of every step, but for
/// `variables`, which conditions of later sections read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Memory {
    /// Questionnaire: sections saved so far. Control flow: clips rated so far.
    #[serde(skip_serializing_if = "is_zero")]
    pub done: usize,
    /// Attempts at the present question or post.
    #[serde(skip_serializing_if = "is_zero")]
    pub attempts: usize,
    /// Answers of the present question or post that are disabled.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub disabled: Vec<String>,
    /// The verdict of the present question is known to the server and waits for the follow-up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<bool>,
    /// Flow B: the persona under way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub persona: Option<String>,
    /// Flow B: personas completed, in the order of completion.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub completed_personas: Vec<String>,
    /// Answers of the present questionnaire's earlier sections that conditions and scores of later
    /// sections refer to. Flow A: the first answer, as long as the verdict waits for the follow-up.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub variables: BTreeMap<String, Value>,
    /// The last moves without a submission, by the browser's id of each: a copy of one that arrives late is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

impl Memory {
    /// More moves than these nobody makes between two submissions, but by going to and fro.
    const MOVES: usize = 8;

    /// What is remembered after a move that led from `before`: the move too, and the ones before it.
    pub fn remember_move(&mut self, before: &Self, id: &str) {
        let skip = (before.moves.len() + 1).saturating_sub(Self::MOVES);
        self.moves = before.moves.iter().skip(skip).cloned().chain([id.to_owned()]).collect();
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn is_zero(n: &usize) -> bool {
    *n == 0
}
