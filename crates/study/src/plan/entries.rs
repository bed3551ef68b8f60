//! The values of a plan, from the bundle.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::{Value, json};

use super::baseline_of;
use crate::definition::analysis::{AnalysisPlan, Primary};
use crate::definition::item::{Choice, Item, Kind, Scale};
use crate::definition::{BlockId, Questionnaire, Study};
use crate::items::Own;
use crate::items::values::Values;
use crate::order::Grouped as _;
use crate::page::{Step, StepKind};

/// What only people read: changing it does not change the plan.
const TEXTS: [&str; 2] = ["label", "reason"];
/// Fields that tell the members of a list apart, so that their order does not matter.
const IDENTIFIERS: [&str; 3] = ["id", "hypothesis", "item"];

pub(super) fn of(study: &Study) -> BTreeMap<String, Value> {
    let mut found = BTreeMap::new();
    design(study, &mut found);
    add(&mut found, "analysis", value(&resolved(study)));
    for (page, questionnaire) in &study.questionnaires {
        let place = format!("questionnaires.{}", page.name());
        measures(&place, questionnaire, &mut found);
        let has_it = |steps: &Vec<Step>| steps.iter().any(|step| step.block == page.id);
        if !study.steps.values().all(has_it) {
            only_some_read(&place, questionnaire, &mut found);
        }
    }
    trainings(study, &mut found);
    for (arm, seen) in &study.by_arm {
        let own = of(seen);
        let is_absent = |place: &&str| !own.keys().any(|key| key.starts_with(*place));
        // Not what other arms have otherwise.
        let of_all = found.keys().filter(|key| !key.starts_with("arms."));
        let members = of_all.filter_map(|key| key.rfind(']').map(|end| &key[..=end]));
        let absent: BTreeSet<&str> = members.filter(is_absent).collect();
        let absent = value(&absent);
        // `false` if the arm has none.
        let medium = |place: &String| own.get(place).cloned().unwrap_or(Value::Bool(false));
        let media: BTreeSet<&String> = found.keys().chain(own.keys()).filter(|place| is_medium(place)).collect();
        let differs = media.into_iter().filter(|place| found.get(*place) != own.get(*place));
        let media: Vec<_> = differs.map(|place| (format!("arms.{arm}.{place}"), medium(place))).collect();
        add(&mut found, &format!("arms.{arm}.absent"), absent);
        found.extend(media);
    }
    found.extend(study.words_by_arm.iter().map(|(place, words)| (place.clone(), words.as_str().into())));
    found
}

/// The texts of a questionnaire that not all arms have, for example of an infographic: they are what the arms differ
/// in.
fn only_some_read(place: &str, questionnaire: &Questionnaire, found: &mut BTreeMap<String, Value>) {
    for item in questionnaire.items() {
        if let Kind::Information(information) = &item.kind {
            add(found, &format!("{place}.items[{}].text", item.id), information.text.0.as_str().into());
        }
    }
}

/// Steps as a list of texts, so that a step that is added or removed changes no other one.
fn steps(of: &impl Serialize) -> Value {
    fn written(value: Value) -> Value {
        match value {
            Value::Array(all) => all.into_iter().map(step).collect(),
            Value::Object(by_arm) => by_arm.into_iter().map(|(arm, all)| (arm, written(all))).collect(),
            other => other,
        }
    }
    fn step(value: Value) -> Value {
        let Value::Object(mut fields) = value else { return value };
        let page = fields.shift_remove("page").unwrap_or_default();
        let rest: Vec<String> = fields
            .iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(name, value)| format!("{name}: {}", value.as_str().map_or_else(|| value.to_string(), str::to_owned)))
            .collect();
        let page = page.as_str().unwrap_or_default();
        if rest.is_empty() { page.into() } else { format!("{page} ({})", rest.join(", ")).into() }
    }
    written(value(of))
}

/// Where the medium of an item is, or the text over it, which can differ by arm.
pub(crate) fn is_medium(place: &str) -> bool {
    place.starts_with("questionnaires.") && ["].stimulus", "].overlay"].iter().any(|field| place.contains(field))
}

