//! One order of a certificate: account, challenges, key, certificate.

use std::pin::Pin;
use std::time::Duration;

use anyhow::Context as _;
use http_body_util::BodyExt as _;
use instant_acme::{
    Account, AccountCredentials, AuthorizationStatus, BodyWrapper, BytesResponse, ChallengeType, Error, HttpClient,
    Identifier, NewAccount, NewOrder, Order, OrderStatus, Problem, RetryPolicy,
};
use reqwest::{Certificate, Client};

use super::{Files, Live};
use crate::base::config::HttpsSettings;

/// Time limit of one call to the ACME server.
const CALL: Duration = Duration::from_secs(30);
/// How often the ACME server is asked whether it is done: a few times, then it has failed.
const POLLING: RetryPolicy =
    RetryPolicy::new().initial_delay(Duration::from_millis(100)).timeout(Duration::from_secs(90));
/// What the types of problems begin with.
const PROBLEM: &str = "urn:ietf:params:acme:error:";

/// Why there is no certificate.
#[derive(Debug)]
pub struct OrderError {
    /// What happened and what to do.
    pub reason: String,
    /// The names that could not be validated, if that is why.
    pub names: Vec<String>,
    /// Whether the authority wants fewer requests.
    pub is_rate_limited: bool,
}

impl OrderError {
    fn other(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), names: Vec::new(), is_rate_limited: false }
    }

    fn of(error: &Error, what: &str) -> Self {
        let Error::Api(problem) = error else {
            return Self::other(format!(
                "{what}: {}; check that this machine reaches the address of --acme-directory",
                cause(error)
            ));
        };
        Self { is_rate_limited: is(problem, "rateLimited"), ..Self::other(format!("{what}: {}", shown(problem))) }
    }
}

/// Obtains a certificate for these names: its private key and chain (PEM).
///
/// # Errors
/// Says what to do.
pub async fn obtain(
    settings: &HttpsSettings,
    files: &Files,
    live: &Live,
    names: &[String],
) -> Result<String, OrderError> {
    let identifiers: Vec<_> = names.iter().cloned().map(Identifier::Dns).collect();
    let order = NewOrder::new(&identifiers);
    let mut made = account(settings, files).await?.new_order(&order).await;
    if let Err(Error::Api(problem)) = &made
        && (is(problem, "accountDoesNotExist") || is(problem, "unauthorized"))
    {
        tracing::warn!(problem = shown(problem), "the authority rejects the stored account; a new one is created");
        files.remove_account().map_err(|error| OrderError::other(format!("{error:#}")))?;
        made = account(settings, files).await?.new_order(&order).await;
    }
    let mut order = made.map_err(|error| OrderError::of(&error, "the authority rejects the order"))?;
    // Those of an earlier order, which may have been cancelled.
    live.0.challenges.write().clear();
    complete(&mut order, live).await
}

async fn complete(order: &mut Order, live: &Live) -> Result<String, OrderError> {
    let failed = |error: &Error| OrderError::of(error, "the authority does not go on with the order");
    let mut authorizations = order.authorizations();
    while let Some(authorization) = authorizations.next().await {
        let mut authorization = authorization.map_err(|error| failed(&error))?;
        if authorization.status != AuthorizationStatus::Pending {
            continue;
        }
        let challenge = authorization.challenge(ChallengeType::Http01);
        let mut challenge = challenge.ok_or_else(|| OrderError::other("the authority does not offer HTTP-01"))?;
        let answer = challenge.key_authorization().as_str().to_owned();
        live.0.challenges.write().insert(challenge.token.clone(), answer);
        challenge.set_ready().await.map_err(|error| failed(&error))?;
    }
    let ready = order.poll_ready(&POLLING).await;
    if !matches!(ready, Ok(OrderStatus::Ready)) {
        return Err(match rejected(order).await {
            Some(error) => error,
            None => ready.err().map_or_else(|| OrderError::other("the order is invalid"), |error| failed(&error)),
        });
    }
    let key = order.finalize().await.map_err(|error| failed(&error))?;
    let chain = order.poll_certificate(&POLLING).await.map_err(|error| failed(&error))?;
    Ok(format!("{key}{chain}"))
}

/// The innermost cause: reqwest's own message only repeats the address.
fn cause(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}

