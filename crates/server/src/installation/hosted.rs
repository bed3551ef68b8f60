//! A study of an installation, from its opening to its end. A study that can't be opened is tried again, and keeps no
//! other one from running.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use parking_lot::Mutex;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use unmask_store::lock::ServerLock;

use super::Served;
use crate::base::site::Site;

/// How soon a study that could not be opened is tried again.
const AGAIN: Duration = Duration::from_secs(20);
/// How long closing a study waits for an attempt to open it.
const LAST_ATTEMPT: Duration = Duration::from_secs(5);
/// How long a request waits for a study that is being opened.
const PATIENCE: Duration = Duration::from_secs(10);

/// A study that is served, or will be.
pub struct Hosted {
    pub site: Site,
    /// For people.
    pub title: String,
    state: watch::Sender<State>,
    opening: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Clone)]
enum State {
    Opening,
    Open(Arc<Served>),
    /// Why it could not be opened.
    Broken(Arc<str>),
    Closed,
}

/// Why a study does not reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unavailable {
    /// It is still being opened.
    Opening,
    /// It could not be opened.
    Broken,
}

impl Hosted {
    /// Nothing is opened yet.
    pub fn new(site: Site, title: String) -> Arc<Self> {
        let (state, _) = watch::channel(State::Opening);
        Arc::new(Self { site, title, state, opening: Mutex::default() })
    }

    /// Takes the result of an attempt to open it. After a failure, it is tried again until it succeeds.
    pub fn open<F>(self: &Arc<Self>, first: Result<Served>, again: impl Fn() -> F + Send + Sync + 'static)
    where
        F: Future<Output = Result<Served>> + Send + 'static,
    {
        if matches!(self.take(first), Taken::Failed) {
            self.keep_trying(Some(AGAIN), again);
        }
    }

    /// Opens it in a task of its own.
    pub fn open_with<F>(self: &Arc<Self>, attempt: impl Fn() -> F + Send + Sync + 'static)
    where
        F: Future<Output = Result<Served>> + Send + 'static,
    {
        self.keep_trying(None, attempt);
    }

    fn keep_trying<F>(self: &Arc<Self>, first: Option<Duration>, attempt: impl Fn() -> F + Send + Sync + 'static)
    where
        F: Future<Output = Result<Served>> + Send + 'static,
    {
        let own = Arc::clone(self);
        *self.opening.lock() = Some(tokio::spawn(async move {
            let mut wait = first;
            loop {
                if let Some(wait) = wait
                    && tokio::time::timeout(wait, own.closed()).await.is_ok()
                {
                    return;
                }
                match own.take(attempt().await) {
                    Taken::Settled => return,
                    Taken::Late(served) => return drop(shut(&served).await),
                    Taken::Failed => wait = Some(AGAIN),
                }
            }
        }));
    }

    async fn closed(&self) {
        // The sender is this one's own.
        let _ = self.state.subscribe().wait_for(|state| matches!(state, State::Closed)).await;
    }

    /// Takes the result of an attempt. A reason is logged once.
    fn take(&self, opened: Result<Served>) -> Taken {
        match opened {
            Ok(served) => {
                let served = Arc::new(served);
                let is_awaited = self.replace(State::Open(Arc::clone(&served)));
                if !is_awaited {
                    return Taken::Late(served);
                }
                let version = &served.app.versions.active().study.hash;
                tracing::info!(study = self.site.id(), version, "the study is open");
                Taken::Settled
            }
            Err(error) => {
                let why: Arc<str> = format!("{error:#}").into();
                let is_known = matches!(&*self.state.borrow(), State::Broken(known) if *known == why);
                if !is_known {
                    tracing::error!(
                        study = self.site.id(),
                        error = &*why,
                        "the study can't be opened; it is tried again"
                    );
                }
                if self.replace(State::Broken(why)) { Taken::Failed } else { Taken::Settled }
            }
        }
    }

    /// False, and without effect, if it was closed meanwhile.
    fn replace(&self, new: State) -> bool {
        self.state.send_if_modified(|state| {
            let is_awaited = !matches!(state, State::Closed);
            if is_awaited {
                *state = new;
            }
            is_awaited
        })
    }

    /// The open study; waits for it for a while if it is being opened.
    ///
    /// # Errors
    /// If it is not open.
    pub async fn served(&self) -> Result<Arc<Served>, Unavailable> {
        let mut states = self.state.subscribe();
        let settled = states.wait_for(|state| !matches!(state, State::Opening));
        match tokio::time::timeout(PATIENCE, settled).await {
            Ok(Ok(state)) => match &*state {
                State::Open(served) => Ok(Arc::clone(served)),
                _ => Err(Unavailable::Broken),
            },
            _ => Err(Unavailable::Opening),
        }
    }

    /// The open study, if it is open.
    pub fn now(&self) -> Option<Arc<Served>> {
        match &*self.state.borrow() {
            State::Open(served) => Some(Arc::clone(served)),
            _ => None,
        }
    }

    /// Why it could not be opened, if it could not.
    pub fn fault(&self) -> Option<Arc<str>> {
        match &*self.state.borrow() {
            State::Broken(why) => Some(Arc::clone(why)),
            _ => None,
        }
    }

    /// Ends its jobs, completes what is queued, and closes its databases. Requests get no reply from it any more. One
    /// that is being opened is closed as soon as it is open. Returns the locks of the databases.
    pub async fn close(&self) -> Vec<ServerLock> {
        let locks = match self.state.send_replace(State::Closed) {
            State::Open(served) => shut(&served).await,
            _ => Vec::new(),
        };
        // So that the same study, if it is reopened at once, is not opened twice.
        let opening = self.opening.lock().take();
        if let Some(opening) = opening {
            let _ = tokio::time::timeout(LAST_ATTEMPT, opening).await;
        }
        locks
    }
}

/// What became of an attempt to open a study.
enum Taken {
    /// It is open, or nobody waits for it.
    Settled,
    /// It is open, and was closed meanwhile.
    Late(Arc<Served>),
    Failed,
}

async fn shut(served: &Served) -> Vec<ServerLock> {
    served.jobs.iter().for_each(JoinHandle::abort);
    served.app.store.clone().close().await;
    if let Some(collector) = &served.app.collector {
        collector.store.clone().close().await;
    }
    std::mem::take(&mut served.locks.lock())
}
