use std::path::{Path, PathBuf};
use std::process::Output;

use axum::Router;
use serde_json::{Value, json};
use tempfile::TempDir;
use unmask_export::Request;
use unmask_server::app::App;
use unmask_server::auth::simulated::{self, SimulatedParticipant};
use unmask_server::base::clock::Clock;
use unmask_server::base::config::{
    AnalyticsSettings, HttpsSettings, LogFormat, MailSettings, ProlificSettings, Settings, SsoSettings,
};
use unmask_server::base::site::Site;
use unmask_server::routes;
use unmask_store::StoreError;
use unmask_store::identity::{self, Account, Role};
use unmask_store::study::OPERATOR;
use unmask_store::testing::{self, Database};

use super::{Client, MailServer, PROLIFIC_TOKEN, ProlificServer, Walker, copy, rewrite, unmask};

/// A password that is accepted.
pub const PASSWORD: &str = "lanterns over the harbour";

/// 20 November 2026, 10:00 UTC.
pub const START: i64 = 1_795_168_800_000;

/// The router over the small study and its own database.
pub struct Server {
    pub app: App,
    pub router: Router,
    pub clock: Clock,
    pub database: Database,
    pub(super) data: TempDir,
}

pub fn fixture() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/_fixtures/small")
}

impl Server {
    pub async fn sqlite() -> Self {
        Self::start(testing::sqlite().await, |_| {}).await
    }

    pub async fn postgres() -> Self {
        Self::start(testing::postgres().await, |_| {}).await
    }

    /// Over another study. Two such servers draw the same ids and the same schedule.
    pub async fn over(study: &Path) -> Self {
        let secret = Some("A".repeat(43));
        let change = |settings: &mut Settings| {
            settings.study = study.to_owned();
            settings.server_key.clone_from(&secret);
            settings.allocation_seed = secret;
        };
        Self::start(testing::sqlite().await, change).await
    }

    /// With other settings.
    pub async fn with(change: impl FnOnce(&mut Settings)) -> Self {
        Self::start(testing::sqlite().await, change).await
    }

    /// A data package as an operator asks for it: people alone, with usage, no identities, no tables for spreadsheets.
    pub fn package<'a>(&'a self, target: &'a Path) -> Request<'a> {
        let usage = self.app.collector.as_ref().map(|collector| &collector.store);
        Request { usage, at: self.clock.now(), ..package(target) }
    }

    pub async fn export(&self, request: Request<'_>) {
        unmask_export::export(&self.app.store, &request).await.unwrap();
    }

    /// Runs a command of the program on this installation.
    pub fn run(&self, folder: &Path, args: &[&str]) -> Output {
        let data = self.app.settings.data.display().to_string();
        let url = &self.app.settings.database_url;
        unmask(folder, &[args, &["--data", &data, "--database-url", url]].concat())
    }

    /// Over the small study with another `allocation:`.
    pub async fn allocating(database: Database, allocation: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let study = allocating(folder.path(), allocation);
        Self::start(database, |settings| settings.study = study).await
    }

    /// Over another study, in this database.
    pub async fn on(database: Database, study: &Path) -> Self {
        Self::start(database, |settings| study.clone_into(&mut settings.study)).await
    }

    /// Over another study, with a mail server.
    pub async fn mailing(database: Database, study: &Path, mail: &MailServer) -> Self {
        let change = |settings: &mut Settings| {
            study.clone_into(&mut settings.study);
            settings.mail.smtp_url = Some(mail.url.clone());
            settings.mail.public_url = Some("https://study.example.org/".into());
        };
        Self::start(database, change).await
    }

    /// Over another study, with a recruiter.
    pub async fn recruiting(database: Database, study: &Path, prolific: &ProlificServer) -> Self {
        let change = |settings: &mut Settings| {
            study.clone_into(&mut settings.study);
            settings.prolific.prolific_token = Some(PROLIFIC_TOKEN.into());
            settings.prolific.prolific_url.clone_from(&prolific.url);
        };
        Self::start(database, change).await
    }

    async fn start(database: Database, change: impl FnOnce(&mut Settings)) -> Self {
        let data = tempfile::tempdir().unwrap();
        let clock = Clock::fixed(START);
        let mut settings = settings(data.path());
        settings.database_url.clone_from(&database.url);
        settings.address_header = Some("x-client".into());
        change(&mut settings);
        let app = App::open(settings, clock.clone(), database.store.clone()).await.unwrap();
        Self { router: routes::router(app.clone()), app, clock, database, data }
    }

    /// A visitor without a token.
    pub fn visitor(&self) -> Client {
        Client::new(self.router.clone())
    }

    /// Registers, with consent.
    pub async fn participant(&self, name: &str) -> Client {
        self.register(form(name)).await
    }

    /// Registers with this body.
    pub async fn register(&self, body: Value) -> Client {
        let mut client = self.visitor();
        client.register(&[], body).await;
        client
    }

