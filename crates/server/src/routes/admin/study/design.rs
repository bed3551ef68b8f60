//! The design of the study: its parts, and the steps of each arm in them.

use std::collections::BTreeMap;

use serde::Serialize;
use unmask_study::Study;
use unmask_study::definition::wave::When;
use unmask_study::definition::{ArmId, WaveId};
use utoipa::ToSchema;

use crate::read_models::SnapshotView;
use crate::read_models::arms::ArmName;
use crate::read_models::flow::{Stage, in_one_order};

/// A part of the study.
#[derive(Debug, Serialize, ToSchema)]
pub struct DesignPart {
    /// The ID of the wave; `main` is the first part.
    #[schema(value_type = String)]
    pub id: WaveId,
    /// Name for participants; null for the first part.
    pub title: Option<String>,
    /// Duration in minutes.
    pub minutes: u32,
    /// The ID of the part from whose completion days are counted; null for the first part.
    #[schema(value_type = Option<String>)]
    pub after: Option<WaveId>,
    /// When it opens; null for the first part.
    pub opens: Option<PointInTime>,
    /// When it closes; null for the first part.
    pub closes: Option<PointInTime>,
    /// Paths of the steps of all arms, in one order; `/group-part` for the arm-specific part while the study is
    /// blinded.
    #[schema(value_type = Vec<String>)]
    pub steps: Vec<Stage>,
    /// By arm; empty for those who are blinded.
    pub arms: Vec<ArmSteps>,
}

/// A time that is a date, or days after the completion of an earlier part.
#[derive(Debug, Serialize, ToSchema)]
pub struct PointInTime {
    /// Days after the completion of an earlier part.
    pub days: Option<u32>,
    /// A day, `YYYY-MM-DD`.
    pub date: Option<String>,
}

/// What an arm does in a part.
#[derive(Debug, Serialize, ToSchema)]
pub struct ArmSteps {
    pub arm: ArmName,
    /// Share of the arm, relative to the others.
    pub weight: u32,
    /// The level of each factor of the design.
    pub levels: BTreeMap<String, String>,
    /// Paths of the steps; empty if the part is not for this arm.
    #[schema(value_type = Vec<String>)]
    pub steps: Vec<Stage>,
}

/// The parts of the active version.
pub fn design(study: &Study, view: &SnapshotView) -> Vec<DesignPart> {
    (0..=study.file.waves.len()).map(|number| part(study, view, number)).collect()
}

fn part(study: &Study, view: &SnapshotView, number: usize) -> DesignPart {
    let wave = number.checked_sub(1).and_then(|later| study.file.waves.get(later));
    let shown = |arm: ArmId| view.flow.stages_of(study.steps_in(Some(arm), number));
    let all: Vec<Vec<Stage>> = study.file.arms.keys().map(|arm| shown(*arm)).collect();
    let of_arm = |(arm, steps): (&ArmId, &Vec<Stage>)| {
        let own = study.file.arms.get(arm);
        ArmSteps {
            arm: view.arms.name(*arm),
            weight: own.map_or(1, |own| own.weight),
            levels: own.into_iter().flat_map(|own| own.levels.clone()).collect(),
            steps: steps.clone(),
        }
    };
    // Weights and levels would tell which arm is which.
    let named = study.file.arms.keys().zip(&all).filter(|_| !view.arms.blinded);
    let time = |when: &When| PointInTime { days: when.days, date: when.date.clone() };
    DesignPart {
        id: study.wave_id(number),
        title: wave.map(|wave| wave.title.0.clone()),
        minutes: study.minutes(number),
        after: wave.map(|_| study.wave_id(study.file.wave_before(number))),
        opens: wave.map(|wave| time(&wave.opens)),
        closes: wave.map(|wave| time(&wave.closes)),
        steps: in_one_order(&all),
        arms: named.map(of_arm).collect(),
    }
}
