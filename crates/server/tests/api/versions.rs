//! A study that changes while it runs.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use unmask_server::app::App;
use unmask_server::base::clock::Clock;
use unmask_server::base::config::Settings;
use unmask_server::read_models::flow::{Flow, Stage};
use unmask_server::routes;
use unmask_store::testing;
use unmask_study::StepKind;
use unmask_study::plan::Plan;

use crate::export::package::Package;
use crate::support::{Client, contains, edited, form, package, rewrite, settings};

/// Settings for a copy of the small study, which a test may change.
fn of_its_own(folder: &Path, database: &testing::Database) -> Settings {
    let study = edited(folder, |text| text);
    Settings { study, database_url: database.url.clone(), ..settings(folder) }
}

/// A study whose `study.yaml` changes while it runs.
struct Changing {
    /// With the study in it.
    _folder: tempfile::TempDir,
    database: testing::Database,
    settings: Settings,
    clock: Clock,
}

impl Changing {
    /// With its first text.
    async fn begin() -> (Self, String) {
        let (folder, database) = (tempfile::tempdir().unwrap(), testing::sqlite().await);
        let settings = Settings { activate: true, ..of_its_own(folder.path(), &database) };
        let first = std::fs::read_to_string(settings.study.join("study.yaml")).unwrap();
        let clock = Clock::fixed(1_795_168_800_000);
        (Self { _folder: folder, database, settings, clock }, first)
    }

    /// The server starts with that text.
    async fn open(&self, text: &str) -> anyhow::Result<App> {
        std::fs::write(self.settings.study.join("study.yaml"), text).unwrap();
        App::open(self.settings.clone(), self.clock.clone(), self.database.store.clone()).await
    }
}

#[tokio::test]
async fn a_changed_bundle_needs_a_word_and_people_finish_what_they_started() {
    let (folder, database) = (tempfile::tempdir().unwrap(), testing::sqlite().await);
    let mut settings = of_its_own(folder.path(), &database);
    let study = settings.study.clone();
    let clock = Clock::fixed(1_795_168_800_000);
    let open = async |settings| App::open(settings, clock.clone(), database.store.clone()).await;

    let app = open(settings.clone()).await.unwrap();
    let mut early = register(&app, "early").await;
    let title = early.get("/api/questionnaires/pre").await.ok()["title"].clone();

    let pre = study.join("questionnaires/pre.yaml");
    rewrite(&pre, |text| text.replace("title: About you", "title: First of all"));
    let app = open(settings.clone()).await.unwrap();
    let rejected = app.versions.rejected().expect("a changed bundle is not served");
    assert!(rejected.contains("unmask activate"), "{rejected}");
    let mut meanwhile = register(&app, "meanwhile").await;
    assert_eq!(meanwhile.get("/api/questionnaires/pre").await.ok()["title"], title);

    settings.activate = true;
    let app = open(settings.clone()).await.unwrap();
    let mut late = register(&app, "late").await;
    assert_eq!(late.get("/api/questionnaires/pre").await.ok()["title"], "First of all");
    early.serve_by(routes::router(app.clone()));
    assert_eq!(early.get("/api/questionnaires/pre").await.ok()["title"], title);
    let audit = unmask_store::audit::entries(&app.store).await.unwrap();
    assert_eq!(audit.iter().filter(|entry| entry.action == "activate study version").count(), 2);
}

