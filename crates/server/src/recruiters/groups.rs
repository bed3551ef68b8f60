//! Who is in a participant group at the recruiter: those who can take part in a later part.

use std::collections::{HashMap, HashSet};

use anyhow::Result;
use serde::{Deserialize, Serialize};
use serde_json::json;
use unmask_store::{AuditAction, audit, unlink, waves};
use unmask_study::definition::WaveId;
use unmask_study::waves::WaveState;

use super::bonus::is_usable;
use super::prolific::Prolific;
use super::registered::LocalStudy;
use crate::auth::recruitment::plain_id;

/// What was changed in a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupChange {
    /// The part that the group is for.
    pub wave: WaveId,
    pub added: usize,
    pub removed: usize,
    /// Members afterwards.
    pub members: usize,
}

/// Whether somebody belongs into a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Belongs {
    /// They can take part.
    Yes,
    /// They have taken part: if they are in it, they stay.
    Stays,
    /// They withdrew, said that they will not take part, or missed it.
    No,
}

/// Adds and removes people of this study. Others, whom somebody added at the recruiter, stay. `there` are those who
/// have a submission at the recruiter; nobody else is added, because the ID in a link is not verified.
pub(super) async fn keep(
    local: LocalStudy<'_>,
    prolific: &Prolific,
    (wave, group): (WaveId, &str),
    there: &HashSet<String>,
) -> Result<GroupChange> {
    let people = people(local, wave).await?;
    let members = prolific.members(group).await?;
    let mut removed = Vec::new();
    for id in &members {
        let belongs = match plain_id(id).and_then(|person| people.get(&person)) {
            Some((belongs, _)) => *belongs,
            // Of those who had their data erased, only a keyed hash is left: it recognises their ID.
            None if local.was_recruited(id).await? => Belongs::No,
            None => Belongs::Stays,
        };
        if belongs == Belongs::No {
            removed.push(id.clone());
        }
    }
    let is_member: HashSet<String> = members.iter().filter_map(|id| plain_id(id)).collect();
    let wanted = people.iter().filter(|(person, (belongs, _))| {
        *belongs == Belongs::Yes && !is_member.contains(*person) && there.contains(*person)
    });
    let mut added: Vec<String> = wanted.map(|(_, (_, id))| id.clone()).filter(|id| is_usable(id)).collect();
    added.sort();
    prolific.remove(group, &removed).await?;
    record(local, wave, 0, removed.len()).await?;
    prolific.add(group, &added).await?;
    record(local, wave, added.len(), 0).await?;
    let members = members.len() - removed.len() + added.len();
    Ok(GroupChange { wave, added: added.len(), removed: removed.len(), members })
}

/// Records each change as soon as it is made: the next one may fail.
async fn record(local: LocalStudy<'_>, wave: WaveId, added: usize, removed: usize) -> Result<()> {
    if added + removed > 0 {
        let details = json!({ "wave": wave, "group": { "added": added, "removed": removed } });
        let (action, at, actor) = (AuditAction::UpdateParticipantGroup, local.now, local.actor.to_owned());
        local.store.write(async move |tx| audit::audit(tx, at, &actor, action, &details).await).await?;
    }
    Ok(())
}

/// Whether each person of the study belongs into the group of a part, with the ID as it was in the link.
async fn people(local: LocalStudy<'_>, wave: WaveId) -> Result<HashMap<String, (Belongs, String)>> {
    let LocalStudy { store, parameter, now, .. } = local;
    let mut people = HashMap::new();
    // Those who have not completed the part before it are in no group, and stay in one in which somebody put them.
    for one in unlink::recruited(store, now).await? {
        let belongs = if one.withdrawn { Belongs::No } else { Belongs::Stays };
        insert(&mut people, &one.recruitment[parameter], belongs);
    }
    for one in waves::invited_to(store, wave).await? {
        insert(&mut people, &one.recruitment[parameter], belongs(one.course.state(now)));
    }
    Ok(people)
}

fn insert(people: &mut HashMap<String, (Belongs, String)>, id: &serde_json::Value, belongs: Belongs) {
    let Some(id) = id.as_str() else { return };
    if let Some(person) = plain_id(id) {
        people.insert(person, (belongs, id.trim().to_owned()));
    }
}

fn belongs(state: WaveState) -> Belongs {
    match state {
        WaveState::Waiting | WaveState::Open | WaveState::Started => Belongs::Yes,
        WaveState::Completed => Belongs::Stays,
        WaveState::Missed | WaveState::TimedOut | WaveState::Failed | WaveState::Declined => Belongs::No,
    }
}
