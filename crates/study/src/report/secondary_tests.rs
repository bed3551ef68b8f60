//! Planned comparisons in addition to the primary ones, in simulated studies whose true effects are known.

use super::input::{Comparison, Excluded, Secondary};
use super::testing::{Model, NULL, WORKS, simulate};
use super::*;
use crate::definition::analysis::ComparisonKind;

/// d' of cue practice and context practice.
fn treatments(cue: f64, context: f64) -> Model {
    Model { d: [0.54, cue, context], ..NULL }
}

/// Context practice against cue practice, in one outcome.
fn planned(input: &Input, kind: ComparisonKind, outcome: &str, margin: Option<f64>) -> Input {
    let mut input = input.clone();
    let pair = Comparison { id: "H7".into(), arm: 2, against: 1 };
    input.design.secondary = vec![Secondary { pair, kind, outcome: outcome.into(), margin }];
    input
}

/// The comparison in the report, in English and German.
fn judged(input: &Input) -> [Hypothesis; 2] {
    let english = report(input);
    let german = english.in_language(input, Language::German);
    [english, german].map(|report| report.hypotheses.last().unwrap().clone())
}

#[test]
fn equivalence_is_shown_where_the_90_per_cent_interval_lies_within_the_margin() {
    let input =
        |model: &Model, people| planned(&simulate(model, people, 5), ComparisonKind::Equivalence, "d_prime", Some(0.2));
    let [english, german] = judged(&input(&treatments(0.9, 0.9), 800));
    assert_eq!((english.verdict, english.kind), (Verdict::Shown, Some(ComparisonKind::Equivalence)));
    let interval = english.margin_interval.unwrap();
    assert!(-0.2 < interval.low && interval.high < 0.2 && (interval.level - 0.9).abs() < 1e-12, "{interval:?}");
    assert!(english.contrast.low.unwrap() < interval.low, "the 95% interval is wider");
    assert!(english.p_margin.unwrap() <= 0.05);
    let statement = "Sensitivity d′ differs by less than 0.20 between “Context practice” and “Cue practice”.";
    assert_eq!(english.statement, statement);
    let expected = "“Context practice” and “Cue practice” are equivalent, for these 20 items: a difference of 0.20 or more is ruled out. \
                    Sensitivity d′: ";
    assert!(english.words.starts_with(expected), "{}", english.words);
    assert!(english.words.contains(", 90% interval "), "{}", english.words);
    assert!(english.words.ends_with(", two one-sided tests against the margin p < 0.001."), "{}", english.words);
    assert!(
        german
            .words
            .starts_with("„Context practice“ und „Cue practice“ sind gleichwertig, bezogen auf diese 20 Items: "),
        "{}",
        german.words
    );
    assert!(german.words.contains(", 90-%-Intervall "), "{}", german.words);
    // Few people show no difference, and do not show equivalence either.
    let [english, _] = judged(&input(&treatments(0.9, 0.9), 40));
    assert_eq!(english.verdict, Verdict::NotShown);
    assert!(english.p_margin.unwrap() > 0.05);
    assert!(english.words.contains("a difference of 0.20 or more cannot be ruled out"), "{}", english.words);
    for model in [treatments(0.5, 1.5), treatments(1.5, 0.5)] {
        let [english, _] = judged(&input(&model, 200));
        assert_eq!(english.verdict, Verdict::Opposite);
        assert!(
            english.words.contains("are not equivalent, for these 20 items: they differ by more than 0.20."),
            "{}",
            english.words
        );
    }
}

