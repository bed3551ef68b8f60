//! How participations end, and quotas on answers.

use unmask_store::allocation::{self, SlotRequest, SlotState, ledger, release_idle};
use unmask_store::consent::{NewConsent, record_consent};
use unmask_store::invitations::set_address;
use unmask_store::outcomes::{
    Ended, Screened, TurnedAway, come_back, decline, end, outcomes, overdue, overdue_later, time_out,
};
use unmask_store::participants::participant;
use unmask_store::progress::Advance;
use unmask_store::rights::{Mode, withdraw};
use unmask_store::sessions::{authenticate, open_session};
use unmask_store::submissions::{Saved, Submission, find_repeat, move_to, submit_screened};
use unmask_store::testing::Database;
use unmask_store::waves::{WaveChange, waves};
use unmask_store::{Store, StoreError};
use unmask_study::definition::wave::MAIN;
use unmask_study::definition::{Outcome, WaveId};
use unmask_study::flow::Stage;
use unmask_study::screening::QuotaLimit;
use unmask_study::waves::{Ending, WaveState, Window};

use crate::support::*;

crate::contract! {
    a_participant_who_is_screened_out_gives_the_slot_back,
    a_repeat_of_the_last_answers_gets_their_receipt,
    sixty_at_once_never_exceed_a_quota,
    a_participant_who_leaves_makes_room,
    a_returning_participant_is_counted_again,
    two_who_return_at_once_do_not_both_take_the_last_place,
    a_participant_who_is_turned_away_gets_no_slot_again,
    the_end_is_an_outcome,
    who_withdraws_has_an_outcome,
    an_outcome_cannot_be_changed,
    a_session_knows_the_outcome,
    only_people_over_the_limit_are_ended,
    a_submission_and_the_time_limit_have_one_outcome,
    only_people_over_the_limit_of_a_later_part_are_ended,
    a_later_part_that_is_ended_leaves_the_first_one_complete,
    a_submission_and_the_limit_of_a_later_part_have_one_outcome,
    a_move_that_ends_a_part_is_a_compare_and_set,
    who_declines_has_an_outcome_of_each_part_to_come,
    who_has_begun_a_part_or_has_none_cannot_decline,
    declining_and_beginning_at_once_have_one_outcome,
}

const FIRST: &str = r#"{"receipt":"first"}"#;
const LAST: &str = r#"{"receipt":"last"}"#;

fn women(limit: u32) -> Vec<QuotaLimit> {
    vec![QuotaLimit { id: "women".into(), limit }]
}

fn screened(name: &str, outcome: Outcome, quotas: Vec<QuotaLimit>) -> Screened {
    let stay = Advance { page: "/pre-questionnaire".into(), memory: "{}".into(), ..advance(name, 0, 0) };
    Screened { quotas, turned_away: TurnedAway { wave: MAIN, outcome, stay, receipt_json: LAST.into() } }
}

fn answers(name: &str) -> Submission {
    Submission { id: format!("id-{name}"), ..submission(name, "pre/you", Some(name), 1) }
}

async fn answered(store: &Store, name: &str, screened: Screened) -> Result<Saved, StoreError> {
    let (what, to) = (answers(name), advance(name, 0, 1));
    store.write(async move |tx| submit_screened(tx, &what, &to, FIRST, &screened).await).await
}

async fn screen_out(db: &Database, name: &str) {
    let screened = screened(name, Outcome::ScreenedOut, Vec::new());
    assert_eq!(answered(db, name, screened).await.unwrap(), Saved::TurnedAway);
}

async fn join(db: &Database, name: &str, limit: u32) -> Saved {
    answered(db, name, screened(name, Outcome::QuotaFull, women(limit))).await.unwrap()
}

async fn outcome(db: &Database, name: &str) -> Option<Outcome> {
    outcomes(db, &format!("participant-{name}")).await.unwrap().first().map(|ended| ended.outcome)
}

