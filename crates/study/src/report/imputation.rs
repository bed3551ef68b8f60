//! The primary comparisons with multiple imputation, and how much worse or better participants without the outcome must
//! have done to change a decision.

use serde::Serialize;
use utoipa::ToSchema;

use super::baseline;
use super::compare::{Contrast, Modelled, Row, modelled, named, tested, with_holm};
use super::covariates::Covariates;
use super::dropouts::characteristics;
use super::durations::count;
use super::input::{Baseline as From, Characteristic, Comparison, Design, Secondary};
use super::interim::Sequential;
use super::measure::Measure;
use super::scored::Scored;
use super::secondary::{MarginInterval, MarginTest};
use super::terms::Reason;
use super::why::Why;
use crate::definition::analysis::ComparisonKind;
use crate::progress::Form;
use unmask_analysis::ancova::{Repeated, Term};
use unmask_analysis::imputation::{Draws, IMPUTATIONS, Imputer, Pooled, pool};
use unmask_analysis::regression::{Counts, has_residuals, has_spread};
use unmask_analysis::{AnalysisError, Level};

/// The comparisons of the primary outcome with multiple imputation of missing outcomes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportImputation)]
pub struct Imputation {
    /// Number of imputations; 0 if no outcome is missing.
    pub imputations: usize,
    /// Number of participants whose outcome is imputed, by arm.
    pub imputed: Vec<u32>,
    /// Differences in d', pooled by Rubin's rules. p values of the primary comparisons are corrected by Holm. Empty if
    /// no outcome is missing.
    pub contrasts: Vec<Contrast>,
    /// Of each of these, the share of the information that is missing (0 to 1).
    pub missing_information: Vec<Option<f64>>,
    /// Of each primary comparison, how far imputed outcomes must be shifted to change its decision.
    pub tipping: Vec<Tipping>,
    /// The comparisons with a margin among these, tested against it.
    pub margins: Vec<MarginTest>,
    /// Of each of them, how far imputed outcomes must be shifted to change its decision.
    pub margin_tipping: Vec<MarginTipping>,
}

/// A comparison with a margin, with shifted imputations in its arm.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportMarginTipping)]
pub struct MarginTipping {
    /// Name of the comparison.
    pub comparison: String,
    /// Index of the arm whose imputed outcomes are shifted.
    pub arm: usize,
    /// Index of the arm that is subtracted.
    pub against: usize,
    /// What is to be shown.
    pub kind: ComparisonKind,
    /// The smallest downward shift, in d', with another decision. Null if there is none.
    pub down: Option<f64>,
    /// The smallest upward shift with another decision. Null if there is none.
    pub up: Option<f64>,
    /// The comparison by shift.
    pub points: Vec<MarginTippingPoint>,
}

/// A comparison with a margin, with imputations that are shifted by the same amount.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportMarginTippingPoint)]
pub struct MarginTippingPoint {
    /// The shift, in d'.
    pub shift: f64,
    /// The difference.
    pub value: f64,
    /// The interval that decides.
    pub interval: MarginInterval,
    /// p value against the margin.
    pub p: f64,
}

/// A comparison with shifted imputations in its arm.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportTipping)]
pub struct Tipping {
    /// Name of the comparison.
    pub comparison: String,
    /// Index of the arm whose imputed outcomes are shifted.
    pub arm: usize,
    /// Index of the arm that is subtracted.
    pub against: usize,
    /// The smallest downward shift, in d', with another decision. Null if there is none.
    pub down: Option<f64>,
    /// The smallest upward shift with another decision. Null if there is none.
    pub up: Option<f64>,
    /// The comparison by shift.
    pub points: Vec<TippingPoint>,
}

/// A comparison with imputations that are shifted by the same amount.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportTippingPoint)]
pub struct TippingPoint {
    /// The shift, in d'.
    pub shift: f64,
    /// The difference.
    pub value: f64,
    /// Lower end of its 95% interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// p value after Holm's correction, with the p values of the other comparisons as they are.
    pub p_holm: f64,
}

/// Shifts are multiples of 1 / this, in d'.
const STEPS: i32 = 10;

/// The largest shift, in d'.
const FARTHEST: i32 = 3;

/// Of each of these shifts, the comparison is reported.
const REPORTED: i32 = 5;

