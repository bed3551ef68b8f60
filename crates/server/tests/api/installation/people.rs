//! People of the installation: signing in, roles, invitations, recovery. Every call of the API × role × own or another
//! study; the expectations are written here.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};
use unmask_store::control::people::{self, ALL_STUDIES, Membership, StudyRole};
use unmask_store::identity::{Account, Role};
use unmask_store::{StoreError, audit};

use crate::support::{Client, Lab, PASSWORD, all_operations, both_labs, form, operations};

both_labs!(
    each_role_may_make_its_calls_in_its_own_study_alone,
    the_installation_is_changed_by_its_owners_alone,
    a_new_study_is_a_template_or_a_copy,
    a_person_is_invited_signs_in_and_loses_the_role,
    a_lost_password_is_replaced_with_a_recovery_code_once,
    owners_of_a_study_give_roles_in_it_and_in_no_other,
    an_owner_of_one_study_gets_nothing_beyond_it,
    what_a_person_did_stays_theirs,
    a_program_acts_with_its_role_until_its_token_ends,
);

/// Roles: Owner, Editor, Monitor, aNalyst, aUditor.
#[rustfmt::skip]
const ALLOWED: &[(&str, &str)] = &[
    ("GET /api/admin/overview",                           "O M N U"),
    ("GET /api/admin/live",                               "O M N U"),
    ("GET /api/admin/consort",                            "O M N U"),
    ("GET /api/admin/participants",                       "O M N U"),
    ("GET /api/admin/invitations",                        "O M N U"),
    ("GET /api/admin/due",                                "O M N U"),
    ("GET /api/admin/events",                             "O M N U"),
    ("GET /api/admin/drawings/overview",                  "O M N U"),
    ("GET /api/admin/drawings/flow",                      "O M N U"),
    ("GET /api/admin/drawings/usage",                     "O M N U"),
    ("GET /api/admin/study",                              "O E M N U"),
    ("GET /api/admin/study/version",                      "O E"),
    ("POST /api/admin/study/version",                     "O E"),
    ("GET /api/admin/study/folder",                       "O E"),
    ("POST /api/admin/study/folder",                      "O E"),
    ("POST /api/admin/study/folder/former",               "O E"),
    ("GET /api/admin/previews",                           "O E"),
    ("POST /api/admin/previews",                          "O E"),
    ("GET /api/admin/participants/{code}",                "O N"),
    ("GET /api/admin/results",                            "O N"),
    ("GET /api/admin/drawings/results",                   "O N"),
    ("GET /api/admin/exports",                            "O N"),
    ("POST /api/admin/exports",                           "O N"),
    ("POST /api/admin/unblinding",                        "O N"),
    ("GET /api/admin/unblinding",                         "O N U"),
    ("GET /api/admin/audit",                              "O U"),
    ("GET /api/admin/audit/file",                         "O U"),
    ("POST /api/admin/results/early",                     "O"),
    ("GET /api/admin/due/{wave}",                         "O"),
    ("PUT /api/admin/study/status",                       "O"),
    ("PUT /api/admin/study/quotas",                       "O"),
    ("POST /api/admin/participants/{code}/exclusion",     "O"),
    ("DELETE /api/admin/participants/{code}/exclusion",   "O"),
    ("POST /api/admin/participants/{code}/withdrawal",    "O"),
    ("GET /api/admin/recruiter",                             "O"),
    ("POST /api/admin/recruiter/comparison",                 "O"),
    ("GET /api/admin/bonus",                                 "O"),
    ("POST /api/admin/bonus/runs",                           "O"),
    ("GET /api/admin/bonus/runs/{number}",                   "O"),
    ("GET /api/admin/webhooks",                              "O U"),
    ("POST /api/admin/webhooks",                             "O"),
    ("DELETE /api/admin/webhooks/{id}",                      "O"),
    ("POST /api/admin/webhooks/{id}/test",                   "O"),
    ("GET /api/admin/webhooks/deliveries",                   "O U"),
    ("POST /api/admin/webhooks/deliveries/{id}/redelivery",  "O"),
];

/// Content that participants see.
const CONTENT: [&str; 22] = [
    "GET /api/study/pages/{name}",
    "GET /api/questionnaires/{page}",
    "GET /api/practice",
    "GET /api/flow-a/config",
    "GET /api/flow-a/questions",
    "GET /api/control-flow",
    "GET /api/debrief",
    "GET /api/personas",
    "GET /api/personas/{id}",
    "GET /api/personas/{id}/profile-picture",
    "GET /api/personas/{id}/flow-b",
    "POST /api/users/save-pre-questionnaire-answers",
    "POST /api/users/save-treatment-answers",
    "POST /api/users/save-post-questionnaire-answers",
    "POST /api/practice/answer",
    "POST /api/flow-a/questions/{id}/answer",
    "POST /api/flow-a/questions/{id}/followup",
    "POST /api/flow-b/posts/{id}/answer",
    "POST /api/users/complete-persona/{id}",
    "POST /api/control-flow/clips/{id}/ratings",
    // Nobody gets past their kind of account here.
    "PUT /api/users/address",
    "POST /api/exposures",
];

