//! Reports of simulated studies, whose true effects are known.

use std::collections::BTreeSet;

use super::input::{Comparison, Course, Erased, Excluded, Judged, Person, Secondary, Status};
use super::testing::{ATTRITION, BIAS_ONLY, NULL, WORKS, simulate};
use super::*;
use crate::definition::analysis::{ComparisonKind, OutcomeRole};
use crate::exclusion::Planned;
use crate::progress::Form;

fn verdicts(report: &Report, id: &str) -> Vec<Verdict> {
    report.hypotheses.iter().filter(|one| one.id == id).map(|one| one.verdict).collect()
}

fn outcome<'a>(report: &'a Report, id: &str) -> &'a Outcome {
    report.outcomes.iter().find(|one| one.id == id).unwrap()
}

/// It is computed like a scale, and is outside the primary family.
#[test]
fn a_planned_outcome_is_compared_without_correction() {
    let mut input = simulate(&WORKS, 40, 2);
    let pair = Comparison { id: "H8".into(), arm: 1, against: 2 };
    let (kind, outcome_id) = (ComparisonKind::Superiority, "outcome_sharing".to_owned());
    input.design.secondary.push(Secondary { pair, kind, outcome: outcome_id, margin: None });
    // One participant's rating before, or afterwards, is missing.
    for (person, missing) in [(0, 5), (1, 6)] {
        let values = &input.people[person].values;
        let values = (0..8).map(|variable| values.get(variable).filter(|_| variable != missing)).collect();
        input.people[person].values = values;
    }
    let english = report(&input);
    let sharing = outcome(&english, "outcome_sharing");
    assert_eq!((sharing.role, sharing.primary, sharing.unit), (Some(OutcomeRole::Secondary), false, Unit::Points));
    assert_eq!(sharing.contrasts.iter().map(|one| one.n).collect::<Vec<_>>(), [118, 118, 118]);
    assert!(sharing.contrasts.iter().all(|one| one.p.is_some() && one.p_holm.is_none()));
    assert_eq!([&sharing.before, &sharing.after].map(|means| means[0].n), [39, 40]);
    // Adjusted: what people did before explains half of what they do afterwards.
    let deviation = sharing.after[0].deviation.unwrap() * (2.0_f64 / 40.0).sqrt();
    assert!(sharing.contrasts[0].standard_error.unwrap() < 0.95 * deviation);
    assert_eq!(verdicts(&english, "H8").len(), 1);
    let german = english.in_language(&input, Language::German);
    assert_eq!(outcome(&english, "outcome_sharing").label, "Sharing discernment");
    assert_eq!(outcome(&german, "outcome_sharing").label, "Unterscheidung beim Teilen");
    input.design.derived[0].label = Some("Sharing".into());
    assert_eq!(outcome(&report(&input), "outcome_sharing").label, "Sharing");
}

#[test]
fn the_short_way_to_the_primary_contrasts_is_the_report_s() {
    assert_eq!(primary(&simulate(&WORKS, 20, 7)), report(&simulate(&WORKS, 20, 7)).outcomes[0].contrasts[..2]);
}

/// Items are as suspicious as they are, so people who judge the other versions have another d'. Half of the variance of
/// d' here comes from the form: the adjusted difference has a smaller error.
#[test]
fn comparisons_are_adjusted_for_what_allocation_balances() {
    let mut input = simulate(&WORKS, 40, 3);
    for person in input.people.iter_mut().filter(|person| person.form == Some(Form::Y)) {
        for judged in person.after.iter_mut().take(8) {
            judged.called_altered = judged.manipulated;
        }
    }
    let adjusted = report(&input);
    assert_eq!(adjusted.model.adjusted_for, [Covariate::Before, Covariate::Form]);
    assert!(adjusted.method.contains("adjusted for d′ before and test form."), "{}", adjusted.method);
    let in_modality = |report: &Report| report.moderators[1].groups[0].contrasts[0].standard_error.unwrap();
    let errors = |report: &Report| [report.outcomes[0].contrasts[0].standard_error.unwrap(), in_modality(report)];
    for person in input.people.iter_mut().step_by(7) {
        person.on_phone = true;
    }
    let stratified = report(&input);
    assert_eq!(stratified.model.adjusted_for, [Covariate::Before, Covariate::Form, Covariate::Stratum]);
    assert!(stratified.method.contains("adjusted for d′ before, test form and device."), "{}", stratified.method);
    let german = stratified.in_language(&input, Language::German).method;
    assert!(german.contains("adjustiert für d′ vorher, Testform und Gerät."), "{german}");
    input.people.iter_mut().for_each(|person| (person.form, person.on_phone) = (Some(Form::X), false));
    let without = report(&input);
    assert_eq!(without.model.adjusted_for, [Covariate::Before]);
    for (with, without) in errors(&adjusted).into_iter().zip(errors(&without)) {
        assert!(with < 0.95 * without, "{with} against {without}");
    }
    assert_eq!(primary(&input), without.outcomes[0].contrasts[..2]);
}

/// Means 103 and 100, standard deviations 5.5 and 4.5, 50 people in each arm: d = 0.5970, g = 0.5924 (Borenstein 2009,
/// in *The Handbook of Research Synthesis and Meta-Analysis*, page 226).
#[test]
fn a_standardised_difference_is_hedges_g() {
    let design = simulate(&NULL, 1, 0).design;
    let people = |arm: usize, mean: f64, deviation: f64| {
        let away = deviation * (49.0_f64 / 50.0).sqrt();
        (0..50).map(move |number| compare::Row {
            arm,
            covariates: Covariates::default(),
            after: if number % 2 == 0 { mean + away } else { mean - away },
        })
    };
    let rows: Vec<compare::Row> = people(0, 100.0, 4.5).chain(people(1, 103.0, 5.5)).collect();
    let found = &compare::contrasts(&design, "d_prime", &rows)[0];
    let g = found.standardised.unwrap();
    assert!((g.value - 0.5924).abs() < 5e-5, "{g:?}");
    let ratio = |difference: Option<f64>, standardised: f64| difference.unwrap() / standardised;
    assert!((ratio(found.low, g.low) - ratio(found.value, g.value)).abs() < 1e-9);
    assert!((ratio(found.high, g.high) - ratio(found.value, g.value)).abs() < 1e-9);
    assert_eq!(compare::contrasts(&design, "d_prime", &rows)[1].standardised, None, "the third arm has nobody");
}

