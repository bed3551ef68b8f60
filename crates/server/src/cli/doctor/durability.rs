//! Checks whether acknowledged answers survive a power cut, from the settings that the database reports.

use std::collections::BTreeMap;

use unmask_store::{Engine, Store};

use super::Finding;

const CHECK: &str = "durability";

pub async fn durability(store: &Store) -> Finding {
    match store.durability().await {
        Err(error) => Finding::unanswered(CHECK, store, &error),
        Ok(found) => match store.engine() {
            Engine::Sqlite => sqlite(&found),
            Engine::Postgres => postgres(&found),
        },
    }
}

type Values = BTreeMap<String, String>;

fn get<'a>(found: &'a Values, name: &str) -> &'a str {
    found.get(name).map_or("unknown", String::as_str)
}

fn listed(found: &Values) -> String {
    let each = found.iter().filter(|(name, _)| *name != "version" && *name != "server_version");
    each.map(|(name, value)| format!("{name}={}", if value.is_empty() { "''" } else { value }))
        .collect::<Vec<_>>()
        .join(" ")
}

fn sqlite(found: &Values) -> Finding {
    let shown = format!("SQLite {}: {}", get(found, "version"), listed(found));
    if get(found, "journal_mode") != "wal" {
        let fix = "the server sets journal_mode=wal when it starts; if that fails, put the file on a local disk";
        return Finding::failed(CHECK, shown, fix);
    }
    if !["full", "extra"].contains(&get(found, "synchronous")) || get(found, "foreign_keys") != "on" {
        return Finding::failed(CHECK, shown, "this build does not store durably: use an official build");
    }
    // Only on macOS does fsync return before the disk has the data.
    if cfg!(target_os = "macos") && get(found, "fullfsync") != "on" {
        return Finding::warning(CHECK, shown, "on macOS, a power failure may lose the last answers: use Linux");
    }
    Finding::ok(CHECK, shown)
}

fn postgres(found: &Values) -> Finding {
    let shown = format!("PostgreSQL {}: {}", get(found, "server_version"), listed(found));
    let failed = |fix: &str| Finding::failed(CHECK, shown.clone(), fix);
    if get(found, "transaction_read_only") == "on" {
        return failed("this server is read-only (a standby?): use the primary in --database-url");
    }
    if get(found, "fsync") != "on" {
        return failed("set fsync = on in postgresql.conf and restart PostgreSQL: a power failure may destroy data");
    }
    if get(found, "full_page_writes") != "on" {
        return failed("set full_page_writes = on in postgresql.conf: a power failure may damage pages");
    }
    let standbys = get(found, "synchronous_standby_names");
    match get(found, "synchronous_commit") {
        "on" | "remote_apply" if standbys.is_empty() => Finding::ok(
            CHECK,
            shown + " (on one machine: safe against a power failure, but not against the loss of its disk)",
        ),
        "on" | "remote_apply" if get(found, "synchronous_standbys") == "0" => {
            let fix = "no synchronous standby is visible: if none is connected, every write waits; if the role may not \
                       see them, grant it pg_monitor";
            Finding::warning(CHECK, shown, fix)
        }
        "on" | "remote_apply" => Finding::ok(CHECK, shown),
        _ => failed("the session must have synchronous_commit = on: look for a pooler or a role that changes it"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::doctor::finding::Outcome;

    fn values(changes: &[(&str, &str)], usual: &[(&str, &str)]) -> Values {
        usual.iter().chain(changes).map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn sqlite_must_be_wal_and_full() {
        let usual = [("journal_mode", "wal"), ("synchronous", "full"), ("foreign_keys", "on"), ("fullfsync", "on")];
        assert_eq!(sqlite(&values(&[], &usual)).outcome, Outcome::Ok);
        for wrong in
            [("journal_mode", "delete"), ("synchronous", "normal"), ("synchronous", "off"), ("foreign_keys", "off")]
        {
            let finding = sqlite(&values(&[wrong], &usual));
            assert_eq!(finding.outcome, Outcome::Failed, "{wrong:?}");
            assert!(finding.found.contains(&format!("{}={}", wrong.0, wrong.1)), "{finding:?}");
        }
    }

    #[test]
    fn postgres_must_wait_for_the_disk_and_for_named_standbys() {
        let usual = [
            ("fsync", "on"),
            ("full_page_writes", "on"),
            ("synchronous_commit", "on"),
            ("synchronous_standby_names", ""),
            ("synchronous_standbys", "0"),
            ("transaction_read_only", "off"),
        ];
        let outcome = |changes: &[(&str, &str)]| postgres(&values(changes, &usual)).outcome;
        assert_eq!(outcome(&[]), Outcome::Ok);
        for wrong in [
            ("fsync", "off"),
            ("full_page_writes", "off"),
            ("synchronous_commit", "off"),
            ("synchronous_commit", "local"),
            ("transaction_read_only", "on"),
        ] {
            assert_eq!(outcome(&[wrong]), Outcome::Failed, "{wrong:?}");
        }
        let named = ("synchronous_standby_names", "FIRST 1 (second)");
        assert_eq!(outcome(&[named]), Outcome::Warning);
        assert_eq!(outcome(&[named, ("synchronous_standbys", "1")]), Outcome::Ok);
    }
}
