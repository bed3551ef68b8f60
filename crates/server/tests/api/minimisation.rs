//! Allocation by minimisation: each participant gets one slot, and each draw can be computed again.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde_json::json;
use unmask_server::app::App;
use unmask_server::jobs::maintenance;
use unmask_store::StoreError;
use unmask_store::allocation::{self, LedgerRow, SlotState};
use unmask_store::study::{Quotas, set_quotas};
use unmask_study::definition::ArmId;

use crate::afterwards::close;
use crate::ledger::check;
use crate::strata::{PHONE, register};
use crate::support::{PASSWORD, Server, allocating, at_once, contains, fails, form, rewrite, works};

const PLAN: &str =
    "{ kind: minimisation, hold_minutes: 5, factors: [device, { parameter: STUDY_ID, levels: [north] }] }";
const WITH_TARGET: &str = "{ kind: minimisation, target: 5, factors: [device] }";

/// Each on both engines.
macro_rules! allocating {
    ($($plan:ident => $name:ident),+ $(,)?) => {$(
        mod $name {
            use unmask_store::testing;

            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                super::$name(crate::support::Server::allocating(testing::sqlite().await, super::$plan).await).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                super::$name(crate::support::Server::allocating(testing::postgres().await, super::$plan).await).await;
            }
        }
    )+};
}

allocating! {
    PLAN => sixty_at_once_get_a_slot_each,
    PLAN => changes_of_the_record_are_found,
    PLAN => released_slots_do_not_count_and_a_returning_participant_is_drawn_again,
    PLAN => a_restarted_server_continues,
    PLAN => another_program_computes_the_draws_again,
    WITH_TARGET => the_target_and_full_arms_are_respected,
}

async fn rows(server: &Server) -> Vec<LedgerRow> {
    allocation::ledger(&server.app.store).await.unwrap()
}

fn exact(server: &Server) {
    let said = works(&check(server, &[]));
    assert!(said.contains("The ledger is correct") && said.contains("Draws by minimisation: "), "{said}");
}

/// Every second one with a phone, and every third one from a school.
async fn people(server: &Server, numbers: std::ops::Range<usize>) {
    let first = numbers.start;
    at_once(numbers.len(), |index| {
        let number = first + index;
        let mut client = server.visitor();
        let mut form = form(&format!("person-{number}"));
        if number.is_multiple_of(3) {
            form["recruitment"] = json!({ "STUDY_ID": "north" });
        }
        let headers: Vec<(&'static str, &'static str)> =
            number.is_multiple_of(2).then_some(PHONE).into_iter().collect();
        async move { client.register(&headers, form).await }
    })
    .await;
}

async fn sixty_at_once_get_a_slot_each(server: Server) {
    people(&server, 0..60).await;
    let rows = rows(&server).await;
    assert!(rows.iter().map(|row| row.slot.number).eq(1..=60));
    let holders: BTreeSet<_> = rows.iter().map(|row| row.code.clone().unwrap()).collect();
    assert_eq!(holders.len(), 60);
    let mut levels: BTreeMap<&str, BTreeMap<_, u32>> = BTreeMap::new();
    for row in &rows {
        assert_eq!((row.state, row.held_as), (SlotState::Reserved, Some(row.slot.group)));
        for level in row.slot.stratum.levels() {
            *levels.entry(level).or_default().entry(row.slot.group).or_default() += 1;
        }
    }
    assert_eq!(levels.keys().copied().collect::<Vec<_>>(), ["computer", "north", "other", "phone"]);
    for (level, arms) in &levels {
        let (least, most) = (arms.values().min().unwrap(), arms.values().max().unwrap());
        assert!(arms.len() == 3 && most - least <= 6, "{level}: {arms:?}");
    }
    exact(&server);
}

async fn changes_of_the_record_are_found(server: Server) {
    people(&server, 0..8).await;
    exact(&server);
    let run = async |change: &str| server.database.run(change).await;
    run("update draw set random = random + 1 where number = 3").await;
    fails(&check(&server, &[]), &["draw 3: the ledger has the random number", "Differences: 1."]);
    run("update draw set random = random - 1 where number = 3").await;
    exact(&server);
    run("update allocation set form = case form when 'x' then 'y' else 'x' end where number = 8").await;
    fails(&check(&server, &[]), &["draw 8: the ledger has", "balance and seed give", "Differences: 1."]);
    run("update allocation set form = case form when 'x' then 'y' else 'x' end where number = 8").await;
    run("update draw set balance = '{\"counted\":{}}' where number = 2").await;
    fails(&check(&server, &[]), &["draw 2: the ledger counts 0 earlier participants in"]);
    run("delete from draw where number = 8").await;
    fails(&check(&server, &[]), &["slot 8: its draw is not recorded"]);
}

