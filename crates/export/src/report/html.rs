//! The report as one HTML file without external files: readable with a screen reader, in dark mode and on paper. Every
//! number of a plot is in a table below it.

use std::collections::BTreeSet;

use unmask_store::looks::Look;
use unmask_study::report::{Factorial, Moderator, Phase, Report, SpecificationCurve, Times, Unit, Verdict};

use super::{format, tabled};
use crate::drawing::specifications::Curve;
use crate::drawing::{Chart, ENGLISH, Flow, Name, results as charts};
use crate::package::render;
use crate::prelude::*;

const TEMPLATE: &str = include_str!("../templates/report.html");

/// Of a chart, in pixels.
const WIDTH: f64 = 720.0;

/// The whole page, with the looks at outcomes by arm so far.
pub fn html(report: &Report, looks: &[Look]) -> Result<String> {
    Page::of(report, looks).html()
}

/// What the page shows.
pub struct Page(Value);

impl Page {
    pub fn of(report: &Report, looks: &[Look]) -> Self {
        Self(facts(report, looks))
    }

    /// Titles of the sections, which other documents name.
    pub fn titles(&self) -> BTreeSet<String> {
        let sections = self.0["sections"].as_array().into_iter().flatten();
        let titles = sections.filter_map(|section| section["title"].as_str()).map(str::to_owned);
        let hypotheses = self.0["withheld"] == false;
        titles.chain(hypotheses.then(|| "Hypotheses".to_owned())).collect()
    }

    pub fn html(self) -> Result<String> {
        render("report.html", TEMPLATE, self.0)
    }
}

fn facts(report: &Report, looks: &[Look]) -> Value {
    let hypothesis = |(id, statement, words, decided): (&String, &String, &String, Verdict)| {
        let (mark, word) = verdict(decided);
        json!({ "id": id, "statement": statement, "words": words, "mark": mark, "verdict": word })
    };
    let effects = report.factors.iter().flat_map(|factors| &factors.hypotheses);
    let effects = effects.map(|one| (&one.id, &one.statement, &one.words, one.verdict));
    let hypotheses = report.hypotheses.iter().map(|one| (&one.id, &one.statement, &one.words, one.verdict));
    json!({
        "title": report.about.title,
        "version": report.about.version,
        "commitment": report.about.seed_commitment,
        "headline": report.headline,
        "method": report.method,
        "cautions": report.cautions,
        "hypotheses": hypotheses.chain(effects).map(hypothesis).collect::<Vec<_>>(),
        "withheld": is_withheld(report),
        "sections": sections(report).into_iter().chain(looked(looks)).collect::<Vec<_>>(),
    })
}

/// Whether results by arm are withheld.
fn is_withheld(report: &Report) -> bool {
    report.stage.kind.withholds()
}

fn looked(looks: &[Look]) -> Option<Value> {
    let intro = "Each is in the audit log. Of several looks at the same number of participants, the first is listed.";
    let looked = || section("Looks at outcomes by arm", intro, vec![], tabled::looks_table(looks));
    (!looks.is_empty()).then(looked)
}

/// A verdict as a sign and in words; never a colour alone.
fn verdict(verdict: Verdict) -> (&'static str, &'static str) {
    match verdict {
        Verdict::Supported => ("✓", "supported"),
        Verdict::Shown => ("✓", "shown, uncorrected"),
        Verdict::NotShown => ("○", "not shown"),
        Verdict::Opposite => ("✗", "opposite"),
        Verdict::Held => ("✓", "harm ruled out"),
        Verdict::Harm => ("✗", "harm"),
        Verdict::Unclear => ("○", "unclear"),
        Verdict::DecidedByModel => ("→", "decided by the mixed model"),
        Verdict::Different => ("≠", "different"),
        Verdict::NotDifferent => ("○", "no difference found"),
        Verdict::NotComputed => ("–", "too few data"),
    }
}

/// A drawing with a caption, or none if there is nothing to draw.
type Plot = Option<Value>;

fn plot(chart: &Chart, id: &str, title: &str, about: &str) -> Plot {
    let description = format!("{about} The same numbers are in the table.");
    let svg = chart.svg(WIDTH, Some(&Name { id, role: "img", title, description: &description }))?;
    Some(json!({ "caption": title, "svg": svg }))
}

