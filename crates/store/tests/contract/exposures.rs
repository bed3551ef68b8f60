//! What participants were shown.

use unmask_store::export::{self, Passing};
use unmask_store::exposures::{Exposure, Noted, exposures, record};
use unmask_store::rights::{Mode, everything, withdraw};
use unmask_store::testing::Database;

use crate::support::*;

crate::contract! {
    an_exposure_comes_back_whole,
    a_repeat_gets_the_first_receipt,
    a_key_is_of_one_exposure,
    twenty_parallel_repeats_store_one_exposure,
    who_withdrew_is_shown_nothing_more,
    an_exposure_cannot_be_changed,
    the_export_has_the_exposures_of_each_participant,
}

fn shown(name: &str, item: &str, key: &str) -> Exposure {
    Exposure {
        id: format!("id-{key}"),
        participant: format!("participant-{name}"),
        item: item.into(),
        file: String::new(),
        shown: Some(120),
        key: key.into(),
        study_version: VERSION.into(),
        stamp: NOW.into(),
    }
}

async fn noted(db: &Database, all: Vec<Exposure>) -> Vec<Noted> {
    written(db, async move |tx| record(tx, &all).await).await
}

async fn an_exposure_comes_back_whole(db: &Database) {
    ready_for(db, 1, &["a", "b"]).await;
    let medium = Exposure { file: "clips/one.mp4".into(), shown: None, ..shown("a", "flow-a/fa_1", "k1") };
    let post = shown("a", "flow-b/fb_1", "k2");
    assert_eq!(noted(db, vec![medium.clone(), post.clone()]).await, [Noted::Stored, Noted::Stored]);
    // Keys are those of one participant.
    let of_b = Exposure { id: "id-b".into(), ..shown("b", "flow-b/fb_1", "k2") };
    assert_eq!(noted(db, vec![of_b]).await, [Noted::Stored]);
    assert_eq!(exposures(db, "participant-a").await.unwrap(), [medium, post]);
    let own = everything(db, "participant-a").await.unwrap();
    assert_eq!(own["exposures"][0]["medium"], "clips/one.mp4");
    assert_eq!(own["exposures"][1]["shown"], 120);
}

async fn a_repeat_gets_the_first_receipt(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    noted(db, vec![shown("a", "flow-b/fb_1", "k1")]).await;
    let later = (NOW + MINUTE).into();
    let repeat = Exposure { id: "another".into(), stamp: later, ..shown("a", "flow-b/fb_1", "k1") };
    // The same item from another tab, which has its own key.
    let elsewhere = Exposure { key: "k2".into(), ..repeat.clone() };
    let first = Noted::Repeat("id-k1".into(), NOW);
    assert_eq!(noted(db, vec![repeat, elsewhere]).await, [first.clone(), first]);
    assert_eq!(db.number("select count(*) from exposure").await, 1);
}

async fn a_key_is_of_one_exposure(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    let other = Exposure { id: "another".into(), ..shown("a", "flow-b/fb_2", "k1") };
    let both = noted(db, vec![shown("a", "flow-b/fb_1", "k1"), other]).await;
    assert_eq!(both, [Noted::Stored, Noted::Conflict]);
}

async fn twenty_parallel_repeats_store_one_exposure(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    let noted = at_once(20, |number| {
        let one = Exposure { id: number.to_string(), ..shown("a", "flow-b/fb_1", "k1") };
        let store = db.store.clone();
        async move { written(&store, async move |tx| record(tx, std::slice::from_ref(&one)).await).await }
    });
    let stored = noted.await.concat().into_iter().filter(|noted| *noted == Noted::Stored).count();
    assert_eq!((stored, db.number("select count(*) from exposure").await), (1, 1));
}

async fn who_withdrew_is_shown_nothing_more(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    noted(db, vec![shown("a", "flow-b/fb_1", "k1")]).await;
    written(db, async move |tx| withdraw(tx, "participant-a", Mode::Keep, "receipt", NOW).await).await;
    assert_eq!(noted(db, vec![shown("a", "flow-b/fb_2", "k2")]).await, [Noted::Left]);
    assert_eq!(exposures(db, "participant-a").await.unwrap().len(), 1, "data that are kept stay");
    written(db, async move |tx| withdraw(tx, "participant-a", Mode::Erase, "later", NOW).await).await;
    assert_eq!(noted(db, vec![shown("a", "flow-b/fb_2", "k2")]).await, [Noted::Left]);
    assert_eq!(exposures(db, "participant-a").await.unwrap(), []);
}

async fn an_exposure_cannot_be_changed(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    noted(db, vec![shown("a", "flow-b/fb_1", "k1")]).await;
    let error = db.attempt("update exposure set shown_ms = 1").await.unwrap_err();
    assert!(error.contains("append-only"), "{error}");
}

async fn the_export_has_the_exposures_of_each_participant(db: &Database) {
    ready_for(db, 1, &["a", "b", "c"]).await;
    noted(db, vec![shown("c", "flow-b/fb_1", "k1"), shown("a", "flow-b/fb_2", "k2")]).await;
    submitted(db, submission("a", "pre", None, 1), advance("a", 0, 1)).await.unwrap();
    let mut passed = Vec::new();
    export::submissions(&mut db.snapshot().await.unwrap(), false, into(&mut passed)).await.unwrap();
    let names: Vec<&str> = passed
        .iter()
        .map(|one| match one {
            Passing::Person(person) => person.code.as_str(),
            Passing::ExposureRow(shown) => shown.item.as_str(),
            Passing::SubmissionRow(given) => given.item.as_str(),
        })
        .collect();
    assert_eq!(names, ["CODE-a", "flow-b/fb_2", "pre", "CODE-b", "CODE-c", "flow-b/fb_1"]);
}
