//! Links that Prolific has signed (Secured External URL): the token in them is a JWT (RFC 7519), signed with RS256.
//!
//! What has to be verified, by <https://docs.prolific.com/api-reference/well-known-endpoints/get-study-jwks>: the
//! signature with the public key that the token names, `exp`, the domain in `aud`, and `prolific`, which has the
//! parameters of the link.

use std::collections::HashSet;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use openidconnect::JsonWebKey as _;
use openidconnect::core::{CoreJsonWebKeySet, CoreJwsSigningAlgorithm};
use parking_lot::Mutex;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::prolific::{Failure, signing_keys};
use super::visits::Arrival;
use crate::auth::recruitment::plain_id;
use crate::base::clock::Millis;

const SECOND: Millis = 1000;
const HOUR: Millis = 3600 * SECOND;
/// How long the keys are used: Prolific asks to read them at least daily.
const FRESH: Millis = 12 * HOUR;
/// The shortest time between two readings of the keys.
const PAUSE: Millis = 60 * SECOND;
/// How long a token is valid after its end: participants read the consent text first, and clocks differ.
const GRACE: Millis = HOUR;
/// The name of the study's ID in the token, as in the link.
const STUDY: &str = "STUDY_ID";

/// The public keys, of which the present ones are kept.
#[derive(Debug, Default)]
pub struct SignedLinks(Mutex<Option<Keys>>);

#[derive(Clone, Debug)]
struct Keys {
    set: CoreJsonWebKeySet,
    read_at: Millis,
}

/// Why a token does not confirm a link.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// It is not there, or not valid for this link.
    #[error("{0}")]
    Invalid(&'static str),
    /// The public keys can't be read.
    #[error(transparent)]
    NoKeys(#[from] Failure),
}

#[derive(Deserialize)]
struct Header {
    alg: String,
    kid: String,
}

#[derive(Deserialize)]
struct Claims {
    exp: f64,
    aud: Audience,
    prolific: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    Several(Vec<String>),
}

/// A token whose signature is not verified yet.
struct Token<'a> {
    signed: &'a str,
    signature: Vec<u8>,
    header: Header,
    claims: Claims,
}

impl SignedLinks {
    /// Verifies the token in a parameter of a link.
    ///
    /// # Errors
    /// If it is not valid for this link, or the public keys can't be read.
    pub async fn verify(&self, base: &str, arrival: &Arrival<'_>, parameter: &str) -> Result<(), TokenError> {
        let token = arrival.ids.get(parameter).ok_or(TokenError::Invalid("it has no token"))?;
        let token = Token::read(token.trim()).ok_or(TokenError::Invalid("its token is not one of Prolific"))?;
        token.require_claims(arrival)?;
        let keys = self.keys(base, &token.header.kid, arrival.now).await?;
        if is_signed(&token, &keys) { Ok(()) } else { Err(TokenError::Invalid("its token is not signed by Prolific")) }
    }

    /// The keys that are known, or new ones if these are old or lack the one that is looked for.
    async fn keys(&self, base: &str, kid: &str, now: Millis) -> Result<CoreJsonWebKeySet, Failure> {
        let known = self.0.lock().clone();
        if let Some(keys) = &known {
            let age = now - keys.read_at;
            if age < PAUSE || (age < FRESH && has_key(&keys.set, kid)) {
                return Ok(keys.set.clone());
            }
        }
        match signing_keys(base).await {
            Ok(set) => {
                *self.0.lock() = Some(Keys { set: set.clone(), read_at: now });
                Ok(set)
            }
            // Old keys are better than none, if the one that is looked for is among them.
            Err(failure) => known.map(|keys| keys.set).filter(|set| has_key(set, kid)).ok_or(failure),
        }
    }
}

impl<'a> Token<'a> {
    fn read(token: &'a str) -> Option<Self> {
        let (signed, signature) = token.rsplit_once('.')?;
        let (header, claims) = signed.split_once('.')?;
        Some(Self { signed, signature: decoded(signature)?, header: json(header)?, claims: json(claims)? })
    }

    fn require_claims(&self, arrival: &Arrival<'_>) -> Result<(), TokenError> {
        let Self { header, claims, .. } = self;
        let recruitment = arrival.recruitment;
        let claimed = |name: &str| claims.prolific.get(name).and_then(Value::as_str);
        let named = [&recruitment.one_place_per, &recruitment.visit];
        let named: HashSet<&str> = named.into_iter().flatten().map(String::as_str).collect();
        let is_same = |name: &&str| {
            let in_link = arrival.ids.get(*name).and_then(|id| plain_id(id));
            in_link.is_some() && in_link == claimed(name).and_then(plain_id)
        };
        let is_ours = |id: &str| recruitment.confirming_prolific().is_some_and(|own| own.has_study(id));
        #[expect(clippy::cast_precision_loss, reason = "a time in seconds")]
        let is_over = claims.exp + (GRACE / SECOND) as f64 <= (arrival.now / SECOND) as f64;
        let why = if header.alg != "RS256" {
            "its token is not signed with RS256"
        } else if is_over {
            "its token has expired"
        } else if !claims.aud.names(arrival.host) {
            "its token is for another host"
        } else if !claimed(STUDY).is_some_and(is_ours) {
            "its token is for another study at Prolific"
        } else if !named.iter().all(is_same) {
            "its token is for another participant or submission"
        } else {
            return Ok(());
        };
        Err(TokenError::Invalid(why))
    }
}

impl Audience {
    /// Whether it names the host: as a host name or as the address of a page.
    fn names(&self, host: Option<&str>) -> bool {
        let all = match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::Several(all) => all,
        };
        let Some(host) = host.map(host_name) else { return false };
        all.iter().any(|audience| {
            let place = audience.split_once("://").map_or(audience.as_str(), |(_, place)| place);
            host_name(place.split(['/', '?', '#']).next().unwrap_or_default()).eq_ignore_ascii_case(host)
        })
    }
}

/// Without the port.
fn host_name(place: &str) -> &str {
    match place.rsplit_once(':') {
        Some((host, port)) if port.chars().all(|c| c.is_ascii_digit()) => host,
        _ => place,
    }
}

fn has_key(keys: &CoreJsonWebKeySet, kid: &str) -> bool {
    keys.keys().iter().any(|key| key.key_id().is_some_and(|id| **id == kid))
}

fn is_signed(token: &Token<'_>, keys: &CoreJsonWebKeySet) -> bool {
    let own = keys.keys().iter().filter(|key| key.key_id().is_some_and(|id| **id == token.header.kid));
    let rs256 = CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256;
    let message = token.signed.as_bytes();
    own.into_iter().any(|key| key.verify_signature(&rs256, message, &token.signature).is_ok())
}

fn decoded(part: &str) -> Option<Vec<u8>> {
    URL_SAFE_NO_PAD.decode(part).ok()
}

fn json<T: DeserializeOwned>(part: &str) -> Option<T> {
    serde_json::from_slice(&decoded(part)?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_audience_is_a_host_name_or_an_address() {
        let names =
            |audience: Value, host: &str| serde_json::from_value::<Audience>(audience).unwrap().names(Some(host));
        for own in ["study.example.org", "https://study.example.org", "https://Study.Example.org:443/?a=b"] {
            assert!(names(own.into(), "study.example.org"), "{own}");
            assert!(names(serde_json::json!(["other.org", own]), "study.example.org:8080"), "{own}");
        }
        for other in ["", "example.org", "https://example.org/study.example.org", "https://study.example.org.evil.org"]
        {
            assert!(!names(other.into(), "study.example.org"), "{other}");
        }
    }
}
