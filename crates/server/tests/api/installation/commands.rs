//! `unmask study`, and `--study-id` of the other commands.

use std::fs;

use unmask_store::testing;

use crate::support::{Program, copy, exchange, fails, fixture, rewrite, said, unmask, works};

#[test]
fn studies_are_managed_on_the_command_line_while_a_server_runs() {
    let folder = tempfile::tempdir().unwrap();
    let bundle = folder.path().join("bundle");
    copy(&fixture(), &bundle);
    let mut program = Program::start(folder.path(), &["--study", bundle.to_str().unwrap()]).unwrap();
    let run = |args: &[&str]| unmask(folder.path(), &[args, &["--study", bundle.to_str().unwrap()]].concat());

    assert!(!works(&run(&["study", "add", "pilot"])).contains("Note:"));
    let shared = works(&run(&["study", "add", "shared"]));
    assert!(shared.contains("Note: the study 'pilot' has the same bundle") && shared.contains("copy"), "{shared}");
    works(&run(&["study", "archive", "shared"]));
    works(&run(&["study", "remove", "shared", "--yes"]));
    works(&unmask(folder.path(), &["study", "add", "new-one", "--template", "arms", "--host", "new.example.org"]));
    fails(&run(&["study", "add", "pilot"]), &["'pilot'", "choose another one"]);
    let address = program.address.clone();
    let serves = |path: &str| exchange(&*address, &format!("GET {path}"), &[], "").starts_with(b"HTTP/1.1 200");
    program.until(|| serves("/s/pilot/api/study").then_some(()));

    let moved = works(&run(&["study", "address", "pilot", "--host", "Field.example.org"]));
    assert!(moved.contains("http://field.example.org") && moved.contains("no longer at http://127.0.0.1"), "{moved}");
    program.until(|| (!serves("/s/pilot/api/study")).then_some(()));
    fails(&run(&["study", "address", "pilot"]), &["--host", "--path"]);
    fails(&run(&["study", "address", "pilot", "--host", "new.example.org"]), &["the same host name"]);
    fails(&run(&["study", "address", "pilot", "--host", "localhost"]), &["the installation itself"]);
    fails(&run(&["study", "address", "main", "--path"]), &["belongs to the installation"]);
    works(&run(&["study", "address", "pilot", "--path"]));
    program.until(|| serves("/s/pilot/api/study").then_some(()));
    assert!(works(&run(&["study", "address", "pilot", "--path"])).contains("nothing was changed"));

    let list = works(&run(&["study", "list"]));
    for part in ["main", "/s/pilot", "http://new.example.org", "bundle"] {
        assert!(list.contains(part), "{list}");
    }
    // Which study a command is about must be clear.
    fails(&run(&["export", "never"]), &["several studies", "--study-id", "main, pilot, new-one"]);
    works(&run(&["doctor"]));
    works(&run(&["doctor", "--study-id", "pilot"]));
    fails(&run(&["admin", "--study-id", "pilot"]), &["belongs to the installation"]);
    fails(&run(&["doctor", "--study-id", "none"]), &["there is no study 'none'"]);
    works(&run(&["export", "--study-id", "pilot", "out"]));
    assert!(folder.path().join("out/manifest.json").exists());
    works(&run(&["backup", "--study-id", "pilot", "backup"]));

    // People get a role, and new ones a link.
    let invited = works(&run(&["person", "invite", "anna@example.org", "--role", "analyst", "--study-id", "pilot"]));
    assert!(invited.contains("/console/invitation?token="), "{invited}");
    fails(&run(&["person", "invite", "anna@example.org", "--role", "boss", "--all"]), &["boss", "owner, editor"]);
    fails(&run(&["person", "invite", "anna@example.org", "--role", "owner"]), &["--study-id", "--all"]);
    works(&run(&["study", "hand-over", "pilot", "anna@example.org"]));
    let list = works(&run(&["person", "list"]));
    assert!(list.contains("anna@example.org (has not signed in yet)\n  pilot: owner, may unblind"), "{list}");
    let changed = works(&run(&["person", "invite", "anna@example.org", "--role", "monitor", "--study-id", "pilot"]));
    let says = "'anna@example.org' was owner (may unblind) of pilot, and is now monitor.";
    assert!(changed.contains(says), "{changed}");
    let of_all = works(&run(&["person", "invite", "bob@example.org", "--role", "owner", "--all"]));
    assert!(of_all.contains("'bob@example.org' is owner of all studies."), "{of_all}");
    let taken = works(&run(&["person", "take", "bob@example.org", "--all"]));
    assert!(taken.contains("has no role in all studies any more"), "{taken}");
    works(&run(&["person", "link", "anna@example.org"]));
    works(&run(&["person", "take", "anna@example.org", "--study-id", "pilot"]));
    works(&run(&["person", "remove", "anna@example.org"]));
    fails(&run(&["person", "link", "anna@example.org"]), &["nobody is called 'anna@example.org'"]);

    for nothing in ["", " \t"] {
        let paused = run(&["study", "pause", "pilot", "--reason", nothing]);
        fails(&paused, &["--reason: Please give a reason."]);
    }
    works(&run(&["study", "pause", "pilot", "--reason", "holidays"]));
    works(&run(&["study", "resume", "pilot", "--reason", "back"]));
    fails(&run(&["study", "remove", "pilot", "--yes"]), &["archive it first"]);
    fails(&run(&["study", "reopen", "pilot"]), &["the study 'pilot' is not archived, so it can't be reopened"]);
    works(&run(&["study", "archive", "pilot"]));
    program.until(|| (!serves("/s/pilot/api/study")).then_some(()));
    assert!(serves("/api/study"));
    fails(&run(&["study", "remove", "pilot"]), &["nothing was changed", "--yes"]);
    works(&run(&["study", "remove", "pilot", "--yes"]));
    assert!(!folder.path().join("data/studies/pilot").exists());
}