/// Calls about the installation: Anyone, signed-in Person, owner or auditor of a study (Log), owner of a Study, owner
/// of the Installation.
#[rustfmt::skip]
const INSTALLATION: &[(&str, char)] = &[
    ("POST /api/installation/login",                        'A'),
    ("POST /api/installation/refresh",                      'A'),
    ("POST /api/installation/recovery",                     'A'),
    ("GET /api/installation/invitation",                    'A'),
    ("POST /api/installation/invitation",                   'A'),
    ("GET /api/installation/sign-in",                       'A'),
    ("POST /api/installation/sso",                          'A'),
    ("POST /api/installation/sso/sign-in",                  'A'),
    ("POST /api/installation/passkey",                      'A'),
    ("POST /api/installation/passkey/options",              'A'),
    ("GET /api/installation/me/passkeys",                   'P'),
    ("POST /api/installation/me/passkeys",                  'P'),
    ("POST /api/installation/me/passkeys/options",          'P'),
    ("DELETE /api/installation/me/passkeys/{id}",           'P'),
    ("POST /api/installation/me/sso",                       'P'),
    ("DELETE /api/installation/me/sso",                     'P'),
    ("GET /api/installation/me",                            'P'),
    ("PATCH /api/installation/me",                          'P'),
    ("PUT /api/installation/me/password",                   'P'),
    ("POST /api/installation/me/recovery-codes",            'P'),
    ("GET /api/installation/me/sessions",                   'P'),
    ("DELETE /api/installation/me/sessions/{id}",           'P'),
    ("GET /api/installation/studies",                       'P'),
    ("POST /api/installation/studies",                      'I'),
    ("POST /api/installation/studies/{id}/archive",         'S'),
    ("POST /api/installation/studies/{id}/reopen",          'S'),
    ("DELETE /api/installation/studies/{id}",               'I'),
    ("GET /api/installation/people",                        'S'),
    ("POST /api/installation/people",                       'S'),
    ("PUT /api/installation/people/{id}/roles/{study}",     'S'),
    ("DELETE /api/installation/people/{id}/roles/{study}",  'S'),
    ("POST /api/installation/people/{id}/invitation",       'I'),
    ("DELETE /api/installation/people/{id}",                'I'),
    ("GET /api/installation/tokens",                        'S'),
    ("POST /api/installation/tokens",                       'S'),
    ("DELETE /api/installation/tokens/{id}",                'S'),
    ("GET /api/installation/audit",                         'L'),
    ("GET /api/installation/audit/file",                    'L'),
    ("POST /api/installation/hand-over",                    'A'),
    ("POST /api/installation/hand-over/session",            'A'),
    ("POST /api/installation/hand-over/code",               'P'),
    // The last one ends the session.
    ("POST /api/installation/logout",                       'P'),
];

fn letter(role: StudyRole) -> char {
    match role {
        StudyRole::Owner => 'O',
        StudyRole::Editor => 'E',
        StudyRole::Monitor => 'M',
        StudyRole::Analyst => 'N',
        StudyRole::Auditor => 'U',
    }
}

/// Whether a role may make a call of a study. Calls that are not listed are about the person's own account.
fn may(role: StudyRole, operation: &str) -> bool {
    let letter = letter(role);
    match ALLOWED.iter().find(|(call, _)| *call == operation) {
        Some((_, letters)) => letters.contains(letter),
        None if operation.contains("/api/admin/") => panic!("{operation} has no row"),
        None if ["PUT /api/users/address", "POST /api/exposures"].contains(&operation) => true,
        None => !CONTENT.contains(&operation) || "OEN".contains(letter),
    }
}

/// A person with a password and a role, signed in to the installation. The client's address is that of the root.
pub async fn person(lab: &Lab, name: &str, study: &str, role: StudyRole) -> Client {
    let hash = lab.installation.common().passwords.hash(PASSWORD).await.unwrap();
    let account = Account {
        id: format!("person-{name}"),
        username: name.into(),
        username_key: name.into(),
        password_hash: hash,
        role: Role::Admin,
        first_name: None,
        last_name: None,
        created_at: lab.clock.now(),
    };
    let membership = Membership {
        account: account.id.clone(),
        study: study.into(),
        role,
        may_unblind: false,
        since: lab.clock.now(),
        from_groups: false,
    };
    let added = lab.installation.control().write(async move |tx| {
        let added = people::add_person(tx, &account).await?;
        people::set_membership(tx, &membership).await?;
        Ok::<_, StoreError>(added)
    });
    assert!(added.await.unwrap());
    signed_in(lab, name, PASSWORD).await
}

