//! The studies of an installation beside the one at the root.

use crate::prelude::*;

/// A study beside the one at the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostedStudy {
    /// Part of its address, its folder and its schema: lower-case letters, digits and hyphens.
    pub id: String,
    /// Title in its own language, for lists of studies.
    pub title: String,
    /// Folder of its bundle. If it is relative, it is inside the study's own folder, wherever that is: a restored
    /// installation has its own bundles.
    pub folder: String,
    /// Where its media are served from, if not from its bundle.
    pub media_url: Option<String>,
    /// Its host name; without one, its address is `/s/<id>/`.
    pub host: Option<String>,
    /// When it was added.
    pub created_at: Millis,
    /// When it was archived: it is not served, and its data stay.
    pub archived_at: Option<Millis>,
}

/// All of them, oldest first.
pub async fn studies(store: &Store) -> Result<Vec<HostedStudy>, StoreError> {
    let read = |row: &Row<'_>| {
        Ok(columns!(row => HostedStudy { id, title, folder, media_url, host, created_at, archived_at }))
    };
    store.all(sql!("control/studies"), &[], read).await
}

/// Adds a study; false if its ID or its host name is taken.
pub async fn add_study(tx: &mut Tx, new: &HostedStudy) -> Result<bool, StoreError> {
    let params = bind![&new.id, &new.title, &new.folder, &new.media_url, &new.host, new.created_at];
    Ok(tx.execute(sql!("control/add_study"), &params).await? == 1)
}

/// Archives a study, or serves it again (`None`); false if there is none, or if nothing changes.
pub async fn set_archived(tx: &mut Tx, id: &str, at: Option<Millis>) -> Result<bool, StoreError> {
    let changed = match at {
        Some(at) => tx.execute(sql!("control/archive"), &bind![id, at]).await?,
        None => tx.execute(sql!("control/reopen"), &bind![id]).await?,
    };
    Ok(changed == 1)
}

/// Gives a study a host name, or an address below `/s/` (`None`); false if there is none, or if another study has the
/// host name.
pub async fn set_host(tx: &mut Tx, id: &str, host: Option<&str>) -> Result<bool, StoreError> {
    Ok(tx.execute(sql!("control/set_host"), &bind![id, host]).await? == 1)
}

/// Forgets an archived study; false if there is none. Its folder and its database stay.
pub async fn remove_study(tx: &mut Tx, id: &str) -> Result<bool, StoreError> {
    Ok(tx.execute(sql!("control/remove_study"), &bind![id]).await? == 1)
}
