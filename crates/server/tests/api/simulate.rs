//! `unmask simulate`: simulated participants take part in a running server, leave everything else as it was, and can be
//! repeated.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::Arc;
use std::time::{Duration, Instant};

use chrono::{DateTime, NaiveTime, TimeDelta, Utc};
use serde_json::{Value, json};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use unmask_server::auth::simulated::{self, SimulatedParticipant};
use unmask_server::base::clock::Clock;
use unmask_simulation::offline::OfflineSimulation;
use unmask_simulation::random_stream::RandomStream;
use unmask_simulation::response_model::preset::Preset;
use unmask_store::study::{StudyStatus, set_status};
use unmask_store::{AuditAction, Options, Store, StoreError, allocation, audit, read_models, simulated as stored};
use unmask_study::allocation::{SIMULATED_SEED, Scheme, schedule};
use unmask_study::progress::Assignment;

use crate::support::{Program, Server, both, command, fails, fixture, form, rewrite, said, unmask, works};
use crate::two_waves::{self, with_third_part};

both!(only_a_permit_makes_a_simulated_participant);

fn serve(folder: &Path) -> Program {
    Program::start(folder, &[]).unwrap()
}

/// Simulates with these arguments; returns the output.
fn simulate_with(folder: &Path, url: &str, args: &[&str]) -> (Output, String) {
    let output = unmask(folder, &[&["simulate", "--url", url], args].concat());
    let said = said(&output);
    (output, said)
}

/// All have taken part, and nothing is lost.
#[track_caller]
fn is_sound(output: &Output, said: &str) {
    assert!(output.status.success(), "{said}");
    assert!(said.contains("9 of 9 simulated participants") && said.contains("0 lost, 0 duplicated"), "{said}");
}

/// The certificate, which is removed.
fn certificate(folder: &Path) -> Value {
    let file = folder.join("certificate.json");
    let certificate = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
    std::fs::remove_file(file).unwrap();
    certificate
}

fn simulate(folder: &Path, url: &str, more: &[&str]) -> Value {
    // `--at-once` is the earlier name of `--concurrent`.
    let args = ["-n", "9", "--at-once", "4", "--certificate", "certificate.json"];
    let (output, said) = simulate_with(folder, url, &[&args, more].concat());
    is_sound(&output, &said);
    certificate(folder)
}

/// A simulation does not start if its certificate can't be written or would replace an earlier one.
#[test]
fn a_certificate_needs_a_new_file() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("earlier.json"), "an earlier one").unwrap();
    for (file, why) in [("earlier.json", "exists"), ("none/new.json", "existing folder"), (".", "existing folder")] {
        // There is no server: looking for one would be reported.
        let output = unmask(folder.path(), &["simulate", "--url", "http://127.0.0.1:9", "--certificate", file]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains(why), "{file}: {said}");
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("earlier.json")).unwrap(), "an earlier one");
}

async fn pause(store: &Store) {
    let paused: Result<(), StoreError> = store.write(async |tx| set_status(tx, StudyStatus::Paused).await).await;
    paused.unwrap();
}

async fn store(folder: &Path) -> Store {
    let url = format!("sqlite:{}", folder.join("data/unmask.db").display());
    Store::open(&url, Options::default()).await.unwrap()
}

/// Every answer, by the simulated participant's number, the item and the attempt.
async fn answers(folder: &Path, run: &str) -> BTreeMap<(String, String, i64), Value> {
    let (store, names) = (store(folder).await, format!("robot-{run}-"));
    let mut snapshot = store.snapshot().await.unwrap();
    let people = stored::participants(&mut snapshot, &names).await.unwrap();
    let number: BTreeMap<_, _> = people.into_iter().map(|row| (row.id, row.username.replace(&names, ""))).collect();
    let rows = stored::submissions(&mut snapshot, &names).await.unwrap();
    let row = |row: stored::SubmissionRow| {
        let who = number[&row.participant].clone();
        ((who, row.item, row.attempt), serde_json::from_str(&row.answers).unwrap())
    };
    rows.into_iter().map(row).collect()
}

