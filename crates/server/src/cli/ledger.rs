//! `unmask check --ledger`: derives the allocation sequence again and compares it with the database.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use unmask_store::allocation::{self, LedgerRow, SlotState, WrittenBy};
use unmask_store::study;
use unmask_study::allocation::minimisation::{self, Minimisation};
use unmask_study::allocation::units::{self, Member};
use unmask_study::allocation::{Scheme, Slot, Stretch, differences};
use unmask_study::definition::ArmId;

use crate::base::secrets::commitment;
use crate::cli::prelude::*;
use crate::study_versions::{from_stored, stored_versions};

/// Maximum number of listed differences.
const SHOWN: usize = 20;

pub async fn run(settings: Settings) -> Result<ExitCode> {
    let store = visit_store(&settings).await?;
    let report = inspect(&store, &seed(&settings)?).await;
    store.close().await;
    let report = report?;
    println!("{}", report.compared);
    for problem in report.problems.iter().take(SHOWN) {
        println!("{problem}");
    }
    if report.problems.is_empty() {
        println!("The ledger is correct: all slots match the seed, and all participants have the arm of their slot.");
        return Ok(ExitCode::SUCCESS);
    }
    if report.problems.len() > SHOWN {
        println!("… and {} more", report.problems.len() - SHOWN);
    }
    println!("The ledger does not match the seed. Differences: {}.", report.problems.len());
    Ok(ExitCode::FAILURE)
}

/// The result of the comparison.
pub struct Report {
    pub compared: String,
    /// One line each; empty if the ledger is exact.
    pub problems: Vec<String>,
}

/// Reads the seed. It is never created here.
pub fn seed(settings: &Settings) -> Result<[u8; 32]> {
    Secret::AllocationSeed.read(settings)?.with_context(|| {
        let location = Secret::AllocationSeed.location(settings);
        format!("the seed is not in {location}; name its folder with --data, or give --allocation-seed")
    })
}

/// Reads the seed, and checks that the schedule in the database was drawn from it.
pub async fn own_seed(settings: &Settings, store: &Store) -> Result<[u8; 32]> {
    let seed = seed(settings)?;
    require_own(&seed, allocation::seed_commitment(store).await?)?;
    Ok(seed)
}

/// Compares the ledger of the active study with the schedule that its versions and the seed give.
pub async fn inspect(store: &Store, seed: &[u8; 32]) -> Result<Report> {
    let active = study::active_version(store).await?.context("the database has no study yet; start the server once")?;
    let active = from_stored(&active.hash, &active.bundle).context("the stored study is damaged")?;
    let commitment = require_own(seed, allocation::seed_commitment(store).await?)?;
    let rows = allocation::ledger(store).await?;
    let (origin, mut problems) = if active.file.allocation.unit.is_some() {
        united(store, seed, &rows).await?
    } else if active.file.allocation.minimises().is_some() {
        drawn(store, seed, &rows).await?
    } else {
        scheduled(store, &active, seed, &rows).await?
    };
    let compared = format!(
        "Study '{}', seed with commitment {commitment}.\n{origin}{}",
        active.file.id,
        taken(&rows, study::is_unblinded(store, study::OPERATOR).await?)
    );
    problems.extend(rows.iter().filter_map(strange));
    Ok(Report { compared, problems })
}

/// Where the slots of a schedule come from, and how they differ from it.
async fn scheduled(
    store: &Store,
    active: &Study,
    seed: &[u8; 32],
    rows: &[LedgerRow],
) -> Result<(String, Vec<String>)> {
    let stretches = allocation::stretches(store, &active.file.id).await?;
    let versions = stored_versions(store, stretches.iter().map(|stretch| stretch.version.as_str())).await?;
    let schemes: Vec<Scheme> = stretches.iter().map(|by| Scheme::of(&versions[&by.version])).collect();
    let mut derived = Vec::new();
    for (stretch, scheme) in stretches.iter().zip(&schemes) {
        derived.push(Stretch { from: u32::try_from(stretch.from)?, scheme });
    }
    let slots = rows.iter().map(slot).collect::<Result<Vec<_>>>()?;
    let wrong = differences(&derived, seed, &slots).into_iter().map(|error| error.to_string()).collect();
    Ok((written(&stretches, rows.len()), wrong))
}

/// How minimisation drew the slots, and how they differ from what their record gives.
async fn drawn(store: &Store, seed: &[u8; 32], rows: &[LedgerRow]) -> Result<(String, Vec<String>)> {
    let draws = allocation::draws(store).await?;
    let hashes: BTreeSet<&str> = draws.iter().map(|one| one.version.as_str()).collect();
    let mut plans = HashMap::new();
    for (hash, study) in stored_versions(store, hashes.into_iter()).await? {
        let plan = Minimisation::of(&study).with_context(|| format!("study version {hash} does not minimise"))?;
        plans.insert(hash, plan);
    }
    let own = draws.iter().map(|one| (&one.draw, &plans[&one.version]));
    let wrong = minimisation::differences(seed, own).into_iter().map(|error| error.to_string());
    let recorded: HashSet<i64> = draws.iter().map(|one| one.draw.number.into()).collect();
    let unknown = rows.iter().map(|row| row.slot.number).filter(|number| !recorded.contains(number));
    let unknown = unknown.map(|number| format!("slot {number}: its draw is not recorded"));
    Ok((format!("Draws by minimisation: {}.\n", draws.len()), wrong.chain(unknown).collect()))
}

