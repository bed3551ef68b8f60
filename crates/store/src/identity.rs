//! Accounts: who a participant is. Nothing here is research data, and exports never read it.

use serde::{Deserialize, Serialize};

use crate::prelude::*;
use crate::sessions::revoke_account_sessions;
use crate::stored::{Place, word};

/// What an account may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Takes part in the study.
    Participant,
    /// Runs it.
    Admin,
}

/// An account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// Id, made by the caller.
    pub id: String,
    /// The name as it was typed.
    pub username: String,
    /// The name as it is compared; unique.
    pub username_key: String,
    /// Argon2id in its own text form.
    pub password_hash: String,
    /// What it may do.
    pub role: Role,
    /// Given on a voluntary basis.
    pub first_name: Option<String>,
    /// Given on a voluntary basis.
    pub last_name: Option<String>,
    /// When it was made.
    pub created_at: Millis,
}

fn account(row: &Row<'_>) -> Result<Account, StoreError> {
    let id: String = row.next()?;
    Ok(columns!(row => Account { username, username_key, password_hash, role: word(role(&id)), first_name, last_name,
        created_at; id }))
}

pub(crate) fn role(account: &str) -> Place<'_> {
    Place { table: "account", column: "role", row: account }
}

/// The account of a name in its compared form.
pub async fn account_by_key(store: &Store, username_key: &str) -> Result<Option<Account>, StoreError> {
    store.optional(sql!("account/by_key"), &bind![username_key], account).await
}

/// The account of an id.
pub async fn account_by_id(store: &Store, id: &str) -> Result<Option<Account>, StoreError> {
    store.optional(sql!("account/by_id"), &bind![id], account).await
}

pub(crate) async fn name_taken(tx: &mut Tx, username_key: &str) -> Result<bool, StoreError> {
    Ok(tx.optional(sql!("account/by_key"), &bind![username_key], |_| Ok(())).await?.is_some())
}

/// Stores a new account; false if its name is taken.
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

/// Admins of other names: there is one admin, and a new name takes the role from the old one.
pub async fn other_admins(store: &Store, username_key: &str) -> Result<Vec<Account>, StoreError> {
    store.all(sql!("account/other_admins"), &bind![username_key], account).await
}

/// Creates the admin, or gives it the password of `admin` and ends its sessions. Returns its id. Admins of other names
/// are gone afterwards, and so are their sessions. An account of a participant with that name is an error and stays as
/// it is.
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
        tx.execute(sql!("session/delete_account"), &bind![&other.id]).await?;
        tx.execute(sql!("account/delete"), &bind![&other.id]).await?;
    }
    Ok(id)
}
