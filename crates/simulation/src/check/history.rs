//! Acknowledged ⊆ stored ⊆ attempted, each once, each participant once.

use std::collections::{HashMap, HashSet};

use super::{Kind, Violation};
use crate::log::{Attempted, Outcome, Remembered};
use crate::stored::{Person, Row, Stored};

pub(super) fn check(robots: &[Remembered], stored: &Stored) -> Vec<Violation> {
    let mut found = Vec::new();
    if stored.strays != 0 {
        found.push(Violation::new(Kind::Invented, "participants, accounts and positions do not belong together"));
    }
    let mut rows: HashMap<(&str, Option<&str>), Vec<&Row>> = HashMap::new();
    for row in &stored.rows {
        rows.entry((&row.participant, row.key.as_deref())).or_default().push(row);
    }
    for robot in robots {
        let person = one_person(robot, &stored.people, &mut found);
        for attempted in &robot.submissions {
            let rows = person.and_then(|person| rows.remove(&(&person.id, Some(&attempted.key)))).unwrap_or_default();
            judge(robot, attempted, &rows, &mut found);
        }
        found.extend(robot.refusals.iter().map(|said| turned_away(robot, said)));
        if !robot.finished && robot.left.is_none() && robot.refusals.is_empty() {
            found.push(Violation::new(Kind::Unfinished, format!("{} did not reach /end", robot.username)));
        }
    }
    let invented = rows.into_values().flatten().map(|row| {
        Violation::new(Kind::Invented, format!("row {} ({}) was not sent by any participant", row.id, row.item))
    });
    found.extend(invented);
    found.extend(strangers(robots, &stored.people));
    found
}

fn one_person<'a>(robot: &Remembered, people: &'a [Person], found: &mut Vec<Violation>) -> Option<&'a Person> {
    let mut own = people.iter().filter(|person| person.username == robot.username);
    let person = own.next();
    let told = robot.code.as_ref();
    match person {
        Some(person) if told.is_some_and(|code| *code != person.code) => {
            found.push(Violation::new(Kind::Altered, format!("{} received another code", robot.username)));
        }
        Some(person) if person.consents != 1 => {
            let what = format!("{} consented once; stored {} times", robot.username, person.consents);
            found.push(Violation::new(if person.consents == 0 { Kind::Lost } else { Kind::Duplicated }, what));
        }
        None if told.is_some() => {
            found.push(Violation::new(Kind::Lost, format!("the registration of {}", robot.username)));
        }
        _ => {}
    }
    if own.next().is_some() {
        found.push(Violation::new(Kind::Duplicated, format!("the registration of {}", robot.username)));
    }
    person
}

fn judge(robot: &Remembered, attempted: &Attempted, rows: &[&Row], found: &mut Vec<Violation>) {
    let what = format!("{} {} under {}", robot.username, attempted.path, attempted.key);
    let outcome = attempted.outcome();
    match rows {
        [] if outcome == Outcome::Acknowledged => found.push(Violation::new(Kind::Lost, what)),
        [] => {}
        [_] if outcome == Outcome::Refused => found.push(Violation::new(Kind::StoredThoughRefused, what)),
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

fn turned_away(robot: &Remembered, said: &str) -> Violation {
    Violation::new(Kind::TurnedAway, format!("{}: {said}", robot.username))
}

fn strangers(robots: &[Remembered], people: &[Person]) -> Vec<Violation> {
    let known: HashSet<&str> = robots.iter().map(|robot| robot.username.as_str()).collect();
    let strangers = people.iter().filter(|person| !known.contains(person.username.as_str()));
    strangers.map(|person| Violation::new(Kind::Invented, format!("participant {}", person.username))).collect()
}
