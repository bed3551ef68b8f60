//! The owner of an event.
//!
//! A participant's browser gets a signed ID: a pseudonym that only this server can create and read, and a code that
//! signs it. It does not contain the ID of the research data. It works without a session, so that a beacon sent when
//! the page closes, or after the session has ended, still counts. No sender can impersonate another participant without
//! access to their browser.

use std::collections::HashMap;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;
use unmask_store::participants::{self, Status};
use unmask_store::{StoreError, consent};
use unmask_study::definition::consent::Purpose;

use super::Intake;
use crate::base::secrets::ServerKey;
use crate::study_versions::LoadedVersion;

const PURPOSE: &str = "analytics id";

/// The ID that a participant's browser sends: `<pseudonym>.<code>`.
pub fn distinct_id(key: &ServerKey, participant: &str) -> String {
    let (code, pseudonym) = key.seal(PURPOSE, b"", participant.as_bytes());
    format!("{}.{}", URL_SAFE_NO_PAD.encode(pseudonym), URL_SAFE_NO_PAD.encode(code))
}

/// The participant of an ID with a valid signature.
pub fn proven(key: &ServerKey, distinct_id: &str) -> Option<String> {
    let (pseudonym, code) = distinct_id.split_once('.')?;
    let code = URL_SAFE_NO_PAD.decode(code).ok()?.try_into().ok()?;
    let participant = key.open(PURPOSE, b"", code, &URL_SAFE_NO_PAD.decode(pseudonym).ok()?)?;
    String::from_utf8(participant).ok()
}

/// Whether these consent statements permit usage analytics.
pub fn agreed(loaded: &LoadedVersion, ticks: &Value) -> bool {
    let mut statements = loaded.study.consent.ticks.iter().filter(|tick| tick.purpose == Purpose::Analytics);
    statements.any(|tick| ticks[&tick.id] == Value::Bool(true))
}

/// The owner of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// A participant who agreed to usage analytics.
    Participant(String),
    /// The ID is not proven.
    Unproven,
    /// A participant who did not agree, or withdrew. The item is not stored.
    OptedOut,
}

/// Finds the owners of the items of one delivery, and looks up each participant once.
pub struct Owners<'a> {
    intake: &'a Intake,
    session: Option<String>,
    known: HashMap<String, bool>,
}

impl<'a> Owners<'a> {
    /// For a delivery with the session of this participant, or without one.
    pub fn new(intake: &'a Intake, session: Option<String>) -> Self {
        Self { intake, session, known: HashMap::new() }
    }

    /// The owner of an item with this ID. A session takes precedence over the ID.
    pub async fn of(&mut self, distinct_id: &str) -> Result<Owner, StoreError> {
        let participant = self.session.clone().or_else(|| proven(&self.intake.key, distinct_id));
        let Some(participant) = participant else { return Ok(Owner::Unproven) };
        let agrees = match self.known.get(&participant) {
            Some(agrees) => *agrees,
            None => agrees(self.intake, &participant).await?,
        };
        self.known.insert(participant.clone(), agrees);
        Ok(if agrees { Owner::Participant(participant) } else { Owner::OptedOut })
    }
}

async fn agrees(intake: &Intake, participant: &str) -> Result<bool, StoreError> {
    let Some(row) = participants::participant(&intake.store, participant).await? else { return Ok(false) };
    let Some(loaded) = intake.versions.get(&row.study_version) else { return Ok(false) };
    let last = consent::consents(&intake.store, participant).await?.pop();
    Ok(row.status != Status::Withdrawn && last.is_some_and(|given| agreed(&loaded, &given.ticks)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_servers_own_ids_prove_anything() {
        let (key, other) = (ServerKey::new([1; 32]), ServerKey::new([2; 32]));
        let id = distinct_id(&key, "0198-a");
        assert_eq!(proven(&key, &id).as_deref(), Some("0198-a"));
        assert_eq!(proven(&other, &id), None);
        assert!(!id.contains("0198"), "{id}");
        let (pseudonym, code) = id.split_once('.').unwrap();
        let (other, _) =
            distinct_id(&key, "0198-b").split_once('.').map(|(p, c)| (p.to_owned(), c.to_owned())).unwrap();
        for forged in ["0198-a", pseudonym, "", ".", &format!("{other}.{code}"), &format!("{id}x"), &format!("{id}.x")]
        {
            assert_eq!(proven(&key, forged), None, "{forged}");
        }
    }
}
