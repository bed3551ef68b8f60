//! The rules of `show_in` and `by`.

use super::Design;
use super::node::{Key, Node, Value};
use crate::check::{is_medium_of_item, is_text};
use crate::definition::ArmId;
use crate::definition::factors::ARM;
use crate::outline::SourcePosition;
use crate::problem::{Problem, Severity};

pub(super) const SHOW_IN: &str = "show_in";
const BY: &str = "by";

/// Fields of which an entry that only some arms see has one.
const IDENTIFIERS: [&str; 2] = ["id", "persona"];

/// Fields in which `null` is not the same as absent, in a condition within persons: then it has none, and not that of
/// the item.
const NULL_IN_CONDITIONS: [&str; 3] = ["stimulus", "overlay", "help"];

/// What a file would be without the parts that an arm does not see. Without an arm: with all entries, and of texts by
/// arm the first one.
pub(super) fn resolve(node: &Node, design: Design<'_>, arm: Option<ArmId>) -> Node {
    let inside = |node: &Node| resolve(node, design, arm);
    let value = match &node.value {
        Value::List(list) => {
            let shown = list.iter().filter(|one| one.get(SHOW_IN).is_none_or(|who| is_shown(who, design, arm)));
            Value::List(shown.map(inside).collect())
        }
        Value::Map(_) if let Some((factor, levels)) = by(node) => {
            let first = || levels.entries().iter().map(|(_, text)| text).find(|text| text.value != Value::Null);
            let own = match arm {
                Some(arm) => design.level(&factor.name, arm).and_then(|level| levels.get(level)),
                None => first(),
            };
            return own.map_or(Node { value: Value::Null, ..node.clone() }, inside);
        }
        Value::Map(entries) => {
            let kept = entries.iter().filter(|(key, _)| key.name != SHOW_IN);
            let resolved = kept.map(|(key, value)| (key.clone(), inside(value)));
            // `null` in the place of a text means that there is none.
            let was_by = |name: &str| node.get(name).is_some_and(|value| by(value).is_some());
            let is_stated = |name: &str| NULL_IN_CONDITIONS.contains(&name) || !was_by(name);
            let present = resolved.filter(|(key, value)| value.value != Value::Null || is_stated(&key.name));
            Value::Map(present.collect())
        }
        other => other.clone(),
    };
    Node { position: node.position, value }
}

/// The factor and the values of `{ by: { <factor>: { <level>: … } } }`.
pub(super) fn by(node: &Node) -> Option<(&Key, &Node)> {
    let [(key, inside)] = node.entries() else { return None };
    let [(factor, levels)] = inside.entries() else { return None };
    (key.name == BY && matches!(levels.value, Value::Map(_))).then_some((factor, levels))
}

fn is_shown(who: &Node, design: Design<'_>, arm: Option<ArmId>) -> bool {
    let Some(arm) = arm else { return true };
    if let Value::List(_) = who.value {
        return who.texts().is_some_and(|arms| arms.iter().any(|(id, _)| *id == arm.name()));
    }
    who.entries().iter().all(|(factor, wanted)| {
        let own = design.level(&factor.name, arm);
        wanted.texts().is_some_and(|levels| levels.iter().any(|(level, _)| Some(*level) == own))
    })
}

/// Whether a file has content by arm. Errors: all mistakes in it.
pub(super) fn check(node: &Node, design: Design<'_>, file: &str) -> Result<bool, Vec<Problem>> {
    let mut checker = Checker { design, file, found: false, problems: Vec::new() };
    checker.node(node, &mut Vec::new());
    if checker.problems.is_empty() { Ok(checker.found) } else { Err(checker.problems) }
}

struct Checker<'a> {
    design: Design<'a>,
    file: &'a str,
    found: bool,
    problems: Vec<Problem>,
}

impl<'a> Checker<'a> {
    fn error(&mut self, position: SourcePosition, message: String, help: &str) {
        self.problems.push(Problem::new(Severity::Error, self.file, Some(position), message, help));
    }

