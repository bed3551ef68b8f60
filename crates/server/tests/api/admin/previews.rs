//! Previews of the study as a participant who does not exist.

use std::time::Duration;

use serde_json::{Value, json};
use unmask_export::Request;

use crate::analytics::{agreeing, raw};
use crate::export::package::Package;
use crate::support::{Client, Server, Walker, both};

both!(
    a_preview_takes_part_and_is_not_in_the_data,
    nothing_of_a_preview_is_counted_or_leaves,
    every_page_of_every_group_can_be_opened,
    a_preview_opens_at_its_page,
    previews_are_deleted_after_a_day
);

async fn preview(server: &Server, admin: &mut Client, body: Value) -> (Client, String) {
    let reply = admin.post("/api/admin/previews", body).await;
    assert_eq!(reply.status, 201, "{reply:?}");
    let mut client = server.visitor();
    client.take_session(&reply);
    (client, reply.json()["path"].as_str().unwrap().to_owned())
}

async fn a_preview_takes_part_and_is_not_in_the_data(server: Server) {
    let mut admin = server.admin().await;
    let before = admin.get("/api/admin/overview").await.ok();
    let ledger = unmask_store::allocation::ledger(&server.app.store).await.unwrap();
    for group in ["control_0", "treatment_0", "treatment_1"] {
        let (mut client, path) = preview(&server, &mut admin, json!({ "group": group })).await;
        assert_eq!(path, "/pre-questionnaire");
        assert_eq!(client.get("/api/users/profile").await.ok()["groupType"], group);
        Walker::finished(client).await;
    }
    assert_eq!(unmask_store::allocation::ledger(&server.app.store).await.unwrap(), ledger, "no slot was assigned");
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
    unmask_store::export::submissions(&mut snapshot, true, take).await.unwrap();
    assert_eq!(rows, 0);
    drop(snapshot);
    // Not even leaving leaves a trace.
    let (mut client, _) = preview(&server, &mut admin, json!({ "group": "control_0" })).await;
    client.post("/api/users/withdraw", json!({ "mode": "keep" })).await.ok();
    assert!(unmask_store::rights::withdrawals(&server.app.store).await.unwrap().is_empty());
}

/// Everything that the console shows, and everything that leaves, of people and simulated participants.
async fn everything(server: &Server, admin: &mut Client) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for path in [
        "overview?simulated=true",
        "participants?simulated=true",
        "consort?simulated=true",
        "results?simulated=true",
        "events",
        "study",
    ] {
        let path = format!("/api/admin/{path}");
        let mut reply = admin.get(&path).await.ok();
        while reply["computing"] == true {
            tokio::time::sleep(Duration::from_millis(20)).await;
            reply = admin.get(&path).await.ok();
        }
        // Only the number of previews may change.
        if let Some(previews) = reply.pointer_mut("/kinds/previews") {
            *previews = Value::Null;
        }
        all.push((path, reply.to_string()));
    }
    let folder = tempfile::tempdir().unwrap();
    let (target, identities) = (folder.path().join("data"), folder.path().join("identities.csv"));
    server.export(Request { identities: Some(&identities), simulated: true, ..server.package(&target) }).await;
    let mut files = Package::read(&target).files;
    // It names the end of the audit log, which has each preview; all other files are held one by one.
    files.remove("manifest.json");
    all.extend(files.into_iter().map(|(name, bytes)| (name, String::from_utf8_lossy(&bytes).into_owned())));
    all.push(("identities".into(), std::fs::read_to_string(&identities).unwrap()));
    let mut events = Vec::new();
    let collector = server.app.collector.as_ref().unwrap();
    unmask_server::collector::export::events(&server.app.store, &collector.store, true, &mut events).await.unwrap();
    all.push(("events.jsonl".into(), String::from_utf8(events).unwrap()));
    for table in ["event", "profile"] {
        let rows = raw(server, &format!("select cast(count(*) as text) from {table}")).await;
        all.push((format!("analytics {table}"), rows.join(" ")));
    }
    all
}

