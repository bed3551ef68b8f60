//! Waves: each can open after an earlier one, closes after it has opened, and has steps for all arms.

use super::{Check, arms, numbered};
use crate::answers::parse_day;
use crate::definition::wave::{MAIN, Wave, WaveSteps, When};

const STUDY: &str = "study.yaml";

pub(super) fn check(check: &mut Check) {
    let waves = &check.study.file.waves;
    for (index, (path, wave)) in numbered(waves, "waves").enumerate() {
        let earlier: Vec<_> = std::iter::once(MAIN).chain(waves[..index].iter().map(|wave| wave.id)).collect();
        if earlier.contains(&wave.id) {
            let message = format!("there are two waves `{}`", wave.id);
            check.error(STUDY, &format!("{path}.id"), message, "rename one of them; the first part is called `main`");
        }
        if let Some(after) = wave.after.filter(|after| !earlier.contains(after)) {
            let message = format!("no earlier wave is called `{after}`");
            let help = "name a wave above, or `main`, or remove this line to count from the wave before";
            check.error(STUDY, &format!("{path}.after"), message, help);
        }
        steps(check, &path, wave);
        window(check, &path, wave);
    }
}

fn steps(check: &mut Check, path: &str, wave: &Wave) {
    let path = format!("{path}.steps");
    let whose = format!("wave {}", wave.id);
    match &wave.steps {
        WaveSteps::Same(steps) => arms::steps(check, &path, &whose, steps),
        WaveSteps::ByArm(own) => {
            for (arm, steps) in own {
                let path = format!("{path}.{arm}");
                if !check.study.file.arms.contains_key(arm) {
                    let message = format!("there is no arm `{arm}`");
                    check.error(STUDY, &path, message, "correct the ID, or add the arm");
                }
                arms::steps(check, &path, &format!("arm {arm} in {whose}"), steps);
            }
            let missing = check.study.file.arms.keys().find(|arm| !own.contains_key(*arm)).copied();
            if let Some(arm) = missing {
                let message = format!("{whose} has no steps for arm `{arm}`");
                let help = "add them, or write one list of steps for all arms";
                check.error(STUDY, &path, message, help);
            }
        }
    }
}

fn window(check: &mut Check, path: &str, wave: &Wave) {
    for (name, when) in [("opens", &wave.opens), ("closes", &wave.closes)] {
        let path = format!("{path}.{name}");
        if when.days.is_some() == when.date.is_some() {
            let message = "a point in time is either `days` or a `date`";
            check.error(STUDY, &path, message, "write for example `{ days: 14 }`: days after the earlier wave");
        } else if when.date.as_deref().is_some_and(|date| parse_day(date).is_none()) {
            check.error(STUDY, &format!("{path}.date"), super::context::NO_DATE, "for example `\"2027-03-31\"`");
        }
    }
    let is_never_open = match (&wave.opens, &wave.closes) {
        (When { days: Some(opens), .. }, When { days: Some(closes), .. }) => closes <= opens,
        (When { date: Some(opens), .. }, When { date: Some(closes), .. }) => parse_day(closes) < parse_day(opens),
        _ => false,
    };
    if is_never_open {
        let message = format!("wave `{}` closes before it opens, so nobody can take part in it", wave.id);
        check.error(STUDY, &format!("{path}.closes"), message, "choose a later time");
    }
    for (path, day) in numbered(&wave.reminders, &format!("{path}.reminders")) {
        let too_early = wave.opens.days.is_some_and(|opens| *day < opens);
        let too_late = wave.closes.days.is_some_and(|closes| *day >= closes);
        if too_early || too_late {
            let message = format!("on day {day}, wave `{}` is not open", wave.id);
            check.error(STUDY, &path, message, "choose a day on which it is open");
        }
    }
    if wave.minutes == 0 {
        check.error(STUDY, &format!("{path}.minutes"), "a wave takes at least one minute", "write how many it takes");
    }
}
