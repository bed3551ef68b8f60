//! Groups of questions in Flow A, of posts in Flow B, and of clips in the control flow: the fixture `orders`.

use std::collections::{BTreeMap, BTreeSet};

use super::participant::{ResponseModel, SimulatedParticipant};
use super::sections::{OF_6, OF_24, OF_36, chi_square, study, who};
use super::*;
use crate::definition::ArmId;
use crate::definition::training::PersonaPosts;
use crate::order::{Grouped, order};
use crate::public;
use crate::testing::{CONTROL_0, TREATMENT_0, TREATMENT_1, example};

fn questions(study: &Study, seed: i64) -> Vec<&str> {
    study.flow_a[0].ordered(&who(seed)).into_iter().map(|own| own.id.as_str()).collect()
}

fn posts(study: &Study, persona: usize, seed: i64) -> Vec<&str> {
    let flow = &study.flow_b[0];
    flow.posts(&who(seed), &flow.personas[persona]).into_iter().map(|own| own.id.as_str()).collect()
}

fn clips(study: &Study, seed: i64) -> Vec<&str> {
    study.control_flow[0].ordered(&who(seed)).into_iter().map(|own| own.id.as_str()).collect()
}

/// All orders of these things.
fn permutations<'a>(things: &[&'a str]) -> Vec<Vec<&'a str>> {
    let Some((last, rest)) = things.split_last() else { return vec![vec![]] };
    let shorter = permutations(rest).into_iter();
    shorter
        .flat_map(|order| {
            (0..=order.len()).map(move |at| {
                let mut longer = order.clone();
                longer.insert(at, last);
                longer
            })
        })
        .collect()
}

/// Whether these follow each other, in this order.
fn are_together(order: &[&str], members: &[&str]) -> bool {
    order.windows(members.len()).any(|window| window == members)
}

/// The statistic of the orders of many participants. All orders that the file allows occur, and no others: they are
/// selected from all permutations.
fn fits<'a>(of: impl Fn(i64) -> Vec<&'a str>, is_allowed: impl Fn(&[&str]) -> bool) -> f64 {
    let seeds = 0..7_200;
    let allowed = permutations(&of(0)).into_iter().filter(|order| is_allowed(order)).collect::<BTreeSet<_>>();
    assert_eq!(seeds.clone().map(&of).collect::<BTreeSet<_>>(), allowed);
    chi_square(seeds.map(of), allowed.len())
}

#[test]
fn all_orders_of_groups_and_their_members_are_equally_likely() {
    let study = study();
    // The questions of a group have an order of their own, and stay on their side of the interim page.
    let of_questions = |order: &[&str]| {
        let together = are_together(order, &["fa_1", "fa_2"]) || are_together(order, &["fa_2", "fa_1"]);
        together && order[..4].iter().all(|id| *id < "fa_5")
    };
    assert!(fits(|seed| questions(&study, seed), of_questions) < OF_24);
    // Posts and clips of a group are in the order of the file.
    let of_posts = |order: &[&str]| are_together(order, &["fb_1", "fb_2"]);
    assert!(fits(|seed| posts(&study, 0, seed), of_posts) < OF_6);
    let of_clips = |order: &[&str]| {
        order[0] == "cf_1" && are_together(order, &["cf_2", "cf_3"]) && are_together(order, &["cf_4", "cf_5"])
    };
    assert!(fits(|seed| clips(&study, seed), of_clips) < OF_6);
    // One order tells nothing about another.
    assert!(chi_square((0..7_200).map(|seed| (posts(&study, 0, seed), clips(&study, seed))), 36) < OF_36);
}

/// An order that was stored as a seed must be the same in every later version. Computed independently, with ChaCha20 as
/// in RFC 8439.
#[test]
fn the_order_of_a_seed_stays_the_same() {
    let study = study();
    assert_eq!(questions(&study, 44), ["fa_3", "fa_2", "fa_1", "fa_4", "fa_6", "fa_5"]);
    assert_eq!(posts(&study, 0, 44), ["fb_3", "fb_1", "fb_2", "fb_4"]);
    assert_eq!(clips(&study, 44), ["cf_1", "cf_6", "cf_4", "cf_5", "cf_2", "cf_3"]);
}

