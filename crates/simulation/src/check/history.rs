//! Acknowledged ⊆ stored ⊆ attempted, each once, each participant once.

use std::collections::{HashMap, HashSet};

use super::violation::{Kind, Violation};
use crate::log::{Attempted, Outcome, Remembered};
use crate::stored::{Person, Row, Stored};

pub(super) fn check(participants: &[Remembered], stored: &Stored) -> Vec<Violation> {
    let mut found = Vec::new();
    if stored.strays != 0 {
        found.push(Violation::new(Kind::Invented, "participants, accounts and positions do not belong together"));
    }
    let mut rows: HashMap<(&str, Option<&str>), Vec<&Row>> = HashMap::new();
    for row in &stored.rows {
        rows.entry((&row.participant, row.key.as_deref())).or_default().push(row);
    }
    for participant in participants {
        let person = one_person(participant, &stored.people, &mut found);
        for attempted in &participant.submissions {
            let rows = person.and_then(|person| rows.remove(&(&person.id, Some(&attempted.key)))).unwrap_or_default();
            judge(participant, attempted, &rows, &mut found);
        }
        found.extend(participant.rejections.iter().map(|rejection| turned_away(participant, rejection)));
        if !participant.finished && participant.left.is_none() && participant.rejections.is_empty() {
            found.push(Violation::new(Kind::Unfinished, format!("{} did not reach /end", participant.username)));
        }
    }
    let invented = rows.into_values().flatten().map(|row| {
        Violation::new(Kind::Invented, format!("row {} ({}) was not sent by any participant", row.id, row.item))
    });
    found.extend(invented);
    found.extend(strangers(participants, &stored.people));
    found
}

fn one_person<'a>(participant: &Remembered, people: &'a [Person], found: &mut Vec<Violation>) -> Option<&'a Person> {
    let mut own = people.iter().filter(|person| person.username == participant.username);
    let person = own.next();
    let told = participant.code.as_ref();
    match person {
        Some(person) if told.is_some_and(|code| *code != person.code) => {
            found.push(Violation::new(Kind::Altered, format!("{} received another code", participant.username)));
        }
        Some(person) if person.consents != 1 => {
            let what = format!("{} consented once; stored {} times", participant.username, person.consents);
            found.push(Violation::new(if person.consents == 0 { Kind::Lost } else { Kind::Duplicated }, what));
        }
        None if told.is_some() => {
            found.push(Violation::new(Kind::Lost, format!("the registration of {}", participant.username)));
        }
        _ => {}
    }
    if own.next().is_some() {
        found.push(Violation::new(Kind::Duplicated, format!("the registration of {}", participant.username)));
    }
    person
}

fn judge(participant: &Remembered, attempted: &Attempted, rows: &[&Row], found: &mut Vec<Violation>) {
    let what = format!("{} {} under {}", participant.username, attempted.path, attempted.key);
    let outcome = attempted.outcome();
    match rows {
        [] if outcome == Outcome::Acknowledged => found.push(Violation::new(Kind::Lost, what)),
        [] => {}
        [_] if outcome == Outcome::Rejected => found.push(Violation::new(Kind::StoredThoughRejected, what)),
        [row] => {
            let first = attempted.receipts.first();
            let other = attempted.receipts.iter().find(|receipt| receipt.id != row.id || Some(*receipt) != first);
            let other =
                other.map(|receipt| format!("{what}: stored as {}, acknowledged as {:?}, {receipt:?}", row.id, first));
            found.extend(other.map(|what| Violation::new(Kind::Altered, what)));
        }
        rows => found.push(Violation::new(Kind::Duplicated, format!("{what}: {} rows", rows.len()))),
    }
}

fn turned_away(participant: &Remembered, rejection: &str) -> Violation {
    Violation::new(Kind::TurnedAway, format!("{}: {rejection}", participant.username))
}

fn strangers(participants: &[Remembered], people: &[Person]) -> Vec<Violation> {
    let known: HashSet<&str> = participants.iter().map(|participant| participant.username.as_str()).collect();
    let strangers = people.iter().filter(|person| !known.contains(person.username.as_str()));
    strangers.map(|person| Violation::new(Kind::Invented, format!("participant {}", person.username))).collect()
}
