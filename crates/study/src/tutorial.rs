//! `docs/STUDY-FORMAT.md` and `docs/DESIGNS.md`, followed step by step on copies of studies: every change can be
//! applied, every command prints what the page shows, and every excerpt is in the study.

use std::collections::BTreeMap;
use std::fs;

use sha2::{Digest, Sha256};

use crate::definition::stimulus::{MediaFile, MediaKind, Stimuli, Stimulus, Version};
use crate::hex;
use crate::load::{Files, conclusion, inspect};
use crate::stimuli_text;
use crate::testing::{files, fixtures, small_files};
use crate::text::Text;

/// Fenced blocks of the page: their language and their lines.
fn blocks(page: &str) -> Vec<(String, Vec<&str>)> {
    let mut blocks: Vec<(String, Vec<&str>)> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        match line.strip_prefix("```") {
            Some(language) if !inside => blocks.push((language.to_owned(), Vec::new())),
            None if inside => blocks.last_mut().unwrap().1.push(line),
            _ => {}
        }
        inside ^= line.starts_with("```");
    }
    blocks
}

/// Lines and versions change with every word of the study, the number of files does not.
fn without_numbers(line: &str) -> String {
    if let Some((conclusion, _)) = line.split_once(", version ") {
        return conclusion.to_owned();
    }
    line.trim_end()
        .chars()
        .map(|c| if c.is_ascii_digit() { '#' } else { c })
        .collect::<String>()
        .replace("##", "#")
        .replace("##", "#")
}

/// The copies that the page makes, one after the other.
const COPIES: [&str; 6] = ["coming-back", "my-study", "other-words", "practice-twice", "rotated", "two-arms"];

fn path(named: &str) -> &str {
    let (copy, path) = named.split_once('/').unwrap_or_default();
    assert!(COPIES.contains(&copy), "{named} is outside of the copies");
    path
}

fn example() -> Files {
    files(&fixtures().join("../original-or-altered"))
}

/// Whether a pattern of the shell names this file or its folder. `*` is any text without a slash.
fn is_below(file: &str, pattern: &str) -> bool {
    let depth = pattern.matches('/').count() + 1;
    let named = file.split('/').take(depth).collect::<Vec<_>>().join("/");
    let (first, rest) = pattern.split_once('*').unwrap_or((pattern, ""));
    match rest.split_once('*') {
        None if rest.is_empty() => named == first,
        None => named.starts_with(first) && named.ends_with(rest),
        Some((middle, last)) => named
            .strip_prefix(first)
            .and_then(|named| named.strip_suffix(last))
            .is_some_and(|between| between.contains(middle) && !between.contains('/')),
    }
}

/// What a command prints, reduced to the lines that name a finding or a result.
fn answer(study: &mut Files, command: &str) -> Vec<String> {
    let words: Vec<&str> = command.split_whitespace().collect();
    match words.as_slice() {
        ["cp", "-r", "studies/original-or-altered", copy] if COPIES.contains(copy) => {
            *study = example();
            vec![]
        }
        ["cp", "-r", "studies/_fixtures/small", copy] if COPIES.contains(copy) => {
            *study = small_files();
            vec![]
        }
        ["cp", "-r", design, copy] if COPIES.contains(copy) => {
            let folder = design.strip_prefix("studies/_fixtures/designs/").and_then(|name| name.strip_suffix("/."));
            study.extend(files(&fixtures().join("designs").join(folder.expect("a design"))));
            vec![]
        }
        ["rm", "-r", gone @ ..] => {
            for pattern in gone.iter().map(|pattern| path(pattern)) {
                let before = study.len();
                study.retain(|file, _| !is_below(file, pattern));
                assert!(study.len() < before, "there is something to remove: {pattern}");
            }
            vec![]
        }
        ["unmask", "serve", "--study", "my-study", ..] => vec![],
        ["rm", gone @ ..] => {
            for file in gone {
                study.remove(path(file)).expect("there is something to remove");
            }
            vec![]
        }
        ["cp", from, to] => {
            let content = study[path(from)].clone();
            study.insert(path(to).into(), content);
            vec![]
        }
        ["unmask", "media", "add", copy, file, "--id", id] if COPIES.contains(copy) => {
            add_picture(study, path(file), id);
            vec![
                format!("stimuli.yaml: added `{id}`"),
                "Write alt, licence, credit, source_type into stimuli.yaml.".into(),
                format!("Next: unmask check {copy}"),
            ]
        }
        ["unmask", "media", "refresh", copy] if COPIES.contains(copy) => {
            let corrected = refresh(study).into_iter();
            corrected.chain([format!("Next: unmask check {copy}")]).collect()
        }
        ["unmask", "check", copy] if COPIES.contains(copy) => {
            let (read, problems) = inspect(study);
            let text = problems.to_string();
            let findings = text.lines().filter(|line| ["⚠", "×", "☞"].iter().any(|mark| line.contains(mark)));
            let mut lines: Vec<String> = findings.map(str::to_owned).collect();
            if let Some(read) = read.filter(|_| !problems.has_errors()) {
                lines.push(conclusion(&read, &problems, study));
            }
            lines
        }
        _ => panic!("the test can't run `{command}`"),
    }
}

