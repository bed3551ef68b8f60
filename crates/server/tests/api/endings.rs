//! Participations that the study ends: failed checks, and the time limit. No answer is lost by it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use unmask_server::jobs::maintenance;
use unmask_store::testing::{self, Database};

use crate::support::{Client, Reply, Server, Walker, copy, fixture, items, rewrite};

const SAVE: &str = "/api/users/save-pre-questionnaire-answers";
const SAVE_LAST: &str = "/api/users/save-post-questionnaire-answers";
const KEY: &str = "0192f3a1-5b7c-7d2e-8f10-000000000001";
const COMPLETION: &str = "/api/users/completion";
const LIMIT: Duration = Duration::from_hours(1);
const GRACE: Duration = Duration::from_hours(1);
const MINUTE: Duration = Duration::from_mins(1);

/// The tests on both engines.
macro_rules! endings {
    ($($name:ident),+ $(,)?) => {$(
        mod $name {
            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                super::$name(super::server(unmask_store::testing::sqlite().await).await).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                super::$name(super::server(unmask_store::testing::postgres().await).await).await;
            }
        }
    )+};
}

endings!(
    a_rule_can_have_the_outcome_failed,
    failed_checks_end_the_participation_and_free_the_slot,
    who_fails_after_the_arms_differ_is_lost_after_allocation,
    the_next_submission_after_the_limit_is_stored_and_is_the_last,
    the_maintenance_job_ends_participations_and_a_late_answer_is_stored,
    the_last_answer_counts_by_when_it_was_given,
    who_consented_before_the_clock_was_set_is_not_ended,
);

/// A failed check ends a participation, and so do 60 minutes. There is a check on the last page, too.
fn study(folder: &Path) -> PathBuf {
    let study = folder.join("endings");
    copy(&fixture(), &study);
    copy(&fixture().join("../endings"), &study);
    study
}

async fn server(database: Database) -> Server {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::on(database, &study(folder.path())).await;
    // From now on the clock is known to be steady.
    maintenance::once(&server.app).await.unwrap();
    server
}

fn you(channel: &str) -> Value {
    json!({ "section": "you", "answers": { "age": 40, "gender": "woman", "channels": [channel] } })
}

/// The present section of a questionnaire, with valid answers and these in their place.
async fn section(client: &mut Client, name: &str, own: Value) -> Value {
    let questionnaire = client.get(&format!("/api/questionnaires/{name}")).await.ok();
    let done = usize::try_from(questionnaire["done"].as_u64().unwrap()).unwrap();
    let section = &questionnaire["sections"][done];
    let mut answers = items(&section["items"], &questionnaire["known"], 0);
    answers.extend(own.as_object().unwrap().clone());
    json!({ "section": section["id"], "answers": answers })
}

async fn completion(client: &mut Client) -> (Value, Value, Value) {
    let completion = client.get(COMPLETION).await.ok();
    (completion["turnedAway"].clone(), completion["code"].clone(), completion["html"].clone())
}

async fn number(server: &Server, sql: &str) -> i64 {
    server.database.number(sql).await
}

const ANSWERS: &str = "select count(*) from submission";
const TAKEN: &str = "select count(*) from allocation where state <> 'free'";

/// A walker on the page of the last section.
async fn at_the_last_section(server: &Server, name: &str) -> Walker {
    let mut walker = Walker::new(server.participant(name).await).await;
    walker.until(|position| position == "/post-questionnaire").await;
    walker.step().await;
    walker
}

fn is_last(receipt: &Value) {
    assert_eq!((&receipt["currentState"], &receipt["nextState"]), (&json!("/end"), &Value::Null), "{receipt}");
    assert!(receipt["receipt"].is_string(), "{receipt}");
}

fn rejected(reply: &Reply) {
    assert_eq!(reply.is(409, "wrong_page")["currentState"], "/end");
}

async fn a_rule_can_have_the_outcome_failed(server: Server) {
    let mut client = server.participant("heron").await;
    is_last(&client.post(SAVE, you("none")).await.ok());
    let (outcome, code, html) = completion(&mut client).await;
    assert_eq!((outcome, code), (json!("failed"), json!("SMALL-FAILED")));
    assert!(html.as_str().unwrap().contains("you answered that you follow none"), "{html}");
    assert_eq!(number(&server, TAKEN).await, 0);
}

