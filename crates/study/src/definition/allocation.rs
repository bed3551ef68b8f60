//! How participants are allocated to the arms.

use std::fmt;

use schemars::JsonSchema;
use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error, IntoDeserializer as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::{ArmId, BlockId};

/// How participants are allocated to the arms.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AllocationPlan {
    /// The method. Default: permuted blocks with random sizes.
    #[serde(default, skip_serializing_if = "AllocationKind::is_blocks")]
    pub kind: AllocationKind,
    /// When a participant is allocated: at `registration`, or when they reach the block with this ID, which all arms
    /// have at the same place. Then answers given before can be factors. Default: at registration.
    #[serde(default, deserialize_with = "block_or_registration", skip_serializing_if = "Option::is_none")]
    pub at: Option<BlockId>,
    /// Of permuted blocks: possible block sizes, each a multiple of the sum of the arms' weights, for example `[3, 6]`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub block_sizes: Vec<u32>,
    /// Slots that are stored before the first participant. More are added from the same seed.
    #[serde(default = "places")]
    pub places: u32,
    /// Hold time in minutes: a reserved slot of an inactive participant is released after it, unless the participant
    /// has reached the first page that differs between the arms.
    #[serde(default = "hold")]
    pub hold_minutes: u32,
    /// Registration closes when this many participants are randomised. Until then, results are not shown by arm.
    /// Default: no limit.
    pub target: Option<u32>,
    /// Of permuted blocks and lists: stratify allocation, so that the arms are balanced within each stratum. Default:
    /// no strata.
    pub strata: Option<Factors>,
    /// Number of unused slots of the stratum among which each participant's arm is drawn, so that somebody who
    /// registers several times cannot tell the arm of the next account. Default: 24, which is eight blocks of three. 1
    /// assigns the slots in their order.
    #[serde(default = "draw_among")]
    pub draw_among: u32,
    /// Of minimisation: what is balanced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub factors: Option<Factors>,
    /// Of minimisation: the probability of the arm that is best for balance. Default: 0.8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probability: Option<f64>,
    /// Of a list: its file in the study folder, such as `allocation.csv`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The rows of the list, read from its file.
    #[serde(skip)]
    pub rows: Vec<ListRow>,
    /// Allocates classes or sites in place of participants: all members of a unit have its arm. Default: each
    /// participant is allocated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<UnitPlan>,
}

/// The units of a cluster-randomised trial, such as classes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitPlan {
    /// The parameter of the link that has the unit's code; one of `recruitment.parameters`.
    pub parameter: String,
    /// The units. Nobody can register with another code.
    pub codes: Vec<UnitCode>,
    /// How many members of a unit take part at most. Default: no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// A unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnitCode {
    /// Its code in the link.
    pub code: String,
    /// Its stratum: units are balanced within each. All units have one, or none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stratum: Option<String>,
}

impl UnitPlan {
    /// The unit with this code, without spaces around it.
    pub fn get(&self, code: &str) -> Option<&UnitCode> {
        self.codes.iter().find(|unit| unit.code == code.trim())
    }

    /// The code of a simulated participant: they come from all units in turn.
    pub fn code_in_turn(&self, number: usize) -> &str {
        self.codes.get(number % self.codes.len().max(1)).map_or("", |unit| unit.code.as_str())
    }
}

/// A row of a fixed list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListRow {
    /// Line of the file, from 1.
    pub line: usize,
    /// Arm.
    pub arm: ArmId,
    /// Stratum; empty if the study has none.
    pub stratum: String,
}

/// The method of allocation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AllocationKind {
    /// A schedule of permuted blocks with random sizes.
    #[default]
    PermutedBlocks,
    /// Minimisation (Pocock and Simon 1975): with a high probability, the arm that keeps the factors balanced.
    Minimisation,
    /// The arms in the order of a file.
    List,
}

impl AllocationKind {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_blocks(&self) -> bool {
        *self == Self::PermutedBlocks
    }
}

impl AllocationPlan {
    /// Whether the arms come from a file.
    pub fn is_list(&self) -> bool {
        self.kind == AllocationKind::List
    }

