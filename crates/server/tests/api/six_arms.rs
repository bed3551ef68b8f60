//! A study with six arms that have other IDs than the specification's: participations, simulation, report and package.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::Value;

use crate::support::{Program, SERVE, Server, Walker, command, contains, copy, fixture, works};

const ARMS: [(&str, &str); 6] = [
    ("control", "/control-flow"),
    ("label", "/flow-a/start"),
    ("label_ai", "/treatment-questionnaire"),
    ("cues", "/dashboard"),
    ("video", "/flow-a/start"),
    ("game", "/dashboard"),
];

/// The study: the small one with another `study.yaml`.
fn study(folder: &Path) -> PathBuf {
    let study = folder.join("six-arms");
    copy(&fixture(), &study);
    std::fs::copy(fixture().join("../six-arms/study.yaml"), study.join("study.yaml")).unwrap();
    study
}

/// Participants by arm.
fn arms(package: &Path) -> BTreeMap<String, u32> {
    let mut table = csv::Reader::from_path(package.join("data/description-participants_data.csv")).unwrap();
    let column = table.headers().unwrap().iter().position(|name| name == "arm").unwrap();
    let mut arms = BTreeMap::new();
    for row in table.records() {
        *arms.entry(row.unwrap()[column].to_owned()).or_default() += 1;
    }
    arms
}

#[tokio::test(flavor = "multi_thread")]
async fn participants_reach_the_end_in_each_of_six_arms() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    for (arm, page) in ARMS {
        let walker = Walker::finished(server.participant_in(arm).await).await;
        assert!(walker.visited.iter().any(|visited| visited == page), "{arm}: {:?}", walker.visited);
        let mut client = walker.client;
        client.get(&format!("/api/page-flow/group/{arm}")).await.ok();
        client.get("/api/page-flow/group/treatment_0").await.is(404, "not_found");
    }
    let mut admin = server.admin().await;
    admin.post("/api/admin/unblinding", serde_json::json!({ "reason": "the data are complete" })).await.ok();
    let overview = admin.get("/api/admin/overview").await.ok();
    let shown: Vec<_> = overview["arms"].as_array().unwrap().iter().map(|arm| arm["arm"]["group"].clone()).collect();
    assert_eq!(shown, ARMS.map(|(arm, _)| Value::from(arm)), "in the order of the study");
    let package = folder.path().join("package");
    server.export(server.package(&package)).await;
    assert_eq!(arms(&package), ARMS.map(|(arm, _)| (arm.to_owned(), 1)).into());
}

#[test]
fn six_arms_are_checked_simulated_reported_and_exported() {
    let folder = tempfile::tempdir().unwrap();
    let (here, study) = (folder.path(), study(folder.path()));
    let run = |args: &[&str]| -> Output { command(here, args).env("UNMASK_STUDY", &study).output().unwrap() };
    works(&run(&["check"]));
    let mut serve = command(here, &SERVE);
    serve.env("UNMASK_STUDY", &study);
    let program = Program::serve(serve).unwrap();
    let certificate = works(&run(&["simulate", "-n", "28", "--url", &program.url()]));
    contains(&certificate, &["0 lost, 0 duplicated"]);
    works(&run(&["export", "--simulated", "package"]));
    let package = here.join("package");
    // Two participants of the control arm for one of each other arm.
    let each = |(arm, _): (&str, &str)| (arm.to_owned(), if arm == "control" { 8 } else { 4 });
    assert_eq!(arms(&package), ARMS.map(each).into());
    let report: Value = serde_json::from_slice(&std::fs::read(package.join("results/report.json")).unwrap()).unwrap();
    let labels: Vec<_> = report["arms"].as_array().unwrap().iter().map(|arm| arm["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["Ratings", "Label on clips", "Label that names AI", "Cues", "Video", "Game"]);
}
