//! Who may make which call: the one table of rights. A call without a row is rejected, and a test names it.

use axum::http::Method;
use unmask_store::control::people::StudyRole::{self, Analyst, Auditor, Editor, Monitor, Owner};

/// What a person may do in a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rights {
    pub role: StudyRole,
    /// Whether they may unblind themselves.
    pub may_unblind: bool,
}

impl Rights {
    /// Those of the administrator, of researchers with an account in the study, and of the owner of the installation.
    pub const ALL: Self = Self { role: Owner, may_unblind: true };
}

/// Their own account, and where the study's pages are.
const EVERYBODY: &[StudyRole] = &StudyRole::ALL;
/// What participants see: the owner, and those who work on texts or interpret answers.
const CONTENT: &[StudyRole] = &[Owner, Editor, Analyst];
/// Blinded progress.
const PROGRESS: &[StudyRole] = &[Owner, Monitor, Analyst, Auditor];
/// Texts and design.
const DESIGN: &[StudyRole] = &[Owner, Editor];
/// Blinded results and data.
const RESULTS: &[StudyRole] = &[Owner, Analyst];
/// Everything that is logged: what was done, and which events were sent to other programs.
pub const LOG: &[StudyRole] = &[Owner, Auditor];
const OWNER: &[StudyRole] = &[Owner];

/// The roles in a study that may make each call of its API, as far as it knows who makes it.
#[rustfmt::skip]
pub const CALLS: &[(&str, &[StudyRole])] = &[
    ("POST /api/auth/logout",                             EVERYBODY),
    ("GET /api/users/profile",                            EVERYBODY),
    ("PATCH /api/users/profile",                          EVERYBODY),
    ("GET /api/users/current-state",                      EVERYBODY),
    ("PUT /api/users/current-state",                      EVERYBODY),
    ("GET /api/page-flow/config",                         EVERYBODY),
    ("GET /api/page-flow/group/{groupType}",              EVERYBODY),
    ("GET /api/page-flow/next",                           EVERYBODY),
    ("GET /api/page-flow/previous",                       EVERYBODY),
    ("GET /api/page-flow/validate",                       EVERYBODY),
    ("GET /api/page-flow/correct-page",                   EVERYBODY),
    ("GET /api/study/pages/{name}",                       CONTENT),
    ("GET /api/questionnaires/{page}",                    CONTENT),
    ("GET /api/practice",                                 CONTENT),
    ("GET /api/flow-a/config",                            CONTENT),
    ("GET /api/flow-a/questions",                         CONTENT),
    ("GET /api/control-flow",                             CONTENT),
    ("GET /api/debrief",                                  CONTENT),
    ("GET /api/personas",                                 CONTENT),
    ("GET /api/personas/{id}",                            CONTENT),
    ("GET /api/personas/{id}/profile-picture",            CONTENT),
    ("GET /api/personas/{id}/flow-b",                     CONTENT),
    // Dry runs: nothing is stored.
    ("POST /api/users/save-pre-questionnaire-answers",    CONTENT),
    ("POST /api/users/save-treatment-answers",            CONTENT),
    ("POST /api/users/save-post-questionnaire-answers",   CONTENT),
    ("POST /api/practice/answer",                         CONTENT),
    ("POST /api/flow-a/questions/{id}/answer",            CONTENT),
    ("POST /api/flow-a/questions/{id}/followup",          CONTENT),
    ("POST /api/flow-b/posts/{id}/answer",                CONTENT),
    ("POST /api/users/complete-persona/{id}",             CONTENT),
    ("POST /api/control-flow/clips/{id}/ratings",         CONTENT),
    // Only for participants: nobody else gets past the role.
    ("PUT /api/users/address",                            EVERYBODY),
    ("DELETE /api/users/address",                         EVERYBODY),
    ("POST /api/users/decline-parts",                     EVERYBODY),
    ("GET /api/users/data",                               EVERYBODY),
    ("GET /api/users/completion",                         EVERYBODY),
    ("POST /api/users/consent",                           EVERYBODY),
    ("PUT /api/users/password",                           EVERYBODY),
    ("POST /api/users/withdraw",                          EVERYBODY),
    ("POST /api/exposures",                               EVERYBODY),
    ("GET /api/admin/overview",                           PROGRESS),
    ("GET /api/admin/live",                               PROGRESS),
    ("GET /api/admin/consort",                            PROGRESS),
    ("GET /api/admin/participants",                       PROGRESS),
    ("GET /api/admin/invitations",                        PROGRESS),
    ("GET /api/admin/due",                                PROGRESS),
    ("GET /api/admin/drawings/overview",                  PROGRESS),
    ("GET /api/admin/drawings/flow",                      PROGRESS),
    ("GET /api/admin/study",                              EVERYBODY),
    ("GET /api/admin/study/version",                      DESIGN),
    ("POST /api/admin/study/version",                     DESIGN),
    ("GET /api/admin/study/folder",                       DESIGN),
    ("POST /api/admin/study/folder",                      DESIGN),
    ("POST /api/admin/study/folder/former",               DESIGN),
    ("GET /api/admin/previews",                           DESIGN),
    ("POST /api/admin/previews",                          DESIGN),
    ("GET /api/admin/participants/{code}",                RESULTS),
    ("GET /api/admin/events",                             PROGRESS),
    ("GET /api/admin/drawings/usage",                     PROGRESS),
    ("GET /api/admin/results",                            RESULTS),
    ("GET /api/admin/drawings/results",                   RESULTS),
    ("POST /api/admin/results/early",                     OWNER),
    ("GET /api/admin/exports",                            RESULTS),
    ("POST /api/admin/exports",                           RESULTS),
    ("GET /api/admin/unblinding",                         &[Owner, Analyst, Auditor]),
    // With the right to unblind themselves.
    ("POST /api/admin/unblinding",                        RESULTS),
    ("GET /api/admin/audit",                              LOG),
    ("GET /api/admin/audit/file",                         LOG),
    // These change who takes part, or have recruitment IDs.
    ("GET /api/admin/due/{wave}",                         OWNER),
    ("PUT /api/admin/study/status",                       OWNER),
    ("PUT /api/admin/study/quotas",                       OWNER),
    ("POST /api/admin/participants/{code}/exclusion",     OWNER),
    ("DELETE /api/admin/participants/{code}/exclusion",   OWNER),
    ("POST /api/admin/participants/{code}/withdrawal",    OWNER),
    ("GET /api/admin/recruiter",                             OWNER),
    ("POST /api/admin/recruiter/comparison",                 OWNER),
    ("GET /api/admin/bonus",                                 OWNER),
    ("POST /api/admin/bonus/runs",                           OWNER),
    ("GET /api/admin/bonus/runs/{number}",                   OWNER),
    ("GET /api/admin/webhooks",                              LOG),
    ("POST /api/admin/webhooks",                             OWNER),
    ("DELETE /api/admin/webhooks/{id}",                      OWNER),
    ("POST /api/admin/webhooks/{id}/test",                   OWNER),
    ("GET /api/admin/webhooks/deliveries",                   LOG),
    ("POST /api/admin/webhooks/deliveries/{id}/redelivery",  OWNER),
];

