//! What the collector refuses, and that a flood of strangers costs participants nothing.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use unmask_server::base::config::AnalyticsSettings;

use super::{BEACON, FORM, TRACK, agreeing, event, form, gzip, send, stored, whose};
use crate::support::{Client, Reply, Server, Walker};

#[tokio::test]
async fn what_is_too_much_or_from_elsewhere_is_refused() {
    let server = Server::sqlite().await;
    let mut client = server.visitor();
    let many = Value::Array((0..201).map(|n| event(&n.to_string(), "d")).collect()).to_string();
    send(&mut client, TRACK, FORM, form(&many, "")).await.is(413, "too_many_items");
    send(&mut client, TRACK, FORM, vec![b'x'; 1024 * 1024 + 1]).await.is(413, "too_large");
    let bomb = gzip(&vec![b' '; 50 << 20]);
    client
        .send("POST", TRACK, &[("content-type", FORM), ("content-encoding", "gzip")], bomb)
        .await
        .is(413, "too_large");
    send(&mut client, TRACK, FORM, b"nothing".to_vec()).await.is(400, "malformed");
    client.get(TRACK).await.is(400, "malformed");
    client.get("/api/collect/import?data=%7B%7D").await.is(401, "not_authenticated");
    let page = [("content-type", BEACON), ("origin", "https://evil.example"), ("host", "study.example")];
    client.send("POST", TRACK, &page, form(&event("1", "d").to_string(), "")).await.is(403, "other_origin");
    assert_eq!(stored(&server).await, []);
}

#[tokio::test]
async fn a_flood_is_told_to_wait() {
    let server = Server::with_analytics(AnalyticsSettings { analytics_limit: 1, ..AnalyticsSettings::default() }).await;
    let mut client = server.visitor();
    let from = [("content-type", FORM), ("x-client", "192.0.2.1")];
    let batch = Value::Array((0..50).map(|n| event(&n.to_string(), "d")).collect()).to_string();
    assert_eq!(client.send("POST", TRACK, &from, form(&batch, "")).await.status, 200);
    let refused = client.send("POST", TRACK, &from, form(&event("51", "d").to_string(), "")).await;
    refused.is(429, "too_many_requests");
    assert_eq!(refused.header("retry-after"), "21");
    assert_eq!(stored(&server).await.len(), 50);
    server.clock.advance(Duration::from_secs(21));
    assert_eq!(client.send("POST", TRACK, &from, form(&event("51", "d").to_string(), "")).await.status, 200);
}

