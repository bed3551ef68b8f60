//! Logistic regression of counts with a random intercept: proportions of groups that differ by more than chance.
//!
//! The crossed model of the study's primary analysis has two kinds of random effects and is fitted by the scripts of the
//! data package; this is the one-way model that they can be held against.

use nalgebra::{DMatrix, DVector, SymmetricEigen};

use super::{Result, all_finite, at_least, degenerate, matched, within};

/// Events in one cell of a group.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Which group.
    pub group: usize,
    /// Predictors, the intercept a 1.
    pub predictors: Vec<f64>,
    /// Events.
    pub events: u32,
    /// Out of so many.
    pub of: u32,
}

/// The fitted model: logit P(event) = X b + σ u, u standard normal in each group.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// b, in logits.
    pub coefficients: Vec<f64>,
    /// Their standard errors, from the curvature of the likelihood over b and ln σ.
    pub standard_errors: Vec<f64>,
    /// σ: standard deviation between groups, in logits.
    pub spread: f64,
    /// The maximised log-likelihood, with the binomial constants.
    pub log_likelihood: f64,
}

/// Maximum likelihood by adaptive Gauss-Hermite quadrature with so many points; 1 point is Laplace's approximation.
///
/// In each group the integrand is centred and scaled at its mode (Pinheiro and Bates 1995, *Journal of Computational and
/// Graphical Statistics* 4, 12-35), and the likelihood maximised by Newton's steps with numerical derivatives, halved while
/// they lower it. Errors: no cells; fewer than two groups; rows of different lengths; more events than there can be; no
/// finite maximum, as when groups do not differ at all.
pub fn random_intercept(cells: &[Cell], points: usize) -> Result<Fit> {
    let model = Model::new(cells, points)?;
    let mut at = DVector::zeros(model.width + 1);
    at[model.width] = -0.5;
    let mut value = model.log_likelihood(&at);
    for _ in 0..100 {
        let (gradient, hessian) = model.derivatives(&at);
        // Far from the maximum the surface may bend the other way; then a step along the gradient.
        let newton = (-hessian.clone()).cholesky().map(|curvature| curvature.solve(&gradient));
        let step = newton.unwrap_or_else(|| gradient.normalize() * 0.5);
        let mut share = 1.0;
        while model.log_likelihood(&(&at + &step * share)) < value - 1e-10 && share > 1e-8 {
            share /= 2.0;
        }
        at += &step * share;
        value = model.log_likelihood(&at);
        if step.amax() < 1e-6 {
            let Some(covariance) = (-model.derivatives(&at).1).try_inverse() else {
                return degenerate("the likelihood is flat, so that the coefficients can't be told apart");
            };
            let errors = (0..model.width).map(|index| covariance[(index, index)].sqrt()).collect();
            let coefficients = at.rows(0, model.width).iter().copied().collect();
            let spread = at[model.width].exp();
            return Ok(Fit { coefficients, standard_errors: errors, spread, log_likelihood: value });
        }
    }
    degenerate("the likelihood has no finite maximum, as when the groups do not differ")
}

struct Model<'a> {
    groups: Vec<Vec<&'a Cell>>,
    width: usize,
    /// Nodes and logarithms of weights × exp(node²).
    quadrature: Vec<(f64, f64)>,
    constant: f64,
}

impl<'a> Model<'a> {
    fn new(cells: &'a [Cell], points: usize) -> Result<Self> {
        at_least(1, "cells", cells.len())?;
        at_least(1, "points of the quadrature", points)?;
        let width = cells[0].predictors.len();
        for cell in cells {
            matched(width, cell.predictors.len())?;
            all_finite("predictor", &cell.predictors)?;
            within(0.0, cell.of.into(), "number of events", cell.events.into())?;
        }
        let last = cells.iter().map(|cell| cell.group).max().unwrap_or(0);
        let of = |group: usize| cells.iter().filter(|cell| cell.group == group).collect::<Vec<_>>();
        let groups: Vec<Vec<&Cell>> = (0..=last).map(of).filter(|cells| !cells.is_empty()).collect();
        at_least(2, "groups", groups.len())?;
        let constant = cells.iter().map(|cell| ln_choose(cell.of, cell.events)).sum();
        Ok(Self { groups, width, quadrature: hermite(points), constant })
    }

