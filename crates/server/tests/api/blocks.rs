//! A study whose arms have blocks with files of their own: other questions on the same pages, and several blocks of one
//! kind one after the other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::{Value, json};

use crate::support::{Program, SERVE, Server, Walker, command, contains, copy, fixture, items, works};

/// The blocks of each arm in order, without the end.
const ARMS: [(&str, &[&str]); 4] = [
    ("control", &["pre", "mood", "practice", "control", "more-ratings", "post"]),
    ("plain", &["pre", "mood", "practice", "flow-a", "post"]),
    ("labels", &["pre", "mood", "practice", "labels", "post"]),
    (
        "booster",
        &["pre", "mood", "practice", "labels", "treatment", "between", "flow-b", "more-posts", "again", "post"],
    ),
];

/// The study: the small one with other steps, and the files of its blocks.
fn study(folder: &Path) -> PathBuf {
    let study = folder.join("blocks");
    copy(&fixture(), &study);
    copy(&fixture().join("../blocks"), &study);
    study
}

/// A table of the package.
fn rows(package: &Path, table: &str) -> Vec<BTreeMap<String, String>> {
    let mut table = csv::Reader::from_path(package.join(format!("data/description-{table}_data.csv"))).unwrap();
    table.deserialize().map(Result::unwrap).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_arm_goes_through_its_blocks_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    for (arm, _) in ARMS {
        Walker::finished(server.participant_in(arm).await).await;
    }
    let package = folder.path().join("package");
    server.admin().await.post("/api/admin/unblinding", json!({ "reason": "the data are complete" })).await.ok();
    server.export(server.package(&package)).await;
    let people = rows(&package, "participants").into_iter();
    let arms: BTreeMap<String, String> =
        people.map(|row| (row["participant_id"].clone(), row["arm"].clone())).collect();
    let mut blocks: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for row in rows(&package, "submissions") {
        let own = blocks.entry(&arms[&row["participant_id"]]).or_default();
        assert!(row["submission"].split('/').next() == Some(&row["block"]), "{row:?}");
        if own.last() != Some(&row["block"]) {
            own.push(row["block"].clone());
        }
    }
    assert_eq!(blocks, ARMS.map(|(arm, own)| (arm, own.iter().map(|&block| block.to_owned()).collect())).into());
    // Each block's answers are variables of their own.
    let asked: BTreeSet<(String, String)> =
        rows(&package, "responses").into_iter().map(|row| (row["block"].clone(), row["variable"].clone())).collect();
    for (block, variable) in [
        ("labels", "labels_1"),
        ("again", "again_labels_1"),
        ("between", "tired"),
        ("more-ratings", "more_cf_1_pleasant"),
        ("more-posts", "more_fb_1"),
    ] {
        assert!(asked.contains(&(block.to_owned(), variable.to_owned())), "{block} {variable}: {asked:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_block_has_its_own_questions_and_texts() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    let mut asked = Vec::new();
    for arm in ["plain", "labels"] {
        let mut walker = server.walker_in(arm, |page| page == "/flow-a/start").await;
        let questions = walker.client.get("/api/flow-a/questions").await.ok();
        let config = walker.client.get("/api/flow-a/config").await.ok();
        assert_eq!(config["totalQuestions"], questions.as_array().unwrap().len());
        let text = walker.client.get("/api/study/pages/flow-a-start").await.ok()["html"].clone();
        // The name of a block would tell that arms differ.
        walker.client.get("/api/study/pages/labels-start").await.is(404, "not_found");
        asked.push((questions[0]["prompt"].clone(), text));
    }
    assert_eq!(asked[0].0, "Is this the original, or was it altered?");
    assert_eq!(asked[1].0, "This clip has a label. Is it the original, or was it altered?");
    assert!(!asked[0].1.as_str().unwrap().contains("Clips with labels"), "{asked:?}");
    assert!(asked[1].1.as_str().unwrap().contains("Clips with labels"), "{asked:?}");
}

/// Two blocks of one kind are on the same page: a late copy of an answer to the first is none to the second.
#[tokio::test(flavor = "multi_thread")]
async fn a_late_copy_is_no_answer_to_the_next_block() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    let mut walker = server.walker_in("control", |page| page == "/pre-questionnaire").await;
    let address = "/api/users/save-pre-questionnaire-answers";
    let mut last = json!({});
    // The sections of the first questionnaire, as a walker answers them.
    while last["section"] != "first_look/pre_2" {
        let asked = walker.client.get("/api/questionnaires/pre").await.ok();
        let section = &asked["sections"][usize::try_from(asked["done"].as_u64().unwrap()).unwrap()];
        let answers = items(&section["items"], &asked["known"], 0);
        last = json!({ "section": section["id"], "answers": answers });
        walker.client.post(address, last.clone()).await.ok();
    }
    let asked = walker.client.get("/api/questionnaires/pre").await.ok();
    assert_eq!((&asked["title"], &asked["done"]), (&json!("Right now"), &json!(0)), "the next block has begun");
    let again = walker.client.post(address, last).await.ok();
    assert_eq!((&again["repeated"], &again["currentState"]), (&json!(true), &json!("/pre-questionnaire")));
    walker.client.post(address, json!({ "section": "mood", "answers": { "mood_good": 3 } })).await.ok();
    assert_eq!(walker.client.position().await, "/home");
}

/// A repeat without a key is found by what it answers, in whichever block that was.
#[tokio::test(flavor = "multi_thread")]
async fn a_repeat_without_a_key_gets_its_receipt() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    let mut walker = server.walker_in("booster", |page| page == "/treatment-questionnaire").await;
    let address = "/api/users/save-treatment-answers";
    let whole = [json!({ "answers": { "expect_useful": 4 } }), json!({ "answers": { "tired": 2 } })];
    for answers in &whole {
        walker.client.post(address, answers.clone()).await.ok();
    }
    assert_eq!(walker.client.position().await, "/dashboard");
    for answers in whole {
        let again = walker.client.post(address, answers).await.ok();
        assert_eq!(again["repeated"], true);
    }
    walker.client.post(address, json!({ "answers": { "tired": 3 } })).await.is(409, "conflict");
}

