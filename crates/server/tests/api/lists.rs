//! Conditions within participants: items rotated over four lists by a Latin square.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use unmask_export::report_input;
use unmask_store::allocation;
use unmask_store::testing::{self, Database};
use unmask_study::report::input::Person;

use crate::factorial::rows;
use crate::ledger::check;
use crate::support::{Reply, Server, Walker, at_once, copy, fixture, form, works};

/// The published design with corrections of reports.
fn study(folder: &Path) -> PathBuf {
    design(folder, "latin-square")
}

/// A published design, completed by the small study as `docs/DESIGNS.md` says.
fn design(folder: &Path, name: &str) -> PathBuf {
    let study = folder.join("lists");
    copy(&fixture(), &study);
    std::fs::remove_dir_all(study.join("questionnaires")).unwrap();
    for name in ["flow-a.yaml", "flow-b.yaml", "control-flow.yaml"] {
        std::fs::remove_file(study.join(name)).unwrap();
    }
    for entry in std::fs::read_dir(study.join("pages")).unwrap().map(Result::unwrap) {
        if entry.file_name().to_string_lossy().contains("flow") {
            std::fs::remove_file(entry.path()).unwrap();
        }
    }
    copy(&fixture().join("../designs").join(name), &study);
    study
}

/// Sixty register concurrently. The ledger is that of the seed, and in the order of the slots, no list of an arm is
/// ahead of another by more than one.
async fn sixty_get_balanced_lists(database: Database) {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::on(database, &study(folder.path())).await;
    at_once(60, |number| {
        let mut client = server.visitor();
        async move { client.register(&[], form(&format!("person-{number}"))).await }
    })
    .await;
    works(&check(&server, &[]));
    let ledger = allocation::ledger(&server.app.store).await.unwrap();
    let mut counts: BTreeMap<_, BTreeMap<_, u32>> = BTreeMap::new();
    for row in &ledger {
        let arm = counts.entry(row.slot.group).or_default();
        *arm.entry(row.slot.form).or_default() += 1;
        let (least, most) = (arm.values().min().unwrap(), arm.values().max().unwrap());
        let least = if arm.len() < 4 { 0 } else { *least };
        assert!(most - least <= 1, "{}: {arm:?}", row.slot.number);
    }
    assert!(counts.len() == 2 && counts.values().all(|lists| lists.len() == 4), "{counts:?}");
}

