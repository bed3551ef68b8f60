//! `study.yaml`: title, arms, allocation, recruitment, withdrawal and retention.

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::allocation::AllocationPlan;
use super::block::{Block, StepEntry};
use super::condition::Condition;
use super::expect::ExpectedEffect;
use super::factors::{Arms, Factors, SharedStep, cell_name, cells};
use super::prolific::Prolific;
use super::screening::{Outcomes, Quota};
use super::{AnalysisPlan, ArmId, BlockId, Bonus, Form, Publication, Reporting, Wave, defaults};
use crate::page::{Step, StepKind};
use crate::text::{Locale, Text};

/// `study.yaml`.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyFile {
    /// Short name in lower case, used in the names of exported files.
    pub id: String,
    /// Title for participants.
    pub title: Text,
    /// Language of the bundle's texts.
    pub language: Locale,
    /// The name of the language in that language ("English").
    pub language_name: String,
    /// Who runs the study.
    pub contact: Contact,
    /// Ethics approval, shown on the landing and consent pages.
    pub ethics: Option<Ethics>,
    /// Duration in minutes. The remaining time is estimated from it.
    pub minutes: u32,
    /// Minimum age, declared by the participants themselves.
    #[serde(default = "adult")]
    pub minimum_age: u32,
    /// The landing page.
    pub landing: Landing,
    /// The factors of a factorial design, each with its levels. Default: none.
    #[serde(default)]
    pub factors: Factors,
    /// Factors that vary within participants, each with its levels: every combination is a condition. Default: none.
    #[serde(default)]
    pub within: Factors,
    /// The arms with their steps, or `full_factorial`: one for each combination of levels.
    pub arms: Arms,
    /// The steps of all arms that have none of their own.
    #[serde(default)]
    pub steps: Vec<SharedStep>,
    /// Later parts of the study, each with its own time. Default: none.
    #[serde(default)]
    pub waves: Vec<Wave>,
    /// How participants are allocated to the arms.
    pub allocation: AllocationPlan,
    /// The choice that participants have when they withdraw.
    #[serde(default)]
    pub withdrawal: Withdrawal,
    /// Recruitment through a service, such as a participant panel.
    pub recruitment: Option<Recruitment>,
    /// The codes of the outcomes, and the ways back to the recruitment service. Default: none.
    #[serde(default)]
    pub outcomes: Outcomes,
    /// What participants are paid in addition, by their scores. Default: nothing.
    pub bonus: Option<Bonus>,
    /// How many participants with certain answers take part at most. Default: no limits.
    #[serde(default)]
    pub quotas: Vec<Quota>,
    /// This many failed attention checks in the first part end the participation. Default: they end none.
    pub failed_checks: Option<u32>,
    /// Minutes from the consent after which the first part ends for a participant who has not completed it. Default: no
    /// limit.
    pub time_limit: Option<u32>,
    /// Why a time limit below 20 hours is essential (WCAG 2.2, success criterion 2.2.1).
    pub time_limit_reason: Option<String>,
    /// The retention period, if the study has one.
    pub retention: Option<Retention>,
    /// The sound check: holds for participants who hear the sound. It may read any item of a questionnaire.
    pub sound_check: Option<Condition>,
    /// The effects of the arms that `unmask simulate` assumes, by the arm's ID. Default: none.
    #[serde(default)]
    pub expect: IndexMap<ArmId, ExpectedEffect>,
    /// The same by factor and level: added to that of each arm with this level. Default: none.
    #[serde(default)]
    pub expect_by_level: IndexMap<String, IndexMap<String, ExpectedEffect>>,
    /// The result on `/end`.
    pub result: Option<ResultSettings>,
    /// The analysis plan.
    #[serde(default)]
    pub analysis: AnalysisPlan,
    /// How the data are published.
    #[serde(default)]
    pub publication: Publication,
    /// What a report of the trial states besides design and results: registration, funding, conflicts of interest.
    #[serde(default)]
    pub reporting: Reporting,
}

impl StudyFile {
    /// With all arms, and their steps.
    pub(crate) fn complete(mut self) -> Self {
        self.arms.complete(&self.factors, &self.steps);
        self
    }

    /// The conditions within participants, by their levels: `none_person` for `none` and `person`.
    pub fn conditions(&self) -> Vec<String> {
        if self.within.is_empty() { Vec::new() } else { cells(&self.within).iter().map(cell_name).collect() }
    }

    /// The test forms: a list for each condition, or X and Y.
    pub fn forms(&self) -> Vec<Form> {
        if self.within.is_empty() { Form::PARALLEL.into() } else { Form::lists(self.conditions().len()).collect() }
    }

