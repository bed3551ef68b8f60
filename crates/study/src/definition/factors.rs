//! Factors of a factorial design, and who sees a content: some arms, or those with certain levels of the factors.

use std::borrow::Cow;
use std::ops::{Deref, DerefMut};

use indexmap::IndexMap;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::block::{DescribedBlock, StepEntry};
use super::shape::{map_or, one_or_more};
use super::study::Arm;
use crate::ids::{ArmId, BlockId};
use crate::page::StepKind;

/// What content can differ by besides the factors: the arm.
pub const ARM: &str = "arm";

/// The factors of the design by name, each with its levels.
pub type Factors = IndexMap<String, Levels>;

/// The levels of a factor: a list, or each with its name for researchers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(untagged)]
#[serde(untagged)]
pub enum Levels {
    /// Names alone.
    Plain(Vec<String>),
    /// Each with its name for researchers.
    Labelled(IndexMap<String, String>),
}

impl<'de> Deserialize<'de> for Levels {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        map_or(deserializer, "a list of levels", Self::Labelled, Self::Plain)
    }
}

impl Levels {
    /// The levels, in order.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Self::Plain(names) => names.iter().map(String::as_str).collect(),
            Self::Labelled(labels) => labels.keys().map(String::as_str).collect(),
        }
    }

    /// The name of a level for researchers.
    pub fn label<'a>(&'a self, level: &'a str) -> &'a str {
        match self {
            Self::Plain(_) => level,
            Self::Labelled(labels) => labels.get(level).map_or(level, String::as_str),
        }
    }
}

/// The arms with their steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Arms {
    all: IndexMap<ArmId, Arm>,
    /// The study has an arm for each combination of levels.
    pub full_factorial: bool,
}

/// The greatest number of arms of a study.
pub const MOST_ARMS: usize = 24;

/// The word in the place of the arms.
const FULL_FACTORIAL: &str = "full_factorial";

impl Deref for Arms {
    type Target = IndexMap<ArmId, Arm>;

    fn deref(&self) -> &Self::Target {
        &self.all
    }
}

impl DerefMut for Arms {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.all
    }
}

impl<'a> IntoIterator for &'a Arms {
    type Item = (&'a ArmId, &'a Arm);
    type IntoIter = indexmap::map::Iter<'a, ArmId, Arm>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

impl<'de> Deserialize<'de> for Arms {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let listed = |all| Self { all, full_factorial: false };
        map_or(deserializer, "arms by ID, or `full_factorial`", listed, |FullFactorial| Self {
            all: IndexMap::new(),
            full_factorial: true,
        })
    }
}

/// The word `full_factorial`.
struct FullFactorial;

impl<'de> Deserialize<'de> for FullFactorial {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        let unexpected = || D::Error::unknown_variant(&word, &[FULL_FACTORIAL]);
        if word == FULL_FACTORIAL { Ok(Self) } else { Err(unexpected()) }
    }
}

impl JsonSchema for Arms {
    fn schema_name() -> Cow<'static, str> {
        "Arms".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let listed = generator.subschema_for::<IndexMap<ArmId, Arm>>();
        json_schema!({
            "description": "The arms with their steps, by ID, or one for each combination of levels.",
            "anyOf": [{ "const": FULL_FACTORIAL }, listed],
        })
    }
}

impl Arms {
    /// Adds an arm for each combination of levels, called by its levels. Arms without steps of their own get those that
    /// are shared. An arm whose name would be too long or not an ID is absent, and the check complains.
    pub(super) fn complete(&mut self, factors: &Factors, shared: &[SharedStep]) {
        if self.full_factorial {
            self.all = cells(factors).into_iter().filter_map(|levels| cell(factors, levels)).collect();
        }
        for (id, arm) in &mut self.all {
            if arm.steps.is_empty() {
                let own = shared.iter().enumerate().filter(|(_, step)| step.is_shown_in(*id, arm));
                let (places, steps) = own.map(|(place, step)| (place, step.entry.clone())).unzip();
                (arm.shared, arm.steps) = (Some(places), steps);
            }
        }
    }
}

/// An arm without steps, for these levels.
fn cell(factors: &Factors, levels: IndexMap<String, String>) -> Option<(ArmId, Arm)> {
    let id = cell_name(&levels).parse().ok()?;
    let label = levels.iter().map(|(factor, level)| format!("{factor}: {}", factors[factor].label(level)));
    let label = label.collect::<Vec<_>>().join(" × ");
    Some((id, Arm { label, weight: 1, levels, steps: Vec::new(), shared: None }))
}