    /// Who registers next is in the group. All slots but one come last, like those that were released.
    pub async fn next_in(&self, group: &str) {
        let unused = "state = 'free' and number > 0 and claimed_at is null";
        self.database.run("update allocation set claimed_at = null where state = 'free' and claimed_at = 1").await;
        let others = format!(
            "update allocation set claimed_at = 1 where {unused}
            and number <> (select min(number) from allocation where {unused} and arm = '{group}')"
        );
        self.database.run(&others).await;
    }

    /// Registers a participant in the group.
    pub async fn participant_in(&self, group: &str) -> Client {
        self.next_in(group).await;
        let client = self.participant(&group.replace('_', "-")).await;
        assert_eq!(client.user["groupType"], group);
        client
    }

    /// Registers a simulated participant, with consent.
    pub async fn simulated(&self, name: &str) -> Client {
        let permit = simulated::permit(&self.app.key, SimulatedParticipant::of(1), self.clock.now());
        let mut client = self.visitor();
        client.register(&[(simulated::HEADER, &permit)], form(name)).await;
        client
    }

    /// A participant of the group who has reached the position that `there` accepts.
    pub async fn walker_in(&self, group: &str, there: impl Fn(&str) -> bool) -> Walker {
        let mut walker = Walker::new(self.participant_in(group).await).await;
        walker.until(there).await;
        walker
    }

    /// The admin, signed in. The console shows what happened before, and not an earlier snapshot.
    pub async fn admin(&self) -> Client {
        self.app.console.outdate();
        unmask_server::cli::ensure_admin(&self.app).await.unwrap();
        let mut client = self.visitor();
        client.sign_in("admin@example.org").await;
        client
    }

    /// Another user of the console, signed in.
    pub async fn researcher(&self, username: &str) -> Client {
        let account = Account {
            id: format!("account-{username}"),
            username: username.into(),
            username_key: username.into(),
            password_hash: self.app.passwords.hash(PASSWORD).await.unwrap(),
            role: Role::Admin,
            first_name: None,
            last_name: None,
            created_at: self.clock.now(),
        };
        let added = self.app.store.write(async move |tx| identity::upsert_researcher(tx, &account).await);
        assert_eq!(added.await, Ok::<_, StoreError>(true));
        let mut client = self.visitor();
        client.sign_in(username).await;
        client
    }
}

/// A copy of the small study in this folder, with another `study.yaml`.
pub fn edited(folder: &Path, change: impl FnOnce(String) -> String) -> PathBuf {
    let study = folder.join("study");
    copy(&fixture(), &study);
    rewrite(&study.join("study.yaml"), change);
    study
}

/// A copy of the small study with another `allocation:`.
pub fn allocating(folder: &Path, allocation: &str) -> PathBuf {
    edited(folder, |text| {
        let (before, rest) = text.split_once("allocation:\n").unwrap();
        let (_, after) = rest.split_once("recruitment:").unwrap();
        let draws = if allocation.contains("unit:") { "{" } else { "{ draw_among: 1," };
        let in_order = allocation.replacen('{', draws, 1);
        format!("{before}allocation: {in_order}\nrecruitment:{after}")
    })
}

/// What registers under this name, with consent.
pub fn form(name: &str) -> Value {
    json!({ "username": name, "password": PASSWORD, "consent": consent() })
}

/// A data package of people alone, without usage, identities, and tables for spreadsheets.
pub fn package(target: &Path) -> Request<'_> {
    Request {
        target,
        identities: None,
        whole: None,
        spreadsheet: false,
        csv_alone: false,
        simulated: false,
        public: None,
        blinded: None,
        seed: None,
        usage: None,
        unblinding: None,
        actor: OPERATOR,
        at: 0,
    }
}

pub fn consent() -> Value {
    json!({ "version": "1", "locale": "en", "ticks": { "take_part": true, "analytics": false } })
}

pub fn settings(data: &Path) -> Settings {
    Settings {
        root_study: None,
        config: None,
        study: fixture(),
        listen: "127.0.0.1:0".parse().unwrap(),
        metrics: "127.0.0.1:0".parse().ok(),
        database_url: String::new(),
        data: data.to_owned(),
        study_id: None,
        site: Site::default(),
        media_url: None,
        admin_username: "admin@example.org".into(),
        admin_password: Some(PASSWORD.into()),
        server_key: None,
        new_server_key: false,
        allocation_seed: None,
        activate: false,
        https: HttpsSettings::default(),
        address_header: None,
        address_limit: 600,
        recruitment_secret: None,
        mail: MailSettings::default(),
        prolific: ProlificSettings::default(),
        sso: SsoSettings::default(),
        analytics: AnalyticsSettings { analytics_secret: Some("sesame".into()), ..AnalyticsSettings::default() },
        connections: 64,
        address_connections: 512,
        log: "info".into(),
        log_format: LogFormat::Text,
    }
}
