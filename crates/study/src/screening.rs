//! Who can't take part by their answers, and which quotas a participant counts in.
//!
//! Rules of `screen_out` and quotas act before the arms differ. Failed attention checks and the time limit act in the
//! whole part for which they are declared: those whom they end in the first part after the arms differ stay in the
//! trial, as lost after allocation. What they end in a later part leaves the earlier parts complete.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::answers::{Answers, Earlier};
use crate::definition::item::Questionnaire;
use crate::definition::screening::{Outcome, OutcomeCode, Quota, ScreenOut};
use crate::definition::{Item, Study};
use crate::flow::Screen;

/// What the answers of a submission decide about a participation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Screening {
    /// The outcome, if a rule of the questionnaire excludes the participant.
    pub excluded: Option<Outcome>,
    /// The quotas in which the participant counts from now on.
    pub quotas: Vec<QuotaLimit>,
}

/// A quota, as the store counts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuotaLimit {
    /// ID of the quota.
    pub id: String,
    /// The most participants.
    pub limit: u32,
}

impl From<&Quota> for QuotaLimit {
    fn from(quota: &Quota) -> Self {
        Self { id: quota.id.clone(), limit: quota.limit }
    }
}

/// What a submission of some screens of a questionnaire decides. `known` are the answers of the questionnaire so far,
/// with those of the submission; `end` is the first screen that was not asked yet.
pub(crate) fn of_submission(
    study: &Study,
    questionnaire: &Questionnaire,
    screens: &[Screen],
    (first, end): (usize, usize),
    answers: &Answers,
    known: &Earlier,
) -> Screening {
    let age = study.file.minimum_age;
    let excluded =
        questionnaire.screen_out.iter().find(|rule| rule.holds(age, answers)).map(|rule| rule.outcome.into());
    let decided = |quota: &&Quota| {
        let last = last_screen(screens, quota);
        last.is_some_and(|last| (first..end).contains(&last)) && quota.holds(known)
    };
    let quotas = study.file.quotas.iter().filter(decided).map(QuotaLimit::from).collect();
    Screening { excluded, quotas }
}

/// The last screen that a quota reads; none if the questionnaire has none of its variables.
fn last_screen(screens: &[Screen], quota: &Quota) -> Option<usize> {
    let names = quota.variables();
    screens.iter().rposition(|screen| {
        screen.items.iter().flat_map(|item| item.variables()).any(|variable| names.contains(variable.name.as_str()))
    })
}

/// The variables of earlier screens that quotas read once later screens are answered.
pub(crate) fn still_needed<'a>(study: &'a Study, screens: &[Screen], next: usize) -> BTreeSet<&'a str> {
    let open = study.file.quotas.iter().filter(|quota| last_screen(screens, quota).is_some_and(|last| last >= next));
    open.flat_map(Quota::variables).collect()
}

impl ScreenOut {
    /// Whether these answers exclude the participant.
    pub fn holds(&self, minimum_age: u32, answers: &Answers) -> bool {
        let condition = self.when.as_ref().is_some_and(|when| when.meets(answers.get(&when.item)));
        let age = self.below_minimum_age.as_ref().and_then(|item| answers.get(item)).and_then(Value::as_f64);
        condition || age.is_some_and(|age| age < f64::from(minimum_age))
    }
}

impl Quota {
    /// Whether a participant with these answers counts in the quota.
    pub fn holds(&self, known: &Earlier) -> bool {
        self.when.iter().all(|condition| condition.holds(known))
    }

    /// The variables that the quota reads.
    pub fn variables(&self) -> BTreeSet<&str> {
        self.when.iter().map(|condition| condition.item.as_str()).collect()
    }
}

impl Study {
    /// The quotas with these IDs, as far as this version of the study has them.
    pub fn quota_limits(&self) -> Vec<QuotaLimit> {
        self.file.quotas.iter().map(QuotaLimit::from).collect()
    }

