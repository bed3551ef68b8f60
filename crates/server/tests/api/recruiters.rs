//! Prolific by its API: comparing each part, keeping the participant groups, and what the console shows of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use unmask_server::base::config::{ProlificSettings, Settings};
use unmask_server::jobs::comparison::once;
use unmask_server::recruiters::PROLIFIC;
use unmask_server::recruiters::prolific::{FailureKind, Prolific, TOKEN_FILE};
use unmask_store::audit::{self, AuditAction};
use unmask_store::comparison;
use unmask_store::testing::{self, Database};

use crate::afterwards::{close, recruited_as};
use crate::support::{
    Client, PROLIFIC_TOKEN, ProlificServer, Server, Walker, fails, rewrite, settings, submission, works,
};
use crate::two_waves;

/// The same test on both engines, each with a database.
macro_rules! both_databases {
    ($($name:ident),+ $(,)?) => {$(
        mod $name {
            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                super::$name(super::testing::sqlite().await).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                super::$name(super::testing::postgres().await).await;
            }
        }
    )+};
}

both_databases!(
    each_part_is_compared_and_its_group_is_kept,
    a_failure_is_shown_and_tried_again_with_pauses,
    one_of_several_servers_compares,
);

const FIRST: &str = "65f0c1d2e3f4a5b6c7d8e9f0";
const SECOND: &str = "66f0c1d2e3f4a5b6c7d8e9f0";
const GROUP: &str = "67f0c1d2e3f4a5b6c7d8e9f0";
const MINUTE: Duration = Duration::from_mins(1);
const DAY: Duration = Duration::from_hours(24);
const PAGE: &str = "/api/admin/recruiter";

/// The study of two parts, each with a study at Prolific.
fn study(folder: &Path) -> PathBuf {
    let study = two_waves::study(folder);
    rewrite(&study.join("study.yaml"), |text| {
        let own = format!("studies: [{FIRST}], waves: {{ follow_up: {{ studies: [{SECOND}], group: {GROUP} }} }}");
        // Commands use the clock of the machine.
        let text = text.replace("closes: { days: 21 }", "closes: { days: 3600 }");
        text.replace("recruitment:\n", &format!("recruitment:\n  prolific: {{ {own} }}\n"))
    });
    study
}

async fn server(database: Database) -> (Server, ProlificServer) {
    let prolific = ProlificServer::start().await;
    for study in [FIRST, SECOND] {
        prolific.set(study, &[]);
    }
    prolific.now().groups.insert(GROUP.into(), vec![]);
    let folder = tempfile::tempdir().unwrap();
    let server = Server::recruiting(database, &study(folder.path()), &prolific).await;
    (server, prolific)
}

async fn finished(server: &Server, id: &str) -> Walker {
    Walker::finished(recruited_as(server, &format!("person-{id}"), id).await).await
}

async fn withdraw(client: &mut Client, mode: &str) {
    client.post("/api/users/withdraw", json!({ "mode": mode })).await.ok();
}

fn code(client: &Client) -> String {
    client.user["code"].as_str().unwrap().to_owned()
}

/// Findings of a part, as `finding count`.
fn findings(shown: &Value, part: usize) -> Vec<String> {
    let own = shown["parts"][part]["findings"].as_array().unwrap();
    own.iter().map(|one| format!("{} {}", one["finding"].as_str().unwrap(), one["count"])).collect()
}

