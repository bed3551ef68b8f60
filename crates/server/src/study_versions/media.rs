//! Media tickets. `<video src>` can't send a token, so the address contains a ticket: for one file, one session and
//! some hours. It reveals nothing about the file, and differs between participants.

use std::collections::HashMap;
use std::path::{Component, Path};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use unmask_study::Study;
use unmask_study::definition::stimulus::{MediaFile, MediaKind, Version};
use unmask_study::public::media_type;
use uuid::Uuid;

use crate::base::clock::Millis;
use crate::base::secrets::{ServerKey, Tag};
use crate::media::Library;

const HOUR: Millis = 60 * 60 * 1000;
/// A ticket lives three to four hours: the same address for an hour, so that a reload finds its copy.
const LIFE: Millis = 3;

const PURPOSE: &str = "media ticket";
/// `study (4) | hour of expiry (4) | tag (12) | sealed: session (16), number of the file (4)`.
const LENGTH: usize = 40;
const OPEN: usize = 8;
const SEALED: usize = 20;

/// The files of a study version that can be shown, by number.
pub struct MediaTable {
    files: Vec<(String, &'static str)>,
    numbers: HashMap<String, u32>,
    /// By file: its checksum as the study has it.
    checksums: HashMap<String, String>,
    /// By the other files of a medium, its formats: the first one.
    formats: HashMap<String, String>,
    /// Where they are.
    pub library: Library,
    study: [u8; 4],
    key: ServerKey,
    /// What their addresses begin with.
    address: String,
}

/// What a valid ticket says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// Path below `media/`.
    pub file: String,
    /// MIME type.
    pub media_type: &'static str,
    /// When it ends.
    pub until: Millis,
    /// The session that it was made for, and ends with.
    pub session: String,
}

impl MediaTable {
    /// All files of all stimuli.
    pub fn new(study: &Study, library: Library, key: ServerKey, base: &str) -> Self {
        let stimuli: Vec<_> = named(study).into_iter().filter(|medium| medium.sha256.is_some()).collect();
        let checksums = stimuli.iter().filter_map(|medium| Some((medium.file.to_owned(), medium.sha256?.to_owned())));
        let checksums = checksums.collect();
        let mut files: Vec<_> = stimuli
            .iter()
            .map(|medium| (medium.file.to_owned(), medium.media_type))
            .filter(|(file, _)| is_plain(file))
            .collect();
        files.sort_unstable();
        files.dedup();
        // In a keyed order, so that the number does not reveal the position of a file among the file names.
        files.sort_by_cached_key(|(file, _)| key.mac("media number", &[file.as_bytes()]));
        let numbers = files.iter().map(|(file, _)| file.clone()).zip(0..).collect();
        let versions = study.stimuli.values().flat_map(|one| std::iter::once(&one.original).chain(&one.altered));
        let formats = versions
            .filter_map(|version| version.files.split_first())
            .flat_map(|(main, others)| others.iter().map(|other| (other.file.clone(), main.file.clone())));
        let formats = formats.collect();
        let tag = key.mac("study tag", &[study.hash.as_bytes()]);
        Self {
            files,
            numbers,
            checksums,
            formats,
            library,
            study: [tag[0], tag[1], tag[2], tag[3]],
            key,
            address: format!("{base}/api/media/"),
        }
    }

    /// The address of a file for one session; `None` for a file that the study does not name.
    pub fn address(&self, file: &str, session: &str, now: Millis) -> Option<String> {
        let number = *self.numbers.get(file)?;
        let session = Uuid::try_parse(session).ok()?;
        let hour = u32::try_from(now / HOUR + LIFE + 1).ok()?;
        let mut ticket = [self.study, hour.to_be_bytes()].concat();
        let (tag, sealed) = self.key.seal(PURPOSE, &ticket, &[session.as_bytes(), &number.to_be_bytes()[..]].concat());
        ticket.extend(tag);
        ticket.extend(sealed);
        Some(format!("{}{}", self.address, URL_SAFE_NO_PAD.encode(ticket)))
    }

    /// The checksum that the study has of a file.
    pub fn sha256(&self, file: &str) -> Option<&str> {
        self.checksums.get(file).map(String::as_str)
    }

    /// The file that represents a medium in all its formats.
    pub fn main<'a>(&'a self, file: &'a str) -> &'a str {
        self.formats.get(file).map_or(file, String::as_str)
    }

    /// Reads a ticket of this study version, whether it has ended or not.
    pub fn read(&self, ticket: &str) -> Option<Ticket> {
        let ticket: [u8; LENGTH] = URL_SAFE_NO_PAD.decode(ticket).ok()?.try_into().ok()?;
        let (open, rest) = ticket.split_at(OPEN);
        let (study, hour) = open.split_at(4);
        if study != self.study {
            return None;
        }
        let (tag, sealed) = rest.split_at(LENGTH - OPEN - SEALED);
        let text = self.key.open(PURPOSE, open, Tag::try_from(tag).ok()?, sealed)?;
        let (session, number) = text.split_at(16);
        let number = u32::from_be_bytes(number.try_into().ok()?);
        let hour = u32::from_be_bytes(hour.try_into().ok()?);
        let (file, media_type) = self.files.get(usize::try_from(number).ok()?)?;
        let session = Uuid::from_slice(session).ok()?.hyphenated().to_string();
        Some(Ticket { file: file.clone(), media_type, until: Millis::from(hour) * HOUR, session })
    }
}

