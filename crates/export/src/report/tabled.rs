//! The tables of the report: cells as text, the first of each row its header.

use unmask_store::looks::Look;
use unmask_study::definition::reporting::Registration;
use unmask_study::report::{
    AdviceArm, AdviceResult, AdvisedMeasure, ArmFlow, ArmWaveLoss, Baseline, BaselineArm, ComplianceArm,
    ComplierEffect, ContinuousModerator, Contrast, Decision, Deviation, DoseKind, Dropouts, DropoutsArm, FactorCell,
    FactorContrast, FactorEffect, FactorHypothesis, FactorMeans, Factorial, ItemParameters, ItemResponse, Language,
    LevelMean, LookTest, MarginTest, MarginTippingPoint, Moderator, ModeratorGroup, ModeratorPoint, Number, Outcome,
    PlannedLook, Quartiles, Report, RetainedDifference, Sequential, SequentialLook, Specification, SpecificationCurve,
    StageKind, Standardised, Tipping, TippingPoint, TrialActivation, Unit, WatchedArm, WatchedResult, WaveOutcome,
    WaveResult,
};

use super::format::{self, NONE, NOTHING};
use crate::drawing::ENGLISH;
use crate::drawing::specifications::ascending;
use crate::prelude::*;

fn table(caption: &str, head: Vec<String>, rows: Vec<Vec<String>>) -> Value {
    let rows: Vec<Vec<String>> = rows.into_iter().map(|row| row.iter().map(|cell| unbroken(cell)).collect()).collect();
    json!({ "caption": caption, "head": Value::from(head), "rows": Value::from(rows) })
}

/// Keeps an interval on one line: in a narrow column, the line breaks before it.
fn unbroken(cell: &str) -> String {
    let mut inside = false;
    let spaced = cell.chars().map(|one| {
        inside = one == '[' || (inside && one != ']');
        if inside && one == ' ' { '\u{a0}' } else { one }
    });
    spaced.collect()
}

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|word| (*word).to_owned()).collect()
}

fn with_arms(report: &Report, first: &[&str]) -> Vec<String> {
    words(first).into_iter().chain(report.arms.iter().map(|arm| arm.label.clone())).collect()
}

fn plain(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| NONE.to_owned(), |value| format::minus(&format!("{value:.decimals$}")))
}

/// Labels and values of an interim report.
pub fn progress(report: &Report) -> [[String; 2]; 4] {
    let stage = &report.stage;
    [
        ("Target", stage.target.map_or_else(|| NOTHING.to_owned(), |target| target.to_string())),
        ("Randomised", stage.randomised.to_string()),
        ("With the primary outcome", stage.n.to_string()),
        ("SD of d′ after, over all arms together", plain(stage.outcome_sd, 2)),
    ]
    .map(|(label, value)| [label.to_owned(), value])
}

pub fn progress_table(report: &Report) -> Vec<Value> {
    vec![table("Progress", words(&["", "Value"]), progress(report).map(Vec::from).into())]
}

const LOOKS: [&str; 3] = ["When (UTC)", "Participants with the primary outcome", "Stage"];

/// The looks with a header.
pub fn looks(looks: &[Look]) -> Vec<Vec<String>> {
    let row = |look: &Look| vec![time(look.at), look.n.to_string(), stage(look.stage).to_owned()];
    [words(&LOOKS)].into_iter().chain(looks.iter().map(row)).collect()
}

pub fn looks_table(all: &[Look]) -> Vec<Value> {
    vec![table("Looks at outcomes by arm", words(&LOOKS), looks(all).split_off(1))]
}

fn stage(stage: StageKind) -> &'static str {
    match stage {
        StageKind::Unrestricted => "no target",
        StageKind::Interim => "withheld",
        StageKind::PlannedLook => "planned look",
        StageKind::Early => "before the target",
        StageKind::Final => "final",
    }
}

const PLANNED_LOOKS: [&str; 2] = ["Share of the planned participants with the outcome", "From this number on"];

/// The planned looks with a header.
pub fn planned_looks(looks: &Sequential) -> Vec<Vec<String>> {
    let row = |look: &PlannedLook| vec![plain(Some(look.share), 2), look.n.to_string()];
    let end = vec!["End, at the target".to_owned(), format!("about {}", looks.planned_n)];
    [words(&PLANNED_LOOKS)].into_iter().chain(looks.planned.iter().map(row)).chain([end]).collect()
}

const LOOK_TESTS: [&str; 7] =
    ["Look", "Alpha spent so far", "Hypothesis", "z", "Bound of |z|", "p, needed p", "Decision"];

/// The tests at the looks that were taken, with a header.
pub fn look_tests(looks: &Sequential) -> Vec<Vec<String>> {
    let look = |look: &SequentialLook| -> Vec<Vec<String>> {
        let name = if look.last { "Final analysis" } else { "Planned look" };
        let share = look.share * 100.0;
        let first = [format!("{name}, n = {} ({share:.0}%)", look.n), format!("{:.4}", look.spent)];
        let row = |test: &LookTest| {
            let name = test.hypothesis.as_deref().unwrap_or("not named while blinded");
            let decision = if test.crossed { "bound crossed" } else { "not crossed" };
            let numbers =
                [plain(Some(test.z), 2), plain(Some(test.bound.z), 4), format!("{:.4}, ≤ {:.4}", test.p, test.bound.p)];
            let rest = [name.to_owned()].into_iter().chain(numbers).chain([decision.to_owned()]);
            first.iter().cloned().chain(rest).collect()
        };
        let nothing = || ["none shown", "", "", "", ""].map(str::to_owned);
        let rows: Vec<Vec<String>> = look.tests.iter().map(row).collect();
        if rows.is_empty() { vec![first.iter().cloned().chain(nothing()).collect()] } else { rows }
    };
    [words(&LOOK_TESTS)].into_iter().chain(looks.looks.iter().flat_map(look)).collect()
}

pub fn planned_looks_tables(looks: &Sequential) -> Vec<Value> {
    let planned = table("Planned looks", words(&PLANNED_LOOKS), planned_looks(looks).split_off(1));
    let tests = table("Tests at the looks", words(&LOOK_TESTS), look_tests(looks).split_off(1));
    if looks.looks.is_empty() { vec![planned] } else { vec![planned, tests] }
}

/// A figure of an arm in a later part.
type Figure = fn(&ArmWaveLoss) -> Option<u32>;

/// What the flow diagram has on later parts. An arm without the part has no figure.
pub fn later_flow_rows(report: &Report) -> Vec<Vec<String>> {
    let words = &ENGLISH;
    let lines: [(&str, Figure); 9] = [
        (words.expected, |arm| Some(arm.planned)),
        (words.began, |arm| Some(arm.begun)),
        (words.completed, |arm| Some(arm.completed)),
        (words.withdrew_without, |arm| Some(arm.withdrew)),
        (words.ended, |arm| arm.ended),
        (words.declined, |arm| arm.declined),
        (words.missed_or_open, |arm| Some(arm.missed_or_open())),
        (words.excluded, |arm| Some(arm.excluded)),
        (words.analysed, |arm| arm.analysed),
    ];
    let of_wave = |wave: &WaveResult| {
        // In most studies, the program ends no part and no participant declines one.
        let occurs = |of: Figure| wave.loss.arms.iter().any(|arm| of(arm).is_some());
        let [ends, declines] = [occurs(|arm| arm.ended), occurs(|arm| arm.declined)];
        let lines = lines
            .into_iter()
            .filter(move |(line, _)| (ends || *line != words.ended) && (declines || *line != words.declined));
        let row = |(line, of): (&str, Figure)| -> Vec<String> {
            let own = |arm: &ArmFlow| wave.loss.arms.iter().find(|one| one.arm == arm.arm);
            let people = |arm: &ArmFlow| own(arm).and_then(of).map_or_else(|| NONE.to_owned(), |n| n.to_string());
            [format!("{}: {}", wave.title, lowered(line))]
                .into_iter()
                .chain(report.flow.arms.iter().map(people))
                .collect()
        };
        lines.map(row).collect::<Vec<_>>()
    };
    report.waves.iter().flat_map(of_wave).collect()
}

