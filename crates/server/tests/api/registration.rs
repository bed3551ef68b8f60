//! Registering: who gets in, who gets which group.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use unmask_store::allocation;

use crate::support::{PASSWORD, Server, at_once, both, consent, edited, form};

both!(
    sixty_at_once_fill_whole_blocks,
    one_name_is_one_account,
    a_registration_is_a_session,
    one_recruited_person_takes_part_once,
);

async fn sixty_at_once_fill_whole_blocks(server: Server) {
    at_once(60, |number| {
        let mut client = server.visitor();
        let body = json!({ "username": format!("person-{number}"), "password": PASSWORD });
        async move { client.register(&[], body).await }
    })
    .await;
    let ledger = allocation::ledger(&server.app.store).await.unwrap();
    let mut blocks: BTreeMap<i64, BTreeMap<_, usize>> = BTreeMap::new();
    for row in ledger.iter().filter(|row| row.code.is_some()) {
        *blocks.entry(row.slot.block).or_default().entry(row.slot.group).or_default() += 1;
    }
    let taken = ledger.iter().filter(|row| row.code.is_some()).map(|row| row.slot.number);
    assert_eq!(taken.max(), Some(60), "no slot was left out");
    for (block, groups) in &blocks {
        let counts: Vec<usize> = groups.values().copied().collect();
        let last = block == blocks.keys().last().unwrap();
        let exact = counts.len() == 3 && counts.iter().all(|count| *count == counts[0]);
        assert!(last || exact, "block {block}: {groups:?}");
    }
}

async fn one_name_is_one_account(server: Server) {
    let mut client = server.participant("Quiet-Otter").await;
    for variant in ["quiet-otter", "QUIET-OTTER ", "ｑuiet-otter", "ADMIN@example.org"] {
        let reply = client.post("/api/auth/register", json!({ "username": variant, "password": PASSWORD })).await;
        reply.is(409, "username_taken");
    }
}

async fn a_registration_is_a_session(server: Server) {
    let body = json!({ "username": "heron", "password": PASSWORD, "firstName": " Ada ", "consent": consent(),
        "recruitment": { "PROLIFIC_PID": "5f3", "other": "x" } });
    let mut client = server.register(body).await;
    let user = client.get("/api/users/profile").await.ok();
    assert_eq!(user["profile"], json!({ "firstName": "Ada", "lastName": "" }));
    assert_eq!(user["consent"]["ticks"], json!({ "take_part": true, "analytics": false }));
    assert_eq!((&user["role"], &user["withdrawn"]), (&json!("participant"), &json!(false)));
    let data = client.get("/api/users/data").await.ok();
    assert_eq!(data["research"]["participant"]["recruitment"], json!({ "PROLIFIC_PID": "5f3" }));
}

/// A registration that came by a recruiter's link.
fn recruited(name: &str, id: &str) -> Value {
    let mut body = form(name);
    body["recruitment"] = json!({ "PROLIFIC_PID": id });
    body
}

async fn one_recruited_person_takes_part_once(server: Server) {
    let tries = at_once(6, |number| {
        let mut client = server.visitor();
        async move { (number, client.post("/api/auth/register", recruited(&format!("person-{number}"), "5f3")).await) }
    });
    let (done, rejected): (Vec<_>, Vec<_>) = tries.await.into_iter().partition(|(_, reply)| reply.status == 201);
    assert_eq!((done.len(), rejected.len()), (1, 5));
    for (_, reply) in &rejected {
        reply.is(409, "already_taking_part");
    }
    let (number, reply) = &done[0];
    let mut person = server.visitor();
    person.take_session(reply);
    let name = format!("person-{number}");
    // The same form again, as after a lost reply: signing in is what helps, not another name.
    person.post("/api/auth/register", recruited(&name, "5f3")).await.is(409, "already_taking_part");
    person.post("/api/users/withdraw", json!({ "mode": "keep" })).await.ok();
    person.post("/api/auth/register", recruited("again", " 5f3 ")).await.is(409, "already_taking_part");
    person.sign_in(&name).await;
    person.post("/api/users/withdraw", json!({ "mode": "erase" })).await.ok();
    person.post("/api/auth/register", recruited("again", "5f3")).await.is(409, "already_taking_part");
    assert_eq!(server.database.number("select count(*) from participant").await, 0);
    // Others are not concerned: another id, none, and a parameter that several people share.
    server.register(recruited("otter", "5f4")).await;
    for name in ["finch", "robin"] {
        let body = json!({ "username": name, "password": PASSWORD, "recruitment": { "STUDY_ID": "5f3" } });
        server.register(body).await;
    }
}

