//! The error type of all handlers, and its reply as problem details (RFC 9457).

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use unmask_export::ExportError;
use unmask_store::StoreError;
use unmask_study::answers::{Params, fill};
use utoipa::ToSchema;

use super::form::FieldProblem;
use super::request_id;

/// Defines the codes with status and English message. Only `malformed` and `study_closed` have other messages, too.
macro_rules! codes {
    ($($code:ident: $status:ident, $template:literal;)+) => {
        /// All error codes. docs/API-DESIGN.md describes them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Code {
            $($code,)+
        }

        impl Code {
            #[cfg(test)]
            const ALL: &[Self] = &[$(Self::$code),+];

            /// The HTTP status of replies with this code.
            pub fn status(self) -> StatusCode {
                match self {
                    $(Self::$code => StatusCode::$status,)+
                }
            }

            /// The English message, with `{placeholders}` for the parameters.
            pub fn template(self) -> &'static str {
                match self {
                    $(Self::$code => $template,)+
                }
            }
        }
    };
}

codes! {
    Malformed: BAD_REQUEST, "The server can't read this call.";
    NotAuthenticated: UNAUTHORIZED, "Not authenticated";
    OtherAccount: UNAUTHORIZED, "Someone else has signed in on this browser.";
    LoginFailed: UNAUTHORIZED, "Login failed";
    PasskeyFailed: UNAUTHORIZED, "This passkey does not sign you in here. Use another one, or your password.";
    ProviderRejected: UNAUTHORIZED, "The sign-in could not be completed. Please begin again.";
    HandoverFailed: UNAUTHORIZED, "This sign-in is over, or it began in another browser. Please begin again.";
    RefreshFailed: UNAUTHORIZED, "Your session has ended. Please sign in again.";
    ParticipantsOnly: FORBIDDEN, "Only participants can make this call.";
    AdminOnly: FORBIDDEN, "Only the administrator can make this call.";
    RoleForbids: FORBIDDEN, "Your role does not include this. The owner of the study can change your role.";
    SignInAgain: FORBIDDEN, "For this change, please sign out and sign in again: your sign-in is more than half an hour old.";
    NoRole: FORBIDDEN, "You have no role here yet. Ask the owner of the installation for one.";
    UnblindingForbids: FORBIDDEN, "You may not unblind yourself in this study. Its owner can give you that right.";
    OtherGroup: FORBIDDEN, "This is not your part of the study.";
    OtherSite: FORBIDDEN, "Requests from other sites are not allowed.";
    OtherOrigin: FORBIDDEN, "Requests from other sites are not allowed. A proxy must pass on Host unchanged, with its port.";
    PostOnly: FORBIDDEN, "Browsers must use POST for this address.";
    ImportsOff: FORBIDDEN, "Imports are off: this server has no --analytics-secret.";
    InvalidPermit: FORBIDDEN, "This simulation permit is not from this server, or has expired. Run the simulation with this server's key.";
    ConsentRequired: FORBIDDEN, "Please give your consent first.";
    StudyClosed: FORBIDDEN, "The study is not open to new participants at the moment.";
    Withdrawn: FORBIDDEN, "You have left the study.";
    NotFound: NOT_FOUND, "Nothing was found at this address.";
    MethodNotAllowed: METHOD_NOT_ALLOWED, "This address does not support this method.";
    RequestTimeout: REQUEST_TIMEOUT, "The body did not arrive in time. Please send it again.";
    WrongPage: CONFLICT, "This page is not open to you now.";
    Conflict: CONFLICT, "You have already given a different answer. The first answer counts.";
    ConsentRecorded: CONFLICT, "You have already given your consent. It was not changed.";
    ParticipantLeft: CONFLICT, "This participant has already withdrawn.";
    AlreadyExcluded: CONFLICT, "You have already excluded this participant.";
    NotExcluded: CONFLICT, "You have not excluded this participant.";
    AlreadyUnblinded: CONFLICT, "You are already unblinded.";
    StudyAnonymised: CONFLICT, "The link between people and data is deleted. The study stays closed: repeat participation would go unnoticed.";
    RecruitmentClosed: CONFLICT, "Recruitment is closed, so it can't be paused. You can open it again.";
    PublicationNotAsked: CONFLICT, "The study does not ask participants whether their answers may be published. Add purpose: publication to that statement in consent.yaml.";
    ExportWouldUnblind: CONFLICT, "A participant enrolled after you asked for this file. Exporting now would unblind you. Go back to the console and ask again, with a reason.";
    BlindedAlone: CONFLICT, "A blinded package can't be combined with identities, and is none for publication: both would reveal the arms.";
    ListWouldUnblind: CONFLICT, "Only some arms have this part, so the list would show who is in them. Unblind yourself first, on the page Results, or leave the list to somebody who is unblinded.";
    RecruiterNotConfigured: CONFLICT, "The study is not compared with a recruiter: it has no recruitment.prolific, the server has no token of Prolific's API, or the recruitment IDs are deleted.";
    BonusesWouldUnblind: CONFLICT, "The amounts depend on a block that differs between the arms, so the list would show who is in which arm. Unblind yourself first, on the page Results, or leave the list to somebody who is unblinded.";
    BonusesChanged: CONFLICT, "The list has changed since you saw it, or nobody is in it. Nothing was recorded. Look at it again.";
    StudyFolderChanged: CONFLICT, "The study folder or the active version has changed since you compared them. Nothing was activated. Compare them again.";
    StudyFolderReadOnly: CONFLICT, "The server can't replace the study folder: {reason}. Ask the operator to let the server write to it and to the folder around it.";
    StudyFolderShared: CONFLICT, "The study ‘{study}’ has the same folder, so its texts would change as well. Ask the operator to give each study a folder of its own.";
    StudyTaken: CONFLICT, "Another study has this ID or this host name. Please choose another one.";
    StudyNotArchived: CONFLICT, "This study is not archived. Only archived studies can be deleted or reopened.";
    StudyArchived: CONFLICT, "This study is already archived.";
    StudyInUse: CONFLICT, "A server has not closed this study yet. Please try again in a moment.";
    StudyFolderInvalid: CONFLICT, "The folder of the study that you copy has errors, or can't be read. Check it with `unmask check`.";
    RootStudy: CONFLICT, "The study at the root belongs to the installation. It can be paused or closed, and not archived or deleted.";
    AccountExists: CONFLICT, "There is an account with your username already. Sign in with its password, and connect it on the page My account.";
    ConnectedToOther: CONFLICT, "That account is connected with another person here. Their account has to be disconnected first.";
    OnlyWayIn: CONFLICT, "Without this you could not sign in any more. Choose a password first.";
    LastOwner: CONFLICT, "You are the only owner of the installation. Give somebody else this role first.";
    PasskeyKnown: CONFLICT, "This device has a passkey for your account already.";
    UsernameTaken: CONFLICT, "This username is taken. Please choose another one.";
    AlreadyTakingPart: CONFLICT, "This link was already used to take part. Please sign in with the username that you chose.";
    LinkUsed: CONFLICT, "This link was used before. Please open the study again from the site that sent you here.";
    LinkUnconfirmed: CONFLICT, "This link can't continue your participation here. Please use the browser in which you began, or sign in with your password if you have set one.";
    PasswordSet: CONFLICT, "You have set a password. Please sign in with your username and your password.";
    TooLarge: PAYLOAD_TOO_LARGE, "The body is larger than {kib} KiB.";
    TooManyItems: PAYLOAD_TOO_LARGE, "Send at most {items} items at once.";
    UnsupportedMediaType: UNSUPPORTED_MEDIA_TYPE, "Send the body as application/json.";
    UnsupportedEncoding: UNSUPPORTED_MEDIA_TYPE, "Send the body uncompressed, or with a single Content-Encoding: gzip.";
    InvalidAnswers: UNPROCESSABLE_ENTITY, "Some answers are missing or not valid.";
    InvalidFields: UNPROCESSABLE_ENTITY, "Some fields are missing or not valid.";
    TooManyRequests: TOO_MANY_REQUESTS, "Too many attempts. Please wait {seconds} seconds.";
    Internal: INTERNAL_SERVER_ERROR, "An unexpected error occurred";
    Unavailable: SERVICE_UNAVAILABLE, "The server can't save anything at the moment. Please try again.";
    ProviderUnavailable: BAD_GATEWAY, "The provider of the sign-in can't be reached at the moment. Please try again, or use another way.";
    RecruiterUnavailable: BAD_GATEWAY, "The site that sent you here can't confirm your link at the moment. Nothing is lost. Please try again in a minute.";
    MediumUnavailable: SERVICE_UNAVAILABLE, "This medium is not available at the moment. Please try again.";
    AnalyticsUnavailable: SERVICE_UNAVAILABLE, "Usage analytics can't be stored at the moment. Please try again later.";
}

