//! How long participants watch or listen to what a study shows them without a question: the audio and video of
//! `information` items. The only definition; the report uses it, and the scripts of the data package compute it again.

use std::collections::BTreeMap;

use crate::definition::item::Kind;
use crate::definition::stimulus::{MediaKind, Stimulus};
use crate::definition::{ArmId, Content, Questionnaire, Study, WaveId};
use crate::evidence::Evidence;
use crate::page::Step;

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

/// The recordings of an arm, in the order of its steps. Without those that all arms have before their steps differ,
/// such as a sound check.
pub fn recordings(study: &Study, arm: ArmId) -> Vec<Recording<'_>> {
    let common = common_steps(study);
    let mut found: Vec<Recording> = Vec::new();
    for (at, step) in study.steps_of(Some(arm)).iter().enumerate() {
        let block = step.block.name();
        for (id, _, seconds) in in_block(study, arm, block) {
            let in_all = || study.file.arms.keys().all(|arm| in_block(study, *arm, block).any(|(own, ..)| own == id));
            let recording =
                Recording { wave: study.wave_id(step.wave), block: block.to_owned(), stimulus: id, seconds };
            if !found.contains(&recording) && (at >= common || !in_all()) {
                found.push(recording);
            }
        }
    }
    found
}

/// The number of steps of the first part that all arms take before their steps differ.
fn common_steps(study: &Study) -> usize {
    let mut arms = study.file.arms.keys().map(|arm| study.steps_in(Some(*arm), 0));
    let first = arms.next().unwrap_or_default();
    let shared = |other: &[Step]| first.iter().zip(other).take_while(|(one, other)| one == other).count();
    arms.map(shared).min().unwrap_or(first.len())
}

/// The recordings of a block as an arm sees it.
fn in_block<'a>(
    study: &'a Study,
    arm: ArmId,
    block: &str,
) -> impl Iterator<Item = (&'a str, &'a Stimulus, f64)> + use<'a> {
    let seen = study.seen_by(Some(arm));
    let own = match seen.content(block) {
        Some(Content::Questionnaire(_, own)) => Some(own),
        _ => None,
    };
    own.into_iter().flat_map(|own| media(seen, own))
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
    /// Adds what a submission reports; `seen` is the study as the participant's arm sees it. Of several submissions,
    /// the longest time counts.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::wave::MAIN;
    use crate::evidence::Medium;
    use crate::load::reload;
    use crate::testing::{design_files, example};

    const CONTROL: ArmId = ArmId::literal("control");
    const VIDEO: ArmId = ArmId::literal("inoculation");

    fn evidence(file: &str, watched: &[[f64; 2]]) -> Evidence {
        let medium = Medium { url: file.into(), watched: watched.into(), ..Medium::default() };
        Evidence { media: vec![medium], ..Evidence::default() }
    }

    /// The film of an arm takes 4.5 seconds.
    #[test]
    fn each_second_of_an_arms_own_film_counts_once() {
        let study = reload(&design_files("inoculation-video"), "version").unwrap();
        let found = recordings(&study, VIDEO);
        let [film] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(
            (film.wave, film.block.as_str(), film.stimulus, film.seconds),
            (MAIN, "video-inoculation", "train-1", 4.5)
        );
        assert_ne!(recordings(&study, CONTROL), found);
        let file = &study.stimuli["train-1"].original.files[0].file;
        let mut watched = Watched::default();
        let of = |watched: &Watched, arm: ArmId| watched.by_wave(&study, arm)[&MAIN];
        assert_eq!(of(&watched, VIDEO), WatchedInWave { seconds: 0.0, of: 4.5, measured: false });
        watched.add(&study, "video-inoculation/inoculation", &evidence(file, &[[0.0, 2.0], [1.0, 3.0]]));
        // Another submission of the same page reports less.
        watched.add(&study, "video-inoculation/inoculation", &evidence(file, &[[0.0, 1.0]]));
        assert_eq!(of(&watched, VIDEO), WatchedInWave { seconds: 3.0, of: 4.5, measured: true });
        assert!(!of(&watched, CONTROL).measured);
        watched.add(&study, "video-inoculation", &evidence(file, &[[0.0, 4.7]]));
        assert!((of(&watched, VIDEO).seconds - 4.5).abs() < 1e-12, "no more than its length");
    }

    /// The sound check of the example study is one.
    #[test]
    fn a_recording_that_all_hear_before_the_arms_differ_is_no_dose() {
        let study = example();
        let mut arms = study.file.arms.keys();
        assert!(arms.all(|arm| recordings(&study, *arm).is_empty()));
    }
}
