//! Nothing that participants get before their answer reveals the truth.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::*;
use crate::definition::Study;
use crate::definition::stimulus::{MediaKind, StimulusVersion};
use crate::flow::Feedback;
use crate::items::{PostText, PublicJudgement, PublicSingle};
use crate::load::{Files, load};
use crate::page::QuestionnaireBlock;
use crate::plan::Plan;
use crate::progress::{Assignment, Form, Memory};
use crate::testing::{ARMS, assignment, design_files, example, small, small_files};
use crate::text::{Locale, Text};

/// Everything that participants get before an answer.
fn everything(study: &Study, who: &Assignment, locale: &Locale) -> Value {
    let pages = [QuestionnaireBlock::PRE, QuestionnaireBlock::TREATMENT, QuestionnaireBlock::POST];
    let (flow_a, flow_b) = (&study.flow_a[0], &study.flow_b[0]);
    let personas = personas(study, Some(flow_b), who, locale);
    json!([
        pages.map(|page| questionnaire(study, who, locale, page, &Memory::default()).unwrap()),
        practice(study, locale).unwrap(),
        flow_a_config(study, flow_a, locale),
        questions(study, flow_a, who, locale),
        followup(study, flow_a, locale).unwrap(),
        personas.iter().map(|persona| posts(study, flow_b, who, locale, &persona.id).unwrap()).collect::<Vec<_>>(),
        personas.iter().map(|persona| persona_intro(study, flow_b, locale, &persona.id)).collect::<Vec<_>>(),
        personas,
        clips(study, &study.control_flow[0], who, locale),
        landing(study, locale),
        consent(study, locale),
    ])
}

fn walk<'a>(value: &'a Value, keys: &mut BTreeSet<&'a str>, words: &mut Vec<&'a str>) {
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| {
            keys.insert(key);
            walk(value, keys, words);
        }),
        Value::Array(list) => list.iter().for_each(|value| walk(value, keys, words)),
        Value::String(text) => words.push(text),
        _ => {}
    }
}

#[test]
fn no_field_and_no_text_reveals_the_answer() {
    let study = small();
    let flow_a = study.flow_a.first().unwrap();
    let mut secrets: Vec<&str> = flow_a.questions.iter().map(|question| question.explanation.0.as_str()).collect();
    secrets.extend(study.posts().map(|post| post.explanation.0.as_str()));
    secrets.extend(study.stimuli.values().filter_map(|s| Some(s.altered.as_ref()?.cue.as_ref()?.name.0.as_str())));
    for group in ARMS {
        for form in [Form::X, Form::Y] {
            let all = everything(&study, &Assignment { form, ..assignment(group) }, &study.file.language);
            let (mut keys, mut words) = (BTreeSet::new(), Vec::new());
            walk(&all, &mut keys, &mut words);
            for secret in [
                "truth",
                "correct",
                "explanation",
                "lookAlike",
                "look_alike",
                "cue",
                "marks",
                "expect",
                "show",
                "key",
                "reverse",
                "weight",
                "fixed",
                "shuffle",
                "source",
                "sourceType",
                "credit",
                "sha256",
            ] {
                assert!(!keys.contains(secret), "field {secret}");
            }
            for secret in &secrets {
                assert!(!words.iter().any(|text| text.contains(secret)), "{secret}");
            }
        }
    }
}

#[test]
fn both_forms_see_the_same_but_for_the_version_of_the_medium() {
    let study = small();
    let media = |form| {
        let who = Assignment { form, ..assignment(ARMS[0]) };
        let pre =
            questionnaire(&study, &who, &study.file.language, QuestionnaireBlock::PRE, &Memory::default()).unwrap();
        let PublicKind::Judgement(PublicJudgement { media, .. }) = pre.sections[2].items[1].kind.clone() else {
            panic!()
        };
        media.unwrap()
    };
    let (x, y) = (media(Form::X), media(Form::Y));
    assert_ne!(x.sources, y.sources);
    assert_eq!(PublicMedia { sources: vec![], ..x }, PublicMedia { sources: vec![], ..y });
}

/// The small study with a post whose truth differs in form Y.
fn with_a_post_for_form_y() -> Study {
    let mut files = small_files();
    let post = "questionnaires/post.yaml";
    let y = "truth: {x: genuine, y: misleading}\n        help: The met office says so.\n        in_form_y:\n          \
        help: The met office says no.\n          post: {author: Weather Fan, handle: \"@fan\", age: now, text: No storm.}";
    let other = "truth: {x: misleading, y: genuine}";
    let text = String::from_utf8(files[post].clone()).unwrap();
    let text = text.replacen("truth: genuine", y, 1).replacen("truth: misleading", other, 1);
    files.insert(post.into(), text.into_bytes());
    load(&files).unwrap()
}

