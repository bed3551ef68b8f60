//! Participants in the console: the list, one of them, leaving out, taking out.

use std::time::Duration;

use serde_json::{Value, json};
use unmask_export::Request;
use unmask_store::{AuditAction, audit};

use crate::support::{Client, Server, Walker, both, form};

both! {
    the_list_is_searched_filtered_and_cut,
    a_timeline_shows_everything_in_order,
    an_exclusion_reaches_the_package,
    the_researcher_withdraws_a_participant_on_request,
}

fn codes(list: &Value) -> Vec<String> {
    list["participants"].as_array().unwrap().iter().map(|row| row["code"].as_str().unwrap().to_owned()).collect()
}

fn code(client: &Client) -> String {
    client.user["code"].as_str().unwrap().to_owned()
}

async fn the_list_is_searched_filtered_and_cut(server: Server) {
    let mut admin = server.admin().await;
    let mut all = Vec::new();
    for number in 0..5 {
        all.insert(0, code(&server.participant(&format!("person-{number}")).await));
        server.clock.advance(Duration::from_secs(1));
    }
    let mut recruited = form("panel");
    recruited["recruitment"] = json!({ "PROLIFIC_PID": "5f3a" });
    let panel = server.register(recruited).await;
    all.insert(0, code(&panel));
    Walker::finished(panel).await;

    let unblinding = json!({ "reason": "the data are complete" });
    let hidden = admin.get("/api/admin/participants").await.ok();
    assert!(hidden["participants"].as_array().unwrap().iter().all(|row| row["arm"].is_null()), "{hidden}");
    assert_eq!(codes(&admin.get("/api/admin/participants?arm=a").await.ok()), Vec::<String>::new());
    admin.post("/api/admin/unblinding", unblinding).await.ok();
    let mut ask = async |query: &str| admin.get(&format!("/api/admin/participants?{query}")).await.ok();
    assert_eq!(codes(&ask("").await), all, "the newest first");
    let first = ask("limit=4").await;
    assert_eq!((codes(&first), &first["matching"]), (all[..4].to_vec(), &json!(6)));
    let next = first["next"].as_str().unwrap();
    let second = ask(&format!("limit=4&after={next}")).await;
    assert_eq!((codes(&second), &second["next"]), (all[4..].to_vec(), &Value::Null));
    assert_eq!((&first["from"], &second["from"]), (&json!(1), &json!(5)), "the fifth of six is the first here");
    for typed in [all[2].to_lowercase(), all[2].replace('-', ""), all[2].to_lowercase().replace('-', "%20")] {
        assert_eq!(codes(&ask(&format!("q={typed}")).await), [all[2].clone()]);
    }
    assert_eq!(codes(&ask("q=5f3a").await), [all[0].clone()]);
    assert_eq!(codes(&ask("q=5f3").await), Vec::<String>::new(), "only the whole of a recruiter's id");
    assert_eq!(codes(&ask("status=finished").await), [all[0].clone()]);
    assert_eq!(codes(&ask("step=/pre-questionnaire").await), all[1..]);
    assert_eq!(codes(&ask("flag=too_fast").await), [all[0].clone()]);
    let mut by_arm: Vec<String> = Vec::new();
    for arm in ["a", "b", "c"] {
        by_arm.extend(codes(&ask(&format!("arm={arm}")).await));
    }
    by_arm.sort();
    let mut sorted = all.clone();
    sorted.sort();
    assert_eq!(by_arm, sorted);
    server.clock.advance(Duration::from_mins(31));
    // The token has ended meanwhile.
    let mut admin = server.admin().await;
    assert_eq!(codes(&admin.get("/api/admin/participants?flag=inactive").await.ok()), all[1..]);
    admin.get("/api/admin/participants?flag=ugly").await.is(400, "malformed");
}

fn kinds(detail: &Value) -> Vec<&str> {
    detail["timeline"].as_array().unwrap().iter().map(|moment| moment["kind"].as_str().unwrap()).collect()
}