/// Worse is lower d', and more false alarms.
#[test]
fn non_inferiority_is_shown_where_the_95_per_cent_interval_ends_before_the_margin() {
    let input = |model: &Model, people, outcome, margin| {
        planned(&simulate(model, people, 5), ComparisonKind::NonInferiority, outcome, Some(margin))
    };
    let [better, german] = judged(&input(&treatments(0.6, 1.2), 200, "d_prime", 0.2));
    assert_eq!(better.verdict, Verdict::Shown, "a better arm is not inferior");
    assert!(better.contrast.low.unwrap() > -0.2 && better.p_margin.unwrap() < 0.025);
    let expected =
        "“Context practice” is not worse than “Cue practice” by 0.20 or more, for these 20 items. Sensitivity d′: ";
    assert!(better.words.starts_with(expected), "{}", better.words);
    assert!(better.words.ends_with(", one-sided p < 0.001 against the margin."), "{}", better.words);
    let expected = "„Context practice“ ist nicht um 0,20 oder mehr schlechter als „Cue practice“, bezogen auf diese 20 Items. Sensitivität d′: ";
    assert!(german.words.starts_with(expected), "{}", german.words);
    let [worse, _] = judged(&input(&treatments(1.5, 0.5), 200, "d_prime", 0.2));
    assert_eq!(worse.verdict, Verdict::Opposite);
    assert!(
        worse
            .words
            .starts_with("“Context practice” is worse than “Cue practice” by more than 0.20, for these 20 items. "),
        "{}",
        worse.words
    );
    let [unclear, _] = judged(&input(&treatments(0.9, 0.9), 40, "d_prime", 0.2));
    assert_eq!(unclear.verdict, Verdict::NotShown);
    assert!(unclear.contrast.low.unwrap() < -0.2 && unclear.p_margin.unwrap() > 0.025);
    assert!(unclear.words.starts_with("It cannot be ruled out that “Context practice” is worse"), "{}", unclear.words);
    // Context practice leads to more false alarms than cue practice, and cue practice to fewer.
    let alarms = |c| judged(&input(&Model { c, ..NULL }, 300, "false_alarm_rate", 0.05))[0].verdict;
    assert_eq!([alarms([0.0, 0.3, -0.3]), alarms([0.0, -0.3, 0.3])], [Verdict::Opposite, Verdict::Shown]);
}

#[test]
fn superiority_is_tested_as_a_primary_hypothesis_is() {
    let input = |model: &Model, outcome| planned(&simulate(model, 200, 5), ComparisonKind::Superiority, outcome, None);
    let [better, _] = judged(&input(&treatments(0.5, 1.2), "accuracy"));
    assert_eq!((better.verdict, better.margin, better.p_margin), (Verdict::Shown, None, None));
    let expected = "Accuracy is higher after “Context practice” than after “Cue practice”, for these 20 items: ";
    assert!(better.words.starts_with(expected), "{}", better.words);
    let [worse, german] = judged(&input(&treatments(1.2, 0.5), "d_prime"));
    assert_eq!(worse.verdict, Verdict::Opposite);
    assert!(
        german.words.starts_with("„Sensitivität d′“ ist nach „Context practice“ niedriger als"),
        "{}",
        german.words
    );
    // Fewer false alarms are better.
    let [fewer, _] = judged(&input(&Model { c: [0.0, -0.3, 0.3], ..NULL }, "false_alarm_rate"));
    assert_eq!(fewer.verdict, Verdict::Shown);
    assert!(fewer.statement.starts_with("False alarm rate is lower after “Context practice”"), "{}", fewer.statement);
    let [alike, _] = judged(&input(&NULL, "d_prime"));
    assert_eq!(alike.verdict, Verdict::NotShown);
    assert!(alike.words.contains("The smallest effect of interest (0.20 in d′) is "), "{}", alike.words);
}

