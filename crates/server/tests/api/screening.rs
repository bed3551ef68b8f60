//! Minors, answers that exclude, and quotas by gender: who is turned away, and that they stay so.

use serde_json::{Value, json};
use unmask_store::testing::{self, Database};

use crate::support::{Client, Reply, Server, Walker, at_once, copy, fixture, form};

const SAVE: &str = "/api/users/save-pre-questionnaire-answers";
const KEY: &str = "0192f3a1-5b7c-7d2e-8f10-000000000001";
const OTHER_KEY: &str = "0192f3a1-5b7c-7d2e-8f10-000000000002";
const COMPLETION: &str = "/api/users/completion";

/// The tests on both engines.
macro_rules! screening {
    ($($name:ident),+ $(,)?) => {$(
        mod $name {
            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                super::$name(super::server(unmask_store::testing::sqlite().await).await).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                super::$name(super::server(unmask_store::testing::postgres().await).await).await;
            }
        }
    )+};
}

screening!(
    a_minor_is_screened_out_and_stays_so,
    another_rule_has_another_text,
    own_data_have_the_quotas,
    who_declines_has_a_code,
    answers_sent_again_get_their_receipt_and_others_are_rejected,
    the_place_of_a_minor_is_free_again,
    a_quota_is_full_for_one_group_alone,
    the_console_shows_how_full_each_quota_is,
    sixty_at_once_do_not_exceed_a_quota,
    a_second_account_with_the_same_recruiter_id_is_rejected,
);

async fn server(database: Database) -> Server {
    let folder = tempfile::tempdir().unwrap();
    let study = folder.path().join("screening");
    copy(&fixture(), &study);
    copy(&fixture().join("../screening"), &study);
    Server::on(database, &study).await
}

fn you(age: u32, gender: &str) -> Value {
    let answers = json!({ "age": age, "gender": gender, "channels": ["radio"] });
    json!({ "section": "you", "answers": answers })
}

async fn answer(client: &mut Client, age: u32, gender: &str) -> Value {
    client.post_once(KEY, SAVE, you(age, gender)).await.ok()
}

/// A participant who has answered these.
async fn answered(server: &Server, name: &str, age: u32, gender: &str) -> Client {
    let mut client = server.participant(name).await;
    answer(&mut client, age, gender).await;
    client
}

async fn ended(client: &mut Client) -> (Value, Value) {
    let completion = client.get(COMPLETION).await.ok();
    let outcome = if completion["complete"] == true { "completed".into() } else { completion["turnedAway"].clone() };
    (outcome, completion["code"].clone())
}

async fn a_minor_is_screened_out_and_stays_so(server: Server) {
    let mut client = server.participant("heron").await;
    assert_eq!(client.get(COMPLETION).await.ok()["code"], Value::Null);
    // The text would tell what the rules are about.
    for page in ["screened-out", "too-young"] {
        client.get(&format!("/api/study/pages/{page}")).await.is(404, "not_found");
    }
    let receipt = answer(&mut client, 16, "man").await;
    assert_eq!((&receipt["currentState"], &receipt["nextState"]), (&json!("/end"), &Value::Null));
    assert!(receipt["receipt"].is_string(), "the answers are stored");
    for visit in 0..2 {
        let user = client.get("/api/users/profile").await.ok();
        assert_eq!((&user["turnedAway"], &user["currentState"]), (&json!("screened_out"), &json!("/end")), "{visit}");
        assert_eq!((&user["groupType"], &user["withdrawn"]), (&Value::Null, &json!(false)));
        let completion = client.get(COMPLETION).await.ok();
        assert_eq!((&completion["complete"], &completion["turnedAway"]), (&json!(false), &json!("screened_out")));
        assert_eq!(completion["code"], "SCREEN-OUT");
        assert_eq!(completion["returnUrl"], "https://example.org/complete?cc=SCREEN-OUT");
        assert!(completion["html"].as_str().unwrap().contains("Only people who are at least 18"), "of the rule");
        for path in ["/api/questionnaires/pre", "/api/practice", "/api/debrief", "/api/study/pages/home"] {
            assert_eq!(client.get(path).await.is(409, "wrong_page")["currentState"], "/end", "{path}");
        }
        for page in ["/pre-questionnaire", "/home", "/flow-a/start", "/dashboard", "/post-questionnaire"] {
            let asked = client.get(&format!("/api/page-flow/correct-page?currentPath={page}")).await.ok();
            assert_eq!(asked["correctPage"], "/end", "{page}");
            let move_to = json!({ "currentState": page });
            client.put("/api/users/current-state", move_to).await.is(409, "wrong_page");
        }
        let asked = client.get("/api/page-flow/correct-page?currentPath=/profile").await.ok();
        assert_eq!(asked["correctPage"], "/profile", "the own data stay open");
        client.sign_in("heron").await;
    }
    let data = client.get("/api/users/data").await.ok();
    assert_eq!(data["research"]["turnedAway"]["outcome"], "screened_out");
    assert_eq!(data["research"]["submissions"][0]["answers"]["age"], 16);
}

