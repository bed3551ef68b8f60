//! Who can take part in a later part now or soon, by the recruitment service's IDs, so that the service can invite
//! them.

use std::collections::BTreeMap;

use anyhow::Result;
use unmask_store::waves::RecruitedPart;
use unmask_study::Study;
use unmask_study::definition::WaveId;
use unmask_study::waves::WaveState;

use super::times::{DAY, day_of};
use crate::base::clock::Millis;

/// A later part that somebody can begin or continue.
#[derive(Debug, PartialEq, Eq)]
pub struct Due {
    /// The recruitment service's ID.
    pub id: String,
    pub wave: WaveId,
    pub state: DueState,
    pub opens: Millis,
    pub closes: Millis,
}

/// How far somebody is who is due.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum DueState {
    /// The part opens within the wanted days.
    Waiting,
    Open,
    Started,
}

impl DueState {
    /// The word in the list.
    pub fn word(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Open => "open",
            Self::Started => "started",
        }
    }
}

/// Everybody who is due.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct DueList {
    /// By wave, the day on which it opens, and ID.
    pub people: Vec<Due>,
    /// Number of those who came without an ID, by wave.
    pub without: BTreeMap<WaveId, usize>,
    /// Number of those whose ID no CSV file may have, by wave.
    pub formulas: BTreeMap<WaveId, usize>,
}

/// Whether a spreadsheet program could run an ID, or a part of it, as a formula when it opens a CSV file. In some
/// languages it separates cells by semicolons.
fn is_formula(id: &str) -> bool {
    let cells = id.split(|c: char| ",;\"".contains(c) || c.is_control());
    id.starts_with(['\t', '\r']) || cells.into_iter().any(|cell| cell.trim_start().starts_with(['=', '+', '-', '@']))
}

/// The parameter of the recruitment link that identifies people, by the bundle.
pub fn own_parameter(study: &Study) -> Option<&str> {
    let recruitment = study.file.recruitment.as_ref()?;
    recruitment.one_place_per.as_deref().or_else(|| recruitment.parameters.first().map(String::as_str))
}

impl DueList {
    /// Those whose part is open, or opens within so many days; all waves, or only one.
    pub fn of(all: &[RecruitedPart], wave: Option<WaveId>, parameter: &str, within: i64, now: Millis) -> Self {
        let until = now + within * DAY;
        let state = |one: &RecruitedPart| match one.course.state(now) {
            WaveState::Open => Some(DueState::Open),
            WaveState::Started => Some(DueState::Started),
            WaveState::Waiting => (one.course.window.opens <= until).then_some(DueState::Waiting),
            WaveState::Completed
            | WaveState::Missed
            | WaveState::TimedOut
            | WaveState::Failed
            | WaveState::Declined => None,
        };
        let mut list = Self::default();
        for one in all.iter().filter(|one| wave.is_none_or(|wave| wave == one.wave)) {
            let Some(state) = state(one) else { continue };
            match one.recruitment[parameter].as_str().filter(|id| !id.trim().is_empty()) {
                None => *list.without.entry(one.wave).or_default() += 1,
                Some(id) => list.people.push(Due {
                    id: id.to_owned(),
                    wave: one.wave,
                    state,
                    opens: one.course.window.opens,
                    closes: one.course.ends(),
                }),
            }
        }
        // Within a day, the order of the openings is that in which people completed the earlier part.
        list.people.sort_by(|one, other| {
            let place = |one: &Due| (one.wave, one.opens.div_euclid(DAY));
            (place(one), &one.id).cmp(&(place(other), &other.id))
        });
        list
    }

    /// Leaves out, and counts, IDs that a spreadsheet program could run as a formula. People type the link with which
    /// they come.
    #[must_use]
    pub fn without_formulas(mut self) -> Self {
        let (formulas, people) = self.people.into_iter().partition::<Vec<_>, _>(|one| is_formula(&one.id));
        for one in formulas {
            *self.formulas.entry(one.wave).or_default() += 1;
        }
        Self { people, ..self }
    }

    /// Number of people in each state of each wave.
    pub fn counts(&self) -> BTreeMap<(WaveId, DueState), usize> {
        let mut counts = BTreeMap::new();
        for one in &self.people {
            *counts.entry((one.wave, one.state)).or_default() += 1;
        }
        counts
    }

    /// The list as CSV; the first column has the parameter's name. Openings and closings have only their day (UTC): the
    /// moment would tell a blinded person how long each participant was in the arm-specific part.
    pub fn csv(&self, parameter: &str) -> Result<Vec<u8>> {
        let mut table = csv::Writer::from_writer(Vec::new());
        table.write_record([parameter, "wave", "state", "opens_on", "closes_on"])?;
        for one in &self.people {
            let [opens, closes] = [one.opens, one.closes].map(day_of);
            table.write_record([&one.id, one.wave.name(), one.state.word(), &opens, &closes])?;
        }
        Ok(table.into_inner()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_part_of_an_id_becomes_a_formula() {
        for id in ["=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\rx", " =1", "5f3;=1", "5f3,@x", "5f3\n-1", "a\"=1"] {
            assert!(is_formula(id), "{id:?}");
        }
        for id in ["5f3", "R_2-x", "a=b", "me@example.org", "{{%PROLIFIC_PID%}}", "ä b"] {
            assert!(!is_formula(id), "{id:?}");
        }
    }
}
