use std::sync::{Arc, Mutex};
use std::time::Duration;

use unmask_store::exclusion::{Exclusion, exclude};
use unmask_store::meta::{meta_get, meta_set};
use unmask_store::testing::{self, Database};
use unmask_store::{Engine, Options, Store, StoreError, Tx};

use crate::support::*;

crate::contract! {
    a_panic_or_error_leaves_the_neighbours_stored,
    an_abandoned_call_does_not_undo_the_write,
    an_error_that_a_closure_hides_is_rejected,
    closing_answers_what_is_queued,
    a_closed_store_rejects,
    the_store_answers_a_ping,
}

async fn put(store: &Store, key: String) -> Result<(), StoreError> {
    store.write(async move |tx| meta_set(tx, &key, "x").await).await
}

async fn stored(db: &Database, like: &str) -> i64 {
    db.number(&format!("select count(*) from meta where key like '{like}'")).await
}

/// Keeps the writer busy, so that what follows lands in one commit on SQLite.
fn busy(store: &Store) -> tokio::task::JoinHandle<()> {
    let store = store.clone();
    tokio::spawn(async move {
        written(&store, async move |tx| {
            std::thread::sleep(Duration::from_millis(150));
            meta_set(tx, "busy", "x").await
        })
        .await;
    })
}

async fn put_then_panic(tx: &mut Tx) -> Result<(), StoreError> {
    meta_set(tx, "bad-panic", "x").await?;
    panic!("on purpose")
}

async fn put_then_fail(tx: &mut Tx) -> Result<(), StoreError> {
    meta_set(tx, "bad-error", "x").await?;
    Err(StoreError::Internal("on purpose".into()))
}

async fn a_panic_or_error_leaves_the_neighbours_stored(db: &Database) {
    let held = busy(db);
    tokio::time::sleep(Duration::from_millis(30)).await;
    let neighbours = |part: &'static str| {
        let puts = (0..10).map(move |n| {
            let store = db.store.clone();
            tokio::spawn(async move { put(&store, format!("good-{part}-{n}")).await })
        });
        puts.collect::<Vec<_>>()
    };
    let before = neighbours("before");
    let (one, two) = (db.store.clone(), db.store.clone());
    let panicking = tokio::spawn(async move { one.write(async move |tx| put_then_panic(tx).await).await });
    let failing = tokio::spawn(async move { two.write(async move |tx| put_then_fail(tx).await).await });
    let after = neighbours("after");
    for good in before.into_iter().chain(after) {
        good.await.unwrap().unwrap();
    }
    assert!(panicking.await.unwrap().is_err());
    assert_eq!(failing.await.unwrap(), Err(StoreError::Internal("on purpose".into())));
    held.await.unwrap();
    assert_eq!((stored(db, "good%").await, stored(db, "bad%").await), (20, 0));
}

async fn an_abandoned_call_does_not_undo_the_write(db: &Database) {
    let held = busy(db);
    tokio::time::sleep(Duration::from_millis(30)).await;
    let store = db.store.clone();
    let gone = tokio::spawn(async move { put(&store, "gone".into()).await });
    tokio::time::sleep(Duration::from_millis(30)).await;
    gone.abort();
    held.await.unwrap();
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(stored(db, "gone").await, 1);
}

/// Foreign keys hold on both engines, which makes a statement that fails.
async fn fail_and_go_on(tx: &mut Tx) -> Result<(), StoreError> {
    meta_set(tx, "bad-hidden", "x").await?;
    let exclusion = Exclusion { reason: "a test".into(), actor: "admin".into(), at: NOW };
    let _ = exclude(tx, "no such participant", &exclusion).await;
    Ok(())
}

async fn an_error_that_a_closure_hides_is_rejected(db: &Database) {
    let done = db.write(async move |tx| fail_and_go_on(tx).await).await;
    assert!(matches!(done, Err(StoreError::Internal(why)) if why.starts_with("exclusion/insert")));
    assert_eq!(stored(db, "bad%").await, 0);
}

