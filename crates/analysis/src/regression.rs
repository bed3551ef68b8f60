//! Ordinary least squares with standard errors that hold when the variance is not constant.

use nalgebra::{DMatrix, DVector};

use super::inference::{Estimate, FTest, Level, ROUNDING, size};
use super::mean::average;
use super::ratio::Pair;
use super::{Degeneracy, Quantity, Result, all_finite, at_least, degenerate, matched};

/// How standard errors are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Errors {
    /// One variance for all: s² (XᵀX)⁻¹.
    Classic,
    /// Squared residuals divided by 1 - leverage. Unbiased under equal variances. MacKinnon and
    /// White (1985), *Journal of Econometrics* 29, 305-325.
    Hc2,
    /// Squared residuals divided by (1 - leverage)². Somewhat too wide; for small samples. Long and
    /// Ervin (2000), *The American Statistician* 54, 217-224.
    Hc3,
}

/// A column is determined by others if it makes an angle with them whose sine is not larger.
pub(super) const COLLINEAR: f64 = 1e-7;

/// Predictors: one column each, of equal length, the intercept a column of ones.
#[derive(Clone, Debug)]
pub struct Design(pub(super) DMatrix<f64>);

/// A fitted model y = X b + e.
#[derive(Clone, Debug)]
pub struct Fit {
    coefficients: DVector<f64>,
    residuals: DVector<f64>,
    leverages: Vec<f64>,
    /// X = Q R
    q: DMatrix<f64>,
    r_inverse: DMatrix<f64>,
    total_squares: f64,
    /// The largest outcome without its sign.
    size: f64,
}

impl Design {
    /// Errors: no columns, unequal lengths, fewer rows than columns + 1, a value that is not finite.
    pub fn new(columns: &[Vec<f64>]) -> Result<Self> {
        at_least(1, Quantity::Predictors, columns.len())?;
        let rows = columns[0].len();
        for column in columns {
            matched(rows, column.len())?;
            all_finite("predictor", column)?;
        }
        at_least(columns.len() + 1, Quantity::Observations, rows)?;
        Ok(Self(DMatrix::from_fn(rows, columns.len(), |row, column| columns[column][row])))
    }

    /// Number of observations.
    pub fn rows(&self) -> usize {
        self.0.nrows()
    }

    /// Number of coefficients.
    pub fn columns(&self) -> usize {
        self.0.ncols()
    }
}

/// The least-squares solution b of X b = y by QR decomposition, Q, and R⁻¹.
pub(super) struct Solution {
    pub(super) coefficients: DVector<f64>,
    pub(super) q: DMatrix<f64>,
    pub(super) r_inverse: DMatrix<f64>,
}

/// Errors: a column that the earlier ones determine.
pub(super) fn solve(x: &DMatrix<f64>, y: &DVector<f64>) -> Result<Solution> {
    let decomposed = x.clone().qr();
    let (q, r) = (decomposed.q(), decomposed.r());
    // |r_jj| / |x_j| is the sine of the angle between a column and the space of those before it.
    if (0..x.ncols()).any(|j| r[(j, j)].abs() <= COLLINEAR * x.column(j).norm()) {
        return degenerate(Degeneracy::CollinearPredictors);
    }
    let Some(r_inverse) = r.solve_upper_triangular(&DMatrix::identity(x.ncols(), x.ncols())) else {
        return degenerate(Degeneracy::ZeroPredictor);
    };
    Ok(Solution { coefficients: &r_inverse * (q.transpose() * y), q, r_inverse })
}