/// Of all randomised participants who are not excluded. With planned looks, decisions are those by the bounds of the
/// last one. `others` are the p values of the hypotheses about factors, which Holm's correction takes as they are.
pub(super) fn imputation(design: &Design, people: &[Scored], looks: Option<&Sequential>, others: &[f64]) -> Imputation {
    let mut kept: Vec<&Scored> = people.iter().filter(|one| !one.excluded()).collect();
    // An order that does not depend on the database: later imputations use later random numbers.
    kept.sort_by(|one, other| one.person.code.cmp(&other.person.code));
    let is_missing = |one: &&&Scored| one.after(Measure::DPrime).is_none();
    if !kept.iter().any(|one| is_missing(&one)) {
        return Imputation::default();
    }
    let imputed = |arm| count(kept.iter().filter(|one| one.arm == arm).filter(is_missing).count());
    let imputed: Vec<u32> = (0..design.arms.len()).map(imputed).collect();
    let compared = match Completed::of(design, &kept) {
        Ok(data) => data.compared(design, looks, others),
        Err(error) => Imputation { contrasts: unknown(design, &error), ..Imputation::default() },
    };
    let margins = design.margin_tests(&compared.contrasts);
    Imputation { imputations: IMPUTATIONS, imputed, margins, ..compared }
}

fn unknown(design: &Design, error: &AnalysisError) -> Vec<Contrast> {
    let why = |pair| Contrast { why: Some(error.clone().into()), ..named(pair) };
    design.compared_in(Measure::DPrime.name()).map(why).collect()
}

/// The data sets with imputed outcomes, and their analysis.
struct Completed {
    /// Of each participant in the model, the arm, and whether the outcome is imputed.
    people: Vec<(usize, bool)>,
    arms: Vec<usize>,
    model: Repeated,
    outcomes: Vec<Vec<f64>>,
    /// Of each data set.
    residuals: Vec<Vec<f64>>,
}

impl Completed {
    fn of(design: &Design, kept: &[&Scored]) -> Result<Self, AnalysisError> {
        let outcomes: Vec<Option<f64>> = kept.iter().map(|one| one.after(Measure::DPrime)).collect();
        let groups: Vec<usize> = kept.iter().map(|one| one.arm).collect();
        let imputer = Imputer::new(outcomes.clone(), &groups, &columns(design, kept))?;
        let mut draws = Draws::default();
        let sets: Vec<Vec<f64>> = (0..IMPUTATIONS).map(|_| imputer.impute(&mut draws)).collect();
        let before: Vec<Option<f64>> = kept.iter().map(|one| one.before(Measure::DPrime)).collect();
        let filled = mean_filled(&before);
        let before = |at: usize| filled.as_ref().map(|column| column[at]);
        let row = |(at, one): (usize, &&Scored)| Row {
            arm: one.arm,
            covariates: Covariates::of(one.person, before(at)),
            after: sets[0][at],
        };
        let rows: Vec<Row> = kept.iter().enumerate().map(row).collect();
        // Differences do not depend on it.
        let size = |arm: &usize| groups.iter().filter(|own| *own == arm).count();
        let reference = (0..design.arms.len()).find(|arm| size(arm) >= 2).unwrap_or_default();
        let Modelled { arms, reference, people, .. } = modelled(design, &rows, reference)?;
        let is_present = |at: &usize| arms.contains(&groups[*at]);
        let present: Vec<usize> = (0..kept.len()).filter(is_present).collect();
        let model = Repeated::new(&people, reference)?;
        let outcomes_of = |set: &Vec<f64>| present.iter().map(|at| set[*at]).collect();
        let sets: Vec<Vec<f64>> = sets.iter().map(outcomes_of).collect();
        let residuals: Vec<Vec<f64>> = sets.iter().map(|set| model.residuals(set)).collect();
        sets.iter().zip(&residuals).try_for_each(|(set, residuals)| has_residuals(set, residuals))?;
        let people = present.iter().map(|at| (groups[*at], outcomes[*at].is_none())).collect();
        Ok(Self { people, arms, model, outcomes: sets, residuals })
    }

    /// Contrasts, missing information and tipping points.
    fn compared(&self, design: &Design, looks: Option<&Sequential>, others: &[f64]) -> Imputation {
        let pairs: Vec<&Comparison> = design.compared_in(Measure::DPrime.name()).collect();
        let sets: Vec<Result<Vec<Shifted>, Why>> = pairs.iter().map(|pair| self.shifted(pair)).collect();
        let pooled = pairs.iter().zip(&sets).map(|(pair, sets)| self.pooled(pair, sets));
        let (found, missing_information): (Vec<_>, Vec<_>) = pooled.unzip();
        let contrasts = with_holm(design, found, others);
        let primary = design.comparisons.len();
        let shifting = Shifting { data: self, design, looks, primary: &contrasts[..primary], others };
        let shiftable = |at: usize| {
            let is_imputed = self.people.contains(&(pairs[at].arm, true));
            sets[at].as_ref().ok().filter(|_| is_imputed)
        };
        let tipping = (0..primary).filter_map(|at| shifting.tipping(at, shiftable(at)?)).collect();
        let margins = design.secondary_d_prime().zip(primary..).filter(|(plan, _)| plan.margin.is_some());
        let margin_tipping = margins.filter_map(|(plan, at)| shifting.margin_tipping(plan, shiftable(at)?)).collect();
        Imputation { contrasts, missing_information, tipping, margin_tipping, ..Imputation::default() }
    }

