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
