//! Practice, Flow A, Flow B and control flow as participants see them.

use super::View;
use super::{
    PublicClip, PublicEvidence, PublicFlowA, PublicFlowBPost, PublicFollowup, PublicPersona, PublicPractice,
    PublicQuestion, Texts,
};
use crate::definition::stimulus::StimulusVersion;
use crate::definition::training::{Evidence, FlowB, PersonaPosts, Post};
use crate::definition::{ControlFlow, FlowA, Persona, Study};
use crate::progress::Assignment;
use crate::text::Locale;

/// The practice item.
pub fn practice(study: &Study, locale: &Locale) -> Option<PublicPractice> {
    let texts = Texts::new(study, locale);
    let practice = &study.practice;
    Some(PublicPractice {
        id: practice.id.clone(),
        prompt: texts.translate(&practice.prompt),
        options: texts.choices(&practice.options),
        media: texts.media(&practice.stimulus, practice.show())?,
    })
}

/// The settings of Flow A.
pub fn flow_a_config(study: &Study, flow: &FlowA, locale: &Locale) -> PublicFlowA {
    let kinds = flow.questions.iter().filter_map(|question| study.stimuli.get(&question.stimulus)).map(|s| s.kind);
    let mut media_types: Vec<_> = kinds.collect();
    media_types.sort_unstable();
    media_types.dedup();
    PublicFlowA {
        total_questions: flow.questions.len(),
        interim_after: flow.interim_after,
        attempts: flow.attempts,
        confidence: flow.confidence,
        followup: followup(study, flow, locale),
        media_types,
    }
}

/// All questions of a Flow A, in this participant's order.
pub fn questions(study: &Study, flow: &FlowA, assigned: &Assignment, locale: &Locale) -> Vec<PublicQuestion> {
    let texts = Texts::new(study, locale);
    let questions = flow.ordered(assigned).into_iter().enumerate().filter_map(|(index, question)| {
        Some(PublicQuestion {
            id: question.id.clone(),
            number: index + 1,
            persona: question.persona.clone(),
            prompt: texts.translate(&flow.prompt),
            context: texts.translate_optional(question.context.as_ref()),
            options: texts.choices(&flow.options),
            confidence: flow.confidence,
            media: texts.media(&question.stimulus, question.show)?,
        })
    });
    questions.collect()
}

/// The follow-up of a Flow A, if it has one.
pub fn followup(study: &Study, flow: &FlowA, locale: &Locale) -> Option<PublicFollowup> {
    let followup = flow.followup.as_ref()?;
    let texts = Texts::new(study, locale);
    Some(PublicFollowup {
        prompt: texts.translate(&followup.prompt),
        options: texts.choices(&followup.options),
        mark: followup.mark,
        words: followup.words,
    })
}

/// All personas: those of the Flow B first, in this participant's order, then the others as in the file.
pub fn personas(study: &Study, flow: Option<&FlowB>, assigned: &Assignment, locale: &Locale) -> Vec<PublicPersona> {
    let texts = Texts::new(study, locale);
    let ordered = flow.map_or_else(Vec::new, |flow| flow.ordered(assigned));
    let place = |persona: &Persona| ordered.iter().position(|posts| posts.persona == persona.id).unwrap_or(usize::MAX);
    let mut personas: Vec<&Persona> = study.personas.iter().collect();
    personas.sort_by_key(|persona| place(persona));
    personas.into_iter().map(|persona| texts.persona(persona)).collect()
}

fn posts_of<'a>(flow: &'a FlowB, persona: &str) -> Option<&'a PersonaPosts> {
    flow.personas.iter().find(|posts| posts.persona == persona)
}

/// HTML above a persona's posts; `None` if the persona has none.
pub fn persona_intro(study: &Study, flow: &FlowB, locale: &Locale, persona: &str) -> Option<String> {
    posts_of(flow, persona).map(|posts| Texts::new(study, locale).html(&posts.intro))
}

/// The posts of a persona, in this participant's order; `None` if the persona has none.
pub fn posts(
    study: &Study,
    flow: &FlowB,
    assigned: &Assignment,
    locale: &Locale,
    persona: &str,
) -> Option<Vec<PublicFlowBPost>> {
    let of_persona = posts_of(flow, persona)?;
    let texts = Texts::new(study, locale);
    let posts = flow.posts(assigned, of_persona).into_iter().enumerate();
    Some(posts.map(|(index, post)| texts.flow_b_post(flow, persona, index + 1, post)).collect())
}

/// The parts of a control flow, in this participant's order: its opening, if it has one, then the clips.
pub fn clips(study: &Study, flow: &ControlFlow, assigned: &Assignment, locale: &Locale) -> Vec<PublicClip> {
    let view = View { texts: Texts::new(study, locale), assigned };
    let opening = flow.opening.iter().map(|opening| PublicClip {
        id: opening.id.clone(),
        number: 0,
        persona: None,
        context: Some(view.texts.translate(&opening.title)),
        media: None,
        ratings: opening.items.iter().map(|item| view.item(item)).collect(),
    });
    let clips = flow.ordered(assigned).into_iter().enumerate().filter_map(|(index, clip)| {
        Some(PublicClip {
            id: clip.id.clone(),
            number: index + 1,
            persona: Some(clip.persona.clone()),
            context: view.texts.translate_optional(clip.context.as_ref()),
            media: Some(view.texts.media(&clip.stimulus, StimulusVersion::Original)?),
            ratings: flow.ratings(&study.stimuli, clip).iter().map(|rating| view.item(rating)).collect(),
        })
    });
    opening.chain(clips).collect()
}

impl Texts<'_> {
    fn persona(self, persona: &Persona) -> PublicPersona {
        PublicPersona {
            id: persona.id.clone(),
            name: self.translate(&persona.name),
            role: self.translate(&persona.role),
            bio: self.translate(&persona.bio),
        }
    }

    fn flow_b_post(self, flow: &FlowB, persona: &str, number: usize, post: &Post) -> PublicFlowBPost {
        PublicFlowBPost {
            id: post.id.clone(),
            number,
            persona: persona.to_owned(),
            post: self.post(&post.post),
            prompt: self.translate(&post.prompt),
            options: self.choices(&flow.options),
            confidence: flow.confidence,
            media: post.stimulus.as_ref().and_then(|id| self.media(id, post.show)),
            evidence: post.evidence.iter().map(|evidence| self.evidence(evidence)).collect(),
        }
    }

    fn evidence(self, evidence: &Evidence) -> PublicEvidence {
        PublicEvidence {
            id: evidence.id.clone(),
            kind: evidence.kind,
            text: self.translate(&evidence.text),
            media: evidence.stimulus.as_ref().and_then(|id| self.media(id, StimulusVersion::Original)),
        }
    }
}
