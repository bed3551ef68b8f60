//! The verdict on each hypothesis, in sentences.

use serde::Serialize;
use utoipa::ToSchema;

use super::compare::Contrast;
use super::input::{ComparedScale, Design, Part};
use super::interim::Sequential;
use super::measure::Measure;
use super::messages::{Form, Towards, Watched, found, found_against_margin, p_value, with_unit, written};
use super::outcomes::Outcome;
use super::populations::Population;
use super::secondary::MarginInterval;
use super::terms::{Language, PopulationId, Verdict};
use super::waves::WaveResult;
use super::why::Why;
use crate::definition::analysis::{ComparisonKind, Expected, PrimaryModel};
use unmask_analysis::margin::p_of_at_least;

/// A hypothesis and its verdict.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportHypothesis)]
pub struct Hypothesis {
    /// Name of the hypothesis in the plan; while the study is blinded, the two arms.
    pub id: String,
    /// The hypothesis as a sentence.
    pub statement: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The verdict in a sentence or two.
    pub words: String,
    /// Outcome of the hypothesis.
    pub outcome: String,
    /// Name in the data of the later wave in which the outcome is compared. Absent: the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub wave: Option<String>,
    /// The comparison on which it is based.
    pub contrast: Contrast,
    /// Of a planned comparison in addition to the primary ones: what is to be shown. Null for other hypotheses.
    pub kind: Option<ComparisonKind>,
    /// In the unit of the outcome. Of a guardrail, the rise that must be ruled out; of a comparison for non-inferiority
    /// or equivalence, the smallest difference that would matter. Null for other hypotheses and for a guardrail without
    /// a margin.
    pub margin: Option<f64>,
    /// p value against the margin; null without a margin or a difference. Of a guardrail, and of non-inferiority, it is
    /// one-sided: of the hypothesis that the rise, or the disadvantage, is at least the margin. Below 0.025, the
    /// two-sided 95% interval ends before the margin. Of equivalence, it is the larger of two one-sided p values.
    pub p_margin: Option<f64>,
    /// Of equivalence: the interval that lies within the margin in both directions if equivalence is shown.
    pub margin_interval: Option<MarginInterval>,
}

impl Hypothesis {
    /// Without a margin.
    pub(super) fn new(
        id: String,
        statement: String,
        (verdict, words): (Verdict, String),
        outcome: &str,
        contrast: Contrast,
    ) -> Self {
        Self {
            id,
            statement,
            verdict,
            words,
            outcome: outcome.to_owned(),
            wave: None,
            contrast,
            kind: None,
            margin: None,
            p_margin: None,
            margin_interval: None,
        }
    }

    /// Whether it is a primary hypothesis: about d' in the first wave, and no further comparison.
    pub(super) fn is_primary(&self) -> bool {
        self.outcome == Measure::DPrime.name() && self.wave.is_none() && self.kind.is_none()
    }

    /// The verdict of a hypothesis outside the primary family.
    fn uncorrected(self) -> Self {
        let verdict = if self.verdict == Verdict::Supported { Verdict::Shown } else { self.verdict };
        Self { verdict, ..self }
    }
}

/// Decides hypotheses.
pub(super) struct Judge<'a> {
    pub design: &'a Design,
    pub outcomes: &'a [Outcome],
    pub populations: &'a [Population],
    pub waves: &'a [WaveResult],
    pub sequential: Option<&'a Sequential>,
    pub language: Language,
}

