//! The recruiter's ids in a registration: what is kept of them, and who the person is.

use std::collections::BTreeMap;

use unicode_normalization::UnicodeNormalization as _;
use unmask_store::Digest;
use unmask_study::definition::study::StudyFile;

use crate::api::form::{FieldProblem, FormCode, FormError};
use crate::base::secrets::ServerKey;
use crate::base::text::is_invisible;

/// Characters of an id.
const LONGEST: usize = 200;

/// Parameters of the link, by name.
pub type Ids = BTreeMap<String, String>;

/// What is wrong with those that the study names; a link may have any others.
pub fn error(study: &StudyFile, ids: &Ids) -> Option<FieldProblem> {
    let recruitment = "recruitment";
    let long = |name: &&String| ids.get(*name).is_some_and(|id| id.chars().count() > LONGEST);
    if let Some(name) = named(study).iter().find(long) {
        let error = FormError::from(FormCode::LinkParameterTooLong).with("name", name).with("max", &LONGEST);
        return Some(FieldProblem::new(recruitment, error));
    }
    let required = study.recruitment.as_ref().is_some_and(|recruitment| recruitment.link_required);
    (required && person(study, ids).is_none()).then(|| FieldProblem::new(recruitment, FormCode::LinkIncomplete.into()))
}

/// Those that the study names.
pub fn kept(study: &StudyFile, mut ids: Ids) -> Ids {
    ids.retain(|name, _| named(study).contains(name));
    ids
}

fn named(study: &StudyFile) -> &[String] {
    study.recruitment.as_ref().map_or(&[], |recruitment| &recruitment.parameters)
}

/// A keyed hash of the id that each person has one of, so that it can outlive an erasure and lead to nobody.
pub fn person_hash(key: &ServerKey, study: &StudyFile, ids: &Ids) -> Option<Digest> {
    person(study, ids).map(|id| key.mac("recruited", &[study.id.as_bytes(), id.as_bytes()]))
}

/// The id that each person has one of.
fn person(study: &StudyFile, ids: &Ids) -> Option<String> {
    plain_id(ids.get(study.recruitment.as_ref()?.one_place_per.as_ref()?)?)
}

/// An id in the form that two which look the same have in common, if anything of it can be seen. Its case stays: to some
/// recruiters it matters.
pub fn plain_id(id: &str) -> Option<String> {
    let seen: String = id.chars().filter(|c| !is_invisible(*c)).nfc().collect();
    let seen = seen.trim();
    (!seen.is_empty()).then(|| seen.to_owned())
}
