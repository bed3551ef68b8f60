//! One error, one place where it becomes an answer (RFC 9457).

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use unmask_export::ExportError;
use unmask_store::StoreError;
use unmask_study::answers::FieldError;
use utoipa::ToSchema;

/// The closed list of error codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "described in docs/API-DESIGN.md, one line each")]
pub enum Code {
    Malformed,
    NotAuthenticated,
    OtherAccount,
    LoginFailed,
    RefreshFailed,
    Forbidden,
    ConsentRequired,
    StudyClosed,
    Withdrawn,
    NotFound,
    MethodNotAllowed,
    RequestTimeout,
    WrongPage,
    Conflict,
    UsernameTaken,
    AlreadyTakingPart,
    TooLarge,
    UnsupportedMediaType,
    InvalidAnswers,
    InvalidFields,
    TooManyRequests,
    Internal,
    Unavailable,
}

impl Code {
    /// Its HTTP status.
    pub fn status(self) -> StatusCode {
        match self {
            Self::Malformed => StatusCode::BAD_REQUEST,
            Self::NotAuthenticated | Self::OtherAccount | Self::LoginFailed | Self::RefreshFailed => {
                StatusCode::UNAUTHORIZED
            }
            Self::Forbidden | Self::ConsentRequired | Self::StudyClosed | Self::Withdrawn => StatusCode::FORBIDDEN,
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::RequestTimeout => StatusCode::REQUEST_TIMEOUT,
            Self::WrongPage | Self::Conflict | Self::UsernameTaken | Self::AlreadyTakingPart => StatusCode::CONFLICT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::InvalidAnswers | Self::InvalidFields => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooManyRequests => StatusCode::TOO_MANY_REQUESTS,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

/// The most fields that a reply lists: more than a usual page has, and few enough that a body of invented names does not get
/// a reply many times its size.
const FIELDS: usize = 100;

/// A variable's name has no more characters (`unmask_study::check`).
const NAME: usize = 64;

/// The body of every error.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// Always `about:blank`: `code` tells the kinds apart.
    pub r#type: &'static str,
    /// The status in words.
    pub title: String,
    /// The status.
    pub status: u16,
    /// Which error.
    pub code: Code,
    /// What is wrong, for people.
    pub message: String,
    /// What is wrong with each field.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub fields: Vec<FieldError>,
    /// How many more fields are wrong than `fields` lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub more_fields: Option<usize>,
    /// Where the participant is, with `wrong_page`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current_state: Option<String>,
    /// Names the log line of an `internal` error.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}

/// An error on its way out.
#[derive(Debug)]
pub struct ApiError {
    code: Code,
    message: String,
    fields: Vec<FieldError>,
    current_state: Option<String>,
    retry_after: Option<u32>,
    /// For the log, never for the client.
    cause: Option<String>,
}

/// What handlers return.
pub type Result<T, E = ApiError> = std::result::Result<T, E>;

impl ApiError {
    /// An error with its words.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), fields: vec![], current_state: None, retry_after: None, cause: None }
    }

    /// The call is not what the API takes: what and where.
    pub fn malformed(message: impl Into<String>) -> Self {
        Self::new(Code::Malformed, message)
    }

    /// No such thing, or none for the caller: nobody can tell which.
    pub fn not_found() -> Self {
        Self::new(Code::NotFound, "Nothing was found at this address.")
    }

    /// No valid token.
    pub fn not_authenticated() -> Self {
        Self::new(Code::NotAuthenticated, "Not authenticated")
    }

    /// Not allowed to this account.
    pub fn forbidden(message: impl Into<String>) -> Self {
        Self::new(Code::Forbidden, message)
    }

    /// The participant is elsewhere.
    pub fn wrong_page(current: String) -> Self {
        let mut error = Self::new(Code::WrongPage, "This page is not open to you now.");
        error.current_state = Some(current);
        error
    }

    /// Answers, each with what is wrong.
    pub fn invalid_answers(fields: Vec<FieldError>) -> Self {
        let mut error = Self::new(Code::InvalidAnswers, "Some answers are missing or not valid.");
        error.fields = fields;
        error
    }

    /// Fields of a form, each with what is wrong.
    pub fn invalid_fields(fields: Vec<FieldError>) -> Self {
        let mut error = Self::new(Code::InvalidFields, "Some fields are missing or not valid.");
        error.fields = fields;
        error
    }

    /// Come back after so many seconds.
    pub fn too_many_requests(seconds: u32) -> Self {
        let mut error = Self::new(Code::TooManyRequests, format!("Too many attempts. Please wait {seconds} seconds."));
        error.retry_after = Some(seconds);
        error
    }

    /// Nothing was stored; try again.
    pub fn unavailable(cause: impl Into<String>) -> Self {
        let mut error = Self::new(Code::Unavailable, "The server can't save anything at the moment. Please try again.");
        error.retry_after = Some(2);
        error.cause = Some(cause.into());
        error
    }

    /// The same, to be tried again after so many seconds.
    #[must_use]
    pub fn retry_after(self, seconds: u32) -> Self {
        Self { retry_after: Some(seconds), ..self }
    }

    /// A fault of ours: the details are for the log.
    pub fn internal(cause: impl Into<String>) -> Self {
        let mut error = Self::new(Code::Internal, "An unexpected error occurred");
        error.cause = Some(cause.into());
        error
    }

    /// Which error it is.
    pub fn code(&self) -> Code {
        self.code
    }
}

/// The fields that a reply lists, and how many more there are. Callers can invent names, so they are cut and lose their
/// control characters.
fn listed(mut fields: Vec<FieldError>) -> (Vec<FieldError>, Option<usize>) {
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
            | StoreError::Damaged(_)
            | StoreError::DamagedAnalytics { .. }
            | StoreError::OtherSeed { .. } => Self::unavailable(error.to_string()),
            other => Self::internal(other.to_string()),
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
        let request_id = (self.code == Code::Internal).then(crate::http::observe::request_id).flatten();
        if let Some(cause) = &self.cause {
            tracing::error!(code = ?self.code, request = request_id.as_deref(), "{cause}");
        }
        let (fields, more_fields) = listed(self.fields);
        let problem = Problem {
            r#type: "about:blank",
            title: status.canonical_reason().unwrap_or_default().to_owned(),
            status: status.as_u16(),
            code: self.code,
            message: self.message,
            fields,
            more_fields,
            current_state: self.current_state,
            request_id,
        };
        let body = serde_json::to_vec(&problem).unwrap_or_default();
        let mut response = (status, [(header::CONTENT_TYPE, "application/problem+json")], body).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use unmask_study::answers::Complaint;

    use super::*;

    fn named(names: impl Iterator<Item = String>) -> (Vec<FieldError>, Option<usize>) {
        listed(names.map(|name| FieldError::new(&name, Complaint::unknown())).collect())
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
