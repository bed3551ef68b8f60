//! One sign-in for all studies: the way from the installation's address to the host name of a study, and what it is
//! worth for somebody else.

use std::time::Duration;

use serde_json::{Value, json};
use unmask_store::audit;
use unmask_store::control::people::{ALL_STUDIES, StudyRole};
use unmask_store::testing::{self, Database};

use super::people::{at, person, signed_in};
use crate::support::{Client, Lab, PASSWORD, fixture};

/// The same test on both engines, each with a database.
macro_rules! both_databases {
    ($($name:ident),+ $(,)?) => {$(
        mod $name {
            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                super::$name(super::testing::sqlite().await).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                super::$name(super::testing::postgres().await).await;
            }
        }
    )+};
}

both_databases!(
    a_person_opens_the_console_at_the_host_of_a_study,
    a_session_ends_with_the_one_that_it_comes_from,
    the_administrator_signs_in_once_too,
    a_code_is_worth_nothing_elsewhere,
);

const MAIN: &str = "https://lab.example.org/console/hand-over#study=field&request=";
const FIELD: &str = "https://field.example.org/console/hand-over#code=";

/// An installation that knows its address, with a study under a path and two under host names.
async fn lab(database: Database) -> Lab {
    let address = Some("https://lab.example.org".to_owned());
    let lab = Lab::start_with(database, |settings| settings.mail.public_url = address).await;
    lab.add("pilot", None, &fixture()).await.unwrap();
    lab.add("field", Some("field.example.org"), &fixture()).await.unwrap();
    lab.add("other", Some("other.example.org"), &fixture()).await.unwrap();
    lab
}

/// A browser at the address of the study with this host name.
fn at_host(lab: &Lab, host: &str) -> Client {
    let mut client = lab.visitor("main");
    client.host = Some(host.into());
    client
}

/// Begins at the study's address. Returns the secret, and what the installation's address gets to know.
async fn begin(field: &mut Client) -> (String, String) {
    let begun = field.post("/api/installation/hand-over", json!({})).await.ok();
    let location = begun["location"].as_str().unwrap();
    let request = location.strip_prefix(MAIN).unwrap_or_else(|| panic!("{location}"));
    (begun["attempt"].as_str().unwrap().to_owned(), request.to_owned())
}

async fn code(own: &mut Client, request: &str) -> String {
    let target = json!({ "study": "field", "request": request });
    let reply = own.post("/api/installation/hand-over/code", target).await;
    assert_eq!(reply.status, 201, "{reply:?}");
    let location = reply.json()["location"].as_str().unwrap().to_owned();
    location.strip_prefix(FIELD).unwrap_or_else(|| panic!("{location}")).to_owned()
}

const EXCHANGE: &str = "/api/installation/hand-over/session";

fn back(attempt: &str, code: &str) -> Value {
    json!({ "attempt": attempt, "code": code })
}

/// The whole way. The client is then signed in at the address of the study.
async fn handed_over(lab: &Lab, own: &mut Client) -> Client {
    let mut field = lab.visitor("field");
    let (attempt, request) = begin(&mut field).await;
    let code = code(own, &request).await;
    let reply = field.post(EXCHANGE, back(&attempt, &code)).await;
    assert_eq!(reply.status, 200, "{reply:?}");
    field.take_session(&reply);
    field
}

