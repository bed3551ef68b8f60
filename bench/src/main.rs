//! Benchmarks of the whole program, load client included, on the machine it runs on.
//!
//! `unmask-bench --binary target/release/unmask` starts the server on a temporary folder with a test study, walks
//! participants through the real page flow over HTTP, and prints one table for each question. Medians of three runs.
//! `bench/README.md` has the reference values.

mod analytics;
mod client;
mod during;
mod participant;
mod process;
mod stats;
mod study;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use clap::{Parser, ValueEnum};
use tokio::task::JoinSet;

use crate::participant::Participant;
use crate::process::Server;
use crate::stats::Latencies;

/// Quota for the flood that reaches it, in MiB. Unproven senders get half of it.
const QUOTA_MIB: u32 = 64;

/// Measures the server.
#[derive(Parser)]
struct Settings {
    /// The release binary.
    #[arg(long)]
    binary: PathBuf,
    /// `sqlite` (a temporary file) or a `postgres://` address of an empty database.
    #[arg(long, default_value = "sqlite")]
    database: String,
    /// Seconds of each load.
    #[arg(long, default_value_t = 6)]
    seconds: u64,
    /// Seconds of the flood of analytics events.
    #[arg(long, default_value_t = 60)]
    flood_seconds: u64,
    /// Runs of each load; the table shows their median.
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Only these parts; without this, all of them.
    #[arg(long, value_delimiter = ',')]
    only: Vec<Part>,
}

/// A question that the benchmark answers.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Submissions per second.
    Load,
    /// Answers during expensive work.
    During,
    /// Answers during a flood of events.
    Flood,
    /// The start on the filled database.
    Start,
    /// Events per second.
    Events,
}

#[tokio::main]
async fn main() -> Result<()> {
    let mut settings = Settings::parse();
    // The server is started in another folder.
    settings.binary = settings.binary.canonicalize().with_context(|| format!("no {}", settings.binary.display()))?;
    let folder = study::write()?;
    let mut server = Server::start(&settings.binary, folder.path(), &settings.database).await?;
    // Memory of the start is released within a second or two.
    tokio::time::sleep(Duration::from_secs(5)).await;
    let (idle, program) = (server.resident_mib()?, server.resident_file_mib()?);
    println!("resident memory, idle: {idle:.1} MiB, {program:.1} of them pages of the program file");
    let wanted = |part| settings.only.is_empty() || settings.only.contains(&part);
    let (time, flood) = (Duration::from_secs(settings.seconds), Duration::from_secs(settings.flood_seconds));
    if wanted(Part::Load) {
        loads(&server, settings.runs, time).await?;
    }
    if wanted(Part::During) {
        during::all(&server, time).await?;
    }
    if wanted(Part::Flood) {
        analytics_during_answers(&server, flood, "the default limits").await?;
        quota_during_answers(&mut server, flood).await?;
    }
    if wanted(Part::Start) {
        restarts(&mut server, settings.runs).await?;
    }
    if wanted(Part::Events) {
        server.restart_with(&[("UNMASK_ANALYTICS_LIMIT", "0")]).await?;
        analytics::capacity(&server, time).await?;
    }
    server.stop().await
}

/// Submissions per second, for several numbers of participants at once.
async fn loads(server: &Server, times: usize, time: Duration) -> Result<()> {
    println!("\n| participants | submissions/s | all writes/s | p50 ms | p99 ms | resident MiB |");
    println!("|---|---|---|---|---|---|");
    for concurrent in [1, 20, 100, 300] {
        let mut runs = Vec::new();
        for _ in 0..times {
            runs.push(load(server, concurrent, time).await?);
        }
        let run = Latencies::median_of(runs);
        println!(
            "| {concurrent} | {:.0} | {:.0} | {:.1} | {:.1} | {:.1} |",
            run.submissions_per_second(),
            run.writes_per_second(),
            run.percentile(50.0),
            run.percentile(99.0),
            server.resident_mib()?,
        );
    }
    Ok(())
}

/// `concurrent` participants submit one answer after the other, as fast as they get receipts.
async fn load(server: &Server, concurrent: usize, time: Duration) -> Result<Latencies> {
    let participants =
        if concurrent == 1 { vec![of_flow_a(server).await?] } else { register(server, concurrent).await? };
    let started = Instant::now();
    let mut tasks = JoinSet::new();
    for mut participant in participants {
        tasks.spawn(async move {
            let mut seen = Latencies::default();
            while started.elapsed() < time && participant.step(&mut seen).await? {}
            anyhow::Ok(seen)
        });
    }
    merged(tasks, started).await
}

