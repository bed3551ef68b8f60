//! Explains errors of YAML's grammar and shapes. The parser refers to its grammar; most errors are an indentation, a
//! colon, a quotation mark or a hyphen.

use crate::outline::SourcePosition;

/// A message and its help.
pub(super) type Words = (String, String);

/// What the parser reports about quotation marks that are not closed. It reports where the text can't go on.
const UNCLOSED: [&str; 3] = ["unclosed quote", "multiline quoted scalar", "unexpected document indicator"];

/// What it reports if a bracket is not closed.
const BRACKETS: [&str; 5] =
    ["expected ',' or", "unclosed bracket", "in flow construct", "only valid inside a block", "a flow"];

const CLOSE: &str = "write the closing bracket; between brackets, separate entries by commas, and put texts with commas, \
                     colons or brackets in quotation marks";

/// Parts of the parser's messages, with the message and the help for authors.
const KNOWN: [(&[&str], &str, &str); 15] = [
    (
        &["too large or too complex"],
        "this file is too large or too complex",
        "shorten the file; an alias (`*name`) counts as everything that it stands for",
    ),
    (
        &["content after double-quoted"],
        "the text ends at its second quotation mark",
        "inside a text in quotation marks, use “ ” or write \\\" for each of them",
    ),
    (
        &["content after single-quoted"],
        "the text ends at its second apostrophe",
        "put the text in \"…\" instead of '…'",
    ),
    (
        &["unknown escape", "hexadecimal", "surrogate", "character escape"],
        "a backslash in a text in quotation marks begins a special character, and this one is unknown",
        "write two backslashes (`\\\\`) for each, or put the text in '…' instead of \"…\"",
    ),
    (
        &["did not find expected comment or line break"],
        "after `|` or `>`, the text begins in the next line",
        "write nothing after it in this line, and the text below it, indented by two more spaces",
    ),
    (
        &["wrongly indented line", "indentation indicator", "must indent their content"],
        "a line of the text after `|` or `>` is not indented",
        "indent all lines of the text by the same number of spaces, two more than the name before `|`",
    ),
    (
        &["block sequence entries are not allowed"],
        "a list does not begin in the line of its name",
        "write each entry in a line of its own below the name, with `- ` before it",
    ),
    (
        &["'-' must be followed", "cannot start with '-'", "'-' indicator"],
        "an entry of this list does not begin with a hyphen and a space",
        "write `- ` before each entry, and indent all entries of one list by the same number of spaces",
    ),
    (
        &["comments must be separated"],
        "a `#` has no space before it",
        "write a space before `#` if a comment begins here; otherwise put the whole text in quotation marks",
    ),
    (
        &["':' must be followed", "':' may not precede", "placement of ':'"],
        "a colon has no space after it",
        "write `name: value`, with a space after the colon",
    ),
    (
        &["simple key"],
        "a colon is missing here",
        "write `name: value`, with a space after the colon; indent what continues a text further",
    ),
    (&["tab"], "there is a tab here", "replace it by spaces; YAML allows no tabs here"),
    (
        &["single YAML document", "multiple documents", "document end marker"],
        "a line with three hyphens (`---`) or points divides this file into two",
        "delete that line",
    ),
    (
        &["node content"],
        "a value is missing here",
        "write it, or delete the comma before it; a text that starts with a comma or a bracket needs quotation marks",
    ),
    (
        &["is not a finite number"],
        "this is not a number that can be computed with",
        "write a number in digits, such as `0.5`",
    ),
];

/// The source position, a message and its help, from the parser's message.
pub(super) fn explain(
    text: &str,
    position: Option<SourcePosition>,
    found: &str,
) -> (Option<SourcePosition>, String, String) {
    let place = Place::new(text, position.unwrap_or((1, 1)));
    if UNCLOSED.iter().any(|part| found.contains(part)) {
        let opening = (1..=place.number).rev().find_map(|number| opening(text, number));
        let help = "write a quotation mark at the end of its text; inside the text, use “ ” instead";
        return (opening.or(position), "a quotation mark is not closed".into(), help.into());
    }
    if BRACKETS.iter().any(|part| found.contains(part))
        && let Some(((line, column), bracket)) = (1..=place.number).rev().find_map(|number| open_bracket(text, number))
    {
        let message = format!("the bracket `{bracket}` is not closed");
        return (Some((line, column)), message, CLOSE.into());
    }
    let (message, help) = place.explain(found);
    (position, message, help)
}

