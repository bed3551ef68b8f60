//! The report as plain text, for a terminal.

use unmask_store::looks::Look;
use unmask_study::report::{ArmFlow, Contrast, Deviation, ItemParameters, Report, Unit};

use super::{format, html, tabled};
use crate::drawing::ENGLISH;

/// Characters of a line.
const WIDTH: usize = 100;

const DIFFERENCE: &str = "Difference [95% interval]";

/// The whole report, with the looks at outcomes by arm so far.
pub fn text(report: &Report, looks: &[Look]) -> String {
    let mut out = Lines(Vec::new());
    out.add(&report.about.title);
    out.add(&"=".repeat(report.about.title.chars().count()));
    out.wrapped("", &report.headline);
    out.wrapped("", &report.method);
    out.add("");
    report.cautions.iter().for_each(|caution| out.wrapped("! ", caution));
    if report.stage.kind.withholds() {
        out.heading("Progress");
        for [label, value] in tabled::progress(report) {
            out.add(&format!("{label}: {value}"));
        }
        planned_looks(report, &mut out);
        flow(report, &mut out);
        later_parts(report, &mut out);
        checks(report, &mut out);
        listed(looks, &mut out);
        return out.0.join("\n");
    }
    out.heading("Hypotheses");
    for one in &report.hypotheses {
        out.wrapped("", &format!("{}: {}", one.id, one.statement));
        out.wrapped("    ", &one.words);
    }
    for one in report.factors.iter().flat_map(|factors| &factors.hypotheses) {
        out.wrapped("", &format!("{}: {}", one.id, one.statement));
        out.wrapped("    ", &one.words);
    }
    planned_looks(report, &mut out);
    trial(report, &mut out);
    flow(report, &mut out);
    baseline(report, &mut out);
    outcomes(report, &mut out);
    factors(report, &mut out);
    later_parts(report, &mut out);
    specifications(report, &mut out);
    dropouts(report, &mut out);
    advice(report, &mut out);
    watched(report, &mut out);
    compliance(report, &mut out);
    imputation(report, &mut out);
    moderators(report, &mut out);
    scales(report, &mut out);
    checks(report, &mut out);
    listed(looks, &mut out);
    out.0.join("\n")
}

fn planned_looks(report: &Report, out: &mut Lines) {
    let Some(looks) = &report.sequential else { return };
    out.heading("Planned looks at the primary hypotheses");
    out.table(&tabled::planned_looks(looks));
    if !looks.looks.is_empty() {
        out.add("");
        out.table(&tabled::look_tests(looks));
    }
}

fn listed(looks: &[Look], out: &mut Lines) {
    if !looks.is_empty() {
        out.heading("Looks at outcomes by arm");
        out.table(&tabled::looks(looks));
    }
}

struct Lines(Vec<String>);

impl Lines {
    fn add(&mut self, line: &str) {
        self.0.push(line.trim_end().to_owned());
    }

    fn heading(&mut self, words: &str) {
        self.add("");
        self.add(words);
        self.add(&"-".repeat(words.chars().count()));
    }

    fn wrapped(&mut self, indent: &str, words: &str) {
        let mut line = indent.to_owned();
        for word in words.split_whitespace() {
            if line.chars().count() + word.chars().count() >= WIDTH && line.trim() != indent.trim() {
                self.add(&line);
                line = " ".repeat(indent.chars().count());
            }
            line.push_str(word);
            line.push(' ');
        }
        self.add(&line);
    }

    /// Columns as wide as their widest cell; all but the first are right-aligned.
    fn table(&mut self, rows: &[Vec<String>]) {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let wide = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
        let widths: Vec<usize> = (0..columns).map(|column| wide(column).unwrap_or(0)).collect();
        for row in rows {
            let cells = row.iter().enumerate().map(|(column, cell)| {
                let fill = " ".repeat(widths[column].saturating_sub(cell.chars().count()));
                if column == 0 { format!("{cell}{fill}") } else { format!("{fill}{cell}") }
            });
            self.add(&cells.collect::<Vec<_>>().join("  "));
        }
    }
}

/// Rows under the names of their columns.
fn headed(head: &[&str], rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    [vec![head.iter().map(|&word| word.to_owned()).collect()], rows].concat()
}

