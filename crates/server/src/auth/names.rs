//! Usernames. Names that look the same are treated as equal.

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_security::skeleton;
use unmask_store::audit::SERVER;
use unmask_store::study::OPERATOR;

use crate::api::form::{FieldProblem, FormCode, FormError};
use crate::base::text::{is_invisible, normalise};

/// Shortest and longest username, in characters.
const LENGTH: std::ops::RangeInclusive<usize> = 3..=64;

/// Letters to Unicode, and dots to the eye: Arabic baseline dot, high spacing dot, araea, Duployan high and low dot.
/// Other letters of this kind have one of these, or a full stop, as their skeleton.
const DOTS: [char; 5] = ['\u{887}', '\u{971}', '\u{119e}', '\u{1bc84}', '\u{1bc94}'];

/// What the names of programs begin with in the logs.
pub const PROGRAM: &str = "program ";

/// Longest name that is looked at, in bytes: far longer than a username can be. Normalising and comparing megabytes,
/// which some characters expand 18-fold, would keep the threads of the server busy for seconds.
const LONGEST: usize = 1024;

fn bounded(name: &str) -> &str {
    &name[..name.floor_char_boundary(LONGEST)]
}

/// What names are compared by: NFKC, then lower case. Of a name that is too long for a username, only the beginning.
pub fn key(name: &str) -> String {
    normalise(bounded(name).trim()).chars().flat_map(char::to_lowercase).nfkc().collect()
}

/// What is wrong with a username, if anything.
pub fn error(name: &str) -> Option<FormError> {
    let length = normalise(bounded(name).trim()).chars().count();
    if name.len() > LONGEST || !LENGTH.contains(&length) {
        return Some(FormError::length(&LENGTH));
    }
    name.chars().any(is_invisible).then(|| FormCode::InvisibleCharacters.into())
}

/// Whether a username of a person is like those under which audit logs record others: the command line, the server, and
/// programs.
pub fn is_reserved(name: &str) -> bool {
    let name = key(name);
    name == OPERATOR || name == SERVER || name.starts_with(PROGRAM)
}

/// What is wrong with a first and a last name.
pub fn personal_problems<'a>(first: Option<&'a str>, last: Option<&'a str>) -> impl Iterator<Item = FieldProblem> {
    let named = [("firstName", first), ("lastName", last)].into_iter();
    named.filter_map(|(item, name)| Some(FieldProblem::new(item, personal_error(name?)?)))
}

fn personal_error(name: &str) -> Option<FormError> {
    if name.chars().count() > 100 {
        return Some(FormError::from(FormCode::TooLong).with("max", &100));
    }
    name.chars().any(is_invisible).then(|| FormCode::InvisibleCharacters.into())
}

/// Whether a name could be taken for a protected one: by what UTS 39 calls confusable, in either case, with other
/// accents, spaces, dots or signs. What that does not know is decided by classes of characters, see [`Seen`]. Names are
/// compared by [`key`], which no later version of Unicode changes.
pub fn look_alike(name: &str, protected: &str) -> bool {
    let (name, protected) = (plain(name), appearance(&plain(protected)));
    appearance(&name) == protected || reads_as(&name, &protected)
}

/// NFKC with plain letters for those that are enclosed, which decompose only in part.
fn plain(name: &str) -> String {
    const FIRST: [char; 3] = ['\u{1f150}', '\u{1f170}', '\u{1f1e6}'];
    let name = bounded(name);
    let letter = |c: char| {
        let at = FIRST
            .iter()
            .find_map(|first| u8::try_from(u32::from(c).checked_sub(u32::from(*first))?).ok().filter(|at| *at < 26));
        at.map_or(c, |at| char::from(b'a' + at))
    };
    normalise(name).chars().map(letter).collect()
}

/// What a reader sees in a character of a name.
enum Seen {
    /// These letters and digits; whether they are Latin and not only confusable with it.
    Letters(String, bool),
    /// A phonetic letter: small, and without a capital, like small capitals, which no language writes names with. It
    /// can be read as any letter.
    Phonetic,
    /// Another letter that has a capital. In a Latin name it can be read as any letter.
    Foreign,
    /// A letter without case, or a sign. In a Latin name it can be read as these letters (if any; whether they are
    /// Latin), as any other letter, or be overlooked.
    Sign(String, bool),
    /// What addresses are written with: it only separates.
    Separator,
}

impl Seen {
    fn of(c: char) -> Self {
        let seen = appearance(&c.to_string());
        let base = c.nfd().next().unwrap_or(c);
        let has_case = !c.to_uppercase().eq([c]) || !c.to_lowercase().eq([c]);
        let is_known = !seen.is_empty() && seen.is_ascii();
        match c {
            _ if !is_known && (c.is_whitespace() || is_combining_mark(c) || ".-_'+".contains(c)) => Self::Separator,
            _ if !c.is_alphanumeric() || !(c.is_ascii() || has_case || c.is_lowercase()) => {
                Self::Sign(if is_known { seen } else { String::new() }, base.is_ascii())
            }
            _ if is_known => Self::Letters(seen, base.is_ascii()),
            _ if has_case => Self::Foreign,
            _ => Self::Phonetic,
        }
    }
}

