//! Each participant's rows, replayed through the page flow: every row must be the flow's result for what was sent, from
//! a reachable page, and the stored position must be the one that follows.

use std::collections::HashMap;

use serde_json::{Value, json};
use unmask_study::definition::ArmId;
use unmask_study::flow::{self, Judgement, Submission};
use unmask_study::page::QuestionnairePage;
use unmask_study::progress::{Assignment, Form, Memory, Progress};
use unmask_study::{Page, Study};

use super::violation::{Kind, Violation};
use super::wire_ids::WireIds;
use crate::log::{Attempted, Remembered};
use crate::stored::{Person, Row, Stored};

/// Moves between two submissions: never more than verdict, interim page, question, or end, start, question.
const MOVES: usize = 4;

pub(super) fn check(study: &Study, participants: &[Remembered], stored: &Stored) -> Vec<Violation> {
    let by_key: HashMap<&str, &Row> = stored.rows.iter().filter_map(|row| Some((row.key.as_deref()?, row))).collect();
    let mut ids = WireIds::default();
    let mut found = Vec::new();
    for participant in participants {
        let Some(person) = stored.people.iter().find(|person| person.username == participant.username) else {
            continue;
        };
        let replay = Replay::new(study, person).and_then(|mut replay| {
            for attempted in &participant.submissions {
                if let Some(row) = by_key.get(attempted.key.as_str()) {
                    replay.step(attempted, row, &mut ids)?;
                }
            }
            replay.end(person, participant.finished)
        });
        let here = |violation: Violation| Violation {
            what: format!("{}: {}", participant.username, violation.what),
            ..violation
        };
        found.extend(replay.err().map(here));
    }
    found
}

struct Replay<'a> {
    study: &'a Study,
    assigned: Assignment,
    progress: Progress,
}

type Step<T = ()> = Result<T, Violation>;

impl<'a> Replay<'a> {
    fn new(study: &'a Study, person: &Person) -> Step<Self> {
        if person.arm.is_none() && person.step >= study.steps_before_allocation() {
            return Err(off("has no arm"));
        }
        let arm: Option<ArmId> = serde_json::from_value(json!(person.arm)).map_err(|e| off(e.to_string()))?;
        let study = study.seen_by(arm);
        let form: Option<Form> = serde_json::from_value(json!(person.form)).map_err(|e| off(e.to_string()))?;
        // Before the form is drawn, nothing depends on it.
        let assigned =
            Assignment { arm, form: form.unwrap_or(Form::X), seed: person.seed, contact_again: person.contact_again() };
        Ok(Self { study, progress: flow::start(study, &assigned), assigned })
    }

    fn step(&mut self, attempted: &Attempted, row: &Row, ids: &mut WireIds) -> Step {
        let page: Page =
            row.page.parse().map_err(|_| off(format!("row {} belongs to no page: {}", row.id, row.page)))?;
        self.walk_to(&page, row.step)
            .ok_or_else(|| off(format!("no way leads from {} to {page}", self.progress.page)))?;
        let submission = rebuild(attempted, row, ids)
            .ok_or_else(|| altered(row, "call", format!("{} {}", attempted.path, attempted.body)))?;
        let sent_on = attempted.page.parse::<Page>().ok().and_then(|page| page.map_id(|wire| ids.bundle(wire)));
        if sent_on.as_ref() != Some(&page) {
            return Err(altered(row, "page", &attempted.page));
        }
        let index = self.progress.step;
        let accepted = flow::submit(self.study, &self.assigned, &self.progress, submission)
            .map_err(|rejection| off(format!("{} is not allowed there: {rejection:?}", row.item)))?;
        let record = accepted.record;
        let same = |stored: &str, made: Value| serde_json::from_str::<Value>(stored).is_ok_and(|stored| stored == made);
        let columns = [
            ("item", row.item == record.item),
            ("attempt", row.attempt == record.attempt),
            ("stage", row.stage == record.stage.name()),
            ("step", row.step == index),
            ("answers", same(&row.answers, record.answers.into())),
            ("correct", row.correct.map(|flag| flag != 0) == record.correct),
            ("scores", same(&row.scores, record.scores.into())),
        ];
        if let Some((column, _)) = columns.iter().find(|(_, same)| !same) {
            return Err(altered(row, column, &attempted.body));
        }
        self.progress = accepted.progress;
        Ok(())
    }

