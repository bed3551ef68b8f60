//! The real program, as one process or several on one database.

use std::fs::OpenOptions;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{ExitStatus, Stdio};
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rustix::process::{Pid, Signal, kill_process};
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep, timeout};
use unmask_store::testing::tools::free_port;

use crate::api_client::ApiClient;
use crate::random_stream::RandomStream;

/// A server that takes longer to answer after its start, or to end after SIGTERM, has failed.
const PATIENCE: Duration = Duration::from_secs(30);

/// What every server of a study shares.
#[derive(Clone)]
pub struct Setting {
    pub binary: PathBuf,
    pub study: PathBuf,
    pub database_url: String,
    /// Data folder and logs.
    pub folder: PathBuf,
    /// Seed of the run.
    pub seed: u64,
    /// Further variables for the program.
    pub environment: Vec<(&'static str, String)>,
    /// The mail server of each server; empty if no e-mails are sent.
    pub mail: Vec<SocketAddr>,
    /// What the program is started with, such as a tracer; nothing as a rule.
    pub wrapper: Vec<String>,
}

impl Setting {
    /// On an SQLite file in the folder.
    pub fn new(binary: PathBuf, study: PathBuf, folder: PathBuf) -> Self {
        let database_url = format!("sqlite:{}", folder.join("unmask.db").display());
        Self {
            binary,
            study,
            database_url,
            folder,
            seed: 1,
            environment: Vec::new(),
            mail: Vec::new(),
            wrapper: Vec::new(),
        }
    }

    /// The seed of the allocation schedule, so that the laboratory can derive it again.
    pub fn allocation_seed(&self) -> [u8; 32] {
        RandomStream::of(self.seed, "allocation").bytes()
    }

    fn key(&self) -> [u8; 32] {
        RandomStream::of(self.seed, "server key").bytes()
    }

    /// A command of the program, with the settings of the study's servers.
    pub fn command(&self, name: &str) -> Command {
        let mut words = self.wrapper.iter().map(PathBuf::from).chain([self.binary.clone()]);
        let mut command = Command::new(words.next().unwrap_or_default());
        command
            .args(words)
            .arg(name)
            .current_dir(&self.folder)
            .env("UNMASK_STUDY", &self.study)
            .env("UNMASK_DATABASE_URL", &self.database_url)
            .env("UNMASK_DATA", self.folder.join("data"))
            .env("UNMASK_SERVER_KEY", URL_SAFE_NO_PAD.encode(self.key()))
            .env("UNMASK_ALLOCATION_SEED", URL_SAFE_NO_PAD.encode(self.allocation_seed()))
            // All participants share one address.
            .env("UNMASK_ADDRESS_LIMIT", "0")
            .env("UNMASK_LOG", "warn")
            .envs(self.environment.iter().cloned())
            .stdin(Stdio::null())
            .kill_on_drop(true);
        command
    }
}

/// One server: always on the same address and folder, however often it is killed.
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    log: PathBuf,
    child: Child,
}

pub struct Fleet {
    setting: Setting,
    /// One on SQLite, several on PostgreSQL.
    pub servers: Vec<Server>,
}

impl Fleet {
    /// Starts servers one after the other, each as soon as the one before it answers.
    pub async fn start(setting: Setting, count: usize) -> Result<Self> {
        let mut fleet = Self { setting, servers: Vec::new() };
        for number in 0..count {
            let address = SocketAddr::from(([127, 0, 0, 1], free_port()));
            let log = fleet.setting.folder.join(format!("server-{number}.log"));
            let child = spawn(&fleet.setting, number, address, &log)?;
            fleet.servers.push(Server { address, log, child });
            fleet.servers[number].until_it_answers().await?;
        }
        Ok(fleet)
    }

    /// Where they listen.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.servers.iter().map(|server| server.address).collect()
    }

    /// Ends one with SIGKILL.
    pub async fn kill(&mut self, number: usize) -> Result<()> {
        let server = &mut self.servers[number];
        server.require_alive()?;
        server.child.kill().await.context("SIGKILL")
    }

    /// Asks one to end, and waits until it has; it must do so with success.
    pub async fn terminate(&mut self, number: usize) -> Result<()> {
        let server = &mut self.servers[number];
        server.require_alive()?;
        let id = server.child.id().and_then(|id| Pid::from_raw(id.cast_signed())).context("the server has no id")?;
        kill_process(id, Signal::TERM)?;
        match timeout(PATIENCE, server.child.wait()).await {
            Ok(status) if status.as_ref().is_ok_and(ExitStatus::success) => Ok(()),
            Ok(status) => bail!("after SIGTERM, server {number} ended with {status:?}"),
            Err(_) => {
                server.child.kill().await?;
                bail!("server {number} did not stop within {} s after SIGTERM", PATIENCE.as_secs())
            }
        }
    }

    /// Deletes SQLite's write-ahead log unnoticed: what was acknowledged since the last checkpoint is
    /// gone.
    pub fn forget(&self) -> Result<()> {
        let log = format!("{}-wal", self.setting.database_url.trim_start_matches("sqlite:"));
        if Path::new(&log).exists() {
            std::fs::remove_file(log)?;
        }
        Ok(())
    }

    /// Starts one that has ended; the time until it answered.
    pub async fn revive(&mut self, number: usize) -> Result<Duration> {
        let server = &mut self.servers[number];
        server.child = spawn(&self.setting, number, server.address, &server.log)?;
        server.until_it_answers().await
    }

    pub async fn stop(mut self) -> Result<()> {
        for number in 0..self.servers.len() {
            self.terminate(number).await?;
        }
        Ok(())
    }
}

impl Server {
    /// A client of it.
    pub fn client(&self) -> Result<ApiClient> {
        ApiClient::new(&format!("http://{}", self.address))
    }

    /// The process that was started: the program, or what wraps it.
    pub fn id(&self) -> Option<i32> {
        self.child.id().map(u32::cast_signed)
    }

    /// Waits for its end.
    pub async fn ended(&mut self) -> Result<ExitStatus> {
        timeout(PATIENCE, self.child.wait()).await.context("the process does not stop")?.context("its end")
    }

    fn require_alive(&mut self) -> Result<()> {
        match self.child.try_wait()? {
            Some(status) => bail!("a server stopped unexpectedly with {status}; see {}", self.log.display()),
            None => Ok(()),
        }
    }

    /// Waits until it answers that it is ready; how long that took.
    pub(crate) async fn until_it_answers(&mut self) -> Result<Duration> {
        let started = Instant::now();
        let server = self.client()?;
        while started.elapsed() < PATIENCE {
            if let Ok(Ok(reply)) = timeout(PATIENCE, server.get("/readyz")).await
                && reply.status() == 200
            {
                return Ok(started.elapsed());
            }
            self.require_alive()?;
            sleep(Duration::from_millis(5)).await;
        }
        bail!("a server did not answer within {} s of its start; see {}", PATIENCE.as_secs(), self.log.display())
    }
}

fn spawn(setting: &Setting, number: usize, address: SocketAddr, log: &Path) -> Result<Child> {
    let log = OpenOptions::new().create(true).append(true).open(log)?;
    let mut command = setting.command("serve");
    if let Some(mail) = setting.mail.get(number) {
        command.env("UNMASK_SMTP_URL", format!("smtp://{mail}"));
    }
    command
        .env("UNMASK_LISTEN", address.to_string())
        .stdout(log.try_clone()?)
        .stderr(log)
        .spawn()
        .with_context(|| format!("can't start '{}'", setting.binary.display()))
}
