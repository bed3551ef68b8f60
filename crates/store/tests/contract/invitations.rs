//! E-mails about later parts: who reserves one, and what stops it.

use serde_json::json;
use unmask_store::consent::record_consent;
use unmask_store::invitations::{
    Failure, MessageKey, record_failure, record_sent, reserve, set_address, unsubscribe, waiting,
};
use unmask_store::study::{StudyStatus, set_status};
use unmask_store::testing::Database;
use unmask_study::invitations::MessageId;

use crate::support::*;

crate::contract! {
    a_message_is_reserved_once_and_again_when_the_time_is_over,
    a_sent_message_stays_sent_and_a_failed_one_waits,
    whatever_stops_a_message_is_read_with_the_reservation,
    a_new_address_gets_what_an_earlier_one_was_refused,
    of_many_who_reserve_at_once_one_succeeds,
}

const DAY: i64 = 24 * 60 * MINUTE;

fn invitation() -> MessageKey {
    MessageKey { participant: "participant-a".into(), wave: "later".parse().unwrap(), message: MessageId(0) }
}

/// `a` has given an address, and is invited now.
async fn invited(db: &Database) {
    ready(db, 1).await;
    registered(db, "a").await;
    let mut given = consent("a");
    given.at = NOW + 1;
    given.ticks = json!({ "take_part": true, "contact_again": true });
    written(db, async move |tx| record_consent(tx, &given).await).await;
    written(db, async move |tx| set_address(tx, "participant-a", "account-a", b"sealed", NOW).await).await;
    let until = NOW + DAY;
    db.run(&format!("insert into participant_wave (participant, wave, opens_at, closes_at) values ('participant-a', 'later', {NOW}, {until})")).await;
    db.run(&format!("insert into message (participant, wave, message, due_at) values ('participant-a', 'later', 'invitation', {NOW})")).await;
}

async fn reserved(db: &Database, now: i64) -> bool {
    written(db, async move |tx| reserve(tx, &invitation(), now, now + 10 * MINUTE).await).await.is_some()
}

async fn is_waiting(db: &Database, now: i64) -> bool {
    !waiting(db, now).await.unwrap().is_empty()
}

async fn a_message_is_reserved_once_and_again_when_the_time_is_over(db: &Database) {
    invited(db).await;
    assert!(!is_waiting(db, NOW - 1).await && !reserved(db, NOW - 1).await, "before it is due");
    assert_eq!(waiting(db, NOW).await.unwrap(), [invitation()]);
    assert!(reserved(db, NOW).await);
    for later in [0, 10 * MINUTE - 1] {
        assert!(!is_waiting(db, NOW + later).await && !reserved(db, NOW + later).await, "{later}");
    }
    assert!(is_waiting(db, NOW + 10 * MINUTE).await && reserved(db, NOW + 10 * MINUTE).await);
    assert_eq!(db.number("select attempts from message").await, 2);
}

async fn a_sent_message_stays_sent_and_a_failed_one_waits(db: &Database) {
    invited(db).await;
    assert!(reserved(db, NOW).await);
    let again = Failure::Again(NOW + 5 * MINUTE);
    written(db, async move |tx| record_failure(tx, &invitation(), "not now", again).await).await;
    assert!(!reserved(db, NOW + 4 * MINUTE).await);
    assert!(reserved(db, NOW + 5 * MINUTE).await);
    written(db, async move |tx| record_sent(tx, &invitation(), NOW + 5 * MINUTE).await).await;
    let late = Failure::Permanent(NOW);
    written(db, async move |tx| record_failure(tx, &invitation(), "too late", late).await).await;
    assert_eq!(
        db.number("select count(*) from message where failed_at is not null or last_error is not null").await,
        0
    );
    assert!(!is_waiting(db, NOW + DAY / 2).await && !reserved(db, NOW + DAY / 2).await);
}

async fn whatever_stops_a_message_is_read_with_the_reservation(db: &Database) {
    invited(db).await;
    let now = NOW + MINUTE;
    for (stop, undo) in [
        ("update participant set status = 'withdrawn'", "update participant set status = 'active'"),
        ("update participant_wave set started_at = 1", "update participant_wave set started_at = null"),
        ("update participant_wave set completed_at = 1", "update participant_wave set completed_at = null"),
        ("update participant_wave set closes_at = 1", "update participant_wave set closes_at = 9000000000000"),
        ("update message set failed_at = 1", "update message set failed_at = null"),
        ("insert into outcome values ('participant-a', 'later', 'declined', 1)", "delete from outcome"),
    ] {
        db.run(stop).await;
        assert!(!reserved(db, now).await, "{stop}");
        db.run(undo).await;
    }
    // Recruitment is over: whoever takes part can come back all the same.
    written(db, async move |tx| set_status(tx, StudyStatus::Closed).await).await;
    written(db, async move |tx| unsubscribe(tx, "account-a", NOW).await).await;
    assert!(!reserved(db, now).await, "unsubscribed");
    written(db, async move |tx| set_address(tx, "participant-a", "account-a", b"another", NOW).await).await;
    let mut outdated = consent("a");
    outdated.at = NOW + 2;
    outdated.ticks = json!({ "take_part": true, "contact_again": false });
    assert!(reserved(db, now).await, "nothing stops it any more");
    written(db, async move |tx| record_consent(tx, &outdated).await).await;
    assert!(!reserved(db, now + 10 * MINUTE).await, "the last consent does not permit it");
}

async fn a_new_address_gets_what_an_earlier_one_was_refused(db: &Database) {
    invited(db).await;
    assert!(reserved(db, NOW).await);
    let refused = Failure::Permanent(NOW);
    written(db, async move |tx| record_failure(tx, &invitation(), "no such mailbox", refused).await).await;
    assert!(!is_waiting(db, NOW + MINUTE).await && !reserved(db, NOW + MINUTE).await);
    written(db, async move |tx| set_address(tx, "participant-a", "account-a", b"corrected", NOW + MINUTE).await).await;
    assert!(is_waiting(db, NOW + MINUTE).await && reserved(db, NOW + MINUTE).await);
    assert_eq!(db.number("select count(*) from message where last_error is not null").await, 0);
    let later = Failure::Again(NOW + DAY);
    written(db, async move |tx| record_failure(tx, &invitation(), "no such domain", later).await).await;
    assert!(!reserved(db, NOW + 2 * MINUTE).await);
    written(db, async move |tx| set_address(tx, "participant-a", "account-a", b"again", NOW + 2 * MINUTE).await).await;
    assert!(reserved(db, NOW + 2 * MINUTE).await, "nor does it wait for the pause of the earlier address");
}

async fn of_many_who_reserve_at_once_one_succeeds(db: &Database) {
    invited(db).await;
    let store = db.store.clone();
    let tries = at_once(8, |_| {
        let store = store.clone();
        async move { written(&store, async move |tx| reserve(tx, &invitation(), NOW, NOW + MINUTE).await).await }
    });
    assert_eq!(tries.await.iter().flatten().count(), 1);
}
