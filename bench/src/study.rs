//! The study that is measured: small pages, but so many of them that a run never reaches the end.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::Result;
use sha2::{Digest as _, Sha256};
use tempfile::TempDir;
use unmask_study::hex;

/// Clips and questions per arm.
const ITEMS: usize = 1000;

/// Writes the bundle to `study/` in a new temporary folder, which is deleted when dropped.
pub fn write() -> Result<TempDir> {
    let folder = TempDir::with_prefix("unmask-bench-")?;
    let study = folder.path().join("study");
    for part in ["questionnaires", "pages", "media"] {
        std::fs::create_dir_all(study.join(part))?;
    }
    let put = |name: &str, text: &str| std::fs::write(study.join(name), text);
    put("study.yaml", STUDY)?;
    put("consent.yaml", CONSENT)?;
    put("practice.yaml", PRACTICE)?;
    put("personas.yaml", PERSONAS)?;
    put("questionnaires/pre.yaml", &questionnaire("pre"))?;
    put("questionnaires/post.yaml", &questionnaire("post"))?;
    put("flow-a.yaml", &flow_a())?;
    put("control-flow.yaml", &control_flow())?;
    pages(&study)?;
    media(&study)?;
    Ok(folder)
}

const STUDY: &str = r"id: bench
title: Bench
language: en
language_name: English
contact: { name: Bench, institution: Bench, email: bench@example.org }
minutes: 30
landing:
  eyebrow: Bench
  lead: Bench
  button: Start
  chips: [Bench]
  steps: []
  facts: []
arms:
  control_0: { label: Control, steps: [/pre-questionnaire, /control-flow, /post-questionnaire, /end] }
  treatment_0: { label: Flow A, steps: [/pre-questionnaire, /flow-a/start, /post-questionnaire, /end] }
allocation: { block_sizes: [2, 4], places: 20000 }
";

const CONSENT: &str = r#"version: "1"
key_facts: [Bench]
sections: []
ticks:
  - { id: take_part, label: I take part, required: true }
"#;

const PRACTICE: &str = "id: practice\nstimulus: practice\nprompt: Which?\ncorrect: original\n";

const PERSONAS: &str = r"- id: dot
  name: Dot
  role: Dot
  bio: A dot.
  portrait: portrait
  fictional: true
";

fn questionnaire(prefix: &str) -> String {
    let mut text = format!("title: {prefix}\nsections:\n  - id: {prefix}\n    title: {prefix}\n    items:\n");
    for n in 1..=10 {
        let _ = writeln!(
            text,
            "      - {{ id: {prefix}_{n}, label: Statement {n}, kind: likert, numbers: 7, ends: [No, Yes] }}"
        );
    }
    text
}

fn flow_a() -> String {
    let mut text = format!("prompt: Which?\nattempts: 1\ninterim_after: {}\nquestions:\n", ITEMS / 2);
    for n in 0..ITEMS {
        let show = if n % 2 == 0 { "original" } else { "altered" };
        let _ =
            writeln!(text, "  - {{ id: a{n}, persona: dot, stimulus: dot-{n}, show: {show}, explanation: A dot. }}");
    }
    text
}

fn control_flow() -> String {
    let mut text = String::from(
        "ratings:\n  - { id: clear, label: How clear?, kind: likert, numbers: 5, ends: [No, Yes] }\nclips:\n",
    );
    for n in 0..ITEMS {
        let _ = writeln!(text, "  - {{ id: c{n}, persona: dot, stimulus: dot-{n} }}");
    }
    text
}

fn pages(study: &Path) -> Result<()> {
    let pages = "home home-right home-wrong flow-a-start flow-a-interim flow-a-end flow-b control-flow end declined \
        withdrawn closed";
    for page in pages.split(' ') {
        std::fs::write(study.join("pages").join(format!("{page}.md")), "Bench.\n")?;
    }
    Ok(())
}

/// A dot. Its radius is in no other picture: a study whose pictures have the same bytes is rejected.
fn dot(radius: usize) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9999 9999"><circle cx="5000" cy="5000" r="{radius}"/></svg>"#
    )
}

fn media(study: &Path) -> Result<()> {
    let mut text = String::new();
    let names =
        ["portrait".to_owned(), "practice".to_owned()].into_iter().chain((0..ITEMS).map(|n| format!("dot-{n}")));
    for (n, name) in names.enumerate() {
        let mut versions = String::new();
        for (version, radius) in [("original", 2 * n + 1), ("altered", 2 * n + 2)] {
            let (file, picture) = (format!("{name}-{version}.svg"), dot(radius));
            let sha256 = hex(&Sha256::digest(&picture));
            std::fs::write(study.join("media").join(&file), picture)?;
            let _ = write!(versions, ", {version}: {{ files: [{{ file: {file}, sha256: {sha256} }}] }}");
        }
        let _ = writeln!(
            text,
            "{name}: {{ kind: image, alt: A dot, width: 8, height: 8, licence: CC0-1.0, credit: Unmask, source_type: algorithmicMedia{versions} }}"
        );
    }
    std::fs::write(study.join("stimuli.yaml"), text)?;
    Ok(())
}