/// A bundle that was activated before is not checked again; but only while not a byte of it has changed.
#[tokio::test]
async fn a_medium_that_has_changed_is_noticed_at_the_next_start() {
    let (folder, database) = (tempfile::tempdir().unwrap(), testing::sqlite().await);
    let settings = of_its_own(folder.path(), &database);
    let study = settings.study.clone();
    let open = async || App::open(settings.clone(), Clock::fixed(1_795_168_800_000), database.store.clone()).await;
    open().await.unwrap();
    open().await.unwrap();

    let file = study.join("media/m05a.mp4");
    let (written, mut clip) = (std::fs::metadata(&file).unwrap().modified().unwrap(), std::fs::read(&file).unwrap());
    *clip.last_mut().unwrap() ^= 1;
    std::fs::write(&file, clip).unwrap();
    std::fs::File::options().write(true).open(&file).unwrap().set_modified(written).unwrap();
    let problems = open().await.unwrap().versions.rejected().expect("the changed folder is not served");
    assert!(problems.contains("the checksum of media/m05a.mp4 is not the one stated here"), "{problems}");
}

/// If an earlier version is activated again, plan, title and texts of the analysis come from the active version, not
/// from the newest.
#[tokio::test]
async fn a_version_that_was_gone_back_to_speaks_for_the_study() {
    let (study, first) = Changing::begin().await;
    let second = first.replace("title: Seeing and judging", "title: Judging and seeing");
    assert_ne!(first, second);
    let mut titles = Vec::new();
    for (day, text) in [&first, &second, &first].into_iter().enumerate() {
        let app = study.open(text).await.unwrap();
        register(&app, &format!("day-{day}")).await;
        let input = unmask_export::report_input(&app.store, false).await.unwrap();
        assert_eq!(input.design.version, app.versions.active().study.hash);
        titles.push(input.design.title);
        study.clock.advance(Duration::from_hours(24));
    }
    assert_eq!(titles, ["Seeing and judging", "Judging and seeing", "Seeing and judging"]);
}

/// A draft, a typo and a return to the plan are no deviations. A changed margin is one, with the number of participants
/// who had registered before.
#[tokio::test]
async fn deviations_from_the_plan_at_the_first_participant_are_in_the_report() {
    let (study, text) = Changing::begin().await;
    let with = |margin: &str| format!("{text}\nanalysis: {{ false_alarms: {{ margin: {margin} }} }}\n");
    assert!(!text.contains("\nanalysis:"));
    let (draft, planned, later) = (with("0.2"), with("0.05"), with("0.1"));
    let typo = planned.replace("title: Seeing and judging", "title: Judging and seeing");
    study.open(&draft).await.unwrap();
    study.clock.advance(Duration::from_hours(24));
    let mut report = None;
    for (day, text) in [&planned, &typo, &later, &planned].into_iter().enumerate() {
        let app = study.open(text).await.unwrap();
        register(&app, &format!("day-{day}")).await;
        let input = unmask_export::report_input(&app.store, false).await.unwrap();
        let plan = unmask_study::report::report(&input).trial.plan.unwrap();
        assert_eq!(plan.deviations.len(), usize::from(day >= 2), "day {day}: {plan:?}");
        let active = Plan::of(&app.versions.active().study).hash();
        assert_eq!(plan.hash == active, day != 2, "day {day}");
        report = Some(plan);
        study.clock.advance(Duration::from_hours(24));
    }
    let found = &report.unwrap().deviations[0];
    assert_eq!(found.key, "analysis.false_alarms.margin");
    assert_eq!((found.planned.as_str(), found.later.as_str(), found.registered_before), ("0.05", "0.1", 2));
}

