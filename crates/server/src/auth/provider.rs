//! The provider of single sign-on, by OpenID Connect: code flow with PKCE, state and nonce (OpenID Connect Core 1.0,
//! section 3.1; RFC 7636).

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use futures_util::future::BoxFuture;
use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreAuthenticationFlow, CoreErrorResponseType, CoreGenderClaim, CoreJsonWebKey,
    CoreJweContentEncryptionAlgorithm, CoreJwsSigningAlgorithm, CoreProviderMetadata, CoreRevocableToken,
    CoreRevocationErrorResponse, CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::{
    AccessToken, AdditionalClaims, AsyncHttpClient, AuthorizationCode, Client, ClientId, ClientSecret, CsrfToken,
    EmptyExtraTokenFields, EndpointMaybeSet, EndpointNotSet, EndpointSet, HttpRequest, HttpResponse, IdTokenFields,
    IssuerUrl, Nonce, OAuth2TokenResponse as _, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope,
    StandardErrorResponse, StandardTokenResponse, SubjectIdentifier, TokenResponse as _, UserInfoClaims,
};
use parking_lot::Mutex;
use reqwest::redirect::Policy;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::base::config::{GroupRole, Settings, SsoSettings};
use crate::mail::origin;

/// How long the provider may take for a reply.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long its endpoints and keys are used before they are read again.
const FRESH: Duration = Duration::from_mins(1);
/// Where the provider sends people back to.
const REDIRECT: &str = "/console/sso";

/// All claims that are not standard ones.
#[derive(Clone, Debug, Deserialize, Serialize)]
struct OtherClaims(Map<String, Value>);

impl AdditionalClaims for OtherClaims {}

type IdTokens = IdTokenFields<
    OtherClaims,
    EmptyExtraTokenFields,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJwsSigningAlgorithm,
>;

type ProviderClient = Client<
    OtherClaims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    StandardTokenResponse<IdTokens, CoreTokenType>,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// A provider of single sign-on.
pub struct Provider {
    /// What the button says.
    pub name: String,
    /// Its issuer.
    pub issuer: String,
    pub group_roles: Vec<GroupRole>,
    settings: SsoSettings,
    client_id: ClientId,
    issuer_url: IssuerUrl,
    redirect: RedirectUrl,
    http: Http,
    metadata: Mutex<Option<(Instant, CoreProviderMetadata)>>,
}

/// What has to be remembered of a sign-in until the person comes back from the provider.
#[derive(Debug, Deserialize, Serialize)]
pub struct Begun {
    state: CsrfToken,
    nonce: Nonce,
    verifier: PkceCodeVerifier,
}

/// A person, as the provider describes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Names the person at the provider, for ever.
    pub subject: String,
    /// See [`username`].
    pub username: String,
    /// The e-mail address, if the provider has verified it.
    pub verified_email: Option<String>,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub groups: Vec<String>,
}

/// Why a sign-in at the provider failed.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// The provider did not answer, or not as one.
    #[error("the provider of single sign-on can't be used: {0:#}")]
    Unavailable(anyhow::Error),
    /// What came back does not belong to this sign-in, or is not from the provider.
    #[error("a sign-in at the provider was rejected: {0:#}")]
    Rejected(anyhow::Error),
}

impl Provider {
    /// The provider of the settings, if there is one. Nothing is asked yet.
    ///
    /// # Errors
    /// If the settings contradict each other.
    pub fn of(settings: &Settings) -> Result<Option<Self>> {
        let Some(issuer) = &settings.sso.sso_issuer else { return Ok(None) };
        let issuer_url = IssuerUrl::new(issuer.clone()).with_context(|| format!("--sso-issuer '{issuer}'"))?;
        let (scheme, host) = (issuer_url.url().scheme(), issuer_url.url().host_str().unwrap_or_default());
        // Tokens are signed, and the keys for them come from this address.
        if scheme != "https" && !is_this_machine(host) {
            bail!("--sso-issuer '{issuer}' must begin with https://");
        }
        let client_id = settings.sso.sso_client_id.clone().context(
            "--sso-issuer needs --sso-client-id: the ID under which this installation is registered at the provider",
        )?;
        let public_url = settings.mail.public_url.as_deref().context(
            "--sso-issuer needs --public-url: the address at which people reach the console, for the way back from the \
             provider",
        )?;
        let redirect = RedirectUrl::new(format!("{}{REDIRECT}", origin(public_url)?))?;
        // Following redirects would let the provider's replies name hosts of this network.
        let http = reqwest::Client::builder().redirect(Policy::none()).timeout(PATIENCE).build()?;
        Ok(Some(Self {
            name: settings.sso.sso_name.clone().unwrap_or_else(|| host.to_owned()),
            issuer: issuer.clone(),
            group_roles: settings.sso.group_roles()?,
            settings: settings.sso.clone(),
            client_id: ClientId::new(client_id),
            issuer_url,
            redirect,
            http: Http(http),
            metadata: Mutex::new(None),
        }))
    }

