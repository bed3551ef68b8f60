//! The draft of a report with numbers that were made up.

use std::io::{Cursor, Read};

use unmask_study::definition::allocation::{Factor, KnownFactor};
use unmask_study::definition::analysis::{ComparisonKind, PrimaryModel};
use unmask_study::report::{
    ArmFlow, ClusterArm, Clusters, Deviation, FactorContrast, FactorEffect, FactorHypothesis, FixedPlan, Language,
    Number, Report, StageKind, TrialActivation, Verdict,
};

use super::words::Words;
use super::write::{analysed, arm_flow, follow_up};
use super::{AllocationMethod, Block, Paper, PlannedMethods, margin_tests};
use crate::report::made_up;

fn allocation() -> AllocationMethod {
    let factors = vec![Factor::Known(KnownFactor::Device)];
    AllocationMethod {
        minimises: None,
        is_list: false,
        by_unit: false,
        block_sizes: vec![3, 6],
        at: None,
        weights: vec![1, 1, 1],
        factors,
        draw_among: 4,
    }
}

fn html(report: &Report, language: Language) -> String {
    let page = Paper::of(report, &allocation(), &PlannedMethods::default(), language).html().unwrap();
    let signs = [("&lt;", "<"), ("&gt;", ">"), ("&#x27;", "'"), ("&quot;", "\""), ("&#x2f;", "/"), ("&amp;", "&")];
    signs.iter().fold(page, |page, (escaped, sign)| page.replace(escaped, sign))
}

/// The statistics of each hypothesis are those of its contrast, in both languages.
#[test]
fn each_hypothesis_has_its_statistics() {
    let report = made_up();
    let (english, german) = (html(&report, Language::English), html(&report, Language::German));
    let tested: Vec<_> = report.hypotheses.iter().filter(|one| one.contrast.t.is_some()).collect();
    assert!(!tested.is_empty());
    for one in tested {
        let (t, g) = (one.contrast.t.unwrap(), one.contrast.standardised.unwrap());
        let written = |number: f64| format!("{number:.2}").replace('-', "−");
        for expected in [format!(" = {}", written(t)), format!("g = {} [", written(g.value))] {
            assert!(english.contains(&expected), "{expected} of {}", one.id);
            assert!(german.contains(&expected.replace('.', ",")), "{expected} of {}", one.id);
        }
        assert!(english.contains(&one.words) && german.contains(&one.words), "{}", one.words);
    }
    assert!(english.contains("in the ratio 1:1:1 in permuted blocks of random size (3 or 6), stratified by device"));
    assert!(
        german.contains("im Verhältnis 1:1:1 zu, in permutierten Blöcken zufälliger Größe (3 oder 6), stratifiziert")
    );
    assert!(english.contains("A participant's arm was drawn at random among the next 4 free slots"));
    assert!(german.contains("zufällig aus den nächsten 4 freien Plätzen gezogen"));
    for told in ["no page, call or file of the program shows slots that are still free", "noch freie Plätze"] {
        assert!(english.contains(told) || german.contains(told), "{told}");
    }
}

/// Word shows the same texts and tables as the page.
#[test]
fn the_word_document_has_every_text_of_the_page() {
    let paper = Paper::of(&made_up(), &allocation(), &PlannedMethods::default(), Language::English);
    let mut archive = zip::ZipArchive::new(Cursor::new(paper.docx().unwrap())).unwrap();
    let mut document = String::new();
    archive.by_name("word/document.xml").unwrap().read_to_string(&mut document).unwrap();
    let has = |text: &str| {
        let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
        let escaped = escaped.replace('\'', "&apos;");
        assert!(document.contains(&escaped) || document.contains(text), "{text}");
    };
    let mut tables = 0;
    for block in &paper.blocks {
        match block {
            Block::Heading(text) | Block::Subheading(text) | Block::Paragraph(text) | Block::Note(text) => has(text),
            Block::Table(table) => {
                tables += 1;
                has(&table.title);
                table.head.iter().chain(table.rows.iter().flatten()).for_each(|cell| has(cell));
            }
        }
    }
    assert!(tables >= 3, "{tables}");
}

/// An interim report has no outcome by arm, and its draft says why.
#[test]
fn a_draft_before_the_target_compares_no_arms() {
    let report = made_up();
    let stage = unmask_study::report::Stage { kind: StageKind::Interim, ..report.stage.clone() };
    let interim = html(&report.at(stage, Language::English), Language::English);
    assert!(interim.contains("withheld"), "{interim}");
    assert!(!interim.contains("Differences between arms") && !interim.contains("Means by arm"));
}