/// d' of few items is drawn towards 0: of fewer than the planned share, there is none. Accuracy is as it is.
#[test]
fn a_test_that_was_mostly_left_out_has_no_d_prime() {
    let mut input = simulate(&WORKS, 10, 1);
    let kept = |judged: &[Judged], count: usize| judged[..count].to_vec().into_boxed_slice();
    // Of 20 items afterwards, and of 8 before.
    for (person, before, after) in [(0, 8, 9), (3, 8, 10), (6, 3, 20), (9, 4, 20)] {
        let person = &mut input.people[person];
        (person.before, person.after) = (kept(&person.before, before), kept(&person.after, after));
    }
    let report = report(&input);
    assert_eq!([&report.loss.arms[0], &report.loss.arms[1]].map(|arm| arm.lost), [2, 0]);
    let n = |id: &str| (outcome(&report, id).before[0].n, outcome(&report, id).after[0].n);
    assert_eq!([n("d_prime"), n("criterion"), n("accuracy")], [(9, 9), (9, 9), (10, 10)]);
    // Five items are too few for the test, and three of them for a part of eight.
    input.people[3].after = input.people[3].after.iter().filter(|one| one.item >= 5).copied().collect();
    assert_eq!(outcome(&super::report(&input), "d_prime_far").after[0].n, 9);
    assert_eq!(primary(&input)[0].n, 27);
    input.design.minimum_judged = 0.0;
    assert_eq!(primary(&input)[0].n, 30);
}

/// A study may test only afterwards. Without a covariate, a difference is that of the means.
#[test]
fn a_study_without_judgements_before_has_results() {
    let mut input = simulate(&WORKS, 210, 1);
    input.design.before.clear();
    for person in &mut input.people {
        (person.before, person.form) = (Box::default(), Some(Form::X));
    }
    let report = report(&input);
    assert_eq!(report.model.adjusted_for, []);
    assert!(report.method.contains("by arm, without covariates."), "{}", report.method);
    assert_eq!(report.loss.arms.iter().map(|arm| arm.lost).collect::<Vec<_>>(), [0, 0, 0]);
    assert_eq!(report.flow.arms.iter().map(|arm| arm.analysed).collect::<Vec<_>>(), [210, 210, 210]);
    assert_eq!(verdicts(&report, "H1"), [Verdict::Supported]);
    for id in ["d_prime", "accuracy", "d_prime_far"] {
        let outcome = outcome(&report, id);
        assert!(outcome.before.is_empty());
        let [control, arm] = [0, 1].map(|arm| outcome.after[arm].value.unwrap());
        let difference = outcome.contrasts[0].value.unwrap();
        assert!((difference - (arm - control)).abs() < 1e-12, "{id}: {difference}");
    }
    assert_eq!((report.model.slope.n, report.model.slope.value), (0, None));
    // Without d' before, a scale can moderate, and d' before can't.
    assert_eq!(report.moderators.iter().map(|one| one.p.is_some()).collect::<Vec<_>>(), [true, true, false, true]);
    assert_eq!(primary(&input), report.outcomes[0].contrasts[..2]);
}

#[test]
fn works_is_reported_as_working() {
    let report = report(&simulate(&WORKS, 210, 1));
    assert_eq!(verdicts(&report, "H1"), [Verdict::Supported]);
    assert!(!verdicts(&report, "H3").contains(&Verdict::Harm), "a better eye is no bias");
    assert!(
        report.headline.starts_with("Participants told manipulated from authentic items better"),
        "{}",
        report.headline
    );
    assert!(report.headline.ends_with(", for these 20 items."), "{}", report.headline);
    assert!(report.hypotheses[0].words.contains("”, for these 20 items: d′ "), "{}", report.hypotheses[0].words);
    // Corrected rates and differences between items draw d' towards 0 (by a tenth or so), and never away from it.
    let sum: f64 = (20..30).map(|seed| primary(&simulate(&WORKS, 210, seed))[0].value.unwrap()).sum();
    assert!((0.25..0.36).contains(&(sum / 10.0)), "the mean gain is {} where 0.36 was made up", sum / 10.0);
    // The planned size has more power than the 80% asked for: both effects are larger than what it was planned for.
    for (index, least) in [(0, 9), (1, 7)] {
        let found =
            (20..30).filter(|seed| primary(&simulate(&WORKS, 210, *seed))[index].p_holm.unwrap() <= 0.05).count();
        assert!(found >= least, "only {found} of 10 studies of the planned size found effect {index}");
    }
}

/// 200 studies without an effect: of all with either test below 5% there may be 5%. More than 18, or fewer than 3,
/// would happen by chance in less than one of 100 such series (binomial distribution).
#[test]
fn null_stays_within_its_false_positive_rate() {
    let false_positive =
        |seed: &u64| primary(&simulate(&NULL, 60, *seed)).iter().any(|contrast| contrast.p_holm.unwrap() <= 0.05);
    let found = (0..200).filter(false_positive).count();
    assert!((3..=18).contains(&found), "{found} of 200 studies without an effect found one");
}

/// 600 small studies without an effect: of all headlines 5% may say that answers moved. More than 45, or fewer than 17,
/// would happen by chance in less than one of 100 such series (binomial distribution); without Holm's correction it
/// would be 9%.
#[test]
fn null_says_as_seldom_that_answers_moved() {
    let moved = (0..600).filter(|seed| headline_has(&simulate(&NULL, 20, *seed), "the answers moved")).count();
    assert!((17..=45).contains(&moved), "{moved} of 600 studies without an effect say that answers moved");
}

/// Whether the headline of a study's report has these words.
fn headline_has(input: &Input, what: &str) -> bool {
    let randomised = Scored::all(input);
    let people: Vec<&Scored> = randomised.iter().collect();
    let language = Language::English;
    let outcomes = outcomes::outcomes(language, input, &people);
    let judge = verdict::Judge {
        design: &input.design,
        outcomes: &outcomes,
        populations: &[],
        waves: &[],
        sequential: None,
        language,
    };
    summary::headline(&judge, &judge.all(), &[]).contains(what)
}

/// A criterion that differs in one comparison only, by less than Holm's correction requires, is not reported.
#[test]
fn where_answers_moved_is_corrected_for_the_number_of_comparisons() {
    let one_alone = |contrasts: &[Contrast]| {
        let mut p: Vec<f64> = contrasts.iter().map(|contrast| contrast.p.unwrap()).collect();
        p.sort_by(f64::total_cmp);
        (0.025..0.05).contains(&p[0]) && p[1] > 0.05
    };
    let mut found = 0;
    for seed in 0..80 {
        let report = report(&simulate(&NULL, 20, seed));
        let criterion = &outcome(&report, "criterion").contrasts;
        if one_alone(criterion) {
            found += 1;
            assert!(!report.headline.contains("moved"), "{}", report.headline);
            assert!(report.hypotheses.iter().all(|one| !one.words.contains("moved")), "{:?}", report.hypotheses);
        }
    }
    assert!(found > 0);
}

