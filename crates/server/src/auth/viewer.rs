//! The viewer of content: a participant at their position, or the admin, who may see everything.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use unmask_study::Page;
use unmask_study::flow::{correct_page, find_step};
use unmask_study::page::{Step, StepKind};
use unmask_study::progress::{Assignment, Form, Memory, Progress};
use unmask_study::text::Locale;

use super::extract::HasSessions;
use super::{Participant, SignedIn};
use crate::api::error::{ApiError, Result};
use crate::api::locale::RequestedLocale;
use crate::base::clock::Millis;
use crate::study_versions::{LoadedVersion, Tickets};

/// The position from which content is seen.
#[derive(Clone, Debug)]
pub struct Place {
    pub assigned: Assignment,
    pub progress: Progress,
    /// The present step.
    pub step: Step,
}

/// A consenting participant or the admin, and the language to answer in.
pub struct Viewer {
    /// The study version.
    pub loaded: Arc<LoadedVersion>,
    /// The language of the answer.
    pub locale: Locale,
    /// The participant; `None` is the admin.
    pub participant: Option<Box<Participant>>,
    session: String,
    now: Millis,
}

impl Viewer {
    /// The position from which content of a kind of step is seen. A step of another arm does not exist; another step of
    /// the own arm is not open now.
    pub fn at(&self, kind: StepKind) -> Result<Place> {
        let Some(participant) = &self.participant else {
            return preview(&self.loaded, &kind.first_page()).ok_or_else(ApiError::not_found);
        };
        let steps = self.loaded.steps(participant.assigned.arm);
        match steps.get(participant.progress.step) {
            Some(present) if present.kind == kind => Ok(Place {
                assigned: participant.assigned.clone(),
                progress: participant.progress.clone(),
                step: *present,
            }),
            _ if steps.iter().any(|step| step.kind == kind) => Err(ApiError::wrong_page(participant.current_state())),
            _ => Err(ApiError::not_found()),
        }
    }

    /// The position from which a page is seen; an error unless it is open: one of the present step, as far as it was
    /// reached.
    pub fn on(&self, page: &Page) -> Result<Place> {
        let place = self.at(step_of(page).ok_or_else(ApiError::not_found)?)?;
        match &self.participant {
            Some(participant) if correct_page(&self.loaded.study, &place.assigned, &place.progress, page) != *page => {
                Err(ApiError::wrong_page(participant.current_state()))
            }
            _ => Ok(place),
        }
    }

    /// For whom addresses of media are made.
    pub fn tickets(&self) -> Tickets<'_> {
        Tickets { loaded: &self.loaded, session: &self.session, now: self.now }
    }

    /// The bundle's id for one on the wire.
    pub fn bundle_id(&self, wire: &str) -> Result<String> {
        self.loaded.ids.bundle(wire).ok_or_else(ApiError::not_found)
    }
}

/// The kind of step of a page; that of the dashboard is Flow B.
pub fn step_of(page: &Page) -> Option<StepKind> {
    page.step().or((*page == Page::Dashboard).then_some(StepKind::FlowB))
}

/// A position from which the admin sees a page: some arm that has its step.
pub fn preview(loaded: &LoadedVersion, page: &Page) -> Option<Place> {
    let study = &loaded.study;
    let (arm, index, step) = study.steps.iter().find_map(|(arm, steps)| {
        let index = find_step(study, steps, page)?;
        Some((*arm, index, steps[index]))
    })?;
    let assigned = Assignment { arm: Some(arm), form: Form::X, seed: 0, contact_again: false };
    Some(Place { assigned, progress: Progress { step: index, page: page.clone(), memory: Memory::default() }, step })
}

impl Viewer {
    async fn new<S: HasSessions>(parts: &mut Parts, state: &S, leavers: bool) -> Result<Self> {
        let Ok(RequestedLocale(requested)) = RequestedLocale::from_request_parts(parts, state).await;
        let now = state.sessions().clock.now();
        let who = SignedIn::from_request_parts(parts, state).await?;
        let locale = who.locale(requested.as_deref());
        match who {
            SignedIn::Registrant(registrant) => {
                let left = if leavers { registrant.having_left() } else { Err(registrant) };
                let participant = Box::new(left.or_else(|registrant| registrant.taking_part())?);
                let loaded = Arc::clone(&participant.loaded);
                Ok(Self { locale, session: participant.family.clone(), participant: Some(participant), loaded, now })
            }
            SignedIn::Admin(admin) => {
                Ok(Self { loaded: admin.loaded, locale, participant: None, session: admin.family, now })
            }
        }
    }
}

impl<S: HasSessions> FromRequestParts<S> for Viewer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        Self::new(parts, state, false).await
    }
}

/// A viewer, or a participant who has left the study: they may see what is shown to those who leave.
pub struct ViewerOrLeaver(pub Viewer);

impl<S: HasSessions> FromRequestParts<S> for ViewerOrLeaver {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        Viewer::new(parts, state, true).await.map(Self)
    }
}
