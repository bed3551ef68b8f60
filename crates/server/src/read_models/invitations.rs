//! The e-mails about later parts in numbers, without addresses and without arms.

use std::collections::BTreeMap;

use unmask_store::invitations::Message;
use unmask_study::definition::WaveId;
use unmask_study::invitations::{MessageId, MessageState};

use crate::base::clock::Millis;

/// The messages of one kind about a part of the study.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MessageCounts {
    /// Number of participants by state.
    pub people: BTreeMap<MessageState, usize>,
    /// When the next planned one is due.
    pub next_due: Option<Millis>,
    /// Why the last attempts failed, with the number of messages.
    pub errors: BTreeMap<String, usize>,
}

/// Counts messages by part and kind.
pub fn count(messages: &[Message], now: Millis) -> BTreeMap<(WaveId, MessageId), MessageCounts> {
    let mut all: BTreeMap<(WaveId, MessageId), MessageCounts> = BTreeMap::new();
    for message in messages {
        let counts = all.entry((message.key.wave, message.key.message)).or_default();
        let state = message.facts.state(now);
        *counts.people.entry(state).or_default() += 1;
        if state == MessageState::Planned {
            let due = message.facts.due.max(message.facts.course.window.opens);
            counts.next_due = Some(counts.next_due.map_or(due, |other| other.min(due)));
        }
        if let Some(error) = &message.last_error {
            *counts.errors.entry(error.clone()).or_default() += 1;
        }
    }
    all
}
