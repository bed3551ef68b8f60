//! How long participants watch or listen to what a study shows them without a question: the audio and video of
//! `information` items. The only definition; the report uses it, and the scripts of the data package compute it again.

use std::collections::BTreeMap;

use crate::definition::item::Kind;
use crate::definition::stimulus::{MediaKind, Stimulus};
use crate::definition::{ArmId, Content, Questionnaire, Study, WaveId};
use crate::evidence::Evidence;

/// An audio or video without a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording<'a> {
    /// The part of the study in which the arm is shown it.
    pub wave: WaveId,
    /// Name of the block.
    pub block: String,
    /// ID of the stimulus.
    pub stimulus: &'a str,
    /// Length in seconds.
    pub seconds: f64,
}

/// Seconds that submissions report of each recording, by block and stimulus; each part of a recording counts once.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Watched(BTreeMap<(String, String), f64>);

/// What a participant watched of the recordings of one part of the study.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WatchedInWave {
    /// Seconds that they watched. A recording without a submission counts 0.
    pub seconds: f64,
    /// Length of the recordings in seconds.
    pub of: f64,
    /// Whether a submission reports at least one of the recordings.
    pub measured: bool,
}

/// The recordings of an arm, in the order of its steps.
pub fn recordings(study: &Study, arm: ArmId) -> Vec<Recording<'_>> {
    let seen = study.seen_by(Some(arm));
    let mut found: Vec<Recording> = Vec::new();
    for step in study.steps_of(Some(arm)) {
        let block = step.block.name();
        let Some(Content::Questionnaire(_, own)) = seen.content(block) else { continue };
        for (id, _, seconds) in media(seen, own) {
            let recording =
                Recording { wave: study.wave_id(step.wave), block: block.to_owned(), stimulus: id, seconds };
            if !found.contains(&recording) {
                found.push(recording);
            }
        }
    }
    found
}

/// The blocks in which an arm is shown recordings.
pub fn blocks(study: &Study, arm: ArmId) -> Vec<String> {
    recordings(study, arm).into_iter().map(|recording| recording.block).collect()
}

/// Audio and video of the information items of a questionnaire, with their lengths.
fn media<'a>(study: &'a Study, own: &'a Questionnaire) -> impl Iterator<Item = (&'a str, &'a Stimulus, f64)> {
    let shown = own.items().filter(|item| matches!(item.kind, Kind::Information(_)));
    shown.filter_map(|item| {
        let (id, stimulus) = study.stimuli.get_key_value(item.stimulus()?)?;
        let is_played = matches!(stimulus.kind, MediaKind::Audio | MediaKind::Video);
        Some((id.as_str(), stimulus, stimulus.seconds.filter(|seconds| is_played && *seconds > 0.0)?))
    })
}

impl Watched {
    /// Adds what a submission reports; `seen` is the study as the participant's arm sees it. Of several submissions, the
    /// longest time counts.
    pub fn add(&mut self, seen: &Study, item: &str, evidence: &Evidence) {
        let block = item.split('/').next().unwrap_or(item);
        let Some(Content::Questionnaire(_, own)) = seen.content(block) else { return };
        for (id, stimulus, _) in media(seen, own) {
            let versions = || std::iter::once(&stimulus.original).chain(&stimulus.altered);
            let has = |url: &str| versions().flat_map(|version| &version.files).any(|file| file.file == url);
            let reported = evidence.media.iter().filter(|medium| has(&medium.url));
            for seconds in reported.map(crate::evidence::Medium::watched_seconds) {
                let longest = self.0.entry((block.to_owned(), id.to_owned())).or_default();
                *longest = longest.max(seconds);
            }
        }
    }

    /// By part of the study, in which a participant of this arm and version is shown recordings.
    pub fn by_wave(&self, study: &Study, arm: ArmId) -> BTreeMap<WaveId, WatchedInWave> {
        let mut found: BTreeMap<WaveId, WatchedInWave> = BTreeMap::new();
        for recording in recordings(study, arm) {
            let reported = self.0.get(&(recording.block, recording.stimulus.to_owned()));
            let own = found.entry(recording.wave).or_default();
            // A browser may report a little more than the length that the study states.
            own.seconds += reported.copied().unwrap_or_default().min(recording.seconds);
            own.of += recording.seconds;
            own.measured |= reported.is_some();
        }
        found
    }
}
