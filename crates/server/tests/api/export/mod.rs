//! The data package against what was sent: everything, once, exactly, described, and without names.

mod blinded;
pub(crate) mod package;
mod people;
mod positions;
mod public;
mod rules;
mod sent;
mod upgraded;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use unmask_export::{ExportError, Request, Summary};
use unmask_store::{Engine, audit, testing};
use unmask_study::answers::Earlier;
use unmask_study::definition::{Item, Questionnaire};
use unmask_study::page::QuestionnaireBlock;
use unmask_study::progress::Form;
use unmask_study::scoring;

use crate::strata::{PHONE, register};
use crate::support::{PASSWORD, Server, Walker, both, form};
pub(crate) use package::Package;
use people::{FINISHERS, HOSTILE, People, take_part};
use unmask_study::items::Judgement;

both!(every_answer_leaves_once_and_exactly);

async fn every_answer_leaves_once_and_exactly(server: Server) {
    let people = take_part(&server).await;
    let folder = tempfile::tempdir().unwrap();
    // `KEEP_PACKAGE=folder` leaves a package of each engine there, for other programs to look at.
    let kept = std::env::var_os("KEEP_PACKAGE").map_or(folder.path().to_owned(), PathBuf::from);
    let (first, summary) = export(&server, &kept.join(format!("{:?}", server.app.store.engine()))).await;

    let expected: BTreeMap<_, _> = people.kept().flat_map(sent::answers).collect();
    sent::compare(&first, &expected);
    wide_equals_long(&server, &first);
    truths(&server, &first);
    media(&first);
    reasons(&first, &people);
    rules::hold(&first);
    results(&first);
    no_participant_is_named(&first, &people);

    // The same data give the same bytes. Only the manifest knows that the audit log grew meanwhile.
    let (second, again) = export(&server, &folder.path().join("second")).await;
    let without = |package: &Package| {
        let mut files = package.files.clone();
        let mut manifest: Value = serde_json::from_slice(&files.remove("manifest.json").unwrap()).unwrap();
        (manifest.as_object_mut().unwrap().remove("audit").unwrap(), manifest, files)
    };
    let ((head, one, files), (later, other, others)) = (without(&first), without(&second));
    assert_eq!((one, files), (other, others));
    assert_eq!(summary.rows, again.rows);
    heads_are_entries(&server, &[&head, &later]).await;
    for (path, holds) in [
        ("codebook.html", "<p class=\"question\" lang=\"en\"><span class=\"tag\">en</span>How old are you?</p>"),
        ("analysis/load.R", "`gender` = c(\"Woman\" = \"woman\", \"Man\" = \"man\", \"Another\" = \"other\")"),
        ("analysis/load.sps", "VALUE LABELS often\n  1 'Never'\n  2 'Sometimes'\n  3 'Often'\n  -9901 'Not shown:"),
        ("analysis/load.sps", "VALUE LABELS trust_1\n  1 'Strongly disagree'\n  5 'Strongly agree'\n  -9901"),
        // SPSS would take the line break for the end of the row.
        ("analysis/load.sps", "FILE='analysis/spss/responses.csv'"),
        ("analysis/spss/responses.csv", &HOSTILE.replace("\r\n", " ").replace('"', "\"\"")),
        ("codebook.html", "<code>5</code></th><td lang=\"en\">Strongly agree</td>"),
        ("codebook.html", "Pre-questionnaire: You <code>pre&#x2f;you</code></h2>"),
        ("codebook.html", "Pre-questionnaire: scores <code>pre</code></h2>"),
        ("materials/study-", "title: Seeing and judging"),
    ] {
        let mut files = first.files.iter().filter(|(name, _)| name.starts_with(path));
        assert!(files.any(|(_, content)| String::from_utf8_lossy(content).contains(holds)), "{holds} in {path}");
    }
    let log = audit::entries(&server.app.store).await.unwrap();
    let exports: Vec<_> = log.iter().filter(|entry| entry.action == "export data").collect();
    assert_eq!(exports.len(), 2);
    assert_eq!(exports[0].details["package"], summary.hash.as_str());
    assert_eq!(exports[0].details["rows"]["responses"], first.table("responses").len());
    assert_eq!(summary.hash, package::sha256(&first.files["manifest.json"]));
}

