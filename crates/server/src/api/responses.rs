//! Sets of errors that calls can return, for the OpenAPI document.

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
    SignedInOnly: NotAuthenticated, OtherAccount, ParticipantsOnly, RoleForbids, OtherGroup, OtherSite, ConsentRequired, Withdrawn, WrongPage, StudyClosed;
    /// Calls of the console.
    AdminOnly: NotAuthenticated, OtherAccount, AdminOnly, RoleForbids, UnblindingForbids, OtherSite;
    /// Calls of a person about the installation.
    PersonOnly: NotAuthenticated, RoleForbids, UnblindingForbids, OtherSite, SignInAgain;
    /// Calls that change the list of studies.
    Managing: StudyTaken, StudyNotArchived, StudyArchived, StudyInUse, StudyFolderInvalid, RootStudy;
    /// Calls that change something once.
    Once: Conflict;
    /// Calls with a query.
    WithQuery: Malformed;
    /// Calls whose reply depends on the participant's position.
    InFlow: NotFound, WrongPage;
    /// Calls that store an answer.
    Submitting: Malformed, RequestTimeout, TooLarge, UnsupportedMediaType, UnsupportedEncoding, NotFound, WrongPage, Conflict, InvalidAnswers;
    /// Calls that pages of other sites may not make.
    CrossSite: OtherOrigin, PostOnly;
    /// Calls without a token that pages of other sites may not make.
    OtherSites: OtherSite;
    /// Calls that check a form.
    WithFields: InvalidFields;
    /// Calls that are limited in number.
    Limited: TooManyRequests;
    SigningIn: LoginFailed;
    /// Calls of a sign-in with a passkey.
    WithPasskey: PasskeyFailed;
    /// Calls of a sign-in at the provider.
    AtProvider: ProviderUnavailable, NotFound;
    /// The call that completes it.
    FromProvider: ProviderRejected, NoRole, OtherSite, AccountExists, ConnectedToOther;
    /// Calls that remove a way to sign in.
    Removing: OnlyWayIn;
    /// Calls that change who owns the installation.
    ChangingOwners: LastOwner;
    /// Calls that add a passkey.
    AddingPasskey: PasskeyKnown, NotFound;
    /// The call that completes a hand-over.
    HandingOver: HandoverFailed, NotFound;
    Refreshing: RefreshFailed;
    Registering: UsernameTaken, AlreadyTakingPart, StudyClosed, InvalidPermit, OtherSite;
    /// Calls that begin or resume by a recruitment link.
    Linking: AlreadyTakingPart, LinkUsed, LinkUnconfirmed, PasswordSet, StudyClosed, InvalidPermit, OtherSite, RecruiterUnavailable;
    /// Calls that only an account without a password can make.
    Accepting: LinkUsed, PasswordSet, OtherSite;
    SettingPassword: PasswordSet;
    /// Calls about the recruiter's submissions.
    OfRecruiter: RecruiterNotConfigured;
    /// Calls that return a list of bonuses.
    ListingBonuses: BonusesWouldUnblind, BonusesChanged;
    /// Calls that replace the study folder.
    ReplacingFolder: StudyFolderReadOnly, StudyFolderShared, NotFound, TooLarge, RequestTimeout;
    /// Calls with the ID of a resource.
    WithId: NotFound;
    /// Calls that need the secret for imports.
    WithSecret: NotAuthenticated;
}

/// The responses that the sets share, by name.
pub fn components() -> BTreeMap<String, Response> {
    all_sets()
        .into_iter()
        .flat_map(|codes| by_status(codes).into_values())
        .map(|codes| (named(&codes).0, response(&codes)))
        .collect()
}

fn references(codes: &[Code]) -> BTreeMap<String, RefOr<Response>> {
    let reference = |codes: &[Code]| RefOr::Ref(Ref::from_response_name(named(codes).0));
    by_status(codes).into_iter().map(|(status, codes)| (status.to_string(), reference(&codes))).collect()
}

fn by_status(codes: &[Code]) -> BTreeMap<u16, Vec<Code>> {
    let mut by_status: BTreeMap<u16, Vec<Code>> = BTreeMap::new();
    for code in codes {
        by_status.entry(code.status().as_u16()).or_default().push(*code);
    }
    by_status
}

