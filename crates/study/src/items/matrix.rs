//! Several statements on the same points.

use rand_chacha::ChaCha20Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::fields::Fields;
use super::item_check::ItemCheck;
use super::kind::{CommonFields, ItemKind, PublicItemKind, ResponseFormat};
use super::parts::{Points, PublicRow, random_point};
use super::values::Variable;
use crate::answers::Answers;
use crate::codebook::Row as CodebookRow;
use crate::public::{PublicPoint, View};
use crate::text::Text;

/// Several statements on the same points; each row is a variable.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[schemars(inline)]
pub struct Matrix {
    /// The statements.
    pub rows: Vec<Row>,
    /// The points.
    #[serde(flatten)]
    pub points: Points,
    /// Show the rows in a random order for each participant.
    #[serde(default)]
    pub shuffle: bool,
}

/// A statement of a matrix.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Variable name.
    pub id: String,
    /// The statement.
    pub label: Text,
    /// Source of the wording.
    pub source: Option<String>,
}

/// Several statements on the same points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicMatrix {
    pub rows: Vec<PublicRow>,
    pub points: Vec<PublicPoint>,
    #[schema(min_items = 2, max_items = 2)]
    pub ends: Option<[String; 2]>,
}

impl ItemKind for Matrix {
    type Public = PublicMatrix;

    const FIELDS: &'static str = "`rows` (`id`, `label`, `source`), points as in `likert`, `shuffle`";
    const STORED_AS: &'static str = "one variable per row";

    fn read(fields: &mut Fields) -> Result<Self, String> {
        Ok(Self { rows: fields.required("rows")?, points: fields.points(), shuffle: fields.flag("shuffle") })
    }

    fn check(&self, _: &CommonFields<'_>, check: &mut ItemCheck<'_>) {
        check.points(&self.points);
    }

    fn variables<'a>(&'a self, item: &CommonFields<'a>) -> Vec<Variable<'a>> {
        let variable = |row: &'a Row| Variable {
            source: row.source.as_deref().or(item.source),
            ..item.part(row.id.clone(), &row.label, self.points.values())
        };
        self.rows.iter().map(variable).collect()
    }

    fn name_path(&self, variable: usize) -> String {
        format!("rows.{variable}.id")
    }

    fn public(&self, item: &CommonFields<'_>, view: &View<'_>) -> Self::Public {
        let rows = view.order(item.id, &self.rows, |_| !self.shuffle).into_iter();
        PublicMatrix {
            rows: rows.map(|row| PublicRow { id: row.id.clone(), label: view.texts.translate(&row.label) }).collect(),
            points: view.texts.points(&self.points),
            ends: view.texts.ends(self.points.ends.as_ref()),
        }
    }

    fn describe(&self, item: &CommonFields<'_>, _: &str, row: &mut CodebookRow) {
        row.stem = Some(item.label.0.clone());
        row.ends = self.points.end_labels();
    }

    fn statement_points(&self) -> Option<&Points> {
        Some(&self.points)
    }
}

impl PublicItemKind for PublicMatrix {
    fn answer_any(&self, _: &str, rng: &mut ChaCha20Rng) -> Answers {
        self.rows.iter().map(|row| (row.id.clone(), Value::from(random_point(&self.points, rng)))).collect()
    }

    fn response_format<'a>(&'a self, _: &'a str) -> ResponseFormat<'a> {
        let variables = self.rows.iter().map(|row| row.id.as_str()).collect();
        ResponseFormat::Ratings { variables, points: &self.points }
    }
}
