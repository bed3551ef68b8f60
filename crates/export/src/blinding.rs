//! Who was unblinded until an export, in roles: the package is shared, so it names nobody.

use std::collections::BTreeSet;

use unmask_store::Snapshot;
use unmask_store::identity;
use unmask_store::study::{self, OPERATOR, Unblinding};

use crate::prelude::*;

/// A phrase for each unblinding, in the order of time, as "2026-11-20: one of 3 researchers". `own` is the unblinding
/// by the export itself, which is recorded only when the package is complete.
pub async fn unblindings(snapshot: &mut Snapshot, own: Option<&Unblinding>) -> Result<Vec<String>> {
    let done = study::unblindings_in(snapshot).await?;
    let with_console = identity::with_console(snapshot).await?;
    let mut all: Vec<&Unblinding> = done.all().chain(own).collect();
    all.sort_by_key(|one| one.at);
    Ok(described(&all, with_console))
}

/// `with_console` are the normalised usernames of those who use the console now. Those who no longer do are counted, if
/// they were unblinded.
fn described(all: &[&Unblinding], with_console: Vec<String>) -> Vec<String> {
    let unblinded = all.iter().filter_map(|one| one.person.clone()).filter(|person| person != OPERATOR);
    let researchers: BTreeSet<String> = with_console.into_iter().chain(unblinded).collect();
    let phrase = |one: &&Unblinding| {
        let who = match one.person.as_deref() {
            None => "everybody".to_owned(),
            Some(OPERATOR) => "the operator of the server".to_owned(),
            Some(_) if researchers.len() == 1 => "the only researcher".to_owned(),
            Some(_) => format!("one of {} researchers", researchers.len()),
        };
        format!("{}: {who}", &time(one.at)[..10])
    };
    all.iter().map(phrase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-11-20 and the days after, in milliseconds.
    fn unblinding(day: i64, person: Option<&str>) -> Unblinding {
        let at = 1_795_132_800_000 + day * 86_400_000;
        Unblinding {
            at,
            actor: "anna".into(),
            reason: "the data are complete".into(),
            person: person.map(str::to_owned),
        }
    }

    #[test]
    fn who_was_unblinded_is_told_in_roles() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
        let all = [unblinding(0, Some("anna")), unblinding(1, Some(OPERATOR)), unblinding(2, None)];
        let all: Vec<&Unblinding> = all.iter().collect();
        let three =
            ["2026-11-20: one of 3 researchers", "2026-11-21: the operator of the server", "2026-11-22: everybody"];
        assert_eq!(described(&all, names(&["anna", "ben", "chen"])), three);
        assert_eq!(described(&all[..1], names(&["anna"])), ["2026-11-20: the only researcher"]);
        // Her account was removed since.
        assert_eq!(described(&all[..1], names(&["ben"])), ["2026-11-20: one of 2 researchers"]);
        assert!(described(&[], names(&["anna"])).is_empty());
    }
}
