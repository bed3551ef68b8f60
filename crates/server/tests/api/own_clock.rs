//! Simulated participants have clocks of their own, so that later parts open in their time. Nobody else can have one,
//! and nothing of anybody else depends on it.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use unmask_export::Request;
use unmask_server::auth::simulated::{self, SimulatedParticipant};
use unmask_server::jobs::maintenance;

use crate::export::Package;
use crate::support::{Client, Server, Walker, both, form};
use crate::two_waves::{begin, states, study};

both!(
    a_permit_is_for_one_simulated_participant_alone,
    a_slot_is_not_released_by_a_clock_that_is_behind,
    sessions_go_by_the_clock_of_the_server
);

const DAY: i64 = 24 * 60 * 60 * 1000;

fn permit(server: &Server, seed: i64, behind: i64) -> String {
    simulated::permit(&server.app.key, SimulatedParticipant { seed, behind, earlier: 0 }, server.clock.now())
}

/// A simulated participant whose clock is some days behind.
async fn simulated(server: &Server, name: &str, seed: i64, days: i64) -> Client {
    let mut client = server.visitor();
    client.permit = Some(permit(server, seed, days * DAY));
    client.register(&[], form(name)).await;
    client
}

/// Two simulated participants and a person complete the first part in the same minute. By their own clocks, that was 40
/// days ago for two of them.
#[tokio::test(flavor = "multi_thread")]
async fn later_parts_open_and_close_by_the_participants_own_clock() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    let mut person = Walker::finished(server.participant("person").await).await;
    let mut comes = Walker::finished(simulated(&server, "comes", 1, 40).await).await;
    let mut stays = Walker::finished(simulated(&server, "stays", 2, 40).await).await;
    for walker in [&mut person, &mut comes, &mut stays] {
        assert_eq!(states(&mut walker.client).await, ["waiting"]);
        let early = json!({ "currentState": "/post-questionnaire" });
        walker.client.put("/api/users/current-state", early).await.is(409, "wrong_page");
    }
    comes.client.permit = Some(permit(&server, 1, 27 * DAY));
    assert_eq!(states(&mut comes.client).await, ["open"]);
    begin(&mut comes).await;
    comes.finish().await;
    assert_eq!(states(&mut comes.client).await, ["completed"]);
    stays.client.permit = Some(permit(&server, 2, 10 * DAY));
    assert_eq!(states(&mut stays.client).await, ["missed"]);
    assert_eq!(states(&mut person.client).await, ["waiting"]);

    let mut admin = server.admin().await;
    let of = async |admin: &mut Client, query: &str| {
        let overview = admin.get(&format!("/api/admin/overview{query}")).await.ok();
        let all = &overview["waves"][0]["all"];
        ["waiting", "completed", "missed"].map(|state| all[state].as_i64().unwrap())
    };
    assert_eq!(of(&mut admin, "").await, [1, 0, 0], "of people");
    assert_eq!(of(&mut admin, "?simulated=true").await, [1, 1, 1]);
    is_exported(&server, &folder.path().join("package")).await;
}

/// The package has the times of the participants' clocks, and the intervals between the parts.
async fn is_exported(server: &Server, target: &Path) {
    server.export(Request { simulated: true, ..server.package(target) }).await;
    let package = Package::read(target);
    let now = chrono::DateTime::from_timestamp_millis(server.clock.now()).unwrap();
    let day = |text: &str| text.parse::<chrono::DateTime<chrono::Utc>>().map(|at| (now - at).num_days()).ok();
    let people = package.table("participants");
    let days =
        |code: &str, column: &str| day(&people.iter().find(|row| row["participant_id"] == code).unwrap()[column]);
    let mut intervals: Vec<Option<i64>> = Vec::new();
    for row in package.table("waves") {
        let (registered, completed) = (days(&row["participant_id"], "registered_at"), day(&row["started_at"]));
        let is_person = registered == Some(0);
        assert_eq!(day(&row["opens_at"]), Some(if is_person { -12 } else { 28 }), "{row:?}");
        assert!(is_person || registered == Some(40), "{registered:?}");
        intervals.push(registered.zip(completed).map(|(first, second)| first - second));
    }
    intervals.sort_unstable();
    assert_eq!(intervals, [None, None, Some(13)]);
    let submitted = package.table("submissions").into_iter().filter(|row| row["wave"] == "follow_up");
    assert_eq!(submitted.map(|row| day(&row["stored_at"])).collect::<Vec<_>>(), [Some(27)]);
}