/// An analyst of the pilot who may unblind themselves.
async fn person_with_right(lab: &Lab) -> Client {
    let nina = person(lab, "nina", "pilot", StudyRole::Analyst).await;
    let mut admin = signed_in(lab, "admin@example.org", PASSWORD).await;
    let right = json!({ "role": "analyst", "mayUnblind": true });
    admin.put("/api/installation/people/person-nina/roles/pilot", right).await.ok();
    nina
}

async fn a_new_study_is_a_template_or_a_copy(lab: Lab) {
    let mut admin = signed_in(&lab, "admin@example.org", PASSWORD).await;
    let title = "x".repeat(201);
    for (body, expected) in [
        (
            json!({ "copyOf": "pilot", "template": "arms", "title": "A" }),
            &["title set_by_original", "template set_by_original"][..],
        ),
        (json!({ "title": title, "template": "none" }), &["title too_long", "template template_unknown"]),
        (json!({ "title": " " }), &["title field_required", "template field_required"]),
        (json!({ "copyOf": "pilot", "host": "127.0.0.1" }), &["host host_name_own"]),
        (json!({ "copyOf": "pilot", "host": "a:80" }), &["host host_name_invalid"]),
    ] {
        let mut body = body;
        body["id"] = json!("new");
        let reply = admin.post("/api/installation/studies", body).await.is(422, "invalid_fields");
        let fields = reply["fields"].as_array().unwrap().iter();
        let fields: Vec<_> =
            fields.map(|one| format!("{} {}", one["item"].as_str().unwrap(), one["code"].as_str().unwrap())).collect();
        assert_eq!(fields, expected, "{reply}");
    }
    let unknown = json!({ "id": "new", "title": "New", "template": "none" });
    let reply = admin.post("/api/installation/studies", unknown).await.is(422, "invalid_fields");
    let says = "There is no such template. Choose one of: training, arms, follow-up, screening.";
    assert_eq!(reply["fields"][0]["message"], says);
    admin.post("/api/installation/studies/pilot/reopen", json!({})).await.is(409, "study_not_archived");
    let copied = admin.post("/api/installation/studies", json!({ "id": "new", "copyOf": "pilot", "title": "" })).await;
    assert_eq!(copied.status, 201, "{copied:?}");
}

pub async fn signed_in(lab: &Lab, name: &str, password: &str) -> Client {
    let mut client = lab.visitor("main");
    let body = json!({ "username": name, "password": password });
    let reply = client.post("/api/installation/login", body).await;
    assert_eq!(reply.status, 200, "{reply:?}");
    client.take_session(&reply);
    client
}

pub fn at(lab: &Lab, study: &str, token: &str) -> Client {
    let mut client = lab.visitor(study);
    client.token = token.into();
    client
}

/// The calls of a study that need a token, with something in place of their parameters.
fn calls() -> Vec<(String, String, String)> {
    let needs_token =
        |call: &Value| call["security"].as_array().is_some_and(|one| one.iter().any(|s| s["bearer"].is_array()));
    let own = operations().into_iter().filter(|(_, path, call)| needs_token(call) && path != "/api/auth/logout");
    own.map(|(method, path, _)| {
        let filled = path.replace("{code}", "AAAA-AAAA").replace('{', "AAAA").replace('}', "");
        (format!("{method} {path}"), method, filled)
    })
    .collect()
}

async fn each_role_may_make_its_calls_in_its_own_study_alone(lab: Lab) {
    lab.visitor("pilot").register(&[], form("heron")).await;
    let calls = calls();
    assert!(calls.len() >= ALLOWED.len() + CONTENT.len(), "{}", calls.len());
    for role in StudyRole::ALL {
        let own = person(&lab, role.name(), "pilot", role).await;
        for study in ["pilot", "field", "main"] {
            let mut client = at(&lab, study, &own.token);
            for (operation, method, path) in &calls {
                // The stream does not end.
                if path == "/api/admin/live" {
                    continue;
                }
                let body = if method == "GET" || method == "DELETE" { Vec::new() } else { b"{}".to_vec() };
                let reply = client.send(method, path, &[], body).await;
                let is_forbidden = reply.status == 403 && reply.json()["code"] == "role_forbids";
                let expected = study != "pilot" || !may(role, operation);
                assert_eq!(is_forbidden, expected, "{operation} of {study} by the {} of pilot: {reply:?}", role.name());
            }
        }
    }
}