async fn failed_checks_end_the_participation_and_free_the_slot(server: Server) {
    let mut client = server.participant("heron").await;
    // The texts would tell what ends a participation.
    for name in ["failed", "timed-out", "no-news"] {
        client.get(&format!("/api/study/pages/{name}")).await.is(404, "not_found");
    }
    client.post(SAVE, you("radio")).await.ok();
    let failed = section(&mut client, "pre", json!({ "views_1": 5 })).await;
    let receipt = client.post_once(KEY, SAVE, failed.clone()).await.ok();
    is_last(&receipt);
    let again = client.post_once(KEY, SAVE, failed).await.ok();
    assert_eq!((&again["receipt"], &again["repeated"]), (&receipt["receipt"], &json!(true)));
    let (outcome, code, html) = completion(&mut client).await;
    assert_eq!((outcome, code, html), (json!("failed"), json!("SMALL-FAILED"), Value::Null));
    assert_eq!(client.get(COMPLETION).await.ok()["returnUrl"], "https://example.org/complete?cc=SMALL-FAILED");
    assert_eq!((number(&server, ANSWERS).await, number(&server, TAKEN).await), (2, 0));
    // Who passes it goes on.
    let mut other = Walker::new(server.participant("otter").await).await;
    other.until(|position| position == "/home").await;
    assert_eq!(other.client.get("/api/users/profile").await.ok().get("turnedAway"), None);
}

async fn who_fails_after_the_arms_differ_is_lost_after_allocation(server: Server) {
    let mut walker = at_the_last_section(&server, "heron").await;
    let before = number(&server, ANSWERS).await;
    let client = &mut walker.client;
    let last = section(client, "post", json!({ "last_agree": 3 })).await;
    is_last(&client.post(SAVE_LAST, last).await.ok());
    assert_eq!(completion(client).await.0, "failed");
    assert_eq!(number(&server, ANSWERS).await, before + 1, "the answers are stored");
    assert_eq!(number(&server, "select count(*) from allocation where state = 'confirmed'").await, 1);
    assert_eq!(number(&server, "select count(*) from participant where completed_at is not null").await, 0);
    // A second look at the same page answers nothing else.
    let other = json!({ "section": "last", "answers": { "knows": "false", "sure_overall": 70, "last_agree": 1 } });
    client.post(SAVE_LAST, other).await.is(409, "conflict");

    let mut admin = server.admin().await;
    let consort = admin.get("/api/admin/consort").await.ok();
    let arms = consort["arms"].as_array().unwrap();
    let sum = |figure: &str| arms.iter().map(|arm| arm[figure].as_i64().unwrap()).sum::<i64>();
    assert_eq!((sum("exposed"), sum("failed"), sum("timedOut"), sum("underWay"), sum("completed")), (1, 1, 0, 0, 0));
    let list = admin.get("/api/admin/participants?status=failed").await.ok();
    assert_eq!(list["participants"].as_array().map(Vec::len), Some(1), "{list}");
    assert_eq!(admin.get("/api/admin/overview").await.ok()["all"]["turnedAway"], 1);

    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("package");
    server.export(server.package(&target)).await;
    let report: Value = serde_json::from_slice(&std::fs::read(target.join("results/report.json")).unwrap()).unwrap();
    let lost: Vec<&Value> =
        report["flow"]["arms"].as_array().unwrap().iter().filter(|arm| arm["unfinished"] == 1).collect();
    assert!(lost.len() == 1 && lost[0]["completed"] == 0 && lost[0]["randomised"] == 1, "{lost:?}");
    let figures: Value = serde_json::from_slice(&std::fs::read(target.join("results/consort.json")).unwrap()).unwrap();
    let arms = figures["arms"].as_array().unwrap();
    assert!(arms.iter().any(|arm| arm["failed"] == 1 && arm["underWay"] == 0 && arm["exposed"] == 1), "{figures}");
    let table = std::fs::read_to_string(target.join("data/description-participants_data.csv")).unwrap();
    assert_eq!(table.matches(",failed,").count(), 1, "{table}");
}

async fn the_next_submission_after_the_limit_is_stored_and_is_the_last(server: Server) {
    let mut client = server.participant("heron").await;
    server.clock.advance(LIMIT);
    client.sign_in("heron").await;
    let first = client.post(SAVE, you("radio")).await.ok();
    assert_eq!(first["currentState"], "/pre-questionnaire", "at the limit it is not over");
    let second = section(&mut client, "pre", json!({})).await;
    server.clock.advance(MINUTE);
    let receipt = client.post_once(KEY, SAVE, second.clone()).await.ok();
    is_last(&receipt);
    assert_eq!(client.post_once(KEY, SAVE, second).await.ok()["receipt"], receipt["receipt"]);
    let (outcome, code, html) = completion(&mut client).await;
    assert_eq!((outcome, code), (json!("timed_out"), json!("SMALL-LATE")));
    assert!(html.as_str().unwrap().contains("The laboratory was free"), "{html}");
    assert_eq!((number(&server, ANSWERS).await, number(&server, TAKEN).await), (2, 0));
    assert_eq!(client.position().await, "/end");
    client.put("/api/users/current-state", json!({ "currentState": "/home" })).await.is(409, "wrong_page");
    rejected(&client.post("/api/practice/answer", json!({ "answer": "original" })).await);
    assert_eq!(number(&server, ANSWERS).await, 2);
    // Who comes back gets no slot.
    client.sign_in("heron").await;
    client.get("/api/users/profile").await.ok();
    assert_eq!(number(&server, TAKEN).await, 0);
}

