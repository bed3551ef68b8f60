//! Visits by recruitment links that Prolific confirms: by its API, or by the token in a link that it has signed.

use std::path::{Path, PathBuf};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use openidconnect::core::{CoreJwsSigningAlgorithm, CoreRsaPrivateSigningKey};
use openidconnect::{JsonWebKeyId, PrivateSigningKey as _};
use rcgen::{KeyPair, PKCS_RSA_SHA256};
use serde_json::{Value, json};
use unmask_server::jobs::comparison::once;
use unmask_store::testing::{self, Database};

use crate::support::{
    Client, PASSWORD, ProlificServer, Reply, Server, at_once, consent, digest, edited, fails, submission,
};

const LINK: &str = "/api/auth/link";
const STUDY: &str = "65f0c1d2e3f4a5b6c7d8e9f0";
const LATER: &str = "66f0c1d2e3f4a5b6c7d8e9f0";

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
    prolific_confirms_who_begins_and_who_resumes,
    while_prolific_is_away_people_begin_and_nobody_resumes,
    visits_at_once_are_one_participant,
    without_a_token_a_new_visit_resumes_nothing,
    a_token_of_prolific_begins_and_resumes,
);

fn study(folder: &Path, more: &str) -> PathBuf {
    let own =
        format!("  one_place_per: PROLIFIC_PID\n  link_required: true\n  account: link\n  visit: SESSION_ID\n{more}");
    edited(folder, |text| text.replace("  one_place_per: PROLIFIC_PID\n", &own))
}

async fn recruiting(database: Database, more: &str) -> (Server, ProlificServer) {
    let (folder, prolific) = (tempfile::tempdir().unwrap(), ProlificServer::start().await);
    let study = study(folder.path(), &format!("  prolific: {{ studies: [{STUDY}, {LATER}]{more} }}\n"));
    (Server::recruiting(database, &study, &prolific).await, prolific)
}

/// Submissions at Prolific: ID, participant, status.
fn submissions(prolific: &ProlificServer, study: &str, list: &[(&str, &str, &str)]) {
    let one = |(id, person, status): &(&str, &str, &str)| {
        let mut one = submission(0, person, status, None);
        one["id"] = json!(id);
        one
    };
    prolific.now().studies.insert(study.into(), list.iter().map(one).collect());
}

fn visit(person: &str, session: &str) -> Value {
    json!({ "consent": consent(), "recruitment": { "PROLIFIC_PID": person, "STUDY_ID": STUDY, "SESSION_ID": session } })
}

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

async fn participants(server: &Server) -> i64 {
    server.database.number("select count(*) from participant").await
}

