//! The preregistrations of the example study and of the smallest one.

use std::collections::BTreeMap;
use std::path::Path;

use unmask_study::Study;
use unmask_study::load::reload;
use unmask_study::report::input::Design;
use unmask_study::report::{DoseKind, Language};

use super::{Preregistration, Recorded, planned_methods};
use crate::paper::{AllocationMethod, Block, Paper, PaperTable, Words};
use crate::report::made_up;

/// Keys of the questions of "OSF Preregistration", version 3, and whether an answer is required. Files are no answers.
/// The source is that of [`super::osf`].
const QUESTIONS: [(&str, bool); 22] = [
    ("q2", true),
    ("q3", true),
    ("q4", true),
    ("q5", false),
    ("q6.question", true),
    ("q7", false),
    ("q8", true),
    ("q9", false),
    ("q10.question", true),
    ("q11", true),
    ("q12", false),
    ("q13", false),
    ("q14.question", false),
    ("q15.question", true),
    ("q16.question", false),
    ("q17.question", true),
    ("q18", false),
    ("q19", false),
    ("q20", false),
    ("q21", false),
    ("q22", false),
    ("q23", false),
];

/// The items of the SPIRIT 2025 checklist (Chan et al. 2025, doi:10.1136/bmj-2024-081477, table 1).
const ITEMS: &str = "1a 1b 2 3a 3b 3c 3d 4 5 6 7a 7b 8 9a 9b 10 11 12 13 14a 14b 15a 15b 15c 15d 16 17 18 19 20 21a 21b 22 \
                     23 24a 24b 24c 25a 25b 26 27a 27b 27c 27d 28a 28b 29 30 31 32a 32b 33 34";

fn study(name: &str) -> Study {
    loaded(&files(name))
}

fn loaded(files: &BTreeMap<String, Vec<u8>>) -> Study {
    reload(files, "version").unwrap_or_else(|problems| panic!("{problems}"))
}

fn files(name: &str) -> BTreeMap<String, Vec<u8>> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../studies")).join(name);
    let (mut files, mut folders) = (BTreeMap::new(), vec![root.clone()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                folders.push(path);
            } else if !name.starts_with("media/") {
                files.insert(name, std::fs::read(&path).unwrap());
            }
        }
    }
    files
}

fn example(language: Language) -> Preregistration {
    Preregistration::of(&study("original-or-altered"), None, language)
}

fn recorded(participants: i64) -> Recorded {
    Recorded { commitment: "abcdef".to_owned(), participants }
}

fn tables(of: &Preregistration) -> Vec<&PaperTable> {
    of.document
        .blocks()
        .iter()
        .filter_map(|block| if let Block::Table(table) = block { Some(table) } else { None })
        .collect()
}

#[test]
fn the_answers_have_the_keys_of_the_template() {
    for language in Language::ALL {
        let osf = example(language).osf;
        let answers = osf["registration_responses"].as_object().unwrap();
        for key in answers.keys() {
            assert!(QUESTIONS.iter().any(|(known, _)| known == key), "the template has no {key}");
        }
        for (key, required) in QUESTIONS {
            let answer = answers.get(key).map(|answer| answer.to_string().len()).unwrap_or_default();
            assert!(!required || answer > 2, "{key} needs an answer");
        }
        // Explanation of existing data: there are none.
        assert_eq!(answers.len(), QUESTIONS.len() - 1);
        assert_eq!(osf["schema"]["version"], 3);
    }
}

/// Without a database nobody knows; with participants, the authors have to say what was known.
#[test]
fn existing_data_are_those_of_the_database() {
    let (study, english) = (study("original-or-altered"), Language::English);
    let of = |recorded: Option<Recorded>| {
        let of = Preregistration::of(&study, recorded.as_ref(), english);
        let stated = of.osf["registration_responses"].get("q8").is_some();
        let paragraphs = of.document.blocks().iter().filter_map(|block| match block {
            Block::Paragraph(text) => Some(text.clone()),
            _ => None,
        });
        (stated, paragraphs.collect::<Vec<_>>().join("\n"))
    };
    let (stated, text) = of(None);
    assert!(stated && text.contains("[To confirm, or with unmask preregister --commitment: registration before"));
    let (stated, text) = of(Some(recorded(0)));
    assert!(stated && text.contains("collected: the database has no participant."));
    let (stated, text) = of(Some(recorded(3)));
    assert!(!stated && text.contains("3 participants had registered. [Say what was known"), "{text}");
}

