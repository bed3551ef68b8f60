//! Random numbers: IDs, codes, names, seeds, secrets. Only this module draws them. Orders and allocation are derived
//! from recorded seeds in `unmask-study`; the only exception is the choice among released slots.

use std::sync::{Mutex, PoisonError};

use unmask_study::hex;
use uuid::Uuid;

use crate::base::clock::Millis;

/// Letters and digits that are not confused when read aloud or copied by hand.
const CODE: &[u8] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";

const QUALITIES: [&str; 32] = [
    "amber", "brave", "brisk", "calm", "clear", "clever", "cosy", "crisp", "early", "fair", "gentle", "glad", "golden",
    "happy", "honest", "humble", "jolly", "keen", "kind", "lively", "lucky", "mellow", "merry", "mild", "neat",
    "patient", "proud", "quiet", "silver", "steady", "sunny", "warm",
];
const ANIMALS: [&str; 32] = [
    "badger", "beaver", "bison", "crane", "deer", "dolphin", "eagle", "falcon", "finch", "fox", "hare", "hedgehog",
    "heron", "ibis", "jay", "koala", "lark", "lynx", "marten", "mole", "newt", "otter", "owl", "panda", "puffin",
    "robin", "seal", "stork", "swan", "tern", "weasel", "wren",
];

/// Bytes from the operating system.
///
/// # Panics
/// If the operating system has no random numbers; nothing could be done safely then.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random numbers");
    bytes
}

/// A key for a row: uuid v7, so that rows are in order of time. A counter orders those of one millisecond; it begins
/// anywhere, because participants see the ids of their receipts, and how many others wrote is not theirs to know.
pub fn uuid(now: Millis) -> String {
    static LAST: Mutex<(u64, u16)> = Mutex::new((0, 0));
    let millis = u64::try_from(now).unwrap_or_default();
    let mut rest: [u8; 10] = random();
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    *last = if last.0 == millis {
        (millis, last.1.wrapping_add(1) & 0x0fff)
    } else {
        (millis, u16::from_be_bytes([rest[0], rest[1]]) & 0x07ff)
    };
    rest[..2].copy_from_slice(&last.1.to_be_bytes());
    drop(last);
    uuid::Builder::from_unix_timestamp_millis(millis, &rest).into_uuid().hyphenated().to_string()
}

/// Names one call in the log and towards its caller; says nothing else.
pub fn request() -> String {
    hex(&random::<8>())
}

/// Whether a header is a uuid, in its usual form.
pub fn is_uuid(text: &str) -> bool {
    text.len() == 36 && Uuid::try_parse(text).is_ok()
}

/// A participant's code such as `K7QM-2RXD`: for letters to the researcher, never for signing in.
pub fn code() -> String {
    let letters: Vec<char> =
        random::<8>().iter().map(|byte| char::from(CODE[usize::from(*byte) % CODE.len()])).collect();
    letters[..4].iter().chain(['-'].iter()).chain(&letters[4..]).collect()
}

/// Whether a text is (a part of) this code as it may be typed: in small letters, without its hyphen, with spaces.
pub fn is_in_code(typed: &str, code: &str) -> bool {
    bare(code).contains(&bare(typed))
}

/// The code meant by a text typed in small letters or without its hyphen; a text that is not a code stays unchanged.
pub fn code_of(typed: &str) -> String {
    let letters = bare(typed);
    match letters.len() {
        8 if letters.is_ascii() => format!("{}-{}", &letters[..4], &letters[4..]),
        _ => typed.to_owned(),
    }
}

/// The letters and digits alone.
fn bare(code: &str) -> String {
    code.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

/// A username that says nothing about the person: `quiet-otter-4821`.
pub fn username() -> String {
    let [a, b, c, d] = random();
    let number = u16::from_be_bytes([c, d]) % 9000 + 1000;
    format!("{}-{}-{number}", QUALITIES[usize::from(a) % QUALITIES.len()], ANIMALS[usize::from(b) % ANIMALS.len()])
}

/// Seed of all orders that one participant sees.
pub fn seed() -> i64 {
    i64::from_be_bytes(random())
}

/// Names a simulation, in its simulated participants' names.
pub fn run() -> String {
    hex(&random::<3>())
}

/// Chooses among released slots.
pub fn draw() -> u32 {
    u32::from_be_bytes(random())
}

/// The password for the admin's first sign-in: about 95 bits, easy to type.
pub fn password() -> String {
    let letter = |byte: &u8| char::from(CODE[usize::from(*byte) % CODE.len()]);
    random::<20>().chunks(5).map(|part| part.iter().map(letter).collect()).collect::<Vec<String>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_sort_by_time_and_are_uuids() {
        let (early, late) = (uuid(1_700_000_000_000), uuid(1_700_000_000_001));
        assert!(early < late);
        assert!(uuid(1) < uuid(1), "in the order of making");
        assert!(is_uuid(&early) && !is_uuid("not-one") && !is_uuid(&early.replace('-', "")));
    }

    #[test]
    fn ids_do_not_count_what_others_do() {
        let count = |id: &str| u16::from_str_radix(&id[15..18], 16).unwrap();
        let steps: Vec<u16> = (100..140).map(|now| count(&uuid(now))).collect();
        assert!(steps.windows(2).any(|two| two[1].wrapping_sub(two[0]) > 5), "{steps:?}");
        let (a, b) = (request(), request());
        assert_eq!(a.len(), 16);
        assert_ne!(a[..8], b[..8]);
    }

    #[test]
    fn codes_and_names_have_their_form() {
        for _ in 0..200 {
            let code = code();
            assert_eq!((code.len(), code.as_bytes()[4]), (9, b'-'));
            assert!(!code.contains(['0', '1', 'O', 'I', 'L', 'U']));
            assert_eq!(username().split('-').count(), 3);
        }
        assert_eq!(password().len(), 23);
    }

    #[test]
    fn a_code_is_known_however_it_is_typed() {
        for typed in ["K7QM-2RXD", "k7qm2rxd", " k7qm 2rxd"] {
            assert_eq!((code_of(typed), is_in_code(typed, "K7QM-2RXD")), ("K7QM-2RXD".into(), true), "{typed}");
        }
        assert!(is_in_code("m2", "K7QM-2RXD") && !is_in_code("q2", "K7QM-2RXD"));
        for other in ["", "K7QM", "äöüäöüäö"] {
            assert_eq!(code_of(other), other, "no code");
        }
    }
}