#[test]
fn a_study_that_no_server_has_opened_can_be_paused() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| unmask(folder.path(), args);
    works(&run(&["study", "add", "pilot"]));
    for command in [&["export", "out"][..], &["report"], &["backup", "out"]] {
        let output = run(&[command, &["--study-id", "pilot"]].concat());
        fails(&output, &["no server has opened the study 'pilot' yet", "start the server once"]);
        assert!(!said(&output).contains("--database-url"), "{output:?}");
    }
    let found = works(&run(&["doctor", "--study-id", "pilot"]));
    assert!(found.contains("warning  database    no server has opened the study yet"), "{found}");
    assert!(!folder.path().join("data/studies/pilot").exists(), "nothing was made");

    works(&run(&["study", "pause", "pilot", "--reason", "the texts are not final"]));
    works(&run(&["doctor", "--study-id", "pilot"]));
    let mut program = Program::start(folder.path(), &[]).unwrap();
    let address = program.address.clone();
    let study = program.until(|| {
        let reply = String::from_utf8(exchange(&*address, "GET /s/pilot/api/study", &[], "")).unwrap();
        reply.starts_with("HTTP/1.1 200").then_some(reply)
    });
    assert!(study.contains("\"open\":false"), "{study}");
    works(&run(&["study", "resume", "pilot", "--reason", "they are"]));
    drop(program);

    // A database that is lost is another thing, and is not created anew.
    let own = folder.path().join("data/studies/pilot");
    for file in ["unmask.db", "unmask.db-wal", "unmask.db-shm"] {
        let _ = fs::remove_file(own.join(file));
    }
    let lost = run(&["study", "pause", "pilot", "--reason", "x"]);
    fails(&lost, &["can't open the database", "there is no file"]);
    assert!(!said(&lost).contains("--database-url") && !own.join("unmask.db").exists(), "{lost:?}");
    fails(&run(&["doctor", "--study-id", "pilot"]), &["FAILED   database", "restore the last backup of the study"]);
}

/// Without a server, and whatever has become of the studies.
#[tokio::test(flavor = "multi_thread")]
async fn the_list_shows_the_condition_of_each_study() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| unmask(folder.path(), args);
    let list = || works(&run(&["study", "list"]));
    copy(&fixture(), &folder.path().join("bundle"));
    for id in ["paused", "damaged", "keyless", "old"] {
        works(&run(&["study", "add", id]));
    }
    works(&run(&["study", "add", "gone", "--study", "bundle"]));
    assert!(list().contains("main  never served  at the root") && list().contains("\npaused  never served  "));
    let mut program = Program::start(folder.path(), &[]).unwrap();
    let address = program.address.clone();
    for id in ["paused", "damaged", "keyless", "gone"] {
        let ask = || exchange(&*address, &format!("GET /s/{id}/api/study"), &[], "").starts_with(b"HTTP/1.1 200");
        program.until(|| ask().then_some(()));
    }
    drop(program);

    works(&run(&["study", "pause", "paused", "--reason", "holidays"]));
    let own = |id: &str| folder.path().join("data/studies").join(id);
    for file in ["unmask.db-wal", "unmask.db-shm"] {
        let _ = fs::remove_file(own("damaged").join(file));
    }
    fs::write(own("damaged").join("unmask.db"), "damaged").unwrap();
    fs::remove_file(own("keyless").join("server.key")).unwrap();
    fs::remove_dir_all(folder.path().join("bundle")).unwrap();
    works(&run(&["study", "archive", "old"]));
    works(&run(&["study", "add", "new-one"]));
    let listed = list();
    for line in [
        "main  open  at the root  folder ",
        "paused  paused  http",
        "damaged  can't be opened (can't open the database 'sqlite:data/studies/damaged/unmask.db': ",
        "keyless  can't be opened (the server key is missing: ",
        "gone  can't be opened (can't read the study folder '",
        "old  archived",
        "new-one  never served  http",
    ] {
        assert!(listed.lines().any(|own| own.starts_with(line)), "'{line}' is not in: {listed}");
    }
    assert_eq!(listed.lines().count(), 7, "{listed}");

    works(&run(&["study", "pause", "new-one", "--reason", "the texts are not final"]));
    assert!(list().contains("\nnew-one  paused, never served  http"), "{}", list());
    let database = testing::reopen(&format!("sqlite:{}", own("paused").join("unmask.db").display())).await;
    database.run("update meta set value = 'closed' where key = 'study.status'").await;
    assert!(list().contains("\npaused  closed  http"), "{}", list());
    fails(&run(&["study", "pause", "paused", "--reason", "x"]), &["closed, so it can't be paused", "study resume"]);
    assert!(list().contains("\npaused  closed  http"), "{}", list());
}

