use unmask_store::StoreError;
use unmask_store::progress::steps;
use unmask_store::submissions::{
    Saved, StoredReceipt, Submission, find_repeat, move_to, submissions, submissions_of_item_prefix,
};
use unmask_store::testing::Database;
use unmask_study::flow::Stage;

use crate::support::*;

crate::contract! {
    what_is_stored_comes_back_whole,
    the_same_key_and_body_get_the_first_receipt,
    the_same_key_with_another_body_is_a_conflict,
    without_a_key_item_and_attempt_are_the_key,
    fifty_parallel_repeats_store_one_row,
    parallel_different_answers_store_one_of_them,
    a_stale_move_stores_nothing,
    a_repeat_is_found_before_the_page_rule_rejects,
    an_answer_before_and_one_after_advice_are_two,
    a_step_is_entered_once,
}

async fn what_is_stored_comes_back_whole(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    let mut one = submission("a", "flow-a/q1", Some("k1"), 1);
    (one.correct, one.verdict) = (Some(true), Some(r#"{"correct":true}"#.into()));
    let two = submission("a", "pre/100%_done", Some("k2"), 2);
    for (n, what) in [(0, &one), (1, &two)] {
        assert_eq!(submitted(db, what.clone(), advance("a", n, 0)).await.unwrap(), Saved::Stored);
    }
    assert_eq!(submissions(db, "participant-a").await.unwrap(), [one.clone(), two.clone()]);
    assert_eq!(submissions_of_item_prefix(db, "participant-a", "flow-a/").await.unwrap(), [one]);
    assert_eq!(submissions_of_item_prefix(db, "participant-a", "pre/100%_").await.unwrap(), [two]);
}

fn receipt(of: &Saved) -> &StoredReceipt {
    match of {
        Saved::Repeat(receipt) => receipt,
        other => panic!("{other:?}"),
    }
}

async fn the_same_key_and_body_get_the_first_receipt(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    let first = submission("a", "pre", Some("k"), 1);
    assert_eq!(submitted(db, first.clone(), advance("a", 0, 1)).await.unwrap(), Saved::Stored);
    // the repeat may be decided on the old or on the new position
    for revision in [0, 1] {
        let mut again = first.clone();
        (again.id, again.stamp) = ("another".into(), (NOW + MINUTE).into());
        let saved = submitted(db, again, advance("a", revision, 1)).await.unwrap();
        let stored = receipt(&saved);
        assert_eq!((&stored.id, stored.at), (&first.id, first.stamp.at));
        assert_eq!(stored.receipt_json, r#"{"receipt":"first"}"#);
    }
    assert_eq!(db.number("select revision from progress").await, 1);
}

async fn the_same_key_with_another_body_is_a_conflict(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    let first = submission("a", "pre", Some("k"), 1);
    submitted(db, first.clone(), advance("a", 0, 1)).await.unwrap();
    let other = submission("a", "post", Some("k"), 2);
    assert_eq!(submitted(db, other, advance("a", 1, 2)).await.unwrap(), Saved::Conflict);
    assert_eq!(submissions(db, "participant-a").await.unwrap(), [first], "the first value stays");
    assert_eq!(db.number("select revision from progress").await, 1);
}

async fn without_a_key_item_and_attempt_are_the_key(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    let mut what = submission("a", "pre", None, 1);
    assert_eq!(submitted(db, what.clone(), advance("a", 0, 0)).await.unwrap(), Saved::Stored);
    assert!(matches!(submitted(db, what.clone(), advance("a", 1, 0)).await.unwrap(), Saved::Repeat(_)));
    what.body_hash = hash(9);
    assert_eq!(submitted(db, what.clone(), advance("a", 1, 0)).await.unwrap(), Saved::Conflict);
    (what.attempt, what.id) = (2, "second".into());
    assert_eq!(submitted(db, what, advance("a", 1, 0)).await.unwrap(), Saved::Stored);
}

async fn fifty_parallel_repeats_store_one_row(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    let all = (0..50).map(|n| {
        let store = db.store.clone();
        let mut what = submission("a", "pre", Some("k"), 1);
        what.id = format!("id-{n}");
        tokio::spawn(async move { submitted(&store, what, advance("a", 0, 1)).await.unwrap() })
    });
    let mut stored = 0;
    for saved in all.collect::<Vec<_>>() {
        match saved.await.unwrap() {
            Saved::Stored => stored += 1,
            repeat => assert_eq!(receipt(&repeat).receipt_json, r#"{"receipt":"first"}"#),
        }
    }
    assert_eq!(stored, 1);
    assert_eq!(db.number("select count(*) from submission").await, 1);
    assert_eq!(db.number("select revision from progress").await, 1);
}

async fn parallel_different_answers_store_one_of_them(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    let all = (0..20).map(|n| {
        let store = db.store.clone();
        let what = submission("a", &format!("item-{n}"), None, n);
        tokio::spawn(async move { submitted(&store, what, advance("a", 0, 1)).await.unwrap() })
    });
    let mut stored = 0;
    for saved in all.collect::<Vec<_>>() {
        match saved.await.unwrap() {
            Saved::Stored => stored += 1,
            other => assert_eq!(other, Saved::Stale),
        }
    }
    assert_eq!((stored, db.number("select count(*) from submission").await), (1, 1));
    assert_eq!(db.number("select revision from progress").await, 1);
}

async fn a_stale_move_stores_nothing(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    let stale = submitted(db, submission("a", "pre", None, 1), advance("a", 7, 1)).await;
    assert_eq!(stale.unwrap(), Saved::Stale);
    let moved: Result<_, StoreError> = db.write(async move |tx| move_to(tx, &advance("a", 7, 1)).await).await;
    assert!(!moved.unwrap());
    assert_eq!(db.number("select count(*) from submission").await, 0);
    assert_eq!(db.number("select revision + step from progress").await, 0);
    assert_eq!(db.number("select count(*) from step_event").await, 1);
}

async fn a_repeat_is_found_before_the_page_rule_rejects(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    submitted(db, submission("a", "pre", Some("k"), 1), advance("a", 0, 1)).await.unwrap();
    let find = async |key, item, body| {
        find_repeat(db, "participant-a", key, item, (1, Stage::Only), &hash(body)).await.unwrap()
    };
    assert!(matches!(find(Some("k"), "elsewhere", 1).await, Some(Saved::Repeat(_))));
    assert!(matches!(find(None, "pre", 1).await, Some(Saved::Repeat(_))));
    assert!(matches!(find(Some("other"), "pre", 1).await, Some(Saved::Repeat(_))));
    assert_eq!(find(Some("k"), "pre", 2).await, Some(Saved::Conflict));
    assert_eq!(find(Some("other"), "post", 1).await, None);
    assert_eq!(find_repeat(db, "participant-b", Some("k"), "pre", (1, Stage::Only), &hash(1)).await.unwrap(), None);
}

async fn an_answer_before_and_one_after_advice_are_two(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    let given = |stage, key, body| Submission {
        id: format!("{key}-{body}"),
        stage,
        ..submission("a", "pre/clips/c1", Some(key), body)
    };
    let stored = submitted(db, given(Stage::Initial, "1", 1), advance("a", 0, 0)).await.unwrap();
    assert_eq!(stored, Saved::Stored);
    // Another initial answer at the position of the final one.
    let changed = submitted(db, given(Stage::Initial, "2", 2), advance("a", 1, 0)).await.unwrap();
    assert_eq!(changed, Saved::Conflict);
    assert_eq!(submitted(db, given(Stage::Final, "3", 2), advance("a", 1, 1)).await.unwrap(), Saved::Stored);
    let read = submissions(db, "participant-a").await.unwrap();
    assert_eq!(read.iter().map(|one| one.stage).collect::<Vec<_>>(), [Stage::Initial, Stage::Final]);
    let find = async |stage, body| {
        find_repeat(db, "participant-a", None, "pre/clips/c1", (1, stage), &hash(body)).await.unwrap()
    };
    assert!(matches!(find(Stage::Initial, 1).await, Some(Saved::Repeat(_))));
    assert_eq!(find(Stage::Initial, 2).await, Some(Saved::Conflict));
    assert!(matches!(find(Stage::Final, 2).await, Some(Saved::Repeat(_))));
    assert_eq!(find(Stage::Only, 1).await, None);
}

async fn a_step_is_entered_once(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    submitted(db, submission("a", "pre/one", None, 1), advance("a", 0, 0)).await.unwrap();
    submitted(db, submission("a", "pre/two", None, 1), advance("a", 1, 1)).await.unwrap();
    let moved: Result<_, StoreError> = db.write(async move |tx| move_to(tx, &advance("a", 2, 1)).await).await;
    assert!(moved.unwrap());
    let entered: Vec<_> = steps(db, "participant-a").await.unwrap().into_iter().map(|s| (s.step, s.stamp.at)).collect();
    assert_eq!(entered, [(0, NOW), (1, NOW + 2)]);
}
