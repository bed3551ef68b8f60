//! Waits after failed sign-ins. Two counts are stored: one for the source (a device from which the user has signed in
//! before, or else a network together with the username), and one for the username, for all strangers together.
//!
//! So a stranger who guesses has to wait, and not the owner of the username: the owner's device has a separate count,
//! and so has the owner's network. An owner who shares a network with a guesser can't be distinguished from them, so
//! waits are short until the failures exceed typing errors. Once strangers have failed often, all of them are slowed
//! down: each network must wait after its last attempt, at most [`PATIENCE`], and other networks can't prolong that.
//! With any number of networks, a guesser has [`A_DAY`] attempts a day at one username in the long run, and never more
//! than twice as many.
//!
//! Callers pass keyed hashes, so that no usernames and addresses are stored.

use crate::prelude::*;

const SECOND: Millis = 1000;
const HOUR: Millis = 3600 * SECOND;
const DAY: Millis = 24 * HOUR;
/// Maximum difference between the clocks of servers.
const SKEW: Millis = 5 * 60 * SECOND;
/// Failures of one device or network before its first wait.
const FREE: i64 = 4;
/// Consecutive failures that typing errors don't explain (NIST SP 800-63B, section 5.2.2); from then on, one attempt an
/// hour.
const MOST: i64 = 100;
/// Failures of all strangers with one username before each of their attempts has to wait.
const STRANGERS: i64 = 25;
/// How long a stranger then waits between two attempts, and before the first.
const PATIENCE: Millis = 60 * SECOND;
/// Failed attempts of all strangers with one username that are checked per day, on average.
const A_DAY: i64 = 240;
/// The share of a day for each attempt; those of one day may come in a burst.
const SHARE: Millis = DAY / A_DAY;

/// The source of a sign-in, as keys of counts.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// The count of the device or network, for this username.
    pub own: String,
    /// The count of the username. It does not include devices from which the user has signed in before.
    pub strangers: Option<String>,
}

/// Whether a sign-in is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// Allowed.
    Open,
    /// Not for this many milliseconds.
    Wait(Millis),
}

#[derive(Clone, Copy)]
struct Counted {
    attempts: i64,
    /// For a device or network: when it may try again. For all strangers: until when their share of time is used up.
    open_at: Millis,
    last_at: Millis,
}

/// Allows an attempt and immediately counts it as failed, so that concurrent attempts are limited like sequential ones.
/// A success subtracts it.
pub async fn login_gate(tx: &mut Tx, attempt: &Attempt, now: Millis) -> Result<Gate, StoreError> {
    let own = get(tx, &attempt.own, now).await?;
    if let Some(wait) = own.map(|own| own.open_at - now).filter(|wait| *wait > 0) {
        return Ok(Gate::Wait(wait));
    }
    let strangers = match &attempt.strangers {
        Some(key) => get(tx, key, now).await?,
        None => None,
    };
    if let Some(all) = strangers.filter(|all| all.attempts >= STRANGERS && !all.is_forgotten(now)) {
        let knocked = own.map_or(now, |own| own.last_at);
        if own.is_none() {
            insert(tx, &attempt.own, 0, now, now).await?;
        }
        let wait = (knocked + PATIENCE).max(all.open_at + SHARE - DAY) - now;
        if wait > 0 {
            return Ok(Gate::Wait(wait));
        }
    }
    count(tx, &attempt.own, own, |_, attempts| now + wait_after(attempts), now).await?;
    if let Some(key) = &attempt.strangers {
        count(tx, key, strangers, |used_until, _| used_until.max(now) + SHARE, now).await?;
    }
    Ok(Gate::Open)
}

/// How many failures in succession there are with an attempt that was allowed, in the same transaction: of all
/// strangers with this username, or of a device from which the user has signed in before.
pub async fn failures(tx: &mut Tx, attempt: &Attempt, now: Millis) -> Result<i64, StoreError> {
    let key = attempt.strangers.as_ref().unwrap_or(&attempt.own);
    Ok(get(tx, key, now).await?.map_or(0, |counted| counted.attempts))
}

