//! `unmask report`: prints the report.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Write as _};

use unmask_export::{AllocationMethod, Paper, planned_methods, report_html, report_input, report_text};
use unmask_store::audit::AuditAction;
use unmask_store::looks::{self, Look};
use unmask_store::study;
use unmask_study::report::{Language, Recruitment, Stage, StageKind, blind, report};

use super::command::printed;
use super::ledger;
use super::unblinding::{self, Recipient};
use crate::api::reason::reason;
use crate::cli::prelude::*;

#[derive(clap::Args)]
pub struct Args {
    /// Write the whole report as JSON, like `report` in `GET /api/admin/results`.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a self-contained HTML page with plots and tables.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write a draft of the methods and results for a journal article; the ending of FILE is .html or .docx.
    #[arg(long, value_name = "FILE")]
    paper: Option<PathBuf>,
    /// Language of the paper: en or de. The other outputs are in English.
    #[arg(long, value_name = "TAG", requires = "paper", default_value = "en", value_parser = ["en", "de"])]
    language: String,
    /// Include simulated participants.
    #[arg(long)]
    simulated: bool,
    /// Show which arm is which. If the person who gets the report is blinded, this unblinds them, and nobody else, and
    /// needs a --reason.
    #[arg(long, alias = "unmask")]
    unblind: bool,
    /// Reason for the unblinding, for the audit log.
    #[arg(long, value_name = "TEXT", requires = "unblind")]
    reason: Option<String>,
    #[command(flatten)]
    recipient: Recipient,
    /// Show comparisons between arms before the target is reached, such as for a safety committee, with the reason for
    /// the audit log.
    #[arg(long, value_name = "REASON")]
    before_target: Option<String>,
}

pub async fn run(settings: Settings, args: Args) -> Result<ExitCode> {
    // Before somebody is unblinded without need.
    let paper = args.paper.as_deref().map(PaperFile::of).transpose()?;
    for path in args.json.iter().chain(&args.html).chain(&args.paper) {
        let opened = File::options().append(true).create(true).open(path);
        opened.with_context(|| format!("can't write '{}'; nothing was done", path.display()))?;
    }
    let early = args.before_target.as_deref().map(reason).transpose();
    let early = early.map_err(|error| anyhow::anyhow!("--before-target: {}", error.message()))?;
    let store = visit_store(&settings).await?;
    let at = Clock::system().now();
    let unblinding = if args.unblind {
        args.recipient.unblinding(&store, at, args.reason.as_deref(), "this report").await?
    } else {
        None
    };
    let input = report_input(&store, args.simulated).await?;
    let open = study::is_unblinded(&store, &args.recipient.person(&store).await?).await?;
    let recruitment = looks::recruitment(&store, at).await?;
    let recruitment = Recruitment { shown_early: recruitment.shown_early || early.is_some(), ..recruitment };
    let stage = Stage::of(&input, recruitment);
    let (look, names_arms) = (Look::of(&stage, at), args.unblind && !open);
    if unblinding.is_some() || names_arms || look.is_some() {
        // Records what was shown. With the arms of real participants, this is an unblinding.
        let details = details(
            look.as_ref(),
            names_arms,
            !open && !args.unblind,
            early.filter(|_| stage.kind == StageKind::Early),
        );
        let logged = unblinding::record(&store, at, unblinding.clone(), AuditAction::ReadReport, details);
        logged.await.context("nothing is shown, because the audit log can't be written")?;
    }
    // With another seed, the blinded labels would differ from the console's.
    let seed = if open || args.unblind { None } else { Some(ledger::own_seed(&settings, &store).await?) };
    let looks = looks::looks(&store).await?;
    let study = active_study(&store).await?;
    store.close().await;
    let input = seed.map_or_else(|| Cow::Borrowed(&input), |seed| Cow::Owned(blind(&input, &seed)));
    let computed = report(&input).with_item_response(&input, &stage);
    let language = Language::of(&args.language);
    let translated = paper.as_ref().map(|_| computed.in_language(&input, language).at(stage.clone(), language));
    let report = computed.at(stage, Language::English);
    printed(writeln!(io::stdout(), "{}", report_text(&report, &looks)), "the report")?;
    if let Some(path) = &args.json {
        write(path, format!("{}\n", serde_json::to_string_pretty(&report)?).as_bytes())?;
    }
    if let Some(path) = &args.html {
        write(path, report_html(&report, &looks)?.as_bytes())?;
    }
    if let Some((file, report)) = paper.zip(translated) {
        let (allocation, planned) = (AllocationMethod::of(&study), planned_methods(&study, language));
        file.write(&Paper::of(&report, &allocation, &planned, language))?;
    }
    if let Some(unblinding) = &unblinding {
        unblinding::announce(unblinding);
    }
    Ok(ExitCode::SUCCESS)
}

/// What the audit log keeps of a report that was shown.
fn details(look: Option<&Look>, unmasked: bool, blinded: bool, early: Option<String>) -> serde_json::Value {
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

/// A file for the paper.
struct PaperFile<'a> {
    path: &'a Path,
    is_word: bool,
}

impl<'a> PaperFile<'a> {
    /// The ending of the name says which kind it is.
    fn of(path: &'a Path) -> Result<Self> {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("docx") => Ok(Self { path, is_word: true }),
            Some("html") => Ok(Self { path, is_word: false }),
            _ => bail!("--paper {}: the name must end in .html or .docx; nothing was done", path.display()),
        }
    }

    fn write(&self, paper: &Paper) -> Result<()> {
        if self.is_word { write(self.path, &paper.docx()?) } else { write(self.path, paper.html()?.as_bytes()) }
    }
}

fn write(path: &Path, content: &[u8]) -> Result<()> {
    fs::write(path, content).with_context(|| format!("can't write '{}'", path.display()))
}
