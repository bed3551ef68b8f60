//! Conditions within participants: each item is in each of them on another list.

use std::collections::BTreeMap;

use super::context::{Check, Placed, numbered};
use crate::definition::factors::{MOST_ARMS, count_of_cells};
use crate::definition::{Form, Item, Questionnaire, Study};
use crate::items::{InCondition, Judgement, Own, Truth};
use crate::page::QuestionnaireBlock;

const STUDY: &str = "study.yaml";
const WITHIN: &str = "within";

pub(super) fn check(check: &mut Check) {
    let conditions = check.study.file.conditions();
    outside_questionnaires(check);
    let placed: Vec<_> = check.items().into_iter().filter_map(|one| Some((one.item.judgement()?, one))).collect();
    if check.study.file.within.is_empty() {
        let rotated = placed.iter().filter(|(judgement, _)| !judgement.in_condition.is_empty());
        for (_, one) in rotated.take(1) {
            let help =
                "add `within` to study.yaml, for example `within: { label: [none, shown] }`, or remove the field";
            check.error(&one.file, &field(one), "the study has no conditions within persons", help);
        }
        return;
    }
    let count = count_of_cells(&check.study.file.within);
    if count > MOST_ARMS {
        let message = format!("these factors have {count} conditions");
        let help = format!("a study has up to {MOST_ARMS} conditions within persons: drop a factor or levels");
        return check.error(STUDY, WITHIN, message, &help);
    }
    for (judgement, one) in &placed {
        two_forms(check, judgement, one);
        named(check, judgement, one, &conditions);
        media(check, judgement, one, &conditions);
    }
    let rotated: Vec<_> = placed.iter().filter(|(judgement, _)| !judgement.in_condition.is_empty()).collect();
    if rotated.is_empty() {
        let help = "add `in_condition` to judgements of a questionnaire, or remove `within`";
        return check.error(STUDY, WITHIN, "no item differs between these conditions", help);
    }
    alike(check, &rotated, &conditions);
    let mut blocks: BTreeMap<QuestionnaireBlock, Vec<&(&Judgement, Placed)>> = BTreeMap::new();
    for one in &rotated {
        blocks.entry(one.1.page).or_default().push(one);
    }
    for items in blocks.into_values() {
        divided(check, &items, conditions.len());
        truths(check, &items, &conditions);
    }
    same_for_all_arms(check);
    before_allocation(check);
}

/// Before the block of allocation, nobody has a slot whose list could be used.
fn before_allocation(check: &mut Check) {
    if check.study.form_before_allocation(0).is_some() {
        let message = "judgements come before this block, so that each participant's list is drawn by chance: lists \
                       are not balanced";
        let help = "ask them after the block, or allocate at registration (remove `at`)";
        check.warning(STUDY, "allocation.at", message, help);
    }
}

fn field(one: &Placed) -> String {
    format!("{}.in_condition", one.path)
}

/// Only questionnaires are rotated.
fn outside_questionnaires(check: &mut Check) {
    let study = check.study;
    for flow in &study.control_flow {
        let file = check.file(flow.block);
        let opening = flow.opening.iter().map(|opening| ("opening.items".to_owned(), opening.items.as_slice()));
        let items = opening.chain(flow.all_ratings()).flat_map(|(path, items)| numbered(items, &path));
        let items: Vec<(String, &Item)> = items.collect();
        for (path, _) in items.iter().filter(|(_, item)| item.judgement().is_some_and(|j| !j.in_condition.is_empty())) {
            let help = "move the item to a questionnaire, or remove the field";
            check.error(&file, &format!("{path}.in_condition"), "conditions are for items of questionnaires", help);
        }
    }
}

/// With lists, there are no forms X and Y.
fn two_forms(check: &mut Check, judgement: &Judgement, one: &Placed) {
    let help = "this study has a list for each condition: write what differs under `in_condition`";
    for (has, field) in
        [(matches!(judgement.truth, Truth::ByForm(_)), "truth"), (judgement.in_form_y.is_some(), "in_form_y")]
    {
        if has {
            let message = "a study with conditions within persons has no forms X and Y";
            check.error(&one.file, &format!("{}.{field}", one.path), message, help);
        }
    }
}

fn named(check: &mut Check, judgement: &Judgement, one: &Placed, conditions: &[String]) {
    let all: Vec<String> = conditions.iter().map(|condition| format!("`{condition}`")).collect();
    for name in judgement.in_condition.keys().filter(|name| !conditions.contains(name)) {
        let message = format!("the study has no condition `{name}`");
        check.error(&one.file, &format!("{}.{name}", field(one)), message, &format!("name one of {}", all.join(", ")));
    }
    let lacking = judgement.lists.iter().zip(Form::lists(conditions.len()));
    let lacking = lacking.filter(|(_, form)| judgement.truth.for_form(*form).is_empty()).map(|(own, _)| &own.condition);
    if let Some(condition) = lacking.min() {
        let message = format!("there is no right answer in the condition `{condition}`");
        check.error(&one.file, &field(one), message, "add `truth` to the item, or to each of its conditions");
    }
}

