//! `unmask media add` and `unmask media refresh`, on files that ffmpeg writes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use unmask_server::study_versions::{read_bundle, read_folder};
use unmask_study::definition::stimulus::MediaFile;
use unmask_study::text::Locale;

use crate::support::{command, copy, edited, fails, fixture, rewrite, unmask, works};

/// Nobody may learn it.
const SECRET: &str = "+52.5200+013.4050/";

/// Writes a clip of a recorder that stores its position.
fn record(path: &Path, seconds: &str, picture: &str) {
    let picture = format!("{picture}=size=64x48:rate=10:duration={seconds}");
    let sound = format!("sine=duration={seconds}");
    let place = format!("comment={SECRET}");
    let output = Command::new("ffmpeg")
        .args([
            "-nostdin", "-v", "error", "-y", "-threads", "1", "-f", "lavfi", "-i", &picture, "-f", "lavfi", "-i",
            &sound,
        ])
        .args(["-metadata", &place, "-metadata", "creation_time=2026-01-02T03:04:05Z"])
        .args(["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac"])
        .arg(path)
        .output()
        .expect("ffmpeg is installed: scripts/test-tools.sh");
    assert!(output.status.success(), "{output:?}");
    assert!(has(&fs::read(path).unwrap(), SECRET));
}

fn has(file: &[u8], word: &str) -> bool {
    file.windows(word.len()).any(|window| window == word.as_bytes())
}

fn small(folder: &Path) -> PathBuf {
    edited(folder, |text| text)
}

#[test]
fn the_shipped_studies_are_as_they_state() {
    let folder = tempfile::tempdir().unwrap();
    for study in [fixture(), fixture().join("../../original-or-altered")] {
        let before = read_folder(&study).unwrap();
        let said = works(&unmask(folder.path(), &["media", "refresh", study.to_str().unwrap(), "--dry-run"]));
        assert!(said.starts_with("All ") && said.lines().count() == 1, "{said}");
        assert!(before == read_folder(&study).unwrap());
    }
}

#[test]
fn a_clip_is_added_with_both_versions_and_nobody_types_a_checksum() {
    let folder = tempfile::tempdir().unwrap();
    let study = small(folder.path());
    let [clip, altered] = ["bridge.mp4", "bridge-altered.mp4"].map(|name| folder.path().join(name));
    record(&clip, "1", "testsrc");
    record(&altered, "1.6", "testsrc2");
    fs::write(folder.path().join("bridge.en.vtt"), "WEBVTT\n\n00:00.000 --> 00:01.000\nGood morning.\n").unwrap();
    let sources = [&clip, &altered].map(|path| fs::read(path).unwrap());
    let before = fs::read_to_string(study.join("stimuli.yaml")).unwrap();

    let files = ["media", "add", "study", "bridge.mp4", "bridge-altered.mp4", "bridge.en.vtt"];
    let texts = ["--alt", "A \"bridge\"", "--transcript", "Good morning.", "--licence", "CC0-1.0", "--credit", "A: B"];
    let args = [&files[..], &texts, &["--source-type", "digitalCapture"]].concat();
    let rehearsed = works(&unmask(folder.path(), &[&args[..], &["--dry-run"]].concat()));
    assert!(rehearsed.contains("Nothing was changed"), "{rehearsed}");
    assert_eq!(fs::read_to_string(study.join("stimuli.yaml")).unwrap(), before);
    assert!(!study.join("media/bridge.mp4").exists());

    let said = works(&unmask(folder.path(), &args));
    for words in
        ["media/bridge.mp4: removed", "times of recording", "bridge-altered.mp4: cut from 1.6", "added `bridge`"]
    {
        assert!(said.contains(words), "{words}: {said}");
    }
    let read = read_bundle(&study).unwrap();
    let bridge = &read.stimuli["bridge"];
    assert_eq!((bridge.width, bridge.height), (Some(64), Some(48)));
    assert!((0.95..1.1).contains(&bridge.seconds.unwrap()), "{bridge:?}");
    let [one, other] =
        ["bridge.mp4", "bridge-altered.mp4"].map(|name| fs::read(study.join("media").join(name)).unwrap());
    assert_eq!(one.len(), other.len());
    assert!(one != other && !has(&one, SECRET) && !has(&other, SECRET));
    assert_eq!(bridge.altered.as_ref().unwrap().captions, bridge.original.captions);
    // The recordings and everything else in the file are as they were.
    assert_eq!([&clip, &altered].map(|path| fs::read(path).unwrap()), sources);
    assert!(fs::read_to_string(study.join("stimuli.yaml")).unwrap().starts_with(&before));
    let checked = works(&unmask(folder.path(), &["check", "study"]));
    assert!(checked.contains("is in order"), "{checked}");

    let again = unmask(folder.path(), &args);
    fails(&again, &["has an entry `bridge` already", "unmask media refresh study", "--id"]);
    fails(&unmask(folder.path(), &[&args[..], &["--id", "other"]].concat()), &["bridge.mp4' exists already; rename"]);
}

