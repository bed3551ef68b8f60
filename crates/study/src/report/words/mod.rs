//! The report's sentences, by language. What is said is decided elsewhere; here stands only how.

mod de;
mod en;
mod lacking;

use super::compare::Contrast;
use super::measure::Measure;
use super::terms::{Flag, Language, PopulationId, Reason, Verdict};
use crate::definition::analysis::Sample;

impl Language {
    pub(super) fn words(self) -> &'static dyn Words {
        match self {
            Self::English => &en::English,
            Self::German => &de::German,
        }
    }
}

/// How a number is written in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// With two decimals.
    Two,
    /// A share as points of 1/100.
    Points,
}

/// Where answers moved.
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

/// Sentences of one language. `over` is a part of the test in brackets after a space, or nothing; `numbers` is a
/// difference as [`found`] writes it.
pub(super) trait Words {
    /// The mark before decimals.
    fn mark(&self) -> char;
    /// What follows a p value that Holm corrected.
    fn after_holm(&self) -> &'static str;
    /// The interval after the estimate.
    fn interval(&self, low: &str, high: &str) -> String;
    fn no_estimate(&self) -> &'static str;

    fn higher(&self, over: &str, arm: &str, against: &str) -> String;
    fn better(&self, over: &str, arm: &str, numbers: &str) -> String;
    fn worse(&self, over: &str, arm: &str, numbers: &str) -> String;
    /// `moved` is what [`Self::and_moved`] says, or nothing.
    fn no_improvement(&self, over: &str, arm: &str, moved: Option<&str>, numbers: &str) -> String;
    fn and_moved(&self, towards: Towards, numbers: &str) -> String;
    fn also_moved(&self, towards: Towards, numbers: &str) -> String;
    /// Whether the effect that was planned for is still possible.
    fn planned(&self, effect: &str, possible: bool) -> String;
    /// The same of the effect that is assumed because the study plans none.
    fn assumed(&self, effect: &str, possible: bool) -> String;

    fn rises_less(&self, margin: &str, arm: &str, against: &str) -> String;
    fn does_not_rise(&self, label: &str, arm: &str, against: &str) -> String;
    fn rose(&self, what: Watched, arm: &str, numbers: &str) -> String;
    fn fell(&self, what: Watched, arm: &str, numbers: &str) -> String;
    fn ruled_out(&self, what: Watched, margin: &str, numbers: &str) -> String;
    fn not_ruled_out(&self, what: Watched, margin: &str, numbers: &str) -> String;
    fn allowed_up_to(&self, what: Watched, high: &str, numbers: &str) -> String;

    fn fits_better(&self, arm: &str, against: &str) -> String;
    /// `gaps` are confidence minus accuracy, in points, in the arm and in the other one.
    fn fit(&self, verdict: Verdict, arm: &str, gaps: [&str; 2], numbers: &str) -> String;
    fn scale_higher(&self, label: &str, arm: &str, against: &str) -> String;
    fn scale(&self, verdict: Verdict, label: &str, arm: &str, numbers: &str) -> String;
    fn differ(&self, arm: &str, against: &str) -> String;
    fn differs(&self, arm: &str, against: &str, numbers: &str) -> String;
    fn no_difference(&self, arm: &str, against: &str, numbers: &str) -> String;
    /// `why` is a sentence.
    fn not_computed(&self, why: Option<&str>) -> String;

    /// Why a number is missing, as a sentence.
    fn why(&self, reason: &Reason) -> String;

    fn too_few(&self) -> &'static str;
    fn masked(&self, differ: usize, of: usize) -> String;
    fn better_after(&self, arms: &[&str]) -> String;
    /// With the arms whose answers moved, by where.
    fn nowhere_better(&self, moved: &[(Towards, Vec<&str>)]) -> String;
    fn somewhere_worse(&self) -> &'static str;
    fn guardrail_failed(&self) -> &'static str;

    fn robots(&self, people: u32) -> String;
    fn robots_left_out(&self, people: u32) -> String;
    fn interim(&self, least: u32, needed: u32) -> String;
    /// The same of a study that plans no effect: what is needed for which assumptions.
    fn unplanned(&self, least: u32, needed: u32, sample: &Sample) -> String;
    fn unfinished(&self, people: u32) -> String;
    fn loss_differs(&self, p: &str) -> String;
    fn excluded(&self, people: u32) -> String;
    fn secondary(&self) -> &'static str;

    fn measure(&self, measure: Measure) -> &'static str;
    fn measure_says(&self, measure: Measure) -> &'static str;
    fn part(&self, label: &str) -> String;
    fn part_says(&self, items: usize) -> String;
    fn scale_says(&self) -> &'static str;
    /// `trained` is the least share of the training, in per cent.
    fn population(&self, id: PopulationId, trained: f64) -> String;
    fn flag(&self, flag: Flag) -> &'static str;

    fn excluded_because(&self, reason: &str) -> String;
    /// Left out by the plan, for what it says.
    fn as_planned(&self, reason: &str) -> String;
    fn withdrew(&self) -> &'static str;
    fn withdrew_erased(&self) -> &'static str;
    fn no_consent(&self) -> &'static str;
    fn on_page(&self, page: &str) -> String;
    fn under_way(&self) -> &'static str;
}

/// A number in a sentence, with a true minus.
pub(super) fn say(words: &dyn Words, form: Form, value: f64) -> String {
    let text = match form {
        Form::Two => format!("{value:.2}"),
        Form::Points => format!("{:.1}", value * 100.0),
    };
    marked(words, &text).replace('-', "−")
}

/// As journals print it.
pub(super) fn p_value(words: &dyn Words, p: f64) -> String {
    let text = if p < 0.001 { "p < 0.001".to_owned() } else { format!("p = {p:.3}") };
    marked(words, &text)
}

fn marked(words: &dyn Words, text: &str) -> String {
    text.replace('.', &words.mark().to_string())
}

/// "0.36, 95% interval 0.20 to 0.52, p < 0.001 after Holm".
pub(super) fn found(words: &dyn Words, contrast: &Contrast, form: Form) -> String {
    let (Some(value), Some(low), Some(high)) = (contrast.value, contrast.low, contrast.high) else {
        return words.no_estimate().into();
    };
    let p = match (contrast.p_holm, contrast.p) {
        (Some(p), _) => format!(", {}{}", p_value(words, p), words.after_holm()),
        (None, Some(p)) => format!(", {}", p_value(words, p)),
        (None, None) => String::new(),
    };
    let [value, low, high] = [value, low, high].map(|number| say(words, form, number));
    format!("{value}, {}{p}", words.interval(&low, &high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_language_does() {
        let contrast = Contrast { value: Some(-0.355), low: Some(-0.5), high: Some(0.2), ..Contrast::default() };
        let holm = Contrast { p_holm: Some(0.0123), ..contrast.clone() };
        let [english, german] = Language::ALL.map(Language::words);
        assert_eq!(found(english, &holm, Form::Two), "−0.35, 95% interval −0.50 to 0.20, p = 0.012 after Holm");
        assert_eq!(found(german, &holm, Form::Two), "−0,35, 95-%-Intervall −0,50 bis 0,20, p = 0,012 nach Holm");
        assert_eq!(found(german, &contrast, Form::Points), "−35,5, 95-%-Intervall −50,0 bis 20,0");
        assert_eq!(Language::of("de-AT"), Language::German);
        assert_eq!(Language::of("fr"), Language::English);
    }
}
