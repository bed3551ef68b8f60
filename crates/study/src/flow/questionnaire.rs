//! Questionnaires: section by section, or all remaining sections at once.

use std::collections::BTreeSet;

use super::position::Position;
use super::{Accepted, FlowError};
use crate::answers::{Answers, Earlier, validate};
use crate::definition::Item;
use crate::definition::item::{Questionnaire, Scale};
use crate::page::QuestionnairePage;
use crate::progress::Memory;
use crate::scoring;

pub(super) fn submit(
    position: &Position,
    page: QuestionnairePage,
    section: Option<&str>,
    given: &Answers,
) -> Result<Accepted, FlowError> {
    let questionnaire = position.study.questionnaires.get(&page).ok_or(FlowError::NotFound)?;
    position.require(&page.step().first_page())?;
    let first = position.progress.memory.done;
    let end = match section {
        None => questionnaire.sections.len(),
        Some(id) => match questionnaire.sections.iter().position(|section| section.id == id) {
            Some(index) if index == first => first + 1,
            Some(_) => return Err(position.wrong_page()),
            None => return Err(FlowError::NotFound),
        },
    };
    let earlier = &position.progress.memory.variables;
    let answers = validate(&questionnaire.sections[first..end], given, earlier).map_err(FlowError::Invalid)?;
    let mut known = earlier.clone();
    known.extend(answers.iter().map(|(name, value)| (name.clone(), value.clone())));

    let complete = questionnaire.scales.iter().filter(|scale| {
        let last = last_section(questionnaire, scale);
        (first..end).contains(&last)
    });
    let scores = scoring::scores(questionnaire, complete, position.assigned.form, &known);
    let progress = if end == questionnaire.sections.len() {
        position.advance()
    } else {
        let variables = still_needed(questionnaire, end, known);
        position.at(position.progress.page.clone(), Memory { done: end, variables, ..Memory::default() })
    };
    let item = section.map_or_else(|| page.name().to_owned(), |section| format!("{}/{section}", page.name()));
    let mut accepted = position.accept(item, 1, answers, progress);
    accepted.record.scores = scores;
    Ok(accepted)
}

/// The section that completes a scale: the last one with an item of it.
fn last_section(questionnaire: &Questionnaire, scale: &Scale) -> usize {
    let has_item =
        |items: &[Item]| items.iter().flat_map(Item::variables).any(|variable| scale.items.contains(&variable.name));
    questionnaire.sections.iter().rposition(|section| has_item(&section.items)).unwrap_or(0)
}

/// Of all answers so far, those that conditions or scores of the sections from `next` on refer to.
fn still_needed(questionnaire: &Questionnaire, next: usize, mut known: Earlier) -> Earlier {
    let conditions = questionnaire.sections[next..]
        .iter()
        .flat_map(|section| &section.items)
        .filter_map(|item| item.show_if.as_ref())
        .map(|condition| condition.item.as_str());
    let scales = questionnaire
        .scales
        .iter()
        .filter(|scale| last_section(questionnaire, scale) >= next)
        .flat_map(|scale| scale.items.iter().map(String::as_str));
    let needed: BTreeSet<&str> = conditions.chain(scales).collect();
    known.retain(|name, _| needed.contains(name.as_str()));
    known
}