/// Who may make a call about the installation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Everyone: signing in.
    Anyone,
    /// Everyone who has signed in, about themselves.
    Person,
    /// Owners of a study, about that study. The handler checks which study it is.
    StudyOwner,
    /// Owners and auditors of a study, about that study. The handler leaves out what concerns others.
    LogReader,
    /// Owners of the installation.
    InstallationOwner,
}

/// Who may make each call about the installation.
#[rustfmt::skip]
pub const INSTALLATION: &[(&str, Who)] = &[
    ("POST /api/installation/login",                        Who::Anyone),
    ("POST /api/installation/refresh",                      Who::Anyone),
    ("POST /api/installation/recovery",                     Who::Anyone),
    ("GET /api/installation/invitation",                    Who::Anyone),
    ("POST /api/installation/invitation",                   Who::Anyone),
    ("GET /api/installation/sign-in",                       Who::Anyone),
    ("POST /api/installation/sso",                          Who::Anyone),
    ("POST /api/installation/sso/sign-in",                  Who::Anyone),
    ("POST /api/installation/passkey",                      Who::Anyone),
    ("POST /api/installation/passkey/options",              Who::Anyone),
    ("POST /api/installation/hand-over",                    Who::Anyone),
    ("POST /api/installation/hand-over/session",            Who::Anyone),
    ("POST /api/installation/hand-over/code",               Who::Person),
    ("POST /api/installation/logout",                       Who::Person),
    ("GET /api/installation/me",                            Who::Person),
    ("PATCH /api/installation/me",                          Who::Person),
    ("PUT /api/installation/me/password",                   Who::Person),
    ("POST /api/installation/me/recovery-codes",            Who::Person),
    ("GET /api/installation/me/passkeys",                   Who::Person),
    ("POST /api/installation/me/passkeys",                  Who::Person),
    ("POST /api/installation/me/passkeys/options",          Who::Person),
    ("DELETE /api/installation/me/passkeys/{id}",           Who::Person),
    ("POST /api/installation/me/sso",                       Who::Person),
    ("DELETE /api/installation/me/sso",                     Who::Person),
    ("GET /api/installation/me/sessions",                   Who::Person),
    ("DELETE /api/installation/me/sessions/{id}",           Who::Person),
    ("GET /api/installation/studies",                       Who::Person),
    ("POST /api/installation/studies",                      Who::InstallationOwner),
    ("POST /api/installation/studies/{id}/archive",         Who::StudyOwner),
    ("POST /api/installation/studies/{id}/reopen",          Who::StudyOwner),
    ("DELETE /api/installation/studies/{id}",               Who::InstallationOwner),
    ("GET /api/installation/people",                        Who::StudyOwner),
    ("POST /api/installation/people",                       Who::StudyOwner),
    ("PUT /api/installation/people/{id}/roles/{study}",     Who::StudyOwner),
    ("DELETE /api/installation/people/{id}/roles/{study}",  Who::StudyOwner),
    ("POST /api/installation/people/{id}/invitation",       Who::InstallationOwner),
    ("DELETE /api/installation/people/{id}",                Who::InstallationOwner),
    ("GET /api/installation/tokens",                        Who::StudyOwner),
    ("POST /api/installation/tokens",                       Who::StudyOwner),
    ("DELETE /api/installation/tokens/{id}",                Who::StudyOwner),
    ("GET /api/installation/audit",                         Who::LogReader),
    ("GET /api/installation/audit/file",                    Who::LogReader),
];

