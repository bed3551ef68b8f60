//! The operator's settings for single sign-on of those who use the consoles.

use anyhow::{Result, bail};
use clap::Args;
use unmask_store::control::people::{ALL_STUDIES, StudyRole};

use crate::base::site::{ROOT, check_id};

/// The settings of single sign-on.
#[derive(Args, Clone, Default)]
pub struct SsoSettings {
    /// Provider of single sign-on for the consoles (OpenID Connect): its issuer, for example
    /// `https://login.example.org/realms/staff`. Needs --public-url; register `<public-url>/console/sso` there as the
    /// redirect address.
    #[arg(long, value_name = "URL")]
    pub sso_issuer: Option<String>,
    /// The ID under which this installation is registered at the provider.
    #[arg(long, value_name = "ID")]
    pub sso_client_id: Option<String>,
    /// The secret that belongs to this ID. Default: none, for a public client.
    #[arg(long, allow_hyphen_values = true, value_name = "SECRET", hide_env_values = true)]
    pub sso_client_secret: Option<String>,
    /// What the button for it says, for example `University of Example`. Default: the provider's host name.
    #[arg(long, value_name = "NAME")]
    pub sso_name: Option<String>,
    /// What the provider is asked for beside `openid`, separated by spaces. Some providers send groups only if they are
    /// asked for them.
    #[arg(long, default_value = "profile email", value_name = "SCOPES")]
    pub sso_scopes: String,
    /// The claim with a person's groups.
    #[arg(long, default_value = "groups", value_name = "CLAIM")]
    pub sso_groups_claim: String,
    /// Roles of groups, separated by semicolons: `staff = monitor; lab = analyst@pilot; leads = owner+unblind`. Without
    /// a study's ID, the role is for all studies. For each study, the first role that applies counts.
    #[arg(long, default_value = "", value_name = "ROLES", hide_default_value = true)]
    pub sso_roles: String,
}

/// Without the secret.
impl std::fmt::Debug for SsoSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { sso_issuer, sso_client_id, sso_roles, .. } = self;
        write!(f, "SsoSettings {{ issuer: {sso_issuer:?}, client_id: {sso_client_id:?}, roles: {sso_roles:?} }}")
    }
}

/// The role of those who are in a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupRole {
    /// The group, as the provider names it.
    pub group: String,
    /// ID of the study, or [`ALL_STUDIES`].
    pub study: String,
    pub role: StudyRole,
    /// Whether they may unblind themselves.
    pub may_unblind: bool,
}

impl SsoSettings {
    /// The roles of groups, in order.
    ///
    /// # Errors
    /// If they are not written as described.
    pub fn group_roles(&self) -> Result<Vec<GroupRole>> {
        let parts = self.sso_roles.split([';', '\n']).map(str::trim).filter(|part| !part.is_empty());
        parts.map(group_role).collect()
    }
}

fn group_role(part: &str) -> Result<GroupRole> {
    // Names of groups may have `=` in them, as those of directories do.
    let Some((group, given)) = part.rsplit_once('=') else {
        bail!("--sso-roles: '{part}' has no role; write for example `lab = analyst@pilot`")
    };
    let (role, study) = given.trim().split_once('@').unwrap_or((given.trim(), ALL_STUDIES));
    let (role, may_unblind) = match role.split_once('+') {
        None => (role, false),
        Some((role, "unblind")) => (role, true),
        Some((_, right)) => bail!("--sso-roles: '{part}': there is no right '{right}'; the only one is `unblind`"),
    };
    let Some(role) = StudyRole::ALL.into_iter().find(|known| known.name() == role) else {
        let known = StudyRole::ALL.map(StudyRole::name).join(", ");
        bail!("--sso-roles: '{part}': there is no role '{role}'; the roles are {known}")
    };
    let (group, study) = (group.trim(), study.trim());
    if group.is_empty() {
        bail!("--sso-roles: '{part}' names no group");
    }
    if study != ALL_STUDIES && study != ROOT && check_id(study).is_err() {
        bail!("--sso-roles: '{part}': '{study}' can't be the ID of a study; `unmask study list` shows the IDs");
    }
    Ok(GroupRole { group: group.to_owned(), study: study.to_owned(), role, may_unblind })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roles(text: &str) -> Result<Vec<GroupRole>> {
        SsoSettings { sso_roles: text.into(), ..SsoSettings::default() }.group_roles()
    }

    #[test]
    fn groups_get_roles_for_one_study_or_all() {
        let read =
            roles("staff = monitor; cn=lab,ou=groups,dc=example = analyst+unblind@pilot;\n leads=owner;").unwrap();
        let read: Vec<_> =
            read.iter().map(|one| (one.group.as_str(), one.study.as_str(), one.role, one.may_unblind)).collect();
        let expected = [
            ("staff", "*", StudyRole::Monitor, false),
            ("cn=lab,ou=groups,dc=example", "pilot", StudyRole::Analyst, true),
            ("leads", "*", StudyRole::Owner, false),
        ];
        assert_eq!(read, expected);
        assert!(roles("").unwrap().is_empty());
    }

    #[test]
    fn a_mistake_is_named() {
        for (text, named) in [
            ("staff", "'staff' has no role"),
            ("staff = chief", "there is no role 'chief'; the roles are owner, editor"),
            ("staff = owner+all", "no right 'all'"),
            ("= owner", "names no group"),
            ("staff = owner@Pilot!", "'Pilot!' can't be the ID"),
        ] {
            let error = roles(text).unwrap_err().to_string();
            assert!(error.contains(named), "{error}");
        }
    }
}
