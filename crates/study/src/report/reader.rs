//! A participant's submissions in the terms of the report.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::derived::Derived;
use super::durations::count;
use super::input::{Design, Excluded, Judged, Person};
use crate::answers::Earlier;
use crate::definition::item::{Scale, Truth};
use crate::definition::{Questionnaire, Study};
use crate::exclusion::Exclusions;
use crate::page::QuestionnaireBlock;
use crate::progress::Form;
use crate::quality;
use crate::scoring;

/// Reads answers given under one version of a study into the terms of a design, which may be that of a newer version.
/// Answers to items that the design does not have are ignored.
pub struct Reader<'a> {
    signal: &'a [String],
    judged: HashMap<&'a str, JudgedItem<'a>>,
    /// All items of the test afterwards, also those that the design does not have.
    test: HashSet<&'a str>,
    attention: HashMap<&'a str, &'a [i64]>,
    exclusions: Exclusions,
    scores: Vec<(&'a str, usize)>,
    items: HashMap<&'a str, (usize, &'a Questionnaire, &'a Scale)>,
    derived: Vec<Derived<'a>>,
    variables: usize,
}

struct JudgedItem<'a> {
    after: bool,
    item: u16,
    truth: &'a Truth,
    confidence: String,
}

impl<'a> Reader<'a> {
    /// For people of this version.
    pub fn new(design: &Design, study: &'a Study) -> Self {
        let mut reader = Self {
            signal: &study.file.analysis.signal,
            judged: HashMap::new(),
            test: HashSet::new(),
            attention: HashMap::new(),
            exclusions: design.exclusions.clone(),
            scores: Vec::new(),
            items: HashMap::new(),
            derived: (design.derived.iter().flat_map(|outcome| Derived::of(outcome, study)))
                .chain(design.moderators.iter().filter_map(Derived::group))
                .chain(design.baseline.iter().filter_map(Derived::characteristic))
                .collect(),
            variables: design.variables.len(),
        };
        for (page, questionnaire) in &study.questionnaires {
            for item in questionnaire.items() {
                if let Some(judgement) = item.judgement() {
                    reader.judgement(design, *page, &item.id, &judgement.truth);
                }
                reader.attention.extend(item.passing_points().map(|passing| (item.id.as_str(), passing)));
            }
            for scale in &questionnaire.scales {
                reader.scores.extend(design.variable(&scale.id).map(|variable| (scale.id.as_str(), variable)));
                for name in &scale.items {
                    let Some(variable) = design.variable(name) else { continue };
                    reader.items.entry(name).or_insert((variable, questionnaire, scale));
                }
            }
        }
        reader
    }

    fn judgement(&mut self, design: &Design, page: QuestionnaireBlock, id: &'a str, truth: &'a Truth) {
        if page == QuestionnaireBlock::POST {
            self.test.insert(id);
        }
        let (after, items) = match page {
            QuestionnaireBlock::PRE => (false, &design.before),
            QuestionnaireBlock::POST => (true, &design.after),
            _ => return,
        };
        let item = items.iter().position(|item| item.id == id);
        if let Some(item) = item.and_then(|item| u16::try_from(item).ok()) {
            self.judged.insert(id, JudgedItem { after, item, truth, confidence: format!("{id}_confidence") });
        }
    }

    /// Completes the row of a person whose arm is known: judgements, values, failed checks and exclusions by the plan.
    /// An exclusion by the researcher takes precedence.
    pub fn read(&self, person: &mut Person, form: Form, answers: &Earlier, scores: &Map<String, Value>) {
        let mut values = vec![None; self.variables];
        let (mut before, mut after) = (Vec::new(), Vec::new());
        person.test_items = count(self.test.len());
        person.test_answered = count(self.test.iter().filter(|item| answers.contains_key(**item)).count());
        for (name, answer) in answers {
            if let Some(item) = self.judged.get(name.as_str()) {
                let sure = answers.get(&item.confidence).and_then(Value::as_u64);
                let judged = self.judged(item, form, answer, sure.and_then(|per_cent| u8::try_from(per_cent).ok()));
                if item.after { &mut after } else { &mut before }.extend(judged);
            }
            if let Some(expected) = self.attention.get(name.as_str()) {
                person.attention_failed += u32::from(quality::fails(expected, answer));
            }
            if let Some((variable, questionnaire, scale)) = self.items.get(name.as_str()) {
                values[*variable] = scoring::value(questionnaire, scale, form, name, answer);
            }
        }
        for (name, variable) in &self.scores {
            values[*variable] = scores.get(*name).and_then(Value::as_f64);
        }
        if person.excluded.is_none() {
            person.excluded = self.exclusions.excludes(answers).map(Excluded::Planned);
        }
        person.flagged_for_sensitivity =
            person.arm.is_some_and(|arm| self.exclusions.flags_for_sensitivity(arm, answers));
        before.sort_by_key(|judged: &Judged| judged.item);
        after.sort_by_key(|judged: &Judged| judged.item);
        for derived in &self.derived {
            values[derived.variable] = derived.value(form, answers, &after);
        }
        (person.before, person.after) = (before.into(), after.into());
        person.values = values.into_iter().collect();
    }

    fn judged(&self, judged: &JudgedItem, form: Form, answer: &Value, per_cent: Option<u8>) -> Option<Judged> {
        let says = |word: &str| self.signal.iter().any(|signal| signal == word);
        Some(Judged {
            item: judged.item,
            manipulated: says(judged.truth.for_form(form)),
            called_altered: says(answer.as_str()?),
            per_cent,
        })
    }
}
