//! Arms: each reaches the end, each step has content, and all content is used.

use std::ops::RangeInclusive;
use std::path::Path;

use super::{Check, numbered};
use crate::load::questionnaire_file;
use crate::page::Step;
use crate::problem::Severity;

const STUDY: &str = "study.yaml";

/// How many arms a study can have.
const ARMS: RangeInclusive<usize> = 2..=24;

pub(super) fn check(check: &mut Check) {
    let count = check.study.file.arms.len();
    if !ARMS.contains(&count) {
        let message = match count {
            0 => "the study has no arm".to_owned(),
            1 => "the study has only one arm, so there is nothing to compare".to_owned(),
            _ => format!("the study has {count} arms"),
        };
        let help = format!("a study has {} to {} arms", ARMS.start(), ARMS.end());
        check.error(STUDY, "arms", message, &help);
    }
    for (group, arm) in &check.study.file.arms {
        let path = format!("arms.{}.steps", group.name());
        if arm.steps.last() != Some(&Step::End) {
            let last = format!("{path}.{}", arm.steps.len().saturating_sub(1));
            let message = format!("arm {} is a dead end: its last step is not /end", group.name());
            check.error(STUDY, &last, message, "add `- /end` as the last step");
        }
        for (index, (path, step)) in numbered(&arm.steps, &path).enumerate() {
            if *step == Step::End && index + 1 < arm.steps.len() {
                check.error(STUDY, &path, "nothing comes after /end", "move /end to the end of the list");
            }
            if arm.steps[..index].contains(step) {
                check.error(STUDY, &path, format!("arm {} has this step twice", group.name()), "keep one of them");
            }
            content(check, &path, *step);
        }
        if arm.steps.contains(&Step::FlowA) && arm.steps.contains(&Step::FlowB) {
            let message = format!("arm {} has both flows", group.name());
            let help = "this is fine if both are the intervention; its effect can't be attributed to one of them";
            check.report(Severity::Note, STUDY, &path, message, help);
        }
    }
    unreachable(check);
    for page in PAGES_OF_NO_STEP {
        page_text(check, "", page);
    }
    if !CLOSED_BECAUSE.iter().all(|page| check.study.pages.contains_key(*page)) {
        page_text(check, "", CLOSED);
    }
}

/// The file with a step's content, if the step has its own.
fn content_file(step: Step) -> Option<String> {
    match step {
        Step::FlowA => Some("flow-a.yaml".into()),
        Step::FlowB => Some("flow-b.yaml".into()),
        Step::ControlFlow => Some("control-flow.yaml".into()),
        step => step.questionnaire().map(questionnaire_file),
    }
}

/// The texts of a step's pages.
fn page_texts(step: Step) -> &'static [&'static str] {
    match step {
        Step::Home => &["home", "home-right", "home-wrong"],
        Step::FlowA => &["flow-a-start", "flow-a-interim", "flow-a-end"],
        Step::FlowB => &["flow-b"],
        Step::ControlFlow => &["control-flow"],
        Step::End => &["end"],
        Step::PreQuestionnaire | Step::TreatmentQuestionnaire | Step::PostQuestionnaire => &[],
    }
}

fn content(check: &mut Check, path: &str, step: Step) {
    if let Some(file) = content_file(step)
        && !check.files.contains_key(&file)
    {
        let message = format!("this step has no content: {file} is missing");
        check.error(STUDY, path, message, "write that file, or remove the step from the arm");
    }
    for page in page_texts(step) {
        page_text(check, path, page);
    }
}

fn page_text(check: &mut Check, path: &str, page: &str) {
    if !check.study.pages.contains_key(page) {
        let file = format!("pages/{page}.md");
        let at = if path.is_empty() { file.as_str() } else { STUDY };
        let message = format!("{file} is missing");
        // One file, even if several arms have the step.
        if !check.problems.iter().any(|problem| problem.message == message) {
            check.error(at, path, message, "write the text of that page in Markdown");
        }
    }
}

/// The text of a page, and its translations.
fn files_of_page(check: &Check, page: &str) -> Vec<String> {
    let is_of_page = |file: &str| {
        let name = file
            .strip_prefix("pages/")
            .or_else(|| file.strip_prefix("locales/")?.split_once('/').map(|(_, name)| name));
        name.and_then(|name| name.strip_suffix(".md")) == Some(page)
    };
    check.files.keys().filter(|file| is_of_page(file)).cloned().collect()
}

/// Files that no arm uses, or that are no part of a bundle.
fn unreachable(check: &mut Check) {
    for step in Step::ALL {
        if step == Step::End || check.is_used(step) {
            continue;
        }
        let help = "add the step to an arm, or delete the file";
        let no_arm = format!("no arm has the step `{}`", step.first_page());
        if let Some(file) = content_file(step).filter(|file| check.files.contains_key(file)) {
            // At the beginning of the file.
            check.error(&file, ".", format!("{no_arm}, so this file is not used"), help);
        }
        let pages: Vec<String> = page_texts(step).iter().flat_map(|page| files_of_page(check, page)).collect();
        for file in pages {
            check.warning(&file, "", format!("{no_arm}, so this page is never shown"), help);
        }
    }
    let list = check.study.file.allocation.file.as_ref();
    let strange: Vec<&String> = check.files.keys().filter(|name| !is_known(name) && Some(*name) != list).collect();
    for file in strange {
        check.warning(file, "", "this file is not part of a study", "it is not read; check its name and folder");
    }
}

/// Files that every study has.
const FILES: [&str; 5] = ["study.yaml", "consent.yaml", "practice.yaml", "personas.yaml", "stimuli.yaml"];

/// Page texts that belong to no step.
const PAGES_OF_NO_STEP: [&str; 2] = ["declined", "withdrawn"];

/// The page text on why nobody can register, and what a study may have in its place: one text for each reason.
const CLOSED: &str = "closed";
const CLOSED_BECAUSE: [&str; 3] = ["closed-paused", "closed-over", "closed-full"];

fn is_known(name: &str) -> bool {
    let is_page = |name: &str| {
        let mut pages = Step::ALL
            .into_iter()
            .flat_map(page_texts)
            .chain(PAGES_OF_NO_STEP.iter().chain(&CLOSED_BECAUSE).chain([&CLOSED]));
        name.strip_suffix(".md").is_some_and(|stem| pages.any(|page| *page == stem))
    };
    let base = name.rsplit('/').next().unwrap_or(name);
    if base.starts_with("README") || base.starts_with("LICEN") || base.starts_with('.') || FILES.contains(&name) {
        return true;
    }
    match name.split_once('/') {
        Some(("pages", file)) => is_page(file),
        Some(("locales", file)) => match file.split_once('/') {
            Some((_, file)) => is_page(file),
            None => Path::new(file).extension().is_some_and(|ending| ending == "yaml"),
        },
        Some((folder, _)) if folder == "media" || folder.starts_with('.') => true,
        _ => Step::ALL.into_iter().filter_map(content_file).any(|file| file == name),
    }
}
