//! As many items of each truth, or as many as the study states; and orders that do not depend on the arm.

use std::collections::{BTreeMap, BTreeSet};

use super::context::posts;
use super::{Check, numbered};
use crate::definition::stimulus::StimulusVersion;
use crate::definition::training::ItemOrder;
use crate::definition::{BlockId, FlowA, FlowB};
use crate::items::Judgement;
use crate::page::QuestionnaireBlock;

pub(super) fn check(check: &mut Check) {
    let study = check.study;
    study.flow_a.iter().for_each(|flow| flow_a(check, flow));
    study.flow_b.iter().for_each(|flow| flow_b(check, flow));
    for page in study.questionnaires.keys() {
        questionnaire(check, *page);
    }
    orders(check);
}

/// A judgement with where it is written.
struct Judged<'a> {
    path: String,
    /// The answers to choose from, of which each should be right as often as any other one.
    options: Vec<&'a str>,
    truth: &'a str,
}

fn flow_a(check: &mut Check, flow: &FlowA) {
    let file = &check.file(flow.block);
    let options = [StimulusVersion::Original, StimulusVersion::Altered].map(StimulusVersion::value);
    let judged = numbered(&flow.questions, "questions").map(|(path, question)| Judged {
        path,
        options: options.into(),
        truth: question.show.value(),
    });
    balanced(check, file, "", &flow.right_answers, &judged.collect::<Vec<_>>());
    known(check, file, &flow.right_answers, &options);
}

fn flow_b(check: &mut Check, flow: &FlowB) {
    let file = &check.file(flow.block);
    let options: Vec<&str> = flow.options.iter().map(|option| option.value.as_str()).collect();
    let posts = posts(flow).into_iter();
    let judged = posts.map(|(path, post)| Judged { path, options: options.clone(), truth: &post.correct });
    balanced(check, file, "", &flow.right_answers, &judged.collect::<Vec<_>>());
    known(check, file, &flow.right_answers, &options);
}

fn questionnaire(check: &mut Check, page: QuestionnaireBlock) {
    let (file, stated) = (check.file(page.id), &check.study.questionnaires[&page].right_answers);
    // If the lists can't have the same number of items in each condition, their right answers differ for that reason.
    let lists = check.study.file.conditions().len().max(1);
    let items = check.study.questionnaires[&page].items();
    let rotated = items.filter(|item| item.judgement().is_some_and(|judgement| !judgement.in_condition.is_empty()));
    let is_divided = rotated.count().is_multiple_of(lists);
    let mut offered = Vec::new();
    for form in check.study.file.forms() {
        let items = check.items().into_iter().filter(|placed| placed.page == page);
        let judged = items.filter_map(|placed| {
            let Judgement { options, truth, .. } = placed.item.judgement()?;
            let options = options.iter().map(|option| option.value.as_str()).collect();
            Some(Judged { path: placed.path, options, truth: truth.for_form(form) })
        });
        let judged: Vec<Judged> = judged.collect();
        if is_divided {
            balanced(check, &file, &format!(" in {form}"), stated, &judged);
        }
        offered = judged.into_iter().flat_map(|judged| judged.options).collect();
    }
    known(check, &file, stated, &offered);
}

/// Judgements that offer the same answers are counted together. `stated` is how often the study means each answer to be
/// right, where it does not mean each as often as the others; it is about the whole file.
fn balanced(check: &mut Check, file: &str, form: &str, stated: &BTreeMap<String, u32>, judged: &[Judged]) {
    let mut alike: BTreeMap<BTreeSet<&str>, Vec<&Judged>> = BTreeMap::new();
    for one in judged {
        alike.entry(one.options.iter().copied().collect()).or_default().push(one);
    }
    for alike in alike.into_values() {
        let (options, first) = (&alike[0].options, &alike[0].path);
        let is_stated = options.iter().any(|option| stated.contains_key(*option));
        let counted = if is_stated { judged.iter().collect() } else { alike.clone() };
        let right = |option: &str| counted.iter().filter(|one| one.truth == option).count();
        let meant = |option: &str| {
            if is_stated { stated.get(option).map_or(0, |times| *times as usize) } else { right(options[0]) }
        };
        if options.iter().all(|option| right(option) == meant(option)) {
            continue;
        }
        let list = |each: &dyn Fn(&str) -> String| options.iter().map(|o| each(o)).collect::<Vec<_>>().join(", ");
        let found = list(&|option| format!("{} × {option}", right(option)));
        if is_stated {
            let wanted = list(&|option| format!("{} × {option}", meant(option)));
            let message = format!("the right answers{form} differ from those stated here: {found} instead of {wanted}");
            check.error(file, "right_answers", message, "change the right answers, or the numbers stated here");
        } else {
            let message = format!("the right answers{form} are not balanced: {found}");
            let as_they_are = list(&|option| format!("{option}: {}", right(option)));
            let help = format!(
                "use the same number of each, so that always giving one answer gains nothing; if this is intended, \
                 state it at the top of the file: `right_answers: {{ {as_they_are} }}`"
            );
            check.error(file, first, message, &help);
        }
    }
}

fn known(check: &mut Check, file: &str, stated: &BTreeMap<String, u32>, offered: &[&str]) {
    for answer in stated.keys().filter(|answer| !offered.contains(&answer.as_str())) {
        let message = format!("`{answer}` can't be the right answer here");
        check.error(file, &format!("right_answers.{answer}"), message, "name the value of an option of a judgement");
    }
}

/// Parts of different arms must be ordered alike. Otherwise effects of order depend on the arm.
fn orders(check: &mut Check) {
    let study = check.study;
    let flows_a = study.flow_a.iter().map(|flow| (flow.block, flow.order));
    let flows_b = study.flow_b.iter().map(|flow| (flow.block, flow.order));
    let control = study.control_flow.iter().map(|flow| (flow.block, flow.order));
    let parts: Vec<(BlockId, ItemOrder)> = flows_a.chain(flows_b).chain(control).collect();
    let of = |wanted| {
        let alike = parts.iter().filter(|(block, order)| *order == wanted && check.is_used(*block));
        let mut files: Vec<String> = alike.map(|(block, _)| check.file(*block)).collect();
        files.dedup();
        files
    };
    let (fixed, random) = (of(ItemOrder::File), of(ItemOrder::Random));
    for file in fixed.iter().filter(|_| !random.is_empty()) {
        let message =
            format!("all participants get the same order here, but a random order in {}", random.join(" and "));
        let help = "write `order: random` in all of these files or in none; otherwise order is confounded with arm";
        check.warning(file, ".", message, help);
    }
}
