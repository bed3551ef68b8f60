//! The report of a study: what the console and `unmask report` show, computed from participants' rows and nothing else.
//!
//! Pure: the same rows give the same report. The formulae are in [`unmask_analysis`], and `docs/ANALYSIS.md` describes
//! how they are combined. Means are over participants, because answers of one participant are not independent. What
//! can't be computed has a reason.

mod advice;
mod ahead;
mod baseline;
mod blind;
mod clusters;
mod compare;
mod compliance;
mod covariates;
mod curves;
mod derived;
mod design;
pub mod dropouts;
mod durations;
mod effect_verdict;
mod factors;
mod flags;
mod flow;
mod guardrails;
mod imputation;
pub mod input;
mod interim;
mod item_response;
mod items;
mod measure;
mod messages;
mod moderators;
mod number;
mod outcomes;
mod populations;
mod reader;
mod sample;
mod scales;
mod scored;
mod secondary;
mod specifications;
mod stage;
mod summary;
mod terms;
mod trial;
mod verdict;
mod waves;
mod why;

use serde::Serialize;
use utoipa::ToSchema;

use crate::definition::analysis::PrimaryModel;
use covariates::Covariates;
use input::{Design, Person};

pub use advice::{AdviceArm, AdviceResult, AdvisedMeasure};
pub use ahead::{EffectAhead, Later, WaveAhead};
pub use baseline::{Baseline, BaselineArm};
pub use blind::{blind, blinded_labels, blinded_names, blinded_order};
pub use clusters::{ClusterArm, Clusters};
pub use compare::{Contrast, Model, Standardised};
pub use compliance::{Compliance, ComplianceArm, ComplierEffect, WatchedArm, WatchedResult};
pub use covariates::Covariate;
pub use curves::{CalibrationPoint, Curves, RocPoint};
pub use dropouts::{Dropouts, DropoutsArm};
pub use durations::{Quartiles, StepTime, Times};
pub use factors::{
    FactorCell, FactorContrast, FactorEffect, FactorHypothesis, FactorMeans, Factorial, LevelMean, MOST_IN_AN_EFFECT,
};
pub use flags::FlagCount;
pub use flow::{ArmFlow, ArmLoss, Concern, Flow, Loss, Reason};
pub use guardrails::ScaleGuardrail;
pub use imputation::{Imputation, MarginTipping, MarginTippingPoint, Tipping, TippingPoint};
pub use input::Input;
pub use input::Phase;
pub use interim::{LookBound, LookTest, PlannedLook, Sequential, SequentialLook};
pub use item_response::{ItemParameters, ItemResponse};
pub use items::ItemResult;
pub use measure::Measure;
pub use moderators::{ContinuousModerator, Moderator, ModeratorGroup, ModeratorPoint};
pub use number::Number;
pub use outcomes::{Outcome, Unit};
pub use populations::{MissingBounds, Population};
pub use reader::{Reader, Submitted};
pub use sample::{LooksAhead, Needed};
pub use scales::ScaleResult;
pub use scored::Scored;
pub use secondary::{MarginInterval, MarginTest};
pub use specifications::{Decision, DecisionOption, Specification, SpecificationCurve};
pub use stage::{Recruitment, Stage, StageKind};
pub use terms::{ComplierNote, DoseKind, Flag, Language, PopulationId, Verdict};
pub use trial::{Detectable, Deviation, FixedPlan, Trial, TrialActivation, TrialVersion};
pub use verdict::Hypothesis;
pub use waves::{ArmWaveLoss, RetainedDifference, WaveLoss, WaveOutcome, WaveResult};
pub use why::Why;

