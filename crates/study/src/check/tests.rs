//! Every class of error, as a small change to the small fixture, is found at its source position.

use serde::Deserialize;

use crate::load::{Files, inspect, load};
use crate::problem::{Problem, Severity};
use crate::report::input::Design;
use crate::testing::{design_files, files, fixtures, small_files};

/// `studies/_fixtures/broken/<name>/case.yaml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// A design of `studies/_fixtures/designs`. Without it, the small fixture.
    design: Option<String>,
    file: String,
    /// Text of the file that is replaced; without it the whole file is.
    replace: Option<String>,
    with: Option<String>,
    #[serde(default)]
    remove: bool,
    severity: String,
    /// The file of the finding.
    place: String,
    /// A text that this file has once, with `▸` at the finding; none only if the mistake is that the file is there, or
    /// not.
    at: Option<String>,
    /// Part of the message.
    message: String,
}

impl Case {
    /// The small fixture, or the design, with the change.
    fn files(&self) -> Files {
        let mut files = self.design.as_deref().map_or_else(small_files, design_files);
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
        files
    }

    /// Line and column of the expected finding.
    fn position(&self, files: &Files) -> Option<(usize, usize)> {
        let (before, after) = self.at.as_ref()?.split_once('▸').expect("`at` has a ▸");
        let text = str::from_utf8(&files[&self.place]).unwrap();
        let found: Vec<_> = text.match_indices(&format!("{before}{after}")).collect();
        assert_eq!(found.len(), 1, "{} has the text of `at` more or less than once: {before}▸{after}", self.place);
        let read = &text[..found[0].0 + before.len()];
        let line = read.rsplit('\n').next().unwrap_or_default();
        Some((read.matches('\n').count() + 1, line.chars().count() + 1))
    }

