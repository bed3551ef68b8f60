//! JSON bodies. Errors name the field and the problem.

use std::collections::HashSet;
use std::fmt;

use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::de::{DeserializeOwned, Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::body;
use super::error::{ApiError, Code, Result, short};

/// The largest body of a submission.
pub const ANSWERS_LIMIT: usize = 256 * 1024;

/// Maximum number of characters of the request that an error message repeats.
const ECHO: usize = 300;

/// A JSON body.
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<S: Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self> {
        require_json(request.headers())?;
        parse(&body::read(request.into_body(), ANSWERS_LIMIT).await?).map(Self)
    }
}

/// An optional JSON body. Without one, its headers are ignored.
#[derive(Debug)]
pub struct OptionalJson<T>(pub T);

impl<S: Sync, T: DeserializeOwned + Default> FromRequest<S> for OptionalJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self> {
        let kind = require_json(request.headers());
        let body = body::read(request.into_body(), ANSWERS_LIMIT).await?;
        if body.is_empty() {
            return Ok(Self(T::default()));
        }
        kind?;
        parse(&body).map(Self)
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(body) => ([(header::CONTENT_TYPE, "application/json")], body).into_response(),
            Err(error) => ApiError::internal(format!("can't write an answer as JSON: {error}")).into_response(),
        }
    }
}

/// A value as JSON, to be stored.
pub fn to_text(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| ApiError::internal(format!("can't write a value as JSON: {error}")))
}

fn require_json(headers: &HeaderMap) -> Result<()> {
    let other = || ApiError::of(Code::UnsupportedMediaType);
    is_json(headers).then_some(()).ok_or_else(other)
}

fn is_json(headers: &HeaderMap) -> bool {
    let Some(kind) = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()) else { return false };
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T> {
    let text = std::str::from_utf8(body)
        .map_err(|error| ApiError::malformed(format!("The body is not UTF-8 (byte {}).", error.valid_up_to())))?;
    reject_nul(text)?;
    deserialize::<Unambiguous>(text)?;
    require_object(text)?;
    deserialize(text)
}

fn deserialize<T: DeserializeOwned>(text: &str) -> Result<T> {
    let mut json = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| explain::<T>(&error, text))?;
    json.end().map_err(|error| syntax(&error))?;
    Ok(value)
}

/// Bodies must be objects. The deserializer would also accept a list of the values in the order of the fields.
fn require_object(text: &str) -> Result<()> {
    if text.trim_start().starts_with('[') {
        return Err(ApiError::malformed("invalid type: list, expected an object (line 1, column 1)."));
    }
    Ok(())
}

/// JSON without duplicate keys. Parsers interpret these differently (RFC 8259, section 4), and an answer must not
/// depend on it.
struct Unambiguous;

