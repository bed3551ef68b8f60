//! Numbers of the report in words.

use unmask_study::definition::analysis::{ModeratorRole, OutcomeRole};
use unmask_study::report::{
    Contrast, MarginInterval, MarginTest, Moderator, ModeratorPoint, Number, Outcome, Phase, Quartiles, Report,
    Standardised, Unit,
};

/// Shown in place of a missing number.
pub const NONE: &str = "not computed";

/// In the cell of a table: there is nothing to name or to list.
pub const NOTHING: &str = "none";

/// All arms together.
pub const ALL_ARMS: &str = "All arms";

/// A value in its unit: a share in per cent, everything else with two decimals.
pub fn value(unit: Unit, value: f64) -> String {
    let ((value, decimals), percent) = (written(unit, value), if unit == Unit::Share { "%" } else { "" });
    minus(&format!("{value:.decimals$}{percent}"))
}

/// A difference in its unit: of shares in points.
pub fn difference(unit: Unit, value: f64) -> String {
    let (value, decimals) = written(unit, value);
    minus(&format!("{value:+.decimals$}"))
}

/// A value as it is written, and its decimals.
fn written(unit: Unit, value: f64) -> (f64, usize) {
    match unit {
        Unit::Share => (value * 100.0, 1),
        Unit::Area | Unit::Score => (value, 3),
        Unit::Deviations | Unit::Points => (value, 2),
    }
}

/// "62.3% [58.0%, 66.7%]", or the reason for a missing value.
pub fn number(unit: Unit, number: &Number) -> String {
    let Some(mean) = number.value else { return NONE.to_owned() };
    match number.low.zip(number.high) {
        Some((low, high)) => format!("{} [{}, {}]", value(unit, mean), value(unit, low), value(unit, high)),
        None => value(unit, mean),
    }
}

/// "+0.36 [+0.20, +0.52]".
pub fn contrast(unit: Unit, contrast: &Contrast) -> String {
    match (contrast.value, contrast.low, contrast.high) {
        (Some(mean), Some(low), Some(high)) => {
            format!("{} [{}, {}]", difference(unit, mean), difference(unit, low), difference(unit, high))
        }
        _ => NONE.to_owned(),
    }
}

/// A mean difference, such as "+0.36 [+0.20, +0.52]", or the reason for a missing value.
pub fn change(unit: Unit, mean: &Number) -> String {
    let Some(value) = mean.value else { return NONE.to_owned() };
    match mean.low.zip(mean.high) {
        Some((low, high)) => {
            format!("{} [{}, {}]", difference(unit, value), difference(unit, low), difference(unit, high))
        }
        None => difference(unit, value),
    }
}

/// "+0.59 [+0.19, +0.99]", in standard deviations.
pub fn standardised(Standardised { value, low, high }: Standardised) -> String {
    let [value, low, high] = [value, low, high].map(|number| difference(Unit::Deviations, number));
    format!("{value} [{low}, {high}]")
}

/// "p = 0.012", with Holm's where there is one.
pub fn p(contrast: &Contrast) -> String {
    match (contrast.p_holm, contrast.p) {
        (Some(p), _) => format!("{} (Holm)", p_value(p)),
        (None, Some(p)) => p_value(p),
        (None, None) => NONE.to_owned(),
    }
}

/// "p = 0.012", or of a comparison with a margin "p = 0.004 against 0.20, 90% interval [−0.10, +0.12]".
pub fn tested(contrast: &Contrast, margins: &[MarginTest]) -> String {
    let test = margins.iter().find(|test| test.comparison == contrast.comparison);
    let Some((test, found)) = test.and_then(|test| Some((test, test.p?))) else { return p(contrast) };
    let interval = test.interval.map(|interval| margin_interval(&interval));
    format!("{} against {:.2}, {}", p_value(found), test.margin, interval.unwrap_or_default())
}

/// "90% interval [−0.10, +0.12]", of d'.
pub fn margin_interval(MarginInterval { level, low, high }: &MarginInterval) -> String {
    let [low, high] = [*low, *high].map(|end| difference(Unit::Deviations, end));
    format!("{}% interval [{low}, {high}]", (level * 1000.0).round() / 10.0)
}

/// As journals print it.
pub fn p_value(p: f64) -> String {
    if p < 0.001 { "p < 0.001".into() } else { format!("p = {p:.3}") }
}

