//! How many connections there may be, and how many of them from one address.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use crate::auth::address_limit::{Network, network_of};
use crate::base::config::Settings;

/// Connections at the same time.
#[derive(Clone, Copy, Debug)]
pub struct Places {
    /// From everybody.
    pub all: usize,
    /// From one address; 0 for no limit.
    pub per_address: usize,
}

impl Places {
    /// The limits of the settings; behind a proxy, all connections have its address.
    pub fn of(settings: &Settings) -> Self {
        let proxied = settings.address_header.is_some() || settings.listen.ip().is_loopback();
        Self { all: settings.connections, per_address: if proxied { 0 } else { settings.address_connections } }
    }
}

impl From<usize> for Places {
    fn from(all: usize) -> Self {
        Self { all, per_address: 0 }
    }
}

/// How many each address has open. Counted in memory, never stored or logged.
#[derive(Clone, Default)]
pub struct Neighbours(Arc<Mutex<HashMap<Network, usize>>>);

/// One of an address's connections, for as long as it lives.
pub struct Neighbour(Option<(Neighbours, Network)>);

impl Neighbours {
    /// One more of this address; none if it has its share.
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
    fn an_address_has_its_share_and_others_have_theirs() {
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