/// If arms moved in different directions, each is named with its own.
#[test]
fn a_headline_names_the_arms_whose_answers_moved() {
    let input = simulate(&testing::Model { c: [0.0, -0.5, 0.5], ..NULL }, 150, 3);
    let english = report(&input);
    let expected = "; the answers moved towards “manipulated” after “Cue practice” and towards “authentic” after “Context practice”.";
    assert!(english.headline.contains(expected), "{}", english.headline);
    let german = english.in_language(&input, Language::German).headline;
    let expected = "; die Antworten verschoben sich nach „Cue practice“ zu „manipuliert“ und nach „Context practice“ zu „authentisch“.";
    assert!(german.contains(expected), "{german}");
}

#[test]
fn bias_alone_is_no_improvement() {
    let report = report(&simulate(&BIAS_ONLY, 210, 3));
    assert_eq!([verdicts(&report, "H1"), verdicts(&report, "H2")].concat(), [Verdict::NotShown; 2]);
    let expected = "No improvement in discrimination was found; the answers moved towards “manipulated” after “Cue practice” and \
                    “Context practice”.";
    assert!(report.headline.starts_with(expected), "{}", report.headline);
    let words = &report.hypotheses[0].words;
    assert!(
        words.contains("No improvement in discrimination was found after “Cue practice”; the answers moved towards"),
        "{words}"
    );
    assert_eq!(verdicts(&report, "H3"), [Verdict::Harm; 2], "false alarms rose as well");
    let alarms = report.hypotheses.iter().find(|one| one.id == "H3").unwrap();
    assert!(alarms.statement.contains("rise by less than 5.0 percentage points"), "{}", alarms.statement);
    assert!(alarms.words.contains(" percentage points, 95% interval "), "{}", alarms.words);
    for rate in ["hit_rate", "false_alarm_rate"] {
        assert!(outcome(&report, rate).contrasts[0].low.unwrap() > 0.0, "{rate} rose");
    }
    let better = (40..60).filter(|seed| {
        primary(&simulate(&BIAS_ONLY, 210, *seed)).iter().any(|c| c.p_holm.unwrap() <= 0.05 && c.value.unwrap() > 0.0)
    });
    assert!(better.count() <= 3, "a shift of the criterion is taken for an improvement");
}

/// Chance decides in which direction the mean calibration of an arm errs: people who are too sure and people who are
/// not sure enough cancel in a mean of signed differences, but not in one of distances.
#[test]
fn calibration_is_compared_by_distances_that_cannot_cancel() {
    let mut input = simulate(&NULL, 60, 3);
    for person in &mut input.people {
        let right = person.after.iter().filter(|one| one.right()).count();
        let accuracy = u8::try_from(right * 100 / person.after.len()).unwrap();
        // Of control, half of the people are 30 points too sure, and half 30 points not sure enough; of the others, 10.
        let (by, too_sure) = (if person.arm == Some(0) { 30 } else { 10 }, person.steps[0].1 / 3000 % 2 == 0);
        let sure = if too_sure { (accuracy + by).min(100) } else { accuracy.saturating_sub(by) };
        person.after.iter_mut().for_each(|one| one.per_cent = Some(sure));
    }
    let report = report(&input);
    assert!(outcome(&report, "overconfidence").contrasts[0].p.unwrap() > 0.05, "the signed means are alike");
    assert_eq!(verdicts(&report, "H5"), [Verdict::Shown; 2]);
    let h5 = report.hypotheses.iter().find(|one| one.id == "H5").unwrap();
    assert_eq!(h5.outcome, "calibration_gap");
    assert!(h5.words.contains("percentage points apart, against "), "{}", h5.words);
}

/// A more accurate arm has a smaller gap, even if confidence matches accuracy equally well.
#[test]
fn a_smaller_calibration_gap_is_no_evidence_where_d_prime_differs() {
    let mut input = simulate(&WORKS, 60, 3);
    for person in &mut input.people {
        let right = person.after.iter().filter(|one| one.right()).count();
        let accuracy = u8::try_from(right * 100 / person.after.len()).unwrap();
        let by = if person.arm == Some(0) { 30 } else { 10 };
        person.after.iter_mut().for_each(|one| one.per_cent = Some((accuracy + by).min(100)));
    }
    let english = report(&input);
    let german = english.in_language(&input, Language::German);
    for (report, words) in [(&english, "no evidence of different calibration"), (&german, "belegt daher keine andere")]
    {
        let all: Vec<_> = report.hypotheses.iter().filter(|one| one.id == "H5").collect();
        assert!(all.iter().all(|one| one.verdict == Verdict::Shown && one.words.contains(words)), "{all:?}");
    }
}

/// One item of a kind has no area for anybody, however many people there are.
#[test]
fn an_area_that_no_test_gives_has_its_reason() {
    let mut input = simulate(&NULL, 20, 3);
    for person in &mut input.people {
        let authentic = person.after.iter().filter(|one| !one.manipulated).take(1).copied().collect::<Vec<_>>();
        person.after =
            authentic.into_iter().chain(person.after.iter().filter(|one| one.manipulated).copied()).collect();
    }
    let report = report(&input);
    let area = outcome(&report, "auc");
    for why in area.contrasts.iter().map(|one| &one.why).chain(area.after.iter().map(|one| &one.why)) {
        let why = why.as_ref().unwrap().sentence();
        assert!(why.starts_with("No participant judged two manipulated and two authentic items"), "{why}");
    }
}

/// The p value beside "ruled out" is that of the margin, not that of 0.
#[test]
fn a_guardrail_is_tested_against_its_margin() {
    let mut input = simulate(&NULL, 400, 3);
    input.design.compared[0].margin = Some(0.4);
    let english = report(&input);
    let german = english.in_language(&input, Language::German);
    let held = english.hypotheses.iter().filter(|one| one.margin.is_some());
    let mut seen = 0;
    for (one, german) in held.zip(german.hypotheses.iter().filter(|one| one.margin.is_some())) {
        let (margin, p, high) = (one.margin.unwrap(), one.p_margin.unwrap(), one.contrast.high.unwrap());
        assert_eq!(p < 0.025, high < margin, "{one:?}");
        if one.verdict == Verdict::Held {
            seen += 1;
            assert!(one.words.contains(", one-sided p") && one.words.contains(" against the margin."), "{}", one.words);
            assert!(german.words.contains(", einseitig p"), "{}", german.words);
        }
    }
    assert!(seen > 0, "no guardrail was held");
    assert!(
        english
            .hypotheses
            .iter()
            .filter(|one| one.id == "H1")
            .all(|one| one.margin.is_none() && one.p_margin.is_none())
    );
}

