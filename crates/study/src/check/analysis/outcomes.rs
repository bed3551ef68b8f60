//! Secondary and exploratory outcomes: each can be computed for all participants, and what is asked for an outcome is
//! reported.

use super::{Check, STUDY};
use crate::check::{numbered, references};
use crate::definition::analysis::{OutcomeKind, PlannedOutcome};
use crate::page::{QuestionnaireBlock, StepKind};
use crate::report::input::{DerivedOutcome, Design, Source};

pub(super) fn check(check: &mut Check) {
    let design = Design::of(check.study);
    let planned = &check.study.file.analysis.outcomes;
    for ((path, outcome), derived) in numbered(planned, "analysis.outcomes").zip(&design.derived) {
        called(check, &path, outcome, planned);
        asked_in_every_arm(check, &path, outcome);
        fields(check, &path, outcome);
        match &derived.from {
            Source::Sharing { before, after } => {
                shared(check, &path, outcome, (QuestionnaireBlock::POST, "items", after));
                if derived.before.is_some() {
                    shared(check, &path, outcome, (QuestionnaireBlock::PRE, "before", before));
                }
            }
            Source::Estimate { item } => estimated(check, &path, outcome, item),
        }
    }
    unreported(check, &design.derived);
}

/// Readers of the report can tell outcomes apart.
fn called(check: &mut Check, path: &str, outcome: &PlannedOutcome, planned: &[PlannedOutcome]) {
    let named = |one: &PlannedOutcome| one.label.clone().ok_or(one.kind);
    if planned.iter().take_while(|earlier| *earlier != outcome).any(|earlier| named(earlier) == named(outcome)) {
        let message = format!("another outcome has the same label as `{}`", outcome.id);
        check.error(STUDY, path, message, "add a `label` of its own");
    }
}

fn asked_in_every_arm(check: &mut Check, path: &str, outcome: &PlannedOutcome) {
    let mut arms = check.study.steps.iter();
    if let Some((group, _)) = arms.find(|(_, steps)| !steps.contains(&StepKind::PostQuestionnaire.into())) {
        let message =
            format!("`{}` can't be computed in arm `{}`, which has no /post-questionnaire", outcome.id, group.name());
        check.error(STUDY, path, message, "add the step to the arm, or remove the outcome");
    }
}

/// No field of another kind of outcome.
fn fields(check: &mut Check, path: &str, outcome: &PlannedOutcome) {
    let (items, before, item) = (outcome.items.is_some(), outcome.before.is_some(), outcome.item.is_some());
    let (kind, given) = match outcome.kind {
        OutcomeKind::SharingDiscernment => ("sharing_discernment", [(false, ""), (item, "item")]),
        OutcomeKind::Estimate => ("estimate", [(items, "items"), (before, "before")]),
    };
    for (_, field) in given.iter().filter(|(is_given, _)| *is_given) {
        let message = format!("`{field}` has no meaning for an outcome of kind `{kind}`");
        check.error(STUDY, &format!("{path}.{field}"), message, &format!("remove `{field}`"));
    }
}

/// The item asks how many of the judgements are correct.
fn estimated(check: &mut Check, path: &str, outcome: &PlannedOutcome, item: &str) {
    let at = if outcome.item.is_some() { format!("{path}.item") } else { path.to_owned() };
    if item.is_empty() {
        let message = format!("`{}` can't be computed: no item is named", outcome.id);
        let help = "add `item`, or name the item under `result.estimate`";
        return check.error(STUDY, &at, message, help);
    }
    if !references::estimate(check, &at, item) {
        return;
    }
    let Some(post) = check.study.questionnaires.get(&QuestionnaireBlock::POST) else { return };
    let judgements = post.items().filter(|item| item.judgement().is_some()).count();
    let range = post.variable(item).and_then(|variable| variable.values.range());
    if range != Some((0.0, judgements as f64)) {
        let message = format!("`{item}` does not ask for a number from 0 to {judgements}, the number of judgements");
        let help = format!("set `min: 0` and `max: {judgements}` in questionnaires/post.yaml");
        check.error(STUDY, &at, message, &help);
    }
}

/// Items that ask for the likelihood of sharing, and are authentic and manipulated in each test form.
fn shared(
    check: &mut Check,
    path: &str,
    outcome: &PlannedOutcome,
    (page, field, items): (QuestionnaireBlock, &str, &[String]),
) {
    let study = check.study;
    let file = study.content_file(page.id);
    let listed = match page {
        QuestionnaireBlock::PRE => outcome.before.as_ref(),
        _ => outcome.items.as_ref(),
    };
    let at = listed.map_or_else(|| path.to_owned(), |_| format!("{path}.{field}"));
    let asked = |id: &String| study.questionnaires.get(&page)?.items().find(|item| item.id == *id)?.judgement();
    let mut is_clean = true;
    for (index, id) in items.iter().enumerate() {
        let problem = match asked(id) {
            Some(judgement) if judgement.sharing && !items[..index].contains(id) => continue,
            Some(judgement) if judgement.sharing => (format!("`{id}` is listed twice"), "keep one of them".to_owned()),
            _ => {
                let message = format!("{file} has no judgement `{id}` that asks how likely people would share it");
                (message, format!("name the id of an item of kind `judgement` with `sharing: true` in {file}"))
            }
        };
        is_clean = false;
        check.error(STUDY, &format!("{at}.{index}"), problem.0, &problem.1);
    }
    let signal = &study.file.analysis.signal;
    let truths = |form| {
        items.iter().filter_map(asked).map(move |judgement| signal.contains(&judgement.truth.for_form(form).to_owned()))
    };
    for form in study.file.forms() {
        let missing = [(false, "authentic"), (true, "manipulated")];
        let missing = missing.iter().find(|(manipulated, _)| !truths(form).any(|truth| truth == *manipulated));
        if let Some((_, word)) = missing.filter(|_| is_clean) {
            let message =
                format!("`{}` can't be computed in {form}: none of its items in {file} is {word}", outcome.id);
            let help = format!(
                "name authentic and manipulated items with `sharing: true` for each test form under `{field}`{}",
                if page == QuestionnaireBlock::PRE { ", or `before: []`" } else { ", or remove the outcome" },
            );
            return check.error(STUDY, &at, message, &help);
        }
    }
}

/// Participants are not asked for nothing.
fn unreported(check: &mut Check, derived: &[DerivedOutcome]) {
    let is_reported = |id: &String| {
        derived.iter().any(|outcome| match &outcome.from {
            Source::Sharing { after, .. } => after.contains(id),
            Source::Estimate { item } => item == id,
        })
    };
    if let Some(result) = check.study.file.result.as_ref().filter(|result| !is_reported(&result.estimate)) {
        let message = format!("no outcome reports the answers to `{}`", result.estimate);
        let help = "add an outcome of kind `estimate` under `analysis.outcomes`";
        check.error(STUDY, "result.estimate", message, help);
    }
    let items = check.items();
    let shared = items.iter().filter(|placed| placed.page == QuestionnaireBlock::POST);
    let shared = shared.filter(|placed| placed.item.judgement().is_some_and(|judgement| judgement.sharing));
    if let Some(placed) = shared.clone().find(|placed| !is_reported(&placed.item.id)) {
        let message = format!("no outcome reports how likely people would share `{}`", placed.item.id);
        let help = "add an outcome of kind `sharing_discernment` under `analysis.outcomes` in study.yaml, or remove \
                    `sharing`";
        check.error(&placed.file, &format!("{}.sharing", placed.path), message, help);
    }
}
