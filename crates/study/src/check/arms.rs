//! Arms: each reaches the end, each step has content, and all content is used.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::Path;

use super::names::is_name;
use super::{Check, numbered};
use crate::definition::block::{DescribedBlock, StepEntry};
use crate::definition::factors::MOST_ARMS;
use crate::definition::{Block, BlockId, Study};
use crate::invitations::{INVITATION_TEXT, REMINDER_TEXT};
use crate::page::{QuestionnaireBlock, Step, StepKind};
use crate::problem::Severity;

const STUDY: &str = "study.yaml";

/// How many arms a study can have.
const ARMS: RangeInclusive<usize> = 2..=MOST_ARMS;

pub(super) fn check(check: &mut Check) {
    let count = check.study.file.arms.len();
    // The factors say more about the cells of a design.
    if !check.study.file.arms.full_factorial && !ARMS.contains(&count) {
        let message = match count {
            0 => "the study has no arm".to_owned(),
            1 => "the study has only one arm, so there is nothing to compare".to_owned(),
            _ => format!("the study has {count} arms"),
        };
        let help = format!("a study has {} to {} arms", ARMS.start(), ARMS.end());
        check.error(STUDY, "arms", message, &help);
    }
    for (group, arm) in &check.study.file.arms {
        let whose = format!("arm {group}");
        if arm.steps.is_empty() && !check.study.file.arms.full_factorial {
            let help = "add `steps` to the arm, or to the study for all arms that have none of their own";
            check.error(STUDY, &format!("arms.{group}"), format!("{whose} has no steps"), help);
            continue;
        }
        match &arm.shared {
            None => steps(check, &format!("arms.{group}.steps"), &whose, &arm.steps),
            Some(places) => {
                let paths = places.iter().map(|place| format!("steps.{place}"));
                steps_at(check, "steps", &whose, paths.zip(&arm.steps).collect());
            }
        }
    }
    outcomes(check);
    unreachable(check);
    for page in PAGES_OF_NO_STEP {
        page_text(check, "", page);
    }
    if !CLOSED_BECAUSE.iter().all(|page| check.study.pages.contains_key(*page)) {
        page_text(check, "", CLOSED);
    }
}

/// Steps of an arm in a wave, which `whose` names.
pub(super) fn steps(check: &mut Check, path: &str, whose: &str, entries: &[StepEntry]) {
    steps_at(check, path, whose, numbered(entries, path).collect());
}

/// The same for steps with the path of each.
fn steps_at(check: &mut Check, path: &str, whose: &str, entries: Vec<(String, &StepEntry)>) {
    let study = check.study;
    let mut before: Vec<Step> = Vec::new();
    let count = entries.len();
    let last = entries.last().map_or_else(|| path.to_owned(), |(last, _)| last.clone());
    for (index, (path, entry)) in entries.into_iter().enumerate() {
        let Some(step) = entry.step(&study.blocks, 0) else {
            let StepEntry::Block(id) = entry else { continue };
            unknown(check, &path, *id);
            continue;
        };
        if let StepEntry::Described(described) = entry {
            description(check, &path, described);
        }
        if step.kind == StepKind::End && index + 1 < count {
            check.error(STUDY, &path, "nothing comes after /end", "move /end to the end of the list");
        }
        if before.contains(&step) {
            check.error(STUDY, &path, format!("{whose} has this step twice"), "keep one of them");
        }
        content(check, &path, step);
        before.push(step);
    }
    if before.last().is_none_or(|last| last.kind != StepKind::End) {
        let message = format!("{whose} is a dead end: its last step is not /end");
        check.error(STUDY, &last, message, "add `- /end` as the last step");
    }
    let has = |kind| before.iter().any(|step| step.kind == kind);
    if has(StepKind::FlowA) && has(StepKind::FlowB) {
        let message = format!("{whose} has both flows");
        let help = "this is fine if both are the intervention; its effect can't be attributed to one of them";
        check.report(Severity::Note, STUDY, path, message, help);
    }
}

/// The tests before and after are in the usual questionnaires: an arm with another one in their place has no outcome.
fn outcomes(check: &mut Check) {
    let study = check.study;
    for usual in [QuestionnaireBlock::PRE, QuestionnaireBlock::POST] {
        let kind = usual.page.kind();
        let has = |steps: &[Step]| steps.iter().any(|step| step.block == usual.id);
        for (arm, steps) in study.steps.iter().filter(|(_, steps)| !has(steps)) {
            let Some(other) = steps.iter().find(|step| step.kind == kind) else { continue };
            let page = kind.first_page();
            let message = format!("arm {} has the block `{}` in the place of {page}", arm.name(), other.block);
            let help = format!(
                "outcomes, scales and hypotheses are about {}: add the step `{page}` to this arm",
                kind.content_file().unwrap_or_default()
            );
            check.error(STUDY, &format!("arms.{}.steps", arm.name()), message, &help);
        }
    }
}

