//! The studies of the installation.

use axum::http::StatusCode;
use unmask_store::control::people::StudyRole;
use unmask_store::control::{self, HostedStudy};
use unmask_store::study;
use unmask_study::scaffold::Template;

use super::person::Person;
use crate::api::form::{FormCode, FormError};
use crate::auth::rights::Rights;
use crate::base::site::{ROOT, Site};
use crate::installation::{Hosted, Installation, Manager, NewStudy, Source, StudyError};
use crate::read_models::status::StudyStatus;
use crate::routes::prelude::*;

/// Longest title of a new study, in characters.
const TITLE: usize = 200;

/// The studies that a person works with.
#[derive(Debug, Serialize, ToSchema)]
pub struct Studies {
    /// The one at the root is first.
    pub studies: Vec<StudyEntry>,
}

/// A study for a person.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StudyEntry {
    /// ID in the installation; `main` at the root.
    pub id: String,
    pub title: String,
    /// What its paths begin with; empty at the root, and under a host name of its own.
    pub path: String,
    /// Its own host name, if it has one.
    pub host: Option<String>,
    pub state: StudyCondition,
    /// Why it could not be opened; for its owners.
    pub fault: Option<String>,
    /// The recruitment status, if it is open.
    pub recruitment: Option<StudyStatus>,
    /// The person's role.
    pub role: StudyRole,
    /// Whether the person may unblind themselves.
    pub may_unblind: bool,
    /// When it was archived.
    pub archived_at: Option<String>,
}

/// Whether a study is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StudyCondition {
    /// It is served.
    Open,
    /// It is being opened.
    Opening,
    /// It can't be opened, and is tried again.
    Unavailable,
    /// It is not served, and its data stay.
    Archived,
}

/// A study to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StudyToCreate {
    /// Part of its address: lower-case letters, digits and hyphens.
    pub id: String,
    /// Title, at most 200 characters; only with a template.
    #[serde(default)]
    pub title: Option<String>,
    /// Host name of its own; otherwise it is below `/s/`.
    #[serde(default)]
    pub host: Option<String>,
    /// Template to start from: `training`, `arms`, `follow-up` or `screening`.
    #[serde(default)]
    pub template: Option<String>,
    /// ID of a study whose bundle is copied, without data; in place of title and template.
    #[serde(default)]
    pub copy_of: Option<String>,
}

/// Returns the studies that the person has a role in.
#[utoipa::path(get, path = "/api/installation/studies", operation_id = "installation_studies", tag = "installation", security(("bearer" = [])),
    responses((status = 200, body = Studies), PersonOnly, Always))]
pub async fn list(State(installation): State<Installation>, person: Person) -> Result<Json<Studies>> {
    shown(&installation, &person).await.map(Json)
}

async fn shown(installation: &Installation, person: &Person) -> Result<Studies> {
    let rows = control::studies(installation.control()).await?;
    let mut studies = Vec::new();
    for hosted in installation.studies() {
        let Some(rights) = person.rights_in(hosted.site.id()) else { continue };
        studies.push(served(&hosted, rights).await);
    }
    // Those that this process does not serve, or not yet.
    let is_new = |row: &&HostedStudy| !studies.iter().any(|one: &StudyEntry| one.id == row.id);
    let others = rows.iter().filter(is_new);
    let others: Vec<_> = others.filter_map(|row| Some(unserved(row, person.rights_in(&row.id)?))).collect();
    studies.extend(others);
    Ok(Studies { studies })
}

async fn served(hosted: &Hosted, rights: Rights) -> StudyEntry {
    let open = hosted.now();
    let fault = hosted.fault();
    let state = match (&open, &fault) {
        (Some(_), _) => StudyCondition::Open,
        (None, Some(_)) => StudyCondition::Unavailable,
        (None, None) => StudyCondition::Opening,
    };
    let recruitment = match &open {
        Some(open) => study::status(&open.app.store).await.ok().map(StudyStatus::from),
        None => None,
    };
    let title = open.map_or_else(|| hosted.title.clone(), |open| open.app.versions.active().study.file.title.0.clone());
    StudyEntry {
        id: hosted.site.id().to_owned(),
        title,
        path: hosted.site.base(),
        host: hosted.site.host().map(str::to_owned),
        state,
        fault: fault.filter(|_| rights.role == StudyRole::Owner).map(|fault| fault.to_string()),
        recruitment,
        role: rights.role,
        may_unblind: rights.may_unblind,
        archived_at: None,
    }
}

fn unserved(row: &HostedStudy, rights: Rights) -> StudyEntry {
    StudyEntry {
        id: row.id.clone(),
        title: row.title.clone(),
        path: Site::of(&row.id, row.host.as_deref()).base(),
        host: row.host.clone(),
        state: if row.archived_at.is_some() { StudyCondition::Archived } else { StudyCondition::Opening },
        fault: None,
        recruitment: None,
        role: rights.role,
        may_unblind: rights.may_unblind,
        archived_at: row.archived_at.map(rfc3339),
    }
}

/// Creates a study from a template, or as a copy of another one's bundle. It is served within seconds.
#[utoipa::path(post, path = "/api/installation/studies", operation_id = "installation_create_study", tag = "installation", security(("bearer" = [])), request_body = StudyToCreate,
    responses((status = 201, body = Studies), WithBody, WithFields, WithId, Managing, PersonOnly, Always))]
pub async fn create(
    State(installation): State<Installation>,
    person: Person,
    Json(new): Json<StudyToCreate>,
) -> Result<(StatusCode, Json<Studies>)> {
    let source = source(&new)?;
    let host = new.host.map(|host| host.trim().to_owned()).filter(|host| !host.is_empty());
    let new = NewStudy { id: new.id.trim().to_owned(), host, media_url: None, source };
    manager(&installation, &person).add(new).await.map_err(problem)?;
    follow(&installation).await;
    Ok((StatusCode::CREATED, Json(shown(&installation, &person).await?)))
}

