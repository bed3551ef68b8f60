//! `unmask-faults`: runs the fault laboratory once and prints its report.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Parser;
use unmask_faults::cluster::Standby;
use unmask_faults::database::Engine;
use unmask_faults::run::{Plan, run};
use unmask_faults::waves;

/// Simulated participants take part in a study over a bad network, on servers that are killed; then the database is
/// compared with what the simulated participants received.
#[derive(Parser)]
struct Settings {
    /// The program. Default: `target/release/unmask`, or else `target/debug/unmask`.
    #[arg(long)]
    binary: Option<PathBuf>,
    /// The database: a file with one server; PostgreSQL with two; or PostgreSQL with a synchronous standby and two
    /// servers behind nginx, where every fourth kill is that of the primary.
    #[arg(long, value_enum, default_value = "sqlite")]
    engine: Engine,
    /// Folder of a study bundle. Default: a generated larger bundle.
    #[arg(long)]
    study: Option<PathBuf>,
    /// A study in three parts, with invitations by e-mail, a webhook, and a clock that is set forward by this many
    /// hours each time. Each participant takes part once.
    #[arg(long, value_name = "HOURS", num_args = 0..=1, default_missing_value = "6", conflicts_with = "study",
        value_parser = clap::value_parser!(u64).range(1..=12))]
    waves: Option<u64>,
    /// Number of concurrent participants; each who completes is replaced by another.
    #[arg(long, default_value_t = 40)]
    participants: usize,
    /// Number of kills, two of three by SIGKILL.
    #[arg(long, default_value_t = 20)]
    kills: u32,
    /// The time over which the kills are spread; afterwards, participants may finish.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// The seed of all random choices. The seed of an earlier run replays its answers, faults and kills.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The longest pause of a simulated participant before an action, in milliseconds.
    #[arg(long, default_value_t = 100)]
    pause: usize,
    /// Lose data on purpose, to see that it is detected: delete SQLite's write-ahead log with each kill.
    #[arg(long)]
    forget: bool,
    /// Lose data on purpose: with a cluster, acknowledge commits that the standby does not have.
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
    let path = folder.path().to_owned();
    let report = match settings.waves {
        Some(hours) => waves::run(&plan, Duration::from_hours(hours), path).await,
        None => run(&plan, path).await,
    };
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
