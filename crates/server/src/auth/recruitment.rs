//! Recruitment IDs in a registration: which are stored, and which one identifies the person.

use std::collections::BTreeMap;

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;
use subtle::ConstantTimeEq as _;
use unmask_store::Digest;
use unmask_store::links::{Proof, Visit};
use unmask_study::definition::study::{Recruitment, StudyFile};
use unmask_study::hex;

use crate::api::form::{FieldProblem, FormCode, FormError};
use crate::base::secrets::ServerKey;
use crate::base::text::{is_invisible, normalise};

/// Maximum number of characters of an ID.
const LONGEST: usize = 200;

/// Parameters of the link, by name.
pub type Ids = BTreeMap<String, String>;

/// The validation error of the parameters that the study names. A link may have others.
pub fn error(study: &StudyFile, ids: &Ids) -> Option<FieldProblem> {
    let recruitment = "recruitment";
    let long = |name: &&String| ids.get(*name).is_some_and(|id| id.chars().count() > LONGEST);
    if let Some(name) = named(study).iter().find(long) {
        let error = FormError::from(FormCode::LinkParameterTooLong).with("name", name).with("max", &LONGEST);
        return Some(FieldProblem::new(recruitment, error));
    }
    let required = study.recruitment.as_ref().is_some_and(|recruitment| recruitment.link_required);
    let is_incomplete = required && person(study, ids).is_none();
    let code = if is_incomplete { Some(FormCode::LinkIncomplete) } else { unit_error(study, ids) };
    code.map(|code| FieldProblem::new(recruitment, code.into()))
}

/// A link without the code of a unit, or with one that the study does not list.
fn unit_error(study: &StudyFile, ids: &Ids) -> Option<FormCode> {
    let plan = study.allocation.unit.as_ref()?;
    match ids.get(&plan.parameter).map(|code| code.trim()) {
        None | Some("") => Some(FormCode::LinkIncomplete),
        Some(code) => plan.get(code).is_none().then_some(FormCode::UnitUnknown),
    }
}

/// The validation error of a link that opens an account: of another study at the recruiter, without a visit, or not
/// signed with the `secret`.
pub fn link_error(recruitment: &Recruitment, ids: &Ids, secret: Option<&str>) -> Option<FieldProblem> {
    let is_accepted = |(name, values): (&String, &Vec<String>)| ids.get(name).is_some_and(|id| values.contains(id));
    let is_complete = recruitment.accepted.iter().all(is_accepted)
        && recruitment.visit.as_ref().is_none_or(|name| visit(ids, name).is_some());
    let is_signed = || recruitment.signature.as_ref().is_none_or(|name| is_signed(recruitment, ids, name, secret));
    let code = if !is_complete {
        FormCode::LinkIncomplete
    } else if !is_signed() {
        FormCode::LinkNotSigned
    } else {
        return None;
    };
    Some(FieldProblem::new("recruitment", code.into()))
}

/// The signature is over the ID and the visit as the link has them, so that recruiters need not know how we normalise.
fn is_signed(recruitment: &Recruitment, ids: &Ids, name: &str, secret: Option<&str>) -> bool {
    let (Some(secret), Some(signature)) = (secret, ids.get(name)) else { return false };
    let signed = [&recruitment.one_place_per, &recruitment.visit].into_iter().flatten();
    let Some(parts) = signed.map(|name| ids.get(name).map(String::as_str)).collect::<Option<Vec<_>>>() else {
        return false;
    };
    // Otherwise a signature would be valid for another ID and visit, too.
    if parts.len() > 1 && parts.iter().any(|part| part.contains('.')) {
        return false;
    }
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("any length is a key");
    mac.update(parts.join(".").as_bytes());
    let expected = hex(&mac.finalize().into_bytes());
    bool::from(expected.as_bytes().ct_eq(signature.trim().to_ascii_lowercase().as_bytes()))
}

/// How a link proves that the recruiter has sent its participant again. `attempt` names the call that uses it.
pub fn proof(key: &ServerKey, study: &StudyFile, recruitment: &Recruitment, ids: &Ids, attempt: &str) -> Proof {
    let person = person(study, ids).unwrap_or_default();
    let id = study.id.as_bytes();
    let used_by =
        |visit: Digest| Visit { visit, attempt: key.mac("attempt", &[id, person.as_bytes(), attempt.as_bytes()]) };
    // Prolific signs each opening of a link, also within a submission.
    if let Some(token) = recruitment.signed_links().and_then(|name| ids.get(name)) {
        return Proof::NewVisit(used_by(key.mac("visit", &[id, signed_part(token).as_bytes()])));
    }
    match (recruitment.visit.as_ref().and_then(|name| visit(ids, name)), &recruitment.signature) {
        (Some(visit), _) => Proof::NewVisit(used_by(key.mac("visit", &[id, visit.as_bytes()]))),
        (None, Some(_)) => Proof::Lasting,
        (None, None) => Proof::Repeat(used_by(key.mac("first visit", &[id, person.as_bytes()]))),
    }
}

/// The part of a token (JWT) that is signed: the same for each spelling of its signature.
fn signed_part(token: &str) -> &str {
    token.trim().rsplit_once('.').map_or("", |(signed, _)| signed)
}

fn visit(ids: &Ids, name: &str) -> Option<String> {
    plain_id(ids.get(name)?)
}

/// The parameters that the study names, without control characters: no service sends them, and they break the lines of
/// logs and lists.
pub fn kept(study: &StudyFile, mut ids: Ids) -> Ids {
    ids.retain(|name, _| named(study).contains(name));
    for id in ids.values_mut() {
        id.retain(|c| !c.is_control());
    }
    ids
}

fn named(study: &StudyFile) -> &[String] {
    study.recruitment.as_ref().map_or(&[], |recruitment| &recruitment.parameters)
}

/// A keyed hash of the ID that identifies a person. It can stay after an erasure, because it does not identify the
/// person.
pub fn person_hash(key: &ServerKey, study: &StudyFile, ids: &Ids) -> Option<Digest> {
    person(study, ids).map(|id| key.mac("recruited", &[study.id.as_bytes(), id.as_bytes()]))
}

/// A keyed hash of the ID of a person who gets a bonus. It can stay after an erasure.
pub fn bonus_hash(key: &ServerKey, study: &StudyFile, id: &str) -> Digest {
    key.mac("bonus", &[study.id.as_bytes(), id.as_bytes()])
}

/// The ID that identifies a person.
fn person(study: &StudyFile, ids: &Ids) -> Option<String> {
    plain_id(ids.get(study.recruitment.as_ref()?.one_place_per.as_ref()?)?)
}

/// The normalised ID, the same for IDs that look the same; none if nothing is visible. Case is kept, because some
/// services distinguish it.
pub fn plain_id(id: &str) -> Option<String> {
    let seen = normalise(&id.chars().filter(|c| !is_invisible(*c)).collect::<String>());
    let seen = seen.trim();
    (!seen.is_empty()).then(|| seen.to_owned())
}
