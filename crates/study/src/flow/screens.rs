//! Screens of a questionnaire: a section or, with `one_per_page`, one of its items.

use super::stage::Stage;
use crate::definition::item::{Kind, Section};
use crate::definition::{Content, Item, Questionnaire, Study};
use crate::page::QuestionnaireBlock;
use crate::progress::{Assignment, Form};

/// What is shown and submitted at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Screen<'a> {
    /// Its section.
    pub section: &'a Section,
    /// In the participant's order.
    pub items: Vec<&'a Item>,
    /// With `one_per_page`: its number in the section, from 1, and how many there are.
    pub number: Option<(usize, usize)>,
    /// Of its judgement. The two screens of a judgement with advice follow each other and have the same number.
    pub stage: Stage,
}

impl<'a> Screen<'a> {
    /// `<section>` or, with `one_per_page`, `<section>/<item>`: the part of the natural key after the questionnaire.
    pub fn id(&self) -> String {
        match self.number {
            Some(_) => format!(
                "{}/{}",
                self.section.id,
                question(&self.items).or(self.items.first().copied()).map_or("", |item| &item.id)
            ),
            None => self.section.id.clone(),
        }
    }

    /// The name on the wire: [`Self::id`], with the stage of a judgement with advice: `<section>/<item>/initial`.
    pub fn name(&self) -> String {
        match self.stage {
            Stage::Only => self.id(),
            stage => format!("{}/{}", self.id(), stage.name()),
        }
    }

    /// The judgement of a screen with advice.
    pub fn advised(&self) -> Option<&'a Item> {
        question(&self.items).filter(|_| self.stage != Stage::Only)
    }
}

impl Questionnaire {
    /// All screens of the participant, in their order.
    pub fn screens(&self, page: QuestionnaireBlock, who: &Assignment) -> Vec<Screen<'_>> {
        let sections = self.ordered(page, who.seed).into_iter();
        let own = sections.filter(|section| !(section.debrief && who.contact_again));
        own.flat_map(|section| section.screens(section.ordered(page, who.seed)))
            .flat_map(|screen| screen.stages(who.form))
            .collect()
    }

    /// Whether a participant can have a screen, by its [`Screen::name`].
    pub fn has_screen(&self, name: &str) -> bool {
        let (id, _) = Stage::split(name);
        let all = self.sections.iter().flat_map(|section| section.screens(section.items.iter().collect()));
        all.into_iter().any(|screen| screen.id() == id)
    }

    /// The items of a screen by its [`Screen::id`], or those of the whole section by the section's id; in the order of
    /// the definition. Empty if there is no such screen.
    pub fn items_at(&self, id: &str) -> Vec<&Item> {
        let (section, item) = id.split_once('/').map_or((id, None), |(section, item)| (section, Some(item)));
        let Some(section) = self.sections.iter().find(|own| own.id == section) else { return Vec::new() };
        match item {
            None => section.items.iter().collect(),
            // Texts move between the screens of a shuffled section.
            Some(_) => section.with_item(id).map_or_else(Vec::new, |screen| {
                let own = |item: &&Item| is_text(item) || screen.items.iter().any(|own| own.id == item.id);
                section.items.iter().filter(own).collect()
            }),
        }
    }
}

impl Section {
    /// The id of the screen that asks an item; see [`Screen::id`].
    pub fn screen_of(&self, item: &Item) -> String {
        let screens = self.screens(self.items.iter().collect());
        let own = screens.iter().find(|screen| screen.items.iter().any(|own| own.id == item.id));
        own.map_or_else(|| self.id.clone(), Screen::id)
    }

    fn with_item(&self, id: &str) -> Option<Screen<'_>> {
        self.screens(self.items.iter().collect())
            .into_iter()
            .find(|screen| screen.number.is_some() && screen.id() == id)
    }

    fn screens<'a>(&'a self, items: Vec<&'a Item>) -> Vec<Screen<'a>> {
        if !self.one_per_page {
            return vec![Screen { section: self, items, number: None, stage: Stage::Only }];
        }
        let screens = one_question_each(&items);
        let total = screens.len();
        let screen =
            |(number, items)| Screen { section: self, items, number: Some((number, total)), stage: Stage::Only };
        (1..).zip(screens).map(screen).collect()
    }
}

impl Screen<'_> {
    /// The screen, or one before and one after the advice. What depends on the answer comes with the final one.
    fn stages(self, form: Form) -> Vec<Self> {
        let advised = question(&self.items).and_then(|item| self.section.advice_on(item, form));
        if advised.is_none() {
            return vec![self];
        }
        let items = self.items.iter().filter(|item| item.show_if.is_none()).copied().collect();
        let initial = Self { items, stage: Stage::Initial, ..self.clone() };
        vec![initial, Self { stage: Stage::Final, ..self }]
    }
}

