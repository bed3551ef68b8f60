//! A generous limit per address on signing in, registering and refreshing sessions. It stops floods, but not a lecture
//! hall.
//!
//! Counts are in the memory of each server, for the current minute only; addresses are never stored or logged. Accounts
//! are protected by the throttle on the username ([`super::device`]), which is stored in the database.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Mutex;
use std::sync::PoisonError;

use axum::extract::ConnectInfo;
use axum::http::Extensions;
use axum::http::HeaderMap;

use crate::api::error::{ApiError, Result};
use crate::base::clock::Millis;
use crate::base::config::Settings;

const MINUTE: Millis = 60_000;

/// Where a client is, as far as we look: an IPv4 address, or the /48 of an IPv6 host.
pub type Network = IpAddr;

/// Counts of the present minute.
#[derive(Debug, Default)]
pub struct AddressLimit(Mutex<(Millis, HashMap<Network, u32>)>);

impl AddressLimit {
    /// Rejects an address that has used up its minute.
    pub fn require_room(&self, settings: &Settings, network: Option<Network>, now: Millis) -> Result<()> {
        self.take(settings, network, now, 0)
    }

    /// Counts one attempt; rejects it if the address has used up its minute.
    pub fn count(&self, settings: &Settings, network: Option<Network>, now: Millis) -> Result<()> {
        self.take(settings, network, now, 1)
    }

    fn take(&self, settings: &Settings, network: Option<Network>, now: Millis, attempts: u32) -> Result<()> {
        let Some(network) = network.filter(|_| settings.address_limit > 0) else { return Ok(()) };
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if counts.0 != now / MINUTE {
            *counts = (now / MINUTE, HashMap::new());
        }
        let used = counts.1.get(&network).copied().unwrap_or(0);
        if used >= settings.address_limit {
            let left = u32::try_from((MINUTE - now % MINUTE + 999) / 1000).unwrap_or(60);
            return Err(ApiError::too_many_requests(left));
        }
        if attempts > 0 {
            counts.1.insert(network, used + attempts);
        }
        Ok(())
    }
}

/// Where the client is; the proxy's header counts only if the operator says that a proxy overwrites it.
pub fn address(settings: &Settings, headers: &HeaderMap, extensions: &Extensions) -> Option<Network> {
    let peer = || Some(extensions.get::<ConnectInfo<std::net::SocketAddr>>()?.0.ip());
    let named = settings.address_header.as_ref().and_then(|name| last_address(headers, name));
    Some(network_of(named.or_else(peer)?))
}

/// The nearest proxy appends its entry to the last line, or as a separate line. Earlier entries come from the client
/// and are not trusted. Some proxies write the port, too.
fn last_address(headers: &HeaderMap, name: &str) -> Option<IpAddr> {
    let entry = headers.get_all(name).iter().next_back()?.to_str().ok()?.rsplit(',').next()?.trim();
    let with_port = || entry.parse::<std::net::SocketAddr>().ok().map(|address| address.ip());
    entry.parse().ok().or_else(with_port)
}

/// The network of a host, the same for every limit: what one site has. That is an IPv4 address, behind which many
/// may be, or an IPv6 /48, the most that a customer gets (RFC 6177, RIPE-690). By anything smaller an attacker with a
/// /48 would be 65,536 clients.
pub fn network_of(address: IpAddr) -> Network {
    match address.to_canonical() {
        IpAddr::V6(v6) => IpAddr::V6((v6.to_bits() >> 80 << 80).into()),
        v4 @ IpAddr::V4(_) => v4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last(lines: &[&str]) -> Option<String> {
        let name = axum::http::HeaderName::from_static("x-forwarded-for");
        let lines = lines.iter().map(|line| (name.clone(), line.parse().unwrap()));
        let mut headers = HeaderMap::new();
        lines.for_each(|(name, line)| _ = headers.append(name, line));
        last_address(&headers, "x-forwarded-for").map(|address| address.to_string())
    }

    #[test]
    fn one_site_is_one_network() {
        let network = |address: &str| network_of(address.parse().unwrap());
        assert_eq!(network("2001:db8:1:2::a"), network("2001:db8:1:ffff::b"));
        assert_ne!(network("2001:db8:1::a"), network("2001:db8:2::a"));
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"), "an IPv4 host on a socket for both");
    }

    #[test]
    fn only_the_proxys_own_entry_counts() {
        assert_eq!(last(&["192.0.2.1, 198.51.100.9"]).as_deref(), Some("198.51.100.9"));
        assert_eq!(last(&["192.0.2.1", "198.51.100.9"]).as_deref(), Some("198.51.100.9"));
        assert_eq!(last(&["198.51.100.9:4411"]).as_deref(), Some("198.51.100.9"));
        assert_eq!(last(&["[2001:db8::1]:4411"]).as_deref(), Some("2001:db8::1"));
        assert_eq!(last(&["unknown"]), None);
    }
}
