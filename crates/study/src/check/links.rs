//! Checks of `recruitment.account: link`: accounts that a recruitment link opens.

use super::{Check, Severity};
use crate::definition::study::{AccountKind, Recruitment};

const STUDY: &str = "study.yaml";

pub(super) fn check(check: &mut Check, recruitment: &Recruitment) {
    match recruitment.account {
        AccountKind::Password => settings_without_effect(check, recruitment),
        AccountKind::Link => link(check, recruitment),
    }
}

fn settings_without_effect(check: &mut Check, recruitment: &Recruitment) {
    let given = [
        ("visit", recruitment.visit.is_some()),
        ("trust_visits", recruitment.trust_visits),
        ("signature", recruitment.signature.is_some()),
        ("accepted", !recruitment.accepted.is_empty()),
        ("prolific.signed_links", recruitment.signed_links().is_some()),
    ];
    for (name, _) in given.into_iter().filter(|(_, is_given)| *is_given) {
        let message = format!("`{name}` has no effect: participants sign in with a password");
        check.error(STUDY, &format!("recruitment.{name}"), message, "add `account: link`, or remove it");
    }
}

fn link(check: &mut Check, recruitment: &Recruitment) {
    let Recruitment { parameters, one_place_per, visit, signature, accepted, .. } = recruitment;
    if one_place_per.is_none() || !recruitment.link_required {
        let message = "the ID of a link is the account, and links may have none";
        let help = "name the parameter with the ID as `one_place_per`, and set `link_required: true`";
        check.error(STUDY, "recruitment.account", message, help);
    }
    if visit.is_some() && visit == one_place_per {
        let message = "the ID of a person is the same at each visit";
        check.error(STUDY, "recruitment.visit", message, "name the parameter that differs, such as `SESSION_ID`");
    }
    if let Some(name) = signature.as_ref().filter(|name| parameters.contains(name) || visit.as_ref() == Some(name)) {
        let message = format!("`{name}` cannot be the signature and something else");
        check.error(STUDY, "recruitment.signature", message, "use a parameter of its own, which is not stored");
    }
    for (name, values) in accepted {
        let path = format!("recruitment.accepted.{name}");
        if !parameters.contains(name) {
            let message = format!("`{name}` is not among the parameters of the link");
            check.error(STUDY, &path, message, "add it to `parameters`, or correct its name");
        }
        if values.is_empty() {
            check.error(STUDY, &path, "no value is accepted, so nobody could take part", "list the accepted values");
        }
    }
    signed_by_prolific(check, recruitment);
    resuming(check, recruitment);
}

fn signed_by_prolific(check: &mut Check, recruitment: &Recruitment) {
    let Some(name) = recruitment.signed_links() else { return };
    let path = "recruitment.prolific.signed_links";
    if recruitment.parameters.iter().any(|own| own == name) {
        let message = format!("`{name}` has Prolific's token, which is a secret and must not be stored");
        check.error(STUDY, path, message, "remove it from `parameters`");
    }
    if recruitment.signature.is_some() {
        let message = "links have either Prolific's signature or one with your own secret";
        check.error(STUDY, path, message, "remove `signature` or `signed_links`");
    }
    if recruitment.confirming_prolific().is_none() {
        let message = "a token is valid for one study at Prolific, and none is listed";
        check.error(STUDY, path, message, "list the IDs of its studies at Prolific as `studies`");
    }
}

/// Who can resume, and what that proves.
fn resuming(check: &mut Check, recruitment: &Recruitment) {
    let by_prolific = recruitment.confirming_prolific().is_some();
    let is_signed = recruitment.signature.is_some() || recruitment.signed_links().is_some();
    if recruitment.trust_visits && (is_signed || by_prolific || recruitment.visit.is_none()) {
        let message = "`trust_visits` has no effect: visits are confirmed, or the study has none";
        check.error(STUDY, "recruitment.trust_visits", message, "remove it");
        return;
    }
    let (severity, message, help) = match &recruitment.visit {
        _ if is_signed => return,
        Some(_) if recruitment.trust_visits => (
            Severity::Warning,
            "whoever knows an ID and invents a visit resumes another person's participation",
            "remove `trust_visits`, unless participants must resume on another device and the recruiter signs nothing",
        ),
        Some(_) if by_prolific => (
            Severity::Note,
            "participants resume on another device only while the server has a token of Prolific's API, which confirms \
             the visit",
            "put the token into the server's settings, and check it: unmask doctor",
        ),
        Some(_) => (
            Severity::Note,
            "nothing confirms a visit, so participants can resume only in the browser in which they began, or with a \
             password",
            "if the recruiter is Prolific, list its studies in `prolific`; if the recruiter can sign links, set \
             `signature`",
        ),
        None => (
            Severity::Note,
            "participants can resume only in the browser in which they began, unless they set a password",
            "name the parameter that differs at each visit as `visit`, or set `signature`",
        ),
    };
    check.report(severity, STUDY, "recruitment.account", message, help);
}