/// What `unmask media add` does with a picture without metadata.
fn add_picture(study: &mut Files, file: &str, id: &str) {
    let contents = &study[file];
    let format = unmask_media::Format::of(contents).unwrap();
    let size = size(contents);
    assert_eq!(format.strip(contents).unwrap().removed, Vec::<String>::new());
    let sha256 = hex(&Sha256::digest(contents));
    let file = MediaFile { file: file.strip_prefix("media/").unwrap().to_owned(), sha256 };
    let stimulus = Stimulus {
        kind: MediaKind::Image,
        alt: Text::default(),
        transcript: None,
        width: Some(size.0),
        height: Some(size.1),
        seconds: None,
        licence: String::new(),
        credit: String::new(),
        source_type: String::new(),
        original: Version { files: vec![file], poster: None, captions: BTreeMap::new(), cue: None },
        altered: None,
    };
    edit_stimuli(study, |stimuli| drop(stimuli.insert(id.to_owned(), stimulus)));
}

/// What `unmask media refresh` does with pictures that have one length and no metadata: the lines that it prints.
fn refresh(study: &mut Files) -> Vec<String> {
    let files = study.clone();
    let contents = |media: &MediaFile| &files[&format!("media/{}", media.file)];
    edit_stimuli(study, |stimuli| {
        for stimulus in stimuli.values_mut() {
            for media in stimuli_text::files_mut(stimulus) {
                media.sha256 = hex(&Sha256::digest(contents(media)));
            }
            if stimulus.kind == MediaKind::Image {
                let size = size(contents(&stimulus.original.files[0]));
                (stimulus.width, stimulus.height) = (Some(size.0), Some(size.1));
            }
        }
    })
}

fn size(file: &[u8]) -> (u32, u32) {
    unmask_media::Format::of(file).unwrap().measure(file).unwrap().size.unwrap()
}

fn edit_stimuli(study: &mut Files, change: impl FnOnce(&mut Stimuli)) -> Vec<String> {
    let text = String::from_utf8(study["stimuli.yaml"].clone()).unwrap();
    let before = stimuli_text::read(&text).unwrap();
    let mut wanted = before.clone();
    change(&mut wanted);
    study.insert("stimuli.yaml".into(), stimuli_text::rewrite(&text, &wanted).unwrap().into_bytes());
    let changes = before.iter().flat_map(|(id, old)| {
        let changes = stimuli_text::changes(old, &wanted[id]).into_iter();
        changes.map(move |(path, value)| format!("stimuli.yaml: {id}.{path} is now {value}"))
    });
    changes.collect()
}

fn try_commands(study: &mut Files, lines: &[&str]) {
    let mut printed: Vec<String> = Vec::new();
    let mut promised: Vec<String> = Vec::new();
    for line in lines {
        match line.strip_prefix("$ ") {
            Some(command) => printed.extend(answer(study, command)),
            None => promised.push((*line).to_owned()),
        }
    }
    let plain = |lines: &[String]| lines.iter().map(|line| without_numbers(line)).collect::<Vec<_>>();
    assert_eq!(plain(&promised), plain(&printed), "{}", printed.join("\n"));
    // A checksum is its digits.
    for line in promised.iter().filter(|line| line.contains("sha256 is now")) {
        assert!(printed.contains(line), "{line}: it is {printed:?}");
    }
}

