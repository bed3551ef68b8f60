//! How participations ended, and quotas on answers.
//!
//! A participant who is turned away before the arms differ gives the slot back in the transaction that stores the
//! answers; after that, the slot stays taken, and so does that of a participant whose later part is ended. A quota
//! counts the participants who have a slot, so that those who leave before the arms differ make room.

use unmask_study::definition::wave::MAIN;
use unmask_study::definition::{Outcome, WaveId};
use unmask_study::screening::QuotaLimit;
use unmask_study::waves::WaveState;
use unmask_study::webhooks::EventKind;

use crate::allocation::{self, SlotRequest};
use crate::prelude::*;
use crate::progress::{self, Advance};
use crate::{invitations, waves, webhooks};

/// What the answers of a submission decide about a participation.
#[derive(Clone, Debug)]
pub struct Screened {
    /// The quotas in which the participant counts from now on, unless one of them is full.
    pub quotas: Vec<QuotaLimit>,
    /// What happens if one is full; without quotas, what happens.
    pub turned_away: TurnedAway,
}

/// The end of the participation in a part before its last page.
#[derive(Clone, Debug)]
pub struct TurnedAway {
    /// The part; `main` is the first one.
    pub wave: WaveId,
    /// Why.
    pub outcome: Outcome,
    /// A move to the same page: the participant goes no further.
    pub stay: Advance,
    /// The reply, JSON.
    pub receipt_json: String,
}

/// The end of a participation in a wave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The wave; `main` is the first part.
    pub wave: WaveId,
    /// How it ended.
    pub outcome: Outcome,
    /// When.
    pub at: Millis,
}

impl Screened {
    /// Whether the participant is turned away. If quotas decide it, no other transaction can fill them meanwhile.
    pub(crate) async fn is_turned_away(&self, tx: &mut Tx, participant: &str) -> Result<bool, StoreError> {
        Ok(self.quotas.is_empty() || is_full(tx, participant, &self.quotas).await?)
    }
}

