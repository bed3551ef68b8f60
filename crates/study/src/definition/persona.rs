//! `personas.yaml`.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::text::Text;

/// A persona.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Persona {
    /// Name in the bundle.
    pub id: String,
    /// Name shown.
    pub name: Text,
    /// What the persona does ("Pharmacist").
    pub role: Text,
    /// Description in two sentences.
    pub bio: Text,
    /// Stimulus of kind `image`.
    pub portrait: String,
    /// The persona is fictional. If not, `permission` is required.
    #[serde(default)]
    pub fictional: bool,
    /// Reference to the documented permission of a real person.
    pub permission: Option<String>,
}
