//! Arm against arm: analysis of covariance with robust errors.

use serde::Serialize;
use utoipa::ToSchema;

use super::clusters;
use super::covariates::{Covariate, Covariates, adjusted_for};
use super::input::{Comparison, Design};
use super::number::Number;
use super::terms::Reason;
use super::why::Why;
use unmask_analysis::ancova::{Ancova, Observation, Term, ancova};
use unmask_analysis::mean::Summary;
use unmask_analysis::multiplicity::holm;
use unmask_analysis::regression::Errors;
use unmask_analysis::{AnalysisError, Estimate, Level, Quantity};

/// The difference between two arms, adjusted for the covariates of the outcome's model.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportContrast)]
pub struct Contrast {
    /// Name of the comparison.
    pub comparison: String,
    /// Index of the arm.
    pub arm: usize,
    /// Index of the arm that is subtracted.
    pub against: usize,
    /// Number of participants in the model, of all arms.
    pub n: usize,
    /// The difference, in the unit of the outcome. Null if it can't be computed; `why` gives the reason.
    pub value: Option<f64>,
    /// Lower end of its 95% interval.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
    /// Standard error (HC3).
    pub standard_error: Option<f64>,
    /// t statistic.
    pub t: Option<f64>,
    /// Degrees of freedom.
    pub df: Option<f64>,
    /// Two-sided p value, for this comparison alone.
    pub p: Option<f64>,
    /// p value after Holm's correction over the primary comparisons and, in the primary outcome, the hypotheses about
    /// factors. Only for primary comparisons, in the primary outcome and the criterion.
    pub p_holm: Option<f64>,
    /// The difference in standard deviations; null without a difference, and in the groups of a moderator.
    pub standardised: Option<Standardised>,
    /// Why there is no difference.
    #[schema(value_type = Option<String>)]
    pub why: Option<Why>,
}

/// A difference in standard deviations of the outcome between the participants of the same arm (Hedges' g).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = ReportStandardised)]
pub struct Standardised {
    /// The difference.
    pub value: f64,
    /// Lower end of its 95% interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

/// The model of the primary contrasts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportModel)]
pub struct Model {
    /// Number of participants in the model.
    pub n: usize,
    /// What the model adjusts for.
    pub adjusted_for: Vec<Covariate>,
    /// Adjusted mean of each arm, at the overall means of the covariates.
    pub adjusted_means: Vec<Number>,
    /// Change of the outcome for each unit of the measure before the training. Without a number if there is no such
    /// measure.
    pub slope: Number,
    /// p value of the hypothesis that all arms are equal (Wald F, HC3).
    pub arms_p: Option<f64>,
    /// Share of variance explained.
    pub r_squared: Option<f64>,
    /// Residual standard deviation.
    pub residual: Option<f64>,
    /// Why there is no model.
    #[schema(value_type = Option<String>)]
    pub why: Option<Why>,
}

/// A person in a comparison.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Row {
    pub arm: usize,
    pub covariates: Covariates,
    pub after: f64,
}

/// A fitted model and which of its arms are which of the design's.
struct Fitted {
    arms: Vec<usize>,
    adjusted_for: Vec<Covariate>,
    ancova: Ancova,
}

impl Design {
    /// The comparisons of one outcome: the primary ones, then those that the plan names for it.
    pub(super) fn compared_in<'a>(&'a self, outcome: &'a str) -> impl Iterator<Item = &'a Comparison> {
        let secondary = self.secondary.iter().filter(move |one| one.outcome == outcome).map(|one| &one.pair);
        self.comparisons.iter().chain(secondary)
    }
}

/// All [comparisons](Design::compared_in) of one outcome.
pub(super) fn contrasts(design: &Design, outcome: &str, rows: &[Row]) -> Vec<Contrast> {
    between(design, design.compared_in(outcome), rows)
}

