//! Which errors a call may answer with, for the OpenAPI document: small sets that the calls name.

use std::collections::BTreeMap;

use serde_json::json;
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::{Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, ToSchema as _};

use super::error::{Code, Problem};

/// Defines a set: `Name: Code, Code …;`.
macro_rules! error_sets {
    ($($(#[$doc:meta])* $name:ident: $($code:ident),+;)+) => {$(
        $(#[$doc])*
        pub struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                references(&[$(Code::$code),+])
            }
        }
    )+

        fn all_sets() -> Vec<&'static [Code]> {
            vec![$(&[$(Code::$code),+]),+]
        }
    };
}

error_sets! {
    /// Any call.
    Always: Internal, Unavailable;
    /// Calls with a JSON body.
    WithBody: Malformed, RequestTimeout, TooLarge, UnsupportedMediaType, UnsupportedEncoding;
    /// Calls that need a token.
    SignedInOnly: NotAuthenticated, OtherAccount, ParticipantsOnly, OtherGroup, OtherSite, ConsentRequired, Withdrawn, StudyClosed;
    /// Calls of the console.
    AdminOnly: NotAuthenticated, OtherAccount, AdminOnly, OtherSite;
    /// Calls that change something once.
    Once: Conflict;
    /// Calls with a query.
    Asking: Malformed;
    /// Calls that hang on the participant's position.
    Here: NotFound, WrongPage;
    /// Calls that store an answer.
    Submitting: Malformed, RequestTimeout, TooLarge, UnsupportedMediaType, UnsupportedEncoding, NotFound, WrongPage, Conflict, InvalidAnswers;
    /// Calls that pages of other sites may not make.
    CrossSite: OtherOrigin, PostOnly;
    /// Calls that check a form.
    WithFields: InvalidFields;
    /// Calls that are limited in number.
    Limited: TooManyRequests;
    SigningIn: LoginFailed;
    Refreshing: RefreshFailed;
    Registering: UsernameTaken, AlreadyTakingPart, StudyClosed, InvalidPermit, OtherSite;
    /// Calls for one thing.
    Finding: NotFound;
    /// Calls that need the secret for imports.
    WithSecret: NotAuthenticated;
}

/// The responses that the sets share, by name.
pub fn components() -> BTreeMap<String, Response> {
    all_sets()
        .into_iter()
        .flat_map(|codes| by_status(codes).into_values())
        .map(|codes| (name(&codes), response(&codes)))
        .collect()
}

fn references(codes: &[Code]) -> BTreeMap<String, RefOr<Response>> {
    let reference = |codes: &[Code]| RefOr::Ref(Ref::from_response_name(name(codes)));
    by_status(codes).into_iter().map(|(status, codes)| (status.to_string(), reference(&codes))).collect()
}

fn by_status(codes: &[Code]) -> BTreeMap<u16, Vec<Code>> {
    let mut by_status: BTreeMap<u16, Vec<Code>> = BTreeMap::new();
    for code in codes {
        by_status.entry(code.status().as_u16()).or_default().push(*code);
    }
    by_status
}

/// The codes, joined: `WrongPageOrConflict`.
fn name(codes: &[Code]) -> String {
    let names: Vec<String> = codes.iter().map(|code| format!("{code:?}")).collect();
    names.join("Or")
}

fn response(codes: &[Code]) -> Response {
    let names: Vec<String> = codes.iter().map(|code| json!(code).to_string().replace('"', "`")).collect();
    let schema = RefOr::Ref(Ref::from_schema_name(Problem::name()));
    let content = ContentBuilder::new().schema(Some(schema)).build();
    ResponseBuilder::new().description(names.join(", ")).content("application/problem+json", content).build()
}
