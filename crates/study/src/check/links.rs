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
        ("signature", recruitment.signature.is_some()),
        ("accepted", !recruitment.accepted.is_empty()),
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
    let (message, help) = match (signature, visit) {
        (Some(_), _) => return,
        (None, Some(_)) => (
            "without a signature, an ID and an invented visit resume a participation",
            "if the recruiter can sign links, set `signature`; otherwise read what `visit` protects against",
        ),
        (None, None) => (
            "participants can resume only in the browser in which they began, unless they set a password",
            "name the parameter that differs at each visit as `visit`, or set `signature`",
        ),
    };
    check.report(Severity::Note, STUDY, "recruitment.account", message, help);
}
