//! `GET /api/admin/due` and `GET /api/admin/due/{wave}`

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use sha2::{Digest as _, Sha256};
use unmask_store::waves::uncompleted;
use unmask_store::{AuditAction, study, unlink};
use unmask_study::definition::{Wave, WaveId};
use unmask_study::hex;

use super::Act;
use crate::read_models::due::{DueList, DueState, own_parameter};
use crate::routes::prelude::*;

/// Who is due for a later part, so that a recruitment service can invite them, in numbers.
#[derive(Debug, Serialize, ToSchema)]
pub struct DueOverview {
    /// The parameter of the recruitment link with the IDs; null if the study has none, or if the IDs are deleted.
    pub parameter: Option<String>,
    /// The later parts; empty if `parameter` is null. For those who are blinded, without parts that only some arms
    /// have: their numbers would reveal the arms.
    pub waves: Vec<DueWave>,
}

/// Number of participants who have not completed a later part.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DueWave {
    /// Its ID in the data.
    #[schema(value_type = String)]
    pub id: WaveId,
    /// Its name for participants, in the study's language.
    pub title: String,
    /// It is open for them, and they have not begun it.
    pub open: usize,
    /// They have begun it.
    pub started: usize,
    /// It opens within the wanted days.
    pub waiting: usize,
    /// The same without a recruitment ID; they are not in the list.
    pub without_id: usize,
    /// The same with an ID that a spreadsheet program could run as a formula; they are not in the list either.
    pub formulas: usize,
}

/// The longest time ahead, in days.
const MOST_DAYS: i64 = 366;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DueQuery {
    /// Also those for whom a part opens within this many days, at most 366. Default: 0.
    #[param(nullable = false)]
    pub within: Option<i64>,
}

impl DueQuery {
    fn days(&self) -> i64 {
        self.within.unwrap_or_default().clamp(0, MOST_DAYS)
    }
}

/// Returns how many participants are due for each later part, without IDs, names and arms.
#[utoipa::path(get, path = "/api/admin/due", operation_id = "admin_due", tag = "admin", security(("bearer" = [])), params(DueQuery),
    responses((status = 200, body = DueOverview), WithQuery, AdminOnly, Always))]
pub async fn due(State(app): State<App>, admin: Admin, Query(query): Query<DueQuery>) -> Result<Json<DueOverview>> {
    let version = app.versions.active();
    let definition = &version.study;
    let Some(parameter) = parameter(&app, definition).await? else {
        return Ok(Json(DueOverview { parameter: None, waves: vec![] }));
    };
    let all = uncompleted(&app.store).await?;
    let list = DueList::of(&all, None, parameter, query.days(), app.clock.now()).without_formulas();
    let counts = list.counts();
    let wave = |wave: &Wave| {
        let people = |state| counts.get(&(wave.id, state)).copied().unwrap_or_default();
        DueWave {
            id: wave.id,
            title: wave.title.0.clone(),
            open: people(DueState::Open),
            started: people(DueState::Started),
            waiting: people(DueState::Waiting),
            without_id: list.without.get(&wave.id).copied().unwrap_or_default(),
            formulas: list.formulas.get(&wave.id).copied().unwrap_or_default(),
        }
    };
    let blinded = study::would_unblind(&app.store, &admin.person()).await?;
    let is_shown = |wave: &&Wave| !(blinded && definition.wave_reveals_arms(wave.id));
    let waves = definition.file.waves.iter().filter(is_shown).map(wave).collect();
    Ok(Json(DueOverview { parameter: Some(parameter.to_owned()), waves }))
}

/// Downloads who is due for a later part, as `unmask due` lists them: CSV with the recruitment ID, the part, the state
/// (`waiting`, `open`, `started`) and the days (UTC) on which it opens and closes. IDs that a spreadsheet program could
/// run as a formula are left out. The list of a part that only some arms have shows who is in them: it is only for
/// those who are unblinded. The download is recorded in the audit log.
#[utoipa::path(get, path = "/api/admin/due/{wave}", operation_id = "admin_due_download", tag = "admin", security(("bearer" = [])),
    params(("wave" = String, Path, description = "The ID of the later part"), DueQuery),
    responses((status = 200, description = "CSV", body = String, content_type = "text/csv"),
        WithQuery, WithId, Once, AdminOnly, Always))]
pub async fn file(
    State(app): State<App>,
    admin: Admin,
    Path(id): Path,
    Query(query): Query<DueQuery>,
) -> Result<Response> {
    let act = Act::of(&app, &admin);
    let version = app.versions.active();
    let wave = version.study.file.waves.iter().find(|wave| wave.id.name() == id);
    let wave = wave.ok_or_else(ApiError::not_found)?.id;
    let parameter = parameter(&app, &version.study).await?.ok_or_else(ApiError::not_found)?;
    if version.study.wave_reveals_arms(wave) && study::would_unblind(&app.store, &admin.person()).await? {
        return Err(ApiError::of(Code::ListWouldUnblind));
    }
    let all = uncompleted(&app.store).await?;
    let within = query.days();
    let list = DueList::of(&all, Some(wave), parameter, within, act.at).without_formulas();
    let csv = list.csv(parameter).map_err(|error| ApiError::internal(error.to_string()))?;
    let (sha256, lines) = (hex(&Sha256::digest(&csv)), list.people.len());
    let details = json!({ "sha256": sha256, "lines": lines, "wave": wave, "within": within });
    app.store.write(async move |tx| act.log(tx, AuditAction::ListDue, details.clone()).await).await?;
    let mut response = csv.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"due.csv\""));
    Ok(response)
}

/// The parameter with the recruitment IDs, unless they are deleted.
async fn parameter<'a>(app: &App, study: &'a unmask_study::Study) -> Result<Option<&'a str>> {
    let is_deleted = unlink::ended_at(&app.store).await?.is_some();
    Ok(own_parameter(study).filter(|_| !is_deleted))
}