impl Code {
    /// Parameters that the English message does not name.
    #[cfg(test)]
    fn unnamed_params(self) -> &'static [&'static str] {
        match self {
            Self::StudyClosed => &[STATUS],
            _ => &[],
        }
    }
}

/// The parameter of `study_closed`: why no participant can join. Its message has a text for each reason.
const STATUS: &str = "status";

/// The most fields that a reply lists: more than a usual page has, and few enough that a body of invented names does
/// not get a reply many times its size.
const FIELDS: usize = 100;

/// A variable's name has no more characters (`unmask_study::check`).
const NAME: usize = 64;

/// The body of every error.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// Always `about:blank`: `code` distinguishes the kinds.
    pub r#type: &'static str,
    /// Reason phrase of the HTTP status.
    pub title: String,
    pub status: u16,
    pub code: Code,
    /// Values of the placeholders in the message, for a translation of `code`.
    #[serde(skip_serializing_if = "Params::is_empty")]
    #[schema(required = false, value_type = BTreeMap<String, String>)]
    pub params: Params,
    /// What happened, in English. For answers, in the participant's language.
    pub message: String,
    /// Validation errors by field.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub fields: Vec<FieldProblem>,
    /// Number of further validation errors that `fields` omits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more_fields: Option<usize>,
    /// The page where the participant is; with `wrong_page`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current_state: Option<String>,
    /// Identifies the log entry of an `internal` error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}

