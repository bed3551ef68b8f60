//! Latencies of the server.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;
use unmask_simulation::participant::Timed;

/// Replies to one kind of call, in milliseconds.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Latency {
    pub calls: usize,
    pub p50: f64,
    pub p99: f64,
    pub max: f64,
}

/// By kind of call.
pub(super) fn by_call(timed: &[Timed]) -> BTreeMap<&'static str, Latency> {
    let mut by_call: BTreeMap<&'static str, Vec<Duration>> = BTreeMap::new();
    for one in timed {
        by_call.entry(one.call.name()).or_default().push(one.took);
    }
    by_call.into_iter().filter_map(|(call, took)| Some((call, of(took)?))).collect()
}

fn of(mut took: Vec<Duration>) -> Option<Latency> {
    took.sort_unstable();
    let max = *took.last()?;
    // The smallest reply that at least so many per cent are not longer than (nearest rank).
    let rank = |percent: usize| took[(took.len() * percent).div_ceil(100).max(1) - 1];
    Some(Latency { calls: took.len(), p50: millis(rank(50)), p99: millis(rank(99)), max: millis(max) })
}

fn millis(took: Duration) -> f64 {
    (took.as_secs_f64() * 10_000.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use unmask_simulation::participant::Call;

    use super::*;

    #[test]
    fn percentiles_are_replies_that_happened() {
        let timed = |ms: u64| Timed { call: Call::Submit, took: Duration::from_millis(ms) };
        let hundred: Vec<Timed> = (1..=100).rev().map(timed).collect();
        assert_eq!(by_call(&hundred)["answers"], Latency { calls: 100, p50: 50.0, p99: 99.0, max: 100.0 });
        assert_eq!(by_call(&[timed(7)])["answers"], Latency { calls: 1, p50: 7.0, p99: 7.0, max: 7.0 });
        assert!(by_call(&[]).is_empty());
    }
}
