//! The second look: what is asked after an incorrect first answer where a second attempt would leave only one answer.

use crate::definition::Study;
use crate::definition::item::Choice;
use crate::definition::training::{FlowA, FlowB, Hint, Post, Question, SecondLook};

/// Answers of a question that has a second look. With more answers, another attempt carries information by itself.
pub(crate) const ANSWERS: usize = 2;

/// The second look at one question or post.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The question, the same for all.
    pub asked: &'a SecondLook,
    /// What is special about this one.
    pub here: &'a Hint,
}

impl<'a> Look<'a> {
    fn of(asked: Option<&'a SecondLook>, here: Option<&'a Hint>, answers: usize, attempts: u32) -> Option<Self> {
        let used = answers == ANSWERS && attempts > 1;
        asked.zip(here).filter(|_| used).map(|(asked, here)| Self { asked, here })
    }

    /// The signs to choose from, in the order of the study.
    pub fn options(self) -> impl Iterator<Item = &'a Choice> {
        let offered = move |option: &&Choice| self.here.options.is_empty() || self.here.options.contains(&option.value);
        self.asked.options.iter().filter(offered)
    }

    /// The signs that show which answer is correct.
    pub fn correct(self) -> impl Iterator<Item = &'a Choice> {
        self.options().filter(move |option| self.here.correct.contains(&option.value))
    }
}

/// The variable of the second look at a question or post.
pub fn look_variable(id: &str) -> String {
    format!("{id}_look")
}

impl FlowA {
    /// The second look at a question, if it has one.
    pub fn look<'a>(&'a self, question: &'a Question) -> Option<Look<'a>> {
        Look::of(self.second_look.as_ref(), question.second_look.as_ref(), self.options.len(), self.attempts)
    }
}

impl FlowB {
    /// The second look at a post, if it has one.
    pub fn look<'a>(&'a self, post: &'a Post) -> Option<Look<'a>> {
        Look::of(self.second_look.as_ref(), post.second_look.as_ref(), self.options.len(), self.attempts)
    }
}

impl Study {
    /// The second look at a question or post, by ID.
    pub fn look(&self, id: &str) -> Option<Look<'_>> {
        let question = self.question(id).and_then(|(flow, question)| flow.look(question));
        question.or_else(|| self.post(id).and_then(|(flow, post)| flow.look(post)))
    }
}
