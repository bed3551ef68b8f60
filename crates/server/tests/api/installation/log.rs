//! The installation's audit log: what it records, who reads what of it, and that `unmask doctor` verifies it.

use std::process::Output;

use serde_json::{Value, json};
use unmask_store::control::control_url;
use unmask_store::control::people::{ALL_STUDIES, StudyRole};
use unmask_store::{audit, testing};

use super::people::{at, person, signed_in};
use crate::support::{Lab, PASSWORD, Program, both_labs, copy, fixture, unmask, works};

both_labs!(
    sign_ins_and_changes_of_ones_own_are_recorded,
    failed_sign_ins_do_not_fill_the_log,
    auditors_read_what_is_about_their_study,
    the_only_owner_of_the_installation_stays,
);

/// Actions and details of an actor.
async fn actions(lab: &Lab, actor: &str) -> Vec<(String, Value)> {
    let entries = audit::entries(lab.installation.control()).await.unwrap();
    entries.into_iter().filter(|entry| entry.actor == actor).map(|entry| (entry.action, entry.details)).collect()
}

async fn sign_ins_and_changes_of_ones_own_are_recorded(lab: Lab) {
    let mut anna = person(&lab, "anna", "pilot", StudyRole::Owner).await;
    let name = json!({ "firstName": "Anna", "lastName": "Otter" });
    anna.send("PATCH", "/api/installation/me", &[], name.to_string().into_bytes()).await.ok();
    assert_eq!(anna.post("/api/installation/logout", json!({})).await.status, 204);
    // Also in the console of a study, whose own log has nothing of it.
    let anna = signed_in(&lab, "anna", PASSWORD).await;
    assert_eq!(at(&lab, "pilot", &anna.token).post("/api/auth/logout", json!({})).await.status, 204);
    let entry = |action: &str| (action.to_owned(), json!({}));
    let expected = ["sign in", "update profile", "sign out", "sign in", "sign out"].map(entry);
    assert_eq!(actions(&lab, "person-anna").await, expected);

    // The administrator's account is in the database of the study at the root, and so is what it did.
    let mut admin = signed_in(&lab, "admin@example.org", PASSWORD).await;
    let named = |name: &str| json!({ "firstName": name }).to_string().into_bytes();
    admin.send("PATCH", "/api/installation/me", &[], named("Ada")).await.ok();
    admin.send("PATCH", "/api/users/profile", &[], named("Grace")).await.ok();
    // Nothing new is no change.
    admin.send("PATCH", "/api/users/profile", &[], named("Grace")).await.ok();
    admin.post("/api/auth/logout", json!({})).await;
    let log = audit::entries(&lab.app("main").await.store).await.unwrap();
    let last: Vec<_> = log[log.len() - 4..].iter().map(|entry| entry.action.as_str()).collect();
    assert_eq!(last, ["sign in", "update profile", "update profile", "sign out"]);
    // Of participants, nothing is.
    let mut heron = lab.visitor("main");
    heron.register(&[], crate::support::form("heron")).await;
    heron.send("PATCH", "/api/users/profile", &[], br#"{"firstName":"H"}"#.to_vec()).await.ok();
    heron.post("/api/auth/logout", json!({})).await;
    assert_eq!(audit::entries(&lab.app("main").await.store).await.unwrap().len(), log.len());
}

async fn failed_sign_ins_do_not_fill_the_log(lab: Lab) {
    person(&lab, "anna", "pilot", StudyRole::Owner).await;
    for number in 0..60 {
        let network = format!("198.51.{number}.1");
        for name in ["anna", "nobody", "admin@example.org"] {
            let body = json!({ "username": name, "password": "not this one" }).to_string().into_bytes();
            let reply =
                lab.visitor("main").send("POST", "/api/installation/login", &[("x-client", &network)], body).await;
            assert!([401, 429].contains(&reply.status), "{reply:?}");
        }
    }
    let failed = |entry: &(String, Value)| entry.0 == "fail to sign in";
    let of_anna: Vec<_> = actions(&lab, "person-anna").await.into_iter().filter(failed).collect();
    let entry = |failures| ("fail to sign in".to_owned(), json!({ "failures": failures }));
    assert_eq!(of_anna, [1, 5, 25].map(entry));
    // Nothing of those who have no account, and the administrator's failures are with their sign-ins.
    let log = audit::entries(lab.installation.control()).await.unwrap();
    assert_eq!(log.iter().filter(|entry| entry.action == "fail to sign in").count(), 3);
    let log = audit::entries(&lab.app("main").await.store).await.unwrap();
    let of_admin = log.iter().filter(|entry| entry.action == "fail to sign in");
    assert!(of_admin.clone().all(|entry| entry.actor == "admin@example.org") && of_admin.count() == 3, "{log:?}");
}

async fn auditors_read_what_is_about_their_study(lab: Lab) {
    let mut admin = signed_in(&lab, "admin@example.org", PASSWORD).await;
    let mut auditor = person(&lab, "uma", "pilot", StudyRole::Auditor).await;
    for (name, study) in [("anna", "pilot"), ("ben", "field"), ("cleo", "*")] {
        let body = json!({ "username": name, "study": study, "role": "monitor" });
        assert_eq!(admin.post("/api/installation/people", body).await.status, 201);
    }
    let token = json!({ "name": "copy", "study": "pilot", "role": "monitor", "days": 9 });
    let token = admin.post("/api/installation/tokens", token).await.json();
    let path = format!("/api/installation/tokens/{}", token["id"].as_str().unwrap());
    admin.send("DELETE", &path, &[], Vec::new()).await.ok();
    let me = auditor.get("/api/installation/me").await.ok();
    assert_eq!((&me["readsLog"], &me["invites"]), (&json!("part"), &json!(false)));

    let log = auditor.get("/api/installation/audit?limit=3").await.ok();
    let actions: Vec<_> = log["entries"].as_array().unwrap().iter().map(|one| one["action"].clone()).collect();
    assert_eq!(actions, ["revoke token", "add token", "give role"]);
    assert_eq!((&log["from"], &log["chain"]["whole"]), (&json!(1), &json!(true)));
    let rest = format!("/api/installation/audit?before={}", log["next"]);
    let rest = auditor.get(&rest).await.ok();
    let listed = rest["entries"].as_array().unwrap();
    // The role of another study is not theirs to read; that of all studies, and the adding of their own, are.
    assert_eq!((&rest["from"], &rest["total"], &rest["next"]), (&json!(4), &json!(5), &Value::Null));
    let studies: Vec<_> = listed.iter().map(|one| one["details"]["study"].clone()).collect();
    assert_eq!(studies, ["pilot", "pilot"]);
    let of_operator = auditor.get("/api/installation/audit?actor=operator").await.ok();
    assert_eq!((&of_operator["total"], &of_operator["of"]), (&json!(1), &json!("operator")));

    // In the file, the hashes of all entries are there, so that the chain can be followed.
    let file = auditor.get("/api/installation/audit/file").await.text();
    let lines: Vec<Value> = file.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.windows(2).all(|two| two[0]["hash"] == two[1]["previous"]), "{file}");
    assert_eq!(lines.iter().filter(|line| line.get("withheld").is_none()).count(), 5);
    assert!(!file.contains("field") && !file.contains("sign in"), "{file}");

    // An auditor of all studies reads the whole log; neither changes anything.
    let mut all = person(&lab, "ulla", ALL_STUDIES, StudyRole::Auditor).await;
    assert_eq!(all.get("/api/installation/me").await.ok()["readsLog"], "all");
    let log = all.get("/api/installation/audit").await.ok();
    assert_eq!(log["total"], log["chain"]["entries"]);
    let whole = all.get("/api/installation/audit/file").await.text();
    assert!(!whole.contains("withheld") && whole.contains("field"));
    for path in ["people", "tokens"] {
        all.get(&format!("/api/installation/{path}")).await.is(403, "role_forbids");
    }
    // The delivery log of their study, and no other study's.
    let mut console = at(&lab, "pilot", &auditor.token);
    console.get("/api/admin/webhooks/deliveries").await.ok();
    let hook = json!({ "url": "https://example.org/", "events": ["completed"] });
    console.post("/api/admin/webhooks", hook).await.is(403, "role_forbids");
    let sections = console.get("/api/users/profile").await.ok()["sections"].clone();
    assert!(sections.as_array().unwrap().contains(&json!("webhooks")), "{sections}");
    at(&lab, "field", &auditor.token).get("/api/admin/webhooks/deliveries").await.is(403, "role_forbids");
}