    /// What participants get with this outcome: the code and the link of `outcomes`. `completed` may also be in
    /// `recruitment`.
    pub fn outcome_code(&self, outcome: Outcome) -> Option<OutcomeCode> {
        let outcomes = &self.file.outcomes;
        match outcome {
            Outcome::Completed => outcomes.completed.clone().or_else(|| {
                let recruitment = self.file.recruitment.as_ref()?;
                let code = recruitment.completion_code.clone()?;
                Some(OutcomeCode { code, return_url: recruitment.return_url.clone() })
            }),
            Outcome::ScreenedOut => outcomes.screened_out.clone(),
            Outcome::QuotaFull => outcomes.quota_full.clone(),
            Outcome::Failed => outcomes.failed.clone(),
            Outcome::TimedOut => outcomes.timed_out.clone(),
            Outcome::Withdrawn | Outcome::Declined => None,
        }
    }

    /// The text for a participant whom a rule excluded with this outcome and who gave these answers: that of the first
    /// rule that holds. It is the name of a file in `pages/` without `.md`.
    pub fn screened_out_page(&self, outcome: Outcome, answers: &Answers) -> Option<&str> {
        let rules = self.questionnaires.values().flat_map(|own| &own.screen_out);
        let mut own = rules.filter(|rule| Outcome::from(rule.outcome) == outcome);
        let held = own.find(|rule| rule.holds(self.file.minimum_age, answers))?;
        held.page.as_deref()
    }

    /// The text for a participant whose participation in a part was ended with this outcome, as a file in `pages/`
    /// without `.md`: 0 is the first part, 1 the first of `waves`. The study need not have the file.
    pub fn ending_page(&self, wave: usize, outcome: Outcome) -> String {
        let later = wave.checked_sub(1).and_then(|later| self.file.waves.get(later)?.outcomes.of(outcome));
        let own = later.and_then(|own| own.page.clone());
        own.unwrap_or_else(|| outcome.name().replace('_', "-"))
    }

    /// What participants get whose participation in a later part was ended with this outcome: 1 is the first of
    /// `waves`.
    pub fn ending_code(&self, wave: usize, outcome: Outcome) -> Option<OutcomeCode> {
        let own = self.file.waves.get(wave.checked_sub(1)?)?.outcomes.of(outcome)?;
        let usual = || self.outcome_code(Outcome::Completed).and_then(|first| first.return_url);
        Some(OutcomeCode { code: own.code.clone()?, return_url: own.return_url.clone().or_else(usual) })
    }

    /// What participants get who completed a wave: 0 is the first part, 1 the first of `waves`.
    pub fn completion_code(&self, wave: usize) -> Option<OutcomeCode> {
        let first = self.outcome_code(Outcome::Completed);
        let Some(later) = wave.checked_sub(1) else { return first };
        let code = self.file.waves.get(later)?.completion_code.clone()?;
        Some(OutcomeCode { code, return_url: first.and_then(|first| first.return_url) })
    }
}

impl Outcome {
    /// Every outcome.
    pub const ALL: [Self; 7] = [
        Self::Completed,
        Self::ScreenedOut,
        Self::QuotaFull,
        Self::Withdrawn,
        Self::TimedOut,
        Self::Failed,
        Self::Declined,
    ];

    /// Name in the data.
    pub fn name(self) -> &'static str {
        match self {
            Self::Completed => "completed",
            Self::ScreenedOut => "screened_out",
            Self::QuotaFull => "quota_full",
            Self::Withdrawn => "withdrawn",
            Self::TimedOut => "timed_out",
            Self::Failed => "failed",
            Self::Declined => "declined",
        }
    }

    /// Whether the program ended the participation before the end. With the outcomes `screened_out` and `quota_full`
    /// the arms did not differ until then.
    pub fn is_turned_away(self) -> bool {
        matches!(self, Self::ScreenedOut | Self::QuotaFull | Self::TimedOut | Self::Failed)
    }

    /// Whether a later part with this outcome is over for a participant who neither reached its end nor withdrew.
    pub fn ends_later_part(self) -> bool {
        matches!(self, Self::TimedOut | Self::Failed | Self::Declined)
    }
}

