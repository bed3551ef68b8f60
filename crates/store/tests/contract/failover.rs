//! PostgreSQL goes away: what is retried, what is not, and that each wait has a limit.

use std::time::Duration;

use unmask_store::meta::{meta_get, meta_set};
use unmask_store::testing::{self, Database};
use unmask_store::{Options, Store, StoreError, Tx, sessions};

use crate::support::*;

async fn put(store: &Store, key: &'static str) -> Result<(), StoreError> {
    store.write(async move |tx| meta_set(tx, key, "x").await).await
}

/// Fills the pool with connections that wait for something to do.
async fn warm(store: &Store) {
    at_once(8, |_| {
        let store = store.clone();
        async move { written(&store, async move |tx| nap(tx).await).await }
    })
    .await;
}

async fn nap(tx: &mut Tx) -> Result<(), StoreError> {
    sessions::prune(tx, 0).await?;
    tokio::time::sleep(Duration::from_millis(100)).await;
    Ok(())
}

/// Ends every connection of the database, as a restart does.
async fn cut(db: &Database) {
    db.run(
        "select pg_terminate_backend(pid, 5000) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_restart_the_first_write_and_the_first_read_succeed() {
    let db = testing::postgres().await;
    warm(&db).await;
    cut(&db).await;
    put(&db, "first").await.unwrap();
    warm(&db).await;
    cut(&db).await;
    assert_eq!(meta_get(&db, "first").await.unwrap().as_deref(), Some("x"));
}

/// A closure that counts how often it is run, and is cut off after its first statement.
async fn cut_off(db: &'static Database, key: &'static str) -> (Result<(), StoreError>, usize) {
    use std::sync::atomic::{AtomicUsize, Ordering};
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    RUNS.store(0, Ordering::SeqCst);
    let done = db
        .write(async move |tx| {
            RUNS.fetch_add(1, Ordering::SeqCst);
            meta_set(tx, key, "x").await?;
            cut(db).await;
            meta_set(tx, "second", "x").await
        })
        .await;
    (done, RUNS.load(Ordering::SeqCst))
}

/// What had begun is reported and not repeated: only the caller knows whether a repeat does no harm.
#[tokio::test(flavor = "multi_thread")]
async fn a_transaction_that_is_cut_off_is_reported_and_leaves_nothing() {
    let db: &'static Database = Box::leak(Box::new(testing::postgres().await));
    let (done, runs) = cut_off(db, "half").await;
    assert!(matches!(done, Err(StoreError::Unavailable(_))), "{done:?}");
    assert_eq!((runs, meta_get(db, "half").await.unwrap()), (1, None));
    put(db, "half").await.unwrap();
}

/// An old primary that comes back as a standby rejects writes; its connections must not stay in the pool.
#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_may_only_read_is_given_up() {
    let db = testing::postgres().await;
    let one = Store::open(&db.url, Options { connections: 1, ..Options::default() }).await.unwrap();
    let name = db.url.rsplit_once('/').unwrap().1;
    db.run(&format!("alter database {name} set default_transaction_read_only = on")).await;
    cut(&db).await;
    let rejected = put(&one, "a").await;
    assert!(matches!(rejected, Err(StoreError::Unavailable(_))), "{rejected:?}");
    db.run("begin read write; select 1; commit").await;
    let back = format!("begin read write; alter database {name} reset default_transaction_read_only; commit");
    db.run(&back).await;
    put(&one, "a").await.unwrap();
}
