//! Comparisons with the recruiter's list of submissions: when the next one is due, which server makes it, and what the
//! last one found. Recruitment IDs are not stored with it.

use serde::Serialize;
use serde_json::Value;
use unmask_study::definition::WaveId;

use crate::prelude::*;

/// When the participants are compared, and the result of the last time.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// When it is due.
    pub next_at: Millis,
    /// Until then, a server may be making it.
    pub reserved_until: Option<Millis>,
    /// Failures since the last one that succeeded.
    pub attempts: i64,
    /// When the last one failed; none if it succeeded.
    pub failed_at: Option<Millis>,
    /// Why it failed.
    pub failure: Option<Value>,
    /// When the last one succeeded.
    pub compared_at: Option<Millis>,
    /// Its result without people.
    pub result: Option<Value>,
}

/// A case to check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Participant code.
    pub code: String,
    /// The part of the study.
    pub wave: WaveId,
    /// What was found.
    pub finding: String,
    /// The status at the recruiter; empty if the list does not contain the person.
    pub status: String,
}

/// The comparison with a recruiter; none if there was never one to be made.
pub async fn comparison(store: &Store, recruiter: &str) -> Result<Option<Comparison>, StoreError> {
    let read = |row: &Row<'_>| {
        let at = |column| stored::ValueLocation { table: "comparison", column, row: recruiter };
        Ok(Comparison {
            next_at: row.next()?,
            reserved_until: row.next()?,
            attempts: row.next()?,
            failed_at: row.next()?,
            failure: row.optional_json(at("failure"))?,
            compared_at: row.next()?,
            result: row.optional_json(at("result"))?,
        })
    };
    store.optional(sql!("comparison/one"), &bind![recruiter], read).await
}

/// Makes a comparison due now; false if one is being made.
pub async fn plan(tx: &mut Tx, recruiter: &str, now: Millis) -> Result<bool, StoreError> {
    Ok(tx.execute(sql!("comparison/plan"), &bind![recruiter, now]).await? == 1)
}

/// Makes the first comparison due now. Later ones stay as they are.
pub async fn plan_first(tx: &mut Tx, recruiter: &str, now: Millis) -> Result<(), StoreError> {
    tx.execute(sql!("comparison/plan_first"), &bind![recruiter, now]).await.map(|_| ())
}

/// Reserves a comparison that is due, so that only one server makes it; false if none is due, or if another server
/// reserved it.
pub async fn reserve(tx: &mut Tx, recruiter: &str, now: Millis, until: Millis) -> Result<bool, StoreError> {
    Ok(tx.execute(sql!("comparison/reserve"), &bind![recruiter, now, until]).await? == 1)
}

/// Records the result of a comparison in place of the last one. Cases of participants who were erased meanwhile are
/// left out.
pub async fn record_success(
    tx: &mut Tx,
    recruiter: &str,
    now: Millis,
    next_at: Millis,
    result: &impl Serialize,
    cases: &[Case],
) -> Result<(), StoreError> {
    let result = stored::json(result)?;
    tx.execute(sql!("comparison/succeed"), &bind![recruiter, now, next_at, &result]).await?;
    tx.execute(sql!("comparison/delete_cases"), &[]).await?;
    for (number, case) in (1_i64..).zip(cases) {
        let params = bind![number, &case.code, case.wave.name(), &case.finding, &case.status];
        tx.execute(sql!("comparison/insert_case"), &params).await?;
    }
    Ok(())
}

/// Records why a comparison failed. The result of the last one stays.
pub async fn record_failure(
    tx: &mut Tx,
    recruiter: &str,
    now: Millis,
    next_at: Millis,
    failure: &impl Serialize,
) -> Result<(), StoreError> {
    let failure = stored::json(failure)?;
    tx.execute(sql!("comparison/fail"), &bind![recruiter, now, next_at, &failure]).await.map(|_| ())
}

/// The cases to check of the last comparison.
pub async fn cases(store: &Store) -> Result<Vec<Case>, StoreError> {
    let read = |row: &Row<'_>| {
        let code: String = row.next()?;
        let wave = row.word(stored::ValueLocation { table: "comparison_case", column: "wave", row: &code })?;
        Ok(Case { wave, finding: row.next()?, status: row.next()?, code })
    };
    store.all(sql!("comparison/cases"), &[], read).await
}

/// The cases of a participant: part, what was found, and the status at the recruiter.
pub(crate) async fn of_participant(
    store: &Store,
    participant: &str,
) -> Result<Vec<(String, String, String)>, StoreError> {
    let read = |row: &Row<'_>| Ok((row.next()?, row.next()?, row.next()?));
    store.all(sql!("comparison/of_participant"), &bind![participant], read).await
}