/// Ordinary least squares of the outcome on the design's columns.
///
/// Errors: lengths differ; values not finite; collinear columns; an outcome that the predictors
/// determine exactly, that is residuals whose root mean square is at most 10⁻⁹ of the largest outcome.
pub fn least_squares(design: &Design, outcome: &[f64]) -> Result<Fit> {
    matched(design.rows(), outcome.len())?;
    all_finite("outcome", outcome)?;
    let y = DVector::from_column_slice(outcome);
    let Solution { coefficients, q, r_inverse } = solve(&design.0, &y)?;
    let residuals = &y - &design.0 * &coefficients;
    let size = size(outcome);
    has_residuals(outcome, residuals.as_slice())?;
    let leverages = q.row_iter().map(|row| row.norm_squared()).collect();
    let mean = average(outcome);
    let total_squares = outcome.iter().map(|value| (value - mean).powi(2)).sum();
    Ok(Fit { coefficients, residuals, leverages, q, r_inverse, total_squares, size })
}

/// Errors: the predictors determine the outcome exactly.
pub fn has_residuals(outcome: &[f64], residuals: &[f64]) -> Result<()> {
    let norm = residuals.iter().map(|residual| residual.powi(2)).sum::<f64>().sqrt();
    if norm <= ROUNDING * size(outcome) * (outcome.len() as f64).sqrt() {
        return degenerate(Degeneracy::PerfectFit);
    }
    Ok(())
}

/// Errors: a standard error of at most 10⁻⁹ of the largest outcome times the length of the counts.
pub fn has_spread(counts: &Counts, outcome: &[f64], variance: f64) -> Result<()> {
    let length = counts.counts.iter().map(|count| count.powi(2)).sum::<f64>().sqrt();
    if variance.sqrt() <= ROUNDING * size(outcome) * length {
        return degenerate(Degeneracy::NoSpread);
    }
    Ok(())
}

impl Fit {
    /// b, in the order of the columns, in units of the outcome per unit of the predictor.
    pub fn coefficients(&self) -> &[f64] {
        self.coefficients.as_slice()
    }

    /// Observations minus coefficients.
    pub fn residual_df(&self) -> f64 {
        (self.q.nrows() - self.q.ncols()) as f64
    }

    /// Residual variance s² = Σe² / residual degrees of freedom.
    pub fn mean_square(&self) -> f64 {
        self.residuals.norm_squared() / self.residual_df()
    }

    /// R² = 1 - Σe² / Σ(y - ȳ)², from 0 to 1, for a design with an intercept.
    pub fn r_squared(&self) -> f64 {
        1.0 - self.residuals.norm_squared() / self.total_squares
    }

    /// a = X (XᵀX)⁻¹ w, what each observation's outcome counts in the sum Σ w_j b_j = Σ a_i y_i.
    fn counts(&self, weights: &DVector<f64>) -> DVector<f64> {
        &self.q * self.r_inverse.tr_mul(weights)
    }

    /// One number for each observation; the sum of their squares is the variance of Σ w_j b_j: s² Σa² for all, or
    /// Σ a² e² / (1 - h) with HC2 and Σ a² e² / (1 - h)² with HC3, where h is the leverage.
    ///
    /// The residual of an observation with h = 1 is always 0, and 0 / 0 is no error: a sum in which it counts has none,
    /// and a sum in which it doesn't (a = 0) has that of the others. Both are decided on numbers that no unit enters:
    /// 1 - h ≤ 10⁻⁹, and |a| ≤ 10⁻⁹ of the length of all.
    ///
    /// Errors: one observation determines the sum (HC2 and HC3 alone); a standard error of at most 10⁻⁹ of the largest
    /// outcome times the length of a, which is none but for rounding.
    fn deviations(&self, weights: &DVector<f64>, errors: Errors) -> Result<DVector<f64>> {
        let mut found = self.counts(weights);
        let length = found.norm();
        if errors == Errors::Classic {
            found *= self.mean_square().sqrt();
        } else {
            for ((count, residual), leverage) in found.iter_mut().zip(&self.residuals).zip(&self.leverages) {
                let left = 1.0 - leverage;
                if left > ROUNDING {
                    *count *= residual / if errors == Errors::Hc2 { left.sqrt() } else { left };
                } else if count.abs() <= ROUNDING * length {
                    *count = 0.0;
                } else {
                    return degenerate(Degeneracy::SingleObservation);
                }
            }
        }
        if found.norm() <= ROUNDING * self.size * length {
            return degenerate(Degeneracy::NoSpread);
        }
        Ok(found)
    }

