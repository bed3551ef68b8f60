//! The hints of the second look: where to look, not which check helps, because that is what is asked.

use serde_json::Value;

use super::{file, german, list, words};

/// The parts of an option's text: "Lips and sound" is about "lips" and about "sound".
fn parts(option: &str) -> Vec<String> {
    let separators = [", ", " and ", " or ", " und ", " oder "];
    let mut parts = vec![option.to_lowercase()];
    for separator in separators {
        parts = parts.iter().flat_map(|part| part.split(separator)).map(str::to_owned).collect();
    }
    parts
}

/// Whether a text has these words one after the other.
fn has(text: &str, part: &str) -> bool {
    let spaced = |text: &str| {
        let letters = text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), " ");
        format!(" {} ", letters.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    spaced(text).contains(&spaced(part))
}

/// The options of a flow's second look, and the hints of its questions or posts.
fn asked(flow: &Value, items: &[&Value]) -> (Vec<String>, Vec<String>) {
    let options = list(&flow["second_look"]["options"]);
    let labels = options.iter().map(|option| words(&option["label"]).to_owned()).collect();
    let hints = items.iter().map(|item| words(&item["second_look"]["hint"]).to_owned()).collect();
    (labels, hints)
}

#[test]
fn no_hint_of_a_second_look_has_the_text_of_an_option() {
    let (cues, posts) = (file("flow-a.yaml"), file("flow-b.yaml"));
    let questions: Vec<&Value> = list(&cues["questions"]).iter().collect();
    let personas = list(&posts["personas"]);
    let posted: Vec<&Value> = personas.iter().flat_map(|persona| list(&persona["posts"])).collect();
    let german = german();
    for (labels, hints) in [asked(&cues, &questions), asked(&posts, &posted)] {
        assert_eq!(hints.len(), 16);
        let translated = |texts: &[String]| texts.iter().map(|text| german[text].clone()).collect::<Vec<_>>();
        for (labels, hints) in [(translated(&labels), translated(&hints)), (labels, hints)] {
            for (hint, label) in hints.iter().flat_map(|hint| labels.iter().map(move |label| (hint, label))) {
                assert!(!parts(label).iter().any(|part| has(hint, part)), "“{hint}” names “{label}”");
            }
        }
    }
}

/// Each post has one or two checks that answer its hint, and no check answers most of them: a guess, or always the same
/// check, is often wrong.
#[test]
fn no_check_is_right_in_most_posts() {
    let posts = file("flow-b.yaml");
    let posted: Vec<&Value> = list(&posts["personas"]).iter().flat_map(|persona| list(&persona["posts"])).collect();
    let checks = list(&posts["second_look"]["options"]).iter().map(|option| words(&option["value"]));
    let right = posted.iter().map(|post| list(&post["second_look"]["correct"]).iter().map(words).collect());
    let right: Vec<Vec<&str>> = right.collect();
    assert!(right.iter().all(|checks| (1..=2).contains(&checks.len())), "{right:?}");
    for check in checks {
        let count = right.iter().filter(|checks| checks.contains(&check)).count();
        assert!((3..=10).contains(&count), "“{check}” is right in {count} of 16 posts");
    }
    assert!(right.iter().flatten().count() <= 26, "a guess is right too often");
}
