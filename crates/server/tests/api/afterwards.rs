//! Commands after the end of a study: `unmask anonymise`, `unmask retention`, `unmask reconcile`.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use serde_json::json;
use unmask_server::app::App;
use unmask_server::auth::simulated::{self, SimulatedParticipant};
use unmask_server::base::config::Settings;
use unmask_store::audit::{self, AuditAction};
use unmask_store::study::{StudyStatus, set_status, status};
use unmask_store::unlink::{Identified, identified};
use zip::ZipArchive;

use crate::analytics::raw;
use crate::export::package::sha256;
use crate::support::{Client, PASSWORD, Server, Walker, both, contains, edited, fails, form, rewrite, unmask, works};

both!(
    simulated_participants_and_previews_are_not_counted,
    the_link_is_destroyed_and_the_data_stay,
    data_are_erased_when_their_time_is_over,
    a_schedule_whose_people_were_erased_is_exact,
    data_lose_their_people_when_the_time_is_over,
    a_package_with_its_media_is_the_study_again,
    only_the_package_of_a_closed_study_has_the_seed,
    the_recruiters_list_is_compared,
    usage_events_leave_with_their_hash_in_the_log
);

pub async fn close(server: &Server) {
    let mut admin = server.admin().await;
    let study = admin.get("/api/admin/study").await.ok();
    assert_eq!(study["endedAt"], json!(null), "a study that is closed can be opened");
    server.app.store.write(async |tx| set_status(tx, StudyStatus::Closed).await).await.unwrap();
}

pub(crate) async fn recruited(server: &Server, id: &str) -> Client {
    recruited_as(server, id, id).await
}

pub(crate) async fn recruited_as(server: &Server, name: &str, id: &str) -> Client {
    let mut body = form(name);
    body["recruitment"] = json!({ "PROLIFIC_PID": id });
    server.register(body).await
}

/// All rows of the analytics database, by kind.
async fn told(server: &Server) -> Vec<String> {
    raw(server, "select 'event' from event union all select 'profile' from profile").await
}

async fn tell(server: &Server) {
    let mut visitor = server.visitor();
    let event =
        json!({ "event": "Clicked", "properties": { "token": "unmask", "distinct_id": "d", "time": 1_795_168_000 } });
    assert_eq!(visitor.post("/api/collect/track", event).await.text(), "1");
    let person = json!({ "$token": "unmask", "$distinct_id": "d", "$set": { "a": 1 } });
    assert_eq!(visitor.post("/api/collect/engage", person).await.text(), "1");
    assert_eq!(told(server).await, ["event", "profile"]);
}

/// The actions of the audit log, and whether its chain is whole.
pub async fn actions(server: &Server) -> Vec<String> {
    assert!(matches!(audit::verify(&server.app.store).await.unwrap(), audit::Chain::Whole(_)));
    audit::entries(&server.app.store).await.unwrap().into_iter().map(|entry| entry.action).collect()
}

/// The participant is no longer known, the data are unchanged, and the log records it.
async fn only_the_link_is_gone(server: &Server, walker: &mut Walker, rows: i64, logged: &str) {
    let left = Identified { participants: 1, ..Identified::default() };
    assert_eq!(identified(&server.app.store).await.unwrap(), left);
    assert_eq!(server.database.number("select count(*) from submission").await, rows, "the data stay");
    assert_eq!(told(server).await, Vec::<String>::new(), "usage events have ids of browsers");
    assert_eq!(actions(server).await.last().unwrap(), logged);
    walker.client.get("/api/users/profile").await.is(401, "not_authenticated");
    nothing_goes_on(server).await;
}

/// No hash shows whom the recruiter sent, so reconciling and reopening the study are rejected.
async fn nothing_goes_on(server: &Server) {
    assert_eq!(server.database.number("select count(*) from recruited").await, 0);
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("list.csv"), "Participant id,Status,Completion code\nada,APPROVED,\n").unwrap();
    let compared = server.run(folder.path(), &["reconcile", "list.csv"]);
    fails(&compared, &["the link between people and data was deleted at 20", "reconcile before `unmask anonymise`"]);
    assert!(!folder.path().join("reconciliation.csv").exists());
    let open = json!({ "status": "open", "reason": "more people" });
    let mut admin = server.admin().await;
    admin.put("/api/admin/study/status", open).await.is(409, "study_anonymised");
    assert!(admin.get("/api/admin/study").await.ok()["endedAt"].is_string());
    assert_eq!(status(&server.app.store).await.unwrap(), StudyStatus::Closed);
}

