//! The report's sentences, by language. Other modules decide which one applies.

mod analysis_error;
mod sentences;

use super::compare::Contrast;
use super::covariates::Covariate;
use super::input::{Design, Source};
use super::measure::Measure;
use super::outcomes::Unit;
use super::secondary::MarginInterval;
use super::specifications::SpecificationCurve;
use super::terms::{ComplierNote, Flag, Language, PopulationId, Reason, Verdict};
use crate::definition::analysis::{ModeratorRole, PrimaryModel};

/// How a number is written in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// With two decimals.
    Two,
    /// With three decimals.
    Three,
    /// With four decimals.
    Four,
    /// A share in percentage points.
    Points,
}

impl Form {
    /// Of numbers in a unit.
    pub fn of(unit: Unit) -> Self {
        match unit {
            Unit::Share => Self::Points,
            Unit::Area | Unit::Score => Self::Three,
            Unit::Deviations | Unit::Points => Self::Two,
        }
    }
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
        Form::Three => format!("{value:.3}"),
        Form::Four => format!("{value:.4}"),
        Form::Points => format!("{:.1}", value * 100.0),
    };
    let text = if text.chars().all(|sign| "-0.".contains(sign)) { text.trim_start_matches('-') } else { &text };
    marked(language, text).replace('-', "−")
}

/// A number in a sentence with its unit, if it has one.
pub(super) fn with_unit(language: Language, form: Form, value: f64) -> String {
    let number = written(language, form, value);
    match form {
        Form::Two | Form::Three | Form::Four => number,
        Form::Points => language.percentage_points(&number),
    }
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
    estimated(language, form, [value, low, high]) + &p
}

/// "0.01, 95% interval −0.02 to 0.03, one-sided p = 0.004 against the margin".
pub(super) fn found_against_margin(language: Language, contrast: &Contrast, form: Form, p_margin: f64) -> String {
    let (Some(value), Some(low), Some(high)) = (contrast.value, contrast.low, contrast.high) else {
        return language.no_estimate().into();
    };
    let p = language.against_margin(&p_value(language, p_margin));
    estimated(language, form, [value, low, high]) + &p
}

/// "0.01, 90% interval −0.02 to 0.04, two one-sided tests against the margin p = 0.004".
pub(super) fn found_within_margin(
    language: Language,
    value: f64,
    interval: &MarginInterval,
    form: Form,
    p: f64,
) -> String {
    let level = marked(language, &((interval.level * 1000.0).round() / 10.0).to_string());
    let numbers = [value, interval.low, interval.high];
    estimated_at(language, form, &level, numbers) + &language.against_both(&p_value(language, p))
}

/// An estimate with the ends of its 95% interval.
fn estimated(language: Language, form: Form, numbers: [f64; 3]) -> String {
    estimated_at(language, form, "95", numbers)
}

/// An estimate with the ends of its interval, whose level is in per cent.
fn estimated_at(language: Language, form: Form, level: &str, [value, low, high]: [f64; 3]) -> String {
    let [low, high] = [low, high].map(|number| written(language, form, number));
    format!("{}, {}", with_unit(language, form, value), language.interval(level, &low, &high))
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
        assert_eq!(found(german, &contrast, Form::Points), "−35,5 Prozentpunkte, 95-%-Intervall −50,0 bis 20,0");
        assert_eq!(Language::of("de-AT"), Language::German);
        assert_eq!(Language::of("fr"), Language::English);
    }
}
