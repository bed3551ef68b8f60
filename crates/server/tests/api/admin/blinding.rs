//! While the study is blinded, replies show the same for all arms, even if one of them has no training.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use chrono::DateTime;
use serde_json::{Map, Value, json};
use unmask_export::{report_html, report_input, report_text};
use unmask_store::testing;
use unmask_study::report::{Report, blind, report};

use super::results::results;
use crate::analytics::{THEN, agreeing, tell, view};
use crate::support::{Client, Server, Walker, edited};

/// The small study, whose control goes from the practice straight to the test.
fn without_a_training(folder: &Path) -> PathBuf {
    let training = "      - /treatment-questionnaire\n      - /control-flow\n";
    let study = edited(folder, |text| {
        assert_eq!(text.matches(training).count(), 1);
        text.replace(training, "")
    });
    std::fs::remove_file(study.join("control-flow.yaml")).unwrap();
    study
}

/// The structure of a reply: numbers and texts are replaced.
fn structure(value: &Value) -> Value {
    match value {
        Value::Array(list) => list.iter().map(structure).collect(),
        Value::Object(object) => {
            object.iter().map(|(key, one)| (key.clone(), structure(one))).collect::<Map<_, _>>().into()
        }
        Value::Number(_) => 0.into(),
        Value::String(_) => "".into(),
        other => other.clone(),
    }
}

fn alike(arms: &Value) {
    let arms = arms.as_array().unwrap();
    assert_eq!(arms.len(), 3);
    assert!(arms.iter().all(|arm| structure(arm) == structure(&arms[0])), "{arms:?}");
    let text = Value::from(arms.clone()).to_string();
    for way in ["/group-part", "/home", "/flow", "/control", "/dashboard", "-questionnaire", "/end"] {
        assert!(!text.contains(way), "{text} contains {way}");
    }
}

/// People who finish, who stop in the part that differs, and who stop before it.
async fn take_part(server: &Server) {
    for number in 0..12 {
        let mut walker = Walker::new(server.participant(&format!("person-{number}")).await).await;
        match number {
            0..9 => walker.finish().await,
            9..11 => walker.until(|position| position.starts_with("/flow") || position == "/post-questionnaire").await,
            _ => walker.until(|position| position == "/home").await,
        }
    }
}

/// The steps that people can be found by.
async fn steps(admin: &mut Client) -> Vec<String> {
    serde_json::from_value(admin.get("/api/admin/study").await.ok()["steps"].clone()).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn blinded_arms_look_alike_in_the_console() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::on(testing::sqlite().await, &without_a_training(folder.path())).await;
    let mut admin = server.admin().await;
    take_part(&server).await;
    let odd = "insert into flag (participant, kind, item, at) select id, 'media_failed', ";
    for item in ["flow-a/fa_1", "control/cf_1"] {
        server.database.run(&format!("{odd}'{item}', 1 from participant")).await;
    }
    let overview = admin.get("/api/admin/overview").await.ok();
    alike(&overview["arms"]);
    assert!(overview["days"].as_array().unwrap().iter().all(|day| day["arms"].as_array().unwrap().len() == 3));
    // The funnel is shown for all arms together, and all participants enter the arm-specific part.
    let step = |path: &str| overview["steps"].as_array().unwrap().iter().find(|one| one["step"] == path).cloned();
    assert_eq!(step("/group-part").unwrap()["entered"], 12, "{}", overview["steps"]);
    assert_eq!(step("/home"), None);
    alike(&admin.get("/api/admin/consort").await.ok()["arms"]);
    assert_eq!(admin.get("/api/admin/events").await.ok()["funnel"]["arms"], json!([]));
    let found = results(&mut admin, false).await;
    alike(&found["flow"]["arms"]);
    assert_eq!((found["times"].as_array().unwrap().len(), &found["times"][0]["arm"]), (1, &Value::Null));
    assert_eq!(
        steps(&mut admin).await,
        ["/consent", "/pre-questionnaire", "/group-part", "/post-questionnaire", "/end"]
    );
    assert_eq!(overview["flags"]["mediaFailed"], 0, "{}", overview["flags"]);
    // No participant is shown with an arm: that would unblind the label.
    let list = admin.get("/api/admin/participants").await.ok();
    let (mut ways, mut waiting) = (BTreeSet::new(), 0);
    for row in list["participants"].as_array().unwrap() {
        let detail = admin.get(&format!("/api/admin/participants/{}", row["code"].as_str().unwrap())).await.ok();
        assert_eq!((&row["arm"], &detail["arm"]), (&Value::Null, &Value::Null));
        let moments = detail["timeline"].as_array().unwrap().iter();
        assert_eq!(
            row["flags"],
            json!([{ "flag": "too_fast", "times": 1 }]),
            "what was odd in the part would tell what there was, and how often how much"
        );
        let entered = moments.clone().find(|one| one["step"] == "/group-part");
        if row["step"] == "/group-part" {
            assert_eq!(row["movedAt"], entered.unwrap()["at"], "each move in the part would tell it");
            waiting += 1;
        }
        for one in moments.clone().filter(|one| one["kind"] == "submitted") {
            assert_eq!(one["answers"].is_null(), one["step"] == "/post-questionnaire", "{one}");
        }
        let way: Vec<String> = moments.map(|one| format!("{} {} {}", one["kind"], one["step"], one["item"])).collect();
        ways.extend((row["status"] == "finished").then_some(way));
    }
    assert!(waiting > 0);
    assert_eq!(ways.len(), 1, "all who finished took the same path: {ways:?}");

    admin.post("/api/admin/unblinding", json!({ "reason": "the data are complete" })).await.ok();
    let offered = steps(&mut admin).await;
    assert!(offered.contains(&"/flow-a/start".into()) && !offered.contains(&"/group-part".into()), "{offered:?}");
    let open = admin.get("/api/admin/overview").await.ok();
    assert_ne!(structure(&open["arms"][0]), structure(&open["arms"][1]), "arms differ in their steps");
    assert_ne!(open["flags"]["mediaFailed"], 0, "{}", open["flags"]);
    assert!(results(&mut admin, false).await["flow"]["arms"][1]["trainingStarted"].as_u64() > Some(0));
}

