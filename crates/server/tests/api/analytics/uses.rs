//! Where events are seen again: the console's figures and funnel, a participant's timeline, the data package.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use unmask_export::{Request, USAGE_FIELDS};
use unmask_server::base::clock::rfc3339;
use unmask_server::collector::kinds::{COMMON, Kind};

use super::{FORM, TRACK, agreeing, form, send};
use crate::export::package::Package;
use crate::support::{Client, Server, both};

both!(events_are_seen_in_the_console_and_leave_with_the_data);

/// 2026-11-20, 10:00 UTC.
pub(crate) const THEN: i64 = 1_795_168_800;

/// An event of one of the program's own kinds with all its fields, this many seconds after [`THEN`].
fn full(kind: Kind, distinct_id: &str, seconds: i64, fields: Value) -> Value {
    let mut properties: Map<String, Value> =
        COMMON.iter().chain(kind.fields()).map(|(name, _)| ((*name).to_owned(), json!(1))).collect();
    let Value::Object(fields) = fields else { panic!("not an object") };
    properties.extend(fields);
    let own = json!({ "token": "unmask", "distinct_id": distinct_id, "time": THEN + seconds, "$device_id": "dev-1",
        "$user_id": distinct_id, "$browser": "Chrome", "sessionId": "s-1", "timestamp": "2026-11-20T10:00:07.000Z" });
    properties.extend(own.as_object().unwrap().clone());
    json!({ "event": kind.name(), "properties": properties })
}

/// A page view, this many seconds after [`THEN`].
pub(crate) fn view(id: &str, seconds: i64, path: &str) -> Value {
    full(Kind::PageViewed, id, seconds, json!({ "page": "A page", "path": path }))
}

pub(crate) async fn tell(client: &mut Client, events: Value) {
    assert_eq!(send(client, TRACK, FORM, form(&events.to_string(), "")).await.text(), "1");
}

async fn events_are_seen_in_the_console_and_leave_with_the_data(server: Server) {
    let mut admin = server.admin().await;
    let (mut ada, adas) = agreeing(&server, "ada").await;
    let (mut bob, bobs) = agreeing(&server, "bob").await;
    let answered =
        json!({ "questionNumber": 2, "isCorrect": true, "timeSpent": 3.5, "answer": "original", "extra": "x" });
    let adas = json!([
        view(&adas, 0, "/pre-questionnaire"),
        view(&adas, 60, "/flow-a/question/abc"),
        full(Kind::FlowAQuestion, &adas, 70, answered),
        view(&adas, 80, "/pre-questionnaire"),
        view(&adas, 90, "/post-questionnaire"),
    ]);
    tell(&mut ada, adas).await;
    tell(&mut bob, json!([view(&bobs, 5, "/pre-questionnaire"), view(&bobs, 6, "/profile")])).await;
    tell(&mut server.visitor(), json!([view("stranger", 7, "/end")])).await;
    // A participant without events is in no row.
    server.participant("heron").await;

    let usage = admin.get("/api/admin/events").await.ok();
    let kind = |usage: &Value, kind: &str| {
        usage["kinds"]
            .as_array()
            .unwrap()
            .iter()
            .find(|one| one["kind"] == kind)
            .map(|one| (one["events"].clone(), one["people"].clone()))
    };
    assert_eq!(kind(&usage, "page_viewed"), Some((json!(7), json!(2))));
    assert_eq!(kind(&usage, "flow_a_question"), None, "it would reveal the arm");
    assert_eq!(usage["pages"][0], json!({ "page": "/pre-questionnaire", "views": 3, "people": 2 }));
    let step = |steps: &Value, path: &str| steps.as_array().unwrap().iter().find(|one| one["step"] == path).cloned();
    let all = &usage["funnel"]["all"];
    let counted =
        |people: i64, on: i64, median: Value| json!({ "people": people, "continued": on, "medianSeconds": median });
    let without_step = |step: Option<Value>| {
        let mut step = step.unwrap();
        step.as_object_mut().unwrap().remove("step");
        step
    };
    assert_eq!(without_step(step(all, "/pre-questionnaire")), counted(2, 1, json!(60.0)));
    assert_eq!(without_step(step(all, "/group-part")), counted(1, 1, Value::Null), "it is somebody's own time");
    assert_eq!(without_step(step(all, "/post-questionnaire")), counted(1, 0, Value::Null));
    assert_eq!(without_step(step(all, "/end")), counted(0, 0, Value::Null), "nobody proved it");
    assert_eq!(step(all, "/consent"), None);
    assert_eq!(usage["funnel"]["arms"], json!([]), "the way that people take would tell their arm");

    let code = ada.user["code"].as_str().unwrap().to_owned();
    let detail = admin.get(&format!("/api/admin/participants/{code}")).await.ok();
    let told: Vec<(&Value, &Value, &Value)> = detail["timeline"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|moment| moment["kind"] == "event")
        .map(|moment| (&moment["at"], &moment["name"], &moment["page"]))
        .collect();
    let heard = json!(rfc3339(server.clock.now()));
    let first = (&heard, &json!("Page Viewed"), &json!("/pre-questionnaire"));
    assert_eq!(told[0], first, "under letters by the server's clock");
    assert_eq!(told.len(), 3, "what tells the arm is not there: {told:?}");

    admin.post("/api/admin/unblinding", json!({ "reason": "the data are complete" })).await;
    let usage = admin.get("/api/admin/events").await.ok();
    assert_eq!(kind(&usage, "flow_a_question"), Some((json!(1), json!(1))));
    assert_eq!(step(&usage["funnel"]["all"], "/group-part"), None);
    let arms = usage["funnel"]["arms"].as_array().unwrap();
    let came: i64 = arms.iter().filter_map(|arm| step(&arm["steps"], "/pre-questionnaire")?["people"].as_i64()).sum();
    assert_eq!((came, &arms[0]["arm"]["group"]), (2, &json!("control_0")));

    let open = admin.get(&format!("/api/admin/participants/{code}")).await.ok();
    let events = open["timeline"].as_array().unwrap().iter().filter(|moment| moment["kind"] == "event");
    let told: Vec<&Value> = events.map(|moment| &moment["at"]).collect();
    assert_eq!((told[0], told.len()), (&json!("2026-11-20T10:00:00.000Z"), 5), "and then by the browser's");

    in_the_package(&server, &code).await;
}

