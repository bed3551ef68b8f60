//! Strata: subsets of participants that are allocated separately, so that the arms are balanced within each.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use super::units;
use crate::answers::Answers;
use crate::definition::Study;
use crate::definition::allocation::{AnswerFactor, Factor, Factors, KnownFactor, LinkFactor};

/// Length of the longest key of a stratum.
pub const LONGEST: usize = 128;

/// Length of the longest level of a factor.
pub const LONGEST_LEVEL: usize = 24;

/// The level of a factor from the link for values that the study does not name.
pub const OTHER: &str = "other";

/// The levels of the device.
pub const DEVICES: [&str; 2] = ["computer", "phone"];

const SEPARATOR: char = '/';

/// The stratum of a slot and of a participant: a level of each factor, such as `phone/de`. Empty if the study has no
/// strata.
// The bytes are inside, filled up with zeros, so that strata are copied like numbers and can be constants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stratum([u8; LONGEST]);

/// The text is no key of a stratum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a stratum: a level of each factor, of letters, digits and `.-_`, with `/` between them")]
pub struct InvalidStratum;

impl Stratum {
    /// All participants, in a study without strata.
    pub const WHOLE: Self = Self::literal("");
    /// Registered with a computer or an unknown device, where the device alone makes the strata.
    pub const COMPUTER: Self = Self::literal("computer");
    /// Registered with a phone, where the device alone makes the strata.
    pub const PHONE: Self = Self::literal("phone");

    /// A constant.
    ///
    /// # Panics
    /// If the text is not a key.
    #[must_use]
    pub const fn literal(key: &str) -> Self {
        match Self::read(key.as_bytes()) {
            Some(stratum) => stratum,
            None => panic!("not a stratum"),
        }
    }

    const fn read(key: &[u8]) -> Option<Self> {
        if key.len() > LONGEST {
            return None;
        }
        let mut bytes = [0; LONGEST];
        let mut index = 0;
        while index < key.len() {
            if !is_of_level(key[index]) && key[index] != SEPARATOR as u8 {
                return None;
            }
            bytes[index] = key[index];
            index += 1;
        }
        Some(Self(bytes))
    }

    /// The key in the data; empty if the study has no strata.
    pub fn name(&self) -> &str {
        let length = self.0.iter().position(|byte| *byte == 0).unwrap_or(LONGEST);
        str::from_utf8(&self.0[..length]).unwrap_or_default()
    }

    /// A level of each factor, in their order.
    pub fn levels(&self) -> impl Iterator<Item = &str> {
        let name = self.name();
        name.split(SEPARATOR).take(if name.is_empty() { 0 } else { usize::MAX })
    }

    /// The beginning of the keys of its generators.
    pub(super) fn key(&self) -> String {
        if *self == Self::WHOLE { "allocation".into() } else { format!("allocation/{self}") }
    }

    fn of(levels: &[&str]) -> Self {
        // The checks of a bundle admit no level that does not fit.
        levels.join("/").parse().unwrap_or(Self::WHOLE)
    }
}

const fn is_of_level(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_')
}

/// Whether a text can be a level of a factor.
pub fn is_level(text: &str) -> bool {
    (1..=LONGEST_LEVEL).contains(&text.len()) && text.bytes().all(is_of_level)
}

impl Default for Stratum {
    fn default() -> Self {
        Self::WHOLE
    }
}

impl FromStr for Stratum {
    type Err = InvalidStratum;

    fn from_str(text: &str) -> Result<Self, InvalidStratum> {
        Self::read(text.as_bytes()).ok_or(InvalidStratum)
    }
}

impl fmt::Display for Stratum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Debug for Stratum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.name())
    }
}

