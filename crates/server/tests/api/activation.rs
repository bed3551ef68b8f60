//! `unmask activate`, and a server whose folder can't be served.

use std::path::PathBuf;

use serde_json::{Value, json};
use unmask_export::report_input;
use unmask_server::app::App;
use unmask_server::routes;
use unmask_store::{audit, study, testing};

use crate::support::{Client, Reply, Server, edited, fails, form, rewrite, works};

/// A server over a copy of the small study, which the test may change.
struct Running {
    folder: tempfile::TempDir,
    study: PathBuf,
    server: Server,
}

impl Running {
    async fn on(database: testing::Database) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let study = edited(folder.path(), |text| text);
        let server = Server::on(database, &study).await;
        Self { folder, study, server }
    }

    fn edit(&self, file: &str, from: &str, to: &str) {
        rewrite(&self.study.join(file), |text| {
            assert!(text.contains(from), "{file}: {text}");
            text.replacen(from, to, 1)
        });
    }

    fn activate(&self, args: &[&str]) -> std::process::Output {
        let study = self.study.to_str().unwrap();
        self.server.run(self.folder.path(), &[&["activate", "--study", study][..], args].concat())
    }

    async fn active(&self) -> String {
        study::active_hash(&self.server.app.store).await.unwrap().unwrap()
    }

    /// What the console shows of the folder.
    async fn compared(&self) -> Value {
        self.server.admin().await.get(VERSION).await.ok()
    }

    /// Activates in the console what it shows now.
    async fn activate_in_console(&self, more: Value) -> Reply {
        let mut body = confirmed(&self.compared().await);
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.server.admin().await.post(VERSION, body).await
    }

    /// Entries of the audit log about activations.
    async fn activations(&self) -> Vec<audit::Entry> {
        let entries = audit::entries(&self.server.app.store).await.unwrap();
        entries.into_iter().filter(|entry| entry.action == "activate study version").collect()
    }

    /// Another server of the same database, or this one after a restart.
    async fn start(&self) -> anyhow::Result<App> {
        let settings = (*self.server.app.settings).clone();
        App::open(settings, self.server.clock.clone(), self.server.app.store.clone()).await
    }
}

const VERSION: &str = "/api/admin/study/version";

/// The comparison that the researcher confirms.
fn confirmed(compared: &Value) -> Value {
    json!({ "hash": compared["folder"]["hash"], "follows": compared["active"]["hash"] })
}

async fn register(app: &App, name: &str) -> Client {
    let mut client = Client::new(routes::router(app.clone()));
    client.register(&[], form(name)).await;
    client
}

async fn title(client: &mut Client) -> String {
    client.get("/api/questionnaires/pre").await.ok()["title"].as_str().unwrap().to_owned()
}

async fn text(app: &App, path: &str) -> String {
    let reply = Client::new(routes::router(app.clone())).get(path).await;
    String::from_utf8(reply.body).unwrap()
}

async fn a_new_version_is_served(database: testing::Database) {
    let running = Running::on(database).await;
    let other = running.start().await.unwrap();
    let mut early = register(&running.server.app, "early").await;
    running.edit("questionnaires/pre.yaml", "title: About you", "title: First of all");
    running.edit("study.yaml", "title: Seeing and judging", "title: Judging and seeing");

    let said = works(&running.activate(&["--yes"]));
    for words in ["questionnaires/pre.yaml: 1 line differs", "study.yaml: 1 line differs", "Activated."] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert!(!said.contains("The plan of the analysis"), "{said}");
    running.server.app.follow().await.unwrap();
    let mut late = register(&running.server.app, "late").await;
    assert_eq!([title(&mut early).await, title(&mut late).await], ["About you", "First of all"]);
    assert!(text(&running.server.app, "/").await.contains("Judging and seeing"));
    // A server that has not noticed yet serves participants of the new version, too.
    late.serve_by(routes::router(other.clone()));
    assert_eq!(title(&mut late).await, "First of all");
    assert!(text(&other, "/").await.contains("Seeing and judging"));
    other.follow().await.unwrap();
    assert!(text(&other, "/").await.contains("Judging and seeing"));
    let again = works(&running.activate(&["--yes"]));
    assert!(again.contains("is the current version already"), "{again}");
}

