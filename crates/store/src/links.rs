//! Accounts that a recruitment link opens, without a password.
//!
//! The keyed hash of the recruitment ID names the account. A link has a visit that can be used once. It is stored with
//! the attempt that used it, so that a browser whose reply was lost can repeat the call, and nobody else.

use crate::identity::{self, Account};
use crate::prelude::*;
use crate::sessions::{NewSession, open_session, revoke_account_sessions};

/// A visit by a link, as keyed hashes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The visit.
    pub visit: Digest,
    /// The call that uses it; the same if the call is repeated.
    pub attempt: Digest,
}

/// How a link or an e-mail resumes a participation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It is enough each time: a signed link, or the link in an e-mail.
    Lasting,
    /// The visit must not have been used.
    NewVisit(Visit),
    /// Only a repeat of the call that used the visit.
    Repeat(Visit),
}

/// The result of [`resume`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Resumed {
    /// The session is open, and the other ones of the account have ended.
    Done,
    /// The visit was used before. Nothing has changed.
    Used,
    /// The account has a password, so links don't open it. Nothing has changed.
    HasPassword,
}

/// The account that links with this recruitment ID open.
pub async fn account(store: &Store, person: &Digest) -> Result<Option<Account>, StoreError> {
    store.optional(sql!("link/account"), &bind![person], identity::account).await
}

/// Whether a visit was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisitState {
    /// By nobody.
    New,
    /// By the same attempt, whose reply was lost.
    Own,
    /// By another attempt.
    Used,
}

/// Whether a visit was used, before what it proves is looked up. [`resume`] decides.
pub async fn visit_state(store: &Store, visit: &Visit) -> Result<VisitState, StoreError> {
    let attempt: Option<Digest> = store.optional(sql!("link/attempt"), &bind![&visit.visit], used_by).await?;
    Ok(match attempt {
        None => VisitState::New,
        Some(attempt) if attempt == visit.attempt => VisitState::Own,
        Some(_) => VisitState::Used,
    })
}

/// Whether another attempt has used the visit.
pub async fn is_used(tx: &mut Tx, visit: &Visit) -> Result<bool, StoreError> {
    Ok(attempt(tx, visit).await?.is_some_and(|attempt| attempt != visit.attempt))
}

/// Names the person whose links open a new account, and records the visit that began it, unless visits don't count.
pub async fn begin(tx: &mut Tx, account: &str, person: &Digest, visit: Option<&Visit>) -> Result<(), StoreError> {
    tx.execute(sql!("link/name"), &bind![account, person]).await?;
    match visit {
        // Another attempt has used it since `is_used`: once more, and that says so.
        Some(visit) if !use_visit(tx, visit).await? => Err(tx.conflict("use a visit")),
        _ => Ok(()),
    }
}

/// Opens a session for an account without a password, and ends its other sessions: who comes back by a link may be
/// somebody else, and then the owner notices.
pub async fn resume(tx: &mut Tx, proof: &Proof, session: &NewSession) -> Result<Resumed, StoreError> {
    let account = &session.account_id;
    // Its row is locked, so that of two visits at once, the later one ends the session of the earlier one.
    if tx.execute(sql!("link/lock_without_password"), &bind![account]).await? == 0 {
        return Ok(Resumed::HasPassword);
    }
    let is_proven = match proof {
        Proof::Lasting => true,
        Proof::NewVisit(visit) => use_visit(tx, visit).await?,
        Proof::Repeat(visit) => attempt(tx, visit).await? == Some(visit.attempt),
    };
    if !is_proven {
        return Ok(Resumed::Used);
    }
    revoke_account_sessions(tx, account, session.at, "opened by a link").await?;
    open_session(tx, session).await?;
    Ok(Resumed::Done)
}

/// Sets the password of an account without one; false if it has one. Links don't open it from then on.
pub async fn set_password(tx: &mut Tx, account: &str, hash: &str) -> Result<bool, StoreError> {
    Ok(tx.execute(sql!("link/set_password"), &bind![account, hash]).await? == 1)
}

/// Whether the visit is this attempt's, from now on or from before.
async fn use_visit(tx: &mut Tx, visit: &Visit) -> Result<bool, StoreError> {
    match attempt(tx, visit).await? {
        Some(attempt) => Ok(attempt == visit.attempt),
        None if tx.execute(sql!("link/visit"), &bind![&visit.visit, &visit.attempt]).await? == 0 => {
            Err(tx.conflict("use a visit"))
        }
        None => Ok(true),
    }
}

async fn attempt(tx: &mut Tx, visit: &Visit) -> Result<Option<Digest>, StoreError> {
    tx.optional(sql!("link/attempt"), &bind![&visit.visit], used_by).await
}

fn used_by(row: &Row<'_>) -> Result<Digest, StoreError> {
    row.digest()
}