/// A result that another population would turn over says so, in the sentence of the hypothesis and in the headline.
#[test]
fn a_decision_that_depends_on_the_population_says_so() {
    let mut input = simulate(&WORKS, 90, 4);
    let solid = report(&input);
    assert_eq!(verdicts(&solid, "H1"), [Verdict::Supported]);
    assert!(!solid.headline.contains("depends on who is analysed"), "{}", solid.headline);
    assert!(solid.hypotheses.iter().all(|one| !one.words.contains("depends on who")), "{:?}", solid.hypotheses);
    // Excluded people of the first arm judge everything wrongly: with them, the arm is no better.
    for person in input.people.iter_mut().filter(|person| person.arm == Some(1)).take(40) {
        person.excluded = Some(Excluded::Decided("a test".into()));
        person.after.iter_mut().for_each(|one| one.called_altered = !one.manipulated);
    }
    let fragile = report(&input);
    assert_eq!(verdicts(&fragile, "H1"), [Verdict::Supported]);
    assert!(fragile.headline.ends_with(" The decision depends on who is analysed."), "{}", fragile.headline);
    let words = &fragile.hypotheses[0].words;
    assert!(words.contains("it differs for “With excluded participants” (p "), "{words}");
    let german = fragile.in_language(&input, Language::German);
    let words = &german.hypotheses[0].words;
    assert!(words.contains("sie ist anders bei „Mit den Ausgeschlossenen“ (p "), "{words}");
}

/// The smallest effect of interest is that of the plan, whatever the data spread, and nothing is said without one.
#[test]
fn the_smallest_effect_of_interest_is_the_plans() {
    let mut input = simulate(&NULL, 60, 4);
    let words = |input: &Input| {
        let english = report(input);
        assert_eq!(english.hypotheses[0].verdict, Verdict::NotShown);
        let german = english.in_language(input, Language::German);
        [&english, &german].map(|one| one.hypotheses[0].words.clone())
    };
    input.design.smallest_effect = Some(0.05);
    let [english, german] = words(&input);
    assert!(
        english.ends_with(" The smallest effect of interest (0.05 in d′) is inside the 95% interval."),
        "{english}"
    );
    assert!(german.ends_with("(0,05 in d′) liegt innerhalb des 95-%-Intervalls."), "{german}");
    input.design.smallest_effect = Some(2.0);
    assert!(words(&input)[0].ends_with(" (2.00 in d′) is outside the 95% interval."));
    input.design.smallest_effect = None;
    assert!(!words(&input)[0].contains("effect"), "nothing was planned");
}

/// Without a margin nothing but a fall rules a rise out.
#[test]
fn a_guardrail_without_a_margin_holds_if_the_scale_fell() {
    let cynicism = |by: f64| {
        let mut input = simulate(&NULL, 100, 3);
        for person in input.people.iter_mut().filter(|person| person.arm == Some(1)) {
            let moved: Vec<Option<f64>> =
                (0..5).map(|index| Some(person.values.get(index)? + if index == 4 { by } else { 0.0 })).collect();
            person.values = moved.into_iter().collect();
        }
        let english = report(&input);
        let german = english.in_language(&input, Language::German);
        let of = |report: &Report| report.hypotheses.iter().find(|one| one.id == "H6").unwrap().clone();
        let (english, german) = (of(&english), of(&german));
        assert_eq!(english.verdict, german.verdict);
        (english.verdict, english.words, german.words)
    };
    let (verdict, english, german) = cynicism(-1.0);
    assert_eq!(verdict, Verdict::Held);
    assert!(english.starts_with("Cynicism did not rise after “Cue practice”; it fell: −"), "{english}");
    assert!(german.starts_with("„Cynicism“ ist nach „Cue practice“ nicht gestiegen, sondern gesunken: −"), "{german}");
    let (verdict, english, _) = cynicism(0.0);
    assert!(verdict == Verdict::Unclear && english.contains("the data allow for a rise of up to 0."), "{english}");
    assert_eq!(cynicism(1.0).0, Verdict::Harm);
}

#[test]
fn unequal_attrition_is_reported() {
    let report = report(&simulate(&ATTRITION, 200, 5));
    assert!(report.loss.p.unwrap() < 0.001);
    assert!(report.loss.arms[0].difference.is_none());
    assert!(report.loss.arms[1].difference.as_ref().unwrap().low.unwrap() > 0.0);
    assert!(
        report.cautions.iter().any(|one| one.contains("A loss of this size can bias the results seriously")),
        "{:?}",
        report.cautions
    );
    let bounds = &report.bounds[0];
    assert!(bounds.worst.unwrap() < bounds.observed.unwrap() && bounds.observed.unwrap() < bounds.best.unwrap());
}

#[test]
fn the_flow_of_participants_adds_up() {
    let mut input = simulate(&ATTRITION, 30, 8);
    input.people[0].exposed = false;
    input.people[0].page = Some("/home".into());
    input.people[4].status = Status::Withdrawn;
    input.people[5].excluded = Some(Excluded::Decided("took part twice".into()));
    input.erased.push(Erased {
        arm: Some(1),
        consented: true,
        exposed: true,
        completed: false,
        simulated: false,
        people: 2,
    });
    input.erased.push(Erased {
        arm: None,
        consented: false,
        exposed: false,
        completed: false,
        simulated: false,
        people: 1,
    });
    let flow = report(&input).flow;
    assert_eq!((flow.registered, flow.consented), (93, 92));
    assert_eq!(flow.registered, flow.not_randomised + flow.randomised);
    assert_eq!(flow.not_randomised_reasons.iter().map(|reason| reason.people).sum::<u32>(), flow.not_randomised);
    assert_eq!(flow.arms[1].randomised, 32);
    for arm in &flow.arms {
        let unfinished: u32 = arm.unfinished_at.iter().map(|reason| reason.people).sum();
        assert_eq!(unfinished, arm.unfinished);
        assert!(
            arm.randomised >= arm.training_started.unwrap_or(0) + arm.erased && arm.test_started >= arm.test_completed
        );
    }
    assert_eq!(flow.arms[2].excluded_reasons, [Reason { reason: "took part twice".into(), people: 1 }]);
}

#[test]
fn excluded_people_are_omitted_and_the_result_with_them_is_reported_too() {
    let mut input = simulate(&WORKS, 40, 2);
    let all = report(&input);
    assert_eq!(all.populations.iter().map(|one| one.people[0]).collect::<Vec<_>>(), [40, 40, 40]);
    input.people[0].excluded = Some(Excluded::Decided("a test".into()));
    let without = report(&input);
    assert_eq!(without.populations.last().unwrap().id, PopulationId::WithExcluded);
    assert_eq!(without.populations.last().unwrap().contrasts, all.populations[0].contrasts);
    assert_eq!(outcome(&without, "d_prime").after[0].n, 39);
}