async fn closing_answers_what_is_queued(db: &Database) {
    let sqlite = db.engine() == Engine::Sqlite;
    let held = if sqlite { Some(hold_writer(db).await) } else { None };
    let mut puts: Vec<_> = (0..100).map(|n| Box::pin(put(db, format!("drain-{n}")))).collect();
    // Each is polled once, so that it is queued before the store closes.
    for put in &mut puts {
        let first = std::future::poll_fn(|context| std::task::Poll::Ready(put.as_mut().poll(context))).await;
        assert!(first.is_pending());
    }
    let close = db.store.clone().close();
    let rest = async {
        if let Some((held, release)) = held {
            release.send(()).unwrap();
            held.await.unwrap().unwrap();
        }
        let mut acknowledged = 0;
        for put in puts {
            acknowledged += i64::from(put.await.is_ok());
        }
        acknowledged
    };
    let ((), acknowledged) = tokio::join!(close, rest);
    assert_eq!(stored(db, "drain%").await, acknowledged);
    // There is one writer, and it had them all; of many connections some may not have begun.
    assert!(acknowledged == 100 || !sqlite, "{acknowledged}");
}

async fn a_closed_store_rejects(db: &Database) {
    db.store.clone().close().await;
    assert!(matches!(put(db, "late".into()).await, Err(StoreError::Unavailable(_))));
}

