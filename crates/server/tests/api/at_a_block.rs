//! Allocation at a block: until then nobody has a slot or an arm, and answers make the strata.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};
use unmask_server::jobs::maintenance;
use unmask_store::allocation::{self, LedgerRow};
use unmask_store::testing::Database;

use crate::ledger::check;
use crate::support::{Client, PASSWORD, Server, Walker, at_once, copy, fixture, rewrite, works};

const SAVE: &str = "/api/users/save-pre-questionnaire-answers";
const COMPLETION: &str = "/api/users/completion";
const WITH_SLOT: &str = "select count(*) from participant where slot is not null";

/// The tests on both engines.
macro_rules! at_a_block {
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

at_a_block!(
    nobody_has_an_arm_before_the_block,
    minors_never_have_a_slot,
    a_quota_counts_those_who_have_a_slot,
    sixty_at_once_fill_whole_blocks_of_their_strata,
    a_released_slot_is_claimed_again_in_the_same_stratum_and_form,
);

async fn server(database: Database) -> Server {
    server_with(database, "places: 60").await
}

/// With other lines in `allocation` in the place of the number of slots.
async fn server_with(database: Database, places: &str) -> Server {
    let folder = tempfile::tempdir().unwrap();
    let study = folder.path().join("at-a-block");
    copy(&fixture(), &study);
    copy(&fixture().join("../screening"), &study);
    copy(&fixture().join("../at-a-block"), &study);
    rewrite(&study.join("study.yaml"), |text| text.replace("places: 60", places));
    Server::on(database, &study).await
}

/// Answers about age and gender, the first section.
async fn answered(server: &Server, name: &str, age: u32, gender: &str) -> Client {
    let mut client = server.participant(name).await;
    let answers = json!({ "age": age, "gender": gender, "channels": ["radio"] });
    client.post(SAVE, json!({ "section": "you", "answers": answers })).await.ok();
    client
}

/// Everything before the block, which is entered by the last submission.
async fn at_the_block(server: &Server, name: &str, age: u32, gender: &str) -> Client {
    let mut walker = Walker::new(answered(server, name, age, gender).await).await;
    walker.until(|position| position == "/home").await;
    walker.client
}

async fn user(client: &mut Client) -> Value {
    client.get("/api/users/profile").await.ok()
}

async fn taken(server: &Server) -> Vec<LedgerRow> {
    let ledger = allocation::ledger(&server.app.store).await.unwrap();
    ledger.into_iter().filter(|row| row.code.is_some()).collect()
}

async fn nobody_has_an_arm_before_the_block(server: Server) {
    let mut client = answered(&server, "heron", 40, "woman").await;
    let before = user(&mut client).await;
    assert_eq!((&before["groupType"], &before["currentState"]), (&Value::Null, &json!("/pre-questionnaire")));
    assert_eq!(before["progress"]["part"], 1, "{before}");
    let config = client.get("/api/page-flow/config").await.ok();
    assert_eq!((&config["groupType"], &config["pageFlow"]), (&Value::Null, &json!([])));
    for arm in ["control_0", "treatment_0", "treatment_1"] {
        client.get(&format!("/api/page-flow/group/{arm}")).await.is(403, "other_group");
    }
    for page in ["/home", "/flow-a/start", "/control-flow", "/post-questionnaire", "/end"] {
        let asked = client.get(&format!("/api/page-flow/correct-page?currentPath={page}")).await.ok();
        assert_eq!(asked["correctPage"], "/pre-questionnaire", "{page}");
    }
    for path in ["/api/flow-a/questions", "/api/flow-b/personas", "/api/control-flow"] {
        assert!([404, 409].contains(&client.get(path).await.status), "{path}");
    }
    let mut walker = Walker::new(client).await;
    walker.until(|position| position == "/home").await;
    assert_eq!(server.database.number(WITH_SLOT).await, 0, "the submission itself claims nothing");
    let arm = user(&mut walker.client).await["groupType"].clone();
    assert!(arm.is_string());
    let own = &taken(&server).await[0];
    assert_eq!((own.slot.stratum.name(), json!(own.slot.group)), ("woman", arm.clone()));
    for _ in 0..3 {
        assert_eq!(user(&mut walker.client).await["groupType"], arm, "it stays");
    }
    walker.finish().await;
    assert_eq!(walker.client.get(COMPLETION).await.ok()["code"], "BLOCK-DONE");
    assert!(works(&check(&server, &[])).contains("The ledger is correct"));
}

async fn minors_never_have_a_slot(server: Server) {
    let mut client = answered(&server, "heron", 16, "man").await;
    for _ in 0..2 {
        let user = user(&mut client).await;
        assert_eq!((&user["turnedAway"], &user["groupType"]), (&json!("screened_out"), &Value::Null));
    }
    client.sign_in("heron").await;
    assert_eq!(client.get(COMPLETION).await.ok()["code"], "BLOCK-OUT");
    assert_eq!(server.database.number("select count(*) from allocation where claimed_at is not null").await, 0);
}

async fn a_quota_counts_those_who_have_a_slot(server: Server) {
    let mut women = Vec::new();
    // All of them are past the question before anybody has a slot.
    for number in 0..8 {
        women.push(answered(&server, &format!("woman-{number}"), 40, "woman").await);
    }
    for (number, client) in women.into_iter().enumerate() {
        let mut walker = Walker::new(client).await;
        walker.until(|position| position == "/home").await;
        let user = user(&mut walker.client).await;
        if number < 6 {
            assert!(user["groupType"].is_string(), "{number}");
        } else {
            assert_eq!((&user["turnedAway"], &user["currentState"]), (&json!("quota_full"), &json!("/end")));
            assert_eq!(walker.client.get(COMPLETION).await.ok()["code"], "BLOCK-FULL");
        }
    }
    assert_eq!(server.database.number(WITH_SLOT).await, 6);
    let mut man = at_the_block(&server, "man", 40, "man").await;
    assert!(user(&mut man).await["groupType"].is_string());
}

async fn sixty_at_once_fill_whole_blocks_of_their_strata(server: Server) {
    let mut clients = Vec::new();
    for number in 0..30 {
        clients.push(at_the_block(&server, &format!("person-{number}"), 40, ["man", "other"][number % 2]).await);
    }
    // Each of them asks twice at once, as two tabs would.
    let arms = at_once(60, |number| {
        let mut client = clients[number / 2].clone();
        async move { user(&mut client).await["groupType"].clone() }
    });
    let arms = arms.await;
    for pair in arms.chunks(2) {
        assert!(pair[0].is_string() && pair[0] == pair[1], "{pair:?}");
    }
    let taken = taken(&server).await;
    assert_eq!(taken.len(), 30);
    for stratum in ["man", "other"] {
        let own: Vec<_> = taken.iter().filter(|row| row.slot.stratum.name() == stratum).collect();
        assert_eq!(own.len(), 15, "{stratum}");
        let last = own.iter().map(|row| row.slot.block).max();
        let mut blocks: BTreeMap<i64, BTreeMap<_, u32>> = BTreeMap::new();
        for row in own.iter().filter(|row| Some(row.slot.block) < last) {
            *blocks.entry(row.slot.block).or_default().entry(row.slot.group).or_default() += 1;
        }
        let is_exact = |arms: &BTreeMap<_, u32>| arms.len() == 3 && arms.values().min() == arms.values().max();
        assert!(blocks.len() >= 2 && blocks.values().all(is_exact), "{blocks:?}");
    }
    assert!(works(&check(&server, &[])).contains("The ledger is correct"));
}

async fn a_released_slot_is_claimed_again_in_the_same_stratum_and_form(server: Server) {
    let mut client = at_the_block(&server, "heron", 40, "man").await;
    // The first questionnaire has tests, so the form is drawn at registration.
    let is_x = server.database.number("select count(*) from participant where form = 'x'").await == 1;
    assert_eq!(server.database.number("select count(*) from participant where form is null").await, 0);
    user(&mut client).await;
    server.clock.advance(Duration::from_hours(3));
    maintenance::once(&server.app).await.unwrap();
    assert_eq!(server.database.number(WITH_SLOT).await, 0);
    client.post("/api/auth/login", json!({ "username": "heron", "password": PASSWORD })).await.ok();
    client.sign_in("heron").await;
    assert!(user(&mut client).await["groupType"].is_string());
    let form = if is_x { "x" } else { "y" };
    let same = format!("select count(*) from participant where stratum = 'man' and form = '{form}'");
    assert_eq!(server.database.number(&same).await, 1);
    Walker::finished(client).await;
}

/// Once the target is reached, those who arrive at the block are turned away with a code, and nobody can register.
#[tokio::test(flavor = "multi_thread")]
async fn who_finds_no_slot_is_turned_away_with_a_code() {
    let server = server_with(unmask_store::testing::sqlite().await, "target: 3").await;
    let mut clients = Vec::new();
    for number in 0..5 {
        clients.push(at_the_block(&server, &format!("person-{number}"), 40, "man").await);
    }
    let mut ends = Vec::new();
    for client in &mut clients {
        ends.push(user(client).await["turnedAway"].clone());
    }
    assert_eq!(ends, [Value::Null, Value::Null, Value::Null, json!("quota_full"), json!("quota_full")]);
    assert_eq!(clients[4].get(COMPLETION).await.ok()["code"], "BLOCK-FULL");
    let form = crate::support::form("late");
    assert_eq!(server.visitor().post("/api/auth/register", form).await.status, 403);
}

/// After the study is closed its seed can be published, so nobody is allocated any more.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_allocated_in_a_closed_study() {
    let server = server(unmask_store::testing::sqlite().await).await;
    let mut clients =
        [at_the_block(&server, "heron", 40, "man").await, at_the_block(&server, "otter", 40, "man").await];
    let mut admin = server.admin().await;
    admin.put("/api/admin/study/status", json!({ "status": "paused", "reason": "a break" })).await.ok();
    assert!(user(&mut clients[0]).await["groupType"].is_string(), "who is under way goes on");
    admin.put("/api/admin/study/status", json!({ "status": "closed", "reason": "the end" })).await.ok();
    let user = user(&mut clients[1]).await;
    assert_eq!((&user["turnedAway"], &user["groupType"]), (&json!("quota_full"), &Value::Null));
    assert_eq!(server.database.number(WITH_SLOT).await, 1);
}

