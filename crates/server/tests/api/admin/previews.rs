//! Looking at the study as somebody who does not exist.

use std::time::Duration;

use serde_json::json;

use crate::support::{Client, Server, Walker, both};

both!(
    a_preview_is_somebody_in_the_study_and_nobody_in_the_data,
    a_preview_opens_at_its_page,
    previews_are_deleted_after_a_day
);

async fn preview(server: &Server, admin: &mut Client, body: serde_json::Value) -> (Client, String) {
    let reply = admin.post("/api/admin/previews", body).await;
    assert_eq!(reply.status, 201, "{reply:?}");
    let mut client = server.visitor();
    client.take_session(&reply);
    (client, reply.json()["path"].as_str().unwrap().to_owned())
}

async fn a_preview_is_somebody_in_the_study_and_nobody_in_the_data(server: Server) {
    let mut admin = server.admin().await;
    let before = admin.get("/api/admin/overview").await.ok();
    let ledger = unmask_store::allocation::ledger(&server.app.store).await.unwrap();
    for group in ["control_0", "treatment_0", "treatment_1"] {
        let (mut client, path) = preview(&server, &mut admin, json!({ "group": group })).await;
        assert_eq!(path, "/pre-questionnaire");
        assert_eq!(client.get("/api/users/profile").await.ok()["groupType"], group);
        let mut walker = Walker::new(client).await;
        walker.finish().await;
    }
    assert_eq!(unmask_store::allocation::ledger(&server.app.store).await.unwrap(), ledger, "no place was taken");
    let mut after = admin.get("/api/admin/overview").await.ok();
    assert_eq!(after["kinds"]["previews"], 3);
    after["kinds"]["previews"] = json!(0);
    assert_eq!(after, before);
    assert_eq!(admin.get("/api/admin/participants?simulated=true").await.ok()["all"], 0);
    assert_eq!(admin.get("/api/admin/consort").await.ok()["registered"], 0);
    let mut snapshot = server.app.store.snapshot().await.unwrap();
    let mut rows = 0;
    let take = |_| {
        rows += 1;
        Ok::<_, unmask_store::StoreError>(())
    };
    unmask_store::export::handed_in(&mut snapshot, true, take).await.unwrap();
    assert_eq!(rows, 0);
    drop(snapshot);
    // Not even leaving leaves a trace.
    let (mut client, _) = preview(&server, &mut admin, json!({ "group": "control_0" })).await;
    client.post("/api/users/withdraw", json!({ "mode": "keep" })).await.ok();
    assert!(unmask_store::rights::withdrawals(&server.app.store).await.unwrap().is_empty());
}

async fn a_preview_opens_at_its_page(server: Server) {
    let mut admin = server.admin().await;
    let wire = |id: &str| server.app.versions.active().ids.opaque(id).unwrap();
    for (group, page) in [
        ("treatment_0", format!("/flow-a/question/{}", wire("fa_2"))),
        ("treatment_1", format!("/flow-b/question/{}", wire("fb_3"))),
        ("control_0", "/control-flow".into()),
        ("control_0", "/end".into()),
    ] {
        let (mut client, path) = preview(&server, &mut admin, json!({ "group": group, "page": page })).await;
        assert_eq!(path, page);
        assert_eq!(client.place().await, page);
        let mut walker = Walker::new(client).await;
        walker.finish().await;
    }
    for (wrong, field) in [
        (json!({ "group": "control_0", "page": "/flow-a/start" }), "page"),
        (json!({ "group": "control_0", "page": "/nowhere" }), "page"),
    ] {
        let told = admin.post("/api/admin/previews", wrong).await.is(422, "invalid_fields");
        assert_eq!(told["fields"][0]["item"], field);
    }
    admin.post("/api/admin/previews", json!({ "group": "control_9" })).await.is(400, "malformed");
}

async fn previews_are_deleted_after_a_day(server: Server) {
    let mut admin = server.admin().await;
    server.participant("somebody").await;
    let (client, _) = preview(&server, &mut admin, json!({ "group": "treatment_0" })).await;
    let mut walker = Walker::new(client).await;
    walker.finish().await;
    server.clock.advance(Duration::from_hours(23));
    unmask_server::upkeep::once(&server.app).await.unwrap();
    assert_eq!(unmask_store::console::previews(&server.app.store).await.unwrap(), 1);
    server.clock.advance(Duration::from_hours(2));
    unmask_server::upkeep::once(&server.app).await.unwrap();
    assert_eq!(unmask_store::console::previews(&server.app.store).await.unwrap(), 0);
    let rows = |table: &str| format!("select count(*) from {table}");
    for table in ["submission", "step_event", "flag", "link", "account"] {
        let now = server.database.number(&rows(table)).await;
        let known = if table == "account" { 2 } else { i64::from(["step_event", "link"].contains(&table)) };
        assert_eq!(now, known, "{table}");
    }
}
