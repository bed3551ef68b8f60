//! The verdict on each hypothesis, in sentences.

use serde::Serialize;
use utoipa::ToSchema;

use super::compare::Contrast;
use super::input::{ComparedScale, Design};
use super::messages::{Form, Towards, Watched, found, written};
use super::outcomes::Outcome;
use super::terms::{Language, Verdict};
use super::why::Why;
use crate::definition::analysis::Expected;

/// A hypothesis and its verdict.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportHypothesis)]
pub struct Hypothesis {
    /// Its name in the plan; the pair of arms while they are blinded.
    pub id: String,
    /// Its statement.
    pub statement: String,
    /// The verdict.
    pub verdict: Verdict,
    /// The verdict in a sentence or two.
    pub words: String,
    /// The outcome that it is about.
    pub outcome: String,
    /// The comparison on which it is based.
    pub contrast: Contrast,
}

/// Decides hypotheses.
pub(super) struct Judge<'a> {
    pub design: &'a Design,
    pub outcomes: &'a [Outcome],
    pub language: Language,
}

impl Judge<'_> {
    /// All hypotheses, in the order of the plan: primary, guardrail, parts, confidence, scales.
    pub fn all(&self) -> Vec<Hypothesis> {
        let design = self.design;
        let each = 0..design.comparisons.len();
        if design.blinded {
            return each.map(|index| self.blinded(index)).collect();
        }
        let mut all: Vec<Hypothesis> = each.clone().map(|index| self.sensitivity(index, "d_prime", None)).collect();
        if let Some(id) = &design.false_alarm_hypothesis {
            all.extend(each.clone().map(|index| self.false_alarms(index, id)));
        }
        for part in &design.parts {
            let Some(id) = &part.hypothesis else { continue };
            let outcome = format!("d_prime_{}", part.id);
            all.extend(each.clone().map(|index| self.sensitivity(index, &outcome, Some((id, &part.label)))));
        }
        if let Some(id) = &design.confidence_hypothesis {
            all.extend(each.clone().map(|index| self.confidence(index, id)));
        }
        for scale in &design.compared {
            let Some(id) = &scale.hypothesis else { continue };
            all.extend(each.clone().filter_map(|index| self.scale(index, id, scale)));
        }
        all
    }

    fn contrast(&self, outcome: &str, index: usize) -> Contrast {
        let found = self.outcomes.iter().find(|known| known.id == outcome);
        found.and_then(|outcome| outcome.contrasts.get(index)).cloned().unwrap_or_default()
    }

    /// Labels of both arms of a comparison.
    fn arms(&self, contrast: &Contrast) -> (&str, &str) {
        let label = |arm: usize| self.design.arms.get(arm).map_or("", |arm| arm.label.as_str());
        (label(contrast.arm), label(contrast.against))
    }

    fn is_significant(&self, contrast: &Contrast) -> bool {
        contrast.p_holm.or(contrast.p).is_some_and(|p| p <= self.design.alpha)
    }

    /// The verdict on a difference; `as_expected` is whether it has the expected direction.
    fn decided(&self, contrast: &Contrast, as_expected: bool) -> Verdict {
        match (self.is_significant(contrast), as_expected) {
            (false, _) => Verdict::NotShown,
            (true, true) => Verdict::Supported,
            (true, false) => Verdict::Opposite,
        }
    }

    fn sensitivity(&self, index: usize, outcome: &str, part: Option<(&String, &String)>) -> Hypothesis {
        let (language, contrast) = (self.language, self.contrast(outcome, index));
        let (arm, against) = self.arms(&contrast);
        let over = part.map_or(String::new(), |(_, label)| format!(" ({label})"));
        let statement = language.higher(&over, arm, against);
        let numbers = found(language, &contrast, Form::Two);
        // Only the whole test reports where the answers moved.
        let moved = self.moved(index).filter(|_| part.is_none());
        let (verdict, words) = match contrast.value {
            None => self.not_computed(&contrast),
            Some(value) if self.is_significant(&contrast) && value > 0.0 => {
                let also = moved.map(|(towards, numbers)| language.also_moved(language.towards(towards), &numbers));
                (Verdict::Supported, language.better(&over, arm, &numbers) + &also.unwrap_or_default())
            }
            Some(_) if self.is_significant(&contrast) => (Verdict::Opposite, language.worse(&over, arm, &numbers)),
            Some(_) => {
                let moved = moved.map(|(towards, numbers)| language.and_moved(language.towards(towards), &numbers));
                let words = language.no_improvement(&over, arm, moved.as_deref().unwrap_or("."), &numbers);
                (Verdict::NotShown, words + &self.ruled_out(&contrast, outcome))
            }
        };
        let id = part.map_or_else(|| contrast.comparison.clone(), |(id, _)| id.clone());
        Hypothesis { id, statement, verdict, words, outcome: outcome.to_owned(), contrast }
    }

    /// Where the answers moved, if they did after Holm's correction, with the difference of the criterion.
    pub fn moved(&self, index: usize) -> Option<(Towards, String)> {
        let contrast = self.contrast("criterion", index);
        let value = contrast.value.filter(|_| self.is_significant(&contrast))?;
        let towards = if value < 0.0 { Towards::Altered } else { Towards::Original };
        Some((towards, found(self.language, &contrast, Form::Two)))
    }

    /// Whether the effect that the study was planned for, or that is assumed without a plan, is still possible.
    fn ruled_out(&self, contrast: &Contrast, outcome: &str) -> String {
        let outcome = self.outcomes.iter().find(|known| known.id == outcome);
        let spread = outcome.and_then(|outcome| outcome.after.get(contrast.against)?.deviation);
        let Some((spread, high)) = spread.zip(contrast.high) else { return String::new() };
        let effect = self.design.sample.effect;
        let gain = effect.d * spread;
        let verdict = if high >= gain { self.language.not_excluded() } else { self.language.unlikely() };
        let gain = written(self.language, Form::Two, gain);
        if effect.planned { self.language.planned(&gain, verdict) } else { self.language.assumed(&gain, verdict) }
    }

    fn false_alarms(&self, index: usize, id: &str) -> Hypothesis {
        let contrast = self.contrast("false_alarm_rate", index);
        let (arm, against) = self.arms(&contrast);
        let margin = self.design.false_alarm_margin;
        let statement = self.language.rises_less(&written(self.language, Form::Points, margin), arm, against);
        let (verdict, words) = self.guardrail(&contrast, Some(margin), Form::Points, Watched::FalseAlarms);
        Hypothesis { id: id.to_owned(), statement, verdict, words, outcome: "false_alarm_rate".into(), contrast }
    }

    fn confidence(&self, index: usize, id: &str) -> Hypothesis {
        let contrast = self.contrast("overconfidence", index);
        let (arm, against) = self.arms(&contrast);
        let statement = self.language.fits_better(arm, against);
        let outcome = self.outcomes.iter().find(|outcome| outcome.id == "overconfidence");
        let after = |arm: usize| outcome.and_then(|outcome| outcome.after.get(arm)?.value);
        let (verdict, words) = match (contrast.value, after(contrast.arm), after(contrast.against)) {
            (Some(_), Some(with), Some(without)) => {
                let verdict = self.decided(&contrast, with.abs() < without.abs());
                let [with, without] = [with, without].map(|gap| written(self.language, Form::Points, gap));
                let numbers = found(self.language, &contrast, Form::Points);
                (verdict, self.language.fit(verdict, arm, [&with, &without], &numbers))
            }
            _ => self.not_computed(&contrast),
        };
        Hypothesis { id: id.to_owned(), statement, verdict, words, outcome: "overconfidence".into(), contrast }
    }

    fn scale(&self, index: usize, id: &str, scale: &ComparedScale) -> Option<Hypothesis> {
        let outcome = format!("scale_{}", scale.id);
        let contrast = self.contrast(&outcome, index);
        let (arm, against) = self.arms(&contrast);
        let label = &scale.label;
        let (statement, (verdict, words)) = match scale.expect {
            Expected::Open => return None,
            Expected::NoRise => {
                let judged = self.guardrail(&contrast, scale.margin, Form::Two, Watched::Scale(label));
                (self.language.does_not_rise(label, arm, against), judged)
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
        Some(Hypothesis { id: id.to_owned(), statement, verdict, words, outcome, contrast })
    }

    fn blinded(&self, index: usize) -> Hypothesis {
        let contrast = self.contrast("d_prime", index);
        let (arm, against) = self.arms(&contrast);
        let numbers = found(self.language, &contrast, Form::Two);
        let (verdict, words) = match contrast.value {
            None => self.not_computed(&contrast),
            Some(_) if self.is_significant(&contrast) => {
                (Verdict::Different, self.language.differs(arm, against, &numbers))
            }
            Some(_) => (Verdict::NotDifferent, self.language.no_difference(arm, against, &numbers)),
        };
        let statement = self.language.differ(arm, against);
        Hypothesis { id: contrast.comparison.clone(), statement, verdict, words, outcome: "d_prime".into(), contrast }
    }

    fn not_computed(&self, contrast: &Contrast) -> (Verdict, String) {
        let why = contrast.why.as_ref().map_or(self.language.lacks_data(), Why::sentence);
        (Verdict::NotComputed, self.language.not_computed(why))
    }

    /// A guardrail: the rise is ruled out, found, or neither. Without a margin, a fall rules it out.
    fn guardrail(&self, contrast: &Contrast, margin: Option<f64>, form: Form, what: Watched) -> (Verdict, String) {
        let (Some(low), Some(high)) = (contrast.low, contrast.high) else { return self.not_computed(contrast) };
        let (language, numbers) = (self.language, found(self.language, contrast, form));
        let number = |number: f64| written(language, form, number);
        match margin {
            _ if low > 0.0 && margin.is_none_or(|margin| high >= margin) => {
                (Verdict::Harm, language.rose(what, self.arms(contrast).0, &numbers))
            }
            Some(margin) if high < margin => {
                (Verdict::Held, language.ruled_out(language.watched(what), &number(margin), &numbers))
            }
            Some(margin) => {
                (Verdict::Unclear, language.not_ruled_out(language.watched(what), &number(margin), &numbers))
            }
            None if high < 0.0 => (Verdict::Held, language.fell(what, self.arms(contrast).0, &numbers)),
            None => (Verdict::Unclear, language.allowed_up_to(language.watched(what), &number(high), &numbers)),
        }
    }
}