/// A described block is the one of its ID, and its content can be told apart from that of other blocks.
fn description(check: &mut Check, path: &str, described: &DescribedBlock) {
    let study = check.study;
    let block = Block::from(described);
    let id = described.id;
    if study.blocks.get(&id) != Some(&block) {
        let (message, help) = match usual_kind(id) {
            Some(kind) => (
                format!("`{id}` is the ID of the step `{}` with its usual file", kind.first_page()),
                "choose another ID".to_owned(),
            ),
            None => (
                format!("block `{id}` is described in another way above"),
                format!("write `{id}` alone to have the same block, or choose another ID"),
            ),
        };
        check.error(STUDY, &format!("{path}.id"), message, &help);
    }
    if is_name_of_a_page(id) {
        let message = format!("`{id}` is the name of a page text");
        let help = "choose another ID: the texts of a block are called like it";
        check.error(STUDY, &format!("{path}.id"), message, help);
    }
    if described.content.as_ref().is_some_and(String::is_empty) {
        let help = "name a file, or remove this line";
        check.error(STUDY, &format!("{path}.content"), "this is the name of no file", help);
    }
    if described.page == StepKind::End && described.content.is_some() {
        let help = "remove `content`: the text is `pages/<id>.md`, or `pages/end.md`";
        check.error(STUDY, &format!("{path}.content"), "the end has no file with content", help);
    }
    if described.page == StepKind::Home {
        let page = described.page.first_page();
        let help = format!("write the step as `{page}`");
        check.error(STUDY, &format!("{path}.page"), format!("a study has one {page}"), &help);
    }
    if !block.prefix.is_empty() && !is_name(&block.prefix, '_') {
        let message = format!("`{}` can't be the beginning of a variable's name", block.prefix);
        let help = "use lower-case letters, digits and underscores, a letter first";
        check.error(STUDY, &format!("{path}.prefix"), message, help);
    }
    let same = study.blocks.iter().find(|(other, one)| {
        **other != id
            && block.file.is_some()
            && one.file == block.file
            && one.prefix == block.prefix
            && check.is_used(**other)
    });
    if let Some((other, _)) = same {
        let file = block.file.unwrap_or_default();
        let message =
            format!("blocks `{other}` and `{id}` have the same file {file}, so that their variables are the same");
        let help = "add a `prefix` to one of them, for example `prefix: t2_`, or write the ID of the other one";
        check.error(STUDY, path, message, help);
    }
}

fn unknown(check: &mut Check, path: &str, id: BlockId) {
    let described = check.study.blocks.keys().filter(|id| usual_kind(**id).is_none());
    let described: Vec<String> = described.map(|id| format!("`{id}`")).collect();
    let choice = if described.is_empty() { String::new() } else { format!("choose one of {}, ", described.join(", ")) };
    let help = format!(
        "{choice}write the path of a page, or describe the block in one step: `{{ page: …, id: …, content: … }}`"
    );
    check.error(STUDY, path, format!("no step describes a block `{id}`"), &help);
}

/// The step whose usual block has this ID.
fn usual_kind(id: BlockId) -> Option<StepKind> {
    StepKind::ALL.into_iter().find(|kind| kind.block() == id)
}

/// Whether texts of a block with this ID could have the name of another text.
fn is_name_of_a_page(id: BlockId) -> bool {
    let texts = StepKind::ALL
        .into_iter()
        .flat_map(page_texts)
        .chain(&PAGES_OF_NO_STEP)
        .chain(&OPTIONAL_PAGES)
        .chain(&MESSAGES)
        .chain(&CLOSED_BECAUSE);
    let names = texts.copied().chain([CLOSED, "flow-a"]);
    names.into_iter().any(|name| name == id.name())
}

/// The text between two questions of Flow A, which a flow need not have.
const INTERIM: &str = "flow-a-interim";

/// The texts of a step's pages.
pub(crate) fn page_texts(kind: StepKind) -> &'static [&'static str] {
    match kind {
        StepKind::Home => &["home", "home-right", "home-wrong"],
        StepKind::FlowA => &["flow-a-start", INTERIM, "flow-a-end"],
        StepKind::FlowB => &["flow-b"],
        StepKind::ControlFlow => &["control-flow"],
        StepKind::End => &["end"],
        StepKind::PreQuestionnaire | StepKind::TreatmentQuestionnaire | StepKind::PostQuestionnaire => &[],
    }
}

