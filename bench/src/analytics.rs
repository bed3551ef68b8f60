//! The cost of analytics: a flood of events while participants answer, and the maximum rate of events.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::{Value, json};

use crate::client::Client;
use crate::process::Server;

/// Events in a delivery, as the browser's client sends them.
const BATCH: u64 = 50;
/// Connections that send.
const SENDERS: u64 = 8;

/// Number of floods so far. Makes events unique between floods, because storing repeats costs less.
static FLOODS: AtomicU64 = AtomicU64::new(0);

/// The outcome of the sent events.
#[derive(Default)]
pub struct Sent {
    taken: AtomicU64,
    rejected: AtomicU64,
    millis: AtomicU64,
}

impl Sent {
    /// Answered with success.
    pub fn taken(&self) -> u64 {
        self.taken.load(Relaxed)
    }

    /// Rejected with 429.
    pub fn rejected(&self) -> u64 {
        self.rejected.load(Relaxed)
    }

    /// Events per second that were really sent.
    pub fn rate(&self) -> f64 {
        (self.taken() + self.rejected()) as f64 / self.seconds()
    }

    /// Duration.
    pub fn seconds(&self) -> f64 {
        self.millis.load(Relaxed) as f64 / 1000.0
    }
}

/// Sends `rate` events per second; without a rate, as fast as replies arrive.
pub async fn flood(address: SocketAddr, time: Duration, rate: Option<u64>) -> Result<Arc<Sent>> {
    let sent = Arc::new(Sent::default());
    let flood = FLOODS.fetch_add(1, Relaxed);
    let started = Instant::now();
    let mut tasks = tokio::task::JoinSet::new();
    for sender in 0..SENDERS {
        let sent = Arc::clone(&sent);
        tasks.spawn(async move {
            let mut client = Client::connect(address).await?;
            let micros = rate.map(|rate| BATCH * SENDERS * 1_000_000 / rate);
            let every = micros.map(Duration::from_micros);
            let mut beat = tokio::time::interval(every.unwrap_or(Duration::from_nanos(1)));
            let mut number = 0;
            // Senders start one after the other.
            tokio::time::sleep(Duration::from_micros(micros.unwrap_or_default() * sender / SENDERS)).await;
            beat.reset();
            while started.elapsed() < time {
                beat.tick().await;
                number += 1;
                let taken =
                    client.call("POST", "/api/collect/track", Some(&batch(flood, sender, number))).await.is_ok();
                let count = if taken { &sent.taken } else { &sent.rejected };
                count.fetch_add(BATCH, Relaxed);
            }
            anyhow::Ok(())
        });
    }
    while let Some(done) = tasks.join_next().await {
        done??;
    }
    sent.millis.store(u64::try_from(started.elapsed().as_millis())?, Relaxed);
    Ok(sent)
}

fn batch(flood: u64, sender: u64, number: u64) -> Value {
    let event = |n: u64| {
        json!({ "event": "Page Viewed", "properties": {
            "token": "unmask", "distinct_id": format!("bench-{sender}"), "$insert_id": format!("{flood}-{sender}-{number}-{n}"),
            "$browser": "Chrome", "$browser_version": 156, "$os": "Linux", "mp_lib": "web", "$lib_version": "2.83.0",
            "page": "Exercise question", "path": "/flow-a/question/abcdefghijkl", "sessionId": "0123456789abcdef",
            "viewportWidth": 1280, "viewportHeight": 800, "screenWidth": 1280, "screenHeight": 800,
            "timestamp": "2026-11-20T10:00:00.000Z" } })
    };
    (0..BATCH).map(event).collect()
}

/// How many events a second the collector stores when nothing limits it.
pub async fn capacity(server: &Server, time: Duration) -> Result<()> {
    let sent = flood(server.address(), time, None).await?;
    let rate = sent.taken() as f64 / sent.seconds();
    println!("events stored without a limit: {rate:.0}/s (in batches of {BATCH})");
    Ok(())
}