/// A name such as "placebo" would tell what is special about the arm.
#[tokio::test(flavor = "multi_thread")]
async fn own_data_do_not_name_blocks_before_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    let mut walker = server.walker_in("labels", |page| page == "/post-questionnaire").await;
    let data = walker.client.get("/api/users/data").await.text();
    assert!(data.contains("\"flow-a/") && data.contains("\"pre/mood"), "{data}");
    assert!(!data.contains("labels/") && !data.contains("mood/"), "{data}");
}

/// Several steps may have the same page.
#[tokio::test(flavor = "multi_thread")]
async fn the_console_counts_and_previews_each_block() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    Walker::finished(server.participant_in("control").await).await;
    let mut admin = server.admin().await;
    let views = admin.get("/api/admin/previews").await.ok();
    let mood = views[0]["steps"][1].clone();
    assert_eq!(mood["step"], "/pre-questionnaire (mood)");
    let view = &mood["shown"][0]["views"][0];
    let preview = json!({ "group": "control", "page": view["page"], "block": view["block"], "part": view["part"] });
    let preview = admin.post("/api/admin/previews", preview).await.json();
    let mut inside = server.visitor();
    preview["access_token"].as_str().unwrap().clone_into(&mut inside.token);
    assert_eq!(inside.get("/api/questionnaires/pre").await.ok()["title"], "Right now");
    admin
        .post("/api/users/save-pre-questionnaire-answers", json!({ "section": "mood", "answers": { "mood_good": 3 } }))
        .await
        .ok();
    admin.post("/api/admin/unblinding", json!({ "reason": "the data are complete" })).await.ok();
    let consort = admin.get("/api/admin/consort").await.ok();
    let entered = consort["arms"][0]["entered"].as_array().unwrap();
    let entered: Vec<_> =
        entered.iter().map(|one| (one["step"].as_str().unwrap(), one["people"].as_i64().unwrap())).collect();
    assert_eq!(
        entered,
        [
            ("/pre-questionnaire", 1),
            ("/pre-questionnaire (mood)", 1),
            ("/home", 1),
            ("/control-flow", 1),
            ("/control-flow (more-ratings)", 1),
            ("/post-questionnaire", 1),
            ("/end", 1)
        ]
    );
}

#[test]
fn blocks_are_simulated_reconciled_reported_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let (here, study) = (folder.path(), study(folder.path()));
    let run = |args: &[&str]| -> Output { command(here, args).env("UNMASK_STUDY", &study).output().unwrap() };
    works(&run(&["check"]));
    let mut serve = command(here, &SERVE);
    serve.env("UNMASK_STUDY", &study);
    let program = Program::serve(serve).unwrap();
    let certificate = works(&run(&["simulate", "-n", "24", "--url", &program.url()]));
    contains(&certificate, &["0 lost, 0 duplicated"]);
    works(&run(&["export", "--simulated", "package"]));
    let package = here.join("package");
    let report: Value = serde_json::from_slice(&std::fs::read(package.join("results/report.json")).unwrap()).unwrap();
    assert_eq!(report["arms"].as_array().unwrap().len(), 4);
    let codebook = std::fs::read_to_string(package.join("codebook.html")).unwrap();
    contains(&codebook, &["Flow A (labels)", "Pre-questionnaire (mood)", "Flow A (again)"]);
}
