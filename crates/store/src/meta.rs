//! Single values by key.

use crate::prelude::*;

/// The value of a key.
pub async fn meta_get(store: &Store, key: &str) -> Result<Option<String>, StoreError> {
    store.optional(sql!("meta/get"), &bind![key], value).await
}

pub(crate) async fn get_in(tx: &mut Tx, key: &str) -> Result<Option<String>, StoreError> {
    tx.optional(sql!("meta/get"), &bind![key], value).await
}

/// Sets the value of a key.
pub async fn meta_set(tx: &mut Tx, key: &str, value: &str) -> Result<(), StoreError> {
    tx.execute(sql!("meta/set"), &bind![key, value]).await.map(|_| ())
}

/// Sets a value that is never changed; false if one exists.
pub(crate) async fn set_first(tx: &mut Tx, key: &str, value: &str) -> Result<bool, StoreError> {
    Ok(tx.execute(sql!("meta/set_first"), &bind![key, value]).await? == 1)
}

/// Sets another value if this is the present one; false otherwise. A second transaction waits for the first one.
pub(crate) async fn replace(tx: &mut Tx, key: &str, present: &str, value: &str) -> Result<bool, StoreError> {
    Ok(tx.execute(sql!("meta/replace"), &bind![key, present, value]).await? == 1)
}

/// The first value of a key; sets it to this one if there is none.
pub async fn meta_first(tx: &mut Tx, key: &str, value: &str) -> Result<String, StoreError> {
    set_first(tx, key, value).await?;
    Ok(get_in(tx, key).await?.unwrap_or_else(|| value.to_owned()))
}

/// The newest stored time; the clock must not be behind it.
pub async fn newest(store: &Store) -> Result<Option<Millis>, StoreError> {
    Ok(store.optional(sql!("meta/newest"), &[], value::<Option<i64>>).await?.flatten())
}
