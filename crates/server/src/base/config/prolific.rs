//! The operator's settings for Prolific's API.

use clap::Args;
use reqwest::Url;

/// The settings of Prolific's API.
#[derive(Args, Clone)]
pub struct ProlificSettings {
    /// Token of Prolific's API, for studies with `recruitment.prolific`. A study whose data folder has a file
    /// `prolific.token` uses that one, and a further study only that one. Default: Prolific is not asked.
    #[arg(long, allow_hyphen_values = true, value_name = "TOKEN", hide_env_values = true)]
    pub prolific_token: Option<String>,
    /// Address of Prolific's API.
    #[arg(long, default_value = "https://api.prolific.com", value_name = "URL", value_parser = base)]
    pub prolific_url: String,
}

/// Without the token.
impl std::fmt::Debug for ProlificSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let token = self.prolific_token.as_ref().map(|_| "…");
        write!(f, "ProlificSettings {{ prolific_token: {token:?}, prolific_url: {:?} }}", self.prolific_url)
    }
}

impl Default for ProlificSettings {
    fn default() -> Self {
        Self { prolific_token: None, prolific_url: "https://api.prolific.com".into() }
    }
}

/// With TLS, except on this machine: the token is sent there.
fn base(text: &str) -> Result<String, String> {
    let is_local = |url: &Url| matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
    let is_safe = |url: &Url| url.scheme() == "https" || (url.scheme() == "http" && is_local(url));
    let is_origin = |url: &Url| url.path() == "/" && url.query().is_none() && url.username().is_empty();
    match Url::parse(text) {
        Ok(url) if is_safe(&url) && is_origin(&url) => Ok(text.trim_end_matches('/').to_owned()),
        _ => Err("give https:// and a host, such as https://api.prolific.com".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::{ProlificSettings, base};

    #[test]
    fn the_token_is_sent_with_tls_or_on_this_machine() {
        assert_eq!(base("https://api.prolific.com/").unwrap(), "https://api.prolific.com");
        assert_eq!(base("http://127.0.0.1:9000").unwrap(), "http://127.0.0.1:9000");
        for wrong in ["api.prolific.com", "http://api.prolific.com", "https://a/b", "https://user@a", "https://a?b=c"] {
            assert!(base(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_token_is_not_shown() {
        let settings = ProlificSettings { prolific_token: Some("secret".into()), ..ProlificSettings::default() };
        assert!(!format!("{settings:?}").contains("secret"));
    }
}
