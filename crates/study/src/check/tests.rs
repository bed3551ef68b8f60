//! Every class of error, as a small change to the small fixture, is found at its source position.

use serde::Deserialize;

use crate::load::{inspect, load};
use crate::problem::{Problem, Severity};
use crate::testing::{files, fixtures, small_files};

/// `studies/_fixtures/broken/<name>/case.yaml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    file: String,
    /// Text of the file that is replaced; without it the whole file is.
    replace: Option<String>,
    with: Option<String>,
    #[serde(default)]
    remove: bool,
    severity: String,
    /// `file:line:column`; the file alone only if the mistake is that it is there, or that it is not.
    place: String,
    /// Part of the message.
    message: String,
}

impl Case {
    fn problems(&self) -> Vec<Problem> {
        let mut files = small_files();
        let new = self.with.clone().unwrap_or_default();
        match (&self.replace, self.remove) {
            (_, true) => drop(files.remove(&self.file).expect("there is something to remove")),
            (None, false) => drop(files.insert(self.file.clone(), new.into_bytes())),
            (Some(old), false) => {
                let text = String::from_utf8(files[&self.file].clone()).unwrap();
                assert!(text.contains(old.as_str()), "{} does not contain {old}", self.file);
                files.insert(self.file.clone(), text.replacen(old, &new, 1).into_bytes());
            }
        }
        inspect(&files).1.list
    }

    fn is_found(&self, problem: &Problem) -> bool {
        let place = match (problem.line, problem.column) {
            (Some(line), Some(column)) => format!("{}:{line}:{column}", problem.file),
            _ => problem.file.clone(),
        };
        let severity = serde_json::to_value(problem.severity).unwrap();
        place == self.place && severity == self.severity && problem.message.contains(&self.message)
    }
}

