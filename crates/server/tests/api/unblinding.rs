//! Commands whose output reveals people's arms unblind the one who gets it, and need a reason.

use std::fs;
use std::process::Output;

use serde_json::Value;
use unmask_store::study::{OPERATOR, Unblinding, unblindings};

use crate::admin::results::results;
use crate::afterwards::actions;
use crate::support::{Server, Walker, both, fails, works};

both!(
    an_export_of_a_blinded_study_unblinds_it,
    a_report_with_names_unblinds_a_blinded_study,
    usage_events_of_a_blinded_study_unblind_it_too,
    a_report_is_the_same_in_the_terminal_in_files_and_in_the_console
);

/// The first unblinding.
async fn unblinding(server: &Server) -> Option<Unblinding> {
    unblindings(&server.app.store).await.unwrap().all().next().cloned()
}

async fn an_export_of_a_blinded_study_unblinds_it(server: Server) {
    let folder = tempfile::tempdir().unwrap();
    let export = |args: &[&str]| server.run(folder.path(), &[&["export"], args].concat());
    server.admin().await;
    works(&export(&["nobody"]));
    assert_eq!(unblinding(&server).await, None, "there is no participant whose arm it could reveal");

    server.participant("heron").await;
    for wanted in ["data", "--events"] {
        fails(&export(&[wanted]), &["'operator' is blinded", "--reason", "unmask report"]);
        fails(&export(&[wanted, "--reason", " "]), &["--reason: Please give a reason."]);
    }
    fails(&export(&["nobody", "--reason", "the end"]), &["'nobody' exists; choose another name (nothing was changed)"]);
    fails(&export(&["none/data", "--reason", "the end"]), &["can't write 'none/data': there is no folder 'none'"]);
    let inside = ["data", "--identities", "data/who.csv", "--reason", "the end"];
    fails(&export(&inside), &["'data/who.csv' is inside the package"]);
    assert_eq!(unblinding(&server).await, None, "what was rejected unblinds nothing");
    assert!(!folder.path().join("data").exists());
    let before = actions(&server).await.len();

    let unblinds = |output: &Output| String::from_utf8_lossy(&output.stderr).contains("now unblinded");
    let first = export(&["data", "--reason", " the plan is registered "]);
    assert!(works(&first).contains("participants: 1 rows") && unblinds(&first), "{first:?}");
    assert_eq!(actions(&server).await[before..], ["unblind", "export data"]);
    let done = unblinding(&server).await.unwrap();
    assert_eq!((done.actor.as_str(), done.reason.as_str()), (OPERATOR, "the plan is registered"));
    assert_eq!(done.person.as_deref(), Some(OPERATOR));
    // There is nothing left to hide, so that nothing is asked.
    let again = [export(&["again"]), export(&["--events", "--reason", "nobody asks"])];
    assert!(again.iter().all(|output| output.status.success() && !unblinds(output)), "{again:?}");
    assert_eq!(actions(&server).await[before + 2..], ["export data", "export events"]);
}

async fn a_report_with_names_unblinds_a_blinded_study(server: Server) {
    let folder = tempfile::tempdir().unwrap();
    let report = |args: &[&str]| server.run(folder.path(), &[&["report"], args].concat());
    // The option's earlier name.
    works(&report(&["--unmask"]));
    assert_eq!(unblinding(&server).await, None, "there is nobody in an arm");
    server.participant("heron").await;
    fails(&report(&["--unblind"]), &["'operator' is blinded", "--reason"]);
    fails(&report(&["--reason", "the end"]), &["--unblind"]);
    let nowhere = ["--unblind", "--reason", "the end", "--html", "nowhere/report.html"];
    fails(&report(&nowhere), &["can't write 'nowhere/report.html'; nothing was done"]);
    assert_eq!(unblinding(&server).await, None, "what fails has unblinded nothing");
    let label = &server.app.versions.active().study.file.arms[0].label;
    assert!(!works(&report(&[])).contains(label));
    let before = actions(&server).await.len();
    assert!(works(&report(&["--unblind", "--reason", "the end"])).contains(label));
    assert_eq!(actions(&server).await[before..], ["unblind", "read the report"]);
    assert!(works(&report(&[])).contains(label), "for good");
    assert_eq!(actions(&server).await.len(), before + 2);
}

async fn a_report_is_the_same_in_the_terminal_in_files_and_in_the_console(server: Server) {
    let folder = tempfile::tempdir().unwrap();
    let mut admin = server.admin().await;
    for number in 0..3 {
        Walker::new(server.participant(&format!("person-{number}")).await).await.finish().await;
    }
    let report = |args: &[&str]| server.run(folder.path(), &[&["report"], args].concat());
    let written = |file: &str| fs::read_to_string(folder.path().join(file)).unwrap();
    let printed = works(&report(&["--json", "report.json", "--html", "report.html"]));
    let told: Value = serde_json::from_str(&written("report.json")).unwrap();
    assert_eq!(told, results(&mut admin, false).await, "while the study is blinded");
    let (page, headline) = (written("report.html"), told["headline"].as_str().unwrap());
    // The terminal breaks lines.
    let printed_words = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(printed_words.contains(headline) && page.contains(headline), "{headline}");
    assert!(
        page.starts_with("<!doctype html>")
            && ![" src=", "<link", "@import", "url(h"].iter().any(|other| page.contains(other)),
        "one file"
    );
    let label = &server.app.versions.active().study.file.arms[0].label;
    assert!(printed.contains("Arm A") && page.contains("Arm A"));
    assert!(![&printed, &page, &written("report.json")].into_iter().any(|text| text.contains(label)));

    let everybody = ["--unblind", "--everybody", "--reason", "the data are complete"];
    let names = [&everybody[..], &["--html", "named.html", "--json", "named.json"]].concat();
    assert!(works(&report(&names)).contains(label) && written("named.html").contains(label));
    let told: Value = serde_json::from_str(&written("named.json")).unwrap();
    assert_eq!(told, results(&mut admin, false).await, "and when they have names");
    fails(&report(&["--html", "nowhere/report.html"]), &["can't write 'nowhere/report.html'"]);
}

async fn usage_events_of_a_blinded_study_unblind_it_too(server: Server) {
    let folder = tempfile::tempdir().unwrap();
    server.participant("heron").await;
    works(&server.run(folder.path(), &["export", "--events", "--reason", "an inspection"]));
    assert_eq!(unblinding(&server).await.unwrap().reason, "an inspection");
    assert!(actions(&server).await.ends_with(&["unblind".into(), "export events".into()]));
}
