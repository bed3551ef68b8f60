//! Extractors. The session is looked up for every call and not cached, so signing out takes effect immediately on every
//! server.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts, MatchedPath};
use axum::http::request::Parts;
use axum::http::{Method, header};
use unmask_store::participants::{Participant as Row, Status};
use unmask_store::progress::ProgressRow;
use unmask_store::sessions::{self, Authenticated, ParticipantState};
use unmask_store::stored::ValueLocation;
use unmask_store::study::{self, StudyStatus};
use unmask_store::{Stamp, Store, StoreError, Tx, consent, outcomes, submissions, waves};
use unmask_study::allocation::Stratum;
use unmask_study::answers::Answers;
use unmask_study::definition::allocation::Factor;
use unmask_study::definition::{Outcome, WaveId};
use unmask_study::flow;
use unmask_study::progress::{Assignment, Form, Progress};
use unmask_study::text::Locale;
use unmask_study::waves::{Course, WaveState};
use unmask_study::{Page, Study};

use super::handover::HandedOver;
use super::people::{self, Found, Kind, People};
use super::rights::{self, Rights};
use super::simulated::{self, SimulatedParticipant};
use super::{names, tokens};
use crate::allocation::Schedule;
use crate::api::error::{ApiError, Code, Result};
use crate::base::clock::{Clock, Millis};
use crate::base::secrets::ServerKey;
use crate::study_versions::{LoadedVersion, Versions};

/// A header with the code of the participant whose page the browser shows. Tabs share their tokens: an answer must not
/// be stored for another user who has signed in in another tab.
const PARTICIPANT: &str = "unmask-participant";

/// Attempts to claim a slot, if others claim the slots of an extended schedule first.
const ATTEMPTS: u32 = 5;

/// The state for looking up sessions.
#[derive(Clone)]
pub struct Sessions {
    pub store: Store,
    pub clock: Clock,
    /// The key of permits for simulated participants.
    pub key: ServerKey,
    /// The study versions.
    pub versions: Versions,
    /// The schedule, for participants who return without a slot.
    pub schedule: Schedule,
    /// The people of the installation.
    pub people: People,
    /// The study's ID in the installation.
    pub study: Arc<str>,
}

/// A user with a valid token.
pub enum SignedIn {
    /// A participant who has registered.
    Registrant(Box<Registrant>),
    Admin(Admin),
}

/// The admin, or a researcher: someone who uses the console.
pub struct Admin {
    pub account: String,
    /// Name shown.
    pub username: String,
    /// Whom the audit log records, see [`Found::actor`].
    pub actor: String,
    pub family: String,
    /// The active version.
    pub loaded: Arc<LoadedVersion>,
    /// What they may do in the study.
    pub rights: Rights,
    /// Whose session it is.
    pub kind: Kind,
}

impl Admin {
    /// Rejects a person who may not unblind themselves.
    pub fn require_unblinding(&self) -> Result<()> {
        if self.rights.may_unblind { Ok(()) } else { Err(ApiError::of(Code::UnblindingForbids)) }
    }

    /// Who this is where it is recorded [who is unblinded](study::Unblindings).
    pub fn person(&self) -> String {
        names::key(&self.actor)
    }
}