async fn prolific_confirms_who_begins_and_who_resumes(database: Database) {
    let (server, prolific) = recruiting(database, "").await;
    submissions(
        &prolific,
        STUDY,
        &[
            ("a1", "5f3", "ACTIVE"),
            ("a2", "5f3", "AWAITING REVIEW"),
            ("a3", "5f3", "RETURNED"),
            ("b1", "5f4", "RESERVED"),
            ("b2", "5f4", "ACTIVE"),
            ("c1", "5f5", "RETURNED"),
            ("c2", "5f5", "AWAITING REVIEW"),
            ("d1", "5f6", "PAUSED"),
        ],
    );
    submissions(&prolific, LATER, &[("e1", "5f3", "ACTIVE")]);
    submissions(&prolific, "another-study", &[("f1", "5f3", "ACTIVE"), ("f2", "5f7", "ACTIVE")]);
    let before = digest(&server.database).await;
    for (person, session, code) in [
        ("5f3", "invented", "link_unknown"),
        ("5f3", "b1", "link_unknown"),
        ("5f7", "f2", "link_unknown"),
        ("5f3", "../studies/65f0c1d2e3f4a5b6c7d8e9f0", "link_unknown"),
        ("5f5", "c1", "link_over"),
        ("5f5", "c2", "link_over"),
    ] {
        let reply = server.visitor().post(LINK, visit(person, session)).await;
        assert_eq!(field_code(&reply), code, "{person} {session}");
    }
    digest(&server.database).await.is_still(&before, "links that Prolific does not know");
    assert!(prolific.now().calls.iter().all(|call| !call.contains("..")), "{:?}", prolific.now().calls);

    let mut own = arrived(&server, visit("5f3", "a1")).await;
    arrived(&server, visit("5f6", "d1")).await;
    arrived(&server, visit("5f4", "b1")).await;
    server.clock.advance(Duration::from_mins(3));
    let position = own.position().await;
    for (session, code) in [("invented", "link_unknown"), ("b2", "link_unknown"), ("f1", "link_unknown")] {
        let reply = server.visitor().post(LINK, visit("5f3", session)).await;
        assert_eq!(field_code(&reply), code, "{session}");
    }
    server.clock.advance(Duration::from_mins(3));
    assert_eq!(field_code(&server.visitor().post(LINK, visit("5f3", "a3")).await), "link_over");
    assert_eq!(own.position().await, position, "the session goes on");

    // Used links need no call, and a repeat of the same call needs none either.
    let lookups = prolific.lookups();
    server.visitor().post(LINK, visit("5f3", "a1")).await.is(409, "link_used");
    server.visitor().post(LINK, visit("new", "a1")).await.is(409, "link_used");
    assert_eq!(prolific.lookups(), lookups);

    // Another submission of the same person resumes, also one of another study of theirs.
    server.clock.advance(Duration::from_mins(3));
    let mut second = arrived(&server, visit("5f3", "a2")).await;
    assert_eq!(second.position().await, position);
    own.get("/api/users/profile").await.is(401, "not_authenticated");
    server.clock.advance(Duration::from_mins(1));
    arrived(&server, visit("5f3", "e1")).await;
    assert_eq!(participants(&server).await, 3);

    // With a password, Prolific is not asked.
    let mut third = arrived(&server, visit("5f4", "b2")).await;
    third.put("/api/users/password", json!({ "password": PASSWORD })).await.ok();
    let lookups = prolific.lookups();
    server.visitor().post(LINK, visit("5f4", "b3")).await.is(409, "password_set");
    assert_eq!(prolific.lookups(), lookups);
}

