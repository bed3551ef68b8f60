//! Events for webhooks: with what they are written, in which order they are sent, and what ends them.

use unmask_store::outcomes::{decline, time_out};
use unmask_store::progress::Advance;
use unmask_store::rights::{Mode, withdraw};
use unmask_store::submissions::move_to;
use unmask_store::testing::Database;
use unmask_store::waves::WaveChange;
use unmask_store::webhooks::{
    self, Failure, Webhook, add, disable, log, opened, queue_opened, queue_test, record_delivered, record_failure,
    redeliver, remove, reserve, waiting, withhold,
};
use unmask_store::{StoreError, unlink};
use unmask_study::definition::WaveId;
use unmask_study::definition::wave::MAIN;
use unmask_study::waves::Window;
use unmask_study::webhooks::{DeliveryFailure, EventKind};

use crate::support::*;

crate::contract! {
    an_event_is_written_with_what_it_reports_for_those_who_want_it,
    nothing_is_written_with_what_is_rolled_back,
    simulated_participants_and_previews_have_no_events,
    a_failed_event_holds_back_later_ones_of_the_same_participant,
    an_event_is_reserved_once_and_again_when_the_time_is_over,
    of_many_who_reserve_at_once_one_succeeds,
    a_part_that_has_opened_is_reported_once_to_those_who_were_there,
    of_many_who_report_a_part_one_succeeds,
    erasure_leaves_one_event_of_nobody,
    who_stays_in_the_data_is_named_when_withdrawing,
    anonymising_deletes_all_events_of_participants,
    a_receiver_that_is_gone_gets_nothing_more,
    only_what_was_tried_is_sent_again,
    a_withheld_event_is_not_in_the_log,
    a_removed_webhook_leaves_nothing,
}

const DAY: i64 = 24 * 60 * MINUTE;
const HOOK: &str = "hook";

fn later() -> WaveId {
    "later".parse().unwrap()
}

fn hook(id: &str, events: &[EventKind]) -> Webhook {
    let url = format!("https://{id}.example.org/");
    Webhook { id: id.into(), url, events: events.into(), outside: false, created_at: NOW, disabled_at: None }
}

/// A study with these participants and a webhook for everything.
async fn hooked(db: &Database, names: &[&str]) {
    ready_for(db, 2, names).await;
    written(db, async move |tx| add(tx, &hook(HOOK, &EventKind::ALL), b"sealed").await).await;
}

/// Completes the first part; the later one opens after two days, for three.
async fn complete(db: &Database, name: &str) {
    let window = Window { opens: NOW + 2 * DAY, closes: NOW + 5 * DAY };
    let waves = WaveChange { plans: vec![(later(), window)], ..WaveChange::default() };
    let to = Advance { completed: true, exposed: true, waves, ..advance(name, 0, 1) };
    assert!(written(db, async move |tx| move_to(tx, &to).await).await);
}

async fn leave(db: &Database, name: &str, mode: Mode) {
    let (who, receipt) = (format!("participant-{name}"), format!("receipt-{name}-{mode:?}"));
    assert!(written(db, async move |tx| withdraw(tx, &who, mode, &receipt, NOW + 7).await).await);
}

/// What the log has: kind, part and code.
async fn events(db: &Database) -> Vec<String> {
    let mut all: Vec<String> = log(db, false, 100).await.unwrap().iter().map(described).collect();
    all.reverse();
    all
}

fn described(event: &webhooks::Logged) -> String {
    let wave = event.wave.map_or_else(|| "-".to_owned(), |wave| wave.to_string());
    format!("{} {wave} {}", event.kind.name(), event.code.as_deref().unwrap_or("-"))
}

async fn next(db: &Database, now: i64) -> Vec<String> {
    waiting(db, HOOK, now, 100).await.unwrap()
}

async fn reserved(db: &Database, id: &str, now: i64) -> Option<webhooks::Delivery> {
    let id = id.to_owned();
    written(db, async move |tx| reserve(tx, &id, now, now + MINUTE).await).await
}

