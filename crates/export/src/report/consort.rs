//! The CONSORT 2025 flow diagram as SVG of our own: boxes and arrows, all words as text.

use std::fmt::Write as _;

use unmask_study::report::{ArmFlow, Reason, Report};

use super::say;
use super::svg::{escaped, picture};

const LINE: f64 = 17.0;
const GAP: f64 = 34.0;
const COLUMN: f64 = 270.0;

/// The diagram.
pub fn diagram(report: &Report) -> String {
    let arms = report.flow.arms.len().max(1) as f64;
    let width = (arms * COLUMN).max(2.0 * COLUMN + 60.0);
    let mut marks = String::from(
        r#"<defs><marker id="consort-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path class="arrow-head" d="M0 0 8 4 0 8z"/></marker></defs>"#,
    );
    let flow = &report.flow;
    let middle = width / 2.0;
    let mut registered =
        vec![format!("Registered (n = {})", flow.registered), format!("consented (n = {})", flow.consented)];
    if report.about.simulated > 0 {
        registered.push(format!("simulated participants (n = {})", report.about.simulated));
    }
    let first = Place { centre: middle - 110.0, top: 10.0, lines: registered };
    let mut left = vec![format!("Not randomised (n = {})", flow.not_randomised)];
    left.extend(listed(&flow.not_randomised_reasons));
    let side = Place { centre: middle + 170.0, top: first.bottom() + 14.0, lines: left };
    let randomised = Place {
        centre: middle - 110.0,
        top: side.bottom() + 20.0,
        lines: vec![format!("Randomised (n = {})", flow.randomised)],
    };
    arrow(&mut marks, (first.centre, first.bottom()), (first.centre, randomised.top));
    let branch = side.top + LINE;
    arrow(&mut marks, (first.centre, branch), (side.left(), branch));
    for one in [&first, &side, &randomised] {
        one.draw(&mut marks);
    }
    let mut top = randomised.bottom() + GAP;
    let split = randomised.bottom() + GAP / 2.0;
    line(&mut marks, (randomised.centre, randomised.bottom()), (randomised.centre, split));
    let centres: Vec<f64> = (0..flow.arms.len()).map(|arm| width / arms * (arm as f64 + 0.5)).collect();
    if let (Some(from), Some(to)) = (centres.first(), centres.last()) {
        line(&mut marks, (from.min(randomised.centre), split), (to.max(randomised.centre), split));
    }
    for (stage, rows) in stages(report).into_iter().enumerate() {
        let boxes: Vec<Place> =
            rows.into_iter().zip(&centres).map(|(lines, centre)| Place { centre: *centre, top, lines }).collect();
        let bottom = boxes.iter().map(Place::bottom).fold(top, f64::max);
        for one in &boxes {
            let from = if stage == 0 { split } else { top - GAP };
            arrow(&mut marks, (one.centre, from), (one.centre, top));
            one.draw(&mut marks);
            // The next arrow starts below the highest box of the row.
            line(&mut marks, (one.centre, one.bottom()), (one.centre, if stage < 2 { bottom } else { one.bottom() }));
        }
        top = bottom + GAP;
    }
    let description = format!(
        "{} people registered, {} were randomised to {} arms. All numbers are in the table.",
        flow.registered,
        flow.randomised,
        flow.arms.len()
    );
    picture("consort", "Flow of participants (CONSORT 2025)", &description, width, top - GAP + 10.0, &marks)
}

/// Allocation, follow-up and analysis: the lines of each arm's box. They are those of the console's diagram, and say the same: the
/// first line is what is counted, and the figures below it add up to what is missing there.
fn stages(report: &Report) -> [Vec<Vec<String>>; 3] {
    let of = |lines: &dyn Fn(&ArmFlow) -> Vec<String>| report.flow.arms.iter().map(lines).collect();
    let counted = |words: &str, people: u32| format!("{words} (n = {people})");
    let allocation = |arm: &ArmFlow| {
        let label = &report.arms[arm.arm].label;
        // What stands in brackets is in the table.
        let mut lines = wrapped(label.split(" (").next().unwrap_or(label));
        lines.push(counted("randomised", arm.randomised));
        // Who had everything erased is among the randomised, and what they did is not known.
        let known = |words: &str, people: Option<u32>| {
            people.map_or_else(Vec::new, |people| wrapped(&counted(&format!("{words}, erased not counted"), people)))
        };
        lines.extend(known("started the training", arm.training_started));
        lines.extend(known("completed it", arm.training_completed));
        lines
    };
    let follow_up = |arm: &ArmFlow| {
        let mut lines = vec![counted("Did not finish", arm.not_finished())];
        lines.extend(wrapped(&counted("in progress or dropped out", arm.unfinished)));
        lines.extend(listed(&arm.unfinished_at));
        lines.push(counted("withdrew, data kept", arm.withdrew_before_end));
        lines.push(counted("withdrew, erased", arm.erased_before_end));
        lines
    };
    let analysis = |arm: &ArmFlow| {
        let mut lines = vec![counted("Analysed", arm.analysed), counted("excluded", arm.excluded)];
        lines.extend(listed(&arm.excluded_reasons));
        lines.extend(wrapped(&counted("withdrew after the end, erased", arm.erased_after_end())));
        lines.extend(wrapped(&counted("without primary outcome", arm.without_outcome())));
        lines
    };
    [of(&allocation), of(&follow_up), of(&analysis)]
}

fn listed(reasons: &[Reason]) -> Vec<String> {
    reasons
        .iter()
        .flat_map(|reason| wrapped(&format!("– {} (n = {})", say::reason(&reason.reason), reason.people)))
        .collect()
}

/// Lines that fit a box. The figure in brackets is one word.
fn wrapped(words: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words.replace("(n = ", "(n\u{a0}=\u{a0}").split(' ') {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].chars().count() + word.chars().count() > 33 {
            lines.push(word.to_owned());
        } else {
            let space = if lines[last].is_empty() { "" } else { " " };
            lines[last] = format!("{}{space}{word}", lines[last]);
        }
    }
    lines
}

struct Place {
    centre: f64,
    top: f64,
    lines: Vec<String>,
}

impl Place {
    fn left(&self) -> f64 {
        self.centre - COLUMN / 2.0 + 8.0
    }

    fn bottom(&self) -> f64 {
        self.top + self.lines.len() as f64 * LINE + 14.0
    }

    fn draw(&self, marks: &mut String) {
        let (x, y, width, height) = (self.left(), self.top, COLUMN - 16.0, self.bottom() - self.top);
        let _ = write!(
            marks,
            r#"<rect class="box" x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="4"/>"#
        );
        for (number, words) in self.lines.iter().enumerate() {
            let y = self.top + (number as f64 + 1.0) * LINE + 1.0;
            let class = if number == 0 { "strong" } else { "label" };
            let _ = write!(marks, r#"<text class="{class}" x="{:.1}" y="{y:.1}">{}</text>"#, x + 10.0, escaped(words));
        }
    }
}

fn line(marks: &mut String, from: (f64, f64), to: (f64, f64)) {
    let _ = write!(
        marks,
        r#"<line class="arrow" x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}"/>"#,
        from.0, from.1, to.0, to.1
    );
}

fn arrow(marks: &mut String, from: (f64, f64), to: (f64, f64)) {
    let _ = write!(
        marks,
        r#"<line class="arrow" marker-end="url(#consort-arrow)" x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}"/>"#,
        from.0, from.1, to.0, to.1
    );
}
