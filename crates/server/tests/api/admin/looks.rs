//! Outcomes are not shown by arm before the target, and each look at them is in the audit log.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use unmask_store::audit::{self, AuditAction, Entry};
use unmask_store::testing::{self, Database};

use super::results::results;
use crate::support::{Client, Server, Walker, both, fails, works};

both!(each_look_is_logged_once_for_each_person_and_number_of_participants);

#[tokio::test(flavor = "multi_thread")]
async fn results_are_withheld_until_the_target_is_reached_on_sqlite() {
    results_are_withheld_until_the_target_is_reached(testing::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn results_are_withheld_until_the_target_is_reached_on_postgres() {
    results_are_withheld_until_the_target_is_reached(testing::postgres().await).await;
}

/// A server whose study has a target of six, with some participants who finished.
async fn server_with(database: Database, participants: usize) -> (Server, Client) {
    let server = Server::allocating(database, "{block_sizes: [3], places: 6, target: 6}").await;
    let admin = server.admin().await;
    for number in 0..participants {
        finish(&server, number).await;
    }
    (server, admin)
}

async fn finish(server: &Server, number: usize) {
    let mut walker = Walker::new(server.participant(&format!("person-{number}")).await).await;
    walker.choice = number % 2;
    walker.finish().await;
}

/// Reports that were read, oldest first.
async fn read_reports(server: &Server) -> Vec<Entry> {
    audit::every_of_action(&server.app.store, AuditAction::ReadReport).await.unwrap()
}

fn stage(report: &Value) -> (&str, u64) {
    (report["stage"]["kind"].as_str().unwrap(), report["stage"]["n"].as_u64().unwrap())
}

/// The results once they have this number of participants: the last ones may be seconds old.
async fn results_of(admin: &mut Client, simulated: bool, n: u64) -> Value {
    for _ in 0..600 {
        let report = results(admin, simulated).await;
        if stage(&report).1 == n {
            return report;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the results never have {n} participants");
}

async fn means(admin: &mut Client) -> Value {
    admin.get("/api/admin/drawings/results?chart=means&outcome=d_prime").await.ok()["svg"].clone()
}

async fn results_are_withheld_until_the_target_is_reached(database: Database) {
    let (server, mut admin) = server_with(database, 5).await;
    let interim = results_of(&mut admin, false, 5).await;
    assert_eq!(stage(&interim), ("interim", 5));
    assert_eq!(
        (&interim["outcomes"], &interim["hypotheses"], &interim["scales"]),
        (&json!([]), &json!([]), &json!([]))
    );
    assert!(interim["stage"]["outcomeSd"].is_number());
    assert_eq!(interim["flow"]["randomised"], 5);
    assert!(!interim["items"].as_array().unwrap().is_empty());
    for chart in ["means&outcome=d_prime", "differences&outcome=d_prime", "populations", "calibration"] {
        let drawn = admin.get(&format!("/api/admin/drawings/results?chart={chart}")).await.ok();
        assert_eq!(drawn["svg"], Value::Null, "{chart}");
    }
    assert_eq!(read_reports(&server).await, [], "nothing was shown by arm");

    admin.post("/api/admin/results/early", json!({ "reason": " " })).await.is(422, "invalid_fields");
    admin.post("/api/admin/results/early", json!({ "reason": "the committee meets" })).await.ok();
    let early = results(&mut admin, false).await;
    assert_eq!(stage(&early), ("early", 5));
    assert!(!early["outcomes"].as_array().unwrap().is_empty() && means(&mut admin).await.is_string());
    assert!(early["cautions"][0].as_str().unwrap().starts_with("Shown before the target"), "{}", early["cautions"]);
    assert_eq!(read_reports(&server).await.len(), 1);
    server.clock.advance(Duration::from_hours(24));
    let mut admin = server.admin().await;
    assert_eq!(stage(&results(&mut admin, false).await), ("interim", 5), "after a day");

    finish(&server, 5).await;
    let last = results_of(&mut admin, false, 6).await;
    assert_eq!(stage(&last), ("final", 6));
    assert!(!last["outcomes"].as_array().unwrap().is_empty());
    assert!(last["cautions"][0].as_str().unwrap().contains("first read with 5 participants"), "{}", last["cautions"]);
}

/// Closing recruitment ends the wait. Results of simulated participants are those of nobody.
#[tokio::test(flavor = "multi_thread")]
async fn results_are_shown_once_recruitment_is_closed_and_for_simulated_participants() {
    let (server, mut admin) = server_with(testing::sqlite().await, 0).await;
    Walker::new(server.simulated("simulated").await).await.finish().await;
    assert_eq!(stage(&results(&mut admin, true).await), ("unrestricted", 0));
    assert_eq!(read_reports(&server).await, []);
    finish(&server, 1).await;
    assert_eq!(stage(&results_of(&mut admin, true, 1).await), ("interim", 1));
    let close = json!({ "status": "closed", "reason": "the term is over" });
    admin.send("PUT", "/api/admin/study/status", &[], close.to_string().into_bytes()).await.ok();
    assert_eq!(stage(&results(&mut admin, false).await), ("final", 1));
    // Opened again, they are withheld, and stay read.
    let open = json!({ "status": "open", "reason": "another term" });
    admin.send("PUT", "/api/admin/study/status", &[], open.to_string().into_bytes()).await.ok();
    finish(&server, 2).await;
    let again = results_of(&mut admin, false, 2).await;
    assert_eq!(stage(&again), ("interim", 2));
    assert!(again["cautions"][0].as_str().unwrap().contains("first read with 1 participants"), "{}", again["cautions"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_withhold_results_before_the_target_and_log_each_look() {
    let (server, _) = server_with(testing::sqlite().await, 2).await;
    let folder = tempfile::tempdir().unwrap();
    let report = |args: &[&str]| server.run(folder.path(), &[&["report", "--html", "report.html"], args].concat());
    let page = || std::fs::read_to_string(folder.path().join("report.html")).unwrap();
    let printed = works(&report(&[]));
    assert!(printed.contains("withheld until 6 participants") && printed.contains("SD of d′ after"), "{printed}");
    assert!(!printed.contains("Outcomes after") && !page().contains("id=\"hypotheses\""));
    assert!(page().contains("id=\"progress\"") && page().contains("id=\"items\""));
    assert_eq!(read_reports(&server).await, []);

    fails(&report(&["--before-target", " "]), &["--before-target: Please give a reason."]);
    let printed = works(&report(&["--before-target", "the committee meets"]));
    assert!(printed.contains("Outcomes after") && printed.contains("Looks at outcomes by arm"), "{printed}");
    assert!(page().contains("id=\"hypotheses\"") && page().contains("id=\"looks-at-outcomes-by-arm\""));
    let entries = read_reports(&server).await;
    let expected = json!({ "blinded": true, "look": { "n": 2, "stage": "early" }, "reason": "the committee meets" });
    assert_eq!(entries.iter().map(|entry| &entry.details).collect::<Vec<_>>(), [&expected]);

    let target = folder.path().join("package");
    server.export(server.package(&target)).await;
    let read = |file: &str| std::fs::read_to_string(Path::new(&target).join(file)).unwrap();
    let packaged: Value = serde_json::from_str(&read("results/report.json")).unwrap();
    assert_eq!((stage(&packaged), &packaged["outcomes"]), (("interim", 2), &json!([])));
    assert!(!read("results/numbers.csv").contains("outcomes."));
    assert_eq!(read("results/people.csv").lines().count(), 3, "the data are complete");
    let exported = audit::of_action(&server.app.store, AuditAction::ExportData).await.unwrap();
    assert_eq!(exported[0].details["look"], Value::Null);
}

/// A look is taken once its number is reached, held afterwards, and a package takes none.
#[tokio::test(flavor = "multi_thread")]
async fn a_planned_look_is_taken_once_and_held() {
    let plan = "{block_sizes: [3], places: 24, target: 24}\nanalysis: {sample: {loss: 0}, interim: {looks: [0.5]}}";
    let server = Server::allocating(testing::sqlite().await, plan).await;
    let mut admin = server.admin().await;
    for number in 0..11 {
        finish(&server, number).await;
    }
    let before = results_of(&mut admin, false, 11).await;
    assert_eq!((stage(&before), &before["sequential"]["looks"]), (("interim", 11), &json!([])));
    finish(&server, 11).await;
    let target = server.app.settings.data.join("package");
    server.export(server.package(&target)).await;
    let packaged = std::fs::read_to_string(target.join("results/report.json")).unwrap();
    let packaged: Value = serde_json::from_str(&packaged).unwrap();
    assert_eq!((stage(&packaged), &packaged["sequential"]["looks"]), (("interim", 12), &json!([])));

    let taken = results_of(&mut admin, false, 12).await;
    assert_eq!((stage(&taken), &taken["outcomes"]), (("planned_look", 12), &json!([])));
    let looks = &taken["sequential"]["looks"];
    assert_eq!((looks[0]["n"].clone(), looks[0]["share"].clone()), (json!(12), json!(0.5)));
    let entries = read_reports(&server).await;
    assert_eq!((entries.len(), &entries[0].details["look"]["stage"]), (1, &json!("planned_look")));
    // All answer alike, so that nothing can be tested.
    assert_eq!((&entries[0].details["look"]["z"], &looks[0]["tests"]), (&json!({}), &json!([])));
    assert!(
        taken["headline"].as_str().unwrap().ends_with("there are too few data for a test."),
        "{}",
        taken["headline"]
    );

    finish(&server, 12).await;
    let held = results_of(&mut admin, false, 13).await;
    assert_eq!((stage(&held), &held["sequential"]["looks"]), (("interim", 13), looks));
    assert_eq!(read_reports(&server).await.len(), 1);
}

async fn each_look_is_logged_once_for_each_person_and_number_of_participants(server: Server) {
    let mut admin = server.admin().await;
    results(&mut admin, false).await;
    assert_eq!(read_reports(&server).await, [], "nobody has the outcome");
    for number in 0..2 {
        finish(&server, number).await;
        for _ in 0..3 {
            results_of(&mut admin, false, number as u64 + 1).await;
            means(&mut admin).await;
        }
    }
    let looks: Vec<Value> = read_reports(&server).await.into_iter().map(|entry| entry.details).collect();
    let look = |n: u32| json!({ "blinded": true, "look": { "n": n, "stage": "unrestricted" } });
    assert_eq!(looks, [look(1), look(2)]);

    // Commands log each time; the list has the first look at each number.
    let folder = tempfile::tempdir().unwrap();
    works(&server.run(folder.path(), &["report"]));
    let target = folder.path().join("package");
    server.export(server.package(&target)).await;
    assert_eq!(read_reports(&server).await.len(), 3);
    let exported = audit::of_action(&server.app.store, AuditAction::ExportData).await.unwrap();
    assert_eq!(exported[0].details["look"], json!({ "n": 2, "stage": "unrestricted" }));
    let page = std::fs::read_to_string(target.join("results/report.html")).unwrap();
    let looks = page.split_once("id=\"looks-at-outcomes-by-arm\"").unwrap().1.split_once("</table>").unwrap().0;
    assert_eq!(looks.matches("<tr>").count(), 2, "a head, and the look at one participant: {looks}");
    let listed = admin.get("/api/admin/results").await.ok()["looks"].clone();
    let numbers: Vec<u64> = listed.as_array().unwrap().iter().map(|look| look["n"].as_u64().unwrap()).collect();
    assert_eq!(numbers, [1, 2]);
}