/// What the simulated participants of the first simulation in a database answer, without a server.
fn offline(study: &Path, seed: u64, simulated: u32) -> BTreeMap<(String, String, i64), Value> {
    let study = Arc::new(unmask_simulation::bundle::read(study).unwrap());
    let slots = schedule(&Scheme::of(&study), &SIMULATED_SEED, simulated);
    let simulation = OfflineSimulation::new(Arc::clone(&study), Preset::Works, seed).unwrap();
    let mut answers = BTreeMap::new();
    for (number, slot) in (1..=simulated).zip(slots) {
        let who = Assignment { arm: Some(slot.group), form: slot.form, seed: 0, contact_again: false };
        for record in simulation.visit(number as usize, &who).unwrap().records {
            let key = (format!("{number:05}"), record.item, i64::from(record.attempt));
            answers.insert(key, Value::Object(record.answers));
        }
    }
    answers
}

#[tokio::test(flavor = "multi_thread")]
async fn a_simulation_is_certified_kept_separate_and_repeatable() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let mut runs = vec![];
    for folder in &folders {
        let folder = folder.path();
        let serving = serve(folder);
        let certificate = simulate(folder, &serving.url(), &["--seed", "5", "--lose-one-in", "8"]);
        let sent = &certificate["submissions"];
        assert_eq!(sent["acknowledged"], sent["stored"], "{certificate}");
        assert!(sent["stored"].as_u64() > Some(40) && sent["sentAgain"].as_u64() > Some(5), "{certificate}");
        assert_eq!((&sent["exported"], &certificate["violations"]), (&sent["stored"], &json!([])), "{certificate}");
        let mut snapshot = store(folder).await.snapshot().await.unwrap();
        let shown = stored::exposures(&mut snapshot, &format!("robot-{}-", certificate["run"].as_str().unwrap())).await;
        assert!(shown.unwrap().iter().any(|row| row.file.is_empty()), "posts without a medium, too");
        drop(snapshot);
        let logged = audit::of_action(&store(folder).await, AuditAction::ExportData).await.unwrap();
        assert_eq!((logged.len(), &logged[0].details["simulated"]), (1, &json!(true)));
        assert_eq!(logged[0].details["package"], certificate["package"], "the log names what was compared");
        let left = std::fs::read_dir(folder.join("data")).unwrap().flatten();
        let left: Vec<_> = left.map(|entry| entry.path()).filter(|path| path.join("package").exists()).collect();
        assert_eq!(left, Vec::<PathBuf>::new(), "people's data would lie about");
        let arms: u64 =
            certificate["arms"].as_object().unwrap().values().map(|arm| arm["registered"].as_u64().unwrap()).sum();
        assert_eq!((arms, certificate["arms"].as_object().map(serde_json::Map::len)), (9, Some(3)));
        runs.push(answers(folder, certificate["run"].as_str().unwrap()).await);
        let other = simulate(folder, &serving.url(), &["--seed", "6"]);
        assert_ne!(runs.last().unwrap(), &answers(folder, other["run"].as_str().unwrap()).await);
    }
    assert_eq!(runs[0], runs[1], "the same seed gives the same answers");
    assert_eq!(runs[0], offline(&fixture(), 5, 9), "and an offline simulation gives the same");

    let folder = folders[0].path();
    let said = works(&unmask(folder, &["check", "--ledger"]));
    assert!(said.contains("0 of them taken"), "{said}");
    for (target, more, people) in [("people", None, 0), ("all", Some("--simulated"), 18)] {
        works(&unmask(folder, &["export", target].into_iter().chain(more).collect::<Vec<_>>()));
        let table = folder.join(target).join("data/description-participants_data.csv");
        let table = std::fs::read_to_string(table).unwrap();
        assert_eq!(table.lines().count() - 1, people, "{table}");
        simulated_participants_are_marked(&folder.join(target), people);
    }
}