#[tokio::test]
async fn a_new_version_is_served_without_a_restart() {
    a_new_version_is_served(testing::sqlite().await).await;
}

#[tokio::test]
async fn a_new_version_is_served_without_a_restart_on_postgres() {
    a_new_version_is_served(testing::postgres().await).await;
}

#[tokio::test]
async fn the_design_of_a_running_trial_changes_only_with_a_reason() {
    let running = Running::on(testing::sqlite().await).await;
    running.edit("study.yaml", "      - /treatment-questionnaire\n      - /control-flow\n", "      - /control-flow\n");
    let before = running.active().await;
    let rehearsed = works(&running.activate(&["--dry-run"]));
    assert!(
        rehearsed.contains("What participants go through changes:\n") && rehearsed.contains("control_0"),
        "{rehearsed}"
    );
    register(&running.server.app, "first").await;
    for args in [&["--yes"][..], &["--yes", "--reason", " "]] {
        fails(&running.activate(args), &["1 participants have been allocated", "--reason", "nothing was changed"]);
    }
    fails(&running.activate(&["--reason", "The page was wrong"]), &["nothing was changed; add --yes"]);
    assert_eq!(running.active().await, before);

    works(&running.activate(&["--yes", "--reason", "The page was wrong"]));
    assert_ne!(running.active().await, before);
    let entries = audit::entries(&running.server.app.store).await.unwrap();
    let last = entries.iter().rfind(|entry| entry.action == "activate study version").unwrap();
    assert_eq!((&last.details["reason"], &last.details["before"]), (&json!("The page was wrong"), &json!(before)));

    let input = report_input(&running.server.app.store, false).await.unwrap();
    let [told] = input.course.activations.as_slice() else { panic!("{:?}", input.course.activations) };
    assert_eq!((told.version.as_str(), told.at), (running.active().await.as_str(), last.at));
    assert_eq!(told.reason, "The page was wrong");
}

#[tokio::test]
async fn corrected_words_reach_participants_under_way_and_nothing_else_does() {
    let running = Running::on(testing::sqlite().await).await;
    let app = &running.server.app;
    let (mut early, started) = (register(app, "early").await, running.active().await);
    for (number, words) in ["First of all", "To begin with", "About you"].into_iter().enumerate() {
        let before = ["About you", "First of all", "To begin with"][number];
        running.edit("questionnaires/pre.yaml", &format!("title: {before}"), &format!("title: {words}"));
        let said = works(&running.activate(&["--yes", "--wording-only"]));
        assert!(said.contains("Only the wording differs."), "{said}");
        app.follow().await.unwrap();
        assert_eq!(title(&mut early).await, words);
        let restarted = running.start().await.unwrap();
        early.serve_by(routes::router(restarted));
        assert_eq!(title(&mut early).await, words);
        early.serve_by(routes::router(app.clone()));
    }
    assert_eq!(running.active().await, started, "back at the first version");

    running.edit("questionnaires/pre.yaml", "required: false", "required: true");
    let before = running.active().await;
    fails(
        &running.activate(&["--yes", "--wording-only"]),
        &["more than the wording differs:", "questionnaires/pre.yaml: sections."],
    );
    assert_eq!(running.active().await, before);
    let entries = audit::entries(&app.store).await.unwrap();
    assert_eq!(entries.iter().filter(|entry| entry.details["wording_only"] == json!(true)).count(), 3);
}

#[tokio::test]
async fn a_version_that_may_not_follow_changes_nothing() {
    let running = Running::on(testing::sqlite().await).await;
    let before = running.active().await;
    running.edit("study.yaml", "id: small\n", "id: other\n");
    fails(&running.activate(&["--yes"]), &["is 'other', and the database contains 'small'"]);
    running.edit("study.yaml", "id: other\n", "id: small\n");
    running.edit("study.yaml", "title:", "titel:");
    fails(&running.activate(&["--yes"]), &["study.yaml:", "titel"]);
    running.edit("study.yaml", "titel:", "title:");
    // Servers that send media from elsewhere need the new ones there.
    running.edit("questionnaires/pre.yaml", "title: About you", "title: First of all");
    let media = running.folder.path().join("bucket");
    std::fs::create_dir(&media).unwrap();
    let elsewhere = ["--yes", "--media-url", media.to_str().unwrap()];
    fails(&running.activate(&elsewhere), &["servers send media from", "the file does not exist", "unmask media push"]);
    assert_eq!(running.active().await, before);
    works(&running.activate(&["--yes"]));
}

