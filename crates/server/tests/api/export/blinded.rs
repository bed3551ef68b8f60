//! A blinded package has the outcomes by label, and nothing that tells which arm a label is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use unmask_export::{ExportError, Request};
use unmask_store::testing;
use unmask_store::{AuditAction, audit};

use super::package::Package;
use super::public::is_nowhere;
use super::rules;
use crate::admin::authority::SECRETS;
use crate::admin::results::results;
use crate::lists::with_media_by_arm;
use crate::support::{Client, Server, Walker, both, edited, fails, works};

both!(
    no_file_tells_which_arm_a_label_is,
    requesting_a_blinded_package_unblinds_nobody,
    a_command_writes_a_blinded_package
);

/// What is known to tell the arm, as table and column; the documents of the package name it.
const REVEALING: [(&str, &str); 0] = [];

/// As many finish in each arm.
const EACH: usize = 6;

/// A participant's arm, by the age that they gave, which nobody else gave.
type Arms = BTreeMap<String, String>;

/// Participants of all arms. In each arm, the same answers are given and the same number leaves early, so that nothing
/// that all arms have differs between them by chance.
async fn take_part(server: &Server) -> (Arms, Vec<String>) {
    let (mut arms, mut codes) = (Arms::new(), Vec::new());
    let mut age = 20;
    for number in 0..=EACH {
        for arm in ["treatment_0", "control_0", "treatment_1"] {
            server.next_in(arm).await;
            let mut walker =
                Walker::new(server.participant(&format!("{}-{number}", &arm[arm.len() - 3..])).await).await;
            assert_eq!(walker.client.user["groupType"], arm);
            walker.choice = number % 2;
            age += 1;
            let you = json!({ "age": age, "gender": "woman", "channels": ["radio"] });
            super::people::save(&mut walker.client, "pre", json!({ "section": "you", "answers": you })).await;
            walker.position = walker.client.position().await;
            match number {
                EACH => walker.until(|position| position == "/treatment-questionnaire").await,
                _ => walker.finish().await,
            }
            arms.insert(age.to_string(), arm.to_owned());
            codes.push(walker.client.user["code"].as_str().unwrap().to_owned());
        }
    }
    (arms, codes)
}

async fn blinded(server: &Server, target: &Path) -> Package {
    let seed = *server.app.schedule.seed();
    let request = Request { blinded: Some(seed), spreadsheet: true, ..server.package(target) };
    unmask_export::export(&server.app.store, &request).await.unwrap();
    Package::read(target)
}

async fn whole(server: &Server, target: &Path) -> Package {
    unmask_export::export(&server.app.store, &server.package(target)).await.unwrap();
    Package::read(target)
}