fn header(report: &Report, first: &str) -> Vec<String> {
    [first.to_owned()].into_iter().chain(report.arms.iter().map(|arm| short(&arm.label).to_owned())).collect()
}

/// A label without the part in brackets.
fn short(label: &str) -> &str {
    label.split(" (").next().unwrap_or(label)
}

fn flow(report: &Report, out: &mut Lines) {
    let flow = &report.flow;
    out.heading("Participants");
    out.add(&format!("registered {}, consented {}, randomised {}", flow.registered, flow.consented, flow.randomised));
    for reason in &flow.not_randomised_reasons {
        out.add(&format!("  not randomised: {} ({})", ENGLISH.reason(&reason.reason), reason.people));
    }
    let count = |label: &str, of: &dyn Fn(&ArmFlow) -> u32| -> Vec<String> {
        [label.to_owned()].into_iter().chain(flow.arms.iter().map(|arm| of(arm).to_string())).collect()
    };
    let mut rows = vec![header(report, "")];
    rows.push(count("randomised", &|arm| arm.randomised));
    // Not every arm has a training, so the row would reveal blinded arms.
    let has_training = flow.arms.iter().any(|arm| arm.training_started.is_some());
    if has_training && !report.about.blinded {
        let training = |label: &str, of: &dyn Fn(&ArmFlow) -> Option<u32>| -> Vec<String> {
            let people = |arm: &ArmFlow| of(arm).map_or_else(|| "-".to_owned(), |people| people.to_string());
            [label.to_owned()].into_iter().chain(flow.arms.iter().map(people)).collect()
        };
        rows.push(training("intervention started, erased not counted", &|arm| arm.training_started));
        rows.push(training("intervention completed, erased not counted", &|arm| arm.training_completed));
    }
    rows.push(count("test completed, erased not counted", &|arm| arm.test_completed));
    rows.push(count("reached the end", &|arm| arm.completed));
    rows.push(count("did not finish", &ArmFlow::not_finished));
    rows.push(count("- in progress or dropped out", &|arm| arm.unfinished));
    rows.push(count("- withdrew, data kept", &|arm| arm.withdrew_before_end));
    rows.push(count("- withdrew, erased", &|arm| arm.erased_before_end));
    rows.push(count("analysed", &|arm| arm.analysed));
    rows.push(count("- excluded", &|arm| arm.excluded));
    rows.push(count("- withdrew after the end, erased", &ArmFlow::erased_after_end));
    rows.push(count("- without primary outcome", &ArmFlow::without_outcome));
    let shares = report.loss.arms.iter().map(|arm| format::number(Unit::Share, &arm.share));
    rows.extend(tabled::later_flow_rows(report));
    rows.push(["attrition, erased counted".to_owned()].into_iter().chain(shares).collect());
    out.table(&rows);
    if let Some(p) = report.loss.p {
        let statistic = report.loss.chi_square.unwrap_or_default();
        let df = report.loss.df.unwrap_or_default();
        out.add(&format!("attrition by arm: chi-square {statistic:.2}, df {df}, {}", format::p_value(p)));
    }
}

fn trial(report: &Report, out: &mut Lines) {
    out.heading("About the trial");
    for row in tabled::trial(report).iter().take(1).filter_map(|table| table["rows"].as_array()).flatten() {
        let cells: Vec<&str> = row.as_array().into_iter().flatten().filter_map(|cell| cell.as_str()).collect();
        out.wrapped("", &cells.join(": "));
    }
    for one in &report.trial.versions {
        let version: String = one.version.chars().take(12).collect();
        out.wrapped("", &format!("Version {version}: activated on {}, participants: {}", one.activated, one.people));
    }
    for one in &report.trial.activations {
        out.wrapped("", &format!("Changed while participants took part, on {}: {}", one.activated, one.reason));
    }
    for one in report.trial.plan.iter().flat_map(|plan| &plan.deviations) {
        let Deviation { name, key, planned, later, activated, registered_before, .. } = one;
        let when = format!("since {activated}, after {registered_before} participants");
        out.wrapped("", &format!("Deviation: {name} ({key}): {planned} -> {later}, {when}"));
    }
}

fn baseline(report: &Report, out: &mut Lines) {
    if report.baseline.is_empty() {
        return;
    }
    out.heading("Baseline of all randomised participants: mean (SD), or n (%)");
    out.table(&[vec![header(report, "")], tabled::baseline_rows(report)].concat());
}

