//! `unmask activate`: makes a changed folder the study's current version while servers run.

use std::fmt::Display;

use unmask_study::report::Language;

use crate::cli::prelude::*;
use crate::media::Library;
use crate::study_versions::{Bundle, Change, Successor};

#[derive(clap::Args)]
pub struct Args {
    /// The changed study. Default: the folder of --study. Its media have to be where servers send them from:
    /// --media-url, the folder of --study, or this folder if neither is given.
    folder: Option<PathBuf>,
    /// Why the design of a trial that has begun changes. The audit log records it.
    #[arg(long)]
    reason: Option<String>,
    /// Only the wording differs: current participants read the new one, too. Anything else that differs is an error.
    #[arg(long, conflicts_with = "reason")]
    wording_only: bool,
    /// Activate without asking for confirmation.
    #[arg(long)]
    yes: bool,
    /// Only report the differences.
    #[arg(long)]
    dry_run: bool,
}

pub async fn run(mut settings: Settings, args: Args) -> Result<ExitCode> {
    let folder = args.folder.as_ref().unwrap_or(&settings.study);
    let (bundle, store) = (Bundle::scan(folder)?, visit_store(&settings).await?);
    if let Some(folder) = args.folder.as_ref().filter(|_| settings.has_default_study()) {
        settings.study.clone_from(folder);
    }
    let done = Box::pin(replace(&settings, &args, &bundle, &store)).await;
    store.close().await;
    done.map(|()| ExitCode::SUCCESS)
}

async fn replace(settings: &Settings, args: &Args, bundle: &Bundle, store: &Store) -> Result<()> {
    let library = Library::of(settings)?;
    let Some(new) = Successor::of(bundle, &library, store, Language::English).await? else {
        let shown = bundle.root.display();
        print_line!("'{shown}' is the current version already ({:.12}); nothing was changed.", bundle.hash);
        return Ok(());
    };
    print_line!("Version {:.12} follows {:.12}.", new.study.hash, new.before);
    print_part("What participants go through changes", &new.comparison.design);
    print_part("The plan of the analysis changes", &new.comparison.plan);
    print_part("Files", &new.comparison.files);
    if args.wording_only {
        if !new.beyond_words.is_empty() {
            bail!(
                "more than the wording differs:\n  {}\nActivate it without --wording-only (nothing was changed)",
                new.beyond_words.join("\n  ")
            );
        }
        print_line!("Only the wording differs. Current participants read the new one from their next page on.");
    } else {
        print_line!("Participants who have registered finish the version in which they started.");
    }
    let needs_reason = new.needs_reason();
    if needs_reason && args.reason.as_ref().is_none_or(|reason| reason.trim().is_empty()) {
        bail!(
            "{} participants have been allocated, and the design of a trial that has begun should not change. If it \
             has to, add --reason \"…\": the audit log records it, and the report lists the change with its date \
             (nothing was changed)",
            new.allocated
        );
    }
    if args.dry_run {
        print_line!("Nothing was changed (--dry-run).");
        return Ok(());
    }
    agree(args.yes)?;
    let reason = args.reason.as_deref().filter(|_| needs_reason);
    let change = if args.wording_only { Change::Words } else { Change::Other { reason } };
    let writing = open_store(settings).await?;
    let activated = new.activate(&writing, change, "operator", Clock::system().now()).await;
    writing.close().await;
    if !activated? {
        bail!("another version was activated meanwhile; repeat the command (nothing was changed)");
    }
    print_line!("Activated. Servers that run serve it within seconds, without a restart.");
    Ok(())
}

fn print_part(title: &str, lines: &[impl Display]) {
    if !lines.is_empty() {
        print_line!("{title}:");
    }
    for line in lines {
        print_line!("  {line}");
    }
}
