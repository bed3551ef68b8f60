//! Usernames, compared so that two that look the same are the same.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_security::skeleton;

use crate::api::form::{FormCode, FormError};
use crate::base::text::{is_invisible, normalise};

/// Shortest and longest username, in characters.
const LENGTH: std::ops::RangeInclusive<usize> = 3..=64;

/// Letters to Unicode, and dots to the eye: Arabic baseline dot, high spacing dot, araea, Duployan high and low dot. Other
/// letters of this kind have one of these, or a full stop, as their skeleton.
const DOTS: [char; 5] = ['\u{887}', '\u{971}', '\u{119e}', '\u{1bc84}', '\u{1bc94}'];

/// What names are compared by: NFKC, then lower case.
pub fn key(name: &str) -> String {
    normalise(name.trim()).chars().flat_map(char::to_lowercase).nfkc().collect()
}

/// What is wrong with a username, if anything.
pub fn error(name: &str) -> Option<FormError> {
    let length = normalise(name.trim()).chars().count();
    if !LENGTH.contains(&length) {
        return Some(FormError::from(FormCode::Length).with("min", LENGTH.start()).with("max", LENGTH.end()));
    }
    name.chars().any(is_invisible).then(|| FormCode::InvisibleCharacters.into())
}

/// What is wrong with a first or last name, if anything.
pub fn personal_error(name: &str) -> Option<FormError> {
    if name.chars().count() > 100 {
        return Some(FormError::from(FormCode::TooLong).with("max", &100));
    }
    name.chars().any(is_invisible).then(|| FormCode::InvisibleCharacters.into())
}

/// Whether two names could be taken for each other: by what UTS 39 calls confusable, in either case, with other accents,
/// spaces, dots or signs. Only used where a name is protected; names are compared by [`key`], which no later version of
/// Unicode changes.
pub fn look_alike(a: &str, b: &str) -> bool {
    appearance(a) == appearance(b)
}

/// Letters and digits alone: a list of the characters that look like a dot would never be complete.
fn appearance(name: &str) -> String {
    // A capital of another script may look like one of ours whose small letter does not.
    let of_ours = |c: char| if c.is_ascii() { c.to_string() } else { skeleton(&c.to_string()).collect() };
    let small: String = normalise(name).chars().map(of_ours).collect::<String>().to_lowercase();
    let seen = skeleton(&small).collect::<String>().to_lowercase();
    // I, l and 1 are one to many fonts, and which of them a skeleton has depends on the case.
    seen.nfd()
        .filter(|c| c.is_alphanumeric() && !is_combining_mark(*c) && !DOTS.contains(c))
        .map(|c| if c == 'i' { 'l' } else { c })
        .collect()
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
    fn names_that_look_alike_are_known() {
        const NAME: &str = "Admin@example.org";
        for other in [
            "ADMIN@EXAMPLE.ORG",
            "admln@example.org",
            "adm1n@examp1e.0rg",
            "adrnin@example.org",
            "\u{430}dmin@example.org",
            "\u{410}DM\u{406}N@EXAMPLE.ORG",
            "admin@\u{395}XAMPL\u{395}.org",
            "ａｄｍｉｎ＠ｅｘａｍｐｌｅ．ｏｒｇ",
            "ádmin@example.org",
            "adm\u{131}n@example.org",
            "ad min@example .org",
            "ad\u{ad}min@example.org",
            "admin@example\u{2024}org",
            "admin@example\u{3002}org",
            "admin@example\u{ff61}org",
        ] {
            assert!(look_alike(other, NAME), "{other}: {} {}", appearance(other), appearance(NAME));
        }
        for other in ["admin", "admin@example.com", "adam@example.org", "admin2@example.org"] {
            assert!(!look_alike(other, NAME), "{other}");
        }
    }

    /// Full stops, middle dots, leaders and bullets of all scripts, also those that are letters or digits to Unicode.
    #[test]
    fn a_dot_more_or_less_makes_no_other_name() {
        const NAME: &str = "examiner@example.org";
        let dots = ".\u{b7}\u{2d9}\u{387}\u{589}\u{660}\u{6d4}\u{6f0}\u{701}\u{702}\u{887}\u{971}\u{d4e}\u{119e}\u{1362}\
            \u{1427}\u{1803}\u{1809}\u{18df}\u{2022}\u{2024}\u{2025}\u{2026}\u{2027}\u{2219}\u{22c5}\u{22ef}\
            \u{25cf}\u{25e6}\u{2cf9}\u{2cfe}\u{2e30}\u{2e31}\u{2e33}\u{2e3c}\u{3002}\u{30fb}\u{318d}\u{a4f8}\
            \u{a4ff}\u{a60e}\u{a6f3}\u{a78f}\u{fe12}\u{fe19}\u{fe30}\u{fe52}\u{ff0e}\u{ff61}\u{ff65}\u{10101}\
            \u{10a50}\u{16af5}\u{1bc84}\u{1bc94}\u{1d16d}";
        for dot in dots.chars() {
            for other in [
                format!("{NAME}{dot}"),
                format!("{dot}{NAME}"),
                format!("exam{dot}{dot}iner@example.org"),
                format!("examiner@example{dot}org"),
                format!("e{dot}xaminer@exampleorg"),
            ] {
                assert!(look_alike(&other, NAME), "{other}, {}: {}", dot.escape_unicode(), appearance(&other));
            }
        }
        assert!(!look_alike("examine.r2@example.org", NAME));
    }

    #[test]
    fn names_are_bounded_and_visible() {
        assert!(error("ab").is_some() && error(&"x".repeat(65)).is_some());
        for invisible in
            ["\u{202e}", "\n", "\u{ad}", "\u{3164}", "\u{115f}", "\u{e0041}", "\u{fe0f}", "\u{2028}", "\u{2800}"]
        {
            assert!(error(&format!("quiet{invisible}otter")).is_some(), "{invisible:?}");
        }
        for fine in ["Zoë Müller", "Анна", "山田太郎", "otter\u{a0}9", "🦦🦦🦦"] {
            assert_eq!(error(fine), None, "{fine}");
        }
        assert_eq!(error("quiet-otter-4821"), None);
    }
}