    /// The weighted sum Σ w_j b_j, such as a difference of two arms or an adjusted mean. Errors: as many weights as
    /// coefficients are needed.
    pub fn value(&self, weights: &[f64]) -> Result<f64> {
        matched(self.coefficients.len(), weights.len())?;
        Ok(weights.iter().zip(&self.coefficients).map(|(weight, coefficient)| weight * coefficient).sum())
    }

    /// The same with its t test and interval. Errors: as many weights as coefficients are needed; an observation
    /// determines the sum alone (HC2 and HC3); it has no spread. All are of this sum: another one of the same model may
    /// have an error.
    pub fn contrast(&self, weights: &[f64], errors: Errors, level: Level) -> Result<Estimate> {
        let value = self.value(weights)?;
        let standard_error = self.deviations(&DVector::from_column_slice(weights), errors)?.norm();
        Estimate::new(value, standard_error, self.residual_df(), level)
    }

    /// The weights of one coefficient.
    pub fn alone(&self, index: usize) -> Vec<f64> {
        (0..self.coefficients.len()).map(|j| f64::from(u8::from(j == index))).collect()
    }

    /// Wald F test of "all these coefficients are zero": F = bᵀ V⁻¹ b / q over the q chosen ones. With
    /// [`Errors::Classic`] it is the partial (type III) F test.
    ///
    /// Errors: none chosen; one of them has no standard error ([`Fit::contrast`]); one varies only with those before
    /// it.
    pub fn joint_test(&self, indices: &[usize], errors: Errors) -> Result<FTest> {
        self.joint_test_of(&indices.iter().map(|index| self.alone(*index)).collect::<Vec<_>>(), errors)
    }

    /// The same of "all these weighted sums are zero". Errors: as there.
    pub fn joint_test_of(&self, sums: &[Vec<f64>], errors: Errors) -> Result<FTest> {
        let values = sums.iter().map(|weights| self.value(weights)).collect::<Result<Vec<_>>>()?;
        let columns = sums.iter().map(|weights| self.deviations(&DVector::from_column_slice(weights), errors));
        joint(&values, columns, self.residual_df())
    }
}

/// One design with many outcomes, decomposed once.
#[derive(Clone, Debug)]
pub struct Repeated {
    q: DMatrix<f64>,
    r_inverse: DMatrix<f64>,
    /// 1 − h of each observation.
    left: Vec<f64>,
}

/// What each observation counts in a contrast Σ a_i y_i, whose HC3 variance is Σ s_i² e_i² over residuals e.
#[derive(Clone, Debug)]
pub struct Counts {
    /// a_i.
    pub counts: Vec<f64>,
    /// s_i = a_i / (1 − h_i).
    pub scaled: Vec<f64>,
}

impl Repeated {
    /// Errors: collinear columns.
    pub fn new(design: &Design) -> Result<Self> {
        let Solution { q, r_inverse, .. } = solve(&design.0, &DVector::zeros(design.rows()))?;
        let left = q.row_iter().map(|row| 1.0 - row.norm_squared()).collect();
        Ok(Self { q, r_inverse, left })
    }

    /// Observations minus coefficients.
    pub fn residual_df(&self) -> f64 {
        (self.q.nrows() - self.q.ncols()) as f64
    }

    /// Errors: an observation determines the contrast alone.
    pub fn counts(&self, weights: &[f64]) -> Result<Counts> {
        let counts = &self.q * self.r_inverse.tr_mul(&DVector::from_column_slice(weights));
        let length = counts.norm();
        let scaled = |(count, left): (&f64, &f64)| match () {
            () if *left > ROUNDING => Ok(count / left),
            () if count.abs() <= ROUNDING * length => Ok(0.0),
            () => degenerate(Degeneracy::SingleObservation),
        };
        let scaled = counts.iter().zip(&self.left).map(scaled).collect::<Result<_>>()?;
        Ok(Counts { counts: counts.as_slice().to_vec(), scaled })
    }

