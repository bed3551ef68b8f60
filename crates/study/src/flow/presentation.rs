//! Presentation positions, from 1: where in their own order a participant saw an item.

use std::collections::HashMap;

use crate::definition::item::Section;
use crate::definition::{Content, Item, Study};
use crate::order::order;
use crate::page::{QuestionnaireBlock, StepKind};
use crate::progress::Assignment;

impl Section {
    /// The items in this participant's order. Items that ask nothing, items with a condition, and items of the section
    /// that a condition reads keep their position: what depends on an answer comes after it.
    pub fn ordered(&self, page: QuestionnaireBlock, seed: i64) -> Vec<&Item> {
        let conditions: Vec<&str> =
            self.items.iter().filter_map(|item| Some(item.show_if.as_ref()?.item.as_str())).collect();
        let keeps_position = |item: &Item| {
            let variables = item.variables();
            item.show_if.is_some()
                || variables.is_empty()
                || variables.iter().any(|variable| conditions.contains(&variable.name.as_str()))
        };
        let key = format!("{}/{}", page.name(), self.id);
        order(seed, &key, &self.items, |item| !self.shuffle || keeps_position(item))
    }
}

/// The presentation positions of one participant, as the pages number them.
pub struct PresentationOrder<'a> {
    study: &'a Study,
    /// By natural key, without `/followup`.
    items: HashMap<String, usize>,
    /// By section of a questionnaire, as above, and stimulus.
    media: HashMap<(&'a str, &'a str, &'a str), usize>,
}

impl<'a> PresentationOrder<'a> {
    /// All orders of a participant. They are drawn once, because the export needs them for each submission.
    pub fn of(study: &'a Study, assigned: &Assignment) -> Self {
        let mut positions = Self { study, items: HashMap::new(), media: HashMap::new() };
        positions.add(StepKind::Home.block().name(), [study.practice.id.as_str()]);
        for flow in &study.flow_a {
            positions.add(flow.block.name(), flow.ordered(assigned).into_iter().map(|question| question.id.as_str()));
        }
        for flow in &study.flow_b {
            for of in &flow.personas {
                positions.add(flow.block.name(), flow.posts(assigned, of).into_iter().map(|post| post.id.as_str()));
            }
        }
        for flow in &study.control_flow {
            positions.add(flow.block.name(), flow.ordered(assigned).into_iter().map(|clip| clip.id.as_str()));
        }
        for (page, questionnaire) in &study.questionnaires {
            let part = page.name();
            positions.add(part, questionnaire.sections.iter().map(|section| section.id.as_str()));
            for screen in questionnaire.screens(*page, assigned) {
                if let Some((number, _)) = screen.number {
                    positions.items.insert(format!("{part}/{}", screen.id()), number);
                }
            }
            for section in &questionnaire.sections {
                let media = section.ordered(*page, assigned.seed).into_iter();
                let media = media.filter_map(|item| item.stimulus_in(assigned.form));
                positions
                    .media
                    .extend((1..).zip(media).map(|(position, medium)| ((part, section.id.as_str(), medium), position)));
            }
        }
        positions
    }

    fn add(&mut self, part: &str, ids: impl IntoIterator<Item = &'a str>) {
        self.items.extend((1..).zip(ids).map(|(position, id)| (format!("{part}/{id}"), position)));
    }

    /// The position of a submission, by its natural key (`flow-a/<question>`, also with `/followup`), among its kind:
    /// questions of Flow A, posts of a persona, clips of the control flow, sections of a questionnaire, screens of a
    /// section with `one_per_page`. None for other submissions, such as an opening.
    pub fn item(&self, item: &str) -> Option<usize> {
        let of_flow_a = |item: &str| {
            let block = item.split('/').next().unwrap_or_default();
            matches!(self.study.content(block), Some(Content::FlowA(_)))
        };
        let question = item.strip_suffix("/followup").filter(|question| of_flow_a(question));
        self.items.get(question.unwrap_or(item)).copied()
    }

    /// The position of a medium: that of its question, post or clip; in a questionnaire, its own among the media of the
    /// section.
    pub fn medium(&self, item: &str, stimulus: &str) -> Option<usize> {
        let (block, id) = parts(item)?;
        match self.study.content(block)? {
            Content::Questionnaire(..) => self.media.get(&(block, id, stimulus)).copied(),
            _ => self.item(item),
        }
    }
}

fn parts(item: &str) -> Option<(&str, &str)> {
    let mut parts = item.split('/');
    Some((parts.next()?, parts.next()?))
}
