//! Repeats: one row, one receipt, whatever the network does.

use serde_json::{Value, json};

use crate::support::{Client, Server, both};

const KEY: &str = "0198f7a0-0000-7000-8000-000000000001";
const SAVE: &str = "/api/users/save-pre-questionnaire-answers";

both!(
    fifty_repeats_at_once_are_one_row,
    a_repeat_after_moving_on_gets_its_receipt,
    the_key_of_somebody_else_opens_nothing,
    an_answer_is_stored_for_whom_it_was_given
);

fn section() -> Value {
    json!({ "section": "you", "answers": { "age": 30, "gender": "woman", "channels": ["paper"] } })
}

async fn fifty_repeats_at_once_are_one_row(server: Server) {
    let client = server.participant("heron").await;
    let tasks: Vec<_> = (0..50)
        .map(|_| {
            let mut tab = client.clone();
            tokio::spawn(async move { tab.post_once(KEY, SAVE, section()).await.ok() })
        })
        .collect();
    let mut receipts = vec![];
    for task in tasks {
        receipts.push(task.await.unwrap());
    }
    assert!(receipts.iter().all(|receipt| receipt["receipt"] == receipts[0]["receipt"]), "{receipts:?}");
    assert_eq!(receipts.iter().filter(|receipt| receipt["repeated"] == false).count(), 1);
    let mut client = client;
    let data = client.get("/api/users/data").await.ok();
    assert_eq!(data["research"]["submissions"].as_array().unwrap().len(), 1);
}

async fn a_repeat_after_moving_on_gets_its_receipt(server: Server) {
    let mut client = server.participant("heron").await;
    let first = client.post_once(KEY, SAVE, section()).await.ok();
    let again = client.post_once(KEY, SAVE, section()).await.ok();
    assert_eq!((&again["receipt"], &again["repeated"]), (&first["receipt"], &json!(true)));
    // Without a key the same answers are known, too, and other timing makes no other answer.
    let mut timed = section();
    timed["timing"] = json!({ "submit": 5 });
    assert_eq!(client.post(SAVE, timed).await.ok()["receipt"], first["receipt"]);
    let mut other = section();
    other["answers"]["age"] = json!(31);
    client.post_once(KEY, SAVE, other.clone()).await.is(409, "conflict");
    client.post(SAVE, other).await.is(409, "conflict");
}

/// Tabs share their tokens: another person may have signed in since the page was opened.
async fn an_answer_is_stored_for_whom_it_was_given(server: Server) {
    let heron = server.participant("heron").await;
    let mut otter = server.participant("otter").await;
    let code = |client: &Client| client.user["code"].as_str().unwrap().to_owned();
    let (of_heron, of_otter) = (code(&heron), code(&otter));
    let body = || section().to_string().into_bytes();
    let reply = otter.send("POST", SAVE, &[("unmask-participant", &of_heron)], body()).await;
    reply.is(401, "other_account");
    otter
        .send("GET", "/api/users/profile", &[("unmask-participant", &of_heron)], vec![])
        .await
        .is(401, "other_account");
    let data = otter.get("/api/users/data").await.ok();
    assert_eq!(data["research"]["submissions"], json!([]));
    otter.send("POST", SAVE, &[("unmask-participant", &of_otter)], body()).await.ok();
    let mut admin = server.admin().await;
    admin
        .send("GET", "/api/users/profile", &[("unmask-participant", &of_heron)], vec![])
        .await
        .is(401, "other_account");
}

async fn the_key_of_somebody_else_opens_nothing(server: Server) {
    let mut heron = server.participant("heron").await;
    let mut otter = server.participant("otter").await;
    let first = heron.post_once(KEY, SAVE, section()).await.ok();
    // The same key and the same words: still an answer of their own.
    let other = otter.post_once(KEY, SAVE, section()).await.ok();
    assert_eq!((&first["repeated"], &other["repeated"]), (&json!(false), &json!(false)));
    assert_ne!(first["receipt"], other["receipt"]);
    let rows = |data: &Value| data["research"]["submissions"].as_array().unwrap().len();
    assert_eq!(rows(&heron.get("/api/users/data").await.ok()), 1);
    assert_eq!(rows(&otter.get("/api/users/data").await.ok()), 1);
    assert_eq!(heron.post_once(KEY, SAVE, section()).await.ok()["receipt"], first["receipt"]);
}