impl Serialize for Stratum {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Stratum {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// What the server knows of a participant who registers.
#[derive(Clone, Copy, Debug)]
pub struct Newcomer<'a> {
    /// The `User-Agent` header.
    pub user_agent: Option<&'a str>,
    /// The language, one of the study's.
    pub language: &'a str,
    /// The parameters of the recruitment link.
    pub link: &'a BTreeMap<String, String>,
}

impl Study {
    /// The strata, or with minimisation the combinations of levels, in the order in which slot numbers alternate: the
    /// last factor varies fastest.
    pub fn strata(&self) -> Vec<Stratum> {
        if let Some(plan) = &self.file.allocation.unit {
            return units::strata(plan);
        }
        let mut combined: Vec<Vec<&str>> = vec![Vec::new()];
        for factor in self.factors() {
            let levels = self.levels(factor);
            let mut longer = Vec::new();
            for before in &combined {
                longer.extend(levels.iter().map(|level| [before.as_slice(), &[*level]].concat()));
            }
            combined = longer;
        }
        combined.iter().map(|levels| Stratum::of(levels)).collect()
    }

    /// The stratum of a participant by what is known at registration: factors from answers have the level `other`.
    pub fn stratum(&self, who: &Newcomer) -> Stratum {
        let levels: Vec<&str> = self.factors().iter().map(|factor| self.level(factor, who)).collect();
        Stratum::of(&levels)
    }

    /// The stratum of a participant whose stratum at registration was this one, with the levels that their answers
    /// give.
    pub fn stratum_by_answers(&self, at_registration: &Stratum, answers: &Answers) -> Stratum {
        let known = self.factors().iter().zip(at_registration.levels());
        let levels = known.map(|(factor, level)| match factor {
            Factor::Answer(factor) => among(&factor.levels, answers.get(&factor.answer).and_then(Value::as_str)),
            Factor::Known(_) | Factor::Link(_) => level,
        });
        Stratum::of(&levels.collect::<Vec<_>>())
    }

    /// What the allocation balances.
    pub fn factors(&self) -> &[Factor] {
        let plan = &self.file.allocation;
        let factors = if plan.minimises().is_some() { &plan.factors } else { &plan.strata };
        factors.as_ref().map_or(&[], Factors::list)
    }

    /// Whether comparisons of arms adjust for the stratum: those by device have two levels.
    pub fn adjusts_for_stratum(&self) -> bool {
        matches!(self.factors(), [Factor::Known(KnownFactor::Device)])
    }

    /// The levels of a factor.
    pub fn levels<'a>(&'a self, factor: &'a Factor) -> Vec<&'a str> {
        match factor {
            Factor::Known(KnownFactor::Device) => DEVICES.to_vec(),
            Factor::Known(KnownFactor::Language) => self.languages().collect(),
            Factor::Link(LinkFactor { levels, .. }) | Factor::Answer(AnswerFactor { levels, .. }) => {
                levels.iter().map(String::as_str).chain([OTHER]).collect()
            }
        }
    }

    fn level<'a>(&'a self, factor: &'a Factor, who: &Newcomer) -> &'a str {
        match factor {
            Factor::Known(KnownFactor::Device) => device(who.user_agent),
            Factor::Known(KnownFactor::Language) => {
                self.languages().find(|known| *known == who.language).unwrap_or(&self.file.language.0)
            }
            Factor::Link(link) => among(&link.levels, who.link.get(&link.parameter).map(|value| value.trim())),
            Factor::Answer(_) => OTHER,
        }
    }

    /// The languages, that of the bundle first.
    fn languages(&self) -> impl Iterator<Item = &str> {
        let own = &self.file.language;
        let others = self.catalog.translations.keys().filter(move |locale| *locale != own);
        std::iter::once(own).chain(others).map(|locale| locale.0.as_str())
    }
}

/// The level with this name, or the one for other values.
fn among<'a>(levels: &'a [String], value: Option<&str>) -> &'a str {
    levels.iter().find(|level| Some(level.as_str()) == value).map_or(OTHER, String::as_str)
}

