//! Content by arm in a small study with two factors.

use std::collections::BTreeSet;

use serde_json::json;

use super::*;
use crate::Study;
use crate::answers::Earlier;
use crate::codebook::codebook;
use crate::load::{Files, inspect, load};
use crate::missing::{Missing, Reached, asked};
use crate::page::QuestionnaireBlock;
use crate::plan::Plan;
use crate::problem::Severity;
use crate::progress::{Assignment, Form, Memory, Progress};
use crate::testing::small_files;

const ARMS: [&str; 4] = ["none_text", "none_video", "shown_text", "shown_video"];

/// The small study with four arms that share their steps.
fn files() -> Files {
    let mut files = small_files();
    let study = text(&files, "study.yaml");
    let begin = study.find("arms:\n").unwrap();
    let end = study.find("allocation:\n").unwrap();
    let arms = "factors:\n  label: [none, shown]\n  prebunk: { text: A text, video: A video }\narms: full_factorial\n\
                steps:\n  - /pre-questionnaire\n  - /home\n  - { page: /treatment-questionnaire, show_in: { prebunk: video } }\n\
                \x20 - { page: /flow-a/start, show_in: [none_text, shown_text] }\n  - /dashboard\n  - /control-flow\n\
                \x20 - /post-questionnaire\n  - /end\n";
    let study = format!("{}{arms}{}", &study[..begin], &study[end..]);
    let begin = study.find("expect:\n").unwrap();
    let study = study[..begin].replace("block_sizes: [3, 6]", "block_sizes: [4, 8]");
    files.insert("study.yaml".into(), study.into_bytes());
    files
}

fn text(files: &Files, file: &str) -> String {
    String::from_utf8(files[file].clone()).unwrap()
}

/// With a change of a file.
fn with(mut files: Files, file: &str, old: &str, new: &str) -> Files {
    let before = text(&files, file);
    assert!(before.contains(old), "{file} does not contain {old}:\n{before}");
    files.insert(file.into(), before.replacen(old, new, 1).into_bytes());
    files
}

#[expect(clippy::unnecessary_wraps, reason = "as the study wants it")]
fn arm(id: &str) -> Option<ArmId> {
    Some(id.parse().unwrap())
}

/// The errors, each with its line and column.
fn errors(files: &Files) -> Vec<String> {
    let of = |found: &Problem| {
        let (line, column) = (found.line.unwrap_or(0), found.column.unwrap_or(0));
        format!("{}:{line}:{column} {}", found.file, found.message)
    };
    let (_, problems) = inspect(files);
    problems.list.iter().filter(|found| found.severity == Severity::Error).map(of).collect()
}

#[test]
fn a_full_factorial_has_an_arm_for_each_combination_with_the_steps_of_its_levels() {
    let study = load(&files()).unwrap_or_else(|problems| panic!("{problems}"));
    let arms: Vec<&str> = study.file.arms.keys().map(ArmId::name).collect();
    assert_eq!(arms, ARMS);
    assert_eq!(study.file.arms[&arm("none_video").unwrap()].label, "label: none × prebunk: A video");
    let steps = |id| study.steps_of(arm(id)).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let rest = "/dashboard /control-flow /post-questionnaire /end";
    assert_eq!(steps("none_text"), format!("/pre-questionnaire /home /flow-a/start {rest}"));
    assert_eq!(steps("shown_video"), format!("/pre-questionnaire /home /treatment-questionnaire {rest}"));
    assert!(study.by_arm.is_empty(), "no words differ");
}

#[test]
fn each_arm_sees_its_own_words_and_none_of_the_others() {
    let label = "label: { by: { label: { none: What do you think?, shown: \"Labelled: what do you think?\" } } }";
    let files =
        with(files(), "questionnaires/post.yaml", "title: ", "title: { by: { prebunk: { text: A-A, video: B-B } } } #");
    let pre = text(&files, "questionnaires/pre.yaml");
    let begin = pre.find("      - id: worry").unwrap();
    let old = pre[begin..].lines().find(|line| line.trim_start().starts_with("label:")).unwrap().trim().to_owned();
    let files = with(files, "questionnaires/pre.yaml", &old, label);
    let study = load(&files).unwrap_or_else(|problems| panic!("{problems}"));
    let words = |study: &Study| format!("{:?}", study.questionnaires);
    for id in ARMS {
        let seen = words(study.seen_by(arm(id)));
        assert_eq!(seen.contains("Labelled: what"), id.starts_with("shown"), "{id}");
        assert_eq!(seen.contains("\"What do you think?\""), id.starts_with("none"), "{id}");
        assert_eq!((seen.contains("A-A"), seen.contains("B-B")), (id.ends_with("text"), id.ends_with("video")), "{id}");
        assert_eq!(study.seen_by(arm(id)).hash, study.hash);
    }
    assert!(words(study.seen_by(None)).contains("A-A"), "the whole study has the first text");
    let rows = codebook(&study);
    let title = |name: &str| {
        let row = rows.iter().find(|row| row.variable == name).unwrap();
        row.title_in(&study.file.language, str::to_owned)
    };
    let each = "What do you think? (none_text, none_video) / Labelled: what do you think? (shown_text, shown_video)";
    assert_eq!(title("worry"), each, "the codebook has what each arm reads");
    assert!(!title("often").contains("none_text"));
}

