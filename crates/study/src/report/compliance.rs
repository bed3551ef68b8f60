//! How much of the training participants took, and the effect of taking it: the complier average causal effect.

use serde::Serialize;
use utoipa::ToSchema;

use super::compare::{Contrast, Row, modelled, named, tested};
use super::durations::{Quartiles, count};
use super::input::{Comparison, Design, WatchedPart};
use super::number::Number;
use super::outcomes::{Chosen, primary_rows};
use super::populations::is_per_protocol;
use super::scored::Scored;
use super::terms::{ComplierNote, DoseKind, Language, Reason};
use super::why::Why;
use crate::watched::WatchedInWave;
use unmask_analysis::Level;
use unmask_analysis::ancova::Term;
use unmask_analysis::complier::{WEAK, complier_effect};
use unmask_analysis::mean::average;
use unmask_analysis::regression::Errors;

/// The training taken, by arm, and the effect of taking it on the primary outcome; and how long recordings were
/// watched. Empty while the study is blinded. Without training items, only `watched` has content.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportCompliance)]
pub struct Compliance {
    /// The share of the training items that a complier answered (0 to 1); null without training.
    pub threshold: Option<f64>,
    /// The arms with training items.
    pub arms: Vec<ComplianceArm>,
    /// How long recordings without a question were watched, by part of the study; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub watched: Vec<WatchedResult>,
    /// Of each primary comparison whose arm has training items, the effect by each definition of the dose.
    pub effects: Vec<ComplierEffect>,
}

/// The training taken in an arm.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportComplianceArm)]
pub struct ComplianceArm {
    /// Index of the arm.
    pub arm: usize,
    /// Number of randomised participants who are not excluded.
    pub randomised: u32,
    /// Number of compliers among them.
    pub compliers: u32,
    /// Number of participants in the model of the primary outcome: those who have it.
    pub analysed: u32,
    /// Number of compliers among them.
    pub analysed_compliers: u32,
    /// Mean share of the training items that they answered; null without any.
    pub mean_dose: Option<f64>,
}

/// How long the audio and video of information items were watched or listened to in a part of the study. Each second of
/// a recording counts once.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportWatched)]
pub struct WatchedResult {
    /// Name in the data of the part; `main` for the first one.
    pub wave: String,
    /// The arms that have recordings in it.
    pub arms: Vec<WatchedArm>,
}

/// How long recordings were watched in an arm.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportWatchedArm)]
pub struct WatchedArm {
    /// Index of the arm.
    pub arm: usize,
    /// Length of the recordings in minutes.
    pub length: f64,
    /// Number of randomised participants who are not excluded, for whom the part is planned.
    pub people: u32,
    /// Minutes watched, of those of whom a submission reports a recording.
    pub minutes: Quartiles,
    /// Share of `people` who watched at least half of the length.
    pub half: Number,
    /// Share of `people` who watched all of it: at least 95%, because players report the end of a recording roughly.
    pub all: Number,
}

/// The effect of the training on those who take it if assigned.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportComplierEffect)]
pub struct ComplierEffect {
    /// What the dose is.
    pub dose: DoseKind,
    /// The effect of a dose of 1 instead of 0 on d' (two-stage least squares, HC3), with the covariates of the primary
    /// comparison. Its p value is not corrected.
    pub contrast: Contrast,
    /// The adjusted difference in the dose between the arms, from 0 to 1.
    pub first_stage: Option<f64>,
    /// F of that difference (HC3). Null if the arms determine the dose exactly.
    pub first_stage_f: Option<f64>,
    /// What to know of this effect.
    pub notes: Vec<ComplierNote>,
    /// The same as sentences; empty without notes.
    pub words: String,
}

pub(super) fn compliance(language: Language, design: &Design, people: Chosen) -> Compliance {
    let is_training = |arm: usize| people.iter().any(|one| one.arm == arm && one.person.training_items > 0);
    if design.blinded {
        return Compliance::default();
    }
    let watched = watched(design, people);
    if !(0..design.arms.len()).any(is_training) {
        return Compliance { watched, ..Compliance::default() };
    }
    let with_outcome: Vec<&Scored> = people.iter().copied().filter(|one| primary_rows(&[*one]).len() == 1).collect();
    let of_arm = |arm: usize| {
        let own = |some: &[&Scored], compliers: bool| {
            let is_counted = |one: &&&Scored| one.arm == arm && (!compliers || is_complier(design, one));
            count(some.iter().filter(is_counted).count())
        };
        let doses: Vec<f64> = with_outcome.iter().filter(|one| one.arm == arm).map(|one| answered(one)).collect();
        ComplianceArm {
            arm,
            randomised: own(people, false),
            compliers: own(people, true),
            analysed: own(&with_outcome, false),
            analysed_compliers: own(&with_outcome, true),
            mean_dose: (!doses.is_empty()).then(|| average(&doses)),
        }
    };
    let compared = design.comparisons.iter().filter(|one| is_training(one.arm));
    let effect = |pair: &Comparison, dose: DoseKind| {
        let found = effect(design, &with_outcome, pair, dose);
        let notes = notes(design, &with_outcome, pair, &found);
        let words = words(language, &notes);
        ComplierEffect { notes, words, ..found }
    };
    Compliance {
        threshold: Some(design.per_protocol),
        arms: (0..design.arms.len()).filter(|arm| is_training(*arm)).map(of_arm).collect(),
        watched,
        effects: compared.flat_map(|pair| DoseKind::ALL.map(|dose| effect(pair, dose))).collect(),
    }
}

