//! The later waves of made-up participants.

use super::compare::{Row, between};
use super::covariates::Covariates;
use super::input::{Erased, Excluded, Input, LaterPart, LaterWave, Status};
use super::number::Number;
use super::scored::Scored;
use super::testing::{Model, NULL, WORKS, simulate, simulate_with_items_of};
use super::waves::waves;
use super::{
    Hypothesis, Language, Measure, Recruitment, Report, RetainedDifference, Stage, StageKind, Verdict, WaveResult,
    blind, report,
};
use crate::definition::Outcome;

/// 2026-12-01, and one day later.
const CLOSES: [i64; 2] = [1_796_083_200_000, 1_796_169_600_000];

/// Half of what works is left.
const HALF: Model = Model { d: [0.54, 0.72, 0.67], ..WORKS };

/// Large effects in both primary arms.
const CLEAR: Model = Model { d: [0.3, 1.8, 1.6], ..NULL };

/// Items of the test in each wave.
const ITEMS: usize = 20;

/// People of `first` who judge as those of `later` in a second wave. All come back.
fn two_waves(first: &Model, later: &Model, per_arm: usize, seed: u64) -> Input {
    two_waves_with_items_of(first, later, per_arm, seed, seed)
}

/// Like [`two_waves`], but with the items of the study with the seed `items`.
fn two_waves_with_items_of(first: &Model, later: &Model, per_arm: usize, seed: u64, items: u64) -> Input {
    let other = |seed: u64| seed + 1_000_000;
    let mut input = simulate_with_items_of(first, per_arm, seed, items);
    let again = simulate_with_items_of(later, per_arm, other(seed), other(items));
    let items = again.design.after[..ITEMS].to_vec();
    input.design.waves = vec![LaterWave {
        id: "follow_up".into(),
        title: "Second part".into(),
        after: "main".into(),
        arms: vec![0, 1, 2],
        items,
        hypothesis: None,
        part: None,
    }];
    for (person, again) in input.people.iter_mut().zip(again.people) {
        let part = LaterPart {
            closes: Some(CLOSES[0]),
            begun: true,
            completed: true,
            judged: again.after[..ITEMS.min(again.after.len())].into(),
            ..LaterPart::default()
        };
        person.later = [part].into();
    }
    input
}

fn wave(report: &Report) -> &WaveResult {
    &report.waves[0]
}

fn near(found: Option<f64>, expected: f64) {
    let found = found.unwrap();
    assert!((found - expected).abs() < 1e-9, "{found} instead of {expected}");
}

#[test]
fn d_prime_and_criterion_are_means_over_the_participants_who_came_back() {
    let mut input = two_waves(&WORKS, &HALF, 20, 1);
    // Too few judgements, excluded, and not there: none of them has a d'.
    input.people[0].later[0].judged = input.people[0].later[0].judged[..9].into();
    input.people[3].excluded = Some(Excluded::Decided("a test".into()));
    input.people[6].later[0] = LaterPart { closes: Some(CLOSES[1]), ..LaterPart::default() };
    let found = report(&input);
    let wave = wave(&found);
    assert_eq!(
        (wave.items, wave.outcomes[0].id.as_str(), wave.outcomes[1].id.as_str()),
        (ITEMS, "d_prime", "criterion")
    );
    for (outcome, measure) in wave.outcomes.iter().zip([Measure::DPrime, Measure::Criterion]) {
        let mine = input.people.iter().filter(|person| person.arm == Some(0)).skip(3);
        let values: Vec<f64> = mine.map(|person| measure.of(&person.later[0].judged).unwrap()).collect();
        assert_eq!((values.len(), outcome.means[0].n, outcome.means[1].n), (17, 17, 20));
        near(outcome.means[0].value, values.iter().sum::<f64>() / 17.0);
        assert_eq!(outcome.contrasts[0].n, 57);
    }
    // Half of the judgements are enough.
    input.people[0].later[0].judged = simulate(&HALF, 1, 5).people[0].after[..10].into();
    assert_eq!(self::wave(&report(&input)).outcomes[0].means[0].n, 18);
}