    /// The residuals of an outcome.
    pub fn residuals(&self, outcome: &[f64]) -> Vec<f64> {
        let y = DVector::from_column_slice(outcome);
        let fitted = &self.q * self.q.tr_mul(&y);
        (y - fitted).as_slice().to_vec()
    }
}

/// Wald F test of "this coefficient is zero in all these fits" for the chosen coefficients, HC3. The fits have one
/// design and other outcomes of the same observations, whose residuals may correlate: the covariance of two
/// coefficients is Σ a_i b_i e_i f_i / (1 - h_i)² with the residuals e and f of their fits. With m fits and d residual
/// degrees of freedom, the F of [`Fit::joint_test`] is multiplied by (d - m + 1) / d and has d - m + 1 denominator
/// degrees of freedom, as Hotelling's T² has (Hotelling 1931, *Annals of Mathematical Statistics* 2, 360-378). With one
/// fit, it is the same.
///
/// Errors: as there, and fewer than m residual degrees of freedom.
pub fn joint_test_of_fits(fits: &[Fit], indices: &[usize]) -> Result<FTest> {
    let rest = fits.first().map_or(0, |fit| fit.q.nrows() - fit.q.ncols());
    at_least(fits.len(), Quantity::Observations, rest)?;
    let df = rest as f64;
    let chosen = fits.iter().flat_map(|fit| indices.iter().map(move |index| (fit, *index)));
    let columns = chosen.clone().map(|(fit, index)| fit.deviations(&DVector::from_vec(fit.alone(index)), Errors::Hc3));
    let coefficients: Vec<f64> = chosen.clone().map(|(fit, index)| fit.coefficients[index]).collect();
    let wald = joint(&coefficients, columns, df)?;
    let left = df - fits.len() as f64 + 1.0;
    Ok(FTest::new(wald.f * left / df, wald.numerator_df, left))
}

/// A coefficient in the fits of two outcomes of the same observations to one design, HC3. The covariance is that of
/// [`joint_test_of_fits`]. Errors: it has no standard error in one of them ([`Fit::contrast`]).
pub fn pair_of_fits(fits: [&Fit; 2], index: usize) -> Result<Pair> {
    let deviations = |fit: &Fit| fit.deviations(&DVector::from_vec(fit.alone(index)), Errors::Hc3);
    let [first, second] = [deviations(fits[0])?, deviations(fits[1])?];
    Ok(Pair {
        values: fits.map(|fit| fit.coefficients[index]),
        variances: [first.norm_squared(), second.norm_squared()],
        covariance: first.dot(&second),
        df: fits[0].residual_df(),
    })
}