    /// How many participants are randomised at most.
    pub fn most(&self) -> Option<u32> {
        let listed = self.is_list().then(|| u32::try_from(self.rows.len()).unwrap_or(u32::MAX));
        self.target.into_iter().chain(listed).min()
    }

    /// Among how many unused slots the arm is drawn; a list is followed in its order.
    pub fn nearest(&self) -> u32 {
        if self.is_list() { 1 } else { self.draw_among }
    }

    /// Whether slots are drawn one by one instead of taken from a schedule that is stored before.
    pub fn draws_slots(&self) -> bool {
        self.unit.is_some() || self.kind == AllocationKind::Minimisation
    }

    /// The probability of the best arm, if the study minimises.
    pub fn minimises(&self) -> Option<f64> {
        (self.kind == AllocationKind::Minimisation).then(|| self.probability.unwrap_or(0.8))
    }
}

fn places() -> u32 {
    600
}

fn hold() -> u32 {
    120
}

fn draw_among() -> u32 {
    24
}

/// `registration` stands for no block.
fn block_or_registration<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<BlockId>, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text == "registration" { Ok(None) } else { BlockId::deserialize(text.into_deserializer()).map(Some) }
}

/// What is known of a participant before allocation: one factor, or a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Factors {
    /// One.
    One(Factor),
    /// Several, whose levels are combined.
    Many(Vec<Factor>),
}

/// Something about a participant that is known before allocation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Factor {
    /// Known without a declaration.
    Known(KnownFactor),
    /// A parameter of the recruitment link.
    Link(LinkFactor),
    /// An answer.
    Answer(AnswerFactor),
}

/// A factor that needs no declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum KnownFactor {
    /// `computer` and `phone`, by the browser at registration.
    Device,
    /// The languages of the study: the one in which the participant registers.
    Language,
}

/// A factor from the recruitment link.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinkFactor {
    /// One of `recruitment.parameters`.
    pub parameter: String,
    /// Its values. Participants with another value, or with none, have the level `other`.
    pub levels: Vec<String>,
}

/// A factor from an answer before allocation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AnswerFactor {
    /// Variable of a choice between options, in a questionnaire before the block at which participants are allocated.
    pub answer: String,
    /// Its values. Participants with another answer, or with none, have the level `other`.
    pub levels: Vec<String>,
}

/// A factor that is a map: of the link, or of an answer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Described {
    parameter: Option<String>,
    answer: Option<String>,
    levels: Vec<String>,
}

impl Described {
    fn factor<E: Error>(self) -> Result<Factor, E> {
        match (self.parameter, self.answer) {
            (Some(parameter), None) => Ok(Factor::Link(LinkFactor { parameter, levels: self.levels })),
            (None, Some(answer)) => Ok(Factor::Answer(AnswerFactor { answer, levels: self.levels })),
            _ => Err(E::custom("a factor has either `parameter` (of the link) or `answer` (a variable)")),
        }
    }
}

impl Factors {
    /// The factors in their order.
    pub fn list(&self) -> &[Factor] {
        match self {
            Self::One(factor) => std::slice::from_ref(factor),
            Self::Many(factors) => factors,
        }
    }
}

impl<'de> Deserialize<'de> for Factor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OneFactor)
    }
}

struct OneFactor;

impl<'de> Visitor<'de> for OneFactor {
    type Value = Factor;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("`device`, `language`, or a `parameter` or an `answer` with its `levels`")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Factor, E> {
        KnownFactor::deserialize(text.into_deserializer()).map(Factor::Known)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Factor, A::Error> {
        Described::deserialize(MapAccessDeserializer::new(map))?.factor()
    }
}

impl<'de> Deserialize<'de> for Factors {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OneOrMany)
    }
}

struct OneOrMany;

impl<'de> Visitor<'de> for OneOrMany {
    type Value = Factors;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("`device`, `language`, a `parameter` or an `answer` with its `levels`, or a list of these")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Factors, E> {
        OneFactor.visit_str(text).map(Factors::One)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Factors, A::Error> {
        OneFactor.visit_map(map).map(Factors::One)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Factors, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(Factors::Many)
    }
}