async fn accept(db: &Database, id: &str) {
    let id = id.to_owned();
    written(db, async move |tx| record_delivered(tx, &id, 204, NOW).await).await;
}

async fn fail(db: &Database, id: &str, then: Failure) {
    let id = id.to_owned();
    let why = (DeliveryFailure::Rejected, Some(500));
    written(db, async move |tx| record_failure(tx, &id, why, then).await).await;
}

/// Accepts all that is to be sent at this time, one event after the other; what it was.
async fn drained(db: &Database, now: i64) -> Vec<String> {
    let mut sent = vec![];
    while let Some(id) = next(db, now).await.first() {
        let delivery = reserved(db, id, now).await.unwrap();
        let code = delivery.participant.map_or_else(|| "-".to_owned(), |own| own.code);
        sent.push(format!("{} {code}", delivery.kind.name()));
        accept(db, id).await;
    }
    sent
}

async fn report_opened(db: &Database, now: i64) -> usize {
    let mut written_now = 0;
    for webhook in webhooks::enabled(db).await.unwrap() {
        for one in opened(db, &webhook, now).await.unwrap() {
            let id = webhook.id.clone();
            written_now += usize::from(written(db, async move |tx| queue_opened(tx, &id, &one, now).await).await);
        }
    }
    written_now
}

async fn an_event_is_written_with_what_it_reports_for_those_who_want_it(db: &Database) {
    ready_for(db, 2, &["a", "b", "c"]).await;
    complete(db, "c").await;
    written(db, async move |tx| add(tx, &hook(HOOK, &EventKind::ALL), b"sealed").await).await;
    written(db, async move |tx| add(tx, &hook("other", &[EventKind::Withdrawn]), b"sealed too").await).await;
    assert_eq!(events(db).await, [""; 0], "what was before is not reported");
    complete(db, "a").await;
    assert!(written(db, async move |tx| time_out(tx, "participant-b", MAIN, NOW + 3).await).await);
    assert!(!written(db, async move |tx| time_out(tx, "participant-b", MAIN, NOW + 4).await).await, "once");
    assert!(written(db, async move |tx| decline(tx, "participant-a", NOW + 5).await).await);
    assert_eq!(events(db).await, ["completed main CODE-a", "timed_out main CODE-b", "declined later CODE-a"]);
    leave(db, "a", Mode::Keep).await;
    let all = log(db, false, 2).await.unwrap();
    assert!(all.iter().all(|event| described(event) == "withdrawn - CODE-a" && event.at == NOW + 7), "{all:?}");
    assert_ne!(all[0].id, all[1].id);
    assert_eq!(drained(db, NOW + 10).await.len(), 4);
    let delivery = db.texts("select webhook || ' ' || kind from webhook_delivery where next_at is not null").await;
    assert_eq!(delivery, ["other withdrawn"]);
    let own = webhooks::of_participant(db, "participant-a").await.unwrap();
    assert!(own.iter().all(|event| ["hook.example.org", "other.example.org"].contains(&event.receiver.as_str())));
    let own: Vec<_> = own.iter().map(|event| (event.kind, event.delivered_at.is_some())).collect();
    assert_eq!(own, [EventKind::Completed, EventKind::Declined, EventKind::Withdrawn].map(|kind| (kind, true)));
}

async fn nothing_is_written_with_what_is_rolled_back(db: &Database) {
    hooked(db, &["a"]).await;
    let to = Advance { completed: true, exposed: true, ..advance("a", 0, 1) };
    let broken = db.store.write(async move |tx| {
        assert!(move_to(tx, &to).await?);
        Err::<(), _>(StoreError::Internal("broken off".into()))
    });
    assert!(broken.await.is_err());
    assert_eq!(events(db).await, [""; 0]);
}

async fn simulated_participants_and_previews_have_no_events(db: &Database) {
    hooked(db, &["a", "b", "c"]).await;
    db.run("update participant set simulated = 1 where id = 'participant-a'").await;
    db.run("update participant set kind = 'preview' where id = 'participant-b'").await;
    for name in ["a", "b", "c"] {
        complete(db, name).await;
    }
    assert_eq!(report_opened(db, NOW + 2 * DAY).await, 1);
    assert_eq!(events(db).await, ["completed main CODE-c", "wave_due later CODE-c"]);
}

