//! The maintenance jobs.

use std::time::Duration;

use serde_json::json;
use unmask_server::jobs::maintenance;
use unmask_store::allocation::{self, SlotState};

use crate::analytics::agreeing;
use crate::support::{Server, Walker, both, digest};

both!(
    idle_slots_are_released_and_assigned_again,
    exposed_participants_keep_their_slot,
    ended_sessions_and_old_attempts_are_forgotten,
    twice_does_no_harm
);

async fn rows(server: &Server, table: &str) -> i64 {
    server.database.number(&format!("select count(*) from {table}")).await
}

/// Numbers of the assigned slots.
async fn taken(server: &Server) -> Vec<i64> {
    let ledger = allocation::ledger(&server.app.store).await.unwrap();
    let taken = ledger.into_iter().filter(|row| row.state != SlotState::Free);
    taken.map(|row| row.slot.number).collect()
}

fn hold(server: &Server) -> Duration {
    Duration::from_mins(u64::from(server.app.versions.active().study.file.allocation.hold_minutes))
}

async fn idle_slots_are_released_and_assigned_again(server: Server) {
    let mut idle = server.participant("idle").await;
    let first = taken(&server).await;
    server.clock.advance(hold(&server));
    maintenance::once(&server.app).await.unwrap();
    assert_eq!(taken(&server).await, first, "held for as long as the study says");

    server.clock.advance(Duration::from_mins(1));
    let mut busy = server.participant("busy").await;
    server.clock.advance(Duration::from_mins(1));
    maintenance::once(&server.app).await.unwrap();
    assert_eq!(taken(&server).await.len(), 1, "only the slot of the inactive participant");
    assert_ne!(taken(&server).await, first);
    // A participant has seen its arm, so it comes last, for new and for returning participants.
    server.participant("next").await;
    assert!(!taken(&server).await.contains(&first[0]));
    idle.sign_in("idle").await;
    assert_eq!(idle.position().await, "/pre-questionnaire");
    let all = taken(&server).await;
    assert!(all.len() == 3 && !all.contains(&first[0]), "{all:?}");
    assert_eq!(busy.position().await, "/pre-questionnaire");
}

async fn exposed_participants_keep_their_slot(server: Server) {
    let mut walker = Walker::new(server.participant("heron").await).await;
    walker
        .until(|position| position.starts_with("/flow-a") || position == "/dashboard" || position == "/control-flow")
        .await;
    let first = taken(&server).await;
    server.clock.advance(hold(&server) * 10);
    maintenance::once(&server.app).await.unwrap();
    assert_eq!(taken(&server).await, first);
}

/// So many days, with the rounds that a server makes in them.
pub async fn days(server: &Server, days: u32) {
    for _ in 0..2 * days {
        server.clock.advance(Duration::from_hours(12));
        maintenance::once(&server.app).await.unwrap();
    }
}

async fn ended_sessions_and_old_attempts_are_forgotten(server: Server) {
    let mut client = server.participant("heron").await;
    client.post("/api/auth/logout", json!({})).await;
    client.token.clear();
    let wrong = json!({ "username": "heron", "password": "not the right one" });
    client.post("/api/auth/login", wrong).await.is(401, "login_failed");
    maintenance::once(&server.app).await.unwrap();
    assert_eq!(rows(&server, "session").await, 1, "not at once");
    assert!(rows(&server, "throttle").await > 0, "not at once");
    // Longer than any session lives and any attempt counts.
    days(&server, 15).await;
    assert_eq!((rows(&server, "session").await, rows(&server, "throttle").await), (0, 0));
    assert_eq!(rows(&server, "participant").await, 1, "and nothing else");
}

async fn twice_does_no_harm(server: Server) {
    for number in 0..4 {
        Walker::new(server.participant(&format!("heron-{number}")).await).await.step().await;
    }
    server.clock.advance(hold(&server) * 2);
    maintenance::once(&server.app).await.unwrap();
    let before = digest(&server.database).await;
    let (one, other) = tokio::join!(maintenance::once(&server.app), maintenance::once(&server.app));
    one.unwrap();
    other.unwrap();
    digest(&server.database).await.is_still(&before, "the second round");
    assert_eq!(rows(&server, "submission").await, 4);
}

/// Erasing was cut short between the two databases: the participant is gone, the analytics are still there.
#[tokio::test]
async fn remaining_analytics_of_erased_people_are_deleted() {
    let server = Server::sqlite().await;
    let (mut heron, id) = agreeing(&server, "heron").await;
    let event = json!([{ "event": "Page View", "properties": { "token": "unmask", "distinct_id": id,
        "$insert_id": "a", "time": 1_795_168_800 } }]);
    let sent = heron.post("/api/collect/track?verbose=1", event).await;
    assert_eq!(sent.json()["status"], 1, "{sent:?}");
    let store = &server.app.collector.as_ref().unwrap().store;
    let people = store.participants().await.unwrap();
    assert_eq!(people.len(), 1);

    maintenance::once(&server.app).await.unwrap();
    assert_eq!(store.participants().await.unwrap(), people, "who takes part keeps them");
    let person = people[0].clone();
    let erase = async move |tx: &mut unmask_store::Tx| {
        unmask_store::rights::withdraw(tx, &person, unmask_store::rights::Mode::Erase, "r", 1).await
    };
    assert!(server.app.store.write(erase).await.unwrap());
    maintenance::once(&server.app).await.unwrap();
    assert!(store.participants().await.unwrap().is_empty());
}
