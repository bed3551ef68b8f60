//! Sessions: families of rotating tokens, of which only hashes are stored.

use unmask_study::definition::Outcome;

use crate::identity::{Role, role};
use crate::participants::{self, Participant};
use crate::prelude::*;
use crate::progress::ProgressRow;

/// A session to open; its tokens are generation 0.
#[derive(Clone, Debug)]
pub struct NewSession {
    /// ID of the family, created by the caller.
    pub family: String,
    /// Account ID.
    pub account_id: String,
    /// SHA-256 of the access token.
    pub access_hash: Digest,
    /// SHA-256 of the refresh token.
    pub refresh_hash: Digest,
    /// End of the access token.
    pub access_until: Millis,
    /// End without a refresh.
    pub idle_until: Millis,
    /// Absolute end.
    pub until: Millis,
    /// Now.
    pub at: Millis,
}

/// The caller.
#[derive(Clone, Debug, PartialEq)]
pub struct Authenticated {
    /// Session.
    pub family: String,
    /// Generation of its tokens.
    pub generation: i64,
    /// Whether the current tokens are known to have arrived. If not, call [`mark_successor_used`].
    pub successor_used: bool,
    /// Account.
    pub account_id: String,
    /// The role.
    pub role: Role,
    /// Username of the account.
    pub username: String,
    /// The participant behind it; none for the admin.
    pub participant: Option<ParticipantState>,
}

/// A participant with their position.
#[derive(Clone, Debug, PartialEq)]
pub struct ParticipantState {
    /// The participant, with status.
    pub participant: Participant,
    /// The position.
    pub progress: ProgressRow,
    /// Version of the last consent.
    pub consented: Option<String>,
    /// How the first part of the study ended, if it did.
    pub outcome: Option<Outcome>,
}

/// A session as the refresh call needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRow {
    /// Id.
    pub family: String,
    /// Account ID.
    pub account_id: String,
    /// Rotations so far.
    pub generation: i64,
    /// SHA-256 of the current refresh token.
    pub refresh_hash: Digest,
    /// SHA-256 of the previous refresh token.
    pub previous_refresh_hash: Option<Digest>,
    /// Last rotation.
    pub rotated_at: Millis,
    /// Whether the current tokens were used.
    pub successor_used: bool,
    /// End without a refresh.
    pub idle_until: Millis,
    /// Absolute end.
    pub until: Millis,
    /// Ended.
    pub revoked_at: Option<Millis>,
}

/// The next generation of tokens.
#[derive(Clone, Debug)]
pub struct Rotation {
    /// Session.
    pub family: String,
    /// The generation that it follows.
    pub from_generation: i64,
    /// SHA-256 of the new access token.
    pub access_hash: Digest,
    /// SHA-256 of the new refresh token.
    pub refresh_hash: Digest,
    /// End of the new access token.
    pub access_until: Millis,
    /// New end without a refresh.
    pub idle_until: Millis,
    /// Now.
    pub at: Millis,
}

/// Opens a session, unless the account was erased meanwhile; then its tokens are invalid.
pub async fn open_session(tx: &mut Tx, new: &NewSession) -> Result<(), StoreError> {
    let params = bind![
        &new.family,
        &new.account_id,
        &new.access_hash,
        &new.refresh_hash,
        new.access_until,
        new.idle_until,
        new.until,
        new.at
    ];
    tx.execute(sql!("session/insert"), &params).await.map(|_| ())
}

/// The caller with this access token and their position, in one statement. It is not cached, so that signing out takes
/// effect immediately on all servers.
pub async fn authenticate(
    store: &Store,
    access_hash: &Digest,
    now: Millis,
) -> Result<Option<Authenticated>, StoreError> {
    store.optional(sql!("session/authenticate"), &bind![access_hash, now], authenticated).await
}

/// Whether a session is valid, independently of its tokens. Media tickets depend on it.
pub async fn is_alive(store: &Store, family: &str, now: Millis) -> Result<bool, StoreError> {
    let found = store.optional(sql!("session/is_alive"), &bind![family, now], value::<i64>).await?;
    Ok(found.is_some())
}

