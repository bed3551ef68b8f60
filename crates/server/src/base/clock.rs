//! The clock. Only this module reads the system time.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use chrono::{DateTime, SecondsFormat, Utc};

/// Milliseconds since the epoch, UTC: how every time is stored.
pub type Millis = i64;

/// The time of day: the system's, or one that a test sets.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    System,
    Fixed(Arc<AtomicI64>),
}

impl Clock {
    /// The system's clock.
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// A clock that [`Clock::advance`] moves.
    pub fn fixed(at: Millis) -> Self {
        Self(Source::Fixed(Arc::new(AtomicI64::new(at))))
    }

    /// The present moment.
    #[expect(clippy::disallowed_methods, reason = "this is the one place")]
    pub fn now(&self) -> Millis {
        match &self.0 {
            Source::System => {
                let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO);
                i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
            }
            Source::Fixed(at) => at.load(Ordering::SeqCst),
        }
    }

    /// Moves a fixed clock. Has no effect on the system clock.
    pub fn advance(&self, by: Duration) {
        self.step(i64::try_from(by.as_millis()).unwrap_or(i64::MAX));
    }

    /// Sets a fixed clock back, like a change of the system clock.
    pub fn put_back(&self, by: Duration) {
        self.step(-i64::try_from(by.as_millis()).unwrap_or(i64::MAX));
    }

    fn step(&self, by: Millis) {
        if let Source::Fixed(at) = &self.0 {
            at.fetch_add(by, Ordering::SeqCst);
        }
    }
}

/// `2026-11-20T10:00:00.000Z`.
pub fn rfc3339(at: Millis) -> String {
    DateTime::<Utc>::from_timestamp_millis(at).unwrap_or_default().to_rfc3339_opts(SecondsFormat::Millis, true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fixed_clock_moves_only_when_advanced() {
        let clock = Clock::fixed(1_000);
        assert_eq!(clock.now(), 1_000);
        clock.clone().advance(Duration::from_secs(2));
        assert_eq!(clock.now(), 3_000, "clones share the time");
    }

    #[test]
    fn times_are_written_in_utc_with_milliseconds() {
        assert_eq!(rfc3339(1_794_823_200_007), "2026-11-16T10:00:00.007Z");
    }
}
