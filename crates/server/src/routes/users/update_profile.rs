//! `PATCH /api/users/profile`

use unmask_store::{AuditAction, audit, identity};

use super::user::User;
use crate::auth::names;
use crate::routes::prelude::*;

/// Names to change. An omitted name is unchanged; an empty one is removed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProfileChange {
    #[serde(default)]
    pub first_name: Option<String>,
    #[serde(default)]
    pub last_name: Option<String>,
}

impl ProfileChange {
    /// What is wrong with them.
    pub fn errors(&self) -> Vec<FieldProblem> {
        names::personal_problems(self.first_name.as_deref(), self.last_name.as_deref()).collect()
    }
}

/// What the audit log calls a user who can see the data.
fn name_in_log(who: &SignedIn) -> Option<String> {
    match who {
        SignedIn::Admin(admin) => Some(admin.actor.clone()),
        SignedIn::Registrant(_) => None,
    }
}

/// Changes the user's first and last name.
#[utoipa::path(patch, path = "/api/users/profile", operation_id = "users_update_profile", tag = "users", security(("bearer" = [])), request_body = ProfileChange,
    responses((status = 200, body = User), WithBody, SignedInOnly, WithFields, Always))]
pub async fn update_profile(
    State(app): State<App>,
    who: SignedIn,
    Json(change): Json<ProfileChange>,
) -> Result<Json<User>> {
    if let SignedIn::Registrant(registrant) = &who {
        registrant.require_staying()?;
    }
    ApiError::require_valid(change.errors())?;
    let id = who.account().to_owned();
    let account = identity::account_by_id(&app.store, &id).await?.ok_or_else(ApiError::not_authenticated)?;
    let keep =
        |new: Option<String>, old| new.or(old).map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    let before = (account.first_name.clone(), account.last_name.clone());
    let new = (keep(change.first_name, account.first_name), keep(change.last_name, account.last_name));
    if new != before {
        let (actor, at) = (name_in_log(&who), app.clock.now());
        let set = app.store.write(async move |tx| {
            identity::set_names(tx, &id, new.0.as_deref(), new.1.as_deref()).await?;
            match &actor {
                Some(actor) => audit::audit(tx, at, actor, AuditAction::UpdateProfile, &json!({})).await,
                None => Ok(()),
            }
        });
        set.await?;
    }
    User::of(&app, &who).await.map(Json)
}
