//! Prolific's API, as far as it is needed: reading submissions, keeping participant groups, and checking the token.
//!
//! By its OpenAPI document 1.0.0 (<https://docs.prolific.com/openapi.yaml>; operations `get-submissions`,
//! `get-submission`, `get-study`, `get-user`, `get-study-jwks`, `get-participant-group-participants`,
//! `add-to-participant-group`, `remove-from-participant-group`) and its own
//! client (<https://github.com/prolific-oss/cli>). The document names no links to further pages; the client reads them
//! as `_links.next.href` and `meta.count`. Both are followed where they are.

use std::collections::HashSet;
use std::io::ErrorKind;
use std::sync::OnceLock;
use std::time::Duration;

use openidconnect::core::CoreJsonWebKeySet;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderMap, HeaderValue, RETRY_AFTER};
use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder, Response, Url};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::compare::{ENDED, FINISHED, ServiceSubmission, is_same_status};
use crate::auth::recruitment::plain_id;
use crate::base::config::Settings;

/// The file with the token, in the data folder of the study.
pub const TOKEN_FILE: &str = "prolific.token";

/// Time limit of a call.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Calls that are tried in all, while Prolific is busy or not available.
const ATTEMPTS: u32 = 3;
/// Until the second attempt; doubled for each further one. Prolific asks for exponential back-off after 429
/// (<https://docs.prolific.com/documentation/core-concepts/managing-high-loads>).
const PAUSE: Duration = Duration::from_secs(1);
/// A longer `Retry-After` ends the run. The job then begins again after that time.
const LONGEST_PAUSE: Duration = Duration::from_mins(1);
/// Submissions of a page.
const PAGE: usize = 100;
/// Pages at most, against a server that never ends its list.
const PAGES: usize = 2000;
/// IDs in a call that changes a group.
const AT_ONCE: usize = 100;
/// The largest reply, in bytes.
const LARGEST: usize = 8 << 20;

/// Statuses by the document (`SubmissionShortStatus`), and `PARTIALLY APPROVED`, which the number of submissions by
/// status has.
const STATUSES: [&str; 9] = [
    "RESERVED",
    "ACTIVE",
    "TIMED-OUT",
    "AWAITING REVIEW",
    "APPROVED",
    "PARTIALLY APPROVED",
    "RETURNED",
    "REJECTED",
    "SCREENED OUT",
];

/// What went wrong at Prolific.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, thiserror::Error)]
#[schema(as = ProlificFailure)]
#[error("{}", self.message())]
pub struct Failure {
    pub kind: FailureKind,
    /// The study at Prolific that the call was about; null for others.
    #[serde(default)]
    pub study: Option<String>,
    /// The participant group that the call was about; null for others.
    #[serde(default)]
    pub group: Option<String>,
    /// The HTTP status; null without a reply.
    #[serde(default)]
    pub status: Option<u16>,
    /// How long Prolific asks to wait.
    #[serde(skip)]
    pub retry_after: Option<Duration>,
}

/// The kinds of failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ProlificFailureKind)]
pub enum FailureKind {
    /// The file with the token can't be read, or it is no token.
    Token,
    /// Prolific rejects the token (401, 403).
    Unauthorised,
    /// Prolific does not know the study or the group (404).
    NotFound,
    /// Too many calls (429).
    RateLimited,
    /// Prolific rejects the call for another reason.
    Rejected,
    /// Prolific is not available (5xx).
    Unavailable,
    /// There is no connection to Prolific.
    Unreachable,
    /// Prolific did not reply in time.
    Late,
    /// The reply is not as documented.
    Unreadable,
    /// An error of this server; its log has the reason.
    Internal,
}

impl Failure {
    /// A failure that is about nothing at Prolific.
    pub fn of(kind: FailureKind) -> Self {
        Self { kind, study: None, group: None, status: None, retry_after: None }
    }

    /// Whether the same call may succeed soon.
    fn is_temporary(&self) -> bool {
        matches!(self.kind, FailureKind::RateLimited | FailureKind::Unavailable)
    }

