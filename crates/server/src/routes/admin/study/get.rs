//! `GET /api/admin/study`

use unmask_store::allocation;
use unmask_store::study as stored;
use unmask_store::unlink;

use crate::read_models::arms::{ArmName, Arms};
use crate::read_models::flow::Stage;
use crate::read_models::status::StudyStatus;
use crate::routes::prelude::*;

/// The study as a whole.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StudyState {
    /// Short name.
    pub id: String,
    pub title: String,
    /// Whether it takes people.
    pub status: StudyStatus,
    /// Whether a participant who comes now can register: open, and not full.
    pub open: bool,
    /// When the link between people and data was destroyed, or everything erased: the study is not opened again. Null
    /// before.
    pub ended_at: Option<String>,
    /// Whether the arms are blinded.
    pub masked: bool,
    /// People at most by the bundle; null without a limit.
    pub target: Option<u32>,
    /// People at most by the researcher, below the bundle's; null without one.
    pub quota: Option<u32>,
    /// People with a slot now, as quotas and target count them; simulated participants have places of their own.
    pub allocated: i64,
    /// By arm.
    pub arms: Vec<ArmState>,
    /// All versions, the newest first.
    pub versions: Vec<Version>,
    /// The schedule of places.
    pub schedule: ScheduleState,
    /// Paths of the steps as the console names them, those of all arms in one order: `/consent` before the first one,
    /// `/group-part` for what differs between blinded arms.
    #[schema(value_type = Vec<String>)]
    pub steps: Vec<Stage>,
    /// Languages, the study's own first.
    pub locales: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ArmState {
    pub arm: ArmName,
    /// People at most by the researcher; null without a limit.
    pub quota: Option<u32>,
    /// People with a slot in it now.
    pub allocated: i64,
}

/// A version of the bundle.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Version {
    /// SHA-256 over the bundle.
    pub hash: String,
    /// First activation.
    pub activated_at: String,
    /// Whether new participants get it.
    pub active: bool,
    /// People who take part, or took part, in it.
    pub people: i64,
    /// Simulated participants likewise.
    pub simulated: i64,
}

/// The schedule of places.
#[derive(Debug, Serialize, ToSchema)]
pub struct ScheduleState {
    /// Slots written so far, assigned or not.
    pub places: i64,
    /// SHA-256 of the seed, recorded before the first participant: publish it with the registration of the study.
    pub commitment: Option<String>,
}

/// The study as a whole.
#[utoipa::path(get, path = "/api/admin/study", operation_id = "admin_study_get", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = StudyState), AdminOnly, Always))]
pub async fn get(State(app): State<App>, _: Admin) -> Result<Json<StudyState>> {
    state(&app).await.map(Json)
}

/// The state as it is now.
pub async fn state(app: &App) -> Result<StudyState> {
    let view = SnapshotView::at(&app.console).await?;
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
        open: app.is_open().await?,
        ended_at: unlink::ended_at(&app.store).await?.map(rfc3339),
        masked: view.arms.blinded,
        target: file.allocation.target,
        quota: view.snapshot.quotas.total,
        allocated: taken.values().sum(),
        arms: view.arms.all().into_iter().map(arm).collect(),
        steps: view.flow.stages(None),
        versions: versions(app, &view).await?,
        schedule: ScheduleState {
            places: allocation::schedule_size(&app.store).await?,
            commitment: allocation::seed_commitment(&app.store).await?,
        },
        locales: std::iter::once(own).chain(active.study.catalog.translations.keys().map(|l| l.0.clone())).collect(),
    })
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