/// The username of the account whose session it is, if the session is valid.
pub async fn username(store: &Store, family: &str, now: Millis) -> Result<Option<String>, StoreError> {
    store.optional(sql!("session/username"), &bind![family, now], value).await
}

fn authenticated(row: &Row<'_>) -> Result<Authenticated, StoreError> {
    let (family, generation, successor_used) = (row.next()?, row.next()?, row.flag()?);
    let account_id: String = row.next()?;
    let (role, username) = (row.word(role(&account_id))?, row.next()?);
    let participant = row.next::<Option<String>>()?.map(|id| state(&id, row)).transpose()?;
    Ok(Authenticated { family, generation, successor_used, account_id, role, username, participant })
}

fn state(id: &str, row: &Row<'_>) -> Result<ParticipantState, StoreError> {
    let at = stored::ValueLocation { table: "outcome", column: "outcome", row: id };
    Ok(ParticipantState {
        participant: participants::read(id.to_owned(), row)?,
        progress: columns!(row => ProgressRow { revision, step, page, memory, at }),
        consented: row.next()?,
        outcome: row.optional_word(at)?,
    })
}

/// The session of a refresh token: current, previous or spent. If the hash is neither of the two in the row, the token
/// is spent, and its use is a reuse.
pub async fn session_by_refresh(tx: &mut Tx, hash: &Digest) -> Result<Option<SessionRow>, StoreError> {
    let read = |row: &Row<'_>| {
        Ok(columns!(row => SessionRow { family, account_id, generation, refresh_hash: digest,
            previous_refresh_hash: optional_digest, rotated_at, successor_used: flag, idle_until, until, revoked_at }))
    };
    tx.optional(sql!("session/by_refresh"), &bind![hash], read).await
}

/// Advances to the next generation; false if another request did so meanwhile, or the session has ended.
pub async fn rotate(tx: &mut Tx, to: &Rotation) -> Result<bool, StoreError> {
    tx.execute(sql!("session/spend_previous"), &bind![&to.family, to.from_generation]).await?;
    let params =
        bind![&to.family, to.from_generation, &to.access_hash, &to.refresh_hash, to.access_until, to.idle_until, to.at];
    Ok(tx.execute(sql!("session/rotate"), &params).await? == 1)
}

/// Records that the tokens of a generation have arrived: the previous ones become invalid.
pub async fn mark_successor_used(tx: &mut Tx, family: &str, generation: i64) -> Result<(), StoreError> {
    tx.execute(sql!("session/mark_successor_used"), &bind![family, generation]).await.map(|_| ())
}

/// Ends a session; false if it has ended before. The first reason is kept.
pub async fn revoke_family(tx: &mut Tx, family: &str, at: Millis, reason: &str) -> Result<bool, StoreError> {
    Ok(tx.execute(sql!("session/revoke"), &bind![family, at, reason]).await? == 1)
}

/// Ends all sessions whose IDs begin with this. It has letters, digits, hyphens and full stops.
pub async fn revoke_families(tx: &mut Tx, prefix: &str, at: Millis, reason: &str) -> Result<(), StoreError> {
    let pattern = format!("{prefix}%");
    tx.execute(sql!("session/revoke_families"), &bind![&pattern, at, reason]).await.map(|_| ())
}

/// Ends all sessions of an account.
pub async fn revoke_account_sessions(tx: &mut Tx, account: &str, at: Millis, reason: &str) -> Result<(), StoreError> {
    tx.execute(sql!("session/revoke_account"), &bind![account, at, reason]).await.map(|_| ())
}

/// Sessions that have not ended.
pub async fn open_sessions(store: &Store, now: Millis) -> Result<i64, StoreError> {
    Ok(store.optional(sql!("session/open"), &bind![now], value).await?.unwrap_or(0))
}

/// Deletes sessions that ended before `before`, with their spent tokens. Returns how many.
pub async fn prune(tx: &mut Tx, before: Millis) -> Result<u64, StoreError> {
    tx.execute(sql!("session/prune"), &bind![before]).await
}
