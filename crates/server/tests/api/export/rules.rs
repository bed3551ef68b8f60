//! What the description promises, held against every cell: types, closed lists, limits, keys, references.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::package::{Package, Row, is_code};

pub fn hold(package: &Package) {
    for resource in package.resources() {
        let Some(fields) = resource["schema"]["fields"].as_array() else { continue };
        let name = resource["name"].as_str().unwrap();
        let names: Vec<&str> = fields.iter().map(|field| field["name"].as_str().unwrap()).collect();
        assert_eq!(package.header(resource["path"].as_str().unwrap()), names, "{name}");
        assert!(fields.iter().all(|field| field["title"].as_str().is_some_and(|title| !title.is_empty())), "{name}");
        let rows = package.table(name);
        let codes = |of: &Value| -> Vec<String> {
            of.as_array().unwrap().iter().map(|code| code["value"].as_str().unwrap().to_owned()).collect()
        };
        assert!(!rows.is_empty() || ["exposures", "units", "usage", "waves"].contains(&name), "{name} is empty");
        for (row, field) in rows.iter().flat_map(|row| fields.iter().map(move |field| (row, field))) {
            let of = field.get("missingValues").unwrap_or(&resource["schema"]["missingValues"]);
            cell(field, &codes(of), &row[field["name"].as_str().unwrap()])
                .unwrap_or_else(|why| panic!("{name}: {why} in {row:?}"));
        }
        if name == "consort" {
            assert!(resource["schema"]["primaryKey"].is_null(), "step and page are not in every row");
        } else {
            let own = keys(&rows, &resource["schema"]["primaryKey"]);
            assert_eq!(own.iter().collect::<BTreeSet<_>>().len(), rows.len(), "{name}: its key");
        }
        for reference in resource["schema"]["foreignKeys"].as_array().into_iter().flatten() {
            let other = &reference["reference"];
            let known: BTreeSet<_> =
                keys(&package.table(other["resource"].as_str().unwrap()), &other["fields"]).into_iter().collect();
            let here = keys(&rows, &reference["fields"]);
            let lost: Vec<_> =
                here.iter().filter(|key| !key.iter().any(|part| is_code(part)) && !known.contains(*key)).collect();
            assert!(lost.is_empty(), "{name}: {lost:?} are not in {other}");
        }
    }
    described_for_people(package);
}

fn keys(rows: &[Row], names: &Value) -> Vec<Vec<String>> {
    let names: Vec<&str> = names.as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    rows.iter().map(|row| names.iter().map(|name| row[*name].clone()).collect()).collect()
}

fn cell(field: &Value, missing: &[String], text: &str) -> Result<(), String> {
    let wrong = || format!("{}: {text:?}", field["name"]);
    let constraints = &field["constraints"];
    if missing.iter().any(|code| code == text) {
        return if constraints["required"] == true { Err(wrong()) } else { Ok(()) };
    }
    let fits = match field["type"].as_str().unwrap() {
        "integer" => text.parse::<i64>().is_ok(),
        "number" => text.parse::<f64>().is_ok_and(f64::is_finite),
        "boolean" => ["0", "1"].contains(&text),
        "datetime" => text.len() == 24 && text.ends_with('Z'),
        "date" => unmask_study::answers::parse_day(text).is_some(),
        "string" => !text.is_empty(),
        other => panic!("{other} is no type"),
    };
    let listed = constraints["enum"].as_array().is_none_or(|values| {
        values.iter().any(|value| *value == text || value.as_i64().is_some_and(|value| text.parse() == Ok(value)))
    });
    let number = || text.parse::<f64>().unwrap();
    let above = constraints["minimum"].as_f64().is_none_or(|least| number() >= least);
    let below = constraints["maximum"].as_f64().is_none_or(|most| number() <= most);
    if fits && listed && above && below { Ok(()) } else { Err(wrong()) }
}

/// The codebook and Psych-DS's description have each column, and nothing else.
fn described_for_people(package: &Package) {
    let columns: BTreeSet<(String, String)> = package
        .resources()
        .into_iter()
        .filter(|resource| resource["name"] != "codebook")
        .flat_map(|resource| {
            let name = resource["name"].as_str().unwrap().to_owned();
            let header = package.header(resource["path"].as_str().unwrap());
            header.into_iter().map(move |column| (name.clone(), column))
        })
        .collect();
    let codebook = package.table("codebook");
    let explained: BTreeSet<_> = codebook.iter().map(|row| (row["table"].clone(), row["column"].clone())).collect();
    assert_eq!(explained, columns);
    let by_column: BTreeMap<&str, &Row> = codebook.iter().map(|row| (row["column"].as_str(), row)).collect();
    assert_eq!(by_column["often"]["values"], "1 = Never; 2 = Sometimes; 3 = Often");
    assert_eq!(by_column["trust_1"]["values"], "1 = Strongly disagree; 5 = Strongly agree");
    assert_eq!(by_column["worry"]["values"], "0 = Not at all; 100 = Very");
    assert_eq!(by_column["pre_1_confidence"]["values"], "50 = A guess; 100 = Certain");
    let fields = package.resource("questionnaires")["schema"]["fields"].as_array().unwrap();
    let trust = fields.iter().find(|field| field["name"] == "trust_1").unwrap();
    assert_eq!(trust["description"], "1 = Strongly disagree; 5 = Strongly agree");
    assert!(by_column["self_efficacy"]["scoring"].contains("reversed: trust_3"));
    let psych: Value = serde_json::from_slice(&package.files["dataset_description.json"]).unwrap();
    let measured: Vec<&str> =
        psych["variableMeasured"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    let is_there = |name: &&str| package.resources().iter().any(|resource| resource["name"] == *name);
    let results: Vec<&str> = ["people", "judgements", "numbers", "consort"].into_iter().filter(is_there).collect();
    assert!(results.iter().all(|name| package.resource(name)["path"] == format!("results/{name}.csv")));
    let in_data = columns.iter().filter(|(table, _)| !results.contains(&table.as_str()));
    let names: BTreeSet<&str> = in_data.map(|(_, column)| column.as_str()).collect();
    assert_eq!((measured.len(), measured.into_iter().collect::<BTreeSet<_>>()), (names.len(), names));
}