/// On each of four lists, each of eight reports is in another condition, and each condition has two of them. A browser
/// gets neither the words of another condition, nor its name, nor the list.
#[test]
fn a_list_has_each_item_in_another_condition() {
    let study = load(&design_files("latin-square")).unwrap_or_else(|problems| panic!("{problems}"));
    let arm = *study.file.arms.keys().next().unwrap();
    let items: Vec<_> = study.questionnaires[&QuestionnaireBlock::POST].items().collect();
    let conditions = study.file.conditions();
    assert_eq!((items.len(), conditions.len(), study.file.forms().len()), (8, 4, 4));
    let mut seen: BTreeSet<(&str, &str)> = BTreeSet::new();
    for form in study.file.forms() {
        let who = Assignment { form, ..assignment(arm) };
        let shown = questionnaire(&study, &who, &study.file.language, QuestionnaireBlock::POST, &Memory::default());
        let shown = serde_json::to_string(&shown.unwrap()).unwrap();
        let mut times: std::collections::BTreeMap<&str, usize> = std::collections::BTreeMap::new();
        for item in &items {
            let judgement = item.judgement().unwrap();
            let condition = judgement.condition_in(form).unwrap();
            *times.entry(condition).or_default() += 1;
            assert!(seen.insert((&item.id, condition)), "{} is in `{condition}` twice", item.id);
            assert_eq!(judgement.truth.for_form(form), if condition == "none" { "stands" } else { "corrected" });
            let usual = judgement.post.as_ref().unwrap();
            for (other, own) in &judgement.in_condition {
                let text = own.post.as_ref().and_then(|post| post.text.as_ref()).unwrap_or(&usual.text);
                let quoted = serde_json::to_string(&text.0).unwrap();
                assert_eq!(shown.contains(&quoted), other == condition, "{form}: {} in `{other}`", item.id);
            }
        }
        assert!(conditions.iter().all(|condition| times[condition.as_str()] == 2), "{form}: {times:?}");
        let (reply, mut keys, mut words) = (serde_json::from_str(&shown).unwrap(), BTreeSet::new(), Vec::new());
        walk(&reply, &mut keys, &mut words);
        let is_told = |word: &str| conditions.iter().any(|condition| condition == word) || word == form.name();
        assert!(!keys.contains("form") && !keys.contains("condition"), "{keys:?}");
        assert!(!words.iter().any(|word| is_told(word)), "{words:?}");
    }
    assert_eq!(seen.len(), 32, "each item in each condition");
}

/// In each condition, an item has another medium or none, and an arm has its own.
#[test]
fn a_list_has_each_item_with_the_medium_of_its_condition() {
    let study = load(&design_files("modalities")).unwrap_or_else(|problems| panic!("{problems}"));
    for (arm, form) in
        study.file.arms.keys().flat_map(|arm| study.file.forms().into_iter().map(move |form| (*arm, form)))
    {
        let who = Assignment { form, ..assignment(arm) };
        let seen = study.seen_by(Some(arm));
        let page = QuestionnaireBlock::POST;
        let shown = questionnaire(seen, &who, &study.file.language, page, &Memory::default()).unwrap();
        let shown = shown.sections.iter().flat_map(|section| &section.items);
        let files: std::collections::BTreeMap<&str, Option<String>> =
            shown.map(|item| (item.id.as_str(), item.kind.media().map(|media| media.sources[0].url.clone()))).collect();
        for item in seen.questionnaires[&page].items() {
            let judgement = item.judgement().unwrap();
            let voice = if judgement.truth.for_form(form) == "said" { "sound" } else { arm.name() };
            let file = match judgement.condition_in(form).unwrap() {
                "transcript" => None,
                "audio" => Some(format!("{}-{voice}.mp3", item.id.replace('_', "-"))),
                other => Some(format!("{}-{other}.mp4", item.id.replace('_', "-"))),
            };
            assert_eq!(files[item.id.as_str()], file, "{arm}, {form}: {}", item.id);
            let stimulus = item.stimulus_in(form).map(ToOwned::to_owned);
            assert_eq!(stimulus, file.map(|file| file[..file.len() - 4].to_owned()));
        }
    }
}

