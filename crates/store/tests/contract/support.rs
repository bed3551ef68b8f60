//! What the behaviours are tried with.

use std::collections::BTreeMap;

use serde_json::json;
use unmask_store::allocation::{Slot, SlotRequest, SlotRow, write_schedule, write_simulated_schedule};
use unmask_store::consent::NewConsent;
use unmask_store::identity::{Account, Role};
use unmask_store::participants::{NewParticipant, Registered, register};
use unmask_store::progress::Advance;
use unmask_store::sessions::NewSession;
use unmask_store::study::activate_version;
use unmask_store::submissions::{Saved, Submission, submit};
use unmask_store::waves::WaveChange;
use unmask_store::{Digest, Millis, Store, StoreError, Tx, WriteFn};
use unmask_study::allocation::Stratum;
use unmask_study::definition::ArmId;
use unmask_study::flow::Stage;
use unmask_study::progress::Form;

const CONTROL_0: ArmId = ArmId::literal("control_0");
const TREATMENT_0: ArmId = ArmId::literal("treatment_0");
const TREATMENT_1: ArmId = ArmId::literal("treatment_1");

pub const NOW: Millis = 1_790_000_000_000;
pub const MINUTE: Millis = 60_000;
pub const VERSION: &str = "bundle-1";

/// Blocks of six: each arm once with each form, in an order that differs from block to block.
pub fn slots(blocks: i64) -> Vec<SlotRow> {
    let kinds = [CONTROL_0, TREATMENT_0, TREATMENT_1].map(|group| [(group, Form::X), (group, Form::Y)]).concat();
    let slot = |number: i64| {
        let (block, position) = ((number - 1) / 6, (number - 1) % 6);
        let (group, form) = kinds[usize::try_from((position + block) % 6).unwrap()];
        SlotRow { number, stratum: Stratum::WHOLE, block: block + 1, group, form }
    };
    (1..=blocks * 6).map(slot).collect()
}

/// The same blocks for each of two strata, which take turns: computers have the odd numbers.
pub fn slots_by_device(blocks: i64) -> Vec<SlotRow> {
    let turn = |slot: SlotRow| {
        let number = slot.number * 2;
        let computer = SlotRow { number: number - 1, stratum: Stratum::COMPUTER, ..slot.clone() };
        [computer, SlotRow { number, stratum: Stratum::PHONE, ..slot }]
    };
    slots(blocks).into_iter().flat_map(turn).collect()
}

/// What a transaction returns; it must succeed.
pub async fn written<T, F>(store: &Store, work: F) -> T
where
    F: AsyncFnOnce(&mut Tx) -> Result<T, StoreError> + for<'t> WriteFn<'t, T, StoreError> + 'static,
    T: Send + 'static,
{
    store.write(work).await.unwrap()
}

/// Runs tasks concurrently; their results in the order of their numbers.
pub async fn at_once<T, F>(count: usize, task: impl FnMut(usize) -> F) -> Vec<T>
where
    T: Send + 'static,
    F: Future<Output = T> + Send + 'static,
{
    let mut results = vec![];
    for running in (0..count).map(task).map(tokio::spawn).collect::<Vec<_>>() {
        results.push(running.await.unwrap());
    }
    results
}

/// Takes rows into a list.
pub fn into<T>(rows: &mut Vec<T>) -> impl FnMut(T) -> Result<(), StoreError> {
    |row| {
        rows.push(row);
        Ok(())
    }
}

/// A study with these participants.
pub async fn ready_for(store: &Store, blocks: i64, names: &[&str]) {
    ready(store, blocks).await;
    for name in names {
        registered(store, name).await;
    }
}

/// A study that takes participants.
pub async fn ready(store: &Store, blocks: i64) {
    ready_with(store, slots(blocks)).await;
}

/// Slots for simulated participants, as those for people.
pub async fn ready_for_simulated(store: &Store) {
    let rows: Vec<SlotRow> = slots(1).into_iter().map(|slot| SlotRow { number: -slot.number, ..slot }).collect();
    written(store, async move |tx| write_simulated_schedule(tx, &rows).await).await;
}

