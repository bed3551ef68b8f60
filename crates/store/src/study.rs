//! The study: versions, recruitment status, quotas, unblinding.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;
use unmask_study::definition::ArmId;

use crate::audit::AuditAction;
use crate::prelude::*;
use crate::{audit, meta};

pub(crate) const ACTIVE: &str = "study.active_version";
const WORDINGS: &str = "study.wordings";
const STATUS: &str = "study.status";
const QUOTAS: &str = "study.quotas";
const UNBLINDING: &str = "study.unblinding";

/// A study version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StudyVersion {
    /// Hash of the bundle.
    pub hash: String,
    /// The bundle, so that participants in progress can complete the version that they started.
    pub bundle: String,
    /// When it was first activated.
    pub activated_at: Millis,
}

/// The recruitment status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StudyStatus {
    /// New participants can register.
    #[default]
    Open,
    /// No new participants for now.
    Paused,
    /// No new participants.
    Closed,
}

/// The quotas that the researcher sets, below the bundle's target.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quotas {
    /// All arms together.
    pub total: Option<u32>,
    /// Arms with a quota.
    pub arms: BTreeMap<ArmId, u32>,
}

/// The person at the command line, who has no account.
pub const OPERATOR: &str = "operator";

/// An unblinding, of one person or of everybody. It can't be undone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unblinding {
    /// UTC milliseconds.
    pub at: Millis,
    /// Who did it: a username, or [`OPERATOR`].
    pub actor: String,
    /// The reason.
    pub reason: String,
    /// Who is unblinded: a normalised username, or [`OPERATOR`]. None: everybody, as all unblindings were that have no
    /// person because an earlier version of the program recorded them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person: Option<String>,
}

/// All unblindings of the study, the oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unblindings(Vec<Unblinding>);

impl Unblindings {
    /// Why this person knows the arms: their own unblinding, or that of everybody; none while they are blinded.
    #[must_use]
    pub fn of(&self, person: &str) -> Option<&Unblinding> {
        self.0.iter().find(|one| one.person.as_deref().is_none_or(|own| own == person))
    }

    /// The unblinding of everybody.
    #[must_use]
    pub fn of_everybody(&self) -> Option<&Unblinding> {
        self.0.iter().find(|one| one.person.is_none())
    }

    /// All of them, the oldest first.
    pub fn all(&self) -> impl Iterator<Item = &Unblinding> {
        self.0.iter()
    }
}

/// Activates a version for new participants. It is stored once.
pub async fn activate_version(tx: &mut Tx, hash: &str, bundle: &str, at: Millis) -> Result<(), StoreError> {
    tx.execute(sql!("study/insert_version"), &bind![hash, bundle, at]).await?;
    // A version that is activated again has its own words again.
    let stored = read::<BTreeMap<String, String>>(WORDINGS, meta::get_in(tx, WORDINGS).await?);
    let mut wordings = stored.map(Option::unwrap_or_default)?;
    if wordings.remove(hash).is_some() {
        meta::meta_set(tx, WORDINGS, &written(&wordings)?).await?;
    }
    meta::meta_set(tx, ACTIVE, hash).await
}

/// The same, if this version is the active one (none: no version was activated yet). Returns false otherwise.
pub async fn activate_version_after(
    tx: &mut Tx,
    before: Option<&str>,
    hash: &str,
    bundle: &str,
    at: Millis,
) -> Result<bool, StoreError> {
    let is_next = match before {
        Some(before) => meta::replace(tx, ACTIVE, before, hash).await?,
        None => meta::set_first(tx, ACTIVE, hash).await?,
    };
    if !is_next {
        return Ok(false);
    }
    activate_version(tx, hash, bundle, at).await?;
    Ok(true)
}

/// Versions whose participants read the words of a later one, which differs from theirs in nothing else.
pub async fn wordings(store: &Store) -> Result<BTreeMap<String, String>, StoreError> {
    read(WORDINGS, meta::meta_get(store, WORDINGS).await?).map(Option::unwrap_or_default)
}

/// Participants of version `before` read the words of `hash` from now on, and so do those who read the words of
/// `before`.
pub async fn replace_words(tx: &mut Tx, before: &str, hash: &str) -> Result<(), StoreError> {
    let stored = read::<BTreeMap<String, String>>(WORDINGS, meta::get_in(tx, WORDINGS).await?);
    let mut wordings = stored.map(Option::unwrap_or_default)?;
    wordings.insert(before.to_owned(), hash.to_owned());
    wordings.values_mut().filter(|words| *words == before).for_each(|words| hash.clone_into(words));
    wordings.remove(hash);
    meta::meta_set(tx, WORDINGS, &written(&wordings)?).await
}

/// An activation for which a reason was given, because people took part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JustifiedActivation {
    /// When.
    pub at: Millis,
    /// Hash of the version.
    pub version: String,
    /// The reason.
    pub reason: String,
}

/// Activations with a reason, oldest first, from the audit log.
pub async fn justified_activations(snapshot: &mut Snapshot) -> Result<Vec<JustifiedActivation>, StoreError> {
    let entries = audit::every_of_action_in(snapshot, AuditAction::ActivateStudyVersion).await?;
    let activation = |entry: &audit::Entry| {
        let text = |field: &str| entry.details[field].as_str().map(str::to_owned);
        Some(JustifiedActivation { at: entry.at, version: text("version")?, reason: text("reason")? })
    };
    Ok(entries.iter().filter_map(activation).collect())
}

