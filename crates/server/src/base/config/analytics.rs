//! The operator's settings for usage analytics.

use clap::{Args, ValueEnum};
use serde::Serialize;
use utoipa::ToSchema;

/// The settings of the analytics.
#[derive(Args, Clone, Debug)]
pub struct AnalyticsSettings {
    /// Whether usage analytics are collected from participants who agree.
    #[arg(long, value_enum, default_value_t = Switch::On)]
    pub analytics: Switch,
    /// Token of the analytics project.
    #[arg(long, default_value = "unmask", value_name = "TOKEN")]
    pub analytics_token: String,
    /// Address of a hosted analytics service that browsers send to instead of to this server.
    #[arg(long, value_name = "URL", value_parser = host)]
    pub analytics_host: Option<String>,
    /// Secret that imports into the collector must give. Without it, imports are off.
    #[arg(long, value_name = "SECRET", hide_env_values = true)]
    pub analytics_secret: Option<String>,
    /// Events per second from one address, on average. 0 for no limit. A classroom shares one address.
    #[arg(long, default_value_t = 200, value_name = "NUMBER")]
    pub analytics_limit: u32,
    /// Maximum size of the analytics on disk, in MiB.
    #[arg(long, default_value_t = 1024, value_name = "NUMBER")]
    pub analytics_quota: u32,
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    On,
    Off,
}

impl Default for AnalyticsSettings {
    fn default() -> Self {
        Self {
            analytics: Switch::On,
            analytics_token: "unmask".into(),
            analytics_host: None,
            analytics_secret: None,
            analytics_limit: 200,
            analytics_quota: 1024,
        }
    }
}

/// Settings for sending usage analytics.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PublicAnalytics {
    /// Token of the analytics project.
    pub token: String,
    /// Host of the analytics service; null if this server collects.
    pub host: Option<String>,
}

impl AnalyticsSettings {
    /// What the browser gets; nothing if analytics are off.
    pub fn public(&self) -> Option<PublicAnalytics> {
        (self.analytics == Switch::On)
            .then(|| PublicAnalytics { token: self.analytics_token.clone(), host: self.analytics_host.clone() })
    }
}

/// An address goes into the content security policy, so it is an origin and nothing else.
fn host(text: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    match rest.map(|rest| rest.trim_end_matches('/')) {
        Some(name) if !name.is_empty() && name.chars().all(plain) => Ok(text.trim_end_matches('/').to_owned()),
        _ => Err("give a scheme and a host, such as https://api-eu.example.com".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::host;

    #[test]
    fn a_host_is_an_origin() {
        assert_eq!(host("https://api.example.com/").unwrap(), "https://api.example.com");
        assert_eq!(host("http://127.0.0.1:9000").unwrap(), "http://127.0.0.1:9000");
        for wrong in ["api.example.com", "https://", "https://a b", "https://a;script-src *", "https://a/b"] {
            assert!(host(wrong).is_err(), "{wrong}");
        }
    }
}
