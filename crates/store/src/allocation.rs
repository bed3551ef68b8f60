//! The allocation schedule: its slots, and how they are claimed, released and confirmed.
//!
//! Simulated participants use a separate schedule with negative slot numbers, from a public seed. A simulation
//! therefore takes no slot from a person, counts toward no target, and reveals nothing of the sequence.

mod claim;
mod draw;
mod units;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use unmask_study::allocation::Stratum;
use unmask_study::definition::ArmId;
use unmask_study::progress::Form;

use crate::meta;
use crate::prelude::*;

pub use claim::SlotRequest;
pub(crate) use claim::claim;
use claim::full_arms;
pub use draw::{DrawMethod, DrawRule, RecordedDraw, draws};
pub(crate) use units::recorded_unit;
pub use units::{RecordedUnit, UnitRequest, members, unit_of, units};

/// A slot of the schedule, as it is generated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotRow {
    /// Number in the schedule, from 1; in the schedule of simulated participants, from -1 downwards.
    pub number: i64,
    /// The stratum.
    pub stratum: Stratum,
    /// Block, from 1 within the stratum; 0 if the slot was drawn by minimisation or for a member of a unit.
    pub block: i64,
    /// Arm.
    pub group: ArmId,
    /// Test form.
    pub form: Form,
}

/// A claimed slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// Arm.
    pub group: ArmId,
    /// Test form.
    pub form: Form,
    /// Position in the schedule.
    pub number: i64,
}

/// The state of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SlotState {
    /// Not assigned.
    Free,
    /// A participant registered.
    Reserved,
    /// The participant was exposed: saw the first page that differs between the arms.
    Confirmed,
    /// The participant was exposed and withdrew, or was erased after the retention period. The slot is not assigned
    /// again.
    Withdrawn,
}

/// A slot with its holder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerRow {
    /// The slot as scheduled.
    pub slot: SlotRow,
    /// The state.
    pub state: SlotState,
    /// When it was last claimed.
    pub claimed_at: Option<Millis>,
    /// Participant code of the holder; none if the slot is free or the holder is erased.
    pub code: Option<String>,
    /// The arm that is stored with the holder.
    pub held_as: Option<ArmId>,
    /// When the holder was exposed.
    pub exposed_at: Option<Millis>,
    /// When the holder completed the study.
    pub completed_at: Option<Millis>,
}

/// Number of slots of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// Arm.
    pub group: ArmId,
    /// Test form.
    pub form: Form,
    /// The state.
    pub state: SlotState,
    /// Number of slots.
    pub slots: i64,
}

/// The study version with which a part of the schedule was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrittenBy {
    /// Number of the first slot.
    pub from: i64,
    /// Hash of the version.
    pub version: String,
}

/// Writes or extends the schedule of a study with a version of it. Existing slots are not changed, so that two servers
/// can extend it concurrently from the same seed. The commitment to the seed is recorded with the first slots; a
/// different one is rejected later, as is any if the record is missing. The version is recorded too: a later version
/// may allocate differently, and the whole schedule must be derivable from the seed.
pub async fn write_schedule(
    tx: &mut Tx,
    study: &str,
    version: &str,
    seed_commitment: &str,
    slots: &[SlotRow],
) -> Result<(), StoreError> {
    // The first commitment stays even if another server writes its own concurrently. Slots without a commitment come
    // from an unknown seed.
    let key = commitment_key(study);
    let first = meta::set_first(tx, &key, seed_commitment).await?;
    let own = meta::get_in(tx, &key).await?.is_some_and(|recorded| recorded == seed_commitment);
    if !own || (first && tx.optional(sql!("allocation/size"), &[], value::<i64>).await? != Some(0)) {
        return Err(StoreError::OtherSeed { study: study.to_owned() });
    }
    if let Some(first) = slots.first() {
        note_stretch(tx, study, WrittenBy { from: first.number, version: version.to_owned() }).await?;
    }
    insert(tx, slots).await
}

/// Writes or extends the schedule of simulated participants. Existing slots are not changed.
pub async fn write_simulated_schedule(tx: &mut Tx, slots: &[SlotRow]) -> Result<(), StoreError> {
    insert(tx, slots).await
}

async fn insert(tx: &mut Tx, slots: &[SlotRow]) -> Result<(), StoreError> {
    for slot in slots {
        let (stratum, arm, form) = (slot.stratum.name(), stored::word(slot.group)?, stored::word(slot.form)?);
        tx.execute(sql!("allocation/insert"), &bind![slot.number, stratum, slot.block, &arm, &form]).await?;
    }
    Ok(())
}