/// Arm against arm for these pairs.
pub(super) fn between<'a>(design: &Design, pairs: impl Iterator<Item = &'a Comparison>, rows: &[Row]) -> Vec<Contrast> {
    let mut fits: Vec<(usize, Result<Fitted, AnalysisError>)> = Vec::new();
    let mut all = Vec::new();
    for comparison in pairs {
        if design.by_unit {
            let found = clusters::contrast(comparison, rows);
            all.push(Contrast { standardised: standardised(&found, rows), ..found });
            continue;
        }
        let known = fits.iter().position(|(against, _)| *against == comparison.against);
        let index = known.unwrap_or_else(|| {
            fits.push((comparison.against, fit(design, rows, comparison.against)));
            fits.len() - 1
        });
        let found = contrast(comparison, &fits[index].1);
        all.push(Contrast { standardised: standardised(&found, rows), ..found });
    }
    all
}

/// The same with Holm's p values over the primary comparisons that could be computed, and `others` of their family.
pub(super) fn corrected(design: &Design, outcome: &str, rows: &[Row], others: &[f64]) -> Vec<Contrast> {
    with_holm(design, contrasts(design, outcome, rows), others)
}

/// Contrasts with Holm's p values over the primary ones, which are the first, and others.
pub(super) fn with_holm(design: &Design, mut found: Vec<Contrast>, others: &[f64]) -> Vec<Contrast> {
    let primary = &mut found[..design.comparisons.len()];
    let p: Vec<f64> = primary.iter().filter_map(|contrast| contrast.p).chain(others.iter().copied()).collect();
    let adjusted = holm(&p).unwrap_or_default();
    let tested = primary.iter_mut().filter(|contrast| contrast.p.is_some());
    tested.zip(adjusted).for_each(|(contrast, p)| contrast.p_holm = Some(p));
    found
}

fn contrast(comparison: &Comparison, fitted: &Result<Fitted, AnalysisError>) -> Contrast {
    let (arm, named) = (&comparison.arm, named(comparison));
    let fitted = match fitted {
        Ok(fitted) => fitted,
        Err(error) => return Contrast { why: Some(error.clone().into()), ..named },
    };
    let n = fitted.ancova.people;
    let of_arm = |contrast: &&unmask_analysis::ancova::Contrast| fitted.arms[contrast.arm] == *arm;
    let Some(found) = fitted.ancova.contrasts.iter().find(of_arm) else {
        return Contrast { n, why: Some(Why::new(Reason::ArmTooSmall)), ..named };
    };
    tested(named, n, &found.difference)
}

/// The adjusted difference and the ends of its interval, divided by the standard deviation within both arms, and
/// corrected for bias in small samples (Hedges 1981, *Journal of Educational Statistics* 6, 107-128; Borenstein 2009,
/// in *The Handbook of Research Synthesis and Meta-Analysis*, chapter 12). That deviation is not adjusted, so that
/// studies with other covariates compare, and the interval takes it as known.
pub(super) fn standardised(contrast: &Contrast, rows: &[Row]) -> Option<Standardised> {
    let (mut squares, mut df) = (0.0, 0.0);
    for arm in [contrast.arm, contrast.against] {
        let values: Vec<f64> = rows.iter().filter(|row| row.arm == arm).map(|row| row.after).collect();
        let summary = Summary::of(&values).ok()?;
        squares += summary.variance * (summary.n - 1) as f64;
        df += (summary.n - 1) as f64;
    }
    let deviation = (squares / df).sqrt();
    let scale = (1.0 - 3.0 / (4.0 * df - 1.0)) / deviation;
    let scaled = |number: Option<f64>| number.map(|number| number * scale).filter(|number| number.is_finite());
    Some(Standardised { value: scaled(contrast.value)?, low: scaled(contrast.low)?, high: scaled(contrast.high)? })
}

/// The comparison without a difference.
pub(super) fn named(comparison: &Comparison) -> Contrast {
    let Comparison { id, arm, against } = comparison;
    Contrast { comparison: id.clone(), arm: *arm, against: *against, ..Contrast::default() }
}

