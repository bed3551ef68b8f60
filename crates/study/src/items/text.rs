//! Texts.

use rand_chacha::ChaCha20Rng;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::fields::Fields;
use super::item_check::ItemCheck;
use super::kind::{CommonFields, ItemKind, PublicItemKind, ResponseFormat, single_answer};
use super::values::{Values, Variable};
use crate::answers::Answers;
use crate::order::below;
use crate::public::View;

/// A text of one line or several.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[schemars(inline)]
pub struct Text {
    /// Allow several lines.
    #[serde(default)]
    pub long: bool,
    /// Fewest characters.
    pub min_length: Option<u32>,
    /// Most characters. Default: 200 for one line, 2000 for several.
    pub max_length: Option<u32>,
}

/// A text of one line or several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "as in the definition")]
pub struct PublicText {
    pub long: bool,
    pub min_length: Option<u32>,
    pub max_length: u32,
}

impl Text {
    fn most(&self) -> u32 {
        self.max_length.unwrap_or(if self.long { 2000 } else { 200 })
    }
}

impl ItemKind for Text {
    type Public = PublicText;

    const FIELDS: &'static str = "`long`, `min_length`, `max_length` (200; 2000 if `long`)";
    const STORED_AS: &'static str = "text";

    fn read(fields: &mut Fields) -> Result<Self, String> {
        Ok(Self {
            long: fields.flag("long"),
            min_length: fields.take("min_length"),
            max_length: fields.take("max_length"),
        })
    }

    fn check(&self, _: &CommonFields<'_>, check: &mut ItemCheck<'_>) {
        check.range("min_length", self.min_length.zip(self.max_length).is_none_or(|(min, max)| min <= max));
    }

    fn variables<'a>(&'a self, item: &CommonFields<'a>) -> Vec<Variable<'a>> {
        let min = self.min_length.map_or(0, |min| min as usize);
        vec![item.variable("", Values::Text { min, max: self.most() as usize, long: self.long })]
    }

    fn public(&self, _: &CommonFields<'_>, _: &View<'_>) -> Self::Public {
        PublicText { long: self.long, min_length: self.min_length, max_length: self.most() }
    }
}

/// Words with characters that encodings and quoting often break.
const WORDS: [&str; 8] = ["plain", "Größe", "it's", "\"quoted\"", "a,b;c", "new\nline", "=1+1", "🙂 done"];

/// A random text.
pub fn random_text(rng: &mut ChaCha20Rng) -> String {
    let words: Vec<&str> = (0..=below(rng, 5)).map(|_| WORDS[below(rng, WORDS.len())]).collect();
    words.join(" ")
}

impl PublicItemKind for PublicText {
    fn answer_any(&self, id: &str, rng: &mut ChaCha20Rng) -> Answers {
        let words = random_text(rng);
        let words = if self.long { words } else { words.replace('\n', " ") };
        let least = self.min_length.unwrap_or(0) as usize;
        let padding = std::iter::repeat_n('.', least.saturating_sub(words.chars().count()));
        single_answer(id, words.chars().take(self.max_length as usize).chain(padding).collect::<String>())
    }

    fn response_format<'a>(&'a self, _: &'a str) -> ResponseFormat<'a> {
        ResponseFormat::Text { min: self.min_length.unwrap_or(0) as usize, max: self.max_length as usize }
    }
}