/// What the speech of the first item is in each condition.
const NULL_IN_CONDITIONS: &str = r"        help: Look closely.
        stimulus: speech-1-video
        overlay: Made with AI
        truth: said
        in_condition:
          transcript: { stimulus: null, overlay: null, help: null }
          audio:
            stimulus: { by: { arm: { actor: null, synthetic: speech-1-sound } } }
            overlay: { by: { arm: { actor: null, synthetic: Computer voice } } }
            help: { by: { arm: { actor: null, synthetic: Listen. } } }
          subtitled: { stimulus: speech-1-subtitled, overlay: null }
          video: {}
";

/// The published design with this first item.
fn with_first_speech(new: &str) -> Files {
    let mut files = design_files("modalities");
    let text = String::from_utf8(files["questionnaires/post.yaml"].clone()).unwrap();
    let begin = text.find("        truth: said\n").unwrap();
    let end = text.find("        options:\n").unwrap();
    files.insert("questionnaires/post.yaml".into(), format!("{}{new}{}", &text[..begin], &text[end..]).into_bytes());
    files
}

/// `null` in a condition is not what is absent there: the medium, the text over it and the help of the item.
#[test]
fn null_in_a_condition_is_none_and_what_is_absent_that_of_the_item() {
    let study = load(&with_first_speech(NULL_IN_CONDITIONS)).unwrap_or_else(|problems| panic!("{problems}"));
    let page = QuestionnaireBlock::POST;
    for (arm, form) in
        study.file.arms.keys().flat_map(|arm| study.file.forms().into_iter().map(move |form| (*arm, form)))
    {
        let (who, seen) = (Assignment { form, ..assignment(arm) }, study.seen_by(Some(arm)));
        let shown = questionnaire(seen, &who, &study.file.language, page, &Memory::default()).unwrap();
        let shown =
            shown.sections.iter().flat_map(|section| &section.items).find(|item| item.id == "speech_1").unwrap();
        let media = shown.kind.media();
        let read = (
            media.as_ref().map(|media| media.sources[0].url.as_str()),
            media.as_ref().and_then(|media| media.overlay.as_deref()),
            shown.help.as_deref(),
        );
        let item = seen.questionnaires[&page].items().find(|item| item.id == "speech_1").unwrap();
        let usual = Some("Look closely.");
        let expected = match (item.judgement().unwrap().condition_in(form).unwrap(), arm.name()) {
            ("transcript", _) | ("audio", "actor") => (None, None, None),
            ("audio", _) => (Some("speech-1-sound.mp3"), Some("Computer voice"), Some("Listen.")),
            ("subtitled", _) => (Some("speech-1-subtitled.mp4"), None, usual),
            _ => (Some("speech-1-video.mp4"), Some("Made with AI"), usual),
        };
        assert_eq!(read, expected, "{arm}, {form}");
    }
    let (plan, own) = (Plan::of(&study).values().clone(), "questionnaires.post.items[speech_1].stimulus");
    assert_eq!(plan[&format!("{own}.transcript")], json!(false));
    assert_eq!(plan[&format!("{own}.audio")], json!("speech-1-sound"));
    assert_eq!(plan[&format!("arms.actor.{own}.audio")], json!(false));
    assert!(!plan.contains_key(&format!("{own}.video")), "the medium of the item");
    let rows = crate::codebook::codebook(&study);
    let row = rows.iter().find(|row| row.variable == "speech_1").unwrap();
    let media: Vec<Option<&str>> = row.stimuli.iter().map(Option::as_deref).collect();
    assert_eq!(media, [None, Some("speech-1-sound"), Some("speech-1-subtitled"), Some("speech-1-video")]);
}

#[test]
fn form_y_reads_its_own_words_of_a_post() {
    let study = with_a_post_for_form_y();
    let read = |form| {
        let who = Assignment { form, ..assignment(ARMS[0]) };
        let (page, locale) = (QuestionnaireBlock::POST, &study.file.language);
        let post = questionnaire(&study, &who, locale, page, &Memory::default()).unwrap();
        let item = post.sections[0].items.iter().find(|item| item.id == "post_3").unwrap().clone();
        let PublicKind::Judgement(PublicJudgement { post, .. }) = item.kind else { panic!() };
        let shown = [Shown { item: "post_3".into(), answer: Some("genuine".into()), confidence: None }];
        let line = debrief(&study, &who, &shown, locale).remove(0);
        assert_eq!(line.explanation, item.help, "the debrief says what the check brought up");
        (post.unwrap().text, item.help.unwrap(), line.text, line.correct.unwrap())
    };
    let read_by = |post: &str, check: &str, right| (post.to_owned(), check.to_owned(), post.to_owned(), right);
    assert_eq!(read(Form::X), read_by("Storm tonight.", "The met office says so.", true));
    assert_eq!(read(Form::Y), read_by("No storm.", "The met office says no.", false));
}

