//! `publication` in `study.yaml`: what the data package says about itself when it is published.

use chrono::NaiveDate;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answers::parse_day;

/// SPDX identifiers of licences for data that the Citation File Format 1.2 knows, too.
pub const LICENCES: [&str; 35] = [
    "CC0-1.0",
    "CC-BY-1.0",
    "CC-BY-2.0",
    "CC-BY-2.5",
    "CC-BY-3.0",
    "CC-BY-3.0-AT",
    "CC-BY-3.0-US",
    "CC-BY-4.0",
    "CC-BY-SA-1.0",
    "CC-BY-SA-2.0",
    "CC-BY-SA-2.5",
    "CC-BY-SA-3.0",
    "CC-BY-SA-3.0-AT",
    "CC-BY-SA-4.0",
    "CC-BY-NC-1.0",
    "CC-BY-NC-2.0",
    "CC-BY-NC-2.5",
    "CC-BY-NC-3.0",
    "CC-BY-NC-4.0",
    "CC-BY-NC-SA-1.0",
    "CC-BY-NC-SA-2.0",
    "CC-BY-NC-SA-2.5",
    "CC-BY-NC-SA-3.0",
    "CC-BY-NC-SA-4.0",
    "CC-BY-NC-ND-3.0",
    "CC-BY-NC-ND-4.0",
    "CC-BY-ND-3.0",
    "CC-BY-ND-4.0",
    "CC-PDDC",
    "CDLA-Permissive-1.0",
    "CDLA-Sharing-1.0",
    "ODbL-1.0",
    "ODC-By-1.0",
    "OGL-UK-3.0",
    "PDDL-1.0",
];

/// How the data are published. The files of the data package name what is given here, and nothing else.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Publication {
    /// Variables by which somebody could recognise a participant, for example age and gender. A public package counts
    /// how many participants have the same answers to all of them. Default: the questions with one choice in the first
    /// section of `pre.yaml`.
    pub quasi_identifiers: Option<Vec<String>>,
    /// SPDX identifier of the licence of the data (<https://spdx.org/licenses>), for example `CC-BY-4.0`.
    pub licence: Option<String>,
    /// Digital object identifier of the published data, without `https://doi.org/`.
    pub doi: Option<String>,
    /// Web page of the study or of its data.
    pub homepage: Option<String>,
    /// Day of publication, `YYYY-MM-DD`.
    pub published: Option<String>,
    /// Authors of the data, in the order in which they are to be cited.
    pub authors: Vec<Author>,
    /// A few words under which others find the data.
    pub keywords: Vec<String>,
}

/// An author of the data: a person by given and family names, or a group by its name.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Author {
    /// Given names of a person.
    pub given_names: Option<String>,
    /// Family names of a person.
    pub family_names: Option<String>,
    /// Name of a group, such as a consortium.
    pub name: Option<String>,
    /// ORCID iD, without `https://orcid.org/`: `0000-0002-1825-0097`.
    pub orcid: Option<String>,
    /// University, lab or company.
    pub affiliation: Option<String>,
}

impl Publication {
    /// The day of publication, if `published` is a date.
    pub fn day(&self) -> Option<NaiveDate> {
        parse_day(self.published.as_deref()?)
    }

    /// The address that resolves the DOI.
    pub fn doi_url(&self) -> Option<String> {
        self.doi.as_ref().map(|doi| format!("https://doi.org/{doi}"))
    }

    /// The licence's text, if it has an SPDX identifier.
    pub fn licence_url(&self) -> Option<String> {
        let listed = self.licence.as_ref().filter(|licence| !licence.starts_with("LicenseRef-"));
        listed.map(|licence| format!("https://spdx.org/licenses/{licence}.html"))
    }

    /// What a published data package should have and this one lacks, by the names of the fields. DOI and day of
    /// publication are known only at the end, so each is missing once the other is given.
    pub fn missing(&self) -> Vec<&'static str> {
        let absent = [
            ("licence", self.licence.is_none()),
            ("authors", self.authors.is_empty()),
            ("doi", self.doi.is_none() && self.published.is_some()),
            ("published", self.published.is_none() && self.doi.is_some()),
        ];
        absent.into_iter().filter_map(|(name, is_absent)| is_absent.then_some(name)).collect()
    }
}

impl Author {
    /// Given and family names of a person; none of a group.
    pub fn person(&self) -> Option<(&str, &str)> {
        self.given_names.as_deref().zip(self.family_names.as_deref())
    }

    /// The name in one piece.
    pub fn full_name(&self) -> String {
        let group = || self.name.clone().unwrap_or_default();
        self.person().map_or_else(group, |(given, family)| format!("{given} {family}"))
    }

    /// The address that resolves the ORCID iD.
    pub fn orcid_url(&self) -> Option<String> {
        self.orcid.as_ref().map(|orcid| format!("https://orcid.org/{orcid}"))
    }
}