/// Each package names the last entry before its own, so that a log whose end was cut off gives itself away.
async fn heads_are_entries(server: &Server, heads: &[&Value]) {
    let hex = if server.app.store.engine() == Engine::Sqlite { "lower(hex(hash))" } else { "encode(hash, 'hex')" };
    let hashes = server.database.texts(&format!("select {hex} from audit order by number")).await;
    let log = audit::entries(&server.app.store).await.unwrap();
    let exports = log.iter().filter(|entry| entry.action == "export data");
    let before: Vec<i64> = exports.map(|entry| entry.number - 1).collect();
    let named: Vec<i64> = heads.iter().map(|head| head["entries"].as_i64().unwrap()).collect();
    assert_eq!(named, before);
    for (head, entries) in heads.iter().zip(before) {
        assert_eq!(head["head"], hashes[usize::try_from(entries).unwrap() - 1].as_str());
    }
}

/// The report counts whom the CONSORT figures count, its numbers are all in the flat list, and the scripts have the
/// design.
fn results(package: &Package) {
    let json = |path: &str| -> Value { serde_json::from_slice(&package.files[path]).unwrap() };
    let text = |path: &str| String::from_utf8(package.files[path].clone()).unwrap();
    let (report, consort) = (json("results/report.json"), json("results/consort.json"));
    assert_eq!(report["flow"]["registered"], consort["registered"]);
    assert_eq!(report["flow"]["consented"], consort["consented"]);
    let sum = |of: &Value, figure: &str| -> i64 {
        of["arms"].as_array().unwrap().iter().filter_map(|arm| arm[figure].as_i64()).sum()
    };
    assert_eq!(sum(&report["flow"], "randomised"), sum(&consort, "exposed"));
    assert_eq!(sum(&report["flow"], "erased"), 1);
    let numbers = text("results/numbers.csv");
    let after = &report["outcomes"][0]["after"][0];
    assert!(numbers.contains(&format!("\noutcomes.0.after.0.n,{}\n", after["n"])), "{after}");
    assert!(text("results/judgements.csv").lines().count() > 20);
    let people = text("results/people.csv");
    let head = "participant_id,arm,form,simulated,modified_intention_to_treat,per_protocol,unflagged,before_d_prime,";
    assert!(people.starts_with(head));
    let analysed = people.lines().filter(|row| row.split(',').nth(4) == Some("1")).count();
    let excluded = people.lines().skip(1).count() - analysed;
    let randomised = sum(&report["flow"], "randomised");
    assert_eq!(i64::try_from(analysed + excluded).unwrap(), randomised - 1, "but for the erased");
    assert_eq!(i64::try_from(excluded).unwrap(), sum(&report["flow"], "excluded"));
    for (script, has) in [
        ("analysis/report.R", "`arms` = c(\"control_0\", \"treatment_0\", \"treatment_1\")"),
        ("analysis/bayes.R", "`smallestEffect` = NULL"),
        (
            "analysis/bayes.R",
            "list(`hypothesis` = \"H2\", `pair` = c(2, 0), `kind` = \"superiority\", `margin` = NULL)",
        ),
        ("analysis/model.py", "\"arms\":[\"control_0\",\"treatment_0\",\"treatment_1\"]"),
    ] {
        assert!(text(script).contains(has), "{script}");
    }
    assert!(text("results/report.html").contains("aria-labelledby=\"flow-title flow-desc\""));
}

pub(crate) async fn export(server: &Server, target: &Path) -> (Package, Summary) {
    let request = Request { spreadsheet: true, ..server.package(target) };
    let summary = unmask_export::export(&server.app.store, &request).await.unwrap();
    (Package::read(target), summary)
}

/// The test forms of participants.
fn forms(package: &Package) -> BTreeMap<String, String> {
    let people = package.table("participants").into_iter();
    people.map(|row| (row["participant_id"].clone(), row["form"].clone())).collect()
}

