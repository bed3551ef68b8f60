//! About the trial: what the study states, and its course (CONSORT 2025, items 2, 3, 5, 10, 16a and 23).

use chrono::DateTime;
use serde::Serialize;
use utoipa::ToSchema;

use super::flow::Flow;
use super::input::{Activation, Course, Input, UsedVersion};
use super::terms::Language;
use crate::definition::reporting::Registration;
use crate::plan::{Difference, shown};

/// What the study states about the trial, and its course. Days are those of UTC.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportTrial)]
pub struct Trial {
    /// Registration; null if the study states none.
    pub registration: Option<Registration>,
    /// Web address of the protocol.
    pub protocol: Option<String>,
    /// Funding and the funders' role.
    pub funding: Option<String>,
    /// Conflicts of interest.
    pub conflicts: Option<String>,
    /// Which harms were expected, and how they are assessed.
    pub harms: Option<String>,
    /// Day of the first registration of a participant in the data, `YYYY-MM-DD`.
    pub first_registration: Option<String>,
    /// Day of the last one.
    pub last_registration: Option<String>,
    /// Versions of the study, the oldest first.
    pub versions: Vec<TrialVersion>,
    /// Activations while people took part, with the reasons that were given; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub activations: Vec<TrialActivation>,
    /// Says that the study was changed after its first participant; null if it was not.
    pub changed: Option<String>,
    /// The plan at the first participant; null before.
    pub plan: Option<FixedPlan>,
    /// The smallest effect that the analysed participants can show; null with too few.
    pub detectable: Option<Detectable>,
}

/// A version of the study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportTrialVersion)]
pub struct TrialVersion {
    /// Its hash.
    pub version: String,
    /// Day of its first activation.
    pub activated: String,
    /// Number of participants in the data who take part in it.
    pub people: u32,
    /// It was first activated after the first participant had registered.
    pub after_first: bool,
}

/// An activation of a version while people took part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportActivation)]
pub struct TrialActivation {
    /// Hash of the version.
    pub version: String,
    /// Day of the activation.
    pub activated: String,
    /// The reason that was given.
    pub reason: String,
}

/// The plan of the version in which the first participant takes part, and what later versions have otherwise. Texts and
/// media are no part of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportFixedPlan)]
pub struct FixedPlan {
    /// SHA-256 of the plan, as `unmask preregister` writes it.
    pub hash: String,
    /// The version that has it.
    pub version: String,
    /// Says whether a later version differs from it.
    pub summary: String,
    /// What later versions have otherwise, in the order of their activation.
    pub deviations: Vec<Deviation>,
}

/// A value of a later version that is not the planned one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportDeviation)]
pub struct Deviation {
    /// What the value is.
    pub name: String,
    /// Its place in the plan.
    pub key: String,
    /// The planned value.
    pub planned: String,
    /// The later value.
    pub later: String,
    /// The first version that has it.
    pub version: String,
    /// Day of that version's first activation.
    pub activated: String,
    /// Number of participants in the data who had registered before.
    pub registered_before: u32,
}

/// The smallest effect that a test finds with the planned power.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportDetectable)]
pub struct Detectable {
    /// Analysed participants of the smallest arm.
    pub per_arm: u32,
    /// Error rate of each primary test (Bonferroni).
    pub alpha: f64,
    /// Power.
    pub power: f64,
    /// Assumed correlation of d' before and after.
    pub correlation: f64,
    /// Cohen's d: in standard deviations of d' between participants.
    pub effect: f64,
}

pub(super) fn trial(language: Language, input: &Input, flow: &Flow) -> Trial {
    let (stated, course) = (&input.design.reporting, &input.course);
    let first = course.registered.map(|(first, _)| first);
    let version = |one: &UsedVersion| TrialVersion {
        version: one.version.clone(),
        activated: day(one.activated_at),
        people: one.people,
        after_first: course.first_person.is_some_and(|first| one.activated_at > first),
    };
    let versions: Vec<TrialVersion> = course.versions.iter().map(version).collect();
    Trial {
        registration: stated.registration.clone(),
        protocol: stated.protocol.clone(),
        funding: stated.funding.clone(),
        conflicts: stated.conflicts.clone(),
        harms: stated.harms.clone(),
        first_registration: first.map(day),
        last_registration: course.registered.map(|(_, last)| day(last)),
        changed: changed(language, &versions),
        plan: fixed_plan(language, &input.course),
        activations: course.activations.iter().map(activation).collect(),
        versions,
        detectable: detectable(input, flow),
    }
}

fn activation(one: &Activation) -> TrialActivation {
    TrialActivation { version: one.version.clone(), activated: day(one.at), reason: one.reason.clone() }
}

pub(super) fn changed(language: Language, versions: &[TrialVersion]) -> Option<String> {
    let days: Vec<&str> = versions.iter().filter(|one| one.after_first).map(|one| one.activated.as_str()).collect();
    (!days.is_empty()).then(|| language.changed_after_first(&days.join(", ")))
}

/// Each value once: a version that keeps a value of an earlier one does not deviate again.
pub(super) fn fixed_plan(language: Language, course: &Course) -> Option<FixedPlan> {
    let first = course.first_person.or(course.registered.map(|(first, _)| first))?;
    let fixed = course.versions.iter().find(|one| Some(&one.version) == course.first_version.as_ref())?;
    let mut known: Vec<Difference> = Vec::new();
    let mut deviations = Vec::new();
    let is_later = |one: &&UsedVersion| course.first_person.is_some_and(|first| one.activated_at > first);
    for later in course.versions.iter().filter(is_later) {
        for difference in fixed.plan.differences(&later.plan) {
            if !known.contains(&difference) {
                deviations.push(deviation(language, later, &difference));
                known.push(difference);
            }
        }
    }
    let day = day(first);
    let summary = match deviations.len() {
        0 => language.no_deviation(&day),
        1 => language.one_deviation(&day),
        many => language.deviations(&many.to_string(), &day),
    };
    Some(FixedPlan { hash: fixed.plan.hash(), version: fixed.version.clone(), summary, deviations })
}

fn deviation(language: Language, later: &UsedVersion, difference: &Difference) -> Deviation {
    Deviation {
        name: difference.name(language),
        key: difference.key.clone(),
        planned: shown(difference.planned.as_ref(), language),
        later: shown(difference.found.as_ref(), language),
        version: later.version.clone(),
        activated: day(later.activated_at),
        registered_before: later.registered_before,
    }
}

fn detectable(input: &Input, flow: &Flow) -> Option<Detectable> {
    let design = &input.design;
    // With units, it depends on their number and likeness, not on the number of participants alone.
    let per_arm = flow.arms.iter().map(|arm| arm.analysed).min().filter(|_| !design.by_unit)?;
    let effect = design.smallest_detectable(per_arm)?;
    let (alpha, power, correlation) = (design.alpha_each(), design.sample.power, design.correlation().ok()?);
    Some(Detectable { per_arm, alpha, power, correlation, effect })
}

fn day(at: i64) -> String {
    DateTime::from_timestamp_millis(at).map(|at| at.date_naive().to_string()).unwrap_or_default()
}
