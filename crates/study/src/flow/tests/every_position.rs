//! Every reachable position of the small study, with everything that can be sent there.

use proptest::prelude::*;

use super::graph::Graph;
use super::*;
use crate::testing::{ARMS, CONTROL_0, TREATMENT_0, assignment, small};

/// The progress, which no move may lower: step, then items.
fn rank(study: &Study, who: &Assignment, at: &Progress) -> (usize, u64) {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a fraction in thousandths")]
    let done = (progress_summary(study, who, at).done * 1000.0).round() as u64;
    (at.step, done)
}

fn reachable(study: &Study, who: &Assignment) -> Vec<Progress> {
    Graph::of(study, who, &submissions(), &pages()).positions
}

#[test]
fn from_every_reachable_position_of_every_group_the_end_can_be_reached() {
    let study = small();
    for group in ARMS {
        let who = assignment(group);
        let graph = Graph::of(&study, &who, &submissions(), &pages());
        assert!(graph.positions.len() > 10, "{group:?}: {}", graph.positions.len());
        assert_eq!(graph.dead_end(), None, "{group:?}");
        for at in &graph.positions {
            if let Some(page) = next_page(&study, &who, at) {
                let moved = visit(&study, &who, at, &page).unwrap_or_else(|error| panic!("{at:?} {page}: {error}"));
                assert_eq!(moved.page, page, "what `next_page` names can be visited");
            }
        }
    }
}

/// Positions in which a visit may leave the step, because it is complete.
fn is_done(at: &Progress) -> bool {
    let all_personas = at.memory.completed_personas.len() == 2;
    matches!(at.page, Page::HomeRight | Page::HomeWrong | Page::FlowAEnd) || at.page == Page::Dashboard && all_personas
}

#[test]
fn no_call_in_any_position_skips_anything_or_leaves_the_group() {
    let study = small();
    for group in ARMS {
        let who = assignment(group);
        let own = position::steps(&study, &who);
        for at in reachable(&study, &who) {
            assert!(at.page.step().is_none_or(|step| own.iter().any(|own| own.kind == step)), "{group:?} {at:?}");
            for page in pages() {
                let shown = correct_page(&study, &who, &at, &page);
                assert!(shown == at.page || shown == page);
                let open = page.step().is_none_or(|step| step == own[at.step].kind);
                assert!(open || shown == at.page, "{group:?}: {page} open at {}", at.page);
                match visit(&study, &who, &at, &page) {
                    Ok(moved) => {
                        assert!(moved == at || moved.page == page, "a visit leads there or nowhere");
                        assert!(moved.step <= at.step + 1);
                        assert!(moved.step == at.step || is_done(&at), "left {} unfinished", at.page);
                        let (before, after) = (rank(&study, &who, &at), rank(&study, &who, &moved));
                        let retry = matches!(moved.page, Page::FlowAQuestion(_) | Page::FlowBQuestion(_));
                        assert!(after >= before || retry, "{before:?} {after:?}");
                    }
                    Err(error) => assert_eq!(error, FlowError::WrongPage(at.page.clone())),
                }
            }
            for submission in submissions() {
                let fits = own.iter().any(|own| own.kind == submission.step());
                match submit(&study, &who, &at, submission) {
                    Ok(accepted) => {
                        assert_eq!(accepted.record.page, at.page);
                        assert!(fits && accepted.progress.step <= at.step + 1);
                        assert!(rank(&study, &who, &accepted.progress) >= rank(&study, &who, &at));
                    }
                    Err(FlowError::NotFound) => assert!(!fits),
                    Err(FlowError::WrongPage(page)) => assert!(fits && page == at.page),
                    Err(FlowError::Invalid(fields)) => {
                        assert!(
                            fits && !at.memory.disabled.is_empty(),
                            "only a disabled answer is invalid: {fields:?}"
                        );
                    }
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// After random calls, valid or not, a participant at the end has a record of every item of the arm.
    #[test]
    fn at_the_end_everything_is_answered(group in 0usize..3, picks in prop::collection::vec(0usize..1000, 1500)) {
        let study = small();
        let who = assignment(ARMS[group]);
        let (submissions, pages) = (submissions(), pages());
        let mut at = start(&study, &who);
        let mut items = std::collections::BTreeSet::new();
        for pick in picks {
            let choice = pick % (submissions.len() + pages.len());
            let outcome = match submissions.get(choice) {
                Some(submission) => submit(&study, &who, &at, submission.clone()).map(|accepted| {
                    items.insert((accepted.record.item, accepted.record.attempt));
                    accepted.progress
                }),
                None => visit(&study, &who, &at, &pages[choice - submissions.len()]),
            };
            if let Ok(progress) = outcome { at = progress; }
        }
        let needed: &[&str] = match ARMS[group] {
            CONTROL_0 => &["control/cf_1", "control/cf_2"],
            TREATMENT_0 => &["flow-a/fa_1", "flow-a/fa_1/followup", "flow-a/fa_4", "flow-a/fa_4/followup"],
            _ => &["flow-b/fb_1", "flow-b/fb_4", "flow-b/persona/maren", "flow-b/persona/jonas"],
        };
        if at.page == Page::End {
            for item in needed.iter().chain(&["pre/you", "pre/first_look/pre_2", "practice/practice_1", "post/last"]) {
                prop_assert!(items.contains(&((*item).to_owned(), 1)), "{item} is missing in {items:?}");
            }
        }
    }
}
