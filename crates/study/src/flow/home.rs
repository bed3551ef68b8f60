//! `/home`: the practice item and its two result pages.

use super::position::{Position, judge};
use super::{Accepted, FlowError, Judged, Verdict};
use crate::page::Page;
use crate::progress::Memory;

pub(super) fn submit(here: &Position, judged: &Judged) -> Result<Accepted, FlowError> {
    here.require(&Page::Home)?;
    let practice = &here.study.practice;
    let answers = judge(&practice.id, judged, &practice.options, &[], false)?;
    let correct = judged.answer == practice.correct;
    let page = if correct { Page::HomeRight } else { Page::HomeWrong };
    let mut accepted = here.accept(format!("practice/{}", practice.id), 1, answers, here.at(page, Memory::default()));
    accepted.record.correct = Some(correct);
    accepted.verdict = Some(Verdict { id: practice.id.clone(), correct, may_retry: false, disabled: Vec::new() });
    Ok(accepted)
}

pub(super) fn was_earlier(here: &Position, page: &Page) -> bool {
    *page == Page::Home && here.progress.page != Page::Home
}
