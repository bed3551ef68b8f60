//! `reporting` in `study.yaml`: what a report of a randomised trial states about it besides design and results
//! (CONSORT 2025).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What only the researchers know about the trial. All fields are optional; the checklist in the data package says what
/// remains to be written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Reporting {
    /// Where the trial was registered.
    pub registration: Option<Registration>,
    /// Web address of the protocol and the statistical analysis plan.
    pub protocol: Option<String>,
    /// The research question, and why it is asked, with the literature.
    pub background: Option<String>,
    /// Who paid for the study, and what part the funders had in it.
    pub funding: Option<String>,
    /// Financial and other conflicts of interest of the authors.
    pub conflicts: Option<String>,
    /// How members of the public took part in design, conduct and reporting.
    pub involvement: Option<String>,
    /// Where and how participants were recruited.
    pub setting: Option<String>,
    /// What participants receive for taking part.
    pub payment: Option<String>,
    /// When recruitment begins and ends.
    pub timeline: Option<String>,
    /// Which harms were expected, and how they are assessed.
    pub harms: Option<String>,
}

/// The entry of the trial in a register.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ReportRegistration)]
pub struct Registration {
    /// Name of the register, for example `OSF` or `ClinicalTrials.gov`.
    pub registry: String,
    /// Number of the entry.
    pub number: String,
    /// Web address of the entry.
    pub url: Option<String>,
    /// Day of the registration, `YYYY-MM-DD`.
    pub day: Option<String>,
}

impl Reporting {
    /// The texts by the names of their fields.
    pub fn texts(&self) -> [(&'static str, Option<&str>); 8] {
        [
            ("background", self.background.as_deref()),
            ("funding", self.funding.as_deref()),
            ("conflicts", self.conflicts.as_deref()),
            ("involvement", self.involvement.as_deref()),
            ("setting", self.setting.as_deref()),
            ("payment", self.payment.as_deref()),
            ("timeline", self.timeline.as_deref()),
            ("harms", self.harms.as_deref()),
        ]
    }
}

impl Registration {
    /// Register, number, day and address in one line.
    pub fn in_words(&self) -> String {
        let day = self.day.iter().map(String::as_str);
        let parts = [self.registry.as_str(), &self.number].into_iter().chain(day).chain(self.url.as_deref());
        parts.collect::<Vec<_>>().join(", ")
    }
}