/// Everyone who was randomised has one course and one reason to be analysed or not.
#[test]
fn the_participant_flow_adds_up() {
    let arm = ArmFlow {
        randomised: 33,
        completed: 27,
        unfinished: 3,
        withdrew: 2,
        withdrew_before_end: 1,
        erased: 3,
        erased_before_end: 2,
        excluded: 4,
        analysed: 24,
        ..ArmFlow::default()
    };
    for exits in [follow_up(&arm, false), analysed(&arm)] {
        assert_eq!(exits.iter().map(|(people, _)| people).sum::<u32>(), arm.randomised);
    }
    assert_eq!(
        arm_flow(Words(Language::English), &arm, false, " (Knew the videos: 4)"),
        "33 randomised: 27 completed the study, 1 withdrew before the end (data kept), 2 withdrew before the end (data \
         erased), 3 did not finish. Of the 33: 4 excluded (Knew the videos: 4), 1 erased after the end, 4 without the \
         primary outcome, 24 analysed."
    );
    let report = made_up();
    assert!(report.flow.arms.iter().any(|arm| arm.without_outcome() > 0));
    let german = html(&report, Language::German);
    let figure = "The randomised participants are the figure “exposed” of all arms in results/consort.csv, erased";
    assert!(html(&report, Language::English).contains(figure));
    assert!(german.contains("Die Randomisierten sind in results/consort.csv die Zahl „exposed“ aller Arme"));
    for arm in &report.flow.arms {
        for (people, [_, words]) in
            follow_up(arm, !report.waves.is_empty()).into_iter().chain(analysed(arm)).filter(|(people, _)| *people > 0)
        {
            assert!(german.contains(&format!("{people} {words}")), "{people} {words}");
        }
    }
}

/// A hypothesis with a margin is not tested two-sided against 0.
#[test]
fn each_kind_of_margin_has_its_test() {
    let mut report = made_up();
    report.hypotheses.truncate(3);
    let kinds = [None, Some(ComparisonKind::NonInferiority), Some(ComparisonKind::Equivalence)];
    for ((one, kind), id) in report.hypotheses.iter_mut().zip(kinds).zip(["H3", "H8", "H7"]) {
        (one.id, one.kind, one.margin) = (id.into(), kind, Some(0.25));
        one.outcome = if kind.is_none() { "false_alarm_rate".into() } else { "d_prime".into() };
    }
    assert_eq!(
        margin_tests(&report, Words(Language::English)).join(" "),
        "Guardrails are tested one-sided (α = .025) against the rise that must be ruled out (H3: 25 percentage points). \
         Non-inferiority is tested one-sided (α = .025) against the margin (H8: 0.25). Equivalence is shown by two \
         one-sided tests (α = .05) against the margin in both directions (H7: 0.25); its interval is a 90% interval."
    );
    assert!(html(&report, Language::German).contains("Äquivalenz zeigen zwei einseitige Tests (α = 0,05)"));
}

#[test]
fn imputed_outcomes_and_their_tipping_point_are_results() {
    let report = made_up();
    let page = html(&report, Language::English);
    assert!(!report.imputation.contrasts.is_empty() && !report.imputation.tipping.is_empty());
    assert!(page.contains("With multiple imputation of the missing outcomes"), "{page}");
    assert!(page.contains("changes if the imputed d′") || page.contains("No shift of the imputed d′"), "{page}");
}

/// What a sensitivity analysis changes is no decision.
#[test]
fn no_decision_tips_if_the_mixed_model_decides() {
    let mut report = made_up();
    report.imputation.margin_tipping.clear();
    let tips = |page: &str| page.contains("decision on") || page.contains("Entscheidung über");
    for (language, expected) in
        [(Language::English, "the analysis of covariance for"), (Language::German, "der Kovarianzanalyse für")]
    {
        report.about.model = PrimaryModel::Ancova;
        assert!(tips(&html(&report, language)));
        report.about.model = PrimaryModel::ProbitMixed;
        let page = html(&report, language);
        assert!(!tips(&page) && page.contains(expected), "{page}");
    }
}

#[test]
fn a_study_without_items_before_has_no_note_on_them() {
    let mut report = made_up();
    assert!(html(&report, Language::English).contains("judgements before and after"));
    report.outcomes.iter_mut().for_each(|one| one.before.clear());
    assert!(!html(&report, Language::English).contains("judgements before and after"));
}

