//! Validation errors: codes with their messages. A kind of item can have its own.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

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
    /// Code of the rule that is broken.
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
    /// An error with those parameters that its message names.
    pub(crate) fn with<const N: usize>(code: ValidationCode, params: [(&'static str, &dyn ToString); N]) -> Self {
        let named = params.into_iter().filter(|(name, _)| code.english.contains(&format!("{{{name}}}")));
        Self { code, params: named.map(|(name, value)| (name, value.to_string())).collect() }
    }

    /// The message in English.
    pub fn message(&self) -> String {
        fill(self.code.english, &self.params)
    }

    /// The message in the language `locale`: as the study translates it, otherwise the program's. English if neither
    /// has the language.
    pub fn translate(&self, catalog: &Catalog, locale: &Locale) -> String {
        let template = catalog.translation(locale, self.code.english).unwrap_or_else(|| self.code.template(locale));
        fill(template, &self.params)
    }
}

/// A rule that an answer can break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValidationCode {
    /// The name in the API.
    pub name: &'static str,
    /// The English message with `{placeholders}`: the key of its translation in a study's `locales/` folder.
    pub english: &'static str,
    /// The German message.
    pub german: &'static str,
}

impl ValidationCode {
    /// The program's message in the language `locale`.
    fn template(&self, locale: &Locale) -> &'static str {
        match locale.0.split('-').next() {
            Some("de") => self.german,
            _ => self.english,
        }
    }
}

impl Serialize for ValidationCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

macro_rules! validation_codes {
    ($($(#[$doc:meta])* $code:ident $name:literal: $english:literal, $german:literal;)+) => {
        impl ValidationCode {
            $($(#[$doc])* pub const $code: Self = Self { name: $name, english: $english, german: $german };)+

            /// The codes that no kind of item defines.
            pub(crate) const SHARED: &[Self] = &[$(Self::$code),+];
        }
    };
}

validation_codes! {
    /// Not one of the options of a single choice.
    CHOOSE_ONE "choose_one":
        "Choose one of the answers.",
        "Bitte wählen Sie eine der Antworten.";
    /// Not a list of options of a multiple choice.
    CHOOSE_ANY "choose_any":
        "Choose from the answers.",
        "Bitte wählen Sie aus den Antworten.";
    /// No option, where one is enough.
    CHOOSE_SOME "choose_some":
        "Choose at least one answer.",
        "Bitte wählen Sie mindestens eine Antwort.";
    /// Fewer options than the item asks for, if that is more than one.
    CHOOSE_MIN "choose_min":
        "Choose at least {min} of the answers.",
        "Bitte wählen Sie mindestens {min} der Antworten.";
    /// More options than the item allows.
    CHOOSE_MAX "choose_max":
        "Choose at most {max} of the answers.",
        "Bitte wählen Sie höchstens {max} der Antworten.";
    /// An exclusive option together with others.
    CHOOSE_ALONE "choose_alone":
        "This answer can't be combined with others.",
        "Diese Antwort lässt sich nicht mit anderen kombinieren.";
    /// Not a point of a rating scale.
    CHOOSE_POINT "choose_point":
        "Choose a point on the scale.",
        "Bitte wählen Sie einen Punkt der Skala.";
    /// Not a whole number.
    WHOLE "whole":
        "Enter a whole number.",
        "Bitte geben Sie eine ganze Zahl ein.";
    /// Not a number.
    NUMBER "number":
        "Enter a number.",
        "Bitte geben Sie eine Zahl ein.";
    /// Not a number of the range.
    RANGE "range":
        "Enter a number from {min} to {max}.",
        "Bitte geben Sie eine Zahl von {min} bis {max} ein.";
    /// Not a whole number of the range.
    WHOLE_RANGE "whole_range":
        "Enter a whole number from {min} to {max}.",
        "Bitte geben Sie eine ganze Zahl von {min} bis {max} ein.";
    /// Not a number of at least the minimum.
    AT_LEAST "at_least":
        "Enter a number of at least {min}.",
        "Bitte geben Sie eine Zahl von mindestens {min} ein.";
    /// Not a number of at most the maximum.
    AT_MOST "at_most":
        "Enter a number of at most {max}.",
        "Bitte geben Sie eine Zahl von höchstens {max} ein.";
    /// Not a text.
    ENTER "enter":
        "Enter an answer.",
        "Bitte geben Sie eine Antwort ein.";
    /// A text with too many characters.
    SHORTER "shorter":
        "Use at most {max} characters.",
        "Bitte verwenden Sie höchstens {max} Zeichen.";
    /// A text with too few characters.
    LONGER "longer":
        "Use at least {min} characters.",
        "Bitte verwenden Sie mindestens {min} Zeichen.";
    /// A text with control characters.
    PLAIN "plain":
        "Use letters, digits and punctuation only.",
        "Bitte verwenden Sie nur Buchstaben, Ziffern und Satzzeichen.";
    /// Not a date.
    DAY "day":
        "Enter a date.",
        "Bitte geben Sie ein Datum ein.";
    /// Not a date of the range.
    DAY_RANGE "day_range":
        "Enter a date from {min} to {max}.",
        "Bitte geben Sie ein Datum vom {min} bis zum {max} ein.";
    /// Not a date from the first one allowed.
    DAY_FROM "day_from":
        "Enter a date from {min} on.",
        "Bitte geben Sie ein Datum ab dem {min} ein.";
    /// Not a date up to the last one allowed.
    DAY_UNTIL "day_until":
        "Enter a date no later than {max}.",
        "Bitte geben Sie ein Datum bis zum {max} ein.";
    /// The page has no such variable.
    UNKNOWN "unknown":
        "There is no such question here.",
        "Diese Frage gibt es hier nicht.";
}
