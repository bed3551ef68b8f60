//! Allocation within strata: which slot a participant gets, by device.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::json;
use unmask_server::app::App;
use unmask_server::base::clock::Clock;
use unmask_server::jobs::maintenance;
use unmask_store::allocation::{self, LedgerRow};
use unmask_store::testing;
use unmask_study::allocation::Stratum;

use crate::ledger::check;
use crate::support::{Client, PASSWORD, Reply, Server, allocating, at_once, fails, form, settings, works};

pub const PHONE: (&str, &str) = ("user-agent", "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0");
const COMPUTER: (&str, &str) = ("user-agent", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0");

/// Registers with these headers.
pub async fn register(client: &mut Client, name: &str, headers: &[(&str, &str)]) -> Reply {
    let reply = client.send("POST", "/api/auth/register", headers, form(name).to_string().into_bytes()).await;
    if reply.status == 201 {
        client.take_session(&reply);
    }
    reply
}

async fn taken(server: &Server) -> Vec<LedgerRow> {
    let ledger = allocation::ledger(&server.app.store).await.unwrap();
    ledger.into_iter().filter(|row| row.code.is_some()).collect()
}

fn exact(server: &Server) {
    let said = works(&check(server, &[]));
    assert!(said.contains("The ledger is correct"), "{said}");
}

/// Sixty at once: every second one with a phone, and of each two of these one from the link of a school.
async fn fill_whole_blocks(server: Server, strata: &[(&str, usize)]) {
    at_once(60, |number| {
        let mut client = server.visitor();
        let header = if number % 2 == 0 { PHONE } else { COMPUTER };
        let mut form = form(&format!("person-{number}"));
        if number % 4 < 2 {
            form["recruitment"] = json!({ "STUDY_ID": "north" });
        }
        async move { client.register(&[header], form).await }
    })
    .await;
    let taken = taken(&server).await;
    let mut blocks: BTreeMap<_, BTreeMap<_, usize>> = BTreeMap::new();
    for row in &taken {
        let block = blocks.entry((row.slot.stratum, row.slot.block)).or_default();
        *block.entry(row.slot.group).or_default() += 1;
    }
    for (stratum, people) in strata {
        let stratum: Stratum = stratum.parse().unwrap();
        assert_eq!(taken.iter().filter(|row| row.slot.stratum == stratum).count(), *people);
        // The last one may be under way.
        let own: Vec<_> = blocks.iter().filter(|((of, _), _)| *of == stratum).collect();
        for (block, groups) in &own[..own.len() - 1] {
            let counts: Vec<usize> = groups.values().copied().collect();
            assert!(counts == [1; 3] || counts == [2; 3], "block {block:?}: {groups:?}");
        }
    }
    exact(&server);
    let (first, second) = (strata[0].0, strata[1].0);
    let number =
        server.database.number(&format!("select min(number) from allocation where stratum = '{second}'")).await;
    server.database.run(&format!("update allocation set stratum = '{first}' where number = {number}")).await;
    let named = [format!("slot {number}: the ledger has"), format!("({first})"), format!("({second})")];
    let named: Vec<&str> = named.iter().map(String::as_str).chain(["Differences: 1."]).collect();
    fails(&check(&server, &[]), &named);
}

const DEVICES: [(&str, usize); 2] = [("computer", 30), ("phone", 30)];

const BY_DEVICE_AND_SCHOOL: &str =
    "{ block_sizes: [3, 6], places: 60, strata: [device, { parameter: STUDY_ID, levels: [north] }] }";

const DEVICES_AND_SCHOOLS: [(&str, usize); 4] =
    [("computer/north", 15), ("computer/other", 15), ("phone/north", 15), ("phone/other", 15)];

#[tokio::test(flavor = "multi_thread")]
async fn strata_of_several_factors_are_filled_on_sqlite() {
    let server = Server::allocating(testing::sqlite().await, BY_DEVICE_AND_SCHOOL).await;
    fill_whole_blocks(server, &DEVICES_AND_SCHOOLS).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn strata_of_several_factors_are_filled_on_postgres() {
    let server = Server::allocating(testing::postgres().await, BY_DEVICE_AND_SCHOOL).await;
    fill_whole_blocks(server, &DEVICES_AND_SCHOOLS).await;
}

const BY_DEVICE: &str = "{ block_sizes: [3, 6], places: 60, strata: device }";

#[tokio::test(flavor = "multi_thread")]
async fn sixty_at_once_fill_whole_blocks_of_each_stratum_on_sqlite() {
    fill_whole_blocks(Server::allocating(testing::sqlite().await, BY_DEVICE).await, &DEVICES).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sixty_at_once_fill_whole_blocks_of_each_stratum_on_postgres() {
    fill_whole_blocks(Server::allocating(testing::postgres().await, BY_DEVICE).await, &DEVICES).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_stratum_gets_more_slots_until_the_target_of_all() {
    let allocation = "{ block_sizes: [3, 6], places: 2, target: 11, strata: device }";
    let server = Server::allocating(testing::sqlite().await, allocation).await;
    assert_eq!(register(&mut server.visitor(), "without-a-header", &[]).await.status, 201);
    for number in 0..10 {
        assert_eq!(register(&mut server.visitor(), &format!("person-{number}"), &[PHONE]).await.status, 201);
    }
    register(&mut server.visitor(), "late", &[PHONE]).await.is(403, "study_closed");
    register(&mut server.visitor(), "later", &[COMPUTER]).await.is(403, "study_closed");
    let taken = taken(&server).await;
    let strata = [Stratum::COMPUTER, Stratum::PHONE]
        .map(|stratum| taken.iter().filter(|row| row.slot.stratum == stratum).count());
    assert_eq!(strata, [1, 10]);
    exact(&server);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_is_followed_in_its_order_and_ends() {
    let folder = tempfile::tempdir().unwrap();
    let study = allocating(folder.path(), "{ kind: list, file: allocation.csv, places: 2, strata: device }");
    let arms = ["treatment_1", "control_0", "control_0", "treatment_0", "treatment_1"];
    let strata = ["phone", "phone", "computer", "phone", "phone"];
    let rows: Vec<String> = arms.iter().zip(strata).map(|(arm, stratum)| format!("{arm},{stratum}\n")).collect();
    std::fs::write(study.join("allocation.csv"), format!("arm,stratum\n{}", rows.concat())).unwrap();
    let server = Server::on(testing::sqlite().await, &study).await;
    for number in 0..4 {
        assert_eq!(register(&mut server.visitor(), &format!("person-{number}"), &[PHONE]).await.status, 201);
    }
    register(&mut server.visitor(), "late", &[PHONE]).await.is(403, "study_closed");
    assert_eq!(register(&mut server.visitor(), "last", &[COMPUTER]).await.status, 201);
    register(&mut server.visitor(), "later", &[COMPUTER]).await.is(403, "study_closed");
    let taken = taken(&server).await;
    assert!(taken.iter().map(|row| (row.slot.group.name(), row.slot.stratum.name())).eq(arms.into_iter().zip(strata)));
    exact(&server);
    server.database.run("update allocation set arm = 'treatment_0' where number = 3").await;
    fails(&check(&server, &[]), &["slot 3: the ledger has treatment_0", "the seed gives control_0"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_participant_on_another_device_stays_in_the_stratum() {
    let allocation = "{ block_sizes: [3, 6], places: 2, hold_minutes: 5, strata: device }";
    let server = Server::allocating(testing::sqlite().await, allocation).await;
    let mut idle = server.visitor();
    register(&mut idle, "idle", &[PHONE]).await;
    server.clock.advance(Duration::from_mins(6));
    maintenance::once(&server.app).await.unwrap();
    assert_eq!(taken(&server).await.len(), 0);
    // The two slots for phones are assigned now, those for computers are free.
    for name in ["next", "last", "one-more"] {
        register(&mut server.visitor(), name, &[PHONE]).await;
    }
    let body = json!({ "username": "idle", "password": PASSWORD }).to_string().into_bytes();
    let reply = idle.send("POST", "/api/auth/login", &[COMPUTER], body).await;
    idle.take_session(&reply);
    assert_eq!(idle.position().await, "/pre-questionnaire");
    assert_eq!(idle.get("/api/users/data").await.ok()["research"]["participant"]["stratum"], "phone");
    let taken = taken(&server).await;
    assert_eq!(taken.iter().map(|row| row.slot.stratum).collect::<Vec<_>>(), [Stratum::PHONE; 4]);
    exact(&server);
}

#[tokio::test]
async fn a_running_study_keeps_its_strata() {
    let folder = tempfile::tempdir().unwrap();
    let database = testing::sqlite().await;
    let mut settings = settings(folder.path());
    settings.database_url.clone_from(&database.url);
    let clock = Clock::fixed(1_795_168_800_000);
    App::open(settings.clone(), clock.clone(), database.store.clone()).await.unwrap();
    settings.study = allocating(folder.path(), BY_DEVICE);
    settings.activate = true;
    let rejected = App::open(settings, clock, database.store.clone()).await.err().expect("it is rejected").to_string();
    assert!(rejected.contains("other strata"), "{rejected}");
}

/// The strata have the same names, but are made of something else.
#[tokio::test]
async fn a_version_with_the_same_levels_of_another_parameter_is_rejected() {
    let (folder, database) = (tempfile::tempdir().unwrap(), testing::sqlite().await);
    let by = |name: &str, parameter: &str| {
        let own = folder.path().join(name);
        std::fs::create_dir(&own).unwrap();
        let strata = format!("{{ parameter: {parameter}, levels: [north] }}");
        allocating(&own, &format!("{{ block_sizes: [3, 6], strata: {strata} }}"))
    };
    let mut settings = settings(folder.path());
    settings.database_url.clone_from(&database.url);
    let clock = Clock::fixed(1_795_168_800_000);
    settings.study = by("first", "STUDY_ID");
    App::open(settings.clone(), clock.clone(), database.store.clone()).await.unwrap();
    settings.study = by("second", "SESSION_ID");
    settings.activate = true;
    let rejected = App::open(settings, clock, database.store.clone()).await.err().expect("it is rejected").to_string();
    assert!(rejected.contains("other strata"), "{rejected}");
}
