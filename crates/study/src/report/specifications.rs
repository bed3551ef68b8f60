//! Specification curves: each comparison under every combination of reasonable choices of the analysis (Simonsohn,
//! Simmons and Nelson 2020, *Nature Human Behaviour* 4, 1208-1214). They describe, and test nothing.

use serde::Serialize;
use utoipa::ToSchema;

use super::compare::{Contrast, Row, Standardised, between, named, standardised, tested};
use super::covariates::Covariates;
use super::durations::quantile;
use super::input::{Comparison, Design, Input, Judged, Part};
use super::measure::{Measure, counts, without_rounding};
use super::outcomes::{Named, Unit, unit};
use super::populations::wanted;
use super::scored::{Scored, judged_of};
use super::terms::{Language, PopulationId, Reason};
use super::why::Why;
use unmask_analysis::Level;
use unmask_analysis::ancova::Term;
use unmask_analysis::detection::Counts;
use unmask_analysis::mean::welch;

/// A comparison under every combination of choices.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportSpecificationCurve)]
pub struct SpecificationCurve {
    /// Name of the comparison.
    pub comparison: String,
    /// Index of the arm.
    pub arm: usize,
    /// Index of the arm that is subtracted.
    pub against: usize,
    /// ID of the planned outcome.
    pub outcome: String,
    /// What is chosen.
    pub decisions: Vec<Decision>,
    /// All combinations, in the order of the decisions' options. A combination with the same participants as an earlier
    /// one is left out.
    pub specifications: Vec<Specification>,
    /// Number of specifications with an effect: those that the following numbers are about.
    pub computed: usize,
    /// Median of the effects, in standard deviations.
    pub median: Option<f64>,
    /// The smallest effect, with its sign.
    pub smallest: Option<f64>,
    /// The largest effect, with its sign.
    pub largest: Option<f64>,
    /// Number of specifications whose 95% interval is above 0.
    pub above: usize,
    /// Number of specifications whose 95% interval is below 0.
    pub below: usize,
    /// Number of specifications whose effect has the sign of the planned one, which counts itself. Null without a
    /// planned effect.
    pub same_sign: Option<usize>,
    /// These numbers in a sentence.
    pub summary: String,
}

/// A decision of the analysis.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportDecision)]
pub struct Decision {
    /// `population`, `outcome`, `correction` or `model`.
    pub id: String,
    /// Name in the report's language.
    pub label: String,
    /// The options that occur.
    pub options: Vec<DecisionOption>,
}

/// An option of a decision.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportDecisionOption)]
pub struct DecisionOption {
    /// Name in files.
    pub id: String,
    /// Name in the report's language.
    pub label: String,
}

/// A combination of choices and its result.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportSpecification)]
pub struct Specification {
    /// ID of the option of each decision; null if the decision does not apply to the outcome.
    pub choices: Vec<Option<String>>,
    /// Whether this is the analysis of the plan, as far as the program computes it.
    pub planned: bool,
    /// Unit of the difference.
    pub unit: Unit,
    /// Number of participants in the model.
    pub n: usize,
    /// The difference, in the unit of its outcome.
    pub value: Option<f64>,
    /// Lower end of its 95% interval.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
    /// The effect: the difference in standard deviations of its outcome between the participants of the same arm.
    pub standardised: Option<Standardised>,
    /// Why there is no difference.
    #[schema(value_type = Option<String>)]
    pub why: Option<Why>,
}

/// IDs of the decisions, in their order.
const DECISIONS: [&str; 4] = ["population", "outcome", "correction", "model"];

/// An effect that is not larger is 0 except for rounding.
const ROUNDING: f64 = 1e-9;

/// What is compared.
#[derive(Clone, Copy, Debug)]
enum Quantity<'a> {
    /// d', over all items or those of a part, whose covariate is d' over all items before.
    Sensitivity(Correction, Option<&'a Part>),
    APrime,
    Measure(Measure),
    /// Variables before, if there is one, and afterwards.
    Variables(Option<usize>, usize, Unit),
}

