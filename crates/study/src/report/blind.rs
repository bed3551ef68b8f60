//! Blinding: the analyst does not know which arm is which until the study is unblinded.

use std::collections::BTreeMap;

use super::input::{Arm, Comparison, Course, Design, Excluded, Input, LaterWave, Person};
use crate::blinding::{ARM_SPECIFIC_PART, BLINDED, mentions, way};
use crate::exclusion::Exclusions;
use crate::order::{generator, shuffle};

/// Which arm has which blinded label: the arms' indices among their sorted ids, in the order of the labels. Console and
/// report use the same. Simulated participants have separate labels, because the operator knows their arms.
#[must_use]
pub fn blinded_labels(seed: &[u8], arms: usize, simulated: bool) -> Vec<usize> {
    let purpose = if simulated { "console/letters of the robots' arms" } else { "console/letters of the arms" };
    let mut order: Vec<usize> = (0..arms).collect();
    shuffle(&mut generator(seed, purpose), &mut order);
    order
}

/// The indices of arms with these IDs, in the order of their blinded labels.
#[must_use]
pub fn blinded_order(ids: &[&str], seed: &[u8], simulated: bool) -> Vec<usize> {
    let mut sorted: Vec<usize> = (0..ids.len()).collect();
    sorted.sort_by_key(|index| ids[*index]);
    blinded_labels(seed, ids.len(), simulated).into_iter().map(|index| sorted[index]).collect()
}

/// IDs and labels of blinded arms, in their order: `a`, "Arm A" and so on.
pub fn blinded_names() -> impl Iterator<Item = (String, String)> {
    ('A'..='Z').map(|name| (name.to_lowercase().to_string(), format!("Arm {name}")))
}

/// The same input with arms called A, B … in an order drawn from the seed, and without any data by arm that [would
/// reveal them](crate::blinding): no page after the arms differ, no training, the same steps for all. All pairs are
/// compared, because the planned comparisons would reveal the control arm; hypotheses lose their names. The planned
/// number of comparisons stays. Reasons that name an arm are hidden: whoever wrote them may have been unblinded.
/// Simulated participants have separate [labels](blinded_labels).
#[must_use]
pub fn blind(input: &Input, seed: &[u8]) -> Input {
    let arms = &input.design.arms;
    let ids: Vec<&str> = arms.iter().map(|arm| arm.id.as_str()).collect();
    let orders = [false, true].map(|simulated| blinded_order(&ids, seed, simulated));
    let new = |old: usize, simulated: bool| {
        orders[usize::from(simulated)].iter().position(|known| *known == old).unwrap_or(old)
    };
    let in_every_arm = |page: &String| arms.iter().all(|arm| arm.steps.contains(page));
    let steps: Vec<&[String]> = arms.iter().map(|arm| arm.steps.as_slice()).collect();
    let blinded_steps = way(&steps, |step| step.cloned().unwrap_or_else(|| ARM_SPECIFIC_PART.to_owned()));
    let labelled = blinded_names().take(arms.len()).map(|(id, label)| Arm { id, label, steps: blinded_steps.clone() });
    let labelled: Vec<Arm> = labelled.collect();
    let pairs = (0..labelled.len()).flat_map(|against| (against + 1..labelled.len()).map(move |arm| (arm, against)));
    let comparisons = pairs.map(|(arm, against)| Comparison {
        id: format!("{} − {}", labelled[arm].label, labelled[against].label),
        arm,
        against,
    });
    let comparisons = comparisons.collect();
    // A wave that some arms do not have would reveal them.
    let is_in_all = |wave: &LaterWave| wave.arms.len() == arms.len();
    let in_all = |questionnaire: &str| in_every_arm(&format!("/{questionnaire}-questionnaire"));
    let design = Design {
        comparisons,
        secondary: Vec::new(),
        arms: labelled,
        // The levels would reveal the arms.
        factors: Vec::new(),
        effects: Vec::new(),
        advised: Vec::new(),
        watched: Vec::new(),
        waves: input
            .design
            .waves
            .iter()
            .filter(|wave| is_in_all(wave))
            .cloned()
            .map(|wave| LaterWave { hypothesis: None, ..wave })
            .collect(),
        scales: input.design.scales.iter().filter(|scale| in_all(&scale.questionnaire)).cloned().collect(),
        parts: input.design.parts.iter().cloned().map(|part| super::input::Part { hypothesis: None, ..part }).collect(),
        compared: (input.design.compared.iter().cloned())
            .map(|scale| super::input::ComparedScale { hypothesis: None, ..scale })
            .collect(),
        moderators: (input.design.moderators.iter().cloned())
            .map(|one| super::input::PlannedModerator { hypothesis: None, ..one })
            .collect(),
        // What flags for sensitivity analysis may differ by arm.
        exclusions: Exclusions { sensitivity: Vec::new(), ..input.design.exclusions.clone() },
        false_alarm_hypothesis: None,
        confidence_hypothesis: None,
        blinded: true,
        ..input.design.clone()
    };
    let shown = |reason: &String| {
        let mut names = arms.iter().flat_map(|arm| [&arm.id, &arm.label]);
        if names.any(|name| mentions(reason, name)) { BLINDED.to_owned() } else { reason.clone() }
    };
    let person = |person: &Person| {
        let steps = person.arm.map(|arm| blinded_entries(person, &arms[arm], &design.arms[0].steps));
        Person {
            arm: person.arm.map(|arm| new(arm, person.simulated)),
            steps: steps.unwrap_or_default(),
            // Until the arms differ, all have the same pages.
            page: person.page.clone().filter(|_| !person.exposed),
            excluded: person.excluded.as_ref().map(|excluded| match excluded {
                Excluded::Planned(index) => Excluded::Planned(*index),
                Excluded::Decided(reason) => Excluded::Decided(shown(reason)),
            }),
            training_items: 0,
            training_answered: 0,
            later: person
                .later
                .iter()
                .zip(&input.design.waves)
                .filter(|(_, wave)| is_in_all(wave))
                .map(|(part, _)| part.clone())
                .collect(),
            ..person.clone()
        }
    };
    let people = input.people.iter().map(person).collect();
    let erased = input.erased.iter();
    let erased = erased.map(|gone| super::input::Erased { arm: gone.arm.map(|arm| new(arm, gone.simulated)), ..*gone });
    Input {
        people,
        erased: erased.collect(),
        design,
        simulated_left_out: input.simulated_left_out,
        seed_commitment: input.seed_commitment.clone(),
        course: Course {
            activations: (input.course.activations.iter())
                .map(|one| super::input::Activation { reason: shown(&one.reason), ..one.clone() })
                .collect(),
            ..input.course.clone()
        },
        looks: input.looks.clone(),
    }
}

/// Entries into steps, by the numbers of the blinded steps; the first entry counts.
fn blinded_entries(person: &Person, arm: &Arm, blinded: &[String]) -> Vec<(usize, i64)> {
    let mut entries: BTreeMap<usize, i64> = BTreeMap::new();
    for (number, at) in &person.steps {
        let Some(page) = arm.steps.get(*number) else { continue };
        let step = blinded.iter().position(|known| known == page);
        let step = step.or_else(|| blinded.iter().position(|known| known == ARM_SPECIFIC_PART));
        if let Some(step) = step {
            let first = entries.entry(step).or_insert(*at);
            *first = (*first).min(*at);
        }
    }
    entries.into_iter().collect()
}
