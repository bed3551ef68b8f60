//! Titles of submissions, from the study's texts.

use super::views::persona;
use crate::definition::training::Opening;
use crate::definition::{Content, Study};
use crate::text::Text;

/// The title of a submission, by its natural key (`pre/<section>`, `flow-b/<post>`): a section's title, a post's text,
/// the line above a clip or its persona. None if the bundle has no such text.
pub fn title<'a>(study: &'a Study, item: &str) -> Option<&'a Text> {
    let (part, id) = item.split_once('/')?;
    match study.content(part)? {
        Content::Practice(practice) => (practice.id == id).then_some(&practice.prompt),
        Content::FlowA(flow) => {
            let id = id.strip_suffix("/followup").unwrap_or(id);
            let question = flow.question(id)?;
            question.context.as_ref().or_else(|| persona(study, &question.persona))
        }
        Content::FlowB(flow) => {
            if let Some(id) = id.strip_prefix("persona/") {
                return persona(study, id);
            }
            flow.post(id).map(|post| &post.post.text)
        }
        Content::ControlFlow(flow) => {
            let opening = |opening: &&Opening| opening.id == id;
            let clip = || flow.clips.iter().find(|clip| clip.id == id);
            let of_clip = || clip().and_then(|clip| clip.context.as_ref().or_else(|| persona(study, &clip.persona)));
            flow.opening.as_ref().filter(opening).map(|opening| &opening.title).or_else(of_clip)
        }
        Content::Questionnaire(_, questionnaire) => {
            let section = id.split('/').next().unwrap_or(id);
            questionnaire.sections.iter().find(|own| own.id == section).map(|own| &own.title)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{example, small};

    #[test]
    fn titles_are_texts_that_participants_saw() {
        let study = small();
        let titled = |item: &str| title(&study, item).map(|text| text.0.as_str());
        for (item, words) in [
            ("pre/you", "You"),
            ("flow-a/fa_1", "Maren talks about her pharmacy."),
            ("flow-a/fa_1/followup", "Maren talks about her pharmacy."),
            ("flow-a/fa_2", "Jonas Reeve"),
            ("flow-b/fb_2", "We are open on Sunday."),
            ("flow-b/persona/maren", "Maren Holt"),
            ("control/cf_2", "Jonas Reeve"),
        ] {
            assert_eq!(titled(item), Some(words), "{item}");
        }
        for item in ["pre", "pre/other", "flow-b/fa_1", "control/x", "practice/x", ""] {
            assert_eq!(titled(item), None, "{item}");
        }
        let study = example();
        let opening = study.control_flow.first().and_then(|flow| flow.opening.as_ref()).unwrap();
        assert_eq!(title(&study, &format!("control/{}", opening.id)), Some(&opening.title));
        let practice = format!("practice/{}", study.practice.id);
        assert_eq!(title(&study, &practice), Some(&study.practice.prompt));
    }
}
