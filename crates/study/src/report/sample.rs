//! How many people the design needs, and what the planned number gives.

use serde::Serialize;

use super::durations::count;
use super::input::Design;
use crate::analysis::Result;
use crate::analysis::detection::{Rates, scored_d_prime_error};
use crate::analysis::power::{before_loss, people_per_arm, power, with_covariate};

/// Spread of true d' between people, standard deviations of the evidence: observed spread of accuracy 0.13 less that of
/// 20 answers, as d' (Somoray and Miller 2023, doi:10.1016/j.chb.2023.107917).
const BETWEEN_PEOPLE: f64 = 0.37;

/// People needed for one effect.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Needed {
    /// Cohen's d: the difference in standard deviations of d' between people.
    pub effect: f64,
    /// For each arm, two-sided t test, at the error rate of each test.
    pub t_test: u32,
    /// The same with d' before as a covariate.
    pub adjusted: u32,
    /// To be randomised, so that so many are left.
    pub recruited: u32,
    /// All arms together.
    pub total: u32,
}

impl Design {
    /// Error rate of each primary test that is planned, if all were corrected alike (Bonferroni): the strictest step of Holm.
    pub fn alpha_each(&self) -> f64 {
        self.alpha / f64::from(count(self.planned_comparisons).max(1))
    }

    /// People needed to find an effect with the planned power: n of the t test (Cohen 1988), times 1 - r² for the
    /// covariate (Borm et al. 2007), divided by 1 - loss; each rounded up. Errors: those of [`people_per_arm`].
    pub fn people_needed(&self, effect: f64) -> Result<Needed> {
        let sample = self.sample;
        let t_test = people_per_arm(effect, self.alpha_each(), sample.power)?;
        let adjusted = with_covariate(t_test, sample.correlation)?;
        let recruited = before_loss(adjusted, sample.loss)?;
        let total = recruited.saturating_mul(count(self.arms.len()));
        Ok(Needed { effect, t_test, adjusted, recruited, total })
    }

    /// People for each arm that the target leaves after the planned loss; none without a target.
    pub fn analysed_at_target(&self) -> Option<u32> {
        let each = f64::from(self.target?) / f64::from(count(self.arms.len()).max(1));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of people, rounded down")]
        let left = (each * (1.0 - self.sample.loss) + 1e-9).floor() as u32;
        Some(left)
    }

    /// Power of each primary test at that number of analysed people for each arm. The covariate is worth as much as
    /// 1 / (1 - r²) times the people.
    pub fn power_with(&self, per_arm: u32, effect: f64) -> Result<f64> {
        let worth = f64::from(per_arm) / (1.0 - self.sample.correlation.powi(2));
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of people, rounded down")]
        let worth = (worth + 1e-9).floor() as u32;
        power(effect, worth, self.alpha_each())
    }

    /// About how much d' differs between people in the test afterwards: true differences, and the error of that many
    /// answers at 65% hits and 35% false alarms. It turns Cohen's d into d'. Errors: too few items.
    pub fn spread_of_d_prime(&self) -> Result<f64> {
        let half = count(self.after.len()) / 2;
        let error = scored_d_prime_error(half, Rates::new(0.65, 0.35)?)?;
        Ok(BETWEEN_PEOPLE.hypot(error))
    }
}

#[cfg(test)]
mod tests {
    use crate::report::testing::design;

    /// The plan of the example study: 213 for two tests at d = 0.30, 179 with r = 0.4, 211 with 15% loss (SciPy's
    /// noncentral t, and arithmetic).
    #[test]
    fn the_plan_of_the_example_study() {
        let design = design();
        let needed = design.people_needed(0.30).unwrap();
        assert_eq!((needed.t_test, needed.adjusted, needed.recruited, needed.total), (213, 179, 211, 633));
        assert_eq!(design.analysed_at_target(), Some(178));
        let power = design.power_with(178, 0.30).unwrap();
        assert!((0.79..0.81).contains(&power), "{power}");
    }

    /// √(0.37² + the variance of d') over all counts at H = .65, F = .35, computed apart from this in Python.
    #[test]
    fn spread_of_d_prime() {
        let mut design = design();
        for (items, known) in [(20, 0.678_267), (4, 0.994_270)] {
            design.after.truncate(items);
            assert_eq!(design.after.len(), items);
            let spread = design.spread_of_d_prime().unwrap();
            assert!((spread - known).abs() < 1e-6, "{items}: {spread}");
        }
        design.after.clear();
        assert!(design.spread_of_d_prime().is_err());
    }
}