/// Own data name the quotas in which a participant counts.
async fn own_data_have_the_quotas(server: Server) {
    for (name, gender, quotas) in [("heron", "woman", json!(["women"])), ("crane", "man", Value::Null)] {
        let mut client = answered(&server, name, 40, gender).await;
        let data = client.get("/api/users/data").await.ok();
        assert_eq!(data["research"]["quotas"], quotas, "{name}");
    }
}

/// A rule without a text of its own has the usual one.
async fn another_rule_has_another_text(server: Server) {
    let mut client = server.participant("heron").await;
    let answers = json!({ "age": 40, "gender": "man", "channels": ["none"] });
    client.post(SAVE, json!({ "section": "you", "answers": answers })).await.ok();
    let completion = client.get(COMPLETION).await.ok();
    assert_eq!((&completion["turnedAway"], &completion["code"]), (&json!("screened_out"), &json!("SCREEN-OUT")));
    assert!(completion["html"].as_str().unwrap().contains("adults who follow the news"));
}

/// Nothing is stored about them, so that the code is part of the public text.
async fn who_declines_has_a_code(server: Server) {
    let consent = server.visitor().get("/api/study/consent").await.ok();
    let link = "https://example.org/complete?cc=SCREEN-NO";
    assert_eq!(consent["declinedCode"], json!({ "code": "SCREEN-NO", "returnUrl": link }));
    let other = Server::sqlite().await.visitor().get("/api/study/consent").await.ok();
    assert!(other.get("declinedCode").is_none(), "{other}");
}

async fn answers_sent_again_get_their_receipt_and_others_are_rejected(server: Server) {
    let mut client = server.participant("heron").await;
    let first = answer(&mut client, 16, "man").await;
    let again = answer(&mut client, 16, "man").await;
    assert_eq!((&again["repeated"], &again["receipt"]), (&json!(true), &first["receipt"]));
    assert_eq!(again["currentState"], "/end");
    // Without the browser's ID of the submission, as the specification's call.
    assert_eq!(client.post(SAVE, you(16, "man")).await.ok()["receipt"], first["receipt"]);
    // Going back and answering 18, with the same and with another ID.
    let older: [Reply; 3] = [
        client.post_once(KEY, SAVE, you(18, "man")).await,
        client.post_once(OTHER_KEY, SAVE, you(18, "man")).await,
        client.post(SAVE, you(18, "man")).await,
    ];
    for reply in &older {
        reply.is(409, "conflict");
    }
    let whole = json!({ "answers": { "age": 18, "gender": "man", "channels": ["radio"] } });
    client.post(SAVE, whole).await.is(409, "wrong_page");
    let next = json!({ "section": "views", "answers": { "worry": 50 } });
    client.post(SAVE, next).await.is(409, "wrong_page");
    assert_eq!(server.database.number("select count(*) from submission").await, 1);
    assert_eq!(ended(&mut client).await, (json!("screened_out"), json!("SCREEN-OUT")));
}

