//! What people see at the address of a study that is not open, or that does not exist.

use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse as _, Response};
use minijinja::{Environment, context};

use crate::api::error::ApiError;
use crate::installation::Unavailable;
use crate::routes::unsubscribe::{STYLE, policy};

const TEMPLATE: &str = include_str!("unavailable.html");

struct Words {
    title: &'static str,
    text: &'static str,
    again: &'static str,
}

const CLOSED: [Words; 2] = [
    Words {
        title: "This study is not available right now",
        text: "It will be back. Nothing that you have answered is lost. Please try again in a few minutes.",
        again: "Try again",
    },
    Words {
        title: "Diese Studie ist gerade nicht erreichbar",
        text: "Sie wird wieder erreichbar sein. Von Ihren Antworten geht nichts verloren. Bitte versuchen Sie es in ein paar \
               Minuten noch einmal.",
        again: "Noch einmal versuchen",
    },
];
const UNKNOWN: [Words; 2] = [
    Words {
        title: "There is no study at this address",
        text: "It may have ended. Please check the address, or ask those who invited you.",
        again: "",
    },
    Words {
        title: "Unter dieser Adresse gibt es keine Studie",
        text: "Vielleicht ist sie beendet. Bitte prüfen Sie die Adresse, oder fragen Sie die Personen, die Sie eingeladen haben.",
        again: "",
    },
];

/// The reply of a study that is not open.
pub fn reply(request: &Request, why: Unavailable) -> Response {
    let seconds = HeaderValue::from_static(if why == Unavailable::Opening { "2" } else { "30" });
    let mut reply = if is_page(request) {
        page(request, StatusCode::SERVICE_UNAVAILABLE, &CLOSED)
    } else {
        ApiError::unavailable("the study is not open").into_response()
    };
    reply.headers_mut().insert(header::RETRY_AFTER, seconds);
    reply
}

/// The reply if there is no such study.
pub fn unknown(request: &Request) -> Response {
    if is_page(request) {
        page(request, StatusCode::NOT_FOUND, &UNKNOWN)
    } else {
        ApiError::not_found().into_response()
    }
}

/// Whether a person opens the address.
fn is_page(request: &Request) -> bool {
    let accepts = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    request.method() == "GET" && accepts.contains("text/html")
}

/// In German for those who prefer it, and otherwise in English.
fn page(request: &Request, status: StatusCode, words: &[Words; 2]) -> Response {
    let accepted = request.headers().get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let is_german = accepted.unwrap_or_default().to_ascii_lowercase().starts_with("de");
    let (locale, words) = if is_german { ("de", &words[1]) } else { ("en", &words[0]) };
    let Words { title, text, again } = *words;
    let values = context! { locale, title, text, again, style => STYLE };
    match Environment::new().render_named_str("unavailable.html", TEMPLATE, values) {
        Ok(html) => {
            let headers = [
                (header::CONTENT_SECURITY_POLICY, policy()),
                (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
                (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
                (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
            ];
            (status, headers, Html(html)).into_response()
        }
        Err(error) => ApiError::internal(format!("the page could not be filled: {error:#}")).into_response(),
    }
}
