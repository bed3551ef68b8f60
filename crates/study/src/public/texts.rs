//! Translated texts for participants.

use super::types::{PublicChoice, PublicPoint, PublicPost};
use crate::definition::{Persona, Stimuli, StudyFile};
use crate::items::{Choice, Points, PostText};
use crate::text::{Catalog, Locale, Markdown, Text, html};

/// A study's texts and media in one language.
#[derive(Clone, Copy)]
pub(crate) struct Texts<'a> {
    pub(super) catalog: &'a Catalog,
    pub(super) file: &'a StudyFile,
    pub(super) stimuli: &'a Stimuli,
    pub(super) personas: &'a [Persona],
    pub locale: &'a Locale,
}

impl Texts<'_> {
    pub fn translate(self, text: &Text) -> String {
        self.catalog.translate(self.locale, &text.0).to_owned()
    }

    pub fn translate_optional(self, text: Option<&Text>) -> Option<String> {
        text.map(|text| self.translate(text))
    }

    pub fn html(self, text: &Markdown) -> String {
        html(self.catalog.translate(self.locale, &text.0))
    }

    pub fn choice(self, choice: &Choice) -> PublicChoice {
        PublicChoice {
            value: choice.value.clone(),
            label: self.translate(&choice.label),
            note: self.translate_optional(choice.note.as_ref()),
            exclusive: choice.exclusive,
        }
    }

    pub fn choices<'c>(self, choices: impl IntoIterator<Item = &'c Choice>) -> Vec<PublicChoice> {
        choices.into_iter().map(|choice| self.choice(choice)).collect()
    }

    pub fn points(self, points: &Points) -> Vec<PublicPoint> {
        let label = |index: usize, value: i64| match points.points.get(index) {
            Some(text) => self.translate(text),
            None => value.to_string(),
        };
        let values = (points.first..).take(points.count()).enumerate();
        values.map(|(index, value)| PublicPoint { value, label: label(index, value) }).collect()
    }

    pub fn ends(self, ends: Option<&[Text; 2]>) -> Option<[String; 2]> {
        ends.map(|ends| ends.each_ref().map(|end| self.translate(end)))
    }

    pub fn post(self, post: &PostText) -> PublicPost {
        let persona = self.personas.iter().find(|persona| persona.name == post.author);
        let portrait = persona.and_then(|persona| portrait(self.stimuli, persona));
        PublicPost {
            portrait: portrait.map(str::to_owned),
            author: self.translate(&post.author),
            handle: post.handle.clone(),
            age: self.translate(&post.age),
            text: self.translate(&post.text),
        }
    }
}

/// Path of a persona's portrait below `media/`; none for an unknown stimulus, which the checks report.
pub fn portrait<'a>(stimuli: &'a Stimuli, persona: &Persona) -> Option<&'a str> {
    let file = stimuli.get(&persona.portrait)?.original.files.first()?;
    Some(&file.file)
}