/// After a colon.
fn lowered(line: &str) -> String {
    line[..1].to_lowercase() + &line[1..]
}

pub fn flow(report: &Report) -> Vec<Value> {
    let flow = &report.flow;
    let total = |label: &str, n: u32| vec![label.to_owned(), n.to_string()];
    let mut all = vec![total("Registered", flow.registered), total("Consented", flow.consented)];
    if report.about.simulated > 0 {
        all.push(total("Simulated participants among the registered", report.about.simulated));
    }
    all.push(total("Not randomised", flow.not_randomised));
    all.extend(
        flow.not_randomised_reasons.iter().map(|one| total(&format!("– {}", ENGLISH.reason(&one.reason)), one.people)),
    );
    all.push(total("Randomised", flow.randomised));
    let row = |label: &str, of: &dyn Fn(&ArmFlow) -> u32| -> Vec<String> {
        words(&[label]).into_iter().chain(flow.arms.iter().map(|arm| of(arm).to_string())).collect()
    };
    let listed = |of: &dyn Fn(&ArmFlow) -> &Vec<unmask_study::report::Reason>, label: &str| -> Vec<String> {
        let list = |arm: &ArmFlow| {
            let list: Vec<String> =
                of(arm).iter().map(|one| format!("{} ({})", ENGLISH.reason(&one.reason), one.people)).collect();
            if list.is_empty() { NOTHING.to_owned() } else { list.join("; ") }
        };
        words(&[label]).into_iter().chain(flow.arms.iter().map(list)).collect()
    };
    // A blinded report has no row for something that only some arms have.
    let of_arms = |rows: Vec<Vec<String>>| if report.about.blinded { Vec::new() } else { rows };
    let trained = |label: &str, of: &dyn Fn(&ArmFlow) -> Option<u32>| -> Vec<String> {
        let people = |arm: &ArmFlow| of(arm).map_or_else(|| "–".to_owned(), |people| people.to_string());
        words(&[label]).into_iter().chain(flow.arms.iter().map(people)).collect()
    };
    let training = vec![
        trained("Started the allocated intervention, erased participants not counted", &|arm| arm.training_started),
        trained("Completed the allocated intervention, erased participants not counted", &|arm| arm.training_completed),
    ];
    let mut arms = vec![row("Randomised", &|arm| arm.randomised)];
    arms.extend(of_arms(training));
    arms.extend([
        row("Started the test, erased participants not counted", &|arm| arm.test_started),
        row("Completed the test, erased participants not counted", &|arm| arm.test_completed),
        row("Reached the end", &|arm| arm.completed),
        row("Did not finish", &ArmFlow::not_finished),
        row("– in progress or dropped out", &|arm| arm.unfinished),
    ]);
    arms.extend(of_arms(vec![listed(&|arm| &arm.unfinished_at, "– where")]));
    arms.extend([
        row("– withdrew, data kept", &|arm| arm.withdrew_before_end),
        row("– withdrew, everything erased", &|arm| arm.erased_before_end),
        row("Withdrew after the end, data kept", &|arm| arm.withdrew - arm.withdrew_before_end),
        row("Analysed", &|arm| arm.analysed),
        row("Excluded from the analysis", &|arm| arm.excluded),
        listed(&|arm| &arm.excluded_reasons, "– why"),
        row("Withdrew after the end, everything erased", &ArmFlow::erased_after_end),
        row("Without the primary outcome", &ArmFlow::without_outcome),
    ]);
    arms.extend(later_flow_rows(report));
    let loss = report.loss.arms.iter().map(|arm| {
        let difference = arm.difference.as_ref().map_or_else(
            || "compared with".to_owned(),
            |from| match (from.value, from.low, from.high) {
                (Some(value), Some(low), Some(high)) => {
                    let points = |value| format::difference(Unit::Share, value);
                    format!("{} [{}, {}]", points(value), points(low), points(high))
                }
                _ => NONE.to_owned(),
            },
        );
        let label = report.arms[arm.arm].label.clone();
        vec![label, format!("{} of {}", arm.lost, arm.randomised), format::number(Unit::Share, &arm.share), difference]
    });
    let lost = format::number(Unit::Share, &report.loss.share);
    let caption = match report.loss.p {
        Some(p) => format!(
            "Attrition of the primary outcome by arm, erased counted. All arms: {lost}. Chi-square {}, df {}, {}",
            plain(report.loss.chi_square, 2),
            plain(report.loss.df, 0),
            format::p_value(p)
        ),
        None => format!("Attrition of the primary outcome by arm, erased counted. All arms: {lost}"),
    };
    vec![
        table("Before randomisation", words(&["", "People"]), all),
        table("By arm", with_arms(report, &[""]), arms),
        table(&caption, words(&["Arm", "Lost", "Share [95% interval]", "Difference in points"]), loss.collect()),
    ]
}

/// What the study states about the trial, and its course.
pub fn trial(report: &Report) -> Vec<Value> {
    let (about, trial) = (&report.about, &report.trial);
    let not_stated = || "not stated in study.yaml".to_owned();
    let none = || NOTHING.to_owned();
    let row = |label: &str, text: Option<String>, absent: &dyn Fn() -> String| {
        vec![label.to_owned(), text.unwrap_or_else(absent)]
    };
    let registration = trial.registration.as_ref().map(Registration::in_words);
    let detectable = trial.detectable.map(|found| {
        let before = if report.about.judged_before {
            format!(", r = {:.2} with d′ before", found.correlation)
        } else {
            String::new()
        };
        format!(
            "d = {:.2} with {} analysed in the smallest arm, α = {}, power {:.0}%{}",
            found.effect,
            found.per_arm,
            (found.alpha * 1e5).round() / 1e5,
            found.power * 100.0,
            if about.judged_before { &before } else { "" }
        )
    });
    let mut facts = vec![
        row("Registration", registration, &not_stated),
        row("Protocol", trial.protocol.clone(), &not_stated),
        row("Funding", trial.funding.clone(), &not_stated),
        row("Conflicts of interest", trial.conflicts.clone(), &not_stated),
        row("Harms, and how they are assessed", trial.harms.clone(), &not_stated),
        row("First registration of a participant (UTC)", trial.first_registration.clone(), &none),
        row("Last registration of a participant (UTC)", trial.last_registration.clone(), &none),
        row("Participants to be allocated", about.target.map(|target| target.to_string()), &|| "no target".into()),
        row("Randomised", Some(report.flow.randomised.to_string()), &none),
        row("Smallest detectable difference in d′ (Cohen’s d)", detectable, &none),
    ];
    facts.extend(trial.changed.as_ref().map(|changed| vec!["Changes after the start".to_owned(), changed.clone()]));
    let versions = trial.versions.iter().map(|one| {
        let short = one.version.chars().take(12).collect();
        vec![short, one.activated.clone(), one.people.to_string()]
    });
    facts.extend(
        trial.plan.iter().map(|plan| vec!["Plan at the first participant (SHA-256)".to_owned(), plan.hash.clone()]),
    );
    facts.extend(trial.plan.iter().map(|plan| vec!["Deviations from the plan".to_owned(), plan.summary.clone()]));
    let mut tables = vec![
        table("Statements and course", words(&["", "Statement"]), facts),
        table(
            "Versions of the study",
            words(&["Version", "First activated (UTC)", "Participants"]),
            versions.collect(),
        ),
    ];
    let activation = |one: &TrialActivation| {
        let short = one.version.chars().take(12).collect();
        vec![one.activated.clone(), short, one.reason.clone()]
    };
    if !trial.activations.is_empty() {
        let head = words(&["Activated (UTC)", "Version", "Reason"]);
        tables.push(table(ACTIVATIONS, head, trial.activations.iter().map(activation).collect()));
    }
    let deviations: Vec<Vec<String>> = trial.plan.iter().flat_map(|plan| &plan.deviations).map(deviation).collect();
    if !deviations.is_empty() {
        let head = words(&["What", "Planned", "Later", "Activated (UTC)", "Registered before"]);
        tables.push(table("Deviations from the plan", head, deviations));
    }
    tables
}

