//! Every operation that takes a body, from the OpenAPI document, against every bad body. Somebody sends them who is
//! where a valid one would be accepted; afterwards nothing has changed.

use serde_json::{Map, Value, json};
use unmask_server::routes::openapi;

use crate::matrix::calls::{Call, calls};
use crate::support::{Client, Reply, Server, Walker, both, digest};

both!(no_bad_body_changes_anything);

/// An operation with the call that would be right.
struct Operation {
    method: &'static str,
    name: String,
    path: String,
    /// A body that is in order, but for the values.
    good: Map<String, Value>,
}

async fn no_bad_body_changes_anything(server: Server) {
    let operations = operations(&server);
    assert!(operations.len() > 15, "{}", operations.len());
    let mut walkers = vec![];
    for number in 0.. {
        let client = server.participant(&format!("heron-{number}")).await;
        let same = |walker: &Walker| walker.client.user["groupType"] == client.user["groupType"];
        if !walkers.iter().any(same) {
            walkers.push(Walker::new(client).await);
        }
        if walkers.len() == 3 {
            break;
        }
    }
    // In the training of each arm, so that for every kind of call there is a participant for whom it skips nothing.
    for walker in &mut walkers {
        walker.until(|position| position.contains("question/") || position == "/control-flow").await;
    }
    for walker in &mut walkers {
        let client = &mut walker.client;
        let before = digest(&server.database).await;
        for operation in &operations {
            for (what, body, says) in bad_bodies(&operation.good) {
                let reply = client.send(operation.method, &operation.path, &[JSON], body).await;
                rejected(&reply, &format!("{}: {what}", operation.name));
                let message = reply.json()["message"].as_str().unwrap_or_default().to_owned();
                let named = reply.status != 400 || message.contains(&says);
                assert!(named, "{}, {what}: '{says}' is not in '{message}'", operation.name);
            }
            other_wrappings(client, operation).await;
        }
        digest(&server.database).await.is_still(&before, "after the bad bodies");
    }
}

const JSON: (&str, &str) = ("content-type", "application/json");

/// A problem with code and words, and no name of ours in it.
#[track_caller]
fn rejected(reply: &Reply, what: &str) {
    assert!((400..500).contains(&reply.status), "{what}: {reply:?}");
    assert_ne!(reply.status, 429, "{what}: {reply:?}");
    assert_eq!(reply.header("content-type"), "application/problem+json", "{what}: {reply:?}");
    let problem = reply.json();
    assert!(
        problem["code"].is_string() && problem["message"].as_str().is_some_and(|m| m.len() > 5),
        "{what}: {problem}"
    );
    let text = reply.text();
    for ours in ["struct ", "serde", "Option<", "::", "panicked"] {
        assert!(!text.contains(ours), "{what}: {text}");
    }
}

/// What may be wrong with any body: in words, the bytes, and what the message names.
fn bad_bodies(good: &Map<String, Value>) -> Vec<(String, Vec<u8>, String)> {
    let whole = Value::Object(good.clone()).to_string();
    let mut bad: Vec<(String, Vec<u8>, String)> = vec![
        ("cut off".into(), whole.as_bytes()[..whole.len() - 1].to_vec(), "line 1, column".into()),
        ("twice".into(), format!("{whole} {whole}").into_bytes(), "line 1, column".into()),
        ("no JSON".into(), b"<answers/>".to_vec(), "line 1, column".into()),
        ("deep".into(), format!("{{\"x\":{}", "[".repeat(100_000)).into_bytes(), String::new()),
        ("not UTF-8".into(), b"{\"x\":\"\xff\xfe\"}".to_vec(), "UTF-8".into()),
        ("a number".into(), b"12".to_vec(), "line 1, column".into()),
        ("null".into(), b"null".to_vec(), "line 1, column".into()),
        ("beyond all numbers".into(), b"{\"x\":1e400}".to_vec(), "line 1, column".into()),
        ("half a character".into(), b"{\"x\":\"\\ud800\"}".to_vec(), "line 1, column".into()),
        ("a list".into(), b"[null, null]".to_vec(), "expected an object".into()),
        ("a string".into(), b"\"answers\"".to_vec(), "line 1, column".into()),
        ("huge".into(), json!({ "x": "y".repeat(2_000_000) }).to_string().into_bytes(), String::new()),
    ];
    for field in ["groupType", "role", "correct", "__proto__"] {
        let mut more = good.clone();
        more.insert(field.into(), json!("treatment_1"));
        bad.push((format!("with {field}"), Value::Object(more).to_string().into_bytes(), field.into()));
    }
    for (field, value) in good {
        let other = if value.is_object() { json!("text") } else { json!({ "deeper": [1] }) };
        for (what, wrong) in [("of another type", other), ("a list", json!([[]])), ("with NUL", json!("a\u{0}b"))] {
            let mut changed = good.clone();
            changed.insert(field.clone(), wrong);
            bad.push((format!("{field} {what}"), Value::Object(changed).to_string().into_bytes(), field.clone()));
        }
    }
    bad
}

/// The right body in the wrong wrapping.
async fn other_wrappings(client: &mut Client, operation: &Operation) {
    let body = Value::Object(operation.good.clone()).to_string().into_bytes();
    let (method, path) = (operation.method, operation.path.as_str());
    for kind in ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""] {
        let reply = client.send(method, path, &[("content-type", kind)], body.clone()).await;
        reply.is(415, "unsupported_media_type");
    }
    let reply = client.send(method, path, &[JSON, ("content-encoding", "gzip")], body.clone()).await;
    rejected(&reply, &format!("{}: no gzip", operation.name));
    if path.contains("answer") || path.contains("complete") {
        for key in ["", "1", "not-a-uuid", &"9".repeat(5000)] {
            client.send(method, path, &[JSON, ("idempotency-key", key)], body.clone()).await.is(400, "malformed");
        }
    }
}

/// Every operation with a body; a new one without a good body here fails.
fn operations(server: &Server) -> Vec<Operation> {
    let document = serde_json::to_value(openapi()).unwrap();
    let mut all = vec![];
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            if operation.get("requestBody").is_none() {
                continue;
            }
            // The analytics collector has another format: `routes/collect/`. Only the admin gets as far as a body of
            // the console (`strangers.rs`); bad ones of the admin's are Schemathesis's.
            // Calls about the installation are not for participants.
            let others = ["/api/collect/", "/api/admin/", "/api/installation/"];
            if others.iter().any(|other| path.starts_with(other)) {
                continue;
            }
            let method = ["POST", "PUT", "PATCH"].into_iter().find(|known| known.eq_ignore_ascii_case(method)).unwrap();
            let name = format!("{method} {path}");
            let Call { path, body, .. } = calls(&name, server).swap_remove(0);
            let Some(Value::Object(good)) = body else { panic!("{name} has no good body in the matrix") };
            all.push(Operation { method, path, good: with_optional_fields(&name, good), name });
        }
    }
    all
}

fn with_optional_fields(name: &str, mut good: Map<String, Value>) -> Map<String, Value> {
    if name.contains("withdraw") {
        good.insert("mode".into(), json!("keep"));
    }
    if name.contains("profile") {
        good.insert("firstName".into(), json!("x".repeat(1000)));
        good.insert("lastName".into(), json!("Holt"));
    }
    if name.contains("answer") || name.contains("complete") || name.contains("ratings") {
        good.insert("timing".into(), json!({ "submit": 1.5 }));
    }
    good
}
