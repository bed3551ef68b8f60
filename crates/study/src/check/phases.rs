//! No item in two phases: neither the medium nor the text of a tested post was shown before.

use std::collections::BTreeMap;

use super::{Check, numbered};
use crate::definition::item::PostText;
use crate::definition::stimulus::Stimulus;
use crate::page::QuestionnairePage;
use crate::progress::Form;

pub(super) fn check(check: &mut Check) {
    media(check);
    // A text that one form reads before, and only the other one afterwards, is read once by each participant.
    for form in [Form::X, Form::Y] {
        words(check, form);
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
    fn of(page: QuestionnairePage) -> Self {
        if page == QuestionnairePage::Post { Self::After } else { Self::Before }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Practice => "the practice item",
            Self::Before => "the questionnaires before the training",
            Self::Training => "the training",
            Self::After => "the questionnaire after the training",
        }
    }
}

/// Compares files by content: a file under another name is still the same file.
fn media(check: &mut Check) {
    let mut seen: BTreeMap<String, (Phase, String)> = BTreeMap::new();
    for (phase, file, path, id) in uses(check) {
        let shown = check.study.stimuli.get(&id).map_or_else(Vec::new, shown);
        let known = shown.iter().filter_map(|checksum| seen.get(checksum)).find(|(first, _)| *first != phase);
        if let Some((first, earlier)) = known {
            let as_well = if *earlier == id { String::new() } else { format!(" as `{earlier}`") };
            let message = format!("stimulus `{id}` is shown in {}{as_well} and in {}", first.name(), phase.name());
            check.error(&file, &path, message, "participants have seen it before; use another one");
        }
        for checksum in shown {
            seen.entry(checksum).or_insert_with(|| (phase, id.clone()));
        }
    }
}

/// Checksums of a stimulus' files, in both versions: seeing one version is seeing the stimulus.
fn shown(stimulus: &Stimulus) -> Vec<String> {
    let versions = [Some(&stimulus.original), stimulus.altered.as_ref()];
    let media = versions.into_iter().flatten().flat_map(|version| version.files.iter().chain(&version.poster));
    media.map(|media| media.sha256.to_lowercase()).collect()
}

/// Every use of a stimulus, the training before the tests: the finding is about the test.
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
    for (path, post) in check.posts() {
        post.stimulus.iter().for_each(|id| training("flow-b.yaml", path.clone(), id));
    }
    for (path, evidence) in check.evidence() {
        evidence.stimulus.iter().for_each(|id| training("flow-b.yaml", path.clone(), id));
    }
    for placed in check.items() {
        let phase = Phase::of(placed.page);
        let Some(id) = placed.item.stimulus() else { continue };
        all.push((phase, placed.file, format!("{}.stimulus", placed.path), id.to_owned()));
    }
    all
}

/// Compares texts: the same text by the same author is the same post, with any medium or none.
fn words(check: &mut Check, form: Form) {
    let mut seen: BTreeMap<(String, String), (Phase, String, String)> = BTreeMap::new();
    for (phase, file, path, post) in posts(check, form) {
        let known = seen.entry(author_and_text(post)).or_insert_with(|| (phase, file.clone(), path.clone()));
        let (first, earlier, at) = (known.0, &known.1, &known.2);
        if first == phase || post.text.0.trim().is_empty() {
            continue;
        }
        let line = check.outlines.get(earlier.as_str()).map_or(0, |outline| outline.find(at).0);
        let message = format!(
            "this text by `{}` appears both in {} ({earlier}, line {line}) and in {}",
            post.author.0,
            first.name(),
            phase.name()
        );
        check.error(&file, &path, message, "participants have read it before; write another post");
    }
}

/// Author and text, regardless of line breaks.
fn author_and_text(post: &PostText) -> (String, String) {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    (plain(&post.author.0), plain(&post.text.0))
}

/// Every post that participants with that form read, in the same order.
fn posts<'a>(check: &Check<'a>, form: Form) -> Vec<(Phase, String, String, &'a PostText)> {
    let posts = check.posts().into_iter();
    let training =
        posts.map(|(path, post)| (Phase::Training, "flow-b.yaml".to_owned(), format!("{path}.post.text"), &post.post));
    let mut all: Vec<_> = training.collect();
    for placed in check.items() {
        let Some(post) = placed.item.post_in(form) else { continue };
        let is_ys = form == Form::Y && placed.item.post_in(Form::X) != Some(post);
        let path = format!("{}.{}post.text", placed.path, if is_ys { "in_form_y." } else { "" });
        all.push((Phase::of(placed.page), placed.file, path, post));
    }
    all
}
