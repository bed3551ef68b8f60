//! The larger bundle that simulated participants walk through.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};

/// Questions of Flow A, and clips of the control flow.
const ITEMS: usize = 40;
/// Number of personas of Flow B, and of posts of each.
const PERSONAS: usize = 8;
const POSTS: usize = 5;

/// Writes the larger bundle. Its files are JSON, which YAML contains.
pub fn write_large(folder: &Path) -> Result<()> {
    for part in ["questionnaires", "pages", "media"] {
        fs::create_dir_all(folder.join(part))?;
    }
    let put = |name: &str, value: Value| fs::write(folder.join(name), value.to_string());
    put("study.yaml", study())?;
    let ticks = json!([{ "id": "take_part", "label": "I take part", "required": true }]);
    put(
        "consent.yaml",
        json!({ "version": "1", "key_facts": ["Simulated participants take part."], "sections": [], "ticks": ticks }),
    )?;
    let practice = json!({ "id": "practice", "stimulus": "warm-up", "prompt": "Which?", "correct": "original" });
    put("practice.yaml", practice)?;
    put("personas.yaml", (0..PERSONAS).map(persona).collect())?;
    for name in ["pre", "treatment", "post"] {
        put(&format!("questionnaires/{name}.yaml"), questionnaire(name))?;
    }
    put("flow-a.yaml", flow_a())?;
    put("flow-b.yaml", flow_b())?;
    put("control-flow.yaml", control_flow())?;
    put("stimuli.yaml", stimuli())?;
    let draw = |file: &str, figure: String| {
        let picture = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">{figure}</svg>"#);
        fs::write(folder.join("media").join(file), picture)
    };
    for (file, radius, _) in DOTS {
        draw(file, format!(r#"<circle cx="4" cy="4" r="{radius}"/>"#))?;
    }
    for (file, side, _) in SQUARES {
        draw(file, format!(r#"<rect x="1" y="1" width="{side}" height="{side}"/>"#))?;
    }
    for page in PAGES.split(' ') {
        fs::write(folder.join("pages").join(format!("{page}.md")), "For simulated participants.\n")?;
    }
    Ok(())
}

const PAGES: &str = "home home-right home-wrong flow-a-start flow-a-interim flow-a-end flow-b control-flow end declined withdrawn closed";

/// The original and the altered version of every stimulus: file, radius, and checksum.
const DOTS: [(&str, u8, &str); 2] = [
    ("large-dot.svg", 3, "f86dae5ef0366e833baf5b4d787721acf63f21b6758883fca0ecf8b47635dc08"),
    ("small-dot.svg", 2, "9dff831e7cead0a69abed141c68c3870c89a4fce36d69f364ac19e774763a730"),
];

/// The practice item has separate pictures, because an item may be in only one part of the study.
const SQUARES: [(&str, u8, &str); 2] = [
    ("large-square.svg", 6, "ed7b13ccee38c8cbd0ef6a2123d520f964a6b5b674fa8ae021b3d7fe107b2794"),
    ("small-square.svg", 4, "811cb5eca4783fe3009f74c622452c07dec044ec65761b915588e22c8b56681e"),
];

fn study() -> Value {
    let arm = |label: &str, training: &str| {
        let steps =
            ["/pre-questionnaire", "/home", "/treatment-questionnaire", training, "/post-questionnaire", "/end"];
        json!({ "label": label, "steps": steps })
    };
    json!({
        "id": "large", "title": "For robots", "language": "en", "language_name": "English", "minutes": 30,
        "contact": { "name": "Laboratory", "institution": "Laboratory", "email": "laboratory@example.org" },
        "landing": { "eyebrow": "Laboratory", "lead": "For robots", "button": "Start", "chips": [], "steps": [], "facts": [] },
        "arms": {
            "control_0": arm("Control", "/control-flow"),
            "treatment_0": arm("Flow A", "/flow-a/start"),
            "treatment_1": arm("Flow B", "/dashboard"),
        },
        "allocation": { "block_sizes": [3, 6, 9], "places": 45 },
    })
}

fn persona(number: usize) -> Value {
    json!({ "id": format!("p{number}"), "name": format!("Persona {number}"), "role": "Robot", "bio": "A fictional person.",
        "portrait": "portrait", "fictional": true })
}

fn questionnaire(name: &str) -> Value {
    let item = |section: usize, item: usize| {
        let id = format!("{name}_{section}_{item}");
        let label = format!("Statement {item}");
        match item % 4 {
            0 => json!({ "id": id, "label": label, "kind": "likert", "numbers": 7, "ends": ["No", "Yes"] }),
            1 => json!({ "id": id, "label": label, "kind": "text", "required": false, "max_length": 80 }),
            2 => json!({ "id": id, "label": label, "kind": "number", "min": 0, "max": 100 }),
            _ => json!({ "id": id, "label": label, "kind": "multiple", "min": 1, "max": 2, "options": [
                { "value": "a", "label": "A" }, { "value": "b", "label": "B" }, { "value": "c", "label": "C" }] }),
        }
    };
    let section = |number: usize| {
        let items: Vec<Value> = (0..8).map(|nth| item(number, nth)).collect();
        json!({ "id": format!("{name}_{number}"), "title": "A section", "shuffle": true, "items": items })
    };
    json!({ "title": name, "sections": (0..4).map(section).collect::<Vec<_>>() })
}

fn which(number: usize) -> &'static str {
    if number.is_multiple_of(2) { "original" } else { "altered" }
}

fn flow_a() -> Value {
    let question = |n: usize| {
        json!({ "id": format!("a{n}"), "persona": format!("p{}", n % PERSONAS), "stimulus": format!("dot-{n}"),
            "show": which(n), "explanation": "A dot." })
    };
    json!({
        "prompt": "Which?", "attempts": 2, "interim_after": ITEMS / 2,
        "followup": { "prompt": "Why?", "mark": true, "words": true, "options": [
            { "value": "shape", "label": "The shape" }, { "value": "feeling", "label": "A feeling" }] },
        "questions": (0..ITEMS).map(question).collect::<Vec<_>>(),
    })
}

fn flow_b() -> Value {
    let post = |n: usize| {
        let correct = if n.is_multiple_of(2) { "genuine" } else { "misleading" };
        json!({ "id": format!("b{n}"), "prompt": "Is it so?", "correct": correct, "explanation": "It is as it is.",
            "post": { "author": "Robot News", "handle": "@robots", "age": "1 hour ago", "text": format!("News {n}") },
            "evidence": [{ "id": format!("b{n}_source"), "kind": "source", "text": "A robot." }] })
    };
    let persona = |n: usize| {
        let posts: Vec<Value> = (0..POSTS).map(|nth| post(n * POSTS + nth)).collect();
        json!({ "persona": format!("p{n}"), "intro": "Posts.", "posts": posts })
    };
    json!({
        "attempts": 2, "shuffle": true,
        "options": [{ "value": "genuine", "label": "Genuine" }, { "value": "misleading", "label": "Misleading" }],
        "personas": (0..PERSONAS).map(persona).collect::<Vec<_>>(),
    })
}

fn control_flow() -> Value {
    let clip = |n: usize| json!({ "id": format!("c{n}"), "persona": format!("p{}", n % PERSONAS), "stimulus": format!("dot-{n}") });
    json!({
        "ratings": [{ "id": "clear", "label": "How clear?", "kind": "likert", "numbers": 5, "ends": ["No", "Yes"] }],
        "clips": (0..ITEMS).map(clip).collect::<Vec<_>>(),
    })
}

fn stimuli() -> Value {
    let drawn = |name: &str| {
        let pictures = if name == "warm-up" { SQUARES } else { DOTS };
        let [original, altered] =
            pictures.map(|(file, _, sha256)| json!({ "files": [{ "file": file, "sha256": sha256 }] }));
        json!({ "kind": "image", "alt": "A figure", "width": 8, "height": 8, "licence": "CC0-1.0", "credit": "Unmask",
            "source_type": "algorithmicMedia", "original": original, "altered": altered })
    };
    let names = ["portrait".to_owned(), "warm-up".to_owned()].into_iter().chain((0..ITEMS).map(|n| format!("dot-{n}")));
    let all: BTreeMap<String, Value> = names.map(|name| (name.clone(), drawn(&name))).collect();
    json!(all)
}

#[cfg(test)]
mod tests {
    use unmask_simulation::bundle::read;

    use super::*;

    #[test]
    fn the_larger_bundle_passes_every_check() {
        let folder = tempfile::tempdir().unwrap();
        write_large(folder.path()).unwrap();
        let study = read(folder.path()).unwrap();
        assert_eq!(study.flow_a.first().map(|flow| flow.questions.len()), Some(ITEMS));
    }
}