    /// Begins a sign-in: where to send the browser, and what to remember until it comes back.
    pub async fn begin(&self) -> Result<(String, Begun), ProviderError> {
        let client = self.client().await?;
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let flow = CoreAuthenticationFlow::AuthorizationCode;
        let mut request = client.authorize_url(flow, CsrfToken::new_random, Nonce::new_random);
        for scope in self.settings.sso_scopes.split_whitespace() {
            request = request.add_scope(Scope::new(scope.to_owned()));
        }
        let (url, state, nonce) = request.set_pkce_challenge(challenge).url();
        Ok((url.to_string(), Begun { state, nonce, verifier }))
    }

    /// Completes a sign-in with what the browser brings back from the provider.
    pub async fn complete(&self, begun: Begun, state: &str, code: &str) -> Result<Identity, ProviderError> {
        if begun.state.secret() != state {
            return Err(ProviderError::Rejected(anyhow::anyhow!("another sign-in began in this browser")));
        }
        let client = self.client().await?;
        let request = client.exchange_code(AuthorizationCode::new(code.to_owned())).map_err(unavailable)?;
        let reply =
            request.set_pkce_verifier(begun.verifier).request_async(&self.http).await.map_err(|error| match error {
                openidconnect::RequestTokenError::ServerResponse(_) => rejected(error),
                error => unavailable(error),
            })?;
        let token = reply.id_token().context("the reply has no ID token").map_err(ProviderError::Rejected)?;
        let claims = token.claims(&client.id_token_verifier(), &begun.nonce).map_err(rejected)?;
        let more = self.user_info(&client, reply.access_token(), claims.subject()).await?;

        let groups = |claims: &OtherClaims| groups(claims.0.get(&self.settings.sso_groups_claim));
        let asked = more.as_ref();
        let text = |own: Option<String>, other: Option<String>| own.or(other).filter(|text| !text.is_empty());
        // The address and whether it is verified have to come from the same place.
        let own = claims.email().map(|email| (email.to_string(), claims.email_verified()));
        let other = || asked.and_then(|more| Some((more.email()?.to_string(), more.email_verified())));
        let verified = own.or_else(other).filter(|(_, is_verified)| *is_verified == Some(true)).map(|(email, _)| email);
        let preferred = text(
            claims.preferred_username().map(|name| name.to_string()),
            asked.and_then(|more| more.preferred_username()).map(|name| name.to_string()),
        );
        let mut all = groups(claims.additional_claims());
        all.extend(asked.map(|more| groups(more.additional_claims())).unwrap_or_default());
        let subject = claims.subject().to_string();
        Ok(Identity {
            username: username(preferred, verified.as_deref(), &subject),
            verified_email: verified,
            first_name: text(
                claims.given_name().and_then(|name| name.get(None)).map(|name| name.to_string()),
                asked.and_then(|more| more.given_name()?.get(None)).map(|name| name.to_string()),
            ),
            last_name: text(
                claims.family_name().and_then(|name| name.get(None)).map(|name| name.to_string()),
                asked.and_then(|more| more.family_name()?.get(None)).map(|name| name.to_string()),
            ),
            groups: all,
            subject,
        })
    }

    /// Whether the provider answers as one.
    pub async fn try_connection(&self) -> Result<(), ProviderError> {
        self.client().await.map(|_| ())
    }

    /// Most providers send groups only here.
    async fn user_info(
        &self,
        client: &ProviderClient,
        token: &AccessToken,
        subject: &SubjectIdentifier,
    ) -> Result<Option<UserInfoClaims<OtherClaims, CoreGenderClaim>>, ProviderError> {
        let Ok(request) = client.user_info(token.clone(), Some(subject.clone())) else { return Ok(None) };
        request.request_async(&self.http).await.map(Some).map_err(unavailable)
    }

