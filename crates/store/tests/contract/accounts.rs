use unmask_store::StoreError;
use unmask_store::consent::consents;
use unmask_store::identity::{
    Account, Role, account_by_id, account_by_key, other_admins, remove_researcher, researchers, set_names,
    upsert_admin, upsert_researcher,
};
use unmask_store::participants::participant;
use unmask_store::rights::everything;
use unmask_store::study::{
    StudyStatus, activate_version, activate_version_after, active_version, set_status, status, versions,
};
use unmask_store::testing::Database;

use crate::support::*;

crate::contract! {
    names_can_be_set_and_removed,
    the_admin_is_created_and_reset,
    a_participants_account_never_becomes_the_admin,
    researchers_are_beside_the_admin_and_can_be_removed,
    damaged_json_is_named_by_table_column_and_row,
    a_damaged_word_is_named_too,
    versions_are_kept_and_one_is_active,
    of_two_that_follow_one_version_one_is_activated,
}

async fn names_can_be_set_and_removed(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    written(db, async move |tx| set_names(tx, "account-a", None, Some("Lovelace")).await).await;
    let a = account_by_id(db, "account-a").await.unwrap().unwrap();
    assert_eq!((a.first_name, a.last_name.as_deref()), (None, Some("Lovelace")));
}

async fn upsert(db: &Database, admin: Account) -> Result<String, StoreError> {
    db.write(async move |tx| upsert_admin(tx, &admin).await).await
}

fn admin(id: &str, hash: &str) -> Account {
    Account { id: id.into(), role: Role::Admin, password_hash: hash.into(), ..account("boss") }
}

async fn the_admin_is_created_and_reset(db: &Database) {
    assert_eq!(upsert(db, admin("one", "$1$")).await.unwrap(), "one");
    assert_eq!(upsert(db, admin("two", "$2$")).await.unwrap(), "one", "the account stays the same");
    let boss = account_by_key(db, "boss").await.unwrap().unwrap();
    assert_eq!((boss.role, boss.password_hash.as_str()), (Role::Admin, "$2$"));
    assert!(other_admins(db, "boss").await.unwrap().is_empty());
    let chief = Account { username: "Chief".into(), username_key: "chief".into(), ..admin("three", "$3$") };
    assert_eq!(other_admins(db, "chief").await.unwrap(), [boss]);
    assert_eq!(upsert(db, chief).await.unwrap(), "three");
    assert_eq!(account_by_key(db, "boss").await.unwrap(), None, "there is one admin");
}

async fn a_participants_account_never_becomes_the_admin(db: &Database) {
    ready_for(db, 1, &["boss"]).await;
    assert!(upsert(db, admin("one", "$1$")).await.is_err());
    assert_eq!(account_by_key(db, "boss").await.unwrap(), Some(account("boss")));
}

async fn researchers_are_beside_the_admin_and_can_be_removed(db: &Database) {
    upsert(db, admin("one", "$1$")).await.unwrap();
    ready_for(db, 1, &["heron"]).await;
    let add = async |key: &str, hash: &str| {
        let new = Account { role: Role::Admin, password_hash: hash.into(), ..account(key) };
        written(db, async move |tx| upsert_researcher(tx, &new).await).await
    };
    assert!(add("anna", "$2$").await && add("anna", "$3$").await, "a new password");
    assert!(!add("heron", "$4$").await && !add("boss", "$4$").await, "names of others");
    let known = researchers(db).await.unwrap();
    let known: Vec<_> = known.iter().map(|one| (one.username_key.as_str(), one.password_hash.as_str())).collect();
    assert_eq!(known, [("anna", "$3$")]);
    assert!(other_admins(db, "boss").await.unwrap().is_empty(), "there is one admin");
    assert_eq!(upsert(db, admin("five", "$5$")).await.unwrap(), "one");
    assert_eq!(researchers(db).await.unwrap().len(), 1, "who stays when the admin gets a password");
    let remove = async |key: &'static str| written(db, async move |tx| remove_researcher(tx, key).await).await;
    assert!(!remove("boss").await && remove("anna").await && !remove("anna").await);
    assert_eq!(account_by_key(db, "anna").await.unwrap(), None);
}

async fn damaged_json_is_named_by_table_column_and_row(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    db.run("insert into consent values ('participant-a', '1', 'b', 'en', '{broken', 'h', 1)").await;
    let error = consents(db, "participant-a").await.unwrap_err();
    assert!(
        matches!(&error, StoreError::Corrupt { table: "consent", column: "ticks", row, .. } if row == "participant-a"),
        "{error}"
    );
    db.run("delete from consent").await;
    submitted(db, submission("a", "pre", None, 1), advance("a", 0, 1)).await.unwrap();
    db.run("update submission set answers = 'nonsense'").await;
    let error = everything(db, "participant-a").await.unwrap_err().to_string();
    assert!(error.starts_with("submission.answers of row a-pre-1-none is damaged: "), "{error}");
}

async fn a_damaged_word_is_named_too(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    db.run("update participant set arm = 'Treatment 9'").await;
    let error = participant(db, "participant-a").await.unwrap_err();
    assert!(matches!(error, StoreError::Corrupt { table: "participant", column: "arm", .. }), "{error}");
}

async fn versions_are_kept_and_one_is_active(db: &Database) {
    assert_eq!(active_version(db).await.unwrap(), None);
    assert_eq!(status(db).await.unwrap(), StudyStatus::Open);
    for (hash, at) in [("one", 1), ("two", 2), ("one", 3)] {
        written(db, async move |tx| activate_version(tx, hash, "{}", at).await).await;
        assert_eq!(active_version(db).await.unwrap().unwrap().hash, hash);
    }
    assert_eq!(versions(db).await.unwrap(), [("one".into(), 1), ("two".into(), 2)]);
    written(db, async move |tx| set_status(tx, StudyStatus::Paused).await).await;
    assert_eq!(status(db).await.unwrap(), StudyStatus::Paused);
}

async fn of_two_that_follow_one_version_one_is_activated(db: &Database) {
    let after = async |before: Option<String>, hash: String| {
        written(db, async move |tx| activate_version_after(tx, before.as_deref(), &hash, "{}", NOW).await).await
    };
    let mut before = None;
    for round in 0..20 {
        let [left, right] = ["left", "right"].map(|side| format!("{side}-{round}"));
        let done = tokio::join!(after(before.clone(), left.clone()), after(before, right.clone()));
        let active = active_version(db).await.unwrap().unwrap().hash;
        assert_eq!(done, (active == left, active == right), "{active}");
        before = Some(active);
    }
}