    /// What `unmask simulate` assumes about an arm: its own effect with those of its levels.
    pub fn expected(&self, arm: ArmId) -> ExpectedEffect {
        let levels = self.arms.get(&arm).into_iter().flat_map(|own| &own.levels);
        let by_level = levels.filter_map(|(factor, level)| self.expect_by_level.get(factor)?.get(level));
        by_level.fold(self.expect.get(&arm).cloned().unwrap_or_default(), ExpectedEffect::and)
    }

    /// Whether the study states what a simulation assumes.
    pub fn expects_effects(&self) -> bool {
        !self.expect.is_empty() || !self.expect_by_level.is_empty()
    }

    /// The wave from whose completion the days of a wave are counted. Both are numbers: 0 is the first part of the
    /// study, 1 the first of `waves`.
    pub fn wave_before(&self, wave: usize) -> usize {
        let after = wave.checked_sub(1).and_then(|index| self.waves.get(index)?.after);
        let named = |after| self.waves.iter().position(|other| other.id == after).map_or(0, |index| index + 1);
        after.map_or(wave.saturating_sub(1), named)
    }

    /// The blocks of the steps by ID: first those with the usual file, in the order of a participation, then those that
    /// a step describes. If steps describe the same block in different ways, the first one holds, and the check
    /// complains.
    pub fn blocks(&self) -> IndexMap<BlockId, Block> {
        let later = || self.waves.iter().flat_map(|wave| wave.steps.lists()).flatten();
        let entries = || self.arms.values().flat_map(|arm| &arm.steps).chain(later());
        let is_usual = |kind: &StepKind| {
            let named = [StepEntry::Page(*kind), StepEntry::Block(kind.block())];
            entries().any(|entry| named.contains(entry))
        };
        let usual = StepKind::ALL.into_iter().filter(is_usual).map(|kind| (kind.block(), kind.into()));
        let mut blocks: IndexMap<_, _> = usual.collect();
        for entry in entries() {
            if let StepEntry::Described(described) = entry {
                blocks.entry(described.id).or_insert_with(|| described.into());
            }
        }
        blocks
    }

    /// The steps of each arm, of all waves in order. Steps that name an unknown block are absent, and the check
    /// complains.
    pub fn steps(&self) -> IndexMap<ArmId, Vec<Step>> {
        let blocks = self.blocks();
        let of_arm = |(id, arm): (&ArmId, &Arm)| {
            let later = self.waves.iter().map(|wave| wave.steps.of(*id));
            let waves = std::iter::once(arm.steps.as_slice()).chain(later).enumerate();
            let steps = waves
                .flat_map(|(wave, own)| own.iter().filter_map(|entry| entry.step(&blocks, wave)).collect::<Vec<_>>());
            (*id, steps.collect())
        };
        self.arms.iter().map(of_arm).collect()
    }
}

/// The steps before allocation, by the steps of the arms, which are the same until then.
pub(crate) fn unallocated(plan: &AllocationPlan, arms: &IndexMap<ArmId, Vec<Step>>) -> Vec<Step> {
    let steps = arms.values().next().map_or(&[] as &[Step], Vec::as_slice);
    let last = plan.at.and_then(|at| steps.iter().position(|step| step.block == at));
    last.map_or_else(|| vec![StepKind::End.into()], |last| steps[..=last].to_vec())
}

fn adult() -> u32 {
    18
}

/// Contact for questions about the study.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Contact {
    /// Person or team.
    pub name: Text,
    /// University, lab or company.
    pub institution: Text,
    /// E-mail address.
    pub email: String,
}

/// Ethics approval.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ethics {
    /// The board that gave the approval.
    pub board: Text,
    /// Number of the approval.
    pub id: String,
}

/// The landing page `/`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Landing {
    /// A line above the title.
    pub eyebrow: Text,
    /// One or two sentences below it.
    pub lead: Text,
    /// The button that leads to the consent page.
    pub button: Text,
    /// Key facts in a few words each ("About 30 minutes").
    pub chips: Vec<Text>,
    /// Steps of the study, each with an image.
    pub steps: Vec<LandingStep>,
    /// Labelled facts, such as who may take part.
    pub facts: Vec<Fact>,
    /// Personas whose portraits are beside the title. Default: none.
    #[serde(default)]
    pub personas: Vec<String>,
}

/// A step of the study, on the landing page.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LandingStep {
    /// A few words.
    pub title: Text,
    /// One sentence.
    pub text: Text,
    /// Image file under `media/` (SVG, PNG or WebP). It is decorative and has no alternative text.
    pub picture: String,
}

/// A labelled fact.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    /// The label.
    pub label: Text,
    /// The fact.
    pub value: Text,
}

