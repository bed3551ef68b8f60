//! What is part of the plan, and what is not.

use super::{Plan, shown};
use crate::load::{Files, reload};
use crate::report::Language;
use crate::testing::{design_files, files, fixtures, small_files};

fn example() -> Files {
    let mut texts = files(&fixtures().join("../original-or-altered"));
    texts.retain(|name, _| !name.starts_with("media/"));
    texts
}

fn plan(files: &Files) -> Plan {
    Plan::of(&reload(files, "a version").unwrap_or_else(|problems| panic!("{problems}")))
}

/// The plan after this text of a file is another one.
fn with(file: &str, from: &str, to: &str) -> Plan {
    let mut files = example();
    let text = String::from_utf8(files[file].clone()).unwrap();
    assert!(text.contains(from), "{file} has no {from}");
    files.insert(file.to_owned(), text.replacen(from, to, 1).into_bytes());
    plan(&files)
}

#[test]
fn a_change_of_the_plan_is_found_and_named() {
    let planned = plan(&example());
    let cases = [
        (
            "study.yaml",
            "false_alarms: { hypothesis: H3, margin: 0.05 }",
            "false_alarms: { hypothesis: H3, margin: 0.1 }",
            "margin of false alarms (analysis.false_alarms.margin): 0.05 → 0.1",
        ),
        (
            "study.yaml",
            "  target: 732",
            "  target: 600",
            "target number of participants (allocation.target): 732 → 600",
        ),
        (
            "study.yaml",
            "    - { hypothesis: H2, arm: treatment_1 }\n",
            "",
            "primary hypothesis H2: arm (analysis.primary[H2].arm): treatment_1 → absent",
        ),
        (
            "study.yaml",
            "item: pre_agree_2, keep: [1, 2, 3]",
            "item: pre_agree_2, keep: [1, 2]",
            "exclusion rule on pre_agree_2 (analysis.exclusions[pre_agree_2].keep): 1, 2, 3 → 1, 2",
        ),
        ("study.yaml", "alpha: 0.05", "alpha: 0.01", "significance level (analysis.alpha): 0.05 → 0.01"),
        (
            "study.yaml",
            "block_sizes: [6, 9]",
            "block_sizes: [3, 6]",
            "block sizes (allocation.block_sizes): 6, 9 → 3, 6",
        ),
    ];
    for (file, from, to, words) in cases {
        let found = planned.differences(&with(file, from, to));
        let found: Vec<String> = found.iter().map(|one| one.in_words(Language::English)).collect();
        assert_eq!(found, [words]);
    }
    let fewer = with(
        "study.yaml",
        "    reminders: [{ days: 14 }, { days: 17 }, { days: 20 }]",
        "    reminders: [{ days: 14 }]",
    );
    let found = planned.differences(&fewer);
    let found: Vec<String> = found.iter().map(|one| one.in_words(Language::English)).collect();
    let gone = [(2, 17), (3, 20)].map(|(number, day)| {
        format!("reminder {number} of a wave (waves.follow_up.reminders[{number}].days): {day} → absent")
    });
    assert_eq!(found, gone);
}

#[test]
fn the_scoring_of_a_scale_and_the_right_answer_are_part_of_the_plan() {
    let files = example();
    let planned = plan(&files);
    let mut study = reload(&files, "a version").unwrap();
    let post = study.questionnaires.get_mut(&crate::page::QuestionnaireBlock::POST).unwrap();
    let scale = post.scales.iter_mut().find(|scale| scale.id == "post_cynicism_mean").unwrap();
    scale.reverse.push(scale.items[0].clone());
    let found = planned.differences(&Plan::of(&study));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].key, "questionnaires.post.scales[post_cynicism_mean].reverse");
    assert_eq!(found[0].name(Language::English), "scoring of scale post_cynicism_mean: reversed items");
}

#[test]
fn who_can_take_part_is_part_of_the_plan() {
    let planned = plan(&example());
    let women = "quotas: [{id: women, limit: 5, when: [{item: gender, is: [woman]}]}]\nminimum_age: 18";
    let rule = "screen_out: [{when: {item: gender, is: [woman]}}]\nsections:";
    let in_words = |changed: &Plan| {
        let found = planned.differences(changed);
        found.iter().map(|one| one.in_words(Language::English)).collect::<Vec<_>>()
    };
    assert_eq!(
        in_words(&with("study.yaml", "minimum_age: 18", women)),
        [
            "limit of quota women (quotas[women].limit): absent → 5",
            "who counts in quota women (quotas[women].when[gender].is): absent → woman",
        ]
    );
    let screened = in_words(&with("questionnaires/pre.yaml", "sections:", rule));
    assert_eq!(
        screened,
        [
            "who is screened out (questionnaires.pre.screen_out[1].when.is): absent → woman",
            "who is screened out (questionnaires.pre.screen_out[1].when.item): absent → gender",
        ]
    );
}