    /// What happened, and what to do.
    fn message(&self) -> String {
        let about = match (&self.study, &self.group) {
            (Some(study), _) => format!(" (study {study})"),
            (None, Some(group)) => format!(" (participant group {group})"),
            (None, None) => String::new(),
        };
        let status = self.status.map(|status| format!(", HTTP status {status}")).unwrap_or_default();
        let what = match self.kind {
            FailureKind::Token => {
                "the token of Prolific's API can't be read; check --prolific-token and the file \
                                   'prolific.token' in the data folder"
            }
            FailureKind::Unauthorised => {
                "Prolific rejects the token; make a new one in Prolific's settings, from an \
                                          account that may see the study"
            }
            FailureKind::NotFound => "Prolific does not know this ID; correct it in `recruitment.prolific`",
            FailureKind::RateLimited => "Prolific limits the number of calls; try again later",
            FailureKind::Rejected => "Prolific rejects the call",
            FailureKind::Unavailable => "Prolific is not available; try again later",
            FailureKind::Unreachable => "there is no connection to Prolific; check the network and --prolific-url",
            FailureKind::Late => "Prolific did not reply in time; try again later",
            FailureKind::Unreadable => "Prolific's reply is not as its API documents it; check --prolific-url",
            FailureKind::Internal => "an error of this server; its log has the reason",
        };
        format!("{what}{about}{status}")
    }
}

/// What a call is about.
#[derive(Clone, Copy)]
enum About<'a> {
    Study(&'a str),
    Group(&'a str),
    /// One submission, whose ID belongs to a participant; the account; the public keys.
    Other,
}

impl About<'_> {
    fn failure(self, kind: FailureKind) -> Failure {
        let mut failure = Failure::of(kind);
        match self {
            Self::Study(id) => failure.study = Some(id.to_owned()),
            Self::Group(id) => failure.group = Some(id.to_owned()),
            Self::Other => {}
        }
        failure
    }
}

/// A submission (`SubmissionShort`).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Submission {
    pub id: String,
    pub participant_id: String,
    pub status: String,
    /// The completion code that the participant used.
    #[serde(default)]
    pub study_code: Option<String>,
}

/// A submission by its ID (`SubmissionDetail`).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct SubmissionDetail {
    pub id: String,
    #[serde(default)]
    pub participant: Option<String>,
    pub status: String,
    pub study_id: String,
    /// The study that one of a representative sample, or of a quota, is a part of.
    #[serde(default)]
    pub parent_study_id: Option<String>,
}

/// A study (`Study`), as far as it is shown to the operator.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct StudyDetail {
    #[serde(default)]
    pub internal_name: Option<String>,
    #[serde(default)]
    pub name: Option<String>,
}

impl StudyDetail {
    /// The name by which the researcher knows it.
    pub fn shown(&self) -> Option<&str> {
        [&self.internal_name, &self.name].into_iter().flatten().map(String::as_str).find(|name| !name.is_empty())
    }
}

/// A member of a participant group (`ParticipantGroupMembership`).
#[derive(Deserialize)]
struct Membership {
    participant_id: String,
}

/// The account of a token (`User`), as far as it is used.
#[derive(Deserialize)]
struct Account {
    id: String,
}

/// A page of a list.
#[derive(Deserialize)]
struct Page<T> {
    results: Vec<T>,
    #[serde(rename = "_links")]
    links: Option<Links>,
    meta: Option<Meta>,
}

#[derive(Deserialize)]
struct Links {
    next: Option<Link>,
}

#[derive(Deserialize)]
struct Link {
    href: Option<String>,
}

#[derive(Deserialize)]
struct Meta {
    count: Option<usize>,
}

impl Submission {
    /// As the comparison reads it. An ID in which nothing is visible is none.
    pub fn listed(self) -> Option<ServiceSubmission> {
        let has = |words: &str| words.split(',').any(|word| is_same_status(word, &self.status));
        Some(ServiceSubmission {
            person: plain_id(&self.participant_id)?,
            finished: has(FINISHED),
            ended: has(ENDED),
            id: self.participant_id,
            status: self.status,
            code: Some(self.study_code.unwrap_or_default()),
        })
    }

