//! Extractors: the session's row, looked up for every call. Nothing is cached, so signing out works at once and
//! on every server.

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::header;
use axum::http::request::Parts;
use unmask_store::participants::{Participant as Row, Status};
use unmask_store::progress::ProgressRow;
use unmask_store::sessions::{self, Authenticated, ParticipantState};
use unmask_store::stored::Place;
use unmask_store::{Stamp, Store, allocation};
use unmask_study::Page;
use unmask_study::definition::Group;
use unmask_study::progress::{Assignment, Form, Progress};
use unmask_study::text::Locale;

use super::tokens;
use crate::allocation::Schedule;
use crate::api::error::{ApiError, Code, Result};
use crate::base::clock::{Clock, Millis};
use crate::base::ids;
use crate::study_versions::{LoadedVersion, Versions};

/// A header in which a browser may say whose page it shows, by the participant's code. Tabs share their tokens: what
/// was answered on one person's page must not become another's, who has signed in in the next tab meanwhile.
const PARTICIPANT: &str = "unmask-participant";

/// What a session is looked up in.
#[derive(Clone)]
pub struct Sessions {
    pub store: Store,
    pub clock: Clock,
    /// The study versions.
    pub versions: Versions,
    /// Where a participant who comes back gets a slot from.
    pub schedule: Schedule,
}

/// Anybody with a valid token.
pub enum SignedIn {
    /// A participant who has registered.
    Registrant(Box<Registrant>),
    Admin(Admin),
}

pub struct Admin {
    pub account: String,
    /// Name shown.
    pub username: String,
    pub family: String,
    /// The active version.
    pub loaded: Arc<LoadedVersion>,
}

/// Anyone who has registered, whether or not they have consented, withdrawn, or a slot in the schedule at present.
/// What is theirs by right (their data, leaving, signing out) asks for no more than this.
pub struct Registrant {
    /// Id in the research data.
    pub id: String,
    pub account: String,
    /// Name shown.
    pub username: String,
    pub family: String,
    /// The version that the participant started.
    pub loaded: Arc<LoadedVersion>,
    /// Arm, form, seed; none without a slot.
    pub assigned: Option<Assignment>,
    /// Test form, with a slot or without.
    form: Form,
    /// Seed of all orders.
    seed: i64,
    /// Where the participant is.
    pub progress: Progress,
    /// Counts the moves; a write names the one it starts from.
    pub revision: i64,
    /// When the last move was.
    moved_at: Millis,
    /// Language chosen at registration.
    pub locale: Locale,
    /// Version of the consent given, if any.
    pub consented: Option<String>,
    /// Whether the participant has withdrawn.
    pub withdrawn: bool,
    /// When the first page was reached that differs between the arms.
    pub exposed: bool,
    /// For the researcher's letters.
    pub code: String,
    /// Hash of the token, to look again after a conflict.
    pub token: tokens::Hash,
}

/// Anyone who takes part: consented, not withdrawn, with a slot in the schedule. Only they see content, submit
/// answers and move.
pub struct Participant {
    registrant: Registrant,
    /// Arm, form, seed.
    pub assigned: Assignment,
}

impl Deref for Participant {
    type Target = Registrant;

    fn deref(&self) -> &Registrant {
        &self.registrant
    }
}

impl Registrant {
    /// The present page, as the browser knows it; without consent that is the consent page. Who has left has the
    /// profile: there stands what they were shown.
    pub fn current_state(&self) -> String {
        if self.withdrawn {
            return Page::Profile.to_string();
        }
        if self.consented.is_some() { self.loaded.path(&self.progress.page) } else { Page::Consent.to_string() }
    }

