//! Media: present, unchanged, licensed and accessible.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest, Sha256};

use super::{Check, numbered};
use crate::definition::stimulus::{MediaFile, MediaKind, Stimulus, Version};
use crate::hex;
use crate::public::media_type;

const FILE: &str = "stimuli.yaml";

pub(super) fn check(check: &mut Check) {
    for (id, stimulus) in &check.study.stimuli {
        words(check, id, stimulus);
        size(check, id, stimulus);
        version(check, &format!("{id}.original"), stimulus, &stimulus.original);
        if let Some(altered) = &stimulus.altered {
            version(check, &format!("{id}.altered"), stimulus, altered);
            let both = altered.files.first().zip(stimulus.original.files.first());
            if both.is_some_and(|(altered, original)| {
                altered.file == original.file || (!altered.sha256.is_empty() && altered.sha256 == original.sha256)
            }) {
                let message = format!("both versions of `{id}` are the same file");
                check.error(FILE, &format!("{id}.altered.files.0.file"), message, "name the altered file");
            }
            sets(check, id, stimulus, altered);
            lengths(check, id, stimulus, altered);
        }
    }
    unlisted(check);
}

/// A file that neither a stimulus nor the landing page names is never shown, and has no licence.
fn unlisted(check: &mut Check) {
    let versions = check.study.stimuli.values().flat_map(|s| [Some(&s.original), s.altered.as_ref()]).flatten();
    let steps = check.study.file.landing.steps.iter().map(|step| step.picture.as_str());
    let named: BTreeSet<&str> = versions.flat_map(files).map(|(_, media)| media.file.as_str()).chain(steps).collect();
    let media = check.files.keys().filter(|name| name.strip_prefix("media/").is_some_and(|m| !named.contains(m)));
    for file in media.cloned().collect::<Vec<_>>() {
        let help = "list it in stimuli.yaml with its licence, or delete it";
        check.warning(&file, "", "nothing in the study names this file", help);
    }
}

fn words(check: &mut Check, id: &str, stimulus: &Stimulus) {
    let help = [
        ("licence", stimulus.licence.as_str(), "name its SPDX licence, for example CC-BY-4.0"),
        ("credit", stimulus.credit.as_str(), "name whom to credit"),
        ("alt", stimulus.alt.0.as_str(), "describe the scene without revealing the answer"),
    ];
    for (field, value, help) in help {
        if value.trim().is_empty() {
            check.error(FILE, &format!("{id}.{field}"), format!("stimulus `{id}` has no {field}"), help);
        }
    }
    if stimulus.source_type.trim().is_empty() {
        let help = "name its IPTC digital source type, for example digitalCapture for a recording, or algorithmicMedia";
        let message = format!("stimulus `{id}` does not say how it was made");
        check.warning(FILE, &format!("{id}.source_type"), message, help);
    }
    if stimulus.kind != MediaKind::Image && stimulus.transcript.is_none() {
        let message = format!("stimulus `{id}` has no transcript");
        check.error(FILE, &format!("{id}.kind"), message, "add `transcript`; `transcript: \"\"` if nothing is said");
    }
}

fn size(check: &mut Check, id: &str, stimulus: &Stimulus) {
    let at = format!("{id}.kind");
    if stimulus.kind != MediaKind::Audio && (stimulus.width.is_none() || stimulus.height.is_none()) {
        let message = format!("stimulus `{id}` has no width and height");
        check.warning(FILE, &at, message, "they keep the page from jumping while it loads");
    }
    if stimulus.kind != MediaKind::Image && stimulus.seconds.is_none() {
        check.warning(FILE, &at, format!("stimulus `{id}` has no length"), "add `seconds`");
    }
}

fn version(check: &mut Check, path: &str, stimulus: &Stimulus, version: &Version) {
    if version.files.is_empty() {
        check.error(FILE, &format!("{path}.files"), "no file is named", "name at least one");
    }
    for (field, media) in files(version) {
        file(check, &format!("{path}.{field}"), media);
    }
    captions(check, path, stimulus, version);
}

/// Speech has captions in every language of the study, and in no other.
fn captions(check: &mut Check, path: &str, stimulus: &Stimulus, version: &Version) {
    let study = check.study;
    let translations = study.catalog.translations.iter().map(|(locale, translation)| (locale, &translation.name));
    let languages: BTreeMap<_, _> =
        std::iter::once((&study.file.language, &study.file.language_name)).chain(translations).collect();
    for locale in version.captions.keys().filter(|locale| !languages.contains_key(locale)) {
        let message = format!("there are captions in `{}`, which is not a language of the study", locale.0);
        let help = "correct the tag, add `locales/<tag>.yaml`, or delete these captions";
        check.error(FILE, &format!("{path}.captions.{}", locale.0), message, help);
    }
    if stimulus.transcript.as_ref().is_none_or(|words| words.0.trim().is_empty()) {
        if !version.captions.is_empty() {
            let message = "there are captions, but the transcript is empty: nothing is said";
            let help = "write what is said into `transcript`; without speech, leave `captions` out or ignore this";
            check.warning(FILE, &format!("{path}.captions"), message, help);
        }
        return;
    }
    let at = format!("{path}.{}", if version.captions.is_empty() { "files" } else { "captions" });
    for (locale, name) in languages.into_iter().filter(|(locale, _)| !version.captions.contains_key(locale)) {
        let message = format!("something is said here, but there are no captions in {name} ({})", locale.0);
        let medium = version.files.first().map_or("clip", |media| media.file.as_str());
        let stem = medium.rsplit_once('.').map_or(medium, |(stem, _)| stem);
        let help = format!(
            "write a WebVTT file in that language, named like the medium: {stem}.{tag}.vtt. Then call `unmask media add` \
             with the study's folder and this file",
            tag = locale.0
        );
        match stimulus.kind {
            MediaKind::Video => check.error(FILE, &at, message, &help),
            // The transcript next to the player has the same text.
            _ => check.warning(FILE, &at, message, &help),
        }
    }
}