/// A permit is rejected before it has any effect, with each call of a person, of the administrator and of another
/// simulated participant.
async fn a_permit_is_for_one_simulated_participant_alone(server: Server) {
    let mut person = Walker::new(server.participant("person").await).await;
    person.step().await;
    let mut other = Walker::new(simulated(&server, "other", 5, 40).await).await;
    let mut admin = server.admin().await;
    let rows = "select count(*) from submission s join participant p on p.id = s.participant where p.simulated = 0";
    let before = (server.database.number(rows).await, other.client.position().await);
    let calls: [(&str, &str, Value); 8] = [
        ("GET", "/api/users/current-state", Value::Null),
        ("GET", "/api/users/profile", Value::Null),
        ("GET", "/api/debrief", Value::Null),
        ("PUT", "/api/users/current-state", json!({ "currentState": "/home" })),
        ("POST", "/api/users/save-pre-questionnaire-answers", json!({ "answers": {} })),
        ("POST", "/api/exposures", json!({ "exposures": [] })),
        ("GET", "/api/users/data", Value::Null),
        ("POST", "/api/users/withdraw", json!({ "mode": "keep" })),
    ];
    for (method, path, body) in &calls {
        let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
        for client in [&mut person.client, &mut other.client, &mut admin] {
            // A person's seed is not in any reply; this one is from the database of the test.
            let own = server.database.number("select seed from participant where simulated = 0").await;
            for seed in [1, own] {
                client.permit = Some(permit(&server, seed, 40 * DAY));
                client.send(method, path, &[], body.clone()).await.is(403, "invalid_permit");
            }
            let changed = permit(&server, 5, 40 * DAY).replace(&(40 * DAY).to_string(), &(41 * DAY).to_string());
            client.permit = Some(changed);
            client.send(method, path, &[], body.clone()).await.is(403, "invalid_permit");
            client.permit = None;
        }
    }
    // A person can't sign in with one either, and goes on without it.
    let mut visitor = server.visitor();
    visitor.permit = Some(permit(&server, 5, 40 * DAY));
    let credentials = json!({ "username": "person", "password": crate::support::PASSWORD });
    visitor.post("/api/auth/login", credentials).await.is(403, "invalid_permit");
    other.client.permit = Some(permit(&server, 5, 40 * DAY));
    assert_eq!((server.database.number(rows).await, other.client.position().await), before);
    person.finish().await;
    let late = format!("select count(*) from submission where at < {}", server.clock.now() - DAY);
    assert_eq!(
        server
            .database
            .number(&format!("{late} and participant in (select id from participant where simulated = 0)"))
            .await,
        0
    );

    // A clock that is set back does not change the order of what its participant does.
    other.step().await;
    other.client.permit = Some(permit(&server, 5, 50 * DAY));
    other.step().await;
    let sorted = "select count(*) from submission s join participant p on p.id = s.participant where p.simulated = 1 \
                  and s.at < p.created_at";
    assert_eq!(server.database.number(sorted).await, 0);
}

/// By the server's clock, the simulated participant has been idle for 40 days.
async fn a_slot_is_not_released_by_a_clock_that_is_behind(server: Server) {
    let mut own = simulated(&server, "own", 1, 40).await;
    let mut person = server.participant("person").await;
    let free = "select count(*) from participant where slot is null";
    maintenance::once(&server.app).await.unwrap();
    assert_eq!(server.database.number(free).await, 0);
    server.clock.advance(Duration::from_hours(3));
    maintenance::once(&server.app).await.unwrap();
    assert_eq!(server.database.number(&format!("{free} and simulated = 0")).await, 1, "as it was before");
    assert_eq!(server.database.number(free).await, 1);
    // A permit gives a person who waits for a slot none, and no other time.
    person.refresh().await;
    person.permit = Some(permit(&server, 1, 40 * DAY));
    person.get("/api/users/current-state").await.is(403, "invalid_permit");
    assert_eq!(server.database.number(&format!("{free} and simulated = 0")).await, 1);
    own.permit = Some(permit(&server, 1, 40 * DAY));
    own.refresh().await;
    Walker::finished(own).await;
}

async fn sessions_go_by_the_clock_of_the_server(server: Server) {
    let mut own = simulated(&server, "own", 1, 400).await;
    own.get("/api/users/current-state").await.ok();
    server.clock.advance(Duration::from_mins(31));
    own.permit = Some(permit(&server, 1, 400 * DAY));
    own.get("/api/users/current-state").await.is(401, "not_authenticated");
    own.refresh().await;
    own.get("/api/users/current-state").await.ok();
    // A permit lasts ten minutes, by the same clock.
    server.clock.advance(Duration::from_mins(11));
    own.get("/api/users/current-state").await.is(403, "invalid_permit");
}
