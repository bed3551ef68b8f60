//! Valid and invalid answers to every kind of item.

use std::path::Path;

use serde_json::{Value, json};

use std::collections::BTreeMap;

use super::*;
use crate::items::validation_codes;
use crate::items::values::check;
use crate::page::QuestionnaireBlock;
use crate::testing::small;
use crate::text::{Catalog, Locale, Translation};

/// The message about an answer to a variable of the small study; none if it is valid.
fn error(variable: &str, value: &Value) -> Option<String> {
    let study = small();
    let questionnaires = [QuestionnaireBlock::PRE, QuestionnaireBlock::POST].map(|page| &study.questionnaires[&page]);
    let variable = questionnaires.iter().find_map(|questionnaire| questionnaire.variable(variable)).unwrap();
    check(&variable, Some(value)).err().map(|error| error.message())
}

#[test]
fn each_kind_accepts_valid_answers_and_names_the_error_of_others() {
    let age = "Enter a whole number from 18 to 110.";
    let (one, point) = ("Choose one of the answers.", "Choose a point on the scale.");
    let day = "Enter a date from 2000-01-01 to 2030-12-31.";
    let slider = "Choose a value from 0 to 100.";
    let cases = [
        ("age", json!(1e300), age),
        ("age", Value::Null, age),
        ("gender", json!("woman"), ""),
        ("gender", json!("Woman"), one),
        ("gender", json!(1), one),
        ("gender", json!(["woman"]), one),
        ("gender_words", json!("x".repeat(40)), ""),
        ("gender_words", json!("ä".repeat(41)), "Use at most 40 characters."),
        ("gender_words", json!("a\u{0}b"), "Use letters, digits and punctuation only."),
        ("gender_words", json!(""), ""),
        ("born", json!("2024-02-29"), ""),
        ("born", json!("2024-2-9"), day),
        ("born", json!(20), day),
        ("channels", json!(["radio", "paper"]), ""),
        ("channels", json!(["radio", "radio"]), "Choose from the answers."),
        ("channels", json!("radio"), "Choose from the answers."),
        ("channels", json!(["tv"]), "Choose from the answers."),
        ("trust_1", json!(5), ""),
        ("trust_1", json!(6), point),
        ("trust_1", json!(0), point),
        ("trust_1", json!(2.5), point),
        ("views_1", json!(5), ""),
        ("worry", json!(33), slider),
        ("worry", json!(-5), slider),
        ("often", json!(3), ""),
        ("often", json!(4), point),
        ("sure_overall", json!(50), ""),
        ("sure_overall", json!(55), point),
        ("pre_1", json!("maybe"), one),
        ("pre_1_confidence", json!(40), point),
        ("pre_2_sharing", json!(7), point),
        ("remarks", json!("x".repeat(2001)), "Use at most 2000 characters."),
        ("remarks", json!("\u{1b}[31m"), "Use letters, digits and punctuation only."),
    ];
    for (variable, value, expected) in cases {
        let message = error(variable, &value).unwrap_or_default();
        assert_eq!(message, expected, "{variable}: {value}");
    }
}

/// `70`, `70.0` and `7e1` are one JSON number, and are stored as one.
#[test]
fn a_whole_number_may_be_written_with_a_fraction() {
    let study = small();
    let questionnaires = [QuestionnaireBlock::PRE, QuestionnaireBlock::POST].map(|page| &study.questionnaires[&page]);
    let stored = |name: &str, written: &str| {
        let variable = questionnaires.iter().find_map(|questionnaire| questionnaire.variable(name)).unwrap();
        let value: Value = serde_json::from_str(written).unwrap();
        check(&variable, Some(&value)).ok().map(|stored| stored.unwrap().to_string())
    };
    // A number, a rating, a slider and confidences.
    for (name, number, not) in [
        ("age", "40", ["40.5", "39.99", "1e300"]),
        ("trust_1", "5", ["4.5", "6.0", "-5.0"]),
        ("worry", "30", ["30.5", "33.0", "3e17"]),
        ("sure_overall", "70", ["70.5", "75.0", "1e300"]),
        ("pre_1_confidence", "70", ["70.00001", "40.0", "-1e300"]),
        ("pre_2_sharing", "6", ["5.5", "7.0", "1e19"]),
    ] {
        for written in [number, &format!("{number}.0"), &format!("{number}.000"), &format!("{number}0e-1")] {
            assert_eq!(stored(name, written).as_deref(), Some(number), "{name}: {written}");
        }
        for written in not {
            assert_eq!(stored(name, written), None, "{name}: {written}");
        }
    }
    assert_eq!(stored("age", "\"40\""), None);
}

