//! What analytics cost the answers: a flood of events beside people who answer, and how many events fit.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::{Value, json};

use crate::client::Client;
use crate::process::Server;

/// Events in a delivery, as the browser's client sends them.
const BATCH: u64 = 50;
/// Connections that send.
const SENDERS: u64 = 8;

/// What became of the events sent.
#[derive(Default)]
pub struct Sent {
    /// Answered with success.
    pub taken: AtomicU64,
    /// Told to come back later.
    pub refused: AtomicU64,
}

/// Sends `rate` events a second, or as fast as they are answered if it is none.
pub async fn flood(address: SocketAddr, time: Duration, rate: Option<u64>) -> Result<Arc<Sent>> {
    let sent = Arc::new(Sent::default());
    let started = Instant::now();
    let mut tasks = tokio::task::JoinSet::new();
    for sender in 0..SENDERS {
        let sent = Arc::clone(&sent);
        tasks.spawn(async move {
            let mut client = Client::connect(address).await?;
            let every = rate.map(|rate| Duration::from_micros(BATCH * SENDERS * 1_000_000 / rate));
            let mut beat = tokio::time::interval(every.unwrap_or(Duration::from_nanos(1)));
            let mut number = 0;
            while started.elapsed() < time {
                beat.tick().await;
                number += 1;
                let taken = client.call("POST", "/api/collect/track", Some(&batch(sender, number))).await.is_ok();
                let count = if taken { &sent.taken } else { &sent.refused };
                count.fetch_add(BATCH, Ordering::Relaxed);
            }
            anyhow::Ok(())
        });
    }
    while let Some(done) = tasks.join_next().await {
        done??;
    }
    Ok(sent)
}

fn batch(sender: u64, number: u64) -> Value {
    let event = |n: u64| {
        json!({ "event": "Page Viewed", "properties": {
            "token": "unmask", "distinct_id": format!("bench-{sender}"), "$insert_id": format!("{sender}-{number}-{n}"),
            "$browser": "Chrome", "$browser_version": 156, "$os": "Linux", "mp_lib": "web", "$lib_version": "2.83.0",
            "page": "Training question", "path": "/flow-a/question/abcdefghijkl", "sessionId": "0123456789abcdef",
            "viewportWidth": 1280, "viewportHeight": 800, "screenWidth": 1280, "screenHeight": 800,
            "timestamp": "2026-11-20T10:00:00.000Z" } })
    };
    (0..BATCH).map(event).collect()
}

/// How many events a second the collector stores when nothing limits it.
pub async fn capacity(server: &Server, time: Duration) -> Result<()> {
    let sent = flood(server.address(), time, None).await?;
    let rate = sent.taken.load(Ordering::Relaxed) as f64 / time.as_secs_f64();
    println!("events stored without a limit: {rate:.0}/s (in batches of {BATCH})");
    Ok(())
}
