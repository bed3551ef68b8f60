//! Allocation of classes: the first member of a class gives it a slot, and all members have its arm.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use unmask_server::app::App;
use unmask_server::base::clock::Clock;
use unmask_server::jobs::maintenance;
use unmask_store::allocation::{self, LedgerRow, RecordedUnit, SlotState};
use unmask_store::{testing, unlink};

use crate::afterwards::close;
use crate::ledger::check;
use crate::support::{
    Client, PASSWORD, Program, Reply, SERVE, Server, Walker, allocating, at_once, command, contains, copy, fails,
    fixture, form, settings, works,
};

const PLAN: &str = "{ block_sizes: [3], hold_minutes: 5, unit: { parameter: STUDY_ID, limit: 12, codes: [{ code: a }, \
                    { code: b }, { code: c }, { code: d }, { code: e }, { code: f }] } }";
const BY_TOWN: &str = "{ block_sizes: [3], unit: { parameter: STUDY_ID, codes: [{ code: n1, stratum: north }, \
                       { code: n2, stratum: north }, { code: n3, stratum: north }, { code: s1, stratum: south }, \
                       { code: s2, stratum: south }, { code: s3, stratum: south }] } }";

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
    PLAN => sixty_at_once_share_the_arms_of_their_classes,
    PLAN => a_class_keeps_its_arm_when_all_members_left,
    PLAN => changes_of_the_record_are_found,
    PLAN => a_link_without_a_known_class_is_rejected_and_a_full_class_too,
    PLAN => anonymised_classes_have_no_codes,
    BY_TOWN => classes_are_balanced_within_their_strata,
}

async fn register(client: &mut Client, name: &str, class: &str) -> Reply {
    let mut form = form(name);
    form["recruitment"] = json!({ "STUDY_ID": class });
    let reply = client.send("POST", "/api/auth/register", &[], form.to_string().into_bytes()).await;
    if reply.status == 201 {
        client.take_session(&reply);
    }
    reply
}

/// Registers in a class, which has room.
async fn enrol(client: &mut Client, name: &str, class: &str) {
    let reply = register(client, name, class).await;
    assert_eq!(reply.status, 201, "{name}, {class}: {}", reply.text());
}

async fn rows(server: &Server) -> Vec<LedgerRow> {
    allocation::ledger(&server.app.store).await.unwrap()
}

async fn units(server: &Server) -> Vec<RecordedUnit> {
    allocation::units(&server.app.store, false).await.unwrap()
}

fn exact(server: &Server) {
    contains(&works(&check(server, &[])), &["The ledger is correct", "Units: "]);
}

async fn sixty_at_once_share_the_arms_of_their_classes(server: Server) {
    at_once(60, |number| {
        let mut client = server.visitor();
        let class = ["a", "b", "c", "d", "e", "f"][number % 6];
        async move { enrol(&mut client, &format!("person-{number}"), class).await }
    })
    .await;
    let units = units(&server).await;
    assert!(units.iter().map(|unit| unit.number).eq(1..=6));
    assert!(units.iter().map(|unit| unit.unit.slot).eq(1..=6), "one slot for each class");
    assert!(units.iter().all(|unit| (unit.members, unit.confirmed) == (10, 0)));
    for block in units.chunks(3) {
        assert_eq!(block.iter().map(|unit| unit.unit.group).collect::<BTreeSet<_>>().len(), 3, "{block:?}");
    }
    let rows = rows(&server).await;
    assert!(rows.iter().map(|row| row.slot.number).eq(1..=60));
    let of_slots: BTreeMap<i64, i64> = allocation::members(&server.app.store).await.unwrap().into_iter().collect();
    for row in &rows {
        let unit = &units[usize::try_from(of_slots[&row.slot.number] - 1).unwrap()];
        assert_eq!((row.state, row.held_as), (SlotState::Reserved, Some(unit.unit.group)));
    }
    let [x, y] = ["x", "y"].map(|form| format!("select count(*) from allocation where form = '{form}'"));
    assert_eq!((server.database.number(&x).await, server.database.number(&y).await), (30, 30), "forms are by person");
    exact(&server);
}

