//! A table on its way into its files: the same rows as CSV and, unless it is not wanted, as Parquet.

use unmask_store::Millis;

use crate::cell::{Cell, time};
use crate::columns::Columns;
use crate::package::{BUFFER, Open, Package};
use crate::schema::Table;
use crate::{ExportError, Result};

/// Writes rows.
pub struct Writer<'a> {
    table: &'a Table,
    csv: csv::Writer<Open>,
    columns: Option<Columns>,
    rows: u64,
    shown: String,
    /// Where a cell is put into words.
    room: String,
    /// The last moment in words: the rows of one submission have the same.
    moment: (Millis, String),
}

impl<'a> Writer<'a> {
    /// Begins with the header.
    pub fn begin(package: &Package, table: &'a Table) -> Result<Self> {
        let open = package.open(&table.file())?;
        let csv = csv::WriterBuilder::new().buffer_capacity(BUFFER).from_writer(open);
        let columns = package.parquet.then(|| Columns::begin(package, table)).transpose()?;
        let mut writer =
            Self { table, csv, columns, rows: 0, shown: table.file(), room: String::new(), moment: (0, time(0)) };
        let header = table.columns.iter().map(|column| column.name.as_bytes());
        let written = writer.csv.write_record(header);
        writer.check(written)?;
        Ok(writer)
    }

    /// Adds a row.
    pub fn row(&mut self, cells: &[Cell<'_>]) -> Result<()> {
        if cells.len() != self.table.columns.len() {
            let why = format!("{} cells for {} columns", cells.len(), self.table.columns.len());
            return Err(ExportError::Damaged { what: format!("a row of {}", self.table.name), why });
        }
        for cell in cells {
            let words = match cell {
                Cell::Time(at) => {
                    if *at != self.moment.0 {
                        self.moment = (*at, time(*at));
                    }
                    &self.moment.1
                }
                other => other.words(&mut self.room),
            };
            let written = self.csv.write_field(words.as_bytes());
            self.check(written)?;
        }
        let written = self.csv.write_record(None::<&[u8]>);
        self.rows += 1;
        self.check(written)?;
        self.columns.as_mut().map_or(Ok(()), |columns| columns.row(cells))
    }

    /// Completes the files.
    pub fn end(self, package: &mut Package) -> Result<()> {
        let Self { csv, columns, rows, shown, .. } = self;
        let open = csv.into_inner().map_err(|error| ExportError::write(shown.as_ref(), error.into_error()))?;
        package.close(open, Some(rows))?;
        columns.map_or(Ok(()), |columns| columns.end(package))
    }

    fn check(&self, written: csv::Result<()>) -> Result<()> {
        written.map_err(|error| ExportError::write(self.shown.as_ref(), error))
    }
}
