//! The study folder from the console: download, change, upload, undo.

use std::fs;
use std::io::{Cursor, Read as _, Write as _};
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use unmask_store::audit;
use unmask_store::testing::{self, Database};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::support::{Client, Reply, Server, edited};

const FOLDER: &str = "/api/admin/study/folder";
const FORMER: &str = "/api/admin/study/folder/former";
const VERSION: &str = "/api/admin/study/version";

struct Running {
    _folder: tempfile::TempDir,
    study: PathBuf,
    server: Server,
    admin: Client,
}

impl Running {
    async fn on(database: Database) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let study = edited(folder.path(), |text| text);
        let server = Server::on(database, &study).await;
        let admin = server.admin().await;
        Self { _folder: folder, study, server, admin }
    }

    async fn download(&mut self, query: &str) -> Vec<(String, Vec<u8>)> {
        let reply = self.admin.get(&format!("{FOLDER}{query}")).await;
        assert_eq!((reply.status, reply.header("content-type")), (200, "application/zip"), "{reply:?}");
        assert_eq!(reply.header("content-disposition"), "attachment; filename=\"small.zip\"");
        let mut archive = ZipArchive::new(Cursor::new(reply.body)).unwrap();
        let count = archive.len();
        let read = |number| {
            let mut entry = archive.by_index(number).unwrap();
            let mut content = Vec::new();
            entry.read_to_end(&mut content).unwrap();
            (entry.name().unwrap().into_owned(), content)
        };
        (0..count).map(read).collect()
    }

    async fn upload(&mut self, zip: Vec<u8>) -> Reply {
        self.admin.send("POST", FOLDER, &[("content-type", "application/zip")], zip).await
    }

    async fn is_rejected(&mut self, zip: Vec<u8>, file: &str, words: &str) {
        let before = tree(&self.study);
        let reply = self.upload(zip).await.ok();
        assert_eq!(reply["placed"], false, "{words}: {reply}");
        assert!(reply["error"].is_string(), "{reply}");
        let said = reply.to_string();
        assert!(
            said.contains(words) && reply["findings"][0]["file"].as_str().unwrap_or_default().starts_with(file),
            "{said}"
        );
        assert_eq!(tree(&self.study), before, "{words}");
        let beside: Vec<_> = fs::read_dir(self.study.parent().unwrap()).unwrap().collect();
        assert_eq!(beside.len(), 1, "nothing is left next to the folder: {beside:?}");
    }

    async fn entries(&self) -> Vec<audit::Entry> {
        let entries = audit::entries(&self.server.app.store).await.unwrap();
        entries.into_iter().filter(|entry| entry.action == "replace study folder").collect()
    }
}

/// All files with their contents.
fn tree(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { files.push((path.clone(), fs::read(path).unwrap())) }
        }
    }
    files.sort();
    files
}