async fn the_store_answers_a_ping(db: &Database) {
    db.ping().await.unwrap();
    assert_eq!(meta_get(db, "nothing").await.unwrap(), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_rejects_a_closure_that_waits_for_something_else() {
    let db = testing::sqlite().await;
    let done: Result<(), StoreError> = db
        .write(async move |tx| {
            meta_set(tx, "bad-wait", "x").await?;
            tokio::task::yield_now().await;
            Ok(())
        })
        .await;
    assert!(matches!(done, Err(StoreError::Internal(why)) if why.contains("may wait for the database only")));
    assert_eq!(stored(&db, "bad%").await, 0);
}

/// Stores under `key`, which is what takes the room.
fn put_large(store: &Store, key: &str, bytes: usize) -> tokio::task::JoinHandle<Result<(), StoreError>> {
    let (store, key) = (store.clone(), format!("{key}-{}", "x".repeat(bytes)));
    tokio::spawn(async move { put(&store, key).await })
}

/// One thread for the tasks: each runs until it waits, so that what is sent while the writer is held lands in one
/// commit, in this order.
#[tokio::test]
async fn sqlite_on_a_full_disk_rejects_loses_nothing_and_recovers() {
    let db = testing::sqlite_with(Options { max_pages: Some(200), ..Options::default() }).await;
    let full = |done: &Result<(), StoreError>| matches!(done, Err(StoreError::Full(_)));
    for number in 0..5 {
        put_large(&db, &format!("full-before-{number}"), 2000).await.unwrap().unwrap();
    }

    // One commit: two that have room, one that has none, two that would have room again.
    let (held, release) = hold_writer(&db).await;
    let sizes = [2000, 2000, 2_000_000, 2000, 2000];
    let puts = sizes.iter().enumerate().map(|(number, bytes)| put_large(&db, &format!("full-with-{number}"), *bytes));
    let puts: Vec<_> = puts.collect();
    for _ in 0..10 {
        tokio::task::yield_now().await;
    }
    release.send(()).unwrap();
    held.await.unwrap().unwrap();
    let mut acknowledged = 5;
    for (done, bytes) in puts.into_iter().zip(sizes) {
        let done = done.await.unwrap();
        assert!(full(&done) || (done.is_ok() && bytes == 2000), "{bytes} bytes: {done:?}");
        acknowledged += i64::from(done.is_ok());
    }
    assert_eq!((stored(&db, "full%").await, stored(&db, "held").await), (acknowledged, 1));

    // Small rows have room until the database is full; then the error says so, and stored rows are kept.
    let before = acknowledged;
    while !full(&put_large(&db, &format!("full-after-{acknowledged}"), 2000).await.unwrap()) {
        acknowledged += 1;
        assert!(acknowledged < 1000, "the disk is never full");
    }
    assert!(acknowledged > before);
    assert_eq!(stored(&db, "full%").await, acknowledged);
    assert_eq!(db.texts("pragma integrity_check").await, ["ok"]);

    db.run("delete from meta where key like 'full%'").await;
    put(&db, "after".into()).await.unwrap();
}

/// Occupies the writer until the sender is used; returns when it does.
async fn hold_writer(store: &Store) -> (tokio::task::JoinHandle<Result<(), StoreError>>, std::sync::mpsc::Sender<()>) {
    let (entered, entering) = tokio::sync::oneshot::channel();
    let (release, released) = std::sync::mpsc::channel();
    // A closure may be run again, but not on SQLite.
    let gate = Arc::new(Mutex::new(Some((entered, released))));
    let store = store.clone();
    let held = tokio::spawn(async move {
        store
            .write(async move |tx| {
                let (entered, released) = gate.lock().unwrap().take().unwrap();
                entered.send(()).unwrap();
                released.recv().unwrap();
                meta_set(tx, "held", "x").await
            })
            .await
    });
    entering.await.unwrap();
    (held, release)
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_waits_for_another_process_that_writes() {
    let db = testing::sqlite_with(Options { busy_timeout: Duration::from_millis(600), ..Options::default() }).await;
    let path = db.url.strip_prefix("sqlite:").unwrap().to_owned();
    for (hold, expected) in [(100, true), (1500, false)] {
        let other = rusqlite::Connection::open(&path).unwrap();
        other.execute_batch("begin immediate").unwrap();
        let store = db.store.clone();
        let waiting = tokio::spawn(async move { put(&store, format!("waited-{hold}")).await });
        tokio::time::sleep(Duration::from_millis(hold)).await;
        other.execute_batch("commit").unwrap();
        let done = waiting.await.unwrap();
        assert_eq!(done.is_ok(), expected, "{done:?}");
        assert!(expected || matches!(done, Err(StoreError::Unavailable(_))));
    }
    put(&db, "lives on".into()).await.unwrap();
}

/// Two closures that take the same two rows in opposite order.
async fn cross(tx: &mut Tx, first: &str, second: &str) -> Result<(), StoreError> {
    meta_set(tx, first, "crossed").await?;
    tokio::time::sleep(Duration::from_millis(100)).await;
    meta_set(tx, second, "crossed").await
}

/// Any default of database and role that an operator or hosting provider may set.
#[tokio::test(flavor = "multi_thread")]
async fn postgres_waits_for_the_disk_whatever_its_defaults_are() {
    let db = testing::postgres().await;
    let name = db.url.rsplit('/').next().unwrap().to_owned();
    db.run(&format!("alter database {name} set synchronous_commit = off")).await;
    assert_eq!(db.texts("select current_setting('synchronous_commit')").await, ["off"], "the default was changed");
    let again = Store::open(&db.url, Options::default()).await.unwrap();
    assert_eq!(again.durability().await.unwrap()["synchronous_commit"], "on");
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_tries_a_deadlock_again() {
    let db = testing::postgres().await;
    for key in ["a", "b"] {
        put(&db, key.into()).await.unwrap();
    }
    let (one, two) = (db.store.clone(), db.store.clone());
    let forth = tokio::spawn(async move { one.write(async move |tx| cross(tx, "a", "b").await).await });
    let back = tokio::spawn(async move { two.write(async move |tx| cross(tx, "b", "a").await).await });
    forth.await.unwrap().unwrap();
    back.await.unwrap().unwrap();
    assert_eq!(db.number("select count(*) from meta where value = 'crossed'").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_ends_a_statement_that_takes_too_long() {
    let db = testing::postgres().await;
    put(&db, "a".into()).await.unwrap();
    let options = Options { statement_timeout: Duration::from_millis(200), ..Options::default() };
    let hasty = Store::open(&db.url, options).await.unwrap();
    let holder = db.store.clone();
    let held = tokio::spawn(async move { holder.write(async move |tx| hold(tx).await).await });
    tokio::time::sleep(Duration::from_millis(100)).await;
    let waited = put(&hasty, "a".into()).await;
    assert!(matches!(waited, Err(StoreError::Unavailable(_))), "{waited:?}");
    held.await.unwrap().unwrap();
    put(&hasty, "a".into()).await.unwrap();
}

async fn hold(tx: &mut Tx) -> Result<(), StoreError> {
    meta_set(tx, "a", "held").await?;
    tokio::time::sleep(Duration::from_millis(800)).await;
    Ok(())
}
