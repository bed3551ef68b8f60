//! Arms: an end for everybody, content for every step, no content that nobody sees.

use super::{Check, numbered};
use crate::load::questionnaire_file;
use crate::page::{QuestionnairePage, Step};
use crate::problem::Severity;

const STUDY: &str = "study.yaml";

pub(super) fn check(check: &mut Check) {
    if check.study.file.arms.is_empty() {
        check.error(
            STUDY,
            "arms",
            "the study has no arm".into(),
            "add at least one of control_0, treatment_0, treatment_1",
        );
    }
    for (group, arm) in &check.study.file.arms {
        let path = format!("arms.{}.steps", group.name());
        if arm.steps.last() != Some(&Step::End) {
            let last = format!("{path}.{}", arm.steps.len().saturating_sub(1));
            check.error(
                STUDY,
                &last,
                format!("arm {} is a dead end: its last step is not /end", group.name()),
                "add `- /end` as the last step",
            );
        }
        for (index, (path, step)) in numbered(&arm.steps, &path).enumerate() {
            if *step == Step::End && index + 1 < arm.steps.len() {
                check.error(STUDY, &path, "nothing comes after /end".into(), "move /end to the end of the list");
            }
            if arm.steps[..index].contains(step) {
                check.error(STUDY, &path, format!("arm {} has this step twice", group.name()), "keep one of them");
            }
            content(check, &path, *step);
        }
        if arm.steps.contains(&Step::FlowA) && arm.steps.contains(&Step::FlowB) {
            let message = format!("arm {} has both flows", group.name());
            check.report(
                Severity::Note,
                STUDY,
                &path,
                message,
                "this is fine if both are the intervention; its effect can't be attributed to one of them",
            );
        }
    }
    unreachable(check);
    for page in ["declined", "withdrawn", "closed"] {
        page_text(check, "", page);
    }
}

/// The file that holds a step's content, if it has one of its own.
fn content_file(step: Step) -> Option<String> {
    match step {
        Step::FlowA => Some("flow-a.yaml".into()),
        Step::FlowB => Some("flow-b.yaml".into()),
        Step::ControlFlow => Some("control-flow.yaml".into()),
        step => step.questionnaire().map(questionnaire_file),
    }
}

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
        check.error(
            STUDY,
            path,
            format!("this step has no content: {file} is missing"),
            "write that file, or remove the step from the arm",
        );
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
    let arms = &check.study.file.arms;
    let reached = |step: Step| arms.values().any(|arm| arm.steps.contains(&step));
    let questionnaires = [QuestionnairePage::Pre, QuestionnairePage::Treatment, QuestionnairePage::Post];
    let steps = questionnaires.map(QuestionnairePage::step);
    let steps = steps.into_iter().chain([Step::Home, Step::FlowA, Step::FlowB, Step::ControlFlow]);
    for step in steps.filter(|step| !reached(*step)) {
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
    let strange: Vec<&String> = check.files.keys().filter(|name| !is_known(name)).collect();
    for file in strange {
        check.warning(file, "", "this file is not part of a study".into(), "it is not read; check its name and folder");
    }
}

fn is_known(name: &str) -> bool {
    const TOP: [&str; 8] = [
        "study.yaml",
        "consent.yaml",
        "practice.yaml",
        "personas.yaml",
        "stimuli.yaml",
        "flow-a.yaml",
        "flow-b.yaml",
        "control-flow.yaml",
    ];
    const QUESTIONNAIRES: [&str; 3] = ["pre.yaml", "treatment.yaml", "post.yaml"];
    const PAGES: [&str; 12] = [
        "home",
        "home-right",
        "home-wrong",
        "flow-a-start",
        "flow-a-interim",
        "flow-a-end",
        "flow-b",
        "control-flow",
        "end",
        "declined",
        "withdrawn",
        "closed",
    ];
    let page = |name: &str| name.strip_suffix(".md").is_some_and(|stem| PAGES.contains(&stem));
    let upper = name.rsplit('/').next().unwrap_or(name);
    match name.split_once('/') {
        _ if upper.starts_with("README") || upper.starts_with("LICEN") || upper.starts_with('.') => true,
        None => TOP.contains(&name),
        Some(("questionnaires", file)) => QUESTIONNAIRES.contains(&file),
        Some(("pages", file)) => page(file),
        Some(("locales", file)) => {
            file.split_once('/').map_or(file.strip_suffix(".yaml").is_some(), |(_, file)| page(file))
        }
        Some((folder, _)) => folder == "media" || folder.starts_with('.'),
    }
}
