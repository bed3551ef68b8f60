//! `GET` and `POST /api/admin/study/folder`, `POST /api/admin/study/folder/former`

use std::collections::BTreeSet;
use std::path::Path as FilePath;
use std::time::Duration;

use anyhow::Error;
use axum::body::Body;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::StreamExt as _;
use tokio::fs::File;
use tokio::io::AsyncWriteExt as _;
use tokio::runtime::Handle;
use tokio_util::io::ReaderStream;
use unmask_export::staging::Staging;
use unmask_store::AuditAction;
use unmask_store::{Store, allocation, study as stored};
use unmask_study::problem::{Problem as StudyProblem, Severity};
use unmask_study::report::Language;

use super::version::{Finding, findings, turn};
use crate::base::background::{run, run_in};
use crate::base::config::Settings;
use crate::installation::folders;
use crate::media::Library;
use crate::routes::admin::Act;
use crate::routes::prelude::*;
use crate::study_versions::folder::{Candidate, FolderError, Incoming, LARGEST, pack, unpack};
use crate::study_versions::{Bundle, Successor, from_stored, named};

/// How long the server waits for the next piece of an upload.
const PATIENCE: Duration = Duration::from_secs(30);
/// When another upload or download may be over, in seconds.
const BUSY_FOR: u32 = 10;

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FolderQuery {
    /// Whether the media are in the file. Default: true.
    #[serde(default = "with_media")]
    #[param(required = false)]
    pub media: bool,
}

fn with_media() -> bool {
    true
}

/// What became of a changed study folder.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FolderUpload {
    /// Whether it is the study folder now. Its activation is another call.
    pub placed: bool,
    /// Why it is not, in English; null if it is.
    pub error: Option<String>,
    /// What is wrong in its files; empty if nothing is.
    pub findings: Vec<Finding>,
    /// Number of media that the ZIP file lacks, and that stay in the folder.
    pub kept_media: usize,
}

/// Downloads the study folder of this server as a ZIP file, without secrets and hidden files.
#[utoipa::path(get, path = "/api/admin/study/folder", operation_id = "admin_study_download_folder", tag = "admin", security(("bearer" = [])), params(FolderQuery),
    responses((status = 200, description = "A ZIP file", content_type = "application/zip"), WithQuery, Limited, AdminOnly, Always))]
pub async fn download(State(app): State<App>, _admin: Admin, Query(query): Query<FolderQuery>) -> Result<Response> {
    let _moving = app.console.moving_folder.try_lock().map_err(|_| busy())?;
    let scratch = scratch(&app)?;
    let (folder, target) = (app.settings.study.clone(), scratch.folder().join("study.zip"));
    let packed = target.clone();
    let packing = run(move || pack(&folder, query.media, &packed)).await;
    packing.map_err(|error| ApiError::internal(error.to_string()))?.map_err(|error| unreadable(&error))?;
    let file = File::open(&target).await.map_err(|error| ApiError::internal(error.to_string()))?;
    let length = file.metadata().await.map_err(|error| ApiError::internal(error.to_string()))?.len();
    // An open file can be read to its end after it was deleted with `scratch`.
    let mut response = Body::from_stream(ReaderStream::new(file)).into_response();
    let id = &app.versions.active().study.file.id;
    let id: String = id.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    let disposition = format!("attachment; filename=\"{id}.zip\"");
    let disposition = HeaderValue::try_from(disposition).map_err(|error| ApiError::internal(error.to_string()))?;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/zip"));
    headers.insert(header::CONTENT_LENGTH, length.into());
    headers.insert(header::CONTENT_DISPOSITION, disposition);
    Ok(response)
}

/// Puts a changed study folder in the place of the one of this server, after all checks. It is not activated. Media
/// that the ZIP file lacks stay. The former folder is kept, so that it can be put back. If anything is wrong, nothing
/// changes.
#[utoipa::path(post, path = "/api/admin/study/folder", operation_id = "admin_study_upload_folder", tag = "admin", security(("bearer" = [])),
    request_body(content = Vec<u8>, content_type = "application/zip", description = "The study folder as a ZIP file"),
    responses((status = 200, body = FolderUpload), WithQuery, ReplacingFolder, Limited, AdminOnly, Always))]
