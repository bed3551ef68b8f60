//! One sign-in for all studies: from the installation's address to the host name of a study.
//!
//! 1. The browser begins at the study's address, and keeps a secret there, the attempt. Only its hash, the request,
//!    goes to the installation's address. So nobody can sign another person's browser in as somebody else.
//! 2. There the person, who is signed in, gets a code for this request and this study. It is valid once, for a minute.
//!    It comes back in the fragment of the address, which no server, log or `Referer` has.
//! 3. The study's address exchanges code and attempt for a session. This has rights in the study alone, because the
//!    texts of the study come from other people, and ends with the one at the installation's address.
//!
//! Both addresses come from the settings and the list of studies, and not from the call.

use std::sync::Arc;

use axum::http::{Extensions, HeaderMap, StatusCode};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use unmask_store::control::sign_in::{self, Ceremony};
use unmask_store::{AuditAction, audit, sessions};

use super::passkeys::recall;
use super::person::Person;
use super::session::{Opening, count};
use crate::auth::handover::HandedOver;
use crate::auth::session::Tokens;
use crate::auth::tokens;
use crate::base::ids;
use crate::installation::{Hosted, Installation};
use crate::mail::address;
use crate::routes::prelude::*;

const KIND: &str = "hand over";
/// How long a code is valid.
const VALID: Millis = 60_000;
/// The page of the console that hands over, at both addresses.
const PAGE: &str = "/console/hand-over";

/// The way to the installation's address.
#[derive(Debug, Serialize, ToSchema)]
pub struct HandoverRequest {
    /// Secret for the call that exchanges the code.
    pub attempt: String,
    /// Where to send the browser.
    pub location: String,
}

/// A study that a person goes to.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HandoverTarget {
    /// ID of the study.
    pub study: String,
    /// From the address at which the browser came: hash of the attempt.
    pub request: String,
}

/// The way back to the study.
#[derive(Debug, Serialize, ToSchema)]
pub struct HandoverCode {
    /// Where to send the browser. The code is in the fragment.
    pub location: String,
}

/// What comes back from the installation's address.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HandoverExchange {
    /// That of the request.
    pub attempt: String,
    /// From the address at which the browser came back.
    pub code: String,
}

/// What a code is for.
#[derive(Deserialize, Serialize)]
struct Handover {
    study: String,
    request: String,
    account: String,
    actor: String,
    /// The person's session at the installation's address.
    parent: String,
    is_admin: bool,
}

/// Begins at the address of a study to sign in with the session at the installation's address.
#[utoipa::path(post, path = "/api/installation/hand-over", operation_id = "installation_begin_hand_over", tag = "installation",
    responses((status = 200, body = HandoverRequest), WithId, OtherSites, Always))]
pub async fn begin(State(installation): State<Installation>, headers: HeaderMap) -> Result<Json<HandoverRequest>> {
    let study = study_of(&installation, &headers)?;
    let own = address(&installation.settings().mail).ok_or_else(ApiError::not_found)?;
    let attempt = URL_SAFE_NO_PAD.encode(ids::random::<32>());
    let location = format!("{own}{PAGE}#study={}&request={}", study.site.id(), request_of(&attempt));
    Ok(Json(HandoverRequest { attempt, location }))
}

/// Gives the person a code with which the address of a study signs them in.
#[utoipa::path(post, path = "/api/installation/hand-over/code", operation_id = "installation_hand_over", tag = "installation", security(("bearer" = [])), request_body = HandoverTarget,
    responses((status = 201, body = HandoverCode), WithBody, WithId, PersonOnly, Always))]
pub async fn hand_over(
    State(installation): State<Installation>,
    person: Person,
    Json(target): Json<HandoverTarget>,
) -> Result<(StatusCode, Json<HandoverCode>)> {
    let rights = person.rights_in(&target.study);
    rights.ok_or_else(|| ApiError::of(Code::RoleForbids))?;
    let studies = installation.studies();
    let study = studies.iter().find(|study| study.site.id() == target.study && study.site.host().is_some());
    let own = address(&installation.settings().mail);
    let (study, own) = study.zip(own).ok_or_else(ApiError::not_found)?;
    let (code, now) = (URL_SAFE_NO_PAD.encode(ids::random::<32>()), installation.clock().now());
    let location = format!("{}{PAGE}#code={code}", study.site.url(&own));
    let state = json!(Handover {
        study: target.study,
        request: target.request,
        account: person.id,
        actor: person.actor,
        parent: person.family,
        is_admin: person.is_admin,
    });
    let new = Ceremony { id: tokens::hash(&code), kind: KIND, state: state.to_string(), until: now + VALID };
    installation.control().write(async move |tx| sign_in::begin_ceremony(tx, &new, now).await).await?;
    Ok((StatusCode::CREATED, Json(HandoverCode { location })))
}

/// Exchanges a code for a session at the address of a study.
#[utoipa::path(post, path = "/api/installation/hand-over/session", operation_id = "installation_complete_hand_over", tag = "installation", request_body = HandoverExchange,
    responses((status = 200, body = Tokens), WithBody, HandingOver, OtherSites, Limited, Always))]
pub async fn exchange(
    State(installation): State<Installation>,
    headers: HeaderMap,
    extensions: Extensions,
    Json(given): Json<HandoverExchange>,
) -> Result<Json<Tokens>> {
    count(&installation, &headers, &extensions)?;
    let failed = || ApiError::of(Code::HandoverFailed);
    let study = study_of(&installation, &headers)?;
    let known = recall::<Handover>(&installation, KIND, &given.code).await?;
    let is_for_this = |known: &Handover| known.study == study.site.id() && known.request == request_of(&given.attempt);
    let Handover { study, account, actor, parent, is_admin, .. } = known.filter(is_for_this).ok_or_else(failed)?;
    let store = if is_admin { installation.people().root() } else { Some(installation.control()) };
    let store = store.ok_or_else(|| ApiError::unavailable("the study at the root is not open"))?;
    let at = installation.clock().now();
    if !sessions::is_alive(store, &parent, at).await? {
        return Err(failed());
    }
    let handed = HandedOver { study: &study, parent: &parent };
    let (opening, tokens) = Opening::of_handed_over(&installation, &account, handed, &headers, at)?;
    let opening = if is_admin { opening.without_agent() } else { opening };
    let (earlier, details) = (handed.prefix(), json!({ "by": "hand-over", "study": study }));
    let opened = store.write(async move |tx| {
        // Of the same browser, which has the last one.
        sessions::revoke_families(tx, &earlier, at, "handed over again").await?;
        opening.store(tx).await?;
        audit::audit(tx, at, &actor, AuditAction::SignIn, &details).await
    });
    opened.await?;
    Ok(Json(tokens))
}

/// The study with the host name of a call; 404 at another address.
fn study_of(installation: &Installation, headers: &HeaderMap) -> Result<Arc<Hosted>> {
    let host = headers.get("host").and_then(|host| host.to_str().ok());
    let found = installation.find(host, "/").filter(|found| found.study.site.host().is_some());
    found.map(|found| found.study).ok_or_else(ApiError::not_found)
}

/// What the installation's address gets to know of an attempt.
fn request_of(attempt: &str) -> String {
    URL_SAFE_NO_PAD.encode(tokens::hash(attempt))
}
