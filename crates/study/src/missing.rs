//! Missing-value codes: why a value of the data set is missing.

use std::collections::{BTreeSet, HashMap};

use crate::answers::Earlier;
use crate::definition::item::{Condition, Scale};
use crate::definition::{ArmId, Item, Study};
use crate::page::QuestionnaireBlock;

/// Why a value is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Missing {
    /// A condition hid the question.
    NotShown,
    /// The question was shown, is optional, and was not answered.
    Skipped,
    /// The participant did not get there.
    NotReached,
    /// The participant withdrew before.
    Withdrawn,
    /// The participant's arm has no such page, or the participant has no arm at present.
    NotAssigned,
    /// The participant's version of the study does not have it.
    NotInVersion,
    /// Too few of a scale's items were answered.
    NotScored,
    /// The browser sent no such measurement.
    NotRecorded,
    /// There can be no value.
    NotApplicable,
    /// The participant's data were erased.
    Erased,
}

impl Missing {
    /// All reasons.
    pub const ALL: [Self; 10] = [
        Self::NotShown,
        Self::Skipped,
        Self::NotReached,
        Self::Withdrawn,
        Self::NotAssigned,
        Self::NotInVersion,
        Self::NotScored,
        Self::NotRecorded,
        Self::NotApplicable,
        Self::Erased,
    ];

    /// The code in text files. A word, so that a program that does not know the codes fails, where it would take a
    /// number such as -99 for an answer.
    pub fn code(self) -> &'static str {
        self.described().0
    }

    /// What it means, for the codebook.
    pub fn meaning(self) -> &'static str {
        self.described().1
    }

    fn described(self) -> (&'static str, &'static str) {
        match self {
            Self::NotShown => (
                "NA_not_shown",
                "Not shown: a condition on an earlier answer, or on the consent to later parts, hid the question",
            ),
            Self::Skipped => ("NA_skipped", "Skipped: the question was shown and left open, which was allowed"),
            Self::NotReached => ("NA_not_reached", "Not reached: the participant did not get there"),
            Self::Withdrawn => ("NA_withdrawn", "Withdrawn: the participant withdrew before this point"),
            Self::NotAssigned => ("NA_not_assigned", "Not assigned: the participant's arm does not have it"),
            Self::NotInVersion => {
                ("NA_not_in_version", "Not in the version of the study that the participant takes part in")
            }
            Self::NotScored => ("NA_not_scored", "Not scored: too few of the scale's items were answered"),
            Self::NotRecorded => ("NA_not_recorded", "Not recorded: the browser sent no such measurement"),
            Self::NotApplicable => ("NA_not_applicable", "Not applicable: there can be no value here"),
            Self::Erased => ("NA_erased", "Erased: the participant withdrew and had everything erased"),
        }
    }
}

/// What a participant has submitted.
#[derive(Clone, Copy, Debug)]
pub struct Reached<'a> {
    /// Arm; none if the slot was released.
    pub group: Option<ArmId>,
    /// They agreed, at registration, to be invited to later parts.
    pub contact_again: bool,
    /// They withdrew.
    pub withdrawn: bool,
    /// Their submissions, by [`crate::flow::Record::item`].
    pub items: &'a BTreeSet<String>,
    /// All their answers.
    pub answers: &'a Earlier,
}

/// Where a variable or a score of the questionnaires comes from.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
    page: QuestionnaireBlock,
    /// [`crate::flow::Screen::id`]; none for a score.
    screen: Option<String>,
    show_if: Option<&'a Condition>,
    /// Only participants who agreed to later parts have it, or only the others; none if it does not matter.
    contact_again: Option<bool>,
    /// The arms that do not have it although they have the block.
    absent_in: BTreeSet<ArmId>,
}

/// Every variable and score of the questionnaires, by name.
pub fn asked(study: &Study) -> HashMap<String, Asked<'_>> {
    let mut asked = asked_of_all(study);
    for (arm, seen) in &study.by_arm {
        let own = asked_of_all(seen);
        for (_, absent) in asked.iter_mut().filter(|(name, _)| !own.contains_key(*name)) {
            absent.absent_in.insert(*arm);
        }
    }
    asked
}

fn asked_of_all(study: &Study) -> HashMap<String, Asked<'_>> {
    let mut asked = HashMap::new();
    for (&page, questionnaire) in &study.questionnaires {
        let later = study.steps.values().flatten().find(|step| step.block == page.id).map_or(0, |step| step.wave);
        let is_by_consent = later.checked_sub(1).is_some_and(|later| study.file.waves[later].consent.is_some());
        let of_wave = is_by_consent.then_some(true);
        let of =
            |screen, show_if, contact_again| Asked { page, screen, show_if, contact_again, absent_in: BTreeSet::new() };
        for section in &questionnaire.sections {
            let contact_again = if section.debrief { Some(false) } else { of_wave };
            for item in &section.items {
                let own = of(Some(section.screen_of(item)), item.show_if.as_ref(), contact_again);
                asked.extend(named(item).into_iter().map(|name| (name, own.clone())));
            }
        }
        // A score depends on what its items depend on.
        let of_scale = |scale: &Scale| {
            let items: Vec<&Asked<'_>> = scale.items.iter().filter_map(|item| asked.get(item)).collect();
            let first = items.first().and_then(|item| item.contact_again);
            first.filter(|_| items.iter().all(|item| item.contact_again == first)).or(of_wave)
        };
        let scores: Vec<_> = questionnaire.scales.iter().map(|scale| (scale.id.clone(), of_scale(scale))).collect();
        asked.extend(scores.into_iter().map(|(id, contact_again)| (id, of(None, None, contact_again))));
    }
    asked
}

