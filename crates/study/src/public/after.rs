//! What is shown after an answer is stored: verdict and debrief. The only place that lets truth out.

use super::key::{cue, find, thumb};
use super::{PublicDebrief, PublicExercise, PublicFeedback, Texts, posts, questions};
use crate::definition::Study;
use crate::definition::item::Choice;
use crate::definition::stimulus::StimulusVersion;
use crate::flow::Verdict;
use crate::page::Step;
use crate::progress::Assignment;
use crate::text::Locale;

/// The verdict page's content for a question of Flow A, a post of Flow B or the practice item. As
/// long as another attempt is allowed it says no more than right or wrong.
pub fn verdict(study: &Study, assigned: &Assignment, locale: &Locale, verdict: &Verdict) -> Option<PublicFeedback> {
    let words = Texts::new(study, locale);
    let answer = find(study, assigned, &verdict.id)?;
    let tell = !verdict.may_retry;
    let cue = answer.seen.filter(|_| tell).and_then(|seen| cue(study, seen));
    Some(PublicFeedback {
        correct: verdict.correct,
        may_retry: verdict.may_retry,
        disabled_answers: verdict.disabled.clone(),
        truth: tell.then(|| words.label(answer.options, answer.truth)),
        explanation: words.maybe(answer.explanation.filter(|_| tell)),
        look_alike: words.maybe(answer.look_alike.filter(|_| tell)),
        cue: words.maybe(cue.map(|cue| &cue.name)),
        marks: cue.map_or_else(Vec::new, |cue| cue.marks.clone()),
    })
}

/// An item that a participant has been shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Its id in the bundle: a judgement item, the practice item, a question, a post or a clip of the control flow.
    pub item: String,
    /// The (last) answer's value.
    pub answer: Option<String>,
}

/// The debrief: each item that was shown, with its truth. Items without a truth are left out.
pub fn debrief(study: &Study, assigned: &Assignment, shown: &[Shown], locale: &Locale) -> Vec<PublicDebrief> {
    let words = Texts::new(study, locale);
    let line = |shown: &Shown| {
        let key = find(study, assigned, &shown.item)?;
        let cue = key.seen.and_then(|seen| cue(study, seen));
        Some(PublicDebrief {
            id: shown.item.clone(),
            who: words.maybe(key.who),
            text: words.say(key.text),
            thumb: key.seen.and_then(|seen| thumb(study, seen)),
            media: key.seen.and_then(|(stimulus, which)| words.media(stimulus, which)),
            truth: words.label(key.options, key.truth),
            cue: words.maybe(cue.map(|cue| &cue.name)),
            marks: cue.map_or_else(Vec::new, |cue| cue.marks.clone()),
            explanation: words.maybe(key.explanation),
            answer: shown.answer.as_ref().map(|answer| words.label(key.options, answer)),
            correct: shown.answer.as_ref().map(|answer| answer == key.truth),
        })
    };
    shown.iter().filter_map(line).collect()
}

/// The trainings' items, for who was in an arm without training: on `/end` they may do them as an exercise, with the
/// truth at hand, because nothing of it is data. First the questions of Flow A, then the posts of Flow B.
pub fn training(study: &Study, assigned: &Assignment, locale: &Locale) -> Vec<PublicExercise> {
    let steps = study.file.arms.get(&assigned.group).map_or(&[][..], |arm| arm.steps.as_slice());
    if steps.iter().any(|step| matches!(step, Step::FlowA | Step::FlowB)) {
        return Vec::new();
    }
    let rated = steps.contains(&Step::ControlFlow);
    let exercise = |id: &str| Exercise::of(study, assigned, locale, id, rated);
    let of_question = |question: super::PublicQuestion| {
        let Exercise { who, correct, verdict, rated_original } = exercise(&question.id)?;
        Some(PublicExercise {
            id: question.id,
            who,
            prompt: question.prompt,
            context: question.context,
            options: question.options,
            media: Some(question.media),
            post: None,
            evidence: Vec::new(),
            correct,
            verdict,
            rated_original,
        })
    };
    let of_post = |post: super::PublicFlowBPost| {
        let Exercise { correct, verdict, rated_original, .. } = exercise(&post.id)?;
        Some(PublicExercise {
            id: post.id,
            who: None,
            prompt: post.prompt,
            context: None,
            options: post.options,
            media: post.media,
            post: Some(post.post),
            evidence: post.evidence,
            correct,
            verdict,
            rated_original,
        })
    };
    let personas = study.flow_b.iter().flat_map(|flow| flow.ordered(assigned));
    let posts = personas.filter_map(|of_persona| posts(study, assigned, locale, &of_persona.persona)).flatten();
    questions(study, assigned, locale).into_iter().filter_map(of_question).chain(posts.filter_map(of_post)).collect()
}

/// What an exercise has beyond the item as it is shown.
struct Exercise {
    who: Option<String>,
    correct: String,
    verdict: PublicFeedback,
    rated_original: bool,
}

impl Exercise {
    fn of(study: &Study, assigned: &Assignment, locale: &Locale, id: &str, rated: bool) -> Option<Self> {
        let key = find(study, assigned, id)?;
        let right = Verdict { id: id.to_owned(), correct: true, may_retry: false, disabled: Vec::new() };
        let clips = study.control_flow.iter().flat_map(|flow| &flow.clips);
        let mut clips = clips.filter(|_| rated).map(|clip| &clip.stimulus);
        Some(Self {
            who: Texts::new(study, locale).maybe(key.who),
            correct: key.truth.to_owned(),
            verdict: verdict(study, assigned, locale, &right)?,
            rated_original: key
                .seen
                .is_some_and(|(medium, which)| which == StimulusVersion::Altered && clips.any(|c| c == medium)),
        })
    }
}

impl Texts<'_> {
    fn label(self, options: &[Choice], value: &str) -> String {
        let option = options.iter().find(|option| option.value == value);
        option.map_or_else(|| value.to_owned(), |option| self.say(&option.label))
    }
}