/// Every call has its row, here and in the table of rights: a new one fails until it is decided who may make it.
#[test]
fn every_call_has_its_row() {
    use unmask_server::auth::rights;
    let calls = |prefix: &str| -> BTreeSet<String> {
        let own = all_operations().into_iter().filter(|(_, path, _)| path.starts_with(prefix));
        own.map(|(method, path, _)| format!("{method} {path}")).collect()
    };
    let rows: BTreeSet<String> = INSTALLATION.iter().map(|(call, _)| (*call).to_owned()).collect();
    assert_eq!(calls("/api/installation/"), rows);
    let rows: BTreeSet<String> = rights::INSTALLATION.iter().map(|(call, _)| (*call).to_owned()).collect();
    assert_eq!(calls("/api/installation/"), rows);
    let own: BTreeSet<String> = self::calls().into_iter().map(|(operation, ..)| operation).collect();
    let rows: BTreeSet<String> = rights::CALLS.iter().map(|(call, _)| (*call).to_owned()).collect();
    let missing: Vec<_> = own.difference(&rows).collect();
    assert!(missing.is_empty(), "without a row: {missing:?}");
    let admin = calls("/api/admin/").into_iter().filter(|call| !call.ends_with("/{ticket}"));
    let rows: BTreeSet<String> = ALLOWED.iter().map(|(call, _)| (*call).to_owned()).collect();
    assert_eq!(admin.collect::<BTreeSet<_>>(), rows);
}

async fn the_installation_is_changed_by_its_owners_alone(lab: Lab) {
    let mut heron = lab.visitor("main");
    heron.register(&[], form("heron")).await;
    for (name, study, role, kind) in [
        ("monitor", "pilot", StudyRole::Monitor, 'P'),
        ("owner", "pilot", StudyRole::Owner, 'S'),
        ("lab", ALL_STUDIES, StudyRole::Owner, 'I'),
        ("all-editor", ALL_STUDIES, StudyRole::Editor, 'P'),
        ("auditor", "pilot", StudyRole::Auditor, 'L'),
    ] {
        let mut client = person(&lab, name, study, role).await;
        for (operation, needs) in INSTALLATION {
            let (method, path) = operation.split_once(' ').unwrap();
            let path = path.replace("{study}", "field").replace("{id}", "none");
            let body = match method {
                "GET" | "DELETE" => Vec::new(),
                "PUT" if path.contains("/roles/") => br#"{"role":"monitor"}"#.to_vec(),
                _ => b"{}".to_vec(),
            };
            for (client, is_participant) in [(&mut client, false), (&mut heron, true)] {
                let reply = client.send(method, &path, &[], body.clone()).await;
                match (needs, is_participant) {
                    ('A', _) => assert_ne!(reply.status, 403, "{reply:?}"),
                    (_, true) => drop(reply.is(401, "not_authenticated")),
                    // About another study than their own, or one that does not exist.
                    ('S', false) if kind != 'I' && path.contains("none") => drop(reply.is(403, "role_forbids")),
                    _ => {
                        let is_forbidden = reply.status == 403 && reply.json()["code"] == "role_forbids";
                        let may = *needs == 'P' || kind == 'I' || *needs == kind || (*needs == 'L' && kind == 'S');
                        assert_eq!(is_forbidden, !may, "{operation} by {name}: {reply:?}");
                    }
                }
            }
        }
    }
}

