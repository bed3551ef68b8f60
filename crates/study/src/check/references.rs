//! References between files: stimuli, personas, correct answers of the training.

use std::collections::BTreeSet;

use super::context::{did_you_mean, evidence, posts};
use super::items::{choices, correct_answer};
use super::{Check, Severity, numbered};
use crate::definition::item::{Choice, Kind};
use crate::definition::stimulus::{MediaKind, StimulusVersion};
use crate::definition::training::{Hint, SecondLook};
use crate::definition::{ControlFlow, FlowA, FlowB};
use crate::items::Judgement;
use crate::page::QuestionnaireBlock;
use crate::second_look::ANSWERS;

/// The fewest options of a second look: with two, it would be a guess.
const SIGNS: usize = 3;

pub(super) fn check(check: &mut Check) {
    for placed in check.items() {
        for (path, id) in placed.item.stimuli() {
            let judgement = placed.item.judgement();
            let show = judgement.map_or(StimulusVersion::Original, |judgement| shown(check, judgement, id));
            stimulus(check, &placed.file, &format!("{}.{path}", placed.path), id, show);
        }
    }
    practice(check);
    personas(check);
    let study = check.study;
    study.flow_a.iter().for_each(|flow| flow_a(check, flow));
    study.flow_b.iter().for_each(|flow| flow_b(check, flow));
    study.control_flow.iter().for_each(|flow| control(check, flow));
    result(check);
    landing(check);
}

/// The altered version, if one of the test forms shows it.
fn shown(check: &Check, judgement: &Judgement, id: &str) -> StimulusVersion {
    let forms = check.study.file.forms().into_iter();
    let forms = forms.filter(|form| judgement.stimulus_in(*form).is_some_and(|own| own == id));
    let shown: Vec<_> = forms.map(|form| StimulusVersion::of(judgement.truth.for_form(form))).collect();
    if shown.contains(&StimulusVersion::Altered) { StimulusVersion::Altered } else { StimulusVersion::Original }
}

fn stimulus(check: &mut Check, file: &str, path: &str, id: &str, show: StimulusVersion) {
    match check.study.stimuli.get(id) {
        None => {
            let message = format!("there is no stimulus `{id}`");
            let rest = "add it to stimuli.yaml, or correct its name";
            let help = did_you_mean(id, check.study.stimuli.keys().map(String::as_str), rest);
            check.error(file, path, message, &help);
        }
        Some(stimulus) if show == StimulusVersion::Altered && stimulus.altered.is_none() => {
            let message = format!("stimulus `{id}` has no altered version");
            check.error(file, path, message, "add `altered` to it in stimuli.yaml, or show the original");
        }
        Some(_) => {}
    }
}

fn persona(check: &mut Check, file: &str, path: &str, id: &str) {
    if check.study.persona(id).is_none() {
        let known = check.study.personas.iter().map(|persona| persona.id.as_str());
        let help = did_you_mean(id, known, "add it to personas.yaml, or correct its name");
        check.error(file, path, format!("there is no persona `{id}`"), &help);
    }
}

fn landing(check: &mut Check) {
    for (path, id) in numbered(&check.study.file.landing.personas, "landing.personas") {
        persona(check, "study.yaml", &path, id);
    }
}

fn result(check: &mut Check) {
    if let Some(result) = &check.study.file.result {
        estimate(check, "result.estimate", &result.estimate);
    }
}

/// The item asks for a number after the judgements; otherwise reports what is wrong.
pub(super) fn estimate(check: &mut Check, path: &str, id: &str) -> bool {
    let asked = check.items().into_iter().find(|placed| placed.item.id == id);
    let is_number = match asked.filter(|placed| placed.page == QuestionnaireBlock::POST).map(|placed| &placed.item.kind)
    {
        Some(Kind::Number(_) | Kind::Slider(_)) => true,
        Some(Kind::Single(single)) => single.options.iter().all(|option| option.value.parse::<f64>().is_ok()),
        _ => false,
    };
    if !is_number {
        let message = format!("`{id}` is not an item of questionnaires/post.yaml that asks for a number");
        let help = "name an item of kind `number` or `slider`, or a `single` whose values are numbers";
        check.error("study.yaml", path, message, help);
    }
    is_number
}

fn practice(check: &mut Check) {
    let practice = &check.study.practice;
    stimulus(check, "practice.yaml", "stimulus", &practice.stimulus, practice.show());
    choices(check, "practice.yaml", "options", &practice.options);
    correct_answer(check, "practice.yaml", "correct", &practice.correct, &practice.options);
}

