//! Downloading a data package from the console.

use std::io::Read as _;
use std::time::Duration;

use serde_json::{Value, json};
use unmask_store::{AuditAction, audit};

use crate::support::{Server, Walker, both};

both!(
    rows_of_a_simulations_export_are_shown_after_unblinding,
    a_package_is_downloaded_with_the_address_alone,
    an_address_ends_with_its_time_and_its_session,
    asking_before_unblinding_unblinds_with_its_reason,
    an_export_of_simulated_participants_alone_unblinds_nothing
);

async fn a_package_is_downloaded_with_the_address_alone(server: Server) {
    let mut admin = server.admin().await;
    Walker::finished(server.participant("heron").await).await;
    let asked = admin.post("/api/admin/exports", json!({ "identities": true, "reason": "the end" })).await;
    assert_eq!(asked.status, 201, "{asked:?}");
    let asked = asked.json();
    let reply = server.visitor().get(asked["package"].as_str().unwrap()).await;
    assert_eq!((reply.status, reply.header("content-type")), (200, "application/zip"));
    assert_eq!(reply.header("content-disposition"), r#"attachment; filename="small-2026-11-20.zip""#);
    assert_eq!(reply.header("cache-control"), "no-store");
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(reply.body)).unwrap();
    let mut text = String::new();
    zip.by_name("manifest.json").unwrap().read_to_string(&mut text).unwrap();
    let manifest: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(manifest["study"], "small");
    let names: Vec<String> = zip.file_names().map(|name| name.unwrap().into_owned()).collect();
    assert!(names.iter().any(|name| name == "data/description-participants_data.csv"), "{names:?}");
    assert!(!names.iter().any(|name| name.contains("identities")), "{names:?}");

    let who = server.visitor().get(asked["identities"].as_str().unwrap()).await;
    assert_eq!(who.status, 200);
    assert!(who.header("content-disposition").contains("identities.csv") && who.text().contains("heron"), "{who:?}");

    let past = admin.get("/api/admin/exports").await.ok();
    let hash = unmask_export_hash(&text);
    assert_eq!((&past[1]["package"], &past[1]["rows"]["participants"]), (&json!(hash), &json!(1)), "{past}");
    assert!(past[0]["identities"].is_string() && past[0]["package"].is_null(), "{past}");
    let left: Vec<_> =
        std::fs::read_dir(&server.app.settings.data).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().starts_with(".download")), "{left:?}");
}

/// The package's hash is that of its manifest.
fn unmask_export_hash(manifest: &str) -> String {
    use sha2::Digest as _;
    unmask_study::hex(&sha2::Sha256::digest(manifest))
}

async fn an_address_ends_with_its_time_and_its_session(server: Server) {
    let mut admin = server.admin().await;
    let asked = admin.post("/api/admin/exports", json!({ "reason": "the end" })).await.json();
    let address = asked["package"].as_str().unwrap();
    assert_eq!(asked["identities"], Value::Null);
    assert_eq!(server.visitor().get(address).await.status, 200, "also without participants");
    server.clock.advance(Duration::from_mins(6));
    server.visitor().get(address).await.is(404, "not_found");
    let asked = admin.post("/api/admin/exports", json!({ "reason": "the end" })).await.json();
    admin.post("/api/auth/logout", json!({})).await;
    server.visitor().get(asked["package"].as_str().unwrap()).await.is(404, "not_found");
    let exported = audit::of_action(&server.app.store, AuditAction::ExportData).await.unwrap();
    assert_eq!(exported.len(), 1, "what was rejected exported nothing");
}

async fn an_export_of_simulated_participants_alone_unblinds_nothing(server: Server) {
    let mut admin = server.admin().await;
    let state = admin.get("/api/admin/unblinding").await.ok();
    assert_eq!((&state["unblinded"], &state["byExport"]), (&json!(false), &json!(false)));
    let asked = admin.post("/api/admin/exports", json!({ "simulated": true })).await;
    assert_eq!((asked.status, &asked.json()["unblinded"]), (201, &json!(false)), "{asked:?}");
    let address = asked.json()["package"].as_str().unwrap().to_owned();
    assert_eq!(server.visitor().get(&address).await.status, 200);

    // A participant registered since the request.
    server.participant("heron").await;
    let outdated = server.visitor().get(&address).await;
    outdated.is(409, "export_would_unblind");
    assert!(outdated.json()["message"].as_str().unwrap().contains("ask again, with a reason"), "{outdated:?}");
    let exported = audit::of_action(&server.app.store, AuditAction::ExportData).await.unwrap();
    assert_eq!(exported.len(), 1, "what was rejected exported nothing");
    assert_eq!(admin.get("/api/admin/unblinding").await.ok()["byExport"], true);
    admin.post("/api/admin/exports", json!({ "simulated": true })).await.is(422, "invalid_fields");
    assert_eq!(admin.get("/api/admin/unblinding").await.ok()["unblinded"], false);
}

/// If a participant took part between two simulations, the additional rows would reveal the arm.
async fn rows_of_a_simulations_export_are_shown_after_unblinding(server: Server) {
    let mut admin = server.admin().await;
    admin.post("/api/admin/exports", json!({ "simulated": true })).await;
    let address = admin.post("/api/admin/exports", json!({ "simulated": true })).await.json()["package"].clone();
    assert_eq!(server.visitor().get(address.as_str().unwrap()).await.status, 200);
    let mut told = async || {
        let listed = admin.get("/api/admin/exports").await.ok()[0]["rows"].clone();
        let log = admin.get("/api/admin/audit").await.ok();
        let entries = log["entries"].as_array().unwrap();
        let logged = entries.iter().find(|entry| entry["action"] == "export data").unwrap()["details"]["rows"].clone();
        let file = admin.get("/api/admin/audit/file").await.text();
        (listed, logged, file.contains("participants\\\":"))
    };
    let (listed, logged, file) = told().await;
    assert_eq!((listed, logged, file), (json!({}), json!("(blinded)"), false));
    server.admin().await.post("/api/admin/unblinding", json!({ "reason": "the data are complete" })).await.ok();
    let (listed, logged, file) = told().await;
    assert!(listed["participants"] == 0 && logged["participants"] == 0 && file, "{listed} {logged} {file}");
}

async fn asking_before_unblinding_unblinds_with_its_reason(server: Server) {
    let mut admin = server.admin().await;
    server.participant("heron").await;
    for nothing in [json!({}), json!({ "reason": "  " })] {
        let rejected = admin.post("/api/admin/exports", nothing).await;
        rejected.is(422, "invalid_fields");
    }
    let blinded = admin.get("/api/admin/unblinding").await.ok();
    assert_eq!(blinded["unblinded"], false, "what was rejected unblinds nothing");
    let asked = admin.post("/api/admin/exports", json!({ "reason": "recruitment is over" })).await.json();
    assert_eq!(asked["unblinded"], true);
    let open = admin.get("/api/admin/unblinding").await.ok();
    assert_eq!(open["byExport"], false);
    let reason = &open["unblindings"][0]["reason"];
    assert_eq!((&open["unblinded"], reason), (&json!(true), &json!("recruitment is over")));
    assert_eq!(open["arms"][0]["group"], "control_0");
    let logged = audit::of_action(&server.app.store, AuditAction::Unblind).await.unwrap();
    assert_eq!(logged.len(), 1);
    assert_eq!(logged[0].details, json!({ "person": "admin@example.org", "reason": "recruitment is over" }));
    let again = admin.post("/api/admin/exports", json!({})).await;
    assert_eq!((again.status, &again.json()["unblinded"]), (201, &json!(false)), "there is nothing left to hide");
}
