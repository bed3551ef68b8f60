//! The power of the guardrails: to rule out a rise by the margin if there is none.

use super::input::Design;
use super::sample::round_down;
use crate::Study;
use crate::definition::Questionnaire;
use crate::definition::analysis::{ComparisonKind, Expected, PlannedScale};
use crate::definition::item::{Method, Scale};
use unmask_analysis::Result;
use unmask_analysis::detection::{RateSpread, false_alarm_spread};
use unmask_analysis::power::power_to_rule_out;
use unmask_analysis::scale::{ScaleSpread, expected_spread};

/// The error rate of the 95% interval that a guardrail is read from.
const ALPHA: f64 = 0.05;

/// A guardrail on a scale, with what is assumed of its scores.
#[derive(Clone, Debug, PartialEq)]
pub struct ScaleGuardrail {
    /// Name of the scale for researchers.
    pub label: String,
    /// Name of the hypothesis.
    pub hypothesis: Option<String>,
    /// The rise that must be ruled out, in points.
    pub margin: f64,
    /// Standard deviation of the score between participants of an arm.
    pub sd: f64,
    /// Correlation of the scores before and after, within arms; none if the scale is not measured before.
    pub correlation: Option<f64>,
}

impl ScaleGuardrail {
    /// The guardrails with a margin on scales whose spread is stated, or follows from the items.
    pub fn all(study: &Study) -> Vec<Self> {
        study.file.analysis.scales.iter().filter_map(|planned| Self::of(study, planned)).collect()
    }

    /// Of a planned scale; none without a margin for a rise, or if nothing is known of the spread.
    pub fn of(study: &Study, planned: &PlannedScale) -> Option<Self> {
        let margin = planned.margin.filter(|_| planned.expect == Expected::NoRise)?;
        let after = spread_of(study, &planned.after);
        let correlation = planned.before.as_ref().map(|before| {
            let reliabilities = || Some(spread_of(study, before)?.correlation * after?.correlation);
            planned.correlation.or_else(|| reliabilities().map(f64::sqrt)).unwrap_or(0.0)
        });
        Some(Self {
            label: planned.label.clone(),
            hypothesis: planned.hypothesis.clone(),
            margin,
            sd: planned.sd.or(after.map(|spread| spread.sd))?,
            correlation,
        })
    }

    /// Its power in one comparison of two arms with so many analysed people each. Errors: those of
    /// [`power_to_rule_out`].
    pub fn power(&self, per_arm: u32) -> Result<f64> {
        power_to_rule_out(self.margin / self.sd, worth(per_arm, self.correlation.unwrap_or(0.0)), ALPHA)
    }
}

impl Design {
    /// How false-alarm rates vary with the planned items, half of them authentic. Errors: those of
    /// [`false_alarm_spread`].
    pub fn false_alarm_spread(&self) -> Result<RateSpread> {
        false_alarm_spread(self.test_before(), self.test_afterwards(), self.spread())
    }

    /// Power to rule out a rise in the false-alarm rate by the margin, in one comparison of two arms with so many
    /// analysed people each. Errors: those of [`false_alarm_spread`] and [`power_to_rule_out`].
    pub fn false_alarm_power(&self, per_arm: u32) -> Result<f64> {
        let RateSpread { sd, correlation } = self.false_alarm_spread()?;
        power_to_rule_out(self.false_alarm_margin / sd, worth(per_arm, correlation), ALPHA)
    }

    /// Power to show that d' of two arms with so many analysed people each is not worse by `margin`, or for equivalence
    /// that it differs by less, if there is no difference. Equivalence has two tests at alpha, each of which fails with
    /// the same probability; at most one of them can fail (Schuirmann 1987). Errors: those of [`power_to_rule_out`].
    pub fn margin_power(&self, kind: ComparisonKind, margin: f64, per_arm: u32) -> Result<f64> {
        let (d, people) = (margin / self.spread_of_d_prime()?, worth(per_arm, self.correlation()?));
        match kind {
            ComparisonKind::Equivalence => Ok((2.0 * power_to_rule_out(d, people, 2.0 * self.alpha)? - 1.0).max(0.0)),
            _ => power_to_rule_out(d, people, self.alpha),
        }
    }
}

/// What the items of a score let expect; nothing of right answers, of items that need not agree, and of items without
/// one range.
fn spread_of(study: &Study, score: &str) -> Option<ScaleSpread> {
    let mut questionnaires = study.questionnaires.values();
    let (questionnaire, scale) = questionnaires.find_map(|questionnaire| {
        let scale = questionnaire.scales.iter().find(|scale| scale.id == score)?;
        Some((questionnaire, scale))
    })?;
    let factor = match scale.method {
        Method::Mean => 1.0,
        Method::Sum => scale.items.len() as f64,
        Method::Correct => return None,
    };
    let spread = expected_spread(scale.items.len(), range(questionnaire, scale)?).ok()?;
    (!scale.formative).then_some(ScaleSpread { sd: factor * spread.sd, ..spread })
}

