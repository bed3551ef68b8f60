//! Every state against every operation of the OpenAPI document. A new operation without a row in [`table`] fails. The
//! expectations are written here and in [`positions`], not derived from the program. A rejected call changes nothing,
//! and no reply shows content of a part of the study that is not open.

pub mod calls;
mod leaks;
mod positions;
mod table;

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};
use unmask_server::routes::openapi;

use crate::support::{Client, PASSWORD, Reply, Server, Walker, digest};
use calls::{Call, calls, on_the_wire, submission};
use positions::{Arm, CONTROL, FLOW_A, FLOW_B, Position};
use table::Rule::{self, Content, Correct, Move, OwnGroup, Personas, Posts, Same, Submit, Validate};
use table::{LOGOUT, NO, OK, Row, TABLE};

#[test]
fn every_operation_has_its_row() {
    let document = serde_json::to_value(openapi()).unwrap();
    let mut operations = BTreeSet::new();
    // Calls of the console are only for the admin: `admin/authority.rs` sends each of them. Those about the
    // installation are not for participants: `installation/people.rs` sends them.
    let is_elsewhere = |path: &str| path.starts_with("/api/admin/") || path.starts_with("/api/installation/");
    for (path, item) in document["paths"].as_object().unwrap().iter().filter(|(path, _)| !is_elsewhere(path)) {
        operations.extend(item.as_object().unwrap().keys().map(|method| format!("{} {path}", method.to_uppercase())));
    }
    let rows: BTreeSet<String> = TABLE.iter().map(|row| row.0.to_owned()).collect();
    assert_eq!(operations, rows);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_control_group_gets_what_its_position_allows() {
    walk(&CONTROL).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_group_with_flow_a_gets_what_its_position_allows() {
    walk(&FLOW_A).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_group_with_flow_b_gets_what_its_position_allows() {
    walk(&FLOW_B).await;
}

/// From the first page to the last; on each, every call.
async fn walk(arm: &Arm) {
    let server = Server::sqlite().await;
    let wire = |id: &str| server.app.versions.active().ids.opaque(id).unwrap_or_else(|| "aaaaaaaaaaaa".into());
    let mut client = server.participant_in(arm.group).await;
    let mut shown = leaks::Shown::default();
    let mut done: Vec<&str> = vec![];
    for position in arm.positions() {
        assert_eq!(client.position().await, on_the_wire(position.page, wire), "the walk is another one");
        client.seen.clear();
        let before = digest(&server.database).await;
        for Row(operation, _, rule) in &TABLE {
            for call in calls(operation, &server) {
                let Some(expected) = expect(rule, operation, &call, arm, position, &done) else { continue };
                let reply = send(&mut client, operation, &call, &expected).await;
                check(&reply, &expected, position.page);
            }
        }
        digest(&server.database).await.is_still(&before, position.page);
        shown.check(&client.seen, position);
        if let Some(act) = position.acts.first() {
            take(&mut client, act, wire).await;
            done.push(act.split(" = ").next().unwrap());
        }
    }
    shown.was_everything_of(arm);
    assert_eq!(client.post("/api/auth/logout", json!({})).await.status, 204);
    client.get("/api/users/profile").await.is(401, NO);
}

/// What a call is answered with.
#[derive(Debug)]
struct Expected {
    /// `ok` or a code.
    codes: Vec<&'static str>,
    /// Whether the body is in order.
    valid: bool,
    /// A field of the reply, and its value.
    says: Option<(&'static str, Says)>,
}

#[derive(Debug)]
enum Says {
    Page(String),
    Flag(bool),
}

impl Expected {
    fn code(code: &'static str) -> Self {
        Self { codes: vec![code], valid: true, says: None }
    }
}

/// The table's rule for one call at one position; `None` for what the walk itself does, and for signing out.
fn expect(
    rule: &Rule,
    operation: &str,
    call: &Call,
    arm: &Arm,
    position: &Position,
    done: &[&str],
) -> Option<Expected> {
    let about = call.about.as_str();
    let code = Expected::code;
    let content = |part: &str| match part {
        _ if part == position.part() => code(OK),
        _ if arm.has(part) => code("wrong_page"),
        _ => code("not_found"),
    };
    Some(match rule {
        Same(_) if operation == LOGOUT => return None,
        Same(same) => code(same),
        Content([part]) => content(part),
        Content(_) if operation.contains("study/pages") && part_of(operation, about) == position.part() => {
            code(if position.opens(&page_of(about)) { OK } else { "wrong_page" })
        }
        Content(_) => content(part_of(operation, about)),
        OwnGroup | Validate if about == "foreign group" => code("other_group"),
        OwnGroup => code(OK),
        Personas if about.is_empty() || ["maren", "jonas"].contains(&about) => {
            code(if ["flow-a", "flow-b", "control"].contains(&position.part()) { OK } else { "not_found" })
        }
        Posts if arm.has("flow-b") && position.persona().is_some_and(|persona| persona == about) => code(OK),
        Posts if arm.has("flow-b") && (position.part() != "flow-b" || ["maren", "jonas"].contains(&about)) => {
            code("wrong_page")
        }
        Personas | Posts => code("not_found"),
        Submit => submitted(call, arm, position, done)?,
        Move if position.acts.contains(&about) => return None,
        Move => code(if position.opens(about) { OK } else { "wrong_page" }),
        Correct => {
            let page = if position.opens(about) { about } else { position.page };
            let page = if about.ends_with("second_look") { "/" } else { page };
            Expected { says: Some(("correctPage", Says::Page(page.into()))), ..code(OK) }
        }
        Validate => Expected { says: Some(("isValid", Says::Flag(position.opens(about)))), ..code(OK) },
    })
}

fn submitted(call: &Call, arm: &Arm, position: &Position, done: &[&str]) -> Option<Expected> {
    let item = call.about.as_str();
    let part = item.split('/').next().unwrap();
    if position.moves(item) {
        // An invalid body reaches the handler, and changes nothing.
        call.invalid.as_ref()?;
        return Some(Expected { valid: false, ..Expected::code("invalid_answers") });
    }
    let sections = ["pre", "treatment", "post"].contains(&part);
    if !arm.has(part) {
        return Some(Expected::code("not_found"));
    }
    // Whether a section exists is shown only on its page.
    if item.contains('!') && (!sections || part == position.part()) {
        return Some(Expected::code("not_found"));
    }
    let mut expected = Expected::code("wrong_page");
    if done.contains(&item) {
        // It was answered, perhaps differently.
        expected.codes.extend(["conflict", "repeated"]);
    }
    Some(expected)
}

/// The part that a text or questionnaire belongs to.
fn part_of(operation: &str, about: &str) -> &'static str {
    match about {
        "home" | "home-right" => "practice",
        "flow-a-start" | "flow-a-interim" | "flow-a-end" => "flow-a",
        "flow-b" => "flow-b",
        "control-flow" => "control",
        "end" => "end",
        "pre" if operation.contains("questionnaires") => "pre",
        "treatment" => "treatment",
        "post" => "post",
        _ => "nothing",
    }
}

/// The page that a text is shown on.
fn page_of(text: &str) -> String {
    match text {
        "flow-b" => "/dashboard".into(),
        text if text.starts_with("flow-a-") => text.replacen("flow-a-", "/flow-a/", 1),
        text => format!("/{text}"),
    }
}

async fn send(client: &mut Client, operation: &str, call: &Call, expected: &Expected) -> Reply {
    let own = client.user["groupType"].as_str().unwrap_or("treatment_0").to_owned();
    let foreign = if own == "control_0" { "treatment_1" } else { "control_0" };
    let path = call.path.replace("OWN", &own).replace("FOREIGN", foreign);
    let body = if expected.valid { &call.body } else { &call.invalid };
    let body = body.as_ref().map_or_else(Vec::new, |body| body.to_string().into_bytes());
    client.send(operation.split_once(' ').unwrap().0, &path, &[], body).await
}

fn check(reply: &Reply, expected: &Expected, state: &str) {
    let code = match reply.status {
        200..300 => (if reply.header("content-type") == "application/json" { reply.json() } else { Value::Null })
            .get("repeated")
            .map_or(OK, |repeated| if *repeated == json!(true) { "repeated" } else { OK })
            .to_owned(),
        _ => reply.json()["code"].as_str().unwrap().to_owned(),
    };
    assert!(expected.codes.contains(&code.as_str()), "{state}: {reply:?}, but {expected:?}");
    if code != OK && code != "repeated" {
        reply.is(reply.status, &code);
    }
    match &expected.says {
        Some((field, Says::Flag(flag))) => assert_eq!(reply.json()[field], *flag, "{state}: {reply:?}"),
        Some((field, Says::Page(page))) => {
            let said = reply.json()[field].as_str().unwrap().to_owned();
            // Ids on the wire depend on the installation.
            let same = said.split('/').zip(page.split('/')).enumerate().all(|(at, (a, b))| at == 3 || a == b);
            assert!(same && said.matches('/').count() == page.matches('/').count(), "{state}: {reply:?}, not {page}");
        }
        None => {}
    }
}

/// Does what moves the participant on.
async fn take(client: &mut Client, act: &str, wire: impl Fn(&str) -> String) {
    if act.starts_with('/') {
        let page = on_the_wire(act, wire);
        let moved = client.put("/api/users/current-state", json!({ "currentState": page })).await.ok();
        assert_eq!(moved["currentState"], page);
        return;
    }
    let call = submission(act, wire);
    client.post(&call.path, call.body.unwrap()).await.ok();
}

/// Visitors who do not take part: without a valid token, without consent, after withdrawal; and the admin.
#[tokio::test(flavor = "multi_thread")]
async fn other_visitors_get_what_the_table_allows() {
    let server = Server::sqlite().await;
    let mut nonsense = server.visitor();
    nonsense.token = "nonsense".into();
    let mut signed_out = server.participant("gone").await;
    signed_out.post("/api/auth/logout", json!({})).await;
    let mut erased = server.participant("erased").await;
    erased.post("/api/users/withdraw", json!({ "mode": "erase" })).await.ok();
    let expired = server.participant("late").await;
    server.clock.advance(Duration::from_hours(24 * 365));
    let undecided = server.register(json!({ "username": "undecided", "password": PASSWORD })).await;
    let left = withdrawn(&server).await;
    let admin = server.admin().await;
    let states = [
        ("without a token", 0, server.visitor()),
        ("with a token of nobody", 0, nonsense),
        ("signed out", 0, signed_out),
        ("erased", 0, erased),
        ("with an expired token", 0, expired),
        ("without consent", 1, undecided),
        ("withdrawn", 2, left),
        ("the admin", 3, admin),
    ];
    for (state, column, mut client) in states {
        // The first call with a token marks it as arrived.
        client.get("/api/users/profile").await;
        client.seen.clear();
        let before = digest(&server.database).await;
        for Row(operation, columns, _) in TABLE.iter().filter(|row| row.0 != LOGOUT) {
            // Every call for those who may not; the typical one for those who may. What does not exist is missing for
            // all signed-in accounts.
            let there = |call: &Call| column == 0 || !call.about.contains('!');
            let count = if columns[column] == OK { 1 } else { usize::MAX };
            for call in calls(operation, &server).into_iter().filter(there).take(count) {
                let expected = Expected::code(columns[column]);
                let reply = send(&mut client, operation, &call, &expected).await;
                check(&reply, &expected, state);
                if operation == &"GET /api/debrief" && expected.codes == [OK] {
                    // It shows the correct answers of answered items.
                    client.seen.pop();
                }
            }
        }
        digest(&server.database).await.is_still(&before, state);
        if state != "the admin" {
            leaks::nothing(&client.seen, state);
        }
        let logout = client.post("/api/auth/logout", json!({})).await;
        assert_eq!(logout.status, if column == 0 { 401 } else { 204 }, "{state}");
    }
}

/// A participant who has withdrawn, keeping the data, and has signed in again.
async fn withdrawn(server: &Server) -> Client {
    let mut walker = Walker::new(server.participant("left").await).await;
    // Participants who leave earlier have no group any more.
    walker
        .until(|position| position.starts_with("/flow-a") || position == "/dashboard" || position == "/control-flow")
        .await;
    let mut client = walker.client;
    client.post("/api/users/withdraw", json!({ "mode": "keep" })).await.ok();
    client.sign_in("left").await;
    client
}