async fn each_part_is_compared_and_its_group_is_kept(database: Database) {
    let (server, prolific) = server(database).await;
    let mut admin = server.admin().await;
    assert_eq!(admin.get(PAGE).await.ok()["state"], "never");
    let mut both = finished(&server, "both").await;
    let began = recruited_as(&server, "person-began", "began").await;
    withdraw(&mut finished(&server, "kept").await.client, "keep").await;
    withdraw(&mut finished(&server, "erased").await.client, "erase").await;
    // An ID that somebody typed into the link.
    let invented = finished(&server, "invented").await;
    let code_of_first = Some("SMALL-DONE");
    prolific.set(
        FIRST,
        &[
            ("both", "APPROVED", code_of_first),
            ("began", "RETURNED", None),
            ("kept", "APPROVED", code_of_first),
            ("erased", "AWAITING REVIEW", code_of_first),
            ("nobody", "APPROVED", code_of_first),
            ("paused", "PAUSED", None),
        ],
    );
    let members = ["stranger", "kept", "erased"];
    prolific.now().groups.insert(GROUP.into(), members.map(str::to_owned).into());

    assert!(once(&server.app).await.unwrap());
    let reply = admin.get(PAGE).await;
    let shown = reply.ok();
    assert_eq!((&shown["state"], &shown["failure"]), (&json!("compared"), &Value::Null));
    assert_eq!(
        findings(&shown, 0),
        ["unknown_here 1", "finished_here_only 1", "ended_there_only 1", "withdrawn_here 1", "erased_here 1"]
    );
    assert_eq!(
        (&shown["parts"][0]["submissions"], &shown["parts"][0]["unknown"]),
        (&json!(6), &json!({ "PAUSED": 1 }))
    );
    assert_eq!((&shown["parts"][0]["title"], &shown["parts"][1]["title"]), (&Value::Null, &json!("Second part")));
    // Nobody has begun the second part, and nobody of the first one is missed in its list.
    assert_eq!(findings(&shown, 1), Vec::<String>::new());
    let cases: Vec<(&Value, &Value)> =
        shown["cases"].as_array().unwrap().iter().map(|one| (&one["participant"], &one["finding"])).collect();
    assert!(cases.contains(&(&json!(code(&began)), &json!("ended_there_only"))), "{cases:?}");
    assert!(cases.contains(&(&json!(code(&invented.client)), &json!("finished_here_only"))), "{cases:?}");
    assert_eq!(cases.len(), 3);
    for id in ["both", "began", "kept", "nobody", "invented", PROLIFIC_TOKEN] {
        assert!(!reply.text().contains(&format!("\"{id}\"")), "{id}");
    }
    // Those who left are removed, also if nothing of them is left; others stay, and nobody is added who is not there.
    assert_eq!(prolific.group(GROUP), ["stranger", "both"]);
    let group = json!({ "wave": "follow_up", "title": "Second part", "added": 1, "removed": 2, "members": 2 });
    assert_eq!(shown["groups"], json!([group]));
    // Each change at Prolific is in the log, with the server as its actor.
    let changes = async || {
        let entries = audit::entries(&server.app.store).await.unwrap();
        let own = entries.into_iter().filter(|entry| entry.action == "update participant group");
        own.map(|entry| (entry.actor, entry.details)).collect::<Vec<_>>()
    };
    let entry = |added, removed| json!({ "wave": "follow_up", "group": { "added": added, "removed": removed } });
    let expected = [("server".to_owned(), entry(0, 2)), ("server".to_owned(), entry(1, 0))];
    assert_eq!(changes().await, expected);
    let own = both.client.get("/api/users/data").await.ok()["research"].clone();
    assert!(own.get("comparison").is_none(), "{own}");

    // Once a night, and the second time changes nothing. It is 10:00 now.
    assert!(!once(&server.app).await.unwrap());
    prolific.now().calls.clear();
    server.clock.advance(MINUTE * 60 * 16);
    assert!(once(&server.app).await.unwrap());
    assert!(prolific.now().calls.iter().all(|call| call.starts_with("GET ")), "{:?}", prolific.now().calls);
    assert_eq!(prolific.group(GROUP), ["stranger", "both"]);
    assert_eq!(changes().await, expected);

    // The second part has its own list and its own code, and who has completed it stays in the group.
    server.clock.advance(DAY * 13);
    both.client.sign_in("person-both").await;
    two_waves::begin(&mut both).await;
    both.finish().await;
    prolific.set(SECOND, &[("both", "APPROVED", code_of_first), ("began", "APPROVED", Some("SMALL-AGAIN"))]);
    assert!(once(&server.app).await.unwrap());
    let mut admin = server.admin().await;
    let shown = admin.get(PAGE).await.ok();
    assert_eq!(findings(&shown, 1), ["finished_there_only 1", "wrong_code 1"]);
    assert_eq!(prolific.group(GROUP), ["stranger", "both"]);
    let own = both.client.get("/api/users/data").await.ok()["research"]["comparison"].clone();
    assert_eq!(own, json!([{ "wave": "follow_up", "finding": "wrong_code", "status": "APPROVED" }]));

    // What is asked for is logged and done at once. Erased people leave no case.
    withdraw(&mut both.client, "erase").await;
    assert_eq!(admin.get(PAGE).await.ok()["cases"].to_string().matches(&code(&both.client)).count(), 0);
    let asked = admin.post("/api/admin/recruiter/comparison", json!({})).await;
    assert_eq!(asked.status, 204, "{asked:?}");
    assert_eq!(admin.get(PAGE).await.ok()["state"], "running");
    let log = audit::every_of_action(&server.app.store, AuditAction::Reconcile).await.unwrap();
    assert_eq!((log.len(), &log[0].details), (1, &json!({ "recruiter": "prolific" })));
    assert!(once(&server.app).await.unwrap());
    assert_eq!(prolific.group(GROUP), ["stranger"]);

    // After the end nothing is asked.
    close(&server).await;
    let folder = tempfile::tempdir().unwrap();
    works(&server.run(folder.path(), &["anonymise", "--yes"]));
    server.clock.advance(DAY);
    assert!(!once(&server.app).await.unwrap());
    let mut admin = server.admin().await;
    assert_eq!(admin.get(PAGE).await.ok()["state"], "ended");
    admin.post("/api/admin/recruiter/comparison", json!({})).await.is(409, "recruiter_not_configured");
}

