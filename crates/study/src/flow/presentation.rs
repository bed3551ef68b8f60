//! The place at which a participant met something, from 1: for the data, which say of everything where in the own order
//! of each person it came.

use std::collections::HashMap;

use crate::definition::item::{Kind, Section};
use crate::definition::{Item, Study};
use crate::order::order;
use crate::page::QuestionnairePage;
use crate::progress::Assignment;

impl Section {
    /// The items in this participant's order. Shuffling moves neither texts nor what depends on an earlier answer.
    pub fn ordered(&self, page: QuestionnairePage, seed: i64) -> Vec<&Item> {
        let keeps_place = |item: &Item| item.show_if.is_some() || matches!(item.kind, Kind::Information(_));
        let key = format!("{}/{}", page.name(), self.id);
        order(seed, &key, &self.items, |item| !self.shuffle || keeps_place(item))
    }
}

/// Where everything comes in one participant's order, as the pages number it.
pub struct PresentationOrder<'a> {
    /// By part of the study and id.
    things: HashMap<(&'a str, &'a str), usize>,
    /// By section of a questionnaire, as above, and stimulus.
    media: HashMap<(&'a str, &'a str, &'a str), usize>,
}

impl<'a> PresentationOrder<'a> {
    /// All orders of a participant. They are drawn once: the data ask for them with each thing that was handed in.
    pub fn of(study: &'a Study, assigned: &Assignment) -> Self {
        let mut places = Self { things: HashMap::new(), media: HashMap::new() };
        places.add("practice", [study.practice.id.as_str()]);
        if let Some(flow) = &study.flow_a {
            places.add("flow-a", flow.ordered(assigned).into_iter().map(|question| question.id.as_str()));
        }
        for of in study.flow_b.iter().flat_map(|flow| &flow.personas) {
            let posts = study.flow_b.iter().flat_map(|flow| flow.posts(assigned, of));
            places.add("flow-b", posts.map(|post| post.id.as_str()));
        }
        if let Some(flow) = &study.control_flow {
            places.add("control", flow.ordered(assigned).into_iter().map(|clip| clip.id.as_str()));
        }
        for (page, questionnaire) in &study.questionnaires {
            let part = page.name();
            places.add(part, questionnaire.sections.iter().map(|section| section.id.as_str()));
            for section in &questionnaire.sections {
                let media = section.ordered(*page, assigned.seed).into_iter().filter_map(Item::stimulus);
                places
                    .media
                    .extend((1..).zip(media).map(|(place, medium)| ((part, section.id.as_str(), medium), place)));
            }
        }
        places
    }

    fn add(&mut self, part: &'a str, ids: impl IntoIterator<Item = &'a str>) {
        self.things.extend((1..).zip(ids).map(|(place, id)| ((part, id), place)));
    }

    /// The place of what was handed in under this natural key (`flow-a/<question>`, also with `/followup`) among its
    /// kind: questions of Flow A, posts of one person, clips of the control flow, sections of a questionnaire. None of
    /// what is no such thing, as an opening.
    pub fn thing(&self, item: &str) -> Option<usize> {
        self.things.get(&parts(item)?).copied()
    }

    /// The place of a medium: that of the question, post or clip that it belongs to; in a questionnaire its own, among
    /// those of the section.
    pub fn medium(&self, item: &str, stimulus: &str) -> Option<usize> {
        let (part, id) = parts(item)?;
        match part {
            "practice" | "flow-a" | "flow-b" | "control" => self.thing(item),
            _ => self.media.get(&(part, id, stimulus)).copied(),
        }
    }
}

fn parts(item: &str) -> Option<(&str, &str)> {
    let mut parts = item.split('/');
    Some((parts.next()?, parts.next()?))
}
