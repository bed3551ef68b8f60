//! Latencies and their percentiles.

use std::time::Duration;

/// The measurements of one run.
#[derive(Default, Clone)]
pub struct Latencies {
    /// Milliseconds of every write, submissions and moves alike.
    milliseconds: Vec<f64>,
    submissions: usize,
    seconds: f64,
}

impl Latencies {
    /// A write that was acknowledged.
    pub fn record(&mut self, time: Duration, submission: bool) {
        self.milliseconds.push(time.as_secs_f64() * 1000.0);
        self.submissions += usize::from(submission);
    }

    /// Adds another participant's measurements.
    pub fn merge(&mut self, other: Self) {
        self.milliseconds.extend(other.milliseconds);
        self.submissions += other.submissions;
    }

    /// Ends the run.
    pub fn lasted(&mut self, time: Duration) {
        self.seconds = time.as_secs_f64();
        self.milliseconds.sort_by(f64::total_cmp);
    }

    /// Answers stored per second.
    pub fn submissions_per_second(&self) -> f64 {
        self.submissions as f64 / self.seconds
    }

    /// Answers and moves stored per second; each is one durable transaction.
    pub fn writes_per_second(&self) -> f64 {
        self.milliseconds.len() as f64 / self.seconds
    }

    /// Latency percentile of the writes in milliseconds (nearest rank).
    pub fn percentile(&self, percent: f64) -> f64 {
        if self.milliseconds.is_empty() {
            return f64::NAN;
        }
        let rank = (percent / 100.0 * self.milliseconds.len() as f64).ceil();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rank within the list")]
        let rank = (rank as usize).clamp(1, self.milliseconds.len());
        self.milliseconds[rank - 1]
    }

    /// The run with the median rate.
    pub fn median_of(mut runs: Vec<Self>) -> Self {
        runs.sort_by(|a, b| a.writes_per_second().total_cmp(&b.writes_per_second()));
        runs.swap_remove(runs.len() / 2)
    }
}