#[test]
fn a_confirmatory_moderator_has_its_sentence() {
    let mut report = made_up();
    assert!(!html(&report, Language::English).contains("H8"));
    let moderator = &mut report.moderators[1];
    (moderator.hypothesis, moderator.words) = (Some("H8".into()), Some("The differences depend on skill.".into()));
    for language in [Language::English, Language::German] {
        assert!(html(&report, language).contains("H8: The differences depend on skill."));
    }
}

/// The numbers of a contrast as the draft writes them.
fn contrast(levels: &[usize], value: f64, p: f64) -> FactorContrast {
    let (low, high) = (Some(value - 0.31), Some(value + 0.29));
    let (t, df) = (Some(value / 0.15), Some(71.0));
    FactorContrast {
        levels: levels.into(),
        n: 75,
        value: Some(value),
        low,
        high,
        standard_error: Some(0.15),
        t,
        df,
        p: Some(p),
        why: None,
    }
}

fn written(number: f64) -> String {
    format!("{number:.2}").replace('-', "−")
}

/// Each number on factors in the draft is one of the report's.
#[test]
fn a_factorial_design_has_its_effects_and_hypotheses() {
    let mut report = made_up();
    let found = report.factors.as_mut().unwrap();
    let effect = |factors: &[usize], value: f64| FactorEffect {
        factors: factors.into(),
        contrasts: vec![contrast(&vec![1; factors.len()], value, 0.032)],
        f: Some(4.71),
        numerator_df: Some(1.0),
        denominator_df: Some(71.0),
        p: Some(0.032),
        why: None,
    };
    found.effects = vec![effect(&[0], 0.33), effect(&[1], -0.17), effect(&[0, 1], 0.48)];
    found.hypotheses = vec![FactorHypothesis {
        id: "H6".into(),
        factors: vec![0, 1],
        references: vec![0, 0],
        statement: "The training helps more with the long text.".into(),
        verdict: Verdict::Supported,
        words: "It does.".into(),
        contrast: contrast(&[1, 1], 0.48, 0.012),
        p_holm: Some(0.024),
    }];
    let (english, german) = (html(&report, Language::English), html(&report, Language::German));
    let design = "The arms are 3 of the 4 cells of a 2 × 2 factorial design with the factors training (None, Practice) and \
                  text (Short, Long).";
    assert!(english.contains(design), "{english}");
    assert!(german.contains("3 der 4 Zellen eines 2 × 2-faktoriellen Designs"), "{german}");
    assert!(english.contains("corrects the hypotheses about factors together with the primary comparisons"));
    let told =
        "H6: The training helps more with the long text. It does. t(71) = 3.20, p = .012, Holm-corrected p = .024.";
    assert!(english.contains(told), "{english}");
    for one in &report.factors.as_ref().unwrap().effects {
        let found = &one.contrasts[0];
        for number in [found.value, found.low, found.high, found.t].map(Option::unwrap) {
            assert!(english.contains(&written(number)), "{number}");
            assert!(german.contains(&written(number).replace('.', ",")), "{number}");
        }
    }
    assert!(english.contains("training × text: F(1, 71) = 4.71, p = .032"), "{english}");
    assert!(german.contains("training × text: F(1, 71) = 4,71, p = 0,032"), "{german}");
    for mean in report.factors.iter().flat_map(|one| &one.cells).filter_map(|cell| cell.mean.value) {
        assert!(english.contains(&written(mean)), "{mean}");
    }
    report.factors = None;
    let page = html(&report, Language::English);
    assert!(!page.contains("factorial") && !page.contains("Main effects"), "{page}");
}

