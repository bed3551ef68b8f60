//! The prefix of a block: put before all IDs of its content, so that several blocks can have the same file.

use super::screening::ScreenOut;
use super::{ControlFlow, FlowA, FlowB, Item, Kind, Practice, Questionnaire};

/// Puts a prefix before all IDs of a content.
pub(crate) trait Prefixed {
    fn add_prefix(&mut self, prefix: &str);
}

impl Prefixed for Questionnaire {
    fn add_prefix(&mut self, prefix: &str) {
        let own = self.variables();
        for item in self.sections.iter_mut().flat_map(|section| &mut section.items) {
            // A condition may also read an answer from an earlier block.
            if let Some(condition) = item.show_if.as_mut().filter(|condition| own.contains(&condition.item)) {
                condition.item.insert_str(0, prefix);
            }
            item.add_prefix(prefix);
        }
        let rules = self.screen_out.iter_mut().flat_map(ScreenOut::variables_mut);
        rules.for_each(|variable| variable.insert_str(0, prefix));
        self.sections.iter_mut().for_each(|section| section.id.insert_str(0, prefix));
        for scale in &mut self.scales {
            scale.id.insert_str(0, prefix);
            scale.items.iter_mut().chain(&mut scale.reverse).for_each(|item| item.insert_str(0, prefix));
            scale.key = std::mem::take(&mut scale.key)
                .into_iter()
                .map(|(item, key)| (format!("{prefix}{item}"), key))
                .collect();
        }
    }
}

impl Questionnaire {
    fn variables(&self) -> Vec<String> {
        self.items().flat_map(Item::variables).map(|variable| variable.name).collect()
    }
}

impl Prefixed for Item {
    fn add_prefix(&mut self, prefix: &str) {
        self.id.insert_str(0, prefix);
        if let Kind::Matrix(matrix) = &mut self.kind {
            matrix.rows.iter_mut().for_each(|row| row.id.insert_str(0, prefix));
        }
    }
}

impl Prefixed for Practice {
    fn add_prefix(&mut self, prefix: &str) {
        self.id.insert_str(0, prefix);
    }
}

impl Prefixed for FlowA {
    fn add_prefix(&mut self, prefix: &str) {
        self.questions.iter_mut().for_each(|question| question.id.insert_str(0, prefix));
    }
}

impl Prefixed for FlowB {
    fn add_prefix(&mut self, prefix: &str) {
        let posts = self.personas.iter_mut().flat_map(|persona| &mut persona.posts);
        posts.for_each(|post| post.id.insert_str(0, prefix));
    }
}

impl Prefixed for ControlFlow {
    fn add_prefix(&mut self, prefix: &str) {
        if let Some(opening) = &mut self.opening {
            opening.id.insert_str(0, prefix);
            opening.items.iter_mut().for_each(|item| item.add_prefix(prefix));
        }
        self.clips.iter_mut().for_each(|clip| clip.id.insert_str(0, prefix));
    }
}
