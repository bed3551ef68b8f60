//! What was handed in, in the study's words.

use super::views::persona;
use crate::definition::Study;
use crate::definition::training::Opening;
use crate::text::Text;

/// What the study calls something handed in, by its name in the data (`pre/<section>`, `flow-b/<post>`): a section's
/// title, a post's words, the line above a clip or who is seen in it. None where the bundle has no words for it.
pub fn title<'a>(study: &'a Study, item: &str) -> Option<&'a Text> {
    let (part, id) = item.split_once('/')?;
    match part {
        "practice" => (study.practice.id == id).then_some(&study.practice.prompt),
        "flow-a" => {
            let id = id.strip_suffix("/followup").unwrap_or(id);
            let question = study.question(id)?;
            question.context.as_ref().or_else(|| persona(study, &question.persona))
        }
        "flow-b" => {
            if let Some(id) = id.strip_prefix("persona/") {
                return persona(study, id);
            }
            study.post(id).map(|post| &post.post.text)
        }
        "control" => {
            let flow = study.control_flow.as_ref()?;
            let opening = |opening: &&Opening| opening.id == id;
            let clip = || flow.clips.iter().find(|clip| clip.id == id);
            let of_clip = || clip().and_then(|clip| clip.context.as_ref().or_else(|| persona(study, &clip.persona)));
            flow.opening.as_ref().filter(opening).map(|opening| &opening.title).or_else(of_clip)
        }
        _ => {
            let mut questionnaires = study.questionnaires.iter();
            let (_, questionnaire) = questionnaires.find(|(page, _)| page.name() == part)?;
            questionnaire.sections.iter().find(|section| section.id == id).map(|section| &section.title)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{example, small};

    #[test]
    fn what_was_handed_in_has_the_words_that_were_seen() {
        let study = small();
        let said = |item: &str| title(&study, item).map(|text| text.0.as_str());
        for (item, words) in [
            ("pre/you", "You"),
            ("flow-a/fa_1", "Maren talks about her pharmacy."),
            ("flow-a/fa_1/followup", "Maren talks about her pharmacy."),
            ("flow-a/fa_2", "Jonas Reeve"),
            ("flow-b/fb_2", "We are open on Sunday."),
            ("flow-b/persona/maren", "Maren Holt"),
            ("control/cf_2", "Jonas Reeve"),
        ] {
            assert_eq!(said(item), Some(words), "{item}");
        }
        for item in ["pre", "pre/other", "flow-b/fa_1", "control/x", "practice/x", ""] {
            assert_eq!(said(item), None, "{item}");
        }
        let study = example();
        let opening = study.control_flow.as_ref().and_then(|flow| flow.opening.as_ref()).unwrap();
        assert_eq!(title(&study, &format!("control/{}", opening.id)), Some(&opening.title));
        let practice = format!("practice/{}", study.practice.id);
        assert_eq!(title(&study, &practice), Some(&study.practice.prompt));
    }
}
