//! `unmask backup` and `unmask restore`: the drill, while people answer.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Output;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::task::JoinHandle;
use unmask_server::app::App;
use unmask_server::base::clock::Clock;
use unmask_server::routes;
use unmask_store::testing::tools::tool;
use unmask_store::testing::{self, Database};
use unmask_store::{Options, Store};

use crate::support::{
    Client, Program, Server, Walker, copy as copy_folder, exchange, fails, fixture, form, settings, unmask, works,
};

fn text(path: &Path) -> String {
    path.display().to_string()
}

pub fn backup(server: &Server, folder: &Path, more: &[&str]) -> Output {
    let (name, here) = (text(folder), tempfile::tempdir().unwrap());
    server.run(here.path(), &[&["backup", &name], more].concat())
}

/// A command on an installation in `installation`, whose study, data and database are all there.
fn at(installation: &Path, args: &[&str]) -> Output {
    let (data, study) = (text(&installation.join("data")), text(&installation.join("study")));
    let url = url_at(installation);
    unmask(installation, &[args, &["--data", &data, "--study", &study, "--database-url", &url]].concat())
}

fn url_at(installation: &Path) -> String {
    format!("sqlite:{}", text(&installation.join("data/unmask.db")))
}

async fn submissions(database: &Database) -> BTreeSet<String> {
    database.texts("select id from submission").await.into_iter().collect()
}

/// What was acknowledged before the copy is in it, and nothing that the server does not have.
async fn nothing_is_lost(server: &Server, before: &BTreeSet<String>, restored: &Database) {
    let stored = submissions(restored).await;
    assert!(before.is_subset(&stored), "lost: {:?}", before.difference(&stored).collect::<Vec<_>>());
    assert!(stored.is_subset(&submissions(&server.database).await), "unexpected");
}

/// People who answer one after the other, and what was acknowledged to them.
#[derive(Clone, Default)]
struct Crowd {
    acknowledged: Arc<Mutex<BTreeSet<String>>>,
    stop: Arc<AtomicBool>,
}

impl Crowd {
    async fn answer(self, router: axum::Router, name: String) {
        for number in 0.. {
            let mut client = Client::new(router.clone());
            client.register(&[], form(&format!("{name}-{number}"))).await;
            let mut walker = Walker::new(client).await;
            while walker.position != "/end" {
                if self.stop.load(Ordering::SeqCst) {
                    return;
                }
                walker.step().await;
                let receipt = walker.client.seen.last().unwrap().json()["receipt"].as_str().map(str::to_owned);
                self.acknowledged.lock().unwrap().extend(receipt);
            }
        }
    }

    /// Four people who answer until they are stopped; some of their answers are in.
    async fn at_work(server: &Server) -> (Self, Vec<JoinHandle<()>>) {
        let crowd = Self::default();
        let people = (0..4)
            .map(|person| tokio::spawn(crowd.clone().answer(server.router.clone(), format!("person-{person}"))))
            .collect();
        crowd.more_than(8).await;
        (crowd, people)
    }

    fn acknowledged(&self) -> BTreeSet<String> {
        self.acknowledged.lock().unwrap().clone()
    }

    /// Answers continue unaffected until the participants are stopped.
    async fn go_home(self, people: Vec<JoinHandle<()>>) {
        self.more_than(self.acknowledged().len()).await;
        self.stop.store(true, Ordering::SeqCst);
        for person in people {
            person.await.unwrap();
        }
    }

