//! What grows under a hidden name when its process is killed: the doctor names it, the next run removes it. What a live
//! process still fills stays.

use std::fs;
use std::io::Write as _;
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};

use rustix::fs::{CWD, FileType, Mode, mknodat};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use tokio::sync::mpsc;
use unmask_store::{StoreError, meta, testing};

use crate::backup::backup;
use crate::support::{Program, Server, command, exchange, fails, unmask, works};

const ADMIN_PASSWORD: &str = "twelve quiet lanterns";

/// Holds it where it is. It is alive, and does nothing.
fn hold(program: &Program) {
    kill_process(Pid::from_child(&program.child), Signal::STOP).unwrap();
}

fn text(path: &Path) -> String {
    path.display().to_string()
}

/// The hidden entries of a folder.
fn hidden(folder: &Path) -> Vec<PathBuf> {
    let names = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    names.filter(|path| path.file_name().unwrap().to_string_lossy().starts_with('.')).collect()
}

/// The hidden folder in which something grows, once a path in it is there.
fn growing(folder: &Path, inside: &str) -> Option<PathBuf> {
    hidden(folder).into_iter().find(|path| path.join(inside).exists())
}

/// What the doctor finds about the installation of a server, and in another folder.
fn doctor(args: &[&str]) -> Value {
    let here = tempfile::tempdir().unwrap();
    let output = unmask(here.path(), &[&["doctor", "--json"], args].concat());
    let report: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    let findings = report["findings"].as_array().unwrap();
    findings.iter().find(|finding| finding["check"] == "unfinished").unwrap_or_else(|| panic!("{report}")).clone()
}

/// For their owner alone, and named with the way out.
#[track_caller]
fn is_named(finding: &Value, leftovers: &[&Path]) {
    let text = |key: &str| finding[key].as_str().unwrap_or_default().to_owned();
    let (found, mend) = (text("found"), text("mend"));
    assert_eq!(finding["outcome"], "warning", "{finding}");
    for path in leftovers {
        assert_eq!(fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o700, "{}", path.display());
        let name = format!("'{}'", path.canonicalize().unwrap().display());
        assert!(
            found.contains(&format!("{name} (")) && mend.starts_with("rm -r ") && mend.contains(&name),
            "{finding}"
        );
    }
    assert_eq!(found.matches(" old)").count(), leftovers.len(), "{found}");
}

fn pipe(path: &Path) {
    mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
}