#[test]
fn orders_belong_to_the_participant_and_change_no_key() {
    let study = small();
    let see = |seed| {
        let who = Assignment { seed, ..assignment(ARMS[0]) };
        questionnaire(&study, &who, &study.file.language, QuestionnaireBlock::PRE, &Memory::default()).unwrap()
    };
    assert_eq!(see(1), see(1));
    let keys = |seed: i64| {
        let json = serde_json::to_value(see(seed)).unwrap();
        let ids = json["sections"][1]["items"].as_array().unwrap().iter().map(|item| item["id"].to_string());
        ids.collect::<Vec<_>>()
    };
    let orders: BTreeSet<Vec<String>> = (0..50).map(keys).collect();
    assert!(orders.len() > 1, "the section is shuffled");
    let sets: BTreeSet<BTreeSet<String>> = orders.into_iter().map(|order| order.into_iter().collect()).collect();
    assert_eq!(sets.len(), 1, "and always has the same items");
    for seed in 0..50 {
        let PublicKind::Single(PublicSingle { options }) = see(seed).sections[0].items[1].kind.clone() else {
            panic!()
        };
        assert_eq!(options[2].value, "other", "a fixed option stays");
    }
}

#[test]
fn feedback_reveals_nothing_while_another_attempt_is_allowed() {
    let study = small();
    let (who, locale) = (assignment(ARMS[1]), &study.file.language);
    let shown = |may_retry| {
        let about =
            Feedback { id: "fa_1".into(), correct: false, may_retry, disabled: vec!["original".into()], found: None };
        feedback(&study, &who, locale, &about).unwrap()
    };
    let early = shown(true);
    assert_eq!(
        (early.truth, early.explanation, early.look_alike, early.cue, early.marks.len()),
        (None, None, None, None, 0)
    );
    let late = shown(false);
    assert_eq!(late.truth.as_deref(), Some("Altered"));
    assert_eq!(late.explanation.as_deref(), Some("The edge of the face was redrawn."));
    assert_eq!((late.cue.as_deref(), late.marks.len()), (Some("The lips do not match the words"), 1));
}

#[test]
fn the_debrief_has_the_truth_of_the_form() {
    let study = small();
    let shown = ["pre_1", "fb_1", "practice_1", "fa_2", "age"].map(|item| Shown {
        item: item.into(),
        answer: None,
        confidence: None,
    });
    let mut shown = shown.to_vec();
    shown[0].answer = Some("original".into());
    let lines = |form| debrief(&study, &Assignment { form, ..assignment(ARMS[2]) }, &shown, &study.file.language);
    let (x, y) = (lines(Form::X), lines(Form::Y));
    assert_eq!(x.len(), 4, "an item without truth is left out");
    assert_eq!((x[0].truth.as_str(), x[0].correct, x[0].answer.as_deref()), ("Altered", Some(false), Some("Original")));
    assert_eq!((y[0].truth.as_str(), y[0].correct), ("Original", Some(true)));
    assert_eq!((x[1].who.as_deref(), x[1].truth.as_str()), (Some("Town Watch"), "It is misleading"));
    assert_eq!(x[0].cue.as_deref(), Some("An edge around the face"));
    assert_eq!((y[0].cue.as_deref(), y[0].marks.len()), (None, 0));
    assert_eq!(x[0].marks.len(), 1, "and where to look");
    assert!(x[0].media.is_some() && x[0].media != y[0].media, "each form has seen its own version");
}

