//! `unmask doctor`: says what is in order and what is not, and changes nothing but the schema.

use std::process::ExitCode;

use anyhow::Result;
use unmask_store::analytics::Analytics;
use unmask_store::{audit, statement, study};

use super::open_store;
use crate::config::Settings;
use crate::content::read_bundle;

async fn analytics(settings: &Settings) -> Result<String> {
    let quota = i64::from(settings.analytics.analytics_quota) << 20;
    let analytics = Analytics::open(&settings.database_url, quota).await?;
    for statement in statement::ANALYTICS {
        analytics.prepare(*statement).await?;
    }
    let room = if analytics.has_room().await? { "has room" } else { "is full: new events are refused" };
    analytics.close().await;
    Ok(format!("{} statements prepared, the database {room}", statement::ANALYTICS.len()))
}

pub async fn run(settings: Settings) -> Result<ExitCode> {
    let mut sound = true;
    let mut say = |what: &str, result: Result<String>| match result {
        Ok(found) => println!("ok      {what}: {found}"),
        Err(error) => {
            sound = false;
            println!("problem {what}: {error:#}");
        }
    };
    say("study", read_bundle(&settings.study).map(|(study, _)| study.file.title.0).map_err(Into::into));
    say(
        "media",
        settings.media_folder().and_then(|folder| {
            std::fs::read_dir(&folder)?;
            Ok(folder.display().to_string())
        }),
    );
    match open_store(&settings).await {
        Err(error) => say("database", Err(error)),
        Ok(store) => {
            say("database", store.ping().await.map(|()| format!("{:?} answers", store.engine())).map_err(Into::into));
            let mut failed = vec![];
            for statement in statement::ALL {
                if let Err(error) = store.prepare(*statement).await {
                    failed.push(error.to_string());
                }
            }
            let prepared = format!("{} prepared", statement::ALL.len());
            say("statements", if failed.is_empty() { Ok(prepared) } else { Err(anyhow::anyhow!(failed.join("; "))) });
            say("analytics", analytics(&settings).await);
            let version = study::active_version(&store).await;
            say("version", version.map(|v| v.map_or("none yet".into(), |v| v.hash)).map_err(Into::into));
            say(
                "audit log",
                match audit::verify(&store).await? {
                    audit::Chain::Whole(entries) => Ok(format!("{entries} entries, unbroken")),
                    audit::Chain::Broken(entry) => Err(anyhow::anyhow!("broken at entry {entry}")),
                },
            );
            store.close().await;
        }
    }
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
