//! What the study has stored about the people of a recruiter, for the comparison with its list.

use std::collections::{BTreeSet, HashMap, HashSet};

use anyhow::Result;
use unmask_store::unlink::{self, Recruited};
use unmask_store::{Store, participants};
use unmask_study::Study;
use unmask_study::definition::wave::MAIN;
use unmask_study::definition::{Outcome, WaveId};

use super::compare::{LocalRecord, Participation, ServiceSubmission};
use crate::auth::recruitment::{person_hash, plain_id};
use crate::base::clock::Millis;
use crate::base::secrets::ServerKey;
use crate::study_versions::stored_versions;

/// The study that is compared with a recruiter's list.
#[derive(Clone, Copy)]
pub struct LocalStudy<'a> {
    pub store: &'a Store,
    /// With the server key, those who had their data erased are recognised.
    pub key: Option<&'a ServerKey>,
    /// The active version.
    pub study: &'a Study,
    /// The parameter of the link with the recruiter's ID.
    pub parameter: &'a str,
    /// Whom the audit log records if something is changed at the recruiter.
    pub actor: &'a str,
    pub now: Millis,
}

impl LocalStudy<'_> {
    /// Whether somebody with this ID has ever taken part, by the keyed hash that is left of those who had their data
    /// erased. It is kept if the ID is that of `one_place_per`.
    pub(super) async fn was_recruited(&self, id: &str) -> Result<bool> {
        let identifies = self
            .study
            .file
            .recruitment
            .as_ref()
            .is_some_and(|own| own.one_place_per.as_deref() == Some(self.parameter));
        let Some(key) = self.key.filter(|_| identifies) else { return Ok(false) };
        let ids = [(self.parameter.to_owned(), id.to_owned())].into();
        let Some(hash) = person_hash(key, &self.study.file, &ids) else { return Ok(false) };
        Ok(participants::is_recruited(self.store, &hash).await?)
    }
}

/// The participations by normalised recruitment ID, about one part of the study, or about all if the list can be of any
/// part.
pub async fn registered(
    local: LocalStudy<'_>,
    part: Option<WaveId>,
    listed: &[ServiceSubmission],
) -> Result<HashMap<String, LocalRecord>> {
    let LocalStudy { store, parameter, now, .. } = local;
    let later = part.filter(|wave| *wave != MAIN);
    let people = match later {
        Some(wave) => unlink::recruited_to(store, wave, now).await?,
        None => unlink::recruited(store, now).await?,
    };
    let hashes: BTreeSet<&str> = people.iter().map(|person| person.version.as_str()).collect();
    let versions = stored_versions(store, hashes.into_iter()).await?;
    let ended = if part.is_none() { unlink::ended_parts(store).await? } else { Vec::new() };
    let visit = local.study.file.link_accounts().and_then(|own| own.visit.as_deref());
    let mut registered = by_person(people, &ended, (parameter, visit), &versions, part);
    if later.is_some() {
        // What is found about those who are not listed and have not completed this part is about the first part.
        let listed: HashSet<&str> = listed.iter().map(|line| line.person.as_str()).collect();
        registered.retain(|person, record| listed.contains(person.as_str()) || record.has_completed());
    }
    for line in listed {
        if !registered.contains_key(&line.person) && local.was_recruited(&line.id).await? {
            registered.insert(line.person.clone(), LocalRecord::Erased);
        }
    }
    Ok(registered)
}

