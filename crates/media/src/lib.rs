//! Media files as containers: how large and long a medium is, what in its file does not belong to picture and sound,
//! and how to fill it up to a length. Bytes in, bytes out. Pictures and sound are never decoded.

mod bytes;
mod jpeg;
mod medium;
mod mp3;
mod mp4;
mod ogg;
mod png;
mod riff;
mod webm;

use std::fmt;

pub use bytes::MediaError;
use bytes::Result;
pub use medium::{Measures, Stripped};

/// A container that is understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Jpeg,
    Mp3,
    Mp4,
    Ogg,
    Png,
    Wav,
    WebM,
    WebP,
}

impl Format {
    /// By the first bytes; endings of file names can be wrong.
    pub fn of(file: &[u8]) -> Option<Self> {
        let at = |start: usize, word: &[u8]| file.get(start..).is_some_and(|rest| rest.starts_with(word));
        Some(match () {
            () if at(0, &[0xFF, 0xD8, 0xFF]) => Self::Jpeg,
            () if at(0, b"\x89PNG\r\n\x1a\n") => Self::Png,
            () if at(0, b"RIFF") && at(8, b"WEBP") => Self::WebP,
            () if at(0, b"RIFF") && at(8, b"WAVE") => Self::Wav,
            () if at(0, &[0x1A, 0x45, 0xDF, 0xA3]) => Self::WebM,
            () if at(0, b"OggS") => Self::Ogg,
            // Pictures in this container (AVIF, HEIC) have other boxes.
            () if at(4, b"ftyp") && ![b"avif", b"avis", b"mif1", b"heic"].iter().any(|brand| at(8, *brand)) => {
                Self::Mp4
            }
            () if at(0, b"ID3") || mp3::is_frame(file) => Self::Mp3,
            () => return None,
        })
    }

    /// Size and length of the medium.
    pub fn measure(self, file: &[u8]) -> Result<Measures> {
        match self {
            Self::Jpeg => jpeg::measure(file),
            Self::Mp3 => mp3::measure(file),
            Self::Mp4 => mp4::measure(file),
            Self::Ogg => ogg::measure(file),
            Self::Png => png::measure(file),
            Self::Wav | Self::WebP => riff::measure(file),
            Self::WebM => webm::measure(file),
        }
    }

    /// The file without metadata: positions, times, devices, names, programs, proofs of origin, previews. What is
    /// needed to show the medium stays, such as colour profiles and the orientation of a photo.
    pub fn strip(self, file: &[u8]) -> Result<Stripped> {
        match self {
            Self::Jpeg => jpeg::strip(file),
            Self::Mp3 => Ok(mp3::strip(file)),
            Self::Mp4 => mp4::strip(file),
            Self::Ogg => ogg::strip(file),
            Self::Png => png::strip(file),
            Self::Wav | Self::WebP => riff::strip(file),
            Self::WebM => webm::strip(file),
        }
    }

    /// The file filled up to `length` bytes with an element that players skip. A gap below 64 bytes can be too small
    /// for such an element.
    pub fn fill(self, file: &[u8], length: usize) -> Result<Vec<u8>> {
        let Some(gap) = length.checked_sub(file.len()) else {
            return Err(MediaError("the file is longer already".into()));
        };
        match self {
            _ if gap == 0 => Ok(file.to_vec()),
            Self::Jpeg => jpeg::fill(file, gap),
            Self::Mp3 => mp3::fill(file, gap),
            Self::Mp4 => mp4::fill(file, gap),
            Self::Ogg => ogg::fill(file, length),
            Self::Png => png::fill(file, gap),
            Self::Wav | Self::WebP => riff::fill(file, gap),
            Self::WebM => webm::fill(file, gap),
        }
    }

    /// Both files, with the least length that both can have.
    pub fn level(self, files: [&[u8]; 2]) -> Result<[Vec<u8>; 2]> {
        let longest = files[0].len().max(files[1].len());
        let mut last = MediaError("the files can't have the same length".into());
        for length in longest..longest + 512 {
            match (self.fill(files[0], length), self.fill(files[1], length)) {
                (Ok(first), Ok(second)) => return Ok([first, second]),
                (Err(error), _) | (_, Err(error)) => last = error,
            }
        }
        Err(last)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Jpeg => "JPEG",
            Self::Mp3 => "MP3",
            Self::Mp4 => "MP4",
            Self::Ogg => "Ogg",
            Self::Png => "PNG",
            Self::Wav => "WAV",
            Self::WebM => "WebM",
            Self::WebP => "WebP",
        })
    }
}