/// Means by arm of an outcome.
fn means(report: &Report, id: &str) -> Plot {
    let outcome = report.outcomes.iter().find(|one| one.id == id)?;
    let chart = charts::means(report, outcome, &ENGLISH);
    plot(&chart, &format!("plot-{id}"), &outcome.label, "Means with 95% intervals.")
}

/// Arm against arm in all outcomes of a unit.
fn differences(report: &Report, unit: Unit, id: &str, title: &str) -> Plot {
    plot(&charts::differences_in(report, unit, &ENGLISH), id, title, "Differences with 95% intervals.")
}

/// The primary comparisons by the shift of imputed outcomes.
fn tipping(report: &Report) -> Plot {
    let about = "The difference in d′ with its 95% interval, by the shift of the imputed d′ of its first arm.";
    plot(&charts::tipping(report, &ENGLISH), "plot-tipping", "Differences with shifted imputations", about)
}

/// Adjusted means of the cells of a factorial design.
fn cells(report: &Report) -> Plot {
    plot(&charts::cells(report, &ENGLISH), "plot-cells", "d′ by cell", "Adjusted means with 95% intervals.")
}

/// Means of d' by arm and part, if a later part has judgements.
fn by_part(report: &Report) -> Plot {
    plot(&charts::means_by_part(report, &ENGLISH), "plot-parts", "d′ by part", "Means with 95% intervals.")
}

/// The differences along a moderator that is a number.
fn moderator(report: &Report, one: &Moderator) -> Plot {
    one.continuous.as_ref()?;
    let title = format!("Predicted differences in d′ by {}", one.label);
    let about = "Differences with 95% intervals at the mean, and one standard deviation below and above it.";
    plot(&charts::moderator(report, one, &ENGLISH), &format!("plot-moderator-{}", one.id), &title, about)
}

fn specifications(report: &Report, curve: &SpecificationCurve) -> Plot {
    let (id, title) =
        (format!("plot-specifications-{}", number_of(report, curve)), tabled::specifications_caption(report, curve));
    let description = format!(
        "{} Effects ascend from left to right with 95% intervals; the dots below show the options of each. The same numbers \
         are in the table.",
        curve.summary
    );
    let name = Name { id: &id, role: "img", title: &title, description: &description };
    let svg = Curve::of(curve, &ENGLISH).svg(WIDTH, Some(&name))?;
    Some(json!({ "caption": title, "svg": svg }))
}

/// Names of comparisons are no IDs.
fn number_of(report: &Report, curve: &SpecificationCurve) -> usize {
    report.specifications.iter().position(|one| one == curve).unwrap_or_default()
}

fn items(report: &Report, phase: Phase) -> Plot {
    let chart = charts::items(report, phase, "-right", &ENGLISH);
    let title = format!("Difficulty of the items {}", format::phase(phase));
    let about = "Share of correct judgements of each item with 95% intervals, the easiest first.";
    plot(&chart, &format!("plot-items-{}", format::phase(phase)), &title, about)
}

fn funnel(report: &Report, times: &Times) -> Plot {
    let steps: Vec<(String, i64)> = times.steps.iter().map(|step| (step.page.clone(), step.entered.into())).collect();
    let title = format!("Completion funnel: {}", format::arm(report, times.arm));
    let id = format!("plot-funnel-{}", times.arm.unwrap_or_default());
    plot(&charts::funnel(&steps, times.arm, &ENGLISH), &id, &title, "Participants who entered each step.")
}

/// The sections; an interim report has none that compare arms.
pub(super) fn sections(report: &Report) -> Vec<Value> {
    if !is_withheld(report) {
        return all_sections(report);
    }
    let intro = "Of all arms together. Simulated participants are not counted.";
    let progress = section("Progress", intro, vec![], tabled::progress_table(report));
    let mut allowed = all_sections(report);
    allowed.retain(|section| ALWAYS_SHOWN.iter().any(|id| section["id"] == *id));
    [progress].into_iter().chain(looks_at_hypotheses(report)).chain(allowed).collect()
}

/// The planned looks at the primary hypotheses, if there are any.
fn looks_at_hypotheses(report: &Report) -> Option<Value> {
    let tables = tabled::planned_looks_tables(report.sequential.as_ref()?);
    Some(section("Planned looks at the primary hypotheses", PLANNED_LOOKS, vec![], tables))
}

