//! Lists of bonuses for the recruiter's bulk payment: for the command line and the console the same.

use std::collections::HashSet;

use anyhow::{Context as _, Result};
use serde_json::{Map, Value, json};
use unmask_store::bonus::{self, NewLine, NewRun};
use unmask_store::{AuditAction, Store, StoreError, audit, submissions};
use unmask_study::Study;
use unmask_study::bonus::{Scored, decimal};
use unmask_study::definition::Bonus;
use unmask_study::definition::wave::MAIN;

use crate::auth::recruitment::{bonus_hash, plain_id};
use crate::base::clock::Millis;
use crate::base::secrets::ServerKey;

/// Somebody who gets a bonus.
pub struct Payee {
    /// The recruitment ID.
    pub id: String,
    pub cents: i64,
    /// Of a new run.
    pub new: Option<NewPayee>,
}

/// Somebody of a new run.
pub struct NewPayee {
    /// Participant code.
    pub code: String,
    line: NewLine,
}

/// Who gets what, and how many are not listed.
#[derive(Default)]
pub struct List {
    /// In the order of their IDs.
    pub payees: Vec<Payee>,
    /// Those who are in an earlier run.
    pub before: usize,
    /// Those whose answers are worth nothing.
    pub nothing: usize,
    /// Those whose ID cannot be a line of the file: people type the link with which they come.
    pub unusable: usize,
    /// Those of an earlier run whose data were erased since.
    pub erased: usize,
}

impl List {
    /// Those who completed the part and are in no run.
    pub async fn new(store: &Store, key: &ServerKey, study: &Study, rule: &Bonus, parameter: &str) -> Result<Self> {
        let mut list = Self::default();
        let mut listed = HashSet::new();
        for one in bonus::completed(store, rule.after.unwrap_or(MAIN)).await? {
            let Some(id) = one.recruitment[parameter].as_str().and_then(plain_id) else { continue };
            let person = bonus_hash(key, &study.file, &id);
            if listed.contains(&id) || bonus::is_listed(store, &person).await? {
                list.before += 1;
            } else if !is_usable(&id) {
                list.unusable += 1;
            } else {
                let cents = rule.cents(&scored(store, &one.participant).await?);
                let line = NewLine { person, participant: one.participant, cents };
                if cents == 0 {
                    list.nothing += 1;
                } else {
                    listed.insert(id.clone());
                    list.payees.push(Payee { id, cents, new: Some(NewPayee { code: one.code, line }) });
                }
            }
        }
        list.payees.sort_by(|one, other| one.id.cmp(&other.id));
        Ok(list)
    }

    /// Those of an earlier run.
    pub async fn repeated(store: &Store, number: i64, parameter: &str) -> Result<Self> {
        let mut list = Self::default();
        for line in bonus::lines(store, number).await? {
            let id = line.recruitment.and_then(|ids| ids[parameter].as_str().and_then(plain_id));
            match id {
                Some(id) => list.payees.push(Payee { id, cents: line.cents, new: None }),
                None => list.erased += 1,
            }
        }
        list.payees.sort_by(|one, other| one.id.cmp(&other.id));
        Ok(list)
    }

    /// The sum of all amounts, in hundredths of the currency's unit.
    pub fn total(&self) -> i64 {
        self.payees.iter().map(|payee| payee.cents).sum()
    }

    /// What the recruiter reads: lines with ID and amount, without a header.
    pub fn lines(&self) -> Vec<u8> {
        let line = |payee: &Payee| format!("{},{}\n", payee.id, decimal(payee.cents));
        self.payees.iter().map(line).collect::<String>().into_bytes()
    }

    /// Records a new run in the ledger and in the audit log, before its file is published: its number. None, and
    /// nothing is stored, if another run has listed one of its people meanwhile.
    pub async fn record(&self, store: &Store, act: Act<'_>, run: RunOf<'_>) -> Result<Option<i64>, StoreError> {
        let lines = self.payees.iter().filter_map(|payee| payee.new.as_ref().map(|new| new.line.clone())).collect();
        let RunOf { parameter, currency, sha256 } = run;
        let run = NewRun {
            at: act.at,
            currency: currency.to_owned(),
            parameter: parameter.to_owned(),
            sha256: sha256.to_owned(),
            lines,
        };
        let (actor, people, total) = (act.actor.to_owned(), run.lines.len(), decimal(self.total()));
        let recorded = store.write(async move |tx| {
            let number = bonus::record(tx, &run).await?;
            if let Some(number) = number {
                let details = json!({ "run": number, "people": people, "total": total, "currency": run.currency,
                    "sha256": run.sha256 });
                audit::audit(tx, run.at, &actor, AuditAction::ListBonuses, &details).await?;
            }
            Ok::<_, StoreError>(number)
        });
        recorded.await
    }

    /// Records in the audit log that the file of a run is written once more.
    pub async fn record_again(&self, store: &Store, act: Act<'_>, number: i64, sha256: &str) -> Result<(), StoreError> {
        let details = json!({ "run": number, "again": true, "people": self.payees.len(), "sha256": sha256 });
        let (actor, at) = (act.actor.to_owned(), act.at);
        let logged =
            store.write(async move |tx| audit::audit(tx, at, &actor, AuditAction::ListBonuses, &details).await);
        logged.await
    }
}

/// Who writes a list, and when.
#[derive(Clone, Copy)]
pub struct Act<'a> {
    pub actor: &'a str,
    pub at: Millis,
}

/// The file of a new run.
#[derive(Clone, Copy)]
pub struct RunOf<'a> {
    /// The parameter of the link whose IDs are listed.
    pub parameter: &'a str,
    pub currency: &'a str,
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: &'a str,
}

/// Recruiters' IDs are letters and digits. Anything else in a line could be another amount, or a formula.
pub(super) fn is_usable(id: &str) -> bool {
    id.starts_with(|c: char| c.is_ascii_alphanumeric())
        && id.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c))
}

async fn scored(store: &Store, participant: &str) -> Result<Vec<Scored>> {
    let all = submissions::submissions(store, participant).await?;
    let read = |one: submissions::Submission| {
        let scores: Map<String, Value> = serde_json::from_str(&one.scores).context("can't read stored scores")?;
        Ok(Scored { item: one.item, attempt: one.attempt, correct: one.correct, scores })
    };
    all.into_iter().map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_id_of_letters_and_digits_becomes_a_line() {
        for id in ["5f3a9b", "A1B2-C3", "1234", "a_b.c"] {
            assert!(is_usable(id), "{id}");
        }
        for id in ["5f3,100.00", "5f3\n5f4", "=1+1", "-5f3", "a b", "5f3;7", "zoë", "\"5f3\"", ""] {
            assert!(!is_usable(id), "{id}");
        }
    }
}
