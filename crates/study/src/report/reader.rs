//! What a participant handed in, as the report wants it.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::input::{Design, Judged, Person};
use crate::answers::Earlier;
use crate::definition::item::{Kind, Scale, Truth};
use crate::definition::{Questionnaire, Study};
use crate::page::QuestionnairePage;
use crate::progress::Form;
use crate::quality;
use crate::scoring;

/// Reads answers given under one version of a study into the terms of a design, which may be that of a newer version:
/// what the design does not have is left out.
pub struct Reader<'a> {
    signal: &'a [String],
    judged: HashMap<&'a str, Place<'a>>,
    attention: HashMap<&'a str, &'a [i64]>,
    scores: Vec<(&'a str, usize)>,
    items: HashMap<&'a str, (usize, &'a Questionnaire, &'a Scale)>,
    variables: usize,
}

struct Place<'a> {
    after: bool,
    item: usize,
    truth: &'a Truth,
    confidence: String,
}

impl<'a> Reader<'a> {
    /// For people of this version.
    pub fn new(design: &Design, study: &'a Study) -> Self {
        let mut reader = Self {
            signal: &study.file.analysis.signal,
            judged: HashMap::new(),
            attention: HashMap::new(),
            scores: Vec::new(),
            items: HashMap::new(),
            variables: design.variables.len(),
        };
        for (page, questionnaire) in &study.questionnaires {
            for item in questionnaire.items() {
                match &item.kind {
                    Kind::Judgement { truth, .. } => reader.judgement(design, *page, &item.id, truth),
                    Kind::Attention { expect, .. } => drop(reader.attention.insert(&item.id, expect)),
                    _ => {}
                }
            }
            for scale in &questionnaire.scales {
                reader.scores.extend(design.variable(&scale.id).map(|place| (scale.id.as_str(), place)));
                for name in &scale.items {
                    let Some(place) = design.variable(name) else { continue };
                    reader.items.entry(name).or_insert((place, questionnaire, scale));
                }
            }
        }
        reader
    }

    fn judgement(&mut self, design: &Design, page: QuestionnairePage, id: &'a str, truth: &'a Truth) {
        let (after, items) = match page {
            QuestionnairePage::Pre => (false, &design.before),
            QuestionnairePage::Post => (true, &design.after),
            QuestionnairePage::Treatment => return,
        };
        if let Some(item) = items.iter().position(|item| item.id == id) {
            self.judged.insert(id, Place { after, item, truth, confidence: format!("{id}_confidence") });
        }
    }

    /// Puts judgements, values and failed checks into a person's row.
    pub fn read(&self, person: &mut Person, form: Form, answers: &Earlier, scores: &Map<String, Value>) {
        person.values = vec![None; self.variables];
        for (name, answer) in answers {
            if let Some(place) = self.judged.get(name.as_str()) {
                let sure = answers.get(&place.confidence).and_then(Value::as_f64).map(|per_cent| per_cent / 100.0);
                let judged = self.judged(place, form, answer, sure);
                if place.after { &mut person.after } else { &mut person.before }.extend(judged);
            }
            if let Some(expected) = self.attention.get(name.as_str()) {
                person.attention_failed += u32::from(quality::fails(expected, answer));
            }
            if let Some((place, questionnaire, scale)) = self.items.get(name.as_str()) {
                person.values[*place] = scoring::value(questionnaire, scale, form, name, answer);
            }
        }
        for (name, place) in &self.scores {
            person.values[*place] = scores.get(*name).and_then(Value::as_f64);
        }
        person.before.sort_by_key(|judged| judged.item);
        person.after.sort_by_key(|judged| judged.item);
    }

    fn judged(&self, place: &Place, form: Form, answer: &Value, confidence: Option<f64>) -> Option<Judged> {
        let says = |word: &str| self.signal.iter().any(|signal| signal == word);
        Some(Judged {
            item: place.item,
            manipulated: says(place.truth.for_form(form)),
            called_altered: says(answer.as_str()?),
            confidence,
        })
    }
}
