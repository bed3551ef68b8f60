//! Single sign-on, with a provider that answers as one, and with one that does not.

use std::time::Duration;

use serde_json::{Value, json};
use unmask_store::testing::{self, Database};

use crate::support::{Back, Client, Lab, PASSWORD, TestProvider, fixture, sign_otherwise, unsigned};

/// Makes something of an ID token that a provider would not write.
type Alter = fn(&mut Value);

const ROLES: &str = "leads = owner; lab = analyst+unblind@pilot; staff = monitor@pilot";

async fn lab(provider: &TestProvider, database: Database) -> Lab {
    let issuer = provider.issuer.clone();
    let lab = Lab::start_with(database, |settings| {
        settings.mail.public_url = Some("https://lab.example.org/".into());
        settings.sso.sso_issuer = Some(issuer);
        settings.sso.sso_client_id = Some("unmask".into());
        settings.sso.sso_client_secret = Some("sesame".into());
        settings.sso.sso_scopes = "profile email".into();
        settings.sso.sso_groups_claim = "groups".into();
        settings.sso.sso_name = Some("University of Example".into());
        settings.sso.sso_roles = ROLES.into();
    });
    let lab = lab.await;
    lab.add("pilot", None, &fixture()).await.unwrap();
    lab
}

/// Begins, and returns the secret and the address at the provider.
async fn begin(client: &mut Client, path: &str) -> (String, String) {
    let way = client.post(path, json!({})).await.ok();
    let text = |name: &str| way[name].as_str().unwrap().to_owned();
    (text("attempt"), text("location"))
}

fn body(attempt: &str, back: &Back) -> Value {
    json!({ "attempt": attempt, "state": back.state, "code": back.code })
}

/// A browser that has come back from the provider.
async fn come(lab: &Lab, provider: &TestProvider, claims: &Value) -> Client {
    let mut client = lab.visitor("main");
    let (attempt, location) = begin(&mut client, "/api/installation/sso").await;
    let back = provider.grant(&location, claims, |_| {});
    let reply = client.post("/api/installation/sso/sign-in", body(&attempt, &back)).await;
    if reply.status == 200 {
        client.take_session(&reply);
    }
    client.seen.push(reply);
    client
}

fn person(name: &str, groups: &[&str]) -> Value {
    json!({ "sub": format!("id-{name}"), "preferred_username": name, "given_name": "Anna", "groups": groups })
}

