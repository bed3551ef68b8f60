//! Arbitrary bundles and answers are read or rejected with a message, and nothing panics.
//!
//! An ordinary run has a few hundred cases; `FUZZ=100000 cargo test --release -p unmask-study fuzz` runs more. A
//! failing case is minimised and written below `proptest-regressions/`, and later runs begin with it.

use std::fmt::Write as _;
use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Map, Value};

use crate::Study;
use crate::answers::{Earlier, validate};
use crate::definition::Item;
use crate::flow;
use crate::items::values::Variable;
use crate::items::values::check;
use crate::load::{Files, inspect};
use crate::page::{Page, QuestionnaireBlock};
use crate::testing::{ARMS, assignment, small, small_files};

fn cases(short: u32) -> ProptestConfig {
    let asked = std::env::var("FUZZ").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig { cases: asked.unwrap_or(short), max_shrink_iters: 200, ..ProptestConfig::default() }
}

static SMALL: LazyLock<Study> = LazyLock::new(small);

/// Pieces of text that often break parsers.
const PIECES: [&str; 40] = [
    "",
    " ",
    "\t",
    "\n",
    "-",
    "- ",
    "- - - -",
    ":",
    ": ",
    "?",
    "|",
    ">",
    "&a ",
    "*a",
    "<<: *a",
    "!!binary x",
    "!!python/x",
    "{",
    "}",
    "[",
    "]",
    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
    "\"",
    "'",
    "#",
    "%YAML 9.9",
    "---",
    "...",
    "\u{0}",
    "\u{feff}",
    "\u{202e}",
    "~",
    "null",
    "-1",
    "99999999999999999999",
    "1e400",
    ".nan",
    "true",
    "../../etc/passwd",
    "id: id\nid: id",
];

/// One change to a file.
#[derive(Clone, Debug)]
enum Change {
    Insert(Index, &'static str),
    Remove(Index, usize),
    Repeat(Index, usize),
    SwapLines(Index, Index),
    /// A value becomes another one of the file.
    Value(Index, Index),
    Bytes(Index, Vec<u8>),
    Gone,
}

fn change() -> impl Strategy<Value = Change> {
    use prop::num::u8::ANY;
    prop_oneof![
        4 => (any::<Index>(), select(&PIECES[..])).prop_map(|(at, piece)| Change::Insert(at, piece)),
        3 => (any::<Index>(), 1..40_usize).prop_map(|(at, count)| Change::Remove(at, count)),
        2 => (any::<Index>(), 1..200_usize).prop_map(|(at, count)| Change::Repeat(at, count)),
        2 => (any::<Index>(), any::<Index>()).prop_map(|(one, other)| Change::SwapLines(one, other)),
        4 => (any::<Index>(), any::<Index>()).prop_map(|(one, other)| Change::Value(one, other)),
        1 => (any::<Index>(), prop::collection::vec(ANY, 1..8)).prop_map(|(at, bytes)| Change::Bytes(at, bytes)),
        1 => Just(Change::Gone),
    ]
}

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    let at = |index: &Index, length: usize| index.index(length + 1);
    let length = bytes.len();
    match change {
        Change::Insert(place, piece) => drop(bytes.splice(at(place, length)..at(place, length), piece.bytes())),
        Change::Remove(place, count) => drop(bytes.drain(at(place, length)..(at(place, length) + count).min(length))),
        Change::Repeat(place, count) => {
            let from = at(place, length);
            let part = bytes[from..(from + count).min(length)].to_vec();
            drop(bytes.splice(from..from, part));
        }
        Change::SwapLines(one, other) => on_lines(bytes, |lines| {
            let count = lines.len();
            lines.swap(one.index(count), other.index(count));
        }),
        Change::Value(one, other) => on_lines(bytes, |lines| {
            let value = lines[other.index(lines.len())].split_once(": ").map(|(_, value)| value.to_owned());
            let line = one.index(lines.len());
            if let (Some(value), Some((key, _))) = (value, lines[line].split_once(": ")) {
                lines[line] = format!("{key}: {value}");
            }
        }),
        Change::Bytes(place, with) => drop(bytes.splice(at(place, length)..at(place, length), with.iter().copied())),
        Change::Gone => bytes.clear(),
    }
}

fn on_lines(bytes: &mut Vec<u8>, work: impl FnOnce(&mut Vec<String>)) {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if !lines.is_empty() {
        work(&mut lines);
    }
    *bytes = lines.join("\n").into_bytes();
}

/// Checks what holds for every bundle.
fn is_inspected(files: &Files) {
    let (study, problems) = inspect(files);
    assert!(study.is_some() || problems.has_errors(), "rejected without a message");
    for problem in &problems.list {
        assert!(!problem.message.is_empty() && !problem.message.contains("panicked"), "{problem:?}");
        if let (Some(line), Some(file)) = (problem.line, files.get(&problem.file)) {
            let lines = String::from_utf8_lossy(file).lines().count();
            assert!(line <= lines + 1, "{problem:?} of {lines} lines");
        }
    }
    // The listing has the lines underlined.
    assert!(problems.list.is_empty() || !problems.render(false).is_empty());
    if let Some(study) = study.filter(|_| !problems.has_errors()) {
        for group in ARMS.into_iter().filter(|group| study.file.arms.contains_key(group)) {
            let who = assignment(group);
            let start = flow::start(&study, &who);
            let asked = |page: &Page| flow::correct_page(&study, &who, &start, page);
            assert_eq!((asked(&start.page), asked(&Page::End)), (start.page.clone(), start.page.clone()));
        }
    }
}