/// Every time in a reply: moments, and ids that have one in them.
fn times(reply: &Value) -> Vec<i64> {
    match reply {
        Value::Array(list) => list.iter().flat_map(times).collect(),
        Value::Object(object) => object.values().flat_map(times).collect(),
        Value::String(text) => {
            let moment = DateTime::parse_from_rfc3339(text).ok().map(|at| at.timestamp_millis());
            let id = || uuid::Uuid::parse_str(text).ok()?.get_timestamp();
            let of_id =
                || id().map(|at| at.to_unix()).map(|(s, ns)| s.cast_signed() * 1000 + i64::from(ns / 1_000_000));
            moment.or_else(of_id).into_iter().collect()
        }
        _ => vec![],
    }
}

/// A participant takes part while time passes, as far as `there`.
async fn walk(server: &Server, walker: &mut Walker, there: impl Fn(&str) -> bool) {
    while !there(&walker.position) {
        server.clock.advance(Duration::from_secs(7));
        walker.step().await;
    }
}

/// In the part that differs.
fn apart(position: &str) -> bool {
    !["/consent", "/pre-questionnaire", "/post-questionnaire", "/end"].contains(&position)
}

/// The time in the arm-specific part would reveal the arm, and excluding the participant would reveal its label.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_shows_the_time_in_the_arm_specific_part() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::on(testing::sqlite().await, &without_a_training(folder.path())).await;
    let mut codes = Vec::new();
    for number in 0..9 {
        let (client, distinct) = agreeing(&server, &format!("person-{number}")).await;
        let code = client.user["code"].as_str().unwrap().to_owned();
        let mut walker = Walker::new(client).await;
        walk(&server, &mut walker, apart).await;
        server.clock.advance(Duration::from_secs(7));
        // Left out while they are there: the act has a time.
        let exclusion = format!("/api/admin/participants/{code}/exclusion");
        server.admin().await.post(&exclusion, json!({ "reason": "a test run" })).await.ok();
        match number {
            0..3 => walk(&server, &mut walker, |position| position == "/end").await,
            3..6 => walk(&server, &mut walker, |position| !apart(position)).await,
            6..8 => {}
            _ => drop(walker.client.post("/api/users/withdraw", json!({ "mode": "keep" })).await.ok()),
        }
        if number < 6 {
            // A clock that is an hour slow: by its time this was long before the part.
            let slow = server.clock.now() / 1000 - 3600 - THEN;
            tell(&mut walker.client, json!([view(&distinct, slow, "/post-questionnaire")])).await;
        }
        codes.push(code);
    }
    // On a busy machine the list may otherwise be a moment older than the details.
    server.app.console.outdate();
    let mut admin = server.admin().await;
    let list = admin.get("/api/admin/participants").await.ok();
    for row in list["participants"].as_array().unwrap() {
        let detail = admin.get(&format!("/api/admin/participants/{}", row["code"].as_str().unwrap())).await.ok();
        let timeline = detail["timeline"].as_array().unwrap();
        let entered = times(&timeline.iter().find(|one| one["step"] == "/group-part").unwrap()["at"])[0];
        let is_act = |one: &&Value| one["kind"] == "excluded" || one["kind"] == "included";
        let own: Value = timeline.iter().filter(|one| !is_act(one)).cloned().collect();
        let mut rest = detail.clone();
        rest["timeline"] = Value::Null;
        for at in [times(row), times(&own), times(&rest)].concat() {
            assert!(at <= entered, "{} ms after the entry: {detail}", at - entered);
        }
        assert!(is_act(&timeline.last().unwrap()), "between two moments the act would tell theirs: {detail}");
        let later = timeline.iter().filter(|one| one["at"] == "2026-11-20");
        let later: Vec<&str> = later.map(|one| one["kind"].as_str().unwrap()).collect();
        let left = row["status"] != "under_way" || row["step"] == "/post-questionnaire";
        assert_eq!(left, later.iter().any(|kind| ["entered", "withdrawn"].contains(kind)), "{detail}");
        assert_eq!(row["finishedAt"], if row["status"] == "finished" { json!("2026-11-20") } else { Value::Null });
    }
    // Inactivity is counted from the moments that are shown.
    let now = server.clock.now();
    server.clock.advance(Duration::from_mins(31));
    server.database.run(&format!("update progress set at = {0}, measured_at = {0}", now + 31 * 60_000)).await;
    server.app.console.outdate();
    let mut admin = server.admin().await;
    let inactive = admin.get("/api/admin/participants?flag=inactive").await.ok();
    assert_eq!(inactive["matching"], 2, "{inactive}");
    assert_eq!(admin.get("/api/admin/overview").await.ok()["flags"]["inactive"], 2, "the figure leads to the list");
    for row in inactive["participants"].as_array().unwrap() {
        assert_eq!((&row["step"], &row["presence"]), (&json!("/group-part"), &json!("inactive")));
    }
    let afterwards = admin.get("/api/admin/participants?step=/post-questionnaire").await.ok();
    for row in afterwards["participants"].as_array().unwrap() {
        assert_eq!((&row["status"], &row["presence"]), (&json!("under_way"), &Value::Null), "{row}");
    }
    // The median of few times is that of one participant.
    let overview = admin.get("/api/admin/overview").await.ok();
    let part = overview["steps"].as_array().unwrap().iter().find(|one| one["step"] == "/group-part").unwrap();
    assert_eq!((&part["completed"], &part["medianSeconds"]), (&json!(6), &Value::Null));

    admin.post("/api/admin/unblinding", json!({ "reason": "the data are complete" })).await.ok();
    let open = admin.get(&format!("/api/admin/participants/{}", codes[0])).await.ok();
    let mut moments = open["timeline"].as_array().unwrap().iter().chain([&open["movedAt"], &open["finishedAt"]]);
    assert!(moments.all(|one| !times(one).is_empty()), "{open}");
}