async fn a_class_keeps_its_arm_when_all_members_left(server: Server) {
    let mut first = server.visitor();
    enrol(&mut first, "first", "c").await;
    let arm = rows(&server).await[0].slot.group;
    server.clock.advance(Duration::from_mins(6));
    maintenance::once(&server.app).await.unwrap();
    assert_eq!(rows(&server).await[0].state, SlotState::Free);
    assert_eq!(units(&server).await[0].members, 0);
    enrol(&mut server.visitor(), "of-another-class", "d").await;
    enrol(&mut server.visitor(), "second", "c").await;
    let body = json!({ "username": "first", "password": PASSWORD }).to_string().into_bytes();
    let reply = first.send("POST", "/api/auth/login", &[], body).await;
    first.take_session(&reply);
    assert_eq!(first.position().await, "/pre-questionnaire");
    let rows = rows(&server).await;
    let arms: Vec<_> = rows.iter().map(|row| row.slot.group).collect();
    assert_eq!((arms.len(), arms[0], arms[2], arms[3]), (4, arm, arm, arm));
    assert_ne!(arms[1], arm, "the next class has the next slot");
    let units = units(&server).await;
    assert_eq!(units.iter().map(|unit| unit.members).collect::<Vec<_>>(), [2, 1]);
    let own = first.get("/api/users/data").await.ok();
    assert_eq!(own["research"]["unit"], 1);
    exact(&server);
}

async fn changes_of_the_record_are_found(server: Server) {
    for (name, class) in [("person-1", "a"), ("person-2", "b"), ("person-3", "a"), ("person-4", "c")] {
        enrol(&mut server.visitor(), name, class).await;
    }
    exact(&server);
    let run = async |change: &str| server.database.run(change).await;
    run("update unit set slot = 9 where number = 2").await;
    fails(&check(&server, &[]), &["unit 2: the record has slot 9", "Differences: 1."]);
    run("update unit set slot = 2 where number = 2").await;
    run("update allocation set form = case form when 'x' then 'y' else 'x' end where number = 4").await;
    fails(&check(&server, &[]), &["slot 4: the seed gives the other test form"]);
    run("update allocation set form = case form when 'x' then 'y' else 'x' end where number = 4").await;
    run("update unit_member set unit = 2 where slot = 3").await;
    fails(&check(&server, &[]), &["slot 3: the ledger has ", "its unit 2 has "]);
    run("delete from unit_member where slot = 3").await;
    fails(&check(&server, &[]), &["slot 3: its unit is not recorded"]);
}

async fn a_link_without_a_known_class_is_rejected_and_a_full_class_too(server: Server) {
    let mut form = form("nobody");
    for (link, code) in [
        (json!({}), "link_incomplete"),
        (json!({ "STUDY_ID": " " }), "link_incomplete"),
        (json!({ "STUDY_ID": "A" }), "unit_unknown"),
        (json!({ "STUDY_ID": "g" }), "unit_unknown"),
    ] {
        form["recruitment"] = link;
        let problem = server.visitor().post("/api/auth/register", form.clone()).await.is(422, "invalid_fields");
        assert_eq!(
            (&problem["fields"][0]["item"], &problem["fields"][0]["code"]),
            (&json!("recruitment"), &json!(code))
        );
    }
    assert_eq!(units(&server).await, []);
    for number in 0..12 {
        enrol(&mut server.visitor(), &format!("person-{number}"), " a ").await;
    }
    let late = register(&mut server.visitor(), "late", "a").await;
    let problem = late.is(403, "study_closed");
    assert_eq!(problem["params"]["status"], "unit_full");
    assert!(problem["message"].to_string().contains("your class"), "{problem}");
    enrol(&mut server.visitor(), "late", "b").await;
    assert_eq!(units(&server).await.iter().map(|unit| unit.members).collect::<Vec<_>>(), [12, 1]);
    exact(&server);
}

async fn anonymised_classes_have_no_codes(server: Server) {
    enrol(&mut server.visitor(), "person-1", "a").await;
    assert_eq!(units(&server).await[0].code.as_deref(), Some("a"));
    let done: Result<(), unmask_store::StoreError> =
        server.app.store.write(async move |tx| unlink::anonymise(tx).await).await;
    done.unwrap();
    let units = units(&server).await;
    assert_eq!((units[0].code.as_deref(), units[0].members), (None, 1));
    exact(&server);
}

