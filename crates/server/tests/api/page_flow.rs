//! The page-flow calls of the specification.

use serde_json::{Value, json};

use crate::support::Server;

#[tokio::test(flavor = "multi_thread")]
async fn only_the_own_group_is_shown() {
    let server = Server::sqlite().await;
    let mut client = server.participant_in("treatment_0").await;
    let flow = client.get("/api/page-flow/config").await.ok();
    assert_eq!(flow["checkDelay"], 100);
    assert!(flow.get("groups").is_none(), "{flow}");
    let own = client.get("/api/page-flow/group/treatment_0").await.ok();
    assert_eq!(own["pageFlow"], flow["pageFlow"]);
    assert_eq!(own["pageFlow"][3], "/flow-a/start");
    client.get("/api/page-flow/group/treatment_1").await.is(403, "other_group");
    client.get("/api/page-flow/group/treatment_9").await.is(404, "not_found");
    for call in [
        "next?groupType=control_0&currentPage=/home",
        "previous?groupType=control_0&currentPage=/home",
        "validate?groupType=control_0&page=/home",
        "correct-page?groupType=control_0&currentPath=/home",
    ] {
        client.get(&format!("/api/page-flow/{call}")).await.is(403, "other_group");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_group_that_the_study_does_not_have_is_an_invalid_field() {
    let server = Server::sqlite().await;
    for mut client in [server.participant_in("treatment_0").await, server.admin().await] {
        for call in ["next?currentPage=", "previous?currentPage=", "validate?page=", "correct-page?currentPath="] {
            let call = format!("/api/page-flow/{call}/home&groupType=");
            let told = client.get(&format!("{call}treatment_9")).await.is(422, "invalid_fields");
            let field = &told["fields"][0];
            assert_eq!([&field["item"], &field["code"]], ["groupType", "group_unknown"], "{call}");
            client.get(&format!("{call}Treatment-0")).await.is(400, "malformed");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn neighbours_and_the_right_page() {
    let server = Server::sqlite().await;
    let mut walker = server.walker_in("treatment_0", |position| position.ends_with("/followup")).await;
    let question = walker.visited.iter().rev().nth(1).unwrap().clone();
    let here = walker.position.clone();
    let client = &mut walker.client;
    let mut ask =
        async |call: &str, field: &str| client.get(&format!("/api/page-flow/{call}")).await.ok()[field].clone();
    assert_eq!(ask("next?groupType=treatment_0&currentPage=/home", "nextPage").await, "/treatment-questionnaire");
    assert_eq!(ask(&format!("next?groupType=treatment_0&currentPage={here}"), "nextPage").await, "/post-questionnaire");
    assert_eq!(ask("next?groupType=treatment_0&currentPage=/end", "nextPage").await, Value::Null);
    assert_eq!(ask("next?groupType=treatment_0&currentPage=/control-flow", "nextPage").await, Value::Null);
    assert_eq!(ask("previous?groupType=treatment_0&currentPage=/pre-questionnaire", "previousPage").await, Value::Null);
    assert_eq!(ask("previous?groupType=treatment_0&currentPage=/home", "previousPage").await, "/pre-questionnaire");
    for (path, right) in [
        (here.as_str(), here.as_str()),
        ("/dashboard", "/dashboard"),
        ("/profile", "/profile"),
        ("/", "/"),
        ("/end", &here),
        ("/control-flow", &here),
        ("/flow-a/end", &here),
        ("/flow-b/question/x", &here),
        ("/flow-a/question/aaaaaaaaaaaa", &here),
        ("/nothing", "/"),
        (&question, &question),
    ] {
        let correct = ask(&format!("correct-page?groupType=treatment_0&currentPath={path}"), "correctPage").await;
        if path != question {
            assert_eq!(correct, right, "{path}");
        }
        let valid = ask(&format!("validate?groupType=treatment_0&page={path}"), "isValid").await;
        assert_eq!(valid, json!(correct == path), "{path}");
    }
}
