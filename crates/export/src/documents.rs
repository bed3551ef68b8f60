//! What people read: README, licence, citation.

use std::collections::BTreeSet;

use crate::prelude::*;

const README: &str = include_str!("templates/README.md");
const LICENSE: &str = include_str!("templates/LICENSE.md");
const CITATION: &str = include_str!("templates/CITATION.cff");

/// Writes them; `whole` is the version whose media are in the package.
pub fn write(
    package: &mut Package,
    versions: &Versions,
    tables: &Tables,
    contents: &Contents,
    whole: Option<&str>,
) -> Result<()> {
    let mut facts = facts(versions, tables, contents);
    facts["whole"] = whole.into();
    for (path, template) in [("README.md", README), ("LICENSE.md", LICENSE), ("CITATION.cff", CITATION)] {
        package.render(path, template, facts.clone())?;
    }
    Ok(())
}

fn facts(versions: &Versions, tables: &Tables, contents: &Contents) -> Value {
    let until = contents.until.map(time);
    let hashes: Vec<&str> = versions.all().iter().map(|version| version.study.hash.as_str()).collect();
    let ethics = versions.active().study.file.ethics.as_ref();
    json!({
        "title": contents.title,
        "contact": contents.contact,
        "institution": contents.institution,
        "email": contents.email,
        "version": contents.version,
        "versions": hashes,
        "until": until,
        "day": until.as_deref().and_then(|until| until.get(..10)),
        "warning": contents.warning(),
        "ethics": ethics.map(|ethics| format!("{}, {}", ethics.board.0, ethics.id)),
        "tables": tables.all().map(listed),
        "results": tables.results().map(listed),
        "missing": Missing::ALL.map(|why| json!({ "code": why.code(), "meaning": why.meaning() })),
        "licences": licences(versions),
        "quoted": quoted(contents),
        "program": env!("CARGO_PKG_VERSION"),
    })
}

/// For YAML, of which JSON's strings are a part.
fn quoted(contents: &Contents) -> Value {
    let quote = |text: &str| Value::from(text).to_string();
    json!({
        "title": quote(&format!("Data of the study \"{}\"", contents.title)),
        "contact": quote(&contents.contact),
        "institution": quote(&contents.institution),
        "email": quote(&contents.email),
        "version": quote(&contents.version),
        "warning": contents.warning().map(quote),
    })
}

fn listed(table: &Table) -> Value {
    json!({ "name": table.name, "file": table.file(), "description": table.description })
}

/// Of all media, each once.
fn licences(versions: &Versions) -> BTreeSet<&str> {
    let stimuli = versions.all().iter().flat_map(|version| version.study.stimuli.values());
    stimuli.map(|stimulus| stimulus.licence.as_str()).collect()
}
