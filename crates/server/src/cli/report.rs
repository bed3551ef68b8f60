//! `unmask report`: prints the report.

use std::fs::{self, File};
use std::io::{self, Write as _};

use unmask_export::{report_html, report_input, report_text};
use unmask_store::audit::AuditAction;
use unmask_study::report::{blind, report};

use super::command::printed;
use super::{ledger, unblinding};
use crate::cli::prelude::*;
use crate::reports::is_unblinded;

#[derive(clap::Args)]
pub struct Args {
    /// Write the whole report as JSON, like `report` in `GET /api/admin/results`.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a self-contained HTML page with plots and tables.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Include simulated participants.
    #[arg(long)]
    simulated: bool,
    /// Show which arm is which. If the study is blinded, this unblinds it and needs a --reason.
    #[arg(long, alias = "unmask")]
    unblind: bool,
    /// Reason for unblinding the study, for the audit log.
    #[arg(long, value_name = "TEXT", requires = "unblind")]
    reason: Option<String>,
}

pub async fn run(settings: Settings, args: Args) -> Result<ExitCode> {
    // Before the study is unblinded without need.
    for path in args.json.iter().chain(&args.html) {
        let opened = File::options().append(true).create(true).open(path);
        opened.with_context(|| format!("can't write '{}'; nothing was done", path.display()))?;
    }
    let store = visit_store(&settings).await?;
    let at = Clock::system().now();
    let unblinding = if args.unblind {
        unblinding::unblinding(&store, at, args.reason.as_deref(), "this would show").await?
    } else {
        None
    };
    let input = report_input(&store, args.simulated).await?;
    let open = is_unblinded(&store).await?;
    if args.unblind && !open {
        // Records that the arms were shown. For real participants, this is the study's unblinding.
        let logged =
            unblinding::record(&store, at, unblinding.clone(), AuditAction::ReadReport, json!({ "unmasked": true }));
        logged.await.context("nothing is shown, because the audit log can't be written")?;
    }
    // With another seed, the blinded labels would differ from the console's.
    let seed = if open || args.unblind { None } else { Some(ledger::own_seed(&settings, &store).await?) };
    store.close().await;
    let report = seed.map_or_else(|| report(&input), |seed| report(&blind(&input, &seed)));
    printed(writeln!(io::stdout(), "{}", report_text(&report)), "the report")?;
    if let Some(path) = &args.json {
        write(path, &format!("{}\n", serde_json::to_string_pretty(&report)?))?;
    }
    if let Some(path) = &args.html {
        write(path, &report_html(&report)?)?;
    }
    if unblinding.is_some() {
        unblinding::announce();
    }
    Ok(ExitCode::SUCCESS)
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("can't write '{}'", path.display()))
}