/// An arm of the trial.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arm {
    /// Name for researchers; no page shows it to participants.
    pub label: String,
    /// Share of the arm in every block, relative to the others.
    #[serde(default = "defaults::one")]
    pub weight: u32,
    /// The level of each factor. Default: none, if the study has no factors.
    #[serde(default)]
    pub levels: IndexMap<String, String>,
    /// The steps after consent, each named by its first page: `/flow-a/start` is all of Flow A, `/dashboard` all of
    /// Flow B. The last one is `/end`. A step with a file of its own is `{ page: …, id: …, content: … }`; other arms
    /// name it by that ID. Default: the `steps` of the study.
    #[serde(default)]
    pub steps: Vec<StepEntry>,
    /// If the steps are those of the study: the place of each among them.
    #[serde(skip)]
    pub shared: Option<Vec<usize>>,
}

/// What happens to the data of participants who withdraw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Withdrawal {
    /// The participant chooses between keeping and erasing.
    #[default]
    Choose,
    /// The data so far are kept. The consent text must say so.
    Keep,
    /// All data are erased.
    Erase,
}

/// The retention period. The consent text must state the same.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Retention {
    /// Its last day, `YYYY-MM-DD`.
    pub until: String,
    /// What `unmask retention` does afterwards.
    #[serde(default)]
    pub then: AfterRetention,
}

/// What happens after the retention period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AfterRetention {
    /// Delete what links persons to data: accounts, names, recruitment IDs.
    #[default]
    Anonymise,
    /// Delete the data as well.
    Erase,
}

impl Retention {
    /// The last day, if `until` is a date.
    pub fn last_day(&self) -> Option<chrono::NaiveDate> {
        crate::answers::parse_day(&self.until)
    }
}

/// What the result on `/end` shows besides the number of correct judgements.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ResultSettings {
    /// The item of the post-questionnaire in which participants estimate how many of its judgements are correct: a
    /// `number`, a `slider`, or a `single` with numbers as values.
    pub estimate: String,
}

/// Recruitment through a service, such as a participant panel.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Recruitment {
    /// Parameters of the link that are stored, for example `PROLIFIC_PID`.
    pub parameters: Vec<String>,
    /// The parameter that identifies a person: each value can register once.
    pub one_place_per: Option<String>,
    /// Registration requires that parameter.
    #[serde(default)]
    pub link_required: bool,
    /// How participants get an account. Default: they choose a username and a password.
    #[serde(default)]
    pub account: AccountKind,
    /// With `account: link`: the parameter that has another value at each visit, such as `SESSION_ID`. Each value can
    /// be used once. A link with a new value resumes, if a signature or Prolific's API confirms the visit.
    pub visit: Option<String>,
    /// With `visit`: a link with a new value resumes although nothing confirms it, so whoever knows an ID can take over
    /// its participation. Default: only the same browser or a password resumes then.
    #[serde(default)]
    pub trust_visits: bool,
    /// With `account: link`: the parameter with the recruiter's signature, the HMAC-SHA256 of the ID in hexadecimal
    /// digits. With `visit`, of the ID, a full stop and the visit. Links without it are rejected.
    pub signature: Option<String>,
    /// With `account: link`: the values of parameters that a link must have, such as the IDs of the study at the
    /// recruiter. Default: any.
    #[serde(default)]
    pub accepted: IndexMap<String, Vec<String>>,
    /// The completion code, shown on `/end`. The same as `code` of `outcomes.completed`, which takes its place.
    pub completion_code: Option<String>,
    /// URL of the link on `/end`; `{code}` is replaced by the completion code.
    pub return_url: Option<String>,
    /// The studies and participant groups at Prolific that belong to this study. Default: Prolific is not asked.
    pub prolific: Option<Prolific>,
}

/// How participants get an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AccountKind {
    /// They register with a username and a password.
    #[default]
    Password,
    /// The recruitment link is enough: the account belongs to its ID, and has no password until they set one.
    Link,
}

impl Recruitment {
    /// What belongs to this study at Prolific, if it has studies there whose submissions can confirm visits.
    pub fn confirming_prolific(&self) -> Option<&Prolific> {
        self.prolific.as_ref().filter(|prolific| prolific.parts().next().is_some())
    }

    /// The parameter with Prolific's own signature.
    pub fn signed_links(&self) -> Option<&str> {
        self.prolific.as_ref()?.signed_links.as_deref()
    }
}

impl StudyFile {
    /// The recruitment, if its links open accounts.
    pub fn link_accounts(&self) -> Option<&Recruitment> {
        self.recruitment.as_ref().filter(|recruitment| recruitment.account == AccountKind::Link)
    }
}