fn dropouts(report: &Report, out: &mut Lines) {
    let arms = tabled::dropouts_rows(report);
    if arms.is_empty() {
        return;
    }
    out.heading("Participants without the outcome: mean (SD), or n (%)");
    for (arm, rows) in arms {
        out.table(
            &[vec![[&[arm], &tabled::DROPOUTS[1..]].concat().into_iter().map(str::to_owned).collect()], rows].concat(),
        );
    }
}

fn factors(report: &Report, out: &mut Lines) {
    let Some(factorial) = &report.factors else { return };
    let cells = [vec![tabled::cell_head(factorial)], tabled::cell_rows(factorial)].concat();
    let tables = [
        ("Factors: cells", cells),
        ("Factors: levels", headed(&tabled::LEVELS, tabled::level_rows(factorial))),
        (
            "Main effects and interactions (exploratory)",
            headed(&tabled::FACTOR_CONTRASTS, tabled::factor_contrast_rows(factorial)),
        ),
        ("Test of each effect (exploratory)", headed(&tabled::FACTOR_TESTS, tabled::factor_test_rows(factorial))),
        (tabled::HYPOTHESES_ON_FACTORS, headed(&tabled::FACTOR_HYPOTHESES, tabled::factor_hypothesis_rows(factorial))),
    ];
    for (heading, rows) in tables.into_iter().filter(|(_, rows)| rows.len() > 1) {
        out.heading(heading);
        out.table(&rows);
    }
    out.add("");
    out.wrapped("", &html::factors(report, factorial));
}

fn later_parts(report: &Report, out: &mut Lines) {
    let means = [&["Outcome", "Part"].map(str::to_owned)[..], &header(report, "")[1..]].concat();
    let tables = [
        ("Later parts: who came back", headed(&tabled::CAME_BACK, tabled::came_back_rows(report))),
        (
            "Later parts: completed, of all randomised participants",
            headed(&tabled::OF_RANDOMISED, tabled::of_randomised_rows(report)),
        ),
        ("d′ and criterion by part: mean [95% interval]", [vec![means], tabled::wave_mean_rows(report)].concat()),
        (tabled::LATER_DIFFERENCES, headed(&tabled::WAVE_DIFFERENCES, tabled::wave_difference_rows(report))),
        (
            "Share of the difference in d′ that is retained (exploratory)",
            headed(&tabled::RETAINED, tabled::retained_rows(report)),
        ),
    ];
    for (heading, rows) in tables.into_iter().filter(|(_, rows)| rows.len() > 1) {
        out.heading(heading);
        out.table(&rows);
    }
    if report.waves.is_empty() {
        return;
    }
    out.add("");
    let has_outcomes = report.waves.iter().any(|wave| !wave.outcomes.is_empty());
    out.wrapped("", html::CAME_BACK);
    report.waves.iter().filter_map(tabled::about_part).for_each(|about| out.wrapped("", &about));
    if has_outcomes {
        out.wrapped("", html::LATER_OUTCOMES);
    }
}

fn advice(report: &Report, out: &mut Lines) {
    if report.advice.is_empty() {
        return;
    }
    for (heading, rows) in [
        ("Before and after advice", headed(&tabled::ADVISED_MEASURES, tabled::advised_measure_rows(report))),
        ("Answers that changed after advice", headed(&tabled::SWITCHES, tabled::switch_rows(report))),
        ("Advice that names another answer", headed(&tabled::ADOPTION, tabled::adoption_rows(report))),
    ] {
        out.heading(heading);
        out.table(&rows);
    }
    out.add("");
    out.wrapped("", html::ADVICE);
}

fn watched(report: &Report, out: &mut Lines) {
    if report.compliance.watched.is_empty() {
        return;
    }
    out.heading("Audio and video watched, in minutes and seconds");
    let head = tabled::WATCHED.map(str::to_owned).to_vec();
    out.table(&[vec![head], tabled::watched_rows(report)].concat());
    out.add("");
    out.wrapped("", html::WATCHED);
}

