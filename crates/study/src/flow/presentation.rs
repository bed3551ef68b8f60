//! Presentation positions, from 1: where in their own order a participant saw an item.

use std::collections::HashMap;

use crate::definition::item::{Questionnaire, Section};
use crate::definition::{Content, Item, Study};
use crate::order::{Shuffled, order, order_of_groups};
use crate::page::{QuestionnaireBlock, StepKind};
use crate::progress::Assignment;

impl Questionnaire {
    /// The sections in this participant's order.
    pub fn ordered(&self, page: QuestionnaireBlock, seed: i64) -> Vec<&Section> {
        order(seed, &format!("sections of {}", page.name()), &self.sections, |section| !self.moves(section))
    }

    /// Whether the section's position differs between participants.
    pub(crate) fn moves(&self, section: &Section) -> bool {
        self.shuffle_sections && !section.fixed
    }

    /// Whether the section with index `first` comes before the one with index `second` in every order.
    pub(crate) fn always_before(&self, first: usize, second: usize) -> bool {
        self.range(first).1 < self.range(second).0
    }

    /// The first and the last index that a section can have.
    fn range(&self, index: usize) -> (usize, usize) {
        let moves = |index: &usize| self.sections.get(*index).is_some_and(|section| self.moves(section));
        let all = 0..self.sections.len();
        let ends = all.clone().find(moves).zip(all.rev().find(moves));
        ends.filter(|_| moves(&index)).unwrap_or((index, index))
    }
}

impl Section {
    /// The items in this participant's order. The items of a group stay together. Texts, items with a condition, and
    /// items of the section that a condition reads keep their position: what depends on an answer comes after it. In a
    /// group, this is their position in the group.
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
        order_of_groups(seed, &key, &self.items, self.shuffled(), keeps_position)
    }

    /// What is in a random order.
    pub(crate) fn shuffled(&self) -> Shuffled {
        Shuffled { blocks: self.shuffle, in_groups: self.shuffle_in_groups }
    }
}

/// The presentation positions of one participant, as the pages number them.
pub struct PresentationOrder<'a> {
    study: &'a Study,
    /// By natural key, without `/followup`.
    items: HashMap<String, usize>,
    /// By section of a questionnaire, as above, and stimulus.
    media: HashMap<(&'a str, &'a str, &'a str), usize>,
    /// Of section and question, by questionnaire and variable.
    answers: HashMap<(&'a str, String), (usize, usize)>,
}

impl<'a> PresentationOrder<'a> {
    /// All orders of a participant. They are drawn once, because the export needs them for each submission.
    pub fn of(study: &'a Study, assigned: &Assignment) -> Self {
        let mut positions = Self { study, items: HashMap::new(), media: HashMap::new(), answers: HashMap::new() };
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
            let sections = questionnaire.ordered(*page, assigned.seed);
            positions.add(part, sections.iter().map(|section| section.id.as_str()));
            for screen in questionnaire.screens(*page, assigned) {
                if let Some((number, _)) = screen.number {
                    positions.items.insert(format!("{part}/{}", screen.id()), number);
                }
            }
            for (number, section) in (1..).zip(sections) {
                let items = section.ordered(*page, assigned.seed);
                let media = items.iter().filter_map(|item| item.stimulus_in(assigned.form));
                let media = (1..).zip(media).map(|(position, medium)| ((part, section.id.as_str(), medium), position));
                positions.media.extend(media);
                let questions = items.iter().map(|item| item.variables()).filter(|variables| !variables.is_empty());
                for (position, variables) in (1..).zip(questions) {
                    let names = variables.into_iter().map(|variable| (part, variable.name));
                    positions.answers.extend(names.map(|name| (name, (number, position))));
                }
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

    /// The position of the section that a submission belongs to, in its questionnaire; none for other submissions.
    pub fn section(&self, item: &str) -> Option<usize> {
        let (block, section) = parts(item)?;
        let of_questionnaire = matches!(self.study.content(block)?, Content::Questionnaire(..));
        of_questionnaire.then(|| self.items.get(&format!("{block}/{section}")).copied()).flatten()
    }

    /// The positions of an answer: that of its section in the questionnaire, and that of its question in the section.
    /// Questions that a condition hides count. Elsewhere, there is no section, and the position is that of the
    /// submission.
    pub fn answer(&self, item: &str, variable: &str) -> (Option<usize>, Option<usize>) {
        let block = item.split('/').next().unwrap_or(item);
        match self.study.content(block) {
            Some(Content::Questionnaire(page, _)) => {
                let known = self.answers.get(&(page.name(), variable.to_owned()));
                (known.map(|own| own.0), known.map(|own| own.1))
            }
            _ => (None, self.item(item)),
        }
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
