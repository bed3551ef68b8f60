//! English.

use super::{Flag, Form, Measure, PopulationId, Reason, Sample, Towards, Verdict, Watched, Words, say};

pub(super) struct English;

fn towards(towards: Towards) -> &'static str {
    match towards {
        Towards::Altered => "altered",
        Towards::Original => "original",
    }
}

fn watched(what: Watched<'_>) -> &str {
    match what {
        Watched::FalseAlarms => "False alarms",
        Watched::Scale(label) => label,
    }
}

fn after(arms: &[&str]) -> String {
    let arms: Vec<String> = arms.iter().map(|arm| format!("“{arm}”")).collect();
    format!("after {}", arms.join(" and "))
}

impl Words for English {
    fn mark(&self) -> char {
        '.'
    }

    fn after_holm(&self) -> &'static str {
        " after Holm"
    }

    fn interval(&self, low: &str, high: &str) -> String {
        format!("95% interval {low} to {high}")
    }

    fn no_estimate(&self) -> &'static str {
        "no estimate"
    }

    fn higher(&self, over: &str, arm: &str, against: &str) -> String {
        format!("d′{over} is higher after “{arm}” than after “{against}”.")
    }

    fn better(&self, over: &str, arm: &str, numbers: &str) -> String {
        format!("Participants told altered from original items better{over} after “{arm}”: d′ {numbers}.")
    }

    fn worse(&self, over: &str, arm: &str, numbers: &str) -> String {
        format!("Participants told altered from original items worse{over} after “{arm}”: d′ {numbers}.")
    }

    fn no_improvement(&self, over: &str, arm: &str, moved: Option<&str>, numbers: &str) -> String {
        let moved = moved.unwrap_or(".");
        format!("No improvement in discrimination was found{over} after “{arm}”{moved} d′ {numbers}.")
    }

    fn and_moved(&self, to: Towards, numbers: &str) -> String {
        format!("; the answers moved towards “{}” (criterion {numbers}).", towards(to))
    }

    fn also_moved(&self, to: Towards, numbers: &str) -> String {
        format!(" At the same time, the answers moved towards “{}” (criterion {numbers}).", towards(to))
    }

    fn planned(&self, effect: &str, possible: bool) -> String {
        let verdict = if possible { "not ruled out" } else { "unlikely" };
        format!(" A gain as large as the planned effect ({effect}) is {verdict}.")
    }

    fn assumed(&self, effect: &str, possible: bool) -> String {
        let verdict = if possible { "not ruled out" } else { "unlikely" };
        format!(" A gain as large as the default effect ({effect}) is {verdict}.")
    }

    fn rises_less(&self, margin: &str, arm: &str, against: &str) -> String {
        format!("False alarms rise by less than {margin} points after “{arm}”, compared with “{against}”.")
    }

    fn does_not_rise(&self, label: &str, arm: &str, against: &str) -> String {
        format!("{label} does not rise after “{arm}”, compared with “{against}”.")
    }

    fn rose(&self, what: Watched, arm: &str, numbers: &str) -> String {
        match what {
            Watched::FalseAlarms => format!("More original items were called altered after “{arm}”: {numbers}."),
            Watched::Scale(label) => format!("{label} rose after “{arm}”: {numbers}."),
        }
    }

    fn fell(&self, what: Watched, arm: &str, numbers: &str) -> String {
        let pronoun = if matches!(what, Watched::FalseAlarms) { "they" } else { "it" };
        format!("{} did not rise after “{arm}”; {pronoun} fell: {numbers}.", watched(what))
    }

    fn ruled_out(&self, what: Watched, margin: &str, numbers: &str) -> String {
        format!("{}: a rise of {margin} or more is ruled out: {numbers}.", watched(what))
    }

    fn not_ruled_out(&self, what: Watched, margin: &str, numbers: &str) -> String {
        format!("{}: no rise was found, but a rise of {margin} or more is not ruled out: {numbers}.", watched(what))
    }

    fn allowed_up_to(&self, what: Watched, high: &str, numbers: &str) -> String {
        format!("{}: no rise was found; the data allow for a rise of up to {high}: {numbers}.", watched(what))
    }

    fn fits_better(&self, arm: &str, against: &str) -> String {
        format!("Confidence matches accuracy better after “{arm}” than after “{against}”.")
    }

    fn fit(&self, verdict: Verdict, arm: &str, [with, without]: [&str; 2], numbers: &str) -> String {
        let words = match verdict {
            Verdict::Supported => "Confidence matches accuracy better",
            Verdict::Opposite => "Confidence matches accuracy worse",
            _ => "No change in how well confidence matches accuracy was found",
        };
        format!(
            "{words} after “{arm}”: confidence minus accuracy is {with} points, against {without}; difference {numbers}."
        )
    }

    fn scale_higher(&self, label: &str, arm: &str, against: &str) -> String {
        format!("{label} is higher after “{arm}” than after “{against}”.")
    }

    fn scale(&self, verdict: Verdict, label: &str, arm: &str, numbers: &str) -> String {
        let words = match verdict {
            Verdict::Supported => "is higher",
            Verdict::Opposite => "is lower",
            _ => "does not show a difference",
        };
        format!("{label} {words} after “{arm}”: {numbers}.")
    }

    fn differ(&self, arm: &str, against: &str) -> String {
        format!("{arm} and {against} differ in d′.")
    }

    fn differs(&self, arm: &str, against: &str, numbers: &str) -> String {
        format!("{arm} and {against} differ in discrimination: d′ {numbers}.")
    }

    fn no_difference(&self, arm: &str, against: &str, numbers: &str) -> String {
        format!("No difference in discrimination was found between {arm} and {against}: d′ {numbers}.")
    }

    fn not_computed(&self, why: Option<&str>) -> String {
        format!("There is no result yet. {}", why.unwrap_or("There are too few data."))
    }

    fn why(&self, reason: &Reason) -> String {
        match reason {
            Reason::Nobody => "No participant has a value.".into(),
            Reason::FewerThanTwo => "Fewer than two participants have the outcome.".into(),
            Reason::ArmTooSmall => "An arm of this comparison has fewer than two participants with the outcome.".into(),
            Reason::NoSpread => "All answers are correct, all are incorrect, or there are too few.".into(),
            Reason::Analysis(error) => {
                let text = error.to_string();
                let mut letters = text.chars();
                letters
                    .next()
                    .map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()))
            }
        }
    }

    fn too_few(&self) -> &'static str {
        "There are too few data for a result."
    }

    fn masked(&self, differ: usize, of: usize) -> String {
        match differ {
            0 => "The study is blinded. No difference in discrimination was found between the arms.".into(),
            _ => format!("The study is blinded. {differ} of {of} pairs of arms differ in discrimination."),
        }
    }

    fn better_after(&self, arms: &[&str]) -> String {
        format!("Participants told altered from original items better {}.", after(arms))
    }

    fn nowhere_better(&self, moved: &[(Towards, Vec<&str>)]) -> String {
        let moved = moved.iter().filter(|(_, arms)| !arms.is_empty());
        let moved: Vec<String> =
            moved.map(|(to, arms)| format!("towards “{}” {}", towards(*to), after(arms))).collect();
        let answers =
            if moved.is_empty() { String::new() } else { format!("; the answers moved {}", moved.join(" and ")) };
        format!("No improvement in discrimination was found{answers}.")
    }

    fn somewhere_worse(&self) -> &'static str {
        " In one arm or more, they did worse."
    }

    fn guardrail_failed(&self) -> &'static str {
        " More original items were called altered: the guardrail failed."
    }

    fn robots(&self, people: u32) -> String {
        let are = if people == 1 { "is" } else { "are" };
        format!("{people} of these participants {are} simulated: this is not a result.")
    }

    fn robots_left_out(&self, people: u32) -> String {
        let were = if people == 1 { "participant was" } else { "participants were" };
        format!("{people} simulated {were} left out.")
    }

    fn interim(&self, least: u32, needed: u32) -> String {
        format!(
            "Interim: the smallest arm has {least} of {needed} planned participants. Looking early and stopping at a \
             convenient result leads to false findings."
        )
    }

    fn unplanned(&self, least: u32, needed: u32, sample: &Sample) -> String {
        format!(
            "Interim: the smallest arm has {least} participants. The study plans no effect. The default needs \
             {needed}: d = {}, a power of {:.0}% and a correlation of {} with d′ before. Looking early and stopping at \
             a convenient result leads to false findings.",
            say(self, Form::Two, sample.effect.d),
            sample.power * 100.0,
            say(self, Form::Two, sample.correlation),
        )
    }

    fn unfinished(&self, people: u32) -> String {
        let have = if people == 1 { "participant has" } else { "participants have" };
        format!("{people} randomised {have} not completed the study yet and count as lost until then.")
    }

    fn loss_differs(&self, p: &str) -> String {
        format!("Attrition differs between the arms ({p}): those who remain may not be comparable. See the bounds.")
    }

    fn excluded(&self, people: u32) -> String {
        let were = if people == 1 { "participant was" } else { "participants were" };
        format!("{people} randomised {were} excluded. The flow diagram shows why, the populations show both results.")
    }

    fn secondary(&self) -> &'static str {
        "Only the primary hypotheses are corrected for multiple testing. The others are secondary."
    }

    fn measure(&self, measure: Measure) -> &'static str {
        match measure {
            Measure::Accuracy => "Accuracy",
            Measure::HitRate => "Hit rate",
            Measure::FalseAlarmRate => "False alarm rate",
            Measure::DPrime => "Sensitivity d′",
            Measure::Criterion => "Criterion c",
            Measure::Auc => "AUC of answer and confidence",
            Measure::Confidence => "Confidence",
            Measure::Overconfidence => "Overconfidence",
            Measure::Brier => "Brier score",
        }
    }

    fn measure_says(&self, measure: Measure) -> &'static str {
        match measure {
            Measure::Accuracy => "Share of correct judgements of each participant.",
            Measure::HitRate => "Share of altered items that a participant called altered.",
            Measure::FalseAlarmRate => "Share of original items that a participant called altered.",
            Measure::DPrime => {
                "How well a participant tells altered from original items: 0 is guessing, 1 about 69% correct."
            }
            Measure::Criterion => "Response bias: above 0, a participant tends to say “original”; below 0, “altered”.",
            Measure::Auc => {
                "Probability that an altered item is rated more suspicious than an original one; 0.5 is guessing."
            }
            Measure::Confidence => "How sure a participant is on average, from 0.5 (guessing) to 1.",
            Measure::Overconfidence => "Mean confidence minus accuracy; 0 is a match, above 0 is overconfidence.",
            Measure::Brier => {
                "Mean squared difference between confidence and correctness: 0 is best, 0.25 is always saying 50%."
            }
        }
    }

    fn part(&self, label: &str) -> String {
        format!("Sensitivity d′: {label}")
    }

    fn part_says(&self, items: usize) -> String {
        format!("d′ over {items} items of the post-test, adjusted for d′ before.")
    }

    fn scale_says(&self) -> &'static str {
        "Mean score of the questionnaire's scale."
    }

    fn population(&self, id: PopulationId, trained: f64) -> String {
        match id {
            PopulationId::IntentionToTreat => "All randomised, in the assigned arm".into(),
            PopulationId::PerProtocol => format!("At least {trained}% of the training items answered"),
            PopulationId::Unflagged => "Without flags".into(),
            PopulationId::WithExcluded => "With excluded participants".into(),
        }
    }

    fn flag(&self, flag: Flag) -> &'static str {
        match flag {
            Flag::Hurried => "Faster than a third of the arm’s median time",
            Flag::SameAnswer => "The same answer to every item of the post-test",
            Flag::FailedAttention => "Failed an attention check",
            Flag::MediaFailed => "A medium could not be shown",
            Flag::SetApart => "An answer that the plan flags for sensitivity analysis",
        }
    }

    fn excluded_because(&self, reason: &str) -> String {
        format!("Excluded: {reason}")
    }

    fn as_planned(&self, reason: &str) -> String {
        format!("as planned, {reason}")
    }

    fn withdrew(&self) -> &'static str {
        "Withdrew"
    }

    fn withdrew_erased(&self) -> &'static str {
        "Withdrew, everything erased"
    }

    fn no_consent(&self) -> &'static str {
        "No consent"
    }

    fn on_page(&self, page: &str) -> String {
        format!("On {page}, in progress or dropped out")
    }

    fn under_way(&self) -> &'static str {
        "In progress or dropped out"
    }
}
