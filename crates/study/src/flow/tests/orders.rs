//! With `order: random`, every participant has their own order of a training's items: each item once, the same order at
//! every visit and in every language, every position equally likely, and unchanged keys in the data.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::participant::{ResponseModel, SimulatedParticipant};
use super::*;
use crate::definition::ArmId;
use crate::definition::training::ItemOrder;
use crate::page::QuestionnaireBlock;
use crate::progress::{Form, Memory};
use crate::public::{self, PublicSection};
use crate::testing::{CONTROL_0, TREATMENT_0, TREATMENT_1, example, small};
use crate::text::Locale;

fn random() -> Study {
    let mut study = example();
    study.flow_a.first_mut().unwrap().order = ItemOrder::Random;
    study.flow_b.first_mut().unwrap().order = ItemOrder::Random;
    study.control_flow.first_mut().unwrap().order = ItemOrder::Random;
    study
}

fn in_file_order() -> Study {
    let mut study = example();
    study.flow_a.first_mut().unwrap().order = ItemOrder::File;
    study.flow_b.first_mut().unwrap().order = ItemOrder::File;
    study.control_flow.first_mut().unwrap().order = ItemOrder::File;
    study
}

fn who(group: ArmId, seed: i64) -> Assignment {
    Assignment { arm: Some(group), form: Form::X, seed, contact_again: false }
}

/// IDs of the first attempts, in the order of submission.
fn met(participant: &SimulatedParticipant, part: &str) -> Vec<String> {
    let first = participant.records.iter().filter(|record| record.attempt == 1 && record.correct.is_some());
    first.filter_map(|record| Some(record.item.strip_prefix(part)?.to_owned())).collect()
}

