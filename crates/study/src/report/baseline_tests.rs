//! Baseline table and course of the trial.

use serde_json::{Map, json};

use super::input::{Activation, Baseline as From, Characteristic, Course, Design, Input, Person, UsedVersion};
use super::testing::{WORKS, simulate};
use super::{BaselineArm, Language, Measure, Reader, Submitted, TrialActivation, Unit, report};
use crate::answers::Earlier;
use crate::definition::reporting::Registration;
use crate::plan::Plan;
use crate::progress::Form;
use crate::testing::example;

fn with_values(values: &[[Option<f64>; 2]]) -> Input {
    let mut input = simulate(&WORKS, 2, 1);
    input.design.variables = vec!["score".into(), "age:baseline".into()];
    let of = |id: &str, from| Characteristic { id: id.into(), label: Some(id.to_uppercase()), from };
    let group = |label: &str| super::input::AnswerGroup { label: label.into(), answers: vec![label.into()] };
    let answers = ["young", "old", "very old"].map(group).into();
    input.design.baseline = vec![
        of("score", From::Score(0)),
        of("age", From::Answer { variable: 1, answers }),
        Characteristic { id: "d_prime".into(), label: None, from: From::Measure(Measure::DPrime) },
    ];
    (input.design.scales, input.design.compared, input.design.derived) = Default::default();
    input.design.moderators.clear();
    for (person, values) in input.people.iter_mut().zip(values) {
        person.values = values.iter().copied().collect();
    }
    input
}

/// Means and standard deviations by hand: 2 and 4 have the mean 3 and the deviation √2.
#[test]
fn the_baseline_table_counts_all_randomised_by_arm() {
    let some = |score: f64, age: f64| [Some(score), Some(age)];
    let mut input =
        with_values(&[some(2.0, 0.0), some(5.0, 2.0), [None, None], some(4.0, 2.0), [None, Some(1.0)], [None, None]]);
    input.people[3].excluded = Some(super::input::Excluded::Planned(0));
    let english = report(&input);
    let [score, age, d_prime] = english.baseline.as_slice() else { panic!("{:?}", english.baseline) };
    let numbers = |n, missing, mean, deviation| BaselineArm { n, missing, mean, deviation, people: vec![] };
    assert_eq!((score.label.as_str(), score.unit), ("SCORE", Some(Unit::Points)));
    assert_eq!(
        score.arms,
        [numbers(2, 0, Some(3.0), Some(2_f64.sqrt())), numbers(1, 1, Some(5.0), None), numbers(0, 2, None, None)],
        "an excluded participant was randomised, too"
    );
    let counts =
        |n, missing, people: [usize; 3]| BaselineArm { n, missing, people: people.into(), ..Default::default() };
    assert_eq!((age.unit, age.answers.join(", ")), (None, "young, old, very old".into()));
    assert_eq!(age.arms, [counts(2, 0, [1, 0, 1]), counts(2, 0, [0, 1, 1]), counts(0, 2, [0, 0, 0])]);
    assert_eq!(d_prime.arms.iter().map(|arm| arm.n).collect::<Vec<_>>(), [2, 2, 2]);
    let german = english.in_language(&input, Language::German);
    assert_eq!([&d_prime.label, &german.baseline[2].label], ["Sensitivity d′", "Sensitivität d′"]);
    assert_eq!(german.baseline[1], *age);
}

#[test]
fn a_blinded_report_has_the_baseline_of_blinded_arms() {
    let input = with_values(&[[Some(2.0), Some(0.0)], [Some(5.0), Some(2.0)], [Some(9.0), None]]);
    let (open, blinded) = (report(&input), report(&super::blind(&input, b"seed")));
    let means = |report: &super::Report| report.baseline[0].arms.iter().map(|arm| arm.mean).collect::<Vec<_>>();
    assert_ne!(means(&open), means(&blinded), "the order of the arms would tell them");
    let mut sorted = [means(&open), means(&blinded)];
    for means in &mut sorted {
        means.sort_by(|one, other| one.partial_cmp(other).unwrap());
    }
    assert_eq!(sorted[0], sorted[1]);
}

/// The first section of the example has four questions with one choice; its plan names more.
#[test]
fn without_a_plan_the_table_has_demographics_scores_and_d_prime() {
    let mut study = example();
    study.file.analysis.baseline = None;
    let ids = |design: &Design| design.baseline.iter().map(|one| one.id.clone()).collect::<Vec<_>>();
    let default = [
        "age_band",
        "gender",
        "education",
        "device",
        "pre_cynicism_mean",
        "pre_trust_mean",
        "pre_self_efficacy_mean",
        "pre_knowledge_correct",
        "d_prime",
    ];
    assert_eq!(ids(&Design::of(&study)), default);
    study.file.analysis.baseline = Some(vec!["video_hours".into(), "gender".into()]);
    let design = Design::of(&study);
    assert_eq!(ids(&design), ["video_hours", "gender"]);
    let mut person = Person::default();
    let answers: Earlier = serde_json::from_value(json!({ "video_hours": 2.5, "gender": "man" })).unwrap();
    Reader::new(&design, &study).read(
        &mut person,
        Form::X,
        Submitted { answers: &answers, initial: &Earlier::new(), scores: &Map::new() },
    );
    let value = |name| person.values.get(design.variable(name).unwrap());
    assert_eq!([value("video_hours:baseline"), value("gender:baseline")], [Some(2.5), Some(1.0)]);
}

