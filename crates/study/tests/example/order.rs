//! The order of the trainings' clips and posts: no pattern may reveal the next answer.

use super::{file, list, words};

/// Lengths of the stretches of equal answers.
fn runs<'a>(truths: &[&'a str]) -> Vec<(&'a str, usize)> {
    let mut runs: Vec<(&str, usize)> = Vec::new();
    for truth in truths {
        match runs.last_mut() {
            Some((last, n)) if last == truth => *n += 1,
            _ => runs.push((truth, 1)),
        }
    }
    runs
}

#[test]
fn cue_practice_neither_alternates_nor_clusters() {
    let flow = file("flow-a.yaml");
    let truths: Vec<&str> = list(&flow["questions"]).iter().map(|question| words(&question["show"])).collect();
    let half = usize::try_from(flow["interim_after"].as_u64().unwrap()).unwrap();
    for part in [&truths[..half], &truths[half..]] {
        assert_eq!(part.iter().filter(|truth| **truth == "altered").count(), part.len() / 2, "{part:?}");
        // Eight answers, four of each, have five runs on average; eight would alternate.
        assert!((3..=6).contains(&runs(part).len()), "{part:?}");
    }
    let runs = runs(&truths);
    assert!(runs.iter().all(|(_, n)| *n <= 3), "{runs:?}");
    assert!(!runs.windows(4).any(|four| four.iter().all(|(_, n)| *n == 1)), "four in a row alternate: {runs:?}");
}

#[test]
fn no_two_people_of_context_practice_have_their_posts_in_the_same_order_of_truth() {
    let flow = file("flow-b.yaml");
    let mut orders: Vec<Vec<&str>> = list(&flow["personas"])
        .iter()
        .map(|persona| list(&persona["posts"]).iter().map(|post| words(&post["correct"])).collect())
        .collect();
    for order in &orders {
        assert_eq!(order.iter().filter(|truth| **truth == "genuine").count() * 2, order.len(), "{order:?}");
    }
    for place in 0..orders[0].len() {
        let genuine = orders.iter().filter(|order| order[place] == "genuine").count();
        assert!((1..orders.len()).contains(&genuine), "post {} of every person has the same answer", place + 1);
    }
    let people = orders.len();
    orders.sort();
    orders.dedup();
    assert_eq!(orders.len(), people, "two people share an order");
}

#[test]
fn the_active_control_sees_the_clips_of_the_cue_practice_in_its_order() {
    let (flow, control) = (file("flow-a.yaml"), file("control-flow.yaml"));
    let media = |list_of: &serde_json::Value| -> Vec<String> {
        list(list_of).iter().map(|one| words(&one["stimulus"]).to_owned()).collect()
    };
    assert_eq!(media(&flow["questions"]), media(&control["clips"]));
}