/// The names that could not be validated, if there are any.
async fn rejected(order: &mut Order) -> Option<OrderError> {
    let (mut names, mut reasons, mut is_rate_limited) = (Vec::new(), Vec::new(), false);
    let mut authorizations = order.authorizations();
    while let Some(authorization) = authorizations.next().await {
        let mut authorization = authorization.ok()?;
        authorization.refresh().await.ok()?;
        let name = authorization.identifier().to_string();
        for problem in authorization.challenges.iter().filter_map(|challenge| challenge.error.as_ref()) {
            is_rate_limited |= is(problem, "rateLimited");
            reasons.push(format!("'{name}': {} -> {}", shown(problem), remedy(problem)));
            names.push(name.clone());
        }
    }
    (!names.is_empty()).then(|| OrderError { reason: reasons.join("; "), names, is_rate_limited })
}

/// What to do after a challenge has failed (RFC 8555, section 6.7).
fn remedy(problem: &Problem) -> &'static str {
    let kind = problem.r#type.as_deref().unwrap_or_default();
    match kind.strip_prefix(PROBLEM).unwrap_or_default() {
        "connection" => {
            "port 80 of the name must lead to the server (--http-listen): open it in the firewall, and check the A and \
             AAAA records"
        }
        "dns" => "the name needs an A or AAAA record with the address of this server",
        "unauthorized" | "incorrectResponse" => {
            "another program replied on port 80: the name leads to another machine, or a web server has the port"
        }
        "caa" => "the name's CAA record allows other authorities only",
        "rateLimited" => "the authority limits requests; it is asked again later",
        _ => "see the documentation of the authority; port 80 of the name must lead to this server",
    }
}

fn is(problem: &Problem, kind: &str) -> bool {
    problem.r#type.as_deref().and_then(|found| found.strip_prefix(PROBLEM)) == Some(kind)
}

fn shown(problem: &Problem) -> String {
    let kind = problem.r#type.as_deref().unwrap_or("about:blank");
    let detail = problem.detail.as_deref().unwrap_or("no details");
    format!("{detail} ({})", kind.strip_prefix(PROBLEM).unwrap_or(kind))
}

/// The stored account, or a new one.
async fn account(settings: &HttpsSettings, files: &Files) -> Result<Account, OrderError> {
    let unreachable = |error: &Error| OrderError::of(error, "the ACME server can't be used");
    let stored = files.account().map_err(|error| OrderError::other(format!("{error:#}")))?;
    let stored = stored.and_then(|json| serde_json::from_slice::<AccountCredentials>(&json).ok());
    let builder = Account::builder_with_http(Box::new(Http::new(settings)?));
    if let Some(credentials) = stored {
        return builder.from_credentials(credentials).await.map_err(|error| unreachable(&error));
    }
    let contact = settings.acme_contact.as_ref().map(|address| format!("mailto:{address}"));
    let contact: Vec<_> = contact.iter().map(String::as_str).collect();
    let new = NewAccount { contact: &contact, terms_of_service_agreed: true, only_return_existing: false };
    let made = builder.create(&new, settings.acme_directory.clone(), None).await;
    let (account, credentials) = made.map_err(|error| unreachable(&error))?;
    let stored = serde_json::to_vec(&credentials).context("the account can't be stored");
    let stored = stored.and_then(|json| files.write_account(&json));
    stored.map_err(|error| OrderError::other(format!("{error:#}")))?;
    Ok(account)
}

/// Calls of the ACME server.
struct Http(Client);

impl Http {
    fn new(settings: &HttpsSettings) -> Result<Self, OrderError> {
        let mut client = Client::builder().timeout(CALL).https_only(true);
        if let Some(path) = &settings.acme_root {
            let read = std::fs::read(path).context("can't be read");
            let roots = read.and_then(|pem| Certificate::from_pem_bundle(&pem).context("has no certificates in PEM"));
            let roots =
                roots.map_err(|error| OrderError::other(format!("--acme-root '{}' {error:#}", path.display())))?;
            client = client.tls_certs_only(roots);
        }
        let client = client.build();
        client.map(Self).map_err(|error| OrderError::other(format!("the client for ACME can't be made: {error}")))
    }
}

impl HttpClient for Http {
    fn request(
        &self,
        request: axum::http::Request<BodyWrapper<axum::body::Bytes>>,
    ) -> Pin<Box<dyn Future<Output = Result<BytesResponse, Error>> + Send>> {
        let client = self.0.clone();
        Box::pin(async move {
            let (head, body) = request.into_parts();
            let body = body.collect().await.unwrap_or_else(|never| match never {}).to_bytes();
            let other = |error: reqwest::Error| Error::Other(Box::new(error));
            let request = axum::http::Request::from_parts(head, body).try_into().map_err(other)?;
            let reply = client.execute(request).await.map_err(other)?;
            Ok(axum::http::Response::<reqwest::Body>::from(reply).into())
        })
    }
}
