//! The position of each item in the participant's own order, as the pages numbered it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;
use unmask_server::app::App;
use unmask_server::routes;
use unmask_store::testing;

use super::export;
use crate::support::{Server, Walker, copy, edited, fixture, rewrite};

#[tokio::test(flavor = "multi_thread")]
async fn the_position_in_the_data_is_the_one_that_was_shown() {
    let folder = tempfile::tempdir().unwrap();
    let study = edited(folder.path(), |text| text);
    for file in ["flow-a.yaml", "flow-b.yaml", "control-flow.yaml"] {
        rewrite(&study.join(file), |text| format!("order: random\n{text}"));
    }
    is_exported_as_shown(&folder, &study, |_| true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_position_of_a_member_of_a_group_is_the_one_that_was_shown() {
    let folder = tempfile::tempdir().unwrap();
    let study = folder.path().join("orders");
    copy(&fixture(), &study);
    copy(&fixture().join("../orders"), &study);
    // Those of its questionnaires are beside items without media, which count in the page's number and not in theirs.
    let is_of_training = |file: &str| !["m10", "m11"].iter().any(|test| file.starts_with(test));
    is_exported_as_shown(&folder, &study, is_of_training).await;
}

async fn is_exported_as_shown(folder: &TempDir, study: &Path, is_compared: impl Fn(&str) -> bool) {
    let server = Server::on(testing::sqlite().await, study).await;
    let media = &server.app.versions.active().media;
    let mut shown = Vec::new();
    for number in 0..6 {
        let mut walker = Walker::new(server.participant(&format!("person-{number}")).await).await;
        walker.watches = Some(Vec::new());
        walker.finish().await;
        let code = walker.client.user["code"].as_str().unwrap().to_owned();
        for (url, number) in walker.watches.take().unwrap() {
            let file = media.read(url.rsplit('/').next().unwrap()).unwrap().file;
            shown.push((code.clone(), file, number.to_string()));
        }
    }
    let (package, _) = export(&server, &folder.path().join("package")).await;
    let of = |row: &BTreeMap<String, String>, column: &str| row[column].clone();
    let exposures = package.table("exposures");
    let mut told: Vec<_> =
        exposures.iter().map(|row| (of(row, "participant_id"), of(row, "file"), of(row, "position"))).collect();
    for positions in [&mut shown, &mut told] {
        positions.retain(|(_, file, _)| is_compared(file));
        positions.sort();
    }
    assert_eq!(told, shown);

    // A submission has the position of its medium; a completed persona has none.
    for row in package.table("submissions") {
        let item = row["submission"].as_str();
        let medium = exposures.iter().find(|one| one["receipt"] == row["receipt"]);
        match item.split_once('/') {
            Some(("flow-a" | "flow-b" | "control", _)) if medium.is_some() => {
                assert_eq!(row["position"], medium.unwrap()["position"], "{item}");
            }
            Some(("flow-b", id)) if id.starts_with("persona/") => assert_eq!(row["position"], "NA_not_applicable"),
            _ => assert!(row["position"].parse::<u32>().is_ok_and(|place| place > 0), "{row:?}"),
        }
    }
}

/// Sections and the questions of each, as the API lists them: in the order in which they are shown.
fn listed(questionnaire: &Value) -> Vec<(String, Vec<String>)> {
    let mut sections: Vec<(String, Vec<String>)> = Vec::new();
    for page in questionnaire["sections"].as_array().unwrap() {
        let id = page["id"].as_str().unwrap().split('/').next().unwrap().to_owned();
        if sections.last().is_none_or(|(last, _)| *last != id) {
            sections.push((id, Vec::new()));
        }
        let asked = page["items"].as_array().unwrap().iter().filter(|item| item["kind"] != "information");
        sections.last_mut().unwrap().1.extend(asked.map(|item| item["id"].as_str().unwrap().to_owned()));
    }
    sections
}

#[tokio::test(flavor = "multi_thread")]
async fn sections_and_groups_have_the_order_that_was_shown() {
    let folder = tempfile::tempdir().unwrap();
    let study = folder.path().join("orders");
    copy(&fixture(), &study);
    copy(&fixture().join("../orders"), &study);
    let server = Server::on(testing::sqlite().await, &study).await;
    let mut shown: BTreeMap<(String, String), (usize, usize)> = BTreeMap::new();
    let mut orders = BTreeSet::new();
    for number in 0..6 {
        let name = format!("person-{number}");
        let mut walker = Walker::new(server.participant(&name).await).await;
        let code = walker.client.user["code"].as_str().unwrap().to_owned();
        for page in ["pre", "post"] {
            walker.until(|position| position == format!("/{page}-questionnaire")).await;
            let before = listed(&walker.client.get(&format!("/api/questionnaires/{page}")).await.ok());
            walker.step().await;
            // On another device, after a restart, and with a section answered, the order is the same.
            let store = server.database.store.clone();
            let restarted = App::open((*server.app.settings).clone(), server.clock.clone(), store).await.unwrap();
            let mut other = server.visitor();
            other.serve_by(routes::router(restarted));
            other.sign_in(&name).await;
            assert_eq!(listed(&other.get(&format!("/api/questionnaires/{page}")).await.ok()), before);
            for (section, (_, items)) in (1..).zip(&before) {
                let items =
                    (1..).zip(items).map(|(position, item)| ((code.clone(), item.clone()), (section, position)));
                shown.extend(items);
            }
            orders.insert(before.into_iter().map(|(id, _)| id).collect::<Vec<_>>());
        }
        walker.finish().await;
    }
    assert!(orders.len() > 3, "{orders:?}");
    let (package, _) = export(&server, &folder.path().join("package")).await;
    let number = |row: &BTreeMap<String, String>, column: &str| row[column].parse::<usize>().ok();
    let mut compared = 0;
    for row in package.table("responses") {
        let positions = (number(&row, "section_position"), number(&row, "position"));
        let item = row["variable"].trim_end_matches("_confidence").to_owned();
        match shown.get(&(row["participant_id"].clone(), item)) {
            Some((section, position)) => {
                assert_eq!(positions, (Some(*section), Some(*position)), "{row:?}");
                compared += 1;
            }
            None if row["block"] == "treatment" => assert_eq!(positions, (Some(1), Some(1)), "{row:?}"),
            None => assert_eq!(positions.0, None, "{row:?}"),
        }
    }
    assert!(compared >= 6 * 20, "{compared}");
    for row in package.table("submissions") {
        match row["submission"].split('/').collect::<Vec<_>>()[..] {
            ["pre", _] => assert_eq!(number(&row, "section_position"), number(&row, "position")),
            ["post", "posts", _] => assert_eq!(row["section_position"], "1"),
            _ => {}
        }
    }
}
