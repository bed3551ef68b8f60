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
    for index in 0..2 {
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
    for index in 0..2 {
        let [open, blinded] = [&input, &blinded].map(|input| moderator(input, index));
        assert!((open.p.unwrap() - blinded.p.unwrap()).abs() < 1e-9);
        assert_eq!((open.groups[0].contrasts.len(), blinded.groups[0].contrasts.len()), (2, 3));
    }
}

#[test]
fn names_are_those_of_the_plan_or_of_the_language() {
    let input = simulate(&WORKS, 10, 1);
    let german = report(&input).in_language(&input, Language::German).moderators;
    let labels = |of: &Moderator| of.groups.iter().map(|group| group.label.clone()).collect::<Vec<_>>();
    assert_eq!((german[0].label.as_str(), labels(&german[0])[0].as_str()), ("age", "18 to 34"));
    assert_eq!((german[1].label.as_str(), labels(&german[1])), ("Modalität", vec!["Beiträge".into(), "Videos".into()]));
    assert!(german.iter().all(|one| one.meaning.starts_with("Explorativ: ")));
}