/// Caption of the table of activations with a reason.
pub const ACTIVATIONS: &str = "Changes while participants took part";

fn deviation(one: &Deviation) -> Vec<String> {
    let name = format!("{} ({})", one.name, one.key);
    vec![name, one.planned.clone(), one.later.clone(), one.activated.clone(), one.registered_before.to_string()]
}

/// The rows of the baseline table, without an answer in their own row.
pub fn baseline_rows(report: &Report) -> Vec<Vec<String>> {
    report.baseline.iter().flat_map(characteristic).collect()
}

pub fn baseline(report: &Report) -> Vec<Value> {
    vec![table("Randomised participants before the arms differed", with_arms(report, &[""]), baseline_rows(report))]
}

fn characteristic(one: &Baseline) -> Vec<Vec<String>> {
    let row = |label: String, cell: &dyn Fn(&BaselineArm) -> String| -> Vec<String> {
        [label].into_iter().chain(one.arms.iter().map(cell)).collect()
    };
    let mut rows = match one.unit {
        Some(unit) => vec![row(format!("{} (mean, SD)", one.label), &|arm| moments(unit, arm))],
        None => vec![row(format!("{} (n, %)", one.label), &|arm| format!("n\u{a0}=\u{a0}{}", arm.n))],
    };
    let answers = one.answers.iter().enumerate();
    rows.extend(answers.map(|(at, answer)| row(format!("– {answer}"), &|arm| share(arm.people[at], arm.n))));
    if one.arms.iter().any(|arm| arm.missing > 0) {
        rows.push(row("– missing".to_owned(), &|arm| arm.missing.to_string()));
    }
    rows
}

/// Of each arm, if any has dropouts: its label, and the rows of its table. All arms have the same rows, so that a
/// blinded report is the same for all assignments of labels.
pub fn dropouts_rows(report: &Report) -> Vec<(&str, Vec<Vec<String>>)> {
    let is_lost = |arm: &DropoutsArm| arm.without.n + arm.without.missing > 0;
    if !report.dropouts.first().is_some_and(|one| one.arms.iter().any(is_lost)) {
        return Vec::new();
    }
    let of_arm = |at: usize| report.dropouts.iter().flat_map(|one| dropouts_of(one, &one.arms[at])).collect();
    report.arms.iter().enumerate().map(|(at, arm)| (arm.label.as_str(), of_arm(at))).collect()
}

/// The columns of such a table.
pub const DROPOUTS: [&str; 4] = ["", "With the outcome", "Without", "Standardised difference"];

pub fn dropouts(report: &Report) -> Vec<Value> {
    let of_arm = |(arm, rows): (&str, _)| table(&format!("{arm}: with and without d′ after"), words(&DROPOUTS), rows);
    dropouts_rows(report).into_iter().map(of_arm).collect()
}

fn dropouts_of(one: &Dropouts, arm: &DropoutsArm) -> Vec<Vec<String>> {
    let row = |label: String, cell: &dyn Fn(&BaselineArm) -> String, difference: Option<f64>| {
        vec![label, cell(&arm.with), cell(&arm.without), plain(difference, 2)]
    };
    let mut rows = match one.unit {
        Some(unit) => vec![row(format!("{} (mean, SD)", one.label), &|group| moments(unit, group), arm.differences[0])],
        None => vec![row(format!("{} (n, %)", one.label), &|group| format!("n\u{a0}=\u{a0}{}", group.n), None)],
    };
    let answers = one.answers.iter().enumerate();
    rows.extend(answers.map(|(at, answer)| {
        row(format!("– {answer}"), &|group| share(group.people[at], group.n), arm.differences[at])
    }));
    if one.arms.iter().any(|arm| arm.with.missing + arm.without.missing > 0) {
        rows.push(row("– missing".to_owned(), &|group| group.missing.to_string(), None));
    }
    rows
}

fn moments(unit: Unit, arm: &BaselineArm) -> String {
    let Some(mean) = arm.mean else { return format!("{NONE}, n\u{a0}=\u{a0}{}", arm.n) };
    let deviation = arm.deviation.map_or_else(|| NONE.to_owned(), |deviation| format::value(unit, deviation));
    format!("{} ({deviation}), n\u{a0}=\u{a0}{}", format::value(unit, mean), arm.n)
}

fn share(people: usize, of: usize) -> String {
    if of == 0 { NONE.to_owned() } else { format!("{people}\u{a0}({:.1}%)", 100.0 * people as f64 / of as f64) }
}

pub fn outcomes(report: &Report) -> Vec<Value> {
    let mut rows = Vec::new();
    for outcome in &report.outcomes {
        for (when, numbers) in [("before", &outcome.before), ("after", &outcome.after)] {
            if !numbers.is_empty() {
                let cells = numbers.iter().map(|number| {
                    let deviation = match outcome.unit {
                        Unit::Share => {
                            number.deviation.map_or_else(|| NONE.to_owned(), |sd| format!("{:.1}%", 100.0 * sd))
                        }
                        _ => plain(number.deviation, 2),
                    };
                    format!("{} (SD\u{a0}{deviation},\u{a0}n\u{a0}{})", format::number(outcome.unit, number), number.n)
                });
                rows.push(words(&[&outcome.label, when]).into_iter().chain(cells).collect());
            }
        }
    }
    let meaning = |one: &Outcome| vec![one.label.clone(), format::role(one).to_owned(), one.meaning.clone()];
    let meanings = report.outcomes.iter().map(meaning).collect();
    vec![
        table("Mean [95% interval] of each arm", with_arms(report, &["Outcome", "When"]), rows),
        table("What the outcomes say", words(&["Outcome", "Role in the plan", "Meaning"]), meanings),
    ]
}

pub const CAME_BACK: [&str; 7] = [
    "Part",
    "Arm",
    "Planned for",
    "Began",
    "Completed",
    "Not completed [95% interval]",
    "Difference in points, or test",
];

pub const OF_RANDOMISED: [&str; 6] =
    ["Part", "Arm", "Randomised", "Completed the part before", "Completed", "Not completed [95% interval]"];

/// Who completed the later parts, of all who were randomised.
pub fn of_randomised_rows(report: &Report) -> Vec<Vec<String>> {
    let of_wave = |wave: &WaveResult| {
        let row = |label: &str, [before, completed]: [u32; 2], share: &Number| {
            let counts = [share.n.to_string(), before.to_string(), completed.to_string()];
            let cells = [vec![wave.title.clone(), label.to_owned()], counts.into()].concat();
            [cells, vec![format::number(Unit::Share, share)]].concat()
        };
        let loss = &wave.loss;
        let arm = |arm: &ArmWaveLoss| {
            let counts = [arm.completed_before, arm.completed];
            row(format::arm(report, Some(arm.arm)), counts, &arm.share_of_randomised)
        };
        let sum = |of: fn(&ArmWaveLoss) -> u32| loss.arms.iter().map(of).sum();
        let counts = [sum(|arm| arm.completed_before), sum(|arm| arm.completed)];
        let all = row(format::ALL_ARMS, counts, &loss.share_of_randomised);
        loss.arms.iter().map(arm).chain([all]).collect::<Vec<_>>()
    };
    report.waves.iter().flat_map(of_wave).collect()
}

