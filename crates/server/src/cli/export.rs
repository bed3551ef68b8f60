//! `unmask export`: what was collected, as files.

use std::fs::File;
use std::io::{BufWriter, Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result};
use unmask_store::analytics::Analytics;

use super::open_store;
use crate::analytics::export;
use crate::config::Settings;

#[derive(clap::Args)]
pub struct Args {
    /// The usage events as JSON Lines, as the hosted analytics service's importer takes them.
    #[arg(long, required = true)]
    events: bool,
    /// Robots too.
    #[arg(long)]
    simulated: bool,
    /// File to write; the standard output if it is not given.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub async fn run(settings: Settings, args: Args) -> Result<ExitCode> {
    let store = open_store(&settings).await?;
    let quota = i64::from(settings.analytics.analytics_quota) << 20;
    let analytics = Analytics::open(&settings.database_url, quota).await.context("can't open the analytics")?;
    let mut out: Box<dyn Write> = match &args.output {
        None => Box::new(stdout().lock()),
        Some(path) => Box::new(File::create(path).with_context(|| format!("can't write '{}'", path.display()))?),
    };
    let mut out = BufWriter::new(&mut out);
    let count = export::events(&store, &analytics, args.simulated, &mut out).await?;
    out.flush()?;
    eprintln!("{count} events");
    analytics.close().await;
    store.close().await;
    Ok(ExitCode::SUCCESS)
}
