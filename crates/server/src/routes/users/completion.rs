//! `GET /api/users/completion`

use unmask_study::Page;
use unmask_study::definition::Outcome;
use unmask_study::definition::screening::OutcomeCode;
use unmask_study::public;

use crate::api::locale::RequestedLocale;
use crate::auth::Registrant;
use crate::routes::prelude::*;

/// How the participation ended, and the code that a recruitment service asks for.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Completion {
    /// Whether the participant has completed the study and all data are stored.
    pub complete: bool,
    /// How the participation ended; null until then.
    pub outcome: Option<Outcome>,
    /// The code of the outcome; null until then, and if the study has none.
    pub code: Option<String>,
    /// URL that leads back to the recruitment service; null until then, and if the study has none.
    pub return_url: Option<String>,
    /// The study's own text for participants who can't take part: HTML, sanitised. Null if it has none, and for others.
    pub html: Option<String>,
}

/// Returns the outcome with its code. Available only after everything is stored: at the end of the study, or once the
/// participant can't take part by their answers.
#[utoipa::path(get, path = "/api/users/completion", operation_id = "users_completion", tag = "users", security(("bearer" = [])), params(LocaleQuery),
    responses((status = 200, body = Completion), SignedInOnly, Always))]
pub async fn completion(
    registrant: Registrant,
    RequestedLocale(requested): RequestedLocale,
) -> Result<Json<Completion>> {
    let outcome = match registrant.turned_away {
        Some(outcome) if !registrant.withdrawn => Some(outcome),
        _ => {
            registrant.require_taking_part()?;
            (registrant.progress.page == Page::End).then_some(Outcome::Completed)
        }
    };
    let study = &registrant.loaded.study;
    let code = outcome.and_then(|outcome| study.outcome_code(outcome));
    let locale = registrant.loaded.locale(requested.as_deref().or(Some(&registrant.locale.0)));
    let stem = registrant.turned_away.map(|outcome| outcome.name().replace('_', "-"));
    Ok(Json(Completion {
        complete: outcome == Some(Outcome::Completed),
        outcome,
        return_url: code.as_ref().and_then(OutcomeCode::link),
        code: code.map(|code| code.code),
        html: stem.and_then(|stem| public::page_text(study, &locale, &stem)),
    }))
}