#[test]
fn the_debrief_has_what_the_result_is_counted_from() {
    use DebriefPart::{After, Before, Exercise};
    let study = small();
    let shown = |item: &str, answer: Option<&str>, confidence| Shown {
        item: item.to_owned(),
        answer: answer.map(str::to_owned),
        confidence,
    };
    // In form X, `pre_1` and `post_2` are altered.
    let all = [
        shown("pre_1", Some("original"), Some(70)),
        shown("practice_1", Some("original"), None),
        shown("fa_1", Some("altered"), Some(90)),
        shown("cf_2", None, None),
        shown("post_1", Some("altered"), Some(60)),
        shown("post_2", Some("altered"), Some(100)),
        shown("post_4", Some("genuine"), None),
        shown("knows", Some("true"), None),
    ];
    let lines = debrief(&study, &assignment(ARMS[1]), &all, &study.file.language);
    let counted: Vec<_> = lines
        .iter()
        .map(|line| (line.id.as_str(), line.part, line.manipulated, line.called_altered, line.confidence))
        .collect();
    let practice = study.practice.correct == "altered";
    assert_eq!(
        counted,
        [
            ("pre_1", Before, true, Some(false), Some(70)),
            ("practice_1", Exercise, practice, Some(false), None),
            ("fa_1", Exercise, true, Some(true), Some(90)),
            ("cf_2", Exercise, false, None, None),
            ("post_1", After, false, Some(true), Some(60)),
            ("post_2", After, true, Some(true), Some(100)),
            ("post_4", After, true, Some(false), None),
        ],
        "and nothing that was not shown"
    );
    let mut other = small();
    other.file.analysis.signal = vec!["misleading".into()];
    let lines = debrief(&other, &assignment(ARMS[1]), &all, &study.file.language);
    assert!(lines.iter().all(|line| line.manipulated == (line.id == "post_4")), "the study says what a signal is");
}

#[test]
fn a_post_has_the_portrait_of_the_persona_whose_name_its_account_uses() {
    let study = example();
    for persona in &study.personas {
        let file = &study.stimuli[&persona.portrait].original.files[0].file;
        let posts = posts(&study, &study.flow_b[0], &assignment(ARMS[2]), &study.file.language, &persona.id).unwrap();
        let (own, others): (Vec<_>, Vec<_>) = posts.iter().partition(|post| post.post.author == persona.name.0);
        assert!(own.iter().all(|post| post.post.portrait.as_ref() == Some(file)), "{own:?}");
        assert!(others.iter().all(|post| post.post.portrait.is_none()), "{others:?}");
    }
    let post = |author: &str| PostText { author: Text(author.into()), ..study.posts().next().unwrap().post.clone() };
    let german = Texts::new(&study, &Locale("de".into())).post(&post("Ruth Halloran"));
    assert_eq!(german.portrait.as_deref(), Some(study.stimuli["s_portrait_ruth"].original.files[0].file.as_str()));
}

#[test]
fn the_landing_page_has_the_portraits_that_the_study_names() {
    let mut study = example();
    let portrait = |study: &Study, id: &str| study.stimuli[id].original.files[0].file.clone();
    assert_eq!(landing_portraits(&study).count(), 4);
    study.file.landing.personas = vec!["ruth".into(), "nobody".into(), "maren".into()];
    let shown: Vec<_> = landing_portraits(&study).map(str::to_owned).collect();
    assert_eq!(shown, [portrait(&study, "s_portrait_ruth"), portrait(&study, "s_portrait_maren")]);
    assert_eq!(landing(&study, &study.file.language).portraits, shown);
    assert_eq!(landing_portraits(&small()).count(), 0);
}

#[test]
fn the_sound_check_says_who_hears_the_sound() {
    let study = example();
    let hears = |answers: Value| study.hears_sound(answers.as_object().unwrap());
    assert_eq!(hears(json!({ "sound_way": "heard", "sound_number": 47 })), Some(true));
    assert_eq!(hears(json!({ "sound_way": "read" })), Some(false));
    assert_eq!(hears(json!({ "sound_number": 47 })), None);
    assert_eq!(small().hears_sound(json!({ "sound_way": "heard" }).as_object().unwrap()), None, "it has none");
}

#[test]
fn the_estimate_is_read_from_the_item_that_the_study_names() {
    let study = example();
    let given = |value: Value| estimate(&study, json!({ "estimate_right": value, "post_se1": 3 }).as_object().unwrap());
    assert_eq!(given(json!(14)), Some(14.0));
    assert_eq!(given(json!("14")), Some(14.0), "a single choice stores texts");
    assert_eq!(given(Value::Null), None);
    assert_eq!(estimate(&small(), json!({ "estimate_right": 14 }).as_object().unwrap()), None, "it names none");
}

