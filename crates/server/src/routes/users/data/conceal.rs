//! Removes from a participant's data what they must not see before the debrief. Only values that the server wrote are
//! changed. Texts from the participant and their browser stay as sent, even if they look like IDs of the bundle:
//! replacing a guessed ID would confirm the guess.

use serde_json::Value;
use unmask_study::StepKind;

use crate::study_versions::LoadedVersion;

/// Removes the arm and the right answers, and names items and pages as the participant knows them.
pub fn conceal(research: &mut Value, loaded: &LoadedVersion) {
    remove(&mut research["participant"], &["group", "form", "exposedAt", "exposedMeasuredAt"]);
    for step in list(&mut research["steps"]) {
        page(&mut step["page"], loaded);
    }
    for submission in list(&mut research["submissions"]) {
        remove(submission, &["correct", "scores", "verdict"]);
        timing(&mut submission["timing"]);
        page(&mut submission["page"], loaded);
        item(submission, loaded);
    }
    // File names may tell what is altered.
    for shown in research.get_mut("exposures").into_iter().flat_map(list) {
        remove(shown, &["medium"]);
        item(shown, loaded);
    }
}

/// `flow-a/<id>/followup` and its answers `<id>_reasons`, `<id>_mark_x`. Sections and variables of questionnaires are
/// shown under their own names.
fn item(submission: &mut Value, loaded: &LoadedVersion) {
    let Some(text) = submission["item"].as_str() else { return };
    let mut parts: Vec<&str> = text.split('/').collect();
    // The name of a block may tell what is special about the arm.
    let kind = loaded.study.blocks.iter().find(|(block, _)| block.name() == parts[0]).map(|(_, block)| block.kind);
    let usual = kind.map(StepKind::block);
    if let Some(usual) = &usual {
        parts[0] = usual.name();
    }
    if kind.is_none_or(|kind| kind.questionnaire().is_some()) {
        submission["item"] = parts.join("/").into();
        return;
    }
    let id = match parts[..] {
        [_, id] | [_, id, "followup"] | [_, "persona", id] => id.to_owned(),
        _ => return,
    };
    let wire = loaded.ids.opaque(&id).unwrap_or_default();
    let place = if parts[1] == "persona" && parts.len() == 3 { 2 } else { 1 };
    parts[place] = &wire;
    submission["item"] = parts.join("/").into();
    if let Some(answers) = submission["answers"].as_object_mut() {
        let given = std::mem::take(answers).into_iter();
        answers.extend(given.map(|(name, answer)| match name.strip_prefix(&id) {
            Some(rest) if rest.is_empty() || rest.starts_with('_') => (format!("{wire}{rest}"), answer),
            _ => (name, answer),
        }));
    }
}

fn page(page: &mut Value, loaded: &LoadedVersion) {
    if let Some(known) = page.as_str().and_then(|page| page.parse().ok()) {
        *page = loaded.path(&known).into();
    }
}

/// File names and evidence are kept in the words of the bundle (`routes::timing`). Which of them the browser had sent
/// so itself is not known, so they are left out.
fn timing(timing: &mut Value) {
    remove(timing, &["media"]);
    if let Some(opened) = timing.get_mut("opened") {
        list(opened).for_each(|moment| remove(moment, &["item"]));
    }
}

fn remove(value: &mut Value, names: &[&str]) {
    if let Some(map) = value.as_object_mut() {
        map.retain(|name, _| !names.contains(&name.as_str()));
    }
}

fn list(value: &mut Value) -> impl Iterator<Item = &mut Value> {
    value.as_array_mut().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::json;

    use super::*;
    use crate::base::secrets::ServerKey;
    use crate::media::Library;
    use crate::study_versions::read_bundle;

    #[test]
    fn names_are_only_removed_where_the_server_put_them() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies/_fixtures/small");
        let library = Library::folder(folder.join("media")).unwrap();
        let loaded = LoadedVersion::new(read_bundle(&folder).unwrap(), &ServerKey::new([1; 32]), library, "".into());
        let answers = json!({ "group": "a", "media": "fa_1", "form": ["maren"], "verdict": { "correct": true } });
        let own = json!({ "item": "pre/maren", "page": "/pre-questionnaire", "answers": answers, "timing": null });
        let mut research = json!({
            "participant": { "code": "x", "group": "treatment_0", "form": "x", "recruitment": { "group": "fa_1" } },
            "steps": [{ "step": 0, "page": "/flow-a/question/fa_1" }],
            "submissions": [own, { "item": "flow-b/persona/maren", "answers": {}, "correct": true, "scores": {}, "verdict": {} }],
        });
        conceal(&mut research, &loaded);
        let wire = |id| loaded.ids.opaque(id).unwrap();
        assert_eq!(research["participant"], json!({ "code": "x", "recruitment": { "group": "fa_1" } }));
        assert_eq!(research["steps"][0]["page"], format!("/flow-a/question/{}", wire("fa_1")));
        assert_eq!(research["submissions"][0], own);
        let persona = &research["submissions"][1];
        assert_eq!(persona["item"], format!("flow-b/persona/{}", wire("maren")));
        assert!(["correct", "scores", "verdict"].iter().all(|name| persona.get(name).is_none()), "{persona}");
    }
}