async fn a_person_opens_the_console_at_the_host_of_a_study(database: Database) {
    let lab = lab(database).await;
    let mut anna = person(&lab, "anna", ALL_STUDIES, StudyRole::Owner).await;
    let mut field = handed_over(&lab, &mut anna).await;
    field.get("/api/admin/overview").await.ok();
    let profile = field.get("/api/users/profile").await.ok();
    assert_eq!((&profile["username"], &profile["role"]), (&json!("anna"), &json!("admin")));

    // It is for this study alone, whatever rights the person has in others.
    for study in ["main", "pilot", "other"] {
        let mut other = if study == "other" { at_host(&lab, "other.example.org") } else { lab.visitor(study) };
        other.token.clone_from(&field.token);
        other.get("/api/admin/overview").await.is(403, "role_forbids");
        other.get("/api/study/pages/landing").await.is(403, "role_forbids");
    }
    for path in ["me", "studies", "people", "tokens", "audit", "me/sessions"] {
        field.get(&format!("/api/installation/{path}")).await.is(403, "role_forbids");
    }
    let target = json!({ "study": "field", "request": "x" });
    field.post("/api/installation/hand-over/code", target).await.is(403, "role_forbids");

    // Rights stay those of the table of roles.
    let mut admin = signed_in(&lab, "admin@example.org", PASSWORD).await;
    admin.put("/api/installation/people/person-anna/roles/*", json!({ "role": "monitor" })).await.ok();
    field.get("/api/admin/overview").await.ok();
    field.get("/api/admin/audit").await.is(403, "role_forbids");

    // A refresh token gives the next pair, which is for the study alone, too.
    let refreshed = field.post("/api/installation/refresh", json!({ "refresh_token": field.refresh_token })).await;
    assert_eq!(refreshed.status, 200, "{refreshed:?}");
    field.take_session(&refreshed);
    field.get("/api/admin/overview").await.ok();
    at(&lab, "pilot", &field.token).get("/api/admin/overview").await.is(403, "role_forbids");

    // The person sees it in their list, and the log has it.
    let listed = anna.get("/api/installation/me/sessions").await.ok();
    let studies: Vec<_> = listed["sessions"].as_array().unwrap().iter().map(|one| one["study"].clone()).collect();
    assert!(studies.len() == 2 && studies.contains(&json!("field")) && studies.contains(&Value::Null), "{listed}");
    let entries = audit::entries(lab.installation.control()).await.unwrap();
    let details = json!({ "by": "hand-over", "study": "field" });
    let own = entries.iter().find(|entry| entry.details == details).unwrap();
    assert_eq!((own.action.as_str(), own.actor.as_str()), ("sign in", "person-anna"));
}

async fn a_session_ends_with_the_one_that_it_comes_from(database: Database) {
    let lab = lab(database).await;
    let mut anna = person(&lab, "anna", "field", StudyRole::Analyst).await;
    let mut elsewhere = signed_in(&lab, "anna", PASSWORD).await;
    let mut first = handed_over(&lab, &mut anna).await;
    // A second one of the same browser takes its place, and one of another browser does not.
    let mut second = handed_over(&lab, &mut anna).await;
    let mut third = handed_over(&lab, &mut elsewhere).await;
    first.get("/api/admin/overview").await.is(401, "not_authenticated");
    second.get("/api/admin/overview").await.ok();
    assert_eq!(anna.post("/api/installation/logout", json!({})).await.status, 204);
    second.get("/api/admin/overview").await.is(401, "not_authenticated");
    let refresh = json!({ "refresh_token": second.refresh_token });
    second.post("/api/installation/refresh", refresh).await.is(401, "refresh_failed");
    third.get("/api/admin/overview").await.ok();

    // Signing out at the study's address signs out everywhere in this browser. Sessions that are over are not listed.
    assert_eq!(third.post("/api/installation/logout", json!({})).await.status, 204);
    elsewhere.get("/api/installation/me").await.is(401, "not_authenticated");
    third.get("/api/admin/overview").await.is(401, "not_authenticated");
    let mut anna = signed_in(&lab, "anna", PASSWORD).await;
    let listed = anna.get("/api/installation/me/sessions").await.ok();
    assert_eq!(listed["sessions"].as_array().unwrap().len(), 1, "{listed}");

    // Ended in the list of another browser.
    let mut fourth = handed_over(&lab, &mut anna).await;
    let listed = anna.get("/api/installation/me/sessions").await.ok();
    let own = listed["sessions"].as_array().unwrap().iter().find(|one| one["study"].is_null()).unwrap();
    let path = format!("/api/installation/me/sessions/{}", own["id"].as_str().unwrap());
    assert_eq!(anna.send("DELETE", &path, &[], Vec::new()).await.status, 204);
    fourth.get("/api/admin/overview").await.is(401, "not_authenticated");
}

