//! Bounds of a group-sequential design: several looks at growing data, with one error rate over all of them.
//!
//! Two-sided and symmetric, without bounds for futility. The error that may be spent up to a look depends on the share
//! of the information that it has (Lan and DeMets 1983, *Biometrika* 70, 659-663), so looks need not be equally spaced.

use serde::{Deserialize, Serialize};

use super::distribution::{phi, z};
use super::quadrature::points;

/// How much of the error rate may be spent up to an information fraction. On each side, half of it is spent.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema, utoipa::ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Spending {
    /// Little at early looks, so that the last look is tested almost as without earlier ones: 2 − 2Φ(z / √t), as
    /// O'Brien and Fleming's bounds.
    #[default]
    ObrienFleming,
    /// About equally much at each look: α ln(1 + (e − 1)t), as Pocock's bounds.
    Pocock,
}

impl Spending {
    /// The two-sided error that may be spent up to information fraction `t`.
    fn spent(self, alpha: f64, t: f64) -> f64 {
        match self {
            // On each side: 2 − 2Φ(z / √t), where z leaves a quarter of alpha above it.
            Self::ObrienFleming => 4.0 * phi(z(alpha / 4.0) / t.sqrt()),
            Self::Pocock => alpha * (1.0 + (std::f64::consts::E - 1.0) * t).ln(),
        }
    }
}

/// The bound of a look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// The hypothesis is rejected if |Z| is at least this.
    pub z: f64,
    /// The two-sided p value of the bound: the hypothesis is rejected if p is at most this.
    pub p: f64,
    /// The error that is spent up to this look.
    pub spent: f64,
}

/// When a look takes place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Timing {
    /// Information so far, in any unit, such as the number of people. It grows from look to look.
    pub information: f64,
    /// The share of the planned information, within (0, 1], by which error is spent. At the end of the study it is 1,
    /// whatever the information is then (Lan, Reboussin and DeMets 1994, *Communications in Statistics – Theory and
    /// Methods* 23, 403-420).
    pub share: f64,
}

/// The bounds at these looks: the probability of crossing one of them up to a look is what may be [spent](Spending)
/// there. By recursive integration of the density of the score S = Z√I that has crossed no bound so far (Armitage,
/// McPherson and Rowe 1969, *Journal of the Royal Statistical Society A* 132, 235-244; Jennison and Turnbull 2000,
/// *Group Sequential Methods*, chapter 19).
pub fn bounds(spending: Spending, alpha: f64, looks: &[Timing]) -> Vec<Bound> {
    let mut inside: Option<Density> = None;
    let mut spent_before = 0.0;
    let mut all = Vec::with_capacity(looks.len());
    for (index, Timing { information, share }) in looks.iter().enumerate() {
        let spent = spending.spent(alpha, *share).max(spent_before);
        let step = Step::to(index, looks, 0.0);
        let beyond = |edge: f64| step.crossing(edge, inside.as_ref()).any();
        let edge = root(spent - spent_before, 40.0 * information.sqrt(), beyond);
        inside = Some(Density::within(edge, step, inside.as_ref()));
        let bound = edge / information.sqrt();
        all.push(Bound { z: bound, p: 2.0 * phi(-bound), spent });
        spent_before = spent;
    }
    all
}

/// The probability of crossing a bound first at a look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// In the direction of the drift, or upwards without one.
    pub expected: f64,
    /// In the other direction.
    pub opposite: f64,
}

impl Crossing {
    /// In either direction.
    pub fn any(self) -> f64 {
        self.expected + self.opposite
    }
}

/// Where studies first cross a bound, if Z at the last look has the mean `drift`, 0 or more. The integration is that of
/// [`bounds`]; Jennison and Turnbull (2000), chapters 2 and 19.
pub fn first_crossings(bounds: &[Bound], looks: &[Timing], drift: f64) -> Vec<Crossing> {
    let last = looks.last().map_or(1.0, |last| last.information);
    let mut inside: Option<Density> = None;
    let mut crossings = Vec::with_capacity(looks.len());
    for (index, (bound, look)) in bounds.iter().zip(looks).enumerate() {
        let step = Step::to(index, looks, drift / last.sqrt());
        let edge = bound.z * look.information.sqrt();
        crossings.push(step.crossing(edge, inside.as_ref()));
        inside = Some(Density::within(edge, step, inside.as_ref()));
    }
    crossings
}

