//! Every state against every operation of the OpenAPI document. A new operation without a row in [`TABLE`] fails.
//!
//! What is expected is written down here and in [`places`], not derived from the program. Whatever is refused has
//! changed nothing, and no reply shows content of a part of the study that is not open.

pub mod calls;
mod leaks;
mod places;

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};
use unmask_server::http::openapi;

use crate::support::{Client, PASSWORD, Reply, Server, digest};
use calls::{Call, calls, on_the_wire, submission};
use places::{Arm, CONTROL, FLOW_A, FLOW_B, Place};

/// What depends on the place of somebody who takes part.
enum Here {
    /// Always the same.
    Same(&'static str),
    /// Content of these parts of the study: nothing in an arm without them, and nothing but in them.
    Content(&'static [&'static str]),
    /// Personas exist where an arm shows them.
    Personas,
    /// The posts of the persona that is under way.
    Posts,
    /// Something handed in: only what the place asks for.
    HandedIn,
    /// A move: only where the place leads.
    Move,
    /// A question about a page.
    Correct,
    Validate,
    /// Only for the own group.
    OwnGroup,
}
use Here::{Content, Correct, HandedIn, Move, OwnGroup, Personas, Posts, Same, Validate};

/// Who asks: without a valid token, without consent, after leaving, the admin, somebody who takes part.
struct Row(&'static str, [&'static str; 4], Here);

const NO: &str = "not_authenticated";
const ASK: &str = "consent_required";
const LEFT: &str = "withdrawn";
const OK: &str = "ok";

#[rustfmt::skip]
const TABLE: [Row; 46] = [
    //                                                        nobody            no consent        withdrawn         admin
    Row("POST /api/auth/login",                              ["login_failed",   "login_failed",   "login_failed",   "login_failed"],   Same("login_failed")),
    Row("POST /api/auth/register",                           ["invalid_fields", "invalid_fields", "invalid_fields", "invalid_fields"], Same("invalid_fields")),
    Row("POST /api/auth/refresh",                            ["refresh_failed", "refresh_failed", "refresh_failed", "refresh_failed"], Same("refresh_failed")),
    Row("GET /api/auth/suggestion",                          [OK,               OK,               OK,               OK],               Same(OK)),
    Row("GET /api/study",                                    [OK,               OK,               OK,               OK],               Same(OK)),
    Row("GET /api/study/consent",                            [OK,               OK,               OK,               OK],               Same(OK)),
    Row("POST /api/collect/track",                           [OK,               OK,               OK,               OK],               Same(OK)),
    Row("POST /api/collect/engage",                          [OK,               OK,               OK,               OK],               Same(OK)),
    Row("POST /api/collect/groups",                          [OK,               OK,               OK,               OK],               Same(OK)),
    Row("POST /api/collect/import",                          [NO,               NO,               NO,               NO],               Same(NO)),
    Row("GET /api/media/{ticket}",                           ["not_found",      "not_found",      "not_found",      "not_found"],      Same("not_found")),
    Row("GET /api/users/profile",                            [NO,               OK,               OK,               OK],               Same(OK)),
    Row("PATCH /api/users/profile",                          [NO,               OK,               OK,               OK],               Same(OK)),
    Row("GET /api/users/current-state",                      [NO,               OK,               OK,               OK],               Same(OK)),
    Row("GET /api/users/data",                               [NO,               OK,               OK,               "forbidden"],      Same(OK)),
    Row("GET /api/users/completion",                         [NO,               ASK,              LEFT,             "forbidden"],      Same(OK)),
    Row("POST /api/users/consent",                           [NO,               "invalid_fields", LEFT,             "forbidden"],      Same("invalid_fields")),
    // Leaving is open to everybody who takes part; here with a wish that there is not. `rights.rs` leaves.
    Row("POST /api/users/withdraw",                          [NO,               "malformed",      "malformed",      "forbidden"],      Same("malformed")),
    Row("GET /api/page-flow/config",                         [NO,               OK,               OK,               OK],               Same(OK)),
    Row("GET /api/page-flow/group/{groupType}",              [NO,               OK,               OK,               OK],               OwnGroup),
    Row("GET /api/page-flow/next",                           [NO,               OK,               OK,               OK],               OwnGroup),
    Row("GET /api/page-flow/previous",                       [NO,               OK,               OK,               OK],               OwnGroup),
    Row("GET /api/page-flow/validate",                       [NO,               OK,               OK,               OK],               Validate),
    Row("GET /api/page-flow/correct-page",                   [NO,               OK,               OK,               OK],               Correct),
    Row("PUT /api/users/current-state",                      [NO,               ASK,              LEFT,             OK],               Move),
    Row("GET /api/study/pages/{name}",                       [NO,               ASK,              LEFT,             OK],               Content(&[])),
    Row("GET /api/questionnaires/{page}",                    [NO,               ASK,              LEFT,             OK],               Content(&[])),
    Row("GET /api/practice",                                 [NO,               ASK,              LEFT,             OK],               Content(&["practice"])),
    Row("GET /api/flow-a/config",                            [NO,               ASK,              LEFT,             OK],               Content(&["flow-a"])),
    Row("GET /api/flow-a/questions",                         [NO,               ASK,              LEFT,             OK],               Content(&["flow-a"])),
    Row("GET /api/control-flow",                             [NO,               ASK,              LEFT,             OK],               Content(&["control"])),
    Row("GET /api/debrief",                                  [NO,               ASK,              LEFT,             OK],               Content(&["end"])),
    Row("GET /api/personas",                                 [NO,               ASK,              LEFT,             OK],               Personas),
    Row("GET /api/personas/{id}",                            [NO,               ASK,              LEFT,             OK],               Personas),
    Row("GET /api/personas/{id}/profile-picture",            [NO,               ASK,              LEFT,             OK],               Personas),
    Row("GET /api/personas/{id}/flow-b",                     [NO,               ASK,              LEFT,             OK],               Posts),
    Row("POST /api/users/save-pre-questionnaire-answers",    [NO,               ASK,              LEFT,             OK],               HandedIn),
    Row("POST /api/users/save-treatment-answers",            [NO,               ASK,              LEFT,             OK],               HandedIn),
    Row("POST /api/users/save-post-questionnaire-answers",   [NO,               ASK,              LEFT,             OK],               HandedIn),
    Row("POST /api/practice/answer",                         [NO,               ASK,              LEFT,             OK],               HandedIn),
    Row("POST /api/flow-a/questions/{id}/answer",            [NO,               ASK,              LEFT,             OK],               HandedIn),
    Row("POST /api/flow-a/questions/{id}/followup",          [NO,               ASK,              LEFT,             OK],               HandedIn),
    Row("POST /api/flow-b/posts/{id}/answer",                [NO,               ASK,              LEFT,             OK],               HandedIn),
    Row("POST /api/users/complete-persona/{id}",             [NO,               ASK,              LEFT,             OK],               HandedIn),
    Row("POST /api/control-flow/clips/{id}/ratings",         [NO,               ASK,              LEFT,             OK],               HandedIn),
    // The last one: afterwards the token is worth nothing, which is asked for at the end of each walk.
    Row("POST /api/auth/logout",                             [NO,               OK,               OK,               OK],               Same(OK)),
];

