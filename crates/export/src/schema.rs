//! The schema of a table: its columns with type, meaning and limits. All descriptions of the data (data package,
//! codebook, scripts) are made from it. A row that does not fit it is a bug.

use serde_json::Value;

/// A table of the package.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name, a single word.
    pub name: &'static str,
    /// Short title.
    pub title: &'static str,
    /// What one row represents.
    pub description: &'static str,
    /// Its folder, if not `data/`.
    pub path: Option<&'static str>,
    /// Its columns, in order.
    pub columns: Vec<Column>,
    /// Columns that name a row.
    pub key: Vec<&'static str>,
    /// Columns that name a row of another table.
    pub references: Vec<Reference>,
    /// Of the cells of a row, the indices of those that the package has; none for all of them.
    pub kept: Option<Vec<usize>>,
}

/// Columns that name a row of another table.
#[derive(Clone, Debug)]
pub struct Reference {
    pub columns: Vec<&'static str>,
    /// The other table.
    pub table: &'static str,
    pub names: Vec<&'static str>,
}

#[derive(Clone, Debug)]
pub struct Column {
    pub name: String,
    pub kind: Kind,
    /// Description.
    pub label: String,
    pub unit: Option<String>,
    /// Every row has a value.
    pub required: bool,
    /// The allowed values with their labels, if the list is closed.
    pub values: Vec<(String, String)>,
    /// The labels of both ends of a numeric scale. The numbers between them have none.
    pub ends: Vec<(String, String)>,
    /// The values have an order.
    pub ordered: bool,
    pub min: Option<f64>,
    pub max: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    /// Whole numbers.
    Integer,
    Number,
    /// 1 for yes, 0 for no.
    Flag,
    /// A moment, UTC.
    Time,
    Day,
}

impl Kind {
    /// The name in Table Schema.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "string",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Flag => "boolean",
            Self::Time => "datetime",
            Self::Day => "date",
        }
    }
}

/// A column of that name, type and meaning.
pub fn column(name: impl Into<String>, kind: Kind, label: impl Into<String>) -> Column {
    Column {
        name: name.into(),
        kind,
        label: label.into(),
        unit: None,
        required: false,
        values: Vec::new(),
        ends: Vec::new(),
        ordered: false,
        min: None,
        max: None,
    }
}

impl Column {
    /// Every row has it.
    pub fn required(self) -> Self {
        Self { required: true, ..self }
    }

    /// Whether the markers of missing values are ordinary values in this column, because a participant may have typed
    /// them.
    pub fn is_exact(&self) -> bool {
        self.required && self.kind == Kind::Text && self.values.is_empty()
    }

    /// With a unit.
    pub fn unit(self, unit: &str) -> Self {
        Self { unit: Some(unit.to_owned()), ..self }
    }

    /// A closed list of texts.
    pub fn of(self, values: &[(&str, &str)]) -> Self {
        let values = values.iter().map(|(value, label)| ((*value).to_owned(), (*label).to_owned())).collect();
        Self { values, ..self }
    }

    /// All values with a label, and their labels.
    pub fn words(&self) -> impl Iterator<Item = &(String, String)> {
        self.values.iter().chain(&self.ends)
    }

    /// The values as JSON: numbers in a column of numbers.
    pub fn value(&self, text: &str) -> Value {
        match self.kind {
            Kind::Integer => text.parse::<i64>().map_or_else(|_| Value::from(text), Value::from),
            _ => Value::from(text),
        }
    }
}

impl Table {
    /// Whether the package does not have the table.
    pub fn is_left_out(&self) -> bool {
        self.columns.is_empty()
    }

    /// The file below the package's root. Psych-DS wants names of this form.
    pub fn file(&self) -> String {
        self.path.map_or_else(|| format!("data/description-{}_data.csv", self.name), str::to_owned)
    }

    /// The same table as Parquet.
    pub fn parquet(&self) -> String {
        format!("parquet/{}.parquet", self.name)
    }

    /// Rows belong to rows of another table.
    pub fn refers(mut self, columns: &[&'static str], table: &'static str, names: &[&'static str]) -> Self {
        self.references.push(Reference { columns: columns.into(), table, names: names.into() });
        self
    }
}
