use unmask_store::testing::Database;
use unmask_store::throttle::{Gate, login_failed, login_gate, login_succeeded, prune};
use unmask_store::{Millis, Store, StoreError};

use crate::support::*;

crate::contract! {
    waits_begin_at_the_fifth_failure_and_grow,
    success_forgets,
    a_burst_in_parallel_gets_no_further,
    a_hundred_are_looked_at_then_a_days_pause,
}

async fn gate(store: &Store, now: Millis) -> Gate {
    let gate: Result<_, StoreError> = store.write(async move |tx| login_gate(tx, "key", now).await).await;
    gate.unwrap()
}

async fn failed(db: &Database, now: Millis) {
    let done: Result<(), StoreError> = db.write(async move |tx| login_failed(tx, "key", now).await).await;
    done.unwrap();
}

async fn waits_begin_at_the_fifth_failure_and_grow(db: &Database) {
    for _ in 0..5 {
        assert_eq!(gate(db, NOW).await, Gate::Open);
        failed(db, NOW + 1000).await;
    }
    assert_eq!(gate(db, NOW + 1000).await, Gate::Wait(30_000), "counted from the answer, not from the question");
    assert_eq!(gate(db, NOW + 31_000).await, Gate::Open);
    assert_eq!(gate(db, NOW + 31_000).await, Gate::Wait(60_000));
}

async fn success_forgets(db: &Database) {
    for _ in 0..5 {
        assert_eq!(gate(db, NOW).await, Gate::Open);
    }
    assert!(matches!(gate(db, NOW).await, Gate::Wait(_)));
    let done: Result<(), StoreError> = db.write(async move |tx| login_succeeded(tx, "key").await).await;
    done.unwrap();
    assert_eq!(gate(db, NOW).await, Gate::Open);
}

async fn a_burst_in_parallel_gets_no_further(db: &Database) {
    let tries = (0..30).map(|_| {
        let store = db.store.clone();
        // a lost race too often is a refusal as well: the attempt is not looked at
        tokio::spawn(async move { store.write(async move |tx| login_gate(tx, "key", NOW).await).await })
    });
    let mut open = 0;
    for gate in tries.collect::<Vec<_>>() {
        let gate: Result<Gate, StoreError> = gate.await.unwrap();
        open += i32::from(gate == Ok(Gate::Open));
    }
    assert!((1..=5).contains(&open), "{open} were let through");
}

async fn a_hundred_are_looked_at_then_a_days_pause(db: &Database) {
    let day = 24 * 60 * MINUTE;
    assert_eq!(gate(db, NOW).await, Gate::Open);
    db.run("update throttle set attempts = 99").await;
    assert_eq!(gate(db, NOW).await, Gate::Open);
    assert_eq!(gate(db, NOW).await, Gate::Wait(day));
    assert_eq!(gate(db, NOW + day).await, Gate::Open, "and then from the beginning");
    assert_eq!(gate(db, NOW + day).await, Gate::Open);
    let pruned: Result<_, StoreError> = db.write(async move |tx| prune(tx, NOW + 3 * day).await).await;
    assert_eq!(pruned.unwrap(), 1);
}