async fn a_person_is_invited_signs_in_and_loses_the_role(lab: Lab) {
    let mut admin = signed_in(&lab, "admin@example.org", PASSWORD).await;
    let body = json!({ "username": "anna@example.org", "study": "pilot", "role": "analyst" });
    let invited = admin.post("/api/installation/people", body).await;
    assert_eq!(invited.status, 201, "{invited:?}");
    let (id, token) = (invited.json()["id"].clone(), invited.json()["token"].as_str().unwrap().to_owned());

    // The link shows who is invited, sets a password once, and then is worth nothing.
    let mut visitor = lab.visitor("main");
    let shown = visitor.get(&format!("/api/installation/invitation?token={token}")).await.ok();
    assert_eq!(shown["username"], "anna@example.org");
    visitor.get("/api/installation/invitation?token=none").await.is(404, "not_found");
    let weak = json!({ "token": token, "password": "short" });
    visitor.post("/api/installation/invitation", weak).await.is(422, "invalid_fields");
    let chosen = json!({ "token": token, "password": "a lantern for the harbour" });
    visitor.post("/api/installation/invitation", chosen.clone()).await.ok();
    visitor.post("/api/installation/invitation", chosen).await.is(404, "not_found");

    let mut anna = signed_in(&lab, "Anna@Example.org", "a lantern for the harbour").await;
    let studies = anna.get("/api/installation/studies").await.ok();
    let listed: Vec<_> = studies["studies"].as_array().unwrap().iter().map(|one| one["id"].clone()).collect();
    assert_eq!(listed, ["pilot"]);
    let mut console = at(&lab, "pilot", &anna.token);
    console.get("/api/admin/results").await;
    let unblinding = json!({ "reason": "the data are complete" });
    console.post("/api/admin/unblinding", unblinding.clone()).await.is(403, "unblinding_forbids");

    // The right to unblind is a separate one, and concerns this person alone.
    let given = json!({ "role": "analyst", "mayUnblind": true });
    let role = format!("/api/installation/people/{}/roles/pilot", id.as_str().unwrap());
    admin.put(&role, given).await.ok();
    let everybody = json!({ "reason": "the data are complete", "everybody": true });
    console.post("/api/admin/unblinding", everybody).await.is(403, "role_forbids");
    console.post("/api/admin/unblinding", unblinding).await.ok();
    let mut other = at(&lab, "pilot", &admin.token);
    assert_eq!(other.get("/api/admin/unblinding").await.ok()["unblinded"], false);

    // A refresh token gives the next pair.
    let refreshed = anna.post("/api/installation/refresh", json!({ "refresh_token": anna.refresh_token })).await;
    anna.take_session(&refreshed);
    anna.get("/api/installation/me").await.ok();

    // Without the role, the session opens no study.
    console.token.clone_from(&anna.token);
    console.get("/api/admin/overview").await.ok();
    admin.send("DELETE", &role, &[], Vec::new()).await.ok();
    console.get("/api/admin/overview").await.is(403, "role_forbids");
    let none = anna.get("/api/installation/studies").await.ok();
    assert_eq!(none["studies"], json!([]));
    admin.send("DELETE", &format!("/api/installation/people/{}", id.as_str().unwrap()), &[], Vec::new()).await.ok();
    anna.get("/api/installation/me").await.is(401, "not_authenticated");

    let actions: Vec<_> = audit::entries(lab.installation.control())
        .await
        .unwrap()
        .into_iter()
        .map(|one| (one.action, one.actor))
        .collect();
    let of_admin = "admin@example.org";
    let last: Vec<_> =
        actions[actions.len() - 6..].iter().map(|(action, actor)| (action.as_str(), actor.as_str())).collect();
    let anna = id.as_str().unwrap();
    assert_eq!(
        last,
        [
            ("give role", of_admin),
            ("accept invitation", anna),
            ("sign in", anna),
            ("give role", of_admin),
            ("take role", of_admin),
            ("remove person", of_admin),
        ]
    );
}

/// Logs record people by their ID, and show what they are called now.
async fn what_a_person_did_stays_theirs(lab: Lab) {
    let unblinding = json!({ "reason": "the data are complete" });
    let mut admin = signed_in(&lab, "admin@example.org", PASSWORD).await;
    let mut owner = person(&lab, "anna", "pilot", StudyRole::Owner).await;
    let mut console = at(&lab, "pilot", &owner.token);
    admin
        .put("/api/installation/people/person-anna/roles/pilot", json!({ "role": "owner", "mayUnblind": true }))
        .await
        .ok();
    console.post("/api/admin/unblinding", unblinding).await.ok();
    let state = console.get("/api/admin/unblinding").await.ok();
    assert_eq!((&state["unblinded"], &state["unblindings"][0]["person"]), (&json!(true), &json!("anna")));
    let log = console.get("/api/admin/audit?actor=person-anna").await.ok();
    let entry = &log["entries"][0];
    assert_eq!((&entry["actor"], &entry["name"]), (&json!("person-anna"), &json!("anna")));
    assert_eq!((&log["of"], &log["from"], &log["total"]), (&json!("anna"), &json!(1), &json!(1)));

    // The log of the installation: of one person, by page, and as a file whose last entry is not in it.
    for _ in 0..3 {
        owner.post("/api/installation/me/recovery-codes", json!({})).await.ok();
    }
    let first = admin.get("/api/installation/audit?actor=person-anna&limit=2").await.ok();
    assert_eq!((&first["from"], &first["total"], &first["of"]), (&json!(1), &json!(4), &json!("anna")));
    let rest = format!("/api/installation/audit?actor=person-anna&limit=2&before={}", first["next"]);
    let rest = admin.get(&rest).await.ok();
    assert_eq!(
        (&rest["from"], &rest["next"], &rest["entries"][1]["action"]),
        (&json!(3), &Value::Null, &json!("sign in"))
    );
    let file = admin.get("/api/installation/audit/file").await;
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"audit-log.jsonl\"");
    let lines: Vec<Value> = file.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let end = audit::entries(lab.installation.control()).await.unwrap();
    assert_eq!(lines.len() + 1, end.len());
    let last = end.last().unwrap();
    assert_eq!((last.action.as_str(), &last.details["head"]), ("download audit log", &lines[lines.len() - 1]["hash"]));

    // Somebody else with the same username inherits nothing.
    admin.send("DELETE", "/api/installation/people/person-anna", &[], Vec::new()).await.ok();
    let body = json!({ "username": "anna", "study": "pilot", "role": "analyst", "mayUnblind": true });
    let invited = admin.post("/api/installation/people", body).await.json();
    let chosen = json!({ "token": invited["token"], "password": "a lantern for the harbour" });
    lab.visitor("main").post("/api/installation/invitation", chosen).await.ok();
    let anna = signed_in(&lab, "anna", "a lantern for the harbour").await;
    let state = at(&lab, "pilot", &anna.token).get("/api/admin/unblinding").await.ok();
    assert_eq!((&state["unblinded"], &state["unblindings"][0]["person"]), (&json!(false), &json!("person-anna")));
}

