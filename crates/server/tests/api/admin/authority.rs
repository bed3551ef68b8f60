//! Every call of the console, for each kind of caller. The calls come from the OpenAPI document: a new one is in the
//! matrix.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use unmask_server::routes::openapi;
use unmask_store::{AuditAction, audit};
use unmask_study::report::blinded_labels;

use crate::support::{Client, PASSWORD, Server, Walker, digest};

/// Method and path of every call of the console, with values for its parameters.
fn calls() -> Vec<(String, String)> {
    let document = serde_json::to_value(openapi()).unwrap();
    let mut calls = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        if !path.starts_with("/api/admin/") {
            continue;
        }
        for (method, call) in item.as_object().unwrap() {
            let mut path = path.clone();
            while let Some((before, rest)) = path.split_once('{') {
                path = format!("{before}AAAA-AAAA{}", rest.split_once('}').unwrap().1);
            }
            // A ticket is the right itself, and this one is none.
            let by_ticket = call["security"] == json!([]);
            assert_eq!(by_ticket, path.starts_with("/api/admin/exports/"), "{method} {path}");
            // Which chart is drawn has no default: each of them is a call.
            let parameters = call["parameters"].as_array().into_iter().flatten();
            match parameters.filter(|one| one["in"] == "query").find(|one| one["required"] == true) {
                Some(one) => {
                    let (name, values) = (one["name"].as_str().unwrap(), one["schema"]["enum"].as_array().unwrap());
                    let with = |value: &Value| format!("{path}?{name}={}", value.as_str().unwrap());
                    calls.extend(values.iter().map(|value| (method.to_uppercase(), with(value))));
                }
                None => calls.push((method.to_uppercase(), path)),
            }
        }
    }
    assert!(calls.len() >= 5, "{calls:?}");
    calls
}

