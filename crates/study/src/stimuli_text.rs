//! Changes `stimuli.yaml` as a text: what is not changed stays byte for byte, with its comments and its order.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

use crate::definition::stimulus::{MediaFile, Stimuli, Stimulus, Version};
use crate::outline::{Outline, SourcePosition};
use crate::problem::{Problem, Problems, Severity};
use crate::yaml;

const FILE: &str = "stimuli.yaml";

/// Reads the file.
pub fn read(text: &str) -> Result<Stimuli, Problems> {
    yaml::read(FILE, text).map_err(|problem| problems(problem, text))
}

/// The file with the checksums, sizes, lengths and captions of `wanted`, and its new entries at the end. An error says
/// what is to be written by hand.
pub fn rewrite(text: &str, wanted: &Stimuli) -> Result<String, Problems> {
    let before = read(text)?;
    let Some(outline) = Outline::read(text) else { return Ok(text.to_owned()) };
    let mut edits: Vec<Edit> = Vec::new();
    for (id, stimulus) in wanted {
        let Some(old) = before.get(id) else { continue };
        for (path, value) in changes(old, stimulus) {
            let edit = Edit::new(text, &outline, id, &path, &value).map_err(|problem| problems(problem, text))?;
            edits.push(edit);
        }
    }
    edits.sort_by_key(|edit| edit.start);
    let mut changed = text.to_owned();
    for edit in edits.iter().rev() {
        changed.replace_range(edit.start..edit.end, &edit.text);
    }
    for (id, stimulus) in wanted.iter().filter(|(id, _)| !before.contains_key(*id)) {
        append(&mut changed, id, stimulus);
    }
    match read(&changed) {
        Ok(now) if now == *wanted => Ok(changed),
        _ => {
            let help = "write one entry for each line, without anchors (`&`) and aliases (`*`), as `unmask new` does";
            let message = "this file can't be changed by a program, because of how it is written";
            Err(problems(Problem::new(Severity::Error, FILE, None, message, help), text))
        }
    }
}

fn problems(problem: Problem, text: &str) -> Problems {
    Problems::new(vec![problem], [(FILE.to_owned(), text.to_owned())].into())
}

/// What differs between two states of a stimulus, as path below it and new value.
pub fn changes(old: &Stimulus, new: &Stimulus) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let sides = [("width", old.width, new.width), ("height", old.height, new.height)];
    let sides = sides.map(|(name, old, new)| (name, old.map(f64::from), new.map(f64::from)));
    for (name, old, new) in sides.into_iter().chain([("seconds", old.seconds, new.seconds)]) {
        found.extend(new.filter(|_| old != new).map(|value| (name.to_owned(), value.to_string())));
    }
    let before: BTreeMap<String, &MediaFile> = files(old).into_iter().collect();
    for (path, media) in files(new) {
        match before.get(&path) {
            Some(old) if old.sha256.eq_ignore_ascii_case(&media.sha256) => {}
            Some(_) => found.push((format!("{path}.sha256"), media.sha256.clone())),
            None => found.push((path, written(media))),
        }
    }
    found
}

/// All files of a stimulus with the path to each, such as `original.files.0`.
pub fn files(stimulus: &Stimulus) -> Vec<(String, &MediaFile)> {
    let versions = [("original", Some(&stimulus.original)), ("altered", stimulus.altered.as_ref())];
    let versions = versions.into_iter().filter_map(|(name, version)| Some((name, version?)));
    versions.flat_map(|(name, version)| of_version(name, version)).collect()
}

fn of_version<'a>(name: &str, version: &'a Version) -> Vec<(String, &'a MediaFile)> {
    let files = version.files.iter().enumerate().map(|(index, media)| (format!("{name}.files.{index}"), media));
    let poster = version.poster.iter().map(|media| (format!("{name}.poster"), media));
    let captions = version.captions.iter().map(|(locale, media)| (format!("{name}.captions.{}", locale.0), media));
    files.chain(poster).chain(captions).collect()
}

/// The same files, to change them.
pub fn files_mut(stimulus: &mut Stimulus) -> impl Iterator<Item = &mut MediaFile> {
    [Some(&mut stimulus.original), stimulus.altered.as_mut()]
        .into_iter()
        .flatten()
        .flat_map(|version| version.files.iter_mut().chain(&mut version.poster).chain(version.captions.values_mut()))
}

