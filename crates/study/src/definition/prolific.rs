//! `recruitment.prolific` of `study.yaml`: what belongs together here and at Prolific.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Deserialize;

use super::WaveId;
use super::wave::MAIN;

/// The studies and participant groups at Prolific that belong to this study. With a token of Prolific's API, the server
/// compares their submissions with the participants each night, and keeps the groups.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Prolific {
    /// IDs of the studies at Prolific for the first part.
    #[serde(default)]
    pub studies: Vec<String>,
    /// The same for later parts, by the ID of the wave.
    #[serde(default)]
    pub waves: IndexMap<WaveId, ProlificPart>,
    /// With `account: link`: the parameter with the token of a link that Prolific has signed (Secured External URL).
    /// Links without a valid token are rejected, and each token can be used once. Default: links are not signed.
    pub signed_links: Option<String>,
}

/// What belongs to a later part at Prolific.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProlificPart {
    /// IDs of the studies at Prolific for this part.
    #[serde(default)]
    pub studies: Vec<String>,
    /// ID of the participant group with those who can take part in this part. The server adds them and removes those
    /// who withdrew. Default: no group is changed.
    pub group: Option<String>,
}

impl Prolific {
    /// The parts with studies at Prolific, each with their IDs. The first part is the wave `main`.
    pub fn parts(&self) -> impl Iterator<Item = (WaveId, &[String])> {
        let later = self.waves.iter().map(|(wave, part)| (*wave, part.studies.as_slice()));
        std::iter::once((MAIN, self.studies.as_slice())).chain(later).filter(|(_, studies)| !studies.is_empty())
    }

    /// Whether a study at Prolific belongs to any part.
    pub fn has_study(&self, id: &str) -> bool {
        self.parts().any(|(_, studies)| studies.iter().any(|own| own == id))
    }

    /// The participant groups, by wave.
    pub fn groups(&self) -> impl Iterator<Item = (WaveId, &str)> {
        self.waves.iter().filter_map(|(wave, part)| Some((*wave, part.group.as_deref()?)))
    }
}