async fn a_failure_is_shown_and_tried_again_with_pauses(database: Database) {
    let (server, prolific) = server(database).await;
    let mut admin = server.admin().await;
    prolific.set(FIRST, &[("nobody", "APPROVED", None)]);
    assert!(once(&server.app).await.unwrap());
    let mut failing = async |status: u16, wait: Option<&'static str>, kind: &str, minutes: u64| {
        admin.post("/api/admin/recruiter/comparison", json!({})).await;
        prolific.now().failures = [(status, wait); 3].into();
        assert!(once(&server.app).await.unwrap());
        prolific.now().failures.clear();
        let shown = admin.get(PAGE).await.ok();
        assert_eq!((&shown["state"], &shown["failure"]["kind"]), (&json!("failed"), &json!(kind)), "{shown}");
        assert_eq!((&shown["failure"]["study"], &shown["failure"]["status"]), (&json!(FIRST), &json!(status)));
        assert_eq!(shown["failedAt"].as_str().unwrap().len(), shown["nextAt"].as_str().unwrap().len());
        // What was found before stays.
        assert_eq!(findings(&shown, 0), ["unknown_here 1"]);
        let next = comparison::comparison(&server.app.store, PROLIFIC).await.unwrap().unwrap().next_at;
        assert_eq!(next - server.clock.now(), i64::try_from(minutes).unwrap() * 60_000, "{kind}");
    };
    failing(401, None, "unauthorised", 5).await;
    failing(403, None, "unauthorised", 10).await;
    failing(404, None, "not_found", 20).await;
    failing(503, Some("0"), "unavailable", 40).await;
    failing(429, Some("7200"), "rate_limited", 120).await;
    failing(418, None, "rejected", 160).await;
    failing(302, None, "unreadable", 320).await;
    prolific.now().body = Some("{\"results\": 7}");
    server.clock.advance(MINUTE * 319);
    assert!(!once(&server.app).await.unwrap(), "not before the pause is over");
    server.clock.advance(MINUTE);
    assert!(once(&server.app).await.unwrap());
    let shown = server.admin().await.get(PAGE).await.ok();
    assert_eq!((&shown["failure"]["kind"], &shown["failure"]["status"]), (&json!("unreadable"), &Value::Null));
    prolific.now().body = None;
    // A busy Prolific is waited for within the run.
    prolific.now().failures = [(429, Some("1")), (502, Some("0"))].into();
    server.clock.advance(DAY);
    assert!(once(&server.app).await.unwrap());
    let shown = server.admin().await.get(PAGE).await.ok();
    assert_eq!((&shown["state"], &shown["failure"]), (&json!("compared"), &Value::Null));
}

