//! Activation of a changed folder, for `unmask activate` and the console: may it follow the active version, and what
//! changes?

use anyhow::{Context as _, Result, bail};
use unmask_store::{Store, allocation, study};
use unmask_study::Study;
use unmask_study::report::Language;
use unmask_study::wording::{Texts, other_differences};

use super::comparison::{Comparison, other_trial};
use super::media::named;
use super::read::{Bundle, from_stored};
use super::versions::{Change, activate};
use crate::base::clock::Millis;
use crate::media::Library;

/// A study that can follow the active version.
pub struct Successor {
    pub study: Study,
    /// The hash of the active version.
    pub before: String,
    pub comparison: Comparison,
    /// What differs besides words, as file and place in it.
    pub beyond_words: Vec<String>,
    /// Participants with a slot.
    pub allocated: i64,
    stored: String,
}

impl Successor {
    /// Checks a bundle and compares it with the active version; `None` if it is that version. `library` has the media
    /// that servers send.
    pub async fn of(bundle: &Bundle, library: &Library, store: &Store, language: Language) -> Result<Option<Self>> {
        let study = bundle.check()?;
        let before = study::active_version(store).await?;
        let before = before.context("the database has no study yet; start the server once")?;
        if before.hash == study.hash {
            return Ok(None);
        }
        let running = from_stored(&before.hash, &before.bundle)
            .context("the stored study is damaged, or was written by another version of this program")?;
        if let Some(other) = other_trial(&running, &study) {
            bail!("the study in '{}' {other} (nothing was changed)", bundle.root.display());
        }
        media_are_there(library, &study, "copy the new media there first (with --media-url: unmask media push)")
            .await?;
        let allocated = allocation::taken(store).await?.values().sum();
        if allocated > 0 {
            let restore = "participants of the active version need it: put it back, and give a new medium another name";
            media_are_there(library, &running, restore).await?;
        }
        let stored = bundle.to_stored();
        let [old, new] = [&before.bundle, &stored].map(|text| serde_json::from_str::<Texts>(text));
        Ok(Some(Self {
            comparison: Comparison::of((&running, &before.bundle), (&study, &stored), language),
            beyond_words: other_differences((&running, &old?), (&study, &new?)),
            allocated,
            before: before.hash,
            study,
            stored,
        }))
    }

    /// Whether the design of a trial that has begun changes. That needs a reason.
    pub fn needs_reason(&self) -> bool {
        !self.comparison.design.is_empty() && self.allocated > 0
    }

    /// Makes it the active version. Returns false if another version was activated since the comparison; then nothing
    /// is changed.
    pub async fn activate(self, store: &Store, change: Change<'_>, actor: &str, now: Millis) -> Result<bool> {
        activate(store, &self.study, self.stored, Some(&self.before), change, actor, now).await
    }
}

/// Servers send media from their own study folder or from --media-url. `way_out` is what to do about one that is not
/// there.
async fn media_are_there(library: &Library, study: &Study, way_out: &str) -> Result<()> {
    for medium in named(study) {
        let found = library.sha256(medium.file).await;
        let is_right = match (&found, medium.sha256) {
            (Ok(found), Some(wanted)) => found.eq_ignore_ascii_case(wanted),
            (found, _) => found.is_ok(),
        };
        if !is_right {
            let what = found.err().map_or("it has other contents".to_owned(), |error| error.to_string());
            bail!(
                "servers send media from '{}', and '{}' is not right there: {what}. Nothing was changed; {way_out}",
                library.shown(),
                medium.file
            );
        }
    }
    Ok(())
}