/// Who came back for the later parts.
pub fn came_back_rows(report: &Report) -> Vec<Vec<String>> {
    let difference = |from: &Number| match (from.value, from.low, from.high) {
        (Some(value), Some(low), Some(high)) => {
            let [value, low, high] = [value, low, high].map(|points| format::difference(Unit::Share, points));
            format!("{value} [{low}, {high}]")
        }
        _ => NONE.to_owned(),
    };
    let of_wave = |wave: &WaveResult| {
        let row = |label: &str, counts: [u32; 3], share: &Number, last: String| {
            let counts = counts.map(|people| people.to_string());
            let cells = [vec![wave.title.clone(), label.to_owned()], counts.into()].concat();
            [cells, vec![format::number(Unit::Share, share), last]].concat()
        };
        // An arm without participants, or a part without the control arm: then nothing is compared.
        let is_compared = wave.loss.arms.iter().any(|arm| arm.difference.is_some());
        let arm = |arm: &ArmWaveLoss| {
            let none = || if is_compared { "compared with" } else { NONE }.to_owned();
            let last = arm.difference.as_ref().map_or_else(none, difference);
            let label = format::arm(report, Some(arm.arm));
            row(label, [arm.planned, arm.begun, arm.completed], &arm.share, last)
        };
        let loss = &wave.loss;
        let sum = |of: fn(&ArmWaveLoss) -> u32| loss.arms.iter().map(of).sum();
        let test = loss.p.map(|p| {
            let [statistic, df] = [plain(loss.chi_square, 2), plain(loss.df, 0)];
            format!("Chi-square {statistic}, df {df}, {}", format::p_value(p))
        });
        let counts = [sum(|arm| arm.planned), sum(|arm| arm.begun), sum(|arm| arm.completed)];
        let all = row(format::ALL_ARMS, counts, &loss.share, test.unwrap_or_else(|| NONE.to_owned()));
        loss.arms.iter().map(arm).chain([all]).collect::<Vec<_>>()
    };
    report.waves.iter().flat_map(of_wave).collect()
}

/// How long the test of the part is, and when the part closes for the last of those who have not completed it.
pub fn about_part(wave: &WaveResult) -> Option<String> {
    let length = (!wave.outcomes.is_empty()).then(|| format!("{} judgement items", wave.items));
    let expected = wave.hypothesis.as_ref();
    let expected =
        expected.map(|name| format!("{name} expects a higher d′ in the primary arms than in their reference"));
    let compared = wave.part.as_ref();
    let compared = compared.map(|part| format!("retained is compared with d′ over “{part}” in the first part"));
    let closing = |day| format!("closes on {day} (UTC) for the last of those who have not completed it");
    let about = length.into_iter().chain(expected).chain(compared);
    let parts: Vec<String> = about.chain(wave.loss.closes.as_ref().map(closing)).collect();
    (!parts.is_empty()).then(|| format!("{}: {}.", wave.title, parts.join("; ")))
}

pub const MEANS_BY_PART: &str = "d′ and criterion by part: mean [95% interval] of each arm";

/// d' and criterion by part, with the means of the first part for comparison.
pub fn wave_mean_rows(report: &Report) -> Vec<Vec<String>> {
    let row = |outcome: &str, part: &str, unit: Unit, means: &[Number]| {
        let cells = means.iter().map(|mean| match mean.value {
            Some(_) => format!("{} (n\u{a0}{})", format::number(unit, mean), mean.n),
            None => NONE.to_owned(),
        });
        words(&[outcome, part]).into_iter().chain(cells).collect()
    };
    let of_outcome = |first: &Outcome| {
        let later =
            report.waves.iter().filter_map(|wave| Some((wave, wave.outcomes.iter().find(|one| one.id == first.id)?)));
        let later: Vec<Vec<String>> =
            later.map(|(wave, one)| row(&one.label, &wave.title, one.unit, &one.means)).collect();
        let own = (!later.is_empty()).then(|| row(&first.label, ENGLISH.first_part, first.unit, &first.after));
        own.into_iter().chain(later).collect::<Vec<_>>()
    };
    report.outcomes.iter().flat_map(of_outcome).collect()
}

pub const LATER_DIFFERENCES: &str =
    "Differences between arms in later parts (exploratory unless a hypothesis is named)";

pub const WAVE_DIFFERENCES: [&str; 7] =
    ["Outcome", "Part", "Comparison", "Arms", "Difference [95% interval]", "p, uncorrected", "People in the model"];

/// The primary comparisons in the later parts.
pub fn wave_difference_rows(report: &Report) -> Vec<Vec<String>> {
    let row = |wave: &WaveResult, outcome: &WaveOutcome, one: &Contrast| {
        let found =
            one.why.as_ref().map_or_else(|| format::contrast(outcome.unit, one), |why| why.sentence().to_owned());
        let pair = format::pair(report, one.arm, one.against);
        let first = [outcome.label.clone(), wave.title.clone(), one.comparison.clone(), pair];
        first.into_iter().chain([found, format::p(one), one.n.to_string()]).collect()
    };
    let of_wave = |wave: &WaveResult| {
        let rows = wave.outcomes.iter().flat_map(|outcome| outcome.contrasts.iter().map(move |one| (outcome, one)));
        rows.map(|(outcome, one)| row(wave, outcome, one)).collect::<Vec<_>>()
    };
    report.waves.iter().flat_map(of_wave).collect()
}

pub const RETAINED: [&str; 7] = [
    "Part",
    "Comparison",
    "Arms",
    "Difference in d′ after, first part",
    "Difference in d′, this part",
    "Share retained [95% interval]",
    "People in the model",
];

/// How much of each difference in d' is retained.
pub fn retained_rows(report: &Report) -> Vec<Vec<String>> {
    let cell = |number: &Number, written: String| {
        number.value.map_or_else(|| number.why.as_ref().map_or(NONE, |why| why.sentence()).to_owned(), |_| written)
    };
    let row = |wave: &WaveResult, one: &RetainedDifference| {
        let [first, later] =
            [&one.first, &one.later].map(|number| cell(number, format::number(Unit::Deviations, number)));
        let share = cell(&one.share, format::number(Unit::Share, &one.share));
        let names = [wave.title.clone(), one.comparison.clone(), format::pair(report, one.arm, one.against)];
        names.into_iter().chain([first, later, share, one.share.n.to_string()]).collect()
    };
    report.waves.iter().flat_map(|wave| wave.retained.iter().map(|one| row(wave, one)).collect::<Vec<_>>()).collect()
}

/// The later parts. Without judgements, or while results are withheld, only who came back.
pub fn waves(report: &Report) -> Vec<Value> {
    let means = with_arms(report, &["Outcome", "Part"]);
    let all = [
        ("Who came back", words(&CAME_BACK), came_back_rows(report)),
        ("Completed, of all randomised participants", words(&OF_RANDOMISED), of_randomised_rows(report)),
        (MEANS_BY_PART, means, wave_mean_rows(report)),
        (LATER_DIFFERENCES, words(&WAVE_DIFFERENCES), wave_difference_rows(report)),
        ("Share of the difference in d′ that is retained (exploratory)", words(&RETAINED), retained_rows(report)),
    ];
    all.into_iter()
        .filter(|(.., rows)| !rows.is_empty())
        .map(|(caption, head, rows)| table(caption, head, rows))
        .collect()
}

pub const CELLS: &str = "Adjusted mean of d′ [95% interval] in each cell";

/// The cells of a factorial design with their levels.
pub fn cell_rows(factorial: &Factorial) -> Vec<Vec<String>> {
    let names = |cell: &FactorCell| {
        let levels = factorial.factors.iter().zip(&cell.levels);
        levels.map(|(factor, level)| factor.levels[*level].label.clone()).collect::<Vec<_>>()
    };
    let row =
        |cell: &FactorCell| names(cell).into_iter().chain([estimate(&cell.mean), cell.mean.n.to_string()]).collect();
    factorial.cells.iter().map(row).collect()
}

/// A number with its interval, or why there is none.
fn estimate(number: &Number) -> String {
    match (number.value, &number.why) {
        (None, Some(why)) => why.sentence().to_owned(),
        _ => format::number(Unit::Deviations, number),
    }
}

pub const LEVELS: [&str; 4] = ["Factor", "Level", "Mean of its cells [95% interval]", "People"];

pub fn level_rows(factorial: &Factorial) -> Vec<Vec<String>> {
    let of_factor = |factor: &FactorMeans| {
        let row = |level: &LevelMean| {
            let cells = [factor.id.clone(), level.label.clone(), estimate(&level.mean)];
            cells.into_iter().chain([level.mean.n.to_string()]).collect::<Vec<_>>()
        };
        factor.levels.iter().map(row).collect::<Vec<_>>()
    };
    factorial.factors.iter().flat_map(of_factor).collect()
}

