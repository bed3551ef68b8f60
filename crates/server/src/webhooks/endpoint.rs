//! The address of a receiver.

use std::net::IpAddr;

use reqwest::Url;

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

#[cfg(test)]
mod tests {
    use super::*;

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
