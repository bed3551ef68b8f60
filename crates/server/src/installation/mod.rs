//! The studies that this process serves. Each is an [`App`] of its own: database, secrets, media, sessions, jobs. This
//! is the only place that knows several of them, and [`Installation::find`] the only one that decides which study a
//! request is for.

pub mod folders;
mod grant;
mod hosted;
mod manage;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::Result;
use axum::Router;
use axum::http::uri::PathAndQuery;
use futures_util::future::{BoxFuture, join_all};
use parking_lot::{Mutex, RwLock};
use tokio::task::JoinHandle;
use unmask_store::control::{self, HostedStudy};
use unmask_store::lock::ServerLock;
use unmask_store::{Store, StoreError, Tx, sessions, throttle};

pub use grant::{Grant, LONGEST_DAYS, MadeToken, PasswordLink, token_name};
pub use hosted::{Hosted, Unavailable};
pub use manage::{Manager, NewStudy, Source, StudyError};

use crate::api::error::ApiError;
use crate::app::{App, Common};
use crate::auth::address_limit::AddressLimit;
use crate::auth::people::People;
use crate::auth::provider::Provider;
use crate::base::clock::{Clock, Millis};
use crate::base::config::Settings;
use crate::base::secrets::{Secret, ServerKey};
use crate::base::site::{PREFIX, ROOT, Site};
use crate::metrics::{Measured, MeasuredStudy};

/// How soon a server serves a study that another process has added.
const FOLLOW: Duration = Duration::from_secs(2);

/// How often the control database is cleaned.
const CLEAN: Duration = Duration::from_mins(5);
/// Ended sessions are kept for a while, so that showing a spent token is still recognised: a week.
const KEEP_SESSIONS: Millis = 7 * 24 * 60 * 60_000;

/// The studies of this process. Cheap to clone.
#[derive(Clone)]
pub struct Installation(Arc<Parts>);

struct Parts {
    /// The settings of the study at the root.
    settings: Settings,
    clock: Clock,
    /// The control database.
    control: Store,
    common: Common,
    open: Opener,
    addresses: AddressLimit,
    /// Of single sign-on, if the settings have one.
    provider: Option<Provider>,
    key: OnceLock<ServerKey>,
    /// By ID; archived ones are missing.
    studies: RwLock<BTreeMap<String, Arc<Hosted>>>,
    /// Held while the list of studies is followed: two at once would open a study twice.
    following: tokio::sync::Mutex<()>,
}

/// A study that is open.
pub struct Served {
    pub app: App,
    pub router: Router,
    jobs: Vec<JoinHandle<()>>,
    /// Held while this process uses the databases.
    locks: Mutex<Vec<ServerLock>>,
}

impl Served {
    /// A study with its jobs, and with the locks of its databases.
    pub fn new(router: Router, app: App, jobs: Vec<JoinHandle<()>>, locks: Vec<ServerLock>) -> Self {
        Self { app, router, jobs, locks: Mutex::new(locks) }
    }
}

/// Opens a study with its settings.
pub type Opener = fn(Settings, Clock, Common) -> BoxFuture<'static, Result<Served>>;

/// What a request is for.
pub struct Found {
    pub study: Arc<Hosted>,
    /// The path without that of the study.
    pub path: String,
}

impl Installation {
    /// Opens the study at the root, and begins to open the others. If it is the only one and can't be opened, nothing
    /// can be served: that is an error. Otherwise, the others are served meanwhile.
    pub async fn open(settings: Settings, clock: Clock, control: Store, open: Opener) -> Result<Self> {
        let others = control::studies(&control).await?;
        let people = People::of(control.clone(), &settings.admin_username);
        let common = Common { people, ..Common::start(&settings)? };
        let installation = Self(Arc::new(Parts {
            settings: settings.clone(),
            clock: clock.clone(),
            control,
            common: common.clone(),
            open,
            addresses: AddressLimit::default(),
            provider: Provider::of(&settings)?,
            key: OnceLock::new(),
            studies: RwLock::default(),
            following: tokio::sync::Mutex::default(),
        }));
        let root = Hosted::new(Site::default(), settings.study.display().to_string());
        let opened = open(settings.clone(), clock, common.clone()).await;
        if opened.is_err() && !others.iter().any(|study| study.archived_at.is_none()) {
            opened?;
            return Ok(installation);
        }
        let own = installation.clone();
        root.open(opened, move || (own.0.open)(own.0.settings.clone(), own.0.clock.clone(), common.clone()));
        installation.0.studies.write().insert(ROOT.to_owned(), root);
        installation.know_administrator();
        installation.serve(&others);
        Ok(installation)
    }

