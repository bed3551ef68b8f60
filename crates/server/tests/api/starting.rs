//! What a server does not start with, and what turns `/readyz` while it runs: another seed or key than the database was
//! begun with, another server on the same file, damaged pages.

use std::fs;
use std::io::Write as _;
use std::net::TcpStream;
use std::os::unix::fs::symlink;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::fs::{CWD, FileType, Mode, mknodat};
use rustix::process::{Pid, Signal, kill_process};
use unmask_server::app::App;
use unmask_server::base::config::Settings;
use unmask_server::jobs::maintenance;
use unmask_server::routes;
use unmask_store::testing::{self, Database};
use unmask_store::{Engine, Options, Store, StoreError};

use crate::support::{
    Client, PATIENCE, Program, SERVE, Server, both, command_by, contains, copy, exchange, fails, fixture, form,
    settings, unmask, works,
};

both!(a_schedule_of_another_seed_turns_readiness, of_two_first_starts_one_is_rejected_and_leaves_no_secret);

impl Program {
    /// What it answers, with the head.
    fn ask(&self, method: &str, path: &str, body: &str) -> String {
        let request = format!("{method} {path}");
        String::from_utf8(exchange(&self.address, &request, &["content-type: application/json"], body)).unwrap()
    }

    fn register(&self, name: &str) {
        let body = form(name).to_string();
        let reply = self.ask("POST", "/api/auth/register", &body);
        assert!(reply.starts_with("HTTP/1.1 201"), "{reply}");
    }

    /// As systemd ends it.
    fn terminate(&self) {
        kill_process(Pid::from_child(&self.child), Signal::TERM).unwrap();
    }

    /// The same, and waits.
    fn stop(mut self) {
        self.terminate();
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(begun.elapsed() < PATIENCE, "it does not end: {}", self.said());
            sleep(Duration::from_millis(20));
        };
        assert!(status.success());
    }
}

#[track_caller]
fn rejected(started: Result<Program, String>, says: &[&str]) {
    let Err(said) = started else { panic!("it started") };
    contains(&said, says);
}

#[test]
fn without_the_recorded_seed_no_server_starts_and_no_other_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let (file, saved) = (here.join("data/allocation.seed"), here.join("saved"));
    let program = Program::start(here, &[]).unwrap();
    for name in ["quiet-otter", "calm-heron", "brave-wren"] {
        program.register(name);
    }
    program.stop();

    fs::rename(&file, &saved).unwrap();
    let says = ["the allocation seed is missing", "no 'data/allocation.seed'", "unmask backup", "--allocation-seed"];
    rejected(Program::start(here, &[]), &says);
    fails(&unmask(here, &["doctor"]), &["FAILED   seed", "there is no 'data/allocation.seed'", "secrets/"]);
    fails(&unmask(here, &["check", "--ledger"]), &["the seed is not in 'data/allocation.seed'"]);
    works(&unmask(here, &["backup", "copy"]));
    assert!(!file.exists(), "none is made");

    let other = "A".repeat(43);
    fs::write(&file, &other).unwrap();
    rejected(Program::start(here, &[]), &["the allocation seed in 'data/allocation.seed' is not the one"]);
    fails(&unmask(here, &["doctor"]), &["FAILED   seed", "does not match the database"]);
    fails(&unmask(here, &["restore", "copy", "--yes"]), &["this is not the seed of the schedule"]);
    // Another seed would give the arms other labels than the console does.
    let says = ["this is not the seed of the schedule", "file 'allocation.seed' back", "--allocation-seed"];
    fails(&unmask(here, &["report"]), &says);
    fails(&unmask(here, &["report", "--allocation-seed", &other]), &says);
    let seed = fs::read_to_string(&saved).unwrap();
    works(&unmask(here, &["report", "--allocation-seed", &seed]));
    assert_eq!(fs::read_to_string(&file).unwrap(), other, "it is left as it is");
    rejected(
        Program::start(here, &["--allocation-seed", &other]),
        &["the allocation seed in --allocation-seed is not the one"],
    );
    Program::start(here, &["--allocation-seed", &seed]).unwrap().register("setting");

    fs::rename(&saved, &file).unwrap();
    Program::start(here, &[]).unwrap().register("file");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_schedule_without_a_record_of_its_seed_gets_no_other_seed() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let file = here.join("data/allocation.seed");
    let program = Program::start(here, &[]).unwrap();
    program.register("quiet-otter");
    program.stop();
    let database = testing::reopen(&format!("sqlite:{}", here.join("data/unmask.db").display())).await;
    database.run("delete from meta where key like 'allocation.seed_commitment.%'").await;
    database.store.clone().close().await;

    let says = ["has an allocation schedule", "allocation.seed_commitment.", "unmask restore"];
    rejected(Program::start(here, &[]), &says);
    fails(&unmask(here, &["check", "--ledger"]), &["no seed is recorded", "unmask restore"]);
    fails(&unmask(here, &["doctor"]), &["FAILED   ledger"]);
    fs::rename(&file, here.join("saved")).unwrap();
    rejected(Program::start(here, &[]), &says);
    assert!(!file.exists(), "none is made");
    rejected(Program::start(here, &["--allocation-seed", &"A".repeat(43)]), &says);
}

