//! `study.yaml` except for the arms' steps: blocks, weights, consent, images.

mod kinds;
mod strata;
mod time;
mod units;

use super::{Check, numbered};

const STUDY: &str = "study.yaml";

/// The most slots that a schedule draws at a time.
const PLACES: u32 = 100_000;

pub(super) fn check(check: &mut Check) {
    let file = &check.study.file;
    let round: u32 = file.arms.values().map(|arm| arm.weight).sum();
    for (group, arm) in &file.arms {
        if arm.weight == 0 {
            let path = format!("arms.{}.weight", group.name());
            check.error(STUDY, &path, "no participant would get this arm", "give it a weight of at least 1");
        }
    }
    let plan = &file.allocation;
    kinds::check(check);
    time::check(check);
    units::check(check);
    for (path, size) in numbered(&plan.block_sizes, "allocation.block_sizes") {
        if round > 0 && (*size == 0 || !size.is_multiple_of(round)) {
            let arms = file.arms.len();
            let message = if file.arms.values().all(|arm| arm.weight == 1) {
                format!("a block of {size} can't be divided evenly among {arms} arms")
            } else {
                format!("a block of {size} can't be divided among {arms} arms by their weights")
            };
            let help = format!("use multiples of {round}, the sum of the arms' weights");
            check.error(STUDY, &path, message, &help);
        }
    }
    if plan.block_sizes.len() == 1 {
        let message = "with only one block size, the next allocation can be guessed";
        check.warning(STUDY, "allocation.block_sizes", message, "list two or more sizes");
    }
    if !(1..=PLACES).contains(&plan.places) {
        let message = format!("a schedule can't be drawn in steps of {} slots", plan.places);
        let help =
            format!("use 1 to {PLACES}, or remove it: the default is 600, and more are added when they are needed");
        check.error(STUDY, "allocation.places", message, &help);
    }
    if plan.draw_among == 0 {
        let message = "no slot is left to draw from";
        let help = "remove it: the default is 24; 1 assigns the slots in their order";
        check.error(STUDY, "allocation.draw_among", message, help);
    }
    if plan.hold_minutes == 0 {
        let message = "every reserved slot would be released immediately";
        check.error(STUDY, "allocation.hold_minutes", message, "raise or remove it: the default is two hours");
    }
    if !file.contact.email.contains('@') {
        let message = format!("`{}` is not an e-mail address", file.contact.email);
        let help = "participants write to this address; for example `study@example.org`";
        check.error(STUDY, "contact.email", message, help);
    }
    if file.minutes == 0 {
        check.error(STUDY, "minutes", "a study takes at least one minute", "write how many minutes it takes");
    }
    if !super::names::is_name(&file.id, '-') {
        let message = format!("`{}` can't be a file name", file.id);
        check.error(STUDY, "id", message, "use lower-case letters, digits and hyphens");
    }
    for (path, step) in numbered(&file.landing.steps, "landing.steps") {
        if !check.files.contains_key(&format!("media/{}", step.picture)) {
            let message = format!("media/{} is missing", step.picture);
            check.error(STUDY, &format!("{path}.picture"), message, "add the image, or correct its name");
        }
    }
    if file.retention.as_ref().is_some_and(|retention| retention.last_day().is_none()) {
        check.error(STUDY, "retention.until", super::context::NO_DATE, "for example `\"2036-12-31\"`");
    }
    if !check.study.consent.ticks.iter().any(|tick| tick.required) {
        let help = "add `required: true` to the statement about taking part";
        check.warning("consent.yaml", "ticks", "no consent statement is required", help);
    }
    recruitment(check);
}

fn recruitment(check: &mut Check) {
    let Some(recruitment) = &check.study.file.recruitment else { return };
    if recruitment.return_url.as_ref().is_some_and(|url| !super::context::is_web_page(url)) {
        check.error(STUDY, "recruitment.return_url", super::context::NO_WEB_PAGE, "start it with `https://`");
    }
    match &recruitment.one_place_per {
        Some(name) if !recruitment.parameters.contains(name) => {
            let message = format!("`{name}` is not among the parameters of the link");
            check.error(STUDY, "recruitment.one_place_per", message, "add it to `parameters`, or correct its name");
        }
        None if recruitment.link_required => {
            let message = "it is not clear which parameter of the link is required";
            check.error(STUDY, "recruitment.link_required", message, "name the parameter as `one_place_per`");
        }
        _ => {}
    }
    super::links::check(check, recruitment);
    super::prolific::check(check, recruitment);
}
