//! A participant's progress, and whether they were exposed.

use super::position::{Position, steps};
use super::stage::Stage;
use super::{flow_a, flow_b};
use crate::definition::{ArmId, Item, Study};
use crate::page::{Step, StepKind};
use crate::progress::{Assignment, Progress};

/// Progress as participants see it: "Part 2 of 5 · about 12 minutes left".
#[derive(Clone, Debug, PartialEq, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProgressSummary {
    /// Number of the current part, from 1. The steps in which arms differ are one part.
    pub part: usize,
    /// Number of parts.
    pub of: usize,
    /// Fraction of the whole that is done, 0 to 1.
    pub done: f64,
    /// Estimated minutes left, at least 1 until the end is reached.
    pub minutes_left: u32,
}

/// Approximate seconds, used only as ratios, as `Item::seconds`: the study defines the total (`minutes` in
/// `study.yaml`). An exercise has a judgement, a reason and feedback; a rated clip has three questions.
mod seconds {
    pub const EXERCISE: usize = 36;
    pub const RATED_CLIP: usize = 32;
}

/// The progress of a participant, weighted by time.
///
/// The steps in which the arms differ count as one part with the average duration. So the number of parts, the fraction
/// and the minutes reveal no arm.
pub fn progress_summary(study: &Study, assigned: &Assignment, progress: &Progress) -> ProgressSummary {
    let position = Position::new(study, assigned, progress);
    let wave = position.step.wave;
    // Before allocation, the steps of any arm: they are the same as far as the participant came.
    let arm = assigned.arm.or_else(|| study.steps.keys().next().copied());
    let steps = study.steps_in(arm, wave);
    let arms: Vec<&[Step]> = study.steps.keys().map(|arm| study.steps_in(Some(*arm), wave)).collect();
    let arms = || arms.iter().copied();
    let (before, after) = common_steps(&arms().collect::<Vec<_>>());
    let weigh = |steps: &[Step]| steps.iter().map(|step| time(study, *step) as f64).sum::<f64>();
    let own = before..steps.len() - after;
    let of_other = |arm: &ArmId| {
        let steps = study.steps_in(Some(*arm), wave);
        let Some(seconds) = study.seconds.get(arm) else { return weigh(&steps[before..steps.len() - after]) };
        let first = study.steps_of(Some(*arm)).partition_point(|step| step.wave < wave);
        seconds[first + before..first + steps.len() - after].iter().sum::<usize>() as f64
    };
    let differing = study.steps.keys().map(of_other).sum::<f64>() / study.steps.len() as f64;
    let differ = usize::from(arms().any(|steps| steps.len() > before + after));
    let whole = (weigh(&steps[..own.start]) + differing + weigh(&steps[own.end..])).max(1.0);

    let passed = position.steps.iter().take_while(|step| step.wave < wave).count();
    let step = progress.step.saturating_sub(passed).min(steps.len().saturating_sub(1));
    let in_step = answered(&position) as f64;
    let (part, passed) = if step < own.start {
        (step, weigh(&steps[..step]) + in_step)
    } else if step < own.end {
        let share = (weigh(&steps[own.start..step]) + in_step) / weigh(&steps[own.clone()]).max(1.0);
        (before, weigh(&steps[..before]) + share * differing)
    } else {
        (before + differ + step - own.end, whole - weigh(&steps[step..]) + in_step)
    };
    let at_end = position.step.kind == StepKind::End;
    let done = if at_end { 1.0 } else { passed / whole };
    ProgressSummary {
        part: part + 1,
        of: before + differ + after,
        done,
        minutes_left: if at_end { 0 } else { minutes(study.minutes(wave), 1.0 - done) },
    }
}

/// How many steps all arms have in common at the beginning, and how many at the end.
fn common_steps(arms: &[&[Step]]) -> (usize, usize) {
    let shortest = arms.iter().map(|steps| steps.len()).min().unwrap_or(0);
    let same = |at: &dyn Fn(&[Step]) -> Step| arms.iter().all(|steps| at(steps) == at(arms[0]));
    let before = (0..shortest).take_while(|index| same(&|steps| steps[*index])).count();
    let after = (1..=shortest - before).take_while(|back| same(&|steps| steps[steps.len() - back])).count();
    (before, after)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a share of a number of minutes")]
fn minutes(of: u32, share: f64) -> u32 {
    ((f64::from(of) * share).ceil() as u32).max(1)
}

/// Approximate seconds for each step of an arm.
pub(crate) fn seconds_of(study: &Study, arm: Option<ArmId>) -> Vec<usize> {
    study.steps_of(arm).iter().map(|step| time(study, *step)).collect()
}

/// Seconds for a step.
fn time(study: &Study, step: Step) -> usize {
    match step.kind {
        StepKind::PreQuestionnaire | StepKind::TreatmentQuestionnaire | StepKind::PostQuestionnaire => {
            let questionnaire = step.questionnaire().and_then(|page| study.questionnaires.get(&page));
            questionnaire.map_or(0, |questionnaire| asking(questionnaire.items()))
        }
        StepKind::Home => seconds::EXERCISE,
        StepKind::FlowA => study.flow_a(step.block).map_or(0, |flow| flow.questions.len() * seconds::EXERCISE),
        StepKind::FlowB => study.flow_b(step.block).map_or(0, |flow| flow.all_posts().count() * seconds::EXERCISE),
        StepKind::ControlFlow => {
            study.control_flow(step.block).map_or(0, |flow| flow.parts().count() * seconds::RATED_CLIP)
        }
        StepKind::End => 0,
    }
}

/// Seconds for items of a questionnaire.
fn asking<'a>(items: impl Iterator<Item = &'a Item>) -> usize {
    items.map(Item::seconds).sum()
}