/// Whoever loses the race for the last slots of a schedule, which is then extended, is not turned away.
#[tokio::test(flavor = "multi_thread")]
async fn a_lost_race_turns_nobody_away() {
    let server = server_with(unmask_store::testing::sqlite().await, "places: 1").await;
    let mut clients = Vec::new();
    for number in 0..40 {
        clients.push(at_the_block(&server, &format!("person-{number}"), 40, "man").await);
    }
    let statuses = at_once(40, |number| {
        let mut client = clients[number].clone();
        async move { client.get("/api/users/profile").await.status }
    });
    let statuses = statuses.await;
    assert!(statuses.iter().all(|status| [200, 503].contains(status)), "{statuses:?}");
    assert_eq!(server.database.number("select count(*) from outcome").await, 0);
    for client in &mut clients {
        assert!(user(client).await["groupType"].is_string(), "the next call gets a slot");
    }
}

/// Simulated participants have slots of their own, also at a block.
#[tokio::test(flavor = "multi_thread")]
async fn a_simulated_participant_gets_a_slot_of_its_own() {
    let server = server_with(unmask_store::testing::sqlite().await, "target: 1").await;
    for name in ["heron", "otter"] {
        let mut walker = Walker::new(server.simulated(name).await).await;
        walker.finish().await;
        assert!(user(&mut walker.client).await["groupType"].is_string());
    }
    assert_eq!(server.database.number("select count(*) from participant where slot < 0").await, 2);
    assert!(taken(&server).await.is_empty() || taken(&server).await.iter().all(|row| row.slot.number < 0));
}

