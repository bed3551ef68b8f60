//! The same tables as Parquet: typed columns, and null for every missing value. The CSV has the reason.

use std::mem;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use chrono::NaiveDate;
use parquet::basic::{Compression, LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};

use crate::cell::Cell;
use crate::package::{Open, Package};
use crate::schema::{Column, Kind, Table};
use crate::{ExportError, Result};

/// Maximum number of rows of a group. Each table has two groups in memory: one being filled and one being written.
const ROWS: usize = 8_000;

/// Approximate number of values of a group: the wide form has hundreds of columns, and would need as much memory as all
/// other tables.
const VALUES: usize = 200_000;

/// A Parquet file being written. Encoding and compression take as long as everything else, so a separate thread does
/// them while the next rows arrive.
pub struct Columns {
    groups: SyncSender<Group>,
    writer: JoinHandle<parquet::errors::Result<Open>>,
    shown: String,
    buffers: Vec<Buffer>,
    /// Rows in the buffers.
    rows: usize,
    /// Rows of a group.
    full: usize,
}

/// The columns of a row group: which rows have a value, and the values.
type Group = Vec<(Vec<i16>, Values)>;

/// Values of one column, and for each row whether there is one (1) or not (0).
struct Buffer {
    values: Values,
    present: Vec<i16>,
}

enum Values {
    Text(Words),
    Long(Vec<i64>),
    Double(Vec<f64>),
    Flag(Vec<bool>),
    Day(Vec<i32>),
}

/// Concatenated texts, and where each value begins and ends. Most texts repeat the previous row's (participant,
/// version) and are stored once. The library's own values are made for one column at a time, when it is written.
#[derive(Default)]
struct Words {
    bytes: Vec<u8>,
    at: Vec<(usize, usize)>,
}

impl Columns {
    /// Begins a file.
    pub fn begin(package: &Package, table: &Table) -> Result<Self> {
        let shown = table.parquet();
        let failed = |error: ParquetError| ExportError::write(shown.as_ref(), std::io::Error::other(error));
        let fields: Vec<TypePtr> =
            table.columns.iter().map(field).collect::<std::result::Result<_, _>>().map_err(failed)?;
        let schema = Type::group_type_builder(table.name).with_fields(fields).build().map_err(failed)?;
        let program = format!("unmask {}", env!("CARGO_PKG_VERSION"));
        let properties = WriterProperties::builder().set_created_by(program).set_compression(Compression::SNAPPY);
        let open = package.open(&shown)?;
        let file = SerializedFileWriter::new(open, Arc::new(schema), Arc::new(properties.build())).map_err(failed)?;
        let full = (VALUES / table.columns.len().max(1)).clamp(1, ROWS);
        let buffers =
            table.columns.iter().map(|column| Buffer { values: Values::of(column.kind), present: Vec::new() });
        // At most two groups are in memory: one is written while the next is filled.
        let (groups, coming) = sync_channel(0);
        let writer = thread::spawn(move || write(file, &coming));
        Ok(Self { groups, writer, buffers: buffers.collect(), shown, rows: 0, full })
    }

