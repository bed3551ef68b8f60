use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use tokio::sync::Notify;
use unmask_store::Engine;
use unmask_store::allocation::{SlotState, ledger};
use unmask_store::audit::{AuditAction, audit};
use unmask_store::consent::record_consent;
use unmask_store::invitations::set_address;
use unmask_store::participants::{NewParticipant, Registered, Status, is_recruited, participant};
use unmask_store::rights::{Mode, everything, withdraw, withdrawals};
use unmask_store::sessions::{authenticate, open_session};
use unmask_store::study::{StudyStatus, status};
use unmask_store::submissions::Saved;
use unmask_store::testing::{self, Database};
use unmask_store::unlink::{anonymise, ended_at};

use crate::support::*;

crate::contract! {
    own_data_are_complete,
    keeping_ends_sessions_and_stops_submissions,
    erasing_leaves_no_row_but_a_count,
    every_table_with_participants_is_erased,
    who_withdraws_or_is_anonymised_leaves_no_address,
    erasing_after_keeping_counts_once,
    writes_after_an_erasure_are_not_stored,
    withdrawing_twice_is_reported,
    leaving_before_exposure_releases_the_slot,
    a_recruited_person_who_left_cannot_start_again,
    no_participant_is_known_without_the_link,
}

/// `a` with a session and a submission, and `b` who must not be touched.
async fn under_way(db: &Database) {
    ready(db, 1).await;
    for (name, tokens) in [("a", 10), ("b", 20)] {
        registered(db, name).await;
        let new = session(&format!("family-{name}"), &format!("account-{name}"), tokens);
        written(db, async move |tx| open_session(tx, &new).await).await;
        let consent = consent(name);
        written(db, async move |tx| record_consent(tx, &consent).await).await;
        let mut to = advance(name, 0, 1);
        to.exposed = true;
        assert_eq!(submitted(db, submission(name, "pre", Some("k"), 1), to).await.unwrap(), Saved::Stored);
    }
}

async fn withdrawn(db: &Database, mode: Mode, receipt: &'static str) -> bool {
    written(db, async move |tx| withdraw(tx, "participant-a", mode, receipt, NOW + MINUTE).await).await
}

async fn own_data_are_complete(db: &Database) {
    under_way(db).await;
    let told = everything(db, "participant-a").await.unwrap();
    assert_eq!(told["participant"]["code"], "CODE-a");
    assert_eq!(told["submissions"][0]["answers"]["age"], 30);
    assert_eq!(told["submissions"][0]["timing"]["submit"], 1200.5);
    assert_eq!(told["consents"][0]["ticks"]["take_part"], true);
    assert_eq!(told["steps"].as_array().unwrap().len(), 2);
    assert_eq!(told["turnedAway"], Value::Null);
    assert!(!told.to_string().contains("account"), "identity is apart");
    assert_eq!(everything(db, "nobody").await.unwrap(), Value::Null);
}

async fn keeping_ends_sessions_and_stops_submissions(db: &Database) {
    under_way(db).await;
    assert!(withdrawn(db, Mode::Keep, "receipt").await);
    assert!(authenticate(db, &hash(10), NOW).await.unwrap().is_none());
    assert!(authenticate(db, &hash(20), NOW).await.unwrap().is_some());
    let late = submitted(db, submission("a", "post", None, 1), advance("a", 1, 2)).await.unwrap();
    assert_eq!(late, Saved::Stale);
    assert_eq!(db.number("select count(*) from submission where participant = 'participant-a'").await, 1);
    assert_eq!(participant(db, "participant-a").await.unwrap().unwrap().status, Status::Withdrawn);
    assert_eq!(ledger(db).await.unwrap()[0].state, SlotState::Withdrawn);
}

/// In every table and column of text, what has to do with `a`.
async fn traces_of_a(db: &Database) -> Vec<String> {
    let mut found = Vec::new();
    for (table, columns) in [
        ("account", "id || username || username_key"),
        ("link", "participant || account"),
        ("participant", "id || code || coalesce(recruitment, '')"),
        ("progress", "participant"),
        ("submission", "id || participant"),
        ("step_event", "participant"),
        ("consent", "participant"),
        ("session", "family || account"),
        ("withdrawal", "receipt || coalesce(participant, '')"),
    ] {
        let rows = db.texts(&format!("select {columns} from {table}")).await;
        let of_a = |row: &String| row.contains("participant-a") || row.contains("account-a");
        found.extend(rows.into_iter().filter(of_a).map(|row| format!("{table}: {row}")));
    }
    found
}

