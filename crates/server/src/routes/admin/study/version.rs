//! `GET` and `POST /api/admin/study/version`

use anyhow::Error;
use tokio::runtime::Handle;
use unmask_store::audit::{AuditAction, of_action};
use unmask_store::study as stored;
use unmask_study::problem::{Problem as StudyProblem, Severity};
use unmask_study::report::Language;

use crate::base::background::{Turn, run_in};
use crate::media::Library;
use crate::read_models::arms::Arms;
use crate::routes::admin::audit::blinded;
use crate::routes::admin::{Act, reason};
use crate::routes::prelude::*;
use crate::study_versions::folder::has_former;
use crate::study_versions::{Bundle, BundleError, Change, FileChange, Successor};

/// The active study version, compared with the study folder of this server.
#[derive(Debug, Serialize, ToSchema)]
pub struct VersionState {
    pub active: ActiveVersion,
    pub folder: StudyFolder,
}

/// The version that new participants get.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActiveVersion {
    /// SHA-256 of the bundle.
    pub hash: String,
    /// When it was last activated.
    pub activated_at: Option<String>,
    /// Who activated it: a username, or `operator` on the server's command line.
    pub actor: Option<String>,
    /// Why the design of a trial that had begun changed; null if it did not. For those who are blinded, a reason that
    /// names an arm is `(blinded)`.
    pub reason: Option<String>,
    /// Whether only words changed, so that participants under way read them, too.
    pub wording_only: bool,
}

/// The study folder of this server.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StudyFolder {
    /// Where it is on the server.
    pub path: String,
    pub state: FolderState,
    /// SHA-256 of the bundle in it; null if it can't be read.
    pub hash: Option<String>,
    /// Why it can't be activated, in English; null if it can.
    pub error: Option<String>,
    /// What is wrong in its files; empty if nothing is.
    pub findings: Vec<Finding>,
    /// What its activation changes; null unless `state` is `changed`.
    pub changes: Option<Changes>,
    /// Whether the folder that was there before the last upload can be put back.
    pub has_former: bool,
}

/// How the study folder relates to the active version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FolderState {
    /// It is the active version.
    Active,
    /// It differs and can be activated.
    Changed,
    /// It can't be activated. Participants continue with the active version.
    Rejected,
}

/// Something that is wrong in a file, in English.
#[derive(Debug, Serialize, ToSchema)]
pub struct Finding {
    /// `error`, `warning` or `note`.
    #[schema(value_type = String)]
    pub severity: Severity,
    /// Path below the folder.
    pub file: String,
    /// From 1; null if the whole file is meant.
    pub line: Option<usize>,
    /// From 1, in characters.
    pub column: Option<usize>,
    pub message: String,
    /// How to correct it.
    pub help: Option<String>,
}

/// The differences between the active version and the folder. They name arms as the files do.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Changes {
    /// What participants go through: arms, their steps, later parts, allocation.
    pub design: Vec<String>,
    /// What else the preregistered plan has: measures, scoring, analysis.
    pub plan: Vec<String>,
    pub files: Vec<FileChange>,
    /// What differs besides words, as file and place in it. If it is empty, participants under way can read the new
    /// words, too.
    pub beyond_words: Vec<String>,
    /// Number of participants with a slot.
    pub allocated: i64,
    /// Whether the activation needs a reason, because the design of a trial that has begun changes.
    pub needs_reason: bool,
}

/// An activation of the study folder.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Activation {
    /// The folder's `hash` in the comparison that was confirmed.
    pub hash: String,
    /// The active version's `hash` in that comparison.
    pub follows: String,
    /// Participants under way read the new words, too. Only possible if `beyondWords` is empty.
    #[serde(default)]
    pub wording_only: bool,
    /// Reason, for the audit log and the report. Required if `needsReason`, and ignored otherwise.
    #[serde(default)]
    pub reason: String,
}

#[derive(Clone, Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct VersionQuery {
    /// Language of the differences: `de`, or English for any other tag.
    #[serde(default)]
    #[param(required = false)]
    pub locale: String,
}

/// When another comparison may be over, in seconds.
const BUSY_FOR: u32 = 5;

/// Returns the active version and what the activation of the study folder would change. Reads the whole folder: one
/// call at a time, and one waits.
#[utoipa::path(get, path = "/api/admin/study/version", operation_id = "admin_study_get_version", tag = "admin", security(("bearer" = [])), params(VersionQuery),
    responses((status = 200, body = VersionState), WithQuery, Limited, AdminOnly, Always))]
pub async fn get(
    State(app): State<App>,
    admin: Admin,
    Query(query): Query<VersionQuery>,
) -> Result<Json<VersionState>> {
    let turn = turn(&app).await?;
    state(&app, &admin, turn, Language::of(&query.locale)).await.map(Json)
}

/// Makes the study folder the active version, as `unmask activate` does. Servers serve it without a restart.
#[utoipa::path(post, path = "/api/admin/study/version", operation_id = "admin_study_activate", tag = "admin", security(("bearer" = [])), params(VersionQuery), request_body = Activation,
    responses((status = 200, body = VersionState), WithBody, WithFields, Once, Limited, AdminOnly, Always))]
