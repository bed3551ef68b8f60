//! Questionnaires as participants see them: in their order and their language.

use serde_json::Value;

use super::Texts;
use super::types::{
    PublicCondition, PublicItem, PublicKind, PublicMedia, PublicPoint, PublicPost, PublicQuestionnaire, PublicRow,
    PublicSection,
};
use crate::definition::item::{Condition, Item, Kind, Points, PostText, Questionnaire, Section};
use crate::definition::training::Which;
use crate::definition::{Stimulus, Study};
use crate::order::order;
use crate::page::QuestionnairePage;
use crate::progress::{Assigned, Form, Memory};
use crate::text::{Locale, Text};
use crate::variable::default_length;

/// A questionnaire for one participant, as far as `memory` says that it is saved.
pub fn questionnaire(
    study: &Study,
    assigned: &Assigned,
    locale: &Locale,
    page: QuestionnairePage,
    memory: &Memory,
) -> Option<PublicQuestionnaire> {
    let questionnaire: &Questionnaire = study.questionnaires.get(&page)?;
    let view = View { words: Texts::new(study, locale), assigned };
    Some(PublicQuestionnaire {
        title: view.words.say(&questionnaire.title),
        intro: questionnaire.intro.as_ref().map(|intro| view.words.html(intro)),
        sections: questionnaire.sections.iter().map(|section| view.section(page, section)).collect(),
        done: memory.done,
        known: memory.variables.iter().filter(|(name, _)| questionnaire.is_condition(name)).map(owned).collect(),
    })
}

fn owned((name, value): (&String, &Value)) -> (String, Value) {
    (name.clone(), value.clone())
}

/// What one participant sees.
pub(super) struct View<'a> {
    pub words: Texts<'a>,
    pub assigned: &'a Assigned,
}

impl View<'_> {
    fn section(&self, page: QuestionnairePage, section: &Section) -> PublicSection {
        let items = section.ordered(page, self.assigned.seed);
        PublicSection {
            id: section.id.clone(),
            title: self.words.say(&section.title),
            intro: section.intro.as_ref().map(|intro| self.words.html(intro)),
            items: items.into_iter().map(|item| self.item(item)).collect(),
        }
    }

    pub(super) fn item(&self, item: &Item) -> PublicItem {
        PublicItem {
            id: item.id.clone(),
            label: self.words.say(&item.label),
            help: self.words.maybe(item.help_in(self.assigned.form)),
            required: item.required,
            show_if: item.show_if.as_ref().map(condition),
            kind: self.kind(item),
        }
    }

    fn kind(&self, item: &Item) -> PublicKind {
        let words = self.words;
        match &item.kind {
            Kind::Single { options, shuffle } => {
                PublicKind::Single { options: words.choices(self.order(&item.id, options, |o| !shuffle || o.fixed)) }
            }
            Kind::Multiple { options, shuffle, min, max } => PublicKind::Multiple {
                options: words.choices(self.order(&item.id, options, |o| !shuffle || o.fixed || o.exclusive)),
                min: *min,
                max: *max,
            },
            Kind::Likert { points } | Kind::Attention { points, .. } => {
                PublicKind::Likert { points: words.points(points), ends: words.ends(points.ends.as_ref()) }
            }
            Kind::Matrix { rows, points, shuffle } => {
                let rows = self.order(&item.id, rows, |_| !shuffle);
                let row =
                    |row: &crate::definition::item::Row| PublicRow { id: row.id.clone(), label: words.say(&row.label) };
                PublicKind::Matrix {
                    rows: rows.into_iter().map(row).collect(),
                    points: words.points(points),
                    ends: words.ends(points.ends.as_ref()),
                }
            }
            Kind::Slider { min, max, step, ends, unit } => PublicKind::Slider {
                min: *min,
                max: *max,
                step: *step,
                ends: ends.each_ref().map(|end| words.say(end)),
                unit: words.maybe(unit.as_ref()),
            },
            Kind::Number { min, max, integer, unit } => {
                PublicKind::Number { min: *min, max: *max, integer: *integer, unit: words.maybe(unit.as_ref()) }
            }
            Kind::Text { long, min_length, max_length } => PublicKind::Text {
                long: *long,
                min_length: *min_length,
                max_length: max_length.unwrap_or_else(|| u32::try_from(default_length(*long)).unwrap_or(u32::MAX)),
            },
            Kind::Date { min, max } => PublicKind::Date { min: min.clone(), max: max.clone() },
            Kind::Confidence => PublicKind::Confidence { points: confidence_points(self.words.locale), ends: None },
            Kind::Judgement { options, confidence, sharing, .. } => PublicKind::Judgement {
                media: self.medium(item),
                post: item.post_in(self.assigned.form).map(|post| words.post(post)),
                options: words.choices(options),
                confidence: *confidence,
                sharing: *sharing,
            },
            Kind::Information { text, .. } => {
                PublicKind::Information { html: words.html(text), media: self.medium(item) }
            }
        }
    }

    fn order<'t, T>(&self, key: &str, things: &'t [T], fixed: impl Fn(&T) -> bool) -> Vec<&'t T> {
        order(self.assigned.seed, key, things, fixed)
    }

    fn medium(&self, item: &Item) -> Option<PublicMedia> {
        let (stimulus, which) = item.medium(self.words.study, self.assigned.form)?;
        self.words.media(stimulus, which)
    }
}

impl Item {
    /// The medium that it shows, and in which version to a participant with this test form.
    pub(crate) fn medium(&self, study: &Study, form: Form) -> Option<(&str, Which)> {
        match &self.kind {
            Kind::Judgement { stimulus: Some(id), truth, .. } => {
                Some((id, version_shown(study.stimuli.get(id), truth.for_form(form))))
            }
            Kind::Information { stimulus: Some(id), .. } => Some((id, Which::Original)),
            _ => None,
        }
    }
}

/// A judgement shows the altered version to those for whom "altered" is right.
pub(super) fn version_shown(stimulus: Option<&Stimulus>, truth: &str) -> Which {
    let has_altered = stimulus.is_some_and(|stimulus| stimulus.altered.is_some());
    if has_altered && truth == Which::Altered.value() { Which::Altered } else { Which::Original }
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

/// German sets a space before the sign.
fn confidence_points(locale: &Locale) -> Vec<PublicPoint> {
    let sign = if locale.0.starts_with("de") { "\u{202f}%" } else { "%" };
    (5..=10).map(|tens| PublicPoint { value: tens * 10, label: format!("{}{sign}", tens * 10) }).collect()
}

impl Texts<'_> {
    fn points(self, points: &Points) -> Vec<PublicPoint> {
        let label = |index: usize, value: i64| match points.points.get(index) {
            Some(text) => self.say(text),
            None => value.to_string(),
        };
        let values = (points.first..).take(points.count()).enumerate();
        values.map(|(index, value)| PublicPoint { value, label: label(index, value) }).collect()
    }

    fn ends(self, ends: Option<&[Text; 2]>) -> Option<[String; 2]> {
        ends.map(|ends| ends.each_ref().map(|end| self.say(end)))
    }

    pub(super) fn post(self, post: &PostText) -> PublicPost {
        PublicPost {
            author: self.say(&post.author),
            handle: post.handle.clone(),
            age: self.say(&post.age),
            text: self.say(&post.text),
        }
    }
}
