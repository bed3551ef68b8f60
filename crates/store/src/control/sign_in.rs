//! Signing in without a password: passkeys, and single sign-on at a provider.

use crate::prelude::*;

/// A passkey of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passkey {
    /// The credential's ID in URL-safe base64.
    pub id: String,
    /// What the person calls it.
    pub name: String,
    /// Public key and counter, as JSON.
    pub credential: String,
    /// When it was added.
    pub created_at: Millis,
    /// When it last signed in.
    pub used_at: Option<Millis>,
}

/// What is remembered from the first call of a sign-in, or of a new passkey, to its last.
#[derive(Clone, Debug)]
pub struct Ceremony {
    /// SHA-256 of the secret of the browser that began.
    pub id: Digest,
    /// What it is about. It can't be completed as anything else.
    pub kind: &'static str,
    /// What the last call needs, as JSON.
    pub state: String,
    /// Until when it can be completed.
    pub until: Millis,
}

/// The passkeys of a person, oldest first.
pub async fn passkeys(store: &Store, account: &str) -> Result<Vec<Passkey>, StoreError> {
    let read = |row: &Row<'_>| Ok(columns!(row => Passkey { id, name, credential, created_at, used_at }));
    store.all(sql!("control/passkeys"), &bind![account], read).await
}

/// Adds a passkey; false if it is known already.
pub async fn add_passkey(tx: &mut Tx, account: &str, new: &Passkey) -> Result<bool, StoreError> {
    let params = bind![&new.id, account, &new.name, &new.credential, new.created_at];
    Ok(tx.execute(sql!("control/add_passkey"), &params).await? == 1)
}

/// Records that a passkey has signed its person in, with its new counter; false if it was removed.
pub async fn passkey_used(
    tx: &mut Tx,
    id: &str,
    account: &str,
    credential: &str,
    at: Millis,
) -> Result<bool, StoreError> {
    Ok(tx.execute(sql!("control/passkey_used"), &bind![id, account, credential, at]).await? == 1)
}

/// Removes a passkey of a person; false if they have no such passkey.
pub async fn remove_passkey(tx: &mut Tx, id: &str, account: &str) -> Result<bool, StoreError> {
    Ok(tx.execute(sql!("control/remove_passkey"), &bind![id, account]).await? == 1)
}

/// Removes the passkeys of a person, and their connections with accounts at providers.
pub async fn remove_all(tx: &mut Tx, account: &str) -> Result<(), StoreError> {
    tx.execute(sql!("control/remove_passkeys"), &bind![account]).await?;
    disconnect_provider(tx, account).await.map(|_| ())
}

/// How many ways to sign in a person has: password, passkeys, connections with providers. Until the end of the
/// transaction, no other one of this person is counted.
pub async fn ways(tx: &mut Tx, account: &str) -> Result<i64, StoreError> {
    tx.execute(sql!("control/hold_account"), &bind![account]).await?;
    Ok(tx.optional(sql!("control/ways"), &bind![account], value).await?.unwrap_or(0))
}

/// Forgets ceremonies that were never completed.
pub async fn prune(tx: &mut Tx, now: Millis) -> Result<(), StoreError> {
    tx.execute(sql!("control/forget_ceremonies"), &bind![now]).await.map(|_| ())
}

/// Remembers a ceremony, and forgets those that were never completed.
pub async fn begin_ceremony(tx: &mut Tx, new: &Ceremony, now: Millis) -> Result<(), StoreError> {
    tx.execute(sql!("control/forget_ceremonies"), &bind![now]).await?;
    tx.execute(sql!("control/begin_ceremony"), &bind![&new.id, new.kind, &new.state, new.until]).await.map(|_| ())
}

/// Ends a ceremony, and returns what was remembered of it; none if it never began, is over, or has another kind. Only
/// one call gets it.
pub async fn end_ceremony(
    tx: &mut Tx,
    id: &Digest,
    kind: &'static str,
    now: Millis,
) -> Result<Option<String>, StoreError> {
    tx.optional(sql!("control/end_ceremony"), &bind![id, kind, now], value).await
}

/// ID of the person whom a provider names so.
pub async fn account_of_provider(tx: &mut Tx, issuer: &str, subject: &str) -> Result<Option<String>, StoreError> {
    tx.optional(sql!("control/account_of_provider"), &bind![issuer, subject], value).await
}

/// Connects a person with their account at a provider; false if that belongs to somebody already.
pub async fn connect_provider(tx: &mut Tx, issuer: &str, subject: &str, account: &str) -> Result<bool, StoreError> {
    Ok(tx.execute(sql!("control/connect_provider"), &bind![issuer, subject, account]).await? == 1)
}

/// Removes the connections of a person with accounts at providers; false if there are none.
pub async fn disconnect_provider(tx: &mut Tx, account: &str) -> Result<bool, StoreError> {
    Ok(tx.execute(sql!("control/disconnect_provider"), &bind![account]).await? > 0)
}

/// Whether a person is connected with an account at a provider.
pub async fn is_connected(store: &Store, account: &str) -> Result<bool, StoreError> {
    Ok(store.optional(sql!("control/count_providers"), &bind![account], value).await?.unwrap_or(0_i64) > 0)
}
