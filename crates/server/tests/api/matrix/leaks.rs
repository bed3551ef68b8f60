//! Content of the small study by the part that it belongs to. Outside of that part no reply may show it.

use super::positions::{Arm, Position};
use crate::support::Reply;

/// Words that occur in one part of the study alone; those of Flow B in the posts of one persona.
const WORDS: [(&str, &[&str]); 9] = [
    ("pre", &["How old are you?", "Where do you get your news?", "I know how to check a picture.", "A first look"]),
    ("practice", &["Was this picture altered?", "A bowl of fruit on a table", "one picture to show you how"]),
    ("treatment", &["How useful will the next part be?", "What do you expect?"]),
    ("flow-a", &["Is this the original, or was it altered?", "Something about the voice", "You will see four clips"]),
    ("maren", &["The square today.", "We are open on Sunday.", "The library has had this account", "on her break"]),
    ("jonas", &["The mayor resigns.", "Line 4 takes a different", "Signed by the bus company.", "before his shift"]),
    ("control", &["How pleasant is it?", "How clear is it?"]),
    ("post", &["Storm tonight.", "All trains are free today.", "Does a flawless clip have to be genuine?"]),
    ("end", &["Here is everything that you saw, and what was altered.", "SMALL-DONE"]),
];

/// What was shown so far.
#[derive(Default)]
pub struct Shown(Vec<&'static str>);

impl Shown {
    /// Asserts that these replies show nothing but content of the position.
    pub fn check(&mut self, replies: &[Reply], position: &Position) {
        let open = position.persona().unwrap_or_else(|| position.part());
        for reply in replies {
            let text = reply.text();
            // The debrief shows all items again.
            let debrief = open == "end" && reply.call.starts_with("GET /api/debrief");
            for (part, words) in WORDS {
                for word in words.iter().filter(|word| text.contains(**word)) {
                    assert!(part == open || debrief, "'{word}' of {part} on {}: {reply:?}", position.page);
                    self.0.push(word);
                }
            }
        }
    }

    /// Asserts that the words were there where they belong: otherwise their absence means nothing.
    pub fn was_everything_of(&self, arm: &Arm) {
        for (part, words) in WORDS {
            let has = arm.has(part) || (arm.has("flow-b") && ["maren", "jonas"].contains(&part));
            for word in words.iter().filter(|_| has) {
                assert!(self.0.contains(word), "'{word}' was never shown");
            }
        }
    }
}

/// Asserts that these replies show no content at all.
pub fn nothing(replies: &[Reply], state: &str) {
    for reply in replies {
        for word in WORDS.iter().flat_map(|(_, words)| *words) {
            assert!(!reply.text().contains(word), "'{word}' {state}: {reply:?}");
        }
    }
}
