//! `GET /api/auth/invitation` and `POST /api/auth/invitation`

use unmask_store::identity::{self, Account};
use unmask_store::links::Proof;

use super::{Counted, Session, SignedInHere, link};
use crate::mail::links::LinkKind;
use crate::routes::prelude::*;

/// The link in an e-mail.
#[derive(Debug, Deserialize)]
pub struct InvitationLink {
    /// The token of the link.
    pub token: String,
}

/// The token of a link in an e-mail.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct InvitationToken {
    pub token: String,
}

/// Whom an e-mail invited.
#[derive(Debug, Serialize, ToSchema)]
pub struct Invited {
    pub username: String,
    /// Whether the account has no password: then the link signs in. Absent if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false)]
    pub passwordless: Option<bool>,
}

/// Returns the username for the form, so that a participant need not remember it. This call signs nobody in; `POST`
/// signs in those who have no password. 404 if the token is not from this server, and after the account was deleted.
#[utoipa::path(get, path = "/api/auth/invitation", operation_id = "auth_invitation", tag = "auth", params(("token" = String, Query, description = "The token of the link")),
    responses((status = 200, body = Invited), WithQuery, WithId, Always))]
pub async fn invitation(State(app): State<App>, Query(link): Query<InvitationLink>) -> Result<Json<Invited>> {
    let account = invited(&app, &link.token).await?;
    Ok(Json(Invited { passwordless: (!account.has_password()).then_some(true), username: account.username }))
}

/// Signs in the participant to whom the e-mail was sent, if the account has no password: whoever reads the e-mail may
/// resume. It is a call and not the link, because programs that check e-mails open links.
#[utoipa::path(post, path = "/api/auth/invitation", operation_id = "auth_accept_invitation", tag = "auth", request_body = InvitationToken,
    responses((status = 200, body = Session), WithBody, WithId, Accepting, Limited, Always))]
pub async fn accept(State(app): State<App>, Counted(_, given): Counted<InvitationToken>) -> Result<SignedInHere> {
    let account = invited(&app, &given.token).await?;
    link::open(&app, &account, Proof::Lasting).await
}

async fn invited(app: &App, token: &str) -> Result<Account> {
    let account = LinkKind::SignIn.account(&app.key, token).ok_or_else(ApiError::not_found)?;
    identity::account_by_id(&app.store, &account).await?.ok_or_else(ApiError::not_found)
}
