//! The tables for spreadsheets: one XLSX file, made from the CSV files. Texts are stored as texts, so that nothing a
//! participant typed is run as a formula, and numbers as numbers.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use rust_xlsxwriter::{DocProperties, ExcelDateTime, Workbook, Worksheet, XlsxError};
use tempfile::TempDir;

use crate::prelude::*;

const FILE: &str = "spreadsheet/data.xlsx";
/// Rows of a sheet below its header.
const ROWS: u32 = 1_048_575;
/// Characters of a cell.
const CHARACTERS: usize = 32_767;
/// Whole numbers up to here are exact in a spreadsheet, which has fifteen digits.
const EXACT: f64 = 999_999_999_999_999.0;

/// Writes the spreadsheet from the complete tables.
pub fn write(package: &mut Package, tables: &Tables, contents: &Contents) -> Result<()> {
    let all = tables.all();
    book(package, &all, contents.until.unwrap_or_default())
}

fn book(package: &mut Package, tables: &[&Table], created: i64) -> Result<()> {
    let failed = |error: XlsxError| ExportError::write(FILE.as_ref(), io::Error::other(error));
    let folder = TempDir::new_in(package.folder()).map_err(|error| ExportError::write(FILE.as_ref(), error))?;
    let mut book = empty(created, folder.path()).map_err(failed)?;
    for table in tables {
        let rows = csv::Reader::from_path(package.folder().join(table.file()));
        let rows = rows.map_err(|error| ExportError::write(table.file().as_ref(), error))?;
        sheets(&mut book, table, rows, ROWS).map_err(failed)?;
    }
    let path = folder.path().join("book.xlsx");
    book.save(&path).map_err(failed)?;
    copy(package, &path)
}

/// A CSV table as a workbook in which all cells are text. Temporary files go to `folder`.
pub fn alone(name: &'static str, csv: &[u8], folder: &Path) -> std::result::Result<Vec<u8>, XlsxError> {
    let mut rows = csv::Reader::from_reader(csv);
    let columns = rows.headers().map_err(unread)?.iter().map(|name| column(name, Kind::Text, "")).collect();
    let table = Table {
        name,
        title: "",
        description: "",
        path: None,
        columns,
        key: Vec::new(),
        references: Vec::new(),
        kept: None,
    };
    let mut book = empty(0, folder)?;
    sheets(&mut book, &table, rows, ROWS)?;
    book.save_to_buffer()
}

fn empty(created: i64, folder: &Path) -> std::result::Result<Workbook, XlsxError> {
    let mut book = Workbook::new();
    // The time of the export is not part of the data.
    let created = ExcelDateTime::from_timestamp(created.div_euclid(1000))?;
    book.set_properties(&DocProperties::new().set_creation_datetime(&created));
    book.set_tempdir(folder)?;
    Ok(book)
}

fn unread(error: csv::Error) -> XlsxError {
    XlsxError::IoError(io::Error::other(error))
}

fn copy(package: &mut Package, from: &Path) -> Result<()> {
    let mut open = package.open(FILE)?;
    let copied = File::open(from).and_then(|mut file| io::copy(&mut file, &mut open));
    copied.map_err(|error| open.failed(error))?;
    package.close(open, None)
}

/// A sheet for a table, and more where one is full.
fn sheets(
    book: &mut Workbook,
    table: &Table,
    mut rows: csv::Reader<impl Read>,
    most: u32,
) -> std::result::Result<(), XlsxError> {
    let (mut sheet, mut row, mut number) = (begin(book, table, 1)?, 0, 1);
    for record in rows.records() {
        let record = record.map_err(unread)?;
        if row == most {
            number += 1;
            book.push_worksheet(sheet);
            (sheet, row) = (begin(book, table, number)?, 0);
        }
        row += 1;
        for ((index, column), text) in (0..).zip(&table.columns).zip(&record) {
            cell(&mut sheet, (row, index), column.kind, text)?;
        }
    }
    book.push_worksheet(sheet);
    Ok(())
}

fn begin(book: &mut Workbook, table: &Table, number: u32) -> std::result::Result<Worksheet, XlsxError> {
    let mut sheet = book.new_worksheet_with_constant_memory()?;
    let name = if number == 1 { table.name.to_owned() } else { format!("{} ({number})", table.name) };
    sheet.set_name(name)?.set_freeze_panes(1, 0)?;
    for (index, column) in (0..).zip(&table.columns) {
        sheet.write_string(0, index, &column.name)?;
    }
    Ok(sheet)
}

