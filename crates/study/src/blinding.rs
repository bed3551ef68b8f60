//! What the report and the console show to those who are blinded.
//!
//! **By arm**, they show what every arm has by design: numbers of allocated, exposed, completed and withdrawn
//! participants, and results of tests and scales that all arms have. **Everything else** (steps, pages, times,
//! training, quality flags) differs between the arms by design. It is counted over all arms together, and no
//! participant is shown with an arm. All arms have the same list of steps, in which the [arm-specific
//! part](ARM_SPECIFIC_PART) is one step.

/// The step that replaces the steps that not all arms have.
pub const ARM_SPECIFIC_PART: &str = "/group-part";

/// Least number of participants for a duration of the arm-specific part. The median of fewer could be that of one
/// participant, and the duration reveals the arm.
pub const TOGETHER: usize = 10;

/// What replaces a text that names an arm.
pub const BLINDED: &str = "(blinded)";

/// Whether a text has an arm's name as a whole word, in capitals or not: an ID such as `a` is part of many words.
#[must_use]
pub fn mentions(text: &str, name: &str) -> bool {
    let (text, name) = (text.to_lowercase(), name.to_lowercase());
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    let splits_word = |before: &str, after: &str| before.ends_with(is_letter) && after.starts_with(is_letter);
    text.char_indices().any(|(start, _)| {
        let (before, rest) = text.split_at(start);
        rest.strip_prefix(&name).is_some_and(|after| !splits_word(before, &name) && !splits_word(&name, after))
    })
}

/// What every arm has in the same order: from the beginning until the order differs, and at the end.
pub(crate) fn in_same_order<S: PartialEq + Clone>(arms: &[&[S]]) -> Vec<S> {
    let Some(first) = arms.first() else { return Vec::new() };
    let everywhere = |step: &&S| arms.iter().all(|arm| arm.contains(step));
    let mut common: Vec<S> = first.iter().filter(everywhere).cloned().collect();
    let in_order = |arm: &&[S]| arm.iter().filter(|step| common.contains(step)).cloned().collect::<Vec<S>>();
    let orders: Vec<Vec<S>> = arms.iter().map(in_order).collect();
    let same = |at: &dyn Fn(&[S]) -> Option<S>| orders.iter().all(|order| at(order) == at(&common));
    let before = (0..common.len()).take_while(|index| same(&|order| order.get(*index).cloned())).count();
    let is_alike =
        |back: &usize| same(&|order| order.len().checked_sub(back + 1).and_then(|at| order.get(at)).cloned());
    let after = (0..common.len() - before).take_while(is_alike).count();
    common.drain(before..common.len() - after);
    common
}

/// The steps that keep their names: those that every arm has, in the same order. What comes in another order in some
/// arm belongs to the [arm-specific part](ARM_SPECIFIC_PART), because the order would reveal the arm. If an arm has no
/// other step, the last common step before the arms differ (or the first one after, at the very beginning) belongs to
/// the arm-specific part as well. Otherwise no participant of that arm would reach that part.
#[must_use]
pub fn named<S: PartialEq + Clone>(arms: &[&[S]]) -> Vec<S> {
    let mut named = in_same_order(arms);
    let parts = arms.iter().any(|arm| arm.len() > named.len());
    if parts && arms.iter().any(|arm| arm.len() == named.len()) {
        let alike = (0..named.len()).take_while(|at| arms.iter().all(|arm| arm.get(*at) == Some(&named[*at]))).count();
        if !named.is_empty() {
            named.remove(alike.saturating_sub(1));
        }
    }
    named
}

/// The steps of all arms: the [named](named) ones, and once the arm-specific part. `of` makes a stage of a step, or of
/// the part (none).
#[must_use]
pub fn way<S: PartialEq + Clone, T: PartialEq>(arms: &[&[S]], of: impl Fn(Option<&S>) -> T) -> Vec<T> {
    let named = named(arms);
    let mut way: Vec<T> = Vec::new();
    for step in arms.iter().max_by_key(|arm| arm.len()).into_iter().flat_map(|arm| arm.iter()) {
        let stage = of(named.contains(step).then_some(step));
        if !way.contains(&stage) {
            way.push(stage);
        }
    }
    way
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(arms: &[&[&'static str]]) -> Vec<&'static str> {
        way(arms, |step| step.copied().unwrap_or(ARM_SPECIFIC_PART))
    }

    #[test]
    fn what_only_some_arms_have_is_one_step() {
        let arms: [&[&str]; 2] = [&["pre", "home", "control", "post"], &["pre", "treatment", "home", "flow", "post"]];
        assert_eq!(named(&arms), ["pre", "home", "post"]);
        assert_eq!(shown(&arms), ["pre", ARM_SPECIFIC_PART, "home", "post"]);
    }

    /// Otherwise no participant of the arm without a training would reach the part.
    #[test]
    fn an_arm_without_a_step_of_its_own_comes_to_the_part_too() {
        let short: &[&str] = &["pre", "home", "post", "end"];
        let long: &[&str] = &["pre", "home", "treatment", "flow", "post", "end"];
        for arms in [[short, long], [long, short]] {
            assert_eq!(named(&arms), ["pre", "post", "end"]);
            assert_eq!(shown(&arms), ["pre", ARM_SPECIFIC_PART, "post", "end"]);
        }
        let first: [&[&str]; 2] = [&["post", "end"], &["flow", "post", "end"]];
        assert_eq!(shown(&first), [ARM_SPECIFIC_PART, "end"]);
    }

    #[test]
    fn steps_in_another_order_are_part_of_what_is_hidden() {
        let first: &[&str] = &["pre", "home", "labels", "mood", "post"];
        let second: &[&str] = &["pre", "home", "mood", "labels", "post"];
        assert_eq!(named(&[first, second]), ["pre", "home", "post"]);
        assert_eq!(shown(&[first, second]), ["pre", "home", ARM_SPECIFIC_PART, "post"]);
    }

    #[test]
    fn a_text_mentions_an_arm_by_a_whole_word() {
        for (text, name) in [
            ("too many in a", "a"),
            ("a", "a"),
            ("Too many in LABEL.", "label"),
            ("(label)", "label"),
            ("the label-group", "label"),
            ("xa a a", "a a"),
            ("group(A)", "(A)"),
            ("in Prüfen und Ändern", "Prüfen und ändern"),
        ] {
            assert!(mentions(text, name), "{text}, {name}");
        }
        for (text, name) in [
            ("a mislabelled clip was labelled again", "label"),
            ("label_ai", "label"),
            ("the 2 labels", "label"),
            ("by mistake", "a"),
            ("Prüfen", "pr"),
            ("", "a"),
        ] {
            assert!(!mentions(text, name), "{text}, {name}");
        }
    }

    #[test]
    fn arms_that_do_not_differ_have_no_part() {
        let arms: [&[&str]; 2] = [&["pre", "end"], &["pre", "end"]];
        assert_eq!(shown(&arms), ["pre", "end"]);
        assert_eq!(named::<&str>(&[]), Vec::<&str>::new());
    }
}
