//! A simulated participant for any study: sees what participants see, and judges by a response model.

use rand_chacha::ChaCha20Rng;

use super::*;
use crate::answers::Earlier;
use crate::definition::item::Item;
use crate::definition::training::Followup;
use crate::items::Judgement;
use crate::order::{below, generator};
use crate::public::{Texts, View};

/// How a simulated participant judges.
pub enum ResponseModel {
    /// Always correct, also in knowledge items, attention checks and the plan's other exclusions.
    Right,
    /// Calls everything altered or misleading.
    Suspicious,
    /// Guesses at random.
    Guessing(Box<ChaCha20Rng>),
}

impl ResponseModel {
    fn judge(&mut self, open: &[&str], truth: &str) -> String {
        let guess = match self {
            Self::Right => truth,
            Self::Suspicious => open.iter().find(|answer| is_signal(answer)).unwrap_or(&open[0]),
            Self::Guessing(rng) => open[below(rng, open.len())],
        };
        guess.to_owned()
    }
}

/// Whether an answer is the signal; the other answers are `original` and `genuine`.
pub fn is_signal(answer: &str) -> bool {
    ["altered", "misleading"].contains(&answer)
}

/// A participation so far.
pub struct SimulatedParticipant<'a> {
    study: &'a Study,
    who: Assignment,
    at: Progress,
    model: ResponseModel,
    known: Earlier,
    /// All submissions that were accepted.
    pub records: Vec<Record>,
}

impl<'a> SimulatedParticipant<'a> {
    /// Takes part, from the start to the end.
    pub fn walk(study: &'a Study, who: &Assignment, model: ResponseModel) -> Self {
        Self::walk_from(study, who, start(study, who), model)
    }

    /// Takes part from a position on.
    pub fn walk_from(study: &'a Study, who: &Assignment, at: Progress, model: ResponseModel) -> Self {
        Self::walk_until(study, who, at, model, |at| at.page == Page::End)
    }

    /// Takes part from a position on, to the first one that is `there`.
    pub fn walk_until(
        study: &'a Study,
        who: &Assignment,
        at: Progress,
        model: ResponseModel,
        there: impl Fn(&Progress) -> bool,
    ) -> Self {
        let known = at.memory.variables.clone();
        let mut participant = Self { study, who: who.clone(), at, model, known, records: Vec::new() };
        while !there(&participant.at) {
            participant.step();
        }
        participant
    }

    /// Where they are.
    pub fn position(&self) -> &Progress {
        &self.at
    }

    /// All scores of all scales.
    pub fn scores(&self) -> Answers {
        self.records.iter().flat_map(|record| record.scores.clone()).collect()
    }

    /// All answers by variable, the last attempt's where there were several.
    pub fn answers(&self) -> Answers {
        self.records.iter().flat_map(|record| record.answers.clone()).collect()
    }

    /// First attempts in a part of the study, and how many of them were right.
    pub fn first_attempts(&self, part: &str) -> (usize, usize) {
        let of = self.records.iter().filter(|record| record.item.starts_with(part) && record.attempt == 1);
        let judged: Vec<bool> = of.filter_map(|record| record.correct).collect();
        (judged.len(), judged.iter().filter(|right| **right).count())
    }

    fn step(&mut self) {
        self.at = if let Some(submission) = self.submission() {
            let accepted = submit(self.study, &self.who, &self.at, submission).unwrap();
            self.records.push(accepted.record);
            accepted.progress
        } else {
            let next = next_page(self.study, &self.who, &self.at).unwrap_or_else(|| panic!("{:?}", self.at));
            visit(self.study, &self.who, &self.at, &next).unwrap()
        };
    }

