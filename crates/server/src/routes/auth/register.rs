//! `POST /api/auth/register`

use std::collections::BTreeMap;

use axum::http::{HeaderMap, StatusCode, header};
use unmask_store::allocation::SlotRequest;
use unmask_store::identity::{Account, Role};
use unmask_store::links::{self, Visit};
use unmask_store::participants::{self, Later, NewParticipant, Registered};
use unmask_store::{Digest, sessions};
use unmask_study::allocation::Newcomer;
use unmask_study::flow;
use unmask_study::progress::{Assignment, Form};

use super::{Counted, Session, SignedInHere};
use crate::api::form::FormCode;
use crate::auth::simulated::{self, SimulatedParticipant};
use crate::auth::{names, recruitment, session};
use crate::base::ids;
use crate::routes::prelude::*;
use crate::routes::users::consent::{Consent, foreign};
use crate::study_versions::Enrolment;

/// Attempts to claim a slot, if others claim the slots of an extended schedule first.
const ATTEMPTS: usize = 5;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Registration {
    /// Username of 3 to 64 characters.
    pub username: String,
    /// Password of 8 to 256 characters. Passwords that are easy to guess are rejected.
    pub password: String,
    /// Optional.
    #[serde(default)]
    pub first_name: Option<String>,
    /// Optional.
    #[serde(default)]
    pub last_name: Option<String>,
    /// Language in which the participant takes part.
    #[serde(default)]
    pub locale: Option<String>,
    /// The consent given before registration.
    #[serde(default)]
    pub consent: Option<Consent>,
    /// Parameters of the recruitment link, such as `PROLIFIC_PID`. Parameters that the study does not name are not
    /// stored.
    #[serde(default)]
    pub recruitment: BTreeMap<String, String>,
}

/// Creates an account and a participant, reserves a slot, and signs the participant in.
#[utoipa::path(post, path = "/api/auth/register", operation_id = "auth_register", tag = "auth", request_body = Registration,
    responses((status = 201, body = Session), WithBody, WithFields, Registering, Limited, Always))]
pub async fn register(
    State(app): State<App>,
    headers: HeaderMap,
    Counted(_, form): Counted<Registration>,
) -> Result<(StatusCode, SignedInHere)> {
    let loaded = app.versions.active();
    let simulated = simulated::calling(&app.key, &headers, app.clock.now())?;
    let newcomer = Enrolling { loaded: &loaded, headers: &headers, simulated, link: None };
    require_newcomer(&app, newcomer.person(&app, &form).as_ref()).await?;
    require_open(&app, simulated).await?;
    ApiError::require_valid(errors(&app, &newcomer, &form).await?)?;
    let hash = app.passwords.hash(&form.password).await?;
    newcomer.enrol(&app, form, hash).await
}

/// Somebody who joins the study, with a password or by a link.
pub(super) struct Enrolling<'a> {
    pub loaded: &'a LoadedVersion,
    pub headers: &'a HeaderMap,
    pub simulated: Option<SimulatedParticipant>,
    /// The link that opens the account, if it has no password.
    pub link: Option<OpeningLink>,
}

/// The link that opens a new account.
#[derive(Clone, Debug)]
pub(super) struct OpeningLink {
    /// Keyed hash of its ID.
    pub person: Digest,
    /// Its visit, if each can be used only once.
    pub visit: Option<Visit>,
}

/// What became of a registration by a link.
enum Opening {
    Registered(Registered),
    /// The visit began another participation.
    Used,
}

