//! A whole participant, in every group.

use serde_json::Value;
use unmask_store::submissions;

use crate::support::{Server, Walker, both};

both!(control, practice_with_feedback, checking_posts);

async fn control(server: Server) {
    let mut walker = walk(&server, "control_0").await;
    assert_eq!(walker.visited.iter().filter(|page| *page == "/control-flow").count(), 2);
    assert!(!walker.visited.iter().any(|page| page.starts_with("/flow-")), "{:?}", walker.visited);

    let debrief = walker.client.get("/api/debrief").await.ok();
    let unasked: Vec<_> = debrief["items"].as_array().unwrap().iter().filter(|item| item["answer"].is_null()).collect();
    assert_eq!(unasked.len(), 2, "every clip that was rated is in the list: {debrief}");
    let exercise = debrief["items"].as_array().unwrap().iter().filter(|item| item["part"] == "exercise");
    assert_eq!(exercise.count(), 3, "the practice item and its own clips, nothing of other arms: {debrief}");
    assert!(unasked.iter().all(|item| item["truth"] == "Original" && item["media"]["sources"][0]["url"].is_string()));
    let exercises = debrief["training"].as_array().unwrap();
    assert_eq!(exercises.len(), 8, "the practice and the posts of the others");
    assert!(exercises.iter().all(|one| one["verdict"]["explanation"].is_string() && one["options"].is_array()));
    let evidence = exercises.iter().flat_map(|one| one["evidence"].as_array().unwrap());
    let names: Vec<_> = evidence.chain(exercises).map(|one| one["id"].as_str().unwrap()).collect();
    assert!(
        names.iter().all(|name| !name.is_empty() && !name.starts_with("fa_") && !name.starts_with("fb_")),
        "{names:?}"
    );
}

async fn practice_with_feedback(server: Server) {
    let walker = walk(&server, "treatment_0").await;
    let count =
        |end: &str| walker.visited.iter().filter(|page| page.starts_with("/flow-a/") && page.ends_with(end)).count();
    assert_eq!((count("/followup"), count("/interim"), count("/flow-a/end")), (4, 1, 1), "{:?}", walker.visited);
}

async fn checking_posts(server: Server) {
    let mut walker = walk(&server, "treatment_1").await;
    assert_eq!(walker.visited.iter().filter(|page| page.starts_with("/flow-b/start/")).count(), 2);
    let user = walker.client.get("/api/users/profile").await.ok();
    assert_eq!(user["currentState"], "/end");
}

/// Walks to the end, and finds every answer in the database.
async fn walk(server: &Server, group: &str) -> Walker {
    let mut walker = Walker::new(server.participant_in(group).await).await;
    assert_eq!(walker.position, "/pre-questionnaire");
    walker.finish().await;
    let pre = "/pre-questionnaire";
    assert_eq!(walker.visited[..5], [pre, pre, pre, pre, "/home"]);

    let stored = stored(server, &walker).await;
    let posted = walker
        .client
        .seen
        .iter()
        .filter(|reply| reply.call.starts_with("POST /api/") && reply.json()["receipt"].is_string());
    assert_eq!(posted.count(), stored.len(), "every receipt is one row");

    let done = walker.client.get("/api/users/completion").await.ok();
    assert_eq!((&done["complete"], &done["code"]), (&Value::Bool(true), &Value::from("SMALL-DONE")));
    assert_eq!(done["returnUrl"], "https://example.org/complete?cc=SMALL-DONE");
    let debrief = walker.client.get("/api/debrief").await.ok();
    let judged = debrief["items"].as_array().unwrap();
    assert!(judged.len() >= 7, "{judged:?}");
    assert!(judged.iter().all(|item| item["truth"].is_string()), "{judged:?}");
    assert!(judged.iter().all(|item| item["correct"].is_boolean() == item["answer"].is_string()), "{judged:?}");
    assert!(judged.iter().filter(|item| item["correct"].is_boolean()).count() >= 7, "{judged:?}");
    let count = |part: &str| judged.iter().filter(|item| item["part"] == part).count();
    assert_eq!((count("before"), count("after")), (2, 4), "{judged:?}");
    let of_tests = judged.iter().filter(|item| item["part"] != "exercise");
    assert!(
        of_tests.clone().all(|item| item["confidence"].is_u64() && item["calledAltered"].is_boolean()),
        "{judged:?}"
    );
    assert_eq!(debrief["estimate"], Value::Null, "the small study does not ask for it");
    walker
}

async fn stored(server: &Server, walker: &Walker) -> Vec<submissions::Submission> {
    let code = walker.client.user["code"].as_str().unwrap();
    let ledger = unmask_store::allocation::ledger(&server.app.store).await.unwrap();
    let row = ledger.iter().find(|row| row.code.as_deref() == Some(code)).expect("the participant has a slot");
    assert!(row.exposed_at.is_some() && row.completed_at.is_some(), "{row:?}");
    let token = unmask_server::auth::tokens::hash(&walker.client.token);
    let session =
        unmask_store::sessions::authenticate(&server.app.store, &token, server.clock.now()).await.unwrap().unwrap();
    submissions::submissions(&server.app.store, &session.participant.unwrap().participant.id).await.unwrap()
}