fn planned(reason: &str) -> Planned {
    Planned { item: String::new(), keep: Vec::new(), reason: reason.into() }
}

/// Participants who were never randomised have the same reasons, blinded or not.
#[test]
fn planned_exclusions_are_named_as_such() {
    let mut input = simulate(&WORKS, 40, 2);
    input.design.exclusions.planned = vec![planned("audio check failed"), planned("attention check failed")];
    input.people[3].excluded = Some(Excluded::Planned(0));
    for index in [0, 6, 9] {
        input.people[index].excluded = Some(Excluded::Planned(1));
    }
    input.people[9].exposed = false;
    let open = report(&input);
    let reason = |reason: &str, people| Reason { reason: reason.into(), people };
    let by_frequency = [reason("as planned, attention check failed", 2), reason("as planned, audio check failed", 1)];
    assert_eq!((open.flow.arms[0].excluded, open.flow.arms[0].analysed), (3, 36));
    assert_eq!(open.flow.arms[0].excluded_reasons, by_frequency);
    assert_eq!(open.flow.not_randomised_reasons, [reason("Excluded: as planned, attention check failed", 1)]);
    assert!(
        open.cautions.iter().any(|one| one.starts_with("3 randomised participants were excluded")),
        "{:?}",
        open.cautions
    );
    let blinded = report(&blind(&input, b"seed"));
    assert_eq!(blinded.flow.arms.iter().map(|arm| arm.excluded).max(), Some(3));
    assert_eq!(blinded.flow.not_randomised_reasons, open.flow.not_randomised_reasons);
}

/// Nothing in a blinded report reveals which arm is which, and the numbers are the same.
#[test]
fn blinding_changes_names_and_nothing_else() {
    let input = simulate(&WORKS, 50, 9);
    let (open, blinded) = (report(&input), report(&blind(&input, b"seed")));
    assert_eq!(blinded.arms.iter().map(|arm| arm.label.as_str()).collect::<Vec<_>>(), ["Arm A", "Arm B", "Arm C"]);
    let text = serde_json::to_string(&blinded).unwrap();
    for word in
        ["control", "Control", "treatment", "Cue practice", "flow-a", "dashboard", "\"H1", "\"H3", "\"H7", "quivalen"]
    {
        assert!(!text.contains(word), "the blinded report has `{word}`");
    }
    assert_eq!(blinded.outcomes[0].contrasts.len(), 3, "all pairs");
    let interim = |report: &Report| report.cautions.iter().find(|one| one.starts_with("Interim")).unwrap().clone();
    assert!(interim(&blinded).contains("the smallest arm has 50 of 207 planned participants"), "{}", interim(&blinded));
    assert_eq!(interim(&open), interim(&blinded), "pairs that are compared ask for no more people");
    let means = |report: &Report| -> BTreeSet<String> {
        outcome(report, "d_prime").after.iter().map(|mean| format!("{:.12}", mean.value.unwrap())).collect()
    };
    assert_eq!(means(&open), means(&blinded));
    let found = |report: &Report| -> BTreeSet<String> {
        report.outcomes[0].contrasts.iter().map(|one| format!("{:.9}", one.value.unwrap().abs())).collect()
    };
    assert!(found(&open).is_subset(&found(&blinded)));
    assert_eq!(blinded, report(&blind(&input, b"seed")));
    let orders: BTreeSet<Option<usize>> = (0..20_u8).map(|seed| blind(&input, &[seed]).people[0].arm).collect();
    assert!(orders.len() > 1, "the labels depend on the seed");
}

/// One arm goes from the practice straight to the test: no training, no media that could fail, and sooner at the end.
fn one_arm_without_a_training() -> Input {
    let mut input = simulate(&NULL, 30, 9);
    input.design.arms[0].steps.remove(2);
    for (number, person) in input.people.iter_mut().enumerate() {
        if person.arm == Some(0) {
            (person.training_items, person.training_answered) = (0, 0);
            person.steps.truncate(4);
        } else if number % 5 == 0 {
            person.media_failed = 1;
            (person.completed, person.status) = (false, Status::Active);
            person.page = Some("/flow-a/start".into());
            person.steps.truncate(3);
        }
    }
    input
}

/// The structure of a value: numbers and texts are replaced.
fn structure(value: &serde_json::Value) -> serde_json::Value {
    match value {
        serde_json::Value::Array(list) => list.iter().map(structure).collect(),
        serde_json::Value::Object(object) => {
            object.iter().map(|(key, one)| (key.clone(), structure(one))).collect::<serde_json::Map<_, _>>().into()
        }
        serde_json::Value::Number(_) => 0.into(),
        serde_json::Value::String(_) => "".into(),
        other => other.clone(),
    }
}

#[test]
fn blinded_arms_look_alike_also_if_one_of_them_has_no_training() {
    let input = one_arm_without_a_training();
    let all: Vec<_> = (0..20_u8).map(|seed| report(&blind(&input, &[seed]))).collect();
    let label_of = |seed: u8| blind(&input, &[seed]).people[0].arm;
    assert_eq!((0..20).map(label_of).collect::<BTreeSet<_>>().len(), 3, "the arm had every label");
    for blinded in &all {
        let value = serde_json::to_value(blinded).unwrap();
        // Every label has the same figures. The number of points of a curve depends on the answers.
        for (part, first) in serde_json::to_value(&all[0]).unwrap().as_object().unwrap() {
            assert!(part == "curves" || structure(&value[part]) == structure(first), "{part}: {}", value[part]);
        }
        let flows: BTreeSet<String> =
            value["flow"]["arms"].as_array().unwrap().iter().map(|arm| structure(arm).to_string()).collect();
        assert_eq!(flows.len(), 1, "{flows:?}");
        for arm in &blinded.flow.arms {
            assert_eq!((arm.training_started, arm.training_completed, arm.unfinished_at.len()), (None, None, 0));
        }
        // Steps are counted over all arms together, and all participants reached the arm-specific part.
        let [times] = &blinded.times[..] else { panic!("{:?}", blinded.times) };
        let entered: Vec<(&str, u32)> = times.steps.iter().map(|step| (step.page.as_str(), step.entered)).collect();
        assert_eq!(times.arm, None);
        assert_eq!(entered[..2], [("/pre-questionnaire", 90), ("/group-part", 90)]);
        assert_eq!(blinded.flags.iter().map(|flag| flag.arms.len()).sum::<usize>(), 0);
        assert_eq!(blinded.flags.iter().map(|flag| flag.people).collect::<Vec<_>>(), [0, 0, 0, 12, 0, 0, 0, 0]);
        assert_eq!(
            blinded.populations.iter().map(|one| one.id).collect::<Vec<_>>(),
            [PopulationId::ModifiedIntentionToTreat]
        );
    }
    let open = report(&input);
    assert_eq!((open.flow.arms[0].training_started, open.flow.arms[1].training_started), (None, Some(30)));
    assert_eq!(open.flags.last().unwrap().arms.len(), 3);
}

