//! Random order of sections, items, questions, posts and clips: groups stay together, and what depends on an answer
//! comes after it in every order.

use std::collections::BTreeSet;

use super::names::is_name;
use super::{Check, numbered};
use crate::definition::item::{Condition, Questionnaire, Section};
use crate::definition::{BlockId, FlowA, FlowB};
use crate::order::{Grouped, Shuffled, blocks};
use crate::page::QuestionnaireBlock;
use crate::screening::asks;

pub(super) fn check(check: &mut Check) {
    let study = check.study;
    for (&page, questionnaire) in &study.questionnaires {
        if check.repeats(page.id) {
            continue;
        }
        let file = check.file(page.id);
        shuffled_sections(check, &file, questionnaire);
        for (path, section) in numbered(&questionnaire.sections, "sections") {
            let shuffled = section.shuffled();
            let has_groups = groups(check, &file, &format!("{path}.items"), &section.items, (shuffled, &ITEMS));
            if shuffled.in_groups && !has_groups {
                used(check, &file, &format!("{path}.shuffle_in_groups"), &ITEMS);
            }
        }
    }
    trainings(check);
    opening_and_ratings(check);
    dependencies(check);
}

/// The findings that can differ between arms.
pub(super) fn dependencies(check: &mut Check) {
    let study = check.study;
    for (&page, questionnaire) in &study.questionnaires {
        let file = check.file(page.id);
        for (index, section) in questionnaire.sections.iter().enumerate() {
            let path = format!("sections.{index}");
            for (item_path, item) in numbered(&section.items, &format!("{path}.items")) {
                if let Some(condition) = &item.show_if {
                    let at = format!("{item_path}.show_if.item");
                    comes_after(check, &file, &at, questionnaire, index, (&item.group, condition));
                }
            }
            one_per_page(check, &file, &path, section);
            debrief(check, &file, &path, questionnaire, section);
        }
        estimate(check, page, &file, questionnaire);
    }
    study.flow_a.iter().for_each(|flow| interim(check, flow));
}

/// `shuffle_sections` and `fixed` have an effect.
fn shuffled_sections(check: &mut Check, file: &str, questionnaire: &Questionnaire) {
    let moving = questionnaire.sections.iter().filter(|section| questionnaire.moves(section)).count();
    if questionnaire.shuffle_sections && moving < 2 {
        let message = "fewer than two sections can change their position";
        let help = "remove `fixed: true` from the sections to shuffle, or remove this line";
        check.error(file, "shuffle_sections", message, help);
    }
    for (path, _) in numbered(&questionnaire.sections, "sections")
        .filter(|(_, section)| section.fixed && !questionnaire.shuffle_sections)
    {
        let message = "all sections of this questionnaire keep their position";
        let help = "add `shuffle_sections: true` to the questionnaire, or remove this line";
        check.error(file, &format!("{path}.fixed"), message, help);
    }
}

/// How the messages about groups call the things in an order, and what makes the order random.
struct Words {
    one: &'static str,
    all: &'static str,
    /// What has the settings.
    whole: &'static str,
    random: &'static str,
}

const ITEMS: Words = Words { one: "item", all: "items", whole: "section", random: "shuffle: true" };
const QUESTIONS: Words = Words { one: "question", all: "questions", whole: "file", random: "order: random" };
const POSTS: Words = Words { one: "post", all: "posts", whole: "file", random: "order: random" };
const CLIPS: Words = Words { one: "clip", all: "clips", whole: "file", random: "order: random" };

/// The members of a group follow each other, and the group has an effect. Returns whether there are groups.
fn groups<T: Grouped>(
    check: &mut Check,
    file: &str,
    path: &str,
    things: &[T],
    (shuffled, words): (Shuffled, &Words),
) -> bool {
    let Words { all, whole, random, .. } = words;
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut index = 0;
    for block in blocks(things) {
        let at = format!("{path}.{index}.group");
        index += block.len();
        let Some(group) = block.first().and_then(Grouped::group) else { continue };
        if !is_name(group, '_') {
            let message = format!("`{group}` can't be the name of a group");
            let help = "use lower-case letters, digits and underscores, a letter first, at most 64";
            check.error(file, &at, message, help);
        } else if !seen.insert(group) {
            let message = format!("other {all} are between this one and the rest of the group `{group}`");
            let help = format!("put the {all} of the group one after the other, or give this one another group");
            check.error(file, &at, message, &help);
        } else if shuffled == (Shuffled { blocks: false, in_groups: false }) {
            let message =
                format!("the {all} of this {whole} are in the order of the file, so that a group has no effect");
            let help = format!("add `{random}` to the {whole}, or remove `group`");
            check.error(file, &at, message, &help);
        }
    }
    !seen.is_empty()
}

