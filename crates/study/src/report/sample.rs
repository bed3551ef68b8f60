//! How many people the design needs, and what the planned number gives.

use serde::Serialize;

use super::durations::count;
use super::input::Design;
use crate::definition::analysis::PrimaryModel;
use unmask_analysis::Result;
use unmask_analysis::detection::{Kinds, Rates, Spread, greatest_correlation, scored_d_prime_error};
use unmask_analysis::power::{
    before_loss, people_per_arm, people_per_arm_over_items, power, power_over_items, with_covariate,
};
use unmask_analysis::sequential::{Bound, Crossing, Timing, bounds, expected_share, first_crossings, inflation};

/// What the greatest correlation assumes besides the plan's spread of true d'. Mean d' is that of 60.7% correct answers
/// (Somoray and Miller 2023). The spread of the criterion is an assumption without a source. The spread of the items
/// gives accuracies between 30 and 85% (Bray et al. 2023, doi:10.1093/cybsec/tyad011).
const MEAN_D_PRIME: f64 = 0.54;
const CRITERION: f64 = 0.30;
const ITEMS: f64 = 0.42;

/// People needed for one effect.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Needed {
    /// Cohen's d: the difference in standard deviations of d' between people.
    pub effect: f64,
    /// For each arm, two-sided t test, at the error rate of each test.
    pub t_test: u32,
    /// The same with d' before as a covariate, and with the inflation of planned looks.
    pub adjusted: u32,
    /// To be randomised, so that so many are left.
    pub recruited: u32,
    /// All arms together.
    pub total: u32,
}

/// What the planned looks do to one primary comparison at the strictest step of Holm.
#[derive(Clone, Debug, PartialEq)]
pub struct LooksAhead {
    /// The shares of the planned number of people, the last one 1.
    pub shares: Vec<f64>,
    /// The bounds.
    pub bounds: Vec<Bound>,
    /// The factor by which they raise the number of people.
    pub inflation: f64,
    /// The first crossings with the effect.
    pub with: Vec<Crossing>,
    /// The first crossings without an effect.
    pub without: Vec<Crossing>,
}

impl LooksAhead {
    /// Mean number of people at the end of studies that end at the first crossing, as a share of the planned number.
    pub fn expected_share(&self, crossings: &[Crossing]) -> f64 {
        expected_share(crossings, &timings(&self.shares))
    }
}

/// Of looks at shares of the planned information.
fn timings(shares: &[f64]) -> Vec<Timing> {
    shares.iter().map(|share| Timing { information: *share, share: *share }).collect()
}

impl Design {
    /// Error rate of each primary test that is planned, if all were corrected alike (Bonferroni): the strictest step of
    /// Holm.
    pub fn alpha_each(&self) -> f64 {
        self.alpha / f64::from(count(self.planned_comparisons).max(1))
    }

    /// Correlation of d' before and after: that of the plan, or the greatest possible.
    pub fn correlation(&self) -> Result<f64> {
        self.sample.correlation.map_or_else(|| self.greatest_correlation(), Ok)
    }

    /// The greatest correlation that d' before and after can have ([`greatest_correlation`]), if half of the items are
    /// manipulated; 0 if one of the tests has fewer than two items. Errors: a spread that is negative.
    pub fn greatest_correlation(&self) -> Result<f64> {
        let tests = [&self.before, &self.after].map(|items| halves(items.len()));
        if tests.iter().any(|test| test.manipulated == 0) {
            return Ok(0.0);
        }
        greatest_correlation(tests, self.spread())
    }

    /// How people and items differ, as planned.
    pub fn spread(&self) -> Spread {
        let d_prime = self.sample.spread;
        Spread { mean_d_prime: MEAN_D_PRIME, d_prime, criterion: CRITERION, items: ITEMS }
    }

    /// The items afterwards, half of them manipulated.
    pub fn test_afterwards(&self) -> Kinds {
        halves(self.after.len())
    }

    /// The items before, half of them manipulated; none without at least two.
    pub fn test_before(&self) -> Option<Kinds> {
        Some(halves(self.before.len())).filter(|test| test.manipulated > 0)
    }

