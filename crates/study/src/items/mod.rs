//! The kinds of items, one module each: its fields and checks, its variables, the form that participants see, its
//! codebook rows, and a random valid answer. The web app applies the same rules: `web/src/features/items/kinds.ts`.

mod attention;
mod confidence;
mod date;
mod fields;
mod information;
mod item_check;
mod judgement;
mod kind;
mod likert;
mod matrix;
mod multiple;
mod number;
mod parts;
mod ranking;
mod read;
mod single;
mod slider;
mod text;
pub mod values;

use rand_chacha::ChaCha20Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema};
use utoipa::openapi::{RefOr, Type};
use utoipa::{PartialSchema, ToSchema};

pub use attention::Attention;
pub use confidence::{Confidence, PublicConfidence};
pub use date::{Date, PublicDate};
pub use information::{Information, PublicInformation};
pub(crate) use item_check::ItemCheck;
pub use judgement::{Advised, InCondition, InFormY, Judgement, OnList, Own, PublicJudgement};
pub use kind::ResponseFormat;
pub use likert::{Likert, PublicLikert};
pub use matrix::{Matrix, PublicMatrix, Row};
pub use multiple::{Multiple, PublicMultiple};
pub use number::{Number, PublicNumber};
pub use parts::{Choice, Points, PostParts, PostText, PublicRow, Truth, TruthByForm, original_or_altered};
pub use ranking::{PublicRanking, Ranking};
pub use single::{PublicSingle, Single};
pub use slider::{PublicSlider, Slider};
pub use text::{PublicText, Text, random_text};

use crate::answers::{Answers, ValidationCode};
use crate::codebook::Row as CodebookRow;
use crate::definition::Item;
use crate::definition::item::Condition;
use crate::public::{PublicItem, PublicMedia, View};
use crate::text::Markdown;
use fields::Fields;
use kind::{CommonFields, ItemKind, PublicItemKind};
use values::{CheckedAnswers, Variable};

read::fields! {
    options: Vec<Choice>,
    shuffle: bool,
    min: Value,
    max: Value,
    points: Vec<crate::text::Text>,
    numbers: u32,
    ends: [crate::text::Text; 2],
    first: i64,
    rows: Vec<Row>,
    step: i64,
    unit: crate::text::Text,
    integer: bool,
    long: bool,
    min_length: u32,
    max_length: u32,
    stimulus: String,
    post: PostText,
    in_form_y: Box<InFormY>,
    overlay: Box<crate::text::Text>,
    in_condition: indexmap::IndexMap<String, InCondition>,
    advice: Box<indexmap::IndexMap<String, Option<crate::text::Text>>>,
    advised: Advised,
    truth: Truth,
    confidence: bool,
    sharing: bool,
    text: Markdown,
    expect: Vec<i64>,
}

