//! What is shown after an answer is stored: feedback and debrief. Only this module reveals the truth.

use super::key::{cue, find, thumb};
use super::{
    PublicDebrief, PublicExercise, PublicFeedback, PublicFlowBPost, PublicQuestion, PublicSecondLook, PublicSign,
    Texts, posts, questions,
};
use crate::answers::Answers;
use crate::definition::item::Choice;
use crate::definition::stimulus::StimulusVersion;
use crate::definition::{FlowB, Study};
use crate::flow::Feedback;
use crate::page::StepKind;
use crate::progress::Assignment;
use crate::text::Locale;

/// The feedback page for a question of Flow A, a post of Flow B or the practice item. While another attempt is allowed,
/// it reveals only whether the answer is correct; before a second look, also the correct answer.
pub fn feedback(study: &Study, assigned: &Assignment, locale: &Locale, feedback: &Feedback) -> Option<PublicFeedback> {
    let texts = Texts::new(study, locale);
    let answer = find(study, assigned, &feedback.id)?;
    let reveals = !feedback.may_retry;
    // A second look asks for the sign, so the answer is known already.
    let look = study.look(&feedback.id);
    let next = look.filter(|_| feedback.may_retry);
    let cue = answer.seen.filter(|_| reveals).and_then(|seen| cue(study, seen));
    Some(PublicFeedback {
        correct: feedback.correct,
        may_retry: feedback.may_retry,
        disabled_answers: feedback.disabled.clone(),
        truth: (reveals || next.is_some()).then(|| texts.label(answer.options, answer.truth)),
        explanation: texts.translate_optional(answer.explanation.filter(|_| reveals)),
        look_alike: texts.translate_optional(answer.look_alike.filter(|_| reveals)),
        cue: texts.translate_optional(cue.map(|cue| &cue.name)),
        marks: cue.map_or_else(Vec::new, |cue| cue.marks.clone()),
        second_look: next.map(|look| PublicSecondLook {
            prompt: texts.translate(&look.asked.prompt),
            hint: texts.translate(&look.here.hint),
            options: look.options().map(|option| texts.choice(option)).collect(),
        }),
        sign: look.zip(feedback.found).map(|(look, found)| PublicSign {
            found,
            labels: look.correct().map(|option| texts.translate(&option.label)).collect(),
        }),
    })
}

/// An item that was shown to a participant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// ID in the bundle: of a judgement item, the practice item, a question, a post or a clip.
    pub item: String,
    /// Value of the last answer.
    pub answer: Option<String>,
    /// Confidence in it, in per cent.
    pub confidence: Option<u8>,
}

/// The debrief: each item that was shown, with its truth. Items without a truth are absent.
pub fn debrief(study: &Study, assigned: &Assignment, shown: &[Shown], locale: &Locale) -> Vec<PublicDebrief> {
    let texts = Texts::new(study, locale);
    let is_signal = |answer: &str| study.file.analysis.is_signal(answer);
    let line = |shown: &Shown| {
        let key = find(study, assigned, &shown.item)?;
        let cue = key.seen.and_then(|seen| cue(study, seen));
        Some(PublicDebrief {
            id: shown.item.clone(),
            part: key.part,
            who: texts.translate_optional(key.who),
            text: texts.translate(key.text),
            thumb: key.seen.and_then(|seen| thumb(study, seen)),
            media: key.seen.and_then(|(stimulus, which)| texts.media(stimulus, which)),
            truth: texts.label(key.options, key.truth),
            cue: texts.translate_optional(cue.map(|cue| &cue.name)),
            marks: cue.map_or_else(Vec::new, |cue| cue.marks.clone()),
            explanation: texts.translate_optional(key.explanation),
            answer: shown.answer.as_ref().map(|answer| texts.label(key.options, answer)),
            correct: shown.answer.as_ref().map(|answer| answer == key.truth),
            manipulated: is_signal(key.truth),
            called_altered: shown.answer.as_deref().map(is_signal),
            confidence: shown.confidence,
        })
    };
    shown.iter().filter_map(line).collect()
}

/// The number of correct judgements that a participant estimated, from their answers; none if the study has no such
/// item or it was not answered.
pub fn estimate(study: &Study, answers: &Answers) -> Option<f64> {
    let answer = answers.get(&study.file.result.as_ref()?.estimate)?;
    answer.as_f64().or_else(|| answer.as_str()?.parse().ok())
}

/// The trainings' items as an exercise on `/end`, for participants of an arm without training. The truth comes with
/// them, because nothing of it is data. First the questions of Flow A, then the posts of Flow B.
pub fn training(study: &Study, assigned: &Assignment, locale: &Locale) -> Vec<PublicExercise> {
    let steps = study.steps_of(assigned.arm);
    if steps.iter().any(|step| matches!(step.kind, StepKind::FlowA | StepKind::FlowB)) {
        return Vec::new();
    }
    let control = steps.iter().filter_map(|step| study.control_flow(step.block));
    let rated: Vec<&String> = control.flat_map(|flow| &flow.clips).map(|clip| &clip.stimulus).collect();
    // What an exercise has beyond the item as it is shown.
    let exercise = |id: &str| {
        let key = find(study, assigned, id)?;
        let right = Feedback { id: id.to_owned(), correct: true, may_retry: false, disabled: Vec::new(), found: None };
        let altered = key.seen.filter(|(_, which)| *which == StimulusVersion::Altered);
        Some(PublicExercise {
            id: id.to_owned(),
            who: Texts::new(study, locale).translate_optional(key.who),
            prompt: String::new(),
            context: None,
            options: Vec::new(),
            media: None,
            post: None,
            evidence: Vec::new(),
            correct: key.truth.to_owned(),
            verdict: feedback(study, assigned, locale, &right)?,
            rated_original: altered.is_some_and(|(medium, _)| rated.contains(&medium)),
        })
    };
    let of_question = |question: PublicQuestion| {
        let PublicQuestion { id, prompt, context, options, media, .. } = question;
        Some(PublicExercise { prompt, context, options, media: Some(media), ..exercise(&id)? })
    };
    let of_post = |post: PublicFlowBPost| {
        let PublicFlowBPost { id, prompt, options, media, post, evidence, .. } = post;
        Some(PublicExercise { who: None, prompt, options, media, post: Some(post), evidence, ..exercise(&id)? })
    };
    let questions = study.flow_a.iter().flat_map(|flow| questions(study, flow, assigned, locale));
    let posts_of = |flow: &FlowB| {
        let personas = flow.ordered(assigned).into_iter();
        personas.filter_map(|one| posts(study, flow, assigned, locale, &one.persona)).flatten().collect::<Vec<_>>()
    };
    let posts = study.flow_b.iter().flat_map(posts_of);
    questions.filter_map(of_question).chain(posts.filter_map(of_post)).collect()
}

impl Texts<'_> {
    fn label(self, options: &[Choice], value: &str) -> String {
        let option = options.iter().find(|option| option.value == value);
        option.map_or_else(|| value.to_owned(), |option| self.translate(&option.label))
    }
}