fn zip(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        zip.start_file(name.as_str(), options).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// The files with a change in one.
fn changed(files: &[(String, Vec<u8>)], file: &str, from: &str, to: &str) -> Vec<(String, Vec<u8>)> {
    let mut files = files.to_vec();
    let (_, content) = files.iter_mut().find(|(name, _)| name == file).unwrap();
    let text = String::from_utf8(std::mem::take(content)).unwrap();
    assert!(text.contains(from), "{file}");
    *content = text.replace(from, to).into_bytes();
    files
}

async fn a_changed_folder_is_uploaded_activated_and_undone(database: Database) {
    let mut running = Running::on(database).await;
    for (file, content) in [("recruitment.secret", "s"), ("tls.pem", "s"), (".git/config", "own")] {
        let path = running.study.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    let mut early = running.server.participant("early").await;
    let files = running.download("").await;
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert!(names.contains(&"study.yaml") && names.iter().any(|name| name.starts_with("media/")), "{names:?}");
    assert!(
        !names.iter().any(|name| name.contains("secret") || name.contains("pem") || name.contains("git")),
        "{names:?}"
    );
    let texts = running.download("?media=false").await;
    assert!(texts.iter().all(|(name, _)| !name.starts_with("media/")) && texts.len() > 5);

    // Without media, in a folder around everything, with what macOS adds.
    let new = changed(&texts, "questionnaires/pre.yaml", "title: About you", "title: First of all");
    let mut packed: Vec<(String, Vec<u8>)> =
        new.iter().map(|(name, text)| (format!("my study/{name}"), text.clone())).collect();
    packed.push(("__MACOSX/my study/._study.yaml".into(), vec![0]));
    packed.push(("my study/.DS_Store".into(), vec![0]));
    let reply = running.upload(zip(&packed)).await.ok();
    assert_eq!(
        (&reply["placed"], &reply["error"], &reply["findings"]),
        (&json!(true), &Value::Null, &json!([])),
        "{reply}"
    );
    assert!(reply["keptMedia"].as_u64().unwrap() > 5, "{reply}");
    assert_eq!(fs::read_to_string(running.study.join(".git/config")).unwrap(), "own", "hidden files stay");
    assert!(!running.study.join("recruitment.secret").exists());
    let before = running.study.with_file_name("study.before");
    assert!(before.join("recruitment.secret").exists() && !before.join(".git").exists());

    // It is compared and activated as a folder that was changed on the server.
    let shown = running.admin.get(VERSION).await.ok();
    assert_eq!(
        (&shown["folder"]["state"], &shown["folder"]["hasFormer"]),
        (&json!("changed"), &json!(true)),
        "{shown}"
    );
    assert_eq!(early.get("/api/questionnaires/pre").await.ok()["title"], "About you");
    let body = json!({ "hash": shown["folder"]["hash"], "follows": shown["active"]["hash"], "wordingOnly": true });
    running.admin.post(VERSION, body).await.ok();
    assert_eq!(early.get("/api/questionnaires/pre").await.ok()["title"], "First of all");

    // And back.
    let reply = running.admin.post(FORMER, json!({})).await.ok();
    assert_eq!(reply["placed"], true, "{reply}");
    assert!(fs::read_to_string(running.study.join("questionnaires/pre.yaml")).unwrap().contains("About you"));
    assert!(running.study.join("recruitment.secret").exists() && running.study.join(".git/config").exists());
    assert_eq!(running.admin.get(VERSION).await.ok()["folder"]["state"], "changed");
    running.admin.post(FORMER, json!({})).await.ok();
    assert_eq!(running.admin.get(VERSION).await.ok()["folder"]["state"], "active");

    let entries = running.entries().await;
    let said: Vec<_> = entries.iter().map(|entry| (&entry.actor[..], entry.details["former"].as_bool())).collect();
    let admin = "admin@example.org";
    assert_eq!(said, [(admin, Some(false)), (admin, Some(true)), (admin, Some(true))]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_folder_on_sqlite() {
    a_changed_folder_is_uploaded_activated_and_undone(testing::sqlite().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_folder_on_postgres() {
    a_changed_folder_is_uploaded_activated_and_undone(testing::postgres().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_with_errors_names_file_and_line_and_changes_nothing() {
    let mut running = Running::on(testing::sqlite().await).await;
    let texts = running.download("?media=false").await;
    let broken = changed(&texts, "study.yaml", "title: Seeing", "titel: Seeing");
    let reply = running.upload(zip(&broken)).await.ok();
    let finding = &reply["findings"][0];
    assert_eq!(
        (&reply["placed"], &finding["file"], &finding["line"]),
        (&json!(false), &json!("study.yaml"), &json!(2))
    );
    running.is_rejected(zip(&broken), "study.yaml", "titel").await;
    let other = changed(&texts, "study.yaml", "id: small", "id: another");
    let reply = running.upload(zip(&other)).await.ok();
    let said = reply["error"].as_str().unwrap();
    assert!(said.contains("another") && said.contains(running.study.to_str().unwrap()), "{said}");
    assert!(!said.contains("unfinished"), "{said}");

    // Participants under way are served this medium.
    running.server.participant("early").await;
    let mut media = texts.clone();
    media.push(("media/m01a.png".into(), b"another picture".to_vec()));
    running.is_rejected(zip(&media), "media/m01a.png", "another name").await;
    assert_eq!(running.entries().await.len(), 0);
    running.admin.post(FORMER, json!({})).await.is(404, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_study_folder_is_rejected() {
    let mut running = Running::on(testing::sqlite().await).await;
    let texts = running.download("?media=false").await;
    let with = |name: &str, content: &[u8]| {
        let mut files = texts.clone();
        files.push((name.to_owned(), content.to_vec()));
        zip(&files)
    };
    running.is_rejected(b"no ZIP file".to_vec(), "", "not a ZIP file").await;
    running.is_rejected(Vec::new(), "", "not a ZIP file").await;
    let whole = zip(&texts);
    running.is_rejected(whole[..whole.len() / 2].to_vec(), "", "not a ZIP file").await;
    running.is_rejected(zip(&texts[..0]), "study.yaml", "is missing").await;
    for name in
        ["../outside.md", "a/../../outside.md", "/etc/outside.md", "C:\\outside.md", "pages\\..\\..\\outside.md"]
    {
        running.is_rejected(with(name, b"text"), "", "leads out of the folder").await;
    }
    assert!(!running.study.with_file_name("outside.md").exists());
    running.is_rejected(with("prolific.token", b"secret"), "prolific.token", "looks like a secret").await;
    running.is_rejected(with("study.yaml/a.md", b"text"), "study.yaml", "can't be unpacked").await;

    // A link to a file outside.
    let mut linked = ZipWriter::new_append(Cursor::new(whole.clone())).unwrap();
    linked.add_symlink("pages/passwd.md", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    running.is_rejected(linked.finish().unwrap().into_inner(), "pages/passwd.md", "it is a link").await;

    // More than it says, in a small file.
    let half = vec![0; 16 << 20];
    let bomb: Vec<_> =
        texts.iter().cloned().chain(["1", "2"].map(|n| (format!("pages/z{n}.md"), half.clone()))).collect();
    let bomb = zip(&bomb);
    assert!(bomb.len() < 1 << 20);
    running.is_rejected(bomb, "pages/z2.md", "at most 32 MiB together").await;
    let many: Vec<(String, Vec<u8>)> = (0..10_001).map(|number| (format!("pages/{number}.md"), vec![])).collect();
    running.is_rejected(zip(&many), "", "more than 10000 files").await;
    // The list says that the text is short.
    let mut lying = with("pages/long.md", &[b'a'; 5000]);
    let sized = 5000_u32.to_le_bytes();
    let places: Vec<usize> = (0..lying.len() - 4).filter(|&at| lying[at..at + 4] == sized).collect();
    for at in places {
        lying[at..at + 4].copy_from_slice(&7_u32.to_le_bytes());
    }
    running.is_rejected(lying, "pages/long.md", "").await;
    assert_eq!(running.entries().await.len(), 0);
}

/// A folder that nobody can change, until it is dropped: root may write against all permissions, so the folder is
/// mounted read-only then.
struct ReadOnly<'a>(&'a Path);

impl<'a> ReadOnly<'a> {
    fn new(folder: &'a Path) -> Self {
        if rustix::process::geteuid().is_root() {
            let path = folder.to_str().unwrap();
            mount(&["--bind", path, path]);
            mount(&["-o", "remount,ro,bind", path]);
        } else {
            fs::set_permissions(folder, fs::Permissions::from_mode(0o500)).unwrap();
        }
        Self(folder)
    }
}

impl Drop for ReadOnly<'_> {
    fn drop(&mut self) {
        if rustix::process::geteuid().is_root() {
            drop(Command::new("umount").arg(self.0).status());
        } else {
            drop(fs::set_permissions(self.0, fs::Permissions::from_mode(0o700)));
        }
    }
}

fn mount(args: &[&str]) {
    assert!(Command::new("mount").args(args).status().unwrap().success(), "mount {args:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_the_server_may_not_write_is_named() {
    let mut running = Running::on(testing::sqlite().await).await;
    let texts = running.download("?media=false").await;
    let study = running.study.clone();
    let read_only = ReadOnly::new(&study);
    let reply = running.upload(zip(&texts)).await;
    let problem = reply.is(409, "study_folder_read_only");
    assert!(problem["params"]["reason"].as_str().unwrap().contains(study.to_str().unwrap()), "{problem}");
    drop(read_only);
    assert_eq!(running.upload(zip(&texts)).await.ok()["placed"], true);
}

/// `--study` may be a link to the folder of the present release.
#[tokio::test(flavor = "multi_thread")]
async fn a_link_to_the_study_folder_stays_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let study = edited(folder.path(), |text| text);
    let link = folder.path().join("current");
    symlink(&study, &link).unwrap();
    let server = Server::on(testing::sqlite().await, &link).await;
    let admin = server.admin().await;
    let mut running = Running { _folder: folder, study, server, admin };
    let texts = running.download("?media=false").await;
    let new = changed(&texts, "questionnaires/pre.yaml", "title: About you", "title: First of all");
    assert_eq!(running.upload(zip(&new)).await.ok()["placed"], true);
    assert!(link.is_symlink());
    assert!(fs::read_to_string(link.join("questionnaires/pre.yaml")).unwrap().contains("First of all"));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_upload_at_a_time() {
    let mut running = Running::on(testing::sqlite().await).await;
    let texts = running.download("?media=false").await;
    let app = running.server.app.clone();
    let held = app.console.moving_folder.lock().await;
    let reply = running.upload(zip(&texts)).await;
    reply.is(429, "too_many_requests");
    running.admin.get(FOLDER).await.is(429, "too_many_requests");
    drop(held);
    assert_eq!(running.upload(zip(&texts)).await.ok()["placed"], true);
}