/// A number, or a text. Codes for missing values are texts.
fn cell(sheet: &mut Worksheet, at: (u32, u16), kind: Kind, text: &str) -> std::result::Result<(), XlsxError> {
    let number = matches!(kind, Kind::Integer | Kind::Number | Kind::Flag).then(|| text.parse::<f64>().ok()).flatten();
    match number.filter(|number| number.abs() <= EXACT) {
        Some(number) => sheet.write_number(at.0, at.1, number)?,
        None if text.chars().count() > CHARACTERS => {
            sheet.write_string(at.0, at.1, "(too long for a spreadsheet; see the CSV)")?
        }
        None => sheet.write_string(at.0, at.1, text)?,
    };
    Ok(())
}

#[cfg(test)]
mod tests {
    use unmask_study::missing::Missing;
    use zip::ZipArchive;

    use super::*;
    use crate::cell::Cell;
    use crate::table::Writer;

    fn table() -> Table {
        let columns = vec![column("words", Kind::Text, ""), column("number", Kind::Number, "")];
        Table {
            name: "all",
            title: "",
            description: "",
            path: None,
            columns,
            key: Vec::new(),
            references: Vec::new(),
            kept: None,
        }
    }

    /// A package with one table, finished by `then`.
    fn package(folder: &Path, then: impl FnOnce(&mut Package, &Table)) {
        let table = table();
        let mut package = Package::begin(&folder.join("package")).expect("it begins");
        let mut writer = Writer::begin(&package, &table).expect("it begins");
        for words in ["=HYPERLINK(\"x\")", "+1", "-1", "@a", "5"] {
            writer.row(&[Cell::text(words), Cell::Number(-5.5)]).expect("a row");
        }
        writer.row(&[Cell::text("last"), Cell::Missing(Missing::Skipped)]).expect("a row");
        writer.end(&mut package).expect("it ends");
        then(&mut package, &table);
        package.finish().expect("it is there");
    }

    fn part(archive: &Path, name: &str) -> String {
        let mut archive = ZipArchive::new(File::open(archive).expect("a file")).expect("an archive");
        let mut text = String::new();
        archive.by_name(name).expect(name).read_to_string(&mut text).expect("text");
        text
    }

    #[test]
    fn texts_are_never_formulas_and_numbers_stay_numbers() {
        let folder = tempfile::tempdir().expect("a folder");
        package(folder.path(), |package, table| book(package, &[table], 1_795_168_800_007).expect("a book"));
        let file = folder.path().join("package").join(FILE);
        let sheet = part(&file, "xl/worksheets/sheet1.xml");
        assert!(!sheet.contains("<f>"), "{sheet}");
        for cell in
            ["<is><t>=HYPERLINK(\"x\")</t></is>", "<is><t>+1</t></is>", "<is><t>-1</t></is>", "<is><t>5</t></is>"]
        {
            assert!(sheet.contains(cell), "{cell} in {sheet}");
        }
        assert!(sheet.contains("<v>-5.5</v>") && sheet.contains("<is><t>NA_skipped</t></is>"), "{sheet}");
        assert!(part(&file, "docProps/core.xml").contains("2026-11-20T10:00:00Z"));
    }

    #[test]
    fn a_separate_file_contains_only_texts() {
        let folder = tempfile::tempdir().expect("a folder");
        let there = folder.path().join("who.xlsx");
        let csv = b"participant_id,name\nK4,=HYPERLINK(\"x\")\n0012,\"a, b\"\n";
        std::fs::write(&there, alone("who", csv, folder.path()).expect("a book")).expect("a file");
        let sheet = part(&there, "xl/worksheets/sheet1.xml");
        assert!(!sheet.contains("<f>") && !sheet.contains("<v>"), "{sheet}");
        for cell in ["participant_id", "=HYPERLINK(\"x\")", "0012", "a, b"] {
            assert!(sheet.contains(&format!("<is><t>{cell}</t></is>")), "{cell} in {sheet}");
        }
        assert!(part(&there, "xl/workbook.xml").contains("name=\"who\""));
    }

    #[test]
    fn a_table_that_is_too_long_continues_on_the_next_sheet() {
        let folder = tempfile::tempdir().expect("a folder");
        let there = folder.path().join("book.xlsx");
        package(folder.path(), |package, table| {
            let rows = csv::Reader::from_path(package.folder().join(table.file())).expect("rows");
            let mut book = Workbook::new();
            sheets(&mut book, table, rows, 4).expect("sheets");
            book.save(&there).expect("a book");
        });
        assert!(part(&there, "xl/workbook.xml").contains("name=\"all (2)\""));
        let second = part(&there, "xl/worksheets/sheet2.xml");
        assert!(second.contains("<row r=\"3\"") && !second.contains("<row r=\"4\""), "{second}");
    }
}