    /// Whether its status is one that this program knows.
    pub fn has_known_status(&self) -> bool {
        STATUSES.iter().any(|known| is_same_status(known, &self.status))
    }
}

/// Prolific's API with a token.
pub struct Prolific {
    base: Url,
    token: HeaderValue,
}

/// One client for all studies: it keeps the certificates of authorities in memory.
static CLIENT: OnceLock<Client> = OnceLock::new();

impl Prolific {
    /// With the token of the study; none if it has none. The file in the study's data folder takes precedence over the
    /// setting, which all studies share.
    ///
    /// # Errors
    /// If the file can't be read, or has no token.
    pub fn open(settings: &Settings) -> Result<Option<Self>, Failure> {
        let unusable = || Failure::of(FailureKind::Token);
        let token = match std::fs::read_to_string(settings.data.join(TOKEN_FILE)) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == ErrorKind::NotFound => settings.prolific.prolific_token.clone(),
            Err(error) => {
                tracing::warn!(%error, file = TOKEN_FILE, "the token of Prolific's API can't be read");
                return Err(unusable());
            }
        };
        let Some(token) = token else { return Ok(None) };
        let token = token.trim();
        if token.is_empty() {
            return Err(unusable());
        }
        let mut token = HeaderValue::from_str(&format!("Token {token}")).map_err(|_| unusable())?;
        token.set_sensitive(true);
        let base = Url::parse(&settings.prolific.prolific_url).map_err(|_| Failure::of(FailureKind::Unreachable))?;
        Ok(Some(Self { base, token }))
    }

    /// All submissions of a study, the oldest first.
    ///
    /// # Errors
    /// If Prolific can't be asked, or its reply is not as documented.
    pub async fn submissions(&self, study: &str) -> Result<Vec<Submission>, Failure> {
        let about = About::Study(study);
        let mut submissions: Vec<Submission> = Vec::new();
        let mut seen = HashSet::new();
        let mut url = self.url("/api/v1/submissions/");
        for number in 1..=PAGES {
            let size = PAGE.to_string();
            let query =
                [("study", study), ("ordering", "started_at"), ("page_size", &size), ("page", &number.to_string())];
            url.query_pairs_mut().clear().extend_pairs(query);
            let page: Page<Submission> = match self.read(&url, about).await {
                Ok(page) => page,
                // Behind the last page of a list without links.
                Err(failure) if number > 1 && failure.kind == FailureKind::NotFound => return Ok(submissions),
                Err(failure) => return Err(failure),
            };
            // A list that grows meanwhile shows some again. A server that does not know `page` shows all again.
            let before = submissions.len();
            submissions.extend(page.results.into_iter().filter(|one| seen.insert(one.id.clone())));
            let is_last = page.links.is_some_and(|links| links.next.and_then(|next| next.href).is_none());
            let is_whole = page.meta.and_then(|meta| meta.count).is_some_and(|count| submissions.len() >= count);
            if is_last || is_whole || submissions.len() == before {
                return Ok(submissions);
            }
        }
        Err(about.failure(FailureKind::Unreadable))
    }

    /// One submission, whose ID is in the links of a participant. IDs have only letters, digits and hyphens.
    ///
    /// # Errors
    /// If Prolific does not know it, can't be asked, or its reply is not as documented.
    pub async fn submission(&self, id: &str) -> Result<SubmissionDetail, Failure> {
        self.read(&self.url(&format!("/api/v1/submissions/{id}/")), About::Other).await
    }

    /// A study.
    ///
    /// # Errors
    /// If Prolific does not know it, can't be asked, or its reply is not as documented.
    pub async fn study(&self, id: &str) -> Result<StudyDetail, Failure> {
        self.read(&self.url(&format!("/api/v1/studies/{id}/")), About::Study(id)).await
    }

    /// The ID of the account that the token belongs to. Prolific names this call for testing a token.
    ///
    /// # Errors
    /// If Prolific rejects the token, can't be asked, or its reply is not as documented.
    pub async fn account(&self) -> Result<String, Failure> {
        let account: Account = self.read(&self.url("/api/v1/users/me/"), About::Other).await?;
        Ok(account.id)
    }

    /// The IDs of the members of a participant group.
    ///
    /// # Errors
    /// If Prolific can't be asked, or its reply is not as documented.
    pub async fn members(&self, group: &str) -> Result<Vec<String>, Failure> {
        let about = About::Group(group);
        let mut url = self.members_url(group);
        let mut members = Vec::new();
        for _ in 0..PAGES {
            let page: Page<Membership> = self.read(&url, about).await?;
            members.extend(page.results.into_iter().map(|one| one.participant_id));
            let next = page.links.and_then(|links| links.next?.href);
            let Some(next) = next.and_then(|next| url.join(&next).ok()) else { return Ok(members) };
            // Only the query: the token goes to no other address.
            url.set_query(next.query());
        }
        Err(about.failure(FailureKind::Unreadable))
    }

    /// Adds people to a participant group. Those who are in it already are ignored by Prolific.
    ///
    /// # Errors
    /// If Prolific can't be asked, or rejects the call.
    pub async fn add(&self, group: &str, people: &[String]) -> Result<(), Failure> {
        self.change(Method::POST, group, people).await
    }

    /// Removes people from a participant group. Those who are not in it are ignored by Prolific.
    ///
    /// # Errors
    /// If Prolific can't be asked, or rejects the call.
    pub async fn remove(&self, group: &str, people: &[String]) -> Result<(), Failure> {
        self.change(Method::DELETE, group, people).await
    }

    async fn change(&self, method: Method, group: &str, people: &[String]) -> Result<(), Failure> {
        for some in people.chunks(AT_ONCE) {
            let body = json!({ "participant_ids": some }).to_string();
            self.call(method.clone(), &self.members_url(group), Some(body), About::Group(group)).await?;
        }
        Ok(())
    }

    fn members_url(&self, group: &str) -> Url {
        self.url(&format!("/api/v1/participant-groups/{group}/participants/"))
    }

    /// IDs have only letters, digits and hyphens: the study is checked for that.
    fn url(&self, path: &str) -> Url {
        let mut url = self.base.clone();
        url.set_path(path);
        url
    }

    async fn read<T: DeserializeOwned>(&self, url: &Url, about: About<'_>) -> Result<T, Failure> {
        let reply = self.call(Method::GET, url, None, about).await?;
        serde_json::from_slice(&reply).map_err(|_| about.failure(FailureKind::Unreadable))
    }

    /// Makes a call, and repeats it while Prolific is busy or not available. All of them may be repeated.
    async fn call(
        &self,
        method: Method,
        url: &Url,
        body: Option<String>,
        about: About<'_>,
    ) -> Result<Vec<u8>, Failure> {
        let mut pause = PAUSE;
        for attempt in 1.. {
            let failure = match self.attempt(method.clone(), url, body.clone(), about).await {
                Ok(reply) => return Ok(reply),
                Err(failure) => failure,
            };
            let wait = failure.retry_after.unwrap_or(pause);
            if !failure.is_temporary() || attempt == ATTEMPTS || wait > LONGEST_PAUSE {
                return Err(failure);
            }
            tokio::time::sleep(wait).await;
            pause *= 2;
        }
        unreachable!("the last attempt returns")
    }

    async fn attempt(
        &self,
        method: Method,
        url: &Url,
        body: Option<String>,
        about: About<'_>,
    ) -> Result<Vec<u8>, Failure> {
        let client = client().ok_or_else(|| about.failure(FailureKind::Internal))?;
        let mut request = client.request(method, url.clone()).header(AUTHORIZATION, self.token.clone());
        if let Some(body) = body {
            request = request.header(CONTENT_TYPE, "application/json").body(body);
        }
        exchange(request, about).await
    }
}

