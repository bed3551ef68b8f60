use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use unmask_store::StoreError;
use unmask_store::allocation::{
    self, DrawMethod, DrawRule, LedgerRow, SlotRequest, SlotRow, SlotState, UnitRequest, counts, ledger, release_idle,
    schedule_size, write_schedule,
};
use unmask_store::participants::{NewParticipant, Registered, participant, register};
use unmask_store::submissions::{Saved, move_to};
use unmask_store::testing::Database;
use unmask_study::allocation::minimisation::{self, Minimisation};
use unmask_study::allocation::{Scheme, Stratum, schedule, verify};
use unmask_study::definition::{ArmId, Form};
use unmask_study::order::{below, generator};

use crate::support::*;

crate::contract! {
    sixty_at_once_get_exact_blocks,
    sixty_at_once_get_exact_blocks_in_each_stratum,
    a_target_of_all_strata_is_never_passed,
    a_returning_participant_stays_in_the_stratum,
    two_arms_with_four_lists_are_exact,
    six_arms_in_two_strata_with_three_lists_are_exact,
    twenty_four_arms_in_four_strata_with_eight_lists_are_exact,
    draws_at_once_follow_one_another,
    simulated_participants_have_their_own_draws,
    first_members_at_once_get_one_slot,
    an_idle_slot_is_released_and_the_participant_gets_the_next,
    arms_come_in_the_order_of_the_draws,
    released_slots_come_in_the_order_of_the_draws,
    simulated_participants_have_their_own_slots,
    exposed_or_active_participants_keep_their_slot,
    a_submission_in_progress_is_stale_after_the_slot_was_released,
    exposure_confirms_the_slot,
    the_schedule_of_another_seed_is_rejected,
    the_ledger_knows_which_version_wrote_what,
}

async fn sixty_at_once_get_exact_blocks(db: &Database) {
    ready(db, 10).await;
    let all = at_once(60, |n| {
        let store = db.store.clone();
        async move { registered(&store, &format!("n{n}")).await }
    });
    let mut taken = BTreeSet::new();
    for slot in all.await {
        let planned = &slots(10)[usize::try_from(slot.number - 1).unwrap()];
        assert_eq!((slot.group, slot.form), (planned.group, planned.form));
        assert!(taken.insert(slot.number), "place {} was given twice", slot.number);
    }
    // all sixty slots, so that each of the ten blocks of six is complete
    assert_eq!(taken, (1..=60).collect());
    let each = "select count(*) from (select block, arm, form from allocation l join participant p using (arm, form)
        where p.slot = l.number group by block, arm, form having count(*) = 1) as kinds";
    assert_eq!(db.number(each).await, 60);
}

fn newcomer_by(stratum: Stratum, name: &str, target: Option<u32>) -> NewParticipant {
    NewParticipant { asks: SlotRequest { stratum, target, ..SlotRequest::default() }, ..newcomer(name) }
}

/// Every second one has a phone.
fn device(n: usize) -> Stratum {
    if n.is_multiple_of(2) { Stratum::PHONE } else { Stratum::COMPUTER }
}

async fn by_device(db: &Database, people: usize, target: Option<u32>) -> Vec<(Stratum, Registered)> {
    let all = at_once(people, |n| {
        let (store, stratum) = (db.store.clone(), device(n));
        let new = newcomer_by(stratum, &format!("n{n}"), target);
        async move { (stratum, try_register(&store, new).await.unwrap()) }
    });
    all.await
}

