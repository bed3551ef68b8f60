//! Planned comparisons of two arms in addition to the primary ones: superiority, non-inferiority, equivalence.

use serde::Serialize;
use utoipa::ToSchema;

use super::compare::Contrast;
use super::input::{Design, Secondary};
use super::measure::Measure;
use super::messages::{Form, found, found_against_margin, found_within_margin, p_value, with_unit};
use super::outcomes::Outcome;
use super::terms::{PopulationId, Verdict};
use super::verdict::{Hypothesis, Judge};
use crate::definition::analysis::{ComparisonKind, Expected};
use unmask_analysis::Interval;
use unmask_analysis::margin::{Equivalence, equivalence, p_of_at_least};

/// The interval that decides a test against a margin.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportMarginInterval)]
pub struct MarginInterval {
    /// Its level: for tests at 0.05, 0.9 of equivalence and 0.95 of non-inferiority.
    pub level: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// The test of a comparison of d' for non-inferiority or equivalence, in some population or with imputed outcomes.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportMarginTest)]
pub struct MarginTest {
    /// Name of the comparison.
    pub comparison: String,
    /// What is to be shown.
    pub kind: ComparisonKind,
    /// The smallest difference that would matter.
    pub margin: f64,
    /// p value against the margin: one-sided for non-inferiority, the larger of two one-sided for equivalence. Null
    /// without a difference.
    pub p: Option<f64>,
    /// The interval that ends before the margin, or lies within it in both directions, if that is shown.
    pub interval: Option<MarginInterval>,
}

/// A decision, with the p value that it is based on.
pub(super) struct Decision {
    pub verdict: Verdict,
    pub p: f64,
    /// Of equivalence and non-inferiority: the interval that decides.
    pub interval: Option<MarginInterval>,
}

impl Design {
    /// The planned comparisons of d' in addition to the primary ones, in the order of its contrasts.
    pub(super) fn secondary_d_prime(&self) -> impl Iterator<Item = &Secondary> {
        self.secondary.iter().filter(|plan| plan.outcome == Measure::DPrime.name())
    }

    /// The tests against a margin, of contrasts of d'.
    pub(super) fn margin_tests(&self, contrasts: &[Contrast]) -> Vec<MarginTest> {
        let test = |plan: &Secondary| {
            let decision = contrast(contrasts, plan).and_then(|contrast| self.decision(plan, contrast));
            let (p, interval) = decision.map_or((None, None), |decision| (Some(decision.p), decision.interval));
            Some(MarginTest { comparison: plan.pair.id.clone(), kind: plan.kind, margin: plan.margin?, p, interval })
        };
        self.secondary_d_prime().filter_map(test).collect()
    }