fn design(study: &Study, found: &mut BTreeMap<String, Value>) {
    let file = &study.file;
    add(found, "minimum_age", file.minimum_age.into());
    add(found, "withdrawal", value(&file.withdrawal));
    add(found, "sound_check", value(&file.sound_check));
    if !file.quotas.is_empty() {
        add(found, "quotas", value(&file.quotas));
    }
    add(found, "failed_checks", value(&file.failed_checks));
    add(found, "time_limit", value(&file.time_limit));
    add(found, "result.estimate", value(&file.result.as_ref().map(|result| &result.estimate)));
    if !file.within.is_empty() {
        add(found, "within", value(&file.conditions()));
    }
    for (group, arm) in &file.arms {
        add(found, &format!("arms.{}", group.name()), json!({ "weight": arm.weight, "steps": steps(&arm.steps) }));
        if !arm.levels.is_empty() {
            add(found, &format!("arms.{group}.levels"), value(&arm.levels));
        }
    }
    for (index, wave) in file.waves.iter().enumerate() {
        let after = file.wave_before(index + 1);
        let own = json!({
            "steps": steps(&wave.steps), "opens": wave.opens, "closes": wave.closes, "after": study.wave_id(after),
        });
        add(found, &format!("waves.{}", wave.id), own);
        if !wave.reminders.is_empty() {
            add(found, &format!("waves.{}.reminders", wave.id), value(&wave.reminders));
        }
        if wave.consent.is_some() {
            add(found, &format!("waves.{}.consent", wave.id), value(&wave.consent));
        }
        for (rule, own) in [("failed_checks", wave.failed_checks), ("time_limit", wave.time_limit)] {
            if own.is_some() {
                add(found, &format!("waves.{}.{rule}", wave.id), value(&own));
            }
        }
    }
    let allocation = value(&file.allocation);
    add(found, "allocation", allocation);
    if file.allocation.is_list() {
        let rows = file.allocation.rows.iter();
        let rows: Vec<Value> = rows.map(|row| json!([row.arm, row.stratum])).collect();
        add(found, "allocation.list", rows.into());
    }
    // How many slots are stored beforehand changes no participant's arm.
    found.remove("allocation.places");
}

/// The analysis plan with its defaults.
fn resolved(study: &Study) -> AnalysisPlan {
    let mut plan = study.file.analysis.clone();
    plan.control = plan.control.or_else(|| study.file.arms.keys().next().copied());
    if plan.primary.is_empty() {
        let others = study.file.arms.keys().copied().filter(|arm| Some(*arm) != plan.control);
        let primary = |(number, arm)| Primary { hypothesis: format!("H{number}"), arm };
        plan.primary = (1..).zip(others).map(primary).collect();
    }
    plan.baseline = Some(baseline_of(study));
    plan
}

fn measures(place: &str, questionnaire: &Questionnaire, found: &mut BTreeMap<String, Value>) {
    if !questionnaire.screen_out.is_empty() {
        add(found, &format!("{place}.screen_out"), value(&questionnaire.screen_out));
    }
    for section in &questionnaire.sections {
        let shown = json!({ "shuffle": section.shuffle, "one_per_page": section.one_per_page });
        add(found, &format!("{place}.sections[{}]", section.id), shown);
        if section.debrief {
            add(found, &format!("{place}.sections[{}].debrief", section.id), true.into());
        }
        // Plans that were recorded before sections and groups had an order stay as they are.
        let groups: Vec<_> = section.items.iter().filter_map(|item| Some((&item.id, item.group.as_ref()?))).collect();
        if !groups.is_empty() {
            let shown = json!({ "items": groups, "shuffled": section.shuffle_in_groups });
            add(found, &format!("{place}.sections[{}].groups", section.id), shown);
        }
    }
    if questionnaire.shuffle_sections {
        let fixed = questionnaire.sections.iter().filter(|section| section.fixed).map(|section| &section.id);
        let shown = json!({ "random": true, "fixed": fixed.collect::<Vec<_>>() });
        add(found, &format!("{place}.shuffle_sections"), shown);
    }
    for item in questionnaire.items() {
        self::item(place, item, found);
    }
    for section in questionnaire.sections.iter().filter(|section| section.has_advice()) {
        let judged = section.items.iter().filter_map(|item| Some((item, item.judgement()?)));
        for (item, judgement) in judged {
            add(found, &format!("{place}.items[{}].advised", item.id), value(&judgement.advised));
        }
    }
    for scale in &questionnaire.scales {
        add(found, &format!("{place}.scales[{}]", scale.id), scoring(scale));
    }
}