/// The results of the study. Fields refer to an arm by its index in `arms`.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// Study, version and settings of the report.
    pub about: About,
    /// Whether outcomes are shown by arm. In an interim report, `hypotheses` and what follows `loss`, except items,
    /// times and flags, are empty.
    pub stage: Stage,
    /// Planned looks at the primary hypotheses before the target; null if none is planned.
    pub sequential: Option<Sequential>,
    /// The arms.
    pub arms: Vec<ArmName>,
    /// The result in one or two sentences.
    pub headline: String,
    /// Which analysis the plan calls primary, and what the verdicts hold for.
    pub method: String,
    /// Cautions: interim data, simulated participants, attrition, exclusions.
    pub cautions: Vec<String>,
    /// Each hypothesis with its verdict.
    pub hypotheses: Vec<Hypothesis>,
    /// What the study states about the trial, and its course.
    pub trial: Trial,
    /// Flow of participants.
    pub flow: Flow,
    /// Loss of the primary outcome by arm, with its test.
    pub loss: Loss,
    /// What the randomised participants of each arm were like before the arms differed.
    pub baseline: Vec<Baseline>,
    /// What the participants without the primary outcome were like, compared with those who have it.
    pub dropouts: Vec<Dropouts>,
    /// Each outcome: means by arm before and after the training, and differences between arms.
    pub outcomes: Vec<Outcome>,
    /// The model of the primary outcome.
    pub model: Model,
    /// The factors of a factorial design, and what they do to the primary outcome; absent without any, in a blinded
    /// report and in an interim report.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factors: Option<Factorial>,
    /// The comparisons of the primary outcome in several populations.
    pub populations: Vec<Population>,
    /// Each comparison under every combination of reasonable choices. Empty in an interim report.
    pub specifications: Vec<SpecificationCurve>,
    /// How much of the training was taken, and the effect of taking it.
    pub compliance: Compliance,
    /// Bounds of the primary differences if missing outcomes are extreme.
    pub bounds: Vec<MissingBounds>,
    /// The comparisons of the primary outcome with multiple imputation of missing outcomes.
    pub imputation: Imputation,
    /// Moderators of the primary outcome, with the verdicts on hypotheses about them.
    pub moderators: Vec<Moderator>,
    /// Calibration and ROC curves, by arm and test.
    pub curves: Vec<Curves>,
    /// Results by item.
    pub items: Vec<ItemResult>,
    /// Items and people in one model, by test. Empty in an interim report.
    pub item_response: Vec<ItemResponse>,
    /// Scales of the questionnaires.
    pub scales: Vec<ScaleResult>,
    /// Time and drop-off by step.
    pub times: Vec<Times>,
    /// Quality flags.
    pub flags: Vec<FlagCount>,
    /// The waves after the first one; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waves: Vec<WaveResult>,
    /// Judgements before and after advice, by test; absent without any, in a blinded and in an interim report.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub advice: Vec<AdviceResult>,
    /// The units, if the trial allocates units such as classes; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub clusters: Option<Clusters>,
}