#[test]
fn an_item_of_some_arms_is_absent_in_the_others_and_part_of_the_plan() {
    let files = with(
        files(),
        "questionnaires/pre.yaml",
        "      - id: worry\n",
        "      - id: worry\n        show_in: { label: [shown] }\n",
    );
    let study = load(&files).unwrap_or_else(|problems| panic!("{problems}"));
    let has = |study: &Study| study.questionnaires.values().any(|asked| asked.items().any(|item| item.id == "worry"));
    let seen: Vec<bool> = ARMS.iter().map(|id| has(study.seen_by(arm(id)))).collect();
    assert_eq!((seen, has(&study)), (vec![false, false, true, true], true));
    let values = Plan::of(&study).values().clone();
    assert_eq!(values["arms.none_text.absent"], json!(["questionnaires.pre.items[worry]"]));
    assert!(!values.contains_key("arms.shown_text.absent"));
    let rows = asked(&study);
    let (items, answers) = (BTreeSet::from(["pre".to_owned()]), Earlier::new());
    let why = |id| {
        let who = Reached { group: arm(id), contact_again: false, withdrawn: false, items: &items, answers: &answers };
        rows["worry"].missing(&study, &who)
    };
    assert_eq!(why("none_text"), Missing::NotAssigned);
    assert_ne!(why("shown_text"), Missing::NotAssigned);
}

#[test]
fn a_page_text_of_an_arm_takes_the_place_of_one_of_a_level_and_that_of_the_usual_one() {
    let mut files = files();
    files.insert("pages/end.label-shown.md".into(), b"Of a level.".to_vec());
    files.insert("pages/end.shown_video.md".into(), b"Of an arm.".to_vec());
    let study = load(&files).unwrap_or_else(|problems| panic!("{problems}"));
    let end = |id| study.seen_by(arm(id)).pages["end"].0.clone();
    assert_eq!([end("shown_text"), end("shown_video")], ["Of a level.", "Of an arm."]);
    assert_eq!(end("none_text"), study.pages["end"].0);
    assert!(!study.pages.contains_key("end.shown_video"));
    files.insert("pages/end.label-show.md".into(), b"".to_vec());
    assert_eq!(errors(&files), ["pages/end.label-show.md:0:0 this page text is for no arm of the study"]);
}

