//! `dataset_description.json`: Psych-DS 1.5.0 (<https://psych-ds.github.io>), which is JSON-LD in the words of
//! schema.org.

use std::collections::BTreeMap;

use crate::datapackage::describes;
use crate::prelude::*;

/// What Psych-DS does not know and should not look at.
const IGNORE: &str = "/parquet/\n/spreadsheet/\n/manifest.json\n/datapackage.json\n/codebook.csv\n/codebook.html\n/CITATION.cff\n/LICENSE.md\n";

pub fn write(package: &mut Package, tables: &Tables, contents: &Contents) -> Result<()> {
    // One entry for a name, wherever it is a column: the meaning is the same everywhere.
    let mut variables: BTreeMap<&str, Value> = BTreeMap::new();
    for column in tables.all().into_iter().flat_map(|table| &table.columns) {
        variables.entry(&column.name).or_insert_with(|| variable(column));
    }
    let description = json!({
        "@context": "https://schema.org/",
        "@type": "Dataset",
        "schemaVersion": "Psych-DS 1.5.0",
        "name": contents.title,
        "description": describes(contents),
        "version": contents.version,
        "author": [{ "@type": "Organization", "name": contents.institution, "email": contents.email }],
        "keywords": ["randomised trial", "manipulated media", "signal detection"],
        "variableMeasured": variables.into_values().collect::<Vec<_>>(),
    });
    package.write("dataset_description.json", pretty(&description))?;
    package.write(".psychds-ignore", IGNORE)
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