macro_rules! kinds {
    ($($module:ident::$Kind:ident),+ $(,)?) => {
        /// The kinds of items, by their `kind` in the file.
        #[derive(Clone, Debug, PartialEq, JsonSchema)]
        #[serde(tag = "kind", rename_all = "snake_case")]
        #[expect(missing_docs, reason = "described by its type")]
        pub enum Kind {
            $($Kind($module::$Kind),)+
        }

        /// Each kind with its own fields and how its answers are stored: a table in docs/STUDY-FORMAT.md.
        pub const KINDS: &[[&str; 3]] = &[$([
            stringify!($module),
            <$module::$Kind as ItemKind>::FIELDS,
            <$module::$Kind as ItemKind>::STORED_AS,
        ],)+];

        const OWN_VALIDATION_CODES: &[&[ValidationCode]] = &[$(<$module::$Kind as ItemKind>::VALIDATION_CODES,)+];

        /// The name of a kind in the file.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
        #[serde(rename_all = "snake_case")]
        enum Name {
            $($Kind,)+
        }

        impl Name {
            fn read(self, fields: &mut Fields) -> Result<Kind, String> {
                Ok(match self {
                    $(Self::$Kind => Kind::$Kind(ItemKind::read(fields)?),)+
                })
            }
        }

        impl Item {
            /// Reports findings about the item.
            pub(crate) fn check(&self, check: &mut ItemCheck<'_>) {
                match &self.kind {
                    $(Kind::$Kind(kind) => kind.check(&self.common(), check),)+
                }
            }

            /// The item's variables, in order; none for information.
            pub fn variables(&self) -> Vec<Variable<'_>> {
                match &self.kind {
                    $(Kind::$Kind(kind) => kind.variables(&self.common()),)+
                }
            }

            /// The path, below the item, of the text that names a variable, by the variable's index.
            pub(crate) fn name_path(&self, variable: usize) -> String {
                match &self.kind {
                    $(Kind::$Kind(kind) => kind.name_path(variable),)+
                }
            }

            /// Checks the answers to the item.
            pub(crate) fn check_answers(&self, given: &Answers) -> CheckedAnswers {
                match &self.kind {
                    $(Kind::$Kind(kind) => kind.check_answers(&self.common(), given),)+
                }
            }

            /// The kind as a participant sees it.
            pub(crate) fn public_kind(&self, view: &View<'_>) -> PublicKind {
                match &self.kind {
                    $(Kind::$Kind(kind) => kind.public(&self.common(), view).into(),)+
                }
            }

            /// Completes the codebook row of a variable.
            pub(crate) fn describe(&self, variable: &str, row: &mut CodebookRow) {
                match &self.kind {
                    $(Kind::$Kind(kind) => kind.describe(&self.common(), variable, row),)+
                }
            }

            /// The stimulus that the item shows, unless its conditions have their own.
            pub(crate) fn stimulus(&self) -> Option<&str> {
                match &self.kind {
                    $(Kind::$Kind(kind) => kind.stimulus(),)+
                }
            }

            /// The points, if the item's variables are statements rated on them.
            pub(crate) fn statement_points(&self) -> Option<&Points> {
                match &self.kind {
                    $(Kind::$Kind(kind) => kind.statement_points(),)+
                }
            }

            /// The points that pass, if the item is an attention check.
            pub fn passing_points(&self) -> Option<&[i64]> {
                match &self.kind {
                    $(Kind::$Kind(kind) => kind.passing_points(),)+
                }
            }

            /// How many questions of the item these answers answer.
            pub(crate) fn answered(&self, answers: &Answers) -> usize {
                match &self.kind {
                    $(Kind::$Kind(kind) => kind.answered(&self.common(), answers),)+
                }
            }

            /// Approximate seconds to answer the item, in proportion to other items.
            pub(crate) fn seconds(&self) -> usize {
                match &self.kind {
                    $(Kind::$Kind(kind) => kind.seconds(&self.common()),)+
                }
            }
        }
    };
}

kinds! {
    single::Single,
    multiple::Multiple,
    likert::Likert,
    matrix::Matrix,
    ranking::Ranking,
    slider::Slider,
    number::Number,
    text::Text,
    date::Date,
    confidence::Confidence,
    judgement::Judgement,
    information::Information,
    attention::Attention,
}

macro_rules! public_kinds {
    ($($Kind:ident($Public:ident)),+ $(,)?) => {
        /// Item kinds as participants see them. An attention check is a `likert` item.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "kind", rename_all = "snake_case")]
        #[expect(missing_docs, reason = "described by its type")]
        pub enum PublicKind {
            $($Kind($Public),)+
        }

        $(impl From<$Public> for PublicKind {
            fn from(kind: $Public) -> Self {
                Self::$Kind(kind)
            }
        })+

        impl PublicKind {
            fn rules(&self) -> &dyn PublicItemKind {
                match self {
                    $(Self::$Kind(kind) => kind,)+
                }
            }

            fn rules_mut(&mut self) -> &mut dyn PublicItemKind {
                match self {
                    $(Self::$Kind(kind) => kind,)+
                }
            }
        }

        impl PartialSchema for PublicKind {
            /// As derived, but with each kind's fields next to its `kind` instead of in `allOf`.
            fn schema() -> RefOr<Schema> {
                let kinds = [$((stringify!($Kind), <$Public as PartialSchema>::schema()),)+];
                let kinds = kinds.map(|(name, schema)| tagged(schema, &snake_case(name)));
                let all = kinds.into_iter().fold(OneOfBuilder::new(), OneOfBuilder::item);
                all.description(Some("Item kinds as participants see them. An attention check is a `likert` item.")).into()
            }
        }

        impl ToSchema for PublicKind {
            fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
                $(<$Public as ToSchema>::schemas(schemas);)+
            }
        }
    };
}

