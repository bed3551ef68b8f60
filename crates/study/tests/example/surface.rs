//! No phrase, word or name gives a post away. The judgements of posts count for the primary outcome, and the practice
//! with posts teaches what to look at: if one surface cue went with the truth, the study would measure who has noticed
//! it.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{file, german, list, words};

/// Shares may differ by a quarter: three of twelve wordings, two of eight posts of the practice.
const PHRASES: f64 = 0.25;
/// A participant who answers by a single word gets at most two thirds right: (share + 1 - other share) / 2.
const WORDS: f64 = 1.0 / 3.0;

/// What people read of a post: in each form, a judged post has its own wording.
struct Wording {
    form: &'static str,
    genuine: bool,
    handle: String,
    /// What a check of the account brought up.
    evidence: String,
    /// Who posts, and the words of the post.
    post: String,
}

fn wording(form: &'static str, truth: &Value, evidence: &Value, post: &Value) -> Wording {
    Wording {
        form,
        genuine: truth == "genuine",
        handle: words(&post["handle"]).to_owned(),
        evidence: words(evidence).to_owned(),
        post: format!("{}\n{}", words(&post["author"]), words(&post["text"])),
    }
}

/// The posts of both tests, in both forms.
fn judged() -> Vec<Wording> {
    let mut all = Vec::new();
    for name in ["questionnaires/pre.yaml", "questionnaires/post.yaml"] {
        let questionnaire = file(name);
        let sections = list(&questionnaire["sections"]);
        for item in sections.iter().flat_map(|section| list(&section["items"])).filter(|item| item["post"].is_object())
        {
            let y = &item["in_form_y"];
            all.push(wording("x", &item["truth"]["x"], &item["help"], &item["post"]));
            all.push(wording("y", &item["truth"]["y"], &y["help"], &y["post"]));
        }
    }
    all
}

/// The posts of the practice, with what the look at the account says.
fn practised() -> Vec<Wording> {
    let flow = file("flow-b.yaml");
    let posts = list(&flow["personas"]).iter().flat_map(|persona| list(&persona["posts"]));
    let source = |post: &Value| {
        list(&post["evidence"]).iter().find(|one| one["kind"] == "source").expect("who posted it")["text"].clone()
    };
    posts.map(|post| wording("practice", &post["correct"], &source(post), &post["post"])).collect()
}

/// The same in German; names of accounts stay.
fn in_german(wordings: Vec<Wording>) -> Vec<Wording> {
    let texts = german();
    let say = |text: &str| texts.get(text).unwrap_or_else(|| panic!("no German of “{text}”")).clone();
    let lines = |text: &str| text.lines().map(say).collect::<Vec<_>>().join("\n");
    wordings.into_iter().map(|one| Wording { evidence: say(&one.evidence), post: lines(&one.post), ..one }).collect()
}

/// Names of accounts that the practice announces: only its group has seen them.
fn announced() -> Vec<String> {
    let flow = file("flow-b.yaml");
    let intros = list(&flow["personas"]).iter().map(|persona| words(&persona["intro"]).to_owned());
    let handle = |intro: String| {
        let (_, rest) = intro.split_once("**@").expect("the intro names an account");
        format!("@{}", rest.split_once("**").expect("the name ends").0)
    };
    intros.map(handle).collect()
}

/// Share among the genuine minus share among the misleading.
fn difference(wordings: &[&Wording], has: impl Fn(&Wording) -> bool) -> f64 {
    let share = |genuine: bool| {
        let class: Vec<_> = wordings.iter().filter(|one| one.genuine == genuine).collect();
        let n = class.iter().filter(|one| has(one)).count();
        f64::from(u32::try_from(n).expect("a count")) / f64::from(u32::try_from(class.len()).expect("a count"))
    };
    share(true) - share(false)
}

/// Phrases that the evidence may contain, in families of one meaning.
const ENGLISH: [&[&str]; 12] = [
    &["links to this account", "links to it.", "links to it,", "printed on", "right one", "right account"],
    &["website"],
    &["was opened", "is new"],
    &["not say who", "no person"],
    &["the same", "The same", "as well"],
    &["proof of origin"],
    &["earlier copy", "earliest copy", "posted last"],
    &["full ", "whole "],
    &["“"],
    &["years old"],
    &["ends in", "hyphen", "full stop"],
    &["say:", "says", "phone"],
];
const GERMAN: [&[&str]; 12] = [
    &[
        "verweist auf dieses",
        "verweist darauf",
        "verlinkt",
        "steht an der Tür",
        "Name steht auf",
        "des Kontos steht",
        "das richtige",
    ],
    &["Website"],
    &["eröffnet", "ist neu"],
    &["keinen Betreiber", "keine Person", "nicht, wer"],
    &["dasselbe", "Dasselbe", "dieselbe", "denselben", "derselbe"],
    &["Herkunftsnachweis"],
    &["frühere Kopie", "früheste Kopie", "Frühjahr veröffentlicht"],
    &["ganze", "volle"],
    &["„"],
    &["Jahre alt"],
    &["endet auf", "Bindestrich"],
    &["heißt es", "sagt", "Telefon"],
];

