//! `POST /api/admin/previews`

use std::collections::BTreeMap;

use axum::http::StatusCode;
use unmask_store::AuditAction;
use unmask_store::identity::{Account, Role};
use unmask_store::previews::{self as stored, NewPreview};
use unmask_store::sessions;
use unmask_study::Page;
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

/// A preview lives so long.
pub const LIFE: Millis = 24 * 60 * 60_000;

/// What to look at.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// Through the eyes of this group.
    pub group: Group,
    /// Path of a page of that group, as `GET /api/admin/previews` names it, or `/profile`; the first one if it is not
    /// said. Before a follow-up or a verdict an answer is submitted, made up and the preview's own.
    #[serde(default)]
    pub page: Option<String>,
    /// Which of the page's parts, from 1: sections of a questionnaire, clips of the control flow. The first one if it
    /// is not said.
    #[serde(default, deserialize_with = "maybe_whole")]
    pub part: Option<usize>,
    /// With this test form; X if it is not said.
    #[serde(default = "form_x")]
    pub form: Form,
    /// Language; the study's own if it is not said.
    #[serde(default)]
    pub language: Option<String>,
}

fn form_x() -> Form {
    Form::X
}

/// What a browser needs to show the page: the tokens belong into a tab of their own (its session storage, not the local
/// storage, where the researcher's are).
#[derive(Debug, Serialize, ToSchema)]
pub struct Preview {
    #[serde(flatten)]
    tokens: Tokens,
    /// The page to open.
    pub path: String,
    /// Pseudonym, as the pages show it.
    pub code: String,
    /// When it is deleted, with everything that was typed.
    pub until: String,
}

/// Opens the study as a participant who does not exist: with a group, without a slot in the schedule, in no count and
/// in no export.
#[utoipa::path(post, path = "/api/admin/previews", operation_id = "admin_previews_open", tag = "admin", security(("bearer" = [])), request_body = Look,
    responses((status = 201, body = Preview), WithBody, WithFields, AdminOnly, Always))]
pub async fn preview(
    State(app): State<App>,
    admin: Admin,
    Json(look): Json<Look>,
) -> Result<(StatusCode, Json<Preview>)> {
    let act = Act::of(&app, &admin);
    let assigned = Assignment { group: look.group, form: look.form, seed: ids::seed() };
    let (page, there) = position(&admin.loaded, &assigned, &look)?;
    let new = participant(&admin.loaded, &assigned, &there, look.language.as_deref(), act.at)?;
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
            // Without the group: the log is read by people who are not to know which arm is which.
            act.log(tx, AuditAction::OpenPreview, json!({ "participant": new.code })).await
        })
        .await?;
    app.console.outdate();
    Ok((StatusCode::CREATED, Json(reply)))
}

/// The page to open, and where anyone who looks at it stands. The profile is open from everywhere.
fn position(loaded: &LoadedVersion, assigned: &Assignment, look: &Look) -> Result<(Page, flow::Preview)> {
    let wrong = |item: &str, code: FormCode| ApiError::invalid_fields(vec![FieldProblem::new(item, code.into())]);
    if loaded.steps(assigned.group).is_empty() {
        return Err(wrong("group", FormCode::GroupUnknown));
    }
    let at_start = || flow::Preview { progress: flow::start(&loaded.study, assigned), answered: None };
    let found = match look.page.as_deref().map(|path| loaded.page(path)) {
        None => Some((at_start().progress.page, at_start())),
        Some(Some(Page::Profile)) if look.part.is_none() => Some((Page::Profile, at_start())),
        Some(page) => page.and_then(|page| {
            let there = flow::preview(&loaded.study, assigned, &page, look.part)?;
            Some((page, there))
        }),
    };
    found.ok_or_else(|| wrong("page", FormCode::PageUnknown))
}

fn participant(
    loaded: &LoadedVersion,
    assigned: &Assignment,
    there: &flow::Preview,
    language: Option<&str>,
    at: Millis,
) -> Result<NewPreview> {
    let (id, code, locale) = (ids::uuid(at), ids::code(), loaded.locale(language));
    let definition = &loaded.study.consent;
    // What is needed to take part and nothing else: no usage is collected.
    let ticks: BTreeMap<_, _> = definition.ticks.iter().map(|tick| (tick.id.clone(), tick.required)).collect();
    let consent = Consent { version: definition.version.clone(), locale: locale.0.clone(), ticks };
    let name = format!("preview {code}");
    let progress = &there.progress;
    // The answer that a page is about, as if it had been submitted there.
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
        group: assigned.group,
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