async fn a_participant_who_is_screened_out_gives_the_slot_back(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    screen_out(db, "a").await;
    let ended = Ended { wave: MAIN, outcome: Outcome::ScreenedOut, at: NOW + 2 };
    assert_eq!(outcomes(db, "participant-a").await.unwrap(), [ended]);
    let slot = &ledger(db).await.unwrap()[0];
    assert_eq!((slot.state, slot.code.as_deref()), (SlotState::Free, None));
    let a = participant(db, "participant-a").await.unwrap().unwrap();
    assert_eq!((a.group, a.slot, a.exposed), (None, None, None));
    assert_eq!(db.number("select count(*) from submission").await, 1, "the answers are stored");
    assert_eq!(db.texts("select page from progress").await, ["/pre-questionnaire"]);
    // Another submission and a move start from a position that there is no more.
    let late = submitted(db, submission("a", "post", None, 1), advance("a", 0, 2)).await.unwrap();
    assert_eq!(late, Saved::Stale);
    let to = advance("a", 0, 1);
    assert!(!written(db, async move |tx| move_to(tx, &to).await).await);
}

async fn a_repeat_of_the_last_answers_gets_their_receipt(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    screen_out(db, "a").await;
    let again = answered(db, "a", screened("a", Outcome::ScreenedOut, Vec::new())).await.unwrap();
    let body = answers("a").body_hash;
    let found = find_repeat(db, "participant-a", Some("a"), "pre/you", (1, Stage::Only), &body).await.unwrap();
    for saved in [Some(again), found] {
        assert!(matches!(saved, Some(Saved::Repeat(stored)) if stored.receipt_json == LAST));
    }
}

