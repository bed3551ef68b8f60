//! The formats in which the official clients send: a form with `data` as base64 or JSON (the content type may be that
//! of a form or plain text: `sendBeacon`), a JSON object, a list of them, or one on each line.

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use serde_json::Value;

use crate::api::error::{ApiError, Result};

/// With or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// The format of the reply that the sender expects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `1` or `0`.
    Bare,
    /// `{"status": 1, "error": null}`.
    Verbose,
    /// `{"code": 200, "status": "OK", …}`: JSON bodies of imports.
    Strict,
}

/// A parsed body.
#[derive(Debug, PartialEq)]
pub struct Sent {
    /// Its items, not yet validated.
    pub items: Vec<Value>,
    /// How to answer.
    pub style: Style,
}

/// Parses a body; `query` is the query of the address.
pub fn read(query: &str, body: &[u8]) -> Result<Sent> {
    let text = std::str::from_utf8(body).map_err(|_| ApiError::malformed("The body is not UTF-8."))?.trim();
    let asked = |fields: &str, name: &str, value: &str| {
        form_urlencoded::parse(fields.as_bytes()).any(|(key, given)| key == name && given == value)
    };
    if text.starts_with(['{', '[']) {
        let style = if asked(query, "verbose", "1") { Style::Verbose } else { Style::Strict };
        return Ok(Sent { items: json(text)?, style });
    }
    let style = match (asked(query, "verbose", "1") || asked(text, "verbose", "1"), asked(query, "strict", "1")) {
        (true, _) => Style::Verbose,
        (false, true) => Style::Strict,
        (false, false) => Style::Bare,
    };
    let data = form_urlencoded::parse(text.as_bytes()).find(|(key, _)| key == "data");
    let (_, data) = data.ok_or_else(|| ApiError::malformed("The body has no field 'data' and is not JSON."))?;
    Ok(Sent { items: decoded(data.trim())?, style })
}

fn decoded(data: &str) -> Result<Vec<Value>> {
    if data.is_empty() {
        return Err(ApiError::malformed("data is empty."));
    }
    if data.starts_with(['{', '[']) {
        return json(data);
    }
    // Clients that do not encode the `+` of base64 send a space.
    let bytes = BASE64.decode(data.replace(' ', "+")).map_err(|_| ApiError::malformed("data is not base64."))?;
    let text = String::from_utf8(bytes).map_err(|_| ApiError::malformed("data is not UTF-8."))?;
    json(text.trim())
}

/// An object, a list, or a sequence of objects.
fn json(text: &str) -> Result<Vec<Value>> {
    let mut items = Vec::new();
    for value in serde_json::Deserializer::from_str(text).into_iter::<Value>() {
        match value.map_err(|error| ApiError::malformed(format!("data is not valid JSON (line {}).", error.line())))? {
            Value::Array(list) => items.extend(list),
            one => items.push(one),
        }
    }
    Ok(items)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const EVENT: &str = r#"{"event":"é+/?","properties":{"token":"t"}}"#;

    fn items(query: &str, body: &str) -> (usize, Style) {
        let sent = read(query, body.as_bytes()).unwrap_or_else(|error| panic!("{body}: {error:?}"));
        assert!(sent.items.iter().all(|item| item["event"] == "é+/?"), "{sent:?}");
        (sent.items.len(), sent.style)
    }

    fn form(data: &str) -> String {
        form_urlencoded::Serializer::new(String::new()).append_pair("data", data).finish()
    }

    #[test]
    fn every_format_is_parsed() {
        let base64 = BASE64.encode(EVENT);
        assert_eq!(items("", &form(EVENT)), (1, Style::Bare));
        assert_eq!(items("", &form(&base64)), (1, Style::Bare));
        assert_eq!(items("", &format!("data={base64}")), (1, Style::Bare), "not encoded");
        assert_eq!(items("", &form(base64.trim_end_matches('='))), (1, Style::Bare), "no padding");
        assert_eq!(items("ip=0&verbose=1&_=1", &form(&format!("[{EVENT},{EVENT}]"))), (2, Style::Verbose));
        assert_eq!(items("", &format!("{}&verbose=1", form(EVENT))), (1, Style::Verbose));
        assert_eq!(items("strict=1", EVENT), (1, Style::Strict));
        assert_eq!(items("verbose=1", &format!("[{EVENT}]")), (1, Style::Verbose));
        assert_eq!(items("", &format!("{EVENT}\n{EVENT}\n")), (2, Style::Strict));
        assert_eq!(read("", b"[]").unwrap().items, Vec::<Value>::new());
        assert_eq!(read("", b"data=%5B1%5D").unwrap().items, [json!(1)], "an item that is no object is judged later");
    }

    #[test]
    fn an_invalid_body_is_rejected() {
        for body in ["", "data=", "data=%%%", "x=1", "[{]", "\u{feff}", "data=bm8=", "{\"a\":1} rest"] {
            let error = read("", body.as_bytes()).expect_err(body);
            assert_eq!(error.code(), crate::api::error::Code::Malformed, "{body}");
        }
        assert!(read("", &[0xff, 0xfe]).is_err());
        assert!(read("", "[".repeat(100_000).as_bytes()).is_err());
    }
}
