//! Later parts that the study ends: failed checks, and a time limit that counts from the beginning of the part. The
//! earlier parts stay completed, and no answer is lost.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use unmask_export::report_input;
use unmask_server::jobs::maintenance;
use unmask_store::testing::{self, Database};

use crate::afterwards::recruited;
use crate::export::export;
use crate::support::{Client, Server, Walker, copy, fixture, items, rewrite, works};
use crate::two_waves::begin;

const SAVE: &str = "/api/users/save-post-questionnaire-answers";
const POSITION: &str = "/api/users/current-state";
const COMPLETION: &str = "/api/users/completion";
const KEY: &str = "0192f3a1-5b7c-7d2e-8f10-000000000002";
const LIMIT: Duration = Duration::from_mins(30);
const GRACE: Duration = Duration::from_hours(1);
const MINUTE: Duration = Duration::from_mins(1);
const DAY: Duration = Duration::from_hours(24);

/// The tests on both engines.
macro_rules! later_endings {
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

later_endings!(
    a_failed_check_ends_the_part_and_leaves_the_first_one_complete,
    the_next_submission_after_the_limit_is_stored_and_ends_the_part,
    the_maintenance_job_ends_the_part_and_a_late_answer_is_stored,
    the_last_answer_of_the_part_counts_by_when_it_was_given,
    a_move_to_the_end_after_the_limit_ends_the_part,
);

fn study(folder: &Path) -> PathBuf {
    let study = folder.join("later-endings");
    copy(&fixture(), &study);
    copy(&fixture().join("../later-endings"), &study);
    study
}

async fn server(database: Database) -> Server {
    let folder = tempfile::tempdir().unwrap();
    Server::on(database, &study(folder.path())).await
}

/// A participant of the arm at the beginning.
async fn participant(server: &Server, arm: &str, name: &str) -> Walker {
    server.next_in(arm).await;
    let walker = Walker::new(recruited(server, name).await).await;
    assert_eq!(walker.client.user["groupType"], arm);
    walker
}

/// Participants of the arm who have completed the first part and begun the second one, which opens after twelve days.
async fn in_the_second_part<const N: usize>(
    server: &Server,
    arm: &str,
    names: [&'static str; N],
) -> [(&'static str, Walker); N] {
    let mut all = Vec::new();
    for name in names {
        let mut walker = participant(server, arm, name).await;
        walker.finish().await;
        all.push((name, walker));
    }
    server.clock.advance(DAY * 13);
    // From now on the clock is known to be steady.
    maintenance::once(&server.app).await.unwrap();
    for (name, walker) in &mut all {
        walker.client.sign_in(name).await;
        begin(walker).await;
    }
    all.try_into().unwrap_or_else(|_| panic!("as many as names"))
}

/// The present section of the second part, with valid answers and these in their place.
async fn section(client: &mut Client, own: Value) -> Value {
    let questionnaire = client.get("/api/questionnaires/post").await.ok();
    let done = usize::try_from(questionnaire["done"].as_u64().unwrap()).unwrap();
    let section = &questionnaire["sections"][done];
    let mut answers = items(&section["items"], &questionnaire["known"], 0);
    answers.extend(own.as_object().unwrap().clone());
    json!({ "section": section["id"], "answers": answers })
}

/// Passes the check of the second part.
async fn pass(client: &mut Client) {
    let first = section(client, json!({ "later_agree": 2 })).await;
    client.post(SAVE, first).await.ok();
}

fn is_last(receipt: &Value) {
    assert_eq!((&receipt["currentState"], &receipt["nextState"]), (&json!("/end"), &Value::Null), "{receipt}");
}

/// What the last page shows about a part that was ended.
async fn is_ended(client: &mut Client, outcome: &str, code: &str) -> Value {
    assert_eq!(client.position().await, "/end");
    let completion = client.get(COMPLETION).await.ok();
    assert_eq!((&completion["complete"], &completion["code"]), (&json!(false), &json!(code)), "{completion}");
    assert_eq!(completion["returnUrl"], format!("https://example.org/complete?cc={code}"));
    // The first part is completed, and its code is valid.
    assert_eq!(completion["others"][0]["code"], "SMALL-DONE");
    assert_eq!(completion.get("turnedAway"), None);
    assert_eq!(completion["ended"]["outcome"], outcome);
    let user = client.get("/api/users/profile").await.ok();
    assert_eq!((user.get("turnedAway"), &user["waves"][0]["state"]), (None, &json!(outcome)));
    completion["ended"].clone()
}

/// The stored outcomes of a participant, as `wave outcome`.
async fn outcomes(server: &Server, name: &str) -> Vec<String> {
    let sql = format!(
        "select o.wave || ' ' || o.outcome from outcome o join link l on l.participant = o.participant
         join account a on a.id = l.account where a.username = '{name}' order by o.wave desc"
    );
    server.database.texts(&sql).await
}

const ANSWERS: &str = "select count(*) from submission where item like 'again/%'";
const COMPLETED: &str = "select count(*) from participant_wave where completed_at is not null";

async fn a_failed_check_ends_the_part_and_leaves_the_first_one_complete(server: Server) {
    let [(name, mut walker), (other, mut passes)] = in_the_second_part(&server, "control_0", ["heron", "otter"]).await;
    let client = &mut walker.client;
    for page in ["failed", "later-time-over"] {
        client.get(&format!("/api/study/pages/{page}")).await.is(404, "not_found");
    }
    let failed = section(client, json!({ "later_agree": 5 })).await;
    let receipt = client.post_once(KEY, SAVE, failed.clone()).await.ok();
    is_last(&receipt);
    let again = client.post_once(KEY, SAVE, failed).await.ok();
    assert_eq!((&again["receipt"], &again["repeated"]), (&receipt["receipt"], &json!(true)));
    is_last(&again);
    let ended = is_ended(client, "failed", "LATER-FAILED").await;
    assert_eq!((&ended["title"], &ended["html"]), (&json!("Second part"), &Value::Null));
    assert_eq!(outcomes(&server, name).await, ["main completed", "follow_up failed"]);
    assert_eq!(server.database.number(ANSWERS).await, 1);
    let kept = "select count(*) from participant where status = 'completed' and slot is not null";
    assert_eq!(server.database.number(kept).await, 2);
    // Nothing follows, and no answer is changed.
    let last = json!({ "section": "later_sure", "answers": { "later_confidence": 1 } });
    client.post(SAVE, last).await.is(409, "wrong_page");
    client
        .post(SAVE, json!({ "section": "later", "answers": { "later_noticed": 1, "later_agree": 2 } }))
        .await
        .is(409, "conflict");
    client.put(POSITION, json!({ "currentState": "/post-questionnaire" })).await.is(409, "wrong_page");
    // No part is to come, so that the answers are told.
    let debrief = client.get("/api/debrief").await.ok();
    assert!(!debrief["items"].as_array().unwrap().is_empty(), "{debrief}");
    let own = client.get("/api/users/data").await.ok()["research"].clone();
    assert_eq!((&own["waves"][0]["ended"]["outcome"], own.get("turnedAway")), (&json!("failed"), None));

    // Who passes it goes on to the end.
    pass(&mut passes.client).await;
    let last = section(&mut passes.client, json!({})).await;
    is_last(&passes.client.post(SAVE, last).await.ok());
    let completion = passes.client.get(COMPLETION).await.ok();
    assert_eq!((&completion["code"], completion.get("ended")), (&json!("LATER-DONE"), None));
    assert_eq!(outcomes(&server, other).await, ["main completed", "follow_up completed"]);

    is_counted(&server).await;
}

/// One of two failed the check of the second part, in every count of it.
async fn is_counted(server: &Server) {
    let mut admin = server.admin().await;
    let consort = admin.get("/api/admin/consort").await.ok();
    let parts: Vec<&Value> = consort["arms"].as_array().unwrap().iter().map(|arm| &arm["parts"][0]).collect();
    let sum = |figure: &str| parts.iter().map(|part| part[figure].as_i64().unwrap()).sum::<i64>();
    assert_eq!((sum("due"), sum("completed"), sum("failed")), (2, 1, 1), "{consort}");
    assert_eq!((sum("timedOut"), sum("missed"), sum("underWay")), (0, 0, 0), "{consort}");
    let all = admin.get("/api/admin/overview").await.ok();
    let part = &all["waves"][0]["all"];
    assert_eq!((&part["failed"], &part["timedOut"], &part["completed"]), (&json!(1), &json!(0), &json!(1)), "{part}");
    assert_eq!((&all["all"]["turnedAway"], &all["all"]["finished"]), (&json!(0), &json!(2)));
    let list = admin.get("/api/admin/participants?waveState=failed").await.ok();
    assert_eq!(list["participants"].as_array().map(Vec::len), Some(1), "{list}");
    assert_eq!(list["participants"][0]["status"], "finished");
    let code = list["participants"][0]["code"].as_str().unwrap();
    let timeline = admin.get(&format!("/api/admin/participants/{code}")).await.ok();
    assert!(timeline.to_string().contains("\"failed\""), "{timeline}");

    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("package");
    let (package, _) = export(server, &target).await;
    let mut ends: Vec<String> = package.table("waves").into_iter().map(|row| row["outcome"].clone()).collect();
    ends.sort_unstable();
    assert_eq!(ends, ["completed", "failed"]);
    // A flag belongs to the part in which it was set, and changes no comparison of the first one.
    for row in package.table("waves") {
        let is_failed = if row["outcome"] == "failed" { "1" } else { "0" };
        assert_eq!(row["flag_failed_attention"], is_failed);
    }
    assert!(package.table("participants").iter().all(|row| row["flag_failed_attention"] == "0"));
    let input = report_input(&server.app.store, false).await.unwrap();
    assert!(input.people.iter().all(|person| person.attention_failed == 0));
    assert!(package.table("participants").iter().all(|row| row["outcome"] == "completed"));
    let read = |name: &str| std::fs::read_to_string(target.join("results").join(name)).unwrap();
    let figures: Value = serde_json::from_str(&read("consort.json")).unwrap();
    let failed = figures["arms"].as_array().unwrap().iter().filter(|arm| arm["parts"][0]["failed"] == 1).count();
    assert_eq!(failed, 1, "{figures}");
    let report: Value = serde_json::from_str(&read("report.json")).unwrap();
    // It is over for both.
    assert_eq!(report["waves"][0]["loss"]["closes"], Value::Null);
    assert!(read("report.html").contains("Ended by the time limit"), "the flow diagram has a line for it");

    // The service can tell both outcomes apart.
    let list = "Participant id,Status,Completion code\nheron,APPROVED,LATER-FAILED\notter,APPROVED,LATER-FAILED\n";
    std::fs::write(folder.path().join("list.csv"), list).unwrap();
    works(&server.run(folder.path(), &["reconcile", "list.csv"]));
    let found = std::fs::read_to_string(folder.path().join("reconciliation.csv")).unwrap();
    assert!(found.contains("otter,wrong_code") && !found.contains("heron"), "{found}");
}

async fn the_next_submission_after_the_limit_is_stored_and_ends_the_part(server: Server) {
    let [(name, mut walker)] = in_the_second_part(&server, "control_0", ["heron"]).await;
    let client = &mut walker.client;
    server.clock.advance(LIMIT);
    client.sign_in(name).await;
    let first = section(client, json!({ "later_agree": 2 })).await;
    let receipt = client.post(SAVE, first).await.ok();
    assert_eq!(receipt["currentState"], "/post-questionnaire", "at the limit it is not over");
    server.clock.advance(MINUTE);
    let last = section(client, json!({})).await;
    let receipt = client.post_once(KEY, SAVE, last.clone()).await.ok();
    is_last(&receipt);
    assert_eq!(client.post_once(KEY, SAVE, last).await.ok()["receipt"], receipt["receipt"]);
    let ended = is_ended(client, "timed_out", "LATER-LATE").await;
    assert!(ended["html"].as_str().unwrap().contains("Your half hour is over"), "{ended}");
    assert_eq!(outcomes(&server, name).await, ["main completed", "follow_up timed_out"]);
    assert_eq!((server.database.number(ANSWERS).await, server.database.number(COMPLETED).await), (2, 0));
    // It stays so after the part has closed.
    server.clock.advance(DAY * 30);
    client.sign_in(name).await;
    is_ended(client, "timed_out", "LATER-LATE").await;
}

async fn the_maintenance_job_ends_the_part_and_a_late_answer_is_stored(server: Server) {
    let [(name, mut walker), _] = in_the_second_part(&server, "control_0", ["heron", "otter"]).await;
    let mut waiting = participant(&server, "control_0", "wren").await;
    waiting.finish().await;
    server.clock.advance(LIMIT + GRACE.saturating_sub(MINUTE));
    maintenance::once(&server.app).await.unwrap();
    let ended = "select count(*) from outcome where outcome = 'timed_out' and wave = 'follow_up'";
    assert_eq!(server.database.number(ended).await, 0, "answers may still be on their way");
    server.clock.advance(MINUTE);
    for _ in 0..2 {
        maintenance::once(&server.app).await.unwrap();
        assert_eq!(server.database.number(ended).await, 2);
    }
    assert_eq!(server.database.number("select count(*) from outcome").await, 5, "three completed the first part");
    waiting.client.sign_in("wren").await;
    let user = waiting.client.get("/api/users/profile").await.ok();
    assert_eq!(user["waves"][0]["state"], "waiting");

    // The answer of one was on its way; it is stored once, and nothing follows.
    let client = &mut walker.client;
    client.sign_in(name).await;
    is_ended(client, "timed_out", "LATER-LATE").await;
    let late = |agrees: u32| json!({ "section": "later", "answers": { "later_noticed": 3, "later_agree": agrees } });
    let receipt = client.post_once(KEY, SAVE, late(2)).await.ok();
    is_last(&receipt);
    let again = client.post_once(KEY, SAVE, late(2)).await.ok();
    assert_eq!(again["receipt"], receipt["receipt"]);
    is_last(&again);
    client.post(SAVE, late(1)).await.is(409, "conflict");
    let last = json!({ "section": "later_sure", "answers": { "later_confidence": 1 } });
    assert_eq!(client.post(SAVE, last).await.is(409, "wrong_page")["currentState"], "/end");
    is_ended(client, "timed_out", "LATER-LATE").await;
    assert_eq!(outcomes(&server, name).await, ["main completed", "follow_up timed_out"]);
    assert_eq!((server.database.number(ANSWERS).await, server.database.number(COMPLETED).await), (1, 0));
}

/// Two participants sent the last page of the part half an hour after the limit: one answered it in time and was
/// offline.
async fn the_last_answer_of_the_part_counts_by_when_it_was_given(server: Server) {
    let mut people = in_the_second_part(&server, "control_0", ["heron", "otter"]).await;
    let bodies = [(LIMIT, "completed"), (LIMIT + MINUTE, "timed_out")];
    for (_, walker) in &mut people {
        pass(&mut walker.client).await;
    }
    server.clock.advance(LIMIT + MINUTE * 30);
    for ((name, walker), (after, outcome)) in people.iter_mut().zip(bodies) {
        walker.client.sign_in(name).await;
        let mut last = section(&mut walker.client, json!({})).await;
        last["timing"] = json!({ "submit": after.as_millis() });
        is_last(&walker.client.post(SAVE, last).await.ok());
        assert_eq!(outcomes(&server, name).await, ["main completed".into(), format!("follow_up {outcome}")]);
    }
}

async fn to_the_end(client: &mut Client) -> Value {
    let body = json!({ "currentState": "/end" }).to_string().into_bytes();
    client.send("PUT", POSITION, &[("idempotency-key", KEY)], body).await.ok()
}

/// The last step of the arm's second part ends with a page that needs no answer.
async fn a_move_to_the_end_after_the_limit_ends_the_part(server: Server) {
    let mut people = in_the_second_part(&server, "treatment_1", ["heron", "otter"]).await;
    for (_, walker) in &mut people {
        pass(&mut walker.client).await;
        walker.step().await;
        walker.until(|position| position == "/flow-a/end").await;
    }
    let [(name, mut late), (in_time, mut walker)] = people;
    server.clock.advance(LIMIT);
    walker.client.sign_in(in_time).await;
    walker.finish().await;
    assert_eq!(outcomes(&server, in_time).await, ["main completed", "follow_up completed"]);
    let client = &mut late.client;
    server.clock.advance(MINUTE);
    client.sign_in(name).await;
    is_last(&to_the_end(client).await);
    is_ended(client, "timed_out", "LATER-LATE").await;
    assert_eq!(outcomes(&server, name).await, ["main completed", "follow_up timed_out"]);
    assert_eq!(server.database.number(COMPLETED).await, 1);
    // A repeat changes nothing.
    assert_eq!(to_the_end(client).await["currentState"], "/end");
    assert_eq!(outcomes(&server, name).await, ["main completed", "follow_up timed_out"]);
}

/// In the first part, too: an arm whose last step is an exercise.
#[tokio::test(flavor = "multi_thread")]
async fn a_move_to_the_end_after_the_limit_ends_the_first_part() {
    let folder = tempfile::tempdir().unwrap();
    let study = study(folder.path());
    rewrite(&study.join("study.yaml"), |text| {
        text.replacen(
            "      - /flow-a/start\n      - /post-questionnaire\n",
            "      - /post-questionnaire\n      - /flow-a/start\n",
            1,
        )
    });
    let server = Server::on(testing::sqlite().await, &study).await;
    let hour = Duration::from_hours(1);
    for (name, after, outcome) in [("heron", hour, "main completed"), ("otter", hour + MINUTE, "main timed_out")] {
        let mut walker = participant(&server, "treatment_0", name).await;
        walker.until(|position| position == "/flow-a/end").await;
        server.clock.advance(after);
        walker.client.sign_in(name).await;
        walker.step().await;
        assert_eq!(walker.position, "/end");
        assert_eq!(outcomes(&server, name).await, [outcome]);
        let completion = walker.client.get(COMPLETION).await.ok();
        let code = if outcome == "main completed" { "SMALL-DONE" } else { "SMALL-LATE" };
        assert_eq!(completion["code"], code);
    }
    assert_eq!(server.database.number("select count(*) from allocation where state = 'confirmed'").await, 2);
}
