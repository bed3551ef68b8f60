//! Passkeys of those who use the consoles (Web Authentication, Level 2).

use anyhow::Result;
use webauthn_rs::prelude::{Url, Webauthn, WebauthnBuilder};

use crate::base::config::Settings;
use crate::mail::origin;

/// Verifies passkeys of the console's origin: that of `--public-url`, or else the one under which this machine serves
/// itself. None if browsers offer no passkeys there, because it is neither encrypted nor on this machine, or because it
/// has no name.
pub fn verifier(settings: &Settings, host: Option<&str>) -> Option<Webauthn> {
    let url = match settings.mail.public_url.as_deref() {
        Some(url) => origin(url).ok()?,
        None => format!("http://{}", host?),
    };
    of_origin(&url)
}

fn of_origin(url: &str) -> Option<Webauthn> {
    let url = Url::parse(url).ok()?;
    // An address is not a name.
    let name = url.domain()?;
    let is_offered = url.scheme() == "https" || name == "localhost" || name.ends_with(".localhost");
    if !is_offered {
        return None;
    }
    build(name, &url).ok()
}

fn build(name: &str, url: &Url) -> Result<Webauthn> {
    Ok(WebauthnBuilder::new(name, url)?.rp_name("Unmask").build()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_need_a_name_and_a_secure_origin() {
        for right in ["https://study.example.org", "http://localhost:8080", "http://pilot.localhost"] {
            assert!(of_origin(right).is_some(), "{right}");
        }
        for wrong in ["http://study.example.org", "https://192.0.2.1", "http://127.0.0.1:8080", "https://", ""] {
            assert!(of_origin(wrong).is_none(), "{wrong}");
        }
    }
}