/// Whether one of these quotas is full without the participant.
async fn is_full(tx: &mut Tx, participant: &str, quotas: &[QuotaLimit]) -> Result<bool, StoreError> {
    tx.execute(sql!("allocation/one_by_one"), &[]).await?;
    for quota in quotas {
        let taken = tx.optional(sql!("quota/taken"), &bind![&quota.id, participant], value::<i64>).await?;
        if taken.unwrap_or(0) >= i64::from(quota.limit) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// How many participants with a slot count in a quota, as the rule counts them.
pub async fn taken(store: &Store, quota: &str) -> Result<i64, StoreError> {
    // Nobody has the empty ID, so that nobody is left out.
    let taken = store.optional(sql!("quota/taken"), &bind![quota, ""], value::<i64>).await?;
    Ok(taken.unwrap_or(0))
}

/// The quotas in which a participant counts, by ID.
pub(crate) async fn quotas(store: &Store, participant: &str) -> Result<Vec<String>, StoreError> {
    store.all(sql!("quota/of_participant"), &bind![participant], value::<String>).await
}

pub(crate) async fn join(tx: &mut Tx, participant: &str, quotas: &[QuotaLimit]) -> Result<(), StoreError> {
    for quota in quotas {
        tx.execute(sql!("quota/insert"), &bind![participant, &quota.id]).await?;
    }
    Ok(())
}

/// Stores the outcome of a part. With that of the first part, the slot is given back if the arms did not differ so far.
pub(crate) async fn turn_away(
    tx: &mut Tx,
    participant: &str,
    wave: WaveId,
    outcome: Outcome,
    at: Millis,
) -> Result<(), StoreError> {
    record(tx, participant, wave, outcome, at).await?;
    // Who completed the first part keeps the slot.
    if wave == MAIN {
        allocation::give_back(tx, participant).await?;
    }
    Ok(())
}

/// Ends the participation in a part with a move that would have completed it: the participant stays where they are
/// (`stay`). False if they have moved meanwhile.
pub async fn end(tx: &mut Tx, stay: &Advance, wave: WaveId, outcome: Outcome) -> Result<bool, StoreError> {
    if !progress::advance(tx, stay).await? {
        return Ok(false);
    }
    turn_away(tx, &stay.participant, wave, outcome, stay.stamp.at).await?;
    Ok(true)
}

/// Stores an outcome, and the event for webhooks. The first one of a wave stays.
pub(crate) async fn record(
    tx: &mut Tx,
    participant: &str,
    wave: WaveId,
    outcome: Outcome,
    at: Millis,
) -> Result<(), StoreError> {
    let params = bind![participant, wave.name(), outcome.name(), at];
    if tx.execute(sql!("outcome/insert"), &params).await? == 1 {
        webhooks::queue(tx, participant, outcome.into(), Some(wave), at).await?;
    }
    Ok(())
}

/// Turns a returning participant away whose quota became full after their slot was released. `limits` are those of the
/// study. Returns whether the participant is turned away, now or before.
async fn turn_away_on_return(
    tx: &mut Tx,
    participant: &str,
    limits: &[QuotaLimit],
    at: Millis,
) -> Result<bool, StoreError> {
    if tx.optional(sql!("outcome/turned_away"), &bind![participant], |_| Ok(())).await?.is_some() {
        return Ok(true);
    }
    let own = tx.all(sql!("quota/of_participant"), &bind![participant], value::<String>).await?;
    let quotas: Vec<QuotaLimit> = limits.iter().filter(|quota| own.contains(&quota.id)).cloned().collect();
    if quotas.is_empty() || !is_full(tx, participant, &quotas).await? {
        return Ok(false);
    }
    turn_away(tx, participant, MAIN, Outcome::QuotaFull, at).await?;
    Ok(true)
}

/// Gives a free slot to a participant without one, who returns or who has reached the block of allocation, unless a
/// quota of theirs is full by now; then they are turned away. `limits` are the quotas of their study version. False if
/// nothing of it happened, because no slot is free or the target is reached.
pub async fn come_back(
    tx: &mut Tx,
    participant: &str,
    asks: SlotRequest,
    limits: &[QuotaLimit],
    at: Millis,
) -> Result<bool, StoreError> {
    // In one transaction, so that two who return at once do not both take the last place of a quota.
    Ok(turn_away_on_return(tx, participant, limits, at).await?
        || allocation::reclaim(tx, participant, asks, at).await?.is_some())
}

/// Turns a participant away for whom no slot is left at the block at which they would be allocated.
pub async fn turn_away_unallocated(tx: &mut Tx, participant: &str, at: Millis) -> Result<(), StoreError> {
    turn_away(tx, participant, MAIN, Outcome::QuotaFull, at).await
}

/// The IDs of people who started a version of the study, consented by this time, and are in the first part still.
pub async fn overdue(store: &Store, study_version: &str, consented_by: Millis) -> Result<Vec<String>, StoreError> {
    store.all(sql!("outcome/overdue"), &bind![study_version, consented_by], value).await
}

/// The IDs of people who started a version of the study, began a later part by this time, and are in it still. `limit`
/// are the milliseconds that they have; whoever's time ends after the part is over has missed it instead.
pub async fn overdue_later(
    store: &Store,
    study_version: &str,
    wave: WaveId,
    begun_by: Millis,
    limit: Millis,
) -> Result<Vec<String>, StoreError> {
    let before_it_is_over = unmask_study::waves::GRACE - limit;
    let params = bind![study_version, wave.name(), begun_by, before_it_is_over];
    store.all(sql!("outcome/overdue_later"), &params, value).await
}

/// Ends a part for a participant whose time limit passed, unless they completed it or withdrew meanwhile; whether it
/// did. Who is in the first part and has not seen what differs between the arms gives the slot back.
pub async fn time_out(tx: &mut Tx, participant: &str, wave: WaveId, at: Millis) -> Result<bool, StoreError> {
    // A concurrent submission becomes stale, and is then stored as one that is late.
    tx.execute(sql!("progress/outdate"), &bind![participant]).await?;
    if wave != MAIN {
        let ended = tx.execute(sql!("outcome/time_out_later"), &bind![participant, wave.name(), at]).await? == 1;
        if ended {
            webhooks::queue(tx, participant, EventKind::TimedOut, Some(wave), at).await?;
        }
        return Ok(ended);
    }
    let ended = tx.execute(sql!("outcome/time_out"), &bind![participant, at]).await? == 1;
    if ended {
        allocation::give_back(tx, participant).await?;
        webhooks::queue(tx, participant, EventKind::TimedOut, Some(MAIN), at).await?;
    }
    Ok(ended)
}

/// Records that a participant will not take part in the later parts that are planned for them and not over, and deletes
/// what invites them. False if they have begun one of these parts, or if none is left that they could decline; true
/// again if they declined before.
pub async fn decline(tx: &mut Tx, participant: &str, now: Millis) -> Result<bool, StoreError> {
    // A concurrent beginning of a part waits until this is complete, or is complete before.
    tx.execute(sql!("progress/hold"), &bind![participant]).await?;
    let parts = waves::of_participant(tx, participant).await?;
    let in_state = |of: &[WaveState]| -> Vec<WaveId> {
        parts.iter().filter(|(_, course)| of.contains(&course.state(now))).map(|(wave, _)| *wave).collect()
    };
    if !in_state(&[WaveState::Started]).is_empty() {
        return Ok(false);
    }
    let to_come = in_state(&[WaveState::Waiting, WaveState::Open]);
    if to_come.is_empty() {
        return Ok(!in_state(&[WaveState::Declined]).is_empty());
    }
    // The beginning that waits becomes stale.
    tx.execute(sql!("progress/outdate"), &bind![participant]).await?;
    for wave in to_come {
        record(tx, participant, wave, Outcome::Declined, now).await?;
    }
    invitations::stop(tx, participant, now).await?;
    Ok(true)
}

/// How the participations of a participant ended, in order.
pub async fn outcomes(store: &Store, participant: &str) -> Result<Vec<Ended>, StoreError> {
    let at = |column| stored::ValueLocation { table: "outcome", column, row: participant };
    let read =
        |row: &Row<'_>| Ok(Ended { wave: row.word(at("wave"))?, outcome: row.word(at("outcome"))?, at: row.next()? });
    store.all(sql!("outcome/of_participant"), &bind![participant], read).await
}
