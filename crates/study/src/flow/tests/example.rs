//! The example study: simulated participants have the scores of their response model, no item appears in two phases,
//! and counterbalanced properties are in balance.

use std::collections::{BTreeMap, BTreeSet};

use super::participant::{ResponseModel, SimulatedParticipant, is_signal};
use super::*;
use crate::allocation::{Scheme, schedule};
use crate::codebook::codebook;
use crate::definition::Questionnaire;
use crate::order::generator;
use crate::progress::Form;
use crate::testing::{ARMS, CONTROL_0, TREATMENT_1, example};
use unmask_analysis::detection::{Counts, Judgement};

/// About as many as the study plans to analyse.
const PEOPLE: u32 = 600;

/// Participants in the order of registration, as the schedule assigns them.
fn people(study: &Study) -> Vec<Assignment> {
    let places = schedule(&Scheme::of(study), &[7; 32], PEOPLE);
    let people = places.into_iter().take(PEOPLE as usize);
    people
        .map(|place| Assignment {
            arm: Some(place.group),
            form: place.form,
            seed: place.number.into(),
            contact_again: false,
        })
        .collect()
}

/// One for each group and form.
fn one_of_each() -> impl Iterator<Item = Assignment> {
    ARMS.into_iter().flat_map(|group| {
        [Form::X, Form::Y].map(|form| Assignment { arm: Some(group), form, seed: 5, contact_again: false })
    })
}

/// Hits and false alarms of the twenty judgements of the post-test.
fn detection(study: &Study, form: Form, answers: &Answers) -> Counts {
    let items = study.questionnaires[&QuestionnaireBlock::POST].items();
    let judged = items.filter_map(|item| {
        let truth = &item.judgement()?.truth;
        let called_altered = is_signal(answers[&item.id].as_str().unwrap());
        Some(Judgement { manipulated: is_signal(truth.for_form(form)), called_altered })
    });
    Counts::of(judged).unwrap()
}

fn numbers(scores: &Answers, names: &[&str]) -> Vec<i64> {
    names.iter().map(|name| scores[*name].as_i64().unwrap_or(-1)).collect()
}

const TEST: [&str; 6] = [
    "pre_correct",
    "post_correct",
    "post_clips_correct",
    "post_posts_correct",
    "post_near_correct",
    "post_far_correct",
];

#[test]
fn always_correct_has_full_scores() {
    let study = example();
    for who in one_of_each() {
        let participant = SimulatedParticipant::walk(&study, &who, ResponseModel::Right);
        let scores = participant.scores();
        assert_eq!(numbers(&scores, &TEST), [8, 20, 12, 8, 10, 10], "{who:?}");
        let known = ["pre_knowledge_correct", "post_knowledge_correct", "sound_number_correct"];
        assert_eq!(numbers(&scores, &known), [8, 8, 1]);
        let training = participant.first_attempts("flow-");
        let trained = who.arm != Some(CONTROL_0);
        assert_eq!(training, if trained { (16, 16) } else { (0, 0) });
        let expected = |record: &Record| record.page == Page::TreatmentQuestionnaire;
        assert_eq!(participant.records.iter().any(expected), trained, "expectancy is asked of those who are trained");
        assert!(participant.records.iter().any(|record| record.page == Page::Home && record.correct == Some(true)));
        assert_eq!(detection(&study, who.form, &participant.answers()), Counts::new(10, 10, 0, 10).unwrap());
    }
}

#[test]
fn always_suspicious_is_correct_half_of_the_time_without_sensitivity() {
    let study = example();
    for who in one_of_each() {
        let participant = SimulatedParticipant::walk(&study, &who, ResponseModel::Suspicious);
        assert_eq!(numbers(&participant.scores(), &TEST), [4, 10, 6, 4, 5, 5], "{who:?}");
        assert_eq!(participant.first_attempts("flow-"), if who.arm == Some(CONTROL_0) { (0, 0) } else { (16, 8) });
        let counts = detection(&study, who.form, &participant.answers());
        assert_eq!(counts, Counts::new(10, 10, 10, 10).unwrap());
        let found = counts.rates().detection().unwrap();
        assert!(found.d_prime.abs() < 1e-12 && found.criterion < -1.0, "{found:?}");
    }
}

/// 20 fair coins: mean 10, variance 5. The bounds are four standard errors of the mean and of the variance, and of
/// a mean d' that is 0 because hits and false alarms are alike.
#[test]
fn guessing_has_the_scores_of_chance() {
    let study = example();
    let people = people(&study);
    let (mut right, mut d_prime) = (Vec::new(), Vec::new());
    for who in &people {
        let rng = Box::new(generator(&who.seed.to_le_bytes(), "guesses"));
        let participant = SimulatedParticipant::walk(&study, who, ResponseModel::Guessing(rng));
        right.push(participant.scores()["post_correct"].as_f64().unwrap());
        let rates = detection(&study, who.form, &participant.answers()).rates();
        d_prime.push(rates.detection().unwrap().d_prime);
    }
    let n = f64::from(PEOPLE);
    let mean = |values: &[f64]| values.iter().sum::<f64>() / n;
    let variance = |values: &[f64]| {
        let mean = mean(values);
        values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0)
    };
    assert!((mean(&right) - 10.0).abs() < 4.0 * (5.0 / n).sqrt(), "mean {}", mean(&right));
    assert!((variance(&right) - 5.0).abs() < 4.0 * 5.0 * (2.0 / n).sqrt(), "variance {}", variance(&right));
    assert!(mean(&d_prime).abs() < 4.0 * (variance(&d_prime) / n).sqrt(), "d' {}", mean(&d_prime));
}