async fn classes_are_balanced_within_their_strata(server: Server) {
    for (number, class) in ["s1", "n1", "n2", "s2", "s1", "n3", "s3", "n1"].into_iter().enumerate() {
        enrol(&mut server.visitor(), &format!("person-{number}"), class).await;
    }
    let units = units(&server).await;
    for stratum in ["north", "south"] {
        let own = units.iter().filter(|unit| unit.unit.stratum.name() == stratum);
        let arms: BTreeSet<_> = own.map(|unit| unit.unit.group).collect();
        assert_eq!(arms.len(), 3, "{units:?}");
    }
    assert_eq!(rows(&server).await[4].slot.stratum.name(), "south");
    exact(&server);
}

#[tokio::test]
async fn a_running_trial_gains_units_in_new_strata_and_keeps_its_parameter() {
    let (folder, database) = (tempfile::tempdir().unwrap(), testing::sqlite().await);
    let study = |name: &str, change: &dyn Fn(&str) -> String| {
        let own = folder.path().join(name);
        std::fs::create_dir(&own).unwrap();
        allocating(&own, &change(BY_TOWN))
    };
    let mut settings = settings(folder.path());
    settings.database_url.clone_from(&database.url);
    let clock = Clock::fixed(1_795_168_800_000);
    settings.study = study("first", &str::to_owned);
    App::open(settings.clone(), clock.clone(), database.store.clone()).await.unwrap();
    settings.activate = true;
    settings.study = study("other-parameter", &|plan| plan.replace("STUDY_ID", "SESSION_ID"));
    let rejected = App::open(settings.clone(), clock.clone(), database.store.clone()).await.err();
    let rejected = rejected.expect("it is rejected").to_string();
    assert!(rejected.contains("the unit of a participant in `SESSION_ID`"), "{rejected}");
    settings.study = study("more", &|plan| plan.replace("codes: [", "codes: [{ code: w1, stratum: west }, "));
    App::open(settings, clock, database.store.clone()).await.unwrap();
}

/// The published design, as `docs/DESIGNS.md` says.
fn study(folder: &Path) -> PathBuf {
    let study = folder.join("classes");
    copy(&fixture(), &study);
    std::fs::remove_dir_all(study.join("questionnaires")).unwrap();
    for unused in ["flow-a.yaml", "flow-b.yaml", "control-flow.yaml"] {
        std::fs::remove_file(study.join(unused)).unwrap();
    }
    for page in std::fs::read_dir(study.join("pages")).unwrap().map(|entry| entry.unwrap().path()) {
        if page.to_string_lossy().contains("flow") {
            std::fs::remove_file(page).unwrap();
        }
    }
    copy(&fixture().join("../designs/classes"), &study);
    study
}