#[test]
fn texts_are_no_part_of_the_plan() {
    let planned = plan(&example());
    let texts = [
        ("study.yaml", "title: Original or Altered?", "title: Altered or Original?"),
        ("study.yaml", "label: Cynicism, before", "label: Zynism, before"),
        ("study.yaml", "reason: first attention check failed", "reason: first check failed"),
        ("study.yaml", "label: Cue exercise (Flow A)", "label: Cue exercise"),
        ("study.yaml", "funding: None.", "funding: Nobody."),
        ("study.yaml", "completion_code: ORALT-7Q4M", "completion_code: ORALT-7Q4N"),
    ];
    for (file, from, to) in texts {
        assert_eq!(planned.differences(&with(file, from, to)), [], "{to}");
        assert_eq!(planned.hash(), with(file, from, to).hash(), "{to}");
    }
    assert_ne!(planned.hash(), with("study.yaml", "alpha: 0.05", "alpha: 0.01").hash());
}

/// A label may be what an arm or a condition is about.
#[test]
fn labels_on_media_are_part_of_the_plan() {
    let files = design_files("modalities");
    let old = "video: { stimulus: speech-1-video }";
    let labelled = |label: &str| {
        let mut files = files.clone();
        let text = String::from_utf8(files["questionnaires/post.yaml"].clone()).unwrap();
        assert!(text.contains(old));
        let new = format!("video: {{ stimulus: speech-1-video{label} }}");
        files.insert("questionnaires/post.yaml".into(), text.replacen(old, &new, 1).into_bytes());
        plan(&files)
    };
    let found = |planned: &Plan, other: &Plan| {
        let found = planned.differences(other);
        found.iter().map(|one| one.in_words(Language::English)).collect::<Vec<_>>()
    };
    let (none, one) = (plan(&files), labelled(", overlay: Made with AI"));
    let own = "questionnaires.post.items[speech_1].overlay.video";
    let name = "label on the medium of item speech_1";
    assert_eq!(found(&none, &one), [format!("{name} ({own}): absent → Made with AI")]);
    let other = labelled(", overlay: Checked by us");
    assert_eq!(found(&one, &other), [format!("{name} ({own}): Made with AI → Checked by us")]);
    let by_arm = labelled(", overlay: { by: { arm: { actor: null, synthetic: Made with AI } } }");
    assert_eq!(found(&one, &by_arm), [format!("{name} in an arm (arms.actor.{own}): absent → no")]);
}

/// What a change of a published design changes in the plan, in words.
fn changes(design: &str, changed: &[(&str, &str, &str)]) -> Vec<String> {
    let before = design_files(design);
    let mut after = before.clone();
    for (file, from, to) in changed {
        let text = String::from_utf8(after[*file].clone()).unwrap();
        assert!(text.contains(from), "{file} has no {from}");
        after.insert((*file).to_owned(), text.replacen(from, to, 1).into_bytes());
    }
    let found = plan(&before).differences(&plan(&after));
    found.iter().map(|one| one.in_words(Language::English)).collect()
}

/// The words and media that not all arms have are what the arms differ in.
#[test]
fn what_arms_differ_in_is_part_of_the_plan() {
    let video = "questionnaires/video-inoculation.yaml";
    let place = |field: &str| format!("questionnaires.watch-inoculation.items[inoculation_clip].{field}");
    let found = changes("inoculation-video", &[(video, "stimulus: train-1", "stimulus: train-2")]);
    let [one] = found.as_slice() else { panic!("{found:?}") };
    assert!(one.starts_with("medium of item inoculation_clip (") && one.ends_with("train-1 → train-2"), "{one}");
    let text = "It is about words that are meant to frighten you.";
    let found = changes("inoculation-video", &[(video, text, "It is about the weather.")]);
    let [one] = found.as_slice() else { panic!("{found:?}, {}", place("text")) };
    assert!(one.starts_with("text of item inoculation_clip (") && one.ends_with("It is about the weather."), "{one}");

    let feed = "questionnaires/feed.yaml";
    let none = "none: \"The square this morning.\"";
    let found = changes("label-designs", &[(feed, none, "none: \"AI info — The square this morning.\"")]);
    let words = "words by arm in questionnaires/feed.yaml (words[questionnaires/feed.yaml].sections";
    let change = ".arm.none): The square this morning. → AI info — The square this morning.";
    let [one] = found.as_slice() else { panic!("{found:?}") };
    assert!(one.starts_with(words) && one.ends_with(change), "{one}");
    // Of an item that only some arms have, each text is one.
    let ends = ("numbers: 7\n        ends: [Not at all, Completely]", "numbers: 7\n        ends: [Never, Completely]");
    let found = changes("label-designs", &[(feed, ends.0, ends.1)]);
    assert!(found.iter().any(|one| one.contains("items[label_trust].ends[1]")), "{found:?}");
    // Of all arms alike.
    let same = ("text: \"The square this morning.\"", "text: \"The square at noon.\"");
    assert_eq!(changes("label-designs", &[(feed, same.0, same.1)]), [""; 0]);
}