async fn while_prolific_is_away_people_begin_and_nobody_resumes(database: Database) {
    let (server, prolific) = recruiting(database, "").await;
    submissions(&prolific, STUDY, &[("s1", "p1", "ACTIVE"), ("own", "p4", "ACTIVE")]);
    submissions(&prolific, LATER, &[]);
    for (number, (status, code)) in
        [(401, "unauthorised"), (500, "5xx"), (302, "moved"), (418, "teapot")].iter().enumerate()
    {
        let person = format!("p{number}");
        for (link, expected) in [("first", 201), ("second", 502)] {
            prolific.now().failures = [(*status, Some("0")); 3].into();
            let reply = server.visitor().post(LINK, visit(&person, &format!("{link}-{number}"))).await;
            assert_eq!(reply.status, expected, "{code}: {reply:?}");
            if expected == 502 {
                reply.is(502, "recruiter_unavailable");
                assert_eq!(reply.header("retry-after"), "30");
            }
        }
    }
    prolific.now().failures.clear();
    // What is no reply of Prolific's.
    prolific.now().body = Some("<html>");
    server.visitor().post(LINK, visit("p0", "third")).await.is(502, "recruiter_unavailable");
    prolific.now().body = None;
    // A lost reply is repeated by the browser that made the call, also while Prolific is away.
    let key = "0198c0de-0000-7000-8000-000000000001";
    prolific.now().failures = [(500, Some("0")); 6].into();
    let mut client = server.visitor();
    assert_eq!(client.post_once(key, LINK, visit("p4", "invented")).await.status, 201);
    assert_eq!(client.post_once(key, LINK, visit("p4", "invented")).await.status, 200);
    prolific.now().failures.clear();
    // Prolific is back: a submission of their own resumes, and the same link can be tried again.
    server.clock.advance(Duration::from_hours(1));
    arrived(&server, visit("p1", "s1")).await;
    assert_eq!(field_code(&server.visitor().post(LINK, visit("p0", "second-0")).await), "link_unknown");

    // The comparison names those who began by a link that Prolific does not know.
    assert!(once(&server.app).await.unwrap());
    let shown = server.admin().await.get("/api/admin/recruiter").await.ok();
    let unknown = shown["cases"].as_array().unwrap().iter().filter(|one| one["finding"] == "unknown_there").count();
    assert_eq!(unknown, 5, "{shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_prolific_delays_nobody_for_long() {
    let (server, prolific) = recruiting(testing::sqlite().await, "").await;
    submissions(&prolific, STUDY, &[("s1", "p1", "ACTIVE"), ("s2", "p1", "ACTIVE")]);
    prolific.now().delay = Duration::from_mins(1);
    let began = std::time::Instant::now();
    assert_eq!(server.visitor().post(LINK, visit("p1", "s1")).await.status, 201);
    server.visitor().post(LINK, visit("p1", "s2")).await.is(502, "recruiter_unavailable");
    let waited = began.elapsed();
    assert!(waited > Duration::from_secs(7) && waited < Duration::from_secs(20), "{waited:?}");
    prolific.now().delay = Duration::ZERO;
    arrived(&server, visit("p1", "s2")).await;
}

async fn visits_at_once_are_one_participant(database: Database) {
    let (server, prolific) = recruiting(database, "").await;
    let list: Vec<(String, &str, &str)> = (0..4).map(|number| (format!("s{number}"), "p1", "ACTIVE")).collect();
    let list: Vec<(&str, &str, &str)> =
        list.iter().map(|(id, person, status)| (id.as_str(), *person, *status)).collect();
    submissions(&prolific, STUDY, &list);
    prolific.now().delay = Duration::from_millis(200);
    let statuses = at_once(8, |number| {
        let mut client = server.visitor();
        // Every other one is invented.
        let session = if number % 2 == 0 { format!("s{}", number / 2) } else { format!("invented-{number}") };
        async move { client.post(LINK, visit("p1", &session)).await.status }
    });
    let statuses = statuses.await;
    for (number, status) in statuses.iter().enumerate() {
        // Somebody else's newer visit may have ended a session; visits of one person are limited.
        let allowed: &[u16] = if number % 2 == 0 { &[200, 201, 409, 429] } else { &[422, 429] };
        assert!(allowed.contains(status), "{number}: {statuses:?}");
    }
    assert_eq!(participants(&server).await, 1);
    assert_eq!(server.database.number("select count(*) from session where revoked_at is null").await, 1);
    // Prolific fails between beginning and resuming.
    submissions(&prolific, STUDY, &[("t1", "p2", "ACTIVE"), ("t2", "p2", "ACTIVE")]);
    prolific.now().failures = [(500, Some("0")); 12].into();
    let statuses = at_once(2, |number| {
        let mut client = server.visitor();
        async move { client.post(LINK, visit("p2", &format!("t{}", number + 1))).await.status }
    });
    let mut statuses = statuses.await;
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 502], "the one who is second has not shown that Prolific sent them");
    assert_eq!(participants(&server).await, 2);
}

async fn without_a_token_a_new_visit_resumes_nothing(database: Database) {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::on(database, &study(folder.path(), "")).await;
    let mut own = arrived(&server, visit("5f3", "a1")).await;
    for session in ["a2", "a3"] {
        server.visitor().post(LINK, visit("5f3", session)).await.is(409, "link_unconfirmed");
    }
    server.visitor().post(LINK, visit("5f3", "a1")).await.is(409, "link_used");
    assert_eq!(own.position().await, "/pre-questionnaire", "the session goes on");
    // A password resumes.
    let name = own.get("/api/users/profile").await.ok()["username"].clone();
    own.put("/api/users/password", json!({ "password": PASSWORD })).await.ok();
    let mut elsewhere = server.visitor();
    elsewhere.sign_in(name.as_str().unwrap()).await;
    assert_eq!(elsewhere.position().await, "/pre-questionnaire");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_study_of_prolific_without_a_token_resumes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let study = study(folder.path(), &format!("  prolific: {{ studies: [{STUDY}] }}\n"));
    let server = Server::over(&study).await;
    arrived(&server, visit("5f3", "a1")).await;
    server.visitor().post(LINK, visit("5f3", "a2")).await.is(409, "link_unconfirmed");
}

/// RSA keys of a test, by the ID of the key.
struct Signer {
    key: CoreRsaPrivateSigningKey,
    kid: &'static str,
}