const LOGOUT: &str = "POST /api/auth/logout";

#[test]
fn every_operation_has_its_row() {
    let document = serde_json::to_value(openapi()).unwrap();
    let mut operations = BTreeSet::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        operations.extend(item.as_object().unwrap().keys().map(|method| format!("{} {path}", method.to_uppercase())));
    }
    let rows: BTreeSet<String> = TABLE.iter().map(|row| row.0.to_owned()).collect();
    assert_eq!(operations, rows);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_control_group_gets_what_its_place_allows() {
    walk(&CONTROL).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_group_with_flow_a_gets_what_its_place_allows() {
    walk(&FLOW_A).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_group_with_flow_b_gets_what_its_place_allows() {
    walk(&FLOW_B).await;
}

/// From the first page to the last; on each, every call.
async fn walk(arm: &Arm) {
    let server = Server::sqlite().await;
    let wire = |id: &str| server.app.versions.active().ids.opaque(id).unwrap_or_else(|| "aaaaaaaaaaaa".into());
    let mut client = server.participant_in(arm.group).await;
    let mut shown = leaks::Shown::default();
    let mut done: Vec<&str> = vec![];
    for place in arm.places() {
        assert_eq!(client.place().await, on_the_wire(place.page, wire), "the walk is another one");
        client.seen.clear();
        let before = digest(&server.database).await;
        for Row(operation, _, here) in &TABLE {
            for call in calls(operation, &server) {
                let Some(expected) = expect(here, operation, &call, arm, place, &done) else { continue };
                let reply = send(&mut client, operation, &call, &expected).await;
                check(&reply, &expected, place.page);
            }
        }
        digest(&server.database).await.is_still(&before, place.page);
        shown.check(&client.seen, place);
        if let Some(act) = place.acts.first() {
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
    codes: &'static [&'static str],
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

impl From<&'static [&'static str]> for Expected {
    fn from(codes: &'static [&'static str]) -> Self {
        Self { codes, valid: true, says: None }
    }
}

/// The table's rule for one call at one place; `None` for what the walk itself does, and for signing out.
fn expect(here: &Here, operation: &str, call: &Call, arm: &Arm, place: &Place, done: &[&str]) -> Option<Expected> {
    let about = call.about.as_str();
    let code = |code: &'static str| -> Expected {
        let codes: &'static [&'static str] = match code {
            OK => &[OK],
            "not_found" => &["not_found"],
            "wrong_page" => &["wrong_page"],
            "forbidden" => &["forbidden"],
            NO => &[NO],
            "login_failed" => &["login_failed"],
            "refresh_failed" => &["refresh_failed"],
            "invalid_fields" => &["invalid_fields"],
            _ => &["malformed"],
        };
        codes.into()
    };
    let content = |part: &str| match part {
        _ if part == place.part() => code(OK),
        _ if arm.has(part) => code("wrong_page"),
        _ => code("not_found"),
    };
    Some(match here {
        Same(_) if operation == LOGOUT => return None,
        Same(same) => code(same),
        Content([part]) => content(part),
        Content(_) => content(part_of(operation, about)),
        OwnGroup | Validate if about == "foreign group" => code("forbidden"),
        OwnGroup => code(OK),
        Personas if about.is_empty() || ["maren", "jonas"].contains(&about) => {
            code(if ["flow-a", "flow-b", "control"].contains(&place.part()) { OK } else { "not_found" })
        }
        Posts if ["maren", "jonas"].contains(&about) => match arm.has("flow-b") {
            true => code(if place.persona() == Some(about) { OK } else { "wrong_page" }),
            false => code("not_found"),
        },
        Posts if arm.has("flow-b") && place.part() != "flow-b" => code("wrong_page"),
        Personas | Posts => code("not_found"),
        HandedIn => handed_in(call, arm, place, done)?,
        Move if place.acts.contains(&about) => return None,
        Move => code(if place.opens(about) { OK } else { "wrong_page" }),
        Correct => {
            let page = if place.opens(about) { about } else { place.page };
            let page = if about.ends_with("second_look") { "/" } else { page };
            Expected { says: Some(("correctPage", Says::Page(page.into()))), ..code(OK) }
        }
        Validate => Expected { says: Some(("isValid", Says::Flag(place.opens(about)))), ..code(OK) },
    })
}

