//! The mail server that takes the e-mails.

use std::net::IpAddr;
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use lettre::message::Mailbox;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};
use serde::Serialize;
use tokio::sync::Mutex;
use unmask_study::Study;
use utoipa::ToSchema;

use super::letter::Sender;
use crate::base::config::MailSettings;
use crate::base::site::Site;

/// Time limit of a connection to the mail server.
const CONNECT: Duration = Duration::from_secs(30);

/// Time limit of handing a message over: a mail server may take ten minutes for its last reply (RFC 5321, section
/// 4.5.3.2.6). A message stays reserved for longer.
pub const HAND_OVER: Duration = Duration::from_mins(11);

/// The mail server, with the sender of all e-mails.
pub struct Relay {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    pub sender: Sender,
    /// Held from the reservation of a message until its result is recorded.
    pub in_hand: Mutex<()>,
}

/// Why a message was not accepted. It never contains what the mail server replied, because replies quote addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RelayError {
    /// For people.
    pub reason: String,
    /// The address or the message is rejected for good.
    pub permanent: bool,
    /// The mail server can't be used at all now, so that other messages would fail, too.
    pub unusable: bool,
}

const SIGN_IN_REJECTED: &str = "the mail server rejected the sign-in";
const REPLIED: &str = "the mail server replied";
const UNSENDABLE: &str = "the address or the message can't be sent";
const LATE: &str = "the mail server did not reply in time";
const UNENCRYPTED: &str = "the connection to the mail server could not be encrypted";
const UNREACHABLE: &str = "the mail server could not be reached";

/// What a message failed for, so that a page can say what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The mail server does not accept the program's username and password.
    SignInRejected,
    /// The mail server rejected the message for now, or will for this recipient.
    Rejected,
    /// The address or the message is none that can be sent.
    Unsendable,
    /// The mail server took too long.
    Late,
    /// There was no encrypted connection.
    Unencrypted,
    /// There was no connection.
    Unreachable,
    /// The message could not be written.
    Unwritten,
}

impl FailureKind {
    /// The kind of a recorded reason.
    pub fn of(reason: &str) -> Self {
        let kinds = [
            (SIGN_IN_REJECTED, Self::SignInRejected),
            (REPLIED, Self::Rejected),
            (UNSENDABLE, Self::Unsendable),
            (LATE, Self::Late),
            (UNENCRYPTED, Self::Unencrypted),
            (UNREACHABLE, Self::Unreachable),
        ];
        kinds.into_iter().find(|(text, _)| reason.starts_with(text)).map_or(Self::Unwritten, |(_, kind)| kind)
    }
}

impl RelayError {
    fn of(error: &lettre::transport::smtp::Error) -> Self {
        let code = error.status().map(|code| code.to_string().parse::<u16>().unwrap_or_default());
        let about_sign_in = code.is_some_and(|code| SIGN_IN.contains(&code));
        let reason = match code {
            Some(code) if about_sign_in => format!("{SIGN_IN_REJECTED} ({code})"),
            Some(code) => format!("{REPLIED} {code}"),
            None if error.is_client() => UNSENDABLE.to_owned(),
            None if error.is_timeout() => LATE.to_owned(),
            None if error.is_tls() => UNENCRYPTED.to_owned(),
            None => UNREACHABLE.to_owned(),
        };
        Self {
            reason,
            permanent: error.is_client() || (error.is_permanent() && is_about_recipient(error)),
            unusable: (code.is_none() && !error.is_client()) || about_sign_in,
        }
    }
}

/// Replies about the program's own sign-in (RFC 4954, section 6): no message is to blame for them.
const SIGN_IN: [u16; 4] = [530, 534, 535, 538];

impl Relay {
    /// The mail server of the settings, if there is one. Nothing is sent yet.
    pub fn open(settings: &MailSettings, site: &Site, study: &Study) -> Result<Option<Self>> {
        let Some(url) = &settings.smtp_url else { return Ok(None) };
        // Messages never repeat the URL: it has the password in it.
        encrypted(url)?;
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(url).ok().context(
            "--smtp-url is not the URL of a mail server; write `smtps://user:password@host`, or \
             `smtp://user:password@host?tls=required` for STARTTLS, and percent-encode characters such as `@` in the \
             password",
        )?;
        let from = if let Some(text) = &settings.smtp_from {
            text.parse::<Mailbox>().ok().with_context(|| {
                format!("--smtp-from '{text}' is not an address; write for example `Study team <study@example.org>`")
            })?
        } else {
            let contact = &study.file.contact;
            let address = contact.email.parse().ok().with_context(|| {
                format!("the study's contact '{}' can't be the sender of e-mails; set --smtp-from", contact.email)
            })?;
            Mailbox::new(Some(contact.name.0.clone()), address)
        };
        let public_url = settings.public_url.as_deref().context(
            "--smtp-url needs --public-url: the address at which participants reach the server, for the links in e-mails",
        )?;
        let public_url = site.url(&origin(public_url)?);
        let transport = transport.timeout(Some(CONNECT)).build();
        Ok(Some(Self { transport, sender: Sender { from, public_url }, in_hand: Mutex::default() }))
    }

