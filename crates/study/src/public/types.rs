//! Types of options, points, conditions, media and personas.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::definition::stimulus::MediaKind;

/// A point of a rating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[expect(missing_docs, reason = "value in the data and its words")]
pub struct PublicPoint {
    pub value: i64,
    pub label: String,
}

/// An option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicChoice {
    pub value: String,
    pub label: String,
    pub note: Option<String>,
    pub exclusive: bool,
}

/// "Shown only if …".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicCondition {
    pub item: String,
    #[schema(value_type = Option<Vec<ScalarAnswer>>)]
    pub is: Option<Vec<serde_json::Value>>,
    #[schema(value_type = Option<Vec<ScalarAnswer>>)]
    pub is_not: Option<Vec<serde_json::Value>>,
    pub at_least: Option<f64>,
    pub at_most: Option<f64>,
}

/// The JSON of an answer that a condition compares with.
#[derive(ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes in the OpenAPI document what `PublicCondition` holds")]
enum ScalarAnswer {
    Text(String),
    Number(f64),
    Truth(bool),
}

/// A medium under opaque addresses. In the pure crate the addresses are paths below `media/`;
/// the server replaces each by a ticket before anything leaves it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicMedia {
    /// What it is.
    pub kind: MediaKind,
    /// Addresses of the same content, best first, with their types.
    pub sources: Vec<PublicSource>,
    /// Address of the still.
    pub poster: Option<String>,
    /// Captions by language tag.
    pub captions: Vec<PublicCaptions>,
    /// Alternative text.
    pub alt: String,
    /// Texts spoken.
    pub transcript: Option<String>,
    /// Pixels.
    pub width: Option<u32>,
    /// Pixels.
    pub height: Option<u32>,
    /// Length in seconds.
    pub seconds: Option<f64>,
}

/// One format.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "address and MIME type")]
pub struct PublicSource {
    pub url: String,
    pub media_type: String,
}

/// Captions in one language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[expect(missing_docs, reason = "tag, own name and address")]
pub struct PublicCaptions {
    pub locale: String,
    pub name: String,
    pub url: String,
}

/// A post's words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicPost {
    pub author: String,
    pub handle: String,
    pub age: String,
    pub text: String,
}

/// A persona.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicPersona {
    pub id: String,
    pub name: String,
    pub role: String,
    pub bio: String,
}
