use serde_json::json;
use unmask_store::analytics::{Added, Analytics, BYTES_EACH, Event, PEOPLE, ProfileKey, Used};
use unmask_store::testing::{self, AnalyticsDatabase, Database};
use unmask_store::{Options, Store, StoreError};

use crate::support::*;

crate::contract! {
    an_event_is_stored_once_however_often_it_is_sent,
    events_are_read_by_participant_and_in_the_order_of_arrival,
    profiles_change_one_after_the_other,
    claimed_and_proven_identities_never_mix,
    erasing_takes_the_devices_unproven_events_along,
    the_limit_on_size_holds,
    a_participant_has_a_share,
    two_servers_may_open_it_at_once,
    events_are_counted_by_kind_and_page,
}

const QUOTA: i64 = 64 << 20;

async fn open(db: &Database) -> AnalyticsDatabase {
    testing::analytics(db, QUOTA).await
}

fn event(number: u8, participant: Option<&str>) -> Event {
    Event {
        id: format!("event-{number:03}"),
        same: hash(number),
        name: "Page Viewed".into(),
        kind: Some("page_viewed"),
        participant: participant.map(Into::into),
        distinct_id: participant.unwrap_or("$device:d").into(),
        device: None,
        session: Some("s".into()),
        happened_at: NOW - i64::from(number),
        received_at: NOW,
        imported: false,
        properties: json!({ "page": "Home", "nul": "a\0b" }).to_string(),
        page: Some(if number < 3 { "/home" } else { "/end" }.into()),
    }
}

async fn an_event_is_stored_once_however_often_it_is_sent(db: &Database) {
    let analytics = open(db).await.analytics;
    let batch = vec![event(1, Some("a")), event(2, Some("a")), event(1, Some("a"))];
    assert_eq!(analytics.add(batch.clone()).await, Ok(Added { stored: 2, repeated: 1, beyond: vec![] }));
    let mut again = event(2, Some("a"));
    again.id = "another".into();
    assert_eq!(analytics.add(vec![again]).await, Ok(Added { stored: 0, repeated: 1, beyond: vec![] }));
    assert_eq!(analytics.events_of("a").await.unwrap().events.len(), 2);
}

async fn a_participant_has_a_share(db: &Database) {
    let own = open(db).await;
    let analytics = &own.analytics;
    let big = |number: u8, participant| Event {
        properties: json!({ "words": "x".repeat(500_000) }).to_string(),
        ..event(number, participant)
    };
    let eight = BYTES_EACH / 500_012;
    assert_eq!(eight, 8);
    let nine: Vec<Event> = (1..=9).map(|number| big(number, Some("a"))).collect();
    let added = analytics.add(nine).await.unwrap();
    assert_eq!((added.stored, added.beyond), (8, vec![8]), "the ninth does not fit");
    let small = event(10, Some("a"));
    let more = vec![big(11, Some("a")), big(12, Some("b")), small, big(13, None)];
    let added = analytics.add(more).await.unwrap();
    assert_eq!((added.stored, added.beyond), (3, vec![0]), "what fits is stored, and others have shares of their own");
    let found = analytics.events_of("a").await.unwrap();
    assert_eq!((found.events.len(), found.left_out), (9, 0));

    // A database that is older than the share.
    own.raw.run("update event set participant = 'a' where participant = 'b'").await;
    let found = analytics.events_of("a").await.unwrap();
    assert_eq!((found.events.len(), found.left_out), (9, 1), "the oldest that fit, by their own time");
    assert_eq!(found.events[0].id, "event-012");
}

async fn events_are_read_by_participant_and_in_the_order_of_arrival(db: &Database) {
    let analytics = open(db).await.analytics;
    analytics.add(vec![event(1, Some("a")), event(2, Some("b")), event(3, Some("a")), event(4, None)]).await.unwrap();
    let of_a = analytics.events_of("a").await.unwrap().events;
    assert_eq!(of_a.iter().map(|e| e.id.as_str()).collect::<Vec<_>>(), ["event-003", "event-001"], "by their own time");
    assert_eq!(of_a[0].properties, json!({ "page": "Home", "nul": "a\0b" }));
    let later = analytics.events_after("event-002").await.unwrap();
    assert_eq!(later.iter().map(|e| e.id.as_str()).collect::<Vec<_>>(), ["event-003", "event-004"]);
    assert_eq!(analytics.participants().await.unwrap(), ["a", "b"]);
}

fn key(participant: Option<&str>) -> ProfileKey {
    ProfileKey { kind: PEOPLE.into(), id: "a".into(), participant: participant.map(Into::into) }
}

async fn count_up(analytics: &Analytics, key: ProfileKey) -> Result<(), StoreError> {
    let add_one = |mut properties: unmask_store::analytics::Properties| {
        let count = properties.get("count").and_then(serde_json::Value::as_i64).unwrap_or(0);
        properties.insert("count".into(), json!(count + 1));
        Ok(Some(properties))
    };
    analytics.change_profile(key, NOW, add_one).await.map(|done| assert_eq!(done, Ok(())))
}