/// The source and the licence of each wording are in the data package.
#[test]
fn every_question_of_the_questionnaires_names_its_source_and_licence() {
    let rows = codebook(&example());
    let asked: Vec<_> = rows.iter().filter(|row| row.questionnaire.is_some() && row.scoring.is_none()).collect();
    assert!(asked.len() > 120, "{}", asked.len());
    for row in asked {
        assert!(
            row.source.as_ref().is_some_and(|source| source.contains("CC0-1.0")),
            "{}: {:?}",
            row.variable,
            row.source
        );
    }
}

/// Media and texts of posts, by the phase in which they appear.
fn seen(study: &Study, who: &Assignment) -> BTreeMap<String, BTreeSet<String>> {
    let mut seen: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut meet = |phase: &str, what: Option<&String>| {
        seen.entry(phase.to_owned()).or_default().extend(what.cloned());
    };
    for step in &study.steps[&who.arm.unwrap()] {
        match step.kind {
            StepKind::PreQuestionnaire | StepKind::TreatmentQuestionnaire | StepKind::PostQuestionnaire => {
                let page = step.questionnaire().unwrap();
                for item in study.questionnaires[&page].items() {
                    meet(page.name(), item.stimulus().map(str::to_owned).as_ref());
                    meet(page.name(), item.post_in(who.form).map(|post| &post.text.0));
                }
            }
            StepKind::Home => meet("practice", Some(&study.practice.stimulus)),
            StepKind::FlowA => {
                for question in &study.flow_a.first().unwrap().questions {
                    meet("training", Some(&question.stimulus));
                }
            }
            StepKind::FlowB => {
                for post in study.posts() {
                    meet("training", post.stimulus.as_ref());
                    meet("training", Some(&post.post.text.0));
                    post.evidence.iter().for_each(|evidence| meet("training", evidence.stimulus.as_ref()));
                }
            }
            StepKind::ControlFlow => {
                for clip in &study.control_flow.first().unwrap().clips {
                    meet("training", Some(&clip.stimulus));
                }
            }
            StepKind::End => {}
        }
    }
    seen
}

#[test]
fn no_item_appears_in_two_phases() {
    let study = example();
    for who in one_of_each() {
        let seen = seen(&study, &who);
        let trained_with = seen["training"].len();
        assert!((seen["pre"].len(), seen["post"].len(), seen["practice"].len()) == (11, 24, 1), "{seen:?}");
        assert!(trained_with >= 16, "{seen:?}");
        let all: BTreeSet<&String> = seen.values().flatten().collect();
        assert_eq!(all.len(), seen.values().map(BTreeSet::len).sum::<usize>(), "{who:?}");
    }
}

/// How often each is counted.
fn count<T: Ord>(things: impl Iterator<Item = T>) -> BTreeMap<T, u32> {
    let mut counts = BTreeMap::new();
    things.for_each(|thing| *counts.entry(thing).or_default() += 1);
    counts
}

/// Arms differ by at most 3 after each slot (blocks of 6 and 9), forms by 1 within an arm. So an item is
/// altered or misleading for half of all participants, with a difference of at most 3.
#[test]
fn arms_forms_and_truths_are_in_balance_over_600_people() {
    let study = example();
    let people = people(&study);
    for registered in 1..=people.len() {
        let arms = count(people[..registered].iter().map(|who| who.arm));
        let of = |arm| arms.get(&Some(arm)).copied().unwrap_or(0);
        let (most, fewest) = (ARMS.map(of).into_iter().max().unwrap(), ARMS.map(of).into_iter().min().unwrap());
        assert!(most - fewest <= 3, "{arms:?} after {registered}");
    }
    let forms = count(people.iter().map(|who| (who.arm, who.form)));
    for group in ARMS {
        assert!(forms[&(Some(group), Form::X)].abs_diff(forms[&(Some(group), Form::Y)]) <= 1, "{forms:?}");
    }
    for item in study.questionnaires.values().flat_map(Questionnaire::items) {
        let Some(truth) = item.judgement().map(|judgement| &judgement.truth) else { continue };
        let signals = people.iter().filter(|who| is_signal(truth.for_form(who.form))).count();
        assert!(signals.abs_diff(people.len() / 2) <= 3, "{} is a signal for {signals}", item.id);
    }
}

/// Each persona appears as often with one truth as with the other. In Flow B, every persona comes first for a quarter
/// of the participants, within four standard errors of a share of 200.
#[test]
fn no_persona_predicts_a_truth_or_a_position() {
    let study = example();
    let flow_a = study.flow_a.first().unwrap();
    let in_training = count(flow_a.questions.iter().map(|question| (&question.persona, question.show.value())));
    assert!(in_training.len() == 8 && in_training.values().all(|times| *times == 2), "{in_training:?}");
    let flow_b = study.flow_b.first().unwrap();
    for persona in &flow_b.personas {
        let truths = count(persona.posts.iter().map(|post| &post.correct));
        assert_eq!(truths.values().collect::<Vec<_>>(), [&2, &2], "{}", persona.persona);
    }
    for item in study.questionnaires.values().flat_map(Questionnaire::items) {
        let Some(truth) = item.judgement().map(|judgement| &judgement.truth) else { continue };
        let [x, y] = [Form::X, Form::Y].map(|form| is_signal(truth.for_form(form)));
        assert_ne!(x, y, "{} is the same in both forms", item.id);
    }
    let first = people(&study).into_iter().filter(|who| who.arm == Some(TREATMENT_1));
    let first = count(first.map(|who| flow_b.ordered(&who)[0].persona.clone()));
    let (n, share) = (f64::from(first.values().sum::<u32>()), 0.25_f64);
    let bound = 4.0 * (n * share * (1.0 - share)).sqrt();
    assert_eq!(first.len(), 4);
    assert!(first.values().all(|times| (f64::from(*times) - n * share).abs() < bound), "{first:?}");
}