/// The first thing that this program writes to a file is the server key: on PostgreSQL there is no database file.
#[tokio::test(flavor = "multi_thread")]
async fn a_first_start_that_dies_while_it_writes_a_secret_blocks_no_other() {
    let database = testing::empty_postgres().await;
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let on = ["--database-url", &database.url];
    let mut killed = Command::new("sh");
    killed.args(["-c", "ulimit -f 0; exec \"$0\" serve --listen 127.0.0.1:0 \"$@\"", env!("CARGO_BIN_EXE_unmask")]);
    killed.args(on).current_dir(here).env("UNMASK_STUDY", fixture()).env("UNMASK_LOG", "error");
    let killed = killed.output().unwrap();
    assert_eq!(killed.status.signal(), Some(Signal::XFSZ.as_raw()), "{killed:?}");
    assert!(fs::read_dir(here.join("data")).unwrap().count() > 0, "it died while it wrote");
    Program::start(here, &on).unwrap().register("quiet-otter");
    let names = fs::read_dir(here.join("data")).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = names.collect();
    names.sort();
    assert_eq!(names, ["allocation.seed", "server.key"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_server_on_postgres_needs_the_seed_of_the_first() {
    let database = testing::empty_postgres().await;
    let [one, other] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let key = "A".repeat(43);
    let start = |folder: &Path, more: &[&str]| {
        Program::start(folder, &[&["--database-url", &database.url, "--server-key", &key], more].concat())
    };
    let first = start(one.path(), &[]).unwrap();
    rejected(start(other.path(), &[]), &["the allocation seed is missing"]);
    assert_eq!(fs::read_dir(other.path().join("data")).unwrap().count(), 0, "nothing is left behind");
    rejected(
        start(other.path(), &["--allocation-seed", &key]),
        &["the allocation seed in --allocation-seed is not the one"],
    );
    let seed = fs::read_to_string(one.path().join("data/allocation.seed")).unwrap();
    start(other.path(), &["--allocation-seed", &seed]).unwrap().register("by-the-second");
    first.register("by-the-first");
}

async fn a_schedule_of_another_seed_turns_readiness(server: Server) {
    let commitment = "allocation.seed_commitment.%";
    let own = server.database.texts(&format!("select value from meta where key like '{commitment}'")).await;
    let record = async |value: &str| {
        server.database.run(&format!("update meta set value = '{value}' where key like '{commitment}'")).await;
        server.visitor().get("/readyz").await
    };
    assert_eq!(server.visitor().get("/readyz").await.status, 200);
    let ready = record("another").await;
    assert_eq!((ready.status, ready.text().contains("another allocation seed")), (503, true), "{ready:?}");
    // Without places the next registration would extend the schedule.
    server.database.run("delete from allocation").await;
    let body = form("heron");
    server.visitor().post("/api/auth/register", body.clone()).await.is(503, "unavailable");
    assert_eq!(record(&own[0]).await.status, 200);
    assert_eq!(server.visitor().post("/api/auth/register", body.clone()).await.status, 201);
    // A schedule without a recorded seed is not extended.
    server.database.run(&format!("delete from meta where key like '{commitment}'")).await;
    assert_eq!(server.visitor().get("/readyz").await.status, 503);
    let study = server.app.versions.active();
    assert!(server.app.schedule.extend(&server.app.store, &study.study).await.is_err());
    assert_eq!(server.database.texts(&format!("select value from meta where key like '{commitment}'")).await, [""; 0]);
}

/// Each creates its own key and seed; with the same key, only the seed.
async fn of_two_first_starts_one_is_rejected_and_leaves_no_secret(server: Server) {
    for key in [None, Some("A".repeat(43))] {
        server.database.run("delete from allocation; delete from meta").await;
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let [one, other] = folders.each_ref().map(|folder| {
            let mut settings = settings(folder.path());
            settings.database_url.clone_from(&server.database.url);
            settings.server_key.clone_from(&key);
            App::open(settings, server.clock.clone(), server.database.store.clone())
        });
        let (one, other) = tokio::join!(one, other);
        assert_ne!(one.is_ok(), other.is_ok(), "{:?} {:?}", one.err(), other.err());
        for (folder, accepted) in folders.iter().zip([one.is_ok(), other.is_ok()]) {
            let has = |file: &str| folder.path().join(file).exists();
            let expected = (accepted && key.is_none(), accepted);
            assert_eq!((has("server.key"), has("allocation.seed")), expected, "accepted: {accepted}");
        }
    }
}

#[test]
fn a_second_server_on_one_file_is_rejected_while_the_first_lives() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let first = Program::start(here, &[]).unwrap();
    first.register("quiet-otter");
    let says = ["another server uses the database 'data/unmask.db'", "fuser", "--database-url", "PostgreSQL"];
    rejected(Program::start(here, &[]), &says);
    // Commands that may run during a server do.
    let export = ["export", "package", "--reason", "a test"];
    for command in [&["doctor"][..], &["admin"], &["check", "--ledger"], &export, &["backup", "copy"]] {
        works(&unmask(here, command));
    }
    fails(&unmask(here, &["restore", "copy", "--yes"]), &["is in use", "nothing was changed"]);
    first.register("calm-heron");

    // A killed server leaves no lock behind: drop kills it.
    drop(first);
    let second = Program::start(here, &[]).unwrap();
    // A slow client keeps the second server for a while after its end has begun; the third one waits, and takes over.
    let mut slow = TcpStream::connect(&second.address).unwrap();
    let head =
        "POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n";
    slow.write_all(format!("{head}{{").as_bytes()).unwrap();
    let third = std::thread::scope(|scope| {
        sleep(Duration::from_secs(1));
        second.terminate();
        let third = scope.spawn(|| Program::start(here, &["--log", "info"]));
        sleep(Duration::from_secs(8));
        slow.write_all(b"}").unwrap();
        third.join().unwrap().unwrap()
    });
    assert!(third.said().contains("waiting for another process") && third.said().contains("unmask.db.lock"));
    third.register("brave-wren");
    third.stop();
    works(&unmask(here, &["restore", "copy", "--yes"]));
}

/// In its own mount namespace, in which a file of the folder is a bind mount of the database; none where neither
/// root nor a user namespace may mount.
fn with_a_bind_mount(folder: &Path) -> Option<Command> {
    fs::write(folder.join("mounted.db"), "").unwrap();
    let unshare = |script: &str| {
        let mut unshare = Command::new("unshare");
        let script = format!("mount --bind data/unmask.db mounted.db && {script}");
        unshare.args(["--mount", "--map-root-user", "sh", "-c", &script]).arg(env!("CARGO_BIN_EXE_unmask"));
        unshare
    };
    let can = unshare("true").current_dir(folder).stderr(Stdio::null()).status().is_ok_and(|status| status.success());
    can.then(|| unshare("exec \"$0\" \"$@\""))
}

/// `unmask.db` and `unmask.sqlite` share the file for the analytics next to them.
#[test]
fn a_second_server_on_the_analytics_of_the_first_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let first = Program::start(here, &[]).unwrap();
    let second = ["--database-url", "sqlite:data/unmask.sqlite"];
    rejected(Program::start(here, &second), &["another server uses the database 'data/analytics.db'", "fuser"]);
    let without = [&second[..], &["--analytics", "off"]].concat();
    Program::start(here, &without).unwrap().register("calm-heron");
    Program::start(here, &["--database-url", "sqlite:data/second.db"]).unwrap().register("calm-heron");
    works(&unmask(here, &["backup", "copy"]));
    let over_second = ["restore", "copy", "--yes", "--database-url", "sqlite:data/unmask.sqlite"];
    fails(&unmask(here, &over_second), &["'data/analytics.db' is in use", "nothing was changed"]);
    first.register("quiet-otter");
}

#[test]
fn a_second_server_is_rejected_whatever_it_calls_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::create_dir(here.join("data")).unwrap();
    // At the first start this link leads nowhere yet.
    symlink("data/unmask.db", here.join("first.db")).unwrap();
    let first = Program::start(here, &["--database-url", "sqlite:first.db"]).unwrap();
    symlink("first.db", here.join("link.db")).unwrap();
    fs::hard_link(here.join("data/unmask.db"), here.join("hard.db")).unwrap();
    first.register("quiet-otter");
    // Each waits as long as a server may need to stop.
    std::thread::scope(|scope| {
        for name in ["data/unmask.db", "link.db", "hard.db", "mounted.db"] {
            scope.spawn(move || {
                let program = || Command::new(env!("CARGO_BIN_EXE_unmask"));
                let Some(program) = (if name == "mounted.db" { with_a_bind_mount(here) } else { Some(program()) })
                else {
                    return;
                };
                let url = format!("sqlite:{name}");
                let serve = command_by(program, here, &[&SERVE, &["--database-url", &url][..]].concat());
                rejected(Program::serve(serve), &[&format!("another server uses the database '{name}'"), "fuser"]);
            });
        }
    });
    first.register("calm-heron");
    first.stop();
    let hard = ["--database-url", "sqlite:hard.db"];
    rejected(Program::start(here, &hard), &["'hard.db' has another name (a hard link)", "-samefile"]);
    fs::remove_file(here.join("hard.db")).unwrap();
    Program::start(here, &[]).unwrap().register("brave-wren");
}

