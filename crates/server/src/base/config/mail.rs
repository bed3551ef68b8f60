//! The operator's settings for e-mails.

use clap::Args;

/// The settings of the mail server.
#[derive(Args, Clone, Default)]
pub struct MailSettings {
    /// Mail server for invitations to later parts: `smtps://user:password@host`, or `smtp://…?tls=required` for
    /// STARTTLS. Characters such as `@` and `/` in the password are percent-encoded. Default: no e-mails are sent.
    #[arg(long, value_name = "URL", hide_env_values = true)]
    pub smtp_url: Option<String>,
    /// Sender of the e-mails, for example `Study team <study@example.org>`. Default: the study's contact.
    #[arg(long, value_name = "ADDRESS")]
    pub smtp_from: Option<String>,
    /// Address at which participants reach the server, for the links in e-mails, for example
    /// `https://study.example.org`. Required with --smtp-url. Default: the first name of --https.
    #[arg(long, value_name = "URL")]
    pub public_url: Option<String>,
}

/// Without the password.
impl std::fmt::Debug for MailSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let smtp_url = self.smtp_url.as_ref().map(|_| "…");
        let Self { smtp_from, public_url, .. } = self;
        write!(f, "MailSettings {{ smtp_url: {smtp_url:?}, smtp_from: {smtp_from:?}, public_url: {public_url:?} }}")
    }
}
