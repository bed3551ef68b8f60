//! A study with four arms and a second part after twelve days.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Server, Walker, copy, fixture};

const DAY: Duration = Duration::from_hours(24);
const ARMS: [&str; 4] = ["control", "cues", "context", "both"];

fn study(folder: &Path) -> PathBuf {
    let study = folder.join("two-waves");
    copy(&fixture(), &study);
    copy(&fixture().join("../two-waves"), &study);
    study
}

async fn state(client: &mut crate::support::Client) -> (Value, Value, Value) {
    let user = client.get("/api/users/profile").await.ok();
    let position = client.get("/api/users/current-state").await.ok();
    (user["waves"][0]["state"].clone(), position["currentState"].clone(), position["nextState"].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_part_opens_after_twelve_days_and_ends_at_its_own_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    for arm in ARMS {
        let mut walker = Walker::finished(server.participant_in(arm).await).await;
        let user = walker.client.user["username"].as_str().unwrap().to_owned();
        assert_eq!(state(&mut walker.client).await, (json!("waiting"), json!("/end"), Value::Null), "{arm}");
        // The right answers are not told before the second part.
        let debrief = walker.client.get("/api/debrief").await.ok();
        assert_eq!((&debrief["items"], &debrief["training"]), (&json!([]), &json!([])), "{arm}");
        let early = json!({ "currentState": "/post-questionnaire" });
        walker.client.put("/api/users/current-state", early.clone()).await.is(409, "wrong_page");

        server.clock.advance(DAY * 13);
        walker.client.sign_in(&user).await;
        assert_eq!(
            state(&mut walker.client).await,
            (json!("open"), json!("/end"), json!("/post-questionnaire")),
            "{arm}"
        );
        walker.client.put("/api/users/current-state", early).await.ok();
        let asked = walker.client.get("/api/questionnaires/post").await.ok();
        assert_eq!(asked["title"], "Two weeks later");
        assert_eq!(state(&mut walker.client).await.0, "started");
        walker.position = "/post-questionnaire".into();
        walker.finish().await;
        assert_eq!(state(&mut walker.client).await, (json!("completed"), json!("/end"), Value::Null), "{arm}");
        let debrief = walker.client.get("/api/debrief").await.ok();
        assert!(debrief["html"].as_str().unwrap().contains("Thank you for coming back"), "{arm}");
        assert!(!debrief["items"].as_array().unwrap().is_empty(), "{arm}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_come_back_in_time_has_missed_the_second_part() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    let mut walker = Walker::finished(server.participant_in("cues").await).await;
    let user = walker.client.user["username"].as_str().unwrap().to_owned();
    server.clock.advance(DAY * 13);
    walker.client.sign_in(&user).await;
    walker.client.put("/api/users/current-state", json!({ "currentState": "/post-questionnaire" })).await.ok();
    server.clock.advance(DAY * 9);
    walker.client.sign_in(&user).await;
    assert_eq!(state(&mut walker.client).await, (json!("missed"), json!("/end"), Value::Null));
    let late = json!({ "section": "later", "answers": { "later_noticed": 3 } });
    walker.client.post("/api/users/save-post-questionnaire-answers", late).await.is(409, "wrong_page");
    assert!(!walker.client.get("/api/debrief").await.ok()["items"].as_array().unwrap().is_empty());
}