/// How rates of 0 and 1 are corrected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Correction {
    LogLinear,
    Replaced,
}

/// The model of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Model {
    /// As the other comparisons of the report.
    Ancova,
    /// Means of the two arms, without covariates.
    Welch,
}

impl Model {
    const ALL: [Self; 2] = [Self::Ancova, Self::Welch];

    fn id(self) -> &'static str {
        match self {
            Self::Ancova => "ancova",
            Self::Welch => "welch",
        }
    }

    fn contrasts(self, design: &Design, pairs: &[&Comparison], rows: &[Row]) -> Vec<Contrast> {
        match self {
            Self::Ancova => between(design, pairs.iter().copied(), rows),
            Self::Welch => pairs.iter().map(|pair| without_covariates(pair, rows)).collect(),
        }
    }
}

impl Correction {
    fn id(self) -> &'static str {
        match self {
            Self::LogLinear => "log_linear",
            Self::Replaced => "replaced",
        }
    }

    fn d_prime(self, counts: Counts) -> Option<f64> {
        let rates = match self {
            Self::LogLinear => counts.rates(),
            Self::Replaced => counts.replaced_rates(),
        };
        rates.detection().ok().map(|found| without_rounding(found.d_prime))
    }
}

impl<'a> Quantity<'a> {
    /// The outcomes that answer the question of the planned one: how well participants tell the items apart has four.
    /// Parts of the test and change scores answer other questions.
    fn alternatives(design: &'a Design, outcome: &str) -> Vec<Self> {
        let corrections = [Correction::LogLinear, Correction::Replaced];
        let measure = Measure::ALL.into_iter().find(|measure| measure.name() == outcome);
        if matches!(measure, Some(Measure::DPrime | Measure::Accuracy)) {
            let d_prime = corrections.map(|correction| Self::Sensitivity(correction, None));
            return d_prime.into_iter().chain([Self::Measure(Measure::Accuracy), Self::APrime]).collect();
        }
        if let Some(part) = design.parts.iter().find(|part| part.outcome() == outcome) {
            return corrections.map(|correction| Self::Sensitivity(correction, Some(part))).into();
        }
        let scale = design.compared.iter().find(|scale| scale.outcome() == outcome);
        let scale = scale.map(|scale| Self::Variables(scale.before, scale.after, Unit::Points));
        let derived = design.derived.iter().find(|derived| derived.outcome() == outcome);
        let derived = derived.map(|derived| Self::Variables(derived.before, derived.after, derived.unit()));
        measure.map(Self::Measure).or(scale).or(derived).into_iter().collect()
    }

    fn id(self, planned: &str) -> String {
        match self {
            Self::Sensitivity(_, None) => Measure::DPrime.name().to_owned(),
            Self::Sensitivity(_, Some(part)) => part.outcome(),
            Self::APrime => "a_prime".to_owned(),
            Self::Measure(measure) => measure.name().to_owned(),
            Self::Variables(..) => planned.to_owned(),
        }
    }

    fn correction(self) -> Option<Correction> {
        if let Self::Sensitivity(correction, _) = self { Some(correction) } else { None }
    }

    fn unit(self) -> Unit {
        match self {
            Self::Sensitivity(..) => Unit::Deviations,
            Self::APrime => Unit::Area,
            Self::Measure(measure) => unit(measure),
            Self::Variables(_, _, unit) => unit,
        }
    }

    /// A person in the comparison; none without the outcome, or without what it adjusts for.
    fn row(self, design: &Design, one: &Scored) -> Option<Row> {
        let person = one.person;
        let is_before = match self {
            Self::Variables(before, ..) => before.is_some(),
            _ => !design.before.is_empty(),
        };
        let before = if is_before { Some(self.before(design, one)?) } else { None };
        let after = match self {
            Self::Sensitivity(correction, None) => sensitivity(design, correction, &person.after, design.after.len())?,
            Self::Sensitivity(correction, Some(part)) => {
                sensitivity(design, correction, &judged_of(person, &part.items), part.items.len())?
            }
            Self::APrime => a_prime(&person.after)?,
            Self::Measure(measure) => one.after(measure)?,
            Self::Variables(_, after, _) => one.value(after)?,
        };
        Some(Row { arm: one.arm, covariates: Covariates::of(person, before), after })
    }