/// A study that has no groups keeps the orders that it had before there were any.
#[test]
fn without_groups_the_order_is_that_of_single_items() {
    fn ids<T: Grouped>(all: Vec<&T>, id: impl Fn(&T) -> &str) -> Vec<String> {
        assert!(all.iter().all(|own| own.group().is_none()));
        all.into_iter().map(|own| id(own).to_owned()).collect()
    }
    let study = example();
    let (flow_a, flow_b, control) = (&study.flow_a[0], &study.flow_b[0], &study.control_flow[0]);
    for seed in 0..50 {
        let who = who(seed);
        let (before, after) = flow_a.questions.split_at(flow_a.interim_after as usize);
        let single = [order(seed, "flow-a/before", before, |_| false), order(seed, "flow-a/after", after, |_| false)];
        assert_eq!(ids(flow_a.ordered(&who), |own| &own.id), ids(single.concat(), |own| &own.id));
        for of in &flow_b.personas {
            let single = order(seed, &format!("flow-b/posts/{}", of.persona), &of.posts, |_| false);
            assert_eq!(ids(flow_b.posts(&who, of), |own| &own.id), ids(single, |own| &own.id));
        }
        let single = order(seed, "control-flow", &control.clips, |_| false);
        assert_eq!(ids(control.ordered(&who), |own| &own.id), ids(single, |own| &own.id));
    }
}

#[test]
fn a_fixed_persona_keeps_its_place() {
    let mut study = study();
    let flow = &mut study.flow_b[0];
    flow.personas.push(PersonaPosts { persona: "ada".into(), ..flow.personas[0].clone() });
    flow.personas[1].fixed = true;
    let order = |seed| study.flow_b[0].ordered(&who(seed)).into_iter().map(|of| of.persona.as_str()).collect();
    let orders: BTreeSet<Vec<&str>> = (0..40).map(order).collect();
    assert_eq!(orders, BTreeSet::from([vec!["ada", "jonas", "maren"], vec!["maren", "jonas", "ada"]]));
}

/// The numbers on the pages, the positions in the data and the order of the submissions are the same.
#[test]
fn every_participant_gets_everything_in_the_order_of_the_positions() {
    let study = study();
    let locale = &study.file.language;
    let mut names: BTreeMap<ArmId, BTreeSet<BTreeSet<String>>> = BTreeMap::new();
    for seed in 0..30 {
        for arm in [CONTROL_0, TREATMENT_0, TREATMENT_1] {
            let who = Assignment { arm: Some(arm), ..who(seed) };
            let positions = PresentationOrder::of(&study, &who);
            let shown: Vec<Vec<(String, usize)>> = if arm == TREATMENT_0 {
                let all = public::questions(&study, &study.flow_a[0], &who, locale).into_iter();
                vec![all.map(|own| (format!("flow-a/{}", own.id), own.number)).collect()]
            } else if arm == TREATMENT_1 {
                let flow = &study.flow_b[0];
                let of = |persona: &PersonaPosts| {
                    let all = public::posts(&study, flow, &who, locale, &persona.persona).unwrap().into_iter();
                    all.map(|own| (format!("flow-b/{}", own.id), own.number)).collect()
                };
                flow.ordered(&who).into_iter().map(of).collect()
            } else {
                let all = public::clips(&study, &study.control_flow[0], &who, locale).into_iter();
                vec![all.map(|own| (format!("control/{}", own.id), own.number)).collect()]
            };
            for list in &shown {
                for (number, (key, shown)) in (1..).zip(list) {
                    assert_eq!((*shown, positions.item(key)), (number, Some(number)), "{key}");
                }
            }
            let participant = SimulatedParticipant::walk(&study, &who, ResponseModel::Right);
            let of_flow = ["flow-a/", "flow-b/fb", "control/"];
            let sent = participant.records.iter().map(|record| record.item.clone());
            let sent = sent.filter(|item| of_flow.iter().any(|own| item.starts_with(own)));
            let sent: Vec<String> = sent.filter(|item| !item.ends_with("/followup")).collect();
            assert_eq!(sent, shown.into_iter().flatten().map(|(key, _)| key).collect::<Vec<_>>());
            let own = participant.answers().into_iter().map(|(name, _)| name).collect();
            names.entry(arm).or_default().insert(own);
        }
    }
    assert!(names.values().all(|own| own.len() == 1), "the order changes no names: {names:?}");
}