pub async fn upload(State(app): State<App>, admin: Admin, body: Body) -> Result<Json<FolderUpload>> {
    let act = Act::of(&app, &admin);
    require_own_folder(&app).await?;
    let _moving = app.console.moving_folder.try_lock().map_err(|_| busy())?;
    let scratch = scratch(&app)?;
    let archive = scratch.folder().join("upload.zip");
    receive(body, &archive).await?;
    let study = app.settings.study.clone();
    let unpacked = run(move || unpack(&archive, &study)).await;
    match unpacked.map_err(|error| ApiError::internal(error.to_string()))? {
        Ok(candidate) => put(&app, &act, Incoming::Uploaded(candidate)).await.map(Json),
        Err(error) => rejected(error).map(Json),
    }
}

/// Puts the study folder back that was there before the last upload, after all checks. It is not activated. The present
/// folder becomes the former one.
#[utoipa::path(post, path = "/api/admin/study/folder/former", operation_id = "admin_study_restore_folder", tag = "admin", security(("bearer" = [])),
    responses((status = 200, body = FolderUpload), ReplacingFolder, Limited, AdminOnly, Always))]
pub async fn restore(State(app): State<App>, admin: Admin) -> Result<Json<FolderUpload>> {
    let act = Act::of(&app, &admin);
    require_own_folder(&app).await?;
    let _moving = app.console.moving_folder.try_lock().map_err(|_| busy())?;
    match Incoming::former(&app.settings.study) {
        Ok(former) => put(&app, &act, former).await.map(Json),
        Err(error) => rejected(error).map(Json),
    }
}

fn busy() -> ApiError {
    ApiError::too_many_requests(BUSY_FOR)
}

/// On the disk of the data, and deleted with this handle.
fn scratch(app: &App) -> Result<Staging> {
    let scratch = Staging::next_to(&app.settings.data.join("folder"));
    scratch.map_err(|error| ApiError::unavailable(format!("no room for a study folder: {error}")))
}

fn unreadable(error: &FolderError) -> ApiError {
    ApiError::unavailable(format!("the study folder can't be packed: {error}"))
}

/// Writes the body to a file, as it comes.
async fn receive(body: Body, target: &FilePath) -> Result<()> {
    let unwritten = |error: std::io::Error| ApiError::unavailable(format!("an upload can't be stored: {error}"));
    let mut file = File::create(target).await.map_err(unwritten)?;
    let (mut pieces, mut length) = (body.into_data_stream(), 0);
    loop {
        let piece = match tokio::time::timeout(PATIENCE, pieces.next()).await {
            Err(_) => return Err(ApiError::of(Code::RequestTimeout)),
            Ok(None) => break,
            Ok(Some(piece)) => piece.map_err(|_| ApiError::malformed("The file did not arrive whole."))?,
        };
        length += piece.len() as u64;
        if length > LARGEST {
            return Err(ApiError::of(Code::TooLarge).with("kib", &(LARGEST / 1024)));
        }
        file.write_all(&piece).await.map_err(unwritten)?;
    }
    file.flush().await.map_err(unwritten)
}

/// Rejects a change of a folder that is also another study's, or around or inside one: whoever may change the texts of
/// this study would change those of the other one.
async fn require_own_folder(app: &App) -> Result<()> {
    let settings = &app.settings;
    let hosted = app.sessions.people.studies().await?;
    let others = folders::others(settings.root_study.as_deref(), hosted, settings.site.id());
    let own = settings.study.clone();
    let sharing = run(move || folders::sharing(&own, &others));
    match sharing.await.map_err(|error| ApiError::internal(error.to_string()))? {
        None => Ok(()),
        Some(id) => Err(ApiError::of(Code::StudyFolderShared).with("study", &id)),
    }
}

/// Checks a folder as its activation would, and puts it in its place.
async fn put(app: &App, act: &Act, incoming: Incoming) -> Result<FolderUpload> {
    let (settings, store) = (app.settings.clone(), app.store.clone());
    let turn = turn(app).await?;
    let checking = run_in(turn, move || {
        let checked = Handle::current().block_on(check(&settings, &store, &incoming));
        (incoming, checked)
    });
    let (turn, (incoming, checked)) =
        checking.await.map_err(|error| ApiError::internal(format!("the check stopped: {error:#}")))?;
    let hash = match checked {
        Ok(hash) => hash,
        Err(error) => return rejected(error),
    };
    let (is_former, kept_media) = match &incoming {
        Incoming::Uploaded(candidate) => (false, candidate.kept_media),
        Incoming::Former { .. } => (true, 0),
    };
    let replaced = run_in(turn, move || incoming.replace()).await;
    let (_turn, replaced) = replaced.map_err(|error| ApiError::internal(format!("the folder: {error:#}")))?;
    if let Err(error) = replaced {
        return rejected(error);
    }
    let (act, details) = (act.clone(), json!({ "version": hash, "former": is_former }));
    let logged = app.store.write(async move |tx| act.log(tx, AuditAction::ReplaceStudyFolder, details.clone()).await);
    if let Err(error) = logged.await {
        // What is not logged does not happen.
        if let Err(error) = Incoming::former(&app.settings.study).and_then(Incoming::replace) {
            tracing::error!(%error, "an upload could neither be logged nor undone");
        }
        return Err(error.into());
    }
    tracing::info!(version = hash, former = is_former, "study folder replaced");
    Ok(FolderUpload { placed: true, error: None, findings: vec![], kept_media })
}