/// Study, version and settings of a report.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportAbout)]
pub struct About {
    /// Title of the study.
    pub title: String,
    /// The bundle's version.
    pub version: String,
    /// Whether the study is blinded. If so, arms have blinded labels.
    #[serde(rename = "masked")]
    pub blinded: bool,
    /// Number of simulated participants among the registered, including erased ones.
    pub simulated: u32,
    /// Number of simulated participants that the report does not include.
    pub simulated_left_out: u32,
    /// Whether the times are those of simulated participants, because there are no others.
    pub simulated_times: bool,
    /// Significance level of the tests.
    pub alpha: f64,
    /// The analysis of the primary outcome that the plan calls primary. The report computes the analysis of covariance;
    /// if the mixed model is primary, that is a sensitivity analysis.
    pub model: PrimaryModel,
    /// The rise in false alarms that must be ruled out.
    pub false_alarm_margin: f64,
    /// Whether there are judgements before the training.
    pub judged_before: bool,
    /// Number of participants to be allocated; null without a target.
    pub target: Option<u32>,
    /// SHA-256 of the allocation seed, which was recorded before the first participant; null before the first start.
    pub seed_commitment: Option<String>,
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

/// The report of these rows, in English, with all comparisons: as it is [at](Report::at) the end of recruitment.
pub fn report(input: &Input) -> Report {
    report_of(input, &Scored::all(input))
}

/// The same for callers that need the scores of all participants as well: `randomised` are [all](Scored::all) of the
/// input.
pub fn report_of(input: &Input, randomised: &[Scored]) -> Report {
    let (design, language) = (&input.design, Language::English);
    let analysed: Vec<&Scored> = randomised.iter().filter(|one| !one.excluded()).collect();
    let outcomes = outcomes::outcomes(language, input, &analysed);
    let populations = populations::populations(language, input, randomised);
    let stage = Stage::of(input, Recruitment { closed: true, ..Recruitment::default() });
    let primary = outcomes::primary(&outcomes, design);
    let sequential = input.sequential_at_end(stage.n, stage.randomised, primary);
    let waves = waves::waves(language, input, randomised, &analysed);
    let judge = verdict::Judge {
        design,
        outcomes: &outcomes,
        populations: &populations,
        waves: &waves,
        sequential: sequential.as_ref(),
        language,
    };
    let hypotheses = judge.all();
    let rows = outcomes::primary_rows(&analysed);
    let mut factorial = factors::factorial(design, &rows, primary);
    if let Some(factorial) = &mut factorial {
        effect_verdict::judge(language, design, factorial);
    }
    let effects = factorial.as_ref().map_or(&[][..], |factorial| &factorial.hypotheses);
    let mut moderators = moderators::moderators(language, input, &analysed);
    moderators::judge(language, design, (&hypotheses, effects), &mut moderators);
    let flow = flow::flow(language, input, randomised);
    let loss = flow::loss(input, randomised);
    let model = compare::model(design, &rows);
    let clusters = clusters::clusters(design, &rows);
    Report {
        about: About {
            title: design.title.clone(),
            version: design.version.clone(),
            blinded: design.blinded,
            simulated: input.simulated(),
            simulated_left_out: input.simulated_left_out,
            simulated_times: input.simulated() > 0 && durations::only_simulated(input),
            alpha: design.alpha,
            model: design.model,
            false_alarm_margin: design.false_alarm_margin,
            judged_before: !design.before.is_empty(),
            target: design.target,
            seed_commitment: input.seed_commitment.clone(),
        },
        headline: summary::headline(&judge, &hypotheses, effects),
        stage,
        sequential: sequential.clone(),
        arms: design.arms.iter().map(|arm| ArmName { id: arm.id.clone(), label: arm.label.clone() }).collect(),
        method: language.method(design, &model.adjusted_for),
        cautions: summary::cautions(language, input, &flow, (&loss, &waves), clusters.as_ref()),
        hypotheses,
        trial: trial::trial(language, input, &flow),
        baseline: baseline::baseline(language, input, randomised),
        dropouts: dropouts::dropouts(language, input, randomised),
        model,
        specifications: specifications::specifications(language, input, randomised),
        compliance: compliance::compliance(language, design, &analysed),
        bounds: populations::bounds(input, randomised),
        imputation: imputation::imputation(design, randomised, sequential.as_ref(), &factors::tests(design, &rows)),
        factors: factorial,
        moderators,
        curves: curves::curves(input, &analysed),
        items: items::items(input, &analysed),
        item_response: Vec::new(),
        scales: scales::scales(input, &analysed),
        times: durations::times(input),
        flags: flags::counts(language, design, randomised),
        waves,
        advice: advice::advice(language, design, &analysed),
        clusters,
        flow,
        loss,
        outcomes,
        populations,
    }
}

impl Report {
    /// The same with the item response of these rows, which takes seconds: not at a stage that does not show it.
    #[must_use]
    pub fn with_item_response(self, input: &Input, stage: &Stage) -> Self {
        if stage.kind.withholds() {
            return self;
        }
        Self { item_response: item_response::item_response(input, &Scored::all(input)), ..self }
    }