/// A file that the study names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Named<'a> {
    /// Path below `media/`.
    pub file: &'a str,
    /// MIME type.
    pub media_type: &'static str,
    /// Its checksum as the study has it; none for the pictures of the landing page.
    pub sha256: Option<&'a str>,
}

/// Every file that is served: those of the stimuli, then the pictures of the landing page.
pub fn named(study: &Study) -> Vec<Named<'_>> {
    let versions = study
        .stimuli
        .values()
        .flat_map(|one| std::iter::once(&one.original).chain(&one.altered).map(|version| (one.kind, version)));
    let mut named: Vec<_> = versions
        .flat_map(|(kind, version)| files_of(version).map(move |file| (kind, file)))
        .map(|(kind, MediaFile { file, sha256 })| Named { file, media_type: type_of(kind, file), sha256: Some(sha256) })
        .collect();
    named.sort_unstable();
    named.dedup_by_key(|one| one.file);
    let pictures = study.file.landing.steps.iter().map(|step| step.picture.as_str());
    let new: Vec<&str> = pictures.filter(|picture| named.iter().all(|one| one.file != *picture)).collect();
    named.extend(new.into_iter().map(|file| Named {
        file,
        media_type: media_type(MediaKind::Image, file),
        sha256: None,
    }));
    named
}

fn files_of(version: &Version) -> impl Iterator<Item = &MediaFile> {
    version.files.iter().chain(&version.poster).chain(version.captions.values())
}

fn type_of(kind: MediaKind, file: &str) -> &'static str {
    let captions = Path::new(file).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("vtt"));
    if captions { "text/vtt; charset=utf-8" } else { media_type(kind, file) }
}

/// Whether a path stays below its folder.
pub fn is_plain(file: &str) -> bool {
    Path::new(file).components().all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> MediaTable {
        let files: Vec<_> = (0..50).map(|i| (format!("clip-{i}-altered.mp4"), "video/mp4")).collect();
        let numbers = files.iter().map(|(file, _)| file.clone()).zip(0..).collect();
        MediaTable {
            files,
            numbers,
            checksums: HashMap::new(),
            formats: HashMap::new(),
            library: Library::folder("/".into()).unwrap(),
            study: *b"abcd",
            key: ServerKey::new([5; 32]),
            address: "/api/media/".into(),
        }
    }

    const SESSION: &str = "01980000-0000-7000-8000-000000000001";

    fn ticket(address: &str) -> &str {
        address.strip_prefix("/api/media/").unwrap()
    }

    #[test]
    fn a_ticket_opens_its_file_until_it_ends() {
        let address = table().address("clip-7-altered.mp4", SESSION, 10 * HOUR + 5).unwrap();
        let read = table().read(ticket(&address)).unwrap();
        let (file, session) = ("clip-7-altered.mp4".into(), SESSION.into());
        assert_eq!(read, Ticket { file, media_type: "video/mp4", until: 14 * HOUR, session });
        assert_eq!(table().address("clip-7-altered.mp4", SESSION, 10 * HOUR + 60_000), Some(address));
        assert_eq!(table().address("other.mp4", SESSION, 0), None);
    }

    #[test]
    fn no_changed_byte_passes() {
        let address = table().address("clip-7-altered.mp4", SESSION, 0).unwrap();
        let bytes = URL_SAFE_NO_PAD.decode(ticket(&address)).unwrap();
        for at in 0..LENGTH {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert_eq!(table().read(&URL_SAFE_NO_PAD.encode(changed)), None, "byte {at}");
        }
        assert_eq!(table().read("x"), None);
        let elsewhere = MediaTable { key: ServerKey::new([6; 32]), ..table() };
        assert_eq!(elsewhere.read(ticket(&address)), None, "another installation's");
    }

    #[test]
    fn addresses_have_nothing_in_common_between_sessions_and_files() {
        let of = |file, session| {
            let address = table().address(file, session, 0).unwrap();
            URL_SAFE_NO_PAD.decode(ticket(&address)).unwrap()[OPEN..].to_vec()
        };
        let one = of("clip-7-altered.mp4", SESSION);
        for other in
            [of("clip-7-altered.mp4", "01980000-0000-7000-8000-000000000002"), of("clip-8-altered.mp4", SESSION)]
        {
            assert!(one.iter().zip(&other).filter(|(a, b)| a == b).count() < 6, "{one:?} {other:?}");
        }
    }

    #[test]
    fn paths_stay_below_the_folder() {
        assert!(is_plain("a/b.mp4"));
        assert!(!is_plain("../b.mp4") && !is_plain("/etc/x") && !is_plain("a/../../b"));
    }
}