fn item(place: &str, item: &Item, found: &mut BTreeMap<String, Value>) {
    for variable in item.variables() {
        let at = format!("{place}.items[{}]", variable.name);
        add(found, &at, answers(&variable.values));
        add(found, &format!("{at}.required"), variable.required.into());
    }
    let at = format!("{place}.items[{}]", item.id);
    add(found, &format!("{at}.show_if"), value(&item.show_if));
    add(found, &format!("{at}.passing"), value(&item.passing_points()));
    if item.judgement().is_none() {
        add(found, &format!("{at}.stimulus"), value(&item.stimulus()));
    }
    if let Some(judgement) = item.judgement() {
        add(found, &format!("{at}.truth"), value(&judgement.truth));
        add(found, &format!("{at}.stimulus"), value(&judgement.stimulus));
        add(found, &format!("{at}.overlay"), value(&judgement.overlay));
        for (name, own) in &judgement.in_condition {
            add(found, &format!("{at}.stimulus.{name}"), in_condition(&own.stimulus));
            add(found, &format!("{at}.overlay.{name}"), in_condition(&own.overlay));
        }
        let conditions: Vec<&String> = judgement.lists.iter().map(|list| &list.condition).collect();
        if !conditions.is_empty() {
            add(found, &format!("{at}.conditions"), value(&conditions));
        }
    }
}

/// What a condition says: `false` if it has none, nothing if it has that of the item.
fn in_condition(own: &Own<impl Serialize>) -> Value {
    match own {
        Own::Usual => Value::Null,
        Own::None => Value::Bool(false),
        Own::Other(own) => value(own),
    }
}

/// Which answers a variable can have.
fn answers(values: &Values<'_>) -> Value {
    let options = |options: &[Choice]| options.iter().map(|option| option.value.clone()).collect::<Vec<_>>();
    match values {
        Values::One(choices) => json!({ "kind": "one", "options": options(choices) }),
        Values::Many { options: choices, min, max } => {
            json!({ "kind": "several", "options": options(choices), "min": min, "max": max })
        }
        Values::Steps { first, last, step, .. } => {
            json!({ "kind": "steps", "first": first, "last": last, "step": step })
        }
        Values::Number { min, max, integer } => {
            json!({ "kind": "number", "min": min, "max": max, "integer": integer })
        }
        Values::Text { .. } => json!({ "kind": "text" }),
        Values::Date { min, max } => json!({ "kind": "date", "min": min, "max": max }),
    }
}

fn scoring(scale: &Scale) -> Value {
    json!({
        "method": scale.method, "items": scale.items, "reverse": scale.reverse, "key": scale.key,
        "min_answered": scale.min_answered, "formative": scale.formative,
    })
}

