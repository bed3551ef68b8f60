//! Threats to validity: unequal classes of truth, a medium that is seen in two phases.

use std::collections::BTreeMap;

use super::{Check, numbered};
use crate::definition::item::Kind;
use crate::definition::stimulus::Stimulus;
use crate::definition::training::ItemOrder;
use crate::load::questionnaire_file;
use crate::page::{QuestionnairePage, Step};
use crate::progress::Form;

pub(super) fn check(check: &mut Check) {
    if let Some(flow) = &check.study.flow_a {
        let truths: Vec<&str> = flow.questions.iter().map(|question| question.show.value()).collect();
        balanced(check, "flow-a.yaml", "questions", "", &["original", "altered"], &truths);
    }
    if let Some(flow) = &check.study.flow_b {
        let truths: Vec<&str> =
            flow.personas.iter().flat_map(|posts| &posts.posts).map(|post| post.correct.as_str()).collect();
        let options: Vec<&str> = flow.options.iter().map(|option| option.value.as_str()).collect();
        balanced(check, "flow-b.yaml", "personas", "", &options, &truths);
    }
    for page in check.study.questionnaires.keys() {
        for (form, name) in [(Form::X, " in form X"), (Form::Y, " in form Y")] {
            questionnaire(check, *page, form, name);
        }
    }
    orders(check);
    phases(check);
}

/// Parts of different arms that are not ordered alike: then what an order does goes with the arm.
fn orders(check: &mut Check) {
    let study = check.study;
    let parts = [
        (Step::FlowA, "flow-a.yaml", study.flow_a.as_ref().map(|flow| flow.order)),
        (Step::FlowB, "flow-b.yaml", study.flow_b.as_ref().map(|flow| flow.order)),
        (Step::ControlFlow, "control-flow.yaml", study.control_flow.as_ref().map(|flow| flow.order)),
    ];
    let is_used = |step: &Step| study.file.arms.values().any(|arm| arm.steps.contains(step));
    let of = |wanted| {
        let alike = parts.iter().filter(move |(step, _, order)| *order == Some(wanted) && is_used(step));
        alike.map(|(_, file, _)| *file).collect::<Vec<_>>()
    };
    let (fixed, random) = (of(ItemOrder::File), of(ItemOrder::Random));
    for file in fixed.iter().filter(|_| !random.is_empty()) {
        let message = format!("everybody has the same order here, and one of their own in {}", random.join(" and "));
        check.warning(
            file,
            ".",
            message,
            "write `order: random` here as well, or nowhere: order would go with the arm",
        );
    }
}

/// Items that offer the same answers are counted together.
fn questionnaire(check: &mut Check, page: QuestionnairePage, form: Form, name: &str) {
    let mut by_options: BTreeMap<Vec<&str>, Vec<&str>> = BTreeMap::new();
    for item in check.study.questionnaires[&page].items() {
        if let Kind::Judgement { options, truth, .. } = &item.kind {
            let options = options.iter().map(|option| option.value.as_str()).collect();
            by_options.entry(options).or_default().push(truth.for_form(form));
        }
    }
    for (options, truths) in by_options {
        balanced(check, &questionnaire_file(page), "sections", name, &options, &truths);
    }
}

fn balanced(check: &mut Check, file: &str, path: &str, form: &str, options: &[&str], truths: &[&str]) {
    let count = |option: &str| truths.iter().filter(|truth| **truth == option).count();
    let counts: Vec<(&str, usize)> = options.iter().map(|option| (*option, count(option))).collect();
    if counts.iter().any(|(_, n)| *n != counts[0].1) {
        let list: Vec<String> = counts.iter().map(|(option, n)| format!("{n} × {option}")).collect();
        let message = format!("the right answers{form} are not balanced: {}", list.join(", "));
        check.warning(file, path, message, "with as many of each, guessing one answer throughout gains nothing");
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Practice,
    Before,
    Training,
    After,
}

impl Phase {
    fn name(self) -> &'static str {
        match self {
            Self::Practice => "the practice",
            Self::Before => "the questionnaires before the training",
            Self::Training => "the training",
            Self::After => "the questionnaire after the training",
        }
    }
}

/// Compares what is shown: a file under another name is still the file that was seen.
fn phases(check: &mut Check) {
    let mut seen: BTreeMap<String, (Phase, String)> = BTreeMap::new();
    for (phase, file, path, id) in uses(check) {
        let shown = check.study.stimuli.get(&id).map_or_else(Vec::new, shown);
        let known = shown.iter().filter_map(|checksum| seen.get(checksum)).find(|(first, _)| *first != phase);
        if let Some((first, earlier)) = known {
            let as_well = if *earlier == id { String::new() } else { format!(" as `{earlier}`") };
            let message = format!("stimulus `{id}` is shown in {}{as_well} and in {}", first.name(), phase.name());
            check.error(&file, &path, message, "a medium that was seen before is no test; use another one");
        }
        for checksum in shown {
            seen.entry(checksum).or_insert_with(|| (phase, id.clone()));
        }
    }
}

/// Checksums of what a stimulus shows and plays, in both versions: the other version was seen as well as this one.
fn shown(stimulus: &Stimulus) -> Vec<String> {
    let versions = [Some(&stimulus.original), stimulus.altered.as_ref()];
    let media = versions.into_iter().flatten().flat_map(|version| version.files.iter().chain(&version.poster));
    media.map(|media| media.sha256.to_lowercase()).collect()
}

/// Every use of a stimulus, in the order in which participants meet it.
fn uses(check: &Check) -> Vec<(Phase, String, String, String)> {
    let study = check.study;
    let mut all =
        vec![(Phase::Practice, "practice.yaml".to_owned(), "stimulus".to_owned(), study.practice.stimulus.clone())];
    let mut training = |file: &str, path: String, id: &str| {
        all.push((Phase::Training, file.to_owned(), format!("{path}.stimulus"), id.to_owned()));
    };
    for (path, question) in study.flow_a.iter().flat_map(|flow| numbered(&flow.questions, "questions")) {
        training("flow-a.yaml", path, &question.stimulus);
    }
    for (path, clip) in study.control_flow.iter().flat_map(|flow| numbered(&flow.clips, "clips")) {
        training("control-flow.yaml", path, &clip.stimulus);
    }
    for (path, posts) in study.flow_b.iter().flat_map(|flow| numbered(&flow.personas, "personas")) {
        for (path, post) in numbered(&posts.posts, &format!("{path}.posts")) {
            post.stimulus.iter().for_each(|id| training("flow-b.yaml", path.clone(), id));
            for (path, evidence) in numbered(&post.evidence, &format!("{path}.evidence")) {
                evidence.stimulus.iter().for_each(|id| training("flow-b.yaml", path.clone(), id));
            }
        }
    }
    for placed in check.items() {
        let (Kind::Judgement { stimulus, .. } | Kind::Information { stimulus, .. }) = &placed.item.kind else {
            continue;
        };
        let phase = if placed.page == QuestionnairePage::Post { Phase::After } else { Phase::Before };
        let Some(id) = stimulus else { continue };
        all.push((phase, placed.file, format!("{}.stimulus", placed.path), id.clone()));
    }
    all
}