/// An error that becomes a reply.
#[derive(Debug)]
pub struct ApiError {
    code: Code,
    params: Params,
    /// Replaces the message of the code.
    message: Option<Box<str>>,
    fields: Vec<FieldProblem>,
    current_state: Option<Box<str>>,
    retry_after: Option<u32>,
    /// For the log; never sent to the client.
    cause: Option<Box<str>>,
    damage: Option<Damage>,
}

/// Damage to the study's database that a call has met; an extension of its response.
#[derive(Clone, Debug)]
pub struct Damage(pub Box<StoreError>);

/// What handlers return.
pub type Result<T, E = ApiError> = std::result::Result<T, E>;

impl ApiError {
    /// An error with the message of its code.
    pub fn of(code: Code) -> Self {
        Self {
            code,
            params: Params::new(),
            message: None,
            fields: vec![],
            current_state: None,
            retry_after: None,
            cause: None,
            damage: None,
        }
    }

    /// Sets a parameter of the message.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: &(impl ToString + ?Sized)) -> Self {
        self.params.insert(name, value.to_string());
        self
    }

    /// The call breaks the API's document: what is wrong, and where.
    pub fn malformed(message: impl Into<String>) -> Self {
        Self { message: Some(message.into().into()), ..Self::of(Code::Malformed) }
    }

    /// The study accepts no new participants, because it is `status`.
    pub fn study_closed(status: &'static str, message: &str) -> Self {
        Self { message: Some(message.into()), ..Self::of(Code::StudyClosed) }.with(STATUS, status)
    }

    /// Nothing at this address, or nothing for this caller: a reply does not show which.
    pub fn not_found() -> Self {
        Self::of(Code::NotFound)
    }

    /// No valid token.
    pub fn not_authenticated() -> Self {
        Self::of(Code::NotAuthenticated)
    }

    /// The participant's position is `current`.
    pub fn wrong_page(current: String) -> Self {
        Self { current_state: Some(current.into()), ..Self::of(Code::WrongPage) }
    }

    /// Answers, each with its error.
    pub fn invalid_answers(fields: Vec<FieldProblem>) -> Self {
        Self { fields, ..Self::of(Code::InvalidAnswers) }
    }

    /// An error unless all fields of a form are valid.
    pub fn require_valid(fields: Vec<FieldProblem>) -> Result<()> {
        if fields.is_empty() { Ok(()) } else { Err(Self::invalid_fields(fields)) }
    }

    /// Fields of a form, each with its error.
    pub fn invalid_fields(fields: Vec<FieldProblem>) -> Self {
        Self { fields, ..Self::of(Code::InvalidFields) }
    }

    /// The caller may try again after `seconds`.
    pub fn too_many_requests(seconds: u32) -> Self {
        Self::of(Code::TooManyRequests).with("seconds", &seconds).retry_after(seconds)
    }

    /// Nothing was stored, and the call may be repeated. `cause` goes into the log.
    pub fn unavailable(cause: impl Into<String>) -> Self {
        Self { cause: Some(cause.into().into()), retry_after: Some(2), ..Self::of(Code::Unavailable) }
    }

    /// The database is damaged. The log has it once, where [`Damage`] is noted.
    fn damaged(error: StoreError) -> Self {
        Self { damage: Some(Damage(Box::new(error))), retry_after: Some(2), ..Self::of(Code::Unavailable) }
    }

    /// Sets how many seconds the caller must wait before repeating the call.
    #[must_use]
    pub fn retry_after(self, seconds: u32) -> Self {
        Self { retry_after: Some(seconds), ..self }
    }

    /// A fault of the server. `cause` goes into the log.
    pub fn internal(cause: impl Into<String>) -> Self {
        Self { cause: Some(cause.into().into()), ..Self::of(Code::Internal) }
    }

    /// Which error it is.
    pub fn code(&self) -> Code {
        self.code
    }
}