    /// `keys` lead to the node; that of an entry of a list is its number.
    fn node(&mut self, node: &Node, keys: &mut Vec<String>) {
        match &node.value {
            Value::List(list) => {
                for (index, one) in list.iter().enumerate() {
                    self.inside(one, &index.to_string(), keys);
                }
            }
            Value::Map(entries) => {
                if let Some((key, who)) = entries.iter().find(|(key, _)| key.name == SHOW_IN) {
                    self.found = true;
                    let is_entry = keys.last().is_some_and(|key| key.parse::<usize>().is_ok());
                    if is_entry && IDENTIFIERS.iter().any(|name| node.get(name).is_some()) {
                        self.show_in(who);
                    } else {
                        let help = "it belongs to an item, a section, a question, a post or what else has an `id`; all arms \
                                    have the same options";
                        self.error(key.position, "`show_in` is not possible here".to_owned(), help);
                    }
                }
                if let Some((key, inside)) = entries.iter().find(|(key, _)| key.name == BY) {
                    self.found = true;
                    let names: Vec<&str> = keys.iter().map(String::as_str).collect();
                    if is_text(self.file, &names) {
                        self.by(node, key, inside, "text");
                    } else if is_medium_of_item(&names) {
                        self.by(node, key, inside, "medium");
                    } else {
                        let help = "only texts and the `stimulus` of an item can differ by arm; two items with `show_in` \
                                    can differ in everything";
                        self.error(key.position, "`by` is not possible here".to_owned(), help);
                    }
                    return;
                }
                for (key, value) in entries {
                    self.inside(value, &key.name, keys);
                }
            }
            _ => {}
        }
    }

    fn inside(&mut self, node: &Node, key: &str, keys: &mut Vec<String>) {
        keys.push(key.to_owned());
        self.node(node, keys);
        keys.pop();
    }

    fn by(&mut self, node: &Node, key: &Key, inside: &Node, what: &str) {
        const FORM: &str = "write `{ by: { <factor>: { <level>: …, <level>: … } } }` in the place of the value; the factor \
                            `arm` has the arms as its levels";
        let Some((factor, levels)) = by(node) else {
            let message = match inside.entries() {
                [_] if node.entries().len() > 1 => "`by` stands alone",
                [_] => "`by` names no values",
                _ => "`by` has one factor",
            };
            return self.error(key.position, message.to_owned(), FORM);
        };
        let Some(known) = self.known(&factor.name, factor.position) else { return };
        let given: Vec<&str> = levels.entries().iter().map(|(level, _)| level.name.as_str()).collect();
        for (level, _) in levels.entries().iter().filter(|(level, _)| !known.contains(&level.name.as_str())) {
            self.unknown_level(&factor.name, &level.name, level.position);
        }
        let missing: Vec<_> = known.iter().filter(|level| !given.contains(level)).map(|l| format!("`{l}`")).collect();
        if !missing.is_empty() {
            let message = format!("there is no {what} for {}", missing.join(", "));
            let help = format!("add a line for each; `null` means that there is no {what}");
            self.error(factor.position, message, &help);
        }
    }

    fn show_in(&mut self, who: &Node) {
        let design = self.design;
        match &who.value {
            Value::List(_) if let Some(arms) = who.texts() => {
                for (arm, position) in &arms {
                    if design.levels(ARM).is_some_and(|known| !known.contains(arm)) {
                        self.unknown_level(ARM, arm, *position);
                    }
                }
            }
            Value::Map(factors) if !factors.is_empty() => {
                for (factor, wanted) in factors {
                    let Some(known) = self.known(&factor.name, factor.position) else { continue };
                    let Some(levels) = wanted.texts() else {
                        self.error(
                            wanted.position,
                            "a level is expected here".to_owned(),
                            "name one, or a list of them",
                        );
                        continue;
                    };
                    for (level, position) in levels.into_iter().filter(|(level, _)| !known.contains(level)) {
                        self.unknown_level(&factor.name, level, position);
                    }
                }
            }
            _ => {
                let help = "write a list of arms, `[video, game]`, or levels of factors, `{ label: shown }`";
                return self.error(who.position, "`show_in` names no arms".to_owned(), help);
            }
        }
        let is_seen = design.file.arms.keys().any(|arm| is_shown(who, design, Some(*arm)));
        if !is_seen && self.problems.is_empty() {
            self.error(who.position, "no arm sees this".to_owned(), "name at least one arm, or delete the entry");
        }
    }

    /// The levels of a factor; complains if the study lacks it.
    fn known(&mut self, factor: &str, position: SourcePosition) -> Option<Vec<&'a str>> {
        let design = self.design;
        let levels = design.levels(factor);
        if levels.is_none() {
            let all = design.factors().keys().map(String::as_str).chain([ARM]);
            let all: Vec<String> = all.map(|factor| format!("`{factor}`")).collect();
            let help = format!("name one of {}, or add it to `factors` in study.yaml", all.join(", "));
            self.error(position, format!("the study has no factor `{factor}`"), &help);
        }
        levels
    }

    fn unknown_level(&mut self, factor: &str, level: &str, position: SourcePosition) {
        let levels = self.design.levels(factor).unwrap_or_default();
        let all: Vec<String> = levels.into_iter().map(|level| format!("`{level}`")).collect();
        let message = match factor {
            ARM => format!("the study has no arm `{level}`"),
            _ => format!("the factor `{factor}` has no level `{level}`"),
        };
        self.error(position, message, &format!("name one of {}", all.join(", ")));
    }
}