/// The version that new participants get.
pub async fn active_version(store: &Store) -> Result<Option<StudyVersion>, StoreError> {
    match active_hash(store).await? {
        Some(hash) => version(store, &hash).await,
        None => Ok(None),
    }
}

/// Its hash.
pub async fn active_hash(store: &Store) -> Result<Option<String>, StoreError> {
    meta::meta_get(store, ACTIVE).await
}

/// A version by its hash.
pub async fn version(store: &Store, hash: &str) -> Result<Option<StudyVersion>, StoreError> {
    store.optional(sql!("study/version"), &bind![hash], version_row).await
}

pub(crate) fn version_row(row: &Row<'_>) -> Result<StudyVersion, StoreError> {
    Ok(columns!(row => StudyVersion { hash, bundle, activated_at }))
}

/// Hash and first activation of all versions, oldest first.
pub async fn versions(store: &Store) -> Result<Vec<(String, Millis)>, StoreError> {
    store.all(sql!("study/versions"), &[], |row| Ok((row.next()?, row.next()?))).await
}

/// The recruitment status; open until the researcher changes it.
pub async fn status(store: &Store) -> Result<StudyStatus, StoreError> {
    status_of(meta::meta_get(store, STATUS).await?)
}

/// The same in a transaction.
pub(crate) async fn status_in(tx: &mut Tx) -> Result<StudyStatus, StoreError> {
    status_of(meta::get_in(tx, STATUS).await?)
}

fn status_of(stored: Option<String>) -> Result<StudyStatus, StoreError> {
    match stored {
        Some(word) => stored::ValueLocation { table: "meta", column: "value", row: STATUS }.word(&word),
        None => Ok(StudyStatus::default()),
    }
}

/// Opens, pauses or closes recruitment.
pub async fn set_status(tx: &mut Tx, status: StudyStatus) -> Result<(), StoreError> {
    meta::meta_set(tx, STATUS, &stored::word(status)?).await
}

/// The quotas; none until the researcher sets them.
pub async fn quotas(store: &Store) -> Result<Quotas, StoreError> {
    read(QUOTAS, meta::meta_get(store, QUOTAS).await?).map(Option::unwrap_or_default)
}

pub(crate) async fn quotas_in(tx: &mut Tx) -> Result<Quotas, StoreError> {
    read(QUOTAS, meta::get_in(tx, QUOTAS).await?).map(Option::unwrap_or_default)
}

/// Sets the quotas. They don't affect current participants.
pub async fn set_quotas(tx: &mut Tx, quotas: &Quotas) -> Result<(), StoreError> {
    meta::meta_set(tx, QUOTAS, &written(quotas)?).await
}

/// Who is unblinded.
pub async fn unblindings(store: &Store) -> Result<Unblindings, StoreError> {
    unblindings_of(store.all(sql!("study/unblindings"), &[], value).await?)
}

/// The same in a snapshot.
pub async fn unblindings_in(snapshot: &mut Snapshot) -> Result<Unblindings, StoreError> {
    unblindings_of(snapshot.all(sql!("study/unblindings"), &[], value).await?)
}

fn unblindings_of(stored: Vec<String>) -> Result<Unblindings, StoreError> {
    let all = stored.into_iter().filter_map(|text| read(UNBLINDING, Some(text)).transpose());
    let mut all = all.collect::<Result<Vec<Unblinding>, _>>()?;
    all.sort_by_key(|one| one.at);
    Ok(Unblindings(all))
}

/// Whether this person knows which arm is which.
pub async fn is_unblinded(store: &Store, person: &str) -> Result<bool, StoreError> {
    Ok(unblindings(store).await?.of(person).is_some())
}

/// Whether data with the arms' names reveal them: a participant who is not simulated has taken part or still holds a
/// slot, erased or not. The arms of simulated participants are no secret.
pub async fn has_participants(store: &Store) -> Result<bool, StoreError> {
    Ok(store.optional(sql!("study/people"), &[], value).await? != Some(0_i64))
}

/// Whether an export with the arms' names would unblind this person.
pub async fn would_unblind(store: &Store, person: &str) -> Result<bool, StoreError> {
    Ok(!is_unblinded(store, person).await? && has_participants(store).await?)
}

/// Unblinds a person or everybody, and records it in the audit log. Returns false if the person, or everybody, is
/// unblinded already.
pub async fn unblind(tx: &mut Tx, unblinding: &Unblinding) -> Result<bool, StoreError> {
    let (key, whom) = match &unblinding.person {
        Some(_) if meta::get_in(tx, UNBLINDING).await?.is_some() => return Ok(false),
        Some(person) => (format!("{UNBLINDING}.{person}"), json!({ "person": person })),
        None => (UNBLINDING.to_owned(), json!({ "everybody": true })),
    };
    let first = meta::set_first(tx, &key, &written(unblinding)?).await?;
    if first {
        let mut details = whom;
        details["reason"] = unblinding.reason.clone().into();
        audit::audit(tx, unblinding.at, &unblinding.actor, AuditAction::Unblind, &details).await?;
    }
    Ok(first)
}

fn read<T: serde::de::DeserializeOwned>(key: &str, stored: Option<String>) -> Result<Option<T>, StoreError> {
    stored.map(|text| stored::ValueLocation { table: "meta", column: "value", row: key }.json(&text)).transpose()
}

fn written(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::Internal(error.to_string()))
}