async fn no_file_tells_which_arm_a_label_is(server: Server) {
    let (arms, codes) = take_part(&server).await;
    let mut admin = server.admin().await;
    let why = json!({ "reason": "their headphones were off in Practice with feedback" });
    admin.post(&format!("/api/admin/participants/{}/exclusion", codes[0]), why).await.ok();
    let folder = tempfile::tempdir().unwrap();
    let kept = std::env::var_os("KEEP_BLINDED").map_or(folder.path().to_owned(), Into::into);
    let package = blinded(&server, &kept.join(format!("{:?}", server.app.store.engine()))).await;
    rules::hold(&package);

    // Neither names of arms and of what they were given, nor what the console shows, nor what the order would tell.
    let own = async |sql: &str| server.database.texts(sql).await;
    let receipts = own("select id from submission").await;
    let seeds = own("select cast(seed as text) from participant").await;
    let versions = own("select hash from study_version").await;
    let secrets = SECRETS.iter().map(|secret| (*secret).to_owned());
    for secret in secrets.chain(codes).chain(receipts).chain(seeds).chain(["headphones".to_owned()]) {
        // These two list what is left out.
        let listed = ["README.md", "manifest.json"].map(|path| package.files[path].clone());
        is_nowhere(&without(&package, &["README.md", "manifest.json"]), &secret);
        let may_be_listed = ["fa_1", "fb_1"].contains(&secret.as_str());
        assert!(
            may_be_listed || listed.iter().all(|text| !String::from_utf8_lossy(text).contains(&secret)),
            "{secret}"
        );
    }
    for name in ["participants", "responses", "questionnaires", "people", "judgements"] {
        let text =
            String::from_utf8_lossy(&package.files[package.resource(name)["path"].as_str().unwrap()]).into_owned();
        assert!(!versions.iter().any(|version| text.contains(version)), "{name}");
        assert!(!text.contains("T10:") && !text.contains("2026-"), "{name} has times");
    }

    let found = |package: &Package| {
        let ages = package.table("questionnaires").into_iter();
        let by_id: Arms = ages.map(|row| (row["participant_id"].clone(), arms[&row["age"]].clone())).collect();
        telling(package, &by_id)
    };
    let revealing: BTreeSet<_> = REVEALING.iter().map(|(table, column)| format!("{table}.{column}")).collect();
    assert_eq!(found(&package), revealing);
    // The same search finds the arm in the whole package.
    let target = folder.path().join("whole");
    let of_whole = found(&whole(&server, &target).await);
    for known in
        ["participants.training_items", "steps.page", "submissions.page", "responses.phase", "responses.variable"]
    {
        assert!(of_whole.contains(known), "{known} is not in {of_whole:?}");
    }

    // The labels are those of the console, in the tables and in the results.
    let report: Value = serde_json::from_slice(&package.files["results/report.json"]).unwrap();
    let mut shown = results(&mut admin, false).await;
    assert_eq!(report["about"]["masked"], true);
    for field in ["outcomes", "arms", "sample"] {
        let shown = shown[field].take();
        assert!(is_equal(&report[field], &shown), "{field}: {} and {shown}", report[field]);
    }
    let arms_of = |table: &str| package.table(table).into_iter().map(|row| row["arm"].clone()).collect::<Vec<_>>();
    let overview = admin.get("/api/admin/overview").await.ok();
    for arm in overview["arms"].as_array().unwrap() {
        let count = arms_of("participants").iter().filter(|label| **label == arm["arm"]["id"]).count();
        assert_eq!(count, EACH + 1, "{arm}");
    }
    assert_eq!(arms_of("people").len(), 3 * EACH);

    // What is left out is named, with the reason.
    let manifest: Value = serde_json::from_slice(&package.files["manifest.json"]).unwrap();
    let readme = String::from_utf8(package.files["README.md"].clone()).unwrap();
    for words in ["order_seed", "remarks", "sure_overall", "all moments and days"] {
        assert!(manifest["blinding"].to_string().contains(words) && readme.contains(words), "{words}");
    }
    assert!(manifest["allocation"].is_null());

    let again = blinded(&server, &folder.path().join("again")).await;
    let files = |package: &Package| without(package, &["manifest.json"]).files;
    assert!(files(&package) == files(&again), "the same data give the same bytes");
}

/// Whether both have the same values. The order of the participants, over which numbers are summed, is another one.
fn is_equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            one.as_f64().zip(other.as_f64()).is_some_and(|(one, other)| (one - other).abs() < 1e-9)
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_equal(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, one)| other.get(key).is_some_and(|other| is_equal(one, other)))
        }
        _ => one == other,
    }
}

/// The same package without some files.
fn without(package: &Package, paths: &[&str]) -> Package {
    let mut files = package.files.clone();
    files.retain(|path, _| !paths.contains(&path.as_str()));
    Package { files, description: package.description.clone() }
}