    /// Puts together what the database knows.
    fn new(
        versions: &Versions,
        token: tokens::Hash,
        session: &Authenticated,
        state: &ParticipantState,
    ) -> Result<Self> {
        let row = &state.participant;
        let loaded = versions
            .get(&row.study_version)
            .ok_or_else(|| ApiError::internal(format!("study version {} is not loaded", row.study_version)))?;
        Ok(Self {
            id: row.id.clone(),
            account: session.account_id.clone(),
            username: session.username.clone(),
            family: session.family.clone(),
            assigned: row.group.map(|group| Assignment { group, form: row.form, seed: row.seed }),
            form: row.form,
            seed: row.seed,
            progress: position(&row.id, &state.progress)?,
            revision: state.progress.revision,
            moved_at: state.progress.at,
            locale: Locale(row.locale.clone()),
            consented: state.consented.clone(),
            withdrawn: row.status == Status::Withdrawn,
            exposed: row.exposed.is_some(),
            code: row.code.clone(),
            token,
            loaded,
        })
    }

    /// The time of what this person does now. The one that orders never goes back: if the clock was put back, answers
    /// would come before those that were given earlier.
    pub fn moment(&self, clock: &Clock) -> Stamp {
        let measured = clock.now();
        Stamp { at: if measured < self.moved_at { self.moved_at + 1 } else { measured }, measured }
    }

    /// Rejects a participant who has withdrawn.
    pub fn require_staying(&self) -> Result<()> {
        if self.withdrawn { Err(ApiError::of(Code::Withdrawn)) } else { Ok(()) }
    }

    /// Anyone who has withdrawn, with the place that they had; others as they were. Before the arms part there is none
    /// any more, and no arm matters.
    pub fn having_left(self) -> std::result::Result<Participant, Box<Self>> {
        if !self.withdrawn {
            return Err(Box::new(self));
        }
        let nowhere = || Assignment { group: Group::Control0, form: self.form, seed: self.seed };
        let assigned = self.assigned.clone().unwrap_or_else(nowhere);
        Ok(Participant { registrant: self, assigned })
    }

    /// Rejects a caller who does not take part: withdrawn, without consent, or without a slot while the study is full.
    pub fn taking_part(self) -> Result<Participant> {
        self.require_staying()?;
        if self.consented.is_none() {
            return Err(ApiError::of(Code::ConsentRequired));
        }
        match self.assigned.clone() {
            Some(assigned) => Ok(Participant { registrant: self, assigned }),
            None => Err(ApiError::of(Code::StudyClosed)),
        }
    }
}

impl SignedIn {
    /// The holder of a token that is valid at `now`.
    pub async fn of(sessions: &Sessions, token: tokens::Hash, now: Millis) -> Result<Self> {
        let mut session = sessions.look_up(&token, now).await?;
        if !session.successor_used {
            // The tokens have arrived: the refresh token before them is worth nothing from now on.
            let (family, generation) = (session.family.clone(), session.generation);
            sessions.store.write(async move |tx| sessions::mark_successor_used(tx, &family, generation).await).await?;
        }
        let waits = |row: &Row| row.group.is_none() && row.status == Status::Active;
        if session.participant.as_ref().is_some_and(|state| waits(&state.participant)) {
            sessions.come_back(&session).await?;
            session = sessions.look_up(&token, now).await?;
        }
        match &session.participant {
            Some(state) => Ok(Self::Registrant(Box::new(Registrant::new(&sessions.versions, token, &session, state)?))),
            None => Ok(Self::Admin(Admin {
                account: session.account_id,
                username: session.username,
                family: session.family,
                loaded: sessions.versions.active(),
            })),
        }
    }

    /// Whether it is the participant with this code; the admin, who has none, goes by the name.
    fn is(&self, code: &[u8]) -> bool {
        match self {
            Self::Registrant(registrant) => registrant.code.as_bytes() == code,
            Self::Admin(admin) => admin.username.as_bytes() == code,
        }
    }

    pub fn account(&self) -> &str {
        match self {
            Self::Registrant(registrant) => &registrant.account,
            Self::Admin(admin) => &admin.account,
        }
    }

