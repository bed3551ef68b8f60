//! The log. It contains no personal data; see docs/LOGGING.md.

use std::io::IsTerminal as _;

use tracing_subscriber::EnvFilter;

use crate::base::config::{LogFormat, Settings};

/// At `debug`, the HTML parser writes what it parses: pages, and e-mails with their personal links.
const WITHOUT_HTML: &str = "html5ever=warn";

/// Starts it. A filter that can't be read is an error, not silence.
pub fn start(settings: &Settings) -> anyhow::Result<()> {
    let filter = EnvFilter::try_new(&settings.log)
        .map_err(|error| anyhow::anyhow!("--log: '{}' is no filter: {error}", settings.log))?
        .add_directive(WITHOUT_HTML.parse()?);
    // Colours are for people; in a file they are rubbish.
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        // A log that can't be written, because its reader has gone or the disk is full, must not fail a request.
        .log_internal_errors(false);
    match settings.log_format {
        LogFormat::Text => log.init(),
        LogFormat::Json => log.json().flatten_event(true).init(),
    }
    Ok(())
}
