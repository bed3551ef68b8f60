//! `PUT /api/users/address` and `DELETE /api/users/address`

use unmask_store::{invitations, outcomes};
use unmask_study::definition::Outcome;

use super::user::{Invitations, User};
use crate::api::form::FormCode;
use crate::auth::Registrant;
use crate::mail::address;
use crate::routes::prelude::*;

/// The address for invitations.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAddress {
    pub address: String,
}

/// Stores the address for invitations to later parts, in place of an earlier one. It ends an earlier unsubscription.
/// Only for participants who permitted invitations, while a later part with invitations is to come.
#[utoipa::path(put, path = "/api/users/address", operation_id = "users_set_address", tag = "users", security(("bearer" = [])), request_body = NewAddress,
    responses((status = 200, body = User), WithBody, SignedInOnly, WithFields, WithId, Always))]
pub async fn set_address(
    State(app): State<App>,
    registrant: Registrant,
    Json(new): Json<NewAddress>,
) -> Result<Json<User>> {
    registrant.require_staying()?;
    if Invitations::of(&app, &registrant).await?.is_none() {
        return Err(ApiError::not_found());
    }
    let Some(address) = address::parse(&new.address) else {
        return Err(ApiError::invalid_fields(vec![FieldProblem::new("address", FormCode::AddressInvalid.into())]));
    };
    let (id, account, at) = (registrant.id.clone(), registrant.account.clone(), app.clock.now());
    let sealed = address::seal(&app.key, &account, &address);
    let is_set =
        app.store.write(async move |tx| invitations::set_address(tx, &id, &account, &sealed, at).await).await?;
    if !is_set {
        // Another request declined the later parts, or withdrew.
        let ended = outcomes::outcomes(&app.store, &registrant.id).await?;
        let has_declined = ended.iter().any(|end| end.outcome == Outcome::Declined);
        return Err(if has_declined { ApiError::not_found() } else { ApiError::of(Code::Withdrawn) });
    }
    User::registrant(&app, &registrant).await.map(Json)
}

/// Deletes the address for invitations. Deleting it again changes nothing.
#[utoipa::path(delete, path = "/api/users/address", operation_id = "users_remove_address", tag = "users", security(("bearer" = [])),
    responses((status = 200, body = User), SignedInOnly, Always))]
pub async fn remove_address(State(app): State<App>, registrant: Registrant) -> Result<Json<User>> {
    let account = registrant.account.clone();
    app.store.write(async move |tx| invitations::remove_address(tx, &account).await).await?;
    User::registrant(&app, &registrant).await.map(Json)
}
