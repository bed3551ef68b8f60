//! Waves: each can open after an earlier one, closes after it has opened, and has steps for all arms, with blocks and
//! clips of its own.

use std::collections::BTreeSet;

use super::{Check, arms, numbered};
use crate::answers::parse_day;
use crate::codebook::{Row, codebook};
use crate::definition::consent::CONTACT_AGAIN;
use crate::definition::item::{Kind, Questionnaire};
use crate::definition::wave::{MAIN, Wave, WaveSteps, When};
use crate::definition::{ArmId, BlockId};
use crate::page::{Step, StepKind};
use crate::problem::Severity;

const STUDY: &str = "study.yaml";

/// Ten years.
const MOST_DAYS: u32 = 3_652;

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
        consent(check, &path, wave);
        window(check, &path, wave);
        code(check, &path, index);
        without_earlier(check, &path, index + 1);
        repeats(check, &path, index + 1);
    }
    debriefs(check);
    debriefed_at_the_end(check);
}

/// Who comes back gets a text of their own until then. After a part by consent, the debrief is at its end.
fn debriefed_at_the_end(check: &mut Check) {
    let study = check.study;
    let Some((path, last)) = numbered(&study.file.waves, "waves").last() else { return };
    // With a text of its own at the last end, `end.md` can be about the part that is to come.
    let mut ends = study.steps.values().flatten().filter(|step| step.wave > 0 && step.kind == StepKind::End);
    let is_shared = last.consent.is_some() || ends.any(|step| !study.pages.contains_key(step.block.name()));
    if !study.pages.contains_key("waiting") && is_shared {
        let message = "until then, participants read `pages/end.md` at the end of the earlier part";
        let help = "write `pages/waiting.md`: that a part is still to come, and that they learn the answers after it";
        check.warning(STUDY, &path, message.to_owned(), help);
    }
    let by_consent = numbered(&study.file.waves, "waves").filter(|(_, wave)| wave.consent.is_some());
    let Some((path, wave)) = by_consent.last() else { return };
    let has_debrief = study.questionnaires.values().flat_map(|own| &own.sections).any(|section| section.debrief);
    let last = study.file.waves.iter().position(|own| own.id == wave.id).map_or(0, |index| index + 1);
    let asked = study.steps.values().flatten().filter(|step| step.wave == last);
    let informs = asked
        .filter_map(|step| study.questionnaires.get(&step.questionnaire()?))
        .flat_map(Questionnaire::items)
        .any(|item| matches!(item.kind, Kind::Information(_)));
    if has_debrief && !informs {
        let message = format!("who comes back for wave `{}` is told nowhere what the study was about", wave.id);
        let help = "add the section with `debrief: true` to its last questionnaire, too, without that line";
        check.warning(STUDY, &path, message, help);
    }
}

/// A wave by consent needs the statement, and some who do not tick it.
fn consent(check: &mut Check, path: &str, wave: &Wave) {
    let Some(named) = &wave.consent else { return };
    let path = format!("{path}.consent");
    let statement = check.study.consent.ticks.iter().find(|statement| statement.id == CONTACT_AGAIN);
    match statement {
        _ if named != CONTACT_AGAIN => {
            let message = format!("a wave can't depend on the consent statement `{named}`");
            let help = format!("write `{CONTACT_AGAIN}`, the statement about later parts, or remove this line");
            check.error(STUDY, &path, message, &help);
        }
        None => {
            let message = format!("nobody has wave `{}`: consent.yaml has no statement `{CONTACT_AGAIN}`", wave.id);
            let help = format!("add a statement with `id: {CONTACT_AGAIN}` to `ticks`, or remove this line");
            check.error(STUDY, &path, message, &help);
        }
        Some(statement) if statement.required => {
            let message = format!("all participants have wave `{}`: `{CONTACT_AGAIN}` is required", wave.id);
            check.warning(STUDY, &path, message, "remove this line, or `required` from the statement");
        }
        Some(_) => {}
    }
}

