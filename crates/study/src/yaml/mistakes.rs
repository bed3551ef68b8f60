//! Mistakes that authors make in the example study, with what `unmask check` prints about each.

use crate::load::{Files, inspect};
use crate::problem::Severity;
use crate::testing::{files, fixtures};

/// A file, a text that it has, and what is written in its place, with `▸` where the mistake is found; then the message
/// and the help.
type Mistake = [&'static str; 5];

const MISTAKES: &[Mistake] = &[
    ["study.yaml", "title: Original or Altered?", "title: Altered▸: or original?", "", ""],
    ["study.yaml", "title: Original or Altered?", "title: ▸\"Original or Altered?", "", ""],
    ["study.yaml", "title: Original or Altered?", "title▸:", "", ""],
    ["study.yaml", "title: Original or Altered?", "▸Title: Original or Altered?", "", ""],
    ["study.yaml", "title: Original or Altered?", "title: ▸[Original, Altered]", "", ""],
    ["study.yaml", "title: Original or Altered?", "title:\n  ▸- Original", "", ""],
    ["study.yaml", "title: Original or Altered?", "title: ▸@original", "", ""],
    ["study.yaml", "minutes: 30", "minutes: ▸thirty minutes", "", ""],
    ["study.yaml", "minutes: 30", "minutes▸:", "", ""],
    ["study.yaml", "minutes: 30", "minutes: ▸[30]", "", ""],
    ["study.yaml", "minutes: 30", "minutes: 30\n▸minutes: 20", "", ""],
    ["study.yaml", "minutes: 30", "▸minutes 30", "", ""],
    ["study.yaml", "minutes: 30", "minutes: 30\n▸---", "", ""],
    ["study.yaml", "minimum_age: 18", "▸minimal_age: 18", "", ""],
    ["study.yaml", "minimum_age: 18", "▸age_at_least: 18", "", ""],
    ["study.yaml", "language: en\n", "", "", ""],
    ["study.yaml", "contact:\n  name: The Original", "contact: ▸study@example.org\nx:\n  name: The Original", "", ""],
    ["study.yaml", "  institution: Example", "▸\tinstitution: Example", "", ""],
    ["study.yaml", "  institution: Example", "▸\u{a0}\u{a0}institution: Example", "", ""],
    ["study.yaml", "  institution: Example", "▸   institution: Example", "", ""],
    [
        "study.yaml",
        "ethics:\n  board: Ethics Board of Example University\n  id:",
        "ethics:\n  ▸- board: Ethics Board of Example University\n  - id:",
        "",
        "",
    ],
    ["study.yaml", "  personas: [maren, tomasz, ines, ruth]", "  personas: ▸maren", "", ""],
    ["study.yaml", "  personas: [maren, tomasz, ines, ruth]", "  personas: ▸- maren", "", ""],
    ["study.yaml", "  personas: [maren, tomasz, ines, ruth]", "  personas: ▸[maren, tomasz, ines, ruth", "", ""],
    [
        "study.yaml",
        "/treatment-questionnaire, /flow-a/start, /post",
        "/treatment-questionnaire, ▸/flow-a, /post",
        "",
        "",
    ],
    ["consent.yaml", "  - It takes about 30", "  - ▸Duration: It takes about 30", "", ""],
    ["consent.yaml", "  - It takes about 30", "  ▸-It takes about 30", "", ""],
    ["consent.yaml", "  - It takes about 30", "  - \"It takes about \"▸30\"", "", ""],
    ["consent.yaml", "    text: |\n      Pictures", "    text: ▸|Pictures", "", ""],
    ["questionnaires/pre.yaml", "        kind: single", "        kind: ▸radio", "", ""],
    ["questionnaires/pre.yaml", "        kind: single", "        kind: ▸singel", "", ""],
    ["questionnaires/pre.yaml", "        required: false", "        required: ▸no", "", ""],
    ["questionnaires/pre.yaml", "        label: How old are you?", "        label: 'How old'▸re you?'", "", ""],
    ["questionnaires/pre.yaml", "        label: How old are you?\n", "", "", ""],
    ["questionnaires/pre.yaml", "        label: How old are you?", "        label: ▸\"C:\\pictures\"", "", ""],
    ["questionnaires/pre.yaml", "label: Non-binary }", "label: Non-binary, ▸other }", "", ""],
    [
        "questionnaires/pre.yaml",
        "{ value: non_binary, label: Non-binary }",
        "▸{ value: non_binary, label: Non-binary",
        "",
        "",
    ],
    [
        "questionnaires/pre.yaml",
        "{ value: non_binary, label: Non-binary }",
        "▸{ value: non_binary, label: Non-binary ]",
        "",
        "",
    ],
    [
        "questionnaires/pre.yaml",
        "          - { value: 18_24, label: 18 to 24 }",
        "          ▸value: 18_24\n          label: 18 to 24",
        "",
        "",
    ],
];

#[test]
fn each_mistake_in_the_example_has_its_position_a_message_and_help() {
    let example = files(&fixtures().join("../original-or-altered"));
    let mut missed = Vec::new();
    for [file, old, new, message, help] in MISTAKES {
        let text = String::from_utf8(example[*file].clone()).unwrap();
        assert!(text.contains(old), "{file} does not have {old}");
        let marked = text.replacen(old, new, 1);
        let position = marked.split_once('▸').map(|(before, _)| {
            let line = before.rsplit('\n').next().unwrap_or_default();
            (before.matches('\n').count() + 1, line.chars().count() + 1)
        });
        let mut study = Files::clone(&example);
        study.insert((*file).to_owned(), marked.replacen('▸', "", 1).into_bytes());
        let problems = inspect(&study).1;
        let of_file = |problem: &&crate::problem::Problem| problem.severity == Severity::Error && problem.file == *file;
        let found = problems.list.iter().find(of_file);
        let is_right = found.is_some_and(|found| {
            let is_there = position.is_none_or(|position| found.line.zip(found.column) == Some(position));
            is_there && found.message == *message && found.help.as_deref().is_some_and(|own| own.starts_with(help))
        });
        if !is_right {
            missed
                .push(format!("{new}\nexpected at {position:?}: {message}. Help: {help}\nfound {found:?}\n{problems}"));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