/// Without --study, servers are taken to send media from the folder that is activated.
#[tokio::test]
async fn a_folder_is_activated_with_its_own_media() {
    let running = Running::on(testing::sqlite().await).await;
    running.edit("questionnaires/pre.yaml", "title: About you", "title: First of all");
    let study = running.study.to_str().unwrap();
    let activate =
        |args: &[&str]| running.server.run(running.folder.path(), &[&["activate", study, "--yes"], args].concat());
    let other = running.folder.path().join("other");
    std::fs::create_dir_all(other.join("media")).unwrap();
    let elsewhere = ["--study", other.to_str().unwrap()];
    fails(&activate(&elsewhere), &["servers send media from", "the file does not exist"]);
    assert!(works(&activate(&[])).contains("Activated."));
}

/// Participants under way see the media of their version until they are done.
#[tokio::test]
async fn media_of_the_active_version_are_kept_while_people_take_part() {
    let running = Running::on(testing::sqlite().await).await;
    let stimuli = std::fs::read_to_string(running.study.join("stimuli.yaml")).unwrap();
    let checksum = |file: &str| stimuli.split(&format!("{{file: {file}, sha256: ")).nth(1).unwrap()[..64].to_owned();
    let [medium, other] = ["media/m01a.png", "media/m02a.png"].map(|file| running.study.join(file));
    let kept = std::fs::read(&medium).unwrap();
    register(&running.server.app, "heron").await;
    std::fs::copy(other, &medium).unwrap();
    running.edit("stimuli.yaml", &checksum("m01a.png"), &checksum("m02a.png"));
    fails(&running.activate(&["--yes"]), &["'m01a.png'", "participants of the active version need it: put it back"]);
    std::fs::write(&medium, kept).unwrap();
    running.edit("stimuli.yaml", &checksum("m02a.png"), &checksum("m01a.png"));
    running.edit("questionnaires/pre.yaml", "title: About you", "title: First of all");
    works(&running.activate(&["--yes"]));
}

#[tokio::test]
async fn a_server_with_a_broken_folder_goes_on_with_the_version_in_the_database() {
    let running = Running::on(testing::sqlite().await).await;
    let mut early = register(&running.server.app, "early").await;
    running.edit("questionnaires/pre.yaml", "title: About you", "title: [");
    let app = running.start().await.unwrap();
    let why = app.versions.rejected().unwrap();
    assert!(why.contains("questionnaires/pre.yaml:") && why.contains("has errors"), "{why}");
    let ready = text(&app, "/readyz").await;
    assert_eq!(ready, "ready, with the study version in the database: the study folder is not served\n");
    early.serve_by(routes::router(app.clone()));
    let mut late = register(&app, "late").await;
    assert_eq!([title(&mut early).await, title(&mut late).await], ["About you", "About you"]);

    // It says what to do until a version is activated.
    running.edit("questionnaires/pre.yaml", "title: [", "title: First of all");
    let changed = running.start().await.unwrap();
    assert!(changed.versions.rejected().unwrap().contains("`unmask activate` makes it the new version"));
    works(&running.activate(&["--yes"]));
    changed.follow().await.unwrap();
    assert_eq!((changed.versions.rejected(), text(&changed, "/readyz").await), (None, "ready\n".to_owned()));

    // Another study is an error of the settings; and without a version there is nothing to serve.
    running.edit("study.yaml", "id: small\n", "id: other\n");
    let other = running.start().await.err().expect("another study is rejected").to_string();
    assert!(other.contains("use a separate database"), "{other}");
    running.edit("study.yaml", "id: other\n", "id: [\n");
    let settings = (*running.server.app.settings).clone();
    let empty = testing::sqlite().await;
    assert!(App::open(settings, running.server.clock.clone(), empty.store.clone()).await.is_err());
}

