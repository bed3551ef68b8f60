//! `PUT /api/users/current-state`

use unmask_store::{Tx, outcomes, submissions};
use unmask_study::definition::Outcome;
use unmask_study::{Page, flow};

use crate::routes::prelude::*;
use crate::routes::receipt::Position;
use crate::routes::submit::{advance, is_over_limit, rejected, wave_of};

/// Attempts at a move that conflicts with moves in other tabs.
const ATTEMPTS: usize = 5;

/// A move to another page.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewState {
    pub current_state: String,
}

/// Moves the participant to the next page, from a page that needs no answer. Accepts an `Idempotency-Key`: a repeated
/// request that arrives after a later move has no effect. Without a key, a late repeat of the move to a question counts
/// as a request for another attempt. A move to the last page after the time limit of the part ends the part, as a
/// submission does.
#[utoipa::path(put, path = "/api/users/current-state", operation_id = "users_set_current_state", tag = "users", security(("bearer" = [])), request_body = NewState,
    responses((status = 200, body = Position), WithBody, SignedInOnly, InFlow, Always))]
pub async fn set_current_state(
    State(app): State<App>,
    who: SignedIn,
    IdempotencyKey(key): IdempotencyKey,
    Json(new): Json<NewState>,
) -> Result<Json<Position>> {
    let mut participant = match who {
        SignedIn::Registrant(registrant) => registrant.taking_part()?,
        // The admin may go to any page, and no position is stored.
        SignedIn::Admin(admin) => {
            let page = admin.loaded.page(&new.current_state);
            page.ok_or_else(|| ApiError::wrong_page("/dashboard".into()))?;
            return Ok(Json(Position { current_state: new.current_state, next_state: None, progress: None }));
        }
    };
    for _ in 0..ATTEMPTS {
        let before = &participant.progress.memory;
        if key.as_ref().is_some_and(|key| before.moves.contains(key)) {
            return Ok(Json(Position::of(&participant)));
        }
        let page = participant.loaded.page(&new.current_state);
        let page = page.ok_or_else(|| ApiError::wrong_page(participant.current_state()))?;
        let study = &participant.loaded.study;
        let mut to = match participant.open_wave().filter(|begin| begin.page == page) {
            Some(begin) => begin,
            None => flow::visit(study, &participant.assigned, &participant.progress, &page)
                .map_err(|error| rejected(&participant.loaded, &participant.locale, error))?,
        };
        if let Some(key) = &key {
            to.memory.remember_move(before, key);
        }
        if to == participant.progress {
            return Ok(Json(Position::of(&participant)));
        }
        let now = participant.moment(&app.clock);
        let ends = to.page == Page::End && participant.progress.page != Page::End;
        if ends && is_over_limit(&app, &participant, &to, None, now).await? {
            let stay = advance(&participant, &participant.progress, now)?;
            let wave = study.wave_id(wave_of(&participant));
            let end = async move |tx: &mut Tx| outcomes::end(tx, &stay, wave, Outcome::TimedOut).await;
            if app.store.write(end).await? {
                return Ok(Json(Position::last()));
            }
            participant = app.sessions.participant(&participant).await?;
            continue;
        }
        let step = advance(&participant, &to, now)?;
        if app.store.write(async move |tx| submissions::move_to(tx, &step).await).await? {
            return Ok(Json(Position::at(&participant.loaded, &participant.assigned, &to)));
        }
        participant = app.sessions.participant(&participant).await?;
    }
    Err(ApiError::unavailable("a move conflicted with others too often"))
}
