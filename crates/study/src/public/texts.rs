//! The study's texts for participants.

use super::types::PublicChoice;
use crate::definition::Study;
use crate::definition::item::Choice;
use crate::text::{Locale, Markdown, Text, html};

/// A study's texts in one language.
#[derive(Clone, Copy)]
pub(crate) struct Texts<'a> {
    pub study: &'a Study,
    pub locale: &'a Locale,
}

impl<'a> Texts<'a> {
    pub fn new(study: &'a Study, locale: &'a Locale) -> Self {
        Self { study, locale }
    }

    pub fn say(self, text: &Text) -> String {
        self.study.catalog.say(self.locale, &text.0).to_owned()
    }

    pub fn maybe(self, text: Option<&Text>) -> Option<String> {
        text.map(|text| self.say(text))
    }

    pub fn html(self, text: &Markdown) -> String {
        html(self.study.catalog.say(self.locale, &text.0))
    }

    pub fn choice(self, choice: &Choice) -> PublicChoice {
        PublicChoice {
            value: choice.value.clone(),
            label: self.say(&choice.label),
            note: self.maybe(choice.note.as_ref()),
            exclusive: choice.exclusive,
        }
    }

    pub fn choices<'c>(self, choices: impl IntoIterator<Item = &'c Choice>) -> Vec<PublicChoice> {
        choices.into_iter().map(|choice| self.choice(choice)).collect()
    }
}
