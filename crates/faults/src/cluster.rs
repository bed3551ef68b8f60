//! A PostgreSQL primary with a synchronous standby, whose primary can be killed again and again: the standby is
//! promoted, and gets a new standby from its own data before the next one dies.

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep};
use unmask_store::testing::tools::{free_port, give_to_server, run, tool};

use crate::processes::children;
use crate::switch::Switch;

/// Timeout after which a standby that has not caught up has failed.
const PATIENCE: Duration = Duration::from_mins(1);

/// Whether a commit waits for the standby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standby {
    /// It does: what the operating instructions say.
    Synchronous,
    /// It does not, and the standby lags: the promise is broken on purpose.
    Lagging,
}

/// Primary, standby, and the address that leads to the primary.
pub struct Cluster {
    folder: TempDir,
    standby: Standby,
    primary: Node,
    follower: Node,
    /// Nodes so far.
    nodes: u32,
    switch: Switch,
}

/// One server with its data.
#[derive(Clone)]
struct Node {
    data: PathBuf,
    port: u16,
}

impl Cluster {
    /// Starts both, and waits until they are in step.
    pub async fn start(standby: Standby) -> Result<Self> {
        // PostgreSQL's user must come through.
        let open = fs::Permissions::from_mode(0o755);
        let folder = tempfile::Builder::new().prefix("unmask-cluster-").permissions(open).tempdir()?;
        let primary = Node::new(&folder, 0)?;
        let first = primary.clone();
        let follower = Node::new(&folder, 1)?;
        spawn_blocking(move || {
            give_to_server(&first.data);
            let mut initdb = tool("initdb");
            run(initdb.args(["--auth=trust", "--username=postgres", "--no-sync", "--pgdata"]).arg(&first.data));
            first.start();
            first.ask("create database unmask")
        })
        .await??;
        let switch = Switch::start(primary.address()).await?;
        let mut cluster = Self { folder, standby, primary, follower, nodes: 2, switch };
        cluster.attach_follower().await?;
        Ok(cluster)
    }

    /// The database, at the address that always leads to the primary.
    pub fn url(&self) -> String {
        format!("postgres://postgres@{}/unmask", self.switch.address)
    }

    /// Kills the primary with everything that belongs to it and promotes its standby.
    pub async fn fail_over(&mut self) -> Result<()> {
        self.primary.signal(Signal::KILL)?;
        let (dead, promoted) = (self.primary.clone(), self.follower.clone());
        spawn_blocking(move || {
            run(tool("pg_ctl").args(["promote", "--wait", "--pgdata"]).arg(&promoted.data));
            // The primary's settings came with its data; there is no standby yet that could confirm.
            promoted.ask("alter system reset synchronous_standby_names")?;
            promoted.ask("select pg_reload_conf()")?;
            fs::remove_dir_all(dead.data).context("the dead primary's data")
        })
        .await??;
        self.primary = self.follower.clone();
        self.switch.lead_to(self.primary.address());
        self.follower = Node::new(&self.folder, self.nodes)?;
        self.nodes += 1;
        Ok(())
    }

    /// Gives the primary a standby that is in step: from then on it may be killed.
    pub async fn attach_follower(&mut self) -> Result<()> {
        let (primary, follower) = (self.primary.clone(), self.follower.clone());
        spawn_blocking(move || {
            give_to_server(&follower.data);
            let port = primary.port.to_string();
            let mut copy = tool("pg_basebackup");
            copy.args(["--host=127.0.0.1", "--username=postgres", "--checkpoint=fast", "--no-sync", "--port", &port]);
            run(copy.args(["--write-recovery-conf", "--pgdata"]).arg(&follower.data));
            follower.start();
        })
        .await?;
        let (names, state) = match self.standby {
            Standby::Synchronous => ("*", "sync"),
            Standby::Lagging => ("", "async"),
        };
        self.primary.ask(&format!("alter system set synchronous_standby_names = '{names}'"))?;
        self.primary.ask("select pg_reload_conf()")?;
        let (started, asked) =
            (Instant::now(), format!("select count(*) from pg_stat_replication where sync_state = '{state}'"));
        while self.primary.ask(&asked)? != "1" {
            ensure!(
                started.elapsed() < PATIENCE,
                "the standby is not synchronous; see {}",
                self.folder.path().display()
            );
            sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    /// The standby gets nothing more from its primary.
    pub fn cut_off_standby(&self) -> Result<()> {
        self.follower.ask("alter system set primary_conninfo = ''")?;
        self.follower.ask("select pg_reload_conf()").map(drop)
    }

    /// Stops the standby in the middle of what it does: it neither follows nor confirms.
    pub fn freeze_standby(&self) -> Result<()> {
        self.follower.signal(Signal::STOP)
    }

    /// Lets it go on.
    pub fn thaw_standby(&self) -> Result<()> {
        self.follower.signal(Signal::CONT)
    }

    /// Stops the primary in the middle of what it does, as a machine that hangs: connections stay open and say nothing.
    pub fn freeze_primary(&self) -> Result<()> {
        self.primary.signal(Signal::STOP)
    }

    /// Lets it go on.
    pub fn thaw_primary(&self) -> Result<()> {
        self.primary.signal(Signal::CONT)
    }

    /// Whether the standby follows without being waited for.
    pub fn is_lagging(&self) -> bool {
        self.standby == Standby::Lagging
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for node in [&self.primary, &self.follower] {
            let _ = node.signal(Signal::KILL);
        }
    }
}

impl Node {
    fn new(folder: &TempDir, number: u32) -> Result<Self> {
        let data = folder.path().join(format!("node-{number}"));
        fs::create_dir(&data)?;
        fs::set_permissions(&data, fs::Permissions::from_mode(0o700))?;
        Ok(Self { data, port: free_port() })
    }

    fn address(&self) -> SocketAddr {
        (Ipv4Addr::LOCALHOST, self.port).into()
    }

    fn start(&self) {
        // A process that is killed leaves its writes with the operating system: waiting for the disk shows nothing
        // here.
        let settings =
            format!("-p {} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off", self.port);
        let mut start = tool("pg_ctl");
        start.args(["start", "--wait", "--options", &settings, "--log"]).arg(self.data.join("log"));
        run(start.arg("--pgdata").arg(&self.data));
    }

    fn ask(&self, sql: &str) -> Result<String> {
        let url = format!("postgres://postgres@{}/postgres", self.address());
        let said = Command::new("psql").arg(url).args(["-XAtqc", sql]).output().context("can't run psql")?;
        ensure!(said.status.success(), "{sql}: {}", String::from_utf8_lossy(&said.stderr));
        Ok(String::from_utf8(said.stdout)?.trim().to_owned())
    }

    /// Sends a signal to the postmaster and all that it has started.
    fn signal(&self, signal: Signal) -> Result<()> {
        let file = fs::read_to_string(self.data.join("postmaster.pid")).context("PostgreSQL is not running")?;
        let Some(postmaster) = file.lines().next().and_then(|id| id.trim().parse().ok()) else {
            bail!("'{file}' does not name a process")
        };
        for id in [postmaster].into_iter().chain(children(postmaster)?) {
            // One may have ended meanwhile.
            let _ = Pid::from_raw(id).map(|id| kill_process(id, signal));
        }
        Ok(())
    }
}
