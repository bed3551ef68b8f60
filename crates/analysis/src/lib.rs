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
pub mod balance;
pub mod calibration;
pub mod clusters;
pub mod complier;
pub mod detection;
pub mod distribution;
mod error;
pub mod imputation;
pub mod inference;
pub mod item_response;
pub mod margin;
pub mod mean;
pub mod moderation;
pub mod multiplicity;
pub mod power;
pub mod proportion;
mod quadrature;
pub mod ratio;
pub mod regression;
pub mod roc;
pub mod scale;
pub mod selection;
pub mod sequential;

#[cfg(test)]
mod testing;

pub use error::{AnalysisError, Degeneracy, Quantity, Result};
use error::{all_finite, at_least, degenerate, matched, within};
pub use inference::{ChiSquareTest, Estimate, FTest, Interval, Level};
