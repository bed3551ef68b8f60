//! E-mails about later parts of the study: when one is due, and its text. Whether a message is sent is decided again
//! when it is reserved, from what is stored then.

use std::fmt;
use std::str::FromStr;

use pulldown_cmark::{Event, Parser, Tag, TagEnd};

use crate::text::Markdown;
use crate::waves::Course;

/// A message about a part: 0 is the invitation, then reminders from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MessageId(pub u32);

impl MessageId {
    /// The page text that it sends, by its file stem.
    pub fn stem(self) -> &'static str {
        if self.0 == 0 { INVITATION_TEXT } else { REMINDER_TEXT }
    }
}

impl fmt::Display for MessageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { f.write_str(INVITATION) } else { write!(f, "{REMINDER}_{}", self.0) }
    }
}

impl FromStr for MessageId {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let number = || name.strip_prefix(REMINDER)?.strip_prefix('_')?.parse().ok().filter(|number| *number > 0);
        let found = if name == INVITATION { Some(0) } else { number() };
        found.map(Self).ok_or_else(|| format!("`{name}` is neither `{INVITATION}` nor `{REMINDER}_1`"))
    }
}

const INVITATION: &str = "invitation";
const REMINDER: &str = "reminder";

/// The text of the invitation, by its file stem. Blocks can't have this name.
pub const INVITATION_TEXT: &str = "email-invitation";
/// The text of all reminders, by its file stem.
pub const REMINDER_TEXT: &str = "email-reminder";

/// What is known of a message and of the person whom it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate fact about a person")]
pub struct Facts {
    /// From when on it is due.
    pub due: i64,
    /// When the next message about the same part is due.
    pub next_due: Option<i64>,
    /// It was handed to the mail server.
    pub sent: bool,
    /// The mail server rejected it for good.
    pub failed: bool,
    /// When the part is open for the person, started and completed.
    pub course: Course,
    /// The person has withdrawn.
    pub withdrawn: bool,
    /// They permitted invitations when they consented.
    pub permitted: bool,
    /// They gave an address.
    pub has_address: bool,
    /// They unsubscribed later.
    pub unsubscribed: bool,
}

/// The state of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MessageState {
    /// It is due later.
    Planned,
    /// It is to be sent now.
    Due,
    /// It was handed to the mail server.
    Sent,
    /// The mail server rejected it for good.
    Failed,
    /// The person has begun, completed or declined the part, so it is not sent.
    NotNeeded,
    /// It was not sent in time: the next one is due, or the part is over.
    Missed,
    /// The person gave no address.
    NoAddress,
    /// The person unsubscribed.
    Unsubscribed,
    /// The person did not permit invitations, or has withdrawn.
    NotPermitted,
}

impl Facts {
    /// The state at a time.
    pub fn state(&self, now: i64) -> MessageState {
        let course = self.course;
        let over = course.window.closes.min(self.next_due.unwrap_or(i64::MAX));
        match () {
            () if self.sent => MessageState::Sent,
            () if self.failed => MessageState::Failed,
            () if self.withdrawn || !self.permitted => MessageState::NotPermitted,
            () if course.started.or(course.completed).is_some() || course.ended.is_some() => MessageState::NotNeeded,
            () if now >= over => MessageState::Missed,
            () if self.unsubscribed => MessageState::Unsubscribed,
            () if !self.has_address => MessageState::NoAddress,
            () if now < self.due.max(course.window.opens) => MessageState::Planned,
            () => MessageState::Due,
        }
    }
}

/// What a text has in place of facts: `{name}`.
#[derive(Clone, Debug)]
pub struct Values<'a> {
    /// `{study}`: title of the study.
    pub study: &'a str,
    /// `{part}`: title of the part.
    pub part: &'a str,
    /// `{closes}`: until when it is open.
    pub closes: &'a str,
    /// `{link}`: URL that leads to the part.
    pub link: &'a str,
    /// `{unsubscribe}`: URL that ends the messages.
    pub unsubscribe: &'a str,
}

/// The names of all placeholders.
pub const PLACEHOLDERS: [&str; 5] = ["study", "part", "closes", "link", "unsubscribe"];

/// A message that is ready to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// The first heading of the text.
    pub subject: String,
    /// Everything below it.
    pub html: String,
    /// The same without markup.
    pub plain: String,
}

impl Letter {
    /// Fills a text. Its first line is `# Subject`.
    pub fn of(text: &Markdown, values: &Values<'_>) -> Self {
        let (subject, body) = parts(&text.0);
        // An address that is no target of a link becomes one.
        let body = values.fill(&body.replace("]({link})", "](\u{0}l)").replace("]({unsubscribe})", "](\u{0}u)"), true);
        let body = body.replace("\u{0}l", values.link).replace("\u{0}u", values.unsubscribe);
        let plain = plain(&body);
        Self { subject: values.fill(subject.unwrap_or_default(), false), html: Markdown(body).html(), plain }
    }
}

impl Values<'_> {
    fn fill(&self, text: &str, is_body: bool) -> String {
        let link = |url: &str| if is_body { format!("<{url}>") } else { url.to_owned() };
        text.replace("{study}", self.study)
            .replace("{part}", self.part)
            .replace("{closes}", self.closes)
            .replace("{link}", &link(self.link))
            .replace("{unsubscribe}", &link(self.unsubscribe))
    }
}

/// The subject, if the first line is a heading, and the rest.
pub(crate) fn parts(text: &str) -> (Option<&str>, &str) {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    match first.strip_prefix("# ").map(str::trim).filter(|subject| !subject.is_empty()) {
        Some(subject) => (Some(subject), rest),
        None => (None, text),
    }
}