fn trainings(study: &Study, found: &mut BTreeMap<String, Value>) {
    for flow in &study.flow_a {
        let place = place(flow.block, StepKind::FlowA, "flow_a");
        let asked = json!({ "attempts": flow.attempts, "confidence": flow.confidence, "order": flow.order });
        add(found, &place, asked);
        let own = flow.questions.iter().map(|own| (own.id.as_str(), own.group(), own.fixed));
        order(found, &place, flow.shuffle_in_groups, &own.collect::<Vec<_>>());
        for question in &flow.questions {
            let shown = json!({ "stimulus": question.stimulus, "show": question.show });
            add(found, &format!("{place}.questions[{}]", question.id), shown);
        }
    }
    for flow in &study.flow_b {
        let place = place(flow.block, StepKind::FlowB, "flow_b");
        let asked = json!({ "attempts": flow.attempts, "confidence": flow.confidence, "order": flow.order });
        add(found, &place, asked);
        let own = flow.all_posts().map(|own| (own.id.as_str(), own.group(), own.fixed));
        order(found, &place, flow.shuffle_in_groups, &own.collect::<Vec<_>>());
        let fixed: Vec<_> = flow.personas.iter().filter(|own| own.fixed).map(|own| &own.persona).collect();
        if !fixed.is_empty() {
            add(found, &format!("{place}.personas.fixed"), value(&fixed));
        }
        for post in flow.personas.iter().flat_map(|persona| &persona.posts) {
            let shown = json!({ "stimulus": post.stimulus, "show": post.show, "correct": post.correct });
            add(found, &format!("{place}.posts[{}]", post.id), shown);
        }
    }
    for flow in &study.control_flow {
        let place = place(flow.block, StepKind::ControlFlow, "control_flow");
        add(found, &format!("{place}.order"), value(&flow.order));
        let own = flow.clips.iter().map(|own| (own.id.as_str(), own.group(), own.fixed));
        order(found, &place, flow.shuffle_in_groups, &own.collect::<Vec<_>>());
        for clip in &flow.clips {
            add(found, &format!("{place}.clips[{}].stimulus", clip.id), clip.stimulus.as_str().into());
        }
    }
}

/// Groups and fixed positions, of which there are the ID, the group and whether it is fixed. Plans that were recorded
/// before there were any stay as they are.
fn order(found: &mut BTreeMap<String, Value>, place: &str, in_groups: bool, all: &[(&str, Option<&str>, bool)]) {
    let groups: Vec<_> = all.iter().filter_map(|(id, group, _)| Some((id, (*group)?))).collect();
    if !groups.is_empty() {
        add(found, &format!("{place}.groups"), json!({ "items": groups, "shuffled": in_groups }));
    }
    let fixed: Vec<_> = all.iter().filter(|(.., fixed)| *fixed).map(|(id, ..)| id).collect();
    if !fixed.is_empty() {
        add(found, &format!("{place}.fixed"), value(&fixed));
    }
}

/// Where the values of a training are: the block with the usual file has a short name.
fn place(block: BlockId, kind: StepKind, usual: &str) -> String {
    if block == kind.block() { usual.to_owned() } else { format!("{usual}[{block}]") }
}

/// Of types that have a representation in JSON.
fn value(of: &impl Serialize) -> Value {
    serde_json::to_value(of).unwrap_or_default()
}

/// Adds a value, or the values in it, by their places.
fn add(found: &mut BTreeMap<String, Value>, place: &str, value: Value) {
    match value {
        Value::Null => {}
        // Nothing planned, except that an outcome is explicitly not adjusted.
        Value::Array(members) if members.is_empty() && !place.ends_with(".before") => {}
        Value::Object(fields) => {
            for (name, field) in fields.into_iter().filter(|(name, _)| !TEXTS.contains(&name.as_str())) {
                add(found, &format!("{place}.{name}"), field);
            }
        }
        Value::Array(members) if members.iter().any(Value::is_object) => {
            for (index, member) in members.into_iter().enumerate() {
                add_member(found, place, index, member);
            }
        }
        value => drop(found.insert(place.to_owned(), value)),
    }
}

fn add_member(found: &mut BTreeMap<String, Value>, place: &str, index: usize, mut member: Value) {
    let named = IDENTIFIERS.iter().find(|name| member.get(**name).is_some_and(Value::is_string));
    let name = named.and_then(|name| member.as_object_mut()?.shift_remove(*name)?.as_str().map(str::to_owned));
    let name = name.unwrap_or_else(|| (index + 1).to_string());
    let mut at = format!("{place}[{name}]");
    if found.keys().any(|key| key.starts_with(&at)) {
        at = format!("{place}[{name} {}]", index + 1);
    }
    add(found, &at, member);
}