/// The columns by which participants of one arm can be told from all others. A value, or the absence of one, that as
/// many have as finish in an arm, all of one arm: fewer could be by chance. Or numbers that are all larger or all
/// smaller than those of the others. `table.rows` is the number of rows, `table.order` their order.
fn telling(package: &Package, arms: &Arms) -> BTreeSet<String> {
    let names: BTreeSet<&String> = arms.values().collect();
    let mut found = BTreeSet::new();
    for resource in package.resources() {
        let name = resource["name"].as_str().unwrap();
        let rows = package.table(name);
        // By participant: what each column has.
        let mut values: BTreeMap<String, BTreeMap<String, BTreeSet<&String>>> = BTreeMap::new();
        let mut numbers: BTreeMap<String, BTreeMap<&String, f64>> = BTreeMap::new();
        for (place, row) in rows.iter().enumerate() {
            let Some(who) = row.get("participant_id").filter(|who| arms.contains_key(*who)) else { continue };
            let of_item = row.get("variable").or_else(|| row.get("item"));
            for (column, value) in row {
                if ["participant_id", "arm"].contains(&column.as_str()) {
                    continue;
                }
                let of = values.entry(column.clone()).or_default();
                of.entry(value.clone()).or_default().insert(who);
                if let Some(item) =
                    of_item.filter(|_| ["value", "correct", "truth", "altered"].contains(&column.as_str()))
                {
                    of.entry(format!("{item}: {value}")).or_default().insert(who);
                }
                if let Ok(number) = value.parse::<f64>() {
                    numbers
                        .entry(column.clone())
                        .or_default()
                        .entry(who)
                        .and_modify(|all| *all += number)
                        .or_insert(number);
                }
            }
            *numbers.entry("rows".into()).or_default().entry(who).or_insert(0.0) += 1.0;
            numbers.entry("order".into()).or_default().entry(who).or_insert(place as f64);
        }
        for (column, values) in &values {
            for who in values.values().filter(|who| who.len() >= EACH) {
                let of: BTreeSet<_> = who.iter().map(|one| &arms[*one]).collect();
                let without: BTreeSet<_> =
                    arms.iter().filter(|(one, _)| !who.contains(one)).map(|(_, arm)| arm).collect();
                let absent = arms.len() - who.len();
                if of.len() == 1 || absent >= EACH && without.len() == 1 {
                    found.insert(format!("{name}.{column}"));
                }
            }
        }
        for (column, numbers) in &numbers {
            let of = |has: &dyn Fn(&String) -> bool| -> Vec<f64> {
                numbers.iter().filter(|(who, _)| has(&arms[**who])).map(|(_, number)| *number).collect()
            };
            let ends =
                |all: &[f64]| all.iter().fold((f64::MAX, f64::MIN), |(low, high), one| (low.min(*one), high.max(*one)));
            for arm in &names {
                let (own, others) = (of(&|one| one == *arm), of(&|one| one != *arm));
                let ((low, high), (lowest, highest)) = (ends(&own), ends(&others));
                if own.len() >= 3 && others.len() >= 3 && (low > highest || high < lowest) {
                    found.insert(format!("{name}.{column}"));
                }
            }
        }
    }
    found
}

