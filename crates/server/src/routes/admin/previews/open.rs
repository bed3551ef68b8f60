//! `POST /api/admin/previews`

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::http::StatusCode;
use unmask_store::AuditAction;
use unmask_store::identity::{Account, Role};
use unmask_store::previews::{self as stored, NewPreview};
use unmask_store::sessions;
use unmask_study::Page;
use unmask_study::definition::BlockId;
use unmask_study::flow;
use unmask_study::progress::{Assignment, Form};

use super::super::Act;
use crate::api::form::FormCode;
use crate::api::json::to_text;
use crate::api::whole::maybe_whole;
use crate::auth::names;
use crate::auth::session::{self, Tokens};
use crate::base::ids;
use crate::routes::prelude::*;
use crate::routes::submit::unmeasured;
use crate::routes::users::consent::Consent;

/// How long a preview is kept.
pub const LIFE: Millis = 24 * 60 * 60_000;

/// A request for a preview of one page.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PreviewRequest {
    /// Arm of the preview participant.
    pub group: ArmId,
    /// Path of a page of the group from `GET /api/admin/previews`, or `/profile`. Default: the first page. For a
    /// follow-up or feedback page, the preview first submits a generated answer.
    #[serde(default)]
    pub page: Option<String>,
    /// The block of the page, as `GET /api/admin/previews` names it. Default: the first one with that page.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub block: Option<BlockId>,
    /// Part of the page, from 1: a section of a questionnaire or a clip of the control flow. Default: the first part.
    #[serde(default, deserialize_with = "maybe_whole")]
    pub part: Option<usize>,
    /// Test form. Default, also in place of one that the study lacks: the first one, X or list 1.
    pub form: Option<Form>,
    /// Language. Default: the language of the bundle.
    #[serde(default)]
    pub language: Option<String>,
}

/// Tokens and page of a preview. Store the tokens in the session storage of a new tab, not in the local storage, which
/// holds the researcher's own tokens.
#[derive(Debug, Serialize, ToSchema)]
pub struct Preview {
    #[serde(flatten)]
    tokens: Tokens,
    /// Path of the page to open.
    pub path: String,
    /// Participant code, as the pages show it.
    pub code: String,
    /// When the preview and all its answers are deleted.
    pub until: String,
}

/// Creates a preview: a participant in the given group without a slot, who is not counted or exported.
#[utoipa::path(post, path = "/api/admin/previews", operation_id = "admin_previews_open", tag = "admin", security(("bearer" = [])), request_body = PreviewRequest,
    responses((status = 201, body = Preview), WithBody, WithFields, AdminOnly, Always))]
pub async fn preview(
    State(app): State<App>,
    admin: Admin,
    Json(request): Json<PreviewRequest>,
) -> Result<(StatusCode, Json<Preview>)> {
    let act = Act::of(&app, &admin);
    let forms = admin.loaded.study.file.forms();
    let form = request.form.filter(|form| forms.contains(form)).or(forms.first().copied()).unwrap_or(Form::X);
    let assigned = Assignment { arm: Some(request.group), form, seed: ids::seed(), contact_again: false };
    let loaded = Arc::clone(&admin.loaded).seen_by(Some(request.group));
    let (page, there) = position(&loaded, &assigned, &request)?;
    let new = participant(&loaded, &assigned, &there, &request, act.at)?;
    let (session, pair) = session::begin(&app.key, &new.account.id, act.at);
    let reply = Preview {
        tokens: pair.into(),
        path: admin.loaded.path(&page),
        code: new.code.clone(),
        until: rfc3339(act.at + LIFE),
    };
    app.store
        .write(async move |tx| {
            stored::open(tx, &new).await?;
            sessions::open_session(tx, &session).await?;
            // Without the group, because the log must not reveal it for those who are blinded.
            act.log(tx, AuditAction::OpenPreview, json!({ "participant": new.code })).await
        })
        .await?;
    app.console.outdate();
    Ok((StatusCode::CREATED, Json(reply)))
}

/// The page to open, and the position from which it is open. The profile is open at every position.
fn position(loaded: &LoadedVersion, assigned: &Assignment, request: &PreviewRequest) -> Result<(Page, flow::Preview)> {
    let wrong = |item: &str, code: FormCode| ApiError::invalid_fields(vec![FieldProblem::new(item, code.into())]);
    if assigned.arm.is_none_or(|arm| !loaded.study.file.arms.contains_key(&arm)) {
        return Err(wrong("group", FormCode::GroupUnknown));
    }
    let at_start = || flow::Preview { progress: flow::start(&loaded.study, assigned), answered: None };
    let found = match request.page.as_deref().map(|path| loaded.page(path)) {
        None => Some((at_start().progress.page, at_start())),
        Some(Some(Page::Profile)) if request.part.is_none() => Some((Page::Profile, at_start())),
        Some(page) => page.and_then(|page| {
            let there = flow::preview(&loaded.study, assigned, request.block, &page, request.part)?;
            Some((page, there))
        }),
    };
    found.ok_or_else(|| wrong("page", FormCode::PageUnknown))
}

fn participant(
    loaded: &LoadedVersion,
    assigned: &Assignment,
    there: &flow::Preview,
    request: &PreviewRequest,
    at: Millis,
) -> Result<NewPreview> {
    let (id, code, locale) = (ids::uuid(at), ids::code(), loaded.locale(request.language.as_deref()));
    let definition = &loaded.study.consent;
    // Only the required statements are accepted, so no usage is collected.
    let ticks: BTreeMap<_, _> = definition.ticks.iter().map(|tick| (tick.id.clone(), tick.required)).collect();
    let consent = Consent { version: definition.version.clone(), locale: locale.0.clone(), ticks };
    let name = format!("preview {code}");
    let progress = &there.progress;
    // The answer before a follow-up or feedback page, as if it had been submitted.
    let submitted = |record| unmeasured(&loaded.study, ids::uuid(at), &id, progress.step, record, at.into());
    let answered = there.answered.as_ref().map(submitted).transpose()?;
    Ok(NewPreview {
        account: Account {
            id: ids::uuid(at),
            username_key: names::key(&name),
            username: name,
            // No password has this hash.
            password_hash: "!".into(),
            role: Role::Participant,
            first_name: None,
            last_name: None,
            created_at: at,
        },
        consent: consent.row(loaded, &id, at)?,
        participant_id: id,
        code,
        group: request.group,
        form: assigned.form,
        seed: assigned.seed,
        study_version: loaded.study.hash.clone(),
        locale: locale.0,
        step: i64::try_from(progress.step).unwrap_or_default(),
        page: progress.page.to_string(),
        memory: to_text(&progress.memory)?,
        answered,
        at,
    })
}