    /// Adds a row.
    pub fn row(&mut self, cells: &[Cell<'_>]) -> Result<()> {
        for (buffer, cell) in self.buffers.iter_mut().zip(cells) {
            let missing = matches!(cell, Cell::Missing(_));
            buffer.present.push(i16::from(!missing));
            if !missing && !buffer.values.push(cell) {
                let why = format!("{cell:?} is not of the column's type");
                return Err(ExportError::Damaged { what: format!("a value for {}", self.shown), why });
            }
        }
        self.rows += 1;
        if self.rows == self.full {
            self.flush();
        }
        Ok(())
    }

    /// Completes the file. A group that could not be written is reported here.
    pub fn end(mut self, package: &mut Package) -> Result<()> {
        self.flush();
        let Self { groups, writer, shown, .. } = self;
        drop(groups);
        let failed = |error| ExportError::write(shown.as_ref(), error);
        let open = writer.join().map_err(|_| failed(std::io::Error::other("the writer stopped unexpectedly")))?;
        package.close(open.map_err(|error| failed(std::io::Error::other(error)))?, None)
    }

    fn flush(&mut self) {
        if self.rows == 0 {
            return;
        }
        self.rows = 0;
        let group = self.buffers.iter_mut().map(|buffer| (taken(&mut buffer.present), buffer.values.take()));
        // Fails only after the writer has failed.
        let _ = self.groups.send(group.collect());
    }
}

/// Writes groups of rows, column by column, until no more come.
fn write(mut file: SerializedFileWriter<Open>, groups: &Receiver<Group>) -> parquet::errors::Result<Open> {
    for columns in groups {
        let mut group = file.next_row_group()?;
        let mut columns = columns.into_iter();
        while let (Some(mut column), Some((present, values))) = (group.next_column()?, columns.next()) {
            values.write(&mut column, &present)?;
            column.close()?;
        }
        group.close()?;
    }
    file.into_inner()
}

/// Every column may be null. The description of the package has the required columns.
fn field(column: &Column) -> parquet::errors::Result<TypePtr> {
    let (physical, logical) = match column.kind {
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Kind::Integer => (Physical::INT64, None),
        Kind::Number => (Physical::DOUBLE, None),
        Kind::Flag => (Physical::BOOLEAN, None),
        Kind::Time => (Physical::INT64, Some(LogicalType::timestamp(true, TimeUnit::MILLIS))),
        Kind::Day => (Physical::INT32, Some(LogicalType::Date)),
    };
    let field = Type::primitive_type_builder(&column.name, physical);
    let field = field.with_repetition(Repetition::OPTIONAL).with_logical_type(logical).build()?;
    Ok(Arc::new(field))
}

impl Values {
    fn of(kind: Kind) -> Self {
        match kind {
            Kind::Text => Self::Text(Words::default()),
            Kind::Integer | Kind::Time => Self::Long(Vec::new()),
            Kind::Number => Self::Double(Vec::new()),
            Kind::Flag => Self::Flag(Vec::new()),
            Kind::Day => Self::Day(Vec::new()),
        }
    }

    /// False if the value is of another type.
    fn push(&mut self, cell: &Cell<'_>) -> bool {
        match (self, cell) {
            (Self::Text(values), cell) => values.push(cell.words(&mut String::new())),
            (Self::Long(values), Cell::Integer(value) | Cell::Time(value)) => values.push(*value),
            (Self::Double(values), Cell::Number(value)) => values.push(*value),
            (Self::Flag(values), Cell::Flag(value)) => values.push(*value),
            (Self::Day(values), Cell::Text(day)) => match days(day) {
                Some(day) => values.push(day),
                None => return false,
            },
            _ => return false,
        }
        true
    }

    fn take(&mut self) -> Self {
        match self {
            Self::Text(values) => Self::Text(values.take()),
            Self::Long(values) => Self::Long(taken(values)),
            Self::Double(values) => Self::Double(taken(values)),
            Self::Flag(values) => Self::Flag(taken(values)),
            Self::Day(values) => Self::Day(taken(values)),
        }
    }

    fn write(self, column: &mut SerializedColumnWriter<'_>, present: &[i16]) -> parquet::errors::Result<()> {
        let present = Some(present);
        let written = match self {
            Self::Text(values) => column.typed::<ByteArrayType>().write_batch(&values.apart(), present, None),
            Self::Long(values) => column.typed::<Int64Type>().write_batch(&values, present, None),
            Self::Double(values) => column.typed::<DoubleType>().write_batch(&values, present, None),
            Self::Flag(values) => column.typed::<BoolType>().write_batch(&values, present, None),
            Self::Day(values) => column.typed::<Int32Type>().write_batch(&values, present, None),
        };
        written.map(drop)
    }
}

impl Words {
    fn push(&mut self, text: &str) {
        let last = self.at.last().copied();
        let again = last.filter(|&(from, to)| self.bytes[from..to] == *text.as_bytes());
        let from = self.bytes.len();
        self.at.push(again.unwrap_or((from, from + text.len())));
        if again.is_none() {
            self.bytes.extend_from_slice(text.as_bytes());
        }
    }