pub const FACTOR_CONTRASTS: [&str; 6] =
    ["Effect", "Contrast", "Difference in d′ [95% interval]", "SE", "t", "p, uncorrected"];

pub fn factor_contrast_rows(factorial: &Factorial) -> Vec<Vec<String>> {
    let of_effect = |effect: &FactorEffect| {
        let row = |one: &FactorContrast| {
            let names = [effect.name(factorial), one.name(factorial, effect)];
            names.into_iter().chain(tested_contrast(one)).collect::<Vec<_>>()
        };
        effect.contrasts.iter().map(row).collect::<Vec<_>>()
    };
    factorial.effects.iter().flat_map(of_effect).collect()
}

/// The difference with its interval, or why there is none; standard error, t and p.
fn tested_contrast(one: &FactorContrast) -> [String; 4] {
    let found = match (one.value, one.low, one.high, &one.why) {
        (Some(value), Some(low), Some(high), _) => format::standardised(Standardised { value, low, high }),
        (.., why) => why.as_ref().map_or(NONE, |why| why.sentence()).to_owned(),
    };
    let t = one.t.zip(one.df).map(|(t, df)| format!("t({df}) = {}", format::minus(&format!("{t:.2}"))));
    [found, plain(one.standard_error, 3), t.unwrap_or_else(|| NONE.to_owned()), tested_p(one.p)]
}

pub const HYPOTHESES_ON_FACTORS: &str = "Hypotheses about factors";

pub const FACTOR_HYPOTHESES: [&str; 7] =
    ["Hypothesis", "Contrast", "Difference in d′ [95% interval]", "SE", "t", "p, uncorrected", "p after Holm"];

pub fn factor_hypothesis_rows(factorial: &Factorial) -> Vec<Vec<String>> {
    let row = |one: &FactorHypothesis| {
        let names = [one.id.clone(), one.name(factorial)];
        names.into_iter().chain(tested_contrast(&one.contrast)).chain([tested_p(one.p_holm)]).collect()
    };
    factorial.hypotheses.iter().map(row).collect()
}

fn tested_p(p: Option<f64>) -> String {
    p.map_or_else(|| NONE.to_owned(), format::p_value)
}

pub const FACTOR_TESTS: [&str; 3] = ["Effect", "F", "p, uncorrected"];

pub fn factor_test_rows(factorial: &Factorial) -> Vec<Vec<String>> {
    let row = |effect: &FactorEffect| {
        let tested = effect.f.zip(effect.numerator_df).zip(effect.denominator_df);
        let found = match tested {
            Some(((f, numerator), denominator)) => format!("F({numerator}, {denominator}) = {f:.2}"),
            None => effect.why.as_ref().map_or(NONE, |why| why.sentence()).to_owned(),
        };
        vec![effect.name(factorial), found, tested_p(effect.p)]
    };
    factorial.effects.iter().map(row).collect()
}

pub fn cell_head(factorial: &Factorial) -> Vec<String> {
    let factors = factorial.factors.iter().map(|factor| factor.id.clone());
    factors.chain(words(&["Adjusted mean of d′ [95% interval]", "People"])).collect()
}

/// The cells of a factorial design, its main effects and interactions.
pub fn factors(factorial: &Factorial) -> Vec<Value> {
    let all = [
        (CELLS, cell_head(factorial), cell_rows(factorial)),
        ("Mean of d′ of each level", words(&LEVELS), level_rows(factorial)),
        ("Main effects and interactions (exploratory)", words(&FACTOR_CONTRASTS), factor_contrast_rows(factorial)),
        ("Test of each effect (exploratory)", words(&FACTOR_TESTS), factor_test_rows(factorial)),
        (HYPOTHESES_ON_FACTORS, words(&FACTOR_HYPOTHESES), factor_hypothesis_rows(factorial)),
    ];
    let all = all.into_iter().filter(|(.., rows)| !rows.is_empty());
    all.map(|(caption, head, rows)| table(caption, head, rows)).collect()
}

pub fn contrasts(report: &Report) -> Vec<Value> {
    let cells = |label: &str, unit: Unit, one: &Contrast, margins: &[MarginTest]| {
        let found = one.why.as_ref().map_or_else(|| format::contrast(unit, one), |why| why.sentence().to_owned());
        let pair = format::pair(report, one.arm, one.against);
        let standardised = one.standardised.map_or_else(|| NONE.to_owned(), format::standardised);
        let p = format::tested(one, margins);
        vec![label.to_owned(), one.comparison.clone(), pair, found, standardised, p, one.n.to_string()]
    };
    let head = words(&["Outcome", "Comparison", "Arms", "Difference [95% interval]", "Hedges’ g", "p", "People"]);
    let all = report.outcomes.iter().flat_map(|of| of.contrasts.iter().map(|one| cells(&of.label, of.unit, one, &[])));
    let populations = report.populations.iter().flat_map(|of| {
        let label = format!("{} ({})", of.label, of.people.iter().map(u32::to_string).collect::<Vec<_>>().join(", "));
        of.contrasts.iter().map(|one| cells(&label, Unit::Deviations, one, &of.margins)).collect::<Vec<_>>()
    });
    let bounds = report
        .bounds
        .iter()
        .map(|one| vec![one.comparison.clone(), plain(one.observed, 2), plain(one.worst, 2), plain(one.best, 2)]);
    let model = &report.model;
    let mut fitted: Vec<Vec<String>> = model
        .adjusted_means
        .iter()
        .zip(&report.arms)
        .map(|(mean, arm)| vec![format!("Adjusted mean: {}", arm.label), format::number(Unit::Deviations, mean)])
        .collect();
    let covariates = model.adjusted_for.iter().map(|one| Language::English.covariate(*one));
    fitted.push(vec!["Adjusted for".into(), covariates.collect::<Vec<_>>().join(", ")]);
    if report.about.judged_before {
        fitted.push(vec!["Slope of d′ before".into(), format::number(Unit::Deviations, &model.slope)]);
    }
    fitted.push(vec!["All arms alike".into(), model.arms_p.map_or_else(|| NONE.to_owned(), format::p_value)]);
    fitted.push(vec!["R²".into(), plain(model.r_squared, 3)]);
    fitted.push(vec!["Residual standard deviation".into(), plain(model.residual, 3)]);
    vec![
        table("Differences between arms", head.clone(), all.collect()),
        table(
            "d′ in several populations",
            words(&["Population"]).into_iter().chain(head[1..].to_vec()).collect(),
            populations.collect(),
        ),
        table(&format!("The model of d′ (n = {})", model.n), words(&["", "Estimate"]), fitted),
        table(
            "How far missing outcomes could change the difference in mean d′ (not adjusted)",
            words(&["Comparison", "Observed", "Worst case", "Best case"]),
            bounds.collect(),
        ),
    ]
}

/// What specification curves are.
pub const SPECIFICATIONS: &str = "Each comparison under every combination of population, outcome, correction of \
    extreme rates and model (Simonsohn, Simmons and Nelson 2020). A curve describes how far the result depends on these \
    choices. It tests nothing: all specifications use the same participants, so many that agree are not many findings. \
    Hedges’ g is the difference in standard deviations within both arms, so that different outcomes share one axis.";

/// The caption of the table of a specification curve.
pub fn specifications_caption(report: &Report, curve: &SpecificationCurve) -> String {
    format!("{}: {}, by specification", curve.comparison, format::pair(report, curve.arm, curve.against))
}