/// Markdown as plain text: a link is followed by its address in angle brackets, so that no mail program takes the full
/// stop behind it for a part of it (RFC 3986, appendix C).
fn plain(markdown: &str) -> String {
    let mut text = String::new();
    let mut links: Vec<(String, usize)> = Vec::new();
    for event in Parser::new(markdown) {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) => links.push((dest_url.to_string(), text.len())),
            Event::End(TagEnd::Link) => {
                if let Some((url, from)) = links.pop() {
                    if text[from..] == *url {
                        text.truncate(from);
                    }
                    let separator = if text[from..].is_empty() { "" } else { ": " };
                    text.extend([separator, "<", &url, ">"]);
                }
            }
            Event::Start(Tag::Item) => text.push_str("- "),
            Event::Text(words) | Event::Code(words) | Event::Html(words) | Event::InlineHtml(words) => {
                text.push_str(&words);
            }
            Event::SoftBreak | Event::HardBreak | Event::End(TagEnd::Item) => text.push('\n'),
            Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::List(_)) => text.push_str("\n\n"),
            _ => {}
        }
    }
    text.trim().to_owned() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::definition::Outcome;
    use crate::waves::{Ending, Window};

    const DAY: i64 = 24 * 60 * 60 * 1000;

    /// An invitation on day 14, with a reminder on day 17; the part is open from day 12 to day 21.
    fn facts() -> Facts {
        let window = Window { opens: 12 * DAY, closes: 21 * DAY };
        Facts {
            due: 14 * DAY,
            next_due: Some(17 * DAY),
            sent: false,
            failed: false,
            course: Course { window, started: None, completed: None, ended: None },
            withdrawn: false,
            permitted: true,
            has_address: true,
            unsubscribed: false,
        }
    }

    #[test]
    fn a_message_is_due_from_its_day_until_the_next_one_or_the_end() {
        let last = Facts { due: 20 * DAY, next_due: None, ..facts() };
        for (facts, from, until) in [(facts(), 14 * DAY, 17 * DAY), (last, 20 * DAY, 21 * DAY)] {
            assert_eq!(facts.state(from - 1), MessageState::Planned);
            assert_eq!(facts.state(from), MessageState::Due);
            assert_eq!(facts.state(until - 1), MessageState::Due);
            assert_eq!(facts.state(until), MessageState::Missed);
        }
        let early = Facts { due: 0, ..facts() };
        assert_eq!(early.state(12 * DAY - 1), MessageState::Planned, "never before the part is open");
    }

    #[test]
    fn nobody_gets_a_message_who_may_not_or_need_not() {
        let begun = Course { started: Some(13 * DAY), ..facts().course };
        let completed = Course { completed: Some(13 * DAY), ..facts().course };
        let declined = Course { ended: Some(Ending { outcome: Outcome::Declined, at: DAY }), ..facts().course };
        for (facts, state) in [
            (Facts { sent: true, ..facts() }, MessageState::Sent),
            (Facts { failed: true, ..facts() }, MessageState::Failed),
            (Facts { withdrawn: true, ..facts() }, MessageState::NotPermitted),
            (Facts { permitted: false, ..facts() }, MessageState::NotPermitted),
            (Facts { course: begun, ..facts() }, MessageState::NotNeeded),
            (Facts { course: completed, ..facts() }, MessageState::NotNeeded),
            (Facts { course: declined, has_address: false, ..facts() }, MessageState::NotNeeded),
            (Facts { unsubscribed: true, ..facts() }, MessageState::Unsubscribed),
            (Facts { has_address: false, ..facts() }, MessageState::NoAddress),
        ] {
            for now in [0, 14 * DAY, 16 * DAY] {
                assert_eq!(facts.state(now), state, "{facts:?} at {now}");
            }
        }
    }

    #[test]
    fn messages_have_names() {
        for (number, name, stem) in [(0, "invitation", "email-invitation"), (2, "reminder_2", "email-reminder")] {
            let message = MessageId(number);
            assert_eq!((message.to_string(), message.stem()), (name.to_owned(), stem));
            assert_eq!(name.parse(), Ok(message));
        }
        for wrong in ["reminder", "reminder_0", "reminder_x", "Invitation", ""] {
            assert!(wrong.parse::<MessageId>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_text_becomes_a_letter() {
        let text = "# {part} of {study}\n\nUntil **{closes}**: [go on]({link})\n\n- {link}\n\nStop: {unsubscribe}.\n";
        let (link, unsubscribe) = ("https://e.org/a?b=c", "https://e.org/u_1_2");
        let values = Values { study: "Clips", part: "Second part", closes: "2027-01-02", link, unsubscribe };
        let letter = Letter::of(&Markdown(text.into()), &values);
        assert_eq!(letter.subject, "Second part of Clips");
        assert_eq!(
            letter.plain,
            "Until 2027-01-02: go on: <https://e.org/a?b=c>\n\n- <https://e.org/a?b=c>\n\n\n\
             Stop: <https://e.org/u_1_2>.\n"
        );
        assert!(
            letter.html.contains("<strong>2027-01-02</strong>: <a href=\"https://e.org/a?b=c\""),
            "{}",
            letter.html
        );
        assert!(letter.html.contains(">https://e.org/u_1_2</a>"), "{}", letter.html);
        assert!(!letter.html.contains("<h1>"), "{}", letter.html);
    }
}
