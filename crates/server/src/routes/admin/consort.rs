//! `GET /api/admin/consort`

use unmask_export::consort::{Arm, Consort};

use super::Counting;
use crate::read_models::arms::ArmName;
use crate::read_models::flow::Stage;
use crate::read_models::overview;
use crate::routes::prelude::*;

/// The figures of the flow diagram (CONSORT 2025, items 22a and 22b): the same counts as in a data package.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConsortFigures {
    /// Registered; who had everything erased is counted.
    pub registered: i64,
    pub consented: i64,
    /// Registered and without a place: never exposed, and the place went back to the schedule.
    pub unallocated: u32,
    /// Simulated participants among the registered.
    pub simulated: i64,
    /// Whether the arms are blinded.
    pub masked: bool,
    /// By arm.
    pub arms: Vec<ConsortArm>,
}

/// The figures of an arm.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConsortArm {
    pub arm: ArmName,
    /// Registered with a slot in the arm.
    pub allocated: u32,
    /// Saw the first page that differs between the arms.
    pub exposed: u32,
    /// Reached the end, whether or not they withdrew afterwards.
    pub completed: u32,
    /// Neither reached the end nor withdrew.
    pub under_way: u32,
    /// Withdrew; what they gave is kept.
    pub withdrawn_kept: u32,
    /// Of these, before the end.
    pub withdrawn_kept_before_end: u32,
    /// Withdrew; everything was erased.
    pub withdrawn_erased: u32,
    /// Of these, before the end.
    pub withdrawn_erased_before_end: u32,
    /// Left out, by reason.
    pub excluded: Vec<Excluded>,
    /// Reached the end, are not left out, and their data are there.
    pub analysable: u32,
    /// Came to each step, in order. Nothing while the arms are blinded.
    pub entered: Vec<AtStep>,
    /// Where those are who have not reached the end. Nothing while the arms are blinded.
    pub stopped: Vec<AtStep>,
}

/// People left out for a reason.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Excluded {
    /// The plan's words, or the researcher's.
    pub reason: String,
    /// Whether the plan leaves them out, and not the researcher's own decision.
    pub as_planned: bool,
    pub people: i64,
}

/// People at a step.
#[derive(Debug, Serialize, ToSchema)]
pub struct AtStep {
    /// Path of its first page.
    #[schema(value_type = String)]
    pub step: Stage,
    pub people: i64,
}

/// The figures of the flow diagram.
#[utoipa::path(get, path = "/api/admin/consort", operation_id = "admin_consort_get", tag = "admin", security(("bearer" = [])), params(Counting),
    responses((status = 200, body = ConsortFigures), Asking, AdminOnly, Always))]
pub async fn consort(
    State(app): State<App>,
    _: Admin,
    Query(counting): Query<Counting>,
) -> Result<Json<ConsortFigures>> {
    let view = SnapshotView::at(&app.console).await?;
    let counted = count(&view, counting.simulated);
    let none = Arm::default();
    let arm = |group: Group| figures(&view, group, counted.arms.get(group.name()).unwrap_or(&none));
    Ok(Json(ConsortFigures {
        registered: counted.registered,
        consented: counted.consented,
        unallocated: counted.arms.get("none").map_or(0, |none| none.tally.people),
        simulated: counted.simulated,
        masked: view.arms.blinded,
        arms: view.arms.all().into_iter().map(arm).collect(),
    }))
}

fn count(view: &SnapshotView, simulated: bool) -> Consort {
    let mut counted = Consort::default();
    for person in view.snapshot.people.iter().filter(|person| simulated || !person.simulated) {
        counted.person(overview::counted(&view.snapshot, person));
        if person.consented {
            counted.consented(&person.code);
        }
        for visit in view.snapshot.steps.get(&person.id).into_iter().flatten() {
            counted.entered(person.group, visit.number, &visit.step.first_page().to_string());
        }
    }
    counted.withdrawn(&view.snapshot.withdrawals, simulated);
    counted
}

fn figures(view: &SnapshotView, group: Group, arm: &Arm) -> ConsortArm {
    let stages = if view.arms.blinded { Vec::new() } else { view.flow.stages(Some(group)) };
    let at_steps = |people: Vec<(Stage, i64)>| {
        let of = |stage: &Stage| people.iter().filter(|(own, _)| own == stage).map(|(_, people)| people).sum();
        let at = |stage: &Stage| AtStep { step: *stage, people: of(stage) };
        stages.iter().filter(|stage| **stage != Stage::Consent).map(at).collect::<Vec<_>>()
    };
    let entered = arm.entered.iter().filter_map(|((_, page), people)| Some((view.flow.stage_of(page)?, *people)));
    let stopped = arm.stopped.iter().filter_map(|(page, people)| Some((view.flow.stage_of(page)?, *people)));
    let excluded = arm.excluded.iter().map(|((as_planned, reason), people)| Excluded {
        reason: reason.clone(),
        as_planned: *as_planned,
        people: *people,
    });
    let tally = &arm.tally;
    ConsortArm {
        arm: view.arms.name(group),
        allocated: tally.people,
        exposed: tally.exposed,
        completed: tally.completed,
        under_way: tally.under_way,
        withdrawn_kept: tally.withdrawn_kept,
        withdrawn_kept_before_end: tally.withdrawn_kept_before_end,
        withdrawn_erased: tally.withdrawn_erased,
        withdrawn_erased_before_end: tally.withdrawn_erased_before_end,
        excluded: excluded.collect(),
        analysable: tally.analysable,
        entered: at_steps(entered.collect()),
        stopped: at_steps(stopped.collect()),
    }
}