    /// The administrator's account is in the database of the study at the root, which may open later.
    fn know_administrator(&self) {
        if self.people().root().is_none()
            && let Ok(root) = self.root()
        {
            self.people().are_in(root.app.store.clone());
        }
    }

    /// Begins to open those that are not archived and not open.
    fn serve(&self, rows: &[HostedStudy]) {
        let mut studies = self.0.studies.write();
        for row in rows.iter().filter(|row| row.archived_at.is_none()) {
            if studies.contains_key(&row.id) {
                continue;
            }
            let study = Hosted::new(site(row), row.title.clone());
            let (own, row) = (self.clone(), row.clone());
            study.open_with(move || {
                let Parts { settings, clock, common, open, .. } = &*own.0;
                match settings.of_study(&row) {
                    Ok(settings) => open(settings, clock.clone(), common.clone()),
                    Err(error) => Box::pin(async { Err(error) }),
                }
            });
            studies.insert(study.site.id().to_owned(), study);
        }
    }

    /// Serves studies that were added, closes those that were archived or removed, and opens those again whose address
    /// was changed, until the server ends.
    pub async fn follow(self) {
        loop {
            tokio::time::sleep(FOLLOW).await;
            if let Err(error) = self.follow_once().await {
                tracing::warn!(%error, "the list of studies could not be read and will be read again");
            }
        }
    }

    /// The same once.
    pub async fn follow_once(&self) -> Result<(), StoreError> {
        let _turn = self.0.following.lock().await;
        self.know_administrator();
        let rows = control::studies(&self.0.control).await?;
        let sites: Vec<_> = rows.iter().filter(|row| row.archived_at.is_none()).map(site).collect();
        let is_listed = |site: &Site| site.is_root() || sites.contains(site);
        let gone: Vec<_> = {
            let mut studies = self.0.studies.write();
            studies.extract_if(.., |_, study| !is_listed(&study.site)).map(|(_, study)| study).collect()
        };
        for study in gone {
            tracing::info!(study = study.site.id(), "the study is no longer served");
            drop(study.close().await);
        }
        self.serve(&rows);
        Ok(())
    }

    /// Deletes what is over in the control database, until the server ends.
    pub async fn clean(self) {
        loop {
            tokio::time::sleep(CLEAN).await;
            if let Err(error) = self.clean_once().await {
                tracing::warn!(%error, "the control database could not be cleaned; it is tried again");
            }
        }
    }

    /// The same once: attempts to sign in, sessions, links and ceremonies that are over.
    pub async fn clean_once(&self) -> Result<(), StoreError> {
        let now = self.0.clock.now();
        let clean = async move |tx: &mut Tx| {
            throttle::prune(tx, now).await?;
            sessions::prune(tx, now - KEEP_SESSIONS).await?;
            control::people::prune_invitations(tx, now).await?;
            control::sign_in::prune(tx, now).await
        };
        self.0.control.write(clean).await
    }

    /// The control database.
    pub fn control(&self) -> &Store {
        &self.0.control
    }

    /// The settings of the study at the root.
    pub fn settings(&self) -> &Settings {
        &self.0.settings
    }

    /// What all studies share.
    pub fn common(&self) -> &Common {
        &self.0.common
    }

    /// Those who use the consoles.
    pub fn people(&self) -> &People {
        &self.0.common.people
    }

    /// Attempts to sign in by address.
    pub fn addresses(&self) -> &AddressLimit {
        &self.0.addresses
    }