fn named(item: &Item) -> Vec<String> {
    item.variables().into_iter().map(|variable| variable.name).collect()
}

impl Asked<'_> {
    /// Why this participant has no value here, given that there is none.
    pub fn missing(&self, study: &Study, who: &Reached) -> Missing {
        if who.group.is_some_and(|arm| self.absent_in.contains(&arm)) {
            return Missing::NotAssigned;
        }
        if self.contact_again.is_some_and(|only| only != who.contact_again) {
            return Missing::NotShown;
        }
        if self.is_submitted(who) {
            return match self.screen {
                None => Missing::NotScored,
                Some(_) if self.show_if.is_some_and(|condition| !condition.holds(who.answers)) => Missing::NotShown,
                Some(_) => Missing::Skipped,
            };
        }
        let steps = who.group.and_then(|group| study.steps.get(&group));
        match steps {
            Some(steps) if !steps.iter().any(|step| step.block == self.page.id) => Missing::NotAssigned,
            _ if who.withdrawn => Missing::Withdrawn,
            _ => Missing::NotReached,
        }
    }

    /// A submission of a whole questionnaire contains all remaining screens. A score is missing for the same reason as
    /// its last item.
    fn is_submitted(&self, who: &Reached) -> bool {
        let page = self.page.name();
        let whole = who.items.contains(page);
        whole || self.screen.as_ref().is_some_and(|screen| who.items.contains(&format!("{page}/{screen}")))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::testing::{CONTROL_0, TREATMENT_0, small};

    fn why(
        variable: &str,
        group: Option<ArmId>,
        withdrawn: bool,
        items: &[&str],
        answers: &serde_json::Value,
    ) -> Missing {
        let study = small();
        let items = items.iter().map(|&item| item.to_owned()).collect();
        let answers = answers.as_object().unwrap().clone().into_iter().collect();
        let who = Reached { group, contact_again: false, withdrawn, items: &items, answers: &answers };
        asked(&study)[variable].missing(&study, &who)
    }

    #[test]
    fn each_reason_has_its_code() {
        let arm = Some(CONTROL_0);
        let you = &["pre/you"][..];
        let woman = json!({"gender": "woman", "channels": ["none"]});
        assert_eq!(why("gender_words", arm, false, you, &woman), Missing::NotShown);
        assert_eq!(why("gender_words", arm, false, you, &json!({"gender": "other"})), Missing::Skipped);
        assert_eq!(why("born", arm, false, &["pre"], &woman), Missing::Skipped);
        assert_eq!(why("often", arm, true, &["pre/views"], &woman), Missing::NotShown);
        assert_eq!(why("worry", arm, false, you, &woman), Missing::NotReached);
        assert_eq!(why("worry", arm, true, you, &woman), Missing::Withdrawn);
        assert_eq!(why("worry", None, false, you, &woman), Missing::NotReached);
        assert_eq!(why("self_efficacy", arm, false, you, &woman), Missing::NotReached);
        assert_eq!(why("self_efficacy", arm, false, &["pre"], &woman), Missing::NotScored);
    }

    #[test]
    fn a_page_that_the_arm_lacks_is_not_one_that_was_not_reached() {
        let mut study = small();
        let steps = study.steps.get_mut(&CONTROL_0).unwrap();
        steps.retain(|step| step.block != QuestionnaireBlock::TREATMENT.id);
        let (items, answers) = (BTreeSet::new(), Earlier::new());
        let who = |group| Reached {
            group: Some(group),
            contact_again: false,
            withdrawn: true,
            items: &items,
            answers: &answers,
        };
        let useful = &asked(&study)["expect_useful"];
        assert_eq!(useful.missing(&study, &who(CONTROL_0)), Missing::NotAssigned);
        assert_eq!(useful.missing(&study, &who(TREATMENT_0)), Missing::Withdrawn);
    }

    #[test]
    fn codes_differ_and_no_answer_looks_like_one_by_chance() {
        let codes: BTreeSet<&str> = Missing::ALL.iter().map(|missing| missing.code()).collect();
        assert_eq!(codes.len(), Missing::ALL.len());
        assert!(codes.iter().all(|code| code.starts_with("NA_")));
    }
}
