//! Whether people can sign in to the consoles by single sign-on.

use super::Finding;
use crate::auth::provider::Provider;
use crate::base::config::Settings;

/// Reads the provider's addresses and keys; none without single sign-on.
pub async fn provider(settings: &Settings) -> Option<Finding> {
    let name = "single sign-on";
    match Provider::of(settings) {
        Ok(None) => None,
        Ok(Some(provider)) => Some(match provider.try_connection().await {
            Ok(()) if provider.group_roles.is_empty() => Finding::warning(
                name,
                format!("{} answers, and no group gives a role", provider.issuer),
                "set --sso-roles, or give each person a role by hand",
            ),
            Ok(()) => Finding::ok(name, format!("{} answers", provider.issuer)),
            Err(error) => {
                Finding::failed(name, error.to_string(), "check --sso-issuer, and whether this machine may reach it")
            }
        }),
        Err(error) => Some(Finding::failed(name, format!("{error:#}"), "correct this setting")),
    }
}