/// Whether a role may make a call, by its method and route.
pub fn allows(role: StudyRole, method: &Method, route: &str) -> bool {
    row(CALLS, method, route).is_some_and(|roles| roles.contains(&role))
}

/// The calls of a study's console that a person may make, as method and route.
pub fn console_calls(rights: Rights) -> impl Iterator<Item = &'static str> {
    let own = CALLS.iter().filter(move |(_, roles)| roles.contains(&rights.role)).map(|(call, _)| *call);
    let is_unblinding = |call: &str| call == "POST /api/admin/unblinding";
    own.filter(move |call| call.contains(" /api/admin/") && (rights.may_unblind || !is_unblinding(call)))
}

/// Who may make a call about the installation; none for a call without a row.
pub fn who(method: &Method, route: &str) -> Option<Who> {
    row(INSTALLATION, method, route).copied()
}

fn row<'a, T>(table: &'a [(&str, T)], method: &Method, route: &str) -> Option<&'a T> {
    let method = if method == Method::HEAD { &Method::GET } else { method };
    let is_named = |call: &str| call.split_once(' ').is_some_and(|(own, path)| own == method.as_str() && path == route);
    table.iter().find(|(call, _)| is_named(call)).map(|(_, found)| found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_is_told_what_they_may_do_in_the_console() {
        let calls = |role, may_unblind| console_calls(Rights { role, may_unblind }).collect::<Vec<_>>();
        assert!(calls(Analyst, true).contains(&"POST /api/admin/unblinding"));
        assert!(!calls(Analyst, false).contains(&"POST /api/admin/unblinding"));
        assert!(calls(Analyst, false).contains(&"GET /api/admin/results"));
        assert!(!calls(Monitor, true).contains(&"GET /api/admin/results"));
        assert!(calls(Owner, true).iter().all(|call| call.contains(" /api/admin/")));
    }

    #[test]
    fn each_call_has_one_row_and_owners_may_make_all() {
        for (index, (call, roles)) in CALLS.iter().enumerate() {
            assert!(roles.contains(&Owner), "{call}");
            assert!(!CALLS[..index].iter().any(|(other, _)| other == call), "{call}");
        }
        assert!(allows(Monitor, &Method::HEAD, "/api/admin/overview"));
        assert!(!allows(Monitor, &Method::GET, "/api/admin/results"));
        assert!(!allows(Owner, &Method::GET, "/api/admin/none"), "a call without a row");
    }
}