impl Judge<'_> {
    /// All hypotheses, in the order of the report: primary, guardrail, parts, confidence, scales, comparisons, later
    /// waves.
    pub fn all(&self) -> Vec<Hypothesis> {
        let design = self.design;
        let each = 0..design.comparisons.len();
        if design.blinded {
            return each.map(|index| self.blinded(index)).collect();
        }
        let primary = each.clone().map(|index| self.sensitivity(index, "d_prime", None));
        primary.chain(self.secondary().into_iter().map(Hypothesis::uncorrected)).collect()
    }

    fn secondary(&self) -> Vec<Hypothesis> {
        let design = self.design;
        let each = 0..design.comparisons.len();
        let mut all = Vec::new();
        if let Some(id) = &design.false_alarm_hypothesis {
            all.extend(each.clone().map(|index| self.false_alarms(index, id)));
        }
        for part in &design.parts {
            let Some(id) = &part.hypothesis else { continue };
            let outcome = part.outcome();
            all.extend(each.clone().map(|index| self.sensitivity(index, &outcome, Some((id, part)))));
        }
        if let Some(id) = &design.confidence_hypothesis {
            all.extend(each.clone().map(|index| self.confidence(index, id)));
        }
        for scale in &design.compared {
            let Some(id) = &scale.hypothesis else { continue };
            all.extend(each.clone().filter_map(|index| self.scale(index, id, scale)));
        }
        all.extend(design.secondary.iter().map(|one| self.compared(one)));
        all.extend(self.waves.iter().flat_map(|wave| self.later(wave)));
        all
    }

    fn contrast(&self, outcome: &str, index: usize) -> Contrast {
        let found = self.outcomes.iter().find(|known| known.id == outcome);
        found.and_then(|outcome| outcome.contrasts.get(index)).cloned().unwrap_or_default()
    }

    /// Labels of both arms of a comparison.
    pub fn arms(&self, contrast: &Contrast) -> (&str, &str) {
        let label = |arm: usize| self.design.arms.get(arm).map_or("", |arm| arm.label.as_str());
        (label(contrast.arm), label(contrast.against))
    }

    /// For which items a claim about this outcome holds.
    pub fn limit(&self, outcome: &str) -> String {
        self.language.for_items(self.design.judged_in(outcome))
    }

    fn is_significant(&self, contrast: &Contrast) -> bool {
        contrast.p_holm.or(contrast.p).is_some_and(|p| p <= self.design.alpha)
    }

    /// The looks that were taken, if some are planned.
    fn looks(&self) -> Option<&Sequential> {
        self.sequential.filter(|looks| !looks.looks.is_empty())
    }

    /// Whether a primary comparison is decided: by a planned look or the bound of the final analysis, or by Holm.
    fn is_rejected(&self, contrast: &Contrast) -> bool {
        self.looks()
            .map_or_else(|| self.is_significant(contrast), |looks| looks.rejected_at(&contrast.comparison).is_some())
    }

    /// Whether the mixed model decides the primary hypotheses, which this report does not fit.
    pub fn is_decided_by_model(&self) -> bool {
        self.design.model == PrimaryModel::ProbitMixed
    }

    /// The look that decided a primary comparison, or the bound that it did not cross; nothing without earlier looks.
    fn bound(&self, contrast: &Contrast) -> String {
        let Some((looks, last)) = self.looks().and_then(|looks| Some((looks, looks.looks.last()?))) else {
            return String::new();
        };
        if let Some(look) = looks.rejected_at(&contrast.comparison).filter(|look| !look.last) {
            return self.language.crossed_at(look.n);
        }
        let test = last.tests.iter().find(|test| test.hypothesis.as_ref() == Some(&contrast.comparison));
        let is_first = looks.looks.len() == 1 && last.last;
        let bound = test.filter(|_| !is_first).map(|test| written(self.language, Form::Four, test.bound.p));
        bound.map_or_else(String::new, |bound| self.language.last_bound(&bound))
    }

    /// The verdict on a difference; `as_expected` is whether it has the expected direction.
    fn decided(&self, contrast: &Contrast, as_expected: bool) -> Verdict {
        match (self.is_significant(contrast), as_expected) {
            (false, _) => Verdict::NotShown,
            (true, true) => Verdict::Supported,
            (true, false) => Verdict::Opposite,
        }
    }

    fn sensitivity(&self, index: usize, outcome: &str, part: Option<(&String, &Part)>) -> Hypothesis {
        let (language, contrast) = (self.language, self.contrast(outcome, index));
        let (arm, against) = self.arms(&contrast);
        let over = part.map_or(String::new(), |(_, part)| format!(" ({})", part.label));
        let limit = self.limit(outcome);
        let statement = language.higher(&over, arm, against);
        let numbers = found(language, &contrast, Form::Two);
        // Only the whole test reports where the answers moved, and is compared with other populations and the smallest
        // effect of interest.
        let is_whole = part.is_none();
        if is_whole && self.is_decided_by_model() && contrast.value.is_some() {
            let judged = (Verdict::DecidedByModel, language.decided_by_model(&limit, &numbers));
            return Hypothesis::new(contrast.comparison.clone(), statement, judged, outcome, contrast);
        }
        let moved = self.moved(index).filter(|_| is_whole);
        let is_rejected = if is_whole { self.is_rejected(&contrast) } else { self.is_significant(&contrast) };
        let (verdict, words) = match contrast.value {
            None => self.not_computed(&contrast),
            Some(value) if is_rejected && value > 0.0 => {
                let also = moved.map(|(towards, numbers)| language.also_moved(language.towards(towards), &numbers));
                (Verdict::Supported, language.better(&over, arm, &limit, &numbers) + &also.unwrap_or_default())
            }
            Some(_) if is_rejected => (Verdict::Opposite, language.worse(&over, arm, &limit, &numbers)),
            Some(_) => {
                let moved = moved.map(|(towards, numbers)| language.and_moved(language.towards(towards), &numbers));
                let mut words = language.no_improvement(&over, arm, moved.as_deref().unwrap_or("."), &numbers);
                if is_whole {
                    words += &self.smallest_effect(&contrast);
                }
                (Verdict::NotShown, words)
            }
        };
        let words = if is_whole { words + &self.bound(&contrast) } else { words };
        let elsewhere = if is_whole { self.otherwise_elsewhere(index) } else { Vec::new() };
        let words = if elsewhere.is_empty() { words } else { words + &language.otherwise_elsewhere(&elsewhere) };
        let id = part.map_or_else(|| contrast.comparison.clone(), |(id, _)| id.clone());
        Hypothesis::new(id, statement, (verdict, words), outcome, contrast)
    }

    /// Where the answers moved, if they did after Holm's correction, with the difference of the criterion.
    pub fn moved(&self, index: usize) -> Option<(Towards, String)> {
        let contrast = self.contrast("criterion", index);
        let value = contrast.value.filter(|_| self.is_significant(&contrast))?;
        let towards = if value < 0.0 { Towards::Altered } else { Towards::Original };
        Some((towards, found(self.language, &contrast, Form::Two)))
    }

    /// Whether the interval contains the smallest effect of interest, if the plan names one.
    pub fn smallest_effect(&self, contrast: &Contrast) -> String {
        let Some((effect, high)) = self.design.smallest_effect.zip(contrast.high) else { return String::new() };
        let place = if high >= effect { self.language.inside() } else { self.language.outside() };
        self.language.smallest_effect(&written(self.language, Form::Two, effect), place)
    }

    /// The populations in which the test of a primary comparison is decided otherwise, with their p values.
    pub fn otherwise_elsewhere(&self, index: usize) -> Vec<(&str, String)> {
        let decision = |contrast: &Contrast, is_rejected: bool| {
            let value = contrast.value?;
            Some((is_rejected, is_rejected && value > 0.0))
        };
        let primary = self.contrast("d_prime", index);
        let Some(decided) = decision(&primary, self.is_rejected(&primary)) else { return Vec::new() };
        let others = self.populations.iter().filter(|one| one.id != PopulationId::ModifiedIntentionToTreat);
        others
            .filter_map(|one| {
                let contrast = one.contrasts.get(index)?;
                let p = contrast.p_holm.or(contrast.p)?;
                let is_rejected = match self.looks() {
                    Some(looks) => looks.rejects_elsewhere(&one.contrasts[..self.design.comparisons.len()])[index],
                    None => self.is_significant(contrast),
                };
                let is_other = decision(contrast, is_rejected).is_some_and(|found| found != decided);
                is_other.then(|| (one.label.as_str(), p_value(self.language, p)))
            })
            .collect()
    }

    /// The hypothesis that d' is higher in a later wave, once for each primary arm that has it.
    fn later(&self, wave: &WaveResult) -> Vec<Hypothesis> {
        let outcome = wave.outcomes.iter().find(|outcome| outcome.id == Measure::DPrime.name());
        let Some((id, outcome)) = wave.hypothesis.as_ref().zip(outcome) else { return Vec::new() };
        let (language, over) = (self.language, format!(" ({})", wave.title));
        let limit = language.for_items(Some(wave.items));
        let hypothesis = |contrast: &Contrast| {
            let (arm, against) = self.arms(contrast);
            let numbers = found(language, contrast, Form::Two);
            let judged = match contrast.value {
                None => self.not_computed(contrast),
                Some(value) => {
                    let verdict = self.decided(contrast, value > 0.0);
                    let words = match verdict {
                        Verdict::Supported => language.better(&over, arm, &limit, &numbers),
                        Verdict::Opposite => language.worse(&over, arm, &limit, &numbers),
                        _ => language.no_improvement(&over, arm, ".", &numbers) + &self.smallest_effect(contrast),
                    };
                    (verdict, words)
                }
            };
            let statement = language.higher(&over, arm, against);
            let hypothesis = Hypothesis::new(id.clone(), statement, judged, &outcome.id, contrast.clone());
            Hypothesis { wave: Some(wave.id.clone()), ..hypothesis }
        };
        outcome.contrasts.iter().map(hypothesis).collect()
    }

    fn false_alarms(&self, index: usize, id: &str) -> Hypothesis {
        let contrast = self.contrast("false_alarm_rate", index);
        let (arm, against) = self.arms(&contrast);
        let margin = self.design.false_alarm_margin;
        let statement = self.language.rises_less(&with_unit(self.language, Form::Points, margin), arm, against);
        let judged = self.guardrail(&contrast, Some(margin), Form::Points, Watched::FalseAlarms);
        let p_margin = p_margin(&contrast, Some(margin));
        let hypothesis = Hypothesis::new(id.to_owned(), statement, judged, "false_alarm_rate", contrast);
        Hypothesis { margin: Some(margin), p_margin, ..hypothesis }
    }

    fn confidence(&self, index: usize, id: &str) -> Hypothesis {
        let contrast = self.contrast("calibration_gap", index);
        let (arm, against) = self.arms(&contrast);
        let statement = self.language.fits_better(arm, against);
        let outcome = self.outcomes.iter().find(|outcome| outcome.id == "calibration_gap");
        let after = |arm: usize| outcome.and_then(|outcome| outcome.after.get(arm)?.value);
        let judged = match (contrast.value, after(contrast.arm), after(contrast.against)) {
            (Some(value), Some(with), Some(without)) => {
                let verdict = self.decided(&contrast, value < 0.0);
                let [with, without] = [with, without].map(|gap| written(self.language, Form::Points, gap));
                let numbers = found(self.language, &contrast, Form::Points);
                let is_claim = matches!(verdict, Verdict::Supported | Verdict::Opposite);
                let limit = if is_claim { self.limit("calibration_gap") } else { String::new() };
                let words = self.language.fit(verdict, [arm, &limit], [&with, &without], &numbers);
                (verdict, words + &self.gap_caution(index, verdict).unwrap_or_default())
            }
            _ => self.not_computed(&contrast),
        };
        Hypothesis::new(id.to_owned(), statement, judged, "calibration_gap", contrast)
    }

    /// What a difference in the calibration gap does not show where d' differs, too: the gap contains the sampling
    /// error of accuracy p, whose variance p (1 − p) / n is smaller for a more accurate arm. Also where d' is not found
    /// to differ, but is estimated to, in the direction that gives such a gap.
    fn gap_caution(&self, index: usize, verdict: Verdict) -> Option<String> {
        let sensitivity = self.contrast("d_prime", index);
        let value = sensitivity.value?;
        let is_alike = match verdict {
            Verdict::Supported => value > 0.0,
            Verdict::Opposite => value < 0.0,
            _ => false,
        };
        let is_different = self.is_rejected(&sensitivity) || is_alike;
        is_different.then(|| self.language.gap_caution(&found(self.language, &sensitivity, Form::Two)))
    }

    fn scale(&self, index: usize, id: &str, scale: &ComparedScale) -> Option<Hypothesis> {
        let outcome = scale.outcome();
        let contrast = self.contrast(&outcome, index);
        let (arm, against) = self.arms(&contrast);
        let label = &scale.label;
        let margin = scale.margin.filter(|_| scale.expect == Expected::NoRise);
        let (statement, judged) = match scale.expect {
            Expected::Open => return None,
            Expected::NoRise => {
                let judged = self.guardrail(&contrast, margin, Form::Two, Watched::Scale(label));
                let statement = match margin {
                    Some(margin) => {
                        let margin = written(self.language, Form::Two, margin);
                        self.language.scale_rises_less(label, &margin, arm, against)
                    }
                    None => self.language.does_not_rise(label, arm, against),
                };
                (statement, judged)
            }
            Expected::Rise => {
                let judged = match contrast.value {
                    None => self.not_computed(&contrast),
                    Some(value) => {
                        let verdict = self.decided(&contrast, value > 0.0);
                        (verdict, self.language.scale(verdict, label, arm, &found(self.language, &contrast, Form::Two)))
                    }
                };
                (self.language.scale_higher(label, arm, against), judged)
            }
        };
        let p_margin = p_margin(&contrast, margin);
        let hypothesis = Hypothesis::new(id.to_owned(), statement, judged, &outcome, contrast);
        Some(Hypothesis { margin, p_margin, ..hypothesis })
    }

    fn blinded(&self, index: usize) -> Hypothesis {
        let contrast = self.contrast("d_prime", index);
        let (arm, against) = self.arms(&contrast);
        let (numbers, limit) = (found(self.language, &contrast, Form::Two), self.limit("d_prime"));
        let judged = match contrast.value {
            None => self.not_computed(&contrast),
            Some(_) if self.is_decided_by_model() => {
                (Verdict::DecidedByModel, self.language.decided_by_model(&limit, &numbers))
            }
            Some(_) if self.is_rejected(&contrast) => {
                (Verdict::Different, self.language.differs(arm, against, &limit, &numbers))
            }
            Some(_) => (Verdict::NotDifferent, self.language.no_difference(arm, against, &numbers)),
        };
        let statement = self.language.differ(arm, against);
        Hypothesis::new(contrast.comparison.clone(), statement, judged, "d_prime", contrast)
    }

    pub fn not_computed(&self, contrast: &Contrast) -> (Verdict, String) {
        let why = contrast.why.as_ref().map_or(self.language.lacks_data(), Why::sentence);
        (Verdict::NotComputed, self.language.not_computed(why))
    }

    /// A guardrail: the rise is ruled out, found, or neither. Without a margin, a fall rules it out.
    fn guardrail(&self, contrast: &Contrast, margin: Option<f64>, form: Form, what: Watched) -> (Verdict, String) {
        let (Some(low), Some(high)) = (contrast.low, contrast.high) else { return self.not_computed(contrast) };
        let language = self.language;
        let numbers = found(language, contrast, form);
        let against_margin = || match p_margin(contrast, margin) {
            Some(p) => found_against_margin(language, contrast, form, p),
            None => numbers.clone(),
        };
        let number = |number: f64| with_unit(language, form, number);
        let limit = match what {
            Watched::FalseAlarms => self.limit("false_alarm_rate"),
            Watched::Scale(_) => String::new(),
        };
        match margin {
            _ if low > 0.0 && margin.is_none_or(|margin| high >= margin) => {
                (Verdict::Harm, language.rose(what, self.arms(contrast).0, &limit, &numbers))
            }
            Some(margin) if high < margin => {
                (Verdict::Held, language.ruled_out(language.watched(what), &number(margin), &limit, &against_margin()))
            }
            Some(margin) => {
                (Verdict::Unclear, language.not_ruled_out(language.watched(what), &number(margin), &against_margin()))
            }
            None if high < 0.0 => (Verdict::Held, language.fell(what, self.arms(contrast).0, &limit, &numbers)),
            None => (Verdict::Unclear, language.allowed_up_to(language.watched(what), &number(high), &numbers)),
        }
    }
}

/// One-sided p value of the hypothesis that a difference is at least the margin.
fn p_margin(contrast: &Contrast, margin: Option<f64>) -> Option<f64> {
    Some(p_of_at_least(margin?, contrast.value?, contrast.standard_error?, contrast.df?))
}
