//! The secret of a webhook, and the signatures that are made with it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::base::ids;
use crate::base::secrets::{ServerKey, Tag};

const PURPOSE: &str = "webhook";

/// The prefix of secrets as text.
const PREFIX: &str = "whsec_";

/// What sender and receiver share. It signs, so it is stored sealed and not hashed.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningSecret(Vec<u8>);

impl SigningSecret {
    pub fn random() -> Self {
        Self(ids::random::<32>().into())
    }

    /// As the receiver needs it: `whsec_` and base64.
    pub fn text(&self) -> String {
        format!("{PREFIX}{}", STANDARD.encode(&self.0))
    }

    /// The header `webhook-signature` of a message that is sent at this time, in seconds since 1970.
    ///
    /// # Panics
    /// Never: HMAC takes keys of any length.
    pub fn sign(&self, id: &str, seconds: i64, body: &[u8]) -> String {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0).expect("any length is a key");
        mac.update(format!("{id}.{seconds}.").as_bytes());
        mac.update(body);
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    }

    /// Hides it, so that only the server key reads it, and only for this webhook.
    pub fn seal(&self, key: &ServerKey, webhook: &str) -> Vec<u8> {
        let (tag, hidden) = key.seal(PURPOSE, webhook.as_bytes(), &self.0);
        [&tag[..], &hidden].concat()
    }

    /// Reads what [`SigningSecret::seal`] made; none if the server key or the webhook is another one.
    pub fn open(key: &ServerKey, webhook: &str, sealed: &[u8]) -> Option<Self> {
        let (tag, hidden) = sealed.split_first_chunk::<{ size_of::<Tag>() }>()?;
        key.open(PURPOSE, webhook.as_bytes(), *tag, hidden).map(Self)
    }
}

impl std::fmt::Debug for SigningSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SigningSecret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the tests of the reference libraries: `TestWebhookSign` in `libraries/go/webhook_test.go` of
    /// <https://github.com/standard-webhooks/standard-webhooks>.
    #[test]
    fn the_signature_is_that_of_the_published_example() {
        let secret = SigningSecret(STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap());
        assert_eq!(secret.text(), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        let signature = secret.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, br#"{"test": 2432232314}"#);
        assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn a_secret_is_read_by_its_key_for_its_webhook() {
        let (key, other) = (ServerKey::new([1; 32]), ServerKey::new([2; 32]));
        let secret = SigningSecret::random();
        assert_ne!(secret, SigningSecret::random());
        let sealed = secret.seal(&key, "webhook");
        assert!(!sealed.windows(8).any(|bytes| secret.0.windows(8).any(|of_secret| bytes == of_secret)));
        assert_eq!(SigningSecret::open(&key, "webhook", &sealed), Some(secret));
        assert_eq!(SigningSecret::open(&key, "another", &sealed), None);
        assert_eq!(SigningSecret::open(&other, "webhook", &sealed), None);
        assert_eq!(SigningSecret::open(&key, "webhook", b"short"), None);
    }
}