async fn sixty_at_once_never_exceed_a_quota(db: &Database) {
    let names: Vec<String> = (0..60).map(|number| format!("p{number}")).collect();
    ready_for(db, 10, &names.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let saved = at_once(60, |number| {
        let (store, name) = (db.store.clone(), names[number].clone());
        async move { answered(&store, &name, screened(&name, Outcome::QuotaFull, women(20))).await.unwrap() }
    })
    .await;
    let count = |which: Saved| saved.iter().filter(|one| **one == which).count();
    assert_eq!((count(Saved::Stored), count(Saved::TurnedAway)), (20, 40));
    assert_eq!(db.number("select count(*) from quota_member").await, 20);
    assert_eq!(db.number("select count(*) from outcome where outcome = 'quota_full'").await, 40);
    assert_eq!(db.number("select count(*) from allocation where state = 'reserved'").await, 20);
}

async fn a_participant_who_leaves_makes_room(db: &Database) {
    ready_for(db, 1, &["a", "b", "c"]).await;
    assert_eq!(join(db, "a", 1).await, Saved::Stored);
    assert_eq!(join(db, "b", 1).await, Saved::TurnedAway);
    assert!(written(db, async move |tx| withdraw(tx, "participant-a", Mode::Keep, "receipt", NOW).await).await);
    assert_eq!(join(db, "c", 1).await, Saved::Stored);
}

async fn comes_back(db: &Database, name: &str) -> bool {
    let who = format!("participant-{name}");
    let asks = SlotRequest::default();
    written(db, async move |tx| come_back(tx, &who, asks, &women(1), NOW + 2 * MINUTE).await).await;
    db.number(&format!("select count(*) from participant where id = 'participant-{name}' and slot is not null")).await
        == 1
}

async fn a_returning_participant_is_counted_again(db: &Database) {
    ready_for(db, 1, &["a", "b"]).await;
    assert_eq!(join(db, "a", 1).await, Saved::Stored);
    written(db, async move |tx| release_idle(tx, NOW + MINUTE).await).await;
    assert!(comes_back(db, "a").await, "nobody has taken the place in the quota");
    written(db, async move |tx| release_idle(tx, NOW + MINUTE).await).await;
    assert!(comes_back(db, "b").await);
    let from = db.number("select revision from progress where participant = 'participant-b'").await;
    let mut own = screened("b", Outcome::QuotaFull, women(1));
    own.turned_away.stay.from_revision = from;
    let (what, to) = (answers("b"), advance("b", from, 1));
    let saved = db.write(async move |tx| submit_screened(tx, &what, &to, FIRST, &own).await).await;
    assert_eq!(saved.unwrap_or_else(|error: StoreError| panic!("{error}")), Saved::Stored);
    assert!(!comes_back(db, "a").await, "the quota is full by now");
    assert_eq!(outcome(db, "a").await, Some(Outcome::QuotaFull));
}

async fn two_who_return_at_once_do_not_both_take_the_last_place(db: &Database) {
    let names: Vec<String> = (0..20).map(|number| format!("p{number}")).collect();
    ready_for(db, 4, &names.iter().map(String::as_str).collect::<Vec<_>>()).await;
    // All of them had a place, when the limit was higher, and were inactive for too long.
    for name in &names {
        assert_eq!(join(db, name, 20).await, Saved::Stored);
    }
    assert_eq!(written(db, async move |tx| release_idle(tx, NOW + MINUTE).await).await.len(), 20);
    assert_eq!(db.number("select count(*) from quota_member").await, 20);
    at_once(20, |number| {
        let (store, who) = (db.store.clone(), format!("participant-p{number}"));
        // Each gets another slot: the same one would make them wait for each other.
        let asks = SlotRequest { draw: u32::try_from(number).unwrap(), ..SlotRequest::default() };
        async move {
            let back = store.write(async move |tx| come_back(tx, &who, asks, &women(1), NOW).await);
            back.await.unwrap_or_else(|error: StoreError| panic!("{error}"))
        }
    })
    .await;
    assert_eq!(db.number("select count(*) from participant where slot is not null").await, 1);
    assert_eq!(db.number("select count(*) from outcome where outcome = 'quota_full'").await, 19);
}

async fn a_participant_who_is_turned_away_gets_no_slot_again(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    screen_out(db, "a").await;
    assert!(!comes_back(db, "a").await);
    let unasked: Result<_, StoreError> =
        db.write(async move |tx| allocation::reclaim(tx, "participant-a", SlotRequest::default(), NOW).await).await;
    assert!(unasked.is_err(), "the database refuses a slot");
    assert_eq!(db.number("select count(*) from allocation where state <> 'free'").await, 0);
}

async fn the_end_is_an_outcome(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    let to = Advance { completed: true, exposed: true, page: "/end".into(), ..advance("a", 0, 5) };
    assert!(written(db, async move |tx| move_to(tx, &to).await).await);
    assert_eq!(outcome(db, "a").await, Some(Outcome::Completed));
}

async fn who_withdraws_has_an_outcome(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    assert!(written(db, async move |tx| withdraw(tx, "participant-a", Mode::Keep, "receipt", NOW).await).await);
    assert_eq!(outcome(db, "a").await, Some(Outcome::Withdrawn));
}

async fn an_outcome_cannot_be_changed(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    screen_out(db, "a").await;
    assert!(db.attempt("update outcome set outcome = 'completed'").await.is_err());
    assert_eq!(outcome(db, "a").await, Some(Outcome::ScreenedOut));
}

async fn a_session_knows_the_outcome(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    let own = session("family-a", "account-a", 10);
    written(db, async move |tx| open_session(tx, &own).await).await;
    let before = authenticate(db, &hash(10), NOW).await.unwrap().unwrap();
    assert_eq!(before.participant.unwrap().outcome, None);
    screen_out(db, "a").await;
    let after = authenticate(db, &hash(10), NOW).await.unwrap().unwrap();
    assert_eq!(after.participant.unwrap().outcome, Some(Outcome::ScreenedOut));
}

async fn ended_at_limit(db: &Database, name: &str) -> bool {
    let id = format!("participant-{name}");
    written(db, async move |tx| time_out(tx, &id, MAIN, NOW + 9).await).await
}

async fn only_people_over_the_limit_are_ended(db: &Database) {
    ready_for(db, 1, &["late", "fresh", "silent", "left", "done"]).await;
    for (name, at) in [("late", NOW), ("fresh", NOW + 1), ("left", NOW), ("done", NOW)] {
        let given = NewConsent { at, ..consent(name) };
        written(db, async move |tx| record_consent(tx, &given).await).await;
    }
    written(db, async |tx| withdraw(tx, "participant-left", Mode::Keep, "receipt", NOW + 2).await).await;
    let end = Advance { completed: true, page: "/end".into(), ..advance("done", 0, 1) };
    written(db, async move |tx| move_to(tx, &end).await).await;
    assert_eq!(overdue(db, VERSION, NOW).await.unwrap(), ["participant-late"]);
    assert_eq!(overdue(db, "another", NOW).await.unwrap(), Vec::<String>::new());
    for (name, is_ended) in [("late", true), ("late", false), ("left", false), ("done", false)] {
        assert_eq!(ended_at_limit(db, name).await, is_ended, "{name}");
    }
    assert_eq!(overdue(db, VERSION, NOW).await.unwrap(), Vec::<String>::new());
    let outcome = outcomes(db, "participant-late").await.unwrap();
    assert_eq!(outcome, [Ended { wave: MAIN, outcome: Outcome::TimedOut, at: NOW + 9 }]);
    assert_eq!(participant(db, "participant-late").await.unwrap().unwrap().slot, None);
}

/// Whichever is first, the other one knows: a participant has not both completed the study and run out of time.
async fn a_submission_and_the_time_limit_have_one_outcome(db: &Database) {
    let names: Vec<String> = (0..12).map(|number| format!("person-{number}")).collect();
    ready_for(db, 2, &names.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let store = db.store.clone();
    let both = at_once(24, |number| {
        let (store, name) = (store.clone(), names[number / 2].clone());
        async move {
            if number % 2 == 0 {
                let end = Advance { completed: true, page: "/end".into(), ..advance(&name, 0, 1) };
                let saved = submitted(&store, answers(&name), end).await.unwrap();
                assert!(matches!(saved, Saved::Stored | Saved::Stale), "{saved:?}");
                saved == Saved::Stored
            } else {
                let id = format!("participant-{name}");
                store.write(async move |tx| time_out(tx, &id, MAIN, NOW + 9).await).await.unwrap()
            }
        }
    });
    for (name, happened) in names.iter().zip(both.await.chunks(2)) {
        assert_eq!(happened.iter().filter(|one| **one).count(), 1, "{name}: {happened:?}");
        let ended = outcomes(db, &format!("participant-{name}")).await.unwrap();
        let outcome = if happened[0] { Outcome::Completed } else { Outcome::TimedOut };
        assert_eq!(ended.iter().map(|end| end.outcome).collect::<Vec<_>>(), [outcome], "{name}");
    }
}

const LATER: WaveId = WaveId::literal("follow_up");
const DAY: i64 = 24 * 60 * MINUTE;

/// Participants who completed the first part and began a later one at these times. It closes ten days after `NOW`.
async fn in_a_later_part(db: &Database, people: &[(&str, i64)]) {
    for (name, began) in people {
        let plans = vec![(LATER, Window { opens: NOW, closes: NOW + 10 * DAY })];
        let waves = WaveChange { plans, ..WaveChange::default() };
        let first = Advance { completed: true, exposed: true, page: "/end".into(), waves, ..advance(name, 0, 5) };
        let waves = WaveChange { starts: Some(LATER), ..WaveChange::default() };
        let start = Advance { stamp: (*began).into(), waves, ..advance(name, 1, 6) };
        for to in [first, start] {
            assert!(written(db, async move |tx| move_to(tx, &to).await).await, "{name}");
        }
    }
}

/// The end of the later part.
fn completed_later(name: &str) -> Advance {
    let waves = WaveChange { completes: Some(LATER), ..WaveChange::default() };
    Advance { completed: true, page: "/end".into(), waves, ..advance(name, 2, 7) }
}

async fn only_people_over_the_limit_of_a_later_part_are_ended(db: &Database) {
    ready_for(db, 2, &["late", "fresh", "left", "done", "silent", "closing"]).await;
    let began = [("late", NOW), ("fresh", NOW + 1), ("left", NOW), ("done", NOW), ("closing", NOW + 10 * DAY)];
    in_a_later_part(db, &began).await;
    written(db, async |tx| withdraw(tx, "participant-left", Mode::Keep, "receipt", NOW + 2).await).await;
    written(db, async |tx| move_to(tx, &completed_later("done")).await).await;
    let list = async |by: i64, limit: i64| overdue_later(db, VERSION, LATER, by, limit).await.unwrap();
    assert_eq!(list(NOW, MINUTE).await, ["participant-late"]);
    assert_eq!(list(NOW + 1, MINUTE).await, ["participant-fresh", "participant-late"]);
    let of_all = list(NOW + 10 * DAY, MINUTE).await;
    assert_eq!(of_all, ["participant-closing", "participant-fresh", "participant-late"]);
    // The part is over for a participant a day after it closed, before the time of this limit is.
    assert_eq!(list(NOW + 10 * DAY, DAY).await, ["participant-fresh", "participant-late"]);
    assert_eq!(overdue_later(db, "another", LATER, NOW, MINUTE).await.unwrap(), Vec::<String>::new());
    let other = WaveId::literal("other");
    assert_eq!(overdue_later(db, VERSION, other, NOW, MINUTE).await.unwrap(), Vec::<String>::new());
    assert_eq!(overdue(db, VERSION, NOW).await.unwrap(), Vec::<String>::new(), "no one is in the first part");
    let people = [("late", true), ("late", false), ("left", false), ("done", false), ("silent", false)];
    for (name, is_ended) in people {
        let id = format!("participant-{name}");
        let ended = written(db, async move |tx| time_out(tx, &id, LATER, NOW + 9).await).await;
        assert_eq!(ended, is_ended, "{name}");
    }
    assert_eq!(list(NOW, MINUTE).await, Vec::<String>::new());
}

async fn a_later_part_that_is_ended_leaves_the_first_one_complete(db: &Database) {
    ready_for(db, 1, &["a"]).await;
    in_a_later_part(db, &[("a", NOW + 5)]).await;
    let slot = participant(db, "participant-a").await.unwrap().unwrap().slot;
    let stay = Advance { page: "/post-questionnaire".into(), stamp: (NOW + 6).into(), ..advance("a", 2, 6) };
    let turned_away = TurnedAway { wave: LATER, outcome: Outcome::Failed, stay, receipt_json: LAST.into() };
    let screened = Screened { quotas: Vec::new(), turned_away };
    let (what, to) = (Submission { step: 6, ..answers("a") }, advance("a", 2, 6));
    let saved = db.write(async move |tx| submit_screened(tx, &what, &to, FIRST, &screened).await).await;
    assert_eq!(saved.unwrap_or_else(|error: StoreError| panic!("{error}")), Saved::TurnedAway);
    let ended: Vec<_> =
        outcomes(db, "participant-a").await.unwrap().iter().map(|end| (end.wave, end.outcome)).collect();
    assert_eq!(ended, [(MAIN, Outcome::Completed), (LATER, Outcome::Failed)]);
    let a = participant(db, "participant-a").await.unwrap().unwrap();
    assert!(slot.is_some() && a.slot == slot && a.completed.is_some(), "{a:?}");
    let (wave, course) = waves(db, "participant-a").await.unwrap()[0];
    assert_eq!((wave, course.started, course.completed), (LATER, Some(NOW + 5), None));
    assert_eq!(course.ended, Some(Ending { outcome: Outcome::Failed, at: NOW + 6 }));
}

/// Whichever is first, the other one knows, as in the first part.
async fn a_submission_and_the_limit_of_a_later_part_have_one_outcome(db: &Database) {
    let names: Vec<String> = (0..12).map(|number| format!("person-{number}")).collect();
    ready_for(db, 2, &names.iter().map(String::as_str).collect::<Vec<_>>()).await;
    let began: Vec<_> = names.iter().map(|name| (name.as_str(), NOW)).collect();
    in_a_later_part(db, &began).await;
    let store = db.store.clone();
    let both = at_once(24, |number| {
        let (store, name) = (store.clone(), names[number / 2].clone());
        async move {
            if number % 2 == 0 {
                let what = Submission { step: 6, ..answers(&name) };
                let saved = submitted(&store, what, completed_later(&name)).await.unwrap();
                assert!(matches!(saved, Saved::Stored | Saved::Stale), "{saved:?}");
                saved == Saved::Stored
            } else {
                let id = format!("participant-{name}");
                store.write(async move |tx| time_out(tx, &id, LATER, NOW + 9).await).await.unwrap()
            }
        }
    });
    for (name, happened) in names.iter().zip(both.await.chunks(2)) {
        assert_eq!(happened.iter().filter(|one| **one).count(), 1, "{name}: {happened:?}");
        let id = format!("participant-{name}");
        let ended = outcomes(db, &id).await.unwrap();
        let later = if happened[0] { Outcome::Completed } else { Outcome::TimedOut };
        let of = |wave| ended.iter().filter(|end| end.wave == wave).map(|end| end.outcome).collect::<Vec<_>>();
        assert_eq!((of(MAIN), of(LATER)), (vec![Outcome::Completed], vec![later]), "{name}");
        let (_, course) = waves(db, &id).await.unwrap()[0];
        assert_eq!((course.completed.is_some(), course.ended.is_some()), (happened[0], happened[1]), "{name}");
    }
}

async fn a_move_that_ends_a_part_is_a_compare_and_set(db: &Database) {
    ready_for(db, 1, &["a", "b"]).await;
    in_a_later_part(db, &[("b", NOW)]).await;
    for (name, wave, revision) in [("a", MAIN, 0), ("b", LATER, 2)] {
        let before = db.number("select count(*) from outcome").await;
        let of = |revision| Advance { page: "/flow-a/end".into(), ..advance(name, revision, 1) };
        let stale = of(revision + 1);
        assert!(!written(db, async move |tx| end(tx, &stale, wave, Outcome::TimedOut).await).await);
        assert_eq!(db.number("select count(*) from outcome").await, before, "nothing is stored");
        let stay = of(revision);
        assert!(written(db, async move |tx| end(tx, &stay, wave, Outcome::TimedOut).await).await);
        assert_eq!(db.number("select count(*) from outcome").await, before + 1);
        let to = Advance { completed: true, page: "/end".into(), ..advance(name, revision, 2) };
        assert!(!written(db, async move |tx| move_to(tx, &to).await).await, "another tab");
    }
    assert_eq!(outcome(db, "a").await, Some(Outcome::TimedOut));
    let slot = async |name: &str| participant(db, &format!("participant-{name}")).await.unwrap().unwrap().slot;
    assert_eq!((slot("a").await, slot("b").await.is_some()), (None, true));
}

const OVER: WaveId = WaveId::literal("over");
const WAITING: WaveId = WaveId::literal("waiting");

/// A participant who completed the first part. One later part is over, one is open, and one opens in a day.
async fn with_parts_to_come(db: &Database, name: &str) {
    let window = |opens: i64, closes: i64| Window { opens: NOW + opens * DAY, closes: NOW + closes * DAY };
    let plans = vec![(OVER, window(-2, 0)), (LATER, window(0, 10)), (WAITING, window(1, 10))];
    let waves = WaveChange { plans, ..WaveChange::default() };
    let first = Advance { completed: true, exposed: true, page: "/end".into(), waves, ..advance(name, 0, 5) };
    assert!(written(db, async move |tx| move_to(tx, &first).await).await);
}

/// The first page of the part that is open.
fn begun(name: &str) -> Advance {
    let waves = WaveChange { starts: Some(LATER), ..WaveChange::default() };
    Advance { waves, ..advance(name, 1, 6) }
}

async fn declines(db: &Database, name: &str, now: i64) -> bool {
    let id = format!("participant-{name}");
    written(db, async move |tx| decline(tx, &id, now).await).await
}

async fn who_declines_has_an_outcome_of_each_part_to_come(db: &Database) {
    ready_for(db, 2, &["a", "b"]).await;
    for name in ["a", "b"] {
        with_parts_to_come(db, name).await;
        let (id, account) = (format!("participant-{name}"), format!("account-{name}"));
        assert!(written(db, async move |tx| set_address(tx, &id, &account, b"sealed", NOW).await).await);
    }
    // Of `a`: sent, in hand, tried again later, reserved by a server that has ended, failed, and not due yet.
    db.run(&format!(
        "insert into message (participant, wave, message, due_at, reserved_until, sent_at, failed_at, attempts, last_error)
         values ('participant-a', 'over', 'invitation', 1, null, null, null, 0, null),
           ('participant-a', 'follow_up', 'invitation', 1, null, 2, null, 1, null),
           ('participant-a', 'follow_up', 'reminder_1', 2, {0}, null, null, 1, null),
           ('participant-a', 'follow_up', 'reminder_2', 3, {0}, null, null, 1, 'not now'),
           ('participant-a', 'follow_up', 'reminder_3', 4, {1}, null, null, 1, null),
           ('participant-a', 'follow_up', 'reminder_4', 5, null, null, 6, 1, 'no such mailbox'),
           ('participant-a', 'waiting', 'invitation', 9, null, null, null, 0, null),
           ('participant-b', 'follow_up', 'invitation', 1, null, null, null, 0, null)",
        NOW + 4,
        NOW + 3
    ))
    .await;
    let revision = "select revision from progress where participant = 'participant-a'";
    let before = db.number(revision).await;
    for at in [NOW + 3, NOW + 7] {
        assert!(declines(db, "a", at).await, "again, it changes nothing");
        let ended = outcomes(db, "participant-a").await.unwrap();
        let later = [LATER, WAITING].map(|wave| Ended { wave, outcome: Outcome::Declined, at: NOW + 3 });
        assert_eq!((ended.len(), ended[0].outcome, &ended[1..]), (3, Outcome::Completed, &later[..]));
        assert_eq!(db.number(revision).await, before + 1);
    }
    let states = waves(db, "participant-a").await.unwrap();
    let states: Vec<_> = states.iter().map(|(wave, course)| (*wave, course.state(NOW + 8))).collect();
    assert_eq!(states, [(OVER, WaveState::Missed), (LATER, WaveState::Declined), (WAITING, WaveState::Declined)]);
    let left = "select participant || ' ' || wave || ' ' || message from message order by participant, wave, message";
    let left = db.texts(left).await;
    let own = ["follow_up invitation", "follow_up reminder_1", "follow_up reminder_4", "over invitation"];
    let own = own.map(|message| format!("participant-a {message}"));
    assert_eq!(left, [&own[..], &["participant-b follow_up invitation".to_owned()]].concat());
    assert_eq!(db.texts("select account from address").await, ["account-b"]);
    let late = written(db, async move |tx| set_address(tx, "participant-a", "account-a", b"late", NOW + 8).await).await;
    assert!(!late, "another tab sent it before");
    assert_eq!(db.number("select count(*) from address").await, 1);
}

async fn who_has_begun_a_part_or_has_none_cannot_decline(db: &Database) {
    ready_for(db, 3, &["early", "begun", "done"]).await;
    assert!(!declines(db, "early", NOW).await, "nothing is planned");
    for name in ["begun", "done"] {
        with_parts_to_come(db, name).await;
        assert!(written(db, async move |tx| move_to(tx, &begun(name)).await).await);
    }
    assert!(!declines(db, "begun", NOW + 1).await);
    assert!(!declines(db, "begun", NOW + 9 * DAY).await, "it can be completed until it is over");
    let end = Advance { stamp: (NOW + 3).into(), ..completed_later("done") };
    assert!(written(db, async move |tx| move_to(tx, &end).await).await);
    assert!(declines(db, "done", NOW + DAY).await, "one part is left");
    assert!(!declines(db, "early", NOW).await);
    let declined = db.texts("select participant || ' ' || wave from outcome where outcome = 'declined'").await;
    assert_eq!(declined, ["participant-done waiting"]);
    assert!(!declines(db, "begun", NOW + 12 * DAY).await, "all parts are over");
}

/// Whichever is first, the other one is rejected.
async fn declining_and_beginning_at_once_have_one_outcome(db: &Database) {
    let names: Vec<String> = (0..12).map(|number| format!("person-{number}")).collect();
    ready_for(db, 2, &names.iter().map(String::as_str).collect::<Vec<_>>()).await;
    for name in &names {
        with_parts_to_come(db, name).await;
    }
    let store = db.store.clone();
    let both = at_once(24, |number| {
        let (store, name) = (store.clone(), names[number / 2].clone());
        async move {
            if number % 2 == 0 {
                written(&store, async move |tx| move_to(tx, &begun(&name)).await).await
            } else {
                let id = format!("participant-{name}");
                written(&store, async move |tx| decline(tx, &id, NOW + 1).await).await
            }
        }
    });
    for (name, happened) in names.iter().zip(both.await.chunks(2)) {
        assert_eq!(happened.iter().filter(|one| **one).count(), 1, "{name}: {happened:?}");
        let own = waves(db, &format!("participant-{name}")).await.unwrap();
        let (_, course) = own.iter().find(|(wave, _)| *wave == LATER).unwrap();
        assert_eq!([course.started.is_some(), course.ended.is_some()], [happened[0], happened[1]], "{name}");
    }
}
