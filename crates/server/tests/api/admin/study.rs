//! The study as a whole: status, limits, versions, overview.

use std::time::Duration;

use serde_json::{Value, json};
use unmask_store::testing::sqlite;

use crate::support::{PASSWORD, Server, Walker, both, form};

both! {
    the_overview_counts_people_where_they_are,
    a_paused_study_takes_no_one_new_and_lets_participants_finish,
    a_full_arm_gets_no_participants,
}

async fn the_overview_counts_people_where_they_are(server: Server) {
    let mut admin = server.admin().await;
    Walker::finished(server.participant("done").await).await;
    server.participant("fresh").await;
    server.register(json!({ "username": "undecided", "password": PASSWORD })).await;
    let mut leaver = server.participant("leaver").await;
    leaver.post("/api/users/withdraw", json!({ "mode": "erase" })).await.ok();
    let seen = admin.get("/api/admin/overview").await.ok();
    let all = &seen["all"];
    let figures = ["allocated", "finished", "underWay", "withdrawn", "erased", "excluded"]
        .map(|name| all[name].as_i64().unwrap());
    assert_eq!(figures, [4, 1, 2, 1, 1, 0], "{seen}");
    let steps = seen["steps"].as_array().unwrap();
    let step = |name: &str| steps.iter().find(|step| step["step"] == name).unwrap();
    assert_eq!((&step("/consent")["entered"], &step("/consent")["active"]), (&json!(3), &json!(1)));
    assert_eq!(
        (&step("/pre-questionnaire")["entered"], &step("/pre-questionnaire")["completed"]),
        (&json!(2), &json!(1))
    );
    assert_eq!(step("/end")["entered"], 1);
    assert_eq!(seen["days"][0]["day"], "2026-11-20");
    assert_eq!(seen["kinds"], json!({ "people": 3, "simulated": 0, "previews": 0 }));
    let sum: i64 = seen["arms"].as_array().unwrap().iter().map(|arm| arm["finished"].as_i64().unwrap()).sum();
    assert_eq!(sum, 1);

    server.clock.advance(Duration::from_mins(45));
    let mut admin = server.admin().await;
    let later = admin.get("/api/admin/overview").await.ok();
    assert_eq!((&later["flags"]["inactive"], &later["flags"]["any"]), (&json!(2), &json!(3)), "{later}");
}

/// A registration is rejected, with the reason.
async fn turned_away(server: &Server, body: &Value, reason: &str) {
    let rejected = server.visitor().post("/api/auth/register", body.clone()).await.is(403, "study_closed");
    assert!(rejected["message"].as_str().unwrap().contains(reason), "{rejected}");
}

async fn a_paused_study_takes_no_one_new_and_lets_participants_finish(server: Server) {
    let mut admin = server.admin().await;
    let early = server.participant("early").await;
    let paused = json!({ "status": "paused", "reason": "the server moves" });
    let state = admin.put("/api/admin/study/status", paused).await.ok();
    assert_eq!((&state["status"], &state["open"]), (&json!("paused"), &json!(false)));
    let body = form("late");
    turned_away(&server, &body, "paused").await;
    assert_eq!(server.visitor().get("/api/study").await.ok()["open"], false);
    Walker::finished(early).await;

    admin.put("/api/admin/study/status", json!({ "status": "closed", "reason": "enough" })).await.ok();
    turned_away(&server, &body, "closed").await;
    let paused = json!({ "status": "paused", "reason": "a holiday" });
    admin.put("/api/admin/study/status", paused).await.is(409, "recruitment_closed");
    admin.put("/api/admin/study/status", json!({ "status": "open", "reason": "" })).await.is(422, "invalid_fields");
    admin.put("/api/admin/study/status", json!({ "status": "open", "reason": "a mistake" })).await.ok();
    assert_eq!(server.visitor().post("/api/auth/register", body).await.status, 201);
    let log = unmask_store::audit::entries(&server.app.store).await.unwrap();
    let said: Vec<&Value> =
        log.iter().filter(|e| e.action == "set study status").map(|e| &e.details["reason"]).collect();
    assert_eq!(said, ["the server moves", "enough", "a mistake"]);
}

async fn a_full_arm_gets_no_participants(server: Server) {
    let mut admin = server.admin().await;
    let arms = admin.get("/api/admin/study").await.ok()["arms"].clone();
    assert_eq!(arms.as_array().unwrap().len(), 3);
    let limits = json!({ "total": 7.0, "arms": { "a": 1, "b": 2.0 }, "reason": "a pilot" });
    admin.put("/api/admin/study/quotas", limits).await.ok();
    for number in 0..7 {
        server.participant(&format!("person-{number}")).await;
    }
    let body = form("late");
    turned_away(&server, &body, "full").await;
    let state = admin.get("/api/admin/study").await.ok();
    let taken: Vec<i64> =
        state["arms"].as_array().unwrap().iter().map(|arm| arm["allocated"].as_i64().unwrap()).collect();
    assert!(taken[0] <= 1 && taken[1] <= 2 && taken.iter().sum::<i64>() == 7, "{taken:?}");
    assert_eq!(state["open"], false);
    for (wrong, field) in
        [(json!({ "arms": { "z": 1 }, "reason": "x" }), "arms.z"), (json!({ "reason": " " }), "reason")]
    {
        let told = admin.put("/api/admin/study/quotas", wrong).await.is(422, "invalid_fields");
        assert_eq!(told["fields"][0]["item"], field);
    }
    admin.put("/api/admin/study/quotas", json!({ "reason": "all of it" })).await.ok();
    assert_eq!(server.visitor().post("/api/auth/register", body).await.status, 201);
}

/// The schedule ends at the bundle's target. With closed arms it continues, and the target stays valid.
#[tokio::test(flavor = "multi_thread")]
async fn a_target_holds_with_quotas_of_arms() {
    let server = Server::allocating(sqlite().await, "{block_sizes: [3], places: 6, target: 6}").await;
    let mut admin = server.admin().await;
    let told = admin.put("/api/admin/study/quotas", json!({ "total": 7, "reason": "more" })).await;
    assert_eq!(told.is(422, "invalid_fields")["fields"][0]["item"], "total");
    let third = json!({ "arms": { "a": 0, "b": 0 }, "reason": "the third arm only" });
    admin.put("/api/admin/study/quotas", third).await.ok();
    let mut arms = std::collections::BTreeSet::new();
    for number in 0..6 {
        arms.insert(server.participant(&format!("person-{number}")).await.user["groupType"].to_string());
    }
    assert_eq!(arms.len(), 1);
    let body = form("late");
    server.visitor().post("/api/auth/register", body).await.is(403, "study_closed");
    assert!(crate::ledger::check(&server, &[]).status.success(), "the ledger is what the seed gives");
}
