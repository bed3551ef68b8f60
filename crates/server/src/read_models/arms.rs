//! Arms are blinded for everybody who is not unblinded. Blinded labels are drawn from the allocation seed: they
//! are the same on every server, do not change, and can't be derived without the seed. A simulation reveals the arms of
//! its simulated participants. While blinded, these therefore have separate labels, which reveal nothing about those
//! of participants.

use indexmap::IndexSet;
use serde::Serialize;
use unmask_store::study::Quotas;
use unmask_study::blinding::{BLINDED, mentions};
use unmask_study::definition::ArmId;
use unmask_study::report::blinded_labels;
use utoipa::ToSchema;

use crate::allocation::Schedule;
use crate::study_versions::Versions;

/// An arm, blinded or with its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ArmName {
    /// `a`, `b` …, the same before and after unblinding. Identifies the arm in all calls.
    pub id: String,
    /// "Arm A"; after unblinding, the study's name of the arm.
    pub label: String,
    /// Null for those who are blinded.
    pub group: Option<ArmId>,
}

/// The arms and their labels.
#[derive(Clone, Debug)]
pub struct Arms {
    /// In the order of the blinded labels, with the study's names.
    order: Vec<(ArmId, String)>,
    /// In the order of the study.
    in_study: Vec<ArmId>,
    /// The arms of simulated participants, in the order of their labels.
    simulated_order: Vec<ArmId>,
    /// Whether they are blinded, for the person who asks.
    pub blinded: bool,
}

impl Arms {
    /// The arms of the study, in every version of it.
    pub fn of(versions: &Versions, schedule: &Schedule, unblinded: bool) -> Self {
        let versions = std::iter::once(versions.active()).chain(versions.all());
        let mut named: Vec<(ArmId, String)> = Vec::new();
        for loaded in versions {
            for (group, arm) in &loaded.study.file.arms {
                if !named.iter().any(|(known, _)| known == group) {
                    named.push((*group, arm.label.clone()));
                }
            }
        }
        let in_study = named.iter().map(|(group, _)| *group).collect();
        named.sort_by_key(|(group, _)| *group);
        let lettered = |simulated| blinded_labels(schedule.seed(), named.len(), simulated).into_iter();
        let simulated_order = lettered(true).map(|place| named[place].0).collect();
        Self {
            order: lettered(false).map(|place| named[place].clone()).collect(),
            in_study,
            simulated_order,
            blinded: !unblinded,
        }
    }

    /// All arms: for those who are blinded, in the order of the blinded labels; afterwards in the study's order.
    pub fn all(&self) -> Vec<ArmId> {
        if self.blinded { self.order.iter().map(|(group, _)| *group).collect() } else { self.in_study.clone() }
    }

    /// The arm in which a participant is counted. For those who are blinded, a simulated participant is counted in the
    /// arm whose label is the same as that of its own arm.
    pub fn counted(&self, group: ArmId, simulated: bool) -> ArmId {
        let letter = self.simulated_order.iter().position(|known| *known == group);
        let counted = letter.filter(|_| self.blinded && simulated).and_then(|letter| self.order.get(letter));
        counted.map_or(group, |(other, _)| *other)
    }

    /// The name of an arm.
    pub fn name(&self, group: ArmId) -> ArmName {
        let index = self.order.iter().position(|(known, _)| *known == group).unwrap_or(self.order.len());
        let letter = char::from(b'a' + u8::try_from(index).unwrap_or_default());
        let blinded_label = format!("Arm {}", letter.to_ascii_uppercase());
        let own = self.order.get(index).map(|(_, label)| label.clone());
        Self::shown(self.blinded, letter, blinded_label, own, group)
    }

    fn shown(blinded: bool, letter: char, blinded_label: String, own: Option<String>, group: ArmId) -> ArmName {
        let id = letter.to_string();
        if blinded {
            return ArmName { id, label: blinded_label, group: None };
        }
        ArmName { id, label: own.unwrap_or(blinded_label), group: Some(group) }
    }

    /// The arm with an ID.
    pub fn group(&self, id: &str) -> Option<ArmId> {
        self.order.iter().map(|(group, _)| *group).find(|group| self.name(*group).id == id)
    }

    /// The quota of an arm.
    pub fn quota(quotas: &Quotas, group: ArmId) -> Option<u32> {
        quotas.arms.get(&group).copied()
    }

    /// A text that somebody wrote, as it may be shown: for those who are blinded, none that names an arm. Whoever wrote
    /// it may have been unblinded.
    pub fn concealed(&self, text: String) -> String {
        let is_hidden = self.blinded && self.secrets().into_iter().any(|secret| mentions(&text, secret));
        if is_hidden { BLINDED.to_owned() } else { text }
    }

    /// Words that no reply may contain for those who are blinded.
    pub fn secrets(&self) -> IndexSet<&str> {
        self.order.iter().flat_map(|(group, label)| [group.name(), label.as_str()]).collect()
    }
}
