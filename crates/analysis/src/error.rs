//! Why a number can't be computed. The English texts are here; the German ones are in `report::messages`.

use std::fmt::{Display, Formatter};

/// Why a number can't be computed from these data.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum AnalysisError {
    /// Nothing to compute from.
    #[error("not enough data: there are no {what} yet")]
    Empty {
        /// What is missing.
        what: Quantity,
    },
    /// Some data, but fewer than the formula needs.
    #[error("not enough data: at least {needed} {what} are needed ({given} so far)")]
    TooFew {
        /// What there is too little of.
        what: Quantity,
        /// The least number with a result.
        needed: usize,
        /// The number given.
        given: usize,
    },
    /// Enough data, but of a kind that leaves the result undefined.
    #[error("{0}")]
    Degenerate(Degeneracy),
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

/// What a formula counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the texts describe them")]
pub enum Quantity {
    Answers,
    Arms,
    AuthenticItems,
    Coefficients,
    Groups,
    Items,
    ManipulatedItems,
    Observations,
    OutcomesInOneArm,
    PValues,
    Participants,
    ParticipantsInComparisonArm,
    ParticipantsInOneArm,
    ParticipantsPerArm,
    ParticipantsWithAuthenticRatings,
    ParticipantsWithManipulatedRatings,
    Predictors,
    RatingsOfAuthenticItems,
    RatingsOfManipulatedItems,
    Units,
    UnitsInOneArm,
    Values,
}

impl Display for Quantity {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Answers => "answers",
            Self::Arms => "arms",
            Self::AuthenticItems => "authentic items",
            Self::Coefficients => "coefficients",
            Self::Groups => "groups",
            Self::Items => "items",
            Self::ManipulatedItems => "manipulated items",
            Self::Observations => "observations",
            Self::OutcomesInOneArm => "outcomes in one of the arms",
            Self::PValues => "p values",
            Self::Participants => "participants",
            Self::ParticipantsInComparisonArm => "participants with a value in the comparison arm",
            Self::ParticipantsInOneArm => "participants in one of the arms",
            Self::ParticipantsPerArm => "participants per arm",
            Self::ParticipantsWithAuthenticRatings => "participants with ratings of authentic items",
            Self::ParticipantsWithManipulatedRatings => "participants with ratings of manipulated items",
            Self::Predictors => "predictors",
            Self::RatingsOfAuthenticItems => "ratings of authentic items",
            Self::RatingsOfManipulatedItems => "ratings of manipulated items",
            Self::Units => "units",
            Self::UnitsInOneArm => "units in one of the arms",
            Self::Values => "values",
        })
    }
}

/// What leaves a result undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the texts describe them")]
pub enum Degeneracy {
    CollinearPredictors,
    EffectTooSmall,
    EqualGroups,
    EqualScores,
    EqualValues,
    ExtremeRate,
    NoSpread,
    PerfectFit,
    SingleObservation,
    SingularCovariance,
    ZeroPredictor,
}

impl Display for Degeneracy {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::CollinearPredictors => {
                "the predictors are collinear, so their coefficients can't be estimated separately"
            }
            Self::EffectTooSmall => "the effect is too small for a study of any size",
            Self::EqualGroups => "the groups don't differ: the event happened to all participants or to none",
            Self::EqualScores => "all participants have the same score, so reliability is undefined",
            Self::EqualValues => "all values are equal, so there is no standard error",
            Self::ExtremeRate => "a rate of 0 or 1 has no finite z without a correction",
            Self::NoSpread => "the values don't vary, so there is no standard error",
            Self::PerfectFit => "the predictors determine the outcome exactly, so its error can't be estimated",
            Self::SingleObservation => {
                "a single observation determines a coefficient, so it has no robust standard error"
            }
            Self::SingularCovariance => "the coefficients can't be tested jointly: their covariance matrix is singular",
            Self::ZeroPredictor => "a predictor is zero for all observations",
        })
    }
}

/// A result, or why there is none.
pub type Result<T> = std::result::Result<T, AnalysisError>;

pub(super) fn degenerate<T>(why: Degeneracy) -> Result<T> {
    Err(AnalysisError::Degenerate(why))
}

/// At least `needed` of them.
pub(super) fn at_least(needed: usize, what: Quantity, given: usize) -> Result<()> {
    match given {
        0 => Err(AnalysisError::Empty { what }),
        given if given < needed => Err(AnalysisError::TooFew { what, needed, given }),
        _ => Ok(()),
    }
}

/// A number from `low` to `high`, both included; NaN never is.
pub(super) fn within(low: f64, high: f64, what: &'static str, value: f64) -> Result<()> {
    if (low..=high).contains(&value) { Ok(()) } else { Err(AnalysisError::OutOfRange { what, value }) }
}

pub(super) fn all_finite<'a>(what: &'static str, values: impl IntoIterator<Item = &'a f64>) -> Result<()> {
    values.into_iter().try_for_each(|&value| within(f64::MIN, f64::MAX, what, value))
}

pub(super) fn matched(left: usize, right: usize) -> Result<()> {
    if left == right { Ok(()) } else { Err(AnalysisError::Unmatched { left, right }) }
}
