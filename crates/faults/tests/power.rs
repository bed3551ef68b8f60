//! Every receipt is on the disk before it is sent, by the operating system's own account. What a power cut would take
//! can't be had by killing a process: the system keeps what a dead process wrote.

mod common;

use rustix::process::{Pid, Signal, kill_process};
use unmask_faults::fleet::{Fleet, Setting};
use unmask_faults::participant::{Manner, Pacing, SimulatedParticipant};
use unmask_faults::processes::children;
use unmask_faults::response_model::Random;
use unmask_faults::trace::{STRACE, Trace};

use common::{program, small};

/// Makes every wait for the disk do nothing and say that it is done (Debian's package `eatmydata`): as
/// `synchronous=OFF`.
const NO_WAITING: &str = "libeatmydata.so";

/// What one participant's way through the small study looks like.
async fn trace(preload: Option<&str>) -> Trace {
    let folder = tempfile::tempdir().expect("a folder");
    let written = folder.path().join("trace");
    let mut wrapper: Vec<String> = STRACE.iter().map(ToString::to_string).collect();
    wrapper.push(written.display().to_string());
    // Into the traced program alone.
    wrapper.extend(preload.map(|library| format!("--env=LD_PRELOAD={library}")));
    let setting = Setting { wrapper, ..Setting::new(program(), small(), folder.path().to_owned()) };
    let mut fleet = Fleet::start(setting, 1).await.expect("the server starts under strace");
    let manner = Manner::persistent(fleet.servers[0].client().expect("an address"), 1, Pacing::AtMost(0));
    let mut participant = SimulatedParticipant::new(manner, 0, "robot-0".into(), Random::new(1, 0));
    participant.take_part().await.expect("the participant reaches the end");
    // strace ends with what it traces, and not by a signal to itself.
    let tracer = fleet.servers[0].id().expect("it runs");
    for id in children(tracer).expect("its children") {
        kill_process(Pid::from_raw(id).expect("an id"), Signal::TERM).expect("it can be ended");
    }
    fleet.servers[0].ended().await.expect("it ends");
    Trace::of(&std::fs::read_to_string(written).expect("a trace"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_receipt_is_sent_before_its_answer_is_on_the_disk() {
    let trace = trace(None).await;
    assert_eq!(trace.premature, 0, "{trace:?}");
    assert!(trace.receipts > 10 && trace.syncs >= trace.receipts, "too little was seen to prove anything: {trace:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_does_not_wait_for_the_disk_is_noticed() {
    let trace = trace(Some(NO_WAITING)).await;
    assert!(trace.receipts > 10 && trace.premature == trace.receipts, "{trace:?}");
}
