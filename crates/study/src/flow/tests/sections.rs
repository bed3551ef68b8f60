//! Sections in random order, and groups of items that stay together: the fixture `orders`.

use std::collections::BTreeMap;

use super::participant::{ResponseModel, SimulatedParticipant};
use super::*;
use crate::load::{Files, load};
use crate::page::QuestionnaireBlock;
use crate::progress::{Form, Memory};
use crate::public;
use crate::testing::{CONTROL_0, assignment, files, fixtures, small_files};

const PRE: QuestionnaireBlock = QuestionnaireBlock::PRE;
const POST: QuestionnaireBlock = QuestionnaireBlock::POST;

pub(super) fn study() -> Study {
    let mut all: Files = small_files();
    all.extend(files(&fixtures().join("orders")));
    load(&all).unwrap_or_else(|problems| panic!("{problems}"))
}

pub(super) fn who(seed: i64) -> Assignment {
    Assignment { seed, ..assignment(CONTROL_0) }
}

fn sections(study: &Study, seed: i64) -> Vec<String> {
    study.questionnaires[&PRE].ordered(PRE, seed).into_iter().map(|section| section.id.clone()).collect()
}

/// The items of a section in the order of a participant.
fn items(study: &Study, page: QuestionnaireBlock, id: &str, seed: i64) -> Vec<String> {
    let section = study.questionnaires[&page].sections.iter().find(|section| section.id == id).unwrap();
    section.ordered(page, seed).into_iter().map(|item| item.id.clone()).collect()
}

/// The items without repetitions of their first part: `bakery_harm` and `bakery_label` are both `bakery`.
fn groups(items: &[String], parts: usize) -> Vec<String> {
    let mut found: Vec<String> =
        items.iter().map(|item| item.split('_').take(parts).collect::<Vec<_>>().join("_")).collect();
    found.dedup();
    found
}

/// Pearson's statistic for the hypothesis that all these orders are equally likely.
pub(super) fn chi_square<T: Ord>(orders: impl Iterator<Item = T>, possible: usize) -> f64 {
    let mut counts: BTreeMap<T, u32> = BTreeMap::new();
    orders.for_each(|order| *counts.entry(order).or_default() += 1);
    assert_eq!(counts.len(), possible, "each order occurs");
    let expected = f64::from(counts.values().sum::<u32>()) / possible as f64;
    counts.values().map(|count| (f64::from(*count) - expected).powi(2) / expected).sum()
}

/// Upper 0.1% points of chi-square with one degree of freedom less than there are orders (NIST/SEMATECH e-Handbook of
/// Statistical Methods, 1.3.6.7.4).
pub(super) const OF_6: f64 = 20.515;
pub(super) const OF_24: f64 = 49.728;
pub(super) const OF_36: f64 = 66.619;

#[test]
fn all_orders_of_sections_groups_and_their_items_are_equally_likely() {
    let study = study();
    let seeds = 0..7_200;
    let scenes = |seed| groups(&items(&study, PRE, "scenes", seed), 1);
    let bakery = |seed| {
        let items = items(&study, PRE, "scenes", seed).into_iter();
        items.filter(|item| item.starts_with("bakery_")).collect::<Vec<_>>()
    };
    assert!(chi_square(seeds.clone().map(|seed| sections(&study, seed)), 6) < OF_6);
    assert!(chi_square(seeds.clone().map(scenes), 6) < OF_6);
    assert!(chi_square(seeds.clone().map(bakery), 6) < OF_6);
    assert!(chi_square(seeds.clone().map(|seed| groups(&items(&study, POST, "posts", seed), 2)), 24) < OF_24);
    // One order tells nothing about another.
    assert!(chi_square(seeds.clone().map(|seed| (sections(&study, seed), scenes(seed))), 36) < OF_36);
    assert!(chi_square(seeds.map(|seed| (scenes(seed), bakery(seed))), 36) < OF_36);
}

/// An order that was stored as a seed must be the same in every later version. Computed independently, with ChaCha20 as
/// in RFC 8439.
#[test]
fn the_order_of_a_seed_stays_the_same() {
    let study = study();
    assert_eq!(sections(&study, 43), ["you", "news", "worries", "scenes", "work"]);
    let scenes = items(&study, PRE, "scenes", 43);
    assert_eq!(groups(&scenes, 1), ["party", "bakery", "pupil"]);
    let bakery: Vec<&String> = scenes.iter().filter(|item| item.starts_with("bakery")).collect();
    assert_eq!(bakery, ["bakery", "bakery_forbid", "bakery_label", "bakery_harm"]);
}

#[test]
fn fixed_sections_texts_and_groups_keep_their_place() {
    let study = study();
    for seed in 0..100 {
        let sections = sections(&study, seed);
        assert_eq!((sections[0].as_str(), sections[4].as_str()), ("you", "work"));
        let scenes = items(&study, PRE, "scenes", seed);
        assert_eq!(groups(&scenes, 1).len(), 3, "{scenes:?}");
        for group in ["bakery", "pupil", "party"] {
            let first = scenes.iter().find(|item| item.starts_with(group)).unwrap();
            assert_eq!(first, group, "a scene comes before its questions");
        }
        // Without `shuffle_in_groups`, in the order of the file.
        let posts = items(&study, POST, "posts", seed);
        let at = posts.iter().position(|item| item == "post_1").unwrap();
        assert_eq!(posts[at..at + 3], ["post_1", "post_1_why", "post_1_share"]);
    }
}

