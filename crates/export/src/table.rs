//! Writes a table to its files: the same rows as CSV and, unless disabled, as Parquet.

use std::mem;
use std::sync::Arc;

use unmask_store::Millis;

use crate::cell::{Cell, time};
use crate::columns::Columns;
use crate::package::{BUFFER, Open, Package};
use crate::publication::Public;
use crate::schema::Table;
use crate::{ExportError, Result};

pub struct Writer<'a> {
    table: &'a Table,
    public: Option<Arc<Public>>,
    /// None of a table that is left out.
    csv: Option<Open>,
    columns: Option<Columns>,
    rows: u64,
    /// Lines of CSV; the last one may be incomplete.
    lines: Vec<u8>,
    /// Buffer for the text of a cell.
    room: String,
    /// The text of the last timestamp: the rows of one submission share it.
    moment: (Millis, String),
    texts: Texts,
}

/// Lengths of texts, which some programs need before they read the table.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// The longest text of each column, in bytes.
    pub longest: Vec<usize>,
    /// Whether a text has several lines.
    pub broken: bool,
}

impl<'a> Writer<'a> {
    /// Begins with the header.
    pub fn begin(package: &Package, table: &'a Table) -> Result<Self> {
        let is_there = !table.is_left_out();
        let columns = (package.parquet && is_there).then(|| Columns::begin(package, table)).transpose()?;
        let mut writer = Self {
            table,
            public: package.public.clone(),
            csv: is_there.then(|| package.open(&table.file())).transpose()?,
            columns,
            rows: 0,
            lines: Vec::new(),
            room: String::new(),
            moment: (0, time(0)),
            texts: Texts { longest: vec![0; table.columns.len()], broken: false },
        };
        for column in &table.columns {
            field(&mut writer.lines, &column.name);
        }
        writer.end_line()?;
        Ok(writer)
    }

    /// Adds a row; in a public package as published, or not at all, and in a blinded one without some columns.
    pub fn row(&mut self, cells: &[Cell<'_>]) -> Result<()> {
        if let Some(kept) = &self.table.kept {
            let cells: Vec<Cell<'_>> = kept.iter().filter_map(|index| cells.get(*index).cloned()).collect();
            return if self.csv.is_some() { self.add(&cells) } else { Ok(()) };
        }
        let Some(public) = &self.public else { return self.add(cells) };
        public.row(self.table, cells).map_or(Ok(()), |cells| self.add(&cells))
    }

    fn add(&mut self, cells: &[Cell<'_>]) -> Result<()> {
        if cells.len() != self.table.columns.len() {
            let why = format!("{} cells for {} columns", cells.len(), self.table.columns.len());
            return Err(ExportError::Damaged { what: format!("a row of {}", self.table.name), why });
        }
        for (cell, longest) in cells.iter().zip(&mut self.texts.longest) {
            match cell {
                Cell::Text(words) => {
                    *longest = words.len().max(*longest);
                    self.texts.broken |= field(&mut self.lines, words);
                }
                Cell::Time(at) => {
                    if *at != self.moment.0 {
                        self.moment = (*at, time(*at));
                    }
                    plain(&mut self.lines, &self.moment.1);
                }
                other => plain(&mut self.lines, other.words(&mut self.room)),
            }
        }
        self.rows += 1;
        self.end_line()?;
        self.columns.as_mut().map_or(Ok(()), |columns| columns.row(cells))
    }

    /// Completes the files.
    pub fn end(mut self, package: &mut Package) -> Result<()> {
        self.write()?;
        let Self { table, csv, columns, rows, texts, .. } = self;
        let Some(csv) = csv else { return Ok(()) };
        package.close(csv, Some(rows))?;
        package.texts.insert(table.name, texts);
        columns.map_or(Ok(()), |columns| columns.end(package))
    }

    fn end_line(&mut self) -> Result<()> {
        // Replaces the comma after the last field.
        self.lines.pop();
        self.lines.push(b'\n');
        if self.lines.len() < BUFFER { Ok(()) } else { self.write() }
    }

    fn write(&mut self) -> Result<()> {
        // With room for the line that ends the next block.
        let block = mem::replace(&mut self.lines, Vec::with_capacity(BUFFER + BUFFER / 16));
        let Some(csv) = &mut self.csv else { return Ok(()) };
        csv.write_block(block).map_err(|error| csv.failed(error))
    }
}

/// Adds a text field to a line, by RFC 4180, like the CSV library that writes all other files here. Tables have a dozen
/// million fields, and a library call for each takes as long as everything else. Returns whether the text has several
/// lines.
fn field(line: &mut Vec<u8>, words: &str) -> bool {
    let special = |byte: u8| matches!(byte, b'"' | b',' | b'\r' | b'\n');
    // Checking every byte is faster than stopping at the first special one, because there rarely is one.
    if !words.bytes().fold(false, |found, byte| found | special(byte)) {
        plain(line, words);
        return false;
    }
    line.push(b'"');
    line.extend_from_slice(words.replace('"', "\"\"").as_bytes());
    line.extend_from_slice(b"\",");
    words.contains(['\r', '\n'])
}

/// Adds a field that has nothing to quote: numbers, moments, codes.
fn plain(line: &mut Vec<u8>, words: &str) {
    line.extend_from_slice(words.as_bytes());
    line.push(b',');
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with the library.
    #[test]
    fn fields_are_quoted_as_the_library_for_csv_does() {
        let fields = ["plain", "", "a,b", "say \"so\"", "two\nlines", "return\r", "\"", " space ", "=1+1", "ü;\t"];
        let mut line = Vec::new();
        for words in fields {
            assert_eq!(field(&mut line, words), words.contains("lines") || words.contains("return"), "{words}");
        }
        let mut csv = csv::Writer::from_writer(Vec::new());
        csv.write_record(fields).unwrap();
        let mut expected = csv.into_inner().unwrap();
        expected.pop();
        expected.push(b',');
        assert_eq!(String::from_utf8(line), String::from_utf8(expected));
    }
}
