//! Checks of one item that its kind makes before the study starts.

use std::collections::BTreeSet;

use super::parts::{Choice, Points};
use crate::problem::Severity;

/// Reports a finding: its severity, the path of the field below the item, the message and the help.
type Report<'a> = dyn FnMut(Severity, &str, String, &str) + 'a;

/// Reports findings about one item.
pub(crate) struct ItemCheck<'a> {
    report: &'a mut Report<'a>,
}

impl<'a> ItemCheck<'a> {
    pub(crate) fn new(report: &'a mut Report<'a>) -> Self {
        Self { report }
    }

    /// Reports an error in a field of the item.
    pub(super) fn error(&mut self, field: &str, message: String, help: &str) {
        self.report(Severity::Error, field, message, help);
    }

    /// Reports a finding of any severity.
    pub(super) fn report(&mut self, severity: Severity, field: &str, message: String, help: &str) {
        (self.report)(severity, field, message, help);
    }

    /// Reports two limits that exclude every value.
    pub(super) fn range(&mut self, field: &str, fits: bool) {
        if !fits {
            self.error(field, "the lower limit is above the upper one".into(), "swap or correct them");
        }
    }

    /// Reports options with the same value, and fewer than two options.
    pub(crate) fn choices(&mut self, field: &str, options: &[Choice]) {
        if options.len() < 2 {
            self.error(field, "at least two options are needed".into(), "add another option");
        }
        let mut seen = BTreeSet::new();
        for (index, option) in options.iter().enumerate() {
            if !seen.insert(&option.value) {
                let message = format!("two options have the value `{}`", option.value);
                self.error(&format!("{field}.{index}.value"), message, "give each option a different value");
            }
        }
    }

    /// Reports points that do not form a rating.
    pub(super) fn points(&mut self, points: &Points) {
        match (points.points.len(), points.numbers) {
            (0, None) => {
                let help = "add `points: [...]`, or `numbers` with `ends`";
                self.error("kind", "no points are given".into(), help);
            }
            (1.., Some(_)) => {
                self.error("numbers", "both `points` and `numbers` are given".into(), "keep one of them");
            }
            (0, Some(2..=11)) | (2..=11, None) => {}
            _ => {
                let field = if points.numbers.is_some() { "numbers" } else { "points" };
                self.error(field, "a rating has 2 to 11 points".into(), "use 2 to 11 points");
            }
        }
        if points.numbers.is_some() && points.ends.is_none() {
            let message = "points that are only numbers need labels at both ends".into();
            self.report(Severity::Warning, "numbers", message, "add `ends: [lowest, highest]`");
        }
        if !(0..=1).contains(&points.first) {
            self.error("first", "ratings begin at 0 or 1".into(), "write `first: 0` or leave it out");
        }
    }

    /// Reports a correct answer that is not one of the options.
    pub(crate) fn correct_answer(&mut self, field: &str, value: &str, options: &[Choice]) {
        if !options.iter().any(|option| option.value == value) {
            let all: Vec<String> = options.iter().map(|option| format!("`{}`", option.value)).collect();
            let message = format!("`{value}` is not one of the options");
            self.error(field, message, &format!("use one of {}", all.join(", ")));
        }
    }
}