fn of_later(report: &Report) -> Vec<&Hypothesis> {
    report.hypotheses.iter().filter(|one| one.wave.as_deref() == Some("follow_up")).collect()
}

/// Each verdict follows from the uncorrected p value of the wave, in sentences; the headline and the gate of moderators
/// depend on the first wave alone.
#[test]
fn a_hypothesis_about_a_later_wave_has_a_verdict_for_each_primary_arm() {
    let hypothesis = |first: &Model, later: &Model, per_arm: usize| {
        let mut input = two_waves(first, later, per_arm, 3);
        let without = report(&input).headline;
        input.design.waves[0].hypothesis = Some("H7".into());
        let found = report(&input);
        assert_eq!(found.headline, without);
        found
    };
    let shown = hypothesis(&CLEAR, &CLEAR, 60);
    let verdicts = of_later(&shown);
    assert!(verdicts.iter().all(|one| one.id == "H7" && one.outcome == "d_prime" && one.contrast.p_holm.is_none()));
    assert_eq!(verdicts.iter().map(|one| one.verdict).collect::<Vec<_>>(), [Verdict::Shown, Verdict::Shown]);
    let label = &shown.arms[verdicts[0].contrast.arm].label;
    assert!(verdicts[0].statement.starts_with("d′ (Second part) is higher after"), "{}", verdicts[0].statement);
    assert!(verdicts[0].words.contains(label) && verdicts[0].words.contains("for these 20 items"));
    assert_eq!(verdicts[0].contrast, wave(&shown).outcomes[0].contrasts[0]);
    assert!(shown.cautions.iter().any(|caution| caution.contains("The others are secondary")));

    let lost = hypothesis(&CLEAR, &NULL, 60);
    assert!(lost.hypotheses[0].verdict == Verdict::Supported && lost.hypotheses[1].verdict == Verdict::Supported);
    assert!(of_later(&lost).iter().all(|one| one.verdict == Verdict::NotShown), "{:?}", of_later(&lost));
    // What no first wave shows is no primary result, whatever the later one has.
    let late = hypothesis(&NULL, &CLEAR, 60);
    assert!(of_later(&late).iter().all(|one| one.verdict == Verdict::Shown));
    assert!(!late.headline.contains("better"), "{}", late.headline);
    // The control arm learned, the others did not.
    let worse = hypothesis(&CLEAR, &Model { d: [2.4, 0.4, 0.4], ..NULL }, 60);
    assert!(of_later(&worse).iter().all(|one| one.verdict == Verdict::Opposite), "{:?}", of_later(&worse));
}

#[test]
fn a_later_wave_without_a_hypothesis_or_its_numbers_has_no_verdict() {
    let mut input = two_waves(&WORKS, &HALF, 20, 1);
    assert!(of_later(&report(&input)).is_empty());
    input.design.waves[0].hypothesis = Some("H7".into());
    for person in &mut input.people {
        person.later[0] = LaterPart { closes: Some(CLOSES[0]), ..LaterPart::default() };
    }
    let found = report(&input);
    assert_eq!(of_later(&found).iter().map(|one| one.verdict).collect::<Vec<_>>(), [Verdict::NotComputed; 2]);
    input.design.blinded = true;
    assert!(of_later(&report(&input)).is_empty());
}