/// Where something else is expected than what is written: a list, `name: value` lines, or a single value.
pub(super) fn explain_shape(text: &str, position: SourcePosition, name: Option<&str>, expected: &str) -> Words {
    let place = Place::new(text, position);
    let after = name.map_or_else(|| "here".to_owned(), |name| format!("after `{name}:`"));
    let below = name.map_or_else(|| "below it".to_owned(), |name| format!("below `{name}:`"));
    let (message, help) = match (expected, place.written()) {
        ("sequence start", Written::Fields) => (
            format!("a list is expected {after}, not `name: value` lines"),
            "put `- ` before each entry, even if there is only one".to_owned(),
        ),
        ("sequence start", Written::Value(value)) => {
            let value = &shown(value);
            let bracketed = if value.contains(['"', '\'', '[', ']', '{', '}']) { "one, two" } else { value };
            (
                format!("a list is expected {after}, not `{value}`"),
                format!(
                    "write each entry in a line of its own {below}, with `- ` before it, or use brackets: `[{bracketed}]`"
                ),
            )
        }
        ("sequence start", _) => (
            format!("a list is missing {after}"),
            format!("write its entries {below}, each in a line of its own with `- ` before it; an empty list is `[]`"),
        ),
        ("mapping start", Written::List) => (
            format!("`name: value` lines are expected {after}, not a list"),
            "leave out the hyphens or brackets, and write each `name: value` in a line of its own".to_owned(),
        ),
        ("mapping start", Written::Value(value)) => (
            format!("`name: value` lines are expected {after}, not `{}`", shown(value)),
            format!("write them {below}, each in a line of its own, indented by two more spaces"),
        ),
        ("mapping start", _) => (
            format!("`name: value` lines are missing {after}"),
            format!("write them {below}, indented by two more spaces, or delete this line"),
        ),
        (_, Written::Fields) if place.is_entry() => {
            let key = key_of(place.after.split(": ").next().unwrap_or_default());
            (
                "a text is expected here, and its colon makes it `name: value`".to_owned(),
                format!("put the whole text in quotation marks: `\"{key}: …\"`"),
            )
        }
        _ if place.after.starts_with(['[', '{']) => (
            "a text or a number is expected here, not a list or a table".to_owned(),
            "leave out the brackets; a text that starts with `[` or `{` needs quotation marks".to_owned(),
        ),
        (_, Written::List) => (
            format!("a single value is expected {after}, not a list"),
            "write the value in the line of its name, without a hyphen".to_owned(),
        ),
        (_, Written::Fields) => (
            format!("a single value is expected {after}, not `name: value` lines"),
            "write the value in the line of its name; a text with a colon needs quotation marks".to_owned(),
        ),
        _ => generally(expected),
    };
    (message, help)
}

/// A value as a message has it: its beginning, without control characters.
fn shown(value: &str) -> String {
    const SHOWN: usize = 40;
    let rest = if value.chars().nth(SHOWN).is_some() { "…" } else { "" };
    let printed = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    value.chars().take(SHOWN).map(printed).chain(rest.chars()).collect()
}

/// What is written at a source position.
enum Written<'a> {
    Nothing,
    List,
    /// `name: value` lines, or the same in braces.
    Fields,
    Value(&'a str),
}

/// A source position with its line.
struct Place<'a> {
    text: &'a str,
    number: usize,
    before: &'a str,
    after: &'a str,
}

impl<'a> Place<'a> {
    fn new(text: &'a str, (number, column): SourcePosition) -> Self {
        let line = text.lines().nth(number.saturating_sub(1)).unwrap_or_default();
        let start = line.char_indices().nth(column.saturating_sub(1)).map_or(line.len(), |(start, _)| start);
        let (before, after) = line.split_at(start);
        Self { text, number, before, after }
    }

