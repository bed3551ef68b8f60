//! What the numbers say about each hypothesis, in plain words that neither oversell nor hide.

use serde::Serialize;
use utoipa::ToSchema;

use super::compare::Contrast;
use super::input::{ComparedScale, Design};
use super::outcomes::Outcome;
use super::words::{found, points, two};
use crate::definition::analysis::Expected;

/// A hypothesis and what became of it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportHypothesis)]
pub struct Hypothesis {
    /// Its name in the plan; the pair of arms while they are masked.
    pub id: String,
    /// What it says.
    pub statement: String,
    /// What became of it.
    pub verdict: Verdict,
    /// The same in a sentence or two.
    pub words: String,
    /// The outcome that it is about.
    pub outcome: String,
    /// The comparison that it rests on.
    pub contrast: Contrast,
}

/// What became of a hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ReportVerdict)]
pub enum Verdict {
    /// The data support it.
    Supported,
    /// The data do not show it. That is no proof of the contrary.
    NotShown,
    /// The data show the contrary.
    Opposite,
    /// Of a guardrail: the harm is ruled out.
    Held,
    /// Of a guardrail: harm was found.
    Harm,
    /// Of a guardrail: harm was not found, and is not ruled out.
    Unclear,
    /// Masked arms: they differ.
    Different,
    /// Masked arms: no difference was found.
    NotDifferent,
    /// Too few data.
    NotComputed,
}

/// Looks up outcomes and names arms.
pub(super) struct Judge<'a> {
    pub design: &'a Design,
    pub outcomes: &'a [Outcome],
}

