//! The last judgement of each of the administrator's sessions: dry runs are not stored, but the feedback of a follow-up
//! depends on the answer before it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

/// Sessions that are remembered; there is one administrator.
const SESSIONS: usize = 16;

/// The last judgement of each session: question, answer, whether it was correct.
#[derive(Default)]
pub struct DryRuns(Mutex<HashMap<String, (String, String, bool)>>);

impl DryRuns {
    /// Replaces the last judgement of a session.
    pub fn remember(&self, session: &str, id: String, answer: String, correct: bool) {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if last.len() >= SESSIONS {
            last.clear();
        }
        last.insert(session.to_owned(), (id, answer, correct));
    }

    /// The answer to a question and whether it was correct, if it was the session's last.
    pub fn answer_to(&self, session: &str, id: &str) -> Option<(String, bool)> {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        last.get(session).filter(|(question, ..)| question == id).map(|(_, answer, correct)| (answer.clone(), *correct))
    }
}