    /// The correlation of the plan if it is greater than possible, and the greatest possible. Both are compared as they
    /// are printed, with two decimals.
    pub fn impossible_correlation(&self) -> Result<Option<(f64, f64)>> {
        let greatest = self.greatest_correlation()?;
        Ok(self.sample.correlation.filter(|stated| stated.abs() >= greatest + 0.005).map(|stated| (stated, greatest)))
    }

    /// People needed to find an effect with the planned power: n of the t test (Cohen 1988), times 1 - r² for the
    /// covariate (Borm et al. 2007), times the inflation of planned looks, divided by 1 - loss; each rounded up. If the
    /// primary analysis is the mixed model, the test takes the items as a sample. If weights differ, the smallest arm
    /// gets as many people, so that the power is at least the planned one. Errors: those of
    /// [`people_per_arm_over_items`].
    pub fn people_needed(&self, effect: f64) -> Result<Needed> {
        let sample = self.sample;
        let t_test = match self.model {
            PrimaryModel::Ancova => people_per_arm(effect, self.alpha_each(), sample.power)?,
            PrimaryModel::ProbitMixed => {
                let (items, between) = (count(self.after.len()), self.item_effects()?);
                people_per_arm_over_items(effect, self.alpha_each(), sample.power, items, between)?
            }
        };
        let adjusted = inflated(with_covariate(t_test, self.correlation()?)?, self.inflation());
        let recruited = before_loss(adjusted, sample.loss)?;
        let total = inflated(recruited, 1.0 / self.smallest_share);
        Ok(Needed { effect, t_test, adjusted, recruited, total })
    }

    /// People that the target leaves in the smallest arm after the planned loss; none without a target.
    pub fn analysed_at_target(&self) -> Option<u32> {
        let each = f64::from(self.target?) * self.smallest_share;
        Some(round_down(each * (1.0 - self.sample.loss)))
    }

    /// The shares of the planned number of people at which the primary hypotheses are tested, with the end; none
    /// without planned looks.
    fn shares_of_looks(&self) -> Option<Vec<f64>> {
        let interim = self.interim.as_ref()?;
        Some(interim.looks.iter().copied().chain([1.0]).collect())
    }

    /// The factor by which planned looks raise the number of people that gives the planned power: 1 without looks.
    pub fn inflation(&self) -> f64 {
        let (Some(interim), Some(shares)) = (&self.interim, self.shares_of_looks()) else { return 1.0 };
        inflation(interim.spending, self.alpha_each(), self.sample.power, &timings(&shares))
    }

    /// What the planned looks do with that number of analysed people for each arm at the end; none without looks.
    /// Errors: those of [`power`].
    pub fn looks_ahead(&self, per_arm: u32, effect: f64) -> Result<Option<LooksAhead>> {
        let (Some(interim), Some(shares)) = (&self.interim, self.shares_of_looks()) else { return Ok(None) };
        let timings = timings(&shares);
        let bounds = bounds(interim.spending, self.alpha_each(), &timings);
        // The people that the covariate is worth, in two arms: the mean of z is d √(n / 2).
        let drift = effect * (f64::from(worth(per_arm, self.correlation()?)) / 2.0).sqrt();
        let [with, without] = [drift, 0.0].map(|drift| first_crossings(&bounds, &timings, drift));
        Ok(Some(LooksAhead { inflation: self.inflation(), shares, bounds, with, without }))
    }

    /// Power of each primary test at that number of analysed people for each arm. The covariate is worth as much as
    /// 1 / (1 - r²) times the people, and planned looks cost the inflation.
    pub fn power_with(&self, per_arm: u32, effect: f64) -> Result<f64> {
        self.power_of(self.worth(per_arm)?, effect)
    }