/// A registered participant, with or without consent or slot, withdrawn or not. Calls to which all registered people
/// are entitled (data, withdrawal, signing out) require only this.
pub struct Registrant {
    /// Id in the research data.
    pub id: String,
    pub account: String,
    /// Name shown.
    pub username: String,
    pub family: String,
    /// The version that the participant started.
    pub loaded: Arc<LoadedVersion>,
    /// Arm, test form and order seed; none without a slot, except before allocation: then there is no arm yet.
    pub assigned: Option<Assignment>,
    /// Test form, with or without a slot.
    form: Form,
    /// Seed of all orders.
    seed: i64,
    /// The participant's position in the page flow.
    pub progress: Progress,
    /// Number of moves, for compare-and-set.
    pub revision: i64,
    /// Time of the last move.
    moved_at: Millis,
    /// Simulated by `unmask simulate`.
    simulated: bool,
    /// The permit of the call, if it has one: only that of a simulated participant.
    permit: Option<SimulatedParticipant>,
    /// Language chosen at registration.
    pub locale: Locale,
    /// Version of the consent given, if any.
    pub consented: Option<String>,
    /// Whether the participant has withdrawn.
    pub withdrawn: bool,
    /// Why the participation was ended before its last page, if so.
    pub turned_away: Option<Outcome>,
    /// When the first page was reached that differs between the arms.
    pub exposed: bool,
    /// Participant code.
    pub code: String,
    /// Hash of the token, to read again after a conflict.
    pub token: tokens::Hash,
    /// The later parts of the study, as far as they are planned for the participant, in the order of the study.
    pub waves: Vec<PlannedWave>,
    /// The position in a later part that was ended. `progress` is the end of that part then.
    ended_at: Option<Progress>,
}

/// A later part of the study for a participant.
#[derive(Clone, Copy, Debug)]
pub struct PlannedWave {
    /// Its number: 1 for the first of the study's `waves`.
    pub number: usize,
    /// When it is open, started and completed.
    pub course: Course,
    /// Its state now.
    pub state: WaveState,
}