async fn a_failed_event_holds_back_later_ones_of_the_same_participant(db: &Database) {
    hooked(db, &["a", "b"]).await;
    complete(db, "a").await;
    leave(db, "a", Mode::Keep).await;
    complete(db, "b").await;
    let now = NOW + 10;
    let both = next(db, now).await;
    assert_eq!(both.len(), 2, "the first one of each");
    let of = async |id: &str| reserved(db, id, now).await.map(|own| own.participant.unwrap().code);
    let codes = [of(&both[0]).await, of(&both[1]).await];
    let of_a = codes.iter().position(|code| code.as_deref() == Some("CODE-a")).unwrap();
    fail(db, &both[of_a], Failure::Again(now + 5000)).await;
    accept(db, &both[1 - of_a]).await;
    assert_eq!(next(db, now).await, [""; 0], "the withdrawal waits");
    let second = db.texts("select id from webhook_delivery where kind = 'withdrawn'").await.remove(0);
    assert!(reserved(db, &second, now).await.is_none(), "nor can it be reserved");
    assert_eq!(drained(db, now + 5000).await, ["completed CODE-a", "withdrawn CODE-a"]);
    // A given-up event holds nothing back.
    hooked_again(db).await;
    let first = next(db, now).await.remove(0);
    assert!(reserved(db, &first, now).await.is_some());
    fail(db, &first, Failure::Permanent(now)).await;
    assert_eq!(drained(db, now).await, ["withdrawn CODE-a"]);
    let failed = log(db, true, 10).await.unwrap();
    let failed: Vec<_> = failed.iter().map(|event| (described(event), event.attempts, event.last_status)).collect();
    assert_eq!(failed, [("completed main CODE-a".into(), 2, Some(500))]);
}

/// All events of `a` are to be sent again.
async fn hooked_again(db: &Database) {
    db.run(&format!("update webhook_delivery set next_at = {NOW}, delivered_at = null, attempts = 1 where participant = 'participant-a'")).await;
}

async fn an_event_is_reserved_once_and_again_when_the_time_is_over(db: &Database) {
    hooked(db, &["a"]).await;
    complete(db, "a").await;
    let id = next(db, NOW + 2).await.remove(0);
    assert_eq!(next(db, NOW + 1).await, [""; 0], "before it happened");
    let first = reserved(db, &id, NOW + 2).await.unwrap();
    assert_eq!(
        (first.attempts, first.secret.as_slice(), first.url.as_str()),
        (0, &b"sealed"[..], "https://hook.example.org/")
    );
    assert_eq!(first.participant.as_ref().unwrap().recruitment.as_ref().unwrap()["PROLIFIC_PID"], "a");
    for later in [2, 2 + MINUTE - 1] {
        assert!(next(db, NOW + later).await.is_empty() && reserved(db, &id, NOW + later).await.is_none(), "{later}");
    }
    assert_eq!(reserved(db, &id, NOW + 2 + MINUTE).await, Some(first), "the same again");
    accept(db, &id).await;
    // The reply of the first attempt comes late.
    fail(db, &id, Failure::Again(NOW)).await;
    assert_eq!(next(db, NOW + DAY).await, [""; 0]);
}

async fn of_many_who_reserve_at_once_one_succeeds(db: &Database) {
    hooked(db, &["a"]).await;
    complete(db, "a").await;
    let id = next(db, NOW + 2).await.remove(0);
    let tries = at_once(8, |_| {
        let (store, id) = (db.store.clone(), id.clone());
        async move { written(&store, async move |tx| reserve(tx, &id, NOW + 2, NOW + MINUTE).await).await }
    });
    assert_eq!(tries.await.iter().flatten().count(), 1);
}

