//! `GET /api/admin/consort`

use unmask_export::consort::{Arm, Consort, Counted};

use unmask_store::participants::Status;
use unmask_study::consort::{DispositionCounts, PartCounts, PartDisposition};
use unmask_study::definition::{Wave, WaveId};

use super::Counting;
use crate::read_models::arms::ArmName;
use crate::read_models::flow::Stage;
use crate::read_models::overview;
use crate::read_models::waves::shown_in;
use crate::routes::prelude::*;

/// Counts of the flow diagram (CONSORT 2025, items 22a and 22b), the same as in a data package.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConsortFigures {
    /// Registered participants, including erased ones.
    pub registered: i64,
    pub consented: i64,
    /// Registered participants without a slot: not exposed, and their slot was released.
    pub unallocated: u32,
    /// Of these, participants whom an answer excludes.
    #[serde(rename = "screenedOut")]
    pub screened_out: u32,
    /// Of these, participants whose quota on answers was full.
    #[serde(rename = "quotaFull")]
    pub quota_full: u32,
    /// Of these, participants whose time limit passed.
    #[serde(rename = "timedOut")]
    pub timed_out: u32,
    /// Of these, participants who failed checks.
    pub failed: u32,
    /// Number of simulated participants among the registered.
    pub simulated: i64,
    /// Whether the person who asks is blinded.
    pub blinded: bool,
    /// By arm.
    pub arms: Vec<ConsortArm>,
}

/// Flow diagram counts of an arm.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConsortArm {
    pub arm: ArmName,
    /// Allocated: registered with a slot in the arm.
    pub allocated: u32,
    /// Exposed: saw the first page that differs between the arms.
    pub exposed: u32,
    /// Reached the end, including those who withdrew afterwards.
    pub completed: u32,
    /// In progress: neither completed, nor withdrawn, nor ended by the time limit or by failed checks.
    pub under_way: u32,
    /// The time limit passed: lost after allocation.
    pub timed_out: u32,
    /// Failed checks: lost after allocation.
    pub failed: u32,
    /// Withdrew; their data are kept.
    pub withdrawn_kept: u32,
    /// Of these, withdrew before the end.
    pub withdrawn_kept_before_end: u32,
    /// Withdrew; their data are erased.
    pub withdrawn_erased: u32,
    /// Of these, withdrew before the end.
    pub withdrawn_erased_before_end: u32,
    /// Excluded, by reason.
    pub excluded: Vec<ExclusionCount>,
    /// Reached the end, are not excluded, and their data are not erased.
    pub analysable: u32,
    /// Participants who entered each step, in order. Empty for those who are blinded.
    pub entered: Vec<ParticipantsAtStep>,
    /// Current or last step of participants who have not reached the end. Empty for those who are blinded.
    pub stopped: Vec<ParticipantsAtStep>,
    /// The later parts that the arm has. While the study is blinded, only parts that all arms have.
    pub parts: Vec<ConsortPart>,
}

/// Flow diagram counts of a later part in an arm, as of now. Erased participants are not counted. Each participant who
/// is due is in exactly one of `completed`, `underWay`, `missed`, `declined`, `timedOut`, `failed` and `withdrawn`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConsortPart {
    /// ID of the part in the data.
    #[schema(value_type = String)]
    pub wave: WaveId,
    /// Name for participants, in the study's language.
    pub title: String,
    /// Due: the part is planned for them, because they completed the part before.
    pub due: u32,
    /// It has opened for them; of those who withdrew, only if they started it.
    pub opened: u32,
    /// Entered its first step.
    pub started: u32,
    /// Reached its end, including those who withdrew afterwards.
    pub completed: u32,
    /// Can still complete it.
    pub under_way: u32,
    /// It is over for them, and they did not complete it.
    pub missed: u32,
    /// Said before they began it that they will not take part in it.
    pub declined: u32,
    /// Its time limit passed before they completed it.
    pub timed_out: u32,
    /// Failed checks in it, which ended it.
    pub failed: u32,
    /// Withdrew before they completed it; their data are kept.
    pub withdrawn: u32,
    /// Excluded from the analysis, by the plan or by a researcher.
    pub excluded: u32,
    /// Completed it, and are not excluded.
    pub analysable: u32,
}

/// Number of participants excluded for one reason.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExclusionCount {
    /// Reason, from the plan or the researcher.
    pub reason: String,
    /// Whether the plan excludes them. If false, the researcher does.
    pub as_planned: bool,
    pub people: i64,
}

/// Number of participants at a step.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParticipantsAtStep {
    /// Path of the first page of the step.
    #[schema(value_type = String)]
    pub step: Stage,
    pub people: i64,
}