/// A part of the text and what replaces it.
struct Edit {
    start: usize,
    end: usize,
    text: String,
}

impl Edit {
    fn new(text: &str, outline: &Outline, id: &str, path: &str, value: &str) -> Result<Self, Problem> {
        if let Some(position) = outline.value(id, path) {
            let start = offset(text, position);
            return Ok(Self { start, end: start + scalar(&text[start..]), text: value.to_owned() });
        }
        if let Some(edit) = Self::checksum(text, outline, id, path, value) {
            return Ok(edit);
        }
        if let Some(edit) = Self::captions(text, outline, id, path, value) {
            return Ok(edit);
        }
        // A new field is a line after that of `kind`.
        let kind = outline.value(id, "kind").unwrap_or((1, 1));
        let line = text.lines().nth(kind.0 - 1).unwrap_or_default();
        let indentation = &line[..line.len() - line.trim_start().len()];
        if !line.trim_start().starts_with("kind:") {
            let help = format!("write `{path}: {value}` into this entry");
            let message = format!("`{id}` has no `{path}`, and there is no line to add it to");
            return Err(Problem::new(Severity::Error, FILE, Some(kind), message, help));
        }
        let start = offset(text, (kind.0, 1)) + line.len();
        let ending = if text[start..].starts_with('\r') { "\r\n" } else { "\n" };
        Ok(Self { start, end: start, text: format!("{ending}{indentation}{path}: {value}") })
    }
}

impl Edit {
    /// A checksum that a file does not have yet comes after its name.
    fn checksum(text: &str, outline: &Outline, id: &str, path: &str, value: &str) -> Option<Self> {
        let file = format!("{}.file", path.strip_suffix(".sha256")?);
        let (key, name) = (Spot::new(text, outline.key_in(id, &file)?), offset(text, outline.value(id, &file)?));
        let end = name + scalar_of_line(&text[name..], key.is_inline);
        Some(Self { start: end, end, text: format!("{}sha256: {value}", key.separator()) })
    }

    /// Captions in a language that a version does not have yet come before its others. Its first captions come before
    /// its files.
    fn captions(text: &str, outline: &Outline, id: &str, path: &str, value: &str) -> Option<Self> {
        let (version, locale) = path.split_once(".captions.")?;
        let first = outline.first_key_in(id, &format!("{version}.captions"));
        let key = first.or_else(|| outline.key_in(id, &format!("{version}.files")))?;
        let spot = Spot::new(text, key);
        let start = offset(text, key);
        let entry = match (first, spot.is_inline) {
            (Some(_), _) => format!("{locale}: {value}"),
            (None, true) => format!("captions: {{ {locale}: {value} }}"),
            (None, false) => format!("captions:{}  {locale}: {value}", spot.separator()),
        };
        Some(Self { start, end: start, text: entry + &spot.separator() })
    }
}

/// A key in the text.
struct Spot {
    /// Whether it is between braces.
    is_inline: bool,
    /// How its line begins: the line ending of the file, and spaces up to the key.
    line: String,
}

impl Spot {
    fn new(text: &str, key: SourcePosition) -> Self {
        let before = &text[..offset(text, key)];
        let ending = if before.contains("\r\n") { "\r\n" } else { "\n" };
        Self { is_inline: before.trim_end().ends_with(['{', ',']), line: format!("{ending}{}", " ".repeat(key.1 - 1)) }
    }

    /// What separates two keys of its map.
    fn separator(&self) -> String {
        if self.is_inline { ", ".to_owned() } else { self.line.clone() }
    }
}

/// The length of a file's name, with its quotation marks. Without them, it can contain spaces.
fn scalar_of_line(text: &str, is_inline: bool) -> usize {
    if text.starts_with(['"', '\'']) {
        return scalar(text);
    }
    let line = text.lines().next().unwrap_or_default();
    let end = line.find(" #").unwrap_or(line.len());
    let end = if is_inline { line[..end].find([',', '}']).unwrap_or(end) } else { end };
    line[..end].trim_end().len()
}

/// A file as new entries have it.
fn written(media: &MediaFile) -> String {
    format!("{{ file: {}, sha256: {} }}", Value::from(media.file.as_str()), media.sha256)
}

