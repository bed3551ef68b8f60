//! The links in e-mails. Their tokens name an account and sign nobody in. They can only be read with the server key,
//! and lead nowhere once the account is deleted.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use uuid::Uuid;

use crate::base::secrets::{ServerKey, Tag};

/// What a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkKind {
    /// To the page for signing in, with the username filled in.
    SignIn,
    /// To the page that ends the messages.
    Unsubscribe,
}

impl LinkKind {
    fn purpose(self) -> &'static str {
        match self {
            Self::SignIn => "sign-in link",
            Self::Unsubscribe => "unsubscribe link",
        }
    }

    /// The token of an account.
    pub fn token(self, key: &ServerKey, account: &str) -> String {
        let short = Uuid::try_parse(account).map(|id| id.as_bytes().to_vec());
        let (tag, hidden) = key.seal(self.purpose(), b"", &short.unwrap_or_else(|_| account.into()));
        URL_SAFE_NO_PAD.encode([&tag[..], &hidden].concat())
    }

    /// The account of a token; none if the token is not from this server.
    pub fn account(self, key: &ServerKey, token: &str) -> Option<String> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (tag, hidden) = bytes.split_first_chunk::<{ size_of::<Tag>() }>()?;
        let account = key.open(self.purpose(), b"", *tag, hidden)?;
        Uuid::from_slice(&account).map(|id| id.to_string()).ok().or_else(|| String::from_utf8(account).ok())
    }

    /// The whole link.
    pub fn url(self, public_url: &str, key: &ServerKey, account: &str) -> String {
        let token = self.token(key, account);
        match self {
            Self::SignIn => format!("{public_url}/auth?invitation={token}"),
            Self::Unsubscribe => format!("{public_url}/unsubscribe/{token}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_names_one_account_for_one_purpose() {
        let key = ServerKey::new([1; 32]);
        let account = "0193a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b";
        let token = LinkKind::SignIn.token(&key, account);
        assert_eq!(LinkKind::SignIn.account(&key, &token).as_deref(), Some(account));
        assert_eq!(LinkKind::Unsubscribe.account(&key, &token), None);
        assert_eq!(LinkKind::SignIn.account(&ServerKey::new([2; 32]), &token), None);
        for wrong in ["", "?", "AAAA", &token[1..]] {
            assert_eq!(LinkKind::SignIn.account(&key, wrong), None, "{wrong}");
        }
        assert!(!token.contains("0193"));
        let url = LinkKind::Unsubscribe.url("https://study.example.org", &key, account);
        assert!(url.starts_with("https://study.example.org/unsubscribe/"), "{url}");
    }
}