async fn a_part_that_has_opened_is_reported_once_to_those_who_were_there(db: &Database) {
    hooked(db, &["a", "b", "c", "d", "e"]).await;
    for name in ["a", "b", "c", "d", "e"] {
        complete(db, name).await;
    }
    let opens = NOW + 2 * DAY;
    assert_eq!(report_opened(db, opens - 1).await, 0);
    // b has begun it, c declined it, d withdrew.
    db.run(&format!("update participant_wave set started_at = {opens} where participant = 'participant-b'")).await;
    written(db, async move |tx| decline(tx, "participant-c", NOW + DAY).await).await;
    leave(db, "d", Mode::Keep).await;
    db.run("update participant_wave set closes_at = opens_at + 1 where participant = 'participant-e'").await;
    let late = Webhook { created_at: opens + 1, ..hook("late", &EventKind::ALL) };
    written(db, async move |tx| add(tx, &late, b"sealed").await).await;
    assert_eq!(report_opened(db, opens + 1).await, 1, "a alone, and not to the one that came later");
    assert_eq!(report_opened(db, opens + DAY).await, 0, "once");
    let due: Vec<_> =
        log(db, false, 100).await.unwrap().into_iter().filter(|one| one.kind == EventKind::WaveDue).collect();
    assert_eq!(due.len(), 1);
    assert_eq!((described(&due[0]).as_str(), due[0].at), ("wave_due later CODE-a", opens));
    // Who begins between the question and the answer is not due.
    db.run("delete from webhook_delivery where kind = 'wave_due'").await;
    let one = opened(db, &hook(HOOK, &EventKind::ALL), opens + 1).await.unwrap().remove(0);
    db.run(&format!("update participant_wave set started_at = {opens} where participant = 'participant-a'")).await;
    assert!(!written(db, async move |tx| queue_opened(tx, HOOK, &one, opens + 2).await).await);
}

async fn of_many_who_report_a_part_one_succeeds(db: &Database) {
    hooked(db, &["a"]).await;
    complete(db, "a").await;
    let now = NOW + 2 * DAY;
    let one = opened(db, &hook(HOOK, &EventKind::ALL), now).await.unwrap().remove(0);
    let leaving = {
        let store = db.store.clone();
        tokio::spawn(async move {
            written(&store, async move |tx| withdraw(tx, "participant-a", Mode::Keep, "receipt", now).await).await
        })
    };
    let tries = at_once(8, |_| {
        let (store, one) = (db.store.clone(), one.clone());
        async move { written(&store, async move |tx| queue_opened(tx, HOOK, &one, now).await).await }
    });
    let new = tries.await.into_iter().filter(|new| *new).count();
    assert!(leaving.await.unwrap() && new <= 1);
    let numbers = db.texts("select number || ' ' || kind from webhook_delivery order by number").await;
    let expected: &[&str] =
        if new == 1 { &["1 completed", "2 wave_due", "3 withdrawn"] } else { &["1 completed", "2 withdrawn"] };
    assert_eq!(numbers, expected, "one order");
}

async fn erasure_leaves_one_event_of_nobody(db: &Database) {
    hooked(db, &["a", "b"]).await;
    complete(db, "a").await;
    leave(db, "a", Mode::Erase).await;
    assert_eq!(events(db).await, ["withdrawn - -"]);
    assert_eq!(db.number("select count(*) from webhook_delivery where participant is not null").await, 0);
    assert_eq!(drained(db, NOW + 10).await, ["withdrawn -"]);
    // First kept and reported, then erased: it was reported before.
    complete(db, "b").await;
    leave(db, "b", Mode::Keep).await;
    assert_eq!(drained(db, NOW + 10).await, ["completed CODE-b", "withdrawn CODE-b"]);
    leave(db, "b", Mode::Erase).await;
    assert_eq!(events(db).await, ["withdrawn - -"], "that of a");
}

