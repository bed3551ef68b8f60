//! An e-mail about a part of the study.

use std::time::{Duration, UNIX_EPOCH};

use anyhow::{Context as _, Result};
use lettre::message::header::{Header, HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::{Address, Message};
use unmask_store::invitations::MessageKey;
use unmask_study::Study;
use unmask_study::hex;
use unmask_study::invitations::{Letter, Values};
use unmask_study::text::Locale;

use super::links::LinkKind;
use crate::base::clock::{Millis, rfc3339};
use crate::base::secrets::ServerKey;

/// What a letter depends on besides the study.
pub struct Recipient<'a> {
    pub key: &'a MessageKey,
    pub account: &'a str,
    pub address: Address,
    pub locale: &'a Locale,
    /// When the part closes.
    pub closes: Millis,
}

/// The sender's side of a letter.
#[derive(Clone, Debug)]
pub struct Sender {
    pub from: Mailbox,
    /// Without a slash at its end.
    pub public_url: String,
}

/// The URL to which a mail program posts when somebody unsubscribes there, without a visit to the page (RFC 8058).
#[derive(Clone)]
struct ListUnsubscribe(String);

impl Header for ListUnsubscribe {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe")
    }

    fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self(text.to_owned()))
    }

    fn display(&self) -> HeaderValue {
        // Never folded within the URL.
        HeaderValue::dangerous_new_pre_encoded(Self::name(), self.0.clone(), self.0.clone())
    }
}

#[derive(Clone)]
struct OneClick;

impl Header for OneClick {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe-Post")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "List-Unsubscribe=One-Click".into())
    }
}

/// The ID of a message: the same for each attempt to send it, so that a mail program can discard a repeat. Nobody can
/// tell from it whom it is for.
pub fn message_id(server: &ServerKey, key: &MessageKey, domain: &str) -> String {
    let name = key.message.to_string();
    let mac = server.mac("message id", &[key.participant.as_bytes(), key.wave.name().as_bytes(), name.as_bytes()]);
    format!("<{}@{domain}>", hex(&mac[..16]))
}

/// Writes a letter.
pub fn write(study: &Study, server: &ServerKey, sender: &Sender, to: Recipient<'_>, now: Millis) -> Result<Message> {
    let stem = to.key.message.stem();
    let original = study.pages.get(stem).with_context(|| format!("the study version has no pages/{stem}.md"))?;
    let wave =
        study.file.waves.iter().find(|wave| wave.id == to.key.wave).context("the study version has no such part")?;
    let translate = |text: &'_ str| study.catalog.translate(to.locale, text).to_owned();
    let url = |kind: LinkKind| kind.url(&sender.public_url, server, to.account);
    let unsubscribe = url(LinkKind::Unsubscribe);
    let letter = Letter::of(
        study.catalog.page(to.locale, stem, original),
        &Values {
            study: &translate(&study.file.title.0),
            part: &translate(&wave.title.0),
            closes: &until(to.closes, to.locale),
            link: &url(LinkKind::SignIn),
            unsubscribe: &unsubscribe,
        },
    );
    let since = Duration::from_millis(u64::try_from(now).unwrap_or_default());
    let message = Message::builder()
        .from(sender.from.clone())
        .to(to.address.into())
        .date(UNIX_EPOCH + since)
        .message_id(Some(message_id(server, to.key, sender.from.email.domain())))
        .subject(letter.subject)
        .header(ListUnsubscribe(format!("<{unsubscribe}>")))
        .header(OneClick);
    Ok(message.multipart(MultiPart::alternative_plain_html(letter.plain, letter.html))?)
}

/// `21 December 2026, 15:04 UTC`, in German or, for all other languages, in English: the server knows no participant's
/// time zone.
fn until(at: Millis, locale: &Locale) -> String {
    let text = rfc3339(at);
    let (year, month, day, time) = (&text[..4], &text[5..7], &text[8..10], &text[11..16]);
    let day = day.trim_start_matches('0');
    let month = month.parse().unwrap_or(1_usize).saturating_sub(1);
    if locale.0.split('-').next() == Some("de") {
        format!("{day}. {} {year}, {time} Uhr (UTC)", GERMAN[month])
    } else {
        format!("{day} {} {year}, {time} UTC", ENGLISH[month])
    }
}

const ENGLISH: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

const GERMAN: [&str; 12] = [
    "Januar",
    "Februar",
    "März",
    "April",
    "Mai",
    "Juni",
    "Juli",
    "August",
    "September",
    "Oktober",
    "November",
    "Dezember",
];