/// The specification curves: their summary, then each with all specifications, in the order of its drawing.
pub fn specifications(report: &Report) -> Vec<Value> {
    let summary = report.specifications.iter().map(|curve| {
        let effects = [curve.median, curve.smallest, curve.largest];
        let effects =
            effects.map(|effect| effect.map_or_else(|| NONE.to_owned(), |g| format::difference(Unit::Deviations, g)));
        let counts = [curve.computed.to_string()].into_iter().chain(effects);
        let signs = curve.same_sign.map_or_else(|| NONE.to_owned(), |same| same.to_string());
        let first = vec![curve.comparison.clone(), format::pair(report, curve.arm, curve.against)];
        let last = [curve.above.to_string(), curve.below.to_string(), signs];
        first.into_iter().chain(counts).chain(last).collect()
    });
    let head = [
        "Comparison",
        "Arms",
        "Specifications",
        "Median g",
        "Smallest",
        "Largest",
        "Interval above 0",
        "Interval below 0",
        "Sign as planned",
    ];
    let summary = table("Specification curves in numbers", words(&head), summary.collect());
    let curves = report.specifications.iter().map(|curve| {
        let head = words(&["No."]).into_iter().chain(curve.decisions.iter().map(|one| one.label.clone()));
        let head = head.chain(words(&["Difference [95% interval]", "Hedges’ g [95% interval]", "People"]));
        let rows =
            ascending(curve).into_iter().zip(1..).map(|((one, effect), number)| specified(curve, one, effect, number));
        table(&specifications_caption(report, curve), head.collect(), rows.collect())
    });
    [summary].into_iter().chain(curves).collect()
}

fn specified(curve: &SpecificationCurve, one: &Specification, effect: Standardised, number: u32) -> Vec<String> {
    let label = |(decision, choice): (&Decision, &Option<String>)| {
        let option = decision.options.iter().find(|option| Some(&option.id) == choice.as_ref());
        option.map_or_else(|| NONE.to_owned(), |option| option.label.clone())
    };
    let first = if one.planned { format!("{number} (planned)") } else { number.to_string() };
    let contrast = Contrast { value: one.value, low: one.low, high: one.high, ..Contrast::default() };
    let numbers = [format::contrast(one.unit, &contrast), format::standardised(effect), one.n.to_string()];
    [first].into_iter().chain(curve.decisions.iter().zip(&one.choices).map(label)).chain(numbers).collect()
}

/// The head of the rows with complier average causal effects.
pub const EFFECTS: [&str; 7] = ["Comparison", "Arms", "Dose", "Effect [95% interval]", "p", "First stage", "Note"];

/// The rows with complier average causal effects.
pub fn effect_rows(report: &Report) -> Vec<Vec<String>> {
    let row = |one: &ComplierEffect| {
        let contrast = &one.contrast;
        let found = format::contrast(Unit::Deviations, contrast);
        let found = contrast.why.as_ref().map_or(found, |why| why.sentence().to_owned());
        let f = one.first_stage_f.map_or_else(String::new, |f| format!(", F\u{a0}=\u{a0}{f:.1}"));
        let first = one.first_stage.map_or_else(|| NONE.to_owned(), |share| format::value(Unit::Share, share) + &f);
        let pair = format::pair(report, contrast.arm, contrast.against);
        let p = format::p(contrast);
        vec![contrast.comparison.clone(), pair, dose(report, one.dose), found, p, first, one.words.clone()]
    };
    report.compliance.effects.iter().map(row).collect()
}

/// What a dose is, in words.
fn dose(report: &Report, kind: DoseKind) -> String {
    let threshold = report.compliance.threshold.unwrap_or_default() * 100.0;
    match kind {
        DoseKind::Share => "Whole training (share answered)".to_owned(),
        DoseKind::Complier => format!("Compliers (at least {threshold:.0}%)"),
    }
}

/// The training taken by arm, and the effect of taking it.
pub fn compliance(report: &Report) -> Vec<Value> {
    let share = |part: u32, of: u32| match of {
        0 => part.to_string(),
        _ => format!("{part} ({})", format::value(Unit::Share, f64::from(part) / f64::from(of))),
    };
    let arm = |one: &ComplianceArm| {
        let mean = one.mean_dose.map_or_else(|| NONE.to_owned(), |dose| format::value(Unit::Share, dose));
        vec![
            report.arms[one.arm].label.clone(),
            one.randomised.to_string(),
            share(one.compliers, one.randomised),
            one.analysed.to_string(),
            share(one.analysed_compliers, one.analysed),
            mean,
        ]
    };
    let arms: Vec<Vec<String>> = report.compliance.arms.iter().map(arm).collect();
    let watched = table("Minutes of audio and video watched", words(&WATCHED), watched_rows(report));
    let watched = Some(watched).filter(|_| !report.compliance.watched.is_empty());
    if arms.is_empty() {
        return watched.into_iter().collect();
    }
    let head =
        ["Arm", "Randomised", "Compliers", "With the outcome", "Compliers among them", "Mean share answered by them"];
    let threshold = report.compliance.threshold.unwrap_or_default() * 100.0;
    let effects = effect_rows(report);
    let effects = Some(table("Effect of taking the training on d′", words(&EFFECTS), effects))
        .filter(|_| !report.compliance.effects.is_empty());
    let caption = format!("Training taken; compliers answered at least {threshold:.0}% of the items");
    [table(&caption, words(&head), arms)].into_iter().chain(effects).chain(watched).collect()
}

/// Which test: "after", or the title of a later part.
fn advised_test(report: &Report, one: &AdviceResult) -> String {
    let wave = report.waves.iter().find(|wave| wave.id == one.wave);
    wave.map_or_else(|| format::phase(one.phase).to_owned(), |wave| wave.title.clone())
}

/// The head of the measures before and after advice.
pub const ADVISED_MEASURES: [&str; 6] = ["Test", "Arm", "Measure", "Initial", "Final", "Change [95% interval]"];

/// Measures before and after advice, by test and arm.
pub fn advised_measure_rows(report: &Report) -> Vec<Vec<String>> {
    let rows = report.advice.iter().flat_map(|test| test.arms.iter().map(move |arm| (test, arm)));
    let rows = rows.flat_map(|(test, arm)| arm.measures.iter().map(move |one| (test, arm, one)));
    let row = |(test, arm, one): (&AdviceResult, &AdviceArm, &AdvisedMeasure)| {
        let label = report.arms[arm.arm].label.clone();
        let [initial, last] = [&one.initial, &one.last].map(|mean| format::number(one.unit, mean));
        vec![advised_test(report, test), label, one.label.clone(), initial, last, format::change(one.unit, &one.change)]
    };
    rows.map(row).collect()
}

/// The head of the changes after advice.
pub const SWITCHES: [&str; 8] = [
    "Test",
    "Arm",
    "Answers",
    "Changed [95% interval]",
    "To the correct answer",
    "From the correct answer",
    "Right advice adopted",
    "Wrong advice adopted",
];

/// How many answers changed after advice, by test and arm.
pub fn switch_rows(report: &Report) -> Vec<Vec<String>> {
    let rows = report.advice.iter().flat_map(|test| test.arms.iter().map(move |arm| (test, arm)));
    let row = |(test, arm): (&AdviceResult, &AdviceArm)| {
        let shares = [&arm.switched, &arm.to_correct, &arm.from_correct, &arm.adopted_right, &arm.adopted_wrong];
        let shares = shares.map(|share| format::number(Unit::Share, share));
        let first = [advised_test(report, test), report.arms[arm.arm].label.clone(), arm.answers.to_string()];
        first.into_iter().chain(shares).collect()
    };
    rows.map(row).collect()
}

/// The head of the adoption of advice.
pub const ADOPTION: [&str; 4] = ["Test", "Arm", "Answers against the advice", "Advice adopted [95% interval]"];

/// How often participants adopt advice that names another answer than their own, by test and arm.
pub fn adoption_rows(report: &Report) -> Vec<Vec<String>> {
    let rows = report.advice.iter().flat_map(|test| test.arms.iter().map(move |arm| (test, arm)));
    let row = |(test, arm): (&AdviceResult, &AdviceArm)| {
        let label = report.arms[arm.arm].label.clone();
        let adopted = format::number(Unit::Share, &arm.adopted);
        vec![advised_test(report, test), label, arm.disagreed.to_string(), adopted]
    };
    rows.map(row).collect()
}

/// Judgements before and after advice.
pub fn advice(report: &Report) -> Vec<Value> {
    if report.advice.is_empty() {
        return Vec::new();
    }
    vec![
        table("Before and after advice: mean [95% interval]", words(&ADVISED_MEASURES), advised_measure_rows(report)),
        table("Answers that changed", words(&SWITCHES), switch_rows(report)),
        table("Advice that names another answer than the initial one", words(&ADOPTION), adoption_rows(report)),
    ]
}