/// Newcombe's interval of 12 of 20 against 5 of 20, computed in R from Wilson's limits.
#[test]
fn loss_is_among_those_who_completed_the_earlier_wave() {
    let mut input = two_waves(&WORKS, &HALF, 24, 2);
    for person in &mut input.people {
        person.excluded = None;
    }
    let of_arm = |input: &Input, arm: usize| -> Vec<usize> {
        (0..input.people.len()).filter(|index| input.people[*index].arm == Some(arm)).collect()
    };
    let away = |input: &mut Input, index: usize, closes: Option<i64>, begun: bool| {
        input.people[index].later[0] = LaterPart { closes, begun, ..LaterPart::default() };
    };
    for (arm, lost) in [(0, 5), (1, 12), (2, 0)] {
        let mine = of_arm(&input, arm);
        // Four of each arm did not complete the first wave.
        mine[..4].iter().for_each(|index| away(&mut input, *index, None, false));
        mine[4..4 + lost].iter().for_each(|index| away(&mut input, *index, Some(CLOSES[1]), *index % 2 == 0));
    }
    // Excluded participants are not analysed, but they are among those who came back or did not.
    let excluded = of_arm(&input, 0)[4];
    input.people[excluded].excluded = Some(Excluded::Decided("a test".into()));
    // Withdrew without it, without the first wave, and after it.
    let mine = of_arm(&input, 1);
    for at in [0, 4, 5, 23] {
        input.people[mine[at]].status = Status::Withdrawn;
    }
    let found = report(&input);
    let loss = &wave(&found).loss;
    let withdrew: Vec<[u32; 2]> = loss.arms.iter().map(|arm| [arm.withdrew, arm.missed_or_open()]).collect();
    assert_eq!(withdrew, [[0, 5], [2, 10], [0, 0]]);
    let counts: Vec<[u32; 3]> = loss.arms.iter().map(|arm| [arm.planned, arm.completed, arm.not_completed]).collect();
    assert_eq!(counts, [[20, 15, 5], [20, 8, 12], [20, 20, 0]]);
    assert!(loss.arms.iter().all(|arm| arm.ended.is_none()) && loss.closes.is_some());
    // Of all 24 in each arm, and of two of arm 1 who had everything erased; one did not complete the first part.
    let mut with_erased = input.clone();
    with_erased.people[of_arm(&input, 2)[0]].completed = false;
    let gone = Erased { arm: Some(1), consented: true, exposed: true, completed: true, simulated: false, people: 2 };
    with_erased.erased = vec![gone.clone(), Erased { exposed: false, ..gone }];
    let of_all = report(&with_erased);
    let of_all = &wave(&of_all).loss;
    let shares = of_all.arms.iter().map(|arm| (arm.completed_before, &arm.share_of_randomised));
    for ((before, share), (expected, lost, n)) in shares.zip([(24, 9.0, 24), (24, 18.0, 26), (23, 4.0, 24)]) {
        assert_eq!((before, share.n), (expected, n));
        near(share.value, lost / n as f64);
    }
    near(of_all.share_of_randomised.value, 31.0 / 74.0);
    assert_eq!(of_all.share, loss.share, "erased participants are not among those for whom it was planned");
    // The time limit ended it for all of them, and for one who withdrew later.
    let mut ended = input.clone();
    for part in ended.people.iter_mut().flat_map(|person| &mut person.later).filter(|part| !part.completed) {
        part.ended = part.closes.and(Some(Outcome::TimedOut));
    }
    let of_ended = report(&ended);
    let of_ended = &wave(&of_ended).loss;
    let lost: Vec<_> = of_ended.arms.iter().map(|arm| (arm.withdrew, arm.ended, arm.missed_or_open())).collect();
    assert_eq!(lost, [(0, Some(5), 0), (2, Some(10), 0), (0, Some(0), 0)]);
    assert_eq!((&of_ended.closes, &of_ended.share), (&None, &loss.share), "it is over for all");
    // The participants of one arm declined it.
    for person in ended.people.iter_mut().filter(|person| person.arm == Some(0)) {
        person.later[0].ended = person.later[0].ended.and(Some(Outcome::Declined));
    }
    let of_declined = report(&ended);
    let lost = wave(&of_declined).loss.arms.iter();
    let lost: Vec<_> = lost.map(|arm| (arm.ended, arm.declined, arm.missed_or_open())).collect();
    assert_eq!(lost, [(Some(0), Some(5), 0), (Some(10), Some(0), 0), (Some(0), Some(0), 0)]);
    assert!(of_ended.arms.iter().all(|arm| arm.declined.is_none()));
    assert!(loss.arms.iter().all(|arm| (arm.completed..=arm.planned).contains(&arm.begun)));
    assert!(loss.arms[1].begun > 8 && loss.arms[1].begun < 20);
    // One of arm 0 is excluded, and did not come back. All others who completed it judged its items.
    let analysed: Vec<_> = loss.arms.iter().map(|arm| (arm.excluded, arm.analysed)).collect();
    assert_eq!(analysed, [(1, Some(15)), (0, Some(8)), (0, Some(20))]);
    let difference = loss.arms[1].difference.as_ref().unwrap();
    near(difference.value, 0.35);
    assert!(
        (difference.low.unwrap() - 0.044_422_63).abs() < 1e-8 && (difference.high.unwrap() - 0.577_844_82).abs() < 1e-8
    );
    assert_eq!(loss.arms[0].difference, None);
    near(loss.share.value, 17.0 / 60.0);
    assert_eq!((loss.df, loss.closes.as_deref()), (Some(2.0), Some("2026-12-01")));
    assert!(loss.p.unwrap() < 0.001);
}