/// No list of an arm is ahead of another by more than one, however many participants there are.
#[tokio::test]
async fn lists_are_balanced_at_any_number_of_participants() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::on(testing::sqlite().await, &study(folder.path())).await;
    assert_eq!(server.app.versions.active().study.file.allocation.draw_among, 24);
    let mut client = server.visitor();
    for number in 1..=45 {
        client.register(&[], form(&format!("person-{number}"))).await;
        let ledger = allocation::ledger(&server.app.store).await.unwrap();
        let mut counts: BTreeMap<_, BTreeMap<_, u32>> = BTreeMap::new();
        for row in ledger.iter().filter(|row| row.code.is_some()) {
            *counts.entry(row.slot.group).or_default().entry(row.slot.form).or_default() += 1;
        }
        assert_eq!(counts.values().flat_map(BTreeMap::values).sum::<u32>(), number);
        for lists in counts.values() {
            let least = if lists.len() < 4 { 0 } else { *lists.values().min().unwrap() };
            assert!(lists.values().max().unwrap() - least <= 1, "{number}: {lists:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn sixty_at_once_get_balanced_lists_on_sqlite() {
    sixty_get_balanced_lists(testing::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sixty_at_once_get_balanced_lists_on_postgres() {
    sixty_get_balanced_lists(testing::postgres().await).await;
}

/// What the package says about an item is what the participant read.
#[tokio::test(flavor = "multi_thread")]
async fn the_package_has_the_condition_that_a_participant_saw() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    let mut read: BTreeMap<String, String> = BTreeMap::new();
    for number in 0..8 {
        let mut walker = Walker::finished(server.register(form(&format!("person-{number}"))).await).await;
        let profile = walker.client.get("/api/users/profile").await.ok();
        let said: String = walker.client.seen.iter().map(Reply::text).collect();
        read.insert(profile["code"].as_str().unwrap().to_owned(), said);
    }
    let package = folder.path().join("package");
    server.admin().await.post("/api/admin/unblinding", json!({ "reason": "the data are complete" })).await.ok();
    server.export(server.package(&package)).await;
    let people = rows(&package, "participants");
    assert!(people.iter().all(|row| ["1", "2", "3", "4"].contains(&row["form"].as_str())), "{people:?}");
    let harbour = |said: &str| {
        [
            ("plain", "the cause is not known"),
            ("reminder", "the paint cans was wrong"),
            ("repeated", "no paint cans in"),
        ]
        .into_iter()
        .find(|(_, words)| said.contains(words))
        .map_or("none", |(condition, _)| condition)
    };
    let answers = rows(&package, "responses");
    let first: Vec<_> = answers.iter().filter(|row| row["variable"] == "report_1").collect();
    assert_eq!(first.len(), 8);
    for row in &first {
        let said = &read[&row["participant_id"]];
        let own = said.split("A warehouse burned down").nth(1).unwrap().split('"').next().unwrap();
        assert_eq!(row["within_condition"], harbour(own), "{row:?}: {own}");
        assert_eq!(row["truth"], if row["within_condition"] == "none" { "stands" } else { "corrected" });
    }
    let age = answers.iter().find(|row| row["variable"] == "age").unwrap();
    assert_eq!(age["within_condition"], "NA_not_applicable");
    let book = rows(&package, "variables");
    let lists = &book.iter().find(|row| row["variable"] == "report_1").unwrap()["lists"];
    let lists: Value = serde_json::from_str(lists).unwrap();
    assert_eq!(lists["2"], json!({ "condition": "plain", "truth": "corrected" }));
}

/// The published design, with a text over one medium in one condition that differs by arm.
fn with_media(folder: &Path) -> PathBuf {
    let study = design(folder, "modalities");
    let file = study.join("questionnaires/post.yaml");
    let text = std::fs::read_to_string(&file).unwrap();
    let plain = "video: { stimulus: speech-1-video }";
    assert!(text.contains(plain));
    let labelled =
        "video: { stimulus: speech-1-video, overlay: { by: { arm: { actor: With an actor, synthetic: null } } } }";
    std::fs::write(&file, text.replace(plain, labelled)).unwrap();
    study
}

/// What a participant judged, by item: condition, and the name of the file that the URL delivers.
type Judged = BTreeMap<String, (String, Option<String>)>;

/// The questionnaire with the speeches, and what its URLs deliver.
async fn judged(walker: &mut Walker, media: &BTreeMap<Vec<u8>, String>) -> (Judged, Value) {
    let asked = walker.client.get("/api/questionnaires/post").await;
    let (mut all, mut exposures) = (Judged::new(), vec![]);
    let sections = asked.json()["sections"].clone();
    for (number, section) in sections.as_array().unwrap().iter().enumerate() {
        let item = &section["items"][0];
        let sources = item["media"]["sources"].as_array().cloned().unwrap_or_default();
        let mut file = None;
        for source in &sources {
            let sent = walker.client.get(source["url"].as_str().unwrap()).await;
            assert_eq!(sent.status, 200);
            file = Some(media[&sent.body[..]].clone());
            exposures.push(json!({ "key": format!("0198c0de-0000-7000-8000-{number:012}"), "item": section["id"],
                                   "medium": source["url"], "shown": 12 }));
        }
        let condition = match &file {
            None => "transcript",
            Some(name) if name.ends_with("-subtitled.mp4") => "subtitled",
            Some(name) if name.ends_with("-video.mp4") => "video",
            Some(_) => "audio",
        };
        all.insert(item["id"].as_str().unwrap().to_owned(), (condition.to_owned(), file));
    }
    (all, json!({ "exposures": exposures }))
}

/// Each participant gets the file of their condition and arm and no other one, and the package says which.
#[tokio::test(flavor = "multi_thread")]
async fn a_participant_gets_the_media_of_their_condition_and_arm_and_no_others() {
    let folder = tempfile::tempdir().unwrap();
    let study = with_media(folder.path());
    let server = Server::over(&study).await;
    let files = std::fs::read_dir(study.join("media")).unwrap().map(Result::unwrap);
    let media: BTreeMap<Vec<u8>, String> = files
        .map(|file| (std::fs::read(file.path()).unwrap(), file.file_name().into_string().unwrap()))
        .filter(|(_, name)| name.starts_with("speech-"))
        .collect();
    assert_eq!(media.len(), 36, "each file differs from the others");
    let mut read: BTreeMap<String, Judged> = BTreeMap::new();
    for number in 0..16 {
        let arm = ["actor", "synthetic"][number % 2];
        server.next_in(arm).await;
        let mut walker = Walker::new(server.register(form(&format!("person-{number}"))).await).await;
        walker.until(|page| page == "/post-questionnaire").await;
        let (own, exposures) = judged(&mut walker, &media).await;
        for condition in ["transcript", "audio", "subtitled", "video"] {
            assert_eq!(own.values().filter(|(of, _)| of == condition).count(), 2, "{condition}: {own:?}");
        }
        for (item, (condition, file)) in &own {
            let speech = item.replace("speech_", "speech-");
            let is_real = ["speech_1", "speech_2", "speech_3", "speech_4"].contains(&item.as_str());
            let expected = match condition.as_str() {
                "transcript" => None,
                "audio" if is_real => Some(format!("{speech}-sound.mp3")),
                "audio" => Some(format!("{speech}-{arm}.mp3")),
                other => Some(format!("{speech}-{other}.mp4")),
            };
            assert_eq!(*file, expected, "{arm}: {item}");
        }
        walker.client.post("/api/exposures", exposures).await.ok();
        walker.finish().await;
        let said: String = walker.client.seen.iter().map(Reply::text).collect();
        let is_labelled = arm == "actor" && own["speech_1"].0 == "video";
        assert_eq!(said.contains("With an actor"), is_labelled, "{arm}: {own:?}");
        let profile = walker.client.get("/api/users/profile").await.ok();
        read.insert(profile["code"].as_str().unwrap().to_owned(), own);
    }
    let package = folder.path().join("package");
    server.admin().await.post("/api/admin/unblinding", json!({ "reason": "the data are complete" })).await.ok();
    server.export(server.package(&package)).await;
    let stimulus = |file: &Option<String>| {
        file.as_ref().map_or("NA_not_applicable".to_owned(), |file| file.split('.').next().unwrap().to_owned())
    };
    let answers = rows(&package, "responses");
    let shown = rows(&package, "exposures");
    for (person, own) in &read {
        let of_person = |row: &&BTreeMap<String, String>| row["participant_id"] == *person;
        for (item, (condition, file)) in own {
            let names = [item.clone(), format!("{item}_confidence")];
            let of_item: Vec<_> =
                answers.iter().filter(of_person).filter(|row| names.contains(&row["variable"])).collect();
            assert_eq!(of_item.len(), 2, "{item}");
            for row in of_item {
                assert_eq!((&row["within_condition"], &row["stimulus"]), (condition, &stimulus(file)), "{row:?}");
            }
            let Some(file) = file else { continue };
            let of_file: Vec<_> = shown.iter().filter(of_person).filter(|row| row["file"] == *file).collect();
            assert_eq!(of_file.len(), 1, "{file}");
            let row = of_file[0];
            assert_eq!((&row["within_condition"], &row["stimulus"]), (condition, &stimulus(&Some(file.clone()))));
            assert_eq!(row["shown"], "original");
            assert_ne!(row["position"], "NA_not_applicable", "{row:?}");
        }
        let files = own.values().filter_map(|(_, file)| file.clone());
        let (all, own): (Vec<_>, Vec<String>) = (shown.iter().filter(of_person).collect(), files.collect());
        assert!(all.iter().all(|row| row["file"].starts_with('m') || own.contains(&row["file"])), "{all:?}");
    }
    let book = rows(&package, "variables");
    let lists = &book.iter().find(|row| row["variable"] == "speech_1").unwrap()["lists"];
    let lists: Value = serde_json::from_str(lists).unwrap();
    assert_eq!(lists["2"], json!({ "condition": "audio", "truth": "said", "stimulus": "speech-1-sound" }));
    assert_eq!(lists["1"], json!({ "condition": "transcript", "truth": "said", "stimulus": null }));
}

/// The published design, in which the arm `synthetic` has the pictures of another speech.
pub fn with_media_by_arm(folder: &Path) -> PathBuf {
    let study = design(folder, "modalities");
    let file = study.join("questionnaires/post.yaml");
    let mut text = std::fs::read_to_string(&file).unwrap();
    for number in 1..=8 {
        for kind in ["subtitled", "video"] {
            let [own, other] = [number, number % 8 + 1].map(|number| format!("speech-{number}-{kind}"));
            let plain = format!("{{ stimulus: {own} }}");
            assert!(text.contains(&plain), "{plain}");
            let by_arm = format!("{{ stimulus: {{ by: {{ arm: {{ actor: {own}, synthetic: {other} }} }} }} }}");
            text = text.replace(&plain, &by_arm);
        }
    }
    std::fs::write(&file, text).unwrap();
    study
}

/// Who judged media that were not played counts alike in each arm, in the report as in the package.
#[tokio::test(flavor = "multi_thread")]
async fn media_of_each_arm_that_were_judged_unseen_are_counted_in_report_and_package() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&with_media_by_arm(folder.path())).await;
    for number in 0..4 {
        server.next_in(["actor", "synthetic"][number % 2]).await;
        let mut walker = Walker::new(server.register(form(&format!("person-{number}"))).await).await;
        walker.watches = Some(Vec::new());
        walker.finish().await;
    }
    server.admin().await.post("/api/admin/unblinding", json!({ "reason": "the data are complete" })).await.ok();
    let package = folder.path().join("package");
    server.export(server.package(&package)).await;
    let by_code = |row: &BTreeMap<String, String>| (row["participant_id"].clone(), row["unseen_media"].clone());
    let packaged: BTreeMap<String, String> = rows(&package, "participants").iter().map(by_code).collect();
    let input = report_input(&server.app.store, false).await.unwrap();
    let by_code = |person: &Person| (person.code.clone(), person.unseen_media.to_string());
    let reported: BTreeMap<String, String> = input.people.iter().map(by_code).collect();
    assert_eq!(reported, packaged);
    let counts: BTreeSet<&String> = packaged.values().collect();
    assert!(packaged.len() == 4 && counts.len() == 1 && !packaged.values().any(|count| count == "0"), "{packaged:?}");
}
