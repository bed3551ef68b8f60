//! Questionnaires as participants see them: in their order and their language.

use serde_json::Value;

use super::Texts;
use super::types::{
    PublicCondition, PublicItem, PublicMedia, PublicPoint, PublicPost, PublicQuestionnaire, PublicSection,
};
use crate::definition::item::{Condition, Item, Kind, Points, PostText, Questionnaire, Section};
use crate::definition::training::StimulusVersion;
use crate::definition::{Stimulus, Study};
use crate::order::order;
use crate::page::QuestionnairePage;
use crate::progress::{Assignment, Form, Memory};
use crate::text::{Locale, Text};

/// A questionnaire for one participant, as far as `memory` says that it is saved.
pub fn questionnaire(
    study: &Study,
    assigned: &Assignment,
    locale: &Locale,
    page: QuestionnairePage,
    memory: &Memory,
) -> Option<PublicQuestionnaire> {
    let questionnaire: &Questionnaire = study.questionnaires.get(&page)?;
    let view = View { texts: Texts::new(study, locale), assigned };
    Some(PublicQuestionnaire {
        title: view.texts.say(&questionnaire.title),
        intro: questionnaire.intro.as_ref().map(|intro| view.texts.html(intro)),
        sections: questionnaire.sections.iter().map(|section| view.section(page, section)).collect(),
        done: memory.done,
        known: memory.variables.iter().filter(|(name, _)| questionnaire.is_condition(name)).map(owned).collect(),
    })
}

fn owned((name, value): (&String, &Value)) -> (String, Value) {
    (name.clone(), value.clone())
}

/// What one participant sees.
pub(crate) struct View<'a> {
    pub(crate) texts: Texts<'a>,
    pub assigned: &'a Assignment,
}

impl View<'_> {
    fn section(&self, page: QuestionnairePage, section: &Section) -> PublicSection {
        let items = section.ordered(page, self.assigned.seed);
        PublicSection {
            id: section.id.clone(),
            title: self.texts.say(&section.title),
            intro: section.intro.as_ref().map(|intro| self.texts.html(intro)),
            items: items.into_iter().map(|item| self.item(item)).collect(),
        }
    }

    pub(crate) fn item(&self, item: &Item) -> PublicItem {
        PublicItem {
            id: item.id.clone(),
            label: self.texts.say(&item.label),
            help: self.texts.maybe(item.help_in(self.assigned.form)),
            required: item.required,
            show_if: item.show_if.as_ref().map(condition),
            kind: item.public_kind(self),
        }
    }

    pub(crate) fn order<'t, T>(&self, key: &str, things: &'t [T], fixed: impl Fn(&T) -> bool) -> Vec<&'t T> {
        order(self.assigned.seed, key, things, fixed)
    }

    pub(crate) fn medium(&self, item: &Item) -> Option<PublicMedia> {
        let (stimulus, which) = item.medium(self.texts.study, self.assigned.form)?;
        self.texts.media(stimulus, which)
    }
}

impl Item {
    /// The medium that it shows, and in which version to a participant with this test form.
    pub(crate) fn medium(&self, study: &Study, form: Form) -> Option<(&str, StimulusVersion)> {
        let id = self.stimulus()?;
        let version = match &self.kind {
            Kind::Judgement(judged) => version_shown(study.stimuli.get(id), judged.truth.for_form(form)),
            _ => StimulusVersion::Original,
        };
        Some((id, version))
    }
}

/// A judgement shows the altered version to those for whom "altered" is right.
pub(super) fn version_shown(stimulus: Option<&Stimulus>, truth: &str) -> StimulusVersion {
    let has_altered = stimulus.is_some_and(|stimulus| stimulus.altered.is_some());
    if has_altered && truth == StimulusVersion::Altered.value() {
        StimulusVersion::Altered
    } else {
        StimulusVersion::Original
    }
}

fn condition(condition: &Condition) -> PublicCondition {
    PublicCondition {
        item: condition.item.clone(),
        is: condition.is.clone(),
        is_not: condition.is_not.clone(),
        at_least: condition.at_least,
        at_most: condition.at_most,
    }
}

impl Texts<'_> {
    pub(crate) fn points(self, points: &Points) -> Vec<PublicPoint> {
        let label = |index: usize, value: i64| match points.points.get(index) {
            Some(text) => self.say(text),
            None => value.to_string(),
        };
        let values = (points.first..).take(points.count()).enumerate();
        values.map(|(index, value)| PublicPoint { value, label: label(index, value) }).collect()
    }

    pub(crate) fn ends(self, ends: Option<&[Text; 2]>) -> Option<[String; 2]> {
        ends.map(|ends| ends.each_ref().map(|end| self.say(end)))
    }

    pub(crate) fn post(self, post: &PostText) -> PublicPost {
        PublicPost {
            author: self.say(&post.author),
            handle: post.handle.clone(),
            age: self.say(&post.age),
            text: self.say(&post.text),
        }
    }
}
