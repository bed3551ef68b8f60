//! The participant for whom an item is shown.

use super::Texts;
use super::types::PublicMedia;
use crate::definition::stimulus::StimulusVersion;
use crate::order::order;
use crate::progress::Assignment;

/// What one participant sees.
pub(crate) struct View<'a> {
    pub(crate) texts: Texts<'a>,
    pub(crate) assigned: &'a Assignment,
}

impl View<'_> {
    /// In this participant's order; `fixed` things stay where they are.
    pub(crate) fn order<'t, T>(&self, key: &str, things: &'t [T], fixed: impl Fn(&T) -> bool) -> Vec<&'t T> {
        order(self.assigned.seed, key, things, fixed)
    }

    /// The original version of a medium.
    pub(crate) fn medium(&self, stimulus: Option<&str>) -> Option<PublicMedia> {
        self.texts.media(stimulus?, StimulusVersion::Original)
    }

    /// A medium that is judged, in the version for which `truth` is right.
    pub(crate) fn judged_medium(&self, stimulus: Option<&str>, truth: &str) -> Option<PublicMedia> {
        let version = self.texts.stimuli.get(stimulus?)?.version_for(truth);
        self.texts.media(stimulus?, version)
    }
}