    async fn more_than(&self, number: usize) {
        while self.acknowledged().len() <= number {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_drill_while_people_answer() {
    let server = Server::sqlite().await;
    server.admin().await;
    let mut early = Walker::new(server.participant("early-bird").await).await;
    early.until(|position| position == "/home").await;
    let (crowd, people) = Crowd::at_work(&server).await;

    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("monday");
    let before = crowd.acknowledged();
    works(&backup(&server, &copy, &[]));
    crowd.go_home(people).await;

    let installation = folder.path().join("new machine");
    fs::create_dir(&installation).unwrap();
    let said = works(&at(&installation, &["restore", &text(&copy)]));
    assert!(said.contains("Restored: "), "{said}");
    works(&at(&installation, &["doctor"]));
    let said = works(&at(&installation, &["check", "--ledger"]));
    assert!(said.contains("The ledger is correct"), "{said}");
    let restored = testing::reopen(&url_at(&installation)).await;
    nothing_is_lost(&server, &before, &restored).await;

    // A participant resumes.
    let mut settings = settings(&installation.join("data"));
    (settings.database_url, settings.study) = (url_at(&installation), installation.join("study"));
    let store = Store::open(&settings.database_url, Options::default()).await.unwrap();
    let app = App::open(settings, Clock::system(), store).await.unwrap();
    let mut client = Client::new(routes::router(app.clone()));
    client.sign_in("early-bird").await;
    let mut walker = Walker::new(client).await;
    assert_eq!(walker.position, "/home");
    walker.finish().await;

    fails(&at(&installation, &["restore", &text(&copy), "--yes"]), &["is in use", "nothing was changed"]);
}

/// The same with PostgreSQL's own programs, as docs/OPERATING.md has them.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_drill_on_postgres_while_people_answer() {
    let server = Server::postgres().await;
    server.admin().await;
    let mut early = Walker::new(server.participant("early-bird").await).await;
    early.until(|position| position == "/home").await;
    let (crowd, people) = Crowd::at_work(&server).await;

    let (before, url) = (crowd.acknowledged(), server.database.url.clone());
    let dump = tokio::task::spawn_blocking(move || tool("pg_dump").args(["--format=custom", &url]).output().unwrap());
    let dump = dump.await.unwrap();
    assert!(dump.status.success(), "{dump:?}");
    crowd.go_home(people).await;

    let (folder, restored) = (tempfile::tempdir().unwrap(), testing::empty_postgres().await);
    let file = folder.path().join("unmask.dump");
    fs::write(&file, &dump.stdout).unwrap();
    let database = format!("--dbname={}", restored.url);
    let mut restore = tool("pg_restore");
    restore.args(["--clean", "--if-exists", "--no-owner", &database]).stdin(fs::File::open(&file).unwrap());
    let done = restore.output().unwrap();
    assert!(done.status.success(), "{done:?}");
    // Key and seed are stored next to the dumps.
    let (data, study) = (text(&server.app.settings.data), text(&fixture()));
    let installation = ["--data", &data, "--study", &study, "--database-url", &restored.url];
    let said = works(&unmask(folder.path(), &[&["check", "--ledger"], &installation[..]].concat()));
    assert!(said.contains("The ledger is correct"), "{said}");
    nothing_is_lost(&server, &before, &restored).await;

    let mut settings = (*server.app.settings).clone();
    settings.database_url.clone_from(&restored.url);
    let app = App::open(settings, server.clock.clone(), restored.store.clone()).await.unwrap();
    early.client.serve_by(routes::router(app));
    let mut walker = Walker::new(early.client).await;
    assert_eq!(walker.position, "/home", "with the same session");
    walker.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restore_asks_before_it_replaces_and_keeps_the_old_database() {
    let server = Server::sqlite().await;
    server.participant("quiet-otter").await;
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    works(&backup(&server, &first, &[]));
    fails(&backup(&server, &first, &[]), &["exists; choose another name (nothing was changed)"]);
    server.participant("calm-heron").await;
    works(&backup(&server, &second, &["--without-media"]));

    let installation = folder.path().join("installation");
    fs::create_dir(&installation).unwrap();
    fails(&at(&installation, &["restore", &text(&second)]), &["the backup has no media"]);
    works(&at(&installation, &["restore", &text(&first)]));
    // The media are there now, and they are the same.
    fails(&at(&installation, &["restore", &text(&second)]), &["1 participants", "nothing was changed", "--yes"]);
    works(&at(&installation, &["restore", &text(&second), "--yes"]));
    let number = async |url: String| testing::reopen(&url).await.number("select count(*) from participant").await;
    assert_eq!(number(url_at(&installation)).await, 2);
    let data =
        fs::read_dir(installation.join("data")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let kept: Vec<String> = data.filter(|name| name.starts_with("unmask.db.before-")).collect();
    assert_eq!(kept.len(), 1, "{kept:?}");
    assert_eq!(number(format!("sqlite:{}", text(&installation.join("data").join(&kept[0])))).await, 1);
    let left = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(left.collect::<BTreeSet<_>>(), ["first", "second", "installation"].map(str::to_owned).into());
}

/// People, roles and the list of studies belong to no study: the backup of the one at the root has them.
#[test]
fn the_backup_of_the_root_has_the_control_database() {
    let folder = tempfile::tempdir().unwrap();
    let (lab, new) = (folder.path().join("lab"), folder.path().join("new machine"));
    fs::create_dir_all(lab.join("data")).unwrap();
    fs::create_dir(&new).unwrap();
    copy_folder(&fixture(), &lab.join("study"));
    let url = url_at(&lab);
    let data = text(&lab.join("data"));
    let flags = ["--data", &data, "--database-url", &url];
    drop(Program::start(&lab, &flags).unwrap());
    works(&at(&lab, &["study", "add", "pilot", "--template", "training"]));
    works(&at(&lab, &["person", "invite", "anna@example.org", "--study-id", "pilot", "--role", "owner"]));
    let (main, pilot) = (folder.path().join("main"), folder.path().join("pilot"));
    works(&at(&lab, &["backup", &text(&main), "--study-id", "main"]));
    let mut program = Program::start(&lab, &flags).unwrap();
    let address = program.address.clone();
    program.until(|| exchange(&address, "GET /s/pilot/", &[], "").starts_with(b"HTTP/1.1 200").then_some(()));
    drop(program);
    works(&at(&lab, &["backup", &text(&pilot), "--study-id", "pilot"]));
    assert!(main.join("control.db").is_file() && !pilot.join("control.db").exists());

    let listed = |installation: &Path| {
        works(&at(installation, &["study", "list"])) + &works(&at(installation, &["person", "list"]))
    };
    works(&at(&new, &["restore", &text(&main), "--study-id", "main"]));
    assert!(listed(&new).contains("pilot") && listed(&new).contains("anna@example.org"), "{}", listed(&new));
    works(&at(&new, &["restore", &text(&pilot), "--study-id", "pilot"]));
    // The study's bundle is the restored one, not that of the other installation.
    fs::rename(lab.join("data"), lab.join("gone")).unwrap();
    assert!(new.join("data/studies/pilot/study/study.yaml").is_file());
    works(&at(&new, &["activate", "--study-id", "pilot", "--dry-run"]));

    // Later, she loses her role. A restore of the study does not give it back, unless it is asked to.
    works(&at(&new, &["person", "remove", "anna@example.org"]));
    let said = works(&at(&new, &["restore", &text(&main), "--study-id", "main", "--yes"]));
    assert!(said.contains("control.db' stays"), "{said}");
    assert!(!listed(&new).contains("anna@example.org"));
    works(&at(&new, &["restore", &text(&main), "--study-id", "main", "--yes", "--replace-control"]));
    assert!(listed(&new).contains("anna@example.org"));
    let kept = fs::read_dir(new.join("data")).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(kept.filter(|name| name.starts_with("control.db.before-")).count(), 1);

    // A damaged one is noticed before anything is replaced.
    fs::write(main.join("control.db"), "damaged").unwrap();
    fails(&at(&new, &["restore", &text(&main), "--study-id", "main", "--yes"]), &["control.db", "checksum"]);
}

/// The data are on a separate disk.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_a_link_is_restored_where_it_leads() {
    let server = Server::sqlite().await;
    server.participant("quiet-otter").await;
    let folder = tempfile::tempdir().unwrap();
    let (copy, installation, disk) =
        (folder.path().join("copy"), folder.path().join("installation"), folder.path().join("disk"));
    works(&backup(&server, &copy, &[]));
    fs::create_dir_all(installation.join("data")).unwrap();
    fs::create_dir(&disk).unwrap();
    let link = installation.join("data/unmask.db");
    symlink(disk.join("study.db"), &link).unwrap();
    for _ in ["a first time", "again"] {
        works(&at(&installation, &["restore", &text(&copy), "--yes"]));
        assert!(link.is_symlink());
        assert_eq!(testing::reopen(&url_at(&installation)).await.number("select count(*) from participant").await, 1);
    }
    let names = fs::read_dir(&disk).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(names.filter(|name| name.starts_with("study.db.before-")).count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_backup_changes_nothing() {
    let server = Server::sqlite().await;
    server.participant("quiet-otter").await;
    let folder = tempfile::tempdir().unwrap();
    let (copy, installation) = (folder.path().join("copy"), folder.path().join("installation"));
    works(&backup(&server, &copy, &[]));
    fs::create_dir(&installation).unwrap();
    for (file, says) in
        [("unmask.db", "its checksum"), ("study/study.yaml", "its checksum"), ("manifest.json", "damaged")]
    {
        let whole = fs::read(copy.join(file)).unwrap();
        let mut torn = whole.clone();
        let middle = torn.len() / 2;
        torn[middle] ^= 1;
        torn.truncate(if file == "manifest.json" { middle } else { torn.len() });
        fs::write(copy.join(file), torn).unwrap();
        fails(&at(&installation, &["restore", &text(&copy)]), &[file, says]);
        fs::write(copy.join(file), whole).unwrap();
    }
    // A changed database with a checksum to fit is found by its ledger.
    let url = format!("sqlite:{}", text(&copy.join("unmask.db")));
    let sum = |path: &Path| {
        use sha2::Digest as _;
        unmask_study::hex(&sha2::Sha256::digest(fs::read(path).unwrap()))
    };
    let (database, manifest) = (copy.join("unmask.db"), copy.join("manifest.json"));
    let honest = sum(&database);
    let change = "update allocation set form = case form when 'x' then 'y' else 'x' end where number = 3";
    testing::reopen(&url).await.run(change).await;
    let lying = fs::read_to_string(&manifest).unwrap().replace(&honest, &sum(&database));
    fs::write(&manifest, lying).unwrap();
    fails(&at(&installation, &["restore", &text(&copy)]), &["ledger does not match its seed", "slot 3"]);
    assert_eq!(fs::read_dir(&installation).unwrap().count(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn postgres_users_are_referred_to_its_tools() {
    let folder = tempfile::tempdir().unwrap();
    let url = "postgres://lab:secret-word@127.0.0.1:9/study";
    for command in ["backup", "restore"] {
        let output = unmask(folder.path(), &[command, "copy", "--database-url", url]);
        fails(&output, &["pg_basebackup", if command == "backup" { "pg_dump" } else { "pg_restore" }]);
        assert!(!String::from_utf8_lossy(&output.stderr).contains("secret-word"));
    }
    assert!(fixture().exists() && fs::read_dir(folder.path()).unwrap().count() == 0);
}