/// Participants who reached the end stay counted there after a withdrawal or erasure. Each is in one box.
#[test]
fn withdrawn_and_erased_participants_who_reached_the_end_have_completed() {
    let mut input = simulate(&NULL, 10, 3);
    let before = report(&input).flow;
    assert_eq!((before.registered, before.arms[0].completed), (30, 10));
    // After the end, one withdraws and keeps the data, and one has them erased. All are simulated.
    input.people[0].status = Status::Withdrawn;
    let gone = input.people.remove(3);
    assert_eq!((gone.arm, gone.completed), (Some(0), true));
    input.erased.push(Erased {
        arm: Some(0),
        consented: true,
        exposed: true,
        completed: true,
        simulated: true,
        people: 1,
    });
    input.people.iter_mut().for_each(|person| person.simulated = true);
    let report = report(&input);
    let arm = &report.flow.arms[0];
    assert_eq!((arm.randomised, arm.completed, arm.not_finished()), (10, 10, 0));
    assert_eq!((arm.withdrew, arm.withdrew_before_end, arm.erased, arm.erased_before_end), (1, 0, 1, 0));
    assert_eq!((arm.analysed, arm.erased_after_end(), arm.without_outcome()), (9, 1, 0));
    assert_eq!(
        (report.flow.registered, report.about.simulated),
        (30, 30),
        "a simulated participant counts as one also when erased"
    );
}

/// The operator knows the arms of simulated participants; their labels reveal nothing about those of others.
#[test]
fn simulated_participants_have_separate_labels() {
    let mut input = simulate(&WORKS, 3, 9);
    let simulated: Vec<Person> = input.people.iter().map(|one| Person { simulated: true, ..one.clone() }).collect();
    let people = input.people.len();
    input.people.extend(simulated);
    let mut pairs = BTreeSet::new();
    for seed in 0..60_u8 {
        let blinded = blind(&input, &[seed]);
        let letters = |people: &[Person]| people.iter().map(|one| one.arm.unwrap()).collect::<Vec<_>>();
        let (one, other) = (letters(&blinded.people[..people]), letters(&blinded.people[people..]));
        let arm =
            |arm: usize, letters: &[usize]| letters[input.people.iter().position(|p| p.arm == Some(arm)).unwrap()];
        for (index, label) in other.iter().enumerate() {
            assert_eq!(*label, arm(input.people[index].arm.unwrap(), &other), "one arm, one label");
        }
        pairs.insert((arm(0, &one), arm(0, &other)));
    }
    assert_eq!(pairs.len(), 9, "every label of an arm goes with every label of its simulated participants: {pairs:?}");
}

#[test]
fn a_study_without_participants_has_no_result() {
    let mut input = simulate(&NULL, 1, 0);
    input.people.clear();
    let empty = report(&input);
    let arms: Vec<String> = input.design.arms.iter().map(|arm| format!("{} 0", arm.label)).collect();
    let needed = "Each arm needs at least two participants who have judged the items of the test; so far: ";
    assert_eq!(empty.headline, format!("There are too few data for a result. {needed}{}.", arms.join(", ")));
    assert!(empty.hypotheses.iter().all(|one| one.verdict == Verdict::NotComputed));
    assert!(
        empty.outcomes.iter().all(|one| one.after.iter().all(|number| number.value.is_none() && number.why.is_some()))
    );
    let two = report(&simulate(&NULL, 1, 0));
    assert_eq!(two.outcomes[0].after[0].n, 1);
    assert!(!serde_json::to_string(&two).unwrap().contains("NaN"));
}

#[test]
fn quality_flags_are_counted_and_do_not_exclude() {
    let mut input = simulate(&NULL, 20, 4);
    input.people[0].after.iter_mut().for_each(|judged| judged.called_altered = true);
    input.people[0].steps.iter_mut().for_each(|(step, at)| *at = i64::try_from(*step).unwrap());
    input.people[1].attention_failed = 1;
    input.people[2].media_failed = 3;
    for (person, media, posts) in [(0, 2, 2), (3, 3, 0), (4, 0, 3)] {
        (input.people[person].unseen_media, input.people[person].unchecked_posts) = (media, posts);
    }
    input.people[5].flagged_for_sensitivity = true;
    input.people[6].not_timed = true;
    let report = report(&input);
    let counted: Vec<&[u32]> = report.flags.iter().map(|one| one.arms.as_slice()).collect();
    assert_eq!(counted, [[1, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 0, 0], [0, 1, 0], [1, 0, 0], [0, 0, 1]]);
    let people = |id| report.populations.iter().find(|one| one.id == id).unwrap().people.clone();
    assert_eq!(people(PopulationId::ModifiedIntentionToTreat), [20, 20, 20]);
    assert_eq!(people(PopulationId::Unflagged), [17, 19, 18], "unchecked posts do not count here");
}

/// Rates, areas and discrimination of an input small enough to follow by hand.
#[test]
fn numbers_by_hand() {
    let mut input = simulate(&NULL, 2, 6);
    input.design.minimum_judged = 0.0;
    let judge = |pairs: &[(bool, bool, u8)]| -> Box<[Judged]> {
        let judged = |(item, &(manipulated, called_altered, sure)): (u16, &(bool, bool, u8))| Judged {
            item,
            manipulated,
            called_altered,
            per_cent: Some(sure),
        };
        (0..).zip(pairs).map(judged).collect()
    };
    // Two of two hits, one of two false alarms; confidence 1, 1, 0.5, 0.5.
    let perfect = judge(&[(true, true, 100), (true, true, 100), (false, true, 50), (false, false, 50)]);
    for person in &mut input.people {
        person.after = perfect.clone();
    }
    let report = report(&input);
    let value = |id: &str| outcome(&report, id).after[0].value.unwrap();
    let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found} {expected}");
    close(value("hit_rate"), 1.0);
    close(value("false_alarm_rate"), 0.5);
    close(value("accuracy"), 0.75);
    close(value("confidence"), 0.75);
    close(value("overconfidence"), 0.0);
    close(value("calibration_gap"), 0.0);
    close(value("brier"), (0.0 + 0.0 + 0.25 + 0.25) / 4.0);
    close(value("auc"), 1.0);
    // z(2.5 / 3) - z(1.5 / 3).
    close(value("d_prime"), 0.967_421_566_101_701);
    close(value("criterion"), -0.967_421_566_101_701 / 2.0);
    let after = report.curves.iter().find(|one| one.arm == 0 && one.phase == Phase::After).unwrap();
    let roc: Vec<(f64, f64)> = after.roc.iter().map(|point| (point.false_alarms, point.hits)).collect();
    assert_eq!(roc, [(0.0, 0.0), (0.0, 1.0), (0.5, 1.0), (1.0, 1.0)]);
    // Right: confidence 1, 1, 0.5; wrong: 0.5. Placements (1 + 1 + 0.5) / 3.
    close(after.type2_auc.value.unwrap(), 2.5 / 3.0);
    // Both people are alike: an area without an interval, and not one as narrow as sums round.
    assert_eq!((after.type2_auc.low, after.type2_auc.why.is_some()), (None, true));
    let item = report.items.iter().find(|one| one.id == "post_2").unwrap();
    assert_eq!((item.right.value, item.hits.value, item.false_alarms.value), (Some(0.0), None, Some(1.0)));
}

