//! A public package has only the participants who agreed to publication.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use unmask_export::{ExportError, Request};
use unmask_store::testing::{self, Database};

use super::package::Package;
use super::people::{look, save};
use super::rules;
use crate::support::{Server, Walker, edited, form};

/// A researcher's reason for an exclusion.
const WHY: &str = "the son of the dean";

/// Typed by the participants who agreed and by those who did not.
const TYPED: [&str; 2] = ["published words", "private words"];

#[tokio::test(flavor = "multi_thread")]
async fn only_participants_who_agreed_are_published_sqlite() {
    Box::pin(only_participants_who_agreed_are_published(testing::sqlite().await)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_participants_who_agreed_are_published_postgres() {
    Box::pin(only_participants_who_agreed_are_published(testing::postgres().await)).await;
}

/// The results of a study that has reached its target are shown, though fewer agreed to publication.
#[tokio::test(flavor = "multi_thread")]
async fn a_public_package_of_a_finished_study_has_its_results() {
    let server =
        asking(testing::sqlite().await, |text| text.replace("  block_sizes:", "  target: 2\n  block_sizes:")).await;
    finished(&server, "agrees", true).await;
    let folder = tempfile::tempdir().unwrap();
    let stage = async |name: &str| {
        let package = export(&server, &folder.path().join(name), Some(&[])).await.unwrap();
        let report: Value = serde_json::from_slice(&package.files["results/report.json"]).unwrap();
        report["stage"]["kind"].clone()
    };
    assert_eq!(stage("before").await, "interim");
    finished(&server, "refuses", false).await;
    assert_eq!(stage("after").await, "final");
}

/// Who was turned away took no part, and may be a minor: they are not published, whatever they agreed to.
#[tokio::test(flavor = "multi_thread")]
async fn who_was_turned_away_is_not_published() {
    let folder = tempfile::tempdir().unwrap();
    let study = edited(folder.path(), |text| format!("outcomes: {{ screened_out: {{ code: OUT }} }}\n{text}"));
    let pre = study.join("questionnaires/pre.yaml");
    let text = fs::read_to_string(&pre).unwrap();
    fs::write(pre, format!("screen_out: [{{ when: {{ item: age, at_least: 105 }} }}]\n{text}")).unwrap();
    let server = asking_by(testing::sqlite().await, &study).await;
    let mut turned_away = registered(&server, "agrees-too", true).await;
    let answers = json!({ "age": 107, "gender": "woman", "channels": ["radio"] });
    save(&mut turned_away.client, "pre", json!({ "section": "you", "answers": answers })).await;
    assert_eq!(turned_away.client.get("/api/users/profile").await.ok()["turnedAway"], "screened_out");
    let published = code(&finished(&server, "agrees", true).await);
    let package = export(&server, &folder.path().join("package"), Some(&[])).await.unwrap();
    let people = package.table("participants").into_iter().map(|row| row["participant_id"].clone());
    assert_eq!(people.collect::<Vec<_>>(), [published]);
    assert!(package.table("responses").iter().all(|row| row["value"] != "107"));
}

/// Units have no participants of their own, so their numbers would count those who did not agree.
#[tokio::test(flavor = "multi_thread")]
async fn members_of_units_are_counted_if_they_agreed() {
    let unit = "  unit: { parameter: STUDY_ID, codes: [{ code: a }, { code: b }, { code: c }] }\n";
    let server = asking(testing::sqlite().await, |text| {
        let (before, rest) = text.split_once("  places: 60\n").unwrap();
        let (_, after) = rest.split_once("  draw_among: 1\n").unwrap();
        format!("{before}{unit}{after}")
    })
    .await;
    for (name, class, agrees) in [("first", "a", true), ("second", "a", false), ("third", "b", true)] {
        let mut form = form(name);
        form["consent"]["ticks"]["open_data"] = agrees.into();
        form["recruitment"] = json!({ "STUDY_ID": class });
        let mut walker = Walker::new(server.register(form).await).await;
        if class == "a" {
            walker.until(|position| position == "/post-questionnaire").await;
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let counted = async |name: &str, public: Option<&[String]>| {
        let package = export(&server, &folder.path().join(name), public).await.unwrap();
        let units = package.table("units").into_iter();
        units.map(|row| (row["members"].clone(), row["exposed"].clone())).collect::<Vec<_>>()
    };
    let numbers = |units: [(&str, &str); 2]| units.map(|(all, exposed)| (all.to_owned(), exposed.to_owned()));
    assert_eq!(counted("whole", None).await, numbers([("2", "2"), ("1", "0")]));
    assert_eq!(counted("public", Some(&[])).await, numbers([("1", "1"), ("1", "0")]));
}

/// A server whose study asks for consent to publication, with another `study.yaml`.
async fn asking(database: Database, change: impl FnOnce(&str) -> String) -> Server {
    let folder = tempfile::tempdir().unwrap();
    asking_by(database, &edited(folder.path(), |text| change(&text))).await
}

/// The same for the study in this folder.
async fn asking_by(database: Database, study: &Path) -> Server {
    let consent = study.join("consent.yaml");
    let text = fs::read_to_string(&consent).unwrap();
    let statement = "  - id: open_data\n    label: My answers may be published.\n    purpose: publication\n";
    fs::write(consent, format!("{}\n{statement}", text.trim_end())).unwrap();
    Server::on(database, study).await
}

async fn registered(server: &Server, name: &str, agrees: bool) -> Walker {
    let mut form = form(name);
    form["consent"]["ticks"]["open_data"] = agrees.into();
    Walker::new(server.register(form).await).await
}

/// Finishes, with words of their own.
async fn finished(server: &Server, name: &str, agrees: bool) -> Walker {
    let mut walker = registered(server, name, agrees).await;
    walker.until(|position| position == "/home").await;
    look(&mut walker).await;
    walker.until(|position| position == "/post-questionnaire").await;
    walker.step().await;
    let last = json!({ "knows": "false", "sure_overall": 70, "remarks": TYPED[usize::from(!agrees)] });
    save(&mut walker.client, "post", json!({ "section": "last", "answers": last })).await;
    walker
}

fn code(walker: &Walker) -> String {
    walker.client.user["code"].as_str().unwrap().to_owned()
}

async fn only_participants_who_agreed_are_published(database: Database) {
    let server = asking(database, str::to_owned).await;
    let mut who = [Vec::new(), Vec::new()];
    for (number, agrees) in [(0, true), (1, false), (2, true), (3, false), (4, true)] {
        who[usize::from(!agrees)].push(finished(&server, &format!("finisher-{number}"), agrees).await);
    }
    who[1].push(registered(&server, "beginner", false).await);
    let mut left = registered(&server, "leaver", true).await;
    left.client.post("/api/users/withdraw", json!({ "mode": "erase" })).await.ok();

    let mut admin = server.admin().await;
    let excluded = format!("/api/admin/participants/{}/exclusion", code(&who[0][0]));
    admin.post(&excluded, json!({ "reason": WHY })).await.ok();

    let folder = tempfile::tempdir().unwrap();
    let kept = std::env::var_os("KEEP_PUBLIC").map_or(folder.path().to_owned(), Into::into);
    let target = kept.join(format!("{:?}", server.app.store.engine()));
    let request = Request { spreadsheet: true, public: Some(&[]), ..server.package(&target) };
    let summary = unmask_export::export(&server.app.store, &request).await.unwrap();
    let package = Package::read(&target);
    rules::hold(&package);

    for walker in who[1].iter().chain([&left]) {
        is_nowhere(&package, &code(walker));
    }
    for words in TYPED.into_iter().chain([WHY]) {
        is_nowhere(&package, words);
    }
    let reasons = package.table("participants").into_iter().map(|row| row["exclusion_reason"].clone());
    assert_eq!(reasons.filter(|reason| reason == "decided by a researcher").count(), 1);
    let codes: Vec<String> = who[0].iter().map(code).collect();
    for table in ["participants", "questionnaires", "consents", "allocations", "people"] {
        let mut found: Vec<_> = package.table(table).iter().map(|row| row["participant_id"].clone()).collect();
        let mut expected = codes.clone();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{table}");
    }
    assert_eq!(package.table("usage").len(), 0);
    times_of_day_and_receipts_are_hidden(&server, &package).await;

    let questionnaires = package.table("questionnaires");
    assert!(!questionnaires[0].contains_key("remarks") && !questionnaires[0].contains_key("born"));
    let json = |path: &str| -> Value { serde_json::from_slice(&package.files[path]).unwrap() };
    let publication = &json("manifest.json")["publication"];
    assert_eq!([&publication["agreed"], &publication["notAgreed"]], [3, 3], "{publication}");
    let groups = &publication["quasiIdentifiers"];
    assert_eq!(groups["variables"], json!(["gender"]));
    let sizes = groups["groups"].as_array().unwrap().iter();
    let people: i64 = sizes.map(|group| group["people"].as_i64().unwrap() * group["groups"].as_i64().unwrap()).sum();
    assert_eq!(people, 3, "{groups}");
    assert_eq!((summary.publication.agreed, summary.publication.not_agreed), (3, 3));
    let report = json("results/report.json");
    assert_eq!(report["flow"]["registered"], 4, "with the erased one");
    assert_eq!(json("results/consort.json")["registered"], 4);
    let sentence = "It contains only the 3 of 6 participants who agreed to the publication of their answers.";
    assert!(report["cautions"].as_array().unwrap().contains(&sentence.into()), "{}", report["cautions"]);

    let chosen = ["remarks".to_owned()];
    let with_words = export(&server, &folder.path().join("words"), Some(&chosen)).await.unwrap();
    assert!(with_words.table("questionnaires").iter().all(|row| row["remarks"] == TYPED[0]));
    is_nowhere(&with_words, TYPED[1]);
    let unknown = ["gender".to_owned()];
    let refused = export(&server, &folder.path().join("unknown"), Some(&unknown)).await.err();
    assert!(matches!(refused, Some(ExportError::NoFreeText { .. })), "{refused:?}");

    let asked = admin.post("/api/admin/exports", json!({ "public": true, "reason": "the end" })).await.json();
    let reply = server.visitor().get(asked["package"].as_str().unwrap()).await;
    let mut zip = zip::ZipArchive::new(std::io::Cursor::new(reply.body)).unwrap();
    let downloaded: Value = serde_json::from_reader(zip.by_name("manifest.json").unwrap()).unwrap();
    assert_eq!(&downloaded["publication"], publication);
    assert_eq!(admin.get("/api/admin/exports").await.ok()[0]["public"], true);

    let all = export(&server, &folder.path().join("all"), None).await.unwrap();
    assert_eq!(all.table("participants").len(), 6);
    let manifest: Value = serde_json::from_slice(&all.files["manifest.json"]).unwrap();
    let expected = json!({ "public": false, "asked": true, "agreed": 3, "notAgreed": 3 });
    assert_eq!(manifest["publication"], expected);
}

async fn export(server: &Server, target: &Path, public: Option<&[String]>) -> Result<Package, ExportError> {
    let request = Request { public, ..server.package(target) };
    unmask_export::export(&server.app.store, &request).await.map(|_| Package::read(target))
}

/// In no file, compressed or not.
pub(super) fn is_nowhere(package: &Package, words: &str) {
    for (path, content) in &package.files {
        let found = |content: &[u8]| content.windows(words.len()).any(|part| part == words.as_bytes());
        assert!(!found(content), "{words} in {path}");
        if Path::new(&path).extension().is_some_and(|ending| ending == "xlsx") {
            let mut archive = zip::ZipArchive::new(std::io::Cursor::new(content)).unwrap();
            for index in 0..archive.len() {
                let mut text = Vec::new();
                std::io::Read::read_to_end(&mut archive.by_index(index).unwrap(), &mut text).unwrap();
                assert!(!found(&text), "{words} in {path}");
            }
        }
    }
}

/// Durations are exact.
async fn times_of_day_and_receipts_are_hidden(server: &Server, package: &Package) {
    for row in package.table("participants") {
        assert!(row["registered_at"].ends_with("T00:00:00.000Z"), "{}", row["registered_at"]);
    }
    let receipts = server.database.texts("select receipt from submission").await;
    assert!(!receipts.is_empty());
    for receipt in &receipts {
        is_nowhere(package, receipt);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_study_that_does_not_ask_has_no_public_package() {
    let server = Server::sqlite().await;
    let folder = tempfile::tempdir().unwrap();
    let refused = export(&server, &folder.path().join("package"), Some(&[])).await.err();
    assert!(matches!(refused, Some(ExportError::NotAsked)), "{refused:?}");
    let asked = server.admin().await.post("/api/admin/exports", json!({ "public": true })).await;
    asked.is(409, "publication_not_asked");
}