/// Later parts open by the participants' own clocks. Some come back, some do not; a part that another one opens is not
/// lost. The package has the times.
#[tokio::test(flavor = "multi_thread")]
async fn simulated_participants_come_back_for_later_parts() {
    let folder = tempfile::tempdir().unwrap();
    let study = with_third_part(folder.path(), 12);
    let folder = folder.path();
    let study_at = ["--study", study.to_str().unwrap()];
    let serving = Program::start(folder, &study_at).unwrap();
    let args = ["-n", "20", "--seed", "5", "--lose-one-in", "8", "--certificate", "certificate.json"];
    let (output, said) = simulate_with(folder, &serving.url(), &[&args[..], &study_at].concat());
    assert!(output.status.success() && said.contains("0 lost, 0 duplicated"), "{said}");
    let certificate = certificate(folder);
    assert_eq!(certificate["violations"], json!([]));
    let stored = answers(folder, certificate["run"].as_str().unwrap()).await;
    assert_eq!(stored, offline(&study, 5, 20));
    let of = |block: &str| stored.keys().filter(|(_, item, _)| item.split('/').next() == Some(block)).count();
    let (first, second, third) = (of("post"), of("again"), of("once-more"));
    assert!(third > 5 && third < second && second < first, "{first}, {second}, {third}");
    let parts = certificate["laterParts"].as_object().unwrap().values();
    let sum = |part: &str, what: &str| parts.clone().map(|arm| arm[part][what].as_u64().unwrap()).sum::<u64>();
    assert_eq!((sum("follow_up", "completed"), sum("third", "completed")), (second as u64, third as u64));
    assert_eq!((sum("follow_up", "planned"), sum("third", "planned")), (20, 20), "all completed the first part");
    let expected: Vec<f64> = parts.clone().map(|arm| arm["follow_up"]["expected"].as_f64().unwrap()).collect();
    assert_eq!(expected, [0.77; 4]);
    assert!(
        said.contains("arm             later part      planned  came back   expected  completed    days"),
        "{said}"
    );

    works(&unmask(folder, &[&["export", "all", "--simulated", "--csv"], &study_at[..]].concat()));
    let mut rows = csv::Reader::from_path(folder.join("all/data/description-waves_data.csv")).unwrap();
    let columns = rows.headers().unwrap().clone();
    let at = |name: &str| columns.iter().position(|column| column == name).unwrap();
    let (opens, closes, started) = (at("opens_at"), at("closes_at"), at("started_at"));
    let now = DateTime::<Utc>::from_timestamp_millis(Clock::system().now()).unwrap();
    let mut days = Vec::new();
    for row in rows.records().map(Result::unwrap) {
        let [opens, closes] = [opens, closes].map(|column| row[column].parse::<DateTime<Utc>>().unwrap());
        assert!(closes < now, "every part of everybody is over: {row:?}");
        if let Ok(started) = row[started].parse::<DateTime<Utc>>() {
            assert!(opens <= started && started < closes, "{row:?}");
            days.push((started - opens).num_days());
        }
    }
    assert!(days.len() > 15 && days.iter().min() < Some(&2) && days.iter().max() > Some(&6), "{days:?}");
}

/// A part on fixed days that are still to come: for simulated participants, they are earlier by whole days. Who does
/// not come back has missed the part.
#[tokio::test(flavor = "multi_thread")]
async fn simulated_participants_come_back_for_a_part_on_fixed_days() {
    let folder = tempfile::tempdir().unwrap();
    let study = two_waves::study(folder.path());
    let folder = folder.path();
    let now = DateTime::<Utc>::from_timestamp_millis(Clock::system().now()).unwrap();
    let [first, last] = [60, 66].map(|days| (now + TimeDelta::days(days)).date_naive());
    rewrite(&study.join("study.yaml"), |text| {
        let text = text.replace("opens: { days: 12 }", &format!("opens: {{ date: \"{first}\" }}"));
        text.replace("closes: { days: 21 }", &format!("closes: {{ date: \"{last}\" }}"))
    });
    let study_at = ["--study", study.to_str().unwrap()];
    let serving = Program::start(folder, &study_at).unwrap();
    let args = ["-n", "16", "--seed", "5", "--certificate", "certificate.json"];
    let (output, said) = simulate_with(folder, &serving.url(), &[&args[..], &study_at].concat());
    assert!(output.status.success() && said.contains("0 lost, 0 duplicated"), "{said}");
    // It is over for everybody at the beginning of the second day after the last one.
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("For simulated participants, these days are earlier, by 68 days."), "{stderr}");
    assert_eq!(certificate(folder)["violations"], json!([]));

    works(&unmask(folder, &[&["export", "all", "--simulated", "--csv"], &study_at[..]].concat()));
    let mut rows = csv::Reader::from_path(folder.join("all/data/description-waves_data.csv")).unwrap();
    let columns = rows.headers().unwrap().clone();
    let of = |row: &csv::StringRecord, name: &str| {
        let column = columns.iter().position(|column| column == name).unwrap();
        row[column].parse::<DateTime<Utc>>().ok()
    };
    let (mut came, mut missed) = (0, 0);
    for row in rows.records().map(Result::unwrap) {
        let [opens, closes] = ["opens_at", "closes_at"].map(|name| of(&row, name).unwrap());
        let [earlier_first, earlier_end] =
            [first, last + TimeDelta::days(1)].map(|day| day.and_time(NaiveTime::MIN).and_utc() - TimeDelta::days(68));
        assert_eq!((opens, closes), (earlier_first, earlier_end), "{row:?}");
        match of(&row, "started_at") {
            Some(started) => {
                assert!(opens <= started && started < closes, "{row:?}");
                came += 1;
            }
            None => missed += 1,
        }
    }
    assert!(came > 8 && missed > 0 && came + missed == 16, "{came} came back, {missed} missed the part");
}

