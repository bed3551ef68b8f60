//! Waits after failed sign-ins. Two counts are kept: that of anyone who tries (a device that the name has signed in
//! from before, or else a network together with the name), and that of the name, for all strangers together.
//!
//! So a stranger who guesses makes themselves wait, and not the owner of the name: the owner's device has a count
//! of its own, and so has the owner's network. Who shares a network with a guesser can't be told from them, so waits
//! are short until it is plain that nobody mistypes so often. Once strangers have failed often, all of them are slow:
//! each network must have waited since it last knocked, [`PATIENCE`] at most, and no other network can make that
//! longer. However many networks a guesser has, a name is guessed at [`A_DAY`] times a day in the long run, and never
//! more than twice as often.
//!
//! Callers should give keyed hashes, so that no names and no addresses are kept here.

use crate::prelude::*;

const SECOND: Millis = 1000;
const HOUR: Millis = 3600 * SECOND;
const DAY: Millis = 24 * HOUR;
/// The clocks of several servers are no further apart.
const SKEW: Millis = 5 * 60 * SECOND;
/// Failures of one device or network before its first wait.
const FREE: i64 = 4;
/// Its failures in a row that nobody has by mistyping (NIST SP 800-63B, section 5.2.2); from then on one an hour.
const MOST: i64 = 100;
/// Failures of all strangers with one name, before each of their tries needs patience.
const STRANGERS: i64 = 25;
/// How long a stranger then has to wait between two tries, and before the first.
const PATIENCE: Millis = 60 * SECOND;
/// Failures of all strangers with one name that are looked at on a day, on average.
const A_DAY: i64 = 240;
/// So much of the day each of them uses up; a day's worth may come at once.
const SHARE: Millis = DAY / A_DAY;

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
    /// Of a device or network: when it may try again. Of all strangers: until when their share of time is used up.
    open_at: Millis,
    last_at: Millis,
}

/// Lets an attempt through and counts it at once as failed, so that a burst of attempts in parallel
/// gets no further than the same attempts one by one. A success takes it back.
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

/// Starts the wait anew: the attempt may have stood in the queue for password hashing for a while.
pub async fn login_failed(tx: &mut Tx, attempt: &Attempt, now: Millis) -> Result<(), StoreError> {
    let attempts = get(tx, &attempt.own, now).await?.map_or(0, |counted| counted.attempts);
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
        tx.execute(sql!("throttle/uncount"), &bind![key, SHARE]).await?;
    }
    Ok(())
}

/// Deletes counts that no longer matter at `now`. Returns how many.
pub async fn prune(tx: &mut Tx, now: Millis) -> Result<u64, StoreError> {
    tx.execute(sql!("throttle/prune"), &bind![now - DAY]).await
}

impl Counted {
    /// If the clock was put back, a count from before lies in the future and would be waited for; its wait is over.
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

/// One more, if nobody else has counted meanwhile. What `open_at` becomes follows from what it was and the attempts.
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

/// 5 s from the fifth failure on, doubled each time up to a minute; an hour from the hundredth.
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
    fn waits_grow_from_the_fifth_failure() {
        let waits: Vec<_> = [1, 4, 5, 6, 7, 8, 9, 99, 100, 1000].map(wait_after).map(|ms| ms / SECOND).into();
        assert_eq!(waits, [0, 0, 5, 10, 20, 40, 60, 60, 3600, 3600]);
    }
}
