//! Fixed days: somebody who has completed the earlier part can take part in a later one, and accounts are kept until
//! then.
//!
//! Some days contradict each other whenever the study begins. Others depend on the day from which participants
//! register, which is known when a study is checked or activated for the first time.

use chrono::{Days, NaiveDate};

use super::{Check, Severity, numbered};
use crate::answers::parse_day;
use crate::definition::WaveId;
use crate::definition::study::Retention;
use crate::definition::wave::{MAIN, When};

const STUDY: &str = "study.yaml";

/// The first participant's time for a wave.
#[derive(Clone, Copy)]
struct Time {
    wave: WaveId,
    /// The first day on which somebody can take part, if it is known.
    opens: Option<NaiveDate>,
    /// The last one.
    closes: Option<NaiveDate>,
    /// Whether `opens` follows from fixed days alone.
    is_fixed: bool,
}

/// `starts` is the first day on which participants register; `None` if some may have registered long ago.
pub(super) fn check(check: &mut Check, starts: Option<NaiveDate>) {
    let file = &check.study.file;
    let mut times = vec![Time { wave: MAIN, opens: starts, closes: None, is_fixed: false }];
    for (number, (path, wave)) in (1..).zip(numbered(&file.waves, "waves")) {
        // A later wave in the place of an earlier one is an error of its own.
        let Some(before) = times.get(file.wave_before(number)).copied() else { return };
        let (opens, closes) = (day(&wave.opens, before.opens), day(&wave.closes, before.opens));
        let opens = opens.max(before.opens);
        let is_fixed = (wave.opens.date.is_some() || before.is_fixed) && (starts.is_none() || opens > starts);
        let time = Time { wave: wave.id, opens, closes, is_fixed };
        if wave.closes.date.is_some()
            && let (Some(closes), Some(completed)) = (closes, before.opens)
            && closes < completed
        {
            closed_before(check, &format!("{path}.closes.date"), (&time, closes), (&before, completed), starts);
        }
        times.push(time);
    }
    kept_until(check, &times[1..]);
}

/// The day of a point in time for a participant who completes the earlier wave on its first day.
fn day(when: &When, completed: Option<NaiveDate>) -> Option<NaiveDate> {
    let counted = || completed?.checked_add_days(Days::new(when.days?.into()));
    when.date.as_deref().and_then(parse_day).or_else(counted)
}

fn closed_before(
    check: &mut Check,
    path: &str,
    (wave, closes): (&Time, NaiveDate),
    (before, completed): (&Time, NaiveDate),
    starts: Option<NaiveDate>,
) {
    let (id, earlier) = (wave.wave, before.wave);
    let message = match starts {
        Some(starts) if closes < starts => format!("wave `{id}` closes on {closes}, which is past"),
        Some(starts) if !before.is_fixed => format!(
            "wave `{id}` closes on {closes}, but those who register on {starts} complete `{earlier}` on {completed} at the \
             earliest"
        ),
        _ => format!("wave `{id}` closes on {closes}, and nobody can complete `{earlier}` before {completed}"),
    };
    let help = "nobody who registers could take part: choose a later day, or count it in days after the earlier part, \
                for example `{ days: 21 }`. For a study that has begun, check with the day on which it began: `--starts`";
    check.error(STUDY, path, message, help);
}

/// After the retention period there are no accounts, so nobody can sign in for a later part.
fn kept_until(check: &mut Check, waves: &[Time]) {
    const PATH: &str = "retention.until";
    let Some(last) = check.study.file.retention.as_ref().and_then(Retention::last_day) else { return };
    let help =
        "choose a later day, and state it in the consent text, too; `unmask retention` deletes the accounts then";
    let too_late = |time: &&Time| time.opens.is_some_and(|opens| last < opens);
    let unopened = waves.iter().filter(|time| too_late(time)).max_by_key(|time| time.is_fixed);
    let cut = waves.iter().find(|time| time.closes.is_some_and(|closes| last < closes));
    if let Some(Time { wave, opens: Some(opens), is_fixed, .. }) = unopened {
        let message = format!("accounts are kept until {last}, and wave `{wave}` opens on {opens} at the earliest");
        let severity = if *is_fixed { Severity::Error } else { Severity::Warning };
        check.report(severity, STUDY, PATH, message, help);
    } else if let Some(Time { wave, closes: Some(closes), .. }) = cut {
        let message = format!("accounts are kept until {last}, and wave `{wave}` can be open until {closes}");
        check.warning(STUDY, PATH, message, help);
    }
}
