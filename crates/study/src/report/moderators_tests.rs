use super::super::blind::blind;
use super::super::report;
use super::super::testing::{NULL, WORKS, simulate};
use super::*;

fn moderator(input: &Input, index: usize) -> Moderator {
    report(input).moderators.swap_remove(index)
}

/// Of 200 studies without an effect, each moderator has p up to 5% in 3 to 18 (99% limits of the binomial
/// distribution).
#[test]
fn interactions_that_do_not_exist_are_found_as_seldom_as_alpha_allows() {
    let found = (0..200).map(|seed| {
        let input = simulate(&NULL, 40, seed);
        let analysed = Scored::all(&input);
        let people: Vec<&Scored> = analysed.iter().collect();
        moderators(Language::English, &input, &people).iter().map(|one| one.p.unwrap() <= 0.05).collect::<Vec<_>>()
    });
    let found: Vec<Vec<bool>> = found.collect();
    for index in 0..4 {
        let count = found.iter().filter(|study| study[index]).count();
        assert!((3..=18).contains(&count), "moderator {index}: {count} of 200");
    }
}

/// In the oldest group, nobody of the second arm tells anything apart; in the videos of everybody, nobody of the third.
#[test]
fn interactions_that_exist_are_found() {
    let mut input = simulate(&WORKS, 150, 3);
    for person in &mut input.people {
        let is_oldest = person.values.get(7) == Some(2.0);
        let is_spoiled = |item: u16| match person.arm {
            Some(1) => is_oldest,
            Some(2) => item / 2 % 2 == 1,
            _ => false,
        };
        let spoiled = person.after.iter().map(|one| {
            let called_altered = if is_spoiled(one.item) { one.item % 4 < 2 } else { one.called_altered };
            super::super::input::Judged { called_altered, ..*one }
        });
        person.after = spoiled.collect();
    }
    let [age, modality] = [0, 1].map(|index| moderator(&input, index));
    assert!(age.p.unwrap() < 0.001 && modality.p.unwrap() < 0.001, "{age:?} {modality:?}");
    assert_eq!((age.n, modality.n), (450, 450));
    assert_eq!((age.numerator_df, age.denominator_df), (Some(4.0), Some(439.0)));
    assert_eq!((modality.numerator_df, modality.denominator_df), (Some(2.0), Some(445.0)));
    let difference = |of: &Moderator, group: usize, pair: usize| of.groups[group].contrasts[pair].value.unwrap();
    assert!(difference(&age, 2, 0) < -0.3 && difference(&age, 0, 0) > 0.1, "{age:?}");
    assert!(difference(&modality, 1, 1) < -0.3 && difference(&modality, 0, 1) > 0.1, "{modality:?}");
}

#[test]
fn groups_with_too_few_people_are_not_compared() {
    let mut input = simulate(&WORKS, 40, 5);
    let mut oldest = 0;
    for person in &mut input.people {
        if person.arm == Some(1) && person.values.get(7) == Some(2.0) {
            oldest += 1;
            person.after = if oldest > 1 { Box::default() } else { std::mem::take(&mut person.after) };
        }
    }
    let age = moderator(&input, 0);
    assert_eq!((age.numerator_df, age.groups[2].after[1].n), (Some(2.0), 1));
    let why = age.groups[2].contrasts[0].why.as_ref().unwrap();
    assert_eq!(why.sentence(), "An arm of this comparison has fewer than two participants with the outcome.");
    assert!(age.groups[0].contrasts[0].value.is_some());
    let two = simulate(&WORKS, 1, 5);
    let too_few = moderator(&two, 0);
    assert!(too_few.p.is_none() && too_few.why.is_some());
}

/// Blinded, all pairs are compared, and the test of all arms is the same.
#[test]
fn blinding_does_not_change_the_test() {
    let input = simulate(&WORKS, 40, 8);
    let blinded = blind(&input, b"seed");
    let pairs = |of: &Moderator| match &of.continuous {
        Some(along) => along.slopes.len(),
        None => of.groups[0].contrasts.len(),
    };
    for index in 0..4 {
        let [open, blinded] = [&input, &blinded].map(|input| moderator(input, index));
        assert!((open.p.unwrap() - blinded.p.unwrap()).abs() < 1e-9);
        assert_eq!((pairs(&open), pairs(&blinded)), (2, 3));
    }
}

#[test]
fn names_are_those_of_the_plan_or_of_the_language() {
    let input = simulate(&WORKS, 10, 1);
    let german = report(&input).in_language(&input, Language::German).moderators;
    let labels = |of: &Moderator| of.groups.iter().map(|group| group.label.clone()).collect::<Vec<_>>();
    assert_eq!((german[0].label.as_str(), labels(&german[0])[0].as_str()), ("age", "18 to 34"));
    assert_eq!((german[1].label.as_str(), labels(&german[1])), ("Modalität", vec!["Beiträge".into(), "Videos".into()]));
    assert_eq!(german[2].label, "d′ vor dem Training");
    assert_eq!(german[3].continuous.as_ref().unwrap().points[0].label, "Mittelwert − 1 SD");
    assert!(german[..3].iter().all(|one| one.meaning.starts_with("Explorativ: ")));
    assert!(german[3].meaning.starts_with("Konfirmatorisch: "));
}