/// The wide form has the values of the long form and no others, and scores as the study computes them.
fn wide_equals_long(server: &Server, package: &Package) {
    let study = &server.app.versions.active().study;
    let mut long: BTreeMap<(String, String), Value> = BTreeMap::new();
    for row in
        package.table("responses").iter().filter(|row| ["pre", "treatment", "post"].contains(&row["phase"].as_str()))
    {
        let value = sent::read(study, &row["variable"], &row["value"]);
        let before = long.insert((row["participant_id"].clone(), row["variable"].clone()), value);
        assert!(before.is_none(), "{row:?} is there twice");
    }
    let forms = forms(package);
    let mut seen = 0;
    for row in package.table("questionnaires") {
        let who = &row["participant_id"];
        let own: Earlier = long
            .iter()
            .filter(|((code, _), _)| code == who)
            .map(|((_, name), value)| (name.clone(), value.clone()))
            .collect();
        let form = if forms[who] == "x" { Form::X } else { Form::Y };
        let mut expected: BTreeMap<String, String> = BTreeMap::new();
        for (name, value) in &own {
            match value {
                Value::Array(chosen) => expected.extend(sent::options(study, name).into_iter().map(|option| {
                    let is_chosen = chosen.iter().any(|one| *one == option);
                    (format!("{name}.{option}"), if is_chosen { "1" } else { "0" }.to_owned())
                })),
                value => drop(expected.insert(name.clone(), sent::plain(value))),
            }
        }
        for (page, questionnaire) in &study.questionnaires {
            for scale in &questionnaire.scales {
                let score = scoring::score(questionnaire, scale, form, &own);
                let reached =
                    *page == QuestionnaireBlock::PRE && own.contains_key("pre_1") || own.contains_key("post_1");
                if reached && let Some(score) = score.as_f64() {
                    expected.insert(scale.id.clone(), score.to_string());
                }
            }
        }
        let given: BTreeMap<String, String> = row
            .iter()
            .filter(|(name, value)| *name != "participant_id" && !package::is_code(value))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        // The wide form cannot distinguish typed text from a code; the long form can.
        expected.retain(|_, value| !package::is_code(value));
        assert_eq!(given, expected, "{who}");
        seen += given.len();
    }
    assert!(seen > 60, "{seen}");
}

/// Judgements of the questionnaires are held against the truth of the participant's own form.
fn truths(server: &Server, package: &Package) {
    let study = &server.app.versions.active().study;
    let forms = forms(package);
    let mut judged = 0;
    for row in package.table("responses") {
        let item = study.questionnaires.values().flat_map(Questionnaire::items).find(|item| item.id == row["variable"]);
        let Some(Judgement { truth, .. }) = item.and_then(Item::judgement) else { continue };
        let form = if forms[&row["participant_id"]] == "x" { Form::X } else { Form::Y };
        assert_eq!(row["truth"], truth.for_form(form));
        assert_eq!(row["correct"] == "1", row["value"] == row["truth"], "{row:?}");
        judged += 1;
    }
    assert_eq!(judged, FINISHERS * 6);
    assert!(package.table("responses").iter().any(|row| row["attempt"] == "2"), "somebody tried again");
}

/// What the browser reported about a medium, under the name of its file.
fn media(package: &Package) {
    let exposures = package.table("exposures");
    assert_eq!(exposures.len(), FINISHERS);
    for row in exposures {
        let of = |name: &str| row[name].as_str();
        assert_eq!([of("file"), of("stimulus"), of("shown")], ["m03a.png", "practice-1", "original"]);
        assert_eq!([of("watched"), of("watched_s")], ["[[1.0,2.5],[0.0,1.5]]", "2.5"]);
        assert_eq!([of("first_frame_ms"), of("can_play_ms"), of("stalled_ms")], ["80.25", "NA_not_recorded", "0.1"]);
        assert_eq!([of("plays"), of("stalls"), of("seeks"), of("muted")], ["2", "1", "0", "0"]);
    }
    let opened: Vec<_> = package.table("events").into_iter().filter(|row| row["kind"] == "opened").collect();
    assert!(
        opened.len() == FINISHERS && opened.iter().all(|row| row["item"] == "zoom-2" && row["at_ms"] == "90"),
        "{opened:?}"
    );
}

