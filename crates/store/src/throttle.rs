//! Waits after failed sign-ins. Two counts are kept: that of whoever tries (a device that the name has signed in
//! from before, or else a network together with the name), and that of the name, for all strangers together.
//!
//! So a stranger who guesses makes themselves wait, and not the owner of the name: the owner's device has a count
//! of its own, and so has the owner's network. Once strangers have failed often, all of them are slow: each network
//! must have waited since it last knocked, [`PATIENCE`] at most, and no other network can make that longer.
//!
//! Callers should give keyed hashes, so that no names and no addresses are kept here.

use crate::engine::{Row, bind};
use crate::statement::sql;
use crate::{Millis, StoreError, Tx};

const SECOND: Millis = 1000;
const HOUR: Millis = 3600 * SECOND;
const DAY: Millis = 24 * HOUR;
/// Failures of one device or network before its first wait.
const FREE: i64 = 4;
/// Its failures in a row that are looked at; then a day's pause.
const MOST: i64 = 100;
/// Failures of all strangers with one name, before each of their tries needs patience.
const STRANGERS: i64 = 25;
/// How long a stranger then has to wait between two tries, and before the first.
const PATIENCE: Millis = 60 * SECOND;

/// Who tries to sign in, as keys of counts.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The count of the device or network, for this name.
    pub own: String,
    /// The count of the name. A device that the name has signed in from before does not take part in it.
    pub strangers: Option<String>,
}

/// Whether a sign-in may be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// It may.
    Open,
    /// Not for so many milliseconds.
    Wait(Millis),
}

#[derive(Clone, Copy)]
struct Counted {
    attempts: i64,
    open_at: Millis,
    last_at: Millis,
}

/// Lets an attempt through and counts it at once as failed, so that a burst of attempts in parallel
/// gets no further than the same attempts one by one. A success takes it back.
pub async fn login_gate(tx: &mut Tx, attempt: &Attempt, now: Millis) -> Result<Gate, StoreError> {
    let own = get(tx, &attempt.own).await?;
    if let Some(wait) = own.map(|own| own.open_at - now).filter(|wait| *wait > 0) {
        return Ok(Gate::Wait(wait));
    }
    let strangers = match &attempt.strangers {
        Some(key) => get(tx, key).await?,
        None => None,
    };
    if strangers.is_some_and(|all| all.attempts >= STRANGERS && !all.is_forgotten(now)) {
        let knocked = own.map_or(now, |own| own.last_at);
        if own.is_none() {
            insert(tx, &attempt.own, 0, now).await?;
        }
        let wait = knocked + PATIENCE - now;
        if wait > 0 {
            return Ok(Gate::Wait(wait));
        }
    }
    count(tx, &attempt.own, own, true, now).await?;
    if let Some(key) = &attempt.strangers {
        count(tx, key, strangers, false, now).await?;
    }
    Ok(Gate::Open)
}

/// Starts the wait anew: the attempt may have stood in the queue for password hashing for a while.
pub async fn login_failed(tx: &mut Tx, attempt: &Attempt, now: Millis) -> Result<(), StoreError> {
    let attempts = get(tx, &attempt.own).await?.map_or(0, |counted| counted.attempts);
    let wait = wait_after(attempts);
    if wait > 0 {
        tx.execute(sql!("throttle/postpone"), &bind![&attempt.own, attempts, now + wait, now]).await?;
    }
    Ok(())
}

/// Forgets the failures of this device or network; the name's count loses only what was no failure.
pub async fn login_succeeded(tx: &mut Tx, attempt: &Attempt) -> Result<(), StoreError> {
    tx.execute(sql!("throttle/forget"), &bind![&attempt.own]).await?;
    if let Some(key) = &attempt.strangers {
        tx.execute(sql!("throttle/uncount"), &bind![key]).await?;
    }
    Ok(())
}

/// Deletes counts that no longer matter at `now`. Returns how many.
pub async fn prune(tx: &mut Tx, now: Millis) -> Result<u64, StoreError> {
    tx.execute(sql!("throttle/prune"), &bind![now - DAY]).await
}

impl Counted {
    fn is_forgotten(&self, now: Millis) -> bool {
        now - self.last_at >= DAY
    }
}

async fn get(tx: &mut Tx, key: &str) -> Result<Option<Counted>, StoreError> {
    let read = |row: &Row<'_>| Ok(Counted { attempts: row.next()?, open_at: row.next()?, last_at: row.next()? });
    tx.optional(sql!("throttle/get"), &bind![key], read).await
}

/// One more, if nobody else has counted meanwhile.
async fn count(tx: &mut Tx, key: &str, before: Option<Counted>, waits: bool, now: Millis) -> Result<(), StoreError> {
    let Some(before) = before else { return insert(tx, key, 1, now).await };
    let attempts = if before.is_forgotten(now) { 1 } else { before.attempts + 1 };
    let open_at = if waits { now + wait_after(attempts) } else { now };
    let params = bind![key, before.attempts, attempts, open_at, now];
    if tx.execute(sql!("throttle/count"), &params).await? == 0 {
        return Err(tx.lost_race("count a sign-in"));
    }
    Ok(())
}

async fn insert(tx: &mut Tx, key: &str, attempts: i64, now: Millis) -> Result<(), StoreError> {
    if tx.execute(sql!("throttle/insert"), &bind![key, attempts, now, now]).await? == 0 {
        return Err(tx.lost_race("count a sign-in"));
    }
    Ok(())
}

/// 30 s from the fifth failure on, doubled each time, an hour at most.
fn wait_after(failures: i64) -> Millis {
    match failures {
        ..=FREE => 0,
        MOST.. => DAY,
        _ => ((30 * SECOND) << (failures - FREE - 1).min(7)).min(HOUR),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_from_the_fifth_failure() {
        let waits: Vec<_> = [1, 4, 5, 6, 7, 11, 12, 99, 100].map(wait_after).map(|ms| ms / SECOND).into();
        assert_eq!(waits, [0, 0, 30, 60, 120, 1920, 3600, 3600, 86400]);
    }
}