public_kinds! {
    Single(PublicSingle),
    Multiple(PublicMultiple),
    Likert(PublicLikert),
    Matrix(PublicMatrix),
    Ranking(PublicRanking),
    Slider(PublicSlider),
    Number(PublicNumber),
    Text(PublicText),
    Date(PublicDate),
    Confidence(PublicConfidence),
    Judgement(PublicJudgement),
    Information(PublicInformation),
}

/// All validation errors: the shared ones and those of single kinds.
pub fn validation_codes() -> impl Iterator<Item = ValidationCode> {
    [ValidationCode::SHARED].iter().chain(OWN_VALIDATION_CODES).copied().flatten().copied()
}

impl PartialSchema for ValidationCode {
    fn schema() -> RefOr<Schema> {
        let names: Vec<&str> = validation_codes().map(|code| code.name).collect();
        let codes = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names));
        codes.description(Some("All error codes of answers.")).into()
    }
}

impl ToSchema for ValidationCode {}

/// The name of a variant as serde writes it.
fn snake_case(name: &str) -> String {
    let word = |(index, c): (usize, char)| {
        let joint = (index > 0 && c.is_uppercase()).then_some('_');
        joint.into_iter().chain(c.to_lowercase())
    };
    name.char_indices().flat_map(word).collect()
}

/// The schema of a struct with the field `kind`, which has only this value.
fn tagged(schema: RefOr<Schema>, name: &str) -> RefOr<Schema> {
    let RefOr::T(Schema::Object(mut object)) = schema else { return schema };
    let kind = ObjectBuilder::new().schema_type(Type::String).enum_values(Some([name]));
    object.properties.insert("kind".into(), kind.into());
    object.required.push("kind".into());
    object.required.sort_unstable();
    Schema::Object(object).into()
}

impl Item {
    fn common(&self) -> CommonFields<'_> {
        CommonFields { id: &self.id, label: &self.label, required: self.required, source: self.source.as_deref() }
    }

    /// The judgement, which is what a study scores.
    pub fn judgement(&self) -> Option<&Judgement> {
        if let Kind::Judgement(judgement) = &self.kind { Some(judgement) } else { None }
    }
}

impl PublicItem {
    /// A random valid answer to each variable of the item. Optional items are sometimes left open.
    pub fn answer_any(&self, rng: &mut ChaCha20Rng) -> Answers {
        if !self.required && crate::order::below(rng, 3) == 0 {
            return Answers::new();
        }
        self.kind.answer_any(&self.id, rng)
    }
}

impl PublicKind {
    /// A random valid answer to each variable. It does not depend on the order of the options.
    pub fn answer_any(&self, id: &str, rng: &mut ChaCha20Rng) -> Answers {
        self.rules().answer_any(id, rng)
    }

    /// The form of the answer to the item `id`.
    pub fn response_format<'a>(&'a self, id: &'a str) -> ResponseFormat<'a> {
        self.rules().response_format(id)
    }

    /// The judgement, as participants see it.
    pub fn judgement(&self) -> Option<&PublicJudgement> {
        if let Self::Judgement(judgement) = self { Some(judgement) } else { None }
    }

    /// The medium that the item shows.
    pub fn media(&self) -> Option<&PublicMedia> {
        self.rules().media()
    }

    /// The same, mutably: the server replaces its URLs.
    pub fn media_mut(&mut self) -> Option<&mut PublicMedia> {
        self.rules_mut().media_mut()
    }
}

#[cfg(test)]
mod tests;