async fn note_stretch(tx: &mut Tx, study: &str, new: WrittenBy) -> Result<(), StoreError> {
    let key = stretches_key(study);
    let mut known = read_stretches(&key, meta::get_in(tx, &key).await?)?;
    if known.last().is_none_or(|last| last.version != new.version && last.from < new.from) {
        known.push(new);
        let text = serde_json::to_string(&known).map_err(|e| StoreError::Internal(e.to_string()))?;
        meta::meta_set(tx, &key, &text).await?;
    }
    Ok(())
}

fn read_stretches(key: &str, stored: Option<String>) -> Result<Vec<WrittenBy>, StoreError> {
    let at = stored::ValueLocation { table: "meta", column: "value", row: key };
    stored.map_or(Ok(Vec::new()), |text| at.json(&text))
}

/// The versions with which the schedule was written, in order.
pub async fn stretches(store: &Store, study: &str) -> Result<Vec<WrittenBy>, StoreError> {
    let key = stretches_key(study);
    read_stretches(&key, meta::meta_get(store, &key).await?)
}

fn stretches_key(study: &str) -> String {
    format!("allocation.stretches.{study}")
}

/// The commitment that was recorded with the schedule; a database holds one study.
pub async fn seed_commitment(store: &Store) -> Result<Option<String>, StoreError> {
    store.optional(sql!("allocation/seed_commitment"), &[], value).await
}

/// The key of the commitment in the table `meta`; `%` is replaced by the study's ID.
pub const COMMITMENT_KEY: &str = "allocation.seed_commitment.%";

/// Whether there are slots, but no commitment to their seed.
pub async fn is_unrecorded(store: &Store) -> Result<bool, StoreError> {
    Ok(seed_commitment(store).await?.is_none() && schedule_size(store).await? > 0)
}

fn commitment_key(study: &str) -> String {
    format!("allocation.seed_commitment.{study}")
}

/// Number of slots in the schedule, assigned or free. Slots are numbered without gaps, so it is also the last number.
pub async fn schedule_size(store: &Store) -> Result<i64, StoreError> {
    Ok(store.optional(sql!("allocation/size"), &[], value).await?.unwrap_or(0))
}

/// Number of slots in the schedule of simulated participants. Its negative is the last number.
pub async fn simulated_schedule_size(store: &Store) -> Result<i64, StoreError> {
    Ok(store.optional(sql!("allocation/size_simulated"), &[], value).await?.unwrap_or(0))
}

impl From<SlotRow> for Slot {
    fn from(row: SlotRow) -> Self {
        Self { group: row.group, form: row.form, number: row.number }
    }
}

/// Releases the slots of participants who were not exposed and have been inactive since `before`. They stay registered,
/// without an arm. Returns the numbers of the slots.
pub async fn release_idle(tx: &mut Tx, before: Millis) -> Result<Vec<i64>, StoreError> {
    let idle = |row: &Row<'_>| Ok((row.next::<String>()?, row.next::<i64>()?, row.next::<i64>()?));
    let mut released = Vec::new();
    for (participant, number, revision) in tx.all(sql!("participant/idle"), &bind![before], idle).await? {
        // A participant who moves concurrently keeps the slot; a concurrent submission becomes stale.
        if tx.execute(sql!("progress/outdate_from"), &bind![&participant, revision]).await? == 1
            && tx.execute(sql!("participant/release_slot"), &bind![&participant, number]).await? == 1
        {
            tx.execute(sql!("allocation/release"), &bind![number]).await?;
            released.push(number);
        }
    }
    Ok(released)
}

/// Updates the slot of a participant who leaves: it is released if they were not exposed, and withdrawn otherwise.
pub(crate) async fn leave(tx: &mut Tx, participant: &str) -> Result<(), StoreError> {
    let Some(own) = tx.optional(sql!("allocation/of_participant"), &bind![participant], slot_row).await? else {
        return Ok(());
    };
    if !release(tx, participant, own.number).await? {
        tx.execute(sql!("allocation/withdraw"), &bind![own.number]).await?;
    }
    Ok(())
}

