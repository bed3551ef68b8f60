//! Files that ffmpeg has written, of every format: nothing that is removed or filled changes a picture or a sound.

#![expect(clippy::unwrap_used, reason = "in a test a panic is the message")]

use std::fs;
use std::path::Path;
use std::process::Command;

use unmask_media::Format;

const SECRET: &str = "recorded at 52.5200 north";
const PICTURE: &str = "testsrc=size=64x48:rate=10:duration=0.7";
const SOUND: &str = "sine=frequency=440:sample_rate=48000:duration=0.7";

/// File, format, and the options with which ffmpeg encodes it.
const FILES: [(&str, Format, &[&str]); 11] = [
    ("clip.mp4", Format::Mp4, &["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac"]),
    (
        "streamed.mp4",
        Format::Mp4,
        &["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", "-movflags", "+faststart+use_metadata_tags"],
    ),
    ("clip.m4a", Format::Mp4, &["-vn", "-c:a", "aac"]),
    ("clip.webm", Format::WebM, &["-c:v", "libvpx-vp9", "-cpu-used", "8", "-c:a", "libopus"]),
    ("clip.ogg", Format::Ogg, &["-vn", "-c:a", "libopus"]),
    ("clip.mp3", Format::Mp3, &["-vn", "-c:a", "libmp3lame", "-write_id3v1", "1"]),
    ("clip.wav", Format::Wav, &["-vn", "-c:a", "pcm_s16le"]),
    ("picture.png", Format::Png, &["-an", "-frames:v", "1"]),
    ("picture.webp", Format::WebP, &["-an", "-frames:v", "1", "-c:v", "libwebp"]),
    ("lossless.webp", Format::WebP, &["-an", "-frames:v", "1", "-c:v", "libwebp", "-lossless", "1"]),
    ("picture.jpg", Format::Jpeg, &["-an", "-frames:v", "1"]),
];

