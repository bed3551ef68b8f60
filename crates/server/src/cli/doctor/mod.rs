//! `unmask doctor`: checks the installation and reports how to fix problems. It changes nothing, and can run next to
//! the server.

mod control;
mod database;
mod durability;
mod finding;
mod machine;
mod sign_in;
mod study;

use super::command::{connect, is_unopened};
use crate::cli::prelude::*;
use finding::{Finding, Report};
use unmask_store::Options;
use unmask_store::control::HostedStudy;

#[derive(clap::Args)]
pub struct Args {
    /// Further folders to search for unfinished copies of data, such as the backup folder.
    #[arg(value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// Print one JSON document instead of lines.
    #[arg(long)]
    json: bool,
}

pub async fn run(settings: Settings, args: Args) -> Result<ExitCode> {
    let mut findings = examine(&settings, &args.folders).await;
    // With --study-id, only that study.
    if settings.study_id.is_none() {
        for study in control::studies(&settings, &mut findings).await {
            findings.extend(examine_further(&settings, &study).await);
        }
    }
    let report = Report::of(findings);
    if args.json {
        println!("{}", serde_json::to_string_pretty(&report)?);
    } else {
        print!("{report}");
    }
    Ok(if report.sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs all checks of a study beside the one at the root. One that is archived is not served: only what is stored of it
/// is checked.
async fn examine_further(settings: &Settings, study: &HostedStudy) -> Vec<Finding> {
    let findings = match settings.of_study(study) {
        Err(error) => vec![Finding::failed("settings", format!("{error:#}"), "correct this file")],
        Ok(settings) if study.archived_at.is_some() && is_unopened(&settings).await => vec![unopened()],
        Ok(settings) if study.archived_at.is_some() => match connect(&settings, visiting()).await {
            Ok(store) => {
                let findings = vec![database::integrity(&settings).await, database::audit_log(&store).await];
                store.close().await;
                findings
            }
            Err(error) => vec![Finding::failed("database", format!("{error:#}"), "restore its last backup")],
        },
        Ok(settings) => examine(&settings, &[]).await,
    };
    findings.into_iter().map(|finding| Finding { study: Some(study.id.clone()), ..finding }).collect()
}

/// A further study without a database. Servers create it when they open the study.
fn unopened() -> Finding {
    let fix = "start the server once; one that is running opens the study within seconds, unless it is archived";
    Finding::warning("database", "no server has opened the study yet, so it has no data", fix)
}

fn visiting() -> Options {
    Options { visiting: true, ..Options::default() }
}

/// Runs all checks of a study. Those that need the database are skipped if it does not respond.
async fn examine(settings: &Settings, folders: &[PathBuf]) -> Vec<Finding> {
    let now = Clock::system().now();
    let mut findings =
        vec![machine::disk(settings), machine::secrets(settings), machine::unfinished(settings, folders, now)];
    // A further study has neither of its own.
    if settings.site.is_root() {
        findings.extend(machine::certificate(settings, now));
        findings.extend(sign_in::provider(settings).await);
    }
    let loaded = study::bundle(settings, &mut findings);
    if let Some(study) = &loaded {
        findings.push(study::media(settings, study).await);
        findings.push(study::mail(settings, study).await);
        findings.extend(study::prolific(settings, study).await);
    }
    let is_root = settings.site.is_root();
    if !is_root && is_unopened(settings).await {
        findings.push(unopened());
        return findings;
    }
    let store = match connect(settings, visiting()).await {
        Ok(store) => store,
        Err(error) => {
            let fix = if is_root {
                "start the server once to create it, correct --database-url, or restore the last backup"
            } else {
                "restore the last backup of the study"
            };
            findings.push(Finding::failed("database", format!("{error:#}"), fix));
            return findings;
        }
    };
    findings.push(durability::durability(&store).await);
    findings.push(database::integrity(settings).await);
    if database::schema(&store, &mut findings).await {
        findings.push(database::statements(&store).await);
        findings.push(machine::clock(&store, now).await);
        findings.push(study::version(&store, loaded.as_ref()).await);
        findings.push(database::server_key(settings, &store).await);
        findings.push(database::seed(settings, &store).await);
        findings.push(database::ledger(settings, &store).await);
        // A further study has no administrator of its own.
        if settings.site.is_root() {
            findings.push(database::admin(settings, &store).await);
        }
        findings.push(database::audit_log(&store).await);
        findings.push(database::analytics(settings).await);
    }
    store.close().await;
    findings
}
