//! A study with four arms and a second part after twelve days.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};
use unmask_export::report_input;
use unmask_server::base::clock::Clock;
use unmask_store::testing::{self, Database};
use unmask_store::{AuditAction, audit};
use unmask_study::report::report;

use crate::admin::results::results;
use crate::afterwards::{recruited, recruited_as};
use crate::export::export;
use crate::support::{Client, Server, Walker, at_once, copy, fails, fixture, rewrite, works};

const DAY: Duration = Duration::from_hours(24);
/// An ID that somebody typed into the link.
const FORMULA: &str = "=HYPERLINK(\"http://evil.example\",\"x\")";
const ARMS: [&str; 4] = ["control", "cues", "context", "both"];

pub(crate) fn study(folder: &Path) -> PathBuf {
    let study = folder.join("two-waves");
    copy(&fixture(), &study);
    copy(&fixture().join("../two-waves"), &study);
    study
}

/// The completion code that the last page shows.
async fn code(client: &mut Client) -> Value {
    client.get("/api/users/completion").await.ok()["code"].clone()
}

/// The study with a third part, and its second part open from a day on.
pub(crate) fn with_third_part(folder: &Path, second_from: u32) -> PathBuf {
    let study = study(folder);
    let path = study.join("study.yaml");
    let third = "  - id: third\n    title: Third part\n    after: main\n    opens: { days: 12 }\n    closes: { days: 30 }\n    \
                 minutes: 5\n    completion_code: SMALL-THIRD\n    steps:\n      - { page: /post-questionnaire, id: \
                 once-more, content: questionnaires/again.yaml, prefix: t3_ }\n      - { page: /end, id: end-last \
                 }\nallocation:\n";
    let text = std::fs::read_to_string(&path).unwrap();
    let text = text.replace("opens: { days: 12 }", &format!("opens: {{ days: {second_from} }}"));
    std::fs::write(path, text.replace("allocation:\n", third)).unwrap();
    study
}

/// The states of the later parts.
pub(crate) async fn states(client: &mut Client) -> Vec<Value> {
    let user = client.get("/api/users/profile").await.ok();
    user["waves"].as_array().unwrap().iter().map(|part| part["state"].clone()).collect()
}

pub(crate) async fn begin(walker: &mut Walker) {
    walker.client.put("/api/users/current-state", json!({ "currentState": "/post-questionnaire" })).await.ok();
    walker.position = "/post-questionnaire".into();
}

