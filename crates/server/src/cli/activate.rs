//! `unmask activate`: makes a changed folder the study's current version while servers run.

use unmask_store::{allocation, study};
use unmask_study::wording::{Texts, other_differences};

use crate::cli::prelude::*;
use crate::media::Library;
use crate::study_versions::{Bundle, Change, Comparison, activate, from_stored, named, other_trial};

#[derive(clap::Args)]
pub struct Args {
    /// The changed study. Default: the folder of --study.
    folder: Option<PathBuf>,
    /// Why the design of a trial that has begun changes. The audit log records it.
    #[arg(long)]
    reason: Option<String>,
    /// Only words differ: participants under way read the new ones, too. Anything else that differs is an error.
    #[arg(long, conflicts_with = "reason")]
    wording_only: bool,
    /// Activate without asking for confirmation.
    #[arg(long)]
    yes: bool,
    /// Only report the differences.
    #[arg(long)]
    dry_run: bool,
}

pub async fn run(settings: Settings, args: Args) -> Result<ExitCode> {
    let folder = args.folder.as_ref().unwrap_or(&settings.study);
    let (bundle, store) = (Bundle::read(folder)?, visit_store(&settings).await?);
    let done = replace(&settings, &args, &bundle, &store).await;
    store.close().await;
    done.map(|()| ExitCode::SUCCESS)
}

async fn replace(settings: &Settings, args: &Args, bundle: &Bundle, store: &Store) -> Result<()> {
    let new = bundle.check()?;
    let before = study::active_version(store).await?.context("the database has no study yet; start the server once")?;
    let shown = bundle.root.display();
    if before.hash == new.hash {
        print_line!("'{shown}' is the current version already ({:.12}); nothing was changed.", new.hash);
        return Ok(());
    }
    let running = from_stored(&before.hash, &before.bundle)
        .context("the stored study is damaged, or was written by another version of this program")?;
    if let Some(other) = other_trial(&running, &new) {
        bail!("the study in '{shown}' {other} (nothing was changed)");
    }
    media_are_there(settings, &new).await?;

    let stored = bundle.to_stored();
    let comparison = Comparison::of((&running, &before.bundle), (&new, &stored));
    let allocated: i64 = allocation::taken(store).await?.values().sum();
    print_line!("Version {:.12} follows {:.12}.", new.hash, before.hash);
    print_part("What participants go through changes", &comparison.design);
    print_part("The plan of the analysis changes", &comparison.plan);
    print_part("Files", &comparison.files);
    if args.wording_only {
        let [old, new_texts] = [&before.bundle, &stored].map(|text| serde_json::from_str::<Texts>(text));
        let others = other_differences((&running, &old?), (&new, &new_texts?));
        if !others.is_empty() {
            bail!(
                "more than words differs:\n  {}\nActivate it without --wording-only (nothing was changed)",
                others.join("\n  ")
            );
        }
        print_line!("Only words differ. Participants under way read the new ones from their next page on.");
    } else {
        print_line!("Participants who have registered finish the version in which they started.");
    }
    let begun = !comparison.design.is_empty() && allocated > 0;
    if begun && args.reason.as_ref().is_none_or(|reason| reason.trim().is_empty()) {
        bail!(
            "{allocated} participants have been allocated, and the design of a trial that has begun should stay. If it has \
             to change, add --reason \"…\": the audit log records it, and the report lists the change with its date \
             (nothing was changed)"
        );
    }
    if args.dry_run {
        print_line!("Nothing was changed (--dry-run).");
        return Ok(());
    }
    agree(args.yes)?;
    let reason = args.reason.as_deref().filter(|_| begun);
    let change = if args.wording_only { Change::Words } else { Change::Other { reason } };
    let writing = open_store(settings).await?;
    let activated = activate(&writing, &new, stored, Some(&before.hash), change, Clock::system().now()).await;
    writing.close().await;
    activated?;
    print_line!("Activated. Servers that run serve it within seconds, without a restart.");
    Ok(())
}

fn print_part(title: &str, lines: &[String]) {
    if !lines.is_empty() {
        print_line!("{title}:");
    }
    for line in lines {
        print_line!("  {line}");
    }
}

/// Servers send media from their own study folder or from --media-url.
async fn media_are_there(settings: &Settings, study: &Study) -> Result<()> {
    let library = Library::of(settings)?;
    for medium in named(study) {
        let found = library.sha256(medium.file).await;
        let is_right = match (&found, medium.sha256) {
            (Ok(found), Some(wanted)) => found.eq_ignore_ascii_case(wanted),
            (found, _) => found.is_ok(),
        };
        if !is_right {
            let what = found.err().map_or("it has other contents".to_owned(), |error| error.to_string());
            bail!(
                "servers send media from '{}', and '{}' is not right there: {what}. Copy the new media there first (with \
                 --media-url: unmask media push); nothing was changed",
                library.shown(),
                medium.file
            );
        }
    }
    Ok(())
}
