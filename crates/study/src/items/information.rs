//! A text or a medium without a question.

use rand_chacha::ChaCha20Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fields::Fields;
use super::kind::{CommonFields, ItemKind, PublicItemKind};
use super::values::Variable;
use crate::answers::Answers;
use crate::public::{PublicMedia, View};
use crate::text::Markdown;

/// A text or a medium without a question.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[schemars(inline)]
pub struct Information {
    /// The text.
    pub text: Markdown,
    /// A medium from `stimuli.yaml`.
    #[schemars(with = "Option<super::parts::ItemMedium>")]
    pub stimulus: Option<String>,
}

/// A text or a medium without a question; `html` is sanitised.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicInformation {
    pub html: String,
    pub media: Option<PublicMedia>,
}

impl ItemKind for Information {
    type Public = PublicInformation;

    const FIELDS: &'static str = "`text`, `stimulus`";
    const STORED_AS: &'static str = "nothing";

    fn read(fields: &mut Fields) -> Result<Self, String> {
        Ok(Self { text: fields.required("text")?, stimulus: fields.take("stimulus") })
    }

    fn variables<'a>(&'a self, _: &CommonFields<'a>) -> Vec<Variable<'a>> {
        Vec::new()
    }

    fn public(&self, _: &CommonFields<'_>, view: &View<'_>) -> Self::Public {
        PublicInformation { html: view.texts.html(&self.text), media: view.medium(self.stimulus.as_deref()) }
    }

    fn stimulus(&self) -> Option<&str> {
        self.stimulus.as_deref()
    }
}

impl PublicItemKind for PublicInformation {
    fn answer_any(&self, _: &str, _: &mut ChaCha20Rng) -> Answers {
        Answers::new()
    }

    fn media(&self) -> Option<&PublicMedia> {
        self.media.as_ref()
    }

    fn media_mut(&mut self) -> Option<&mut PublicMedia> {
        self.media.as_mut()
    }
}
