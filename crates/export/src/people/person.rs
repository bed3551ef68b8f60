//! The single rows of a participant: in `participants`, and in the wide form.

use std::collections::BTreeSet;

use unmask_store::Stamp;
use unmask_store::participants::Status;
use unmask_study::Step;
use unmask_study::definition::{ArmId, Content, Outcome};
use unmask_study::exclusion::Excluded;
use unmask_study::missing::Reached;
use unmask_study::quality::Flag;

use super::Out;
use crate::consort::{Consort, Counted};
use crate::gathered::{Gathered, Quality};
use crate::prelude::*;

impl Out<'_> {
    /// Writes a participant.
    pub fn person(&mut self, who: &Gathered, consort: &mut Consort) -> Result<()> {
        let version = self.versions.get(&who.person.study_version)?;
        let training = training(version, who.person.group, &who.items);
        let planned = self.exclusions.excludes(&who.answers);
        let out = AnalysisExclusion {
            // Who was turned away before the arms differ is in no analysis from which they could be excluded.
            excluded: self
                .exclusions
                .excluded(who.person.excluded.as_deref(), planned)
                .filter(|_| who.person.exposed.is_some() || !who.person.outcome.is_some_and(Outcome::is_turned_away)),
            flagged_for_sensitivity: self
                .arm(who)
                .is_some_and(|arm| self.exclusions.flags_for_sensitivity(arm, &who.answers)),
        };
        let mut row = vec![Cell::from(&who.person.code), self.arm_of(who)];
        let factors = self.versions.active().study.file.factors.keys();
        row.extend(factors.map(|factor| level(version, who.person.group, factor)));
        row.extend(described(who, training.as_ref(), &out));
        self.participants.row(&row)?;
        let mut wide = vec![Cell::from(&who.person.code)];
        let asked = self.asked.get(who.person.study_version.as_str()).into_iter().flatten();
        wide.extend(self.tables.wide.iter().zip(asked).map(|(column, asked)| match asked {
            Some(asked) => {
                let why = || Cell::Missing(asked.missing(&version.study, &reached(who)));
                value(who, column).unwrap_or_else(why)
            }
            None => Cell::Missing(Missing::NotInVersion),
        }));
        self.questionnaires.row(&wide)?;
        consort.person(Counted::of(&who.person, out.excluded));
        if let Some(public) = &self.public {
            *self.combinations.entry(public.combination(&who.answers)).or_default() += 1;
        }
        let person = &who.person;
        let stamps = [person.exposed, person.completed, person.moved].into_iter().flatten();
        self.note_times(
            stamps.flat_map(|stamp| [stamp.at, stamp.measured]).chain([person.created_at]).chain(person.withdrawn_at),
        );
        self.orders.clear();
        Ok(())
    }

    fn arm_of<'a>(&self, who: &'a Gathered) -> Cell<'a> {
        match &self.blinded {
            Some(blinded) => blinded.arm(who.person.group, who.person.simulated),
            None => Cell::or(who.person.group.as_ref().map(ArmId::name), Missing::NotAssigned),
        }
    }

    /// Index of the participant's arm in the active version, which defines the plan.
    fn arm(&self, who: &Gathered) -> Option<usize> {
        self.versions.active().study.file.arms.get_index_of(&who.person.group?)
    }
}

/// How the plan and the researcher treat a participant in the analysis.
struct AnalysisExclusion<'a> {
    excluded: Option<Excluded<'a>>,
    flagged_for_sensitivity: bool,
}

fn reached(who: &Gathered) -> Reached<'_> {
    Reached {
        contact_again: who.person.contact_again,
        group: who.person.group,
        withdrawn: who.person.status == Status::Withdrawn,
        items: &who.items,
        answers: &who.answers,
    }
}

/// The value of a column of the wide form. A score that could not be computed has another reason for its absence than a
/// score that is still due.
fn value<'a>(who: &'a Gathered, wide: &'a Wide) -> Option<Cell<'a>> {
    let name = &wide.row.variable;
    let Some(value) = who.answers.get(name) else {
        return who.scores.get(name).map(|score| Cell::or(score.as_f64(), Missing::NotScored));
    };
    if let Some(option) = &wide.option {
        return Some(value.as_array().is_some_and(|chosen| chosen.iter().any(|one| one == option)).into());
    }
    Some(typed(value, wide.column.kind))
}

/// An answer in the column's type; as text if versions of the study disagree about it.
fn typed(value: &Value, kind: Kind) -> Cell<'_> {
    let number = match kind {
        Kind::Integer => value.as_i64().map(Cell::Integer),
        Kind::Number => value.as_f64().map(Cell::Number),
        _ => None,
    };
    number.unwrap_or_else(|| Cell::Text(plain(value)))
}