impl Signer {
    fn new(kid: &'static str) -> Self {
        let pair = KeyPair::generate_for(&PKCS_RSA_SHA256).unwrap();
        let der = pair.serialize_der();
        // PKCS#8 has the key of PKCS#1 in its last field, an octet string.
        let start = (20..40).find(|&at| der[at] == 0x04 && der[at + 1] == 0x82).unwrap() + 4;
        let text = STANDARD.encode(&der[start..]);
        let lines: Vec<&str> = (0..text.len()).step_by(64).map(|at| &text[at..text.len().min(at + 64)]).collect();
        let pem = format!("-----BEGIN RSA PRIVATE KEY-----\n{}\n-----END RSA PRIVATE KEY-----\n", lines.join("\n"));
        let key = CoreRsaPrivateSigningKey::from_pem(&pem, Some(JsonWebKeyId::new(kid.into()))).unwrap();
        Self { key, kid }
    }

    /// As Prolific publishes it.
    fn public(&self) -> Value {
        let mut key = serde_json::to_value(self.key.as_verification_key()).unwrap();
        key["alg"] = json!("RS256");
        key["use"] = json!("sig");
        key["key_ops"] = json!(["verify"]);
        key
    }

    fn sign(&self, header: &Value, claims: &Value) -> String {
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", part(header), part(claims));
        let signature = self.key.sign(&CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256, signed.as_bytes()).unwrap();
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
    }

    fn token(&self, claims: &Value) -> String {
        self.sign(&json!({ "alg": "RS256", "typ": "JWT", "kid": self.kid }), claims)
    }
}

/// What Prolific claims of a link; `at` makes each token another one.
fn claims(server: &Server, person: &str, session: &str, at: i64) -> Value {
    let now = server.clock.now() / 1000;
    json!({ "iss": "https://www.prolific.com", "aud": "https://localhost", "sub": session, "iat": now + at,
        "exp": now + 300, "prolific": { "PROLIFIC_PID": person, "STUDY_ID": STUDY, "SESSION_ID": session,
        "workspace_id": "w1" } })
}

/// Tokens are for the host name in the address bar.
fn visitor(server: &Server) -> Client {
    let mut client = server.visitor();
    client.host = Some("localhost:8080".into());
    client
}

async fn arrived_at(server: &Server, link: Value) -> Client {
    let mut client = visitor(server);
    let reply = client.post(LINK, link).await;
    assert!([200, 201].contains(&reply.status), "{reply:?}");
    client.take_session(&reply);
    client
}

fn with_token(person: &str, session: &str, token: &str) -> Value {
    let mut link = visit(person, session);
    link["recruitment"]["prolific_token"] = json!(token);
    link
}

