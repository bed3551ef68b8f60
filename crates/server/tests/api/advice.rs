//! Judgements before and after advice, over HTTP.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use unmask_export::report_input;
use unmask_study::report::{Number, report};

use crate::export::export;
use crate::factorial::rows;
use crate::support::{Client, Reply, Server, Walker, copy, fixture, rewrite};

const GET: &str = "/api/questionnaires/post";
const SAVE: &str = "/api/users/save-post-questionnaire-answers";
const KEY: &str = "0198f7a0-0000-7000-8000-000000000001";
const SECOND: &str = "0198f7a0-0000-7000-8000-000000000002";

/// The published design, completed by the small study as `docs/DESIGNS.md` says.
fn study(folder: &Path) -> PathBuf {
    let study = folder.join("advice");
    copy(&fixture(), &study);
    std::fs::remove_dir_all(study.join("questionnaires")).unwrap();
    for name in ["flow-a.yaml", "flow-b.yaml", "control-flow.yaml"] {
        std::fs::remove_file(study.join(name)).unwrap();
    }
    for entry in std::fs::read_dir(study.join("pages")).unwrap().map(Result::unwrap) {
        if entry.file_name().to_string_lossy().contains("flow") {
            std::fs::remove_file(entry.path()).unwrap();
        }
    }
    copy(&fixture().join("../designs/machine-advice"), &study);
    study
}

/// A participant of this arm who has reached the posts.
async fn at_posts(server: &Server, arm: &str, name: &str) -> Client {
    server.next_in(arm).await;
    let mut walker = Walker::new(server.participant(name).await).await;
    walker.until(|position| position == "/post-questionnaire").await;
    walker.client
}

/// An answer to the judgement of a section's page.
fn given(section: &str, answer: &str) -> Value {
    let item = section.split('/').nth(1).unwrap();
    json!({ "section": section, "answers": { item: answer, format!("{item}_confidence"): 70 } })
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_reads_advice_before_answering_nor_changes_the_answer_afterwards() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    let mut client = at_posts(&server, "advised", "heron").await;
    let read: String = client.seen.iter().map(Reply::text).collect();
    assert!(!read.contains("The program says"));
    let page = client.get(GET).await.ok();
    let sections = page["sections"].as_array().unwrap();
    let initial = sections[0]["id"].as_str().unwrap().to_owned();
    let last = sections[1]["id"].as_str().unwrap().to_owned();
    assert_eq!((&sections[0]["stage"], &sections[1]["stage"]), (&json!("initial"), &json!("final")));
    assert!(!page.to_string().contains("The program says"), "{page}");

    // Neither the final answer first, nor both in one call, nor under the name of a page without advice.
    client.post(SAVE, given(&last, "altered")).await.is(409, "wrong_page");
    let both = json!({ "answers": given(&initial, "altered")["answers"] });
    client.post(SAVE, both).await.is(409, "wrong_page");
    let bare = initial.trim_end_matches("/initial");
    client.post(SAVE, given(bare, "altered")).await.is(409, "wrong_page");
    assert!(!client.get(GET).await.ok().to_string().contains("The program says"));

    let first = client.post_once(KEY, SAVE, given(&initial, "altered")).await.ok();
    let again = client.post_once(KEY, SAVE, given(&initial, "altered")).await.ok();
    assert_eq!((&again["receipt"], &again["repeated"]), (&first["receipt"], &json!(true)));
    let page = client.get(GET).await.ok();
    let advice = &page["sections"][1]["advice"];
    assert!(advice["text"].as_str().unwrap().starts_with("The program says: "), "{page}");
    assert_eq!((&advice["initial"], &advice["confidence"]), (&json!("altered"), &json!(70)));
    assert_eq!(page.to_string().matches("The program says").count(), 1, "{page}");

    // After the advice, the initial answer stays, whatever the key.
    client.post_once(KEY, SAVE, given(&initial, "original")).await.is(409, "conflict");
    client.post_once(SECOND, SAVE, given(&initial, "original")).await.is(409, "conflict");
    client.post(SAVE, given(&initial, "original")).await.is(409, "conflict");
    // The key of the initial answer is none for the final one.
    client.post_once(KEY, SAVE, given(&last, "altered")).await.is(409, "conflict");
    // The final one can't be skipped.
    let next = sections[2]["id"].as_str().unwrap();
    client.post(SAVE, given(next, "altered")).await.is(409, "wrong_page");

    let final_one = client.post_once(SECOND, SAVE, given(&last, "altered")).await.ok();
    assert_ne!(final_one["receipt"], first["receipt"]);
    let again = client.post(SAVE, given(&last, "altered")).await.ok();
    assert_eq!((&again["receipt"], &again["repeated"]), (&final_one["receipt"], &json!(true)));
    // A late copy of the initial answer is still known.
    assert_eq!(client.post(SAVE, given(&initial, "altered")).await.ok()["receipt"], first["receipt"]);
    client.post(SAVE, given(&last, "original")).await.is(409, "conflict");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_package_has_both_answers_of_those_who_got_advice() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    Walker::finished(server.participant_in("advised").await).await;
    let unaided = Walker::finished(server.participant_in("unaided").await).await;
    let read: String = unaided.client.seen.iter().map(Reply::text).collect();
    assert!(!read.contains("The program says") && !read.contains("\"stage\""));
    // One who leaves after an initial answer.
    let mut left = at_posts(&server, "advised", "otter").await;
    let page = left.get(GET).await.ok();
    left.post(SAVE, given(page["sections"][0]["id"].as_str().unwrap(), "altered")).await.ok();
    let code = left.get("/api/users/profile").await.ok()["code"].as_str().unwrap().to_owned();

    let package = folder.path().join("package");
    let address = format!("/api/admin/participants/{code}");
    // Who got advice is in an arm with it.
    assert!(!server.admin().await.get(&address).await.text().contains("\"stage\""));
    server.admin().await.post("/api/admin/unblinding", json!({ "reason": "the data are complete" })).await.ok();
    let timeline = server.admin().await.get(&address).await.ok()["timeline"].clone();
    let told = timeline.as_array().unwrap().iter().filter(|moment| moment["kind"] == "submitted");
    let told: Vec<_> = told.map(|moment| moment.get("stage").and_then(Value::as_str)).collect();
    assert_eq!(told.last(), Some(&Some("initial")), "{timeline}");
    assert_eq!(told.iter().flatten().count(), 1, "{timeline}");
    server.export(server.package(&package)).await;
    let people = rows(&package, "participants");
    let submissions = rows(&package, "submissions");
    let stages = |arm: &str| -> Vec<String> {
        let of_arm = |row: &&std::collections::BTreeMap<String, String>| {
            let code = &row["participant_id"];
            people.iter().any(|one| one["participant_id"] == *code && one["arm"] == arm)
        };
        let own = submissions.iter().filter(of_arm).filter(|row| row["submission"].starts_with("post/clips/"));
        own.map(|row| row["stage"].clone()).collect()
    };
    let count = |arm: &str, stage: &str| stages(arm).iter().filter(|own| *own == stage).count();
    assert_eq!((count("unaided", "only"), stages("unaided").len()), (4, 4));
    assert_eq!((count("advised", "initial"), count("advised", "final"), count("advised", "only")), (5, 4, 0));
    // Each row has a key of its own.
    for (table, key) in [
        ("submissions", &["participant_id", "submission", "attempt", "stage"][..]),
        ("exposures", &["participant_id", "submission", "attempt", "stage", "medium"]),
    ] {
        let all = rows(&package, table);
        let keys: BTreeSet<Vec<&String>> = all.iter().map(|row| key.iter().map(|name| &row[*name]).collect()).collect();
        assert_eq!(keys.len(), all.len(), "{table}");
    }
    // The wide form has final answers alone.
    let wide = rows(&package, "questionnaires");
    let own = wide.iter().find(|row| row["participant_id"] == code).unwrap();
    assert!(["post_1", "post_2", "post_3", "post_4"].iter().all(|name| own[*name] == "NA_not_reached"), "{own:?}");
}