async fn the_link_is_destroyed_and_the_data_stay(server: Server) {
    let folder = tempfile::tempdir().unwrap();
    let anonymise = |args: &[&str]| server.run(folder.path(), &[&["anonymise"], args].concat());
    server.admin().await;
    let mut walker = Walker::new(recruited(&server, "ada").await).await;
    walker.step().await;
    tell(&server).await;
    let before = Identified { participants: 1, others: 0, links: 1, accounts: 1, recruited: 1 };
    let words = works(&anonymise(&["--dry-run"]));
    assert!(words.contains("sessions (1)") && words.contains("fewer than ten") && words.contains("--dry"), "{words}");
    assert!(words.contains("hashes that prevent repeat") && words.contains("stays closed"), "{words}");
    fails(&anonymise(&["--yes"]), &["the study is not closed"]);
    close(&server).await;
    fails(&anonymise(&[]), &["nothing was changed; add --yes"]);
    assert_eq!(identified(&server.app.store).await.unwrap(), before);
    let rows = server.database.number("select count(*) from submission").await;
    assert!(rows > 0 && words.contains("all usage events"));
    assert_eq!(told(&server).await, ["event", "profile"]);

    assert!(works(&anonymise(&["--yes"])).contains("the audit log records it"));
    only_the_link_is_gone(&server, &mut walker, rows, "anonymise").await;
    let mut again = server.visitor();
    again.post("/api/auth/login", json!({ "username": "ada", "password": PASSWORD })).await.is(401, "login_failed");
    server.admin().await;
    let export = server.run(folder.path(), &["export", "data", "--identities", "who.csv", "--reason", "the end"]);
    assert!(works(&export).contains("participants: 1 rows"));
    let named = std::fs::read_to_string(folder.path().join("who.csv")).unwrap().contains("ada");
    assert!(!named, "no participant is known any more");
}

async fn simulated_participants_and_previews_are_not_counted(server: Server) {
    let folder = tempfile::tempdir().unwrap();
    let mut admin = server.admin().await;
    recruited(&server, "ada").await;
    server.participant("bob").await;
    let preview = admin.post("/api/admin/previews", json!({ "group": "control_0" })).await;
    assert_eq!(preview.status, 201, "{preview:?}");
    let permit = simulated::permit(&server.app.key, SimulatedParticipant::of(1), server.clock.now());
    for number in 0..10 {
        let mut body = form(&format!("simulated-{number}"));
        body["recruitment"] = json!({ "PROLIFIC_PID": format!("simulated-{number}") });
        server.visitor().register(&[(simulated::HEADER, &permit)], body).await;
    }
    let found = identified(&server.app.store).await.unwrap();
    assert_eq!((found.participants, found.others, found.recruited), (2, 11, 1), "{found:?}");
    let words = works(&server.run(folder.path(), &["anonymise", "--dry-run"]));
    let says = [
        "recruitment IDs of participants (1)",
        "answers of participants (2)",
        "simulated participants and previews (11)",
        "fewer than ten participants",
    ];
    contains(&words, &says);
}

/// The small study in `folder/study`, with one more line about how long data are kept.
fn keeping(folder: &Path, retention: &str) {
    edited(folder, |text| format!("{text}\n{retention}"));
}

/// The study's active version has that line.
async fn activated(server: &Server, folder: &Path, retention: &str) {
    keeping(folder, retention);
    started(server, folder).await;
}

/// The server starts once on `folder/study`, with --activate.
async fn started(server: &Server, folder: &Path) {
    let settings = Settings { study: folder.join("study"), activate: true, ..(*server.app.settings).clone() };
    App::open(settings, server.clock.clone(), server.app.store.clone()).await.unwrap();
}

async fn data_lose_their_people_when_the_time_is_over(server: Server) {
    let folder = tempfile::tempdir().unwrap();
    let retention = |args: &[&str]| server.run(folder.path(), &[&["retention"], args].concat());
    let mut walker = Walker::new(recruited(&server, "ada").await).await;
    walker.step().await;
    tell(&server).await;
    activated(&server, folder.path(), "retention: { until: \"2026-01-31\", then: anonymise }").await;
    let words = works(&retention(&["--dry-run"]));
    assert!(words.contains("sessions (1)") && words.contains("Nothing was changed (--dry-run)"), "{words}");
    let before = identified(&server.app.store).await.unwrap();
    assert_eq!((before.participants, before.links), (1, 1));
    let rows = server.database.number("select count(*) from submission").await;
    assert!(rows > 0);

    works(&retention(&["--yes"]));
    only_the_link_is_gone(&server, &mut walker, rows, "retention").await;
}

