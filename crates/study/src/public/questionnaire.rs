//! Questionnaires as participants see them.

use serde_json::Value;

use super::questionnaire_types::{Counter, PublicAdvice, PublicItem, PublicQuestionnaire, PublicSection};
use super::types::PublicCondition;
use super::{Texts, View};
use crate::definition::Study;
use crate::definition::item::{Condition, Item, Questionnaire};
use crate::definition::stimulus::StimulusVersion;
use crate::flow::{Screen, Stage};
use crate::page::QuestionnaireBlock;
use crate::progress::{Assignment, Form, Memory};
use crate::text::Locale;

/// A questionnaire for one participant; `memory` has the sections that are saved.
pub fn questionnaire(
    study: &Study,
    assigned: &Assignment,
    locale: &Locale,
    page: QuestionnaireBlock,
    memory: &Memory,
) -> Option<PublicQuestionnaire> {
    let questionnaire: &Questionnaire = study.questionnaires.get(&page)?;
    let view = View { texts: Texts::new(study, locale), assigned };
    Some(PublicQuestionnaire {
        title: view.texts.translate(&questionnaire.title),
        intro: questionnaire.intro.as_ref().map(|intro| view.texts.html(intro)),
        sections: questionnaire.screens(page, assigned).iter().map(|screen| view.screen(screen, memory)).collect(),
        done: memory.done,
        known: memory.variables.iter().filter(|(name, _)| questionnaire.is_condition(name)).map(owned).collect(),
    })
}

fn owned((name, value): (&String, &Value)) -> (String, Value) {
    (name.clone(), value.clone())
}

impl View<'_> {
    fn screen(&self, screen: &Screen, memory: &Memory) -> PublicSection {
        let section = screen.section;
        PublicSection {
            id: screen.name(),
            title: self.texts.translate(&section.title),
            intro: section.intro.as_ref().map(|intro| self.texts.html(intro)),
            counter: screen.number.map(|(number, total)| Counter { number, total }),
            stage: (screen.stage != Stage::Only).then_some(screen.stage),
            advice: self.advice(screen, memory),
            items: screen.items.iter().map(|item| self.item(item)).collect(),
        }
    }

    /// The advice on a final judgement, once the initial one is stored: it is in the memory only while the final one is
    /// the next.
    fn advice(&self, screen: &Screen, memory: &Memory) -> Option<PublicAdvice> {
        let item = screen.advised().filter(|_| screen.stage == Stage::Final)?;
        let initial = memory.variables.get(&item.id)?.as_str()?.to_owned();
        let confidence = memory.variables.get(&format!("{}_confidence", item.id)).and_then(Value::as_u64);
        let (_, text) = screen.section.advice_on(item, self.assigned.form)?;
        let text = self.texts.translate(text);
        Some(PublicAdvice { text, initial, confidence: confidence.and_then(|own| u8::try_from(own).ok()) })
    }

    pub(crate) fn item(&self, item: &Item) -> PublicItem {
        PublicItem {
            id: item.id.clone(),
            label: self.texts.translate(&item.label),
            help: self.texts.translate_optional(item.help_in(self.assigned.form)),
            required: item.required,
            show_if: item.show_if.as_ref().map(condition),
            kind: item.public_kind(self),
        }
    }
}

impl Item {
    /// The stimulus that it shows, and the version for participants with this test form.
    pub(crate) fn medium(&self, study: &Study, form: Form) -> Option<(&str, StimulusVersion)> {
        let id = self.stimulus_in(form)?;
        let judged = self.judgement().zip(study.stimuli.get(id));
        let version = judged.map(|(judgement, stimulus)| stimulus.version_for(judgement.truth.for_form(form)));
        Some((id, version.unwrap_or(StimulusVersion::Original)))
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