const PLANNED_LOOKS: &str = "A group-sequential design: each look has a bound of its own, so that the error rate over all \
    looks is alpha (Lan and DeMets 1983). A hypothesis is rejected once its bound is crossed. Hypotheses that are not rejected \
    share alpha (Holm; Maurer and Bretz 2013). Numbers of a look stay as they were when it was taken.";

/// IDs of the sections that don't compare outcomes of arms.
const ALWAYS_SHOWN: [&str; 7] = [
    "flow-of-participants",
    "baseline",
    "later-parts",
    "items",
    "time-and-drop-off",
    "quality-flags",
    "about-the-trial",
];

fn all_sections(report: &Report) -> Vec<Value> {
    let moderators = section(
        "Moderators",
        "Whether the differences in d′ are the same in all groups, or along a number. Holm's method corrects the confirmatory \
         moderators together; the p values of exploratory ones are uncorrected.",
        report.moderators.iter().map(|one| moderator(report, one)).collect(),
        tabled::moderators(report),
    );
    let moderators = Some(moderators).filter(|_| !report.moderators.is_empty());
    let dropouts = tabled::dropouts(report);
    let dropouts = section("Participants without the outcome", with_any(&dropouts, DROPOUTS), vec![], dropouts);
    let taken = tabled::compliance(report);
    let compliance =
        Some(section("Training taken", &training_taken(report), vec![], taken.clone())).filter(|_| !taken.is_empty());
    let imputed = tabled::imputation(report);
    let imputation = section("Missing outcomes", with_any(&imputed, IMPUTATION), vec![tipping(report)], imputed);
    let specifications = section(
        "Specification curves",
        tabled::SPECIFICATIONS,
        report.specifications.iter().map(|curve| specifications(report, curve)).collect(),
        tabled::specifications(report),
    );
    let funnels = report.times.iter().map(|times| funnel(report, times)).collect();
    let first = vec![
        section(
            "About the trial",
            "CONSORT 2025, items 2 to 5, 10, 16a and 23. What study.yaml does not state is for the authors to write.",
            vec![],
            tabled::trial(report),
        ),
        section(
            "Flow of participants",
            "CONSORT 2025, items 22a and 22b.",
            vec![Some(json!({ "svg": Flow::of(report, &ENGLISH).svg() }))],
            tabled::flow(report),
        ),
        section(
            "Baseline",
            "All randomised participants, also the excluded ones. There are no tests of significance: between randomised \
             arms, differences are due to chance (CONSORT 2025, item 25).",
            vec![],
            tabled::baseline(report),
        ),
        section(
            "Outcomes by arm",
            &format!("{MEANS}{}", if report.about.judged_before { OTHER_ITEMS } else { "" }),
            vec![means(report, "d_prime"), means(report, "accuracy"), means(report, "false_alarm_rate")],
            tabled::outcomes(report),
        ),
        section(
            "Differences between arms",
            &differences_help(report),
            vec![
                differences(report, Unit::Deviations, "plot-d", "Difference in d′ or c"),
                differences(report, Unit::Share, "plot-share", "Difference, in points of 100"),
                differences(report, Unit::Points, "plot-scale", "Difference, in points of the scale"),
                plot(
                    &charts::populations(report, &ENGLISH),
                    "plot-populations",
                    "Difference in d′, in several populations",
                    "Differences with 95% intervals.",
                ),
            ],
            tabled::contrasts(report),
        ),
    ];
    let rest = [
        section(
            "Confidence",
            "Over all answers of an arm. Intervals of the points treat answers as independent, those of the areas do not.",
            vec![
                plot(
                    &charts::calibration(report, Phase::After, &ENGLISH),
                    "plot-calibration",
                    "Calibration of confidence",
                    "Share of correct answers at each level of confidence in the post-test, with 95% intervals. On the \
                     dashed line, confidence fits.",
                ),
                plot(
                    &charts::roc(report, Phase::After, &ENGLISH),
                    "plot-roc",
                    "ROC curves",
                    "Hits against false alarms at every level of suspicion in the post-test. The dashed line is guessing.",
                ),
            ],
            tabled::confidence(report),
        ),
        section(
            "Items",
            "Discrimination: correlation of a correct answer with the share of correct answers to the other items.",
            vec![items(report, Phase::Before), items(report, Phase::After)],
            tabled::items(report),
        ),
        section(
            "Item response",
            "A crossed probit model of single answers (signal detection, DeCarlo 1998), with random effects of participants and \
             items, by Laplace’s approximation. Information: of one answer, on the d′ of the average participant; the squared \
             standard error of d′ is 1 divided by the sum. Differential item functioning is what an arm has above or below \
             its own mean and the item’s; with many intervals, some exclude 0 by chance. A number without an \
             interval: no difference between the items could be estimated.",
            vec![],
            tabled::item_response(report),
        ),
        section("Scales", "Cronbach's α and mean scores.", vec![], tabled::scales(report)),
        section("Time and drop-off", times_help(report), funnels, tabled::times(report)),
        section(
            "Quality flags",
            "Quality flags, and answers that the plan flags for sensitivity analysis. They exclude nobody.",
            vec![],
            tabled::flags(report),
        ),
    ];
    let factors = report.factors.as_ref().map(|factorial| {
        section("Factors", &factors(report, factorial), vec![cells(report)], tabled::factors(factorial))
    });
    let later = section("Later parts", &later_parts(report), vec![by_part(report)], tabled::waves(report));
    let later = Some(later).filter(|_| !report.waves.is_empty());
    let advised = section("Advice", ADVICE, vec![], tabled::advice(report));
    let advised = Some(advised).filter(|_| !report.advice.is_empty());
    let looks = looks_at_hypotheses(report).filter(|_| !is_withheld(report));
    looks
        .into_iter()
        .chain(first)
        .chain(factors)
        .chain(later)
        .chain(advised)
        .chain(compliance)
        .chain([specifications, dropouts, imputation])
        .chain(moderators)
        .chain(rest)
        .collect()
}

