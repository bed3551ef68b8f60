//! Acknowledged ⊆ exported ⊆ attempted, each once, and exported rows equal stored rows, so that the results of the
//! other comparisons also apply to the researcher's data. Each fault of a submission is reported once, so that the
//! violations of a kind can be counted.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::{Map, Value};

use super::violation::{Kind, Violation};
use crate::exported::{ERASED, Exported, Submitted};
use crate::log::{Attempted, Outcome, Remembered};
use crate::stored::{Person, Row, Stored};

/// Participants and their submissions.
pub(super) fn check_people(participants: &[Remembered], stored: &Stored, exported: &Exported) -> Vec<Violation> {
    let mut found = acknowledged(participants, stored, exported);
    found.extend(attempted(participants, stored, exported));
    found.extend(rows(participants, stored, exported));
    found.extend(people(stored, exported));
    found
}

/// Every receipt that a simulated participant got is in the data once. Another comparison checks the owner and the
/// content of the row against the stored row. `history` reports rows that are not stored.
fn acknowledged(participants: &[Remembered], stored: &Stored, exported: &Exported) -> Vec<Violation> {
    let rows = by_receipt(&exported.submissions);
    let kept: HashSet<&str> = stored.rows.iter().map(|row| row.id.as_str()).collect();
    let mut found = Vec::new();
    for participant in participants {
        for receipt in participant.submissions.iter().filter_map(promised) {
            let what = format!("{}, receipt {receipt}", participant.username);
            match rows.get(receipt).map_or(0, Vec::len) {
                0 if kept.contains(receipt) => found.push(not_exported(Kind::Lost, what)),
                0 | 1 => {}
                rows => found.push(not_exported(Kind::Duplicated, format!("{what}: {rows} rows"))),
            }
        }
    }
    found
}

/// The receipt that a simulated participant got for a submission.
fn promised(sent: &Attempted) -> Option<&str> {
    let acknowledged = sent.outcome() == Outcome::Acknowledged;
    sent.receipts.first().filter(|_| acknowledged).map(|receipt| receipt.id.as_str())
}

/// All exported rows were attempted. The data have no keys of attempts: the stored row does.
fn attempted(participants: &[Remembered], stored: &Stored, exported: &Exported) -> Vec<Violation> {
    let sent: HashSet<(&str, &str)> = participants
        .iter()
        .flat_map(|participant| {
            participant.submissions.iter().map(|sent| (participant.username.as_str(), sent.key.as_str()))
        })
        .collect();
    let keys: HashMap<&str, &str> =
        stored.rows.iter().filter_map(|row| Some((row.id.as_str(), row.key.as_deref()?))).collect();
    let invented = exported.submissions.iter().filter(|row| {
        let name = exported.names.get(&row.participant_id);
        let attempt = name.and_then(|name| Some((name.as_str(), *keys.get(row.receipt.as_str())?)));
        attempt.is_none_or(|attempt| !sent.contains(&attempt))
    });
    invented.map(|row| not_exported(Kind::Invented, format!("{row:?}"))).collect()
}

/// The exported rows are the stored ones, with exactly their answers. `receipts` has already reported acknowledged rows
/// that are missing or duplicated.
fn rows(participants: &[Remembered], stored: &Stored, exported: &Exported) -> Vec<Violation> {
    let promised: HashSet<&str> =
        participants.iter().flat_map(|participant| &participant.submissions).filter_map(promised).collect();
    let submissions = by_receipt(&exported.submissions);
    let codes: HashMap<&str, &str> = stored.people.iter().map(|who| (who.id.as_str(), who.code.as_str())).collect();
    let mut answers: HashMap<(&str, &str), Vec<(&str, &str)>> = HashMap::new();
    for row in &exported.responses {
        let key = (row.receipt.as_str(), row.participant_id.as_str());
        answers.entry(key).or_default().push((&row.variable, &row.value));
    }
    let mut found = Vec::new();
    for row in &stored.rows {
        let code = codes.get(row.participant.as_str()).copied().unwrap_or_default();
        let given = answers.remove(&(row.id.as_str(), code)).unwrap_or_default();
        let same = |other: &&Submitted| is_same(row, code, other) && are_same(row, &given);
        let what = format!("row {} ({})", row.id, row.item);
        match submissions.get(row.id.as_str()).map_or(&[][..], Vec::as_slice) {
            [one] if same(one) => {}
            [one] => found.push(not_exported(Kind::Altered, format!("{row:?} as {one:?} with {given:?}"))),
            _ if promised.contains(row.id.as_str()) => {}
            [] => found.push(not_exported(Kind::Lost, what)),
            all => found.push(not_exported(Kind::Duplicated, format!("{what}: {} rows", all.len()))),
        }
    }
    found.extend(answers.into_keys().map(|(receipt, code)| {
        not_exported(Kind::Invented, format!("answers of {code} under receipt {receipt}, which is not stored"))
    }));
    found
}

