//! Blinding: the analyst does not know which arm is which until the study is unblinded.

use std::collections::BTreeMap;

use super::input::{Arm, Comparison, Design, Input, Person};
use crate::blinding::{ARM_SPECIFIC_PART, way};
use crate::exclusion::Exclusions;
use crate::order::{generator, shuffle};

/// Which arm has which blinded label: the arms' indices among their sorted ids, in the order of the labels. Console and
/// report use the same. Simulated participants have separate labels, because whoever runs a simulation knows their arms.
#[must_use]
pub fn blinded_labels(seed: &[u8], arms: usize, simulated: bool) -> Vec<usize> {
    let purpose = if simulated { "console/letters of the robots' arms" } else { "console/letters of the arms" };
    let mut order: Vec<usize> = (0..arms).collect();
    shuffle(&mut generator(seed, purpose), &mut order);
    order
}

/// The same input with arms called A, B … in an order drawn from the seed, and nothing left by arm that
/// [would tell them](crate::blinding): no page after the arms part, no training, one way of steps. All pairs are compared,
/// because the planned comparisons would tell which arm is control; hypotheses lose their names. The sample is planned for as
/// many comparisons as before. Simulated participants
/// have separate [labels](blinded_labels).
#[must_use]
pub fn blind(input: &Input, seed: &[u8]) -> Input {
    let arms = &input.design.arms;
    let mut sorted: Vec<usize> = (0..arms.len()).collect();
    sorted.sort_by(|one, other| arms[*one].id.cmp(&arms[*other].id));
    let order =
        |simulated: bool| blinded_labels(seed, arms.len(), simulated).into_iter().map(|place| sorted[place]).collect();
    let orders: [Vec<usize>; 2] = [order(false), order(true)];
    let new = |old: usize, simulated: bool| {
        orders[usize::from(simulated)].iter().position(|known| *known == old).unwrap_or(old)
    };
    let in_every_arm = |page: &String| arms.iter().all(|arm| arm.steps.contains(page));
    let steps: Vec<&[String]> = arms.iter().map(|arm| arm.steps.as_slice()).collect();
    let masked_steps = way(&steps, |step| step.cloned().unwrap_or_else(|| ARM_SPECIFIC_PART.to_owned()));
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
    let in_all = |questionnaire: &str| in_every_arm(&format!("/{questionnaire}-questionnaire"));
    let design = Design {
        comparisons,
        arms: masks,
        scales: input.design.scales.iter().filter(|scale| in_all(&scale.questionnaire)).cloned().collect(),
        parts: input.design.parts.iter().cloned().map(|part| super::input::Part { hypothesis: None, ..part }).collect(),
        compared: (input.design.compared.iter().cloned())
            .map(|scale| super::input::ComparedScale { hypothesis: None, ..scale })
            .collect(),
        // What sets people apart may be told by arm.
        exclusions: Exclusions { apart: Vec::new(), ..input.design.exclusions.clone() },
        false_alarm_hypothesis: None,
        confidence_hypothesis: None,
        masked: true,
        ..input.design.clone()
    };
    let person = |person: &Person| {
        let steps = person.arm.map(|arm| masked_entries(person, &arms[arm], &design.arms[0].steps));
        Person {
            arm: person.arm.map(|arm| new(arm, person.simulated)),
            steps: steps.unwrap_or_default(),
            // Until the arms part, all have the same pages.
            page: person.page.clone().filter(|_| !person.exposed),
            training_items: 0,
            training_answered: 0,
            ..person.clone()
        }
    };
    let people = input.people.iter().map(person).collect();
    let erased = input.erased.iter();
    let erased = erased.map(|gone| super::input::Erased { arm: gone.arm.map(|arm| new(arm, gone.simulated)), ..*gone });
    Input { people, erased: erased.collect(), design, robots_left_out: input.robots_left_out }
}

/// Entries into steps, by the masked steps' numbers; the first entry counts.
fn masked_entries(person: &Person, arm: &Arm, masked: &[String]) -> Vec<(usize, i64)> {
    let mut entries: BTreeMap<usize, i64> = BTreeMap::new();
    for (number, at) in &person.steps {
        let Some(page) = arm.steps.get(*number) else { continue };
        let place = masked.iter().position(|known| known == page);
        let place = place.or_else(|| masked.iter().position(|known| known == ARM_SPECIFIC_PART));
        if let Some(place) = place {
            let first = entries.entry(place).or_insert(*at);
            *first = (*first).min(*at);
        }
    }
    entries.into_iter().collect()
}
