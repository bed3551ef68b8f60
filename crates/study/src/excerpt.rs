//! The lines of a file around a finding, no wider than a terminal: a file may have a single long line.

use std::ops::Range;

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};

/// Maximum number of characters shown of a line. With the line's number and the frame it fits into 120 columns.
const WIDTH: usize = 100;
/// What is shown before the position if the line is cut there.
const BEFORE: usize = 40;

/// The line of a finding with the one above and the one below.
#[derive(Debug)]
pub(crate) struct Excerpt {
    file: String,
    text: String,
    /// Lines of the file above these.
    above: usize,
    /// The column in the file, from 0.
    column: usize,
    /// Bytes of `text` from the position to the end of what is shown of its line.
    span: Range<usize>,
}

impl Excerpt {
    /// `line` and `column` count from 1, in characters. A position beyond the end is moved to the end.
    pub(crate) fn new(file: &str, whole: &str, line: usize, column: usize) -> Self {
        let above = line.saturating_sub(2);
        let mut excerpt = Self { file: file.to_owned(), text: String::new(), above, column: column - 1, span: 0..0 };
        for (index, one) in whole.lines().enumerate().skip(above).take(line + 1 - above) {
            let position = if index + 1 == line { column - 1 } else { 0 };
            let (shown, at) = cut(one, position);
            let start = excerpt.text.len();
            if index + 1 == line {
                excerpt.span = start + at.start..start + at.end;
            }
            excerpt.text.push_str(&shown);
            excerpt.text.push('\n');
        }
        excerpt
    }

    /// Where in this excerpt the position is, in bytes: start and length.
    pub(crate) fn position(&self) -> (usize, usize) {
        (self.span.start, self.span.len())
    }
}

/// What is shown of a line so that the position is in it, and the bytes of that from the position to the end.
fn cut(line: &str, position: usize) -> (String, Range<usize>) {
    // Terminals interpret control characters as commands.
    let printed = |c: char| if c.is_control() && c != '\t' { char::REPLACEMENT_CHARACTER } else { c };
    let characters: Vec<char> = line.trim_end().chars().map(printed).collect();
    let position = position.min(characters.len());
    let from = match characters.len().saturating_sub(WIDTH) {
        0 => 0,
        rest => position.saturating_sub(BEFORE).min(rest),
    };
    let to = characters.len().min(from + WIDTH);
    let text = |part: &[char]| part.iter().collect::<String>();
    let before = format!("{}{}", if from > 0 { "…" } else { "" }, text(&characters[from..position]));
    let after = text(&characters[position..to]);
    let span = before.len()..before.len() + after.len();
    (format!("{before}{after}{}", if to < characters.len() { "…" } else { "" }), span)
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let read = self.text.read_span(span, before, after)?;
        // Without neighbouring lines, the span is read for the heading, which has the column in the file.
        let column = if before == 0 { self.column } else { read.column() };
        let (line, count) = (self.above + read.line(), read.line_count());
        let file = self.file.clone();
        Ok(Box::new(MietteSpanContents::new_named(file, read.data(), *read.span(), line, column, count)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::problem::{Problem, Problems, Severity};

    /// What `unmask check` prints about a position in `study.yaml`.
    fn printed(text: &str, line: usize, column: usize) -> String {
        let problem = Problem {
            severity: Severity::Error,
            file: "study.yaml".into(),
            line: Some(line),
            column: Some(column),
            message: "wrong".into(),
            help: None,
        };
        Problems::new(vec![problem], BTreeMap::from([("study.yaml".into(), text.into())])).render(false)
    }

    /// The character above the first mark.
    fn above_the_mark(printed: &str) -> char {
        let lines: Vec<&str> = printed.lines().collect();
        let marks = lines.iter().position(|line| line.contains('┬')).expect("the position is marked");
        let column = lines[marks].chars().position(|c| c == '─' || c == '┬').unwrap();
        lines[marks - 1].chars().nth(column).unwrap()
    }

    #[test]
    fn a_line_of_any_length_fits_a_terminal_and_its_place_is_marked() {
        for length in [0, 1, 39, 40, 41, 99, 100, 101, 140, 141, 5_000] {
            for rest in [0, 1, 59, 60, 61, 5_000] {
                let long = format!("{}@{}", "ä".repeat(length), "b".repeat(rest));
                let text = format!("{long}\n{long}\n{long}\n");
                let printed = printed(&text, 2, length + 1);
                let widest = printed.lines().map(|line| line.chars().count()).max().unwrap();
                assert!(widest <= 120, "{length} and {rest}: {widest}");
                assert_eq!(above_the_mark(&printed), '@', "{length} and {rest}:\n{printed}");
                assert!(printed.contains(&format!("study.yaml:2:{}]", length + 1)), "{printed}");
            }
        }
    }

    #[test]
    fn a_cut_has_an_ellipsis() {
        let (shown, _) = cut(&"a".repeat(5_000), 2_000);
        assert!(shown.starts_with('…') && shown.ends_with('…'));
        assert_eq!(shown.chars().filter(|c| *c == 'a').count(), WIDTH);
        assert_eq!(cut("title: x\r", 7), ("title: x".to_owned(), 7..8));
    }

    #[test]
    fn a_place_beyond_the_end_is_the_end() {
        assert_eq!(cut("ab", 9), ("ab".to_owned(), 2..2));
        for text in ["", "one", "one\n", "one\r\ntwo\r\n"] {
            for line in 1..5 {
                assert!(printed(text, line, 3).contains("wrong"), "{text:?}, line {line}");
            }
        }
    }

    #[test]
    fn control_characters_are_replaced() {
        assert_eq!(cut("a\u{1b}[2Jb\rc", 0).0, "a\u{fffd}[2Jb\u{fffd}c");
    }
}