    /// The same report of the same rows in another language; no number is computed again. Names that the study gives
    /// are in that language if the bundle has a translation; titles of items stay as they are.
    #[must_use]
    pub fn in_language(&self, input: &Input, language: Language) -> Self {
        let (design, mut report) = (&input.design.in_language(language), self.clone());
        translate_reasons(&mut report, language);
        report.about.title.clone_from(&design.title);
        report.arms.iter_mut().zip(&design.arms).for_each(|(name, arm)| name.label.clone_from(&arm.label));
        report.scales.iter_mut().zip(&design.scales).for_each(|(found, scale)| found.label.clone_from(&scale.label));
        for (outcome, named) in report.outcomes.iter_mut().zip(outcomes::Named::all(language, design)) {
            (outcome.label, outcome.meaning) = (named.label, named.meaning);
        }
        moderators::name(language, design, &mut report.moderators);
        specifications::name(language, design, &mut report.specifications);
        for effect in &mut report.compliance.effects {
            effect.words = compliance::words(language, &effect.notes);
        }
        baseline::name(language, design, &mut report.baseline);
        dropouts::name(language, design, &mut report.dropouts);
        waves::name(language, design, &mut report.waves);
        advice::name(language, &mut report.advice);
        if let Some(factorial) = &mut report.factors {
            factors::name(design, factorial);
            effect_verdict::judge(language, design, factorial);
        }
        report.trial.changed = trial::changed(language, &report.trial.versions);
        report.trial.plan = trial::fixed_plan(language, &input.course);
        report.populations.iter_mut().for_each(|one| one.label = one.id.label(language, design));
        let judge = verdict::Judge {
            design,
            outcomes: &report.outcomes,
            populations: &report.populations,
            waves: &report.waves,
            sequential: report.sequential.as_ref(),
            language,
        };
        let hypotheses = judge.all();
        let effects = report.factors.as_ref().map_or(&[][..], |factorial| &factorial.hypotheses);
        report.headline = summary::headline(&judge, &hypotheses, effects);
        moderators::judge(language, design, (&hypotheses, effects), &mut report.moderators);
        report.hypotheses = hypotheses;
        report.method = language.method(design, &report.model.adjusted_for);
        let losses = (&self.loss, report.waves.as_slice());
        report.cautions = summary::cautions(language, input, &self.flow, losses, self.clusters.as_ref());
        report.flow.not_randomised_reasons = flow::not_randomised(language, input);
        for arm in &mut report.flow.arms {
            arm.excluded_reasons = flow::excluded_reasons(language, input, arm.arm);
        }
        report.flags.iter_mut().for_each(|one| language.flag(one.flag).clone_into(&mut one.label));
        report
    }
}

/// The primary contrasts alone, as in [`report`]: for series of hundreds of simulated studies.
pub fn primary(input: &Input) -> Vec<Contrast> {
    primary_of(&input.design, input.people.iter())
}

/// The results of later waves alone, as in [`report`]: for series of hundreds of simulated studies.
pub fn later_waves(input: &Input) -> Vec<WaveResult> {
    let randomised = Scored::all(input);
    let analysed: Vec<&Scored> = randomised.iter().filter(|one| !one.excluded()).collect();
    waves::waves(Language::English, input, &randomised, &analysed)
}

/// The primary contrasts of some of the people.
fn primary_of<'a>(design: &Design, people: impl Iterator<Item = &'a Person>) -> Vec<Contrast> {
    let people = people.filter(|person| person.exposed && person.excluded.is_none());
    let rows: Vec<compare::Row> = people
        .filter_map(|person| {
            let d_prime = |judged, items: &[input::Item]| design.measured(Measure::DPrime, judged, items.len());
            let before = d_prime(&person.before, &design.before);
            let before = if design.before.is_empty() { None } else { Some(before?) };
            let after = d_prime(&person.after, &design.after)?;
            Some(compare::Row { arm: person.arm?, covariates: Covariates::of(person, before), after })
        })
        .collect();
    let effects = factors::tests(design, &rows);
    let mut found = compare::corrected(design, Measure::DPrime.name(), &rows, &effects);
    found.truncate(design.comparisons.len());
    found
}

