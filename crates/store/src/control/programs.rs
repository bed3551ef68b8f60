//! Tokens of programs. A token acts with a role in a study, until it expires or is revoked. Only its hash is stored.

use super::people::StudyRole;
use crate::prelude::*;
use crate::stored::ValueLocation;

/// A token to add.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// ID, created by the caller. The audit logs record it.
    pub id: String,
    /// What it is for, in words.
    pub name: String,
    /// ID of the study, or [`ALL_STUDIES`](super::people::ALL_STUDIES).
    pub study: String,
    /// What it may do: the scope.
    pub role: StudyRole,
    /// Whether it may unblind itself.
    pub may_unblind: bool,
    /// SHA-256 of the token.
    pub hash: Digest,
    /// Who created it.
    pub created_by: String,
    /// Now.
    pub at: Millis,
    /// When it expires.
    pub until: Millis,
}

/// A token that a call has shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownToken {
    /// ID.
    pub id: String,
    /// What it is for.
    pub name: String,
    /// ID of the study, or [`ALL_STUDIES`](super::people::ALL_STUDIES).
    pub study: String,
    /// What it may do.
    pub role: StudyRole,
    /// Whether it may unblind itself.
    pub may_unblind: bool,
    /// When it expires.
    pub until: Millis,
    /// When it was last used, to the minute.
    pub used_at: Option<Millis>,
    /// Who created it.
    pub created_by: String,
}

/// A token in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedToken {
    /// ID.
    pub id: String,
    /// What it is for.
    pub name: String,
    /// ID of the study, or [`ALL_STUDIES`](super::people::ALL_STUDIES).
    pub study: String,
    /// What it may do.
    pub role: StudyRole,
    /// Whether it may unblind itself.
    pub may_unblind: bool,
    /// When it was created.
    pub created_at: Millis,
    /// When it expires.
    pub until: Millis,
    /// When it was last used, to the minute.
    pub used_at: Option<Millis>,
    /// Who created it.
    pub created_by: String,
}

fn role(token: &str) -> ValueLocation<'_> {
    ValueLocation { table: "program_token", column: "role", row: token }
}

/// The token with this hash, expired or not.
pub async fn token_by_hash(store: &Store, hash: &Digest) -> Result<Option<ShownToken>, StoreError> {
    let read = |row: &Row<'_>| {
        let id: String = row.next()?;
        Ok(
            columns!(row => ShownToken { name, study, role: word(role(&id)), may_unblind: flag, until, used_at, created_by; id }),
        )
    };
    store.optional(sql!("control/token_by_hash"), &bind![hash], read).await
}

/// Whether the token with this ID is valid.
pub async fn is_valid(store: &Store, id: &str, now: Millis) -> Result<bool, StoreError> {
    let found: Option<String> = store.optional(sql!("control/valid_token"), &bind![id, now], value).await?;
    Ok(found.is_some())
}

/// All tokens, newest first.
pub async fn tokens(store: &Store) -> Result<Vec<ListedToken>, StoreError> {
    let read = |row: &Row<'_>| {
        let id: String = row.next()?;
        Ok(
            columns!(row => ListedToken { name, study, role: word(role(&id)), may_unblind: flag, created_at, until, used_at, created_by; id }),
        )
    };
    store.all(sql!("control/tokens"), &[], read).await
}

/// Adds a token.
pub async fn add_token(tx: &mut Tx, new: &NewToken) -> Result<(), StoreError> {
    let NewToken { id, name, study, role, may_unblind, hash, created_by, at, until } = new;
    let params = bind![id, name, study, role.name(), *may_unblind, hash, created_by, *at, *until];
    tx.execute(sql!("control/add_token"), &params).await.map(|_| ())
}

/// Records that a token was used.
pub async fn token_used(tx: &mut Tx, id: &str, at: Millis) -> Result<(), StoreError> {
    tx.execute(sql!("control/token_used"), &bind![id, at]).await.map(|_| ())
}

/// Revokes a token; false if there is none with this ID.
pub async fn revoke_token(tx: &mut Tx, id: &str) -> Result<bool, StoreError> {
    Ok(tx.execute(sql!("control/revoke_token"), &bind![id]).await? == 1)
}

/// Revokes the tokens of a study, which was deleted.
pub async fn remove_tokens_of_study(tx: &mut Tx, study: &str) -> Result<(), StoreError> {
    tx.execute(sql!("control/remove_tokens_of_study"), &bind![study]).await.map(|_| ())
}