async fn download(server: &Server, client: &mut Client, body: Value) -> zip::ZipArchive<std::io::Cursor<Vec<u8>>> {
    let asked = client.post("/api/admin/exports", body).await;
    assert_eq!((asked.status, &asked.json()["unblinded"]), (201, &json!(false)), "{asked:?}");
    let reply = server.visitor().get(asked.json()["package"].as_str().unwrap()).await;
    assert_eq!(reply.header("content-disposition"), r#"attachment; filename="small-2026-11-20-blinded.zip""#);
    zip::ZipArchive::new(std::io::Cursor::new(reply.body)).unwrap()
}

async fn requesting_a_blinded_package_unblinds_nobody(server: Server) {
    let mut admin = server.admin().await;
    Walker::finished(server.participant("heron").await).await;
    for other in ["public", "identities"] {
        let asked = admin.post("/api/admin/exports", json!({ "blinded": true, other: true })).await;
        let code = if other == "public" { "publication_not_asked" } else { "blinded_alone" };
        asked.is(409, code);
    }
    let mut zip = download(&server, &mut admin, json!({ "blinded": true })).await;
    let manifest: Value = serde_json::from_reader(zip.by_name("manifest.json").unwrap()).unwrap();
    assert!(manifest["blinding"]["leftOut"].is_array());
    let state = admin.get("/api/admin/unblinding").await.ok();
    assert_eq!(
        (&state["unblinded"], &state["byExport"], &state["unblindings"]),
        (&json!(false), &json!(true), &json!([]))
    );
    let past = admin.get("/api/admin/exports").await.ok();
    assert_eq!((&past[0]["blinded"], &past[0]["rows"]), (&json!(true), &json!({})));
    for action in [AuditAction::AskForExport, AuditAction::ExportData] {
        let logged = audit::of_action(&server.app.store, action).await.unwrap();
        assert_eq!(logged.len(), 1);
        assert_eq!(logged[0].details["blinded"], true);
    }
    // A ticket for it is none for the whole package.
    admin.post("/api/admin/exports", json!({})).await.is(422, "invalid_fields");
}

async fn a_command_writes_a_blinded_package(server: Server) {
    Walker::finished(server.participant("heron").await).await;
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| server.run(folder.path(), args);
    fails(&run(&["export", "data"]), &["'operator' is blinded", "unmask export --blinded"]);
    for other in [["--identities", "who.csv"].as_slice(), &["--public"], &["--seed"], &["--media"]] {
        fails(&run(&[&["export", "data", "--blinded"], other].concat()), &["cannot be used with"]);
    }
    let said = works(&run(&["export", "data", "--blinded", "--csv"]));
    assert!(said.contains("participants: 1 rows") && !said.contains("allocations"), "{said}");
    let readme = fs::read_to_string(folder.path().join("data/README.md")).unwrap();
    assert!(readme.starts_with("# Blinded data of"), "{readme}");
    fails(&run(&["export", "other"]), &["'operator' is blinded"]);
}

/// What an arm was shown on the same page is not told, neither by the medium nor by its position.
#[tokio::test(flavor = "multi_thread")]
async fn media_that_differ_by_arm_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&with_media_by_arm(folder.path())).await;
    for number in 0..4 {
        server.next_in(["actor", "synthetic"][number % 2]).await;
        Walker::finished(server.participant(&format!("person-{number}")).await).await;
    }
    let package = blinded(&server, &folder.path().join("package")).await;
    let answers = package.table("responses");
    let judged: BTreeSet<&String> =
        answers.iter().filter(|row| row["variable"] == "speech_1").map(|row| &row["participant_id"]).collect();
    assert_eq!(judged.len(), 4);
    for column in ["stimulus", "position", "section_position"] {
        assert!(!answers[0].contains_key(column), "{column}");
    }
    for secret in ["speech-1-video", "speech-2-subtitled", "Fabricated voices", "synthetic"] {
        is_nowhere(&package, secret);
    }
}

/// With labels, anybody could compute the results that the console withholds.
#[tokio::test(flavor = "multi_thread")]
async fn before_the_target_there_are_no_labels() {
    let folder = tempfile::tempdir().unwrap();
    let study = edited(folder.path(), |text| text.replace("  block_sizes:", "  target: 2\n  block_sizes:"));
    let server = Server::on(testing::sqlite().await, &study).await;
    let columns = |package: &Package, name: &str| package.header(package.resource(name)["path"].as_str().unwrap());
    for (name, has_labels) in [("first", false), ("second", true)] {
        Walker::finished(server.participant(name).await).await;
        let package = blinded(&server, &folder.path().join(name)).await;
        rules::hold(&package);
        for table in ["participants", "people", "judgements"] {
            assert_eq!(columns(&package, table).contains(&"arm".to_owned()), has_labels, "{table} with the {name}");
        }
        assert_eq!(package.files.contains_key("analysis/model.R"), has_labels);
    }
}

/// Both would reveal the arms.
#[tokio::test(flavor = "multi_thread")]
async fn a_blinded_package_has_no_identities_and_no_seed() {
    let server = Server::sqlite().await;
    let folder = tempfile::tempdir().unwrap();
    let (target, who, seed) = (folder.path().join("data"), folder.path().join("who.csv"), *server.app.schedule.seed());
    let of = || Request { blinded: Some(seed), ..server.package(&target) };
    for request in [
        Request { identities: Some(&who), ..of() },
        Request { seed: Some(seed), ..of() },
        Request { public: Some(&[]), ..of() },
    ] {
        let refused = unmask_export::export(&server.app.store, &request).await.err();
        assert!(matches!(refused, Some(ExportError::BlindedAlone)), "{refused:?}");
    }
    assert!(!target.exists() && !who.exists());
}