pub async fn activate(
    State(app): State<App>,
    admin: Admin,
    Query(query): Query<VersionQuery>,
    Json(request): Json<Activation>,
) -> Result<Json<VersionState>> {
    let (act, language) = (Act::of(&app, &admin), Language::of(&query.locale));
    let outdated = || ApiError::of(Code::StudyFolderChanged);
    let (turn, _, compared) = compare(&app, turn(&app).await?, language).await?;
    let successor = compared.ok().flatten().ok_or_else(outdated)?;
    if (&successor.study.hash, &successor.before) != (&request.hash, &request.follows) {
        return Err(outdated());
    }
    if request.wording_only && !successor.beyond_words.is_empty() {
        let places = successor.beyond_words.join(", ");
        return Err(ApiError::malformed(format!("wordingOnly: more than the wording differs: {places}")));
    }
    let why = (successor.needs_reason() && !request.wording_only).then(|| reason(&request.reason)).transpose()?;
    let change = if request.wording_only { Change::Words } else { Change::Other { reason: why.as_deref() } };
    let activated = successor.activate(&app.store, change, &act.actor, act.at).await;
    if !activated.map_err(|error| ApiError::unavailable(format!("{error:#}")))? {
        return Err(outdated());
    }
    // It is active, even if this server can load it only when the job tries again.
    if let Err(error) = app.follow().await {
        tracing::warn!(
            error = format!("{error:#}"),
            "the active study version could not be loaded; it will be retried"
        );
    }
    app.console.outdate();
    state(&app, &admin, turn, language).await.map(Json)
}

/// The state as it is now.
async fn state(app: &App, admin: &Admin, turn: Turn, language: Language) -> Result<VersionState> {
    let (_turn, hash, compared) = compare(app, turn, language).await?;
    let (state, error, changes) = match compared {
        Ok(None) => (FolderState::Active, None, None),
        Ok(Some(successor)) => (FolderState::Changed, None, Some(changes(successor))),
        Err(error) => (FolderState::Rejected, Some(error), None),
    };
    let findings = error.as_ref().map(findings).unwrap_or_default();
    Ok(VersionState {
        active: active(app, admin).await?,
        folder: StudyFolder {
            path: app.settings.study.display().to_string(),
            state,
            hash,
            error: error.map(|error| format!("{error:#}")),
            findings,
            changes,
            has_former: has_former(&app.settings.study),
        },
    })
}

pub(super) async fn turn(app: &App) -> Result<Turn> {
    app.console.comparing.next().await.ok_or_else(|| ApiError::too_many_requests(BUSY_FOR))
}

/// The hash of the study folder, if it can be read, and its comparison with the active version.
async fn compare(app: &App, turn: Turn, language: Language) -> Result<(Turn, Option<String>, Compared)> {
    let (settings, store) = (app.settings.clone(), app.store.clone());
    let compared = run_in(turn, move || {
        let bundle = match Bundle::scan(&settings.study) {
            Ok(bundle) => bundle,
            Err(error) => return (None, Err(error.into())),
        };
        let library = Library::of(&settings);
        let compared =
            library.and_then(|library| Handle::current().block_on(Successor::of(&bundle, &library, &store, language)));
        (Some(bundle.hash), compared)
    });
    let compared = compared.await.map_err(|error| ApiError::internal(format!("the comparison stopped: {error:#}")));
    compared.map(|(turn, (hash, compared))| (turn, hash, compared))
}

/// What the folder changes, or why it can't be activated; None if it is the active version.
type Compared = Result<Option<Successor>, Error>;

async fn active(app: &App, admin: &Admin) -> Result<ActiveVersion> {
    // Another server may have activated it a moment ago.
    let hash = stored::active_hash(&app.store).await?.unwrap_or_else(|| app.versions.active().study.hash.clone());
    let arms: Arms = app.console.arms(stored::is_unblinded(&app.store, &admin.person()).await?);
    let names = app.sessions.people.names().await?;
    let entries = of_action(&app.store, AuditAction::ActivateStudyVersion).await?;
    let last = entries.into_iter().find(|entry| entry.details["version"] == hash.as_str());
    let details = last.as_ref().map(|entry| entry.details.clone()).unwrap_or_default();
    let shown = if arms.blinded { blinded(details, &arms.secrets()) } else { details };
    Ok(ActiveVersion {
        hash,
        activated_at: last.as_ref().map(|entry| rfc3339(entry.at)),
        actor: last.map(|entry| names.of(entry.actor)),
        reason: shown["reason"].as_str().map(str::to_owned),
        wording_only: shown["wording_only"] == Value::Bool(true),
    })
}

/// What is wrong in the files of a folder.
pub fn findings(error: &Error) -> Vec<Finding> {
    match error.downcast_ref::<BundleError>() {
        Some(BundleError::Problems { problems, .. }) => problems.list.iter().map(Finding::from).collect(),
        _ => vec![],
    }
}

impl From<&StudyProblem> for Finding {
    fn from(found: &StudyProblem) -> Self {
        Self {
            severity: found.severity,
            file: found.file.clone(),
            line: found.line,
            column: found.column,
            message: found.message.clone(),
            help: found.help.clone(),
        }
    }
}

fn changes(successor: Successor) -> Changes {
    let needs_reason = successor.needs_reason();
    Changes {
        design: successor.comparison.design,
        plan: successor.comparison.plan,
        files: successor.comparison.files,
        beyond_words: successor.beyond_words,
        allocated: successor.allocated,
        needs_reason,
    }
}