/// Of coefficients and their deviations.
fn joint(
    coefficients: &[f64],
    deviations: impl Iterator<Item = Result<DVector<f64>>>,
    residual_df: f64,
) -> Result<FTest> {
    at_least(1, Quantity::Coefficients, coefficients.len())?;
    // V = D Sᵀ S D with standard errors D and columns S of length 1: what is far apart in size is not squared.
    let (mut columns, mut ratios) = (Vec::new(), Vec::new());
    for (coefficient, column) in coefficients.iter().zip(deviations) {
        let column = column?;
        let standard_error = column.norm();
        ratios.push(coefficient / standard_error);
        columns.push(column / standard_error);
    }
    let r = DMatrix::from_columns(&columns).qr().r();
    let none = || degenerate(Degeneracy::SingularCovariance);
    if r.diagonal().iter().any(|sine| sine.abs() <= COLLINEAR) {
        return none();
    }
    let Some(solved) = r.tr_solve_upper_triangular(&DVector::from_vec(ratios)) else { return none() };
    let q = coefficients.len() as f64;
    Ok(FTest::new(solved.norm_squared() / q, q, residual_df))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mean::Summary;
    use crate::testing::assert_near;

    fn fit(columns: &[Vec<f64>], outcome: &[f64]) -> Result<Fit> {
        least_squares(&Design::new(columns)?, outcome)
    }

    /// The coefficient of the second column with its t test.
    fn slope(fit: &Fit, errors: Errors) -> Result<Estimate> {
        fit.contrast(&fit.alone(1), errors, Level::P95)
    }

    #[test]
    fn a_straight_line() {
        let found = fit(&[vec![1.0; 4], vec![0.0, 1.0, 2.0, 3.0]], &[1.0, 3.0, 4.0, 8.0]).unwrap();
        assert_near(found.coefficients()[0], 0.7, 1e-12);
        assert_near(found.coefficients()[1], 2.2, 1e-12);
        assert_near(found.mean_square(), 0.9, 1e-12);
        assert_near(found.r_squared(), 1.0 - 1.8 / 26.0, 1e-12);
    }

    /// With two groups and HC2, the regression is Welch's test but for its degrees of freedom.
    #[test]
    fn hc2_of_two_groups_is_welch() {
        let (first, second) = ([1.0, 4.0, 2.0, 7.0], [3.0, 9.0, 6.0, 8.0, 20.0]);
        let arm: Vec<f64> = [vec![1.0; 4], vec![0.0; 5]].concat();
        let found = fit(&[vec![1.0; 9], arm], &[first.as_slice(), second.as_slice()].concat()).unwrap();
        let contrast = slope(&found, Errors::Hc2).unwrap();
        let [(mean, variance), (other_mean, other_variance)] = [first.as_slice(), &second].map(|values| {
            let summary = Summary::of(values).unwrap();
            (summary.mean, summary.variance / values.len() as f64)
        });
        assert_near(contrast.value, mean - other_mean, 1e-12);
        assert_near(contrast.standard_error, (variance + other_variance).sqrt(), 1e-12);
    }

    #[test]
    fn one_coefficient_has_the_same_f_as_its_t_squared() {
        let found = fit(&[vec![1.0; 5], vec![0.0, 1.0, 2.0, 3.0, 5.0]], &[1.0, 3.0, 4.0, 8.0, 7.0]).unwrap();
        for errors in [Errors::Classic, Errors::Hc2, Errors::Hc3] {
            let (t, f) = (slope(&found, errors).unwrap(), found.joint_test(&[1], errors).unwrap());
            assert_near(f.f, t.t * t.t, 1e-10);
            assert_near(f.p, t.p, 1e-10);
        }
    }

    #[test]
    fn what_has_no_result_is_an_error() {
        let ones = vec![1.0; 4];
        assert!(fit(&[], &[]).is_err());
        assert!(fit(&[vec![1.0]], &[1.0]).is_err());
        assert!(fit(&[ones.clone(), vec![1.0, 2.0]], &[1.0; 4]).is_err());
        assert!(fit(&[ones.clone(), vec![1.0, 2.0, 3.0, f64::NAN]], &[1.0; 4]).is_err());
        assert!(fit(&[ones.clone(), vec![3.0; 4]], &[1.0, 2.0, 1.0, 5.0]).is_err(), "collinear");
        assert!(fit(&[ones.clone(), vec![0.0; 4]], &[1.0, 2.0, 1.0, 5.0]).is_err(), "zero");
        assert!(fit(&[ones.clone(), vec![0.0, 1.0, 2.0, 3.0]], &[1.0, 3.0, 5.0, 7.0]).is_err(), "exact");
        let alone = fit(&[ones, vec![0.0, 0.0, 0.0, 1.0]], &[1.0, 2.0, 1.0, 5.0]).unwrap();
        assert!(slope(&alone, Errors::Classic).is_ok());
        assert!(slope(&alone, Errors::Hc2).is_err(), "an arm of one person");
        assert!(alone.contrast(&[1.0], Errors::Classic, Level::P95).is_err());
        assert!(alone.joint_test(&[], Errors::Classic).is_err());
    }
}
