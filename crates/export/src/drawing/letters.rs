//! The width of text, and its lines. An SVG does not wrap text, and only a browser can measure it.

use super::TEXT;

/// Width of letters as parts of their height: those of DejaVu Sans, the widest font that a system is likely to have.
const NARROW: f64 = 0.36;
const WIDE: f64 = 0.94;
const CAPITAL: f64 = 0.72;
const OTHERS: f64 = 0.62;
const STRONG: f64 = 1.14;

fn letter(letter: char) -> f64 {
    match letter {
        'm' | 'w' | 'M' | 'W' | '%' | '@' | '…' | '—' => WIDE,
        letter if "ijlIJfrt.,;:'’!()/-".contains(letter) || letter.is_whitespace() => NARROW,
        letter if letter.is_uppercase() => CAPITAL,
        _ => OTHERS,
    }
}

/// About how many pixels a text takes.
pub fn width(text: &str, strong: bool) -> f64 {
    text.chars().map(letter).sum::<f64>() * TEXT * if strong { STRONG } else { 1.0 }
}

/// The pieces that a line may end with: words, and parts of them up to a hyphen.
pub fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let (mut start, mut before) = (0, ' ');
    for (at, letter) in text.char_indices() {
        let end = at + letter.len_utf8();
        if letter == ' ' || (letter == '-' && before.is_alphabetic() && end < text.len()) {
            pieces.push(&text[start..end]);
            start = end;
        }
        before = letter;
    }
    pieces.push(&text[start..]);
    pieces
}

/// Whether a character belongs to the one before it: a combining mark or a variation, or a joiner.
fn joins(letter: char) -> bool {
    matches!(letter,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}'
        | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{200d}' | '\u{20d0}'..='\u{20ff}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}')
}

/// Breaks a text into lines of at most `width` pixels: at spaces, after hyphens, and inside a word that is longer than
/// a line.
pub fn wrap(text: &str, room: f64, strong: bool) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in pieces(text) {
        if width(piece.trim_end(), strong) <= room {
            add(&mut lines, piece, room, strong);
            continue;
        }
        if lines.last().is_some_and(|line| !line.is_empty()) {
            lines.push(String::new());
        }
        let mut start = 0;
        let mut joiner = false;
        for (at, letter) in piece.char_indices().skip(1) {
            if !joins(letter) && !joiner {
                add(&mut lines, &piece[start..at], room, strong);
                start = at;
            }
            joiner = letter == '\u{200d}';
        }
        add(&mut lines, &piece[start..], room, strong);
    }
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// Adds to the last line, or begins a new one.
fn add(lines: &mut Vec<String>, part: &str, room: f64, strong: bool) {
    match lines.last_mut() {
        Some(last) if last.is_empty() || width(format!("{last}{part}").trim_end(), strong) <= room => {
            last.push_str(part);
        }
        _ => lines.push(part.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_and_hyphens() {
        assert_eq!(pieces("a b-c"), ["a ", "b-", "c"]);
        assert_eq!(wrap("Questionnaire before", 110.0, false), ["Questionnaire", "before"]);
        assert_eq!(wrap("Pre-questionnaire", 110.0, false), ["Pre-", "questionnaire"]);
        assert_eq!(wrap("5-7", 1000.0, false), ["5-7"]);
    }

    #[test]
    fn a_long_word_breaks_between_letters_and_not_before_their_marks() {
        let word = "Donaudampfschiff".repeat(4);
        let lines = wrap(&format!("The {word}"), 100.0, true);
        assert_eq!(lines[0], "The");
        assert_eq!(lines[1..].concat(), word);
        assert!(lines.iter().all(|line| width(line, true) <= 100.0), "{lines:?}");
        // Each letter fills a line; its mark, or what is joined to it, stays with it.
        assert_eq!(wrap("e\u{301}e\u{301}", 1.0, false), ["e\u{301}", "e\u{301}"]);
        assert_eq!(wrap("👩\u{200d}🔬x", 1.0, false), ["👩\u{200d}🔬", "x"]);
    }
}