impl<'de> Deserialize<'de> for Unambiguous {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for Unambiguous {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<Self, A::Error> {
        let mut seen = HashSet::new();
        while let Some(key) = map.next_key::<String>()? {
            if seen.contains(&key) {
                return Err(A::Error::custom(format!("the key `{}` is there twice", short(&key, ECHO / 2))));
            }
            seen.insert(key);
            map.next_value::<Self>()?;
        }
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> std::result::Result<Self, A::Error> {
        while items.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_bool<E>(self, _: bool) -> std::result::Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> std::result::Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> std::result::Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> std::result::Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> std::result::Result<Self, E> {
        Ok(self)
    }

    fn visit_unit<E>(self) -> std::result::Result<Self, E> {
        Ok(self)
    }
}

/// PostgreSQL can't store U+0000 in a text, but SQLite can. It is rejected for both.
fn reject_nul(text: &str) -> Result<()> {
    if !text.contains("\\u0000") && !text.contains('\0') {
        return Ok(());
    }
    let value: Value = serde_json::from_str(text).map_err(|error| syntax(&error))?;
    match nul_in(&value, String::new()) {
        Some(path) => Err(ApiError::malformed(format!("{}: the character U+0000 is not allowed.", short(&path, ECHO)))),
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

fn explain<T: DeserializeOwned>(error: &serde_path_to_error::Error<serde_json::Error>, text: &str) -> ApiError {
    let inner = error.inner();
    let words = if inner.is_data() { Some(inner.to_string()) } else { misfit::<T>(text) };
    let Some(words) = words else { return syntax(inner) };
    let what = words.split(" at line ").next().unwrap_or_default();
    // Names of Rust types mean nothing to the caller.
    let what = match what.split_once("expected struct ") {
        Some((before, _)) => format!("{before}expected an object"),
        None => what.to_owned(),
    };
    let path = error.path().to_string();
    let prefix = if path == "." { String::new() } else { format!("{}: ", short(&path, ECHO)) };
    let what = short(&what, ECHO);
    ApiError::malformed(format!("{prefix}{what} (line {}, column {}).", inner.line(), inner.column()))
}

/// The error in well-formed JSON. For an enum, the deserializer reports a list or a number as a syntax error; parsed as
/// a value first, it is reported as a wrong type.
fn misfit<T: DeserializeOwned>(text: &str) -> Option<String> {
    let value: Value = serde_json::from_str(text).ok()?;
    serde_json::from_value::<T>(value).err().map(|error| error.to_string())
}

fn syntax(error: &serde_json::Error) -> ApiError {
    let position = format!("(line {}, column {})", error.line(), error.column());
    ApiError::malformed(if error.is_eof() && error.column() == 0 {
        "The body is empty; JSON is expected.".to_owned()
    } else if error.to_string().starts_with("recursion limit") {
        format!("The body is nested too deeply {position}.")
    } else {
        format!("The body is not valid JSON {position}.")
    })
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
        #[serde(default)]
        modes: Vec<Mode>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Mode {
        Keep,
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
        for (wrong, says) in [("[[]]", "sequence"), ("5", "integer `5`"), ("null", "null"), ("{}", "map")] {
            let deep = message(format!(r#"{{"username":"a","modes":["keep",{wrong}]}}"#).as_bytes());
            assert!(deep.contains("modes[1]: invalid ") && deep.contains(says), "{deep}");
            assert!(deep.contains("(line 1, column ") && !deep.contains("Mode"), "{deep}");
        }
    }

    #[tokio::test]
    async fn no_body_has_no_type() {
        let request = |kind: &str, body: &str| {
            let request = Request::post("/").header(header::CONTENT_TYPE, kind);
            request.body(axum::body::Body::from(body.to_owned())).unwrap()
        };
        let read = async |kind, body| OptionalJson::<Value>::from_request(request(kind, body), &()).await;
        assert_eq!(read("text/plain", "").await.unwrap().0, Value::Null);
        assert_eq!(read("application/json", "1").await.unwrap().0, Value::from(1));
        assert_eq!(read("text/plain", "1").await.unwrap_err().code(), Code::UnsupportedMediaType);
    }

    #[test]
    fn nul_is_rejected_anywhere_and_its_escaped_text_is_not() {
        assert!(message(br#"{"username":"a\u0000b"}"#).contains("username: the character U+0000"));
        assert!(message(b"{\"username\":\"a\0\"}").contains("not valid JSON"));
        assert!(parse::<Form>(br#"{"username":"a\\u0000b"}"#).is_ok());
    }

    #[test]
    fn a_key_that_is_there_twice_is_named() {
        let error = |body: &[u8]| format!("{:?}", parse::<Value>(body).unwrap_err());
        let twice = error(br#"{"answers":{"age":30,"gender":"other","\u0061ge":31}}"#);
        assert!(twice.contains("answers: the key `age` is there twice (line 1"), "{twice}");
        assert!(error(br#"{"a":[{"b":1,"b":1}]}"#).contains("a[0]: the key `b`"));
        assert!(message(br#"{"username":"a","username":"b"}"#).contains("the key `username` is there twice"));
        assert!(parse::<Value>(br#"{"a":{"b":1},"c":{"b":[null,true,-1,1.5,"x"]}}"#).is_ok());
    }

    #[test]
    fn a_message_repeats_little_of_what_was_sent() {
        let long = "x".repeat(100_000);
        for body in [
            format!(r#"{{"username":"a","{long}":1}}"#),
            format!(r#"{{"{long}":1,"{long}":2}}"#),
            format!(r#"{{"username":"a","profile":{{"{long}":[1]}}}}"#),
            format!(r#"{{"username":"a","profile":"{long}"}}"#),
            format!(r#"{{"{long}":"\u0000"}}"#),
        ] {
            let said = message(body.as_bytes());
            assert!(said.contains("xxx…") && said.len() < 1000, "{} characters: {:.300}", said.len(), said);
        }
        let deep = format!(r#"{{"{long}":{{"a":1,"a":2}}}}"#);
        assert!(message(deep.as_bytes()).len() < 1000);
    }

    #[test]
    fn depth_is_bounded() {
        let deep = "[".repeat(100_000);
        let error = format!("{:?}", parse::<Value>(deep.as_bytes()).unwrap_err());
        assert!(error.contains("nested too deeply"), "{error}");
    }
}