/// Pictures that are stored in another order than shown can't be cut at any moment.
#[test]
fn lengths_that_still_differ_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let study = small(folder.path());
    for (name, seconds) in [("tower.mp4", "3"), ("tower-altered.mp4", "4.2")] {
        let source = format!("testsrc2=size=64x48:duration={seconds}");
        let output = Command::new("ffmpeg")
            .args(["-nostdin", "-v", "error", "-threads", "1", "-f", "lavfi", "-i", &source, "-pix_fmt", "yuv420p"])
            .args(["-c:v", "libx264", "-bf", "3"])
            .arg(folder.path().join(name))
            .output()
            .expect("ffmpeg is installed: scripts/test-tools.sh");
        assert!(output.status.success(), "{output:?}");
    }
    let files = ["media", "add", study.to_str().unwrap(), "tower.mp4", "tower-altered.mp4"];
    let texts = ["--alt", "A tower", "--licence", "CC0-1.0", "--credit", "A", "--source-type", "digitalCapture"];
    let said = works(&unmask(folder.path(), &[&files[..], &texts].concat()));
    assert!(said.contains("tower-altered.mp4: cut from 4.20 s"), "{said}");
    assert!(said.contains("takes 3.000 s") && said.contains("A browser tells this difference"), "{said}");
}

#[test]
fn a_replaced_clip_gets_its_entry_again_and_the_file_as_it_was_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let study = small(folder.path());
    rewrite(&study.join("stimuli.yaml"), |text| text.replacen("  seconds: 4.5\n", "  seconds: 4.5 # about\n", 1));
    let text = fs::read_to_string(study.join("stimuli.yaml")).unwrap();
    let (clip, other) = (study.join("media/m05a.mp4"), study.join("media/m05b.mp4"));
    record(&clip, "1", "testsrc");
    record(&other, "1", "testsrc2");
    let recorded = fs::read(&clip).unwrap();
    fails(&unmask(folder.path(), &["check", "study"]), &["the checksum of media/m05a.mp4 is not the one stated here"]);

    works(&unmask(folder.path(), &["media", "refresh", "study", "--dry-run"]));
    assert_eq!(fs::read_to_string(study.join("stimuli.yaml")).unwrap(), text);
    assert!(fs::read(&clip).unwrap() == recorded && !study.join(".originals").exists());

    let said = works(&unmask(folder.path(), &["media", "refresh", "study"]));
    for words in
        ["stimuli.yaml: pre-2.width is now 64", "pre-2.original.files.0.sha256 is now ", "Copies of the replaced"]
    {
        assert!(said.contains(words), "{words}: {said}");
    }
    let now = fs::read_to_string(study.join("stimuli.yaml")).unwrap();
    assert!(now.contains(" # about\n") && now.lines().count() == text.lines().count());
    assert!(!has(&fs::read(&clip).unwrap(), SECRET));
    assert!(fs::read(study.join(".originals/m05a.mp4")).unwrap() == recorded);
    let checked = works(&unmask(folder.path(), &["check", "study"]));
    assert!(checked.contains("is in order"), "{checked}");
    let said = works(&unmask(folder.path(), &["media", "refresh", "study"]));
    assert!(said.starts_with("All "), "{said}");
}

#[test]
fn an_error_leaves_everything_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let study = small(folder.path());
    record(&folder.path().join("clip.mp4"), "1", "testsrc");
    fs::write(folder.path().join("cut-off.mp4"), &fs::read(folder.path().join("clip.mp4")).unwrap()[..1000]).unwrap();
    fs::write(folder.path().join("notes.txt"), "no medium").unwrap();
    copy(&fixture().join("media"), &folder.path().join("photos"));
    fs::copy(folder.path().join("photos/m01a.png"), folder.path().join("clip-altered.png")).unwrap();
    let before = read_folder(&study).unwrap();
    let add = |files: &[&str]| unmask(folder.path(), &[&["media", "add", "study"][..], files].concat());
    fails(&add(&["cut-off.mp4"]), &["'cut-off.mp4' is no picture, sound or video"]);
    fails(&add(&["notes.txt"]), &["'notes.txt' is no picture, sound or video", "use PNG"]);
    fails(&add(&["missing.mp4"]), &["can't read 'missing.mp4'"]);
    fails(&add(&["clip-altered.png"]), &["'clip' has no original version", "clip-altered.mp4"]);
    fails(&add(&["clip.mp4", "clip-altered.png"]), &["one version is video, the other image"]);
    fails(&add(&["clip.mp4", "photos/m01a.png", "--id", "one"]), &["--id is for one medium", "these files are of 2"]);
    fails(
        &unmask(folder.path(), &["media", "add", "photos", "clip.mp4"]),
        &["stimuli.yaml'", "name the folder of a study"],
    );
    assert!(read_folder(&study).unwrap() == before);

    fs::remove_file(study.join("media/m05a.mp4")).unwrap();
    fails(
        &unmask(folder.path(), &["media", "refresh", "study"]),
        &["media/m05a.mp4' is missing, which original.files.0"],
    );
}