#[test]
fn every_broken_fixture_is_found_at_its_position() {
    let cases = files(&fixtures().join("broken"));
    assert!(cases.len() > 75);
    let mut missed = Vec::new();
    for (name, text) in cases {
        let case: Case = serde_saphyr::from_slice(&text).unwrap();
        let whole_file = case.remove || case.replace.is_none();
        assert!(case.place.contains(':') || whole_file, "{name} names no line");
        let problems = case.problems();
        if !problems.iter().any(|problem| case.is_found(problem)) {
            missed.push(format!(
                "{name}: expected {} {} at {}, found {problems:#?}",
                case.severity, case.message, case.place
            ));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn the_small_fixture_has_no_findings() {
    let (study, problems) = inspect(&small_files());
    assert!(study.is_some() && problems.list.is_empty(), "{problems}");
}

/// The small fixture with texts of some files replaced, and what is found then.
fn changed(changes: &[(&str, &str, &str)]) -> Vec<Problem> {
    let mut files = small_files();
    for (file, old, new) in changes {
        let text = String::from_utf8(files[*file].clone()).unwrap();
        assert!(text.contains(old), "{file} does not contain {old}");
        files.insert((*file).to_owned(), text.replacen(old, new, 1).into_bytes());
    }
    inspect(&files).1.list
}

#[test]
fn shares_other_than_a_half_can_be_meant() {
    let fewer = ("flow-a.yaml", "show: altered", "show: original");
    assert_eq!(changed(&[fewer]).len(), 1);
    let stated = ("flow-a.yaml", "attempts: 2", "attempts: 2\nright_answers: {original: 3, altered: 1}");
    assert_eq!(changed(&[fewer, stated]), []);

    let fewer = ("flow-b.yaml", "correct: misleading", "correct: genuine");
    let stated = ("flow-b.yaml", "attempts: 2", "attempts: 2\nright_answers: {genuine: 3, misleading: 1}");
    assert_eq!(changed(&[fewer, stated]), []);

    // In both forms, and what is not stated of posts is balanced still.
    let fewer = ["{x: altered, y: original}", "{x: original, y: altered}"]
        .map(|truth| ("questionnaires/post.yaml", truth, "original"));
    let stated = ("questionnaires/post.yaml", "title: Your", "right_answers: {original: 2}\ntitle: Your");
    assert_eq!(changed(&[&fewer[..], &[stated]].concat()), []);
    let posts = ("questionnaires/post.yaml", "truth: genuine", "truth: misleading");
    let found = changed(&[&fewer[..], &[stated, posts]].concat());
    assert!(
        found.iter().any(|problem| problem.message.contains("in form Y are not balanced: 0 × genuine")),
        "{found:?}"
    );
}

/// Participants who read one wording before read the other one afterwards.
#[test]
fn words_may_change_places_between_the_forms() {
    let storm = "post: {author: Weather Desk, handle: \"@weather\", age: 1 hour ago, text: Storm tonight.}";
    let calm = "post: {author: Weather Desk, handle: \"@weather\", age: 1 hour ago, text: A calm night.}";
    let both = |x: &str, y: &str| format!("{x}\n        in_form_y:\n          {y}");
    let before = format!("stimulus: pre-1\n        {}", both(calm, storm));
    let crossed = [
        ("questionnaires/pre.yaml", "stimulus: pre-1", before.as_str()),
        ("questionnaires/post.yaml", storm, &both(storm, calm)),
    ];
    assert_eq!(changed(&crossed), []);
    let alike = [crossed[0], ("questionnaires/post.yaml", storm, &both(calm, storm))];
    assert_eq!(changed(&alike).len(), 2);
}

/// Pages of a step that no arm has are reported.
#[test]
fn pages_that_no_arm_shows_are_named() {
    let mut files = small_files();
    let study = String::from_utf8(files["study.yaml"].clone()).unwrap().replacen("      - /dashboard\n", "", 1);
    files.insert("study.yaml".into(), study.into_bytes());
    files.insert("locales/de.yaml".into(), b"name: Deutsch\ntexts: {}\n".to_vec());
    files.insert("locales/de/flow-b.md".into(), b"# Vier Menschen\n".to_vec());
    let found = inspect(&files).1.list;
    for file in ["pages/flow-b.md", "locales/de/flow-b.md"] {
        let is_left_over = |problem: &&Problem| problem.file == file && problem.severity == Severity::Warning;
        let left = found.iter().find(is_left_over).unwrap_or_else(|| panic!("{file}: {found:#?}"));
        assert_eq!(left.message, "no arm has the step `/dashboard`, so this page is never shown");
    }
}

#[test]
fn a_page_that_two_arms_lack_is_named_once() {
    let mut files = small_files();
    files.remove("pages/end.md").unwrap();
    files.insert("locales/de.yaml".into(), b"name: Deutsch\ntexts: {}\n".to_vec());
    let found = inspect(&files).1.list;
    assert_eq!(found.iter().filter(|problem| problem.message == "pages/end.md is missing").count(), 1, "{found:#?}");
    let german = found.iter().find(|problem| problem.message.starts_with("pages/home.md is not translated")).unwrap();
    assert_eq!((german.file.as_str(), german.line), ("locales/de/home.md", None));
}

/// The listed lines can be pasted into the file. Then only the translations are missing.
#[test]
fn texts_to_translate_are_listed_as_lines_of_the_file() {
    let start = "name: Deutsch\ntexts:\n";
    let missing = |translations: &str| {
        let mut files = small_files();
        files.insert("locales/de.yaml".into(), format!("{start}{translations}").into_bytes());
        let found = inspect(&files).1;
        let printed = found.to_string();
        let of_texts = |problem: &&Problem| problem.file == "locales/de.yaml";
        (found.list.iter().find(of_texts).cloned(), printed)
    };
    let (problem, printed) = missing("  About you: Über Sie\n");
    let problem = problem.unwrap();
    let lines: Vec<&str> = problem.help.as_ref().unwrap().lines().skip(1).collect();
    assert!(problem.message.starts_with(&format!("{} of ", lines.len())), "{problem:?}");
    assert!(lines.iter().all(|line| printed.contains(line)), "a line is wrapped: {printed}");
    let pasted = |value: &str| lines.iter().flat_map(|line| [*line, value, "\n"]).collect::<String>();
    let (unfinished, _) = missing(&(pasted("") + "  About you: Über Sie\n"));
    assert!(unfinished.unwrap().message.starts_with("a text is missing after"));
    let (one, _) = missing(&(pasted(" anders")));
    assert!(one.unwrap().message.starts_with("1 of "));
    assert_eq!(missing(&(pasted(" anders") + "  About you: Über Sie\n")).0, None);
}

#[test]
fn several_translations_without_a_text_are_one_finding() {
    let mut files = small_files();
    let texts = "name: Deutsch\ntexts:\n  About You: Über Sie\n  Nothing: Nichts\n";
    files.insert("locales/de.yaml".into(), texts.into());
    let found = inspect(&files).1.list;
    let unknown = found.iter().find(|problem| problem.message.contains("does not have 2")).unwrap();
    assert_eq!((unknown.line, unknown.column), (Some(3), Some(3)));
    assert!(unknown.help.as_ref().unwrap().ends_with("  line 3: \"About You\"\n  line 4: \"Nothing\""), "{unknown:?}");
}

#[test]
fn a_text_that_a_comment_cuts_off_is_a_warning() {
    let cut = changed(&[("questionnaires/pre.yaml", "title: About you", "title: About # you")]);
    assert_eq!(cut.len(), 1, "{cut:?}");
    assert!(cut[0].message.contains("ends before ` #`") && cut[0].severity == Severity::Warning, "{cut:?}");
    let quoted = ("questionnaires/pre.yaml", "title: About you", "title: \"About # you\" # as in 2024");
    assert_eq!(changed(&[quoted]), []);
}

#[test]
fn all_mistakes_are_reported_at_once_and_underlined() {
    let mut files = small_files();
    files.insert("flow-a.yaml".into(), b"prompt: Hm?\ninterim_aftr: 2\nquestions: []\n".to_vec());
    files.insert("practice.yaml".into(), vec![0xff, 0xfe]);
    let problems = load(&files).unwrap_err();
    assert_eq!(problems.count(Severity::Error), 2);
    let text = problems.to_string();
    assert!(text.contains("flow-a.yaml:2:1: there is no field `interim_aftr` here"), "{text}");
    assert!(text.contains("did you mean `interim_after`?"), "{text}");
    assert!(text.contains("2 │ interim_aftr: 2"), "{text}");
    assert!(text.contains("not UTF-8"), "{text}");
}

#[test]
fn the_hash_knows_names_and_contents() {
    let files = small_files();
    let hash = crate::load::hash(&files);
    assert_eq!((hash.len(), &hash), (64, &crate::load::hash(&files.clone())));
    let mut renamed = files.clone();
    let step = renamed.remove("media/step.svg").unwrap();
    renamed.insert("media/other.svg".into(), step);
    assert_ne!(hash, crate::load::hash(&renamed));
}

/// A stored version has texts and no media.
#[test]
fn a_version_that_was_checked_is_read_again_without_its_media() {
    let whole = small_files();
    let study = load(&whole).unwrap();
    let texts = whole.into_iter().filter(|(name, _)| !name.starts_with("media/")).collect();
    let again = crate::load::reload(&texts, &study.hash).unwrap();
    assert_eq!(format!("{again:?}"), format!("{study:?}"));
    assert!(load(&texts).is_err(), "media are missing, which only the checks notice");
}

/// Names of scales, contact and ethics board are translated like other texts; names in the plan are not.
#[test]
fn names_that_people_read_are_texts() {
    let unknown = |text: &str| {
        let mut files = small_files();
        files.insert("locales/de.yaml".into(), format!("name: Deutsch\ntexts: {{ \"{text}\": anders }}\n").into());
        let found = inspect(&files).1.list;
        found.iter().any(|problem| problem.message == format!("the study has no text “{text}”"))
    };
    for text in ["Study team", "Example University", "Ethics board of Example University", "Self-efficacy"] {
        assert!(!unknown(text), "{text} can't be translated");
    }
    for text in ["study@example.org", "EX-2026-001", "Active control"] {
        assert!(unknown(text), "{text} is no text");
    }
}
