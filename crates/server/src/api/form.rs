//! Errors in the fields of a call: answers to items, and fields of forms.

use std::ops::RangeInclusive;

use serde::Serialize;
use unmask_study::answers::{FieldError, Params, ValidationCode, fill};
use unmask_study::text::{Catalog, Locale};
use utoipa::ToSchema;

/// A validation error of one field.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct FieldProblem {
    /// The variable of the answer, the item if its answers are inconsistent, or the field of a form.
    pub item: String,
    /// Code of the rule that is broken.
    pub code: FieldCode,
    /// Values of the placeholders in the message, such as limits.
    #[serde(skip_serializing_if = "Params::is_empty")]
    #[schema(required = false, value_type = BTreeMap<String, String>)]
    pub params: Params,
    /// How to correct the value. For answers in the participant's language, otherwise in English.
    pub message: String,
}

impl FieldProblem {
    /// `error` in the field `item` of a form.
    pub fn new(item: impl Into<String>, error: FormError) -> Self {
        let message = error.message();
        Self { item: item.into(), code: FieldCode::Form(error.code), params: error.params, message }
    }

    /// An error in an answer, with the message in the language `locale`.
    pub fn of_answer(error: FieldError, catalog: &Catalog, locale: &Locale) -> Self {
        let message = error.error.translate(catalog, locale);
        let FieldError { item, error } = error;
        Self { item, code: FieldCode::Answer(error.code), params: error.params, message }
    }
}

/// Code of a validation error of an item or a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum FieldCode {
    Answer(ValidationCode),
    Form(FormCode),
}

/// Why the value of a form's field is not valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormError {
    code: FormCode,
    params: Params,
}

impl From<FormCode> for FormError {
    fn from(code: FormCode) -> Self {
        Self { code, params: Params::new() }
    }
}

impl FormError {
    /// Too short or too long.
    pub fn length(allowed: &RangeInclusive<usize>) -> Self {
        Self::from(FormCode::Length).with("min", allowed.start()).with("max", allowed.end())
    }

    /// Sets a parameter of the message.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: &(impl ToString + ?Sized)) -> Self {
        self.params.insert(name, value.to_string());
        self
    }

    /// The message in English.
    pub fn message(&self) -> String {
        fill(self.code.template(), &self.params)
    }
}

macro_rules! form_codes {
    ($($code:ident: $template:literal;)+) => {
        /// All error codes of form fields.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum FormCode {
            $($code,)+
        }

        impl FormCode {
            #[cfg(test)]
            pub(super) const ALL: &[Self] = &[$(Self::$code),+];

            /// The English message, with `{placeholders}` for the parameters.
            pub(super) fn template(self) -> &'static str {
                match self {
                    $(Self::$code => $template,)+
                }
            }
        }
    };
}

form_codes! {
    Length: "Use {min} to {max} characters.";
    TooLong: "Use at most {max} characters.";
    InvisibleCharacters: "Use only visible characters.";
    PasswordNamesStudy: "Don't use your username or the name of the study.";
    PasswordGuessable: "This password is easy to guess. Use a longer one, for example three words.";
    ConsentOutdated: "The consent text has changed. Please read it again.";
    ConsentStatementRequired: "To take part, tick this box.";
    ConsentStatementUnknown: "This box does not exist.";
    LocaleUnknown: "The study is not available in this language.";
    LinkIncomplete: "Please open the study with the complete link that you received.";
    LinkNotSigned: "Your link is not complete, or was changed. Please open the study again from the site that sent you here.";
    LinkUnknown: "The site that sent you here does not know your link. Please open the study again from that site.";
    LinkOver: "Your participation is over at the site that sent you here. Please ask there, or contact the researchers.";
    UnitUnknown: "The code in your link is not known. Please check it with the person who gave you the link.";
    LinkParameterTooLong: "'{name}' in your link has more than {max} characters. Please contact the researchers.";
    WithdrawalModeUnavailable: "This study does not offer this choice.";
    AddressInvalid: "Enter an e-mail address, for example name@example.org.";
    WebhookUnknownHost: "There is no machine with this name. Check the address.";
    WebhookInside: "This address is in the server's own network. The operator can add it: unmask webhook add.";
    WebhookUrl: "Enter an address that begins with https://, without a password. On this machine, http:// is enough.";
    WebhookEvents: "Choose at least one event.";
    ReasonMissing: "Please give a reason.";
    GroupUnknown: "The study has no such group.";
    PageUnknown: "This group has no such page.";
    UnknownArm: "There is no such arm.";
    ExposureUnknown: "None of your pages shows this.";
    ExposureKey: "Send a new UUID for each exposure.";
    DaysRange: "Enter a number of days from 1 to {max}.";
    FieldRequired: "Please fill this in.";
    StudyIdInvalid: "Begin with a lower-case letter. Use lower-case letters, digits and single hyphens, at most 40 characters. 'main' is taken.";
    HostNameInvalid: "Enter a host name without scheme, port and path, for example study-a.example.org.";
    HostNameOwn: "The installation itself has this address, so the study at the root could not be reached any more. Choose another host name, or none.";
    TemplateUnknown: "There is no such template. Choose one of: {choices}.";
    SetByOriginal: "A copy takes this from the study that is copied. Leave it out.";
    PasswordWrong: "This is not your present password.";
    UsernameReserved: "This name looks like the administrator's. Please choose another one.";
    QuotaAboveTarget: "The target of the study is {target}. A higher quota needs a new version.";
}