/// Applies the changes to each file of a block: runs of lines, each of which occurs in the file once.
fn change(study: &mut Files, lines: &[&str]) {
    let mut file = "";
    let mut run: Vec<&str> = Vec::new();
    for line in lines.iter().copied().chain(["--- "]) {
        let ends =
            line.starts_with("--- ") || (line.starts_with('-') && run.last().is_some_and(|last| last.starts_with('+')));
        if ends && !run.is_empty() {
            apply(study, file, &run);
            run.clear();
        }
        match line.strip_prefix("--- ") {
            Some("") => {}
            Some(named) => file = path(named),
            None => run.push(line),
        }
    }
}

fn apply(study: &mut Files, file: &str, run: &[&str]) {
    let side = |other: char| {
        let kept = run.iter().filter(|line| !line.starts_with(other));
        kept.flat_map(|line| [line.get(1..).unwrap_or_default(), "\n"]).collect::<String>()
    };
    let (old, new) = (side('+'), side('-'));
    // A file that does not exist is written.
    let text = String::from_utf8(study.get(file).cloned().unwrap_or_default()).unwrap();
    assert_eq!(text.matches(&old).count(), 1, "{file} has this not exactly once:\n{old}");
    study.insert(file.to_owned(), text.replace(&old, &new).into_bytes());
}

/// Checks an excerpt. Its first line names the file, in the example or from the root of the repository; `…` replaces
/// omitted lines.
fn quotes(study: &Files, lines: &[&str]) {
    let file = lines[0].strip_prefix("# ").expect("an excerpt names its file");
    let text = match file.strip_prefix("studies/") {
        Some(other) => fs::read_to_string(fixtures().join("..").join(other)).unwrap(),
        None => String::from_utf8(study[file].clone()).unwrap(),
    };
    let mut rest = text.as_str();
    for part in lines[1..].split(|line| *line == "…") {
        let part = part.join("\n");
        let at = rest.find(&part).unwrap_or_else(|| panic!("{file} does not have this, or not there:\n{part}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn the_guide_to_writing_a_study_is_correct() {
    let page = fs::read_to_string(fixtures().join("../../docs/STUDY-FORMAT.md")).unwrap();
    let original = example();
    let mut copy = Files::new();
    let (mut commands, mut changes, mut excerpts) = (0, 0, 0);
    for (language, lines) in blocks(&page) {
        match language.as_str() {
            "console" => {
                try_commands(&mut copy, &lines);
                commands += 1;
            }
            "diff" => {
                change(&mut copy, &lines);
                changes += 1;
            }
            "yaml" => {
                quotes(&original, &lines);
                excerpts += 1;
            }
            // The settings are those of the command that serves the copy.
            "toml" => lines.iter().for_each(|line| {
                let (name, value) = line.split_once(" = ").unwrap();
                assert!(page.contains(&format!(" --{name} {}", value.trim_matches('"'))), "{line}");
            }),
            other => panic!("the test can't run blocks of {other}"),
        }
    }
    assert!(commands >= 8 && changes >= 6 && excerpts >= 9, "{commands} {changes} {excerpts}");
}

/// The folders of published designs.
fn designs() -> Vec<String> {
    let folders = fs::read_dir(fixtures().join("designs")).unwrap();
    let mut names: Vec<String> = folders.map(|one| one.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_page_of_published_designs_is_correct() {
    let page = fs::read_to_string(fixtures().join("../../docs/DESIGNS.md")).unwrap();
    let mut copy = Files::new();
    let mut excerpts = String::new();
    let mut commands = None;
    for (language, lines) in blocks(&page) {
        match language.as_str() {
            "console" => {
                try_commands(&mut copy, &lines);
                commands = Some(lines);
            }
            "yaml" => {
                quotes(&Files::new(), &lines);
                excerpts += lines[0];
            }
            other => panic!("the test can't run blocks of {other}"),
        }
    }
    let commands = commands.expect("the page says how to copy a design");
    let shown = designs().into_iter().find(|design| commands.iter().any(|line| line.contains(design))).unwrap();
    for design in designs() {
        assert!(page.contains(&format!("| [`{design}`](#")), "{design} is not in the table");
        assert!(excerpts.contains(&format!("/designs/{design}/study.yaml")), "{design} has no excerpt");
        // The same commands make each design, without an error or a warning.
        for line in commands.iter().filter_map(|line| line.strip_prefix("$ ")) {
            let printed = answer(&mut copy, &line.replace(&shown, &design));
            let serious = printed.iter().find(|line| line.contains('×') || line.contains('⚠'));
            assert_eq!(serious, None, "{design}");
        }
        let (study, _) = inspect(&copy);
        assert_eq!(study.expect("a design is a study").file.id, design);
    }
}
