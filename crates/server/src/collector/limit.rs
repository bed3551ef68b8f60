//! Limits the events of one address with a token bucket. Counts are in the memory of each server; addresses are never
//! stored or logged.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use crate::base::clock::Millis;

/// A burst of the events of this many seconds is accepted: a class closes its browsers, or a phone was offline.
const BURST: f64 = 30.0;
/// All addresses together may send this many times the rate of one, so that many addresses cannot bypass the limit.
const ALL: f64 = 10.0;
/// Maximum number of addresses in memory.
const ADDRESSES: usize = 10_000;

pub struct Limit {
    rate: f64,
    buckets: Mutex<(Bucket, HashMap<IpAddr, Bucket>)>,
}

#[derive(Clone, Copy)]
struct Bucket {
    left: f64,
    at: Millis,
}

impl Bucket {
    fn full(rate: f64) -> Self {
        Self { left: rate * BURST, at: 0 }
    }

    fn fill(&mut self, rate: f64, now: Millis) {
        let passed = (now - self.at).max(0) as f64 / 1000.0;
        self.left = (self.left + passed * rate).min(rate * BURST);
        self.at = now;
    }
}

impl Limit {
    /// Limits the events per second from one address; 0 for no limit.
    pub fn new(rate: u32) -> Self {
        let rate = f64::from(rate);
        Self { rate, buckets: Mutex::new((Bucket::full(rate * ALL), HashMap::new())) }
    }

    /// Takes events from the bucket of an address if it is not empty. The bucket can become negative: the number of
    /// events in a body is known only after it is read, and reading is expensive. The error is the number of seconds to
    /// wait.
    pub fn take(&self, address: Option<IpAddr>, events: usize, now: Millis) -> Result<(), u32> {
        let Some(address) = address.filter(|_| self.rate > 0.0) else { return Ok(()) };
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let (all, each) = &mut *buckets;
        if each.len() >= ADDRESSES {
            each.retain(|_, bucket| (now - bucket.at) as f64 / 1000.0 < BURST);
        }
        let own = each.entry(address).or_insert_with(|| Bucket::full(self.rate));
        own.fill(self.rate, now);
        all.fill(self.rate * ALL, now);
        if own.left < 1.0 || all.left < 1.0 {
            return Err(wait(own.left, self.rate).max(wait(all.left, self.rate * ALL)));
        }
        own.left -= events as f64;
        all.left -= events as f64;
        Ok(())
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and an hour")]
fn wait(left: f64, rate: f64) -> u32 {
    ((1.0 - left) / rate).ceil().clamp(1.0, 3600.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Option<IpAddr> = Some(IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 1)));
    const THERE: Option<IpAddr> = Some(IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, 2)));

    #[test]
    fn a_burst_passes_and_a_flood_does_not() {
        let limit = Limit::new(10);
        assert_eq!(limit.take(HERE, 299, 1_000_000), Ok(()));
        assert_eq!(limit.take(HERE, 50, 1_000_000), Ok(()), "one is left, so the body is read");
        assert_eq!(limit.take(HERE, 1, 1_000_000), Err(5), "and pays the debt");
        assert_eq!(limit.take(THERE, 1, 1_000_000), Ok(()));
        assert_eq!(limit.take(HERE, 1, 1_005_000), Ok(()));
    }

    #[test]
    fn many_addresses_cannot_bypass_the_limit() {
        let limit = Limit::new(10);
        let address = |last| Some(IpAddr::V4(std::net::Ipv4Addr::new(192, 0, 2, last)));
        let passed = (0..100).filter(|last| limit.take(address(*last), 300, 0).is_ok()).count();
        assert_eq!(passed, 10);
    }

    #[test]
    fn zero_is_no_limit() {
        assert_eq!(Limit::new(0).take(HERE, 1_000_000, 0), Ok(()));
    }
}
