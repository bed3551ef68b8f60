//! The plots of the report.

use unmask_study::report::{Curves, ItemResult, Outcome, Phase, Report, Times, Unit};

use super::say;
use super::svg::{Plot, ticks};

/// Means by arm before and afterwards with their intervals.
pub fn by_arm(report: &Report, outcome: &Outcome) -> String {
    let mut rows: Vec<(usize, &str, &unmask_study::report::Number)> = Vec::new();
    for (arm, after) in outcome.after.iter().enumerate() {
        rows.extend(outcome.before.get(arm).map(|before| (arm, "before", before)));
        rows.push((arm, "after", after));
    }
    let values = rows.iter().flat_map(|(_, _, number)| [number.low, number.high, number.value]).flatten();
    let Some((low, high)) = ends(values) else { return String::new() };
    let count = rows.len() as f64;
    let mut plot = Plot::new(640.0, 60.0 + 26.0 * count, 230.0, (low, high), (-0.5, count - 0.5));
    plot.x_axis(&ticks(low, high, 5.0), |tick| say::value(outcome.unit, tick), &outcome.label);
    for (index, (arm, phase, number)) in rows.iter().enumerate() {
        let at = count - 1.0 - index as f64;
        plot.row_label(at, &format!("{}, {phase}", short(&report.arms[*arm].label)));
        if let Some((low, high)) = number.low.zip(number.high) {
            plot.line(&format!("whisker arm{arm}"), (low, at), (high, at));
        }
        if let Some(mean) = number.value {
            plot.mark(*arm, (mean, at));
        }
    }
    let id = format!("plot-{}", outcome.id);
    plot.finish(&id, &outcome.label, "Means with 95% intervals; the same numbers are in the table.")
}

/// Arm against arm in all outcomes of one unit.
pub fn contrasts(report: &Report, outcomes: &[&Outcome], id: &str, title: &str) -> String {
    let rows: Vec<(&Outcome, &unmask_study::report::Contrast)> =
        outcomes.iter().flat_map(|outcome| outcome.contrasts.iter().map(move |one| (*outcome, one))).collect();
    let values = rows.iter().flat_map(|(_, one)| [one.low, one.high]).flatten().chain([0.0]);
    let Some((low, high)) = ends(values).filter(|_| rows.iter().any(|(_, one)| one.low.is_some())) else {
        return String::new();
    };
    let count = rows.len() as f64;
    let mut plot = Plot::new(760.0, 60.0 + 24.0 * count, 390.0, (low, high), (-0.5, count - 0.5));
    let unit = rows[0].0.unit;
    plot.x_axis(&ticks(low, high, 5.0), |tick| say::difference(unit, tick), title);
    plot.line("zero", (0.0, -0.5), (0.0, count - 0.5));
    for (index, (outcome, one)) in rows.iter().enumerate() {
        let at = count - 1.0 - index as f64;
        let pair = say::pair(report, one.arm, one.against);
        plot.row_label(at, &format!("{}: {}", short(&outcome.label), short(&pair)));
        if let (Some(value), Some(low), Some(high)) = (one.value, one.low, one.high) {
            plot.line(&format!("whisker arm{}", one.arm), (low, at), (high, at));
            plot.mark(one.arm, (value, at));
        }
    }
    plot.finish(id, title, "Differences with 95% intervals; the same numbers are in the table.")
}

/// Confidence against accuracy.
pub fn calibration(report: &Report) -> String {
    let mut plot = Plot::new(460.0, 400.0, 60.0, (0.45, 1.05), (0.0, 1.0));
    plot.x_axis(&[0.5, 0.6, 0.7, 0.8, 0.9, 1.0], |tick| say::value(Unit::Share, tick), "Confidence");
    plot.y_axis(&[0.0, 0.25, 0.5, 0.75, 1.0], |tick| say::value(Unit::Share, tick), "Correct answers");
    plot.line("zero", (0.5, 0.5), (1.0, 1.0));
    for curve in after(report) {
        // Side by side, so that intervals of several arms can be told apart.
        let shift = (curve.arm as f64 - 1.0) * 0.008;
        let points: Vec<(f64, f64)> =
            curve.calibration.iter().map(|point| (point.confidence + shift, point.accuracy)).collect();
        plot.path(&format!("curve arm{}", curve.arm), &points);
        for (point, at) in curve.calibration.iter().zip(points) {
            plot.line(&format!("whisker arm{}", curve.arm), (at.0, point.low), (at.0, point.high));
            plot.mark(curve.arm, at);
        }
    }
    let about = "Share of correct answers at each level of confidence in the post-test, with 95% intervals. On the \
                 dashed line, confidence fits.";
    plot.finish("plot-calibration", "Calibration of confidence", about)
}

