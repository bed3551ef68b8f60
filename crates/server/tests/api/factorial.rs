//! A 2 × 2 × 3 factorial design whose arms differ in words, an item, a step and a page text.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::support::{Program, Reply, SERVE, Server, Walker, command, contains, copy, fixture, works};

/// Words of the study, by the levels that see them.
const WORDS: [(&str, &[&str]); 7] = [
    ("Look at each post before you judge it.", &["plain"]),
    ("We would be glad if you took a moment for each post.", &["warm"]),
    ("Never judge a post without looking at it twice.", &["firm"]),
    ("How friendly was this advice?", &["warm", "firm"]),
    ("[Label: made with AI]", &["shown"]),
    ("Some posts had a label.", &["shown"]),
    ("What you must do", &["firm"]),
];

/// The study: the small one with other steps and contents.
fn study(folder: &Path) -> PathBuf {
    let study = folder.join("factorial");
    copy(&fixture(), &study);
    copy(&fixture().join("../factorial"), &study);
    study
}

fn arms() -> Vec<[&'static str; 3]> {
    let cell = |label, prebunk| ["plain", "warm", "firm"].map(|tone| [label, prebunk, tone]);
    let labels = ["none", "shown"].into_iter();
    labels.flat_map(|label| ["none", "video"].into_iter().flat_map(move |prebunk| cell(label, prebunk))).collect()
}

pub fn rows(package: &Path, table: &str) -> Vec<BTreeMap<String, String>> {
    let mut table = csv::Reader::from_path(package.join(format!("data/description-{table}_data.csv"))).unwrap();
    table.deserialize().map(Result::unwrap).collect()
}

/// Every reply to a participant, from registration to the debrief.
#[tokio::test(flavor = "multi_thread")]
async fn a_participant_gets_the_words_of_the_own_arm_and_no_others() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    for levels in arms() {
        let arm = levels.join("_");
        let mut walker = Walker::finished(server.participant_in(&arm).await).await;
        let has_exercise = walker.visited.iter().any(|page| page == "/flow-a/start");
        assert_eq!(has_exercise, levels[1] == "video", "{arm}: {:?}", walker.visited);
        for path in ["/api/study/pages/end", "/api/users/debrief", "/api/users/data"] {
            walker.client.get(path).await;
        }
        let said: String = walker.client.seen.iter().map(Reply::text).collect();
        let sees = |who: &[&str]| who.iter().any(|level| levels.contains(level));
        for (words, who) in WORDS {
            assert_eq!(said.contains(words), sees(who), "{arm}: {words}");
        }
    }
    let package = folder.path().join("package");
    server.admin().await.post("/api/admin/unblinding", json!({ "reason": "the data are complete" })).await.ok();
    server.export(server.package(&package)).await;
    let people = rows(&package, "participants");
    let found: BTreeSet<&str> = people.iter().map(|row| row["arm"].as_str()).collect();
    assert_eq!(found.len(), 12);
    let tone: BTreeMap<&str, &str> =
        people.iter().map(|row| (row["participant_id"].as_str(), row["arm"].rsplit('_').next().unwrap())).collect();
    for row in &people {
        let levels = ["label", "prebunk", "tone"].map(|factor| row[&format!("factor_{factor}")].as_str());
        assert_eq!(levels.join("_"), row["arm"], "{row:?}");
    }
    for row in rows(&package, "questionnaires") {
        let lacks = row["advice_friendly"] == "NA_not_assigned";
        assert_eq!(lacks, tone[row["participant_id"].as_str()] == "plain", "{row:?}");
    }
    let book = rows(&package, "variables");
    let friendly = book.iter().find(|row| row["variable"] == "advice_friendly").unwrap();
    assert!(friendly["condition"].starts_with("arm is none_none_warm or none_none_firm or "), "{friendly:?}");
    let all = book.iter().find(|row| row["variable"] == "expect_useful").unwrap();
    assert!(!all["condition"].contains("arm is"), "{all:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_item_of_other_arms_is_not_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    for (arm, status) in [("none_none_plain", 422), ("none_none_warm", 200)] {
        let mut walker = server.walker_in(arm, |page| page == "/treatment-questionnaire").await;
        let answers = json!({ "expect_useful": 4, "advice_friendly": 5 });
        let body = json!({ "section": "advice", "answers": answers });
        let reply = walker.client.post("/api/users/save-treatment-answers", body).await;
        assert_eq!(reply.status, status, "{arm}: {}", reply.text());
    }
}

/// The preview of an arm shows that arm's words.
#[tokio::test(flavor = "multi_thread")]
async fn a_preview_has_the_words_of_its_arm() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    let mut admin = server.admin().await;
    for (arm, friendly) in [("shown_none_firm", true), ("shown_none_plain", false)] {
        let wanted = json!({ "group": arm, "form": "x", "page": "/treatment-questionnaire" });
        let reply = admin.post("/api/admin/previews", wanted).await;
        assert_eq!(reply.status, 201, "{}", reply.text());
        let mut preview = server.visitor();
        preview.take_session(&reply);
        let shown = preview.get("/api/questionnaires/treatment").await.text();
        assert_eq!(shown.contains("How friendly was this advice?"), friendly, "{arm}: {shown}");
    }
}

#[test]
fn simulated_participants_of_all_arms_are_in_the_package_and_the_report() {
    let folder = tempfile::tempdir().unwrap();
    let (here, study) = (folder.path(), study(folder.path()));
    let run = |args: &[&str]| command(here, args).env("UNMASK_STUDY", &study).output().unwrap();
    works(&run(&["check"]));
    let mut serve = command(here, &SERVE);
    serve.env("UNMASK_STUDY", &study);
    let program = Program::serve(serve).unwrap();
    let certificate = works(&run(&["simulate", "-n", "24", "--url", &program.url()]));
    contains(&certificate, &["0 lost, 0 duplicated"]);
    works(&run(&["export", "--simulated", "package"]));
    let arms: BTreeSet<String> =
        rows(&here.join("package"), "participants").into_iter().map(|row| row["arm"].clone()).collect();
    assert_eq!(arms.len(), 12);
}
