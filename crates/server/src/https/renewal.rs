//! When a certificate is ordered: at the first start, for new names, and after two thirds of its lifetime. After a
//! failure, the next attempt waits: Let's Encrypt, for example, allows five failures per name and hour.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, Result};

use super::order::{self, OrderError};
use super::{Certificate, Failure, Files, Live};
use crate::base::clock::{Clock, Millis, rfc3339};
use crate::base::config::{HttpsSettings, Settings, has_public_form};

const MINUTE: Millis = 60_000;
/// After the first failure; it doubles with each further one. Four attempts in the first hour.
const FIRST_WAIT: Millis = 5 * MINUTE;
/// The longest wait: four attempts within the time in which a certificate of six days is to be renewed.
const LONGEST_WAIT: Millis = 12 * 60 * MINUTE;
/// The shortest wait if the authority wants fewer requests.
const RATE_LIMITED_WAIT: Millis = 60 * MINUTE;
/// How soon a new host name of a study is noticed.
const EVERY: Millis = MINUTE;
/// Time limit of an order.
const ORDER: Duration = Duration::from_mins(5);

/// Keeps the certificate valid.
pub struct Renewal {
    settings: HttpsSettings,
    files: Files,
    live: Live,
    clock: Clock,
}

impl Renewal {
    /// Uses the stored certificate, if there is one.
    ///
    /// # Errors
    /// If the folder can't be created, or if the settings can't be right.
    pub fn new(settings: &Settings, live: Live, clock: Clock) -> Result<Self> {
        let files = Files::of(settings);
        files.prepare()?;
        let https = settings.https.clone();
        if !https.acme_directory.starts_with("https://") {
            anyhow::bail!("--acme-directory '{}' must begin with https://", https.acme_directory);
        }
        if let Some(root) = &https.acme_root {
            std::fs::read(root).with_context(|| format!("can't read --acme-root '{}'", root.display()))?;
        }
        match files.certificate() {
            Ok(Some(certificate)) => live.present(Arc::new(certificate)),
            Ok(None) => {}
            // A new one is ordered.
            Err(error) => tracing::warn!(error = format!("{error:#}"), "the stored certificate can't be used"),
        }
        Ok(Self { settings: https, files, live, clock })
    }

    /// Runs until the server ends. `hosts` are the host names of studies at present.
    pub async fn run(self, hosts: impl Fn() -> Vec<String>) {
        let mut announced = None;
        loop {
            let wait = self.step(&hosts(), &mut announced).await;
            tokio::time::sleep(wait).await;
        }
    }

    /// Orders a certificate if one is due. Returns how long to wait until the next step.
    async fn step(&self, hosts: &[String], announced: &mut Option<Failure>) -> Duration {
        let required: Vec<_> = self.settings.names().into_iter().map(str::to_owned).collect();
        let wanted = wanted(&required, hosts);
        wanted.clone_into(&mut self.live.0.names.write());
        let (certificate, failure) = (self.live.certificate(), self.files.failure());
        let due = due(certificate.as_deref(), failure.as_ref(), &wanted);
        let now = self.clock.now();
        if due <= now {
            self.order(&required, &wanted, failure.as_ref()).await;
            *announced = self.files.failure();
            return Duration::from_secs(1);
        }
        if let Some(failure) = failure.filter(|failure| failure.next == due && announced.as_ref() != Some(failure)) {
            tracing::warn!(
                reason = failure.reason,
                next = rfc3339(failure.next),
                "no certificate is ordered yet; to try now, remove '{}' and restart the server",
                self.files.failure_file().display()
            );
            *announced = Some(failure);
        }
        Duration::from_millis(u64::try_from((due - now).clamp(100, EVERY)).unwrap_or_default())
    }

    async fn order(&self, required: &[String], wanted: &[String], before: Option<&Failure>) {
        let result = self.obtain(required, wanted).await;
        let (failure, what) = match &result {
            Ok(None) => (None, ""),
            Ok(Some(error)) => (Some(error), "the certificate is there, but some host names of studies are missing"),
            Err(error) => (Some(error), "the certificate could not be obtained"),
        };
        let failure = failure.map(|error| next_failure(error, before, wanted, self.clock.now()));
        if let Some(failure) = &failure {
            let certificate = self.live.certificate();
            let until = certificate.map_or_else(|| "none".to_owned(), |certificate| rfc3339(certificate.not_after()));
            tracing::error!(
                reason = failure.reason,
                attempts = failure.attempts,
                next = rfc3339(failure.next),
                served_until = until,
                "{what}"
            );
        }
        if let Err(error) = self.files.write_failure(failure.as_ref()) {
            tracing::error!(error = format!("{error:#}"), "the state of the certificate can't be stored");
        }
    }

    /// Obtains and stores a certificate. A host name of a study that can't be validated is left out, so that it does
    /// not keep the others from being served: then the certificate is there, and the error says what is missing.
    async fn obtain(&self, required: &[String], wanted: &[String]) -> Result<Option<OrderError>, OrderError> {
        tracing::info!(names = wanted.join(", "), directory = self.settings.acme_directory, "ordering a certificate");
        let error = match self.obtain_for(wanted).await {
            Ok(()) => return Ok(None),
            Err(error) => error,
        };
        let is_optional = |name: &String| !required.contains(name);
        if error.names.is_empty() || !error.names.iter().all(is_optional) {
            return Err(error);
        }
        let rest: Vec<_> = wanted.iter().filter(|name| !error.names.contains(name)).cloned().collect();
        // One that has the rest, and is not due yet, stays.
        let current = self.live.certificate();
        let stays = current.is_some_and(|current| {
            rest.iter().all(|name| current.covers(name)) && self.clock.now() < current.renew_at()
        });
        if !stays {
            self.obtain_for(&rest).await?;
        }
        Ok(Some(error))
    }