#[test]
fn people_and_tokens_are_listed_for_one_study_or_for_all() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| unmask(folder.path(), args);
    works(&run(&["study", "add", "pilot"]));
    for (person, whose) in
        [("anna", ["--study-id", "pilot"].as_slice()), ("bob", &["--study-id", "main"]), ("carla", &["--all"])]
    {
        works(&run(&[&["person", "invite", person, "--role", "monitor"], whose].concat()));
        works(&run(&[&["token", "add", &format!("copy of {person}"), "--role", "monitor"], whose].concat()));
    }
    let listed = |what: &str, more: &[&str]| {
        let list = works(&run(&[&[what, "list"], more].concat()));
        ["anna", "bob", "carla"].map(|name| list.contains(name))
    };
    for what in ["person", "token"] {
        assert_eq!(listed(what, &[]), [true, true, true]);
        assert_eq!(listed(what, &["--study-id", "pilot"]), [true, false, true]);
        assert_eq!(listed(what, &["--study-id", "main"]), [false, true, true]);
        fails(&run(&[what, "list", "--study-id", "none"]), &["there is no study 'none'"]);
    }
    let nameless = run(&["token", "add", " ", "--role", "analyst", "--all"]);
    fails(&nameless, &["NAME: Please fill this in."]);
}

#[test]
fn a_bundle_with_errors_is_not_added_and_each_error_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    copy(&fixture(), &folder.path().join("bundle"));
    rewrite(&folder.path().join("bundle/study.yaml"), |text| text.replace("arms:", "armz:"));
    let says = ["study.yaml:", "armz", "the study in '", "has errors"];
    fails(&unmask(folder.path(), &["study", "add", "pilot", "--study", "bundle"]), &says);
    assert!(!works(&unmask(folder.path(), &["study", "list"])).contains("pilot"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_an_upgrade_would_change_is_reported_before() {
    let folder = tempfile::tempdir().unwrap();
    drop(Program::start(folder.path(), &[]).unwrap());
    works(&unmask(folder.path(), &["study", "add", "pilot"]));
    let said = works(&unmask(folder.path(), &["upgrade", "--check"]));
    assert!(
        said.contains("main: the database stays as it is\nlist of studies and people: the database stays as it is\n"),
        "{said}"
    );
    assert!(said.contains("\npilot: has no database yet;"), "{said}");
    // All studies are checked, whichever one is named.
    assert_eq!(works(&unmask(folder.path(), &["upgrade", "--check", "--study-id", "pilot"])), said);
    // As the version before left it, and as a later one will.
    let database = testing::reopen(&format!("sqlite:{}", folder.path().join("data/unmask.db").display())).await;
    database.run("delete from schema_version where number > 18").await;
    let said = works(&unmask(folder.path(), &["upgrade", "--check"]));
    assert!(
        said.contains(
            "main: the database gets 0019_links, 0020_bonus, 0021_webhooks, 0022_comparison, \
             0023_webhook_outside"
        ),
        "{said}"
    );
    database.run("insert into schema_version (number, name) values (99, 'later')").await;
    fails(&unmask(folder.path(), &["upgrade", "--check"]), &["main: ", "schema 99", "Do not upgrade"]);
    database.run("delete from schema_version where number = 99").await;
    works(&unmask(folder.path(), &["upgrade", "--check"]));
    let control = testing::reopen(&format!("sqlite:{}", folder.path().join("data/control.db").display())).await;
    control.run("insert into schema_version (number, name) values (99, 'later')").await;
    fails(
        &unmask(folder.path(), &["upgrade", "--check"]),
        &["list of studies and people: ", "schema 99", "Do not upgrade"],
    );
}