    /// The provider of single sign-on, if the settings have one.
    pub fn provider(&self) -> Option<&Provider> {
        self.0.provider.as_ref()
    }

    /// The metrics of all studies, if they are on.
    pub fn measured(&self) -> Option<Measured> {
        let Common { metrics, passwords, .. } = &self.0.common;
        let own = self.clone();
        let measured = |study: &Arc<Hosted>| match study.now() {
            Some(served) => served.app.measured_study(),
            None => MeasuredStudy { id: study.site.id().to_owned(), open: None },
        };
        Some(Measured {
            metrics: Arc::clone(metrics.as_ref()?),
            passwords: passwords.clone(),
            studies: Arc::new(move || own.studies().iter().map(measured).collect()),
        })
    }

    /// The key from which the tokens of people are derived: that of the study at the root.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn key(&self) -> Result<ServerKey, ApiError> {
        if let Some(known) = self.0.key.get() {
            return Ok(known.clone());
        }
        let read = Secret::ServerKey.read(&self.0.settings);
        let key = read.ok().flatten().map(ServerKey::new);
        let key = key.ok_or_else(|| ApiError::unavailable("the server key can't be read"))?;
        Ok(self.0.key.get_or_init(|| key).clone())
    }

    pub fn clock(&self) -> &Clock {
        &self.0.clock
    }

    /// All studies that are served or being opened; the one at the root is first.
    pub fn studies(&self) -> Vec<Arc<Hosted>> {
        let studies = self.0.studies.read();
        let root = studies.get(ROOT).into_iter();
        root.chain(studies.iter().filter(|(id, _)| *id != ROOT).map(|(_, study)| study)).cloned().collect()
    }

    /// The study at the root.
    ///
    /// # Errors
    /// If it is not open.
    pub fn root(&self) -> Result<Arc<Served>, Unavailable> {
        let root = self.0.studies.read().get(ROOT).cloned();
        root.and_then(|root| root.now()).ok_or(Unavailable::Broken)
    }

    /// Which study a request is for, by its host name or else by its path; none if there is no such study.
    pub fn find(&self, host: Option<&str>, path: &str) -> Option<Found> {
        let studies = self.0.studies.read();
        let host = host.map(without_port);
        let named = studies
            .values()
            .find(|study| study.site.host().is_some_and(|own| host.is_some_and(|host| own.eq_ignore_ascii_case(host))));
        // A study with a host name has the whole origin: no other study's pages may share its storage.
        if let Some(study) = named {
            return Some(Found { study: Arc::clone(study), path: path.to_owned() });
        }
        let Some(below) = path.strip_prefix(PREFIX) else {
            return studies.get(ROOT).map(|root| Found { study: Arc::clone(root), path: path.to_owned() });
        };
        let (id, rest) = below.split_once('/').unwrap_or((below, ""));
        let study = studies.get(id).filter(|study| study.site.path_id() == Some(id))?;
        Some(Found { study: Arc::clone(study), path: format!("/{rest}") })
    }

    /// Starts the shutdown: no study is ready any more.
    pub fn drain(&self) {
        self.studies().iter().filter_map(|study| study.now()).for_each(|served| served.app.drain());
    }

    /// Completes what is queued, and closes all databases. Returns their locks, to be released once nothing reads them.
    pub async fn close(&self) -> Vec<ServerLock> {
        let locks = join_all(self.studies().iter().map(|study| study.close())).await;
        self.0.control.clone().close().await;
        locks.into_iter().flatten().collect()
    }
}

/// The address of a further study.
fn site(row: &HostedStudy) -> Site {
    Site::of(&row.id, row.host.as_deref())
}

/// The host of a `Host` header.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
    .trim_end_matches('.')
}

/// The path and query of a request below the path of its study.
pub fn below(path: &str, query: Option<&str>) -> Option<PathAndQuery> {
    let whole = query.map_or_else(|| path.to_owned(), |query| format!("{path}?{query}"));
    PathAndQuery::try_from(whole).ok()
}