/// The hash of a folder that can be activated, or is active; otherwise what is wrong in it.
async fn check(settings: &Settings, store: &Store, incoming: &Incoming) -> Result<String, FolderError> {
    let place = incoming.place();
    let bundle = Bundle::scan(&place)?;
    if let Incoming::Uploaded(candidate) = incoming {
        keep_contents(store, candidate, settings).await?;
    }
    let library = Library::of(&Settings { study: place.clone(), ..settings.clone() })?;
    match Successor::of(&bundle, &library, store, Language::of("en")).await {
        Ok(_) => Ok(bundle.hash),
        Err(error) => Err(at_home(error, &place, &settings.study)),
    }
}

/// A medium of a version in which somebody takes part must stay as it is: participants under way are served from the
/// study folder.
async fn keep_contents(store: &Store, candidate: &Candidate, settings: &Settings) -> Result<(), FolderError> {
    if candidate.changed_media.is_empty() || settings.media_url.is_some() {
        return Ok(());
    }
    let taken: i64 = allocation::taken(store).await.map_err(Error::from)?.values().sum();
    if taken == 0 {
        return Ok(());
    }
    let mut used = BTreeSet::new();
    for (hash, _) in stored::versions(store).await.map_err(Error::from)? {
        let version = stored::version(store, &hash).await.map_err(Error::from)?;
        if let Some(study) = version.and_then(|version| from_stored(&hash, &version.bundle)) {
            used.extend(named(&study).iter().map(|medium| format!("media/{}", medium.file)));
        }
    }
    let problems: Vec<_> = candidate.changed_media.intersection(&used).map(|file| changed_medium(file)).collect();
    if problems.is_empty() { Ok(()) } else { Err(FolderError::Rejected(problems)) }
}

fn changed_medium(file: &str) -> StudyProblem {
    StudyProblem {
        severity: Severity::Error,
        file: file.to_owned(),
        line: None,
        column: None,
        message: "it has other contents than before, and participants under way see it".to_owned(),
        help: Some("give the new medium another name".to_owned()),
    }
}

/// The error with the name that the folder will have.
fn at_home(error: Error, place: &FilePath, study: &FilePath) -> FolderError {
    let found = findings(&error).is_empty();
    if !found {
        return FolderError::Other(error);
    }
    let [place, study] = [place, study].map(|path| path.display().to_string());
    FolderError::Other(anyhow::anyhow!("{}", format!("{error:#}").replace(&place, &study)))
}

/// The reply to a folder that was not placed.
fn rejected(error: FolderError) -> Result<FolderUpload> {
    let not_placed =
        |error: String, findings| Ok(FolderUpload { placed: false, error: Some(error), findings, kept_media: 0 });
    match error {
        FolderError::Rejected(problems) => {
            not_placed("the ZIP file can't be used".to_owned(), problems.iter().map(Finding::from).collect())
        }
        FolderError::ReadOnly { path, cause } => {
            let reason = format!("'{}': {cause}", path.display());
            Err(ApiError::of(Code::StudyFolderReadOnly).with("reason", &reason))
        }
        FolderError::Full(path) => Err(ApiError::unavailable(format!("no room on the disk of '{}'", path.display()))),
        FolderError::NoFormer => Err(ApiError::not_found()),
        FolderError::Bundle(error) => {
            let error = Error::from(error);
            not_placed("the study in the ZIP file has errors".to_owned(), findings(&error))
        }
        FolderError::Other(error) => {
            let found = findings(&error);
            let text = if found.is_empty() { format!("{error:#}") } else { "the study has errors".to_owned() };
            not_placed(text, found)
        }
    }
}
