//! `POST /api/users/decline-parts`

use unmask_store::outcomes;

use super::user::User;
use crate::auth::Registrant;
use crate::routes::prelude::*;

/// Records that the participant will not take part in the later parts that are planned for them. They get no more
/// e-mails, their address is deleted, and the debrief opens. Declining again changes nothing. Rejected once a later
/// part is begun, and if none is to come.
#[utoipa::path(post, path = "/api/users/decline-parts", operation_id = "users_decline_parts", tag = "users", security(("bearer" = [])),
    responses((status = 200, body = User), SignedInOnly, Always))]
pub async fn decline_parts(State(app): State<App>, registrant: Registrant) -> Result<Json<User>> {
    registrant.require_taking_part()?;
    let (id, now) = (registrant.id.clone(), registrant.time(&app.clock));
    let is_declined = app.store.write(async move |tx| outcomes::decline(tx, &id, now).await).await?;
    // Another request may have begun a part or withdrawn meanwhile.
    let registrant = app.sessions.registrant(&registrant).await?;
    if !is_declined {
        return Err(ApiError::wrong_page(registrant.current_state()));
    }
    User::registrant(&app, &registrant).await.map(Json)
}