impl Enrolling<'_> {
    fn person(&self, app: &App, form: &Registration) -> Option<Digest> {
        recruitment::person_hash(&app.key, &self.loaded.study.file, &form.recruitment)
    }

    /// Creates account and participant, and opens a session. All fields of the form are valid.
    pub async fn enrol(
        self,
        app: &App,
        form: Registration,
        password_hash: String,
    ) -> Result<(StatusCode, SignedInHere)> {
        let Self { loaded, simulated, .. } = self;
        let now = app.clock.now();
        let name = form.username.clone();
        let seed = simulated.map_or_else(ids::seed, |simulated| simulated.seed);
        let new = NewParticipant {
            asks: asks(app, loaded, self.headers, &form),
            person: self.person(app, &form),
            simulated: simulated.is_some(),
            ..participant(loaded, form, password_hash, seed, now - simulated.map_or(0, |simulated| simulated.behind))?
        };
        let (session, pair) = session::begin(&app.key, &new.account.id, now);
        for _ in 0..ATTEMPTS {
            let (new, session, link) = (new.clone(), session.clone(), self.link.clone());
            let registered = app.store.write(async move |tx| {
                let visit = link.as_ref().and_then(|link| link.visit.as_ref());
                if let Some(visit) = visit
                    && links::is_used(tx, visit).await?
                {
                    return Ok(Opening::Used);
                }
                let registered = participants::register(tx, &new).await?;
                if matches!(registered, Registered::Done(_) | Registered::Unallocated) {
                    if let Some(link) = &link {
                        links::begin(tx, &new.account.id, &link.person, visit).await?;
                    }
                    sessions::open_session(tx, &session).await?;
                }
                Ok::<_, StoreError>(Opening::Registered(registered))
            });
            match registered.await? {
                Opening::Registered(Registered::Done(_) | Registered::Unallocated) => {
                    let session = Session::of(app, pair, now, simulated).await?;
                    return Ok((StatusCode::CREATED, session.here(app, &name)));
                }
                Opening::Used => return Err(ApiError::of(Code::LinkUsed)),
                Opening::Registered(Registered::PersonTaken) => return Err(takes_part()),
                Opening::Registered(Registered::NameTaken) => return Err(taken()),
                Opening::Registered(Registered::Full) => self.make_room(app).await?,
            }
        }
        Err(ApiError::unavailable("a registration conflicted with others for a slot too often"))
    }

    /// Extends the schedule, so that the registration can be repeated; an error if it cannot be extended.
    async fn make_room(&self, app: &App) -> Result<()> {
        let Self { loaded, simulated, .. } = *self;
        if app.schedule.extend_for(simulated.is_some(), &app.store, &loaded.study).await? {
            return Ok(());
        }
        // The target is reached, unless another server has added slots meanwhile.
        require_open(app, simulated).await?;
        if loaded.study.file.allocation.unit.is_some() {
            // The participant's unit has all its members, or its arm is full.
            return Err(unit_full());
        }
        if loaded.study.file.allocation.is_list() {
            // The rows of a stratum are used up.
            return Err(full());
        }
        Ok(())
    }
}

/// Checked also if the study is full: existing participants can still sign in.
async fn require_newcomer(app: &App, person: Option<&Digest>) -> Result<()> {
    match person {
        Some(person) if participants::is_recruited(&app.store, person).await? => Err(takes_part()),
        _ => Ok(()),
    }
}

/// Simulated participants can register when the study is full: they use separate slots.
pub(super) async fn require_open(app: &App, simulated: Option<SimulatedParticipant>) -> Result<()> {
    let (status, message) = match app.enrolment().await? {
        Enrolment::Paused => ("paused", "The study is paused. You cannot register at the moment."),
        Enrolment::Closed => ("closed", "The study is closed. You can no longer register."),
        Enrolment::Full if simulated.is_none() => return Err(full()),
        Enrolment::Open | Enrolment::Full => return Ok(()),
    };
    Err(ApiError::study_closed(status, message))
}

fn full() -> ApiError {
    ApiError::study_closed("full", "The study is full. You cannot register at the moment.")
}

fn unit_full() -> ApiError {
    let message = "No place is left in the group of your link, such as your class. You cannot register.";
    ApiError::study_closed("unit_full", message)
}

fn taken() -> ApiError {
    ApiError::of(Code::UsernameTaken)
}