async fn a_token_of_prolific_begins_and_resumes(database: Database) {
    let (server, prolific) = recruiting(database, ", signed_links: prolific_token").await;
    let (signer, other) = (Signer::new("k1"), Signer::new("k1"));
    prolific.now().keys = vec![signer.public()];
    let own = |at: i64| signer.token(&claims(&server, "5f3", "a1", at));
    let changed = |change: fn(&mut Value)| {
        let mut claims = claims(&server, "5f3", "a1", 0);
        change(&mut claims);
        signer.token(&claims)
    };
    let plain = claims(&server, "5f3", "a1", 0);
    let unsigned = signer.sign(&json!({ "alg": "none", "kid": "k1" }), &plain);
    let secret = signer.sign(&json!({ "alg": "HS256", "kid": "k1" }), &plain);
    let unknown = signer.sign(&json!({ "alg": "RS256", "kid": "k9" }), &plain);
    let valid = own(0);
    let before = digest(&server.database).await;
    for token in [
        "",
        "a.b.c",
        &valid[..valid.len() - 8],
        &unsigned,
        &secret,
        &unknown,
        &other.token(&plain),
        &changed(|claims| claims["exp"] = json!(1_000)),
        &changed(|claims| claims["aud"] = json!("https://example.org")),
        &changed(|claims| claims["prolific"]["STUDY_ID"] = json!("another-study")),
        &changed(|claims| claims["prolific"]["PROLIFIC_PID"] = json!("5f4")),
        &changed(|claims| claims["prolific"]["SESSION_ID"] = json!("b2")),
        &changed(|claims| drop(claims["prolific"].as_object_mut().unwrap().remove("SESSION_ID"))),
    ] {
        let reply = visitor(&server).post(LINK, with_token("5f3", "a1", token)).await;
        assert_eq!(field_code(&reply), "link_not_signed", "{token}");
    }
    assert_eq!(field_code(&visitor(&server).post(LINK, visit("5f3", "a1")).await), "link_not_signed");
    digest(&server.database).await.is_still(&before, "links that Prolific did not sign");
    assert_eq!(prolific.lookups(), 0);

    let mut first = arrived_at(&server, with_token("5f3", "a1", &valid)).await;
    let position = first.position().await;
    // Each opening of the link at Prolific has a token of its own, also within a submission.
    visitor(&server).post(LINK, with_token("5f3", "a1", &valid)).await.is(409, "link_used");
    let mut second = arrived_at(&server, with_token("5f3", "a1", &own(1))).await;
    assert_eq!(second.position().await, position);
    first.get("/api/users/profile").await.is(401, "not_authenticated");
    assert_eq!(field_code(&visitor(&server).post(LINK, visit("5f3", "a1")).await), "link_not_signed");
    assert_eq!(participants(&server).await, 1);
    let stored = server.database.texts("select recruitment from participant").await;
    assert!(!stored[0].contains("prolific_token"), "{stored:?}");

    // Prolific changes its keys: they are read again, at most once a minute.
    let next = Signer::new("k2");
    prolific.now().keys = vec![next.public()];
    server.clock.advance(Duration::from_mins(2));
    let reads = || prolific.now().calls.iter().filter(|call| call.ends_with("jwks.json")).count();
    let known = reads();
    arrived_at(&server, with_token("5f3", "a1", &next.token(&claims(&server, "5f3", "a1", 2)))).await;
    for number in 0..3 {
        let token = unknown_key(&signer, &claims(&server, "p9", "z", number));
        visitor(&server).post(LINK, with_token("p9", "z", &token)).await;
    }
    assert_eq!(reads(), known + 1);
    // No keys: people begin, and nobody resumes.
    server.clock.advance(Duration::from_hours(13));
    let later = Signer::new("k3");
    prolific.now().failures = [(500, None); 9].into();
    let token = |person: &str, at| later.token(&claims(&server, person, "s", at));
    assert_eq!(visitor(&server).post(LINK, with_token("5f8", "s", &token("5f8", 0))).await.status, 201);
    visitor(&server).post(LINK, with_token("5f8", "s", &token("5f8", 1))).await.is(502, "recruiter_unavailable");
}

fn unknown_key(signer: &Signer, claims: &Value) -> String {
    signer.sign(&json!({ "alg": "RS256", "kid": "k9" }), claims)
}

/// `unmask doctor` says whether the token works, and for which studies.
#[tokio::test(flavor = "multi_thread")]
async fn doctor_checks_the_token_and_the_studies() {
    let (folder, prolific) = (tempfile::tempdir().unwrap(), ProlificServer::start().await);
    let study = study(folder.path(), &format!("  prolific: {{ studies: [{STUDY}, {LATER}] }}\n"));
    let server = Server::recruiting(testing::sqlite().await, &study, &prolific).await;
    server.admin().await;
    let run = |token: &str| {
        let study = study.display().to_string();
        let own = ["doctor", "--study", &study, "--prolific-url", &prolific.url, "--prolific-token", token];
        server.run(folder.path(), &own)
    };
    let said = |output: &std::process::Output| String::from_utf8_lossy(&output.stdout).into_owned();
    prolific.set(STUDY, &[]);
    prolific.set(LATER, &[]);
    let sound = said(&run(crate::support::PROLIFIC_TOKEN));
    assert!(sound.contains("ok       prolific    the token is of the account 60000c1d2e3f4a5b6c7d8e9f"), "{sound}");
    assert!(sound.contains(&format!("'wave of {STUDY}' ({STUDY})")) && sound.contains(LATER), "{sound}");
    fails(&run("wrong"), &["FAILED   prolific", "Prolific rejects the token", "-> make a new token"]);
    prolific.now().studies.remove(LATER);
    fails(&run(crate::support::PROLIFIC_TOKEN), &["FAILED   prolific", LATER, "-> copy the ID"]);
}
