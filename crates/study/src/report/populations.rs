//! The primary comparison for several populations, and how far missing outcomes could move it.

use serde::Serialize;
use utoipa::ToSchema;

use super::compare::{Contrast, corrected};
use super::factors;
use super::input::{Design, Input};
use super::measure::Measure;
use super::outcomes::primary_rows;
use super::scored::Scored;
use super::secondary::MarginTest;
use super::terms::{Language, PopulationId};
use unmask_analysis::detection::Counts;
use unmask_analysis::selection::{self, Bounds, Person};

/// The comparisons of the primary outcome in one population.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportPopulation)]
pub struct Population {
    /// The population.
    pub id: PopulationId,
    /// Name in the report's language.
    pub label: String,
    /// Number of participants with the outcome, by arm.
    pub people: Vec<u32>,
    /// Differences in d' between arms, adjusted for d' before the training. p values of the primary
    /// comparisons are corrected by Holm within the population.
    pub contrasts: Vec<Contrast>,
    /// The comparisons with a margin among these, tested against it.
    pub margins: Vec<MarginTest>,
}

/// Bounds of a difference if all missing outcomes are extreme.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportBounds)]
pub struct MissingBounds {
    /// Name of the comparison.
    pub comparison: String,
    /// Unadjusted difference of mean d' between participants with the outcome.
    pub observed: Option<f64>,
    /// The difference if all missing in the arm had the lowest possible d', and all missing in the other arm the
    /// highest.
    pub worst: Option<f64>,
    /// The opposite: the highest d' for all missing in the arm, the lowest for all missing in the other.
    pub best: Option<f64>,
}

pub(super) fn populations(language: Language, input: &Input, people: &[Scored]) -> Vec<Population> {
    let design = &input.design;
    wanted(design, people).map(|id| population(input, people, id, id.label(language, design))).collect()
}

/// The populations of the report.
pub(super) fn wanted(design: &Design, people: &[Scored]) -> impl Iterator<Item = PopulationId> {
    let any_excluded = people.iter().any(Scored::excluded);
    let is_blinded = design.blinded;
    PopulationId::ALL.into_iter().filter(move |id| match id {
        PopulationId::ModifiedIntentionToTreat => true,
        // Who belongs to them depends on what only some arms have.
        PopulationId::PerProtocol | PopulationId::Unflagged => !is_blinded,
        PopulationId::WithExcluded => any_excluded,
    })
}

impl PopulationId {
    const ALL: [Self; 4] = [Self::ModifiedIntentionToTreat, Self::PerProtocol, Self::Unflagged, Self::WithExcluded];

    /// Name in files.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::ModifiedIntentionToTreat => "modified_intention_to_treat",
            Self::PerProtocol => "per_protocol",
            Self::Unflagged => "unflagged",
            Self::WithExcluded => "with_excluded",
        }
    }

    /// Whether it has a randomised person; of these, people with the outcome are compared.
    pub fn includes(self, design: &Design, one: &Scored) -> bool {
        match self {
            Self::ModifiedIntentionToTreat => !one.excluded(),
            Self::PerProtocol => !one.excluded() && is_per_protocol(design, one),
            Self::Unflagged => !one.excluded() && !one.flags.iter().any(|flag| flag.leaves_out()),
            Self::WithExcluded => true,
        }
    }

    pub(super) fn label(self, language: Language, design: &Design) -> String {
        language.population(self, (design.per_protocol * 100.0).round())
    }
}

fn population(input: &Input, people: &[Scored], id: PopulationId, label: String) -> Population {
    let chosen: Vec<&Scored> = people.iter().filter(|one| id.includes(&input.design, one)).collect();
    let rows = primary_rows(&chosen);
    let in_arm = |arm| super::durations::count(rows.iter().filter(|row| row.arm == arm).count());
    let effects = factors::tests(&input.design, &rows);
    let contrasts = corrected(&input.design, Measure::DPrime.name(), &rows, &effects);
    Population {
        id,
        label,
        people: (0..input.design.arms.len()).map(in_arm).collect(),
        margins: input.design.margin_tests(&contrasts),
        contrasts,
    }
}

/// Whether a person answered the planned share of the training.
pub(super) fn is_per_protocol(design: &Design, one: &Scored) -> bool {
    selected(one).is_per_protocol(design.per_protocol)
}

fn selected(one: &Scored) -> Person {
    Person {
        arm: one.arm,
        training_assigned: one.person.training_items,
        training_answered: one.person.training_answered,
        outcome: one.after(Measure::DPrime),
    }
}

/// Bounds for every comparison, over all randomised participants who were not excluded.
pub(super) fn bounds(input: &Input, people: &[Scored]) -> Vec<MissingBounds> {
    let all: Vec<Person> = people.iter().filter(|one| !one.excluded()).map(selected).collect();
    let most = all.iter().filter_map(|one| one.outcome).fold(highest(input), |most, outcome| most.max(outcome.abs()));
    let found = |arm, against| selection::bounds(&all, arm, against, -most, most);
    let of = |comparison: &super::input::Comparison| {
        let bounds: Option<Bounds> = found(comparison.arm, comparison.against).ok();
        MissingBounds {
            comparison: comparison.id.clone(),
            observed: bounds.map(|bounds| bounds.observed),
            worst: bounds.map(|bounds| bounds.worst),
            best: bounds.map(|bounds| bounds.best),
        }
    };
    input.design.comparisons.iter().map(of).collect()
}

/// d' of a participant who is always correct.
fn highest(input: &Input) -> f64 {
    let half = super::durations::count(input.design.after.len()) / 2;
    let perfect = Counts::new(half, half, 0, half).and_then(|counts| counts.rates().detection());
    perfect.map_or(0.0, |found| found.d_prime)
}