async fn one_of_several_servers_compares(database: Database) {
    let (server, prolific) = server(database).await;
    let app = &server.app;
    let (one, other, third) = tokio::join!(once(app), once(app), once(app));
    let made = [one, other, third].into_iter().filter(|made| *made.as_ref().unwrap()).count();
    assert_eq!(made, 1);
    let lists = prolific.now().calls.iter().filter(|call| call.ends_with("/submissions/")).count();
    assert_eq!(lists, 2, "one for each study");

    // A server that ended while it compared: another one begins when the reservation is over.
    server.clock.advance(DAY);
    let now = server.clock.now();
    let reserve = async move |tx: &mut unmask_store::Tx| comparison::reserve(tx, PROLIFIC, now, now + 60_000).await;
    assert!(server.app.store.write(reserve).await.unwrap());
    let mut admin = server.admin().await;
    assert_eq!(admin.get(PAGE).await.ok()["state"], "running");
    assert_eq!(admin.post("/api/admin/recruiter/comparison", json!({})).await.status, 204);
    assert!(!once(app).await.unwrap());
    let log = audit::every_of_action(&app.store, AuditAction::Reconcile).await.unwrap();
    assert_eq!(log.len(), 0, "it is being made");
    server.clock.advance(MINUTE);
    assert!(once(app).await.unwrap());
}

fn client(prolific: &ProlificServer, token: &str) -> Prolific {
    let folder = tempfile::tempdir().unwrap();
    let own = ProlificSettings { prolific_token: Some(token.into()), prolific_url: prolific.url.clone() };
    Prolific::open(&Settings { prolific: own, ..settings(folder.path()) }).unwrap().unwrap()
}

#[tokio::test]
async fn all_pages_are_read_with_links_and_without() {
    let prolific = ProlificServer::start().await;
    let client = client(&prolific, PROLIFIC_TOKEN);
    for many in [0, 1, 99, 100, 101, 437] {
        let all: Vec<Value> = (0..many).map(|one| submission(one, &format!("p{one}"), "ACTIVE", None)).collect();
        prolific.now().studies.insert(FIRST.into(), all);
        for (links, page, ends_with_404) in [
            (true, None, false),
            (false, None, false),
            (false, None, true),
            (false, Some(20), true),
            (true, Some(30), false),
        ] {
            {
                let mut state = prolific.now();
                (state.links, state.page, state.ends_with_404) = (links, page, ends_with_404);
            }
            let read = client.submissions(FIRST).await.unwrap();
            assert_eq!(read.len(), many, "{links} {page:?} {ends_with_404}");
            assert!((0..many).all(|one| read[one].participant_id == format!("p{one}")));
        }
    }
    assert_eq!(client.submissions("none").await.unwrap_err().kind, FailureKind::NotFound);
}