/// Gives a file's content once: to the next reader of the pipe that takes its place. The one after that waits.
fn once(path: &Path) -> std::thread::JoinHandle<()> {
    let content = fs::read(path).unwrap();
    fs::remove_file(path).unwrap();
    pipe(path);
    let path = path.to_owned();
    std::thread::spawn(move || fs::write(path, content).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_backup() {
    let server = Server::sqlite().await;
    server.participant("quiet-otter").await;
    let home = tempfile::tempdir().unwrap();
    let (backups, slow) = (home.path().join("backups"), home.path().join("slow"));
    fs::create_dir(&backups).unwrap();
    fs::create_dir(&slow).unwrap();
    // A backup reads the secrets last, and nothing writes this one.
    pipe(&slow.join("server.key"));
    let (data, url) = (text(&server.app.settings.data), server.app.settings.database_url.as_str());
    let installation = ["--data", &data, "--database-url", url];
    let look = || doctor(&[&[text(&backups).as_str()], &installation[..]].concat());

    let (target, slow) = (text(&backups.join("monday")), text(&slow));
    let backup_to = ["backup", &target, "--data", &slow, "--database-url", url];
    let mut first = Program::spawn(command(home.path(), &backup_to));
    let leftover = first.until(|| growing(&backups, "content/study/study.yaml"));
    let database = fs::metadata(leftover.join("content/unmask.db")).unwrap();
    assert_eq!(database.permissions().mode() & 0o777, 0o600);
    works(&backup(&server, &backups.join("tuesday"), &[]));
    assert!(leftover.exists(), "it is being filled");
    assert_eq!(look()["outcome"], "ok");

    drop(first);
    is_named(&look(), &[&leftover]);
    works(&backup(&server, &backups.join("wednesday"), &[]));
    assert_eq!(hidden(&backups), Vec::<PathBuf>::new());
    assert_eq!(look()["outcome"], "ok");
    assert!(!backups.join("monday").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_restore() {
    let server = Server::sqlite().await;
    server.participant("quiet-otter").await;
    let home = tempfile::tempdir().unwrap();
    let (copy, root) = (home.path().join("copy"), home.path().join("root"));
    fs::create_dir(&root).unwrap();
    works(&backup(&server, &copy, &[]));
    let (data, study, url) =
        (text(&root.join("data")), text(&root.join("study")), format!("sqlite:{}", text(&root.join("data/unmask.db"))));
    let installation = ["--data", &data, "--study", &study, "--database-url", &url];
    let name = text(&copy);
    let restore = [&["restore", &name, "--yes"], &installation[..]].concat();

    // Each is read when the backup is checked, and again when it is put in place: the study, and what belongs in the
    // data.
    let files =
        [("study/study.yaml", root.clone(), "content/stimuli.yaml"), ("secrets/server.key", root.join("data"), "lock")];
    for (file, folder, before) in files {
        let original = fs::read(copy.join(file)).unwrap();
        let checked = once(&copy.join(file));
        let mut first = Program::spawn(command(home.path(), &restore));
        let leftover = first.until(|| growing(&folder, before));
        checked.join().unwrap();
        // Not by the restore: that waits for the same file.
        let package = text(&folder.join("package"));
        let source = ["--database-url", &server.app.settings.database_url, "--reason", "a test"];
        works(&unmask(home.path(), &[&["export", &package], &source[..]].concat()));
        fs::remove_dir_all(package).unwrap();
        assert!(leftover.exists(), "{file}: it is being filled");
        assert_eq!(doctor(&installation)["outcome"], "ok", "{file}");

        drop(first);
        is_named(&doctor(&installation), &[&leftover]);
        fs::remove_file(copy.join(file)).unwrap();
        fs::write(copy.join(file), original).unwrap();
        // The second time there is a database, which is replaced.
        works(&unmask(home.path(), &restore));
        assert_eq!((hidden(&root), hidden(&root.join("data"))), (vec![], vec![]), "{file}");
        fs::remove_dir_all(&data).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_server_starts_during_a_restore_to_an_empty_folder() {
    let server = Server::sqlite().await;
    server.participant("quiet-otter").await;
    let home = tempfile::tempdir().unwrap();
    let (copy, root) = (home.path().join("copy"), home.path().join("root"));
    works(&backup(&server, &copy, &[]));
    let (data, study) = (root.join("data"), text(&root.join("study")));
    let url = format!("sqlite:{}", text(&data.join("unmask.db")));
    let installation = ["--data", &text(&data), "--study", &study, "--database-url", &url];
    let name = text(&copy);
    let checked = once(&copy.join("secrets/server.key"));
    let restore = [&["restore", &name, "--yes"], &installation[..]].concat();
    let mut restore = Program::spawn(command(home.path(), &restore));
    restore.until(|| growing(&data, "lock"));
    checked.join().unwrap();

    let elsewhere = tempfile::tempdir().unwrap();
    let Err(said) = Program::start(elsewhere.path(), &installation) else { panic!("it serves") };
    assert!(said.contains("another server uses the database") && said.contains("restore"), "{said}");
    assert!(!data.join("server.key").exists() && !data.join("unmask.db").exists());
}

/// Nothing else is written to a database until what is returned is dropped.
async fn hold_writes(url: &str) -> Sender<()> {
    let ((holds, mut held), (release, released)) = (mpsc::unbounded_channel(), channel());
    let store = testing::reopen(url).await.store;
    let released = Arc::new(Mutex::new(released));
    tokio::spawn(async move {
        let write = store.write(async move |tx| {
            meta::meta_set(tx, "held", "by a test").await?;
            holds.send(()).unwrap();
            // The thread that writes waits, and with it all other writes.
            let _ = released.lock().unwrap().recv();
            Ok::<_, StoreError>(())
        });
        write.await.unwrap();
    });
    held.recv().await.unwrap();
    release
}

fn export<'a>(target: &'a str, installation: &[&'a str]) -> Vec<&'a str> {
    [&["export", target, "--identities", "who.csv", "--reason", "a test"], installation].concat()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_export() {
    let server = Server::sqlite().await;
    server.participant("quiet-otter").await;
    let url = server.app.settings.database_url.clone();
    let data = text(&server.app.settings.data);
    let installation = ["--data", &data, "--database-url", &url];
    for (target, inside) in [("package", "content"), ("package.zip", "files")] {
        let home = tempfile::tempdir().unwrap();
        let here = text(home.path());
        let look = || doctor(&[&[here.as_str()], &installation[..]].concat());
        // The audit log is written when all files are there, and before any of them appears.
        let release = hold_writes(&url).await;
        let mut first = Program::spawn(command(home.path(), &export(target, &installation)));
        let package = first.until(|| growing(home.path(), &format!("{inside}/manifest.json")));
        let both = hidden(home.path());
        hold(&first);
        drop(release);
        assert_eq!(both.len(), 2, "{both:?}");
        let identities = both.iter().find(|path| **path != package).unwrap();
        assert_eq!(fs::metadata(identities.join("content")).unwrap().permissions().mode() & 0o777, 0o600);
        works(&backup(&server, &home.path().join("copy"), &[]));
        assert!(both.iter().all(|path| path.exists()), "they are being filled");
        assert_eq!(look()["outcome"], "ok");

        drop(first);
        is_named(&look(), &[&package, identities]);
        works(&unmask(home.path(), &export("another", &installation)));
        assert_eq!(hidden(home.path()), Vec::<PathBuf>::new());
        assert!(!home.path().join(target).exists() && home.path().join("who.csv").exists());
        for (path, mode) in [("another", 0o700), ("another/results", 0o700), ("another/manifest.json", 0o600)] {
            let found = fs::metadata(home.path().join(path)).unwrap().permissions().mode() & 0o777;
            assert_eq!(found, mode, "{path} is for its owner alone");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_export_of_events() {
    let server = Server::sqlite().await;
    let url = server.app.settings.database_url.clone();
    let data = text(&server.app.settings.data);
    let installation = ["--data", &data, "--database-url", &url];
    let home = tempfile::tempdir().unwrap();
    let (here, target) = (text(home.path()), home.path().join("usage.jsonl"));
    let look = || doctor(&[&[here.as_str()], &installation[..]].concat());
    let export = [&["export", "--events", "--reason", "a test", "--output", "usage.jsonl"], &installation[..]].concat();
    // The audit log is written when the events are there, and before the file appears.
    let release = hold_writes(&url).await;
    let mut first = Program::spawn(command(home.path(), &export));
    let leftover = first.until(|| growing(home.path(), "content"));
    assert_eq!(fs::metadata(leftover.join("content")).unwrap().permissions().mode() & 0o777, 0o600);
    hold(&first);
    drop(release);
    assert!(!target.exists());
    assert_eq!(look()["outcome"], "ok", "it is being filled");

    drop(first);
    is_named(&look(), &[&leftover]);
    works(&unmask(home.path(), &export));
    assert_eq!(hidden(home.path()), Vec::<PathBuf>::new());
    assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o600);
    fails(&unmask(home.path(), &export), &["can't write 'usage.jsonl'", "exists"]);
}

/// A call to a server, with its reply as JSON.
fn call(address: &str, request: &str, token: &str, body: &Value) -> Value {
    let token = format!("authorization: Bearer {token}");
    let headers = [token.as_str(), "content-type: application/json"];
    let reply = String::from_utf8(exchange(address, request, &headers, &body.to_string())).unwrap();
    let (_, json) = reply.split_once("\r\n\r\n").unwrap();
    serde_json::from_str(json).unwrap_or_else(|_| panic!("{reply}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_killed_while_the_console_downloads() {
    let home = tempfile::tempdir().unwrap();
    let serve = ["--admin-password", ADMIN_PASSWORD];
    let data = home.path().join("data");
    let url = format!("sqlite:{}", text(&data.join("unmask.db")));
    let mut first = Program::start(home.path(), &serve).unwrap();
    let address = first.address.clone();
    let account = json!({ "username": "admin@example.org", "password": ADMIN_PASSWORD });
    let session = call(&address, "POST /api/auth/login", "", &account);
    let token = session["access_token"].as_str().unwrap();
    let tickets = call(&address, "POST /api/admin/exports", token, &json!({}));
    let release = hold_writes(&url).await;
    let mut download = TcpStream::connect(&address).unwrap();
    let path = tickets["package"].as_str().unwrap();
    write!(download, "GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").unwrap();
    let package = |folder: &PathBuf| growing(folder, "files/manifest.json").is_some();
    let leftover = first.until(|| hidden(&data).into_iter().find(package));
    hold(&first);
    drop(release);
    let installation = ["--data", &text(&data), "--database-url", &url];
    assert_eq!(doctor(&installation)["outcome"], "ok", "it is being filled");

    drop(first);
    is_named(&doctor(&installation), &[&leftover]);
    let _second = Program::start(home.path(), &serve).unwrap();
    assert_eq!(hidden(&data), Vec::<PathBuf>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn unfinished_copies_of_earlier_builds_are_listed_and_never_removed() {
    let server = Server::sqlite().await;
    let data = &server.app.settings.data;
    let url = &server.app.settings.database_url;
    let files = [format!("{}.restoring", url.trim_start_matches("sqlite:")), text(&data.join("server.key.restoring"))];
    let files = files.map(PathBuf::from);
    let folders = [".monday.unfinished-4711", ".unmask-export-Ab3dEf", ".download-Ab3dEf"].map(|name| data.join(name));
    let others = ["unmask.db.restoring.txt", ".monday.unfinished-today", ".unmask-export"].map(|name| data.join(name));
    for path in files.iter().chain(&others) {
        fs::write(path, "Ada").unwrap();
    }
    for path in &folders {
        fs::create_dir(path).unwrap();
    }
    let installation = ["--data", &text(data), "--database-url", url];
    let finding = doctor(&installation);
    let (found, mend) = (finding["found"].as_str().unwrap(), finding["mend"].as_str().unwrap());
    assert_eq!(finding["outcome"], "warning", "{finding}");
    for path in files.iter().chain(&folders) {
        let name = format!("'{}'", path.canonicalize().unwrap().display());
        assert!(found.contains(&name) && mend.contains(&name), "{finding}");
    }
    assert!(mend.contains("no older") && found.matches(" old)").count() == 5, "{finding}");
    let home = tempfile::tempdir().unwrap();
    works(&unmask(home.path(), &export("package", &installation)));
    works(&backup(&server, &data.join("copy"), &[]));
    assert!(files.iter().chain(&folders).chain(&others).all(|path| path.exists()), "they have no lock");
}

/// A package whose path is a name grows there.
#[test]
fn the_folder_in_which_the_doctor_runs_is_searched_and_named() {
    let home = tempfile::tempdir().unwrap();
    let here = home.path().canonicalize().unwrap();
    let look = || String::from_utf8(unmask(&here, &["doctor"]).stdout).unwrap();
    let (said, name) = (look(), format!("'{}'", here.display()));
    assert!(said.contains("no unfinished copies of data in ") && said.contains(&name), "{said}");
    let left = here.join(".pkg.unfinished-AbCd0123");
    fs::create_dir(&left).unwrap();
    for file in ["lock", "content"] {
        fs::write(left.join(file), "").unwrap();
    }
    let said = look();
    assert!(
        said.contains("warning  unfinished") && said.contains(&format!("'{}' (0 minutes old)", left.display())),
        "{said}"
    );
}

/// Without a data folder, usage events wait in the system's temporary folder.
#[test]
fn events_that_wait_in_the_temporary_folder_are_named() {
    let (home, temporary) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let left = [".events.unfinished-AbCd0123", ".another.unfinished-AbCd0123"].map(|name| temporary.path().join(name));
    for folder in &left {
        fs::create_dir(folder).unwrap();
        fs::write(folder.join("lock"), "").unwrap();
    }
    let mut doctor = command(home.path(), &["doctor"]);
    doctor.env("TMPDIR", temporary.path());
    let said = String::from_utf8(doctor.output().unwrap().stdout).unwrap();
    let [ours, another] = left.map(|path| text(&path.canonicalize().unwrap()));
    assert!(said.contains("warning  unfinished") && said.contains(&ours), "{said}");
    // All programs may use that folder; the doctor names only the files of this one.
    assert!(!said.contains(&another), "{said}");
}
