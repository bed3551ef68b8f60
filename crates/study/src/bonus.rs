//! What participants get in addition, computed from what is stored with their answers.

use serde_json::{Map, Value};

use crate::definition::{Bonus, BonusAmount, Study};

/// What is stored with an answer, as far as a bonus depends on it.
#[derive(Clone, Debug)]
pub struct Scored {
    /// The item, beginning with its block: `flow-b/fb_1`.
    pub item: String,
    /// From 1.
    pub attempt: i64,
    /// Whether a judgement is correct.
    pub correct: Option<bool>,
    /// Scores by scale.
    pub scores: Map<String, Value>,
}

impl Bonus {
    /// What a participant with these answers gets, in hundredths of the currency's unit. Halves are rounded up.
    pub fn cents(&self, answers: &[Scored]) -> i64 {
        let sum: i64 = self.amounts.iter().map(|amount| amount.parts(answers)).sum();
        let parts = self.at_most.map_or(sum, |most| sum.min(most.0));
        (parts + 50) / 100
    }
}

impl BonusAmount {
    /// In the parts of an [`Amount`](crate::definition::Amount).
    fn parts(&self, answers: &[Scored]) -> i64 {
        let is_own = |answer: &&Scored| answer.item.split('/').next() == Some(self.block.name());
        let own = answers.iter().filter(is_own);
        let points = match &self.score {
            None => own.filter(|answer| answer.attempt == 1 && answer.correct == Some(true)).count() as f64,
            // A scale has a score once its last item is answered; a later one replaces it.
            Some(score) => own.filter_map(|answer| answer.scores.get(score)?.as_f64()).next_back().unwrap_or(0.0),
        };
        #[expect(clippy::cast_possible_truncation, reason = "a score times an amount is far below 2^53")]
        let parts = (points.max(0.0) * self.amount.0 as f64).round() as i64;
        self.at_most.map_or(parts, |most| parts.min(most.0))
    }
}

/// An amount in hundredths, as recruiters write it: `1.05`.
pub fn decimal(cents: i64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

impl Study {
    /// Whether amounts depend on a block that not all arms have, or whose content differs between them. Then a list of
    /// amounts shows who is in which arm.
    pub fn bonus_reveals_arms(&self) -> bool {
        let amounts = self.file.bonus.iter().flat_map(|bonus| &bonus.amounts);
        let mut blocks = amounts.map(|amount| amount.block);
        blocks.any(|block| {
            let mut steps = self.steps.values().map(|steps| steps.iter().find(|step| step.block == block));
            let first = steps.next();
            steps.any(|step| Some(step) != first)
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::definition::Amount;
    use crate::testing::small;

    fn read(amounts: &str, at_most: &str) -> serde_json::Result<Bonus> {
        serde_json::from_str(&format!(r#"{{ "currency": "GBP", "amounts": [{amounts}]{at_most} }}"#))
    }

    fn bonus(amounts: &str, at_most: &str) -> Bonus {
        read(amounts, at_most).unwrap()
    }

    fn answer(item: &str, attempt: i64, correct: Option<bool>, scores: &Value) -> Scored {
        Scored { item: item.into(), attempt, correct, scores: scores.as_object().unwrap().clone() }
    }

    fn answers() -> Vec<Scored> {
        vec![
            answer("pre/views", 1, None, &json!({ "trust": 4.5 })),
            answer("flow-b/fb_1", 1, Some(false), &json!({})),
            answer("flow-b/fb_1", 2, Some(true), &json!({})),
            answer("flow-b/fb_2", 1, Some(true), &json!({})),
            answer("flow-b/fb_3", 1, Some(true), &json!({})),
            answer("flow-b/persona/maren", 1, None, &json!({})),
            answer("flow-a/fa_1", 1, Some(true), &json!({})),
            answer("flow-b2/fb_4", 1, Some(true), &json!({})),
            answer("post/second_look", 1, None, &json!({ "post_correct": null })),
            answer("post/last", 1, None, &json!({ "post_correct": 3, "knowledge": 1 })),
        ]
    }

    #[test]
    fn correct_first_answers_and_points_are_added_up_to_the_limit() {
        let cents = |amounts: &str, at_most: &str| bonus(amounts, at_most).cents(&answers());
        let flow_b = r#"{ "block": "flow-b", "amount": 0.05 }"#;
        assert_eq!(cents(flow_b, ""), 10);
        assert_eq!(cents(r#"{ "block": "post", "score": "post_correct", "amount": 0.5 }"#, ""), 150);
        let both = format!(r#"{flow_b}, {{ "block": "post", "score": "post_correct", "amount": 0.5 }}"#);
        assert_eq!(cents(&both, ""), 160);
        assert_eq!(cents(&both, r#", "at_most": 1.25"#), 125);
        assert_eq!(cents(r#"{ "block": "post", "score": "post_correct", "amount": 0.5, "at_most": 1 }"#, ""), 100);
        assert_eq!(cents(r#"{ "block": "pre", "score": "trust", "amount": 0.1 }"#, ""), 45);
        // What nobody answered is worth nothing.
        assert_eq!(
            cents(r#"{ "block": "control", "amount": 1 }, { "block": "post", "score": "none", "amount": 1 }"#, ""),
            0
        );
        assert_eq!(bonus(flow_b, "").cents(&[]), 0);
    }

    #[test]
    fn parts_of_a_cent_are_rounded_once_in_the_sum() {
        let cents = |amounts: &str| bonus(amounts, "").cents(&answers());
        assert_eq!(cents(r#"{ "block": "flow-b", "amount": 0.0025 }"#), 1, "half a cent");
        assert_eq!(cents(r#"{ "block": "flow-b", "amount": 0.0024 }"#), 0);
        let twice = r#"{ "block": "flow-b", "amount": 0.0012 }, { "block": "flow-b", "amount": 0.0013 }"#;
        assert_eq!(cents(twice), 1);
        // 0.1 + 0.2 is no more than that.
        assert_eq!(cents(r#"{ "block": "flow-b", "amount": 0.15 }, { "block": "flow-b", "amount": 0.3 }"#), 90);
        assert_eq!([0, 5, 105, 20_000].map(decimal), ["0.00", "0.05", "1.05", "200.00"]);
    }

    #[test]
    fn amounts_are_written_as_they_were_given() {
        let text = |amount: &str| serde_json::from_str::<Amount>(amount).unwrap().decimal();
        assert_eq!(["0.05", "0.0025", "1", "0.5", "12.125"].map(text), ["0.05", "0.0025", "1.00", "0.50", "12.125"]);
    }

    #[test]
    fn amounts_of_nothing_or_in_no_unit_are_rejected() {
        for wrong in ["0", "-0.05", "0.00005", "1e7", "null"] {
            let amounts = format!(r#"{{ "block": "flow-b", "amount": {wrong} }}"#);
            assert!(read(&amounts, "").is_err(), "{wrong}");
        }
    }

    /// Only one arm of the small study has Flow B, and all have the last questionnaire.
    #[test]
    fn amounts_by_the_work_of_one_arm_reveal_it() {
        let reveals = |amounts: &str| {
            let mut study = small();
            study.file.bonus = Some(bonus(amounts, ""));
            study.bonus_reveals_arms()
        };
        assert!(!reveals(r#"{ "block": "post", "score": "post_correct", "amount": 1 }"#));
        assert!(reveals(
            r#"{ "block": "post", "score": "post_correct", "amount": 1 }, { "block": "flow-b", "amount": 1 }"#
        ));
        assert!(!small().bonus_reveals_arms(), "without a bonus");
    }
}