/// By the definition of Fieller's interval: at its ends, the later outcome less so much of the first one differs
/// between the arms with p = 0.05.
#[test]
fn the_interval_of_the_share_has_what_the_test_does_not_reject() {
    let input = two_waves(&WORKS, &HALF, 120, 3);
    let found = report(&input);
    let design = &input.design;
    let difference = |share: f64, pair: usize| {
        let row = |person: &super::input::Person| {
            let d_prime = |judged: &[_]| Measure::DPrime.of(judged);
            let covariates = Covariates::of(person, d_prime(&person.before));
            let after = d_prime(&person.later[0].judged)? - share * d_prime(&person.after)?;
            Some(Row { arm: person.arm?, covariates, after })
        };
        let rows: Vec<Row> = input.people.iter().filter_map(row).collect();
        between(design, design.comparisons.iter(), &rows)[pair].clone()
    };
    for (pair, retained) in wave(&found).retained.iter().enumerate() {
        let (share, first, later) = (&retained.share, &retained.first, &retained.later);
        assert_eq!((share.n, retained.arm, retained.against), (360, pair + 1, 0));
        near(share.value, later.value.unwrap() / first.value.unwrap());
        near(difference(0.0, pair).value, later.value.unwrap());
        near(difference(0.0, pair).low, later.low.unwrap());
        near(found.outcomes[0].contrasts[pair].high, first.high.unwrap());
        for end in [share.low, share.high] {
            near(difference(end.unwrap(), pair).p, 0.05);
        }
    }
}

/// 200 studies, each with a first difference that is certain. The expected share is that of one study with 3,000
/// participants in each arm: the correction of d' shrinks a large difference more than a small one, so that it is not
/// exactly the half that was simulated.
#[test]
fn the_share_is_covered_at_the_nominal_rate() {
    let retained = |per_arm: usize, seed: u64| {
        let input = two_waves(&STRONG, &WEAK, per_arm, seed);
        let people = Scored::all(&input);
        let found = waves(Language::English, &input, &people, &people.iter().collect::<Vec<_>>());
        found[0].retained[0].clone()
    };
    let studies: Vec<RetainedDifference> = (0..200).map(|seed| retained(40, 10 + seed)).collect();
    let expected = retained(3000, 1).share.value.unwrap();
    assert!((expected - 0.5).abs() < 0.05, "{expected}");
    let covers = |retained: &&RetainedDifference| {
        let share = &retained.share;
        share.low.is_some_and(|low| low <= expected) && share.high.is_some_and(|high| high >= expected)
    };
    let covered = studies.iter().filter(covers).count();
    // 99% of binomial counts with 200 and 0.95.
    assert!((181..=198).contains(&covered), "{covered} of 200");
}