/// Overwrites a page of a copy with the same noise each time.
fn damaged(file: &Path, page: usize, to: &Path) {
    const PAGE: usize = 4096;
    let mut bytes = fs::read(file).unwrap();
    let mut noise = u32::try_from(page).unwrap();
    for byte in &mut bytes[(page - 1) * PAGE..page * PAGE] {
        noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *byte = (noise >> 24) as u8;
    }
    fs::write(to, bytes).unwrap();
}

/// The file with everything in it that was in the log.
async fn settled(database: &Database) -> &Path {
    database.run("pragma wal_checkpoint(truncate)").await;
    Path::new(database.url.trim_start_matches("sqlite:"))
}

/// Another server on a copy in which a page is damaged.
async fn reopened(server: &Server, page: usize, copy: &Path) -> anyhow::Result<App> {
    damaged(settled(&server.database).await, page, copy);
    let database_url = format!("sqlite:{}", copy.display());
    let store = Store::open(&database_url, Options::default()).await?;
    store.migrate().await?;
    let settings = Settings { database_url, ..(*server.app.settings).clone() };
    App::open(settings, server.clock.clone(), store).await
}

#[tokio::test(flavor = "multi_thread")]
async fn each_damaged_page_ends_the_start_or_turns_readiness() {
    let server = Server::sqlite().await;
    for name in ["quiet-otter", "calm-heron", "brave-wren"] {
        server.participant(name).await;
    }
    let folder = tempfile::tempdir().unwrap();
    let whole = fs::metadata(settled(&server.database).await).unwrap().len() / 4096;
    let (mut rejected, mut red, mut green) = (0, 0, vec![]);
    for page in (1..=usize::try_from(whole).unwrap()).step_by(3) {
        let copy = folder.path().join(format!("{page}.db"));
        let app = match reopened(&server, page, &copy).await {
            Ok(app) => app,
            Err(error) => {
                let damaged = matches!(error.downcast_ref(), Some(StoreError::Damaged(_)));
                assert!(damaged, "page {page}: {error:#}");
                rejected += 1;
                continue;
            }
        };
        maintenance::check_pages(&app).await;
        let ready = Client::new(routes::router(app.clone())).get("/readyz").await;
        match ready.status {
            503 => {
                assert!(ready.text().contains("damaged"), "{ready:?}");
                red += 1;
            }
            _ => green.push(page),
        }
    }
    // Every page of a new database is in use.
    assert_eq!(green, [0; 0]);
    assert!(rejected > 0 && red > 10, "{rejected} {red}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_meets_damage_is_unavailable_and_turns_readiness() {
    let server = Server::sqlite().await;
    let (mut heron, mut wren) = (server.participant("heron").await, server.participant("wren").await);
    heron.send("POST", SAVE, &[], SECTION.into()).await.ok();
    let page = server.database.number("select rootpage from sqlite_schema where name = 'submission'").await;
    let folder = tempfile::tempdir().unwrap();
    for (name, person) in [("reading", &mut heron), ("writing", &mut wren)] {
        let app = reopened(&server, usize::try_from(page).unwrap(), &folder.path().join(name)).await.unwrap();
        person.serve_by(routes::router(app));
        assert_eq!(person.get("/readyz").await.status, 200, "no statement has met it yet");
        let reply = match name {
            "reading" => person.get("/api/users/data").await,
            _ => person.send("POST", SAVE, &[], SECTION.into()).await,
        };
        reply.is(503, "unavailable");
        assert!(reply.header("retry-after").parse::<u32>().unwrap() > 0, "{reply:?}");
        let ready = person.get("/readyz").await;
        assert_eq!((ready.status, ready.text().contains("restore the last backup")), (503, true), "{ready:?}");
    }
}

const SAVE: &str = "/api/users/save-pre-questionnaire-answers";
const SECTION: &str = r#"{ "section": "you", "answers": { "age": 30, "gender": "woman", "channels": ["paper"] } }"#;

/// A participant whose first answers are stored, and whose row is then changed to what this program never writes.
async fn with_damaged_value(server: &Server, damage: &str) -> Client {
    let mut heron = server.participant("heron").await;
    heron.send("POST", SAVE, &[], SECTION.into()).await.ok();
    assert_eq!(heron.get("/readyz").await.status, 200);
    server.database.run(damage).await;
    heron
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unreadable_stored_value_turns_readiness_on_sqlite() {
    stored_values_turn_readiness(Server::sqlite).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unreadable_stored_value_turns_readiness_on_postgres() {
    stored_values_turn_readiness(Server::postgres).await;
}

async fn stored_values_turn_readiness(start: impl AsyncFn() -> Server) {
    let profile = ("GET", "/api/users/profile", "");
    for (column, damage, (method, path, body)) in [
        ("consent.ticks", "update consent set ticks = 'sesame'", profile),
        ("consent.ticks", r#"update consent set ticks = '["sesame"]'"#, profile),
        ("progress.memory", "update progress set memory = 'sesame'", profile),
        ("progress.page", "update progress set page = 'sesame'", profile),
        ("participant.arm", "update participant set arm = 'sesame'", profile),
        ("submission.answers", "update submission set answers = 'sesame'", ("GET", "/api/users/data", "")),
        ("submission.receipt", "update submission set receipt = 'sesame'", ("POST", SAVE, SECTION)),
    ] {
        let server = start().await;
        let mut heron = with_damaged_value(&server, damage).await;
        let reply = heron.send(method, path, &[], body.into()).await;
        reply.is(503, "unavailable");
        assert!(reply.header("retry-after").parse::<u32>().unwrap() > 0, "{column}: {reply:?}");
        let ready = heron.get("/readyz").await;
        assert_eq!(ready.status, 503, "{column}: {ready:?}");
        let said = ready.text();
        assert!(said.contains(&format!("{column} of row ")) && !said.contains("sesame"), "{said}");
        match server.app.store.engine() {
            Engine::Sqlite => assert!(said.contains("unmask restore"), "{said}"),
            Engine::Postgres => {
                assert!(said.contains("PostgreSQL's own tools") && !said.contains("unmask restore"), "{said}");
            }
        }
        // What fails from now on is no fault of the program.
        server.database.run("alter table consent rename to consent_of_before").await;
        heron.get("/api/users/profile").await.is(503, "unavailable");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn text_that_is_no_unicode_turns_readiness() {
    let server = Server::sqlite().await;
    let mut heron = with_damaged_value(&server, "update account set username = cast(x'68ff' as text)").await;
    heron.get("/api/users/profile").await.is(503, "unavailable");
    let ready = heron.get("/readyz").await;
    assert_eq!((ready.status, ready.text().contains("(username) can't be read")), (503, true), "{ready:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_error_without_damage_is_no_damage() {
    let server = Server::sqlite().await;
    let mut heron = with_damaged_value(&server, "alter table consent rename to consent_of_before").await;
    heron.get("/api/users/profile").await.is(500, "internal");
    assert_eq!(heron.get("/readyz").await.status, 200);
}

/// Simulates PostgreSQL's error for a page with a wrong checksum (SQLSTATE XX001).
#[tokio::test(flavor = "multi_thread")]
async fn damage_that_postgres_reports_turns_readiness() {
    let server = Server::postgres().await;
    let mut heron = server.participant("heron").await;
    let damage = "create function damaged_page() returns trigger language plpgsql as $$ begin
        raise exception 'invalid page in block 7' using errcode = 'data_corrupted'; end $$;
        create trigger damaged_page before insert on submission for each row execute function damaged_page()";
    server.database.run(damage).await;
    assert_eq!(heron.get("/readyz").await.status, 200);
    heron.send("POST", SAVE, &[], SECTION.into()).await.is(503, "unavailable");
    assert_eq!(heron.get("/readyz").await.status, 503);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_program_looks_for_damage_once_it_serves() {
    let folder = tempfile::tempdir().unwrap();
    let (here, file) = (folder.path(), folder.path().join("data/unmask.db"));
    let program = Program::start(here, &[]).unwrap();
    program.register("quiet-otter");
    program.stop();
    let database = testing::reopen(&format!("sqlite:{}", file.display())).await;
    let page = database.number("select rootpage from sqlite_schema where name = 'submission'").await;
    database.store.close().await;
    damaged(&file, usize::try_from(page).unwrap(), &file);

    let program = Program::start(here, &[]).unwrap();
    let started = Instant::now();
    let ready = loop {
        let ready = program.ask("GET", "/readyz", "");
        if ready.starts_with("HTTP/1.1 503") {
            break ready;
        }
        assert!(started.elapsed() < PATIENCE, "{ready}");
        sleep(Duration::from_millis(50));
    };
    assert!(ready.contains("the database is damaged"), "{ready}");
    fails(&unmask(here, &["doctor"]), &["FAILED   integrity", "restore the last backup"]);
    let log = program.said();
    assert_eq!(log.matches("the database is damaged").count(), 1, "{log}");
    assert!(log.contains("damage=") && log.contains("remedy=") && log.contains("database="), "{log}");
}

/// A picture that never answers, as on a network file system whose server is gone: a pipe without a writer.
#[test]
fn a_read_that_never_ends_holds_neither_its_call_nor_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let (here, picture) = (folder.path(), folder.path().join("study/media/step.svg"));
    copy(&fixture(), &here.join("study"));
    let program = Program::start(here, &["--study", "study"]).unwrap();
    fs::remove_file(&picture).unwrap();
    mknodat(CWD, &picture, FileType::Fifo, Mode::RUSR, 0).unwrap();
    let reply = program.ask("GET", "/study-media/step.svg", "");
    assert!(reply.starts_with("HTTP/1.1 503"), "{reply}");
    let started = Instant::now();
    program.stop();
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

#[test]
fn damaged_analytics_stop_the_collector_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (here, file) = (folder.path(), folder.path().join("data/analytics.db"));
    let collect = |program: &Program| program.ask("POST", "/api/collect/track", "[]");
    let program = Program::start(here, &[]).unwrap();
    assert!(collect(&program).starts_with("HTTP/1.1 200"));
    program.stop();
    damaged(&file, 1, &file);

    let program = Program::start(here, &[]).unwrap();
    program.register("quiet-otter");
    let (rejected, ready) = (collect(&program), program.ask("GET", "/readyz", ""));
    assert!(rejected.starts_with("HTTP/1.1 503") && rejected.contains("retry-after: "), "{rejected}");
    assert!(ready.starts_with("HTTP/1.1 200"), "{ready}");
    let output = unmask(here, &["doctor"]);
    let doctor = String::from_utf8(output.stdout.clone()).unwrap();
    works(&output);
    assert!(doctor.contains("warning  analytics"), "{doctor}");
    let log = program.said();
    for (what, words) in [("log", &log), ("doctor", &doctor)] {
        assert!(words.contains("data/analytics.db") && words.contains("answers are not affected"), "{what}: {words}");
        assert!(words.contains("move it away") && !words.contains("restore"), "{what}: {words}");
    }
    for command in [&["export", "--events", "--reason", "a test"][..], &["backup", "copy"]] {
        let output = unmask(here, command);
        fails(&output, &["analytics.db", "move it away"]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("restore"), "{said}");
    }
    program.stop();

    fs::rename(&file, here.join("moved away")).unwrap();
    let program = Program::start(here, &[]).unwrap();
    assert!(collect(&program).starts_with("HTTP/1.1 200"));
}

#[test]
fn a_failed_start_writes_no_key() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let key = here.join("data/server.key");
    Program::start(here, &[]).unwrap().stop();
    let saved = fs::read(&key).unwrap();
    fs::remove_file(&key).unwrap();
    let says = ["the server key is missing", "no 'data/server.key'", "--server-key", "--new-server-key"];
    rejected(Program::start(here, &[]), &says);
    assert!(!key.exists());
    let other = "A".repeat(43);
    rejected(Program::start(here, &["--server-key", &other]), &["the server key in --server-key is not the one"]);
    assert!(!key.exists());
    fails(&unmask(here, &["doctor"]), &["FAILED   server key", "there is no 'data/server.key'"]);
    fs::write(&key, saved).unwrap();
    Program::start(here, &[]).unwrap().register("heron");
}
