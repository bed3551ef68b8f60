//! The item response model of judgements: people and items at once, fitted to single answers.
//!
//! `unmask-study` builds the answers from a study's rows and puts the fit into the report.

mod minimise;
mod mixed_probit;

pub use mixed_probit::{Answers, Deviation, Fit, Term};
