//! Masks for arms: who analyses does not know which is which, until somebody unblinds on the record.

use std::collections::BTreeMap;

use super::input::{Arm, Comparison, Design, Input, Person};
use crate::order::{generator, shuffle};

/// What stands for the pages that not all arms have.
const DIFFERENT: &str = "/group-part";

/// Which arm has which letter, the same wherever arms have masks: the arms' places among their sorted ids, in the order of
/// the letters. Robots have letters of their own, because whoever lets them take part knows their arms.
#[must_use]
pub fn letters(seed: &[u8], arms: usize, simulated: bool) -> Vec<usize> {
    let purpose = if simulated { "console/letters of the robots' arms" } else { "console/letters of the arms" };
    let mut order: Vec<usize> = (0..arms).collect();
    shuffle(&mut generator(seed, purpose), &mut order);
    order
}

/// The same input with arms called A, B … in an order drawn from the seed. All pairs are compared, because the planned
/// comparisons would tell which arm is control; pages that not all arms have become one, hypotheses lose their names.
/// Robots come under [letters](letters) of their own.
#[must_use]
pub fn mask(input: &Input, seed: &[u8]) -> Input {
    let arms = &input.design.arms;
    let mut sorted: Vec<usize> = (0..arms.len()).collect();
    sorted.sort_by(|one, other| arms[*one].id.cmp(&arms[*other].id));
    let order = |simulated: bool| letters(seed, arms.len(), simulated).into_iter().map(|place| sorted[place]).collect();
    let orders: [Vec<usize>; 2] = [order(false), order(true)];
    let new = |old: usize, simulated: bool| {
        orders[usize::from(simulated)].iter().position(|known| *known == old).unwrap_or(old)
    };
    let common = |page: &String| arms.iter().all(|arm| arm.steps.contains(page));
    let masked_steps = masked_steps(arms, &common);
    let names = ('A'..='Z').map(String::from);
    let masks = names.take(arms.len()).map(|name| Arm {
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
        Person {
            arm: person.arm.map(|arm| new(arm, person.simulated)),
            steps: steps.unwrap_or_default(),
            page,
            ..person.clone()
        }
    };
    let people = input.people.iter().map(person).collect();
    let erased = input.erased.iter();
    let erased = erased.map(|gone| super::input::Erased { arm: gone.arm.map(|arm| new(arm, gone.simulated)), ..*gone });
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