impl Judge<'_> {
    /// All hypotheses, in the order of the plan: primary, guardrail, parts, confidence, scales.
    pub fn all(&self) -> Vec<Hypothesis> {
        let design = self.design;
        let each = 0..design.comparisons.len();
        if design.masked {
            return each.map(|index| self.masked(index)).collect();
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

    fn sensitivity(&self, index: usize, outcome: &str, part: Option<(&String, &String)>) -> Hypothesis {
        let contrast = self.contrast(outcome, index);
        let (arm, against) = self.arms(&contrast);
        let over = part.map_or(String::new(), |(_, label)| format!(" ({label})"));
        let statement = format!("d′{over} is higher after “{arm}” than after “{against}”.");
        let numbers = found(&contrast, two);
        let (verdict, words) = match contrast.value {
            None => not_computed(&contrast),
            Some(value) if self.is_significant(&contrast) && value > 0.0 => {
                let words =
                    format!("People told altered from original items better{over} after “{arm}”: d′ {numbers}.");
                (Verdict::Supported, words + &self.bias(index, part.is_some(), " At the same time, the"))
            }
            Some(_) if self.is_significant(&contrast) => {
                let words = format!("People told altered from original items worse{over} after “{arm}”: d′ {numbers}.");
                (Verdict::Opposite, words)
            }
            Some(_) => {
                let bias = self.bias(index, part.is_some(), "; the");
                let stop = if bias.is_empty() { "." } else { "" };
                let words = format!(
                    "No improvement in discrimination was found{over} after “{arm}”{bias}{stop} d′ {numbers}.{}",
                    self.ruled_out(&contrast, outcome)
                );
                (Verdict::NotShown, words)
            }
        };
        let id = part.map_or_else(|| contrast.comparison.clone(), |(id, _)| id.clone());
        Hypothesis { id, statement, verdict, words, outcome: outcome.to_owned(), contrast }
    }

    /// Where the answers moved, if they did; nothing is said of a part of the test.
    fn bias(&self, index: usize, part: bool, start: &str) -> String {
        let contrast = self.contrast("criterion", index);
        match contrast.value {
            Some(value) if !part && self.is_significant(&contrast) => {
                let towards = if value < 0.0 { "altered" } else { "original" };
                format!("{start} answers moved towards “{towards}” (criterion {}).", found(&contrast, two))
            }
            _ => String::new(),
        }
    }

    /// Whether the effect that the study was planned for is still possible.
    fn ruled_out(&self, contrast: &Contrast, outcome: &str) -> String {
        let outcome = self.outcomes.iter().find(|known| known.id == outcome);
        let spread = outcome.and_then(|outcome| outcome.after.get(contrast.against)?.deviation);
        let Some((spread, high)) = spread.zip(contrast.high) else { return String::new() };
        let planned = self.design.sample.effect * spread;
        let effect = two(planned);
        if high < planned {
            format!(" A gain as large as the study was planned for ({effect}) is unlikely.")
        } else {
            format!(" A gain as large as the study was planned for ({effect}) is not ruled out.")
        }
    }

    fn false_alarms(&self, index: usize, id: &str) -> Hypothesis {
        let contrast = self.contrast("false_alarm_rate", index);
        let (arm, against) = self.arms(&contrast);
        let margin = points(self.design.false_alarm_margin);
        let statement =
            format!("False alarms rise by less than {margin} points after “{arm}”, compared with “{against}”.");
        let harm = format!("More original items were called altered after “{arm}”");
        let (verdict, words) =
            guardrail(&contrast, Some(self.design.false_alarm_margin), points, &harm, "False alarms");
        Hypothesis { id: id.to_owned(), statement, verdict, words, outcome: "false_alarm_rate".into(), contrast }
    }

    fn confidence(&self, index: usize, id: &str) -> Hypothesis {
        let contrast = self.contrast("overconfidence", index);
        let (arm, against) = self.arms(&contrast);
        let statement = format!("Confidence fits accuracy better after “{arm}” than after “{against}”.");
        let outcome = self.outcomes.iter().find(|outcome| outcome.id == "overconfidence");
        let after = |arm: usize| outcome.and_then(|outcome| outcome.after.get(arm)?.value);
        let (verdict, words) = match (contrast.value, after(contrast.arm), after(contrast.against)) {
            (Some(_), Some(with), Some(without)) => {
                let closer = with.abs() < without.abs();
                let (verdict, words) = match (self.is_significant(&contrast), closer) {
                    (true, true) => (Verdict::Supported, "Confidence fits accuracy better"),
                    (true, false) => (Verdict::Opposite, "Confidence fits accuracy worse"),
                    (false, _) => (Verdict::NotShown, "No change in how confidence fits accuracy was found"),
                };
                let gaps = format!("confidence minus accuracy is {} points, against {}", points(with), points(without));
                (verdict, format!("{words} after “{arm}”: {gaps}; difference {}.", found(&contrast, points)))
            }
            _ => not_computed(&contrast),
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
                let harm = format!("{label} rose after “{arm}”");
                let judged = guardrail(&contrast, scale.margin, two, &harm, label);
                (format!("{label} does not rise after “{arm}”, compared with “{against}”."), judged)
            }
            Expected::Rise => {
                let (verdict, words) = match contrast.value {
                    None => not_computed(&contrast),
                    Some(value) if self.is_significant(&contrast) && value > 0.0 => {
                        (Verdict::Supported, "is higher".into())
                    }
                    Some(_) if self.is_significant(&contrast) => (Verdict::Opposite, "is lower".into()),
                    Some(_) => (Verdict::NotShown, "does not show a difference".into()),
                };
                let words = if contrast.value.is_some() {
                    format!("{label} {words} after “{arm}”: {}.", found(&contrast, two))
                } else {
                    words
                };
                (format!("{label} is higher after “{arm}” than after “{against}”."), (verdict, words))
            }
        };
        Some(Hypothesis { id: id.to_owned(), statement, verdict, words, outcome, contrast })
    }

    fn masked(&self, index: usize) -> Hypothesis {
        let contrast = self.contrast("d_prime", index);
        let (arm, against) = self.arms(&contrast);
        let (verdict, words) = match contrast.value {
            None => not_computed(&contrast),
            Some(_) if self.is_significant(&contrast) => (
                Verdict::Different,
                format!("{arm} and {against} differ in discrimination: d′ {}.", found(&contrast, two)),
            ),
            Some(_) => {
                let words = format!(
                    "No difference in discrimination was found between {arm} and {against}: d′ {}.",
                    found(&contrast, two)
                );
                (Verdict::NotDifferent, words)
            }
        };
        let statement = format!("{arm} and {against} differ in d′.");
        Hypothesis { id: contrast.comparison.clone(), statement, verdict, words, outcome: "d_prime".into(), contrast }
    }
}

fn not_computed(contrast: &Contrast) -> (Verdict, String) {
    let why = contrast.why.clone().unwrap_or_else(|| "There are too few data.".into());
    (Verdict::NotComputed, format!("Nothing can be said yet. {why}"))
}

/// A rise that must not be: ruled out, found, or neither.
fn guardrail(
    contrast: &Contrast,
    margin: Option<f64>,
    say: fn(f64) -> String,
    harm: &str,
    what: &str,
) -> (Verdict, String) {
    let (Some(low), Some(high)) = (contrast.low, contrast.high) else { return not_computed(contrast) };
    let numbers = found(contrast, say);
    match margin {
        _ if low > 0.0 && margin.is_none_or(|margin| high >= margin) => (Verdict::Harm, format!("{harm}: {numbers}.")),
        Some(margin) if high < margin => {
            (Verdict::Held, format!("{what}: a rise of {} or more is ruled out: {numbers}.", say(margin)))
        }
        Some(margin) => {
            let margin = say(margin);
            (
                Verdict::Unclear,
                format!("{what}: no rise was found, but one of {margin} or more is not ruled out: {numbers}."),
            )
        }
        None => (
            Verdict::Unclear,
            format!("{what}: no rise was found; the data allow for one up to {}: {numbers}.", say(high)),
        ),
    }
}