/// The text and the tables and drawings of the file: one row and one line for each arm, of the same things.
#[tokio::test(flavor = "multi_thread")]
async fn blinded_arms_look_alike_in_the_report() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::on(testing::sqlite().await, &without_a_training(folder.path())).await;
    take_part(&server).await;
    let input = report_input(&server.app.store, false).await.unwrap();
    let letters: Vec<Report> = (0..12_u8).map(|seed| report(&blind(&input, &[seed]))).collect();
    let text = |blinded: &Report| {
        let all = report_text(blinded, &[]) + &report_html(blinded, &[]).unwrap();
        for word in ["training", "Training", "treatment", "Flow A", "Control task", "Active control"] {
            let told = all.lines().filter(|line| line.contains(word));
            assert_eq!(told.collect::<Vec<_>>(), Vec::<&str>::new(), "{word}");
        }
        labels(&all)
    };
    for blinded in &letters[1..] {
        assert_eq!(text(blinded), text(&letters[0]), "the report is the same for all assignments of labels");
    }
    let open = report_text(&report(&input), &[]);
    // Each column of figures has a name.
    for name in ["intervention started", "Discrimination (r)", "Median [quartiles]", "(participants: ", "Version "] {
        assert!(open.contains(name), "{name}: {open}");
    }
}

/// Everything but numbers, also missing ones, and the spaces and lines that they take.
fn labels(text: &str) -> String {
    let text = text.replace("not computed", "");
    let words = text.split(|c: char| !c.is_alphabetic() && c != '/').filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}
