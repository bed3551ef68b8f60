//! The rows of one submission.

use unmask_store::export::{Person, SubmissionRow};
use unmask_study::Study;
use unmask_study::codebook::{Aspect, Row};
use unmask_study::evidence::Evidence;
use unmask_study::flow::{PresentationOrder, Stage};
use unmask_study::progress::Assignment;
use unmask_study::unseen;

use super::Out;
use super::exposures::Exposure;
use crate::gathered::{Gathered, Given};
use crate::prelude::*;

/// A submission with its context.
struct Rows<'a> {
    person: &'a Person,
    submission: &'a SubmissionRow,
    version: &'a Version,
    evidence: Option<&'a Evidence>,
    order: &'a PresentationOrder<'a>,
}

impl Out<'_> {
    /// Writes one submission, and keeps its answers for the wide form.
    pub fn submission(&mut self, who: &mut Gathered, mut given: Given) -> Result<()> {
        if let Some(blinded) = &self.blinded {
            given.submission.receipt = blinded.receipt(&given.submission.receipt);
        }
        let Given { submission, answers, evidence, .. } = &given;
        let version = self.versions.get(&submission.study_version)?;
        let media = evidence.iter().flat_map(|evidence| &evidence.media);
        let shown: Vec<_> = media.clone().map(|medium| who.take_shown(&submission.item, &medium.url)).collect();
        let new_order = || PresentationOrder::of(version.study.seen_by(who.person.group), &assigned(&who.person));
        let order = &*self.orders.entry(&version.study.hash).or_insert_with(new_order);
        let rows = Rows { person: &who.person, submission, version, evidence: evidence.as_ref(), order };
        self.submissions.row(&rows.described(&given))?;
        // Not all arms may get advice.
        let is_blinded_advice = self.blinded.is_some() && submission.stage == Stage::Initial;
        let published = |variable: &str| {
            self.public.as_ref().is_none_or(|public| public.has_answers(variable))
                && self.blinded.as_ref().is_none_or(|blinded| blinded.has(variable) && !is_blinded_advice)
        };
        for (variable, value) in answers.iter().filter(|(variable, _)| published(variable)) {
            self.responses.row(&rows.response(variable, value))?;
        }
        for ((number, medium), shown) in (1..).zip(media).zip(&shown) {
            let exposure = Exposure {
                person: &who.person,
                version,
                order,
                submission: &submission.item,
                receipt: Some(&submission.receipt),
                attempt: submission.attempt,
                stage: submission.stage,
                number,
                item: &submission.item,
                file: &medium.url,
                medium: Some(medium),
                shown: shown.as_ref(),
            };
            self.exposures.row(&exposure.cells())?;
        }
        for event in rows.events() {
            self.events.row(&event)?;
        }
        self.note_times([submission.stamp.at, submission.stamp.measured]);
        who.note(version.study.seen_by(who.person.group), &given);
        who.count(&version.study, &given);
        who.keep(given);
        Ok(())
    }
}

/// Positions are counted from 1.
fn number(index: usize) -> i64 {
    i64::try_from(index + 1).unwrap_or(i64::MAX)
}

/// Orders depend only on the seed.
pub(super) fn assigned(person: &Person) -> Assignment {
    Assignment { arm: person.group, form: person.shown_form(), seed: person.seed, contact_again: person.contact_again }
}

pub(super) fn position(position: Option<usize>) -> Cell<'static> {
    Cell::or(position.and_then(|position| i64::try_from(position).ok()), Missing::NotApplicable)
}