#[test]
fn no_phrase_of_the_evidence_distinguishes_genuine_from_misleading() {
    for (read, place) in [(judged as fn() -> Vec<Wording>, "tests"), (practised, "practice")] {
        for (wordings, families) in [(read(), &ENGLISH), (in_german(read()), &GERMAN)] {
            let all: Vec<&Wording> = wordings.iter().collect();
            for family in families {
                let apart = difference(&all, |one| family.iter().any(|phrase| one.evidence.contains(phrase)));
                assert!(apart.abs() <= PHRASES, "{place}: {family:?} differ by {apart:.2}");
            }
        }
    }
}

#[test]
fn each_way_of_vouching_for_an_account_is_met_in_both_classes() {
    let wordings = judged();
    for phrase in ["links to this account", "printed on", "was opened", "not say who"] {
        for genuine in [true, false] {
            assert!(
                wordings.iter().any(|one| one.genuine == genuine && one.evidence.contains(phrase)),
                "{phrase}, {genuine}"
            );
        }
    }
}

#[test]
fn accounts_that_the_practice_announces_post_as_much_that_is_misleading() {
    let handles = announced();
    assert_eq!(handles.len(), 4);
    let (judged, practised) = (judged(), practised());
    for form in ["x", "y", "practice"] {
        let some: Vec<&Wording> = judged.iter().chain(&practised).filter(|one| one.form == form).collect();
        let apart = difference(&some, |one| handles.contains(&one.handle));
        assert!(apart.abs() <= 0.17, "form {form}: the announced accounts differ by {apart:.2}");
    }
    // Nor accounts that only resemble one, by the person's name above them.
    let all: Vec<&Wording> = judged.iter().collect();
    let stem = |handle: &str| handle.chars().filter(|c| c.is_alphanumeric()).take(6).collect::<String>();
    let stems: Vec<String> = handles.iter().map(|handle| stem(handle)).collect();
    let like = |one: &Wording| !handles.contains(&one.handle) && stems.contains(&stem(&one.handle));
    let apart = difference(&all, like);
    assert!(apart.abs() <= PHRASES, "accounts with a similar name differ by {apart:.2}");
    assert!(all.iter().any(|one| one.genuine && like(one)), "no genuine post has a similar name");
}

#[test]
fn no_single_word_distinguishes_genuine_from_misleading() {
    const STOP: [&str; 16] = [
        "there", "their", "these", "those", "which", "about", "dieses", "diese", "dieser", "einer", "eines", "nicht",
        "haben", "werden", "unter", "seine",
    ];
    for (language, wordings) in [("English", judged()), ("German", in_german(judged()))] {
        let all: Vec<&Wording> = wordings.iter().collect();
        let mut seen: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
        for (n, one) in all.iter().enumerate() {
            let text = format!("{} {}", one.evidence, one.post).to_lowercase();
            let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() >= 5);
            seen.entry(n).or_default().extend(words.filter(|word| !STOP.contains(word)).map(str::to_owned));
        }
        let every: BTreeSet<&String> = seen.values().flatten().collect();
        assert!(every.len() > 100, "{language}: only {} words were read", every.len());
        for word in every {
            let has =
                |one: &Wording| seen[&all.iter().position(|other| std::ptr::eq(*other, one)).unwrap()].contains(word);
            let apart = difference(&all, has);
            assert!(apart.abs() <= WORDS + 1e-9, "{language}: “{word}” differs by {apart:.2}");
        }
    }
}

#[test]
fn evidence_is_as_long_for_either_class() {
    for wordings in [judged(), in_german(judged())] {
        let mean = |genuine: bool| {
            let lengths: Vec<usize> =
                wordings.iter().filter(|one| one.genuine == genuine).map(|one| one.evidence.chars().count()).collect();
            lengths.iter().sum::<usize>() / lengths.len()
        };
        assert!(mean(true).abs_diff(mean(false)) <= 15, "{} and {} characters", mean(true), mean(false));
    }
}