/// Two participants call each post altered, then answer what the program says; a third one leaves after an initial
/// answer. In each test form, two of the four posts are altered; the program is wrong about one.
#[tokio::test(flavor = "multi_thread")]
async fn the_report_has_what_advice_changes() {
    let folder = tempfile::tempdir().unwrap();
    let study = study(folder.path());
    // Before a target, the package has no results by arm.
    rewrite(&study.join("study.yaml"), |text| text.replace("  target: 200\n", ""));
    let server = Server::over(&study).await;
    for name in ["heron", "stork"] {
        let mut client = at_posts(&server, "advised", name).await;
        let pages = client.get(GET).await.ok()["sections"].as_array().unwrap().len();
        for number in (0..pages).step_by(2).take(4) {
            let id = |page: &Value, number: usize| page["sections"][number]["id"].as_str().unwrap().to_owned();
            let page = client.get(GET).await.ok();
            client.post(SAVE, given(&id(&page, number), "altered")).await.ok();
            let page = client.get(GET).await.ok();
            let advice = page["sections"][number + 1]["advice"]["text"].as_str().unwrap().to_owned();
            let named = if advice.contains("altered") { "altered" } else { "original" };
            client.post(SAVE, given(&id(&page, number + 1), named)).await.ok();
        }
    }
    let mut left = at_posts(&server, "advised", "otter").await;
    let page = left.get(GET).await.ok();
    left.post(SAVE, given(page["sections"][0]["id"].as_str().unwrap(), "altered")).await.ok();
    let found = report(&report_input(&server.app.store, false).await.unwrap());
    let [test] = &found.advice[..] else { panic!("{:?}", found.advice) };
    assert_eq!((test.wave.as_str(), test.items, test.arms.len()), ("main", 4, 1));
    let arm = &test.arms[0];
    assert_eq!((found.arms[arm.arm].id.as_str(), arm.answers), ("advised", 8));
    let value = |number: &Number| number.value.unwrap();
    assert_eq!((value(&arm.measures[1].initial), value(&arm.measures[1].last)), (0.5, 0.75));
    assert_eq!((value(&arm.adopted), value(&arm.adopted_right)), (1.0, 1.0), "they always follow it");
    assert!((value(&arm.measures[2].change)).abs() < 1e-12, "70% both times");
    assert!((value(&arm.switched) - f64::from(arm.disagreed) / 8.0).abs() < 1e-12);
    let (package, _) = export(&server, &folder.path().join("package")).await;
    let written: Value = serde_json::from_slice(&package.files["results/report.json"]).unwrap();
    assert_eq!(written["advice"], serde_json::to_value(&found.advice).unwrap());
    let shown = String::from_utf8(package.files["results/report.html"].clone()).unwrap();
    assert!(shown.contains("Answers that changed") && shown.contains("50.0%"), "{shown}");
}
