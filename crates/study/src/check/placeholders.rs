//! Texts of `unmask new` that only the study's authors can write.

use super::{Check, Severity};
use crate::outline::SourcePosition;
use crate::scaffold::{PLACEHOLDER, PLACEHOLDER_EMAIL};

pub(super) fn check(check: &mut Check) {
    let mut found: Vec<(String, SourcePosition, String, String)> = Vec::new();
    for (file, outline) in check.outlines {
        for (keys, text, position) in outline.words() {
            let wanted = match text.strip_prefix(PLACEHOLDER) {
                Some(wanted) => wanted,
                None if text == PLACEHOLDER_EMAIL => "the address at which participants reach you",
                None => continue,
            };
            let message = format!("`{}` is still to be written", keys.join("."));
            found.push(((*file).to_owned(), position, message, format!("write {wanted}")));
        }
    }
    for (file, position, message, help) in found {
        check.report_at(Severity::Warning, &file, Some(position), message, &help);
    }
}