/// Codes of one status that occur together, the name of their response, and what it means.
const NAMED: [(&[Code], &str, &str); 18] = [
    (&[Code::StudyFolderReadOnly, Code::StudyFolderShared], "StudyFolderFixed", "The study folder can't be replaced."),
    (&[Code::NotAuthenticated], "UnauthorizedImport", "The secret is missing or wrong."),
    (
        &[Code::NotAuthenticated, Code::OtherAccount],
        "Unauthorized",
        "The token is missing, expired, or of another account than the page shows.",
    ),
    (
        &[
            Code::ParticipantsOnly,
            Code::RoleForbids,
            Code::OtherGroup,
            Code::OtherSite,
            Code::ConsentRequired,
            Code::Withdrawn,
            Code::StudyClosed,
        ],
        "Forbidden",
        "This account, its arm or its consent does not permit the call, or another site made it.",
    ),
    (
        &[Code::AdminOnly, Code::RoleForbids, Code::UnblindingForbids, Code::OtherSite],
        "ForbiddenInConsole",
        "Only those whose role in the study includes the call can make it.",
    ),
    (
        &[Code::RoleForbids, Code::UnblindingForbids, Code::OtherSite, Code::SignInAgain],
        "ForbiddenInInstallation",
        "Only those whose role in the installation includes the call can make it; some, only soon after a sign-in.",
    ),
    (
        &[
            Code::StudyTaken,
            Code::StudyNotArchived,
            Code::StudyArchived,
            Code::StudyInUse,
            Code::StudyFolderInvalid,
            Code::RootStudy,
        ],
        "ConflictingStudy",
        "The list of studies does not permit the change.",
    ),
    (
        &[Code::NoRole, Code::OtherSite],
        "ForbiddenSingleSignOn",
        "The person has no role in the installation, or another site made the call.",
    ),
    (
        &[Code::AccountExists, Code::ConnectedToOther],
        "ConflictingPerson",
        "The person's account at the provider can't be connected with an account here.",
    ),
    (&[Code::OtherOrigin, Code::PostOnly], "ForbiddenCrossSite", "A page of another site, or a browser without POST."),
    (
        &[Code::StudyClosed, Code::InvalidPermit, Code::OtherSite],
        "ForbiddenRegistration",
        "The study does not accept this registration, or another site made the call.",
    ),
    (&[Code::Conflict], "Conflict", "The call differs from an earlier one with the same key or for the same answer."),
    (
        &[Code::WrongPage, Code::Conflict],
        "ConflictingSubmission",
        "The participant is on another page, or has submitted something else before.",
    ),
    (
        &[Code::BonusesWouldUnblind, Code::BonusesChanged],
        "ConflictingBonuses",
        "The list has changed since it was shown, or its amounts are only for those who are unblinded.",
    ),
    (
        &[Code::UsernameTaken, Code::AlreadyTakingPart],
        "ConflictingRegistration",
        "The username is taken, or the recruitment ID has taken part.",
    ),
    (
        &[Code::AlreadyTakingPart, Code::LinkUsed, Code::LinkUnconfirmed, Code::PasswordSet],
        "ConflictingLink",
        "The link was used before or can't be confirmed, or its account has a password or was erased.",
    ),
    (
        &[Code::LinkUsed, Code::PasswordSet],
        "ConflictingInvitation",
        "The participant came back elsewhere at the same moment, or the account has a password.",
    ),
    (
        &[Code::UnsupportedMediaType, Code::UnsupportedEncoding],
        "UnsupportedMediaType",
        "The call does not accept this type or encoding of the body.",
    ),
];

/// Name and meaning. A code that occurs alone has its own, unless it is in [`NAMED`].
fn named(codes: &[Code]) -> (String, &'static str) {
    match (NAMED.iter().find(|(known, ..)| *known == codes), codes) {
        (Some((_, name, meaning)), _) => ((*name).to_owned(), meaning),
        (None, [code, ..]) => (format!("{code:?}"), code.template()),
        (None, []) => (String::new(), ""),
    }
}

fn response(codes: &[Code]) -> Response {
    let listed: Vec<String> = codes.iter().map(|code| json!(code).to_string().replace('"', "`")).collect();
    let schema = RefOr::Ref(Ref::from_schema_name(Problem::name()));
    let content = ContentBuilder::new().schema(Some(schema)).build();
    let description = format!("{} ({})", named(codes).1, listed.join(", "));
    ResponseBuilder::new().description(description).content("application/problem+json", content).build()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_response_has_its_own_name() {
        let used: Vec<Vec<Code>> = all_sets().into_iter().flat_map(|codes| by_status(codes).into_values()).collect();
        let mut known: BTreeMap<String, Vec<Code>> = BTreeMap::new();
        for codes in &used {
            let (name, _) = named(codes);
            assert!(codes.len() == 1 || NAMED.iter().any(|(known, ..)| known == codes), "{codes:?} have no name");
            assert_eq!(known.entry(name.clone()).or_insert_with(|| codes.clone()), codes, "{name}");
        }
        for (codes, name, _) in NAMED {
            assert!(used.iter().any(|used| used == codes), "no call has {name}");
        }
    }
}
