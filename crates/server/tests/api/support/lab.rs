use std::fs;
use std::path::Path;

use axum::Router;
use futures_util::future::BoxFuture;
use tempfile::TempDir;
use unmask_server::app::{App, Common};
use unmask_server::base::clock::Clock;
use unmask_server::base::config::Settings;
use unmask_server::cli::ensure_admin;
use unmask_server::installation::{Installation, Manager, NewStudy, Served, Source, StudyError};
use unmask_server::routes;
use unmask_store::control::{self, HostedStudy};
use unmask_store::testing::Database;
use unmask_store::{Options, Store};

use super::server::START;
use super::{Client, Server, fixture, settings};

/// An installation with several studies. The one at the root is the small study.
pub struct Lab {
    pub installation: Installation,
    pub settings: Settings,
    pub clock: Clock,
    router: Router,
    _database: Database,
    data: TempDir,
}

async fn control(settings: &Settings) -> Store {
    control::open(&control::control_url(&settings.database_url, &settings.data)).await.unwrap()
}

/// Opens a study as `unmask serve` does, without locks and jobs.
fn open(settings: Settings, clock: Clock, common: Common) -> BoxFuture<'static, anyhow::Result<Served>> {
    Box::pin(async move {
        fs::create_dir_all(&settings.data)?;
        let store = Store::open(&settings.database_url, Options { connections: 4, ..Options::default() }).await?;
        store.migrate().await?;
        let app = App::open_with(settings, clock, store, common).await?;
        if app.settings.site.is_root() {
            ensure_admin(&app).await?;
        }
        Ok(Served::new(routes::router(app.clone()), app, Vec::new(), Vec::new()))
    })
}

impl Lab {
    /// With the study at the root alone.
    pub async fn start(database: Database) -> Self {
        Self::start_with(database, |_| {}).await
    }

    /// The same with other settings.
    pub async fn start_with(database: Database, change: impl FnOnce(&mut Settings)) -> Self {
        let data = tempfile::tempdir().unwrap();
        let mut settings = settings(data.path());
        settings.database_url.clone_from(&database.url);
        settings.address_header = Some("x-client".into());
        change(&mut settings);
        let clock = Clock::fixed(START);
        let installation =
            Installation::open(settings.clone(), clock.clone(), control(&settings).await, open).await.unwrap();
        let router = routes::installation::router(installation.clone());
        Self { installation, settings, clock, router, _database: database, data }
    }

    /// An installation that had one study so far.
    pub async fn on(server: Server) -> Self {
        let Server { app, clock, database, data, .. } = server;
        let settings = Settings::clone(&app.settings);
        let installation =
            Installation::open(settings.clone(), clock.clone(), control(&settings).await, open).await.unwrap();
        let router = routes::installation::router(installation.clone());
        Self { installation, settings, clock, router, _database: database, data }
    }

    /// Another process on the same databases.
    pub async fn again(&self) -> (Installation, Router) {
        let installation =
            Installation::open(self.settings.clone(), self.clock.clone(), control(&self.settings).await, open)
                .await
                .unwrap();
        let router = routes::installation::router(installation.clone());
        (installation, router)
    }

    pub fn manager(&self) -> Manager<'_> {
        Manager {
            settings: &self.settings,
            control: self.installation.control(),
            actor: "operator",
            at: self.clock.now(),
        }
    }

    /// Adds a study, and waits until it is served.
    pub async fn add(&self, id: &str, host: Option<&str>, folder: &Path) -> Result<HostedStudy, StudyError> {
        let source = Source::Folder(folder.to_owned());
        let new = NewStudy { id: id.into(), host: host.map(Into::into), media_url: None, source };
        let added = self.manager().add(new).await?;
        self.installation.follow_once().await.unwrap();
        Ok(added)
    }

    /// The small study at the root, one under a path, and one under a host name.
    pub async fn three(database: Database) -> Self {
        let lab = Self::start(database).await;
        lab.add("pilot", None, &fixture()).await.unwrap();
        lab.add("field", Some("field.example.org"), &fixture()).await.unwrap();
        lab
    }

    /// A visitor of a study, with the address that it has.
    pub fn visitor(&self, study: &str) -> Client {
        let mut client = Client::new(self.router.clone());
        match study {
            "main" => {}
            "field" => client.host = Some("Field.example.org:443".into()),
            _ => client.base = format!("/s/{study}"),
        }
        client
    }

    /// The study's app.
    pub async fn app(&self, study: &str) -> App {
        let studies = self.installation.studies();
        let found = studies.iter().find(|one| one.site.id() == study).unwrap();
        found.served().await.unwrap_or_else(|_| panic!("{study}: {:?}", found.fault())).app.clone()
    }

    pub fn data(&self) -> &Path {
        self.data.path()
    }
}

/// The same test on both engines.
macro_rules! both_labs {
    ($($name:ident),+ $(,)?) => {$(
        mod $name {
            #[tokio::test(flavor = "multi_thread")]
            async fn sqlite() {
                super::$name(crate::support::Lab::three(unmask_store::testing::sqlite().await).await).await;
            }

            #[tokio::test(flavor = "multi_thread")]
            async fn postgres() {
                super::$name(crate::support::Lab::three(unmask_store::testing::postgres().await).await).await;
            }
        }
    )+};
}
pub(crate) use both_labs;