/// The head of the minutes watched.
pub const WATCHED: [&str; 7] = [
    "Part",
    "Arm",
    "Participants",
    "Length",
    "Watched: median [quartiles]",
    "At least half [95% interval]",
    "All [95% interval]",
];

/// How long recordings without a question were watched, by part and arm.
pub fn watched_rows(report: &Report) -> Vec<Vec<String>> {
    let rows = report.compliance.watched.iter().flat_map(|part| part.arms.iter().map(move |arm| (part, arm)));
    let row = |(part, arm): (&WatchedResult, &WatchedArm)| {
        let wave = report.waves.iter().find(|wave| wave.id == part.wave);
        let seconds = |minutes: Option<f64>| minutes.map(|minutes| minutes * 60.0);
        let Quartiles { n, low, median, high } = arm.minutes;
        let times = Quartiles { n, low: seconds(low), median: seconds(median), high: seconds(high) };
        let [half, all] = [&arm.half, &arm.all].map(|share| format::number(Unit::Share, share));
        vec![
            wave.map_or_else(|| "First part".to_owned(), |wave| wave.title.clone()),
            report.arms[arm.arm].label.clone(),
            arm.people.to_string(),
            format::time(arm.length * 60.0),
            format!("{} (n = {n})", format::quartiles(&times)),
            half,
            all,
        ]
    };
    rows.map(row).collect()
}

/// The rows of the imputed comparisons.
pub fn imputed_rows(report: &Report) -> Vec<Vec<String>> {
    let imputation = &report.imputation;
    let row = |(one, information): (&Contrast, Option<f64>)| {
        let found = format::contrast(Unit::Deviations, one);
        let found = one.why.as_ref().map_or(found, |why| why.sentence().to_owned());
        let information = information.map_or_else(|| NONE.to_owned(), |share| format::value(Unit::Share, share));
        let p = format::tested(one, &imputation.margins);
        vec![one.comparison.clone(), format::pair(report, one.arm, one.against), found, p, information]
    };
    let information = imputation.missing_information.iter().copied().chain(std::iter::repeat(None));
    imputation.contrasts.iter().zip(information).map(row).collect()
}

/// The head of these rows.
pub const IMPUTED: [&str; 5] = ["Comparison", "Arms", "Difference [95% interval]", "p", "Missing information"];

/// The comparisons with imputed outcomes, and with shifted ones.
pub fn imputation(report: &Report) -> Vec<Value> {
    let imputation = &report.imputation;
    if imputation.imputations == 0 {
        return Vec::new();
    }
    let imputed: Vec<String> =
        report.arms.iter().zip(&imputation.imputed).map(|(arm, n)| format!("{} {n}", arm.label)).collect();
    let caption =
        format!("Difference in d′ with {} imputations (imputed: {})", imputation.imputations, imputed.join(", "));
    let tipping = imputation.tipping.iter().map(|one| {
        let row = |point: &TippingPoint| {
            let [value, low, high] =
                [point.value, point.low, point.high].map(|value| format::difference(Unit::Deviations, value));
            let shift = format::difference(Unit::Deviations, point.shift);
            vec![shift, format!("{value} [{low}, {high}]"), format!("{} (Holm)", format::p_value(point.p_holm))]
        };
        let head = words(&["Shift of imputed d′", "Difference [95% interval]", "p"]);
        table(&tipping_caption(report, one), head, one.points.iter().map(row).collect())
    });
    let margins = imputation.margin_tipping.iter().map(|one| {
        let row = |point: &MarginTippingPoint| {
            let [shift, value] = [point.shift, point.value].map(|value| format::difference(Unit::Deviations, value));
            vec![shift, value, format::margin_interval(&point.interval), format::p_value(point.p)]
        };
        let head = words(&["Shift of imputed d′", "Difference", "Interval that decides", "p against the margin"]);
        let caption = shifted_caption(report, &one.comparison, [one.arm, one.against]);
        table(&caption, head, one.points.iter().map(row).collect())
    });
    let tips = tipping_rows(report);
    let first = [
        table(&caption, words(&IMPUTED), imputed_rows(report)),
        table("Shift of imputed d′ at which the decision changes", words(&TIPS), tips),
    ];
    first.into_iter().chain(tipping).chain(margins).collect()
}

/// The caption of the table with shifted imputations of a comparison.
pub fn tipping_caption(report: &Report, one: &Tipping) -> String {
    shifted_caption(report, &one.comparison, [one.arm, one.against])
}

fn shifted_caption(report: &Report, comparison: &str, [arm, against]: [usize; 2]) -> String {
    let pair = format::pair(report, arm, against);
    format!("{comparison}: {pair}, imputed d′ of “{}” shifted", report.arms[arm].label)
}

/// The head of the rows with the shifts that change a decision.
pub const TIPS: [&str; 4] = ["Comparison", "Imputed d′ of", "Lower by", "Higher by"];

/// The rows with the shifts that change a decision.
pub fn tipping_rows(report: &Report) -> Vec<Vec<String>> {
    let shift =
        |shift: Option<f64>| shift.map_or_else(|| "not up to 3".to_owned(), |shift| format!("{:.1}", shift.abs()));
    let row = |comparison: &str, arm: usize, [down, up]: [Option<f64>; 2]| {
        vec![comparison.to_owned(), report.arms[arm].label.clone(), shift(down), shift(up)]
    };
    let imputation = &report.imputation;
    let primary = imputation.tipping.iter().map(|one| row(&one.comparison, one.arm, [one.down, one.up]));
    let margins = imputation.margin_tipping.iter().map(|one| row(&one.comparison, one.arm, [one.down, one.up]));
    primary.chain(margins).collect()
}

/// Of each moderator: means and differences by group. Groups are not tested one by one, only whether they differ.
pub fn moderators(report: &Report) -> Vec<Value> {
    let tables = report.moderators.iter().flat_map(|moderator| match &moderator.continuous {
        Some(along) => moderator_along(report, moderator, along),
        None => moderator_groups(report, moderator),
    });
    let verdict = |one: &Moderator| {
        let (statement, words) = (one.statement.clone()?, one.words.clone()?);
        Some(vec![one.hypothesis.clone()?, statement, words])
    };
    let verdicts: Vec<Vec<String>> = report.moderators.iter().filter_map(verdict).collect();
    let verdicts = (!verdicts.is_empty())
        .then(|| table("Hypotheses on moderators", words(&["Hypothesis", "Statement", "Result"]), verdicts));
    let meaning = |one: &Moderator| vec![one.label.clone(), one.meaning.clone()];
    let meanings = table(
        "What the moderators say",
        words(&["Moderator", "Meaning"]),
        report.moderators.iter().map(meaning).collect(),
    );
    verdicts.into_iter().chain(tables).chain([meanings]).collect()
}

/// "Age (exploratory): interaction F(2, 48) = 4.19, p = 0.021, uncorrected (n = 54)".
pub fn moderator_test(moderator: &Moderator) -> String {
    let (label, role) = (&moderator.label, format::moderator_role(moderator));
    format!("{label} ({role}): interaction {} (n = {})", format::interaction(moderator), moderator.n)
}

fn moderated(report: &Report, label: &str, one: &Contrast) -> Vec<String> {
    let pair = format::pair(report, one.arm, one.against);
    let found = format::contrast(Unit::Deviations, one);
    vec![label.to_owned(), pair, one.why.as_ref().map_or(found, |why| why.sentence().to_owned())]
}

/// The slopes have no p value of their own: the test of the interaction is that of all arms.
fn moderator_along(report: &Report, moderator: &Moderator, along: &ContinuousModerator) -> Vec<Value> {
    let slopes = along.slopes.iter().map(|one| moderated(report, "Change per unit", one));
    let of_point = |point: &ModeratorPoint| {
        let label = format::moderator_point(point);
        point.contrasts.iter().map(|one| moderated(report, &label, one)).collect::<Vec<_>>()
    };
    let points = along.points.iter().flat_map(of_point);
    let head = words(&["At", "Arms", "Difference [95% interval]"]);
    vec![table(&moderator_test(moderator), head, points.chain(slopes).collect())]
}