    /// The smallest effect (Cohen's d) that each primary test finds with the planned power, with that number of
    /// analysed people for each arm: the solution of [`Self::power_with`] for the effect. None with fewer than two
    /// people, or if no effect up to 10 has that power.
    pub fn smallest_detectable(&self, per_arm: u32) -> Option<f64> {
        let worth = self.worth(per_arm).ok()?;
        let is_found = |effect: f64| Some(self.power_of(worth, effect).ok()? >= self.sample.power);
        let (mut low, mut high) = (0.0, 10.0);
        if !is_found(high)? {
            return None;
        }
        while high - low > 1e-12 {
            let middle = f64::midpoint(low, high);
            if is_found(middle)? {
                high = middle;
            } else {
                low = middle;
            }
        }
        Some(high)
    }

    /// The power with the mixed model, whose result holds for other items as well.
    pub fn power_over_items(&self, per_arm: u32, effect: f64) -> Result<f64> {
        self.worth_over_items(self.worth(per_arm)?, effect)
    }

    /// Power of each primary test with so many people for each arm, without a covariate and looks.
    fn power_of(&self, worth: u32, effect: f64) -> Result<f64> {
        match self.model {
            PrimaryModel::Ancova => power(effect, worth, self.alpha_each()),
            PrimaryModel::ProbitMixed => self.worth_over_items(worth, effect),
        }
    }

    fn worth_over_items(&self, worth: u32, effect: f64) -> Result<f64> {
        power_over_items(effect, worth, self.alpha_each(), count(self.after.len()), self.item_effects()?)
    }

    /// The number of people whose t test without a covariate and without looks has the power of these.
    fn worth(&self, per_arm: u32) -> Result<u32> {
        let fixed = f64::from(per_arm) / self.inflation();
        Ok(round_down(fixed / (1.0 - self.correlation()?.powi(2))))
    }

    /// How much the difference that an arm makes varies between items, in standard deviations of d' between people.
    pub fn item_effects(&self) -> Result<f64> {
        Ok(self.sample.item_effects / self.spread_of_d_prime()?)
    }

    /// About how much d' differs between people in the test afterwards: true differences, and the error of that many
    /// answers at 65% hits and 35% false alarms. It turns Cohen's d into d'. Errors: too few items.
    pub fn spread_of_d_prime(&self) -> Result<f64> {
        self.spread_over(self.after.len())
    }

    /// The same of a test with so many items.
    pub(super) fn spread_over(&self, items: usize) -> Result<f64> {
        let half = count(items) / 2;
        let error = scored_d_prime_error(half, Rates::new(0.65, 0.35)?)?;
        Ok(self.sample.spread.hypot(error))
    }
}

