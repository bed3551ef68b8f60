//! Random valid answers to the questions that the API describes.

use anyhow::Result;
use serde_json::{Map, Value, json};
use unmask_study::answers::Answers;
use unmask_study::definition::ArmId;
use unmask_study::items::random_text;
use unmask_study::progress::Form;
use unmask_study::public::PublicItem;

use super::{Dropout, Judged, Question, ResponseModel, Seen, values};
use crate::random_stream::RandomStream;

/// A random valid answer to each question.
pub struct Random(RandomStream);

impl Random {
    /// The response model of the simulated participant with this number.
    #[must_use]
    pub fn new(seed: u64, number: usize) -> Self {
        Self(RandomStream::of(seed, &format!("mind/{number}")))
    }
}

impl ResponseModel for Random {
    fn allocated(&mut self, _: ArmId, _: Form) {}

    fn dropout(&mut self, _: &str) -> Dropout {
        Dropout::Stay
    }

    fn comes_back(&mut self, is_possible: bool) -> bool {
        is_possible
    }

    fn item(&mut self, _: Option<&str>, item: &PublicItem) -> Result<Answers> {
        Ok(item.answer_any(self.0.generator()))
    }

    fn judge(&mut self, question: &Question, before: &[String]) -> Judged {
        let open: Vec<&String> = question.options.iter().filter(|option| !before.contains(option)).collect();
        let answer = (*self.0.pick(&open)).clone();
        Judged { answer, confidence: question.confidence.then(|| sure(&mut self.0)) }
    }

    fn second_look(&mut self, _: &str, signs: &[String]) -> String {
        self.0.pick(signs).clone()
    }

    fn followup(&mut self, _: &str, followup: &Value) -> Map<String, Value> {
        let mut reasons = values(&followup["options"]);
        self.0.shuffle(&mut reasons);
        reasons.truncate(1 + self.0.below(reasons.len()));
        let mut given = Map::from_iter([("reasons".to_owned(), json!(reasons))]);
        if followup["mark"] == true && self.0.one_in(2) {
            given.insert("mark".to_owned(), json!({ "x": 0.25, "y": 0.5 }));
        }
        if followup["words"] == true && self.0.one_in(2) {
            given.insert("words".to_owned(), json!(random_text(self.0.generator())));
        }
        given
    }

    fn tries_again(&mut self) -> bool {
        self.0.one_in(2)
    }

    fn submits_whole(&mut self) -> bool {
        self.0.one_in(6)
    }

    fn timing(&mut self, _: Seen<'_>) -> Option<Value> {
        None
    }
}

fn sure(chance: &mut RandomStream) -> u8 {
    *chance.pick(&[50, 60, 70, 80, 90, 100])
}
