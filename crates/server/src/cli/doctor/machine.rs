//! Checks of the machine: disk space, clock, secrets.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::time::UNIX_EPOCH;

use unmask_export::staging::Leftover;
use unmask_store::{backup, meta};

use super::Finding;
use crate::base::clock::rfc3339;
use crate::cli::prelude::*;
use crate::cli::unfinished::{leftovers, of_earlier_builds, searched};
use crate::https::{Certificate, Failure, Files};

const MIB: u64 = 1024 * 1024;
/// Below this the next busy hour may fill the disk.
const TOO_LITTLE: u64 = 512 * MIB;
/// Below this, space should be freed.
const LITTLE: u64 = 2048 * MIB;
/// Tolerance: clocks that are synchronised over the network step back a little.
const STEP: Millis = 2_000;

/// Free bytes where the database (PostgreSQL: where the secrets) are.
pub fn disk(settings: &Settings) -> Finding {
    let database = backup::databases(&settings.database_url).map(|files| files.study);
    let size = database.as_ref().and_then(|file| fs::metadata(file).ok()).map_or(0, |file| file.len());
    let folder = database.as_deref().and_then(Path::parent).unwrap_or(&settings.data);
    let folder = existing(folder);
    match rustix::fs::statvfs(&folder) {
        Ok(disk) => room(disk.f_bavail * disk.f_frsize, size, &folder),
        Err(error) => Finding::failed("disk", format!("'{}': {error}", folder.display()), "correct --data"),
    }
}

/// The folder, or its nearest existing parent.
fn existing(folder: &Path) -> PathBuf {
    let here = Path::new(".");
    let there = folder.ancestors().find(|folder| folder.exists() && !folder.as_os_str().is_empty());
    there.unwrap_or(here).to_owned()
}

fn room(free: u64, database: u64, folder: &Path) -> Finding {
    let found = format!("{} MiB free in '{}', the database takes {} MiB", free / MIB, folder.display(), database / MIB);
    if free < TOO_LITTLE {
        return Finding::failed("disk", found, "free disk space: no answers can be stored on a full disk");
    }
    if free < LITTLE || free < 2 * database {
        return Finding::warning("disk", found, "free disk space for more answers and for a backup");
    }
    Finding::ok("disk", found)
}

/// Unfinished copies of data from commands that were killed.
pub fn unfinished(settings: &Settings, folders: &[PathBuf], now: Millis) -> Finding {
    let (left, old) = (leftovers(settings, folders), of_earlier_builds(settings, folders));
    let (mut found, mut fix) = (vec![], vec![]);
    if !left.is_empty() {
        found.push(format!("left behind by killed commands, may contain personal data: {}", shown(&left, now)));
        fix.push(format!(
            "rm -r {} (so does the next backup, restore or export that writes into the same folder; in the folders of the \
             data and of the database, the next start of the server)",
            quoted(&left)
        ));
    }
    if !old.is_empty() {
        found.push(format!("left behind by an earlier version, may contain personal data: {}", shown(&old, now)));
        fix.push(format!("if no older version of the program is running: rm -r {}", quoted(&old)));
    }
    let searched: Vec<_> = searched(settings, folders).iter().map(|folder| format!("'{}'", folder.display())).collect();
    let folders = format!("{} and, for usage events, '{}'", searched.join(", "), std::env::temp_dir().display());
    if found.is_empty() {
        return Finding::ok("unfinished", format!("no unfinished copies of data in {folders}"));
    }
    Finding::warning("unfinished", format!("{}; searched: {folders}", found.join("; ")), fix.join("; "))
}

/// Each with its age.
fn shown(left: &[Leftover], now: Millis) -> String {
    let shown = |one: &Leftover| {
        let since = one.since.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        format!("'{}' ({} old)", one.path.display(), age(u64::try_from(now / 1000).unwrap_or(0).saturating_sub(since)))
    };
    left.iter().map(shown).collect::<Vec<_>>().join(", ")
}

/// Quoted as arguments of a command.
fn quoted(left: &[Leftover]) -> String {
    left.iter().map(|one| format!("'{}'", one.path.display())).collect::<Vec<_>>().join(" ")
}

