//! The follow-up of Flow A as items, so that it is validated like a questionnaire: `reasons`, `words`, and the selected
//! region as `mark_x` and `mark_y`.

use serde_json::Value;

use crate::answers::{Answers, FieldError, ValidationCode};
use crate::definition::item::{Item, Kind};
use crate::definition::training::Followup;
use crate::flow::FlowError;
use crate::items::{self, Multiple, Number};
use crate::text::Text;

impl Followup {
    /// The questions as items.
    pub fn items(&self) -> Vec<Item> {
        let mut items = Vec::new();
        if !self.options.is_empty() {
            let reasons =
                Kind::Multiple(Multiple { options: self.options.clone(), shuffle: false, min: Some(1), max: None });
            items.push(item("reasons", &self.prompt.0, true, reasons));
        }
        if self.mark {
            let share = Kind::Number(Number { min: Some(0.0), max: Some(1.0), integer: false, unit: None });
            items.push(item("mark_x", "Place marked, from the left (0 to 1)", false, share.clone()));
            items.push(item("mark_y", "Place marked, from the top (0 to 1)", false, share));
        }
        if self.words {
            items.push(item(
                "words",
                "In the participant's own words",
                false,
                Kind::Text(items::Text { long: true, min_length: None, max_length: None }),
            ));
        }
        items
    }

    /// `mark: {x, y}` of the API as two variables.
    pub(crate) fn split_mark(&self, given: &Answers) -> Result<Answers, FlowError> {
        let mut answers = given.clone();
        let wrong = || FlowError::Invalid(vec![FieldError::new("mark", ValidationCode::UNKNOWN.into())]);
        match answers.remove("mark") {
            None | Some(Value::Null) => Ok(answers),
            Some(Value::Object(mark)) if self.mark && mark.len() == 2 => {
                for axis in ["x", "y"] {
                    let share = mark.get(axis).filter(|share| share.is_number()).ok_or_else(wrong)?;
                    answers.insert(format!("mark_{axis}"), share.clone());
                }
                Ok(answers)
            }
            Some(_) => Err(wrong()),
        }
    }
}

fn item(id: &str, label: &str, required: bool, kind: Kind) -> Item {
    let label = Text(label.to_owned());
    Item { id: id.to_owned(), label, help: None, required, show_if: None, group: None, source: None, kind }
}
