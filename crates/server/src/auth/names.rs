//! Usernames, compared so that two that look the same are the same.

use unicode_normalization::UnicodeNormalization as _;

use super::password::normalise;
use crate::secrets::{ServerKey, hex};

/// Shortest and longest username, in characters.
const LENGTH: std::ops::RangeInclusive<usize> = 3..=64;

/// What names are compared by: NFKC, then lower case.
pub fn key(name: &str) -> String {
    normalise(name.trim()).chars().flat_map(char::to_lowercase).nfkc().collect()
}

/// Why a name can't be registered, if so.
pub fn refusal(name: &str) -> Option<String> {
    let length = normalise(name.trim()).chars().count();
    if !LENGTH.contains(&length) {
        return Some(format!("Use {} to {} characters.", LENGTH.start(), LENGTH.end()));
    }
    name.chars().any(is_invisible).then(|| "Use only characters that can be seen.".into())
}

/// Why a first or last name can't be kept, if so.
pub fn personal_refusal(name: &str) -> Option<String> {
    if name.chars().count() > 100 {
        return Some("Use at most 100 characters.".into());
    }
    name.chars().any(is_invisible).then(|| "Use only characters that can be seen.".into())
}

/// Control characters, and marks that change direction or take no room.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// What the throttle knows a submitted name by: whoever reads the table learns no names.
pub fn throttle_key(server: &ServerKey, name: &str) -> String {
    hex(&server.mac("throttle", &[key(name).as_bytes()])[..16])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_of_a_name_are_one_name() {
        assert_eq!(key("Admin@Example.org"), key("ａdmin@example.org "));
        assert_ne!(key("admin@example.org"), key("admin@example.com"));
    }

    #[test]
    fn names_are_bounded_and_visible() {
        assert!(refusal("ab").is_some() && refusal(&"x".repeat(65)).is_some());
        assert!(refusal("quiet\u{202e}otter").is_some() && refusal("a\nbc").is_some());
        assert_eq!(refusal("quiet-otter-4821"), None);
    }
}