    async fn client(&self) -> Result<ProviderClient, ProviderError> {
        let known = self.metadata.lock().clone().filter(|(at, _)| at.elapsed() < FRESH);
        let metadata = if let Some((_, metadata)) = known {
            metadata
        } else {
            let read = CoreProviderMetadata::discover_async(self.issuer_url.clone(), &self.http).await;
            let read = read.map_err(unavailable)?;
            *self.metadata.lock() = Some((Instant::now(), read.clone()));
            read
        };
        let secret = self.settings.sso_client_secret.clone().map(ClientSecret::new);
        let client = Client::from_provider_metadata(metadata, self.client_id.clone(), secret);
        Ok(client.set_redirect_uri(self.redirect.clone()))
    }
}

/// The HTTP client, as the library calls it.
struct Http(reqwest::Client);

impl<'c> AsyncHttpClient<'c> for Http {
    type Error = SendError;
    type Future = BoxFuture<'c, Result<HttpResponse, SendError>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        Box::pin(async move {
            let reply = self.0.execute(request.try_into()?).await?;
            let (status, headers) = (reply.status(), reply.headers().clone());
            let mut built = HttpResponse::new(reply.bytes().await?.to_vec());
            *built.status_mut() = status;
            *built.headers_mut() = headers;
            Ok(built)
        })
    }
}

#[derive(Debug, thiserror::Error)]
#[error("{}", innermost(.0))]
struct SendError(#[from] reqwest::Error);

/// What went wrong in the end, without the address, which the settings have.
fn innermost(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(next) = cause.source() {
        cause = next;
    }
    cause.to_string()
}

fn unavailable(error: impl std::error::Error + Send + Sync + 'static) -> ProviderError {
    ProviderError::Unavailable(error.into())
}

fn rejected(error: impl std::error::Error + Send + Sync + 'static) -> ProviderError {
    ProviderError::Rejected(error.into())
}

/// The preferred username, or else the verified address, or else the subject. What looks like an address has to be the
/// verified one: in some places people choose their names, and owners give roles to addresses.
fn username(preferred: Option<String>, verified: Option<&str>, subject: &str) -> String {
    let is_theirs = |name: &String| !name.contains('@') || verified.is_some_and(|own| own.eq_ignore_ascii_case(name));
    preferred.filter(is_theirs).unwrap_or_else(|| verified.unwrap_or(subject).to_owned())
}

/// For trying it out, and for tests.
fn is_this_machine(host: &str) -> bool {
    ["localhost", "127.0.0.1", "[::1]"].contains(&host) || host.ends_with(".localhost")
}

/// The groups of a claim: a list of names, or names separated by spaces or commas.
fn groups(claim: Option<&Value>) -> Vec<String> {
    match claim {
        Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        Some(Value::String(names)) => {
            names.split([' ', ',']).filter(|name| !name.is_empty()).map(str::to_owned).collect()
        }
        _ => Vec::new(),
    }
}

/// The roles that groups give: for each study, the first that applies.
pub fn roles_of<'a>(roles: &'a [GroupRole], groups: &[String]) -> Vec<&'a GroupRole> {
    let mut given: Vec<&GroupRole> = Vec::new();
    for role in roles.iter().filter(|role| groups.contains(&role.group)) {
        if !given.iter().any(|other| other.study == role.study) {
            given.push(role);
        }
    }
    given
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use unmask_store::control::people::StudyRole;

    use super::*;

    #[test]
    fn groups_are_a_list_or_words() {
        assert_eq!(groups(Some(&json!(["lab", 7, "staff members"]))), ["lab", "staff members"]);
        assert_eq!(groups(Some(&json!("lab, staff"))), ["lab", "staff"]);
        assert!(groups(Some(&json!({ "lab": true }))).is_empty());
        assert!(groups(None).is_empty());
    }

    #[test]
    fn the_first_role_of_a_study_counts() {
        let role = |group: &str, study: &str, role| GroupRole {
            group: group.into(),
            study: study.into(),
            role,
            may_unblind: false,
        };
        let roles = [
            role("leads", "*", StudyRole::Owner),
            role("lab", "pilot", StudyRole::Analyst),
            role("staff", "pilot", StudyRole::Monitor),
            role("staff", "*", StudyRole::Auditor),
        ];
        let given = |groups: &[&str]| -> Vec<(&str, StudyRole)> {
            let groups: Vec<_> = groups.iter().map(|&group| group.to_owned()).collect();
            roles_of(&roles, &groups).into_iter().map(|one| (one.study.as_str(), one.role)).collect()
        };
        assert_eq!(given(&["staff", "lab"]), [("pilot", StudyRole::Analyst), ("*", StudyRole::Auditor)]);
        assert_eq!(given(&["leads", "staff"]), [("*", StudyRole::Owner), ("pilot", StudyRole::Monitor)]);
        assert!(given(&["others"]).is_empty());
    }
}
