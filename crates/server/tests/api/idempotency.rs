//! Repeats: one row and one receipt in any network.

use serde_json::{Value, json};

use crate::support::{Client, Server, Walker, at_once, both};

const KEY: &str = "0198f7a0-0000-7000-8000-000000000001";
const SECOND: &str = "0198f7a0-0000-7000-8000-000000000002";
const SAVE: &str = "/api/users/save-pre-questionnaire-answers";

both!(
    fifty_repeats_at_once_are_one_row,
    a_repeat_after_moving_on_gets_its_receipt,
    the_key_of_another_participant_opens_nothing,
    an_answer_is_stored_for_whom_it_was_given,
    a_whole_number_is_one_answer_however_it_is_written,
);

fn section() -> Value {
    json!({ "section": "you", "answers": { "age": 30, "gender": "woman", "channels": ["paper"] } })
}

async fn fifty_repeats_at_once_are_one_row(server: Server) {
    let client = server.participant("heron").await;
    let receipts = at_once(50, |_| {
        let mut tab = client.clone();
        async move { tab.post_once(KEY, SAVE, section()).await.ok() }
    });
    let receipts = receipts.await;
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
    let as_heron = [("unmask-participant", of_heron.as_str())];
    otter.send("POST", SAVE, &as_heron, body()).await.is(401, "other_account");
    otter.send("GET", "/api/users/profile", &as_heron, vec![]).await.is(401, "other_account");
    let data = otter.get("/api/users/data").await.ok();
    assert_eq!(data["research"]["submissions"], json!([]));
    otter.send("POST", SAVE, &[("unmask-participant", &of_otter)], body()).await.ok();
    let mut admin = server.admin().await;
    admin.send("GET", "/api/users/profile", &as_heron, vec![]).await.is(401, "other_account");
}

async fn the_key_of_another_participant_opens_nothing(server: Server) {
    let mut heron = server.participant("heron").await;
    let mut otter = server.participant("otter").await;
    let first = heron.post_once(KEY, SAVE, section()).await.ok();
    // The same key and the same content, but of another participant: a separate answer.
    let other = otter.post_once(KEY, SAVE, section()).await.ok();
    assert_eq!((&first["repeated"], &other["repeated"]), (&json!(false), &json!(false)));
    assert_ne!(first["receipt"], other["receipt"]);
    let rows = |data: &Value| data["research"]["submissions"].as_array().unwrap().len();
    assert_eq!(rows(&heron.get("/api/users/data").await.ok()), 1);
    assert_eq!(rows(&otter.get("/api/users/data").await.ok()), 1);
    assert_eq!(heron.post_once(KEY, SAVE, section()).await.ok()["receipt"], first["receipt"]);
}

/// Some languages write every number as a float, and to OpenAPI `70.0` is an integer.
async fn a_whole_number_is_one_answer_however_it_is_written(server: Server) {
    let mut walker = Walker::new(server.participant_in("treatment_0").await).await;
    let age = |written: &str| section().to_string().replace("30", written).into_bytes();
    walker.client.send("POST", SAVE, &[], age("30.5")).await.is(422, "invalid_answers");
    let first = walker.client.send("POST", SAVE, &[("idempotency-key", KEY)], age("30.0")).await.ok();
    for written in ["30", "30.0", "3e1"] {
        for key in [vec![("idempotency-key", KEY)], vec![]] {
            let again = walker.client.send("POST", SAVE, &key, age(written)).await.ok();
            assert_eq!((&again["receipt"], &again["repeated"]), (&first["receipt"], &json!(true)), "{written}");
        }
    }
    walker.position = walker.client.position().await;
    walker.until(|position| position.starts_with("/flow-a/question/")).await;
    let path = walker.position.replace("/flow-a/question", "/api/flow-a/questions") + "/answer";
    let timing = r#"{"submit":9,"changes":[{"item":"answer","at":3,"omitted":1.0}],
        "opened":[{"item":"transcript","at":4,"omitted":2e0}],"media":[{"watchedOmitted":1.0,"plays":2.0}]}"#;
    let judged = |sure: &str| format!(r#"{{"answer":"altered","confidence":{sure},"timing":{timing}}}"#).into_bytes();
    for wrong in ["70.5", "1e400", "-1e400", "NaN", "1e300", "-70.0", "256.0", "300", "\"70\"", "[70.0]", "70."] {
        walker.client.send("POST", &path, &[], judged(wrong)).await.is(400, "malformed");
    }
    for wrong in ["75.0", "40.0", "110", "null"] {
        let problem = walker.client.send("POST", &path, &[], judged(wrong)).await.is(422, "invalid_answers");
        assert_eq!(problem["fields"][0]["item"], "confidence", "{wrong}");
    }
    let first = walker.client.send("POST", &path, &[("idempotency-key", SECOND)], judged("70.0")).await.ok();
    for written in ["70", "70.00", "7e1"] {
        let again = walker.client.send("POST", &path, &[("idempotency-key", SECOND)], judged(written)).await.ok();
        assert_eq!(again["receipt"], first["receipt"], "{written}");
    }
    walker.client.send("POST", &path, &[("idempotency-key", SECOND)], judged("80.0")).await.is(409, "conflict");
    let stored = server.database.texts("select answers from submission order by step").await;
    assert!(stored[0].contains(r#""age":30,"#), "{stored:?}");
    assert!(stored.last().unwrap().ends_with(r#"_confidence":70}"#), "{stored:?}");
}
