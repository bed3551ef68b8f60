//! `study.yaml` beside the arms' steps: blocks, weights, consent, pictures.

use super::{Check, numbered};

const STUDY: &str = "study.yaml";

/// Places that a schedule is begun with at most.
const PLACES: u32 = 100_000;

pub(super) fn check(check: &mut Check) {
    let file = &check.study.file;
    let round: u32 = file.arms.values().map(|arm| arm.weight).sum();
    for (group, arm) in &file.arms {
        if arm.weight == 0 {
            let path = format!("arms.{}.weight", group.name());
            check.error(STUDY, &path, "nobody would ever get this arm".into(), "give it a weight of at least 1");
        }
    }
    let plan = &file.allocation;
    if plan.block_sizes.is_empty() {
        check.error(
            STUDY,
            "allocation.block_sizes",
            "at least one block size is needed".into(),
            "for example `[3, 6]`",
        );
    }
    for (path, size) in numbered(&plan.block_sizes, "allocation.block_sizes") {
        if round > 0 && (*size == 0 || !size.is_multiple_of(round)) {
            let help = format!("use multiples of {round}, the sum of the arms' weights");
            check.error(STUDY, &path, format!("a block of {size} can't hold the arms in their proportion"), &help);
        }
    }
    if plan.block_sizes.len() == 1 {
        let message = "with one block size the next allocation can be guessed".into();
        check.warning(STUDY, "allocation.block_sizes", message, "name two or more sizes");
    }
    if !(1..=PLACES).contains(&plan.places) {
        let message = format!("a schedule of {} places can't be written", plan.places);
        check.error(STUDY, "allocation.places", message, "leave it out: 600, and more are added when they are needed");
    }
    if plan.hold_minutes == 0 {
        let message = "every place would be given back before the first page".into();
        check.error(STUDY, "allocation.hold_minutes", message, "leave it out: two hours");
    }
    if !file.contact.email.contains('@') {
        let message = format!("`{}` is no e-mail address", file.contact.email);
        check.error(STUDY, "contact.email", message, "participants write to it: for example `study@example.org`");
    }
    if file.minutes == 0 {
        check.error(STUDY, "minutes", "a study lasts at least a minute".into(), "write how long it lasts");
    }
    name(check, "id", &file.id);
    for (path, step) in numbered(&file.landing.steps, "landing.steps") {
        if !check.files.contains_key(&format!("media/{}", step.picture)) {
            check.error(
                STUDY,
                &format!("{path}.picture"),
                format!("media/{} is missing", step.picture),
                "add the picture, or correct its name",
            );
        }
    }
    if file.retention.as_ref().is_some_and(|retention| retention.last_day().is_none()) {
        check.error(STUDY, "retention.until", "this is not a day".into(), "write it as `2036-12-31`");
    }
    consent(check);
    recruitment(check);
}

fn name(check: &mut Check, path: &str, id: &str) {
    if !super::names::is_name(id, '-') {
        check.error(STUDY, path, format!("`{id}` can't be a file name"), "use lower-case letters, digits and hyphens");
    }
}

fn consent(check: &mut Check) {
    if !check.study.consent.ticks.iter().any(|tick| tick.required) {
        let message = "nothing has to be agreed to".into();
        check.warning("consent.yaml", "ticks", message, "mark the tick for taking part with `required: true`");
    }
}

fn recruitment(check: &mut Check) {
    let Some(recruitment) = &check.study.file.recruitment else { return };
    if recruitment.return_url.as_ref().is_some_and(|url| !url.starts_with("https://") && !url.starts_with("http://")) {
        let message = "this is no address of a web page".into();
        check.error(STUDY, "recruitment.return_url", message, "begin it with `https://`");
    }
    match &recruitment.one_place_per {
        Some(name) if !recruitment.parameters.contains(name) => {
            let message = format!("`{name}` is not among the parameters of the link");
            check.error(STUDY, "recruitment.one_place_per", message, "add it to `parameters`, or correct its name");
        }
        None if recruitment.link_required => {
            let message = "nothing says which parameter of the link is required".into();
            check.error(STUDY, "recruitment.link_required", message, "name the parameter as `one_place_per`");
        }
        _ => {}
    }
}