async fn erasing_leaves_no_row_but_a_count(db: &Database) {
    under_way(db).await;
    assert!(!traces_of_a(db).await.is_empty());
    assert!(withdrawn(db, Mode::Erase, "receipt").await);
    assert_eq!(traces_of_a(db).await, Vec::<String>::new());
    assert_eq!(db.number("select count(*) from submission").await, 1, "the other participant's is there");
    let slot = &ledger(db).await.unwrap()[0];
    assert_eq!((slot.state, slot.code.as_deref()), (SlotState::Withdrawn, None));
    let counted = withdrawals(db).await.unwrap();
    assert_eq!((counted.len(), counted[0].mode, counted[0].people), (1, Mode::Erase, 1));
    assert_eq!((counted[0].arm.as_deref(), counted[0].exposed, counted[0].completed), (Some("control_0"), true, false));
    assert!(counted[0].consented);
    assert_eq!(registered(db, "c").await.number, 3, "the place is not given out again");
}

/// The tables that refer to participants, by the schema. The withdrawal itself is the count that remains.
async fn tables_of_participants(db: &Database) -> Vec<String> {
    let sql = match db.engine() {
        Engine::Sqlite => {
            "select m.name from sqlite_schema m, pragma_table_info(m.name) c
             where m.type = 'table' and c.name = 'participant' and m.name <> 'withdrawal'"
        }
        Engine::Postgres => {
            "select table_name from information_schema.columns
             where table_schema = current_schema() and column_name = 'participant' and table_name <> 'withdrawal'"
        }
    };
    db.texts(sql).await
}

async fn every_table_with_participants_is_erased(db: &Database) {
    under_way(db).await;
    for row in [
        "exclusion (participant, reason, actor, at) values ('participant-a', 'a reason', 'admin', 1)",
        "flag (participant, kind, item, at) values ('participant-a', 'too_fast', 'pre', 1)",
        "participant_wave (participant, wave, opens_at, closes_at) values ('participant-a', 'later', 1, 2)",
        "message (participant, wave, message, due_at) values ('participant-a', 'later', 'invitation', 1)",
        "outcome (participant, wave, outcome, at) values ('participant-a', 'main', 'completed', 1)",
        "quota_member (participant, quota) values ('participant-a', 'women')",
        "exposure (id, participant, item, file, idempotency_key, study_version, at, measured_at)
         values ('e', 'participant-a', 'flow-b/fb_1', '', 'k', 'bundle-1', 1, 1)",
        "webhook (id, url, secret, events, created_at) values ('w', 'https://lab.example.org', cast('x' as BYTES), '[\"completed\"]', 1)",
        "webhook_delivery (id, webhook, participant, kind, at, number) values ('d', 'w', 'participant-a', 'completed', 1, 1)",
        "bonus_run values (1, 1, 'GBP', 'PROLIFIC_PID', 'a hash')",
        "comparison_case values (1, 'participant-a', 'main', 'ended_there_only', 'RETURNED')",
        "bonus (person, run, participant, cents) values (cast('a person' as BYTES), 1, 'participant-a', 125)",
    ] {
        let bytes = if db.engine() == Engine::Sqlite { "blob" } else { "bytea" };
        db.run(&format!("insert into {}", row.replace("BYTES", bytes))).await;
    }
    address_of_a(db).await;
    let tables = tables_of_participants(db).await;
    assert!(tables.len() >= 9, "{tables:?}");
    let rows = async |table: &String| {
        db.number(&format!("select count(*) from {table} where participant = 'participant-a'")).await
    };
    for table in &tables {
        assert!(rows(table).await > 0, "add a row of `{table}` to this test");
    }
    assert!(withdrawn(db, Mode::Erase, "receipt").await);
    for table in &tables {
        assert_eq!(rows(table).await, 0, "{table}");
    }
    assert_eq!(db.number("select count(*) from address").await, 0);
    assert_eq!(db.number("select count(*) from bonus").await, 1, "who was paid is not paid again");
}

async fn address_of_a(db: &Database) {
    written(db, async move |tx| set_address(tx, "participant-a", "account-a", b"sealed", NOW).await).await;
    assert_eq!(db.number("select count(*) from address").await, 1);
}

async fn who_withdraws_or_is_anonymised_leaves_no_address(db: &Database) {
    under_way(db).await;
    let message =
        "insert into message (participant, wave, message, due_at) values ('participant-a', 'w', 'invitation', 1)";
    for is_anonymised in [false, true] {
        db.run("update participant set status = 'active' where id = 'participant-a'").await;
        address_of_a(db).await;
        db.run(message).await;
        if is_anonymised {
            written(db, async move |tx| anonymise(tx).await).await;
        } else {
            assert!(withdrawn(db, Mode::Keep, "receipt").await);
            let set = async move |tx: &mut unmask_store::Tx| {
                set_address(tx, "participant-a", "account-a", b"late", NOW).await
            };
            assert!(!written(db, set).await, "a form that was sent before the withdrawal arrives after it");
        }
        for table in ["address", "message"] {
            assert_eq!(db.number(&format!("select count(*) from {table}")).await, 0, "{table}, {is_anonymised}");
        }
    }
}

