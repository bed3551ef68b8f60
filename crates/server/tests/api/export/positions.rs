//! The position of each item in the participant's own order, as the pages numbered it.

use unmask_store::testing;

use super::export;
use crate::support::{Server, Walker, edited, rewrite};

#[tokio::test(flavor = "multi_thread")]
async fn the_position_in_the_data_is_the_one_that_was_shown() {
    let folder = tempfile::tempdir().unwrap();
    let study = edited(folder.path(), |text| text);
    for file in ["flow-a.yaml", "flow-b.yaml", "control-flow.yaml"] {
        rewrite(&study.join(file), |text| format!("order: random\n{text}"));
    }
    let server = Server::on(testing::sqlite().await, &study).await;
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
    let of = |row: &std::collections::BTreeMap<String, String>, column: &str| row[column].clone();
    let exposures = package.table("exposures");
    let mut told: Vec<_> =
        exposures.iter().map(|row| (of(row, "participant_id"), of(row, "file"), of(row, "position"))).collect();
    shown.sort();
    told.sort();
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
