//! The clock is set: forward, and back. Nobody is thrown out for longer than is right, and what was answered keeps its
//! order.

use std::time::Duration;

use serde_json::{Value, json};
use unmask_server::upkeep;

use crate::support::{PASSWORD, Server, Walker, both};
use crate::upkeep::days;

both!(
    answers_keep_their_order_when_the_clock_is_set,
    a_wrong_clock_leaves_no_wait_behind,
    a_clock_that_was_a_year_ahead_has_ended_nobodys_session
);

const HOUR: Duration = Duration::from_hours(1);
const YEAR: Duration = Duration::from_hours(365 * 24);

async fn refresh(walker: &mut Walker) {
    let token = walker.client.refresh_token.clone();
    let pair = walker.client.post("/api/auth/refresh", json!({ "refresh_token": token })).await;
    assert_eq!(pair.status, 200, "{pair:?}");
    walker.client.take_session(&pair);
}

async fn answers_keep_their_order_when_the_clock_is_set(server: Server) {
    let mut walker = Walker::new(server.participant("heron").await).await;
    walker.step().await;
    server.clock.advance(HOUR);
    // An hour is longer than an access token lives, and nothing else has ended.
    walker.client.get("/api/users/profile").await.is(401, "not_authenticated");
    refresh(&mut walker).await;
    walker.step().await;
    server.clock.put_back(HOUR * 2);
    walker.step().await;
    walker.step().await;
    server.clock.put_back(YEAR);
    refresh(&mut walker).await;
    let handed_in = walker.visited.clone();
    walker.until(|place| place.starts_with("/flow-a") || place == "/dashboard" || place == "/control-flow").await;
    server.clock.advance(YEAR + HOUR);
    refresh(&mut walker).await;
    walker.step().await;
    assert!(handed_in.len() == 5, "{handed_in:?}");

    let own = walker.client.get("/api/users/data").await.ok();
    let submissions = own["research"]["submissions"].as_array().unwrap();
    let items: Vec<&str> = submissions.iter().map(|row| row["item"].as_str().unwrap()).collect();
    assert!(items.starts_with(&["pre/you", "pre/views", "pre/first_look"]), "{items:?}");
    let times =
        |rows: &Value| -> Vec<i64> { rows.as_array().unwrap().iter().map(|row| row["at"].as_i64().unwrap()).collect() };
    for rows in [&own["research"]["submissions"], &own["research"]["steps"]] {
        let times = times(rows);
        assert!(times.len() > 3 && times.is_sorted(), "{times:?}");
    }
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
async fn a_clock_that_was_a_year_ahead_has_ended_nobodys_session(server: Server) {
    // It has run for weeks.
    days(&server, 15).await;
    let mut walker = Walker::new(server.participant("heron").await).await;
    walker.step().await;
    upkeep::once(&server.app).await.unwrap();
    server.clock.advance(YEAR);
    walker.client.get("/api/users/profile").await.is(401, "not_authenticated");
    for _ in 0..3 {
        upkeep::once(&server.app).await.unwrap();
        server.clock.advance(Duration::from_mins(5));
    }
    server.clock.put_back(YEAR);
    upkeep::once(&server.app).await.unwrap();
    walker.client.get("/api/users/profile").await.ok();
    refresh(&mut walker).await;
    walker.step().await;
    // What has really ended goes as before, a week after the clock was right again.
    days(&server, 12).await;
    assert_eq!(server.database.number("select count(*) from session").await, 0);
}
