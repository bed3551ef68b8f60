//! The clock is set forward and back. No session ends longer than it must, and answers keep their order.

use std::time::Duration;

use serde_json::{Value, json};
use unmask_server::auth::session::begin;
use unmask_server::base::clock::rfc3339;
use unmask_server::jobs::maintenance;
use unmask_server::routes::auth::Session;
use unmask_store::sessions::open_session;

use crate::export::export;
use crate::maintenance::days;
use crate::support::{PASSWORD, Server, Walker, both};

both!(
    answers_keep_their_order_when_the_clock_is_set,
    times_are_measured_correctly_after_a_fast_clock,
    a_wrong_clock_leaves_no_wait_behind,
    a_session_is_answered_even_if_the_clock_is_set_forward_meanwhile,
    a_clock_a_year_fast_ends_no_session
);

const HOUR: Duration = Duration::from_hours(1);
const YEAR: Duration = Duration::from_hours(365 * 24);

async fn answers_keep_their_order_when_the_clock_is_set(server: Server) {
    let mut walker = Walker::new(server.participant("heron").await).await;
    walker.step().await;
    server.clock.advance(HOUR);
    // An hour is longer than an access token lives, and nothing else has ended.
    walker.client.get("/api/users/profile").await.is(401, "not_authenticated");
    walker.client.refresh().await;
    walker.step().await;
    server.clock.put_back(HOUR * 2);
    walker.step().await;
    walker.step().await;
    server.clock.put_back(YEAR);
    walker.client.refresh().await;
    let handed_in = walker.visited.clone();
    walker
        .until(|position| position.starts_with("/flow-a") || position == "/dashboard" || position == "/control-flow")
        .await;
    server.clock.advance(YEAR + HOUR);
    walker.client.refresh().await;
    walker.step().await;
    assert!(handed_in.len() == 5, "{handed_in:?}");

    let own = walker.client.get("/api/users/data").await.ok();
    let submissions = own["research"]["submissions"].as_array().unwrap();
    let items: Vec<&str> = submissions.iter().map(|row| row["item"].as_str().unwrap()).collect();
    assert!(items.starts_with(&["pre/you", "pre/views", "pre/first_look/pre_1", "pre/first_look/pre_2"]), "{items:?}");
    let times =
        |rows: &Value| -> Vec<i64> { rows.as_array().unwrap().iter().map(|row| row["at"].as_i64().unwrap()).collect() };
    for rows in [&own["research"]["submissions"], &own["research"]["steps"]] {
        let times = times(rows);
        assert!(times.len() > 3 && times.is_sorted(), "{times:?}");
    }
}

/// Registering and signing in open a session and then read it: the clock may be set between the two.
async fn a_session_is_answered_even_if_the_clock_is_set_forward_meanwhile(server: Server) {
    server.participant("heron").await;
    let account = server.database.texts("select id from account where username = 'heron'").await.remove(0);
    let at = server.clock.now();
    let (session, pair) = begin(&server.app.key, &account, at);
    server.app.store.write(async move |tx| open_session(tx, &session).await).await.unwrap();
    server.clock.advance(HOUR);
    let session = Session::of(&server.app, pair, at, None).await.unwrap();
    assert_eq!(serde_json::to_value(&session).unwrap()["user"]["username"], "heron");
}