async fn the_place_of_a_minor_is_free_again(server: Server) {
    let mut client = answered(&server, "heron", 16, "man").await;
    let taken = "select count(*) from allocation where state <> 'free'";
    assert_eq!(server.database.number(taken).await, 0);
    client.sign_in("heron").await;
    client.get("/api/users/profile").await.ok();
    assert_eq!(server.database.number(taken).await, 0, "coming back takes no place");
    assert_eq!(server.database.number("select count(*) from participant where exposed_at is not null").await, 0);
}

async fn a_quota_is_full_for_one_group_alone(server: Server) {
    for name in ["ada", "bea", "cleo"] {
        let client = answered(&server, name, 40, "woman").await;
        assert_eq!(Walker::new(client).await.position, "/pre-questionnaire");
    }
    let mut fourth = answered(&server, "dora", 40, "woman").await;
    assert_eq!(ended(&mut fourth).await, (json!("quota_full"), json!("SCREEN-FULL")));
    assert_eq!(fourth.get(COMPLETION).await.ok()["html"], Value::Null, "the study has no text of its own");
    // Young men have a quota of their own, older ones have none.
    for (name, age) in [("emil", 20), ("finn", 29), ("gero", 30), ("hugo", 60), ("ivo", 70)] {
        assert_eq!(answered(&server, name, age, "man").await.position().await, "/pre-questionnaire", "{name}");
    }
    assert_eq!(ended(&mut answered(&server, "jan", 25, "man").await).await.0, "quota_full");
    // Whoever leaves before the arms differ makes room.
    let mut ada = server.visitor();
    ada.sign_in("ada").await;
    ada.post("/api/users/withdraw", json!({ "mode": "keep" })).await.ok();
    let mut walker = Walker::new(answered(&server, "kira", 40, "woman").await).await;
    walker.finish().await;
    assert_eq!(ended(&mut walker.client).await, (json!("completed"), json!("SCREEN-DONE")));
    assert_eq!(server.database.number("select count(*) from outcome where outcome = 'completed'").await, 1);
}

/// Each counts as the rule counts: whoever gave the slot back makes room.
async fn the_console_shows_how_full_each_quota_is(server: Server) {
    let mut admin = server.admin().await;
    for (name, age, gender) in [("ada", 40, "woman"), ("bea", 16, "woman"), ("emil", 20, "man"), ("gero", 60, "man")] {
        answered(&server, name, age, gender).await;
    }
    let quotas = |women: i64, men: i64| json!([{ "id": "women", "limit": 3, "taken": women }, { "id": "young_men", "limit": 2, "taken": men }]);
    assert_eq!(admin.get("/api/admin/study").await.ok()["answerQuotas"], quotas(1, 1));
    let mut ada = server.visitor();
    ada.sign_in("ada").await;
    ada.post("/api/users/withdraw", json!({ "mode": "keep" })).await.ok();
    assert_eq!(admin.get("/api/admin/study").await.ok()["answerQuotas"], quotas(0, 1));
    let other = Server::sqlite().await.admin().await.get("/api/admin/study").await.ok();
    assert!(other.get("answerQuotas").is_none(), "{other}");
}

async fn sixty_at_once_do_not_exceed_a_quota(server: Server) {
    let mut clients = Vec::new();
    for number in 0..30 {
        clients.push(server.participant(&format!("person-{number}")).await);
    }
    // Each of them sends the answers twice at once, as after a lost reply.
    let states = at_once(60, |number| {
        let mut client = clients[number / 2].clone();
        async move { answer(&mut client, 40, "woman").await["currentState"].clone() }
    });
    let states = states.await;
    let stay = states.iter().filter(|state| **state == "/pre-questionnaire").count();
    assert_eq!((stay, states.len() - stay), (6, 54));
    assert_eq!(server.database.number("select count(*) from submission").await, 30);
    assert_eq!(server.database.number("select count(*) from participant where slot is not null").await, 3);
}

