//! What a server does not start with, and what turns `/readyz` while it runs: another seed or key than the database was begun
//! with.

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use unmask_server::App;
use unmask_store::testing;

use crate::backup::works;
use crate::program::{fails, unmask};
use crate::support::{PASSWORD, Server, both, consent, fixture, settings};

both!(a_schedule_of_another_seed_turns_readiness, of_two_first_starts_one_is_refused_and_leaves_no_secret);

/// Longer than any start takes on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// The running program. It is killed when this is dropped.
struct Program {
    child: Child,
    address: String,
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Program {
    /// Starts it; what it said if it ended instead.
    fn start(folder: &Path, args: &[&str]) -> Result<Self, String> {
        let said = tempfile::NamedTempFile::new().unwrap();
        let mut serve = Command::new(env!("CARGO_BIN_EXE_unmask"));
        serve.args(["serve", "--listen", "127.0.0.1:0"]).args(args).current_dir(folder).env("UNMASK_STUDY", fixture());
        serve.env("UNMASK_LOG", "error").stdout(Stdio::null()).stderr(File::create(said.path()).unwrap());
        // A group of its own, so that a signal for the tests is not one for it.
        let mut program = Self { child: serve.process_group(0).spawn().unwrap(), address: String::new() };
        let started = Instant::now();
        loop {
            let ended = program.child.try_wait().unwrap().is_some();
            let words = fs::read_to_string(said.path()).unwrap();
            if words.contains("Console: ") {
                let (_, rest) = words.split_once("on http://").unwrap();
                rest.lines().next().unwrap().clone_into(&mut program.address);
                return Ok(program);
            }
            if ended {
                return Err(words);
            }
            assert!(started.elapsed() < PATIENCE, "{words}");
            sleep(Duration::from_millis(20));
        }
    }

    /// What it answers, with the head.
    fn ask(&self, method: &str, path: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let length = body.len();
        let head = "host: x\r\nconnection: close\r\ncontent-type: application/json";
        write!(stream, "{method} {path} HTTP/1.1\r\n{head}\r\ncontent-length: {length}\r\n\r\n{body}").unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        reply
    }

    fn register(&self, name: &str) {
        let body = json!({ "username": name, "password": PASSWORD, "consent": consent() }).to_string();
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
        assert!(self.child.wait().unwrap().success());
    }
}

#[track_caller]
fn refused(started: Result<Program, String>, says: &[&str]) {
    let Err(said) = started else { panic!("it started") };
    for words in says {
        assert!(said.contains(words), "'{words}' is not in: {said}");
    }
    assert!(!said.contains("panicked"), "{said}");
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
    refused(Program::start(here, &[]), &says);
    fails(&unmask(here, &["doctor"]), &["FAILED   seed", "there is no 'data/allocation.seed'", "secrets/"]);
    fails(&unmask(here, &["check", "--ledger"]), &["the seed is not in 'data/allocation.seed'"]);
    works(&unmask(here, &["backup", "copy"]));
    assert!(!file.exists(), "none is made");

    let other = "A".repeat(43);
    fs::write(&file, &other).unwrap();
    refused(Program::start(here, &[]), &["the allocation seed in 'data/allocation.seed' is not the one"]);
    fails(&unmask(here, &["doctor"]), &["FAILED   seed", "another one than the database was begun with"]);
    fails(&unmask(here, &["restore", "copy", "--yes"]), &["this is not the seed of the schedule"]);
    assert_eq!(fs::read_to_string(&file).unwrap(), other, "it is left as it is");
    let seed = fs::read_to_string(&saved).unwrap();
    refused(
        Program::start(here, &["--allocation-seed", &other]),
        &["the allocation seed in --allocation-seed is not the one"],
    );
    Program::start(here, &["--allocation-seed", &seed]).unwrap().register("setting");

    fs::rename(&saved, &file).unwrap();
    Program::start(here, &[]).unwrap().register("file");
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
    refused(start(other.path(), &[]), &["the allocation seed is missing"]);
    assert_eq!(fs::read_dir(other.path().join("data")).unwrap().count(), 0, "nothing is left behind");
    refused(
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
    let body = json!({ "username": "heron", "password": PASSWORD, "consent": consent() });
    server.visitor().post("/api/auth/register", body.clone()).await.is(503, "unavailable");
    assert_eq!(record(&own[0]).await.status, 200);
    assert_eq!(server.visitor().post("/api/auth/register", body).await.status, 201);
}

/// Each makes key and seed of its own; with the same key, only the seed.
async fn of_two_first_starts_one_is_refused_and_leaves_no_secret(server: Server) {
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
fn a_refused_start_writes_no_key() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let key = here.join("data/server.key");
    Program::start(here, &[]).unwrap().stop();
    let saved = fs::read(&key).unwrap();
    fs::remove_file(&key).unwrap();
    let says = ["the server key is missing", "no 'data/server.key'", "--server-key", "--new-server-key"];
    refused(Program::start(here, &[]), &says);
    assert!(!key.exists());
    let other = "A".repeat(43);
    refused(Program::start(here, &["--server-key", &other]), &["the server key in --server-key is not the one"]);
    assert!(!key.exists());
    fails(&unmask(here, &["doctor"]), &["FAILED   server key", "there is no 'data/server.key'"]);
    fs::write(&key, saved).unwrap();
    Program::start(here, &[]).unwrap().register("heron");
}