#[test]
fn k29_brier_and_overconfidence() {
    let right = [false, true, true, true, false, true];
    let judged = (5..).zip(right).map(|(tens, right)| Judged {
        item: 0,
        manipulated: true,
        called_altered: right,
        per_cent: Some(10 * tens),
    });
    let judged: Vec<Judged> = judged.collect();
    for (measure, expected) in [
        (Measure::Brier, 0.225),
        (Measure::Overconfidence, 0.75 - 4.0 / 6.0),
        (Measure::CalibrationGap, 0.75 - 4.0 / 6.0),
        (Measure::Confidence, 0.75),
    ] {
        let found = measure.of(&judged).unwrap();
        assert!((found - expected).abs() < 1e-12, "{measure:?}: {found}");
    }
}

/// Equal numbers of hits and correct rejections give a criterion of exactly 0, despite rounding of z(H) + z(F).
#[test]
fn a_criterion_of_0_is_exact_despite_rounding() {
    let judge = |hits: u16, false_alarms: u16| -> Box<[Judged]> {
        let judged = |item: u16| {
            let manipulated = item < 10;
            let called_altered = if manipulated { item < hits } else { item - 10 < false_alarms };
            Judged { item, manipulated, called_altered, per_cent: Some(50) }
        };
        (0..20).map(judged).collect()
    };
    for hits in 0..=10 {
        let found = [Measure::Criterion.of(&judge(hits, 10 - hits)), Measure::DPrime.of(&judge(hits, hits))];
        assert_eq!(found, [Some(0.0), Some(0.0)], "{hits} hits");
    }
    let mut input = simulate(&NULL, 2, 6);
    input.people[0].after = judge(3, 7);
    input.people[3].after = judge(4, 6);
    let report = report(&input);
    let criterion = &outcome(&report, "criterion").after[0];
    assert_eq!((criterion.n, criterion.value, criterion.low), (2, Some(0.0), None));
}

/// Two people of whom one is always right and the other in half of the items: t with one degree of freedom is 12.7.
#[test]
fn an_interval_ends_where_values_end() {
    let mut input = simulate(&NULL, 2, 6);
    for (number, person) in input.people.iter_mut().enumerate() {
        for (item, judged) in person.after.iter_mut().enumerate() {
            judged.called_altered = judged.manipulated == (number < 3 || item % 4 < 2);
        }
    }
    let report = report(&input);
    let interval = |id: &str| {
        let mean = &outcome(&report, id).after[0];
        (mean.low.unwrap(), mean.high.unwrap())
    };
    assert_eq!([interval("accuracy"), interval("hit_rate"), interval("auc")], [(0.0, 1.0); 3]);
    assert_eq!(interval("overconfidence").0.max(-1.0).to_bits(), interval("overconfidence").0.to_bits());
    let (low, high) = interval("d_prime");
    assert!(low < -10.0 && high > 10.0, "d' has no end: {low} to {high}");
}

/// A report in another language has the same numbers and verdicts, and no sentence left of the first one.
#[test]
fn another_language_changes_words_and_nothing_else() {
    let (mut ends, mut whys) = (0, BTreeSet::new());
    for model in [WORKS, NULL, BIAS_ONLY, ATTRITION] {
        let mut input = simulate(&model, 60, 3);
        (input.people[0].exposed, input.people[0].page) = (false, Some("/home".into()));
        input.people[1].excluded = Some(Excluded::Decided("took part twice".into()));
        input.design.exclusions.planned.push(planned("audio check failed"));
        input.people[3].excluded = Some(Excluded::Planned(0));
        input.people[2].simulated = true;
        input.simulated_left_out = 4;
        // Numbers are missing with two participants in an arm, one in another, or none.
        let two = Input { people: input.people[..5].to_vec(), ..input.clone() };
        let empty = Input { people: Vec::new(), ..input.clone() };
        for input in [input.clone(), blind(&input, b"seed"), two, empty] {
            let english = report(&input);
            assert_eq!(english.in_language(&input, Language::English), english);
            let german = english.in_language(&input, Language::German);
            let (mut one, mut other) = (Vec::new(), Vec::new());
            leaves(&serde_json::to_value(&english).unwrap(), String::new(), &mut one);
            leaves(&serde_json::to_value(&german).unwrap(), String::new(), &mut other);
            assert_eq!(one.len(), other.len());
            for ((path, english), (_, german)) in one.iter().zip(&other) {
                let last = path.rsplit('/').find(|part| part.parse::<usize>().is_err()).unwrap();
                let named = path.starts_with("/arms/") || path.contains("/outcomes/") && path_is_scale(path, &input);
                let words = match last {
                    "statement" | "words" if path.starts_with("/moderators/") => english.is_string(),
                    "headline" | "method" | "cautions" | "statement" | "meaning" | "summary" => true,
                    "words" => english != "",
                    "why" => english.is_string(),
                    "label" if path.starts_with("/specifications/") => {
                        !["d′", "A′", "1/(2N)"].iter().any(|same| english == same)
                    }
                    "label" => {
                        let is_modality = ["/moderators/1/", "/moderators/2/", "/moderators/3/continuous"]
                            .iter()
                            .any(|part| path.starts_with(part) && english != "Videos");
                        is_modality
                            || ["/outcomes/", "/pop", "/flags", "/dropouts"].iter().any(|part| path.starts_with(part))
                    }
                    "reason" => {
                        path.starts_with("/flow/notRandomised")
                            || english != "took part twice" && path.contains("excluded")
                    }
                    _ => false,
                };
                assert_eq!(english != german, words && !(named && last == "label"), "{path}: {english} / {german}");
                ends += usize::from(words);
                whys.extend((last == "why").then(|| german.as_str().map(str::to_owned)).flatten());
            }
        }
    }
    assert!(ends > 200, "{ends}");
    assert!(whys.len() > 4 && !whys.contains("Dafür reichen die Daten nicht."), "{whys:?}");
}