    /// Checks the position after the last row.
    fn end(&mut self, person: &Person, finished: bool) -> Step {
        let page: Page = person.page.parse().map_err(|_| off(format!("is on no page: {}", person.page)))?;
        self.walk_to(&page, person.step)
            .ok_or_else(|| off(format!("is on {page}; the rows lead to {}", self.progress.page)))?;
        let mut memory: Memory = serde_json::from_str(&person.memory).map_err(|e| off(e.to_string()))?;
        // The rows do not have the keys of moves.
        memory.moves.clear();
        if (person.step, &memory) != (self.progress.step, &self.progress.memory) {
            return Err(off(format!(
                "is in step {} with {memory:?}; the rows lead to {:?}",
                person.step, self.progress
            )));
        }
        let ended = page == Page::End || flow::wave_of(self.study, &self.assigned, &self.progress) > 0;
        let is_withdrawn = person.status == "withdrawn";
        let is_completed = person.status == "completed" || is_withdrawn && ended;
        if person.completed_at.is_some() != ended || is_completed != ended || (finished && !ended) {
            return Err(off(format!("is on {page} with status {}", person.status)));
        }
        Ok(())
    }

    /// Moves that need no submission, up to a page; none if no moves lead there.
    ///
    /// Later parts can begin with the same page: the step says which one. A stored step to which no way leads is for
    /// another comparison.
    fn walk_to(&mut self, page: &Page, step: usize) -> Option<()> {
        let own = self.way(&self.progress, (page, Some(step)), MOVES);
        self.progress = own.or_else(|| self.way(&self.progress, (page, None), MOVES))?;
        Some(())
    }

    fn way(&self, from: &Progress, to: (&Page, Option<usize>), moves: usize) -> Option<Progress> {
        if from.page == *to.0 && to.1.is_none_or(|step| step == from.step) {
            return Some(from.clone());
        }
        let left = moves.checked_sub(1)?;
        let moved = self.exits(from).into_iter().filter_map(|page| {
            let moved = flow::visit(self.study, &self.assigned, from, &page).ok()?;
            (moved != *from).then_some(moved)
        });
        moved.chain(self.later_parts(from)).find_map(|moved| self.way(&moved, to, left))
    }

    /// The beginnings of later parts, at the end of a part.
    fn later_parts(&self, from: &Progress) -> impl Iterator<Item = Progress> {
        let later = (1..=self.study.file.waves.len()).filter(|_| from.page == Page::End);
        later.filter_map(|wave| flow::begin_wave(self.study, &self.assigned, from, wave))
    }

    /// Where a participant may choose to go.
    fn exits(&self, from: &Progress) -> Vec<Page> {
        let again = match &from.page {
            Page::FlowAIncorrect(id) => Some(Page::FlowAQuestion(id.clone())),
            Page::FlowBIncorrect(id) => Some(Page::FlowBQuestion(id.clone())),
            _ => None,
        };
        flow::next_page(self.study, &self.assigned, from).into_iter().chain(again).collect()
    }
}

/// The submission as the flow knows it, with the bundle's ids; none if the row is of another call.
fn rebuild(attempted: &Attempted, row: &Row, ids: &mut WireIds) -> Option<Submission> {
    let body = &attempted.body;
    let answers = || body["answers"].as_object().cloned();
    let judged = || {
        let confidence = body["confidence"].as_u64().and_then(|value| u8::try_from(value).ok());
        Some(Judgement { answer: body["answer"].as_str()?.to_owned(), confidence })
    };
    let questionnaire = |page| {
        let section = body["section"].as_str().map(str::to_owned);
        Some(Submission::Questionnaire { page, section, answers: answers()? })
    };
    let mut bundle = |wire: &str, prefix: &str, suffix: &str| {
        let (_, item) = row.item.split_once('/')?;
        let id = item.strip_prefix(prefix)?.strip_suffix(suffix)?;
        ids.learn(wire, id).then(|| id.to_owned())
    };
    let parts: Vec<&str> = attempted.path.trim_start_matches("/api/").split('/').collect();
    match parts.as_slice() {
        ["practice", "answer"] => Some(Submission::Practice(judged()?)),
        ["users", "save-pre-questionnaire-answers"] => questionnaire(QuestionnairePage::Pre),
        ["users", "save-treatment-answers"] => questionnaire(QuestionnairePage::Treatment),
        ["users", "save-post-questionnaire-answers"] => questionnaire(QuestionnairePage::Post),
        ["flow-a", "questions", id, "answer"] => Some(Submission::Question(bundle(id, "", "")?, judged()?)),
        ["flow-a", "questions", id, "followup"] => Some(Submission::Followup(bundle(id, "", "/followup")?, answers()?)),
        ["flow-b", "posts", id, "answer"] => Some(Submission::Post(bundle(id, "", "")?, judged()?)),
        ["users", "complete-persona", id] => Some(Submission::CompletePersona(bundle(id, "persona/", "")?)),
        ["control-flow", "clips", id, "ratings"] => Some(Submission::Rating(bundle(id, "", "")?, answers()?)),
        _ => None,
    }
}

fn off(what: impl Into<String>) -> Violation {
    Violation::new(Kind::Path, what)
}

fn altered(row: &Row, column: &str, sent: impl std::fmt::Display) -> Violation {
    Violation::new(Kind::Altered, format!("{column} of row {} ({}) {}; sent: {sent}", row.id, row.item, row.answers))
}
