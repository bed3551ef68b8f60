//! `ro-crate-metadata.json`: an RO-Crate 1.2 (<https://w3id.org/ro/crate/1.2>), which is JSON-LD in the words of
//! schema.org. It names every file, and what was made from what.

use unmask_study::definition::publication::Author;

use crate::datapackage::describes;
use crate::package::Written;
use crate::prelude::*;
use crate::psychds::{affiliated, named};

const FILE: &str = "ro-crate-metadata.json";
const MANIFEST: &str = "manifest.json";
const INSTITUTION: &str = "#institution";
const PROGRAM: &str = "#unmask";

/// Folders that are described as a whole, because the manifest lists their files.
const FOLDERS: [(&str, &str, &str); 4] = [
    ("materials/", "Materials", "The texts of every version of the study that was run, and media if they were chosen"),
    ("parquet/", "Parquet files", "The tables of `data/` with types"),
    ("spreadsheet/", "Spreadsheet", "The tables of `data/` for spreadsheet programs"),
    ("analysis/spss/", "Tables for SPSS", "Tables of `data/` with spaces for line breaks"),
];

/// What is in files that are no tables, by the beginning of their path.
const FILES: [(&str, &str); 18] = [
    ("README.md", "What is in the package, and how to read it"),
    ("LICENSE.md", "The licences of data, texts and scripts"),
    ("CHANGES.md", "Every version of the study"),
    ("CITATION.cff", "How to cite the data"),
    ("codebook.html", "Every question with its answers, for people"),
    ("datapackage.json", "The tables for programs: Frictionless Data Package 2"),
    ("dataset_description.json", "The dataset for programs: Psych-DS"),
    (".psychds-ignore", "Files that Psych-DS does not describe"),
    ("documentation/CONSORT.md", "Where each item of CONSORT 2025 is"),
    ("results/report.html", "The results, for people"),
    ("results/report.json", "The results, for programs"),
    ("results/consort.json", "The figures of the CONSORT flow diagram"),
    ("analysis/allocation.py", "Derives the allocation schedule from its seed"),
    ("analysis/load.", "Reads the tables and their types"),
    ("analysis/report.", "Computes the numbers of the report again"),
    ("analysis/bayes.R", "Fits the mixed model with three priors"),
    ("analysis/item_response.", "Fits the item response model again"),
    ("analysis/model.", "Fits the mixed model of single answers"),
];

/// Languages of the scripts, by the end of their file names, with the versions in which `make reproduce` runs them.
const LANGUAGES: [(&str, &str, &str, &str); 3] = [
    ("py", "Python", "3.11", "https://www.python.org/"),
    ("R", "R", "4.2", "https://www.r-project.org/"),
    ("sps", "PSPP", "1.6", "https://www.gnu.org/software/pspp/"),
];

/// Writes the description of all files so far. The manifest comes after it.
pub fn write(package: &mut Package, tables: &Tables, contents: &Contents) -> Result<()> {
    let files = package.files();
    let folders: Vec<_> =
        FOLDERS.into_iter().filter(|(path, ..)| files.iter().any(|file| file.path.starts_with(path))).collect();
    let single = files.iter().filter(|file| !folders.iter().any(|(path, ..)| file.path.starts_with(path)));
    let mut parts: Vec<Value> = single.map(|one| file(one, tables)).collect();
    parts.push(json!({
        "@id": MANIFEST, "@type": "File", "name": MANIFEST, "encodingFormat": "application/json",
        "description": "Bytes, SHA-256 and rows of every other file",
    }));
    let folder = |(path, name, about): &(&str, &str, &str)| json!({ "@id": path, "@type": "Dataset", "name": name, "description": about });
    parts.extend(folders.iter().map(folder));
    let mut graph = vec![descriptor(), root(contents, &ids(&parts))];
    graph.extend(context(contents));
    graph.extend(provenance(contents, &parts));
    graph.append(&mut parts);
    let context = "https://w3id.org/ro/crate/1.2/context";
    package.write(FILE, pretty(&json!({ "@context": context, "@graph": graph })))
}

fn descriptor() -> Value {
    json!({
        "@id": FILE, "@type": "CreativeWork", "about": id("./"),
        "conformsTo": id("https://w3id.org/ro/crate/1.2"),
    })
}

fn root(contents: &Contents, parts: &Value) -> Value {
    let metadata = &contents.metadata;
    let mut root = json!({
        "@id": "./", "@type": "Dataset",
        "name": contents.title,
        "description": describes(contents),
        "datePublished": published(contents),
        "license": id(&licence(contents)),
        "author": ids(&authors(contents).map(|(of, _)| id(&of)).collect::<Vec<_>>()),
        "publisher": id(INSTITUTION),
        "keywords": contents.keywords(),
        "version": contents.version,
        "hasPart": parts,
        "mentions": [id("#collection"), id("#report")],
    });
    if let Some(doi) = metadata.doi_url() {
        root["identifier"] = id(&doi);
        root["cite-as"] = doi.into();
    }
    if let Some(homepage) = &metadata.homepage {
        root["url"] = homepage.as_str().into();
    }
    root
}

/// RO-Crate requires a date: that of publication, or else that of the newest data or of the study's first version.
fn published(contents: &Contents) -> String {
    let newest = contents.until.map(time).or_else(|| Some(contents.versions[0]["activatedAt"].as_str()?.to_owned()));
    let day = newest.as_deref().and_then(|newest| newest.get(..10)).unwrap_or_default();
    contents.metadata.published.clone().unwrap_or_else(|| day.to_owned())
}

