//! Reads a request body, with limits on time and size.

use std::error::Error;
use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::http::header;
use axum::response::{IntoResponse as _, Response};

use super::error::{ApiError, Code, Result};

/// Time limit for receiving a body. It is below the limit of a call, so that a stalled sender gets 408.
const TIME_LIMIT: Duration = Duration::from_secs(20);

/// Reads a body. The size limit applies after decompression.
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

/// Adds a body to the decompression layer's rejection of an unknown encoding.
pub fn explain_encoding(response: Response) -> Response {
    let bare = response.headers().get(header::CONTENT_TYPE).is_none();
    if response.status() != Code::UnsupportedMediaType.status() || !bare {
        return response;
    }
    let mut explained = ApiError::of(Code::UnsupportedEncoding).into_response();
    // A header of the rejection lists the accepted encodings (RFC 7694).
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
