//! Types of options, points, conditions, media and personas.
#![expect(missing_docs, reason = "fields without a comment are as in the definition")]

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::definition::stimulus::MediaKind;

/// A point of a rating.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PublicPoint {
    pub value: i64,
    pub label: String,
}

/// An option.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PublicChoice {
    pub value: String,
    pub label: String,
    pub note: Option<String>,
    pub exclusive: bool,
}

/// The condition under which an item is shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicCondition {
    pub item: String,
    #[schema(value_type = Option<Vec<ScalarAnswer>>)]
    pub is: Option<Vec<serde_json::Value>>,
    #[schema(value_type = Option<Vec<ScalarAnswer>>)]
    pub is_not: Option<Vec<serde_json::Value>>,
    pub at_least: Option<f64>,
    pub at_most: Option<f64>,
}

/// A value that a condition compares an answer with.
#[derive(ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes in the OpenAPI document what `PublicCondition` holds")]
enum ScalarAnswer {
    Text(String),
    Number(f64),
    Truth(bool),
}

/// A medium. In replies of the server, its URLs contain media tickets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicMedia {
    /// Kind of medium.
    pub kind: MediaKind,
    /// URLs of the same content in several formats, the preferred one first.
    pub sources: Vec<PublicSource>,
    /// URL of the image before playback.
    pub poster: Option<String>,
    /// Captions by language.
    pub captions: Vec<PublicCaptions>,
    /// Alternative text.
    pub alt: String,
    /// Transcript.
    pub transcript: Option<String>,
    /// Width in pixels.
    pub width: Option<u32>,
    /// Height in pixels.
    pub height: Option<u32>,
    /// Length in seconds.
    pub seconds: Option<f64>,
    /// A text over the medium, if the study has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overlay: Option<String>,
}

/// A file of a medium.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicSource {
    pub url: String,
    pub media_type: String,
}

/// Captions in one language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PublicCaptions {
    pub locale: String,
    pub name: String,
    pub url: String,
}

/// A post.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PublicPost {
    pub author: String,
    pub handle: String,
    pub age: String,
    pub text: String,
    /// URL of a persona's portrait, if the author has the persona's name. An account that only uses the name has the
    /// same portrait, so that it tells nothing about the account.
    pub portrait: Option<String>,
}

/// A persona.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PublicPersona {
    pub id: String,
    pub name: String,
    pub role: String,
    pub bio: String,
}
