//! What the collector rejects, and that a flood of strangers costs participants nothing.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use super::{BEACON, FORM, TRACK, agreeing, event, form, send, stored, whose};
use crate::support::{Client, Reply, Server, Walker, gzip};

/// So many events in one delivery.
fn batch(count: usize, event: impl Fn(usize) -> Value) -> String {
    (0..count).map(event).collect::<Value>().to_string()
}

/// An event of ten kilobytes.
fn big(id: &str, distinct_id: &str) -> Value {
    let mut event = event(id, distinct_id);
    let words = (0..40).map(|word| (format!("w{word}"), json!("x".repeat(250))));
    event["properties"].as_object_mut().unwrap().extend(words);
    event
}

#[tokio::test]
async fn excess_and_foreign_events_are_rejected() {
    let server = Server::sqlite().await;
    let mut client = server.visitor();
    let many = batch(201, |n| event(&n.to_string(), "d"));
    send(&mut client, TRACK, FORM, form(&many, "")).await.is(413, "too_many_items");
    send(&mut client, TRACK, FORM, vec![b'x'; 1024 * 1024 + 1]).await.is(413, "too_large");
    let bomb = gzip(&vec![b' '; 50 << 20]);
    let packed = [("content-type", FORM), ("content-encoding", "gzip")];
    client.send("POST", TRACK, &packed, bomb).await.is(413, "too_large");
    send(&mut client, TRACK, FORM, b"nothing".to_vec()).await.is(400, "malformed");
    client.get(TRACK).await.is(400, "malformed");
    client.get("/api/collect/import?data=%7B%7D").await.is(401, "not_authenticated");
    let page = [("content-type", BEACON), ("origin", "https://evil.example"), ("host", "study.example")];
    client.send("POST", TRACK, &page, form(&event("1", "d").to_string(), "")).await.is(403, "other_origin");
    assert_eq!(stored(&server).await, []);
}

#[tokio::test]
async fn a_flood_has_to_wait() {
    let server = Server::with(|settings| settings.analytics.analytics_limit = 1).await;
    let mut client = server.visitor();
    let from = [("content-type", FORM), ("x-client", "192.0.2.1")];
    let batch = batch(50, |n| event(&n.to_string(), "d"));
    assert_eq!(client.send("POST", TRACK, &from, form(&batch, "")).await.status, 200);
    let rejected = client.send("POST", TRACK, &from, form(&event("51", "d").to_string(), "")).await;
    rejected.is(429, "too_many_requests");
    assert_eq!(rejected.header("retry-after"), "21");
    assert_eq!(stored(&server).await.len(), 50);
    server.clock.advance(Duration::from_secs(21));
    assert_eq!(client.send("POST", TRACK, &from, form(&event("51", "d").to_string(), "")).await.status, 200);
}

#[tokio::test]
async fn a_full_database_rejects_events_and_takes_answers() {
    let server = Server::with(|settings| settings.analytics.analytics_quota = 1).await;
    let mut client = server.visitor();
    let mut rejected = None;
    for round in 0..40 {
        let batch = batch(20, |n| big(&format!("{round}-{n}"), "d"));
        let reply = send(&mut client, TRACK, FORM, form(&batch, "")).await;
        if reply.status != 200 {
            rejected = Some(reply);
            break;
        }
    }
    let rejected = rejected.expect("the quota was never reached");
    rejected.is(429, "too_many_requests");
    assert_eq!(rejected.header("retry-after"), "600");
    assert_still_answers(&server).await;
    let (mut ada, id) = agreeing(&server, "ada").await;
    // Participants fill the rest, and no more than that: measured by the file on the disk.
    let mut last = 200;
    for round in 0..40 {
        let batch = batch(20, |n| big(&format!("hers-{round}-{n}"), &id));
        last = send(&mut ada, TRACK, FORM, form(&batch, "")).await.status;
    }
    assert_eq!(last, 429);
    let folder = Path::new(server.database.url.trim_start_matches("sqlite:")).parent().unwrap().to_owned();
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let mut own = files.filter(|entry| entry.file_name().to_string_lossy().ends_with("analytics.db"));
    let bytes = own.next().expect("a file of its own").metadata().unwrap().len();
    assert!(bytes <= 1024 * 1024, "{bytes}");
    assert_still_answers(&server).await;
}

