//! `unmask simulate`: simulated participants take part in the study through the real HTTP API of a running server, so
//! that console, export and report can be tried out before the first person. `unmask-simulation` decides what they
//! answer.

mod certificate;
mod crowd;
mod exported;
mod latencies;
mod stored;

use std::fs::File;
use std::io::Write as _;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser as _};
use unmask_simulation::api_client::ApiClient;
use unmask_simulation::response_model::person::World;
use unmask_simulation::response_model::preset::Preset;
use unmask_store::study::{self, StudyStatus};
use unmask_study::Study;
use unmask_study::waves::SimulatedTimes;

use super::command::visit_store;
use crate::base::ids;
use crate::base::secrets::ServerKey;
use crate::cli::prelude::*;
use crate::study_versions::{Bundle, OpaqueIds};
use certificate::Certificate;
use crowd::{Crowd, FIRST_PART};

#[derive(clap::Args)]
pub struct Args {
    /// Number of simulated participants.
    #[arg(long, short = 'n', default_value_t = 60, value_name = "NUMBER")]
    participants: usize,
    /// Which effects of the arms to assume, of those that the study expects (`expect` in `study.yaml`): `works` (on d'
    /// and knowledge), `null` (none), `bias-only` (on the criterion, without better discrimination), `attrition` (none,
    /// and weak participants leave).
    #[arg(long, default_value = "works", value_parser = presets())]
    preset: Preset,
    /// Seed of all answers and decisions. The same seed gives the same answers.
    #[arg(long, default_value_t = 1, value_name = "NUMBER")]
    seed: u64,
    /// Arrivals per second, at random times. Without this, the next participant starts when one has finished.
    #[arg(long, value_name = "PER_SECOND", conflicts_with = "concurrent")]
    rate: Option<f64>,
    /// How many times faster than real participants. With 1, the simulation takes as long as the study. Without this,
    /// simulated participants do not wait.
    #[arg(long, value_name = "TIMES")]
    pace: Option<f64>,
    /// Number of concurrent simulated participants.
    #[arg(long, alias = "at-once", default_value_t = 32, value_name = "NUMBER")]
    concurrent: usize,
    /// One in this many replies is lost, and the submission is sent again. 0 for none.
    #[arg(long, default_value_t = 25, value_name = "NUMBER")]
    lose_one_in: usize,
    /// Address of the running server, such as `http://127.0.0.1:8080` or `https://study.example.org`. Default: from the
    /// settings.
    #[arg(long, value_name = "URL")]
    url: Option<String>,
    /// File for the certificate, as JSON. Default: `simulation-<run>.json` in the data folder.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
}

fn presets() -> impl clap::builder::TypedValueParser<Value = Preset> {
    let named = |name: String| Preset::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, preset)| preset);
    PossibleValuesParser::new(Preset::ALL.map(|(name, _)| name)).map(move |name| named(name).unwrap_or(Preset::Works))
}

/// Timeout for the server's first reply.
const PATIENCE: Duration = Duration::from_secs(10);

