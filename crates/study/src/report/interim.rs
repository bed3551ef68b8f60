//! Planned looks at the primary hypotheses before the target: a group-sequential design with Lan and DeMets's spending.
//!
//! The hypotheses are tested at each look as Holm does, with the bound of the look at the level that Holm gives them:
//! alpha divided by the number of hypotheses that no look has rejected. This is the graphical procedure of Maurer and
//! Bretz (2013, *Statistics in Biopharmaceutical Research* 5, 311-320) with Holm's graph, and keeps the error rate over
//! all looks and hypotheses at alpha. What a look has rejected stays rejected.

use serde::Serialize;
use utoipa::ToSchema;

use super::compare::Contrast;
use super::input::{Design, Input, TakenLook};
use super::terms::Language;
use unmask_analysis::distribution::{phi, z};
use unmask_analysis::sequential::{Bound, Spending, Timing, bounds};

/// The planned looks, and what was found at those that were taken.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportSequential)]
pub struct Sequential {
    /// How much of alpha each look may spend.
    pub spending: Spending,
    /// Planned number of participants with the primary outcome at the end.
    pub planned_n: u32,
    /// The planned looks.
    pub planned: Vec<PlannedLook>,
    /// The looks that were taken, the earliest first. A final analysis is the last one.
    pub looks: Vec<SequentialLook>,
}

/// A planned look.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportPlannedLook)]
pub struct PlannedLook {
    /// Share of the planned number of participants with the primary outcome.
    pub share: f64,
    /// The number of participants from which on it can be taken.
    pub n: u32,
}

/// A look that was taken, or the final analysis.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportSequentialLook)]
pub struct SequentialLook {
    /// Number of participants with the primary outcome.
    pub n: u32,
    /// Share of the planned information by which alpha is spent: 1 at the target.
    pub share: f64,
    /// Whether it is the final analysis.
    pub last: bool,
    /// The part of alpha that is spent up to this look.
    pub spent: f64,
    /// The bounds: of one remaining hypothesis, of two, and so on.
    pub bounds: Vec<LookBound>,
    /// The hypotheses that were tested. While the study is blinded, they have no names, and the largest z is the first.
    pub tests: Vec<LookTest>,
}

/// The bound of a look for a number of remaining hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportLookBound)]
pub struct LookBound {
    /// A hypothesis is rejected if |z| is at least this.
    pub z: f64,
    /// The same as a two-sided p value.
    pub p: f64,
}

/// The test of a primary hypothesis at a look.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportLookTest)]
pub struct LookTest {
    /// Name of the hypothesis; null while the study is blinded.
    pub hypothesis: Option<String>,
    /// z value of the two-sided p value, with the sign of the difference; while the study is blinded, without it.
    pub z: f64,
    /// Two-sided p value, for this comparison and this look alone.
    pub p: f64,
    /// The bound that it was compared with.
    pub bound: LookBound,
    /// Whether the bound is crossed: the hypothesis is rejected.
    pub crossed: bool,
}

impl Design {
    /// Planned number of participants with the primary outcome at the end.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of a number of people")]
    fn planned_n(&self) -> u32 {
        let expected = f64::from(self.target.unwrap_or_default()) * (1.0 - self.sample.loss);
        (expected.round() as u32).max(1)
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of a number of people")]
    fn planned_looks(&self) -> Vec<PlannedLook> {
        let least = |share: f64| (share * f64::from(self.planned_n())).ceil() as u32;
        let shares = self.interim.iter().flat_map(|interim| interim.looks.iter().copied());
        shares.map(|share| PlannedLook { share, n: least(share) }).collect()
    }
}

impl Input {
    /// The planned looks with those that were taken; none without a plan.
    pub(super) fn sequential(&self) -> Option<Sequential> {
        let design = &self.design;
        let spending = design.interim.as_ref()?.spending;
        let (planned_n, planned) = (design.planned_n(), design.planned_looks());
        let mut sequential = Sequential { spending, planned_n, planned, looks: Vec::new() };
        for taken in &self.looks {
            if sequential.is_due(taken.n) {
                sequential.take(design, taken, false);
            }
        }
        Some(sequential)
    }

    /// The same with the final analysis of so many people, whose primary contrasts are these. Without new people since
    /// the last look, there is no further analysis.
    pub(super) fn sequential_at_end(&self, n: u32, randomised: u32, primary: &[Contrast]) -> Option<Sequential> {
        let mut sequential = self.sequential()?;
        let design = &self.design;
        if sequential.looks.last().is_none_or(|last| last.n < n) && n > 0 {
            // If a look has shown results and recruitment ended before the target, the end may depend on them: alpha is
            // spent only by the share that was reached.
            let is_complete = sequential.looks.is_empty() || design.target.is_none_or(|target| randomised >= target);
            sequential.take(design, &TakenLook { n, z: z_values(primary) }, is_complete);
            sequential.looks.last_mut().into_iter().for_each(|look| look.last = true);
        }
        Some(sequential)
    }
}

impl Sequential {
    /// Whether so many people are those of a planned look that was not taken yet. A look that comes so late that the
    /// next one is reached stands for both; none is taken once the planned number is reached.
    pub(super) fn is_due(&self, n: u32) -> bool {
        let reached = |n: u32| self.planned.iter().filter(|planned| planned.n <= n).count();
        let before = self.looks.last().map_or(0, |last| reached(last.n));
        n < self.planned_n && reached(n) > before
    }