    /// Superiority is tested like a primary hypothesis, equivalence by two one-sided tests at alpha. Non-inferiority is
    /// tested one-sided at half of alpha, so that it is shown exactly if the two-sided interval of level 1 − alpha ends
    /// before the margin (Piaggio et al. 2012, *JAMA* 308, 2594-2604).
    pub(super) fn decision(&self, plan: &Secondary, contrast: &Contrast) -> Option<Decision> {
        let alpha = self.alpha;
        let (value, standard_error, df) = (contrast.value?, contrast.standard_error?, contrast.df?);
        let worse = if self.expected(&plan.outcome) == Expected::NoRise { value } else { -value };
        let (p, least, interval) = match plan.kind {
            ComparisonKind::Superiority => {
                let p = contrast.p?;
                let verdict = match p <= alpha {
                    false => Verdict::NotShown,
                    true if worse < 0.0 => Verdict::Supported,
                    true => Verdict::Opposite,
                };
                return Some(Decision { verdict, p, interval: None });
            }
            ComparisonKind::NonInferiority => {
                let margin = plan.margin?;
                let Interval { low, high } = equivalence(margin, alpha / 2.0, value, standard_error, df).interval;
                let interval = MarginInterval { level: 1.0 - alpha, low, high };
                (p_of_at_least(margin, worse, standard_error, df), alpha / 2.0, interval)
            }
            ComparisonKind::Equivalence => {
                let Equivalence { p, interval } = equivalence(plan.margin?, alpha, value, standard_error, df);
                (p, alpha, MarginInterval { level: 1.0 - 2.0 * alpha, low: interval.low, high: interval.high })
            }
        };
        let verdict = match p {
            _ if p <= least => Verdict::Supported,
            _ if 1.0 - p <= least => Verdict::Opposite,
            _ => Verdict::NotShown,
        };
        Some(Decision { verdict, p, interval: Some(interval) })
    }
}

impl Judge<'_> {
    /// The verdict on a planned comparison.
    pub fn compared(&self, plan: &Secondary) -> Hypothesis {
        let language = self.language;
        let outcome = self.outcomes.iter().find(|known| known.id == plan.outcome);
        let contrasts = outcome.map_or(&[][..], |outcome| &outcome.contrasts);
        let contrast = contrast(contrasts, plan).cloned().unwrap_or_default();
        let (label, form) = outcome.map_or(("", Form::Two), |one: &Outcome| (one.label.as_str(), Form::of(one.unit)));
        let (arm, against) = self.arms(&contrast);
        let margin = with_unit(language, form, plan.margin.unwrap_or_default());
        let is_lower_better = self.design.expected(&plan.outcome) == Expected::NoRise;
        let statement = match plan.kind {
            ComparisonKind::Superiority if is_lower_better => language.scale_lower(label, arm, against),
            ComparisonKind::Superiority => language.scale_higher(label, arm, against),
            ComparisonKind::NonInferiority => language.non_inferior(label, arm, against, &margin),
            ComparisonKind::Equivalence => language.equivalent(label, arm, against, &margin),
        };
        let limit = self.limit(&plan.outcome);
        let decision = self.design.decision(plan, &contrast);
        let judged = match (&decision, contrast.value) {
            (Some(decision), Some(value)) => {
                let words = match plan.kind {
                    ComparisonKind::Superiority => self.superiority(plan, label, &contrast, form, decision.verdict),
                    ComparisonKind::NonInferiority => {
                        let numbers = found_against_margin(language, &contrast, form, decision.p);
                        let numbers = format!("{label}: {numbers}");
                        match decision.verdict {
                            Verdict::Supported => language.not_worse(arm, against, &margin, &limit, &numbers),
                            Verdict::Opposite => language.much_worse(arm, against, &margin, &limit, &numbers),
                            _ => language.maybe_worse(arm, against, &margin, &numbers),
                        }
                    }
                    ComparisonKind::Equivalence => {
                        let interval = decision.interval.as_ref();
                        let numbers = interval.map_or_else(String::new, |interval| {
                            found_within_margin(language, value, interval, form, decision.p)
                        });
                        let numbers = format!("{label}: {numbers}");
                        match decision.verdict {
                            Verdict::Supported => language.alike(arm, against, &margin, &limit, &numbers),
                            Verdict::Opposite => language.unlike(arm, against, &margin, &limit, &numbers),
                            _ => language.maybe_unlike(arm, against, &margin, &numbers),
                        }
                    }
                };
                (decision.verdict, words + &self.decided_otherwise(plan, decision.verdict))
            }
            _ => self.not_computed(&contrast),
        };
        let p_margin = decision.as_ref().filter(|_| plan.margin.is_some()).map(|decision| decision.p);
        let is_equivalence = plan.kind == ComparisonKind::Equivalence;
        let margin_interval = decision.filter(|_| is_equivalence).and_then(|decision| decision.interval);
        let hypothesis = Hypothesis::new(plan.pair.id.clone(), statement, judged, &plan.outcome, contrast);
        Hypothesis { kind: Some(plan.kind), margin: plan.margin, p_margin, margin_interval, ..hypothesis }
    }

    fn superiority(&self, plan: &Secondary, label: &str, contrast: &Contrast, form: Form, verdict: Verdict) -> String {
        let (language, (arm, against)) = (self.language, self.arms(contrast));
        let (numbers, limit) = (found(language, contrast, form), self.limit(&plan.outcome));
        match verdict {
            Verdict::NotShown => {
                let effect = if plan.outcome == "d_prime" { self.smallest_effect(contrast) } else { String::new() };
                language.none_found(label, arm, against, &numbers) + &effect
            }
            _ if contrast.value.is_some_and(|value| value > 0.0) => {
                language.is_higher(label, arm, against, &limit, &numbers)
            }
            _ => language.is_lower(label, arm, against, &limit, &numbers),
        }
    }

    /// The populations in which a comparison of the primary outcome is decided otherwise, as a sentence.
    fn decided_otherwise(&self, plan: &Secondary, verdict: Verdict) -> String {
        if plan.outcome != "d_prime" {
            return String::new();
        }
        let others = self.populations.iter().filter(|one| one.id != PopulationId::ModifiedIntentionToTreat);
        let others = others.filter_map(|one| {
            let decision = self.design.decision(plan, contrast(&one.contrasts, plan)?)?;
            (decision.verdict != verdict).then(|| (one.label.as_str(), p_value(self.language, decision.p)))
        });
        let others: Vec<(&str, String)> = others.collect();
        if others.is_empty() { String::new() } else { self.language.otherwise_elsewhere(&others) }
    }
}

fn contrast<'a>(contrasts: &'a [Contrast], plan: &Secondary) -> Option<&'a Contrast> {
    contrasts.iter().find(|known| known.comparison == plan.pair.id)
}
