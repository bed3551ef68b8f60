//! `?locale=de`: the language of a reply.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use utoipa::IntoParams;

/// The language in the query, if any.
#[derive(Debug)]
pub struct RequestedLocale(pub Option<String>);

/// For the documentation of the parameter.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "describes the query that `RequestedLocale` reads")]
pub struct LocaleQuery {
    /// A language of the bundle, as a BCP 47 tag. Default: the participant's language, or the language of the bundle.
    locale: Option<String>,
}

impl<S: Sync> FromRequestParts<S> for RequestedLocale {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let query = parts.uri.query().unwrap_or_default();
        // Language tags have only letters, digits and hyphens: nothing to decode.
        Ok(Self(query.split('&').find_map(|pair| pair.strip_prefix("locale=")).map(str::to_owned)))
    }
}
