//! The documents for people: README, licence, citation.

use std::collections::BTreeSet;

use unmask_study::definition::Reporting;
use unmask_study::definition::publication::{Author, LICENCES};

use crate::prelude::*;

const README: &str = include_str!("templates/README.md");
const LICENSE: &str = include_str!("templates/LICENSE.md");
const CHANGES: &str = include_str!("templates/CHANGES.md");
const CONSORT: &str = include_str!("templates/CONSORT.md");
const CITATION: &str = include_str!("templates/CITATION.cff");

/// Writes the documents; `whole` is the version whose media are in the package.
pub fn write(
    package: &mut Package,
    versions: &Versions,
    tables: &Tables,
    contents: &Contents,
    whole: Option<&str>,
) -> Result<()> {
    let mut facts = facts(versions, tables, contents);
    facts["whole"] = whole.into();
    let templates = [
        ("README.md", README),
        ("LICENSE.md", LICENSE),
        ("CHANGES.md", CHANGES),
        ("CITATION.cff", CITATION),
        ("documentation/CONSORT.md", CONSORT),
    ];
    for (path, template) in templates {
        package.render(path, template, facts.clone())?;
    }
    Ok(())
}

fn facts(versions: &Versions, tables: &Tables, contents: &Contents) -> Value {
    let until = contents.until.map(time);
    let hashes: Vec<&str> = versions.all().iter().map(|version| version.study.hash.as_str()).collect();
    let arms: Vec<&str> = versions.active().study.file.arms.values().map(|arm| arm.label.as_str()).collect();
    let arms = arms.join("; ");
    let ethics = versions.active().study.file.ethics.as_ref();
    json!({
        "title": contents.title,
        "contact": contents.contact,
        "institution": contents.institution,
        "email": contents.email,
        "version": contents.version,
        "reporting": reporting(&versions.active().study.file.reporting),
        "baseline": false,
        "arms": arms,
        "licence": contents.metadata.licence,
        "licence_url": contents.metadata.licence_url(),
        "activated": contents.versions,
        "versions": hashes,
        "until": until,
        "warning": contents.warning(),
        "publication": contents.publication.described(),
        "public": contents.publication.sentence(),
        "ethics": ethics.map(|ethics| format!("{}, {}", ethics.board.0, ethics.id)),
        "tables": tables.all().map(listed),
        "results": tables.results().map(listed),
        "missing": Missing::ALL.map(|why| json!({ "code": why.code(), "meaning": why.meaning() })),
        "licences": licences(versions),
        "quoted": quoted(contents),
        "program": env!("CARGO_PKG_VERSION"),
    })
}

/// The statements, each in one cell of a table.
fn reporting(stated: &Reporting) -> Value {
    let in_cell = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|");
    let registration = stated.registration.as_ref().map(|entry| in_cell(&entry.in_words()));
    let mut all = json!({ "registration": registration, "protocol": stated.protocol.as_deref().map(in_cell) });
    for (field, text) in stated.texts() {
        all[field] = text.map(in_cell).into();
    }
    all
}

/// For YAML, of which JSON's strings are a part.
fn quoted(contents: &Contents) -> Value {
    let quote = |text: &str| Value::from(text).to_string();
    let metadata = &contents.metadata;
    let author = |author: &Author| {
        json!({
            "given_names": author.given_names.as_deref().map(quote),
            "family_names": author.family_names.as_deref().map(quote),
            "name": quote(&author.full_name()),
            "orcid": author.orcid_url().as_deref().map(quote),
            "affiliation": author.affiliation.as_deref().map(quote),
        })
    };
    // The format has a closed list of licences.
    let listed = metadata.licence.as_deref().filter(|licence| LICENCES.contains(licence));
    json!({
        "title": quote(&format!("Data of the study \"{}\"", contents.title)),
        "contact": quote(&contents.contact),
        "institution": quote(&contents.institution),
        "email": quote(&contents.email),
        "version": quote(&contents.version),
        "warning": contents.warning().map(quote),
        "authors": metadata.authors.iter().map(author).collect::<Vec<_>>(),
        "keywords": contents.keywords().into_iter().map(quote).collect::<Vec<_>>(),
        "doi": metadata.doi.as_deref().map(quote),
        "licence": listed.map(quote),
        "licence_url": metadata.licence_url().as_deref().map(quote),
        "homepage": metadata.homepage.as_deref().map(quote),
        "published": metadata.published.as_deref().map(quote),
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