/// The public keys with which Prolific signs links. They need no token.
///
/// # Errors
/// If Prolific can't be asked, or its reply is not as documented.
pub async fn signing_keys(base: &str) -> Result<CoreJsonWebKeySet, Failure> {
    let about = About::Other;
    let mut url = Url::parse(base).map_err(|_| about.failure(FailureKind::Unreachable))?;
    url.set_path("/.well-known/study/jwks.json");
    let client = client().ok_or_else(|| about.failure(FailureKind::Internal))?;
    let reply = exchange(client.get(url), about).await?;
    serde_json::from_slice(&reply).map_err(|_| about.failure(FailureKind::Unreadable))
}

/// The body of the reply.
async fn exchange(request: RequestBuilder, about: About<'_>) -> Result<Vec<u8>, Failure> {
    let broken = |error: reqwest::Error| {
        about.failure(if error.is_timeout() { FailureKind::Late } else { FailureKind::Unreachable })
    };
    let mut reply = request.send().await.map_err(broken)?;
    if let Some(failure) = rejection(&reply, about) {
        return Err(failure);
    }
    let mut bytes = Vec::new();
    while let Some(piece) = reply.chunk().await.map_err(broken)? {
        bytes.extend_from_slice(&piece);
        if bytes.len() > LARGEST {
            return Err(about.failure(FailureKind::Unreadable));
        }
    }
    Ok(bytes)
}

