//! Accounts that recruitment links open: `recruitment.account: link`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;
use unmask_server::auth::simulated::{SimulatedParticipant, permit};
use unmask_store::testing::{self, Database};
use unmask_study::hex;

use crate::invitations::{address, send};
use crate::support::{
    Client, MailServer, PASSWORD, Reply, Server, Walker, at_once, consent, copy, digest, edited, fixture, form, rewrite,
};

const LINK: &str = "/api/auth/link";
/// Visits that nothing confirms; `visits.rs` has those that Prolific confirms.
const VISITS: &str = "  visit: SESSION_ID\n  trust_visits: true\n";
const SECRET: &str = "what recruiter and server know";

/// The small study with these lines in `recruitment`.
fn study(folder: &Path, more: &str) -> PathBuf {
    edited(folder, |text| text.replace("  one_place_per: PROLIFIC_PID\n", &recruitment(more)))
}

fn recruitment(more: &str) -> String {
    format!("  one_place_per: PROLIFIC_PID\n  link_required: true\n  account: link\n{more}")
}

async fn server(database: Database, more: &str) -> Server {
    let folder = tempfile::tempdir().unwrap();
    Server::on(database, &study(folder.path(), more)).await
}

async fn by_visits() -> Server {
    server(testing::sqlite().await, VISITS).await
}

fn visit(person: &str, session: &str) -> Value {
    json!({ "consent": consent(), "recruitment": { "PROLIFIC_PID": person, "STUDY_ID": "s", "SESSION_ID": session } })
}

/// Comes with a link, and is signed in.
async fn arrived(server: &Server, link: Value) -> Client {
    let mut client = server.visitor();
    let reply = client.post(LINK, link).await;
    assert!([200, 201].contains(&reply.status), "{reply:?}");
    client.take_session(&reply);
    client
}

fn field_code(reply: &Reply) -> Value {
    reply.is(422, "invalid_fields")["fields"][0]["code"].clone()
}