/// What the plan calls an outcome.
pub fn role(outcome: &Outcome) -> &'static str {
    match outcome.role {
        _ if outcome.primary => "primary",
        Some(OutcomeRole::Secondary) => "secondary",
        Some(OutcomeRole::Exploratory) => "exploratory",
        None => NONE,
    }
}

/// The label of an outcome, with what the plan calls it if it is listed among the plan's outcomes.
pub fn label(outcome: &Outcome) -> String {
    outcome.role.map_or_else(|| outcome.label.clone(), |_| format!("{} ({})", outcome.label, role(outcome)))
}

/// "F(2, 48) = 4.19, p = 0.021, uncorrected", or the reason for a missing test. The p value of a confirmatory moderator
/// is followed by Holm's.
pub fn interaction(moderator: &Moderator) -> String {
    match (moderator.f, moderator.numerator_df, moderator.denominator_df, moderator.p) {
        (Some(f), Some(one), Some(other), Some(p)) => {
            let holm = moderator.p_holm.map(|p| format!("{} (Holm)", p_value(p)));
            let corrected = holm.unwrap_or_else(|| "uncorrected".to_owned());
            format!("F({one:.0}, {other:.0}) = {f:.2}, {}, {corrected}", p_value(p))
        }
        _ => moderator.why.as_ref().map_or(NONE, |why| why.sentence()).to_owned(),
    }
}

/// What the plan calls a moderator.
pub fn moderator_role(moderator: &Moderator) -> &'static str {
    match moderator.role {
        ModeratorRole::Confirmatory => "confirmatory",
        ModeratorRole::Exploratory => "exploratory",
    }
}

/// "Mean − 1 SD (0.21)".
pub fn moderator_point(point: &ModeratorPoint) -> String {
    point.value.map_or_else(|| point.label.clone(), |value| format!("{} ({value:.2})", point.label).replace('-', "−"))
}

/// Seconds as minutes and seconds.
pub fn time(seconds: f64) -> String {
    let whole = seconds.round();
    let (minutes, rest) = ((whole / 60.0).floor(), whole % 60.0);
    format!("{minutes:.0}:{rest:02.0}")
}

/// "5:30 [4:10, 7:02]": median and quartiles.
pub fn quartiles(times: &Quartiles) -> String {
    match (times.low, times.median, times.high) {
        (Some(low), Some(median), Some(high)) => format!("{} [{}, {}]", time(median), time(low), time(high)),
        _ => NONE.to_owned(),
    }
}

/// An arm, or all of them together.
pub fn arm(report: &Report, arm: Option<usize>) -> &str {
    arm.map_or(ALL_ARMS, |arm| report.arms.get(arm).map_or(NONE, |arm| arm.label.as_str()))
}

/// "Cue practice − Active control".
pub fn pair(report: &Report, arm: usize, against: usize) -> String {
    let label = |arm: usize| report.arms.get(arm).map_or(NONE, |arm| arm.label.as_str());
    format!("{} − {}", label(arm), label(against))
}

/// The beginning of a text: as many whole words as fit.
pub fn begin(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters {
        return text.to_owned();
    }
    let cut: String = text.chars().take(letters - 1).collect();
    let whole = cut.rsplit_once(' ').map_or(cut.as_str(), |(whole, _)| whole);
    format!("{}…", whole.trim_end_matches([',', '.', ':', ';']))
}

pub fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Before => "before",
        Phase::After => "after",
    }
}

/// A true minus, and zero without a sign.
pub fn minus(text: &str) -> String {
    let digits = text.trim_start_matches(['+', '-']);
    if digits.chars().all(|c| "0.%".contains(c)) { digits.to_owned() } else { text.replace('-', "−") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_titles_are_cut_after_a_word() {
        assert_eq!(begin("The old bridge will stay open.", 40), "The old bridge will stay open.");
        assert_eq!(begin("The old bridge, as it was, will stay open.", 17), "The old bridge…");
        assert_eq!(begin("Bundesverfassungsgericht", 6), "Bunde…");
    }

    #[test]
    fn units_and_signs() {
        assert_eq!(value(Unit::Share, 0.623), "62.3%");
        assert_eq!(difference(Unit::Share, -0.04), "−4.0");
        assert_eq!(difference(Unit::Deviations, 0.361), "+0.36");
        assert_eq!((value(Unit::Deviations, -0.001), difference(Unit::Share, 0.0)), ("0.00".into(), "0.0".into()));
        assert_eq!(time(330.4), "5:30");
        assert_eq!(number(Unit::Area, &Number::default()), NONE);
    }
}
