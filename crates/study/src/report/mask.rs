//! Masks for arms: who analyses does not know which is which, until somebody unblinds on the record.

use std::collections::BTreeMap;

use super::input::{Arm, Comparison, Design, Input, Person};
use crate::order::{generator, shuffle};

/// What stands for the pages that not all arms have.
const DIFFERENT: &str = "/group-part";

/// What the letters are drawn for: the same wherever arms have masks.
pub const LETTERS: &str = "console/letters of the arms";

/// The same input with arms called A, B … in an order drawn from the seed. All pairs are compared, because the planned
/// comparisons would tell which arm is control; pages that not all arms have become one, hypotheses lose their names.
#[must_use]
pub fn mask(input: &Input, seed: &[u8]) -> Input {
    let arms = &input.design.arms;
    let mut order: Vec<usize> = (0..arms.len()).collect();
    order.sort_by(|one, other| arms[*one].id.cmp(&arms[*other].id));
    shuffle(&mut generator(seed, LETTERS), &mut order);
    let new = |old: usize| order.iter().position(|known| *known == old).unwrap_or(old);
    let common = |page: &String| arms.iter().all(|arm| arm.steps.contains(page));
    let masked_steps = masked_steps(arms, &common);
    let names = ('A'..='Z').map(String::from);
    let masks = order.iter().zip(names).map(|(_, name)| Arm {
        id: name.to_lowercase(),
        label: format!("Arm {name}"),
        steps: masked_steps.clone(),
    });
    let masks: Vec<Arm> = masks.collect();
    let pairs = (0..masks.len()).flat_map(|against| (against + 1..masks.len()).map(move |arm| (arm, against)));
    let comparisons = pairs.map(|(arm, against)| Comparison {
        id: format!("{} − {}", masks[arm].label, masks[against].label),
        arm,
        against,
    });
    let comparisons = comparisons.collect();
    let in_all = |questionnaire: &str| common(&format!("/{questionnaire}-questionnaire"));
    let design = Design {
        comparisons,
        arms: masks,
        scales: input.design.scales.iter().filter(|scale| in_all(&scale.questionnaire)).cloned().collect(),
        parts: input.design.parts.iter().cloned().map(|part| super::input::Part { hypothesis: None, ..part }).collect(),
        compared: (input.design.compared.iter().cloned())
            .map(|scale| super::input::ComparedScale { hypothesis: None, ..scale })
            .collect(),
        false_alarm_hypothesis: None,
        confidence_hypothesis: None,
        masked: true,
        ..input.design.clone()
    };
    let person = |person: &Person| {
        let steps = person.arm.map(|arm| masked_entries(person, &arms[arm], &design.arms[0].steps));
        let page =
            person.page.as_ref().map(|page| if is_open(page, &common) { page.clone() } else { DIFFERENT.into() });
        Person { arm: person.arm.map(new), steps: steps.unwrap_or_default(), page, ..person.clone() }
    };
    let people = input.people.iter().map(person).collect();
    let erased = input.erased.iter().map(|gone| super::input::Erased { arm: gone.arm.map(new), ..*gone });
    Input { people, erased: erased.collect(), design, robots_left_out: input.robots_left_out }
}

/// Pages that are no step (`/consent`) are everybody's.
fn is_open(page: &String, common: &dyn Fn(&String) -> bool) -> bool {
    common(page) || ["/", "/consent", "/auth"].contains(&page.as_str())
}

/// The common steps, with one step for what lies between them.
fn masked_steps(arms: &[Arm], common: &dyn Fn(&String) -> bool) -> Vec<String> {
    let mut steps: Vec<String> = Vec::new();
    for page in arms.first().into_iter().flat_map(|arm| &arm.steps) {
        let shown = if common(page) { page.clone() } else { DIFFERENT.to_owned() };
        if steps.last() != Some(&shown) {
            steps.push(shown);
        }
    }
    steps
}

/// Entries into steps, by the masked steps' numbers; the first entry counts.
fn masked_entries(person: &Person, arm: &Arm, masked: &[String]) -> Vec<(usize, i64)> {
    let mut entries: BTreeMap<usize, i64> = BTreeMap::new();
    for (number, at) in &person.steps {
        let Some(page) = arm.steps.get(*number) else { continue };
        let place = masked.iter().position(|known| known == page);
        let place = place.or_else(|| masked.iter().position(|known| known == DIFFERENT));
        if let Some(place) = place {
            let first = entries.entry(place).or_insert(*at);
            *first = (*first).min(*at);
        }
    }
    entries.into_iter().collect()
}