#[test]
fn each_hypothesis_is_stated_with_its_margin() {
    let answers = example(Language::English).osf;
    let stated = answers["registration_responses"]["q2"].as_str().unwrap();
    for hypothesis in ["H1 (primary; superiority", "H2 (primary;", "H3 (secondary;", "H4 (", "H5 (", "H6 (", "H7 ("] {
        assert!(stated.contains(hypothesis), "{hypothesis}: {stated}");
    }
    assert!(stated.contains("H8 (secondary; equivalence; margin 0.2)"), "{stated}");
    let german = example(Language::German).osf;
    let german = german["registration_responses"]["q2"].as_str().unwrap();
    assert!(german.contains("H8 (sekundär; Äquivalenz; Grenze 0,2)"), "{german}");
}

/// Each moderator has its role, and says how it is measured and tested.
#[test]
fn each_moderator_is_stated_with_its_role() {
    let mut files = files("original-or-altered");
    let file = files.get_mut("study.yaml").unwrap();
    let planned = "  moderators:\n    - { id: efficacy, kind: scale, scale: pre_self_efficacy_mean, role: confirmatory, \
                   hypothesis: H8 }\n";
    *file = String::from_utf8(file.clone()).unwrap().replacen("  moderators:\n", planned, 1).into_bytes();
    let study = loaded(&files);
    let answers = |language| Preregistration::of(&study, None, language).osf.to_string();
    let english = answers(Language::English);
    for stated in [
        "H8 (secondary; moderator, tested by F): The differences between the arms in d′ depend on “",
        "(confirmatory): ",
        "each participant's score pre_self_efficacy_mean, measured before the arms differ",
        "corrected by Holm's method over the confirmatory moderators",
        "Hypotheses on confirmatory moderators are an exception",
        "Moderator of the differences in d′ (exploratory): Age, groups by the answer to age_band (18 to 34, ",
        "Moderator of the differences in d′ (exploratory): d′ before the training, each participant's d′ in the test before",
        "p is not corrected.",
    ] {
        assert!(english.contains(stated), "{stated}: {english}");
    }
    let german = answers(Language::German);
    for stated in [
        "H8 (sekundär; Moderator, mit F getestet): ",
        "(explorativ): d′ vor dem Training, ",
        "p wird nicht korrigiert.",
    ] {
        assert!(german.contains(stated), "{stated}: {german}");
    }
    assert!(!example(Language::English).osf.to_string().contains("confirmatory moderators"));
}

#[test]
fn effects_of_factors_are_exploratory() {
    let of = |folder: &str| {
        let mut all = files("_fixtures/small");
        all.extend(files(folder));
        let study = loaded(&all);
        Language::ALL.map(|language| {
            let osf = Preregistration::of(&study, None, language).osf;
            osf["registration_responses"]["q22"].as_str().unwrap().to_owned()
        })
    };
    let [english, german] = of("_fixtures/factorial");
    assert!(english.contains("Factors (label, prebunk, tone): main effects and interactions in d′"), "{english}");
    assert!(german.contains("Faktoren (label, prebunk, tone): Haupteffekte und Interaktionen in d′"), "{german}");
    assert!(!of("_fixtures/six-arms")[0].contains("Factors"));
}