    /// A comparison in each data set, by the shift of the imputed outcomes of its arm.
    fn shifted(&self, pair: &Comparison) -> Result<Vec<Shifted>, Why> {
        let place = |arm: usize| self.arms.iter().position(|known| *known == arm);
        let (Some(arm), Some(against)) = (place(pair.arm), place(pair.against)) else {
            return Err(Why::new(Reason::ArmTooSmall));
        };
        let counts = self.model.difference(arm, against)?;
        let shift: Vec<f64> =
            self.people.iter().map(|person| f64::from(u8::from(*person == (pair.arm, true)))).collect();
        let added = self.model.residuals(&shift);
        let sets = self.outcomes.iter().zip(&self.residuals);
        let sets = sets.map(|(outcome, residuals)| Shifted::of(&counts, [outcome, &shift], [residuals, &added]));
        Ok(sets.collect::<Result<_, AnalysisError>>()?)
    }

    /// A comparison over all data sets, and the share of missing information.
    fn pooled(&self, pair: &Comparison, sets: &Result<Vec<Shifted>, Why>) -> (Contrast, Option<f64>) {
        let n = if self.arms.contains(&pair.against) { self.people.len() } else { 0 };
        let named = named(pair);
        let sets = match sets {
            Ok(sets) => sets,
            Err(why) => return (Contrast { n, why: Some(why.clone()), ..named }, None),
        };
        match self.pool(sets, 0.0) {
            Ok(found) => {
                let estimate = Term { value: found.estimate.value, tested: Ok(found.estimate) };
                (tested(named, n, &estimate), Some(found.missing_information))
            }
            Err(error) => (Contrast { n, why: Some(error.into()), ..named }, None),
        }
    }

    fn pool(&self, sets: &[Shifted], shift: f64) -> Result<Pooled, AnalysisError> {
        let estimates: Vec<[f64; 2]> = sets.iter().map(|set| set.at(shift)).collect();
        pool(&estimates, self.model.residual_df(), Level::P95)
    }
}

/// The primary comparisons with imputed outcomes, of which one at a time is shifted.
struct Shifting<'a> {
    data: &'a Completed,
    design: &'a Design,
    looks: Option<&'a Sequential>,
    primary: &'a [Contrast],
    others: &'a [f64],
}

/// The smallest shifts downwards and upwards with another decision than without one; none if there is no decision.
fn tips<T: PartialEq>(decision: impl Fn(f64) -> Option<T>) -> Option<[Option<f64>; 2]> {
    let now = decision(0.0)?;
    let first = |sign: i32| {
        let is_other = |step: &i32| decision(shift(sign * step)).is_some_and(|other| other != now);
        (1..=FARTHEST * STEPS).find(is_other).map(|step| shift(sign * step))
    };
    Some([first(-1), first(1)])
}

fn shift(step: i32) -> f64 {
    f64::from(step) / f64::from(STEPS)
}

/// The shifts of which a comparison is reported.
fn reported() -> impl Iterator<Item = f64> {
    (-FARTHEST * STEPS..=FARTHEST * STEPS).filter(|step| step % REPORTED == 0).map(shift)
}

impl Shifting<'_> {
    fn tipping(&self, at: usize, sets: &[Shifted]) -> Option<Tipping> {
        let [down, up] = tips(|shift| self.decision(at, sets, shift))?;
        let Comparison { id, arm, against } = &self.design.comparisons[at];
        Some(Tipping {
            comparison: id.clone(),
            arm: *arm,
            against: *against,
            down,
            up,
            points: reported().map(|shift| self.point(at, sets, shift)).collect::<Option<_>>()?,
        })
    }

    /// No other comparison matters to one with a margin, as it is not corrected.
    fn margin_tipping(&self, plan: &Secondary, sets: &[Shifted]) -> Option<MarginTipping> {
        let decided = |shift: f64| {
            let contrast = self.contrast(&plan.pair, 0, sets, shift)?;
            Some((contrast.value?, self.design.decision(plan, &contrast)?))
        };
        let [down, up] = tips(|shift| Some(decided(shift)?.1.verdict))?;
        let point = |shift: f64| {
            let (value, decision) = decided(shift)?;
            Some(MarginTippingPoint { shift, value, interval: decision.interval?, p: decision.p })
        };
        let Comparison { id, arm, against } = &plan.pair;
        let points = reported().map(point).collect::<Option<_>>()?;
        Some(MarginTipping { comparison: id.clone(), arm: *arm, against: *against, kind: plan.kind, down, up, points })
    }

    /// A comparison of `n` people over all data sets, with a shift.
    fn contrast(&self, pair: &Comparison, n: usize, sets: &[Shifted], shift: f64) -> Option<Contrast> {
        let pooled = self.data.pool(sets, shift).ok()?.estimate;
        let estimate = Term { value: pooled.value, tested: Ok(pooled) };
        Some(tested(named(pair), n, &estimate))
    }

    /// The primary comparisons with a shift of one of them; Holm's correction takes the others as they are.
    fn shifted(&self, at: usize, sets: &[Shifted], shift: f64) -> Option<Vec<Contrast>> {
        let mut primary = self.primary.to_vec();
        primary[at] = self.contrast(&self.design.comparisons[at], primary[at].n, sets, shift)?;
        Some(with_holm(self.design, primary, self.others))
    }

    fn point(&self, at: usize, sets: &[Shifted], shift: f64) -> Option<TippingPoint> {
        let own = &self.shifted(at, sets, shift)?[at];
        Some(TippingPoint { shift, value: own.value?, low: own.low?, high: own.high?, p_holm: own.p_holm? })
    }

    /// The sign of a difference that is found, or 0.
    fn decision(&self, at: usize, sets: &[Shifted], shift: f64) -> Option<i8> {
        let primary = self.shifted(at, sets, shift)?;
        let is_rejected = match self.looks.filter(|looks| !looks.looks.is_empty()) {
            Some(looks) => looks.rejects_elsewhere(&primary)[at],
            None => primary[at].p_holm? <= self.design.alpha,
        };
        let sign = if primary[at].value? > 0.0 { 1 } else { -1 };
        Some(if is_rejected { sign } else { 0 })
    }
}

