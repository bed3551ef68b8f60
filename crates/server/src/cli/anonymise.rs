//! `unmask anonymise`: permanently deletes the link between people and data.

use unmask_store::analytics::Analytics;
use unmask_store::audit::AuditAction;
use unmask_store::study::{self, StudyStatus};
use unmask_store::unlink::{self, Identified};

use crate::cli::prelude::*;

#[derive(clap::Args)]
pub struct Args {
    /// Show what would be deleted, and delete nothing.
    #[arg(long)]
    dry_run: bool,
    /// Delete without asking for confirmation.
    #[arg(long)]
    yes: bool,
}

pub async fn run(settings: Settings, args: Args) -> Result<ExitCode> {
    let store = visit_store(&settings).await?;
    let found = unlink::identified(&store).await?;
    print_line!("{}", described(&found));
    if args.dry_run {
        print_line!("Nothing was changed (--dry-run).");
    } else {
        // Current participants would lose their accounts.
        if study::status(&store).await? != StudyStatus::Closed {
            bail!("the study is not closed; close it in the console first");
        }
        agree(args.yes)?;
        anonymise(&settings, &found, AuditAction::Anonymise).await?;
        print_line!("The link is deleted; the audit log records it. Backups contain it until they are deleted.");
    }
    store.close().await;
    Ok(ExitCode::SUCCESS)
}

/// The consequences, also of `unmask retention`.
pub(super) const FOR_GOOD: &str =
    "\nThe study then stays closed, and `unmask reconcile` is no longer possible: run that first.";

/// Describes what is deleted and what stays.
pub(super) fn described(found: &Identified) -> String {
    let Identified { participants, others, links, accounts, recruited } = found;
    let mut words = format!(
        "To be deleted permanently: accounts with names, passwords and sessions ({accounts}), links between accounts \
         and data ({links}), recruitment IDs of participants ({recruited}), the hashes that prevent repeat \
         participation, and all usage events. The answers of participants ({participants}) stay, under pseudonyms \
         that can't be traced to a person{}. Afterwards, participants can't sign in, see their data or have them \
         deleted.",
        with_others(*others, "; so do those of simulated participants and previews ({})")
    );
    words.push_str(FOR_GOOD);
    if (1..10).contains(participants) {
        words.push_str("\nWith fewer than ten participants, answers alone may identify them.");
    }
    words
}

/// The text with the number of simulated participants and previews; empty if there are none.
pub(super) fn with_others(others: i64, words: &str) -> String {
    if others == 0 { String::new() } else { words.replace("{}", &others.to_string()) }
}

/// Deletes all usage events: they contain IDs that people's browsers still store.
pub(super) async fn erase_usage(settings: &Settings) -> Result<()> {
    let url = &settings.database_url;
    let Some(visit) = Analytics::visit(url).await.context("can't open the analytics")? else { return Ok(()) };
    visit.close().await;
    let quota = i64::from(settings.analytics.analytics_quota) << 20;
    let analytics = Analytics::open(url, quota).await.context("can't open the analytics")?;
    analytics.erase_all().await?;
    analytics.close().await;
    Ok(())
}

/// Deletes the links in one transaction with the audit entry, and overwrites the deleted data.
pub(super) async fn anonymise(settings: &Settings, found: &Identified, action: AuditAction) -> Result<()> {
    erase_usage(settings).await?;
    let store = open_store(settings).await?;
    let at = Clock::system().now();
    let details = json!({ "did": "anonymise", "accounts": found.accounts, "links": found.links,
        "recruited": found.recruited, "participants": found.participants,
        "robots and previews": found.others });
    store
        .write(async move |tx| {
            unlink::anonymise(tx).await?;
            audit::audit(tx, at, "operator", action, &details).await
        })
        .await?;
    store.close().await;
    Ok(())
}
