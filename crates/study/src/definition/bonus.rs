//! `bonus` of `study.yaml`: what participants get in addition, by their scores.

use schemars::JsonSchema;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use super::{BlockId, WaveId};

/// What participants get in addition, by the scores that are stored with their answers. `unmask bonus` writes the list
/// for the recruiter.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Bonus {
    /// The currency of all amounts, as the recruiter pays them ("GBP"). Only shown: nothing is converted.
    pub currency: String,
    /// The part whose completion is needed. Default: the first one.
    pub after: Option<WaveId>,
    /// The amounts, which are added up.
    pub amounts: Vec<BonusAmount>,
    /// The most that a participant gets. Default: no limit.
    pub at_most: Option<Amount>,
}

/// An amount for each point of a score, or for each correct answer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BonusAmount {
    /// The block with the answers, such as `flow-b` or `post`.
    pub block: BlockId,
    /// A scale of the questionnaire: the amount is for each point of its score. Default: for each answer to Flow A or
    /// Flow B that is correct at the first attempt.
    pub score: Option<String>,
    /// The amount for each.
    pub amount: Amount,
    /// The most that a participant gets of this amount. Default: no limit.
    pub at_most: Option<Amount>,
}

/// An amount of money, in ten-thousandths of the currency's unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, JsonSchema)]
pub struct Amount(#[schemars(with = "f64", range(min = 0.0001, max = 1_000_000.0))] pub(crate) i64);

impl Amount {
    /// In the currency's unit, without zeros at the end of the decimal places beyond the second: `0.05`, `0.0025`.
    pub fn decimal(self) -> String {
        let text = format!("{}.{:04}", self.0 / 10_000, self.0 % 10_000);
        let cut = text.trim_end_matches('0').len().max(text.len() - 2);
        text[..cut].to_owned()
    }
}

/// Of one unit of a currency.
pub(crate) const PARTS: f64 = 10_000.0;

/// More than anybody pays, and few enough that sums stay exact.
const LARGEST: f64 = 1_000_000.0;

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let amount = f64::deserialize(deserializer)?;
        let parts = (amount * PARTS).round();
        if !(amount > 0.0 && amount <= LARGEST && (amount * PARTS - parts).abs() < 1e-6) {
            return Err(D::Error::custom("write an amount above 0 with at most four decimal places, such as `0.05`"));
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 10^10")]
        let parts = parts as i64;
        Ok(Self(parts))
    }
}
