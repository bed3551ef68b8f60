//! A participant's earlier answers in the training, for the lists of questions and posts.

use std::collections::HashMap;

use unmask_store::stored::ValueLocation;
use unmask_store::submissions;
use unmask_study::Page;
use unmask_study::flow::Feedback;
use unmask_study::page::Step;
use unmask_study::public::{self, PublicFeedback};
use unmask_study::second_look::look_variable;

use crate::auth::Place;
use crate::routes::prelude::*;

/// An earlier answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GivenAnswer {
    /// Value of the chosen option; of the chosen sign in a second look.
    pub answer: String,
    pub confidence: Option<i64>,
}

/// The participant's answers to a question or post, with the feedback they may see.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Answered {
    /// In order of attempt.
    pub answers: Vec<GivenAnswer>,
    /// Answers that are disabled for the next attempt.
    pub disabled_answers: Vec<String>,
    /// Present only if the participant has seen the feedback or may see it now.
    pub verdict: Option<PublicFeedback>,
}

/// Attempts by question or post.
#[derive(Default)]
pub struct History(HashMap<String, Vec<Attempt>>);

/// An answer to a question or post, or the second look after it.
struct Attempt {
    given: GivenAnswer,
    /// Whether the answer is correct, or the second look found the sign.
    correct: bool,
    second_look: bool,
}

impl History {
    /// Loads what was submitted in a step; nothing for the admin.
    pub async fn load(app: &App, viewer: &Viewer, step: Step) -> Result<Self> {
        let Some(participant) = &viewer.participant else { return Ok(Self::default()) };
        let prefix = &*format!("{}/", step.block);
        let mut rows = submissions::submissions_of_item_prefix(&app.store, &participant.id, prefix).await?;
        rows.sort_by_key(|row| row.attempt);
        let mut history = Self::default();
        for row in rows {
            let id = row.item.strip_prefix(prefix).unwrap_or_default();
            let (Some(correct), false) = (row.correct, id.contains('/')) else { continue };
            let answers: Map<String, Value> =
                ValueLocation { table: "submission", column: "answers", row: &row.id }.json(&row.answers)?;
            let sign = answers.get(&look_variable(id));
            let answer = sign.or_else(|| answers.get(id)).and_then(Value::as_str).unwrap_or_default().to_owned();
            let confidence = answers.get(&format!("{id}_confidence")).and_then(Value::as_i64);
            let given = GivenAnswer { answer, confidence };
            history.0.entry(id.to_owned()).or_default().push(Attempt { given, correct, second_look: sign.is_some() });
        }
        Ok(history)
    }

    /// How many of these have been answered.
    pub fn count<'a>(&self, ids: impl Iterator<Item = &'a str>) -> usize {
        ids.filter(|id| self.0.contains_key(*id)).count()
    }

    /// What a participant sees of one question or post. A verdict that waits for the follow-up stays hidden.
    pub fn of(&self, id: &str, viewer: &Viewer, place: &Place, rule: Retry) -> Answered {
        let Some(attempts) = self.0.get(id) else { return Answered::default() };
        let Place { assigned, progress, .. } = place;
        let judged = || attempts.iter().filter(|attempt| !attempt.second_look);
        let correct = judged().next_back().is_some_and(|attempt| attempt.correct);
        let wrong = judged().filter(|attempt| !attempt.correct).map(|attempt| attempt.given.answer.clone());
        let disabled: Vec<String> = wrong.collect();
        let found = attempts.iter().find(|attempt| attempt.second_look).map(|attempt| attempt.correct);
        let answers = attempts.iter().map(|attempt| attempt.given.clone()).collect();
        if progress.page == Page::FlowAFollowup(id.to_owned()) {
            return Answered { answers, ..Answered::default() };
        }
        let present = matches!(&progress.page,
            Page::FlowAQuestion(page) | Page::FlowAIncorrect(page) | Page::FlowBQuestion(page) | Page::FlowBIncorrect(page)
            if page == id);
        let may_retry = present && !correct && attempts.len() < rule.attempts as usize && disabled.len() < rule.options;
        let verdict = Feedback { id: id.to_owned(), correct, may_retry, disabled: disabled.clone(), found };
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
