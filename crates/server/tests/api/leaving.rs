//! Withdrawal, released slots and a full study: the slot, and the remaining rights.

use std::time::Duration;

use serde_json::json;
use unmask_server::jobs::maintenance;
use unmask_store::allocation::{self, SlotState};
use unmask_store::testing::{self, Database};

use crate::support::{PASSWORD, Server, both, consent, edited};

both!(only_exposed_participants_use_up_a_slot, withdrawn_participants_cannot_change_their_name);

async fn withdrawn_participants_cannot_change_their_name(server: Server) {
    let mut client = server.participant("heron").await;
    client.post("/api/users/withdraw", json!({ "mode": "keep" })).await.ok();
    client.sign_in("heron").await;
    client.patch("/api/users/profile", json!({ "firstName": "Ada" })).await.is(403, "withdrawn");
    assert_eq!(client.get("/api/users/profile").await.ok()["profile"]["firstName"], "");
}

async fn only_exposed_participants_use_up_a_slot(server: Server) {
    for mode in ["keep", "erase"] {
        let mut client = server.register(json!({ "username": mode, "password": PASSWORD })).await;
        client.post("/api/users/withdraw", json!({ "mode": mode })).await.ok();
    }
    let mut walker = server.walker_in("treatment_0", |position| position.starts_with("/flow-a")).await;
    let before = states(&server).await;
    assert!(!before.contains(&SlotState::Withdrawn), "{before:?}");
    assert_eq!(before.iter().filter(|state| **state == SlotState::Confirmed).count(), 1);
    walker.client.post("/api/users/withdraw", json!({ "mode": "erase" })).await.ok();
    let after = states(&server).await.into_iter().filter(|state| *state == SlotState::Withdrawn);
    assert_eq!(after.count(), 1);
    let output = crate::ledger::check(&server, &[]);
    assert!(output.status.success(), "{output:?}");
}

async fn states(server: &Server) -> Vec<SlotState> {
    allocation::ledger(&server.app.store).await.unwrap().into_iter().map(|row| row.state).collect()
}

mod a_full_study_takes_no_right_away {
    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn sqlite() {
        a_full_study_takes_no_right_away(testing::sqlite().await).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn postgres() {
        a_full_study_takes_no_right_away(testing::postgres().await).await;
    }
}

/// The slot of an idle participant is assigned to another one; then the idle one returns.
async fn a_full_study_takes_no_right_away(database: Database) {
    let folder = tempfile::tempdir().unwrap();
    let study = edited(folder.path(), |text| text.replace("  places: 60", "  places: 60\n  target: 1"));
    let server = Server::on(database, &study).await;

    let mut idle = server.register(json!({ "username": "idle", "password": PASSWORD })).await;
    let hold = server.app.versions.active().study.file.allocation.hold_minutes;
    server.clock.advance(Duration::from_mins(u64::from(hold) + 1));
    maintenance::once(&server.app).await.unwrap();
    let mut last = server.participant("last").await;

    idle.sign_in("idle").await;
    assert_eq!(idle.get("/api/users/profile").await.ok()["groupType"], json!(null));
    assert_eq!(idle.post("/api/users/consent", consent()).await.ok()["consent"]["version"], "1");
    idle.patch("/api/users/profile", json!({ "firstName": "Ada" })).await.ok();
    idle.get("/api/users/current-state").await.ok();
    assert!(idle.get("/api/users/data").await.ok()["research"]["participant"].is_object());
    for (asked, right) in [("/profile", "/profile"), ("/pre-questionnaire", "/profile")] {
        let reply = idle.get(&format!("/api/page-flow/correct-page?currentPath={asked}")).await.ok();
        assert_eq!(reply["correctPage"], right);
    }

    idle.get("/api/questionnaires/pre").await.is(403, "study_closed");
    idle.get("/api/users/completion").await.is(403, "study_closed");
    idle.post("/api/practice/answer", json!({ "answer": "original" })).await.is(403, "study_closed");
    idle.put("/api/users/current-state", json!({ "currentState": "/home" })).await.is(403, "study_closed");

    let mut elsewhere = idle.clone();
    assert_eq!(elsewhere.post("/api/auth/logout", json!({})).await.status, 204);
    idle.sign_in("idle").await;
    idle.post("/api/users/withdraw", json!({ "mode": "keep" })).await.ok();
    idle.sign_in("idle").await;
    // A released slot is not assigned to a participant who withdrew.
    last.post("/api/users/withdraw", json!({ "mode": "erase" })).await.ok();
    idle.get("/api/questionnaires/pre").await.is(403, "withdrawn");
    assert_eq!(states(&server).await, [SlotState::Free]);
    idle.post("/api/users/withdraw", json!({ "mode": "erase" })).await.ok();
}
