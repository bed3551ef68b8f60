//! The positions of participants. Every move is a compare-and-set on the revision of the row.

use unmask_study::definition::Outcome;
use unmask_study::definition::wave::MAIN;

use crate::outcomes;
use crate::prelude::*;
use crate::waves::{self, WaveChange};

/// The position of a participant. `page` and `memory` are `unmask_study::progress::Progress` as text and JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgressRow {
    /// Number of moves.
    pub revision: i64,
    /// Index into the arm's steps.
    pub step: i64,
    /// The page.
    pub page: String,
    /// What the step remembers, JSON.
    pub memory: String,
    /// Time of the last move.
    pub at: Millis,
}

/// A move.
#[derive(Clone, Debug)]
pub struct Advance {
    /// Participant ID.
    pub participant: String,
    /// The revision from which the move starts.
    pub from_revision: i64,
    /// The step afterwards.
    pub step: i64,
    /// The page afterwards.
    pub page: String,
    /// The memory afterwards, JSON.
    pub memory: String,
    /// Now.
    pub stamp: Stamp,
    /// Whether the participant is exposed. If true after the first time, it costs a statement.
    pub exposed: bool,
    /// Whether the participant has completed. If true after the first time, it costs a statement.
    pub completed: bool,
    /// What changes in their later waves.
    pub waves: WaveChange,
}

/// The entry into a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepEvent {
    /// The step.
    pub step: i64,
    /// First page of the step.
    pub page: String,
    /// Ordered and measured time.
    pub stamp: Stamp,
}

pub(crate) async fn begin(tx: &mut Tx, participant: &str, page: &str, at: Millis) -> Result<(), StoreError> {
    tx.execute(sql!("progress/insert"), &bind![participant, page, at]).await?;
    enter_step(tx, participant, 0, page, at.into()).await
}

pub(crate) async fn enter_step(
    tx: &mut Tx,
    participant: &str,
    step: i64,
    page: &str,
    stamp: Stamp,
) -> Result<(), StoreError> {
    tx.execute(sql!("progress/step_event"), &bind![participant, step, page, stamp.at, stamp.measured]).await.map(|_| ())
}

/// Moves without a submission; false if the participant has moved meanwhile.
pub async fn move_to(tx: &mut Tx, to: &Advance) -> Result<bool, StoreError> {
    if !advance(tx, to).await? {
        return Ok(false);
    }
    enter_step(tx, &to.participant, to.step, &to.page, to.stamp).await?;
    Ok(true)
}

/// The compare-and-set, and the effects of the move.
pub(crate) async fn advance(tx: &mut Tx, to: &Advance) -> Result<bool, StoreError> {
    let Stamp { at, measured } = to.stamp;
    let params = bind![&to.participant, to.from_revision, to.step, &to.page, &to.memory, at, measured];
    if tx.execute(sql!("progress/advance"), &params).await? == 0 {
        return Ok(false);
    }
    if to.exposed {
        let params = bind![&to.participant, at, measured];
        let slot = tx.optional(sql!("participant/set_exposed"), &params, value::<Option<i64>>).await?;
        if let Some(number) = slot.flatten() {
            tx.execute(sql!("allocation/confirm"), &bind![number]).await?;
        }
    }
    if to.completed {
        tx.execute(sql!("participant/set_completed"), &bind![&to.participant, at, measured]).await?;
        let wave = to.waves.completes.unwrap_or(MAIN);
        outcomes::record(tx, &to.participant, wave, Outcome::Completed, at).await?;
    }
    waves::change(tx, &to.participant, &to.waves, at).await?;
    Ok(true)
}

/// The steps that a participant has entered, in order.
pub async fn steps(store: &Store, participant: &str) -> Result<Vec<StepEvent>, StoreError> {
    let read = |row: &Row<'_>| Ok(StepEvent { step: row.next()?, page: row.next()?, stamp: row.stamp()? });
    store.all(sql!("progress/steps"), &bind![participant], read).await
}
