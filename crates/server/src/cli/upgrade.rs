//! `unmask upgrade --check`: what the next start of this program would change in the installation.

use unmask_store::{Options, control};

use super::command::connect;
use crate::base::site::ROOT;
use crate::cli::prelude::*;
use crate::study_versions::read_bundle;

#[derive(clap::Args)]
pub struct Args {
    /// Only report. The upgrade itself is the next start of the server.
    #[arg(long, required = true)]
    check: bool,
}

pub async fn run(settings: Settings, _: Args) -> Result<ExitCode> {
    println!("This program is unmask {}.", env!("CARGO_PKG_VERSION"));
    let mut is_possible = report(ROOT, &settings).await;
    match control::visit(&control::control_url(&settings.database_url, &settings.data)).await {
        Ok(Some(control)) => {
            is_possible &= reported("list of studies and people", &control.pending_control().await);
            for study in control::studies(&control).await? {
                let of_study = settings.of_study(&study)?;
                if control::is_missing_file(&of_study.database_url) {
                    println!("{}: has no database yet; the next start creates it", study.id);
                } else {
                    is_possible &= report(&study.id, &of_study).await;
                }
            }
            control.close().await;
        }
        Ok(None) => println!("list of studies: will be created"),
        Err(error) => {
            println!("list of studies: {error}");
            is_possible = false;
        }
    }
    if is_possible {
        println!("Make a backup (unmask backup), then start this program in place of the other one.");
        Ok(ExitCode::SUCCESS)
    } else {
        println!("Do not upgrade before this is solved. Nothing was changed.");
        Ok(ExitCode::FAILURE)
    }
}

/// Prints what would change in a study; false if this program can't serve it.
async fn report(id: &str, settings: &Settings) -> bool {
    let store = match connect(settings, Options { visiting: true, ..Options::default() }).await {
        Ok(store) => store,
        Err(error) => {
            println!("{id}: {error:#}");
            return false;
        }
    };
    let pending = store.pending().await;
    store.close().await;
    // The version in the database goes on if the folder is not accepted, so this keeps nothing from running.
    let folder = match read_bundle(&settings.study) {
        Ok(_) => String::new(),
        Err(error) => format!(": its folder has errors: {error} (unmask check)"),
    };
    if !folder.is_empty() {
        println!("{id}{folder}");
    }
    reported(id, &pending)
}

/// Prints what a database gets; false if it is not one for this program.
fn reported(name: &str, pending: &Result<Vec<&'static str>, StoreError>) -> bool {
    match pending {
        Ok(names) if names.is_empty() => println!("{name}: the database stays as it is"),
        Ok(names) => println!("{name}: the database gets {}", names.join(", ")),
        Err(error) => println!("{name}: {error}"),
    }
    pending.is_ok()
}