    /// Adds a look. `is_complete`: all of alpha may be spent.
    pub(super) fn take(&mut self, design: &Design, taken: &TakenLook, is_complete: bool) {
        let share = (f64::from(taken.n) / f64::from(self.planned_n)).min(1.0);
        let share = if is_complete { 1.0 } else { share };
        let hypotheses = design.comparisons.len();
        let timed = self.looks.iter().map(|look| (look.n, look.share)).chain([(taken.n, share)]);
        let timings: Vec<Timing> = timed.map(|(n, share)| Timing { information: n.into(), share }).collect();
        let of = |remaining: usize| {
            let all = bounds(self.spending, design.alpha / remaining as f64, &timings);
            all.last().copied().unwrap_or(Bound { z: f64::MAX, p: 0.0, spent: 0.0 })
        };
        let found: Vec<Bound> = (1..=hypotheses).map(of).collect();
        let spent = found.first().map_or(0.0, |bound| bound.spent);
        let bounds: Vec<LookBound> = found.iter().map(|bound| LookBound { z: bound.z, p: bound.p }).collect();
        // While the arms are blinded, earlier looks compared what has other names.
        let known = |name: &str| design.comparisons.iter().any(|one| one.id == name);
        let open = taken.z.iter().filter(|(name, _)| known(name) && self.rejected_at(name).is_none());
        let open: Vec<(String, f64)> = open.cloned().collect();
        let rejected = design.comparisons.iter().filter(|one| self.rejected_at(&one.id).is_some()).count();
        let tests = step_down(&bounds, hypotheses - rejected, open);
        self.looks.push(SequentialLook { n: taken.n, share, last: false, spent, bounds, tests });
    }

    /// The look that rejected a hypothesis.
    pub(super) fn rejected_at(&self, hypothesis: &str) -> Option<&SequentialLook> {
        let rejects = |test: &LookTest| test.crossed && test.hypothesis.as_deref() == Some(hypothesis);
        self.looks.iter().find(|look| look.tests.iter().any(rejects))
    }

    /// Whether each of these primary contrasts of another population would be rejected by the bounds of the last look.
    pub(super) fn rejects_elsewhere(&self, primary: &[Contrast]) -> Vec<bool> {
        let Some(look) = self.looks.last() else { return vec![false; primary.len()] };
        let tests = step_down(&look.bounds, primary.len(), z_values(primary));
        let rejects = |name: &str| tests.iter().any(|one| one.crossed && one.hypothesis.as_deref() == Some(name));
        primary.iter().map(|contrast| rejects(&contrast.comparison)).collect()
    }

    /// What of the last look goes to the audit log.
    pub fn last_z(&self) -> Vec<(String, f64)> {
        let tests = self.looks.last().map_or(&[][..], |look| &look.tests);
        tests.iter().filter_map(|test| Some((test.hypothesis.clone()?, test.z))).collect()
    }

    /// Without the names of the hypotheses and the directions of the differences.
    pub(super) fn blinded(mut self) -> Self {
        for look in &mut self.looks {
            look.tests.iter_mut().for_each(|test| (test.hypothesis, test.z) = (None, test.z.abs()));
            look.tests.sort_by(|one, other| other.z.total_cmp(&one.z));
        }
        self
    }

    /// The result of the looks so far in a sentence or two; none before the first one.
    pub(super) fn words(&self, language: Language) -> String {
        let Some(look) = self.looks.last() else { return String::new() };
        let rejected: Vec<&str> = self
            .looks
            .iter()
            .flat_map(|look| &look.tests)
            .filter(|test| test.crossed)
            .map(|test| test.hypothesis.as_deref().unwrap_or_default())
            .collect();
        let open = look.tests.iter().filter(|test| !test.crossed).count();
        language.look_result(look.n, &rejected, open)
    }
}

/// Holm's procedure with the bounds of a look. So many hypotheses remain; those that could be tested have z values.
pub(super) fn step_down(bounds: &[LookBound], mut remaining: usize, z: Vec<(String, f64)>) -> Vec<LookTest> {
    if z.is_empty() {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..z.len()).collect();
    order.sort_by(|one, other| z[*other].1.abs().total_cmp(&z[*one].1.abs()));
    let mut tests: Vec<LookTest> = z
        .into_iter()
        .map(|(name, z)| LookTest {
            hypothesis: Some(name),
            z,
            p: 2.0 * phi(-z.abs()),
            bound: bounds[remaining - 1],
            crossed: false,
        })
        .collect();
    for index in order {
        let test = &mut tests[index];
        test.bound = bounds[remaining - 1];
        test.crossed = test.z.abs() >= test.bound.z;
        if !test.crossed {
            break;
        }
        remaining = (remaining - 1).max(1);
    }
    let last = bounds[remaining - 1];
    tests.iter_mut().filter(|test| !test.crossed).for_each(|test| test.bound = last);
    tests
}

/// The z values of the contrasts that could be computed.
pub(super) fn z_values(contrasts: &[Contrast]) -> Vec<(String, f64)> {
    let value = |one: &Contrast| {
        // Of 0 there is no z.
        let p = one.p?.max(f64::MIN_POSITIVE);
        Some((one.comparison.clone(), (-z(p / 2.0)).copysign(one.value?)))
    };
    contrasts.iter().filter_map(value).collect()
}