/// If conditions differ in the medium, a condition that is not named may have been forgotten.
fn media(check: &mut Check, judgement: &Judgement, one: &Placed, conditions: &[String]) {
    if judgement.in_condition.values().all(|own| own.stimulus == Own::Usual) {
        return;
    }
    if let Some(condition) = conditions.iter().find(|name| !judgement.in_condition.contains_key(*name)) {
        let message =
            format!("other conditions of this item have a medium of their own, and `{condition}` is not named");
        let help = format!("add `{condition}` with its `stimulus`; `{condition}: {{}}` if it is the item as it is");
        check.error(&one.file, &field(one), message, &help);
    }
}

/// Conditions that are the same in all items.
fn alike(check: &mut Check, rotated: &[&(&Judgement, Placed)], conditions: &[String]) {
    let none = InCondition::default();
    let words = |condition: &String| {
        let own = rotated.iter().map(|(judgement, _)| judgement.in_condition.get(condition).unwrap_or(&none));
        own.collect::<Vec<_>>()
    };
    for (index, condition) in conditions.iter().enumerate() {
        let other = conditions[..index].iter().find(|other| words(other) == words(condition));
        if let Some(other) = other {
            let message = format!("no item differs between the conditions `{other}` and `{condition}`");
            let help = "name both under `in_condition` of an item with what differs, or drop a level";
            check.error(STUDY, WITHIN, message, help);
        }
    }
}

/// Each participant sees each condition equally often.
fn divided(check: &mut Check, items: &[&(&Judgement, Placed)], lists: usize) {
    if items.len().is_multiple_of(lists) {
        return;
    }
    let message = format!("{} items with conditions can't be divided evenly among {lists} lists", items.len());
    let whole = items.len() / lists * lists;
    let help = match whole {
        0 => format!("have {lists} such items in the questionnaire, or a multiple, or drop a level"),
        _ => format!("have {whole} or {} such items in the questionnaire, or drop a level", whole + lists),
    };
    let (_, last) = items[items.len() - 1];
    check.error(&last.file, &field(last), message, &help);
}

/// Otherwise a difference between two conditions is also one between true and false items, for a part of the
/// participants.
fn truths(check: &mut Check, items: &[&(&Judgement, Placed)], conditions: &[String]) {
    let right = |form: Form, condition: &String| {
        let own = items.iter().filter(|(judgement, _)| judgement.condition_in(form) == Some(condition));
        let mut truths: BTreeMap<&str, usize> = BTreeMap::new();
        own.for_each(|(judgement, _)| *truths.entry(judgement.truth.for_form(form)).or_default() += 1);
        truths.iter().map(|(truth, times)| format!("{times} × {truth}")).collect::<Vec<_>>().join(", ")
    };
    let first = Form::List(1);
    let differs = |(condition, form): &(&String, Form)| right(first, condition) != right(*form, condition);
    let cells =
        conditions.iter().flat_map(|condition| Form::lists(conditions.len()).map(move |form| (condition, form)));
    if let Some((condition, form)) = cells.filter(|_| items.len().is_multiple_of(conditions.len())).find(differs) {
        let message = format!(
            "the right answers in the condition `{condition}` are {} on {first} and {} on {form}",
            right(first, condition),
            right(form, condition)
        );
        let help = "change the order of the items: in each run of as many items as there are conditions, the right \
                    answers must be the same, or differ by condition alone";
        let (_, one) = items[0];
        check.warning(&one.file, &field(one), message, help);
    }
}

/// Items are counted in the file, so all arms must have the same ones.
fn same_for_all_arms(check: &mut Check) {
    let rotated = |study: &Study| -> Vec<String> {
        let items = study.questionnaires.values().flat_map(Questionnaire::items);
        items
            .filter(|item| item.judgement().is_some_and(|own| !own.lists.is_empty()))
            .map(|item| item.id.clone())
            .collect()
    };
    let all = rotated(check.study);
    for (arm, seen) in &check.study.by_arm {
        let own = rotated(seen);
        if let Some(missing) = all.iter().find(|id| !own.contains(id)) {
            let one = check.items().into_iter().find(|one| one.item.id == *missing);
            let message = format!("arm {arm} lacks this item, so its lists differ from those of other arms");
            let help = "show all items with conditions in all arms";
            if let Some(one) = one {
                check.error(&one.file, &one.path, message, help);
            }
            return;
        }
    }
}