fn table(package: &Path, name: &str) -> Vec<BTreeMap<String, String>> {
    let mut table = csv::Reader::from_path(package.join(format!("data/description-{name}_data.csv"))).unwrap();
    table.deserialize().map(Result::unwrap).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_classes_reach_the_end_and_the_package_has_them() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::on(testing::sqlite().await, &study(folder.path())).await;
    let mut arms: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (name, class) in
        [("person-1", "m-1a"), ("person-2", "t-3b"), ("person-3", "m-1a"), ("person-4", "m-1a"), ("person-5", "t-3b")]
    {
        let mut client = server.visitor();
        register(&mut client, name, class).await.is(422, "invalid_fields");
        let mut form = form(name);
        form["recruitment"] = json!({ "CLASS": class });
        let reply = client.send("POST", "/api/auth/register", &[], form.to_string().into_bytes()).await;
        client.take_session(&reply);
        let mut walker = Walker::finished(client).await;
        let user = walker.client.get("/api/users/profile").await.ok();
        arms.entry(class).or_default().insert(user["groupType"].to_string());
    }
    assert!(arms.values().all(|arms| arms.len() == 1), "{arms:?}");
    close(&server).await;
    works(&server.run(folder.path(), &["export", "package", "--csv", "--seed", "--reason", "the end"]));
    let package = folder.path().join("package");
    let of = |name: &str, column: &str| -> Vec<String> {
        table(&package, name).iter().map(|row| row[column].clone()).collect()
    };
    assert_eq!(of("units", "members"), ["3", "2"]);
    assert_eq!(of("units", "stratum"), ["milan", "turin"]);
    assert_eq!(of("units", "exposed"), ["3", "2"]);
    assert_eq!(of("allocations", "unit"), ["1", "2", "1", "1", "2"]);
    let (mut people, of_arm): (Vec<String>, Vec<String>) = (of("participants", "unit"), of("units", "arm"));
    for person in table(&package, "participants") {
        assert_eq!(person["arm"], of_arm[person["unit"].parse::<usize>().unwrap() - 1]);
    }
    people.sort_unstable();
    assert_eq!(people, ["1", "1", "1", "2", "2"]);
    assert!(!std::fs::read_to_string(package.join("data/description-units_data.csv")).unwrap().contains("m-1a"));
    let report: Value = serde_json::from_slice(&std::fs::read(package.join("results/report.json")).unwrap()).unwrap();
    let clusters: Vec<_> = report["clusters"]["arms"].as_array().unwrap().iter().map(|arm| &arm["clusters"]).collect();
    assert_eq!(clusters.iter().filter_map(|count| count.as_u64()).sum::<u64>(), 2);

    let derive = || std::process::Command::new("python3").arg(package.join("analysis/allocation.py")).output().unwrap();
    contains(&works(&derive()), &["Units: 2 slots, 0 differences", "People: 5 slots, 0 differences"]);
    let manifest = package.join("manifest.json");
    let text = std::fs::read_to_string(&manifest).unwrap();
    let mut changed: Value = serde_json::from_str(&text).unwrap();
    changed["allocation"]["units"][1]["slot"] = json!(7);
    std::fs::write(&manifest, changed.to_string()).unwrap();
    fails(&derive(), &["Units: 2 slots, 1 differences"]);
}

#[test]
fn simulated_classes_are_compared_by_their_means() {
    let folder = tempfile::tempdir().unwrap();
    let (here, study) = (folder.path(), study(folder.path()));
    let run = |args: &[&str]| command(here, args).env("UNMASK_STUDY", &study).output().unwrap();
    works(&run(&["check"]));
    // 1 + 24 * 0.05 and 1 + 9 * 0.1.
    contains(
        &works(&run(&["power"])),
        &["With 25 analysed members", "the design effect is 2.20", "88 units in all", "lists 16 units"],
    );
    contains(
        &works(&run(&["power", "--members", "10", "--icc", "0.1"])),
        &["the design effect is 1.90", "units in all"],
    );
    fails(&run(&["power", "--icc", "2"]), &["use a number from 0 to 1"]);
    let mut serve = command(here, &SERVE);
    serve.env("UNMASK_STUDY", &study);
    let program = Program::serve(serve).unwrap();
    contains(&works(&run(&["simulate", "-n", "64", "--url", &program.url()])), &["0 lost, 0 duplicated"]);
    works(&run(&["export", "--simulated", "package"]));
    let package = here.join("package");
    let units = table(&package, "units");
    assert_eq!(units.len(), 16);
    assert!(units.iter().all(|unit| unit["unit"].starts_with('-') && unit["members"] == "4"), "{units:?}");
    let report: Value = serde_json::from_slice(&std::fs::read(package.join("results/report.json")).unwrap()).unwrap();
    for arm in report["clusters"]["arms"].as_array().unwrap() {
        assert_eq!(arm["clusters"], 4, "{arm}");
    }
    let contrasts = report["outcomes"][0]["contrasts"].as_array().unwrap();
    assert_eq!(contrasts.iter().map(|one| &one["df"]).collect::<Vec<_>>(), [6.0, 6.0, 6.0]);
    let cautions = report["cautions"].to_string();
    contains(&cautions, &["No lesson: 4 with ", "the design effect", "ignore units"]);
    contains(report["method"].as_str().unwrap(), &["means of units"]);
}