    fn take(&mut self) -> Self {
        Self { bytes: taken(&mut self.bytes), at: taken(&mut self.at) }
    }

    /// The values one by one. All share the same bytes.
    fn apart(self) -> Vec<ByteArray> {
        let all = ByteArray::from(self.bytes);
        self.at.iter().map(|&(from, to)| all.slice(from, to - from)).collect()
    }
}

/// Takes the values of a list, and leaves a list of the same capacity for the next group.
fn taken<T>(list: &mut Vec<T>) -> Vec<T> {
    let room = Vec::with_capacity(list.len());
    mem::replace(list, room)
}

/// Days since 1970.
fn days(day: &str) -> Option<i32> {
    let date = NaiveDate::parse_from_str(day, "%Y-%m-%d").ok()?;
    i32::try_from(date.signed_duration_since(NaiveDate::default()).num_days()).ok()
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    use parquet::record::{Field, Row};
    use unmask_study::missing::Missing;

    use super::*;
    use crate::schema::column;
    use crate::table::Writer;

    /// Reads a table back whose rows `write` writes.
    fn read_back(columns: Vec<Column>, write: impl FnOnce(&mut Writer)) -> SerializedFileReader<std::fs::File> {
        let key = Vec::new();
        let table = Table {
            name: "all",
            title: "",
            description: "",
            path: None,
            columns,
            key,
            references: Vec::new(),
            kept: None,
        };
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("package");
        let mut package = Package::begin(&target).expect("it begins");
        let mut writer = Writer::begin(&package, &table).expect("it begins");
        write(&mut writer);
        writer.end(&mut package).expect("it ends");
        package.finish().expect("it is there");
        let file = std::fs::File::open(target.join(table.parquet())).expect("a file");
        SerializedFileReader::new(file).expect("Parquet")
    }

    /// The wide form of a long questionnaire.
    #[test]
    fn a_group_of_many_columns_has_few_rows() {
        let columns = (0..500).map(|number| column(number.to_string(), Kind::Flag, "label"));
        let reader = read_back(columns.collect(), |writer| {
            for _ in 0..=VALUES / 500 {
                writer.row(&[const { Cell::Flag(true) }; 500]).expect("a row");
            }
        });
        assert_eq!(reader.num_row_groups(), 2, "a full one and one row");
    }

    #[test]
    fn every_type_reads_back_and_missing_values_are_null() {
        let kinds = [Kind::Text, Kind::Integer, Kind::Number, Kind::Flag, Kind::Time, Kind::Day];
        let full = i64::try_from(ROWS).expect("few");
        // Groups of two rows, so that some values repeat the previous row's.
        let words = |number: i64| format!("={}", number / 2);
        let reader = read_back(kinds.map(|kind| column(kind.name(), kind, "label")).into(), |writer| {
            for number in 0..=full {
                let day = Cell::text("2024-02-29");
                let words = Cell::text(words(number));
                let row = [words, number.into(), 0.1.into(), true.into(), Cell::Time(number), day];
                writer.row(&row).expect("a row");
                writer.row(&[const { Cell::Missing(Missing::Skipped) }; 6]).expect("a row");
            }
        });
        assert_eq!(reader.num_row_groups(), 3, "two full ones and the rest");
        let rows: Vec<_> =
            reader.get_row_iter(None).expect("rows").collect::<std::result::Result<_, _>>().expect("rows");
        assert_eq!(rows.len(), 2 * (ROWS + 1));
        let fields = |row: &Row| row.get_column_iter().map(|(_, field)| field.clone()).collect::<Vec<_>>();
        let text = |row: &Row| fields(row).into_iter().next();
        for (number, row) in (0..).zip(rows.iter().step_by(2)) {
            assert_eq!(text(row), Some(Field::Str(words(number))));
        }
        let words = Field::Str(words(full));
        let numbers = [Field::Long(full), Field::Double(0.1), Field::Bool(true), Field::TimestampMillis(full)];
        let day = Field::Date(19_782);
        assert_eq!(fields(&rows[2 * ROWS]), [&[words][..], &numbers, &[day]].concat());
        assert_eq!(fields(&rows[1]), vec![Field::Null; 6]);
    }
}