fn content(check: &mut Check, path: &str, step: Step) {
    let file = check.study.blocks.get(&step.block).and_then(|block| block.file.clone());
    if let Some(file) = file.filter(|file| !check.files.contains_key(file)) {
        let message = format!("this step has no content: {file} is missing");
        check.error(STUDY, path, message, "write that file, or remove the step from the arm");
    }
    let flow = check.study.flow_a.iter().find(|flow| flow.block == step.block);
    let has_interim = flow.is_none_or(|flow| flow.interim_after > 0);
    for page in page_texts(step.kind).iter().filter(|page| **page != INTERIM || has_interim) {
        page_text(check, path, &check.study.page_stem(step, page));
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
    let study = check.study;
    let used: BTreeSet<Step> = study.steps.values().flatten().copied().collect();
    let content = |step: &Step| study.blocks.get(&step.block).and_then(|block| block.file.as_deref());
    let contents: BTreeSet<&str> = used.iter().filter_map(content).collect();
    let texts = |step: &Step| page_texts(step.kind).iter().map(|page| study.page_stem(*step, page)).collect::<Vec<_>>();
    let pages: BTreeSet<String> = used.iter().flat_map(texts).collect();
    for kind in StepKind::ALL.into_iter().filter(|kind| *kind != StepKind::End) {
        let help = "add the step to an arm, or delete the file";
        let no_arm = format!("no arm has the step `{}`", kind.first_page());
        let file = kind.content_file().filter(|file| check.files.contains_key(*file) && !contents.contains(file));
        // Every study has a practice item.
        if let Some(file) = file.filter(|_| kind != StepKind::Home) {
            // At the beginning of the file.
            check.error(file, ".", format!("{no_arm}, so this file is not used"), help);
        }
        let is_used = used.iter().any(|step| step.kind == kind);
        let unused = page_texts(kind).iter().filter(|page| !is_used && !pages.contains(**page));
        for file in unused.flat_map(|page| files_of_page(check, page)).collect::<Vec<_>>() {
            check.warning(&file, "", format!("{no_arm}, so this page is never shown"), help);
        }
    }
    let list = check.study.file.allocation.file.as_ref();
    let is_strange = |name: &&String| !is_known(check.study, name) && Some(*name) != list;
    let strange: Vec<&String> = check.files.keys().filter(is_strange).collect();
    for file in strange {
        check.warning(file, "", "this file is not part of a study", "it is not read; check its name and folder");
    }
}

/// Files that every study has.
const FILES: [&str; 5] = ["study.yaml", "consent.yaml", "practice.yaml", "personas.yaml", "stimuli.yaml"];

/// Page texts that belong to no step.
const PAGES_OF_NO_STEP: [&str; 2] = ["declined", "withdrawn"];

/// Texts for participants whose participation was ended, and for those who have a part of the study still to come. A
/// study need not have them.
const OPTIONAL_PAGES: [&str; 5] = ["failed", "quota-full", "screened-out", "timed-out", "waiting"];

/// Texts of e-mails about later parts.
const MESSAGES: [&str; 2] = [INVITATION_TEXT, REMINDER_TEXT];

/// The page text on why nobody can register, and what a study may have in its place: one text for each reason.
const CLOSED: &str = "closed";
const CLOSED_BECAUSE: [&str; 3] = ["closed-paused", "closed-over", "closed-full"];

fn is_known(study: &Study, name: &str) -> bool {
    let usual = StepKind::ALL
        .into_iter()
        .flat_map(page_texts)
        .chain(&PAGES_OF_NO_STEP)
        .chain(&OPTIONAL_PAGES)
        .chain(&MESSAGES)
        .chain(&CLOSED_BECAUSE);
    let of_block = |(id, block): (&BlockId, &Block)| {
        let step = Step { kind: block.kind, block: *id, wave: 0, words: 0 };
        page_texts(block.kind).iter().map(|page| step.own_stem(page)).collect::<Vec<_>>()
    };
    let own = study.blocks.iter().flat_map(of_block);
    let rules = study.questionnaires.values().flat_map(|own| &own.screen_out).filter_map(|rule| rule.page.clone());
    let later = study.file.waves.iter().flat_map(|wave| wave.outcomes.pages()).map(str::to_owned);
    let own = own.chain(rules).chain(later);
    let pages: Vec<String> = usual.chain([&CLOSED]).map(|page| (*page).to_owned()).chain(own).collect();
    // What is between the points says for which arms.
    let usual = |stem: &str| stem.split('.').next().unwrap_or_default().to_owned();
    let is_page = |name: &str| name.strip_suffix(".md").is_some_and(|stem| pages.contains(&usual(stem)));
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
        _ => {
            let is_usual = StepKind::ALL.into_iter().filter_map(StepKind::content_file).any(|file| file == name);
            is_usual || study.blocks.values().any(|block| block.file.as_deref() == Some(name))
        }
    }
}