/// The clock is an hour ahead for one answer, and right again.
async fn times_are_measured_correctly_after_a_fast_clock(server: Server) {
    let mut walker = Walker::new(server.participant("heron").await).await;
    let begun = server.clock.now();
    let minute = Duration::from_mins(1);
    server.clock.advance(minute);
    walker.step().await;
    server.clock.advance(HOUR);
    walker.client.refresh().await;
    walker.step().await;
    server.clock.put_back(HOUR);
    while walker.position != "/end" {
        server.clock.advance(Duration::from_secs(20));
        walker.client.refresh().await;
        walker.step().await;
    }
    let ended = server.clock.now();

    let own = walker.client.get("/api/users/data").await.ok();
    let times = |rows: &Value, name: &str| -> Vec<i64> {
        rows.as_array().unwrap().iter().map(|row| row[name].as_i64().unwrap()).collect()
    };
    let research = &own["research"];
    for rows in [&research["submissions"], &research["steps"]] {
        assert!(times(rows, "at").is_sorted(), "{rows}");
    }
    let measured = times(&research["submissions"], "measuredAt");
    let hour = i64::try_from(HOUR.as_millis()).unwrap();
    assert_eq!(measured[..2], [begun + 60_000, begun + 60_000 + hour]);
    assert!(measured[2..].iter().all(|at| (begun + 60_000..=ended).contains(at)), "{measured:?}");
    assert!(measured[2..].windows(2).all(|two| two[1] - two[0] >= 20_000), "{measured:?}");
    assert_eq!(research["participant"]["completedMeasuredAt"], ended);
    assert!(research["participant"]["completedAt"].as_i64().unwrap() > ended);

    let mut admin = server.admin().await;
    let code = walker.client.user["code"].as_str().unwrap();
    admin.post("/api/admin/unblinding", json!({ "reason": "the data are complete" })).await.ok();
    let detail = admin.get(&format!("/api/admin/participants/{code}")).await.ok();
    let timeline = detail["timeline"].as_array().unwrap();
    let kinds: Vec<&str> = timeline.iter().map(|moment| moment["kind"].as_str().unwrap()).collect();
    assert_eq!((kinds[0], *kinds.last().unwrap()), ("registered", "finished"), "{kinds:?}");
    let shown: Vec<&str> = timeline.iter().map(|moment| moment["at"].as_str().unwrap()).collect();
    let late = shown.iter().filter(|at| **at > rfc3339(ended).as_str()).count();
    assert_eq!(late, 1, "the one answer alone: {shown:?}");
    assert_eq!(detail["finishedAt"], rfc3339(ended));
    let items: Vec<&str> = timeline.iter().filter_map(|moment| moment["item"].as_str()).collect();
    assert!(items.starts_with(&["pre/you", "pre/views", "pre/first_look/pre_1", "pre/first_look/pre_2"]), "{items:?}");
    let steps = admin.get("/api/admin/overview").await.ok()["steps"].clone();
    let medians: Vec<f64> =
        steps.as_array().unwrap().iter().filter_map(|step| step["medianSeconds"].as_f64()).collect();
    assert!(medians.iter().all(|seconds| (20.0..3_600.0).contains(seconds)), "{steps}");

    let folder = tempfile::tempdir().unwrap();
    let (package, _) = export(&server, &folder.path().join("package")).await;
    let iso: Vec<String> = measured.iter().map(|at| rfc3339(*at)).collect();
    for table in ["submissions", "steps", "responses"] {
        let rows = package.table(table);
        let ordered = if table == "steps" { "entered_at" } else { "stored_at" };
        assert!(rows.iter().map(|row| &row[ordered]).is_sorted(), "{table}");
        assert!(rows.iter().any(|row| row["measured_at"] < row[ordered]), "{table}");
    }
    let told: Vec<String> = package.table("submissions").iter().map(|row| row["measured_at"].clone()).collect();
    assert_eq!(told, iso);
    let person = &package.table("participants")[0];
    assert_eq!([&person["completed_measured_at"], &person["last_moved_measured_at"]], [&rfc3339(ended); 2]);
    assert!(person["completed_at"] > person["completed_measured_at"]);
    let report: Value = serde_json::from_slice(&package.files["results/report.json"]).unwrap();
    let arm = report["times"].as_array().unwrap().iter().find(|arm| arm["whole"]["n"] == 1).unwrap();
    let whole = arm["whole"]["median"].as_f64().unwrap();
    assert!((whole * 1_000.0 - f64_of(ended - begun)).abs() < 1.0, "{whole}");
}

fn f64_of(milliseconds: i64) -> f64 {
    f64::from(i32::try_from(milliseconds).unwrap())
}

async fn a_wrong_clock_leaves_no_wait_behind(server: Server) {
    server.participant("heron").await;
    let mut visitor = server.visitor();
    server.clock.advance(YEAR);
    let wrong = json!({ "username": "heron", "password": "something else" });
    for _ in 0..6 {
        visitor.post("/api/auth/login", wrong.clone()).await;
    }
    visitor.post("/api/auth/login", wrong.clone()).await.is(429, "too_many_requests");
    server.clock.put_back(YEAR);
    // The wait is over, the count is not: the next failure waits as ever.
    visitor.post("/api/auth/login", wrong.clone()).await.is(401, "login_failed");
    let asked = visitor.post("/api/auth/login", wrong).await;
    asked.is(429, "too_many_requests");
    let seconds: u64 = asked.header("retry-after").parse().unwrap();
    assert!(seconds <= 60, "{seconds}");
    server.clock.advance(Duration::from_secs(seconds));
    let right = json!({ "username": "heron", "password": PASSWORD });
    assert_eq!(visitor.post("/api/auth/login", right).await.status, 200);
}

/// The server tidies up as it does every few minutes, also while the clock is wrong.
async fn a_clock_a_year_fast_ends_no_session(server: Server) {
    // It has run for weeks.
    days(&server, 15).await;
    let mut walker = Walker::new(server.participant("heron").await).await;
    walker.step().await;
    maintenance::once(&server.app).await.unwrap();
    server.clock.advance(YEAR);
    walker.client.get("/api/users/profile").await.is(401, "not_authenticated");
    for _ in 0..3 {
        maintenance::once(&server.app).await.unwrap();
        server.clock.advance(Duration::from_mins(5));
    }
    server.clock.put_back(YEAR);
    maintenance::once(&server.app).await.unwrap();
    walker.client.get("/api/users/profile").await.ok();
    walker.client.refresh().await;
    walker.step().await;
    // What has really ended goes as before, a week after the clock was right again.
    days(&server, 12).await;
    assert_eq!(server.database.number("select count(*) from session").await, 0);
}
