//! A document in the three encodings that browsers accept. Each is compressed once, at the first request for it, so
//! that it does not delay the start.

use std::io::Write as _;
use std::sync::OnceLock;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use sha2::{Digest as _, Sha256};
use unmask_study::hex;

/// What the client takes, in our order of preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Brotli,
    Gzip,
    Plain,
}

impl Encoding {
    /// Reads `Accept-Encoding`. A `q=0` excludes it; other weights don't change what is best.
    pub fn accepted(headers: &HeaderMap) -> Vec<Self> {
        let text = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let takes = |name: &str| {
            text.split(',').map(|part| part.split(';').map(str::trim).collect::<Vec<_>>()).any(|parts| {
                let is_excluded =
                    parts[1..].iter().any(|p| p.strip_prefix("q=").and_then(|q| q.parse().ok()) == Some(0.0_f32));
                parts[0].eq_ignore_ascii_case(name) && !is_excluded
            })
        };
        let preferred = [Self::Brotli, Self::Gzip, Self::Plain].into_iter();
        preferred.filter(|encoding| encoding.name().is_none_or(takes)).collect()
    }

    /// The header's value.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::Brotli => Some("br"),
            Self::Gzip => Some("gzip"),
            Self::Plain => None,
        }
    }
}

/// An HTML document, ready to send.
pub struct Prepared {
    plain: Bytes,
    brotli: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
    etag: HeaderValue,
    language: Option<HeaderValue>,
    policy: HeaderValue,
}

impl Prepared {
    /// Takes it as it is, with the content security policy that it is sent with.
    pub fn new(html: String, language: Option<&str>, policy: HeaderValue) -> anyhow::Result<Self> {
        let digest = Sha256::digest(html.as_bytes());
        let etag = format!("W/\"{}\"", hex(&digest[..8]));
        Ok(Self {
            plain: html.into(),
            brotli: OnceLock::new(),
            gzip: OnceLock::new(),
            etag: HeaderValue::from_str(&etag)?,
            language: language.map(HeaderValue::from_str).transpose()?,
            policy,
        })
    }

    /// Sends it in the best form, or says that the client's copy is good.
    pub fn respond(&self, request: &HeaderMap) -> Response {
        let mut response = if request.get(header::IF_NONE_MATCH) == Some(&self.etag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let encoding = Encoding::accepted(request)[0];
            let body = self.body(encoding).clone();
            let mut response = ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], body).into_response();
            if let Some(name) = encoding.name() {
                response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
            }
            response
        };
        let headers = response.headers_mut();
        headers.insert(header::ETAG, self.etag.clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding, accept-language"));
        headers.insert(header::CONTENT_SECURITY_POLICY, self.policy.clone());
        if let Some(language) = &self.language {
            headers.insert(header::CONTENT_LANGUAGE, language.clone());
        }
        response
    }

    fn body(&self, encoding: Encoding) -> &Bytes {
        match encoding {
            Encoding::Brotli => self.brotli.get_or_init(|| brotli(&self.plain)),
            Encoding::Gzip => self.gzip.get_or_init(|| gzip(&self.plain)),
            Encoding::Plain => &self.plain,
        }
    }
}

fn brotli(data: &[u8]) -> Bytes {
    let mut out = Vec::new();
    // More than 5 saves half a percent of a page. Both that and a window below 17 take 32 MiB and 9 ms for each.
    let params =
        brotli::enc::BrotliEncoderParams { quality: 5, lgwin: 17, size_hint: data.len(), ..Default::default() };
    brotli::BrotliCompress(&mut &data[..], &mut out, &params).expect("writing to memory");
    out.into()
}

fn gzip(data: &[u8]) -> Bytes {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(data).and_then(|()| encoder.finish()).expect("writing to memory").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn accepted(text: &'static str) -> Vec<Encoding> {
        let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(text))]);
        Encoding::accepted(&headers)
    }

    #[test]
    fn the_best_encoding_that_the_client_takes_is_chosen() {
        assert_eq!(accepted("gzip, deflate, br")[0], Encoding::Brotli);
        assert_eq!(accepted("gzip;q=1.0, br;q=0")[0], Encoding::Gzip);
        assert_eq!(accepted("identity"), [Encoding::Plain]);
    }

    #[test]
    fn a_known_document_is_not_sent_again() {
        let policy = HeaderValue::from_static("default-src 'none'");
        let page = Prepared::new("<!doctype html><title>x</title>".into(), Some("en"), policy).unwrap();
        let first = page.respond(&HeaderMap::new());
        let known = HeaderMap::from_iter([(header::IF_NONE_MATCH, first.headers()[header::ETAG].clone())]);
        assert_eq!(page.respond(&known).status(), StatusCode::NOT_MODIFIED);
    }

    #[test]
    fn every_form_is_the_same_document_and_made_once() {
        use std::io::Read as _;
        let html = "<!doctype html><title>x</title><p>Words, words, words.</p>".repeat(50);
        let page = Prepared::new(html.clone(), None, HeaderValue::from_static("")).unwrap();
        let (mut brotli, mut gzip) = (vec![], String::new());
        brotli::BrotliDecompress(&mut &page.body(Encoding::Brotli)[..], &mut brotli).unwrap();
        flate2::read::GzDecoder::new(&page.body(Encoding::Gzip)[..]).read_to_string(&mut gzip).unwrap();
        assert_eq!((brotli, gzip), (html.clone().into_bytes(), html.clone()));
        for encoding in [Encoding::Brotli, Encoding::Gzip] {
            let (first, second) = (page.body(encoding).clone(), page.body(encoding).clone());
            assert!(first.len() < html.len() / 10 && first.as_ptr() == second.as_ptr(), "{encoding:?}");
        }
    }
}