/// Where a position is in the text, in bytes.
fn offset(text: &str, (line, column): SourcePosition) -> usize {
    let before: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let characters = text[before..].char_indices().map(|(index, _)| index);
    before + characters.chain([text.len() - before]).nth(column - 1).unwrap_or_default()
}

/// The length of a checksum or a number, with its quotation marks.
fn scalar(text: &str) -> usize {
    let quote = text.chars().next().filter(|first| ['"', '\''].contains(first));
    match quote {
        Some(quote) => text[1..].find(quote).map_or(text.len(), |end| end + 2),
        None => text.find(|c: char| c.is_whitespace() || ",}]".contains(c)).unwrap_or(text.len()),
    }
}

/// A new entry in the style of the example study.
fn append(text: &mut String, id: &str, stimulus: &Stimulus) {
    if matches!(text.trim(), "{}") {
        text.clear();
    }
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    if !text.trim().is_empty() && !text.ends_with("\n\n") {
        text.push('\n');
    }
    let quoted = |value: &str| Value::from(value).to_string();
    let Stimulus { kind, alt, transcript, width, height, seconds, licence, credit, source_type, .. } = stimulus;
    let side = |side: &Option<u32>| side.map(|side| side.to_string());
    let source = Some(source_type).map(|source| if source.is_empty() { quoted(source) } else { source.clone() });
    let fields = [
        ("kind", Some(kind.name().to_owned())),
        ("alt", Some(quoted(&alt.0))),
        ("transcript", transcript.as_ref().map(|transcript| quoted(&transcript.0))),
        ("width", side(width)),
        ("height", side(height)),
        ("seconds", seconds.map(|seconds| seconds.to_string())),
        ("licence", Some(quoted(licence))),
        ("credit", Some(quoted(credit))),
        ("source_type", source),
    ];
    // Writing to a string can't fail.
    let _ = writeln!(text, "{id}:");
    for (name, value) in fields.into_iter().filter_map(|(name, value)| Some((name, value?))) {
        let _ = writeln!(text, "  {name}: {value}");
    }
    for (name, version) in [("original", Some(&stimulus.original)), ("altered", stimulus.altered.as_ref())] {
        let Some(version) = version else { continue };
        let _ = writeln!(text, "  {name}:\n    files:");
        for file in &version.files {
            let _ = writeln!(text, "      - {}", written(file));
        }
        if let Some(poster) = &version.poster {
            let _ = writeln!(text, "    poster: {}", written(poster));
        }
        if !version.captions.is_empty() {
            let _ = writeln!(text, "    captions:");
        }
        for (locale, file) in &version.captions {
            let _ = writeln!(text, "      {}: {}", locale.0, written(file));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::stimulus::MediaKind;
    use crate::text::{Locale, Text};

    const TEXT: &str = "# Our clips\n\nclip: # the first one\n  alt: \"Ein Café\"\n  kind: video   # moving\n  \
                        seconds: 4.5 # about\n  licence: CC0-1.0\n  credit: \"A, B\"\n  source_type: digitalCreation\n  \
                        transcript: ''\n  original:\n    files: [{sha256: 'aa', file: ä.mp4}, { file: b.webm, sha256: bb }]\n    \
                        poster: {file: c.png, sha256: \"cc\"} # drawn\n";

    #[test]
    fn only_the_values_change() {
        let mut wanted = read(TEXT).unwrap();
        let clip = &mut wanted["clip"];
        (clip.width, clip.height, clip.seconds) = (Some(640), Some(360), Some(5.01));
        for (media, sum) in files_mut(clip).zip(["a1", "b2", "c3"]) {
            media.sha256 = sum.into();
        }
        let changed = rewrite(TEXT, &wanted).unwrap();
        let expected = TEXT
            .replace("# moving\n", "# moving\n  width: 640\n  height: 360\n")
            .replace("4.5", "5.01")
            .replace("'aa'", "a1")
            .replace("bb }", "b2 }")
            .replace("\"cc\"", "c3");
        assert_eq!(changed, expected);
        assert_eq!(rewrite(&changed, &wanted).unwrap(), changed);
        let windows = TEXT.replace('\n', "\r\n");
        assert_eq!(rewrite(&windows, &wanted).unwrap(), expected.replace('\n', "\r\n"));
    }

    /// In every way of writing that the file may have.
    #[test]
    fn missing_checksums_and_new_captions_are_written() {
        let entry = |original: &str| {
            format!(
                "clip:\n  kind: video\n  alt: A\n  licence: CC0-1.0\n  credit: A\n  source_type: x\n  transcript: Hi\n{original}# end\n"
            )
        };
        let filled = "{ file: \"c.de.vtt\", sha256: dd }";
        for (original, expected) in [
            (
                "  original:\n    files:\n      - { file: a.mp4 }\n",
                format!(
                    "  original:\n    captions:\n      de: {filled}\n    files:\n      - {{ file: a.mp4, sha256: aa }}\n"
                ),
            ),
            (
                "  original:\n    files:\n      - file: my clip.mp4 # the first\n    captions:\n      en:\n        file: 'c.vtt'\n",
                format!(
                    "  original:\n    files:\n      - file: my clip.mp4\n        sha256: aa # the first\n    captions:\n      \
                     de: {filled}\n      en:\n        file: 'c.vtt'\n        sha256: aa\n"
                ),
            ),
            (
                "  original: { files: [{ file: a.mp4, sha256: \"\" }], captions: { en: {file: c.vtt} } }\n",
                format!(
                    "  original: {{ files: [{{ file: a.mp4, sha256: aa }}], captions: {{ de: {filled}, en: {{file: c.vtt, \
                     sha256: aa}} }} }}\n"
                ),
            ),
            (
                "  original: { files: [{ file: a.mp4, sha256: aa }] }\n",
                format!("  original: {{ captions: {{ de: {filled} }}, files: [{{ file: a.mp4, sha256: aa }}] }}\n"),
            ),
        ] {
            let (text, expected) = (entry(original), entry(&expected));
            let mut wanted = read(&text).unwrap();
            files_mut(&mut wanted["clip"]).for_each(|media| media.sha256 = "aa".into());
            let captions = MediaFile { file: "c.de.vtt".into(), sha256: "dd".into() };
            wanted["clip"].original.captions.insert(Locale("de".into()), captions);
            assert_eq!(rewrite(&text, &wanted).unwrap(), expected);
            let windows = |text: &str| text.replace('\n', "\r\n");
            assert_eq!(rewrite(&windows(&text), &wanted).unwrap(), windows(&expected));
        }
    }

    #[test]
    fn a_new_entry_comes_last_and_reads_as_it_was_meant() {
        let mut wanted = read(TEXT).unwrap();
        let media = |file: &str| MediaFile { file: file.into(), sha256: "ab".into() };
        let version = |name: &str| Version {
            files: vec![media(&format!("{name}: #1.mp4"))],
            poster: Some(media("p.png")),
            captions: [(Locale("de".into()), media("c.vtt"))].into(),
            cue: None,
        };
        let stimulus = Stimulus {
            kind: MediaKind::Video,
            alt: Text("A \"quoted\": text # with\nlines".into()),
            transcript: Some(Text("Größe".into())),
            width: Some(1),
            height: Some(2),
            seconds: Some(4.0),
            licence: String::new(),
            credit: "A: B".into(),
            source_type: String::new(),
            original: version("a"),
            altered: Some(version("b")),
        };
        wanted.insert("new-one".into(), stimulus);
        let changed = rewrite(TEXT, &wanted).unwrap();
        assert!(changed.starts_with(TEXT) && changed[TEXT.len()..].starts_with("\nnew-one:\n  kind: video\n"));
        let only: Stimuli = wanted.split_off(1);
        assert_eq!(read(&rewrite("{}\n", &only).unwrap()).unwrap(), only);
    }

    #[test]
    fn what_can_not_be_changed_is_an_error_with_the_way_out() {
        let flow = "clip: {kind: image, alt: x, licence: y, credit: z, source_type: s, original: {files: [{file: a, \
                    sha256: &sum aa}]}, altered: {files: [{file: b, sha256: *sum}]}}\n";
        let mut wanted = read(flow).unwrap();
        wanted["clip"].width = Some(3);
        let error = rewrite(flow, &wanted).unwrap_err().to_string();
        assert!(error.contains("stimuli.yaml:1:14") && error.contains("write `width: 3` into this entry"), "{error}");
        let mut wanted = read(flow).unwrap();
        wanted["clip"].original.files[0].sha256 = "bb".into();
        let error = rewrite(flow, &wanted).unwrap_err().to_string();
        assert!(error.contains("without anchors"), "{error}");
    }
}