/// In one arm, participants whose cynicism is above the scale's middle judge all items correctly, or all incorrectly.
fn by_cynicism(spoiled: usize, correct: bool) -> Input {
    let mut input = simulate(&WORKS, 210, 3);
    for person in &mut input.people {
        if person.arm == Some(spoiled) && person.values.get(3).is_some_and(|score| score > 3.5) {
            for judged in &mut person.after {
                judged.called_altered = judged.manipulated == correct;
            }
        }
    }
    input
}

#[test]
fn a_confirmatory_moderator_is_supported_only_after_the_primary_hypotheses() {
    let open = report(&by_cynicism(2, true));
    assert!(open.hypotheses[..2].iter().all(|one| one.verdict == Verdict::Supported));
    let found = &open.moderators[3];
    assert_eq!((found.hypothesis.as_deref(), found.verdict), (Some("H8"), Some(Verdict::Supported)));
    assert!(found.p.unwrap() < 0.001 && found.p_holm == found.p, "{found:?}");
    let words = found.words.as_ref().unwrap();
    assert!(words.contains("depend on “cynicism_before”: F(2, 6") && words.contains(" after Holm"), "{words}");
    let slopes = &found.continuous.as_ref().unwrap().slopes;
    assert!(slopes[1].low.unwrap() > 0.0, "{slopes:?}");

    let closed = report(&by_cynicism(1, false));
    assert_ne!(closed.hypotheses[0].verdict, Verdict::Supported);
    let found = &closed.moderators[3];
    assert!(found.p_holm.unwrap() < 0.001, "{found:?}");
    assert_eq!(found.verdict, Some(Verdict::NotShown));
    assert!(found.words.as_ref().unwrap().contains("only tested if all primary hypotheses are supported"));
}

#[test]
fn an_exploratory_moderator_has_no_verdict_and_no_correction() {
    let mut input = by_cynicism(2, true);
    (input.design.moderators[3].role, input.design.moderators[3].hypothesis) = (ModeratorRole::Exploratory, None);
    for one in report(&input).moderators {
        assert_eq!((one.verdict, one.p_holm, one.words, one.statement), (None, None, None, None));
        assert!(one.p.is_some());
    }
}

#[test]
fn holm_corrects_the_confirmatory_moderators_together() {
    let mut input = by_cynicism(2, true);
    (input.design.moderators[0].role, input.design.moderators[0].hypothesis) =
        (ModeratorRole::Confirmatory, Some("H9".into()));
    let found = report(&input).moderators;
    let [age, cynicism] = [&found[0], &found[3]];
    assert!(cynicism.p < age.p);
    assert!((cynicism.p_holm.unwrap() - 2.0 * cynicism.p.unwrap()).abs() < 1e-15);
    assert_eq!(age.p_holm, age.p);
    assert_eq!((found[1].p_holm, found[2].p_holm), (None, None));
}

/// d' before is the covariate itself, so the model has no second one: intercept, two arms, slope, two interactions,
/// form.
#[test]
fn a_number_is_adjusted_like_the_primary_comparison() {
    let input = simulate(&WORKS, 40, 5);
    let [skill, cynical] = [2, 3].map(|index| moderator(&input, index));
    assert_eq!((skill.numerator_df, skill.denominator_df), (Some(2.0), Some(113.0)));
    assert_eq!((cynical.numerator_df, cynical.denominator_df), (Some(2.0), Some(112.0)));
    let scored = Scored::all(&input);
    let before: Vec<f64> = scored.iter().filter_map(|one| one.before(Measure::DPrime)).collect();
    let along = skill.continuous.unwrap();
    assert!((along.mean.unwrap() - before.iter().sum::<f64>() / 120.0).abs() < 1e-12);
    let values: Vec<f64> = along.points.iter().map(|point| point.value.unwrap()).collect();
    assert!((values[2] - values[0] - 2.0 * along.sd.unwrap()).abs() < 1e-12);
    // Differences along a line.
    let at = |point: usize| along.points[point].contrasts[0].value.unwrap();
    assert!((at(0) + at(2) - 2.0 * at(1)).abs() < 1e-12);
    let slope = along.slopes[0].value.unwrap();
    assert!((at(2) - at(1) - slope * along.sd.unwrap()).abs() < 1e-12);
}

#[test]
fn blinding_hides_the_hypothesis_of_a_moderator() {
    let found = moderator(&blind(&simulate(&WORKS, 40, 8), b"seed"), 3);
    assert_eq!((found.hypothesis, found.verdict, found.words), (None, None, None));
    assert_eq!(found.role, ModeratorRole::Confirmatory);
}
