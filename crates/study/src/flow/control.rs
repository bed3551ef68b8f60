//! The control task: an opening with questions, if there is one, then clips to rate.

use super::position::Position;
use super::{Accepted, FlowError};
use crate::answers::{Answers, Earlier, validate_items};
use crate::definition::training::ControlClip;
use crate::definition::{ControlFlow, Study};
use crate::order::order_of_groups;
use crate::page::Page;
use crate::progress::{Assignment, Memory};

impl ControlFlow {
    /// The clips in this participant's order. Those of a group stay together.
    pub fn ordered(&self, assigned: &Assignment) -> Vec<&ControlClip> {
        let key = format!("{}-flow", self.block);
        order_of_groups(assigned.seed, &key, &self.clips, self.shuffled(), |own| own.fixed)
    }

    /// The part that follows after this participant has submitted `done` parts.
    pub fn part_at(&self, assigned: &Assignment, done: usize) -> Option<&str> {
        self.sequence(assigned).nth(done)
    }

    /// How many parts come before this one in this participant's order.
    pub fn place(&self, assigned: &Assignment, part: &str) -> Option<usize> {
        self.sequence(assigned).position(|other| other == part)
    }

    /// The opening, if there is one, then the clips in this participant's order.
    fn sequence(&self, assigned: &Assignment) -> impl Iterator<Item = &str> {
        let clips = self.ordered(assigned).into_iter().map(|clip| clip.id.as_str());
        self.opening.iter().map(|opening| opening.id.as_str()).chain(clips)
    }
}

pub(super) fn submit(position: &Position, id: &str, given: &Answers) -> Result<Accepted, FlowError> {
    let place = |flow: &ControlFlow| flow.place(position.assigned, id);
    let has = |study: &Study, block| study.control_flow(block).and_then(place).is_some();
    let found = position.study.control_flow(position.step.block).and_then(|flow| Some((flow, place(flow)?)));
    let (flow, place) = found.ok_or_else(|| position.absent(has))?;
    position.require(&Page::ControlFlow)?;
    let done = position.progress.memory.done;
    if place != done {
        return Err(position.wrong_page());
    }
    let items = flow.items(&position.study.stimuli, id).ok_or(FlowError::NotFound)?;
    // Questions of the opening have their own names. Ratings have the clip's name as a prefix.
    let is_opening = flow.opening.as_ref().is_some_and(|opening| opening.id == id);
    let prefix = if is_opening { String::new() } else { format!("{id}_") };
    let answers = validate_items(items, given, &Earlier::new()).map_err(FlowError::Invalid)?;
    let answers = answers.into_iter().map(|(name, value)| (format!("{prefix}{name}"), value)).collect();
    let progress = if done + 1 == flow.parts().count() {
        position.advance()
    } else {
        position.at(Page::ControlFlow, Memory { done: done + 1, ..Memory::default() })
    };
    Ok(position.accept(id, 1, answers, progress))
}