/// Whether the audit log records a failure with this number. Strangers have [`A_DAY`] attempts a day at one username,
/// so they can't fill the log.
pub fn is_recorded(failures: i64) -> bool {
    matches!(failures, 1 | 5 | STRANGERS) || failures > 0 && failures % MOST == 0
}

/// Restarts the wait: the attempt may have waited in the queue for password hashing.
pub async fn login_failed(tx: &mut Tx, attempt: &Attempt, now: Millis) -> Result<(), StoreError> {
    let attempts = get(tx, &attempt.own, now).await?.map_or(0, |counted| counted.attempts);
    let wait = wait_after(attempts);
    if wait > 0 {
        tx.execute(sql!("throttle/postpone"), &bind![&attempt.own, attempts, now + wait, now]).await?;
    }
    Ok(())
}

/// Deletes the failures of this device or network. The count of the username loses only this attempt.
pub async fn login_succeeded(tx: &mut Tx, attempt: &Attempt) -> Result<(), StoreError> {
    tx.execute(sql!("throttle/forget"), &bind![&attempt.own]).await?;
    if let Some(key) = &attempt.strangers {
        tx.execute(sql!("throttle/uncount"), &bind![key, SHARE]).await?;
    }
    Ok(())
}

/// Deletes counts that no longer matter at `now`. Returns how many.
pub async fn prune(tx: &mut Tx, now: Millis) -> Result<u64, StoreError> {
    tx.execute(sql!("throttle/prune"), &bind![now - DAY]).await
}

impl Counted {
    /// If the clock was set back, the times of an earlier count are in the future; then its wait is over.
    fn not_ahead_of(self, now: Millis) -> Self {
        if self.last_at - now > SKEW { Self { open_at: now, last_at: now, ..self } } else { self }
    }

    fn is_forgotten(&self, now: Millis) -> bool {
        now - self.last_at >= DAY
    }
}

async fn get(tx: &mut Tx, key: &str, now: Millis) -> Result<Option<Counted>, StoreError> {
    let read = |row: &Row<'_>| Ok(Counted { attempts: row.next()?, open_at: row.next()?, last_at: row.next()? });
    Ok(tx.optional(sql!("throttle/get"), &bind![key], read).await?.map(|counted| counted.not_ahead_of(now)))
}

/// Adds one, if the count has not changed meanwhile. The new `open_at` follows from the old one and the attempts.
async fn count(
    tx: &mut Tx,
    key: &str,
    before: Option<Counted>,
    open_at: impl FnOnce(Millis, i64) -> Millis,
    now: Millis,
) -> Result<(), StoreError> {
    let Some(before) = before else { return insert(tx, key, 1, open_at(now, 1), now).await };
    let attempts = if before.is_forgotten(now) { 1 } else { before.attempts + 1 };
    let open_at = open_at(before.open_at, attempts);
    let params = bind![key, before.attempts, attempts, open_at, now];
    if tx.execute(sql!("throttle/count"), &params).await? == 0 {
        return Err(tx.conflict("count a sign-in"));
    }
    Ok(())
}

async fn insert(tx: &mut Tx, key: &str, attempts: i64, open_at: Millis, now: Millis) -> Result<(), StoreError> {
    if tx.execute(sql!("throttle/insert"), &bind![key, attempts, open_at, now]).await? == 0 {
        return Err(tx.conflict("count a sign-in"));
    }
    Ok(())
}

/// 5 s after the fifth failure, doubled each time up to a minute; an hour from the hundredth.
fn wait_after(failures: i64) -> Millis {
    match failures {
        ..=FREE => 0,
        MOST.. => HOUR,
        _ => ((5 * SECOND) << (failures - FREE - 1).min(4)).min(60 * SECOND),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_of_many_failures_are_recorded() {
        let recorded: Vec<_> = (0..=400).filter(|failures| is_recorded(*failures)).collect();
        assert_eq!(recorded, [1, 5, 25, 100, 200, 300, 400]);
    }

    #[test]
    fn waits_grow_from_the_fifth_failure() {
        let waits: Vec<_> = [1, 4, 5, 6, 7, 8, 9, 99, 100, 1000].map(wait_after).map(|ms| ms / SECOND).into();
        assert_eq!(waits, [0, 0, 5, 10, 20, 40, 60, 60, 3600, 3600]);
    }
}
