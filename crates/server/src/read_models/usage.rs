//! A funnel of page views, from usage events. It counts participants who agreed to usage analytics, and pages that were
//! displayed; the funnel of the overview counts all participants, and steps that they entered on the server.

use std::collections::HashMap;

use serde::Serialize;
use unmask_store::analytics::View;
use unmask_study::Page;
use unmask_study::definition::ArmId;
use utoipa::ToSchema;

use super::SnapshotView;
use super::arms::ArmName;
use super::flow::Stage;
use super::overview::shown_median;
use crate::base::clock::Millis;

/// The funnel of page views.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct UsageFunnel {
    /// All arms together.
    pub all: Vec<UsageStep>,
    /// By arm. Empty for those who are blinded, because the pages would reveal the arms.
    pub arms: Vec<ArmUsage>,
}

/// The usage funnel of one arm.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ArmUsage {
    pub arm: ArmName,
    /// Steps in order.
    pub steps: Vec<UsageStep>,
}

/// Number of participants who viewed a step, and who continued.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageStep {
    /// Path of the first page of the step; `/group-part` for the arm-specific part for those who are blinded.
    #[schema(value_type = String)]
    pub step: Stage,
    /// Participants who viewed a page of the step.
    pub people: i64,
    /// Of these, participants who viewed a page of a later step.
    pub continued: i64,
    /// Median time from the first view of this step to the first view of the next, in seconds, by the browsers' clocks.
    /// Null if no participant continued, or too few to show for those who are blinded.
    pub median_seconds: Option<f64>,
}

/// Counts the first views of pages. Simulated participants and previews are omitted.
pub fn funnel(view: &SnapshotView, views: &[View]) -> UsageFunnel {
    let mut seen: HashMap<&str, HashMap<Stage, Millis>> = HashMap::new();
    for shown in views {
        // The dashboard and the profile are open at any time, and no step.
        let Some(kind) = shown.page.parse().ok().as_ref().and_then(Page::step) else { continue };
        let first =
            seen.entry(&shown.participant).or_default().entry(view.flow.stage_of_kind(kind)).or_insert(shown.at);
        *first = shown.at.min(*first);
    }
    let people: Vec<(Option<ArmId>, &HashMap<Stage, Millis>)> = view
        .snapshot
        .people
        .iter()
        .filter(|person| !person.simulated)
        .filter_map(|person| Some((person.group, seen.get(person.id.as_str())?)))
        .collect();
    let of = |group: Option<ArmId>| {
        let own = people.iter().filter(|(arm, _)| group.is_none() || *arm == group).map(|(_, first)| *first);
        steps(&view.flow.stages(group), &own.collect::<Vec<_>>())
    };
    let arm = |group: ArmId| ArmUsage { arm: view.arms.name(group), steps: of(Some(group)) };
    let named = if view.arms.blinded { Vec::new() } else { view.arms.all() };
    UsageFunnel { all: of(None), arms: named.into_iter().map(arm).collect() }
}

fn steps(stages: &[Stage], people: &[&HashMap<Stage, Millis>]) -> Vec<UsageStep> {
    // Nothing is recorded before the consent.
    let stages: Vec<Stage> = stages.iter().copied().filter(|stage| *stage != Stage::Consent).collect();
    let count = |nth: usize, step: Stage| {
        let came: Vec<(&HashMap<Stage, Millis>, Millis)> =
            people.iter().filter_map(|first| Some((*first, *first.get(&step)?))).collect();
        let next =
            |first: &HashMap<Stage, Millis>| stages[nth + 1..].iter().find_map(|later| first.get(later).copied());
        let took: Vec<Millis> = came.iter().filter_map(|(first, at)| Some((next(first)? - at).max(0))).collect();
        UsageStep {
            step,
            people: whole(came.len()),
            continued: whole(took.len()),
            median_seconds: shown_median(step, took),
        }
    };
    stages.iter().enumerate().map(|(nth, stage)| count(nth, *stage)).collect()
}

fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use unmask_study::StepKind;

    use super::*;

    #[test]
    fn a_step_counts_who_saw_it_and_who_saw_a_later_one() {
        let [pre, middle, end] =
            [StepKind::PreQuestionnaire, StepKind::ControlFlow, StepKind::End].map(|kind| Stage::Own(kind.into()));
        let whole = HashMap::from([(pre, 1_000), (middle, 5_000), (end, 20_000)]);
        let jumped = HashMap::from([(pre, 1_000), (end, 9_000)]);
        let stopped = HashMap::from([(pre, 1_000)]);
        let found = steps(&[Stage::Consent, pre, middle, end], &[&whole, &jumped, &stopped]);
        let step = |step, people, continued, median_seconds| UsageStep { step, people, continued, median_seconds };
        assert_eq!(
            found,
            [step(pre, 3, 2, Some(6.0)), step(middle, 1, 1, Some(15.0)), step(end, 2, 0, None)],
            "of an even number, the mean of both"
        );
        assert_eq!(steps(&[], &[&whole]), []);
    }
}
