use unmask_store::testing::Database;
use unmask_store::throttle::{Attempt, Gate, login_failed, login_gate, login_succeeded, prune};
use unmask_store::{Millis, Store, StoreError};

use crate::support::*;

crate::contract! {
    waits_begin_at_the_fifth_failure_and_grow,
    success_forgets,
    a_burst_in_parallel_gets_no_further,
    a_hundred_are_looked_at_then_one_an_hour,
    unknown_networks_delay_each_other_and_no_known_device,
    a_new_device_never_waits_longer_than_a_minute,
    signing_in_is_no_failure,
    many_networks_guess_so_often_a_day_and_no_more,
    a_neighbour_of_a_guesser_waits_a_minute,
}

fn stranger(network: &str) -> Attempt {
    Attempt { own: network.into(), strangers: Some("name".into()) }
}

fn device() -> Attempt {
    Attempt { own: "device".into(), strangers: None }
}

async fn tries(store: &Store, attempt: Attempt, now: Millis) -> Gate {
    written(store, async move |tx| login_gate(tx, &attempt, now).await).await
}

async fn gate(store: &Store, now: Millis) -> Gate {
    tries(store, stranger("key"), now).await
}

async fn failed(db: &Database, now: Millis) {
    written(db, async move |tx| login_failed(tx, &stranger("key"), now).await).await;
}

async fn succeeded(db: &Database, attempt: Attempt) {
    written(db, async move |tx| login_succeeded(tx, &attempt).await).await;
}

async fn unknown_networks_delay_each_other_and_no_known_device(db: &Database) {
    let mut looked_at = 0;
    for number in 0..200 {
        looked_at += i32::from(tries(db, stranger(&format!("network {number}")), NOW).await == Gate::Open);
    }
    assert_eq!(looked_at, 25);
    assert_eq!(tries(db, device(), NOW).await, Gate::Open);
    let other = Attempt { own: "network 199, other name".into(), strangers: Some("other".into()) };
    assert_eq!(tries(db, other, NOW).await, Gate::Open, "another name");
    let day = 24 * 60 * MINUTE;
    assert_eq!(tries(db, stranger("later"), NOW + day).await, Gate::Open, "forgotten");
}

async fn a_new_device_never_waits_longer_than_a_minute(db: &Database) {
    for number in 0..25 {
        assert_eq!(tries(db, stranger(&format!("network {number}")), NOW).await, Gate::Open);
    }
    assert_eq!(tries(db, stranger("owner"), NOW + 1000).await, Gate::Wait(MINUTE));
    // Other devices continue to try, and get in too. That changes nothing for the owner.
    for second in 2..61 {
        tries(db, stranger(&format!("network {second}")), NOW + second * 1000).await;
        let wait = Gate::Wait(MINUTE - (second - 1) * 1000);
        assert_eq!(tries(db, stranger("owner"), NOW + second * 1000).await, wait);
    }
    assert_eq!(tries(db, stranger("owner"), NOW + 1000 + MINUTE).await, Gate::Open);
    assert_eq!(tries(db, stranger("owner"), NOW + 1000 + MINUTE).await, Gate::Wait(MINUTE), "each needs it");
}

async fn signing_in_is_no_failure(db: &Database) {
    for number in 0..200 {
        let from = stranger(&format!("network {number}"));
        assert_eq!(tries(db, from.clone(), NOW).await, Gate::Open);
        succeeded(db, from).await;
    }
}

async fn waits_begin_at_the_fifth_failure_and_grow(db: &Database) {
    for _ in 0..5 {
        assert_eq!(gate(db, NOW).await, Gate::Open);
        failed(db, NOW + 1000).await;
    }
    assert_eq!(gate(db, NOW + 1000).await, Gate::Wait(5_000), "counted from the answer, not from the question");
    assert_eq!(gate(db, NOW + 6_000).await, Gate::Open);
    assert_eq!(gate(db, NOW + 6_000).await, Gate::Wait(10_000));
}

async fn success_forgets(db: &Database) {
    for _ in 0..5 {
        assert_eq!(gate(db, NOW).await, Gate::Open);
    }
    assert!(matches!(gate(db, NOW).await, Gate::Wait(_)));
    succeeded(db, stranger("key")).await;
    assert_eq!(gate(db, NOW).await, Gate::Open);
}

async fn a_burst_in_parallel_gets_no_further(db: &Database) {
    let gates = at_once(30, |_| {
        let store = db.store.clone();
        // too many serialization failures are a rejection as well: the attempt is not looked at
        async move { store.write(async move |tx| login_gate(tx, &device(), NOW).await).await }
    });
    let gates: Vec<Result<Gate, StoreError>> = gates.await;
    let open = gates.iter().filter(|gate| **gate == Ok(Gate::Open)).count();
    assert!((1..=5).contains(&open), "{open} were let through");
}

async fn a_hundred_are_looked_at_then_one_an_hour(db: &Database) {
    let day = 24 * 60 * MINUTE;
    assert_eq!(tries(db, device(), NOW).await, Gate::Open);
    db.run("update throttle set attempts = 99").await;
    assert_eq!(tries(db, device(), NOW).await, Gate::Open);
    assert_eq!(tries(db, device(), NOW).await, Gate::Wait(60 * MINUTE));
    assert_eq!(tries(db, device(), NOW + 60 * MINUTE).await, Gate::Open);
    assert_eq!(tries(db, device(), NOW + 61 * MINUTE).await, Gate::Wait(59 * MINUTE));
    assert_eq!(tries(db, device(), NOW + 2 * day).await, Gate::Open, "and a day later from the beginning");
    assert_eq!(tries(db, device(), NOW + 2 * day).await, Gate::Open);
    let pruned: Result<_, StoreError> = db.write(async move |tx| prune(tx, NOW + 4 * day).await).await;
    assert_eq!(pruned.unwrap(), 1);
}

/// A fresh network every two minutes comes, waits out its minute, and guesses; for three days.
async fn many_networks_guess_so_often_a_day_and_no_more(db: &Database) {
    let (day, mut looked_at) = (24 * 60 * MINUTE, [0; 3]);
    for step in 0..3 * day / (2 * MINUTE) {
        let from = stranger(&format!("network {step}"));
        let now = NOW + step * 2 * MINUTE;
        let knocked = tries(db, from.clone(), now).await == Gate::Open;
        if knocked || tries(db, from, now + MINUTE).await == Gate::Open {
            looked_at[usize::try_from(step * 2 * MINUTE / day).unwrap()] += 1;
        }
    }
    assert!((300..=480).contains(&looked_at[0]), "{looked_at:?}");
    assert!((238..=241).contains(&looked_at[1]) && (238..=241).contains(&looked_at[2]), "{looked_at:?}");
    assert_eq!(tries(db, device(), NOW + 3 * day).await, Gate::Open, "a known device is not concerned");
}

/// A client has guessed as fast as it may for an hour; the owner, on a new device in the same network, is in soon.
async fn a_neighbour_of_a_guesser_waits_a_minute(db: &Database) {
    let (mut now, mut looked_at) = (NOW, 0);
    while now < NOW + 60 * MINUTE {
        match gate(db, now).await {
            Gate::Open => looked_at += 1,
            Gate::Wait(wait) => {
                assert!(wait <= MINUTE, "{wait} after {looked_at}");
                now += wait;
            }
        }
    }
    assert!((50..=70).contains(&looked_at), "{looked_at}");
}