/// The paper has the same sentences. The numbers are those of `unmask power`, which are tested against G*Power.
#[test]
fn hypotheses_about_factors_have_their_sample_size() {
    let mut all = files("_fixtures/small");
    all.retain(|name, _| !name.starts_with("questionnaires/") && !name.contains("flow"));
    all.extend(files("_fixtures/designs/infographic-load"));
    let study = loaded(&all);
    let design = Design::of(&study);
    let per_cell = design.analysed_at_target().unwrap();
    let ahead = &design.effects_ahead(per_cell, design.sample.effect.d).unwrap()[2];
    assert_eq!((ahead.name.as_str(), design.effects.len()), ("infographic × load", 1));
    let stated = [Language::English, Language::German].map(|language| {
        let osf = Preregistration::of(&study, None, language).osf;
        osf["registration_responses"]["q12"].as_str().unwrap().to_owned()
    });
    let [english, german] = stated;
    let expected = format!(
        "H4 (infographic × load): a contrast of d = 0.3 needs {} analysed participants in each cell for 80% power",
        ahead.per_cell
    );
    assert!(english.contains(&expected) && ahead.per_cell > 3 * per_cell, "{english}");
    assert!(english.contains(&format!("; {per_cell} give {:.1}%.", ahead.power * 100.0)), "{english}");
    assert!(german.contains(&format!("{} ausgewertete Personen je Zelle", ahead.per_cell)), "{german}");
    let planned = planned_methods(&study, Language::English).sample_size.join(" ");
    assert!(planned.contains(&expected), "{planned}");
}

#[test]
fn each_later_wave_is_exploratory() {
    let with = |items: &str| {
        let mut all = files("_fixtures/small");
        all.extend(files("_fixtures/two-waves"));
        all.get_mut("questionnaires/again.yaml").unwrap().extend_from_slice(items.as_bytes());
        let study = loaded(&all);
        Language::ALL.map(|language| {
            let osf = Preregistration::of(&study, None, language).osf;
            osf["registration_responses"]["q22"].as_str().unwrap().to_owned()
        })
    };
    let judged = "      - id: later_1\n        kind: judgement\n        label: Genuine?\n        post: {author: A, handle: \"@a\", \
                  age: 1 hour ago, text: Storm.}\n        truth: genuine\n        options: [{value: genuine, label: Genuine}, \
                  {value: misleading, label: Misleading}]\n";
    for (items, is_judged) in [("", false), (judged, true)] {
        let [english, german] = with(items);
        assert!(
            english.contains("Second part (follow_up): the share of participants who do not complete it"),
            "{english}"
        );
        assert!(german.contains("(follow_up): der Anteil der Personen, die ihn nicht abschließen"), "{german}");
        let [fieller, its] =
            ["Fieller’s interval", "d′ and criterion of its judgements (items: 1)"].map(|one| english.contains(one));
        assert_eq!([fieller, its, german.contains("Intervall nach Fieller")], [is_judged; 3], "{english}");
    }
}

/// The texts of an arm without advice are none.
#[test]
fn judgements_before_and_after_advice_are_planned_with_its_texts() {
    let of = |study: &Study, language| {
        let osf = Preregistration::of(study, None, language).osf;
        osf["registration_responses"]["q15.question"].as_str().unwrap().to_owned()
    };
    let study = machine_advice();
    let english = of(&study, Language::English);
    for piece in [
        "(arms: advised; post/clips): participants first judge each of 4 items without advice (initial answer).",
        "Before, they read: “First judge each post on your own. Then you may read what a program says, and judge it again.”",
        "It names the correct answer for 3 items and a wrong one for 1. Outcomes use the final answers;",
        "original: “The program says: original.”; altered: “The program says: altered.”",
    ] {
        assert!(english.contains(piece), "{piece}: {english}");
    }
    assert_eq!(english.matches("before and after advice").count(), 1, "{english}");
    let german = of(&study, Language::German);
    let piece =
        "Urteile vor und nach einem Ratschlag (Arme: advised; post/clips): Teilnehmende beurteilen jedes von 4 Items";
    assert!(german.contains(piece), "{german}");
    assert!(!of(&self::study("original-or-altered"), Language::English).contains("advice"));
}

/// The design of `studies/_fixtures/designs/machine-advice`.
fn machine_advice() -> Study {
    let mut all = files("_fixtures/small");
    all.retain(|name, _| !name.starts_with("questionnaires/") && !name.contains("flow"));
    all.extend(files("_fixtures/designs/machine-advice"));
    loaded(&all)
}

