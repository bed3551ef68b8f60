//! The report's sentences, by language. Other modules decide which one applies.

mod lacking;
mod sentences;

use super::compare::Contrast;
use super::measure::Measure;
use super::terms::{Flag, Language, PopulationId, Reason, Verdict};

/// How a number is written in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// With two decimals.
    Two,
    /// A share as points of 1/100.
    Points,
}

/// The answer towards which answers moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Towards {
    Altered,
    Original,
}

/// What a guardrail watches.
#[derive(Clone, Copy, Debug)]
pub(super) enum Watched<'a> {
    FalseAlarms,
    Scale(&'a str),
}

/// A number in a sentence, with a true minus.
pub(super) fn written(language: Language, form: Form, value: f64) -> String {
    let text = match form {
        Form::Two => format!("{value:.2}"),
        Form::Points => format!("{:.1}", value * 100.0),
    };
    marked(language, &text).replace('-', "−")
}

/// As journals print it.
pub(super) fn p_value(language: Language, p: f64) -> String {
    let text = if p < 0.001 { "p < 0.001".to_owned() } else { format!("p = {p:.3}") };
    marked(language, &text)
}

fn marked(language: Language, text: &str) -> String {
    text.replace('.', language.mark())
}

/// "0.36, 95% interval 0.20 to 0.52, p < 0.001 after Holm".
pub(super) fn found(language: Language, contrast: &Contrast, form: Form) -> String {
    let (Some(value), Some(low), Some(high)) = (contrast.value, contrast.low, contrast.high) else {
        return language.no_estimate().into();
    };
    let p = match (contrast.p_holm, contrast.p) {
        (Some(p), _) => format!(", {}{}", p_value(language, p), language.after_holm()),
        (None, Some(p)) => format!(", {}", p_value(language, p)),
        (None, None) => String::new(),
    };
    let [value, low, high] = [value, low, high].map(|number| written(language, form, number));
    format!("{value}, {}{p}", language.interval(&low, &high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_language_does() {
        let contrast = Contrast { value: Some(-0.355), low: Some(-0.5), high: Some(0.2), ..Contrast::default() };
        let holm = Contrast { p_holm: Some(0.0123), ..contrast.clone() };
        let [english, german] = Language::ALL;
        assert_eq!(found(english, &holm, Form::Two), "−0.35, 95% interval −0.50 to 0.20, p = 0.012 after Holm");
        assert_eq!(found(german, &holm, Form::Two), "−0,35, 95-%-Intervall −0,50 bis 0,20, p = 0,012 nach Holm");
        assert_eq!(found(german, &contrast, Form::Points), "−35,5, 95-%-Intervall −50,0 bis 20,0");
        assert_eq!(Language::of("de-AT"), Language::German);
        assert_eq!(Language::of("fr"), Language::English);
    }
}
