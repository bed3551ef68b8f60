//! The ticket for one download, valid for some minutes and as long as the session. Any server can read it.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use uuid::Uuid;

use super::request::ExportRequest;
use crate::base::clock::Millis;
use crate::base::secrets::{ServerKey, Tag};

/// Long enough for a click, and for a download that is restarted.
const LIFE: Millis = 5 * 60_000;

const PURPOSE: &str = "export ticket";
/// `expiry (8) | tag (12) | sealed: session (16), choices (1)`.
const LENGTH: usize = 37;
const OPEN: usize = 8;
const TAG: usize = 12;

/// The ticket of one download.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own, and most combinations occur")]
pub struct Ticket {
    /// The session for which it was created.
    pub session: String,
    /// When it expires.
    pub until: Millis,
    /// What is downloaded.
    pub what: What,
    /// Include simulated participants.
    pub simulated: bool,
    /// Also the tables as XLSX.
    pub spreadsheet: bool,
    /// Only participants who agreed to publication.
    pub public: bool,
    /// With blinded arms.
    pub blinded: bool,
}

/// What is downloaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    Package,
    /// Accounts and recruitment IDs by participant code, a separate file.
    Identities,
}

impl Ticket {
    /// A ticket that is valid from now on.
    pub fn new(session: &str, what: What, request: &ExportRequest, now: Millis) -> Self {
        let ExportRequest { simulated, spreadsheet, public, blinded, .. } = *request;
        Self { session: session.to_owned(), until: now + LIFE, what, simulated, spreadsheet, public, blinded }
    }

    /// The address of the download, in a study whose addresses begin with `base`.
    pub fn address(&self, key: &ServerKey, base: &str) -> Option<String> {
        let session = Uuid::try_parse(&self.session).ok()?;
        let choices = u8::from(self.what == What::Identities)
            | u8::from(self.simulated) << 1
            | u8::from(self.spreadsheet) << 2
            | u8::from(self.public) << 3
            | u8::from(self.blinded) << 4;
        let mut ticket = self.until.to_be_bytes().to_vec();
        let (tag, sealed) = key.seal(PURPOSE, &ticket, &[session.as_bytes(), &[choices][..]].concat());
        ticket.extend(tag);
        ticket.extend(sealed);
        Some(format!("{base}/api/admin/exports/{}", URL_SAFE_NO_PAD.encode(ticket)))
    }

    /// Reads a ticket, expired or not.
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
            public: choices & 8 == 8,
            blinded: choices & 16 == 16,
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
        for (what, [simulated, spreadsheet, public, blinded]) in [
            (What::Package, [false, true, false, false]),
            (What::Package, [true, false, false, false]),
            (What::Package, [false, false, true, false]),
            (What::Package, [false, false, false, true]),
            (What::Identities, [true, true, true, false]),
        ] {
            let request = ExportRequest { simulated, spreadsheet, public, blinded, ..ExportRequest::default() };
            let ticket = Ticket::new(SESSION, what, &request, 1_000);
            let address = ticket.address(&key, "").unwrap();
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
