//! No item in two phases: neither the medium nor the text of a tested post was shown before. In a later part, that is a
//! warning, because a study can mean to ask again.

use std::collections::BTreeMap;

use super::context::{evidence, posts};
use super::{Check, Severity, numbered};
use crate::definition::item::PostText;
use crate::definition::stimulus::Stimulus;
use crate::definition::training::Post;
use crate::definition::{BlockId, Study};
use crate::page::{QuestionnaireBlock, QuestionnairePage};
use crate::progress::Form;

pub(super) fn check(check: &mut Check) {
    media(check);
    // A text that one form reads before, and only another one afterwards, is read once by each participant.
    for form in check.study.file.forms() {
        words(check, form);
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Practice,
    Before,
    Training,
    After,
    /// A questionnaire in the later part of this number, from 1.
    Later(usize),
}

impl Phase {
    fn of(study: &Study, page: QuestionnaireBlock) -> Self {
        let steps = study.steps.values().flatten().filter(|step| step.block == page.id);
        match steps.map(|step| step.wave).min() {
            Some(wave) if wave > 0 => Self::Later(wave),
            _ if page.page == QuestionnairePage::Post => Self::After,
            _ => Self::Before,
        }
    }

    fn name(self, study: &Study) -> String {
        match self {
            Self::Practice => "the practice item".into(),
            Self::Before => "the questionnaires before the training".into(),
            Self::Training => "the training".into(),
            Self::After => "the questionnaire after the training".into(),
            Self::Later(wave) => format!("the questionnaires of wave `{}`", study.wave_id(wave)),
        }
    }

    /// The number of the part.
    fn wave(self) -> usize {
        if let Self::Later(wave) = self { wave } else { 0 }
    }

    /// How serious it is that participants saw something in this phase, and see it again in another one.
    fn again_in(self, other: Self) -> (Severity, &'static str) {
        match (self, other) {
            (Self::After | Self::Later(_), Self::After | Self::Later(_)) => (
                Severity::Warning,
                "participants may remember it: use another one, or say in the analysis plan why not",
            ),
            _ => (Severity::Error, "participants have seen it before; use another one"),
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
            let [before, now] = [*first, phase].map(|phase| phase.name(check.study));
            let message = format!("stimulus `{id}` is shown in {before}{as_well} and in {now}");
            let (severity, help) = first.again_in(phase);
            // The same stimuli in a later part are one finding of the wave.
            if severity == Severity::Error || *earlier != id {
                check.report(severity, &file, &path, message, help);
            }
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
    let mut training = |block: BlockId, path: &str, id: &str| {
        all.push((Phase::Training, check.file(block), format!("{path}.stimulus"), id.to_owned()));
    };
    for flow in &study.flow_a {
        numbered(&flow.questions, "questions").for_each(|(path, one)| training(flow.block, &path, &one.stimulus));
    }
    for flow in &study.control_flow {
        numbered(&flow.clips, "clips").for_each(|(path, clip)| training(flow.block, &path, &clip.stimulus));
    }
    for flow in &study.flow_b {
        let posts = posts(flow).into_iter().map(|(path, post)| (path, &post.stimulus));
        let evidence = evidence(flow).into_iter().map(|(path, evidence)| (path, &evidence.stimulus));
        for (path, stimulus) in posts.chain(evidence) {
            if let Some(id) = stimulus {
                training(flow.block, &path, id);
            }
        }
    }
    for placed in check.items() {
        let phase = Phase::of(study, placed.page);
        for (path, id) in placed.item.stimuli() {
            all.push((phase, placed.file.clone(), format!("{}.{path}", placed.path), id.to_owned()));
        }
    }
    // The finding is about the later part.
    all.sort_by_key(|(phase, ..)| phase.wave());
    all
}

/// Compares texts: the same text by the same author is the same post, with any medium or none.
fn words(check: &mut Check, form: Form) {
    let mut seen: BTreeMap<(String, String), (Phase, String, String)> = BTreeMap::new();
    for (phase, file, path, post) in texts(check, form) {
        let known = seen.entry(author_and_text(post)).or_insert_with(|| (phase, file.clone(), path.clone()));
        let (first, earlier, at) = (known.0, &known.1, &known.2);
        if first == phase || post.text.0.trim().is_empty() {
            continue;
        }
        let line = check.outlines.get(earlier.as_str()).map_or(0, |outline| outline.find(at).0);
        let message = format!(
            "this text by `{}` appears both in {} ({earlier}, line {line}) and in {}",
            post.author.0,
            first.name(check.study),
            phase.name(check.study)
        );
        let (severity, help) = first.again_in(phase);
        // A questionnaire that a later part repeats means to ask again.
        if severity == Severity::Error || *earlier != file {
            check.report(severity, &file, &path, message, help);
        }
    }
}

/// Author and text, regardless of line breaks.
fn author_and_text(post: &PostText) -> (String, String) {
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    (plain(&post.author.0), plain(&post.text.0))
}

/// Every post that participants with that form read, in the same order.
fn texts<'a>(check: &Check<'a>, form: Form) -> Vec<(Phase, String, String, &'a PostText)> {
    let mut all = Vec::new();
    for flow in &check.study.flow_b {
        let file = check.file(flow.block);
        let text =
            |(path, post): (String, &'a Post)| (Phase::Training, file.clone(), format!("{path}.post.text"), &post.post);
        all.extend(posts(flow).into_iter().map(text));
    }
    for placed in check.items() {
        let Some(post) = placed.item.post_in(form) else { continue };
        let is_ys = form == Form::Y && placed.item.post_in(Form::X) != Some(post);
        let condition = placed.item.judgement().and_then(|judgement| judgement.condition_in(form));
        let own = match condition {
            Some(condition) => format!("in_condition.{condition}."),
            None if is_ys => "in_form_y.".to_owned(),
            None => String::new(),
        };
        let path = format!("{}.{own}post.text", placed.path);
        all.push((Phase::of(check.study, placed.page), placed.file, path, post));
    }
    all.sort_by_key(|(phase, ..)| phase.wave());
    all
}