/// The methods of a paper describe the judgements before and after advice, and leave a gap for what the study lacks.
#[test]
fn a_paper_says_how_judgements_with_advice_were_made() {
    let page = |study: &Study, language| {
        let planned = planned_methods(study, language);
        Paper::of(&made_up(), &AllocationMethod::of(study), &planned, language).html().unwrap()
    };
    let (advised, example) = (machine_advice(), study("original-or-altered"));
    for (language, pieces) in [
        (
            Language::English,
            [
                "judge each of 4 items without advice (initial answer)",
                "It names the correct answer for 3 items and a wrong one for 1.",
                "Outcomes use the final answers",
                "[Who the advice came from, as participants read it, and how accurate it was said to be.]",
            ],
        ),
        (
            Language::German,
            [
                "beurteilen jedes von 4 Items zuerst ohne Ratschlag (erste Antwort)",
                "Er nennt für 3 Items die richtige Antwort und für 1 eine falsche.",
                "Zielgrößen verwenden die endgültigen Antworten",
                "[Von wem der Ratschlag kam, wie es die Teilnehmenden lasen, und als wie treffsicher er galt.]",
            ],
        ),
    ] {
        let (page, without) = (page(&advised, language), page(&example, language));
        for piece in pieces {
            assert!(page.contains(piece) && !without.contains(piece), "{piece}: {page}");
        }
    }
}

#[test]
fn random_orders_of_sections_and_groups_are_part_of_the_design() {
    let mut all = files("_fixtures/small");
    all.extend(files("_fixtures/orders"));
    let [english, german] = Language::ALL.map(|language| {
        let osf = Preregistration::of(&loaded(&all), None, language).osf;
        osf["registration_responses"]["q6.question"].to_string()
    });
    for piece in [
        "Each participant gets the sections of pre (except you, work) in a random order.",
        "In pre/scenes, the items of a group stay together (bakery, pupil, party); the groups, and the items in each of them,",
        "In post/posts, the items of a group stay together (voice, bench, storm, trains); the groups are in a random order.",
        "In flow-a, the questions of a group stay together (clips); the groups, and the questions in each of them, are in a random order.",
        "They stay on their side of the interim page.",
        "In flow-b/maren, the posts of a group stay together (square); the groups are in a random order.",
        "In control, the clips of a group stay together (jonas, maren); the groups are in a random order.",
        "The same position for all participants in control: cf_1.",
    ] {
        assert!(english.contains(piece), "{piece}: {english}");
    }
    assert!(german.contains("die Abschnitte von pre (außer you, work) in einer zufälligen Reihenfolge."), "{german}");
    assert!(german.contains("In flow-b/maren bleiben die Beiträge einer Gruppe beieinander (square);"), "{german}");
}

/// The report of no participants has no covariates.
#[test]
fn the_model_names_its_covariates() {
    let osf = example(Language::English).osf;
    let model = osf["registration_responses"]["q17.question"].as_str().unwrap();
    assert!(model.contains("adjusted for d′ before and test form."), "{model}");
    assert!(!model.contains("device"), "the study has no strata: {model}");
}

/// The example study with another allocation, and the sentences of preregistration and paper.
fn allocating(allocation: &str, language: Language) -> String {
    let mut files = files("original-or-altered");
    let text = String::from_utf8(files["study.yaml"].clone()).unwrap();
    let (before, rest) = text.split_once("\n  block_sizes: ").unwrap();
    let (_, after) = rest.split_once('\n').unwrap();
    files.insert("study.yaml".into(), format!("{before}\n{allocation}\n{after}").into_bytes());
    files.insert("allocation.csv".into(), b"arm\ncontrol_0\ntreatment_0\n".to_vec());
    let study = loaded(&files);
    let preregistered = Preregistration::of(&study, None, language).osf.to_string();
    let paper = Paper::of(&made_up(), &AllocationMethod::of(&study), &planned_methods(&study, language), language);
    preregistered + &paper.html().unwrap()
}

