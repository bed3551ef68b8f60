//! What tells people's arms leaves a blinded study only as its unblinding, with a reason: the command line.

use std::process::Output;

use unmask_store::study::unblinding;

use crate::afterwards::{actions, run, said};
use crate::program::fails;
use crate::support::{Server, both};

both!(
    what_leaves_a_blinded_study_unblinds_it,
    a_report_with_names_unblinds_a_blinded_study,
    usage_events_of_a_blinded_study_unblind_it_too
);

async fn what_leaves_a_blinded_study_unblinds_it(server: Server) {
    let folder = tempfile::tempdir().unwrap();
    let export = |args: &[&str]| run(&server, folder.path(), &[&["export"], args].concat());
    server.admin().await;
    said(&export(&["nobody"]));
    assert_eq!(unblinding(&server.app.store).await, Ok(None), "there is nobody whose arm it could tell");

    server.participant("heron").await;
    for wanted in ["data", "--events"] {
        fails(&export(&[wanted]), &["the study is blinded", "--reason", "unmask report"]);
        fails(&export(&[wanted, "--reason", " "]), &["--reason: Please say why."]);
    }
    fails(&export(&["nobody", "--reason", "the end"]), &["'nobody' exists; nothing was changed"]);
    fails(&export(&["none/data", "--reason", "the end"]), &["can't write 'none/data': there is no folder 'none'"]);
    let inside = ["data", "--identities", "data/who.csv", "--reason", "the end"];
    fails(&export(&inside), &["'data/who.csv' would lie in the package"]);
    assert_eq!(unblinding(&server.app.store).await, Ok(None), "what was refused unblinds nothing");
    assert!(!folder.path().join("data").exists());
    let before = actions(&server).await.len();

    let unblinds = |output: &Output| String::from_utf8_lossy(&output.stderr).contains("unblinded now");
    let first = export(&["data", "--reason", " the plan is registered "]);
    assert!(said(&first).contains("participants: 1 rows") && unblinds(&first), "{first:?}");
    assert_eq!(actions(&server).await[before..], ["unblind", "export data"]);
    let done = unblinding(&server.app.store).await.unwrap().unwrap();
    assert_eq!((done.actor.as_str(), done.reason.as_str()), ("operator", "the plan is registered"));
    // There is nothing left to hide, so that nothing is asked.
    let again = [export(&["again"]), export(&["--events", "--reason", "nobody asks"])];
    assert!(again.iter().all(|output| output.status.success() && !unblinds(output)), "{again:?}");
    assert_eq!(actions(&server).await[before + 2..], ["export data", "export events"]);
}

async fn a_report_with_names_unblinds_a_blinded_study(server: Server) {
    let folder = tempfile::tempdir().unwrap();
    let report = |args: &[&str]| run(&server, folder.path(), &[&["report"], args].concat());
    said(&report(&["--unmask"]));
    assert_eq!(unblinding(&server.app.store).await, Ok(None), "there is nobody in an arm");
    server.participant("heron").await;
    fails(&report(&["--unmask"]), &["the study is blinded", "--reason"]);
    fails(&report(&["--reason", "the end"]), &["--unmask"]);
    let label = &server.app.versions.active().study.file.arms[0].label;
    assert!(!said(&report(&[])).contains(label));
    let before = actions(&server).await.len();
    assert!(said(&report(&["--unmask", "--reason", "the end"])).contains(label));
    assert_eq!(actions(&server).await[before..], ["unblind", "read the report"]);
    assert!(said(&report(&[])).contains(label), "for good");
    assert_eq!(actions(&server).await.len(), before + 2);
}

async fn usage_events_of_a_blinded_study_unblind_it_too(server: Server) {
    let folder = tempfile::tempdir().unwrap();
    server.participant("heron").await;
    said(&run(&server, folder.path(), &["export", "--events", "--reason", "an inspection"]));
    assert_eq!(unblinding(&server.app.store).await.unwrap().unwrap().reason, "an inspection");
    assert!(actions(&server).await.ends_with(&["unblind".into(), "export events".into()]));
}