async fn a_changed_folder_is_activated_in_the_console(database: testing::Database) {
    let running = Running::on(database).await;
    let compared = running.compared().await;
    assert_eq!((&compared["folder"]["state"], &compared["folder"]["changes"]), (&json!("active"), &Value::Null));
    assert_eq!((&compared["active"]["actor"], &compared["active"]["reason"]), (&json!("operator"), &Value::Null));
    let mut early = register(&running.server.app, "early").await;
    running.edit("questionnaires/pre.yaml", "title: About you", "title: First of all");

    let compared = running.compared().await;
    let folder = &compared["folder"];
    let file = json!({ "file": "questionnaires/pre.yaml", "change": "changed", "lines": 1 });
    assert_eq!(
        (&folder["state"], &folder["error"], &folder["findings"]),
        (&json!("changed"), &Value::Null, &json!([]))
    );
    assert_eq!((&folder["changes"]["files"], &folder["changes"]["design"]), (&json!([file]), &json!([])));
    assert_eq!(folder["changes"]["needsReason"], false);
    let body = confirmed(&compared);
    early.post(VERSION, body.clone()).await.is(403, "admin_only");
    early.get(VERSION).await.is(403, "admin_only");
    assert_ne!(running.active().await, folder["hash"].as_str().unwrap());

    // Two at once: one wins.
    let [mut one, mut other] = [running.server.admin().await, running.server.admin().await];
    let (first, second) = tokio::join!(one.post(VERSION, body.clone()), other.post(VERSION, body));
    let (won, lost) = if first.status == 200 { (first, second) } else { (second, first) };
    lost.is(409, "study_folder_changed");
    let state = won.ok();
    assert_eq!((&state["folder"]["state"], &state["active"]["hash"]), (&json!("active"), &folder["hash"]));
    assert_eq!(
        (&state["active"]["actor"], &state["active"]["wordingOnly"]),
        (&json!("admin@example.org"), &json!(false))
    );
    let entries = running.activations().await;
    assert_eq!(entries.len(), 2);
    assert_eq!(entries[1].actor, "admin@example.org");

    // This server serves it at once.
    let mut late = register(&running.server.app, "late").await;
    assert_eq!([title(&mut early).await, title(&mut late).await], ["About you", "First of all"]);
}

#[tokio::test]
async fn a_changed_folder_is_activated_in_the_console_on_sqlite() {
    Box::pin(a_changed_folder_is_activated_in_the_console(testing::sqlite().await)).await;
}

#[tokio::test]
async fn a_changed_folder_is_activated_in_the_console_on_postgres() {
    Box::pin(a_changed_folder_is_activated_in_the_console(testing::postgres().await)).await;
}

#[tokio::test]
async fn a_broken_folder_shows_its_findings_in_the_console_and_changes_nothing() {
    let running = Running::on(testing::sqlite().await).await;
    let before = running.active().await;
    running.edit("questionnaires/pre.yaml", "title: About you", "title: First of all");
    let good = confirmed(&running.compared().await);
    running.edit("study.yaml", "title:", "titel:");
    let compared = running.compared().await;
    let (folder, found) = (&compared["folder"], &compared["folder"]["findings"][0]);
    assert_eq!((&folder["state"], &folder["changes"]), (&json!("rejected"), &Value::Null));
    assert!(folder["error"].as_str().unwrap().ends_with("has errors"), "{folder}");
    assert_eq!((&found["severity"], &found["file"]), (&json!("error"), &json!("study.yaml")));
    assert!(found["line"].is_u64() && found["column"].is_u64() && found["help"].is_string(), "{found}");
    assert!(found["message"].as_str().unwrap().contains("titel"), "{found}");
    // Neither what was confirmed before nor what is there now.
    let mut admin = running.server.admin().await;
    for body in [good, confirmed(&compared)] {
        admin.post(VERSION, body).await.is(409, "study_folder_changed");
    }
    running.edit("study.yaml", "titel:", "title:");
    running.edit("study.yaml", "id: small\n", "id: other\n");
    let other = running.compared().await;
    assert!(other["folder"]["error"].as_str().unwrap().contains("is 'other'"), "{other}");
    assert_eq!((&other["folder"]["state"], &other["folder"]["findings"]), (&json!("rejected"), &json!([])));
    // Nor one with a file that has no end.
    let socket = std::os::unix::net::UnixListener::bind(running.study.join("editor")).unwrap();
    let endless = running.compared().await;
    assert!(endless["folder"]["error"].as_str().unwrap().contains("neither a file nor a folder"), "{endless}");
    drop(socket);
    // Nor a folder that is gone.
    std::fs::rename(&running.study, running.folder.path().join("elsewhere")).unwrap();
    let gone = running.compared().await;
    assert_eq!((&gone["folder"]["state"], &gone["folder"]["hash"]), (&json!("rejected"), &Value::Null));
    assert!(gone["folder"]["error"].as_str().unwrap().contains("can't read the study folder"), "{gone}");
    assert_eq!(gone["active"]["hash"], before);
    assert_eq!((running.active().await, running.activations().await.len()), (before, 1));
}