/// The variables of an item with this name, for checks.
pub(crate) fn asks(item: &Item, name: &str) -> bool {
    item.variables().iter().any(|variable| variable.name == name)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::flow::{self, Submission};
    use crate::load::{Files, load};
    use crate::page::QuestionnairePage;
    use crate::testing::{CONTROL_0, assignment, files, fixtures, small_files};

    fn study() -> Study {
        let mut all: Files = small_files();
        all.extend(files(&fixtures().join("screening")));
        load(&all).unwrap_or_else(|problems| panic!("{problems}"))
    }

    fn first_section(answers: &Value) -> Screening {
        let (study, assigned) = (study(), assignment(CONTROL_0));
        let submission = Submission::Questionnaire {
            page: QuestionnairePage::Pre,
            section: Some("you".into()),
            answers: answers.as_object().unwrap().clone(),
        };
        let start = flow::start(&study, &assigned);
        flow::submit(&study, &assigned, &start, submission).unwrap().screening
    }

    fn answers(age: u32, gender: &str, channel: &str) -> Screening {
        first_section(&json!({ "age": age, "gender": gender, "channels": [channel] }))
    }

    fn names(screening: &Screening) -> Vec<&str> {
        screening.quotas.iter().map(|quota| quota.id.as_str()).collect()
    }

    #[test]
    fn a_participant_below_the_minimum_age_is_screened_out() {
        assert_eq!(answers(17, "woman", "radio").excluded, Some(Outcome::ScreenedOut));
        assert_eq!(answers(18, "woman", "radio").excluded, None);
    }

    #[test]
    fn an_answer_that_meets_a_rule_screens_out() {
        assert_eq!(answers(40, "man", "none").excluded, Some(Outcome::ScreenedOut));
    }

    #[test]
    fn the_first_rule_that_holds_has_the_text() {
        let study = study();
        let page = |age: u32, channel: &str| {
            let answers = json!({ "age": age, "gender": "man", "channels": [channel] });
            study.screened_out_page(Outcome::ScreenedOut, answers.as_object().unwrap()).map(str::to_owned)
        };
        assert_eq!(page(17, "none").as_deref(), Some("too-young"));
        assert_eq!((page(40, "none"), page(40, "radio")), (None, None));
    }

    #[test]
    fn a_participant_counts_in_each_quota_whose_conditions_all_hold() {
        assert_eq!(names(&answers(40, "woman", "radio")), ["women"]);
        assert_eq!(names(&answers(29, "man", "radio")), ["young_men"]);
        assert_eq!(names(&answers(30, "man", "radio")), Vec::<&str>::new());
        assert_eq!(names(&answers(20, "other", "radio")), Vec::<&str>::new());
    }

    /// The conditions of a quota may be answered on different pages.
    #[test]
    fn a_quota_is_decided_with_its_last_answer() {
        let mut study = study();
        let nested = json!({ "item": "worry", "at_least": 50 });
        study.file.quotas[1].when.push(serde_json::from_value(nested).unwrap());
        let assigned = assignment(CONTROL_0);
        let submit = |at: &crate::progress::Progress, section: &str, answers: Value| {
            let answers = answers.as_object().unwrap().clone();
            let section = Some(section.into());
            let submission = Submission::Questionnaire { page: QuestionnairePage::Pre, section, answers };
            flow::submit(&study, &assigned, at, submission).unwrap()
        };
        let you = json!({ "age": 20, "gender": "man", "channels": ["radio"] });
        let first = submit(&flow::start(&study, &assigned), "you", you);
        assert_eq!(names(&first.screening), Vec::<&str>::new());
        let views =
            |worry: u32| json!({ "trust_1": 1, "trust_2": 1, "trust_3": 1, "views_1": 2, "worry": worry, "often": 1 });
        assert_eq!(names(&submit(&first.progress, "views", views(50)).screening), ["young_men"]);
        assert_eq!(names(&submit(&first.progress, "views", views(45)).screening), Vec::<&str>::new());
    }

    #[test]
    fn the_completion_code_may_be_in_recruitment() {
        let old = load(&small_files()).unwrap();
        assert_eq!(old.outcome_code(Outcome::Completed).unwrap().code, "SMALL-DONE");
        assert_eq!(old.outcome_code(Outcome::ScreenedOut), None);
        let link = study().outcome_code(Outcome::QuotaFull).unwrap().link();
        assert_eq!(link.as_deref(), Some("https://example.org/complete?cc=SCREEN-FULL"));
    }
}