    /// `at` holds b, then ln σ.
    fn log_likelihood(&self, at: &DVector<f64>) -> f64 {
        self.constant + self.groups.iter().map(|cells| self.group(cells, at)).sum::<f64>()
    }

    /// ln of the integral over u of one group's likelihood times the normal density.
    fn group(&self, cells: &[&Cell], at: &DVector<f64>) -> f64 {
        let spread = at[self.width].exp();
        let fixed: Vec<f64> =
            cells.iter().map(|cell| cell.predictors.iter().zip(at.iter()).map(|(x, b)| x * b).sum()).collect();
        let log = |u: f64| -> f64 {
            let of = |(cell, fixed): (&&Cell, &f64)| {
                let eta = fixed + spread * u;
                f64::from(cell.events) * eta - f64::from(cell.of) * softplus(eta)
            };
            cells.iter().zip(&fixed).map(of).sum::<f64>() - u * u / 2.0
        };
        let mut mode = 0.0;
        let mut curvature = 1.0;
        for _ in 0..100 {
            let (mut slope, mut bend) = (-mode, 1.0);
            for (cell, fixed) in cells.iter().zip(&fixed) {
                let p = 1.0 / (1.0 + (-(fixed + spread * mode)).exp());
                slope += spread * (f64::from(cell.events) - f64::from(cell.of) * p);
                bend += spread * spread * f64::from(cell.of) * p * (1.0 - p);
            }
            curvature = bend;
            mode += slope / bend;
            if (slope / bend).abs() < 1e-12 {
                break;
            }
        }
        let scale = (2.0 / curvature).sqrt();
        let terms: Vec<f64> = self.quadrature.iter().map(|(node, weight)| weight + log(mode + scale * node)).collect();
        let most = terms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = terms.iter().map(|term| (term - most).exp()).sum();
        most + sum.ln() + scale.ln() - std::f64::consts::TAU.ln() / 2.0
    }

    /// Gradient and Hessian by central differences.
    fn derivatives(&self, at: &DVector<f64>) -> (DVector<f64>, DMatrix<f64>) {
        const H: f64 = 1e-4;
        let n = at.len();
        let moved = |moves: &[(usize, f64)]| {
            let mut there = at.clone();
            for (index, by) in moves {
                there[*index] += by;
            }
            self.log_likelihood(&there)
        };
        let gradient = DVector::from_fn(n, |i, _| (moved(&[(i, H)]) - moved(&[(i, -H)])) / (2.0 * H));
        let mut hessian = DMatrix::zeros(n, n);
        for i in 0..n {
            for j in i..n {
                let corner = |a: f64, b: f64| moved(&[(i, a * H), (j, b * H)]);
                let bend =
                    (corner(1.0, 1.0) - corner(1.0, -1.0) - corner(-1.0, 1.0) + corner(-1.0, -1.0)) / (4.0 * H * H);
                hessian[(i, j)] = bend;
                hessian[(j, i)] = bend;
            }
        }
        (gradient, hessian)
    }
}

/// Nodes and ln(weight × exp(node²)) of Gauss-Hermite quadrature, from the eigenvalues of its Jacobi matrix (Golub and
/// Welsch 1969, *Mathematics of Computation* 23, 221-230).
fn hermite(points: usize) -> Vec<(f64, f64)> {
    let beside = |i: usize, j: usize| if i.abs_diff(j) == 1 { (i.max(j) as f64 / 2.0).sqrt() } else { 0.0 };
    let decomposed = SymmetricEigen::new(DMatrix::from_fn(points, points, beside));
    let of = |index: usize| {
        let node = decomposed.eigenvalues[index];
        let first = decomposed.eigenvectors[(0, index)];
        (node, (first * first).ln() + std::f64::consts::PI.ln() / 2.0 + node * node)
    };
    (0..points).map(of).collect()
}

/// ln(1 + e^x).
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