/// The analysis of covariance holds for the items of the test: each claim about judgements says so once, and nothing
/// else does.
#[test]
fn each_claim_about_judgements_names_its_items() {
    let models = [WORKS, treatments(0.1, 0.9), treatments(0.54, 0.54), Model { c: [0.0, -0.6, 0.6], ..NULL }];
    let mut claims = std::collections::BTreeSet::new();
    for (model, kind) in models.iter().flat_map(|model| {
        [ComparisonKind::Superiority, ComparisonKind::NonInferiority, ComparisonKind::Equivalence]
            .map(|kind| (model, kind))
    }) {
        let mut input = planned(&simulate(model, 300, 5), kind, "d_prime", Some(0.15));
        (input.design.confidence_hypothesis, input.design.false_alarm_hypothesis) =
            (Some("H5".into()), Some("H3".into()));
        let blinded = blind(&input, b"seed");
        for input in [&input, &blinded] {
            let english = report(input);
            let german = english.in_language(input, Language::German);
            for (report, limit) in [(&english, ", for these "), (&german, ", bezogen auf diese ")] {
                for one in &report.hypotheses {
                    let is_claim = !matches!(
                        one.verdict,
                        Verdict::NotShown | Verdict::Unclear | Verdict::NotDifferent | Verdict::NotComputed
                    );
                    let expected = usize::from(is_claim && !one.outcome.starts_with("scale_"));
                    assert_eq!(
                        one.words.matches(limit).count(),
                        expected,
                        "{} {:?}: {}",
                        one.id,
                        one.verdict,
                        one.words
                    );
                    claims.insert((one.outcome.clone(), format!("{:?} {:?}", one.kind, one.verdict)));
                }
                let worse = report.headline.contains("worse") || report.headline.contains("schlechter");
                let better = report.headline.contains("better") || report.headline.contains("besser unter");
                assert_eq!(report.headline.matches(limit).count(), usize::from(worse || better), "{}", report.headline);
            }
        }
    }
    for claim in [
        ("d_prime", "None Supported"),
        ("d_prime", "None Opposite"),
        ("d_prime", "None Different"),
        ("d_prime", "Some(Equivalence) Shown"),
        ("d_prime", "Some(Equivalence) Opposite"),
        ("d_prime", "Some(NonInferiority) Shown"),
        ("d_prime", "Some(Superiority) Shown"),
        ("false_alarm_rate", "None Held"),
        ("false_alarm_rate", "None Harm"),
        ("calibration_gap", "None Shown"),
    ] {
        assert!(claims.contains(&(claim.0.to_owned(), claim.1.to_owned())), "{claim:?} is not tested: {claims:?}");
    }
}

/// It is outside of Holm's family, and leaves the primary hypotheses and the headline as they are.
#[test]
fn a_comparison_changes_no_primary_result() {
    let with = planned(&simulate(&WORKS, 60, 5), ComparisonKind::Superiority, "d_prime", None);
    let mut without = with.clone();
    without.design.secondary.clear();
    let (with, without) = (report(&with), report(&without));
    assert_eq!(with.headline, without.headline);
    assert_eq!(with.hypotheses[..without.hypotheses.len()], without.hypotheses);
    let [with, without] = [&with, &without].map(|report| &report.outcomes[0].contrasts);
    assert_eq!((&with[..2], with[2].p_holm), (&without[..], None));
}

/// The difference of both treatments is in the blinded report, and stays in it.
#[test]
fn unblinding_keeps_the_difference() {
    let input = simulate(&WORKS, 60, 5);
    let size = |contrast: &Contrast| format!("{:.9}", contrast.value.unwrap().abs());
    let open = report(&input).outcomes[0].contrasts.iter().map(size).collect::<std::collections::BTreeSet<_>>();
    let blinded = report(&blind(&input, b"seed")).outcomes[0].contrasts.iter().map(size).collect();
    assert_eq!(open, blinded);
}

/// With excluded people, the treatments are no longer equivalent: the sentence says so.
#[test]
fn a_comparison_that_depends_on_the_population_says_so() {
    let equivalent =
        planned(&simulate(&treatments(0.9, 0.9), 400, 5), ComparisonKind::Equivalence, "d_prime", Some(0.25));
    assert!(!judged(&equivalent)[0].words.contains("depends on who"), "{}", judged(&equivalent)[0].words);
    let mut fragile = equivalent;
    for person in fragile.people.iter_mut().filter(|person| person.arm == Some(1)).take(150) {
        person.excluded = Some(Excluded::Decided("a test".into()));
        person.after.iter_mut().for_each(|one| one.called_altered = !one.manipulated);
    }
    let [english, german] = judged(&fragile);
    assert_eq!(english.verdict, Verdict::Shown);
    assert!(english.words.contains("it differs for “With excluded participants” (p "), "{}", english.words);
    assert!(german.words.contains("sie ist anders bei „Mit den Ausgeschlossenen“ (p "), "{}", german.words);
}