/// With `--pace` the server measures the times that simulated participants report, divided by the factor.
#[tokio::test(flavor = "multi_thread")]
async fn simulated_participants_take_the_time_that_they_report() {
    const TIMES: f64 = 200.0;
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let serving = serve(folder);
    simulate(folder, &serving.url(), &["--seed", "5", "--pace", &TIMES.to_string()]);
    assert!(unmask(folder, &["export", "all", "--simulated", "--csv"]).status.success());
    let mut rows = csv::Reader::from_path(folder.join("all/data/description-submissions_data.csv")).unwrap();
    let columns = rows.headers().unwrap().clone();
    let at = |name: &str| columns.iter().position(|column| column == name).unwrap();
    let (who, stored, told) = (at("participant_id"), at("stored_at"), at("submit_ms"));
    let mut last: HashMap<String, DateTime<Utc>> = HashMap::new();
    let mut waited = 0;
    for row in rows.records().map(Result::unwrap) {
        let now: DateTime<Utc> = row[stored].parse().unwrap();
        if let (Some(before), Ok(told)) = (last.insert(row[who].to_owned(), now), row[told].parse::<f64>()) {
            let took = (now - before).num_milliseconds() as f64;
            assert!(took > told / TIMES - 2.0, "{took} ms for {told} ms: {row:?}");
            waited += 1;
        }
    }
    assert!(waited > 40, "{waited}");
}

/// With `--rate` participants do not wait for each other: the next one comes at its time, and the times between two are
/// those of a Poisson process with the seed of the simulation.
#[tokio::test(flavor = "multi_thread")]
async fn simulated_participants_arrive_at_the_given_rate() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let serving = serve(folder);
    let (rate, simulated) = (2.5, 9);
    let (output, said) = simulate_with(folder, &serving.url(), &["-n", "9", "--seed", "3", "--rate", "2.5"]);
    is_sound(&output, &said);

    let mut arrivals = RandomStream::of(3, "arrivals");
    let due: f64 = (1..simulated).map(|_| -(1.0 - arrivals.share()).ln() / rate).sum();
    let registered = read_models::people(&store(folder).await).await.unwrap().into_iter().map(|one| one.created_at);
    let (first, last) = (registered.clone().min().unwrap(), registered.clone().max().unwrap());
    let took = (last - first) as f64 / 1000.0;
    // Registering takes a moment longer for some than for others.
    assert!(registered.len() == simulated && took > due - 0.5, "{took} s for arrivals over {due} s");
}