fn moderator_groups(report: &Report, moderator: &Moderator) -> Vec<Value> {
    let means = moderator.groups.iter().map(|group| {
        let means =
            group.after.iter().map(|mean| format!("{} (n\u{a0}{})", format::number(Unit::Deviations, mean), mean.n));
        words(&[&group.label]).into_iter().chain(means).collect()
    });
    let of_group = |group: &ModeratorGroup| {
        group.contrasts.iter().map(|one| moderated(report, &group.label, one)).collect::<Vec<_>>()
    };
    let differences = moderator.groups.iter().flat_map(of_group);
    let test = moderator_test(moderator);
    vec![
        table(
            &format!("{}: mean d′ after [95% interval]", moderator.label),
            with_arms(report, &["Group"]),
            means.collect(),
        ),
        table(&test, words(&["Group", "Arms", "Difference [95% interval]"]), differences.collect()),
    ]
}

pub fn confidence(report: &Report) -> Vec<Value> {
    let label = |arm: usize, phase| words(&[&report.arms[arm].label, format::phase(phase)]);
    let (mut areas, mut calibration, mut roc) = (Vec::new(), Vec::new(), Vec::new());
    for curve in &report.curves {
        let of = || label(curve.arm, curve.phase);
        let numbers = [&curve.auc, &curve.type2_auc].map(|number| format::number(Unit::Area, number));
        areas.push(of().into_iter().chain(numbers).collect());
        calibration.extend(curve.calibration.iter().map(|point| {
            let [sure, right, low, high] = [point.confidence, point.accuracy, point.low, point.high]
                .map(|share| format::value(Unit::Share, share));
            of().into_iter().chain([sure, format!("{right} [{low}, {high}]"), point.answers.to_string()]).collect()
        }));
        roc.extend(curve.roc.iter().map(|point| -> Vec<String> {
            let shares = [point.false_alarms, point.hits].map(|share| format::value(Unit::Share, share));
            of().into_iter().chain(shares).collect()
        }));
    }
    vec![
        table("Areas under the curves", words(&["Arm", "When", "AUC", "Type-2 AUC"]), areas),
        table("Calibration", words(&["Arm", "When", "Confidence", "Right [95% interval]", "Answers"]), calibration),
        table("ROC", words(&["Arm", "When", "False alarms", "Hits"]), roc),
    ]
}

pub fn items(report: &Report) -> Vec<Value> {
    let row = |item: &unmask_study::report::ItemResult| {
        let shares = [&item.right, &item.hits, &item.false_alarms].map(|share| format::number(Unit::Share, share));
        let cue = item.cue.clone().unwrap_or_else(|| NOTHING.to_owned());
        let medium = item.stimulus.clone().unwrap_or_else(|| NOTHING.to_owned());
        let when = format::phase(item.phase).to_owned();
        let first = [format::begin(&item.title, 80), item.id.clone(), medium, when, item.kind.clone(), cue];
        let rest = [item.right.n.to_string(), plain(item.discrimination.value, 2)];
        first.into_iter().chain(shares).chain(rest).collect()
    };
    let first = ["Item", "Variable", "Medium", "When", "Kind", "Cue"];
    let head = [&first[..], &["Right", "Hits", "False alarms", "Answers", "Discrimination"]].concat();
    vec![table("Item by item", words(&head), report.items.iter().map(row).collect())]
}

/// The models of items and people: their spreads, and the parameters of the items of each test.
pub fn item_response(report: &Report) -> Vec<Value> {
    type Line = (&'static str, fn(&ItemResponse) -> String);
    let tests = &report.item_response;
    let head = [""].into_iter().chain(tests.iter().map(|test| format::phase(test.phase))).map(str::to_owned);
    let lines: [Line; 11] = [
        ("Participants", |one| one.people.to_string()),
        ("Answers", |one| one.answers.to_string()),
        ("d′ of the average participant", |one| plain(one.sensitivity, 2)),
        ("Criterion c of the average participant", |one| plain(one.criterion, 2)),
        ("SD of d′ between participants", |one| plain(one.person_sensitivity_sd, 2)),
        ("SD of c between participants", |one| plain(one.person_criterion_sd, 2)),
        ("SD of d′ between items", |one| plain(one.item_sensitivity_sd, 2)),
        ("SD of c between items", |one| plain(one.item_criterion_sd, 2)),
        ("SD of an arm’s change in d′ between items", |one| plain(one.item_arm_sd, 2)),
        ("Standard error of a participant’s d′", |one| plain(one.error, 2)),
        ("Reliability of d′", |one| plain(one.reliability, 2)),
    ];
    let rows =
        lines.iter().map(|(label, cell)| std::iter::once((*label).to_owned()).chain(tests.iter().map(cell)).collect());
    let model = table("People and items", head.collect(), rows.collect());
    let fitted = tests.iter().filter(|test| !test.items.is_empty());
    let tables = fitted.map(|test| {
        let when = format::phase(test.phase);
        let first = ["Item", "d′ [95% interval]", "c [95% interval]", "Information"];
        let arms = report.arms.iter().map(|arm| format!("{}: d′ above or below", arm.label));
        let arms = arms.take(test.items[0].arms.len());
        let row = |item: &ItemParameters| {
            let numbers = [&item.sensitivity, &item.criterion].map(|one| format::number(Unit::Deviations, one));
            let arms = item.arms.iter().map(|arm| format::number(Unit::Deviations, arm));
            let first = [item.id.clone()].into_iter().chain(numbers).chain([plain(Some(item.information), 3)]);
            first.chain(arms).collect()
        };
        let head = words(&first).into_iter().chain(arms).collect();
        table(&format!("Parameters of the items {when} the training"), head, test.items.iter().map(row).collect())
    });
    let whys = tests.iter().filter_map(|test| {
        let why = test.why.as_ref()?.sentence().to_owned();
        Some(table(
            &format!("No model {} the training", format::phase(test.phase)),
            words(&["Reason"]),
            vec![vec![why]],
        ))
    });
    [model].into_iter().chain(tables).chain(whys).collect()
}

pub fn scales(report: &Report) -> Vec<Value> {
    let rows = report.scales.iter().map(|scale| {
        let first =
            [scale.label.clone(), scale.questionnaire.clone(), scale.items.to_string(), plain(scale.alpha.value, 2)];
        let means = scale.arms.iter().map(|mean| format::number(Unit::Points, mean));
        first.into_iter().chain(means).collect()
    });
    vec![table("Scales", with_arms(report, &["Scale", "Questionnaire", "Items", "α"]), rows.collect())]
}

pub fn times(report: &Report) -> Vec<Value> {
    let mut rows = Vec::new();
    for times in &report.times {
        let label = format::arm(report, times.arm);
        let [all, none] = ["all", NOTHING].map(str::to_owned);
        let entered = times.whole.n.to_string();
        rows.push(vec![label.to_owned(), all, none.clone(), entered, none, format::quartiles(&times.whole)]);
        rows.extend(times.steps.iter().map(|step| {
            let counts = [step.entered.to_string(), step.stayed.to_string(), format::quartiles(&step.time)];
            let name = ENGLISH.step(&step.page).into_owned();
            [label.to_owned(), name, step.page.clone()].into_iter().chain(counts).collect()
        }));
    }
    vec![table("Steps", words(&["Arm", "Step", "Page", "Entered", "Still there", "Time [quartiles]"]), rows)]
}

pub fn flags(report: &Report) -> Vec<Value> {
    let row = |flag: &unmask_study::report::FlagCount| {
        let counts = std::iter::once(&flag.people).chain(&flag.arms).map(u32::to_string);
        words(&[&flag.label]).into_iter().chain(counts).collect()
    };
    let first = ["Flag", format::ALL_ARMS];
    let head = if report.about.blinded { words(&first) } else { with_arms(report, &first) };
    vec![table("Randomised participants with a quality flag", head, report.flags.iter().map(row).collect())]
}