/// The schedule was drawn for the arms that a study started with: its free places would be of an arm that is gone, and
/// one that is new would have none. Nor can a database change to another study.
#[tokio::test]
async fn a_study_that_runs_keeps_its_arms_and_its_name() {
    let (study, all) = Changing::begin().await;
    let rejected = async |text: &str| study.open(text).await.err().expect("it is rejected").to_string();
    let from = all.find("  treatment_1:\n").unwrap();
    let to = from + all[from..].find("allocation:\n").unwrap();
    let without = format!("{}{}", &all[..from], &all[to..]).replace("block_sizes: [3, 6]", "block_sizes: [2, 4]");
    let (without, expected) = without.rsplit_once("  treatment_1: {").unwrap();
    let without = format!("{without}{}", expected.split_once('\n').unwrap().1);
    study.open(&all).await.unwrap();

    let other = rejected(&all.replace("id: small\n", "id: other\n")).await;
    assert!(other.contains("is 'other', and the database contains 'small'"), "{other}");
    // A file that no arm uses any more would be another error.
    let (flow, kept) = (study.settings.study.join("flow-b.yaml"), study.settings.study.join(".flow-b.yaml"));
    std::fs::rename(&flow, &kept).unwrap();
    let fewer = rejected(&without).await;
    let says =
        ["has the arms control_0, treatment_0, and", "with control_0, treatment_0, treatment_1,", "a quota of 0"];
    contains(&fewer, &says);
    std::fs::rename(&kept, &flow).unwrap();
    study.open(&all.replace("title: Seeing and judging", "title: Judging and seeing")).await.unwrap();
}

/// In an earlier version, a step that not all of its arms have would reveal the arm.
#[tokio::test]
async fn a_step_that_some_arm_of_an_earlier_version_lacks_has_no_name_before_unblinding() {
    let (study, all_have_it) = Changing::begin().await;
    let way = "      - /treatment-questionnaire\n      - /control-flow\n";
    let not_all = all_have_it.replace(way, "      - /control-flow\n");
    assert_ne!(not_all, all_have_it);
    let mut named = Vec::new();
    for (name, text) in [("early", not_all), ("late", all_have_it)] {
        let app = study.open(&text).await.unwrap();
        register(&app, name).await;
        let flow = |unblinded| Flow::of(&app.versions, &app.console.arms(unblinded));
        let step = StepKind::TreatmentQuestionnaire.into();
        assert_eq!(flow(true).stage(step), Stage::Own(step));
        named.push(flow(false).stage(step));
    }
    assert_eq!(named, [Stage::ArmSpecificPart; 2]);
}

/// One choice becomes several: who made the one has no columns of options, and who made several has no single one.
#[tokio::test]
async fn a_question_that_takes_several_answers_from_now_on_has_columns_of_both_kinds() {
    let (folder, database) = (tempfile::tempdir().unwrap(), testing::sqlite().await);
    let settings = Settings { activate: true, ..of_its_own(folder.path(), &database) };
    let open = async || App::open(settings.clone(), Clock::fixed(1_795_168_800_000), database.store.clone()).await;
    let answer = async |app: &App, name: &str, gender: Value| {
        let answers = json!({ "age": 44, "gender": gender, "channels": ["online"] });
        let body = json!({ "section": "you", "answers": answers });
        let mut client = register(app, name).await;
        client.post("/api/users/save-pre-questionnaire-answers", body).await.ok();
        client.user["code"].as_str().unwrap().to_owned()
    };
    let early = answer(&open().await.unwrap(), "early", json!("woman")).await;
    rewrite(&settings.study.join("questionnaires/pre.yaml"), |text| {
        let several = text.replacen("id: gender\n        kind: single", "id: gender\n        kind: multiple", 1);
        assert_ne!(text, several);
        several
    });
    let app = open().await.unwrap();
    let late = answer(&app, "late", json!(["woman", "other"])).await;

    let target = folder.path().join("package");
    let request = unmask_export::Request { csv_alone: true, ..package(&target) };
    unmask_export::export(&app.store, &request).await.unwrap();
    let table = Package::read(&target).table("questionnaires");
    let of = |code: &str| {
        let row = table.iter().find(|row| row["participant_id"] == code).unwrap();
        ["gender", "gender.woman", "gender.man", "gender.other"].map(|column| row[column].clone())
    };
    let not = "NA_not_in_version";
    assert_eq!(of(&early), ["woman", not, not, not]);
    assert_eq!(of(&late), [not, "1", "0", "1"]);
}

async fn register(app: &App, name: &str) -> Client {
    let mut client = Client::new(routes::router(app.clone()));
    client.register(&[], form(name)).await;
    client
}
