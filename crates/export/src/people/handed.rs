//! The rows of one submission.

use unmask_store::export::{Person, SubmissionRow};
use unmask_study::codebook::{Aspect, Row};
use unmask_study::definition::Group;
use unmask_study::evidence::{Evidence, MediaError, Medium};
use unmask_study::flow::PresentationOrder;
use unmask_study::progress::Assignment;

use super::Out;
use crate::gathered::{Gathered, Given};
use crate::prelude::*;

/// A submission, and what it belongs to.
struct Submission<'a> {
    person: &'a Person,
    handed: &'a SubmissionRow,
    version: &'a Version,
    evidence: Option<&'a Evidence>,
    places: &'a PresentationOrder<'a>,
}

impl Out<'_> {
    /// Writes one submission and keeps what the wide form needs of it.
    pub fn handed(&mut self, who: &mut Gathered, given: Given) -> Result<()> {
        let Given { handed, answers, evidence, .. } = &given;
        let version = self.versions.get(&handed.study_version)?;
        let orders = || PresentationOrder::of(&version.study, &assigned(&who.person));
        let places = &*self.places.entry(&version.study.hash).or_insert_with(orders);
        let submission = Submission { person: &who.person, handed, version, evidence: evidence.as_ref(), places };
        self.submissions.row(&submission.described(answers.len()))?;
        for (variable, value) in answers {
            self.responses.row(&submission.response(variable, value))?;
        }
        for (index, medium) in evidence.iter().flat_map(|evidence| &evidence.media).enumerate() {
            self.exposures.row(&submission.exposure(number(index), medium))?;
        }
        for event in submission.events() {
            self.events.row(&event)?;
        }
        self.saw([handed.stamp.at, handed.stamp.measured]);
        who.note(&version.study, &given);
        who.keep(given);
        Ok(())
    }
}

/// Positions are counted from 1.
fn number(index: usize) -> i64 {
    i64::try_from(index + 1).unwrap_or(i64::MAX)
}

/// Orders hang on the seed alone: anyone who has no arm has seen none of those that only an arm has.
fn assigned(person: &Person) -> Assignment {
    Assignment { group: person.group.unwrap_or(Group::Control0), form: person.form, seed: person.seed }
}

fn position(place: Option<usize>) -> Cell<'static> {
    Cell::or(place.and_then(|place| i64::try_from(place).ok()), Missing::NotApplicable)
}

impl Submission<'_> {
    fn described(&self, answers: usize) -> [Cell<'_>; 15] {
        let handed = self.handed;
        let measured = |of: fn(&Evidence) -> Option<f64>| Cell::or(self.evidence.and_then(of), Missing::NotRecorded);
        [
            (&handed.receipt).into(),
            (&self.person.code).into(),
            (&handed.item).into(),
            handed.attempt.into(),
            handed.step.into(),
            (&handed.page).into(),
            position(self.places.item(&handed.item)),
            i64::try_from(answers).unwrap_or(i64::MAX).into(),
            Cell::Time(handed.stamp.at),
            Cell::Time(handed.stamp.measured),
            measured(|evidence| evidence.first_interaction),
            measured(|evidence| evidence.submit),
            measured(|evidence| evidence.hidden),
            Cell::or(self.evidence.map(|evidence| evidence.dropped.all()), Missing::NotRecorded),
            (&handed.study_version).into(),
        ]
    }

    fn response<'a>(&'a self, variable: &'a str, value: &'a Value) -> [Cell<'a>; 18] {
        let handed = self.handed;
        let asked = self.version.row(variable);
        let truth = asked.and_then(|row| row.truth.as_ref()).map(|truth| truth.for_form(self.person.form));
        let right = truth.map(|truth| handed.correct.unwrap_or(value.as_str() == Some(truth)));
        let changes = self.evidence.and_then(|evidence| evidence.changes_of(variable, &handed.item));
        let submit = self.evidence.and_then(|evidence| evidence.submit);
        [
            (&self.person.code).into(),
            (&handed.receipt).into(),
            phase(&handed.item).into(),
            (&handed.item).into(),
            handed.attempt.into(),
            variable.into(),
            Cell::Text(plain(value)),
            Cell::or(value.as_f64(), Missing::NotApplicable),
            Cell::or(asked.and_then(stimulus), Missing::NotApplicable),
            Cell::or(truth, Missing::NotApplicable),
            Cell::or(right, Missing::NotApplicable),
            Cell::or(changes.map(|changes| changes.first), Missing::NotRecorded),
            Cell::or(changes.map(|changes| changes.last), Missing::NotRecorded),
            Cell::or(changes.map(|changes| changes.times), Missing::NotRecorded),
            Cell::or(submit, Missing::NotRecorded),
            Cell::Time(handed.stamp.at),
            Cell::Time(handed.stamp.measured),
            (&handed.study_version).into(),
        ]
    }

    fn exposure<'a>(&'a self, number: i64, medium: &'a Medium) -> [Cell<'a>; 21] {
        let handed = self.handed;
        let known = self.version.medium(&medium.url);
        let watched = serde_json::to_string(&medium.watched).unwrap_or_default();
        let place = known.and_then(|(stimulus, _)| self.places.medium(&handed.item, stimulus));
        [
            (&self.person.code).into(),
            (&handed.receipt).into(),
            (&handed.item).into(),
            handed.attempt.into(),
            position(place),
            number.into(),
            (&medium.url).into(),
            Cell::or(known.map(|(stimulus, _)| stimulus), Missing::NotRecorded),
            Cell::or(known.map(|(_, shown)| shown.value()), Missing::NotRecorded),
            Cell::or(medium.can_play, Missing::NotRecorded),
            Cell::or(medium.first_frame, Missing::NotRecorded),
            medium.watched_seconds().into(),
            Cell::text(watched),
            i64::from(medium.watched_omitted).into(),
            i64::from(medium.stalls).into(),
            medium.stalled_for.into(),
            i64::from(medium.seeks).into(),
            i64::from(medium.plays).into(),
            medium.muted.into(),
            medium.captions.into(),
            Cell::or(medium.error.map(MediaError::name), Missing::NotApplicable),
        ]
    }

    fn events(&self) -> Vec<[Cell<'_>; 7]> {
        let Some(evidence) = self.evidence else { return Vec::new() };
        let mut events = Vec::new();
        for (kind, moments) in [("changed", &evidence.changes), ("opened", &evidence.opened)] {
            events.extend(moments.iter().enumerate().map(|(index, moment)| {
                [
                    (&self.person.code).into(),
                    (&self.handed.receipt).into(),
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

/// The part of the study, the beginning of the natural key.
fn phase(item: &str) -> &str {
    item.split('/').next().unwrap_or(item)
}

/// The medium that a judgement is about; that of its confidence is the same.
fn stimulus(row: &Row) -> Option<&String> {
    row.stimulus.as_ref().filter(|_| row.aspect != Aspect::Score)
}
