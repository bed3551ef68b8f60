//! The cases that the web app reads as well, and random answers.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::*;
use crate::answers::{Earlier, FieldError, ValidationCode, validate_items};
use crate::order::generator;
use crate::progress::{Assignment, Form};
use crate::public::{PublicCondition, Texts};
use crate::testing::small;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Conformance {
    definition: Item,
    item: PublicItem,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    answers: Answers,
    errors: Errors,
}

/// By variable or item: the code, and the values of the message's placeholders.
type Errors = BTreeMap<String, BTreeMap<String, String>>;

fn errors(of: Result<Answers, Vec<FieldError>>) -> Errors {
    let code = |code| serde_json::to_value(code).unwrap().as_str().unwrap().to_owned();
    let read = |FieldError { item, error }| {
        let params = error.params.into_iter().map(|(name, value)| (name.to_owned(), value));
        (item, params.chain([("code".to_owned(), code(error.code))]).collect())
    };
    of.err().into_iter().flatten().map(read).collect()
}

fn answer_cases() -> Vec<Conformance> {
    serde_json::from_str(include_str!("../../../../fixtures/items/answers.json")).unwrap()
}

#[test]
fn participants_see_each_kind_as_the_shared_cases_have_it() {
    let study = small();
    let assigned =
        Assignment { arm: study.file.arms.keys().next().copied(), form: Form::X, seed: 0, contact_again: false };
    let view = View { texts: Texts::new(&study, &study.file.language), assigned: &assigned };
    for case in answer_cases() {
        assert_eq!(view.item(&case.definition), case.item);
    }
    for Both { definition, item } in section_cases().into_iter().flat_map(|section| section.items) {
        assert_eq!(view.item(&definition), item);
    }
}

#[test]
fn answers_are_valid_or_not_as_the_shared_cases_have_it() {
    for Conformance { definition, item, cases } in answer_cases() {
        for case in cases {
            let found = errors(validate_items([&definition], &case.answers, &Earlier::new()));
            assert_eq!(found, case.errors, "{item:?}: {:?}", case.answers);
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SectionConformance {
    name: String,
    items: Vec<Both>,
    cases: Vec<SectionCase>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Both {
    definition: Item,
    item: PublicItem,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SectionCase {
    name: String,
    earlier: Answers,
    /// All answers in the form, also those to items that are hidden again.
    answers: Answers,
    /// The items that are shown.
    shown: Vec<String>,
    /// The answers that the web app sends.
    sent: Answers,
    /// What is wrong with them.
    errors: Errors,
}

fn section_cases() -> Vec<SectionConformance> {
    serde_json::from_str(include_str!("../../../../fixtures/items/sections.json")).unwrap()
}

#[test]
fn conditions_between_items_show_and_validate_as_the_shared_cases_have_it() {
    for SectionConformance { name: section, items, cases } in section_cases() {
        for SectionCase { name, earlier, answers, shown, sent, errors: expected } in cases {
            let earlier: Earlier = earlier.into_iter().collect();
            let validate =
                |answers: &Answers| validate_items(items.iter().map(|both| &both.definition), answers, &earlier);
            let case = format!("{section}: {name}");

            let result = validate(&sent);
            assert!(result.as_ref().map_or(true, |valid| *valid == sent), "{case}: {result:?}");
            assert_eq!(errors(result), expected, "{case}");

            let is_unknown = |answers: &Answers, name: &str| {
                let mut errors = validate(answers).err().into_iter().flatten();
                errors.any(|error| error.item == name && error.error.code == ValidationCode::UNKNOWN)
            };
            for Both { definition, .. } in &items {
                let hidden = !shown.contains(&definition.id);
                let variables = definition.variables();
                for variable in variables.iter().filter(|variable| answers.contains_key(&variable.name)) {
                    assert_eq!(is_unknown(&answers, &variable.name), hidden, "{case}: {}", variable.name);
                }
                // Any answer to a hidden item is unknown, even one that no control gives.
                let mut given = sent.clone();
                given.insert(variables[0].name.clone(), false.into());
                assert_eq!(is_unknown(&given, &variables[0].name), hidden, "{case}: {}", definition.id);
            }
        }
    }
}

/// As a simulated participant decides it.
#[test]
fn valid_answers_show_the_public_items_that_the_server_asks_for() {
    for SectionConformance { name: section, items, cases } in section_cases() {
        for case in cases.into_iter().filter(|case| case.errors.is_empty()) {
            let known: Answers = case.earlier.into_iter().chain(case.sent).collect();
            let shown = items.iter().filter(|both| both.item.is_shown(&known)).map(|both| &both.item.id);
            assert!(shown.eq(&case.shown), "{section}: {}", case.name);
        }
    }
}

#[test]
fn any_answer_is_valid() {
    for Conformance { definition, item, .. } in answer_cases() {
        for seed in 0..50_u8 {
            let answers = item.answer_any(&mut generator(&[seed], "any"));
            let valid = validate_items([&definition], &answers, &Earlier::new());
            assert!(valid.is_ok(), "{item:?}: {answers:?}: {valid:?}");
        }
    }
}

#[test]
fn conditions_hold_or_not_as_the_shared_cases_have_it() {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Case {
        name: String,
        condition: PublicCondition,
        known: Answers,
        holds: bool,
    }
    let cases: Vec<Case> = serde_json::from_str(include_str!("../../../../fixtures/items/conditions.json")).unwrap();
    for Case { name, condition, known, holds } in cases {
        assert_eq!(condition.holds(&known), holds, "{name}");
        let PublicCondition { item, is, is_not, at_least, at_most } = condition;
        let condition = Condition { item, is, is_not, at_least, at_most };
        assert_eq!(condition.holds(&known.into_iter().collect()), holds, "{name}, in the definition");
    }
}

#[test]
fn kinds_have_the_names_that_serde_reads_and_writes() {
    for (variant, name) in [("Single", "single"), ("TwoWords", "two_words")] {
        assert_eq!(snake_case(variant), name);
    }
    for [name, ..] in KINDS {
        let read = serde_json::from_value::<Name>((*name).into());
        assert_eq!(read.map(|read| snake_case(&format!("{read:?}"))).ok().as_deref(), Some(*name));
    }
}

#[test]
fn the_shared_cases_have_every_kind_that_participants_see() {
    let schema = serde_json::to_value(PublicKind::schema()).unwrap();
    let kinds = schema["oneOf"].as_array().unwrap().iter().map(|kind| &kind["properties"]["kind"]["enum"][0]);
    let found: Vec<Value> = answer_cases().iter().map(|case| serde_json::to_value(&case.item).unwrap()).collect();
    for kind in kinds {
        assert!(found.iter().any(|item| item["kind"] == *kind), "{kind}");
    }
}

/// The table in the documents has a row for each kind.
#[test]
fn the_generated_table_of_kinds_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/STUDY-FORMAT.md");
    let head = "| `kind` | Additional fields | Stored as |\n|---|---|---|\n";
    let rows = KINDS.iter().map(|[kind, fields, stored]| format!("| `{kind}` | {fields} | {stored} |\n"));
    let rows = rows.collect::<Vec<_>>().concat();
    let stored = fs::read_to_string(&path).unwrap();
    let (before, rest) = stored.split_once(head).unwrap();
    let (_, after) = rest.split_once("\n\n").unwrap();
    let now = format!("{before}{head}{rows}\n{after}");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &now).unwrap();
    }
    let stored = fs::read_to_string(&path).unwrap();
    assert!(stored == now, "the table of kinds in docs/STUDY-FORMAT.md is out of date; run: make generate");
}
