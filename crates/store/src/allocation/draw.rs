//! Slots that are drawn when a participant registers, one at a time: by minimisation, or for a member of a unit.

use unmask_study::allocation::minimisation::{self, Balance, Draw, Minimisation};
use unmask_study::allocation::{SIMULATED_SEED, Stratum, units as rules};
use unmask_study::definition::ArmId;
use unmask_study::progress::Form;

use super::units::{self, NewUnit, UnitRequest};
use super::{Slot, SlotRequest, SlotState, at, full_arms};
use crate::prelude::*;
use crate::{stored, study};

/// How to draw a slot.
#[derive(Clone)]
pub struct DrawRule {
    /// What decides the arm.
    pub method: DrawMethod,
    /// The study version that has the plan.
    pub study_version: String,
    /// The seed for people.
    pub seed: [u8; 32],
}

// Without the seed, which must not get into a log.
impl std::fmt::Debug for DrawRule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DrawRule").field("method", &self.method).finish_non_exhaustive()
    }
}

/// What decides the arm of a slot that is drawn.
#[derive(Clone, Debug)]
pub enum DrawMethod {
    /// The balance of the participants who have a slot.
    Minimisation(Minimisation),
    /// The unit to which the participant belongs.
    Unit(Box<UnitRequest>),
}

/// A draw, and the study version by whose plan it was made.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedDraw {
    /// Hash of the version.
    pub version: String,
    /// The draw.
    pub draw: Draw,
}

/// Draws a slot. None if the target is reached or all arms are full.
///
/// Draws are serialised: the next one waits until this transaction has ended, because it depends on this one. Slots
/// that were released do not count, and are not assigned again; those of participants who were exposed and withdrew
/// count.
pub(super) async fn draw(
    tx: &mut Tx,
    asks: &SlotRequest,
    rule: &DrawRule,
    now: Millis,
) -> Result<Option<Slot>, StoreError> {
    tx.execute(sql!("draw/one_by_one"), &[]).await?;
    let Some(full) = full(tx, asks).await? else { return Ok(None) };
    let side = if asks.simulated { -1 } else { 1 };
    let seed = if asks.simulated { &SIMULATED_SEED } else { &rule.seed };
    let number = tx.optional(sql!("draw/next"), &bind![side], value::<i64>).await?.unwrap_or(1);
    let drawn = match &rule.method {
        DrawMethod::Minimisation(plan) => {
            let mut balance = Balance { full: full.into_iter().collect(), ..Balance::default() };
            for (levels, group, count) in tx.all(sql!("draw/balance"), &bind![side], cell).await? {
                balance.counted.entry(levels).or_default().insert(group, count);
            }
            let own = u32::try_from(number).map_err(|_| StoreError::Internal(format!("no draw {number}")))?;
            let random = minimisation::random(seed, own);
            plan.arm(&balance, &asks.stratum, random).map(|group| (group, Record::Draw { balance, random }))
        }
        DrawMethod::Unit(unit) => {
            let version = &rule.study_version;
            let found = units::find_or_allocate(tx, &NewUnit { unit, side, seed, version, full: &full, now }).await?;
            found.map(|unit| (unit.group, Record::Member { unit: unit.number }))
        }
    };
    let Some((group, record)) = drawn else { return Ok(None) };
    let arm = stored::word(group)?;
    let earlier = tx.optional(sql!("draw/of_arm"), &bind![&arm, side], value::<i64>).await?.unwrap_or(0);
    let earlier = u32::try_from(earlier).unwrap_or_default();
    let form = match &rule.method {
        DrawMethod::Minimisation(plan) => plan.form(seed, group, earlier),
        DrawMethod::Unit(unit) => rules::form(&unit.scheme.forms, seed, group, earlier),
    };
    let slot = Slot { group, form, number: side * number };
    let form = stored::word(form)?;
    tx.execute(sql!("draw/slot"), &bind![slot.number, asks.stratum.name(), &arm, &form, now]).await?;
    match record {
        Record::Draw { balance, random } => {
            let (balance, random) = (stored::json(&balance)?, i64::try_from(random).unwrap_or(i64::MAX));
            tx.execute(sql!("draw/insert"), &bind![slot.number, &rule.study_version, &balance, random]).await?;
        }
        Record::Member { unit } => {
            tx.execute(sql!("unit/join"), &bind![slot.number, unit]).await?;
        }
    }
    Ok(Some(slot))
}

/// What is recorded with a slot, so that its arm can be computed again.
enum Record {
    Draw { balance: Balance, random: u64 },
    Member { unit: i64 },
}

/// The arms that are full; none if the study is.
async fn full(tx: &mut Tx, asks: &SlotRequest) -> Result<Option<Vec<ArmId>>, StoreError> {
    if asks.simulated {
        return Ok(Some(Vec::new()));
    }
    let quotas = study::quotas_in(tx).await?;
    full_arms(tx, asks.target, &quotas).await
}

fn cell(row: &Row<'_>) -> Result<(Stratum, ArmId, u32), StoreError> {
    let (levels, group, count) =
        (row.word(at("stratum", "(count)"))?, row.word(at("arm", "(count)"))?, row.next::<i64>()?);
    Ok((levels, group, u32::try_from(count).unwrap_or(u32::MAX)))
}

/// All draws for people, in their order.
pub async fn draws(store: &Store) -> Result<Vec<RecordedDraw>, StoreError> {
    store.list(sql!("draw/all"), recorded).await
}

fn recorded(row: &Row<'_>) -> Result<RecordedDraw, StoreError> {
    let number = row.next::<i64>()?;
    let key = number.to_string();
    let place = |column| stored::ValueLocation { table: "draw", column, row: &key };
    let whole = |value: i64, column| u64::try_from(value).map_err(|_| place(column).corrupt("it is negative"));
    let (levels, group, form): (Stratum, ArmId, Form) =
        (row.word(at("stratum", &key))?, row.word(at("arm", &key))?, row.word(at("form", &key))?);
    let state: SlotState = row.word(at("state", &key))?;
    let version = row.next::<String>()?;
    let before = place("balance").json(&row.next::<String>()?)?;
    let random = whole(row.next()?, "random")?;
    let number = u32::try_from(number).map_err(|_| place("number").corrupt("it is no number of a draw"))?;
    let draw = Draw { number, levels, before, random, group, form, released: state == SlotState::Free };
    Ok(RecordedDraw { version, draw })
}