#[test]
fn the_report_says_that_the_study_was_changed_after_its_first_participant() {
    let mut input = simulate(&WORKS, 2, 1);
    let registration = Registration { registry: "OSF".into(), number: "abc12".into(), url: None, day: None };
    input.design.reporting.registration = Some(registration.clone());
    let used = |version: &str, activated_at, people| UsedVersion {
        version: version.into(),
        activated_at,
        people,
        registered_before: 0,
        plan: Plan::default(),
    };
    // 2026-11-27 12:00, 13:00 and 2026-12-01 23:59:59 UTC.
    let (first, later, last) = (1_795_780_800_000, 1_795_784_400_000, 1_796_169_599_000);
    input.course = Course {
        registered: Some((later, last)),
        first_person: Some(later),
        first_version: Some("a".into()),
        versions: vec![used("a", first, 4)],
        activations: Vec::new(),
    };
    let trial = report(&input).trial;
    assert_eq!(trial.registration, Some(registration));
    let days = [&trial.first_registration, &trial.last_registration].map(|day| day.as_deref().unwrap());
    assert_eq!(days, ["2026-11-27", "2026-12-01"]);
    assert_eq!(trial.changed, None, "the only version is older than the first participant");
    assert_eq!(serde_json::to_value(&trial).unwrap().get("activations"), None);
    let reason = "An exercise showed the wrong clip".to_owned();
    input.course.activations.push(Activation { version: "b".into(), at: last, reason: reason.clone() });
    let told = TrialActivation { version: "b".into(), activated: "2026-12-01".into(), reason };
    assert_eq!(report(&input).trial.activations, [told]);
    input.course.versions.push(used("b", last, 2));
    let english = report(&input);
    assert!(english.trial.changed.as_ref().unwrap().contains("activated on 2026-12-01"), "{:?}", english.trial);
    assert_eq!(english.trial.versions.iter().map(|one| one.after_first).collect::<Vec<_>>(), [false, true]);
    let german = english.in_language(&input, Language::German).trial.changed.unwrap();
    assert!(german.contains("aktiviert am 2026-12-01"), "{german}");
    // Clocks of simulated participants can lie before the activation of their version.
    input.course.first_person = None;
    let simulated = report(&input).trial;
    assert_eq!((simulated.changed, simulated.versions.iter().any(|one| one.after_first)), (None, false));
    assert_eq!(simulated.first_registration.as_deref(), Some("2026-11-27"));
    input.course = Course::default();
    assert_eq!(report(&input).trial.first_registration, None);
}

/// A version before the first participant is no deviation, a later value is listed once, and so is a third one.
#[test]
fn the_report_lists_each_deviation_from_the_plan_at_the_first_participant() {
    let mut input = simulate(&WORKS, 2, 1);
    let used = |version: &str, activated_at, registered_before, margin: f64| UsedVersion {
        version: version.into(),
        activated_at,
        people: 1,
        registered_before,
        plan: Plan::from_values([("analysis.false_alarms.margin".to_owned(), margin.into())].into()),
    };
    // 2026-11-27 12:00 UTC, and whole days later.
    let at = |day: i64| 1_795_780_800_000 + day * 86_400_000;
    let versions = vec![
        used("draft", at(-2), 0, 0.2),
        used("first", at(-1), 0, 0.05),
        used("typo", at(1), 10, 0.05),
        used("later", at(2), 20, 0.1),
        used("same", at(3), 30, 0.1),
        used("last", at(4), 40, 0.15),
    ];
    input.course = Course {
        registered: Some((at(0), at(5))),
        first_person: Some(at(0)),
        first_version: Some("first".into()),
        versions,
        ..Course::default()
    };
    let english = report(&input);
    let plan = english.trial.plan.as_ref().unwrap();
    assert_eq!((plan.version.as_str(), plan.hash.clone()), ("first", input.course.versions[1].plan.hash()));
    let found: Vec<_> = plan
        .deviations
        .iter()
        .map(|one| (one.planned.as_str(), one.later.as_str(), one.activated.as_str(), one.registered_before))
        .collect();
    assert_eq!(found, [("0.05", "0.1", "2026-11-29", 20), ("0.05", "0.15", "2026-12-01", 40)]);
    assert!(plan.summary.contains("in 2 points") && plan.summary.contains("(2026-11-27)"), "{}", plan.summary);
    let german = english.in_language(&input, Language::German).trial.plan.unwrap();
    assert_eq!(
        (german.deviations[0].name.as_str(), german.deviations[0].later.as_str()),
        ("Grenze der falschen Alarme", "0,1")
    );
    assert!(german.summary.contains("in 2 Punkten"), "{}", german.summary);

    let real = input.course.first_person.take();
    assert_eq!(report(&input).trial.plan.unwrap().deviations, [], "no plan was fixed before simulated participants");
    input.course.first_person = real;
    input.course.versions.truncate(3);
    let plan = report(&input).trial.plan.unwrap();
    assert_eq!(plan.deviations, []);
    assert!(plan.summary.starts_with("No later version"), "{}", plan.summary);
    input.course = Course::default();
    assert_eq!(report(&input).trial.plan, None, "nobody has registered");
}
