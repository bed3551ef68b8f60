//! Multiple imputation of an outcome by normal linear regression, and Rubin's rules.

use super::distribution::z;
use super::inference::{Estimate, Level};
use super::regression::COLLINEAR;
use super::{Quantity, Result, at_least, matched};

/// Number of imputations: at least the percentage of incomplete cases (White, Royston and Wood 2011, *Statistics in
/// Medicine* 30, 377-399). The Monte Carlo error of an estimate is then below a tenth of its standard error.
pub const IMPUTATIONS: usize = 100;

/// The first state of the random numbers.
const SEED: [u32; 3] = [12_345, 23_456, 13_579];

/// A column that takes two values is used if so many people with the outcome have each of them.
const LEAST_OF_A_VALUE: usize = 5;

/// People with the outcome for each coefficient.
const PEOPLE_PER_COEFFICIENT: usize = 10;

/// Random numbers that any language can draw again: Wichmann and Hill (1982), *Applied Statistics* 31, 188-190.
#[derive(Clone, Debug)]
pub struct Draws([u32; 3]);

impl Default for Draws {
    fn default() -> Self {
        Self(SEED)
    }
}

impl Draws {
    fn uniform(&mut self) -> f64 {
        let [x, y, z] = self.0;
        self.0 = [171 * x % 30_269, 172 * y % 30_307, 170 * z % 30_323];
        let [x, y, z] = self.0.map(f64::from);
        (x / 30_269.0 + y / 30_307.0 + z / 30_323.0) % 1.0
    }

    fn normal(&mut self) -> f64 {
        z(self.uniform())
    }

    /// The sum of so many squared normal numbers.
    fn chi_square(&mut self, df: usize) -> f64 {
        (0..df).map(|_| self.normal().powi(2)).sum()
    }
}

/// The imputation models: one for each group of people with a missing outcome.
#[derive(Clone, Debug)]
pub struct Imputer {
    outcomes: Vec<Option<f64>>,
    models: Vec<Model>,
}

/// Least squares in an orthonormal basis of the columns, over the people with the outcome.
#[derive(Clone, Debug)]
struct Model {
    /// The people without the outcome.
    missing: Vec<usize>,
    /// Their values of each basis vector.
    basis: Vec<Vec<f64>>,
    /// The coefficients of the basis vectors.
    coefficients: Vec<f64>,
    /// Σe² of the people with the outcome.
    squares: f64,
    /// Degrees of freedom of these residuals.
    df: usize,
}

impl Imputer {
    /// Of people in groups: an intercept and the columns, in their order. A group of n people with the outcome has at
    /// most n / 10 coefficients; a column that the earlier ones determine, or with two values of which one is rare, is
    /// left out.
    ///
    /// Errors: a group with a missing outcome has fewer than two people with one; lengths differ.
    pub fn new(outcomes: Vec<Option<f64>>, groups: &[usize], columns: &[Vec<f64>]) -> Result<Self> {
        matched(outcomes.len(), groups.len())?;
        columns.iter().try_for_each(|column| matched(outcomes.len(), column.len()))?;
        let mut seen: Vec<usize> = Vec::new();
        for (outcome, group) in outcomes.iter().zip(groups) {
            if outcome.is_none() && !seen.contains(group) {
                seen.push(*group);
            }
        }
        let of_group = |group: usize| (0..outcomes.len()).filter(move |person| groups[*person] == group);
        let models = seen.into_iter().map(|group| Model::new(&outcomes, of_group(group), columns));
        Ok(Self { models: models.collect::<Result<_>>()?, outcomes })
    }

    /// The outcomes with new values for the missing ones: parameters are drawn from their posterior, and then values
    /// with their residuals (Rubin 1987, *Multiple Imputation for Nonresponse in Surveys*, pages 166-167).
    pub fn impute(&self, draws: &mut Draws) -> Vec<f64> {
        let mut complete: Vec<f64> = self.outcomes.iter().map(|outcome| outcome.unwrap_or_default()).collect();
        for model in &self.models {
            let sigma = (model.squares / draws.chi_square(model.df)).sqrt();
            let drawn: Vec<f64> = model.coefficients.iter().map(|mean| mean + sigma * draws.normal()).collect();
            for (at, person) in model.missing.iter().enumerate() {
                let mean: f64 = model.basis.iter().zip(&drawn).map(|(vector, drawn)| vector[at] * drawn).sum();
                complete[*person] = mean + sigma * draws.normal();
            }
        }
        complete
    }
}