/// A participant who takes part: consented, not withdrawn, with a slot. Only they see content, submit answers and move.
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
    /// The current page on the wire. Without consent, it is the consent page; after withdrawal the profile, which has
    /// the debrief; for participants who were turned away the last page, which says so.
    pub fn current_state(&self) -> String {
        if self.withdrawn {
            return Page::Profile.to_string();
        }
        if self.turned_away.is_some() {
            return Page::End.to_string();
        }
        if self.consented.is_some() { self.loaded.path(&self.progress.page) } else { Page::Consent.to_string() }
    }

    /// Builds it from the session's row.
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
        if row.group.is_some_and(|arm| !loaded.study.file.arms.contains_key(&arm)) {
            let location = ValueLocation { table: "participant", column: "arm", row: &row.id };
            return Err(location.corrupt("the study has no such arm").into());
        }
        let loaded = loaded.seen_by(row.group);
        let form = row.shown_form();
        Ok(Self {
            id: row.id.clone(),
            account: session.account_id.clone(),
            username: session.username.clone(),
            family: session.family.clone(),
            assigned: (row.group.is_some() || is_before_allocation(&loaded.study, state)).then_some(Assignment {
                arm: row.group,
                form,
                seed: row.seed,
                contact_again: false,
            }),
            form,
            seed: row.seed,
            progress: position(&row.id, &state.progress)?,
            revision: state.progress.revision,
            moved_at: state.progress.at,
            simulated: row.simulated,
            permit: None,
            locale: Locale(row.locale.clone()),
            consented: state.consented.clone(),
            withdrawn: row.status == Status::Withdrawn,
            turned_away: state.outcome.filter(|outcome| outcome.is_turned_away()),
            exposed: row.exposed.is_some(),
            code: row.code.clone(),
            token,
            loaded,
            waves: Vec::new(),
            ended_at: None,
        })
    }

    /// Adds the later parts of the study at a time. Who is in one that is over is at its end.
    fn with_waves(mut self, rows: &[(WaveId, Course)], contact_again: bool, now: Millis) -> Self {
        let loaded = Arc::clone(&self.loaded);
        let study = &loaded.study;
        let planned = (1..).zip(&study.file.waves).filter_map(|(number, wave)| {
            let (_, course) = rows.iter().find(|(id, _)| *id == wave.id)?;
            Some(PlannedWave { number, course: *course, state: course.state(now) })
        });
        self.waves = planned.collect();
        if let Some(assigned) = &mut self.assigned {
            assigned.contact_again = contact_again;
        }
        if let Some(assigned) = &self.assigned {
            let present = flow::wave_of(study, assigned, &self.progress);
            let own = self.waves.iter().find(|wave| wave.number == present && wave.state.is_lost());
            if let Some(own) = own {
                let end = flow::end_of_wave(study, assigned, present);
                let left = std::mem::replace(&mut self.progress, end);
                self.ended_at = own.course.ended.map(|_| left);
            }
        }
        self
    }

    /// The later part that the participant can begin now.
    pub fn open_wave(&self) -> Option<Progress> {
        let assigned = self.assigned.as_ref().filter(|_| !self.withdrawn)?;
        let mut open = self.waves.iter().filter(|wave| wave.state == WaveState::Open);
        open.find_map(|wave| flow::begin_wave(&self.loaded.study, assigned, &self.progress, wave.number))
    }

    /// The present part with its outcome, if it is a later one that the program ended.
    pub fn ended_part(&self) -> Option<(usize, Outcome)> {
        let assigned = self.assigned.as_ref().filter(|_| !self.waves.is_empty())?;
        let present = flow::wave_of(&self.loaded.study, assigned, &self.progress);
        let own = self.waves.iter().find(|wave| wave.number == present && wave.state.is_lost())?;
        Some((present, own.course.ended?.outcome))
    }

    /// Why the program ended the part that the participant is in, the first one or a later one, if it did.
    pub fn ended_as(&self) -> Option<Outcome> {
        self.turned_away.or_else(|| self.ended_part().map(|(_, outcome)| outcome))
    }

    /// The part whose end the participant reached, as they are at the end of one: an earlier one if they did not
    /// complete that.
    pub fn completed_part(&self, present: usize) -> usize {
        if !self.waves.iter().any(|own| own.number == present && own.state.is_lost()) {
            return present;
        }
        let completed = self.waves.iter().filter(|own| own.state == WaveState::Completed);
        completed.map(|own| own.number).max().unwrap_or(0)
    }

    /// Whether the participant can take part in a later part, now or in future.
    pub fn is_expected_again(&self) -> bool {
        !self.withdrawn && self.waves.iter().any(|wave| wave.state.is_to_come())
    }

    /// The present moment for the participant: that of the server, except for simulated participants with a clock of
    /// their own.
    pub fn time(&self, clock: &Clock) -> Millis {
        clock.now() - self.permit.map_or(0, |permit| permit.behind)
    }

    /// The time of an action now. The ordered time never decreases: after the clock was set back, answers would
    /// otherwise come before earlier ones.
    pub fn moment(&self, clock: &Clock) -> Stamp {
        let measured = self.time(clock);
        Stamp { at: if measured < self.moved_at { self.moved_at + 1 } else { measured }, measured }
    }

    /// Milliseconds since the participant came to the page. Unbounded if that is not known: the times of simulated
    /// participants are invented, and the clock may have been set back.
    pub fn on_page_for(&self, now: Stamp) -> Millis {
        if self.simulated || now.measured < self.moved_at { Millis::MAX } else { now.measured - self.moved_at }
    }

    /// Whether this is a simulated participant.
    pub fn simulated(&self) -> bool {
        self.simulated
    }

    /// By how much fixed days are earlier for a simulated participant with a clock of its own, so that later parts open
    /// in their time; none without such a clock.
    pub fn fixed_days_earlier(&self) -> Option<Millis> {
        self.permit.filter(|permit| permit.behind > 0).map(|permit| permit.earlier)
    }

    /// Rejects a participant who has withdrawn.
    pub fn require_staying(&self) -> Result<()> {
        if self.withdrawn { Err(ApiError::of(Code::Withdrawn)) } else { Ok(()) }
    }

    /// A participant who has withdrawn, with their last position; others unchanged. Before exposure, they have no slot
    /// and no arm.
    pub fn having_left(self) -> std::result::Result<Participant, Box<Self>> {
        if !self.withdrawn {
            return Err(Box::new(self));
        }
        Ok(self.without_slot())
    }

    /// A participant whose part was ended, at the position that they had then.
    pub fn where_it_ended(mut self) -> Participant {
        self.progress = self.ended_at.take().unwrap_or(self.progress);
        self.without_slot()
    }

    /// A participant who takes part no more, with their last position. Without a slot, their pages are the same in
    /// every arm.
    pub fn without_slot(self) -> Participant {
        let nowhere = || Assignment { arm: None, form: self.form, seed: self.seed, contact_again: false };
        let assigned = self.assigned.clone().unwrap_or_else(nowhere);
        Participant { registrant: self, assigned }
    }

    /// Rejects a caller who does not take part: withdrawn, turned away, without consent, or without a slot while the
    /// study is full.
    pub fn taking_part(self) -> Result<Participant> {
        let assigned = self.require_taking_part()?;
        Ok(Participant { registrant: self, assigned })
    }

    /// The same for a caller who is only asked: their assignment.
    pub fn require_taking_part(&self) -> Result<Assignment> {
        self.require_staying()?;
        if self.turned_away.is_some() {
            return Err(ApiError::wrong_page(self.current_state()));
        }
        if self.consented.is_none() {
            return Err(ApiError::of(Code::ConsentRequired));
        }
        self.assigned.clone().ok_or_else(|| ApiError::of(Code::StudyClosed))
    }
}