async fn released_slots_do_not_count_and_a_returning_participant_is_drawn_again(server: Server) {
    let mut idle = server.visitor();
    register(&mut idle, "idle", &[PHONE]).await;
    server.clock.advance(Duration::from_mins(6));
    maintenance::once(&server.app).await.unwrap();
    assert_eq!(rows(&server).await[0].state, SlotState::Free);
    people(&server, 0..5).await;
    let body = json!({ "username": "idle", "password": PASSWORD }).to_string().into_bytes();
    let reply = idle.send("POST", "/api/auth/login", &[], body).await;
    idle.take_session(&reply);
    assert_eq!(idle.position().await, "/pre-questionnaire");
    let rows = rows(&server).await;
    assert_eq!(rows.len(), 7, "released slots are not assigned again");
    assert_eq!((rows[0].state, &rows[0].code), (SlotState::Free, &None));
    assert_eq!(rows[6].slot.stratum.name(), "phone/other", "with the levels of the registration");
    assert_eq!(
        server.database.number("select count(*) from draw where balance like '%phone/other%' and number = 2").await,
        0
    );
    exact(&server);
}

async fn a_restarted_server_continues(server: Server) {
    people(&server, 0..6).await;
    let folder = tempfile::tempdir().unwrap();
    let mut settings = (*server.app.settings).clone();
    settings.study = allocating(folder.path(), PLAN);
    let again = App::open(settings, server.clock.clone(), server.database.store.clone()).await.unwrap();
    assert!(again.schedule.is_own(&again.store).await.unwrap());
    people(&server, 6..9).await;
    assert!(rows(&server).await.iter().map(|row| row.slot.number).eq(1..=9));
    exact(&server);
}

async fn another_program_computes_the_draws_again(server: Server) {
    let folder = tempfile::tempdir().unwrap();
    people(&server, 0..30).await;
    server.clock.advance(Duration::from_mins(6));
    maintenance::once(&server.app).await.unwrap();
    people(&server, 30..40).await;
    close(&server).await;
    works(&server.run(folder.path(), &["export", "package", "--csv", "--seed", "--reason", "the end"]));
    let package = folder.path().join("package");
    let derive = || std::process::Command::new("python3").arg(package.join("analysis/allocation.py")).output().unwrap();
    contains(
        &works(&derive()),
        &["The seed has the SHA-256", "Draws: 40 slots, 0 differences", "People: 10 slots, 0 differences"],
    );
    let manifest = package.join("manifest.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    let mut changed: serde_json::Value = serde_json::from_str(&text).unwrap();
    let draw = &mut changed["allocation"]["draws"][7];
    draw["form"] = json!(if draw["form"] == "x" { "y" } else { "x" });
    std::fs::write(&manifest, changed.to_string()).unwrap();
    fails(&derive(), &["Slot 8: the ledger has", "Draws: 40 slots, 1 differences"]);
    // As after a simulation without anybody else: negative slots, no draw, and so no plan.
    for name in ["plans", "draws"] {
        changed["allocation"][name] = json!([]);
    }
    std::fs::write(&manifest, changed.to_string()).unwrap();
    rewrite(&package.join("data/description-allocations_data.csv"), |text| {
        let mut lines = text.lines();
        let header = lines.next().unwrap();
        let place = header.split(',').position(|column| column.trim_matches('"') == "place").unwrap();
        let negative = |line: &str| {
            let mut cells: Vec<String> = line.split(',').map(str::to_owned).collect();
            cells[place].insert(0, '-');
            cells.join(",")
        };
        [header.to_owned()].into_iter().chain(lines.map(negative)).collect::<Vec<_>>().join("\n") + "\n"
    });
    contains(&works(&derive()), &["All participants are simulated", "Nobody but simulated participants has a slot"]);
}

async fn the_target_and_full_arms_are_respected(server: Server) {
    let quotas = Quotas { arms: [(ArmId::literal("control_0"), 0)].into(), ..Quotas::default() };
    let set: Result<(), StoreError> = server.app.store.write(async move |tx| set_quotas(tx, &quotas).await).await;
    set.unwrap();
    for number in 0..5 {
        assert_eq!(register(&mut server.visitor(), &format!("person-{number}"), &[]).await.status, 201);
    }
    register(&mut server.visitor(), "late", &[PHONE]).await.is(403, "study_closed");
    let rows = rows(&server).await;
    assert_eq!(rows.len(), 5);
    assert!(rows.iter().all(|row| row.slot.group.name() != "control_0"));
    exact(&server);
}
