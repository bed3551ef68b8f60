//! The answer keys: for each item that has a truth, what it is and how it can be recognised.

use crate::definition::item::{Choice, Item};
use crate::definition::stimulus::{Cue, StimulusVersion};
use crate::definition::{Questionnaire, Study};
use crate::items::Judgement;
use crate::page::QuestionnairePage;
use crate::progress::Assignment;
use crate::public::DebriefPart;
use crate::text::Text;

/// The answer key of one item.
pub(super) struct Key<'a> {
    pub part: DebriefPart,
    pub who: Option<&'a Text>,
    pub text: &'a Text,
    /// The stimulus, and which version of it.
    pub seen: Option<(&'a String, StimulusVersion)>,
    pub options: &'a [Choice],
    pub truth: &'a str,
    pub explanation: Option<&'a Text>,
    pub look_alike: Option<&'a Text>,
}

/// The key of an item; none for one without a truth.
pub(super) fn find<'a>(study: &'a Study, assigned: &Assignment, id: &str) -> Option<Key<'a>> {
    question(study, id)
        .or_else(|| post(study, id))
        .or_else(|| judgement(study, assigned, id))
        .or_else(|| practice(study, id))
        .or_else(|| rated(study, id))
}

fn question<'a>(study: &'a Study, id: &str) -> Option<Key<'a>> {
    let (flow, question) = study.question(id)?;
    Some(Key {
        part: DebriefPart::Exercise,
        who: study.persona(&question.persona).map(|persona| &persona.name),
        text: question.context.as_ref().unwrap_or(&flow.prompt),
        seen: Some((&question.stimulus, question.show)),
        options: &flow.options,
        truth: question.show.value(),
        explanation: Some(&question.explanation),
        look_alike: question.look_alike.as_ref(),
    })
}

fn post<'a>(study: &'a Study, id: &str) -> Option<Key<'a>> {
    let (flow, post) = study.post(id)?;
    Some(Key {
        part: DebriefPart::Exercise,
        who: Some(&post.post.author),
        text: &post.post.text,
        seen: post.stimulus.as_ref().map(|stimulus| (stimulus, post.show)),
        options: &flow.options,
        truth: &post.correct,
        explanation: Some(&post.explanation),
        look_alike: post.look_alike.as_ref(),
    })
}

fn judgement<'a>(study: &'a Study, assigned: &Assignment, id: &str) -> Option<Key<'a>> {
    let mut items = study.questionnaires.iter().flat_map(|(page, asked)| asked.items().map(move |item| (page, item)));
    let (page, item): (_, &Item) = items.find(|(_, item)| item.id == id)?;
    let judgement = item.judgement()?;
    let Judgement { truth, options, .. } = judgement;
    let stimulus = judgement.stimulus_in(assigned.form);
    let post = item.post_in(assigned.form);
    let truth = truth.for_form(assigned.form);
    let medium = stimulus.and_then(|id| study.stimuli.get(id));
    let which = medium.map_or(StimulusVersion::Original, |medium| medium.version_for(truth));
    // All clips have the same question, so the alternative text identifies the clip.
    let text = post.map(|post| &post.text).or(medium.map(|medium| &medium.alt)).unwrap_or(&item.label);
    Some(Key {
        part: match page.page {
            _ if study.wave_of(assigned.arm, page.id.name()) > 0 => DebriefPart::Later,
            QuestionnairePage::Pre => DebriefPart::Before,
            QuestionnairePage::Treatment => DebriefPart::Exercise,
            QuestionnairePage::Post => DebriefPart::After,
        },
        who: post.map(|post| &post.author),
        text,
        seen: stimulus.map(|stimulus| (stimulus, which)),
        options,
        truth,
        // The help of a post is what a check brought up: the reason for its truth.
        explanation: post.and_then(|_| item.help_in(assigned.form)),
        look_alike: None,
    })
}

fn practice<'a>(study: &'a Study, id: &str) -> Option<Key<'a>> {
    let practice = &study.practice;
    (practice.id == id).then(|| Key {
        part: DebriefPart::Exercise,
        who: None,
        text: &practice.prompt,
        seen: Some((&practice.stimulus, practice.show())),
        options: &practice.options,
        truth: &practice.correct,
        explanation: None,
        look_alike: None,
    })
}

/// A clip of the control flow: always the original. Its ratings are not judgements.
fn rated<'a>(study: &'a Study, id: &str) -> Option<Key<'a>> {
    let clip = study.control_flow.iter().flat_map(|flow| &flow.clips).find(|clip| clip.id == id)?;
    let medium = study.stimuli.get(&clip.stimulus)?;
    let truth = StimulusVersion::Original.value();
    let flow_a = study.flow_a.iter().map(|flow| &flow.options);
    let judged = study.questionnaires.values().flat_map(Questionnaire::items).filter_map(Item::judgement);
    let judged = judged.map(|judgement| &judgement.options);
    // Nothing was judged here, so the label of the truth comes from items that are judged.
    let names = |options: &&Vec<Choice>| options.iter().any(|option| option.value == truth);
    let options = flow_a.chain([&study.practice.options]).chain(judged).find(names);
    Some(Key {
        part: DebriefPart::Exercise,
        who: study.persona(&clip.persona).map(|persona| &persona.name),
        text: clip.context.as_ref().unwrap_or(&medium.alt),
        seen: Some((&clip.stimulus, StimulusVersion::Original)),
        options: options.map_or(&[], Vec::as_slice),
        truth,
        explanation: None,
        look_alike: None,
    })
}

/// A thumbnail of the medium for lists.
pub(super) fn thumb(study: &Study, (stimulus, which): (&String, StimulusVersion)) -> Option<String> {
    use crate::definition::stimulus::MediaKind;
    let stimulus = study.stimuli.get(stimulus)?;
    let version = stimulus.version(which);
    match stimulus.kind {
        MediaKind::Image => version.files.first(),
        MediaKind::Audio | MediaKind::Video => version.poster.as_ref(),
    }
    .map(|file| file.file.clone())
}

/// The cue, if the altered version was shown.
pub(super) fn cue<'a>(study: &'a Study, (stimulus, which): (&String, StimulusVersion)) -> Option<&'a Cue> {
    match which {
        StimulusVersion::Original => None,
        StimulusVersion::Altered => study.stimuli.get(stimulus)?.altered.as_ref()?.cue.as_ref(),
    }
}