/// The information at the last look that gives a test with these looks the power of a test without looks, as a multiple
/// of the information of the latter. Jennison and Turnbull (2000), section 2.4.
pub fn inflation(spending: Spending, alpha: f64, power: f64, looks: &[Timing]) -> f64 {
    let bounds = bounds(spending, alpha, looks);
    let missed = |drift: f64| {
        let crossings = first_crossings(&bounds, looks, drift);
        1.0 - crossings.iter().map(|crossing| crossing.expected).sum::<f64>()
    };
    (root(1.0 - power, 20.0, missed) / (z(power) - z(alpha / 2.0))).powi(2)
}

/// The mean information of studies that end at the first crossing, as a share of that at the last look.
pub fn expected_share(crossings: &[Crossing], looks: &[Timing]) -> f64 {
    let last = looks.last().map_or(1.0, |last| last.information);
    let saved = crossings.iter().zip(looks).map(|(crossing, look)| crossing.any() * (last - look.information));
    1.0 - saved.sum::<f64>() / last
}

/// The step of the score from one look to the next.
#[derive(Clone, Copy)]
struct Step {
    mean: f64,
    sd: f64,
    /// The standard deviation of the following step.
    next: f64,
}

impl Step {
    /// The step to the look at `index`. The score grows by `rate` for each unit of information.
    fn to(index: usize, looks: &[Timing], rate: f64) -> Self {
        let at = |index: usize| looks.get(index).map(|look| look.information);
        let (Some(here), before) = (at(index), index.checked_sub(1).and_then(at).unwrap_or(0.0)) else {
            return Self { mean: 0.0, sd: 1.0, next: 1.0 };
        };
        let sd = f64::sqrt(here - before);
        Self { mean: rate * (here - before), sd, next: at(index + 1).map_or(sd, |next| f64::sqrt(next - here)) }
    }

    /// The probability that it ends beyond ± `edge`, from the density before or from 0.
    fn crossing(self, edge: f64, before: Option<&Density>) -> Crossing {
        let beyond = |from: f64| phi((from - edge) / self.sd);
        let from = |beyond: &dyn Fn(f64) -> f64| before.map_or_else(|| beyond(0.0), |known| known.sum(beyond));
        Crossing { expected: from(&|at| beyond(at + self.mean)), opposite: from(&|at| beyond(-at - self.mean)) }
    }
}

/// The density of the score of those who have crossed no bound, at the points of a Gauss-Legendre rule in intervals of
/// equal width, with its weights.
struct Density(Vec<(f64, f64)>);

impl Density {
    /// After a step from the density before, or from 0, cut off at ± `edge`. No interval is wide for the narrower one
    /// of this step and the next.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a number of intervals, 40 to 1000")]
    fn within(edge: f64, step: Step, before: Option<&Self>) -> Self {
        let intervals = (4.0 * edge / step.sd.min(step.next)).ceil().clamp(40.0, 1000.0);
        let points = points(-edge, edge, intervals as usize);
        let density = |at: f64, from: f64| normal(at - from - step.mean, step.sd);
        let weighted = |(at, weight): (f64, f64)| {
            (at, weight * before.map_or_else(|| density(at, 0.0), |known| known.sum(|from| density(at, from))))
        };
        Self(points.map(weighted).collect())
    }

    fn sum(&self, of: impl Fn(f64) -> f64) -> f64 {
        self.0.iter().map(|(at, weight)| weight * of(*at)).sum()
    }
}

/// The density of the normal distribution around 0.
fn normal(x: f64, sd: f64) -> f64 {
    (-0.5 * (x / sd).powi(2)).exp() / (sd * std::f64::consts::TAU.sqrt())
}

