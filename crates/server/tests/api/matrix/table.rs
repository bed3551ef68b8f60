//! The rules: one row for each operation of the OpenAPI document.

/// How the reply depends on the participant's position.
pub enum Rule {
    /// Always the same.
    Same(&'static str),
    /// Content of these parts of the study: only at positions in them; 404 in an arm without them.
    Content(&'static [&'static str]),
    /// Personas exist where an arm shows them.
    Personas,
    /// The posts of the persona in progress.
    Posts,
    /// A submission: only what the position asks for.
    Submit,
    /// A move: only to where the position leads.
    Move,
    /// A question about a page.
    Correct,
    Validate,
    /// Only for the participant's own group.
    OwnGroup,
}
use Rule::{Content, Correct, Move, OwnGroup, Personas, Posts, Same, Submit, Validate};

/// Who asks: without a valid token, without consent, after leaving, the admin, a participant.
pub struct Row(pub &'static str, pub [&'static str; 4], pub Rule);

pub const NO: &str = "not_authenticated";
const PARTICIPANTS: &str = "participants_only";
const ASK: &str = "consent_required";
const LEFT: &str = "withdrawn";
pub const OK: &str = "ok";

#[rustfmt::skip]
pub const TABLE: [Row; 58] = [
    //                                                        no token no consent withdrawn admin
    Row("POST /api/auth/login",                              ["login_failed",   "login_failed",   "login_failed",   "login_failed"],   Same("login_failed")),
    Row("POST /api/auth/register",                           ["invalid_fields", "invalid_fields", "invalid_fields", "invalid_fields"], Same("invalid_fields")),
    Row("POST /api/auth/refresh",                            ["refresh_failed", "refresh_failed", "refresh_failed", "refresh_failed"], Same("refresh_failed")),
    Row("GET /api/auth/suggestion",                          [OK,               OK,               OK,               OK],               Same(OK)),
    Row("GET /api/auth/invitation",                          ["not_found",      "not_found",      "not_found",      "not_found"],      Same("not_found")),
    // Of a study that has no accounts by link; `links.rs` has one.
    Row("POST /api/auth/invitation",                         ["not_found",      "not_found",      "not_found",      "not_found"],      Same("not_found")),
    Row("POST /api/auth/link",                               ["not_found",      "not_found",      "not_found",      "not_found"],      Same("not_found")),
    Row("GET /api/study",                                    [OK,               OK,               OK,               OK],               Same(OK)),
    Row("GET /api/study/consent",                            [OK,               OK,               OK,               OK],               Same(OK)),
    Row("POST /api/collect/track",                           [OK,               OK,               OK,               OK],               Same(OK)),
    Row("GET /api/collect/track",                            [OK,               OK,               OK,               OK],               Same(OK)),
    Row("POST /api/collect/engage",                          [OK,               OK,               OK,               OK],               Same(OK)),
    Row("GET /api/collect/engage",                           [OK,               OK,               OK,               OK],               Same(OK)),
    Row("POST /api/collect/groups",                          [OK,               OK,               OK,               OK],               Same(OK)),
    Row("GET /api/collect/groups",                           [OK,               OK,               OK,               OK],               Same(OK)),
    Row("POST /api/collect/import",                          [NO,               NO,               NO,               NO],               Same(NO)),
    Row("GET /api/collect/import",                           [NO,               NO,               NO,               NO],               Same(NO)),
    Row("GET /api/media/{ticket}",                           ["not_found",      "not_found",      "not_found",      "not_found"],      Same("not_found")),
    Row("GET /api/users/profile",                            [NO,               OK,               OK,               OK],               Same(OK)),
    Row("PATCH /api/users/profile",                          [NO,               OK,               LEFT,             OK],               Same(OK)),
    Row("PUT /api/users/password",                           [NO,               "password_set",   LEFT,             PARTICIPANTS],     Same("password_set")),
    // The study has no later part; `invitations.rs` and `declining.rs` have one.
    Row("PUT /api/users/address",                            [NO,               "not_found",      LEFT,             PARTICIPANTS],     Same("not_found")),
    Row("DELETE /api/users/address",                         [NO,               OK,               OK,               PARTICIPANTS],     Same(OK)),
    Row("POST /api/users/decline-parts",                     [NO,               ASK,              LEFT,             PARTICIPANTS],     Same("wrong_page")),
    Row("GET /api/users/current-state",                      [NO,               OK,               OK,               OK],               Same(OK)),
    Row("GET /api/users/data",                               [NO,               OK,               OK,               PARTICIPANTS],     Same(OK)),
    Row("GET /api/users/completion",                         [NO,               ASK,              LEFT,             PARTICIPANTS],     Same(OK)),
    Row("POST /api/users/consent",                           [NO,               "invalid_fields", LEFT,             PARTICIPANTS],     Same("invalid_fields")),
    // Leaving is open to all participants; here with a mode that does not exist. `rights.rs` leaves.
    Row("POST /api/users/withdraw",                          [NO,               "malformed",      "malformed",      PARTICIPANTS],     Same("malformed")),
    Row("GET /api/page-flow/config",                         [NO,               OK,               OK,               OK],               Same(OK)),
    Row("GET /api/page-flow/group/{groupType}",              [NO,               OK,               OK,               OK],               OwnGroup),
    Row("GET /api/page-flow/next",                           [NO,               OK,               OK,               OK],               OwnGroup),
    Row("GET /api/page-flow/previous",                       [NO,               OK,               OK,               OK],               OwnGroup),
    Row("GET /api/page-flow/validate",                       [NO,               OK,               OK,               OK],               Validate),
    Row("GET /api/page-flow/correct-page",                   [NO,               OK,               OK,               OK],               Correct),
    Row("PUT /api/users/current-state",                      [NO,               ASK,              LEFT,             OK],               Move),
    Row("GET /api/study/pages/{name}",                       [NO,               ASK,              LEFT,             OK],               Content(&[])),
    Row("GET /api/questionnaires/{page}",                    [NO,               ASK,              LEFT,             OK],               Content(&[])),
    Row("GET /api/practice",                                 [NO,               ASK,              LEFT,             OK],               Content(&["practice"])),
    Row("GET /api/flow-a/config",                            [NO,               ASK,              LEFT,             OK],               Content(&["flow-a"])),
    Row("GET /api/flow-a/questions",                         [NO,               ASK,              LEFT,             OK],               Content(&["flow-a"])),
    Row("GET /api/control-flow",                             [NO,               ASK,              LEFT,             OK],               Content(&["control"])),
    Row("GET /api/debrief",                                  [NO,               ASK,              OK,               OK],               Content(&["end"])),
    Row("GET /api/personas",                                 [NO,               ASK,              LEFT,             OK],               Personas),
    Row("GET /api/personas/{id}",                            [NO,               ASK,              LEFT,             OK],               Personas),
    Row("GET /api/personas/{id}/profile-picture",            [NO,               ASK,              LEFT,             OK],               Personas),
    Row("GET /api/personas/{id}/flow-b",                     [NO,               ASK,              LEFT,             OK],               Posts),
    // Something that no page shows; `exposures.rs` sends what one shows.
    Row("POST /api/exposures",                               [NO,               ASK,              LEFT,             PARTICIPANTS],     Same("invalid_fields")),
    Row("POST /api/users/save-pre-questionnaire-answers",    [NO,               ASK,              LEFT,             OK],               Submit),
    Row("POST /api/users/save-treatment-answers",            [NO,               ASK,              LEFT,             OK],               Submit),
    Row("POST /api/users/save-post-questionnaire-answers",   [NO,               ASK,              LEFT,             OK],               Submit),
    Row("POST /api/practice/answer",                         [NO,               ASK,              LEFT,             OK],               Submit),
    Row("POST /api/flow-a/questions/{id}/answer",            [NO,               ASK,              LEFT,             OK],               Submit),
    Row("POST /api/flow-a/questions/{id}/followup",          [NO,               ASK,              LEFT,             OK],               Submit),
    Row("POST /api/flow-b/posts/{id}/answer",                [NO,               ASK,              LEFT,             OK],               Submit),
    Row("POST /api/users/complete-persona/{id}",             [NO,               ASK,              LEFT,             OK],               Submit),
    Row("POST /api/control-flow/clips/{id}/ratings",         [NO,               ASK,              LEFT,             OK],               Submit),
    // The last one: afterwards the token is worth nothing, which is asked for at the end of each walk.
    Row("POST /api/auth/logout",                             [NO,               OK,               OK,               OK],               Same(OK)),
];

/// The last row: what a session ends with.
pub const LOGOUT: &str = "POST /api/auth/logout";
