//! `/home`: the practice item and its two result pages.

use super::position::{Position, judge};
use super::{Accepted, Feedback, FlowError, Judgement};
use crate::page::Page;
use crate::progress::Memory;

pub(super) fn submit(position: &Position, judged: &Judgement) -> Result<Accepted, FlowError> {
    position.require(&Page::Home)?;
    let practice = &position.study.practice;
    let answers = judge(&practice.id, judged, &practice.options, &[], false)?;
    let correct = judged.answer == practice.correct;
    let page = if correct { Page::HomeRight } else { Page::HomeWrong };
    let mut accepted = position.accept(&practice.id, 1, answers, position.at(page, Memory::default()));
    accepted.record.correct = Some(correct);
    accepted.feedback =
        Some(Feedback { id: practice.id.clone(), correct, may_retry: false, disabled: Vec::new(), found: None });
    Ok(accepted)
}

pub(super) fn was_earlier(position: &Position, page: &Page) -> bool {
    *page == Page::Home && position.progress.page != Page::Home
}