async fn the_maintenance_job_ends_participations_and_a_late_answer_is_stored(server: Server) {
    let mut early = server.participant("heron").await;
    let exposed = at_the_last_section(&server, "otter").await;
    let mut simulated = server.simulated("robin").await;
    server.clock.advance(LIMIT + GRACE);
    let mut fresh = server.participant("wren").await;
    maintenance::once(&server.app).await.unwrap();
    assert_eq!(number(&server, "select count(*) from outcome").await, 2, "those who consented two hours ago");
    maintenance::once(&server.app).await.unwrap();
    assert_eq!(number(&server, "select count(*) from outcome where outcome = 'timed_out' and wave = 'main'").await, 2);
    let slots = "select count(*) from allocation where number > 0 and state = ";
    assert_eq!(number(&server, &format!("{slots}'confirmed'")).await, 1, "the exposed participant's");
    assert_eq!(number(&server, &format!("{slots}'reserved'")).await, 1, "the fresh participant's");
    assert_eq!(fresh.position().await, "/pre-questionnaire");
    simulated.sign_in("robin").await;
    assert_eq!(simulated.position().await, "/pre-questionnaire");

    // Both were offline; their answers arrive once, and nothing follows.
    let before = number(&server, ANSWERS).await;
    early.sign_in("heron").await;
    let receipt = early.post_once(KEY, SAVE, you("radio")).await.ok();
    is_last(&receipt);
    assert_eq!(early.post_once(KEY, SAVE, you("radio")).await.ok()["receipt"], receipt["receipt"]);
    early.post(SAVE, you("online")).await.is(409, "conflict");
    let mut late = exposed.client;
    late.sign_in("otter").await;
    let last = json!({ "section": "last", "answers": { "knows": "false", "sure_overall": 70, "last_agree": 1 } });
    is_last(&late.post(SAVE_LAST, last).await.ok());
    assert_eq!(number(&server, ANSWERS).await, before + 2);
    for client in [&mut early, &mut late] {
        assert_eq!(completion(client).await.0, "timed_out");
    }
    rejected(&early.post("/api/practice/answer", json!({ "answer": "original" })).await);
    // Nor does the whole questionnaire, after one section of it.
    let whole = json!({ "answers": you("online")["answers"].clone() });
    rejected(&early.post(SAVE, whole).await);
    assert_eq!(number(&server, ANSWERS).await, before + 2);
    assert_eq!(number(&server, "select count(*) from outcome").await, 2);
    assert_eq!(number(&server, "select count(*) from participant where status = 'completed'").await, 0);
}

/// Two participants sent the last page half an hour after the limit: one answered it in time and was offline.
async fn the_last_answer_counts_by_when_it_was_given(server: Server) {
    for (name, after, outcome) in [("heron", LIMIT, "completed"), ("otter", LIMIT + MINUTE, "timed_out")] {
        let mut walker = at_the_last_section(&server, name).await;
        let client = &mut walker.client;
        let mut last = section(client, "post", json!({ "last_agree": 1 })).await;
        server.clock.advance(LIMIT + MINUTE * 30);
        client.sign_in(name).await;
        last["timing"] = json!({ "submit": after.as_millis() });
        is_last(&client.post(SAVE_LAST, last).await.ok());
        let stored = format!(
            "select outcome from outcome o join link l on l.participant = o.participant
             join account a on a.id = l.account where a.username = '{name}'"
        );
        assert_eq!(server.database.texts(&stored).await, [outcome], "{name}");
        assert_eq!(client.get(COMPLETION).await.ok()["complete"], outcome == "completed", "{name}");
    }
}

async fn who_consented_before_the_clock_was_set_is_not_ended(server: Server) {
    let mut client = server.participant("heron").await;
    server.clock.advance(Duration::from_hours(48));
    for _ in 0..2 {
        maintenance::once(&server.app).await.unwrap();
        server.clock.advance(MINUTE * 5);
    }
    assert_eq!(number(&server, "select count(*) from outcome").await, 0);
    client.sign_in("heron").await;
    assert_eq!(client.get("/api/users/profile").await.ok().get("turnedAway"), None);
}

/// Where participants are allocated at a block, those who are timed out before it never had a slot.
#[tokio::test(flavor = "multi_thread")]
async fn a_late_answer_before_allocation_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    let study = study(folder.path());
    rewrite(&study.join("study.yaml"), |text| {
        let codes = "outcomes:\n  quota_full: { code: SMALL-FULL }\n";
        text.replacen("outcomes:\n", codes, 1).replacen("allocation:\n", "allocation:\n  at: practice\n", 1)
    });
    let server = Server::on(testing::sqlite().await, &study).await;
    maintenance::once(&server.app).await.unwrap();
    let mut client = server.participant("heron").await;
    server.clock.advance(LIMIT + GRACE + MINUTE);
    maintenance::once(&server.app).await.unwrap();
    client.sign_in("heron").await;
    is_last(&client.post(SAVE, you("radio")).await.ok());
    assert_eq!((number(&server, ANSWERS).await, number(&server, TAKEN).await), (1, 0));
    assert_eq!(completion(&mut client).await.0, "timed_out");
}