/// Large effects: with 40 in each arm, the interval of the first difference does not include 0 in any of the studies.
const STRONG: Model = Model { d: [0.54, 1.74, 0.54], ..NULL };
const WEAK: Model = Model { d: [0.54, 1.14, 0.54], ..NULL };

/// 200 studies without any difference: the p values of the later wave, uncorrected, are below 0.05 as often as that
/// says. 99% of binomial counts with 200 and 0.05.
#[test]
fn a_later_wave_without_differences_has_its_false_positive_rate() {
    let tested = |seed: u64| {
        let input = two_waves(&NULL, &NULL, 40, 20_000 + seed);
        let people = Scored::all(&input);
        let found = waves(Language::English, &input, &people, &people.iter().collect::<Vec<_>>());
        found[0].outcomes.iter().map(|outcome| outcome.contrasts[0].p.unwrap() < 0.05).collect::<Vec<_>>()
    };
    let studies: Vec<Vec<bool>> = (0..200).map(tested).collect();
    for outcome in 0..2 {
        let positive = studies.iter().filter(|of| of[outcome]).count();
        assert!((3..=19).contains(&positive), "outcome {outcome}: {positive} of 200");
    }
}

#[test]
fn tests_of_different_lengths_give_no_share() {
    let mut input = two_waves(&STRONG, &WEAK, 40, 11);
    assert!(wave(&report(&input)).retained[0].share.value.is_some());
    input.design.waves[0].items.truncate(16);
    for person in &mut input.people {
        person.later[0].judged = person.later[0].judged.iter().take(16).copied().collect();
    }
    let found = report(&input);
    let retained = &wave(&found).retained[0];
    assert!(retained.first.value.is_some() && retained.later.value.is_some());
    let share = &retained.share;
    assert_eq!((share.value, share.low, share.n), (None, None, 120));
    assert!(share.why.as_ref().unwrap().sentence().starts_with("The tests of both parts have different numbers"));
}

#[test]
fn there_is_no_share_of_a_difference_that_may_be_0() {
    let input = two_waves(&NULL, &NULL, 40, 4);
    let english = report(&input);
    let german = english.in_language(&input, Language::German);
    for (report, begins) in
        [(&english, "Among those with both, the interval"), (&german, "Bei denen mit beiden Werten")]
    {
        for retained in &wave(report).retained {
            assert!(retained.first.low.unwrap() < 0.0 && retained.first.high.unwrap() > 0.0, "{retained:?}");
            assert_eq!((retained.share.value, retained.share.low, retained.share.n), (None, None, 120));
            let why = retained.share.why.as_ref().unwrap().sentence();
            assert!(why.starts_with(begins), "{why}");
        }
    }
    assert_eq!(wave(&german).outcomes[1].label, "Kriterium c");
}

#[test]
fn nobody_who_came_back_is_a_reason_and_not_a_number() {
    let mut input = two_waves(&WORKS, &HALF, 12, 5);
    for person in &mut input.people {
        person.later[0].judged = [].into();
    }
    let found = report(&input);
    for outcome in &wave(&found).outcomes {
        assert!(outcome.means.iter().all(|mean| mean.value.is_none() && mean.why.is_some()));
        assert!(outcome.contrasts.iter().all(|one| one.value.is_none() && one.why.is_some()));
    }
    assert!(
        wave(&found)
            .retained
            .iter()
            .all(|retained| [&retained.first, &retained.later, &retained.share].iter().all(|n| n.why.is_some()))
    );
}

#[test]
fn a_wave_without_judgements_has_its_loss_alone() {
    let mut input = two_waves(&WORKS, &HALF, 12, 6);
    input.design.waves[0].items.clear();
    let found = report(&input);
    assert_eq!(
        (wave(&found).outcomes.len(), wave(&found).retained.len(), wave(&found).loss.arms[0].completed),
        (0, 0, 12)
    );
}

