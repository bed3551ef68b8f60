//! Media that could not be delivered: counted, logged, and remembered until they are delivered or a submission asks for
//! them.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::base::clock::Millis;

/// Minimum time between two log entries about a file in milliseconds: 5 minutes.
const LOG_EVERY: Millis = 5 * 60_000;

/// How long a failure is remembered in milliseconds, longer than a ticket is valid: 5 hours.
const KEEP: Millis = 5 * 60 * 60_000;

/// Failures that are remembered, at most.
const MOST: usize = 50_000;

/// The failed deliveries of this server.
#[derive(Default)]
pub struct Deliveries(Mutex<Inner>);

#[derive(Default)]
struct Inner {
    /// By file: when the log named it last, and failures since then.
    logged: HashMap<String, (Millis, u64)>,
    /// By session and medium, where the last delivery failed: when.
    failed: HashMap<(String, String), Millis>,
}

impl Deliveries {
    /// Whether the log should name the file now: how often it failed since it was named last.
    pub fn to_log(&self, file: &str, now: Millis) -> Option<u64> {
        let mut inner = self.lock();
        match inner.logged.get_mut(file) {
            Some((last, since)) if (0..LOG_EVERY).contains(&(now - *last)) => {
                *since += 1;
                None
            }
            known => {
                let failures = known.map_or(0, |(_, since)| *since) + 1;
                inner.logged.insert(file.to_owned(), (now, 0));
                Some(failures)
            }
        }
    }

    /// A medium could not be delivered to this session.
    pub fn note_failure(&self, session: &str, medium: &str, now: Millis) {
        let mut inner = self.lock();
        if inner.failed.len() >= MOST {
            inner.failed.retain(|_, at| (0..KEEP).contains(&(now - *at)));
        }
        if inner.failed.len() < MOST {
            inner.failed.insert((session.to_owned(), medium.to_owned()), now);
        }
    }

    /// It could, in one of its formats.
    pub fn note_success(&self, session: &str, medium: &str) {
        let mut inner = self.lock();
        if !inner.failed.is_empty() {
            inner.failed.remove(&(session.to_owned(), medium.to_owned()));
        }
    }

    /// Whether the last delivery of a medium to this session failed.
    pub fn failed(&self, session: &str, medium: &str) -> bool {
        let inner = self.lock();
        !inner.failed.is_empty() && inner.failed.contains_key(&(session.to_owned(), medium.to_owned()))
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_names_a_file_once_in_five_minutes_and_says_how_often_it_failed() {
        let deliveries = Deliveries::default();
        assert_eq!(deliveries.to_log("a.png", 1_000), Some(1));
        assert_eq!((deliveries.to_log("a.png", 2_000), deliveries.to_log("a.png", 300_999)), (None, None));
        assert_eq!(deliveries.to_log("b.png", 2_000), Some(1), "each file for itself");
        assert_eq!(deliveries.to_log("a.png", 301_000), Some(3));
        assert_eq!(deliveries.to_log("a.png", 0), Some(1), "the clock was set back");
    }

    #[test]
    fn the_last_delivery_to_a_session_counts() {
        let deliveries = Deliveries::default();
        deliveries.note_failure("one", "a.png", 0);
        assert!(deliveries.failed("one", "a.png"));
        assert!(!deliveries.failed("two", "a.png") && !deliveries.failed("one", "b.png"));
        deliveries.note_success("one", "a.png");
        assert!(!deliveries.failed("one", "a.png"));
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let deliveries = Deliveries::default();
        for number in 0..MOST + 10 {
            deliveries.note_failure(&number.to_string(), "a.png", 0);
        }
        assert_eq!(deliveries.lock().failed.len(), MOST);
        deliveries.note_failure("later", "a.png", KEEP);
        assert_eq!(deliveries.lock().failed.len(), 1);
    }
}
