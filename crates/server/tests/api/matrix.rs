//! Every state against every call: only the call that belongs to the present page moves anybody.

use serde_json::{Value, json};

use crate::support::{Client, Server, Walker};

/// A submission, and the beginning of the pages that it belongs to.
struct Call {
    page: &'static str,
    path: String,
    body: Value,
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_skips_a_page_in_the_control_group() {
    matrix("control_0").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_skips_a_page_with_flow_a() {
    matrix("treatment_0").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_skips_a_page_with_flow_b() {
    matrix("treatment_1").await;
}

async fn matrix(group: &str) {
    let server = Server::sqlite().await;
    let calls = calls(&server);
    let mut walker = Walker::new(server.participant_in(group).await).await;
    let mut states = 0;
    while walker.place != "/end" {
        let (before, place) = (stored(&mut walker.client).await, walker.place.clone());
        for call in calls.iter().filter(|call| !belongs(call, &place)) {
            let reply = walker.client.post(&call.path, call.body.clone()).await;
            // What was accepted before is known again; nothing is stored and nobody moves.
            let repeat = reply.status == 200 && reply.json()["repeated"] == true;
            assert!(repeat || [404, 409].contains(&reply.status), "on {place}: {reply:?}");
            assert_eq!(walker.client.place().await, place, "{reply:?} moved somebody");
        }
        for page in ["/post-questionnaire", "/end", "/flow-a/end", "/control-flow", "/home-right"] {
            if page != place && state(&mut walker.client).await["nextState"] != page {
                let reply = walker.client.put("/api/users/current-state", json!({ "currentState": page })).await;
                assert!(reply.status == 409 || walker.client.place().await == place, "on {place} to {page}: {reply:?}");
                assert_eq!(walker.client.place().await, place);
            }
        }
        assert_eq!(stored(&mut walker.client).await, before, "something was stored on {place}");
        walker.step().await;
        states += 1;
    }
    assert!(states > 8, "{:?}", walker.visited);
}

async fn state(client: &mut Client) -> Value {
    client.get("/api/users/current-state").await.ok()
}

async fn stored(client: &mut Client) -> Value {
    client.get("/api/users/data").await.ok()["research"]["submissions"].clone()
}

fn belongs(call: &Call, place: &str) -> bool {
    let id = call.path.split('/').nth(4).unwrap_or_default();
    match call.page {
        "question" => place == format!("/flow-a/question/{id}"),
        "followup" => place == format!("/flow-a/question/{id}/followup"),
        "post" => place == format!("/flow-b/question/{id}"),
        // The last verdict of a persona: the matrix leaves it to the journey.
        "persona" => place.starts_with("/flow-b/question/") && (place.ends_with("correct")),
        page => page == place,
    }
}

fn calls(server: &Server) -> Vec<Call> {
    let loaded = server.app.versions.active();
    let id = |id: &str| loaded.ids.opaque(id).unwrap();
    let answers = json!({ "answers": {} });
    let call = |page, path: String, body: &Value| Call { page, path, body: body.clone() };
    let mut calls = vec![
        call("/pre-questionnaire", "/api/users/save-pre-questionnaire-answers".into(), &answers),
        call("/treatment-questionnaire", "/api/users/save-treatment-answers".into(), &answers),
        call("/post-questionnaire", "/api/users/save-post-questionnaire-answers".into(), &answers),
        call("/home", "/api/practice/answer".into(), &json!({ "answer": "original" })),
    ];
    let judgement = json!({ "answer": "altered", "confidence": 60 });
    for question in ["fa_1", "fa_2", "fa_3", "fa_4"] {
        calls.push(call("question", format!("/api/flow-a/questions/{}/answer", id(question)), &judgement));
        let reasons = json!({ "answers": { "reasons": ["face"] } });
        calls.push(call("followup", format!("/api/flow-a/questions/{}/followup", id(question)), &reasons));
    }
    let judgement = json!({ "answer": "genuine", "confidence": 60 });
    for post in ["fb_1", "fb_2", "fb_3", "fb_4"] {
        calls.push(call("post", format!("/api/flow-b/posts/{}/answer", id(post)), &judgement));
    }
    for persona in ["maren", "jonas"] {
        calls.push(call("persona", format!("/api/users/complete-persona/{}", id(persona)), &json!({})));
    }
    let ratings = json!({ "answers": { "pleasant": 2, "clear": 2 } });
    for clip in ["cf_1", "cf_2"] {
        calls.push(call("/control-flow", format!("/api/control-flow/clips/{}/ratings", id(clip)), &ratings));
    }
    calls
}
