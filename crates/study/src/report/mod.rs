//! The report of a study: what the console and `unmask report` show, computed from participants' rows and nothing else.
//!
//! Pure: the same rows give the same report. The formulae are in [`crate::analysis`], and `docs/ANALYSIS.md` describes how
//! they are combined. Means are over participants, because answers of one participant are not independent. What can't be
//! computed has a reason.

mod blind;
mod compare;
mod curves;
mod design;
mod durations;
mod flags;
mod flow;
pub mod input;
mod items;
mod measure;
mod messages;
mod number;
mod outcomes;
mod populations;
mod reader;
mod sample;
mod scales;
mod scored;
mod summary;
mod terms;
mod verdict;
mod why;

use serde::Serialize;
use utoipa::ToSchema;

pub use blind::{blind, blinded_labels};
pub use compare::{Contrast, Model};
pub use curves::{CalibrationPoint, Curves, RocPoint};
pub use durations::{Quartiles, StepTime, Times};
pub use flags::FlagCount;
pub use flow::{ArmFlow, ArmLoss, Flow, Loss, Reason};
pub use input::Input;
pub use items::{ItemResult, Phase};
pub use measure::Measure;
pub use number::Number;
pub use outcomes::{Outcome, Unit};
pub use populations::{MissingBounds, Population};
pub use reader::Reader;
pub use sample::Needed;
pub use scales::ScaleResult;
pub use scored::Scored;
pub use terms::{Flag, Language, PopulationId, Verdict};
pub use verdict::Hypothesis;
pub use why::Why;

/// Everything that is known about the study's result. Arms are called by their index in `arms`.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// What this is a report of.
    pub about: About,
    /// The arms.
    pub arms: Vec<ArmName>,
    /// The result in one or two sentences.
    pub headline: String,
    /// Cautions: interim data, simulated participants, attrition, exclusions.
    pub cautions: Vec<String>,
    /// Each hypothesis with its verdict.
    pub hypotheses: Vec<Hypothesis>,
    /// Flow of participants.
    pub flow: Flow,
    /// Loss of the primary outcome by arm, with its test.
    pub loss: Loss,
    /// Every outcome by arm, before, afterwards and arm against arm.
    pub outcomes: Vec<Outcome>,
    /// The model of the primary outcome.
    pub model: Model,
    /// The primary comparison in several populations.
    pub populations: Vec<Population>,
    /// How far missing outcomes could move it.
    pub bounds: Vec<MissingBounds>,
    /// Calibration and ROC curves, by arm and test.
    pub curves: Vec<Curves>,
    /// Item by item.
    pub items: Vec<ItemResult>,
    /// Scales of the questionnaires.
    pub scales: Vec<ScaleResult>,
    /// Time and drop-off by step.
    pub times: Vec<Times>,
    /// Quality flags.
    pub flags: Vec<FlagCount>,
}

/// What a report is of.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportAbout)]
pub struct About {
    /// Title of the study.
    pub title: String,
    /// The bundle's version.
    pub version: String,
    /// The study is blinded: arms have blinded labels.
    #[serde(rename = "masked")]
    pub blinded: bool,
    /// Simulated participants among the registered, erased ones counted.
    pub simulated: u32,
    /// Simulated participants that were left out.
    pub simulated_left_out: u32,
    /// Error rate of the tests.
    pub alpha: f64,
    /// The rise in false alarms that must be ruled out.
    pub false_alarm_margin: f64,
    /// Number of people to be allocated, if there is an end.
    pub target: Option<u32>,
}

/// An arm.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportArm)]
pub struct ArmName {
    /// ID in the data, or `a`, `b` … while the study is blinded.
    pub id: String,
    /// Name for researchers, or a blinded label.
    pub label: String,
}

/// The report of these rows, in English.
pub fn report(input: &Input) -> Report {
    report_of(input, &Scored::all(input))
}

