//! Scores of scales: mean, prorated sum, number of correct answers.

use serde_json::{Map, Value};

use crate::answers::Earlier;
use crate::answers::same;
use crate::definition::item::{Method, Scale};
use crate::definition::{Item, Questionnaire};
use crate::items::values::Variable;
use crate::progress::Form;

impl Questionnaire {
    /// All items, in order.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.sections.iter().flat_map(|section| &section.items)
    }

    /// The variable of that name.
    pub fn variable(&self, name: &str) -> Option<Variable<'_>> {
        self.items().flat_map(Item::variables).find(|variable| variable.name == name)
    }
}

/// Scores of the given scales; a score that misses too many answers is null.
pub fn scores<'a>(
    questionnaire: &Questionnaire,
    scales: impl IntoIterator<Item = &'a Scale>,
    form: Form,
    answers: &Earlier,
) -> Map<String, Value> {
    scales.into_iter().map(|scale| (scale.id.clone(), score(questionnaire, scale, form, answers))).collect()
}

/// One scale's score, or null.
pub fn score(questionnaire: &Questionnaire, scale: &Scale, form: Form, answers: &Earlier) -> Value {
    let answered: Vec<(&str, &Value)> =
        scale.items.iter().filter_map(|name| answers.get(name).map(|answer| (name.as_str(), answer))).collect();
    let needed = scale.min_answered.map_or(scale.items.len(), |needed| needed as usize).max(1);
    if answered.len() < needed {
        return Value::Null;
    }
    if scale.method == Method::Correct {
        let right = answered.iter().filter(|(name, answer)| is_right(questionnaire, scale, form, name, answer));
        return right.count().into();
    }
    let values: Option<Vec<f64>> =
        answered.iter().map(|(name, answer)| directed(questionnaire, scale, name, answer)).collect();
    let Some(values) = values else { return Value::Null };
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    match scale.method {
        Method::Sum => (mean * scale.items.len() as f64).into(),
        Method::Mean | Method::Correct => mean.into(),
    }
}

/// What one answer adds to its scale: the number, reversed if the scale says so; 1 or 0 where correct answers count.
pub fn value(questionnaire: &Questionnaire, scale: &Scale, form: Form, name: &str, answer: &Value) -> Option<f64> {
    match scale.method {
        Method::Correct => Some(f64::from(u8::from(is_right(questionnaire, scale, form, name, answer)))),
        Method::Mean | Method::Sum => directed(questionnaire, scale, name, answer),
    }
}

/// The answer as a number, reversed if the scale says so.
fn directed(questionnaire: &Questionnaire, scale: &Scale, name: &str, answer: &Value) -> Option<f64> {
    let number = match answer {
        Value::String(text) => text.parse().ok()?,
        answer => answer.as_f64()?,
    };
    if !scale.reverse.iter().any(|reverse| reverse == name) {
        return Some(number);
    }
    let (first, last) = questionnaire.variable(name)?.values.range()?;
    Some(first + last - number)
}

fn is_right(questionnaire: &Questionnaire, scale: &Scale, form: Form, name: &str, answer: &Value) -> bool {
    if let Some(key) = scale.key.get(name) {
        return same(answer, key);
    }
    let judgement = questionnaire.items().find(|item| item.id == name).and_then(Item::judgement);
    judgement.is_some_and(|judgement| answer.as_str() == Some(judgement.truth.for_form(form)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::page::QuestionnaireBlock;
    use crate::testing::small;

    fn answers(value: &Value) -> Earlier {
        value.as_object().unwrap().clone().into_iter().collect()
    }

    fn self_efficacy(change: impl Fn(&mut Scale), given: &Value) -> Value {
        let study = small();
        let pre = &study.questionnaires[&QuestionnaireBlock::PRE];
        let mut scale = pre.scales[0].clone();
        change(&mut scale);
        score(pre, &scale, Form::X, &answers(given))
    }

    #[test]
    fn means_and_sums_turn_reverse_items_and_make_up_for_missing_ones() {
        // trust_3 is reversed on 1 to 5: 2 counts as 4.
        let all = json!({"trust_1": 5, "trust_2": 3, "trust_3": 2});
        assert_eq!(self_efficacy(|_| {}, &all), json!(4.0));
        assert_eq!(self_efficacy(|scale| scale.method = Method::Sum, &all), json!(12.0));
        // Two of three are enough here; the sum is that of three.
        let two = json!({"trust_1": 5, "trust_3": 2});
        assert_eq!(self_efficacy(|_| {}, &two), json!(4.5));
        assert_eq!(self_efficacy(|scale| scale.method = Method::Sum, &two), json!(13.5));
        assert_eq!(self_efficacy(|scale| scale.min_answered = None, &two), Value::Null);
        assert_eq!(self_efficacy(|_| {}, &json!({"trust_1": 5})), Value::Null);
        assert_eq!(self_efficacy(|scale| scale.min_answered = Some(0), &json!({})), Value::Null);
    }

    #[test]
    fn right_answers_count_by_form_and_by_key() {
        let study = small();
        let post = &study.questionnaires[&QuestionnaireBlock::POST];
        let given = answers(&json!({
            "post_1": "original", "post_2": "altered", "post_3": "misleading", "post_4": "misleading", "knows": "false",
        }));
        let in_form = |form| Value::from(scores(post, &post.scales, form, &given));
        assert_eq!(in_form(Form::X), json!({"post_correct": 3, "knowledge": 1}));
        assert_eq!(in_form(Form::Y), json!({"post_correct": 1, "knowledge": 1}));
    }
}
