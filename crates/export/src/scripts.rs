//! Scripts that read the package: Python and R in their own types, SPSS with its own missing values.

use std::collections::HashMap;
use std::path::Path;
use std::{io, iter};

use csv::StringRecord;

use crate::prelude::*;
use crate::table::Texts;

const ALLOCATION: &str = include_str!("templates/allocation.py");
const PYTHON: &str = include_str!("templates/load.py");
const R: &str = include_str!("templates/load.R");
const SPSS: &str = include_str!("templates/load.sps");

/// SPSS has numbers for missing values; the first one is this less 1.
const MISSING: i64 = -9900;
/// Longest labels that SPSS accepts, in bytes.
const LABEL: usize = 250;
const VALUE_LABEL: usize = 120;
/// The longest text that SPSS accepts, in bytes, and a width sufficient for all other values.
const TEXT: usize = 32_767;
const SHORTEST: usize = 32;

/// Writes the scripts for the complete tables.
pub fn write(package: &mut Package, tables: &Tables) -> Result<()> {
    if package.blinded.is_none() {
        package.write("analysis/allocation.py", ALLOCATION)?;
    }
    package.write("analysis/load.py", PYTHON)?;
    let rows: HashMap<String, u64> =
        package.files().into_iter().filter_map(|file| Some((file.path, file.rows?))).collect();
    let in_r: Vec<Value> = tables.described().map(|table| r_table(table, rows.get(&table.file()).copied())).collect();
    let missing = Missing::ALL.map(|why| json!({ "code": why.code(), "meaning": why.meaning(), "number": coded(why) }));
    let lowest = Missing::ALL.into_iter().map(coded).min();
    let facts = json!({ "tables": in_r, "missing": missing });
    package.render("analysis/load.R", R, facts)?;
    let in_spss = tables.all().into_iter().map(|table| spss_table(package, table)).collect::<Result<Vec<_>>>()?;
    let facts = json!({ "tables": in_spss, "missing": missing, "lowest": lowest });
    package.render("analysis/load.sps", SPSS, facts)
}

/// SPSS treats a line break inside a text as the end of the row, so it gets a copy of the table with spaces instead.
fn without_line_breaks(package: &mut Package, table: &Table) -> Result<String> {
    let (from, path) = (package.folder().join(table.file()), format!("analysis/spss/{}.csv", table.name));
    let mut open = package.open(&path)?;
    let rows = unbroken(&from, &mut open).map_err(|error| open.failed(io::Error::other(error)))?;
    package.close(open, Some(rows))?;
    Ok(path)
}

fn unbroken(from: &Path, to: &mut impl io::Write) -> csv::Result<u64> {
    let (mut reader, mut row) = (csv::ReaderBuilder::new().has_headers(false).from_path(from)?, StringRecord::new());
    let (mut writer, mut rows) = (csv::Writer::from_writer(to), 0);
    while reader.read_record(&mut row)? {
        writer.write_record(row.iter().map(|field| field.replace("\r\n", " ").replace(['\r', '\n'], " ")))?;
        rows += 1;
    }
    writer.flush()?;
    // The first one has the names.
    Ok(rows - 1)
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
    let exact: Vec<String> = table
        .columns
        .iter()
        .filter(|column| column.is_exact())
        .map(|column| Value::from(&*column.name).to_string())
        .collect();
    json!({
        "name": table.name, "file": table.file(), "rows": rows, "columns": columns.collect::<Vec<_>>(),
        "exact": exact.join(", "),
    })
}

fn spss_table(package: &mut Package, table: &Table) -> Result<Value> {
    let Texts { longest, broken } = package.texts.get(table.name).cloned().unwrap_or_default();
    let file = if broken { without_line_breaks(package, table)? } else { table.file() };
    let widths = longest.into_iter().chain(iter::repeat(0));
    let columns: Vec<Value> =
        table.columns.iter().zip(widths).map(|(column, text)| spss_column(column, text)).collect();
    Ok(json!({ "name": table.name, "title": table.title, "file": file, "columns": columns }))
}

/// A column whose longest text has that many bytes.
fn spss_column(column: &Column, longest: usize) -> Value {
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
    // Numbers, moments and reasons why there is none.
    let width = longest.clamp(SHORTEST, TEXT);
    json!({ "name": column.name, "number": number, "width": width, "label": quote(&column.label, LABEL), "values": values })
}

/// A string of SPSS on one line, cut to the length that it accepts.
fn quote(text: &str, longest: usize) -> String {
    let mut text: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut end = longest.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    format!("'{}'", text.replace('\'', "''"))
}