async fn a_lost_password_is_replaced_with_a_recovery_code_once(lab: Lab) {
    let mut anna = person(&lab, "anna", "pilot", StudyRole::Analyst).await;
    let codes = anna.post("/api/installation/me/recovery-codes", json!({})).await.ok();
    let codes: Vec<String> =
        codes["codes"].as_array().unwrap().iter().map(|code| code.as_str().unwrap().to_owned()).collect();
    assert_eq!(codes.len(), 10);
    assert_eq!(anna.get("/api/installation/me").await.ok()["recoveryCodes"], 10);
    let new = "a boat in the northern harbour";
    let recover = |code: &str| json!({ "username": "anna", "code": code.to_lowercase(), "newPassword": new });
    lab.visitor("main").post("/api/installation/recovery", recover("AAAAA-AAAAA")).await.is(401, "login_failed");
    lab.visitor("main").post("/api/installation/recovery", recover(&codes[3])).await.ok();
    // Once, and all earlier sessions have ended.
    lab.visitor("main").post("/api/installation/recovery", recover(&codes[3])).await.is(401, "login_failed");
    anna.get("/api/installation/me").await.is(401, "not_authenticated");
    let old = json!({ "username": "anna", "password": PASSWORD });
    lab.visitor("main").post("/api/installation/login", old).await.is(401, "login_failed");
    let mut anna = signed_in(&lab, "anna", new).await;
    assert_eq!(anna.get("/api/installation/me").await.ok()["recoveryCodes"], 9);

    // Sessions are listed and end one by one.
    let second = signed_in(&lab, "anna", new).await;
    let sessions = anna.get("/api/installation/me/sessions").await.ok();
    let sessions = sessions["sessions"].as_array().unwrap();
    // That of the recovery, and two sign-ins.
    assert_eq!(sessions.len(), 3);
    for session in sessions.iter().filter(|session| session["current"] == false) {
        let path = format!("/api/installation/me/sessions/{}", session["id"].as_str().unwrap());
        assert_eq!(anna.send("DELETE", &path, &[], Vec::new()).await.status, 204);
    }
    second.clone().get("/api/installation/me").await.is(401, "not_authenticated");
    anna.get("/api/installation/me").await.ok();
    // Nobody else's.
    let mut other = person(&lab, "otto", "pilot", StudyRole::Owner).await;
    let own = anna.get("/api/installation/me/sessions").await.ok()["sessions"][0]["id"].clone();
    let path = format!("/api/installation/me/sessions/{}", own.as_str().unwrap());
    other.send("DELETE", &path, &[], Vec::new()).await.is(404, "not_found");

    let wrong = json!({ "password": "not this one", "newPassword": new });
    anna.put("/api/installation/me/password", wrong).await.is(422, "invalid_fields");
    let right = json!({ "password": new, "newPassword": "another boat in another harbour" });
    assert_eq!(anna.put("/api/installation/me/password", right).await.status, 204);
    anna.get("/api/installation/me").await.is(401, "not_authenticated");
}

async fn owners_of_a_study_give_roles_in_it_and_in_no_other(lab: Lab) {
    let mut owner = person(&lab, "owner", "pilot", StudyRole::Owner).await;
    let role = |study: &str| json!({ "username": "anna", "study": study, "role": "monitor" });
    for study in ["field", "main", "*"] {
        owner.post("/api/installation/people", role(study)).await.is(403, "role_forbids");
    }
    owner.post("/api/installation/people", role("pilot")).await;
    let listed = owner.get("/api/installation/people").await.ok();
    assert_eq!(listed["people"].as_array().unwrap().len(), 2);
    // Somebody else's roles in other studies are not shown.
    person(&lab, "other", "field", StudyRole::Analyst).await;
    let listed = owner.get("/api/installation/people").await.ok();
    assert_eq!(listed["people"].as_array().unwrap().len(), 2);
    let look_alike = json!({ "username": "Admin@example.org", "study": "pilot", "role": "monitor" });
    owner.post("/api/installation/people", look_alike).await.is(422, "invalid_fields");
}