fn compliance(report: &Report, out: &mut Lines) {
    if report.compliance.effects.is_empty() {
        return;
    }
    out.heading("Effect of taking the training on d′ (complier average causal effect) [95% interval]");
    let head = &tabled::EFFECTS[..6];
    let rows = tabled::effect_rows(report).into_iter().map(|row| row[..6].to_vec());
    let head: Vec<String> = head.iter().map(|&word| word.to_owned()).collect();
    out.table(&[head].into_iter().chain(rows).collect::<Vec<_>>());
    let mut notes: Vec<String> = Vec::new();
    for one in &report.compliance.effects {
        let note = format!("{}: {}", one.contrast.comparison, one.words);
        if !one.words.is_empty() && !notes.contains(&note) {
            notes.push(note);
        }
    }
    for note in &notes {
        out.wrapped("    ", note);
    }
}

fn imputation(report: &Report, out: &mut Lines) {
    if report.imputation.imputations == 0 {
        return;
    }
    out.heading("Differences in d′ with imputed outcomes [95% interval]");
    out.table(&headed(&tabled::IMPUTED, tabled::imputed_rows(report)));
    out.heading("Shift of imputed d′ at which the decision changes (up to 3)");
    out.table(&headed(&tabled::TIPS, tabled::tipping_rows(report)));
}

fn outcomes(report: &Report, out: &mut Lines) {
    out.heading("Outcomes after: mean [95% interval]");
    let mut rows = vec![header(report, "")];
    for outcome in &report.outcomes {
        let cells = outcome.after.iter().map(|mean| format::number(outcome.unit, mean));
        rows.push([format::label(outcome)].into_iter().chain(cells).collect());
    }
    out.table(&rows);
    let has_before = report.outcomes.iter().any(|outcome| !outcome.before.is_empty());
    let before = if has_before { ", adjusted for before where measured" } else { "" };
    out.heading(&if report.clusters.is_some() {
        "Differences between the means of units (t test): difference [95% interval]".into()
    } else {
        format!("Differences between arms{before} (ANCOVA, HC3): difference [95% interval]")
    });
    for outcome in &report.outcomes {
        if outcome.contrasts.iter().all(|one| one.value.is_none()) {
            out.add(&format!("{}: {}", format::label(outcome), format::NONE));
            continue;
        }
        let rows: Vec<Vec<String>> = outcome
            .contrasts
            .iter()
            .map(|one| {
                let pair = format::pair(report, one.arm, one.against);
                vec![format!("  {pair}"), format::contrast(outcome.unit, one), format::p(one)]
            })
            .collect();
        out.add(&format::label(outcome));
        out.table(&headed(&["  Comparison", DIFFERENCE, "p"], rows));
    }
    out.heading("The primary outcome in several populations");
    for population in &report.populations {
        let arms = report.arms.iter().zip(&population.people);
        let people: Vec<String> = arms.map(|(arm, people)| format!("{} {people}", short(&arm.label))).collect();
        out.wrapped("", &format!("{} (participants: {})", population.label, people.join(", ")));
        let row = |one: &Contrast| {
            let pair = format::pair(report, one.arm, one.against);
            vec![format!("  {pair}"), format::contrast(Unit::Deviations, one), format::tested(one, &population.margins)]
        };
        let rows = population.contrasts.iter().map(row).collect();
        out.table(&headed(&["  Comparison", "Difference in d′ [95% interval]", "p"], rows));
    }
}

fn specifications(report: &Report, out: &mut Lines) {
    out.heading("Specification curves");
    out.wrapped("", tabled::SPECIFICATIONS);
    for curve in &report.specifications {
        let pair = format::pair(report, curve.arm, curve.against);
        out.wrapped("    ", &format!("{}, {pair}: {}", curve.comparison, curve.summary));
    }
}

fn moderators(report: &Report, out: &mut Lines) {
    if report.moderators.is_empty() {
        return;
    }
    out.heading("Moderators: differences in d′ by group or along a number [95% interval], and whether they differ");
    for moderator in &report.moderators {
        let role = format::moderator_role(moderator);
        out.wrapped("", &format!("{} ({role}): interaction {}", moderator.label, format::interaction(moderator)));
        if let Some((hypothesis, words)) = moderator.hypothesis.as_ref().zip(moderator.words.as_ref()) {
            out.wrapped("  ", &format!("{hypothesis}: {words}"));
        }
        let row = |label: &str, (at, one): (usize, &Contrast)| {
            let label = if at == 0 { format!("  {label}") } else { String::new() };
            vec![label, format::pair(report, one.arm, one.against), format::contrast(Unit::Deviations, one)]
        };
        let rows = |label: &str, contrasts: &[Contrast]| {
            contrasts.iter().enumerate().map(|one| row(label, one)).collect::<Vec<_>>()
        };
        let mut table: Vec<_> =
            moderator.groups.iter().flat_map(|group| rows(&group.label, &group.contrasts)).collect();
        if let Some(along) = &moderator.continuous {
            let points = along.points.iter();
            table.extend(points.flat_map(|point| rows(&format::moderator_point(point), &point.contrasts)));
            table.extend(rows("Change per unit", &along.slopes));
        }
        out.table(&headed(&["  Group", "Comparison", "Difference in d′ [95% interval]"], table));
    }
}