/// Whether a name can be read as the protected appearance, at least half of it in Latin letters: a name in one other
/// script never is.
fn reads_as(name: &str, protected: &str) -> bool {
    let letters: Vec<char> = protected.chars().collect();
    // By the length of what is read so far: how much of it is Latin, at most.
    let mut read: Vec<Option<usize>> = vec![None; letters.len() + 1];
    read[0] = Some(0);
    for seen in name.chars().map(Seen::of) {
        let mut next = vec![None; read.len()];
        for (at, latin) in read.iter().enumerate().filter_map(|(at, latin)| Some((at, (*latin)?))) {
            let rest = &letters[at..];
            // The skeleton of m has two letters.
            let one = if rest.starts_with(&['r', 'n']) { 1..=2 } else { 1..=1 };
            let mut reach = |length: usize, latin: usize| {
                if let Some(best) = next.get_mut(at + length) {
                    *best = (*best).max(Some(latin));
                }
            };
            if let Seen::Letters(own, is_latin) | Seen::Sign(own, is_latin) = &seen {
                let length = own.chars().count();
                if rest.iter().copied().take(length).eq(own.chars()) {
                    reach(length, latin + if *is_latin { length } else { 0 });
                }
            }
            match &seen {
                Seen::Letters(..) => {}
                Seen::Phonetic => one.for_each(|length| reach(length, latin + length)),
                Seen::Foreign => one.for_each(|length| reach(length, latin)),
                Seen::Sign(..) => (0..=*one.end()).for_each(|length| reach(length, latin)),
                Seen::Separator => reach(0, latin),
            }
        }
        read = next;
    }
    read[letters.len()].is_some_and(|latin| latin * 2 >= letters.len() && latin > 0)
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

    /// Characters that NFKC expands 18-fold.
    #[test]
    fn a_name_of_any_length_is_soon_rejected() {
        let long = "\u{fdfa}".repeat(100_000);
        assert!(error(&long).is_some());
        assert!(key(&long).len() < 20 * LONGEST);
        assert!(!look_alike(&long, "admin@example.org"));
        assert!(error(&format!("heron{}", " ".repeat(2000))).is_some());
    }

    #[test]
    fn the_names_of_the_command_line_and_of_programs_are_reserved() {
        for name in ["operator", "Operator ", "program export", "ＯＰＥＲＡＴＯＲ"] {
            assert!(is_reserved(name), "{name}");
        }
        assert!(!is_reserved("programmer") && !is_reserved("anna@example.org"));
    }

    #[test]
    fn variants_of_a_name_are_one_name() {
        assert_eq!(key("Admin@Example.org"), key("ａdmin@example.org "));
        assert_ne!(key("admin@example.org"), key("admin@example.com"));
    }

    #[test]
    fn names_that_look_alike_are_known() {
        const NAME: &str = "Admin@example.org";
        let others = "ADMIN@EXAMPLE.ORG|admln@example.org|adm1n@examp1e.0rg|adrnin@example.org|\u{430}dmin@example.org|\
            \u{410}DM\u{406}N@EXAMPLE.ORG|admin@\u{395}XAMPL\u{395}.org|ａｄｍｉｎ＠ｅｘａｍｐｌｅ．ｏｒｇ|ádmin@example.org|\
            adm\u{131}n@example.org|ad min@example .org|ad\u{ad}min@example.org|admin@example\u{2024}org|\
            admin@example\u{3002}org|admin@example\u{ff61}org";
        for other in others.split('|') {
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

    /// Small capitals, letters in circles and squares, and signs that are read as a letter.
    #[test]
    fn letters_in_other_dress_make_no_other_name() {
        const NAME: &str = "examiner@example.org";
        let others = "\u{1d07}x\u{1d00}\u{1d0d}\u{26a}\u{274}\u{1d07}\u{280}@\u{1d07}x\u{1d00}\u{1d0d}\u{1d18}\u{29f}\u{1d07}.\u{1d0f}\u{280}\u{262}|\
            exam\u{26a}ner@example.org|\
            \u{1f154}\u{1f167}\u{1f150}\u{1f15c}\u{1f158}\u{1f15d}\u{1f154}\u{1f161}@example.org|\
            \u{1f174}xaminer@example.org|\u{1f1ea}xaminer@example.org|\u{24d4}xaminer@example.org|\
            \u{1d5d8}xaminer@example.org|examiner@examp!e.org|ex@miner@ex@mple.org|exam\u{1c79}iner@example.org|\
            examiner\u{1c78}@example.org|\u{2cc}examiner@example.org|\u{435}\u{445}aminer@example.org|\
            exa\u{43c}iner@example.org";
        for other in others.split('|') {
            assert!(look_alike(other, NAME), "{other}: {}", appearance(other));
        }
    }

    /// At each place of a name: in front, inside and appended.
    fn with(c: char) -> [String; 3] {
        [format!("{c}examiner@example.org"), format!("exam{c}iner@example.org"), format!("examiner@example.org{c}")]
    }

    /// All that is no letter and no digit, also what is confusable with a letter, and letters of the same shapes.
    #[test]
    fn no_sign_in_any_place_makes_another_name() {
        const NAME: &str = "examiner@example.org";
        let others = "\u{166e}\u{964}\u{965}\u{2016}\u{2223}\u{1c0}";
        for sign in (' '..='~').filter(char::is_ascii_punctuation).chain(others.chars()) {
            for other in with(sign) {
                assert!(look_alike(&other, NAME), "{other} ({})", sign.escape_unicode());
            }
        }
        // It can still be the letter that it is confusable with.
        for other in ["examiner@examp|e.org", "exam|ner@examp\u{1c0}e.org", "e\u{166e}aminer@example.org"] {
            assert!(look_alike(other, NAME), "{other}");
        }
    }

    /// Each character that is confusable with letters and can be overlooked, and one of 61 others of each class (all
    /// take minutes), at every place of the name: put in, or in place of a letter.
    #[test]
    fn no_character_that_is_no_letter_of_an_alphabet_makes_another_name() {
        const NAME: &str = "examiner@example.org";
        // What decomposes is what it decomposes to.
        let is_own = |c: &char| plain(&c.to_string()).chars().eq([*c]) && error(&format!("abc{c}")).is_none();
        let is_confusable = |c| c < '\u{20000}' && matches!(Seen::of(c), Seen::Sign(own, _) if !own.is_empty());
        for c in (' '..=char::MAX).filter(|c| u32::from(*c) % 61 == 0 || is_confusable(*c)).filter(is_own) {
            match Seen::of(c) {
                Seen::Sign(..) | Seen::Separator => {
                    for put_in in with(c) {
                        assert!(look_alike(&put_in, NAME), "{put_in} ({})", c.escape_unicode());
                    }
                }
                Seen::Phonetic => {
                    let (one, all) = (format!("ex{c}miner@example.org"), c.to_string().repeat(appearance(NAME).len()));
                    assert!(look_alike(&one, NAME) && look_alike(&all, NAME), "{one} ({})", c.escape_unicode());
                }
                Seen::Letters(..) | Seen::Foreign => assert!(c.is_alphanumeric(), "{}", c.escape_unicode()),
            }
        }
    }

    #[test]
    fn ordinary_names_are_free() {
        let people = "Anna-Lena M\u{fc}ller|Zo\u{eb}|J\u{f8}rgen|\u{141}ukasz|A\u{f0}alhei\u{f0}ur|\u{de}\u{f3}r|Nguy\u{1ec5}n V\u{103}n An|\u{130}brahim|\u{15e}\u{fc}kr\u{fc}|\
            \u{18f}li|O'Brien|Jos\u{e9} Mar\u{ed}a|Stra\u{df}er|\u{410}\u{43d}\u{43d}\u{430}|\u{41d}\u{430}\u{442}\u{430}|\u{414}\u{43c}\u{438}\u{442}\u{440}\u{438}\u{439}|\u{41c}\u{430}\u{43a}\u{441}\u{438}\u{43c}|\u{395}\u{3bb}\u{3ad}\u{3bd}\u{3b7}|\
            \u{393}\u{3b9}\u{3ce}\u{3c1}\u{3b3}\u{3bf}\u{3c2}|\u{645}\u{62d}\u{645}\u{62f}|\u{641}\u{627}\u{637}\u{645}\u{629}|\u{5d3}\u{5d5}\u{5d3}|\u{905}\u{928}\u{928}\u{94d}\u{92f}\u{93e}|\u{930}\u{93e}\u{91c}|\u{5c71}\u{7530}\u{592a}\u{90ce}|\u{738b}\u{4f1f}\u{660e}|\u{ae40}\u{bbfc}\u{c900}|\
            \u{e2a}\u{e21}\u{e0a}\u{e32}\u{e22}|\u{10d2}\u{10d8}\u{10dd}\u{10e0}\u{10d2}\u{10d8}|\u{540}\u{561}\u{575}\u{56f}|quiet-otter-4821|max.m|max_1990|heron@example.org|examiner2@example.org|anna.b@example.org";
        for protected in ["examiner@example.org", "admin@example.org", "admin", "maxim", "lara", "anna@example.org"] {
            for name in people.split('|') {
                assert!(!look_alike(name, protected), "{name} is not {protected}");
                assert_eq!(error(name), None, "{name}");
            }
        }
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
