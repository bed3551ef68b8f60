//! Waits after failed sign-ins, for each key: the name that was submitted, known or not.
//!
//! Callers should give a keyed hash of the name, so that no names are kept here.

use crate::engine::{Row, bind};
use crate::statement::sql;
use crate::{Millis, StoreError, Tx};

const SECOND: Millis = 1000;
const HOUR: Millis = 3600 * SECOND;
const DAY: Millis = 24 * HOUR;
/// Failures before the first wait.
const FREE: i64 = 4;
/// Failures in a row that are looked at; then a day's pause.
const MOST: i64 = 100;

/// Whether a sign-in may be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// It may.
    Open,
    /// Not for so many milliseconds.
    Wait(Millis),
}

struct Counted {
    attempts: i64,
    open_at: Millis,
    last_at: Millis,
}

/// Lets an attempt through and counts it at once as failed, so that a burst of attempts in parallel
/// gets no further than the same attempts one by one. A success forgets the count.
pub async fn login_gate(tx: &mut Tx, key: &str, now: Millis) -> Result<Gate, StoreError> {
    let Some(counted) = get(tx, key).await? else {
        if tx.execute(sql!("throttle/insert"), &bind![key, now]).await? == 0 {
            return Err(tx.lost_race("count a sign-in"));
        }
        return Ok(Gate::Open);
    };
    if counted.open_at > now {
        return Ok(Gate::Wait(counted.open_at - now));
    }
    let forgotten = now - counted.last_at >= DAY;
    let attempts = if forgotten { 1 } else { counted.attempts + 1 };
    let params = bind![key, counted.attempts, attempts, now + wait_after(attempts), now];
    if tx.execute(sql!("throttle/count"), &params).await? == 0 {
        return Err(tx.lost_race("count a sign-in"));
    }
    Ok(Gate::Open)
}

/// Starts the wait anew: the attempt may have stood in the queue for password hashing for a while.
pub async fn login_failed(tx: &mut Tx, key: &str, now: Millis) -> Result<(), StoreError> {
    let attempts = get(tx, key).await?.map_or(0, |counted| counted.attempts);
    let wait = wait_after(attempts);
    if wait > 0 {
        tx.execute(sql!("throttle/postpone"), &bind![key, attempts, now + wait, now]).await?;
    }
    Ok(())
}

/// Forgets the failures.
pub async fn login_succeeded(tx: &mut Tx, key: &str) -> Result<(), StoreError> {
    tx.execute(sql!("throttle/forget"), &bind![key]).await.map(|_| ())
}

/// Deletes counts that no longer matter at `now`. Returns how many.
pub async fn prune(tx: &mut Tx, now: Millis) -> Result<u64, StoreError> {
    tx.execute(sql!("throttle/prune"), &bind![now - DAY]).await
}

async fn get(tx: &mut Tx, key: &str) -> Result<Option<Counted>, StoreError> {
    let read = |row: &Row<'_>| Ok(Counted { attempts: row.next()?, open_at: row.next()?, last_at: row.next()? });
    tx.optional(sql!("throttle/get"), &bind![key], read).await
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