/// Each reason for a missing value where it belongs.
fn reasons(package: &Package, people: &People) {
    let of = |walker: &Walker, column: &str| {
        let code = walker.client.user["code"].as_str().unwrap();
        let table = package.table("questionnaires");
        table.iter().find(|row| row["participant_id"] == code).unwrap()[column].clone()
    };
    assert_eq!(of(&people.halfway, "gender_words"), "NA_not_shown");
    assert_eq!(of(&people.halfway, "born"), "NA_skipped");
    assert_eq!(["channels.online", "channels.radio"].map(|column| of(&people.halfway, column)), ["1", "0"]);
    assert_eq!(["worry", "self_efficacy"].map(|column| of(&people.halfway, column)), ["NA_not_reached"; 2]);
    assert_eq!(["worry", "post_correct"].map(|column| of(&people.left, column)), ["NA_withdrawn"; 2]);
    assert_eq!(of(&people.finished[0], "remarks"), HOSTILE);
    assert_eq!(of(&people.finished[0], "ask_news"), "NA_skipped");
    let statuses: Vec<String> = package.table("participants").into_iter().map(|row| row["status"].clone()).collect();
    let count = |status: &str| statuses.iter().filter(|one| *one == status).count();
    assert_eq!((count("completed"), count("active"), count("withdrawn")), (FINISHERS, 1, 1));
    let consort: Value = serde_json::from_slice(&package.files["results/consort.json"]).unwrap();
    let total =
        |figure: &str| consort["arms"].as_array().unwrap().iter().map(|arm| arm[figure].as_i64().unwrap()).sum::<i64>();
    let figures = ["allocated", "completed", "underWay", "withdrawnKept", "withdrawnErased"].map(total);
    assert_eq!((consort["registered"].as_i64(), figures), (Some(9), [9, 6, 1, 1, 1]));
    let erased = package.table("allocations").into_iter().filter(|row| row["participant_id"] == "NA_erased").count();
    assert_eq!(erased, 1);
}

