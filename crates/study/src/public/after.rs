//! What is shown after an answer is stored: verdict and debrief. The only place that lets truth out.

use super::items::version_shown;
use super::{PublicDebrief, PublicVerdict, Words};
use crate::definition::item::{Choice, Item, Kind};
use crate::definition::stimulus::Cue;
use crate::definition::training::Which;
use crate::definition::{Questionnaire, Study};
use crate::flow::Verdict;
use crate::page::Step;
use crate::progress::Assigned;
use crate::text::{Locale, Text};

/// The verdict page's content for a question of Flow A, a post of Flow B or the practice item. As
/// long as another attempt is allowed it says no more than right or wrong.
pub fn verdict(study: &Study, assigned: &Assigned, locale: &Locale, verdict: &Verdict) -> Option<PublicVerdict> {
    let words = Words::new(study, locale);
    let answer = find(study, assigned, &verdict.id)?;
    let tell = !verdict.may_retry;
    let cue = answer.seen.filter(|_| tell).and_then(|seen| cue(study, seen));
    Some(PublicVerdict {
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
    /// Its id in the bundle: a judgement item, the practice item, a question or a post.
    pub item: String,
    /// The (last) answer's value.
    pub answer: Option<String>,
}

/// The debrief: each item that was shown, with its truth. Items without a truth are left out.
pub fn debrief(study: &Study, assigned: &Assigned, shown: &[Shown], locale: &Locale) -> Vec<PublicDebrief> {
    let words = Words::new(study, locale);
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

/// The questions of Flow A, for who was in an arm without training: on `/end` they may learn it as well.
pub fn training(study: &Study, assigned: &Assigned, locale: &Locale) -> Vec<PublicDebrief> {
    let trains = |step: &Step| matches!(step, Step::FlowA | Step::FlowB);
    if study.file.arms.get(&assigned.group).is_some_and(|arm| arm.steps.iter().any(trains)) {
        return Vec::new();
    }
    let questions = study.flow_a.iter().flat_map(|flow| &flow.questions);
    let shown: Vec<_> = questions.map(|question| Shown { item: question.id.clone(), answer: None }).collect();
    debrief(study, assigned, &shown, locale)
}

/// The answer key of one item.
struct Key<'a> {
    who: Option<&'a Text>,
    text: &'a Text,
    /// The stimulus, and which version of it.
    seen: Option<(&'a String, Which)>,
    options: &'a [Choice],
    truth: &'a str,
    explanation: Option<&'a Text>,
    look_alike: Option<&'a Text>,
}

fn find<'a>(study: &'a Study, assigned: &Assigned, id: &str) -> Option<Key<'a>> {
    question(study, id)
        .or_else(|| post(study, id))
        .or_else(|| judgement(study, assigned, id))
        .or_else(|| practice(study, id))
}

fn question<'a>(study: &'a Study, id: &str) -> Option<Key<'a>> {
    let flow = study.flow_a.as_ref()?;
    let question = flow.questions.iter().find(|question| question.id == id)?;
    let persona = study.personas.iter().find(|persona| persona.id == question.persona);
    Some(Key {
        who: persona.map(|persona| &persona.name),
        text: question.context.as_ref().unwrap_or(&flow.prompt),
        seen: Some((&question.stimulus, question.show)),
        options: &flow.options,
        truth: question.show.value(),
        explanation: Some(&question.explanation),
        look_alike: question.look_alike.as_ref(),
    })
}

fn post<'a>(study: &'a Study, id: &str) -> Option<Key<'a>> {
    let flow = study.flow_b.as_ref()?;
    let post = flow.personas.iter().flat_map(|posts| &posts.posts).find(|post| post.id == id)?;
    Some(Key {
        who: Some(&post.post.author),
        text: &post.post.text,
        seen: post.stimulus.as_ref().map(|stimulus| (stimulus, post.show)),
        options: &flow.options,
        truth: &post.correct,
        explanation: Some(&post.explanation),
        look_alike: post.look_alike.as_ref(),
    })
}

fn judgement<'a>(study: &'a Study, assigned: &Assigned, id: &str) -> Option<Key<'a>> {
    let item: &Item = study.questionnaires.values().flat_map(Questionnaire::items).find(|i| i.id == id)?;
    let Kind::Judgement { stimulus, truth, options, .. } = &item.kind else { return None };
    let post = item.post_in(assigned.form);
    let truth = truth.for_form(assigned.form);
    let medium = stimulus.as_ref().and_then(|id| study.stimuli.get(id));
    let which = version_shown(medium, truth);
    // The question is the same of all clips: what can be seen or heard tells which one it was.
    let text = post.map(|post| &post.text).or(medium.map(|medium| &medium.alt)).unwrap_or(&item.label);
    Some(Key {
        who: post.map(|post| &post.author),
        text,
        seen: stimulus.as_ref().map(|stimulus| (stimulus, which)),
        options,
        truth,
        // What a check of the post brought up is why it is what it is.
        explanation: post.and_then(|_| item.help_in(assigned.form)),
        look_alike: None,
    })
}

fn practice<'a>(study: &'a Study, id: &str) -> Option<Key<'a>> {
    let practice = &study.practice;
    let altered = practice.correct == Which::Altered.value();
    let which = if altered { Which::Altered } else { Which::Original };
    (practice.id == id).then(|| Key {
        who: None,
        text: &practice.prompt,
        seen: Some((&practice.stimulus, which)),
        options: &practice.options,
        truth: &practice.correct,
        explanation: None,
        look_alike: None,
    })
}

fn thumb(study: &Study, (stimulus, which): (&String, Which)) -> Option<String> {
    use crate::definition::stimulus::MediaKind;
    let stimulus = study.stimuli.get(stimulus)?;
    let version = stimulus.version(which);
    match stimulus.kind {
        MediaKind::Image => version.files.first(),
        MediaKind::Audio | MediaKind::Video => version.poster.as_ref(),
    }
    .map(|file| file.file.clone())
}

fn cue<'a>(study: &'a Study, (stimulus, which): (&String, Which)) -> Option<&'a Cue> {
    match which {
        Which::Original => None,
        Which::Altered => study.stimuli.get(stimulus)?.altered.as_ref()?.cue.as_ref(),
    }
}

impl Words<'_> {
    fn label(self, options: &[Choice], value: &str) -> String {
        let option = options.iter().find(|option| option.value == value);
        option.map_or_else(|| value.to_owned(), |option| self.say(&option.label))
    }
}
