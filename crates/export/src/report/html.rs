//! The report as one HTML file that needs nothing else: readable with a screen reader, in the dark and on paper. Every
//! number of a plot is in a table below it.

use minijinja::Environment;
use minijinja::value::Serde;
use serde_json::{Value, json};
use unmask_study::report::{Outcome, Phase, Report, Unit, Verdict};

use super::{charts, consort, tabled};
use crate::{ExportError, Result};

const TEMPLATE: &str = include_str!("../templates/report.html");

/// Its name; the ending makes the template escape what it is given.
const FILE: &str = "report.html";

/// The whole page.
pub fn html(report: &Report) -> Result<String> {
    let facts = minijinja::Value::from(Serde(facts(report)));
    let text = Environment::new().render_named_str(FILE, TEMPLATE, facts);
    text.map_err(|error| ExportError::Damaged { what: FILE.to_owned(), why: error.to_string() })
}

fn facts(report: &Report) -> Value {
    let hypotheses = report.hypotheses.iter().map(|one| {
        let (mark, word) = verdict(one.verdict);
        json!({ "id": one.id, "statement": one.statement, "words": one.words, "mark": mark, "verdict": word })
    });
    json!({
        "title": report.about.title,
        "version": report.about.version,
        "headline": report.headline,
        "cautions": report.cautions,
        "hypotheses": hypotheses.collect::<Vec<_>>(),
        "arms": report.arms.iter().map(|arm| &arm.label).collect::<Vec<_>>(),
        "sections": sections(report),
    })
}

/// A verdict as a sign and in words; never a colour alone.
fn verdict(verdict: Verdict) -> (&'static str, &'static str) {
    match verdict {
        Verdict::Supported => ("✓", "supported"),
        Verdict::NotShown => ("○", "not shown"),
        Verdict::Opposite => ("✗", "opposite found"),
        Verdict::Held => ("✓", "guardrail held"),
        Verdict::Harm => ("✗", "harm found"),
        Verdict::Unclear => ("○", "harm not ruled out"),
        Verdict::Different => ("≠", "different"),
        Verdict::NotDifferent => ("○", "no difference found"),
        Verdict::NotComputed => ("–", "too few data"),
    }
}

pub(super) fn sections(report: &Report) -> Vec<Value> {
    let of = |unit: Unit| -> Vec<&Outcome> { report.outcomes.iter().filter(|one| one.unit == unit).collect() };
    let plot = |id: &str| {
        report.outcomes.iter().find(|one| one.id == id).map(|one| charts::by_arm(report, one)).unwrap_or_default()
    };
    let funnels = report.times.iter().map(|times| charts::funnel(report, times)).collect();
    vec![
        section(
            "Flow of participants",
            "CONSORT 2025, items 22a and 22b.",
            vec![consort::diagram(report)],
            tabled::flow(report),
        ),
        section(
            "Outcomes by arm",
            "Means over participants with 95% intervals. “Altered” includes misleading items: both are the signal.",
            vec![plot("d_prime"), plot("accuracy"), plot("false_alarm_rate")],
            tabled::outcomes(report),
        ),
        section(
            "Differences between arms",
            "Differences after, adjusted for the same measure before (analysis of covariance, HC3 errors).",
            vec![
                charts::contrasts(report, &of(Unit::Deviations), "plot-d", "Difference, in standard deviations"),
                charts::contrasts(report, &of(Unit::Share), "plot-share", "Difference, in points of 100"),
                charts::contrasts(report, &of(Unit::Points), "plot-scale", "Difference, in points of the scale"),
            ],
            tabled::contrasts(report),
        ),
        section(
            "Confidence",
            "Over all answers of an arm. Intervals of the points treat answers as independent, those of the areas do not.",
            vec![charts::calibration(report), charts::roc(report)],
            tabled::confidence(report),
        ),
        section(
            "Items",
            "Discrimination: correlation of a correct answer with the share of correct answers to the other items.",
            vec![charts::items(report, Phase::Before), charts::items(report, Phase::After)],
            tabled::items(report),
        ),
        section("Scales", "Cronbach's α and mean scores.", vec![], tabled::scales(report)),
        section("Time and drop-off", "Medians with quartiles, in minutes and seconds.", funnels, tabled::times(report)),
        section(
            "Quality flags",
            "Quality flags, and answers that the plan flags for sensitivity analysis. They exclude nobody.",
            vec![],
            tabled::flags(report),
        ),
    ]
}

fn section(title: &str, intro: &str, plots: Vec<String>, tables: Vec<Value>) -> Value {
    let plots: Vec<String> = plots.into_iter().filter(|plot| !plot.is_empty()).collect();
    let id = title.to_lowercase().replace(' ', "-");
    json!({ "id": id, "title": title, "intro": intro, "plots": plots, "tables": Value::from(tables) })
}