async fn the_administrator_signs_in_once_too(database: Database) {
    let lab = lab(database).await;
    let mut admin = signed_in(&lab, "admin@example.org", PASSWORD).await;
    let mut field = handed_over(&lab, &mut admin).await;
    field.get("/api/admin/audit").await.ok();
    // The database of the study at the root has this session, which is worth nothing there.
    for study in ["main", "pilot"] {
        at(&lab, study, &field.token).get("/api/admin/overview").await.is(403, "role_forbids");
    }
    field.get("/api/installation/people").await.is(403, "role_forbids");
    let mut root = at(&lab, "main", "");
    let refreshed = root.post("/api/auth/refresh", json!({ "refresh_token": field.refresh_token })).await.ok();
    let token = refreshed["access_token"].as_str().unwrap();
    at(&lab, "main", token).get("/api/admin/overview").await.is(403, "role_forbids");
    let actions = async || {
        let entries = audit::entries(&lab.app("main").await.store).await.unwrap();
        entries.into_iter().map(|entry| (entry.action, entry.details["study"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(actions().await.last(), Some(&("sign in".to_owned(), json!("field"))));
    assert_eq!(admin.post("/api/installation/logout", json!({})).await.status, 204);
    assert_eq!(actions().await.last(), Some(&("sign out".to_owned(), Value::Null)));
    at(&lab, "field", token).get("/api/admin/audit").await.is(401, "not_authenticated");
}

async fn a_code_is_worth_nothing_elsewhere(database: Database) {
    let lab = lab(database).await;
    let mut anna = person(&lab, "anna", "field", StudyRole::Analyst).await;
    let mut field = lab.visitor("field");
    let (attempt, request) = begin(&mut field).await;

    // Once, also after a wrong attempt: a browser that did not begin can't be signed in as somebody else.
    let (other_attempt, _) = begin(&mut lab.visitor("field")).await;
    let stolen = code(&mut anna, &request).await;
    field.post(EXCHANGE, back(&other_attempt, &stolen)).await.is(401, "handover_failed");
    field.post(EXCHANGE, back(&attempt, &stolen)).await.is(401, "handover_failed");
    let once = code(&mut anna, &request).await;
    field.post(EXCHANGE, back(&attempt, &once)).await.ok();
    field.post(EXCHANGE, back(&attempt, &once)).await.is(401, "handover_failed");

    // At another study's address, and at addresses that are no study's own.
    let foreign = code(&mut anna, &request).await;
    at_host(&lab, "other.example.org").post(EXCHANGE, back(&attempt, &foreign)).await.is(401, "handover_failed");
    for mut client in [lab.visitor("main"), lab.visitor("pilot")] {
        client.base.clear();
        client.post(EXCHANGE, back(&attempt, &foreign)).await.is(404, "not_found");
        client.post("/api/installation/hand-over", json!({})).await.is(404, "not_found");
    }

    // After a minute, and after the end of the session that asked for it.
    let late = code(&mut anna, &request).await;
    lab.clock.advance(Duration::from_secs(61));
    field.post(EXCHANGE, back(&attempt, &late)).await.is(401, "handover_failed");
    let orphan = code(&mut anna, &request).await;
    anna.post("/api/installation/logout", json!({})).await;
    field.post(EXCHANGE, back(&attempt, &orphan)).await.is(401, "handover_failed");

    // Only for studies with a host name in which the person has a role.
    let mut anna = signed_in(&lab, "anna", PASSWORD).await;
    let target = |study: &str| json!({ "study": study, "request": request });
    anna.post("/api/installation/hand-over/code", target("other")).await.is(403, "role_forbids");
    let mut admin = signed_in(&lab, "admin@example.org", PASSWORD).await;
    for study in ["pilot", "main", "none"] {
        admin.post("/api/installation/hand-over/code", target(study)).await.is(404, "not_found");
    }
    // A code is no token.
    let code = code(&mut anna, &request).await;
    at(&lab, "field", &code).get("/api/admin/overview").await.is(401, "not_authenticated");
}