fn json() -> impl Strategy<Value = Value> {
    let words = select(vec![
        "",
        " ",
        "woman",
        "none",
        "radio",
        "other",
        "2024-02-29",
        "9999-99-99",
        "\u{0}",
        "\u{202e}",
        "a\nb",
    ]);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        (0..120_i64).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        words.prop_map(Value::from),
        ".{0,60}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::hash_map("[a-z]{1,4}|x|y", inner, 0..3).prop_map(Value::from_iter),
        ]
    })
}

fn has_nul(value: &Value) -> bool {
    value.to_string().contains("\\u0000")
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn fuzz_any_bundle_is_read_or_rejected_with_a_message(file in any::<Index>(), changes in prop::collection::vec(change(), 1..4)) {
        let mut files = small_files();
        let texts: Vec<String> = files.keys().filter(|name| !name.starts_with("media/")).cloned().collect();
        let bytes = files.get_mut(&texts[file.index(texts.len())]).unwrap();
        for change in &changes {
            apply(bytes, change);
        }
        is_inspected(&files);
    }

    #[test]
    fn fuzz_what_is_stored_of_an_answer_is_an_answer(given in prop::collection::vec(json(), 1..30)) {
        let study = &*SMALL;
        let items: Vec<&Item> = study.questionnaires.values().flat_map(|one| &one.sections).flat_map(|section| &section.items).collect();
        let variables: Vec<Variable> = items.iter().flat_map(|item| item.variables()).collect();
        for (number, variable) in variables.iter().enumerate() {
            let value = &given[number % given.len()];
            if let Ok(Some(stored)) = check(variable, Some(value)) {
                assert!(!has_nul(&stored), "{}: {value} became {stored}", variable.name);
                assert_eq!(check(variable, Some(&stored)).ok().flatten(), Some(stored), "{}: {value}", variable.name);
            }
            // PostgreSQL rejects NUL anywhere in a text.
            let words: String = value.as_str().unwrap_or_default().chars().take(9).collect();
            let hostile = Value::from(format!("a{words}\0b"));
            assert!(check(variable, Some(&hostile)).is_err(), "{}: {hostile}", variable.name);
        }
        // All together, with unknown names.
        let names = variables.iter().map(|variable| variable.name.clone()).chain([String::new(), "__proto__".into(), "age\u{0}".into()]);
        let answers: Map<String, Value> = names.zip(given.iter().cycle().cloned()).collect();
        let sections = &study.questionnaires[&QuestionnaireBlock::PRE].sections;
        match validate(sections, &answers, &Earlier::new()) {
            Ok(stored) => assert_eq!(validate(sections, &stored, &Earlier::new()).ok(), Some(stored)),
            Err(errors) => assert!(errors.iter().all(|one| !one.error.message().is_empty() && !one.item.contains('\0'))),
        }
    }
}

/// Ten lines that would be a thousand million if each alias were expanded, and a file whose only error is its size
/// after expansion.
#[test]
fn a_file_that_expands_is_rejected() {
    let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..10 {
        let inside = format!("*a{}, ", level - 1).repeat(10);
        let _ = writeln!(bomb, "a{level}: &a{level} [{}]", inside.trim_end_matches(", "));
    }
    for name in ["study.yaml", "practice.yaml", "stimuli.yaml"] {
        let mut files = small_files();
        files.insert(name.into(), bomb.clone().into_bytes());
        let (study, problems) = inspect(&files);
        assert!(study.is_none() && problems.has_errors(), "{name}");
    }
    let mut files = small_files();
    let text = String::from_utf8(files["stimuli.yaml"].clone()).unwrap();
    let (before, file, rest) = {
        let line = text.lines().find(|line| line.contains("- {file:")).unwrap();
        let (before, rest) = text.split_once(line).unwrap();
        (before.replacen("portrait-maren:", "portrait-maren: &one", 1), format!("{line}\n").repeat(2_000), rest)
    };
    let again = (0..1_000).fold(String::new(), |all, number| all + &format!("\nagain-{number}: *one"));
    files.insert("stimuli.yaml".into(), [&before, &file, rest, &again].concat().into_bytes());
    let (study, problems) = inspect(&files);
    let messages: Vec<&str> = problems.list.iter().map(|problem| problem.message.as_str()).collect();
    assert!(study.is_none() && messages.len() == 1 && messages[0].contains("too large or too complex"), "{messages:?}");

    let mut files = small_files();
    files.insert("study.yaml".into(), "[".repeat(100_000).into_bytes());
    assert!(inspect(&files).0.is_none());
}
