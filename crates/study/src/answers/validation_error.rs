//! Validation errors: a closed list of codes, each with its message.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::text::{Catalog, Locale};

/// The values of a message's placeholders, by name.
pub type Params = BTreeMap<&'static str, String>;

/// Fills the `{placeholders}` of `template`.
pub fn fill(template: &str, params: &Params) -> String {
    let fill = |text: String, (name, value): (&&str, &String)| text.replace(&format!("{{{name}}}"), value);
    params.iter().fold(template.to_owned(), fill)
}

/// A validation error in the answer to a variable, or in the answers to an item as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// The variable, or the item.
    pub item: String,
    /// The error.
    pub error: ValidationError,
}

impl FieldError {
    /// `error` in the answer to `item`.
    pub fn new(item: &str, error: ValidationError) -> Self {
        Self { item: item.to_owned(), error }
    }
}

/// Why an answer is not valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValidationError {
    /// Which rule it breaks.
    pub code: ValidationCode,
    /// The values of the message's placeholders.
    pub params: Params,
}

impl From<ValidationCode> for ValidationError {
    fn from(code: ValidationCode) -> Self {
        Self { code, params: Params::new() }
    }
}

impl ValidationError {
    pub(crate) fn with<const N: usize>(code: ValidationCode, params: [(&'static str, &dyn ToString); N]) -> Self {
        Self { code, params: params.into_iter().map(|(name, value)| (name, value.to_string())).collect() }
    }

    /// The message in English.
    pub fn message(&self) -> String {
        fill(self.code.template(), &self.params)
    }

    /// The message in the language `locale`, if the study translates its template.
    pub fn translate(&self, catalog: &Catalog, locale: &Locale) -> String {
        fill(catalog.translate(locale, self.code.template()), &self.params)
    }
}

macro_rules! validation_codes {
    ($($(#[$doc:meta])* $code:ident: $template:literal,)+) => {
        /// A rule that an answer can break.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum ValidationCode {
            $($(#[$doc])* $code,)+
        }

        /// The English messages: the keys of their translations in a study's `locales/` folder.
        pub const TEMPLATES: &[&str] = &[$($template),+];

        impl ValidationCode {
            /// All codes.
            pub const ALL: &[Self] = &[$(Self::$code),+];

            /// The English message, with `{placeholders}`.
            pub fn template(self) -> &'static str {
                match self {
                    $(Self::$code => $template,)+
                }
            }
        }
    };
}

validation_codes! {
    /// Not one of the options of a single choice.
    ChooseOne: "Choose one of the answers.",
    /// Not a list of options of a multiple choice.
    ChooseAny: "Choose from the answers.",
    /// Fewer options than the item asks for.
    ChooseMin: "Choose at least {min}.",
    /// More options than the item allows.
    ChooseMax: "Choose at most {max}.",
    /// An exclusive option together with others.
    ChooseAlone: "This answer can't be combined with others.",
    /// Not a point of a rating scale.
    ChoosePoint: "Choose one of the points.",
    /// Not a step of a slider.
    SetSlider: "Choose a value from {min} to {max}.",
    /// An option without a rank, or two options with the same one.
    RankEach: "Choose a different position for each answer.",
    /// Not a whole number.
    Whole: "Enter a whole number.",
    /// Not a number.
    Number: "Enter a number.",
    /// Not a number of the range.
    Range: "Enter a number from {min} to {max}.",
    /// Not a whole number of the range.
    WholeRange: "Enter a whole number from {min} to {max}.",
    /// Not a number of at least the minimum.
    AtLeast: "Enter a number of at least {min}.",
    /// Not a number of at most the maximum.
    AtMost: "Enter a number of at most {max}.",
    /// Not a text.
    Enter: "Enter an answer.",
    /// A text with too many characters.
    Shorter: "Use at most {max} characters.",
    /// A text with too few characters.
    Longer: "Use at least {min} characters.",
    /// A text with control characters.
    Plain: "Use letters, digits and punctuation only.",
    /// Not a date of the range.
    Day: "Enter a date such as 2026-05-17, within the dates allowed.",
    /// The page has no such variable.
    Unknown: "There is no such question here.",
}
