//! The address of a receiver.

use std::net::{IpAddr, SocketAddr};

use reqwest::Url;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use crate::api::form::{FormCode, FormError};

/// The most characters of an address.
const LONGEST: usize = 2000;

/// An address as it is stored: with TLS, except on this machine, and without a password, because the console and the
/// audit log show it.
pub fn endpoint(text: &str) -> Result<Url, FormError> {
    let text = text.trim();
    if text.chars().count() > LONGEST {
        return Err(FormError::from(FormCode::TooLong).with("max", &LONGEST));
    }
    let url = Url::parse(text).ok().filter(Url::has_host);
    let is_safe = |url: &Url| url.scheme() == "https" || (url.scheme() == "http" && is_loopback(url));
    let is_plain = |url: &Url| url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    url.filter(|url| is_safe(url) && is_plain(url)).ok_or_else(|| FormCode::WebhookUrl.into())
}

fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Rejects an address in the server's own network. Who owns one study of an installation must not reach other machines
/// of the operator with the server's help. Names are looked up now, for the one who adds the address, and again by
/// [`OutsideNames`] for each event, because the one who controls a name can change it.
pub async fn require_outside(url: &Url) -> Result<(), FormError> {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']).to_owned();
    let port = url.port_or_known_default().unwrap_or(443);
    let found = tokio::net::lookup_host((host, port)).await.map_err(|_| FormCode::WebhookUnknownHost)?;
    let addresses: Vec<IpAddr> = found.map(|address| address.ip()).collect();
    if addresses.is_empty() || addresses.into_iter().any(is_inside) {
        return Err(FormCode::WebhookInside.into());
    }
    Ok(())
}

/// Looks up names, and finds only addresses outside the server's own network.
pub struct OutsideNames;

impl Resolve for OutsideNames {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let outside: Vec<SocketAddr> = found.filter(|address| !is_inside(address.ip())).collect();
            if outside.is_empty() {
                return Err(format!("{} has no address outside the network", name.as_str()).into());
            }
            Ok(Box::new(outside.into_iter()) as Addrs)
        })
    }
}

/// Addresses that are not those of the public internet (IANA special-purpose address registries).
fn is_inside(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(own) => {
            let [first, second, third, _] = own.octets();
            own.is_loopback()
                || own.is_private()
                || own.is_link_local()
                || own.is_multicast()
                || first == 0
                || first >= 240
                || (first == 100 && (64..128).contains(&second))
                || (first == 198 && (18..20).contains(&second))
                || [first, second, third] == [192, 0, 0]
        }
        // Of all that are global unicast, 6to4 and Teredo have an IPv4 address inside.
        IpAddr::V6(own) => {
            let [first, second, ..] = own.segments();
            first & 0xe000 != 0x2000 || first == 0x2002 || (first == 0x2001 && second == 0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_the_own_network_are_known() {
        for inside in [
            "127.0.0.1",
            "127.1.2.3",
            "10.0.0.1",
            "172.16.3.4",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "::1",
            "::",
            "fd00::1",
            "fe80::1",
            "::ffff:10.0.0.1",
            "198.18.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "192.0.0.8",
            "224.0.0.1",
            "ff02::1",
            "fec0::1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:0:7f00:1::",
            "::127.0.0.1",
            "::ffff:0:a00:1",
        ] {
            assert!(is_inside(inside.parse().unwrap()), "{inside}");
        }
        for outside in ["192.0.2.1", "8.8.8.8", "172.32.0.1", "100.128.0.1", "2001:db8::1", "::ffff:8.8.8.8"] {
            assert!(!is_inside(outside.parse().unwrap()), "{outside}");
        }
    }

    #[test]
    fn an_address_has_tls_unless_it_is_on_this_machine() {
        for right in [
            "https://lab.example.org/unmask?study=1",
            " https://192.0.2.1:8443/ ",
            "http://127.0.0.1:8000/hook",
            "http://localhost/hook",
            "http://[::1]:8000/",
        ] {
            assert_eq!(endpoint(right).unwrap().as_str(), right.trim());
        }
        for wrong in [
            "",
            "lab.example.org",
            "http://lab.example.org/",
            "http://localhost.example.org/",
            "http://192.168.0.1/",
            "http://127.0.0.1.example.org/",
            "ftp://127.0.0.1/",
            "file:///etc/passwd",
            "https://user:secret@lab.example.org/",
            "https://user@lab.example.org/",
            "https://lab.example.org/#part",
            "https://",
        ] {
            assert!(endpoint(wrong).is_err(), "{wrong}");
        }
        assert!(endpoint(&format!("https://lab.example.org/{}", "a".repeat(LONGEST))).is_err());
    }
}
