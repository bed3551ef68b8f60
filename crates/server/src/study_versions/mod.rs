//! A study version in memory: the definition, its opaque IDs, and its media files.

mod activation;
mod comparison;
pub mod folder;
mod info;
mod media;
mod opaque;
mod read;
mod seal;
mod versions;

use std::collections::BTreeMap;
use std::sync::Arc;

use unmask_study::definition::ArmId;
use unmask_study::page::Step;
use unmask_study::text::Locale;
use unmask_study::{Page, Study};

use crate::base::secrets::ServerKey;
use crate::media::Library;

pub use activation::Successor;
pub use comparison::{Comparison, FileChange};
pub use info::{Enrolment, StudyInfo};
pub use media::{MediaTable, Named, Ticket, named};
pub use opaque::{OpaqueIds, evidence_id};
pub use read::{Bundle, BundleError, from_stored, read_bundle, read_folder, stored_versions};
pub use seal::{Seal, Tickets};
pub use versions::{Change, Versions, open};

/// A study version, ready to serve.
pub struct LoadedVersion {
    pub study: Study,
    /// Bundle ids and the ids on the wire.
    pub ids: OpaqueIds,
    /// Files that tickets can name.
    pub media: MediaTable,
    /// The same as participants of an arm see it, if content differs by arm.
    by_arm: BTreeMap<ArmId, Arc<Self>>,
    /// What the addresses of the study begin with.
    pub base: Arc<str>,
}

impl LoadedVersion {
    /// Prepares a study for serving below [`base`](crate::base::site::Site::base).
    pub fn new(study: Study, key: &ServerKey, library: Library, base: Arc<str>) -> Self {
        let of_arm = |(arm, seen): (&ArmId, &Arc<Study>)| {
            let seen = Self::new(Study::clone(seen), key, library.clone(), Arc::clone(&base));
            (*arm, Arc::new(seen))
        };
        let by_arm = study.by_arm.iter().map(of_arm).collect();
        let ids = OpaqueIds::new(&study, key);
        let media = MediaTable::new(&study, library, key.clone(), &base);
        Self { study, ids, media, by_arm, base }
    }

    /// The version as participants of an arm see it.
    pub fn seen_by(self: Arc<Self>, arm: Option<ArmId>) -> Arc<Self> {
        arm.and_then(|arm| self.by_arm.get(&arm)).map(Arc::clone).unwrap_or(self)
    }

    /// A page as the browser knows it.
    pub fn path(&self, page: &Page) -> String {
        page.map_id(|id| self.ids.opaque(id)).unwrap_or(Page::Landing).to_string()
    }

    /// The page that a browser's path means; `None` for unknown paths and ids.
    pub fn page(&self, path: &str) -> Option<Page> {
        path.parse::<Page>().ok()?.map_id(|id| self.ids.bundle(id))
    }

    /// The steps of an arm; none without an arm, or if the study does not have it.
    pub fn steps(&self, arm: Option<ArmId>) -> &[Step] {
        self.study.steps_of(arm)
    }

    /// The language to answer in: the wanted one if the bundle has it, else the bundle's own.
    pub fn locale(&self, wanted: Option<&str>) -> Locale {
        wanted.and_then(|wanted| self.known_locale(wanted)).unwrap_or(&self.study.file.language).clone()
    }

    /// The language of the study with this tag, in any case.
    pub fn known_locale(&self, tag: &str) -> Option<&Locale> {
        let known = std::iter::once(&self.study.file.language).chain(self.study.catalog.translations.keys());
        known.into_iter().find(|locale| locale.0.eq_ignore_ascii_case(tag))
    }
}
