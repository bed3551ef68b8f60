//! Truth stays on the server: nothing that a participant is sent before an answer tells what is right.

mod mirror;

use serde_json::Value;

use crate::support::{Reply, Server, Walker};

/// Ids and names of the bundle: none may ever leave the server before the debrief.
const NEVER: &str = "
    fa_1 fa_2 fa_3 fa_4 fb_1 fb_2 fb_3 fb_4 cf_1 practice_1 train- practice-1 m01a m05b \"maren\" algorithmicMedia";

/// Explanations by the id of their question or post.
const EXPLANATIONS: [(&str, &str); 6] = [
    ("fa_1", "The edge of the face was drawn again."),
    ("fa_1", "A low light can blur an edge, too."),
    ("fa_3", "The voice was made by a program."),
    ("fb_1", "The picture is old."),
    ("fb_3", "The clip was altered."),
    ("fb_4", "The sender is who it says it is."),
];

#[tokio::test(flavor = "multi_thread")]
async fn flow_a_reveals_nothing_before_the_feedback() {
    for choice in [0, 1] {
        walk("treatment_0", choice).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn flow_b_reveals_nothing_before_the_feedback() {
    for choice in [0, 1] {
        walk("treatment_1", choice).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_control_flow_knows_no_truth() {
    walk("control_0", 0).await;
}

async fn walk(group: &str, choice: usize) {
    let server = Server::sqlite().await;
    let ids = |id: &str| server.app.versions.active().ids.opaque(id).unwrap();
    let mut walker = Walker::new(server.participant_in(group).await).await;
    walker.choice = choice;
    let mut told: Vec<String> = vec![];
    while walker.place != "/end" {
        let from = walker.client.seen.len();
        walker.client.get("/api/users/data").await.ok();
        let place = walker.place.clone();
        walker.step().await;
        for reply in &walker.client.seen[from..] {
            never(reply);
            told.extend(verdicts(reply));
            for (id, text) in EXPLANATIONS {
                let known = told.contains(&ids(id)) || (place.contains(&ids(id)) && reply.call.starts_with("POST "));
                assert!(known || !reply.text().contains(text), "on {place} before the answer: {reply:?}");
            }
        }
    }
}

fn never(reply: &Reply) {
    let (text, headers) = (reply.text(), format!("{:?}", reply.headers));
    for word in NEVER.split_whitespace() {
        assert!(!says(&text, word), "'{word}' in {reply:?}");
        assert!(!says(&headers, word), "'{word}' in the headers of {reply:?}");
    }
    for key in ["\"isFake\"", "\"expect\"", "\"look_alike\"", "\"show\"", "\"scores\"", "\"seed\"", "\"form\""] {
        assert!(!reply.text().contains(key), "{key} in {reply:?}");
    }
}

/// Whether a word begins somewhere: in the middle of a ticket, four signs may be any word.
fn says(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric))
}

#[test]
fn a_word_is_found_where_it_begins() {
    assert!(says(r#""fb_2""#, "fb_2") && says("/media/m01a.png", "m01a") && says("{\"maren\"}", "\"maren\""));
    assert!(!says("?ticket=x9fb_2Q", "fb_2"));
}

/// Ids in a reply whose verdict the participant has earned: verdict pages, and lists that show them again.
fn verdicts(reply: &Reply) -> Vec<String> {
    let mut found = vec![];
    if reply.call.contains("/answer") || reply.call.contains("/followup") {
        let id = reply.call.split('/').nth(4).unwrap_or_default();
        if reply.json()["verdict"].is_object() {
            found.push(id.to_owned());
        }
    }
    let lists = reply.call.ends_with("/flow-a/questions") || reply.call.ends_with("/flow-b");
    if lists {
        let list = reply.json();
        let list = list.get("posts").unwrap_or(&list).clone();
        for item in list.as_array().unwrap() {
            let answered = item["answers"].as_array().is_some_and(|answers| !answers.is_empty());
            assert!(answered || item["verdict"].is_null(), "a verdict without an answer: {item}");
            if let (true, Value::String(id)) = (item["verdict"].is_object(), &item["id"]) {
                found.push(id.clone());
            }
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn a_verdict_waits_for_its_followup() {
    let server = Server::sqlite().await;
    let mut walker = server.walker_in("treatment_0", |place| place.ends_with("/followup")).await;
    let answer = walker.client.seen.iter().rev().find(|reply| reply.call.ends_with("/answer")).unwrap().json();
    assert!(answer["verdict"].is_null(), "{answer}");
    let questions = walker.client.get("/api/flow-a/questions").await.ok();
    assert_eq!(questions[0]["answers"][0]["answer"], "original");
    assert!(questions[0]["verdict"].is_null(), "{questions}");
    walker.step().await;
    let reply = walker.client.seen.last().unwrap().json();
    assert_eq!(reply["verdict"]["correct"], false);
    assert_eq!(reply["verdict"]["mayRetry"], true);
    assert!(reply["verdict"]["explanation"].is_null(), "as long as another attempt is open: {reply}");
}