async fn sixty_at_once_get_exact_blocks_in_each_stratum(db: &Database) {
    // Computers have slots to spare, and no participant with a phone gets one.
    let spare = slots_by_device(6).into_iter().filter(|p| p.stratum == Stratum::COMPUTER || p.block <= 5);
    ready_with(db, spare.collect()).await;
    let mut taken = BTreeSet::new();
    for (stratum, registered) in by_device(db, 60, None).await {
        let Registered::Done(slot) = registered else { panic!("{registered:?}") };
        let planned = &slots_by_device(5)[usize::try_from(slot.number - 1).unwrap()];
        assert_eq!((planned.stratum, slot.group, slot.form), (stratum, planned.group, planned.form));
        assert!(taken.insert(slot.number), "place {} was given twice", slot.number);
    }
    assert_eq!(taken, (1..=60).collect(), "five whole blocks of each stratum");
    let own = "select count(*) from participant p join allocation l on l.number = p.slot where l.stratum = p.stratum";
    assert_eq!(db.number(own).await, 60);
    let late = try_register(db, newcomer_by(Stratum::PHONE, "late", None)).await.unwrap();
    assert_eq!(late, Registered::Full);
    let late = try_register(db, newcomer_by(Stratum::COMPUTER, "later", None)).await.unwrap();
    assert!(matches!(&late, Registered::Done(slot) if slot.number == 61), "{late:?}");
}

/// Strata by device and age group: the latter comes from an answer.
const STRATA: [&str; 4] = ["phone/young", "computer/young", "phone/old", "computer/old"];

/// A design with random weights. `unmask_study::allocation` tests its pure functions with 1,000 designs; these are a
/// few through a database.
fn random_design(arms: u32, strata: usize, lists: usize, block_rounds: u32) -> Scheme {
    let mut random = generator(&[7], &format!("{arms}/{strata}/{lists}"));
    let mut weight = || 1 + u32::try_from(below(&mut random, 5)).unwrap();
    let weights: Vec<u32> = (0..arms).map(|_| weight()).collect();
    let round: u32 = weights.iter().sum();
    Scheme {
        arms: (0..).zip(weights).map(|(arm, weight)| (arm_id(arm), weight)).collect(),
        strata: STRATA[..strata].iter().map(|key| key.parse().unwrap()).collect(),
        block_sizes: vec![block_rounds * round],
        forms: Form::lists(lists).collect(),
        list: None,
    }
}

fn arm_id(arm: u32) -> ArmId {
    format!("arm_{arm}").parse().unwrap()
}

/// Sixty concurrent registrations leave every complete block exact, each arm's lists balanced, and a ledger that the
/// seed gives again.
async fn sixty_at_once(db: &Database, scheme: &Scheme) {
    let seed = [7; 32];
    let rows = schedule(scheme, &seed, 60).into_iter().map(|slot| SlotRow {
        number: slot.number.into(),
        stratum: slot.stratum,
        block: slot.block.into(),
        group: slot.group,
        form: slot.form,
    });
    ready_with(db, rows.collect()).await;
    let start_page: BTreeMap<ArmId, String> = scheme.arms.keys().map(|arm| (*arm, "/home".into())).collect();
    let done = at_once(60, |n| {
        let new = newcomer_by(scheme.strata[n % scheme.strata.len()], &format!("n{n}"), None);
        let (store, new) = (db.store.clone(), NewParticipant { start_page: start_page.clone(), ..new });
        async move { try_register(&store, new).await.unwrap() }
    });
    assert!(done.await.iter().all(|registered| matches!(registered, Registered::Done(_))));
    let stored = ledger(db).await.unwrap();
    let derived = |row: &LedgerRow| allocated(&row.slot);
    let all: Vec<_> = stored.iter().map(derived).collect();
    assert_eq!(verify(scheme, &seed, &all), Ok(()));
    let taken: Vec<_> = stored.iter().filter(|row| row.code.is_some()).map(derived).collect();
    assert_eq!(taken.len(), 60);
    for stratum in &scheme.strata {
        let own: Vec<_> = taken.iter().filter(|slot| slot.stratum == *stratum).collect();
        for block in own.chunk_by(|a, b| a.block == b.block).filter(|b| b.len() == scheme.block_sizes[0] as usize) {
            let round: u32 = scheme.arms.values().sum();
            for (arm, weight) in &scheme.arms {
                let count = block.iter().filter(|slot| slot.group == *arm).count();
                assert_eq!(u32::try_from(count).unwrap() * round, weight * scheme.block_sizes[0]);
            }
        }
        for arm in scheme.arms.keys() {
            let of = |form: &Form| own.iter().filter(|slot| slot.group == *arm && slot.form == *form).count();
            let counts: Vec<usize> = scheme.forms.iter().map(of).collect();
            assert!(counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1, "{arm}: {counts:?}");
        }
    }
}