async fn in_the_package(server: &Server, code: &str) {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("data");
    server.export(Request { spreadsheet: true, ..server.package(&target) }).await;
    let package = Package::read(&target);
    let before = folder.path().join("before");
    server.export(Request { csv_alone: true, at: server.clock.now() - 1, ..server.package(&before) }).await;
    assert_eq!(Package::read(&before).table("usage"), Vec::<_>::new(), "what came later is not in it");
    let rows = package.table("usage");
    assert_eq!(rows.len(), 7, "of participants; a stranger is nobody's");
    let own: Vec<_> = rows.iter().filter(|row| row["participant_id"] == code).collect();
    assert_eq!(own.iter().map(|row| row["event"].as_str()).collect::<Vec<_>>(), ["1", "2", "3", "4", "5"]);
    for (column, value) in [
        ("name", "Flow A Question Answered"),
        ("kind", "flow_a_question"),
        ("happened_at", "2026-11-20T10:01:10.000Z"),
        ("timestamp", "2026-11-20T10:00:07.000Z"),
        ("imported", "0"),
        ("session_id", "s-1"),
        ("viewport_width", "1"),
        ("question_number", "2"),
        ("is_correct", "1"),
        ("time_spent", "3.5"),
        ("answer", "original"),
        ("page", "NA_not_applicable"),
        ("total_time", "NA_not_applicable"),
    ] {
        assert_eq!(own[2][column], value, "{column}");
    }
    let other: Value = serde_json::from_str(&own[2]["other"]).unwrap();
    assert_eq!(other, json!({ "$browser": "Chrome", "extra": "x" }));
    let all = package.files.iter().filter(|(name, _)| name.contains("usage"));
    for (name, content) in all {
        assert!(!String::from_utf8_lossy(content).contains("dev-1"), "{name} names a browser");
    }
    // Every field of every kind has its own column, and every kind its word.
    let fields: BTreeSet<&str> = USAGE_FIELDS.iter().map(|field| field.sent).collect();
    let declared =
        COMMON.iter().chain(Kind::ALL.iter().flat_map(|kind| kind.fields())).map(|(name, _)| *name).collect();
    assert_eq!((fields.len(), &fields), (USAGE_FIELDS.len(), &declared));
    let described = package.resource("usage")["schema"]["fields"].as_array().unwrap().clone();
    let of = |name: &str| described.iter().find(|field| field["name"] == name).unwrap().to_string();
    for kind in Kind::ALL {
        assert!(of("kind").contains(&format!("\"{}\"", kind.id())), "{kind:?}");
    }
    for field in USAGE_FIELDS {
        assert!(of(field.column).contains(field.label), "{}", field.column);
    }
    assert!(String::from_utf8_lossy(&package.files["codebook.html"]).contains("Usage events"));
}

#[tokio::test]
async fn without_analytics_the_table_is_there_and_empty() {
    let server = Server::sqlite().await;
    agreeing(&server, "ada").await;
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("data");
    server.export(Request { csv_alone: true, usage: None, ..server.package(&target) }).await;
    assert_eq!(Package::read(&target).table("usage"), Vec::<_>::new());
}
