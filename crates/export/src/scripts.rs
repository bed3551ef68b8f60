//! Scripts that read the package: Python and R in their own types, SPSS with its own missing values.

use std::collections::HashMap;

use minijinja::Environment;
use minijinja::value::Serde;
use serde_json::{Value, json};
use unmask_study::missing::Missing;

use crate::package::Package;
use crate::schema::{Column, Kind, Table};
use crate::tables::Tables;
use crate::{ExportError, Result};

const PYTHON: &str = include_str!("templates/load.py");
const R: &str = include_str!("templates/load.R");
const SPSS: &str = include_str!("templates/load.sps");

/// SPSS has numbers for missing values; the first one is this less 1.
const MISSING: i64 = -9900;
/// Longest labels that SPSS takes, in bytes.
const LABEL: usize = 250;
const VALUE_LABEL: usize = 120;

/// Writes them; the tables are complete.
pub fn write(package: &mut Package, tables: &Tables) -> Result<()> {
    package.write("analysis/load.py", PYTHON)?;
    let rows: HashMap<String, u64> =
        package.files().into_iter().filter_map(|file| Some((file.path, file.rows?))).collect();
    let in_r: Vec<Value> = tables.all().map(|table| r_table(table, rows.get(&table.file()).copied())).into();
    let missing = Missing::ALL.map(|why| json!({ "code": why.code(), "meaning": why.meaning(), "number": coded(why) }));
    let lowest = Missing::ALL.into_iter().map(coded).min();
    let facts = json!({ "tables": in_r, "missing": missing });
    render(package, "analysis/load.R", R, facts)?;
    let facts = json!({ "tables": tables.all().map(spss_table), "missing": missing, "lowest": lowest });
    render(package, "analysis/load.sps", SPSS, facts)
}

fn render(package: &mut Package, path: &str, template: &str, facts: Value) -> Result<()> {
    let text = Environment::new().render_str(template, minijinja::Value::from(Serde(facts)));
    let text = text.map_err(|error| ExportError::Damaged { what: path.to_owned(), why: error.to_string() })?;
    package.write(path, &format!("{}\n", text.trim_end()))
}

/// The number of a reason in SPSS.
fn coded(why: Missing) -> i64 {
    let position = Missing::ALL.iter().position(|one| *one == why).unwrap_or_default();
    MISSING - 1 - i64::try_from(position).unwrap_or_default()
}

fn r_table(table: &Table, rows: Option<u64>) -> Value {
    let listed = table.columns.iter().filter(|column| column.kind == Kind::Text && !column.values.is_empty());
    let columns = listed.map(|column| {
        // The strings of JSON are strings of R.
        let levels = column
            .values
            .iter()
            .map(|(value, label)| format!("{} = {}", Value::from(label.as_str()), Value::from(value.as_str())));
        json!({ "name": column.name, "levels": levels.collect::<Vec<_>>().join(", ") })
    });
    json!({ "name": table.name, "file": table.file(), "rows": rows, "columns": columns.collect::<Vec<_>>() })
}

fn spss_table(table: &Table) -> Value {
    json!({ "name": table.name, "title": table.title, "file": table.file(),
        "columns": table.columns.iter().map(spss_column).collect::<Vec<_>>() })
}

fn spss_column(column: &Column) -> Value {
    let number = matches!(column.kind, Kind::Integer | Kind::Number | Kind::Flag);
    let quoted = |(value, label): &(String, String)| {
        let value = if number { value.clone() } else { quote(value, VALUE_LABEL) };
        json!({ "value": value, "label": quote(label, VALUE_LABEL) })
    };
    let mut values: Vec<Value> = column.words().map(quoted).collect();
    if number {
        values
            .extend(Missing::ALL.map(|why| json!({ "value": coded(why), "label": quote(why.meaning(), VALUE_LABEL) })));
    }
    // Free text can be long; everything else is a word, a code or a hash.
    let width = if column.kind == Kind::Text && column.values.is_empty() { 4000 } else { 64 };
    json!({ "name": column.name, "number": number, "width": width, "label": quote(&column.label, LABEL), "values": values })
}

/// A string of SPSS on one line, not longer than it takes.
fn quote(text: &str, longest: usize) -> String {
    let mut text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut end = longest.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    format!("'{}'", text.replace('\'', "''"))
}
