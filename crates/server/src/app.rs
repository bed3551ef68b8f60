//! The state that handlers share, and its parts for extractors. Only handlers, jobs and commands use [`App`];
//! subsystems take only the parts that they need.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;
use axum::extract::FromRef;
use parking_lot::RwLock;
use unmask_store::Store;
use unmask_store::study::{self, StudyStatus};

use crate::allocation::Schedule;
use crate::api::error::ApiError;
use crate::auth::Sessions;
use crate::auth::address_limit::AddressLimit;
use crate::auth::dry_runs::DryRuns;
use crate::auth::password::Passwords;
use crate::auth::people::People;
use crate::base::background;
use crate::base::clock::Clock;
use crate::base::config::Settings;
use crate::base::recorded;
use crate::base::secrets::ServerKey;
use crate::collector::{Collector, Intake};
use crate::mail::Relay;
use crate::media::Deliveries;
use crate::metrics::{Measured, MeasuredStudy, Metrics, OpenStudy};
use crate::read_models::Console;
use crate::recruiters::signed_links::SignedLinks;
use crate::reports::Results;
use crate::study_versions::{self, Enrolment, Versions};
use crate::web_app::WebApp;
use crate::webhooks::Sender;

/// The state that handlers share. Cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// The contents of [`App`].
pub struct Parts {
    pub settings: Arc<Settings>,
    pub clock: Clock,
    /// The key from which IDs, tokens and tickets are derived.
    pub key: ServerKey,
    pub store: Store,
    /// All study versions that participants use.
    pub versions: Versions,
    /// The allocation schedule.
    pub schedule: Schedule,
    /// The hashing threads.
    pub passwords: Passwords,
    /// Attempts by address in the current minute.
    pub addresses: AddressLimit,
    /// The mail server, if there is one.
    pub relay: Option<Relay>,
    /// The client of webhooks.
    pub webhooks: Sender,
    /// The public keys of links that Prolific has signed.
    pub signed_links: SignedLinks,
    /// Media that could not be delivered.
    pub deliveries: Deliveries,
    /// The administrator's dry runs.
    pub dry_runs: DryRuns,
    /// The state for looking up sessions.
    pub sessions: Sessions,
    /// The report for the console.
    pub results: Results,
    /// The read models of the console.
    pub console: Arc<Console>,
    /// The collector of analytics, unless they are off or their database is damaged.
    pub collector: Option<Arc<Collector>>,
    /// The metrics, if they are on.
    pub metrics: Option<Arc<Metrics>>,
    /// The web app, filled for the active version.
    web: RwLock<Arc<WebApp>>,
    draining: AtomicBool,
}

/// What the studies of an installation share. Cheap to clone.
#[derive(Clone)]
pub struct Common {
    /// The hashing threads.
    pub passwords: Passwords,
    /// The metrics, if they are on.
    pub metrics: Option<Arc<Metrics>>,
    /// The people of the installation.
    pub people: People,
}

impl Common {
    /// Starts the hashing threads.
    pub fn start(settings: &Settings) -> Result<Self> {
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        Ok(Self {
            passwords: Passwords::start(threads)?,
            metrics: settings.metrics.map(|_| Arc::default()),
            people: People::default(),
        })
    }
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl FromRef<App> for Sessions {
    fn from_ref(app: &App) -> Self {
        app.sessions.clone()
    }
}

impl FromRef<App> for Intake {
    fn from_ref(app: &App) -> Self {
        Self {
            collector: app.collector.clone(),
            settings: Arc::clone(&app.settings),
            clock: app.clock.clone(),
            key: app.key.clone(),
            store: app.store.clone(),
            versions: app.versions.clone(),
        }
    }
}

impl App {
    /// Loads the study, prepares schedule and admin, renders the public pages.
    pub async fn open(settings: Settings, clock: Clock, store: Store) -> Result<Self> {
        let common = Common::start(&settings)?;
        Box::pin(Self::open_with(settings, clock, store, common)).await
    }

