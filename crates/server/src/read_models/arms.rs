//! Arms blinded until the researcher unblinds. Which arm has which letter is drawn from the seed of the
//! allocation: the same on every server and for ever, and unknown to anyone without the seed. A simulation
//! reveals the arms of its simulated participants, so that they have blinded labels of their own until then, which show
//! nothing about those of participants.

use indexmap::IndexSet;
use serde::Serialize;
use unmask_store::study::Quotas;
use unmask_study::definition::Group;
use unmask_study::report::blinded_labels;
use utoipa::ToSchema;

use crate::allocation::Schedule;
use crate::study_versions::Versions;

/// An arm as the console shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ArmName {
    /// `a`, `b` …: the same before and after unblinding; what calls about an arm name it by.
    pub id: String,
    /// "Arm A"; after unblinding the study's own name for it.
    pub label: String,
    /// Null until unblinding.
    pub group: Option<Group>,
}

/// Who is who.
#[derive(Clone, Debug)]
pub struct Arms {
    /// In the order of the letters, with the study's names.
    order: Vec<(Group, String)>,
    /// The arms of simulated participants in the order of their letters.
    robots: Vec<Group>,
    /// Whether the names are hidden.
    pub blinded: bool,
}

impl Arms {
    /// The arms of the study, in every version of it.
    pub fn of(versions: &Versions, schedule: &Schedule, unblinded: bool) -> Self {
        let versions = std::iter::once(versions.active()).chain(versions.all());
        let mut named: Vec<(Group, String)> = Vec::new();
        for loaded in versions {
            for (group, arm) in &loaded.study.file.arms {
                if !named.iter().any(|(known, _)| known == group) {
                    named.push((*group, arm.label.clone()));
                }
            }
        }
        named.sort_by_key(|(group, _)| *group);
        let lettered = |simulated| blinded_labels(schedule.seed(), named.len(), simulated).into_iter();
        let robots = lettered(true).map(|place| named[place].0).collect();
        Self { order: lettered(false).map(|place| named[place].clone()).collect(), robots, blinded: !unblinded }
    }

    /// All arms. Blinded, in the order of the letters; else in the study's own.
    pub fn all(&self) -> Vec<Group> {
        let mut all: Vec<Group> = self.order.iter().map(|(group, _)| *group).collect();
        if !self.blinded {
            all.sort_unstable();
        }
        all
    }

    /// The arm that a participant is counted in. As long as the arms are blinded, a simulated participant is counted in
    /// that which has the letter of its own.
    pub fn counted(&self, group: Group, simulated: bool) -> Group {
        let letter = self.robots.iter().position(|known| *known == group);
        let masked = letter.filter(|_| self.blinded && simulated).and_then(|letter| self.order.get(letter));
        masked.map_or(group, |(other, _)| *other)
    }

    /// What an arm is called.
    pub fn name(&self, group: Group) -> ArmName {
        let index = self.order.iter().position(|(known, _)| *known == group).unwrap_or(self.order.len());
        let letter = char::from(b'a' + u8::try_from(index).unwrap_or_default());
        let masked = format!("Arm {}", letter.to_ascii_uppercase());
        let own = self.order.get(index).map(|(_, label)| label.clone());
        Self::shown(self.blinded, letter, masked, own, group)
    }

    fn shown(masked: bool, letter: char, mask: String, own: Option<String>, group: Group) -> ArmName {
        let id = letter.to_string();
        if masked {
            return ArmName { id, label: mask, group: None };
        }
        ArmName { id, label: own.unwrap_or(mask), group: Some(group) }
    }

    /// The arm of a letter.
    pub fn group(&self, id: &str) -> Option<Group> {
        self.order.iter().map(|(group, _)| *group).find(|group| self.name(*group).id == id)
    }

    /// How many people an arm takes at most.
    pub fn quota(quotas: &Quotas, group: Group) -> Option<u32> {
        quotas.arms.get(&group).copied()
    }

    /// Words that may not appear anywhere as long as the names are hidden.
    pub fn secrets(&self) -> IndexSet<&str> {
        self.order.iter().flat_map(|(group, label)| [group.name(), label.as_str()]).collect()
    }
}