async fn an_owner_of_one_study_gets_nothing_beyond_it(lab: Lab) {
    let mut admin = signed_in(&lab, "admin@example.org", PASSWORD).await;
    let all = json!({ "username": "boss@example.org", "study": "*", "role": "owner", "mayUnblind": true });
    let invited = admin.post("/api/installation/people", all).await.json();
    let mut owner = person(&lab, "owner", "pilot", StudyRole::Owner).await;

    // No link for the account of somebody who has more rights, and theirs stays valid.
    let role = json!({ "username": "boss@example.org", "study": "pilot", "role": "monitor" });
    let given = owner.post("/api/installation/people", role).await;
    assert_eq!((given.status, &given.json()["token"]), (201, &Value::Null), "{given:?}");
    let id = invited["id"].as_str().unwrap();
    let path = format!("/api/installation/people/{id}/roles/pilot");
    owner.put(&path, json!({ "role": "editor" })).await.ok();
    let chosen = json!({ "token": invited["token"], "password": "a lantern for the harbour" });
    lab.visitor("main").post("/api/installation/invitation", chosen).await.ok();
    // Whoever owns the installation owns each study, whatever role they are given there.
    let boss = signed_in(&lab, "boss@example.org", "a lantern for the harbour").await;
    at(&lab, "pilot", &boss.token).get("/api/admin/audit").await.ok();
    let studies = boss.clone().get("/api/installation/studies").await.ok();
    assert!(studies["studies"].as_array().unwrap().iter().all(|study| study["role"] == "owner"), "{studies}");

    // Nobody gives the right to unblind who does not have it: not to themselves, and not to a program.
    let right = json!({ "role": "owner", "mayUnblind": true });
    let own = "/api/installation/people/person-owner/roles/pilot";
    owner.put(own, right.clone()).await.is(403, "unblinding_forbids");
    let other = json!({ "username": "otto", "study": "pilot", "role": "analyst", "mayUnblind": true });
    owner.post("/api/installation/people", other).await.is(403, "unblinding_forbids");
    let token = json!({ "name": "copy", "study": "pilot", "role": "owner", "days": 9, "mayUnblind": true });
    owner.post("/api/installation/tokens", token.clone()).await.is(403, "unblinding_forbids");
    admin.put(own, right).await.ok();
    let made = owner.post("/api/installation/tokens", token).await.json();
    let mut program = at(&lab, "pilot", made["token"].as_str().unwrap());
    let everybody = json!({ "reason": "the data are complete", "everybody": true });
    program.post("/api/admin/unblinding", everybody).await.is(403, "role_forbids");

    // The server's own network is not theirs to reach.
    let mut console = at(&lab, "pilot", &owner.token);
    for url in ["http://127.0.0.1:9/", "https://169.254.169.254/latest", "https://[fd00::1]/", "http://localhost:1/"] {
        let hook = json!({ "url": url, "events": ["completed"] });
        let reply = console.post("/api/admin/webhooks", hook).await.is(422, "invalid_fields");
        assert_eq!(reply["fields"][0]["code"], "webhook_inside", "{url}: {reply}");
    }

    // The names of others in the logs are not to be had.
    for name in ["operator", "program copy"] {
        let named = json!({ "username": name, "study": "pilot", "role": "monitor" });
        owner.post("/api/installation/people", named).await.is(422, "invalid_fields");
    }

    // A token is worth no more than the rights of the person who created it, and is gone with them.
    program.get("/api/admin/audit").await.ok();
    admin.put(own, json!({ "role": "editor" })).await.ok();
    program.get("/api/admin/audit").await.is(401, "not_authenticated");
    admin.put(own, json!({ "role": "owner" })).await.ok();
    program.get("/api/admin/audit").await.ok();
    program.post("/api/admin/unblinding", json!({ "reason": "complete" })).await.is(403, "unblinding_forbids");
    admin.send("DELETE", "/api/installation/people/person-owner", &[], Vec::new()).await.ok();
    program.get("/api/admin/audit").await.is(401, "not_authenticated");
}

