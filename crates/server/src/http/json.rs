//! Bodies: JSON in with messages that say what is wrong and where, JSON out.

use std::error::Error;

use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::error::{ApiError, Code, Result};

/// The largest body of a submission.
pub const ANSWERS_LIMIT: usize = 256 * 1024;

/// A JSON body.
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<S: Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self> {
        if !is_json(request.headers()) {
            return Err(ApiError::new(Code::UnsupportedMediaType, "Send the body as application/json."));
        }
        parse(&read(request.into_body()).await?).map(Self)
    }
}

impl<T: serde::Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(body) => ([(header::CONTENT_TYPE, "application/json")], body).into_response(),
            Err(error) => ApiError::internal(format!("can't write an answer as JSON: {error}")).into_response(),
        }
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let Some(kind) = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()) else { return false };
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// Counts what arrives after decompression, so that a small file can't unfold into a large one.
async fn read(body: Body) -> Result<axum::body::Bytes> {
    to_bytes(body, ANSWERS_LIMIT).await.map_err(|error| {
        let too_large = error.source().is_some_and(<dyn Error>::is::<http_body_util::LengthLimitError>);
        if too_large {
            ApiError::new(Code::TooLarge, format!("The body is larger than {} KiB.", ANSWERS_LIMIT / 1024))
        } else {
            ApiError::malformed("The body did not arrive whole.")
        }
    })
}

/// Parses a body; also used for bodies that may be absent.
pub fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T> {
    let text = std::str::from_utf8(body)
        .map_err(|error| ApiError::malformed(format!("The body is not UTF-8 (byte {}).", error.valid_up_to())))?;
    refuse_nul(text)?;
    let mut json = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| explain(&error))?;
    json.end().map_err(|error| syntax(&error))?;
    Ok(value)
}

/// PostgreSQL can't keep U+0000 in a text and SQLite can: nobody may send it.
fn refuse_nul(text: &str) -> Result<()> {
    if !text.contains("\\u0000") && !text.contains('\0') {
        return Ok(());
    }
    let value: Value = serde_json::from_str(text).map_err(|error| syntax(&error))?;
    match nul_in(&value, String::new()) {
        Some(path) => Err(ApiError::malformed(format!("{path}: the character U+0000 is not allowed."))),
        None => Ok(()),
    }
}

fn nul_in(value: &Value, path: String) -> Option<String> {
    match value {
        Value::String(text) => text.contains('\0').then_some(path),
        Value::Array(items) => {
            items.iter().enumerate().find_map(|(index, item)| nul_in(item, format!("{path}[{index}]")))
        }
        Value::Object(map) => map.iter().find_map(|(key, item)| {
            let inner =
                if path.is_empty() { key.replace('\0', "") } else { format!("{path}.{}", key.replace('\0', "")) };
            if key.contains('\0') { Some(inner) } else { nul_in(item, inner) }
        }),
        _ => None,
    }
}

fn explain(error: &serde_path_to_error::Error<serde_json::Error>) -> ApiError {
    let inner = error.inner();
    if !inner.is_data() {
        return syntax(inner);
    }
    let text = inner.to_string();
    let what = text.split(" at line ").next().unwrap_or_default();
    // Names of our types say nothing to the caller.
    let what = match what.split_once("expected struct ") {
        Some((before, _)) => format!("{before}expected an object"),
        None => what.to_owned(),
    };
    let path = error.path().to_string();
    let place = if path == "." { String::new() } else { format!("{path}: ") };
    ApiError::malformed(format!("{place}{what} (line {}, column {}).", inner.line(), inner.column()))
}

fn syntax(error: &serde_json::Error) -> ApiError {
    ApiError::malformed(format!("The body is not valid JSON (line {}, column {}).", error.line(), error.column()))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read by Debug")]
    struct Form {
        username: String,
        #[serde(default)]
        profile: Option<Profile>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read by Debug")]
    struct Profile {
        age: u8,
    }

    fn message(body: &[u8]) -> String {
        format!("{:?}", parse::<Form>(body).unwrap_err())
    }

    #[test]
    fn messages_say_what_and_where() {
        assert!(message(b"{").contains("not valid JSON (line 1, column 1)"), "{}", message(b"{"));
        assert!(message(br#"{"username":"a"} x"#).contains("not valid JSON"));
        assert!(message(br#"{"username":"a","groupType":"control_0"}"#).contains("unknown field `groupType`"));
        let typed = message(br#"{"username":"a","profile":{"age":"x"}}"#);
        assert!(typed.contains("profile.age: invalid type: string"), "{typed}");
        assert!(message(&[b'"', 0xff, b'"']).contains("not UTF-8 (byte 1)"));
        assert!(!message(b"5").contains("Form"), "{}", message(b"5"));
    }

    #[test]
    fn nul_is_refused_wherever_it_hides_and_its_spelling_is_not() {
        assert!(message(br#"{"username":"a\u0000b"}"#).contains("username: the character U+0000"));
        assert!(message(b"{\"username\":\"a\0\"}").contains("not valid JSON"));
        assert!(parse::<Form>(br#"{"username":"a\\u0000b"}"#).is_ok());
    }

    #[test]
    fn depth_is_bounded() {
        let deep = "[".repeat(100_000);
        let error = format!("{:?}", parse::<Value>(deep.as_bytes()).unwrap_err());
        assert!(error.contains("not valid JSON"), "{error}");
    }
}