fn run(program: &str, args: &[&str]) -> String {
    let output = Command::new(program).args(args).output().expect("ffmpeg is installed: scripts/test-tools.sh");
    assert!(output.status.success(), "{program} {args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn encoded(path: &Path, options: &[&str]) -> Vec<u8> {
    let comment = format!("comment={SECRET}");
    let input = [
        "-threads",
        "1",
        "-v",
        "error",
        "-f",
        "lavfi",
        "-i",
        PICTURE,
        "-f",
        "lavfi",
        "-i",
        SOUND,
        "-metadata",
        &comment,
    ];
    let also = ["-metadata", "creation_time=2026-01-02T03:04:05Z", "-metadata", "title=Kitchen", "-y"];
    run("ffmpeg", &[&input[..], &also, options, &[path.to_str().unwrap()]].concat());
    fs::read(path).unwrap()
}

/// What a player shows: the hash of every picture and sample. Any error of the decoder fails.
fn decoded(path: &Path, file: &[u8]) -> String {
    fs::write(path, file).unwrap();
    let args = [
        "-threads",
        "1",
        "-v",
        "error",
        "-xerror",
        "-err_detect",
        "explode",
        "-i",
        path.to_str().unwrap(),
        "-f",
        "streamhash",
        "-",
    ];
    run("ffmpeg", &args)
}

fn has(file: &[u8], word: &str) -> bool {
    file.windows(word.len()).any(|window| window == word.as_bytes())
}

/// Chunks and segments that ffmpeg does not write.
fn with_metadata(name: &str, mut file: Vec<u8>) -> Vec<u8> {
    match name.rsplit_once('.').unwrap().1 {
        "jpg" => {
            // Turned by a quarter, with the name of a place.
            let mut exif = b"\xFF\xE1\0\0Exif\0\0II\x2A\0\x08\0\0\0\x02\0".to_vec();
            exif.extend(b"\x12\x01\x03\0\x01\0\0\0\x06\0\0\0");
            exif.extend(b"\x0E\x01\x02\0\x1A\0\0\0\x26\0\0\0\0\0\0\0");
            exif.extend(SECRET.as_bytes());
            exif[3] = u8::try_from(exif.len() - 2).unwrap();
            file.splice(2..2, exif);
            file.extend(SECRET.as_bytes());
        }
        "webp" => {
            file.extend(b"EXIF");
            file.extend(u32::try_from(SECRET.len()).unwrap().to_le_bytes());
            file.extend(SECRET.as_bytes());
            file.resize(file.len().next_multiple_of(2), 0);
            let length = u32::try_from(file.len() - 8).unwrap();
            file[4..8].copy_from_slice(&length.to_le_bytes());
        }
        "png" => {
            let chunk = [b"tEXtComment\0", SECRET.as_bytes()].concat();
            let sum = !chunk.iter().fold(u32::MAX, |sum, byte| {
                let next = |sum: u32, _| (sum >> 1) ^ (0xEDB8_8320 * (sum & 1));
                (0..8).fold(sum ^ u32::from(*byte), next)
            });
            let length = u32::try_from(chunk.len() - 4).unwrap().to_be_bytes();
            // After the header.
            file.splice(33..33, [&length[..], &chunk, &sum.to_be_bytes()].concat());
        }
        _ => {}
    }
    file
}

#[test]
fn metadata_go_and_pictures_and_sound_stay() {
    let folder = tempfile::tempdir().unwrap();
    for (name, format, options) in FILES {
        let path = folder.path().join(name);
        let file = with_metadata(name, encoded(&path, options));
        assert_eq!(Format::of(&file), Some(format), "{name}");
        assert!(has(&file, SECRET), "{name} has nothing to remove");
        let before = decoded(&path, &file);

        let stripped = format.strip(&file).unwrap();
        assert!(!stripped.removed.is_empty(), "{name}");
        for word in [SECRET, "Kitchen"] {
            assert!(!has(&stripped.file, word), "{name} still has {word}: {:?}", stripped.removed);
        }
        assert_eq!(decoded(&path, &stripped.file), before, "{name}");
        assert_eq!(format.measure(&stripped.file), format.measure(&file), "{name}");
        let again = format.strip(&stripped.file).unwrap();
        assert_eq!((again.removed, again.file == stripped.file), (vec![], true), "{name}");
    }
}

#[test]
fn a_filled_file_has_the_length_and_shows_the_same() {
    let folder = tempfile::tempdir().unwrap();
    for (name, format, options) in FILES {
        let path = folder.path().join(name);
        let file = encoded(&path, options);
        let before = decoded(&path, &file);
        for gap in [0, 64, 300, 200_000, 70_000] {
            let filled = format.fill(&file, file.len() + gap).unwrap_or_else(|error| panic!("{name}, {gap}: {error}"));
            assert_eq!(filled.len(), file.len() + gap, "{name}");
            assert_eq!(format.measure(&filled), format.measure(&file), "{name}, {gap}");
            let clean = format.strip(&file).unwrap().file;
            let filled_clean = format.fill(&clean, clean.len() + gap).unwrap();
            assert!(format.strip(&filled_clean).unwrap().file == filled_clean, "{name}, {gap}: the filling stays");
            if gap == 70_000 {
                assert_eq!(decoded(&path, &filled), before, "{name}");
            }
        }
        assert!(format.fill(&file, file.len() - 1).is_err(), "{name}");
    }
}

#[test]
fn size_and_length_are_those_that_ffprobe_states() {
    let folder = tempfile::tempdir().unwrap();
    for (name, format, options) in FILES {
        let path = folder.path().join(name);
        let measures = format.measure(&encoded(&path, options)).unwrap();
        let show = ["-v", "error", "-of", "csv=p=0", "-show_entries"];
        let path = path.to_str().unwrap();
        let size = run("ffprobe", &[&show[..], &["stream=width,height", "-select_streams", "v", path]].concat());
        let shown = measures.size.map(|(width, height)| format!("{width},{height}")).unwrap_or_default();
        assert_eq!(size.trim(), shown, "{name}");
        let Some(seconds) = measures.seconds else { continue };
        let length: f64 = run("ffprobe", &[&show[..], &["format=duration", path]].concat()).trim().parse().unwrap();
        assert!((length - seconds).abs() < 0.08, "{name}: {length} {seconds}");
    }
}

#[test]
fn a_turned_photo_stays_turned_and_its_size_is_the_one_shown() {
    let folder = tempfile::tempdir().unwrap();
    let file = with_metadata("photo.jpg", encoded(&folder.path().join("photo.jpg"), &["-an", "-frames:v", "1"]));
    assert_eq!(Format::Jpeg.measure(&file).unwrap().size, Some((48, 64)));
    let stripped = Format::Jpeg.strip(&file).unwrap();
    assert_eq!(Format::Jpeg.measure(&stripped.file).unwrap().size, Some((48, 64)));
    assert!(stripped.removed.contains(&"Exif".to_owned()) && has(&stripped.file, "Exif"));
}

/// A version that compresses better is filled up, whatever the difference.
#[test]
fn two_versions_get_one_length() {
    let folder = tempfile::tempdir().unwrap();
    for (name, format, options) in FILES {
        let file = encoded(&folder.path().join(name), options);
        for difference in [0, 2, 10, 300] {
            let longer = format.fill(&file, file.len() + 1000 + difference).unwrap_or_else(|_| file.clone());
            let [first, second] = format.level([&file, &longer]).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(first.len(), second.len(), "{name}");
            assert!(first.len() >= longer.len() && first.len() < longer.len() + 512, "{name}");
        }
    }
}

/// Cut off anywhere: an error or what is left, and never a panic.
#[test]
fn a_damaged_file_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    for (name, format, options) in FILES {
        let file = encoded(&folder.path().join(name), options);
        for length in (0..file.len()).step_by(1 + file.len() / 100) {
            let mut damaged = file.clone();
            damaged[length] ^= 0x55;
            for part in [&file[..length], &damaged] {
                let _results = (format.measure(part), format.strip(part), format.fill(part, part.len() + 100));
            }
        }
    }
}
