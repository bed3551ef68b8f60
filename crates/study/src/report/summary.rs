//! The headline of the report, and its cautions.

use super::clusters::{ClusterArm, Clusters};
use super::factors::FactorHypothesis;
use super::flow::{Concern, Flow, Loss};
use super::input::{Design, Input};
use super::messages::{Form, Towards, written};
use super::terms::{Language, Verdict};
use super::verdict::{Hypothesis, Judge};
use super::waves::WaveResult;
use unmask_analysis::clusters::SIZES_ALIKE;

/// The result of the primary hypotheses, those about factors included, and their guardrail.
pub(super) fn headline(judge: &Judge, hypotheses: &[Hypothesis], effects: &[FactorHypothesis]) -> String {
    let (design, language) = (judge.design, judge.language);
    let primary: Vec<&Hypothesis> = hypotheses.iter().filter(|one| one.is_primary()).collect();
    if primary.iter().all(|one| one.verdict == Verdict::NotComputed) {
        return no_result(judge, &primary);
    }
    let failed = hypotheses.iter().any(|one| one.outcome == "false_alarm_rate" && one.verdict == Verdict::Harm);
    let guardrail = if failed { language.guardrail_failed() } else { "" };
    if judge.is_decided_by_model() {
        let blinded = if design.blinded { language.is_blinded() } else { "" };
        return [blinded, language.all_decided_by_model(), guardrail].concat();
    }
    if design.blinded {
        let differ = primary.iter().filter(|one| one.verdict == Verdict::Different).count();
        return if differ == 0 { language.blinded_alike().into() } else { language.blinded(differ, primary.len()) };
    }
    let better = primary.iter().filter(|one| one.verdict == Verdict::Supported);
    let better: Vec<&str> = better.map(|one| design.arms[one.contrast.arm].label.as_str()).collect();
    let mut text = if better.is_empty() {
        nowhere_better(judge, &primary)
    } else {
        language.better_after(&better, &judge.limit("d_prime"))
    };
    if primary.iter().any(|one| one.verdict == Verdict::Opposite) {
        // The sentence before it says for which items, if an arm was better.
        let limit = if better.is_empty() { judge.limit("d_prime") } else { String::new() };
        text += &language.somewhere_worse(&limit);
    }
    text += &of_factors(language, effects);
    text += guardrail;
    if (0..design.comparisons.len()).any(|index| !judge.otherwise_elsewhere(index).is_empty()) {
        text += language.fragile();
    }
    text
}

/// What is missing for a result.
fn no_result(judge: &Judge, primary: &[&Hypothesis]) -> String {
    let outcome = judge.outcomes.iter().find(|outcome| outcome.id == "d_prime");
    let arms = outcome.into_iter().flat_map(|outcome| judge.design.arms.iter().zip(&outcome.after));
    let arms: Vec<_> = arms.map(|(arm, mean)| (&arm.label, mean.n)).collect();
    if arms.iter().any(|(_, people)| *people < 2) {
        let so_far: Vec<String> = arms.iter().map(|(label, people)| format!("{label} {people}")).collect();
        return judge.language.too_few(&so_far.join(", "));
    }
    primary.first().map_or_else(|| judge.language.not_computed(judge.language.lacks_data()), |one| one.words.clone())
}

