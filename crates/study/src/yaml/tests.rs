//! Mistakes that are easily made in a file, with the message and the help that each gets.

use super::read;
use crate::definition::{Questionnaire, StudyFile};

const QUESTIONNAIRE: &str = "\
title: Before
sections:
  - id: habits
    title: Habits
    items:
      - id: news
        label: Where do you get news?
        kind: multiple
        options:
          - { value: television, label: Television }
          - { value: radio, label: Radio }
";

/// What is found if a line of the questionnaire is written like this: line, message and help.
fn found(old: &str, new: &str) -> String {
    assert_eq!(QUESTIONNAIRE.matches(old).count(), 1, "{old}");
    let problem = read::<Questionnaire>("pre.yaml", &QUESTIONNAIRE.replace(old, new)).unwrap_err();
    format!("{}: {}. Help: {}", problem.line.unwrap(), problem.message, problem.help.unwrap())
}

#[test]
fn each_mistake_in_yaml_has_a_message_and_help() {
    let label = "        label: Where do you get news?\n";
    for (new, wanted) in [
        (
            "        label: News: how?\n",
            "7: this text contains a colon. Help: put the text in quotation marks: `label: \"…\"`",
        ),
        (
            "        label: \"Wie \"genau\" so?\"\n",
            "7: the text ends at its second quotation mark. Help: inside a text",
        ),
        ("        label: 'don't'\n", "7: the text ends at its second apostrophe. Help: put the text in \"…\""),
        ("        label: \"open\n", "7: a quotation mark is not closed. Help: write a quotation mark"),
        ("        label:\n", "7: a text is missing after `label:`. Help: write the text"),
        ("        label: @home\n", "7: a text can't start with `@`. Help: put it in quotation marks: `label: \"@…\"`"),
        ("        label: *home\n", "7: a text can't start with `*`. Help: put it in quotation marks"),
        (
            "        label: [home\n",
            "7: a text or a number is expected here, not a list or a table. Help: leave out the brackets",
        ),
        ("        label home\n", "7: a colon is missing here. Help: write `name: value`"),
        (
            "       label: News\n",
            "7: this line is indented by 7 spaces, the one above it by 8. Help: indent all fields",
        ),
        (
            "         label: News\n",
            "7: this line is indented by 9 spaces, the one above it by 8. Help: indent all fields",
        ),
        ("", "6: `label` is missing here. Help: add a line `label: …`"),
    ] {
        let found = found(label, new);
        assert!(found.starts_with(wanted), "{new}is {found}");
    }
    let moved = found("          - { value: television", "        - { value: television");
    assert!(moved.starts_with("11: this line is indented by 10 spaces, the one above it by 8."), "{moved}");
}

#[test]
fn the_fields_of_an_item_are_those_of_its_kind() {
    let misspelt = found("        label: Where", "        lable: Where");
    let fields = "`id`, `label`, `help`, `required`, `show_if`, `group`, `source`, `kind`, `options`, `shuffle`, `min`, \
                  `max`";
    assert_eq!(
        misspelt,
        format!("7: there is no field `lable` here. Help: did you mean `label`? Allowed here: {fields}")
    );
    let strange = found("        kind: multiple\n", "        kind: multiple\n        max_length: 4\n");
    assert!(
        strange.contains("an item of this kind has no `max_length`. Help: fields of the kind `multiple`: "),
        "{strange}"
    );
    assert!(strange.ends_with(fields), "{strange}");
}

#[test]
fn a_name_that_is_not_known_is_called_what_it_should_be() {
    let study = |text: &str| read::<StudyFile>("study.yaml", text).unwrap_err().message;
    let kind = found("kind: multiple", "kind: multipel");
    assert!(kind.starts_with("8: `multipel` is not a kind of item. Help: did you mean `multiple`?"), "{kind}");
    let start = "id: x\ntitle: x\nlanguage: en\nlanguage_name: English\nminutes: 1\nminimum_age: 18\narms:\n";
    let not_an_id = "the ID of an arm is expected here, not `Training`";
    assert_eq!(study(&format!("{start}  Training: 1\n")), not_an_id);
    assert_eq!(study(&format!("{start}  control_0: {{ label: x, steps: [/ende] }}\n")), "`/ende` is not a step");
}