fn allocated(row: &SlotRow) -> unmask_study::allocation::Slot {
    let SlotRow { number, stratum, block, group, form } = row.clone();
    let [number, block] = [number, block].map(|number| u32::try_from(number).unwrap());
    unmask_study::allocation::Slot { number, stratum, block, group, form }
}

async fn two_arms_with_four_lists_are_exact(db: &Database) {
    sixty_at_once(db, &random_design(2, 1, 4, 2)).await;
}

async fn six_arms_in_two_strata_with_three_lists_are_exact(db: &Database) {
    sixty_at_once(db, &random_design(6, 2, 3, 1)).await;
}

async fn twenty_four_arms_in_four_strata_with_eight_lists_are_exact(db: &Database) {
    sixty_at_once(db, &random_design(24, 4, 8, 1)).await;
}

async fn a_target_of_all_strata_is_never_passed(db: &Database) {
    ready_with(db, slots_by_device(5)).await;
    let done = by_device(db, 40, Some(17)).await;
    assert_eq!(done.iter().filter(|(_, registered)| matches!(registered, Registered::Done(_))).count(), 17);
    assert_eq!(done.iter().filter(|(_, registered)| *registered == Registered::Full).count(), 23);
    assert_eq!(db.number("select count(*) from allocation where state = 'reserved'").await, 17);
}

async fn a_returning_participant_stays_in_the_stratum(db: &Database) {
    ready_with(db, slots_by_device(1)).await;
    for (name, stratum) in [("a", Stratum::PHONE), ("b", Stratum::COMPUTER)] {
        assert!(matches!(try_register(db, newcomer_by(stratum, name, None)).await, Ok(Registered::Done(_))));
    }
    assert_eq!(release(db).await, [1, 2]);
    assert_eq!(reclaim(db, "a").await.unwrap().number, 4, "the third place is of the other stratum");
    assert_eq!(reclaim(db, "b").await.unwrap().number, 3);
    release(db).await;
    let full = SlotRequest { target: Some(0), ..SlotRequest::default() };
    let reclaimed: Result<_, StoreError> =
        db.write(async move |tx| allocation::reclaim(tx, "participant-a", full, NOW).await).await;
    assert_eq!(reclaimed.unwrap(), None, "the target is reached");
}

fn minimisation() -> Minimisation {
    let arms = slots(1).into_iter().map(|slot| (slot.group, 1)).collect();
    Minimisation { arms, forms: Form::PARALLEL.into(), probability: 0.8 }
}

fn minimising(name: &str) -> NewParticipant {
    let rule =
        DrawRule { method: DrawMethod::Minimisation(minimisation()), study_version: VERSION.into(), seed: [7; 32] };
    let asks = SlotRequest { stratum: Stratum::PHONE, rule: Some(Arc::new(rule)), ..SlotRequest::default() };
    NewParticipant { asks, ..newcomer(name) }
}

async fn draws_at_once_follow_one_another(db: &Database) {
    ready_with(db, vec![]).await;
    let done = at_once(60, |n| {
        let store = db.store.clone();
        async move { try_register(&store, minimising(&format!("n{n}"))).await.unwrap() }
    });
    assert!(done.await.iter().all(|registered| matches!(registered, Registered::Done(_))));
    let draws = allocation::draws(db).await.unwrap();
    for (number, recorded) in (1..).zip(&draws) {
        let counted: u32 = recorded.draw.before.counted.values().flat_map(|cell| cell.values()).sum();
        assert_eq!((recorded.draw.number, counted), (number, number - 1), "each sees all before it");
    }
    assert_eq!((draws.len(), db.number("select count(distinct slot) from participant").await), (60, 60));
    let plan = minimisation();
    assert_eq!(minimisation::differences(&[7; 32], draws.iter().map(|one| (&one.draw, &plan))), []);
    // A crash between two statements leaves nothing of a draw.
    let failed = db.write(async move |tx| {
        register(tx, &minimising("late")).await?;
        Err::<(), _>(StoreError::Internal("stop".into()))
    });
    assert!(failed.await.is_err());
    assert_eq!(allocation::draws(db).await.unwrap().len(), 60);
    assert_eq!(schedule_size(db).await.unwrap(), 60);
}