/// The submission with which something is shown for the first time, by the natural key of what is shown
/// ([`super::shown_on`]): its natural key and its stage. A text is submitted with the screen on which it is; advice
/// comes after what it is about.
pub fn submission_with(study: &Study, who: &Assignment, shown: &str) -> (String, Stage) {
    let of_item = || {
        let (block, rest) = shown.split_once('/')?;
        let (section, item) = rest.split_once('/')?;
        let Content::Questionnaire(page, own) = study.content(block)? else { return None };
        let screens = own.screens(page, who);
        let has_item = |screen: &&Screen| screen.section.id == section && screen.items.iter().any(|own| own.id == item);
        let screen = screens.iter().find(has_item)?;
        Some((format!("{block}/{}", screen.id()), screen.stage))
    };
    of_item().unwrap_or_else(|| (shown.to_owned(), Stage::Only))
}

/// One question each. A text joins the question after it; a question with a condition joins the one before it, so that
/// no screen is empty. A text at the end of a group of items, or of all, joins the question before it.
fn one_question_each<'a>(items: &[&'a Item]) -> Vec<Vec<&'a Item>> {
    let mut screens: Vec<Vec<&'a Item>> = Vec::new();
    for (index, &item) in items.iter().enumerate() {
        let rest = items[index..].iter().take_while(|next| item.group.is_none() || next.group == item.group);
        let is_last_text = rest.into_iter().all(|next| is_text(next));
        let joins = |screen: &&mut Vec<&'a Item>| {
            let ends = |own: &Item| is_last_text && (item.group.is_none() || own.group == item.group);
            item.show_if.is_some() || question(screen).is_none_or(ends)
        };
        match screens.last_mut().filter(joins) {
            Some(screen) => screen.push(item),
            None => screens.push(vec![item]),
        }
    }
    screens
}

/// The question that a screen is about.
fn question<'a>(items: &[&'a Item]) -> Option<&'a Item> {
    items.iter().find(|item| !is_text(item) && item.show_if.is_none()).copied()
}

fn is_text(item: &Item) -> bool {
    matches!(item.kind, Kind::Information(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{CONTROL_0, assignment, small};

    /// The section of the small study with two judgements below a text.
    fn first_look(questionnaire: &mut Questionnaire) -> &mut Section {
        questionnaire.sections.iter_mut().find(|section| section.id == "first_look").unwrap()
    }

    fn ids(questionnaire: &Questionnaire, seed: i64) -> Vec<String> {
        let who = Assignment { seed, ..assignment(CONTROL_0) };
        questionnaire.screens(QuestionnaireBlock::PRE, &who).iter().map(Screen::id).collect()
    }

    #[test]
    fn a_section_with_one_per_page_has_a_screen_for_each_question() {
        let study = small();
        let pre = &study.questionnaires[&QuestionnaireBlock::PRE];
        assert_eq!(ids(pre, 7), ["you", "views", "first_look/pre_1", "first_look/pre_2"]);
        let screens = pre.screens(QuestionnaireBlock::PRE, &assignment(CONTROL_0));
        let items = |index: usize| screens[index].items.iter().map(|item| item.id.as_str()).collect::<Vec<_>>();
        assert_eq!((items(2), items(3)), (vec!["look_info", "pre_1"], vec!["pre_2"]));
        let numbers: Vec<_> = screens.iter().map(|screen| screen.number).collect();
        assert_eq!(numbers, [None, None, Some((1, 2)), Some((2, 2))]);
    }

    #[test]
    fn an_item_with_a_condition_stays_with_the_one_before_it_and_a_text_with_the_one_after_it() {
        let mut study = small();
        let pre = study.questionnaires.get_mut(&QuestionnaireBlock::PRE).unwrap();
        let conditional = pre.sections[0].items.iter().find(|item| item.show_if.is_some()).unwrap().clone();
        let section = first_look(pre);
        let text = section.items[0].clone();
        section.items.insert(2, conditional);
        section.items.push(text);
        let screens = section.screens(section.items.iter().collect());
        let items: Vec<Vec<&str>> =
            screens.iter().map(|screen| screen.items.iter().map(|item| item.id.as_str()).collect()).collect();
        assert_eq!(items, [vec!["look_info", "pre_1", "gender_words"], vec!["pre_2", "look_info"]]);
        assert_eq!(section.screen_of(&section.items[2]), "first_look/pre_1");
    }

    #[test]
    fn every_participant_has_the_same_screens_in_their_own_order() {
        let mut study = small();
        let pre = study.questionnaires.get_mut(&QuestionnaireBlock::PRE).unwrap();
        first_look(pre).shuffle = true;
        let orders: std::collections::BTreeSet<_> = (0..20).map(|seed| ids(pre, seed)).collect();
        assert_eq!(orders.len(), 2);
        for order in orders {
            let found = order.iter().filter(|id| id.starts_with("first_look/"));
            for id in found {
                let asked = pre.items_at(id).into_iter().filter(|item| !is_text(item)).map(|item| item.id.as_str());
                assert_eq!(asked.map(|item| format!("first_look/{item}")).collect::<Vec<_>>(), [id.as_str()]);
            }
        }
        assert_eq!(pre.items_at("first_look").len(), 3);
        assert_eq!((pre.items_at("first_look/none"), pre.items_at("views/trust")), (vec![], vec![]));
    }
}