impl Rows<'_> {
    /// The medium that a judgement is about; that of its confidence is the same.
    fn stimulus<'a>(&'a self, row: &'a Row) -> Option<&'a String> {
        let own = || self.version.judged_medium(row, self.person.group, self.person.shown_form());
        (row.aspect != Aspect::Score).then(own).flatten()
    }

    fn wave(&self) -> Cell<'static> {
        wave(&self.version.study, self.person, &self.submission.item)
    }

    fn described(&self, given: &Given) -> [Cell<'_>; 21] {
        let submission = self.submission;
        let study = self.version.study.seen_by(self.person.group);
        let unseen = self.evidence.map(|evidence| unseen::unseen_media(study, given.answered(), evidence));
        let has_evidence = unseen::evidence_opened(study, &submission.item, &Evidence::default()).is_some();
        let reason = if has_evidence { Missing::NotRecorded } else { Missing::NotApplicable };
        let timed = self.evidence.filter(|evidence| evidence.submit.is_some());
        let opened = timed.and_then(|evidence| unseen::evidence_opened(study, &submission.item, evidence));
        let measured = |of: fn(&Evidence) -> Option<f64>| Cell::or(self.evidence.and_then(of), Missing::NotRecorded);
        [
            (&submission.receipt).into(),
            (&self.person.code).into(),
            self.wave(),
            block(&submission.item).into(),
            (&submission.item).into(),
            submission.attempt.into(),
            submission.stage.name().into(),
            submission.step.into(),
            (&submission.page).into(),
            position(self.order.section(&submission.item)),
            position(self.order.item(&submission.item)),
            i64::try_from(given.answers.len()).unwrap_or(i64::MAX).into(),
            Cell::Time(submission.stamp.at),
            Cell::Time(submission.stamp.measured),
            measured(|evidence| evidence.first_interaction),
            measured(|evidence| evidence.submit),
            measured(|evidence| evidence.hidden),
            Cell::or(unseen.map(i64::from), Missing::NotRecorded),
            Cell::or(opened.map(i64::from), reason),
            Cell::or(self.evidence.map(|evidence| evidence.dropped.all()), Missing::NotRecorded),
            (&submission.study_version).into(),
        ]
    }

    fn response<'a>(&'a self, variable: &'a str, value: &'a Value) -> [Cell<'a>; 24] {
        let submission = self.submission;
        let asked = self.version.row(variable);
        let (section, place) = self.order.answer(&submission.item, variable);
        let truth = asked.and_then(|row| row.truth.as_ref()).map(|truth| truth.for_form(self.person.shown_form()));
        let right = truth.map(|truth| submission.correct.unwrap_or(value.as_str() == Some(truth)));
        let changes = self.evidence.and_then(|evidence| evidence.changes_of(variable, &submission.item));
        let submit = self.evidence.and_then(|evidence| evidence.submit);
        [
            (&self.person.code).into(),
            (&submission.receipt).into(),
            Cell::text(self.version.phase(&submission.item)),
            self.wave(),
            block(&submission.item).into(),
            (&submission.item).into(),
            submission.attempt.into(),
            submission.stage.name().into(),
            position(section),
            position(place),
            variable.into(),
            Cell::Text(plain(value)),
            Cell::or(value.as_f64(), Missing::NotApplicable),
            Cell::or(asked.and_then(|row| self.stimulus(row)), Missing::NotApplicable),
            Cell::or(truth, Missing::NotApplicable),
            Cell::or(right, Missing::NotApplicable),
            within_condition(asked, self.person),
            Cell::or(changes.map(|changes| changes.first), Missing::NotRecorded),
            Cell::or(changes.map(|changes| changes.last), Missing::NotRecorded),
            Cell::or(changes.map(|changes| changes.times), Missing::NotRecorded),
            Cell::or(submit, Missing::NotRecorded),
            Cell::Time(submission.stamp.at),
            Cell::Time(submission.stamp.measured),
            (&submission.study_version).into(),
        ]
    }

    fn events(&self) -> Vec<[Cell<'_>; 7]> {
        let Some(evidence) = self.evidence else { return Vec::new() };
        let mut events = Vec::new();
        for (kind, moments) in [("changed", &evidence.changes), ("opened", &evidence.opened)] {
            events.extend(moments.iter().enumerate().map(|(index, moment)| {
                [
                    (&self.person.code).into(),
                    (&self.submission.receipt).into(),
                    kind.into(),
                    number(index).into(),
                    (&moment.item).into(),
                    moment.at.into(),
                    i64::from(moment.omitted).into(),
                ]
            }));
        }
        events
    }
}

/// The condition within participants of an item.
pub(super) fn within_condition<'a>(row: Option<&'a Row>, person: &Person) -> Cell<'a> {
    let own = row.and_then(|row| row.conditions.get(person.shown_form().index()));
    Cell::or(own, Missing::NotApplicable)
}

/// The wave of the block.
pub(super) fn wave(study: &Study, person: &Person, item: &str) -> Cell<'static> {
    Cell::text(study.wave_id(study.wave_of(person.group, block(item))).to_string())
}

/// The block, the beginning of the natural key.
pub(super) fn block(item: &str) -> &str {
    item.split('/').next().unwrap_or(item)
}