/// What looks the same is the same person; a capital is another.
#[tokio::test]
async fn an_id_is_known_in_every_spelling_that_looks_the_same() {
    let server = Server::sqlite().await;
    let spellings = [
        "zo\u{eb}9",
        "zoe\u{308}9",
        "\u{200b}zo\u{eb}9",
        "zo\u{eb}\u{ad}9\u{fe0f}",
        "\u{a0}zo\u{eb}9\u{2009}",
        "zo\u{eb}\u{ff19}",
    ];
    server.register(recruited("heron", spellings[0])).await;
    for spelling in spellings {
        let reply = server.visitor().post("/api/auth/register", recruited("otter", spelling)).await;
        reply.is(409, "already_taking_part");
    }
    server.register(recruited("otter", "Zo\u{eb}9")).await;
    // Nothing that can be seen is no id.
    for name in ["finch", "robin"] {
        server.register(recruited(name, "\u{200b}\u{feff} ")).await;
    }
}

/// However a panel has built its link.
#[tokio::test]
async fn a_link_may_carry_anything_else() {
    let server = Server::sqlite().await;
    let with = |name: &str, ids: Value| json!({ "username": name, "password": PASSWORD, "recruitment": ids });
    let mut ids: Value = (0..100).map(|n| (format!("p{n}"), json!("x".repeat(300)))).collect();
    ids["PROLIFIC_PID"] = json!("5f3");
    server.register(with("heron", ids)).await;
    let kept = server.database.texts("select recruitment from participant").await;
    assert_eq!(kept, [r#"{"PROLIFIC_PID":"5f3"}"#]);
    server.register(with("finch", json!({ "STUDY_ID": "a\r\nb\u{1b}" }))).await;
    let kept = server.database.texts("select recruitment from participant where recruitment like '%STUDY%'").await;
    assert_eq!(kept, [r#"{"STUDY_ID":"ab"}"#]);
    let long = with("otter", json!({ "STUDY_ID": "x".repeat(201) }));
    let problem = server.visitor().post("/api/auth/register", long).await.is(422, "invalid_fields");
    let error = &problem["fields"][0];
    assert_eq!(error["item"], "recruitment");
    assert!(error["message"].as_str().unwrap().contains("'STUDY_ID'"), "{error}");
}

#[tokio::test]
async fn a_study_can_ask_for_the_recruiters_link() {
    let folder = tempfile::tempdir().unwrap();
    let one_place = "one_place_per: PROLIFIC_PID";
    let study = edited(folder.path(), |text| text.replace(one_place, &format!("{one_place}\n  link_required: true")));
    let server = Server::over(&study).await;
    for ids in [json!({}), json!({ "PROLIFIC_PID": " " }), json!({ "STUDY_ID": "5f3" })] {
        let body = json!({ "username": "heron", "password": PASSWORD, "recruitment": ids });
        let problem = server.visitor().post("/api/auth/register", body).await.is(422, "invalid_fields");
        assert_eq!(problem["fields"][0]["item"], "recruitment", "{problem}");
    }
    server.register(recruited("heron", "5f3")).await;
}

#[tokio::test]
async fn mistakes_are_named_field_by_field() {
    let server = Server::sqlite().await;
    let mut client = server.visitor();
    let body =
        json!({ "username": "x", "password": "password", "consent": { "version": "1", "locale": "en", "ticks": {} } });
    let problem = client.post("/api/auth/register", body).await.is(422, "invalid_fields");
    let fields: Vec<&str> =
        problem["fields"].as_array().unwrap().iter().map(|field| field["item"].as_str().unwrap()).collect();
    assert_eq!(fields, ["username", "password", "take_part"]);
    let elsewhere = json!({ "username": "heron", "password": PASSWORD, "locale": "xx" });
    let problem = client.post("/api/auth/register", elsewhere).await.is(422, "invalid_fields");
    assert_eq!(problem["title"], "Unprocessable Entity", "as in docs/API-DESIGN.md");
    assert_eq!(problem["fields"][0]["item"], "locale", "{problem}");
}

#[tokio::test]
async fn a_participant_cannot_choose_a_group() {
    let server = Server::sqlite().await;
    let mut client = server.visitor();
    let body = json!({ "username": "heron", "password": PASSWORD, "groupType": "treatment_1" });
    let problem = client.post("/api/auth/register", body).await.is(400, "malformed");
    assert!(problem["message"].as_str().unwrap().contains("groupType"), "{problem}");
    client.post("/api/auth/login", json!({ "username": "heron", "password": PASSWORD })).await.is(401, "login_failed");
}

#[tokio::test]
async fn a_closed_study_takes_no_participants() {
    let server = Server::sqlite().await;
    let paused = unmask_store::study::StudyStatus::Paused;
    server.app.store.write(async move |tx| unmask_store::study::set_status(tx, paused).await).await.unwrap();
    let mut client = server.visitor();
    client.post("/api/auth/register", form("heron")).await.is(403, "study_closed");
    let study = client.get("/api/study").await.ok();
    assert_eq!(study["open"], false);
    // The bundle's text, with headings below that of the page.
    let said = study["closed"].as_str().unwrap();
    assert!(said.starts_with("<h2>") && !said.contains("<h1"), "{said}");
    let front = client.get("/").await;
    assert!(front.text().contains(said.trim()), "the landing page says so");
}

#[tokio::test]
async fn consent_may_come_after_registering() {
    let server = Server::sqlite().await;
    let mut client = server.register(json!({ "username": "heron", "password": PASSWORD })).await;
    assert_eq!(client.position().await, "/consent");
    client.get("/api/questionnaires/pre").await.is(403, "consent_required");
    let rejected = json!({ "version": "1", "locale": "en", "ticks": { "take_part": false } });
    client.post("/api/users/consent", rejected).await.is(422, "invalid_fields");
    let elsewhere = json!({ "version": "1", "locale": "xx", "ticks": { "take_part": true } });
    let problem = client.post("/api/users/consent", elsewhere).await.is(422, "invalid_fields");
    assert_eq!(problem["fields"][0]["item"], "locale", "{problem}");
    let user = client.post("/api/users/consent", consent()).await.ok();
    assert_eq!(user["currentState"], "/pre-questionnaire");
    // Once more changes nothing; another wish is rejected, and not dropped in silence.
    client.post("/api/users/consent", consent()).await.ok();
    let other = json!({ "version": "1", "locale": "en", "ticks": { "take_part": true, "analytics": true } });
    client.post("/api/users/consent", other).await.is(409, "consent_recorded");
}

#[tokio::test]
async fn no_name_looks_like_the_admins() {
    let server = Server::sqlite().await;
    let mut client = server.visitor();
    for name in [
        "admin@example.org",
        "ADMIN@Example.org",
        "ａｄｍｉｎ@example.org",
        "admin@example.org ",
        "\u{430}dmin@example.org",
        "adm1n@examp1e.org",
        "ad min@example.org",
        "ádmin@example.org",
        "admin@example\u{3002}org",
        "admin@example.org.",
        "ad.min@example.org",
        "admin@example\u{b7}org",
        "admin\u{3002}@example.org",
        "admin@exampleorg",
    ] {
        let reply = client.post("/api/auth/register", json!({ "username": name, "password": PASSWORD })).await;
        reply.is(409, "username_taken");
    }
    for name in ["heron\u{ad}", "her\u{3164}on"] {
        let reply = client.post("/api/auth/register", json!({ "username": name, "password": PASSWORD })).await;
        assert_eq!(reply.is(422, "invalid_fields")["fields"][0]["item"], "username", "{name}");
    }
}
