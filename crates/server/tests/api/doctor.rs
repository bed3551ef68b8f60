//! `unmask doctor`: content with a study that runs, and each fault is found by the check that looks for it.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::Value;

use crate::support::{Server, Walker, contains, copy, fails, fixture, rewrite, unmask};

/// The names of the failed checks, and the output.
fn failed(server: &Server, more: &[&str]) -> (Vec<String>, String) {
    let folder = tempfile::tempdir().unwrap();
    let output = server.run(folder.path(), &[&["doctor", "--json"], more].concat());
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let report: Value = serde_json::from_str(&said).unwrap_or_else(|_| panic!("{output:?}"));
    let failed = |finding: &&Value| finding["outcome"] == "failed";
    let findings: Vec<&Value> = report["findings"].as_array().unwrap().iter().filter(failed).collect();
    assert!(findings.iter().all(|finding| finding["mend"].is_string()), "{said}");
    assert_eq!(report["sound"], findings.is_empty());
    assert_eq!(output.status.success(), findings.is_empty());
    (findings.iter().map(|finding| finding["check"].as_str().unwrap().to_owned()).collect(), said)
}

async fn running(server: &Server) {
    server.admin().await;
    Walker::new(server.participant("quiet-otter").await).await.finish().await;
    server.participant("calm-heron").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_study_that_runs_is_sound() {
    let server = Server::sqlite().await;
    running(&server).await;
    let (failed, said) = failed(&server, &[]);
    assert_eq!(failed, [""; 0], "{said}");
    let says = ["journal_mode=wal", "synchronous=full", "2 participants", "all checksums match", "matches the seed"];
    contains(&said, &says);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tests_own_postgres_is_not_durable_and_that_is_all() {
    let server = Server::postgres().await;
    running(&server).await;
    let (failed, said) = failed(&server, &[]);
    assert_eq!(failed, ["durability"], "{said}");
    assert!(said.contains("fsync=off") && said.contains("synchronous_commit=on"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_damage_to_the_database_is_found_by_its_check() {
    for (check, damage) in [
        ("schema", "insert into schema_version values (99, 'from the future')"),
        ("statements", "alter table throttle rename column open_at to shut_at"),
        ("integrity", "pragma foreign_keys = off; insert into link values ('nobody', 'nowhere')"),
        ("clock", "update progress set at = 99999999999999"),
        ("version", "update study_version set bundle = 'no bundle'"),
        ("ledger", "update allocation set block = 7 where number = 1"),
        ("admin", "delete from session; delete from account where role = 'admin'"),
        ("audit log", "update audit set action = 'nothing' where number = 1"),
    ] {
        let server = Server::sqlite().await;
        running(&server).await;
        server.database.take_guards_of_the_audit_log().await;
        server.database.run(damage).await;
        let (failed, said) = failed(&server, &[]);
        assert!(failed.contains(&check.to_owned()), "{check}: {said}");
        // Without the stored study nothing can be derived, so that the ledger fails with it.
        assert!(failed.iter().all(|other| other == check || (check == "version" && other == "ledger")), "{said}");
    }
}

/// Neither another try nor a database that answers helps: what is stored has to be replaced.
#[tokio::test(flavor = "multi_thread")]
async fn an_unreadable_value_is_restored_from_a_backup() {
    for (check, damage) in [
        ("admin", "update account set username = cast(x'68ff' as text) where role = 'admin'"),
        ("server key", "update meta set value = cast(x'68ff' as text) where key = 'server_key'"),
        ("ledger", "update allocation set stratum = cast(x'68ff' as text) where number = 1"),
    ] {
        let server = Server::sqlite().await;
        running(&server).await;
        server.database.run(damage).await;
        let (failed, said) = failed(&server, &[]);
        assert!(failed.contains(&check.to_owned()), "{check}: {said}");
        assert!(said.contains("can't be read") && said.contains("restore the last backup (unmask restore)"), "{said}");
        assert!(!said.contains("check that the database answers"), "{said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_could_be_changed_is_worth_a_warning() {
    for server in [Server::sqlite().await, Server::postgres().await] {
        let warning = "the database does not protect them from changes";
        server.admin().await;
        assert!(!failed(&server, &[]).1.contains(warning));
        server.database.take_guards_of_the_audit_log().await;
        let (failed, said) = failed(&server, &[]);
        assert!(said.contains(warning) && !failed.contains(&"audit log".to_owned()), "{said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn files_that_are_not_the_studys_are_found() {
    let server = Server::sqlite().await;
    running(&server).await;
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let text = |path: &Path| path.display().to_string();

    copy(&fixture().join("media"), &at("media"));
    fs::write(at("media").join("m01a.png"), "something else").unwrap();
    let (wrong, said) = failed(&server, &["--media-url", &text(&at("media"))]);
    assert!(wrong == ["media"] && said.contains("m01a.png has different contents"), "{said}");

    copy(&fixture(), &at("study"));
    rewrite(&at("study").join("study.yaml"), |text| text + "\n# changed\n");
    let (wrong, said) = failed(&server, &["--study", &text(&at("study"))]);
    assert!(wrong == ["version"] && said.contains("unmask activate"), "{said}");

    fs::set_permissions(server.app.settings.data.join("server.key"), fs::Permissions::from_mode(0o644)).unwrap();
    let (wrong, said) = failed(&server, &[]);
    assert!(wrong == ["secrets"] && said.contains("chmod 600"), "{said}");
}

#[test]
fn a_database_that_is_not_there_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    fails(&unmask(folder.path(), &["doctor"]), &["FAILED   database", "there is no file", "-> start the server once"]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
