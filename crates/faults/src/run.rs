//! A run: servers, bad network, simulated participants, kills, then the comparison.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use crate::api_client::ApiClient;
use crate::bundle;
use crate::check::{Kind, Violation, check};
use crate::cluster::{Cluster, Standby};
use crate::database::{Database, Engine};
use crate::exported::export;
use crate::fleet::{Fleet, Setting};
use crate::killer;
use crate::log::Remembered;
use crate::nginx::Nginx;
use crate::participant::{Manner, Pacing, SimulatedParticipant};
use crate::proxy::Proxy;
use crate::report::Report;
use crate::response_model::Random;
use crate::s3::{BUCKET, S3};
use crate::study;

/// How long simulated participants may take to complete after the last kill.
const CALM: Duration = Duration::from_mins(2);

/// The settings of a run.
#[derive(Clone, Debug)]
pub struct Plan {
    pub binary: PathBuf,
    pub engine: Engine,
    /// The bundle. Default: the generated larger one.
    pub study: Option<PathBuf>,
    /// Number of concurrent participants. Until the last kill, each who completes is replaced by another.
    pub participants: usize,
    /// Number of kills.
    pub kills: u32,
    /// The time over which the kills are spread.
    pub time: Duration,
    /// The seed of all random choices.
    pub seed: u64,
    /// The longest pause of a simulated participant before an action, in milliseconds.
    pub pause: usize,
    /// Lose data on purpose: with each kill, SQLite's write-ahead log is deleted. The laboratory must detect that.
    pub forget: bool,
    /// With a cluster: whether a commit waits for the standby. If it does not, the laboratory must detect that.
    pub standby: Standby,
}

/// Runs the plan in a folder, which keeps database and logs.
pub async fn run(plan: &Plan, folder: PathBuf) -> Result<Report> {
    let bundle = plan.study.clone().unwrap_or_else(|| folder.join("study"));
    if plan.study.is_none() {
        study::write_large(&bundle)?;
    }
    let study = bundle::read(&bundle)?;
    let mut cluster = match plan.engine {
        Engine::Cluster => Some(Cluster::start(plan.standby).await?),
        Engine::Sqlite | Engine::Postgres => None,
    };
    let database = Database::new(plan.engine, &folder, cluster.as_ref()).await;
    let bundle = bundle.canonicalize().with_context(|| format!("can't find '{}'", bundle.display()))?;
    let binary = copy_of(&plan.binary, &folder)?;
    let mut setting =
        Setting { database_url: database.url.clone(), seed: plan.seed, ..Setting::new(binary, bundle, folder) };
    let _bucket = match plan.engine {
        Engine::Cluster => Some(media_in_a_bucket(&mut setting).await?),
        Engine::Sqlite | Engine::Postgres => None,
    };
    let allocation_seed = setting.allocation_seed();
    let servers = if plan.engine == Engine::Sqlite { 1 } else { 2 };
    let mut fleet = Fleet::start(setting.clone(), servers).await?;
    let nginx = match plan.engine {
        Engine::Cluster => Some(Nginx::start(&fleet.addresses(), &setting.folder).await?),
        Engine::Sqlite | Engine::Postgres => None,
    };
    let entrances = nginx.as_ref().map_or_else(|| fleet.addresses(), |nginx| vec![nginx.address]);
    let proxy = Proxy::start(entrances, plan.seed).await?;

    let started = Instant::now();
    let server = ApiClient::new(&format!("http://{}", proxy.address))?;
    let manner = Manner::persistent(server, plan.seed, Pacing::AtMost(plan.pause));
    let (end, over) = watch::channel(false);
    let crowd = tokio::spawn(crowd(manner, plan.participants, over));
    let mut killed = killer::run(&mut fleet, cluster.as_mut(), plan).await?;
    end.send_replace(true);
    let participants = crowd.await?;
    let faults = proxy.stop();
    killed.failures.extend(fleet.stop().await.err().map(|error| error.to_string()));

    // Before the tables are read, and with every server stopped: the export needs none.
    let exported = export(&setting).await?;
    let stored = database.read()?;
    let mut violations = check(&study, &allocation_seed, &participants, &stored, &exported);
    violations.extend(killed.failures.iter().map(|failure| Violation::new(Kind::Process, failure)));
    // The most severe first.
    violations.sort_by_key(|violation| violation.kind);
    Ok(Report {
        seed: plan.seed,
        engine: plan.engine,
        study: study.file.id.clone(),
        time: started.elapsed(),
        participants,
        rows: exported.submissions.len(),
        faults,
        killed,
        messages: None,
        violations,
    })
}

/// Puts the study's media into an S3-compatible store, from which the servers send them.
async fn media_in_a_bucket(setting: &mut Setting) -> Result<S3> {
    let bucket = S3::start(&setting.folder.join("s3")).await?;
    setting.environment.extend(bucket.environment());
    setting.environment.push(("UNMASK_MEDIA_URL", format!("s3://{BUCKET}")));
    let pushed = setting.command("media").arg("push").output().await?;
    ensure!(pushed.status.success(), "unmask media push failed: {}", String::from_utf8_lossy(&pushed.stderr));
    Ok(bucket)
}

/// A copy of the program, so that a build during the run does not change what is tested.
pub(crate) fn copy_of(binary: &Path, folder: &Path) -> Result<PathBuf> {
    let copy = folder.join("unmask");
    std::fs::copy(binary, &copy).with_context(|| format!("can't copy '{}'", binary.display()))?;
    Ok(copy)
}

/// Runs participants concurrently. Each who completes is replaced by another until the kills are over; then all have
/// some time to complete.
async fn crowd(manner: Manner, concurrent: usize, over: watch::Receiver<bool>) -> Vec<Remembered> {
    let next = Arc::new(AtomicUsize::new(0));
    let mut tasks = JoinSet::new();
    for _ in 0..concurrent {
        let (next, mut over, manner) = (next.clone(), over.clone(), manner.clone());
        tasks.spawn(async move {
            let mut remembered = Vec::new();
            while remembered.is_empty() || !*over.borrow() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                let model = Random::new(manner.seed, number);
                let participant = SimulatedParticipant::new(manner.clone(), number, format!("robot-{number}"), model);
                remembered.push(one(participant, &mut over).await);
            }
            remembered
        });
    }
    tasks.join_all().await.into_iter().flatten().collect()
}

async fn one(mut participant: SimulatedParticipant<Random>, over: &mut watch::Receiver<bool>) -> Remembered {
    let enough = async {
        let _ = over.wait_for(|over| *over).await;
        sleep(CALM).await;
    };
    let ended = tokio::select! {
        ended = participant.take_part() => ended,
        () = enough => Ok(()),
    };
    // A page that the participant does not know is a failure, like a rejection by the server.
    if let Err(error) = ended
        && participant.remembered.rejections.is_empty()
    {
        participant.remembered.rejections.push(format!("gave up: {error:#}"));
    }
    participant.remembered
}
