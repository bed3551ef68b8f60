//! Conditions within participants: items rotated over four lists by a Latin square.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use unmask_store::allocation;
use unmask_store::testing::{self, Database};

use crate::factorial::rows;
use crate::ledger::check;
use crate::support::{Reply, Server, Walker, at_once, copy, fixture, form, works};

/// The published design, completed by the small study as `docs/DESIGNS.md` says.
fn study(folder: &Path) -> PathBuf {
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
    copy(&fixture().join("../designs/latin-square"), &study);
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
