//! `GET /api/admin/consort`

use std::collections::BTreeMap;

use axum::extract::State;
use serde::Serialize;
use unmask_export::consort::{Arm, Consort, Counted};
use unmask_study::definition::Group;
use utoipa::ToSchema;

use super::Counting;
use crate::App;
use crate::auth::Admin;
use crate::console::Look;
use crate::console::arms::ArmName;
use crate::console::flow::Stage;
use crate::http::error::Result;
use crate::http::json::Json;
use crate::http::query::Query;
use crate::http::responses::{AdminOnly, Always, Asking};

/// The figures of the flow diagram (CONSORT 2025, items 22a and 22b): the same counts as in a data package.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConsortFigures {
    /// Registered; who had everything erased is counted.
    pub registered: i64,
    /// Consented.
    pub consented: i64,
    /// Registered and without a place: never exposed, and the place went back to the schedule.
    pub unallocated: i64,
    /// Whether the arms are under letters.
    pub masked: bool,
    /// By arm.
    pub arms: Vec<ConsortArm>,
}

/// The figures of an arm.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConsortArm {
    /// Which.
    pub arm: ArmName,
    /// Registered with a place in the arm.
    pub allocated: i64,
    /// Saw the first page that differs between the arms.
    pub exposed: i64,
    /// Reached the end.
    pub completed: i64,
    /// Neither at the end nor withdrawn.
    pub under_way: i64,
    /// Withdrew; what they gave is kept.
    pub withdrawn_kept: i64,
    /// Withdrew; everything was erased.
    pub withdrawn_erased: i64,
    /// Left out by the researcher, by reason.
    pub excluded: Vec<Excluded>,
    /// Reached the end, and are not left out.
    pub analysable: i64,
    /// Came to each step, in order.
    pub entered: Vec<AtStep>,
    /// Where those are who have not reached the end.
    pub stopped: Vec<AtStep>,
}

/// People left out for a reason.
#[derive(Debug, Serialize, ToSchema)]
#[expect(missing_docs, reason = "two plain words")]
pub struct Excluded {
    pub reason: String,
    pub people: i64,
}

/// People at a step.
#[derive(Debug, Serialize, ToSchema)]
pub struct AtStep {
    /// Path of its first page, or `/group-part` for what differs between masked arms.
    #[schema(value_type = String)]
    pub step: Stage,
    /// How many.
    pub people: i64,
}

/// The figures of the flow diagram.
#[utoipa::path(get, path = "/api/admin/consort", tag = "admin", security(("bearer" = [])), params(Counting),
    responses((status = 200, body = ConsortFigures), Asking, AdminOnly, Always))]
pub async fn consort(
    State(app): State<App>,
    _: Admin,
    Query(counting): Query<Counting>,
) -> Result<Json<ConsortFigures>> {
    let look = Look::at(&app).await?;
    let counted = count(&look, counting.simulated);
    let none = Arm::default();
    let arm = |group: Group| figures(&look, group, counted.arms.get(group.name()).unwrap_or(&none));
    Ok(Json(ConsortFigures {
        registered: counted.registered,
        consented: counted.consented,
        unallocated: counted.arms.get("none").map_or(0, |none| none.allocated),
        masked: look.arms.masked,
        arms: look.arms.all().into_iter().map(arm).collect(),
    }))
}

fn count(look: &Look, simulated: bool) -> Consort {
    let mut counted = Consort::default();
    for person in look.picture.people.iter().filter(|person| simulated || !person.simulated) {
        counted.person(Counted {
            group: person.group,
            exposed: person.exposed_at.is_some(),
            completed: person.completed_at.is_some(),
            status: person.status,
            page: Some(&person.page),
            excluded: person.excluded.as_ref().map(|(reason, _)| reason.as_str()),
        });
        if person.consented {
            counted.consented(&person.code);
        }
        for visit in look.picture.steps.get(&person.id).into_iter().flatten() {
            counted.entered(person.group, visit.number, &visit.step.first_page().to_string());
        }
    }
    counted.withdrawn(&look.picture.withdrawals, simulated);
    counted
}

fn figures(look: &Look, group: Group, arm: &Arm) -> ConsortArm {
    let stages = look.flow.stages(Some(group));
    // By the step's number: whoever entered the second of two steps under one name is among those who entered
    // the first, and robots of another arm entered others at the same number.
    let at_steps = |people: Vec<(i64, Stage, i64)>| {
        let of = |stage: &Stage| {
            let mut numbers: BTreeMap<i64, i64> = BTreeMap::new();
            for (number, _, people) in people.iter().filter(|(_, own, _)| own == stage) {
                *numbers.entry(*number).or_default() += people;
            }
            if *stage == Stage::GroupPart {
                numbers.into_values().max().unwrap_or(0)
            } else {
                numbers.into_values().sum()
            }
        };
        let at = |stage: &Stage| AtStep { step: *stage, people: of(stage) };
        stages.iter().filter(|stage| **stage != Stage::Consent).map(at).collect::<Vec<_>>()
    };
    let entered =
        arm.entered.iter().filter_map(|((number, page), people)| Some((*number, look.flow.stage_of(page)?, *people)));
    // Everybody stopped once.
    let stopped = arm.stopped.iter().filter_map(|(page, people)| Some((0, look.flow.stage_of(page)?, *people)));
    let excluded = arm.excluded.iter().map(|(reason, people)| Excluded { reason: reason.clone(), people: *people });
    ConsortArm {
        arm: look.arms.name(group),
        allocated: arm.allocated,
        exposed: arm.exposed,
        completed: arm.completed,
        under_way: arm.under_way,
        withdrawn_kept: arm.withdrawn_kept,
        withdrawn_erased: arm.withdrawn_erased,
        excluded: excluded.collect(),
        analysable: arm.analysable,
        entered: at_steps(entered.collect()),
        stopped: at_steps(stopped.collect()),
    }
}