/// Seconds of the present step that are done.
fn answered(position: &Position) -> usize {
    let done = position.progress.memory.done;
    match position.step.kind {
        StepKind::PreQuestionnaire | StepKind::TreatmentQuestionnaire | StepKind::PostQuestionnaire => {
            let page = position.step.questionnaire();
            let own = page.and_then(|page| Some((page, position.study.questionnaires.get(&page)?)));
            let screens = own.map_or_else(Vec::new, |(page, own)| own.screens(page, position.assigned));
            // A judgement with advice counts once, when it is final.
            let done = screens.iter().take(done).filter(|screen| screen.stage != Stage::Initial);
            asking(done.flat_map(|screen| &screen.items).copied())
        }
        StepKind::Home => usize::from(position.is_complete()) * seconds::EXERCISE,
        StepKind::FlowA => flow_a::answered(position) * seconds::EXERCISE,
        StepKind::FlowB => flow_b::answered(position) * seconds::EXERCISE,
        StepKind::ControlFlow => done * seconds::RATED_CLIP,
        StepKind::End => 0,
    }
}

/// Whether the participant is exposed: the present page or an earlier one differs between the arms.
pub fn is_exposed(study: &Study, assigned: &Assignment, progress: &Progress) -> bool {
    let own = steps(study, assigned);
    let differs = |index: &usize| study.steps.values().any(|steps| steps.get(*index) != own.get(*index));
    (0..=progress.step).any(|index| differs(&index))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::Page;
    use crate::progress::{Form, Memory};
    use crate::testing::example;

    #[test]
    fn progress_reveals_no_arm() {
        let study = example();
        let far = |group, step: usize, page: Page, done: usize| {
            let assigned = Assignment { arm: Some(group), form: Form::X, seed: 0, contact_again: false };
            progress_summary(&study, &assigned, &Progress { step, page, memory: Memory { done, ..Memory::default() } })
        };
        for (group, steps) in &study.steps {
            let first = *study.file.arms.keys().next().unwrap();
            for (step, common) in steps.iter().enumerate().take(2) {
                for done in 0..2 {
                    let [position, there] = [*group, first].map(|group| far(group, step, common.first_page(), done));
                    assert_eq!(position, there, "{group:?} {step}");
                }
            }
            let last = steps.len() - 2;
            let there = study.steps[&first].len() - 2;
            let post = StepKind::PostQuestionnaire.first_page();
            assert_eq!(far(*group, last, post.clone(), 1), far(first, there, post, 1), "{group:?}");
        }
    }

    /// The example study's README says: consent 3 minutes, before 8, practice 1, middle part 10, after 8, debrief 2.
    #[test]
    fn the_parts_of_the_example_study_take_the_shares_that_it_promises() {
        let study = example();
        for (group, steps) in &study.steps {
            let steps: Vec<Step> = steps.iter().filter(|step| step.wave == 0).copied().collect();
            let whole: usize = steps.iter().map(|step| time(&study, *step)).sum();
            let share = |kinds: &[StepKind]| {
                let some = steps.iter().filter(|step| kinds.contains(&step.kind));
                some.map(|step| time(&study, *step)).sum::<usize>() as f64 / whole as f64
            };
            let middle =
                share(&[StepKind::TreatmentQuestionnaire, StepKind::FlowA, StepKind::FlowB, StepKind::ControlFlow]);
            for (part, of, promised) in [
                ("before", share(&[StepKind::PreQuestionnaire]), 8.0),
                ("middle", middle, 10.0),
                ("after", share(&[StepKind::PostQuestionnaire]), 8.0),
            ] {
                let minutes = of * 27.0;
                assert!((minutes - promised).abs() < 2.0, "{group:?} {part}: {minutes:.1} minutes");
            }
        }
    }
}