async fn a_timeline_shows_everything_in_order(server: Server) {
    let mut admin = server.admin().await;
    let mut client = server.participant("heron").await;
    let address = format!("/api/admin/participants/{}", code(&client));
    let body = json!({ "section": "you", "answers": { "age": 30, "gender": "woman", "channels": ["paper"] },
        "timing": { "submit": 2500, "hidden": 500 } });
    client.post("/api/users/save-pre-questionnaire-answers", body).await.ok();
    server.clock.advance(Duration::from_mins(1));
    let mut walker = Walker::new(client).await;
    walker.until(|position| position == "/home").await;
    let practice = walker.client.get("/api/practice").await.ok();
    let url = &practice["practice"]["media"]["sources"][0]["url"];
    let media = json!([{ "url": url, "error": "network", "watched": [[0, 2], [1, 3]] }]);
    let judged = json!({ "answer": "original", "timing": { "submit": 900, "media": media } });
    walker.client.post("/api/practice/answer", judged).await.ok();
    walker.position = walker.client.position().await;
    walker.finish().await;
    let detail = admin.get(&address).await.ok();
    let kinds = kinds(&detail);
    assert_eq!(kinds[0], "registered", "{kinds:?}");
    assert!(kinds.contains(&"consented") && kinds.contains(&"exposed") && kinds.contains(&"finished"), "{kinds:?}");
    let last = |kind: &str| kinds.iter().rposition(|known| *known == kind);
    assert!(last("submitted") < last("finished"), "an answer stands before where it led to: {kinds:?}");
    let moments = detail["timeline"].as_array().unwrap();
    let at: Vec<&str> = moments.iter().map(|moment| moment["at"].as_str().unwrap()).collect();
    assert!(at.is_sorted(), "{at:?}");
    let first = moments.iter().find(|moment| moment["kind"] == "submitted").unwrap();
    assert_eq!(
        (&first["item"], &first["seconds"], &first["hiddenSeconds"]),
        (&json!("pre/you"), &json!(2.5), &json!(0.5))
    );
    assert_eq!((&first["title"], &first["labels"]["age"]), (&json!("You"), &json!("How old are you?")), "{first}");
    assert_eq!(first["labels"]["elsewhere"], Value::Null);
    let consented = moments.iter().find(|moment| moment["kind"] == "consented").unwrap();
    assert_eq!(consented["labels"]["take_part"], "I am at least 18 years old and want to take part.");
    let ticks: Vec<_> = consented["ticks"].as_object().unwrap().keys().collect();
    assert_eq!(ticks, ["take_part", "analytics"], "in the order of the consent text");
    assert_eq!((&first["flags"], &first["answers"]["age"]), (&json!(["too_fast"]), &json!(30)), "{first}");
    let judged = moments.iter().find(|moment| moment["item"] == "practice/practice_1").unwrap();
    assert_eq!(judged["flags"], json!(["media_failed", "too_fast"]), "{judged}");
    let medium = &judged["media"][0];
    assert_eq!((&medium["error"], &medium["watchedSeconds"]), (&json!("network"), &json!(3.0)));
    let blinded = moments.iter().filter(|moment| moment["step"] == "/group-part");
    let blinded: Vec<&str> = blinded.map(|moment| moment["kind"].as_str().unwrap()).collect();
    assert_eq!(blinded, ["entered"], "the number of submissions there would reveal the arm");

    admin.get(&address).await.ok();
    let typed = address.to_lowercase().replace('-', "");
    assert_eq!(admin.get(&typed).await.ok()["code"], code(&walker.client), "as somebody may write it down");
    let looks = audit::of_action(&server.app.store, AuditAction::ViewParticipant).await.unwrap();
    assert_eq!(looks.len(), 1, "one look, however often the page asks");
    admin.get("/api/admin/participants/AAAA-AAAA").await.is(404, "not_found");
}