    fn is_found(&self, problem: &Problem, position: Option<(usize, usize)>) -> bool {
        let severity = serde_json::to_value(problem.severity).unwrap();
        problem.file == self.place
            && problem.line.zip(problem.column) == position
            && severity == self.severity
            && problem.message.contains(&self.message)
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
        assert!(case.at.is_some() || whole_file, "{name} names no text of the file");
        let files = case.files();
        let position = case.position(&files);
        let problems = inspect(&files).1.list;
        if !problems.iter().any(|problem| case.is_found(problem, position)) {
            missed.push(format!(
                "{name}: expected {} {} at {} {position:?}, found {problems:#?}",
                case.severity, case.message, case.place
            ));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}

#[test]
fn the_small_fixture_has_no_findings_except_notes() {
    let (study, problems) = inspect(&small_files());
    let notes: Vec<_> = problems.list.iter().map(|problem| (problem.file.as_str(), problem.severity)).collect();
    assert!(study.is_some(), "{problems}");
    // Its trainings ask the question again after an incorrect answer. It has no target, and does not say how its data
    // are published.
    let notes_of = ["flow-a.yaml", "flow-b.yaml", "study.yaml", "study.yaml"].map(|file| (file, Severity::Note));
    assert_eq!(notes, notes_of, "{problems}");
}

#[test]
fn the_fixture_with_random_orders_has_no_findings_except_notes() {
    let mut all = small_files();
    all.extend(files(&fixtures().join("orders")));
    let (study, problems) = inspect(&all);
    assert!(study.is_some(), "{problems}");
    assert!(problems.list.iter().all(|problem| problem.severity == Severity::Note), "{problems}");
}

#[test]
fn a_quota_is_not_decided_at_different_times() {
    let quota = "quotas: [{id: women, limit: 5, when: [{item: gender, is: [woman]}]}]\nminutes: 10";
    let of_sections = |fixed: &str| {
        let shuffled = format!("shuffle_sections: true\nsections:\n  - id: you\n{fixed}");
        let found = changed(&[
            ("study.yaml", "minutes: 10", quota),
            ("questionnaires/pre.yaml", "sections:\n  - id: you\n", &shuffled),
        ]);
        let late = |problem: &&Problem| problem.message.contains("which comes after other sections");
        found.iter().filter(|problem| problem.file == "study.yaml").filter(late).count()
    };
    assert_eq!((of_sections(""), of_sections("    fixed: true\n")), (1, 0));
}

#[test]
fn a_condition_is_asked_before_in_every_order() {
    // `often` in `views` reads `channels` in `you`.
    let with = |first: &str, views: &str| {
        let found = changed(&[
            (
                "questionnaires/pre.yaml",
                "sections:\n  - id: you\n",
                &format!("shuffle_sections: true\nsections:\n  - id: you\n{first}"),
            ),
            ("questionnaires/pre.yaml", "  - id: views\n", &format!("  - id: views\n{views}")),
        ]);
        let errors = found.into_iter().filter(|problem| problem.severity == Severity::Error);
        errors.map(|problem| problem.message).collect::<Vec<_>>()
    };
    let fixed = "    fixed: true\n";
    assert_eq!(with(fixed, ""), Vec::<String>::new());
    let early = "`channels` is in the section `you`, which some participants get after this one";
    assert_eq!(with("", ""), [early]);
    // The one that reads it is in the middle, where it stays.
    assert_eq!(with("", fixed), [early]);
}

#[test]
fn a_misspelt_block_is_answered_with_the_described_ones() {
    let described = "      - /control-flow\n      - { page: /control-flow, id: ratings, prefix: more_ }\n";
    let found = changed(&[
        ("study.yaml", "      - /control-flow\n", described),
        ("study.yaml", "      - /dashboard\n", "      - /dashboard\n      - rating\n"),
    ]);
    let [problem] = &found[..] else { panic!("{found:?}") };
    assert_eq!(problem.message, "no step describes a block `rating`");
    assert!(
        problem.help.as_deref().unwrap_or_default().starts_with("choose one of `ratings`, write the path"),
        "{problem:?}"
    );
}

#[test]
fn the_plan_of_the_example_has_no_findings() {
    let mut found = inspect(&files(&fixtures().join("../original-or-altered"))).1.list;
    found.retain(|problem| problem.file == "study.yaml" && problem.severity != Severity::Note);
    assert_eq!(found, []);
}

/// The example's second part is for those who agree to it, and they get the debrief after it.
#[test]
fn who_comes_back_learns_what_the_study_was_about_and_when() {
    let example = || files(&fixtures().join("../original-or-altered"));
    let messages = |files: &Files| -> Vec<String> {
        let found = inspect(files).1.list.into_iter().filter(|problem| problem.severity != Severity::Note);
        found.map(|problem| problem.message).collect()
    };
    assert_eq!(messages(&example()), Vec::<String>::new());
    let mut without_text = example();
    for file in ["pages/waiting.md", "locales/de/waiting.md"] {
        without_text.remove(file).unwrap();
    }
    assert_eq!(
        messages(&without_text),
        ["until then, participants read `pages/end.md` at the end of the earlier part"]
    );
    let replaced = |file: &str, old: &str, new: &str| {
        let mut files = example();
        let text = String::from_utf8(files[file].clone()).unwrap();
        assert!(text.contains(old), "{file} does not contain {old}");
        files.insert(file.to_owned(), text.replacen(old, new, 1).into_bytes());
        messages(&files)
    };
    let questionnaire = String::from_utf8(example()["questionnaires/follow-up.yaml"].clone()).unwrap();
    let (start, end) =
        (questionnaire.find("  - id: later_debrief\n").unwrap(), questionnaire.find("\nscales:").unwrap());
    let found = replaced("questionnaires/follow-up.yaml", &questionnaire[start..end], "");
    assert!(found.iter().any(|message| message.contains("is told nowhere what the study was about")), "{found:?}");
    let found = replaced("study.yaml", "    consent: contact_again\n", "");
    let early = "all participants have wave `follow_up`, so this would tell them too early";
    assert!(found.iter().any(|message| message == early), "{found:?}");
    let found = replaced("study.yaml", "hypothesis: H7, part: clips", "hypothesis: H1, part: clips");
    assert!(found.iter().any(|message| message == "another hypothesis is called `H1`"), "{found:?}");
}

/// The small fixture with texts of some files replaced, and the errors and warnings then.
fn changed(changes: &[(&str, &str, &str)]) -> Vec<Problem> {
    let mut files = small_files();
    for (file, old, new) in changes {
        let text = String::from_utf8(files[*file].clone()).unwrap();
        assert!(text.contains(old), "{file} does not contain {old}");
        files.insert((*file).to_owned(), text.replacen(old, new, 1).into_bytes());
    }
    let found = inspect(&files).1.list.into_iter();
    found.filter(|problem| problem.severity != Severity::Note).collect()
}

/// The findings in the list of a study with these rows: line, severity, message.
fn in_list(target: u32, strata: &str, list: &str) -> Vec<(Option<usize>, Severity, String)> {
    let mut files = small_files();
    let text = String::from_utf8(files["study.yaml"].clone()).unwrap();
    let plan = format!("kind: list\n  file: allocation.csv\n  target: {target}\n{strata}");
    files.insert("study.yaml".into(), text.replacen("block_sizes: [3, 6]\n", &plan, 1).into_bytes());
    files.insert("allocation.csv".into(), list.as_bytes().to_vec());
    let found = inspect(&files).1.list.into_iter().filter(|problem| problem.file == "allocation.csv");
    found.map(|problem| (problem.line, problem.severity, problem.message)).collect()
}

#[test]
fn mistakes_in_a_list_are_found_with_their_line() {
    let good = "arm\ncontrol_0\ntreatment_0\ntreatment_1\n";
    assert_eq!(in_list(3, "", good), []);
    let device = "  strata: device\n";
    assert_eq!(in_list(2, device, "arm,stratum\ncontrol_0,phone\ntreatment_0,computer\n"), []);
    for (target, strata, list, line, message) in [
        (4, "", good, 4, "the list ends after 3 rows, and `target` is 4"),
        (3, "", "arm\n", 1, "the list has no rows"),
        (3, "", "group\ncontrol_0\n", 1, "the first line names no column `arm`"),
        (1, "", "arm\ncontrol_0\n\ncontrol_1\n", 4, "no arm has the ID `control_1`"),
        (1, device, "arm,stratum\ncontrol_0,phone\ncontrol_0,tablet\n", 3, "`tablet` is not a stratum of the study"),
        (1, device, "arm\ncontrol_0\n", 2, "`` is not a stratum of the study"),
        (1, "", "arm,stratum\ncontrol_0,phone\n", 2, "`phone` is not a stratum of the study"),
    ] {
        assert_eq!(in_list(target, strata, list), [(Some(line), Severity::Error, message.to_owned())], "{list}");
    }
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

#[test]
fn ratings_by_kind_are_checked_like_the_others() {
    let found = |ratings: &str| {
        let with = format!("ratings_by_kind: {{ {ratings} }}\nclips:");
        let found = changed(&[("control-flow.yaml", "clips:", &with)]);
        found.into_iter().map(|problem| (problem.severity, problem.line, problem.message)).collect::<Vec<_>>()
    };
    let rating = "{ id: light, label: Light?, kind: likert, numbers: 5, ends: [Dark, Bright] }";
    assert_eq!(found(&format!("image: [{rating}]")), []);
    let unseen = "no clip is of the kind `audio`, so these ratings are never shown";
    assert_eq!(found(&format!("audio: [{rating}]")), [(Severity::Warning, Some(11), unseen.to_owned())]);
    assert_eq!(found("image: []"), [(Severity::Error, Some(11), "there are no ratings".to_owned())]);
    let pointless = found(&format!("image: [{}]", rating.replace("numbers: 5", "numbers: 1")));
    assert!(matches!(pointless.as_slice(), [(Severity::Error, Some(11), _)]), "{pointless:?}");
    let twice = found(&format!("image: [{rating}, {rating}]"));
    assert!(
        twice.iter().all(|(_, _, message)| message.contains("two variables `cf_")) && !twice.is_empty(),
        "{twice:?}"
    );
    let unknown = found(&format!("picture: [{rating}]"));
    assert!(matches!(unknown.as_slice(), [(Severity::Error, ..)]), "{unknown:?}");
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
    let texts = lines.iter().filter(|line| !line.starts_with("  # ")).count();
    assert!(problem.message.starts_with(&format!("{texts} of ")), "{problem:?}");
    assert!(lines.contains(&"  # consent.yaml") && lines.contains(&"  # questionnaires/pre.yaml"), "{lines:?}");
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

/// Names of scales, contact and ethics board are translated like other texts. Those for researchers may be translated.
#[test]
fn names_that_people_read_are_texts() {
    let unknown = |text: &str| {
        let mut files = small_files();
        files.insert("locales/de.yaml".into(), format!("name: Deutsch\ntexts: {{ \"{text}\": anders }}\n").into());
        let found = inspect(&files).1.list;
        found.iter().any(|problem| problem.message == format!("the study has no text “{text}”"))
    };
    for text in
        ["Study team", "Example University", "Ethics board of Example University", "Self-efficacy", "Active control"]
    {
        assert!(!unknown(text), "{text} can't be translated");
    }
    for text in ["study@example.org", "EX-2026-001", "Passive control"] {
        assert!(unknown(text), "{text} is no text");
    }
}

/// The small fixture with sharing of all posts afterwards, an estimate, and these lines of the plan.
fn planned(plan: &str) -> Vec<(Severity, Option<usize>, String)> {
    let shared = |post: &str| format!("truth: {post}\n        sharing: true");
    let estimate = "id: last\n    title: Last questions\n    items:\n      - {id: right, kind: number, label: How many?, \
                    min: 0, max: 4}";
    let changes = [
        ("questionnaires/post.yaml", "truth: genuine", shared("genuine")),
        ("questionnaires/post.yaml", "truth: misleading", shared("misleading")),
        ("questionnaires/post.yaml", "id: last\n    title: Last questions\n    items:", estimate.to_owned()),
        ("study.yaml", "recruitment:\n", format!("analysis:\n{plan}recruitment:\n")),
    ];
    let changes: Vec<(&str, &str, &str)> = changes.iter().map(|(file, old, new)| (*file, *old, new.as_str())).collect();
    changed(&changes).into_iter().map(|problem| (problem.severity, problem.line, problem.message)).collect()
}

/// Line of `analysis:`.
const PLAN: usize = 64;

const SHARING: &str = "  outcomes:\n    - { id: sharing, kind: sharing_discernment, before: [] }\n";

#[test]
fn what_is_asked_for_an_outcome_is_reported() {
    assert_eq!(planned(SHARING), []);
    let found = planned("  alpha: 0.05\n");
    assert!(matches!(found.as_slice(), [(Severity::Error, Some(22), _)]), "{found:?}");
    assert_eq!(found[0].2, "no outcome reports how likely people would share `post_3`");
    let one = planned(&SHARING.replace("before", "items: [post_3, post_4], before"));
    assert_eq!(one, []);
}

#[test]
fn a_planned_outcome_that_cannot_be_computed_is_an_error() {
    let found = |plan: &str| {
        let mut found = planned(&format!("  outcomes:\n{plan}"));
        found.retain(|(_, _, message)| !message.starts_with("no outcome reports"));
        found.into_iter().map(|(_, line, message)| (line.unwrap() - PLAN, message)).collect::<Vec<_>>()
    };
    let one = |plan: &str| {
        let found = found(plan);
        assert_eq!(found.len(), 1, "{plan}: {found:?}");
        assert_eq!(found[0].0, 2, "{found:?}");
        found[0].1.clone()
    };
    for (plan, message) in [
        (
            "items: [post_3], before: []",
            "`s` can't be computed in form X: none of its items in questionnaires/post.yaml is manipulated",
        ),
        (
            "items: [post_1], before: []",
            "questionnaires/post.yaml has no judgement `post_1` that asks how likely people would share it",
        ),
        ("items: [post_3, post_4, post_3], before: []", "`post_3` is listed twice"),
        (
            "items: [], before: []",
            "`s` can't be computed in form X: none of its items in questionnaires/post.yaml is authentic",
        ),
        ("item: right, before: []", "`item` has no meaning for an outcome of kind `sharing_discernment`"),
        // The one item before is never authentic and manipulated.
        (
            "expect: rise",
            "`s` can't be computed in form X: none of its items in questionnaires/pre.yaml is manipulated",
        ),
    ] {
        assert_eq!(one(&format!("    - {{ id: s, kind: sharing_discernment, {plan} }}\n")), message);
    }
    for (plan, message) in [
        ("expect: open", "`e` can't be computed: no item is named"),
        ("item: remarks", "`remarks` is not an item of questionnaires/post.yaml that asks for a number"),
        ("item: right, before: []", "`before` has no meaning for an outcome of kind `estimate`"),
        ("item: right, items: [right]", "`items` has no meaning for an outcome of kind `estimate`"),
    ] {
        assert_eq!(one(&format!("    - {{ id: e, kind: estimate, {plan} }}\n")), message);
    }
    assert_eq!(found("    - { id: e, kind: estimate, item: right }\n"), []);
    let twice = "    - { id: e, kind: estimate, item: right }\n    - { id: f, kind: estimate, item: right }\n";
    assert_eq!(found(twice), [(3, "another outcome has the same label as `f`".to_owned())]);
    assert_eq!(found(&twice.replace("id: f,", "id: f, label: Other,")), []);
    let twice = found(&twice.replace("id: f,", "id: e, label: Other,"));
    assert_eq!(twice, [(3, "`e` is defined twice".to_owned())]);
    let exploratory = "    - { id: e, kind: estimate, item: right, role: exploratory }\n  comparisons:\n    - { hypothesis: H7, kind: \
                       equivalence, arm: treatment_0, reference: control_0, outcome: outcome_e, margin: 0.1 }\n";
    assert_eq!(found(exploratory), [(4, "`outcome_e` is exploratory, so no hypothesis tests it".to_owned())]);
    assert_eq!(found(&exploratory.replace("exploratory", "secondary")), []);
}

#[test]
fn an_estimate_counts_all_judgements() {
    let more = [
        (
            "questionnaires/post.yaml",
            "id: last\n    title: Last questions\n    items:",
            "id: last\n    title: Last questions\n    items:\n      - {id: right, kind: number, label: How many?, min: 0, max: 5}",
        ),
        (
            "study.yaml",
            "recruitment:\n",
            "analysis:\n  outcomes: [{ id: e, kind: estimate, item: right }]\nrecruitment:\n",
        ),
    ];
    let found = changed(&more);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].message, "`right` does not ask for a number from 0 to 4, the number of judgements");
    let shown = [more[0], ("study.yaml", "recruitment:\n", "result: { estimate: right }\nrecruitment:\n")];
    let found = changed(&shown);
    assert!(matches!(found.as_slice(), [problem] if problem.severity == Severity::Error), "{found:?}");
    assert_eq!(found[0].message, "no outcome reports the answers to `right`");
}

#[test]
fn what_is_assumed_of_a_scale_has_limits() {
    let found = |assumed: &str| {
        let plan = format!(
            "analysis:\n  scales: [{{ id: s, label: S, after: knowledge, expect: no_rise, margin: 0.5, {assumed} }}]\nrecruitment:\n"
        );
        changed(&[("study.yaml", "recruitment:\n", &plan)])
            .into_iter()
            .map(|problem| problem.message)
            .collect::<Vec<_>>()
    };
    assert_eq!(found("sd: 1.2, correlation: 0.6"), [""; 0]);
    assert_eq!(found("sd: 0"), ["`sd: 0` is out of range"]);
    assert_eq!(found("correlation: 1"), ["`correlation: 1` is out of range"]);
}

#[test]
fn a_margin_that_will_not_be_ruled_out_is_a_warning() {
    let found = |plan: &str| {
        let plan = format!("analysis:\n  sample: {{ loss: 0 }}\n  {plan}\nrecruitment:\n");
        let changes = [
            ("study.yaml", "  block_sizes:", "  target: 900\n  block_sizes:"),
            ("study.yaml", "recruitment:\n", &plan),
        ];
        let told = |problem: Problem| {
            assert_eq!(problem.severity, Severity::Warning);
            problem.message
        };
        changed(&changes).into_iter().map(told).collect::<Vec<_>>()
    };
    let compared = |kind: &str, margin: f64| {
        found(&format!(
            "comparisons: [{{ hypothesis: H7, kind: {kind}, arm: treatment_0, reference: control_0, outcome: d_prime, margin: {margin} }}]"
        ))
    };
    let fails = |power: u32| {
        format!("with 300 people in each arm, the margin is ruled out in only {power}% of studies without a difference")
    };
    assert_eq!(compared("equivalence", 0.05), [fails(0)]);
    assert_eq!(compared("equivalence", 0.5), [""; 0]);
    assert_eq!(compared("non_inferiority", 0.05), [fails(9)]);
    assert_eq!(compared("non_inferiority", 0.5), [""; 0]);
    let scale = |margin: f64| {
        found(&format!("scales: [{{ id: s, label: S, after: knowledge, expect: no_rise, sd: 1, margin: {margin} }}]"))
    };
    assert_eq!(scale(0.1), [fails(23)]);
    assert_eq!(scale(0.5), [""; 0]);
    assert_eq!(found("false_alarms: { margin: 0.01 }"), [""; 0], "no hypothesis");
    assert_eq!(found("false_alarms: { hypothesis: H3, margin: 0.3 }"), [""; 0]);
    assert_eq!(found("false_alarms: { hypothesis: H3, margin: 0.01 }").len(), 1);
}

#[test]
fn a_share_of_nothing_is_out_of_range() {
    for field in ["per_protocol", "minimum_judged"] {
        let plan = format!("analysis:\n  {field}: 0\nrecruitment:\n");
        let found = changed(&[("study.yaml", "recruitment:\n", &plan)]);
        assert_eq!(
            found.iter().map(|one| &*one.message).collect::<Vec<_>>(),
            [format!("`{field}: 0` is out of range")]
        );
    }
}

#[test]
fn a_scale_whose_hypothesis_nothing_tests_is_an_error() {
    let found = |plan: &str| {
        let plan = format!("analysis:\n  scales: [{{ id: s, label: S, after: knowledge, {plan} }}]\nrecruitment:\n");
        changed(&[("study.yaml", "recruitment:\n", &plan)])
            .into_iter()
            .map(|problem| problem.message)
            .collect::<Vec<_>>()
    };
    assert_eq!(found("hypothesis: H9"), ["`H9` expects nothing of `s`, so nothing tests it"]);
    assert_eq!(found("expect: rise, hypothesis: \"\""), ["the hypothesis has no name"]);
    assert_eq!(found("expect: rise, hypothesis: H9"), [""; 0]);
    assert_eq!(found("expect: rise, margin: 0.5"), ["a margin belongs to `expect: no_rise`"]);
    assert_eq!(found("expect: no_rise, margin: 0.5"), [""; 0]);
}

/// Of weights 1 : 2, the target leaves a third for the smallest arm.
#[test]
fn a_target_that_leaves_the_smallest_arm_too_few_is_a_warning() {
    let found = |target: u32| {
        let plan = "analysis:\n  sample: { effect: 0.8, loss: 0, correlation: 0 }\nrecruitment:\n";
        let changes = [
            ("study.yaml", "  block_sizes:", &*format!("  target: {target}\n  block_sizes:")),
            ("study.yaml", "recruitment:\n", plan),
            ("study.yaml", "    label: Active control\n", "    label: Active control\n    weight: 2\n"),
            ("study.yaml", "block_sizes: [3, 6]", "block_sizes: [4, 8]"),
        ];
        changed(&changes).into_iter().map(|problem| problem.message).collect::<Vec<_>>()
    };
    assert_eq!(found(1000), [""; 0]);
    assert_eq!(found(60).len(), 1);
}

#[test]
fn looks_that_cannot_be_taken_are_an_error() {
    let target = |plan: &str| {
        let plan = format!("analysis:\n{plan}recruitment:\n");
        let changes = [
            ("study.yaml", "  block_sizes:", "  target: 300\n  block_sizes:"),
            ("study.yaml", "recruitment:\n", &plan),
        ];
        changed(&changes).into_iter().map(|problem| problem.message).collect::<Vec<_>>()
    };
    let found = |plan: &str| target(&format!("  interim: {{ {plan} }}\n"));
    assert_eq!(found("looks: [0.5, 0.75]"), [""; 0]);
    assert_eq!(found("looks: [0.5], spending: pocock"), [""; 0]);
    for (plan, message) in [
        ("looks: []", "0 looks are planned"),
        ("looks: [0.0]", "a look at 0 of the planned participants is not before the end"),
        ("looks: [0.5, 1.0]", "a look at 1 of the planned participants is not before the end"),
        ("looks: [0.75, 0.5]", "the look at 0.5 is not later than the one at 0.75"),
        ("looks: [0.5, 0.5]", "the look at 0.5 is not later than the one at 0.5"),
    ] {
        assert_eq!(found(plan), [message], "{plan}");
    }
    let mixed = target("  model: probit_mixed\n  interim: { looks: [0.5] }\n");
    assert_eq!(mixed[..1], ["the program can't test the mixed model at a look"]);
    let found = planned(&format!("{SHARING}  interim: {{ looks: [0.5] }}\n"));
    let message = "without a target, there is no number of participants that looks can be a share of";
    assert_eq!(found.iter().map(|(.., message)| message.as_str()).collect::<Vec<_>>(), [message]);
}

#[test]
fn a_confirmatory_moderator_without_its_tests_is_an_error() {
    let found = |plan: &str| {
        let found = planned(&format!("{SHARING}{plan}"));
        found.into_iter().map(|(_, line, message)| (line.unwrap() - PLAN, message)).collect::<Vec<_>>()
    };
    let primary = "  primary:\n    - { hypothesis: H1, arm: treatment_0 }\n";
    let moderators = "  moderators:\n    - { id: m, kind: d_prime_before, role: confirmatory";
    assert_eq!(found(&format!("{primary}{moderators}, hypothesis: H8 }}\n")), []);
    for (plan, line, message) in [
        (format!("{primary}{moderators} }}\n"), 6, "`m` is confirmatory, but no hypothesis is named"),
        (
            format!("{moderators}, hypothesis: H8 }}\n"),
            4,
            "`m` is confirmatory, but the plan names no primary hypothesis",
        ),
        (format!("{primary}{moderators}, hypothesis: H1 }}\n"), 6, "another hypothesis is called `H1`"),
        (
            format!(
                "{primary}{moderators}, hypothesis: H8 }}\n    - {{ id: n, kind: modality, role: confirmatory, hypothesis: H8 }}\n"
            ),
            7,
            "another hypothesis is called `H8`",
        ),
        (
            format!("{primary}{}, hypothesis: H8 }}\n", moderators.replace("confirmatory", "exploratory")),
            6,
            "`m` is exploratory, so `H8` can't be tested with it",
        ),
    ] {
        let mut found = found(&plan);
        // The fixture judges one kind of item.
        found.retain(|(_, message)| !message.contains("of the kinds"));
        assert_eq!(found, [(line, message.to_owned())], "{plan}");
    }
    let mixed = found(&format!("  model: probit_mixed\n{primary}{moderators}, hypothesis: H8 }}\n"));
    let message = "`m` is confirmatory, but `model: probit_mixed` decides the hypotheses that come first";
    assert!(mixed.contains(&(7, message.to_owned())), "{mixed:?}");
    let also = "  comparisons:\n    - { hypothesis: H8, kind: equivalence, arm: treatment_0, reference: control_0, margin: 1 }\n";
    let found = found(&format!("{primary}{moderators}, hypothesis: H8 }}\n{also}"));
    assert_eq!(found, [(8, "another hypothesis is called `H8`".to_owned())]);
}

#[test]
fn d_prime_moderates_only_if_it_is_known_before_the_arms_differ() {
    let plan = "analysis:\n  moderators:\n    - { id: m, kind: d_prime_before }\nrecruitment:\n";
    let found = |changes: &[(&str, &str, &str)]| {
        let mut found = changed(&[changes, &[("study.yaml", "recruitment:\n", plan)]].concat());
        found.retain(|problem| problem.message.contains("`m`"));
        found.into_iter().map(|problem| (problem.severity, problem.line, problem.message)).collect::<Vec<_>>()
    };
    assert_eq!(found(&[]), []);
    let nothing = "`m` can't be computed: nothing is judged before the training".to_owned();
    let judged = |number: u32, truth: &str| {
        format!(
            "kind: judgement\n        label: Original or altered?\n        stimulus: pre-{number}\n        truth: {truth}\n"
        )
    };
    let first = judged(1, "{x: altered, y: original}");
    let second = judged(2, "{x: original, y: altered}") + "        sharing: true\n";
    let unjudged = [first, second];
    let unjudged = unjudged
        .each_ref()
        .map(|item| ("questionnaires/pre.yaml", item.as_str(), "kind: text\n        label: What?\n"));
    assert_eq!(found(&unjudged), [(Severity::Error, Some(66), nothing)]);
    let late = "`m` can't be used: pre.yaml is asked after the arms differ, so d' may depend on the arm".to_owned();
    let steps = "      - /pre-questionnaire\n      - /home\n";
    let swapped = [("study.yaml", steps, "      - /home\n      - /pre-questionnaire\n")];
    assert_eq!(found(&swapped), [(Severity::Error, Some(66), late)]);
}

#[test]
fn a_moderator_that_cannot_be_computed_is_an_error() {
    let found = |plan: &str| {
        let found = planned(&format!("{SHARING}  moderators:\n    - {{ id: m, {plan} }}\n"));
        found.into_iter().map(|(_, line, message)| (line.unwrap() - PLAN, message)).collect::<Vec<_>>()
    };
    for (plan, message) in [
        ("kind: item", "`m` can't be computed: no item is named"),
        ("kind: item, item: nothing", "no questionnaire asks `nothing`"),
        ("kind: item, item: knows", "`knows` is asked after the arms differ: the answer may depend on the arm"),
        ("kind: item, item: views_1, groups: [{label: a, answers: [1]}]", "`m` has 1 groups"),
        (
            "kind: item, item: views_1, groups: [{label: a, answers: [1]}, {label: b, answers: [77]}]",
            "77 is not an answer to `views_1`",
        ),
        (
            "kind: item, item: views_1, groups: [{label: a, answers: [1]}, {label: b, answers: [1]}]",
            "1 is in two groups",
        ),
        (
            "kind: item, item: views_1, groups: [{label: a, answers: [1]}, {label: b, answers: []}]",
            "nobody is in this group",
        ),
        (
            "kind: modality",
            "`m` can't be computed: 1 of the kinds image, audio, video and post have authentic and manipulated items in \
             each test form",
        ),
    ] {
        let found = found(plan);
        assert_eq!(found, [(4, message.to_owned())], "{plan}");
    }
    for (plan, message) in [
        ("kind: scale", "`m` can't be computed: no scale is named"),
        ("kind: scale, scale: nothing", "no questionnaire has a scale `nothing`"),
        (
            "kind: scale, scale: knowledge",
            "`knowledge` is scored after the arms differ: the score may depend on the arm",
        ),
        ("kind: item, item: views_1, scale: self_efficacy", "`scale` has no meaning for a moderator of kind `item`"),
        ("kind: scale, scale: self_efficacy, item: views_1", "`item` has no meaning for a moderator of kind `scale`"),
        (
            "kind: d_prime_before, scale: self_efficacy",
            "`scale` has no meaning for a moderator of kind `d_prime_before`",
        ),
    ] {
        let found = found(plan);
        assert_eq!(found, [(4, message.to_owned())], "{plan}");
    }
    for plan in ["kind: item, item: views_1", "kind: scale, scale: self_efficacy", "kind: d_prime_before"] {
        assert_eq!(found(plan), [], "{plan}");
    }
    let found = found("kind: modality, item: views_1");
    let message = "`item` has no meaning for a moderator of kind `modality`".to_owned();
    assert!(found.contains(&(4, message)), "{found:?}");
}

/// An item that is heard in one condition and watched in another belongs to neither.
#[test]
fn items_that_differ_in_modality_are_in_none() {
    let mut bundle = design_files("modalities");
    let post = "        post: { author: Ada Moreno, handle: \"@adamoreno\", age: 1 day ago, text: \"From a speech about the budget.\" }\n";
    let words = "transcript: { post: { text: \"We will not raise the fare of a single bus.\" } }";
    change(&mut bundle, "questionnaires/post.yaml", post, "");
    change(&mut bundle, "questionnaires/post.yaml", words, "transcript: { stimulus: speech-1-subtitled }");
    let study = load(&bundle).unwrap_or_else(|problems| panic!("{problems}"));
    let design = Design::of(&study);
    let of = |index: usize| (design.after[index].kind.as_str(), design.after[index].stimulus.as_deref());
    assert_eq!(of(0), ("mixed", None));
    assert_eq!(design.after[0].title, "We will not raise the fare of a single bus.", "the words of all of its media");
    assert_eq!(of(1), ("post", None));
    let moderator = "  baseline: [age, gender]\n  moderators:\n    - { id: medium, kind: modality }\n";
    change(&mut bundle, "study.yaml", "  baseline: [age, gender]\n", moderator);
    let found = inspect(&bundle).1.list;
    let message = "`medium` can't be computed: `speech_1` is of another kind in another condition or arm";
    assert!(found.iter().any(|problem| problem.message == message), "{found:?}");
}

#[test]
fn the_text_of_an_e_mail_has_a_subject_its_links_and_known_placeholders() {
    let mut bundle = small_files();
    for layer in ["two-waves", "invitations"] {
        bundle.extend(files(&fixtures().join(layer)));
    }
    let errors = |files: &Files| -> Vec<(String, Option<usize>, Option<usize>, String)> {
        let found = inspect(files).1.list;
        let of_text = found.into_iter().filter(|problem| problem.file.contains("email-"));
        of_text.map(|problem| (problem.file, problem.line, problem.column, problem.message)).collect()
    };
    assert_eq!(errors(&bundle), []);
    bundle.insert("pages/email-reminder.md".into(), "Come back!\n\nUntil {closing}: {link}\n".into());
    let found = errors(&bundle);
    let at = |line, column, message: &str| {
        ("pages/email-reminder.md".to_owned(), Some(line), Some(column), message.to_owned())
    };
    assert_eq!(
        found,
        [
            at(1, 1, "this e-mail has no subject"),
            at(1, 1, "this e-mail does not contain `{unsubscribe}`"),
            at(3, 7, "there is no placeholder `{closing}`"),
        ]
    );
}

fn change(bundle: &mut Files, file: &str, from: &str, to: &str) {
    let text = String::from_utf8(bundle[file].clone()).unwrap();
    assert!(text.contains(from), "{file} does not contain {from}");
    bundle.insert(file.into(), text.replacen(from, to, 1).into());
}

/// The messages of the findings that contain a text.
fn found(bundle: &Files, text: &str) -> Vec<(Severity, String)> {
    let found = inspect(bundle).1.list.into_iter().filter(|one| one.message.contains(text));
    found.map(|one| (one.severity, one.message)).collect()
}

/// The same words, or the same file under another ID, in a later part: participants may remember them.
#[test]
fn a_post_and_a_file_that_a_later_part_shows_again_are_warnings() {
    let mut bundle = small_files();
    for layer in ["two-waves", "invitations"] {
        bundle.extend(files(&fixtures().join(layer)));
    }
    assert_eq!(found(&bundle, "of wave"), []);
    let own = "author: Town Library, handle: \"@townlibrary\", age: 2 hours ago, text: We close at six on Friday.";
    let again = "author: Weather Desk, handle: \"@weather\", age: 1 hour ago, text: Storm tonight.";
    change(&mut bundle, "questionnaires/again.yaml", own, again);
    let [(severity, message)] = found(&bundle, "of wave `follow_up`").try_into().unwrap();
    assert_eq!(severity, Severity::Warning);
    assert!(
        message.starts_with("this text by `Weather Desk` appears both in the questionnaire after the training"),
        "{message}"
    );
    change(&mut bundle, "questionnaires/again.yaml", again, own);

    let stimuli = String::from_utf8(bundle["stimuli.yaml"].clone()).unwrap();
    let (_, of_post) = stimuli.split_once("post-1:\n").unwrap();
    let end = of_post.find("\n\n").or_else(|| of_post.find("\npost-2:")).unwrap_or(of_post.len());
    let entry = &of_post[..end];
    bundle.insert("stimuli.yaml".into(), format!("{stimuli}other-1:\n{entry}\n").into());
    change(&mut bundle, "questionnaires/again.yaml", &format!("post: {{{own}}}"), "stimulus: other-1");
    let [(severity, message)] = found(&bundle, "of wave `follow_up`").try_into().unwrap();
    assert_eq!(severity, Severity::Warning);
    assert!(message.contains("`other-1` is shown in the questionnaire after the training as `post-1`"), "{message}");
}

/// Options do not say which of them are below the minimum age.
#[test]
fn an_age_that_no_rule_can_read_is_a_warning() {
    let mut bundle = small_files();
    let number = "        kind: number\n        label: How old are you?\n        min: 18\n        max: 110\n        unit: years\n";
    let options = "        kind: single\n        label: How old are you?\n        options:\n          \
                   - {value: under_18, label: Under 18}\n          - {value: adult, label: 18 or older}\n";
    change(&mut bundle, "questionnaires/pre.yaml", number, options);
    let message = "no rule excludes an answer to `age`: if one means younger than 18, its participants can take part";
    assert_eq!(found(&bundle, "younger than 18"), [(Severity::Warning, message.to_owned())]);
    let rule = "screen_out: [{ when: { item: age, is: [under_18] } }]\nsections:\n";
    change(&mut bundle, "questionnaires/pre.yaml", "sections:\n", rule);
    assert_eq!(found(&bundle, "younger than 18"), []);

    // Another name for a number of years.
    let mut bundle = small_files();
    change(
        &mut bundle,
        "questionnaires/pre.yaml",
        "      - id: gender\n",
        &format!("      - id: own_age\n{}      - id: gender\n", number.replace("min: 18", "min: 0")),
    );
    let message = "participants who answer that they are younger than 18 can take part";
    assert_eq!(found(&bundle, "younger than 18"), [(Severity::Warning, message.to_owned())]);
}

/// Before allocation nobody has a slot, so that the list is drawn by chance.
#[test]
fn lists_that_allocation_cannot_balance_are_a_warning() {
    let mut bundle = design_files("latin-square");
    assert_eq!(found(&bundle, "lists are not balanced"), []);
    let filler = "{ page: /treatment-questionnaire, id: filler, content: questionnaires/warning.yaml, prefix: f_ }";
    change(
        &mut bundle,
        "study.yaml",
        "    steps: [/pre-questionnaire, /home, /post-questionnaire, /end]\n",
        &format!("    steps: [/pre-questionnaire, /home, /post-questionnaire, {filler}, /end]\n"),
    );
    let warning = "      - { page: /treatment-questionnaire, id: warning, content: questionnaires/warning.yaml }\n";
    change(&mut bundle, "study.yaml", warning, "");
    change(
        &mut bundle,
        "study.yaml",
        "      - /post-questionnaire\n      - /end\n",
        "      - /post-questionnaire\n      - filler\n      - /end\n",
    );
    change(&mut bundle, "study.yaml", "allocation:\n", "allocation:\n  at: filler\n");
    assert_eq!(found(&bundle, "lists are not balanced").len(), 1, "{:?}", inspect(&bundle).1.list);
}

/// Also a study with a time limit and checks before and after the arms differ is a valid one.
#[test]
fn checks_after_the_arms_differ_that_end_participations_are_a_warning() {
    let mut bundle = small_files();
    bundle.extend(files(&fixtures().join("endings")));
    let found = inspect(&bundle).1.list;
    assert!(found.iter().all(|problem| problem.severity != Severity::Error), "{found:?}");
    let warns = |found: &[Problem]| found.iter().any(|one| one.message.contains("end randomised participations"));
    assert!(warns(&found), "{found:?}");
    let study = String::from_utf8(bundle["study.yaml"].clone()).unwrap().replace("failed_checks: 1\n", "");
    bundle.insert("study.yaml".into(), study.into());
    assert!(!warns(&inspect(&bundle).1.list));
}

/// Later parts on fixed days, and a retention period, with line, column, severity and message of what is found.
fn dated(later: &str, retention: &str, starts: Option<&str>) -> Vec<(Option<usize>, Option<usize>, Severity, String)> {
    let steps = |id: &str| {
        format!("    minutes: 5\n    steps: [{{ page: /post-questionnaire, id: {id}, prefix: {id}_ }}, end-{id}]\n")
    };
    let second = "  - id: second\n    title: Second part\n    opens: { days: 12 }\n    closes: { days: 21 }\n";
    let third = format!("  - id: third\n    title: Third part\n    {later}\n");
    let waves = format!("waves:\n{second}{}{third}{}{retention}\nallocation:\n", steps("t2"), steps("t3"));
    let waves = ["t2", "t3"]
        .iter()
        .fold(waves, |waves, id| waves.replace(&format!(", end-{id}]"), &format!(", {{ page: /end, id: end-{id} }}]")));
    let mut files = small_files();
    let text = String::from_utf8(files["study.yaml"].clone()).unwrap().replacen("allocation:\n", &waves, 1);
    files.insert("study.yaml".into(), text.into_bytes());
    let starts = starts.map(|day| crate::answers::parse_day(day).unwrap());
    let (study, found) = starts.map_or_else(|| inspect(&files), |day| crate::load::inspect_from(&files, day));
    assert!(study.is_some(), "{found}");
    let of_dates = |problem: &Problem| {
        ["which is past", "register on", "nobody can complete", "accounts are kept"]
            .iter()
            .any(|words| problem.message.contains(words))
    };
    let first = found.list.iter().filter(|problem| of_dates(problem));
    let whole = String::from_utf8(files["study.yaml"].clone()).unwrap();
    first
        .map(|one| {
            let line = whole.lines().nth(one.line.unwrap() - 1).unwrap();
            let named = line.contains("closes: { date:") || line.contains("retention:");
            assert!(named, "{line}");
            (one.line, one.column, one.severity, one.message.clone())
        })
        .collect()
}

#[test]
fn a_later_part_on_fixed_days_can_be_reached() {
    let in_2020 = "opens: { date: \"2020-01-15\" }\n    closes: { date: \"2020-02-01\" }";
    let words = |later: &str, retention: &str, starts: Option<&str>| -> Vec<(Severity, String)> {
        dated(later, retention, starts).into_iter().map(|(_, _, severity, message)| (severity, message)).collect()
    };
    let error = |message: &str| vec![(Severity::Error, message.to_owned())];
    let warning = |message: &str| vec![(Severity::Warning, message.to_owned())];
    // When the study began is not known, so it may have been in 2019.
    assert_eq!(words(in_2020, "", None), []);
    assert_eq!(words(in_2020, "", Some("2019-12-31")), []);
    let past = "wave `third` closes on 2020-02-01, which is past";
    assert_eq!(words(in_2020, "", Some("2026-11-29")), error(past));
    assert_eq!(dated(in_2020, "", Some("2026-11-29"))[0].1, Some(21));
    // The second part opens twelve days after the first one. The last day counts.
    assert_eq!(words(in_2020, "", Some("2020-01-20")), []);
    let early = "wave `third` closes on 2020-02-01, but those who register on 2020-01-21 complete `second` on 2020-02-02 at \
                 the earliest";
    assert_eq!(words(in_2020, "", Some("2020-01-21")), error(early));
    assert_eq!(words(&format!("after: main\n    {in_2020}"), "", Some("2020-01-21")), []);
    // Accounts are there until the last day.
    let until = |day: &str| format!("retention: {{ until: \"{day}\", then: anonymise }}");
    let unopened = "accounts are kept until 2020-01-14, and wave `third` opens on 2020-01-15 at the earliest";
    assert_eq!(words(in_2020, &until("2020-01-14"), None), error(unopened));
    let cut = "accounts are kept until 2020-01-15, and wave `third` can be open until 2020-02-01";
    assert_eq!(words(in_2020, &until("2020-01-15"), None), warning(cut));
    assert_eq!(words(in_2020, &until("2020-02-01"), None), []);
    let days = "opens: { days: 30 }\n    closes: { days: 40 }";
    assert_eq!(words(days, &until("2020-01-14"), None), []);
    let unopened = "accounts are kept until 2020-01-14, and wave `third` opens on 2020-02-12 at the earliest";
    assert_eq!(words(days, &until("2020-01-14"), Some("2020-01-01")), warning(unopened));
    assert_eq!(words(days, &until("2020-02-22"), Some("2020-01-01")), []);
}

/// Days that contradict each other are found without the day on which the study begins.
#[test]
fn fixed_days_that_contradict_each_other_are_found() {
    let second = "opens: { days: 12 }\n    closes: { days: 21 }\n    minutes";
    let fixed = "opens: { date: \"2027-03-01\" }\n    closes: { date: \"2027-03-31\" }\n    minutes";
    let waves = "waves:\n  - id: second\n    title: Second part\n    opens: { days: 12 }\n    closes: { days: 21 }\n    \
                 minutes: 5\n    steps: [{ page: /post-questionnaire, id: again, prefix: t2_ }, { page: /end, id: end-2 }]\n  \
                 - id: third\n    title: Third part\n    opens: { date: \"2027-02-01\" }\n    closes: { date: \
                 \"2027-02-28\" }\n    minutes: 5\n    steps: [{ page: /post-questionnaire, id: once, prefix: t3_ }, { page: \
                 /end, id: end-3 }]\nallocation:\n";
    let found = |waves: &str| -> Vec<String> {
        let found = changed(&[("study.yaml", "allocation:\n", waves)]);
        let errors = found.into_iter().filter(|one| one.severity == Severity::Error);
        errors.map(|one| one.message).collect()
    };
    assert_eq!(found(waves), [""; 0]);
    let message = "wave `third` closes on 2027-02-28, and nobody can complete `second` before 2027-03-01";
    assert_eq!(found(&waves.replacen(second, fixed, 1)), [message]);
}

/// The right answers of lists that can't have the same number of items in each condition differ for that reason alone.
#[test]
fn items_that_do_not_divide_among_the_lists_are_one_error() {
    let file = "questionnaires/post.yaml";
    let mut bundle = design_files("latin-square");
    let text = String::from_utf8(bundle[file].clone()).unwrap();
    let start = text.find("      - id: report_3\n").unwrap();
    let end = text.find("      - id: report_4\n").unwrap();
    bundle.insert(file.into(), format!("{}{}", &text[..start], &text[end..]).into());
    let errors = inspect(&bundle).1.list.into_iter().filter(|problem| problem.severity == Severity::Error);
    let messages: Vec<String> = errors.map(|problem| problem.message).collect();
    assert!(
        messages.iter().any(|one| one.starts_with("7 items with conditions can't be divided evenly")),
        "{messages:?}"
    );
    assert!(messages.iter().all(|one| !one.contains("right answers")), "{messages:?}");
}

#[test]
fn arms_that_differ_before_the_baseline_are_a_warning() {
    let with = |file: &str, old: &str, new: &str| -> Vec<(String, Option<usize>, Option<usize>)> {
        let found = changed(&[(file, old, new)]).into_iter();
        let found = found.filter(|one| one.message.contains("no baseline") && one.severity == Severity::Warning);
        found.map(|one| (one.file, one.line, one.column)).collect()
    };
    let differs =
        "label: { by: { arm: { control_0: How old are you?, treatment_0: Your age?, treatment_1: Your age? } } }";
    let pre = "questionnaires/pre.yaml";
    assert_eq!(with(pre, "label: How old are you?", differs), [(pre.to_owned(), Some(9), Some(18))]);
    assert_eq!(with(pre, "title: You\n", "title: You\n    show_in: [control_0, treatment_0, treatment_1]\n"), []);
    // After the training, arms may differ.
    assert_eq!(with("questionnaires/post.yaml", "title: Your", "# The end.\ntitle: Your"), []);
}