/// Scales keep the name that the study gives them.
fn path_is_scale(path: &str, input: &Input) -> bool {
    let index = path.split('/').nth(2).and_then(|index| index.parse::<usize>().ok()).unwrap_or_default();
    let first = Measure::ALL.len() + input.design.parts.len();
    (first..first + input.design.compared.len()).contains(&index)
}

fn leaves(value: &serde_json::Value, path: String, all: &mut Vec<(String, serde_json::Value)>) {
    match value {
        serde_json::Value::Array(list) => {
            list.iter().enumerate().for_each(|(index, one)| leaves(one, format!("{path}/{index}"), all));
        }
        serde_json::Value::Object(object) => {
            object.iter().for_each(|(key, one)| leaves(one, format!("{path}/{key}"), all));
        }
        leaf => all.push((path, leaf.clone())),
    }
}

/// A default sample size is not called planned, and its assumptions are stated.
#[test]
fn without_a_planned_effect_the_report_names_the_default() {
    let mut input = simulate(&NULL, 20, 1);
    let written = |input: &Input| {
        let report = report(input);
        let german = report.in_language(input, Language::German);
        [&report, &german].map(|one| one.cautions.join(" ") + &one.hypotheses[0].words)
    };
    let [english, german] = written(&input);
    assert!(english.contains("20 of 207 planned participants"), "{english}");
    assert!(german.contains("20 von 207 geplanten Personen"), "{german}");
    input.design.sample = crate::definition::analysis::Sample::default();
    let [english, german] = written(&input);
    let assumed =
        "The default assumptions require 207 participants per arm: d = 0.30, a power of 80% and a correlation of 0.18";
    assert!(english.contains(assumed) && !english.contains("planned participants"), "{english}");
    assert!(german.contains("d = 0,30, eine Teststärke von 80 %") && !german.contains("geplant"), "{german}");
}

/// One analysis is called primary: the one that the plan names.
#[test]
fn the_report_names_the_planned_primary_analysis() {
    let mut input = simulate(&NULL, 3, 1);
    assert!(report(&input).method.starts_with("Primary analysis: linear model (ANCOVA) "));
    input.design.model = PrimaryModel::ProbitMixed;
    let english = report(&input);
    assert!(english.method.starts_with("Primary analysis: the mixed model "), "{}", english.method);
    let german = english.in_language(&input, Language::German);
    assert!(german.method.starts_with("Primäre Analyse: das gemischte Modell "), "{}", german.method);
}

/// The report computes a sensitivity analysis of what the mixed model decides, so it has no verdict of its own.
#[test]
fn the_mixed_model_decides_if_it_is_primary() {
    let mut input = simulate(&WORKS, 120, 11);
    let ancova = report(&input);
    input.design.model = PrimaryModel::ProbitMixed;
    assert_eq!(ancova.hypotheses[0].verdict, Verdict::Supported);
    for input in [&input, &blind(&input, b"seed")] {
        let english = report(input);
        let german = english.in_language(input, Language::German);
        for (report, model, sensitivity) in [
            (&english, "The mixed model decides (analysis/model.R in the data package)", "Sensitivity analysis ("),
            (&german, "Darüber entscheidet das gemischte Modell (analysis/model.R im", "Sensitivitätsanalyse ("),
        ] {
            let primary: Vec<_> =
                report.hypotheses.iter().filter(|one| one.kind.is_none() && one.outcome == "d_prime").collect();
            assert!(primary.len() >= 2);
            for one in primary {
                assert_eq!(one.verdict, Verdict::DecidedByModel, "{}", one.id);
                assert!(one.words.starts_with(model) && one.words.contains(sensitivity), "{}", one.words);
            }
            assert!(!report.headline.contains("better") && !report.headline.contains("besser"), "{}", report.headline);
            assert!(report.headline.contains("analysis/model.R"), "{}", report.headline);
        }
    }
    let report = report(&input);
    assert_eq!(report.hypotheses[0].contrast, ancova.hypotheses[0].contrast, "the numbers stay");
    let others = |report: &Report| report.hypotheses[2..].to_vec();
    assert_eq!(others(&report), others(&ancova), "secondary hypotheses stay");
}

/// A bundle plans an effect only if it names one.
#[test]
fn an_effect_is_planned_where_a_bundle_names_it() {
    let planned = |study: &crate::Study| Design::of(study).sample.effect.planned;
    assert!(planned(&crate::testing::example()) && !planned(&crate::testing::small()));
    let mut files = crate::testing::small_files();
    let file = String::from_utf8(files["study.yaml"].clone()).unwrap();
    let with = |sample: &str| {
        files.insert("study.yaml".into(), format!("{file}\nanalysis: {{ sample: {{ {sample} }} }}\n").into_bytes());
        planned(&crate::load::load(&files).unwrap_or_else(|problems| panic!("{problems}")))
    };
    assert_eq!(["power: 0.9", "effect: 0.3"].map(with), [false, true]);
}

/// An item of the test is named anew in a later version: who answered all of the earlier one has completed the test,
/// and who left one of the later one open has not.
#[test]
fn the_test_is_completed_by_the_participants_version() {
    let mut files = crate::testing::small_files();
    let earlier = crate::testing::small();
    let name = "questionnaires/post.yaml";
    let renamed = String::from_utf8(files[name].clone()).unwrap().replace("post_1", "post_9");
    files.insert(name.into(), renamed.into_bytes());
    let later = crate::load::load(&files).unwrap_or_else(|problems| panic!("{problems}"));
    let design = Design::of(&later);
    let person = |study: &crate::Study, answered: &[&str]| {
        let answers = answered.iter().map(|item| ((*item).to_owned(), "altered".into())).collect();
        let mut person = Person { arm: Some(0), consented: true, exposed: true, ..Person::default() };
        Reader::new(&design, study).read(
            &mut person,
            Form::X,
            Submitted {
                answers: &answers,
                initial: &std::collections::BTreeMap::new(),
                scores: &serde_json::Map::new(),
            },
        );
        person
    };
    let people = vec![
        person(&earlier, &["post_1", "post_2", "post_3", "post_4"]),
        person(&later, &["post_9", "post_2", "post_3", "post_4"]),
        person(&later, &["post_1", "post_2", "post_3", "post_4"]),
        person(&earlier, &["post_1"]),
        person(&earlier, &[]),
    ];
    let arm = report(&Input {
        design,
        people,
        erased: Vec::new(),
        simulated_left_out: 0,
        seed_commitment: None,
        course: Course::default(),
        looks: Vec::new(),
    })
    .flow
    .arms[0]
        .clone();
    assert_eq!((arm.test_started, arm.test_completed), (4, 2));
}
