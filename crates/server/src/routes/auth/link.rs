//! `POST /api/auth/link`

use std::collections::BTreeMap;

use axum::http::{HeaderMap, StatusCode, header};
use unmask_store::Digest;
use unmask_store::identity::Account;
use unmask_store::links::{self, Proof, Resumed, Visit, VisitState};
use unmask_store::throttle::{self, Attempt, Gate};
use unmask_study::definition::study::Recruitment;
use unmask_study::hex;

use super::register::{Enrolling, OpeningLink, Registration, require_open, visit_errors};
use super::{Counted, Session, SignedInHere, suggestion};
use crate::auth::{recruitment, session, simulated};
use crate::base::ids;
use crate::recruiters::visits::{Arrival, Confirmation, Purpose, confirm};
use crate::routes::prelude::*;
use crate::routes::users::consent::Consent;

/// A visit by a recruitment link.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LinkVisit {
    /// Language in which the participant takes part.
    #[serde(default)]
    pub locale: Option<String>,
    /// The consent given before. Ignored if the participant takes part already.
    #[serde(default)]
    pub consent: Option<Consent>,
    /// Parameters of the recruitment link. Parameters that the study does not name are not stored.
    pub recruitment: BTreeMap<String, String>,
}

/// When a participant may ask again whether Prolific confirms their link, in seconds.
const RECRUITER_PAUSE: u32 = 30;

/// Begins or resumes the participation of the recruitment ID in a link, without username and password. Only in a study
/// with `account: link`, else 404. Resuming needs proof that the recruiter has sent the participant again, and ends
/// their other sessions. A repeat with the same `Idempotency-Key` is no other visit.
#[utoipa::path(post, path = "/api/auth/link", operation_id = "auth_link", tag = "auth", request_body = LinkVisit,
    params(("Idempotency-Key" = Option<String>, Header, description = "UUID of the visit, the same for each repeat")),
    responses((status = 201, body = Session), (status = 200, body = Session), WithBody, WithFields, Linking, WithId, Limited, Always))]
pub async fn link(
    State(app): State<App>,
    headers: HeaderMap,
    IdempotencyKey(attempt): IdempotencyKey,
    Counted(_, visit): Counted<LinkVisit>,
) -> Result<(StatusCode, SignedInHere)> {
    let loaded = app.versions.active();
    let file = &loaded.study.file;
    let recruitment = file.link_accounts().ok_or_else(ApiError::not_found)?;
    let simulated = simulated::calling(&app.key, &headers, app.clock.now())?;
    let person = require_complete(&app, &loaded, recruitment, &visit)?;
    let attempt = attempt.unwrap_or_else(|| ids::uuid(app.clock.now()));
    let proof = recruitment::proof(&app.key, file, recruitment, &visit.recruitment, &attempt);
    let ids = visit.recruitment.clone();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let arrival = Arrival { recruitment, ids: &ids, host, now: app.clock.now() };
    if let Some(account) = links::account(&app.store, &person).await? {
        return resume(&app, &account, &person, proof, &arrival).await;
    }
    require_open(&app, simulated).await?;
    let form = Registration {
        username: suggestion::free_name(&app).await?,
        password: String::new(),
        first_name: None,
        last_name: None,
        locale: visit.locale,
        consent: visit.consent,
        recruitment: visit.recruitment,
    };
    ApiError::require_valid(visit_errors(&loaded, &form))?;
    let once = match &proof {
        Proof::Lasting => None,
        Proof::NewVisit(visit) | Proof::Repeat(visit) => Some(visit.clone()),
    };
    if simulated.is_none() {
        require_known(&app, once.as_ref(), &arrival).await?;
    }
    let link = Some(OpeningLink { person, visit: once });
    match (Enrolling { loaded: &loaded, headers: &headers, simulated, link }).enrol(&app, form, String::new()).await {
        // Either the same link was opened twice at once, or the account was erased.
        Err(error) if error.code() == Code::AlreadyTakingPart => match links::account(&app.store, &person).await? {
            Some(account) => resume(&app, &account, &person, proof, &arrival).await,
            None => Err(error),
        },
        enrolled => enrolled.map_err(ended_meanwhile),
    }
}

