//! Media: there, unchanged, licensed, and usable by everybody.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest, Sha256};

use super::{Check, numbered};
use crate::definition::stimulus::{MediaFile, MediaKind, Stimulus, Version};
use crate::load::hex;

const FILE: &str = "stimuli.yaml";

pub(super) fn check(check: &mut Check) {
    for (id, stimulus) in &check.study.stimuli {
        words(check, id, stimulus);
        size(check, id, stimulus);
        version(check, &format!("{id}.original"), stimulus, &stimulus.original);
        if let Some(altered) = &stimulus.altered {
            version(check, &format!("{id}.altered"), stimulus, altered);
            let both = altered.files.first().zip(stimulus.original.files.first());
            if both.is_some_and(|(altered, original)| altered.sha256 == original.sha256) {
                let message = format!("both versions of `{id}` are the same file");
                check.error(FILE, &format!("{id}.altered.files.0.file"), message, "name the altered file");
            }
            lengths(check, id, &stimulus.original, altered);
        }
    }
    unlisted(check);
}

/// What neither a stimulus nor the landing page names is never shown, and nobody has said under which licence it is.
fn unlisted(check: &mut Check) {
    let versions = check.study.stimuli.values().flat_map(|s| [Some(&s.original), s.altered.as_ref()]).flatten();
    let steps = check.study.file.landing.steps.iter().map(|step| step.picture.as_str());
    let named: BTreeSet<&str> =
        versions.flat_map(by_format).map(|(_, (_, media))| media.file.as_str()).chain(steps).collect();
    let media = check.files.keys().filter(|name| name.strip_prefix("media/").is_some_and(|m| !named.contains(m)));
    for file in media.cloned().collect::<Vec<_>>() {
        let help = "list it in stimuli.yaml with its licence, or take it out of the study's folder";
        check.warning(&file, "", "nothing in the study names this file".into(), help);
    }
}

fn words(check: &mut Check, id: &str, stimulus: &Stimulus) {
    let help = [
        ("licence", stimulus.licence.as_str(), "name its SPDX licence, for example CC-BY-4.0"),
        ("credit", stimulus.credit.as_str(), "name whom to credit"),
        ("alt", stimulus.alt.0.as_str(), "describe the scene without telling the answer"),
    ];
    for (field, value, help) in help {
        if value.trim().is_empty() {
            check.error(FILE, &format!("{id}.{field}"), format!("stimulus `{id}` has no {field}"), help);
        }
    }
    if stimulus.kind != MediaKind::Image && stimulus.transcript.is_none() {
        let message = format!("stimulus `{id}` has no transcript");
        check.error(FILE, &format!("{id}.kind"), message, "add `transcript`; `transcript: \"\"` if nothing is said");
    }
}

fn size(check: &mut Check, id: &str, stimulus: &Stimulus) {
    let at = format!("{id}.kind");
    if stimulus.kind != MediaKind::Audio && (stimulus.width.is_none() || stimulus.height.is_none()) {
        check.warning(
            FILE,
            &at,
            format!("stimulus `{id}` has no width and height"),
            "with them the page does not jump while it loads",
        );
    }
    if stimulus.kind != MediaKind::Image && stimulus.seconds.is_none() {
        check.warning(FILE, &at, format!("stimulus `{id}` has no length"), "add `seconds`");
    }
}

fn version(check: &mut Check, path: &str, stimulus: &Stimulus, version: &Version) {
    if version.files.is_empty() {
        check.error(FILE, &format!("{path}.files"), "no file is named".into(), "name at least one");
    }
    for (path, media) in numbered(&version.files, &format!("{path}.files")) {
        file(check, &path, media);
    }
    if let Some(poster) = &version.poster {
        file(check, &format!("{path}.poster"), poster);
    }
    for (locale, captions) in &version.captions {
        file(check, &format!("{path}.captions.{}", locale.0), captions);
    }
    let speech = stimulus.transcript.as_ref().is_some_and(|words| !words.0.trim().is_empty());
    if speech && version.captions.is_empty() {
        let message = "something is said here, but there are no captions".to_owned();
        let help = "add `captions` with a WebVTT file";
        match stimulus.kind {
            MediaKind::Video => check.error(FILE, &format!("{path}.files"), message, help),
            // The transcript beside the player says the same.
            _ => check.warning(FILE, &format!("{path}.files"), message, help),
        }
    }
}

/// Two versions of unlike length can be told apart before they are played: the length is on the wire.
fn lengths(check: &mut Check, id: &str, original: &Version, altered: &Version) {
    let length = |check: &Check, media: &MediaFile| check.files.get(&format!("media/{}", media.file)).map(Vec::len);
    let others = by_format(original);
    for (format, (place, media)) in by_format(altered) {
        let Some(&(_, other)) = others.get(&format) else { continue };
        let (Some(ours), Some(theirs)) = (length(check, media), length(check, other)) else { continue };
        let (small, large, bytes) = match ours.cmp(&theirs) {
            Ordering::Less => (media, other, theirs),
            Ordering::Equal => continue,
            Ordering::Greater => (other, media, ours),
        };
        let message = format!(
            "media/{} and media/{} are versions of `{id}` of unlike length, which tells them apart",
            small.file, large.file
        );
        let help = format!("fill media/{} up to {bytes} bytes, inside its container", small.file);
        check.warning(FILE, &format!("{id}.altered.{place}.file"), message, &help);
    }
}

/// The files of a version by what a player asks for, and where each is named: formats by their ending,
/// the poster, captions by language.
fn by_format(version: &Version) -> BTreeMap<String, (String, &MediaFile)> {
    let files = numbered(&version.files, "files").map(|(place, media)| {
        let ending = media.file.rsplit('.').next().unwrap_or_default();
        (ending.to_ascii_lowercase(), (place, media))
    });
    let poster = version.poster.iter().map(|media| ("poster".to_owned(), ("poster".to_owned(), media)));
    let captions = version.captions.iter().map(|(locale, media)| {
        let place = format!("captions.{}", locale.0);
        (place.clone(), (place, media))
    });
    files.chain(poster).chain(captions).collect()
}

fn file(check: &mut Check, path: &str, media: &MediaFile) {
    let name = format!("media/{}", media.file);
    let Some(content) = check.files.get(&name) else {
        check.error(FILE, &format!("{path}.file"), format!("{name} is missing"), "add the file, or correct its name");
        return;
    };
    let sum = hex(&Sha256::digest(content));
    if sum != media.sha256.to_ascii_lowercase() {
        let message = format!("{name} is not the file that this checksum belongs to");
        check.error(FILE, &format!("{path}.sha256"), message, &format!("if the file is right, write `sha256: {sum}`"));
    }
}
