//! Answers to questionnaire items: scales depend on traits, knowledge depends on the arm, and all others are plausible.

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use unmask_study::Study;
use unmask_study::answers::Answers;
use unmask_study::definition::item::{Method, Scale};
use unmask_study::definition::{ArmId, Item};
use unmask_study::items::{PublicJudgement, ResponseFormat};
use unmask_study::progress::Form;
use unmask_study::public::{PublicChoice, PublicItem, PublicPoint};

use super::Question;
use super::observer::{Observer, Phase};
use super::preset::people;
use crate::random_stream::RandomStream;

/// Answers to text items.
const WORDS: [&str; 6] = ["hard to say", "nothing special", "as usual", "a bit of both", "not sure", "it depends"];

/// Loading of an item on its trait: items of a scale correlate by its square, about .5.
const LOADING: f64 = 0.7;

/// A person with traits who answers questionnaires.
pub(super) struct Scales<'a> {
    pub study: &'a Study,
    pub observer: &'a Observer,
    pub form: Form,
    pub arm: Option<ArmId>,
}

impl Scales<'_> {
    /// An answer to every variable of an item as the API shows it; `about` is the rated clip.
    pub fn answers(&self, phase: Phase, about: &str, item: &PublicItem) -> Result<Answers> {
        let id = item.id.as_str();
        let mut chance = self.observer.chance(&format!("item/{about}/{id}"));
        if !item.required && chance.happens(people::SKIPPING) {
            return Ok(Answers::new());
        }
        let one = |answer: Value| Answers::from_iter([(id.to_owned(), answer)]);
        let defined = self.defined(id);
        if let Some((asked, judgement)) = item.kind.judgement().zip(defined.and_then(Item::judgement)) {
            return Ok(self.judgement(phase, id, judgement.truth.for_form(self.form), asked, &mut chance));
        }
        if let Some(passing) = defined.and_then(Item::passing_points)
            && chance.happens(people::ATTENTIVE)
        {
            return Ok(one(json!(chance.pick(passing))));
        }
        Ok(match item.kind.response_format(id) {
            ResponseFormat::Ratings { variables, points } => {
                variables.into_iter().map(|name| (name.to_owned(), self.rating(name, points))).collect()
            }
            ResponseFormat::Choice(_) | ResponseFormat::Number { .. } if !self.planned(id).is_empty() => {
                let passes = chance.happens(people::ATTENTIVE);
                let passing = passes.then(|| chance.pick(self.planned(id)).clone());
                passing.map_or_else(|| item.kind.answer_any(id, chance.generator()), one)
            }
            ResponseFormat::Choice(options) if self.key(id).is_some() => {
                one(self.known(phase, id, options, &mut chance)?)
            }
            ResponseFormat::Number { min, max, step } => {
                let key = self.key(id).filter(|_| chance.happens(people::ATTENTIVE));
                one(key.cloned().unwrap_or_else(|| around(min, max, step, &mut chance)))
            }
            ResponseFormat::Text { min, max } => one(text(min, max, &mut chance)),
            ResponseFormat::Choice(_) | ResponseFormat::Other => item.kind.answer_any(id, chance.generator()),
        })
    }

    fn defined(&self, id: &str) -> Option<&Item> {
        self.study.questionnaires.values().find_map(|questionnaire| questionnaire.items().find(|item| item.id == id))
    }

    fn scales(&self) -> impl Iterator<Item = &Scale> {
        self.study.questionnaires.values().flat_map(|questionnaire| &questionnaire.scales)
    }

    /// The correct answer to a knowledge question.
    fn key(&self, id: &str) -> Option<&Value> {
        self.scales().find_map(|scale| scale.key.get(id))
    }

    /// The answers that pass a check of the plan, so that the participant is neither excluded nor flagged.
    fn planned(&self, id: &str) -> &[Value] {
        let plan = &self.study.file.analysis;
        let exclusion = plan.exclusions.iter().find(|one| one.item == id).map(|one| one.keep.as_slice());
        let apart = || {
            let keep = &plan.sensitivity_analysis.iter().find(|one| one.item == id)?.keep;
            Some(keep.of(self.arm?))
        };
        exclusion.or_else(apart).unwrap_or_default()
    }

    fn judgement(
        &self,
        phase: Phase,
        id: &str,
        truth: &str,
        asked: &PublicJudgement,
        chance: &mut RandomStream,
    ) -> Answers {
        let options = asked.options.iter().map(|option| option.value.clone()).collect();
        let question = Question { id: id.to_owned(), options, confidence: asked.confidence, ..Question::default() };
        let judged = self.observer.judge(phase, id, truth, &question, &[]);
        let mut given = Answers::from_iter([(id.to_owned(), json!(judged.answer))]);
        if let Some(confidence) = judged.confidence {
            given.insert(format!("{id}_confidence"), json!(confidence));
        }
        if asked.sharing {
            // People who consider a post genuine share it more readily.
            let middle = if self.observer.is_signal(&judged.answer, &question.options) { 1.8 } else { 3.2 };
            given.insert(format!("{id}_sharing"), json!(nearest(middle + 1.2 * chance.normal(), &[1, 2, 3, 4, 5, 6])));
        }
        given
    }

    /// The final judgement after advice; `own` is the initial one. Those whom the advice confirms are more sure.
    pub fn advised(&self, id: &str, mut own: Answers) -> Answers {
        let judgement = self.defined(id).and_then(Item::judgement);
        let Some(named) = judgement.and_then(|judgement| judgement.advised_in(self.form)) else { return own };
        let confidence = format!("{id}_confidence");
        if own.get(id).is_some_and(|answer| answer == named) {
            if let Some(sure) = own.get(&confidence).and_then(Value::as_u64) {
                own.insert(confidence, json!((sure + 10).min(100)));
            }
        } else if self.observer.chance(&format!("advice/{id}")).happens(people::FOLLOWING) {
            own.insert(id.to_owned(), json!(named));
        }
        own
    }

    /// A point of a rating. Items of one scale share a trait, the same before and after (scales with one label are
    /// one).
    fn rating(&self, variable: &str, points: &[PublicPoint]) -> Value {
        let points: Vec<i64> = points.iter().map(|point| point.value).collect();
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

    /// The answer to a knowledge question with options.
    fn known(&self, phase: Phase, id: &str, options: &[PublicChoice], chance: &mut RandomStream) -> Result<Value> {
        let key = self.key(id).context("a key")?;
        let taught = self.observer.taught(phase);
        if chance.happens(people::KNOWLEDGE + taught) {
            return Ok(key.clone());
        }
        let mut wrong: Vec<&str> =
            options.iter().map(|option| option.value.as_str()).filter(|one| *key != **one).collect();
        wrong.sort_unstable();
        Ok(if wrong.is_empty() { key.clone() } else { json!(chance.pick(&wrong)) })
    }
}

/// A number somewhat below the middle of the range.
fn around(min: Option<f64>, max: Option<f64>, step: f64, chance: &mut RandomStream) -> Value {
    let least = min.unwrap_or(0.0);
    let most = max.unwrap_or(least + 10.0);
    let wished = least + (most - least) * (0.4 + 0.15 * chance.normal());
    let steps = ((wished.clamp(least, most) - least) / step).round();
    let value = (least + steps * step).min(most);
    // Whole numbers are sent as such.
    format!("{value:.0}").parse::<i64>().map_or(json!(value), Value::from)
}

fn text(least: usize, most: usize, chance: &mut RandomStream) -> Value {
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
