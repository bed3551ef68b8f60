//! The cases that the web app reads as well, and random answers.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::*;
use crate::answers::{Earlier, validate_items};
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
    errors: BTreeMap<String, String>,
}

fn answer_cases() -> Vec<Conformance> {
    serde_json::from_str(include_str!("../../../../fixtures/items/answers.json")).unwrap()
}

#[test]
fn participants_see_each_kind_as_the_shared_cases_have_it() {
    let study = small();
    let assigned = Assignment { group: *study.file.arms.keys().next().unwrap(), form: Form::X, seed: 0 };
    let view = View { texts: Texts::new(&study, &study.file.language), assigned: &assigned };
    for case in answer_cases() {
        assert_eq!(view.item(&case.definition), case.item);
    }
}

#[test]
fn answers_are_valid_or_not_as_the_shared_cases_have_it() {
    for Conformance { definition, item, cases } in answer_cases() {
        for Case { answers, errors } in cases {
            let found = validate_items([&definition], &answers, &Earlier::new()).err().unwrap_or_default();
            let found: BTreeMap<_, _> =
                found.into_iter().map(|error| (error.item.clone(), error.error.message())).collect();
            assert_eq!(found, errors, "{item:?}: {answers:?}");
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
fn kinds_have_the_names_that_serde_writes() {
    for (variant, name) in [("Single", "single"), ("TwoWords", "two_words")] {
        assert_eq!(snake_case(variant), name);
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
