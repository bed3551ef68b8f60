//! Participants: registration, and their data except the account.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use unmask_study::allocation::Stratum;
use unmask_study::definition::ArmId;
use unmask_study::progress::Form;

use crate::allocation::{self, Slot, SlotRequest};
use crate::consent::{NewConsent, record_consent};
use crate::identity::{self, Account};
use crate::prelude::*;
use crate::progress;

/// Participant status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// In progress.
    Active,
    /// Reached the end.
    Completed,
    /// Withdrew; their data are kept.
    Withdrawn,
}

/// A participant in the research data.
#[derive(Clone, Debug, PartialEq)]
pub struct Participant {
    /// Internal ID.
    pub id: String,
    /// Participant code, shown to the participant and in exports.
    pub code: String,
    /// Number of the slot in the schedule; none while the participant has none.
    pub slot: Option<i64>,
    /// Arm; none while the participant has no slot.
    pub group: Option<ArmId>,
    /// Test form; none until the first slot, unless answers before it depend on the form. It stays the same if the slot
    /// is released.
    pub form: Option<Form>,
    /// Stratum of all their slots. Before allocation, as far as it is known.
    pub stratum: Stratum,
    /// Order seed.
    pub seed: i64,
    /// Hash of the participant's study version.
    pub study_version: String,
    /// Language.
    pub locale: String,
    /// Where they are.
    pub status: Status,
    /// A simulated participant of `unmask simulate`.
    pub simulated: bool,
    /// Recruitment IDs.
    pub recruitment: Option<Value>,
    /// Registration.
    pub created_at: Millis,
    /// First page that differs between the arms.
    pub exposed: Option<Stamp>,
    /// The end.
    pub completed: Option<Stamp>,
}

impl Participant {
    /// The test form by which everything is shown. Nothing depends on it before it is drawn.
    pub fn shown_form(&self) -> Form {
        self.form.unwrap_or(Form::X)
    }
}

/// A registration.
#[derive(Clone, Debug)]
pub struct NewParticipant {
    /// The account to create.
    pub account: Account,
    /// ID of the participant, independent of the account.
    pub participant_id: String,
    /// Participant code.
    pub code: String,
    /// The requested slot.
    pub asks: SlotRequest,
    /// Set if no slot is claimed at registration. Of `asks`, only the stratum is stored then, as far as it is known.
    pub later: Option<Later>,
    /// Order seed.
    pub seed: i64,
    /// Hash of the active bundle, see [`crate::study::activate_version`].
    pub study_version: String,
    /// Language.
    pub locale: String,
    /// Whether this is a simulated participant.
    pub simulated: bool,
    /// Recruitment IDs.
    pub recruitment: Option<Value>,
    /// Keyed hash of the recruitment ID, if each person can take part once. Withdrawal and erasure keep it.
    pub person: Option<Digest>,
    /// Now.
    pub at: Millis,
    /// Consent given before registration.
    pub consent: Option<NewConsent>,
    /// The first page of each arm. The arm is known only after a slot is claimed.
    pub start_page: BTreeMap<ArmId, String>,
}

/// The beginning of a participant who is allocated at a later block, see [`crate::outcomes::come_back`].
#[derive(Clone, Debug)]
pub struct Later {
    /// The test form, if answers before allocation depend on it.
    pub form: Option<Form>,
    /// The first page.
    pub page: String,
}

/// The result of a registration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Registered {
    /// Registered, with this slot.
    Done(Slot),
    /// Registered, without a slot: it is claimed later.
    Unallocated,
    /// The recruitment ID takes part or has taken part. Nothing is stored.
    PersonTaken,
    /// The username is taken. Nothing is stored.
    NameTaken,
    /// The schedule has no free slot, or the target is reached. Nothing is stored: extend it and register again.
    Full,
}

/// Whether the recruitment ID with this hash takes part or has taken part.
pub async fn is_recruited(store: &Store, person: &Digest) -> Result<bool, StoreError> {
    Ok(store.optional(sql!("participant/recruited"), &bind![person], |_| Ok(())).await?.is_some())
}

/// Registers a participant: claims the next slot of the stratum, unless that happens later, and creates account,
/// participant, link and progress.
pub async fn register(tx: &mut Tx, new: &NewParticipant) -> Result<Registered, StoreError> {
    if let Some(person) = &new.person
        && tx.optional(sql!("participant/recruited"), &bind![person], |_| Ok(())).await?.is_some()
    {
        return Ok(Registered::PersonTaken);
    }
    if identity::name_taken(tx, &new.account.username_key).await? {
        return Ok(Registered::NameTaken);
    }
    let slot = if new.later.is_some() {
        None
    } else {
        let asks = SlotRequest { simulated: new.simulated, ..new.asks.clone() };
        let Some(slot) = allocation::claim(tx, &asks, new.at).await? else { return Ok(Registered::Full) };
        Some(slot)
    };
    if !identity::insert(tx, &new.account).await? {
        return Err(tx.conflict("take a name"));
    }
    if let Some(person) = &new.person
        && tx.execute(sql!("participant/recruit"), &bind![person]).await? == 0
    {
        return Err(tx.conflict("recruit a person"));
    }
    insert(tx, new, slot.as_ref()).await?;
    let id = &new.participant_id;
    tx.execute(sql!("participant/link"), &bind![id, &new.account.id]).await?;
    progress::begin(tx, id, first_page(new, slot.as_ref())?, new.at).await?;
    if let Some(consent) = &new.consent {
        record_consent(tx, consent).await?;
    }
    Ok(slot.map_or(Registered::Unallocated, Registered::Done))
}

fn first_page<'a>(new: &'a NewParticipant, slot: Option<&Slot>) -> Result<&'a str, StoreError> {
    let of_arm = || slot.and_then(|slot| new.start_page.get(&slot.group));
    let page = new.later.as_ref().map(|later| &later.page).or_else(of_arm);
    Ok(page.ok_or_else(|| StoreError::Internal(format!("no first page for {slot:?}")))?)
}

async fn insert(tx: &mut Tx, new: &NewParticipant, slot: Option<&Slot>) -> Result<(), StoreError> {
    let earlier = new.later.as_ref().and_then(|later| later.form);
    let form = slot.map(|slot| slot.form).or(earlier).map(stored::word).transpose()?;
    let arm = slot.map(|slot| stored::word(slot.group)).transpose()?;
    let recruitment = new.recruitment.as_ref().map(Value::to_string);
    let params = bind![
        &new.participant_id,
        &new.code,
        slot.map(|slot| slot.number),
        &arm,
        &form,
        new.asks.stratum.name(),
        new.seed,
        &new.study_version,
        &new.locale,
        new.simulated,
        &recruitment,
        new.at
    ];
    tx.execute(sql!("participant/insert"), &params).await.map(|_| ())
}

/// The participant with this ID.
pub async fn participant(store: &Store, id: &str) -> Result<Option<Participant>, StoreError> {
    store.optional(sql!("participant/by_id"), &bind![id], |row| read(row.next()?, row)).await
}

/// The columns after the id.
pub(crate) fn read(id: String, row: &Row<'_>) -> Result<Participant, StoreError> {
    let at = |column| stored::ValueLocation { table: "participant", column, row: &id };
    Ok(columns!(row => Participant { code, slot, group: optional_word(at("arm")), form: optional_word(at("form")),
        stratum: word(at("stratum")), seed, study_version, locale, status: word(at("status")), simulated: flag,
        recruitment: optional_json(at("recruitment")), created_at, exposed: optional_stamp, completed: optional_stamp; id }))
}