/// The participations by normalised recruitment ID. Without `one_place_per`, an ID can have several.
fn by_person(
    people: Vec<Recruited>,
    ended: &[(String, WaveId, Outcome)],
    (parameter, visit): (&str, Option<&str>),
    versions: &HashMap<String, Study>,
    part: Option<WaveId>,
) -> HashMap<String, LocalRecord> {
    let mut parts: HashMap<String, Vec<Participation>> = HashMap::new();
    let later = part.filter(|wave| *wave != MAIN);
    for Recruited { code, version, recruitment, withdrawn, completed, outcome, in_later_part } in people {
        let Some(id) = recruitment[parameter].as_str() else { continue };
        let study = versions.get(&version);
        let (turned_away, under_way) = if later.is_some() {
            (outcome, in_later_part)
        } else {
            let in_other_part = in_later_part && part.is_none();
            (outcome.filter(|outcome| outcome.is_turned_away()), in_other_part || !completed && outcome.is_none())
        };
        let mut own_codes = study.map(|study| codes(study, part, turned_away)).unwrap_or_default();
        let own_ended = ended.iter().filter(|(own, ..)| *own == code);
        own_codes.extend(own_ended.filter_map(|(_, wave, outcome)| ending_code(study?, *wave, *outcome)));
        if let Some(person) = plain_id(id) {
            let turned_away = turned_away.is_some();
            let under_way = under_way && !withdrawn;
            let visit = visit.and_then(|name| plain_id(recruitment[name].as_str()?));
            let id = id.to_owned();
            let part = Participation { id, visit, code, withdrawn, completed, turned_away, under_way, own_codes };
            parts.entry(person).or_default().push(part);
        }
    }
    parts.into_iter().map(|(person, parts)| (person, LocalRecord::Known(parts))).collect()
}

/// The codes of a part, or of all parts: those of its completion, or that of the outcome which ended it.
fn codes(study: &Study, part: Option<WaveId>, ended: Option<Outcome>) -> Vec<String> {
    let of_parts =
        |parts: &mut dyn Iterator<Item = usize>| parts.filter_map(|number| study.completion_code(number)).collect();
    let number = |wave| study.file.waves.iter().position(|own| own.id == wave).map(|index| index + 1);
    let own: Vec<_> = match (part, ended) {
        (Some(wave), Some(outcome)) if wave != MAIN => return ending_code(study, wave, outcome).into_iter().collect(),
        (Some(wave), None) if wave != MAIN => of_parts(&mut number(wave).into_iter()),
        (_, Some(outcome)) => study.outcome_code(outcome).into_iter().collect(),
        (Some(_), None) => of_parts(&mut std::iter::once(0)),
        (None, None) => of_parts(&mut (0..=study.file.waves.len())),
    };
    own.into_iter().map(|own| own.code).collect()
}

/// The code of a later part that was ended.
fn ending_code(study: &Study, wave: WaveId, outcome: Outcome) -> Option<String> {
    let number = study.file.waves.iter().position(|own| own.id == wave)? + 1;
    Some(study.ending_code(number, outcome)?.code)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn one(code: &str, id: &str, completed: bool) -> Recruited {
        Recruited {
            code: code.into(),
            version: String::new(),
            recruitment: json!({ "PID": id }),
            withdrawn: false,
            completed,
            outcome: None,
            in_later_part: false,
        }
    }

    #[test]
    fn an_id_that_took_part_twice_keeps_both() {
        let people = vec![one("A", "ada", true), one("B", " ada", false), one("C", "\u{200b}", true)];
        let registered = by_person(people, &[], ("PID", None), &HashMap::new(), None);
        assert_eq!(registered.len(), 1, "an id that nobody sees is none");
        let LocalRecord::Known(parts) = &registered["ada"] else { panic!("{registered:?}") };
        assert_eq!(
            parts.iter().map(|part| (part.code.as_str(), part.completed)).collect::<Vec<_>>(),
            [("A", true), ("B", false)]
        );
    }

    #[test]
    fn who_is_under_way_depends_on_the_part() {
        let in_second = || Recruited { in_later_part: true, ..one("A", "ada", true) };
        let under_way = |part: Option<&str>| {
            let part = part.map(|wave| wave.parse().unwrap());
            let registered = by_person(vec![in_second()], &[], ("PID", None), &HashMap::new(), part);
            let LocalRecord::Known(parts) = &registered["ada"] else { panic!("{registered:?}") };
            parts[0].under_way
        };
        assert_eq!([None, Some("main"), Some("follow_up")].map(under_way), [true, false, true]);
    }
}