fn age(seconds: u64) -> String {
    let minutes = seconds / 60;
    match (minutes, minutes / 60) {
        (0..120, _) => format!("{minutes} minutes"),
        (_, hours @ 0..48) => format!("{hours} hours"),
        (_, hours) => format!("{} days", hours / 24),
    }
}

/// If the clock goes back, events are in the wrong order, and sessions and hold times have the wrong length.
pub async fn clock(store: &Store, now: Millis) -> Finding {
    match meta::newest(store).await {
        Err(error) => Finding::unanswered("clock", store, &error),
        Ok(newest) => behind(now, newest),
    }
}

fn behind(now: Millis, newest: Option<Millis>) -> Finding {
    let now_text = rfc3339(now);
    match newest {
        Some(newest) if newest > now + STEP => Finding::failed(
            "clock",
            format!(
                "the clock shows {now_text}, but the newest stored time is {}, {} s later",
                rfc3339(newest),
                (newest - now) / 1000
            ),
            "set the clock (timedatectl set-ntp true), and find out which server had a wrong clock",
        ),
        Some(newest) => Finding::ok("clock", format!("{now_text}, after the newest stored time {}", rfc3339(newest))),
        None => Finding::ok("clock", format!("{now_text}; nothing is stored yet")),
    }
}

/// The key and the seed exist, are readable only by their owner, and are valid.
pub fn secrets(settings: &Settings) -> Finding {
    let mut missing = vec![];
    for secret in Secret::ALL.into_iter().filter(|secret| secret.setting(settings).is_none()) {
        let path = settings.data.join(secret.file());
        match fs::metadata(&path) {
            Err(_) => missing.push(path.display().to_string()),
            Ok(found) if found.permissions().mode() & 0o077 != 0 => {
                let fix = format!("chmod 600 '{}'", path.display());
                return Finding::failed("secrets", format!("others can read '{}'", path.display()), fix);
            }
            Ok(_) => {}
        }
    }
    if !missing.is_empty() {
        let fix = "the server creates them on its first start; after that, restore the saved copies (unmask backup keeps them)";
        return Finding::warning("secrets", format!("not there: {}", missing.join(", ")), fix);
    }
    match Secret::ALL.into_iter().try_for_each(|secret| secret.read(settings).map(|_| ())) {
        Ok(()) => Finding::ok("secrets", "the server key and the allocation seed are readable only by their owner"),
        Err(error) => Finding::failed("secrets", format!("{error:#}"), "restore the saved copy"),
    }
}

/// The certificate that the server obtains itself. None if a proxy provides TLS, or nobody does.
pub fn certificate(settings: &Settings, now: Millis) -> Option<Finding> {
    let names = settings.https.names();
    if names.is_empty() {
        return None;
    }
    let files = Files::of(settings);
    let path = files.certificate_file();
    if fs::metadata(&path).is_ok_and(|found| found.permissions().mode() & 0o077 != 0) {
        let fix = format!("chmod 600 '{}'", path.display());
        return Some(Finding::failed("certificate", format!("others can read '{}'", path.display()), fix));
    }
    Some(match files.certificate() {
        Ok(certificate) => validity(certificate.as_ref(), files.failure().as_ref(), &names, now),
        Err(error) => {
            let fix = "restart the server, which orders a new one";
            Finding::failed("certificate", format!("{error:#}"), fix)
        }
    })
}

