//! Judgements before and after advice.

use std::collections::BTreeSet;

use super::{Check, numbered};
use crate::definition::{Item, Section};
use crate::items::{Advised, Judgement};
use crate::page::QuestionnaireBlock;

pub(super) fn check(check: &mut Check) {
    sections(check);
    stray(check);
    outside_questionnaires(check);
}

/// The sections with advice, as an arm sees them.
pub(super) fn sections(check: &mut Check) {
    let study = check.study;
    for (&page, questionnaire) in &study.questionnaires {
        let file = check.file(page.id);
        for (path, section) in numbered(&questionnaire.sections, "sections") {
            let items = numbered(&section.items, &format!("{path}.items"));
            let judged: Vec<_> = items.filter_map(|(path, item)| Some((path, item, item.judgement()?))).collect();
            if !section.advice.is_empty() {
                of_section(check, &file, &path, section, &judged);
            }
        }
    }
}

/// Judgements that say something about advice in a section that has none in any arm.
fn stray(check: &mut Check) {
    let study = check.study;
    let has_advice = |page: &QuestionnaireBlock, id: &str| {
        let seen = study.by_arm.values().map(AsRef::as_ref).chain([study]);
        let mut sections = seen.filter_map(|seen| seen.questionnaires.get(page)).flat_map(|own| &own.sections);
        sections.any(|own| own.id == id && !own.advice.is_empty())
    };
    for (page, questionnaire) in &study.questionnaires {
        let sections = numbered(&questionnaire.sections, "sections");
        for (path, section) in sections.filter(|(_, section)| !has_advice(page, &section.id)) {
            let mut items = numbered(&section.items, &format!("{path}.items"));
            let stray = items.find_map(|(path, item)| Some(format!("{path}.{}", field(item.judgement()?)?)));
            if let Some(path) = stray {
                let help = "add `advice` to the section, with a text for each answer, or remove this field";
                check.error(&check.file(page.id), &path, "the section has no advice", help);
            }
        }
    }
}

/// The field about advice that a judgement has.
fn field(judgement: &Judgement) -> Option<&'static str> {
    let advised = (judgement.advised == Advised::Wrong).then_some("advised");
    advised.or_else(|| (!judgement.advice.is_empty()).then_some("advice"))
}

fn of_section(check: &mut Check, file: &str, path: &str, section: &Section, judged: &[(String, &Item, &Judgement)]) {
    let at = format!("{path}.advice");
    if judged.is_empty() {
        let help = "move `advice` to a section with judgements, or remove it";
        return check.error(file, &at, "the section has no judgement on which advice could be given", help);
    }
    if !section.one_per_page {
        let help = "add `one_per_page: true` to the section";
        return check.error(file, &at, "advice follows each judgement, but they are on one page", help);
    }
    let offered: BTreeSet<&str> =
        judged.iter().flat_map(|(_, _, own)| &own.options).map(|option| option.value.as_str()).collect();
    unknown(check, file, &at, section.advice.keys(), &offered);
    empty(check, file, &at, section);
    for (path, item, judgement) in judged {
        let own: BTreeSet<&str> = judgement.options.iter().map(|option| option.value.as_str()).collect();
        unknown(check, file, &format!("{path}.advice"), judgement.advice.keys(), &own);
        one(check, file, path, section, item, judgement);
    }
}

/// Texts of answers that nobody can choose.
fn unknown<'k>(
    check: &mut Check,
    file: &str,
    at: &str,
    named: impl Iterator<Item = &'k String>,
    offered: &BTreeSet<&str>,
) {
    for name in named.filter(|name| !offered.contains(name.as_str())) {
        let all: Vec<String> = offered.iter().map(|value| format!("`{value}`")).collect();
        let message = format!("no judgement here has the answer `{name}`");
        check.error(file, &format!("{at}.{name}"), message, &format!("name one of {}", all.join(", ")));
    }
}

/// An arm has all texts, or none.
fn empty(check: &mut Check, file: &str, at: &str, section: &Section) {
    let (empty, others): (Vec<_>, Vec<_>) = section.advice.iter().partition(|(_, text)| text.is_none());
    if let (Some((name, _)), false) = (empty.first(), others.is_empty()) {
        let message = format!("there is no text for `{name}`, and one for another answer");
        let help = "write a text, or `null` for all answers, in an arm without advice";
        check.error(file, &format!("{at}.{name}"), message, help);
    }
}

fn one(check: &mut Check, file: &str, path: &str, section: &Section, item: &Item, judgement: &Judgement) {
    if !item.required {
        let help = "remove `required: false`: the advice comes after an answer";
        check.error(file, &format!("{path}.required"), "a judgement with advice can't be left open", help);
    }
    if item.show_if.is_some() {
        let help = "move the item to a section without advice, or remove the condition";
        check.error(file, &format!("{path}.show_if"), "a judgement with advice has no condition", help);
    }
    if judgement.advised == Advised::Wrong && judgement.options.len() != 2 {
        let message = "with more than two answers, it is not clear which wrong one the advice names";
        let help = "let the advice name the right answer, or offer two answers";
        return check.error(file, &format!("{path}.advised"), message, help);
    }
    let named =
        check.study.file.forms().into_iter().filter_map(|form| judgement.advised_in(form)).collect::<BTreeSet<_>>();
    let lacking = named
        .into_iter()
        .find(|name| ![&judgement.advice, &section.advice].iter().any(|texts| texts.contains_key(*name)));
    if let Some(name) = lacking {
        let message = format!("there is no advice that names the answer `{name}`");
        let help = format!("add a text for `{name}` to `advice` of the section");
        check.error(file, &format!("{path}.id"), message, &help);
    }
}

/// Ratings of the control flow are given once.
fn outside_questionnaires(check: &mut Check) {
    for flow in &check.study.control_flow {
        let file = check.file(flow.block);
        let opening = flow.opening.iter().map(|opening| ("opening.items".to_owned(), opening.items.as_slice()));
        let items: Vec<_> =
            opening.chain(flow.all_ratings()).flat_map(|(path, items)| numbered(items, &path)).collect();
        let stray = items.iter().find_map(|(path, item)| Some(format!("{path}.{}", field(item.judgement()?)?)));
        if let Some(path) = stray {
            let help = "move the item to a questionnaire, or remove this field";
            check.error(&file, &path, "advice is for items of questionnaires", help);
        }
    }
}
