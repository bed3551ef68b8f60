//! Adding, archiving and deleting studies while others run; studies that can't be opened.

use std::fs;
use std::path::Path;
use std::time::Duration;

use serde_json::json;
use unmask_server::installation::{NewStudy, Source, StudyError};
use unmask_server::metrics;
use unmask_store::{AuditAction, audit};
use unmask_store::{control, testing};
use unmask_study::scaffold::Template;

use super::people::{at, signed_in};
use crate::support::{Client, Lab, PASSWORD, both_labs, copy, fixture, form, rewrite};

both_labs!(
    an_archived_study_is_not_served_and_keeps_its_data,
    a_study_moves_to_another_address,
    a_deleted_study_leaves_nothing
);

async fn an_archived_study_is_not_served_and_keeps_its_data(lab: Lab) {
    let mut heron = lab.visitor("pilot");
    heron.register(&[], form("heron")).await;
    lab.manager().archive("pilot").await.unwrap();
    assert!(matches!(lab.manager().archive("pilot").await, Err(StudyError::Archived(_))));
    lab.installation.follow_once().await.unwrap();
    assert_eq!(heron.get("/").await.status, 404);
    lab.visitor("field").get("/api/study").await.ok();
    // Operators see the studies that are served.
    let mut operator = Client::new(metrics::router(lab.installation.measured().unwrap()));
    let told = operator.get("/metrics").await.text();
    for (study, is_told) in [("main", true), ("field", true), ("pilot", false)] {
        assert_eq!(told.contains(&format!("unmask_database_up{{study=\"{study}\"}} 1")), is_told, "{told}");
    }
    lab.manager().reopen("pilot").await.unwrap();
    lab.installation.follow_once().await.unwrap();
    lab.app("pilot").await;
    let told = operator.get("/metrics").await.text();
    assert!(told.contains("unmask_sessions{study=\"pilot\"} 1"), "{told}");
    assert_eq!(heron.get("/api/users/profile").await.ok()["username"], "heron");
    let actions: Vec<_> =
        audit::entries(lab.installation.control()).await.unwrap().into_iter().map(|one| one.action).collect();
    assert_eq!(actions, ["add study", "add study", "archive study", "reopen study"]);
}

/// Its data and its people stay; the old address leads nowhere.
async fn a_study_moves_to_another_address(lab: Lab) {
    let mut heron = lab.visitor("pilot");
    heron.register(&[], form("heron")).await;
    assert!(matches!(lab.manager().set_host("pilot", Some("FIELD.example.org")).await, Err(StudyError::Taken(_))));
    assert!(matches!(lab.manager().set_host("main", None).await, Err(StudyError::Root)));
    lab.manager().set_host("pilot", Some("pilot.example.org")).await.unwrap();
    lab.installation.follow_once().await.unwrap();
    assert_eq!(heron.get("/").await.status, 404);
    lab.app("pilot").await;
    heron.host = Some("pilot.example.org".into());
    heron.base = String::new();
    assert_eq!(heron.get("/api/users/profile").await.ok()["username"], "heron");
    lab.manager().set_host("pilot", None).await.unwrap();
    // The same again changes nothing, and is not recorded.
    lab.manager().set_host("pilot", None).await.unwrap();
    lab.installation.follow_once().await.unwrap();
    lab.app("pilot").await;
    lab.visitor("pilot").get("/api/study").await.ok();
    let changes = audit::of_action(lab.installation.control(), AuditAction::ChangeAddressOfStudy).await.unwrap();
    let changes: Vec<_> = changes.into_iter().map(|entry| entry.details).collect();
    let (path, host) = ("/s/pilot/", "pilot.example.org");
    let change = |from, to| json!({ "study": "pilot", "from": from, "to": to });
    assert_eq!(changes, [change(host, path), change(path, host)]);
}