/// Replies about studies with one wave stay as they are.
#[test]
fn a_study_with_one_wave_has_no_part_about_waves() {
    let value = serde_json::to_value(report(&simulate(&WORKS, 12, 7))).unwrap();
    assert_eq!(value.get("waves"), None);
}

#[test]
fn a_blinded_report_names_no_arm_and_has_no_wave_that_some_arms_lack() {
    let mut input = two_waves(&WORKS, &HALF, 12, 8);
    let mut control_alone = input.design.waves[0].clone();
    (control_alone.id, control_alone.arms) = ("interview".into(), vec![0]);
    input.design.waves.insert(0, control_alone);
    for person in &mut input.people {
        let [part] = &*person.later else { panic!("one wave") };
        let mine = person.arm == Some(0);
        person.later =
            [LaterPart { closes: part.closes.filter(|_| mine), ..LaterPart::default() }, part.clone()].into();
    }
    let open = report(&input);
    assert_eq!(open.waves.iter().map(|wave| wave.loss.arms.len()).collect::<Vec<_>>(), [1, 3]);
    assert_eq!((open.waves[0].retained.len(), open.waves[0].outcomes[0].contrasts.len()), (0, 0), "no pair has it");
    let blinded = blind(&input, &[7; 32]);
    let found = report(&blinded);
    assert_eq!(found.waves.iter().map(|wave| wave.id.as_str()).collect::<Vec<_>>(), ["follow_up"]);
    assert_eq!(wave(&found).retained.len(), 3, "all pairs");
    let text = serde_json::to_string(&found.waves).unwrap();
    for hidden in ["control", "treatment", "interview", "H1", "Cue", "Context"] {
        assert!(!text.contains(hidden), "{hidden}");
    }
    // The same numbers, with other names.
    let means = |report: &Report, wave: usize| {
        let mut means: Vec<f64> = report.waves[wave].outcomes[0].means.iter().filter_map(|mean| mean.value).collect();
        means.sort_by(f64::total_cmp);
        means
    };
    assert_eq!(means(&found, 0), means(&open, 1));
}

#[test]
fn an_interim_report_has_the_loss_alone() {
    let input = two_waves(&WORKS, &HALF, 12, 9);
    let full = report(&input);
    let stage = Stage::of(&input, Recruitment { closed: false, ..Recruitment::default() });
    assert_eq!(stage.kind, StageKind::Interim);
    let interim = full.clone().at(stage, Language::English);
    assert_eq!(wave(&interim).loss, wave(&full).loss);
    assert_eq!((wave(&interim).outcomes.len(), wave(&interim).retained.len()), (0, 0));
    assert_eq!((wave(&full).outcomes.len(), wave(&full).retained.len()), (2, 2));
}

/// d' of an arm and the difference to another one, each in both waves.
fn d_prime_and_its_decay(per_arm: usize, seed: u64, items: u64) -> [Number; 4] {
    let input = two_waves_with_items_of(&STRONG, &WEAK, per_arm, seed, items);
    let people = Scored::all(&input);
    let analysed: Vec<&Scored> = people.iter().collect();
    let of_arm = analysed.iter().filter(|one| one.arm == 1);
    let first = Number::mean(&of_arm.filter_map(|one| one.after(Measure::DPrime)).collect::<Vec<_>>());
    let wave = waves(Language::English, &input, &people, &analysed).remove(0);
    let retained = wave.retained[0].clone();
    [first, wave.outcomes[0].means[1].clone(), retained.first, retained.later]
}

