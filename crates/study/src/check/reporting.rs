//! `reporting` in `study.yaml`.

use super::Check;
use super::context::{NO_DATE, NO_WEB_PAGE, is_web_page};
use crate::answers::parse_day;

const FILE: &str = "study.yaml";
const ADDRESS: &str = "start it with `https://`";

pub(super) fn check(check: &mut Check) {
    registration(check);
    let reporting = &check.study.file.reporting;
    if reporting.protocol.as_ref().is_some_and(|page| !is_web_page(page)) {
        check.error(FILE, "reporting.protocol", NO_WEB_PAGE, ADDRESS);
    }
    for (field, text) in reporting.texts() {
        if text.is_some_and(|text| text.trim().is_empty()) {
            let help =
                "write the statement, for example `None.`, or remove the field: the checklist then names it as missing";
            check.error(FILE, &format!("reporting.{field}"), format!("`{field}` is empty"), help);
        }
    }
}

fn registration(check: &mut Check) {
    let Some(registration) = &check.study.file.reporting.registration else { return };
    for (field, text) in [("registry", &registration.registry), ("number", &registration.number)] {
        if text.trim().is_empty() {
            let help = "name the register and the number of the entry, for example `registry: OSF` and `number: abc12`";
            let message = format!("`{field}` is empty");
            check.error(FILE, &format!("reporting.registration.{field}"), message, help);
        }
    }
    if registration.url.as_ref().is_some_and(|page| !is_web_page(page)) {
        check.error(FILE, "reporting.registration.url", NO_WEB_PAGE, ADDRESS);
    }
    if registration.day.as_ref().is_some_and(|day| parse_day(day).is_none()) {
        check.error(FILE, "reporting.registration.day", NO_DATE, "for example `\"2027-03-31\"`");
    }
}