/// A link that Prolific does not know begins nothing. While Prolific can't be asked, participants begin all the same:
/// the comparison with Prolific names those who came by a link that it does not know.
async fn require_known(app: &App, visit: Option<&Visit>, arrival: &Arrival<'_>) -> Result<()> {
    if let Some(visit) = visit
        && links::visit_state(&app.store, visit).await? == VisitState::Used
    {
        return Err(ApiError::of(Code::LinkUsed));
    }
    match confirm(&app.settings, &app.signed_links, arrival, Purpose::Begin).await {
        Ok(Confirmation::Confirmed | Confirmation::Unconfirmed | Confirmation::Unavailable) => Ok(()),
        Err(problem) => Err(ApiError::invalid_fields(vec![problem])),
    }
}

/// The keyed hash of the ID in a complete link, which is signed if the study wants that.
fn require_complete(app: &App, loaded: &LoadedVersion, recruitment: &Recruitment, visit: &LinkVisit) -> Result<Digest> {
    let file = &loaded.study.file;
    let secret = app.settings.recruitment_secret.as_deref();
    let errors = recruitment::error(file, &visit.recruitment)
        .or_else(|| recruitment::link_error(recruitment, &visit.recruitment, secret));
    ApiError::require_valid(errors.into_iter().collect())?;
    recruitment::person_hash(&app.key, file, &visit.recruitment)
        .ok_or_else(|| ApiError::internal("`account: link` without a required ID"))
}

/// Opens a session, if the link proves enough. Visits of one person are limited; a signed link without visits is not.
async fn resume(
    app: &App,
    account: &Account,
    person: &Digest,
    proof: Proof,
    arrival: &Arrival<'_>,
) -> Result<(StatusCode, SignedInHere)> {
    if proof != Proof::Lasting {
        pass_gate(app, person).await?;
    }
    if account.has_password() {
        return Err(ApiError::of(Code::PasswordSet));
    }
    if let Proof::NewVisit(visit) = &proof {
        match links::visit_state(&app.store, visit).await? {
            VisitState::New => require_confirmed(app, arrival).await?,
            VisitState::Own => {}
            VisitState::Used => return Err(ApiError::of(Code::LinkUsed)),
        }
    }
    open(app, account, proof).await.map(|session| (StatusCode::OK, session))
}

/// An ID is known to others, and anybody can invent a visit: only the recruiter can tell who was sent again.
async fn require_confirmed(app: &App, arrival: &Arrival<'_>) -> Result<()> {
    match confirm(&app.settings, &app.signed_links, arrival, Purpose::Resume).await {
        Ok(Confirmation::Confirmed) => Ok(()),
        Ok(Confirmation::Unconfirmed) => Err(ApiError::of(Code::LinkUnconfirmed)),
        Ok(Confirmation::Unavailable) => Err(ApiError::of(Code::RecruiterUnavailable).retry_after(RECRUITER_PAUSE)),
        Err(problem) => Err(ApiError::invalid_fields(vec![problem])),
    }
}

/// Every attempt counts, also one that succeeds: nobody needs many visits.
async fn pass_gate(app: &App, person: &Digest) -> Result<()> {
    let own = hex(&app.key.mac("throttle", &[person, b"link"])[..16]);
    let (attempt, now) = (Attempt { own, strangers: None }, app.clock.now());
    match app.store.write(async move |tx| throttle::login_gate(tx, &attempt, now).await).await? {
        Gate::Open => Ok(()),
        Gate::Wait(ms) => Err(ApiError::too_many_requests(u32::try_from((ms + 999) / 1000).unwrap_or(u32::MAX))),
    }
}

/// Another visit of the same person came at the same moment and ended this session: only the last one counts.
fn ended_meanwhile(error: ApiError) -> ApiError {
    if error.code() == Code::NotAuthenticated { ApiError::of(Code::LinkUsed) } else { error }
}

/// Opens a session for an account without a password, and ends its others.
pub(super) async fn open(app: &App, account: &Account, proof: Proof) -> Result<SignedInHere> {
    let now = app.clock.now();
    let (session, pair) = session::begin(&app.key, &account.id, now);
    match app.store.write(async move |tx| links::resume(tx, &proof, &session).await).await? {
        Resumed::Done => match Session::of(app, pair, now, None).await {
            Ok(session) => Ok(session.here(app, &account.username)),
            Err(error) => Err(ended_meanwhile(error)),
        },
        Resumed::Used => Err(ApiError::of(Code::LinkUsed)),
        Resumed::HasPassword => Err(ApiError::of(Code::PasswordSet)),
    }
}
