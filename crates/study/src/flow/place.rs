//! The place at which a participant met something, from 1: for the data, which say of everything where in the own order
//! of each person it came.

use crate::definition::item::{Kind, Section};
use crate::definition::{Item, Study};
use crate::order::order;
use crate::page::QuestionnairePage;
use crate::progress::Assigned;

impl Section {
    /// The items in this participant's order. Shuffling moves neither texts nor what depends on an earlier answer.
    pub fn ordered(&self, page: QuestionnairePage, seed: i64) -> Vec<&Item> {
        let keeps_place = |item: &Item| item.show_if.is_some() || matches!(item.kind, Kind::Information { .. });
        let key = format!("{}/{}", page.name(), self.id);
        order(seed, &key, &self.items, |item| !self.shuffle || keeps_place(item))
    }
}

/// The place of what was handed in under this natural key (`flow-a/<question>`, also with `/followup`) among its kind, as
/// the page numbered it: questions of Flow A, posts of one person, clips of the control flow, sections of a
/// questionnaire. None of what is no such thing, as an opening.
pub fn place(study: &Study, assigned: &Assigned, item: &str) -> Option<usize> {
    let mut parts = item.split('/');
    let (part, id) = (parts.next()?, parts.next()?);
    let index = match part {
        "flow-a" => study.flow_a.as_ref()?.ordered(assigned).iter().position(|question| question.id == id),
        "flow-b" => {
            let flow = study.flow_b.as_ref()?;
            let mut orders = flow.personas.iter().map(|of| flow.posts(assigned, of));
            orders.find_map(|posts| posts.iter().position(|post| post.id == id))
        }
        "control" => study.control_flow.as_ref()?.ordered(assigned).iter().position(|clip| clip.id == id),
        "practice" => (study.practice.id == id).then_some(0),
        _ => section(study, part, id).map(|(_, index, _)| index),
    };
    index.map(|index| index + 1)
}

/// The place of a medium: that of the question, post or clip that it belongs to; in a questionnaire its own, among those
/// of the section.
pub fn place_of_medium(study: &Study, assigned: &Assigned, item: &str, stimulus: &str) -> Option<usize> {
    let section = item.split_once('/').and_then(|(part, id)| section(study, part, id));
    let Some((page, _, section)) = section else { return place(study, assigned, item) };
    let media = section.ordered(page, assigned.seed).into_iter().filter_map(|item| match &item.kind {
        Kind::Judgement { stimulus, .. } | Kind::Information { stimulus, .. } => stimulus.as_ref(),
        _ => None,
    });
    media.enumerate().find(|(_, medium)| *medium == stimulus).map(|(index, _)| index + 1)
}

fn section<'a>(study: &'a Study, part: &str, id: &str) -> Option<(QuestionnairePage, usize, &'a Section)> {
    let (page, questionnaire) = study.questionnaires.iter().find(|(page, _)| page.name() == part)?;
    let found = questionnaire.sections.iter().enumerate().find(|(_, section)| section.id == id);
    found.map(|(index, section)| (*page, index, section))
}
