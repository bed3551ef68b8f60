//! The embedded web app: hashed assets, the public pages that the server fills once, and the shell of all
//! other pages.

mod assets;
mod encoding;
mod pages;
mod shell;

use std::sync::Arc;

use axum::extract::Request;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use percent_encoding::percent_decode_str;
use unmask_study::Page;

use crate::api::error::{ApiError, Code};
use crate::base::config::Settings;
use crate::study_versions::{Enrolment, LoadedVersion};
pub use assets::{asset, default_profile, favicon, robots};
pub use shell::Shell;

/// Everything that is sent for a page address, ready to send.
pub struct WebApp {
    /// What the paths of the study begin with.
    base: String,
    shell: Shell,
    public: pages::PublicPages,
}

/// The reply if the web app is not built into the program.
const NOT_BUILT: &str = "The web app is not part of this program.\n\
    Build it with 'npm ci && npm run build' in web/, then build the program again. 'make run' does both.\n\
    The API under /api/ works without it.\n";

impl WebApp {
    /// Fills the templates for a study.
    pub fn new(study: &Arc<LoadedVersion>, settings: &Settings) -> anyhow::Result<Self> {
        let analytics = settings.analytics.public();
        let shell = Shell::read(study, settings, analytics.as_ref().and_then(|analytics| analytics.host.as_deref()))?;
        let public = pages::PublicPages::new(study, &shell, analytics.as_ref())?;
        Ok(Self { base: settings.site.base(), public, shell })
    }

    /// The reply to every address that is neither an API call nor a file. Whether people can register is only
    /// asked for pages that show it.
    pub async fn page(&self, request: Request, enrolment: impl Future<Output = Enrolment>) -> Response {
        let path = request.uri().path();
        if path == "/api" || path.starts_with("/api/") {
            return ApiError::not_found().into_response();
        }
        if let Some(file) = assets::public_file(path.trim_start_matches('/'), request.headers()) {
            return file;
        }
        if path.contains('%') {
            return leave_encoded(&request, &self.base);
        }
        if !could_be_a_page(&request) {
            return ApiError::not_found().into_response();
        }
        let method = request.method().as_str();
        let page = path.parse::<Page>().ok();
        match (method, &page) {
            ("GET" | "HEAD", _) => {}
            // A form that was sent before the app had started: back to the page, nothing in the address.
            ("POST", Some(Page::Auth | Page::Consent)) => {
                return (StatusCode::SEE_OTHER, [(header::LOCATION, format!("{}{path}", self.base))]).into_response();
            }
            _ => return ApiError::of(Code::MethodNotAllowed).into_response(),
        }
        if !self.shell.is_built() {
            return (StatusCode::SERVICE_UNAVAILABLE, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], NOT_BUILT)
                .into_response();
        }
        let prepared = match page.as_ref().filter(|page| page.is_public()) {
            Some(page) => self.public.find(page, enrolment.await, &request, &self.shell.site),
            None => self.shell.page(page.as_ref()),
        };
        match prepared {
            Ok(Some(prepared)) => prepared.respond(request.headers()),
            Ok(None) => ApiError::internal("a page is missing in the web app").into_response(),
            Err(error) => ApiError::internal(format!("a page could not be filled: {error:#}")).into_response(),
        }
    }
}

/// Browsers send it when they open an address in a tab; scanners and collectors don't.
const WANTED_AS: HeaderName = HeaderName::from_static("sec-fetch-dest");

/// The app redirects unknown addresses to `/`. Files and what scanners and collectors look for are not pages: they must
/// not take the app for the file that they requested.
fn could_be_a_page(request: &Request) -> bool {
    is_opened(request) || !looks_like_a_file(request.uri().path())
}

/// Whether a person opens the address in a browser.
fn is_opened(request: &Request) -> bool {
    request.headers().get(WANTED_AS).is_some_and(|wanted| wanted == "document")
}

/// No address of a page needs percent-encoding. The app's router decodes a path and its guards don't, so it must not
/// get an encoded one: a page in disguise is redirected to its own address, and a browser with any other path to `/`.
fn leave_encoded(request: &Request, base: &str) -> Response {
    let to = match (own_address(request.uri().path()), request.uri().query()) {
        (Some(page), Some(query)) => format!("{base}{page}?{query}"),
        (Some(page), None) => format!("{base}{page}"),
        (None, _) if is_opened(request) => {
            return (StatusCode::SEE_OTHER, [(header::LOCATION, format!("{base}/"))]).into_response();
        }
        (None, _) => return ApiError::not_found().into_response(),
    };
    (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, to)]).into_response()
}

/// The address of the page that an encoded path names. The router ignores case, and no page's address has capitals.
fn own_address(encoded: &str) -> Option<String> {
    let path = percent_decode_str(encoded).decode_utf8().ok()?.to_ascii_lowercase();
    let page = path.parse::<Page>().ok()?.to_string();
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_');
    page.bytes().all(is_plain).then_some(page)
}

fn looks_like_a_file(path: &str) -> bool {
    let mut parts = path.split('/');
    path == "/metrics" || parts.any(|part| part.starts_with('.')) || path.rsplit('/').next().unwrap_or("").contains('.')
}
