//! What the storage layer promises while the standby or the primary hangs: neither is dead, and no connection breaks.

use std::time::Duration;

use unmask_faults::cluster::{Cluster, Standby};
use unmask_store::meta::{meta_get, meta_set};
use unmask_store::{Options, Store, StoreError};

async fn put(store: &Store, key: &'static str) -> Result<(), StoreError> {
    store.write(async move |tx| meta_set(tx, key, "x").await).await
}

/// Deadlines of a second instead of ten.
async fn open(cluster: &Cluster) -> Store {
    let options = Options {
        statement_timeout: Duration::from_millis(500),
        connections: 4,
        acquire_timeout: Duration::from_secs(1),
        ..Options::default()
    };
    let store = Store::open(&cluster.url(), options).await.expect("the database opens");
    store.migrate().await.expect("the database migrates");
    store
}

/// PostgreSQL answers a statement's timeout in a commit with success, although the standby has nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_that_the_standby_did_not_confirm_is_not_acknowledged() {
    let mut cluster = Cluster::start(Standby::Synchronous).await.expect("a cluster");
    let store = open(&cluster).await;
    put(&store, "before").await.unwrap();
    cluster.freeze_standby().unwrap();
    let unconfirmed = put(&store, "frozen").await;
    assert!(matches!(unconfirmed, Err(StoreError::Unavailable(_))), "{unconfirmed:?}");
    assert_eq!(meta_get(&store, "before").await.unwrap().as_deref(), Some("x"), "reading goes on");
    cluster.thaw_standby().unwrap();
    put(&store, "after").await.unwrap();

    cluster.fail_over().await.unwrap();
    for key in ["before", "after"] {
        assert_eq!(meta_get(&store, key).await.unwrap().as_deref(), Some("x"), "{key}, on the new primary");
    }
    put(&store, "on the new primary").await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn waiting_for_a_primary_that_hangs_has_a_limit() {
    let cluster = Cluster::start(Standby::Synchronous).await.expect("a cluster");
    let store = open(&cluster).await;
    put(&store, "before").await.unwrap();
    cluster.freeze_primary().unwrap();
    // More than the pool has connections: none may be held by a call that waits in vain.
    for _ in 0..6 {
        let (written, read) = tokio::join!(put(&store, "frozen"), meta_get(&store, "before"));
        assert!(matches!(written, Err(StoreError::Unavailable(_))), "{written:?}");
        assert!(matches!(read, Err(StoreError::Unavailable(_))), "{read:?}");
    }
    cluster.thaw_primary().unwrap();
    put(&store, "after").await.unwrap();
    assert_eq!(meta_get(&store, "before").await.unwrap().as_deref(), Some("x"));
}
