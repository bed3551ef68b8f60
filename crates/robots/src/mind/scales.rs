//! Answers to questionnaire items: scales from traits, knowledge from what the arm taught, everything else plausible.

use anyhow::{Context as _, Result};
use serde_json::{Map, Value, json};
use unmask_study::Study;
use unmask_study::definition::item::{Kind, Method, Scale};
use unmask_study::definition::{Group, Item};
use unmask_study::progress::Form;

use super::observer::{Observer, Phase};
use super::preset::people;
use super::{Question, random, values};
use crate::chance::Chance;

/// What people type where words are asked.
const WORDS: [&str; 6] = ["hard to say", "nothing special", "as usual", "a bit of both", "not sure", "it depends"];

/// How much of an answer's spread is the trait: items of a scale correlate by the square of it, about .5.
const LOADING: f64 = 0.7;

/// Somebody who answers questionnaires.
pub(super) struct Scales<'a> {
    pub study: &'a Study,
    pub observer: &'a Observer,
    pub form: Form,
    pub arm: Group,
}

impl Scales<'_> {
    /// An answer to every variable of an item as the API shows it; `about` names whose rating it is.
    pub fn answers(&self, phase: Phase, about: &str, item: &Value) -> Result<Map<String, Value>> {
        let id = item["id"].as_str().context("an item without id")?;
        let mut chance = self.observer.chance(&format!("item/{about}/{id}"));
        let defined = self.defined(id);
        if item["required"] != true && chance.happens(people::SKIPPING) {
            return Ok(Map::new());
        }
        let kind = item["kind"].as_str().unwrap_or_default();
        Ok(match (kind, defined.map(|item| &item.kind)) {
            ("judgement", Some(Kind::Judgement { truth, .. })) => {
                self.judgement(phase, id, truth.for_form(self.form), item, &mut chance)
            }
            ("likert", Some(Kind::Attention { expect, .. })) if chance.happens(people::ATTENTIVE) => {
                Map::from_iter([(id.to_owned(), json!(chance.pick(expect)))])
            }
            ("likert" | "confidence", _) => Map::from_iter([(id.to_owned(), self.rating(id, &item["points"]))]),
            ("matrix", _) => {
                let rows = item["rows"].as_array().context("rows")?.iter().filter_map(|row| row["id"].as_str());
                rows.map(|row| (row.to_owned(), self.rating(row, &item["points"]))).collect()
            }
            ("single" | "number", _) if !self.planned(id).is_empty() => {
                let passes = chance.happens(people::ATTENTIVE);
                let passing = passes.then(|| chance.pick(self.planned(id)).clone());
                passing
                    .map_or_else(|| any(item, &mut chance), |answer| Ok(Map::from_iter([(id.to_owned(), answer)])))?
            }
            ("single" | "number", _) if self.key(id).is_some() => self.known(phase, id, item, &mut chance)?,
            ("number" | "slider", _) => Map::from_iter([(id.to_owned(), number(item, &mut chance))]),
            ("text", _) => Map::from_iter([(id.to_owned(), text(item, &mut chance))]),
            _ => any(item, &mut chance)?,
        })
    }

    fn defined(&self, id: &str) -> Option<&Item> {
        self.study.questionnaires.values().find_map(|questionnaire| questionnaire.items().find(|item| item.id == id))
    }

    fn scales(&self) -> impl Iterator<Item = &Scale> {
        self.study.questionnaires.values().flat_map(|questionnaire| &questionnaire.scales)
    }

    /// The right answer to a question of knowledge.
    fn key(&self, id: &str) -> Option<&Value> {
        self.scales().find_map(|scale| scale.key.get(id))
    }

    /// The answers to a check that the plan wants, to leave nobody out or to set nobody apart.
    fn planned(&self, id: &str) -> &[Value] {
        let plan = &self.study.file.analysis;
        let exclusion = plan.exclusions.iter().find(|one| one.item == id).map(|one| one.keep.as_slice());
        let apart = || Some(plan.sensitivity_analysis.iter().find(|one| one.item == id)?.keep.of(self.arm));
        exclusion.or_else(apart).unwrap_or_default()
    }

    fn judgement(&self, phase: Phase, id: &str, truth: &str, item: &Value, chance: &mut Chance) -> Map<String, Value> {
        let options = values(&item["options"]);
        let confidence = item["confidence"] == true;
        let question = Question { id: id.to_owned(), options, confidence, ..Question::default() };
        let judged = self.observer.judge(phase, id, truth, &question, &[]);
        let mut given = Map::from_iter([(id.to_owned(), json!(judged.answer))]);
        if let Some(confidence) = judged.confidence {
            given.insert(format!("{id}_confidence"), json!(confidence));
        }
        if item["sharing"] == true {
            // Who takes it for genuine shares it more readily.
            let middle = if super::observer::is_signal(&judged.answer) { 1.8 } else { 3.2 };
            given.insert(format!("{id}_sharing"), json!(nearest(middle + 1.2 * chance.normal(), &[1, 2, 3, 4, 5, 6])));
        }
        given
    }

    /// A point of a rating. Items of one scale share a trait, the same before and after (scales with one label are one).
    fn rating(&self, variable: &str, points: &Value) -> Value {
        let points = points.as_array().into_iter().flatten();
        let points: Vec<i64> = points.filter_map(|point| point["value"].as_i64()).collect();
        let (Some(first), Some(last)) = (points.first(), points.last()) else { return Value::Null };
        let own = self.observer.chance(&format!("rating/{variable}")).normal();
        let scale = self
            .scales()
            .find(|scale| scale.method != Method::Correct && scale.items.iter().any(|item| item == variable));
        let felt = match scale {
            None => own,
            Some(scale) => {
                let common = self.observer.chance(&format!("trait/{}", scale.label.0)).normal();
                LOADING * common + (1.0 - LOADING * LOADING).sqrt() * own
            }
        };
        let turned = scale.is_some_and(|scale| scale.reverse.iter().any(|item| item == variable));
        let (middle, width) = ((first + last) as f64 / 2.0, (last - first) as f64);
        let wished = middle + width * 0.22 * if turned { -felt } else { felt };
        json!(nearest(wished, &points))
    }

    fn known(&self, phase: Phase, id: &str, item: &Value, chance: &mut Chance) -> Result<Map<String, Value>> {
        let key = self.key(id).context("a key")?;
        let knows = match (item["kind"].as_str(), phase) {
            (Some("number"), _) => people::ATTENTIVE,
            (_, Phase::After) => people::KNOWLEDGE + self.observer.effect().knowledge,
            _ => people::KNOWLEDGE,
        };
        let answer = if chance.happens(knows) {
            key.clone()
        } else if item["kind"] == "number" {
            number(item, chance)
        } else {
            let mut wrong: Vec<String> = values(&item["options"]).into_iter().filter(|value| *key != **value).collect();
            wrong.sort_unstable();
            if wrong.is_empty() { key.clone() } else { json!(chance.pick(&wrong)) }
        };
        Ok(Map::from_iter([(id.to_owned(), answer)]))
    }
}