/// `shuffle_in_groups` needs a group.
fn used(check: &mut Check, file: &str, path: &str, words: &Words) {
    let Words { one, all, whole, random } = words;
    let help = format!("add `group` to the {all} that stay together, or use `{random}` alone");
    check.error(file, path, format!("no {one} of this {whole} has a group"), &help);
}

/// Questions, posts and clips in groups, or with a fixed position.
fn trainings(check: &mut Check) {
    let study = check.study;
    for flow in &study.flow_a {
        let list = List { path: "questions".into(), all: &flow.questions, parts: flow.parts().to_vec() };
        training(check, flow.block, &[list], (flow.shuffled(), &QUESTIONS), |own| own.fixed);
    }
    for flow in &study.flow_b {
        let lists = numbered(&flow.personas, "personas")
            .map(|(path, of)| List { path: format!("{path}.posts"), all: &of.posts, parts: vec![&of.posts] })
            .collect::<Vec<_>>();
        training(check, flow.block, &lists, (flow.shuffled(), &POSTS), |own| own.fixed);
        shuffled_personas(check, flow);
    }
    for flow in &study.control_flow {
        let list = List { path: "clips".into(), all: &flow.clips, parts: vec![&flow.clips] };
        training(check, flow.block, &[list], (flow.shuffled(), &CLIPS), |own| own.fixed);
    }
}

/// Things in an order, and the parts of it that are ordered separately.
struct List<'a, T> {
    path: String,
    all: &'a [T],
    parts: Vec<&'a [T]>,
}

fn training<T: Grouped>(
    check: &mut Check,
    block: BlockId,
    lists: &[List<T>],
    (shuffled, words): (Shuffled, &Words),
    is_fixed: impl Fn(&T) -> bool,
) {
    let file = check.file(block);
    let Words { all, random, .. } = words;
    let mut has_groups = false;
    for List { path, all: things, .. } in lists {
        has_groups |= groups(check, &file, path, things, (shuffled, words));
        for (path, thing) in numbered(things, path).filter(|(_, thing)| is_fixed(thing)) {
            let path = format!("{path}.fixed");
            match thing.group() {
                Some(group) if !shuffled.in_groups => {
                    let message =
                        format!("the {all} of the group `{group}` keep their order, and the group moves as a whole");
                    let help = "add `shuffle_in_groups: true` to the file, or remove this line";
                    check.error(&file, &path, message, help);
                }
                None if !shuffled.blocks => {
                    let message = format!("the {all} of this file are in the order of the file");
                    let help = format!("add `{random}` to the file, or remove this line");
                    check.error(&file, &path, message, &help);
                }
                _ => {}
            }
        }
    }
    if shuffled.in_groups && !has_groups {
        used(check, &file, "shuffle_in_groups", words);
    }
    let moving = |part: &&[T]| {
        let stays = |block: &&[T]| matches!(block, [one] if one.group().is_none() && is_fixed(one));
        blocks(part).filter(|block| !stays(block)).count()
    };
    let is_any_fixed = lists.iter().flat_map(|list| list.all).any(&is_fixed);
    if shuffled.blocks && is_any_fixed && lists.iter().flat_map(|list| &list.parts).all(|part| moving(part) < 2) {
        let message = format!("fewer than two {all} can change their position");
        let help = format!("remove `fixed: true` from the {all} to shuffle, or remove this line");
        check.error(&file, "order", message, &help);
    }
}

/// `fixed` of a persona has an effect.
fn shuffled_personas(check: &mut Check, flow: &FlowB) {
    let file = check.file(flow.block);
    let moving = flow.personas.iter().filter(|persona| flow.moves(persona)).count();
    let fixed = numbered(&flow.personas, "personas").filter(|(_, persona)| persona.fixed);
    for (path, _) in fixed.filter(|_| moving < 2) {
        let (message, help) = if flow.shuffle {
            ("fewer than two personas can change their position", "remove this line, or write `shuffle: false`")
        } else {
            ("all personas keep their position", "remove this line, or `shuffle: false`")
        };
        check.error(&file, &format!("{path}.fixed"), message, help);
    }
}

/// The interim page is between groups.
fn interim(check: &mut Check, flow: &FlowA) {
    let [before, after] = flow.parts();
    let Some((last, first)) = before.last().zip(after.first()) else { return };
    let Some(group) = first.group().filter(|group| last.group() == Some(group)) else { return };
    let path = format!("questions.{}.group", before.len());
    let message = format!("the interim page is between this question and the rest of the group `{group}`");
    let help = "change `interim_after`, or give this question another group";
    check.error(&check.file(flow.block), &path, message, help);
}

