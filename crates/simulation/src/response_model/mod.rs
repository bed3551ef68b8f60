//! Response models: every answer of a simulated participant comes from here.

pub mod observer;
mod pacing;
pub mod person;
pub mod preset;
mod random;
mod scales;
#[cfg(test)]
mod tests;

use anyhow::Result;
use serde_json::{Map, Value};
use unmask_study::answers::Answers;
use unmask_study::definition::ArmId;
use unmask_study::progress::Form;
use unmask_study::public::PublicItem;

pub use random::Random;

/// A question with options, as the API shows it.
#[derive(Clone, Debug, Default)]
pub struct Question {
    /// Id on the wire, or the variable of a questionnaire.
    pub id: String,
    /// Values of the options.
    pub options: Vec<String>,
    /// Whether it asks for confidence.
    pub confidence: bool,
    /// The medium, if it has one.
    pub media: Option<Value>,
    /// Ids of the evidence that can be opened.
    pub evidence: Vec<String>,
}

impl Question {
    /// The question in the API's reply.
    #[must_use]
    pub fn of(found: &Value) -> Self {
        let id = |thing: &Value| thing["id"].as_str().unwrap_or_default().to_owned();
        Self {
            id: id(found),
            options: values(&found["options"]),
            confidence: found["confidence"] == true,
            media: found["media"].is_object().then(|| found["media"].clone()),
            evidence: found["evidence"].as_array().into_iter().flatten().map(id).collect(),
        }
    }
}

/// An answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Value of an option.
    pub answer: String,
    /// Confidence in per cent, only if it was asked for.
    pub confidence: Option<u8>,
}

/// What a person sees while answering.
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    /// ID of the page, or of an item of it.
    pub what: &'a str,
    /// IDs of the controls that are used, in order.
    pub answered: &'a [String],
    /// Media of the page.
    pub media: &'a [Value],
    /// Evidence that could be opened.
    pub evidence: &'a [String],
}

/// Whether to continue with the study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dropout {
    Stay,
    /// Close the browser, come back and sign in.
    Return,
    /// Close it for good.
    Leave,
}

/// The decisions of a simulated participant.
pub trait ResponseModel: Send {
    /// Sets arm and test form of a participant who is allocated after some answers.
    fn allocated(&mut self, arm: ArmId, form: Form);
    /// Whether to continue, decided on each page before any other action.
    fn dropout(&mut self, page: &str) -> Dropout;
    /// Sets whether the participant agreed to be invited to later parts. By default, it makes no difference.
    fn agreed(&mut self, _contact_again: bool) {}
    /// Whether to come back for the next later part of the study, once it is planned. `is_possible` is whether it is
    /// not over yet.
    fn comes_back(&mut self, is_possible: bool) -> bool;
    /// The answers to the variables of a questionnaire item or of a rating; `about` is the rated clip.
    fn item(&mut self, about: Option<&str>, item: &PublicItem) -> Result<Answers>;
    /// The answers to a judgement after advice; `own` are those that [`Self::item`] gives. By default, advice changes
    /// nothing.
    fn advised(&mut self, _item: &PublicItem, own: Answers) -> Answers {
        own
    }
    /// One of the remaining options; `before` are the earlier answers to this question.
    fn judge(&mut self, question: &Question, before: &[String]) -> Judged;
    /// One of the signs that a second look at a question offers.
    fn second_look(&mut self, question: &str, signs: &[String]) -> String;
    /// The answers to the follow-up of a question.
    fn followup(&mut self, question: &str, followup: &Value) -> Map<String, Value>;
    /// Whether to try again after a wrong answer.
    fn tries_again(&mut self) -> bool;
    /// Whether to submit all remaining sections of a questionnaire together, in the payload of the specification.
    fn submits_whole(&mut self) -> bool;
    /// The browser's measurements, for the field `timing`; none to send none.
    fn timing(&mut self, seen: Seen<'_>) -> Option<Value>;
}

/// The values of options.
#[must_use]
pub fn values(options: &Value) -> Vec<String> {
    let values = options.as_array().into_iter().flatten();
    values.filter_map(|option| Some(option["value"].as_str()?.to_owned())).collect()
}
