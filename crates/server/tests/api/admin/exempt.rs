//! The admin: exempt from the page flow, and never part of the data.

use serde_json::{Value, json};

use crate::support::Server;

#[tokio::test(flavor = "multi_thread")]
async fn the_admin_sees_everything_and_stores_nothing() {
    let server = Server::sqlite().await;
    let mut admin = server.admin().await;
    assert_eq!((&admin.user["role"], &admin.user["groupType"]), (&json!("admin"), &Value::Null));
    let paths = "
        /api/questionnaires/pre /api/questionnaires/treatment /api/questionnaires/post /api/practice /api/personas
        /api/flow-a/config /api/flow-a/questions /api/control-flow /api/debrief /api/study/pages/end
        /api/users/current-state";
    for path in paths.split_whitespace() {
        admin.get(path).await.ok();
    }
    let personas = admin.get("/api/personas").await.ok();
    let persona = personas[0]["id"].as_str().unwrap().to_owned();
    let posts = admin.get(&format!("/api/personas/{persona}/flow-b")).await.ok();

    let question = admin.get("/api/flow-a/questions").await.ok()[2]["id"].as_str().unwrap().to_owned();
    let judged = json!({ "answer": "altered", "confidence": 60 });
    let reply = admin.post(&format!("/api/flow-a/questions/{question}/answer"), judged).await.ok();
    assert_eq!(
        (&reply["receipt"], &reply["currentState"]),
        (&Value::Null, &json!(format!("/flow-a/question/{question}/followup")))
    );
    let followup = json!({ "answers": { "reasons": ["face"] } });
    let reply = admin.post(&format!("/api/flow-a/questions/{question}/followup"), followup).await.ok();
    assert!(reply["verdict"].is_object(), "{reply}");
    let post = posts["posts"][1]["id"].as_str().unwrap();
    let judged = json!({ "answer": "genuine", "confidence": 60 });
    let reply = admin.post(&format!("/api/flow-b/posts/{post}/answer"), judged).await.ok();
    assert!(reply["verdict"]["correct"].is_boolean(), "{reply}");
    let reply = admin.post(&format!("/api/users/complete-persona/{persona}"), json!({})).await.ok();
    assert_eq!(reply["completedPersonas"], json!([persona]));
    let ledger = unmask_store::allocation::ledger(&server.app.store).await.unwrap();
    assert!(ledger.iter().all(|row| row.code.is_none()));
}

#[tokio::test]
async fn the_admin_goes_anywhere_and_sees_all_groups() {
    let server = Server::sqlite().await;
    let mut admin = server.admin().await;
    let flow = admin.get("/api/page-flow/config").await.ok();
    assert_eq!(flow["groups"].as_object().unwrap().len(), 3);
    let correct = admin.get("/api/page-flow/correct-page?currentPath=/flow-a/start").await.ok();
    assert_eq!(correct["correctPage"], "/flow-a/start");
    let moved = admin.put("/api/users/current-state", json!({ "currentState": "/end" })).await.ok();
    assert_eq!(moved["currentState"], "/end");
    admin.get("/api/page-flow/group/treatment_1").await.ok();
    admin.get("/api/users/completion").await.is(403, "participants_only");
}

#[tokio::test]
async fn a_dry_run_is_judged_by_its_answers() {
    let server = Server::sqlite().await;
    let mut admin = server.admin().await;
    let question = admin.get("/api/flow-a/questions").await.ok()[0]["id"].as_str().unwrap().to_owned();
    let mut verdicts = vec![];
    for answer in ["original", "altered"] {
        let judged = json!({ "answer": answer, "confidence": 60 });
        admin.post(&format!("/api/flow-a/questions/{question}/answer"), judged).await.ok();
        let followup = json!({ "answers": { "reasons": ["face"] } });
        let reply = admin.post(&format!("/api/flow-a/questions/{question}/followup"), followup).await.ok();
        verdicts.push(reply["verdict"].clone());
    }
    assert_eq!((&verdicts[0]["correct"], &verdicts[1]["correct"]), (&json!(false), &json!(true)));
    assert_eq!(verdicts[0]["disabledAnswers"], json!(["original"]));
}