fn takes_part() -> ApiError {
    ApiError::of(Code::AlreadyTakingPart)
}

async fn errors(app: &App, newcomer: &Enrolling<'_>, form: &Registration) -> Result<Vec<FieldProblem>> {
    let loaded = newcomer.loaded;
    // A username must not look like the admin's.
    if names::look_alike(&form.username, &app.settings.admin_username) {
        return Err(taken());
    }
    let context =
        [form.username.clone(), loaded.study.file.title.0.clone(), loaded.study.file.id.clone(), "unmask".into()];
    let password = app.passwords.error(&form.password, context.into()).await?;
    // The study has no passwords, except for simulated participants, whom no recruiter sends.
    let is_by_link = loaded.study.file.link_accounts().is_some() && newcomer.simulated.is_none();
    Ok(names::error(&form.username)
        .map(|error| FieldProblem::new("username", error))
        .into_iter()
        .chain(password.map(|error| FieldProblem::new("password", error)))
        .chain(names::personal_problems(form.first_name.as_deref(), form.last_name.as_deref()))
        .chain(is_by_link.then(|| FieldProblem::new("recruitment", FormCode::LinkIncomplete.into())))
        .chain(visit_errors(loaded, form))
        .collect())
}

/// The validation errors of what the visit left: language, link and consent.
pub(super) fn visit_errors(loaded: &LoadedVersion, form: &Registration) -> Vec<FieldProblem> {
    let locale = form.locale.as_deref().and_then(|tag| foreign(loaded, tag));
    let link = recruitment::error(&loaded.study.file, &form.recruitment);
    let consent = form.consent.iter().flat_map(|consent| consent.errors(loaded));
    locale.into_iter().chain(link).chain(consent).collect()
}

/// A slot of the participant's stratum.
fn asks(app: &App, loaded: &LoadedVersion, headers: &HeaderMap, form: &Registration) -> SlotRequest {
    let who = Newcomer {
        user_agent: headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()),
        language: &loaded.locale(form.locale.as_deref()).0,
        link: &form.recruitment,
    };
    app.schedule.request(&loaded.study, loaded.study.stratum(&who), who.link)
}

fn participant(
    loaded: &LoadedVersion,
    form: Registration,
    password_hash: String,
    seed: i64,
    at: Millis,
) -> Result<NewParticipant> {
    let id = ids::uuid(at);
    let tidy = |name: Option<String>| name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
    let consent = form.consent.map(|consent| consent.row(loaded, &id, at)).transpose()?;
    let kept = recruitment::kept(&loaded.study.file, form.recruitment);
    let later = (loaded.study.steps_before_allocation() > 0).then(|| Later {
        form: loaded.study.form_before_allocation(seed),
        page: flow::start(&loaded.study, &Assignment { arm: None, form: Form::X, seed, contact_again: false })
            .page
            .to_string(),
    });
    // The first page may differ between arms, and the arm is known only once the slot is claimed.
    let start = |group| {
        flow::start(&loaded.study, &Assignment { arm: Some(group), form: Form::X, seed, contact_again: false })
            .page
            .to_string()
    };
    Ok(NewParticipant {
        account: Account {
            id: ids::uuid(at),
            username_key: names::key(&form.username),
            username: form.username.trim().to_owned(),
            password_hash,
            role: Role::Participant,
            first_name: tidy(form.first_name),
            last_name: tidy(form.last_name),
            created_at: at,
        },
        participant_id: id,
        code: ids::code(),
        asks: SlotRequest::default(),
        seed,
        study_version: loaded.study.hash.clone(),
        locale: loaded.locale(form.locale.as_deref()).0,
        simulated: false,
        recruitment: (!kept.is_empty()).then(|| json!(kept)),
        person: None,
        at,
        consent,
        later,
        start_page: loaded.study.file.arms.keys().map(|group| (*group, start(*group))).collect(),
    })
}
