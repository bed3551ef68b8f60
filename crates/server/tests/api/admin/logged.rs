//! The audit log has each act of the admin once, and no call can change it.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use unmask_store::audit;

use crate::support::{Client, Server, both, operations};

both!(each_act_makes_one_entry);

/// Calls that need another study or its folder: `activation.rs`, `folder.rs`, `recruiters.rs` and `bonus.rs` test them.
const ELSEWHERE: [&str; 5] = [
    "/api/admin/study/version",
    "/api/admin/study/folder",
    "/api/admin/study/folder/former",
    "/api/admin/recruiter/comparison",
    "/api/admin/bonus/runs",
];

const CODE: &str = "{code}";
const ID: &str = "{id}";

/// What the console can change: call, what has to be there first, body, and what the entry says.
type Act = (&'static str, &'static str, Value, &'static str);

/// In an order in which each of them works. `{code}` is a separate participant, `{id}` the webhook or its event.
fn acts() -> Vec<Act> {
    let why = |more: Value| {
        let mut body = json!({ "reason": "an inspection" });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    let excluded = "POST /api/admin/participants/{code}/exclusion";
    vec![
        ("PUT /api/admin/study/status", "", why(json!({ "status": "paused" })), "set study status"),
        ("PUT /api/admin/study/quotas", "", why(json!({ "total": 9 })), "set quotas"),
        ("POST /api/admin/previews", "", json!({ "group": "control_0" }), "open preview"),
        (excluded, "", why(json!({})), "exclude participant"),
        ("DELETE /api/admin/participants/{code}/exclusion", excluded, why(json!({})), "undo exclusion"),
        ("POST /api/admin/participants/{code}/withdrawal", "", why(json!({ "mode": "keep" })), "withdraw participant"),
        ("POST /api/admin/unblinding", "", why(json!({})), "unblind"),
        ("POST /api/admin/results/early", "", why(json!({})), "show results early"),
        // Its reason is that of the unblinding, which was before.
        ("POST /api/admin/exports", "", json!({}), "ask for export"),
        (
            "POST /api/admin/webhooks",
            "",
            json!({ "url": "https://lab.example.org/", "events": ["completed"] }),
            "add webhook",
        ),
        ("POST /api/admin/webhooks/{id}/test", "", json!({}), "test webhook"),
        ("POST /api/admin/webhooks/deliveries/{id}/redelivery", "", json!({}), "redeliver event"),
        ("DELETE /api/admin/webhooks/{id}", "", json!({}), "remove webhook"),
    ]
}

async fn act(admin: &mut Client, call: &str, code: &str, body: &Value) -> u16 {
    let (method, path) = call.split_once(' ').unwrap();
    let path = path.replace(CODE, code).replace(ID, code);
    admin.send(method, &path, &[], body.to_string().into_bytes()).await.status
}

async fn each_act_makes_one_entry(server: Server) {
    // All calls of the document that change something. A new call fails here until it has a line above.
    let is_here = |method: &str, path: &str| method != "GET" && path.contains("/admin/") && !ELSEWHERE.contains(&path);
    let changing = operations().into_iter().filter(|(method, path, _)| is_here(method, path));
    let documented: BTreeSet<String> = changing.map(|(method, path, _)| format!("{method} {path}")).collect();
    let acts = acts();
    assert_eq!(documented, acts.iter().map(|(call, ..)| (*call).to_owned()).collect());
    // The log itself can be read, and that is all.
    assert!(!documented.iter().any(|call| call.contains("audit")), "{documented:?}");

    let mut people = vec![];
    for (number, (call, ..)) in acts.iter().enumerate().filter(|(_, (call, ..))| call.contains(CODE)) {
        let person = server.participant(&format!("person-{number}")).await;
        people.push((*call, person.user["code"].as_str().unwrap().to_owned()));
    }
    let mut admin = server.admin().await;
    for (call, first, body, action) in &acts {
        let table = if call.contains("/deliveries/") { "webhook_delivery" } else { "webhook" };
        if table == "webhook_delivery" {
            // An event can be sent again once it was tried.
            server.database.run("update webhook_delivery set last_error = 'late'").await;
        }
        let code = if call.contains(ID) {
            server.database.texts(&format!("select id from {table}")).await.remove(0)
        } else {
            people.iter().find(|(of, _)| of == call).map_or_else(String::new, |(_, code)| code.clone())
        };
        let code = &code;
        if !first.is_empty() {
            assert_eq!(act(&mut admin, first, code, &json!({ "reason": "an inspection" })).await, 200);
        }
        let before = audit::entries(&server.app.store).await.unwrap().len();
        let status = act(&mut admin, call, code, body).await;
        assert!((200..300).contains(&status), "{call}: {status}");
        let entries = audit::entries(&server.app.store).await.unwrap();
        let new: Vec<&str> = entries[before..].iter().map(|entry| entry.action.as_str()).collect();
        assert_eq!(new, [*action], "{call}");
        let entry = &entries[before];
        assert_eq!(entry.actor, "admin@example.org", "{call}");
        if body["reason"].is_string() {
            assert_eq!(entry.details["reason"], "an inspection", "{call}");
        }
        // A rejected action was not carried out.
        assert!(act(&mut admin, call, "AAAA-AAAA", &json!({ "reason": 7 })).await >= 400, "{call}");
        assert_eq!(audit::entries(&server.app.store).await.unwrap().len(), entries.len(), "{call}, rejected");
    }
    assert_eq!(admin.get("/api/admin/audit").await.ok()["chain"]["whole"], true);
}
