//! `/unsubscribe/{token}`: ends the e-mails about later parts. Reading the page changes nothing, because mail programs
//! follow links to check them. The button, and a mail program on its user's behalf (RFC 8058), post to the same
//! address. Neither needs a sign-in.

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use minijinja::{Environment, context};
use sha2::{Digest as _, Sha256};
use unmask_store::invitations;

use crate::mail::links::LinkKind;
use crate::routes::prelude::*;

const TEMPLATE: &str = include_str!("unsubscribe.html");
/// The style of the pages that need no script.
pub const STYLE: &str = include_str!("unsubscribe.css");

struct Words {
    title: &'static str,
    question: &'static str,
    button: &'static str,
    done: &'static str,
    again: &'static str,
}

const ENGLISH: Words = Words {
    title: "E-mails about the study",
    question: "Do you want no more e-mails about later parts of this study?",
    button: "Unsubscribe",
    done: "You will get no more e-mails about this study.",
    again: "You can still take part. In your profile, you can subscribe again or delete your e-mail address.",
};
const GERMAN: Words = Words {
    title: "E\u{2011}Mails zur Studie",
    question: "Möchten Sie keine E\u{2011}Mails über weitere Teile dieser Studie mehr bekommen?",
    button: "Abmelden",
    done: "Sie bekommen keine E\u{2011}Mails zu dieser Studie mehr.",
    again: "Sie können weiterhin teilnehmen. In Ihrem Profil können Sie sich wieder anmelden oder Ihre E\u{2011}Mail-Adresse \
            löschen.",
};

/// The page with the button.
pub async fn page(State(app): State<App>, Path(token): Path, headers: HeaderMap) -> Result<Response> {
    LinkKind::Unsubscribe.account(&app.key, &token).ok_or_else(ApiError::not_found)?;
    shown(&app, &headers, false)
}

/// Ends the e-mails. The reply is the same if they have ended, and if the account was deleted.
pub async fn unsubscribe(State(app): State<App>, Path(token): Path, headers: HeaderMap) -> Result<Response> {
    let account = LinkKind::Unsubscribe.account(&app.key, &token).ok_or_else(ApiError::not_found)?;
    let at = app.clock.now();
    app.store.write(async move |tx| invitations::unsubscribe(tx, &account, at).await).await?;
    shown(&app, &headers, true)
}

/// The page, in German for those who prefer it, and otherwise in English.
fn shown(app: &App, headers: &HeaderMap, is_done: bool) -> Result<Response> {
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (locale, words) =
        if accepted.to_ascii_lowercase().starts_with("de") { ("de", GERMAN) } else { ("en", ENGLISH) };
    let loaded = app.versions.active();
    let study = &loaded.study;
    let name = study.catalog.translate(&loaded.locale(Some(locale)), &study.file.title.0);
    let Words { title, question, button, done, again } = words;
    let values = context! { locale, name, title, question, button, done, again, is_done, style => STYLE };
    let page = Environment::new().render_named_str("unsubscribe.html", TEMPLATE, values);
    let page = page.map_err(|error| ApiError::internal(format!("the page could not be filled: {error:#}")))?;
    Ok((
        [(header::CONTENT_SECURITY_POLICY, policy()), (header::CACHE_CONTROL, HeaderValue::from_static("no-store"))],
        Html(page),
    )
        .into_response())
}

/// Nothing but the page's own style and form.
pub fn policy() -> HeaderValue {
    let hash = STANDARD.encode(Sha256::digest(STYLE));
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    );
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
}