impl Model {
    fn new(outcomes: &[Option<f64>], people: impl Iterator<Item = usize>, columns: &[Vec<f64>]) -> Result<Self> {
        let (observed, missing): (Vec<usize>, Vec<usize>) = people.partition(|person| outcomes[*person].is_some());
        at_least(2, Quantity::OutcomesInOneArm, observed.len())?;
        let y: Vec<f64> = observed.iter().filter_map(|person| outcomes[*person]).collect();
        let order: Vec<usize> = observed.iter().chain(&missing).copied().collect();
        let basis = basis(&order, observed.len(), columns);
        let coefficients: Vec<f64> = basis.iter().map(|vector| dot(vector, &y)).collect();
        let residual =
            |at: usize| y[at] - basis.iter().zip(&coefficients).map(|(vector, of)| vector[at] * of).sum::<f64>();
        let squares = (0..y.len()).map(|at| residual(at).powi(2)).sum();
        let df = y.len() - basis.len();
        let basis = basis.into_iter().map(|vector| vector[y.len()..].to_vec()).collect();
        Ok(Self { missing, basis, coefficients, squares, df })
    }
}

/// Vectors over people, the first `n` of whom have the outcome: orthonormal over these (modified Gram-Schmidt).
fn basis(people: &[usize], n: usize, columns: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let most = (n / PEOPLE_PER_COEFFICIENT).max(1);
    let mut basis = vec![vec![1.0 / (n as f64).sqrt(); people.len()]];
    for column in columns {
        if basis.len() == most {
            break;
        }
        let mut vector: Vec<f64> = people.iter().map(|person| column[*person]).collect();
        if is_rare(&vector, n) {
            continue;
        }
        let length = norm(&vector[..n]);
        for known in &basis {
            let along = dot(&known[..n], &vector[..n]);
            vector.iter_mut().zip(known).for_each(|(value, known)| *value -= along * known);
        }
        let left = norm(&vector[..n]);
        if left > COLLINEAR * length {
            for value in &mut vector {
                *value /= left;
            }
            basis.push(vector);
        }
    }
    basis
}

/// Whether a column has no values but 0 and 1, and too few of the first `n` people have one of them.
fn is_rare(column: &[f64], n: usize) -> bool {
    let is = |wanted: f64| move |value: &&f64| (**value - wanted).abs() < f64::EPSILON;
    let is_indicator = column.iter().all(|value| is(0.0)(&value) || is(1.0)(&value));
    let with = column[..n].iter().filter(is(1.0)).count();
    is_indicator && with.min(n - with) < LEAST_OF_A_VALUE
}

/// Over the shorter of both.
fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

fn norm(vector: &[f64]) -> f64 {
    dot(vector, vector).sqrt()
}

/// An estimate over all imputations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pooled {
    /// The estimate.
    pub estimate: Estimate,
    /// The share of the information about it that is missing, 0 to 1.
    pub missing_information: f64,
}

/// Rubin's rules for estimates and their standard errors in complete data with `complete_df` degrees of freedom. Those
/// of the pooled estimate are Barnard and Rubin's (1999, *Biometrika* 86, 948-955).
///
/// Errors: fewer than two imputations; no spread.
pub fn pool(estimates: &[[f64; 2]], complete_df: f64, level: Level) -> Result<Pooled> {
    at_least(2, Quantity::Values, estimates.len())?;
    let m = estimates.len() as f64;
    let value = estimates.iter().map(|[value, _]| value).sum::<f64>() / m;
    let within = estimates.iter().map(|[_, error]| error.powi(2)).sum::<f64>() / m;
    let between = estimates.iter().map(|[own, _]| (own - value).powi(2)).sum::<f64>() / (m - 1.0);
    let added = (1.0 + 1.0 / m) * between;
    let total = within + added;
    let lambda = added / total;
    let observed = (complete_df + 1.0) / (complete_df + 3.0) * complete_df * (1.0 - lambda);
    // 1 / df of Rubin (1987) and of the observed data add up.
    let df = 1.0 / (lambda.powi(2) / (m - 1.0) + 1.0 / observed);
    let increase = added / within;
    let missing_information = (increase + 2.0 / (df + 3.0)) / (increase + 1.0);
    Ok(Pooled { estimate: Estimate::new(value, total.sqrt(), df, level)?, missing_information })
}

#[cfg(test)]
#[path = "imputation_tests.rs"]
mod tests;