    async fn obtain_for(&self, names: &[String]) -> Result<(), OrderError> {
        let failed = |reason: String| OrderError { reason, names: Vec::new(), is_rate_limited: false };
        let order = order::obtain(&self.settings, &self.files, &self.live, names);
        let pem = match tokio::time::timeout(ORDER, order).await {
            Ok(pem) => pem?,
            Err(_) => return Err(failed("the authority did not complete the order in time".to_owned())),
        };
        let certificate = Certificate::read(pem.as_bytes()).map_err(|error| failed(format!("{error:#}")))?;
        // Used even if it can't be stored, on a full disk for example: the next start orders another one.
        if let Err(error) = self.files.write_certificate(&pem) {
            tracing::error!(error = format!("{error:#}"), "the certificate is not stored");
        }
        tracing::info!(
            names = names.join(", "),
            until = rfc3339(certificate.not_after()),
            renewal = rfc3339(certificate.renew_at()),
            "the certificate is there"
        );
        self.live.present(Arc::new(certificate));
        Ok(())
    }
}

/// The names of the settings, then the host names of studies for which an authority could give a certificate.
fn wanted(required: &[String], hosts: &[String]) -> Vec<String> {
    let hosts = hosts.iter().filter(|host| has_public_form(host));
    let mut seen = BTreeSet::new();
    required.iter().chain(hosts).filter(|name| seen.insert(name.as_str())).cloned().collect()
}

/// When a certificate for these names is to be ordered.
fn due(certificate: Option<&Certificate>, failure: Option<&Failure>, wanted: &[String]) -> Millis {
    let needed = certificate.filter(|certificate| wanted.iter().all(|name| certificate.covers(name)));
    let needed = needed.map_or(0, Certificate::renew_at);
    // After a change of the names, the reason of the failure may be gone.
    let waiting = failure.filter(|failure| failure.names == wanted);
    waiting.map_or(needed, |failure| needed.max(failure.next))
}

fn next_failure(error: &OrderError, before: Option<&Failure>, wanted: &[String], now: Millis) -> Failure {
    let before = before.filter(|before| before.names == wanted);
    let attempts = before.map_or(0, |before| before.attempts).saturating_add(1);
    let wait = FIRST_WAIT.saturating_mul(1 << (attempts - 1).min(10)).min(LONGEST_WAIT);
    let wait = if error.is_rate_limited { wait.max(RATE_LIMITED_WAIT) } else { wait };
    Failure { attempts, next: now + wait, names: wanted.to_vec(), reason: error.reason.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::https::certificate::tests::pem;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    fn error(is_rate_limited: bool) -> OrderError {
        OrderError { reason: "port 80".into(), names: Vec::new(), is_rate_limited }
    }

    #[test]
    fn studies_with_a_public_host_name_are_covered() {
        let hosts = names(&["b.example.org", "pilot.localhost", "intranet", "a.example.org"]);
        assert_eq!(wanted(&names(&["a.example.org"]), &hosts), ["a.example.org", "b.example.org"]);
    }

    #[test]
    fn a_certificate_is_due_without_one_for_other_names_and_after_two_thirds() {
        let one = names(&["a.example.org"]);
        let certificate = Certificate::read(pem(&["a.example.org"]).as_bytes()).unwrap();
        assert_eq!(due(None, None, &one), 0);
        assert_eq!(due(Some(&certificate), None, &one), certificate.renew_at());
        assert_eq!(due(Some(&certificate), None, &names(&["a.example.org", "b.example.org"])), 0);
    }

    #[test]
    fn attempts_become_rare_and_a_restart_changes_nothing() {
        let wanted = names(&["a.example.org"]);
        let (mut failure, mut now, mut attempts) = (None, 0, 0);
        while now < 24 * 60 * MINUTE {
            attempts += 1;
            let next = next_failure(&error(false), failure.as_ref(), &wanted, now);
            assert_eq!(due(None, Some(&next), &wanted), next.next);
            assert!(next.next >= now + FIRST_WAIT && next.next <= now + LONGEST_WAIT);
            now = next.next;
            if now < 60 * MINUTE {
                assert!(attempts < 5, "{attempts} in the first hour");
            }
            failure = Some(next);
        }
        assert_eq!(attempts, 9, "in a day");
        let other = names(&["b.example.org"]);
        assert_eq!(due(None, failure.as_ref(), &other), 0, "other names are tried at once");
        assert_eq!(next_failure(&error(false), failure.as_ref(), &other, 0).attempts, 1);
        assert_eq!(next_failure(&error(true), None, &wanted, 0).next, RATE_LIMITED_WAIT);
        let many = Failure { attempts: u32::MAX, ..failure.unwrap() };
        assert_eq!(next_failure(&error(false), Some(&many), &wanted, 0).next, LONGEST_WAIT);
    }
}
