//! The audit log as the console has it: how far it goes, whether it is whole, and the whole of it as a file.

use std::collections::BTreeSet;
use std::process::{Command, Output};

use serde_json::{Value, json};
use unmask_export::Request;
use unmask_store::{AuditAction, StoreError, audit};

use crate::support::{Client, Server, both, said};

both!(
    the_head_is_that_of_the_manifest,
    the_file_has_every_entry_and_can_be_checked_without_the_program,
    a_changed_log_is_reported_and_can_be_downloaded,
    details_that_reveal_an_arm_are_blinded_in_the_file
);

const FILE: &str = "/api/admin/audit/file";

async fn lines(admin: &mut Client) -> (String, Vec<Value>) {
    let reply = admin.get(FILE).await;
    assert_eq!((reply.status, reply.header("content-type")), (200, "application/x-ndjson"));
    assert!(reply.header("content-disposition").starts_with("attachment; filename="));
    let text = reply.text();
    (text.clone(), text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// The script for checking a file in docs/CONSOLE.md.
fn documented(file: &str) -> Output {
    let page = include_str!("../../../../../docs/CONSOLE.md");
    let script = page.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("audit-log.jsonl"), file).unwrap();
    let mut python = Command::new("python3");
    python.current_dir(folder.path()).args(["-c", script, "audit-log.jsonl"]).output().unwrap()
}

#[track_caller]
fn says(output: &Output, expected: &str) {
    assert_eq!(said(output).trim(), expected);
}

async fn the_head_is_that_of_the_manifest(server: Server) {
    let mut admin = server.admin().await;
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("package");
    let before = admin.get("/api/admin/audit").await.ok()["chain"].clone();
    server.export(Request { csv_alone: true, ..server.package(&target) }).await;
    let manifest = std::fs::read_to_string(target.join("manifest.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!((&manifest["audit"]["entries"], &manifest["audit"]["head"]), (&before["entries"], &before["head"]));
    let log = admin.get("/api/admin/audit").await.ok();
    assert_eq!(log["chain"]["entries"], before["entries"].as_i64().unwrap() + 1);
    assert_ne!(log["chain"]["head"], before["head"]);
    // Later, the entry of that number must still have that hash.
    let number = usize::try_from(before["entries"].as_i64().unwrap()).unwrap();
    assert_eq!(lines(&mut admin).await.1[number - 1]["hash"], manifest["audit"]["head"]);
}

async fn the_file_has_every_entry_and_can_be_checked_without_the_program(server: Server) {
    let mut admin = server.admin().await;
    let many = server.app.store.write(async |tx| {
        for n in 0..1100 {
            let words = json!({ "words": format!("ü \"x\"\n{n}"), "share": 0.1, "none": null });
            audit::audit(tx, 1_790_000_000_000 + n, "somebody ü", AuditAction::OpenPreview, &words).await?;
        }
        Ok::<_, StoreError>(())
    });
    many.await.unwrap();
    let before = admin.get("/api/admin/audit").await.ok()["chain"].clone();
    let (text, lines) = lines(&mut admin).await;
    let numbers: Vec<i64> = lines.iter().map(|line| line["number"].as_i64().unwrap()).collect();
    assert_eq!(numbers, (1..=before["entries"].as_i64().unwrap()).collect::<Vec<_>>());
    let (entries, head) = (&before["entries"], before["head"].as_str().unwrap());
    says(&documented(&text), &format!("{entries} entries, unbroken, head {head}"));
    // The log records the download, and up to which entry.
    let newest = admin.get("/api/admin/audit?limit=1").await.ok();
    assert_eq!(newest["entries"][0]["action"], "download audit log");
    assert_eq!(newest["entries"][0]["details"], json!({ "entries": entries, "head": head }));

    let missing = text.lines().filter(|line| !line.contains("\"number\":7,")).collect::<Vec<_>>().join("\n");
    says(&documented(&missing), "entry 8 does not follow from the one before");
    says(
        &documented(&text.replacen("\\n3\\\"", "\\n4\\\"", 1)),
        &format!("entry {} does not follow from the one before", lines.len() - 1096),
    );
    server.visitor().get(FILE).await.is(401, "not_authenticated");
    server.participant("heron").await.get(FILE).await.is(403, "admin_only");
}

async fn a_changed_log_is_reported_and_can_be_downloaded(server: Server) {
    let mut admin = server.admin().await;
    let before = admin.get("/api/admin/audit").await.ok()["chain"].clone();
    server.database.take_guards_of_the_audit_log().await;
    server.database.run("update audit set details = 'no json' where number = 2").await;
    let chain = admin.get("/api/admin/audit").await.ok()["chain"].clone();
    assert_eq!((&chain["whole"], &chain["brokenAt"]), (&json!(false), &json!(2)), "{chain}");
    assert_eq!((&chain["entries"], &chain["head"]), (&before["entries"], &before["head"]), "the last one is as it was");
    let (text, lines) = lines(&mut admin).await;
    assert_eq!(lines[1]["details"], "no json");
    says(&documented(&text), "entry 2 does not follow from the one before");
}

async fn details_that_reveal_an_arm_are_blinded_in_the_file(server: Server) {
    let mut admin = server.admin().await;
    let quotas = json!({ "arms": { "a": 50 }, "reason": "a pilot of treatment_0" });
    admin.put("/api/admin/study/quotas", quotas).await.ok();
    let (blinded, entries) = lines(&mut admin).await;
    assert!(!blinded.contains("treatment_0") && !blinded.contains("control_0"), "{blinded}");
    let marked: Vec<&Value> = entries.iter().filter(|line| line["blinded"] == true).collect();
    assert_eq!(marked.iter().map(|line| &line["action"]).collect::<Vec<_>>(), ["set quotas"]);
    let salt = |line: &Value| {
        let details: Value = serde_json::from_str(line["details"].as_str().unwrap()).unwrap();
        details["salt"].as_str().map(str::to_owned)
    };
    assert_eq!(salt(marked[0]), None, "with it, the details could be found by guessing");
    let salts: BTreeSet<_> = entries.iter().filter(|line| line["blinded"] != true).filter_map(salt).collect();
    assert_eq!(salts.len(), entries.len() - 1, "each entry has its own");
    let end = entries.last().unwrap();
    let told = |line: &Value| format!("{} entries, unbroken, head {}", line["number"], line["hash"].as_str().unwrap());
    says(&documented(&blinded), &told(end));
    admin.post("/api/admin/unblinding", json!({ "reason": "the data are complete" })).await.ok();
    let (open, entries) = lines(&mut admin).await;
    assert!(open.contains("a pilot of treatment_0") && !open.contains("\"blinded\""), "{open}");
    says(&documented(&open), &told(entries.last().unwrap()));
}
