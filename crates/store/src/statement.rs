//! The statements: one file each in `sql/<area>/<name>.sql`, used by [`sql!`] and listed in [`ALL`] and [`ANALYTICS`].

/// A statement and its name, which errors and logs give.
#[derive(Clone, Copy, Debug)]
pub struct Statement {
    /// `area/name`, the file without its ending.
    pub name: &'static str,
    /// The text, with parameters `$1`, `$2` …
    pub text: &'static str,
}

/// The statement of a file in `sql/`, by name: `sql!("session/rotate")`.
macro_rules! sql {
    ($name:literal) => {
        $crate::statement::Statement {
            name: $name,
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/sql/", $name, ".sql")),
        }
    };
}
pub(crate) use sql;

macro_rules! all {
    ($($name:literal),* $(,)?) => { &[$(sql!($name)),*] };
}

/// Every statement of the study's database, for tests and `unmask doctor` to prepare.
pub const ALL: &[Statement] = all![
    "account/by_id",
    "account/by_key",
    "account/delete",
    "account/insert",
    "account/set_names",
    "account/set_password",
    "account/upsert_admin",
    "allocation/claim",
    "allocation/confirm",
    "allocation/counts",
    "allocation/insert",
    "allocation/ledger",
    "allocation/next_free",
    "allocation/next_unused",
    "allocation/of_participant",
    "allocation/one_by_one",
    "allocation/release",
    "allocation/size",
    "allocation/taken",
    "allocation/withdraw",
    "audit/all",
    "audit/insert",
    "audit/last",
    "consent/insert",
    "consent/of_participant",
    "engine/ping",
    "export/consents",
    "export/handed_in",
    "export/identities",
    "export/people",
    "export/places",
    "export/revision",
    "export/steps",
    "export/versions",
    "meta/get",
    "meta/newest",
    "meta/set",
    "migrate/found",
    "migrate/record",
    "participant/account",
    "participant/by_id",
    "participant/give_back",
    "participant/idle",
    "participant/insert",
    "participant/link",
    "participant/recruit",
    "participant/recruited",
    "participant/set_completed",
    "participant/set_exposed",
    "participant/set_place",
    "participant/stratum",
    "progress/advance",
    "progress/insert",
    "progress/outdate",
    "progress/outdate_from",
    "progress/step_event",
    "progress/steps",
    "rights/erase_consent",
    "rights/erase_link",
    "rights/erase_participant",
    "rights/erase_progress",
    "rights/erase_step_event",
    "rights/erase_submission",
    "rights/forget_withdrawal",
    "rights/set_withdrawn",
    "rights/tombstone",
    "rights/withdrawals",
    "session/authenticate",
    "session/by_refresh",
    "session/delete_account",
    "session/insert",
    "session/is_alive",
    "session/mark_successor_used",
    "session/open",
    "session/prune",
    "session/revoke",
    "session/revoke_account",
    "session/rotate",
    "session/spend_previous",
    "study/insert_version",
    "study/version",
    "study/versions",
    "submission/insert",
    "submission/of_participant",
    "submission/of_prefix",
    "submission/repeat",
    "throttle/count",
    "throttle/forget",
    "throttle/get",
    "throttle/insert",
    "throttle/postpone",
    "throttle/prune",
    "throttle/uncount",
];

/// The statements of the analytics, which have a database of their own.
pub const ANALYTICS: &[Statement] = all![
    "analytics/change_profile",
    "analytics/delete_profile",
    "analytics/erase_events",
    "analytics/erase_profiles",
    "analytics/events_after",
    "analytics/events_of",
    "analytics/insert_event",
    "analytics/insert_profile",
    "analytics/participants",
    "analytics/profile",
    "analytics/profiles_of",
];