/// A section of the debrief is for participants without a later part. So each later part of the arm is by consent, and
/// there is one.
fn debriefs(check: &mut Check) {
    let study = check.study;
    for (block, questionnaire) in &study.questionnaires {
        let file = study.content_file(block.id);
        let sections = numbered(&questionnaire.sections, "sections").filter(|(_, section)| section.debrief);
        for (path, section) in sections {
            let path = format!("{path}.debrief");
            let judged = section.items.iter().find(|item| item.judgement().is_some());
            let estimate = study.file.result.as_ref().map(|result| &result.estimate);
            let estimated = section.items.iter().find(|item| Some(&item.id) == estimate);
            let last = &questionnaire.sections[questionnaire.sections.len().saturating_sub(1)];
            if let Some(item) = judged.or(estimated) {
                let message = format!("participants who come back would not get `{}`", item.id);
                check.error(&file, &path, message, "move it to a section that is for everybody");
            } else if !last.debrief {
                let message = format!("`{}` comes after this section, which tells what the study is about", last.id);
                check.error(&file, &path, message, "move this section to the end of the questionnaire");
            }
            let of_arm = |steps: &Vec<Step>| {
                let own = steps.iter().find(|step| step.block == block.id)?.wave;
                let later = steps.iter().map(|step| step.wave).filter(|wave| *wave > own);
                let later: BTreeSet<usize> = later.collect();
                Some(later.into_iter().map(|wave| &study.file.waves[wave - 1]).collect::<Vec<_>>())
            };
            let later: Vec<Vec<&Wave>> = study.steps.values().filter_map(of_arm).collect();
            if let Some(wave) = later.iter().flatten().find(|wave| wave.consent.is_none()) {
                let message = format!("all participants have wave `{}`, so this would tell them too early", wave.id);
                let help =
                    format!("move this section to the last wave, or write `consent: {CONTACT_AGAIN}` in the wave");
                check.error(&file, &path, message, &help);
            } else if later.iter().any(Vec::is_empty) {
                let message =
                    format!("no later part follows: who agreed to be contacted would never see `{}`", section.id);
                check.error(&file, &path, message, "remove this line: at the end, the section is for everybody");
            }
        }
    }
}

/// The code of one part does not prove another one.
fn code(check: &mut Check, path: &str, index: usize) {
    let study = check.study;
    if study.file.recruitment.is_none() {
        return;
    }
    let Some(own) = &study.file.waves[index].completion_code else {
        let message =
            format!("participants see no completion code at the end of wave `{}`", study.file.waves[index].id);
        let help = "add `completion_code` if a recruitment service pays for it";
        return check.report(Severity::Note, STUDY, path, message, help);
    };
    let earlier = (0..=index).filter_map(|wave| study.completion_code(wave));
    if earlier.into_iter().any(|other| other.code.eq_ignore_ascii_case(own)) {
        let message = format!("`{own}` is already the code of an earlier part, so it does not prove this one");
        check.error(STUDY, &format!("{path}.completion_code"), message, "choose another code");
    }
    let link = study.completion_code(0).and_then(|first| first.return_url);
    if link.is_some_and(|link| !link.contains("{code}")) {
        let message =
            "the way back to the recruitment service is the same for each part, and each has a code of its own";
        let help = "write `{code}` in `return_url` where the service expects the code";
        check.error(STUDY, "recruitment.return_url", message, help);
    }
}