/// The measurements of all participants since the start.
async fn merged(mut tasks: JoinSet<Result<Latencies>>, started: Instant) -> Result<Latencies> {
    let mut all = Latencies::default();
    while let Some(seen) = tasks.join_next().await {
        all.merge(seen??);
    }
    all.lasted(started.elapsed());
    Ok(all)
}

/// A single participant, always of the same arm: in the control flow, which has no moves, there would be twice as many
/// submissions.
async fn of_flow_a(server: &Server) -> Result<Participant> {
    loop {
        let participant = Participant::ready(server.address()).await?;
        if participant.is_in_flow_a() {
            return Ok(participant);
        }
    }
}

async fn register(server: &Server, count: usize) -> Result<Vec<Participant>> {
    let mut tasks = JoinSet::new();
    let gate = std::sync::Arc::new(tokio::sync::Semaphore::new(16));
    for _ in 0..count {
        let address = server.address();
        let gate = gate.clone();
        tasks.spawn(async move {
            let _turn = gate.acquire().await;
            Participant::ready(address).await
        });
    }
    let mut participants = Vec::with_capacity(count);
    while let Some(participant) = tasks.join_next().await {
        participants.push(participant?.context("a participant could not register")?);
    }
    Ok(participants)
}

/// 100 participants who each submit twice a second.
async fn paced(server: &Server, time: Duration) -> Result<Latencies> {
    let participants = register(server, 100).await?;
    let started = Instant::now();
    let mut tasks = JoinSet::new();
    for (nth, mut participant) in participants.into_iter().enumerate() {
        tasks.spawn(async move {
            tokio::time::sleep(Duration::from_millis(5 * nth as u64)).await;
            let mut seen = Latencies::default();
            let mut beat = tokio::time::interval(Duration::from_millis(500));
            while started.elapsed() < time {
                beat.tick().await;
                participant.step(&mut seen).await?;
            }
            anyhow::Ok(seen)
        });
    }
    merged(tasks, started).await
}

/// Answers at 200/s during 5,000 events a second from one address, and without the flood before and after, so that both
/// are measured under the same conditions.
async fn analytics_during_answers(server: &Server, time: Duration, limits: &str) -> Result<()> {
    let mut quiet = paced(server, time / 2).await?;
    let (flood, busy) = tokio::join!(analytics::flood(server.address(), time, Some(5_000)), paced(server, time));
    let (flood, busy) = (flood?, busy?);
    quiet.merge(paced(server, time / 2).await?);
    quiet.lasted(time);
    let [alone, during] = [&quiet, &busy].map(|seen| seen.percentile(99.0));
    println!(
        "\nanswers at 200/s, p50 {:.1} ms, p99 {alone:.1} ms; during a flood of {:.0} events/s for {:.0} s, {limits}: {:.1} \
         and {during:.1} ms, {:.1} times as much (aim: at most 2; {} events taken, {} told to wait)",
        quiet.percentile(50.0),
        flood.rate(),
        flood.seconds(),
        busy.percentile(50.0),
        during / alone,
        flood.taken(),
        flood.rejected(),
    );
    Ok(())
}

/// The same with every event stored until the quota is reached, and the disk space of the analytics afterwards.
async fn quota_during_answers(server: &mut Server, time: Duration) -> Result<()> {
    let quota = QUOTA_MIB.to_string();
    server.restart_with(&[("UNMASK_ANALYTICS_LIMIT", "0"), ("UNMASK_ANALYTICS_QUOTA", &quota)]).await?;
    analytics_during_answers(server, time, &format!("no limit on the rate, a quota of {quota} MiB")).await?;
    match server.analytics_mib() {
        Some(mib) => println!(
            "analytics on the disk afterwards: {mib:.1} MiB, write-ahead log included; the quota of {quota} MiB {}",
            if mib <= f64::from(QUOTA_MIB) { "holds" } else { "DOES NOT HOLD" }
        ),
        None => println!("analytics on the disk: look with `unmask doctor`"),
    }
    Ok(())
}

/// From the start of the process to the first answer on the database that the load has filled.
async fn restarts(server: &mut Server, runs: usize) -> Result<()> {
    let mut times = Vec::new();
    for _ in 0..runs.max(3) {
        times.push(server.restart().await?.as_secs_f64() * 1000.0);
    }
    times.sort_by(f64::total_cmp);
    println!("\nstart to first answer on an existing database: {:.0} ms", times[times.len() / 2]);
    Ok(())
}
