//! `publication` in `study.yaml`.

use super::{Check, numbered};
use crate::answers::parse_day;
use crate::definition::publication::LICENCES;
use crate::definition::{Item, Questionnaire};
use crate::problem::Severity;

const FILE: &str = "study.yaml";
const SPDX: &str = "find its identifier at https://spdx.org/licenses, for example `CC-BY-4.0` or `CC0-1.0`; a licence \
                    without one is `LicenseRef-` and a name";

pub(super) fn check(check: &mut Check) {
    quasi_identifiers(check);
    authors(check);
    identifiers(check);
    missing(check);
}

fn quasi_identifiers(check: &mut Check) {
    let study = check.study;
    let variables: Vec<_> =
        study.questionnaires.values().flat_map(Questionnaire::items).flat_map(Item::variables).collect();
    let named = study.file.publication.quasi_identifiers.as_deref();
    if named.is_some_and(<[String]>::is_empty) {
        let message = "a public package would not count how many participants have the same answers";
        let help = "name the variables by which somebody could recognise a participant, or remove the field";
        check.warning(FILE, "publication.quasi_identifiers", message, help);
    }
    let named = named.unwrap_or_default();
    for (path, name) in numbered(named, "publication.quasi_identifiers") {
        if !variables.iter().any(|variable| variable.name == *name) {
            let message = format!("`{name}` is not a variable of a questionnaire");
            check.error(FILE, &path, message, "name an item, for example the one that asks for the age");
        }
    }
}

fn authors(check: &mut Check) {
    let study = check.study;
    for (path, author) in numbered(&study.file.publication.authors, "publication.authors") {
        let names = [author.given_names.is_some(), author.family_names.is_some(), author.name.is_some()];
        if !matches!(names, [true, true, false] | [false, false, true]) || author.full_name().trim().is_empty() {
            let help = "a person has `given_names` and `family_names`, a group has `name`";
            check.error(FILE, &path, "an author is a person or a group", help);
        }
        let Some(orcid) = &author.orcid else { continue };
        if !is_orcid(orcid) {
            let message = format!("`{orcid}` is not an ORCID iD: its form or its check digit is wrong");
            let help = "copy the sixteen digits from the author's page at orcid.org, for example `0000-0002-1825-0097`";
            check.error(FILE, &format!("{path}.orcid"), message, help);
        }
    }
}

fn identifiers(check: &mut Check) {
    let publication = &check.study.file.publication;
    if let Some(licence) = &publication.licence {
        let known = LICENCES.iter().find(|known| known.eq_ignore_ascii_case(licence));
        let unlike = known.filter(|known| *known != licence);
        let path = "publication.licence";
        if let Some(known) = unlike {
            check.error(FILE, path, format!("`{licence}` is written `{known}`"), &format!("write `{known}`"));
        } else if !is_spdx(licence) {
            let message = format!("`{licence}` is not an SPDX licence identifier");
            check.error(FILE, path, message, SPDX);
        } else if known.is_none() && !licence.starts_with("LicenseRef-") {
            check.warning(FILE, path, format!("`{licence}` is none of the usual licences for data"), SPDX);
        }
    }
    if let Some(doi) = publication.doi.as_ref().filter(|doi| !is_doi(doi)) {
        let message = format!("`{doi}` is not a DOI");
        let help = "write it without `https://doi.org/`, for example `10.5281/zenodo.1234567`";
        check.error(FILE, "publication.doi", message, help);
    }
    if publication.homepage.as_ref().is_some_and(|page| !super::context::is_web_page(page)) {
        check.error(FILE, "publication.homepage", super::context::NO_WEB_PAGE, "start it with `https://`");
    }
    if publication.published.as_ref().is_some_and(|day| parse_day(day).is_none()) {
        check.error(FILE, "publication.published", super::context::NO_DATE, "for example `\"2027-03-31\"`");
    }
}

/// What is missing for publication is no mistake, as long as the study runs.
fn missing(check: &mut Check) {
    let missing = check.study.file.publication.missing();
    if missing.is_empty() {
        return;
    }
    let list: Vec<_> = missing.iter().map(|name| format!("`{name}`")).collect();
    let message = format!("before the data are published, `publication` lacks {}", list.join(", "));
    let help = "add what is known; the data package leaves out what is not given";
    check.report(Severity::Note, FILE, "publication", message, help);
}

/// Whether the last character is the check digit of the others (ISO 7064 MOD 11-2), as of every ORCID iD:
/// <https://support.orcid.org/hc/en-us/articles/360006897674>.
fn is_orcid(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    if groups.len() != 4 || groups.iter().any(|group| group.len() != 4) {
        return false;
    }
    let digits: String = groups.concat();
    let (digits, last) = digits.split_at(digits.len() - 1);
    let sum = digits.chars().try_fold(0, |sum, digit| Some((sum + digit.to_digit(10)?) * 2));
    let check = sum.map(|sum| (12 - sum % 11) % 11);
    check.is_some_and(|check| if check == 10 { last == "X" } else { last == check.to_string() })
}

/// Whether it has the form of a DOI: `10.`, the number of the registrant, a slash and a suffix.
fn is_doi(text: &str) -> bool {
    let Some((registrant, suffix)) = text.strip_prefix("10.").and_then(|rest| rest.split_once('/')) else {
        return false;
    };
    let number = registrant.split('.').all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    number
        && registrant.len() >= 4
        && !suffix.is_empty()
        && !suffix.contains(|c: char| c.is_whitespace() || c.is_control())
}

/// The form of SPDX's identifiers, without expressions such as `A OR B`.
fn is_spdx(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphanumeric())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "-.+".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of ORCID's documentation, one with X (Stephen Hawking's, in the same documentation), and the last
    /// digit changed.
    #[test]
    fn orcid_ids_have_a_check_digit() {
        assert!(is_orcid("0000-0002-1825-0097"));
        assert!(is_orcid("0000-0002-1694-233X"));
        for wrong in ["0000-0002-1825-0098", "0000-0002-1694-2330", "0000-0002-1694-233x", "0000-0002-1852-0097"] {
            assert!(!is_orcid(wrong), "{wrong}");
        }
        for wrong in ["https://orcid.org/0000-0002-1825-0097", "0000000218250097", "0000-0002-1825-009é", ""] {
            assert!(!is_orcid(wrong), "{wrong}");
        }
    }

    /// The handbook's own DOI, and others of its forms: a registrant with a part, a suffix with signs.
    #[test]
    fn dois_are_known_by_their_form() {
        for right in
            ["10.1000/182", "10.5281/zenodo.1234567", "10.1000.10/123", "10.1002/(SICI)1097-4571(1998)49:8<693"]
        {
            assert!(is_doi(right), "{right}");
        }
        for wrong in [
            "https://doi.org/10.1000/182",
            "doi:10.1000/182",
            "10.1000",
            "10.1000/",
            "10.x/1",
            "10.12/a",
            "10.1000/a b",
        ] {
            assert!(!is_doi(wrong), "{wrong}");
        }
    }

    #[test]
    fn licences_have_the_form_of_spdx() {
        for right in LICENCES.iter().chain(&["LicenseRef-university-archive"]) {
            assert!(is_spdx(right), "{right}");
        }
        for wrong in ["CC BY 4.0", "MIT OR Apache-2.0", "https://creativecommons.org/licenses/by/4.0/", ""] {
            assert!(!is_spdx(wrong), "{wrong}");
        }
    }
}
