//! Random valid answers, as the API describes what is asked.

use anyhow::{Context as _, Result, bail};
use serde_json::{Map, Value, json};

use super::{Judged, Mind, Question, Seen, Stay, values};
use crate::chance::Chance;

/// Words that an encoding, a quotation or a line break could spoil.
const WORDS: [&str; 8] = ["plain", "Größe", "it's", "\"quoted\"", "a,b;c", "new\nline", "=1+1", "🙂 done"];

/// Anything that is valid, whatever the question.
pub struct Random(Chance);

impl Random {
    /// The mind of a robot of that number.
    #[must_use]
    pub fn new(seed: u64, number: usize) -> Self {
        Self(Chance::of(seed, &format!("mind/{number}")))
    }
}

impl Mind for Random {
    fn stays(&mut self, _: &str) -> Stay {
        Stay::Here
    }

    fn item(&mut self, _: Option<&str>, item: &Value) -> Result<Map<String, Value>> {
        to(item, &mut self.0)
    }

    fn judge(&mut self, question: &Question, before: &[String]) -> Judged {
        let open: Vec<&String> = question.options.iter().filter(|option| !before.contains(option)).collect();
        let answer = (*self.0.pick(&open)).clone();
        Judged { answer, confidence: question.confidence.then(|| sure(&mut self.0)) }
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
            given.insert("words".to_owned(), json!(words(&mut self.0)));
        }
        given
    }

    fn tries_again(&mut self) -> bool {
        self.0.one_in(2)
    }

    fn hands_in_whole(&mut self) -> bool {
        self.0.one_in(6)
    }

    fn timing(&mut self, _: Seen<'_>) -> Option<Value> {
        None
    }
}

fn sure(chance: &mut Chance) -> u8 {
    *chance.pick(&[50, 60, 70, 80, 90, 100])
}

/// An answer to every variable of the item. What is not required is left out now and then.
pub(super) fn to(item: &Value, chance: &mut Chance) -> Result<Map<String, Value>> {
    let id = item["id"].as_str().context("an item without id")?;
    let mut given = Map::new();
    if item["required"] != true && chance.one_in(3) {
        return Ok(given);
    }
    let answer = match item["kind"].as_str().unwrap_or_default() {
        "information" => return Ok(given),
        "single" => value_of(&item["options"], chance)?,
        "multiple" => several(item, chance),
        "likert" | "confidence" => value_of(&item["points"], chance)?,
        "slider" | "number" => number(item, chance),
        "text" => text(item, chance),
        "date" => [&item["max"], &item["min"]]
            .into_iter()
            .find(|date| date.is_string())
            .cloned()
            .unwrap_or(json!("2026-03-14")),
        "matrix" => {
            for row in item["rows"].as_array().context("rows")? {
                given.insert(row["id"].as_str().context("a row")?.to_owned(), value_of(&item["points"], chance)?);
            }
            return Ok(given);
        }
        "judgement" => {
            if item["confidence"] == true {
                given.insert(format!("{id}_confidence"), json!(sure(chance)));
            }
            if item["sharing"] == true {
                given.insert(format!("{id}_sharing"), json!(1 + chance.below(5)));
            }
            value_of(&item["options"], chance)?
        }
        kind => bail!("the robot does not know items of kind {kind}"),
    };
    given.insert(id.to_owned(), answer);
    Ok(given)
}

/// Some words.
fn words(chance: &mut Chance) -> String {
    let words: Vec<&str> = (0..=chance.below(5)).map(|_| *chance.pick(&WORDS)).collect();
    words.join(" ")
}

fn text(item: &Value, chance: &mut Chance) -> Value {
    let words = words(chance);
    // Short texts are one line.
    let words = if item["long"] == true { words } else { words.replace('\n', " ") };
    let (least, most) = (limit(item, "minLength", 0), limit(item, "maxLength", 200));
    let padding = std::iter::repeat_n('.', least.saturating_sub(words.chars().count()));
    words.chars().take(most).chain(padding).collect::<String>().into()
}

fn value_of(choices: &Value, chance: &mut Chance) -> Result<Value> {
    let choices = choices.as_array().filter(|choices| !choices.is_empty()).context("nothing to choose from")?;
    Ok(chance.pick(choices)["value"].clone())
}

fn several(item: &Value, chance: &mut Chance) -> Value {
    let options = item["options"].as_array().into_iter().flatten();
    let mut open: Vec<Value> = options.filter(|o| o["exclusive"] != true).map(|o| o["value"].clone()).collect();
    chance.shuffle(&mut open);
    let (least, most) = (limit(item, "min", 1).max(1), limit(item, "max", open.len()));
    open.truncate(least + chance.below(most + 1 - least));
    open.into()
}

fn number(item: &Value, chance: &mut Chance) -> Value {
    let (least, step) = (limit(item, "min", 0), limit(item, "step", 1).max(1));
    let most = limit(item, "max", least + 10);
    json!(least + step * chance.below((most - least) / step + 1))
}

fn limit(item: &Value, name: &str, default: usize) -> usize {
    // Limits of numbers are written with a decimal point.
    let limit = item[name].as_f64().filter(|limit| *limit >= 0.0);
    limit.and_then(|limit| format!("{limit:.0}").parse().ok()).unwrap_or(default)
}
