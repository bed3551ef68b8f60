//! `unmask report`: prints the report.

use std::fs::{self, File};
use std::io::{self, Write as _};

use unmask_export::{report_html, report_input, report_text};
use unmask_store::audit::AuditAction;
use unmask_store::looks::{self, Look};
use unmask_study::report::{Language, Recruitment, Stage, StageKind, blind, report};

use super::command::printed;
use super::{ledger, unblinding};
use crate::api::reason::reason;
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
    /// Show comparisons between arms before the target is reached, such as for a safety committee, with the reason for
    /// the audit log.
    #[arg(long, value_name = "REASON")]
    before_target: Option<String>,
}

pub async fn run(settings: Settings, args: Args) -> Result<ExitCode> {
    // Before the study is unblinded without need.
    for path in args.json.iter().chain(&args.html) {
        let opened = File::options().append(true).create(true).open(path);
        opened.with_context(|| format!("can't write '{}'; nothing was done", path.display()))?;
    }
    let early = args.before_target.as_deref().map(reason).transpose();
    let early = early.map_err(|error| anyhow::anyhow!("--before-target: {}", error.message()))?;
    let store = visit_store(&settings).await?;
    let at = Clock::system().now();
    let unblinding = if args.unblind {
        unblinding::unblinding(&store, at, args.reason.as_deref(), "this would show").await?
    } else {
        None
    };
    let input = report_input(&store, args.simulated).await?;
    let open = is_unblinded(&store).await?;
    let recruitment = looks::recruitment(&store, at).await?;
    let recruitment = Recruitment { shown_early: recruitment.shown_early || early.is_some(), ..recruitment };
    let stage = Stage::of(&input, recruitment);
    let (look, names_arms) = (Look::of(&stage, at), args.unblind && !open);
    if names_arms || look.is_some() {
        // Records what was shown. With the arms of real participants, this is the study's unblinding.
        let details =
            details(look, names_arms, !open && !args.unblind, early.filter(|_| stage.kind == StageKind::Early));
        let logged = unblinding::record(&store, at, unblinding.clone(), AuditAction::ReadReport, details);
        logged.await.context("nothing is shown, because the audit log can't be written")?;
    }
    // With another seed, the blinded labels would differ from the console's.
    let seed = if open || args.unblind { None } else { Some(ledger::own_seed(&settings, &store).await?) };
    let looks = looks::looks(&store).await?;
    store.close().await;
    let report = seed.map_or_else(|| report(&input), |seed| report(&blind(&input, &seed)));
    let report = report.at(stage, Language::English);
    printed(writeln!(io::stdout(), "{}", report_text(&report, &looks)), "the report")?;
    if let Some(path) = &args.json {
        write(path, &format!("{}\n", serde_json::to_string_pretty(&report)?))?;
    }
    if let Some(path) = &args.html {
        write(path, &report_html(&report, &looks)?)?;
    }
    if unblinding.is_some() {
        unblinding::announce();
    }
    Ok(ExitCode::SUCCESS)
}

/// What the audit log keeps of a report that was shown.
fn details(look: Option<Look>, unmasked: bool, blinded: bool, early: Option<String>) -> serde_json::Value {
    let mut details = json!({ "blinded": blinded });
    if let Some(look) = look {
        details["look"] = look.details();
    }
    if unmasked {
        details["unmasked"] = true.into();
    }
    if let Some(reason) = early {
        details["reason"] = reason.into();
    }
    details
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| format!("can't write '{}'", path.display()))
}