/// Returns the counts of the CONSORT flow diagram.
#[utoipa::path(get, path = "/api/admin/consort", operation_id = "admin_consort_get", tag = "admin", security(("bearer" = [])), params(Counting),
    responses((status = 200, body = ConsortFigures), WithQuery, AdminOnly, Always))]
pub async fn consort(
    State(app): State<App>,
    admin: Admin,
    Query(counting): Query<Counting>,
) -> Result<Json<ConsortFigures>> {
    let view = SnapshotView::at(&app.console, &admin.person()).await?;
    let counted = count(&view, counting.simulated);
    let none = Arm::default();
    let arm = |group: ArmId| figures(&view, group, counted.arms.get(group.name()).unwrap_or(&none));
    let no_slot = counted.arms.get("none").map_or_else(DispositionCounts::default, |none| none.tally);
    Ok(Json(ConsortFigures {
        registered: counted.registered,
        consented: counted.consented,
        unallocated: no_slot.people,
        screened_out: no_slot.screened_out,
        quota_full: no_slot.quota_full,
        timed_out: no_slot.timed_out,
        failed: no_slot.failed,
        simulated: counted.simulated,
        blinded: view.arms.blinded,
        arms: view.arms.all().into_iter().map(arm).collect(),
    }))
}

fn count(view: &SnapshotView, simulated: bool) -> Consort {
    let mut counted = Consort::default();
    for person in view.snapshot.people.iter().filter(|person| simulated || !person.simulated) {
        // By stage: several steps may have the same page.
        let stage = view.flow.stage_of_person(person).path();
        counted.person(Counted { page: Some(&stage), ..overview::counted(&view.snapshot, person) });
        if person.consented {
            counted.consented(&person.code);
        }
        for visit in view.snapshot.steps.get(&person.id).into_iter().flatten() {
            let stage = view.flow.stage_at(person, visit.number, visit.kind).path();
            counted.entered(person.group, visit.number, &stage);
        }
        for (wave, course) in view.snapshot.waves.get(&person.id).into_iter().flatten() {
            let part = PartDisposition {
                course: *course,
                withdrew: person.status == Status::Withdrawn,
                excluded: view.snapshot.excluded(person).is_some(),
            };
            counted.planned(person.group, wave.name(), part, view.now);
        }
    }
    counted.withdrawn(&view.snapshot.withdrawals, simulated);
    counted
}

fn figures(view: &SnapshotView, group: ArmId, arm: &Arm) -> ConsortArm {
    let stages = if view.arms.blinded { Vec::new() } else { view.flow.stages(Some(group)) };
    let at_steps = |people: Vec<(Stage, i64)>| {
        let of = |stage: &Stage| people.iter().filter(|(own, _)| own == stage).map(|(_, people)| people).sum();
        let at = |stage: &Stage| ParticipantsAtStep { step: *stage, people: of(stage) };
        stages.iter().filter(|stage| **stage != Stage::Consent).map(at).collect::<Vec<_>>()
    };
    let named = |path: &String| stages.iter().copied().find(|stage| stage.path() == *path);
    let entered = arm.entered.iter().filter_map(|((_, path), people)| Some((named(path)?, *people)));
    let stopped = arm.stopped.iter().filter_map(|(path, people)| Some((named(path)?, *people)));
    let excluded = arm.excluded.iter().map(|((as_planned, reason), people)| ExclusionCount {
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
        timed_out: tally.timed_out,
        failed: tally.failed,
        withdrawn_kept: tally.withdrawn_kept,
        withdrawn_kept_before_end: tally.withdrawn_kept_before_end,
        withdrawn_erased: tally.withdrawn_erased,
        withdrawn_erased_before_end: tally.withdrawn_erased_before_end,
        excluded: excluded.collect(),
        analysable: tally.analysable,
        entered: at_steps(entered.collect()),
        stopped: at_steps(stopped.collect()),
        parts: parts(view, group, arm),
    }
}

/// The later parts that an arm has in the active version.
fn parts(view: &SnapshotView, group: ArmId, arm: &Arm) -> Vec<ConsortPart> {
    let part = |wave: &Wave| {
        let counts = arm.parts.get(wave.id.name()).copied().unwrap_or_default();
        let PartCounts { due, opened, started, completed, under_way, missed, declined, .. } = counts;
        ConsortPart {
            wave: wave.id,
            title: wave.title.0.clone(),
            due,
            opened,
            started,
            completed,
            under_way,
            missed,
            declined,
            timed_out: counts.timed_out,
            failed: counts.failed,
            withdrawn: counts.withdrawn,
            excluded: counts.excluded,
            analysable: counts.analysable,
        }
    };
    shown_in(view, group).map(part).collect()
}
