//! `datapackage.json`: a Frictionless Data Package, version 2 (<https://datapackage.org>).

use unmask_study::definition::publication::Author;

use crate::codebook;
use crate::package::Written;
use crate::prelude::*;

/// Writes the description of the complete tables.
pub fn write(package: &mut Package, tables: &Tables, contents: &Contents) -> Result<()> {
    let files = package.files();
    let described = tables.described().chain([&tables.codebook]);
    let resources: Vec<Value> = described.map(|table| resource(table, &files)).collect();
    let mut description = json!({
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": name(&contents.id),
        "title": contents.title,
        "description": describes(contents),
        "version": contents.version,
        "keywords": contents.keywords(),
        "contributors": contributors(contents),
        "resources": resources,
    });
    let metadata = &contents.metadata;
    if let Some(licence) = &metadata.licence {
        let path = metadata.licence_url().unwrap_or_else(|| "LICENSE.md".to_owned());
        description["licenses"] = json!([{ "name": licence, "path": path }]);
    }
    for (field, address) in [("id", metadata.doi_url()), ("homepage", metadata.homepage.clone())] {
        if let Some(address) = address {
            description[field] = address.into();
        }
    }
    if let Some(until) = contents.until {
        description["created"] = time(until).into();
    }
    package.write("datapackage.json", pretty(&description))
}

/// The authors, and the contact.
fn contributors(contents: &Contents) -> Value {
    let author = |author: &Author| {
        let mut one = json!({ "title": author.full_name(), "roles": ["author"] });
        if let Some((given, family)) = author.person() {
            one["givenName"] = given.into();
            one["familyName"] = family.into();
        }
        if let Some(address) = author.orcid_url() {
            one["path"] = address.into();
        }
        if let Some(affiliation) = &author.affiliation {
            one["organization"] = affiliation.as_str().into();
        }
        one
    };
    let contact = json!({
        "title": contents.contact, "organization": contents.institution, "email": contents.email, "roles": ["contact"],
    });
    contents.metadata.authors.iter().map(author).chain([contact]).collect()
}

/// A sentence about the data.
pub fn describes(contents: &Contents) -> String {
    let warning = contents.warning().map(|warning| format!(" {warning}")).unwrap_or_default();
    let public = contents.publication.sentence().map(|sentence| format!(" {sentence}")).unwrap_or_default();
    let blinded = if contents.blinded.is_some() { " The arms are blinded." } else { "" };
    format!("Data of the randomised study '{}', collected with Unmask.{blinded}{public}{warning}", contents.title)
}

/// Lower-case letters, digits, dots, dashes and underscores.
fn name(id: &str) -> String {
    id.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' }).collect()
}

fn file(name: &str, path: &str, title: &str, files: &[Written]) -> Value {
    let mut resource = json!({
        "name": name, "type": "table", "path": path, "title": title,
        "format": "csv", "mediatype": "text/csv", "encoding": "utf-8",
    });
    if let Some(file) = files.iter().find(|file| file.path == path) {
        resource["bytes"] = file.bytes.into();
        resource["hash"] = format!("sha256:{}", file.sha256).into();
    }
    resource
}

fn resource(table: &Table, files: &[Written]) -> Value {
    let mut resource = file(table.name, &table.file(), table.title, files);
    resource["description"] = table.description.into();
    resource["schema"] = schema(table);
    resource
}

fn schema(table: &Table) -> Value {
    let code = |why: &Missing| json!({ "value": why.code(), "label": why.meaning() });
    let missing: Vec<Value> = match table.path {
        None => Missing::ALL.iter().map(code).collect(),
        Some(_) => vec![json!({ "value": "", "label": "There is no such value" })],
    };
    let mut schema = json!({
        "$schema": "https://datapackage.org/profiles/2.0/tableschema.json",
        "fields": table.columns.iter().map(field).collect::<Vec<_>>(),
        "missingValues": missing,
    });
    if !table.key.is_empty() {
        schema["primaryKey"] = table.key.as_slice().into();
    }
    if !table.references.is_empty() {
        let key = |reference: &crate::schema::Reference| json!({ "fields": reference.columns, "reference": { "resource": reference.table, "fields": reference.names } });
        schema["foreignKeys"] = table.references.iter().map(key).collect();
    }
    schema
}

fn field(column: &Column) -> Value {
    let mut field = json!({ "name": column.name, "type": column.kind.name(), "title": column.label });
    if !column.ends.is_empty() {
        // Categories would have to list every number.
        field["description"] = codebook::listed(column.ends.iter().cloned()).into();
    }
    if column.kind == Kind::Flag {
        field["trueValues"] = json!(["1"]);
        field["falseValues"] = json!(["0"]);
    }
    if let Some(unit) = &column.unit {
        field["unit"] = unit.as_str().into();
    }
    if column.is_exact() {
        field["missingValues"] = json!([]);
    }
    let mut constraints = json!({});
    if column.required {
        constraints["required"] = true.into();
    }
    if !column.values.is_empty() {
        let category = |(value, label): &(String, String)| json!({ "value": column.value(value), "label": label });
        field["categories"] = column.values.iter().map(category).collect();
        field["categoriesOrdered"] = column.ordered.into();
        constraints["enum"] = column.values.iter().map(|(value, _)| column.value(value)).collect();
    }
    for (name, limit) in [("minimum", column.min), ("maximum", column.max)] {
        if let Some(limit) = limit {
            constraints[name] = limit_of(column, limit);
        }
    }
    if constraints.as_object().is_some_and(|constraints| !constraints.is_empty()) {
        field["constraints"] = constraints;
    }
    field
}

/// A limit in the column's own type.
#[expect(clippy::cast_possible_truncation, reason = "limits of whole numbers are whole and small")]
fn limit_of(column: &Column, limit: f64) -> Value {
    if column.kind == Kind::Integer { Value::from(limit as i64) } else { Value::from(limit) }
}
