use unmask_store::testing::Database;
use unmask_store::{Options, Store, StoreError};

use crate::support::*;

crate::contract! {
    migrating_again_changes_nothing,
    two_servers_may_start_at_once,
    a_newer_schema_is_rejected,
    data_survive_a_restart,
}

async fn second(db: &Database) -> Store {
    Store::open(&db.url, Options::default()).await.unwrap()
}

async fn migrating_again_changes_nothing(db: &Database) {
    let before = db.number("select count(*) from schema_version").await;
    db.migrate().await.unwrap();
    assert_eq!(db.number("select count(*) from schema_version").await, before);
}

async fn two_servers_may_start_at_once(db: &Database) {
    let other = second(db).await;
    let (one, two) = tokio::join!(db.migrate(), other.migrate());
    assert_eq!((one, two), (Ok(()), Ok(())));
}

async fn a_newer_schema_is_rejected(db: &Database) {
    let known = db.number("select max(number) from schema_version").await;
    db.run("insert into schema_version values (9001, 'from the future')").await;
    assert_eq!(db.migrate().await, Err(StoreError::Newer { found: 9001, known }));
}

async fn data_survive_a_restart(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    db.store.clone().close().await;
    let again = second(db).await;
    again.migrate().await.unwrap();
    let a = unmask_store::participants::participant(&again, "participant-a").await.unwrap();
    assert_eq!(a.unwrap().code, "CODE-a");
}

#[tokio::test]
async fn a_failed_open_is_reported_in_one_sentence() {
    for (url, said) in [
        ("sqlite:/no/such/folder/test.db", "can't open /no/such/folder/test.db"),
        ("sqlite:", "must start with sqlite:<file>"),
        ("mysql://x", "must start with sqlite:<file>"),
        ("postgres://127.0.0.1:1/none", "connect"),
    ] {
        let Err(error) = Store::open(url, Options::default()).await else { panic!("{url} opened") };
        let text = error.to_string();
        assert!(matches!(error, StoreError::Unavailable(_)) && text.contains(said), "{text}");
        assert!(!text.contains('\n'));
    }
}
