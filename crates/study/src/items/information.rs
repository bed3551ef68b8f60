//! Text or a picture without a question.

use rand_chacha::ChaCha20Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::values::Variable;
use super::{Fields, ItemKind, PublicItemKind, PublicKind};
use crate::answers::Answers;
use crate::definition::Item;
use crate::public::{PublicMedia, View};
use crate::text::Markdown;

/// Text or a picture without a question.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[schemars(inline)]
pub struct Information {
    /// The text.
    pub text: Markdown,
    /// A medium from `stimuli.yaml`.
    pub stimulus: Option<String>,
}

/// `html` is sanitised.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicInformation {
    pub html: String,
    pub media: Option<PublicMedia>,
}

impl ItemKind for Information {
    const FIELDS: &'static str = "`text`, `stimulus`";
    const STORED_AS: &'static str = "nothing";

    fn read(fields: &mut Fields) -> Result<Self, String> {
        Ok(Self { text: fields.needed("text", |all| &mut all.text)?, stimulus: fields.stimulus.take() })
    }

    fn variables<'a>(&'a self, _: &'a Item) -> Vec<Variable<'a>> {
        Vec::new()
    }

    fn public(&self, item: &Item, view: &View<'_>) -> PublicKind {
        PublicKind::Information(PublicInformation { html: view.texts.html(&self.text), media: view.medium(item) })
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