async fn data_are_erased_when_their_time_is_over(server: Server) {
    let folder = tempfile::tempdir().unwrap();
    let bundle = async |retention: &str| activated(&server, folder.path(), retention).await;
    let retention = |args: &[&str]| server.run(folder.path(), &[&["retention"], args].concat());
    server.admin().await;
    let mut walker = Walker::new(recruited(&server, "ada").await).await;
    walker.step().await;
    tell(&server).await;
    keeping(folder.path(), "retention: { until: 2036-02-30 }");
    fails(&unmask(folder.path(), &["check", "study"]), &["study.yaml:74:", "this is not a date"]);
    // A folder that is not active: its retention period deletes nothing.
    keeping(folder.path(), "retention: { until: \"2026-01-31\", then: erase }");
    let words = works(&retention(&["--study", "study", "--yes"]));
    assert!(words.contains("has no retention period") && words.contains("unmask activate"), "{words}");
    assert_eq!(server.database.number("select count(*) from submission").await, 1);
    bundle("retention: { until: \"9999-12-31\" }").await;
    assert!(works(&retention(&["--yes"])).contains("kept until the end of 9999-12-31. Nothing is due"));
    bundle("retention: { until: \"2026-01-31\", then: erase }").await;
    assert!(works(&retention(&["--dry-run"])).contains("all data of participants (1)"));
    fails(&retention(&[]), &["nothing was changed; add --yes"]);
    assert_eq!(server.database.number("select count(*) from submission").await, 1);

    works(&retention(&["--yes"]));
    for table in ["participant", "submission", "consent", "progress", "step_event", "link"] {
        assert_eq!(server.database.number(&format!("select count(*) from {table}")).await, 0, "{table}");
    }
    assert_eq!(told(&server).await, Vec::<String>::new());
    assert_eq!(actions(&server).await.last().unwrap(), "retention");
    walker.client.get("/api/users/profile").await.is(401, "not_authenticated");
    nothing_goes_on(&server).await;
}

/// After the erasure, the schedule can still be derived from the seed.
async fn a_schedule_whose_people_were_erased_is_exact(server: Server) {
    let folder = tempfile::tempdir().unwrap();
    Walker::new(recruited(&server, "finished").await).await.finish().await;
    recruited(&server, "began").await;
    activated(&server, folder.path(), "retention: { until: \"2026-01-31\", then: erase }").await;
    let check = || works(&server.run(folder.path(), &["check", "--ledger"]));
    assert!(check().contains("2 of them taken"));
    works(&server.run(folder.path(), &["retention", "--yes"]));
    let words = check();
    assert!(words.contains("1 of them taken") && words.contains("The ledger is correct"), "{words}");
}

async fn only_the_package_of_a_closed_study_has_the_seed(server: Server) {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..5 {
        server.participant(&format!("person-{number}")).await;
    }
    let export =
        |target: &str| server.run(folder.path(), &["export", target, "--csv", "--seed", "--reason", "the end"]);
    fails(&export("early"), &["the study is not closed", "close the study in the console first"]);
    assert!(!folder.path().join("early").exists());
    close(&server).await;
    works(&export("package"));
    let derive = |more: &[&str]| {
        let script = folder.path().join("package/analysis/allocation.py");
        std::process::Command::new("python3").arg(script).args(more).output().unwrap()
    };
    contains(&works(&derive(&[])), &["The seed has the SHA-256", "People: 5 slots, 0 differences"]);
    // The whole schedule, derived by another program.
    let stored = unmask_store::allocation::ledger(&server.app.store).await.unwrap();
    let listed = works(&derive(&["--list", &stored.len().to_string()]));
    for slot in stored.iter().map(|row| &row.slot) {
        let form = format!("{:?}", slot.form).to_lowercase();
        let line = format!("\n{},{},{},{},{form}\n", slot.number, slot.stratum.name(), slot.block, slot.group.name());
        assert!(listed.contains(&line), "{line:?} in {listed}");
    }
    fails(&derive(&["--seed", &"00".repeat(32)]), &["This is not the seed of the schedule"]);
    let ledger = folder.path().join("package/data/description-allocations_data.csv");
    rewrite(&ledger, |text| {
        let (x, y) = (",x,reserved", ",y,reserved");
        if text.contains(x) { text.replacen(x, y, 1) } else { text.replacen(y, x, 1) }
    });
    fails(&derive(&[]), &["the ledger has", "People: 5 slots, 1 differences"]);
}