fn member(name: &str, code: &str) -> NewParticipant {
    let arms = slots(1).into_iter().map(|slot| (slot.group, 1)).collect();
    let scheme =
        Scheme { arms, strata: vec![Stratum::WHOLE], block_sizes: vec![3], forms: Form::PARALLEL.into(), list: None };
    let unit = UnitRequest { code: code.into(), stratum: Some(Stratum::WHOLE), limit: None, scheme };
    let rule = DrawRule { method: DrawMethod::Unit(unit.into()), study_version: VERSION.into(), seed: [7; 32] };
    let asks = SlotRequest { rule: Some(Arc::new(rule)), ..SlotRequest::default() };
    NewParticipant { asks, ..newcomer(name) }
}

async fn first_members_at_once_get_one_slot(db: &Database) {
    ready_with(db, vec![]).await;
    let done = at_once(60, |n| {
        let store = db.store.clone();
        async move { try_register(&store, member(&format!("n{n}"), if n % 2 == 0 { "a" } else { "b" })).await.unwrap() }
    });
    assert!(done.await.iter().all(|registered| matches!(registered, Registered::Done(_))));
    let units = allocation::units(db, false).await.unwrap();
    assert_eq!(units.iter().map(|unit| (unit.unit.slot, unit.members)).collect::<Vec<_>>(), [(1, 30), (2, 30)]);
    assert_ne!(units[0].unit.group, units[1].unit.group, "the slots of one block");
    assert_eq!(db.number("select count(distinct arm) from participant").await, 2);
    // Simulated participants have units of their own.
    try_register(db, NewParticipant { simulated: true, ..member("r", "a") }).await.unwrap();
    let all = allocation::units(db, true).await.unwrap();
    assert_eq!(all.iter().map(|unit| (unit.number, unit.members)).collect::<Vec<_>>(), [(-1, 1), (1, 30), (2, 30)]);
    assert_eq!(allocation::members(db).await.unwrap().len(), 60);
    // A crash between two statements leaves nothing of a unit.
    let failed = db.write(async move |tx| {
        register(tx, &member("late", "c")).await?;
        Err::<(), _>(StoreError::Internal("stop".into()))
    });
    assert!(failed.await.is_err());
    assert_eq!(allocation::units(db, false).await.unwrap().len(), 2);
}