    fn key(&self) -> &'a str {
        key_of(self.before)
    }

    /// Whether it is the entry of a list that begins in this line.
    fn is_entry(&self) -> bool {
        self.before.trim_end().ends_with(['-', '[', ','])
    }

    fn written(&self) -> Written<'a> {
        let after = self.after.split(" #").next().unwrap_or_default().trim();
        let is_quoted = after.starts_with(['"', '\'']);
        match after.chars().next() {
            None | Some('#') => Written::Nothing,
            Some('[') => Written::List,
            Some('-') if after == "-" || after.starts_with("- ") => Written::List,
            Some('{') => Written::Fields,
            Some(_) if !is_quoted && (after.ends_with(':') || after.contains(": ")) => Written::Fields,
            Some(_) => Written::Value(after),
        }
    }

    fn explain(&self, found: &str) -> Words {
        let (before, after, key) = (self.before, self.after, self.key());
        if found.contains("mapping values") && before.contains(": ") {
            return ("this text contains a colon".into(), format!("put the text in quotation marks: `{key}: \"…\"`"));
        }
        if found.contains("null is not allowed") {
            let at = if key.is_empty() { "here".into() } else { format!("after `{key}:`") };
            return (format!("a text is missing {at}"), "write the text, or delete the line".into());
        }
        if found.contains("bracket") || found.contains("a flow") || found.contains("in flow") {
            return Self::bracket(found);
        }
        if found.contains("simple key") && after.starts_with('-') {
            let message = "a hyphen has no space after it";
            return (message.into(), "write `- ` before each entry of a list, with a space after the hyphen".into());
        }
        // A file that grows too large ends at a reference, which is well written.
        if !found.contains("too large or too complex")
            && let Some(c) = after.chars().next().filter(|c| "@`*&!%".contains(*c))
        {
            let name = if key.is_empty() { String::new() } else { format!("{key}: ") };
            return (format!("a text can't start with `{c}`"), format!("put it in quotation marks: `{name}\"{c}…\"`"));
        }
        let is_about_level =
            ["mapping values", "expected key", "'-' indicator", "document start", "invalid indentation"];
        if is_about_level.iter().any(|part| found.contains(part))
            && let Some(words) = indentation(self.text, self.number)
        {
            return words;
        }
        let known = KNOWN.iter().find(|(parts, ..)| parts.iter().any(|part| found.contains(part)));
        if let Some((_, message, help)) = known {
            return ((*message).to_owned(), (*help).to_owned());
        }
        if let Some(c) = after.chars().next().filter(|c| "|>".contains(*c)) {
            return (format!("a text can't start with `{c}`"), format!("put it in quotation marks: `{key}: \"{c}…\"`"));
        }
        if found.contains("end of file") || found.contains("eof") || found.contains("EOF") {
            return ("the file ends in the middle of an entry".into(), "complete its last entry, or delete it".into());
        }
        generally(found)
    }

    /// A list in `[…]` or fields in `{…}`.
    fn bracket(found: &str) -> Words {
        let mut brackets = found.split('\'').skip(1).step_by(2);
        let message = match (brackets.next(), brackets.next()) {
            _ if found.contains("misplaced") => "a bracket is closed here that was not opened".to_owned(),
            (Some(open), Some(close)) if found.contains("closed by") => {
                format!("a bracket was opened with `{open}` and is closed with `{close}`")
            }
            _ => "a comma or a bracket is missing before this, or a quotation mark around a text".to_owned(),
        };
        (message, CLOSE.to_owned())
    }
}

/// Where to look, and the parser's message for those who know YAML.
fn generally(found: &str) -> Words {
    let help = format!(
        "check indentation, colons and quotation marks of this line and of the one above (the YAML parser reports: {found})"
    );
    ("this can't be read: it is not written as YAML needs it".to_owned(), help)
}

/// The name at the end of what is before a value: `label` of `  - label: `.
fn key_of(before: &str) -> &str {
    let key = before.rsplit_once(": ").map_or(before, |(key, _)| key);
    key.trim_start_matches([' ', '-', '{']).trim_end().trim_end_matches(':')
}

