//! Every page of an arm has a preview, from which the end can be reached.

use std::collections::BTreeSet;

use super::graph::Graph;
use super::participant::{ResponseModel, SimulatedParticipant};
use super::*;
use crate::definition::BlockId;
use crate::testing::{ARMS, CONTROL_0, TREATMENT_0, assignment, example, small};

/// Block, page and part of each view of an arm.
fn all(study: &Study, who: &Assignment) -> Vec<(BlockId, Page, Option<usize>)> {
    let steps = super::super::views(study, who).into_iter();
    let views = steps
        .flat_map(|(step, shown)| shown.into_iter().flat_map(|shown| shown.views).map(move |view| (step.block, view)));
    views.map(|(block, view)| (block, view.page, view.part)).collect()
}

/// The number of the section or of the clip, from 1.
fn number_of(study: &Study, who: &Assignment, at: &Progress) -> Option<usize> {
    let step = study.steps_of(who.arm)[at.step];
    let Some(page) = step.questionnaire() else {
        return (at.page == Page::ControlFlow).then_some(at.memory.done + 1);
    };
    let questionnaire = &study.questionnaires[&page];
    let screens = questionnaire.screens(page, who);
    let own = &screens[at.memory.done].section.id;
    questionnaire.sections.iter().position(|section| section.id == *own).map(|index| index + 1)
}

#[test]
fn every_reachable_page_is_among_the_views() {
    let study = small();
    for group in ARMS {
        let who = assignment(group);
        let reached: BTreeSet<_> = Graph::of(&study, &who, &submissions(), &pages())
            .positions
            .into_iter()
            .map(|at| {
                let part = number_of(&study, &who, &at);
                (study.steps_of(who.arm)[at.step].block, at.page, part)
            })
            .collect();
        assert_eq!(all(&study, &who).into_iter().collect::<BTreeSet<_>>(), reached, "{group:?}");
    }
}

#[test]
fn every_view_is_where_it_says_and_leads_to_the_end() {
    for study in [small(), example()] {
        for group in ARMS {
            let who = assignment(group);
            let views = all(&study, &who);
            assert_eq!(views.iter().collect::<BTreeSet<_>>().len(), views.len(), "each once");
            for (block, page, part) in views {
                let there = preview(&study, &who, Some(block), &page, part)
                    .unwrap_or_else(|| panic!("{group:?} {block} {page} {part:?}"));
                assert_eq!(there.progress.page, page);
                let done = there.progress.memory.done;
                match study.control_flow.first() {
                    Some(flow) if page == Page::ControlFlow => {
                        assert_eq!(flow.part_at(&who, done), flow.parts().nth(part.unwrap() - 1), "{part:?}");
                    }
                    _ => assert_eq!(number_of(&study, &who, &there.progress), part, "{page}"),
                }
                assert_eq!(correct_page(&study, &who, &there.progress, &page), page);
                let right = there.answered.map(|record| record.correct);
                match page {
                    Page::HomeRight | Page::FlowACorrect(_) | Page::FlowBCorrect(_) => {
                        assert_eq!(right, Some(Some(true)));
                    }
                    Page::HomeWrong | Page::FlowAIncorrect(_) | Page::FlowBIncorrect(_) => {
                        assert_eq!(right, Some(Some(false)));
                    }
                    Page::FlowAFollowup(_) => assert!(right.is_some()),
                    _ => assert_eq!(right, None),
                }
                SimulatedParticipant::walk_from(&study, &who, there.progress, ResponseModel::Right);
            }
        }
    }
}

#[test]
fn pages_that_an_arm_does_not_have_have_no_preview() {
    let study = small();
    let at = |path: &str, part| preview(&study, &assignment(TREATMENT_0), None, &path.parse().unwrap(), part);
    for path in [
        "/flow-b/start/maren",
        "/control-flow",
        "/flow-a/question/none",
        "/flow-a/question/none/correct",
        "/",
        "/consent",
    ] {
        assert_eq!(at(path, None), None, "{path}");
    }
    for (path, part) in
        [("/pre-questionnaire", 0), ("/pre-questionnaire", 4), ("/home", 1), ("/flow-a/question/fa_1", 1)]
    {
        assert_eq!(at(path, Some(part)), None, "{path} {part}");
    }
}

#[test]
fn a_section_is_seen_with_what_depends_on_earlier_ones() {
    let mut study = small();
    let pre = study.questionnaires.get_mut(&QuestionnaireBlock::PRE).unwrap();
    let condition = serde_json::from_value(json!({ "item": "channels", "is": ["radio"] })).unwrap();
    pre.sections[1].items[0].show_if = Some(condition);
    let there = preview(&study, &assignment(CONTROL_0), None, &Page::PreQuestionnaire, Some(2)).unwrap();
    assert_eq!(there.progress.memory.variables.get("channels"), Some(&json!(["radio"])));
}
