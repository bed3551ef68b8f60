//! The viewer of content: a participant at their position, or the admin, who may see everything.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use unmask_study::flow::correct_page;
use unmask_study::progress::{Assignment, Form, Memory, Progress};
use unmask_study::text::Locale;
use unmask_study::{Page, Step};

use super::extract::HasSessions;
use super::{Participant, SignedIn};
use crate::api::error::{ApiError, Result};
use crate::api::locale::RequestedLocale;
use crate::base::clock::Millis;
use crate::study_versions::{LoadedVersion, Tickets};

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
    /// The position from which content of a step is seen. A step of another arm does not exist; another step of
    /// the own arm is not open now.
    pub fn at(&self, step: Step) -> Result<(Assignment, Progress)> {
        let Some(participant) = &self.participant else {
            return preview(&self.loaded, &step.first_page()).ok_or_else(ApiError::not_found);
        };
        let steps = self.loaded.steps(participant.assigned.arm);
        match steps.get(participant.progress.step) {
            Some(present) if *present == step => Ok((participant.assigned.clone(), participant.progress.clone())),
            _ if steps.contains(&step) => Err(ApiError::wrong_page(participant.current_state())),
            _ => Err(ApiError::not_found()),
        }
    }

    /// An error unless the page is open: one of the present step, as far as it was reached.
    pub fn on(&self, page: &Page) -> Result<()> {
        let (assigned, progress) = self.at(step_of(page).ok_or_else(ApiError::not_found)?)?;
        match &self.participant {
            Some(participant) if correct_page(&self.loaded.study, &assigned, &progress, page) != *page => {
                Err(ApiError::wrong_page(participant.current_state()))
            }
            _ => Ok(()),
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

/// The step of a page; that of the dashboard is Flow B.
pub fn step_of(page: &Page) -> Option<Step> {
    page.step().or((*page == Page::Dashboard).then_some(Step::FlowB))
}

/// A position from which the admin sees a page: some arm that has its step.
pub fn preview(loaded: &LoadedVersion, page: &Page) -> Option<(Assignment, Progress)> {
    let step = step_of(page)?;
    let (group, index) = loaded
        .study
        .file
        .arms
        .iter()
        .find_map(|(group, arm)| Some((*group, arm.steps.iter().position(|other| *other == step)?)))?;
    let assigned = Assignment { arm: Some(group), form: Form::X, seed: 0 };
    Some((assigned, Progress { step: index, page: page.clone(), memory: Memory::default() }))
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