/// The package counts those who left before as not randomised, without an arm.
#[tokio::test(flavor = "multi_thread")]
async fn the_package_tells_who_was_not_allocated() {
    let server = server(unmask_store::testing::sqlite().await).await;
    answered(&server, "heron", 16, "man").await;
    answered(&server, "otter", 40, "man").await;
    Walker::finished(answered(&server, "emil", 60, "woman").await).await;
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("package");
    server.export(server.package(&target)).await;
    let table = std::fs::read_to_string(target.join("data/description-participants_data.csv")).unwrap();
    let mut rows = csv::Reader::from_reader(table.as_bytes());
    let headers = rows.headers().unwrap().clone();
    let column = |name: &str| headers.iter().position(|own| own == name).unwrap();
    let (arm, stratum, outcome) = (column("arm"), column("stratum"), column("outcome"));
    let mut found: Vec<_> = rows
        .records()
        .map(|row| row.unwrap())
        .map(|row| (row[outcome].to_owned(), row[arm].starts_with("NA"), row[stratum].to_owned()))
        .collect();
    found.sort();
    let expected = [
        ("NA_not_applicable", true, "NA_not_assigned"),
        ("completed", false, "woman"),
        ("screened_out", true, "NA_not_assigned"),
    ];
    assert_eq!(found, expected.map(|(outcome, arm, stratum)| (outcome.to_owned(), arm, stratum.to_owned())));
    let figures: Value = serde_json::from_slice(&std::fs::read(target.join("results/consort.json")).unwrap()).unwrap();
    let arms = figures["arms"].as_array().unwrap();
    let no_arm = arms.iter().find(|arm| arm["arm"] == "none").unwrap();
    let counts = ["allocated", "underWay", "screenedOut"].map(|figure| no_arm[figure].clone());
    assert_eq!(counts, [2, 1, 1].map(Value::from), "{no_arm}");
}
