//! The collector: every form in which the official clients send, whose an event is, erasure.

mod limits;
mod uses;

pub(crate) use uses::{THEN, tell, view};

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use unmask_server::base::config::Switch;
use unmask_server::collector::{export, sweep};
use unmask_store::analytics::StoredEvent;
use unmask_store::rights::{Mode, withdraw};

use crate::support::{Client, Reply, Server, both, form as registration, gzip};

both!(
    every_wire_form_is_stored,
    events_belong_to_the_proven_participant,
    a_guessed_event_does_not_displace_the_real_one,
    people_operations_are_applied,
    a_change_that_makes_a_profile_too_large_is_rejected,
    a_clock_that_is_wrong_loses_nothing,
    the_same_twice_within_a_second_is_two_events,
    erasing_takes_events_along
);

const TRACK: &str = "/api/collect/track/";
const FORM: &str = "application/x-www-form-urlencoded";
const BEACON: &str = "text/plain;charset=UTF-8";

fn form(data: &str, rest: &str) -> Vec<u8> {
    let data = form_urlencoded::Serializer::new(String::new()).append_pair("data", data).finish();
    format!("{data}{rest}").into_bytes()
}

fn event(id: &str, distinct_id: &str) -> Value {
    json!({ "event": "Clicked", "properties":
        { "token": "unmask", "distinct_id": distinct_id, "$insert_id": id, "time": 1_795_168_000.5, "where": "é+/" } })
}

async fn send(client: &mut Client, path: &str, kind: &str, body: Vec<u8>) -> Reply {
    client.send("POST", path, &[("content-type", kind)], body).await
}

/// Texts of the analytics' database, read directly.
pub(crate) async fn raw(server: &Server, sql: &str) -> Vec<String> {
    unmask_store::testing::analytics(&server.database, 64 << 20).await.raw.texts(sql).await
}

async fn stored(server: &Server) -> Vec<StoredEvent> {
    server.app.collector.as_ref().unwrap().store.events_after("").await.unwrap()
}

/// A participant who agreed to analytics, and the ID that their browser sends.
pub(crate) async fn agreeing(server: &Server, name: &str) -> (Client, String) {
    let mut body = registration(name);
    body["consent"]["ticks"]["analytics"] = json!(true);
    let mut client = server.register(body).await;
    let user = client.get("/api/users/profile").await.ok();
    let id = user["analyticsId"].as_str().expect("an id to send under").to_owned();
    assert_eq!(client.user["analyticsId"], id, "the same from the start");
    (client, id)
}

/// The participant whom an id proves.
fn whose(server: &Server, id: &str) -> String {
    unmask_server::collector::identity::proven(&server.app.key, id).unwrap()
}