/// Where a text in quotation marks begins in this line and does not end in it.
fn opening(text: &str, number: usize) -> Option<SourcePosition> {
    let line = text.lines().nth(number - 1)?;
    let mut open: Option<(char, usize)> = None;
    let (mut previous, mut is_escaped) = (' ', false);
    // After these, a text can begin.
    let mut can_begin = true;
    for (index, c) in line.chars().enumerate() {
        match open {
            Some(('"', _)) if is_escaped => is_escaped = false,
            Some(('"', _)) if c == '\\' => is_escaped = true,
            Some((mark, _)) if c == mark => open = None,
            None if c == '#' && previous == ' ' => break,
            None if ['"', '\''].contains(&c) && can_begin => open = Some((c, index + 1)),
            _ => {}
        }
        // An apostrophe is doubled inside a text in apostrophes.
        can_begin = (c == ' ' && can_begin) || [':', '-', '[', '{', ',', '\''].contains(&c);
        previous = c;
    }
    open.map(|(_, column)| (number, column))
}

/// The last bracket that is opened in this line and not closed in it. Brackets in quotation marks do not count.
fn open_bracket(text: &str, number: usize) -> Option<(SourcePosition, char)> {
    let line = text.lines().nth(number - 1)?;
    let (mut open, mut quote, mut previous) = (Vec::new(), None, ' ');
    for (index, c) in line.chars().enumerate() {
        match quote {
            Some(mark) if c == mark => quote = None,
            None if c == '#' && previous == ' ' => break,
            None if ['"', '\''].contains(&c) && " :[{,".contains(previous) => quote = Some(c),
            None if ['[', '{'].contains(&c) && " :[{,".contains(previous) => open.push(((number, index + 1), c)),
            None if [']', '}'].contains(&c) => drop(open.pop()),
            _ => {}
        }
        previous = c;
    }
    open.pop()
}

/// Spaces before a line's content; the hyphen of a list counts as a space, unless both lines have one.
fn indent(line: &str, hyphens: bool) -> usize {
    line.len() - line.trim_start_matches(|c| c == ' ' || (c == '-' && !hyphens)).len()
}

fn indentation(text: &str, number: usize) -> Option<Words> {
    let line = text.lines().nth(number - 1)?;
    let is_content = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let above = text.lines().take(number - 1).filter(is_content).last()?;
    let hyphens = [line, above].iter().all(|line| line.trim_start().starts_with('-'));
    let (here, above) = (indent(line, hyphens), indent(above, hyphens));
    (here != above).then(|| unequal(here, above))
}

fn unequal(here: usize, above: usize) -> Words {
    (
        format!("this line is indented by {here} spaces, the one above it by {above}"),
        "indent all fields of one entry, and all entries of one list, by the same number of spaces".into(),
    )
}

/// A field that an entry lacks because its line is indented by a space too few or too many.
pub(super) fn misplaced(text: &str, entry: SourcePosition, field: &str) -> Option<(usize, Words)> {
    let (first, wanted) = (entry.0, entry.1 - 1);
    let of_entry = |line: &&str| !(line.trim_start().starts_with('-') && indent(line, true) < wanted);
    let mut lines = text.lines().skip(first).take_while(of_entry).enumerate();
    lines.find_map(|(index, line)| {
        let here = indent(line, true);
        let is_field = line.trim_start().strip_prefix(field).is_some_and(|rest| rest.starts_with(':'));
        // A level is two spaces: a field of an entry inside this one is at an even distance.
        (is_field && here.abs_diff(wanted) == 1).then(|| (first + index + 1, unequal(here, wanted)))
    })
}

/// Whether a name between braces has no colon and value, as the rest of a text that contains a comma.
pub(super) fn is_rest_of_a_text(text: &str, position: SourcePosition, field: &str) -> bool {
    let place = Place::new(text, position);
    let rest = place.after.strip_prefix(field).map(str::trim_start);
    place.before.trim_end().ends_with(',') && rest.is_some_and(|rest| rest.starts_with([',', '}']))
}

/// The line above `second` in which the same name stands at the same level.
pub(super) fn first_of(text: &str, (second, column): SourcePosition, key: &str) -> Option<usize> {
    let lines: Vec<&str> = text.lines().take(second.saturating_sub(1)).collect();
    let is_it = |line: &str| {
        let content = line.trim_start_matches([' ', '-']);
        let starts = line.chars().count() - content.chars().count() + 1 == column;
        let name = content.trim_start_matches(['"', '\'']);
        starts && name.strip_prefix(key).is_some_and(|rest| rest.trim_start_matches(['"', '\'']).starts_with(':'))
    };
    lines.iter().rposition(|line| is_it(line)).map(|index| index + 1)
}