/// Who gets the package can see for themselves that the materials are those whose hash the data name.
async fn a_package_with_its_media_is_the_study_again(server: Server) {
    let folder = tempfile::tempdir().unwrap();
    let export = |args: &[&str]| server.run(folder.path(), &[&["export"], args].concat());
    let hash = server.app.versions.active().study.hash.clone();
    let check = |package: &str| unmask(folder.path(), &["check", &format!("{package}/materials/study-{hash}")]);
    works(&export(&["whole", "--media"]));
    assert!(works(&check("whole")).contains(&format!("version {hash:.12}")));
    assert!(std::fs::read_to_string(folder.path().join("whole/README.md")).unwrap().contains("\nreports this version"));
    works(&export(&["texts"]));
    fails(&check("texts"), &["media/"]);
    keeping(folder.path(), "retention: { until: \"9999-12-31\" }");
    fails(&export(&["other", "--media", "--study", "study"]), &["'study' is version", "omit --media"]);
    assert!(!folder.path().join("other").exists());
}

async fn the_recruiters_list_is_compared(server: Server) {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("reconciliation.csv");
    let reconcile = |args: &[&str]| {
        let _ = std::fs::remove_file(&output);
        server.run(folder.path(), &[&["reconcile", "list.csv"], args].concat())
    };
    let list = |text: &str| std::fs::write(folder.path().join("list.csv"), text).unwrap();
    Walker::new(recruited(&server, "finished").await).await.finish().await;
    Walker::new(recruited(&server, "forgot").await).await.finish().await;
    for id in ["began", "returned", "late", "active"] {
        recruited(&server, id).await;
    }
    recruited(&server, "erased").await.post("/api/users/withdraw", json!({ "mode": "erase" })).await.ok();
    recruited(&server, "kept").await.post("/api/users/withdraw", json!({ "mode": "keep" })).await.ok();

    list("");
    fails(&reconcile(&[]), &["'list.csv' is empty"]);
    list("Person;State\nfinished;done\n");
    fails(&reconcile(&[]), &["has no column 'Participant id'", "'Person', 'State'", "--id-column"]);
    fails(&server.run(folder.path(), &["reconcile", "none.csv"]), &["can't read 'none.csv'"]);
    list(
        "\u{feff}Participant id,Status,Completion code\n\
        finished,APPROVED,DOTS-1\nbegan,AWAITING REVIEW,NOCODE\nreturned,RETURNED,\nlate,TIMED-OUT,\nactive,ACTIVE,\nerased,RETURNED,\nkept,APPROVED,\n,APPROVED,DOTS-1\n,,\nnobody,APPROVED,DOTS-1\n",
    );
    let code = server.app.versions.active().study.file.recruitment.as_ref().unwrap().completion_code.clone().unwrap();
    let text = std::fs::read_to_string(folder.path().join("list.csv")).unwrap().replace("DOTS-1", &code);
    list(&text);
    let words = works(&reconcile(&[]));
    assert!(words.contains("Submissions in 'list.csv': 8.") && words.contains("Lines to check: 7"), "{words}");
    assert!(words.contains("without an ID in 'Participant id', not matched: 1."), "{words}");
    fails(&reconcile(&["--parameter", "PROLIFIC"]), &["no parameter 'PROLIFIC'; they have 'PROLIFIC_PID'"]);
    works(&reconcile(&[]));
    let found = std::fs::read_to_string(&output).unwrap();
    assert_eq!(std::fs::metadata(&output).unwrap().permissions().mode() & 0o777, 0o600);
    let again = server.run(folder.path(), &["reconcile", "list.csv"]);
    fails(&again, &["--output", "'reconciliation.csv' exists; choose another name (nothing was changed)"]);
    for line in [
        "began,finished_there_only,AWAITING REVIEW,NOCODE,",
        "returned,ended_there_only,RETURNED,,",
        "late,ended_there_only,TIMED-OUT,,",
        "erased,erased_here,RETURNED,,",
        "kept,withdrawn_here,APPROVED,,",
        "nobody,unknown_here,APPROVED,",
        "forgot,finished_here_only,,,",
    ] {
        assert!(found.contains(line), "'{line}' is not in {found}");
    }
    assert!(!found.contains("\nfinished,") && !found.contains("\nactive,"), "{found}");
    let log = audit::of_action(&server.app.store, AuditAction::Reconcile).await.unwrap();
    assert_eq!(
        log.iter().map(|entry| &entry.details).collect::<Vec<_>>(),
        vec![&json!({ "sha256": sha256(found.as_bytes()), "lines": 7 }); 2]
    );
    works(&reconcile(&["-o", "found.xlsx"]));
    let book = ZipArchive::new(std::fs::File::open(folder.path().join("found.xlsx")).unwrap());
    assert!(book.unwrap().by_name("xl/worksheets/sheet1.xml").is_ok());
    // Their version's code stays theirs when the study gets another one, and none is another one.
    keeping(folder.path(), "");
    rewrite(&folder.path().join("study/study.yaml"), |text| text.replace(&code, "LATER-1"));
    started(&server, folder.path()).await;
    list(&format!("Participant id,Status,Completion code\nfinished,APPROVED,{code}\nforgot,APPROVED,\n"));
    let words = works(&reconcile(&[]));
    assert!(words.contains("1  completed in both, with a wrong completion code or none"), "{words}");
    // IDs that look the same belong to one person, as at registration: with a combining accent, with invisible
    // characters.
    recruited_as(&server, "zoe", "Zoe\u{308} \u{200b}").await;
    list("Participant id,Status,Completion code\n\u{2060}Zo\u{eb},RETURNED,\n");
    let words = works(&reconcile(&[]));
    assert!(words.contains("0  took part here, and had their data erased"), "{words}");
    // Without the server's key, erased participants would seem never to have taken part.
    let data = folder.path().join("other");
    std::fs::create_dir(&data).unwrap();
    let elsewhere = ["reconcile", "list.csv", "--database-url", &server.app.settings.database_url, "--data", "other"];
    fails(&unmask(folder.path(), &elsewhere), &["there is no 'other/server.key'", "--data"]);
    assert_eq!(std::fs::read_dir(&data).unwrap().count(), 0, "none is made");
    std::fs::write(data.join("server.key"), "A".repeat(43)).unwrap();
    fails(&unmask(folder.path(), &elsewhere), &["another server key than 'other/server.key'", "--data"]);
    // As a German spreadsheet saves it.
    list("Who;State\nfinished;Done\nforgot;done\nbegan;open\n");
    let other = ["--id-column", "who", "--status-column", "state", "--code-column", "", "--finished", "done"];
    let words = works(&reconcile(&other));
    assert!(
        words.contains("Submissions in 'list.csv': 3.") && words.contains("Lines to check: 1"),
        "only who withdrew: {words}"
    );
}