fn source(new: &StudyToCreate) -> Result<Source> {
    let given =
        |text: &Option<String>| text.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
    let (title, template) = (given(&new.title), given(&new.template));
    if let Some(from) = &new.copy_of {
        let own = [("title", title), ("template", template)].into_iter().filter(|(_, text)| text.is_some());
        let problems = own.map(|(field, _)| FieldProblem::new(field, FormCode::SetByOriginal.into()));
        ApiError::require_valid(problems.collect())?;
        return Ok(Source::CopyOf(from.clone()));
    }
    match (checked_title(title), checked_template(template.as_deref())) {
        (Ok(title), Ok(template)) => Ok(Source::Template(template, title)),
        (title, template) => {
            let title = title.err().map(|error| FieldProblem::new("title", error));
            let template = template.err().map(|error| FieldProblem::new("template", error));
            Err(ApiError::invalid_fields(title.into_iter().chain(template).collect()))
        }
    }
}

fn checked_title(title: Option<String>) -> Result<String, FormError> {
    match title {
        None => Err(FormCode::FieldRequired.into()),
        Some(title) if title.chars().count() > TITLE => Err(FormError::from(FormCode::TooLong).with("max", &TITLE)),
        Some(title) => Ok(title),
    }
}

fn checked_template(name: Option<&str>) -> Result<Template, FormError> {
    let name = name.ok_or(FormCode::FieldRequired)?;
    let found = Template::ALL.into_iter().find(|one| one.name() == name);
    let choices = Template::ALL.map(Template::name).join(", ");
    found.ok_or_else(|| FormError::from(FormCode::TemplateUnknown).with("choices", &choices))
}

/// Archives a study: it is not served, and its data stay.
#[utoipa::path(post, path = "/api/installation/studies/{id}/archive", operation_id = "installation_archive_study", tag = "installation", security(("bearer" = [])),
    params(("id" = String, Path, description = "ID of the study")),
    responses((status = 200, body = Studies), WithId, Managing, PersonOnly, Always))]
pub async fn archive(
    State(installation): State<Installation>,
    person: Person,
    Path(id): Path,
) -> Result<Json<Studies>> {
    person.require_owner_of(&id)?;
    manager(&installation, &person).archive(&id).await.map_err(problem)?;
    follow(&installation).await;
    shown(&installation, &person).await.map(Json)
}

/// Serves an archived study again.
#[utoipa::path(post, path = "/api/installation/studies/{id}/reopen", operation_id = "installation_reopen_study", tag = "installation", security(("bearer" = [])),
    params(("id" = String, Path, description = "ID of the study")),
    responses((status = 200, body = Studies), WithId, Managing, PersonOnly, Always))]
pub async fn reopen(State(installation): State<Installation>, person: Person, Path(id): Path) -> Result<Json<Studies>> {
    person.require_owner_of(&id)?;
    manager(&installation, &person).reopen(&id).await.map_err(problem)?;
    follow(&installation).await;
    shown(&installation, &person).await.map(Json)
}

/// Deletes an archived study with all its data. This can't be undone.
#[utoipa::path(delete, path = "/api/installation/studies/{id}", operation_id = "installation_delete_study", tag = "installation", security(("bearer" = [])),
    params(("id" = String, Path, description = "ID of the study")),
    responses((status = 200, body = Studies), WithId, Managing, PersonOnly, Always))]
pub async fn delete(State(installation): State<Installation>, person: Person, Path(id): Path) -> Result<Json<Studies>> {
    manager(&installation, &person).delete(&id).await.map_err(problem)?;
    shown(&installation, &person).await.map(Json)
}

fn manager<'a>(installation: &'a Installation, person: &'a Person) -> Manager<'a> {
    Manager {
        settings: installation.settings(),
        control: installation.control(),
        actor: &person.actor,
        at: installation.clock().now(),
    }
}

/// Serves the change now, and not only at the next look.
async fn follow(installation: &Installation) {
    if let Err(error) = installation.follow_once().await {
        tracing::warn!(%error, "the list of studies could not be read and will be read again");
    }
}

fn problem(error: StudyError) -> ApiError {
    let field = |field, code: FormCode| ApiError::invalid_fields(vec![FieldProblem::new(field, code.into())]);
    match error {
        StudyError::Id(_) => field("id", FormCode::StudyIdInvalid),
        StudyError::Host(_) => field("host", FormCode::HostNameInvalid),
        StudyError::OwnHost(_) => field("host", FormCode::HostNameOwn),
        StudyError::Taken(_) | StudyError::Exists(_) => ApiError::of(Code::StudyTaken),
        StudyError::Unknown(_) => ApiError::not_found(),
        StudyError::Root => ApiError::of(Code::RootStudy),
        StudyError::Archived(_) => ApiError::of(Code::StudyArchived),
        StudyError::NotArchived(_) | StudyError::NotToReopen(_) => ApiError::of(Code::StudyNotArchived),
        StudyError::InUse(_) => ApiError::of(Code::StudyInUse),
        StudyError::Bundle(_) => ApiError::of(Code::StudyFolderInvalid),
        StudyError::Store(error) => error.into(),
        StudyError::Other(error) => ApiError::internal(format!("{error:#}")),
    }
}

/// Whether a study is listed: at the root, or added.
pub async fn exists(installation: &Installation, id: &str) -> Result<bool> {
    let rows = control::studies(installation.control()).await?;
    Ok(id == ROOT || rows.iter().any(|row| row.id == id))
}
