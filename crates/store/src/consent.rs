//! Consents. They are only added, never changed.

use serde_json::Value;
use unmask_study::definition::consent::CONTACT_AGAIN;

use crate::prelude::*;

/// A consent.
#[derive(Clone, Debug, PartialEq)]
pub struct NewConsent {
    /// Participant ID.
    pub participant: String,
    /// Version of the consent text.
    pub version: String,
    /// Hash of the bundle.
    pub bundle_hash: String,
    /// Language in which the text was shown.
    pub locale: String,
    /// Each consent statement by its ID.
    pub ticks: Value,
    /// SHA-256 of the text as shown, in hexadecimal.
    pub text_hash: String,
    /// UTC milliseconds.
    pub at: Millis,
}

/// Records a consent, unless the participant was erased meanwhile. The same version at the same time is recorded once.
pub async fn record_consent(tx: &mut Tx, new: &NewConsent) -> Result<(), StoreError> {
    let ticks = new.ticks.to_string();
    let params = bind![&new.participant, &new.version, &new.bundle_hash, &new.locale, &ticks, &new.text_hash, new.at];
    tx.execute(sql!("consent/insert"), &params).await.map(|_| ())
}

/// All consents of a participant, oldest first.
pub async fn consents(store: &Store, participant: &str) -> Result<Vec<NewConsent>, StoreError> {
    store.all(sql!("consent/of_participant"), &bind![participant], consent).await
}

/// Whether a participant agreed, at registration, to be invited to later parts.
pub async fn contact_again(store: &Store, participant: &str) -> Result<bool, StoreError> {
    Ok(consents(store, participant).await?.first().is_some_and(|first| permits(&first.ticks)))
}

/// Whether a consent permits invitations to later parts.
pub fn permits(ticks: &Value) -> bool {
    ticks[CONTACT_AGAIN] == true
}

impl Row<'_> {
    /// The next column: what was ticked in a consent, if there is one. Whether it permits invitations.
    pub(crate) fn permits(&self, at: stored::ValueLocation<'_>) -> Result<bool, StoreError> {
        let ticks: Option<String> = self.next()?;
        Ok(ticks.map(|ticks| at.json::<Value>(&ticks)).transpose()?.is_some_and(|ticks| permits(&ticks)))
    }
}

pub(crate) fn consent(row: &Row<'_>) -> Result<NewConsent, StoreError> {
    let participant: String = row.next()?;
    let ticks = stored::ValueLocation { table: "consent", column: "ticks", row: &participant };
    Ok(columns!(row => NewConsent { version, bundle_hash, locale, ticks: json(ticks), text_hash, at; participant }))
}