/// So that half of 60 seconds is half.
const ROUNDING: f64 = 1e-9;

/// A recording counts as watched from this share of its length on.
const WHOLE: f64 = 0.95;

/// How long recordings were watched, by part and arm.
fn watched(design: &Design, people: Chosen) -> Vec<WatchedResult> {
    let part = |(index, part): (usize, &WatchedPart)| {
        let later = design.waves.iter().position(|wave| wave.id == part.wave);
        let arm = |(arm, length): &(usize, f64)| {
            let is_planned = |one: &&&Scored| {
                later.is_none_or(|wave| one.person.later.get(wave).is_some_and(|part| part.closes.is_some()))
            };
            let mine = people.iter().filter(|one| one.arm == *arm).filter(is_planned);
            let own: Vec<WatchedInWave> =
                mine.map(|one| one.person.watched.get(index).copied().flatten().unwrap_or_default()).collect();
            let minutes = own.iter().filter(|one| one.measured).map(|one| one.seconds / 60.0);
            let share = |least: f64| {
                let enough = |one: &&WatchedInWave| one.of > 0.0 && one.seconds >= least * one.of - ROUNDING * one.of;
                Number::share(count(own.iter().filter(enough).count()), count(own.len()))
            };
            WatchedArm {
                arm: *arm,
                length: length / 60.0,
                people: count(own.len()),
                minutes: Quartiles::of(&minutes.collect::<Vec<_>>()),
                half: share(0.5),
                all: share(WHOLE),
            }
        };
        WatchedResult { wave: part.wave.clone(), arms: part.arms.iter().map(arm).collect() }
    };
    design.watched.iter().enumerate().map(part).collect()
}

/// The notes as sentences.
pub(super) fn words(language: Language, notes: &[ComplierNote]) -> String {
    notes.iter().map(|note| language.complier_note(*note)).collect::<Vec<_>>().join(" ")
}

/// The share of the arm's training items that a participant answered.
fn answered(one: &Scored) -> f64 {
    match one.person.training_items {
        0 => 0.0,
        items => f64::from(one.person.training_answered.min(items)) / f64::from(items),
    }
}

fn is_complier(design: &Design, one: &Scored) -> bool {
    one.person.training_items > 0 && is_per_protocol(design, one)
}

/// The dose of an arm's training; participants of other arms have none of it.
fn dose_of(design: &Design, one: &Scored, (arm, kind): (usize, DoseKind)) -> f64 {
    match kind {
        _ if one.arm != arm => 0.0,
        DoseKind::Share => answered(one),
        DoseKind::Complier => f64::from(u8::from(is_complier(design, one))),
    }
}

fn effect(design: &Design, people: Chosen, pair: &Comparison, kind: DoseKind) -> ComplierEffect {
    let none = |contrast: Contrast| ComplierEffect {
        dose: kind,
        contrast,
        first_stage: None,
        first_stage_f: None,
        notes: Vec::new(),
        words: String::new(),
    };
    let why = |reason: Reason| none(Contrast { why: Some(Why::new(reason)), ..named(pair) });
    let rows: Vec<Row> = primary_rows(people);
    let dose = |one: &&Scored| dose_of(design, one, (pair.arm, kind));
    let model = match modelled(design, &rows, pair.against) {
        Ok(model) => model,
        Err(error) => return why(Reason::Analysis(error)),
    };
    let Some(arm) = model.arms.iter().position(|known| *known == pair.arm) else { return why(Reason::ArmTooSmall) };
    // Rows and people are in the same order; arms that are too small are not in the model.
    let in_model = people.iter().filter(|one| model.arms.contains(&one.arm));
    let doses: Vec<f64> = in_model.map(dose).collect();
    if doses.iter().all(|dose| *dose <= 0.0) {
        return why(Reason::NoComplier);
    }
    match complier_effect(&model.people, &doses, (arm, model.reference), Errors::Hc3, Level::P95) {
        Err(error) => why(Reason::Analysis(error)),
        Ok(found) => {
            let value = found.effect.as_ref().map_or(f64::NAN, |effect| effect.value);
            let contrast = tested(named(pair), found.people, &Term { value, tested: found.effect });
            ComplierEffect {
                first_stage: Some(found.first_stage),
                first_stage_f: found.first_stage_f,
                ..none(contrast)
            }
        }
    }
}

fn notes(design: &Design, people: Chosen, pair: &Comparison, found: &ComplierEffect) -> Vec<ComplierNote> {
    if found.first_stage.is_none() {
        return Vec::new();
    }
    let of_arm = |arm: usize| people.iter().filter(move |one| one.arm == arm);
    let has_full_dose = |one: &&Scored| dose_of(design, one, (pair.arm, found.dose)) >= 1.0;
    let everybody = of_arm(pair.arm).all(has_full_dose);
    let held = [
        (everybody, ComplierNote::EverybodyComplied),
        (found.first_stage_f.is_some_and(|f| f < WEAK), ComplierNote::WeakFirstStage),
        (!everybody && of_arm(pair.against).any(|one| one.person.training_items > 0), ComplierNote::TrainingInBoth),
    ];
    held.into_iter().filter_map(|(holds, note)| holds.then_some(note)).collect()
}

#[cfg(test)]
#[path = "compliance_tests.rs"]
mod tests;