pub async fn run(settings: Settings, args: Args) -> Result<ExitCode> {
    require_sensible(&args)?;
    require_place(args.certificate.as_deref())?;
    let server = server(&settings, args.url.as_deref())?;
    require_ready(&server).await?;
    let key = key(&settings)?;
    let store = visit_store(&settings).await?;
    let (study, version) = study_of(&settings, &store).await?;
    let ids = OpaqueIds::new(&study, &key);
    let world = World {
        study: Arc::new(study),
        ids: Arc::new(move |wire| ids.bundle(wire)),
        preset: args.preset,
        seed: args.seed,
    };
    let run = ids::run();
    if args.preset != Preset::Null && !world.study.file.expects_effects() {
        eprintln!(
            "The study declares no expected effects of its arms ('expect' in study.yaml), so the preset '{}' has none.",
            args.preset.name()
        );
    }
    let times = SimulatedTimes::of(&world.study, Clock::system().now(), FIRST_PART);
    if let Some(days) = times.map(SimulatedTimes::days_earlier).filter(|days| *days > 0) {
        eprintln!(
            "Parts on fixed days are not over yet. For simulated participants, these days are earlier, by {days} {}.",
            if days == 1 { "day" } else { "days" }
        );
    }
    let crowd = Crowd { world: world.clone(), server, key, run: run.clone(), store: store.clone(), times, args: &args };
    let visit = crowd.take_part().await?;
    eprintln!(
        "Exporting, and comparing the package and the database with what the simulated participants sent and received …"
    );
    let stored = stored::read(&store, &crowd.names()).await?;
    let package = exported::read(&store, &settings.data, &visit.participants, &stored).await?;
    let certificate = Certificate::new(&world, &version, &run, &visit, &stored, &package);
    store.close().await;
    let file = args.certificate.clone().unwrap_or_else(|| settings.data.join(format!("simulation-{run}.json")));
    let json = certificate.to_json()?;
    let written = File::create_new(&file).and_then(|mut out| out.write_all(json.as_bytes()));
    written.with_context(|| format!("can't write '{}'", file.display()))?;
    println!("{certificate}\nThe certificate is in {}.", file.display());
    Ok(if certificate.is_good() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn require_sensible(args: &Args) -> Result<()> {
    if args.participants == 0 || args.concurrent == 0 {
        bail!("at least one simulated participant is needed: --participants and --concurrent must be 1 or more");
    }
    if args.rate.is_some_and(|rate| !rate.is_finite() || rate <= 0.0) {
        bail!("--rate is a number of simulated participants per second, such as 0.5 or 20");
    }
    if args.pace.is_some_and(|times| !times.is_finite() || times <= 0.0) {
        bail!("--pace must be above 0: 1 for real time, 60 for a minute in a second");
    }
    Ok(())
}

/// A simulation may take hours, so an unusable path for the certificate is reported before it starts.
fn require_place(certificate: Option<&Path>) -> Result<()> {
    let Some(file) = certificate else { return Ok(()) };
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() || file.is_dir() {
        bail!(
            "the certificate can't be written to '{}': --certificate takes a file in an existing folder",
            file.display()
        );
    }
    if file.symlink_metadata().is_ok() {
        bail!(
            "'{}' exists; choose another name with --certificate, or move the file (nothing was simulated)",
            file.display()
        );
    }
    Ok(())
}

/// The server of the command line, or else of the settings.
fn server(settings: &Settings, url: Option<&str>) -> Result<ApiClient> {
    let mut address = settings.listen;
    if address.ip().is_unspecified() {
        address.set_ip(IpAddr::V4(Ipv4Addr::LOCALHOST));
    }
    // A study with a host name is asked at this machine by that name, which need not lead here from elsewhere.
    let own = || settings.site.url(&format!("http://{address}"));
    let url = url.map_or_else(own, str::to_owned);
    ApiClient::new(&url).context("--url takes the server's address, such as https://study.example.org")
}

async fn require_ready(server: &ApiClient) -> Result<()> {
    let url = server.url();
    match tokio::time::timeout(PATIENCE, server.get("/readyz")).await {
        Ok(Ok(reply)) if reply.status() == 200 => Ok(()),
        Ok(Ok(_)) => bail!("the server on {url} is not ready; see its log, or 'unmask doctor'"),
        Ok(Err(error)) => Err(error).with_context(|| nowhere(url)),
        Err(_) => bail!(nowhere(url)),
    }
}

fn nowhere(url: &str) -> String {
    format!(
        "no server answers on {url}; start it with 'unmask serve' and the same settings, or give its address with --url"
    )
}

/// Reads the server key, and never creates it: the server rejects simulated participants with another key.
fn key(settings: &Settings) -> Result<ServerKey> {
    let key = Secret::ServerKey.read(settings)?.map(ServerKey::new);
    key.with_context(|| {
        format!(
            "there is no {}: simulated participants need the running server's key; give its --data folder or its \
             --server-key",
            Secret::ServerKey.location(settings)
        )
    })
}

/// The bundle of the running server, with the correct answers that simulated participants need.
async fn study_of(settings: &Settings, store: &Store) -> Result<(Study, String)> {
    let bundle = Bundle::read(&settings.study)?;
    let Some(active) = study::active_hash(store).await? else {
        bail!("the database has no study yet; start the server once with it");
    };
    if bundle.hash != active {
        bail!(
            "'{}' is not the version that the server runs: the folder is version {:.12}, the active one is \
             {active:.12}; run `unmask activate`, or give --study the folder that it was started with",
            settings.study.display(),
            bundle.hash
        );
    }
    match study::status(store).await? {
        StudyStatus::Open => Ok((bundle.reload()?, active)),
        StudyStatus::Paused => bail!("the study is paused; open it in the console first"),
        StudyStatus::Closed => bail!("the study is closed; open it in the console first"),
    }
}