/// On both engines: one click begins, the session resumes, and another visit does so elsewhere.
mod the_whole_way {
    #[tokio::test(flavor = "multi_thread")]
    async fn on_sqlite() {
        super::one_click_begins_and_a_new_visit_resumes(super::testing::sqlite().await).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn on_postgres() {
        super::one_click_begins_and_a_new_visit_resumes(super::testing::postgres().await).await;
    }
}

async fn one_click_begins_and_a_new_visit_resumes(database: Database) {
    let server = server(database, VISITS).await;
    assert_eq!(server.visitor().get("/api/study").await.ok()["linkAccount"], "PROLIFIC_PID");
    let mut first = arrived(&server, visit("5f3", "a1")).await;
    let user = first.get("/api/users/profile").await.ok();
    assert_eq!((&user["passwordless"], &user["currentState"]), (&json!(true), &json!("/pre-questionnaire")));
    assert_eq!(user["consent"]["ticks"], json!({ "take_part": true, "analytics": false }));
    let name = user["username"].as_str().unwrap().to_owned();
    assert!(!name.contains("5f3"), "{name}");
    let mut walker = Walker::new(first).await;
    walker.step().await;
    let mut first = walker.client;
    let position = first.position().await;

    // Nobody knows a password.
    for password in ["", PASSWORD] {
        let given = json!({ "username": name, "password": password });
        server.visitor().post("/api/auth/login", given).await.is(401, "login_failed");
    }
    // The link of the first visit is no proof of another one.
    server.visitor().post(LINK, visit("5f3", "a1")).await.is(409, "link_used");
    assert_eq!(first.position().await, position, "the session goes on");

    let mut second = arrived(&server, visit(" 5f3 ", "b2")).await;
    assert_eq!(second.get("/api/users/profile").await.ok()["username"], json!(name));
    assert_eq!(second.position().await, position);
    first.get("/api/users/profile").await.is(401, "not_authenticated");
    first.post("/api/auth/refresh", json!({ "refresh_token": first.refresh_token })).await.is(401, "refresh_failed");
    assert_eq!(server.database.number("select count(*) from participant").await, 1);

    // A visit is nobody else's, either for a known person or for a new one.
    for person in ["5f3", "5f4"] {
        server.visitor().post(LINK, visit(person, "a1")).await.is(409, "link_used");
    }
    assert_eq!(server.database.number("select count(*) from participant").await, 1);
    let stored = server.database.texts("select recruitment from participant").await;
    assert!(stored[0].contains("a1"), "the parameters of the first visit: {stored:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_reply_is_repeated_and_by_nobody_else() {
    let server = by_visits().await;
    let [own, other] = ["0198c0de-0000-7000-8000-000000000001", "0198c0de-0000-7000-8000-000000000002"];
    let mut client = server.visitor();
    assert_eq!(client.post_once(own, LINK, visit("5f3", "a1")).await.status, 201);
    // The reply is lost.
    client.post_once(other, LINK, visit("5f3", "a1")).await.is(409, "link_used");
    client.post_once(own, LINK, visit("5f4", "a1")).await.is(409, "link_used");
    let again = client.post_once(own, LINK, visit("5f3", "a1")).await;
    assert_eq!(again.status, 200, "{again:?}");
    client.take_session(&again);
    assert_eq!(client.position().await, "/pre-questionnaire");
}

mod races {
    #[tokio::test(flavor = "multi_thread")]
    async fn on_sqlite() {
        super::one_link_at_once_is_one_participant(super::testing::sqlite().await).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn on_postgres() {
        super::one_link_at_once_is_one_participant(super::testing::postgres().await).await;
    }
}

async fn one_link_at_once_is_one_participant(database: Database) {
    let server = server(database, VISITS).await;
    // One link opened twice at once by one browser; several visits of one person; one visit by several people.
    let key = "0198c0de-0000-7000-8000-000000000003";
    let same = at_once(4, |_| {
        let mut client = server.visitor();
        async move { client.post_once(key, LINK, visit("5f3", "a1")).await.status }
    });
    // The last one counts: it has ended the sessions of the others.
    let same = same.await;
    assert!(same.iter().all(|status| [200, 201, 409].contains(status)), "{same:?}");
    assert!(same.iter().any(|status| [200, 201].contains(status)), "{same:?}");
    let shared = at_once(4, |number| {
        let mut client = server.visitor();
        async move { client.post(LINK, visit(&format!("person-{number}"), "shared")).await.status }
    });
    let shared = shared.await;
    assert_eq!(shared.iter().filter(|status| **status == 201).count(), 1, "{shared:?}");
    assert_eq!(shared.iter().filter(|status| **status == 409).count(), 3, "{shared:?}");
    assert_eq!(server.database.number("select count(*) from participant").await, 2);
    let open = "select count(*) from session where revoked_at is null";
    assert_eq!(server.database.number(open).await, 2, "each person has one session");
    // Several new visits of one known person: of those that come in, the last one ends the sessions of the others.
    for person in 0..6 {
        let person = format!("known-{person}");
        arrived(&server, visit(&person, &format!("{person}-first"))).await;
        let visits = at_once(4, |number| {
            let mut client = server.visitor();
            let link = visit(&person, &format!("{person}-{number}"));
            async move { client.post(LINK, link).await.status }
        });
        let visits = visits.await;
        assert!(visits.iter().all(|status| [200, 409].contains(status)) && visits.contains(&200), "{visits:?}");
    }
    assert_eq!(server.database.number(open).await, 2 + 6, "each person has one session");
}

#[tokio::test(flavor = "multi_thread")]
async fn incomplete_links_and_registrations_with_a_password_change_nothing() {
    let server = server(
        testing::sqlite().await,
        "  visit: SESSION_ID\n  trust_visits: true\n  accepted: { STUDY_ID: [s, t] }\n",
    )
    .await;
    let before = digest(&server.database).await;
    for recruitment in [
        json!({}),
        json!({ "PROLIFIC_PID": " ", "STUDY_ID": "s", "SESSION_ID": "a1" }),
        json!({ "PROLIFIC_PID": "5f3", "STUDY_ID": "s" }),
        json!({ "PROLIFIC_PID": "5f3", "SESSION_ID": "a1" }),
        json!({ "PROLIFIC_PID": "5f3", "STUDY_ID": "another", "SESSION_ID": "a1" }),
    ] {
        let reply = server.visitor().post(LINK, json!({ "recruitment": recruitment })).await;
        assert_eq!(field_code(&reply), "link_incomplete");
    }
    let mut with_password = form("heron");
    with_password["recruitment"] = visit("5f3", "a1")["recruitment"].clone();
    let reply = server.visitor().post("/api/auth/register", with_password).await;
    assert_eq!(field_code(&reply), "link_incomplete");
    let mut outdated = visit("5f3", "a1");
    outdated["consent"]["version"] = json!("0");
    assert_eq!(field_code(&server.visitor().post(LINK, outdated).await), "consent_outdated");
    digest(&server.database).await.is_still(&before, "rejected links");
    // A later study at the recruiter.
    let mut other = visit("5f3", "a1");
    other["recruitment"]["STUDY_ID"] = json!("t");
    arrived(&server, other).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_who_knows_an_id_alone_never_gets_in() {
    let server = server(testing::sqlite().await, "").await;
    let mut own = arrived(&server, visit("5f3", "a1")).await;
    for session in ["a1", "b2", "c3"] {
        server.visitor().post(LINK, visit("5f3", session)).await.is(409, "link_used");
    }
    assert_eq!(own.position().await, "/pre-questionnaire");
}

#[tokio::test(flavor = "multi_thread")]
async fn many_visits_of_one_person_have_to_wait() {
    let server = by_visits().await;
    arrived(&server, visit("5f3", "v0")).await;
    for number in 1..=5 {
        arrived(&server, visit("5f3", &format!("v{number}"))).await;
    }
    let reply = server.visitor().post(LINK, visit("5f3", "v6")).await;
    reply.is(429, "too_many_requests");
    assert_eq!(reply.header("retry-after"), "5");
    // Others need not.
    arrived(&server, visit("5f4", "w0")).await;
    server.clock.advance(Duration::from_secs(6));
    arrived(&server, visit("5f3", "v6")).await;
}

/// As a recruiter signs with another program: `printf 5f3 | openssl dgst -sha256 -hmac "$SECRET"`.
fn signed(text: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(SECRET.as_bytes()).unwrap();
    mac.update(text.as_bytes());
    hex(&mac.finalize().into_bytes())
}

async fn signing(more: &str, secret: Option<&str>) -> Server {
    let folder = tempfile::tempdir().unwrap();
    let study = study(folder.path(), &format!("  signature: SIGNATURE\n{more}"));
    Server::with(|settings| {
        settings.study = study;
        settings.recruitment_secret = secret.map(str::to_owned);
    })
    .await
}

fn with_signature(person: &str, session: &str, signature: &str) -> Value {
    let mut link = visit(person, session);
    link["recruitment"]["SIGNATURE"] = json!(signature);
    link
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signed_link_begins_and_resumes_and_no_other_does() {
    // RFC 4231, test case 2, is how the signature is computed.
    let mut mac = Hmac::<Sha256>::new_from_slice(b"Jefe").unwrap();
    mac.update(b"what do ya want for nothing?");
    let known = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
    assert_eq!(hex(&mac.finalize().into_bytes()), known);

    let server = signing("", Some(SECRET)).await;
    let before = digest(&server.database).await;
    for signature in ["", "00", &signed("5f4"), &signed("5f3.a1"), known] {
        let reply = server.visitor().post(LINK, with_signature("5f3", "a1", signature)).await;
        assert_eq!(field_code(&reply), "link_not_signed", "{signature}");
    }
    digest(&server.database).await.is_still(&before, "links that the recruiter did not sign");
    let link = with_signature("5f3", "a1", &signed("5f3").to_uppercase());
    let mut first = arrived(&server, link.clone()).await;
    let mut second = arrived(&server, link).await;
    assert_eq!(second.position().await, "/pre-questionnaire");
    first.get("/api/users/profile").await.is(401, "not_authenticated");
    let stored = server.database.texts("select recruitment from participant").await;
    assert!(!stored[0].contains("SIGNATURE"), "{stored:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_signature_over_a_visit_is_for_this_visit() {
    let server = signing("  visit: SESSION_ID\n", Some(SECRET)).await;
    arrived(&server, with_signature("5f3", "a1", &signed("5f3.a1"))).await;
    server.visitor().post(LINK, with_signature("5f3", "a1", &signed("5f3.a1"))).await.is(409, "link_used");
    let reply = server.visitor().post(LINK, with_signature("5f3", "b2", &signed("5f3.a1"))).await;
    assert_eq!(field_code(&reply), "link_not_signed");
    arrived(&server, with_signature("5f3", "b2", &signed("5f3.b2"))).await;
    // The same text as of another person's visit.
    let reply = server.visitor().post(LINK, with_signature("5f3.c", "3", &signed("5f3.c.3"))).await;
    assert_eq!(field_code(&reply), "link_not_signed");
}

/// A server without the secret must not accept what nobody signed.
#[tokio::test(flavor = "multi_thread")]
async fn without_the_secret_no_link_is_signed() {
    let server = signing("", None).await;
    for signature in [signed("5f3"), hex(&[0; 32])] {
        let reply = server.visitor().post(LINK, with_signature("5f3", "a1", &signature)).await;
        assert_eq!(field_code(&reply), "link_not_signed");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_password_the_link_alone_does_not_resume() {
    let server = by_visits().await;
    let mut own = arrived(&server, visit("5f3", "a1")).await;
    let name = own.get("/api/users/profile").await.ok()["username"].clone();
    for (password, code) in [("short", "length"), (name.as_str().unwrap(), "password_names_study")] {
        let reply = own.put("/api/users/password", json!({ "password": password })).await;
        assert_eq!(field_code(&reply), code);
    }
    let user = own.put("/api/users/password", json!({ "password": PASSWORD })).await.ok();
    assert_eq!(user.get("passwordless"), None);
    own.put("/api/users/password", json!({ "password": "another good password" })).await.is(409, "password_set");
    server.visitor().post(LINK, visit("5f3", "b2")).await.is(409, "password_set");
    assert_eq!(own.position().await, "/pre-questionnaire", "the session goes on");
    let mut elsewhere = server.visitor();
    elsewhere.sign_in(name.as_str().unwrap()).await;
    assert_eq!(elsewhere.position().await, "/pre-questionnaire");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_erased_person_cannot_begin_again_and_leaves_no_id() {
    let server = by_visits().await;
    let mut own = arrived(&server, visit("5f3", "a1")).await;
    own.post("/api/users/withdraw", json!({ "mode": "erase" })).await.ok();
    server.visitor().post(LINK, visit("5f3", "b2")).await.is(409, "already_taking_part");
    assert_eq!(server.database.number("select count(*) from account where person is not null").await, 0);
    // Who withdrew and had the data kept sees that, and nothing else.
    let mut kept = arrived(&server, visit("5f4", "c3")).await;
    kept.post("/api/users/withdraw", json!({ "mode": "keep" })).await.ok();
    let mut again = arrived(&server, visit("5f4", "d4")).await;
    assert_eq!(again.get("/api/users/profile").await.ok()["withdrawn"], true);
    again.put("/api/users/password", json!({ "password": PASSWORD })).await.is(403, "withdrawn");
}

#[tokio::test(flavor = "multi_thread")]
async fn simulated_participants_register_and_people_do_not_become_simulated() {
    let server = by_visits().await;
    let mut body = form("robot");
    body["recruitment"] = visit("robot", "rehearsal")["recruitment"].clone();
    let permit = permit(&server.app.key, SimulatedParticipant::of(7), server.clock.now());
    let headers = [("unmask-simulated", permit.as_str())];
    server.visitor().register(&headers, body).await;
    assert_eq!(server.database.number("select count(*) from participant where simulated = 1").await, 1);
    arrived(&server, visit("5f3", "a1")).await;
    assert_eq!(server.database.number("select count(*) from participant where simulated = 0").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_study_without_the_setting_has_no_such_call() {
    let server = Server::sqlite().await;
    server.visitor().post(LINK, visit("5f3", "a1")).await.is(404, "not_found");
    let study = server.visitor().get("/api/study").await.ok();
    assert_eq!(study.get("linkAccount"), None);
    let mut own = server.participant("heron").await;
    assert_eq!(own.get("/api/users/profile").await.ok().get("passwordless"), None);
    own.put("/api/users/password", json!({ "password": "another good password" })).await.is(409, "password_set");
}

/// The whole way of a part later: the e-mail signs in those without a password, and nobody else.
#[tokio::test(flavor = "multi_thread")]
async fn an_email_about_a_later_part_signs_in_those_without_a_password() {
    let folder = tempfile::tempdir().unwrap();
    let study = folder.path().join("study");
    for layer in [fixture(), fixture().join("../two-waves"), fixture().join("../invitations")] {
        copy(&layer, &study);
    }
    rewrite(&study.join("study.yaml"), |text| text.replace("  one_place_per: PROLIFIC_PID\n", &recruitment(VISITS)));
    let mail = MailServer::start().await;
    let server = Server::mailing(testing::sqlite().await, &study, &mail).await;
    let mut link = visit("5f3", "a1");
    link["consent"]["ticks"]["contact_again"] = json!(true);
    let mut own = Walker::finished(arrived(&server, link).await).await.client;
    own.put("/api/users/address", json!({ "address": address("heron") })).await.ok();
    let name = own.user["username"].clone();
    server.clock.advance(Duration::from_hours(24 * 15));
    assert_eq!(send(&server).await, 1);
    let letter = mail.take().remove(0).replace("=\n", "").replace("=3D", "=");
    let token = letter.split("/auth?invitation=").nth(1).unwrap().split(['"', '\n', '>', ' ']).next().unwrap();

    let path = format!("/api/auth/invitation?token={token}");
    let mut visitor = server.visitor();
    assert_eq!(visitor.get(&path).await.ok(), json!({ "username": name, "passwordless": true }));
    visitor.post("/api/auth/invitation", json!({ "token": "AAAA" })).await.is(404, "not_found");
    let reply = visitor.post("/api/auth/invitation", json!({ "token": token })).await;
    reply.ok();
    visitor.take_session(&reply);
    assert_eq!(visitor.get("/api/users/profile").await.ok()["username"], name);
    visitor.put("/api/users/password", json!({ "password": PASSWORD })).await.ok();
    server.visitor().post("/api/auth/invitation", json!({ "token": token })).await.is(409, "password_set");
    assert_eq!(visitor.get(&path).await.ok(), json!({ "username": name }));
}