/// The failure that a reply means; none for a success.
fn rejection(reply: &Response, about: About<'_>) -> Option<Failure> {
    let status = reply.status();
    let kind = match status.as_u16() {
        200..=299 => return None,
        401 | 403 => FailureKind::Unauthorised,
        404 => FailureKind::NotFound,
        429 => FailureKind::RateLimited,
        500..=599 => FailureKind::Unavailable,
        300..=399 => FailureKind::Unreadable,
        _ => FailureKind::Rejected,
    };
    let retry_after = retry_after(reply.headers());
    Some(Failure { status: Some(status.as_u16()), retry_after, ..about.failure(kind) })
}

/// The header `Retry-After` in seconds. Prolific documents none; a time in it is ignored.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok().map(Duration::from_secs)
}

fn client() -> Option<&'static Client> {
    if let Some(client) = CLIENT.get() {
        return Some(client);
    }
    let client = Client::builder()
        .redirect(Policy::none())
        .timeout(TIMEOUT)
        .pool_idle_timeout(Duration::from_secs(5))
        .user_agent(concat!("Unmask/", env!("CARGO_PKG_VERSION")))
        .build();
    match client {
        Ok(client) => Some(CLIENT.get_or_init(|| client)),
        Err(error) => {
            tracing::warn!(%error, "the client for Prolific can't be made");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn submission(status: &str, code: Option<&str>) -> Submission {
        let code = code.map(str::to_owned);
        Submission { id: "s".into(), participant_id: "5f3".into(), status: status.into(), study_code: code }
    }

    /// The statuses of the document, and what they mean for the comparison.
    #[test]
    fn statuses_are_finished_ended_or_neither() {
        let read = |status: &str| {
            let one = submission(status, Some("CODE"));
            let is_known = one.has_known_status();
            let listed = one.listed().unwrap();
            (listed.finished, listed.ended, is_known)
        };
        for status in ["AWAITING REVIEW", "APPROVED", "REJECTED", "PARTIALLY APPROVED", "AWAITING_REVIEW"] {
            assert_eq!(read(status), (true, false, true), "{status}");
        }
        for status in ["RETURNED", "TIMED-OUT"] {
            assert_eq!(read(status), (false, true, true), "{status}");
        }
        for status in ["RESERVED", "ACTIVE", "SCREENED OUT"] {
            assert_eq!(read(status), (false, false, true), "{status}");
        }
        assert_eq!(read("PAUSED"), (false, false, false));
        assert_eq!(submission("APPROVED", None).listed().unwrap().code.as_deref(), Some(""));
    }

    #[test]
    fn only_seconds_are_waited_for() {
        let of = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(RETRY_AFTER, HeaderValue::from_static(value));
            retry_after(&headers)
        };
        assert_eq!(of(" 7 "), Some(Duration::from_secs(7)));
        assert_eq!(of("Fri, 31 Dec 2027 23:59:59 GMT"), None);
    }
}
