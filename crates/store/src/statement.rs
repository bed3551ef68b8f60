//! The statements: one file each in `sql/<area>/<name>.sql`, used by [`sql!`]. The build script lists them in
//! [`ALL`], [`ANALYTICS`] and [`CONTROL`].

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

// `ALL`, `ANALYTICS` and `CONTROL`, which the build script writes.
include!(concat!(env!("OUT_DIR"), "/statements.rs"));
