//! The link with which an invited person chooses a password.

use axum::http::HeaderMap;
use unmask_store::control::{people, sign_in};
use unmask_store::{AuditAction, audit, identity};

use super::session::{Opening, require_password, token_hash};
use crate::auth::session::Tokens;
use crate::installation::Installation;
use crate::routes::prelude::*;

/// The token of an invitation.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct InvitationToken {
    /// The token in the link.
    pub token: String,
}

/// Who is invited.
#[derive(Debug, Serialize, ToSchema)]
pub struct InvitedPerson {
    pub username: String,
    /// Until when the link is valid.
    pub until: String,
}

/// An invited person's password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Acceptance {
    /// The token in the link.
    pub token: String,
    /// At least 12 characters.
    pub password: String,
}

/// Returns who is invited by a link.
#[utoipa::path(get, path = "/api/installation/invitation", operation_id = "installation_invitation", tag = "installation", params(InvitationToken),
    responses((status = 200, body = InvitedPerson), WithQuery, WithId, Always))]
pub async fn invitation(
    State(installation): State<Installation>,
    Query(given): Query<InvitationToken>,
) -> Result<Json<InvitedPerson>> {
    let found = people::find_invited(installation.control(), &token_hash(&given.token)).await?;
    let found = found.filter(|(_, _, until)| *until > installation.clock().now());
    let (_, username, until) = found.ok_or_else(ApiError::not_found)?;
    Ok(Json(InvitedPerson { username, until: rfc3339(until) }))
}

/// Sets the password of an invited person, and signs them in. The link is used up.
#[utoipa::path(post, path = "/api/installation/invitation", operation_id = "installation_accept", tag = "installation", request_body = Acceptance,
    responses((status = 200, body = Tokens), WithBody, WithFields, WithId, OtherSites, Always))]
pub async fn accept(
    State(installation): State<Installation>,
    headers: HeaderMap,
    Json(given): Json<Acceptance>,
) -> Result<Json<Tokens>> {
    let (token, at) = (token_hash(&given.token), installation.clock().now());
    let found = people::find_invited(installation.control(), &token).await?.filter(|(_, _, until)| *until > at);
    let (account, username, _) = found.ok_or_else(ApiError::not_found)?;
    require_password(&installation, "password", &given.password, &username).await?;
    let hash = installation.common().passwords.hash(&given.password).await?;
    let (opening, tokens) = Opening::new(&installation, &account, &headers, at)?;
    let accepted = installation.control().write(async move |tx| {
        // Another browser may have used the link meanwhile.
        if people::invited(tx, &token).await?.is_none() {
            return Ok::<_, StoreError>(false);
        }
        // A new link is also for a person whose account somebody else has used: no other way to sign in stays.
        people::forget_invitations(tx, &account).await?;
        people::set_recovery_codes(tx, &account, &[]).await?;
        sign_in::remove_all(tx, &account).await?;
        identity::set_password(tx, &account, &hash, at).await?;
        opening.store(tx).await?;
        audit::audit(tx, at, &account, AuditAction::AcceptInvitation, &json!({})).await?;
        Ok(true)
    });
    if accepted.await? { Ok(Json(tokens)) } else { Err(ApiError::not_found()) }
}
