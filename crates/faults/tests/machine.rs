//! Faults of the machine itself: a disk that is full for a while, a clock that is set. The simulated
//! participants take part meanwhile, and then the laboratory compares as ever. The same way the program is made to
//! break its promise.

#![expect(clippy::unwrap_used, reason = "in a test a panic is the message")]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use tokio::time::sleep;
use unmask_faults::check::Kind;
use unmask_faults::cluster::Standby;
use unmask_faults::database::Engine;
use unmask_faults::log::Outcome;
use unmask_faults::machine;
use unmask_faults::report::Report;
use unmask_faults::run::{Plan, run};

use common::{program, small};

/// A script that starts the program with the library that intercepts its system calls.
fn machine(folder: &Path, late: Duration) -> PathBuf {
    let library = machine::build(folder).expect("a C compiler, which linking Rust needs anyway");
    let start = folder.join("start");
    let script = format!(
        "#!/bin/sh\nexec env LD_PRELOAD='{}' UNMASK_DISK_FULL='{}' UNMASK_CLOCK='{}' UNMASK_LATE='{}' '{}' \"$@\"\n",
        library.display(),
        folder.join("full").display(),
        folder.join("clock").display(),
        late.as_millis(),
        program().display()
    );
    fs::write(&start, script).unwrap();
    fs::set_permissions(&start, fs::Permissions::from_mode(0o755)).unwrap();
    start
}

fn plan(binary: PathBuf, seconds: u64) -> Plan {
    Plan {
        binary,
        engine: Engine::Sqlite,
        study: Some(small()),
        participants: 4,
        kills: 0,
        time: Duration::from_secs(seconds),
        seed: 20_261_122,
        pause: 60,
        forget: false,
        standby: Standby::Synchronous,
    }
}

/// The laboratory's run in `folder/run`.
async fn run_in(folder: &Path, plan: &Plan) -> Report {
    let run_folder = folder.join("run");
    fs::create_dir(&run_folder).unwrap();
    let report = run(plan, run_folder).await.expect("the laboratory works");
    assert!(report.count(Outcome::Acknowledged) > 50, "too little was handed in to prove anything\n{report}");
    println!("{report}");
    report
}

/// A run that nothing may disturb, while `trouble` does its work.
async fn report(folder: &Path, seconds: u64, trouble: impl Future<Output = ()>) -> Report {
    let plan = plan(machine(folder, Duration::ZERO), seconds);
    let (report, ()) = tokio::join!(run_in(folder, &plan), trouble);
    assert!(report.violations.is_empty(), "{report}");
    report
}

fn number(folder: &Path, sql: &str) -> i64 {
    let output = Command::new("sqlite3").arg(folder.join("run/unmask.db")).arg(sql).output().expect("sqlite3");
    let text = String::from_utf8(output.stdout).unwrap();
    text.trim().parse().unwrap_or_else(|_| panic!("{text}{}", String::from_utf8_lossy(&output.stderr)))
}

/// Calls get a 503 and no session ends. When there is room again, everything continues.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_loses_nothing_and_recovers() {
    let folder = tempfile::tempdir().unwrap();
    let full = folder.path().join("full");
    let report = report(folder.path(), 12, async {
        for _ in 0..4 {
            sleep(Duration::from_millis(1500)).await;
            fs::write(&full, "").unwrap();
            sleep(Duration::from_millis(1500)).await;
            fs::remove_file(&full).unwrap();
        }
    })
    .await;
    let log = fs::read_to_string(folder.path().join("run/server-0.log")).unwrap();
    assert!(log.contains("full"), "the disk was never full\n{report}\n{log}");
}

/// An hour and a day forward and back, while participants answer: no session ends, and no time runs backwards.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_change_ends_no_session_and_reorders_no_answers() {
    let folder = tempfile::tempdir().unwrap();
    let clock = folder.path().join("clock");
    report(folder.path(), 12, async {
        for seconds in [3600, 0, -3600, 36_000, -86_400, 0] {
            sleep(Duration::from_millis(1800)).await;
            fs::write(&clock, format!("{seconds}\n")).unwrap();
        }
    })
    .await;
    let span = number(folder.path(), "select max(at) - min(at) from submission");
    assert!(span > 3_600_000, "the clock was never set: {span}");
    // In the order in which they were written, a participant's answers and pages have increasing times.
    for table in ["submission", "step_event"] {
        let backwards = format!(
            "select count(*) from (select at - lag(at) over (partition by participant order by rowid) as took \
             from {table}) where took < 0"
        );
        assert_eq!(number(folder.path(), &backwards), 0, "{table}");
    }
}

/// As a program that acknowledges before it commits: its receipts are true only 0.8 s later.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_that_acknowledges_before_it_commits_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let early = machine(folder.path(), Duration::from_millis(800));
    let plan = Plan { kills: 4, ..plan(early, 24) };
    let report = run_in(folder.path(), &plan).await;
    assert!(report.killed.kills > 0, "{report}");
    assert!(report.violations.iter().any(|violation| violation.kind == Kind::Lost), "{report}");
}