/// The fields that a reply lists, and how many more there are. Callers can invent names, so they are cut and lose their
/// control characters.
fn listed(mut fields: Vec<FieldProblem>) -> (Vec<FieldProblem>, Option<usize>) {
    let more = fields.len().saturating_sub(FIELDS);
    fields.truncate(FIELDS);
    for field in &mut fields {
        field.item = short(&field.item.replace(char::is_control, ""), NAME);
    }
    (fields, (more > 0).then_some(more))
}

/// What a caller has sent, for a message: at most `most` characters of it.
pub fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(_)
            | StoreError::Full(_)
            | StoreError::DamagedAnalytics { .. }
            | StoreError::OtherSeed { .. } => Self::unavailable(error.to_string()),
            StoreError::Damaged(_) | StoreError::Corrupt { .. } => Self::damaged(error),
            StoreError::Newer { .. } | StoreError::Internal(_) => Self::internal(error.to_string()),
        }
    }
}

impl From<ExportError> for ApiError {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::Store(error) => error.into(),
            other => Self::internal(other.to_string()),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let status = self.code.status();
        let request_id = (self.code == Code::Internal).then(request_id::current).flatten();
        if let Some(cause) = &self.cause {
            tracing::error!(code = ?self.code, request = request_id.as_deref(), "{cause}");
        }
        let (fields, more_fields) = listed(self.fields);
        let problem = Problem {
            r#type: "about:blank",
            title: status.canonical_reason().unwrap_or_default().to_owned(),
            status: status.as_u16(),
            code: self.code,
            message: self.message.map_or_else(|| fill(self.code.template(), &self.params), String::from),
            params: self.params,
            fields,
            more_fields,
            current_state: self.current_state.map(String::from),
            request_id,
        };
        let body = serde_json::to_vec(&problem).unwrap_or_default();
        let mut response = (status, [(header::CONTENT_TYPE, "application/problem+json")], body).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if let Some(damage) = self.damage {
            response.extensions_mut().insert(damage);
        }
        if status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::{Value, json};

    use super::*;
    use crate::api::form::FormCode;

    /// A message with the names of its parameters: the placeholders of `template`, and `others`.
    fn documented(template: &str, others: &[&str]) -> Value {
        let placeholders = template.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name);
        json!({ "message": template, "params": placeholders.chain(others.iter().copied()).collect::<Vec<_>>() })
    }

    fn name(code: &impl Serialize) -> String {
        json!(code).as_str().unwrap_or_default().to_owned()
    }

    /// The types of the web app's translations are generated from this file.
    #[test]
    fn the_generated_messages_of_errors_are_up_to_date() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/generated/error-messages.json");
        let errors: Value =
            Code::ALL.iter().map(|code| (name(code), documented(code.template(), code.unnamed_params()))).collect();
        let fields: Value = FormCode::ALL.iter().map(|code| (name(code), documented(code.template(), &[]))).collect();
        let now = serde_json::to_string_pretty(&json!({ "errors": errors, "fields": fields })).unwrap() + "\n";
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &now).unwrap();
        }
        let stored = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(stored == now, "docs/generated/error-messages.json is out of date; run: make generate");
    }

    fn named(names: impl Iterator<Item = String>) -> (Vec<FieldProblem>, Option<usize>) {
        listed(names.map(|name| FieldProblem::new(name, FormCode::UnknownArm.into())).collect())
    }

    #[test]
    fn a_reply_lists_a_hundred_fields_and_counts_the_others() {
        for (given, more) in [(0, None), (100, None), (101, Some(1)), (5000, Some(4900))] {
            let (fields, others) = named((0..given).map(|number| format!("v_{number}")));
            assert_eq!((fields.len(), others), (given.min(100), more));
            assert!(fields.iter().enumerate().all(|(at, field)| field.item == format!("v_{at}")));
        }
    }

    #[test]
    fn a_name_in_a_reply_is_short_and_can_be_printed() {
        let names = ["é".repeat(64), "é".repeat(65), "\u{1b}[31mred\u{7}".to_owned(), "x".repeat(200_000)];
        let (fields, _) = named(names.into_iter());
        let items: Vec<&str> = fields.iter().map(|field| field.item.as_str()).collect();
        assert_eq!(items, ["é".repeat(64), "é".repeat(64) + "…", "[31mred".into(), "x".repeat(64) + "…"]);
    }
}