    fn before(self, design: &Design, one: &Scored) -> Option<f64> {
        match self {
            Self::Sensitivity(correction, _) => {
                sensitivity(design, correction, &one.person.before, design.before.len())
            }
            Self::APrime => a_prime(&one.person.before),
            Self::Measure(measure) => one.before(measure),
            Self::Variables(before, ..) => one.value(before?),
        }
    }
}

fn sensitivity(design: &Design, correction: Correction, judged: &[Judged], items: usize) -> Option<f64> {
    counts(judged).filter(|_| design.is_enough(judged.len(), items)).and_then(|counts| correction.d_prime(counts))
}

fn a_prime(judged: &[Judged]) -> Option<f64> {
    Some(counts(judged)?.observed_rates().a_prime())
}

/// Welch's comparison of two arms.
fn without_covariates(pair: &Comparison, rows: &[Row]) -> Contrast {
    let of = |arm: usize| rows.iter().filter(|row| row.arm == arm).map(|row| row.after).collect::<Vec<f64>>();
    let [arm, against] = [pair.arm, pair.against].map(of);
    let n = arm.len() + against.len();
    if arm.len().min(against.len()) < 2 {
        return Contrast { n, why: Some(Why::new(Reason::ArmTooSmall)), ..named(pair) };
    }
    let found = match welch(&arm, &against, Level::P95) {
        Ok(found) => tested(named(pair), n, &Term { value: found.value, tested: Ok(found) }),
        Err(error) => Contrast { n, why: Some(error.into()), ..named(pair) },
    };
    Contrast { standardised: standardised(&found, rows), ..found }
}

/// A curve for each comparison: those of the primary outcome, then the plan's comparisons of others.
pub(super) fn specifications(language: Language, input: &Input, people: &[Scored]) -> Vec<SpecificationCurve> {
    let design = &input.design;
    let members = |id: PopulationId| (0..people.len()).filter(move |at| id.includes(design, &people[*at])).collect();
    let populations: Vec<(PopulationId, Vec<usize>)> = wanted(design, people).map(|id| (id, members(id))).collect();
    let mut outcomes = vec![Measure::DPrime.name()];
    for one in &design.secondary {
        if !outcomes.contains(&one.outcome.as_str()) {
            outcomes.push(&one.outcome);
        }
    }
    let curves = outcomes.into_iter().flat_map(|outcome| curves(design, people, &populations, outcome));
    let mut curves: Vec<SpecificationCurve> = curves.collect();
    name(language, design, &mut curves);
    curves
}

/// Of the comparisons of an outcome.
fn curves(
    design: &Design,
    people: &[Scored],
    populations: &[(PopulationId, Vec<usize>)],
    outcome: &str,
) -> Vec<SpecificationCurve> {
    let pairs: Vec<&Comparison> = match outcome {
        primary if primary == Measure::DPrime.name() => design.compared_in(outcome).collect(),
        _ => design.secondary.iter().filter(|one| one.outcome == outcome).map(|one| &one.pair).collect(),
    };
    let mut found: Vec<Vec<Specification>> = vec![Vec::new(); pairs.len()];
    for quantity in Quantity::alternatives(design, outcome) {
        let rows: Vec<Option<Row>> = people.iter().map(|one| quantity.row(design, one)).collect();
        let mut seen: Vec<Vec<usize>> = Vec::new();
        for (population, members) in populations {
            let members: Vec<usize> = members.iter().copied().filter(|at| rows[*at].is_some()).collect();
            if seen.contains(&members) {
                continue;
            }
            let chosen: Vec<Row> = members.iter().filter_map(|at| rows[*at]).collect();
            seen.push(members);
            for model in Model::ALL {
                let contrasts = model.contrasts(design, &pairs, &chosen);
                for (curve, contrast) in found.iter_mut().zip(contrasts) {
                    curve.push(specification((*population, quantity, model), outcome, contrast));
                }
            }
        }
    }
    pairs.iter().zip(found).map(|(pair, found)| curve(pair, outcome, found)).collect()
}

