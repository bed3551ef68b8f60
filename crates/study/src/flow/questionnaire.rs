//! Questionnaires: screen by screen, or all remaining ones at once.

use std::collections::BTreeSet;

use super::position::Position;
use super::screens::Screen;
use super::stage::Stage;
use super::{Accepted, FlowError, is_exposed};
use crate::answers::{Answers, Earlier, validate_items};
use crate::definition::item::{Questionnaire, Scale};
use crate::definition::{BlockId, Item, Study};
use crate::page::{QuestionnaireBlock, QuestionnairePage};
use crate::progress::Memory;
use crate::scoring;
use crate::screening::{self, Screening};

pub(super) fn submit(
    position: &Position,
    page: QuestionnairePage,
    section: Option<&str>,
    given: &Answers,
) -> Result<Accepted, FlowError> {
    position.require(&page.kind().first_page())?;
    let block = position.step.questionnaire().ok_or(FlowError::NotFound)?;
    let questionnaire = position.study.questionnaires.get(&block).ok_or(FlowError::NotFound)?;
    let screens = questionnaire.screens(block, position.assigned);
    let first = position.progress.memory.done;
    let end = match section {
        // Advice comes between two submissions.
        None if screens[first..].iter().any(|screen| screen.stage != Stage::Only) => return Err(position.wrong_page()),
        None => screens.len(),
        Some(id) => match screens.iter().position(|screen| screen.name() == id) {
            Some(index) if index == first => first + 1,
            Some(_) => return Err(position.wrong_page()),
            None => return Err(position.absent(|study, block| has_screen(study, block, page, id))),
        },
    };
    let earlier = &position.progress.memory.variables;
    let asked: Vec<&Item> = screens[first..end].iter().flat_map(|screen| &screen.items).copied().collect();
    let in_order = questionnaire.items().filter(|item| asked.iter().any(|asked| asked.id == item.id));
    let answers = validate_items(in_order, given, earlier).map_err(FlowError::Invalid)?;
    let mut known = earlier.clone();
    known.extend(answers.iter().map(|(name, value)| (name.clone(), value.clone())));

    let complete = questionnaire
        .scales
        .iter()
        .filter(|scale| last_screen(&screens, scale).is_some_and(|last| (first..end).contains(&last)));
    let scores = scoring::scores(questionnaire, complete, position.assigned.form, &known);
    let stage = screens[first..end].first().map_or(Stage::Only, |screen| screen.stage);
    let screening = if stage == Stage::Initial || is_exposed(position.study, position.assigned, position.progress) {
        Screening::default()
    } else {
        screening::of_submission(position.study, questionnaire, &screens, (first, end), &answers, &known)
    };
    let progress = if end == screens.len() {
        position.advance()
    } else {
        let variables = still_needed(position.study, questionnaire, &screens, end, known);
        position.at(position.progress.page.clone(), Memory { done: end, variables, ..Memory::default() })
    };
    let (item, _) = Stage::split(section.unwrap_or_default());
    let mut accepted = position.accept(item, 1, answers, progress);
    accepted.record.stage = stage;
    if section.is_none() {
        block.name().clone_into(&mut accepted.record.item);
    }
    accepted.record.scores = scores;
    accepted.screening = screening;
    Ok(accepted)
}

fn has_screen(study: &Study, id: BlockId, page: QuestionnairePage, screen: &str) -> bool {
    study.questionnaires.get(&QuestionnaireBlock { page, id }).is_some_and(|own| own.has_screen(screen))
}

/// The screen that completes a scale: the last one with an item of it. None if the participant has none of its items.
fn last_screen(screens: &[Screen], scale: &Scale) -> Option<usize> {
    let has_item = |items: &[&Item]| {
        items.iter().flat_map(|item| item.variables()).any(|variable| scale.items.contains(&variable.name))
    };
    screens.iter().rposition(|screen| has_item(&screen.items))
}

/// Of all answers so far, those that conditions, scores or quotas of the screens from `next` on refer to.
fn still_needed(
    study: &Study,
    questionnaire: &Questionnaire,
    screens: &[Screen],
    next: usize,
    mut known: Earlier,
) -> Earlier {
    let conditions = screens[next..]
        .iter()
        .flat_map(|screen| &screen.items)
        .filter_map(|item| item.show_if.as_ref())
        .map(|condition| condition.item.as_str());
    let scales = questionnaire
        .scales
        .iter()
        .filter(|scale| last_screen(screens, scale).is_some_and(|last| last >= next))
        .flat_map(|scale| scale.items.iter().map(String::as_str));
    let quotas = screening::still_needed(study, screens, next);
    let mut needed: BTreeSet<String> = conditions.chain(scales).chain(quotas).map(str::to_owned).collect();
    // The page with the advice shows the answer before it.
    let advised = screens.get(next).filter(|screen| screen.stage == Stage::Final).and_then(Screen::advised);
    needed.extend(advised.into_iter().flat_map(Item::variables).map(|variable| variable.name));
    known.retain(|name, _| needed.contains(name));
    known
}