async fn simulated_participants_have_their_own_draws(db: &Database) {
    ready_with(db, vec![]).await;
    let mut numbers = vec![];
    for (name, simulated) in [("r1", true), ("a", false), ("r2", true)] {
        match try_register(db, NewParticipant { simulated, ..minimising(name) }).await.unwrap() {
            Registered::Done(slot) => numbers.push(slot.number),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(numbers, [-1, 1, -2]);
    assert_eq!(allocation::draws(db).await.unwrap().len(), 1, "of people");
    assert_eq!(db.number("select count(*) from draw where number = 1 and balance like '%phone%'").await, 0);
    assert_eq!(db.number("select count(*) from draw where number = -2 and balance like '%phone%'").await, 1);
}

async fn release(db: &Database) -> Vec<i64> {
    written(db, async move |tx| release_idle(tx, NOW + MINUTE).await).await
}

async fn reclaim(db: &Database, name: &str) -> Option<allocation::Slot> {
    let who = format!("participant-{name}");
    written(db, async move |tx| allocation::reclaim(tx, &who, SlotRequest::default(), NOW + 2 * MINUTE).await).await
}

async fn an_idle_slot_is_released_and_the_participant_gets_the_next(db: &Database) {
    ready(db, 1).await;
    let first = registered(db, "a").await;
    assert_eq!(release(db).await, [1]);
    let a = participant(db, "participant-a").await.unwrap().unwrap();
    assert_eq!((a.slot, a.group, a.form), (None, None, Some(first.form)));

    assert_eq!(registered(db, "b").await.number, 2, "a place that somebody has seen is not the next");
    let second = reclaim(db, "a").await.unwrap();
    assert_eq!((second.number, second.form), (3, first.form), "answers depend on the form, so it stays");
    assert_eq!(reclaim(db, "a").await.unwrap(), second, "coming back twice changes nothing");
    let a = participant(db, "participant-a").await.unwrap().unwrap();
    assert_eq!((a.slot, a.group), (Some(3), Some(second.group)));
    let mut others = vec![];
    for name in ["c", "d", "e", "f"] {
        others.push(registered(db, name).await.number);
    }
    assert_eq!(others, [4, 5, 6, 1], "it comes last, and is not lost");
}

async fn arms_come_in_the_order_of_the_draws(db: &Database) {
    ready(db, 5).await;
    let arms: Vec<_> = ledger(db).await.unwrap().into_iter().map(|row| row.slot.group).collect();
    let mut left: Vec<usize> = (0..arms.len()).collect();
    // Of the nearest 24: the last, again the last, the first, the third …
    for (name, draw) in [("a", 23), ("b", 23), ("c", 24), ("d", 2), ("e", 47)] {
        let asks = SlotRequest { draw, nearest: 24, ..SlotRequest::default() };
        let given = match try_register(db, NewParticipant { asks, ..newcomer(name) }).await.unwrap() {
            Registered::Done(slot) => slot.number,
            other => panic!("{other:?}"),
        };
        let arm = arms[left[draw as usize % 24]];
        let first = left.iter().position(|index| arms[*index] == arm).unwrap();
        assert_eq!(given, i64::try_from(left.remove(first)).unwrap() + 1, "{name}: the first unused slot of {arm}");
    }
    assert_ne!(left, (5..arms.len()).collect::<Vec<_>>(), "not the slots in their order");
}

async fn released_slots_come_in_the_order_of_the_draws(db: &Database) {
    ready_for(db, 1, &["a", "b", "c", "d", "e", "f"]).await;
    assert_eq!(release(db).await, [1, 2, 3, 4, 5, 6]);
    let mut given = vec![];
    // Of those that are left: the fifth, the first, the third …
    for (name, draw) in [("g", 4), ("h", 0), ("i", 6), ("j", 5), ("k", u32::MAX), ("l", 7)] {
        let asks = SlotRequest { draw, ..SlotRequest::default() };
        match try_register(db, NewParticipant { asks, ..newcomer(name) }).await.unwrap() {
            Registered::Done(slot) => given.push(slot.number),
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(given, [5, 1, 4, 6, 3, 2]);
    assert_eq!(try_register(db, newcomer("m")).await.unwrap(), Registered::Full, "each once, all of the block");
    assert!(reclaim(db, "a").await.is_none());
}

async fn simulated_participants_have_their_own_slots(db: &Database) {
    ready(db, 1).await;
    let simulated = |name: &str| NewParticipant { simulated: true, ..newcomer(name) };
    assert_eq!(
        try_register(db, simulated("r1")).await.unwrap(),
        Registered::Full,
        "people's slots are not for simulated participants"
    );
    ready_for_simulated(db).await;
    ready_for_simulated(db).await;
    for (name, number) in [("r1", -1), ("r2", -2)] {
        // The target is people's.
        let asks = SlotRequest { target: Some(0), ..SlotRequest::default() };
        let registered = try_register(db, NewParticipant { asks, ..simulated(name) }).await.unwrap();
        assert!(matches!(&registered, Registered::Done(slot) if slot.number == number), "{registered:?}");
    }
    assert_eq!(registered(db, "a").await.number, 1);
    assert_eq!((schedule_size(db).await.unwrap(), allocation::simulated_schedule_size(db).await.unwrap()), (6, 6));
    assert_eq!(ledger(db).await.unwrap().iter().map(|row| row.slot.number).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    let taken = counts(db).await.unwrap().into_iter().filter(|count| count.state != SlotState::Free);
    assert_eq!(taken.map(|count| count.slots).sum::<i64>(), 1);

    assert_eq!(
        release(db).await,
        [1],
        "simulated participants have clocks of their own, and are not idle by the server's"
    );
}

async fn exposed_or_active_participants_keep_their_slot(db: &Database) {
    ready_for(db, 1, &["exposed", "moved", "idle"]).await;
    let (mut exposed, mut moved) = (advance("exposed", 0, 1), advance("moved", 0, 1));
    exposed.exposed = true;
    moved.stamp = (NOW + 2 * MINUTE).into();
    for to in [exposed, moved] {
        let done: Result<_, StoreError> = db.write(async move |tx| move_to(tx, &to).await).await;
        assert!(done.unwrap());
    }
    assert_eq!(release(db).await, [3]);
}

async fn a_submission_in_progress_is_stale_after_the_slot_was_released(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    release(db).await;
    let saved = submitted(db, submission("a", "pre", None, 1), advance("a", 0, 1)).await;
    assert_eq!(saved.unwrap(), Saved::Stale);
    assert_eq!(db.number("select count(*) from submission").await, 0);
}

async fn exposure_confirms_the_slot(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    for (revision, completed) in [(0, false), (1, true)] {
        let mut to = advance("a", revision, revision + 1);
        (to.exposed, to.completed, to.stamp) = (true, completed, (NOW + 10 + revision).into());
        let item = format!("item-{revision}");
        assert_eq!(submitted(db, submission("a", &item, None, 1), to).await.unwrap(), Saved::Stored);
    }
    let row = &ledger(db).await.unwrap()[0];
    assert_eq!((row.state, row.code.as_deref()), (SlotState::Confirmed, Some("CODE-a")));
    assert_eq!((row.exposed_at, row.completed_at), (Some(NOW + 10), Some(NOW + 11)));
    let confirmed = counts(db).await.unwrap().into_iter().filter(|c| c.state == SlotState::Confirmed);
    assert_eq!(confirmed.map(|c| c.slots).sum::<i64>(), 1);
}

async fn the_schedule_of_another_seed_is_rejected(db: &Database) {
    ready(db, 1).await;
    let rows = slots(2);
    let other: Result<(), StoreError> =
        db.write(async move |tx| write_schedule(tx, "study", VERSION, "another", &rows).await).await;
    assert_eq!(other, Err(StoreError::OtherSeed { study: "study".into() }));
    assert_eq!(allocation::seed_commitment(db).await.unwrap().as_deref(), Some("commitment"));
    assert_eq!(schedule_size(db).await.unwrap(), 6);
}

async fn the_ledger_knows_which_version_wrote_what(db: &Database) {
    ready(db, 1).await;
    let write = async |version: &'static str, rows: Vec<SlotRow>| {
        written(db, async move |tx| write_schedule(tx, "study", version, "commitment", &rows).await).await;
    };
    write(VERSION, slots(2)[6..].to_vec()).await;
    write("bundle-2", slots(3)[12..].to_vec()).await;
    // A second server that adds the same slots at the same time.
    write("bundle-2", slots(3)[12..].to_vec()).await;
    let by = |from, version: &str| allocation::WrittenBy { from, version: version.into() };
    assert_eq!(allocation::stretches(db, "study").await.unwrap(), [by(1, VERSION), by(13, "bundle-2")]);
    assert_eq!(allocation::stretches(db, "another").await.unwrap(), []);
    registered(db, "a").await;
    let row = &ledger(db).await.unwrap()[0];
    assert_eq!((row.held_as, row.code.as_deref()), (Some(row.slot.group), Some("CODE-a")));
}
