//! The media of stimuli, as paths below `media/`.

use super::Texts;
use super::types::{PublicCaptions, PublicMedia, PublicSource};
use crate::definition::stimulus::{MediaKind, StimulusVersion};
use crate::text::Locale;

impl Texts<'_> {
    /// A version of a stimulus; none for an unknown ID, which the checks report.
    pub(super) fn media(self, stimulus: &str, which: StimulusVersion) -> Option<PublicMedia> {
        let stimulus = self.stimuli.get(stimulus)?;
        let version = stimulus.version(which);
        Some(PublicMedia {
            kind: stimulus.kind,
            sources: version.files.iter().map(|file| source(stimulus.kind, &file.file)).collect(),
            poster: version.poster.as_ref().map(|poster| poster.file.clone()),
            captions: version.captions.iter().map(|(locale, file)| self.captions(locale, &file.file)).collect(),
            alt: self.translate(&stimulus.alt),
            transcript: self.translate_optional(stimulus.transcript.as_ref()),
            width: stimulus.width,
            height: stimulus.height,
            seconds: stimulus.seconds,
            overlay: None,
        })
    }

    fn captions(self, locale: &Locale, file: &str) -> PublicCaptions {
        let translation = self.catalog.translations.get(locale);
        let name = match translation {
            Some(translation) => &translation.name,
            None if *locale == self.file.language => &self.file.language_name,
            None => &locale.0,
        };
        PublicCaptions { locale: locale.0.clone(), name: name.clone(), url: file.to_owned() }
    }
}

fn source(kind: MediaKind, file: &str) -> PublicSource {
    PublicSource { url: file.to_owned(), media_type: media_type(kind, file).to_owned() }
}

/// The media type of a file, by its extension.
pub fn media_type(kind: MediaKind, file: &str) -> &'static str {
    let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    match (kind, ending.as_str()) {
        (_, "avif") => "image/avif",
        (_, "webp") => "image/webp",
        (_, "png") => "image/png",
        (_, "jpg" | "jpeg") => "image/jpeg",
        (_, "svg") => "image/svg+xml",
        (MediaKind::Audio, "webm") => "audio/webm",
        (_, "webm") => "video/webm",
        (MediaKind::Audio, "mp4" | "m4a") => "audio/mp4",
        (_, "mp4") => "video/mp4",
        (_, "mp3") => "audio/mpeg",
        (_, "ogg" | "opus") => "audio/ogg",
        (_, "wav") => "audio/wav",
        _ => "application/octet-stream",
    }
}
