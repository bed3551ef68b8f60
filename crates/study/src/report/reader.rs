//! A participant's submissions in the terms of the report.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::derived::Derived;
use super::durations::count;
use super::input::{AdvisedPair, Design, Excluded, Item, Judged, LaterPart, Person};
use crate::answers::Earlier;
use crate::definition::item::{Scale, Truth};
use crate::definition::{Questionnaire, Study};
use crate::exclusion::Exclusions;
use crate::items::Judgement;
use crate::page::QuestionnaireBlock;
use crate::progress::Form;
use crate::quality;
use crate::scoring;

/// Reads answers given under one version of a study into the terms of a design, which may be that of a newer version.
/// Answers to items that the design does not have are ignored.
pub struct Reader<'a> {
    signal: &'a [String],
    judged: HashMap<&'a str, JudgedItem<'a>>,
    advised: HashMap<&'a str, AdvisedItem<'a>>,
    /// All items of the test afterwards, also those that the design does not have.
    test: HashSet<&'a str>,
    attention: HashMap<&'a str, &'a [i64]>,
    exclusions: Exclusions,
    scores: Vec<(&'a str, usize)>,
    items: HashMap<&'a str, (usize, &'a Questionnaire, &'a Scale)>,
    derived: Vec<Derived<'a>>,
    variables: usize,
    later_waves: usize,
}

/// A test with judgement items.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Test {
    Before,
    After,
    /// Of a later wave, by its index.
    Later(usize),
}

struct JudgedItem<'a> {
    test: Test,
    item: u16,
    truth: &'a Truth,
    confidence: String,
}

/// A judgement that is made before and after advice.
struct AdvisedItem<'a> {
    test: u8,
    judged: JudgedItem<'a>,
    judgement: &'a Judgement,
}

/// What a participant has submitted, by variable.
#[derive(Clone, Copy)]
pub struct Submitted<'a> {
    /// Answers; of judgements with advice, the final ones.
    pub answers: &'a Earlier,
    /// Initial answers to judgements with advice.
    pub initial: &'a Earlier,
    /// Scores.
    pub scores: &'a Map<String, Value>,
}

impl<'a> Reader<'a> {
    /// For people of this version.
    pub fn new(design: &Design, study: &'a Study) -> Self {
        let mut reader = Self {
            signal: &study.file.analysis.signal,
            judged: HashMap::new(),
            advised: HashMap::new(),
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
            later_waves: design.waves.len(),
        };
        for (page, questionnaire) in &study.questionnaires {
            for item in questionnaire.items() {
                if let Some(judgement) = item.judgement() {
                    reader.judgement(design, *page, &item.id, &judgement.truth);
                    reader.advice(design, &item.id, judgement);
                }
                let passing = item.passing_points().filter(|_| study.is_in_first_part(page.name()));
                reader.attention.extend(passing.map(|passing| (item.id.as_str(), passing)));
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
        let position = |items: &[Item]| items.iter().position(|item| item.id == id);
        let found = match page {
            QuestionnaireBlock::PRE => position(&design.before).map(|item| (Test::Before, item)),
            QuestionnaireBlock::POST => position(&design.after).map(|item| (Test::After, item)),
            _ => {
                let mut waves = design.waves.iter().enumerate();
                waves.find_map(|(wave, later)| Some((Test::Later(wave), position(&later.items)?)))
            }
        };
        let found = found.and_then(|(test, item)| Some((test, u16::try_from(item).ok()?)));
        if let Some((test, item)) = found {
            self.judged.insert(id, JudgedItem { test, item, truth, confidence: format!("{id}_confidence") });
        }
    }

    fn advice(&mut self, design: &Design, id: &'a str, judgement: &'a Judgement) {
        let tests = design.advised.iter().enumerate();
        let mut places =
            tests.filter_map(|(test, advised)| Some((test, advised.items.iter().position(|item| item == id)?)));
        let place = places.next().and_then(|(test, item)| Some((u8::try_from(test).ok()?, u16::try_from(item).ok()?)));
        if let Some((test, item)) = place {
            // Only truth, item and confidence are read.
            let confidence = format!("{id}_confidence");
            let judged = JudgedItem { test: Test::After, item, truth: &judgement.truth, confidence };
            self.advised.insert(id, AdvisedItem { test, judged, judgement });
        }
    }

    /// Completes the row of a person whose arm is known: judgements, values, failed checks and exclusions by the plan.
    /// An exclusion by the researcher takes precedence.
    pub fn read(&self, person: &mut Person, form: Form, Submitted { answers, initial, scores }: Submitted<'_>) {
        let mut values = vec![None; self.variables];
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let mut later = vec![Vec::new(); self.later_waves];
        person.test_items = count(self.test.len());
        person.test_answered = count(self.test.iter().filter(|item| answers.contains_key(**item)).count());
        for (name, answer) in answers {
            if let Some(item) = self.judged.get(name.as_str()) {
                let judged = self.judged(item, form, (answer, answers));
                let test = match item.test {
                    Test::Before => &mut before,
                    Test::After => &mut after,
                    Test::Later(wave) => &mut later[wave],
                };
                test.extend(judged);
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
        for test in [&mut before, &mut after].into_iter().chain(&mut later) {
            test.sort_by_key(|judged: &Judged| judged.item);
        }
        for derived in &self.derived {
            values[derived.variable] = derived.value(form, answers, &after);
        }
        (person.before, person.after) = (before.into(), after.into());
        person.advised = self.advised_pairs(form, answers, initial);
        let part = |judged: Vec<Judged>| LaterPart { judged: judged.into(), ..LaterPart::default() };
        person.later = later.into_iter().map(part).collect();
        person.values = values.into_iter().collect();
    }

    /// Judgements with an answer before and one after the advice, in the order of the design.
    fn advised_pairs(&self, form: Form, answers: &Earlier, initial: &Earlier) -> Box<[AdvisedPair]> {
        let pair = |(name, before): (&String, &Value)| {
            let item = self.advised.get(name.as_str())?;
            let after = answers.get(name)?;
            let named = item.judgement.advised_in(form)?;
            Some(AdvisedPair {
                test: item.test,
                initial: self.judged(&item.judged, form, (before, initial))?,
                last: self.judged(&item.judged, form, (after, answers))?,
                switched: before != after,
                disagreed: before != named,
                followed: after == named,
                right_advice: named == item.judgement.truth.for_form(form),
            })
        };
        let mut pairs: Vec<AdvisedPair> = initial.iter().filter_map(pair).collect();
        pairs.sort_by_key(|pair| (pair.test, pair.initial.item));
        pairs.into()
    }

    /// `answers` have the confidence in the answer.
    fn judged(&self, judged: &JudgedItem, form: Form, (answer, answers): (&Value, &Earlier)) -> Option<Judged> {
        let says = |word: &str| self.signal.iter().any(|signal| signal == word);
        let sure = answers.get(&judged.confidence).and_then(Value::as_u64);
        Some(Judged {
            item: judged.item,
            manipulated: says(judged.truth.for_form(form)),
            called_altered: says(answer.as_str()?),
            per_cent: sure.and_then(|per_cent| u8::try_from(per_cent).ok()),
        })
    }
}
