//! Metrics for operators in the OpenMetrics format, on a separate listener (`--metrics`). No personal data: routes are
//! patterns, and nothing is counted by person, address or arm.

mod gauges;
mod listener;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

use gauges::Gauges;
pub use listener::{Measured, MeasuredStudy, OpenStudy, router, serve};

/// Repeated submissions, answered with the stored receipt because the outbox had not received it.
static REPEATED: AtomicU64 = AtomicU64::new(0);
/// Items of analytics that were not stored.
static DROPPED: AtomicU64 = AtomicU64::new(0);

/// Counts a repeated submission.
pub fn repeated() {
    REPEATED.fetch_add(1, Ordering::Relaxed);
}

/// Counts items of analytics that are not stored.
pub fn dropped(items: usize) {
    DROPPED.fetch_add(items as u64, Ordering::Relaxed);
}

/// Buckets in seconds; a call ends after thirty.
const SECONDS: [f64; 11] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0];

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    route: String,
    status: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Route {
    route: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Reason {
    reason: &'static str,
}

/// Counters of a running server.
pub struct Metrics {
    registry: Registry,
    requests: Family<Answered, Counter>,
    seconds: Family<Route, Histogram, fn() -> Histogram>,
    repeated: Counter,
    dropped: Counter,
    media_failures: Family<Reason, Counter>,
    gauges: Gauges,
    /// Held while the gauges are written and read.
    asking: tokio::sync::Mutex<()>,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("unmask");
        let requests = Family::default();
        registry.register("http_requests", "Requests answered, by route and class of status", requests.clone());
        let seconds = Family::new_with_constructor((|| Histogram::new(SECONDS)) as fn() -> Histogram);
        registry.register_with_unit("http_request", "Time until the answer", Unit::Seconds, seconds.clone());
        let repeated = Counter::default();
        registry.register("submissions_repeated", "Submissions that were already stored", repeated.clone());
        let dropped = Counter::default();
        registry.register("analytics_dropped", "Usage events that were rejected", dropped.clone());
        let media_failures: Family<Reason, Counter> = Family::default();
        // Registered at the start: a rate needs the value before the first failure.
        for reason in ["missing", "unavailable", "broken off"] {
            drop(media_failures.get_or_create(&Reason { reason }));
        }
        registry.register("media_failures", "Media that could not be delivered, by reason", media_failures.clone());
        let gauges = Gauges::register(&mut registry);
        Self {
            registry,
            requests,
            seconds,
            repeated,
            dropped,
            media_failures,
            gauges,
            asking: tokio::sync::Mutex::default(),
        }
    }
}

impl Metrics {
    /// Counts a medium that could not be delivered: `missing`, `unavailable` or `broken off`.
    pub fn media_failed(&self, reason: &'static str) {
        self.media_failures.get_or_create(&Reason { reason }).inc();
    }

    /// Counts an answer.
    pub fn answered(&self, route: &str, status: u16, took: Duration) {
        let status = match status {
            100..=199 => "1xx",
            200..=299 => "2xx",
            300..=399 => "3xx",
            400..=499 => "4xx",
            _ => "5xx",
        };
        self.requests.get_or_create(&Answered { route: route.to_owned(), status }).inc();
        self.seconds.get_or_create(&Route { route: route.to_owned() }).observe(took.as_secs_f64());
    }
}