async fn usage_events_leave_with_their_hash_in_the_log(server: Server) {
    let folder = tempfile::tempdir().unwrap();
    tell(&server).await;
    let printed = server.run(folder.path(), &["export", "--events"]);
    assert!(works(&printed).contains("\"event\":\"Clicked\""));
    works(&server.run(folder.path(), &["export", "--events", "--simulated", "-o", "events.jsonl"]));
    let written = std::fs::read(folder.path().join("events.jsonl")).unwrap();
    assert_eq!(written, printed.stdout);
    let export = |file: &str| server.run(folder.path(), &["export", "--events", "-o", file]);
    fails(&export("nowhere/events.jsonl"), &["can't write 'nowhere"]);
    fails(&export("events.jsonl"), &["can't write 'events.jsonl'", "exists"]);
    let log = audit::of_action(&server.app.store, AuditAction::ExportEvents).await.unwrap();
    let details = |simulated: bool| json!({ "sha256": sha256(&written), "events": 1, "simulated": simulated });
    assert_eq!(log.into_iter().map(|entry| entry.details).collect::<Vec<_>>(), [details(true), details(false)]);
    let waiting = std::fs::read_dir(&server.app.settings.data).unwrap().flatten();
    let waiting = waiting.filter(|entry| entry.file_name().to_string_lossy().starts_with(".tmp")).count();
    assert_eq!(waiting, 0, "nothing stays behind");
}
