//! The study versions: the active one, and those of participants in progress.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::{Result, anyhow, bail};
use serde_json::json;
use unmask_store::{AuditAction, Store, audit, study};
use unmask_study::Study;
use unmask_study::definition::ArmId;

use super::LoadedVersion;
use super::read::{Bundle, from_stored};
use crate::base::clock::Millis;
use crate::base::config::Settings;
use crate::base::secrets::ServerKey;
use crate::media::Library;

/// All versions in memory. Cheap to clone.
#[derive(Clone)]
pub struct Versions(Arc<Held>);

struct Held {
    active: Arc<LoadedVersion>,
    all: HashMap<String, Arc<LoadedVersion>>,
}

impl Versions {
    /// The version that new participants get.
    pub fn active(&self) -> Arc<LoadedVersion> {
        Arc::clone(&self.0.active)
    }

    /// The version of a hash.
    pub fn get(&self, hash: &str) -> Option<Arc<LoadedVersion>> {
        self.0.all.get(hash).cloned()
    }

    /// All of them.
    pub fn all(&self) -> Vec<Arc<LoadedVersion>> {
        self.0.all.values().cloned().collect()
    }
}

/// Reads the bundle and makes it the active version, if it may be: a running study rejects a changed bundle
/// unless the researcher says that it is its new version.
pub async fn open(settings: &Settings, key: &ServerKey, store: &Store, now: Millis) -> Result<Versions> {
    let bundle = Bundle::read(&settings.study)?;
    let media = Library::of(settings)?;
    let study = match study::active_hash(store).await? {
        Some(before) if before == bundle.hash => bundle.reload()?,
        before => {
            let study = bundle.check()?;
            if let Some(before) = &before {
                may_follow(&study, before, settings, store).await?;
            }
            activate(store, &study, bundle.to_stored(), before.as_deref(), now).await?;
            study
        }
    };
    drop(bundle);
    let active = Arc::new(LoadedVersion::new(study, key, media.clone()));
    let mut all = HashMap::from([(active.study.hash.clone(), Arc::clone(&active))]);
    for (hash, _) in study::versions(store).await? {
        if hash == active.study.hash {
            continue;
        }
        let version = study::version(store, &hash).await?.ok_or_else(|| anyhow!("study version {hash} is gone"))?;
        let old = from_stored(&hash, &version.bundle).ok_or_else(|| anyhow!("study version {hash} is damaged"))?;
        all.insert(hash, Arc::new(LoadedVersion::new(old, key, media.clone())));
    }
    Ok(Versions(Arc::new(Held { active, all })))
}

/// Whether a bundle may replace the running version. Strata and arms must stay: the slots of the schedule refer to
/// them, and the trial compares the arms.
async fn may_follow(study: &Study, before: &str, settings: &Settings, store: &Store) -> Result<()> {
    let running = study::version(store, before).await?.and_then(|version| from_stored(before, &version.bundle));
    let folder = settings.study.display();
    if let Some(other) = running.and_then(|running| other_design(&running, study)) {
        bail!("the study in '{folder}' {other}")
    }
    if !settings.activate {
        bail!(
            "the study in '{folder}' has changed since it started; start with --activate to make it the new version \
             (current participants finish the version in which they started). To run it as a separate study, use a \
             separate database (--data, --database-url)"
        )
    }
    Ok(())
}

/// What makes a bundle another trial than the one that runs, and what to do about it.
fn other_design(running: &Study, new: &Study) -> Option<String> {
    let arms = |study: &Study| {
        let mut names: Vec<&str> = study.file.arms.keys().map(ArmId::name).collect();
        names.sort_unstable();
        names.join(", ")
    };
    if running.file.id != new.file.id {
        return Some(format!(
            "is '{}', and the database contains '{}'; use a separate database",
            new.file.id, running.file.id
        ));
    }
    if running.file.allocation.kind != new.file.allocation.kind {
        return Some("allocates in another way than it started with; use a separate database".into());
    }
    let rows = |study: &Study| -> Vec<_> {
        study.file.allocation.rows.iter().map(|row| (row.arm, row.stratum.clone())).collect()
    };
    if !rows(new).starts_with(&rows(running)) {
        return Some(
            "has another list of slots than it started with; add rows only at its end, or use a separate database"
                .into(),
        );
    }
    if running.factors() != new.factors() || running.strata() != new.strata() {
        return Some(
            "has other strata than it started with, and its schedule has no slots for them; use a separate database \
             (strata by language change with the languages)"
                .into(),
        );
    }
    (arms(running) != arms(new)).then(|| {
        format!(
            "has the arms {}, and it started with {}, for which its schedule was drawn; leave the arms as they are (a \
             quota of 0 in the console ends one, for as long as you like), or use a separate database",
            arms(new),
            arms(running)
        )
    })
}

async fn activate(store: &Store, study: &Study, stored: String, before: Option<&str>, now: Millis) -> Result<()> {
    let hash = study.hash.clone();
    let details = json!({ "study": study.file.id, "version": hash, "before": before });
    store
        .write(async move |tx| {
            study::activate_version(tx, &hash, &stored, now).await?;
            audit::audit(tx, now, "operator", AuditAction::ActivateStudyVersion, &details).await
        })
        .await?;
    tracing::info!(version = study.hash, "study version activated");
    Ok(())
}