/// A step that is removed is one change, and no other step is another one.
#[test]
fn removing_a_step_is_one_change() {
    let files = design_files("five-interventions");
    let text = String::from_utf8(files["study.yaml"].clone()).unwrap();
    let step = text.lines().find(|line| line.contains("demonstrations") && line.contains("content:")).unwrap();
    let found = changes("five-interventions", &[("study.yaml", &format!("{step}\n"), "")]);
    let of_steps: Vec<&String> = found.iter().filter(|one| one.contains("steps")).collect();
    let [one] = of_steps.as_slice() else { panic!("{step}: {found:?}") };
    let (from, to) =
        (", /home, /control-flow (id: demonstrations, ", " → /pre-questionnaire, /home, /post-questionnaire, /end");
    assert!(
        one.starts_with("steps of arm visual (arms.visual.steps): /pre-questionnaire") && one.contains(from),
        "{one}"
    );
    assert!(one.ends_with(to), "{one}");
}

#[test]
fn random_orders_are_part_of_the_plan() {
    let mut files = small_files();
    files.extend(self::files(&fixtures().join("orders")));
    let planned = plan(&files);
    let change = |file: &str, from: &str, to: &str| {
        let mut files = files.clone();
        let text = String::from_utf8(files[file].clone()).unwrap();
        assert!(text.contains(from), "{from}");
        files.insert(file.to_owned(), text.replacen(from, to, 1).into_bytes());
        let found = planned.differences(&plan(&files));
        found.iter().map(|one| one.key.clone()).collect::<Vec<_>>()
    };
    let pre = "questionnaires/pre.yaml";
    let fixed = change(pre, "    title: Your worries\n", "    title: Your worries\n    fixed: true\n");
    assert_eq!(fixed, ["questionnaires.pre.shuffle_sections.fixed"]);
    let none = change(pre, "shuffle_sections: true\n", "");
    assert_eq!(none, ["questionnaires.pre.shuffle_sections.fixed", "questionnaires.pre.shuffle_sections.random"]);
    let within = change(pre, "    shuffle_in_groups: true\n", "");
    assert_eq!(within, ["questionnaires.pre.sections[scenes].groups.shuffled"]);
    let group = change(pre, "group: party\n        kind: likert", "group: others\n        kind: likert");
    assert_eq!(group, ["questionnaires.pre.sections[scenes].groups.items"]);
    let within = change("flow-a.yaml", "shuffle_in_groups: true\n", "");
    assert_eq!(within, ["flow_a.groups.shuffled"]);
    let group = change("flow-b.yaml", "        group: square\n", "");
    assert_eq!(group, ["flow_b.groups.items"]);
    let fixed = change("control-flow.yaml", "    fixed: true\n", "");
    assert_eq!(fixed, ["control_flow.fixed"]);
}

/// What the plan states, and what it would be anyway, are the same plan.
#[test]
fn a_default_that_is_written_out_is_the_same_plan() {
    let stated = plan(&example());
    let without = with("study.yaml", "  control: control_0\n", "");
    assert_eq!(stated.differences(&without), []);
    let without = with("study.yaml", "  model: ancova\n", "");
    assert_eq!(stated.differences(&without), []);
}

/// `sha256sum` of the two lines.
#[test]
fn the_hash_is_that_of_the_canonical_text() {
    let values = [("b".to_owned(), 0.05.into()), ("a[x].y".to_owned(), vec!["q\"", "r"].into())];
    let plan = Plan::from_values(values.into());
    assert_eq!(plan.canonical(), "a[x].y=[\"q\\\"\",\"r\"]\nb=0.05\n");
    assert_eq!(plan.hash(), "cdb2a5cedb684184d0dce10ceeeabb61025beabaac62414997fba71b137b5667");
}

#[test]
fn values_are_written_for_people() {
    let [english, german] = Language::ALL;
    assert_eq!(shown(Some(&0.05.into()), english), "0.05");
    assert_eq!(shown(Some(&0.05.into()), german), "0,05");
    assert_eq!(shown(Some(&true.into()), german), "ja");
    assert_eq!(shown(None, english), "absent");
    assert_eq!(shown(Some(&Vec::<String>::new().into()), english), "nothing");
}