#[test]
fn mistakes_are_named_where_they_are() {
    let file = "questionnaires/post.yaml";
    let title = |by: &str| errors(&with(files(), file, "title: ", &format!("title: {by} #")));
    let at = |column: usize, message: &str| vec![format!("{file}:1:{column} {message}")];
    assert_eq!(title("{ by: { labl: { none: x, shown: y } } }"), at(16, "the study has no factor `labl`"));
    assert_eq!(title("{ by: { label: { none: x } } }"), at(16, "there is no text for `shown`"));
    let unknown = "the factor `label` has no level `two`";
    assert_eq!(title("{ by: { label: { none: x, shown: y, two: z } } }"), at(44, unknown));
    assert_eq!(title("{ by: { label: { none: x, shown: y } }, en: x }"), at(10, "`by` stands alone"));
    assert_eq!(title("{ by: { label: x } }"), at(10, "`by` names no values"));
    let show = |who: &str| {
        let worry = format!("      - id: worry\n        show_in: {who}\n");
        let found = errors(&with(files(), "questionnaires/pre.yaml", "      - id: worry\n", &worry));
        found.iter().map(|one| one.split_once(' ').unwrap().1.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(show("[nobody]"), ["the study has no arm `nobody`"]);
    assert_eq!(show("{ label: nobody }"), ["the factor `label` has no level `nobody`"]);
    assert_eq!(show("{ label: [] }"), ["no arm sees this"]);
    assert_eq!(show("{ label: { x: y } }"), ["a level is expected here"]);
    assert_eq!(show("shown"), ["`show_in` names no arms"]);
}

#[test]
fn what_is_measured_is_the_same_in_all_arms() {
    let worry = |lines: &str| {
        let new = format!("      - id: worry\n{lines}");
        let found = errors(&with(files(), "questionnaires/pre.yaml", "      - id: worry\n", &new));
        found.iter().map(|one| one.split_once(' ').unwrap().1.to_owned()).collect::<Vec<_>>()
    };
    let by = "`by` is not possible here";
    assert_eq!(worry("        required: { by: { label: { none: true, shown: false } } }\n"), [by]);
    assert_eq!(worry("        source: { by: { label: { none: A, shown: B } } }\n"), [by]);
    let renamed =
        with(files(), "questionnaires/pre.yaml", "- id: worry", "- id: { by: { label: { none: a, shown: b } } }");
    assert!(errors(&renamed).iter().any(|one| one.ends_with(by)));
    let options =
        with(files(), "questionnaires/pre.yaml", "- {value: woman, ", "- {value: woman, show_in: [none_text], ");
    assert!(
        errors(&options).iter().any(|one| one.ends_with("`show_in` is not possible here")),
        "{:?}",
        errors(&options)
    );
}

/// Participants are exposed at the first words that differ, and blinding hides them.
#[test]
fn a_step_whose_words_differ_is_where_the_arms_differ() {
    let files =
        with(files(), "questionnaires/pre.yaml", "title: ", "title: { by: { label: { none: A, shown: B } } } #");
    let study = load(&files).unwrap_or_else(|problems| panic!("{problems}"));
    let first = |id| study.steps_of(arm(id))[0];
    assert_eq!(first("none_text"), first("none_video"));
    assert_ne!(first("none_text"), first("shown_text"));
    assert_eq!(study.steps_of(arm("none_text")).last(), study.steps_of(arm("shown_text")).last());
    let all: Vec<&[Step]> = study.steps.values().map(Vec::as_slice).collect();
    let named: Vec<String> = crate::blinding::named(&all).iter().map(ToString::to_string).collect();
    assert!(!named.contains(&"/pre-questionnaire".to_owned()) && named.contains(&"/home".to_owned()), "{named:?}");
    let assigned = |id| Assignment { arm: arm(id), form: Form::X, seed: 0, contact_again: false };
    for id in ARMS {
        let (who, seen) = (assigned(id), study.seen_by(arm(id)));
        let start = crate::flow::start(seen, &who);
        assert!(crate::flow::is_exposed(seen, &who, &start), "{id}");
    }
}

/// What an arm sees of the last questionnaire, as it leaves the server.
fn sent(study: &Study, id: &str) -> String {
    let (who, page) =
        (Assignment { arm: arm(id), form: Form::X, seed: 0, contact_again: false }, QuestionnaireBlock::POST);
    let seen = study.seen_by(arm(id));
    let sent = crate::public::questionnaire(seen, &who, &study.file.language, page, &Memory::default());
    serde_json::to_string(&sent.unwrap()).unwrap()
}

/// In the last questionnaire, `post_1` has the medium `post-1`, a sound.
fn with_medium(new: &str) -> Files {
    with(files(), "questionnaires/post.yaml", "        stimulus: post-1\n", new)
}

#[test]
fn each_arm_sees_the_text_over_a_medium_that_is_its_own() {
    let overlay = "        stimulus: post-1\n        overlay: { by: { label: { none: null, shown: Made with AI } } }\n";
    let study = load(&with_medium(overlay)).unwrap_or_else(|problems| panic!("{problems}"));
    for id in ARMS {
        let sent = sent(&study, id);
        assert_eq!(sent.contains("Made with AI"), id.starts_with("shown"), "{id}");
        assert_eq!(sent.contains("\"overlay\":\"Made with AI\""), id.starts_with("shown"), "{id}");
        assert_eq!(sent.contains("overlay"), id.starts_with("shown"), "{id}");
    }
    assert!(study.steps_of(arm("none_text")).last().is_none_or(|step| step.words == 0));
    assert_ne!(
        study.steps_of(arm("none_text")).iter().rev().nth(1),
        study.steps_of(arm("shown_text")).iter().rev().nth(1)
    );
}

#[test]
fn each_arm_sees_its_own_medium_of_an_item() {
    let medium = "        stimulus: { by: { label: { none: post-1, shown: post-3 } } }\n";
    let stimuli = text(&files(), "stimuli.yaml");
    let begin = stimuli.find("post-1:\n").unwrap();
    let end = stimuli.find("post-2:\n").unwrap();
    // Another medium with the files of the same one.
    let other = stimuli[begin..end].replace("post-1:", "post-3:").replace("A man speaks", "A choir sings");
    let mut files = with_medium(medium);
    files.insert("stimuli.yaml".into(), format!("{stimuli}\n{other}").into_bytes());
    let study = load(&files).unwrap_or_else(|problems| panic!("{problems}"));
    for id in ARMS {
        let sent = sent(&study, id);
        assert_eq!(sent.contains("A choir sings"), id.starts_with("shown"), "{id}");
        assert_eq!(sent.contains("A man speaks"), id.starts_with("none"), "{id}");
    }
    let (plan, own) = (Plan::of(&study).values().clone(), "questionnaires.post.items[post_1].stimulus");
    assert_eq!(plan[own], json!("post-1"));
    assert_eq!(plan[&format!("arms.shown_text.{own}")], json!("post-3"));
    assert!(!plan.contains_key(&format!("arms.none_text.{own}")));
    files = with(files, "questionnaires/post.yaml", "shown: post-3", "shown: post-4");
    let found = errors(&files);
    assert!(found.iter().any(|one| one.contains("there is no stimulus `post-4`")), "{found:?}");
    let missing = with_medium("        stimulus: { by: { label: { none: post-1 } } }\n");
    assert!(errors(&missing)[0].ends_with("there is no medium for `shown`"), "{:?}", errors(&missing));
}

/// How far a participant is reveals no arm, although arms with more questions take longer.
#[test]
fn progress_is_the_same_before_the_words_differ() {
    let item = "      - id: expect_useful\n";
    let more = format!(
        "      - {{ id: more, show_in: {{ label: shown }}, kind: number, label: How many?, min: 0, max: 9 }}\n{item}"
    );
    let mut files = with(files(), "questionnaires/treatment.yaml", item, &more);
    files = with(files, "study.yaml", ", show_in: { prebunk: video } }", " }");
    let study = load(&files).unwrap_or_else(|problems| panic!("{problems}"));
    let done = |id| {
        let who = Assignment { arm: arm(id), form: Form::X, seed: 0, contact_again: false };
        let memory = Memory { done: 1, ..Memory::default() };
        let at = Progress { memory, ..crate::flow::start(&study, &who) };
        crate::flow::progress_summary(study.seen_by(arm(id)), &who, &at)
    };
    for id in ARMS {
        assert_eq!(done(id), done("none_text"), "{id}");
    }
}

#[test]
fn numbers_keep_their_spelling_and_mistakes_their_line() {
    let label = "label: { by: { label: { none: 1.50, shown: 007 } } }";
    let pre = text(&files(), "questionnaires/pre.yaml");
    let begin = pre.find("      - id: worry").unwrap();
    let old = pre[begin..].lines().find(|line| line.trim_start().starts_with("label:")).unwrap().trim().to_owned();
    let study =
        load(&with(files(), "questionnaires/pre.yaml", &old, label)).unwrap_or_else(|problems| panic!("{problems}"));
    let asked = |id| format!("{:?}", study.seen_by(arm(id)).questionnaires);
    assert!(asked("none_text").contains("\"1.50\"") && asked("shown_text").contains("\"007\""));
    let broken = with(files(), "questionnaires/pre.yaml", &old, &format!("{label}\n        help: a: b"));
    let line = pre[..begin].lines().count() + 4;
    assert!(
        errors(&broken)[0].starts_with(&format!("questionnaires/pre.yaml:{line}:")),
        "{line}: {:?}",
        errors(&broken)
    );
}

/// Errors in a file with content by arm name the line that the author wrote, in each layout of YAML.
#[test]
fn values_keep_their_lines_and_most_their_columns() {
    let source = "# comment\ntitle: Hello\nlist:\n  - id: one\n    words: |\n      two\n      lines\n\n  - { id: two, n: 1.50, yes: true }\n\
                  empty:\nmap:\n  deep:\n    key: \"quoted: \\\"x\\\"\"\n";
    let node = Node::read("x.yaml", source).unwrap();
    let again = Node::read("x.yaml", &node.write()).unwrap();
    let flat = |node: &Node| {
        fn walk(node: &Node, path: &str, found: &mut Vec<(String, usize, String)>) {
            for (key, value) in node.entries() {
                walk(value, &format!("{path}.{}", key.name), found);
            }
            match &node.value {
                node::Value::List(list) => {
                    list.iter().enumerate().for_each(|(index, one)| walk(one, &format!("{path}.{index}"), found));
                }
                node::Value::Map(_) => {}
                other => found.push((path.to_owned(), node.position.0, format!("{other:?}"))),
            }
        }
        let mut found = Vec::new();
        walk(node, "", &mut found);
        found
    };
    assert_eq!(flat(&node), flat(&again), "{}", node.write());
    assert_eq!(flat(&node).len(), 8);
}
