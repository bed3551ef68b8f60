//! A move that arrives twice.

use serde_json::json;

use crate::support::{Client, Reply, Server, both};

both!(a_late_copy_of_a_move_changes_nothing);

const KEYS: [&str; 2] = ["0198c0de-0000-4000-8000-000000000001", "0198c0de-0000-4000-8000-000000000002"];

async fn go(client: &mut Client, key: &str, page: &str) -> Reply {
    let headers = [("idempotency-key", key), ("content-type", "application/json")];
    let body = json!({ "currentState": page }).to_string();
    client.send("PUT", "/api/users/current-state", &headers, body.into_bytes()).await
}

async fn a_late_copy_of_a_move_changes_nothing(server: Server) {
    let mut walker = server.walker_in("treatment_0", |position| position == "/flow-a/start").await;
    let question = walker.client.get("/api/users/current-state").await.ok()["nextState"].as_str().unwrap().to_owned();
    let first = go(&mut walker.client, KEYS[0], &question).await.ok();
    assert_eq!(first["currentState"], question);
    assert_eq!(go(&mut walker.client, KEYS[0], &question).await.ok(), first, "a copy at once");

    // The question is answered wrongly; then the copy arrives. It must not count as the wish to try again.
    walker.position.clone_from(&question);
    walker.until(|position| position.ends_with("/incorrect")).await;
    let verdict = walker.position.clone();
    assert_eq!(go(&mut walker.client, KEYS[0], &question).await.ok()["currentState"], verdict);
    assert_eq!(walker.client.position().await, verdict);

    // The intended retry has its own key.
    assert_eq!(go(&mut walker.client, KEYS[1], &question).await.ok()["currentState"], question);
    go(&mut walker.client, "1", &question).await.is(400, "malformed");
}