#[tokio::test]
async fn a_full_database_refuses_events_and_takes_answers() {
    let server = Server::with_analytics(AnalyticsSettings { analytics_quota: 1, ..AnalyticsSettings::default() }).await;
    let mut client = server.visitor();
    let mut refused = None;
    for round in 0..40 {
        let big = |n: i32| {
            let mut event = event(&format!("{round}-{n}"), "d");
            let words: serde_json::Map<_, _> = (0..40).map(|w| (format!("w{w}"), json!("x".repeat(250)))).collect();
            event["properties"].as_object_mut().unwrap().extend(words);
            event
        };
        let batch = Value::Array((0..20).map(big).collect()).to_string();
        let reply = send(&mut client, TRACK, FORM, form(&batch, "")).await;
        if reply.status != 200 {
            refused = Some(reply);
            break;
        }
    }
    let refused = refused.expect("the quota was never reached");
    refused.is(429, "too_many_requests");
    assert_eq!(refused.header("retry-after"), "600");
    assert_still_answers(&server).await;
    let (mut ada, id) = agreeing(&server, "ada").await;
    // Participants fill the rest, and no more than that: the file on the disk, not what somebody counted.
    let hers = (0..40).map(|round| {
        let big = |n: i32| {
            let mut event = event(&format!("hers-{round}-{n}"), &id);
            let words: serde_json::Map<_, _> = (0..40).map(|w| (format!("w{w}"), json!("x".repeat(250)))).collect();
            event["properties"].as_object_mut().unwrap().extend(words);
            event
        };
        Value::Array((0..20).map(big).collect()).to_string()
    });
    let mut last = 200;
    for batch in hers {
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
    let server = Server::with_analytics(AnalyticsSettings { analytics_limit: 1, ..AnalyticsSettings::default() }).await;
    let (_, id) = agreeing(&server, "ada").await;
    let mut client = server.visitor();
    let flood = Value::Array((0..50).map(|n| event(&n.to_string(), "d")).collect()).to_string();
    assert_eq!(from_here(&mut client, &flood).await.status, 200);
    from_here(&mut client, &flood).await.is(429, "too_many_requests");
    assert_eq!(from_here(&mut client, &event("hers", &id).to_string()).await.status, 200);
    let mixed = json!([event("hers too", &id), event("not hers", "d")]).to_string();
    from_here(&mut client, &mixed).await.is(429, "too_many_requests");
    assert_eq!(stored(&server).await.len(), 51);
}

#[tokio::test]
async fn a_strangers_flood_leaves_participants_half_of_the_room() {
    let server = Server::with_analytics(AnalyticsSettings { analytics_quota: 1, ..AnalyticsSettings::default() }).await;
    let (_, id) = agreeing(&server, "ada").await;
    let mut client = server.visitor();
    let words: serde_json::Map<_, _> = (0..40).map(|w| (format!("w{w}"), json!("x".repeat(250)))).collect();
    let big = |n: i32| {
        let mut event = event(&n.to_string(), "d");
        event["properties"].as_object_mut().unwrap().extend(words.clone());
        event
    };
    let refused = loop {
        let taken = i32::try_from(stored(&server).await.len()).unwrap();
        assert!(taken < 60, "strangers fill more than half");
        let batch = Value::Array((taken..taken + 10).map(big).collect()).to_string();
        let reply = from_here(&mut client, &batch).await;
        if reply.status != 200 {
            break reply;
        }
    };
    assert_eq!((refused.status, refused.header("retry-after")), (429, "600"));
    let profile = json!({ "$token": "unmask", "$distinct_id": "d", "$set": { "a": 1 } }).to_string();
    let engaged = send(&mut client, "/api/collect/engage", FORM, form(&profile, "")).await;
    assert_eq!((engaged.status, engaged.header("retry-after")), (429, "600"));
    assert_eq!(from_here(&mut client, &event("hers", &id).to_string()).await.status, 200);
    assert_eq!(stored(&server).await.last().unwrap().participant, Some(whose(&server, &id)));
}

#[tokio::test]
async fn deliveries_without_events_are_a_flood_too() {
    let server = Server::with_analytics(AnalyticsSettings { analytics_limit: 1, ..AnalyticsSettings::default() }).await;
    let mut client = server.visitor();
    for number in 0..30 {
        assert_eq!(from_here(&mut client, "[]").await.status, 200, "{number}");
    }
    from_here(&mut client, "[]").await.is(429, "too_many_requests");
}

#[tokio::test]
async fn an_account_has_a_share_and_its_data_fit_into_memory() {
    let server = Server::with_analytics(AnalyticsSettings { analytics_limit: 0, ..AnalyticsSettings::default() }).await;
    let (mut ada, id) = agreeing(&server, "ada").await;
    let mut refused = 0;
    for round in 0..9 {
        let big = |n: i32| {
            let mut event = event(&format!("{round}-{n}"), &id);
            let words: serde_json::Map<_, _> = (0..40).map(|w| (format!("w{w}"), json!("x".repeat(250)))).collect();
            event["properties"].as_object_mut().unwrap().extend(words);
            event
        };
        let batch = Value::Array((0..60).map(big).collect()).to_string();
        let reply = send(&mut ada, "/api/collect/track?verbose=1", FORM, form(&batch, "")).await.ok();
        let failed = reply["failed_records"].as_array().map_or(0, Vec::len);
        if failed > 0 {
            assert!(reply.to_string().contains("share of the analytics is used up"), "{reply}");
        }
        refused += failed;
    }
    let kept = 9 * 60 - refused;
    assert!(refused > 60 && kept > 300, "{refused} of 540 are too many");
    let own = ada.get("/api/users/data").await;
    assert!(own.body.len() < 5 << 20, "{} bytes", own.body.len());
    let own = own.ok();
    assert_eq!(own["analytics"]["events"].as_array().unwrap().len(), kept);
    assert_eq!(own["analytics"]["eventsLeftOut"], 0);
}