    /// The same for a study of an installation.
    pub async fn open_with(settings: Settings, clock: Clock, store: Store, common: Common) -> Result<Self> {
        // All checks that can reject the start come before any write.
        let accepted_key = recorded::server_key(&settings, &store).await?;
        let accepted_seed = recorded::allocation_seed(&settings, &store).await?;
        let (key, schedule) = (ServerKey::new(accepted_key.bytes), Schedule::new(accepted_seed.bytes));
        let versions = study_versions::open(&settings, &key, &store, clock.now()).await?;
        let relay = Relay::open(&settings.mail, &settings.site, &versions.active().study)?;
        let recording = recorded::record_key(&store, &key, settings.new_server_key);
        accepted_key.record(&settings, recording).await?;
        accepted_seed.record(&settings, schedule.prepare(&store, &versions.active().study)).await?;
        let web = WebApp::new(&versions.active(), &settings)?;
        let addresses = AddressLimit::default();
        let collector = Collector::open(&settings.analytics, &settings.database_url).await?.map(Arc::new);
        let sessions = Sessions {
            store: store.clone(),
            clock: clock.clone(),
            key: key.clone(),
            versions: versions.clone(),
            schedule: schedule.clone(),
            people: common.people,
            study: settings.site.id().into(),
        };
        let console = Console::new(store.clone(), clock.clone(), versions.clone(), schedule.clone());
        let draining = AtomicBool::new(false);
        Ok(Self(Arc::new(Parts {
            settings: Arc::new(settings),
            clock,
            key,
            store,
            versions,
            schedule,
            passwords: common.passwords,
            addresses,
            relay,
            webhooks: Sender::default(),
            signed_links: SignedLinks::default(),
            deliveries: Deliveries::default(),
            dry_runs: DryRuns::default(),
            sessions,
            results: Results::default(),
            console: Arc::new(console),
            collector,
            metrics: common.metrics,
            web: RwLock::new(Arc::new(web)),
            draining,
        })))
    }

    /// Whether registration is possible now, and if not, why.
    pub async fn enrolment(&self) -> Result<Enrolment, ApiError> {
        Ok(match study::status(&self.store).await? {
            StudyStatus::Paused => Enrolment::Paused,
            StudyStatus::Closed => Enrolment::Closed,
            StudyStatus::Open if self.schedule.has_slots(&self.store, &self.versions.active().study).await? => {
                Enrolment::Open
            }
            StudyStatus::Open => Enrolment::Full,
        })
    }

    /// What the metrics listener serves, if metrics are on.
    pub fn measured(&self) -> Option<Measured> {
        let own = self.measured_study();
        Some(Measured {
            metrics: Arc::clone(self.metrics.as_ref()?),
            passwords: self.passwords.clone(),
            studies: Arc::new(move || vec![own.clone()]),
        })
    }

    /// What the gauges of the study are read from.
    pub fn measured_study(&self) -> MeasuredStudy {
        let (store, clock, versions) = (self.store.clone(), self.clock.clone(), self.versions.clone());
        MeasuredStudy { id: self.settings.site.id().to_owned(), open: Some(OpenStudy { store, clock, versions }) }
    }

    /// The web app, filled for the active version.
    pub fn web(&self) -> Arc<WebApp> {
        Arc::clone(&self.web.read())
    }

    /// Serves the version that another process has activated, if it has.
    pub async fn follow(&self) -> Result<()> {
        let Some(next) = self.versions.next().await? else { return Ok(()) };
        let (version, settings) = (Arc::clone(&next.active), Arc::clone(&self.settings));
        let web = background::run(move || WebApp::new(&version, &settings)).await??;
        *self.web.write() = Arc::new(web);
        tracing::info!(version = next.active.study.hash, "serving the study version that was activated");
        self.versions.switch(next);
        Ok(())
    }

    /// Starts the shutdown: the server is no longer ready.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::SeqCst);
    }

    /// Whether the server is shutting down.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::SeqCst)
    }
}
