//! How far people come by what their browsers sent: a funnel of page views. It counts those who agreed to usage
//! analytics, and pages they really saw; the funnel of the overview counts everybody, and steps the server let them
//! into.

use std::collections::HashMap;

use serde::Serialize;
use unmask_store::analytics::View;
use unmask_study::Page;
use unmask_study::definition::Group;
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
    /// By arm; nothing while the arms are blinded, because the way that people take would reveal them.
    pub arms: Vec<ArmUsage>,
}

/// The funnel of one arm.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct ArmUsage {
    pub arm: ArmName,
    /// Its steps in order.
    pub steps: Vec<UsageStep>,
}

/// How many people saw a page of a step, and went on.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UsageStep {
    /// Path of its first page; `/group-part` for what differs between blinded arms.
    #[schema(value_type = String)]
    pub step: Stage,
    /// Saw a page of it.
    pub people: i64,
    /// Of these, saw a page of a later step.
    pub went_on: i64,
    /// Median time from the first page seen of it to the first page of the next step seen, in seconds, by the
    /// browsers' clocks; null if nobody went on, or too few from the part that differs between blinded arms.
    pub median_seconds: Option<f64>,
}

/// Counts the first views of pages. Simulated participants and previews are left out.
pub fn funnel(view: &SnapshotView, views: &[View]) -> UsageFunnel {
    let mut seen: HashMap<&str, HashMap<Stage, Millis>> = HashMap::new();
    for shown in views {
        // The dashboard and the profile are open at any time, and no step.
        let Some(step) = shown.page.parse().ok().as_ref().and_then(Page::step) else { continue };
        let first = seen.entry(&shown.participant).or_default().entry(view.flow.stage(step)).or_insert(shown.at);
        *first = shown.at.min(*first);
    }
    let people: Vec<(Option<Group>, &HashMap<Stage, Millis>)> = view
        .snapshot
        .people
        .iter()
        .filter(|person| !person.simulated)
        .filter_map(|person| Some((person.group, seen.get(person.id.as_str())?)))
        .collect();
    let of = |group: Option<Group>| {
        let own = people.iter().filter(|(arm, _)| group.is_none() || *arm == group).map(|(_, first)| *first);
        steps(&view.flow.stages(group), &own.collect::<Vec<_>>())
    };
    let arm = |group: Group| ArmUsage { arm: view.arms.name(group), steps: of(Some(group)) };
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
            went_on: whole(took.len()),
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
    use unmask_study::Step;

    use super::*;

    #[test]
    fn a_step_counts_who_saw_it_and_who_saw_a_later_one() {
        let [pre, middle, end] = [Step::PreQuestionnaire, Step::ControlFlow, Step::End].map(Stage::Own);
        let whole = HashMap::from([(pre, 1_000), (middle, 5_000), (end, 20_000)]);
        let jumped = HashMap::from([(pre, 1_000), (end, 9_000)]);
        let stopped = HashMap::from([(pre, 1_000)]);
        let found = steps(&[Stage::Consent, pre, middle, end], &[&whole, &jumped, &stopped]);
        let step = |step, people, went_on, median_seconds| UsageStep { step, people, went_on, median_seconds };
        assert_eq!(
            found,
            [step(pre, 3, 2, Some(6.0)), step(middle, 1, 1, Some(15.0)), step(end, 2, 0, None)],
            "of an even number, the mean of both"
        );
        assert_eq!(steps(&[], &[&whole]), []);
    }
}
