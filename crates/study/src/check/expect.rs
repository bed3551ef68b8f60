//! `expect`: effects of arms that there are, with numbers that a simulation can use, and later parts that there are.

use super::Check;
use super::context::did_you_mean;
use crate::definition::expect::ExpectedEffect;
use crate::definition::{ArmId, WaveId};

const STUDY: &str = "study.yaml";

pub(super) fn check(check: &mut Check) {
    let file = &check.study.file;
    for (arm, effect) in &file.expect {
        let path = format!("expect.{}", arm.name());
        if !file.arms.contains_key(arm) {
            let help = did_you_mean(arm.name(), file.arms.keys().map(ArmId::name), "name one of `arms`");
            check.error(STUDY, &path, format!("the study has no arm `{}`", arm.name()), &help);
        }
        numbers(check, &path, effect);
        parts(check, &path, effect, Some(*arm).filter(|arm| file.arms.contains_key(arm)));
    }
    for (factor, levels) in &file.expect_by_level {
        let path = format!("expect_by_level.{factor}");
        let Some(known) = file.factors.get(factor) else {
            check.error(STUDY, &path, format!("the study has no factor `{factor}`"), "name one of `factors`");
            continue;
        };
        for (level, effect) in levels {
            let path = format!("{path}.{level}");
            if !known.names().contains(&level.as_str()) {
                let message = format!("the factor `{factor}` has no level `{level}`");
                check.error(STUDY, &path, message, "name one of its levels");
            }
            numbers(check, &path, effect);
            parts(check, &path, effect, None);
        }
    }
}

/// Probabilities of coming back are for later parts that there are, and that the arm has.
fn parts(check: &mut Check, path: &str, effect: &ExpectedEffect, arm: Option<ArmId>) {
    let study = check.study;
    let Some(returning) = &effect.returning else { return };
    let path = format!("{path}.returning");
    let help = "name one of `waves`, or write one number for all of them";
    if study.file.waves.is_empty() {
        check.error(STUDY, &path, "the study has no later part", "remove `returning`");
    }
    for part in returning.parts.keys() {
        let number = study.file.waves.iter().position(|wave| wave.id == *part).map(|index| index + 1);
        let path = format!("{path}.{part}");
        match (number, arm) {
            (None, _) => check.error(STUDY, &path, format!("the study has no later part `{part}`"), help),
            (Some(number), Some(arm)) if study.steps_in(Some(arm), number).is_empty() => {
                check.error(STUDY, &path, format!("the arm `{arm}` does not have the part `{part}`"), help);
            }
            _ => {}
        }
    }
}

fn numbers(check: &mut Check, path: &str, effect: &ExpectedEffect) {
    let number = |field: &str, value: Option<f64>, low: f64, high: f64| (field.to_owned(), value, low, high);
    let mut numbers = vec![
        number("d_prime", Some(effect.d_prime), -4.0, 4.0),
        number("criterion", Some(effect.criterion), -4.0, 4.0),
        number("knowledge", Some(effect.knowledge), -1.0, 1.0),
        number("leaving", effect.leaving, 0.0, 0.99),
        number("retained", effect.retained, 0.0, 1.0),
    ];
    if let Some(returning) = &effect.returning {
        numbers.push(number("returning", returning.all, 0.0, 1.0));
        let of_part = |(part, share): (&WaveId, &f64)| number(&format!("returning.{part}"), Some(*share), 0.0, 1.0);
        numbers.extend(returning.parts.iter().map(of_part));
    }
    for (field, value, low, high) in numbers {
        // `.nan` is in no range.
        if let Some(value) = value.filter(|value| !(low..=high).contains(value)) {
            let name = field.rsplit('.').next().unwrap_or_default();
            let message = format!("`{name}: {value}` is out of range");
            check.error(STUDY, &format!("{path}.{field}"), message, &format!("use a number from {low} to {high}"));
        }
    }
}