#[tokio::test]
async fn a_token_is_that_of_the_study_or_of_the_settings() {
    let prolific = ProlificServer::start().await;
    prolific.set(FIRST, &[]);
    let wrong = client(&prolific, "another").submissions(FIRST).await.unwrap_err();
    assert_eq!((wrong.kind, wrong.status), (FailureKind::Unauthorised, Some(401)));
    assert!(wrong.to_string().contains("rejects the token") && wrong.to_string().contains(FIRST), "{wrong}");

    let folder = tempfile::tempdir().unwrap();
    let mut settings = settings(folder.path());
    settings.prolific.prolific_url.clone_from(&prolific.url);
    assert!(Prolific::open(&settings).unwrap().is_none());
    settings.prolific.prolific_token = Some("another".into());
    fs::write(folder.path().join(TOKEN_FILE), format!("{PROLIFIC_TOKEN}\n")).unwrap();
    let own = Prolific::open(&settings).unwrap().unwrap();
    assert_eq!(own.submissions(FIRST).await.unwrap(), []);
    for unusable in ["", " \n", "two\nlines"] {
        fs::write(folder.path().join(TOKEN_FILE), unusable).unwrap();
        assert_eq!(Prolific::open(&settings).err().unwrap().kind, FailureKind::Token, "{unusable:?}");
    }
    // Nobody listens there.
    fs::remove_file(folder.path().join(TOKEN_FILE)).unwrap();
    settings.prolific.prolific_url = "http://127.0.0.1:9".into();
    let away = Prolific::open(&settings).unwrap().unwrap();
    assert_eq!(away.submissions(FIRST).await.unwrap_err().kind, FailureKind::Unreachable);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_compares_and_keeps_the_groups_only_if_asked() {
    let (server, prolific) = server(testing::sqlite().await).await;
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| {
        let _ = fs::remove_file(folder.path().join("reconciliation.csv"));
        let own = ["reconcile", "--prolific", "--prolific-url", &prolific.url];
        server.run(folder.path(), &[&own, args].concat())
    };
    finished(&server, "both").await;
    prolific.set(FIRST, &[("both", "APPROVED", Some("SMALL-DONE")), ("nobody", "APPROVED", None)]);
    fails(&run(&[]), &["there is no token of Prolific's API", "--prolific-token"]);
    let token = ["--prolific-token", PROLIFIC_TOKEN];
    fails(&run(&["--prolific-token", "wrong"]), &["Prolific rejects the token", FIRST]);
    let words = works(&run(&token));
    assert!(
        words.contains("Submissions at Prolific for the part 'main': 2.") && words.contains("Lines to check: 1"),
        "{words}"
    );
    let found = fs::read_to_string(folder.path().join("reconciliation.csv")).unwrap();
    assert_eq!(
        found,
        "recruiter_id,finding,status_there,code_there,participant_id,part\nnobody,unknown_here,APPROVED,,,main\n"
    );
    assert_eq!(prolific.group(GROUP), Vec::<String>::new());
    let words = works(&run(&[&token[..], &["--groups"]].concat()));
    assert!(words.contains("Participant group of the part 'follow_up': 1 added, 0 removed, 1 members."), "{words}");
    assert_eq!(prolific.group(GROUP), ["both"]);
    fails(&run(&["list.csv"]), &["cannot be used with"]);
    let log = audit::every_of_action(&server.app.store, AuditAction::Reconcile).await.unwrap();
    assert_eq!(log.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_study_without_prolific_or_token_is_not_compared() {
    let server = Server::sqlite().await;
    assert!(!once(&server.app).await.unwrap());
    assert_eq!(server.admin().await.get(PAGE).await.ok()["state"], "not_in_study");
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    assert!(!once(&server.app).await.unwrap());
    let mut admin = server.admin().await;
    assert_eq!(admin.get(PAGE).await.ok()["state"], "no_token");
    admin.post("/api/admin/recruiter/comparison", json!({})).await.is(409, "recruiter_not_configured");
    // A file without a token is a failure.
    fs::write(server.app.settings.data.join(TOKEN_FILE), "").unwrap();
    assert!(once(&server.app).await.unwrap());
    assert_eq!(admin.get(PAGE).await.ok()["failure"]["kind"], "token");
}

/// Whoever is blinded sees nothing of a part that only some arms have.
#[tokio::test(flavor = "multi_thread")]
async fn a_part_of_some_arms_is_shown_to_those_who_are_unblinded() {
    let prolific = ProlificServer::start().await;
    let folder = tempfile::tempdir().unwrap();
    let study = study(folder.path());
    rewrite(&study.join("study.yaml"), |text| {
        let text = text.replace(&format!(", group: {GROUP}"), "");
        let (before, wave) = text.split_once("waves:\n").unwrap();
        let (wave, after) = wave.split_once("allocation:").unwrap();
        let wave = wave.replace("      - {", "        - {").replace("    steps:\n", "    steps:\n      cues:\n");
        format!("{before}waves:\n{wave}      control: []\n      context: []\n      both: []\nallocation:{after}")
    });
    let server = Server::recruiting(testing::sqlite().await, &study, &prolific).await;
    assert!(server.app.versions.active().study.wave_reveals_arms("follow_up".parse().unwrap()));
    server.next_in("cues").await;
    finished(&server, "cued").await;
    prolific.set(FIRST, &[("cued", "APPROVED", Some("SMALL-DONE"))]);
    prolific.set(SECOND, &[("cued", "APPROVED", Some("SMALL-AGAIN"))]);
    assert!(once(&server.app).await.unwrap());
    let mut admin = server.admin().await;
    let reply = admin.get(PAGE).await;
    let shown = reply.ok();
    assert_eq!((shown["parts"].as_array().unwrap().len(), &shown["cases"]), (1, &json!([])));
    assert!(!reply.text().contains("follow_up"), "{shown}");
    admin.post("/api/admin/unblinding", json!({ "reason": "the study is over" })).await.ok();
    let shown = admin.get(PAGE).await.ok();
    assert_eq!(findings(&shown, 1), ["finished_there_only 1"]);
    assert_eq!(shown["cases"][0]["wave"], "follow_up");
}
