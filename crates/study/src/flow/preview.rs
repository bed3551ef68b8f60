//! The position of somebody who only looks at a page.

use super::here::{enter, steps};
use crate::definition::Study;
use crate::page::{Page, Step};
use crate::progress::{Assigned, Memory, Progress};

/// The position from which a page of the arm is seen as a participant sees it who has just come there; none if the arm
/// has no such page. A verdict or a follow-up is seen by answering: then it is the position of its question.
pub fn preview(study: &Study, assigned: &Assigned, page: &Page) -> Option<Progress> {
    let steps = steps(study, assigned);
    let page = entrance(page);
    let own = page.step().or((page == Page::Dashboard).then_some(Step::FlowB))?;
    let step = steps.iter().position(|step| *step == own)?;
    let persona = match &page {
        Page::FlowAQuestion(id) => {
            study.flow_a.as_ref()?.questions.iter().find(|question| question.id == *id)?;
            None
        }
        Page::FlowBStart(persona) => {
            Some(study.flow_b.as_ref()?.personas.iter().find(|posts| posts.persona == *persona)?.persona.clone())
        }
        Page::FlowBQuestion(id) => {
            let mut personas = study.flow_b.as_ref()?.personas.iter();
            Some(personas.find(|posts| posts.posts.iter().any(|post| post.id == *id))?.persona.clone())
        }
        _ => None,
    };
    Some(Progress { memory: Memory { persona, ..Memory::default() }, page, ..enter(steps, step) })
}

fn entrance(page: &Page) -> Page {
    match page {
        Page::HomeRight | Page::HomeWrong => Page::Home,
        Page::FlowAFollowup(id) | Page::FlowACorrect(id) | Page::FlowAIncorrect(id) => Page::FlowAQuestion(id.clone()),
        Page::FlowBCorrect(id) | Page::FlowBIncorrect(id) => Page::FlowBQuestion(id.clone()),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::Group;
    use crate::flow::{Judged, Submission, submit};
    use crate::testing::{small, somebody};

    #[test]
    fn every_page_of_an_arm_can_be_entered_and_none_of_another() {
        let study = small();
        let at = |group, path: &str| preview(&study, &somebody(group), &path.parse().unwrap());
        for path in ["/pre-questionnaire", "/home", "/flow-a/start", "/flow-a/question/fa_2", "/flow-a/end", "/end"] {
            assert_eq!(at(Group::Treatment0, path).unwrap().page.to_string(), path);
        }
        let post = at(Group::Treatment1, "/flow-b/question/fb_3").unwrap();
        assert_eq!((post.step, post.memory.persona.as_deref()), (3, Some("jonas")));
        for path in ["/flow-b/start/maren", "/control-flow", "/flow-a/question/none", "/", "/profile", "/consent"] {
            assert_eq!(at(Group::Treatment0, path), None, "{path}");
        }
    }

    #[test]
    fn a_verdict_is_seen_by_answering_its_question() {
        let (study, assigned) = (small(), somebody(Group::Treatment0));
        let there = preview(&study, &assigned, &"/flow-a/question/fa_2/correct".parse().unwrap()).unwrap();
        assert_eq!(there.page.to_string(), "/flow-a/question/fa_2");
        let judged = Judged { answer: "original".into(), confidence: Some(60) };
        assert!(submit(&study, &assigned, &there, Submission::Question("fa_2".into(), judged)).is_ok());
    }
}