#[test]
fn every_clip_of_the_control_has_three_ratings_that_fit_its_medium() {
    let study = example();
    let mut kinds = BTreeSet::new();
    for clip in clips(&study, &study.control_flow[0], &assignment(ARMS[0]), &study.file.language) {
        let Some(media) = clip.media else { continue };
        let ratings: Vec<&str> = clip.ratings.iter().map(|rating| rating.id.as_str()).collect();
        let fitting = match media.kind {
            MediaKind::Video => ["clarity", "understand", "follow"],
            MediaKind::Image => ["composition", "brightness", "recognise"],
            MediaKind::Audio => ["clarity", "pace", "warmth"],
        };
        assert_eq!(ratings, fitting, "{}", clip.id);
        kinds.insert(media.kind);
    }
    assert_eq!(kinds.len(), 3);
}

#[test]
fn a_rated_clip_is_listed_as_the_original_that_it_was() {
    let study = example();
    let flow = study.control_flow.first().unwrap();
    let shown: Vec<_> =
        flow.clips.iter().map(|clip| Shown { item: clip.id.clone(), answer: None, confidence: None }).collect();
    for (locale, original) in [("en", "Original"), ("de", "Original")] {
        let lines = debrief(&study, &assignment(ARMS[0]), &shown, &Locale(locale.into()));
        assert_eq!(lines.len(), 16);
        for (line, clip) in lines.iter().zip(&flow.clips) {
            assert_eq!((&line.id, line.truth.as_str()), (&clip.id, original));
            assert!(line.answer.is_none() && line.correct.is_none(), "nothing was judged");
            assert!(line.cue.is_none() && line.marks.is_empty() && line.who.is_some());
            let texts = Texts::new(&study, &study.file.language);
            assert_eq!(
                line.media.as_ref().unwrap().sources,
                texts.media(&clip.stimulus, StimulusVersion::Original).unwrap().sources
            );
        }
    }
    assert_eq!(
        debrief(
            &small(),
            &assignment(ARMS[0]),
            &[Shown { item: "cf_2".into(), answer: None, confidence: None }],
            &study.file.language
        )[0]
        .text,
        small().stimuli["train-2"].alt.0,
        "a clip without a line of context goes by what can be seen"
    );
}

#[test]
fn an_arm_without_a_training_may_do_both_as_an_exercise() {
    let study = small();
    let locale = &study.file.language;
    let exercises = |group| training(&study, &assignment(group), locale);
    let offered = exercises(ARMS[0]);
    let (clips, posts): (Vec<_>, Vec<_>) = offered.iter().partition(|one| one.post.is_none());
    let shown: BTreeSet<_> = questions(&study, &study.flow_a[0], &assignment(ARMS[0]), locale)
        .into_iter()
        .map(|question| question.id)
        .collect();
    assert_eq!(clips.iter().map(|one| one.id.clone()).collect::<BTreeSet<_>>(), shown);
    let flow_b = study.flow_b.first().unwrap();
    assert_eq!(posts.len(), flow_b.personas.iter().map(|persona| persona.posts.len()).sum::<usize>());
    assert!(posts.iter().any(|post| !post.evidence.is_empty()), "with what can be checked");
    for one in &offered {
        let right = one.options.iter().find(|option| option.value == one.correct).expect("the right one is offered");
        assert_eq!(one.verdict.truth.as_deref(), Some(right.label.as_str()));
        assert!(one.verdict.correct && !one.verdict.may_retry && one.verdict.explanation.is_some());
    }
    let altered = &clips.iter().find(|one| one.id == "fa_1").unwrap();
    assert_eq!((altered.correct.as_str(), altered.verdict.marks.len()), ("altered", 1));
    assert_eq!((exercises(ARMS[1]).len(), exercises(ARMS[2]).len()), (0, 0));
}

/// The control arm has rated all 16 clips of the example. Half of them are altered in the exercise.
#[test]
fn the_exercise_marks_clips_whose_original_was_rated() {
    let study = example();
    let offered = training(&study, &assignment(ARMS[0]), &study.file.language);
    assert_eq!(offered.len(), 32);
    let rated = offered.iter().filter(|one| one.post.is_none() && one.rated_original);
    assert!(rated.clone().all(|one| one.correct == "altered"));
    assert_eq!(rated.count(), 8);
    let mut never = example();
    never.control_flow.clear();
    let offered = training(&never, &assignment(ARMS[0]), &study.file.language);
    assert!(offered.iter().all(|one| !one.rated_original));
}
