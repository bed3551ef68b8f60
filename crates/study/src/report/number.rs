//! A number of the report: with its interval, or with the reason why there is none.

use serde::Serialize;
use utoipa::ToSchema;

use super::terms::Reason;
use super::why::Why;
use unmask_analysis::mean::{Summary, mean};
use unmask_analysis::proportion::Proportion;
use unmask_analysis::{AnalysisError, Interval, Level};

/// A number with its 95% interval.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportNumber)]
pub struct Number {
    /// Number of participants, or of answers where stated, on which it is based.
    pub n: usize,
    /// The number. Null if it can't be computed; `why` gives the reason.
    pub value: Option<f64>,
    /// Lower end of the interval.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
    /// Standard deviation between participants, if the number is a mean.
    pub deviation: Option<f64>,
    /// Why there is no number, or no interval.
    #[schema(value_type = Option<String>)]
    pub why: Option<Why>,
}

impl Number {
    /// The mean of one value per person with its t interval; without spread or with one person there is a mean and no
    /// interval.
    pub(super) fn mean(values: &[f64]) -> Self {
        let n = values.len();
        if n == 0 {
            return Self { why: Some(Why::new(Reason::Nobody)), ..Self::default() };
        }
        let interval = mean(values, Level::P95).map(|mean| mean.interval);
        let deviation = Summary::of(values).ok().map(|summary| summary.standard_deviation());
        Self { deviation, ..Self::estimated(n, values.iter().sum::<f64>() / n as f64, interval) }
    }

    /// The same with the interval clamped to the range of possible values, which does not change its coverage.
    pub(super) fn within(self, range: Option<(f64, f64)>) -> Self {
        let Some((least, most)) = range else { return self };
        let cut = |end: Option<f64>| end.map(|end| end.clamp(least, most));
        Self { low: cut(self.low), high: cut(self.high), ..self }
    }

    /// A number with its interval, or with the reason why it has none.
    pub(super) fn estimated(n: usize, value: f64, interval: Result<Interval, AnalysisError>) -> Self {
        let number = Self { n, value: Some(value), ..Self::default() };
        match interval {
            Ok(Interval { low, high }) => Self { low: Some(low), high: Some(high), ..number },
            Err(error) => Self { why: Some(error.into()), ..number },
        }
    }

    /// A share with Wilson's interval.
    pub(super) fn share(events: u32, of: u32) -> Self {
        match Proportion::new(events, of) {
            Ok(share) => Self::estimated(of as usize, share.value(), Ok(share.interval(Level::P95))),
            Err(error) => Self { why: Some(error.into()), ..Self::default() },
        }
    }

    /// A number without an interval.
    pub(super) fn plain(n: usize, value: Result<f64, AnalysisError>) -> Self {
        match value {
            Ok(value) => Self { n, value: Some(value), ..Self::default() },
            Err(error) => Self { n, why: Some(error.into()), ..Self::default() },
        }
    }
}