/// Participants in progress when the study is paused continue to the end, and what they did is compared.
#[tokio::test(flavor = "multi_thread")]
async fn after_a_rejected_registration_no_more_start_and_the_others_continue() {
    let folder = tempfile::tempdir().unwrap();
    let serving = serve(folder.path());
    let (path, url) = (folder.path().to_owned(), serving.url().clone());
    // Simulated participants that take their time: none has finished when the study is paused.
    let args = ["-n", "60", "--rate", "4", "--pace", "60", "--certificate", "certificate.json"];
    let simulation = tokio::task::spawn_blocking(move || simulate_with(&path, &url, &args));
    let store = store(folder.path()).await;
    let started = Instant::now();
    // In the beginning there may be no table yet.
    while read_models::people(&store).await.map_or(0, |people| people.len()) < 4 {
        assert!(started.elapsed() < Duration::from_mins(1) && !simulation.is_finished(), "no participant registers");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    pause(&store).await;
    let (output, said) = simulation.await.unwrap();
    assert!(!output.status.success() && said.contains("those in progress continue"), "{said}");
    let certificate = certificate(folder.path());
    let violations = certificate["violations"].as_array().unwrap();
    assert_eq!(violations.len(), 1, "{certificate}");
    let rejected = violations[0].as_str().unwrap();
    assert!(rejected.starts_with("TurnedAway") && rejected.contains("not open to new participants"), "{rejected}");
    let count = |what: &str| -> u64 {
        certificate["arms"].as_object().unwrap().values().map(|arm| arm[what].as_u64().unwrap()).sum()
    };
    assert_eq!((count("failed"), count("finished") + count("left")), (0, count("registered")), "{certificate}");
    assert!((4..60).contains(&count("registered")) && count("finished") > 0, "{certificate}");
}

/// A package marks every count and every row that includes simulated participants.
fn simulated_participants_are_marked(package: &Path, simulated: usize) {
    let read = |file: &str| std::fs::read_to_string(package.join(file)).unwrap();
    let consort: Value = serde_json::from_str(&read("results/consort.json")).unwrap();
    assert_eq!(consort["simulated"], simulated);
    assert!(read("results/consort.csv").contains(&format!("\nall,simulated,main,,,{simulated}\n")));
    let judgements = read("results/judgements.csv");
    let mut rows = judgements.lines().map(|line| line.split(',').nth(4).unwrap());
    assert_eq!(rows.next(), Some("simulated"));
    assert!(rows.all(|flag| flag == "1"), "{judgements}");
    assert_eq!(judgements.lines().count() > 1, simulated > 0, "{judgements}");
    let warned = ["README.md", "CITATION.cff", "codebook.html", "datapackage.json", "manifest.json"];
    assert!(
        warned.iter().all(|file| read(file).contains("simulated participants, not real people") == (simulated > 0))
    );
    let drawn = format!("Of these, simulated (n\u{a0}=\u{a0}{simulated})");
    assert_eq!(read("results/report.html").contains(&drawn), simulated > 0);
}

/// What provides TLS in front of a server; its address, and the file with its certificate, which it signed itself.
async fn tls(folder: &Path, server: &str) -> (String, PathBuf) {
    let own = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let file = folder.join("certificate.pem");
    std::fs::write(&file, own.cert.pem()).unwrap();
    let key = PrivateKeyDer::try_from(own.signing_key.serialize_der()).unwrap();
    let config = ServerConfig::builder().with_no_client_auth().with_single_cert(vec![own.cert.into()], key).unwrap();
    let (acceptor, server) = (TlsAcceptor::from(Arc::new(config)), server.replace("http://", ""));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("https://localhost:{}", listener.local_addr().unwrap().port());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (acceptor, server) = (acceptor.clone(), server.clone());
            tokio::spawn(async move {
                let mut browser = acceptor.accept(stream).await?;
                let mut server = tokio::net::TcpStream::connect(server).await?;
                tokio::io::copy_bidirectional(&mut browser, &mut server).await
            });
        }
    });
    (url, file)
}

