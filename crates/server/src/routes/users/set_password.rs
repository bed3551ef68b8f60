//! `PUT /api/users/password`

use unmask_store::identity;
use unmask_store::links;

use super::user::User;
use crate::auth::Registrant;
use crate::routes::prelude::*;

/// The first password of an account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// Password of 8 to 256 characters. Passwords that are easy to guess are rejected.
    pub password: String,
}

/// Sets the password of an account that a recruitment link opened. From then on, the participant signs in with username
/// and password, and links don't open the account.
#[utoipa::path(put, path = "/api/users/password", operation_id = "users_set_password", tag = "users", security(("bearer" = [])), request_body = NewPassword,
    responses((status = 200, body = User), WithBody, SignedInOnly, WithFields, SettingPassword, Always))]
pub async fn set_password(
    State(app): State<App>,
    registrant: Registrant,
    Json(new): Json<NewPassword>,
) -> Result<Json<User>> {
    registrant.require_staying()?;
    let id = registrant.account.clone();
    let account = identity::account_by_id(&app.store, &id).await?.ok_or_else(ApiError::not_authenticated)?;
    if account.has_password() {
        return Err(ApiError::of(Code::PasswordSet));
    }
    let file = &registrant.loaded.study.file;
    let context = vec![account.username, file.title.0.clone(), file.id.clone(), "unmask".into()];
    let error = app.passwords.error(&new.password, context).await?;
    ApiError::require_valid(error.map(|error| FieldProblem::new("password", error)).into_iter().collect())?;
    let hash = app.passwords.hash(&new.password).await?;
    if !app.store.write(async move |tx| links::set_password(tx, &id, &hash).await).await? {
        return Err(ApiError::of(Code::PasswordSet));
    }
    User::registrant(&app, &registrant).await.map(Json)
}
