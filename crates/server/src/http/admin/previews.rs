//! `POST /api/admin/previews`

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::json;
use unmask_store::identity::{Account, Role};
use unmask_store::previews::{self as stored, NewPreview};
use unmask_store::{StoreError, sessions};
use unmask_study::definition::Group;
use unmask_study::flow;
use unmask_study::progress::{Assigned, Form, Progress};
use utoipa::ToSchema;

use super::Act;
use crate::App;
use crate::auth::session::{self, Tokens};
use crate::auth::{Admin, names};
use crate::clock::{Millis, rfc3339};
use crate::content::Loaded;
use crate::http::error::{ApiError, Result};
use crate::http::form::complain;
use crate::http::json::Json;
use crate::http::responses::{AdminOnly, Always, WithBody, WithFields};
use crate::http::users::consent::Consent;
use crate::ids;

/// A preview lives so long.
pub const LIFE: Millis = 24 * 60 * 60_000;

/// What to look at.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// Through the eyes of this group.
    pub group: Group,
    /// Path of a page of that group, as `GET /api/page-flow/config` names it; the first one if it is not said. Verdicts
    /// and follow-ups are reached by answering: their question opens.
    #[serde(default)]
    pub page: Option<String>,
    /// Language; the study's own if it is not said.
    #[serde(default)]
    pub language: Option<String>,
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

/// Opens the study as somebody who does not exist: with a group, without a place in the schedule, in no count and in no
/// export.
#[utoipa::path(post, path = "/api/admin/previews", tag = "admin", security(("bearer" = [])), request_body = Look,
    responses((status = 201, body = Preview), WithBody, WithFields, AdminOnly, Always))]
pub async fn preview(
    State(app): State<App>,
    admin: Admin,
    Json(look): Json<Look>,
) -> Result<(StatusCode, Json<Preview>)> {
    let act = Act::of(&app, &admin);
    let assigned = Assigned { group: look.group, form: Form::X, seed: ids::seed() };
    let there = position(&admin.loaded, &assigned, &look)?;
    let new = somebody(&admin.loaded, &assigned, &there, look.language.as_deref(), act.at)?;
    let (session, pair) = session::begin(&app.key, &new.account.id, act.at);
    let reply = Preview {
        tokens: pair.into(),
        path: admin.loaded.path(&there.page),
        code: new.code.clone(),
        until: rfc3339(act.at + LIFE),
    };
    app.store
        .write(async move |tx| {
            stored::open(tx, &new).await?;
            sessions::open_session(tx, &session).await?;
            // Without the group: the log is read by people who are not to know which arm is which.
            act.log(tx, "open preview", json!({ "participant": new.code })).await?;
            Ok::<_, StoreError>(())
        })
        .await?;
    app.console.outdate();
    Ok((StatusCode::CREATED, Json(reply)))
}

fn position(loaded: &Loaded, assigned: &Assigned, look: &Look) -> Result<Progress> {
    let wrong = |item, message| ApiError::invalid_fields(vec![complain(item, message)]);
    if loaded.steps(assigned.group).is_empty() {
        return Err(wrong("group", "The study has no such group."));
    }
    let Some(path) = &look.page else { return Ok(flow::start(&loaded.study, assigned)) };
    let page = loaded.page(path).and_then(|page| flow::preview(&loaded.study, assigned, &page));
    page.ok_or_else(|| wrong("page", "This group has no such page."))
}

fn somebody(
    loaded: &Loaded,
    assigned: &Assigned,
    there: &Progress,
    language: Option<&str>,
    at: Millis,
) -> Result<NewPreview> {
    let (id, code, locale) = (ids::uuid(at), ids::code(), loaded.locale(language));
    let definition = &loaded.study.consent;
    // What is needed to take part and nothing else: no usage is collected.
    let ticks: BTreeMap<_, _> = definition.ticks.iter().map(|tick| (tick.id.clone(), tick.required)).collect();
    let consent = Consent { version: definition.version.clone(), locale: locale.0.clone(), ticks };
    let name = format!("preview {code}");
    let memory = serde_json::to_string(&there.memory).map_err(|error| ApiError::internal(error.to_string()))?;
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
        step: i64::try_from(there.step).unwrap_or_default(),
        page: there.page.to_string(),
        memory,
        at,
    })
}
