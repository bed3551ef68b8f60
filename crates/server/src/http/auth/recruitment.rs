//! The recruiter's ids in a registration: what is kept of them, and who the person is.

use std::collections::BTreeMap;

use unmask_store::Digest;
use unmask_study::answers::FieldError;
use unmask_study::definition::study::StudyFile;

use crate::http::form::complain;
use crate::secrets::ServerKey;

/// Characters of an id.
const LONGEST: usize = 200;

/// Parameters of the link, by name.
pub type Ids = BTreeMap<String, String>;

/// What is wrong with them.
pub fn complaint(study: &StudyFile, ids: &Ids) -> Option<FieldError> {
    let recruitment = "recruitment";
    if ids.values().any(|id| id.chars().count() > LONGEST || id.contains('\0')) {
        return Some(complain(recruitment, "Use at most 200 characters for each."));
    }
    let required = study.recruitment.as_ref().is_some_and(|recruitment| recruitment.link_required);
    (required && person(study, ids).is_none())
        .then(|| complain(recruitment, "Please open the study with the link that you were given, all of it."))
}

/// Those that the study names.
pub fn kept(study: &StudyFile, mut ids: Ids) -> Ids {
    let named = study.recruitment.as_ref().map_or(&[][..], |recruitment| &recruitment.parameters);
    ids.retain(|name, _| named.contains(name));
    ids
}

/// A keyed hash of the id that each person has one of, so that it can outlive an erasure and lead to nobody.
pub fn person_hash(key: &ServerKey, study: &StudyFile, ids: &Ids) -> Option<Digest> {
    person(study, ids).map(|id| key.mac("recruited", &[study.id.as_bytes(), id.as_bytes()]))
}

fn person<'a>(study: &StudyFile, ids: &'a Ids) -> Option<&'a str> {
    let id = ids.get(study.recruitment.as_ref()?.one_place_per.as_ref()?)?.trim();
    (!id.is_empty()).then_some(id)
}
