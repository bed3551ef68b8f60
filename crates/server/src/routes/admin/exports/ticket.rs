//! The right to fetch one package, for some minutes, as long as the session lasts. Any server can read it.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use uuid::Uuid;

use crate::base::clock::Millis;
use crate::base::secrets::{ServerKey, Tag};

/// Long enough for a click, and for a download that has to be begun again.
const LIFE: Millis = 5 * 60_000;

const PURPOSE: &str = "export ticket";
/// `expiry (8) | tag (12) | sealed: session (16), choices (1)`.
const LENGTH: usize = 37;
const OPEN: usize = 8;
const TAG: usize = 12;

/// What may be fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ticket {
    /// The session that it was made for, and ends with.
    pub session: String,
    /// When it ends.
    pub until: Millis,
    /// What is fetched.
    pub what: What,
    /// Simulated participants too.
    pub simulated: bool,
    /// The tables as XLSX too.
    pub spreadsheet: bool,
}

/// What is fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Package,
    /// Accounts and recruiters' ids by pseudonym, a file of its own.
    Identities,
}

impl Ticket {
    /// One that lives from now on.
    pub fn new(session: &str, what: What, simulated: bool, spreadsheet: bool, now: Millis) -> Self {
        Self { session: session.to_owned(), until: now + LIFE, what, simulated, spreadsheet }
    }

    /// The address to fetch it from.
    pub fn address(&self, key: &ServerKey) -> Option<String> {
        let session = Uuid::try_parse(&self.session).ok()?;
        let choices =
            u8::from(self.what == What::Identities) | u8::from(self.simulated) << 1 | u8::from(self.spreadsheet) << 2;
        let mut ticket = self.until.to_be_bytes().to_vec();
        let (tag, sealed) = key.seal(PURPOSE, &ticket, &[session.as_bytes(), &[choices][..]].concat());
        ticket.extend(tag);
        ticket.extend(sealed);
        Some(format!("/api/admin/exports/{}", URL_SAFE_NO_PAD.encode(ticket)))
    }

    /// Reads one, whether it has ended or not.
    pub fn read(key: &ServerKey, ticket: &str) -> Option<Self> {
        let ticket: [u8; LENGTH] = URL_SAFE_NO_PAD.decode(ticket).ok()?.try_into().ok()?;
        let (open, rest) = ticket.split_at(OPEN);
        let (tag, sealed) = rest.split_at(TAG);
        let text = key.open(PURPOSE, open, Tag::try_from(tag).ok()?, sealed)?;
        let (session, choices) = text.split_at(16);
        let choices = choices[0];
        Some(Self {
            session: Uuid::from_slice(session).ok()?.hyphenated().to_string(),
            until: Millis::from_be_bytes(open.try_into().ok()?),
            what: if choices & 1 == 1 { What::Identities } else { What::Package },
            simulated: choices & 2 == 2,
            spreadsheet: choices & 4 == 4,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SESSION: &str = "01980000-0000-7000-8000-000000000001";

    #[test]
    fn a_ticket_says_what_it_was_made_for_and_no_changed_byte_passes() {
        let key = ServerKey::new([5; 32]);
        for (what, simulated, spreadsheet) in
            [(What::Package, false, true), (What::Package, true, false), (What::Identities, true, true)]
        {
            let ticket = Ticket::new(SESSION, what, simulated, spreadsheet, 1_000);
            let address = ticket.address(&key).unwrap();
            let text = address.strip_prefix("/api/admin/exports/").unwrap();
            assert_eq!(Ticket::read(&key, text), Some(ticket));
            let bytes = URL_SAFE_NO_PAD.decode(text).unwrap();
            for at in 0..LENGTH {
                let mut changed = bytes.clone();
                changed[at] ^= 1;
                assert_eq!(Ticket::read(&key, &URL_SAFE_NO_PAD.encode(changed)), None, "byte {at}");
            }
            assert_eq!(Ticket::read(&ServerKey::new([6; 32]), text), None);
        }
    }
}