/// Questions of the opening and ratings are in the order of the file.
fn opening_and_ratings(check: &mut Check) {
    for flow in &check.study.control_flow {
        let file = check.file(flow.block);
        let opening = flow.opening.iter().map(|opening| ("opening.items".to_owned(), opening.items.as_slice()));
        let lists = opening.chain(flow.all_ratings());
        let mut grouped =
            lists.flat_map(|(path, items)| numbered(items, &path)).filter(|(_, item)| item.group.is_some());
        if let Some((path, _)) = grouped.next() {
            let message =
                "questions of the opening and ratings are in the order of the file, so that a group has no effect";
            let help = "move the item to a questionnaire, or remove this field; clips can have a `group`";
            check.error(&file, &format!("{path}.group"), message, help);
        }
    }
}

/// A condition of an item in the section `index` reads an item that comes before it in every order.
fn comes_after(
    check: &mut Check,
    file: &str,
    path: &str,
    questionnaire: &Questionnaire,
    index: usize,
    (group, condition): (&Option<String>, &Condition),
) {
    let Some(read) = section_of(questionnaire, &condition.item) else { return };
    let name = &condition.item;
    if read != index {
        // A later section is an error without a random order, too.
        if read < index && !questionnaire.always_before(read, index) {
            let section = &questionnaire.sections[read].id;
            let message = format!("`{name}` is in the section `{section}`, which some participants get after this one");
            let help = format!(
                "move this item to the section `{section}`, or add `fixed: true` to that section and put it before the \
                 shuffled ones"
            );
            check.error(file, path, message, &help);
        }
        return;
    }
    let section = &questionnaire.sections[index];
    let own = section.items.iter().find(|item| asks(item, name));
    if own.is_some_and(|own| own.group != *group) && section.shuffle {
        let message = format!("some participants get `{name}` after this item, which is not in the same group");
        let help = "put both items into the same group, or ask the first one in an earlier section";
        check.error(file, path, message, help);
    }
}

/// The index of the section that asks a variable.
fn section_of(questionnaire: &Questionnaire, variable: &str) -> Option<usize> {
    questionnaire.sections.iter().position(|section| section.items.iter().any(|item| asks(item, variable)))
}

/// With `one_per_page`, an item with a condition is shown with the question before it, which must be the same for
/// everybody.
fn one_per_page(check: &mut Check, file: &str, path: &str, section: &Section) {
    if !section.one_per_page {
        return;
    }
    let mut before = None;
    for (path, item) in numbered(&section.items, &format!("{path}.items")) {
        if item.show_if.is_none() {
            before = if item.variables().is_empty() { before } else { Some(item) };
            continue;
        }
        let group_before = before.and_then(|before| before.group.as_ref());
        let stays = item.group.is_some() && item.group.as_ref() == group_before;
        let is_reordered = section.shuffle_in_groups && (item.group.is_some() || group_before.is_some());
        if section.shuffle && !stays || is_reordered {
            let message =
                "with one_per_page, this item is on the page of the item before it, which differs between participants";
            let help = "move it to another section, put it into a group with the item before it, or remove `shuffle`";
            check.error(file, &format!("{path}.show_if"), message, help);
        }
    }
}

/// A section that explains the study comes after all others.
fn debrief(check: &mut Check, file: &str, path: &str, questionnaire: &Questionnaire, section: &Section) {
    if section.debrief && questionnaire.moves(section) {
        let message = "this section tells what the study is about, and some participants get others after it";
        check.error(file, &format!("{path}.debrief"), message, "add `fixed: true` to it, and put it at the end");
    }
}

/// The participants' own estimate comes after what it is about.
fn estimate(check: &mut Check, page: QuestionnaireBlock, file: &str, questionnaire: &Questionnaire) {
    let Some(result) = check.study.file.result.as_ref().filter(|_| page == QuestionnaireBlock::POST) else { return };
    let Some(asked) = section_of(questionnaire, &result.estimate) else { return };
    let judged = questionnaire.sections.iter().enumerate();
    let mut judged = judged.filter(|(_, section)| section.items.iter().any(|item| item.judgement().is_some()));
    let later = judged.find(|(index, _)| {
        questionnaire.shuffle_sections && *index != asked && !questionnaire.always_before(*index, asked)
    });
    if let Some((_, section)) = later {
        let message = format!("some participants give this estimate before they judge the section `{}`", section.id);
        let help = "put its section after the shuffled ones, with `fixed: true`";
        check.error(file, &format!("sections.{asked}.id"), message, help);
    }
}

/// A rule acts on an answer that all participants give after the same sections.
pub(super) fn must_come_first(
    check: &mut Check,
    (file, path): (&str, &str),
    questionnaire: &Questionnaire,
    variable: &str,
) {
    let Some(index) = section_of(questionnaire, variable) else { return };
    let section = &questionnaire.sections[index];
    let shuffled_before = questionnaire.sections[..=index].iter().any(|section| questionnaire.moves(section));
    if shuffled_before {
        let message = format!(
            "`{variable}` is in the section `{}`, which comes after other sections for some participants than for others",
            section.id
        );
        let help = format!("add `fixed: true` to `{}`, and put it before the shuffled sections", section.id);
        check.error(file, path, message, &help);
    }
}
