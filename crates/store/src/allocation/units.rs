//! Units, such as classes: the first member of a unit gives it the next slot of its stratum, and all members have its
//! arm.

use unmask_study::allocation::units::{self as rules, Unit};
use unmask_study::allocation::{Scheme, Stratum};
use unmask_study::definition::ArmId;

use crate::prelude::*;

/// The unit to which a participant belongs.
#[derive(Clone, Debug)]
pub struct UnitRequest {
    /// Its code in the link.
    pub code: String,
    /// Its stratum; none if the study does not list the unit, which then gets no new members unless it was allocated
    /// before.
    pub stratum: Option<Stratum>,
    /// How many members a unit has at most.
    pub limit: Option<u32>,
    /// What the slots of units are drawn from, besides the seed.
    pub scheme: Scheme,
}

/// A unit that was allocated, and the study version by whose plan it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedUnit {
    /// Number, in the order in which units were allocated; below zero for simulated participants.
    pub number: i64,
    /// Code; none once the study is anonymised.
    pub code: Option<String>,
    /// Hash of the version.
    pub version: String,
    /// Stratum, slot and arm.
    pub unit: Unit,
    /// When its first member was allocated.
    pub allocated_at: Millis,
    /// Members with a slot.
    pub members: i64,
    /// Members who saw the first page that differs between the arms, and have not withdrawn.
    pub confirmed: i64,
}

/// A unit that a participant joins, or that is allocated for them.
pub(super) struct NewUnit<'a> {
    pub unit: &'a UnitRequest,
    /// -1 for simulated participants, 1 for people.
    pub side: i64,
    pub seed: &'a [u8; 32],
    pub version: &'a str,
    /// Arms that are full.
    pub full: &'a [ArmId],
    pub now: Millis,
}

/// The number and arm of a unit.
pub(super) struct Found {
    pub number: i64,
    pub group: ArmId,
}

/// The unit of a participant, which has the next slot of its stratum from now on if this is its first member. None if
/// the unit or its arm is full. Only one transaction at a time comes here.
pub(super) async fn find_or_allocate(tx: &mut Tx, new: &NewUnit<'_>) -> Result<Option<Found>, StoreError> {
    let NewUnit { unit, side, .. } = *new;
    let read = |row: &Row<'_>| Ok(Found { number: row.next()?, group: row.word(at("arm", &unit.code))? });
    let Some(found) = tx.optional(sql!("unit/by_code"), &bind![&unit.code, side], read).await? else {
        return allocate(tx, new).await;
    };
    let size = tx.optional(sql!("unit/size"), &bind![found.number], value::<i64>).await?.unwrap_or(0);
    let is_full = unit.limit.is_some_and(|limit| size >= i64::from(limit)) || new.full.contains(&found.group);
    Ok((!is_full).then_some(found))
}

async fn allocate(tx: &mut Tx, new: &NewUnit<'_>) -> Result<Option<Found>, StoreError> {
    let NewUnit { unit, side, .. } = *new;
    let Some(stratum) = unit.stratum else { return Ok(None) };
    let read = |row: &Row<'_>| Ok((row.next::<i64>()?, row.next::<i64>()?));
    let (number, earlier) = tx.optional(sql!("unit/next"), &bind![side, stratum.name()], read).await?.unwrap_or((1, 0));
    let earlier = u32::try_from(earlier).map_err(|_| StoreError::Internal(format!("no unit {earlier}")))?;
    let Some(slot) = rules::next(&unit.scheme, new.seed, stratum, earlier) else { return Ok(None) };
    if new.full.contains(&slot.group) {
        return Ok(None);
    }
    let (number, arm) = (side * number, stored::word(slot.group)?);
    let (place, block) = (i64::from(slot.number), i64::from(slot.block));
    let params = bind![number, &unit.code, stratum.name(), place, block, &arm, new.version, new.now];
    tx.execute(sql!("unit/insert"), &params).await?;
    Ok(Some(Found { number, group: slot.group }))
}

/// All units in the order in which they were allocated, those of simulated participants first if they are asked for.
pub async fn units(store: &Store, simulated: bool) -> Result<Vec<RecordedUnit>, StoreError> {
    store.all(sql!("unit/all"), &bind![i64::from(simulated)], recorded_unit).await
}

pub(crate) fn recorded_unit(row: &Row<'_>) -> Result<RecordedUnit, StoreError> {
    let number = row.next::<i64>()?;
    let key = number.to_string();
    let small =
        |value: i64, column| u32::try_from(value).map_err(|_| at(column, &key).corrupt("it is too small or too large"));
    let code = row.next()?;
    let stratum = row.word(at("stratum", &key))?;
    let (slot, block) = (small(row.next()?, "slot")?, small(row.next()?, "block")?);
    let unit = Unit { number: small(number.abs(), "number")?, stratum, slot, block, group: row.word(at("arm", &key))? };
    Ok(RecordedUnit {
        number,
        code,
        version: row.next()?,
        unit,
        allocated_at: row.next()?,
        members: row.next()?,
        confirmed: row.next()?,
    })
}

/// The units of the slots of people: number of the slot, number of the unit.
pub async fn members(store: &Store) -> Result<Vec<(i64, i64)>, StoreError> {
    store.list(sql!("unit/members"), |row| Ok((row.next()?, row.next()?))).await
}

/// The number of the unit to which a participant with a slot belongs.
pub async fn unit_of(store: &Store, participant: &str) -> Result<Option<i64>, StoreError> {
    store.optional(sql!("unit/of_participant"), &bind![participant], value).await
}

fn at<'a>(column: &'static str, row: &'a str) -> stored::ValueLocation<'a> {
    stored::ValueLocation { table: "unit", column, row }
}