fn is_same(row: &Row, code: &str, other: &Submitted) -> bool {
    let stored = (code, &row.item, row.attempt, &row.stage, row.step, &row.page);
    (other.participant_id.as_str(), &other.submission, other.attempt, &other.stage, other.step, &other.page) == stored
}

fn are_same(row: &Row, given: &[(&str, &str)]) -> bool {
    let Ok(stored) = serde_json::from_str::<Map<String, Value>>(&row.answers) else { return false };
    let stored: BTreeMap<&str, String> = stored.iter().map(|(name, value)| (name.as_str(), plain(value))).collect();
    let exported: BTreeMap<&str, String> = given.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
    stored == exported && exported.len() == given.len()
}

/// As the data write it (docs/EXPORT.md): words as they are, the shortest number, anything else as JSON.
fn plain(value: &Value) -> String {
    match value {
        Value::String(words) => words.clone(),
        Value::Number(number) => number.as_i64().map_or_else(
            || number.as_f64().map(|number| number.to_string()).unwrap_or_default(),
            |whole| whole.to_string(),
        ),
        other => other.to_string(),
    }
}

/// What the data have for the arm of somebody who was not allocated.
const NOT_ASSIGNED: &str = "NA_not_assigned";

/// All stored participants are exported once, as stored.
fn people(stored: &Stored, exported: &Exported) -> Vec<Violation> {
    let mut found = Vec::new();
    for person in &stored.people {
        let mut own = exported.participants.iter().filter(|one| one.participant_id == person.code);
        let what = format!("participant {}", person.username);
        match (own.next(), own.next()) {
            (None, _) => found.push(not_exported(Kind::Lost, what)),
            (Some(_), Some(_)) => found.push(not_exported(Kind::Duplicated, what)),
            (Some(one), None) => {
                let is = |exported: &str, stored: Option<&String>| exported == stored.map_or(NOT_ASSIGNED, |own| own);
                let same = is(&one.arm, person.arm.as_ref())
                    && is(&one.form, person.form.as_ref())
                    && one.status == person.status
                    && one.place.parse().ok() == person.slot
                    && exported.names.get(&one.participant_id) == Some(&person.username);
                found.extend((!same).then(|| not_exported(Kind::Altered, format!("{what}: {person:?} as {one:?}"))));
            }
        }
    }
    let stranger = |code: &str| !stored.people.iter().any(|person| person.code == code);
    let strangers = exported.participants.iter().filter(|one| stranger(&one.participant_id));
    found.extend(strangers.map(|one| not_exported(Kind::Invented, format!("{one:?}"))));
    found
}

/// The ledger in the data contains the assigned slots, each with its participant.
pub(super) fn check_slots(stored: &Stored, exported: &Exported) -> Vec<Violation> {
    let holder = |number: i64| stored.people.iter().find(|person: &&Person| person.slot == Some(number));
    let taken = stored.slots.iter().filter(|slot| slot.state != "free").map(|slot| {
        let nobody = if slot.state == "withdrawn" { ERASED } else { "" };
        let code = holder(slot.number).map_or_else(|| nobody.to_owned(), |person| person.code.clone());
        (slot.number, (slot.block, &slot.arm, &slot.form, &slot.state, code))
    });
    let taken: BTreeMap<_, _> = taken.collect();
    let ledger = exported.allocations.iter();
    let told: BTreeMap<_, _> = ledger
        .map(|row| (row.place, (row.block, &row.arm, &row.form, &row.state, row.participant_id.clone())))
        .collect();
    if taken == told && told.len() == exported.allocations.len() {
        return Vec::new();
    }
    let wrong = taken.keys().chain(told.keys()).find(|number| taken.get(number) != told.get(number));
    vec![not_exported(Kind::Allocation, format!("the ledger differs from the slots, first at {wrong:?}"))]
}

fn by_receipt(rows: &[Submitted]) -> HashMap<&str, Vec<&Submitted>> {
    let mut by_receipt: HashMap<&str, Vec<&Submitted>> = HashMap::new();
    for row in rows {
        by_receipt.entry(&row.receipt).or_default().push(row);
    }
    by_receipt
}

fn not_exported(kind: Kind, what: impl std::fmt::Display) -> Violation {
    Violation::new(kind, format!("in the export: {what}"))
}
