//! `unmask-faults`: runs the fault laboratory once and says what it found.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Parser;
use unmask_faults::cluster::Standby;
use unmask_faults::database::Engine;
use unmask_faults::run::{Plan, run};

/// Simulated participants take part in a study over a bad network, on servers that are killed; then the database is
/// compared with what the simulated participants received.
#[derive(Parser)]
struct Settings {
    /// The program; `target/release/unmask` or else `target/debug/unmask` if it is not given.
    #[arg(long)]
    binary: Option<PathBuf>,
    /// The database: a file with one server; PostgreSQL with two; or PostgreSQL with a synchronous standby and two
    /// servers behind nginx, where every fourth kill is that of the primary.
    #[arg(long, value_enum, default_value = "sqlite")]
    engine: Engine,
    /// Folder of a study bundle; without it a larger one is made.
    #[arg(long)]
    study: Option<PathBuf>,
    /// Participants at the same time; who reaches the end is followed by another one.
    #[arg(long, default_value_t = 40)]
    participants: usize,
    /// How often a server is ended, two of three times by SIGKILL.
    #[arg(long, default_value_t = 20)]
    kills: u32,
    /// The time over which the kills are spread; afterwards, participants may finish.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// The seed of all chance; an earlier run's replays its answers, faults and kills.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The longest pause of a simulated participant before an action, in milliseconds.
    #[arg(long, default_value_t = 100)]
    pause: usize,
    /// Break the promise on purpose, to see that it is noticed: delete SQLite's write-ahead log with each kill.
    #[arg(long)]
    forget: bool,
    /// Break the promise on purpose: with a cluster, acknowledge what the standby does not have.
    #[arg(long)]
    lag: bool,
}

#[tokio::main]
async fn main() -> Result<ExitCode> {
    let settings = Settings::parse();
    let plan = Plan {
        binary: settings.binary.map_or_else(find, Ok)?,
        engine: settings.engine,
        study: settings.study,
        participants: settings.participants,
        kills: settings.kills,
        time: Duration::from_secs(settings.seconds),
        seed: settings.seed,
        pause: settings.pause,
        forget: settings.forget,
        standby: if settings.lag { Standby::Lagging } else { Standby::Synchronous },
    };
    let folder = tempfile::Builder::new().prefix("unmask-faults-").tempdir()?;
    let report = run(&plan, folder.path().to_owned()).await;
    match report {
        Ok(report) if report.violations.is_empty() => {
            println!("{report}");
            Ok(ExitCode::SUCCESS)
        }
        Ok(report) => {
            println!("{report}\nDatabase and logs are kept in {}", folder.keep().display());
            Ok(ExitCode::FAILURE)
        }
        Err(error) => Err(error.context(format!("logs are kept in {}", folder.keep().display()))),
    }
}

/// The program is next to this one, in the folder of its build.
fn find() -> Result<PathBuf> {
    let here = std::env::current_exe()?;
    let Some(target) = here.ancestors().nth(2) else { bail!("this program is not in a build folder") };
    let candidates = ["release", "debug"].map(|profile| target.join(profile).join("unmask"));
    match candidates.iter().find(|path| path.exists()) {
        Some(found) => Ok(found.clone()),
        None => bail!(
            "there is no {} and no {}; build it, or give --binary",
            candidates[0].display(),
            candidates[1].display()
        ),
    }
}
