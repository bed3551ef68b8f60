//! `GET /api/admin/study`

use unmask_store::allocation::{self, RecordedUnit};
use unmask_store::study as stored;
use unmask_store::{outcomes, unlink};
use unmask_study::Study;
use unmask_study::allocation::Stratum;
use unmask_study::screening::QuotaLimit;

use super::design::{DesignPart, design};
use crate::read_models::arms::{ArmName, Arms};
use crate::read_models::flow::Stage;
use crate::read_models::status::StudyStatus;
use crate::routes::prelude::*;
use crate::study_versions::Enrolment;

/// Returns the study's status, limits, versions and allocation schedule.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StudyState {
    /// Short name.
    pub id: String,
    pub title: String,
    /// Recruitment status.
    pub status: StudyStatus,
    /// Whether a new participant can register now: recruitment is open, and the study is not full.
    pub open: bool,
    /// When the study was anonymised or erased; null if it was not. Afterwards it can't be reopened.
    pub ended_at: Option<String>,
    /// Whether the person who asks is blinded.
    pub blinded: bool,
    /// Target of the bundle; null without a target.
    pub target: Option<u32>,
    /// Quota of all arms together, below the target; null without a quota.
    pub quota: Option<u32>,
    /// Number of participants with a slot now, as counted for quotas and target. Simulated participants use a separate
    /// schedule and are not counted.
    pub allocated: i64,
    /// By arm.
    pub arms: Vec<ArmState>,
    /// Quotas on answers of the active version, in its order; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub answer_quotas: Vec<AnswerQuota>,
    /// All study versions, newest first.
    pub versions: Vec<Version>,
    /// The allocation schedule.
    pub schedule: ScheduleState,
    /// The units that were allocated, such as classes, in the order of their allocation; absent if participants are
    /// allocated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub units: Option<Vec<UnitState>>,
    /// Paths of the steps of all arms, in one order: `/consent` before the first step, `/group-part` for the
    /// arm-specific part for those who are blinded.
    #[schema(value_type = Vec<String>)]
    pub steps: Vec<Stage>,
    /// The parts of the study with the steps of each arm, of the active version.
    pub design: Vec<DesignPart>,
    /// Languages of the bundle, its original language first.
    pub locales: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ArmState {
    pub arm: ArmName,
    /// Quota of the arm; null without a quota.
    pub quota: Option<u32>,
    /// Participants with a slot in the arm now.
    pub allocated: i64,
}

/// A quota on answers.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnswerQuota {
    /// Its ID in `study.yaml`.
    pub id: String,
    /// The most participants.
    pub limit: u32,
    /// Participants of all versions with these answers and a slot now.
    pub taken: i64,
}

/// A unit of allocation, such as a class.
#[derive(Debug, Serialize, ToSchema)]
pub struct UnitState {
    /// Number in the data.
    pub unit: i64,
    /// Code in the link; null once the study is anonymised.
    pub code: Option<String>,
    /// Stratum; empty without strata.
    #[schema(value_type = String)]
    pub stratum: Stratum,
    /// Null for those who are blinded: somebody who knows what a class did would know the arms.
    pub arm: Option<ArmName>,
    /// Members with a slot.
    pub members: i64,
    /// Members who saw the first page that differs between the arms, and have not withdrawn.
    pub exposed: i64,
}

/// A study version.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Version {
    /// SHA-256 of the bundle.
    pub hash: String,
    /// When the version was first activated.
    pub activated_at: String,
    /// Whether new participants get this version.
    pub active: bool,
    /// Number of participants with this version.
    pub people: i64,
    /// Number of simulated participants with this version.
    pub simulated: i64,
}

/// The allocation schedule.
#[derive(Debug, Serialize, ToSchema)]
pub struct ScheduleState {
    /// Number of slots generated so far, assigned or free.
    pub slots: i64,
    /// SHA-256 of the allocation seed, recorded before the first participant. Publish it with the registration of the
    /// study.
    pub commitment: Option<String>,
}

/// Returns the study's status, limits, versions and allocation schedule.
#[utoipa::path(get, path = "/api/admin/study", operation_id = "admin_study_get", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = StudyState), AdminOnly, Always))]
pub async fn get(State(app): State<App>, admin: Admin) -> Result<Json<StudyState>> {
    state(&app, &admin).await.map(Json)
}

/// The state as it is now.
pub async fn state(app: &App, admin: &Admin) -> Result<StudyState> {
    let view = SnapshotView::at(&app.console, &admin.person()).await?;
    let active = app.versions.active();
    let file = &active.study.file;
    let taken = allocation::taken(&app.store).await?;
    let arm = |group| ArmState {
        arm: view.arms.name(group),
        quota: Arms::quota(&view.snapshot.quotas, group),
        allocated: taken.get(&group).copied().unwrap_or(0),
    };
    let own = file.language.0.clone();
    Ok(StudyState {
        id: file.id.clone(),
        title: file.title.0.clone(),
        status: view.snapshot.status.into(),
        open: app.enrolment().await? == Enrolment::Open,
        ended_at: unlink::ended_at(&app.store).await?.map(rfc3339),
        blinded: view.arms.blinded,
        target: file.allocation.target,
        quota: view.snapshot.quotas.total,
        allocated: taken.values().sum(),
        arms: view.arms.all().into_iter().map(arm).collect(),
        answer_quotas: answer_quotas(app, &active.study).await?,
        units: if file.allocation.unit.is_some() { Some(units(app, &view).await?) } else { None },
        steps: view.flow.stages(None),
        design: design(&active.study, &view),
        versions: versions(app, &view).await?,
        schedule: ScheduleState {
            slots: allocation::schedule_size(&app.store).await?,
            commitment: allocation::seed_commitment(&app.store).await?,
        },
        locales: std::iter::once(own).chain(active.study.catalog.translations.keys().map(|l| l.0.clone())).collect(),
    })
}

async fn answer_quotas(app: &App, study: &Study) -> Result<Vec<AnswerQuota>> {
    let mut quotas = Vec::new();
    for QuotaLimit { id, limit } in study.quota_limits() {
        let taken = outcomes::taken(&app.store, &id).await?;
        quotas.push(AnswerQuota { id, limit, taken });
    }
    Ok(quotas)
}

async fn units(app: &App, view: &SnapshotView) -> Result<Vec<UnitState>> {
    let state = |one: RecordedUnit| UnitState {
        unit: one.number,
        code: one.code,
        stratum: one.unit.stratum,
        arm: (!view.arms.blinded).then(|| view.arms.name(one.unit.group)),
        members: one.members,
        exposed: one.confirmed,
    };
    Ok(allocation::units(&app.store, false).await?.into_iter().map(state).collect())
}

async fn versions(app: &App, view: &SnapshotView) -> Result<Vec<Version>> {
    let active = app.versions.active().study.hash.clone();
    let count = |hash: &str, simulated| {
        let of = view.snapshot.people.iter().filter(|person| person.study_version == hash);
        i64::try_from(of.filter(|person| person.simulated == simulated).count()).unwrap_or(i64::MAX)
    };
    let version = |(hash, at): (String, i64)| Version {
        activated_at: rfc3339(at),
        active: hash == active,
        people: count(&hash, false),
        simulated: count(&hash, true),
        hash,
    };
    Ok(stored::versions(&app.store).await?.into_iter().rev().map(version).collect())
}