#[tokio::test]
async fn one_comparison_runs_one_waits_and_others_come_again() {
    let running = Running::on(testing::sqlite().await).await;
    let good = confirmed(&running.compared().await);
    let mut admin = running.server.admin().await;
    let turns = &running.server.app.console.comparing;
    let turn = turns.next().await.unwrap();
    let mut waiting = Box::pin(turns.next());
    assert!(futures_util::poll!(&mut waiting).is_pending());
    admin.get(VERSION).await.is(429, "too_many_requests");
    admin.post(VERSION, good).await.is(429, "too_many_requests");
    drop(waiting);
    let ((), compared) = tokio::join!(async { drop(turn) }, admin.get(VERSION));
    assert_eq!(compared.ok()["folder"]["state"], "active");
}

#[tokio::test]
async fn the_console_asks_for_a_reason_if_the_design_of_a_running_trial_changes() {
    let running = Running::on(testing::sqlite().await).await;
    running.edit("study.yaml", "      - /treatment-questionnaire\n      - /control-flow\n", "      - /control-flow\n");
    assert_eq!(running.compared().await["folder"]["changes"]["needsReason"], false);
    register(&running.server.app, "first").await;
    let changes = running.compared().await["folder"]["changes"].clone();
    assert_eq!((&changes["needsReason"], &changes["allocated"]), (&json!(true), &json!(1)));
    assert!(changes["design"][0].as_str().unwrap().contains("control_0"), "{changes}");
    let before = running.active().await;
    let missing = running.activate_in_console(json!({ "reason": " " })).await.is(422, "invalid_fields");
    assert_eq!(
        (&missing["fields"][0]["item"], &missing["fields"][0]["code"]),
        (&json!("reason"), &json!("reason_missing"))
    );
    assert_eq!(running.active().await, before);
    let state = running.activate_in_console(json!({ "reason": "The page was wrong" })).await.ok();
    assert_eq!(state["active"]["reason"], "The page was wrong");
    let entries = running.activations().await;
    assert_eq!(
        (&entries[1].details["reason"], &entries[1].details["before"]),
        (&json!("The page was wrong"), &json!(before))
    );
    // While the study is blinded, no reason names an arm.
    running.edit("study.yaml", "      - /control-flow\n", "      - /treatment-questionnaire\n      - /control-flow\n");
    let state = running.activate_in_console(json!({ "reason": "control_0 needs its questionnaire" })).await.ok();
    assert_eq!(state["active"]["reason"], "(blinded)");
}

#[tokio::test]
async fn the_console_gives_corrected_words_to_participants_under_way() {
    let running = Running::on(testing::sqlite().await).await;
    let mut early = register(&running.server.app, "early").await;
    running.edit("questionnaires/pre.yaml", "title: About you", "title: First of all");
    assert_eq!(running.compared().await["folder"]["changes"]["beyondWords"], json!([]));
    let state = running.activate_in_console(json!({ "wordingOnly": true })).await.ok();
    assert_eq!(state["active"]["wordingOnly"], true);
    assert_eq!(title(&mut early).await, "First of all");
    running.edit("questionnaires/pre.yaml", "required: false", "required: true");
    let before = running.active().await;
    let places = running.compared().await["folder"]["changes"]["beyondWords"].clone();
    assert!(places[0].as_str().unwrap().starts_with("questionnaires/pre.yaml: sections."), "{places}");
    running.activate_in_console(json!({ "wordingOnly": true })).await.is(400, "malformed");
    assert_eq!(running.active().await, before);
}