const MEANS: &str = "Means over participants with 95% intervals. Manipulated items are those whose correct answer the plan calls the signal.";

const OTHER_ITEMS: &str =
    " The judgements before and after are of other items: the difference of their means is no change.";

fn differences_help(report: &Report) -> String {
    if report.clusters.is_some() {
        return "Differences after between the means of units, without covariates (t test). Hedges’ g is the difference in \
                standard deviations of participants within both arms."
            .into();
    }
    let has_before = report.outcomes.iter().any(|one| !one.before.is_empty());
    let before = if has_before { "the same measure before, where there is one, and for " } else { "" };
    format!(
        "Differences after, adjusted for {before}test form and stratum, if the study has them (analysis of covariance, HC3 \
         errors). Hedges’ g is the difference in standard deviations within both arms."
    )
}

/// What the numbers about advice are.
pub const ADVICE: &str = "Each judgement was made twice: an initial answer, and a final one after advice that names an answer. \
    All numbers are means over participants of their own judgements with both answers, with t intervals, of those who are not \
    excluded. The share that changes to the correct answer less the share that changes from it is the change in accuracy. Advice \
    can only be adopted where it names another answer than the initial one. Adoption of wrong advice is overreliance, rejection \
    of right advice underreliance. Some answers would also change without advice, because each \
    judgement is made twice. All outcomes above are of the final answers. Exploratory: nothing is \
    tested.";

/// What the numbers about the training taken are.
fn training_taken(report: &Report) -> String {
    let training = if report.compliance.arms.is_empty() { "" } else { COMPLIANCE };
    let watched = if report.compliance.watched.is_empty() { "" } else { WATCHED };
    [training, watched].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}

/// What the minutes watched are.
pub const WATCHED: &str = "Minutes of audio and video that are shown without a question, of the randomised participants who are not \
    excluded and for whom the part is planned; each second of a recording counts once. Median and quartiles are of those of whom \
    a submission reports a recording. Shares are of all; all of a recording means at least 95% of its length. Playing is not \
    attending.";

const COMPLIANCE: &str = "The complier average causal effect: what the training does for those who take it if assigned, by \
    two-stage least squares with the allocation as instrument, adjusted like the primary analysis (HC3). Unlike a comparison of \
    compliers, it keeps the randomisation. It assumes that the allocation works through the training alone, that nobody takes \
    more of it for not being assigned to it, and, for the whole training, that each item adds equally much. For compliers, it assumes \
    that a smaller share does nothing. Only participants with the outcome are in it. It decides no hypothesis.";

