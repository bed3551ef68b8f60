//! The first sentences of the report, and what to keep in mind.

use super::flow::{Flow, Loss};
use super::input::Input;
use super::terms::{Language, Verdict};
use super::verdict::{Hypothesis, Judge};
use super::messages::{Form, Towards, p_value, say};

/// The result of the primary hypotheses and their guardrail.
pub(super) fn headline(judge: &Judge, hypotheses: &[Hypothesis]) -> String {
    let (design, words) = (judge.design, judge.words);
    let primary: Vec<&Hypothesis> = hypotheses.iter().filter(|one| one.outcome == "d_prime").collect();
    if primary.iter().all(|one| one.verdict == Verdict::NotComputed) {
        return words.too_few().into();
    }
    if design.blinded {
        let differ = primary.iter().filter(|one| one.verdict == Verdict::Different).count();
        return if differ == 0 { words.blinded_alike().into() } else { words.blinded(differ, primary.len()) };
    }
    let better = primary.iter().filter(|one| one.verdict == Verdict::Supported);
    let better: Vec<&str> = better.map(|one| design.arms[one.contrast.arm].label.as_str()).collect();
    let mut text = if better.is_empty() { nowhere_better(judge, &primary) } else { words.better_after(&better) };
    if primary.iter().any(|one| one.verdict == Verdict::Opposite) {
        text += words.somewhere_worse();
    }
    if hypotheses.iter().any(|one| one.outcome == "false_alarm_rate" && one.verdict == Verdict::Harm) {
        text += words.guardrail_failed();
    }
    text
}

/// No arm did better.
fn nowhere_better(judge: &Judge, primary: &[&Hypothesis]) -> String {
    let not_shown = primary.iter().enumerate().filter(|(_, one)| one.verdict == Verdict::NotShown);
    let moved: Vec<(Towards, &str)> = not_shown
        .filter_map(|(index, one)| Some((judge.moved(index)?.0, judge.design.arms[one.contrast.arm].label.as_str())))
        .collect();
    let after = |to: Towards| moved.iter().filter(|(towards, _)| *towards == to).map(|(_, arm)| *arm).collect();
    judge.words.nowhere_better(&[Towards::Altered, Towards::Original].map(|to| (to, after(to))))
}

/// What a reader must know beside the result.
pub(super) fn cautions(words: Language, input: &Input, flow: &Flow, loss: &Loss) -> Vec<String> {
    let design = &input.design;
    let mut all = Vec::new();
    let simulated = input.simulated();
    if simulated > 0 {
        all.push(words.some_simulated(simulated));
    }
    if input.simulated_left_out > 0 {
        all.push(words.some_left_out(input.simulated_left_out));
    }
    if let Ok(needed) = design.people_needed(design.sample.effect.d).map(|needed| needed.adjusted)
        && let Some(least) = flow.arms.iter().map(|arm| arm.analysed).min()
        && least < needed
    {
        let sample = &design.sample;
        let [effect, correlation] = [sample.effect.d, sample.correlation].map(|number| say(words, Form::Two, number));
        all.push(if sample.effect.planned {
            words.interim(least, needed)
        } else {
            words.unplanned(least, needed, &effect, sample.power * 100.0, &correlation)
        });
    }
    let unfinished: u32 = flow.arms.iter().map(|arm| arm.unfinished).sum();
    if unfinished > 0 {
        all.push(words.unfinished(unfinished));
    }
    if let Some(p) = loss.p.filter(|p| *p <= design.alpha) {
        all.push(words.loss_differs(&p_value(words, p)));
    }
    let excluded: u32 = flow.arms.iter().map(|arm| arm.excluded).sum();
    if excluded > 0 {
        all.push(words.excluded(excluded));
    }
    if design.parts.iter().any(|part| part.hypothesis.is_some()) || !design.compared.is_empty() {
        all.push(words.secondary().into());
    }
    all
}