async fn the_only_owner_of_the_installation_stays(lab: Lab) {
    let mut anna = person(&lab, "anna", ALL_STUDIES, StudyRole::Owner).await;
    let own = "/api/installation/people/person-anna";
    let role = "/api/installation/people/person-anna/roles/*";
    anna.send("DELETE", role, &[], Vec::new()).await.is(409, "last_owner");
    anna.send("DELETE", own, &[], Vec::new()).await.is(409, "last_owner");
    anna.put(role, json!({ "role": "editor" })).await.is(409, "last_owner");
    let again = json!({ "username": "Anna", "study": "*", "role": "editor" });
    anna.post("/api/installation/people", again).await.is(409, "last_owner");
    // What leaves the role is allowed, and so is a change of another role of hers.
    anna.put(role, json!({ "role": "owner" })).await.ok();
    anna.put("/api/installation/people/person-anna/roles/pilot", json!({ "role": "editor" })).await.ok();

    // With another owner, and for the administrator, it is no accident.
    let ben = json!({ "username": "ben@example.org", "study": "*", "role": "owner" });
    let ben = anna.post("/api/installation/people", ben).await.json();
    anna.put(role, json!({ "role": "editor" })).await.ok();
    anna.get("/api/installation/people").await.is(403, "role_forbids");
    let mut admin = signed_in(&lab, "admin@example.org", PASSWORD).await;
    let path = format!("/api/installation/people/{}", ben["id"].as_str().unwrap());
    admin.send("DELETE", &format!("{path}/roles/*"), &[], Vec::new()).await.ok();
}

