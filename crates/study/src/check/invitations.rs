//! Invitations and reminders by e-mail: within the time in which the part is open, permitted by consent, with texts.

use std::cmp::Ordering;

use super::{Check, Severity, numbered};
use crate::answers::parse_day;
use crate::definition::Wave;
use crate::definition::consent::CONTACT_AGAIN;
use crate::definition::wave::When;
use crate::invitations::{INVITATION_TEXT, PLACEHOLDERS, REMINDER_TEXT, parts};

const STUDY: &str = "study.yaml";

pub(super) fn check(check: &mut Check) {
    for (path, wave) in numbered(&check.study.file.waves, "waves") {
        if !wave.reminders.is_empty() {
            times(check, &format!("{path}.reminders"), wave);
            consent(check, &format!("{path}.reminders"));
        }
    }
    for (stem, messages) in [(INVITATION_TEXT, 1), (REMINDER_TEXT, 2)] {
        let mut waves = numbered(&check.study.file.waves, "waves");
        let sends = waves.find(|(_, wave)| wave.reminders.len() >= messages);
        text(check, stem, sends.map(|(path, _)| format!("{path}.reminders")));
    }
}

/// The order of two points in time, if both are written in the same way.
fn order(one: &When, other: &When) -> Option<Ordering> {
    match (one, other) {
        (When { days: Some(one), date: None }, When { days: Some(other), date: None }) => Some(one.cmp(other)),
        (When { days: None, date: Some(one) }, When { days: None, date: Some(other) }) => {
            Some(parse_day(one)?.cmp(&parse_day(other)?))
        }
        _ => None,
    }
}

fn times(check: &mut Check, path: &str, wave: &Wave) {
    let mut before: Option<&When> = None;
    for (path, when) in numbered(&wave.reminders, path) {
        let is_after = |end: &When| {
            // A day on which the part closes belongs to it; after a number of days it is over at once.
            order(when, end).is_some_and(|order| order.is_gt() || order.is_eq() && when.days.is_some())
        };
        if when.days.is_some() == when.date.is_some() || when.days.is_some() != wave.opens.days.is_some() {
            let message = "a reminder is written like `opens`: either with `days` or with a `date`";
            let help = match &wave.opens.date {
                Some(day) => format!("write a day, for example `{{ date: \"{day}\" }}`"),
                None => "write for example `{ days: 14 }`: days after the earlier wave".to_owned(),
            };
            check.error(STUDY, &path, message, &help);
        } else if when.date.as_deref().is_some_and(|date| parse_day(date).is_none()) {
            check.error(STUDY, &format!("{path}.date"), super::context::NO_DATE, "for example `\"2027-03-31\"`");
        } else if order(when, &wave.opens).is_some_and(Ordering::is_lt) || is_after(&wave.closes) {
            let message = format!("wave `{}` is not open then, so this message is never sent", wave.id);
            check.error(STUDY, &path, message, "choose a time after `opens` and before `closes`");
        } else if before.is_some_and(|before| order(before, when).is_some_and(Ordering::is_ge)) {
            let message = "this message would not come after the one above";
            check.error(STUDY, &path, message, "write the times in order, each one once");
        }
        before = Some(when);
    }
}

fn consent(check: &mut Check, path: &str) {
    if !check.study.consent.ticks.iter().any(|statement| statement.id == CONTACT_AGAIN) {
        let message = format!("nobody can be invited: consent.yaml has no statement `{CONTACT_AGAIN}`");
        let help = format!(
            "add a statement to `ticks`; only those who tick it are asked for an address:\n  - id: {CONTACT_AGAIN}\n    label: \
             You may invite me to a later part of this study."
        );
        check.error(STUDY, path, message, &help);
    }
}

/// The text of a message in all languages, if there are times at which it is sent. (That it is translated is checked
/// with the other pages.)
fn text(check: &mut Check, stem: &str, times: Option<String>) {
    let original = format!("pages/{stem}.md");
    let is_sent = times.is_some();
    if let Some(path) = times.filter(|_| !check.study.pages.contains_key(stem)) {
        let help = "write the text of that e-mail in Markdown: `# Subject`, then the message with its two links, for example \
                    `[Go to the second part]({link})` and `[Unsubscribe]({unsubscribe})`";
        check.error(STUDY, &path, format!("{original} is missing"), help);
    }
    let study = check.study;
    let translated =
        study.catalog.translations.iter().map(|(locale, own)| (format!("locales/{}/{stem}.md", locale.0), &own.pages));
    let all: Vec<_> = std::iter::once((original, &study.pages)).chain(translated).collect();
    for (file, pages) in all {
        let Some(page) = pages.get(stem) else { continue };
        if is_sent {
            placeholders(check, &file, &page.0);
        } else {
            let help = "add `reminders` to a wave, or delete the file";
            check.warning(&file, "", "no wave has reminders that send this text", help);
        }
    }
}

fn placeholders(check: &mut Check, file: &str, text: &str) {
    let mut error = |line: usize, column: usize, message: String, help: &str| {
        check.report_at(Severity::Error, file, Some((line, column)), message, help);
    };
    if parts(text).0.is_none() {
        error(1, 1, "this e-mail has no subject".into(), "begin with a line `# Subject`");
    }
    for needed in ["link", "unsubscribe"] {
        if !text.contains(&format!("{{{needed}}}")) {
            let message = format!("this e-mail does not contain `{{{needed}}}`");
            error(
                1,
                1,
                message,
                "every message has the link to the part, `{link}`, and the one that ends the messages, `{unsubscribe}`",
            );
        }
    }
    for (number, line) in text.lines().enumerate() {
        for (start, _) in line.match_indices('{') {
            let name = line[start + 1..].split('}').next().unwrap_or_default();
            if !PLACEHOLDERS.contains(&name) {
                let column = line[..start].chars().count() + 1;
                let help = "use {study}, {part}, {closes}, {link} or {unsubscribe}";
                error(number + 1, column, format!("there is no placeholder `{{{name}}}`"), help);
            }
        }
    }
}