async fn state(client: &mut Client) -> (Value, Value, Value) {
    let user = client.get("/api/users/profile").await.ok();
    let position = client.get("/api/users/current-state").await.ok();
    (user["waves"][0]["state"].clone(), position["currentState"].clone(), position["nextState"].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_part_opens_after_twelve_days_and_ends_at_its_own_end() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    for arm in ARMS {
        let mut walker = Walker::finished(server.participant_in(arm).await).await;
        let user = walker.client.user["username"].as_str().unwrap().to_owned();
        assert_eq!(state(&mut walker.client).await, (json!("waiting"), json!("/end"), Value::Null), "{arm}");
        // The right answers are not told before the second part, on no way.
        let debrief = walker.client.get("/api/debrief").await.ok();
        assert_eq!((&debrief["items"], &debrief["training"]), (&json!([]), &json!([])), "{arm}");
        assert_eq!(debrief["waves"][0]["title"], "Second part");
        let own = walker.client.get("/api/users/data").await.ok()["research"].clone();
        assert!(own["participant"].get("group").is_none() && own["submissions"][0].get("correct").is_none(), "{arm}");
        assert_eq!(own["waves"][0]["wave"], "follow_up");
        assert_eq!(code(&mut walker.client).await, "SMALL-DONE");
        let early = json!({ "currentState": "/post-questionnaire" });
        walker.client.put("/api/users/current-state", early.clone()).await.is(409, "wrong_page");

        server.clock.advance(DAY * 13);
        walker.client.sign_in(&user).await;
        assert_eq!(
            state(&mut walker.client).await,
            (json!("open"), json!("/end"), json!("/post-questionnaire")),
            "{arm}"
        );
        walker.client.put("/api/users/current-state", early).await.ok();
        let asked = walker.client.get("/api/questionnaires/post").await.ok();
        assert_eq!(asked["title"], "Two weeks later");
        assert_eq!(state(&mut walker.client).await.0, "started");
        walker.position = "/post-questionnaire".into();
        walker.finish().await;
        assert_eq!(state(&mut walker.client).await, (json!("completed"), json!("/end"), Value::Null), "{arm}");
        let debrief = walker.client.get("/api/debrief").await.ok();
        assert!(debrief["html"].as_str().unwrap().contains("Thank you for coming back"), "{arm}");
        let completion = walker.client.get("/api/users/completion").await.ok();
        assert_eq!(completion["code"], "SMALL-AGAIN");
        // Who closed the first last page too early still gets its code.
        assert_eq!(
            (&completion["others"][0]["title"], &completion["others"][0]["code"]),
            (&Value::Null, &json!("SMALL-DONE"))
        );
        let own = walker.client.get("/api/users/data").await.ok()["research"].clone();
        assert_eq!(own["participant"]["group"], arm);
        assert!(!debrief["items"].as_array().unwrap().is_empty(), "{arm}");
    }
    let overview = server.admin().await.get("/api/admin/overview").await.ok();
    let later = &overview["waves"][0];
    assert_eq!((&later["id"], &later["all"]["completed"]), (&json!("follow_up"), &json!(ARMS.len())));
    assert_eq!(
        later["arms"].as_array().unwrap().iter().map(|arm| arm["completed"].clone()).collect::<Vec<_>>(),
        [1, 1, 1, 1]
    );
    let (package, _) = export(&server, &folder.path().join("package")).await;
    let planned = package.table("waves");
    assert!(
        planned.len() == ARMS.len() && planned.iter().all(|row| row["completed_at"].starts_with("20")),
        "{planned:?}"
    );
    let later = |table| package.table(table).into_iter().filter(|row| row["wave"] == "follow_up").collect::<Vec<_>>();
    let blocks = |table| later(table).into_iter().map(|row| row["block"].clone()).collect::<Vec<_>>();
    assert_eq!(blocks("submissions"), vec!["again"; ARMS.len()]);
    assert_eq!(blocks("responses"), vec!["again"; ARMS.len()]);
    let mut steps = blocks("steps");
    steps.sort_unstable();
    assert_eq!(steps, [vec!["again"; ARMS.len()], vec!["end-again"; ARMS.len()]].concat());
}

/// How many entered the second part and its end, as the overview counts them.
async fn came_back(server: &Server) -> [i64; 2] {
    let overview = server.admin().await.get("/api/admin/overview?simulated=true").await.ok();
    assert_eq!(overview["blinded"], true);
    ["/post-questionnaire (again)", "/end (end-again)"].map(|path| {
        let steps = overview["steps"].as_array().unwrap();
        let step = steps.iter().find(|step| step["step"] == path);
        step.unwrap_or_else(|| panic!("{overview}"))["entered"].as_i64().unwrap()
    })
}

/// One arm has a step more before the second part. While the study is blinded, simulated participants are counted in
/// another arm than their own, and a new version can have other steps: a count by the number of a step in either would
/// reveal the arm.
#[tokio::test(flavor = "multi_thread")]
async fn the_funnel_counts_the_second_part_in_arms_of_any_length() {
    let folder = tempfile::tempdir().unwrap();
    let study = study(folder.path());
    let server = Server::over(&study).await;
    // The second part is open for simulated participants at once.
    for number in 0..8 {
        let mut walker = Walker::finished(server.simulated(&format!("simulated-{number}")).await).await;
        begin(&mut walker).await;
        walker.finish().await;
    }
    let mut walkers = Vec::new();
    for arm in ARMS {
        walkers.push(Walker::finished(server.participant_in(arm).await).await);
    }
    server.clock.advance(DAY * 13);
    for walker in &mut walkers {
        let user = walker.client.user["username"].as_str().unwrap().to_owned();
        walker.client.sign_in(&user).await;
        begin(walker).await;
        walker.finish().await;
    }
    assert_eq!(came_back(&server).await, [12, 12]);

    rewrite(&study.join("study.yaml"), |text| text.replace("/pre-questionnaire, /home, ", "/pre-questionnaire, "));
    let args = ["activate", "--study", study.to_str().unwrap(), "--yes", "--reason", "No practice"];
    works(&server.run(folder.path(), &args));
    server.app.follow().await.unwrap();
    assert_eq!(came_back(&server).await, [12, 12]);
}

/// Two posts to judge, one of them misleading.
const JUDGED: &str = r#"
      - id: later_1
        kind: judgement
        label: Is this post genuine or misleading?
        post: {author: Weather Desk, handle: "@weather", age: 1 hour ago, text: Storm tonight.}
        truth: genuine
        options: [{value: genuine, label: Genuine}, {value: misleading, label: Misleading}]
      - id: later_2
        kind: judgement
        label: Is this post genuine or misleading?
        post: {author: Fast Facts, handle: "@fastfacts", age: 1 hour ago, text: All trains are free today.}
        truth: misleading
        options: [{value: genuine, label: Genuine}, {value: misleading, label: Misleading}]
"#;

/// One person in each arm: the first does not come back, the second one begins the part, the others complete it.
#[tokio::test(flavor = "multi_thread")]
async fn the_report_says_who_came_back_and_what_they_judged() {
    let folder = tempfile::tempdir().unwrap();
    let study = study(folder.path());
    let path = study.join("questionnaires/again.yaml");
    let asked = std::fs::read_to_string(&path).unwrap();
    std::fs::write(path, asked + JUDGED.trim_start_matches('\n')).unwrap();
    let server = Server::over(&study).await;
    let mut walkers = Vec::new();
    for arm in ARMS {
        walkers.push(Walker::finished(server.participant_in(arm).await).await);
    }
    server.clock.advance(DAY * 13);
    for (number, walker) in walkers.iter_mut().enumerate().skip(1) {
        let user = walker.client.user["username"].as_str().unwrap().to_owned();
        walker.client.sign_in(&user).await;
        begin(walker).await;
        if number > 1 {
            walker.finish().await;
        }
    }
    let input = report_input(&server.app.store, false).await.unwrap();
    let found = report(&input);
    let wave = &found.waves[0];
    let counts = wave.loss.arms.iter().map(|arm| [arm.planned, arm.begun, arm.completed, arm.not_completed]);
    assert_eq!(counts.collect::<Vec<_>>(), [[1, 0, 0, 1], [1, 1, 0, 1], [1, 1, 1, 0], [1, 1, 1, 0]]);
    assert_eq!((wave.id.as_str(), wave.items), ("follow_up", 2));
    for outcome in &wave.outcomes {
        assert_eq!(outcome.means.iter().map(|mean| mean.n).collect::<Vec<_>>(), [0, 0, 1, 1], "{}", outcome.id);
    }
    let judged: usize = input.people.iter().flat_map(|person| &person.later).map(|part| part.judged.len()).sum();
    assert_eq!(judged, 4);
    let mut admin = server.admin().await;
    assert_eq!(
        results(&mut admin, false).await["waves"][0]["loss"]["closes"],
        serde_json::to_value(&wave.loss.closes).unwrap()
    );
    let drawn = admin.get("/api/admin/drawings/results?chart=parts&locale=de").await.ok();
    let svg = drawn["svg"].as_str().unwrap();
    assert!(svg.contains("Erster Teil, nachher") && svg.contains("Second part") && svg.contains("Arm A"), "{svg}");
    // The package gathers the same while it writes the tables.
    let (package, _) = export(&server, &folder.path().join("package")).await;
    let written: Value = serde_json::from_slice(&package.files["results/report.json"]).unwrap();
    assert_eq!(written["waves"], serde_json::to_value(&found.waves).unwrap());
}

const ADMIN: &str = "admin@example.org";

/// The figures of the only later part in an arm.
fn part(figures: &Value, arm: usize) -> Vec<u64> {
    let part = &figures["arms"][arm]["parts"][0];
    assert_eq!(part["wave"], "follow_up", "{figures}");
    let names = ["due", "opened", "started", "completed", "underWay", "missed", "withdrawn", "excluded", "analysable"];
    names.iter().map(|name| part[name].as_u64().unwrap_or_else(|| panic!("{name}: {part}"))).collect()
}

/// One person in each arm: waiting, started, withdrawn after the start, completed and excluded. Then the part is over.
#[tokio::test(flavor = "multi_thread")]
async fn the_flow_diagram_counts_the_second_part_in_each_arm() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    let mut admin = server.admin().await;
    let mut walkers = Vec::new();
    for arm in ARMS {
        walkers.push(Walker::finished(server.participant_in(arm).await).await);
    }
    let waiting = admin.get("/api/admin/consort").await.ok();
    // Blinded arms are in another order; the part is the same in all of them.
    for arm in 0..ARMS.len() {
        assert_eq!(part(&waiting, arm), [1, 0, 0, 0, 1, 0, 0, 0, 0]);
    }
    server.clock.advance(DAY * 13);
    for (number, walker) in walkers.iter_mut().enumerate().skip(1) {
        let user = walker.client.user["username"].as_str().unwrap().to_owned();
        walker.client.sign_in(&user).await;
        begin(walker).await;
        match number {
            2 => drop(walker.client.post("/api/users/withdraw", json!({ "mode": "keep" })).await.ok()),
            3 => {
                walker.finish().await;
                let code = walker.client.user["code"].as_str().unwrap().to_owned();
                let address = format!("/api/admin/participants/{code}/exclusion");
                admin.sign_in(ADMIN).await;
                admin.post(&address, json!({ "reason": "took part twice" })).await.ok();
            }
            _ => {}
        }
    }
    admin.sign_in(ADMIN).await;
    admin.post("/api/admin/unblinding", json!({ "reason": "the data are complete" })).await.ok();
    let open = admin.get("/api/admin/consort").await.ok();
    let expected = [
        [1, 1, 0, 0, 1, 0, 0, 0, 0],
        [1, 1, 1, 0, 1, 0, 0, 0, 0],
        [1, 1, 1, 0, 0, 0, 1, 0, 0],
        [1, 1, 1, 1, 0, 0, 0, 1, 0],
    ];
    for (arm, expected) in expected.iter().enumerate() {
        assert_eq!(part(&open, arm), expected, "{arm}");
    }
    let (package, _) = export(&server, &folder.path().join("package")).await;
    let written: Value = serde_json::from_slice(&package.files["results/consort.json"]).unwrap();
    let by_name = |name: &str| {
        let arm = written["arms"].as_array().unwrap().iter().position(|arm| arm["arm"] == name);
        part(&written, arm.unwrap())
    };
    let rows = package.table("consort");
    for (name, expected) in ARMS.iter().zip(expected) {
        assert_eq!(by_name(name), expected, "{name}");
        // Nothing ends this part by a time limit or failed checks, and no participant declines it.
        let is_shown = |figure: &str| !["timed_out", "timedOut", "failed", "declined"].contains(&figure);
        let later = rows.iter().filter(|row| {
            row["arm"] == *name && row["wave"] == "follow_up" && row["step"].is_empty() && is_shown(&row["figure"])
        });
        assert_eq!(later.map(|row| row["people"].parse::<u64>().unwrap()).collect::<Vec<_>>(), expected, "{name}");
    }
    let entered = rows.iter().filter(|row| row["figure"] == "entered" && row["wave"] == "follow_up");
    assert_eq!(
        entered.map(|row| row["people"].parse::<u64>().unwrap()).sum::<u64>(),
        4,
        "three began it, one ended it"
    );
    // It closed two days ago; who began it had one more. The package counts until the newest time in the data.
    server.clock.advance(DAY * 10);
    admin.sign_in(ADMIN).await;
    let over = admin.get("/api/admin/consort").await.ok();
    assert_eq!((part(&over, 0), part(&over, 1)), (vec![1, 1, 0, 0, 0, 1, 0, 0, 0], vec![1, 1, 1, 0, 0, 1, 0, 0, 0]));
    let (again, _) = export(&server, &folder.path().join("again")).await;
    assert_eq!(again.files["results/consort.json"], package.files["results/consort.json"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_come_back_in_time_has_missed_the_second_part() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    let mut walker = Walker::finished(server.participant_in("cues").await).await;
    let user = walker.client.user["username"].as_str().unwrap().to_owned();
    server.clock.advance(DAY * 13);
    walker.client.sign_in(&user).await;
    walker.client.put("/api/users/current-state", json!({ "currentState": "/post-questionnaire" })).await.ok();
    // It closed two days ago; who began it had one more.
    server.clock.advance(DAY * 10);
    walker.client.sign_in(&user).await;
    assert_eq!(state(&mut walker.client).await, (json!("missed"), json!("/end"), Value::Null));
    assert_eq!(code(&mut walker.client).await, "SMALL-DONE", "of the part that they completed");
    let overview = server.admin().await.get("/api/admin/overview").await.ok();
    assert_eq!(
        (&overview["waves"][0]["all"]["missed"], &overview["waves"][0]["all"]["completed"]),
        (&json!(1), &json!(0))
    );
    let late = json!({ "section": "later", "answers": { "later_noticed": 3 } });
    walker.client.post("/api/users/save-post-questionnaire-answers", late).await.is(409, "wrong_page");
    let debrief = walker.client.get("/api/debrief").await.ok();
    assert!(!debrief["items"].as_array().unwrap().is_empty());
    let html = debrief["html"].as_str().unwrap();
    assert!(html.contains("Thank you") && !html.contains("coming back"), "of the part that they completed: {html}");
}

#[tokio::test(flavor = "multi_thread")]
async fn parts_that_are_open_at_once_are_done_one_after_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&with_third_part(folder.path(), 12)).await;
    let mut walker = Walker::finished(server.participant_in("cues").await).await;
    let user = walker.client.user["username"].as_str().unwrap().to_owned();
    server.clock.advance(DAY * 13);
    walker.client.sign_in(&user).await;
    // A second click leads to no other part.
    for _ in 0..2 {
        begin(&mut walker).await;
        assert_eq!(states(&mut walker.client).await, ["started", "open"]);
    }
    walker.finish().await;
    assert_eq!(code(&mut walker.client).await, "SMALL-AGAIN");
    assert_eq!(states(&mut walker.client).await, ["completed", "open"]);
    assert_eq!(walker.client.get("/api/debrief").await.ok()["items"], json!([]));
    begin(&mut walker).await;
    walker.finish().await;
    assert_eq!(states(&mut walker.client).await, ["completed", "completed"]);
    assert_eq!(code(&mut walker.client).await, "SMALL-THIRD");
    assert_ne!(walker.client.get("/api/debrief").await.ok()["items"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_part_that_opens_later_is_not_lost_if_another_one_is_done_first() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&with_third_part(folder.path(), 18)).await;
    let mut walker = Walker::finished(server.participant_in("both").await).await;
    let user = walker.client.user["username"].as_str().unwrap().to_owned();
    server.clock.advance(DAY * 13);
    walker.client.sign_in(&user).await;
    begin(&mut walker).await;
    walker.finish().await;
    assert_eq!(states(&mut walker.client).await, ["waiting", "completed"]);
    server.clock.advance(DAY * 6);
    walker.client.sign_in(&user).await;
    begin(&mut walker).await;
    walker.finish().await;
    assert_eq!(states(&mut walker.client).await, ["completed", "completed"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_begins_in_time_can_finish_within_a_day() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    let mut walker = Walker::finished(server.participant_in("control").await).await;
    let user = walker.client.user["username"].as_str().unwrap().to_owned();
    server.clock.advance(Duration::from_hours(21 * 24 - 1));
    walker.client.sign_in(&user).await;
    begin(&mut walker).await;
    server.clock.advance(DAY);
    walker.client.sign_in(&user).await;
    walker.finish().await;
    assert_eq!(states(&mut walker.client).await, ["completed"]);
}

/// The same page follows in both parts. A copy of the move of the first part that arrives in the second one begins
/// nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_late_copy_of_a_move_begins_no_part() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    let mut walker = server.walker_in("cues", |page| page == "/flow-a/end").await;
    let user = walker.client.user["username"].as_str().unwrap().to_owned();
    let body = || json!({ "currentState": "/post-questionnaire" }).to_string().into_bytes();
    let key = [("idempotency-key", "0198a9c0-0000-7000-8000-000000000001")];
    walker.client.send("PUT", "/api/users/current-state", &key, body()).await.ok();
    walker.position = "/post-questionnaire".into();
    walker.finish().await;
    server.clock.advance(DAY * 13);
    walker.client.sign_in(&user).await;
    let late = walker.client.send("PUT", "/api/users/current-state", &key, body()).await.ok();
    assert_eq!(late["currentState"], "/end");
    assert_eq!(states(&mut walker.client).await, ["open"]);
    begin(&mut walker).await;
    assert_eq!(states(&mut walker.client).await, ["started"]);
}

/// A move that begins a part is sent again while it is handled: each copy has the same effect as one.
async fn copies_of_the_move_that_begins_a_part_are_all_accepted(database: Database) {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::on(database, &study(folder.path())).await;
    let mut back = vec![];
    for arm in ARMS {
        back.push(Walker::finished(server.participant_in(arm).await).await.client);
    }
    server.clock.advance(DAY * 13);
    for (number, mut client) in back.into_iter().enumerate() {
        let user = client.user["username"].as_str().unwrap().to_owned();
        client.sign_in(&user).await;
        let key = format!("0198a9c0-0000-7000-8000-00000000000{number}");
        let replies = at_once(12, |_| {
            let (mut client, key) = (client.clone(), key.clone());
            let body = json!({ "currentState": "/post-questionnaire" }).to_string().into_bytes();
            async move { client.send("PUT", "/api/users/current-state", &[("idempotency-key", &key)], body).await }
        });
        for reply in replies.await {
            assert_eq!(reply.ok()["currentState"], "/post-questionnaire");
        }
        assert_eq!(states(&mut client).await, ["started"]);
    }
}

mod copies_of_a_move {
    use super::testing;

    #[tokio::test(flavor = "multi_thread")]
    async fn on_sqlite() {
        super::copies_of_the_move_that_begins_a_part_are_all_accepted(testing::sqlite().await).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn on_postgres() {
        super::copies_of_the_move_that_begins_a_part_are_all_accepted(testing::postgres().await).await;
    }
}

/// Nobody who has withdrawn is shown with a part to come.
#[tokio::test(flavor = "multi_thread")]
async fn who_has_withdrawn_has_no_part_to_come() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    let mut client = Walker::finished(server.participant_in("cues").await).await.client;
    let stays = Walker::finished(server.participant_in("context").await).await.client;
    let user = client.user["username"].as_str().unwrap().to_owned();
    server.clock.advance(DAY * 13);
    client.sign_in(&user).await;
    assert_eq!(states(&mut client).await, vec![json!("open")]);
    client.post("/api/users/withdraw", json!({ "mode": "keep" })).await.ok();
    client.sign_in(&user).await;
    let profile = client.get("/api/users/profile").await.ok();
    assert!(profile.get("waves").is_none_or(|waves| *waves == json!([])), "{profile}");
    // The first view of the console: a second one may show the same moment for a while.
    let list = server.admin().await.get("/api/admin/participants?wave=follow_up&waveState=open").await.ok();
    let codes: Vec<_> = list["participants"].as_array().unwrap().iter().map(|row| row["code"].clone()).collect();
    assert_eq!(codes, [stays.user["code"].clone()]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_console_shows_and_filters_participants_by_part() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    let mut codes = Vec::new();
    for (number, arm) in ["control", "cues", "context"].into_iter().enumerate() {
        let mut walker = Walker::finished(server.participant_in(arm).await).await;
        let user = walker.client.user["username"].as_str().unwrap().to_owned();
        codes.push(walker.client.user["code"].as_str().unwrap().to_owned());
        server.clock.advance(DAY * 12);
        if number < 2 {
            walker.client.sign_in(&user).await;
            begin(&mut walker).await;
        }
        if number == 0 {
            walker.finish().await;
        }
    }
    // Registered, without a later part so far.
    server.participant("heron").await;
    let list = async |query: &str| {
        let list = server.admin().await.get(&format!("/api/admin/participants?{query}")).await.ok();
        let codes = |row: &Value| row["code"].as_str().unwrap().to_owned();
        list["participants"].as_array().unwrap().iter().map(codes).collect::<Vec<_>>()
    };
    // The second one began on day 12 of theirs; that was twelve days ago, so the part is over for them.
    assert_eq!(list("wave=follow_up").await, [2, 1, 0].map(|number: usize| codes[number].clone()));
    for (state, number) in [("completed", 0), ("missed", 1), ("open", 2)] {
        assert_eq!(list(&format!("wave=follow_up&waveState={state}")).await, [codes[number].clone()], "{state}");
        assert_eq!(list(&format!("waveState={state}")).await, [codes[number].clone()], "{state}");
    }
    assert!(list("wave=other").await.is_empty() && list("wave=follow_up&waveState=waiting").await.is_empty());

    let mut admin = server.admin().await;
    let parts = async |admin: &mut Client, number: usize| {
        let detail = admin.get(&format!("/api/admin/participants/{}", codes[number])).await.ok();
        let moments = detail["timeline"].as_array().unwrap().iter().filter(|moment| moment["kind"] == "wave");
        let states = moments.map(|moment| {
            // The time spent in the arm-specific part follows from the moment at which a part opens.
            assert!(!detail["blinded"].as_bool().unwrap() || moment["at"].as_str().unwrap().len() == 10, "{moment}");
            assert_eq!(moment["title"], "Second part");
            moment["state"].as_str().unwrap().to_owned()
        });
        (states.collect::<Vec<_>>(), detail["waves"].clone())
    };
    let (states, waves) = parts(&mut admin, 0).await;
    assert_eq!(states, ["open", "started", "completed"]);
    assert_eq!((&waves[0]["id"], &waves[0]["state"]), (&json!("follow_up"), &json!("completed")));
    assert_eq!(waves[0]["opensAt"].as_str().unwrap().len(), 10, "{waves}");
    assert_eq!(parts(&mut admin, 1).await.0, ["open", "started", "missed"]);
    assert_eq!(parts(&mut admin, 2).await.0, ["open"]);

    // Only some arms have the part: it would reveal them.
    rewrite(&folder.path().join("two-waves/study.yaml"), |text| {
        let steps = |arm: &str| {
            format!(
                "      {arm}:\n        - {{ page: /post-questionnaire, id: again, content: questionnaires/again.yaml }}\n        \
                 - {{ page: /end, id: end-again }}\n"
            )
        };
        let common = "      - { page: /post-questionnaire, id: again, content: questionnaires/again.yaml }\n      - { page: \
                      /end, id: end-again }\n";
        text.replace(common, &format!("{}      both: []\n", ["control", "cues", "context"].map(steps).concat()))
    });
    let changed = folder.path().join("two-waves");
    let args = ["activate", "--study", changed.to_str().unwrap(), "--yes", "--reason", "Fewer"];
    works(&server.run(folder.path(), &args));
    server.app.follow().await.unwrap();
    assert!(list("wave=follow_up").await.is_empty());
    let nothing = (Vec::<String>::new(), json!([]));
    assert_eq!(parts(&mut admin, 0).await, nothing);
    admin.post("/api/admin/unblinding", json!({ "reason": "the data are complete" })).await.ok();
    assert_eq!(list("wave=follow_up").await.len(), 3);
    assert_eq!(parts(&mut admin, 1).await.0, ["open", "started", "missed"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_console_counts_and_lists_who_is_due() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    let mut finished = Vec::new();
    for id in ["comes", "later", "leaves"] {
        finished.push(Walker::finished(recruited(&server, id).await).await);
    }
    Walker::finished(server.participant("no-link").await).await;
    Walker::finished(recruited_as(&server, "formula", FORMULA).await).await;
    let [comes, _, leaves] = finished.as_mut_slice() else { panic!() };
    leaves.client.post("/api/users/withdraw", json!({ "mode": "keep" })).await.ok();
    comes.client.get("/api/admin/due").await.is(403, "admin_only");
    comes.client.get("/api/admin/due/follow_up").await.is(403, "admin_only");

    let counts = async |query: &str| {
        let due = server.admin().await.get(&format!("/api/admin/due{query}")).await.ok();
        assert_eq!(due["parameter"], "PROLIFIC_PID");
        let wave = &due["waves"][0];
        assert_eq!(wave["id"], "follow_up");
        ["open", "started", "waiting", "withoutId", "formulas"].map(|name| wave[name].as_u64().unwrap())
    };
    let list = async |query: &str| {
        let reply = server.admin().await.get(&format!("/api/admin/due/follow_up{query}")).await;
        assert_eq!((reply.status, reply.header("content-type")), (200, "text/csv; charset=utf-8"));
        reply.text()
    };
    assert_eq!(counts("").await, [0, 0, 0, 0, 0]);
    assert_eq!(counts("?within=30").await, [0, 0, 2, 1, 1]);
    assert_eq!(list("").await, "PROLIFIC_PID,wave,state,opens_on,closes_on\n");
    let soon = list("?within=30").await;
    assert!(soon.contains("\ncomes,follow_up,waiting,") && soon.contains("\nlater,follow_up,waiting,"), "{soon}");
    server.clock.advance(DAY * 13);
    let user = comes.client.user["username"].as_str().unwrap().to_owned();
    comes.client.sign_in(&user).await;
    begin(comes).await;
    assert_eq!(counts("").await, [1, 1, 0, 1, 1]);
    let open = list("").await;
    assert!(open.contains("\nlater,follow_up,open,") && open.contains("\ncomes,follow_up,started,"), "{open}");
    assert!(!open.contains("leaves") && open.lines().count() == 3, "{open}");
    for secret in ["control", "both", "evil.example", comes.client.user["code"].as_str().unwrap()] {
        assert!(!open.contains(secret), "{secret}: {open}");
    }
    server.admin().await.get("/api/admin/due/other").await.is(404, "not_found");
    let log = audit::every_of_action(&server.app.store, AuditAction::ListDue).await.unwrap();
    let details =
        ["lines", "wave", "within"].map(|name| log.iter().map(|entry| entry.details[name].clone()).collect::<Vec<_>>());
    let expected: [Vec<Value>; 3] = [
        [0, 2, 2].map(Value::from).into(),
        ["follow_up"; 3].map(Value::from).into(),
        [0, 30, 0].map(Value::from).into(),
    ];
    assert_eq!(details, expected);
    assert!(log.iter().all(|entry| entry.actor == "admin@example.org"));

    // The IDs are gone with the link between people and data.
    let closed = json!({ "status": "closed", "reason": "over" });
    server.admin().await.put("/api/admin/study/status", closed).await.ok();
    works(&server.run(folder.path(), &["anonymise", "--yes"]));
    let due = server.admin().await.get("/api/admin/due").await.ok();
    assert_eq!((&due["parameter"], &due["waves"]), (&Value::Null, &json!([])));
    server.admin().await.get("/api/admin/due/follow_up").await.is(404, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_of_a_part_of_some_arms_is_for_those_who_are_unblinded() {
    let folder = tempfile::tempdir().unwrap();
    let study = study(folder.path());
    rewrite(&study.join("study.yaml"), |text| {
        let (before, wave) = text.split_once("waves:").unwrap();
        let (wave, after) = wave.split_once("allocation:").unwrap();
        let wave = wave.replace("      - {", "        - {").replace("    steps:\n", "    steps:\n      cues:\n");
        let wave = format!("{wave}      control: []\n      context: []\n      both: []\n");
        format!("{before}waves:{wave}allocation:{after}")
    });
    let server = Server::over(&study).await;
    let mut admin = server.admin().await;
    server.next_in("cues").await;
    Walker::finished(recruited(&server, "comes").await).await;
    let address = "/api/admin/due/follow_up?within=30";
    admin.get(address).await.is(409, "list_would_unblind");
    // Numbers of a part that only some arms have would reveal who is in them, if only one person completed the part
    // before.
    let numbers = async |admin: &mut Client| {
        let part = admin.get("/api/admin/overview").await.ok()["waves"][0].clone();
        let due = admin.get("/api/admin/due?within=30").await.ok()["waves"].as_array().unwrap().len();
        (part["all"].is_null(), part["arms"].as_array().unwrap().len(), due)
    };
    assert_eq!(numbers(&mut admin).await, (true, 0, 0));
    let due = |args: &[&str]| server.run(folder.path(), &[&["due"], args].concat());
    fails(&due(&[]), &["'operator' is blinded, and the list would reveal the arms", "--reason"]);
    assert!(!folder.path().join("due.csv").exists());
    works(&due(&["--reason", "the service invites"]));
    admin.get(address).await.is(409, "list_would_unblind");
    admin.post("/api/admin/unblinding", json!({ "reason": "the service invites" })).await.ok();
    assert!(admin.get(address).await.text().contains("\ncomes,follow_up,waiting,"));
    assert_eq!(numbers(&mut admin).await, (false, 1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_due_is_listed_by_recruitment_id() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::over(&study(folder.path())).await;
    let due = |args: &[&str]| server.run(folder.path(), &[&["due"], args].concat());
    let list = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let mut finished = Vec::new();
    for id in ["comes", "later", "leaves"] {
        finished.push(Walker::finished(recruited(&server, id).await).await);
    }
    // Only the first part is completed, or not even that.
    recruited(&server, "began").await;
    Walker::finished(server.participant("no-link").await).await;
    Walker::finished(recruited_as(&server, "formula", FORMULA).await).await;
    let [comes, _, leaves] = finished.as_mut_slice() else { panic!() };
    leaves.client.post("/api/users/withdraw", json!({ "mode": "keep" })).await.ok();

    // The command reads the time of the computer.
    let [opens, closes] = [6, 16].map(|days| Clock::system().now() + days * 24 * 60 * 60 * 1000);
    server.database.run(&format!("update participant_wave set opens_at = {opens}, closes_at = {closes}")).await;
    let words = works(&due(&["--wave", "follow_up"]));
    assert!(words.contains("Nobody is due.") && list("due.csv").lines().count() == 1, "{words}");
    let words = works(&due(&["--within", "7", "-o", "soon.csv"]));
    assert!(
        words.contains("2  follow_up: waiting") && words.contains("without a recruitment ID, not listed: 1"),
        "{words}"
    );
    assert!(words.contains("run as a formula, not listed: 1") && !list("soon.csv").contains("evil.example"), "{words}");
    let words = works(&due(&["--wave", "follow_up", "--within", "7", "-o", "soon.xlsx"]));
    assert!(words.contains("3  follow_up: waiting") && !words.contains("formula"), "{words}");
    server.database.run("update participant_wave set opens_at = 1").await;
    begin(comes).await;
    works(&due(&["-o", "open.csv"]));
    let rows = list("open.csv");
    assert!(
        rows.contains("\nlater,follow_up,open,1970-01-01,") && rows.contains("\ncomes,follow_up,started,"),
        "{rows}"
    );
    assert!(!rows.contains("leaves") && !rows.contains("began"), "{rows}");
    comes.finish().await;
    works(&due(&["-o", "left.csv"]));
    assert!(!list("left.csv").contains("comes"));
    fails(&due(&["--wave", "other", "-o", "x.csv"]), &["no later part 'other'; it has 'follow_up'"]);
    fails(&due(&["-o", "left.csv"]), &["'left.csv' exists"]);
    let log = audit::every_of_action(&server.app.store, AuditAction::ListDue).await.unwrap();
    assert_eq!(log.iter().map(|entry| entry.details["lines"].clone()).collect::<Vec<_>>(), [0, 2, 3, 2, 1]);
    let asked = |number: usize| [&log[number].details["wave"], &log[number].details["within"]];
    assert_eq!([asked(1), asked(2)], [[&Value::Null, &json!(7)], [&json!("follow_up"), &json!(7)]]);
}
