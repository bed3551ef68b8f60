//! The server as a process.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tokio::process::{Child, Command};

use crate::client::Client;

/// The admin's default name.
pub const ADMIN_NAME: &str = "admin@example.org";
pub const ADMIN_PASSWORD: &str = "nine patient herons at the weir";

/// A running server on a temporary folder.
pub struct Server {
    binary: PathBuf,
    folder: PathBuf,
    database: String,
    address: SocketAddr,
    child: Child,
}

impl Server {
    /// Starts the server and waits until it answers.
    pub async fn start(binary: &Path, folder: &Path, database: &str) -> Result<Self> {
        let database = match database {
            "sqlite" => format!("sqlite:{}", folder.join("unmask.db").display()),
            address => address.to_owned(),
        };
        let port = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        let child = spawn(binary, folder, &database, address, &[])?;
        let mut server = Self { binary: binary.into(), folder: folder.into(), database, address, child };
        server.until_it_answers().await?;
        Ok(server)
    }

    /// Its address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Resident memory of the process, in MiB.
    pub fn resident_mib(&self) -> Result<f64> {
        self.status_mib("VmRSS:")
    }

    /// The file-backed part of the resident memory in MiB, mostly the program itself.
    pub fn resident_file_mib(&self) -> Result<f64> {
        self.status_mib("RssFile:")
    }

    fn status_mib(&self, field: &str) -> Result<f64> {
        let id = self.child.id().context("the server has ended")?;
        let status = std::fs::read_to_string(format!("/proc/{id}/status"))?;
        let line = status.lines().find_map(|line| line.strip_prefix(field)).with_context(|| field.to_owned())?;
        let kib: f64 = line.split_whitespace().next().with_context(|| field.to_owned())?.parse()?;
        Ok(kib / 1024.0)
    }

    /// Disk space of the analytics in MiB; none if they are not in files.
    pub fn analytics_mib(&self) -> Option<f64> {
        let size = |name: &str| std::fs::metadata(self.folder.join(name)).map_or(0, |file| file.len());
        let bytes = size("analytics.db") + size("analytics.db-wal");
        (bytes > 0).then_some(bytes as f64 / 1024.0 / 1024.0)
    }

    /// Restarts the server, and returns the time from the start to the first reply.
    pub async fn restart(&mut self) -> Result<Duration> {
        self.end().await?;
        let started = Instant::now();
        self.child = spawn(&self.binary, &self.folder, &self.database, self.address, &[])?;
        self.until_it_answers().await?;
        Ok(started.elapsed())
    }

    /// Stops it and starts it with other settings.
    pub async fn restart_with(&mut self, settings: &[(&str, &str)]) -> Result<()> {
        self.end().await?;
        self.child = spawn(&self.binary, &self.folder, &self.database, self.address, settings)?;
        self.until_it_answers().await
    }

    pub async fn stop(mut self) -> Result<()> {
        self.end().await
    }

    async fn end(&mut self) -> Result<()> {
        let id = self.child.id().context("the server has ended")?;
        Command::new("kill").arg(id.to_string()).status().await?;
        let status = tokio::time::timeout(Duration::from_secs(30), self.child.wait()).await??;
        if !status.success() {
            bail!("the server ended with {status}");
        }
        Ok(())
    }

    async fn until_it_answers(&mut self) -> Result<()> {
        let started = Instant::now();
        while started.elapsed() < Duration::from_secs(20) {
            if let Ok(mut client) = Client::connect(self.address).await
                && client.call("GET", "/api/study", None).await.is_ok()
            {
                return Ok(());
            }
            if let Some(status) = self.child.try_wait()? {
                let words = std::fs::read_to_string(self.folder.join("server.log"))?;
                bail!("the server ended with {status} at its start; its words are:\n{words}");
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        bail!("the server did not answer within 20 s")
    }
}

fn spawn(
    binary: &Path,
    folder: &Path,
    database: &str,
    address: SocketAddr,
    settings: &[(&str, &str)],
) -> Result<Child> {
    let log = std::fs::File::create(folder.join("server.log"))?;
    Command::new(binary)
        .arg("serve")
        .current_dir(folder)
        .env("UNMASK_STUDY", folder.join("study"))
        .env("UNMASK_LISTEN", address.to_string())
        .env("UNMASK_DATABASE_URL", database)
        // All simulated participants share one address.
        .env("UNMASK_ADDRESS_LIMIT", "0")
        .env("UNMASK_ADMIN_PASSWORD", ADMIN_PASSWORD)
        .envs(settings.iter().copied())
        .stdin(Stdio::null())
        .stdout(log.try_clone()?)
        .stderr(log)
        .kill_on_drop(true)
        .spawn()
        .with_context(|| format!("could not start {}", binary.display()))
}