/// A difference and its variance as functions of the shift: a line and a parabola, because least squares is linear in
/// the outcome.
struct Shifted {
    value: [f64; 2],
    variance: [f64; 3],
}

impl Shifted {
    /// From what people count, their outcomes and residuals, and those of the shift. Errors: no spread.
    fn of(counts: &Counts, values: [&[f64]; 2], [residuals, added]: [&[f64]; 2]) -> Result<Self, AnalysisError> {
        let value = values.map(|values| counts.counts.iter().zip(values).map(|(count, value)| count * value).sum());
        let mut variance = [0.0; 3];
        for ((scale, residual), added) in counts.scaled.iter().zip(residuals).zip(added) {
            let [own, added] = [scale * residual, scale * added];
            variance[0] += own * own;
            variance[1] += 2.0 * own * added;
            variance[2] += added * added;
        }
        has_spread(counts, values[0], variance[0])?;
        Ok(Self { value, variance })
    }

    /// The difference and its standard error.
    fn at(&self, shift: f64) -> [f64; 2] {
        let [none, linear, square] = self.variance;
        [self.value[0] + shift * self.value[1], (none + shift * linear + shift.powi(2) * square).sqrt()]
    }
}

/// What predicts the outcome in each arm, in the order in which a small arm takes them: what the comparison adjusts
/// for, then the other characteristics of the baseline table, numbers with their mean where they are missing (White and
/// Thompson 2005, *Statistics in Medicine* 24, 993-1007), and a column for each answer.
fn columns(design: &Design, kept: &[&Scored]) -> Vec<Vec<f64>> {
    let level = |is_second: &dyn Fn(&Scored) -> bool| -> Vec<f64> {
        kept.iter().map(|one| f64::from(u8::from(is_second(one)))).collect()
    };
    let before: Vec<Option<f64>> = kept.iter().map(|one| one.before(Measure::DPrime)).collect();
    let form = level(&|one| one.person.form == Some(Form::Y));
    let stratum = level(&|one| one.person.on_phone);
    let adjusted = mean_filled(&before).into_iter().chain([form, stratum]);
    let others = characteristics(design).into_iter().filter(|one| one.from != From::Measure(Measure::DPrime));
    adjusted.chain(others.flat_map(|one| columns_of(&one, kept))).collect()
}

fn columns_of(one: &Characteristic, kept: &[&Scored]) -> Vec<Vec<f64>> {
    let values: Vec<Option<f64>> = kept.iter().map(|person| baseline::value(person, &one.from)).collect();
    let From::Answer { answers, .. } = &one.from else { return mean_filled(&values).into_iter().collect() };
    let gave =
        |answer: usize| move |value: &Option<f64>| value.is_some_and(|value| (value - answer as f64).abs() < 0.5);
    let column = |answer| values.iter().map(|value| f64::from(u8::from(gave(answer)(value)))).collect();
    (0..answers.len()).map(column).collect()
}

/// Values with their mean in place of missing ones; none without values.
fn mean_filled(values: &[Option<f64>]) -> Option<Vec<f64>> {
    let known: Vec<f64> = values.iter().copied().flatten().collect();
    let mean = known.iter().sum::<f64>() / known.len() as f64;
    (!known.is_empty()).then(|| values.iter().map(|value| value.unwrap_or(mean)).collect())
}