fn scales(report: &Report, out: &mut Lines) {
    out.heading("Scales: Cronbach's alpha, mean [95% interval]");
    let mut rows = vec![header(report, "")];
    rows[0].insert(1, "alpha".into());
    for scale in &report.scales {
        let alpha = scale.alpha.value.map_or_else(|| format::NONE.to_owned(), |alpha| format!("{alpha:.2}"));
        let means = scale.arms.iter().map(|mean| format::number(Unit::Points, mean));
        rows.push([format!("{} ({})", scale.label, scale.questionnaire), alpha].into_iter().chain(means).collect());
    }
    out.table(&rows);
}

fn item_response(report: &Report, out: &mut Lines) {
    for test in &report.item_response {
        out.heading(&format!("Item response {} the training: d′, c, information", format::phase(test.phase)));
        if let Some(why) = &test.why {
            out.add(why.sentence());
        }
        let row = |item: &ItemParameters| {
            let numbers = [&item.sensitivity, &item.criterion].map(|one| format::number(Unit::Deviations, one));
            [item.id.clone()].into_iter().chain(numbers).chain([format!("{:.3}", item.information)]).collect()
        };
        out.table(&headed(&["Item", "d′", "c", "Information"], test.items.iter().map(row).collect()));
        if let Some((reliability, error)) = test.reliability.zip(test.error) {
            out.add(&format!("Reliability of d′ {reliability:.2}, standard error of a participant’s d′ {error:.2}"));
        }
    }
}

fn checks(report: &Report, out: &mut Lines) {
    out.heading("Items: correct, discrimination");
    let mut rows = Vec::new();
    for item in &report.items {
        let kind = item.cue.as_ref().map_or_else(|| item.kind.clone(), |cue| format!("{} {cue}", item.kind));
        let discrimination = item.discrimination.value.map_or_else(|| format::NONE.to_owned(), |r| format!("{r:.2}"));
        let name = format!("{} ({})", format::begin(&item.title, 40), item.id);
        rows.push(vec![name, kind, format::number(Unit::Share, &item.right), discrimination]);
    }
    out.table(&headed(&["Item", "Medium", "Correct [95% interval]", "Discrimination (r)"], rows));
    item_response(report, out);
    out.heading(match (report.about.simulated_times, report.about.simulated) {
        (true, _) => "Time of simulated participants, in minutes and seconds",
        (false, 0) => "Time, in minutes and seconds",
        (false, _) => "Time without simulated participants, in minutes and seconds",
    });
    for times in &report.times {
        let label = format::arm(report, times.arm);
        out.add(&format!(
            "{label}: {} from the first step to the end (median [quartiles])",
            format::quartiles(&times.whole)
        ));
        let row = |step: &unmask_study::report::StepTime| {
            let reached = format!("{} entered, {} still there", step.entered, step.stayed);
            vec![format!("  {}", ENGLISH.step(&step.page)), reached, format::quartiles(&step.time)]
        };
        out.table(&headed(&["  Step", "Participants", "Median [quartiles]"], times.steps.iter().map(row).collect()));
    }
    out.heading("Quality flags: number of participants (flags exclude nobody)");
    let mut head = vec![String::new(), format::ALL_ARMS.into()];
    if !report.about.blinded {
        head.extend(header(report, "").split_off(1));
    }
    let mut rows = vec![head];
    for flag in &report.flags {
        let counts = std::iter::once(&flag.people).chain(&flag.arms).map(u32::to_string);
        rows.push([flag.label.clone()].into_iter().chain(counts).collect());
    }
    out.table(&rows);
}