async fn leaving_before_exposure_releases_the_slot(db: &Database) {
    ready(db, 1).await;
    for (number, mode) in [(1, Mode::Keep), (2, Mode::Erase)] {
        assert_eq!(registered(db, "a").await.number, number, "what was given back does not come next");
        assert!(withdrawn(db, mode, "receipt").await);
        let slot = &ledger(db).await.unwrap()[usize::try_from(number).unwrap() - 1];
        assert_eq!((slot.state, slot.code.as_deref()), (SlotState::Free, None), "{mode:?}");
        let counted = withdrawals(db).await.unwrap();
        assert_eq!((counted.len(), counted[0].arm.as_deref(), counted[0].exposed), (1, None, false));
        assert!(!counted[0].consented, "nobody has consented by registering");
        if mode == Mode::Keep {
            assert_eq!(participant(db, "participant-a").await.unwrap().unwrap().group, None);
            assert!(withdrawn(db, Mode::Erase, "another").await);
        }
    }
    assert_eq!(registered(db, "b").await.number, 3);
}

async fn a_recruited_person_who_left_cannot_start_again(db: &Database) {
    ready(db, 1).await;
    let person = |name| NewParticipant { person: Some(hash(7)), ..newcomer(name) };
    assert!(matches!(try_register(db, person("a")).await.unwrap(), Registered::Done(_)));
    for (mode, again) in [(Mode::Keep, "kept"), (Mode::Erase, "erased")] {
        assert!(withdrawn(db, mode, again).await);
        assert_eq!(try_register(db, person(again)).await.unwrap(), Registered::PersonTaken, "{mode:?}");
    }
    assert_eq!(traces_of_a(db).await, Vec::<String>::new());
    assert_eq!(db.number("select count(*) from recruited").await, 1, "a hash that leads to nobody");
}

async fn no_participant_is_known_without_the_link(db: &Database) {
    ready(db, 1).await;
    let person = NewParticipant { person: Some(hash(7)), ..newcomer("a") };
    assert!(matches!(try_register(db, person).await.unwrap(), Registered::Done(_)));
    assert!(is_recruited(db, &hash(7)).await.unwrap());
    assert_eq!((ended_at(db).await.unwrap(), status(db).await.unwrap()), (None, StudyStatus::Open));
    written(db, async move |tx| {
        anonymise(tx).await?;
        audit(tx, NOW, "operator", AuditAction::Anonymise, &Value::Null).await
    })
    .await;
    assert!(!is_recruited(db, &hash(7)).await.unwrap(), "who has the key could test an id");
    assert_eq!((ended_at(db).await.unwrap(), status(db).await.unwrap()), (Some(NOW), StudyStatus::Closed));
    assert_eq!(db.number("select count(*) from participant").await, 1);
}

async fn erasing_after_keeping_counts_once(db: &Database) {
    under_way(db).await;
    assert!(withdrawn(db, Mode::Keep, "first").await);
    assert!(withdrawn(db, Mode::Erase, "second").await);
    assert_eq!(traces_of_a(db).await, Vec::<String>::new());
    let counted = withdrawals(db).await.unwrap();
    assert_eq!(counted.iter().map(|w| (w.mode, w.people)).collect::<Vec<_>>(), [(Mode::Erase, 1)]);
}

async fn withdrawing_twice_is_reported(db: &Database) {
    under_way(db).await;
    assert!(withdrawn(db, Mode::Keep, "first").await);
    assert!(!withdrawn(db, Mode::Keep, "second").await);
    assert!(withdrawn(db, Mode::Erase, "third").await);
    assert!(!withdrawn(db, Mode::Erase, "fourth").await);
    assert_eq!(db.number("select count(*) from withdrawal").await, 1);
}

/// The call has found the account, and hashes the password or reads the body, while the erasure is committed.
async fn writes_after_an_erasure_are_not_stored(db: &Database) {
    under_way(db).await;
    let (late_session, late_consent) = (session("late", "account-a", 30), consent("a"));
    assert!(withdrawn(db, Mode::Erase, "receipt").await);
    written(db, async move |tx| {
        open_session(tx, &late_session).await?;
        record_consent(tx, &late_consent).await
    })
    .await;
    assert_eq!(db.number("select count(*) from session where family = 'late'").await, 0);
    assert_eq!(db.number("select count(*) from consent where participant = 'participant-a'").await, 0);
}

/// The submission has found the participant in progress, and waits for the transaction that erases them.
#[tokio::test(flavor = "multi_thread")]
async fn on_postgres_a_submission_during_an_erasure_is_stale() {
    let db = testing::postgres().await;
    under_way(&db).await;
    let (store, erased) = (db.store.clone(), Arc::new(Notify::new()));
    let told = Arc::clone(&erased);
    let erasing = tokio::spawn(async move {
        written(&store, async move |tx| {
            let first = withdraw(tx, "participant-a", Mode::Erase, "receipt", NOW + MINUTE).await;
            told.notify_one();
            tokio::time::sleep(Duration::from_millis(500)).await;
            first
        })
        .await
    });
    erased.notified().await;
    let overtaken = submitted(&db, submission("a", "practice", Some("k2"), 1), advance("a", 1, 2)).await;
    assert_eq!(overtaken.unwrap(), Saved::Stale);
    assert!(erasing.await.unwrap());
}
