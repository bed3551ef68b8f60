use super::super::blind::blind;
use super::super::testing::{NULL, WORKS, simulate};
use super::super::{Input, Report, report};
use super::*;

/// Of the participants of an arm in order, the number of items answered repeats these.
fn answering(mut input: Input, arm: usize, answered: &[u32]) -> Input {
    let own = input.people.iter_mut().filter(|person| person.arm == Some(arm));
    own.zip(answered.iter().cycle()).for_each(|(person, answered)| person.training_answered = *answered);
    input
}

/// The control has no training.
fn input() -> Input {
    let mut input = simulate(&WORKS, 60, 3);
    let control = input.people.iter_mut().filter(|person| person.arm == Some(0));
    control.for_each(|person| (person.training_items, person.training_answered) = (0, 0));
    input
}

fn of(report: &Report, comparison: &str, dose: DoseKind) -> ComplierEffect {
    let mut effects = report.compliance.effects.iter();
    effects.find(|one| one.contrast.comparison == comparison && one.dose == dose).unwrap().clone()
}

#[test]
fn the_effect_is_the_difference_divided_by_the_share_taken() {
    let report = report(&answering(input(), 1, &[16, 12, 4, 0]));
    let itt = report.outcomes[0].contrasts[0].clone();
    for (dose, about) in [(DoseKind::Share, 0.5), (DoseKind::Complier, 0.5)] {
        let found = of(&report, "H1", dose);
        let first_stage = found.first_stage.unwrap();
        assert!((first_stage - about).abs() < 0.05, "{dose:?}: {first_stage}");
        assert!((found.contrast.value.unwrap() * first_stage - itt.value.unwrap()).abs() < 1e-9);
        assert!(found.first_stage_f.unwrap() > 10.0);
        assert_eq!((found.contrast.n, found.contrast.df, found.contrast.p_holm), (itt.n, itt.df, None));
        assert_eq!((found.notes, found.words.as_str()), (Vec::new(), ""));
    }
    let arms = &report.compliance.arms;
    assert_eq!(arms.iter().map(|arm| arm.arm).collect::<Vec<_>>(), [1, 2], "the control has no training");
    assert_eq!((arms[0].randomised, arms[0].compliers), (60, 30));
    assert_eq!(report.compliance.threshold, Some(0.75));
}

#[test]
fn full_compliance_equals_the_primary_difference() {
    let mut all = answering(input(), 2, &[16]);
    let report_of = |input: &Input| report(input).in_language(input, Language::German);
    let found = of(&report_of(&all), "H2", DoseKind::Share);
    let itt = report(&all).outcomes[0].contrasts[1].clone();
    for (one, other) in [(found.contrast.value, itt.value), (found.contrast.standard_error, itt.standard_error)] {
        assert!((one.unwrap() - other.unwrap()).abs() < 1e-9);
    }
    assert_eq!((found.notes, found.first_stage_f), (vec![ComplierNote::EverybodyComplied], None));
    assert!(found.words.ends_with("der Unterschied der primären Analyse."), "{}", found.words);
    all = answering(all, 2, &[0]);
    let nobody = of(&report_of(&all), "H2", DoseKind::Share);
    assert_eq!((nobody.contrast.value, nobody.first_stage), (None, None));
    assert!(nobody.contrast.why.unwrap().sentence().starts_with("Niemand mit Zielgröße"));
}

#[test]
fn a_weak_first_stage_is_named() {
    let mut few = vec![0; 19];
    few.push(16);
    let found = of(&report(&answering(input(), 1, &few)), "H1", DoseKind::Complier);
    assert!(found.first_stage_f.unwrap() < 10.0);
    assert_eq!(found.notes, [ComplierNote::WeakFirstStage]);
    assert!(found.words.contains("F below 10"), "{}", found.words);
}

#[test]
fn training_of_the_comparison_arm_is_named() {
    let all = answering(simulate(&NULL, 30, 3), 1, &[16, 4]);
    let found = of(&report(&all), "H1", DoseKind::Complier);
    assert_eq!(found.notes, [ComplierNote::TrainingInBoth]);
    assert_eq!(report(&all).compliance.arms.len(), 3);
}

#[test]
fn those_without_the_outcome_count_only_among_the_randomised() {
    let mut all = answering(input(), 1, &[16]);
    let lost = all.people.iter_mut().filter(|person| person.arm == Some(1)).take(7);
    lost.for_each(|person| (person.after, person.training_answered) = (Box::default(), 2));
    let arm = report(&all).compliance.arms[0].clone();
    assert_eq!((arm.randomised, arm.compliers), (60, 53));
    assert_eq!(arm.analysed, arm.analysed_compliers);
    assert!(arm.analysed <= 53 && arm.mean_dose == Some(1.0));
}

#[test]
fn blinding_and_a_study_without_training_have_none() {
    assert_eq!(report(&blind(&input(), b"seed")).compliance, Compliance::default());
    let mut without = input();
    without.people.iter_mut().for_each(|person| person.training_items = 0);
    assert_eq!(report(&without).compliance, Compliance::default());
}

/// Five participants of arm 1 watch nothing, a half, just less than 95%, all, and what no submission reports; a sixth
/// is excluded. The recordings take ten minutes. Quartiles of 0, 5, 9.4 and 10 are those of `quantile()` in R.
#[test]
fn minutes_watched_are_those_that_submissions_report() {
    let mut input = simulate(&WORKS, 6, 3);
    input.people.iter_mut().for_each(|person| person.training_items = 0);
    let part = |wave: &str, arms: &[(usize, f64)]| WatchedPart { wave: wave.into(), arms: arms.into() };
    input.design.watched = vec![part("main", &[(1, 600.0), (2, 60.0)])];
    let watched = |seconds: Option<f64>| WatchedInWave {
        seconds: seconds.unwrap_or_default(),
        of: 600.0,
        measured: seconds.is_some(),
    };
    let given = [Some(0.0), Some(300.0), Some(564.0), Some(600.0), None, Some(600.0)];
    let own = input.people.iter_mut().filter(|person| person.arm == Some(1));
    for (number, (person, seconds)) in own.zip(given).enumerate() {
        person.watched = [Some(watched(seconds))].into();
        person.excluded = (number == 5).then(|| crate::report::input::Excluded::Decided("a test".into()));
    }
    let found = report(&input);
    assert_eq!((found.compliance.arms.len(), found.compliance.watched.len()), (0, 1));
    let arms = &found.compliance.watched[0].arms;
    let WatchedArm { arm, length, people, minutes, half, all } = &arms[0];
    assert_eq!((*arm, *length, *people, minutes.n), (1, 10.0, 5, 4));
    for (quartile, known) in [(minutes.low, 3.75), (minutes.median, 7.2), (minutes.high, 9.55)] {
        assert!((quartile.unwrap() - known).abs() < 1e-9, "{minutes:?}");
    }
    assert_eq!((half.n, half.value, all.value), (5, Some(0.6), Some(0.2)));
    // Of an arm of which nobody reports anything.
    assert_eq!((arms[1].length, arms[1].people, arms[1].minutes.n, arms[1].half.value), (1.0, 6, 0, Some(0.0)));
    assert!(report(&blind(&input, b"seed")).compliance.watched.is_empty());
}
