//! Profiles of users and groups, one JSON object each.

use serde_json::{Map, Value};

use super::Analytics;
use crate::prelude::*;

/// The kind of user profiles. Senders define other kinds.
pub const PEOPLE: &str = "people";

/// The properties of a profile.
pub type Properties = Map<String, Value>;

/// The key of a profile.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileKey {
    /// [`PEOPLE`], or the name of another kind of group.
    pub kind: String,
    /// ID within the kind.
    pub id: String,
    /// The participant, if the ID is proven. An unproven ID has a separate profile.
    pub participant: Option<String>,
}

/// A profile as stored.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredProfile {
    /// Kind.
    pub kind: String,
    /// Properties.
    pub properties: Value,
}

impl Analytics {
    /// Changes a profile, which is empty if it does not exist; `None` deletes it. If `change` returns an error, the
    /// profile is not changed, and the error is returned.
    pub async fn change_profile<F>(
        &self,
        key: ProfileKey,
        at: Millis,
        change: F,
    ) -> Result<Result<(), String>, StoreError>
    where
        F: Fn(Properties) -> Result<Option<Properties>, String> + Clone + Send + Sync + 'static,
    {
        self.store.write(async move |tx| change_in(tx, &key, at, &change).await).await
    }

    /// The profiles of a participant.
    pub async fn profiles_of(&self, participant: &str) -> Result<Vec<StoredProfile>, StoreError> {
        let read = |row: &Row<'_>| Ok(columns!(row => StoredProfile { kind, properties: json(place(participant)) }));
        self.store.all(sql!("analytics/profiles_of"), &bind![participant], read).await
    }
}

async fn change_in<F>(tx: &mut Tx, key: &ProfileKey, at: Millis, change: &F) -> Result<Result<(), String>, StoreError>
where
    F: Fn(Properties) -> Result<Option<Properties>, String> + Sync,
{
    let proven = key.participant.is_some();
    let read = |row: &Row<'_>| Ok((row.next::<i64>()?, row.next::<String>()?));
    let found = tx.optional(sql!("analytics/profile"), &bind![&key.kind, &key.id, proven], read).await?;
    let before = match &found {
        Some((_, properties)) => place(&key.id).json(properties)?,
        None => Properties::new(),
    };
    let after = match change(before) {
        Ok(Some(after)) => after,
        Ok(None) => {
            tx.execute(sql!("analytics/delete_profile"), &bind![&key.kind, &key.id, proven]).await?;
            return Ok(Ok(()));
        }
        Err(refused) => return Ok(Err(refused)),
    };
    let properties = Value::Object(after).to_string();
    let changed = if let Some((revision, _)) = found {
        let params = bind![&key.kind, &key.id, proven, revision, &properties, at];
        tx.execute(sql!("analytics/change_profile"), &params).await?
    } else {
        let params = bind![&key.kind, &key.id, proven, &key.participant, &properties, at];
        tx.execute(sql!("analytics/insert_profile"), &params).await?
    };
    if changed == 0 { Err(tx.conflict("change a profile")) } else { Ok(Ok(())) }
}

fn place(row: &str) -> stored::ValueLocation<'_> {
    stored::ValueLocation { table: "profile", column: "properties", row }
}