/// The person's roles: study, role, whether they may unblind themselves.
async fn roles(lab: &Lab, name: &str) -> Vec<String> {
    let mut admin = lab.visitor("main");
    let reply =
        admin.post("/api/installation/login", json!({ "username": "admin@example.org", "password": PASSWORD })).await;
    admin.take_session(&reply);
    let people = admin.get("/api/installation/people").await.ok();
    let people = people["people"].as_array().unwrap();
    let found = people.iter().find(|one| one["username"] == name);
    let roles = found.map_or_else(Vec::new, |one| one["roles"].as_array().unwrap().clone());
    roles.iter().map(|one| format!("{} {} {}", one["study"], one["role"], one["mayUnblind"]).replace('"', "")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn groups_give_and_take_roles_sqlite() {
    groups_give_and_take_roles(testing::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn groups_give_and_take_roles_postgres() {
    groups_give_and_take_roles(testing::postgres().await).await;
}

async fn groups_give_and_take_roles(database: Database) {
    let provider = TestProvider::start().await;
    let lab = lab(&provider, database).await;
    let ways = lab.visitor("main").get("/api/installation/sign-in").await.ok();
    assert_eq!(ways, json!({ "sso": "University of Example", "passkeys": true }));

    // Somebody in no group gets in nowhere, and leaves no account behind.
    let stranger = come(&lab, &provider, &person("stranger", &["cooks"])).await;
    stranger.seen.last().unwrap().is(403, "no_role");
    assert!(roles(&lab, "stranger").await.is_empty());

    let mut anna = come(&lab, &provider, &person("anna", &["staff", "lab"])).await;
    let me = anna.get("/api/installation/me").await.ok();
    assert_eq!(
        (&me["username"], &me["firstName"], &me["password"], &me["sso"]),
        (&json!("anna"), &json!("Anna"), &json!(false), &json!(true))
    );
    assert_eq!(roles(&lab, "anna").await, ["pilot analyst true"]);

    // Other groups, other roles: each sign-in says what holds. An owner's gift stays.
    come(&lab, &provider, &person("anna", &["staff"])).await.seen.last().unwrap().ok();
    assert_eq!(roles(&lab, "anna").await, ["pilot monitor false"]);
    let id = me["id"].as_str().unwrap();
    let mut lead = come(&lab, &provider, &person("lead", &["leads"])).await;
    let given = lead.put(&format!("/api/installation/people/{id}/roles/main"), json!({ "role": "editor" })).await;
    assert_eq!(given.status, 200, "{given:?}");
    come(&lab, &provider, &person("anna", &["leads"])).await.seen.last().unwrap().ok();
    assert_eq!(roles(&lab, "anna").await, ["* owner false", "main editor false"]);
    come(&lab, &provider, &person("anna", &[])).await.seen.last().unwrap().ok();
    assert_eq!(roles(&lab, "anna").await, ["main editor false"]);

    // Whoever has left all groups is out, also where they are signed in.
    let mut staff = come(&lab, &provider, &person("otto", &["staff"])).await;
    staff.post("/api/installation/me/recovery-codes", json!({})).await.is(403, "role_forbids");
    come(&lab, &provider, &person("otto", &[])).await.seen.last().unwrap().is(403, "no_role");
    staff.get("/api/installation/me").await.is(401, "not_authenticated");
    assert!(roles(&lab, "otto").await.is_empty());

    // Half an hour after the sign-in, ways to sign in can't be changed any more.
    let mut later = come(&lab, &provider, &person("lead", &["leads"])).await;
    lab.clock.advance(Duration::from_mins(25));
    later.post("/api/installation/me/sso", json!({})).await.ok();
    lab.clock.advance(Duration::from_mins(4));
    let refreshed = later.post("/api/installation/refresh", json!({ "refresh_token": later.refresh_token })).await;
    later.take_session(&refreshed);
    lab.clock.advance(Duration::from_mins(2));
    later.post("/api/installation/me/sso", json!({})).await.is(403, "sign_in_again");

    // Twelve hours later the session is over, and can't be refreshed.
    let mut refreshing = come(&lab, &provider, &person("lead", &["leads"])).await;
    lab.clock.advance(Duration::from_hours(12));
    let reply =
        refreshing.post("/api/installation/refresh", json!({ "refresh_token": refreshing.refresh_token })).await;
    reply.is(401, "refresh_failed");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_from_the_provider_signs_nobody_in() {
    let provider = TestProvider::start().await;
    let lab = lab(&provider, testing::sqlite().await).await;
    let lead = person("lead", &["leads"]);
    let mut client = lab.visitor("main");
    let mut attempts = 0;
    let altered: [(&str, Alter); 6] = [
        ("another nonce", |token| token["nonce"] = json!("other")),
        ("no nonce", |token| token["nonce"] = Value::Null),
        ("another audience", |token| token["aud"] = json!("other")),
        ("another issuer", |token| token["iss"] = json!("https://login.example.org")),
        ("expired", |token| token["exp"] = json!(1_000_000_000)),
        ("another person than the userinfo endpoint names", |token| token["sub"] = json!("id-boss")),
    ];
    for (what, alter) in altered {
        let (attempt, location) = begin(&mut client, "/api/installation/sso").await;
        let back = provider.grant(&location, &lead, alter);
        let reply = client.post("/api/installation/sso/sign-in", body(&attempt, &back)).await;
        assert!([401, 502].contains(&reply.status), "{what}: {reply:?}");
        attempts += 1;
    }
    for sign in [sign_otherwise as fn(&Value) -> String, unsigned] {
        let (attempt, location) = begin(&mut client, "/api/installation/sso").await;
        let back = provider.grant_signed(&location, &lead, |_| {}, sign);
        client.post("/api/installation/sso/sign-in", body(&attempt, &back)).await.is(401, "provider_rejected");
        attempts += 1;
    }
    assert_eq!(attempts, 8);
    assert!(roles(&lab, "lead").await.is_empty(), "no account was created");

    // Another browser's way back: somebody else's code does not sign this browser in.
    let (attempt, _) = begin(&mut client, "/api/installation/sso").await;
    let (_, location) = begin(&mut lab.visitor("main"), "/api/installation/sso").await;
    let back = provider.grant(&location, &lead, |_| {});
    client.post("/api/installation/sso/sign-in", body(&attempt, &back)).await.is(401, "provider_rejected");
    // Each way is gone once, within ten minutes.
    for (wait, repeat) in [(Duration::ZERO, true), (Duration::from_mins(10), false)] {
        let (attempt, location) = begin(&mut client, "/api/installation/sso").await;
        let back = provider.grant(&location, &lead, |_| {});
        lab.clock.advance(wait);
        if repeat {
            client.post("/api/installation/sso/sign-in", body(&attempt, &back)).await.ok();
        }
        client.post("/api/installation/sso/sign-in", body(&attempt, &back)).await.is(401, "provider_rejected");
    }
    client
        .post("/api/installation/sso/sign-in", json!({ "attempt": "x", "state": "y", "code": "z" }))
        .await
        .is(401, "provider_rejected");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_takes_over_an_account_by_its_name() {
    let provider = TestProvider::start().await;
    let lab = lab(&provider, testing::sqlite().await).await;
    let mut lead = come(&lab, &provider, &person("lead", &["leads"])).await;
    let mut invite = async |name: &str| {
        let body = json!({ "username": name, "study": "pilot", "role": "editor" });
        let invited = lead.post("/api/installation/people", body).await;
        assert_eq!(invited.status, 201, "{invited:?}");
        invited.json()["token"].as_str().unwrap().to_owned()
    };
    let (_, token) = (invite("ben@example.org").await, invite("clara@example.org").await);
    let mut clara = lab.visitor("main");
    let chosen = json!({ "token": token, "password": "a lantern for the harbour" });
    let reply = clara.post("/api/installation/invitation", chosen).await;
    clara.take_session(&reply);

    let with_email = |name: &str, verified: bool| json!({ "sub": format!("id-{name}"), "email": format!("{name}@example.org"), "email_verified": verified });
    // An invitation waits for the person with this address, and nobody else.
    let reply = come(&lab, &provider, &with_email("ben", false)).await;
    reply.seen.last().unwrap().is(403, "no_role");
    let mut ben = come(&lab, &provider, &with_email("ben", true)).await;
    assert_eq!(ben.get("/api/installation/me").await.ok()["username"], "ben@example.org");
    // An address that is not verified is no name: it would wait for an invitation.
    let squatter = json!({ "sub": "id-dora", "preferred_username": "dora@example.org", "groups": ["staff"] });
    let mut squatter = come(&lab, &provider, &squatter).await;
    assert_eq!(squatter.get("/api/installation/me").await.ok()["username"], "id-dora");
    let other = json!({ "sub": "id-else", "email": "ben@example.org", "email_verified": true, "groups": ["leads"] });
    come(&lab, &provider, &other).await.seen.last().unwrap().is(409, "account_exists");

    // Who has a password connects the accounts with it.
    // Strangers do not learn that.
    come(&lab, &provider, &with_email("clara", true)).await.seen.last().unwrap().is(403, "no_role");
    let known = json!({ "sub": "id-clara", "email": "clara@example.org", "email_verified": true, "groups": ["staff"] });
    come(&lab, &provider, &known).await.seen.last().unwrap().is(409, "account_exists");
    let (attempt, location) = begin(&mut clara, "/api/installation/me/sso").await;
    let back = provider.grant(&location, &with_email("clara", false), |_| {});
    let reply = lab.visitor("main").post("/api/installation/sso/sign-in", body(&attempt, &back)).await;
    assert_eq!(reply.status, 200, "{reply:?}");
    clara.get("/api/installation/me").await.is(401, "not_authenticated");
    clara.take_session(&reply);
    assert_eq!(clara.get("/api/installation/me").await.ok()["sso"], true);
    // A connection that a thief began ends with the session that they stole.
    let (attempt, location) = begin(&mut clara, "/api/installation/me/sso").await;
    let back = provider.grant(&location, &person("thief", &["staff"]), |_| {});
    clara.post("/api/installation/logout", json!({})).await;
    let reply = clara.post("/api/installation/sso/sign-in", body(&attempt, &back)).await;
    reply.is(409, "connected_to_other");
    let reply = come(&lab, &provider, &with_email("clara", false)).await;
    clara = reply;
    // What belongs to one person can't be connected with another.
    let (attempt, location) = begin(&mut ben, "/api/installation/me/sso").await;
    let back = provider.grant(&location, &with_email("clara", true), |_| {});
    let reply = ben.post("/api/installation/sso/sign-in", body(&attempt, &back)).await;
    reply.is(409, "connected_to_other");
    // Nobody locks themselves out.
    ben.send("DELETE", "/api/installation/me/sso", &[], Vec::new()).await.is(409, "only_way_in");
    assert_eq!(clara.send("DELETE", "/api/installation/me/sso", &[], Vec::new()).await.status, 204);
    come(&lab, &provider, &known).await.seen.last().unwrap().is(409, "account_exists");

    // The administrator's name is not to be had.
    let admin = json!({ "sub": "id-admin", "email": "ADMIN@example.org", "email_verified": true, "groups": ["leads"] });
    come(&lab, &provider, &admin).await.seen.last().unwrap().is(409, "account_exists");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_does_not_answer_keeps_nobody_else_out() {
    let provider = TestProvider::start().await;
    let gone = TestProvider { issuer: "http://127.0.0.1:9".into(), ..provider };
    let lab = lab(&gone, testing::sqlite().await).await;
    lab.visitor("main").post("/api/installation/sso", json!({})).await.is(502, "provider_unavailable");
    let body = json!({ "username": "admin@example.org", "password": PASSWORD });
    lab.visitor("main").post("/api/installation/login", body).await.ok();
    let without = Lab::start(testing::sqlite().await).await;
    without.visitor("main").post("/api/installation/sso", json!({})).await.is(404, "not_found");
}