/// Any answer that is valid.
fn any(item: &Value, chance: &mut Chance) -> Result<Map<String, Value>> {
    let mut always = item.clone();
    always["required"] = json!(true);
    in_one_order(&mut always["options"]);
    random::to(&always, chance)
}

/// Options in the order of their values: what somebody chooses does not depend on the order that they see.
fn in_one_order(options: &mut Value) {
    if let Some(options) = options.as_array_mut() {
        options.sort_unstable_by(|one, other| one["value"].as_str().cmp(&other["value"].as_str()));
    }
}

fn number(item: &Value, chance: &mut Chance) -> Value {
    let limit = |name: &str| item[name].as_f64();
    let step = limit("step").unwrap_or(1.0).max(1.0);
    let least = limit("min").unwrap_or(0.0);
    let most = limit("max").unwrap_or(least + 10.0);
    let wished = least + (most - least) * (0.4 + 0.15 * chance.normal());
    let steps = ((wished.clamp(least, most) - least) / step).round();
    let value = (least + steps * step).min(most);
    // Whole numbers are sent as such.
    format!("{value:.0}").parse::<i64>().map_or(json!(value), Value::from)
}

fn text(item: &Value, chance: &mut Chance) -> Value {
    let most = item["maxLength"].as_u64().and_then(|most| usize::try_from(most).ok()).unwrap_or(200);
    let least = item["minLength"].as_u64().and_then(|least| usize::try_from(least).ok()).unwrap_or(0);
    let mut words = (*chance.pick(&WORDS)).to_owned();
    while words.chars().count() < least {
        words.push_str(", ");
        words += *chance.pick(&WORDS);
    }
    words.chars().take(most).collect::<String>().into()
}

/// The nearest of some values.
fn nearest(wished: f64, values: &[i64]) -> Option<i64> {
    let off = |value: i64| (wished - value as f64).abs();
    values.iter().copied().min_by(|a, b| off(*a).total_cmp(&off(*b)))
}