/// What the numbers about factors are, and how many participants are in their model; or why there is no model.
pub fn factors(report: &Report, factorial: &Factorial) -> String {
    let (kind, people) = if report.clusters.is_some() {
        ("d′ after, of the means of units, which have one variance in all cells.", "Participants of these units")
    } else {
        ("d′ after, in the model of the primary analysis (HC3 errors).", "Participants in the model")
    };
    let model = match &factorial.why {
        Some(why) => why.sentence().to_owned(),
        None => format!("{people}: {}.", factorial.n),
    };
    format!("{kind} {FACTORS} {model}")
}

const FACTORS: &str = "All cells count equally, whatever their \
    numbers of participants are (type III). A main effect is the mean of the cells with a level minus that of the cells with the \
    first level of the factor. An interaction is how much this difference changes with another factor: the difference of the \
    differences, and with three factors their difference. Where there is one, a main effect is a mean of unequal differences. Exploratory, except hypotheses: no other p value is \
    corrected.";

/// The introduction to the later parts: of an interim report, only about who came back.
fn later_parts(report: &Report) -> String {
    let about: Vec<String> = report.waves.iter().filter_map(tabled::about_part).collect();
    let has_outcomes = report.waves.iter().any(|wave| !wave.outcomes.is_empty());
    let parts = [CAME_BACK, &about.join(" "), if has_outcomes { LATER_OUTCOMES } else { "" }];
    parts.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Who is counted in later parts.
pub const CAME_BACK: &str = "Who came back, of the randomised participants for whom the part was planned: they completed the \
    earlier part in time and, if the part is by consent, agreed to be contacted. Erased ones are not counted. Not completed: \
    missed, declined, ended by a time limit or failed checks, or not over yet. Of all randomised participants, erased ones included, those \
    for whom the part was never planned have not completed it either.";

/// What the numbers about later parts are.
pub const LATER_OUTCOMES: &str = "d′ and criterion are computed as in the first part, of those who came back and are not \
    excluded; d′ of fewer items is closer to 0, so compare parts only if they have as many items. Who comes back is not \
    randomised: all of these numbers are biased if other people are lost in one arm than in another, even at equal rates. \
    Differences are adjusted as in the primary analysis. The share retained is the difference in the later part divided by the \
    one after the training in the first part, in one model of the participants with both, with Fieller’s interval. There is none \
    where the interval of the first difference includes 0, or the tests have different numbers of items. Shown only where the \
    first difference is clear, a share is on average too small if that was unlikely. A share holds for these items: the parts \
    have other items, which are not counterbalanced, so that a difference in how well they show the effect looks like a change. \
    The correction of extreme rates draws larger d′ more towards 0, \
    which makes a share slightly too large: with 6 + 6 items, a true half is expected as 0.52 of a difference of 1, and as 0.57 of \
    a difference of 2.";

const DROPOUTS: &str = "What the participants without the primary outcome were like before the arms differed, next to \
    those with it. Excluded and erased participants are not counted. A standardised difference of 0.1 or more is often called \
    noticeable (Austin 2009); with few participants, chance alone makes larger ones.";

const IMPUTATION: &str = "Missing d′ is imputed in each arm from what was known before the arms differed, and the analyses \
    are pooled by Rubin’s rules. This assumes that participants without the outcome did as others of their arm with the same \
    characteristics. The tables below show how much worse or better they must have done in one arm to change a decision; \
    shifts of up to 3 were tried.";

/// The introduction to tables about missing outcomes, if there are any.
fn with_any<'a>(tables: &[Value], intro: &'a str) -> &'a str {
    if tables.is_empty() { "No analysed participant lacks the primary outcome." } else { intro }
}

fn times_help(report: &Report) -> &'static str {
    match (report.about.simulated_times, report.about.simulated) {
        (true, _) => "Medians with quartiles, in minutes and seconds, of simulated participants.",
        (false, 0) => "Medians with quartiles, in minutes and seconds.",
        (false, _) => "Medians with quartiles, in minutes and seconds, without those of simulated participants.",
    }
}

fn section(title: &str, intro: &str, plots: Vec<Plot>, tables: Vec<Value>) -> Value {
    let plots: Vec<Value> = plots.into_iter().flatten().collect();
    let id = title.to_lowercase().replace(' ', "-");
    json!({ "id": id, "title": title, "intro": intro, "plots": plots, "tables": Value::from(tables) })
}
