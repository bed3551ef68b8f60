//! `GET /api/auth/invitation`

use unmask_store::identity;

use crate::mail::links::LinkKind;
use crate::routes::prelude::*;

/// The link in an e-mail.
#[derive(Debug, Deserialize)]
pub struct InvitationLink {
    /// The token of the link.
    pub token: String,
}

/// Whom an e-mail invited.
#[derive(Debug, Serialize, ToSchema)]
pub struct Invited {
    pub username: String,
}

/// Returns the username for the form, so that a participant need not remember it. The token of the e-mail signs nobody
/// in. 404 if it is not from this server, and after the account was deleted.
#[utoipa::path(get, path = "/api/auth/invitation", operation_id = "auth_invitation", tag = "auth", params(("token" = String, Query, description = "The token of the link")),
    responses((status = 200, body = Invited), WithQuery, WithId, Always))]
pub async fn invitation(State(app): State<App>, Query(link): Query<InvitationLink>) -> Result<Json<Invited>> {
    let account = LinkKind::SignIn.account(&app.key, &link.token).ok_or_else(ApiError::not_found)?;
    let account = identity::account_by_id(&app.store, &account).await?.ok_or_else(ApiError::not_found)?;
    Ok(Json(Invited { username: account.username }))
}
