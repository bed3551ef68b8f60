//! Which errors a call may answer with, for the OpenAPI document: small sets that the calls name.

use std::collections::BTreeMap;

use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::{Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, ToSchema as _};

use super::error::{Code, Problem};

/// Defines a set: `Name => Code, Code …, "when";`.
macro_rules! error_sets {
    ($($(#[$doc:meta])* $name:ident: $($code:ident),+;)+) => {$(
        $(#[$doc])*
        pub struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                problems(&[$(Code::$code),+])
            }
        }
    )+};
}

error_sets! {
    /// Any call.
    Always: Internal, Unavailable;
    /// Calls with a JSON body.
    WithBody: Malformed, RequestTimeout, TooLarge, UnsupportedMediaType;
    /// Calls that need a token.
    SignedInOnly: NotAuthenticated, OtherAccount, Forbidden, ConsentRequired, Withdrawn, StudyClosed;
    /// Calls of the console.
    AdminOnly: NotAuthenticated, OtherAccount, Forbidden;
    /// Calls that change something once.
    Once: Conflict;
    /// Calls with a query.
    Asking: Malformed;
    /// Calls that hang on the participant's position.
    Here: NotFound, WrongPage;
    /// Calls that store an answer.
    Submitting: Malformed, RequestTimeout, TooLarge, UnsupportedMediaType, NotFound, WrongPage, Conflict, InvalidAnswers;
    /// Calls that pages of other sites may not make.
    CrossSite: Forbidden;
    /// Calls that check a form.
    WithFields: InvalidFields;
    /// Calls that are limited in number.
    Limited: TooManyRequests;
    /// Signing in.
    SigningIn: LoginFailed;
    /// Refreshing.
    Refreshing: RefreshFailed;
    /// Registering.
    Registering: UsernameTaken, AlreadyTakingPart, StudyClosed, Forbidden;
    /// Calls for one thing.
    Finding: NotFound;
}

/// One answer per status; its description lists the codes.
fn problems(codes: &[Code]) -> BTreeMap<String, RefOr<Response>> {
    let mut by_status: BTreeMap<u16, Vec<String>> = BTreeMap::new();
    for code in codes {
        let name =
            serde_json::to_value(code).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default();
        by_status.entry(code.status().as_u16()).or_default().push(format!("`{name}`"));
    }
    let schema = RefOr::Ref(Ref::from_schema_name(Problem::name()));
    let response = |names: Vec<String>| {
        ResponseBuilder::new()
            .description(names.join(", "))
            .content("application/problem+json", ContentBuilder::new().schema(Some(schema.clone())).build())
            .build()
    };
    by_status.into_iter().map(|(status, names)| (status.to_string(), RefOr::T(response(names)))).collect()
}