/// RO-Crate requires a licence: that of the data, or else the file which says that there is none.
fn licence(contents: &Contents) -> String {
    contents.metadata.licence_url().unwrap_or_else(|| "LICENSE.md".to_owned())
}

/// The ID of each author; of a study that names none, that of the institution.
fn authors(contents: &Contents) -> impl Iterator<Item = (String, Option<&Author>)> {
    let authors = &contents.metadata.authors;
    let named = authors
        .iter()
        .enumerate()
        .map(|(index, author)| (author.orcid_url().unwrap_or_else(|| format!("#author-{}", index + 1)), Some(author)));
    named.chain(authors.is_empty().then(|| (INSTITUTION.to_owned(), None)))
}

/// People, institutions, licence and identifier.
fn context(contents: &Contents) -> Vec<Value> {
    let metadata = &contents.metadata;
    let address = format!("mailto:{}", contents.email);
    let mut entities = vec![
        json!({
            "@id": INSTITUTION, "@type": "Organization", "name": contents.institution, "contactPoint": id(&address),
        }),
        json!({
            "@id": address, "@type": "ContactPoint", "name": contents.contact, "email": contents.email,
            "contactType": "Questions about the study",
        }),
        json!({
            "@id": PROGRAM, "@type": "CreativeWork", "name": "Unmask", "version": env!("CARGO_PKG_VERSION"),
            "description": "The program that ran the study, exported the data and computed the results",
        }),
    ];
    for (index, (id_of, author)) in authors(contents).enumerate() {
        let Some(author) = author else { continue };
        let mut person = named(author);
        person["@id"] = id_of.into();
        if let Some(affiliation) = &author.affiliation {
            let of = format!("#affiliation-{}", index + 1);
            person[affiliated(author)] = id(&of);
            entities.push(json!({ "@id": of, "@type": "Organization", "name": affiliation }));
        }
        entities.push(person);
    }
    if let (Some(licence), Some(url)) = (&metadata.licence, metadata.licence_url()) {
        let text = "The licence of the data; LICENSE.md says what else is in the package";
        entities.push(json!({ "@id": url, "@type": "CreativeWork", "name": licence, "description": text }));
    }
    if let (Some(doi), Some(url)) = (&metadata.doi, metadata.doi_url()) {
        entities.push(json!({
            "@id": url, "@type": "PropertyValue", "propertyID": "https://registry.identifiers.org/registry/doi",
            "name": "DOI", "value": format!("doi:{doi}"), "url": url,
        }));
    }
    entities.extend(LANGUAGES.map(|(ending, name, version, url)| {
        json!({ "@id": format!("#{ending}"), "@type": "ComputerLanguage", "name": name, "version": version, "url": url })
    }));
    entities
}

/// The data were collected with the study's materials, the results were computed from the data.
fn provenance(contents: &Contents, parts: &[Value]) -> [Value; 2] {
    let within = |folder: &str| {
        let is_in = |part: &&Value| part["@id"].as_str().is_some_and(|path| path.starts_with(folder));
        ids(parts.iter().filter(is_in))
    };
    let action = |name: &str, what: &str, from: &str, to: &str| {
        let mut action = json!({
            "@id": name, "@type": "CreateAction", "name": what, "agent": id(INSTITUTION), "instrument": id(PROGRAM),
            "result": within(to),
        });
        let used = within(from);
        // A blinded package has no materials.
        if used.as_array().is_none_or(|used| !used.is_empty()) {
            action["object"] = used;
        }
        if let Some(until) = contents.until {
            action["endTime"] = time(until).into();
        }
        action
    };
    [
        action("#collection", "Participants took part in the study", "materials/", "data/"),
        action("#report", "The results were computed from the data", "data/", "results/"),
    ]
}

fn file(file: &Written, tables: &Tables) -> Value {
    let ending = file.path.rsplit('.').next().unwrap_or_default();
    let format = match ending {
        "csv" => "text/csv",
        "json" => "application/json",
        "html" => "text/html",
        "md" => "text/markdown",
        "py" => "text/x-python",
        "R" => "text/x-r",
        "cff" => "application/yaml",
        _ => "text/plain",
    };
    let is_script = LANGUAGES.iter().any(|(known, ..)| *known == ending);
    let kind = if is_script { json!(["File", "SoftwareSourceCode"]) } else { "File".into() };
    let mut described = json!({
        "@id": file.path, "@type": kind, "name": file.path, "encodingFormat": format,
        "contentSize": file.bytes.to_string(), "sha256": file.sha256,
    });
    if let Some(table) = tables.described().chain([&tables.codebook]).find(|table| table.file() == file.path) {
        described["name"] = table.title.into();
        described["description"] = table.description.into();
    } else if let Some((_, about)) = FILES.iter().find(|(path, _)| file.path.starts_with(path)) {
        described["description"] = (*about).into();
    } else if file.path.starts_with("data/") {
        described["description"] = "The table for programs: Psych-DS".into();
    }
    if is_script {
        described["programmingLanguage"] = id(&format!("#{ending}"));
    }
    described
}

fn id(of: &str) -> Value {
    json!({ "@id": of })
}

/// References to entities.
fn ids<'a>(entities: impl IntoIterator<Item = &'a Value>) -> Value {
    let mut all: Vec<Value> = entities.into_iter().map(|entity| json!({ "@id": entity["@id"] })).collect();
    // The compact form of JSON-LD, which RO-Crate recommends.
    if all.len() == 1 { all.remove(0) } else { all.into() }
}