async fn nothing_of_a_preview_is_counted_or_leaves(server: Server) {
    let mut admin = server.admin().await;
    let (mut somebody, id) = agreeing(&server, "somebody").await;
    let event = json!([{ "event": "Clicked", "properties": { "token": "unmask", "distinct_id": id } }]).to_string();
    let json = [("content-type", "application/json")];
    assert_eq!(somebody.send("POST", "/api/collect/track/", &json, event.into()).await.text(), "1");
    let profile = json!([{ "$token": "unmask", "$distinct_id": id, "$set": { "a": 1 } }]).to_string();
    assert_eq!(somebody.send("POST", "/api/collect/engage/", &json, profile.into()).await.text(), "1");
    Walker::new(somebody).await.finish().await;
    let before = everything(&server, &mut admin).await;
    let empty: Vec<_> = before.iter().filter(|(_, content)| content.is_empty() || content == "0").collect();
    assert!(before.len() > 20 && empty.is_empty(), "{empty:?}");
    for group in ["control_0", "treatment_0", "treatment_1"] {
        let (client, _) = preview(&server, &mut admin, json!({ "group": group })).await;
        let mut client = Walker::finished(client).await.client;
        let ticks = json!({ "take_part": true, "analytics": true });
        let later = client.post("/api/users/consent", json!({ "version": "1", "locale": "en", "ticks": ticks })).await;
        later.is(409, "consent_recorded");
        client.patch("/api/users/profile", json!({ "firstName": "Nobody", "lastName": "Atall" })).await.ok();
        assert_eq!(client.get("/api/users/profile").await.ok()["analyticsId"], Value::Null, "agrees to nothing");
        let id = "somebody-else";
        let event = json!([{ "event": "Clicked", "properties": { "token": "unmask", "distinct_id": id, "$insert_id": group } }]);
        for (path, told) in
            [("track", event), ("engage", json!([{ "$token": "unmask", "$distinct_id": id, "$set": { "a": 1 } }]))]
        {
            let path = format!("/api/collect/{path}/?verbose=1");
            let told = client.send("POST", &path, &json, told.to_string().into()).await;
            assert!(told.text().contains("does not take part"), "{told:?}");
        }
    }
    for (name, told) in everything(&server, &mut admin).await {
        let earlier = &before.iter().find(|(other, _)| *other == name).unwrap().1;
        assert!(told == *earlier, "{name} is another one");
    }
}

async fn every_page_of_every_group_can_be_opened(server: Server) {
    let mut admin = server.admin().await;
    server.visitor().get("/api/admin/previews").await.is(401, "not_authenticated");
    server.participant("somebody").await.get("/api/admin/previews").await.is(403, "admin_only");
    let groups = admin.get("/api/admin/previews").await.ok();
    let mut seen = Vec::new();
    for group in groups.as_array().unwrap() {
        for shown in group["steps"].as_array().unwrap().iter().flat_map(|step| step["shown"].as_array().unwrap()) {
            for view in shown["views"].as_array().unwrap() {
                let (page, part) = (view["page"].as_str().unwrap(), &view["part"]);
                let look =
                    json!({ "group": group["group"], "page": page, "part": part, "form": "y", "language": "de" });
                let (mut client, path) = preview(&server, &mut admin, look).await;
                assert_eq!((path.as_str(), client.position().await.as_str()), (page, page));
                let asked = json!({ "page": page }).to_string();
                let correct = format!("/api/page-flow/correct-page?currentPath={page}");
                assert_eq!(client.get(&correct).await.ok()["correctPage"], page, "{asked}");
                seen.push((view["kind"].as_str().unwrap().to_owned(), page.to_owned(), client));
            }
        }
    }
    // A verdict says what is right, and a later section is the one that is asked.
    let mut verdicts = 0;
    for (kind, page, client) in &mut seen {
        let right = kind == "right";
        if let Some(id) = page.strip_prefix("/flow-a/question/").filter(|_| right || kind == "wrong") {
            let questions = client.get("/api/flow-a/questions").await.ok();
            let id = id.split('/').next().unwrap();
            let question = questions.as_array().unwrap().iter().find(|question| question["id"] == id).unwrap();
            assert_eq!(question["verdict"]["correct"], right, "{page}");
            assert_eq!(question["answers"].as_array().unwrap().len(), 1);
            verdicts += 1;
        }
    }
    assert_eq!(verdicts, 8);
    let sections: Vec<Value> = groups[0]["steps"][0]["shown"].as_array().unwrap().clone();
    assert_eq!(sections.iter().map(|shown| &shown["number"]).collect::<Vec<_>>(), [1, 2, 3]);
    let look = json!({ "group": "control_0", "page": "/pre-questionnaire", "part": 3 });
    let (mut client, _) = preview(&server, &mut admin, look).await;
    assert_eq!(client.get("/api/questionnaires/pre").await.ok()["done"], 2);
}