fn specification(
    (population, quantity, model): (PopulationId, Quantity, Model),
    planned: &str,
    found: Contrast,
) -> Specification {
    let outcome = quantity.id(planned);
    let correction = quantity.correction();
    Specification {
        planned: population == PopulationId::ModifiedIntentionToTreat
            && outcome == planned
            && correction != Some(Correction::Replaced)
            && model == Model::Ancova,
        choices: vec![
            Some(population.name().to_owned()),
            Some(outcome),
            correction.map(|correction| correction.id().to_owned()),
            Some(model.id().to_owned()),
        ],
        unit: quantity.unit(),
        n: found.n,
        value: found.value,
        low: found.low,
        high: found.high,
        standardised: found.standardised,
        why: found.why,
    }
}

fn curve(pair: &Comparison, outcome: &str, specifications: Vec<Specification>) -> SpecificationCurve {
    let effects: Vec<Standardised> = specifications.iter().filter_map(|one| one.standardised).collect();
    let mut values: Vec<f64> = effects.iter().map(|one| one.value).collect();
    values.sort_by(f64::total_cmp);
    let planned = specifications.iter().find(|one| one.planned).and_then(|one| one.standardised);
    let is_same = |sign: f64| move |value: &&f64| (sign_of(**value) - sign).abs() < 0.5;
    SpecificationCurve {
        comparison: pair.id.clone(),
        arm: pair.arm,
        against: pair.against,
        outcome: outcome.to_owned(),
        decisions: decisions(&specifications),
        computed: effects.len(),
        median: quantile(&values, 0.5),
        smallest: values.first().copied(),
        largest: values.last().copied(),
        above: effects.iter().filter(|one| one.low > 0.0).count(),
        below: effects.iter().filter(|one| one.high < 0.0).count(),
        same_sign: planned.map(|planned| values.iter().filter(is_same(sign_of(planned.value))).count()),
        summary: String::new(),
        specifications,
    }
}

/// The sign of an effect; what rounding leaves of 0 has none.
fn sign_of(effect: f64) -> f64 {
    if effect.abs() <= ROUNDING { 0.0 } else { effect.signum() }
}

/// The decisions with the options that occur, in the order in which they do.
fn decisions(specifications: &[Specification]) -> Vec<Decision> {
    let options = |at: usize| {
        let mut ids: Vec<&String> = Vec::new();
        for id in specifications.iter().filter_map(|one| one.choices[at].as_ref()) {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        ids.into_iter().map(|id| DecisionOption { id: id.clone(), label: String::new() }).collect()
    };
    let decision =
        |(at, id): (usize, &&str)| Decision { id: (*id).to_owned(), label: String::new(), options: options(at) };
    DECISIONS.iter().enumerate().map(decision).collect()
}

/// Writes the texts of curves in a language.
pub(super) fn name(language: Language, design: &Design, curves: &mut [SpecificationCurve]) {
    for curve in curves {
        for decision in &mut curve.decisions {
            language.decision(&decision.id).clone_into(&mut decision.label);
            for option in &mut decision.options {
                let outcome = || design.outcomes().position(|id| id == option.id);
                let named = || outcome().map(|at| Named::all(language, design).swap_remove(at).label);
                let label = language.specified(&option.id).map(str::to_owned).or_else(named);
                option.label = label.unwrap_or_else(|| option.id.clone());
            }
        }
        curve.summary = language.specification_curve(curve);
    }
}

#[cfg(test)]
#[path = "specifications_tests.rs"]
mod tests;
