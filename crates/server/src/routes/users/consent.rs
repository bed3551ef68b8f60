//! `POST /api/users/consent`

use std::collections::BTreeMap;

use sha2::{Digest as _, Sha256};
use unmask_store::consent::{self, NewConsent};
use unmask_study::hex;
use unmask_study::public;

use super::user::User;
use crate::api::form::FormCode;
use crate::api::json::to_text;
use crate::auth::Registrant;
use crate::routes::prelude::*;

/// A consent to one version of the consent text.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Consent {
    /// Version of the consent text that was shown.
    pub version: String,
    /// Language in which the text was shown.
    pub locale: String,
    /// Each consent statement by its ID: accepted or not.
    pub ticks: BTreeMap<String, bool>,
}

impl Consent {
    /// What is wrong with it.
    pub fn errors(&self, loaded: &LoadedVersion) -> Vec<FieldProblem> {
        let definition = &loaded.study.consent;
        if self.version != definition.version {
            return vec![FieldProblem::new("version", FormCode::ConsentOutdated.into())];
        }
        let language = foreign(loaded, &self.locale);
        let required = definition.ticks.iter().filter(|tick| tick.required);
        let missing = required
            .filter(|tick| self.ticks.get(&tick.id) != Some(&true))
            .map(|tick| FieldProblem::new(tick.id.as_str(), FormCode::ConsentStatementRequired.into()));
        let unknown = self.ticks.keys().filter(|id| !definition.ticks.iter().any(|tick| tick.id == **id));
        let unknown = unknown.map(|id| FieldProblem::new(id.as_str(), FormCode::ConsentStatementUnknown.into()));
        language.into_iter().chain(missing).chain(unknown).collect()
    }

    /// The row to keep, with a hash of the very text that was shown.
    pub fn row(&self, loaded: &LoadedVersion, participant: &str, at: Millis) -> Result<NewConsent> {
        let locale = loaded.locale(Some(&self.locale));
        let text = to_text(&public::consent(&loaded.study, &locale))?;
        // Every tick of the text is on record, also one that was not sent.
        let tick = |id: &String| (id.clone(), self.ticks.get(id).copied().unwrap_or_default());
        let ticks: BTreeMap<_, _> = loaded.study.consent.ticks.iter().map(|one| tick(&one.id)).collect();
        Ok(NewConsent {
            participant: participant.to_owned(),
            version: self.version.clone(),
            bundle_hash: loaded.study.hash.clone(),
            locale: locale.0,
            ticks: serde_json::json!(ticks),
            text_hash: hex(&Sha256::digest(text)),
            at,
        })
    }
}

/// What is wrong with a language that the study is not in.
pub fn foreign(loaded: &LoadedVersion, tag: &str) -> Option<FieldProblem> {
    let is_foreign = loaded.known_locale(tag).is_none();
    is_foreign.then(|| FieldProblem::new("locale", FormCode::LocaleUnknown.into()))
}

/// Records the consent of the signed-in participant.
#[utoipa::path(post, path = "/api/users/consent", operation_id = "users_consent", tag = "users", security(("bearer" = [])), request_body = Consent,
    responses((status = 200, body = User), WithBody, SignedInOnly, Once, WithFields, Always))]
pub async fn consent(State(app): State<App>, registrant: Registrant, Json(given): Json<Consent>) -> Result<Json<User>> {
    registrant.require_staying()?;
    ApiError::require_valid(given.errors(&registrant.loaded))?;
    let row = given.row(&registrant.loaded, &registrant.id, registrant.time(&app.clock))?;
    // Given already: a second click changes nothing, and another wish is not dropped in silence.
    if registrant.consented.is_some() {
        let stored = consent::consents(&app.store, &registrant.id).await?;
        if stored.last().is_none_or(|last| last.version != row.version || last.ticks != row.ticks) {
            return Err(ApiError::of(Code::ConsentRecorded));
        }
    } else {
        app.store.write(async move |tx| consent::record_consent(tx, &row).await).await?;
    }
    User::registrant(&app, &app.sessions.registrant(&registrant).await?).await.map(Json)
}