async fn a_second_account_with_the_same_recruiter_id_is_rejected(server: Server) {
    let recruited = |name: &str| {
        let mut body = form(name);
        body["recruitment"] = json!({ "PROLIFIC_PID": "5f3" });
        body
    };
    let mut client = server.register(recruited("heron")).await;
    answer(&mut client, 16, "man").await;
    server.visitor().post("/api/auth/register", recruited("otter")).await.is(409, "already_taking_part");
    // Not even after erasing everything.
    client.post("/api/users/withdraw", json!({ "mode": "erase" })).await.ok();
    server.visitor().post("/api/auth/register", recruited("otter")).await.is(409, "already_taking_part");
    for table in ["outcome", "quota_member", "submission", "participant"] {
        assert_eq!(server.database.number(&format!("select count(*) from {table}")).await, 0, "{table}");
    }
}

/// The simulation goes through the whole study, with any answers.
#[tokio::test]
async fn a_simulated_participant_is_not_screened_out() {
    let server = server(testing::sqlite().await).await;
    let mut client = server.simulated("heron").await;
    assert_eq!(answer(&mut client, 16, "woman").await["currentState"], "/pre-questionnaire");
    assert_eq!(server.database.number("select count(*) from quota_member").await, 0);
}

/// Data package, flow diagram and console tell who was turned away, and count them as not randomised.
#[tokio::test(flavor = "multi_thread")]
async fn the_flow_tells_who_was_turned_away_and_why() {
    let server = server(testing::sqlite().await).await;
    answered(&server, "heron", 16, "man").await;
    answered(&server, "otter", 17, "woman").await;
    for name in ["ada", "bea", "cleo", "dora"] {
        answered(&server, name, 40, "woman").await;
    }
    Walker::finished(answered(&server, "emil", 60, "man").await).await;

    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("package");
    server.export(server.package(&target)).await;
    let figures: Value = serde_json::from_slice(&std::fs::read(target.join("results/consort.json")).unwrap()).unwrap();
    let arms = figures["arms"].as_array().unwrap();
    let no_arm = arms.iter().find(|arm| arm["arm"] == "none").unwrap();
    let counts = ["allocated", "exposed", "underWay", "screenedOut", "quotaFull"].map(|figure| no_arm[figure].clone());
    assert_eq!(counts, [3, 0, 0, 2, 1].map(Value::from), "{no_arm}");
    let report: Value = serde_json::from_slice(&std::fs::read(target.join("results/report.json")).unwrap()).unwrap();
    let reasons = report["flow"]["notRandomisedReasons"].to_string();
    assert!(reasons.contains(r#"{"reason":"Screened out by an answer","people":2}"#), "{reasons}");
    assert!(reasons.contains(r#"{"reason":"Quota full","people":1}"#), "{reasons}");
    let table = std::fs::read_to_string(target.join("data/description-participants_data.csv")).unwrap();
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let column = rows.headers().unwrap().iter().position(|name| name == "outcome").unwrap();
    let mut outcomes: Vec<String> = rows.records().map(|row| row.unwrap()[column].to_owned()).collect();
    outcomes.sort();
    assert_eq!(outcomes[3..], ["completed", "quota_full", "screened_out", "screened_out"], "{outcomes:?}");

    let mut admin = server.admin().await;
    let overview = admin.get("/api/admin/overview").await.ok();
    assert_eq!((&overview["all"]["turnedAway"], &overview["all"]["underWay"]), (&json!(3), &json!(3)));
    let first = overview["steps"].as_array().unwrap().iter().find(|step| step["step"] == "/pre-questionnaire").unwrap();
    assert_eq!((&first["entered"], &first["turnedAway"]), (&json!(7), &json!(3)), "{first}");
    let consort = admin.get("/api/admin/consort").await.ok();
    assert_eq!(
        (&consort["unallocated"], &consort["screenedOut"], &consort["quotaFull"]),
        (&json!(3), &json!(2), &json!(1))
    );
    let list = admin.get("/api/admin/participants?status=screened_out").await.ok();
    assert_eq!(list["participants"].as_array().map(Vec::len), Some(2), "{list}");
}
