//! Reading a body: all of it, in time, and not more than a call takes.

use std::error::Error;
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};

use super::error::{ApiError, Code, Result};

/// A body has so long to arrive, less than a call may take: a stalled sender is no fault of ours.
const TIME_LIMIT: Duration = Duration::from_secs(20);

/// Counts what arrives after decompression, so that a small file can't unfold into a large one.
pub async fn read(body: Body, limit: usize) -> Result<Bytes> {
    match tokio::time::timeout(TIME_LIMIT, to_bytes(body, limit)).await {
        Ok(Ok(body)) => Ok(body),
        Ok(Err(error)) if error.source().is_some_and(<dyn Error>::is::<http_body_util::LengthLimitError>) => {
            Err(ApiError::of(Code::TooLarge).with("kib", &(limit / 1024)))
        }
        Ok(Err(_)) => Err(ApiError::malformed("The body did not arrive whole, or is not what Content-Encoding says.")),
        Err(_) => Err(ApiError::of(Code::RequestTimeout)),
    }
}

/// The decompression layer rejects encodings it does not know without a word; this is the word.
pub fn explain_encoding(response: Response) -> Response {
    let bare = response.headers().get(header::CONTENT_TYPE).is_none();
    if response.status() != Code::UnsupportedMediaType.status() || !bare {
        return response;
    }
    let mut explained = ApiError::of(Code::UnsupportedEncoding).into_response();
    // Which encodings we take is in a header of the rejection (RFC 7694).
    if let Some(taken) = response.headers().get(header::ACCEPT_ENCODING) {
        explained.headers_mut().insert(header::ACCEPT_ENCODING, taken.clone());
    }
    explained
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_body_that_stalls_is_given_up() {
        let error = read(Body::new(Silence), 100).await.unwrap_err();
        assert_eq!(error.code(), Code::RequestTimeout);
    }

    /// Says nothing, ever.
    struct Silence;

    impl axum::body::HttpBody for Silence {
        type Data = Bytes;
        type Error = std::convert::Infallible;

        fn poll_frame(
            self: std::pin::Pin<&mut Self>,
            _: &mut std::task::Context<'_>,
        ) -> std::task::Poll<Option<std::result::Result<hyper::body::Frame<Bytes>, Self::Error>>> {
            std::task::Poll::Pending
        }
    }
}