/// The comparison with its difference. A difference without its error is not reported; others of the same model may
/// have theirs.
pub(super) fn tested(named: Contrast, n: usize, difference: &Term) -> Contrast {
    let Estimate { value, standard_error, t, df, p, interval } = match &difference.tested {
        Ok(tested) => *tested,
        Err(error) => return Contrast { n, why: Some(error.clone().into()), ..named },
    };
    Contrast {
        n,
        value: Some(value),
        low: Some(interval.low),
        high: Some(interval.high),
        standard_error: Some(standard_error),
        t: Some(t),
        df: Some(df),
        p: Some(p),
        ..named
    }
}

/// The model behind the contrasts.
pub(super) fn model(design: &Design, rows: &[Row]) -> Model {
    let reference = design.comparisons.first().map_or(0, |comparison| comparison.against);
    let Fitted { arms, adjusted_for, ancova } = match fit(design, rows, reference) {
        Ok(fitted) => fitted,
        Err(error) => return Model { why: Some(error.into()), ..Model::default() },
    };
    let of = |arm: usize| arms.iter().position(|known| *known == arm);
    let mean = |arm: usize| {
        let n = rows.iter().filter(|row| row.arm == arm).count();
        let missing = || Number { n, why: Some(Why::new(Reason::FewerThanTwo)), ..Number::default() };
        of(arm).map_or_else(missing, |index| estimated(n, &ancova.adjusted_means[index]))
    };
    let slope = adjusted_for.iter().position(|one| *one == Covariate::Before).map(|index| &ancova.slopes[index]);
    Model {
        n: ancova.people,
        adjusted_means: (0..design.arms.len()).map(mean).collect(),
        slope: slope.map(|slope| estimated(ancova.people, slope)).unwrap_or_default(),
        arms_p: ancova.arms_test.ok().map(|test| test.p),
        r_squared: Some(ancova.r_squared),
        residual: Some(ancova.root_mean_square),
        adjusted_for,
        why: None,
    }
}

fn estimated(n: usize, term: &Term) -> Number {
    Number::estimated(n, term.value, term.tested.clone().map(|tested| tested.interval))
}

fn fit(design: &Design, rows: &[Row], reference: usize) -> Result<Fitted, AnalysisError> {
    let Modelled { arms, reference, adjusted_for, people } = modelled(design, rows, reference)?;
    Ok(Fitted { ancova: ancova(&people, reference, Errors::Hc3, Level::P95)?, arms, adjusted_for })
}

/// The people of a model.
pub(super) struct Modelled {
    /// Which of the design's arms its arms are.
    pub arms: Vec<usize>,
    /// Which of its arms is the reference.
    pub reference: usize,
    pub adjusted_for: Vec<Covariate>,
    pub people: Vec<Observation>,
}

/// Arms with fewer than two people have no robust error and stay out of the model.
pub(super) fn modelled(design: &Design, rows: &[Row], reference: usize) -> Result<Modelled, AnalysisError> {
    let size = |arm: usize| rows.iter().filter(|row| row.arm == arm).count();
    let arms: Vec<usize> = (0..design.arms.len()).filter(|arm| size(*arm) >= 2).collect();
    let index = |arm: usize| arms.iter().position(|known| *known == arm);
    let what = Quantity::ParticipantsInComparisonArm;
    let reference = index(reference).ok_or(AnalysisError::TooFew { what, needed: 2, given: size(reference) })?;
    let present = rows.iter().filter_map(|row| Some((index(row.arm)?, row)));
    let adjusted_for = adjusted_for(&present.clone().map(|(arm, row)| (arm, row.covariates)).collect::<Vec<_>>());
    let people: Vec<Observation> = present
        .map(|(arm, row)| Observation { arm, outcome: row.after, covariates: row.covariates.values(&adjusted_for) })
        .collect();
    Ok(Modelled { arms, reference, adjusted_for, people })
}
