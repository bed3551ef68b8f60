//! A short run against the real program, so that the promise is kept by every change. The long one is `make faults`.

mod common;

use std::path::PathBuf;
use std::time::Duration;

use unmask_faults::check::Kind;
use unmask_faults::cluster::Standby;
use unmask_faults::database::Engine;
use unmask_faults::log::Outcome;
use unmask_faults::report::Report;
use unmask_faults::run::{Plan, run};
use unmask_faults::waves;

use common::{program, small};

fn plan(engine: Engine, study: Option<PathBuf>) -> Plan {
    Plan {
        binary: program(),
        engine,
        study,
        participants: 4,
        kills: 4,
        time: Duration::from_secs(12),
        seed: 20_261_120,
        pause: 60,
        forget: false,
        standby: Standby::Synchronous,
    }
}

async fn report_of(plan: Plan) -> Report {
    let folder = tempfile::tempdir().expect("a folder");
    run(&plan, folder.path().to_owned()).await.expect("the laboratory works")
}

async fn nothing_is_lost(engine: Engine, study: Option<PathBuf>) -> Report {
    let report = report_of(plan(engine, study)).await;
    assert!(report.violations.is_empty(), "{report}");
    assert!(report.count(Outcome::Acknowledged) > 50, "too little was handed in to prove anything\n{report}");
    println!("{report}");
    report
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_on_sqlite() {
    nothing_is_lost(Engine::Sqlite, Some(small())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_on_postgres_with_two_servers() {
    nothing_is_lost(Engine::Postgres, None).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_due_message_is_sent_once_while_servers_are_killed_and_the_clock_is_set() {
    let plan = Plan { participants: 8, kills: 30, pause: 20, ..plan(Engine::Sqlite, None) };
    let folder = tempfile::tempdir().expect("a folder");
    let report =
        waves::run(&plan, Duration::from_hours(12), folder.path().to_owned()).await.expect("the laboratory works");
    assert!(report.violations.is_empty(), "{report}");
    let messages = report.messages.as_ref().expect("a run with messages");
    assert!(
        messages.counts.accepted > 10 && messages.completed[2] > 0,
        "too little was sent to prove anything\n{report}"
    );
    let events = &messages.events;
    assert!(events.events > 16 && events.types.len() >= 2, "too few events to prove anything\n{report}");
    println!("{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_lost_when_the_primary_dies_and_its_standby_takes_over() {
    let report = nothing_is_lost(Engine::Cluster, None).await;
    assert!(report.killed.promotions > 0 && report.killed.kills > 0, "{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_standby_that_lags_is_noticed() {
    let broken = Plan { kills: 2, standby: Standby::Lagging, ..plan(Engine::Cluster, None) };
    let report = report_of(broken).await;
    assert!(report.violations.iter().any(|violation| violation.kind == Kind::Lost), "{report}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_forgets_is_noticed() {
    // A server that has just started on a busy machine has nothing to forget yet.
    let time = Duration::from_secs(24);
    let broken = Plan { kills: 4, time, forget: true, ..plan(Engine::Sqlite, None) };
    let report = report_of(broken).await;
    assert!(report.violations.iter().any(|violation| violation.kind == Kind::Lost), "{report}");
}