async fn assert_still_answers(server: &Server) {
    let before = server.database.number("select count(*) from submission").await;
    Walker::new(server.participant(&format!("welcome-{before}")).await).await.step().await;
    assert_eq!(server.database.number("select count(*) from submission").await, before + 1);
}

/// From the address that a participant shares.
async fn from_here(client: &mut Client, body: &str) -> Reply {
    client.send("POST", TRACK, &[("content-type", BEACON), ("x-client", "192.0.2.1")], form(body, "")).await
}

#[tokio::test]
async fn a_strangers_flood_leaves_participants_their_rate() {
    let server = Server::with(|settings| settings.analytics.analytics_limit = 1).await;
    let (_, id) = agreeing(&server, "ada").await;
    let mut client = server.visitor();
    let flood = batch(50, |n| event(&n.to_string(), "d"));
    assert_eq!(from_here(&mut client, &flood).await.status, 200);
    from_here(&mut client, &flood).await.is(429, "too_many_requests");
    assert_eq!(from_here(&mut client, &event("hers", &id).to_string()).await.status, 200);
    let mixed = json!([event("hers too", &id), event("not hers", "d")]).to_string();
    from_here(&mut client, &mixed).await.is(429, "too_many_requests");
    assert_eq!(stored(&server).await.len(), 51);
}

#[tokio::test]
async fn a_strangers_flood_leaves_participants_half_of_the_room() {
    let server = Server::with(|settings| settings.analytics.analytics_quota = 1).await;
    let (_, id) = agreeing(&server, "ada").await;
    let mut client = server.visitor();
    let rejected = loop {
        let taken = stored(&server).await.len();
        assert!(taken < 60, "strangers fill more than half");
        let batch = batch(10, |n| big(&(taken + n).to_string(), "d"));
        let reply = from_here(&mut client, &batch).await;
        if reply.status != 200 {
            break reply;
        }
    };
    assert_eq!((rejected.status, rejected.header("retry-after")), (429, "600"));
    let profile = json!({ "$token": "unmask", "$distinct_id": "d", "$set": { "a": 1 } }).to_string();
    let engaged = send(&mut client, "/api/collect/engage", FORM, form(&profile, "")).await;
    assert_eq!((engaged.status, engaged.header("retry-after")), (429, "600"));
    assert_eq!(from_here(&mut client, &event("hers", &id).to_string()).await.status, 200);
    assert_eq!(stored(&server).await.last().unwrap().participant, Some(whose(&server, &id)));
}

#[tokio::test]
async fn deliveries_without_events_are_a_flood_too() {
    let server = Server::with(|settings| settings.analytics.analytics_limit = 1).await;
    let mut client = server.visitor();
    for number in 0..30 {
        assert_eq!(from_here(&mut client, "[]").await.status, 200, "{number}");
    }
    from_here(&mut client, "[]").await.is(429, "too_many_requests");
}

#[tokio::test]
async fn an_account_has_a_share_and_its_data_fit_into_memory() {
    let server = Server::with(|settings| settings.analytics.analytics_limit = 0).await;
    let (mut ada, id) = agreeing(&server, "ada").await;
    let mut rejected = 0;
    for round in 0..9 {
        let batch = batch(60, |n| big(&format!("{round}-{n}"), &id));
        let reply = send(&mut ada, "/api/collect/track?verbose=1", FORM, form(&batch, "")).await.ok();
        let failed = reply["failed_records"].as_array().map_or(0, Vec::len);
        if failed > 0 {
            assert!(reply.to_string().contains("share of the analytics is used up"), "{reply}");
        }
        rejected += failed;
    }
    let kept = 9 * 60 - rejected;
    assert!(rejected > 60 && kept > 300, "{rejected} of 540 are too many");
    let own = ada.get("/api/users/data").await;
    assert!(own.body.len() < 5 << 20, "{} bytes", own.body.len());
    let own = own.ok();
    assert_eq!(own["analytics"]["events"].as_array().unwrap().len(), kept);
    assert_eq!(own["analytics"]["eventsLeftOut"], 0);
}
