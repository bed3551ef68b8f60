//! `unmask retention`: enforces the study's retention period. It uses the period of the active version in the database,
//! so that the folder of another study can't delete data.

use chrono::{DateTime, NaiveDate};
use unmask_store::audit::AuditAction;
use unmask_store::unlink::{self, Identified};
use unmask_study::definition::study::AfterRetention;

use super::anonymise;
use crate::cli::prelude::*;

#[derive(clap::Args)]
pub struct Args {
    /// Show what would be deleted, now or after the retention period, and delete nothing.
    #[arg(long)]
    dry_run: bool,
    /// Delete without asking for confirmation.
    #[arg(long)]
    yes: bool,
}

pub async fn run(settings: Settings, args: Args) -> Result<ExitCode> {
    let store = visit_store(&settings).await?;
    let study = active_study(&store).await?;
    let Some(retention) = &study.file.retention else {
        print_line!(
            "The study's active version {:.12} has no retention period. Add `retention:` to study.yaml \
             (docs/STUDY-FORMAT.md) and run `unmask activate`.",
            study.hash
        );
        store.close().await;
        return Ok(ExitCode::SUCCESS);
    };
    let until = retention.last_day().context("retention.until is not a date")?;
    let found = unlink::identified(&store).await?;
    let today = today()?;
    if today <= until {
        print_line!(
            "Data are kept until the end of {until}. Nothing is due today, {today}, and nothing was changed. Afterwards:"
        );
    }
    match retention.then {
        AfterRetention::Anonymise => print_line!("{}", anonymise::described(&found)),
        AfterRetention::Erase => print_line!(
            "To be deleted permanently: accounts ({}), and all data of participants ({}){}: answers, consents, \
             progress and usage events; the hashes that prevent repeat participation. The allocation schedule and the \
             audit log stay.{}",
            found.accounts,
            found.participants,
            anonymise::with_others(found.others, " and of simulated participants and previews ({})"),
            anonymise::FOR_GOOD
        ),
    }
    if today > until && args.dry_run {
        print_line!("The retention period ended on {until}. Nothing was changed (--dry-run).");
    } else if today > until {
        agree(args.yes)?;
        match retention.then {
            AfterRetention::Anonymise => anonymise::anonymise(&settings, &found, AuditAction::Retention).await?,
            AfterRetention::Erase => erase(&settings, &found, until).await?,
        }
        print_line!("Done; the audit log records it. Backups contain the data until they are deleted.");
    }
    store.close().await;
    Ok(ExitCode::SUCCESS)
}

fn today() -> Result<NaiveDate> {
    let now = DateTime::from_timestamp_millis(Clock::system().now()).context("the clock is out of range")?;
    Ok(now.date_naive())
}

/// One participant at a time, so that a running server does not wait. After an interruption, run the command again.
async fn erase(settings: &Settings, found: &Identified, until: NaiveDate) -> Result<()> {
    let store = open_store(settings).await?;
    let people = unlink::participants(&store).await?;
    anonymise::erase_usage(settings).await?;
    for (done, participant) in people.iter().enumerate() {
        let participant = participant.clone();
        store.write(async move |tx| unlink::erase(tx, &participant).await).await?;
        if (done + 1) % 100 == 0 {
            eprintln!("{} of {} participants", done + 1, people.len());
        }
    }
    let at = Clock::system().now();
    let details = json!({ "did": "erase", "until": until.to_string(), "accounts": found.accounts,
        "participants": found.participants, "robots and previews": found.others });
    store
        .write(async move |tx| {
            unlink::end(tx).await?;
            audit::audit(tx, at, "operator", AuditAction::Retention, &details).await
        })
        .await?;
    let left = unlink::identified(&store).await?;
    store.close().await;
    anyhow::ensure!(left == Identified::default(), "a participant registered in the meantime; run the command again");
    Ok(())
}