/// With this schedule.
pub async fn ready_with(store: &Store, rows: Vec<SlotRow>) {
    written(store, async move |tx| {
        activate_version(tx, VERSION, "{}", NOW).await?;
        write_schedule(tx, "study", VERSION, "commitment", &rows).await
    })
    .await;
}

pub fn account(name: &str) -> Account {
    Account {
        id: format!("account-{name}"),
        username: name.to_uppercase(),
        username_key: name.to_owned(),
        password_hash: "$argon2id$".into(),
        role: Role::Participant,
        first_name: Some("Ada".into()),
        last_name: None,
        created_at: NOW,
    }
}

pub fn newcomer(name: &str) -> NewParticipant {
    NewParticipant {
        account: account(name),
        participant_id: format!("participant-{name}"),
        code: format!("CODE-{name}"),
        asks: SlotRequest::default(),
        later: None,
        seed: -42,
        study_version: VERSION.into(),
        locale: "en".into(),
        simulated: false,
        recruitment: Some(json!({ "PROLIFIC_PID": name })),
        person: None,
        at: NOW,
        consent: None,
        start_page: BTreeMap::from([
            (CONTROL_0, "/pre-questionnaire".into()),
            (TREATMENT_0, "/pre-questionnaire".into()),
            (TREATMENT_1, "/pre-questionnaire".into()),
        ]),
    }
}

pub async fn try_register(store: &Store, new: NewParticipant) -> Result<Registered, StoreError> {
    store.write(async move |tx| register(tx, &new).await).await
}

pub async fn registered(store: &Store, name: &str) -> Slot {
    match try_register(store, newcomer(name)).await.unwrap() {
        Registered::Done(slot) => slot,
        other => panic!("{other:?}"),
    }
}

pub fn consent(name: &str) -> NewConsent {
    NewConsent {
        participant: format!("participant-{name}"),
        version: "2".into(),
        bundle_hash: VERSION.into(),
        locale: "en".into(),
        ticks: json!({ "take_part": true, "recontact": false }),
        text_hash: "abc".into(),
        at: NOW - 5,
    }
}

pub fn hash(byte: u8) -> Digest {
    [byte; 32]
}

pub fn session(family: &str, account: &str, tokens: u8) -> NewSession {
    NewSession {
        family: family.into(),
        account_id: account.into(),
        access_hash: hash(tokens),
        refresh_hash: hash(tokens + 1),
        access_until: NOW + 15 * MINUTE,
        idle_until: NOW + 1000 * MINUTE,
        until: NOW + 10_000 * MINUTE,
        at: NOW,
    }
}

/// The submission of an item by `name`, with `body` as hash.
pub fn submission(name: &str, item: &str, key: Option<&str>, body: u8) -> Submission {
    Submission {
        id: format!("{name}-{item}-{body}-{}", key.unwrap_or("none")),
        participant: format!("participant-{name}"),
        item: item.into(),
        attempt: 1,
        stage: Stage::Only,
        page: "/pre-questionnaire".into(),
        step: 0,
        answers: json!({ "age": 30 }).to_string(),
        correct: None,
        scores: "{}".into(),
        verdict: None,
        evidence: Some(json!({ "submit": 1200.5 }).to_string()),
        key: key.map(Into::into),
        body_hash: hash(body),
        study_version: VERSION.into(),
        flags: Vec::new(),
        stamp: (NOW + 1).into(),
    }
}

pub fn advance(name: &str, from_revision: i64, step: i64) -> Advance {
    Advance {
        participant: format!("participant-{name}"),
        from_revision,
        step,
        page: "/home".into(),
        memory: json!({ "done": 1 }).to_string(),
        stamp: (NOW + 2).into(),
        exposed: false,
        completed: false,
        waves: WaveChange::default(),
    }
}

pub async fn submitted(store: &Store, what: Submission, to: Advance) -> Result<Saved, StoreError> {
    store.write(async move |tx| submit(tx, &what, &to, r#"{"receipt":"first"}"#).await).await
}
