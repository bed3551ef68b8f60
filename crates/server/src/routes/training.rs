//! What a participant has answered in the training so far, for the lists that show it again.

use std::collections::HashMap;

use unmask_store::stored::Place;
use unmask_store::submissions;
use unmask_study::Page;
use unmask_study::flow::Feedback;
use unmask_study::progress::{Assignment, Progress};
use unmask_study::public::{self, PublicFeedback};

use crate::routes::prelude::*;

/// An answer given earlier.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GivenAnswer {
    /// The option's value.
    pub answer: String,
    pub confidence: Option<i64>,
}

/// What is added to a question or post: the answers given, and what may be known about them.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Answered {
    /// In the order of the attempts.
    pub answers: Vec<GivenAnswer>,
    /// Answers that can't be chosen in the next attempt.
    pub disabled_answers: Vec<String>,
    /// Only if the participant has been shown it, or may be now.
    pub verdict: Option<PublicFeedback>,
}

/// Attempts by question or post.
#[derive(Default)]
pub struct History(HashMap<String, Vec<(GivenAnswer, bool)>>);

impl History {
    /// Loads what was submitted under `prefix` (`flow-a/`); nothing for the admin.
    pub async fn load(app: &App, viewer: &Viewer, prefix: &str) -> Result<Self> {
        let Some(participant) = &viewer.participant else { return Ok(Self::default()) };
        let mut rows = submissions::submissions_of_item_prefix(&app.store, &participant.id, prefix).await?;
        rows.sort_by_key(|row| row.attempt);
        let mut history = Self::default();
        for row in rows {
            let id = row.item.strip_prefix(prefix).unwrap_or_default();
            let (Some(correct), false) = (row.correct, id.contains('/')) else { continue };
            let answers: Map<String, Value> =
                Place { table: "submission", column: "answers", row: &row.id }.json(&row.answers)?;
            let answer = answers.get(id).and_then(Value::as_str).unwrap_or_default().to_owned();
            let confidence = answers.get(&format!("{id}_confidence")).and_then(Value::as_i64);
            history.0.entry(id.to_owned()).or_default().push((GivenAnswer { answer, confidence }, correct));
        }
        Ok(history)
    }

    /// How many of these have been answered.
    pub fn count<'a>(&self, ids: impl Iterator<Item = &'a str>) -> usize {
        ids.filter(|id| self.0.contains_key(*id)).count()
    }

    /// What a participant sees of one question or post. A verdict that waits for the follow-up stays hidden.
    pub fn of(&self, id: &str, viewer: &Viewer, seat: &(Assignment, Progress), rule: Retry) -> Answered {
        let Some(attempts) = self.0.get(id) else { return Answered::default() };
        let (assigned, progress) = seat;
        let correct = attempts.last().is_some_and(|(_, correct)| *correct);
        let wrong = attempts.iter().filter(|(_, correct)| !correct).map(|(given, _)| given.answer.clone());
        let disabled: Vec<String> = wrong.collect();
        let answers = attempts.iter().map(|(given, _)| given.clone()).collect();
        if progress.page == Page::FlowAFollowup(id.to_owned()) {
            return Answered { answers, ..Answered::default() };
        }
        let present = matches!(&progress.page,
            Page::FlowAQuestion(page) | Page::FlowAIncorrect(page) | Page::FlowBQuestion(page) | Page::FlowBIncorrect(page)
            if page == id);
        let may_retry = present && !correct && attempts.len() < rule.attempts as usize && disabled.len() < rule.options;
        let verdict = Feedback { id: id.to_owned(), correct, may_retry, disabled: disabled.clone() };
        let verdict = public::feedback(&viewer.loaded.study, assigned, &viewer.locale, &verdict);
        Answered { answers, disabled_answers: disabled, verdict }
    }
}

/// When another attempt is allowed.
#[derive(Clone, Copy)]
pub struct Retry {
    /// Attempts at one question.
    pub attempts: u32,
    /// Number of its options.
    pub options: usize,
}
