//! Bonuses: who was listed for one, once and for good.
//!
//! A run is recorded before its file is published. If the program is killed in between, nobody has the file, and it can
//! be written again from the record ([`lines`]). The other order could list a person twice.

use serde_json::Value;
use unmask_study::definition::WaveId;

use crate::prelude::*;

/// Somebody who completed the part that a bonus is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completed {
    /// Participant ID.
    pub participant: String,
    /// Participant code.
    pub code: String,
    /// IDs from the recruitment link.
    pub recruitment: Value,
}

/// A run to record.
#[derive(Clone, Debug)]
pub struct NewRun {
    /// Now.
    pub at: Millis,
    /// The currency of the amounts.
    pub currency: String,
    /// The parameter of the link whose IDs are listed.
    pub parameter: String,
    /// SHA-256 of the file, in hexadecimal.
    pub sha256: String,
    /// Who is listed.
    pub lines: Vec<NewLine>,
}

/// A person in a run.
#[derive(Clone, Debug)]
pub struct NewLine {
    /// Keyed hash of the recruitment ID. It stays when the participant is erased.
    pub person: Digest,
    /// Participant ID.
    pub participant: String,
    /// The amount, in hundredths of the currency's unit.
    pub cents: i64,
}

/// A recorded run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// When it was recorded.
    pub at: Millis,
    /// The currency of the amounts.
    pub currency: String,
    /// The parameter of the link whose IDs were listed.
    pub parameter: String,
    /// SHA-256 of its file.
    pub sha256: String,
}

/// A recorded line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// IDs from the recruitment link; none if the participant was erased.
    pub recruitment: Option<Value>,
    /// The amount, in hundredths of the currency's unit.
    pub cents: i64,
}

/// Participants with a recruitment ID who completed this part, also if they withdrew afterwards and their data were
/// kept. Without simulated ones.
pub async fn completed(store: &Store, wave: WaveId) -> Result<Vec<Completed>, StoreError> {
    let wave = stored::word(wave)?;
    let read = |row: &Row<'_>| {
        let (participant, code): (String, String) = (row.next()?, row.next()?);
        let at = stored::ValueLocation { table: "participant", column: "recruitment", row: &participant };
        let recruitment = row.json(at)?;
        Ok(Completed { participant, code, recruitment })
    };
    store.all(sql!("bonus/completed"), &bind![&wave], read).await
}

/// Whether a person was listed in any run.
pub async fn is_listed(store: &Store, person: &Digest) -> Result<bool, StoreError> {
    Ok(store.optional(sql!("bonus/listed"), &bind![person], |_| Ok(())).await?.is_some())
}

/// Records a run and returns its number. None, and nothing is stored, if one of its people is in a run already: another
/// run was faster.
pub async fn record(tx: &mut Tx, run: &NewRun) -> Result<Option<i64>, StoreError> {
    for line in &run.lines {
        if tx.optional(sql!("bonus/listed"), &bind![&line.person], |_| Ok(())).await?.is_some() {
            return Ok(None);
        }
    }
    let number: i64 = tx.optional(sql!("bonus/next_run"), &[], value).await?.unwrap_or(1);
    let params = bind![number, run.at, &run.currency, &run.parameter, &run.sha256];
    if tx.execute(sql!("bonus/insert_run"), &params).await? == 0 {
        return Err(tx.conflict("number a run"));
    }
    for line in &run.lines {
        let params = bind![&line.person, number, &line.participant, line.cents];
        if tx.execute(sql!("bonus/insert"), &params).await? == 0 {
            return Err(tx.conflict("list a person"));
        }
    }
    Ok(Some(number))
}

/// The run with this number.
pub async fn run(store: &Store, number: i64) -> Result<Option<Run>, StoreError> {
    let read = |row: &Row<'_>| Ok(columns!(row => Run { at, currency, parameter, sha256 }));
    store.optional(sql!("bonus/run"), &bind![number], read).await
}

/// A recorded run in the list of runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunSummary {
    /// Number, from 1.
    pub number: i64,
    /// When it was recorded.
    pub at: Millis,
    /// The currency of the amounts.
    pub currency: String,
    /// How many people it listed.
    pub people: i64,
    /// The sum of their amounts, in hundredths of the currency's unit.
    pub cents: i64,
}

/// All runs, the newest first.
pub async fn runs(store: &Store) -> Result<Vec<RunSummary>, StoreError> {
    store.list(sql!("bonus/runs"), |row| Ok(columns!(row => RunSummary { number, at, currency, people, cents }))).await
}

/// The lines of a run.
pub async fn lines(store: &Store, number: i64) -> Result<Vec<Line>, StoreError> {
    let read = |row: &Row<'_>| {
        let at = stored::ValueLocation { table: "participant", column: "recruitment", row: "(bonus)" };
        Ok(Line { recruitment: row.optional_json(at)?, cents: row.next()? })
    };
    store.all(sql!("bonus/lines"), &bind![number], read).await
}

/// The run in which a participant was listed, and the amount.
pub(crate) async fn of_participant(store: &Store, participant: &str) -> Result<Option<(i64, i64)>, StoreError> {
    store.optional(sql!("bonus/of_participant"), &bind![participant], |row| Ok((row.next()?, row.next()?))).await
}
