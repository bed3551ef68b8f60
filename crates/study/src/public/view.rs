//! The view of one participant: texts in their language, orders by their seed, media by their test form.

use super::Texts;
use super::types::PublicMedia;
use crate::definition::stimulus::StimulusVersion;
use crate::order::order;
use crate::progress::Assignment;

/// The view of one participant.
pub(crate) struct View<'a> {
    pub(crate) texts: Texts<'a>,
    pub(crate) assigned: &'a Assignment,
}

impl View<'_> {
    /// In this participant's order; `fixed` elements keep their position.
    pub(crate) fn order<'t, T>(&self, key: &str, things: &'t [T], fixed: impl Fn(&T) -> bool) -> Vec<&'t T> {
        order(self.assigned.seed, key, things, fixed)
    }

    /// The original version of a medium.
    pub(crate) fn medium(&self, stimulus: Option<&str>) -> Option<PublicMedia> {
        self.texts.media(stimulus?, StimulusVersion::Original)
    }

    /// A judged medium, in the version for which `truth` is correct.
    pub(crate) fn judged_medium(&self, stimulus: Option<&str>, truth: &str) -> Option<PublicMedia> {
        let version = self.texts.stimuli.get(stimulus?)?.version_for(truth);
        self.texts.media(stimulus?, version)
    }
}