fn personas(check: &mut Check) {
    for (path, persona) in numbered(&check.study.personas, "") {
        let at = format!("{path}.portrait");
        stimulus(check, "personas.yaml", &at, &persona.portrait, StimulusVersion::Original);
        let portrait = check.study.stimuli.get(&persona.portrait);
        if portrait.is_some_and(|portrait| portrait.kind != MediaKind::Image) {
            check.error("personas.yaml", &at, "a portrait is an image", "name a stimulus of kind `image`");
        }
        if !persona.fictional && persona.permission.is_none() {
            let message = format!("persona `{}` is neither fictional nor has given permission", persona.id);
            let help = "add `fictional: true`, or `permission` with its reference";
            check.error("personas.yaml", &format!("{path}.id"), message, help);
        }
    }
}

fn flow_a(check: &mut Check, flow: &FlowA) {
    let file = &check.file(flow.block);
    for which in [StimulusVersion::Original, StimulusVersion::Altered] {
        correct_answer(check, file, "options", which.value(), &flow.options);
    }
    attempts(check, file, flow.attempts, flow.options.len());
    let hints = numbered(&flow.questions, "questions").map(|(path, question)| (path, question.second_look.as_ref()));
    second_look(check, file, flow.second_look.as_ref(), (&flow.options, flow.attempts), &hints.collect::<Vec<_>>());
    if flow.questions.is_empty() {
        check.error(file, "questions", "there is no question", "add at least one question");
    }
    if flow.interim_after != 0 && flow.interim_after as usize >= flow.questions.len() {
        let message = "the interim page is never reached: no question comes after it";
        let help = "choose a number smaller than the number of questions, or 0 for no interim page";
        check.error(file, "interim_after", message, help);
    }
    if let Some(followup) = &flow.followup
        && !followup.options.is_empty()
    {
        choices(check, file, "followup.options", &followup.options);
    }
    for (path, question) in numbered(&flow.questions, "questions") {
        persona(check, file, &format!("{path}.persona"), &question.persona);
        stimulus(check, file, &format!("{path}.stimulus"), &question.stimulus, question.show);
    }
}

fn attempts(check: &mut Check, file: &str, attempts: u32, options: usize) {
    if attempts == 0 || attempts as usize > options.max(1) {
        let message = format!("{attempts} attempts are not possible with {options} options");
        check.error(file, "attempts", message, "use 1 to the number of options: each wrong answer disables one");
    }
}

/// The question of a second look and the hints of each question or post, by its path.
fn second_look(
    check: &mut Check,
    file: &str,
    asked: Option<&SecondLook>,
    (answers, attempts): (&[Choice], u32),
    hints: &[(String, Option<&Hint>)],
) {
    const AT: &str = "second_look";
    let Some(asked) = asked else {
        for (path, _) in hints.iter().filter(|(_, hint)| hint.is_some()) {
            let help = format!("add `{AT}` with `prompt` and `options` above, or remove this one");
            check.error(file, &format!("{path}.{AT}"), format!("the file has no `{AT}` with a question"), &help);
        }
        if answers.len() == ANSWERS && attempts > 1 {
            let message = "after an incorrect answer only one answer is left, so a second attempt shows nothing";
            let help = "add `second_look`, which asks for the sign, or use `attempts: 1`";
            check.report(Severity::Note, file, "attempts", message, help);
        }
        return;
    };
    if answers.len() != ANSWERS {
        let message = format!("a second look is for questions with two answers; these have {}", answers.len());
        check.error(file, AT, message, "remove it: with more answers, participants choose again among the others");
    } else if attempts < 2 {
        check.error(file, AT, "with one attempt, nobody gets to the second look", "set `attempts: 2`, or remove it");
    }
    let path = format!("{AT}.options");
    choices(check, file, &path, &asked.options);
    if let Some(both) = asked.options.iter().find(|sign| answers.iter().any(|answer| answer.value == sign.value)) {
        let message = format!("`{}` is the value of an answer to the question, too", both.value);
        check.error(file, &path, message, "use another value");
    }
    for (path, hint) in hints {
        let Some(hint) = hint else {
            let message = "after an incorrect answer only one answer is left here";
            check.warning(file, path, message, &format!("add `{AT}` with `hint` and `correct`"));
            continue;
        };
        signs(check, file, &format!("{path}.{AT}"), asked, hint);
    }
}

