//! The rows of what a participant was shown: as the browser reported it when it was first visible, with the submission
//! of the page, or both. What both report is one row.

use std::collections::HashMap;

use unmask_store::export::{ExposureRow, Person};
use unmask_study::definition::Content;
use unmask_study::evidence::{MediaError, Medium};
use unmask_study::flow::{self, PresentationOrder, Stage};

use super::Out;
use super::submissions::{assigned, block, position, wave, within_condition};
use crate::gathered::Gathered;
use crate::prelude::*;

/// A medium on a page, or a text without one.
pub struct Exposure<'a> {
    pub person: &'a Person,
    pub version: &'a Version,
    pub order: &'a PresentationOrder<'a>,
    /// Natural key of the submission of the page.
    pub submission: &'a str,
    /// The receipt of that submission, if there is one.
    pub receipt: Option<&'a String>,
    pub attempt: i64,
    pub stage: Stage,
    /// Number on the page, from 1.
    pub number: i64,
    /// Natural key of the item.
    pub item: &'a str,
    /// Empty for a text without a medium.
    pub file: &'a str,
    /// What the submission reports.
    pub medium: Option<&'a Medium>,
    /// What was reported when it was first visible.
    pub shown: Option<&'a ExposureRow>,
}

impl Out<'_> {
    /// Writes what a participant was shown that no submission reports: they left before, or it is a text without a
    /// medium.
    pub fn unreported(&mut self, who: &Gathered) -> Result<()> {
        let mut numbers: HashMap<String, i64> = HashMap::new();
        for shown in &who.shown {
            let version = self.versions.get(&shown.study_version)?;
            let new_order = || PresentationOrder::of(version.study.seen_by(who.person.group), &assigned(&who.person));
            let order = &*self.orders.entry(&version.study.hash).or_insert_with(new_order);
            let seen_by = version.study.seen_by(who.person.group);
            let (submission, stage) = flow::submission_with(seen_by, &assigned(&who.person), &shown.item);
            let first = who.first_of(&submission);
            let submission = first.map_or(submission, |(submission, _)| submission.clone());
            let number = numbers.entry(submission.clone()).or_insert_with(|| first.map_or(0, |(_, first)| first.media));
            *number += 1;
            let exposure = Exposure {
                person: &who.person,
                version,
                order,
                submission: &submission,
                receipt: first.map(|(_, first)| &first.receipt),
                attempt: 1,
                stage,
                number: *number,
                item: &shown.item,
                file: &shown.file,
                medium: None,
                shown: Some(shown),
            };
            self.exposures.row(&exposure.cells())?;
        }
        Ok(())
    }
}

impl<'a> Exposure<'a> {
    pub fn cells(&self) -> [Cell<'a>; 30] {
        let form = self.person.shown_form();
        let item = self.version.shown_by(self.item, self.file, self.person.group, form);
        let known = self.version.medium(self.file, item, form);
        let place = match known {
            Some((stimulus, _)) => self.order.medium(self.item, stimulus),
            None if self.file.is_empty() => {
                self.text().map_or_else(|| self.order.item(self.item), |text| self.order.answer(self.item, text).1)
            }
            None => None,
        };
        let of_medium = if self.file.is_empty() { Missing::NotApplicable } else { Missing::NotRecorded };
        let shown =
            |cell: fn(&ExposureRow) -> Cell<'static>| self.shown.map_or(Cell::Missing(Missing::NotRecorded), cell);
        [
            (&self.person.code).into(),
            Cell::or(self.receipt, Missing::NotApplicable),
            wave(&self.version.study, self.person, self.submission),
            block(self.submission).into(),
            self.submission.into(),
            self.attempt.into(),
            self.stage.name().into(),
            position(place),
            self.number.into(),
            Cell::or(Some(self.file).filter(|file| !file.is_empty()), Missing::NotApplicable),
            Cell::or(self.text(), Missing::NotApplicable),
            Cell::or(known.map(|(stimulus, _)| stimulus), of_medium),
            Cell::or(known.map(|(_, version)| version.value()), of_medium),
            within_condition(item, self.person),
            self.measured(|medium| Cell::or(medium.can_play, Missing::NotRecorded)),
            self.measured(|medium| Cell::or(medium.first_frame, Missing::NotRecorded)),
            self.measured(|medium| medium.watched_seconds().into()),
            self.measured(|medium| Cell::text(serde_json::to_string(&medium.watched).unwrap_or_default())),
            self.measured(|medium| i64::from(medium.watched_omitted).into()),
            self.measured(|medium| i64::from(medium.stalls).into()),
            self.measured(|medium| medium.stalled_for.into()),
            self.measured(|medium| i64::from(medium.seeks).into()),
            self.measured(|medium| i64::from(medium.plays).into()),
            self.measured(|medium| medium.muted.into()),
            self.measured(|medium| medium.captions.into()),
            self.measured(|medium| Cell::or(medium.error.map(MediaError::name), Missing::NotApplicable)),
            self.receipt.is_some().into(),
            shown(|shown| Cell::or(shown.shown, Missing::NotRecorded)),
            shown(|shown| Cell::Time(shown.stamp.at)),
            shown(|shown| Cell::Time(shown.stamp.measured)),
        ]
    }

    /// The item of a text without a medium in a questionnaire.
    fn text(&self) -> Option<&'a str> {
        let (block, rest) = self.item.split_once('/').filter(|_| self.file.is_empty())?;
        let is_questionnaire = matches!(self.version.study.content(block), Some(Content::Questionnaire(..)));
        rest.rsplit('/').next().filter(|_| is_questionnaire)
    }

    /// What the submission reports of the medium.
    fn measured(&self, cell: impl Fn(&'a Medium) -> Cell<'a>) -> Cell<'a> {
        let why = if self.file.is_empty() { Missing::NotApplicable } else { Missing::NotRecorded };
        self.medium.map_or(Cell::Missing(why), cell)
    }
}
