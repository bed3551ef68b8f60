//! Two worlds that differ in nothing but the truth: what is altered in one is original in the other, and what is
//! genuine is misleading. Until an answer is stored, the two can't be distinguished: every reply is the same, its
//! length and its headers included. Anything in a reply that correlates with the truth would differ here.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use serde_json::Value;
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;
use unmask_server::routes::openapi;
use unmask_study::hex;

use crate::matrix::calls::calls;
use crate::support::{Client, Reply, Server, Walker, copy, fixture};

#[tokio::test(flavor = "multi_thread")]
async fn no_reply_to_the_control_group_depends_on_the_truth() {
    compare("control_0").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_reply_of_flow_a_depends_on_a_truth_before_its_answer() {
    compare("treatment_0").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_reply_of_flow_b_depends_on_a_truth_before_its_answer() {
    compare("treatment_1").await;
}

async fn compare(group: &str) {
    let folders = [world(false), world(true)];
    let servers = [Server::over(folders[0].path()).await, Server::over(folders[1].path()).await];
    assert_ne!(definition(&servers[0]), definition(&servers[1]), "the worlds differ");
    public_pages(&servers).await;
    let mut walkers = vec![];
    for server in &servers {
        walkers.push(Walker::new(server.participant_in(group).await).await);
    }
    let (mut compared, mut judged) = (0, 0);
    while walkers[0].position != "/end" {
        let positions = [walkers[0].position.clone(), walkers[1].position.clone()];
        // Feedback pages differ, as they should.
        let verdict = ["correct", "-right", "-wrong"].iter().any(|end| positions[0].ends_with(end));
        assert!(verdict || positions[0] == positions[1], "{positions:?}");
        let mut replies = [vec![], vec![]];
        for (index, walker) in walkers.iter_mut().enumerate() {
            walker.client.seen.clear();
            if !verdict {
                look_around(&mut walker.client, &servers[index]).await;
            }
            walker.step().await;
            replies[index] = std::mem::take(&mut walker.client.seen);
        }
        let told = replies[0].last().unwrap().json()["verdict"].is_object();
        judged += usize::from(told && !verdict);
        if verdict {
            continue;
        }
        assert_eq!(replies[0].len(), replies[1].len());
        let pairs = replies[0].len() - usize::from(told);
        for (one, other) in replies[0].iter().zip(&replies[1]).take(pairs) {
            same(one, other, &positions[0]);
            compared += 1;
        }
    }
    let expected = if group == "control_0" { 1 } else { 5 };
    assert!(judged == expected && compared > 300, "{judged} verdicts, {compared} replies");
}

/// What is sent for page addresses: the web app itself is a part of the program and the same in both.
async fn public_pages(servers: &[Server; 2]) {
    for page in ["/", "/consent", "/auth", "/home", "/flow-a/start", "/api/study", "/api/study/consent"] {
        let (one, other) = (servers[0].visitor().get(page).await, servers[1].visitor().get(page).await);
        same(&one, &other, page);
    }
}

/// Sends all calls that read something, and opens every medium that a reply names.
async fn look_around(client: &mut Client, server: &Server) {
    let document = serde_json::to_value(openapi()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    // The same rule answers `validate` and `correct-page`.
    for path in paths.iter().filter(|(_, item)| item.get("get").is_some()).map(|(path, _)| path) {
        let is_of_study = !path.starts_with("/api/installation/");
        if !is_of_study || path.ends_with("/validate") || path.ends_with("/suggestion") {
            continue;
        }
        for call in calls(&format!("GET {path}"), server) {
            let group = client.user["groupType"].as_str().unwrap().to_owned();
            client.get(&call.path.replace("OWN", &group)).await;
        }
    }
    let texts: String = client.seen.iter().map(Reply::text).collect();
    for address in texts.split('"').filter(|text| text.starts_with("/api/media/")) {
        let headers = [("range", "bytes=0-9"), ("if-modified-since", "Fri, 20 Nov 2026 10:00:00 GMT")];
        client.send("GET", address, &headers, vec![]).await;
    }
}

#[track_caller]
fn same(one: &Reply, other: &Reply, position: &str) {
    let seen = [one, other].map(|reply| {
        let mut headers: Vec<_> =
            reply.headers.iter().map(|(name, value)| (name.to_string(), plain(value.to_str().unwrap()))).collect();
        headers.sort();
        let is_json = headers.iter().any(|(_, value)| value.ends_with("json"));
        let medium = reply.call.contains("/api/media/");
        let body = match () {
            // Different pictures of the same length: what is in them is what is asked about.
            () if medium => reply.body.len().to_string(),
            () if is_json => {
                let mut body = reply.json();
                if conceal(&mut body) {
                    // Told verdicts have different lengths, and a short reply is not compressed.
                    headers.retain(|(name, _)| name != "content-length" && name != "vary");
                }
                body.to_string()
            }
            () => reply.text(),
        };
        let call = if medium { "medium".to_owned() } else { reply.call.clone() };
        (call, reply.status, headers, body)
    });
    let [(call, status, headers, body), (other_call, other_status, other_headers, other_body)] = seen;
    assert_eq!((&call, status), (&other_call, other_status), "on {position}");
    assert_eq!(headers, other_headers, "on {position}: {call}");
    let at = body.bytes().zip(other_body.bytes()).position(|(one, other)| one != other);
    let part = |text: &str| text.chars().skip(at.unwrap_or_default().saturating_sub(60)).take(120).collect::<String>();
    assert!(body == other_body, "on {position}, {call}: {} or {}", part(&body), part(&other_body));
}

/// Leaves out what is drawn anew for each person, and what a stored answer has earned; says whether there was any
/// of the latter.
fn conceal(value: &mut Value) -> bool {
    let mut earned = false;
    match value {
        Value::Object(map) => {
            let answered = map.get("answers").is_some_and(|answers| answers.as_array().is_some_and(|a| !a.is_empty()))
                || map.get("answer").is_some_and(Value::is_string);
            for (key, value) in map.iter_mut() {
                match key.as_str() {
                    "verdict" | "disabledAnswers" if answered => {
                        earned |= !std::mem::take(value).is_null();
                    }
                    // The last verdict page of a persona, from which it was completed.
                    "page" if value.as_str().is_some_and(|page| page.ends_with("correct")) => {
                        *value = Value::Null;
                        earned = true;
                    }
                    "code" | "receipt" => *value = Value::String("…".repeat(value.as_str().map_or(0, str::len))),
                    _ => earned |= conceal(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| earned |= conceal(item)),
        Value::String(text) => *text = plain(text),
        _ => {}
    }
    earned
}

/// Tickets, uuids, hashes and numbers of requests, by their length.
fn plain(text: &str) -> String {
    let random = text.starts_with("/api/media/")
        || (text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit()))
        || (text.len() == 36 && text.matches('-').count() == 4)
        || (text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit()));
    if random { format!("{} characters", text.len()) } else { text.to_owned() }
}

fn definition(server: &Server) -> String {
    server.app.versions.active().study.hash.clone()
}

/// A copy of the small study in which both versions of a stimulus are files of the same length and nothing is
/// shuffled; mirrored, every truth is the other one.
fn world(mirrored: bool) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(&fixture(), folder.path());
    edit(folder.path(), "stimuli.yaml", |line| match line.split_once("file: ") {
        Some((_, rest)) => new_medium(folder.path(), line, rest.split(',').next().unwrap()),
        None => line.into(),
    });
    for page in ["pre", "post", "treatment"] {
        edit(folder.path(), &format!("questionnaires/{page}.yaml"), |line| {
            let line = line.replace("shuffle: true", "shuffle: false");
            let truth = ["truth:", "key:"].iter().any(|word| line.contains(word));
            if mirrored && truth { mirror(&line) } else { line }
        });
    }
    for file in ["practice.yaml", "flow-a.yaml", "flow-b.yaml"] {
        edit(folder.path(), file, |line| {
            let truth = ["correct:", "show:"].iter().any(|word| line.contains(word));
            if mirrored && truth { mirror(line) } else { line.replace("attempts: 2", "attempts: 1") }
        });
    }
    edit(folder.path(), "flow-b.yaml", |line| line.replace("attempts: 1", "attempts: 1\nshuffle: false"));
    folder
}

fn mirror(line: &str) -> String {
    let pairs = [("altered", "original"), ("genuine", "misleading"), ("\"true\"", "\"false\"")];
    pairs.iter().fold(line.to_owned(), |line, (one, other)| {
        line.replace(one, "\u{1}").replace(other, one).replace('\u{1}', other)
    })
}

/// Other content of the same length for a medium, with a date that distinguishes altered from original files.
fn new_medium(study: &Path, line: &str, name: &str) -> String {
    let path = study.join("media").join(name);
    let content = format!("{name:-<500}");
    fs::write(&path, &content).unwrap();
    let days = if name.contains("b.") { 1 } else { 2 };
    let date = SystemTime::UNIX_EPOCH + Duration::from_hours(24 * days);
    File::options().write(true).open(&path).unwrap().set_modified(date).unwrap();
    let (before, after) = line.split_once("sha256: ").unwrap();
    format!("{before}sha256: {}{}", hex(&Sha256::digest(content)), &after[64..])
}

fn edit(study: &Path, file: &str, change: impl Fn(&str) -> String) {
    let path = study.join(file);
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<String> = text.lines().map(change).collect();
    fs::write(path, lines.join("\n") + "\n").unwrap();
}
