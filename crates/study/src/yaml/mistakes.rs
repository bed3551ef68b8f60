//! Mistakes that authors make in the example study, with what `unmask check` prints about each.

use crate::load::{Files, inspect};
use crate::problem::Severity;
use crate::testing::{files, fixtures};

/// A file, a text that it has, and what is written in its place, with `▸` where the mistake is found; then the message
/// and the help.
type Mistake = [&'static str; 5];

const MISTAKES: &[Mistake] = &[
    [
        "study.yaml",
        "title: Original or Altered?",
        "title: Altered▸: or original?",
        "this text contains a colon",
        "put the text in quotation marks: `title: \"…\"`",
    ],
    [
        "study.yaml",
        "title: Original or Altered?",
        "title: ▸\"Original or Altered?",
        "a quotation mark is not closed",
        "write a quotation mark at the end of its text; inside the text, use “ ” instead",
    ],
    [
        "study.yaml",
        "title: Original or Altered?",
        "title▸:",
        "a text is missing after `title:`",
        "write the text, or delete the line",
    ],
    [
        "study.yaml",
        "title: Original or Altered?",
        "▸Title: Original or Altered?",
        "there is no field `Title` here",
        "did you mean `title`?",
    ],
    [
        "study.yaml",
        "title: Original or Altered?",
        "title: ▸[Original, Altered]",
        "a text or a number is expected here, not a list or a table",
        "leave out the brackets; a text that starts with `[` or `{` needs quotation marks",
    ],
    [
        "study.yaml",
        "title: Original or Altered?",
        "title:\n  ▸- Original",
        "a single value is expected after `title:`, not a list",
        "write the value in the line of its name, without a hyphen",
    ],
    [
        "study.yaml",
        "title: Original or Altered?",
        "title: ▸@original",
        "a text can't start with `@`",
        "put it in quotation marks: `title: \"@…\"`",
    ],
    [
        "study.yaml",
        "minutes: 30",
        "minutes: ▸thirty minutes",
        "a whole number of 0 or more is expected here, not `thirty minutes`",
        "write it in digits, such as `30`",
    ],
    [
        "study.yaml",
        "minutes: 30",
        "minutes▸:",
        "a whole number of 0 or more is missing after `minutes:`",
        "write it in digits, such as `30`, or delete the line",
    ],
    [
        "study.yaml",
        "minutes: 30",
        "minutes: ▸[30]",
        "a text or a number is expected here, not a list or a table",
        "leave out the brackets; a text that starts with `[` or `{` needs quotation marks",
    ],
    [
        "study.yaml",
        "minutes: 30",
        "minutes: 30\n▸minutes: 20",
        "`minutes` is here twice, first in line 8",
        "keep one of them",
    ],
    [
        "study.yaml",
        "minutes: 30",
        "▸minutes 30",
        "a colon is missing here",
        "write `name: value`, with a space after the colon; indent what continues a text further",
    ],
    [
        "study.yaml",
        "minutes: 30",
        "minutes: 30\n▸---",
        "a line of three hyphens divides this file into two",
        "delete this line: a file of a study has one part",
    ],
    [
        "study.yaml",
        "minimum_age: 18",
        "▸minimal_age: 18",
        "there is no field `minimal_age` here",
        "did you mean `minimum_age`?",
    ],
    [
        "study.yaml",
        "minimum_age: 18",
        "▸age_at_least: 18",
        "there is no field `age_at_least` here",
        "did you mean `minimum_age`?",
    ],
    ["study.yaml", "language: en\n", "", "`language` is missing here", "add a line `language: …`"],
    [
        "study.yaml",
        "contact:\n  name: The Original",
        "contact: ▸study@example.org\nx:\n  name: The Original",
        "`name: value` lines are expected after `contact:`, not `study@example.org`",
        "write them below `contact:`, each in a line of its own, indented by two more spaces",
    ],
    [
        "study.yaml",
        "  institution: Example",
        "▸\tinstitution: Example",
        "this line begins with a tab",
        "indent with spaces; YAML allows no tabs",
    ],
    [
        "study.yaml",
        "  institution: Example",
        "▸\u{a0}\u{a0}institution: Example",
        "this line begins with a special space, which looks like an ordinary one",
        "replace it by ordinary spaces; it often comes with text that was copied from a web page or a document",
    ],
    [
        "study.yaml",
        "  institution: Example",
        "   institution▸: Example",
        "this line is indented by 3 spaces, the one above it by 2",
        "indent all fields of one entry, and all entries of one list, by the same number of spaces",
    ],
    [
        "study.yaml",
        "ethics:\n  board: Ethics Board of Example University\n  id:",
        "ethics:\n  ▸- board: Ethics Board of Example University\n  - id:",
        "`name: value` lines are expected after `ethics:`, not a list",
        "leave out the hyphens or brackets, and write each `name: value` in a line of its own",
    ],
    [
        "study.yaml",
        "  personas: [maren, tomasz, ines, ruth]",
        "  personas: ▸maren",
        "a list is expected after `personas:`, not `maren`",
        "write each entry in a line of its own below `personas:`, with `- ` before it, or use brackets: `[maren]`",
    ],
    [
        "study.yaml",
        "  personas: [maren, tomasz, ines, ruth]",
        "  personas: ▸- maren",
        "a list does not begin in the line of its name",
        "write each entry in a line of its own below the name, with `- ` before it",
    ],
    [
        "study.yaml",
        "  personas: [maren, tomasz, ines, ruth]",
        "  personas: ▸[maren, tomasz, ines, ruth",
        "the bracket `[` is not closed",
        "write the closing bracket; between brackets, separate entries by commas, and put texts with commas, colons or brackets in quotation marks",
    ],
    [
        "study.yaml",
        "/treatment-questionnaire, /flow-a/start, /post",
        "/treatment-questionnaire, ▸/flow-a, /post",
        "`/flow-a` is not a step",
        "did you mean `/flow-a/start`?",
    ],
    [
        "consent.yaml",
        "  - It takes about 30",
        "  - ▸Duration: It takes about 30",
        "a text is expected here, and its colon makes it `name: value`",
        "put the whole text in quotation marks: `\"Duration: …\"`",
    ],
    [
        "consent.yaml",
        "  - It takes about 30",
        "  ▸-It takes about 30",
        "a hyphen has no space after it",
        "write `- ` before each entry of a list, with a space after the hyphen",
    ],
    [
        "consent.yaml",
        "  - It takes about 30",
        "  - \"It takes about \"▸30\"",
        "the text ends at its second quotation mark",
        "inside a text in quotation marks, use “ ” or write \\\" for each of them",
    ],
    [
        "consent.yaml",
        "    text: |\n      Pictures",
        "    text: ▸|Pictures",
        "after `|` or `>`, the text begins in the next line",
        "write nothing after it in this line, and the text below it, indented by two more spaces",
    ],
    [
        "questionnaires/pre.yaml",
        "        kind: single",
        "        kind: ▸radio",
        "`radio` is not a kind of item",
        "did you mean `single`?",
    ],
    [
        "questionnaires/pre.yaml",
        "        kind: single",
        "        kind: ▸singel",
        "`singel` is not a kind of item",
        "did you mean `single`?",
    ],
    [
        "questionnaires/pre.yaml",
        "        required: false",
        "        required: ▸no",
        "`true` or `false` is expected here, not `no`",
        "write `true` or `false`",
    ],
    [
        "questionnaires/pre.yaml",
        "        label: How old are you?",
        "        label: 'How old'▸re you?'",
        "the text ends at its second apostrophe",
        "put the text in \"…\" instead of '…'",
    ],
    [
        "questionnaires/pre.yaml",
        "        label: How old are you?\n",
        "",
        "`label` is missing here",
        "add a line `label: …`",
    ],
    [
        "questionnaires/pre.yaml",
        "        label: How old are you?",
        "        label: ▸\"C:\\pictures\"",
        "a backslash in a text in quotation marks begins a special character, and this one is unknown",
        "write two backslashes (`\\\\`) for each, or put the text in '…' instead of \"…\"",
    ],
    [
        "questionnaires/pre.yaml",
        "label: Non-binary }",
        "label: Non-binary, ▸other }",
        "`other` follows a comma, so that it is not a part of the text before it",
        "put a text with a comma in quotation marks if it is between brackets: `{ label: \"Yes, often\" }`",
    ],
    [
        "questionnaires/pre.yaml",
        "{ value: non_binary, label: Non-binary }",
        "▸{ value: non_binary, label: Non-binary",
        "the bracket `{` is not closed",
        "write the closing bracket; between brackets, separate entries by commas, and put texts with commas, colons or brackets in quotation marks",
    ],
    [
        "questionnaires/pre.yaml",
        "{ value: non_binary, label: Non-binary }",
        "▸{ value: non_binary, label: Non-binary ]",
        "a bracket was opened with `{` and is closed with `]`",
        "write the closing bracket; between brackets, separate entries by commas, and put texts with commas, colons or brackets in quotation marks",
    ],
    [
        "questionnaires/pre.yaml",
        "          - { value: 18_24, label: 18 to 24 }",
        "          ▸value: 18_24\n          label: 18 to 24",
        "a list is expected after `options:`, not `name: value` lines",
        "put `- ` before each entry, even if there is only one",
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
