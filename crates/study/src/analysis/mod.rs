//! Measures, intervals and tests of a study's results. Pure: numbers in, numbers out.
//!
//! Conventions, the same in every file:
//!
//! - **Signal is the manipulated item.** Calling a manipulated item altered is a hit, calling an
//!   authentic one altered is a false alarm. Studies of news often take "true" as the signal, which
//!   reverses the sign of the criterion c.
//! - Rates, proportions, areas and probabilities run from 0 to 1, never in per cent.
//! - Variances divide by n - 1. p values are two-sided unless a comment states otherwise.
//! - An arm is its index in the bundle's list of arms.
//! - What can't be computed is an [`AnalysisError`] and never a NaN, so that the report has a reason.
//!
//! Special functions come from `statrs`, matrix decompositions from `nalgebra`.

pub mod ancova;
pub mod calibration;
pub mod detection;
mod distribution;
pub mod inference;
pub mod mean;
pub mod multiplicity;
pub mod power;
pub mod proportion;
pub mod regression;
pub mod roc;
pub mod scale;
pub mod selection;

#[cfg(test)]
mod testing;

pub use inference::{ChiSquareTest, Estimate, FTest, Interval, Level};

/// Why a number can't be computed from these data.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AnalysisError {
    /// Nothing to compute from.
    #[error("not enough data: there are no {what} yet")]
    Empty {
        /// What is missing, in the plural.
        what: &'static str,
    },
    /// Some data, but fewer than the formula needs.
    #[error("not enough data: at least {needed} {what} are needed ({given} so far)")]
    TooFew {
        /// What there is too little of, in the plural.
        what: &'static str,
        /// The least number with a result.
        needed: usize,
        /// The number given.
        given: usize,
    },
    /// Enough data, but of a kind that leaves the result undefined, such as values without any spread.
    #[error("{why}")]
    Degenerate {
        /// The reason, as a sentence without its full stop.
        why: &'static str,
    },
    /// A number outside the range in which it has a meaning; infinite and NaN are always outside.
    #[error("{value} is not a possible value of the {what}")]
    OutOfRange {
        /// The name of the quantity.
        what: &'static str,
        /// The number.
        value: f64,
    },
    /// Two lists that belong together differ in length.
    #[error("{left} and {right} values can't be matched one to one")]
    Unmatched {
        /// Length of the first list.
        left: usize,
        /// Length of the second list.
        right: usize,
    },
}

/// A result, or why there is none.
pub type Result<T> = std::result::Result<T, AnalysisError>;

fn degenerate<T>(why: &'static str) -> Result<T> {
    Err(AnalysisError::Degenerate { why })
}

/// At least `needed` of them.
fn at_least(needed: usize, what: &'static str, given: usize) -> Result<()> {
    match given {
        0 => Err(AnalysisError::Empty { what }),
        given if given < needed => Err(AnalysisError::TooFew { what, needed, given }),
        _ => Ok(()),
    }
}

/// A number from `low` to `high`, both included; NaN never is.
fn within(low: f64, high: f64, what: &'static str, value: f64) -> Result<()> {
    if (low..=high).contains(&value) { Ok(()) } else { Err(AnalysisError::OutOfRange { what, value }) }
}

fn all_finite<'a>(what: &'static str, values: impl IntoIterator<Item = &'a f64>) -> Result<()> {
    values.into_iter().try_for_each(|&value| within(f64::MIN, f64::MAX, what, value))
}

fn matched(left: usize, right: usize) -> Result<()> {
    if left == right { Ok(()) } else { Err(AnalysisError::Unmatched { left, right }) }
}