impl SignedIn {
    /// The holder of a token that is valid at `now`, with the permit of the call. A permit is an error for all but the
    /// simulated participant for whom it was made.
    pub async fn of(
        sessions: &Sessions,
        token: tokens::Hash,
        now: Millis,
        permit: Option<SimulatedParticipant>,
    ) -> Result<Self> {
        let found = sessions.look_up(&token, now).await?;
        let actor = found.actor().to_owned();
        let Found { mut session, rights, store, kind, .. } = found;
        require_own(permit, session.participant.as_ref())?;
        let time = now - permit.map_or(0, |permit| permit.behind);
        if !session.successor_used {
            // The tokens have arrived: the previous refresh token becomes invalid.
            let (family, generation) = (session.family.clone(), session.generation);
            store.write(async move |tx| sessions::mark_successor_used(tx, &family, generation).await).await?;
        }
        let waits = |state: &ParticipantState| {
            let Row { group, status, study_version, .. } = &state.participant;
            let is_early = |own: Arc<LoadedVersion>| is_before_allocation(&own.study, state);
            group.is_none()
                && *status == Status::Active
                && state.outcome.is_none()
                && !sessions.versions.get(study_version).is_some_and(is_early)
        };
        if let Some(state) = &session.participant {
            // Another server may have activated it a moment ago.
            let loaded = sessions.versions.load(&state.participant.study_version).await;
            loaded.map_err(|error| ApiError::internal(format!("{error:#}")))?;
        }
        if session.participant.as_ref().is_some_and(waits) {
            sessions.allocate(&session, time).await?;
            session = sessions.look_up(&token, now).await?.session;
        }
        match &session.participant {
            Some(state) => {
                let registrant = Registrant::new(&sessions.versions, token, &session, state)?;
                let mut registrant = Registrant { permit, ..registrant };
                // Studies without later parts cost no statement.
                if !registrant.loaded.study.file.waves.is_empty() {
                    let (revision, rows) = waves::waves_at(&sessions.store, &registrant.id).await?;
                    if revision.is_some_and(|seen| seen != registrant.revision) {
                        // Another request has moved the participant between the two statements: read both again.
                        return Box::pin(Self::of(sessions, token, now, permit)).await;
                    }
                    let contact_again = consent::contact_again(&sessions.store, &registrant.id).await?;
                    registrant = registrant.with_waves(&rows, contact_again, time);
                }
                Ok(Self::Registrant(Box::new(registrant)))
            }
            None => Ok(Self::Admin(Admin {
                account: session.account_id,
                username: session.username,
                actor,
                family: session.family,
                loaded: sessions.versions.active(),
                rights: rights.ok_or_else(|| ApiError::of(Code::RoleForbids))?,
                kind,
            })),
        }
    }

    /// Whether this is the participant with this code, or the admin or researcher with this username.
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

