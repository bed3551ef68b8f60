//! The address of a study. One study is at the root, as in an installation with one study. Each further one is under a
//! host name of its own, or under a path.

use anyhow::{Result, bail};

/// The ID of the study at the root.
pub const ROOT: &str = "main";

/// What the path of a study begins with.
pub const PREFIX: &str = "/s/";

/// Longest ID. PostgreSQL cuts names of schemas after 63 bytes, and `study_…_analytics` is one.
const LONGEST: usize = 40;

/// The address of a study. The default is the study at the root.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Site {
    /// Its ID; none at the root.
    id: Option<String>,
    /// Its host name, if it has one of its own.
    host: Option<String>,
}

impl Site {
    /// That of a further study.
    pub fn of(id: &str, host: Option<&str>) -> Self {
        Self { id: Some(id.to_owned()), host: host.map(str::to_owned) }
    }

    /// The study's ID in the installation.
    pub fn id(&self) -> &str {
        self.id.as_deref().unwrap_or(ROOT)
    }

    pub fn is_root(&self) -> bool {
        self.id.is_none()
    }

    /// Its host name, if it has one of its own.
    pub fn host(&self) -> Option<&str> {
        self.host.as_deref()
    }

    /// The ID of a study under a path. Browsers keep its data apart from those of other studies of the same origin.
    pub fn path_id(&self) -> Option<&str> {
        self.id.as_deref().filter(|_| self.host.is_none())
    }

    /// What all paths of the study begin with: nothing, or for example `/s/pilot`.
    pub fn base(&self) -> String {
        self.path_id().map(|id| format!("{PREFIX}{id}")).unwrap_or_default()
    }

    /// The whole address, if the installation's is known (`https://lab.example.org`).
    pub fn url(&self, installation: &str) -> String {
        let (scheme, rest) = installation.split_once("://").unwrap_or(("https", installation));
        match &self.host {
            // A port is that of the whole installation.
            Some(host) => match rest.rsplit_once(':') {
                Some((_, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => {
                    format!("{scheme}://{host}:{port}")
                }
                _ => format!("{scheme}://{host}"),
            },
            None => format!("{installation}{}", self.base()),
        }
    }
}

/// Whether a text can be the ID of a further study: lower-case letters, digits and single hyphens between them.
///
/// # Errors
/// Says what is wrong.
pub fn check_id(id: &str) -> Result<()> {
    let is_plain =
        |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    if !id.split('-').all(is_plain) || id.len() > LONGEST || !id.starts_with(|first: char| first.is_ascii_lowercase()) {
        bail!(
            "'{id}' can't be the ID of a study: it begins with a lower-case letter, has lower-case letters, digits and \
             single hyphens between them, and at most {LONGEST} characters"
        );
    }
    if id == ROOT {
        bail!("'{ROOT}' is the ID of the study at the root; choose another one");
    }
    Ok(())
}

/// A host name in the form in which requests are compared with it.
///
/// # Errors
/// Says what is wrong.
pub fn check_host(host: &str) -> Result<String> {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    let is_label = |label: &str| {
        !label.is_empty()
            && label.len() <= 63
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    if host.len() > 253 || !host.split('.').all(is_label) {
        bail!("'{host}' is no host name; write one without scheme, port and path, for example study-a.example.org");
    }
    Ok(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_study_has_one_address() {
        let lab = "https://lab.example.org";
        for (site, base, url) in [
            (Site::default(), "", lab),
            (Site::of("pilot", None), "/s/pilot", "https://lab.example.org/s/pilot"),
            (Site::of("pilot", Some("pilot.example.org")), "", "https://pilot.example.org"),
        ] {
            assert_eq!((site.base().as_str(), site.url(lab).as_str()), (base, url));
        }
        let local = Site::of("pilot", Some("pilot.localhost"));
        assert_eq!(local.url("http://127.0.0.1:8080"), "http://pilot.localhost:8080");
    }

    #[test]
    fn ids_and_hosts_are_plain() {
        for id in ["pilot", "pilot-2", "a", &"x".repeat(40)] {
            check_id(id).unwrap();
        }
        for id in ["", "main", "Pilot", "2nd", "-a", "a-", "a--b", "a_b", "a.b", "../a", "ä", &"x".repeat(41)] {
            assert!(check_id(id).is_err(), "{id}");
        }
        assert_eq!(check_host("Study-A.Example.org.").unwrap(), "study-a.example.org");
        for host in ["", "https://a", "a:80", "a/b", "a..b", "-a", "a b", "*.example.org"] {
            assert!(check_host(host).is_err(), "{host}");
        }
    }
}