#[test]
fn the_method_of_allocation_is_in_words() {
    let minimisation = "  kind: minimisation\n  factors: [device, language]\n  probability: 0.75";
    let list = "  kind: list\n  file: allocation.csv\n  strata: device";
    let strata = "  block_sizes: [3, 6]\n  strata: [language, { parameter: SCHOOL, levels: [north, south] }]";
    for (allocation, language, stated) in [
        (
            minimisation,
            Language::English,
            [
                "by minimisation (Pocock and Simon 1975) with the factors device (phone or computer) and language.",
                "With a probability of 0.75",
                "The arm was drawn on the server when a participant registered.",
            ],
        ),
        (
            minimisation,
            Language::German,
            [
                "durch Minimierung zu (Pocock und Simon 1975), mit den Faktoren Gerät (Handy oder Computer) und Sprache.",
                "Mit einer Wahrscheinlichkeit von 0,75",
                "Der Arm wurde auf dem Server gezogen, als sich jemand registrierte.",
            ],
        ),
        (
            list,
            Language::English,
            [
                "in the order of a fixed list of 2 rows, stratified by device (phone or computer).",
                "[To write: who made the list and how",
                "[Who made the list and how, and who could read it.]",
            ],
        ),
        (
            list,
            Language::German,
            [
                "in der Reihenfolge einer festen Liste mit 2 Zeilen zu, stratifiziert nach Gerät (Handy oder Computer).",
                "[Zu schreiben: wer die Liste",
                "[Wer die Liste wie erstellt hat und wer sie lesen konnte.]",
            ],
        ),
        (
            strata,
            Language::English,
            [
                "stratified by language and the link's parameter SCHOOL (north, south or another value).",
                "in permuted blocks (sizes: 3 or 6)",
                "in permuted blocks of random size (3 or 6)",
            ],
        ),
        (
            strata,
            Language::German,
            [
                "stratifiziert nach Sprache und Parameter SCHOOL des Links (north, south oder ein anderer Wert).",
                "in permutierten Blöcken (Größen: 3 oder 6)",
                "in permutierten Blöcken zufälliger Größe (3 oder 6)",
            ],
        ),
    ] {
        let text = allocating(allocation, language).replace("&#x27;", "'");
        for part in stated {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert_eq!(text.contains("in permut"), allocation == strata, "{allocation}");
    }
}

/// 732 participants less 15% are 622, of which 311 are half and 467 three quarters, rounded up.
#[test]
fn the_stopping_rule_states_the_planned_looks() {
    let rule = |study: &Study, language| {
        let osf = Preregistration::of(study, None, language).osf;
        osf["registration_responses"]["q13"].as_str().unwrap().to_owned()
    };
    let mut files = files("original-or-altered");
    let without = loaded(&files);
    let file = files.get_mut("study.yaml").unwrap();
    let planned = "analysis:\n  interim: { looks: [0.5, 0.75], spending: pocock }\n";
    *file = String::from_utf8(file.clone()).unwrap().replacen("analysis:\n", planned, 1).into_bytes();
    let with = loaded(&files);
    for (language, none, from, spending) in [
        (
            Language::English,
            "No interim analysis is planned.",
            "tested from 311 and 467 participants with the outcome on, of about 622 in the end",
            "spending function of Pocock type",
        ),
        (
            Language::German,
            "Es ist keine Zwischenauswertung geplant.",
            "ab 311 und 467 Personen mit Zielgröße geprüft, von etwa 622 am Ende",
            "vom Typ Pocock",
        ),
    ] {
        assert!(rule(&without, language).contains(none), "{}", rule(&without, language));
        let rule = rule(&with, language);
        assert!(rule.contains(from) && rule.contains(spending) && !rule.contains(none), "{rule}");
    }
}

/// `unmask power` prints the same numbers.
#[test]
fn the_sample_size_is_that_of_the_power_analysis() {
    let osf = example(Language::English).osf;
    let rationale = osf["registration_responses"]["q12"].as_str().unwrap();
    for number in [
        "needs 213 per arm",
        "(r = 0.18; Borm et al. 2007) 207",
        "244 per arm are randomised, 732 in all",
        "leaves 207 in each arm: power 80.",
    ] {
        assert!(rationale.contains(number), "{number}: {rationale}");
    }
}

/// The example with other text in place of a piece of its study.yaml.
fn changed(piece: &str, with: &str) -> Study {
    let mut files = files("original-or-altered");
    let file = files.get_mut("study.yaml").unwrap();
    let text = String::from_utf8(file.clone()).unwrap();
    assert!(text.contains(piece), "{piece}");
    *file = text.replacen(piece, with, 1).into_bytes();
    loaded(&files)
}

/// One analysis decides the primary hypotheses, and every answer says which.
#[test]
fn a_plan_for_the_mixed_model_is_decided_by_it() {
    let mixed = changed("  model: ancova\n", "  model: probit_mixed\n");
    let answer = |study: &Study, language, key: &str| {
        let osf = Preregistration::of(study, None, language).osf;
        osf["registration_responses"][key].as_str().unwrap().to_owned()
    };
    let ancova = study("original-or-altered");
    for (language, key, expected) in [
        (Language::English, "q12", "assumes that an arm makes the same difference in each item"),
        (Language::German, "q12", "setzt voraus, dass ein Arm bei jedem Item denselben Unterschied macht"),
        (
            Language::English,
            "q17.question",
            "It decides the primary hypotheses. The analysis of covariance of d′ is a sensitivity",
        ),
        (Language::German, "q17.question", "Es entscheidet über die primären Hypothesen."),
        (
            Language::English,
            "q17.question",
            "The other outcomes, and d′ in secondary hypotheses, are compared by analysis of cov",
        ),
        (Language::English, "q19", "A primary hypothesis is supported if analysis/model.R estimates"),
        (Language::German, "q19", "Der Bericht von Unmask enthält keinen Befund dazu."),
        (Language::English, "q21", "The mixed model takes all answers of the test"),
    ] {
        let text = answer(&mixed, language, key);
        assert!(text.contains(expected), "{key}: {text}");
        assert!(!answer(&ancova, language, key).contains(expected), "{key}");
    }
    let mut varying = mixed;
    varying.file.analysis.sample.item_effects = 0.05;
    let text = answer(&varying, Language::English, "q12");
    assert!(text.contains("vary with SD 0.05 between the 20 items") && !text.contains("t test"), "{text}");
}

/// The names that the study gives are in the language of the document, where the study has translations.
#[test]
fn german_documents_have_german_names() {
    let study = study("original-or-altered");
    let german = Preregistration::of(&study, None, Language::German).osf;
    let answer = |key: &str| german["registration_responses"][key].as_str().unwrap().to_owned();
    for (key, name) in
        [("q2", "„Merkmalsübung (Flow A)“"), ("q2", "„Zynismus“"), ("q15.question", "Nur Clips"), ("q22", "Alter")]
    {
        assert!(answer(key).contains(name), "{name}: {}", answer(key));
    }
    let english = ["Cue exercise", "Active control", "Cynicism", "Clips alone"];
    for key in ["q2", "q6.question", "q14.question", "q15.question", "q22"] {
        assert!(english.iter().all(|name| !answer(key).contains(name)), "{key}: {}", answer(key));
    }
    let nobody = unmask_study::report::Input {
        design: Design::of(&study),
        people: Vec::new(),
        erased: Vec::new(),
        simulated_left_out: 0,
        seed_commitment: None,
        course: unmask_study::report::input::Course::default(),
        looks: Vec::new(),
    };
    let base = unmask_study::report::report(&nobody);
    let report = base.in_language(&nobody, Language::German);
    assert_eq!(report.about.title, "Original oder verändert?");
    let gender = report.baseline.iter().find(|row| row.id == "gender").unwrap();
    let in_english = base.baseline.iter().find(|row| row.id == "gender").unwrap();
    assert_ne!((&gender.label, &gender.answers), (&in_english.label, &in_english.answers));
    let paper =
        Paper::of(&report, &AllocationMethod::of(&study), &planned_methods(&study, Language::German), Language::German);
    let page = paper.html().unwrap();
    assert!(english.iter().all(|name| !page.contains(name)), "{page}");
    assert!(page.contains("Merkmalsübung (Flow A)") && page.contains(&gender.answers[0]), "{page}");
}

/// Without judgements before, no text of the plan names d' before.
#[test]
fn a_plan_without_judgements_before_adjusts_for_none() {
    let mut study = study("original-or-altered");
    let pre = unmask_study::page::QuestionnaireBlock::PRE;
    for section in &mut study.questionnaires.get_mut(&pre).unwrap().sections {
        section.items.retain(|item| item.judgement().is_none());
    }
    for (language, phrases) in [
        (Language::English, ["d′ before", "r = 0", "same measure before"]),
        (Language::German, ["d′ vorher", "r = 0", "dasselbe Maß vorher"]),
    ] {
        let osf = Preregistration::of(&study, None, language).osf;
        let answer = |key: &str| osf["registration_responses"][key].as_str().unwrap().to_owned();
        let rationale = answer("q12");
        assert!(rationale.contains("213") && !rationale.contains("Borm"), "{rationale}");
        for phrase in &phrases[..2] {
            assert!(!rationale.contains(phrase) && !answer("q17.question").contains(phrase), "{phrase}");
        }
        // Some scales were asked before.
        assert!(answer("q17.question").contains(phrases[2]));
        study.file.analysis.scales.iter_mut().for_each(|scale| scale.before = None);
        let osf = Preregistration::of(&study, None, language).osf;
        assert!(!osf["registration_responses"]["q17.question"].as_str().unwrap().contains(phrases[2]));
        study.file.analysis.scales[0].before = Some("pre_cynicism_mean".into());
    }
}

/// Preregistration and paper name the same estimate of the effect of taking the training.
#[test]
fn the_effect_of_taking_the_training_is_planned_and_reported() {
    for (language, planned, estimated) in [
        (
            Language::English,
            "estimated as complier average causal effect: two-stage least squares with the allocation as instrument, for the \
             share of the training answered and for compliers (at least 75%).",
            "With the allocation as instrument (two-stage least squares), the whole training of",
        ),
        (
            Language::German,
            "als Complier Average Causal Effect geschätzt: zweistufige Kleinste-Quadrate-Schätzung mit der Zuteilung als \
             Instrument, für den bearbeiteten Anteil des Trainings und für Complier (mindestens 75 %).",
            "Mit der Zuteilung als Instrument (zweistufige Kleinste-Quadrate-Schätzung) verändert das ganze Training",
        ),
    ] {
        let study = study("original-or-altered");
        let osf = Preregistration::of(&study, None, language).osf;
        let exclusions = osf["registration_responses"]["q20"].as_str().unwrap();
        assert!(exclusions.contains(planned), "{exclusions}");
        let report = made_up();
        let effects = report.compliance.effects.iter().filter(|one| one.dose == DoseKind::Share);
        let effects: Vec<_> = effects.filter(|one| one.contrast.value.is_some()).collect();
        assert!(!effects.is_empty());
        let paper = Paper::of(&report, &AllocationMethod::of(&study), &planned_methods(&study, language), language);
        let texts: Vec<&str> = paper
            .blocks()
            .iter()
            .filter_map(|block| if let Block::Paragraph(text) = block { Some(text.as_str()) } else { None })
            .collect();
        let text = texts.iter().find(|text| text.contains(estimated)).unwrap_or_else(|| panic!("{texts:?}"));
        let words = Words(language);
        for one in effects {
            let (contrast, f) = (&one.contrast, words.number(one.first_stage_f.unwrap(), 1));
            let value = words.number(contrast.value.unwrap(), 2);
            let interval = words.interval(contrast.low.unwrap(), contrast.high.unwrap(), 2);
            for number in [value, interval, words.p("p", contrast.p.unwrap()), f] {
                assert!(text.contains(&number), "{number}: {text}");
            }
        }
        assert!(text.contains(words.pick("uncorrected", "unkorrigiert")), "{text}");
    }
}

#[test]
fn each_item_of_spirit_2025_has_a_place_that_exists() {
    for language in Language::ALL {
        let of = example(language);
        let table = *tables(&of).last().unwrap();
        assert_eq!(table.rows.iter().map(|row| row[0].as_str()).collect::<Vec<_>>().join(" "), ITEMS);
        let headings: Vec<&String> = of
            .document
            .blocks()
            .iter()
            .filter_map(|block| if let Block::Subheading(text) = block { Some(text) } else { None })
            .collect();
        for row in &table.rows {
            assert!(!row[1].is_empty() && !row[2].is_empty(), "{row:?}");
            let quoted = row[2].strip_prefix(['“', '„']).and_then(|rest| rest.strip_suffix(['”', '“']));
            if let Some(section) = quoted.filter(|_| !row[2].contains(',')) {
                assert!(headings.iter().any(|heading| *heading == section), "{row:?}");
            }
        }
    }
}

#[test]
fn what_is_missing_is_listed_first_and_marked() {
    let study = study("_fixtures/small");
    let of = Preregistration::of(&study, None, Language::English);
    assert_eq!(of.missing.len(), 10, "{:?}", of.missing);
    let page = of.document.html().unwrap();
    for (field, topic) in &of.missing {
        assert_eq!(page.matches(&format!("{field} in study.yaml")).count(), 2, "{field}: {topic}");
    }
    let mut stated = study.clone();
    stated.file.reporting.background = Some("Why we ask.".into());
    let of = Preregistration::of(&stated, Some(&recorded(0)), Language::German);
    assert_eq!(of.missing.len(), 9);
    let page = of.document.html().unwrap();
    assert!(page.contains("Why we ask.") && page.contains("SHA-256 des Startwerts: abcdef."));
}

/// Participants may read it.
#[test]
fn the_document_has_no_right_answers() {
    let of = example(Language::English);
    let page = of.document.html().unwrap();
    assert!(!page.contains("truth") && !page.contains("questionnaires.post"));
    assert!(of.plan["plan"]["questionnaires.post.items[post_c1].truth.x"].is_string());
}

#[test]
fn it_is_the_same_each_time() {
    for language in Language::ALL {
        let [one, other] = [example(language), example(language)];
        assert_eq!(one.document.html().unwrap(), other.document.html().unwrap());
        assert_eq!((one.osf, one.plan), (other.osf, other.plan));
    }
    assert_eq!(example(Language::English).plan, example(Language::German).plan);
}

/// The paper says of the plan what the preregistration says.
#[test]
fn a_paper_has_the_planned_methods() {
    let study = study("original-or-altered");
    for (language, expected) in [
        (
            Language::English,
            [
                "Participants had to be at least 18 years old",
                "a t test needs 213 per arm",
                "Excluded unless pre_agree_1 is 3",
                "multiple imputation (100 imputations",
                "log-linear correction",
                "Approval: Ethics Board of Example University (EX-2026-014).",
            ],
        ),
        (
            Language::German,
            [
                "mindestens 18 Jahre alt sein",
                "braucht ein t-Test 213 je Arm",
                "Ausgeschlossen, wenn pre_agree_1 nicht 3 ist",
                "multiple Imputation (100 Imputationen",
                "loglineare Korrektur",
                "(EX-2026-014).",
            ],
        ),
    ] {
        let planned = planned_methods(&study, language);
        let paper = Paper::of(&made_up(), &AllocationMethod::of(&study), &planned, language);
        let texts = paper.blocks().iter().filter_map(|block| match block {
            Block::Paragraph(text) => Some(text.as_str()),
            _ => None,
        });
        let text = texts.collect::<Vec<_>>().join("\n");
        for expected in expected {
            assert!(text.contains(expected), "{expected}: {text}");
        }
    }
}
