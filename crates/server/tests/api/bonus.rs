//! `unmask bonus`: who is listed, once, and what the list unblinds.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Output;
use std::thread;

use serde_json::{Value, json};
use unmask_server::auth::simulated::{self, SimulatedParticipant};
use unmask_store::audit::{self, AuditAction};
use unmask_store::study::unblindings;
use unmask_store::testing::{self, Database};

use crate::afterwards::{close, recruited, recruited_as};
use crate::support::{Server, Walker, edited, fails, form, works};

/// By the last questionnaire, which all arms have.
const BY_POST: &str = "bonus:
  currency: GBP
  amounts: [{ block: post, score: post_correct, amount: 0.05 }]
  at_most: 0.15
";

async fn server(database: Database, bonus: &str) -> Server {
    let folder = tempfile::tempdir().unwrap();
    let study = edited(folder.path(), |text| text.replace("recruitment:\n", &format!("{bonus}recruitment:\n")));
    Server::on(database, &study).await
}

fn bonus(server: &Server, folder: &Path, args: &[&str]) -> Output {
    server.run(folder, &[&["bonus"], args].concat())
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

fn people(list: &str) -> Vec<&str> {
    list.lines().map(|line| line.split(',').next().unwrap()).collect()
}

async fn finished(server: &Server, id: &str) -> Walker {
    Walker::finished(recruited_as(server, &format!("person-{id}"), id).await).await
}

mod once {
    #[tokio::test(flavor = "multi_thread")]
    async fn on_sqlite() {
        super::nobody_is_listed_twice(super::testing::sqlite().await).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn on_postgres() {
        super::nobody_is_listed_twice(super::testing::postgres().await).await;
    }
}

async fn nobody_is_listed_twice(database: Database) {
    let server = server(database, BY_POST).await;
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| bonus(&server, folder.path(), args);
    finished(&server, "b2").await;
    finished(&server, "a1").await;
    recruited(&server, "began").await;
    let mut kept = finished(&server, "kept").await;
    kept.client.post("/api/users/withdraw", json!({ "mode": "keep" })).await.ok();
    // A line of one's own choice.
    Walker::finished(recruited_as(&server, "greedy", "b2,100.00\nx").await).await;
    Walker::finished(server.participant("no-link").await).await;
    let permit = simulated::permit(&server.app.key, SimulatedParticipant::of(1), server.clock.now());
    let mut robot = form("robot");
    robot["recruitment"] = json!({ "PROLIFIC_PID": "robot" });
    server.visitor().register(&[(simulated::HEADER, &permit)], robot).await;

    fails(&run(&["--out", "list.csv"]), &["nothing was changed; add --yes"]);
    assert_eq!(server.database.number("select count(*) from bonus_run").await, 0);
    assert!(!folder.path().join("list.csv").exists());
    let words = works(&run(&["--out", "list.csv", "--yes"]));
    let list = read(folder.path(), "list.csv");
    assert_eq!(people(&list), ["a1", "b2", "kept"], "{words}");
    let cents: Vec<i64> =
        list.lines().map(|line| line.split_once(',').unwrap().1.replace('.', "").parse().unwrap()).collect();
    assert!(cents.iter().all(|cents| (5..=15).contains(cents)), "{list}");
    let total = cents.iter().sum::<i64>();
    assert!(words.contains(&format!("0.{total:02}  GBP for 3 people")), "{words}");
    assert!(words.contains("With an ID that no recruiter has, not listed: 1."), "{words}");

    // Everything again: nobody. With somebody new: only they.
    let words = works(&run(&["--out", "second.csv", "--yes"]));
    assert!(words.contains("Nobody is to be listed") && words.contains("not listed again: 3."), "{words}");
    assert!(!folder.path().join("second.csv").exists());
    finished(&server, "c3").await;
    works(&run(&["--out", "third.csv", "--yes"]));
    assert_eq!(people(&read(folder.path(), "third.csv")), ["c3"]);

    // Killed between the record and the file: the file is not there, and the run writes it again.
    fs::remove_file(folder.path().join("list.csv")).unwrap();
    let words = works(&run(&["--out", "again.csv", "--again", "1", "--yes"]));
    assert_eq!(read(folder.path(), "again.csv"), list, "{words}");
    fails(&run(&["--out", "x.csv", "--again", "9", "--yes"]), &["there is no run 9"]);
    fails(&run(&["--out", "again.csv", "--again", "1", "--yes"]), &["'again.csv' exists"]);

    // Who erases everything is in no list, and stays listed.
    kept.client.sign_in("person-kept").await;
    kept.client.post("/api/users/withdraw", json!({ "mode": "erase" })).await.ok();
    let words = works(&run(&["--out", "left.csv", "--again", "1", "--yes"]));
    assert_eq!(people(&read(folder.path(), "left.csv")), ["a1", "b2"]);
    assert!(words.contains("The file differs from that of the run: 1 of its people"), "{words}");
    assert_eq!(server.database.number("select count(*) from bonus").await, 4);
    assert_eq!(server.database.number("select count(*) from bonus where participant is null").await, 1);

    let log = audit::every_of_action(&server.app.store, AuditAction::ListBonuses).await.unwrap();
    let runs: Vec<_> = log.iter().map(|entry| (&entry.details["run"], &entry.details["people"])).collect();
    assert_eq!(runs, [(&json!(1), &json!(3)), (&json!(2), &json!(1)), (&json!(1), &json!(3)), (&json!(1), &json!(2))]);
    assert!(!log[0].details.to_string().contains("a1"), "{:?}", log[0].details);
    close(&server).await;
    works(&server.run(folder.path(), &["anonymise", "--yes"]));
    assert_eq!(server.database.number("select count(*) from bonus").await, 0);
    fails(&run(&["--out", "over.csv", "--yes"]), &["nobody can be paid any more"]);
}

mod console {
    #[tokio::test(flavor = "multi_thread")]
    async fn on_sqlite() {
        super::the_console_lists_from_the_same_ledger(super::testing::sqlite().await).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn on_postgres() {
        super::the_console_lists_from_the_same_ledger(super::testing::postgres().await).await;
    }
}

const BONUS: &str = "/api/admin/bonus";

/// What the person agrees to who sees the list.
fn agreed(shown: &Value) -> Value {
    let next = &shown["next"];
    json!({ "people": next["people"].as_array().unwrap().len(), "cents": next["cents"] })
}

async fn the_console_lists_from_the_same_ledger(database: Database) {
    let server = server(database, BY_POST).await;
    let folder = tempfile::tempdir().unwrap();
    let mut admin = server.admin().await;
    let nobody = json!({ "people": 0, "cents": 0 });
    admin.post(&format!("{BONUS}/runs"), nobody).await.is(409, "bonuses_changed");
    finished(&server, "paid").await;
    works(&bonus(&server, folder.path(), &["--out", "list.csv", "--yes"]));
    let mut b2 = finished(&server, "b2").await;
    let a1 = finished(&server, "a1").await;

    let reply = admin.get(BONUS).await;
    let shown = reply.ok();
    let amounts = json!([{ "block": "post", "score": "post_correct", "amount": "0.05", "atMost": null }]);
    assert_eq!((&shown["rule"]["amounts"], &shown["rule"]["atMost"]), (&amounts, &json!("0.15")));
    let mut codes: Vec<&str> =
        shown["next"]["people"].as_array().unwrap().iter().map(|one| one["participant"].as_str().unwrap()).collect();
    codes.sort_unstable();
    let mut expected = [&b2.client, &a1.client].map(|client| client.user["code"].as_str().unwrap());
    expected.sort_unstable();
    assert_eq!((codes, &shown["next"]["before"]), (expected.to_vec(), &json!(1)));
    assert_eq!((&shown["runs"][0]["number"], &shown["runs"][0]["people"]), (&json!(1), &json!(1)));
    assert!(["\"a1\"", "\"b2\"", "\"paid\""].iter().all(|id| !reply.text().contains(id)), "no recruitment IDs");

    // Only what was seen is listed.
    let seen = agreed(&shown);
    finished(&server, "c3").await;
    admin.post(&format!("{BONUS}/runs"), seen).await.is(409, "bonuses_changed");
    assert_eq!(server.database.number("select count(*) from bonus_run").await, 1);
    let seen = agreed(&admin.get(BONUS).await.ok());
    let listed = admin.post(&format!("{BONUS}/runs"), seen.clone()).await;
    assert_eq!((listed.status, listed.header("content-disposition")), (200, "attachment; filename=\"bonus-2.csv\""));
    assert_eq!(people(&listed.text()), ["a1", "b2", "c3"]);
    admin.post(&format!("{BONUS}/runs"), seen).await.is(409, "bonuses_changed");
    let words = works(&bonus(&server, folder.path(), &["--out", "again.csv", "--yes"]));
    assert!(words.contains("Nobody is to be listed"), "{words}");

    // The file once more, also by the command, without those who erased their data.
    let again = admin.get(&format!("{BONUS}/runs/2")).await;
    assert_eq!(again.text(), listed.text());
    works(&bonus(&server, folder.path(), &["--out", "two.csv", "--again", "2", "--yes"]));
    assert_eq!(read(folder.path(), "two.csv"), listed.text());
    b2.client.post("/api/users/withdraw", json!({ "mode": "erase" })).await.ok();
    assert_eq!(people(&admin.get(&format!("{BONUS}/runs/2")).await.text()), ["a1", "c3"]);
    for unknown in ["9", "x"] {
        admin.get(&format!("{BONUS}/runs/{unknown}")).await.is(404, "not_found");
    }
    let log = audit::every_of_action(&server.app.store, AuditAction::ListBonuses).await.unwrap();
    let by_admin: Vec<_> =
        log.iter().filter(|entry| entry.actor == "admin@example.org").map(|entry| &entry.details["people"]).collect();
    assert_eq!(by_admin, [&json!(3), &json!(3), &json!(2)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn amounts_that_show_arms_are_for_those_who_are_unblinded() {
    let by_flow_b = "bonus: { currency: GBP, amounts: [{ block: flow-b, amount: 0.5 }] }\n";
    let server = server(testing::sqlite().await, by_flow_b).await;
    server.next_in("treatment_1").await;
    finished(&server, "b2").await;
    let mut admin = server.admin().await;
    let shown = admin.get(BONUS).await.ok();
    assert_eq!((&shown["next"], &shown["rule"]["revealsArms"]), (&Value::Null, &json!(true)));
    let guessed = json!({ "people": 1, "cents": 50 });
    admin.post(&format!("{BONUS}/runs"), guessed).await.is(409, "bonuses_would_unblind");
    assert_eq!(server.database.number("select count(*) from bonus_run").await, 0);
    admin.post("/api/admin/unblinding", json!({ "reason": "to pay" })).await.ok();
    let seen = agreed(&admin.get(BONUS).await.ok());
    let listed = admin.post(&format!("{BONUS}/runs"), seen).await;
    assert_eq!(people(&listed.text()), ["b2"]);
    // Others stay blinded: also to the sums of earlier lists.
    let mut other = server.researcher("other").await;
    assert_eq!(other.get(BONUS).await.ok()["runs"][0]["total"], Value::Null);
    other.get(&format!("{BONUS}/runs/1")).await.is(409, "bonuses_would_unblind");
}

mod races {
    #[tokio::test(flavor = "multi_thread")]
    async fn on_sqlite() {
        super::runs_at_once_list_each_person_once(super::testing::sqlite().await).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn on_postgres() {
        super::runs_at_once_list_each_person_once(super::testing::postgres().await).await;
    }
}

async fn runs_at_once_list_each_person_once(database: Database) {
    let server = server(database, BY_POST).await;
    let folder = tempfile::tempdir().unwrap();
    for id in ["a1", "b2", "c3"] {
        finished(&server, id).await;
    }
    let names: Vec<String> = (0..4).map(|number| format!("{number}.csv")).collect();
    thread::scope(|scope| {
        for name in &names {
            scope.spawn(|| bonus(&server, folder.path(), &["--out", name, "--yes"]));
        }
    });
    let written: Vec<String> =
        names.iter().filter_map(|name| fs::read_to_string(folder.path().join(name)).ok()).collect();
    let listed: Vec<&str> = written.iter().flat_map(|list| people(list)).collect();
    assert_eq!(listed.len(), 3, "{written:?}");
    assert_eq!(BTreeSet::from_iter(listed), BTreeSet::from(["a1", "b2", "c3"]));
    assert_eq!(server.database.number("select count(*) from bonus_run").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_that_shows_arms_unblinds_the_one_who_gets_it() {
    let by_flow_b = "bonus: { currency: GBP, amounts: [{ block: flow-b, amount: 0.5 }] }\n";
    let server = server(testing::sqlite().await, by_flow_b).await;
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| bonus(&server, folder.path(), args);
    for (arm, id) in [("control_0", "a1"), ("treatment_1", "b2"), ("treatment_0", "c3")] {
        server.next_in(arm).await;
        finished(&server, id).await;
    }
    let blinded = run(&["--out", "list.csv", "--yes"]);
    fails(&blinded, &["'operator' is blinded", "--reason"]);
    assert!(!String::from_utf8_lossy(&blinded.stdout).contains("b2"), "nothing was shown");
    assert!(unblindings(&server.app.store).await.unwrap().of("operator").is_none());
    // Shown is known, also if the answer is no.
    fails(&run(&["--out", "list.csv", "--reason", "to pay"]), &["nothing was changed"]);
    assert!(unblindings(&server.app.store).await.unwrap().of("operator").is_some());
    let log = audit::every_of_action(&server.app.store, AuditAction::ShowBonuses).await.unwrap();
    assert_eq!(log.len(), 1);
    let words = works(&run(&["--out", "list.csv", "--yes"]));
    assert_eq!(read(folder.path(), "list.csv").lines().count(), 1, "{words}");
    assert!(words.contains("Completed, without a bonus by their answers: 2."), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_study_without_a_bonus_has_no_list() {
    let server = Server::sqlite().await;
    let folder = tempfile::tempdir().unwrap();
    fails(&bonus(&server, folder.path(), &["--out", "list.csv", "--yes"]), &["the study has no `bonus:`"]);
}
