//! Bad input: a 4xx that says what and where, and nothing changed.

mod bodies;
mod exposure;
mod origins;
mod secrets;
mod strangers;

use serde_json::{Value, json};

use crate::support::{Client, Server, both};

const SAVE: &str = "/api/users/save-pre-questionnaire-answers";

both!(bodies_that_are_no_answers_change_nothing);

async fn bodies_that_are_no_answers_change_nothing(server: Server) {
    let mut client = server.participant("heron").await;
    let before = client.get("/api/users/data").await.ok();
    let deep = format!("{{\"answers\":{}", "{\"a\":".repeat(50_000));
    let cases: Vec<(Vec<u8>, &str)> = vec![
        (b"{".to_vec(), "line 1, column 1"),
        (b"".to_vec(), "empty"),
        (b"null".to_vec(), "expected"),
        (b"[]".to_vec(), "answers"),
        (deep.into_bytes(), "nested too deeply"),
        (br#"{"answers":"all"}"#.to_vec(), "answers: "),
        (br#"{"answers":{},"groupType":"treatment_1"}"#.to_vec(), "groupType"),
        (br#"{"answers":{},"timing":{"submit":"soon"}}"#.to_vec(), "timing.submit"),
        (br#"{"answers":{"gender_words":"a\u0000b"}}"#.to_vec(), "answers.gender_words"),
        (b"{\"answers\":{\"age\":\"\xff\"}}".to_vec(), "UTF-8"),
        (br#"{"answers":{}} {}"#.to_vec(), "not valid JSON"),
    ];
    for (body, says) in cases {
        let reply = client.send("POST", SAVE, &[("content-type", "application/json")], body).await;
        let problem = reply.is(400, "malformed");
        let message = problem["message"].as_str().unwrap();
        assert!(message.contains(says) || says == "expected" || says == "answers", "{says}: {message}");
        assert!(!message.contains("QuestionnaireAnswers"), "{message}");
    }
    assert_eq!(client.get("/api/users/data").await.ok(), before);
}

#[tokio::test]
async fn answers_of_the_wrong_kind_are_named() {
    let server = Server::sqlite().await;
    let mut client = server.participant("heron").await;
    let wrong =
        json!({ "age": 17, "gender": "robot", "channels": ["paper", "none"], "born": "2023-02-30", "extra": 1 });
    let problem = client.post(SAVE, json!({ "section": "you", "answers": wrong })).await.is(422, "invalid_answers");
    let mut fields: Vec<&str> =
        problem["fields"].as_array().unwrap().iter().map(|f| f["item"].as_str().unwrap()).collect();
    fields.sort_unstable();
    assert_eq!(fields, ["age", "born", "channels", "extra", "gender"]);
    for (section, status) in [("views", 409), ("nowhere", 404), ("first_look/pre_1", 409)] {
        let reply = client.post(SAVE, json!({ "section": section, "answers": {} })).await;
        assert!([status, 409, 404].contains(&reply.status), "{reply:?}");
    }
    assert_eq!(client.position().await, "/pre-questionnaire");
}

#[tokio::test]
async fn large_bodies_are_rejected_also_when_they_arrive_small() {
    let server = Server::sqlite().await;
    let mut client = server.participant("heron").await;
    let big = json!({ "answers": { "remarks": "x".repeat(10_000_000) } }).to_string().into_bytes();
    client.send("POST", SAVE, &[("content-type", "application/json")], big).await.is(413, "too_large");
    let bomb = three_hundred_megabytes_of_spaces();
    assert!(bomb.len() < 400_000);
    let before = most_memory();
    for path in [SAVE, "/api/auth/login", "/api/collect/track"] {
        let headers = [("content-type", "application/json"), ("content-encoding", "gzip")];
        client.send("POST", path, &headers, bomb.clone()).await.is(413, "too_large");
    }
    // Each test is a separate process.
    let grown = most_memory() - before;
    assert!(grown <= 64 * 1024, "{grown} KiB");
}

/// The most memory that this process has had so far, in KiB.
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

fn three_hundred_megabytes_of_spaces() -> Vec<u8> {
    use std::io::Write as _;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let spaces = vec![b' '; 1_000_000];
    for _ in 0..300 {
        encoder.write_all(&spaces).unwrap();
    }
    encoder.finish().unwrap()
}

#[tokio::test]
async fn other_types_methods_and_addresses_get_a_json_answer() {
    let server = Server::sqlite().await;
    let mut client = server.participant("heron").await;
    let form = [("content-type", "application/x-www-form-urlencoded")];
    client.send("POST", SAVE, &form, b"a=b".to_vec()).await.is(415, "unsupported_media_type");
    client.send("DELETE", "/api/users/profile", &[], vec![]).await.is(405, "method_not_allowed");
    for path in ["/api", "/api/", "/api/nothing", "/api/users/../../etc/passwd", "/api/flow-a/questions/x/answer/y"] {
        client.get(path).await.is(404, "not_found");
    }
    client.get("/api/page-flow/next?groupType=everything&currentPage=/home").await.is(422, "invalid_fields");
    client.get("/api/page-flow/next?currentPage=/home").await.is(400, "malformed");
    let bad_key = client.post_once("1", SAVE, json!({ "answers": {} })).await;
    bad_key.is(400, "malformed");
}

#[tokio::test]
async fn another_arm_and_nothing_at_all_look_the_same() {
    let server = Server::sqlite().await;
    let mut client = server.participant_in("control_0").await;
    let question = server.app.versions.active().ids.opaque("fa_1").unwrap();
    let answer = json!({ "answer": "altered", "confidence": 60 });
    let real = client.post(&format!("/api/flow-a/questions/{question}/answer"), answer.clone()).await;
    let none = client.post("/api/flow-a/questions/aaaaaaaaaaaa/answer", answer.clone()).await;
    let bundle = client.post("/api/flow-a/questions/fa_1/answer", answer).await;
    same(&[&real.body, &none.body, &bundle.body]);
    assert_eq!((real.status, none.status, bundle.status), (404, 404, 404));
    let lists = [
        reply(&mut client, "/api/flow-a/questions").await,
        reply(&mut client, "/api/personas").await,
        reply(&mut client, "/api/personas/aaaaaaaaaaaa").await,
        reply(&mut client, "/api/flow-a/config").await,
    ];
    assert!(lists.iter().all(|list| *list == lists[0]), "{lists:?}");
}

async fn reply(client: &mut Client, path: &str) -> Value {
    client.get(path).await.is(404, "not_found")
}

fn same(bodies: &[&Vec<u8>]) {
    assert!(bodies.windows(2).all(|two| two[0] == two[1]));
}