/// How units got their slots and members their forms, and how they differ from what the seed gives.
async fn united(store: &Store, seed: &[u8; 32], rows: &[LedgerRow]) -> Result<(String, Vec<String>)> {
    let recorded = allocation::units(store, false).await?;
    let hashes: BTreeSet<&str> = recorded.iter().map(|one| one.version.as_str()).collect();
    let schemes: HashMap<String, Scheme> = stored_versions(store, hashes.into_iter())
        .await?
        .into_iter()
        .map(|(hash, study)| (hash, Scheme::of(&study)))
        .collect();
    let units_of_slots: HashMap<i64, i64> = allocation::members(store).await?.into_iter().collect();
    let mut members = Vec::new();
    let mut unknown = Vec::new();
    for row in rows {
        let slot = slot(row)?;
        match units_of_slots.get(&row.slot.number) {
            Some(unit) => {
                let unit = u32::try_from(*unit)?;
                members.push(Member { slot: slot.number, unit, group: slot.group, form: slot.form });
            }
            None => unknown.push(format!("slot {}: its unit is not recorded", slot.number)),
        }
    }
    let own = recorded.iter().map(|one| (&one.unit, &schemes[&one.version]));
    let wrong = units::differences(seed, own, &members).into_iter().map(|error| error.to_string());
    let origin = format!("Units: {}, with {} slots for their members.\n", recorded.len(), members.len());
    Ok((origin, wrong.chain(unknown).collect()))
}

/// Which version wrote which slots.
fn written(stretches: &[WrittenBy], slots: usize) -> String {
    let ends = stretches.iter().skip(1).map(|next| (next.from - 1).to_string()).chain([slots.to_string()]);
    let line = |(by, to): (&WrittenBy, String)| {
        format!("Slots {} to {to} were written under version {:.12}.\n", by.from, by.version)
    };
    stretches.iter().zip(ends).map(line).collect()
}

pub(super) fn require_own(seed: &[u8; 32], recorded: Option<String>) -> Result<String> {
    let own = commitment(seed);
    match recorded {
        None => bail!(
            "no seed is recorded in the database: either it has no schedule yet, which the server writes on its first \
             start, or the record is lost; then restore the last backup (unmask restore)"
        ),
        Some(recorded) if recorded != own => {
            let (file, flag) = (Secret::AllocationSeed.file(), Secret::AllocationSeed.flag());
            bail!(
                "this is not the seed of the schedule: its commitment is {own}, recorded is {recorded}; put the first \
                 server's file '{file}' back (unmask backup keeps it in secrets/), or give its value with {flag}"
            )
        }
        Some(_) => Ok(own),
    }
}

fn slot(row: &LedgerRow) -> Result<Slot> {
    let slot = &row.slot;
    let number = |value: i64| u32::try_from(value).with_context(|| format!("slot {} is invalid", slot.number));
    Ok(Slot {
        number: number(slot.number)?,
        stratum: slot.stratum,
        block: number(slot.block)?,
        group: slot.group,
        form: slot.form,
    })
}

/// The number of assigned slots; after unblinding by arm, before it their numbers would reveal the blinded labels of
/// the console.
fn taken(rows: &[LedgerRow], unblinded: bool) -> String {
    let blocks = rows.iter().map(|row| (row.slot.stratum, row.slot.block)).collect::<HashSet<_>>().len();
    let mut arms = BTreeMap::new();
    for row in rows.iter().filter(|row| row.state != SlotState::Free) {
        *arms.entry(row.slot.group.name()).or_insert(0) += 1;
    }
    let taken: i32 = arms.values().sum();
    let each: Vec<String> = arms.iter().map(|(arm, count)| format!("{arm} {count}")).collect();
    let each = match (taken, unblinded) {
        (0, _) => String::new(),
        (_, true) => format!(" ({})", each.join(", ")),
        (_, false) => " (by arm after unblinding)".into(),
    };
    let slots = if rows.iter().all(|row| row.slot.block == 0) {
        format!("{} slots", rows.len())
    } else {
        format!("{} slots in {blocks} blocks", rows.len())
    };
    format!("{slots}, {taken} of them taken{each}.")
}

/// Participants and slots that do not match each other.
fn strange(row: &LedgerRow) -> Option<String> {
    let slot = &row.slot;
    let what = match (row.state, &row.code) {
        (SlotState::Free, Some(code)) => format!("is free, but {code} has it"),
        (SlotState::Reserved | SlotState::Confirmed, None) => "is taken, but no participant has it".into(),
        (SlotState::Reserved, Some(code)) if row.exposed_at.is_some() => {
            format!("is only reserved, but {code} was exposed")
        }
        (SlotState::Confirmed, Some(code)) if row.exposed_at.is_none() => {
            format!("is confirmed, but {code} was not exposed")
        }
        (_, Some(code)) if row.held_as != Some(slot.group) => {
            let arm = row.held_as.as_ref().map_or("no arm", ArmId::name);
            format!("gives {}, but {code} has {arm}", slot.group.name())
        }
        _ => return None,
    };
    let block = if slot.block == 0 { String::new() } else { format!("block {}, ", slot.block) };
    Some(format!("{block}slot {}: {what}", slot.number))
}
