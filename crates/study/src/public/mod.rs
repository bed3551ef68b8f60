//! What participants may see, and how it is made from the definition.
//!
//! The types have no field for truth, cue, explanation, checks or weights, so that nothing of that can
//! slip out; the verdict is a type of its own, made only after the answer.

mod after;
mod front;
mod key;
mod media;
mod questionnaire;
mod study;
#[cfg(test)]
mod tests;
mod training;
mod training_types;
mod types;

pub use after::{Shown, debrief, training, verdict};
pub use front::*;
pub use media::media_type;
pub(crate) use questionnaire::View;
pub use questionnaire::questionnaire;
pub use study::{consent, landing, page_text};
pub use training::{clips, flow_a_config, followup, persona_intro, personas, posts, practice, questions};
pub use training_types::*;
pub use types::*;

pub use crate::items::{PublicKind, PublicRow};

use crate::definition::Study;
use crate::definition::item::Choice;
use crate::text::{Locale, Markdown, Text, html};

/// A study's texts in one language.
#[derive(Clone, Copy)]
pub(crate) struct Words<'a> {
    study: &'a Study,
    pub(crate) locale: &'a Locale,
}

impl<'a> Words<'a> {
    pub(crate) fn new(study: &'a Study, locale: &'a Locale) -> Self {
        Self { study, locale }
    }

    pub(crate) fn say(self, text: &Text) -> String {
        self.study.catalog.say(self.locale, &text.0).to_owned()
    }

    pub(crate) fn maybe(self, text: Option<&Text>) -> Option<String> {
        text.map(|text| self.say(text))
    }

    pub(crate) fn html(self, text: &Markdown) -> String {
        html(self.study.catalog.say(self.locale, &text.0))
    }

    fn choice(self, choice: &Choice) -> PublicChoice {
        PublicChoice {
            value: choice.value.clone(),
            label: self.say(&choice.label),
            note: self.maybe(choice.note.as_ref()),
            exclusive: choice.exclusive,
        }
    }

    pub(crate) fn choices<'c>(self, choices: impl IntoIterator<Item = &'c Choice>) -> Vec<PublicChoice> {
        choices.into_iter().map(|choice| self.choice(choice)).collect()
    }
}
