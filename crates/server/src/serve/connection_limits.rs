//! Limits on connections, in total and from one address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use crate::auth::address_limit::{Network, network_of};
use crate::base::config::Settings;

/// Connections at the same time.
#[derive(Clone, Copy, Debug)]
pub struct ConnectionLimits {
    /// From all addresses.
    pub all: usize,
    /// From one address; 0 for no limit.
    pub per_address: usize,
}

impl ConnectionLimits {
    /// The limits of the settings; behind a proxy, all connections have its address.
    pub fn of(settings: &Settings) -> Self {
        let listen = if settings.https.names().is_empty() { settings.listen } else { settings.https.https_listen };
        let proxied = settings.address_header.is_some() || listen.ip().is_loopback();
        Self { all: settings.connections, per_address: if proxied { 0 } else { settings.address_connections } }
    }
}

impl From<usize> for ConnectionLimits {
    fn from(all: usize) -> Self {
        Self { all, per_address: 0 }
    }
}

/// Number of open connections by address. Counted in memory, never stored or logged.
#[derive(Clone, Default)]
pub struct Neighbours(Arc<Mutex<HashMap<Network, usize>>>);

/// Counts an open connection of an address until it is dropped.
pub struct Neighbour(Option<(Neighbours, Network)>);

impl Neighbours {
    /// Counts a new connection of this address; none if it has reached its limit.
    pub fn admit(&self, address: IpAddr, share: usize) -> Option<Neighbour> {
        let network = network_of(address);
        if share == 0 {
            return Some(Neighbour(None));
        }
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(network).or_default();
        if *count >= share {
            return None;
        }
        *count += 1;
        Some(Neighbour(Some((self.clone(), network))))
    }
}

impl Drop for Neighbour {
    fn drop(&mut self) {
        let Some((neighbours, network)) = &self.0 else { return };
        let mut open = neighbours.0.lock().unwrap_or_else(PoisonError::into_inner);
        match open.get_mut(network) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(open.remove(network)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_its_own_limit() {
        let neighbours = Neighbours::default();
        let come = |address: &str| neighbours.admit(address.parse().unwrap(), 3);
        let mut here: Vec<_> = (0..3).map(|_| come("192.0.2.1").expect("has room")).collect();
        assert!(come("192.0.2.1").is_none() && come("::ffff:192.0.2.1").is_none());
        let other = come("192.0.2.2").expect("another");
        here.pop();
        let again = come("192.0.2.1").expect("one has left");
        let six: Vec<_> = (1..5).map(|host| come(&format!("2001:db8::{host}"))).collect();
        assert_eq!(six.iter().filter(|one| one.is_some()).count(), 3, "hosts of one network");
        drop((here, other, again, six));
        assert!(neighbours.0.lock().unwrap().is_empty(), "nothing is kept");
        assert!((0..9).map(|_| neighbours.admit([192, 0, 2, 1].into(), 0)).all(|one| one.is_some()), "no limit");
    }
}
