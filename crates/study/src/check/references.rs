//! References between files: stimuli, personas, correct answers of the training.

use super::items::{choices, right_answer};
use super::{Check, numbered};
use crate::definition::item::Kind;
use crate::definition::stimulus::{MediaKind, StimulusVersion};
use crate::items::{Information, Judgement};
use crate::progress::Form;

pub(super) fn check(check: &mut Check) {
    for placed in check.items() {
        match &placed.item.kind {
            Kind::Judgement(Judgement { stimulus: Some(id), truth, .. }) => {
                let shown = [Form::X, Form::Y].map(|form| StimulusVersion::of(truth.for_form(form)));
                let show = if shown.contains(&StimulusVersion::Altered) { StimulusVersion::Altered } else { shown[0] };
                stimulus(check, &placed.file, &format!("{}.stimulus", placed.path), id, show);
            }
            Kind::Information(Information { stimulus: Some(id), .. }) => {
                stimulus(check, &placed.file, &format!("{}.stimulus", placed.path), id, StimulusVersion::Original);
            }
            _ => {}
        }
    }
    practice(check);
    personas(check);
    flow_a(check);
    flow_b(check);
    control(check);
}

fn stimulus(check: &mut Check, file: &str, path: &str, id: &str, show: StimulusVersion) {
    match check.study.stimuli.get(id) {
        None => {
            let message = format!("there is no stimulus `{id}`");
            check.error(file, path, message, "add it to stimuli.yaml, or correct its name");
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
        check.error(file, path, format!("there is no persona `{id}`"), "add it to personas.yaml, or correct its name");
    }
}

fn practice(check: &mut Check) {
    let practice = &check.study.practice;
    stimulus(check, "practice.yaml", "stimulus", &practice.stimulus, practice.show());
    choices(check, "practice.yaml", "options", &practice.options);
    right_answer(check, "practice.yaml", "correct", &practice.correct, &practice.options);
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

fn flow_a(check: &mut Check) {
    const FILE: &str = "flow-a.yaml";
    let Some(flow) = &check.study.flow_a else { return };
    for which in [StimulusVersion::Original, StimulusVersion::Altered] {
        right_answer(check, FILE, "options", which.value(), &flow.options);
    }
    attempts(check, FILE, flow.attempts, flow.options.len());
    if flow.questions.is_empty() {
        check.error(FILE, "questions", "there is no question", "add at least one question");
    }
    if flow.interim_after != 0 && flow.interim_after as usize >= flow.questions.len() {
        let message = "the interim page is never reached: no question comes after it";
        let help = "choose a number smaller than the number of questions, or 0 for no interim page";
        check.error(FILE, "interim_after", message, help);
    }
    if let Some(followup) = &flow.followup
        && !followup.options.is_empty()
    {
        choices(check, FILE, "followup.options", &followup.options);
    }
    for (path, question) in numbered(&flow.questions, "questions") {
        persona(check, FILE, &format!("{path}.persona"), &question.persona);
        stimulus(check, FILE, &format!("{path}.stimulus"), &question.stimulus, question.show);
    }
}

fn attempts(check: &mut Check, file: &str, attempts: u32, options: usize) {
    if attempts == 0 || attempts as usize > options.max(1) {
        let message = format!("{attempts} attempts are not possible with {options} options");
        check.error(file, "attempts", message, "use 1 to the number of options: each wrong answer disables one");
    }
}

fn flow_b(check: &mut Check) {
    const FILE: &str = "flow-b.yaml";
    let Some(flow) = &check.study.flow_b else { return };
    choices(check, FILE, "options", &flow.options);
    attempts(check, FILE, flow.attempts, flow.options.len());
    if flow.personas.is_empty() {
        check.error(FILE, "personas", "there is no persona", "add at least one");
    }
    for (index, (path, posts)) in numbered(&flow.personas, "personas").enumerate() {
        let at = format!("{path}.persona");
        persona(check, FILE, &at, &posts.persona);
        if flow.personas[..index].iter().any(|other| other.persona == posts.persona) {
            let message = format!("persona `{}` is listed twice", posts.persona);
            check.error(FILE, &at, message, "put all its posts into one entry");
        }
        if posts.posts.is_empty() {
            let message = "this persona has no post, so that participants can't continue";
            check.error(FILE, &at, message, "add a post, or remove the persona");
        }
    }
    for (path, post) in check.posts() {
        right_answer(check, FILE, &format!("{path}.correct"), &post.correct, &flow.options);
        if let Some(id) = &post.stimulus {
            stimulus(check, FILE, &format!("{path}.stimulus"), id, post.show);
        }
    }
    for (path, evidence) in check.evidence() {
        if let Some(id) = &evidence.stimulus {
            stimulus(check, FILE, &format!("{path}.stimulus"), id, StimulusVersion::Original);
        }
    }
}

fn control(check: &mut Check) {
    const FILE: &str = "control-flow.yaml";
    let Some(flow) = &check.study.control_flow else { return };
    for (what, is_empty) in [("ratings", flow.ratings.is_empty()), ("clips", flow.clips.is_empty())] {
        if is_empty {
            check.error(FILE, what, format!("there are no {what}"), "add at least one");
        }
    }
    if let Some(opening) = &flow.opening
        && flow.clips.iter().any(|clip| clip.id == opening.id)
    {
        let message = format!("a clip is also called `{}`", opening.id);
        check.error(FILE, "opening.id", message, "rename one of them");
    }
    for (path, clip) in numbered(&flow.clips, "clips") {
        persona(check, FILE, &format!("{path}.persona"), &clip.persona);
        stimulus(check, FILE, &format!("{path}.stimulus"), &clip.stimulus, StimulusVersion::Original);
    }
}
