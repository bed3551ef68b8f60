//! Single choice.

use rand_chacha::ChaCha20Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fields::Fields;
use super::item_check::ItemCheck;
use super::kind::{CommonFields, ItemKind, PublicItemKind, ResponseFormat, single_answer};
use super::parts::{Choice, random_option};
use super::values::{Values, Variable};
use crate::answers::Answers;
use crate::public::{PublicChoice, View};

/// Single choice: one of several options.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[schemars(inline)]
pub struct Single {
    /// The options.
    pub options: Vec<Choice>,
    /// Show the options in a random order for each participant; options marked `fixed` keep their position.
    #[serde(default)]
    pub shuffle: bool,
}

/// Single choice: one of several options.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicSingle {
    pub options: Vec<PublicChoice>,
}

impl ItemKind for Single {
    type Public = PublicSingle;

    const FIELDS: &'static str = "`options` (`value`, `label`, `note`, `fixed`), `shuffle`";
    const STORED_AS: &'static str = "the option's value";

    fn read(fields: &mut Fields) -> Result<Self, String> {
        Ok(Self { options: fields.required("options")?, shuffle: fields.flag("shuffle") })
    }

    fn check(&self, _: &CommonFields<'_>, check: &mut ItemCheck<'_>) {
        check.choices("options", &self.options);
    }

    fn variables<'a>(&'a self, item: &CommonFields<'a>) -> Vec<Variable<'a>> {
        vec![item.variable("", Values::One(&self.options))]
    }

    fn public(&self, item: &CommonFields<'_>, view: &View<'_>) -> Self::Public {
        let options = view.order(item.id, &self.options, |option| !self.shuffle || option.fixed);
        PublicSingle { options: view.texts.choices(options) }
    }
}

impl PublicItemKind for PublicSingle {
    fn answer_any(&self, id: &str, rng: &mut ChaCha20Rng) -> Answers {
        single_answer(id, random_option(&self.options, rng))
    }

    fn response_format<'a>(&'a self, _: &'a str) -> ResponseFormat<'a> {
        ResponseFormat::Choice(&self.options)
    }
}