    pub fn family(&self) -> &str {
        match self {
            Self::Registrant(registrant) => &registrant.family,
            Self::Admin(admin) => &admin.family,
        }
    }

    /// The study version that they see.
    pub fn loaded(&self) -> &Arc<LoadedVersion> {
        match self {
            Self::Registrant(registrant) => &registrant.loaded,
            Self::Admin(admin) => &admin.loaded,
        }
    }
}

impl Sessions {
    /// The same participant as they are now, after another request has moved them.
    pub async fn participant(&self, before: &Participant) -> Result<Participant> {
        match SignedIn::of(self, before.token, self.clock.now()).await? {
            SignedIn::Registrant(registrant) => registrant.taking_part(),
            SignedIn::Admin(_) => Err(ApiError::not_authenticated()),
        }
    }

    async fn look_up(&self, token: &tokens::Hash, now: Millis) -> Result<Authenticated> {
        sessions::authenticate(&self.store, token, now).await?.ok_or_else(ApiError::not_authenticated)
    }

    /// The slot of an idle participant was released; they get the next one, if there is one.
    async fn come_back(&self, session: &Authenticated) -> Result<()> {
        let Some(state) = &session.participant else { return Ok(()) };
        let active = self.versions.active();
        let (target, at) = (active.study.file.allocation.target, self.clock.now());
        let id = state.participant.id.clone();
        let slot =
            self.store.write(async move |tx| allocation::reclaim(tx, &id, target, ids::draw(), at).await).await?;
        if slot.is_none() && self.schedule.extend(&self.store, &active.study).await? {
            let id = state.participant.id.clone();
            self.store.write(async move |tx| allocation::reclaim(tx, &id, target, ids::draw(), at).await).await?;
        }
        Ok(())
    }
}

fn position(id: &str, row: &ProgressRow) -> Result<Progress> {
    let at = |column| Place { table: "progress", column, row: id };
    Ok(Progress {
        step: usize::try_from(row.step).map_err(|_| at("step").corrupt("it is no step"))?,
        page: row.page.parse().map_err(|_| at("page").corrupt("it is no page"))?,
        memory: at("memory").json(&row.memory)?,
    })
}

/// A state of the application in which sessions can be looked up.
pub trait HasSessions: Send + Sync {
    /// What they are looked up in.
    fn sessions(&self) -> Sessions;
}

impl<S: Send + Sync> HasSessions for S
where
    Sessions: FromRef<S>,
{
    fn sessions(&self) -> Sessions {
        Sessions::from_ref(self)
    }
}

impl<S: HasSessions> FromRequestParts<S> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        let token = bearer(parts).ok_or_else(ApiError::not_authenticated)?;
        let sessions = state.sessions();
        let signed_in = Self::of(&sessions, tokens::hash(token), sessions.clock.now()).await?;
        match parts.headers.get(PARTICIPANT) {
            Some(meant) if !signed_in.is(meant.as_bytes()) => Err(ApiError::of(Code::OtherAccount)),
            _ => Ok(signed_in),
        }
    }
}

impl<S: HasSessions> FromRequestParts<S> for Registrant {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        match SignedIn::from_request_parts(parts, state).await? {
            SignedIn::Registrant(registrant) => Ok(*registrant),
            SignedIn::Admin(_) => Err(ApiError::of(Code::ParticipantsOnly)),
        }
    }
}

impl<S: HasSessions> FromRequestParts<S> for Participant {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        Registrant::from_request_parts(parts, state).await?.taking_part()
    }
}

impl<S: HasSessions> FromRequestParts<S> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        match SignedIn::from_request_parts(parts, state).await? {
            SignedIn::Admin(admin) => Ok(admin),
            SignedIn::Registrant(_) => Err(ApiError::of(Code::AdminOnly)),
        }
    }
}

/// The bearer token of a call.
pub fn bearer(parts: &Parts) -> Option<&str> {
    let (scheme, token) = parts.headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
