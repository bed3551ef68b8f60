//! Submissions. Each is stored exactly once, even if it is sent repeatedly.

use crate::outcomes::{self, Screened, TurnedAway};
use crate::prelude::*;
pub use crate::progress::{Advance, move_to};
use crate::progress::{advance, enter_step};
use unmask_study::flow::Stage;
use unmask_study::quality::Flag;

/// A submission. Its natural key is (participant, item, attempt, stage).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// ID, created by the caller; the number of the receipt.
    pub id: String,
    /// Participant ID.
    pub participant: String,
    /// What, see `unmask_study::flow::Record`.
    pub item: String,
    /// From 1.
    pub attempt: i64,
    /// Of a judgement with advice.
    pub stage: Stage,
    /// The page it was submitted on.
    pub page: String,
    /// The step it was submitted on.
    pub step: i64,
    /// Answers by variable, JSON.
    pub answers: String,
    /// Whether a judgement is correct; null for other items.
    pub correct: Option<bool>,
    /// Scores by scale, JSON.
    pub scores: String,
    /// The feedback that was shown, JSON.
    pub verdict: Option<String>,
    /// Times and exposure as the browser measured them, JSON.
    pub evidence: Option<String>,
    /// The browser's `Idempotency-Key`.
    pub key: Option<String>,
    /// SHA-256 of the call and its body: distinguishes a repeat from another answer.
    pub body_hash: Digest,
    /// Hash of the bundle.
    pub study_version: String,
    /// Quality flags.
    pub flags: Vec<Flag>,
    /// Now.
    pub stamp: Stamp,
}

/// The receipt of a stored submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredReceipt {
    /// Id of the submission.
    pub id: String,
    /// When it was stored.
    pub at: Millis,
    /// The reply as sent, JSON.
    pub receipt_json: String,
}

/// The result of a submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// Stored now.
    Stored,
    /// Stored now, and the participant takes part no more.
    TurnedAway,
    /// Already stored, with the first receipt.
    Repeat(StoredReceipt),
    /// The same key or the same attempt, with another body. The first one stays.
    Conflict,
    /// The participant has moved meanwhile. Nothing is stored.
    Stale,
}

/// Stores a submission and its move, both or neither. The row is inserted only if the participant has not moved
/// meanwhile, and the move itself is a compare-and-set.
pub async fn submit(
    tx: &mut Tx,
    submission: &Submission,
    to: &Advance,
    receipt_json: &str,
) -> Result<Saved, StoreError> {
    store(tx, submission, to, receipt_json).await
}

/// The same for answers that may end the participation: either the move is stored and the participant counts in the
/// quotas, or they are turned away.
pub async fn submit_screened(
    tx: &mut Tx,
    submission: &Submission,
    to: &Advance,
    receipt_json: &str,
    screened: &Screened,
) -> Result<Saved, StoreError> {
    let participant = &submission.participant;
    // Before anything is written, so that no transaction waits for another one that waits for this one.
    if !screened.is_turned_away(tx, participant).await? {
        let saved = store(tx, submission, to, receipt_json).await?;
        if saved == Saved::Stored {
            outcomes::join(tx, participant, &screened.quotas).await?;
        }
        return Ok(saved);
    }
    let TurnedAway { wave, outcome, stay, receipt_json } = &screened.turned_away;
    let saved = store(tx, submission, stay, receipt_json).await?;
    if saved != Saved::Stored {
        return Ok(saved);
    }
    outcomes::turn_away(tx, participant, *wave, *outcome, stay.stamp.at).await?;
    Ok(Saved::TurnedAway)
}

async fn store(tx: &mut Tx, submission: &Submission, to: &Advance, receipt_json: &str) -> Result<Saved, StoreError> {
    if !insert(tx, submission, to.from_revision, receipt_json).await? {
        let s = submission;
        let params = bind![&s.participant, &s.key, &s.item, s.attempt, s.stage.name()];
        let before = tx.optional(sql!("submission/repeat"), &params, |row| judged(row, &s.body_hash)).await?;
        return Ok(before.unwrap_or(Saved::Stale));
    }
    if !advance(tx, to).await? {
        return Err(tx.conflict("store a submission"));
    }
    if to.step != submission.step {
        enter_step(tx, &to.participant, to.step, &to.page, to.stamp).await?;
    }
    Ok(Saved::Stored)
}

/// Inserts the row if the participant's position is still the one of `from_revision`; whether it did.
pub(crate) async fn insert(tx: &mut Tx, s: &Submission, from_revision: i64, receipt: &str) -> Result<bool, StoreError> {
    let params = bind![
        &s.id,
        &s.participant,
        from_revision,
        &s.item,
        s.attempt,
        &s.page,
        s.step,
        &s.answers,
        s.correct,
        &s.scores,
        &s.verdict,
        &s.evidence,
        &s.key,
        &s.body_hash,
        receipt,
        &s.study_version,
        s.stamp.at,
        s.stamp.measured,
        s.stage.name()
    ];
    let new = tx.execute(sql!("submission/insert"), &params).await? == 1;
    for flag in s.flags.iter().filter(|_| new) {
        tx.execute(sql!("submission/flag"), &bind![&s.participant, &stored::word(flag)?, &s.item, s.stamp.at]).await?;
    }
    Ok(new)
}

/// Number of submissions of a participant from this time on.
pub async fn since(store: &Store, participant: &str, at: Millis) -> Result<i64, StoreError> {
    Ok(store.optional(sql!("submission/since"), &bind![participant, at], value).await?.unwrap_or(0))
}

/// Whether it was already stored: [`Saved::Repeat`], [`Saved::Conflict`] or none. Call it before the page flow is
/// checked, because a repeat gets its receipt even if the participant has moved on.
pub async fn find_repeat(
    store: &Store,
    participant: &str,
    key: Option<&str>,
    item: &str,
    (attempt, stage): (i64, Stage),
    body_hash: &Digest,
) -> Result<Option<Saved>, StoreError> {
    let params = bind![participant, key, item, attempt, stage.name()];
    store.optional(sql!("submission/repeat"), &params, |row| judged(row, body_hash)).await
}

fn judged(row: &Row<'_>, body_hash: &Digest) -> Result<Saved, StoreError> {
    let receipt = StoredReceipt { id: row.next()?, at: row.next()?, receipt_json: row.next()? };
    Ok(if row.digest()? == *body_hash { Saved::Repeat(receipt) } else { Saved::Conflict })
}

/// Everything that a participant submitted, in order.
pub async fn submissions(store: &Store, participant: &str) -> Result<Vec<Submission>, StoreError> {
    store.all(sql!("submission/of_participant"), &bind![participant], submission).await
}

/// Everything whose item starts with `prefix` (`flow-a/`), in order.
pub async fn submissions_of_item_prefix(
    store: &Store,
    participant: &str,
    prefix: &str,
) -> Result<Vec<Submission>, StoreError> {
    const OF_PREFIX: Statement = sql!("submission/of_prefix");
    store.all(OF_PREFIX, &bind![participant, prefix], submission).await
}

fn submission(row: &Row<'_>) -> Result<Submission, StoreError> {
    let flags = Vec::new();
    let id: String = row.next()?;
    let of = id.clone();
    let stage = stored::ValueLocation { table: "submission", column: "stage", row: &of };
    Ok(
        columns!(row => Submission { participant, item, attempt, stage: word(stage), page, step, answers, correct: optional_flag, scores,
        verdict, evidence, key, body_hash: digest, study_version, stamp: stamp; id, flags }),
    )
}
