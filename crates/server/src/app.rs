//! What the handlers share.

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use anyhow::Result;
use unmask_store::Store;
use unmask_store::study::{self, StudyStatus};

use crate::allocation::Schedule;
use crate::api::error::ApiError;
use crate::auth::address_limit::AddressLimit;
use crate::auth::dry_runs::DryRuns;
use crate::auth::password::Passwords;
use crate::auth::{Participant, SignedIn};
use crate::base::clock::Clock;
use crate::base::config::Settings;
use crate::base::recorded;
use crate::base::secrets::ServerKey;
use crate::collector::Collector;
use crate::media::Deliveries;
use crate::metrics::Metrics;
use crate::read_models::Console;
use crate::reports::Results;
use crate::study_versions::{self, Versions};
use crate::web_app::WebApp;

/// All that handlers share. Cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Parts>);

/// What [`App`] holds.
pub struct Parts {
    /// The settings.
    pub settings: Settings,
    /// The time.
    pub clock: Clock,
    /// What ids, tokens and tickets are derived from.
    pub key: ServerKey,
    /// The database.
    pub store: Store,
    /// The study, in every version that somebody takes part in.
    pub versions: Versions,
    /// Who gets which arm.
    pub schedule: Schedule,
    /// The hashing threads.
    pub passwords: Passwords,
    /// Attempts by address in the present minute.
    pub addresses: AddressLimit,
    /// Media that could not be delivered.
    pub deliveries: Deliveries,
    /// The administrator's dry runs.
    pub dry_runs: DryRuns,
    /// The report for the console.
    pub results: Results,
    /// What the researcher's console shows.
    pub console: Console,
    /// The collector of analytics, unless they are off or their database is damaged.
    pub collector: Option<Collector>,
    /// What is counted, if somebody looks.
    pub metrics: Option<Metrics>,
    web: RwLock<Arc<WebApp>>,
    draining: AtomicBool,
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl App {
    /// Loads the study, makes the schedule and the admin, fills the public pages.
    pub async fn open(settings: Settings, clock: Clock, store: Store) -> Result<Self> {
        // All that may refuse the start comes before anything is written.
        let accepted_key = recorded::server_key(&settings, &store).await?;
        let accepted_seed = recorded::allocation_seed(&settings, &store).await?;
        let (key, schedule) = (ServerKey::new(accepted_key.bytes), Schedule::new(accepted_seed.bytes));
        let versions = study_versions::open(&settings, &key, &store, clock.now()).await?;
        let recording = recorded::record_key(&store, &key, settings.new_server_key);
        accepted_key.record(&settings, recording).await?;
        accepted_seed.record(&settings, schedule.prepare(&store, &versions.active().study)).await?;
        let passwords = Passwords::start(std::thread::available_parallelism().map_or(2, usize::from))?;
        let web = RwLock::new(Arc::new(WebApp::new(&versions.active(), settings.analytics.public().as_ref())?));
        let addresses = AddressLimit::default();
        let collector = Collector::open(&settings.analytics, &settings.database_url).await?;
        let metrics = settings.metrics.map(|_| Metrics::default());
        let draining = AtomicBool::new(false);
        Ok(Self(Arc::new(Parts {
            settings,
            clock,
            key,
            store,
            versions,
            schedule,
            passwords,
            addresses,
            deliveries: Deliveries::default(),
            dry_runs: DryRuns::default(),
            results: Results::default(),
            console: Console::default(),
            collector,
            metrics,
            web,
            draining,
        })))
    }

    /// The web app as it is served now.
    pub fn web(&self) -> Arc<WebApp> {
        Arc::clone(&self.web.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether people can register now.
    pub async fn is_open(&self) -> Result<bool, ApiError> {
        let open = study::status(&self.store).await? == StudyStatus::Open;
        Ok(open && self.schedule.has_places(&self.store, &self.versions.active().study).await?)
    }

    /// The same participant as they are now, after somebody else has moved them.
    pub async fn participant(&self, before: &Participant) -> Result<Participant, ApiError> {
        match SignedIn::of(self, before.token, self.clock.now()).await? {
            SignedIn::Registrant(registrant) => registrant.taking_part(),
            SignedIn::Admin(_) => Err(ApiError::not_authenticated()),
        }
    }

    /// No new work: readiness turns.
    pub fn drain(&self) {
        self.draining.store(true, Ordering::SeqCst);
    }

    /// Whether the server is on its way out.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::SeqCst)
    }
}