/// A wave whose days are counted from one that the arm does not have is never planned.
fn without_earlier(check: &mut Check, path: &str, wave: usize) {
    let study = check.study;
    let before = study.file.wave_before(wave);
    let has = |arm: ArmId, wave| !study.steps_in(Some(arm), wave).is_empty();
    if let Some(arm) = study.steps.keys().find(|arm| has(**arm, wave) && !has(**arm, before)) {
        let [id, before] = [wave, before].map(|wave| study.wave_id(wave));
        let message = format!("arm {arm} can't take part in wave `{id}`, because it does not have `{before}`");
        let help = "count from a wave that the arm has, for example `after: main`";
        check.error(STUDY, &format!("{path}.steps"), message, help);
    }
    let by_consent = |wave: usize| wave.checked_sub(1).is_some_and(|index| study.file.waves[index].consent.is_some());
    if by_consent(before) && !by_consent(wave) {
        let [id, before] = [wave, before].map(|wave| study.wave_id(wave));
        let message = format!("wave `{id}` is for everybody, but who does not agree to `{before}` never has it");
        let help = format!(
            "count from a wave that everybody has (`after: main`), or write `consent: {CONTACT_AGAIN}` here, too"
        );
        check.error(STUDY, path, message, &help);
    }
}

/// A block has one set of answers, so an arm cannot have it in two waves. A clip that is shown again can be remembered.
fn repeats(check: &mut Check, path: &str, wave: usize) {
    let study = check.study;
    let rows = codebook(study);
    let clips = |steps: &[Step]| -> BTreeSet<&str> {
        let is_of = |part: &str| steps.iter().any(|step| Some(step.block.name()) == part.split('/').next());
        rows.iter().filter(|row| is_of(&row.part)).flat_map(Row::all_stimuli).collect()
    };
    let path = format!("{path}.steps");
    let id = study.wave_id(wave);
    let mut again: BTreeSet<String> = BTreeSet::new();
    let mut twice: BTreeSet<(BlockId, ArmId)> = BTreeSet::new();
    for (arm, steps) in &study.steps {
        let (earlier, own) = steps.split_at(steps.partition_point(|step| step.wave < wave));
        let own: Vec<Step> = own.iter().copied().take_while(|step| step.wave == wave).collect();
        let is_known = |step: &&Step| earlier.iter().any(|one| one.block == step.block);
        twice.extend(own.iter().filter(is_known).map(|step| (step.block, *arm)));
        again.extend(clips(&own).intersection(&clips(earlier)).map(|clip| (*clip).to_owned()));
    }
    if let Some((block, arm)) = twice.first() {
        let message = format!("arm {arm} has the block `{block}` already before wave `{id}`");
        let help =
            "describe a block of its own: `{ page: …, id: …, content: … }`, with a `prefix` if it has the same file";
        check.error(STUDY, &path, message, help);
    } else if let Some(clip) = again.first() {
        let message = match again.len() {
            1 => format!("wave `{id}` shows the clip `{clip}` again"),
            more => format!("wave `{id}` shows {more} clips again, for example `{clip}`"),
        };
        let help = "participants may remember it: use other clips, or say in the analysis plan why not";
        check.warning(STUDY, &path, message, help);
    }
}

fn steps(check: &mut Check, path: &str, wave: &Wave) {
    let path = format!("{path}.steps");
    let whose = format!("wave {}", wave.id);
    match &wave.steps {
        WaveSteps::Same(steps) => arms::steps(check, &path, &whose, steps),
        WaveSteps::ByArm(own) => {
            for (arm, steps) in own.iter().filter(|(_, steps)| !steps.is_empty()) {
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
                let help = "add them, write one list of steps for all arms, or `[]` if the arm does not have this wave";
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
    for (name, when) in [("opens", &wave.opens), ("closes", &wave.closes)] {
        if when.days.is_some_and(|days| days > MOST_DAYS) {
            let message = format!("a wave {name} at most {MOST_DAYS} days after the earlier one");
            check.error(STUDY, &format!("{path}.{name}.days"), message, "choose a smaller number, or a `date`");
        }
    }
    if wave.opens.days.is_some() != wave.closes.days.is_some() {
        let message = format!("wave `{}` is counted in days at one end, and is on a date at the other", wave.id);
        let help =
            "whoever completes the earlier part too early or too late cannot take part: use days or dates for both";
        check.warning(STUDY, path, message, help);
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
    if wave.minutes == 0 {
        check.error(STUDY, &format!("{path}.minutes"), "a wave takes at least one minute", "write how many it takes");
    }
}