fn handed_in(call: &Call, arm: &Arm, place: &Place, done: &[&str]) -> Option<Expected> {
    let item = call.about.as_str();
    let part = item.split('/').next().unwrap();
    if place.moves(item) {
        // What is not valid has passed the door, and changes nothing.
        call.invalid.as_ref()?;
        return Some(Expected { codes: &["invalid_answers"], valid: false, says: None });
    }
    let sections = ["pre", "treatment", "post"].contains(&part);
    let codes: &'static [&'static str] = match () {
        () if !arm.has(part) => &["not_found"],
        // Whether a section exists is told on its page only.
        () if item.contains('!') && !(sections && part != place.part()) => &["not_found"],
        // It was answered, perhaps with other words.
        () if done.contains(&item) => &["wrong_page", "conflict", "repeated"],
        () => &["wrong_page"],
    };
    Some(codes.into())
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

/// Who does not take part: without a token, with one that is worth nothing, without consent, after leaving; and
/// the admin.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_does_not_take_part_gets_what_the_table_says() {
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
            // Every call for those who may not; the typical one for those who may. What does not exist is not there
            // for anybody who is signed in.
            let there = |call: &Call| column == 0 || !call.about.contains('!');
            let count = if columns[column] == OK { 1 } else { usize::MAX };
            for call in calls(operation, &server).into_iter().filter(there).take(count) {
                let expected = Expected { codes: std::slice::from_ref(&columns[column]), valid: true, says: None };
                let reply = send(&mut client, operation, &call, &expected).await;
                check(&reply, &expected, state);
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

/// Somebody who has left, keeping their data, and has signed in again.
async fn withdrawn(server: &Server) -> Client {
    let mut client = server.participant("left").await;
    client.post("/api/users/withdraw", json!({ "mode": "keep" })).await.ok();
    client.token.clear();
    let session = client.post("/api/auth/login", json!({ "username": "left", "password": PASSWORD })).await;
    client.take_session(&session);
    client
}