/// The ID of the arm with these levels.
pub(crate) fn cell_name(levels: &IndexMap<String, String>) -> String {
    levels.values().map(String::as_str).collect::<Vec<_>>().join("_")
}

/// A step that several arms have.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SharedStep {
    /// The step.
    #[serde(flatten)]
    pub entry: StepEntry,
    /// Who has it. Default: all arms without steps of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub show_in: Option<ShowIn>,
}

/// A step in its fields.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SharedStepFields {
    /// The kind of step, by the path of its first page. Without `id`: the block with the usual file.
    page: Option<StepKind>,
    /// Name of the block in the data; without `page`, of a block that another step describes.
    id: Option<BlockId>,
    /// The file with the content. Default: the usual file of that kind.
    content: Option<String>,
    /// Put before all IDs in the file. Default: nothing.
    prefix: Option<String>,
    /// Who has this step. Default: all arms without steps of their own.
    show_in: Option<ShowIn>,
}

impl<'de> Deserialize<'de> for SharedStep {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let short = |entry| Ok(Self { entry, show_in: None });
        map_or(deserializer, "a step", SharedStepFields::read, short)?.map_err(D::Error::missing_field)
    }
}

impl JsonSchema for SharedStep {
    fn schema_name() -> Cow<'static, str> {
        "SharedStep".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (word, fields) = (generator.subschema_for::<String>(), generator.subschema_for::<SharedStepFields>());
        json_schema!({ "description": "A step that several arms have.", "anyOf": [word, fields] })
    }
}

impl SharedStepFields {
    /// The step, or the field that it lacks.
    fn read(self) -> Result<SharedStep, &'static str> {
        let entry = match (self.page, self.id) {
            (Some(page), Some(id)) => {
                StepEntry::Described(DescribedBlock { page, id, content: self.content, prefix: self.prefix })
            }
            (Some(page), None) if self.content.is_none() && self.prefix.is_none() => StepEntry::Page(page),
            (Some(_), None) => return Err("id"),
            (None, Some(id)) if self.content.is_none() && self.prefix.is_none() => StepEntry::Block(id),
            (None, _) => return Err("page"),
        };
        Ok(SharedStep { entry, show_in: self.show_in })
    }
}

impl SharedStep {
    fn is_shown_in(&self, id: ArmId, arm: &Arm) -> bool {
        self.show_in.as_ref().is_none_or(|who| who.includes(id, arm))
    }
}

/// Who sees a content: the arms of a list, or those that have all of these levels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ShowIn {
    /// IDs of arms.
    Arms(Vec<ArmId>),
    /// A level, or several, of each factor.
    Levels(IndexMap<String, OneOrMore>),
}

/// A level, or several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(transparent)]
#[schemars(transparent)]
pub struct OneOrMore(#[schemars(with = "WordOrList")] Vec<String>);

/// One or several.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "describes the format alone")]
enum WordOrList {
    /// One.
    Word(String),
    /// Several.
    List(Vec<String>),
}

impl<'de> Deserialize<'de> for OneOrMore {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        one_or_more(deserializer).map(Self)
    }
}

impl<'de> Deserialize<'de> for ShowIn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        map_or(deserializer, "a list of arms, or levels of factors", Self::Levels, Self::Arms)
    }
}

impl OneOrMore {
    /// The levels.
    pub fn levels(&self) -> &[String] {
        &self.0
    }
}

impl ShowIn {
    /// Whether an arm sees it.
    pub fn includes(&self, id: ArmId, arm: &Arm) -> bool {
        match self {
            Self::Arms(arms) => arms.contains(&id),
            Self::Levels(factors) => factors
                .iter()
                .all(|(factor, wanted)| arm.levels.get(factor).is_some_and(|level| wanted.levels().contains(level))),
        }
    }
}

/// The number of combinations of levels.
pub fn count_of_cells(factors: &Factors) -> usize {
    factors.values().map(|levels| levels.names().len()).fold(1, usize::saturating_mul)
}

/// Every combination of levels, in order: the last factor changes fastest. None if there are more than a study can have
/// arms.
pub fn cells(factors: &Factors) -> Vec<IndexMap<String, String>> {
    if count_of_cells(factors) > MOST_ARMS {
        return Vec::new();
    }
    factors.iter().fold(vec![IndexMap::new()], |cells, (factor, levels)| {
        let with = |cell: &IndexMap<String, String>, level: &str| {
            let mut cell = cell.clone();
            cell.insert(factor.clone(), level.to_owned());
            cell
        };
        cells.iter().flat_map(|cell| levels.names().into_iter().map(move |level| with(cell, level))).collect()
    })
}