async fn a_deleted_study_leaves_nothing(lab: Lab) {
    lab.visitor("pilot").register(&[], form("heron")).await;
    assert!(matches!(lab.manager().delete("pilot").await, Err(StudyError::NotArchived(_))));
    assert!(matches!(lab.manager().delete("main").await, Err(StudyError::Root)));
    lab.manager().archive("pilot").await.unwrap();
    lab.installation.follow_once().await.unwrap();
    lab.manager().delete("pilot").await.unwrap();
    assert!(!lab.settings.folder_of("pilot").exists());
    // A new study with the same ID begins empty.
    lab.add("pilot", None, &fixture()).await.unwrap();
    let sign_in = json!({ "username": "heron", "password": PASSWORD });
    lab.visitor("pilot").post("/api/auth/login", sign_in).await.is(401, "login_failed");
    let deleted = audit::of_action(lab.installation.control(), AuditAction::DeleteStudy).await.unwrap();
    assert_eq!(deleted[0].details, json!({ "study": "pilot", "title": "Seeing and judging" }));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_broken_bundle_or_a_damaged_database_keeps_no_other_study_from_running() {
    let lab = Lab::three(testing::sqlite().await).await;
    let bundle = lab.data().join("broken");
    copy(&fixture(), &bundle);
    lab.add("broken", None, &bundle).await.unwrap();
    // It has run, so that its bundle is not needed: the version in the database goes on.
    lab.app("broken").await;
    lab.add("damaged", None, &fixture()).await.unwrap();
    lab.app("damaged").await;
    lab.installation.close().await;
    rewrite(&bundle.join("study.yaml"), |text| text.replace("arms:", "armz:"));
    fs::write(lab.settings.folder_of("damaged").join("unmask.db"), "this is no database".repeat(999)).unwrap();
    fs::remove_dir_all(lab.settings.folder_of("field")).unwrap();
    fs::write(lab.settings.folder_of("field"), "a file where its folder should be").unwrap();

    let (installation, router) = lab.again().await;
    for study in installation.studies() {
        let is_open = study.served().await.is_ok();
        assert_eq!(
            is_open,
            !["damaged", "field"].contains(&study.site.id()),
            "{}: {:?}",
            study.site.id(),
            study.fault()
        );
        assert_eq!(study.fault().is_some(), !is_open);
    }
    for (study, status) in [("main", 200), ("pilot", 200), ("broken", 200), ("damaged", 503)] {
        let mut visitor = lab.visitor(study);
        visitor.serve_by(router.clone());
        assert_eq!(visitor.get("/api/study").await.status, status, "{study}");
    }
    let mut operator = Client::new(router.clone());
    let ready = operator.get("/readyz").await;
    assert_eq!(ready.status, 200);
    for why in ["study damaged: not open: ", "study field: not open: can't "] {
        assert!(ready.text().lines().any(|line| line.starts_with(why)), "{}", ready.text());
    }
    let mut visitor = lab.visitor("damaged");
    visitor.serve_by(router.clone());
    let page = visitor.send("GET", "/", &[("accept", "text/html"), ("accept-language", "de-AT,de")], Vec::new()).await;
    assert_eq!((page.status, page.header("retry-after")), (503, "30"));
    assert!(page.text().contains("Diese Studie ist gerade nicht erreichbar"), "{page:?}");
}

/// Who may change the texts of one study changes no other one's.
#[tokio::test(flavor = "multi_thread")]
async fn a_folder_of_two_studies_is_not_replaced_by_either() {
    let folders = tempfile::tempdir().unwrap();
    let own = |name: &str| {
        let folder = folders.path().join(name);
        copy(&fixture(), &folder);
        folder
    };
    let (root, shared) = (own("root"), own("shared"));
    let lab = Lab::start_with(testing::sqlite().await, |settings| settings.study = root.clone()).await;
    std::os::unix::fs::symlink(&root, folders.path().join("link")).unwrap();
    for (study, folder) in
        [("one", &shared), ("two", &shared), ("of-root", &folders.path().join("link")), ("alone", &own("alone"))]
    {
        lab.add(study, None, folder).await.unwrap();
        lab.app(study).await;
    }
    let token = signed_in(&lab, "admin@example.org", PASSWORD).await.token;
    for (study, other) in [("one", "two"), ("two", "one"), ("of-root", "main"), ("main", "of-root")] {
        let mut admin = at(&lab, study, &token);
        for call in ["/api/admin/study/folder", "/api/admin/study/folder/former"] {
            let reply = admin.post(call, json!({})).await;
            let said = reply.is(409, "study_folder_shared");
            assert!(said["message"].as_str().unwrap().contains(&format!("‘{other}’")), "{study}: {said}");
        }
    }
    let mut admin = at(&lab, "alone", &token);
    admin.post("/api/admin/study/folder/former", json!({})).await.is(404, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_installation_with_one_study_goes_on_as_it_was() {
    let server = crate::support::Server::sqlite().await;
    let heron = server.participant("heron").await;
    // As before there were several studies, there is no control database yet.
    let lab = Lab::on(server).await;
    let mut client = lab.visitor("main");
    client.token.clone_from(&heron.token);
    assert_eq!(client.get("/api/users/profile").await.ok()["code"], heron.user["code"]);
    assert_eq!(lab.installation.studies().len(), 1);
    assert_eq!(lab.visitor("pilot").get("/").await.status, 404);
    lab.add("pilot", None, &fixture()).await.unwrap();
    lab.visitor("pilot").get("/api/study").await.ok();
}

/// The control database is small, and stays so.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_over_is_forgotten() {
    let lab = Lab::start(testing::sqlite().await).await;
    for number in 0..5 {
        let body = json!({ "username": format!("nobody-{number}"), "password": PASSWORD });
        lab.visitor("main").post("/api/installation/login", body).await.is(401, "login_failed");
    }
    let url = control::control_url(&lab.settings.database_url, &lab.settings.data);
    let rows = || async { testing::reopen(&url).await.number("select cast(count(*) as bigint) from throttle").await };
    assert!(rows().await >= 5);
    lab.clock.advance(Duration::from_hours(49));
    lab.installation.clean_once().await.unwrap();
    assert_eq!(rows().await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_study_takes_no_others_place() {
    let lab = Lab::start_with(testing::sqlite().await, |settings| {
        settings.mail.public_url = Some("https://Lab.example.org".into());
    });
    let lab = lab.await;
    for host in ["localhost", "lab.example.org", "127.0.0.1"] {
        let added = lab.add("thief", Some(host), &fixture()).await;
        assert!(matches!(added, Err(StudyError::OwnHost(_))), "{host}: {added:?}");
    }
    lab.add("pilot", Some("pilot.example.org"), &fixture()).await.unwrap();
    let mut visitor = lab.visitor("main");
    visitor.host = Some("pilot.example.org.:443".into());
    visitor.get("/api/study").await.ok();
    // A bundle in another study's folder would be deleted with it.
    let source = Source::CopyOf("pilot".into());
    let new = NewStudy { id: "copied".into(), host: None, media_url: None, source };
    let copied = lab.manager().add(new).await.unwrap();
    let error = lab.add("guest", None, &lab.settings.bundle_of(&copied)).await.unwrap_err().to_string();
    assert!(error.contains("belongs to another study"), "{error}");
}

/// Its owner may archive and reopen a study faster than it can be opened.
#[tokio::test(flavor = "multi_thread")]
async fn a_study_that_is_closed_while_it_is_opened_is_closed() {
    let lab = Lab::three(testing::sqlite().await).await;
    for _ in 0..5 {
        lab.manager().archive("pilot").await.unwrap();
        lab.installation.follow_once().await.unwrap();
        lab.manager().reopen("pilot").await.unwrap();
        lab.installation.follow_once().await.unwrap();
    }
    lab.app("pilot").await;
    let folder = fs::canonicalize(lab.settings.folder_of("pilot")).unwrap();
    assert!(open_files(&folder) > 0);
    lab.manager().archive("pilot").await.unwrap();
    lab.installation.follow_once().await.unwrap();
    // Whatever was being opened lets go of the database.
    for _ in 0..200 {
        if open_files(&folder) == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{} files are still open", open_files(&folder));
}

/// How many files in a folder this process has open.
fn open_files(folder: &Path) -> usize {
    let open = fs::read_dir("/proc/self/fd").unwrap().filter_map(|one| fs::read_link(one.ok()?.path()).ok());
    open.filter(|file| file.starts_with(folder)).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_study_is_added_completely_or_not_at_all() {
    let lab = Lab::start(testing::sqlite().await).await;
    let broken = lab.data().join("broken");
    copy(&fixture(), &broken);
    rewrite(&broken.join("study.yaml"), |text| text.replace("arms:", "armz:"));
    assert!(matches!(lab.add("pilot", None, &broken).await, Err(StudyError::Bundle(_))));
    assert!(matches!(lab.add("Pilot", None, &fixture()).await, Err(StudyError::Id(_))));
    assert!(matches!(lab.add("main", None, &fixture()).await, Err(StudyError::Id(_))));
    assert!(matches!(lab.add("pilot", Some("a/b"), &fixture()).await, Err(StudyError::Host(_))));
    lab.add("pilot", Some("a.example.org"), &fixture()).await.unwrap();
    assert!(matches!(lab.add("pilot", None, &fixture()).await, Err(StudyError::Taken(_))));
    assert!(matches!(lab.add("other", Some("A.example.org"), &fixture()).await, Err(StudyError::Taken(_))));
    // A database that is left over is not served by accident.
    fs::create_dir_all(lab.settings.folder_of("left")).unwrap();
    assert!(matches!(lab.add("left", None, &fixture()).await, Err(StudyError::Exists(_))));
    assert_eq!(lab.installation.studies().len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn new_studies_come_from_a_template_or_another_study() {
    let lab = Lab::start(testing::sqlite().await).await;
    for (id, source) in [
        ("new", Source::Template(Template::Arms, "A new one".into())),
        ("copy", Source::CopyOf("new".into())),
        ("of-root", Source::CopyOf("main".into())),
    ] {
        let new = NewStudy { id: id.into(), host: None, media_url: None, source };
        let added = lab.manager().add(new).await.unwrap();
        assert_eq!(lab.settings.bundle_of(&added), lab.data().join("studies").join(id).join("study"));
        lab.installation.follow_once().await.unwrap();
        assert_eq!(lab.app(id).await.versions.active().study.file.id, id);
    }
    let unknown = NewStudy { id: "x".into(), host: None, media_url: None, source: Source::CopyOf("y".into()) };
    assert!(matches!(lab.manager().add(unknown).await, Err(StudyError::Unknown(_))));
    // Two servers on one list: the other one follows.
    let (other, _) = lab.again().await;
    assert_eq!(other.studies().len(), 4);
    lab.manager().archive("copy").await.unwrap();
    other.follow_once().await.unwrap();
    assert_eq!(other.studies().len(), 3);
    tokio::time::timeout(Duration::from_secs(30), other.close()).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_address_decides_which_study_it_is() {
    let lab = Lab::three(testing::sqlite().await).await;
    let find = |host: Option<&str>, path: &str| {
        let found = lab.installation.find(host, path)?;
        Some((found.study.site.id().to_owned(), found.path))
    };
    let is = |study: &str, path: &str| Some((study.to_owned(), path.to_owned()));
    for host in [None, Some("lab.example.org"), Some("127.0.0.1:8080"), Some("[::1]:8080")] {
        assert_eq!(find(host, "/"), is("main", "/"));
        assert_eq!(find(host, "/api/study"), is("main", "/api/study"));
        assert_eq!(find(host, "/s/pilot"), is("pilot", "/"));
        assert_eq!(find(host, "/s/pilot/"), is("pilot", "/"));
        assert_eq!(find(host, "/s/pilot/api/study"), is("pilot", "/api/study"));
        // Only under its host name, so that no two studies share an origin.
        assert_eq!(find(host, "/s/field/"), None);
        assert_eq!(find(host, "/s/none/"), None);
        assert_eq!(find(host, "/s/"), None);
        assert_eq!(find(host, "/s/pilot/s/pilot/"), is("pilot", "/s/pilot/"));
    }
    for host in ["field.example.org", "FIELD.example.org:8443"] {
        assert_eq!(find(Some(host), "/"), is("field", "/"));
        assert_eq!(find(Some(host), "/s/pilot/"), is("field", "/s/pilot/"));
    }
}
