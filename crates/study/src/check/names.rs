//! Names in the future data set: well formed, and each one once.

use std::collections::{BTreeMap, BTreeSet};

use super::context::{evidence, posts};
use super::{Check, numbered};
use crate::definition::training::Followup;
use crate::definition::{ControlFlow, FlowA, FlowB, Item};
use crate::page::QuestionnairePage;

/// A name, with the file and the path of its value.
type Named = (String, String, String);

pub(super) fn check(check: &mut Check) {
    let mut seen: BTreeMap<String, (String, String)> = BTreeMap::new();
    for (name, file, path) in variables(check) {
        if !is_name(&name, '_') {
            let message = format!("`{name}` can't be the name of a variable");
            let help = "use lower-case letters, digits and underscores, a letter first, at most 64";
            check.error(&file, &path, message, help);
        }
        if let Some((first, at)) = seen.get(&name) {
            let line = check.outlines.get(first.as_str()).map_or(0, |outline| outline.find(at).0);
            let message =
                format!("the data set would have two variables `{name}`: the other one is in {first}, line {line}");
            check.error(&file, &path, message, "rename one of them");
        } else {
            seen.insert(name, (file, path));
        }
    }
    for (what, names) in identifiers(check) {
        let mut seen = BTreeSet::new();
        for (name, file, path) in names {
            if what == "sections" && !is_name(&name, '_') {
                let message = format!("`{name}` can't be the name of a section");
                let help = "use lower-case letters, digits and underscores, a letter first, at most 64";
                check.error(&file, &path, message, help);
            }
            if !seen.insert(name.clone()) {
                check.error(&file, &path, format!("there are two {what} `{name}`"), "rename one of them");
            }
        }
    }
}

/// Lower-case letters, digits and one kind of joint; a letter first.
pub(super) fn is_name(name: &str, joint: char) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == joint;
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.len() <= 64 && name.chars().all(fits)
}

/// All columns of the future data set.
fn variables(check: &Check) -> Vec<Named> {
    let mut all: Vec<Named> = Vec::new();
    for placed in check.items().into_iter().filter(|placed| !check.repeats(placed.page.id)) {
        all.extend(names(placed.item, &placed.file, &placed.path));
    }
    for (page, questionnaire) in check.study.questionnaires.iter().filter(|(page, _)| !check.repeats(page.id)) {
        let scales = numbered(&questionnaire.scales, "scales");
        all.extend(scales.map(|(path, scale)| (scale.id.clone(), check.file(page.id), format!("{path}.id"))));
    }
    all.push((check.study.practice.id.clone(), "practice.yaml".into(), "id".into()));
    let study = check.study;
    all.extend(study.flow_a.iter().filter(|flow| !check.repeats(flow.block)).flat_map(|flow| flow_a(check, flow)));
    all.extend(study.flow_b.iter().filter(|flow| !check.repeats(flow.block)).flat_map(|flow| flow_b(check, flow)));
    let control_flow = study.control_flow.iter().filter(|flow| !check.repeats(flow.block));
    all.extend(control_flow.flat_map(|flow| control(check, flow)));
    all
}

fn flow_a(check: &Check, flow: &FlowA) -> Vec<Named> {
    let followup = flow.followup.iter().flat_map(Followup::items);
    let suffixes = followup.map(|item| format!("_{}", item.id));
    let suffixes = judgement(flow.confidence, flow.second_look.is_some()).chain(suffixes).collect::<Vec<_>>();
    let ids = numbered(&flow.questions, "questions").map(|(path, question)| (path, question.id.as_str()));
    with_suffixes(ids, &suffixes, &check.file(flow.block))
}

fn flow_b(check: &Check, flow: &FlowB) -> Vec<Named> {
    let posts = posts(flow).into_iter().map(|(path, post)| (path, post.id.as_str()));
    let suffixes: Vec<String> = judgement(flow.confidence, flow.second_look.is_some()).collect();
    with_suffixes(posts, &suffixes, &check.file(flow.block))
}

/// Suffixes of a judgement's variables.
fn judgement(confidence: bool, second_look: bool) -> impl Iterator<Item = String> {
    let others = [(confidence, "_confidence"), (second_look, "_look")];
    let others = others.into_iter().filter(|(asked, _)| *asked).map(|(_, suffix)| suffix.to_owned());
    std::iter::once(String::new()).chain(others)
}

/// Questions before the clips have their own names.
fn control(check: &Check, flow: &ControlFlow) -> Vec<Named> {
    let file = &check.file(flow.block);
    let opening = flow.opening.iter().flat_map(|opening| numbered(&opening.items, "opening.items"));
    let mut all: Vec<Named> = opening.flat_map(|(path, item)| names(item, file, &path)).collect();
    for (path, clip) in numbered(&flow.clips, "clips") {
        let variables = flow.ratings(&check.study.stimuli, clip).iter().flat_map(Item::variables);
        let suffixes: Vec<String> = variables.map(|variable| format!("_{}", variable.name)).collect();
        all.extend(with_suffixes([(path, clip.id.as_str())].into_iter(), &suffixes, file));
    }
    all
}

/// The names of an item's variables.
fn names(item: &Item, file: &str, path: &str) -> Vec<Named> {
    let variables = item.variables().into_iter().enumerate();
    let path = |index| format!("{path}.{}", item.name_path(index));
    variables.map(|(index, variable)| (variable.name, file.to_owned(), path(index))).collect()
}

fn with_suffixes<'t>(ids: impl Iterator<Item = (String, &'t str)>, suffixes: &[String], file: &str) -> Vec<Named> {
    ids.flat_map(|(path, id)| {
        let named = |suffix: &String| (format!("{id}{suffix}"), file.to_owned(), format!("{path}.id"));
        suffixes.iter().map(named).collect::<Vec<_>>()
    })
    .collect()
}

/// Names that must be unique among themselves.
fn identifiers(check: &Check) -> Vec<(&'static str, Vec<Named>)> {
    let named = |file: &str, path: String, id: &str| (id.to_owned(), file.to_owned(), format!("{path}.id"));
    let study = check.study;
    let personas = numbered(&study.personas, "").map(|(path, p)| named("personas.yaml", path, &p.id)).collect();
    let ticks = numbered(&study.consent.ticks, "ticks").map(|(path, t)| named("consent.yaml", path, &t.id)).collect();
    let mut all = vec![("personas", personas), ("ticks", ticks)];
    for page in [QuestionnairePage::Pre, QuestionnairePage::Treatment, QuestionnairePage::Post] {
        // A repeated answer is recognised by its section, so that blocks on the same page need sections of their own.
        let own = study.questionnaires.iter().filter(|(block, _)| block.page == page && !check.repeats(block.id));
        let sections = own.flat_map(|(block, questionnaire)| {
            let file = check.file(block.id);
            let sections = numbered(&questionnaire.sections, "sections");
            sections.map(move |(path, section)| named(&file, path, &section.id)).collect::<Vec<_>>()
        });
        all.push(("sections", sections.collect()));
    }
    for flow in &study.flow_b {
        let file = check.file(flow.block);
        let evidence = evidence(flow).into_iter();
        all.push(("pieces of evidence", evidence.map(|(path, one)| named(&file, path, &one.id)).collect()));
    }
    all
}