/// How many intervals of 200 studies, in each the items that `items` says for its seed, contain the number of one study
/// with 3,000 participants in each arm.
fn covered(items: impl Fn(u64) -> u64) -> [usize; 4] {
    let expected = d_prime_and_its_decay(3000, 1, items(1)).map(|one| one.value.unwrap());
    assert!(expected[0] - expected[1] > 0.4, "{expected:?}");
    let mut covered = [0; 4];
    for seed in (0..200).map(|seed| 60_000 + seed) {
        let study = d_prime_and_its_decay(40, seed, items(seed));
        for (count, (one, expected)) in covered.iter_mut().zip(study.iter().zip(expected)) {
            *count += usize::from((one.low.unwrap()..=one.high.unwrap()).contains(&expected));
        }
    }
    covered
}

/// The same items in each study, to which an interval refers: as many contain the number as 95% allow (central 95% of
/// binomial counts with 200 and 0.95).
#[test]
fn d_prime_and_its_decay_are_covered_at_the_nominal_rate() {
    let covered = covered(|_| 1);
    println!("{covered:?} of 200");
    assert!(covered.iter().all(|count| (184..=196).contains(count)), "{covered:?} of 200");
}

/// Other items in each study: differences are covered at the nominal rate, too. Those of a single arm are covered less
/// often; the central 99% show how much.
#[test]
fn with_other_items_differences_are_covered_at_the_nominal_rate() {
    let covered = covered(|seed| seed);
    assert!(covered[2..].iter().all(|count| (184..=196).contains(count)), "{covered:?} of 200");
    assert!(covered[..2].iter().all(|count| (181..=198).contains(count)), "{covered:?} of 200");
}

/// Without any loss in the first part, a loss in the later one is still a reason for concern.
#[test]
fn the_loss_of_a_later_part_is_a_caution() {
    let mut input = two_waves(&WORKS, &HALF, 40, 12);
    let told = |input: &Input| {
        let english = report(input);
        let german = english.in_language(input, Language::German).cautions;
        let of = |all: &[String], title: &str| all.iter().find(|one| one.starts_with(title)).cloned();
        (of(&english.cautions, "“Second part”"), of(&german, "„Second part“"))
    };
    assert_eq!(told(&input), (None, None), "all came back");
    // Six of 40 in one arm miss the part, of 120 in all.
    let lost = input.people.iter_mut().filter(|person| person.arm == Some(1)).take(6);
    lost.for_each(|person| person.later[0] = LaterPart { closes: Some(CLOSES[1]), ..LaterPart::default() });
    let (Some(english), Some(german)) = told(&input) else { panic!("no caution") };
    assert!(
        english.contains("5.0% of the participants for whom it was planned") && english.contains("15.0 percentage"),
        "{english}"
    );
    assert!(english.contains("bias the results of this part seriously"), "{english}");
    assert!(german.contains("15,0 Prozentpunkte") && german.contains("erheblich verzerren"), "{german}");
    // Nobody else agreed to the part: none of those for whom it was planned is lost, but many of the randomised.
    for person in input.people.iter_mut().filter(|person| !person.later[0].completed) {
        person.later[0] = LaterPart::default();
    }
    let english = told(&input).0.unwrap();
    assert!(
        english.contains("0.0% of the participants for whom")
            && english.contains("randomised participants, 5.0% have not"),
        "{english}"
    );
    // Planned for nobody yet.
    input.people.iter_mut().for_each(|person| person.later[0] = LaterPart::default());
    assert_eq!(told(&input).0, None);
}

#[test]
fn a_study_that_allocates_units_has_a_reason_instead_of_a_share() {
    let mut input = two_waves(&STRONG, &WEAK, 40, 11);
    input.design.by_unit = true;
    let people = Scored::all(&input);
    let found = waves(Language::English, &input, &people, &people.iter().collect::<Vec<_>>());
    assert_eq!(found[0].retained.len(), 2);
    for retained in &found[0].retained {
        let why = retained.share.why.as_ref().unwrap().sentence();
        assert!(retained.share.value.is_none() && why.contains("not from units"), "{why}");
    }
}