#[test]
fn a_whole_number_is_exact_or_none() {
    let read = |written: &str| whole(&serde_json::from_str(written).unwrap());
    for (written, number) in [
        ("0", 0),
        ("-0.0", 0),
        ("-7.0", -7),
        ("1e2", 100),
        ("9007199254740991", 9_007_199_254_740_991),
        ("-9007199254740991.0", -9_007_199_254_740_991),
    ] {
        assert_eq!(read(written), Some(number), "{written}");
    }
    // One more than the last is the same float as two more.
    for written in ["0.5", "1e-9", "9007199254740992", "9007199254740993.0", "18446744073709551615", "1e19", "-1e308"] {
        assert_eq!(read(written), None, "{written}");
    }
    for other in [json!("7"), json!(null), json!(true), json!([7]), json!({ "x": 7 })] {
        assert_eq!(whole(&other), None, "{other}");
    }
    let plain = plain_numbers(json!({ "x": 1.0, "y": [2.0, 2.5, "3.0", { "z": -0.0 }], "z": null, "huge": 1e300 }));
    assert_eq!(
        plain.to_string(),
        json!({ "x": 1, "y": [2, 2.5, "3.0", { "z": 0 }], "z": null, "huge": 1e300 }).to_string()
    );
}

#[test]
fn valid_answers_have_the_definitions_order_and_unknown_variables_are_rejected() {
    let study = small();
    let section = &study.questionnaires[&QuestionnaireBlock::PRE].sections[..1];
    let given = json!({"channels": ["online", "paper"], "gender": "man", "born": null, "age": 40.0});
    let valid = validate(section, given.as_object().unwrap(), &Earlier::new()).unwrap();
    assert_eq!(serde_json::to_string(&valid).unwrap(), r#"{"age":40,"gender":"man","channels":["paper","online"]}"#);

    let given = json!({"age": 40, "gender": "other", "gender_words": "me", "channels": ["radio"], "evil": 1, "pre_1": "altered"});
    let errors = validate(section, given.as_object().unwrap(), &Earlier::new()).unwrap_err();
    let items: BTreeSet<&str> = errors.iter().map(|error| error.item.as_str()).collect();
    assert_eq!(items, ["evil", "pre_1"].into());

    let long = format!("{}\n", "x".repeat(10_000));
    let errors = validate(&[], json!({ (long): 1 }).as_object().unwrap(), &Earlier::new()).unwrap_err();
    assert_eq!(errors[0].item, "x".repeat(80), "a reply repeats only the beginning of a name");
}

/// The study's translation of a message precedes the program's.
#[test]
fn messages_are_in_the_participants_language() {
    let translated = |template: &str| {
        let texts = [(ValidationCode::WHOLE_RANGE.english.to_owned(), template.to_owned())].into();
        Translation { texts, ..Translation::default() }
    };
    let (own, french) = ("Eine ganze Zahl von {min} bis {max}.", "Un nombre entier de {min} à {max}.");
    let translations = [("de-AT", own), ("fr", french)].map(|(tag, text)| (Locale(tag.into()), translated(text)));
    let catalog = Catalog { translations: translations.into() };
    let study = small();
    let section = &study.questionnaires[&QuestionnaireBlock::PRE].sections[..1];
    let errors = validate(section, &Answers::new(), &Earlier::new()).unwrap_err();
    let age = |tag: &str| errors[0].error.translate(&catalog, &Locale(tag.into()));
    assert_eq!(age("de"), "Bitte geben Sie eine ganze Zahl von 18 bis 110 ein.");
    assert_eq!(age("de-AT"), "Eine ganze Zahl von 18 bis 110.");
    assert_eq!(age("fr"), "Un nombre entier de 18 à 110.");
    for tag in ["en", "nl"] {
        assert_eq!(age(tag), "Enter a whole number from 18 to 110.");
    }
}

/// The web app shows these messages, and loads only one language.
#[test]
fn the_generated_messages_are_up_to_date() {
    let english: BTreeMap<_, _> = validation_codes().map(|code| (code.name, code.english)).collect();
    let german: BTreeMap<_, _> = validation_codes().map(|code| (code.name, code.german)).collect();
    for (language, messages) in [("en", english), ("de", german)] {
        let file = format!("docs/generated/validation-messages.{language}.json");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(&file);
        let now = serde_json::to_string_pretty(&messages).unwrap() + "\n";
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &now).unwrap();
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(stored == now, "{file} is out of date; run: make generate");
    }
}

#[test]
fn each_validation_code_has_its_own_name_and_the_same_placeholders_in_each_language() {
    let placeholders = |text: &str| -> BTreeSet<String> {
        text.split('{').skip(1).map(|rest| rest.split('}').next().unwrap_or_default().to_owned()).collect()
    };
    let mut names = BTreeSet::new();
    for ValidationCode { name, english, german } in validation_codes() {
        assert!(names.insert(name), "{name}");
        assert_eq!(placeholders(english), placeholders(german), "{name}");
    }
}