async fn an_exclusion_reaches_the_package(server: Server) {
    let mut admin = server.admin().await;
    let walker = Walker::finished(server.participant("heron").await).await;
    let code = code(&walker.client);
    let address = format!("/api/admin/participants/{code}/exclusion");
    admin.post(&address, json!({ "reason": "  " })).await.is(422, "invalid_fields");
    admin.post(&address, json!({ "reason": "x".repeat(501) })).await.is(422, "invalid_fields");
    let row = admin.post(&address, json!({ "reason": "=1+1 a test run" })).await.ok();
    assert_eq!(row["excluded"], "=1+1 a test run");
    admin.post(&address, json!({ "reason": "once more" })).await.is(409, "already_excluded");
    let figures = admin.get("/api/admin/consort").await.ok();
    let arm = figures["arms"].as_array().unwrap().iter().find(|arm| arm["completed"] == 1).unwrap();
    assert_eq!((&arm["excluded"][0]["people"], &arm["analysable"]), (&json!(1), &json!(0)));
    assert_eq!(admin.get("/api/admin/overview").await.ok()["all"]["excluded"], 1);

    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("package");
    server.export(Request { csv_alone: true, ..server.package(&target) }).await;
    assert!(!target.join("parquet").exists(), "CSV alone was asked for");
    let mut table = csv::Reader::from_path(target.join("data/description-participants_data.csv")).unwrap();
    let head = table.headers().unwrap().clone();
    let record = table.records().next().unwrap().unwrap();
    let cell = |name: &str| &record[head.iter().position(|own| own == name).unwrap()];
    assert_eq!((cell("excluded"), cell("exclusion_reason")), ("1", "=1+1 a test run"));
    let told: Value =
        serde_json::from_str(&std::fs::read_to_string(target.join("results/consort.json")).unwrap()).unwrap();
    assert!(told.to_string().contains(r#""reason":"=1+1 a test run""#), "{told}");

    let mut include = async |wish: Value| admin.send("DELETE", &address, &[], wish.to_string().into_bytes()).await;
    include(json!({ "reason": " " })).await.is(422, "invalid_fields");
    include(json!({})).await.is(400, "malformed");
    let row = include(json!({ "reason": "it was no test run" })).await.ok();
    assert_eq!(row["excluded"], Value::Null);
    include(json!({ "reason": "once more" })).await.is(409, "not_excluded");
    let log = admin.get("/api/admin/audit").await.ok();
    let actions: Vec<&str> = log["entries"].as_array().unwrap().iter().map(|e| e["action"].as_str().unwrap()).collect();
    assert_eq!(actions[..3], ["undo exclusion", "export data", "exclude participant"]);
    assert_eq!(log["entries"][0]["details"], json!({ "participant": code, "reason": "it was no test run" }));
    assert_eq!(log["chain"]["whole"], true);
    // An earlier exclusion is still shown.
    let detail = admin.get(&format!("/api/admin/participants/{code}")).await.ok();
    let acts = detail["timeline"].as_array().unwrap().iter();
    let acts = acts.filter(|one| ["excluded", "included"].iter().any(|kind| one["kind"] == *kind));
    let told: Vec<(&Value, &Value, &Value)> = acts.map(|one| (&one["kind"], &one["reason"], &one["actor"])).collect();
    let admin = json!("admin@example.org");
    let (out, again) = (json!("excluded"), json!("included"));
    assert_eq!(
        told,
        [(&out, &json!("=1+1 a test run"), &admin), (&again, &json!("it was no test run"), &admin)],
        "{detail}"
    );
}

async fn the_researcher_withdraws_a_participant_on_request(server: Server) {
    let mut admin = server.admin().await;
    let mut keeps = server.participant("keeps").await;
    let erased = server.participant("erased").await;
    let of = |code: String| format!("/api/admin/participants/{code}/withdrawal");
    let keep = json!({ "mode": "keep", "reason": "wrote a letter" });
    let receipt = admin.post(&of(code(&keeps)), keep.clone()).await.ok();
    assert!(receipt["receipt"].is_string());
    keeps.get("/api/users/profile").await.is(401, "not_authenticated");
    admin.post(&of(code(&keeps)), keep.clone()).await.is(409, "participant_left");
    let erase = json!({ "mode": "erase", "reason": "wrote a letter" });
    admin.post(&of(code(&erased)), erase.clone()).await.ok();
    admin.post(&of(code(&erased)), erase).await.is(404, "not_found");
    admin.post(&of(code(&keeps)), json!({ "mode": "all", "reason": "x" })).await.is(400, "malformed");
    let all = admin.get("/api/admin/overview").await.ok()["all"].clone();
    assert_eq!((&all["withdrawn"], &all["erased"]), (&json!(2), &json!(1)), "{all}");
    let log = audit::of_action(&server.app.store, AuditAction::WithdrawParticipant).await.unwrap();
    assert_eq!(log.len(), 2);
    assert_eq!(log[0].details["reason"], "wrote a letter");
}
