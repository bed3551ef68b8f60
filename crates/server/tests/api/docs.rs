//! What the documents claim about the code is true of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(file: &str) -> String {
    fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

#[test]
fn architecture_has_a_row_for_each_member_of_the_workspace() {
    let workspace: toml::Table = read("Cargo.toml").parse().unwrap();
    let members = workspace["workspace"]["members"].as_array().unwrap();
    let text = read("ARCHITECTURE.md");
    for member in members.iter().map(|member| member.as_str().unwrap()) {
        assert!(text.contains(&format!("| `{member}` |")), "ARCHITECTURE.md has no row for {member}");
    }
}

/// `{a, b: [{c}]}` has the names `a` and `b`.
fn names(shape: &str) -> BTreeSet<String> {
    let (mut depth, mut names, mut current) = (0, BTreeSet::new(), String::new());
    for letter in shape.chars() {
        match letter {
            '{' | '[' => depth += 1,
            '}' | ']' => depth -= 1,
            _ => {}
        }
        if depth == 1 && letter != '{' && letter != ',' {
            current.push(letter);
        } else if depth == 0 || (depth == 1 && letter == ',') {
            let name = current.split(':').next().unwrap_or_default().trim();
            names.extend((!name.is_empty()).then(|| name.to_owned()));
            current.clear();
        }
    }
    names
}

/// The fields of the object that a call replies with.
fn reply_fields(document: &Value, path: &str) -> Option<BTreeSet<String>> {
    let schema = &document["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"];
    let name = schema["$ref"].as_str()?.rsplit('/').next()?;
    let fields = document["components"]["schemas"][name]["properties"].as_object()?;
    Some(fields.keys().cloned().collect())
}

#[test]
fn api_design_names_each_field_of_a_reply() {
    let document: Value = serde_json::from_str(&read("docs/generated/openapi.json")).unwrap();
    let text = read("docs/API-DESIGN.md");
    let mut compared = BTreeMap::new();
    for row in text.lines().filter_map(|line| line.strip_prefix("| `GET /api/")) {
        let Some((call, rest)) = row.split_once("` |") else { continue };
        let path = format!("/api/{}", call.split('?').next().unwrap());
        let spans = rest.split('`').skip(1).step_by(2).filter(|span| span.starts_with('{'));
        let documented: BTreeSet<String> = spans.flat_map(names).collect();
        if let Some(fields) = reply_fields(&document, &path).filter(|_| !documented.is_empty()) {
            compared.insert(path, (documented, fields));
        }
    }
    assert!(compared.len() > 10, "{compared:?}");
    for (path, (documented, fields)) in compared {
        assert_eq!(documented, fields, "GET {path}: API-DESIGN.md (left) and the OpenAPI document (right)");
    }
}

/// The numbers in a text, as they are written: `12,442`, `0.7`.
fn figures(text: &str) -> BTreeSet<&str> {
    let words = text.split(|letter: char| !(letter.is_ascii_digit() || ".,".contains(letter)));
    words.map(|word| word.trim_matches(['.', ','])).filter(|word| !word.is_empty()).collect()
}

/// Each figure of the README is in the lines of the page that it comes from.
#[test]
fn each_figure_of_the_readme_is_that_of_its_source() {
    let (readme, bench, faults) = (read("README.md"), read("bench/README.md"), read("docs/RELIABILITY.md"));
    let table = readme.split_once("| | Unmask | oTree 6 |\n").unwrap().1;
    let rows: Vec<&str> = table.lines().skip(1).take_while(|line| line.starts_with('|')).collect();
    // Each load has its own table, and both have the same rows.
    let table_with = |heading: &str| bench.split_once(heading).unwrap().1.split_once("\n\n").unwrap().0;
    let loads = table_with("concurrently | submissions/s |").to_owned();
    let loads_of_otree = table_with("concurrently | SQLite: submissions/s |");
    let sources = [
        ("submissions per second, 300", &loads, "| 300 |"),
        ("p99 of a submission", &loads, "| 300 |"),
        ("memory at 300", &loads, "| 300 |"),
        ("CSV export of 10,000", &bench, "CSV only"),
        ("Lighthouse, mobile: performance", &bench, "| 100 |"),
        ("Lighthouse, mobile: largest paint", &bench, "| 100 |"),
        ("servers and databases stopped", &faults, "compared with the export"),
        ("acknowledged answers", &faults, "compared with the export"),
    ];
    assert_eq!(rows.len(), sources.len(), "{rows:?}");
    // A paragraph, or a row of a table.
    let with = |page: &str, words: &str| {
        let between = |block: &str| if block.starts_with('|') { "\n" } else { "\n\n" };
        let parts = page.split("\n\n").flat_map(|block| block.split(between(block)));
        parts.filter(|part| part.contains(words)).collect::<Vec<_>>().join("\n")
    };
    for (row, (begins, page, marker)) in rows.into_iter().zip(sources) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        assert!(cells[1].starts_with(begins), "{row}");
        let ours = with(page, marker);
        let theirs = if *page == loads { with(loads_of_otree, marker) } else { with(page, "oTree 6") };
        for (cell, source) in [(cells[2], &ours), (cells[3], &theirs)] {
            let known = figures(source);
            // None lost, none doubled.
            for figure in figures(cell).into_iter().filter(|figure| *figure != "0") {
                assert!(known.contains(figure), "'{}' has {figure}, its source does not: {source}", cells[1]);
            }
        }
    }
}

/// `shell.json` is written by `web/scripts/templates.mjs` and described in `web/README.md`.
#[test]
fn web_readme_names_each_field_of_what_a_page_needs() {
    let (script, readme) = (read("web/scripts/templates.mjs"), read("web/README.md"));
    let lines = script.lines().map(str::trim).filter_map(|line| {
        line.strip_prefix("const around = ").or(line.strip_prefix("return ").filter(|_| line.ends_with("...around };")))
    });
    let written: BTreeSet<String> = lines.flat_map(names).filter(|name| !name.starts_with("...")).collect();
    let table = readme.split_once("| Field | Meaning |\n").unwrap().1.split_once("\n\n").unwrap().0;
    let spans: BTreeSet<&str> = table.split('`').skip(1).step_by(2).collect();
    let rows = table.lines().skip(1).map(|row| row.split('`').nth(1).unwrap().to_owned());
    assert!(written.len() > 5 && written.iter().all(|field| spans.contains(field.as_str())), "{written:?} {spans:?}");
    assert_eq!(rows.filter(|row| !written.contains(row)).collect::<Vec<_>>(), [""; 0]);
}