/// The same for callers that need the scores of all participants as well: `randomised` are [all](Scored::all) of the input.
pub fn report_of(input: &Input, randomised: &[Scored]) -> Report {
    let (design, language) = (&input.design, Language::English);
    let analysed: Vec<&Scored> = randomised.iter().filter(|one| !one.excluded()).collect();
    let outcomes = outcomes::outcomes(language, input, &analysed);
    let judge = verdict::Judge { design, outcomes: &outcomes, language };
    let hypotheses = judge.all();
    let flow = flow::flow(language, input, randomised);
    let loss = flow::loss(input, randomised);
    Report {
        about: About {
            title: design.title.clone(),
            version: design.version.clone(),
            blinded: design.blinded,
            simulated: input.simulated(),
            simulated_left_out: input.simulated_left_out,
            alpha: design.alpha,
            false_alarm_margin: design.false_alarm_margin,
            target: design.target,
        },
        arms: design.arms.iter().map(|arm| ArmName { id: arm.id.clone(), label: arm.label.clone() }).collect(),
        headline: summary::headline(&judge, &hypotheses),
        cautions: summary::cautions(language, input, &flow, &loss),
        hypotheses,
        model: compare::model(design, &outcomes::primary_rows(&analysed)),
        populations: populations::populations(language, input, randomised),
        bounds: populations::bounds(input, randomised),
        curves: curves::curves(input, &analysed),
        items: items::items(input, &analysed),
        scales: scales::scales(input, &analysed),
        times: durations::times(input),
        flags: flags::counts(language, design, randomised),
        flow,
        loss,
        outcomes,
    }
}

impl Report {
    /// The same report of the same rows in another language; no number is computed again. Names that the study gives (of
    /// arms, parts, scales and items) stay as they are.
    #[must_use]
    pub fn in_language(&self, input: &Input, language: Language) -> Self {
        let (design, language, mut report) = (&input.design, language, self.clone());
        translate_reasons(&mut report, language);
        for (outcome, named) in report.outcomes.iter_mut().zip(outcomes::Named::all(language, design)) {
            (outcome.label, outcome.meaning) = (named.label, named.meaning);
        }
        let judge = verdict::Judge { design, outcomes: &report.outcomes, language };
        report.hypotheses = judge.all();
        report.headline = summary::headline(&judge, &report.hypotheses);
        report.cautions = summary::cautions(language, input, &self.flow, &self.loss);
        report.flow.not_randomised_reasons = flow::not_randomised(language, input);
        for arm in &mut report.flow.arms {
            arm.excluded_reasons = flow::excluded_reasons(language, input, arm.arm);
        }
        report.populations.iter_mut().for_each(|one| one.label = one.id.label(language, design));
        report.flags.iter_mut().for_each(|one| language.flag(one.flag).clone_into(&mut one.label));
        report
    }
}

/// The primary contrasts alone, as in [`report`]: for series of hundreds of simulated studies.
pub fn primary(input: &Input) -> Vec<Contrast> {
    let people = input.people.iter().filter(|person| person.exposed && person.excluded.is_none());
    let rows: Vec<compare::Row> = people
        .filter_map(|person| {
            let (before, after) = (Measure::DPrime.of(&person.before)?, Measure::DPrime.of(&person.after)?);
            Some(compare::Row { arm: person.arm?, before: Some(before), after })
        })
        .collect();
    compare::corrected(&input.design, &rows)
}

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

/// Writes all reasons of a report in another language; those of its hypotheses follow when they are judged.
fn translate_reasons(report: &mut Report, language: Language) {
    let outcomes = report.outcomes.iter_mut();
    let (numbers, contrasts): (Vec<_>, Vec<_>) =
        outcomes.map(|one| (one.before.iter_mut().chain(&mut one.after), &mut one.contrasts)).unzip();
    let model = &mut report.model;
    let curves = report.curves.iter_mut().flat_map(|one| [&mut one.auc, &mut one.type2_auc]);
    let items = report.items.iter_mut();
    let items = items.flat_map(|one| [&mut one.right, &mut one.hits, &mut one.false_alarms, &mut one.discrimination]);
    let scales = report.scales.iter_mut().flat_map(|one| [&mut one.alpha].into_iter().chain(&mut one.arms));
    let loss = report.loss.arms.iter_mut().flat_map(|one| [&mut one.share].into_iter().chain(&mut one.difference));
    let numbers = numbers.into_iter().flatten().chain(&mut model.adjusted_means).chain([&mut model.slope]);
    let numbers = numbers.chain(curves).chain(items).chain(scales).chain(loss).map(|number| &mut number.why);
    let populations = report.populations.iter_mut().map(|one| &mut one.contrasts);
    let contrasts = contrasts.into_iter().chain(populations).flatten().map(|contrast| &mut contrast.why);
    numbers.chain(contrasts).chain([&mut model.why]).flatten().for_each(|why| why.translate(language));
}
