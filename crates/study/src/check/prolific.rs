//! Checks of `recruitment.prolific`.

use std::collections::HashSet;

use super::Check;
use super::context::did_you_mean;
use crate::definition::prolific::Prolific;
use crate::definition::study::Recruitment;

const STUDY: &str = "study.yaml";

/// The most characters of an ID.
const LONGEST: usize = 64;

pub(super) fn check(check: &mut Check, recruitment: &Recruitment) {
    let Some(prolific) = &recruitment.prolific else { return };
    if recruitment.one_place_per.is_none() {
        let message = "it is not clear which parameter of the link has the ID at Prolific";
        check.error(STUDY, "recruitment.prolific", message, "name the parameter as `one_place_per`");
    }
    if prolific.parts().next().is_none() && prolific.groups().next().is_none() {
        let message = "nothing at Prolific belongs to this study";
        check.error(STUDY, "recruitment.prolific", message, "list the IDs of its studies at Prolific as `studies`");
    }
    waves(check, prolific);
    ids(check, prolific);
    accepted(check, recruitment, prolific);
}

fn waves(check: &mut Check, prolific: &Prolific) {
    let study = check.study;
    let names: Vec<String> = study.file.waves.iter().map(|wave| wave.id.to_string()).collect();
    for (wave, part) in &prolific.waves {
        let path = format!("recruitment.prolific.waves.{wave}");
        if !study.file.waves.iter().any(|own| own.id == *wave) {
            let help = did_you_mean(wave.name(), names.iter().map(String::as_str), "name a part of `waves`");
            check.error(STUDY, &path, format!("there is no wave `{wave}`"), &help);
        } else if part.group.is_some() && study.wave_reveals_arms(*wave) {
            let message = "only some arms have this part, so its group at Prolific would show who is in them";
            check.error(STUDY, &format!("{path}.group"), message, "remove `group`, and invite with `unmask due`");
        }
    }
}

fn ids(check: &mut Check, prolific: &Prolific) {
    let mut seen = HashSet::new();
    let first = prolific.studies.iter().map(|id| ("recruitment.prolific.studies".to_owned(), id));
    let later = prolific.waves.iter().flat_map(|(wave, part)| {
        let path = move |field: &str| format!("recruitment.prolific.waves.{wave}.{field}");
        let studies = part.studies.iter().map(move |id| (path("studies"), id));
        studies.chain(part.group.iter().map(move |id| (path("group"), id)))
    });
    for (path, id) in first.chain(later) {
        // It becomes a part of an address.
        if id.is_empty() || id.len() > LONGEST || !id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') {
            let help = "copy the ID from the address of its page at Prolific";
            check.error(STUDY, &path, format!("`{id}` is no ID of Prolific"), help);
        } else if !seen.insert(id) {
            let help = "write each ID once: a study at Prolific is for one part";
            check.error(STUDY, &path, format!("`{id}` is written twice"), help);
        }
    }
}

/// Links from a study at Prolific that `accepted` rejects.
fn accepted(check: &mut Check, recruitment: &Recruitment, prolific: &Prolific) {
    let Some(accepted) = recruitment.accepted.get("STUDY_ID") else { return };
    let missing: Vec<&String> =
        prolific.parts().flat_map(|(_, studies)| studies).filter(|id| !accepted.contains(id)).collect();
    for id in missing {
        let message = format!("links from the study `{id}` at Prolific would be rejected");
        check.error(STUDY, "recruitment.accepted.STUDY_ID", message, "add the ID here");
    }
}