/// Captions in another language: a file for each version, and two commands.
#[test]
fn captions_are_added_to_media_that_the_study_has() {
    let folder = tempfile::tempdir().unwrap();
    let study = small(folder.path());
    fs::create_dir(study.join("locales")).unwrap();
    fs::write(study.join("locales/de.yaml"), "name: Deutsch\ntexts: {}\n").unwrap();
    let lacking = ["no captions in Deutsch (de)", "named like the medium: m05a.de.vtt. Then call"];
    fails(&unmask(folder.path(), &["check", "study"]), &lacking);

    let names = ["m05a.de.vtt", "m05b.de.vtt", "m06a.de.vtt", "m06b.de.vtt"];
    for (name, words) in names.iter().zip(["Guten Morgen.", "Gute Nacht.", "Ja.", "Nein."]) {
        let text = format!("WEBVTT\n\n00:00.000 --> 00:01.000\n{words}\n");
        fs::write(folder.path().join(name), text).unwrap();
    }
    let args = [&["media", "add", "study"][..], &names].concat();
    works(&unmask(folder.path(), &[&args[..], &["--dry-run"]].concat()));
    assert!(!study.join("media/m05a.de.vtt").exists());
    let said = works(&unmask(folder.path(), &args));
    let expected = ["pre-2.original.captions.de is now { file: \"m05a.de.vtt\"", "media/m05b.de.vtt: filled up to"];
    for words in expected {
        assert!(said.contains(words), "{words}: {said}");
    }
    let checked = works(&unmask(folder.path(), &["check", "study"]));
    assert!(!checked.contains("m05a") && checked.contains("can run, with the"), "{checked}");
    let read = read_bundle(&study).unwrap();
    let pre = &read.stimuli["pre-2"];
    let captions =
        |captions: &std::collections::BTreeMap<Locale, MediaFile>| captions[&Locale("de".into())].file.clone();
    let files = [&pre.original, pre.altered.as_ref().unwrap()].map(|version| captions(&version.captions));
    assert_eq!(files, ["m05a.de.vtt", "m05b.de.vtt"]);

    fs::create_dir(folder.path().join("new")).unwrap();
    fs::write(folder.path().join("new/m05a.de.vtt"), "WEBVTT\n\n00:00.000 --> 00:01.000\nHallo.\n").unwrap();
    let again = |args: &[&str]| unmask(folder.path(), &[&["media", "add", "study"][..], args].concat());
    fails(&again(&["new/m05a.de.vtt"]), &["m05a.de.vtt' exists already; rename"]);
    fs::rename(folder.path().join("new/m05a.de.vtt"), folder.path().join("new/hello.de.vtt")).unwrap();
    fails(&again(&["new/hello.de.vtt"]), &["no medium to which the captions 'hello' could belong", "--id"]);
    fails(
        &again(&["new/hello.de.vtt", "--id", "pre-2"]),
        &["`pre-2` has captions in `de` already", "media/m05a.de.vtt"],
    );
}

/// Somebody wrote the entry by hand.
#[test]
fn a_checksum_that_is_not_written_is_no_reason_to_stop() {
    let folder = tempfile::tempdir().unwrap();
    let study = small(folder.path());
    let before = fs::read_to_string(study.join("stimuli.yaml")).unwrap();
    rewrite(&study.join("stimuli.yaml"), |text| {
        let lines = text.lines().map(|line| match line.split_once(", sha256: ") {
            Some((start, _)) => format!("{start}}}\n"),
            None => format!("{line}\n"),
        });
        lines.collect()
    });
    let missing = ["media/m01a.png has no checksum yet", "call `unmask media refresh`"];
    fails(&unmask(folder.path(), &["check", "study"]), &missing);
    works(&unmask(folder.path(), &["media", "refresh", "study"]));
    // Those of files with metadata are new, as the metadata are removed.
    let without = |text: &str| -> Vec<String> {
        let checksum = |(start, sum): (&str, &str)| format!("{start}, {} digits", sum.trim_end_matches('}').len());
        text.lines().map(|line| line.split_once(", sha256: ").map_or(line.to_owned(), checksum)).collect()
    };
    assert_eq!(without(&fs::read_to_string(study.join("stimuli.yaml")).unwrap()), without(&before));
    works(&unmask(folder.path(), &["check", "study"]));
}

/// Versions of different length are told apart by anyone who sees their player.
#[test]
fn without_ffmpeg_it_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    small(folder.path());
    record(&folder.path().join("clip.mp4"), "1", "testsrc");
    record(&folder.path().join("clip-altered.mp4"), "1.6", "testsrc");
    let args = ["media", "add", "study", "clip.mp4", "clip-altered.mp4"];
    let said = works(&command(folder.path(), &args).env("PATH", folder.path()).output().unwrap());
    assert!(said.contains("which reveals the version. Install ffmpeg"), "{said}");
    assert!(said.contains("Write alt, licence, credit, source_type into stimuli.yaml."), "{said}");
    let captions = "write it into `transcript`, and add captions: unmask media add study clip.en.vtt (WCAG 2.2";
    assert!(said.contains(captions), "{said}");
}
