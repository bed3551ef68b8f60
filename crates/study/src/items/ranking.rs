//! Ranking: options to put in order.

use std::collections::BTreeSet;

use rand_chacha::ChaCha20Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::fields::Fields;
use super::item_check::ItemCheck;
use super::kind::{CommonFields, ItemKind, PublicItemKind};
use super::parts::{Choice, PublicRow};
use super::values::{CheckedAnswers, Values, Variable, check_each};
use crate::answers::{Answers, FieldError, ValidationCode};
use crate::codebook::Row;
use crate::order::shuffle;
use crate::public::View;

/// 3 to 10 options to put in order. Each is a variable, `<id>_<value>`; stored as its rank, 1 for the first.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[schemars(inline)]
pub struct Ranking {
    /// The options, with neither `note` nor `exclusive`.
    #[schemars(length(min = 3, max = 10))]
    pub options: Vec<Choice>,
    /// Start with a random order for each participant; options marked `fixed` keep their position.
    #[serde(default)]
    pub shuffle: bool,
}

/// Several options to put in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PublicRanking {
    /// Variables and labels of the options, in the order in which they are first shown.
    pub rows: Vec<PublicRow>,
}

/// An option without a rank, or two options with the same one.
const RANK_EACH: ValidationCode = ValidationCode {
    name: "rank_each",
    english: "Give each option a different rank.",
    german: "Bitte geben Sie jeder Antwort einen anderen Rang.",
};

fn variable_of(item: &CommonFields<'_>, option: &Choice) -> String {
    format!("{}_{}", item.id, option.value)
}

impl ItemKind for Ranking {
    type Public = PublicRanking;

    const FIELDS: &'static str = "`options` (`value`, `label`, `fixed`; 3 to 10), `shuffle`";
    const STORED_AS: &'static str = "one variable per option, `<id>_<value>`: its rank; 1 is first";
    const VALIDATION_CODES: &'static [ValidationCode] = &[RANK_EACH];

    fn read(fields: &mut Fields) -> Result<Self, String> {
        Ok(Self { options: fields.required("options")?, shuffle: fields.flag("shuffle") })
    }

    fn check(&self, _: &CommonFields<'_>, check: &mut ItemCheck<'_>) {
        if !(3..=10).contains(&self.options.len()) {
            check.error("options", "a ranking has 3 to 10 options".into(), "add or remove options");
        }
        for (index, option) in self.options.iter().enumerate() {
            if option.note.is_some() || option.exclusive {
                let message = "an option of a ranking has no `note` and is not `exclusive`".into();
                check.error(&format!("options.{index}"), message, "remove the field; a note can be part of the label");
            }
        }
    }

    fn variables<'a>(&'a self, item: &CommonFields<'a>) -> Vec<Variable<'a>> {
        let last = i64::try_from(self.options.len()).unwrap_or(i64::MAX);
        let ranks = Values::Steps { first: 1, last, step: 1, labels: &[], error: RANK_EACH };
        let variable = |option: &'a Choice| item.part(variable_of(item, option), &option.label, ranks.clone());
        self.options.iter().map(variable).collect()
    }

    fn name_path(&self, variable: usize) -> String {
        format!("options.{variable}.value")
    }

    /// All options have different ranks, or an optional item has none.
    fn check_answers(&self, item: &CommonFields<'_>, given: &Answers) -> CheckedAnswers {
        let variables = self.variables(item);
        let ranks = check_each(&variables, given);
        let different: BTreeSet<i64> = ranks.valid.values().filter_map(Value::as_i64).collect();
        let is_open = ranks.valid.is_empty() && ranks.errors.is_empty();
        if is_open || different.len() == variables.len() {
            return ranks;
        }
        CheckedAnswers { valid: Answers::new(), errors: vec![FieldError::new(item.id, RANK_EACH.into())] }
    }

    fn public(&self, item: &CommonFields<'_>, view: &View<'_>) -> Self::Public {
        let options = view.order(item.id, &self.options, |option| !self.shuffle || option.fixed).into_iter();
        let row = |option| PublicRow { id: variable_of(item, option), label: view.texts.translate(&option.label) };
        PublicRanking { rows: options.map(row).collect() }
    }

    fn describe(&self, item: &CommonFields<'_>, _: &str, row: &mut Row) {
        row.stem = Some(item.label.0.clone());
    }
}

impl PublicItemKind for PublicRanking {
    fn answer_any(&self, _: &str, rng: &mut ChaCha20Rng) -> Answers {
        let mut variables: Vec<&String> = self.rows.iter().map(|row| &row.id).collect();
        variables.sort_unstable();
        shuffle(rng, &mut variables);
        variables.into_iter().cloned().zip((1_i64..).map(Value::from)).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::load::inspect;
    use crate::problem::Severity;
    use crate::testing::small_files;

    /// The messages about a ranking with these options, with the path of each.
    fn problems(options: &str) -> Vec<(usize, String)> {
        let mut files = small_files();
        let item = format!("{{id: order, kind: ranking, label: Order these., options: [\n{options}]}}");
        let page = format!("title: A page\nsections:\n- id: one\n  title: One\n  items:\n  - {item}\n");
        files.insert("questionnaires/treatment.yaml".into(), page.into_bytes());
        let found = inspect(&files).1.list.into_iter().filter(|problem| problem.severity != Severity::Note);
        found.map(|problem| (problem.line.unwrap_or(0), problem.message)).collect()
    }

    fn options(values: &[&str]) -> String {
        let lines = values.iter().map(|value| format!("  {{value: {value}, label: \"{value}\"}},\n"));
        lines.collect::<Vec<_>>().concat()
    }

    #[test]
    fn a_ranking_is_checked_before_the_study_starts() {
        let (many, few) = (["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"], "a ranking has 3 to 10 options");
        for (count, fits) in [(1, false), (2, false), (3, true), (10, true), (11, false)] {
            let found: Vec<String> = problems(&options(&many[..count])).into_iter().map(|found| found.1).collect();
            assert_eq!(found, if fits { vec![] } else { vec![few] }, "{count}");
        }
        let named = problems(&options(&["a", "B 2", "c"]));
        assert_eq!(named, [(8, "`order_B 2` can't be the name of a variable".to_owned())]);
        let twice = problems(&options(&["a", "b", "a"]));
        assert!(twice[0].0 == 9 && twice[0].1.contains("two variables `order_a`"), "{twice:?}");
        let noted = problems(&format!("{}  {{value: c, label: c, note: c}}\n", options(&["a", "b"])));
        assert_eq!(noted, [(9, "an option of a ranking has no `note` and is not `exclusive`".to_owned())]);
    }
}
