//! What may be said while nobody knows which arm is which: the one rule for the report and the console.
//!
//! **By arm** there is what every arm has by design: how many people were allocated, exposed, finished, left; and results
//! of tests and scales that all of them were given. **How people went** (steps, pages, times, training, signs of how
//! somebody took part) differs between the arms by design, so it is counted over all arms together, and no single
//! person is shown with an arm. The steps of all arms have one way, in which what only some arms have is one step.

/// What stands for the steps that not all arms have.
pub const ARM_SPECIFIC_PART: &str = "/group-part";

/// How many people a time in the part has to be of, at least: the middle of fewer would be that of somebody, and how long
/// somebody was there tells their arm.
pub const TOGETHER: usize = 10;

/// The steps that keep their names: those that every arm has. If an arm has no step of its own, the last one before the
/// arms part (or, at the very beginning, the first one after) is in the [part](GROUP_PART) too: otherwise the part would be
/// a step that nobody of that arm comes to.
#[must_use]
pub fn named<S: PartialEq + Clone>(arms: &[&[S]]) -> Vec<S> {
    let Some(first) = arms.first() else { return Vec::new() };
    let everywhere = |step: &&S| arms.iter().all(|arm| arm.contains(step));
    let mut named: Vec<S> = first.iter().filter(everywhere).cloned().collect();
    let parts = arms.iter().any(|arm| arm.len() > named.len());
    if parts && arms.iter().any(|arm| arm.len() == named.len()) {
        let alike = (0..named.len()).take_while(|at| arms.iter().all(|arm| arm.get(*at) == Some(&named[*at]))).count();
        if !named.is_empty() {
            named.remove(alike.saturating_sub(1));
        }
    }
    named
}

/// All arms' way: the [named](named) steps as they are, and once the part between them. `of` makes a stage of a step, or of
/// none: the part.
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

    /// Otherwise nobody of the arm without a training would ever come to the part.
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
    fn arms_that_do_not_differ_have_no_part() {
        let arms: [&[&str]; 2] = [&["pre", "end"], &["pre", "end"]];
        assert_eq!(shown(&arms), ["pre", "end"]);
        assert_eq!(named::<&str>(&[]), Vec::<&str>::new());
    }
}
