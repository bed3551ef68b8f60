//! The first sentences of the report, and what to keep in mind.

use super::flow::{Flow, Loss};
use super::input::{Design, Input};
use super::verdict::{Hypothesis, Verdict};
use super::words::p_value;

/// The result of the primary hypotheses and their guardrail.
pub(super) fn headline(design: &Design, hypotheses: &[Hypothesis]) -> String {
    let primary: Vec<&Hypothesis> = hypotheses.iter().filter(|one| one.outcome == "d_prime").collect();
    if primary.iter().all(|one| one.verdict == Verdict::NotComputed) {
        return "There are too few data for a result.".into();
    }
    if design.masked {
        let differ = primary.iter().filter(|one| one.verdict == Verdict::Different).count();
        return match differ {
            0 => "The arms are masked. No difference in discrimination was found between them.".into(),
            _ => format!("The arms are masked. {differ} of {} pairs differ in discrimination.", primary.len()),
        };
    }
    let better = primary.iter().filter(|one| one.verdict == Verdict::Supported);
    let names: Vec<String> = better.map(|one| format!("“{}”", design.arms[one.contrast.arm].label)).collect();
    let mut text = if names.is_empty() {
        nothing(&primary)
    } else {
        format!("People told altered from original items better after {}.", names.join(" and "))
    };
    if primary.iter().any(|one| one.verdict == Verdict::Opposite) {
        text += " In an arm they did worse.";
    }
    if hypotheses.iter().any(|one| one.outcome == "false_alarm_rate" && one.verdict == Verdict::Harm) {
        text += " More original items were called altered: the guardrail did not hold.";
    }
    text
}

/// No arm did better.
fn nothing(primary: &[&Hypothesis]) -> String {
    let moved = |towards: &str| primary.iter().any(|one| one.words.contains(&format!("moved towards “{towards}”")));
    let answers = match (moved("altered"), moved("original")) {
        (true, false) => "; the answers moved towards “altered”",
        (false, true) => "; the answers moved towards “original”",
        (true, true) => "; the answers moved",
        (false, false) => "",
    };
    format!("No improvement in discrimination was found{answers}.")
}

/// What a reader must know beside the result.
pub(super) fn cautions(input: &Input, flow: &Flow, loss: &Loss) -> Vec<String> {
    let design = &input.design;
    let mut all = Vec::new();
    let robots = input.people.iter().filter(|person| person.simulated).count();
    if robots > 0 {
        all.push(format!("{robots} of these participants are robots of a rehearsal: this is no result."));
    }
    if input.robots_left_out > 0 {
        all.push(format!("{} robots of rehearsals were left out.", input.robots_left_out));
    }
    if let Ok(needed) = design.people_needed(design.sample.effect).map(|needed| needed.adjusted)
        && let Some(least) = flow.arms.iter().map(|arm| arm.analysed).min()
        && least < needed
    {
        all.push(format!(
            "Interim: the smallest arm has {least} of {needed} people that the plan asks for. Who looks early and stops \
             when it suits finds effects that are not there."
        ));
    }
    let unfinished: u32 = flow.arms.iter().map(|arm| arm.unfinished).sum();
    if unfinished > 0 {
        all.push(format!("{unfinished} randomised people have not finished; as long as they may, they count as lost."));
    }
    if let Some(p) = loss.p.filter(|p| *p <= design.alpha) {
        all.push(format!(
            "Loss differs between the arms ({}): those who are left may not be comparable. See the bounds.",
            p_value(p)
        ));
    }
    let excluded: u32 = flow.arms.iter().map(|arm| arm.excluded).sum();
    if excluded > 0 {
        all.push(format!("{excluded} randomised people were excluded by an investigator; the populations show both."));
    }
    if design.parts.iter().any(|part| part.hypothesis.is_some()) || !design.compared.is_empty() {
        all.push("Only the primary hypotheses are corrected for their number; read the others as secondary.".into());
    }
    all
}