#[tokio::test(flavor = "multi_thread")]
async fn simulated_participants_use_tls_with_a_trusted_server() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let serving = serve(folder);
    let (url, certificate) = tls(folder, &serving.url()).await;
    let args = ["simulate", "--url", &url, "-n", "1"];
    fails(&unmask(folder, &args), &["no server answers on https://localhost", "certificate"]);
    let said = works(&command(folder, &args).env("SSL_CERT_FILE", certificate).output().unwrap());
    assert!(said.contains("0 lost, 0 duplicated"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_error_that_stops_a_simulation_is_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (option, value, says) in [
        ("--url", "http://127.0.0.1:9", &["no server answers on http://127.0.0.1:9", "--url"][..]),
        ("--url", "study.example.org", &["--url", "https://study.example.org"]),
        ("--preset", "miracle", &["works", "null", "bias-only", "attrition"]),
        ("--rate", "0", &["--rate"]),
        ("--pace", "0", &["--pace", "1 for real time"]),
    ] {
        fails(&unmask(folder, &["simulate", option, value]), says);
    }
    let serving = serve(folder);
    let run = |more: &[&str]| unmask(folder, &[&["simulate", "--url", &serving.url()], more].concat());
    fails(&run(&["--data", "elsewhere"]), &["there is no 'elsewhere/server.key'"]);
    fails(&run(&["--server-key", &"A".repeat(43)]), &["the server uses another key"]);
    let other = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/original-or-altered");
    fails(&run(&["--study", other.to_str().unwrap()]), &["is not the version that the server runs", "unmask activate"]);
    pause(&store(folder).await).await;
    fails(&run(&[]), &["the study is paused"]);
}

async fn only_a_permit_makes_a_simulated_participant(server: Server) {
    let body = |name: &str| form(name).to_string().into_bytes();
    let register = async |name: &str, permit: &str| {
        let headers = [(simulated::HEADER, permit), ("x-client", "192.0.2.7")];
        server.visitor().send("POST", "/api/auth/register", &headers, body(name)).await
    };
    let permit = simulated::permit(&server.app.key, SimulatedParticipant::of(-7), server.clock.now());
    let wrong = permit.replace("-7", "-8");
    for permit in [wrong.as_str(), "", "7.1.AAAA"] {
        register("nobody", permit).await.is(403, "invalid_permit");
    }
    let mut marked = form("nobody");
    marked["simulated"] = json!(true);
    server.visitor().post("/api/auth/register", marked).await.is(400, "malformed");
    assert_eq!(server.database.number("select count(*) from participant").await, 0);

    // More than an address may in a minute.
    for number in 0..7 {
        let reply = register(&format!("robot-{number}"), &permit).await;
        assert_eq!(reply.status, 201, "{reply:?}");
    }
    let simulated = "select count(*) from participant where simulated = 1 and seed = -7 and slot between -7 and -1";
    assert_eq!(server.database.number(simulated).await, 7);
    let ledger = allocation::ledger(&server.app.store).await.unwrap();
    assert!(ledger.iter().all(|row| row.code.is_none() && row.slot.number > 0), "no slot was taken from a person");
    let person = server.participant("person").await;
    let number = server.database.number("select slot from participant where simulated = 0").await;
    let own = ledger.iter().find(|row| row.slot.number == number).expect("a slot of the schedule for people");
    assert_eq!(person.user["groupType"], json!(own.slot.group));
}

#[tokio::test(flavor = "multi_thread")]
async fn simulated_participants_register_in_a_full_study_and_beyond_the_address_limit() {
    let folder = tempfile::tempdir().unwrap();
    let study = crate::support::allocating(folder.path(), "{ block_sizes: [3], places: 3, target: 1 }");
    let server = Server::with(|settings| {
        settings.study = study;
        settings.address_limit = 1;
    })
    .await;
    let permit = simulated::permit(&server.app.key, SimulatedParticipant::of(1), server.clock.now());
    let register = async |name: &str, permit: Option<&str>| {
        let headers = [("x-client", "192.0.2.7"), (simulated::HEADER, permit.unwrap_or_default())];
        let headers = &headers[..if permit.is_some() { 2 } else { 1 }];
        server.visitor().send("POST", "/api/auth/register", headers, form(name).to_string().into_bytes()).await
    };
    assert_eq!(register("person", None).await.status, 201);
    register("stranger", None).await.is(429, "too_many_requests");
    for number in 0..5 {
        let reply = register(&format!("robot-{number}"), Some(&permit)).await;
        assert_eq!(reply.status, 201, "{reply:?}");
    }
    assert_eq!(server.database.number("select count(*) from allocation where number < 0").await, 6);
}