/// Where a falling function between 0 and `high` has this value, by bisection.
fn root(value: f64, high: f64, falling: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, high);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if falling(middle) > value {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::assert_near;

    fn at(fractions: &[f64]) -> Vec<Timing> {
        fractions.iter().map(|share| Timing { information: *share, share: *share }).collect()
    }

    fn assert_bounds(spending: Spending, alpha: f64, looks: &[Timing], expected: &[f64], tolerance: f64) {
        let found = bounds(spending, alpha, looks);
        assert_eq!(found.len(), expected.len());
        found.iter().zip(expected).for_each(|(bound, expected)| assert_near(bound.z, *expected, tolerance));
    }

    /// Published to four digits: R package ldbounds, `ldBounds(t = 1:5 / 5)`. Its second bound is 3.3569, as its grid
    /// is coarse; [rpact](k36_bounds_agree_with_rpact) has 3.357012. The documentation of `gs_b` in R package gsDesign2
    /// prints those of gsDesign at half, three quarters and the end, one-sided: 2.962588, 2.359018, 2.014084. To two
    /// digits, Pocock's type: DeMets and Lan (1994), *Statistics in Medicine* 13, 1341-1352.
    #[test]
    fn k35_bounds_are_the_published_ones() {
        let five = at(&[0.2, 0.4, 0.6, 0.8, 1.0]);
        let published = [4.8769, 3.3569, 2.6803, 2.2898, 2.0310];
        assert_bounds(Spending::ObrienFleming, 0.05, &five, &published, 1.2e-4);
        let published = [2.44, 2.43, 2.41, 2.40, 2.39];
        assert_bounds(Spending::Pocock, 0.05, &five, &published, 0.005);
        // One-sided bounds ignore the other side, which is crossed before only once in a million.
        let published = [2.9626, 2.3590, 2.0141];
        assert_bounds(Spending::ObrienFleming, 0.05, &at(&[0.5, 0.75, 1.0]), &published, 5.1e-5);
    }

    /// R package rpact 3.3.4, `getDesignGroupSequential(sided = 2, tolerance = 1e-10)` with `asOF`, `asP`, and, for
    /// the last one, `asUser`: 330 people in the end, of 300 that were planned, with looks at 150 and 226.
    #[test]
    fn k36_bounds_agree_with_rpact() {
        use Spending::{ObrienFleming, Pocock};
        let [two, three, four, five] =
            [2, 3, 4, 5].map(|looks| (1..=looks).map(|k| f64::from(k) / f64::from(looks)).collect::<Vec<_>>());
        for (spending, alpha, fractions, expected) in [
            (ObrienFleming, 0.05, &two, &[2.962_588, 1.968_596][..]),
            (ObrienFleming, 0.05, &three, &[3.710_303, 2.511_427, 1.993_047]),
            (ObrienFleming, 0.05, &four, &[4.332_634, 2.963_132, 2.359_044, 2.014_090]),
            (ObrienFleming, 0.05, &five, &[4.876_885, 3.357_012, 2.680_280, 2.289_817, 2.031_032]),
            (Pocock, 0.05, &two, &[2.156_999, 2.200_977]),
            (Pocock, 0.05, &three, &[2.279_428, 2.294_911, 2.295_938]),
            (Pocock, 0.05, &four, &[2.368_328, 2.367_524, 2.358_168, 2.350_030]),
            (Pocock, 0.05, &five, &[2.437_977, 2.426_814, 2.410_194, 2.396_645, 2.385_985]),
            (ObrienFleming, 0.025, &vec![0.5, 0.75, 1.0], &[3.344_619, 2.670_264, 2.281_216]),
        ] {
            assert_bounds(spending, alpha, &at(fractions), expected, 1e-6);
        }
        let looks = [(150.0, 0.5), (226.0, 226.0 / 300.0), (330.0, 1.0)];
        let looks = looks.map(|(information, share)| Timing { information, share });
        assert_bounds(ObrienFleming, 0.05, &looks, &[2.962_588, 2.352_528, 2.032_051], 1e-6);
    }

    #[test]
    fn one_look_is_the_usual_test() {
        for spending in [Spending::ObrienFleming, Spending::Pocock] {
            let [only] = bounds(spending, 0.05, &at(&[1.0]))[..] else { panic!("one look") };
            assert_near(only.z, 1.959_963_984_540_054, 1e-9);
            assert_near(only.p, 0.05, 1e-9);
            assert_near(only.spent, 0.05, 1e-12);
        }
    }

    /// Two looks at almost the same data: each other point of the integral is needed.
    #[test]
    fn looks_may_be_close_together() {
        let looks = [(365.0, 0.5), (366.0, 0.502), (732.0, 1.0)];
        let looks = looks.map(|(information, share)| Timing { information, share });
        assert_bounds(Spending::Pocock, 0.05, &looks, &[2.156_999, 2.239_206, 2.202_760], 1e-6);
    }

    /// R package rpact 3.3.4, `getDesignCharacteristics` of `getDesignGroupSequential(sided = 2, tolerance = 1e-10)`
    /// with
    /// `asOF` and `asP`: `inflationFactor`, `averageSampleNumber1`, `averageSampleNumber0`, both as multiples of the
    /// sample without looks, and `power` up to each look.
    #[test]
    fn k51_what_looks_cost_and_save_agrees_with_rpact() {
        use Spending::{ObrienFleming, Pocock};
        for (spending, alpha, power, fractions, expected, up_to) in [
            (
                ObrienFleming,
                0.05,
                0.8,
                &[0.5, 1.0][..],
                [1.003_725_0, 0.921_386_1, 1.002_194_0],
                &[0.164_066_4, 0.8][..],
            ),
            (
                ObrienFleming,
                0.025,
                0.8,
                &[0.5, 0.75, 1.0],
                [1.013_808_0, 0.852_982_0, 1.011_609_4],
                &[0.125_155_9, 0.509_386_1, 0.8],
            ),
            (
                ObrienFleming,
                0.05,
                0.9,
                &[0.2, 0.4, 0.6, 0.8, 1.0],
                [1.023_078_3, 0.758_667_0, 1.016_361_0],
                &[0.000_324_1, 0.099_691_7, 0.446_278_6, 0.745_939_3, 0.9],
            ),
            (Pocock, 0.05, 0.8, &[0.5, 1.0], [1.122_550_2, 0.854_908_9, 1.105_147_5], &[0.476_834_8, 0.8]),
            (
                Pocock,
                0.025,
                0.8,
                &[0.5, 0.75, 1.0],
                [1.164_878_2, 0.835_663_6, 1.154_335_3],
                &[0.473_083_6, 0.657_383_3, 0.8],
            ),
        ] {
            let looks = at(fractions);
            let factor = inflation(spending, alpha, power, &looks);
            let bounds = bounds(spending, alpha, &looks);
            let drift = factor.sqrt() * (z(power) - z(alpha / 2.0));
            let with = first_crossings(&bounds, &looks, drift);
            let without = first_crossings(&bounds, &looks, 0.0);
            let expected_n = |crossings: &[Crossing]| factor * expected_share(crossings, &looks);
            assert_near(factor, expected[0], 1e-6);
            // rpact's means ignore crossings in the wrong direction.
            assert_near(expected_n(&with), expected[1], 1e-5);
            assert_near(expected_n(&without), expected[2], 1e-6);
            let mut sum = 0.0;
            for (crossing, known) in with.iter().zip(up_to) {
                sum += crossing.expected;
                assert_near(sum, *known, 1e-6);
            }
            assert_near(without.iter().map(|crossing| crossing.any()).sum(), alpha, 1e-9);
        }
    }

    /// SAS/STAT 13.1 User's Guide, output 83.3.1: four equally spaced looks of Pocock's test with a power of 0.9 need
    /// 118.3143% of the fixed sample; on average 115.6074% without an effect and 69.74805% with it. Jennison and
    /// Turnbull (2000), table 2.1: its bound is 2.361.
    #[test]
    fn k52_pococks_test_is_the_published_one() {
        let looks = at(&[0.25, 0.5, 0.75, 1.0]);
        let bounds = [Bound { z: 2.361, p: 0.018_226, spent: 0.05 }; 4];
        let drift = 1.183_143_f64.sqrt() * (z(0.9) - z(0.025));
        let [none, some] = [0.0, drift].map(|drift| first_crossings(&bounds, &looks, drift));
        let any = |crossings: &[Crossing]| crossings.iter().map(|crossing| crossing.any()).sum();
        assert_near(any(&none), 0.05, 1e-4);
        assert_near(any(&some), 0.9, 1e-4);
        assert_near(1.183_143 * expected_share(&none, &looks), 1.156_074, 1e-4);
        assert_near(1.183_143 * expected_share(&some, &looks), 0.697_480_5, 1e-4);
    }
}