async fn profiles_change_one_after_the_other(db: &Database) {
    let analytics = open(db).await.analytics;
    let (one, two, three) = tokio::join!(
        count_up(&analytics, key(Some("a"))),
        count_up(&analytics, key(Some("a"))),
        count_up(&analytics, key(Some("a")))
    );
    assert_eq!((one, two, three), (Ok(()), Ok(()), Ok(())));
    assert_eq!(analytics.profiles_of("a").await.unwrap()[0].properties, json!({ "count": 3 }));
    let rejected = analytics.change_profile(key(Some("a")), NOW, |_| Err("no".into())).await;
    assert_eq!(rejected, Ok(Err("no".into())));
    assert_eq!(analytics.profiles_of("a").await.unwrap()[0].properties, json!({ "count": 3 }));
    analytics.change_profile(key(Some("a")), NOW, |_| Ok(None)).await.unwrap().unwrap();
    assert_eq!(analytics.profiles_of("a").await.unwrap(), []);
}

async fn claimed_and_proven_identities_never_mix(db: &Database) {
    let analytics = open(db).await.analytics;
    count_up(&analytics, key(Some("a"))).await.unwrap();
    count_up(&analytics, key(None)).await.unwrap();
    analytics.change_profile(key(None), NOW, |_| Ok(None)).await.unwrap().unwrap();
    assert_eq!(analytics.profiles_of("a").await.unwrap()[0].properties, json!({ "count": 1 }));
}

async fn erasing_takes_the_devices_unproven_events_along(db: &Database) {
    let all = open(db).await;
    let on_device = |mut event: Event, device: &str| {
        event.device = Some(device.into());
        event
    };
    let batch = vec![
        on_device(event(1, None), "d1"),
        on_device(event(2, Some("a")), "d1"),
        on_device(event(3, Some("b")), "d1"),
        on_device(event(4, None), "d2"),
    ];
    all.analytics.add(batch).await.unwrap();
    count_up(&all.analytics, key(Some("a"))).await.unwrap();
    assert_eq!(all.analytics.erase("a").await, Ok(2));
    assert_eq!(all.raw.texts("select id from event order by id").await, ["event-003", "event-004"]);
    assert_eq!(all.raw.number("select count(*) from profile").await, 0);
}

async fn the_limit_on_size_holds(db: &Database) {
    let small = testing::analytics(db, 512 << 10).await.analytics;
    // words that no database can make smaller
    let mut state = 1_u32;
    let mut big = || {
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            b'0' + (state >> 26) as u8
        };
        let mut event = event(0, Some("a"));
        event.same.fill_with(&mut next);
        let words: String = (0..16_000).map(|_| char::from(next())).collect();
        words[..30].clone_into(&mut event.id);
        event.properties = json!({ "words": words }).to_string();
        event
    };
    let mut rejected = false;
    for _ in 0..20 {
        rejected = match small.add((0..16).map(|_| big()).collect()).await {
            Ok(_) => !small.has_room().await.unwrap(),
            Err(error) => matches!(error, StoreError::Full(_)),
        };
        if rejected {
            break;
        }
        // the answer may be half a second old
        tokio::time::sleep(std::time::Duration::from_millis(120)).await;
    }
    assert!(rejected, "more than the limit was taken");
    assert!(db.ping().await.is_ok());
    small.erase("a").await.unwrap();
}

async fn two_servers_may_open_it_at_once(db: &Database) {
    let (one, two) = tokio::join!(Analytics::open(&db.url, QUOTA), Analytics::open(&db.url, QUOTA));
    one.unwrap().add(vec![event(1, None)]).await.unwrap();
    assert_eq!(two.unwrap().events_after("").await.unwrap().len(), 1);
    let study = Store::open(&db.url, Options { connections: 1, ..Options::default() }).await.unwrap();
    study.migrate().await.unwrap();
}

async fn events_are_counted_by_kind_and_page(db: &Database) {
    let analytics = open(db).await.analytics;
    let other = Event { kind: Some("error"), page: None, ..event(9, Some("b")) };
    let unknown = Event { kind: None, page: None, ..event(8, Some("b")) };
    let views = [event(1, Some("a")), event(2, Some("a")), event(3, Some("a")), event(4, Some("b")), event(5, None)];
    analytics.add([&views[..], &[other, unknown]].concat()).await.unwrap();
    let counted = |used: Vec<Used>| used.into_iter().map(|u| (u.what, u.events, u.people)).collect::<Vec<_>>();
    let kinds = counted(analytics.by_kind().await.unwrap());
    assert_eq!(kinds, [("error".into(), 1, 1), ("page_viewed".into(), 5, 2)]);
    assert_eq!(counted(analytics.by_page().await.unwrap()), [("/end".into(), 3, 2), ("/home".into(), 2, 1)]);
    analytics.erase("a").await.unwrap();
    assert_eq!(counted(analytics.by_page().await.unwrap()), [("/end".into(), 2, 1)]);
}
