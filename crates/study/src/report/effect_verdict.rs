//! What the data say about the hypotheses on factors, in sentences.

use super::compare::Contrast;
use super::factors::{FactorContrast, FactorHypothesis, Factorial, joined};
use super::input::Design;
use super::messages::{Form, found};
use super::terms::{Language, Verdict};
use super::why::Why;

/// Decides the hypotheses about factors, whose levels have their names in the language already.
pub(super) fn judge(language: Language, design: &Design, factorial: &mut Factorial) {
    let mut hypotheses = std::mem::take(&mut factorial.hypotheses);
    for one in &mut hypotheses {
        one.statement = statement(language, factorial, one);
        (one.verdict, one.words) = decided(language, design, &one.name(factorial), one);
    }
    factorial.hypotheses = hypotheses;
}

fn statement(language: Language, of: &Factorial, one: &FactorHypothesis) -> String {
    let Some(last) = one.factors.len().checked_sub(1) else { return String::new() };
    let factor = &of.factors[one.factors[last]];
    let [level, reference] =
        [one.contrast.levels[last], one.references[last]].map(|level| factor.levels[level].label.as_str());
    match &one.pairs(of)[..last] {
        [] => language.main_effect(&factor.id, level, reference),
        others => language.interaction(&joined(others), &factor.id, level, reference),
    }
}

fn decided(language: Language, design: &Design, name: &str, one: &FactorHypothesis) -> (Verdict, String) {
    let FactorContrast { value, low, high, p, .. } = one.contrast;
    let (Some(difference), Some(p_holm)) = (value, one.p_holm) else {
        let why = one.contrast.why.as_ref().map_or(language.lacks_data(), Why::sentence);
        return (Verdict::NotComputed, language.not_computed(why));
    };
    let numbers = Contrast { value, low, high, p, p_holm: Some(p_holm), ..Contrast::default() };
    let numbers = found(language, &numbers, Form::Two);
    let limit = language.for_items(Some(design.after.len()));
    if p_holm > design.alpha {
        (Verdict::NotShown, language.no_effect(name, &numbers))
    } else if difference > 0.0 {
        (Verdict::Supported, language.effect_above(name, &limit, &numbers))
    } else {
        (Verdict::Opposite, language.effect_below(name, &limit, &numbers))
    }
}