/// Hits against false alarms.
pub fn roc(report: &Report) -> String {
    let mut plot = Plot::new(460.0, 400.0, 60.0, (0.0, 1.0), (0.0, 1.0));
    let quarters = [0.0, 0.25, 0.5, 0.75, 1.0];
    plot.x_axis(&quarters, |tick| say::value(Unit::Share, tick), "False alarms");
    plot.y_axis(&quarters, |tick| say::value(Unit::Share, tick), "Hits");
    plot.line("zero", (0.0, 0.0), (1.0, 1.0));
    for curve in after(report) {
        let points: Vec<(f64, f64)> = curve.roc.iter().map(|point| (point.false_alarms, point.hits)).collect();
        plot.path(&format!("curve arm{}", curve.arm), &points);
        let inner = points.len().saturating_sub(1);
        points.get(1..inner).into_iter().flatten().for_each(|point| plot.mark(curve.arm, *point));
    }
    let about = "Hits against false alarms at every level of suspicion in the post-test. The dashed line is guessing.";
    plot.finish("plot-roc", "ROC curves", about)
}

/// How hard the items are.
pub fn items(report: &Report, phase: Phase) -> String {
    let mut items: Vec<&ItemResult> = report.items.iter().filter(|item| item.phase == phase).collect();
    items.sort_by(|a, b| b.right.value.unwrap_or(0.0).total_cmp(&a.right.value.unwrap_or(0.0)));
    let count = items.len() as f64;
    if items.is_empty() {
        return String::new();
    }
    let mut plot = Plot::new(760.0, 60.0 + 20.0 * count, 290.0, (0.0, 1.0), (-0.5, count - 0.5));
    plot.x_axis(&[0.0, 0.25, 0.5, 0.75, 1.0], |tick| say::value(Unit::Share, tick), "Correct judgements");
    plot.line("zero", (0.5, -0.5), (0.5, count - 0.5));
    for (index, item) in items.iter().enumerate() {
        let at = count - 1.0 - index as f64;
        plot.row_label(at, &format!("{} ({})", say::begin(&item.title, 34), item.cue.as_ref().unwrap_or(&item.kind)));
        if let (Some(value), Some(low), Some(high)) = (item.right.value, item.right.low, item.right.high) {
            plot.line("whisker", (low, at), (high, at));
            plot.mark(0, (value, at));
        }
    }
    let id = format!("plot-items-{}", say::phase(phase));
    let title = format!("Difficulty of the items {}", say::phase(phase));
    plot.finish(&id, &title, "Share of correct judgements of each item with 95% intervals, the easiest first.")
}

/// How far people of an arm come, or of all of them together.
pub fn funnel(report: &Report, times: &Times) -> String {
    let arm = times.arm.unwrap_or_default();
    let most = times.steps.iter().map(|step| step.entered).max().unwrap_or(0);
    if most == 0 {
        return String::new();
    }
    let count = times.steps.len() as f64;
    let (width, most) = (560.0, f64::from(most));
    let mut plot = Plot::new(width, 60.0 + 24.0 * count, 210.0, (0.0, most * 1.12), (-0.5, count - 0.5));
    plot.x_axis(&ticks(0.0, most, 4.0), |tick| format!("{tick:.0}"), "Participants who entered the step");
    for (index, step) in times.steps.iter().enumerate() {
        let at = count - 1.0 - index as f64;
        plot.row_label(at, say::step(&step.page));
        plot.bar(&format!("bar arm{arm}"), f64::from(step.entered), at, 14.0);
        let (x, y) = (plot.x(f64::from(step.entered)) + 5.0, plot.y(at) + 4.0);
        plot.words("label", "start", x, y, &step.entered.to_string());
    }
    let title = format!("Completion funnel: {}", say::arm(report, times.arm));
    plot.finish(&format!("plot-funnel-{arm}"), &title, "Participants who entered each step.")
}

fn after(report: &Report) -> impl Iterator<Item = &Curves> {
    report.curves.iter().filter(|curve| curve.phase == Phase::After)
}

/// The ends of an axis that has room for these.
fn ends(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)));
    let room = ((high - low) * 0.08).max(0.01);
    (low.is_finite() && high.is_finite()).then_some((low - room, high + room))
}

/// A label that fits beside a plot; the table has all of it.
fn short(label: &str) -> String {
    let plain: String = label.split(" (").next().unwrap_or(label).to_owned();
    if plain.chars().count() <= 34 { plain } else { plain.chars().take(33).chain(['…']).collect() }
}
