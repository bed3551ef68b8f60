//! Names in the future data set: well formed, and each one once.

use std::collections::{BTreeMap, BTreeSet};

use super::{Check, numbered};
use crate::definition::Item;
use crate::definition::training::Followup;
use crate::load::questionnaire_file;

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
    for placed in check.items() {
        all.extend(names(placed.item, &placed.file, &placed.path));
    }
    for (page, questionnaire) in &check.study.questionnaires {
        let scales = numbered(&questionnaire.scales, "scales");
        all.extend(scales.map(|(path, scale)| (scale.id.clone(), questionnaire_file(*page), format!("{path}.id"))));
    }
    all.push((check.study.practice.id.clone(), "practice.yaml".into(), "id".into()));
    all.extend(flow_a(check));
    all.extend(flow_b(check));
    all.extend(control(check));
    all
}

fn flow_a(check: &Check) -> Vec<Named> {
    let Some(flow) = &check.study.flow_a else { return Vec::new() };
    let followup = flow.followup.iter().flat_map(Followup::items);
    let suffixes = followup.map(|item| format!("_{}", item.id));
    let suffixes = judgement(flow.confidence, flow.second_look.is_some()).chain(suffixes).collect::<Vec<_>>();
    let ids = numbered(&flow.questions, "questions").map(|(path, question)| (path, question.id.as_str()));
    with_suffixes(ids, &suffixes, "flow-a.yaml")
}

fn flow_b(check: &Check) -> Vec<Named> {
    let Some(flow) = &check.study.flow_b else { return Vec::new() };
    let posts = check.posts().into_iter().map(|(path, post)| (path, post.id.as_str()));
    with_suffixes(posts, &judgement(flow.confidence, flow.second_look.is_some()).collect::<Vec<_>>(), "flow-b.yaml")
}

/// Suffixes of a judgement's variables.
fn judgement(confidence: bool, second_look: bool) -> impl Iterator<Item = String> {
    let others = [(confidence, "_confidence"), (second_look, "_look")];
    let others = others.into_iter().filter(|(asked, _)| *asked).map(|(_, suffix)| suffix.to_owned());
    std::iter::once(String::new()).chain(others)
}

/// Questions before the clips have their own names.
fn control(check: &Check) -> Vec<Named> {
    const FILE: &str = "control-flow.yaml";
    let Some(flow) = &check.study.control_flow else { return Vec::new() };
    let opening = flow.opening.iter().flat_map(|opening| numbered(&opening.items, "opening.items"));
    let mut all: Vec<Named> = opening.flat_map(|(path, item)| names(item, FILE, &path)).collect();
    for (path, clip) in numbered(&flow.clips, "clips") {
        let variables = flow.ratings(&check.study.stimuli, clip).iter().flat_map(Item::variables);
        let suffixes: Vec<String> = variables.map(|variable| format!("_{}", variable.name)).collect();
        all.extend(with_suffixes([(path, clip.id.as_str())].into_iter(), &suffixes, FILE));
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
    for (page, questionnaire) in &study.questionnaires {
        let file = questionnaire_file(*page);
        let sections = numbered(&questionnaire.sections, "sections");
        all.push(("sections", sections.map(|(path, section)| named(&file, path, &section.id)).collect()));
    }
    let evidence = check.evidence().into_iter();
    all.push(("pieces of evidence", evidence.map(|(path, one)| named("flow-b.yaml", path, &one.id)).collect()));
    all
}