fn validity(certificate: Option<&Certificate>, failure: Option<&Failure>, names: &[&str], now: Millis) -> Finding {
    let failed = failure.map(|failure| {
        let Failure { attempts, reason, next, .. } = failure;
        format!("; failed attempts to obtain one: {attempts}; the last one: {reason}; the next one: {}", rfc3339(*next))
    });
    let failed = failed.unwrap_or_default();
    let fix =
        "remove the cause, then wait for the next attempt, or remove 'failure.json' beside it and restart the server";
    let Some(certificate) = certificate else {
        let found = format!("there is none for {}{failed}", names.join(", "));
        return match failure {
            Some(_) => Finding::failed("certificate", found, fix),
            None => Finding::warning("certificate", found, "start the server, which obtains one"),
        };
    };
    let own: Vec<_> = certificate.names().iter().map(String::as_str).collect();
    let (end, renewal) = (rfc3339(certificate.not_after()), rfc3339(certificate.renew_at()));
    if certificate.not_after() <= now {
        let found = format!("it has expired at {end} ({}){failed}", own.join(", "));
        return Finding::failed("certificate", found, "start the server and read its log: it renews the certificate");
    }
    let missing: Vec<_> = names.iter().filter(|name| !certificate.covers(name)).copied().collect();
    if !missing.is_empty() {
        let found = format!("it is valid until {end}, and not for {}{failed}", missing.join(", "));
        return Finding::failed("certificate", found, "restart the server and read its log: it obtains another one");
    }
    let found = format!("for {}, valid until {end}, renewed from {renewal} on{failed}", own.join(", "));
    match failure {
        Some(_) => Finding::warning("certificate", found, fix),
        None => Finding::ok("certificate", found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::doctor::finding::Outcome;

    #[test]
    fn space_is_needed_for_answers_and_for_a_backup() {
        let outcome = |free, database| room(free * MIB, database * MIB, Path::new("/x")).outcome;
        assert_eq!(outcome(511, 1), Outcome::Failed);
        assert_eq!(outcome(2047, 1), Outcome::Warning);
        assert_eq!(outcome(5000, 2501), Outcome::Warning);
        assert_eq!(outcome(5000, 2500), Outcome::Ok);
    }

    #[test]
    fn a_certificate_must_be_valid_and_have_all_names() {
        let key = rcgen::KeyPair::generate().unwrap();
        let mut params = rcgen::CertificateParams::new(["a.example.org".to_owned()]).unwrap();
        (params.not_before, params.not_after) = (rcgen::date_time_ymd(2026, 1, 1), rcgen::date_time_ymd(2026, 1, 31));
        let pem = key.serialize_pem() + &params.self_signed(&key).unwrap().pem();
        let certificate = Certificate::read(pem.as_bytes()).unwrap();
        let failure = Failure { attempts: 3, next: 0, names: vec![], reason: "port 80 is closed".into() };
        let (before, after) = (certificate.not_after() - 1, certificate.not_after());
        let finding = |certificate, failure, names: &[&str], now| validity(certificate, failure, names, now);
        let good = finding(Some(&certificate), None, &["a.example.org"], before);
        assert_eq!(good.outcome, Outcome::Ok);
        assert!(good.found.contains("for a.example.org, valid until 2026-01-31T00:00:00.000Z"), "{good:?}");
        let late = finding(Some(&certificate), Some(&failure), &["a.example.org"], before);
        assert!(late.outcome == Outcome::Warning && late.found.contains("port 80 is closed"), "{late:?}");
        assert_eq!(finding(Some(&certificate), None, &["a.example.org"], after).outcome, Outcome::Failed);
        assert_eq!(finding(Some(&certificate), None, &["b.example.org"], before).outcome, Outcome::Failed);
        assert_eq!(finding(None, None, &["a.example.org"], before).outcome, Outcome::Warning);
        assert_eq!(finding(None, Some(&failure), &["a.example.org"], before).outcome, Outcome::Failed);
    }

    #[test]
    fn an_age_has_a_unit_that_fits() {
        let ages = [0, 59, 119 * 60, 120 * 60, 47 * 3600, 48 * 3600, 500 * 3600].map(age);
        assert_eq!(ages, ["0 minutes", "0 minutes", "119 minutes", "2 hours", "47 hours", "2 days", "20 days"]);
    }

    #[test]
    fn the_clock_must_not_be_behind_what_is_stored() {
        assert_eq!(behind(10_000, Some(10_000 + STEP)).outcome, Outcome::Ok);
        assert_eq!(behind(10_000, None).outcome, Outcome::Ok);
        let late = behind(10_000, Some(75_000));
        assert_eq!(late.outcome, Outcome::Failed);
        assert!(late.found.contains("65 s later"), "{late:?}");
    }
}
