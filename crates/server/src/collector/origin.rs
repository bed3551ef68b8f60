//! Form and text bodies need no preflight, so any web page could make a visitor's browser send here. Browsers state the
//! origin of a request. Programs do not, and are no risk for a visitor.

use axum::http::{HeaderMap, header};

use crate::api::error::{ApiError, Code, Result};

/// Rejects requests from pages of other sites.
pub fn require_own(headers: &HeaderMap) -> Result<()> {
    let text = |name| headers.get(name).and_then(|value: &axum::http::HeaderValue| value.to_str().ok());
    let host = text(header::HOST);
    let own = match text(header::ORIGIN) {
        Some(origin) => origin.split_once("://").zip(host).is_some_and(|((scheme, name), host)| {
            without_default_port(scheme, name) == without_default_port(scheme, host)
        }),
        None => !matches!(text(header::HeaderName::from_static("sec-fetch-site")), Some("cross-site" | "same-site")),
    };
    if own { Ok(()) } else { Err(ApiError::of(Code::OtherOrigin)) }
}

/// Browsers omit the default port of the scheme. A proxy may add it.
fn without_default_port(scheme: &str, host: &str) -> String {
    let port = match scheme {
        "https" => ":443",
        "http" => ":80",
        _ => "",
    };
    host.strip_suffix(port).unwrap_or(host).to_ascii_lowercase()
}

/// Rejects requests by browsers to an address that stores data with GET, because any page can make a browser fetch it.
/// Browsers always identify themselves.
pub fn require_program(headers: &HeaderMap) -> Result<()> {
    let names = ["origin", "referer", "sec-fetch-site", "sec-fetch-mode", "cookie"];
    let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
    if names.iter().any(|name| headers.contains_key(*name)) || agent.is_some_and(|agent| agent.starts_with("Mozilla/"))
    {
        return Err(ApiError::of(Code::PostOnly));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(headers: &[(&'static str, &str)]) -> HeaderMap {
        headers.iter().map(|(name, value)| ((*name).parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn own_pages_and_programs_may_send() {
        let sent = |headers: &[(&'static str, &str)]| require_own(&of(headers)).is_ok();
        assert!(sent(&[("host", "study.org")]));
        assert!(sent(&[("host", "study.org:8080"), ("origin", "http://study.org:8080")]));
        assert!(sent(&[("host", "study.org"), ("sec-fetch-site", "same-origin")]));
        for (host, origin, own) in [
            ("study.org", "https://study.org", true),
            ("study.org:443", "https://study.org", true),
            ("Study.org:80", "http://study.org", true),
            ("study.org:8443", "https://study.org:8443", true),
            ("[::1]:8080", "http://[::1]:8080", true),
            ("study.org", "https://study.org:8443", false),
            ("study.org:8443", "https://study.org", false),
            ("study.org:80", "https://study.org", false),
            ("study.org", "study.org", false),
            ("study.org", "https://evil.org", false),
            ("study.org", "null", false),
        ] {
            assert_eq!(sent(&[("host", host), ("origin", origin)]), own, "{host} {origin}");
        }
        assert!(!sent(&[("host", "study.org"), ("sec-fetch-site", "cross-site")]));
    }

    #[test]
    fn browsers_must_not_send_with_get() {
        let program = |headers: &[(&'static str, &str)]| require_program(&of(headers)).is_ok();
        assert!(program(&[("host", "study.org")]) && program(&[("user-agent", "node")]));
        for header in [
            ("user-agent", "Mozilla/5.0 (X11; Linux x86_64)"),
            ("referer", "https://evil.org/"),
            ("sec-fetch-site", "none"),
            ("origin", "https://study.org"),
        ] {
            assert!(!program(&[header]), "{header:?}");
        }
    }
}