/// No name of an account, no session, nothing about erased participants.
fn no_participant_is_named(package: &Package, people: &People) {
    let mut secrets: BTreeSet<&str> =
        ["finisher-", "halfway", "leaver", "eraser", PASSWORD, "admin@example.org", &people.erased].into();
    secrets.extend(people.kept().map(|client| client.token.as_str()));
    for (path, content) in &package.files {
        let text = String::from_utf8_lossy(content);
        let found: Vec<_> = secrets.iter().filter(|secret| text.contains(**secret)).collect();
        assert!(found.is_empty(), "{found:?} in {path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_stratum_is_in_the_tables() {
    let device = "{ block_sizes: [3, 6], places: 12, strata: device }";
    let both = "{ block_sizes: [3, 6], places: 12, strata: [language, device] }";
    for (allocation, strata, listed) in [
        (device, ["computer", "phone"], json!(["computer", "phone"])),
        (both, ["en/computer", "en/phone"], json!(["en/computer", "en/phone"])),
        ("{ block_sizes: [3, 6] }", ["NA_not_applicable"; 2], json!(null)),
    ] {
        let server = Server::allocating(testing::sqlite().await, allocation).await;
        let folder = tempfile::tempdir().unwrap();
        register(&mut server.visitor(), "heron", &[]).await;
        register(&mut server.visitor(), "otter", &[PHONE]).await;
        let (package, _) = export(&server, &folder.path().join("package")).await;
        let fields = package.resource("participants")["schema"]["fields"].as_array().unwrap();
        let described = fields.iter().find(|field| field["name"] == "stratum").unwrap();
        assert_eq!(described["constraints"]["enum"], listed);
        let slots = package.table("allocations");
        let found: BTreeSet<_> = slots.iter().map(|row| row["stratum"].as_str()).collect();
        assert_eq!(found, BTreeSet::from(strata));
        for person in package.table("participants") {
            let slot = slots.iter().find(|slot| slot["participant_id"] == person["participant_id"]).unwrap();
            assert_eq!((&person["stratum"], &person["place"]), (&slot["stratum"], &slot["place"]));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn identities_are_a_file_of_their_own_and_archives_are_equal() {
    use std::os::unix::fs::PermissionsExt as _;

    let server = Server::sqlite().await;
    let recruitment = json!({ "PROLIFIC_PID": "5f1e", "STUDY_ID": "s-1" });
    let mut body = form("heron");
    body["recruitment"] = recruitment;
    let code = server.register(body).await.user["code"].as_str().unwrap().to_owned();
    let folder = tempfile::tempdir().unwrap();
    let (target, who) = (folder.path().join("data.zip"), folder.path().join("who.csv"));
    let mut request = Request { identities: Some(&who), ..server.package(&target) };
    unmask_export::export(&server.app.store, &request).await.unwrap();
    let text = std::fs::read_to_string(&who).unwrap();
    let (head, row) = text.split_once('\n').unwrap();
    assert_eq!(head, "participant_id,username,first_name,last_name,registered_at,PROLIFIC_PID,STUDY_ID,SESSION_ID");
    assert!(row.starts_with(&format!("{code},heron,,,2026-11-")) && row.ends_with(",5f1e,s-1,\n"), "{text}");
    for file in [&who, &target] {
        assert_eq!(std::fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600, "{}", file.display());
    }

    let again = folder.path().join("again.zip");
    request.target = &again;
    let rejected = unmask_export::export(&server.app.store, &request).await;
    assert!(matches!(rejected, Err(ExportError::Exists(path)) if path == who));
    request.identities = None;
    unmask_export::export(&server.app.store, &request).await.unwrap();
    let (first, second) = (package::packed(&target), package::packed(&again));
    assert!(first.len() > 50, "{}", first.len());
    // The manifest says how far the audit log was, and the first package is in it.
    let without_manifest = |files: &[package::Packed]| -> Vec<_> {
        files.iter().filter(|(path, ..)| path != "manifest.json").cloned().collect()
    };
    assert_eq!(without_manifest(&first), without_manifest(&second));
    assert_eq!(without_manifest(&first).len() + 1, first.len());
    let left: BTreeSet<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["again.zip", "data.zip", "who.csv"].map(Into::into).into());
    let log = audit::entries(&server.app.store).await.unwrap();
    assert_eq!(log.iter().filter(|entry| entry.details["identities"].is_string()).count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ranking_has_a_column_for_each_option() {
    let server = Server::sqlite().await;
    let mut walker = Walker::new(server.participant("heron").await).await;
    walker.until(|position| position == "/post-questionnaire").await;
    walker.step().await;
    let partial = json!({ "knows": "false", "sure_overall": 70, "ask_news": 1, "ask_friend": 2, "ask_other": 1 });
    let body = json!({ "section": "last", "answers": partial });
    let rejected = walker.client.post("/api/users/save-post-questionnaire-answers", body).await;
    let field = json!({ "item": "ask", "code": "rank_each", "message": "Give each option a different rank." });
    assert_eq!(rejected.is(422, "invalid_answers")["fields"], json!([field]));
    walker.finish().await;

    let folder = tempfile::tempdir().unwrap();
    let (package, _) = export(&server, &folder.path().join("package")).await;
    let row = &package.table("questionnaires")[0];
    let schema = &package.resource("questionnaires")["schema"];
    let mut ranks = Vec::new();
    for (name, option) in [
        ("ask_friend", "A friend"),
        ("ask_search", "A search engine"),
        ("ask_news", "A news desk"),
        ("ask_other", "Someone else"),
    ] {
        let described = schema["fields"].as_array().unwrap().iter().find(|field| field["name"] == name).unwrap();
        let title = format!("Whom would you ask first if you doubted a clip? {option}");
        assert_eq!((&described["title"], &described["type"]), (&title.into(), &"integer".into()));
        assert_eq!(described["constraints"], json!({ "minimum": 1, "maximum": 4 }));
        ranks.push(row[name].as_str());
    }
    ranks.sort_unstable();
    assert_eq!(ranks, ["1", "2", "3", "4"]);
}