/// Each number of a later part in the draft is one of the report's.
#[test]
fn later_parts_have_their_participants_means_and_differences() {
    let mut report = made_up();
    let (english, german) = (html(&report, Language::English), html(&report, Language::German));
    assert!(english.contains("Later parts followed the first one: Second part."), "{english}");
    let [wave] = report.waves.as_slice() else { panic!("one later part") };
    for arm in &wave.loss.arms {
        let came = format!("began and {} completed it, {} did not", arm.completed, arm.not_completed);
        let of = format!("of {} for whom it was planned, {} {came}", arm.planned, arm.begun);
        assert!(english.contains(&of), "{of}");
        assert!(
            german.contains(&format!("von {}, für die er vorgesehen war, begannen ihn {}", arm.planned, arm.begun))
        );
    }
    let mut numbers = 0;
    for outcome in &wave.outcomes {
        let means = outcome.means.iter().filter_map(|one| one.value);
        let contrasts = outcome.contrasts.iter().flat_map(|one| [one.value, one.low, one.high, one.t]).flatten();
        for number in means.chain(contrasts) {
            assert!(english.contains(&written(number)), "{number}");
            numbers += 1;
        }
    }
    assert!(numbers > 6, "{numbers}");
    let verdicts: Vec<_> = report.hypotheses.iter().filter(|one| one.wave.is_some()).collect();
    assert!(!verdicts.is_empty());
    for one in verdicts {
        assert_eq!((one.id.as_str(), one.wave.as_deref()), ("H9", Some(wave.id.as_str())));
        assert!(english.contains(&format!("H9: {} {}", one.statement, one.words)), "{english}");
    }
    let share = Number { n: 41, value: Some(0.634), low: Some(0.21), high: Some(1.087), ..Number::default() };
    report.waves[0].retained[0].share = share;
    let told = "63% were retained in Second part, 95% CI [21%, 109%] (41 participants with both parts).";
    assert!(html(&report, Language::English).contains(told));
    let larger = Number { n: 41, value: Some(1.274), low: Some(0.8), high: Some(1.9), ..Number::default() };
    report.waves[0].retained[0].share = larger;
    let page = html(&report, Language::English);
    assert!(
        page.contains("was 1.27 times as large in Second part as in the first part, 95% CI [0.80, 1.90]"),
        "{page}"
    );
    assert!(!page.contains("127%") && page.contains("Who comes back is not randomised"), "{page}");
    assert!(html(&report, Language::German).contains("1,27-mal so groß wie im ersten Teil"));
    report.waves.clear();
    assert!(!html(&report, Language::English).contains("Later parts"));
}

/// Each number of units in the draft is one of the report's.
#[test]
fn a_trial_of_units_has_their_numbers() {
    let mut report = made_up();
    let page = html(&report, Language::English);
    assert!(!page.contains("cluster randomised") && !page.contains("Units analysed"), "{page}");
    let arm = |arm| ClusterArm { arm, clusters: 5 + arm, people: 33 };
    report.clusters = Some(Clusters {
        arms: vec![arm(0), arm(1)],
        intraclass: Some(0.0567),
        design_effect: Some(1.318),
        equal_design_effect: Some(1.3),
        size_variation: Some(0.2),
    });
    let (english, german) = (html(&report, Language::English), html(&report, Language::German));
    assert!(english.contains("It was a cluster randomised trial: units, not participants, were allocated."));
    let label = |arm: usize| report.arms[arm].label.as_str();
    let arms = format!(
        "Units analysed: {}: 5 units with 33 participants (6.6 on average); {}: 6 units with 33 participants (5.5 on \
         average).",
        label(0),
        label(1)
    );
    assert!(english.contains(&arms), "{english}");
    assert!(english.contains("The coefficient of variation of the sizes of units was 0.20."), "{english}");
    assert!(english.contains("The intraclass correlation of d′ within arms was 0.057, the design effect 1.318."));
    assert!(
        german.contains("Die Intraklassenkorrelation von d′ innerhalb der Arme war 0,057, der Designeffekt 1,318.")
    );
}

/// A change while people took part has its reason, also at the deviations that it brought.
#[test]
fn the_reason_of_a_change_is_told_with_its_day() {
    let mut report = made_up();
    let deviation = Deviation {
        name: "margin".into(),
        key: "analysis.margin".into(),
        planned: "0.05".into(),
        later: "0.1".into(),
        version: "b".into(),
        activated: "2027-04-02".into(),
        registered_before: 12,
    };
    report.trial.plan = Some(FixedPlan {
        hash: "abc".into(),
        version: "a".into(),
        summary: "One point differs.".into(),
        deviations: vec![deviation],
    });
    assert!(html(&report, Language::English).contains("margin was changed from “0.05” to “0.1” [reason]."));
    assert!(!html(&report, Language::English).contains("while participants took part"));
    let reason = "A clip was wrong.".to_owned();
    report.trial.activations = vec![TrialActivation { version: "b".into(), activated: "2027-04-02".into(), reason }];
    let english = html(&report, Language::English);
    let changed =
        "On 2 April 2027, the study was changed while participants took part, for this reason: A clip was wrong.";
    assert!(english.contains(changed), "{english}");
    assert!(english.contains("from “0.05” to “0.1” (A clip was wrong)."), "{english}");
    let german = html(&report, Language::German);
    assert!(german.contains("Am 2. April 2027 wurde die Studie bei laufender Teilnahme geändert"), "{german}");
}