    /// The language to answer in: the requested one if the study has it, else that of the participant or the study.
    pub fn locale(&self, requested: Option<&str>) -> Locale {
        let loaded = self.loaded();
        let own = || match self {
            Self::Registrant(registrant) => loaded.locale(Some(&registrant.locale.0)),
            Self::Admin(_) => loaded.locale(None),
        };
        requested.and_then(|tag| loaded.known_locale(tag)).cloned().unwrap_or_else(own)
    }
}

impl Sessions {
    /// The same participant, read again after another request has moved them.
    pub async fn participant(&self, before: &Participant) -> Result<Participant> {
        self.registrant(before).await?.taking_part()
    }

    /// The same, whether or not they still take part.
    pub async fn registrant(&self, before: &Registrant) -> Result<Registrant> {
        match SignedIn::of(self, before.token, self.clock.now(), before.permit).await? {
            SignedIn::Registrant(registrant) => Ok(*registrant),
            SignedIn::Admin(_) => Err(ApiError::not_authenticated()),
        }
    }

    /// The session with this access token: of this study, or of a person of the installation.
    pub async fn find(&self, token: &tokens::Hash, now: Millis) -> Result<Option<Found>, StoreError> {
        match sessions::authenticate(&self.store, token, now).await? {
            // Only people and the administrator have sessions that were handed over.
            Some(session) if HandedOver::of(&session.family).is_none() => {
                let rights = session.participant.is_none().then_some(Rights::ALL);
                Ok(Some(Found { session, rights, store: self.store.clone(), kind: Kind::Account, since: None }))
            }
            _ => self.people.find(&self.study, token, now).await,
        }
    }

    async fn look_up(&self, token: &tokens::Hash, now: Millis) -> Result<Found> {
        self.find(token, now).await?.ok_or_else(ApiError::not_authenticated)
    }

    /// Whom the audit log records for a session, see [`Found::actor`], if it is valid, independently of its tokens.
    pub async fn actor(&self, family: &str, now: Millis) -> Result<Option<String>, StoreError> {
        match sessions::username(&self.store, family, now).await? {
            None => self.people.actor(family, now).await,
            found => Ok(found),
        }
    }

    /// Whether the user whom the audit log calls so may make a call now. Accounts of the study, the administrator and
    /// programs lose that right only with their session.
    pub async fn may_still(&self, actor: &str, method: &Method, call: &str, now: Millis) -> Result<bool, StoreError> {
        if !self.people.is_person(actor).await? {
            return Ok(true);
        }
        let rights = self.people.rights(&self.study, actor, now).await?;
        Ok(rights.is_some_and(|rights| rights::allows(rights.role, method, call)))
    }

    /// Whether a session is valid, independently of its tokens. Media tickets depend on it.
    pub async fn is_alive(&self, family: &str, now: Millis) -> Result<bool, StoreError> {
        Ok(sessions::is_alive(&self.store, family, now).await? || self.people.actor(family, now).await?.is_some())
    }

    /// Ends a session. It becomes invalid on all servers immediately.
    pub async fn sign_out(&self, who: &SignedIn, at: Millis) -> Result<(), StoreError> {
        match who {
            SignedIn::Admin(Admin { family, actor, kind, .. }) if *kind != Kind::Account => {
                self.people.sign_out(family, actor, at).await
            }
            SignedIn::Admin(admin) => people::sign_out(&self.store, &admin.family, Some(&admin.actor), at).await,
            SignedIn::Registrant(registrant) => people::sign_out(&self.store, &registrant.family, None, at).await,
        }
    }

