//! `unmask check --ledger`: the sequence is derived again, while the server runs.

use std::process::Output;

use crate::support::{Server, Walker, both, contains, fails, unmask, works};

both!(an_exact_ledger_passes, a_changed_slot_is_named, another_holder_is_named);

pub fn check(server: &Server, more: &[&str]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    server.run(folder.path(), &[&["check", "--ledger"], more].concat())
}

async fn with_people(server: &Server) {
    for number in 0..7 {
        let client = server.participant(&format!("person-{number}")).await;
        if number == 0 {
            Walker::new(client).await.finish().await;
        }
    }
}

async fn an_exact_ledger_passes(server: Server) {
    with_people(&server).await;
    let said = works(&check(&server, &[]));
    contains(&said, &["seed with commitment", "Slots 1 to", "7 of them taken", "The ledger is correct"]);
    server.participant("one-more").await;
    // The numbers by arm would reveal the blinded labels of the console.
    let said = String::from_utf8(check(&server, &[]).stdout).unwrap();
    assert!(said.contains("8 of them taken (by arm after unblinding)") && !said.contains("control_0"), "{said}");
    let mut admin = server.admin().await;
    let everybody = serde_json::json!({ "reason": "the data are complete", "everybody": true });
    admin.post("/api/admin/unblinding", everybody).await.ok();
    let said = String::from_utf8(check(&server, &[]).stdout).unwrap();
    assert!(said.contains("8 of them taken (control_0 "), "{said}");
}

async fn a_changed_slot_is_named(server: Server) {
    with_people(&server).await;
    let change = "update allocation set form = case form when 'x' then 'y' else 'x' end where number in (45, 46)";
    server.database.run(change).await;
    server.database.run("delete from allocation where number = 49").await;
    let output = check(&server, &[]);
    fails(&output, &["slot 45: the ledger has", "slot 46: the ledger has", "slot 49: missing", "Differences: 3."]);
    assert!(String::from_utf8(output.stdout).unwrap().contains("block "));
}

async fn another_holder_is_named(server: Server) {
    with_people(&server).await;
    let reserved = "select min(number) from allocation where state = 'reserved' and number >";
    let one = server.database.number(&format!("{reserved} 0")).await;
    let two = server.database.number(&format!("{reserved} {one}")).await;
    let change = format!(
        "update participant set arm = case arm when 'control_0' then 'treatment_0' else 'control_0' end where slot = {one}"
    );
    server.database.run(&change).await;
    server.database.run(&format!("update allocation set state = 'confirmed' where number = {two}")).await;
    server.database.run("update allocation set state = 'reserved' where number = 49").await;
    let says = [
        &format!("slot {one}: gives"),
        &format!("slot {two}: is confirmed, but"),
        "slot 49: is taken, but no participant has it",
        "Differences: 3.",
    ];
    fails(&check(&server, &[]), &says);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_seed_is_not_taken_for_a_change() {
    let server = Server::sqlite().await;
    let other = "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc";
    fails(&check(&server, &["--allocation-seed", other]), &["this is not the seed of the schedule"]);
    let nowhere = tempfile::tempdir().unwrap();
    let data = nowhere.path().join("data").display().to_string();
    let url = &server.app.settings.database_url;
    let check = |more: &[&str]| unmask(nowhere.path(), &[&["check", "--ledger"], more].concat());
    fails(&check(&["--data", &data, "--database-url", url]), &["the seed is not in"]);
    fails(&check(&[]), &["can't open the database", "there is no file", "--database-url"]);
    assert_eq!(std::fs::read_dir(nowhere.path()).unwrap().count(), 0, "nothing was made");
}
