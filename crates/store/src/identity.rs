//! Accounts: who a participant is. Accounts are not research data, and data packages contain nothing of them.

use serde::{Deserialize, Serialize};

use crate::prelude::*;
use crate::sessions::revoke_account_sessions;
use crate::stored::{ValueLocation, word};

/// Role of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Takes part in the study.
    Participant,
    /// Runs the study: the admin, or one of the [researchers].
    Admin,
}

/// An account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// ID, created by the caller.
    pub id: String,
    /// The username as typed.
    pub username: String,
    /// The normalised username; unique.
    pub username_key: String,
    /// Argon2id hash in PHC string format; empty if the account has no password ([`crate::links`]).
    pub password_hash: String,
    /// The role.
    pub role: Role,
    /// Optional.
    pub first_name: Option<String>,
    /// Optional.
    pub last_name: Option<String>,
    /// When it was created.
    pub created_at: Millis,
}

impl Account {
    /// Whether somebody can sign in with a password.
    pub fn has_password(&self) -> bool {
        !self.password_hash.is_empty()
    }
}

pub(crate) fn account(row: &Row<'_>) -> Result<Account, StoreError> {
    let id: String = row.next()?;
    Ok(columns!(row => Account { username, username_key, password_hash, role: word(role(&id)), first_name, last_name,
        created_at; id }))
}

pub(crate) fn role(account: &str) -> ValueLocation<'_> {
    ValueLocation { table: "account", column: "role", row: account }
}

/// The account with this normalised username.
pub async fn account_by_key(store: &Store, username_key: &str) -> Result<Option<Account>, StoreError> {
    store.optional(sql!("account/by_key"), &bind![username_key], account).await
}

/// The account with this ID.
pub async fn account_by_id(store: &Store, id: &str) -> Result<Option<Account>, StoreError> {
    store.optional(sql!("account/by_id"), &bind![id], account).await
}

pub(crate) async fn name_taken(tx: &mut Tx, username_key: &str) -> Result<bool, StoreError> {
    Ok(tx.optional(sql!("account/by_key"), &bind![username_key], |_| Ok(())).await?.is_some())
}

/// Stores a new account; false if its username is taken.
pub(crate) async fn insert(tx: &mut Tx, new: &Account) -> Result<bool, StoreError> {
    let role = word(new.role)?;
    let params = bind![
        &new.id,
        &new.username,
        &new.username_key,
        &new.password_hash,
        &role,
        &new.first_name,
        &new.last_name,
        new.created_at
    ];
    Ok(tx.execute(sql!("account/insert"), &params).await? == 1)
}

/// Changes both names; `None` removes one.
pub async fn set_names(tx: &mut Tx, account: &str, first: Option<&str>, last: Option<&str>) -> Result<(), StoreError> {
    tx.execute(sql!("account/set_names"), &bind![account, first, last]).await.map(|_| ())
}

/// Changes the password and ends all sessions of the account.
pub async fn set_password(tx: &mut Tx, account: &str, hash: &str, at: Millis) -> Result<(), StoreError> {
    tx.execute(sql!("account/set_password"), &bind![account, hash]).await?;
    revoke_account_sessions(tx, account, at, "password changed").await
}

/// Admins with other usernames, without researchers. There is one admin: a new username takes over the role.
pub async fn other_admins(store: &Store, username_key: &str) -> Result<Vec<Account>, StoreError> {
    store.all(sql!("account/other_admins"), &bind![username_key], account).await
}

/// Researchers: those who use the console beside the admin. Their [`Role`] is that of the admin, too.
pub async fn researchers(store: &Store) -> Result<Vec<Account>, StoreError> {
    store.all(sql!("account/researchers"), &[], account).await
}

/// Normalised usernames of those who can use the console: the admin and the researchers.
pub async fn with_console(snapshot: &mut Snapshot) -> Result<Vec<String>, StoreError> {
    snapshot.all(sql!("account/with_console"), &[], value).await
}

/// Adds a researcher, or sets the password of one and ends their sessions. Returns false if the username belongs to
/// the admin or a participant.
pub async fn upsert_researcher(tx: &mut Tx, new: &Account) -> Result<bool, StoreError> {
    let params = bind![&new.id, &new.username, &new.username_key, &new.password_hash, new.created_at];
    let Some(id) = tx.optional(sql!("account/upsert_researcher"), &params, value::<String>).await? else {
        return Ok(false);
    };
    revoke_account_sessions(tx, &id, new.created_at, "password changed").await?;
    Ok(true)
}

/// Deletes the account of a researcher with its sessions. Returns false if there is none with this normalised username.
/// Their [unblinding](crate::study::Unblindings) stays: they still know the arms if they are added again.
pub async fn remove_researcher(tx: &mut Tx, username_key: &str) -> Result<bool, StoreError> {
    let researchers = tx.all(sql!("account/researchers"), &[], account).await?;
    let Some(found) = researchers.into_iter().find(|one| one.username_key == username_key) else {
        return Ok(false);
    };
    delete(tx, &found.id).await?;
    Ok(true)
}

async fn delete(tx: &mut Tx, id: &str) -> Result<(), StoreError> {
    tx.execute(sql!("session/delete_account"), &bind![id]).await?;
    tx.execute(sql!("account/delete"), &bind![id]).await.map(|_| ())
}

/// Creates the admin, or sets its password to that of `admin` and ends its sessions. Returns its ID. Admins with other
/// usernames and their sessions are deleted. If a participant has that username, it returns an error and changes
/// nothing.
pub async fn upsert_admin(tx: &mut Tx, admin: &Account) -> Result<String, StoreError> {
    let params = bind![
        &admin.id,
        &admin.username,
        &admin.username_key,
        &admin.password_hash,
        &admin.first_name,
        &admin.last_name,
        admin.created_at
    ];
    let id = tx.optional(sql!("account/upsert_admin"), &params, value::<String>).await?;
    let id = id.ok_or_else(|| StoreError::Internal("a participant has the admin's name".into()))?;
    revoke_account_sessions(tx, &id, admin.created_at, "password changed").await?;
    for other in tx.all(sql!("account/other_admins"), &bind![&admin.username_key], account).await? {
        delete(tx, &other.id).await?;
    }
    Ok(id)
}