/// The range that all items of a scale have.
fn range(questionnaire: &Questionnaire, scale: &Scale) -> Option<f64> {
    let of_item = |name: &String| questionnaire.variable(name)?.values.range().map(|(first, last)| last - first);
    let ranges = scale.items.iter().map(of_item).collect::<Option<Vec<f64>>>()?;
    ranges.first().copied().filter(|first| ranges.iter().all(|range| (range - first).abs() < 1e-9))
}

/// The people of a t test without a covariate that so many are worth in an analysis of covariance with HC3 errors.
/// These divide a squared residual by (1 − h)², and its expectation is 1 − h; the mean leverage h of two arms with a
/// covariate is 3 / 2n (Long and Ervin 2000, *The American Statistician* 54, 217-224).
fn worth(per_arm: u32, correlation: f64) -> u32 {
    round_down((f64::from(per_arm) - 1.5).max(0.0) / (1.0 - correlation.powi(2)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::report::testing::design;
    use crate::testing::small;

    /// Three items from 1 to 5: an SD of 1 √(1.65 / 3) points.
    #[test]
    fn the_spread_is_stated_or_follows_from_the_items() {
        let mut study = small();
        let score = "self_efficacy";
        let plan =
            json!({"id": "s", "label": "Scale", "before": score, "after": score, "expect": "no_rise", "margin": 0.25});
        study.file.analysis.scales = vec![serde_json::from_value(plan).unwrap()];
        let of = |study: &Study| ScaleGuardrail::all(study).pop();
        let found = of(&study).unwrap();
        assert!((found.sd - 0.741_619_8).abs() < 1e-7, "{found:?}");
        assert!((found.correlation.unwrap() - 0.590_909_1).abs() < 1e-7, "{found:?}");
        let planned = |study: &mut Study, change: fn(&mut PlannedScale)| change(&mut study.file.analysis.scales[0]);
        planned(&mut study, |scale| (scale.sd, scale.correlation) = (Some(1.2), Some(0.7)));
        let stated = of(&study).unwrap();
        assert_eq!((stated.sd, stated.correlation), (1.2, Some(0.7)));
        planned(&mut study, |scale| scale.before = None);
        assert_eq!(of(&study).unwrap().correlation, None);
        planned(&mut study, |scale| scale.margin = None);
        assert_eq!(of(&study), None);
    }

    /// R 4 with n = 205 of 207 and sd = 0.678: `power.t.test(n, delta = 0.2 / sd, sig.level = 0.025, alternative =
    /// "one.sided")`; for equivalence, the probability that both tests reject, integrated over s / σ (Owen 1965):
    /// `f <- function(s) pnorm(0.2 / sd * sqrt(n / 2) - qt(0.95, 408) * s)`, `integrate(function(s) pmax(2 * f(s) - 1,
    /// 0) * 2 * s * 408 * dchisq(s^2 * 408, 408), 0.5, 1.5)`.
    #[test]
    fn the_power_of_margins_in_d_prime() {
        let mut design = design();
        design.sample.correlation = Some(0.0);
        let power = |kind, margin| design.margin_power(kind, margin, 207).unwrap();
        let shown = power(ComparisonKind::NonInferiority, 0.2);
        assert!((shown - 0.846_016).abs() < 1e-3, "{shown}");
        let shown = power(ComparisonKind::Equivalence, 0.2);
        assert!((shown - 0.818_675).abs() < 1e-3, "{shown}");
        assert!(power(ComparisonKind::Equivalence, 0.05) <= 0.0);
    }

    /// R 4: `power.t.test(n, delta = margin / sd, sig.level = 0.025, alternative = "one.sided")`, with n = 225 of 207
    /// at r = 0.300331 and SD 0.187151, and n = 274 of 207 at r = 0.5.
    #[test]
    fn the_power_of_guardrails() {
        let power = design().false_alarm_power(207).unwrap();
        assert!((power - 0.807_209_215).abs() < 1e-5, "{power}");
        let (label, hypothesis) = (String::new(), None);
        let scale = ScaleGuardrail { label, hypothesis, margin: 0.25, sd: 1.0, correlation: Some(0.5) };
        let power = scale.power(207).unwrap();
        assert!((power - 0.831_739_079).abs() < 1e-5, "{power}");
    }
}