#[test]
fn items_without_a_group_move_between_groups() {
    let mut study = study();
    let scenes = &mut study.questionnaires.get_mut(&PRE).unwrap().sections[3];
    scenes.items.iter_mut().filter(|item| item.id == "party_label").for_each(|item| item.group = None);
    let blocks = (0..7_200).map(|seed| {
        let items = items(&study, PRE, "scenes", seed).into_iter();
        let block = |item: String| if item == "party_label" { item } else { groups(&[item], 1).remove(0) };
        let mut blocks: Vec<String> = items.map(block).collect();
        blocks.dedup();
        blocks
    });
    assert!(chi_square(blocks, 24) < OF_24);
}

#[test]
fn every_participant_answers_everything_in_the_order_of_the_positions() {
    let study = study();
    for seed in 0..40 {
        let who = who(seed);
        let positions = PresentationOrder::of(&study, &who);
        let participant = SimulatedParticipant::walk(&study, &who, ResponseModel::Suspicious);
        let records = |part: &str| {
            let own = participant.records.iter().filter(|record| record.item.starts_with(part));
            own.map(|record| record.item.clone()).collect::<Vec<_>>()
        };
        let pre = records("pre/");
        assert_eq!(pre, sections(&study, seed).iter().map(|id| format!("pre/{id}")).collect::<Vec<_>>());
        for (number, item) in (1..).zip(&pre) {
            assert_eq!((positions.item(item), positions.section(item)), (Some(number), Some(number)));
        }
        let pages = records("post/posts/");
        assert_eq!(pages.len(), 8);
        for (number, item) in (1..).zip(&pages) {
            assert_eq!((positions.item(item), positions.section(item)), (Some(number), Some(1)), "{item}");
        }
        // Questions count, texts don't.
        let questions = items(&study, PRE, "scenes", seed).into_iter().filter(|item| item.contains('_'));
        for (number, question) in (1..).zip(questions) {
            let section = positions.item("pre/scenes");
            assert_eq!(positions.answer("pre/scenes", &question), (section, Some(number)));
            assert_eq!(positions.answer("pre", &question), (section, Some(number)), "submitted as a whole");
        }
        let variables =
            participant.answers().into_iter().map(|(name, _)| name).collect::<std::collections::BTreeSet<_>>();
        let other = SimulatedParticipant::walk(&study, &self::who(seed + 1), ResponseModel::Suspicious);
        let others = other.answers().into_iter().map(|(name, _)| name).collect();
        assert_eq!(variables, others, "the order changes no names");
    }
    let positions = PresentationOrder::of(&study, &who(0));
    assert_eq!(positions.answer("control/cf_1", "cf_1_clear"), (None, positions.item("control/cf_1")));
    assert_eq!((positions.section("control/cf_1"), positions.section("pre")), (None, None));
    assert_eq!(positions.answer("pre/you", "none"), (None, None));
}

#[test]
fn each_screen_of_a_group_has_its_own_items_in_every_order() {
    let study = study();
    let posts = &study.questionnaires[&POST];
    for seed in 0..100 {
        for screen in posts.screens(POST, &who(seed)).iter().filter(|screen| screen.number.is_some()) {
            let items: Vec<&str> = screen.items.iter().map(|item| item.id.as_str()).collect();
            let id = screen.id();
            let own = if id == "posts/post_1" { vec!["post_1", "post_1_why"] } else { vec![&id["posts/".len()..]] };
            assert_eq!(items, own);
        }
    }
}

#[test]
fn a_text_at_the_end_of_a_group_stays_with_its_last_question() {
    let mut study = study();
    let questionnaire = study.questionnaires.get_mut(&PRE).unwrap();
    let scenes = questionnaire.sections.iter_mut().find(|section| section.id == "scenes").unwrap();
    scenes.one_per_page = true;
    scenes.shuffle_in_groups = false;
    let end = scenes.items.iter().rposition(|item| item.group.as_deref() == Some("bakery")).unwrap();
    let last = crate::definition::Item { id: "bakery_end".into(), ..scenes.items[0].clone() };
    scenes.items.insert(end + 1, last);
    for seed in 0..40 {
        let screens = study.questionnaires[&PRE].screens(PRE, &who(seed));
        let screen = screens.iter().find(|screen| screen.id() == "scenes/bakery_forbid").unwrap();
        let items: Vec<&str> = screen.items.iter().map(|item| item.id.as_str()).collect();
        assert_eq!(items, ["bakery_forbid", "bakery_end"]);
    }
}

/// The position of a preview is the number of the section in the file; the page is that of the section.
#[test]
fn a_preview_shows_the_section_of_its_number_in_the_file() {
    let study = study();
    for seed in 0..20 {
        let who = Assignment { form: Form::X, ..who(seed) };
        for (part, section) in (1..).zip(&study.questionnaires[&PRE].sections) {
            let preview = preview(&study, &who, None, &Page::PreQuestionnaire, Some(part)).unwrap();
            let memory = Memory { done: preview.progress.memory.done, ..Memory::default() };
            let shown = public::questionnaire(&study, &who, &study.file.language, PRE, &memory).unwrap();
            assert_eq!(shown.sections[shown.done].id, section.id);
        }
    }
}