/// The number of people whose t test without a covariate has the power of these with one of this correlation.
fn worth(per_arm: u32, correlation: f64) -> u32 {
    round_down(f64::from(per_arm) / (1.0 - correlation.powi(2)))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of people, rounded down")]
pub(super) fn round_down(people: f64) -> u32 {
    (people + 1e-9).floor() as u32
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of people, rounded up")]
fn inflated(people: u32, factor: f64) -> u32 {
    (f64::from(people) * factor - 1e-9).ceil() as u32
}

/// Half of the items manipulated.
pub(super) fn halves(items: usize) -> Kinds {
    let all = count(items);
    Kinds { manipulated: all / 2, authentic: all - all / 2 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::analysis::Interim;
    use crate::report::testing::design;
    use unmask_analysis::sequential::Spending;

    /// The plan of the example study: 213 for two tests at d = 0.30 (SciPy's noncentral t), 207 with the greatest
    /// possible r = 0.176, 244 with 15% loss (arithmetic).
    #[test]
    fn the_plan_of_the_example_study() {
        let design = design();
        assert!((design.correlation().unwrap() - 0.175_916).abs() < 1e-6);
        let needed = design.people_needed(0.30).unwrap();
        assert_eq!((needed.t_test, needed.adjusted, needed.recruited, needed.total), (213, 207, 244, 732));
        assert_eq!(design.analysed_at_target(), Some(207));
        let power = design.power_with(207, 0.30).unwrap();
        assert!((0.80..0.81).contains(&power), "{power}");
    }

    /// With the same 20 items for all, effects that differ by 0.3 in d' add (0.3 / 0.678)² / 20 to the variance.
    #[test]
    fn a_result_for_other_items_needs_more_people() {
        let mut design = design();
        design.sample.item_effects = 0.3;
        assert_eq!(design.people_needed(0.30).unwrap().t_test, 213, "the covariance analysis holds for these items");
        let for_these = design.power_with(207, 0.30).unwrap();
        assert!(design.power_over_items(207, 0.30).unwrap() < for_these - 0.2);
        design.model = PrimaryModel::ProbitMixed;
        assert_eq!(design.power_with(207, 0.30), design.power_over_items(207, 0.30));
        assert!(design.people_needed(0.30).is_err(), "20 items are too few for any number of people");
        assert!(design.people_needed(0.40).unwrap().t_test > 121);
        design.sample.item_effects = 0.0;
        assert_eq!(design.people_needed(0.30).unwrap().t_test, 213);
    }

    /// `power.t.test(n, sig.level = a, power = 0.8, strict = TRUE, tol = 1e-13)$delta` of R 4, for two tests
    /// (a = .025 each) and for one (a = .05).
    #[test]
    fn the_smallest_detectable_effect() {
        let mut design = design();
        design.sample.correlation = Some(0.0);
        for (per_arm, tests, known) in [(213, 2, 0.299_634_297), (20, 1, 0.909_129_033), (64, 1, 0.499_069_178)] {
            design.planned_comparisons = tests;
            let found = design.smallest_detectable(per_arm).unwrap();
            assert!((found - known).abs() < 2e-8, "{per_arm}: {found}");
        }
        assert_eq!(design.smallest_detectable(1), None, "one person");
    }

    /// rpact 3.3.4 gives the factors 1.0138080 and 1.1648782 for these looks at α = 0.025 and a power of 0.8: 207
    /// becomes 209.9 and 241.1, and 244 247.1 and 284.7.
    #[test]
    fn planned_looks_need_more_people() {
        let mut design = design();
        let without = design.smallest_detectable(207).unwrap();
        for (spending, factor, adjusted, recruited) in
            [(Spending::ObrienFleming, 1.013_808_0, 210, 248), (Spending::Pocock, 1.164_878_2, 242, 285)]
        {
            design.interim = Some(Interim { looks: vec![0.5, 0.75], spending });
            assert!((design.inflation() - factor).abs() < 1e-6);
            let needed = design.people_needed(0.30).unwrap();
            assert_eq!((needed.t_test, needed.adjusted, needed.recruited), (213, adjusted, recruited));
            assert!((0.80..0.81).contains(&design.power_with(adjusted, 0.30).unwrap()));
            assert!(design.smallest_detectable(207).unwrap() > without * factor.sqrt() * 0.99);
            let ahead = design.looks_ahead(adjusted, 0.30).unwrap().unwrap();
            let sum = |crossings: &[Crossing]| crossings.iter().map(|crossing| crossing.any()).sum::<f64>();
            assert!((sum(&ahead.with) - 0.80).abs() < 0.006 && (sum(&ahead.without) - 0.025).abs() < 1e-6, "{ahead:?}");
            assert!(ahead.expected_share(&ahead.with) < 0.86 && ahead.expected_share(&ahead.without) > 0.98);
        }
        design.interim = None;
        assert_eq!(design.looks_ahead(207, 0.30), Ok(None));
    }

    #[test]
    fn a_correlation_is_planned_or_the_greatest_possible() {
        let mut design = design();
        for (stated, impossible) in [(0.18, false), (0.19, true), (-0.19, true), (-0.1, false)] {
            design.sample.correlation = Some(stated);
            assert_eq!(design.correlation(), Ok(stated));
            assert_eq!(design.impossible_correlation().unwrap().is_some(), impossible, "{stated}");
        }
        design.sample.correlation = Some(0.5);
        design.sample.spread = 1.0;
        assert_eq!(design.impossible_correlation(), Ok(None), "people differ more");
        design.before.clear();
        assert_eq!(design.impossible_correlation(), Ok(Some((0.5, 0.0))), "no test before");
        design.sample.correlation = None;
        assert_eq!(design.people_needed(0.30).unwrap().adjusted, 213);
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