    /// Hands a message over. When this returns, the mail server is responsible for it.
    pub async fn send(&self, message: Message) -> Result<(), RelayError> {
        let sent = tokio::time::timeout(HAND_OVER, self.transport.send(message)).await;
        let sent = sent.map_err(|_| RelayError { reason: LATE.to_owned(), permanent: false, unusable: true })?;
        sent.map(|_| ()).map_err(|error| RelayError::of(&error))
    }

    /// Connects and signs in as for a message, and sends none.
    pub async fn try_connection(&self) -> Result<(), RelayError> {
        match self.transport.test_connection().await {
            Ok(true) => Ok(()),
            Ok(false) => Err(RelayError { reason: UNREACHABLE.to_owned(), permanent: false, unusable: true }),
            Err(error) => Err(RelayError::of(&error)),
        }
    }
}

/// Whether a reply blames the address of the recipient: a status of addresses, other than of the sender's, or of
/// mailboxes (RFC 3463, sections 3.2 and 3.3). Other rejections pass once the mail server is set up correctly.
fn is_about_recipient(error: &lettre::transport::smtp::Error) -> bool {
    std::error::Error::source(error).is_some_and(|reply| blames_recipient(&reply.to_string()))
}

fn blames_recipient(reply: &str) -> bool {
    let status = |word: &str| {
        let mut parts = word.split('.').map(str::parse::<u16>);
        let status = (parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?);
        parts.next().is_none().then_some(status)
    };
    match reply.split_whitespace().find_map(status) {
        Some((5, 1, detail)) => ![7, 8].contains(&detail),
        Some((5, 2, _)) => true,
        _ => false,
    }
}

/// Addresses and passwords are only sent in the open to this machine.
fn encrypted(url: &str) -> Result<()> {
    let Some(rest) = url.strip_prefix("smtp://") else { return Ok(()) };
    let (authority, rest) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host = host
        .rsplit_once(':')
        .filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()))
        .map_or(host, |(host, _)| host);
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let is_local = host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    ensure!(
        is_local || rest.split_once('?').is_some_and(|(_, query)| query.split('&').any(|part| part == "tls=required")),
        "--smtp-url would send addresses without encryption; write `smtps://…`, or add `?tls=required` for STARTTLS"
    );
    Ok(())
}

/// Scheme and host of `--public-url`, without a slash at the end.
pub fn origin(url: &str) -> Result<String> {
    let url = url.trim_end_matches('/');
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).unwrap_or_default();
    let is_plain = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
    if host.is_empty() || !host.chars().all(is_plain) {
        bail!("--public-url '{url}' must be a scheme and a host, such as https://study.example.org");
    }
    Ok(url.to_owned())
}

/// The address of the installation (`https://lab.example.org`), if the settings have it.
pub fn address(settings: &MailSettings) -> Option<String> {
    settings.public_url.as_deref().and_then(|url| origin(url).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_not_sent_in_the_open() {
        for right in [
            "smtps://user:p@mail.example.org",
            "smtp://mail.example.org:587?tls=required",
            "smtp://127.0.0.1:25",
            "smtp://localhost",
            "smtp://u:p@[::1]:25",
        ] {
            assert!(encrypted(right).is_ok(), "{right}");
        }
        for wrong in [
            "smtp://mail.example.org",
            "smtp://user:127.0.0.1@mail.example.org:25?tls=opportunistic",
            "smtp://localhost.example.org",
            "smtp://mail.example.org?starttls=required",
            "smtp://mail.example.org/tls=required",
        ] {
            assert!(encrypted(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn only_a_recipient_is_refused_for_good() {
        for reply in ["5.1.1 <heron@example.org>: no such user", "<heron@example.org> 5.2.1 mailbox disabled"] {
            assert!(blames_recipient(reply), "{reply}");
        }
        for reply in ["5.7.1 sender rejected", "5.1.8 bad sender", "blocked, see 10.0.0.1", "4.2.1 later", "no"] {
            assert!(!blames_recipient(reply), "{reply}");
        }
    }

    #[test]
    fn the_public_url_is_an_origin() {
        assert_eq!(origin("https://study.example.org/").unwrap(), "https://study.example.org");
        for wrong in ["study.example.org", "https://", "https://a/b", "https://a b", "ftp://a"] {
            assert!(origin(wrong).is_err(), "{wrong}");
        }
    }
}