fn report(output: &Output) -> Vec<(String, String, String)> {
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let row = |one: &Value| (text(&one["study"]), text(&one["check"]), text(&one["outcome"]));
    report["findings"].as_array().unwrap().iter().map(row).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_verifies_every_log_of_the_installation() {
    let folder = tempfile::tempdir().unwrap();
    let bundle = folder.path().join("bundle");
    copy(&fixture(), &bundle);
    let run = |args: &[&str]| unmask(folder.path(), &[args, &["--study", bundle.to_str().unwrap()]].concat());
    let mut program = Program::start(folder.path(), &["--study", bundle.to_str().unwrap()]).unwrap();
    for study in ["pilot", "old"] {
        works(&run(&["study", "add", study]));
        let file = folder.path().join(format!("data/studies/{study}/server.key"));
        program.until(|| file.exists().then_some(()));
    }
    works(&run(&["study", "archive", "old"]));
    let findings = report(&run(&["doctor", "--json"]));
    let own = |study: &str, check: &str, outcome: &str| (study.to_owned(), check.to_owned(), outcome.to_owned());
    for expected in [
        own("", "control log", "ok"),
        own("", "audit log", "ok"),
        own("pilot", "ledger", "ok"),
        own("old", "audit log", "ok"),
    ] {
        assert!(findings.contains(&expected), "{expected:?} in {findings:?}");
    }
    assert!(!findings.iter().any(|(study, check, _)| study == "old" && check == "ledger"), "{findings:?}");
    assert!(works(&run(&["doctor"])).contains("\nstudy 'pilot'\n"));

    // One entry of the control database, and one of the further study, is changed.
    let data = folder.path().join("data");
    let root = format!("sqlite:{}", data.join("unmask.db").display());
    let pilot = format!("sqlite:{}", data.join("studies/pilot/unmask.db").display());
    for url in [control_url(&root, &data), pilot] {
        let database = testing::reopen(&url).await;
        database.take_guards_of_the_audit_log().await;
        database.run("update audit set actor = 'nobody' where number = 1").await;
    }
    let findings = report(&run(&["doctor", "--json"]));
    let failed: Vec<_> = findings.iter().filter(|(.., outcome)| outcome == "failed").cloned().collect();
    assert_eq!(failed, [own("", "control log", "failed"), own("pilot", "audit log", "failed")]);
    let chosen = report(&run(&["doctor", "--json", "--study-id", "main"]));
    assert!(chosen.iter().all(|(study, check, _)| study.is_empty() && check != "control log"), "{chosen:?}");
}