/// Browsers on phones have "Mobi" in the header; MDN recommends to look for exactly that:
/// <https://developer.mozilla.org/en-US/docs/Web/HTTP/Guides/Browser_detection_using_the_user_agent>
fn device(user_agent: Option<&str>) -> &'static str {
    if user_agent.is_some_and(|agent| agent.contains("Mobi")) { "phone" } else { "computer" }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::super::tests::scheme;
    use super::super::{Scheme, Slot, schedule, verify};
    use super::*;
    use crate::definition::ArmId;
    use crate::progress::Form;
    use crate::testing::small;
    use crate::text::{Locale, Translation};

    fn by_device(weights: [u32; 3], block_sizes: Vec<u32>) -> Scheme {
        Scheme { strata: vec![Stratum::COMPUTER, Stratum::PHONE], ..scheme(weights, block_sizes) }
    }

    fn only(all: &[Slot], stratum: Stratum) -> Vec<Slot> {
        all.iter().filter(|slot| slot.stratum == stratum).copied().collect()
    }

    /// The small fixture, which is in English, with German and these factors.
    fn study(factors: &str) -> Study {
        let mut study = small();
        study.catalog.translations.insert(Locale("de".into()), Translation::default());
        study.file.allocation.strata = serde_saphyr::from_str(factors).unwrap();
        study
    }

    fn stratum(factors: &str, user_agent: Option<&str>, language: &str, school: Option<&str>) -> String {
        let link = school.map(|school| ("SCHOOL".to_owned(), school.to_owned())).into_iter().collect();
        study(factors).stratum(&Newcomer { user_agent, language, link: &link }).to_string()
    }

    const ALL: &str = "[device, language, { parameter: SCHOOL, levels: [north, south] }]";

    #[test]
    fn the_header_distinguishes_phones_and_computers() {
        let android = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0";
        let linux = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
        let by_device = |agent| stratum("device", agent, "en", None);
        assert_eq!(by_device(Some(android)), "phone");
        assert_eq!(by_device(Some("Opera/9.80 (Android) Opera Mobi/27 Presto/2.11")), "phone");
        assert_eq!(by_device(Some(linux)), "computer");
        assert_eq!(by_device(None), "computer");
        assert_eq!(stratum("[]", Some(android), "en", None), "");
        assert_eq!(
            study("null").stratum(&Newcomer { user_agent: None, language: "en", link: &BTreeMap::new() }),
            Stratum::WHOLE
        );
    }

    #[test]
    fn language_and_link_are_factors_too() {
        assert_eq!(stratum(ALL, Some("Mobi"), "de", Some("south")), "phone/de/south");
        assert_eq!(stratum(ALL, None, "en", Some(" north ")), "computer/en/north");
        for unknown in [None, Some("East"), Some("North"), Some("")] {
            assert_eq!(stratum("[{ parameter: SCHOOL, levels: [north, south] }]", None, "en", unknown), "other");
        }
        assert_eq!(stratum("language", None, "xx", None), "en", "the language of the bundle");
    }

    #[test]
    fn answers_replace_the_levels_that_were_open_at_registration() {
        let study = study("[device, { answer: gender, levels: [woman, man] }]");
        let link = BTreeMap::new();
        let before = study.stratum(&Newcomer { user_agent: Some("Mobi"), language: "en", link: &link });
        assert_eq!(before.name(), "phone/other");
        for (answers, after) in [
            (json!({ "gender": "man", "age": 40 }), "phone/man"),
            (json!({ "gender": "other" }), "phone/other"),
            (json!({ "gender": 1 }), "phone/other"),
            (json!({}), "phone/other"),
        ] {
            let answers: Answers = serde_json::from_value(answers).unwrap();
            assert_eq!(study.stratum_by_answers(&before, &answers).name(), after);
            assert_eq!(study.stratum_by_answers(&Stratum::literal("phone/woman"), &answers).name(), after);
        }
        assert_eq!(study.strata().len(), 6);
    }

    #[test]
    fn all_combinations_are_strata() {
        let names = |factors| study(factors).strata().iter().map(Stratum::to_string).collect::<Vec<_>>();
        assert_eq!(names("null"), [""]);
        assert_eq!(names("device"), ["computer", "phone"]);
        assert_eq!(names("[device]"), ["computer", "phone"]);
        assert_eq!(names("[language, device]"), ["en/computer", "en/phone", "de/computer", "de/phone"]);
        assert_eq!(names("{ parameter: SCHOOL, levels: [north, south] }"), ["north", "south", "other"]);
        assert_eq!(names(ALL).len(), 12);
        assert_eq!(names(ALL)[11], "phone/de/other");
    }

    #[test]
    fn unknown_factors_and_fields_are_rejected() {
        let read = |text: &str| serde_saphyr::from_str::<Factors>(text).map_err(|error| error.to_string());
        for (text, part) in [
            ("gender", "device"),
            ("[device, gender]", "device"),
            ("{ answer: gender }", "levels"),
            ("{ levels: [a] }", "either `parameter` (of the link) or `answer`"),
            ("{ answer: a, parameter: b, levels: [c] }", "either `parameter` (of the link) or `answer`"),
            ("[{ parameter: A, levels: [a], also: b }]", "also"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn a_stratum_is_stored_by_its_key() {
        let longest = "a".repeat(LONGEST);
        for key in ["", "computer", "phone", "phone/de-AT/Gymnasium_1.b", &longest] {
            let stratum: Stratum = key.parse().unwrap();
            assert_eq!(
                (stratum.name(), stratum.levels().count()),
                (key, key.split('/').filter(|l| !l.is_empty()).count())
            );
            assert_eq!(serde_json::to_value(stratum).unwrap(), key);
            assert_eq!(serde_json::from_value::<Stratum>(key.into()).unwrap(), stratum);
        }
        for key in ["a b", "ä", "a,b", "a\0", &(longest + "a")] {
            assert_eq!(key.parse::<Stratum>(), Err(InvalidStratum), "{key:?}");
        }
    }

    proptest! {
        #[test]
        fn every_block_of_every_stratum_is_exactly_balanced(
            seed: [u8; 32], weights in [1u32..4, 1..4, 1..4], factors in prop::collection::vec(1u32..4, 1..4),
            wanted in 1u32..90,
        ) {
            let round: u32 = weights.iter().sum();
            let scheme = by_device(weights, factors.iter().map(|factor| factor * round).collect());
            let all = schedule(&scheme, &seed, wanted);
            prop_assert!(all.len() >= wanted as usize);
            prop_assert!(all.iter().map(|slot| slot.number).eq(1..=u32::try_from(all.len()).unwrap()), "no gap");
            for stratum in &scheme.strata {
                let own = only(&all, *stratum);
                prop_assert_eq!(own.len() * 2, all.len(), "the strata have as many slots");
                let blocks: Vec<&[Slot]> = own.chunk_by(|a, b| a.block == b.block).collect();
                prop_assert!(blocks.iter().map(|block| block[0].block).eq(1..=u32::try_from(blocks.len()).unwrap()));
                // The last block may be cut where that of the other stratum is shorter. It continues with the schedule.
                for block in &blocks[..blocks.len() - 1] {
                    prop_assert!(scheme.block_sizes.contains(&u32::try_from(block.len()).unwrap()));
                    for (group, weight) in &scheme.arms {
                        let due = block.len() * *weight as usize / round as usize;
                        prop_assert_eq!(block.iter().filter(|slot| slot.group == *group).count(), due);
                    }
                }
                for end in 0..own.len() {
                    for group in scheme.arms.keys() {
                        let of = |form| own[..end].iter().filter(|p| p.group == *group && p.form == form).count();
                        prop_assert!(of(Form::X).abs_diff(of(Form::Y)) <= 1, "forms are balanced within arm and stratum");
                    }
                }
            }
            prop_assert_eq!(verify(&scheme, &seed, &all), Ok(()));
        }

    }

    /// 2 to 24 arms with weights of 1 to 5, up to four strata, two forms or up to eight lists, and blocks of one to
    /// three rounds.
    fn designs() -> impl Strategy<Value = Scheme> {
        let rounds = prop::collection::vec(1u32..4, 1..4);
        (prop::collection::vec(1u32..6, 2..25), 1usize..5, 1usize..9, rounds).prop_map(
            |(weights, strata, lists, rounds)| {
                let round: u32 = weights.iter().sum();
                let arms = weights.into_iter().enumerate();
                Scheme {
                    arms: arms.map(|(arm, weight)| (format!("arm_{arm}").parse().unwrap(), weight)).collect(),
                    strata: ["computer/en", "computer/de", "phone/en", "phone/de"][..strata]
                        .iter()
                        .map(|key| Stratum::literal(key))
                        .collect(),
                    forms: if lists == 1 { Form::PARALLEL.into() } else { Form::lists(lists).collect() },
                    list: None,
                    block_sizes: rounds.into_iter().map(|rounds| rounds * round).collect(),
                }
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1000))]

        #[test]
        fn of_any_design_every_whole_block_is_exact_and_lists_are_balanced(scheme in designs(), seed: [u8; 32], wanted in 1u32..300) {
            let round: u32 = scheme.arms.values().sum();
            let all = schedule(&scheme, &seed, wanted);
            prop_assert!(all.len() >= wanted as usize);
            for stratum in &scheme.strata {
                let own = only(&all, *stratum);
                let blocks: Vec<&[Slot]> = own.chunk_by(|a, b| a.block == b.block).collect();
                for block in &blocks[..blocks.len() - 1] {
                    let size = u32::try_from(block.len()).unwrap();
                    prop_assert!(scheme.block_sizes.contains(&size));
                    for (group, weight) in &scheme.arms {
                        let count = block.iter().filter(|slot| slot.group == *group).count();
                        prop_assert_eq!(u32::try_from(count).unwrap() * round, size * weight);
                    }
                }
                let mut so_far: BTreeMap<(ArmId, Form), u32> = BTreeMap::new();
                for slot in &own {
                    *so_far.entry((slot.group, slot.form)).or_default() += 1;
                    let counts = scheme.forms.iter().map(|form| so_far.get(&(slot.group, *form)).copied().unwrap_or(0));
                    let counts: Vec<u32> = counts.collect();
                    let (least, most) = (counts.iter().min().unwrap(), counts.iter().max().unwrap());
                    prop_assert!(most - least <= 1, "lists of {} after slot {}: {:?}", slot.group, slot.number, counts);
                }
            }
            prop_assert_eq!(verify(&scheme, &seed, &all), Ok(()));
        }
    }

    proptest! {
        #[test]
        fn an_extended_schedule_begins_as_it_was(seed: [u8; 32], before in 1u32..60, more in 1u32..60) {
            let scheme = by_device([1, 1, 1], vec![3, 6]);
            let (first, longer) = (schedule(&scheme, &seed, before), schedule(&scheme, &seed, before + more));
            let both = first.len().min(longer.len());
            prop_assert_eq!(&first[..both], &longer[..both]);
            // One slot more than there are is at least one for each stratum.
            let next = schedule(&scheme, &seed, u32::try_from(first.len()).unwrap() + 1);
            for stratum in &scheme.strata {
                prop_assert!(only(&next, *stratum).len() > only(&first, *stratum).len());
            }
        }

        #[test]
        fn a_slot_of_another_stratum_is_found(seed: [u8; 32], at in 0usize..60) {
            let scheme = by_device([1, 1, 1], vec![3, 6]);
            let mut ledger = schedule(&scheme, &seed, 60);
            let stratum = ledger[at].stratum;
            ledger[at].stratum = if stratum == Stratum::PHONE { Stratum::COMPUTER } else { Stratum::PHONE };
            let wrong = verify(&scheme, &seed, &ledger).unwrap_err().to_string();
            prop_assert!(wrong.contains("(phone)") && wrong.contains("(computer)"), "{}", wrong);
        }
    }

    #[test]
    fn the_strata_draw_independently() {
        let drawn =
            |all: Vec<Slot>| all.into_iter().map(|slot| (slot.block, slot.group, slot.form)).collect::<Vec<_>>();
        let all = schedule(&by_device([1, 1, 1], vec![3, 6]), &[7; 32], 120);
        let sequences = [
            drawn(only(&all, Stratum::COMPUTER)),
            drawn(only(&all, Stratum::PHONE)),
            drawn(schedule(&scheme([1, 1, 1], vec![3, 6]), &[7; 32], 60)),
        ];
        assert_ne!(sequences[0], sequences[1]);
        assert_ne!(sequences[0][..60], sequences[2][..60]);
        assert_ne!(sequences[1][..60], sequences[2][..60]);
    }
}
