//! Latency of answers during expensive work: a class registers, a class signs in, all data are exported. Registrations
//! and sign-ins are compared with the processor's hash rate.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, anyhow};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use serde_json::json;
use tokio::task::JoinSet;

use crate::client::{Client, download};
use crate::paced;
use crate::participant::Participant;
use crate::process::{ADMIN_NAME, ADMIN_PASSWORD, Server};

/// People in a class.
const CLASS: usize = 60;

/// The server's parameters of Argon2id (`crates/server/src/auth/hasher.rs`).
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;

/// Prints one line each: the processor's hash rate, the rates of registrations and sign-ins, then p99 of answers at
/// 200/s and the amount of other work meanwhile.
pub async fn all(server: &Server, time: Duration) -> Result<()> {
    let limit = tokio::task::spawn_blocking(move || hashes(time)).await??.per_second();
    println!("\nArgon2id alone, one thread per core: {limit:.0}/s");
    let of_limit = |rate: f64| format!("{rate:.0}/s, {:.0} % of Argon2id alone", 100.0 * rate / limit);
    println!("sign-ups, alone: {}", of_limit(sign_ups(server, time).await?.per_second()));
    let names = class(server).await?;
    println!("sign-ins, alone: {}", of_limit(sign_ins(server, time, &names).await?.per_second()));
    let quiet = paced(server, time).await?.percentile(99.0);
    println!("answers at 200/s, p99: {quiet:.1} ms");

    let (answers, done) = tokio::join!(paced(server, time), sign_ups(server, time));
    let (p99, rate) = (answers?.percentile(99.0), done?.per_second());
    println!("  while {CLASS} people sign up at once, again and again: {p99:.1} ms ({rate:.0} sign-ups/s)");

    let (answers, done) = tokio::join!(paced(server, time), sign_ins(server, time, &names));
    let (p99, rate) = (answers?.percentile(99.0), done?.per_second());
    println!("  while {CLASS} people sign in at once, again and again: {p99:.1} ms ({rate:.0} sign-ins/s)");

    let (answers, done) = tokio::join!(paced(server, time), exports(server, time));
    let (p99, Done { times, bytes, .. }) = (answers?.percentile(99.0), done?);
    let size = bytes as f64 / times.max(1) as f64 / 1_048_576.0;
    println!("  while the full export streams, again and again: {p99:.1} ms ({times} packages of {size:.1} MiB)");
    Ok(())
}

/// The amount of work and its duration. Work in progress when the time is over is finished and counted.
struct Done {
    times: u64,
    bytes: u64,
    lasted: Duration,
}

impl Done {
    fn per_second(&self) -> f64 {
        self.times as f64 / self.lasted.as_secs_f64()
    }
}

/// Hashes as fast as possible: one thread on each core, which reuses its memory.
fn hashes(time: Duration) -> Result<Done> {
    let threads = thread::available_parallelism()?.get();
    let started = Instant::now();
    let counts = thread::scope(|scope| {
        let hashing: Vec<_> = (0..threads).map(|_| scope.spawn(move || hashes_of_a_thread(started, time))).collect();
        let joined = hashing.into_iter().map(|one| one.join().map_err(|_| anyhow!("a hashing thread panicked"))?);
        joined.sum::<Result<u64>>()
    });
    Ok(Done { times: counts?, bytes: 0, lasted: started.elapsed() })
}

fn hashes_of_a_thread(started: Instant, time: Duration) -> Result<u64> {
    let failed = |error: argon2::Error| anyhow!("can't hash: {error}");
    let params = Params::new(MEMORY_KIB, PASSES, 1, None).map_err(failed)?;
    let mut memory = vec![Block::new(); params.block_count()];
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let (mut output, mut times) = ([0; Params::DEFAULT_OUTPUT_LEN], 0);
    while started.elapsed() < time {
        let hashed =
            argon2.hash_password_into_with_memory(b"twelve quiet lanterns", &[7; 16], &mut output, &mut memory);
        hashed.map_err(failed)?;
        times += 1;
    }
    Ok(times)
}

/// Registers as fast as possible.
async fn sign_ups(server: &Server, time: Duration) -> Result<Done> {
    let address = server.address();
    at_once(time, vec![(); CLASS], move |()| async move { Participant::register(address).await.map(drop) }).await
}

/// The whole class signs in repeatedly.
async fn sign_ins(server: &Server, time: Duration, names: &[String]) -> Result<Done> {
    let address = server.address();
    at_once(time, names.to_vec(), move |name| async move { Participant::sign_in(address, &name).await }).await
}

/// Repeats a task for each member of a class concurrently until the time is over.
async fn at_once<T: Clone + Send + 'static, F>(
    time: Duration,
    class: Vec<T>,
    something: impl Fn(T) -> F + Clone + Send + 'static,
) -> Result<Done>
where
    F: Future<Output = Result<()>> + Send,
{
    let (started, times) = (Instant::now(), Arc::new(AtomicU64::new(0)));
    let mut tasks = JoinSet::new();
    for one in class {
        let (times, something) = (Arc::clone(&times), something.clone());
        tasks.spawn(async move {
            while started.elapsed() < time {
                something(one.clone()).await?;
                times.fetch_add(1, Ordering::Relaxed);
            }
            anyhow::Ok(())
        });
    }
    while let Some(done) = tasks.join_next().await {
        done??;
    }
    Ok(Done { times: times.load(Ordering::Relaxed), bytes: 0, lasted: started.elapsed() })
}

/// Accounts that exist.
async fn class(server: &Server) -> Result<Vec<String>> {
    let mut names = Vec::with_capacity(CLASS);
    for _ in 0..CLASS {
        names.push(Participant::register(server.address()).await?.name);
    }
    Ok(names)
}

/// The researcher downloads the whole data package, one after the other; the last one to its end.
async fn exports(server: &Server, time: Duration) -> Result<Done> {
    let mut admin = Client::connect(server.address()).await?;
    let sign_in = json!({ "username": ADMIN_NAME, "password": ADMIN_PASSWORD });
    let reply = admin.call("POST", "/api/auth/login", Some(&sign_in)).await?;
    admin.token = reply["access_token"].as_str().map(str::to_owned);
    let (started, mut done) = (Instant::now(), Done { times: 0, bytes: 0, lasted: Duration::ZERO });
    while started.elapsed() < time {
        let asked = admin.call("POST", "/api/admin/exports", Some(&json!({ "reason": "a benchmark" }))).await?;
        let package = asked["package"].as_str().context("no package in the reply")?;
        done.bytes += download(server.address(), package).await?;
        done.times += 1;
    }
    done.lasted = started.elapsed();
    Ok(done)
}