async fn a_preview_opens_at_its_page(server: Server) {
    let mut admin = server.admin().await;
    let wire = |id: &str| server.app.versions.active().ids.opaque(id).unwrap();
    for (group, page) in [
        ("treatment_0", format!("/flow-a/question/{}", wire("fa_2"))),
        ("treatment_1", format!("/flow-b/question/{}", wire("fb_3"))),
        ("control_0", "/control-flow".into()),
        ("control_0", "/end".into()),
        ("treatment_0", format!("/flow-a/question/{}/incorrect", wire("fa_2"))),
    ] {
        let (mut client, path) = preview(&server, &mut admin, json!({ "group": group, "page": page })).await;
        assert_eq!(path, page);
        assert_eq!(client.position().await, page);
        Walker::finished(client).await;
    }
    let (mut client, path) = preview(&server, &mut admin, json!({ "group": "control_0", "page": "/profile" })).await;
    assert_eq!((path.as_str(), client.position().await.as_str()), ("/profile", "/pre-questionnaire"));
    for (wrong, field) in [
        (json!({ "group": "control_0", "page": "/pre-questionnaire", "part": 9 }), "page"),
        (json!({ "group": "control_0", "page": "/profile", "part": 1 }), "page"),
        (json!({ "group": "control_0", "page": "/flow-a/start" }), "page"),
        (json!({ "group": "control_0", "page": "/nowhere" }), "page"),
        (json!({ "group": "control_9" }), "group"),
    ] {
        let told = admin.post("/api/admin/previews", wrong).await.is(422, "invalid_fields");
        let code = if field == "group" { "group_unknown" } else { "page_unknown" };
        assert_eq!([&told["fields"][0]["item"], &told["fields"][0]["code"]], [field, code]);
    }
    admin.post("/api/admin/previews", json!({ "group": "Control 9" })).await.is(400, "malformed");
}

async fn previews_are_deleted_after_a_day(server: Server) {
    let mut admin = server.admin().await;
    server.participant("somebody").await;
    let (client, _) = preview(&server, &mut admin, json!({ "group": "treatment_0" })).await;
    Walker::finished(client).await;
    server.clock.advance(Duration::from_hours(23));
    unmask_server::jobs::maintenance::once(&server.app).await.unwrap();
    assert_eq!(unmask_store::read_models::previews(&server.app.store).await.unwrap(), 1);
    server.clock.advance(Duration::from_hours(2));
    unmask_server::jobs::maintenance::once(&server.app).await.unwrap();
    assert_eq!(unmask_store::read_models::previews(&server.app.store).await.unwrap(), 0);
    let rows = |table: &str| format!("select count(*) from {table}");
    for table in ["submission", "step_event", "flag", "link", "account"] {
        let now = server.database.number(&rows(table)).await;
        let known = if table == "account" { 2 } else { i64::from(["step_event", "link"].contains(&table)) };
        assert_eq!(now, known, "{table}");
    }
}