#[cfg(test)]
mod baseline_tests;
#[cfg(test)]
mod dropouts_tests;
#[cfg(test)]
mod factors_tests;
#[cfg(test)]
mod imputation_tests;
#[cfg(test)]
mod interim_tests;
#[cfg(test)]
mod item_response_tests;
#[cfg(test)]
mod secondary_tests;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod waves_tests;

/// Writes all reasons of a report in another language; those of its hypotheses follow when they are judged.
fn translate_reasons(report: &mut Report, language: Language) {
    let outcomes = report.outcomes.iter_mut();
    let (numbers, contrasts): (Vec<_>, Vec<_>) =
        outcomes.map(|one| (one.before.iter_mut().chain(&mut one.after), &mut one.contrasts)).unzip();
    let model = &mut report.model;
    let curves = report.curves.iter_mut().flat_map(|one| [&mut one.auc, &mut one.type2_auc]);
    let items = report.items.iter_mut();
    let items = items.flat_map(|one| [&mut one.right, &mut one.hits, &mut one.false_alarms, &mut one.discrimination]);
    let response = report.item_response.iter_mut();
    let (models, parameters): (Vec<_>, Vec<_>) = response.map(|one| (&mut one.why, &mut one.items)).unzip();
    let parameters = parameters.into_iter().flatten();
    let parameters =
        parameters.flat_map(|one| [&mut one.sensitivity, &mut one.criterion].into_iter().chain(&mut one.arms));
    let scales = report.scales.iter_mut().flat_map(|one| [&mut one.alpha].into_iter().chain(&mut one.arms));
    let loss = report.loss.arms.iter_mut().flat_map(|one| [&mut one.share].into_iter().chain(&mut one.difference));
    let loss = loss.chain([&mut report.loss.share]);
    let numbers = numbers.into_iter().flatten().chain(&mut model.adjusted_means).chain([&mut model.slope]);
    let numbers =
        numbers.chain(curves).chain(items).chain(parameters).chain(scales).chain(loss).map(|number| &mut number.why);
    let populations = report.populations.iter_mut().map(|one| &mut one.contrasts);
    let populations = populations.chain([&mut report.imputation.contrasts]);
    let moderators = report.moderators.iter_mut();
    let (groups, tests): (Vec<_>, Vec<_>) =
        moderators.map(|one| ((&mut one.groups, &mut one.continuous), &mut one.why)).unzip();
    let (groups, along): (Vec<_>, Vec<_>) = groups.into_iter().unzip();
    let along = along.into_iter().flatten();
    let along =
        along.flat_map(|one| [&mut one.slopes].into_iter().chain(one.points.iter_mut().map(|at| &mut at.contrasts)));
    let groups = groups.into_iter().flatten().map(|group| (&mut group.after, &mut group.contrasts));
    let (means, differences): (Vec<_>, Vec<_>) = groups.unzip();
    let numbers = numbers.chain(means.into_iter().flatten().map(|number| &mut number.why)).chain(tests).chain(models);
    let effects = report.compliance.effects.iter_mut().map(|one| &mut one.contrast);
    let contrasts = contrasts.into_iter().chain(populations).chain(differences).chain(along);
    let contrasts = contrasts.flatten().chain(effects).map(|contrast| &mut contrast.why);
    let specifications = report.specifications.iter_mut().flat_map(|curve| &mut curve.specifications);
    let numbers = numbers.chain(specifications.map(|one| &mut one.why));
    let waves = report.waves.iter_mut().flat_map(WaveResult::reasons);
    let factors = report.factors.iter_mut().flat_map(Factorial::reasons);
    let watched = report.compliance.watched.iter_mut().flat_map(|part| &mut part.arms);
    let watched = watched.flat_map(|arm| [&mut arm.half.why, &mut arm.all.why]);
    let advice = report.advice.iter_mut().flat_map(AdviceResult::reasons);
    let missing =
        numbers.chain(contrasts).chain([&mut model.why]).chain(waves).chain(factors).chain(advice).chain(watched);
    missing.flatten().for_each(|why| why.translate(language));
}
