//! Sessions at the host name of a study. A person who has signed in at the installation's address gets one by a code,
//! instead of signing in again (`routes/installation/handover.rs`).

const PREFIX: &str = "handover.";

/// What the ID of such a session says. No table says it, because the sessions of people and of the administrator are in
/// different databases. So a session can never be mistaken for one with all rights of its person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandedOver<'a> {
    /// The only study in which it has rights.
    pub study: &'a str,
    /// The session at the installation's address. It is valid no longer than this one.
    pub parent: &'a str,
}

impl<'a> HandedOver<'a> {
    /// None for the ID of another session.
    pub fn of(family: &'a str) -> Option<Self> {
        let rest = family.strip_prefix(PREFIX)?;
        let (study, rest) = rest.split_once('.').unwrap_or_default();
        let (parent, _) = rest.split_once('.').unwrap_or_default();
        Some(Self { study, parent })
    }

    /// What the IDs of all sessions begin with that were handed over from the same one for the same study.
    pub fn prefix(self) -> String {
        let Self { study, parent } = self;
        format!("{PREFIX}{study}.{parent}.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_says_for_which_study_and_from_which_session() {
        let handed = HandedOver { study: "pilot-2", parent: "0190-ab" };
        assert_eq!(HandedOver::of(&format!("{}0191-cd", handed.prefix())), Some(handed));
        assert_eq!(HandedOver::of("0191-cd"), None);
        // Of no study and no session, so that it is worth nothing.
        assert_eq!(HandedOver::of("handover.pilot"), Some(HandedOver { study: "", parent: "" }));
    }
}