/// The signs that are offered for one question or post, and the correct ones.
fn signs(check: &mut Check, file: &str, path: &str, asked: &SecondLook, hint: &Hint) {
    let known = |value: &String| asked.options.iter().any(|option| option.value == *value);
    let is_offered = |value: &String| hint.options.is_empty() || hint.options.contains(value);
    for value in hint.options.iter().filter(|value| !known(value)) {
        let message = format!("`{value}` is not one of the options of `second_look`");
        check.error(file, &format!("{path}.options"), message, "correct the value, or add it above");
    }
    for value in hint.correct.iter().filter(|value| !known(value) || !is_offered(value)) {
        let message = format!("`{value}` is not offered here");
        check.error(file, &format!("{path}.correct"), message, "name one of the options");
    }
    let offered = asked.options.iter().filter(|option| is_offered(&option.value));
    let (correct, others): (Vec<_>, Vec<_>) = offered.partition(|option| hint.correct.contains(&option.value));
    if hint.correct.is_empty() || others.is_empty() || correct.len() + others.len() < SIGNS {
        let message = "a second look needs at least three options, of which some are correct and some are not";
        check.error(file, path, message, "give more `options`, and name those in `correct` that settle it");
    }
}

fn flow_b(check: &mut Check, flow: &FlowB) {
    let file = &check.file(flow.block);
    choices(check, file, "options", &flow.options);
    attempts(check, file, flow.attempts, flow.options.len());
    let hints = posts(flow).into_iter().map(|(path, post)| (path, post.second_look.as_ref()));
    let hints = hints.collect::<Vec<_>>();
    second_look(check, file, flow.second_look.as_ref(), (&flow.options, flow.attempts), &hints);
    if flow.personas.is_empty() {
        check.error(file, "personas", "there is no persona", "add at least one");
    }
    for (index, (path, posts)) in numbered(&flow.personas, "personas").enumerate() {
        let at = format!("{path}.persona");
        persona(check, file, &at, &posts.persona);
        if flow.personas[..index].iter().any(|other| other.persona == posts.persona) {
            let message = format!("persona `{}` is listed twice", posts.persona);
            check.error(file, &at, message, "put all its posts into one entry");
        }
        if posts.posts.is_empty() {
            let message = "this persona has no post, so that participants can't continue";
            check.error(file, &at, message, "add a post, or remove the persona");
        }
    }
    for (path, post) in posts(flow) {
        correct_answer(check, file, &format!("{path}.correct"), &post.correct, &flow.options);
        if let Some(id) = &post.stimulus {
            stimulus(check, file, &format!("{path}.stimulus"), id, post.show);
        }
    }
    for (path, evidence) in evidence(flow) {
        if let Some(id) = &evidence.stimulus {
            stimulus(check, file, &format!("{path}.stimulus"), id, StimulusVersion::Original);
        }
    }
}

fn control(check: &mut Check, flow: &ControlFlow) {
    let file = &check.file(flow.block);
    if flow.clips.is_empty() {
        check.error(file, "clips", "there are no clips", "add at least one");
    }
    for (path, _) in flow.all_ratings().into_iter().filter(|(_, items)| items.is_empty()) {
        check.error(file, &path, "there are no ratings", "add at least one");
    }
    let kinds =
        flow.clips.iter().filter_map(|clip| check.study.stimuli.get(&clip.stimulus)).map(|stimulus| stimulus.kind);
    let kinds: BTreeSet<MediaKind> = kinds.collect();
    for kind in flow.ratings_by_kind.keys().filter(|kind| !kinds.contains(kind)) {
        let message = format!("no clip is of the kind `{}`, so these ratings are never shown", kind.name());
        check.warning(file, &format!("ratings_by_kind.{}", kind.name()), message, "remove them, or add such a clip");
    }
    if let Some(opening) = &flow.opening
        && flow.clips.iter().any(|clip| clip.id == opening.id)
    {
        let message = format!("a clip is also called `{}`", opening.id);
        check.error(file, "opening.id", message, "rename one of them");
    }
    for (path, clip) in numbered(&flow.clips, "clips") {
        persona(check, file, &format!("{path}.persona"), &clip.persona);
        stimulus(check, file, &format!("{path}.stimulus"), &clip.stimulus, StimulusVersion::Original);
    }
}