async fn rejected(client: &mut Client, status: u16, code: &str) {
    for (method, path) in calls() {
        let body = if method == "GET" || method == "DELETE" { Vec::new() } else { b"{}".to_vec() };
        let reply = client.send(&method, &path, &[], body).await;
        if path.starts_with("/api/admin/exports/") {
            reply.is(404, "not_found");
        } else {
            reply.is(status, code);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_console_is_for_the_admin_only() {
    let server = Server::sqlite().await;
    server.admin().await;
    let mut nonsense = server.visitor();
    nonsense.token = "nonsense".into();
    let mut gone = server.participant("gone").await;
    gone.post("/api/auth/logout", json!({})).await;
    let mut signed_out = server.admin().await;
    signed_out.post("/api/auth/logout", json!({})).await;
    let mut participant = server.participant("somebody").await;
    let mut undecided = server.register(json!({ "username": "undecided", "password": PASSWORD })).await;
    let mut finished = Walker::finished(server.participant("finished").await).await;
    for client in [&mut participant, &mut undecided, &mut finished.client] {
        client.get("/api/users/profile").await.ok();
    }
    let before = digest(&server.database).await;
    for mut client in [server.visitor(), nonsense, gone, signed_out] {
        rejected(&mut client, 401, "not_authenticated").await;
    }
    for mut client in [participant, undecided, finished.client] {
        rejected(&mut client, 403, "admin_only").await;
    }
    digest(&server.database).await.is_still(&before, "after every rejection");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_audit_log_has_each_sign_in_of_the_admin_only() {
    let server = Server::sqlite().await;
    server.participant("somebody").await;
    let sign_in = json!({ "username": "somebody", "password": PASSWORD });
    assert_eq!(server.visitor().post("/api/auth/login", sign_in).await.status, 200);
    let wrong = json!({ "username": server.app.settings.admin_username, "password": "not this one" });
    server.visitor().post("/api/auth/login", wrong).await.is(401, "login_failed");
    let signed_in = async || audit::of_action(&server.app.store, AuditAction::SignIn).await.unwrap();
    assert_eq!(signed_in().await, []);
    server.admin().await;
    server.admin().await;
    let actors: Vec<String> = signed_in().await.into_iter().map(|entry| entry.actor).collect();
    assert_eq!(actors, [server.app.settings.admin_username.as_str(); 2]);
}

/// Names of arms, and what only one arm has, in the small study.
pub const SECRETS: [&str; 13] = [
    "control_0",
    "treatment_0",
    "treatment_1",
    "Active control",
    "Practice with feedback",
    "Checking posts",
    "flow-a",
    "flow-b",
    "control-flow",
    "/dashboard",
    "control/",
    "fa_1",
    "fb_1",
];

/// All replies of the console that a blinded study gives without a change.
pub async fn everything(admin: &mut Client, code: &str) -> Vec<(String, String)> {
    let mut said = Vec::new();
    for (method, path) in calls() {
        // A package names the arms by design, the stream does not end, previews and the study folder are about the
        // bundle, not about participants, and the study has no later part for which somebody could be due, and no list
        // of bonuses.
        let others = ["/live", "/previews", "/study/folder", "/due/AAAA-AAAA", "/runs/AAAA-AAAA"];
        let other = others.iter().any(|end| path.ends_with(end));
        if method != "GET" || path.starts_with("/api/admin/exports/") || other {
            continue;
        }
        let path = path.replace("AAAA-AAAA", code);
        let reply = admin.get(&path).await;
        assert_eq!(reply.status, 200, "{reply:?}");
        said.push((path, reply.text()));
    }
    said
}

#[tokio::test(flavor = "multi_thread")]
async fn no_reply_names_an_arm_before_unblinding() {
    let server = Server::sqlite().await;
    let mut admin = server.admin().await;
    let mut codes = Vec::new();
    for name in ["a", "b", "c", "d"] {
        let mut walker = Walker::new(server.participant(&format!("person-{name}")).await).await;
        if name == "d" {
            walker.until(|position| !["/pre", "/home", "/treat"].iter().any(|part| position.starts_with(part))).await;
        } else {
            walker.finish().await;
        }
        codes.push(walker.client.user["code"].as_str().unwrap().to_owned());
    }
    let quotas = json!({ "arms": { "a": 50 }, "reason": "a pilot" });
    admin.put("/api/admin/study/quotas", quotas).await.ok();
    for code in &codes {
        for (path, said) in everything(&mut admin, code).await {
            for secret in SECRETS {
                assert!(!said.contains(secret), "{secret} in {path}: {said}");
            }
        }
    }
}

/// Otherwise their absence would mean nothing.
#[tokio::test(flavor = "multi_thread")]
async fn after_unblinding_the_arms_have_names_and_keep_their_labels() {
    let server = Server::sqlite().await;
    let mut admin = server.admin().await;
    let walker = Walker::finished(server.participant_in("treatment_0").await).await;
    let code = walker.client.user["code"].as_str().unwrap().to_owned();
    let address = format!("/api/admin/participants?q={code}");
    // The label of the arm in which a participant has finished.
    let letter = |overview: &Value| -> Value {
        let arms = overview["arms"].as_array().unwrap();
        arms.iter().find(|arm| arm["finished"] == 1).unwrap()["arm"]["id"].clone()
    };
    let before = letter(&admin.get("/api/admin/overview").await.ok());
    let listed = admin.get(&address).await.ok();
    assert_eq!(listed["participants"][0]["arm"], Value::Null);
    assert_eq!(listed["participants"][0]["step"], "/end");
    let done = admin.post("/api/admin/unblinding", json!({ "reason": "the data are complete" })).await;
    assert_eq!(done.status, 200, "{done:?}");
    let after = admin.get(&address).await.ok();
    let overview = admin.get("/api/admin/overview").await.ok();
    assert_eq!([&letter(&overview), &after["participants"][0]["arm"]["id"]], [&before; 2]);
    assert_eq!(after["participants"][0]["arm"]["group"], "treatment_0");
    assert_eq!(after["participants"][0]["arm"]["label"], "Practice with feedback");
    let said = everything(&mut admin, &code).await;
    for secret in ["treatment_0", "Practice with feedback", "flow-a", "fa_1"] {
        assert!(said.iter().any(|(_, text)| text.contains(secret)), "{secret}");
    }
    admin.post("/api/admin/unblinding", json!({ "reason": "once more" })).await.is(409, "already_unblinded");
    let state = admin.get("/api/admin/unblinding").await.ok();
    let reason = &state["unblindings"][0]["reason"];
    assert_eq!((&state["unblinded"], reason), (&json!(true), &json!("the data are complete")));
}

/// A simulation's certificate names the arms of simulated participants: with the same labels it would unblind those of
/// people.
#[tokio::test(flavor = "multi_thread")]
async fn simulated_participants_have_their_own_blinded_labels_until_unblinding() {
    let server = Server::with(|settings| settings.allocation_seed = Some("A".repeat(43))).await;
    let mut admin = server.admin().await;
    let mut arms = BTreeMap::new();
    for number in 0..12 {
        let simulated = number % 2 == 1;
        let name = format!("one-{number}");
        let client = if simulated { server.simulated(&name).await } else { server.participant(&name).await };
        let walker = Walker::finished(client).await;
        let user = &walker.client.user;
        arms.insert(user["code"].to_string(), (user["groupType"].to_string(), simulated));
    }
    let known = ["\"control_0\"", "\"treatment_0\"", "\"treatment_1\""];
    let expected = |arm: &str, simulated| {
        let order = blinded_labels(server.app.schedule.seed(), 3, simulated);
        ["a", "b", "c"][order.iter().position(|place| known[*place] == arm).unwrap()]
    };
    let differ = known.iter().filter(|arm| expected(arm, true) != expected(arm, false)).count();
    assert!(differ > 0, "this seed gives both the same letters, and the test shows nothing");
    let address = "/api/admin/participants?simulated=true";
    // Counts of both contain each participant once, under their label.
    let mut counted = BTreeMap::new();
    for (arm, simulated) in arms.values() {
        *counted.entry(expected(arm, *simulated).to_owned()).or_insert(0) += 1;
    }
    let consort = admin.get("/api/admin/consort?simulated=true").await.ok();
    let overview = admin.get("/api/admin/overview?simulated=true").await.ok();
    for (letter, people) in &counted {
        let of = |all: &Value| {
            all["arms"].as_array().unwrap().iter().find(|arm| arm["arm"]["id"] == letter.as_str()).cloned().unwrap()
        };
        assert_eq!(of(&consort)["allocated"], *people);
        assert_eq!(of(&overview)["finished"], *people);
    }
    let mut colleague = server.researcher("colleague").await;
    admin.post("/api/admin/unblinding", json!({ "reason": "the data are complete" })).await.ok();
    let blinded = colleague.get("/api/admin/overview?simulated=true").await.ok();
    assert_eq!(blinded["arms"], overview["arms"], "others stay blinded");
    for row in admin.get(address).await.ok()["participants"].as_array().unwrap() {
        let (arm, _) = &arms[&row["code"].to_string()];
        let shown = (row["arm"]["group"].to_string(), row["arm"]["id"].as_str());
        assert_eq!(shown, (arm.clone(), Some(expected(arm, false))));
    }
}