/// Two versions with different sets of files: the browser knows formats, poster and captions before the answer.
fn sets(check: &mut Check, id: &str, stimulus: &Stimulus, altered: &Version) {
    let formats = |version: &Version| {
        version.files.iter().map(|media| media_type(stimulus.kind, &media.file)).collect::<Vec<_>>().join(", ")
    };
    let poster = |version: &Version| version.poster.iter().map(|_| "one").collect();
    let captions =
        |version: &Version| version.captions.keys().map(|locale| locale.0.as_str()).collect::<Vec<_>>().join(", ");
    let both = [&stimulus.original, altered];
    let sets: [(&str, &str, [String; 2]); 3] = [
        ("files", "the formats of their files", both.map(formats)),
        ("poster", "their posters", both.map(poster)),
        ("captions", "the languages of their captions", both.map(captions)),
    ];
    for (field, what, [first, second]) in sets.into_iter().filter(|(.., [first, second])| first != second) {
        let named = |set: String| if set.is_empty() { "none".to_owned() } else { set };
        let message = format!(
            "the versions of `{id}` can be told apart by {what}: original {}, altered {}",
            named(first),
            named(second)
        );
        let help = "both need the same, in the same order: add what one of them lacks, or remove it from the other";
        check.error(FILE, &format!("{id}.altered.{field}"), message, help);
    }
}

/// Versions of different length are distinguishable before they are played: the response contains the length.
fn lengths(check: &mut Check, id: &str, stimulus: &Stimulus, altered: &Version) {
    let length = |check: &Check, media: &MediaFile| {
        let name = format!("media/{}", media.file);
        let scanned = check.media.get(&name).map(|medium| medium.length);
        scanned.or_else(|| check.files.get(&name).map(|content| content.len() as u64))
    };
    let format = |media: &MediaFile| media_type(stimulus.kind, &media.file);
    let others: BTreeMap<String, &MediaFile> = files(&stimulus.original).collect();
    for (field, media) in files(altered) {
        let Some(other) = others.get(&field).filter(|other| format(other) == format(media)) else { continue };
        let (Some(ours), Some(theirs)) = (length(check, media), length(check, other)) else { continue };
        let (small, large, bytes) = match ours.cmp(&theirs) {
            Ordering::Less => (media, *other, theirs),
            Ordering::Equal => continue,
            Ordering::Greater => (*other, media, ours),
        };
        let message = format!(
            "media/{} and media/{} are versions of `{id}` and differ in length, which reveals the version",
            small.file, large.file
        );
        let help = format!("fill media/{} up to {bytes} bytes, inside its container", small.file);
        check.warning(FILE, &format!("{id}.altered.{field}.file"), message, &help);
    }
}

/// All files of a version, and where each is named.
fn files(version: &Version) -> impl Iterator<Item = (String, &MediaFile)> {
    let poster = version.poster.iter().map(|media| ("poster".to_owned(), media));
    let captions = version.captions.iter().map(|(locale, media)| (format!("captions.{}", locale.0), media));
    numbered(&version.files, "files").chain(poster).chain(captions)
}

fn file(check: &mut Check, path: &str, media: &MediaFile) {
    let name = format!("media/{}", media.file);
    let Some(content) = check.files.get(&name) else {
        check.error(FILE, &format!("{path}.file"), format!("{name} is missing"), "add the file, or correct its name");
        return;
    };
    if media.sha256.is_empty() {
        let help =
            "call `unmask media refresh` with the study's folder, which measures the file and writes its checksum";
        check.error(FILE, path, format!("{name} has no checksum yet"), help);
        return;
    }
    let scanned = check.media.get(&name).map(|medium| medium.sha256.clone());
    let sum = scanned.unwrap_or_else(|| hex(&Sha256::digest(content)));
    if sum != media.sha256.to_ascii_lowercase() {
        let message = format!("the checksum of {name} is not the one stated here");
        let help = "if the file is right, call `unmask media refresh` with the study's folder, which corrects this";
        check.error(FILE, &format!("{path}.sha256"), message, help);
    }
}
