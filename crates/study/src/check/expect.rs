//! `expect`: effects of arms that there are, with numbers that a simulation can use.

use super::Check;
use crate::definition::study::ExpectedEffect;

const STUDY: &str = "study.yaml";

pub(super) fn check(check: &mut Check) {
    let file = &check.study.file;
    for (arm, effect) in &file.expect {
        let path = format!("expect.{}", arm.name());
        if !file.arms.contains_key(arm) {
            check.error(STUDY, &path, format!("the study has no arm `{}`", arm.name()), "name one of `arms`");
        }
        numbers(check, &path, effect);
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
        }
    }
}

fn numbers(check: &mut Check, path: &str, effect: &ExpectedEffect) {
    let numbers = [
        ("d_prime", Some(effect.d_prime), -4.0, 4.0),
        ("criterion", Some(effect.criterion), -4.0, 4.0),
        ("knowledge", Some(effect.knowledge), -1.0, 1.0),
        ("leaving", effect.leaving, 0.0, 0.99),
        ("retained", effect.retained, 0.0, 1.0),
    ];
    for (field, value, low, high) in numbers {
        // `.nan` is in no range.
        if let Some(value) = value.filter(|value| !(low..=high).contains(value)) {
            let message = format!("`{field}: {value}` is out of range");
            check.error(STUDY, &format!("{path}.{field}"), message, &format!("use a number from {low} to {high}"));
        }
    }
}