/// Releases the slot of a participant who was not exposed; whether there was one.
pub(crate) async fn give_back(tx: &mut Tx, participant: &str) -> Result<bool, StoreError> {
    match tx.optional(sql!("allocation/of_participant"), &bind![participant], slot_row).await? {
        Some(own) => release(tx, participant, own.number).await,
        None => Ok(false),
    }
}

async fn release(tx: &mut Tx, participant: &str, slot: i64) -> Result<bool, StoreError> {
    let released = tx.execute(sql!("participant/release_slot"), &bind![participant, slot]).await? == 1;
    if released {
        tx.execute(sql!("allocation/release"), &bind![slot]).await?;
    }
    Ok(released)
}

/// The slot of a participant: their own, or a free one of the stratum that `asks` names, which becomes theirs; if it
/// names none, of their own stratum. Their test form stays the same, because they may have answered it. None if no slot
/// is free or the target is reached. Ask [`crate::outcomes::come_back`] before.
pub async fn reclaim(
    tx: &mut Tx,
    participant: &str,
    asks: SlotRequest,
    at: Millis,
) -> Result<Option<Slot>, StoreError> {
    let own = tx.optional(sql!("allocation/of_participant"), &bind![participant], slot_row).await?;
    if let Some(own) = own {
        return Ok(Some(own.into()));
    }
    let place = |column| stored::ValueLocation { table: "participant", column, row: participant };
    let who = |row: &Row<'_>| Ok((row.word(place("stratum"))?, row.flag()?));
    let Some((own, simulated)) = tx.optional(sql!("participant/stratum"), &bind![participant], who).await? else {
        return Ok(None);
    };
    let stratum = if asks.stratum == Stratum::WHOLE { own } else { asks.stratum };
    let Some(slot) = claim(tx, &SlotRequest { stratum, simulated, ..asks }, at).await? else {
        return Ok(None);
    };
    let (arm, form) = (stored::word(slot.group)?, stored::word(slot.form)?);
    let params = bind![participant, slot.number, &arm, &form, stratum.name()];
    match tx.optional(sql!("participant/set_slot"), &params, |row| row.word(place("form"))).await? {
        Some(form) => Ok(Some(Slot { form, ..slot })),
        None => Err(tx.conflict("take a slot again")),
    }
}

/// The whole schedule in order.
pub async fn ledger(store: &Store) -> Result<Vec<LedgerRow>, StoreError> {
    store.list(sql!("allocation/ledger"), ledger_row).await
}

/// The number of slots of each kind.
pub async fn counts(store: &Store) -> Result<Vec<Count>, StoreError> {
    let read = |row: &Row<'_>| {
        let at = |column| at(column, "(count)");
        Ok(columns!(row => Count { group: word(at("arm")), form: word(at("form")), state: word(at("state")), slots }))
    };
    store.list(sql!("allocation/counts"), read).await
}

/// The number of assigned slots by arm.
pub async fn taken(store: &Store) -> Result<BTreeMap<ArmId, i64>, StoreError> {
    Ok(store.list(sql!("allocation/taken_by_arm"), arm_count).await?.into_iter().collect())
}

/// The same within a transaction.
async fn taken_in(tx: &mut Tx) -> Result<BTreeMap<ArmId, i64>, StoreError> {
    Ok(tx.all(sql!("allocation/taken_by_arm"), &[], arm_count).await?.into_iter().collect())
}

fn arm_count(row: &Row<'_>) -> Result<(ArmId, i64), StoreError> {
    Ok((row.word(at("arm", "(count)"))?, row.next()?))
}

pub(crate) fn slot_row(row: &Row<'_>) -> Result<SlotRow, StoreError> {
    let number = row.next::<i64>()?;
    let key = number.to_string();
    let [stratum, arm, form] = ["stratum", "arm", "form"].map(|column| at(column, &key));
    Ok(columns!(row => SlotRow { stratum: word(stratum), block, group: word(arm), form: word(form); number }))
}

fn ledger_row(row: &Row<'_>) -> Result<LedgerRow, StoreError> {
    let slot = slot_row(row)?;
    let state = row.word(at("state", &slot.number.to_string()))?;
    let at = stored::ValueLocation { table: "participant", column: "arm", row: "(ledger)" };
    Ok(
        columns!(row => LedgerRow { claimed_at, code, held_as: optional_word(at), exposed_at, completed_at; slot, state }),
    )
}

pub(crate) fn at<'a>(column: &'static str, row: &'a str) -> stored::ValueLocation<'a> {
    stored::ValueLocation { table: "allocation", column, row }
}
