//! Checks across the files of a bundle, each of which can be read.

mod advice;
mod allocation;
mod analysis;
mod arms;
mod balance;
mod bonus;
mod by_arm;
mod conditions;
mod context;
mod dates;
mod expect;
mod factors;
mod invitations;
mod items;
mod links;
mod media;
mod names;
mod order;
mod phases;
mod placeholders;
mod plan;
mod prolific;
mod publication;
mod references;
mod reporting;
mod scales;
mod screening;
#[cfg(test)]
mod tests;
mod texts;
mod translations;
mod waves;

use std::collections::BTreeMap;

pub(crate) use arms::page_texts;
use chrono::NaiveDate;
use context::{Check, Placed, numbered};
pub(crate) use texts::{is_medium_of_item, is_text};

use crate::definition::{ArmId, Study};
use crate::files::{Files, Media};
use crate::outline::Outline;
use crate::problem::{Problem, Severity};

/// All findings. `outlines` have the source positions of values. `starts` is the day from which participants register,
/// if that is to be checked.
pub(crate) fn check(
    study: &Study,
    (files, media): (&Files, &Media),
    outlines: &BTreeMap<&str, Outline>,
    starts: Option<NaiveDate>,
) -> Vec<Problem> {
    let mut check = Check { study, files, media, outlines, problems: Vec::new() };
    arms::check(&mut check);
    factors::check(&mut check);
    conditions::check(&mut check);
    waves::check(&mut check);
    dates::check(&mut check, starts);
    invitations::check(&mut check);
    expect::check(&mut check);
    allocation::check(&mut check);
    bonus::check(&mut check);
    placeholders::check(&mut check);
    names::check(&mut check);
    items::check(&mut check);
    order::check(&mut check);
    advice::check(&mut check);
    scales::check(&mut check);
    references::check(&mut check);
    screening::check(&mut check);
    balance::check(&mut check);
    phases::check(&mut check);
    analysis::check(&mut check);
    plan::check(&mut check);
    publication::check(&mut check);
    reporting::check(&mut check);
    media::check(&mut check);
    texts::check(&mut check);
    translations::check(&mut check);
    check.problems
}

/// Findings about the study as an arm sees it, if content differs by arm; `files` and `outlines` are as that arm has
/// them.
pub(crate) fn check_arm(
    study: &Study,
    arm: ArmId,
    (files, media): (&Files, &Media),
    outlines: &BTreeMap<&str, Outline>,
) -> Vec<Problem> {
    let mut check = Check { study: study.seen_by(Some(arm)), files, media, outlines, problems: Vec::new() };
    by_arm::check(&mut check, study, arm);
    items::check(&mut check);
    order::dependencies(&mut check);
    advice::sections(&mut check);
    scales::check(&mut check);
    references::check(&mut check);
    screening::check(&mut check);
    balance::check(&mut check);
    phases::check(&mut check);
    analysis::check(&mut check);
    check.problems
}
