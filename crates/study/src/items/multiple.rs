//! Multiple choice.

use rand_chacha::ChaCha20Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fields::Fields;
use super::item_check::ItemCheck;
use super::kind::{CommonFields, ItemKind, PublicItemKind, single_answer};
use super::parts::{Choice, sorted};
use super::values::{Values, Variable};
use crate::answers::Answers;
use crate::order::{below, shuffle};
use crate::public::{PublicChoice, View};

/// Multiple choice: any of several options.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[schemars(inline)]
pub struct Multiple {
    /// The options.
    pub options: Vec<Choice>,
    /// Show the options in a random order for each participant.
    #[serde(default)]
    pub shuffle: bool,
    /// Fewest options to choose.
    pub min: Option<u32>,
    /// Most options to choose.
    pub max: Option<u32>,
}

/// Multiple choice: any of several options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicMultiple {
    pub options: Vec<PublicChoice>,
    pub min: Option<u32>,
    pub max: Option<u32>,
}

impl ItemKind for Multiple {
    type Public = PublicMultiple;

    const FIELDS: &'static str = "`options` (also `exclusive`), `shuffle`, `min`, `max`";
    const STORED_AS: &'static str = "list of values, in the order of the file";

    fn read(fields: &mut Fields) -> Result<Self, String> {
        Ok(Self {
            options: fields.required("options")?,
            shuffle: fields.flag("shuffle"),
            min: fields.limit("min")?,
            max: fields.limit("max")?,
        })
    }

    fn check(&self, _: &CommonFields<'_>, check: &mut ItemCheck<'_>) {
        check.choices("options", &self.options);
        let most = self.max.unwrap_or(u32::MAX).min(u32::try_from(self.options.len()).unwrap_or(u32::MAX));
        check.range("min", self.min.unwrap_or(0) <= most);
    }

    fn variables<'a>(&'a self, item: &CommonFields<'a>) -> Vec<Variable<'a>> {
        let options = &self.options;
        let min = self.min.map_or(usize::from(item.required), |min| min as usize);
        let max = self.max.map_or(options.len(), |max| max as usize);
        vec![item.variable("", Values::Many { options, min, max })]
    }

    fn public(&self, item: &CommonFields<'_>, view: &View<'_>) -> Self::Public {
        let stays = |option: &Choice| !self.shuffle || option.fixed || option.exclusive;
        let options = view.texts.choices(view.order(item.id, &self.options, stays));
        PublicMultiple { options, min: self.min, max: self.max }
    }
}

impl PublicItemKind for PublicMultiple {
    fn answer_any(&self, id: &str, rng: &mut ChaCha20Rng) -> Answers {
        let mut open = sorted(self.options.iter().filter(|option| !option.exclusive));
        shuffle(rng, &mut open);
        let least = self.min.unwrap_or(1).max(1) as usize;
        let most = self.max.map_or(open.len(), |max| max as usize);
        open.truncate(least + below(rng, most.saturating_sub(least) + 1));
        single_answer(id, open)
    }
}