/// Compares the numbers on the pages with [`PresentationOrder`].
fn positions_are_the_numbers(study: &Study, person: &Assignment) -> Result<(), TestCaseError> {
    let locale = &study.file.language;
    let positions = PresentationOrder::of(study, person);
    let mut numbered = Vec::new();
    numbered.extend(
        public::questions(study, &study.flow_a[0], person, locale)
            .into_iter()
            .map(|q| (format!("flow-a/{}", q.id), q.number)),
    );
    let personas = study.flow_b.iter().flat_map(|flow| &flow.personas);
    let posts = personas.filter_map(|of| public::posts(study, &study.flow_b[0], person, locale, &of.persona)).flatten();
    numbered.extend(posts.map(|post| (format!("flow-b/{}", post.id), post.number)));
    let clips = public::clips(study, &study.control_flow[0], person, locale).into_iter();
    numbered.extend(clips.map(|clip| (format!("control/{}", clip.id), clip.number)));
    for (key, number) in numbered {
        prop_assert_eq!(positions.item(&key), Some(number).filter(|number| *number > 0), "{}", key);
        let followup = format!("{key}/followup");
        let has_followup = key.starts_with("flow-a/") && number > 0;
        prop_assert_eq!(positions.item(&followup), has_followup.then_some(number));
    }
    for (page, questionnaire) in &study.questionnaires {
        let shown = public::questionnaire(study, person, locale, *page, &Memory::default()).unwrap();
        for (index, section) in questionnaire.sections.iter().enumerate() {
            let key = format!("{}/{}", page.name(), section.id);
            prop_assert_eq!(positions.item(&key), Some(index + 1));
            let own = |screen: &&PublicSection| screen.id.split('/').next() == Some(section.id.as_str());
            let screens: Vec<&PublicSection> = shown.sections.iter().filter(own).collect();
            for screen in &screens {
                if let Some(counter) = screen.counter {
                    let key = format!("{}/{}", page.name(), screen.id);
                    prop_assert_eq!(positions.item(&key), Some(counter.number), "{}", key);
                }
            }
            let defined = |id: &str| section.items.iter().find(|item| item.id == id);
            let items = screens.iter().flat_map(|screen| &screen.items);
            for (index, medium) in items.filter_map(|item| defined(&item.id)?.stimulus()).enumerate() {
                prop_assert_eq!(positions.medium(&key, medium), Some(index + 1), "{} in {}", medium, key);
            }
        }
    }
    for nothing in ["pre", "flow-b/persona/maren", "flow-a/unknown", "unknown/1", ""] {
        prop_assert_eq!(positions.item(nothing), None, "{}", nothing);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn every_item_comes_once_and_as_it_is_numbered(seed: i64, suspicious: bool) {
        let study = random();
        let model = || if suspicious { ResponseModel::Suspicious } else { ResponseModel::Right };
        let flow_a = study.flow_a.first().unwrap();
        let person = who(TREATMENT_0, seed);
        let participant = SimulatedParticipant::walk(&study, &person, model());
        let met_a = met(&participant, "flow-a/");
        for language in ["en", "de"] {
            let shown = public::questions(&study, flow_a, &person, &Locale(language.into()));
            prop_assert_eq!(shown.iter().map(|question| question.id.clone()).collect::<Vec<_>>(), met_a.clone());
            prop_assert!(shown.iter().enumerate().all(|(index, question)| question.number == index + 1));
        }
        let half = flow_a.interim_after as usize;
        for (met, file) in [(&met_a[..half], &flow_a.questions[..half]), (&met_a[half..], &flow_a.questions[half..])] {
            let file: BTreeSet<_> = file.iter().map(|question| question.id.clone()).collect();
            prop_assert_eq!(met.len(), file.len());
            prop_assert_eq!(met.iter().cloned().collect::<BTreeSet<_>>(), file, "each side of the interim page");
        }
        let plain = in_file_order();
        positions_are_the_numbers(&study, &person)?;
        let keys = |participant: &SimulatedParticipant| participant.answers().into_iter().map(|(key, _)| key).collect::<BTreeSet<_>>();
        prop_assert_eq!(keys(&participant), keys(&SimulatedParticipant::walk(&plain, &person, model())), "the data have the same names");

        let person = who(TREATMENT_1, seed);
        let met_b = met(&SimulatedParticipant::walk(&study, &person, model()), "flow-b/");
        let flow_b = study.flow_b.first().unwrap();
        let mut shown = Vec::new();
        for of in flow_b.ordered(&person) {
            let posts = public::posts(&study, flow_b, &person, &study.file.language, &of.persona).unwrap();
            prop_assert_eq!(posts.iter().map(|post| &post.id).collect::<BTreeSet<_>>(),
                of.posts.iter().map(|post| &post.id).collect::<BTreeSet<_>>());
            prop_assert!(posts.iter().enumerate().all(|(index, post)| post.number == index + 1));
            shown.extend(posts.into_iter().map(|post| post.id));
        }
        prop_assert_eq!(met_b, shown);

        let person = who(CONTROL_0, seed);
        let participant = SimulatedParticipant::walk(&study, &person, model());
        let rated: Vec<_> = participant.records.iter().filter_map(|record| record.item.strip_prefix("control/")).collect();
        let shown = public::clips(&study, &study.control_flow[0], &person, &study.file.language);
        prop_assert_eq!(&rated, &shown.iter().map(|clip| clip.id.as_str()).collect::<Vec<_>>());
        prop_assert!(shown.iter().enumerate().all(|(index, clip)| clip.number == index), "the opening has no number");
        let flow = study.control_flow.first().unwrap();
        prop_assert_eq!(rated[0], &flow.opening.as_ref().unwrap().id);
        prop_assert_eq!(rated.iter().copied().collect::<BTreeSet<_>>(), flow.parts().collect::<BTreeSet<_>>());
        prop_assert_eq!(keys(&participant), keys(&SimulatedParticipant::walk(&plain, &person, model())), "the data have the same names");
    }
}

/// Over 600 people each of 16 questions is expected 75 times at each of the 8 positions of its half, each post 150
/// times at each of 4, each clip of the control flow 37.5 times at each of 16. All counts lie within five standard
/// errors: fewer than one in a thousand draws would not.
#[test]
fn every_position_is_about_equally_likely_over_600_people() {
    let study = random();
    let flow_b = study.flow_b.first().unwrap();
    let mut positions: BTreeMap<(String, usize), u32> = BTreeMap::new();
    for seed in 0..600 {
        let person = who(TREATMENT_0, seed);
        let questions = study.flow_a.first().unwrap().ordered(&person);
        let questions = questions.into_iter().map(|question| question.id.clone()).enumerate();
        let posts = flow_b.personas.iter().flat_map(|of| flow_b.posts(&person, of).into_iter().enumerate());
        let clips = study.control_flow.first().unwrap().ordered(&person).into_iter();
        let clips = clips.map(|clip| clip.id.clone()).enumerate();
        for (position, id) in questions.chain(clips).chain(posts.map(|(position, post)| (position, post.id.clone()))) {
            *positions.entry((id, position)).or_default() += 1;
        }
    }
    assert_eq!(positions.len(), 16 * 8 + 16 * 4 + 16 * 16);
    for ((id, position), times) in positions {
        let share = match id.as_bytes()[0] {
            b'b' => 0.25,
            b'k' => 0.0625,
            _ => 0.125_f64,
        };
        let bound = 5.0 * (600.0 * share * (1.0 - share)).sqrt();
        assert!((f64::from(times) - 600.0 * share).abs() < bound, "{id} was at position {position} for {times} of 600");
    }
}

#[test]
fn without_a_random_order_all_have_that_of_the_file() {
    let study = in_file_order();
    let (flow_a, flow_b) = (study.flow_a.first().unwrap(), study.flow_b.first().unwrap());
    let control = study.control_flow.first().unwrap();
    for seed in 0..20 {
        let person = who(TREATMENT_0, seed);
        assert_eq!(flow_a.ordered(&person), flow_a.questions.iter().collect::<Vec<_>>());
        assert_eq!(control.ordered(&person), control.clips.iter().collect::<Vec<_>>());
        for of in &flow_b.personas {
            assert_eq!(flow_b.posts(&person, of), of.posts.iter().collect::<Vec<_>>());
        }
    }
}

/// The browser asks from top to bottom, so the condition must be decided before.
#[test]
fn an_item_that_depends_on_an_answer_comes_after_it() {
    let mut study = small();
    let views = &mut study.questionnaires.get_mut(&QuestionnaireBlock::PRE).unwrap().sections[1];
    views.items[3].show_if.as_mut().unwrap().item = "trust_2".into();
    views.items.swap(1, 3);
    let ids = |seed| views.ordered(QuestionnaireBlock::PRE, seed).into_iter().map(|item| item.id.as_str());
    for seed in 0..20 {
        assert!(ids(seed).take(2).eq(["trust", "often"]), "{seed}");
    }
    assert!((0..20).any(|seed| !ids(seed).eq(ids(0))), "the others are shuffled");
}