async fn a_program_acts_with_its_role_until_its_token_ends(lab: Lab) {
    let mut owner = person(&lab, "owner", "pilot", StudyRole::Owner).await;
    let new =
        |study: &str, days: u32| json!({ "name": "nightly export", "study": study, "role": "analyst", "days": days });
    owner.post("/api/installation/tokens", new("field", 30)).await.is(403, "role_forbids");
    owner.post("/api/installation/tokens", new("*", 30)).await.is(403, "role_forbids");
    owner.post("/api/installation/tokens", new("pilot", 0)).await.is(422, "invalid_fields");
    let made = owner.post("/api/installation/tokens", new("pilot", 30)).await;
    assert_eq!(made.status, 201, "{made:?}");
    let token = made.json()["token"].as_str().unwrap().to_owned();
    assert!(token.starts_with("unmask_") && token.len() > 40, "{token}");

    let mut program = at(&lab, "pilot", &token);
    program.get("/api/admin/overview").await.ok();
    program.get("/api/admin/participants").await.ok();
    program.get("/api/admin/audit").await.is(403, "role_forbids");
    program.post("/api/admin/unblinding", json!({ "reason": "complete" })).await.is(403, "unblinding_forbids");
    at(&lab, "field", &token).get("/api/admin/overview").await.is(403, "role_forbids");
    // A program changes no people and no studies, whatever its role.
    for path in ["me", "studies", "people", "tokens", "audit"] {
        let mut client = at(&lab, "main", &token);
        client.get(&format!("/api/installation/{path}")).await.is(403, "role_forbids");
    }
    let listed = owner.get("/api/installation/tokens").await.ok();
    assert_eq!(listed["tokens"][0]["used"], "2026-11-20T10:00:00.000Z", "{listed}");
    assert!(!listed.to_string().contains(&token[7..]), "only the hash is stored");

    // With the right to unblind itself, it exports the data of participants; each first export names its reason.
    lab.visitor("pilot").register(&[], form("otter")).await;
    let choices = |reason: &str| json!({ "simulated": false, "spreadsheet": false, "identities": false, "public": false, "reason": reason });
    program.post("/api/admin/exports", choices("nightly")).await.is(403, "unblinding_forbids");
    // Without it, it gets a package with blinded arms.
    let ticket = program.post("/api/admin/exports", json!({ "blinded": true })).await;
    assert_eq!((ticket.status, &ticket.json()["unblinded"]), (201, &json!(false)), "{ticket:?}");
    let package = ticket.json()["package"].as_str().unwrap().trim_start_matches("/s/pilot").to_owned();
    assert_eq!(program.get(&package).await.status, 200);
    let mut with_right = new("pilot", 30);
    with_right["mayUnblind"] = json!(true);
    let mut admin = signed_in(&lab, "admin@example.org", PASSWORD).await;
    let right = json!({ "role": "owner", "mayUnblind": true });
    admin.put("/api/installation/people/person-owner/roles/pilot", right).await.ok();
    let made = owner.post("/api/installation/tokens", with_right).await.json();
    let mut exporter = at(&lab, "pilot", made["token"].as_str().unwrap());
    exporter.post("/api/admin/exports", choices("")).await.is(422, "invalid_fields");
    let ticket = exporter.post("/api/admin/exports", choices("nightly")).await;
    assert_eq!((ticket.status, &ticket.json()["unblinded"]), (201, &json!(true)), "{ticket:?}");
    assert_eq!(exporter.post("/api/admin/exports", choices("")).await.status, 201);
    // That concerns the program alone.
    let mut console = at(&lab, "pilot", &owner.token);
    let state = console.get("/api/admin/unblinding").await.ok();
    assert_eq!(
        (&state["unblinded"], &state["unblindings"][0]["person"]),
        (&json!(false), &json!("program nightly export"))
    );
    let package = ticket.json()["package"].as_str().unwrap().trim_start_matches("/s/pilot").to_owned();
    assert_eq!(exporter.get(&package).await.status, 200);
    // What a person asked for is not for them any more once the role is taken.
    let mut console = at(&lab, "pilot", &person_with_right(&lab).await.token);
    let ticket = console.post("/api/admin/exports", choices("the analysis")).await.json();
    let package = ticket["package"].as_str().unwrap().trim_start_matches("/s/pilot").to_owned();
    admin.send("DELETE", "/api/installation/people/person-nina/roles/pilot", &[], Vec::new()).await.ok();
    console.get(&package).await.is(404, "not_found");

    // It expires, and can be revoked before.
    lab.clock.advance(Duration::from_hours(30 * 24));
    program.get("/api/admin/overview").await.is(401, "not_authenticated");
    let mut owner = signed_in(&lab, "owner", PASSWORD).await;
    let made = owner.post("/api/installation/tokens", new("pilot", 1)).await.json();
    program.token = made["token"].as_str().unwrap().into();
    program.get("/api/admin/overview").await.ok();
    let path = format!("/api/installation/tokens/{}", made["id"].as_str().unwrap());
    let mut other = person(&lab, "other", "field", StudyRole::Owner).await;
    other.send("DELETE", &path, &[], Vec::new()).await.is(403, "role_forbids");
    owner.send("DELETE", &path, &[], Vec::new()).await.ok();
    program.get("/api/admin/overview").await.is(401, "not_authenticated");
}
