use std::ops::RangeInclusive;

use serde_json::json;
use unmask_store::audit::{
    AuditAction, Chain, Head, after, audit, end, entries, is_guarded, of_action, of_participant, page, verify,
};
use unmask_store::testing::Database;
use unmask_store::{Engine, Store};

use crate::support::*;

crate::contract! {
    entries_form_a_chain,
    parallel_entries_form_one_chain,
    the_database_rejects_everything_but_a_new_entry,
    a_changed_entry_is_detected,
    a_removed_entry_is_detected,
    a_log_is_read_page_by_page,
    acts_about_a_participant_are_found,
}

async fn add(store: &Store, n: i64) {
    let details = json!({ "rows": n });
    written(store, async move |tx| audit(tx, NOW + n, "admin", AuditAction::ExportData, &details).await).await;
}

async fn add_all(store: &Store, numbers: RangeInclusive<i64>) {
    for n in numbers {
        add(store, n).await;
    }
}

async fn entries_form_a_chain(db: &Database) {
    assert_eq!(verify(db).await.unwrap(), Chain::Whole(0));
    add_all(db, 1..=3).await;
    assert_eq!(verify(db).await.unwrap(), Chain::Whole(3));
    let all = entries(db).await.unwrap();
    assert_eq!((all[1].number, all[1].at, all[1].actor.as_str()), (2, NOW + 2, "admin"));
    assert_eq!((all[2].action.as_str(), &all[2].details), ("export data", &json!({ "rows": 3 })));
}

async fn parallel_entries_form_one_chain(db: &Database) {
    at_once(30, |n| {
        let store = db.store.clone();
        async move { add(&store, i64::try_from(n).unwrap()).await }
    })
    .await;
    assert_eq!(verify(db).await.unwrap(), Chain::Whole(30));
}

async fn the_database_rejects_everything_but_a_new_entry(db: &Database) {
    add_all(db, 1..=3).await;
    let row = "audit (number, at, actor, action, details, previous, hash)
        select 2, at, 'nimda', action, details, previous, hash from audit where number = 2";
    let mut attempts = vec![
        "update audit set actor = 'nimda' where number = 2".to_owned(),
        "update audit set number = number".into(),
        "delete from audit where number = 3".into(),
        "delete from audit".into(),
        format!("insert into {row} on conflict (number) do update set actor = excluded.actor"),
    ];
    attempts.extend(match db.engine() {
        Engine::Sqlite => vec![format!("insert or replace into {row}"), format!("replace into {row}")],
        Engine::Postgres => vec!["truncate audit".into(), "truncate audit, meta cascade".into()],
    });
    for attempt in attempts {
        let said = db.attempt(&attempt).await.expect_err(&attempt);
        assert!(said.contains("the audit log is append-only"), "{attempt}: {said}");
    }
    assert_eq!((verify(db).await, is_guarded(db).await), (Ok(Chain::Whole(3)), Ok(true)));
    add(db, 4).await;
    assert_eq!(verify(db).await, Ok(Chain::Whole(4)), "what is added is added");
}

async fn a_changed_entry_is_detected(db: &Database) {
    add_all(db, 1..=3).await;
    db.take_guards_of_the_audit_log().await;
    assert_eq!(is_guarded(db).await, Ok(false));
    for change in ["actor = 'nimda'", "at = 1", "action = 'import'", "details = '{\"rows\":9}'"] {
        let column = change.split(' ').next().unwrap();
        db.run(&format!("create table kept as select {column} from audit where number = 2")).await;
        db.run(&format!("update audit set {change} where number = 2")).await;
        assert_eq!(verify(db).await.unwrap(), Chain::Broken(2), "{change}");
        db.run(&format!("update audit set {column} = (select {column} from kept) where number = 2")).await;
        db.run("drop table kept").await;
    }
    assert_eq!(verify(db).await.unwrap(), Chain::Whole(3));
}

async fn a_removed_entry_is_detected(db: &Database) {
    add_all(db, 1..=3).await;
    db.take_guards_of_the_audit_log().await;
    db.run("delete from audit where number = 2").await;
    assert_eq!(verify(db).await.unwrap(), Chain::Broken(2));
    db.run("update audit set number = 2 where number = 3").await;
    assert_eq!(verify(db).await.unwrap(), Chain::Broken(2), "renumbering does not help");
}

async fn a_log_is_read_page_by_page(db: &Database) {
    assert_eq!(end(db).await, Ok(Head::default()));
    add_all(db, 1..=5).await;
    let numbers = async |before, limit| -> Vec<i64> {
        page(db, before, limit).await.unwrap().iter().map(|entry| entry.number).collect()
    };
    assert_eq!(numbers(i64::MAX, 2).await, [5, 4]);
    assert_eq!(numbers(4, 9).await, [3, 2, 1]);
    let onwards = async |from, to, limit| after(db, from, to, limit).await.unwrap();
    let sealed = onwards(0, 4, 9).await;
    assert_eq!(sealed.iter().map(|entry| entry.number).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(sealed.windows(2).all(|two| two[1].previous == two[0].hash) && sealed[0].previous == [0; 32]);
    assert_eq!(onwards(2, 5, 2).await.last().unwrap(), &sealed[3]);
    assert_eq!((onwards(4, 4, 9).await, onwards(4, 9, 9).await.len()), (vec![], 1));
    assert_eq!(end(db).await.unwrap(), Head { entries: 5, hash: onwards(4, 5, 1).await[0].hash });
    assert_eq!(of_action(db, AuditAction::ExportData).await.unwrap().len(), 5);
    assert!(of_action(db, AuditAction::ExportEvents).await.unwrap().is_empty());
    db.take_guards_of_the_audit_log().await;
    db.run("update audit set details = 'no json' where number = 5").await;
    assert_eq!(page(db, i64::MAX, 1).await.unwrap()[0].details, json!("no json"), "readable when it was changed");
    assert_eq!((end(db).await.unwrap().entries, verify(db).await), (5, Ok(Chain::Broken(5))));
}

async fn acts_about_a_participant_are_found(db: &Database) {
    let quoted = r#"not "participant":"K7QM-2RXD""#;
    for (action, details) in [
        (AuditAction::ExcludeParticipant, json!({ "participant": "K7QM-2RXD", "reason": "a test run" })),
        (AuditAction::ExcludeParticipant, json!({ "participant": "AAAA-AAAA", "reason": quoted })),
        (AuditAction::UndoExclusion, json!({ "participant": "K7QM-2RXD", "reason": "a mistake" })),
        (AuditAction::SetQuotas, json!({ "total": 9 })),
    ] {
        written(db, async move |tx| audit(tx, NOW, "admin", action, &details).await).await;
    }
    let found = of_participant(db, "K7QM-2RXD").await.unwrap();
    assert_eq!(found.iter().map(|entry| entry.number).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(of_participant(db, "K7QM").await.unwrap(), []);
}
