//! Participants with clocks of their own began the later parts for which they came back, and no others, at the times of
//! their clocks.

use super::violation::{Kind, Violation};
use crate::log::{Remembered, Returned};
use crate::stored::{Part, Stored};

pub(super) fn check(participants: &[Remembered], stored: &Stored) -> Vec<Violation> {
    let mut found = Vec::new();
    for participant in participants {
        let Some(person) = stored.people.iter().find(|person| person.username == participant.username) else {
            continue;
        };
        let own = stored.parts.iter().filter(|part| part.participant == person.id);
        let mut begun: Vec<&Part> = own.filter(|part| part.started_at.is_some()).collect();
        begun.sort_by_key(|part| part.started_at);
        let is_own = |(part, returned): (&&Part, &Returned)| {
            (part.opens_at, part.closes_at) == (returned.opens, returned.closes)
                && part.started_at.is_some_and(|started| returned.at <= started)
        };
        // A participant whose last call failed may have come back without beginning.
        let missing = participant.returned.len().checked_sub(begun.len());
        let is_complete = missing == Some(0) || missing == Some(1) && !participant.rejections.is_empty();
        if !is_complete || !begun.iter().zip(&participant.returned).all(is_own) {
            let what = format!("{} came back {:?}; stored: {begun:?}", participant.username, participant.returned);
            found.push(Violation::new(Kind::Altered, what));
        }
    }
    found
}