async fn who_stays_in_the_data_is_named_when_withdrawing(db: &Database) {
    hooked(db, &["a"]).await;
    leave(db, "a", Mode::Keep).await;
    let again = written(db, async move |tx| withdraw(tx, "participant-a", Mode::Keep, "again", NOW + 8).await);
    assert!(!again.await);
    assert_eq!(events(db).await, ["withdrawn - CODE-a"], "one event, though the parts have an outcome each");
    leave(db, "a", Mode::Erase).await;
    assert_eq!(drained(db, NOW + 10).await, ["withdrawn -"], "it was not sent yet");
}

async fn anonymising_deletes_all_events_of_participants(db: &Database) {
    hooked(db, &["a", "b"]).await;
    complete(db, "a").await;
    complete(db, "b").await;
    let id = next(db, NOW + 2).await.remove(0);
    accept(db, &id).await;
    written(db, async move |tx| queue_test(tx, "msg_test", HOOK, NOW + 3).await).await;
    written(db, async move |tx| unlink::anonymise(tx).await).await;
    assert_eq!(events(db).await, ["test - -"]);
}

async fn a_receiver_that_is_gone_gets_nothing_more(db: &Database) {
    hooked(db, &["a", "b"]).await;
    complete(db, "a").await;
    leave(db, "a", Mode::Keep).await;
    let id = next(db, NOW + 2).await.remove(0);
    accept(db, &id).await;
    written(db, async move |tx| disable(tx, HOOK, NOW + 8).await).await;
    complete(db, "b").await;
    assert_eq!(next(db, NOW + DAY).await, [""; 0]);
    let given_up = log(db, true, 10).await.unwrap();
    let given_up: Vec<_> = given_up.iter().map(|event| (described(event), event.failed_at, event.last_error)).collect();
    assert_eq!(given_up, [("withdrawn - CODE-a".into(), Some(NOW + 8), Some(DeliveryFailure::Disabled))]);
    assert!(!written(db, async move |tx| redeliver(tx, &id, NOW).await).await);
    assert!(!written(db, async move |tx| queue_test(tx, "msg_test", HOOK, NOW).await).await);
    assert_eq!(webhooks::webhooks(db).await.unwrap()[0].disabled_at, Some(NOW + 8));
    assert!(webhooks::enabled(db).await.unwrap().is_empty());
}

async fn only_what_was_tried_is_sent_again(db: &Database) {
    hooked(db, &["a"]).await;
    complete(db, "a").await;
    let id = next(db, NOW + 2).await.remove(0);
    let again = async |at: i64| {
        let id = id.clone();
        written(db, async move |tx| redeliver(tx, &id, at).await).await
    };
    assert!(!again(NOW + 2).await, "it was not sent yet");
    assert!(reserved(db, &id, NOW + 2).await.is_some());
    assert!(!again(NOW + 3).await, "it is being sent");
    fail(db, &id, Failure::Again(NOW + DAY)).await;
    assert!(again(NOW + 4).await, "at once, and not after a day");
    assert_eq!(reserved(db, &id, NOW + 4).await.unwrap().attempts, 0);
    accept(db, &id).await;
    assert!(again(NOW + 5).await);
    assert_eq!(drained(db, NOW + 5).await, ["completed CODE-a"]);
    assert!(!written(db, async move |tx| redeliver(tx, "msg_other", NOW).await).await);
}

async fn a_withheld_event_is_not_in_the_log(db: &Database) {
    hooked(db, &["a"]).await;
    complete(db, "a").await;
    let id = next(db, NOW + 2).await.remove(0);
    let own = id.clone();
    written(db, async move |tx| withhold(tx, &own).await).await;
    assert!(events(db).await.is_empty() && next(db, NOW + DAY).await.is_empty());
    assert!(!written(db, async move |tx| redeliver(tx, &id, NOW).await).await);
}

async fn a_removed_webhook_leaves_nothing(db: &Database) {
    hooked(db, &["a"]).await;
    complete(db, "a").await;
    assert!(!written(db, async move |tx| remove(tx, "other").await).await);
    assert!(written(db, async move |tx| remove(tx, HOOK).await).await);
    assert_eq!(db.number("select (select count(*) from webhook) + (select count(*) from webhook_delivery)").await, 0);
}
