//! `codebook.csv`: every column of every table, in all languages of the study.

use unmask_study::text::Locale;

use crate::package::written;
use crate::prelude::*;

pub fn write(package: &mut Package, versions: &Versions, tables: &Tables) -> Result<()> {
    let path = tables.codebook.file();
    let text = table(versions, tables).map_err(|error| ExportError::write(path.as_ref(), error))?;
    package.write_table(&path, &text)
}

fn table(versions: &Versions, tables: &Tables) -> csv::Result<String> {
    let catalog = &versions.active().study.catalog;
    let languages: Vec<&Locale> = catalog.translations.keys().collect();
    let mut csv = csv::Writer::from_writer(Vec::new());
    csv.write_record(tables.codebook.columns.iter().map(|column| &column.name))?;
    for table in tables.described() {
        for column in &table.columns {
            let wide = asked(tables, table, column);
            let mut row = described(table, column, wide);
            for locale in &languages {
                let translate = |text: &str| catalog.translate(locale, text).to_owned();
                row.push(wide.map_or_else(String::new, |wide| title(wide, locale, &translate)));
                row.push(wide.map_or_else(String::new, |wide| translated_values(wide, locale, &translate)));
            }
            csv.write_record(row)?;
        }
    }
    written(csv)
}

/// The question, for a column of the wide form.
fn asked<'a>(tables: &'a Tables, table: &Table, column: &Column) -> Option<&'a Wide> {
    (table.name == tables.questionnaires.name)
        .then(|| tables.wide.iter().find(|wide| wide.column.name == column.name))?
}

fn described(table: &Table, column: &Column, wide: Option<&Wide>) -> Vec<String> {
    let limit = |limit: Option<f64>| limit.map(|limit| limit.to_string()).unwrap_or_default();
    let of = |get: fn(&Wide) -> Option<String>| wide.and_then(get).unwrap_or_default();
    vec![
        table.name.to_owned(),
        column.name.clone(),
        column.kind.name().to_owned(),
        column.label.clone(),
        listed(column.words().cloned()),
        column.unit.clone().unwrap_or_default(),
        limit(column.min),
        limit(column.max),
        if column.required { "1" } else { "0" }.to_owned(),
        of(|wide| wide.row.condition.clone()),
        of(|wide| Some(wide.row.scales.join(" "))),
        of(|wide| wide.row.scoring.clone()),
        of(|wide| wide.row.source.clone()),
    ]
}

/// `1 = Never; 2 = Often`.
pub fn listed(words: impl IntoIterator<Item = (String, String)>) -> String {
    let words: Vec<String> = words.into_iter().map(|(value, label)| format!("{value} = {label}")).collect();
    words.join("; ")
}

/// The labels of the values in another language.
fn translated_values(wide: &Wide, language: &Locale, translate: &impl Fn(&str) -> String) -> String {
    if wide.column.ends.is_empty() {
        return listed(wide.column.values.iter().map(|(value, label)| (value.clone(), translate(label))));
    }
    listed(wide.row.words_in(language, translate))
}

/// The question in another language, followed by the option if the column is about one option.
fn title(wide: &Wide, language: &Locale, translate: &impl Fn(&str) -> String) -> String {
    let asked = wide.row.title_in(language, translate);
    let option = wide.option.as_ref().and_then(|option| wide.row.values.iter().find(|(value, _)| value == option));
    option.map_or(asked.clone(), |(_, words)| format!("{asked} {}", translate(words)))
}