fn ln_choose(n: u32, k: u32) -> f64 {
    let ln_factorial = |n: u32| libm::lgamma(f64::from(n) + 1.0);
    ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::testing::assert_near;

    /// Contagious bovine pleuropneumonia in herds over four periods: herd, period, new cases, animals (Lesnoff et al. 2004,
    /// *Veterinary Research* 35, 57-69; lme4's `cbpp`).
    #[rustfmt::skip]
    const CBPP: [(usize, usize, u32, u32); 56] = [
        (1, 1, 2, 14), (1, 2, 3, 12), (1, 3, 4, 9), (1, 4, 0, 5), (2, 1, 3, 22), (2, 2, 1, 18), (2, 3, 1, 21),
        (3, 1, 8, 22), (3, 2, 2, 16), (3, 3, 0, 16), (3, 4, 2, 20), (4, 1, 2, 10), (4, 2, 0, 10), (4, 3, 2, 9),
        (4, 4, 0, 6), (5, 1, 5, 18), (5, 2, 0, 25), (5, 3, 0, 24), (5, 4, 1, 4), (6, 1, 3, 17), (6, 2, 0, 17),
        (6, 3, 0, 18), (6, 4, 1, 20), (7, 1, 8, 16), (7, 2, 1, 10), (7, 3, 3, 9), (7, 4, 0, 5), (8, 1, 12, 34),
        (9, 1, 2, 9), (9, 2, 0, 6), (9, 3, 0, 8), (9, 4, 0, 6), (10, 1, 1, 22), (10, 2, 1, 22), (10, 3, 0, 18),
        (10, 4, 2, 22), (11, 1, 0, 25), (11, 2, 5, 27), (11, 3, 3, 22), (11, 4, 1, 22), (12, 1, 2, 10), (12, 2, 1, 8),
        (12, 3, 0, 6), (12, 4, 0, 5), (13, 1, 1, 21), (13, 2, 2, 24), (13, 3, 0, 19), (13, 4, 0, 23), (14, 1, 11, 19),
        (14, 2, 0, 2), (14, 3, 0, 3), (14, 4, 0, 2), (15, 1, 1, 19), (15, 2, 1, 15), (15, 3, 1, 15), (15, 4, 0, 15),
    ];

    fn cbpp() -> Vec<Cell> {
        let cell = |&(group, period, events, of): &(usize, usize, u32, u32)| {
            let predictors = (1..=4).map(|p| f64::from(u8::from(p == 1 || p == period))).collect();
            Cell { group, predictors, events, of }
        };
        CBPP.iter().map(cell).collect()
    }

    #[test]
    fn k32_one_random_intercept() {
        let laplace = random_intercept(&cbpp(), 1).unwrap();
        for (found, expected) in laplace.coefficients.iter().zip([-1.3985, -0.9923, -1.1287, -1.5804]) {
            assert_near(*found, expected, 2e-3);
        }
        for (found, expected) in laplace.standard_errors.iter().zip([0.2325, 0.3066, 0.3266, 0.4274]) {
            assert_near(*found, expected, 2e-3);
        }
        assert_near(laplace.spread, 0.6423, 2e-3);
        assert_near(laplace.log_likelihood, -92.0263, 1e-3);
        let exact = random_intercept(&cbpp(), 25).unwrap();
        for (found, expected) in exact.coefficients.iter().zip([-1.3992, -0.9914, -1.1278, -1.5795]) {
            assert_near(*found, expected, 2e-3);
        }
        assert_near(exact.spread, 0.6475, 2e-3);
        assert_near(exact.log_likelihood, -91.9834, 1e-3);
    }

    #[test]
    fn what_has_no_result_is_an_error() {
        let cell = |group, events, of| Cell { group, predictors: vec![1.0], events, of };
        assert!(random_intercept(&[], 1).is_err());
        assert!(random_intercept(&[cell(0, 1, 2)], 1).is_err(), "one group");
        assert!(random_intercept(&[cell(0, 1, 2), cell(1, 3, 2)], 1).is_err(), "more events than there can be");
        assert!(random_intercept(&cbpp(), 0).is_err());
        let alike = [cell(0, 50, 100), cell(1, 50, 100), cell(2, 50, 100)];
        assert!(random_intercept(&alike, 1).map_or(true, |fit| fit.spread < 0.05), "groups that do not differ");
    }
}
