//! *Original* and *altered* are defined on the first page whose questions use them, and again above each test's clips.

use serde_json::Value;

use super::{file, german, list, words};

/// The words, as the box defines them and as a question uses them.
const ENGLISH: ([&str; 2], [&str; 2]) = (["**Original**:", "**Altered**:"], ["original", "alter"]);
const GERMAN: ([&str; 2], [&str; 2]) = (["**Original**:", "**Verändert**:"], ["original", "veränder"]);

type Translate<'a> = &'a dyn Fn(&str) -> String;

/// All texts below `value`: labels of items, rows, points and options.
fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(values) => values.iter().flat_map(texts).collect(),
        Value::Object(fields) => {
            let shown = fields.iter().filter(|(name, _)| !matches!(name.as_str(), "source" | "id" | "value"));
            shown.flat_map(|(_, value)| texts(value)).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn the_first_page_that_uses_a_word_defines_both() {
    let (pre, post, german) = (file("questionnaires/pre.yaml"), file("questionnaires/post.yaml"), german());
    let english = |text: &str| text.to_owned();
    let german = |text: &str| german.get(text).cloned().unwrap_or_default();
    let translations: [(Translate<'_>, _); 2] = [(&english, ENGLISH), (&german, GERMAN)];
    for (translate, (definitions, used)) in translations {
        let uses = |section: &Value| {
            let texts = texts(&section["items"]).into_iter().chain(section["title"].as_str());
            texts.map(|text| translate(text).to_lowercase()).any(|text| used.iter().any(|word| text.contains(word)))
        };
        let first = list(&pre["sections"]).iter().find(|section| uses(section)).unwrap();
        let clips = [&pre, &post].map(|page| {
            list(&page["sections"]).iter().find(|section| words(&section["id"]).ends_with("_clips")).unwrap()
        });
        for section in [first].into_iter().chain(clips) {
            let intro = section["intro"].as_str().map(translate).unwrap_or_default();
            for definition in definitions {
                assert!(intro.contains(definition), "{}: {definition} is missing in '{intro}'", section["id"]);
            }
        }
    }
}

/// *Genuine* is said of posts, and defined above them.
#[test]
fn no_question_before_the_posts_calls_anything_genuine() {
    let (pre, german) = (file("questionnaires/pre.yaml"), german());
    let before = list(&pre["sections"]).iter().take_while(|section| !words(&section["id"]).ends_with("_posts"));
    let texts: Vec<&str> = before.flat_map(|section| texts(&section["items"])).collect();
    assert!(texts.len() > 100);
    let is =
        |text: &str, word: &str| text.to_lowercase().split(|c: char| !c.is_alphabetic()).any(|w| w.starts_with(word));
    for text in texts {
        let german = german.get(text).map(String::as_str).unwrap_or_default();
        assert!(!is(text, "genuine") && !is(german, "echt"), "{text}: {german}");
    }
}