async fn every_wire_form_is_stored(server: Server) {
    let mut client = server.visitor();
    let (json, other) = (event("a1", "d").to_string(), event("a2", "d").to_string());
    let list = format!("[{json},{other}]");
    let base64 = STANDARD.encode(&json);
    let verbose = json!({ "status": 1, "error": null });
    for (path, kind, body, reply) in [
        (TRACK, FORM, form(&json, ""), None),
        ("/api/collect/track", FORM, form(&base64, ""), None),
        ("/api/collect/track/?verbose=1&ip=0&_=5", FORM, form(&list, ""), Some(&verbose)),
        ("/api/collect/track", FORM, form(&json, "&verbose=1&ip=0"), Some(&verbose)),
        (TRACK, BEACON, form(&list, ""), None),
        (TRACK, "application/json", json.clone().into_bytes(), None),
        ("/api/collect/track?verbose=1", "application/json", list.clone().into_bytes(), Some(&verbose)),
    ] {
        let sent = send(&mut client, path, kind, body).await;
        assert_eq!(sent.status, 200, "{sent:?}");
        match reply {
            Some(reply) => assert_eq!(sent.json(), *reply, "{sent:?}"),
            None => assert_eq!(sent.text(), "1"),
        }
    }
    // The official client for Node sends single items in the address.
    let in_address = |path: &str, item: &Value, more: &str| {
        let data = form_urlencoded::Serializer::new(String::new())
            .append_pair("data", &STANDARD.encode(item.to_string()))
            .finish();
        format!("/api/collect/{path}?ip=0&{more}&{data}")
    };
    let node = client.get(&in_address("track", &event("a4", "d"), "verbose=0")).await;
    assert_eq!((node.status, node.text().as_str()), (200, "1"));
    assert_eq!(client.get(&in_address("track/", &event("a4", "d"), "verbose=1")).await.ok(), verbose);
    let person = json!({ "$token": "unmask", "$distinct_id": "d", "$set": { "a": 1 } });
    assert_eq!(client.get(&in_address("engage", &person, "verbose=0")).await.text(), "1");
    let group = json!({ "$token": "unmask", "$group_key": "lab", "$group_id": "x", "$set": { "a": 1 } });
    assert_eq!(client.get(&in_address("groups/", &group, "verbose=0")).await.text(), "1");
    let profiles = "select kind || ' ' || id || ' ' || properties from profile order by kind";
    assert_eq!(raw(&server, profiles).await, [r#"group:lab x {"a":1}"#, r#"people d {"a":1}"#]);
    // No page can make a browser store something by an address.
    let page = [("user-agent", "Mozilla/5.0 (X11; Linux x86_64)")];
    client.send("GET", &in_address("track", &event("a5", "d"), "verbose=0"), &page, vec![]).await.is(403, "post_only");
    let headers = [("content-type", FORM), ("content-encoding", "gzip")];
    let zipped = client.send("POST", TRACK, &headers, gzip(&form(&event("a3", "d").to_string(), ""))).await;
    assert_eq!((zipped.status, zipped.text().as_str()), (200, "1"));
    let rows = stored(&server).await;
    assert_eq!(rows.len(), 4, "each event once: {rows:?}");
    assert_eq!(rows[0].properties["where"], "é+/");
    assert_eq!((rows[0].happened_at, rows[0].received_at), (1_795_168_000_500, server.clock.now()));
    assert!(rows.iter().all(|row| row.participant.is_none() && row.properties.get("token").is_none()));
}

async fn events_belong_to_the_proven_participant(server: Server) {
    let (mut ada, id) = agreeing(&server, "ada").await;
    let mut visitor = server.visitor();
    // The id proves itself: a beacon has no header, and a session may have ended.
    send(&mut visitor, TRACK, BEACON, form(&event("1", &id).to_string(), "")).await;
    // With the session the item's own claim counts for nothing.
    send(&mut ada, TRACK, FORM, form(&event("2", "somebody-else").to_string(), "")).await;
    server.clock.advance(Duration::from_hours(1));
    let late = send(&mut ada, TRACK, FORM, form(&event("3", "somebody-else").to_string(), "")).await;
    assert_eq!((late.status, late.text().as_str()), (200, "1"), "never 401");
    let (pseudonym, participant) = (id.split_once('.').unwrap().0, whose(&server, &id));
    assert!(!id.contains(&participant[..8]), "the id of the research data is not in it");
    let forged = format!("{pseudonym}.AAAAAAAAAAAAAAAA");
    send(&mut visitor, TRACK, FORM, form(&event("4", &forged).to_string(), "")).await;
    send(&mut visitor, TRACK, FORM, form(&event("5", pseudonym).to_string(), "")).await;
    let whose: Vec<_> = stored(&server).await.into_iter().map(|row| row.participant).collect();
    assert_eq!(whose, [Some(participant.clone()), Some(participant), None, None, None]);

    // Who did not agree has no id and is not stored, not even with a session.
    let mut declining = server.participant("heron").await;
    assert_eq!(declining.get("/api/users/profile").await.ok()["analyticsId"], Value::Null);
    let rejected =
        send(&mut declining, "/api/collect/track?verbose=1", FORM, form(&event("6", "x").to_string(), "")).await;
    assert_eq!(rejected.ok()["status"], 0);
    assert_eq!(stored(&server).await.len(), 5);
}

async fn people_operations_are_applied(server: Server) {
    let (mut ada, id) = agreeing(&server, "ada").await;
    let mut visitor = server.visitor();
    let item = |operation: Value| {
        let mut item = json!({ "$token": "unmask", "$distinct_id": id });
        item.as_object_mut().unwrap().extend(operation.as_object().unwrap().clone());
        item
    };
    let batch = json!([
        item(json!({ "$set": { "language": "en", "visits": 1 } })),
        item(json!({ "$set_once": { "language": "de", "first": "x" } })),
        item(json!({ "$add": { "visits": 2 } })),
        item(json!({ "$append": { "pages": "home" } })),
        item(json!({ "$union": { "pages": ["home", "end"] } })),
        item(json!({ "$remove": { "pages": "home" } })),
        item(json!({ "$unset": ["first"] })),
    ]);
    let reply = send(&mut visitor, "/api/collect/engage/?verbose=1", FORM, form(&batch.to_string(), "")).await;
    assert_eq!(reply.ok(), json!({ "status": 1, "error": null }));
    let claimed =
        json!({ "$token": "unmask", "$distinct_id": id.split_once('.').unwrap().0, "$set": { "language": "xx" } });
    send(&mut visitor, "/api/collect/engage", FORM, form(&claimed.to_string(), "")).await;
    let own = ada.get("/api/users/data").await.ok();
    assert_eq!(own["analytics"]["profiles"], json!([{ "language": "en", "visits": 3, "pages": ["end"] }]));
    let bad =
        json!([{ "$token": "unmask", "$distinct_id": "x" }, { "$token": "other", "$distinct_id": "x", "$set": {} }]);
    let reply = send(&mut visitor, "/api/collect/engage?verbose=1", FORM, form(&bad.to_string(), "")).await.ok();
    assert_eq!((&reply["status"], reply["failed_records"].as_array().unwrap().len()), (&json!(0), 2));
    let group = json!({ "$token": "unmask", "$group_key": "people", "$group_id": "x", "$set": { "a": 1 } });
    assert_eq!(send(&mut visitor, "/api/collect/groups/", FORM, form(&group.to_string(), "")).await.text(), "1");
    let more = json!({ "$token": "unmask", "$group_key": "people", "$group_id": "x", "$add": { "a": 2 }, "$union": { "b": [1] } });
    assert_eq!(send(&mut visitor, "/api/collect/groups", FORM, form(&more.to_string(), "")).await.text(), "1");
    let stored_group = raw(&server, "select properties from profile where kind = 'group:people' and id = 'x'").await;
    assert_eq!(stored_group, [r#"{"a":3,"b":[1]}"#]);
    send(&mut visitor, "/api/collect/engage/", FORM, form(&item(json!({ "$delete": "" })).to_string(), "")).await;
    assert_eq!(ada.get("/api/users/data").await.ok()["analytics"]["profiles"], json!([]));
}

async fn a_change_that_makes_a_profile_too_large_is_rejected(server: Server) {
    let (mut ada, id) = agreeing(&server, "ada").await;
    let mut visitor = server.visitor();
    let item = |number: usize| {
        let words: serde_json::Map<_, _> =
            (0..50).map(|word| (format!("w{number}-{word}"), json!("x".repeat(250)))).collect();
        json!({ "$token": "unmask", "$distinct_id": id, "$set": words })
    };
    let batch = Value::Array((0..6).map(item).collect()).to_string();
    let reply = send(&mut visitor, "/api/collect/engage/?verbose=1", FORM, form(&batch, "")).await.ok();
    assert_eq!((&reply["status"], reply["failed_records"].as_array().unwrap().len()), (&json!(1), 1), "{reply}");
    assert_eq!(reply["failed_records"][0]["index"], 5);
    assert_eq!(reply["failed_records"][0]["message"], "the profile would be larger than 64 KiB");
    let own = ada.get("/api/users/data").await.ok();
    assert_eq!(own["analytics"]["profiles"][0].as_object().unwrap().len(), 250, "all of an item or nothing of it");
    // Alone, and in the other style.
    let alone = item(7).to_string();
    let reply = send(&mut visitor, "/api/collect/engage/?verbose=1", FORM, form(&alone, "")).await.ok();
    assert_eq!((&reply["status"], &reply["error"]), (&json!(0), &json!("the profile would be larger than 64 KiB")));
    assert_eq!(send(&mut visitor, "/api/collect/engage/", FORM, form(&alone, "")).await.text(), "0");
}

async fn a_clock_that_is_wrong_loses_nothing(server: Server) {
    let mut client = server.visitor();
    // 2001, and some days from now.
    for (number, time) in [980_000_000.25, 1_895_168_000.0].into_iter().enumerate() {
        let mut event = event(&number.to_string(), "d");
        event["properties"]["time"] = json!(time);
        for _ in 0..2 {
            assert_eq!(send(&mut client, TRACK, FORM, form(&event.to_string(), "")).await.text(), "1");
        }
    }
    let rows = stored(&server).await;
    let seen: Vec<_> =
        rows.iter().map(|row| (row.happened_at == row.received_at, &row.properties["clientTime"])).collect();
    assert_eq!(seen, [(true, &json!(980_000_000.25)), (true, &json!(1_895_168_000.0))], "each once");
}

async fn the_same_twice_within_a_second_is_two_events(server: Server) {
    let mut client = server.visitor();
    let mut event = event("", "d");
    event["properties"]["time"] = json!(1_795_168_000);
    event["properties"].as_object_mut().unwrap().remove("$insert_id");
    let batch = json!([event, event]).to_string();
    for _ in 0..2 {
        send(&mut client, TRACK, FORM, form(&batch, "")).await;
    }
    assert_eq!(stored(&server).await.len(), 4, "only an id of its own tells a repeat");
}

async fn erasing_takes_events_along(server: Server) {
    let (mut ada, id) = agreeing(&server, "ada").await;
    let (mut bob, bobs) = agreeing(&server, "bob").await;
    for (client, id) in [(&mut ada, &id), (&mut bob, &bobs)] {
        send(client, TRACK, FORM, form(&event("1", id).to_string(), "")).await;
        let item = json!({ "$token": "unmask", "$distinct_id": id, "$set": { "a": 1 } });
        send(client, "/api/collect/engage", FORM, form(&item.to_string(), "")).await;
    }
    assert_eq!(ada.get("/api/users/data").await.ok()["analytics"]["events"][0]["event"], "Clicked");
    ada.post("/api/users/withdraw", json!({ "mode": "erase" })).await.ok();
    let rows = stored(&server).await;
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].participant.as_deref(), Some(whose(&server, &bobs).as_str()));
    let profiles = "select participant from profile";
    assert_eq!(raw(&server, profiles).await, [whose(&server, &bobs)]);
    // What arrives afterwards is rejected, and who keeps their data sends no more either.
    bob.post("/api/users/withdraw", json!({ "mode": "keep" })).await.ok();
    for id in [&id, &bobs] {
        let late = send(&mut server.visitor(), TRACK, FORM, form(&event("2", id).to_string(), "")).await;
        assert_eq!((late.status, late.text().as_str()), (200, "0"));
    }
    assert_eq!(stored(&server).await.len(), 1);
}

#[tokio::test]
async fn an_interrupted_erasure_is_completed() {
    let server = Server::sqlite().await;
    let (mut client, id) = agreeing(&server, "ada").await;
    send(&mut client, TRACK, FORM, form(&event("1", &id).to_string(), "")).await;
    sweep(server.app.collector.as_ref().unwrap(), &server.app.store).await.unwrap();
    assert_eq!(stored(&server).await.len(), 1);
    let participant = whose(&server, &id);
    // Killed between the two databases.
    let mode = Mode::Erase;
    let erase = async move |tx: &mut unmask_store::Tx| withdraw(tx, &participant, mode, "r", 1).await;
    server.app.store.write(erase).await.unwrap();
    sweep(server.app.collector.as_ref().unwrap(), &server.app.store).await.unwrap();
    assert_eq!(stored(&server).await, []);
}

#[tokio::test]
async fn a_bad_item_is_named_and_spoils_no_other() {
    let server = Server::sqlite().await;
    let mut client = server.visitor();
    let batch = json!([event("1", "d"), { "event": "x" }, event("2", "d")]);
    let reply = send(&mut client, "/api/collect/track?verbose=1", FORM, form(&batch.to_string(), "")).await.ok();
    assert_eq!(reply["status"], 1);
    assert_eq!(reply["failed_records"][0]["index"], 1);
    assert_eq!(stored(&server).await.len(), 2);
    let wrong_token = json!({ "event": "x", "properties": { "token": "other", "distinct_id": "d" } });
    assert_eq!(send(&mut client, TRACK, FORM, form(&wrong_token.to_string(), "")).await.text(), "0");
}

#[tokio::test]
async fn imports_need_the_secret() {
    let server = Server::sqlite().await;
    let mut client = server.visitor();
    let basic = |pair: &str| format!("Basic {}", STANDARD.encode(pair));
    let lines = format!("{}\n{}", event("1", "d"), event("2", "d"));
    for (authorization, status) in [("sesame:", 200), ("robot:sesame", 200), ("sesam:", 401), ("sesame", 401)] {
        let authorization = basic(authorization);
        let headers = [("content-type", "application/x-ndjson"), ("authorization", authorization.as_str())];
        let reply = client.send("POST", "/api/collect/import?strict=1", &headers, lines.clone().into_bytes()).await;
        assert_eq!(reply.status, status, "{reply:?}");
        if status == 200 {
            assert_eq!(reply.json(), json!({ "code": 200, "num_records_imported": 2, "status": "OK" }));
        }
    }
    let authorization = basic("sesame:");
    let headers = [("content-type", FORM), ("authorization", authorization.as_str())];
    let python =
        client.send("POST", "/api/collect/import", &headers, form(&event("3", "d").to_string(), "&verbose=1")).await;
    assert_eq!(python.ok()["status"], 1);
    let json = [headers[1], ("content-type", "application/json")];
    let bad = client.send("POST", "/api/collect/import/", &json, b"[{\"event\":1}]".to_vec()).await;
    assert_eq!((bad.status, bad.json()["failed_records"][0]["index"].clone()), (400, json!(0)));
    client.post("/api/collect/import", json!([])).await.is(401, "not_authenticated");
    // The official client for Node, one event.
    let data = form(&event("4", "d").to_string(), "");
    let address = format!("/api/collect/import?ip=0&verbose=0&{}", String::from_utf8(data).unwrap());
    assert_eq!(client.send("GET", &address, &[headers[1]], vec![]).await.text(), "1");
    assert!(stored(&server).await.iter().all(|row| row.imported));
    assert_eq!(stored(&server).await.len(), 4);
}

async fn a_guessed_event_does_not_displace_the_real_one(server: Server) {
    let (mut ada, id) = agreeing(&server, "ada").await;
    // A stranger has guessed what ada's browser will send, and is first.
    let guessed = event("1", "somebody").to_string();
    send(&mut server.visitor(), TRACK, FORM, form(&guessed, "")).await;
    for _ in 0..2 {
        send(&mut ada, TRACK, FORM, form(&guessed, "")).await;
    }
    let whose: Vec<_> = stored(&server).await.into_iter().map(|row| row.participant).collect();
    assert_eq!(whose, [None, Some(self::whose(&server, &id))], "hers is no repeat, and hers again is");
}

#[tokio::test]
async fn switched_off_there_is_nothing_to_send_to() {
    let server = Server::with(|settings| settings.analytics.analytics = Switch::Off).await;
    let mut client = server.visitor();
    assert_eq!(client.get("/api/study").await.ok()["analytics"], Value::Null);
    send(&mut client, TRACK, FORM, form(&event("1", "d").to_string(), "")).await.is(404, "not_found");
    let on = Server::sqlite().await.visitor().get("/api/study").await.ok();
    assert_eq!(on["analytics"], json!({ "token": "unmask", "host": null }));
}

/// What the hosted service says of the events of an import (developer.mixpanel.com/reference/import-events): a name of
/// at most 255 characters; `time` in seconds or milliseconds, `distinct_id`, `$insert_id` of at most 36 bytes of
/// `[A-Za-z0-9-]`; fewer than 255 properties, each text at most 255 bytes long kept; below 1 MB.
fn importable(line: &Value) {
    let of = |name: &str| line["properties"][name].clone();
    assert!(line["event"].as_str().is_some_and(|name| (1..=255).contains(&name.len())), "{line}");
    assert!(of("time").as_i64().is_some_and(|time| time > 1_262_304_000_000), "{line}");
    assert!(of("distinct_id").is_string(), "{line}");
    let id = of("$insert_id").as_str().map(str::to_owned).unwrap_or_default();
    assert!((1..=36).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'), "{line}");
    assert!(line["properties"].as_object().is_some_and(|all| all.len() < 255) && line.to_string().len() < 1_000_000);
    assert_eq!(line.as_object().map(serde_json::Map::len), Some(2), "{line}");
}

#[tokio::test]
async fn the_export_is_what_an_importer_takes() {
    let server = Server::sqlite().await;
    let (mut client, id) = agreeing(&server, "ada").await;
    send(&mut client, TRACK, FORM, form(&event("not an id!", &id).to_string(), "")).await;
    let mut named = event("abc-1", &id);
    named["properties"]["$user_id"] = json!(id);
    send(&mut client, TRACK, FORM, form(&named.to_string(), "")).await;
    let mut out = Vec::new();
    let collector = server.app.collector.as_ref().unwrap();
    assert_eq!(export::events(&server.app.store, &collector.store, false, &mut out).await.unwrap(), 2);
    let lines: Vec<Value> = out.split(|b| *b == b'\n').filter_map(|line| serde_json::from_slice(line).ok()).collect();
    let code = client.user["code"].clone();
    assert_eq!(lines[1]["event"], "Clicked");
    let properties = &lines[1]["properties"];
    assert_eq!((&properties["distinct_id"], &properties["$user_id"]), (&code, &code));
    assert_eq!((&properties["time"], &properties["$insert_id"]), (&json!(1_795_168_000_500_i64), &json!("abc-1")));
    let replaced = lines[0]["properties"]["$insert_id"].as_str().unwrap();
    assert_eq!(replaced.len(), 36, "an id that the importer rejects is replaced");
    assert!(!String::from_utf8(out.clone()).unwrap().contains(&id));
    for line in &lines {
        importable(line);
    }

    // It comes back in as it went out, once.
    let authorization = format!("Basic {}", STANDARD.encode("sesame:"));
    let headers = [("content-type", "application/x-ndjson"), ("authorization", authorization.as_str())];
    for _ in 0..2 {
        let reply = server.visitor().send("POST", "/api/collect/import?strict=1", &headers, out.clone()).await;
        assert_eq!(reply.ok()["num_records_imported"], 2);
    }
    let back: Vec<_> = stored(&server).await.into_iter().filter(|row| row.imported).collect();
    assert_eq!(back.len(), 2);
    let same = |row: &StoredEvent| row.happened_at == 1_795_168_000_500 && code == row.distinct_id.as_str();
    assert!(back.iter().all(same), "{back:?}");
    // Tracking must name the project; an import may, and then it must be this one.
    let bare = br#"{"event":"x","properties":{"distinct_id":"d","time":1795168000}}"#.to_vec();
    assert_eq!(send(&mut server.visitor(), TRACK, "application/json", bare).await.text(), "0");
    let other = br#"{"event":"x","properties":{"token":"other","distinct_id":"d"}}"#.to_vec();
    assert_eq!(server.visitor().send("POST", "/api/collect/import", &headers, other).await.status, 400);
}