    fn submission(&mut self) -> Option<Submission> {
        let study = self.study;
        Some(match self.at.page.clone() {
            Page::PreQuestionnaire | Page::TreatmentQuestionnaire | Page::PostQuestionnaire => self.section(),
            Page::Home => {
                let open: Vec<&str> = study.practice.options.iter().map(|option| option.value.as_str()).collect();
                Submission::Practice(bare(&self.model.judge(&open, &study.practice.correct)))
            }
            Page::FlowAQuestion(id) => {
                let flow = study.flow_a.first().unwrap();
                let truth = study.question(&id).unwrap().1.show.value();
                let answer = self.model.judge(&self.open(&flow.options), truth);
                Submission::Question(id, sure(&answer))
            }
            Page::FlowAFollowup(id) => {
                let followup: &Followup = study.flow_a.first().unwrap().followup.as_ref().unwrap();
                Submission::Followup(id, answers(json!({ "reasons": [followup.options[0].value] })))
            }
            Page::FlowBQuestion(id) => {
                let flow = study.flow_b.first().unwrap();
                let answer = self.model.judge(&self.open(&flow.options), &study.post(&id).unwrap().1.correct);
                Submission::Post(id, sure(&answer))
            }
            Page::FlowBCorrect(_) | Page::FlowBIncorrect(_) if next_page(study, &self.who, &self.at).is_none() => {
                Submission::CompletePersona(self.at.memory.persona.clone().unwrap())
            }
            Page::ControlFlow => {
                let flow = study.control_flow.first().unwrap();
                let id = flow.part_at(&self.who, self.at.memory.done).unwrap().to_owned();
                let items = flow.items(&study.stimuli, &id).unwrap();
                Submission::Rating(id, self.fill(items, &|_| None))
            }
            _ => return None,
        })
    }

    fn open<'s>(&self, options: &'s [crate::definition::item::Choice]) -> Vec<&'s str> {
        let values = options.iter().map(|option| option.value.as_str());
        values.filter(|value| !self.at.memory.disabled.iter().any(|disabled| disabled == value)).collect()
    }

    fn section(&mut self) -> Submission {
        let page = self.study.steps_of(self.who.arm)[self.at.step].questionnaire().unwrap();
        let questionnaire = &self.study.questionnaires[&page];
        let screen = questionnaire.screens(page, &self.who).swap_remove(self.at.memory.done);
        let exclusions = &self.study.file.analysis.exclusions;
        let key = |variable: &str| {
            let keyed = questionnaire.scales.iter().find_map(|scale| scale.key.get(variable));
            let kept = || exclusions.iter().find(|one| one.item == variable)?.keep.first();
            keyed.or_else(kept).cloned()
        };
        // In the order of the definition: an item with a condition comes after the one that it reads.
        let items: Vec<Item> = questionnaire.items_at(&screen.id()).into_iter().cloned().collect();
        let answers = self.fill(&items, &key);
        Submission::Questionnaire { page: page.page, section: Some(screen.name()), answers }
    }

    /// Answers every item that is shown and required; `key` has the correct answers of items other than judgements.
    fn fill(&mut self, items: &[Item], key: &dyn Fn(&str) -> Option<Value>) -> Answers {
        let mut given = Answers::new();
        for item in items.iter().filter(|item| item.required) {
            if item.show_if.as_ref().is_some_and(|condition| !condition.holds(&self.known)) {
                continue;
            }
            let shown =
                View { texts: Texts::new(self.study, &self.study.file.language), assigned: &self.who }.item(item);
            let mut answers = shown.kind.answer_any(&item.id, &mut generator(b"robot", &item.id));
            for (name, answer) in &mut answers {
                let own = match item.judgement() {
                    Some(Judgement { options, truth, .. }) if *name == item.id => {
                        let open: Vec<&str> = options.iter().map(|option| option.value.as_str()).collect();
                        Some(self.model.judge(&open, truth.for_form(self.who.form)).into())
                    }
                    _ if !matches!(self.model, ResponseModel::Right) => None,
                    _ => item.passing_points().map(|passing| passing[0].into()).or_else(|| key(name)),
                };
                if let Some(own) = own {
                    *answer = own;
                }
            }
            self.known.extend(answers.clone());
            given.extend(answers);
        }
        given
    }
}