/// The level that an arm has of a factor in the participant's version.
fn level<'a>(version: &'a Version, group: Option<ArmId>, factor: &str) -> Cell<'a> {
    let Some(group) = group else { return Cell::Missing(Missing::NotAssigned) };
    let level = version.study.file.arms.get(&group).and_then(|arm| arm.levels.get(factor));
    Cell::or(level, Missing::NotInVersion)
}

/// What follows arm and factors.
fn described<'a>(who: &'a Gathered, training: Option<&(i64, i64)>, out: &AnalysisExclusion<'a>) -> [Cell<'a>; 36] {
    let person = &who.person;
    let later = if person.status == Status::Withdrawn { Missing::Withdrawn } else { Missing::NotReached };
    let moment = |at: Option<i64>, why| at.map_or(Cell::Missing(why), Cell::Time);
    let at = |stamp: Option<Stamp>| stamp.map(|stamp| stamp.at);
    let measured = |stamp: Option<Stamp>| stamp.map(|stamp| stamp.measured);
    let [
        too_fast,
        straight_lining,
        failed_attention,
        media_failed,
        answered_unseen,
        answered_unchecked,
        not_timed,
        unseen_media,
        unchecked_posts,
    ] = quality(who.quality.get(&0));
    let status = match person.status {
        Status::Active => "active",
        Status::Completed => "completed",
        Status::Withdrawn => "withdrawn",
    };
    [
        Cell::or(person.form.map(form), Missing::NotAssigned),
        Cell::or(person.slot, Missing::NotAssigned),
        Cell::or(person.unit, if person.slot.is_none() { Missing::NotAssigned } else { Missing::NotApplicable }),
        // Before allocation, levels that come from answers are not known.
        if person.slot.is_none() { Cell::Missing(Missing::NotAssigned) } else { stratum(&person.stratum) },
        status.into(),
        Cell::or(person.outcome.map(Outcome::name), Missing::NotApplicable),
        person.exposed.is_some().into(),
        person.completed.is_some().into(),
        out.excluded.is_some().into(),
        Cell::or(out.excluded.map(|out| if out.as_planned { "plan" } else { "researcher" }), Missing::NotApplicable),
        Cell::or(out.excluded.map(|out| out.reason), Missing::NotApplicable),
        too_fast,
        straight_lining,
        failed_attention,
        media_failed,
        answered_unseen,
        answered_unchecked,
        not_timed,
        unseen_media,
        unchecked_posts,
        out.flagged_for_sensitivity.into(),
        Cell::or(training.map(|(items, _)| *items), Missing::NotAssigned),
        Cell::or(training.map(|(_, answered)| *answered), Missing::NotAssigned),
        (&person.locale).into(),
        person.simulated.into(),
        Cell::text(person.seed.to_string()),
        Cell::or(person.page.as_ref(), Missing::NotRecorded),
        Cell::Time(person.created_at),
        moment(at(person.exposed), later),
        moment(measured(person.exposed), later),
        moment(at(person.completed), later),
        moment(measured(person.completed), later),
        moment(person.withdrawn_at, Missing::NotApplicable),
        moment(at(person.moved), Missing::NotRecorded),
        moment(measured(person.moved), Missing::NotRecorded),
        (&person.study_version).into(),
    ]
}

/// The columns on how carefully a participant took part in a wave, as in both tables that have them.
pub fn quality(of: Option<&Quality>) -> [Cell<'static>; 9] {
    let flag = |flag: Flag| Cell::from(of.is_some_and(|own| own.flags.contains(&flag)));
    let number = |count: fn(&Quality) -> u32| Cell::from(i64::from(of.map_or(0, count)));
    [
        flag(Flag::TooFast),
        flag(Flag::StraightLining),
        flag(Flag::FailedAttention),
        flag(Flag::MediaFailed),
        flag(Flag::AnsweredUnseen),
        flag(Flag::AnsweredUnchecked),
        flag(Flag::NotTimed),
        number(|own| own.unseen_media),
        number(|own| own.unchecked_posts),
    ]
}

/// The training items of the arm in the first part of the study, and how many of them were answered.
pub fn training(version: &Version, group: Option<ArmId>, submitted: &BTreeSet<String>) -> Option<(i64, i64)> {
    let study = &version.study;
    let ids = |step: &Step| match study.content(step.block.name()) {
        Some(Content::FlowA(flow)) => flow.questions.iter().map(|question| &question.id).collect(),
        Some(Content::FlowB(flow)) => flow.all_posts().map(|post| &post.id).collect(),
        Some(Content::ControlFlow(flow)) => flow.clips.iter().map(|clip| &clip.id).collect(),
        _ => Vec::new(),
    };
    let steps = study.steps_in(Some(group?), 0);
    let items = steps.iter().flat_map(|step| ids(step).into_iter().map(|id| format!("{}/{id}", step.block)));
    let items: Vec<String> = items.collect();
    let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    let answered = items.iter().filter(|item| submitted.contains(*item)).count();
    Some((count(items.len()), count(answered)))
}
