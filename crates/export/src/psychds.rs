//! `dataset_description.json`: Psych-DS 1.5.0 (<https://psych-ds.github.io>), which is JSON-LD in the words of
//! schema.org. A file next to each table describes that table alone.

use std::collections::BTreeMap;

use unmask_study::definition::publication::Author;

use crate::datapackage::describes;
use crate::prelude::*;

/// Files that a Psych-DS validator ignores. It compares paths with a slash at their start, so no line begins with one.
const IGNORE: &str = ".psychds-ignore\nparquet/\nspreadsheet/\nmanifest.json\ndatapackage.json\n\
                      ro-crate-metadata.json\ncodebook.csv\ncodebook.html\nCITATION.cff\nLICENSE.md\n";

pub fn write(package: &mut Package, tables: &Tables, contents: &Contents) -> Result<()> {
    // One entry for each column name: its meaning is the same in all tables.
    let mut variables: BTreeMap<&str, Value> = BTreeMap::new();
    for column in tables.all().into_iter().flat_map(|table| &table.columns) {
        variables.entry(&column.name).or_insert_with(|| variable(column));
    }
    let variables: Vec<Value> = variables.into_values().collect();
    package.write("dataset_description.json", pretty(&dataset(contents, &variables)))?;
    let of_tables = json!({ "@context": CONTEXT, "@type": "Dataset", "description": TABLES });
    package.write("data/file_metadata.json", pretty(&of_tables))?;
    for table in tables.all() {
        package.write(&table.file().replace(".csv", ".json"), pretty(&of_table(table)))?;
    }
    package.write(".psychds-ignore", IGNORE)
}

const CONTEXT: &str = "https://schema.org/";
const TABLES: &str = "The tables of the study. The file next to each one describes it.";

fn dataset(contents: &Contents, variables: &[Value]) -> Value {
    let metadata = &contents.metadata;
    let mut dataset = json!({
        "@context": CONTEXT,
        "@type": "Dataset",
        "schemaVersion": "Psych-DS 1.5.0",
        "name": contents.title,
        "description": describes(contents),
        "version": contents.version,
        "author": authors(contents),
        "keywords": contents.keywords(),
        "variableMeasured": variables,
    });
    let given = [
        ("license", metadata.licence_url().or_else(|| metadata.licence.clone())),
        ("identifier", metadata.doi_url()),
        ("url", metadata.homepage.clone()),
        ("datePublished", metadata.published.clone()),
    ];
    for (field, value) in given {
        if let Some(value) = value {
            dataset[field] = value.into();
        }
    }
    dataset
}

/// The authors; of a study that names none, the institution.
fn authors(contents: &Contents) -> Vec<Value> {
    let authors = &contents.metadata.authors;
    if authors.is_empty() {
        return vec![json!({ "@type": "Organization", "name": contents.institution, "email": contents.email })];
    }
    let described = |author: &Author| {
        let mut person = named(author);
        if let Some(address) = author.orcid_url() {
            person["identifier"] = address.into();
        }
        if let Some(affiliation) = &author.affiliation {
            let of = json!({ "@type": "Organization", "name": affiliation });
            person[affiliated(author)] = of;
        }
        person
    };
    authors.iter().map(described).collect()
}

/// The property of schema.org: people are affiliated with an institution, groups are part of one.
pub fn affiliated(author: &Author) -> &'static str {
    if author.person().is_some() { "affiliation" } else { "parentOrganization" }
}

/// Type and names of an author in the words of schema.org.
pub fn named(author: &Author) -> Value {
    match author.person() {
        Some((given, family)) => json!({
            "@type": "Person", "name": author.full_name(), "givenName": given, "familyName": family,
        }),
        None => json!({ "@type": "Organization", "name": author.full_name() }),
    }
}

fn of_table(table: &Table) -> Value {
    json!({
        "@context": CONTEXT,
        "@type": "Dataset",
        "name": table.title,
        "description": table.description,
        "variableMeasured": table.columns.iter().map(variable).collect::<Vec<_>>(),
    })
}

fn variable(column: &Column) -> Value {
    let mut variable = json!({ "@type": "PropertyValue", "name": column.name, "description": column.label });
    if let Some(unit) = &column.unit {
        variable["unitText"] = unit.as_str().into();
    }
    for (name, limit) in [("minValue", column.min), ("maxValue", column.max)] {
        if let Some(limit) = limit {
            variable[name] = limit.into();
        }
    }
    if column.words().next().is_some() {
        let values: Vec<String> = column.words().map(|(value, label)| format!("{value} = {label}")).collect();
        variable["valueReference"] = values.into();
    }
    variable
}
