//! The study versions: the active one, and those of participants in progress.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use anyhow::{Context as _, Result, anyhow, bail};
use chrono::DateTime;
use parking_lot::RwLock;
use serde_json::json;
use unmask_store::{AuditAction, Store, StoreError, audit, study};
use unmask_study::Study;

use super::LoadedVersion;
use super::comparison::{is_other_study, other_trial};
use super::read::{Bundle, BundleError, from_stored};
use crate::base::background;
use crate::base::clock::Millis;
use crate::base::config::Settings;
use crate::base::secrets::ServerKey;
use crate::media::Library;

/// All versions in memory. Cheap to clone.
#[derive(Clone)]
pub struct Versions(Arc<Shared>);

struct Shared {
    held: RwLock<Held>,
    store: Store,
    key: ServerKey,
    media: Library,
    base: Arc<str>,
}

struct Held {
    /// Why the folder is not served, if it is not.
    rejected: Option<Arc<str>>,
    active: Arc<LoadedVersion>,
    all: HashMap<String, Arc<LoadedVersion>>,
    /// By version, the one whose words its participants read.
    words: BTreeMap<String, String>,
}

/// The version that another process has activated.
pub struct Next {
    pub active: Arc<LoadedVersion>,
    words: BTreeMap<String, String>,
}

impl Versions {
    /// The version that new participants get.
    pub fn active(&self) -> Arc<LoadedVersion> {
        Arc::clone(&self.0.held.read().active)
    }

    /// The version that participants of a version get: their own, or one that differs from it only in its words.
    pub fn get(&self, hash: &str) -> Option<Arc<LoadedVersion>> {
        let held = self.0.held.read();
        held.all.get(held.words.get(hash).map_or(hash, String::as_str)).cloned()
    }

    /// All of them.
    pub fn all(&self) -> Vec<Arc<LoadedVersion>> {
        self.0.held.read().all.values().cloned().collect()
    }

    /// Why this server serves the version in the database and not the folder that it was started with; `None` if it
    /// serves the folder, or another version was activated since.
    pub fn rejected(&self) -> Option<Arc<str>> {
        self.0.held.read().rejected.clone()
    }

    /// The version that another process has made the active one, if it has.
    pub async fn next(&self) -> Result<Option<Next>> {
        let hash = study::active_hash(&self.0.store).await?;
        match hash.filter(|hash| *hash != self.active().study.hash) {
            None => Ok(None),
            Some(hash) => {
                let words = study::wordings(&self.0.store).await?;
                Ok(Some(Next { active: self.load_own(&hash).await?, words }))
            }
        }
    }

    /// New participants get this version from now on.
    pub fn switch(&self, next: Next) {
        let mut held = self.0.held.write();
        (held.active, held.words, held.rejected) = (next.active, next.words, None);
    }

    /// A version by its hash, from the database if another process has activated it.
    pub async fn load(&self, hash: &str) -> Result<Arc<LoadedVersion>> {
        match self.get(hash) {
            Some(known) => Ok(known),
            None => self.load_own(hash).await,
        }
    }

    /// The same with its own words.
    async fn load_own(&self, hash: &str) -> Result<Arc<LoadedVersion>> {
        if let Some(known) = self.0.held.read().all.get(hash) {
            return Ok(Arc::clone(known));
        }
        let version = study::version(&self.0.store, hash).await?;
        let version = version.ok_or_else(|| anyhow!("study version {hash} is gone"))?;
        let shared = Arc::clone(&self.0);
        let loaded = background::run(move || {
            let study = stored(&version)?;
            anyhow::Ok(Arc::new(LoadedVersion::new(study, &shared.key, shared.media.clone(), Arc::clone(&shared.base))))
        });
        let loaded = loaded.await??;
        Ok(Arc::clone(self.0.held.write().all.entry(hash.to_owned()).or_insert(loaded)))
    }
}

fn stored(version: &study::StudyVersion) -> Result<Study> {
    let hash = &version.hash;
    from_stored(hash, &version.bundle).ok_or_else(|| anyhow!("study version {hash} is damaged"))
}

/// Another study than that in the database: an error of the settings, and not of the bundle.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct OtherStudy(String);

