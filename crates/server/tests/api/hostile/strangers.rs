//! Ownership: every call of the document that names something, with another participant's things.

use serde_json::{Value, json};

use crate::support::{Client, Reply, Server, Walker, operations};

/// What the bundle calls its things, in all arms.
const THINGS: [&str; 15] = [
    "fa_1", "fa_2", "fa_3", "fa_4", "fb_1", "fb_2", "fb_3", "fb_4", "cf_1", "cf_2", "maren", "jonas", "pre_1",
    "post_1", "practice",
];
const ABSENT: &str = "aaaaaaaaaaaa";

/// Sends a call with a value for its parameter, and a suitable body.
async fn call(client: &mut Client, method: &str, template: &str, thing: &str) -> Reply {
    let (before, rest) = template.split_once('{').unwrap_or((template, ""));
    let after = rest.split_once('}').map_or("", |(_, after)| after);
    let path = format!("{before}{}{after}", if rest.is_empty() { "" } else { thing });
    let body = if path.ends_with("followup") || path.ends_with("ratings") {
        json!({ "answers": {} })
    } else {
        json!({ "answer": "altered", "confidence": 60 })
    };
    let body = if method == "GET" { vec![] } else { body.to_string().into_bytes() };
    client.send(method, &path, &[], body).await
}

/// As the body says it; the id of the request is another one each time.
fn words(reply: &Reply) -> (u16, Value) {
    (reply.status, if reply.body.is_empty() { Value::Null } else { reply.json() })
}

/// Content of another arm, internal IDs and missing content get the same reply.
#[tokio::test(flavor = "multi_thread")]
async fn foreign_and_missing_things_look_the_same() {
    let server = Server::sqlite().await;
    let mut compared = 0;
    let mut people = vec![];
    for number in 0..9 {
        people.push(server.participant(&format!("heron-{number}")).await);
    }
    for (group, own) in [("control_0", "cf_"), ("treatment_0", "fa_"), ("treatment_1", "fb_")] {
        let person = people.iter().position(|client| client.user["groupType"] == group).expect("somebody of each arm");
        let mut walker = Walker::new(people.swap_remove(person)).await;
        walker
            .until(|position| {
                position.starts_with("/flow-a/") || position == "/dashboard" || position == "/control-flow"
            })
            .await;
        let client = &mut walker.client;
        for (method, path, _) in operations() {
            if !path.contains("{id}") || path.starts_with("/api/admin/") {
                continue;
            }
            let absent = call(client, &method, &path, ABSENT).await;
            let foreign = THINGS.iter().filter(|thing| !thing.starts_with(own));
            // Personas are shown to all participants in the training.
            for thing in foreign.filter(|thing| !["maren", "jonas"].contains(thing)) {
                let wire = server.app.versions.active().ids.opaque(thing).unwrap_or_else(|| ABSENT.into());
                for name in [wire.as_str(), thing] {
                    let reply = call(client, &method, &path, name).await;
                    assert_eq!(words(&reply), words(&absent), "{group}: {method} {path} with {thing}");
                    assert!(reply.headers.keys().eq(absent.headers.keys()), "{reply:?}");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 300, "{compared}");
}

/// Calls of the console reveal nothing to others.
#[tokio::test(flavor = "multi_thread")]
async fn the_admins_calls_are_closed_to_all_others() {
    let server = Server::sqlite().await;
    let mut participant = server.participant("heron").await;
    let other = server.participant("otter").await;
    let code = other.user["code"].as_str().unwrap().to_owned();
    let mut left = server.participant("finch").await;
    left.post("/api/users/withdraw", json!({ "mode": "keep" })).await.ok();
    left.sign_in("finch").await;
    let calls: Vec<_> = operations().into_iter().filter(|(_, path, _)| path.starts_with("/api/admin/")).collect();
    assert!(!calls.is_empty());
    for (method, path, _) in calls {
        // A package's address is its own permission, for a browser can't send a header with a download.
        let ticket = path.ends_with("{ticket}").then_some((404, "not_found"));
        for (mut client, (status, error)) in [
            (server.visitor(), ticket.unwrap_or((401, "not_authenticated"))),
            (participant.clone(), ticket.unwrap_or((403, "admin_only"))),
            (left.clone(), ticket.unwrap_or((403, "admin_only"))),
        ] {
            let there = call(&mut client, &method, &path, &code).await;
            there.is(status, error);
            assert_eq!(words(&there), words(&call(&mut client, &method, &path, ABSENT).await), "{method} {path}");
        }
    }
    assert_eq!(participant.get("/api/users/profile").await.ok()["role"], "participant");
}

/// Tokens, receipts' keys and own data are whose they are. (Keys: `idempotency.rs`; media tickets: `tickets.rs`.)
#[tokio::test]
async fn a_token_opens_its_owners_things_alone() {
    let server = Server::sqlite().await;
    let mut heron = server.participant("heron").await;
    let mut otter = server.participant("otter").await;
    heron.patch("/api/users/profile", json!({ "firstName": "Ada" })).await.ok();
    let code = heron.user["code"].as_str().unwrap().to_owned();
    // Replies are about the participant themselves, for all parameters.
    for path in ["/api/users/data", "/api/users/profile", "/api/users/current-state"] {
        for query in [String::new(), format!("?code={code}&participant={code}&username=heron&id=heron&userId=heron")] {
            let reply = otter.get(&format!("{path}{query}")).await;
            assert_eq!(reply.status, 200, "{reply:?}");
            assert!(!reply.text().contains(&code) && !reply.text().contains("Ada"), "{reply:?}");
        }
    }
    // A refresh token is no access token, and the other way round.
    let mut swapped = server.visitor();
    swapped.token.clone_from(&heron.refresh_token);
    swapped.get("/api/users/profile").await.is(401, "not_authenticated");
    swapped.token.clear();
    let body = json!({ "refresh_token": heron.token });
    swapped.post("/api/auth/refresh", body).await.is(401, "refresh_failed");
    // Signing out ends one's own session alone.
    assert_eq!(otter.post("/api/auth/logout", json!({})).await.status, 204);
    heron.get("/api/users/profile").await.ok();
}