/// Which hypotheses about factors are supported, if there are any.
fn of_factors(language: Language, effects: &[FactorHypothesis]) -> String {
    let decided = |verdict: Verdict| -> Vec<&str> {
        effects.iter().filter(|one| one.verdict == verdict).map(|one| one.id.as_str()).collect()
    };
    let (supported, opposite) = (decided(Verdict::Supported), decided(Verdict::Opposite));
    let mut text = match supported.as_slice() {
        _ if effects.iter().all(|one| one.verdict == Verdict::NotComputed) => String::new(),
        [] => language.no_effects().to_owned(),
        ids => language.effects(&ids.join(", ")),
    };
    if !opposite.is_empty() {
        text += &language.opposite_effects(&opposite.join(", "));
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
    judge.language.nowhere_better(&[Towards::Altered, Towards::Original].map(|to| (to, after(to))))
}

/// What a reader must know in addition to the result.
pub(super) fn cautions(
    language: Language,
    input: &Input,
    flow: &Flow,
    (loss, waves): (&Loss, &[WaveResult]),
    clusters: Option<&Clusters>,
) -> Vec<String> {
    let design = &input.design;
    let mut all = clusters.map(|found| of_units(language, &design.in_language(language), found)).unwrap_or_default();
    let simulated = input.simulated();
    if simulated > 0 {
        all.push(language.some_simulated(simulated));
    }
    if input.simulated_left_out > 0 {
        all.push(language.some_left_out(input.simulated_left_out));
    }
    if !design.by_unit
        && let Ok(needed) = design.people_needed(design.sample.effect.d).map(|needed| needed.adjusted)
        && let Ok(correlation) = design.correlation()
        && let Some(least) = flow.arms.iter().map(|arm| arm.analysed).min()
        && least < needed
    {
        let sample = &design.sample;
        let [effect, correlation] = [sample.effect.d, correlation].map(|number| written(language, Form::Two, number));
        all.push(if sample.effect.planned {
            language.interim(least, needed)
        } else {
            let power = sample.power * 100.0;
            let assumptions = if design.before.is_empty() {
                language.assumed(&effect, power)
            } else {
                language.assumed_with_before(&effect, power, &correlation)
            };
            language.unplanned(least, needed, &assumptions)
        });
    }
    let unfinished: u32 = flow.arms.iter().map(|arm| arm.unfinished - arm.ended).sum();
    if unfinished > 0 {
        all.push(language.unfinished(unfinished));
    }
    all.extend(attrition(language, loss));
    all.extend(waves.iter().filter_map(|wave| part_attrition(language, wave)));
    let excluded: u32 = flow.arms.iter().map(|arm| arm.excluded).sum();
    if excluded > 0 {
        all.push(language.excluded(excluded));
    }
    let is_secondary = design.parts.iter().any(|part| part.hypothesis.is_some())
        || !design.compared.is_empty()
        || !design.secondary.is_empty()
        || design.waves.iter().any(|wave| wave.hypothesis.is_some());
    if is_secondary {
        all.push(language.secondary().into());
    }
    all
}

/// What a reader must know about the units of a trial that allocates units.
fn of_units(language: Language, design: &Design, found: &Clusters) -> Vec<String> {
    let arm = |own: &ClusterArm| {
        let mean = written(language, Form::Two, own.people as f64 / own.clusters.max(1) as f64);
        language.units_of_arm(&design.arms[own.arm].label, own.clusters, &mean)
    };
    let arms = found.arms.iter().map(arm).collect::<Vec<_>>().join("; ");
    let ignoring = match (found.intraclass, found.design_effect) {
        (Some(correlation), Some(effect)) => {
            let [correlation, effect, wider] =
                [correlation, effect, effect.sqrt()].map(|number| written(language, Form::Two, number));
            language.members_alike(&correlation, &effect, &wider)
        }
        _ => language.members_unknown().to_owned(),
    };
    let uneven = found.size_variation.filter(|variation| *variation >= SIZES_ALIKE).map(|variation| {
        let variation = written(language, Form::Two, variation);
        let effects =
            [found.design_effect, found.equal_design_effect].map(|effect| Some(written(language, Form::Two, effect?)));
        let [own, equal] = effects;
        let effects = own.zip(equal).map(|(own, equal)| language.uneven_design_effect(&own, &equal));
        language.uneven_units(&variation) + &effects.unwrap_or_default()
    });
    [language.by_unit(&arms), ignoring].into_iter().chain(uneven).collect()
}

/// The caution that the loss calls for.
fn attrition(language: Language, loss: &Loss) -> Option<String> {
    let [share, spread] =
        [loss.share.value, loss.spread].map(|value| written(language, Form::Points, value.unwrap_or_default()));
    match loss.concern {
        Concern::Little => None,
        Concern::Some => Some(language.some_attrition(&share, &spread)),
        Concern::Serious => Some(language.serious_attrition(&share, &spread)),
    }
}

/// The caution that the loss of a later part calls for: by the loss of those for whom it was planned, and of all
/// randomised participants of its arms. None if it was planned for nobody yet.
fn part_attrition(language: Language, wave: &WaveResult) -> Option<String> {
    let planned = wave.loss.share.value?;
    let of_randomised = wave.loss.arms.iter().filter_map(|arm| arm.share_of_randomised.value);
    let [least, most] = [f64::min, f64::max].map(|of| of_randomised.clone().reduce(of).unwrap_or_default());
    let spreads = [wave.loss.spread.unwrap_or_default(), most - least];
    let shares = [planned, wave.loss.share_of_randomised.value.unwrap_or_default()];
    let concern = Concern::of(shares[0], spreads[0]).max(Concern::of(shares[1], spreads[1]));
    let [share, spread, all, all_spread] =
        [shares[0], spreads[0], shares[1], spreads[1]].map(|value| written(language, Form::Points, value));
    let numbers = language.part_attrition(&wave.title, &share, &spread, &all, &all_spread);
    let closes = wave.loss.closes.as_deref().map(|day| language.part_closes(day)).unwrap_or_default();
    match concern {
        Concern::Little => None,
        Concern::Some => Some(numbers + &closes + language.part_comparable()),
        Concern::Serious => Some(numbers + &closes + language.part_biased()),
    }
}