/// Reads the bundle and makes it the active version, if it may be: a running study rejects a changed bundle
/// unless the researcher says that it is its new version. Then the version in the database goes on.
pub async fn open(settings: &Settings, key: &ServerKey, store: &Store, now: Millis) -> Result<Versions> {
    let media = Library::of(settings)?;
    let (study, rejected) = match of_folder(settings, store, now).await {
        Ok(study) => (study, None),
        Err(error) if settings.activate || error.is::<OtherStudy>() => return Err(error),
        Err(error) => match study::active_version(store).await? {
            None => return Err(error),
            Some(version) => (stored(&version)?, Some(Arc::from(why(&error)))),
        },
    };
    let base: Arc<str> = settings.site.base().into();
    let active = Arc::new(LoadedVersion::new(study, key, media.clone(), Arc::clone(&base)));
    let held = Held {
        all: HashMap::from([(active.study.hash.clone(), Arc::clone(&active))]),
        active,
        rejected,
        words: BTreeMap::new(),
    };
    let shared = Shared { held: RwLock::new(held), store: store.clone(), key: key.clone(), media, base };
    let versions = Versions(Arc::new(shared));
    for (hash, _) in study::versions(store).await? {
        versions.load_own(&hash).await?;
    }
    let words = study::wordings(store).await?;
    versions.0.held.write().words = words;
    Ok(versions)
}

/// An error in one paragraph, with the errors of a bundle.
fn why(error: &anyhow::Error) -> String {
    match error.downcast_ref::<BundleError>() {
        Some(BundleError::Problems { problems, .. }) => format!("{error:#}:\n{problems}"),
        _ => format!("{error:#}"),
    }
}

/// The study in the folder, which is the active version afterwards.
async fn of_folder(settings: &Settings, store: &Store, now: Millis) -> Result<Study> {
    let bundle = Bundle::scan(&settings.study)?;
    let before = study::active_hash(store).await?;
    if before.as_ref() == Some(&bundle.hash) {
        return Ok(bundle.reload()?);
    }
    let study = match (&before, DateTime::from_timestamp_millis(now)) {
        (None, Some(now)) => bundle.check_from(now.date_naive())?,
        _ => bundle.check()?,
    };
    if let Some(before) = &before {
        may_follow(&study, before, settings, store).await?;
    }
    let change = Change::Other { reason: None };
    let is_first = activate(store, &study, bundle.to_stored(), before.as_deref(), change, "operator", now).await?;
    // Several servers that start together activate the same version.
    if !is_first && study::active_hash(store).await?.as_ref() != Some(&study.hash) {
        bail!("another version was activated meanwhile; start the server again (nothing was changed)");
    }
    Ok(study)
}

/// Whether a bundle may replace the running version.
async fn may_follow(study: &Study, before: &str, settings: &Settings, store: &Store) -> Result<()> {
    let running = study::version(store, before).await?.and_then(|version| from_stored(before, &version.bundle));
    let folder = settings.study.display();
    if let Some(running) = running
        && let Some(other) = other_trial(&running, study)
    {
        let message = format!("the study in '{folder}' {other}");
        if is_other_study(&running, study) {
            return Err(OtherStudy(message).into());
        }
        bail!("{message}")
    }
    if !settings.activate {
        bail!(
            "the study in '{folder}' has changed since it started; `unmask activate` makes it the new version (current \
             participants finish the version in which they started). To run it as a separate study, use a separate \
             database (--data, --database-url)"
        )
    }
    Ok(())
}

/// What a new version changes.
pub enum Change<'a> {
    /// Only words: participants under way read them, too.
    Words,
    /// Anything, for this reason if the trial has begun. Participants under way keep their version.
    Other { reason: Option<&'a str> },
}

/// Makes a version the one that new participants get, if `before` is still the active one. Returns false otherwise.
pub(super) async fn activate(
    store: &Store,
    study: &Study,
    stored: String,
    before: Option<&str>,
    change: Change<'_>,
    actor: &str,
    now: Millis,
) -> Result<bool> {
    let hash = study.hash.clone();
    let mut details = json!({ "study": study.file.id, "version": hash, "before": before });
    let only_words = matches!(change, Change::Words);
    match change {
        Change::Words => details["wording_only"] = true.into(),
        Change::Other { reason: Some(reason) } => details["reason"] = reason.into(),
        Change::Other { reason: None } => {}
    }
    let (before, actor) = (before.map(str::to_owned), actor.to_owned());
    let activated = store
        .write(async move |tx| {
            if !study::activate_version_after(tx, before.as_deref(), &hash, &stored, now).await? {
                return Ok::<_, StoreError>(false);
            }
            if let Some(before) = before.as_ref().filter(|_| only_words) {
                study::replace_words(tx, before, &hash).await?;
            }
            audit::audit(tx, now, &actor, AuditAction::ActivateStudyVersion, &details).await?;
            Ok(true)
        })
        .await
        .context("the version can't be stored")?;
    if activated {
        tracing::info!(version = study.hash, "study version activated");
    }
    Ok(activated)
}