    /// Gives a slot to a participant who has reached the block at which they are allocated, or whose slot was released
    /// while they were idle. If no slot is left, or the study is closed, they are turned away with a code in a study
    /// that allocates at a block; in others they wait.
    async fn allocate(&self, session: &Authenticated, at: Millis) -> Result<()> {
        let Some(state) = &session.participant else { return Ok(()) };
        let active = self.versions.active();
        let participant = &state.participant;
        let (id, simulated) = (participant.id.clone(), participant.simulated);
        // Whoever has answered keeps the version of the study, with its quotas and factors.
        let own = self.versions.get(&participant.study_version).unwrap_or_else(|| Arc::clone(&active));
        let stratum = self.stratum(&own.study, participant).await?;
        let link = link(participant)?;
        // The seed may be published once the study is closed.
        let is_open = simulated || study::status(&self.store).await? != StudyStatus::Closed;
        for attempt in 0.. {
            let limits = own.study.quota_limits();
            let (own_id, asks) = (id.clone(), self.schedule.request(&active.study, stratum, &link));
            let come_back = async move |tx: &mut Tx| outcomes::come_back(tx, &own_id, asks, &limits, at).await;
            if is_open && self.store.write(come_back).await? {
                return Ok(());
            }
            if !is_open || !self.schedule.extend_for(simulated, &self.store, &active.study).await? {
                break;
            }
            if attempt == ATTEMPTS {
                return Err(ApiError::unavailable("a participant conflicted with others for a slot too often"));
            }
        }
        if own.study.steps_before_allocation() > 0 {
            self.store.write(async move |tx| outcomes::turn_away_unallocated(tx, &id, at).await).await?;
        }
        Ok(())
    }

    /// The stratum of a participant who is allocated now, by the version of the study in which they answered.
    async fn stratum(&self, study: &Study, participant: &Row) -> Result<Stratum> {
        if !study.factors().iter().any(|factor| matches!(factor, Factor::Answer(_))) {
            return Ok(participant.stratum);
        }
        let answers = answers_of(&self.store, &participant.id).await?;
        Ok(study.stratum_by_answers(&participant.stratum, &answers))
    }
}

/// Rejects a permit of all but the simulated participant for whom it was made, before it has any effect.
fn require_own(permit: Option<SimulatedParticipant>, participant: Option<&ParticipantState>) -> Result<()> {
    let Some(permit) = permit else { return Ok(()) };
    let is_own =
        participant.is_some_and(|ParticipantState { participant: own, .. }| own.simulated && own.seed == permit.seed);
    if is_own { Ok(()) } else { Err(ApiError::of(Code::InvalidPermit)) }
}

/// The last answer of a participant to each variable.
pub async fn answers_of(store: &Store, participant: &str) -> Result<Answers> {
    let mut answers = Answers::new();
    for submission in submissions::submissions(store, participant).await? {
        let location = ValueLocation { table: "submission", column: "answers", row: &submission.id };
        answers.extend(location.json::<Answers>(&submission.answers)?);
    }
    Ok(answers)
}

/// The parameters of the link with which a participant came.
fn link(participant: &Row) -> Result<BTreeMap<String, String>> {
    let location = ValueLocation { table: "participant", column: "recruitment", row: &participant.id };
    let Some(stored) = &participant.recruitment else { return Ok(BTreeMap::new()) };
    Ok(location.json(&stored.to_string())?)
}

/// Whether a participant has not yet reached the block at which they are allocated.
fn is_before_allocation(study: &Study, state: &ParticipantState) -> bool {
    let step = usize::try_from(state.progress.step).unwrap_or(usize::MAX);
    state.participant.group.is_none() && step < study.steps_before_allocation()
}

fn position(id: &str, row: &ProgressRow) -> Result<Progress> {
    let at = |column| ValueLocation { table: "progress", column, row: id };
    Ok(Progress {
        step: usize::try_from(row.step).map_err(|_| at("step").corrupt("it is no step"))?,
        page: row.page.parse().map_err(|_| at("page").corrupt("it is no page"))?,
        memory: at("memory").json(&row.memory)?,
    })
}

/// A state of the application in which sessions can be looked up.
pub trait HasSessions: Send + Sync {
    /// The state for the look-up.
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
        let now = sessions.clock.now();
        let permit = simulated::calling(&sessions.key, &parts.headers, now)?;
        let signed_in = Self::of(&sessions, tokens::hash(token), now, permit).await?;
        if let Self::Admin(admin) = &signed_in {
            let route = parts.extensions.get::<MatchedPath>().map(MatchedPath::as_str).unwrap_or_default();
            if !rights::allows(admin.rights.role, &parts.method, route) {
                return Err(ApiError::of(Code::RoleForbids));
            }
        }
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
